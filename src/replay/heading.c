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
    size_t length;
    const char *pgn;
    Special special;
    bool english;
} TagName;

#define NAMED(name) name, sizeof name - 1
static const TagName tag_names[] = {
    {NAMED("Event"), "Event", PLAIN, true}, {NAMED("Site"), "Site", PLAIN, true},
    {NAMED("Date"), "Date", PLAIN, true}, {NAMED("Round"), "Round", PLAIN, true},
    {NAMED("White"), "White", PLAIN, true}, {NAMED("Black"), "Black", PLAIN, true},
    {NAMED("Result"), "Result", RESULT, true}, {NAMED("Variant"), "Variant", VARIANT, true},
    {NAMED("AiseRules"), "AiseRules", RULES, true}, {NAMED("AiseVariant"), "Variant", VARIANT, true},
    {NAMED("AiseState"), "AiseState", STATE, true}, {NAMED("AiseDialect"), "AiseDialect", DIALECT, true},
    {NAMED("FEN"), "FEN", FEN, true}, {NAMED("SetUp"), "SetUp", SETUP, true},
    {NAMED("Variante"), "Variant", VARIANT, false}, {NAMED("Bianco"), "White", PLAIN, false},
    {NAMED("Nero"), "Black", PLAIN, false}, {NAMED("Torneo"), "Event", PLAIN, false},
    {NAMED("Evento"), "Event", PLAIN, false}, {NAMED("Manifestazione"), "Event", PLAIN, false},
    {NAMED("Luogo"), "Site", PLAIN, false}, {NAMED("Sede"), "Site", PLAIN, false},
    {NAMED("Gara"), "Event", PLAIN, false}, {NAMED("Annotator"), "Annotator", PLAIN, true},
    {NAMED("Data"), "Date", PLAIN, false}, {NAMED("Turno"), "Round", PLAIN, false},
    {NAMED("Risultato"), "Result", RESULT, false}, {NAMED("Annotatore"), "Annotator", PLAIN, false},
    {NAMED("Esito"), "Result", RESULT, false}, {NAMED("Commentatore"), "Annotator", PLAIN, false},
};
#undef NAMED

