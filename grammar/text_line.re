/* What a whole line is: header, tag, credit or prose. */
#include "grammar/reader.h"

#include <string.h>
#include <strings.h>

enum { HEADER_MAX = 240, NAME_MAX = 40, NAME_WORDS_MAX = 5, TAIL_WORDS_MAX = 3, EVENT_MAX = 80 };

/* A copy of the line with a NUL behind it, and what was found in it so far. */
typedef struct Line {
    char text[HEADER_MAX + 1];
    size_t length;
    AiseHeader header;
    bool unclosed; /* the parenthesis of the event */
} Line;

/*!re2c
re2c:api:style = free-form;
re2c:define:YYCTYPE = "unsigned char";
re2c:define:YYCURSOR = at;
re2c:define:YYLIMIT = limit;
re2c:define:YYMARKER = marker;
re2c:yyfill:enable = 0;
re2c:eof = 0;
re2c:bit-vectors = 0;

blank  = [ \t] | "\xC2\xA0";
dash   = "-" | "\xE2\x80" [\x90-\x95] | "\xE2\x88\x92";
versus = blank* dash blank* | blank* ":" blank*;
half   = "1/2" | "\xC2\xBD" | "0"[,.]"5";
white  = ('il' blank+)? 'bianco';
black  = ('il' blank+)? 'nero';
wins   = 'vince' | 'ha' blank+ 'vinto';
roman  = [IVX]{1,4};
day    = [0-9]{1,2};
month  = 'gennaio' | 'febbraio' | 'marzo' | 'aprile' | 'maggio' | 'giugno' | 'luglio' | 'agosto' | 'settembre' | 'ottobre'
       | 'novembre' | 'dicembre';
*/

static bool is_letter(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0xC3;
}

static size_t blank_at(const Line *l, size_t at)
{
    return at < l->length ? aise_blank_length((const unsigned char *)l->text + at) : 0;
}

static size_t blank_before(const Line *l, size_t at)
{
    if (at >= 1 && (l->text[at - 1] == ' ' || l->text[at - 1] == '\t'))
        return 1;
    return at >= 2 && blank_at(l, at - 2) == 2 ? 2 : 0;
}

static size_t dash_at(const Line *l, size_t at)
{
    const unsigned char *s = (const unsigned char *)l->text + at;
    if (*s == '-')
        return 1;
    if (s[0] == 0xE2 && ((s[1] == 0x80 && s[2] >= 0x90 && s[2] <= 0x95) || (s[1] == 0x88 && s[2] == 0x92)))
        return 3;
    return 0;
}

/* [begin, end) without blanks at its ends. */
static AiseSpan trimmed(const Line *l, size_t begin, size_t end)
{
    while (begin < end && blank_at(l, begin) != 0)
        begin += blank_at(l, begin);
    while (end > begin && blank_before(l, end) != 0)
        end -= blank_before(l, end);
    return (AiseSpan){(uint32_t)begin, (uint32_t)(begin < end ? end : begin)};
}

static bool empty(AiseSpan span)
{
    return span.begin == span.end;
}

/* ---- results ---- */

/* The bytes of the result, or of the word that stands for one, that begins at `from`; 0 if none does. */
static size_t result_at(const Line *l, size_t from, AiseResult *value, AiseEnd *end)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    *value = AISE_RESULT_NONE;
    *end = AISE_END_NONE;
    /*!re2c
    [1lI] versus "0" | "1" versus "O"    { *value = AISE_RESULT_WHITE; goto found; }
    [0O] versus "1" | "0" versus [lI]    { *value = AISE_RESULT_BLACK; goto found; }
    half (versus half)?                  { *value = AISE_RESULT_DRAW; goto found; }
    draw = 'patta' | 'draw' | 'remis';
    yields = 'abbandona' | 'si' blank+ 'arrende';
    draw                                 { *value = AISE_RESULT_DRAW; goto found; }
    draw blank+ ("d" ['] | "d\xE2\x80\x99" | 'di' blank+ 'comune' blank+ | 'per' blank+) 'accordo'
                                         { *value = AISE_RESULT_DRAW; *end = AISE_END_AGREED; goto found; }
    wins blank+ white | white blank+ wins { *value = AISE_RESULT_WHITE; goto found; }
    wins blank+ black | black blank+ wins { *value = AISE_RESULT_BLACK; goto found; }
    yields blank+ black | black blank+ yields { *value = AISE_RESULT_WHITE; *end = AISE_END_RESIGNS; goto found; }
    yields blank+ white | white blank+ yields { *value = AISE_RESULT_BLACK; *end = AISE_END_RESIGNS; goto found; }
    "*"                                  { *value = AISE_RESULT_UNKNOWN; goto found; }
    "+" [/:]? dash                       { *value = AISE_RESULT_WHITE; *end = AISE_END_FORFEIT; goto found; }
    dash [/:]? "+"                       { *value = AISE_RESULT_BLACK; *end = AISE_END_FORFEIT; goto found; }
    ('per' blank+)? ('forfait' | 'forfeit') | 'ff' { *end = AISE_END_FORFEIT; goto found; }
    'per' blank+ ('il' blank+)? 'tempo' | 'tempo' { *end = AISE_END_TIME; goto found; }
    'aggiudicata' | 'per' blank+ 'aggiudicazione' { *end = AISE_END_ADJUDICATED; goto found; }
    'abbandono' | 'per' blank+ 'abbandono' | 'abb' "."? { *end = AISE_END_RESIGNS; goto found; }
    $                                    { return 0; }
    *                                    { return 0; }
    */
found:
    return (size_t)(at - begin);
}

/* Does [from, to) hold a result, perhaps with a word for how the game ended, and nothing else? */
static bool all_result(const Line *l, size_t from, size_t to, AiseResult *value, AiseEnd *end)
{
    AiseResult second;
    AiseEnd how;
    if (to > from + 1 && ((l->text[from] == '(' && l->text[to - 1] == ')') || (l->text[from] == '[' && l->text[to - 1] == ']'))) {
        AiseSpan inner = trimmed(l, from + 1, to - 1);
        return !empty(inner) && result_at(l, inner.begin, value, end) == inner.end - inner.begin;
    }
    size_t length = result_at(l, from, value, end);
    if (length == 0 || from + length >= to)
        return length != 0 && from + length == to;
    AiseSpan rest = trimmed(l, from + length, to);
    if (rest.begin == from + length)
        return false;
    if (l->text[rest.begin] == '(' && l->text[rest.end - 1] == ')')
        rest = trimmed(l, rest.begin + 1, rest.end - 1);
    if (empty(rest) || result_at(l, rest.begin, &second, &how) != rest.end - rest.begin || how == AISE_END_NONE)
        return false;
    *end = how;
    *value = second != AISE_RESULT_NONE && *value == AISE_RESULT_NONE ? second : *value;
    return true;
}

/* Takes the result off the end of `part`, if one stands there. */
static bool take_result(Line *l, AiseSpan *part)
{
    for (size_t at = part->begin; at < part->end; at++) {
        bool starts = at == part->begin || blank_before(l, at) != 0 || l->text[at - 1] == ',' || l->text[at - 1] == ')';
        AiseResult value;
        AiseEnd end;
        if (starts && all_result(l, at, part->end, &value, &end)) {
            l->header.result = value;
            l->header.end = end;
            l->header.result_span = (AiseSpan){(uint32_t)at, part->end};
            *part = trimmed(l, part->begin, at);
            if (part->end > part->begin && l->text[part->end - 1] == ',')
                *part = trimmed(l, part->begin, part->end - 1);
            return true;
        }
    }
    return false;
}

/* ---- names ---- */

