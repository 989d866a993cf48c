/* Headers, tags, titles and credits: what stands before the first move. */
#include "src/replay/replay.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
#define ROSTER_COUNT (sizeof roster / sizeof *roster)

/* Tags that are not kept as tags: the game has fields for them. */
typedef enum Special { PLAIN, VARIANT, RULES, FEN, STATE, SETUP, RESULT, DIALECT } Special;

typedef struct TagName {
    const char *name;
    const char *pgn;
    Special special;
    bool english;
} TagName;

static const TagName tag_names[] = {
    {"Event", "Event", PLAIN, true},         {"Site", "Site", PLAIN, true},
    {"Date", "Date", PLAIN, true},           {"Round", "Round", PLAIN, true},
    {"White", "White", PLAIN, true},         {"Black", "Black", PLAIN, true},
    {"Result", "Result", RESULT, true},      {"Variant", "Variant", VARIANT, true},
    {"AiseRules", "AiseRules", RULES, true}, {"AiseVariant", "Variant", VARIANT, true},
    {"AiseState", "AiseState", STATE, true}, {"AiseDialect", "AiseDialect", DIALECT, true},
    {"FEN", "FEN", FEN, true},               {"SetUp", "SetUp", SETUP, true},
    {"Variante", "Variant", VARIANT, false}, {"Bianco", "White", PLAIN, false},
    {"Nero", "Black", PLAIN, false},         {"Torneo", "Event", PLAIN, false},
    {"Evento", "Event", PLAIN, false},       {"Manifestazione", "Event", PLAIN, false},
    {"Luogo", "Site", PLAIN, false},         {"Sede", "Site", PLAIN, false},
    {"Data", "Date", PLAIN, false},          {"Turno", "Round", PLAIN, false},
    {"Risultato", "Result", RESULT, false},  {"Annotatore", "Annotator", PLAIN, false},
    {"Commentatore", "Annotator", PLAIN, false},
};

static const TagName *tag_name_find(const char *name, size_t length)
{
    for (size_t i = 0; length > 0 && i < sizeof tag_names / sizeof *tag_names; i++)
        if (((tag_names[i].name[0] ^ name[0]) & 0x5f) == 0 && strncasecmp(tag_names[i].name, name, length) == 0 &&
            tag_names[i].name[length] == '\0')
            return &tag_names[i];
    return NULL;
}

static AiseSpan trim(const char *text, AiseSpan s)
{
    while (s.begin < s.end && (unsigned char)text[s.begin] <= ' ')
        s.begin++;
    while (s.end > s.begin && (unsigned char)text[s.end - 1] <= ' ')
        s.end--;
    return s;
}

/* The value of a tag: `\"` and `\\` unescaped, control characters made spaces. */
static char *tag_value(AiseReplay *r, const char *text, AiseSpan span)
{
    char *value = aise_arena_alloc(&r->arena, span.end - span.begin + 1), *to = value;
    for (uint32_t i = span.begin; i < span.end; i++) {
        if (text[i] == '\\' && i + 1 < span.end && (text[i + 1] == '"' || text[i + 1] == '\\'))
            i++;
        *to++ = (unsigned char)text[i] < ' ' ? ' ' : text[i];
    }
    *to = '\0';
    return value;
}

typedef struct Collector {
    AiseReplay *r;
    const AiseRecord *record;
    AiseHeading *h;
    const char *slot[ROSTER_COUNT];
    AiseTag *other;
    size_t others, other_capacity;
} Collector;

static void add_other(Collector *c, const char *name, const char *value)
{
    if (c->others == c->other_capacity) {
        size_t capacity = c->other_capacity ? c->other_capacity * 2 : 16;
        AiseTag *wider = aise_arena_alloc(&c->r->arena, capacity * sizeof *wider);
        if (c->others > 0)
            memcpy(wider, c->other, c->others * sizeof *wider);
        c->other = wider;
        c->other_capacity = capacity;
    }
    size_t at = c->others++;
    for (; at > 0 && strcmp(c->other[at - 1].name, name) > 0; at--)
        c->other[at] = c->other[at - 1];
    c->other[at] = (AiseTag){name, value};
}

static const char **tag_slot(Collector *c, const char *name)
{
    for (size_t i = 0; i < ROSTER_COUNT; i++)
        if (roster[i][0] == name[0] && strcmp(roster[i], name) == 0)
            return &c->slot[i];
    for (size_t i = 0; i < c->others; i++)
        if (strcmp(c->other[i].name, name) == 0)
            return &c->other[i].value;
    return NULL;
}

/* Sets a tag that has no value yet; false if it has one. */
static bool set_tag(Collector *c, const char *name, const char *value)
{
    const char **slot = tag_slot(c, name);
    if (slot != NULL && *slot != NULL)
        return false;
    if (slot != NULL)
        *slot = value;
    else
        add_other(c, name, value);
    return true;
}