static const TagName *tag_name_find(const char *name, size_t length)
{
    for (size_t i = 0; length > 0 && i < sizeof tag_names / sizeof *tag_names; i++)
        if (tag_names[i].length == length && ((tag_names[i].name[0] ^ name[0]) & 0x5f) == 0 &&
            strncasecmp(tag_names[i].name, name, length) == 0)
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

typedef struct Collector {
    AiseReplay *r;
    const AiseRecord *record;
    AiseHeading *h;
    const char *slot[ROSTER_COUNT];
    bool tagged[ROSTER_COUNT]; /* by a tag or label, not by the header line */
    AiseTag *other; /* in the order they came */
    size_t others, other_capacity;
    uint32_t *table; /* twice as many places: index + 1 into `other`, hashed by name; one game may have any number of tags */
    const char *event_date; /* from a year in the event; NULL: none */
    const AiseVariant *rules; /* named by a tag or label; NULL: none yet */
    AiseBuffer *credits; /* `A. Castelli; F. Forzoni` */
    bool moves; /* the record has some */
} Collector;

char aise_tag_byte(const char *text, size_t left, size_t *bytes)
{
    bool separator = left >= 3 && memcmp(text, "\xe2\x80", 2) == 0 && (text[2] & ~1) == '\xa8';
    *bytes = separator ? 3 : 1; /* U+2028, U+2029: they end lines */
    if (aise_is_control(*text))
        return '\0';
    return (unsigned char)*text < ' ' || separator ? ' ' : *text;
}

/* A copy without control characters, tabs made spaces; `escaped`: with `\"` and `\\` of a tag's value undone. */
static char *clean_copy(Collector *c, AiseSpan span, bool escaped)
{
    const char *text = c->record->text;
    char *value = aise_arena_alloc(&c->r->arena, span.end - span.begin + 1), *to = value;
    uint32_t i = span.begin;
    while (i < span.end && text[i] >= ' ' && text[i] <= '~' && text[i] != '\\')
        *to++ = text[i++];
    for (; i < span.end; i++) {
        if (escaped && text[i] == '\\' && i + 1 < span.end && (text[i + 1] == '"' || text[i + 1] == '\\'))
            i++;
        size_t bytes;
        char kept = aise_tag_byte(text + i, span.end - i, &bytes);
        if (kept == '\0')
            aise_drop_control(&c->h->dropped, i);
        else
            *to++ = kept;
        i += (uint32_t)bytes - 1;
    }
    while (!escaped && to > value && to[-1] == ' ')
        to--;
    *to = '\0';
    return value;
}

/* Where the name stands in the table of the other tags, or would. */
static uint32_t *table_place(const Collector *c, const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    size_t mask = 2 * c->other_capacity - 1, place = hash & mask;
    while (c->table[place] != 0 && strcmp(c->other[c->table[place] - 1].name, name) != 0)
        place = (place + 1) & mask;
    return &c->table[place];
}

static void widen_other(Collector *c)
{
    size_t capacity = c->other_capacity ? c->other_capacity * 2 : 16;
    AiseTag *wider = aise_arena_alloc(&c->r->arena, capacity * sizeof *wider);
    if (c->others > 0)
        memcpy(wider, c->other, c->others * sizeof *wider);
    c->other = wider;
    c->other_capacity = capacity;
    c->table = aise_arena_alloc(&c->r->arena, 2 * capacity * sizeof *c->table);
    memset(c->table, 0, 2 * capacity * sizeof *c->table);
    for (size_t i = 0; i < c->others; i++)
        *table_place(c, c->other[i].name) = (uint32_t)i + 1;
}

static void add_other(Collector *c, const char *name, const char *value)
{
    if (c->others == c->other_capacity)
        widen_other(c);
    c->other[c->others++] = (AiseTag){name, value};
    *table_place(c, name) = (uint32_t)c->others;
}

static const char **tag_slot(Collector *c, const char *name)
{
    for (size_t i = 0; i < ROSTER_COUNT; i++)
        if (roster[i][0] == name[0] && strcmp(roster[i], name) == 0)
            return &c->slot[i];
    uint32_t index = c->others > 0 ? *table_place(c, name) : 0;
    return index > 0 ? &c->other[index - 1].value : NULL;
}

static AiseFinding *tell_twice(Collector *c, const char *name, AiseSpan span)
{
    AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H202, span);
    aise_finding_text(c->r, f, name, strlen(name));
    return f;
}

/* Sets a tag; a value other than the one it has is told of. */
static void set_tag(Collector *c, const char *name, const char *value, AiseSpan span)
{
    const char **slot = tag_slot(c, name);
    if (slot != NULL && *slot != NULL) {
        if (strcmp(*slot, value) != 0)
            tell_twice(c, name, span);
        return;
    }
    if (slot != NULL)
        *slot = value;
    else
        add_other(c, name, value);
}

