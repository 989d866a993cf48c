/* Nothing is lost: whatever the text, each of its tokens is in a game's tags, plies, notes or unparsed rest, or a finding
   speaks of it or of its line. That tokens cover the text is tested beside the grammar.

   lost [--rounds N] FILE…       each file as it is, then N times damaged at random */
#include "src/base/source.h"
#include "src/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 40, TOLD_MAX = 20, LINES_MAX = 1 << 20 };

typedef struct Lost {
    AiseGuard guard;
    AiseReplay replay;
    AiseBuffer text;      /* the file, decoded */
    AiseBuffer hurt;
    AiseBuffer words;     /* of the game at hand: tags, notes, unparsed, squeezed */
    AiseBuffer piece, plain;
    AiseBuffer orphans;   /* of each token that no game has: its line, then its text */
    const AiseGame *game; /* NULL: the record gave none */
    const char *of;       /* text of the record at hand */
    bool told;            /* the game is what a viewer's comments tell of */
    bool strays;  /* finding S105 */
    bool results; /* finding H101: two results, both told */
    AiseSpan *found;      /* spans of findings */
    size_t founds, found_capacity;
    AiseSpan *ply;
    size_t plies, ply_capacity;
    unsigned result, end; /* bits, of the games on the record: games may be run together */
    uint64_t stretch[4096][2]; /* lines outside games */
    size_t stretches;
    const char *name;
    unsigned round, rounds;
    unsigned long long passed, failed;
    uint64_t seed;
} Lost;

/* ---- what the game holds ---- */

/* Without white space and control characters; `}` may have become `)`. */
static void squeeze(AiseBuffer *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] > ' ')
            aise_buffer_byte(out, text[i]);
}

static void squeeze_text(Lost *l, const char *text)
{
    if (text != NULL)
        squeeze(&l->words, text, strlen(text));
    aise_buffer_byte(&l->words, '\n');
}

static void squeeze_notes(Lost *l, const AiseNote *note)
{
    for (; note != NULL; note = note->next)
        squeeze(&l->words, note->text, note->length);
    aise_buffer_byte(&l->words, '\n');
}

static void add_span(Lost *l, AiseSpan **list, size_t *count, size_t *capacity, AiseSpan span)
{
    if (*count == *capacity)
        *list = aise_grow(&l->guard, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = span;
}

static void on_game(void *context, const AiseGame *game)
{
    Lost *l = context;
    l->game = game;
    l->told = game->text != l->of;
    l->result |= 1u << game->result;
    l->end |= 1u << game->end;
    for (size_t i = 0; i < game->tag_count; i++)
        squeeze_text(l, game->tags[i].value);
    squeeze_notes(l, game->notes);
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        squeeze_notes(l, ply->notes);
        for (unsigned k = 0; k < ply->nag_count; k++) {
            aise_buffer_byte(&l->words, '$');
            aise_buffer_number(&l->words, ply->nag[k]);
            aise_buffer_byte(&l->words, '\n');
        }
        add_span(l, &l->ply, &l->plies, &l->ply_capacity, ply->text);
    }
    squeeze_text(l, game->unparsed);
    for (size_t i = 0; i < game->finding_count; i++) {
        const AiseFinding *f = &game->findings[i];
        l->strays = l->strays || f->code == AISE_CODE_S105;
        l->results = l->results || f->code == AISE_CODE_H101;
        add_span(l, &l->found, &l->founds, &l->found_capacity, f->span);
    }
}

static void on_outside(void *context, const AiseFinding *f)
{
    Lost *l = context;
    if (l->stretches < sizeof l->stretch / sizeof *l->stretch && f->argc == 2) {
        l->stretch[l->stretches][0] = f->arg[0].value;
        l->stretch[l->stretches++][1] = f->arg[1].value;
    }
}

/* ---- is the token there? ---- */

static bool in_words(Lost *l, const char *text, size_t length)
{
    l->piece.length = 0;
    squeeze(&l->piece, text, length);
    return l->piece.length == 0 || memmem(l->words.bytes, l->words.length, l->piece.bytes, l->piece.length) != NULL;
}

