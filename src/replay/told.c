/* PGN of dialect `viewer` (NOTATION 2.2) read back: what an orthodox board was shown is padded and cut short, but behind
   each turn a comment tells it as it was played. From those comments a record of our own dialect is made, line by line, and
   read instead. */
#include "src/replay/replay.h"

#include <string.h>

typedef struct Told {
    AiseReplay *r;
    const AiseRecord *record;
    AiseBuffer *out;
    uint64_t lines;   /* ends of line in `out` */
    size_t *shown;    /* items of the plies shown and not yet told of */
    size_t count, capacity;
    size_t item;      /* the comment at hand */
    const char *note; /* a note to stand behind the ply at hand, NULL none */
    size_t note_length;
    uint32_t number;  /* of the first turn told; 0 none yet */
    bool black;       /* … with dots */
    size_t told;      /* plies */
    bool tells;       /* a turn was told */
    bool torn;        /* shown and told do not agree: part of a series of positions */
    AiseRecord copy;
    unsigned records;
} Told;

typedef enum Marker { MARK_NONE, MARK_TURN, MARK_REST, MARK_UNPARSED } Marker;

static bool is_white(char c)
{
    return (unsigned char)c <= ' ';
}

static const char *skip_white(const char *at, const char *end)
{
    while (at < end && is_white(*at))
        at++;
    return at;
}

static const char *word_end(const char *at, const char *end)
{
    while (at < end && !is_white(*at))
        at++;
    return at;
}

/* The place behind `words`, any white space standing for each space; NULL if they do not stand at `at`. */
static const char *behind_words(const char *at, const char *end, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == ' ') {
            if (at == end || !is_white(*at))
                return NULL;
            at = skip_white(at, end);
        } else if (at == end || *at++ != *words) {
            return NULL;
        }
    }
    return at;
}

static Marker marker_at(const char *at, const char *end, const char **behind)
{
    *behind = behind_words(at, end, "AISE: an orthodox board cannot show the rest:");
    if (*behind != NULL)
        return MARK_REST;
    *behind = behind_words(at, end, "AISE unparsed:");
    if (*behind != NULL)
        return MARK_UNPARSED;
    *behind = behind_words(at, end, "AISE ");
    return *behind != NULL && *behind < end && **behind >= '1' && **behind <= '9' ? MARK_TURN : MARK_NONE;
}

/* The `;` behind which the next marker stands, or the end. */
static const char *next_marker(const char *at, const char *end)
{
    const char *behind;
    while (at < end && !(*at == ';' && marker_at(skip_white(at + 1, end), end, &behind) != MARK_NONE))
        at++;
    return at;
}

/* ---- writing ---- */

static void write(Told *t, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        t->lines += text[i] == '\n';
    aise_buffer_add(t->out, text, length);
}

static void write_word(Told *t, const char *text, size_t length)
{
    write(t, text, length);
    aise_buffer_byte(t->out, ' ');
}

static void write_enclosed(Told *t, const char *opening, const char *text, size_t length, const char *closing)
{
    write(t, opening, strlen(opening));
    write(t, text, length);
    write_word(t, closing, strlen(closing));
}

static void write_note(Told *t, const char *text, const char *end)
{
    text = skip_white(text, end);
    if (text < end)
        write_enclosed(t, "{", text, (size_t)(end - text), "}");
}

/* Down to the line of the comment at hand. */
static void reach_line(Told *t)
{
    uint64_t lines = 0;
    for (uint32_t at = 0; at < t->record->items[t->item].span.begin; at++)
        lines += aise_line_break(t->record, at);
    for (; t->lines < lines; t->lines++)
        aise_buffer_byte(t->out, '\n');
}

/* Glyphs, or else comments, that stand behind the shown ply `k`, up to the next ply or the comment at hand. */
static void write_behind(Told *t, size_t k, AiseItemKind kind)
{
    const AiseItem *items = t->record->items;
    if (k >= t->count)
        return;
    size_t end = k + 1 < t->count ? t->shown[k + 1] : t->item;
    for (size_t i = t->shown[k] + 1; i < end; i++)
        if (items[i].kind == (uint8_t)kind)
            write_word(t, t->record->text + items[i].span.begin, items[i].span.end - items[i].span.begin);
}

/* ---- reading ---- */

typedef enum Word { WORD_NUMBER, WORD_EFFECT, WORD_END, WORD_GLYPH, WORD_PLY } Word;