static const char *copy_span(Collector *c, AiseSpan s)
{
    return aise_arena_copy(&c->r->arena, c->record->text + s.begin, s.end - s.begin);
}

/* ---- dates ---- */

static unsigned roman_month(const char *s, size_t n)
{
    static const char *const months[] = {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"};
    for (unsigned i = 0; i < 12; i++)
        if (strlen(months[i]) == n && strncasecmp(months[i], s, n) == 0)
            return i + 1;
    return 0;
}

static unsigned named_month(const char *s, size_t n)
{
    static const char *const months[] = {"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"};
    for (unsigned i = 0; i < 12 && n >= 3; i++)
        if (strncasecmp(months[i], s, 3) == 0)
            return i + 1;
    return roman_month(s, n);
}

static bool is_word(char ch)
{
    return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

/* Reads `15.III.94`, `15/3/1994`, `3/1994`, `15 marzo 1994`, `1994` into PGN form; NULL if it is none of these. */
static const char *date_value(AiseReplay *r, const char *s, size_t length)
{
    unsigned part[3] = {0, 0, 0}, parts = 0;
    for (size_t i = 0; i < length;) {
        if (!is_word(s[i])) {
            i++;
            continue;
        }
        size_t begin = i;
        while (i < length && is_word(s[i]))
            i++;
        if (parts == 3)
            return NULL;
        bool digits = s[begin] >= '0' && s[begin] <= '9';
        unsigned value = digits ? (unsigned)strtoul(s + begin, NULL, 10) : named_month(s + begin, i - begin);
        if (value == 0 || value > 9999)
            return NULL;
        part[parts++] = value;
    }
    unsigned day = parts == 3 ? part[0] : 0, month = parts >= 2 ? part[parts - 2] : 0, year = parts ? part[parts - 1] : 0;
    if (parts == 3 && part[0] > 31) { /* 1994.03.15 */
        year = part[0];
        day = part[2];
    }
    if (parts == 0 || month > 12 || day > 31 || (parts == 1 && year < 1000))
        return NULL;
    if (year < 100)
        year += year >= 70 ? 1900 : 2000;
    char text[16] = "????.??.??";
    for (unsigned i = 4, y = year; i-- > 0; y /= 10)
        text[i] = (char)('0' + y % 10);
    if (month) {
        text[5] = (char)('0' + month / 10);
        text[6] = (char)('0' + month % 10);
    }
    if (day) {
        text[8] = (char)('0' + day / 10);
        text[9] = (char)('0' + day % 10);
    }
    return aise_arena_copy(&r->arena, text, 10);
}

/* A four-digit year in the text, 0 if none. */
static unsigned year_in(const char *s, size_t length)
{
    for (size_t i = 0; i + 4 <= length; i++) {
        if ((i > 0 && is_word(s[i - 1])) || (i + 4 < length && is_word(s[i + 4])))
            continue;
        unsigned year = 0, digits = 0;
        while (digits < 4 && s[i + digits] >= '0' && s[i + digits] <= '9')
            year = year * 10 + (unsigned)(s[i + digits++] - '0');
        if (digits == 4 && year >= 1400 && year < 2200)
            return year;
    }
    return 0;
}

/* `GP94` is the Grand Prix AISE of 1994 (NOTATION 1.1); 0 if the event is something else. */
static unsigned grand_prix_year(const char *s, size_t length)
{
    if (length < 4 || strncasecmp(s, "GP", 2) != 0)
        return 0;
    const char *digits = s[2] == ' ' || s[2] == '\'' ? s + 3 : s + 2;
    if (digits + 2 != s + length || digits[0] < '0' || digits[0] > '9' || digits[1] < '0' || digits[1] > '9')
        return 0;
    unsigned year = (unsigned)(digits[0] - '0') * 10 + (unsigned)(digits[1] - '0');
    return year >= 70 ? 1900 + year : 2000 + year;
}

static const char *year_text(AiseReplay *r, const char *before, unsigned year, const char *after)
{
    AiseBuffer *b = &r->comment;
    b->length = 0;
    aise_buffer_text(b, before);
    aise_buffer_number(b, year);
    aise_buffer_text(b, after);
    return aise_arena_copy(&r->arena, b->bytes, b->length);
}

static void take_event(Collector *c, AiseSpan event)
{
    const char *text = c->record->text + event.begin;
    size_t length = event.end - event.begin;
    if (length == 0)
        return;
    unsigned year = grand_prix_year(text, length);
    if (year != 0) {
        set_tag(c, "Event", year_text(c->r, "Grand Prix AISE ", year, ""));
    } else {
        set_tag(c, "Event", copy_span(c, event));
        year = year_in(text, length);
    }
    if (year != 0)
        set_tag(c, "Date", year_text(c->r, "", year, ".??.??"));
}

static void take_header(Collector *c, const AiseItem *item)
{
    AiseHeader header;
    const char *text = c->record->text;
    aise_header_split(text, item->span, &header);
    if (header.white.end > header.white.begin)
        set_tag(c, "White", copy_span(c, header.white));
    if (header.black.end > header.black.begin)
        set_tag(c, "Black", copy_span(c, header.black));
    if (header.date.end > header.date.begin) {
        const char *date = date_value(c->r, text + header.date.begin, header.date.end - header.date.begin);
        set_tag(c, "Date", date ? date : copy_span(c, header.date));
    }
    take_event(c, header.event);
    if (header.round.end > header.round.begin)
        set_tag(c, "Round", copy_span(c, header.round));
    if (header.site.end > header.site.begin)
        set_tag(c, "Site", copy_span(c, header.site));
    if (header.result != AISE_RESULT_NONE && c->h->result == AISE_RESULT_NONE) {
        c->h->result = header.result;
        c->h->result_span = header.result_span;
    }
    if (header.end != AISE_END_NONE)
        c->h->end = header.end;
    c->h->has_header = true;
}

static AiseResult result_value(const char *value)
{
    static const struct {
        const char *text;
        AiseResult result;
    } values[] = {{"1-0", AISE_RESULT_WHITE},       {"0-1", AISE_RESULT_BLACK}, {"1/2-1/2", AISE_RESULT_DRAW},
                  {"1:0", AISE_RESULT_WHITE},       {"0:1", AISE_RESULT_BLACK}, {"½-½", AISE_RESULT_DRAW},
                  {"0,5-0,5", AISE_RESULT_DRAW},    {"0.5-0.5", AISE_RESULT_DRAW}, {"1/2", AISE_RESULT_DRAW},
                  {"patta", AISE_RESULT_DRAW},      {"*", AISE_RESULT_UNKNOWN}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcasecmp(values[i].text, value) == 0)
            return values[i].result;
    return AISE_RESULT_NONE;
}

/* Only letters, digits and underscores may stand in a PGN tag name. */
static const char *plain_name(Collector *c, AiseSpan name)
{
    char *copy = aise_arena_copy(&c->r->arena, c->record->text + name.begin, name.end - name.begin);
    for (char *p = copy; *p; p++)
        if (!is_word(*p) && *p != '_')
            *p = '_';
    return copy;
}

static void take_variant(Collector *c, const AiseItem *item, const char *value)
{
    const AiseVariant *v = aise_variant_find(value, strlen(value));
    if (v != NULL) {
        c->h->variant = v;
    } else {
        AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H201, item->span);
        aise_finding_text(c->r, f, value, strlen(value));
    }
}

/* A name with its value, from a tag or a labelled line. */
static void take_pair(Collector *c, const AiseItem *item, AiseSpan name, AiseSpan value)
{
    AiseHeading *h = c->h;
    const TagName *known = tag_name_find(c->record->text + name.begin, name.end - name.begin);
    const char *text = tag_value(c->r, c->record->text, value);
    switch (known ? known->special : PLAIN) {
    case VARIANT:
    case RULES:
        take_variant(c, item, text);
        return;
    case FEN:
        h->fen = text;
        return;
    case STATE:
        h->state = text;
        return;
    case SETUP:
    case DIALECT:
        return;
    case RESULT:
        if (h->result == AISE_RESULT_NONE) {
            h->result = result_value(text);
            h->result_span = value;
        }
        return;
    case PLAIN:
        break;
    }
    const char *pgn = known ? known->pgn : plain_name(c, name);
    if (strcmp(pgn, "Date") == 0 && known && !known->english) {
        const char *date = date_value(c->r, text, strlen(text));
        text = date ? date : text;
    }
    if (!set_tag(c, pgn, text)) {
        AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H202, item->span);
        aise_finding_text(c->r, f, pgn, strlen(pgn));
    }
}

