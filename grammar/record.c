/* The window and the records cut from it. */
#include "grammar/reader.h"

#include "score.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 128 * 1024, PIECE = 64 * 1024, SPACE_REACH = 4096, SLACK = 8 };

AiseGrammar *aise_grammar_new(AiseGuard *guard, AiseRecordSink *sink, void *context)
{
    AiseGrammar *g = aise_guard_realloc(guard, NULL, sizeof *g);
    *g = (AiseGrammar){.guard = guard, .sink = sink, .context = context, .record_line = 1};
    aise_lexer_begin(&g->lexer);
    return g;
}

void aise_grammar_free(AiseGrammar *g)
{
    if (g == NULL)
        return;
    if (g->parser != NULL)
        aise_score_pstate_delete(g->parser);
    free(g->items);
    free(g->bytes);
    free(g);
}

/* ---- records ---- */

static void emit(AiseGrammar *g, size_t end, size_t count, bool last)
{
    AiseRecord record = {
        .text = g->bytes + g->record,
        .length = (uint32_t)(end - g->record),
        .offset = g->offset + g->record,
        .line = g->record_line,
        .items = g->items,
        .count = count,
        .has_game = g->has_game,
        .last = last,
    };
    if (record.length != 0 || last)
        g->sink(g->context, &record);
}

/* Start of the line on which the byte at `at` of the window stands, or the end of item `count - 1` where that stands on the
   line too (two tags on one): white space only lies between. */
static size_t line_start(const AiseGrammar *g, size_t at, size_t count)
{
    const unsigned char *s = (const unsigned char *)g->bytes;
    size_t least = g->record + (count > 0 ? g->items[count - 1].span.end : 0);
    while (at > least) {
        size_t last = at - 1;
        if (s[last] == '\n' || s[last] == '\r' || (s[last] == 0x85 && last > 0 && s[last - 1] == 0xC2) ||
            ((s[last] == 0xA8 || s[last] == 0xA9) && last > 1 && s[last - 1] == 0x80 && s[last - 2] == 0xE2))
            break;
        at = last;
    }
    return at;
}

/* Line ends in [from, to): LF, CR, CRLF. */
static uint64_t line_ends(const AiseGrammar *g, size_t from, size_t to)
{
    uint64_t count = 0;
    for (size_t at = from; at < to; at++)
        count += g->bytes[at] == '\n' || (g->bytes[at] == '\r' && (at + 1 == to || g->bytes[at + 1] != '\n'));
    return count;
}

/* Ends the current record at `at`, before item `count`; what was read beyond belongs to the next. */
static void cut(AiseGrammar *g, size_t at, size_t count, size_t token, bool has_game)
{
    emit(g, at, count, false);
    uint32_t by = (uint32_t)(at - g->record);
    g->count -= count;
    if (g->count != 0)
        memmove(g->items, g->items + count, g->count * sizeof *g->items);
    for (size_t i = 0; i < g->count; i++) {
        g->items[i].span.begin -= by;
        g->items[i].span.end -= by;
    }
    g->record = at;
    g->record_line = g->lexer.token_line - line_ends(g, at, token);
    g->has_game = has_game;
    g->has_header = g->has_event = false;
    g->searched = 0;
}

void aise_record_open(AiseGrammar *g, AisePlace place)
{
    cut(g, line_start(g, aise_place_begin(place), g->count), g->count, aise_place_begin(place), true);
}

void aise_record_cut(AiseGrammar *g, AisePlace place)
{
    cut(g, aise_place_begin(place), g->count, aise_place_begin(place), false);
}

/* The line of text right above, but for empty lines and credits, if it is `Name-Name`; NULL if not. */
static AiseItem *pairing_above(AiseGrammar *g)
{
    AiseHeader header;
    for (size_t i = g->count; i > 0; i--) {
        AiseItem *item = &g->items[i - 1];
        if (item->kind == AISE_ITEM_BLANK || item->kind == AISE_ITEM_CREDIT)
            continue;
        if (item->kind != AISE_ITEM_TEXT || !(item->flags & AISE_ITEM_LINE_START))
            return NULL;
        const char *line = g->bytes + g->record + item->span.begin;
        return aise_line_shape(line, item->span.end - item->span.begin, &header) != AISE_LINE_PROSE ? item : NULL;
    }
    return NULL;
}

void aise_record_first(AiseGrammar *g, AisePlace place, bool over)
{
    AiseItem *above = pairing_above(g);
    if (above != NULL) {
        above->kind = AISE_ITEM_HEADER;
        if (over || g->has_header)
            cut(g, line_start(g, g->record + above->span.begin, (size_t)(above - g->items)), (size_t)(above - g->items),
                aise_place_begin(place), true);
        g->has_header = true;
    } else if (over) {
        aise_record_open(g, place);
    }
}

void aise_record_tag(AiseGrammar *g, AisePlace place)
{
    static const char event[] = "[Event ";
    uint32_t begin = aise_place_begin(place), end = aise_place_end(place);
    if (end - begin < sizeof event || memcmp(g->bytes + begin, event, sizeof event - 1) != 0)
        return;
    bool apart = g->has_header && g->count > 0 && g->items[g->count - 1].kind == AISE_ITEM_BLANK;
    if (g->has_event || apart)
        aise_record_open(g, place);
    g->has_event = true;
}