static bool is_among(const char *const *words, size_t count, const char *word, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == length && strncasecmp(words[i], word, length) == 0)
            return true;
    return false;
}

static bool is_variant_word(const char *word, size_t length)
{
    static const char *const words[] = {"scacchi", "chess", "mossa", "doppia", "doppio", "double", "doublemove", "dynamo",
                                        "progressive", "progressivi", "progressivo", "mutanti", "mutation", "overloader",
                                        "restorer", "marsigliese", "marsigliesi", "marseillais", "ortodossi", "o/r"};
    return is_among(words, sizeof words / sizeof *words, word, length);
}

/* Words of titles, never of names: `CO-SCACCHI`, `Doppia-Mossa`. */
static bool is_title_word(const char *word, size_t length)
{
    static const char *const words[] = {"regolamento", "regole", "partita", "partite", "torneo", "campionato"};
    return is_variant_word(word, length) || is_among(words, sizeof words / sizeof *words, word, length);
}

static bool is_particle(const char *word, size_t length)
{
    static const char *const words[] = {"de", "di", "da", "del", "della", "dei", "degli", "dal", "dalla", "van", "von", "der",
                                        "den", "zu", "la", "le", "lo", "el", "al", "y", "e", "du", "des", "dos", "ten",
                                        "ter", "bin", "ibn", "ben", "af", "av"};
    if (length > 2 && (word[0] == 'd' || word[0] == 'l') && word[1] == '\'' && is_letter((unsigned char)word[2]))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* `Ce4`, `Ra1E_`, `O-O`: a ply, not a name. */
static bool is_ply(const char *word, size_t length)
{
    if (strspn(word, "O-") >= length)
        return true;
    if (length < 2 || strspn(word, "RDTACPKQNBE:x=_abcdefgh12345678") < length)
        return false;
    for (size_t i = 0; i + 1 < length; i++)
        if (word[i] >= 'a' && word[i] <= 'h' && word[i + 1] >= '1' && word[i + 1] <= '8')
            return true;
    return false;
}

/* The side that a word names. */
static AiseResult side_of(const char *word, size_t length)
{
    static const char *const words[] = {"bianco", "white", "b", "b.", "nero", "black", "n", "n."};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncasecmp(words[i], word, length) == 0)
            return i < 4 ? AISE_RESULT_WHITE : AISE_RESULT_BLACK;
    return AISE_RESULT_NONE;
}

static AiseResult span_side(const Line *l, AiseSpan span)
{
    return side_of(l->text + span.begin, span.end - span.begin);
}

/* One word of a name; `first` of its name. Capital, initial, particle or (not first) number; in quotation marks a
   capital only. */
static bool is_name_word(const char *word, size_t length, bool first)
{
    if (length > 3 && word[0] == '"' && word[length - 1] == '"' && word[1] >= 'A' && word[1] <= 'Z') {
        word++;
        length -= 2;
    }
    unsigned char c = (unsigned char)word[0];
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)word[i] < ' ' || strchr(":;!?\"/\\()[]{}<>=+*|,#", word[i]) != NULL)
            return false;
    if (is_title_word(word, length) || is_ply(word, length))
        return false;
    if (c >= '0' && c <= '9')
        return !first && strspn(word, "0123456789.") >= length;
    bool small = (c >= 'a' && c <= 'z') || (c == 0xC3 && (unsigned char)word[1] >= 0xA0);
    return small ? is_particle(word, length) : is_letter(c);
}

/* A name: up to five words, forty characters, no sentence. An initial may follow a comma: `Rossi, M.` */
static bool is_name(const Line *l, AiseSpan name)
{
    size_t words = 0, characters = 0, letters = 0, digits = 0;
    for (size_t i = name.begin; i < name.end; i++) {
        characters += ((unsigned char)l->text[i] & 0xC0) != 0x80;
        letters += is_letter((unsigned char)l->text[i]);
        digits += l->text[i] >= '0' && l->text[i] <= '9';
    }
    if (empty(name) || characters > NAME_MAX || (letters < 2 && digits > 0 && memchr(l->text + name.begin, '.', name.end - name.begin) != NULL)) /* `N. 12` */
        return false;
    for (size_t at = name.begin; at < name.end; words++) {
        size_t end = at;
        while (end < name.end && blank_at(l, end) == 0 && l->text[end] != ',')
            end++;
        if (!is_name_word(l->text + at, end - at, words == 0) || end + 1 == name.end)
            return false;
        for (at = end + (l->text[end] == ','); at < name.end && blank_at(l, at) != 0;)
            at += blank_at(l, at);
    }
    return words <= NAME_WORDS_MAX;
}

/* Is the comma at `at` followed by an initial, as in `Rossi, M. - Bianchi,G`? Returns the place behind it, else 0. */
static size_t initial_after(const Line *l, size_t at)
{
    size_t next = at + 1;
    while (blank_at(l, next) != 0)
        next += blank_at(l, next);
    if (l->text[next] < 'A' || l->text[next] > 'Z')
        return 0;
    next++;
    bool alone = next == l->length || blank_at(l, next) != 0 || dash_at(l, next) != 0 || strchr(",([", l->text[next]) != NULL;
    return l->text[next] == '.' ? next + 1 : alone ? next : 0;
}

/* The first dash in [from, end) with blanks around it; 0: none. */
static size_t spaced_dash(const Line *l, size_t from, size_t end)
{
    for (size_t at = from + 1; at < end; at++) {
        size_t dash = dash_at(l, at);
        if (dash != 0 && blank_before(l, at) != 0 && blank_at(l, at + dash) != 0)
            return at;
    }
    return 0;
}

/* Where the names end: the first `(`, `[` or `,`, but for a comma before an initial, and those of `Rossi, Mario - Verdi,
   Luigi`: before the dash at `dash` (0: none), and as many behind it. */
static size_t names_end(const Line *l, size_t from, size_t dash)
{
    size_t commas = 0;
    for (size_t at = from; at < l->length; at++) {
        if (l->text[at] == '(' || l->text[at] == '[')
            return at;
        if (l->text[at] != ',')
            continue;
        size_t next = initial_after(l, at);
        if (next != 0)
            at = next - 1;
        else if (at < dash)
            commas++;
        else if (commas-- == 0)
            return at;
    }
    return l->length;
}

/* Splits `part` at its dash: one with blanks around it, else the first. */
static bool take_names(Line *l, AiseSpan part)
{
    size_t chosen = spaced_dash(l, part.begin, part.end);
    for (size_t at = part.begin + 1; at < part.end && chosen == 0; at++)
        if (dash_at(l, at) != 0)
            chosen = at;
    if (chosen == 0)
        return false;
    l->header.white = trimmed(l, part.begin, chosen);
    l->header.black = trimmed(l, chosen + dash_at(l, chosen), part.end);
    if (span_side(l, l->header.white) != AISE_RESULT_NONE && span_side(l, l->header.black) != AISE_RESULT_NONE)
        return false; /* `Bianco - Nero`: the heading of columns */
    return is_name(l, l->header.white) && is_name(l, l->header.black);
}

/* ---- event and date ---- */

static size_t date_at(const Line *l, size_t from)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    /*!re2c
    year = [0-9]{4} | [0-9]{2};
    day [./-] (day | roman) [./-] year   { return (size_t)(at - begin); }
    (day blank+)? month blank+ [0-9]{4}  { return (size_t)(at - begin); }
    [0-9]{4} [./-] day [./-] day         { return (size_t)(at - begin); }
    $                                    { return 0; }
    *                                    { return 0; }
    */
}

