/* Writing and reading the log of verified games. */
#include "src/verify/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/replay/hash.h"

enum { WINDOW = 256 * 1024, GUESS = 1024 /* of a record */, SLACK = 8 };

/* ---- writing ---- */

void aise_log_begin(AiseLogWriter *writer)
{
    aise_output_clear(writer->out);
    writer->source_at = SIZE_MAX;
}

static AiseLogHead *head_at(const AiseLogWriter *writer, size_t at)
{
    return (AiseLogHead *)(void *)(writer->out->bytes + at);
}

/* Fills up to a multiple of 8 and notes the size of the record that begins at `at`. */
static AiseStatus close_record(AiseLogWriter *writer, size_t at)
{
    size_t used = writer->out->length - at, size = (used + 7) & ~(size_t)7;
    memset(aise_output_reserve(writer->out, 8), 0, size - used);
    aise_output_advance(writer->out, size - used);
    if (aise_output_status(writer->out) == AISE_STATUS_OK)
        head_at(writer, at)->size = (uint32_t)size;
    return aise_output_status(writer->out);
}

AiseStatus aise_log_source(AiseLogWriter *writer, const char *name)
{
    AiseOutput *out = writer->out;
    if (writer->source_at != SIZE_MAX && strcmp(out->bytes + writer->source_at + sizeof(AiseLogHead), name) == 0)
        return AISE_STATUS_OK;
    size_t at = out->length, length = strlen(name);
    AiseLogHead head = {.length[0] = (uint32_t)length};
    aise_output_text(out, (const char *)&head, sizeof head);
    aise_output_text(out, name, length + 1);
    writer->source_at = at;
    return close_record(writer, at);
}

AiseStatus aise_log_add(AiseLogWriter *writer, AiseLogHead *head, const char *const text[AISE_LOG_TEXTS])
{
    AiseOutput *out = writer->out;
    size_t at = out->length;
    head->back = (uint32_t)(at - writer->source_at);
    for (unsigned i = 0; i < AISE_LOG_TEXTS; i++)
        head->length[i] = (uint32_t)strlen(text[i]);
    aise_output_text(out, (const char *)head, sizeof *head);
    for (unsigned i = 0; i < AISE_LOG_TEXTS; i++)
        aise_output_text(out, text[i], head->length[i] + (size_t)1);
    return close_record(writer, at);
}

/* The plies with single spaces and a NUL; the game's hash. Copies whole arrays and takes back what is too much. */
static uint64_t write_moves(AiseOutput *out, const AiseGame *game, uint64_t hash)
{
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        char *to = aise_output_reserve(out, AISE_SAN_MAX + 1);
        memcpy(to, ply->san, AISE_SAN_MAX);
        to[ply->san_length] = ' ';
        aise_output_advance(out, ply->san_length + (size_t)1);
        hash = aise_hash_ply(hash, ply->san, ply->san_length);
    }
    if (game->ply_count > 0 && aise_output_status(out) == AISE_STATUS_OK)
        out->length--;
    aise_output_byte(out, '\0');
    return hash;
}

static void write_text(AiseLogWriter *writer, size_t at, AiseLogText which, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    aise_output_text(writer->out, length > 0 ? text : "", length + 1);
    if (aise_output_status(writer->out) == AISE_STATUS_OK)
        head_at(writer, at)->length[which] = (uint32_t)length;
}

static const char *tag_of(const AiseGame *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return "?";
}

/* What broke the game is the last of its findings of the highest severity. */
static const AiseFinding *find_break(const AiseGame *game)
{
    const AiseFinding *worst = NULL;
    for (size_t i = 0; i < game->finding_count; i++)
        if (worst == NULL || game->findings[i].severity >= worst->severity)
            worst = &game->findings[i];
    return worst;
}

