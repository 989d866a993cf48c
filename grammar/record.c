/* The window and the records cut from it. */
#include "grammar/reader.h"

#include "score.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WINDOW = 128 * 1024, PIECE = 64 * 1024, SPACE_REACH = 4096, SLACK = 16 };

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
        .cut = g->was_cut && !g->has_game,
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
    g->was_cut = g->was_cut && !has_game;
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
    g->was_cut = g->was_cut || g->has_game;
    cut(g, aise_place_begin(place), g->count, aise_place_begin(place), false);
}

/* Steps up over empty lines, credits and lines of nothing but a result or a word that ends games. */
static size_t skip_above(const AiseGrammar *g, size_t end, bool *blank)
{
    size_t line = end;
    while (line > 0) {
        const AiseItem *item = &g->items[line - 1];
        bool ending = item->kind == AISE_ITEM_RESULT || item->kind == AISE_ITEM_END;
        if (!ending && item->kind != AISE_ITEM_BLANK && item->kind != AISE_ITEM_CREDIT)
            break;
        *blank = *blank || item->kind == AISE_ITEM_BLANK;
        line--;
        if (item->flags & AISE_ITEM_LINE_START)
            end = line;
    }
    return end;
}

static const char *item_text(const AiseGrammar *g, const AiseItem *item)
{
    return g->bytes + g->record + item->span.begin;
}

static size_t item_length(const AiseItem *item)
{
    return item->span.end - item->span.begin;
}

static bool same_letters(const char *text, AiseSpan a, AiseSpan b)
{
    return a.end - a.begin == b.end - b.begin && strncasecmp(text + a.begin, text + b.begin, a.end - a.begin) == 0;
}

enum { LABELS_MAX = 16, TAGS_MAX = 256 };

/* The first of the lines `Bianco: Rossi`, `Data: 15/3/1994` … right above item `end`, each label once; `end`: none.
   `player`: one of them names a player. */
static size_t labels_above(const AiseGrammar *g, size_t end, bool *player)
{
    AiseSpan names[LABELS_MAX], value;
    const char *text = g->bytes + g->record;
    for (unsigned count = 0; count < LABELS_MAX; count++) {
        bool blank = false;
        size_t i = skip_above(g, end, &blank);
        const AiseItem *item = i > 0 ? &g->items[i - 1] : NULL;
        AiseSpan *name = &names[count];
        if (item == NULL || item->kind != AISE_ITEM_TEXT || !(item->flags & AISE_ITEM_LINE_START) ||
            !aise_line_label(item_text(g, item), item_length(item), name, &value))
            break;
        name->begin += item->span.begin;
        name->end += item->span.begin;
        for (unsigned k = 0; k < count; k++)
            if (same_letters(text, names[k], *name))
                return end;
        *player = *player || strchr("BbNnWw", text[name->begin]) != NULL;
        end = i - 1;
    }
    return end;
}

static bool is_line(const AiseGrammar *g, size_t item)
{
    return g->items[item].kind == AISE_ITEM_TEXT && (g->items[item].flags & AISE_ITEM_LINE_START) != 0;
}

typedef enum Above { ABOVE_NOTHING, ABOVE_HEADER, ABOVE_TWO_LINES, ABOVE_TEXT, ABOVE_TAIL } Above;

/* What only an opening sign has kept from being a line of text or moves counts as one. */
static bool is_lost_line(const AiseGrammar *g, size_t item)
{
    const AiseItem *i = &g->items[item];
    return is_line(g, item) || ((i->kind == AISE_ITEM_COMMENT || i->kind == AISE_ITEM_VARIATION) && i->extra == 2 &&
                                (i->flags & AISE_ITEM_LINE_START) != 0);
}

/* `{ossi-Bianchi (GP94) 1-0`: a header whose first letter was lost to a brace. */
static bool is_lost_comment(const AiseGrammar *g, size_t item)
{
    const AiseItem *comment = &g->items[item];
    return comment->kind == AISE_ITEM_COMMENT && comment->extra == 2 && (comment->flags & AISE_ITEM_LINE_START) &&
           aise_line_nearly_header(item_text(g, comment) + 1, item_length(comment) - 1);
}