/* A date with day or month at the end of the event; a year alone stays in it. */
static void take_date(Line *l)
{
    AiseSpan *event = &l->header.event;
    for (size_t at = event->begin; at < event->end; at++) {
        bool starts = at == event->begin || blank_before(l, at) != 0 || l->text[at - 1] == ',';
        if (!starts || date_at(l, at) != event->end - at)
            continue;
        l->header.date = (AiseSpan){(uint32_t)at, event->end};
        *event = trimmed(l, event->begin, at);
        if (!empty(*event) && l->text[event->end - 1] == ',')
            *event = trimmed(l, event->begin, event->end - 1);
        return;
    }
}

/* `turno 3`, `3° turno`: the place behind it, 0 if none stands at `from`. */
static size_t round_at(const Line *l, size_t from)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    /*!re2c
    ('turno' | 'round' | 't.') blank* [0-9]{1,3}                              { goto found; }
    [0-9]{1,3} ("." | "\xC2" [\xB0\xBA] | "^")? blank* ('turno' | 'round')    { goto found; }
    $                                                                         { return 0; }
    *                                                                         { return 0; }
    */
found:
    return from + (size_t)(at - begin);
}

/* A round at the end of the event, behind a comma or a dash. */
static void take_round(Line *l)
{
    AiseSpan *event = &l->header.event;
    for (uint32_t comma = event->begin + 1; comma < event->end; comma++) {
        size_t dash = dash_at(l, comma);
        AiseSpan round = trimmed(l, comma + (dash != 0 ? dash : 1), event->end);
        if ((l->text[comma] != ',' && dash == 0) || empty(round) || round_at(l, round.begin) != round.end)
            continue;
        round.begin += (uint32_t)strcspn(l->text + round.begin, "0123456789");
        round.end = round.begin + (uint32_t)strspn(l->text + round.begin, "0123456789");
        l->header.round = round;
        *event = trimmed(l, event->begin, comma);
        return;
    }
}

static bool has_digit(const Line *l, AiseSpan span)
{
    for (size_t at = span.begin; at < span.end; at++)
        if (l->text[at] >= '0' && l->text[at] <= '9')
            return true;
    return false;
}

/* `3-1`, `2,5-1,5`: a score of something else. */
static bool is_score(const Line *l, AiseSpan span)
{
    return has_digit(l, span) && strspn(l->text + span.begin, "0123456789,.- ") >= span.end - span.begin;
}

/* `(GP94)` or `[GP94]` and what follows it. False: this is no header. */
static bool take_parenthesis(Line *l, AiseSpan part)
{
    size_t depth = 0, close = part.begin;
    const char opening = l->text[part.begin], closing = opening == '(' ? ')' : ']';
    for (; close < part.end; close++) {
        depth += l->text[close] == opening;
        if (l->text[close] == closing && --depth == 0)
            break;
    }
    AiseSpan inner = trimmed(l, part.begin + 1, close), after = trimmed(l, close + 1, part.end);
    l->unclosed = close == part.end;
    if (l->unclosed && (depth > 1 || empty(inner)))
        return false;
    bool known = l->header.result != AISE_RESULT_NONE || l->header.end != AISE_END_NONE;
    l->header.event = inner;
    if (!known && take_result(l, &inner)) {
        l->header.event = inner;
        known = true;
    }
    while (!empty(after) && strchr(",:;", l->text[after.begin]) != NULL)
        after = trimmed(l, after.begin + 1, after.end);
    if (empty(after))
        return true;
    if (!known || is_score(l, after))
        return false;
    l->header.site = after;
    return true;
}

/* Without a result, only an event that looks like one makes a header: capital or number in front, a number after commas. */
static bool convincing(const Line *l, bool parenthesis)
{
    AiseSpan event = l->header.event;
    unsigned char c = (unsigned char)l->text[event.begin];
    if (empty(event) && empty(l->header.date))
        return false;
    if (event.end - event.begin > EVENT_MAX)
        return false;
    bool begins = empty(event) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0xC2 ||
                  strncmp(l->text + event.begin, "corr", 4) == 0;
    return begins && (parenthesis || has_digit(l, event) || !empty(l->header.date));
}

/* What follows the names. False: no header. */
static bool take_event(Line *l, AiseSpan rest)
{
    if (empty(rest))
        return true;
    if (l->text[rest.begin] == '(' || l->text[rest.begin] == '[') {
        if (!take_parenthesis(l, rest))
            return false;
    } else {
        l->header.event = trimmed(l, rest.begin + (l->text[rest.begin] == ','), rest.end);
        if (is_score(l, l->header.event) && l->header.event.end - l->header.event.begin != 4)
            return false;
    }
    take_date(l);
    take_round(l);
    return true;
}

/* ---- labelled lines ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Does a word that a name may begin with stand behind blanks at `from`? */
static bool begins_name(const Line *l, size_t from)
{
    size_t begin = trimmed(l, from, l->length).begin, end = begin;
    while (end < l->length && blank_at(l, end) == 0 && l->text[end] != ',')
        end++;
    return begin > from && end > begin && is_name_word(l->text + begin, end - begin, true);
}

/* Is what stands behind a side at `from`, up to the next label or sign, a name, `?` or nothing: no sentence, no move? */
static bool may_name(const Line *l, size_t from)
{
    size_t begin = trimmed(l, from, l->length).begin, end = begin, word = begin;
    while (end < l->length && strchr(",;|([\t=:", l->text[end]) == NULL) {
        size_t blank = blank_at(l, end);
        if (blank != 0 && blank_at(l, end + blank) != 0)
            break;
        end += blank != 0 ? blank : 1;
        word = blank != 0 ? end : word;
    }
    if (end < l->length && (l->text[end] == ':' || l->text[end] == '=')) /* the last word is a label */
        end = word;
    AiseSpan value = trimmed(l, begin, end);
    bool side = value.end - value.begin > 2 && span_side(l, value) != AISE_RESULT_NONE;
    return empty(value) || l->text[value.begin] == '?' || (is_name(l, value) && !side);
}

typedef enum Label { WHITE, BLACK, EVENT, DATE, ROUND, SITE, RESULT, VARIANT, ANNOTATOR, LABELS } Label;

/* The place behind the label and its colon that stand at `from`; 0 if none do. */
static size_t label_at(const Line *l, size_t from, Label *label)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    /*!re2c
    end = (blank | ".")* ":"; /* `Torneo ....: GP94` */
    side_end = (blank | ".")* [:=] | blank+ dash blank | blank* "\t";
    ('bianco' | 'white') side_end                                        { *label = WHITE; goto side; }
    ('nero' | 'black') side_end                                          { *label = BLACK; goto side; }
    'b' "."? blank* ":"                                                  { *label = WHITE; goto letter; }
    'n' "."? blank* ":"                                                  { *label = BLACK; goto letter; }
    ('torneo' | 'evento' | 'event' | 'manifestazione' | 'gara') end      { *label = EVENT; goto found; }
    ('data' | 'date') end                                                { *label = DATE; goto found; }
    ('turno' | 'round') end                                              { *label = ROUND; goto round; }
    ('luogo' | 'sede' | 'site') end                                      { *label = SITE; goto found; }
    ('risultato' | 'esito' | 'result') end                               { *label = RESULT; goto found; }
    ('variante' | 'variant') end                                         { *label = VARIANT; goto found; }
    ('annotatore' | 'commentatore' | 'annotator') end                    { *label = ANNOTATOR; goto found; }
    $                                                                    { return 0; }
    *                                                                    { return 0; }
    */
round: /* `Turno: tocca al Nero` is none */
    if (strpbrk((const char *)at, "0123456789IVX?-") == NULL)
        return 0;
    goto found;