static void write_break(AiseLogWriter *writer, size_t at, const AiseGame *game, AiseLanguage language)
{
    const AiseTraits *traits = &game->variant->traits;
    const AiseFinding *finding = find_break(game);
    AiseOutput *out = writer->out;
    char board[AISE_FEN_MAX], state[AISE_STATE_MAX];
    out->scratch.length = 0;
    if (finding != NULL)
        aise_finding_message(finding, language, &out->scratch);
    aise_buffer_byte(&out->scratch, '\0');
    write_text(writer, at, AISE_LOG_CODE, finding != NULL ? aise_code_name(finding->code) : "");
    write_text(writer, at, AISE_LOG_MESSAGE, out->scratch.bytes);
    write_text(writer, at, AISE_LOG_QUOTE, finding != NULL ? finding->source_line : "");
    aise_fen_write(traits, &game->final, board);
    aise_state_write(traits, &game->final, state);
    write_text(writer, at, AISE_LOG_BOARD, board);
    write_text(writer, at, AISE_LOG_STATE, state);
    if (finding == NULL || aise_output_status(out) != AISE_STATUS_OK)
        return;
    AiseLogHead *head = head_at(writer, at);
    head->severity = finding->severity;
    head->fault_line = finding->line;
    head->fault_column = finding->column;
    head->fault_length = finding->length;
    head->caret = finding->caret != 0 ? finding->caret : finding->column;
}

static void write_game(AiseLogWriter *writer, const AiseGame *game, AiseLanguage language)
{
    static const char *const tags[] = {"White", "Black", "Event", "Date"};
    AiseOutput *out = writer->out;
    char start[AISE_START_MAX];
    size_t at = out->length;
    AiseLogHead head = {.back = (uint32_t)(at - writer->source_at), .plies = (uint32_t)game->ply_count,
                        .status = (uint8_t)game->status, .result = (uint8_t)game->result, .line = game->line};
    while (aise_variants[head.variant] != game->variant)
        head.variant++;
    aise_game_start(game, start);
    aise_output_text(out, (const char *)&head, sizeof head);
    size_t moves = out->length;
    uint64_t hash = write_moves(out, game, aise_hash_start(game->variant->id, start));
    if (aise_output_status(out) == AISE_STATUS_OK) {
        head_at(writer, at)->hash = hash;
        head_at(writer, at)->length[AISE_LOG_MOVES] = (uint32_t)(out->length - moves - 1);
    }
    for (unsigned i = 0; i < sizeof tags / sizeof *tags; i++)
        write_text(writer, at, AISE_LOG_WHITE + i, tag_of(game, tags[i]));
    write_text(writer, at, AISE_LOG_START, start);
    if (game->status == AISE_GAME_DAMAGED)
        write_break(writer, at, game, language);
    else
        for (unsigned i = AISE_LOG_CODE; i < AISE_LOG_TEXTS; i++)
            write_text(writer, at, i, "");
    close_record(writer, at);
}

AiseStatus aise_log_game(AiseLogWriter *writer, const AiseGame *game, const char *source, AiseLanguage language)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    writer->out->scratch.guard = &guard;
    if (aise_log_source(writer, source) == AISE_STATUS_OK)
        write_game(writer, game, language);
    writer->out->scratch.guard = NULL;
    return aise_output_status(writer->out);
}

/* ---- reading ---- */

void aise_log_open(AiseLogReader *reader, int file, uint64_t begin, uint64_t end)
{
    *reader = (AiseLogReader){.file = file, .next = begin, .end = end};
}

void aise_log_close(AiseLogReader *reader)
{
    free(reader->bytes);
    free(reader->name);
}

static bool fail(AiseLogReader *reader, int reason)
{
    errno = reason;
    reader->failed = true;
    return false;
}

static bool reserve(AiseLogReader *reader, char **bytes, size_t *capacity, size_t size)
{
    if (size + SLACK <= *capacity)
        return true;
    char *larger = realloc(*bytes, size + SLACK);
    if (larger == NULL)
        return fail(reader, ENOMEM);
    *bytes = larger;
    *capacity = size + SLACK;
    return true;
}

