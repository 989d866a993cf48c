/* Reads JSON reports again: counts and games go where a run would have put them. One element at a time is in memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/replay/hash.h"
#include "src/verify/report.h"

enum { DEPTH_MOST = 32, BATCH = 256 * 1024 };

typedef struct Merge {
    AiseTally *tally;
    FILE *file;
    const char *path;
    AiseGuard guard;
    AiseBuffer key, element;
    AiseArena arena; /* of an element's values */
    bool named;    /* the report says it is one */
    bool begun;    /* games of it were taken */
    uint64_t shift, piece_lines; /* lines of the pieces before, and of this one */
    char *piece_name;            /* of the pieces so far; NULL: none */
    uint64_t lines;              /* of the pieces so far */
    AiseCounts *counts;
    AiseLogWriter log;
} Merge;

_Noreturn static void refuse(Merge *merge)
{
    snprintf(merge->tally->message, sizeof merge->tally->message, "%s: not a JSON report of aise verify", merge->path);
    aise_guard_raise(&merge->guard, AISE_ERROR_USE);
}

/* ---- the outer object, byte by byte ---- */

static int next_byte(Merge *merge)
{
    int byte = getc_unlocked(merge->file);
    if (byte == EOF && ferror(merge->file)) {
        snprintf(merge->tally->message, sizeof merge->tally->message, "%s: %s", merge->path, strerror(errno));
        aise_guard_raise(&merge->guard, AISE_ERROR_READ);
    }
    return byte;
}

/* The next byte that is no white space; EOF at the end. */
static int next_sign(Merge *merge)
{
    int byte;
    do
        byte = next_byte(merge);
    while (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
    return byte;
}

static void keep(AiseBuffer *to, int byte)
{
    if (to != NULL)
        aise_buffer_byte(to, (char)byte);
}

/* A string from behind its quotation mark to the closing one, escapes as they stand; both marks are kept too. */
static void take_string(Merge *merge, AiseBuffer *to)
{
    keep(to, '"');
    for (;;) {
        int byte = next_byte(merge);
        if (byte == EOF)
            refuse(merge);
        keep(to, byte);
        if (byte == '"')
            return;
        if (byte == '\\')
            keep(to, next_byte(merge));
    }
}

/* A value that begins with `first`; returns the sign behind it. `to` NULL: it is skipped. */
static int take_value(Merge *merge, int first, AiseBuffer *to)
{
    unsigned depth = 0;
    for (int byte = first;; byte = next_byte(merge)) {
        if (byte == '"') {
            take_string(merge, to);
        } else if (depth == 0 && (byte == ',' || byte == ']' || byte == '}')) { /* behind a number or a word */
            return byte;
        } else {
            keep(to, byte);
        }
        depth += byte == '{' || byte == '[';
        depth -= byte == '}' || byte == ']';
        if (byte == EOF || depth > DEPTH_MOST)
            refuse(merge);
        if (depth == 0 && (byte == '"' || byte == '}' || byte == ']'))
            return next_sign(merge);
    }
}

static const AiseJson *parse(Merge *merge)
{
    aise_arena_reset(&merge->arena);
    const AiseJson *value = aise_json_parse(&merge->arena, merge->element.bytes, merge->element.length);
    if (value == NULL)
        refuse(merge);
    return value;
}

/* ---- what the elements say ---- */

static uint64_t number_of(Merge *merge, const AiseJson *object, const char *key)
{
    uint64_t number;
    if (!aise_json_get_number(object, key, &number))
        refuse(merge);
    return number;
}

static const char *text_of(Merge *merge, const AiseJson *object, const char *key)
{
    const char *text;
    if (!aise_json_get_text(object, key, &text))
        refuse(merge);
    return text;
}

static unsigned index_of(Merge *merge, const char *text, const char *const *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0)
            return i;
    refuse(merge);
}

static void take_variant(Merge *merge)
{
    if (!aise_counts_read_variant(merge->counts, parse(merge)))
        refuse(merge);
}

static void take_outside(Merge *merge)
{
    if (!aise_counts_read_finding(merge->counts, AISE_TALLY_OUTSIDE, parse(merge)))
        refuse(merge);
}