letter: /* `B: Rossi`, but not `N:c6` */
    if (!begins_name(l, from + (size_t)(at - begin)))
        return 0;
side: /* neither `Bianco: 1. e4` nor `Bianco - Nero` names anybody */
    if (!may_name(l, from + (size_t)(at - begin)))
        return 0;
found:
    return from + (size_t)(at - begin);
}

/* The next label at or behind `from`: where it begins, or the line's length. */
static size_t next_label(const Line *l, size_t from, Label *label, size_t *behind)
{
    for (size_t at = from; at < l->length; at++) {
        bool apart = blank_before(l, at) != 0 || strchr(",;|", l->text[at - 1]) != NULL;
        *behind = apart ? label_at(l, at, label) : 0;
        if (*behind != 0)
            return at;
    }
    return l->length;
}

/* [begin, end) without blanks and separators at its end. */
static AiseSpan label_value(const Line *l, size_t begin, size_t end)
{
    AiseSpan value = trimmed(l, begin, end);
    while (!empty(value) && strchr(",;|-", l->text[value.end - 1]) != NULL)
        value = trimmed(l, value.begin, value.end - 1);
    return value;
}

/* Black's name stands last: event and result may follow it. */
static bool take_behind_black(Line *l, size_t from)
{
    AiseSpan rest = {(uint32_t)from, (uint32_t)l->length};
    bool known = take_result(l, &rest);
    size_t end = names_end(l, from, 0);
    l->header.black = trimmed(l, from, end < rest.end ? end : rest.end);
    if (end >= rest.end)
        return true;
    return take_event(l, trimmed(l, end, rest.end)) && (known || convincing(l, l->text[end] == '('));
}

/* `Bianco: Rossi  Nero: Verdi (GP94) 1-0`, or with labels for all of it. */
static AiseLineShape labelled(Line *l)
{
    AiseHeader *h = &l->header;
    AiseSpan *const slots[LABELS] = {&h->white, &h->black, &h->event, &h->date, &h->round,
                                     &h->site, &h->result_span, &h->variant, &h->annotator};
    Label label, next;
    size_t from = label_at(l, 0, &label), behind = 0;
    if (from == 0)
        return AISE_LINE_PROSE;
    for (;;) {
        size_t end = next_label(l, from, &next, &behind);
        AiseSpan value = label_value(l, from, end);
        if (!empty(*slots[label]) || empty(value))
            return AISE_LINE_PROSE;
        *slots[label] = value;
        if (end == l->length)
            break;
        label = next;
        from = behind;
    }
    if (label == BLACK && !take_behind_black(l, from))
        return AISE_LINE_PROSE;
    if (!empty(h->result_span) && h->result == AISE_RESULT_NONE && h->end == AISE_END_NONE &&
        !all_result(l, h->result_span.begin, h->result_span.end, &h->result, &h->end))
        return AISE_LINE_PROSE;
    if (!is_name(l, h->white) || !is_name(l, h->black))
        return AISE_LINE_PROSE;
    bool more = h->result != AISE_RESULT_NONE || h->end != AISE_END_NONE || !empty(h->event) || !empty(h->date) ||
                !empty(h->round) || !empty(h->site) || !empty(h->variant) || !empty(h->annotator);
    return more ? AISE_LINE_HEADER : AISE_LINE_PAIRING;
}

/* `12.` or `12)` before a header. */
static size_t counter(const Line *l)
{
    size_t at = strspn(l->text, "0123456789");
    if (at == 0 || at > 3 || (l->text[at] != '.' && l->text[at] != ')'))
        return 0;
    return trimmed(l, at + 1, l->length).begin;
}

/* `[Commenti di …]` behind a header. */
static void take_credit(Line *l, AiseSpan *all)
{
    for (uint32_t at = all->end; l->text[all->end - 1] == ']' && at-- > all->begin;)
        if (l->text[at] == '[' && aise_line_credit(l->text + at, all->end - at)) {
            l->header.credit = (AiseSpan){at, all->end};
            *all = trimmed(l, all->begin, at);
            return;
        }
}

/* A full stop that is of no initial and no `abb.` */
static bool ends_in_stop(const Line *l, AiseSpan all)
{
    const char *end = l->text + all.end;
    if (empty(all) || end[-1] != '.')
        return false;
    bool initial = all.end - all.begin >= 3 && is_letter((unsigned char)end[-2]) && strchr(" .-", end[-3]) != NULL;
    return !initial && (all.end - all.begin < 4 || end[-2] != 'b');
}

static bool is_year(const Line *l, AiseSpan word)
{
    const char *s = l->text + word.begin;
    bool century = memcmp(s, "19", 2) == 0 || (memcmp(s, "20", 2) == 0 && s[2] <= '4'); /* no rating */
    return word.end - word.begin == 4 && century && strspn(s, "0123456789") >= 4;
}

/* `GP94`, a date or `Torino 1994` that follows the names without a comma: the event. */
static void take_tail(Line *l, AiseSpan *names)
{
    uint32_t last = names->end, before;
    for (uint32_t at = names->begin + 1; at < names->end; at++)
        if (blank_before(l, at) != 0 && date_at(l, at) == names->end - at) {
            l->header.date = (AiseSpan){at, names->end};
            *names = trimmed(l, names->begin, at);
            return;
        }
    while (last > names->begin && blank_before(l, last) == 0)
        last--;
    AiseSpan word = {last, names->end}, rest = trimmed(l, names->begin, last);
    const char *s = l->text + last;
    bool prix = word.end - word.begin == 4 && memcmp(s, "GP", 2) == 0 && strspn(s + 2, "0123456789") >= 2;
    if (empty(rest) || !(prix || is_year(l, word)))
        return;
    for (before = rest.end; before > rest.begin && blank_before(l, before) == 0 && dash_at(l, before - 1) == 0;)
        before--;
    bool place = !prix && before > rest.begin && blank_before(l, before) != 0 && l->text[rest.end - 1] != '.' &&
                 dash_at(l, trimmed(l, rest.begin, before).end - 1) == 0;
    l->header.event = (AiseSpan){place ? before : word.begin, word.end};
    *names = trimmed(l, names->begin, l->header.event.begin);
}

/* The place behind the bracket that closes the one at `open`; 0: none does. */
static size_t group_end(const Line *l, size_t open, size_t end)
{
    const char *close = memchr(l->text + open, l->text[open] == '(' ? ')' : ']', end - open);
    return close != NULL ? (size_t)(close + 1 - l->text) : 0;
}

/* What stands in brackets behind a name: a rating, the side, or part of the name. */
static void take_note(Line *l, AiseSpan *name, size_t open, size_t close, AiseSpan *elo)
{
    AiseSpan inner = trimmed(l, open + 1, close - 1);
    if (span_side(l, inner) == (elo == &l->header.white_elo ? AISE_RESULT_WHITE : AISE_RESULT_BLACK))
        return;
    size_t digits = strspn(l->text + inner.begin, "0123456789");
    if (digits == inner.end - inner.begin && (digits == 3 || digits == 4))
        *elo = inner;
    else
        name->end = (uint32_t)close;
}