static void take_tag(Collector *c, const AiseItem *item)
{
    AiseSpan name, value;
    aise_tag_split(c->record->text, item->span, &name, &value);
    const TagName *known = tag_name_find(c->record->text + name.begin, name.end - name.begin);
    c->h->has_tags = true;
    c->h->english_tags = c->h->english_tags || (known && known->english);
    take_pair(c, item, name, value);
}

/* A line `Data: 12/5/1993` above the moves says what the tag of that name would; false if it is none. */
static bool take_label(Collector *c, const AiseItem *item)
{
    const char *text = c->record->text;
    const char *colon = memchr(text + item->span.begin, ':', item->span.end - item->span.begin);
    if (colon == NULL)
        return false;
    uint32_t at = (uint32_t)(colon - text);
    AiseSpan name = trim(text, (AiseSpan){item->span.begin, at});
    AiseSpan value = trim(text, (AiseSpan){at + 1, item->span.end});
    if (value.begin == value.end || tag_name_find(text + name.begin, name.end - name.begin) == NULL)
        return false;
    take_pair(c, item, name, value);
    return true;
}

AiseSpan aise_credit_name(const char *text, AiseSpan span)
{
    static const char *const words[] = {"commenti", "commento", "note", "nota", "annotated", "annotations", "notes",
                                        "comments", "comment", "annotatore", "analisi", "a cura", "di", "by", "del",
                                        "della", "from", "da", ":"};
    AiseSpan s = trim(text, (AiseSpan){span.begin + 1, span.end > span.begin + 1 ? span.end - 1 : span.end});
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            size_t n = strlen(words[i]);
            if (s.end - s.begin > n && strncasecmp(text + s.begin, words[i], n) == 0 &&
                (words[i][0] == ':' || text[s.begin + n] == ' ' || text[s.begin + n] == ':')) {
                s = trim(text, (AiseSpan){s.begin + (uint32_t)n, s.end});
                again = true;
            }
        }
    }
    return s;
}