static const char *copy_span(Collector *c, AiseSpan s)
{
    return clean_copy(c, s, false);
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
    static const char *const months[] = {"gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic",
                                         "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
    for (unsigned i = 0; i < 24 && n >= 3; i++)
        if (strncasecmp(months[i], s, 3) == 0)
            return i % 12 + 1;
    return roman_month(s, n);
}

static bool is_word(char ch)
{
    return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

typedef struct Date {
    unsigned year, month, day; /* 0: unknown */
} Date;

enum { DATE_WORD_BAD = -1 };

/* What a word of a date says: a number, a month, 0 for `??`. */
static int date_word(const char *s, size_t length)
{
    size_t digits = 0, unknown = 0;
    for (size_t i = 0; i < length; i++) {
        digits += s[i] >= '0' && s[i] <= '9';
        unknown += s[i] == '?';
    }
    if (unknown == length && length <= 4)
        return 0;
    int value = digits + unknown == 0 ? (int)named_month(s, length) : 0;
    if (digits == length && (length <= 2 || length == 4))
        value = (int)strtoul(s, NULL, 10);
    return value == 0 ? DATE_WORD_BAD : value;
}

/* Reads `15.III.94`, `15/3/1994`, `3/1994`, `15 marzo 1994`, `1994`, `1994.03.??`; false if it is none of these. */
static bool read_date(const char *s, size_t length, Date *date)
{
    unsigned part[3] = {0, 0, 0}, parts = 0;
    for (size_t i = 0; i < length;) {
        size_t begin = i;
        while (i < length && (is_word(s[i]) || s[i] == '?'))
            i++;
        if (i == begin) {
            i++;
            continue;
        }
        int value = date_word(s + begin, i - begin);
        if (parts == 3 || value == DATE_WORD_BAD)
            return false;
        part[parts++] = (unsigned)value;
    }
    bool year_first = parts == 3 && (part[0] > 31 || (part[0] == 0 && part[2] <= 31)); /* 1994.03.15 */
    date->year = year_first ? part[0] : parts > 0 ? part[parts - 1] : 0;
    date->month = parts >= 2 ? part[parts - 2] : 0;
    date->day = parts == 3 ? part[year_first ? 2 : 0] : 0;
    if (parts == 0 || date->month > 12 || date->day > 31 || (parts == 1 && date->year < 1000))
        return false;
    if (date->year > 0 && date->year < 100)
        date->year += date->year >= 70 ? 1900 : 2000;
    return true;
}

/* Has the month so many days? */
static bool is_day(const Date *date)
{
    static const uint8_t days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}; /* of months from 1 */
    bool leap = date->year == 0 || (date->year % 4 == 0 && (date->year % 100 != 0 || date->year % 400 == 0));
    return date->day <= days[date->month] - (date->month == 2 && !leap ? 1u : 0u);
}

static void write_number(char *to, unsigned digits, unsigned value)
{
    for (unsigned i = digits; i-- > 0 && value != 0; value /= 10)
        to[i] = (char)('0' + value % 10);
}

/* In PGN form. */
static const char *date_text(AiseReplay *r, const Date *date)
{
    char text[] = "????.??.??";
    if (date->year)
        memcpy(text, "0000", 4);
    if (date->month)
        memcpy(text + 5, "00", 2);
    if (date->day)
        memcpy(text + 8, "00", 2);
    write_number(text, 4, date->year);
    write_number(text + 5, 2, date->month);
    write_number(text + 8, 2, date->day);
    return aise_arena_copy(&r->arena, text, sizeof text - 1);
}

static void tell_date(Collector *c, const char *text, AiseSpan span)
{
    aise_finding_text(c->r, aise_replay_finding(c->r, AISE_CODE_H209, span), text, strlen(text));
}

/* A date in PGN form, `as_is`: as it stands; NULL if it is none. What the calendar does not have is told of. */
static const char *take_date(Collector *c, const char *text, AiseSpan span, bool as_is)
{
    Date date;
    bool good = read_date(text, strlen(text), &date);
    if ((!good && strcmp(text, "?") != 0 && text[0] != '\0') || (good && !is_day(&date)))
        tell_date(c, text, span);
    return as_is ? text : good ? date_text(c->r, &date) : NULL;
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
        set_tag(c, "Event", year_text(c->r, "Grand Prix AISE ", year, ""), event);
    } else {
        set_tag(c, "Event", copy_span(c, event), event);
        year = year_in(text, length);
    }
    if (year != 0)
        c->event_date = year_text(c->r, "", year, ".??.??");
}

static bool empty(AiseSpan span)
{
    return span.begin == span.end;
}

static void set_span(Collector *c, const char *name, AiseSpan span)
{
    if (!empty(span))
        set_tag(c, name, copy_span(c, span), span);
}

static void take_credit(Collector *c, AiseSpan span)
{
    if (c->credits->length > 0)
        aise_buffer_text(c->credits, "; ");
    aise_buffer_text(c->credits, copy_span(c, aise_credit_name(c->record->text, span)));
}

static void take_variant(Collector *c, AiseSpan span, const char *value)
{
    const AiseVariant *v = aise_variant_find(value, strlen(value));
    bool second = v != NULL && c->rules != NULL && v != c->rules;
    if (second) {
        tell_twice(c, "Variant", span);
        return;
    }
    if (v != NULL) {
        c->rules = c->h->variant = v;
        return;
    }
    AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H201, span);
    aise_finding_text(c->r, f, value, strlen(value));
}

static void take_result(Collector *c, AiseResult result, AiseSpan span)
{
    if (c->h->result != AISE_RESULT_NONE && result != c->h->result) {
        tell_twice(c, "Result", span);
    } else if (c->h->result == AISE_RESULT_NONE) {
        c->h->result = result;
        c->h->result_span = span;
    }
}