/* `Rossi (2100) - Bianchi (1950)`: a bracket behind each name. `rest`: what follows them. */
static bool take_noted_names(Line *l, AiseSpan all, AiseSpan *rest)
{
    AiseHeader *h = &l->header;
    size_t open = all.begin, close, dash;
    while (open < all.end && l->text[open] != '(' && l->text[open] != '[' && dash_at(l, open) == 0)
        open++;
    if (open == all.end || dash_at(l, open) != 0 || (close = group_end(l, open, all.end)) == 0)
        return false;
    dash = trimmed(l, close, all.end).begin;
    if (dash_at(l, dash) == 0)
        return false;
    h->white = trimmed(l, all.begin, open);
    bool named = is_name(l, h->white);
    take_note(l, &h->white, open, close, &h->white_elo);
    size_t from = dash + dash_at(l, dash), end = names_end(l, from, 0);
    end = end < all.end ? end : all.end;
    h->black = trimmed(l, from, end);
    named = named && is_name(l, h->black);
    if (named && end < all.end && l->text[end] != ',' && (close = group_end(l, end, all.end)) != 0) {
        take_note(l, &h->black, end, close, &h->black_elo);
        end = close;
    }
    *rest = trimmed(l, end, all.end);
    return named;
}

/* The names, and where what follows them begins. */
static bool take_players(Line *l, AiseSpan all, bool *known, AiseSpan *rest)
{
    if (take_noted_names(l, all, rest))
        return true;
    l->header.white_elo = l->header.black_elo = (AiseSpan){0, 0};
    size_t end = names_end(l, all.begin, spaced_dash(l, all.begin, all.end));
    AiseSpan names = trimmed(l, all.begin, end < all.end ? end : all.end);
    *rest = end < all.end ? trimmed(l, end, all.end) : (AiseSpan){all.end, all.end};
    if (!*known)
        *known = take_result(l, &names);
    if (empty(*rest))
        take_tail(l, &names);
    return take_names(l, names);
}

static AiseLineShape dashed(Line *l)
{
    size_t begin = counter(l);
    AiseSpan all = trimmed(l, begin, l->length);
    take_credit(l, &all);
    if (ends_in_stop(l, all))
        all.end--;
    bool known = take_result(l, &all);
    AiseSpan rest;
    if (!take_players(l, all, &known, &rest) || !take_event(l, rest))
        return AISE_LINE_PROSE;
    if (l->unclosed) /* a sentence may break off so */
        return convincing(l, true) && has_digit(l, l->header.event) ? AISE_LINE_PAIRING : AISE_LINE_PROSE;
    bool prix = empty(rest) && strncmp(l->text + l->header.event.begin, "GP", 2) == 0 && !empty(l->header.event);
    known = known || prix || l->header.result != AISE_RESULT_NONE || l->header.end != AISE_END_NONE;
    if (known || (!empty(rest) && convincing(l, l->text[rest.begin] == '(')))
        return AISE_LINE_HEADER;
    bool enclosed = !empty(rest) && (l->text[rest.begin] == '(' || l->text[rest.begin] == '[');
    bool apart = spaced_dash(l, all.begin, rest.begin) != 0;
    if (empty(rest))
        return begin == 0 || apart ? AISE_LINE_PAIRING : AISE_LINE_PROSE;
    return enclosed || (apart && is_name(l, l->header.event)) ? AISE_LINE_PAIRING : AISE_LINE_PROSE;
}

/* Bytes of a sign that marks words out or quotes them. */
static size_t emphasis_at(const Line *l, size_t at)
{
    const unsigned char *s = (const unsigned char *)l->text + at;
    if (s[0] == 0xC2 && (s[1] == 0xAB || s[1] == 0xBB))
        return 2;
    if (s[0] == 0xE2 && s[1] == 0x80 && s[2] >= 0x98 && s[2] <= 0x9F)
        return 3;
    return *s != '\0' && strchr("*_~\"#>", *s) != NULL ? 1 : 0;
}

/* ---- looser forms, where turn 1 follows ---- */

/* `Partita n. 3:`, `(3)`, `Giocatori:` before the names: bytes, 0 for none. */
static size_t preface_at(const Line *l, size_t from)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    /*!re2c
    counted = ('n' [.r]* | "n\xC2\xB0" | "N\xC2\xB0" | "#")? blank* [0-9]{1,4};
    closes  = blank* [:.)] blank* | blank+ dash blank+;
    ('partita' | 'game') (blank* counted)? closes   { return (size_t)(at - begin); }
    [nN] ("." | "\xC2\xB0") blank* [0-9]{1,4} closes? { return (size_t)(at - begin); }
    [([] blank* [0-9]{1,4} blank* [)\]] blank* [:.]? { return (size_t)(at - begin); }
    ('giocatori' | 'giocano' | 'players') blank* ":"  { return (size_t)(at - begin); }
    $                                                 { return 0; }
    *                                                 { return 0; }
    */
}

/* Bytes of `vs`, `contro` at `from`; 0 for none. */
static size_t versus_at(const Line *l, size_t from)
{
    const unsigned char *begin = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *at = begin, *marker;
    /*!re2c
    ('vs' "."? | 'versus' | 'contro' | 'c.' | 'v.' | 'against') blank { return (size_t)(at - begin) - 1; }
    $                                                                 { return 0; }
    *                                                                 { return 0; }
    */
}

static void clear(Line *l, size_t from, size_t length)
{
    memset(l->text + from, ' ', length);
}

/* Takes ornaments off the front, and where they stand again: `*Rossi - Verdi*, GP94`. */
static bool clear_ornaments(Line *l)
{
    size_t begin = trimmed(l, 0, l->length).begin, length;
    bool any = false;
    while ((length = emphasis_at(l, begin)) != 0) {
        const char sign = l->text[begin];
        for (size_t at = begin; at < l->length; at++) /* a closing quote differs from the opening one in its last byte */
            if (l->text[at] == sign && emphasis_at(l, at) == length)
                clear(l, at, length);
        begin = trimmed(l, begin, l->length).begin;
        any = true;
    }
    return any;
}

/* Names in two columns, `Rossi      Bianchi`, letters alone: a dash goes between. */
static bool join_columns(Line *l)
{
    size_t gap = 0, behind = 0;
    for (size_t at = 0; at < l->length; at++) {
        if (is_digit(l->text[at]) || dash_at(l, at) != 0)
            return false;
        size_t next = trimmed(l, at, l->length).begin;
        if (next == at)
            continue;
        if (next - at >= 2 || l->text[at] == '\t') {
            if (behind != 0)
                return false;
            gap = at;
            behind = next;
        }
        at = next - 1;
    }
    if (behind == 0)
        return false;
    clear(l, gap, behind - gap);
    l->text[behind - gap > 2 ? gap + 1 : gap] = '-';
    return true;
}

/* `Castelli/De Angelis (GP93)`: the only slash stands between two letters. */
static bool part_at_slash(Line *l)
{
    char *slash = strchr(l->text, '/');
    if (slash == NULL || slash == l->text || strchr(slash + 1, '/') != NULL || !is_letter((unsigned char)slash[1]) ||
        ((unsigned char)slash[-1] < 0x80 && !is_letter((unsigned char)slash[-1])))
        return false;
    for (size_t at = 0; at < (size_t)(slash - l->text); at++)
        if (dash_at(l, at) != 0)
            return false;
    *slash = '-';
    return true;
}

/* Is [0, end) the name of a variant: nothing but words and signs of such? */
static bool names_variant(const Line *l, size_t end)
{
    for (size_t at = 0; at < end;) {
        size_t length = strcspn(l->text + at, " :,-");
        if (length > 0 && !is_variant_word(l->text + at, length))
            return false;
        at += length + 1;
    }
    return true;
}

/* Makes of the copy what the stricter reading knows; false: there is nothing to make. The bytes stay where they are. */
static bool loosen(Line *l)
{
    bool any = clear_ornaments(l), joined = false;
    size_t title = aise_line_behind_title(l->text, l->length);
    title = names_variant(l, title) ? title : 0; /* else it would be lost */
    clear(l, 0, title);
    size_t begin = trimmed(l, 0, l->length).begin, preface = preface_at(l, begin);
    clear(l, begin, preface);
    for (size_t at = begin + preface + 1; at < l->length && !joined; at++) {
        size_t versus = blank_before(l, at) != 0 ? versus_at(l, at) : 0;
        if (versus != 0) {
            clear(l, at, versus);
            l->text[at] = '-';
            joined = true;
        }
    }
    return part_at_slash(l) || join_columns(l) || joined || preface + title != 0 || any;
}