enum { PLACES_MAX = 3, TITLES_MAX = 3, NUMBER_REACH = 400 };

/* Is the line of text a header, turn 1 being below? Not a loose one under a header that has no moves yet (`over`: it has
   some), nor a sentence, nor names alone but right above the turn (not `apart`) and with an empty line before them. */
static bool is_header_above(const AiseGrammar *g, bool over, bool apart, size_t item)
{
    AiseHeader header;
    const char *line = item_text(g, &g->items[item]);
    size_t length = item_length(&g->items[item]);
    AiseLineShape shape = aise_line_shape(line, length, &header);
    if (over || !g->has_header || shape == AISE_LINE_PROSE)
        return shape != AISE_LINE_PROSE;
    if (shape == AISE_LINE_HEADER)
        return !aise_line_sentence(line, length, &header);
    bool blank = false;
    while (item > 0 && !blank && g->items[item - 1].kind != AISE_ITEM_HEADER)
        blank = g->items[--item].kind == AISE_ITEM_BLANK;
    return shape == AISE_LINE_PAIRING && blank && !apart;
}

/* Up to three lines of place, date and tournament, and the header above them: `item` becomes it. False: there is none. */
static bool header_above_place(const AiseGrammar *g, bool over, bool apart, size_t *item)
{
    AiseHeader header;
    AiseSpan place, date;
    size_t at = *item;
    for (unsigned lines = 0; lines < PLACES_MAX && at > 0 && is_line(g, at); lines++, at--) {
        const char *line = item_text(g, &g->items[at]);
        size_t length = item_length(&g->items[at]);
        if (!aise_line_place(line, length, &place, &date) && !aise_line_event(line, length, &header))
            return false;
        if (!is_line(g, at - 1))
            return false;
        if (is_header_above(g, over, apart, at - 1)) {
            *item = at - 1;
            return true;
        }
    }
    return false;
}

/* What the game that turn 1 begins has right above it, but for empty lines, credits and a result: a header, labelled
   lines or what a slip made of a header, or a header that lost its line end. `item`: the first of it. `over`: another
   game goes before; else only what says for sure that one begins counts. */
static Above find_right_above(const AiseGrammar *g, bool over, size_t below, size_t *item)
{
    AiseHeader header;
    bool blank = false, player = false;
    size_t end = skip_above(g, below, &blank);
    *item = end - 1;
    if (end > 0 && over && is_lost_comment(g, end - 1))
        return ABOVE_TEXT;
    if (end == 0 || g->items[end - 1].kind != AISE_ITEM_TEXT)
        return ABOVE_NOTHING;
    const AiseItem *text = &g->items[end - 1];
    const char *line = item_text(g, text);
    size_t length = item_length(text);
    bool whole = (text->flags & AISE_ITEM_LINE_START) != 0;
    size_t labels = labels_above(g, below, &player);
    bool pair = player && labels + 2 <= end; /* `Bianco - Rossi` above `Nero - Verdi` */
    if (whole && !pair && is_header_above(g, over, blank, end - 1))
        return ABOVE_HEADER;
    if (header_above_place(g, over, blank, item))
        return ABOVE_HEADER;
    bool single = !over && g->has_header && labels + 1 == end; /* it tells something of the header's game */
    if (labels < below && !single) {
        *item = labels;
        return over || player ? ABOVE_TEXT : ABOVE_NOTHING;
    }
    if (whole && end > 1 && is_line(g, end - 2) &&
        aise_line_shape(item_text(g, text - 1), text->span.end - text[-1].span.begin, &header) == AISE_LINE_HEADER)
        return ABOVE_TWO_LINES;
    if (over && !g->has_game) /* what stands above the first game is lost unless it is named */
        return whole && aise_line_like_header(line, length) ? ABOVE_TEXT : ABOVE_NOTHING;
    if (!over)
        return ABOVE_NOTHING;
    size_t behind = aise_line_header_behind(line, length, !whole);
    if ((behind > 0 && (behind > 2 || !whole)) ||
        (!whole && aise_line_shape(line, length, &header) == AISE_LINE_HEADER))
        return ABOVE_TAIL;
    bool above = whole && end > 1 && is_line(g, end - 2);
    if (above && aise_line_broken_header(item_text(g, text - 1), item_length(text - 1))) {
        (*item)--;
        return ABOVE_TEXT;
    }
    if (!whole || aise_line_title(line, length) || !(blank ? aise_line_broken_header(line, length) : aise_line_nearly_header(line, length)))
        return ABOVE_NOTHING;
    if (above && memchr(item_text(g, text - 1), ' ', item_length(text - 1)) == NULL)
        (*item)--; /* a piece of it */
    return ABOVE_TEXT;
}