static void take_end(Collector *c, AiseEnd end, unsigned who, AiseSpan span)
{
    if (c->h->end != AISE_END_NONE && c->h->end != end) {
        tell_twice(c, "Termination", span);
    } else if (c->h->end == AISE_END_NONE) {
        c->h->end = end;
        c->h->end_who = who;
        c->h->end_span = span;
    }
}

static void take_header(Collector *c, const AiseItem *item)
{
    AiseHeader header;
    const char *text = c->record->text;
    aise_header_split(text, item->span, &header);
    set_span(c, "White", header.white);
    set_span(c, "Black", header.black);
    if (!empty(header.date)) {
        const char *written = copy_span(c, header.date), *date = take_date(c, written, header.date, false);
        set_tag(c, "Date", date ? date : written, header.date);
    }
    take_event(c, header.event);
    set_span(c, "Round", header.round);
    set_span(c, "Site", header.site);
    set_span(c, "Annotator", header.annotator);
    set_span(c, "WhiteElo", header.white_elo);
    set_span(c, "BlackElo", header.black_elo);
    if (!empty(header.credit))
        take_credit(c, header.credit);
    if (!empty(header.variant))
        take_variant(c, header.variant, copy_span(c, header.variant));
    if (header.result != AISE_RESULT_NONE)
        take_result(c, header.result, header.result_span);
    if (header.end != AISE_END_NONE)
        take_end(c, header.end, aise_loser(header.result), header.result_span);
    c->h->has_header = true;
}

/* A result, and perhaps how the game ended, from the value of a tag or label. */
static bool result_value(const char *value, AiseVerdict *out)
{
    static const char *const usual[] = {"", "1-0", "0-1", "1/2-1/2", "*"};
    memset(out, 0, sizeof *out);
    for (size_t i = 1; i < sizeof usual / sizeof *usual && out->result == AISE_RESULT_NONE; i++)
        if (strcmp(usual[i], value) == 0)
            out->result = (AiseResult)i;
    return out->result != AISE_RESULT_NONE || aise_line_verdict(value, strlen(value), out);
}

/* `Città` as Citta: the letter without its accent, 0 for what is none (U+00C0–U+00FF). */
static char plain_letter(unsigned char second)
{
    static const char letters[] = "AAAAAAACEEEEIIIIDNOOOOO_OUUUUYTsaaaaaaaceeeeiiiidnooooo_ouuuuyty";
    return letters[second & 0x3f];
}

/* Only letters, digits and underscores may stand in a PGN tag name. */
static const char *plain_name(Collector *c, AiseSpan name)
{
    const char *text = c->record->text;
    char *copy = aise_arena_alloc(&c->r->arena, name.end - name.begin + 1), *to = copy;
    bool changed = false;
    for (uint32_t i = name.begin; i < name.end; i++) {
        bool plain = is_word(text[i]) || text[i] == '_';
        changed = changed || !plain;
        if (!plain && (unsigned char)text[i] == 0xc3 && i + 1 < name.end)
            *to++ = plain_letter((unsigned char)text[++i]);
        else if (plain || ((unsigned char)text[i] & 0xc0) != 0x80)
            *to++ = plain ? text[i] : '_';
    }
    *to = '\0';
    if (changed) {
        AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H206, name);
        aise_finding_text(c->r, f, text + name.begin, name.end - name.begin);
        aise_finding_text(c->r, f, copy, strlen(copy));
    }
    return copy;
}

/* A tag whose game has a field for it. */
static void take_special(Collector *c, Special special, const char *text, AiseSpan value)
{
    AiseHeading *h = c->h;
    const char **field = special == FEN ? &h->fen : special == STATE ? &h->state : NULL;
    if (special == VARIANT || special == RULES) {
        take_variant(c, value, text);
    } else if (special == RESULT) {
        AiseVerdict verdict;
        if (result_value(text, &verdict)) {
            take_result(c, verdict.result, value);
            if (verdict.end != AISE_END_NONE)
                take_end(c, verdict.end, aise_loser(verdict.result), value);
        } else if (strcmp(text, "?") != 0 && text[0] != '\0') {
            AiseFinding *f = aise_replay_finding(c->r, AISE_CODE_H207, value);
            aise_finding_text(c->r, f, text, strlen(text));
        }
    } else if (special == DIALECT) {
        c->h->viewer = strcmp(text, "viewer") == 0;
    } else if (field != NULL) {
        if (*field != NULL) {
            AiseFinding *f = tell_twice(c, special == FEN ? "FEN" : "AiseState", value);
            f->severity = strcmp(*field, text) == 0 ? AISE_NOTE : f->severity;
        }
        if (*field == NULL) {
            *field = text;
            *(special == FEN ? &h->fen_span : &h->state_span) = value;
        }
    }
}