/* False: empty or too long. */
static bool copy_line(Line *l, const char *line, size_t length)
{
    memset(&l->header, 0, sizeof l->header);
    l->unclosed = false;
    if (length == 0 || length > HEADER_MAX)
        return false;
    for (size_t i = 0; i < length; i++) /* a header may stand on two lines, and a NUL ends no text */
        l->text[i] = line[i] == '\n' || line[i] == '\r' ? ' ' : line[i] == '\0' ? '\1' : line[i];
    memset(l->text + length, 0, sizeof l->text - length);
    l->length = length;
    return true;
}

/* Has the line something that may stand between two names? */
static bool may_be_header(const char *line, size_t length)
{
    for (const char *at = line, *end = line + length; at < end; at++)
        if (*at == '-' || (unsigned char)*at == 0xE2 || *at == ':' || *at == '\t' || *at == '=' || *at == '/' ||
            (*at == ' ' && at + 3 < end && (at[1] == ' ' || ((at[1] | 0x20) == 'v' && (at[2] | 0x20) != 'i') ||
                                            ((at[1] | 0x20) == 'c' && (at[2] == '.' || (at[2] | 0x20) == 'o')) ||
                                            (at[1] | 0x20) == 'a')))
            return true;
    return false;
}

bool aise_line_sentence(const char *line, size_t length, const AiseHeader *header)
{
    bool words = header->site.begin < header->site.end && !(line[header->site.begin] >= 'A' && line[header->site.begin] <= 'Z');
    return line[length - 1] == '.' && (header->result == AISE_RESULT_NONE || words);
}

AiseLineShape aise_line_shape(const char *line, size_t length, AiseHeader *out)
{
    Line l;
    memset(out, 0, sizeof *out);
    if (length < 3 || length > HEADER_MAX || !may_be_header(line, length) || !copy_line(&l, line, length))
        return AISE_LINE_PROSE;
    AiseLineShape shape = labelled(&l);
    if (shape == AISE_LINE_PROSE) {
        memset(&l.header, 0, sizeof l.header);
        shape = dashed(&l);
    }
    if (shape == AISE_LINE_PROSE) {
        memset(&l.header, 0, sizeof l.header);
        shape = loosen(&l) && dashed(&l) != AISE_LINE_PROSE ? AISE_LINE_LOOSE : AISE_LINE_PROSE;
    }
    if (shape != AISE_LINE_PROSE)
        *out = l.header;
    return shape;
}

bool aise_line_place(const char *line, size_t length, AiseSpan *place, AiseSpan *date)
{
    Line l;
    if (!copy_line(&l, line, length))
        return false;
    for (uint32_t at = 0; at < length; at++) {
        if (at > 0 && blank_before(&l, at) == 0 && l.text[at - 1] != ',')
            continue;
        AiseSpan rest = {at, (uint32_t)length};
        bool year = is_year(&l, rest);
        if (!(year && at > 0) && date_at(&l, at) != length - at)
            continue;
        *date = rest;
        *place = trimmed(&l, 0, at);
        if (!empty(*place) && l.text[place->end - 1] == ',')
            *place = trimmed(&l, 0, place->end - 1);
        return empty(*place) ? !year : !has_digit(&l, *place) && is_name(&l, *place);
    }
    return false;
}

static void place(AiseSpan *span, uint32_t by)
{
    if (!empty(*span)) {
        span->begin += by;
        span->end += by;
    }
}

static void place_all(AiseHeader *header, uint32_t by)
{
    AiseSpan *spans[] = {&header->white, &header->black, &header->event, &header->result_span, &header->round, &header->date,
                         &header->site, &header->variant, &header->annotator, &header->credit, &header->white_elo,
                         &header->black_elo};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        place(spans[i], by);
}

/* The word at `from` of a tournament's name, `Campionato`, `GP94`: does one stand there? */
static bool event_word(const Line *l, size_t from)
{
    const unsigned char *at = (const unsigned char *)l->text + from, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *marker;
    /*!re2c
    kind = 'torneo' | 'tornei' | 'campionat' [oi] | 'coppa' | 'trofeo' | 'memorial' | 'festival' | 'olimpiad' [ei] | 'match' | 'finale'
         | 'semifinale' | 'girone' | 'grand' blank+ 'prix' | 'open' | 'incontro' | 'sfida' | 'tournament' | 'championship' | 'cup';
    kind                { return !is_letter(*at); }
    "GP" [ ']? [0-9]{2} { return !is_digit((char)*at); }
    $                   { return false; }
    *                   { return false; }
    */
}

bool aise_line_event(const char *line, size_t length, AiseHeader *out)
{
    Line l;
    bool named = false;
    memset(out, 0, sizeof *out);
    if (length > EVENT_MAX || !copy_line(&l, line, length) || strchr(".!?:;", line[length - 1]) != NULL)
        return false;
    bool enclosed = (*line == '(' && line[length - 1] == ')') || (*line == '[' && line[length - 1] == ']');
    AiseSpan all = enclosed ? trimmed(&l, 1, length - 1) : (AiseSpan){0, (uint32_t)length};
    take_result(&l, &all);
    for (size_t at = all.begin; at < all.end && !named; at++)
        named = (at == 0 || !is_letter((unsigned char)l.text[at - 1])) && event_word(&l, at);
    const char first = l.text[all.begin];
    bool begins = (first >= 'A' && first <= 'Z') || (unsigned char)first >= 0xC3 || is_digit(first);
    if (!named || !begins || empty(all))
        return false;
    l.header.event = all;
    take_date(&l);
    take_round(&l);
    *out = l.header;
    return !empty(out->event);
}

bool aise_event_split(const char *text, AiseSpan line, AiseHeader *out)
{
    bool event = aise_line_event(text + line.begin, line.end - line.begin, out);
    place_all(out, line.begin);
    return event;
}

typedef struct WordCount {
    size_t titles, sides, others;
} WordCount;

/* What the words of a short line are. */
static WordCount count_words(const char *line, size_t length)
{
    Line l;
    WordCount count = {0, 0, 1};
    if (length > HEADER_MAX / 4 || !copy_line(&l, line, length))
        return count;
    count.others = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && blank_at(&l, end) == 0 && emphasis_at(&l, end) == 0 && strchr("|:=-", l.text[end]) == NULL)
            end++;
        if (side_of(l.text + at, end - at) != AISE_RESULT_NONE)
            count.sides++;
        else if (is_title_word(l.text + at, end - at))
            count.titles++;
        else if (end > at && (end - at != 5 || strncasecmp(l.text + at, "mosse", 5) != 0))
            count.others++;
        at = end > at ? end : end + 1;
    }
    return count;
}

bool aise_line_title(const char *line, size_t length)
{
    WordCount count = count_words(line, length);
    return count.others == 0 && (count.titles == 0 ? count.sides != 1 : count.sides == 0);
}

bool aise_line_label(const char *line, size_t length, AiseSpan *name, AiseSpan *value)
{
    Line l;
    Label label, other;
    size_t behind;
    if (!copy_line(&l, line, length))
        return false;
    size_t from = label_at(&l, 0, &label);
    if (from == 0 || next_label(&l, from, &other, &behind) != length)
        return false;
    size_t end = strcspn(l.text, ":=\t"), dash = spaced_dash(&l, 0, from);
    *name = trimmed(&l, 0, dash != 0 ? dash : end);
    while (name->end > 2 && l.text[name->end - 1] == '.')
        *name = trimmed(&l, 0, name->end - 1);
    *value = trimmed(&l, from, length);
    return true;
}