/* The same; a title or the heading of columns may stand between. */
static Above find_above(const AiseGrammar *g, bool over, size_t below, size_t *item)
{
    Above above = find_right_above(g, over, below, item);
    for (unsigned titles = 0; above == ABOVE_NOTHING && titles < TITLES_MAX; titles++) {
        bool blank = false, player = false;
        size_t title = skip_above(g, below, &blank), first;
        if (title == 0 || !is_line(g, title - 1) ||
            !aise_line_title(item_text(g, &g->items[title - 1]), item_length(&g->items[title - 1])))
            break;
        below = title - 1;
        Above higher = find_right_above(g, over, below, &first);
        if (higher == ABOVE_HEADER || (higher == ABOVE_TEXT && labels_above(g, below, &player) == first && player)) {
            *item = first;
            above = higher;
        }
    }
    return above;
}

/* Bytes of the words before the names in a loose header, `Partita n. 3:`, `Scacchi progressivi:`; 0 for none. */
static size_t words_before(const AiseGrammar *g, size_t item)
{
    AiseHeader header;
    const char *line = item_text(g, &g->items[item]);
    if (aise_line_shape(line, item_length(&g->items[item]), &header) != AISE_LINE_LOOSE)
        return 0;
    unsigned letters = 0;
    for (uint32_t at = 0; at < header.white.begin; at++)
        letters += (line[at] | 0x20) >= 'a' && (line[at] | 0x20) <= 'z';
    return letters > 1 ? header.white.begin : 0;
}

/* Parts the header that stands at byte `at` of a text from what goes before. Returns its item. */
static size_t part_header(AiseGrammar *g, size_t item, uint32_t at)
{
    AiseItem *text = &g->items[item];
    AiseItem header = *text;
    header.kind = AISE_ITEM_HEADER;
    header.flags = AISE_ITEM_LINE_START | AISE_ITEM_GAP;
    header.span.begin += at;
    if (at == 0) {
        *text = header;
        return item;
    }
    aise_record_add(g, AISE_ITEM_HEADER, 0, 0); /* room for one more */
    memmove(g->items + item + 1, g->items + item, (g->count - 1 - item) * sizeof *g->items);
    g->items[item].span.end = header.span.begin;
    g->items[item + 1] = header;
    return item + 1;
}

/* A header that stands on two lines becomes one item. */
static size_t join_header(AiseGrammar *g, size_t item)
{
    AiseItem *second = &g->items[item];
    second[-1].kind = AISE_ITEM_HEADER;
    second[-1].span.end = second->span.end;
    memmove(second, second + 1, (g->count - item - 1) * sizeof *second);
    g->count--;
    g->searched = g->searched < g->count ? g->searched : g->count;
    return item - 1;
}

/* First item of the line on which the next one stands, its first item included. */
static size_t line_items(const AiseGrammar *g, AiseSign sign)
{
    size_t i = g->count;
    if ((sign >> 48) & AISE_ITEM_LINE_START)
        return i;
    while (i > 0 && !(g->items[i - 1].flags & AISE_ITEM_LINE_START))
        i--;
    return i > 0 ? i - 1 : g->count;
}