static bool span_there(Lost *l, const AiseRecord *record, AiseSpan span)
{
    return in_words(l, record->text + span.begin, span.end - span.begin);
}

/* Do the plies cover it? One that lost its slash lies in two of them. */
static bool played(const Lost *l, AiseSpan span)
{
    for (bool moved = true; moved && span.begin < span.end;) {
        moved = false;
        for (size_t i = 0; i < l->plies && !moved; i++)
            if (l->ply[i].begin <= span.begin && span.begin < l->ply[i].end) {
                span.begin = l->ply[i].end;
                moved = true;
            }
    }
    return span.begin >= span.end;
}

static bool first_played(const Lost *l, const AiseItem *item)
{
    return played(l, (AiseSpan){item->span.begin, item->span.begin + 1});
}

static bool told_within(const Lost *l, AiseSpan span)
{
    for (size_t i = 0; i < l->founds; i++)
        if (l->found[i].begin < span.end && span.begin < l->found[i].end)
            return true;
    return false;
}

/* Date and event may have been rewritten: then their digits stand in the tags. */
static bool digits_there(Lost *l, const AiseRecord *record, AiseSpan span)
{
    for (uint32_t at = span.begin; at < span.end; at++) {
        uint32_t end = at;
        while (end < span.end && record->text[end] >= '0' && record->text[end] <= '9')
            end++;
        if (end > at && !in_words(l, record->text + at, end - at))
            return false;
        at = end > at ? end : at;
    }
    return true;
}

static bool parts_there(Lost *l, const AiseRecord *record, const AiseItem *item, const AiseHeader *header)
{
    AiseHeader h = *header;
    const AiseSpan parts[] = {h.white, h.black, h.round, h.site, h.annotator, h.white_elo, h.black_elo};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!span_there(l, record, parts[i]) && !told_within(l, parts[i]))
            return false;
    bool date = span_there(l, record, h.date) || digits_there(l, record, h.date) || told_within(l, h.date);
    bool event = span_there(l, record, h.event) || told_within(l, h.event) ||
                 (h.event.end - h.event.begin >= 4 && strncasecmp(record->text + h.event.begin, "GP", 2) == 0 &&
                  digits_there(l, record, h.event));
    bool result = h.result == AISE_RESULT_NONE || (l->result >> h.result & 1) != 0 || told_within(l, item->span) ||
                  h.result == AISE_RESULT_UNKNOWN || l->results;
    return date && event && result;
}

static bool header_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    AiseHeader h;
    aise_header_split(record->text, item->span, &h);
    return parts_there(l, record, item, &h);
}

static bool pair_there(Lost *l, const AiseRecord *record, AiseSpan name, AiseSpan value)
{
    static const char *const fields[] = {"Variant", "Variante", "AiseRules", "AiseVariant", "FEN", "AiseState", "SetUp",
                                         "Result", "Risultato", "Esito", "AiseDialect"};
    char plain[256];
    size_t n = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) /* they have fields of the game, or a finding */
        if (strlen(fields[i]) == name.end - name.begin &&
            strncasecmp(fields[i], record->text + name.begin, name.end - name.begin) == 0)
            return true;
    for (uint32_t i = value.begin; i < value.end && n + 1 < sizeof plain; i++) {
        if (record->text[i] == '\\' && i + 1 < value.end && (record->text[i + 1] == '"' || record->text[i + 1] == '\\'))
            i++;
        plain[n++] = record->text[i];
    }
    return in_words(l, plain, n) || told_within(l, value) || digits_there(l, record, value);
}

/* A squeezed text, and where it stands in it. */
typedef struct Rest {
    const char *at;
    size_t left;
} Rest;

static bool strip(Rest *rest, const char *mark)
{
    size_t length = strlen(mark);
    bool there = rest->left >= length && memcmp(rest->at, mark, length) == 0;
    rest->at += there ? length : 0;
    rest->left -= there ? length : 0;
    return there;
}