void aise_record_add_other(AiseGrammar *g, AiseItemKind kind, AiseSign sign, AisePlace place)
{
    aise_record_add(g, kind, sign, place);
    size_t first = g->count - 1;
    while (first > g->searched && !(g->items[first].flags & AISE_ITEM_LINE_START))
        first--;
    g->items[first].flags &= (uint8_t)~AISE_ITEM_ALL_MOVES;
    g->searched = g->count - 1;
}

/* ---- the window ---- */

/* Lexes and parses up to `limit`. */
static void run(AiseGrammar *g, size_t limit, bool final)
{
    AiseLexer *lexer = &g->lexer;
    AiseSign sign;
    AisePlace place;
    char kept = g->bytes[limit];
    g->bytes[limit] = '\0';
    lexer->base = (const unsigned char *)g->bytes;
    lexer->cursor = lexer->base + lexer->position;
    lexer->limit = lexer->base + limit;
    lexer->final = final;
    for (int token; (token = aise_lexer_next(lexer, &sign, &place)) != AISE_LEXER_MORE;)
        aise_score_push_parse(g->parser, token, &sign, &place, g);
    lexer->position = (size_t)(lexer->cursor - lexer->base);
    g->bytes[limit] = kept;
}

/* Room for `more` bytes and what the lexer may look at behind them. What was emitted is dropped when the room is used up
   and the move is paid for by what it frees. */
static void make_room(AiseGrammar *g, size_t more)
{
    size_t need = more + SLACK, live = g->length - g->record;
    if (g->capacity - g->length >= need)
        return;
    if (g->record > 0 && g->record >= live) {
        memmove(g->bytes, g->bytes + g->record, live);
        aise_lexer_shift(&g->lexer, g->record);
        g->offset += g->record;
        g->length = live;
        g->record = 0;
    }
    if (g->capacity - g->length < need) {
        size_t capacity = g->capacity == 0 ? WINDOW : g->capacity;
        while (capacity - g->length < need)
            capacity *= 2;
        g->bytes = aise_guard_realloc(g->guard, g->bytes, capacity);
        g->capacity = capacity;
    }
}

/* A line longer than AISE_STRETCH_MAX is cut after a space, else between characters. */
static size_t cut_in_line(const AiseGrammar *g, size_t from)
{
    size_t at = from + AISE_STRETCH_MAX;
    for (size_t space = at; space > at - SPACE_REACH; space--)
        if (g->bytes[space - 1] == ' ')
            return space;
    for (unsigned i = 0; i < 3 && ((unsigned char)g->bytes[at] & 0xC0) == 0x80; i++)
        at--;
    return at;
}

/* The place after the first (or last) end of line of [from, length); 0 if there is none. A CR that stands last may yet be
   half of one. */
static size_t after_line_end(const AiseGrammar *g, size_t from, bool first)
{
    const unsigned char *s = (const unsigned char *)g->bytes;
    for (size_t i = 0, n = g->length - from; i < n; i++) {
        size_t at = first ? from + i : g->length - 1 - i;
        if (s[at] == '\n' || (s[at] == '\r' && at + 1 < g->length && s[at + 1] != '\n') ||
            (at > 0 && s[at] == 0x85 && s[at - 1] == 0xC2) ||
            (at > 1 && (s[at] == 0xA8 || s[at] == 0xA9) && s[at - 1] == 0x80 && s[at - 2] == 0xE2))
            return at + 1;
    }
    return 0;
}

/* After new bytes from `old` on: reads all lines that are complete. */
static void advance(AiseGrammar *g, size_t old)
{
    size_t from = old > g->lexer.position ? old - 1 : g->lexer.position;
    while (g->length - g->lexer.position > AISE_STRETCH_MAX) {
        size_t first = after_line_end(g, from, true);
        if (first != 0 && first - g->lexer.position <= AISE_STRETCH_MAX)
            break;
        run(g, cut_in_line(g, g->lexer.position), false);
    }
    if (from < g->lexer.position)
        from = g->lexer.position;
    size_t last = after_line_end(g, from, false);
    if (last > g->lexer.position)
        run(g, last, false);
}

static void begin_reading(AiseGrammar *g)
{
    if (g->parser == NULL)
        g->parser = aise_score_pstate_new();
    if (g->parser == NULL)
        aise_guard_raise(g->guard, AISE_ERROR_MEMORY);
}

void aise_grammar_feed(AiseGrammar *g, const char *bytes, size_t length)
{
    begin_reading(g);
    while (length > 0) {
        size_t piece = length < PIECE ? length : PIECE;
        make_room(g, piece);
        size_t old = g->length;
        memcpy(g->bytes + g->length, bytes, piece);
        g->length += piece;
        bytes += piece;
        length -= piece;
        advance(g, old);
    }
}

void aise_grammar_finish(AiseGrammar *g)
{
    AiseSign sign = 0;
    begin_reading(g);
    make_room(g, 0);
    run(g, g->length, true);
    AisePlace end = aise_place((uint32_t)g->length, (uint32_t)g->length);
    aise_score_push_parse(g->parser, AISE_TOKEN_YYEOF, &sign, &end, g);
    emit(g, g->length, g->count, true);
}