void aise_record_first(AiseGrammar *g, AiseSign sign, AisePlace place, bool over)
{
    size_t item = 0, line = line_items(g, sign);
    uint32_t token = aise_place_begin(place);
    Above above = find_above(g, over, line, &item);
    if (above == ABOVE_NOTHING) {
        if (over && line < g->count)
            cut(g, line_start(g, g->record + g->items[line].span.begin, line), line, token, true);
        else if (over)
            aise_record_open(g, place);
        return;
    }
    if (above == ABOVE_TAIL) {
        const AiseItem *text = &g->items[item];
        bool tail = (text->flags & AISE_ITEM_LINE_START) == 0;
        item = part_header(g, item, (uint32_t)aise_line_header_behind(item_text(g, text), item_length(text), tail));
    }
    size_t before = above == ABOVE_HEADER ? words_before(g, item) : 0;
    if (before > 0)
        item = part_header(g, item, (uint32_t)before);
    if (above == ABOVE_TWO_LINES)
        item = join_header(g, item);
    if (above == ABOVE_HEADER)
        g->items[item].kind = AISE_ITEM_HEADER;
    size_t begin = g->record + g->items[item].span.begin;
    if (over || g->has_header)
        cut(g, line_start(g, begin, item), item, token, true);
    g->has_header = g->has_header || above != ABOVE_TEXT;
}

/* Is it the last number before item `end`, or the one behind it? The game goes on then. */
static bool goes_on(const AiseGrammar *g, size_t end, uint32_t number)
{
    for (size_t i = end; i > 0 && end - i < NUMBER_REACH; i--)
        if (g->items[i - 1].kind == AISE_ITEM_NUMBER)
            return number == g->items[i - 1].value || number == g->items[i - 1].value + 1;
    return false;
}

void aise_record_below_text(AiseGrammar *g, size_t below, uint32_t number, AisePlace place)
{
    size_t first = below;
    while (g->has_game && first > 1 && below - first < 2 && is_lost_line(g, first - 1))
        first--;
    for (size_t i = first; i < below; i++)
        if (is_line(g, i) && g->items[i].extra != AISE_TEXT_WITHIN &&
            aise_line_broken_header(item_text(g, &g->items[i]), item_length(&g->items[i]))) {
            AiseHeader header;
            bool whole = aise_line_shape(item_text(g, &g->items[i]), item_length(&g->items[i]), &header) != AISE_LINE_PROSE;
            if (whole)
                g->items[i].kind = AISE_ITEM_HEADER;
            cut(g, line_start(g, g->record + g->items[i].span.begin, i), i, aise_place_begin(place), true);
            g->has_header = whole;
            return;
        }
    bool player = false;
    size_t labels = g->has_game ? labels_above(g, first, &player) : first;
    if (labels < first && player && !goes_on(g, labels, number))
        cut(g, line_start(g, g->record + g->items[labels].span.begin, labels), labels, aise_place_begin(place), true);
}

/* Was a tag of this name read in this record? */
static bool named_before(const AiseGrammar *g, AisePlace place)
{
    const char *text = g->bytes + g->record;
    AiseSpan own = {aise_place_begin(place), aise_place_end(place)}, name, value, other;
    aise_tag_split(g->bytes, own, &name, &value);
    for (size_t i = 0; i < g->count && i < TAGS_MAX; i++) {
        if (g->items[i].kind != AISE_ITEM_TAG)
            continue;
        aise_tag_split(text, g->items[i].span, &other, &value);
        if (other.end - other.begin == name.end - name.begin &&
            memcmp(text + other.begin, g->bytes + name.begin, name.end - name.begin) == 0)
            return true;
    }
    return false;
}