/* Sets what a tag or a label gives: said twice in the same words it is worth a note. */
static void set_tagged(Collector *c, const char *name, const char *value, AiseSpan span)
{
    const char **slot = tag_slot(c, name);
    size_t place = slot >= c->slot && slot < c->slot + ROSTER_COUNT ? (size_t)(slot - c->slot) : ROSTER_COUNT;
    bool again = place < ROSTER_COUNT ? c->tagged[place] : slot != NULL;
    if (again && *slot != NULL && strcmp(*slot, value) == 0)
        tell_twice(c, name, span)->severity = AISE_NOTE;
    if (place < ROSTER_COUNT)
        c->tagged[place] = true;
    set_tag(c, name, value, span);
}

/* A name, `known` or NULL, with its value, from a tag or a labelled line. False: a date that is none, which is left to
   the comment. */
static bool take_pair(Collector *c, const TagName *known, AiseSpan name, AiseSpan value)
{
    const char *text = clean_copy(c, value, true), *plain = known ? known->name : plain_name(c, name);
    if (known == NULL) /* `Evènto` */
        known = tag_name_find(plain, strlen(plain));
    if (known && known->special != PLAIN) {
        take_special(c, known->special, text, value);
        return true;
    }
    const char *pgn = known ? known->pgn : plain;
    if (strcmp(pgn, "Date") == 0) {
        text = take_date(c, text, value, known != NULL && known->english);
        if (text == NULL)
            return false;
    }
    set_tagged(c, pgn, text, value);
    return true;
}

static bool take_tag(Collector *c, const AiseItem *item)
{
    AiseSpan name, value;
    aise_tag_split(c->record->text, item->span, &name, &value);
    const TagName *known = tag_name_find(c->record->text + name.begin, name.end - name.begin);
    c->h->has_tags = true;
    c->h->english_tags = c->h->english_tags || (known && known->english);
    return take_pair(c, known, name, value);
}

/* The tag that a label stands for; `B.`, `N.` are sides only as labels. */
static const TagName *label_tag(const char *text, size_t length)
{
    if (length > 2 || (length == 2 && text[1] != '.'))
        return tag_name_find(text, length);
    return (text[0] | 0x20) == 'b' ? tag_name_find("Bianco", 6) : tag_name_find("Nero", 4);
}