static Word word_kind(const char *word, size_t length)
{
    static const char *const ends[] = {"resigns", "agreed", "adjudicated", "time", "forfeit"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strlen(ends[i]) == length && memcmp(ends[i], word, length) == 0)
            return WORD_END;
    if (length > 3 && (memcmp(word, "ov=", 3) == 0 || memcmp(word, "re=", 3) == 0))
        return WORD_EFFECT;
    return *word == '$' ? WORD_GLYPH : *word >= '1' && *word <= '9' ? WORD_NUMBER : WORD_PLY;
}

static void take_word(Told *t, const char *word, size_t length)
{
    switch (word_kind(word, length)) {
    case WORD_NUMBER:
        for (size_t i = 0; i < length && !t->tells; i++) {
            t->number = word[i] != '.' ? t->number * 10 + (uint32_t)(word[i] - '0') : t->number;
            t->black = word[i] == '.' && i > 0 && word[i - 1] == '.';
        }
        t->tells = true;
        write_word(t, word, length);
        break;
    case WORD_EFFECT:
        write_enclosed(t, "{[%aise ", word, length, "]}");
        break;
    case WORD_END:
        write_enclosed(t, "{[%aise end=", word, length, "]}");
        break;
    default:
        t->told += word_kind(word, length) == WORD_PLY;
        write_word(t, word, length);
    }
}

/* `2... Nc6 e6: notes`: the plies, each with the glyphs and notes that stand behind it where it is shown. */
static void take_turn(Told *t, const char *at, const char *end)
{
    size_t plies = 0;
    bool more = true;
    for (at = skip_white(at, end); more && at < end;) {
        const char *stop = word_end(at, end), *next = skip_white(stop, end);
        more = stop[-1] != ':';
        stop -= !more;
        bool ply = word_kind(at, (size_t)(stop - at)) == WORD_PLY;
        if (ply && plies > 0)
            write_behind(t, plies - 1, AISE_ITEM_COMMENT);
        take_word(t, at, (size_t)(stop - at));
        if (ply)
            write_behind(t, plies++, AISE_ITEM_NAG);
        at = next;
    }
    if (plies > 0)
        write_behind(t, plies - 1, AISE_ITEM_COMMENT);
    if (t->note_length > 0)
        write_note(t, t->note, t->note + t->note_length);
    write_note(t, at, end);
    t->torn = t->torn || plies != t->count;
    t->count = t->note_length = 0;
}

/* Behind the bracket that closes the one at `at`; behind the first one if they do not match. */
static const char *behind_bracket(const char *at, const char *end)
{
    unsigned depth = 0;
    const char *first = NULL;
    for (const char *c = at; c < end; c++) {
        depth += *c == '(';
        first = first == NULL && *c == ')' ? c + 1 : first;
        if (*c == ')' && --depth == 0)
            return c + 1;
    }
    return first != NULL ? first : end;
}

/* What the board was not shown: plies with their marks, notes in brackets. */
static void take_rest(Told *t, const char *at, const char *end)
{
    for (at = skip_white(at, end); at < end; at = skip_white(at, end)) {
        const char *stop = *at == '(' ? behind_bracket(at, end) : word_end(at, end);
        if (*at == '(')
            write_note(t, at + 1, stop - 1);
        else
            take_word(t, at, (size_t)(stop - at));
        at = stop;
    }
    t->torn = t->torn || t->count > 0;
}

static void take_note(Told *t, const char *at, const char *end, bool whole)
{
    for (const char *c = at; c < end; c++)
        t->torn = t->torn || (*c == '(' && behind_words(c, end, "(an orthodox board cannot show the p") != NULL);
    if (t->count == 0) {
        write_note(t, at, end);
    } else if (!whole) { /* else it is found again behind its ply */
        t->note = at;
        t->note_length = (size_t)(end - at);
    }
}

static void take_comment(Told *t, size_t item)
{
    AiseSpan span = t->record->items[item].span;
    const char *at = t->record->text + span.begin + 1, *end = t->record->text + span.end - 1, *behind;
    const char *begin = at = skip_white(at, end);
    t->item = item;
    while (at < end) {
        const char *stop = next_marker(at, end);
        switch (marker_at(at, end, &behind)) {
        case MARK_NONE:
            take_note(t, at, stop, at == begin && stop == end);
            break;
        case MARK_TURN:
            reach_line(t);
            take_turn(t, behind, stop);
            break;
        case MARK_REST:
            reach_line(t);
            take_rest(t, behind, stop);
            break;
        case MARK_UNPARSED:
            stop = end;
            t->tells = true;
            reach_line(t);
            write_enclosed(t, "{AISE unparsed:", behind, (size_t)(end - behind), "}");
            break;
        }
        at = skip_white(stop < end ? stop + 1 : end, end);
    }
}