/* Does a tag of the record name a player? */
static bool player_tag(const AiseGrammar *g)
{
    static const char *const names[] = {"White", "Black", "Bianco", "Nero"};
    const char *text = g->bytes + g->record;
    for (size_t i = 0; i < g->count && i < TAGS_MAX; i++) {
        AiseSpan name, value;
        if (g->items[i].kind != AISE_ITEM_TAG)
            continue;
        aise_tag_split(text, g->items[i].span, &name, &value);
        for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
            if (strlen(names[k]) == name.end - name.begin && strncasecmp(text + name.begin, names[k], strlen(names[k])) == 0)
                return true;
    }
    return false;
}

/* What stands behind the last tag or header. */
typedef struct Behind {
    bool blank, text, lost; /* an empty line, text, an unclosed comment */
} Behind;

static Behind find_behind(const AiseGrammar *g)
{
    Behind behind = {false, false, false};
    for (size_t i = g->count; i > 0; i--) {
        const AiseItem *item = &g->items[i - 1];
        if (item->kind == AISE_ITEM_TAG || item->kind == AISE_ITEM_HEADER)
            break;
        behind.blank = behind.blank || item->kind == AISE_ITEM_BLANK;
        behind.text = behind.text || item->kind == AISE_ITEM_TEXT;
        behind.lost = behind.lost || (item->kind == AISE_ITEM_COMMENT && item->extra == 2);
    }
    return behind;
}

void aise_record_header(AiseGrammar *g, AisePlace place)
{
    Behind behind = find_behind(g);
    if (behind.lost || (behind.blank && behind.text && player_tag(g)))
        aise_record_open(g, place);
}

void aise_record_tag(AiseGrammar *g, AisePlace place, bool apart)
{
    static const char event[] = "[Event ";
    uint32_t begin = aise_place_begin(place), end = aise_place_end(place);
    bool event_tag = end - begin >= sizeof event && memcmp(g->bytes + begin, event, sizeof event - 1) == 0;
    bool blank = g->count > 0 && g->items[g->count - 1].kind == AISE_ITEM_BLANK;
    bool next = g->count > 0 && g->items[g->count - 1].kind == AISE_ITEM_TAG; /* nearly always */
    Behind behind = next ? (Behind){false, false, false} : find_behind(g);
    bool another = event_tag ? g->has_event || apart || (g->has_header && blank)
                             : (apart && behind.blank) || ((apart || blank) && named_before(g, place));
    if (another || behind.lost)
        aise_record_open(g, place);
    g->has_event = g->has_event || event_tag;
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

/* Shows the lexer where the items of a run go: behind those of the record. */
static void place_run(AiseGrammar *g)
{
    if (g->item_capacity - g->count < AISE_RUN_MAX) {
        size_t capacity = 2 * g->item_capacity + AISE_RUN_MAX;
        g->items = aise_guard_realloc(g->guard, g->items, capacity * sizeof *g->items);
        g->item_capacity = capacity;
    }
    g->lexer.run = g->items + g->count;
    g->lexer.origin = g->lexer.base + g->record;
}

/* Lexes and parses up to `limit`. */
static void run(AiseGrammar *g, size_t limit, bool final)
{
    AiseLexer *lexer = &g->lexer;
    AiseSign sign;
    AisePlace place;
    memset(g->bytes + g->length, 0, SLACK);
    char kept = g->bytes[limit];
    g->bytes[limit] = '\0';
    lexer->base = (const unsigned char *)g->bytes;
    lexer->cursor = lexer->base + lexer->position;
    lexer->limit = lexer->base + limit;
    lexer->final = final;
    for (;;) {
        place_run(g);
        int token = aise_lexer_next(lexer, &sign, &place);
        if (token == AISE_LEXER_MORE)
            break;
        aise_score_push_parse(g->parser, token, &sign, &place, g);
    }
    lexer->position = (size_t)(lexer->cursor - lexer->base);
    g->bytes[limit] = kept;
}

/* Room for `more` bytes and the zeros that the lexer may look at behind them. What was emitted is dropped when the room is used up
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