/* A line `Data: 12/5/1993` above the moves says what the tag of that name would; false if it is none. */
static bool take_label(Collector *c, const AiseItem *item)
{
    AiseSpan name, value;
    if (!aise_line_label(c->record->text + item->span.begin, item->span.end - item->span.begin, &name, &value) || empty(value))
        return false;
    name = (AiseSpan){name.begin + item->span.begin, name.end + item->span.begin};
    value = (AiseSpan){value.begin + item->span.begin, value.end + item->span.begin};
    c->h->has_header = true;
    const TagName *known = label_tag(c->record->text + name.begin, name.end - name.begin);
    if (known == NULL || strcmp(known->pgn, "Event") != 0)
        return take_pair(c, known, name, value);
    take_event(c, value);
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

#define TITLE_MAX 60        /* bytes of a title line */
#define TITLE_PART_LEAST 6  /* bytes of a name that may be followed by something else */

/* A counter (`1.`, `2)`) and ornaments around a title: `* DOPPIA MOSSA *`, `DOPPIA MOSSA:`. */
static AiseSpan undress(const char *text, AiseSpan s)
{
    uint32_t at = s.begin;
    while (at < s.end && text[at] >= '0' && text[at] <= '9')
        at++;
    if (at > s.begin && at < s.end && (text[at] == '.' || text[at] == ')'))
        s.begin = at + 1;
    while (s.begin < s.end && strchr("*=-_#~\"' \t", text[s.begin]) != NULL)
        s.begin++;
    while (s.end > s.begin && strchr("*=-_#~\"' \t:.,;", text[s.end - 1]) != NULL)
        s.end--;
    return s;
}

/* Where something else follows the name: ` - Grand Prix 1996`, ` (torneo sociale)`, `: partite`. */
static uint32_t name_end(const char *text, AiseSpan s)
{
    for (uint32_t i = s.begin; i + 1 < s.end; i++) {
        bool dash = text[i] == ' ' && (text[i + 1] == '-' || (unsigned char)text[i + 1] == 0xe2);
        if (dash || text[i] == '(' || text[i] == ':' || text[i] == ',')
            return i;
    }
    return s.end;
}

/* `ma`, `or`: words of a sentence, where `MA`, `OR` would be a variant's initials. */
static bool is_small_word(const char *text, AiseSpan s)
{
    return s.end - s.begin <= 3 && s.end > s.begin && text[s.begin] >= 'a' && text[s.begin] <= 'z';
}

/* A no-break or other wide space is a space: it becomes as many as it has bytes. */
static void plain_spaces(char *text)
{
    for (; *text != '\0'; text++) {
        size_t blank = (unsigned char)*text < 0x80 ? 0 : aise_blank_length((const unsigned char *)text);
        memset(text, ' ', blank);
    }
}

/* `TORNEO SOCIALE 1994 - PROGRESSIVI`: the name stands last, behind that of a tournament. `rest`: what goes before; `from`:
   where `text` stands. */
static const AiseVariant *variant_behind(const char *text, AiseSpan s, uint32_t from, AiseSpan *rest)
{
    for (uint32_t i = s.end; i > s.begin + 1; i--) {
        bool dash = text[i - 1] == ' ' && i > 1 && (text[i - 2] == '-' || (unsigned char)text[i - 2] >= 0x80);
        if (!dash && text[i - 1] != ':' && text[i - 1] != '(')
            continue;
        AiseSpan name = undress(text, trim(text, (AiseSpan){i, s.end - (text[s.end - 1] == ')')}));
        size_t length = name.end - name.begin;
        const AiseVariant *v = length >= TITLE_PART_LEAST ? aise_variant_find(text + name.begin, length) : NULL;
        AiseHeader event;
        AiseSpan front = undress(text, (AiseSpan){s.begin, i - 1});
        if (v == NULL || !aise_event_split(text, front, &event))
            return NULL;
        *rest = (AiseSpan){from + front.begin, from + front.end};
        return v;
    }
    return NULL;
}

const AiseVariant *aise_title_split(const char *line, AiseSpan span, AiseSpan *rest)
{
    char text[TITLE_MAX + 1] = "";
    span = trim(line, span);
    *rest = (AiseSpan){span.end, span.end};
    if (span.end - span.begin > TITLE_MAX)
        return NULL;
    memcpy(text, line + span.begin, span.end - span.begin);
    plain_spaces(text);
    AiseSpan s = trim(text, (AiseSpan){0, span.end - span.begin});
    if (is_small_word(text, s))
        return NULL;
    const AiseVariant *v = aise_variant_find(text + s.begin, s.end - s.begin);
    if (v != NULL)
        return v;
    s = undress(text, s);
    v = aise_variant_find(text + s.begin, s.end - s.begin);
    uint32_t end = name_end(text, s);
    if (v == NULL && end < s.end && end - s.begin >= TITLE_PART_LEAST) {
        v = aise_variant_find(text + s.begin, end - s.begin);
        *rest = (AiseSpan){span.begin + end, span.begin + s.end};
    }
    return v != NULL ? v : variant_behind(text, s, span.begin, rest);
}

const AiseVariant *aise_title_find(const char *text, AiseSpan span)
{
    AiseSpan rest;
    return aise_title_split(text, span, &rest);
}

/* All credits of the heading, and the tag's; else the one that stood alone before. */
static void set_annotator(Collector *c)
{
    const AiseBuffer *credit = c->credits->length > 0 ? c->credits : &c->r->annotator;
    const char **slot = tag_slot(c, "Annotator");
    if (credit->length == 0 || (slot != NULL && credit != c->credits))
        return;
    const char *text = aise_arena_copy(&c->r->arena, credit->bytes, credit->length);
    if (slot == NULL) {
        add_other(c, "Annotator", text);
    } else if (strcmp(*slot, text) != 0) {
        AiseBuffer *b = &c->r->comment;
        b->length = 0;
        aise_buffer_text(b, *slot);
        aise_buffer_text(b, "; ");
        aise_buffer_text(b, text);
        *slot = aise_arena_copy(&c->r->arena, b->bytes, b->length);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const AiseTag *)a)->name, ((const AiseTag *)b)->name);
}

