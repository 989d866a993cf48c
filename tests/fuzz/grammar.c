/* Lexer and grammar: records tile the text, items tile the records but for white space, and nothing depends on the
   pieces in which the text arrives. */
#include <stdlib.h>
#include <string.h>

#include "grammar/record.h"
#include "tests/fuzz/fuzz.h"

/* What must be the same whatever the pieces: records and items one after another. */
typedef struct Seen {
    const uint8_t *bytes;
    size_t length, next;
    uint64_t line;
    bool last;
    AiseBuffer dump;
} Seen;

static size_t white(const unsigned char *s, size_t left)
{
    if (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        return 1;
    if (left >= 2 && s[0] == 0xc2 && (s[1] == 0xa0 || s[1] == 0x85))
        return 2;
    if (left >= 3 && s[0] == 0xef && s[1] == 0xbb && s[2] == 0xbf)
        return 3;
    if (left >= 3 && s[0] == 0xe2 && s[1] == 0x80)
        return (s[2] >= 0x80 && s[2] <= 0x8b) || s[2] == 0xa8 || s[2] == 0xa9 || s[2] == 0xaf ? 3 : 0;
    return 0;
}

/* The signs of a quoted letter stand at the beginning of a line, as white as blanks. */
static void must_be_white(const AiseRecord *record, uint32_t from, uint32_t to)
{
    for (bool line = from == 0; from < to;) {
        const unsigned char *at = (const unsigned char *)record->text + from;
        size_t step = line && *at == '>' ? 1 : white(at, to - from);
        line = line || *at == '\n' || *at == '\r' || (*at == 0xc2 && at[1] == 0x85) || (*at == 0xe2 && (at[2] == 0xa8 || at[2] == 0xa9));
        MUST(step != 0);
        from += (uint32_t)step;
    }
    MUST(from == to);
}

static uint64_t lines_of(const char *text, size_t length)
{
    uint64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'));
    return count;
}

static void dump(Seen *seen, const void *bytes, size_t length)
{
    aise_buffer_add(&seen->dump, bytes, length);
}

static void on_record(void *context, const AiseRecord *record)
{
    Seen *seen = context;
    uint32_t at = 0;
    MUST(!seen->last);
    MUST(record->offset == seen->next && record->length <= seen->length - seen->next);
    MUST(record->length == 0 || memcmp(record->text, seen->bytes + seen->next, record->length) == 0);
    MUST(record->line == seen->line);
    for (size_t i = 0; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        MUST(item->kind <= AISE_ITEM_SKIPPED);
        MUST(item->span.begin >= at && item->span.begin <= item->span.end && item->span.end <= record->length);
        MUST(item->extra <= item->span.end - item->span.begin || item->kind != AISE_ITEM_PLY);
        must_be_white(record, at, item->span.begin);
        at = item->span.end;
        dump(seen, &item->kind, sizeof item->kind);
        dump(seen, &item->flags, sizeof item->flags);
        dump(seen, &item->extra, sizeof item->extra);
        dump(seen, &item->value, sizeof item->value);
        dump(seen, &item->span, sizeof item->span);
    }
    must_be_white(record, at, record->length);
    dump(seen, &record->offset, sizeof record->offset);
    dump(seen, &record->has_game, sizeof record->has_game);
    seen->line += lines_of(record->text, record->length);
    seen->next += record->length;
    seen->last = record->last;
}

/* In pieces of pseudo-random length up to `most`; 0: in one. */
static void read_in_pieces(Seen *seen, AiseGuard *guard, size_t most)
{
    uint32_t random = (uint32_t)seen->length;
    AiseGrammar *g = aise_grammar_new(guard, on_record, seen);
    for (size_t at = 0; at < seen->length;) {
        random = random * 1664525u + 1013904223u;
        size_t piece = most == 0 ? seen->length : 1 + (random >> 8) % most;
        piece = piece < seen->length - at ? piece : seen->length - at;
        aise_grammar_feed(g, (const char *)seen->bytes + at, piece);
        at += piece;
    }
    aise_grammar_finish(g);
    aise_grammar_free(g);
    MUST(seen->last && seen->next == seen->length);
}

void fuzz_grammar(const uint8_t *bytes, size_t length)
{
    AiseGuard guard;
    MUST(setjmp(guard.jump) == 0);
    Seen whole = {.bytes = bytes, .length = length, .line = 1}, pieces = whole;
    aise_buffer_init(&whole.dump, &guard);
    aise_buffer_init(&pieces.dump, &guard);
    read_in_pieces(&whole, &guard, 0);
    read_in_pieces(&pieces, &guard, 24);
    MUST(whole.dump.length == pieces.dump.length);
    MUST(whole.dump.length == 0 || memcmp(whole.dump.bytes, pieces.dump.bytes, whole.dump.length) == 0);
    aise_buffer_free(&whole.dump);
    aise_buffer_free(&pieces.dump);
}