/* Plies of a text with single spaces; the game's hash. */
static uint64_t hash_of(const char *variant, const char *start, const char *moves, uint32_t *plies)
{
    uint64_t hash = aise_hash_start(variant, start);
    char word[AISE_SAN_MAX + 8];
    *plies = 0;
    while (*moves != '\0') {
        size_t length = strcspn(moves, " "), used = length < AISE_SAN_MAX ? length : AISE_SAN_MAX;
        memset(word, 0, sizeof word);
        memcpy(word, moves, used);
        hash = aise_hash_ply(hash, word, used);
        moves += length + (moves[length] == ' ');
        ++*plies;
    }
    return hash;
}

static void take_break(Merge *merge, const AiseJson *broken, AiseLogHead *head, const char *text[AISE_LOG_TEXTS])
{
    if (broken == NULL)
        return;
    int severity = aise_severity_index(text_of(merge, broken, "severity"));
    if (severity < 0)
        refuse(merge);
    head->severity = (uint8_t)severity;
    head->fault_line = number_of(merge, broken, "line");
    head->fault_line += head->fault_line > 0 ? merge->shift : 0;
    head->fault_column = number_of(merge, broken, "column");
    head->fault_length = number_of(merge, broken, "length");
    head->caret = number_of(merge, broken, "caret");
    text[AISE_LOG_CODE] = text_of(merge, broken, "code");
    text[AISE_LOG_MESSAGE] = text_of(merge, broken, "message");
    text[AISE_LOG_QUOTE] = text_of(merge, broken, "quote");
    text[AISE_LOG_BOARD] = text_of(merge, broken, "board");
    text[AISE_LOG_STATE] = text_of(merge, broken, "state");
}

static void must(Merge *merge, AiseStatus status)
{
    if (status != AISE_STATUS_OK)
        aise_guard_raise(&merge->guard, status == AISE_STATUS_MEMORY ? AISE_ERROR_MEMORY : AISE_ERROR_WRITE);
}

/* Hands over what has come together. */
static void hand_over(Merge *merge)
{
    must(merge, aise_tally_add(merge->tally, merge->counts, merge->log.out));
    memset(merge->counts, 0, sizeof *merge->counts);
    aise_log_begin(&merge->log);
}

static void take_game(Merge *merge)
{
    static const char *const statuses[] = {"ok", "damaged", "empty"};
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    static const char *const names[] = {"moves", "white", "black", "event", "date", "start"};
    const AiseJson *object = parse(merge);
    const char *text[AISE_LOG_TEXTS];
    merge->begun = true;
    AiseLogHead head = {.line = number_of(merge, object, "line") + merge->shift};
    for (unsigned i = 0; i < AISE_LOG_TEXTS; i++)
        text[i] = i < sizeof names / sizeof *names ? text_of(merge, object, names[i]) : "";
    int variant = aise_variant_index(text_of(merge, object, "variant"));
    if (variant < 0)
        refuse(merge);
    head.variant = (uint8_t)variant;
    head.status = (uint8_t)index_of(merge, text_of(merge, object, "status"), statuses, 3);
    head.result = (uint8_t)index_of(merge, text_of(merge, object, "result"), results, 4);
    head.hash = hash_of(aise_variants[head.variant]->id, text[AISE_LOG_START], text[AISE_LOG_MOVES], &head.plies);
    take_break(merge, aise_json_member(object, "break"), &head, text);
    must(merge, aise_log_source(&merge->log, text_of(merge, object, "source")));
    must(merge, aise_log_add(&merge->log, &head, text));
    if (merge->log.out->length > BATCH)
        hand_over(merge);
}

static void take_piece(Merge *merge)
{
    const AiseJson *object = parse(merge);
    const char *name = text_of(merge, object, "name");
    if (merge->piece_name == NULL || strcmp(merge->piece_name, name) != 0) {
        free(merge->piece_name);
        merge->piece_name = strdup(name);
        if (merge->piece_name == NULL)
            aise_guard_raise(&merge->guard, AISE_ERROR_MEMORY);
        merge->lines = 0;
    }
    if (merge->begun) /* its games' lines are taken already */
        refuse(merge);
    merge->shift = merge->lines;
    merge->piece_lines = number_of(merge, object, "lines");
}

static void take_name(Merge *merge)
{
    const AiseJson *value = parse(merge);
    merge->named = value->type == AISE_JSON_TEXT && strcmp(value->text, "aise verify") == 0;
    if (!merge->named)
        refuse(merge);
}