static void join_tags(Collector *c)
{
    static const char *const unknown[ROSTER_COUNT] = {"?", "?", "????.??.??", "?", "?", "?"};
    AiseTag *tags = aise_arena_alloc(&c->r->arena, (ROSTER_COUNT + c->others) * sizeof *tags);
    for (size_t i = 0; i < ROSTER_COUNT; i++)
        tags[i] = (AiseTag){roster[i], c->slot[i] ? c->slot[i] : unknown[i]};
    if (c->others > 0)
        memcpy(tags + ROSTER_COUNT, c->other, c->others * sizeof *tags);
    qsort(tags + ROSTER_COUNT, c->others, sizeof *tags, by_name);
    c->h->tags = tags;
    c->h->tag_count = ROSTER_COUNT + c->others;
}

/* What we wrote of a game that broke at its first move stands for the moves. */
static bool is_unparsed(const AiseRecord *record, const AiseItem *item)
{
    static const char mark[] = "{AISE unparsed:";
    return item->span.end - item->span.begin > sizeof mark &&
           memcmp(record->text + item->span.begin, mark, sizeof mark - 1) == 0;
}

static bool is_move(const AiseRecord *record, const AiseItem *item)
{
    switch (item->kind) {
    case AISE_ITEM_COMMENT:
        return is_unparsed(record, item);
    case AISE_ITEM_NUMBER:
    case AISE_ITEM_PLY:
    case AISE_ITEM_BAD_PLY:
        return true;
    default:
        return false;
    }
}

/* A result, or a word for how it ended, above the first move belongs to the heading. False: no move follows. */
static bool take_ending(Collector *c, size_t item)
{
    const AiseItem *items = c->record->items;
    if (!c->moves)
        return false;
    if (items[item].kind == AISE_ITEM_RESULT && items[item].value == AISE_RESULT_UNKNOWN && c->h->result != AISE_RESULT_NONE)
        return true; /* an ornament, or no news */
    if (items[item].kind == AISE_ITEM_RESULT) {
        take_result(c, (AiseResult)items[item].value, items[item].span);
    } else {
        take_end(c, (AiseEnd)items[item].value, items[item].extra, items[item].span);
    }
    return true;
}

/* Does the line stand right below the header, but for others that have been taken? */
static bool below_header(const Collector *c, const AiseItem *item)
{
    const AiseItem *first = c->record->items;
    while (item > first && item[-1].kind != AISE_ITEM_HEADER) {
        item--;
        bool taken = c->h->mark != NULL && c->h->mark[item - first] == AISE_HEADING_TAKEN;
        if (item->kind != AISE_ITEM_CREDIT && !(item->kind == AISE_ITEM_TEXT && taken))
            return false;
    }
    return item > first;
}

/* `Campionato AISE 1994 - 3° turno` right below the header. */
static bool take_event_line(Collector *c, const AiseItem *item)
{
    AiseHeader line;
    if (*tag_slot(c, "Event") != NULL || !aise_event_split(c->record->text, item->span, &line))
        return false;
    take_event(c, line.event);
    if (!empty(line.date)) {
        const char *written = copy_span(c, line.date), *date = take_date(c, written, line.date, false);
        set_tag(c, "Date", date ? date : written, line.date);
    }
    set_span(c, "Round", line.round);
    if (line.result != AISE_RESULT_NONE)
        take_result(c, line.result, line.result_span);
    if (line.end != AISE_END_NONE)
        take_end(c, line.end, aise_loser(line.result), line.result_span);
    return true;
}

/* `Torino, 15.III.94` right below the header. */
static bool take_place(Collector *c, const AiseItem *item)
{
    AiseSpan place, date;
    const char *text = c->record->text + item->span.begin;
    AiseHeader event;
    if (*tag_slot(c, "Date") != NULL || *tag_slot(c, "Site") != NULL ||
        aise_event_split(c->record->text, item->span, &event) ||
        !aise_line_place(text, item->span.end - item->span.begin, &place, &date))
        return false;
    Date read;
    if (!read_date(text + date.begin, date.end - date.begin, &read) || !is_day(&read))
        return false;
    const char *value = date_text(c->r, &read);
    if (c->event_date != NULL && memcmp(value, c->event_date, 4) != 0) /* another year: of what is told, or of the source */
        return false;
    set_tag(c, "Date", value, item->span);
    if (!empty(place))
        set_span(c, "Site", (AiseSpan){item->span.begin + place.begin, item->span.begin + place.end});
    return true;
}