/* Takes our own marks off the front, which become what they mean: commands that the words do not hold, `AISE unparsed:`. */
static void strip_marks(const AiseBuffer *words, Rest *rest)
{
    const char *close;
    for (Rest next = *rest; strip(&next, "[%aise") && memmem(words->bytes, words->length, rest->at, rest->left) == NULL;
         next = *rest) {
        close = memchr(next.at, ']', next.left);
        if (close == NULL && next.left > 0)
            break;
        rest->at = close != NULL ? close + 1 : next.at; /* a bare mark: the next comment completes it */
        rest->left = next.left - (size_t)(rest->at - next.at);
    }
    if (!strip(rest, "AISEunparsed:") && (rest->left > 4 || !strip(rest, "AISE"))) /* `{AISE} unparsed: …` */
        strip(rest, "unparsed:");
}

static bool rest_there(const AiseBuffer *words, Rest rest)
{
    strip_marks(words, &rest);
    return rest.left == 0 || memmem(words->bytes, words->length, rest.at, rest.left) != NULL;
}

static bool behind_marks(Lost *l, const char *text, const char *end)
{
    l->piece.length = 0;
    squeeze(&l->piece, text, (size_t)(end - text));
    return rest_there(&l->words, (Rest){l->piece.bytes, l->piece.length});
}

/* Braces that pair are left out of prose. */
static bool unbraced_there(Lost *l, AiseSpan span, const char *text)
{
    l->piece.length = l->plain.length = 0;
    for (uint32_t at = span.begin; at < span.end; at++)
        if (text[at] != '{' && text[at] != '}')
            squeeze(&l->piece, text + at, 1);
    for (size_t i = 0; i < l->words.length; i++)
        if (l->words.bytes[i] != '{' && l->words.bytes[i] != '}')
            aise_buffer_byte(&l->plain, l->words.bytes[i]);
    return rest_there(&l->plain, (Rest){l->piece.bytes, l->piece.length});
}

/* `ov=c6]} 3...bxa6` behind `{[%aise}`: together they are a command. */
static bool completes_command(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    const char *text = record->text + item->span.begin, *end = record->text + item->span.end;
    const char *close = memchr(text, ']', (size_t)(end - text));
    for (const AiseItem *before = item; close != NULL && before > record->items && item - before < 2;) {
        AiseSpan span = (--before)->span;
        span.end -= span.end > span.begin && record->text[span.end - 1] == '}';
        if (span.end - span.begin >= 6 && memcmp(record->text + span.end - 6, "[%aise", 6) == 0)
            return unbraced_there(l, (AiseSpan){(uint32_t)(close + 1 - record->text), item->span.end}, record->text);
    }
    return false;
}

/* A tournament below a header became the tags. */
static bool event_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    AiseHeader h;
    return aise_event_split(record->text, item->span, &h) && parts_there(l, record, item, &h);
}

static bool text_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    AiseSpan name, value;
    if (event_there(l, record, item) || completes_command(l, record, item))
        return true;
    if (span_there(l, record, item->span) || unbraced_there(l, item->span, record->text) ||
        aise_title_find(record->text, item->span) != NULL ||
        behind_marks(l, record->text + item->span.begin, record->text + item->span.end))
        return true;
    if (aise_line_place(record->text + item->span.begin, item->span.end - item->span.begin, &name, &value))
        return in_words(l, record->text + item->span.begin + name.begin, name.end - name.begin) &&
               digits_there(l, record, (AiseSpan){item->span.begin + value.begin, item->span.begin + value.end});
    if (!aise_line_label(record->text + item->span.begin, item->span.end - item->span.begin, &name, &value))
        return false;
    name = (AiseSpan){name.begin + item->span.begin, name.end + item->span.begin};
    value = (AiseSpan){value.begin + item->span.begin, value.end + item->span.begin};
    return pair_there(l, record, name, value);
}