static void add_shown(Told *t, size_t item)
{
    const AiseSpan span = t->record->items[item].span;
    if (span.end - span.begin == 2 && memcmp(t->record->text + span.begin, "--", 2) == 0)
        return;
    if (t->count == t->capacity) {
        size_t *wider = aise_arena_alloc(&t->r->arena, (2 * t->capacity + 8) * sizeof *wider);
        if (t->count > 0)
            memcpy(wider, t->shown, t->count * sizeof *wider);
        t->shown = wider;
        t->capacity = 2 * t->capacity + 8;
    }
    t->shown[t->count++] = item;
}

/* The heading as it stands, but of our own dialect. */
static void write_heading(Told *t, uint32_t end)
{
    const AiseRecord *record = t->record;
    write(t, record->text, end);
    for (size_t i = 0; i < record->count && record->items[i].span.end <= end; i++) {
        AiseSpan name, value;
        if (record->items[i].kind != AISE_ITEM_TAG)
            continue;
        aise_tag_split(record->text, record->items[i].span, &name, &value);
        if (value.end - value.begin == 6 && memcmp(record->text + value.begin, "viewer", 6) == 0)
            memcpy(t->out->bytes + value.begin, "aise  ", 6);
    }
}

/* False: there is something among the moves that no viewer's game holds. */
static bool write_moves(Told *t, size_t first)
{
    const AiseRecord *record = t->record;
    for (size_t i = first; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        switch (item->kind) {
        case AISE_ITEM_PLY:
            add_shown(t, i);
            break;
        case AISE_ITEM_NUMBER: case AISE_ITEM_BLANK:
            break;
        case AISE_ITEM_NAG: /* else it is found again behind its ply */
            if (t->count == 0)
                write_word(t, record->text + item->span.begin, item->span.end - item->span.begin);
            break;
        case AISE_ITEM_COMMENT:
            if (item->extra != 0)
                return false;
            take_comment(t, i);
            break;
        case AISE_ITEM_RESULT:
            t->item = i;
            reach_line(t);
            write(t, record->text + item->span.begin, record->length - item->span.begin);
            t->torn = t->torn || t->count > 0;
            return t->tells;
        default:
            return false;
        }
    }
    return t->tells;
}

static void keep_record(void *context, const AiseRecord *record)
{
    Told *t = context;
    AiseArena *arena = &t->r->arena;
    if (record->count == 0 || t->records++ > 0)
        return;
    AiseItem *items = aise_arena_alloc(arena, (record->count + 1) * sizeof *items);
    memcpy(items, record->items, record->count * sizeof *items);
    t->copy = *record;
    t->copy.items = items;
    t->copy.text = aise_arena_copy(arena, record->text, record->length);
}

static size_t first_move(const AiseRecord *record, const AiseHeading *heading)
{
    size_t first = 0;
    for (size_t i = 0; i < record->count && i < heading->first; i++)
        if (record->items[i].kind == AISE_ITEM_TAG)
            first = i + 1;
    return first;
}

/* Is the position set up another side's to move than the first turn told? */
static bool is_turned(const Told *t, const AiseHeading *heading)
{
    const char *side = heading->fen != NULL ? strchr(heading->fen, ' ') : NULL;
    if (side == NULL || heading->variant == NULL || t->number == 0)
        return false;
    bool black = heading->variant->numbering == AISE_NUMBER_SERIES ? t->number % 2 == 0 : t->black;
    return black != (side[1] == 'b');
}

AiseTold aise_told_read(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AiseRecord *out)
{
    Told t = {.r = r, .record = record, .out = &r->scratch};
    size_t first = first_move(record, heading);
    if (first == 0 || first >= record->count)
        return AISE_TOLD_NOTHING;
    t.out->length = 0;
    write_heading(&t, record->items[first - 1].span.end);
    write(&t, "\n\n", 2);
    if (!write_moves(&t, first))
        return AISE_TOLD_NOTHING;
    bool card = heading->fen != NULL && t.told == 1; /* so would a game of one ply look */
    if (t.torn || card || is_turned(&t, heading))
        return AISE_TOLD_PIECE;
    AiseGrammar *grammar = aise_grammar_new(r->guard, keep_record, &t);
    r->inner = grammar;
    aise_grammar_feed(grammar, t.out->bytes, t.out->length);
    aise_grammar_finish(grammar);
    r->inner = NULL;
    aise_grammar_free(grammar);
    if (t.records != 1)
        return AISE_TOLD_NOTHING;
    *out = t.copy;
    out->offset = record->offset;
    out->line = record->line;
    out->last = record->last;
    return AISE_TOLD_GAME;
}