/* A title or labelled line: it speaks of the game and is no comment, unless more stands behind the title. */
static bool take_line(Collector *c, const AiseItem *item)
{
    AiseSpan rest;
    const AiseVariant *v = aise_title_split(c->record->text, item->span, &rest);
    if (v == NULL)
        return take_label(c, item) ||
               (c->h->has_header && below_header(c, item) && (take_event_line(c, item) || take_place(c, item)));
    if (c->h->variant != NULL && c->h->variant != v)
        return false;
    c->h->variant = v;
    return empty(rest);
}

static void mark(AiseReplay *r, const AiseRecord *record, AiseHeading *h, size_t item, AiseHeadingMark mark)
{
    if (h->mark == NULL) {
        h->mark = aise_arena_alloc(&r->arena, record->count);
        memset(h->mark, 0, record->count);
    }
    h->mark[item] = (uint8_t)mark;
}

size_t aise_header_end(const AiseRecord *record)
{
    size_t end = 0;
    for (size_t i = 0; i < record->count; i++)
        if (record->items[i].kind == AISE_ITEM_HEADER || record->items[i].kind == AISE_ITEM_TAG)
            end = i + 1;
    while (end < record->count && record->items[end].kind != AISE_ITEM_BLANK)
        end++;
    return end;
}

/* Where the heading ends: at the first move or, if there is neither move nor result, at an empty line. */
static size_t heading_stop(const AiseRecord *record, bool *moves)
{
    bool ending = false;
    for (size_t i = 0; i < record->count; i++) {
        if (is_move(record, &record->items[i])) {
            *moves = true;
            return i;
        }
        ending = ending || record->items[i].kind == AISE_ITEM_RESULT || record->items[i].kind == AISE_ITEM_END;
    }
    return ending ? record->count : aise_header_end(record);
}

/* A game without names, but with a line that may be meant for a header: it would be a comment without a word. */
static void tell_unread_header(Collector *c, size_t stop)
{
    const AiseRecord *record = c->record;
    if (!c->moves || c->h->has_header || *tag_slot(c, "White") != NULL || *tag_slot(c, "Black") != NULL)
        return;
    for (size_t i = 0; i < stop; i++) {
        const AiseItem *item = &record->items[i];
        bool taken = c->h->mark != NULL && c->h->mark[i] == AISE_HEADING_TAKEN;
        if (item->kind != AISE_ITEM_TEXT || !(item->flags & AISE_ITEM_LINE_START) || taken ||
            !aise_line_like_header(record->text + item->span.begin, item->span.end - item->span.begin))
            continue;
        aise_replay_finding(c->r, AISE_CODE_H211, item->span)->has_hint = true;
        return;
    }
}

void aise_heading_read(AiseReplay *r, const AiseRecord *record, AiseHeading *out)
{
    Collector c = {.r = r, .record = record, .h = out, .credits = &r->scratch};
    memset(out, 0, sizeof *out);
    c.credits->length = 0;
    size_t i = 0, stop = heading_stop(record, &c.moves);
    for (; i < stop; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_HEADER)
            take_header(&c, item);
        else if (item->kind == AISE_ITEM_TAG && !take_tag(&c, item))
            mark(r, record, out, i, AISE_HEADING_LEFT);
        else if (item->kind == AISE_ITEM_CREDIT)
            take_credit(&c, item->span);
        else if (item->kind == AISE_ITEM_TEXT && take_line(&c, item))
            mark(r, record, out, i, AISE_HEADING_TAKEN);
        else if ((item->kind == AISE_ITEM_RESULT || item->kind == AISE_ITEM_END) && !take_ending(&c, i))
            break;
    }
    out->first = i;
    tell_unread_header(&c, i);
    if (c.event_date != NULL && *tag_slot(&c, "Date") == NULL)
        *tag_slot(&c, "Date") = c.event_date;
    set_annotator(&c);
    join_tags(&c);
}