/* Exactly `length` bytes. */
static bool read_all(AiseLogReader *reader, char *to, size_t length, uint64_t offset)
{
    while (length > 0) {
        ssize_t got = pread(reader->file, to, length, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(reader, got < 0 ? errno : EIO);
        to += got;
        length -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

/* Makes `size` bytes behind `at` be in the window. */
static bool need(AiseLogReader *reader, size_t size)
{
    size_t have = reader->filled - reader->at;
    if (have >= size)
        return true;
    if (!reserve(reader, &reader->bytes, &reader->capacity, size > WINDOW ? size : WINDOW))
        return false;
    memmove(reader->bytes, reader->bytes + reader->at, have);
    reader->at = 0;
    reader->filled = have;
    uint64_t left = reader->end - reader->next;
    size_t more = reader->capacity - SLACK - have;
    if (more > left)
        more = (size_t)left;
    if (have + more < size)
        return fail(reader, EIO);
    if (!read_all(reader, reader->bytes + have, more, reader->next))
        return false;
    reader->filled += more;
    reader->next += more;
    return true;
}

static bool keep_name(AiseLogReader *reader, const char *record)
{
    size_t length = ((const AiseLogHead *)(const void *)record)->length[0] + (size_t)1;
    if (!reserve(reader, &reader->name, &reader->name_capacity, length))
        return false;
    memcpy(reader->name, record + sizeof(AiseLogHead), length);
    return true;
}

static void split(AiseLogGame *game, const char *record)
{
    const char *text = record + sizeof game->head;
    for (unsigned i = 0; i < AISE_LOG_TEXTS; i++) {
        game->text[i] = text;
        text += game->head.length[i] + (size_t)1;
    }
}

size_t aise_log_peek(const AiseOutput *log, size_t at, AiseLogGame *game)
{
    do {
        memcpy(&game->head, log->bytes + at, sizeof game->head);
        game->offset = at;
        at += game->head.size;
    } while (game->head.back == 0);
    split(game, log->bytes + game->offset);
    game->source = log->bytes + game->offset - game->head.back + sizeof game->head;
    return at;
}

bool aise_log_next(AiseLogReader *reader, AiseLogGame *game)
{
    while (reader->at < reader->filled || reader->next < reader->end) {
        if (!need(reader, sizeof game->head))
            return false;
        memcpy(&game->head, reader->bytes + reader->at, sizeof game->head);
        if (game->head.size < sizeof game->head)
            return fail(reader, EIO);
        if (!need(reader, game->head.size))
            return false;
        const char *record = reader->bytes + reader->at;
        game->offset = reader->next - (reader->filled - reader->at);
        reader->at += game->head.size;
        if (game->head.back == 0) {
            if (!keep_name(reader, record))
                return false;
            continue;
        }
        if (game->head.status == AISE_LOG_GONE)
            continue;
        split(game, record);
        game->source = reader->name;
        return true;
    }
    return false;
}

/* The whole record at `offset` into the window: mostly by one read. */
static bool load(AiseLogReader *reader, uint64_t offset, AiseLogHead *head)
{
    size_t guess = reader->end - offset < GUESS ? (size_t)(reader->end - offset) : GUESS;
    reader->at = reader->filled = 0;
    reader->kept = 0;
    if (guess < sizeof *head)
        return fail(reader, EIO);
    if (!reserve(reader, &reader->bytes, &reader->capacity, GUESS) || !read_all(reader, reader->bytes, guess, offset))
        return false;
    memcpy(head, reader->bytes, sizeof *head);
    if (head->size <= guess)
        return true;
    return reserve(reader, &reader->bytes, &reader->capacity, head->size) &&
           read_all(reader, reader->bytes + guess, head->size - guess, offset + guess);
}

bool aise_log_texts_at(AiseLogReader *reader, uint64_t offset, AiseLogGame *game)
{
    if (reader->kept == offset + 1)
        memcpy(&game->head, reader->bytes, sizeof game->head);
    else if (!load(reader, offset, &game->head))
        return false;
    reader->kept = offset + 1;
    split(game, reader->bytes);
    game->source = "";
    game->offset = offset;
    return true;
}

bool aise_log_at(AiseLogReader *reader, uint64_t offset, AiseLogGame *game)
{
    AiseLogHead source;
    if (!load(reader, offset, &game->head) || !load(reader, offset - game->head.back, &source) ||
        !keep_name(reader, reader->bytes) || !aise_log_texts_at(reader, offset, game))
        return false;
    game->source = reader->name;
    return true;
}