static bool comment_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    const char *text = record->text + item->span.begin, *end = record->text + item->span.end;
    if (span_there(l, record, item->span))
        return true;
    text += *text == '{' || *text == ';';
    end -= end > text && item->extra == 0 && end[-1] == '}';
    return behind_marks(l, text, end) || unbraced_there(l, item->span, record->text);
}

static bool behind_ply(const Lost *l, const AiseRecord *record, const AiseItem *item)
{
    while (item > record->items && item->kind == AISE_ITEM_MARK)
        item--;
    return first_played(l, item);
}

static bool mark_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    char nag[16];
    if (item->kind == AISE_ITEM_MARK && item->value == 0)
        return l->strays || behind_ply(l, record, item) || span_there(l, record, item->span);
    snprintf(nag, sizeof nag, "\n$%u\n", item->value);
    return memmem(l->words.bytes, l->words.length, nag, strlen(nag)) != NULL || span_there(l, record, item->span);
}

/* A turn number before something that is there. */
static bool number_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    if (l->strays || span_there(l, record, item->span))
        return true;
    for (const AiseItem *next = item + 1; next < record->items + record->count; next++) {
        if (next->kind == AISE_ITEM_NUMBER)
            return false;
        if (next->kind == AISE_ITEM_PLY || next->kind == AISE_ITEM_BAD_PLY)
            return first_played(l, next);
        if (next->kind == AISE_ITEM_RESULT || next->kind == AISE_ITEM_END)
            return true;
    }
    return false;
}

static bool end_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    if (item->kind == AISE_ITEM_RESULT &&
        ((l->result >> item->value & 1) != 0 || item->value == AISE_RESULT_UNKNOWN || l->results))
        return true;
    if (item->kind == AISE_ITEM_END && ((l->end >> item->value & 1) != 0 || item->value > AISE_END_FORFEIT))
        return true;
    return span_there(l, record, item->span) || told_within(l, item->span) ||
           (item->kind == AISE_ITEM_END && item->value == AISE_END_RESIGNS && (l->result & ~(1u << AISE_RESULT_NONE)) != 0);
}

static bool item_there(Lost *l, const AiseRecord *record, const AiseItem *item)
{
    AiseSpan name, value;
    AiseSpan core = {item->span.begin, item->span.end - (item->kind == AISE_ITEM_PLY ? item->extra : 0)};
    switch (item->kind) {
    case AISE_ITEM_HEADER:
        return header_there(l, record, item);
    case AISE_ITEM_TAG:
        aise_tag_split(record->text, item->span, &name, &value);
        return pair_there(l, record, name, value) || span_there(l, record, item->span);
    case AISE_ITEM_CREDIT:
        return span_there(l, record, aise_credit_name(record->text, item->span)) || span_there(l, record, item->span);
    case AISE_ITEM_TEXT:
        return text_there(l, record, item);
    case AISE_ITEM_PLY:
    case AISE_ITEM_BAD_PLY:
        return played(l, core) || span_there(l, record, item->span);
    case AISE_ITEM_MARK:
    case AISE_ITEM_NAG:
        return mark_there(l, record, item);
    case AISE_ITEM_NUMBER:
        return number_there(l, record, item);
    case AISE_ITEM_RESULT:
    case AISE_ITEM_END:
        return end_there(l, record, item);
    case AISE_ITEM_COMMENT:
        return comment_there(l, record, item);
    case AISE_ITEM_SKIPPED:
        return l->strays || told_within(l, item->span) || span_there(l, record, item->span);
    case AISE_ITEM_BLANK:
    case AISE_ITEM_JOIN:
        return true;
    default: /* a variation without a number is given one, behind its parenthesis */
        return span_there(l, record, item->span) || unbraced_there(l, item->span, record->text) ||
               (item->kind == AISE_ITEM_VARIATION && span_there(l, record, (AiseSpan){item->span.begin + 1, item->span.end}));
    }
}