/* ---- reports ---- */

static int take_elements(Merge *merge, int first, void (*take)(Merge *merge))
{
    if (first != '[')
        refuse(merge);
    int sign = next_sign(merge);
    if (sign == ']')
        return next_sign(merge);
    for (;;) {
        merge->element.length = 0;
        sign = take_value(merge, sign, &merge->element);
        take(merge);
        if (sign == ']')
            return next_sign(merge);
        if (sign != ',')
            refuse(merge);
        sign = next_sign(merge);
    }
}

static bool key_is(const Merge *merge, const char *key)
{
    size_t length = strlen(key);
    return merge->key.length == length + 2 && memcmp(merge->key.bytes + 1, key, length) == 0;
}

/* Returns the sign behind the member's value. */
static int take_member(Merge *merge, int first)
{
    if (key_is(merge, "variants"))
        return take_elements(merge, first, take_variant);
    if (key_is(merge, "outside"))
        return take_elements(merge, first, take_outside);
    if (key_is(merge, "games"))
        return take_elements(merge, first, take_game);
    if (!key_is(merge, "report") && !key_is(merge, "piece"))
        return take_value(merge, first, NULL);
    merge->element.length = 0;
    int sign = take_value(merge, first, &merge->element);
    if (key_is(merge, "piece"))
        take_piece(merge);
    else
        take_name(merge);
    return sign;
}

/* false: there is no further report. */
static bool take_report(Merge *merge)
{
    int sign = next_sign(merge);
    if (sign == EOF)
        return false;
    merge->named = merge->begun = false;
    merge->shift = merge->piece_lines = 0;
    if (sign != '{')
        refuse(merge);
    do {
        merge->key.length = 0;
        if (next_sign(merge) != '"')
            refuse(merge);
        take_string(merge, &merge->key);
        if (next_sign(merge) != ':')
            refuse(merge);
        sign = take_member(merge, next_sign(merge));
    } while (sign == ',');
    if (sign != '}' || !merge->named)
        refuse(merge);
    hand_over(merge);
    merge->lines += merge->piece_lines;
    return true;
}

static AiseStatus read_reports(Merge *merge)
{
    if (setjmp(merge->guard.jump) != 0) {
        switch (merge->guard.error) {
        case AISE_ERROR_MEMORY:
            return aise_tally_fail(merge->tally, AISE_STATUS_MEMORY, merge->path);
        case AISE_ERROR_WRITE:
            return AISE_STATUS_WRITE;
        default:
            return AISE_STATUS_READ;
        }
    }
    unsigned reports = 0;
    while (take_report(merge))
        reports++;
    if (reports == 0)
        refuse(merge);
    return AISE_STATUS_OK;
}

/* Pieces go on from one file to the next. */
static void remember_piece(Merge *merge)
{
    AiseTally *tally = merge->tally;
    free(tally->merged_name);
    tally->merged_name = merge->piece_name;
    tally->merged_lines = merge->lines;
}

AiseStatus aise_tally_merge(AiseTally *tally, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    Merge merge = {.tally = tally, .path = standard ? "standard input" : path, .piece_name = tally->merged_name,
                   .lines = tally->merged_lines};
    merge.file = standard ? stdin : fopen(path, "re");
    if (merge.file == NULL)
        return aise_tally_fail(tally, AISE_STATUS_READ, path);
    tally->merged_name = NULL;
    aise_arena_init(&merge.arena, &merge.guard);
    aise_buffer_init(&merge.key, &merge.guard);
    aise_buffer_init(&merge.element, &merge.guard);
    merge.counts = calloc(1, sizeof *merge.counts);
    merge.log.out = aise_output_memory();
    AiseStatus status = AISE_STATUS_MEMORY;
    if (merge.counts != NULL && merge.log.out != NULL) {
        aise_log_begin(&merge.log);
        status = read_reports(&merge);
    } else {
        aise_tally_fail(tally, AISE_STATUS_MEMORY, merge.path);
    }
    remember_piece(&merge);
    aise_arena_free(&merge.arena);
    aise_buffer_free(&merge.key);
    aise_buffer_free(&merge.element);
    free(merge.counts);
    if (merge.log.out != NULL)
        aise_output_close(merge.log.out);
    if (!standard)
        fclose(merge.file);
    return status;
}