bool aise_line_broken_header(const char *line, size_t length)
{
    Line l;
    if (!copy_line(&l, line, length) || !is_letter((unsigned char)*line))
        return false;
    size_t open = strcspn(l.text, "(["), dash = 1;
    while (dash < open && dash_at(&l, dash) == 0)
        dash++;
    if (dash >= open)
        return false;
    const unsigned char *at = (const unsigned char *)l.text, *limit = at + l.length, *marker;
    for (at += dash + 1; at < limit;) {
        /*!re2c
        "(" | "[" | " " ("0" | "1" | "1/2" | "\xC2\xBD") versus { goto names; }
        $ { return false; }
        * { continue; }
        */
    }
    return false;
names:
    at--;
    while (*at != '(' && *at != '[' && *at != ' ')
        at--;
    return take_names(&l, trimmed(&l, 0, (size_t)(at - (const unsigned char *)l.text)));
}

bool aise_line_nearly_header(const char *line, size_t length)
{
    Line l;
    if (aise_line_broken_header(line, length))
        return true;
    if (!copy_line(&l, line, length) || strchr(".!?:;,", line[length - 1]) != NULL)
        return false;
    AiseSpan all = {0, (uint32_t)length};
    if (take_result(&l, &all))
        return true;
    unsigned words = 1, dashes = 0;
    for (size_t at = 1; at < length; at++) {
        words += blank_before(&l, at) != 0 && blank_at(&l, at) == 0;
        dashes += dash_at(&l, at) != 0;
    }
    return dashes > 0 && words <= 2 * NAME_WORDS_MAX;
}

bool aise_line_like_header(const char *line, size_t length)
{
    Line l;
    if (aise_line_broken_header(line, length))
        return true;
    AiseSpan names = {0, (uint32_t)length};
    if (!copy_line(&l, line, length) || !take_result(&l, &names))
        return false;
    for (size_t at = 1; at + 1 < names.end; at++)
        if (dash_at(&l, at) != 0)
            return true;
    return false;
}

/* Does a header with a result or a Grand Prix stand from `at` on? */
static bool sure_header(const char *line, size_t length, size_t at)
{
    AiseHeader h;
    return aise_line_shape(line + at, length - at, &h) == AISE_LINE_HEADER &&
           (h.result != AISE_RESULT_NONE || strncmp(line + at + h.event.begin, "GP", 2) == 0);
}

/* Where a header begins behind prose on its line: right behind the end of a sentence, or else (`tail`: the line holds moves
   before it) behind a small word. 0: none does. */
static size_t behind_sentence(const char *line, size_t length, bool tail)
{
    size_t found = 0;
    bool stop = false;
    for (size_t at = length > HEADER_MAX ? length - HEADER_MAX : 2; at + 3 < length; at++) {
        if (line[at] < 'A' || line[at] > 'Z' || line[at - 1] != ' ')
            continue;
        bool sentence = strchr(".!?:;)", line[at - 2]) != NULL && (at < 4 || line[at - 3] >= 'a' || line[at - 2] != '.');
        bool small = line[at - 2] >= 'a' && line[at - 2] <= 'z';
        size_t word = at - 2;
        while (small && word > 0 && line[word - 1] != ' ')
            word--;
        small = small && line[word] >= 'a' && !is_particle(line + word, at - 1 - word);
        if ((sentence || (small && tail && found == 0 && !stop)) && sure_header(line, length, at)) {
            stop = sentence;
            found = at;
        }
    }
    return found;
}

size_t aise_line_header_behind(const char *line, size_t length, bool tail)
{
    AiseHeader header;
    size_t behind = behind_sentence(line, length, tail);
    if (behind > 0)
        return behind;
    for (size_t at = length > HEADER_MAX ? length - HEADER_MAX : 1; at + 3 < length; at++) {
        unsigned char before = (unsigned char)line[at - 1], c = (unsigned char)line[at];
        bool capital = (c >= 'A' && c <= 'Z') || c >= 0xC3;
        if (capital && before != ' ' && before != '\t' && before < 0x80 && !(before >= 'A' && before <= 'Z') &&
            strchr("-'(\"", before) == NULL && aise_line_shape(line + at, length - at, &header) == AISE_LINE_HEADER)
            return at;
    }
    return 0;
}

enum { TITLE_WORDS_MAX = 5 };

size_t aise_line_behind_title(const char *line, size_t length)
{
    Line l;
    bool titled = false;
    if (!copy_line(&l, line, length))
        return 0;
    for (size_t at = 0, words = 0; words < TITLE_WORDS_MAX && at < length && is_letter((unsigned char)l.text[at]); words++) {
        size_t end = at, next;
        while (end < length && blank_at(&l, end) == 0 && strchr(":,", l.text[end]) == NULL)
            end++;
        bool word = is_title_word(l.text + at, end - at), small = l.text[at] >= 'a';
        if (!titled && small && !word)
            return 0;
        titled = titled || word;
        next = trimmed(&l, end, length).begin;
        bool sign = next < length && (strchr(":,", l.text[next]) != NULL || dash_at(&l, next) != 0);
        if (sign)
            next = trimmed(&l, next + (dash_at(&l, next) != 0 ? dash_at(&l, next) : 1), length).begin;
        bool name = next + 1 < length && l.text[next] >= 'A' && l.text[next] <= 'Z' && l.text[next + 1] >= 'a';
        if (sign ? titled : word && name && !is_title_word(l.text + next, strcspn(l.text + next, " :,")))
            return next < length ? next : 0;
        at = next;
    }
    return 0;
}

/* `Rossi-Bianchi (GP93) 1-0, finale`: a few words behind result and comma. The length without them; 0: no such thing. */
static size_t length_to_result(Line *l)
{
    size_t comma = l->length, words = 1;
    if (strchr(".!?:;", l->text[l->length - 1]) != NULL)
        return 0;
    while (comma > 0 && l->text[comma - 1] != ',' && words <= TAIL_WORDS_MAX)
        words += blank_before(l, comma--) != 0;
    AiseSpan rest = comma > 0 ? trimmed(l, 0, comma - 1) : (AiseSpan){0, 0};
    AiseHeader none = {0};
    bool result = l->text[comma > 0 ? comma - 1 : 0] == ',' && take_result(l, &rest) && l->header.result != AISE_RESULT_NONE;
    size_t end = l->header.result_span.end;
    l->header = none;
    return result ? end : 0;
}

size_t aise_line_uncounted(const char *line, size_t length)
{
    Line l;
    if (length == 0 || memchr(line, '-', length) == NULL || !copy_line(&l, line, length))
        return 0;
    size_t shorter = length_to_result(&l);
    if (shorter != 0 || strchr("eis)", line[length - 1]) == NULL)
        return shorter;
    for (size_t from = 5; from < length; from++) {
        const unsigned char *at = (const unsigned char *)l.text + from, *limit = (const unsigned char *)l.text + length, *marker;
        if (blank_before(&l, from) == 0 && l.text[from - 1] != ',')
            continue;
        /*!re2c
        "("? ('in' blank+)? [0-9]{1,3} blank+ ('mosse' | 'tratti' | 'turni' | 'moves') ")"? { goto counted; }
        $ { return 0; }
        * { continue; }
        */
    counted:
        if (at != limit)
            continue;
        AiseSpan rest = trimmed(&l, 0, from);
        return rest.end > 1 && l.text[rest.end - 1] == ',' ? trimmed(&l, 0, rest.end - 1).end : rest.end;
    }
    return 0;
}