/* What an orthodox board was shown, and the comments that tell of it: `roundtrip` compares what becomes of them. */
static bool is_shown(const Lost *l, const AiseItem *item)
{
    return l->told && (item->kind == AISE_ITEM_PLY || item->kind == AISE_ITEM_NUMBER || item->kind == AISE_ITEM_COMMENT);
}

/* A title or credit outside games is kept in mind for the games below. */
static bool is_context(const AiseRecord *record, const AiseItem *item)
{
    return item->kind == AISE_ITEM_CREDIT || (item->kind == AISE_ITEM_TEXT && aise_title_find(record->text, item->span) != NULL);
}

static void on_record(void *context, const AiseRecord *record)
{
    Lost *l = context;
    uint64_t line = record->line;
    uint32_t at = 0;
    l->game = NULL;
    l->of = record->text;
    l->told = false;
    l->result = l->end = 0;
    l->words.length = l->founds = l->plies = 0;
    l->strays = l->results = false;
    aise_buffer_byte(&l->words, '\n');
    aise_replay_record(&l->replay, record);
    for (size_t i = 0; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        for (; at < item->span.begin; at++)
            line += aise_line_break(record, at);
        if (item->kind == AISE_ITEM_BLANK || is_context(record, item) || is_shown(l, item) || (l->game != NULL && item_there(l, record, item)))
            continue;
        char head[40];
        size_t length = item->span.end - item->span.begin < 80 ? item->span.end - item->span.begin : 80;
        snprintf(head, sizeof head, "%llu %u ", (unsigned long long)line, item->kind);
        aise_buffer_text(&l->orphans, head);
        squeeze(&l->orphans, record->text + item->span.begin, length);
        aise_buffer_byte(&l->orphans, '\0');
    }
}

/* ---- a text ---- */

static bool outside_games(const Lost *l, uint64_t line)
{
    for (size_t i = 0; i < l->stretches; i++)
        if (l->stretch[i][0] <= line && line <= l->stretch[i][1])
            return true;
    return false;
}

static void judge(Lost *l, const char *text, size_t length)
{
    bool good = true;
    for (size_t at = 0; at < l->orphans.length; at += strlen(l->orphans.bytes + at) + 1) {
        const char *orphan = l->orphans.bytes + at;
        if (outside_games(l, strtoull(orphan, NULL, 10)))
            continue;
        if (good && l->failed < TOLD_MAX)
            printf("%s, round %u: lost (line, kind, text): %s\n", l->name, l->round, orphan);
        good = false;
    }
    if (!good && getenv("LOST_KEEP") != NULL) { /* a folder: the texts that failed */
        char path[300];
        snprintf(path, sizeof path, "%s/%llu", getenv("LOST_KEEP"), l->failed);
        FILE *file = fopen(path, "wb");
        fwrite(text, 1, length, file);
        fclose(file);
    }
    l->passed += good;
    l->failed += !good;
}

static void check(Lost *l, const char *text, size_t length)
{
    l->orphans.length = l->stretches = 0;
    aise_replay_begin(&l->replay, l->name);
    AiseGrammar *grammar = aise_grammar_new(&l->guard, on_record, l);
    aise_grammar_feed(grammar, text, length);
    aise_grammar_finish(grammar);
    aise_grammar_free(grammar);
    aise_replay_end(&l->replay);
    judge(l, text, length);
}

/* ---- damage ---- */

static size_t draw(Lost *l, size_t below)
{
    l->seed ^= l->seed << 13;
    l->seed ^= l->seed >> 7;
    l->seed ^= l->seed << 17;
    return below > 0 ? (size_t)(l->seed % below) : 0;
}