const AiseVariant *aise_title_find(const char *text, AiseSpan span)
{
    AiseSpan s = trim(text, span);
    if (s.end - s.begin > 60)
        return NULL;
    return aise_variant_find(text + s.begin, s.end - s.begin);
}

/* All credits of the heading, else the one that stood alone before. */
static void set_annotator(Collector *c, const char *credits, size_t length)
{
    if (length > 0)
        set_tag(c, "Annotator", aise_arena_copy(&c->r->arena, credits, length));
    else if (c->r->annotator.length > 0)
        set_tag(c, "Annotator", aise_arena_copy(&c->r->arena, c->r->annotator.bytes, c->r->annotator.length));
}

static void join_tags(Collector *c)
{
    static const char *const unknown[ROSTER_COUNT] = {"?", "?", "????.??.??", "?", "?", "?"};
    AiseTag *tags = aise_arena_alloc(&c->r->arena, (ROSTER_COUNT + c->others) * sizeof *tags);
    for (size_t i = 0; i < ROSTER_COUNT; i++)
        tags[i] = (AiseTag){roster[i], c->slot[i] ? c->slot[i] : unknown[i]};
    if (c->others > 0)
        memcpy(tags + ROSTER_COUNT, c->other, c->others * sizeof *tags);
    c->h->tags = tags;
    c->h->tag_count = ROSTER_COUNT + c->others;
}

static bool is_move(const AiseItem *item)
{
    switch (item->kind) {
    case AISE_ITEM_NUMBER:
    case AISE_ITEM_PLY:
    case AISE_ITEM_BAD_PLY:
    case AISE_ITEM_JOIN:
    case AISE_ITEM_RESULT:
    case AISE_ITEM_END:
        return true;
    default:
        return false;
    }
}

/* A title or labelled line: it speaks of the game and is no comment. */
static bool take_line(Collector *c, const AiseItem *item)
{
    const AiseVariant *v = aise_title_find(c->record->text, item->span);
    if (v == NULL)
        return take_label(c, item);
    if (c->h->variant == NULL)
        c->h->variant = v;
    return true;
}

static void mark_taken(AiseReplay *r, const AiseRecord *record, AiseHeading *h, size_t item)
{
    if (h->taken == NULL) {
        h->taken = aise_arena_alloc(&r->arena, record->count);
        memset(h->taken, 0, record->count);
    }
    h->taken[item] = 1;
}

void aise_heading_read(AiseReplay *r, const AiseRecord *record, AiseHeading *out)
{
    Collector c = {.r = r, .record = record, .h = out};
    memset(out, 0, sizeof *out);
    size_t i = 0;
    char *credit = NULL;
    size_t credit_length = 0;
    for (; i < record->count && !is_move(&record->items[i]); i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_HEADER) {
            take_header(&c, item);
        } else if (item->kind == AISE_ITEM_TAG) {
            take_tag(&c, item);
        } else if (item->kind == AISE_ITEM_CREDIT) {
            AiseSpan name = aise_credit_name(record->text, item->span);
            size_t length = name.end - name.begin, room = credit_length + length + 3;
            char *joined = aise_arena_alloc(&r->arena, room);
            if (credit_length > 0) {
                memcpy(joined, credit, credit_length);
                memcpy(joined + credit_length, "; ", 2);
                credit_length += 2;
            }
            memcpy(joined + credit_length, record->text + name.begin, length);
            credit = joined;
            credit_length += length;
        } else if (item->kind == AISE_ITEM_TEXT && take_line(&c, item)) {
            mark_taken(r, record, out, i);
        }
    }
    out->first = i;
    set_annotator(&c, credit, credit_length);
    join_tags(&c);
}