bool aise_header_split(const char *text, AiseSpan line, AiseHeader *out)
{
    AiseLineShape shape = aise_line_shape(text + line.begin, line.end - line.begin, out);
    place_all(out, line.begin);
    return shape == AISE_LINE_HEADER;
}

AiseEnd aise_line_fate(const char *words, size_t length)
{
    Line l;
    if (!copy_line(&l, words, length))
        return AISE_END_NONE;
    const unsigned char *at = (const unsigned char *)l.text, *limit = at + l.length, *marker;
    AiseEnd end;
    /*!re2c
    lost = ('perde' | 'ha' blank+ 'perso') blank+;
    'abbandona' | 'abb.' | 'si' blank+ 'arrende' | 'resigns'        { end = AISE_END_RESIGNS; goto found; }
    lost? 'per' blank+ ('il' blank+)? 'tempo' | 'loses on time'     { end = AISE_END_TIME; goto found; }
    'si' blank+ 'ritira' | ('si' blank+ ('e' | "\xC3\xA8") blank+)? 'ritirat' [oa] | lost? ('per' blank+)? 'forfait' | 'withdraws'
                                                                    { end = AISE_END_FORFEIT; goto found; }
    'vince' | 'wins'                                                { end = AISE_END_WINS; goto found; }
    $                                                               { return AISE_END_NONE; }
    *                                                               { return AISE_END_NONE; }
    */
found:
    return at == limit || (at + 1 == limit && (*at == '.' || *at == '!')) ? end : AISE_END_NONE;
}

/* Bytes of the quote, dash, bracket or sign that stands at `at` for ornament. */
static size_t ornament_at(const Line *l, size_t at)
{
    size_t emphasis = emphasis_at(l, at);
    if (emphasis != 0)
        return emphasis;
    return l->text[at] != '\0' && strchr("='()[].!<|", l->text[at]) != NULL ? 1 : dash_at(l, at);
}

static AiseSpan undressed(const Line *l)
{
    AiseSpan s = trimmed(l, 0, l->length);
    for (size_t length; !empty(s) && (length = ornament_at(l, s.begin)) != 0;)
        s = trimmed(l, s.begin + length, s.end);
    for (bool again = true; again && !empty(s);) {
        again = false;
        char last = l->text[s.end - 1], opening = last == ')' ? '(' : last == ']' ? '[' : '\0';
        bool pair = opening != '\0' && memchr(l->text + s.begin, opening, s.end - s.begin) != NULL;
        for (uint32_t n = 1; n <= 3 && n < s.end - s.begin && !again && !pair; n++)
            if (ornament_at(l, s.end - n) == n) {
                s = trimmed(l, s.begin, s.end - n);
                again = true;
            }
    }
    return s;
}

/* `patta per ripetizione`: a draw that needs no agreement. */
static bool is_forced_draw(const Line *l, AiseSpan s)
{
    const unsigned char *at = (const unsigned char *)l->text + s.begin, *limit = (const unsigned char *)l->text + l->length;
    const unsigned char *marker;
    /*!re2c
    'patta' blank+ 'per' blank+ ('ripetizione' | 'scacco' blank+ 'perpetuo' | 'insufficienza' blank+ 'di' blank+ 'materiale')
        { return (size_t)(at - (const unsigned char *)l->text) == s.end; }
    $   { return false; }
    *   { return false; }
    */
}

bool aise_line_verdict(const char *line, size_t length, AiseVerdict *out)
{
    Line l;
    Label label = LABELS;
    memset(out, 0, sizeof *out);
    if (!copy_line(&l, line, length))
        return false;
    AiseSpan s = undressed(&l);
    size_t from = label_at(&l, s.begin, &label);
    if (from != 0 && label != RESULT)
        return false;
    s = trimmed(&l, from != 0 ? from : s.begin, s.end);
    if (empty(s))
        return false;
    if (is_forced_draw(&l, s)) {
        out->result = AISE_RESULT_DRAW;
        return true;
    }
    return all_result(&l, s.begin, s.end, &out->result, &out->end) && out->result != AISE_RESULT_NONE &&
           out->result != AISE_RESULT_UNKNOWN;
}

/* ---- lines in brackets ---- */

/* Does `what` stand at `at`, before `end`? */
static bool stands(const char *at, const char *end, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(end - at) >= length && memcmp(at, what, length) == 0;
}

static size_t quote_length(const char *at, const char *end)
{
    if (stands(at, end, "\""))
        return 1;
    return stands(at, end, "\xE2\x80\x9C") || stands(at, end, "\xE2\x80\x9D") || stands(at, end, "\xE2\x80\x9E") ? 3 : 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
    for (;;)
        if (stands(at, end, " ") || stands(at, end, "\t"))
            at++;
        else if (stands(at, end, "\xC2\xA0"))
            at += 2;
        else
            return at;
}

/* `[Name "value"]`, blanks and curly quotes allowed; quotes inside the value too. The `]` may be missing. */
bool aise_line_tag(const char *line, size_t length, AiseSpan *name, AiseSpan *value)
{
    const char *end = line + length, *at;
    *name = *value = (AiseSpan){0, 0};
    if (!stands(line, end, "["))
        return false;
    at = skip_blanks(line + 1, end);
    name->begin = (uint32_t)(at - line);
    while (at < end && (is_letter((unsigned char)*at) || *at == '_' || *at == '-' || (*at >= '0' && *at <= '9') ||
                        ((unsigned char)*at & 0xC0) == 0x80) && quote_length(at, end) == 0)
        at++;
    name->end = (uint32_t)(at - line);
    at = skip_blanks(at, end);
    size_t quote = quote_length(at, end);
    if (name->begin == name->end || quote == 0)
        return false;
    at += quote;
    value->begin = (uint32_t)(at - line);
    if (end > at && end[-1] == ']')
        end--;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    quote = end > at && end[-1] == '"' ? 1 : 3;
    if ((size_t)(end - at) < quote || quote_length(end - quote, end) != quote)
        return false;
    value->end = (uint32_t)(end - quote - line);
    return true;
}

void aise_tag_split(const char *text, AiseSpan tag, AiseSpan *name, AiseSpan *value)
{
    aise_line_tag(text + tag.begin, tag.end - tag.begin, name, value);
    place(name, tag.begin);
    place(value, tag.begin);
}

/* `[Commenti di …]`: a word for notes, then whose they are, in brackets to the end of the line. */
bool aise_line_credit(const char *line, size_t length)
{
    char copy[HEADER_MAX + 1];
    if (length < 6 || length > HEADER_MAX || line[0] != '[' || line[length - 1] != ']' || memchr(line, '"', length) != NULL)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    const unsigned char *at = (const unsigned char *)copy, *limit = at + length, *marker;
    /*!re2c
    notes = 'comment' [ioaiOIAI] | 'note' | 'nota' | 'annotazion' [ieIE] | 'annotat' [oaieOAIE] | 'analisi' | 'chiose'
          | 'notes' | 'comments' | 'commentary' | 'annotated' | 'annotations' | 'analysis';
    whose = ('a' blank+ 'cura' blank+)? ('di' | 'del' | 'della' | 'dei' | 'da' | 'dal' | 'by') blank
          | 'd' ['] | "d\xE2\x80\x99" | 'dell' ['] | "dell\xE2\x80\x99";
    "[" blank* notes (blank+ 'tecniche')? blank+ whose { return true; }
    "[" blank* notes blank* ":" blank* [A-Z] { return true; }
    $ { return false; }
    * { return false; }
    */
}