/* Bytes deleted, pieces brought from elsewhere, and things people type. */
static void damage(Lost *l)
{
    static const char *const typed[] = {"{", "}", "(", ")", "[", "]", "\"", "\n", "\n\n", ".", " . ", "|", "/", "//", ",", ";", "%", "$300 ",
                                        "$7 ", "!", " ?? ", "!?!", "1-0", " 0-1 ", "*", " patta ", "Abbandona", " e vince", "matto",
                                        "12/3", "(3)", "15.3.94 ", "+/-", "\n+/-\n", " = ", "+-", "1.", " 7.", "3...", "e4", "Cf3",
                                        "{[%aise end=time]}", "{[%clk 1:00]}", "{AISE unparsed: e4}", "[Event \"x\"]\n", "[Ann\xC3\xB2 \"y\"]\n",
                                        "Rossi-Bianchi (GP94) 1-0\n", "\nData: 3/4/95\n", "\nDOPPIA MOSSA\n", "\n[Note di X]\n", "\x01", "#", "+"};
    size_t changes = 1 + draw(l, 6);
    l->hurt.length = 0;
    aise_buffer_add(&l->hurt, l->text.bytes, l->text.length);
    for (; changes > 0 && l->hurt.length > 0; changes--) {
        size_t n = l->hurt.length, at = draw(l, n), some = draw(l, 12), from = draw(l, n);
        some = some < n - at ? some : n - at;
        const char *put = draw(l, 3) > 0 ? typed[draw(l, sizeof typed / sizeof *typed)] : "";
        size_t length = strlen(put);
        if (*put == '\0' && draw(l, 2) > 0) {
            length = some < n - from ? some : n - from;
            memmove(l->hurt.bytes + at, l->hurt.bytes + from, length < n - at ? length : n - at);
            continue;
        }
        size_t dropped = draw(l, 2) > 0 ? 0 : some;
        aise_buffer_reserve(&l->hurt, length);
        memmove(l->hurt.bytes + at + length, l->hurt.bytes + at + dropped, n - at - dropped);
        memcpy(l->hurt.bytes + at, put, length);
        l->hurt.length = n + length - dropped;
    }
}

/* ---- files ---- */

static bool on_begin(void *context, const char *name)
{
    (void)context;
    (void)name;
    return true;
}

static void on_text(void *context, const char *bytes, size_t length)
{
    Lost *l = context;
    aise_buffer_add(&l->text, bytes, length);
}

static void on_finding(void *context, const AiseFinding *finding)
{
    (void)context;
    (void)finding;
}

static void on_map(void *context, uint64_t offset, uint64_t line, uint64_t column)
{
    (void)context;
    (void)offset;
    (void)line;
    (void)column;
}

static void on_end(void *context)
{
    (void)context;
}

static void check_file(Lost *l, const char *path)
{
    AiseSourceSink sink = {.context = l, .begin = on_begin, .text = on_text, .finding = on_finding, .map = on_map, .end = on_end};
    char message[200] = "";
    l->name = path;
    l->text.length = 0;
    if (aise_source_read(&l->guard, path, AISE_ENCODING_AUTO, &sink, message, sizeof message) != AISE_OK) {
        printf("%s\n", message);
        l->failed++;
        return;
    }
    unsigned rounds = getenv("SAN") != NULL && *getenv("SAN") != '\0' ? l->rounds / 10 : l->rounds;
    l->round = 0;
    check(l, l->text.bytes, l->text.length);
    for (l->round = 1; l->round <= rounds && l->text.length > 0; l->round++) {
        damage(l);
        check(l, l->hurt.bytes, l->hurt.length);
    }
}

int main(int argc, char **argv)
{
    static Lost l = {.seed = 88172645463325252u, .rounds = ROUNDS};
    if (setjmp(l.guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return EXIT_FAILURE;
    }
    AiseReplaySink sink = {&l, on_game, on_outside};
    AiseBuffer *const buffers[] = {&l.text, &l.hurt, &l.words, &l.piece, &l.plain, &l.orphans};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_init(buffers[i], &l.guard);
    aise_replay_init(&l.replay, &l.guard, &sink);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            l.rounds = (unsigned)strtoul(argv[++i], NULL, 10);
        else
            check_file(&l, argv[i]);
    aise_replay_free(&l.replay);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_free(buffers[i]);
    free(l.found);
    free(l.ply);
    printf("%llu passed, %llu failed\n", l.passed, l.failed);
    return l.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
