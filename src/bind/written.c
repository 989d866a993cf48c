#include "src/bind/written.h"

#include <string.h>

const AiseWritten aise_written_nothing = {
    .kind = AISE_ANY,
    .from_file = AISE_ANY,
    .from_rank = AISE_ANY,
    .to = AISE_NONE,
    .to_file = AISE_ANY,
    .promo = AISE_NO_KIND,
    .mutation = AISE_NO_KIND,
    .patient_kind = AISE_ANY,
    .patient_from = AISE_NONE,
    .patient_to = AISE_NONE,
    .patient_promo = AISE_NO_KIND,
};

/* One square or pair of squares with what stands around it: agent, patient and affected man share this shape. */
typedef struct Shape {
    uint8_t kind;
    uint8_t parenthesised;
    uint8_t from_file, from_rank;
    uint8_t to_file, to_rank;
    uint8_t capture;
    uint8_t promo;
    uint8_t leaves;
    uint8_t en_passant;
} Shape;

typedef struct Cursor {
    const char *at;
    const char *end;
    AiseLetters letters;
} Cursor;

/* kind + 1 by letter & 31 */
const uint8_t aise_letter_kinds[2][32] = {
    [AISE_LETTERS_ITALIAN] = {['P' & 31] = 1, ['C' & 31] = 2, ['A' & 31] = 3, ['T' & 31] = 4, ['D' & 31] = 5, ['R' & 31] = 6},
    [AISE_LETTERS_ENGLISH] = {['P' & 31] = 1, ['N' & 31] = 2, ['B' & 31] = 3, ['R' & 31] = 4, ['Q' & 31] = 5, ['K' & 31] = 6},
};

static unsigned letter_kind(char letter, AiseLetters letters)
{
    return letter >= 'A' && letter <= 'Z' ? (aise_letter_kinds[letters][letter & 31] - 1u) & 7u : AISE_NO_KIND;
}

/* The man whose letter or figurine stands at `at`, with its bytes; AISE_NO_KIND if none does. */
static inline unsigned man_kind(const char *at, const char *end, AiseLetters letters, size_t *length)
{
    *length = 1;
    if (at == end || *at != '\xe2')
        return at == end ? AISE_NO_KIND : letter_kind(*at, letters);
    *length = aise_figurine_length(at, end);
    return *length == 0 ? AISE_NO_KIND : aise_figurine_kind(at);
}

unsigned aise_written_letter(const char *token, size_t length, AiseLetters letters)
{
    size_t man;
    unsigned kind = man_kind(token, token + length, letters, &man);
    return man == length ? kind : AISE_NO_KIND;
}

/* The bytes of a dash at `at`, 0 if none stands there. */
static size_t dash_length(const char *at, const char *end)
{
    if (at < end && *at == '-')
        return 1;
    if (end - at >= 3 && (unsigned char)at[0] == 0xe2) {
        unsigned char second = (unsigned char)at[1], third = (unsigned char)at[2];
        if ((second == 0x80 && third >= 0x90 && third <= 0x95) || (second == 0x88 && third == 0x92))
            return 3; /* U+2010–U+2015, U+2212 */
    }
    if (end - at >= 2 && (unsigned char)at[0] == 0xc2 && (unsigned char)at[1] == 0xad)
        return 2; /* soft hyphen */
    return 0;
}

/* `0-0`, `00`, `O-O`, `o-o-o` …: 1 short, 2 long, 0 none; moves the cursor past it. */
static uint8_t castling(Cursor *c)
{
    const char *at = c->at;
    unsigned noughts = 0;
    while (at < c->end && (*at == '0' || *at == 'O' || *at == 'o')) {
        noughts++;
        at++;
        at += dash_length(at, c->end);
    }
    if (noughts < 2 || noughts > 3)
        return 0;
    c->at = at;
    return (uint8_t)(noughts - 1);
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}
static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* The man's letter, bare or in parentheses. */
static void read_letter(Cursor *c, Shape *s)
{
    size_t length;
    bool open = c->at < c->end && *c->at == '(';
    unsigned kind = man_kind(c->at + open, c->end, c->letters, &length);
    const char *end = c->at + open + length;
    if (kind == AISE_NO_KIND || (open && (end >= c->end || *end != ')')))
        return;
    s->kind = (uint8_t)kind;
    s->parenthesised = open;
    c->at = end + open;
}

/* Files, ranks and signs: what stands last is the arrival, what stands before it the origin. */
static void read_squares(Cursor *c, Shape *s)
{
    for (; c->at < c->end; c->at++) {
        char ch = *c->at;
        if (ch == 'e' && s->to_rank != AISE_ANY && c->end - c->at > 1 && (c->at[1] == '.' || c->at[1] == 'p' || c->at[1] == 'n'))
            return; /* `e.p.` */
        if (is_file(ch)) {
            if (s->to_file != AISE_ANY || s->to_rank != AISE_ANY) {
                s->from_file = s->to_file;
                s->from_rank = s->to_rank;
                s->to_rank = AISE_ANY;
            }
            s->to_file = (uint8_t)(ch - 'a');
        } else if (is_rank(ch)) {
            s->to_rank = (uint8_t)(ch - '1');
        } else if (ch == ':' || ch == 'x' || ch == 'X') {
            s->capture = 1;
        } else {
            size_t dash = dash_length(c->at, c->end);
            if (dash == 0)
                return;
            c->at += dash - 1;
        }
    }
}

/* `=D`, `(D)`, `D`. */
static void read_promotion(Cursor *c, Shape *s)
{
    const char *at = c->at;
    bool open = false;
    if (at < c->end && *at == '=')
        at++;
    if (at < c->end && *at == '(') {
        open = true;
        at++;
    }
    size_t length;
    unsigned kind = man_kind(at, c->end, c->letters, &length);
    if (kind == AISE_NO_KIND)
        return;
    at += length;
    if (open) {
        if (at == c->end || *at != ')')
            return;
        at++;
    }
    s->promo = (uint8_t)kind;
    c->at = at;
}

static void read_en_passant(Cursor *c, Shape *s)
{
    static const char *const spellings[] = {"e.p.", "e.p", "ep.", "ep", "e. p.", "e. p", "en passant"};
    const char *at = c->at;
    while (at < c->end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == c->end || *at != 'e')
        return;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t n = strlen(spellings[i]);
        if ((size_t)(c->end - at) >= n && memcmp(at, spellings[i], n) == 0) {
            s->en_passant = 1;
            c->at = at + n;
            return;
        }
    }
}

/* A whole square at `at`? */
static inline bool square_at(const Cursor *c, const char *at)
{
    return c->end - at >= 2 && is_file(at[0]) && is_rank(at[1]);
}

/* `Nb1d2`, `d2f3`, `c7E` and nothing else up to the end or a `_`: the long form of the dynamos. */
static bool read_long(Cursor *c, Shape *s)
{
    size_t length;
    unsigned kind = man_kind(c->at, c->end, c->letters, &length);
    const char *at = c->at + (kind != AISE_NO_KIND ? length : 0), *from = at;
    if (!square_at(c, at))
        return false;
    at += 2;
    bool goes = square_at(c, at);
    at += goes ? 2 : 0;
    bool leaves = at < c->end && *at == 'E';
    at += leaves;
    if (at < c->end && *at != '_')
        return false;
    const char *to = goes ? from + 2 : from;
    *s = (Shape){.kind = (uint8_t)(kind == AISE_NO_KIND ? AISE_ANY : kind),
                 .from_file = goes ? (uint8_t)(from[0] - 'a') : AISE_ANY,
                 .from_rank = goes ? (uint8_t)(from[1] - '1') : AISE_ANY,
                 .to_file = (uint8_t)(to[0] - 'a'),
                 .to_rank = (uint8_t)(to[1] - '1'),
                 .promo = AISE_NO_KIND,
                 .leaves = leaves};
    c->at = at;
    return true;
}

static void read_shape(Cursor *c, Shape *s)
{
    if (read_long(c, s))
        return;
    *s = (Shape){AISE_ANY, 0, AISE_ANY, AISE_ANY, AISE_ANY, AISE_ANY, 0, AISE_NO_KIND, 0, 0};
    read_letter(c, s);
    read_squares(c, s);
    if (c->at < c->end && *c->at == 'E') {
        s->leaves = 1;
        c->at++;
    }
    if (c->at < c->end)
        read_promotion(c, s);
    if (c->at < c->end)
        read_en_passant(c, s);
}

static uint8_t square_of(uint8_t file, uint8_t rank)
{
    return (uint8_t)(file == AISE_ANY || rank == AISE_ANY ? AISE_NONE : aise_square(file, rank));
}

static bool take_agent(const Shape *s, AiseWritten *w)
{
    w->kind = s->kind;
    w->overloaded = s->parenthesised;
    w->capture = s->capture;
    w->promo = s->promo;
    w->en_passant = s->en_passant;
    if (w->kind == AISE_ANY)
        w->kind = AISE_PAWN;
    if (s->leaves) { /* E stands after the square that is left */
        w->from_file = s->to_file;
        w->from_rank = s->to_rank;
        w->to = AISE_OFF;
        return s->to_file != AISE_ANY && s->to_rank != AISE_ANY;
    }
    w->from_file = s->from_file;
    w->from_rank = s->from_rank;
    w->to = square_of(s->to_file, s->to_rank);
    w->to_file = s->to_file;
    if (w->to == AISE_NONE) /* `ed`, `e:d`: only a pawn's capture may leave the rank out */
        return w->kind == AISE_PAWN && s->from_file != AISE_ANY && s->to_file != AISE_ANY && s->from_rank == AISE_ANY;
    return true;
}

static bool take_patient(const Shape *s, AiseWritten *w)
{
    w->patient = 1;
    w->patient_kind = s->kind;
    w->patient_promo = s->promo;
    uint8_t first = square_of(s->from_file, s->from_rank), last = square_of(s->to_file, s->to_rank);
    if (s->leaves) {
        w->patient_from = last;
        w->patient_to = AISE_OFF;
        return last != AISE_NONE && first == AISE_NONE;
    }
    w->patient_from = first;
    w->patient_to = last;
    return last != AISE_NONE;
}

bool aise_written_ply(const char *token, size_t length, AiseLetters letters, AiseWritten *w)
{
    aise_written_begin(w);
    Cursor c = {token, token + length, letters};
    if (length == 2 && ((token[0] == '-' && token[1] == '-') || (token[0] == 'Z' && token[1] == '0'))) {
        w->null = 1;
        return true;
    }
    w->castle = castling(&c);
    if (w->castle)
        return c.at == c.end;
    Shape s;
    read_shape(&c, &s);
    if (s.to_file == AISE_ANY || !take_agent(&s, w))
        return false;
    if (c.at < c.end && *c.at == '_') {
        c.at++;
        read_shape(&c, &s);
        if (!take_patient(&s, w))
            return false;
    }
    return c.at == c.end;
}

bool aise_written_push(const char *token, uint32_t shape, AiseLetters letters, AiseWritten *w)
{
    unsigned man = shape & 1, goes = shape >> 1 & 1, leaves = shape >> 2 & 1;
    unsigned other = shape >> 3 & 1, pushed = shape >> 4 & 1, expelled = shape >> 5 & 1;
    unsigned from = shape >> 6 & 63, to = shape >> 12 & 63, patient_from = shape >> 18 & 63, patient_to = shape >> 24 & 63;
    const char *patient = token + man + 3 + 2 * goes + leaves;
    const uint8_t *kinds = aise_letter_kinds[letters];
    unsigned kind = man ? (kinds[token[0] & 31] - 1u) & 7u : AISE_PAWN;
    unsigned patient_kind = other ? (kinds[patient[0] & 31] - 1u) & 7u : AISE_ANY;
    unsigned stays = 0u - !(goes | leaves); /* AISE_ANY, if its own square is the one written */

    aise_written_begin(w);
    w->kind = (uint8_t)kind;
    w->from_file = (uint8_t)(aise_file(from) | stays);
    w->from_rank = (uint8_t)(aise_rank(from) | stays);
    w->to = (uint8_t)(leaves ? AISE_OFF : to);
    w->to_file = (uint8_t)(aise_file(to) | (0u - leaves));
    w->patient = 1;
    w->patient_kind = (uint8_t)patient_kind;
    w->patient_from = (uint8_t)(pushed | expelled ? patient_from : AISE_NONE);
    w->patient_to = (uint8_t)(expelled ? AISE_OFF : patient_to);
    return kind != AISE_NO_KIND && patient_kind != AISE_NO_KIND;
}

bool aise_written_patient(const char *token, size_t length, AiseLetters letters, AiseWritten *w)
{
    Cursor c = {token, token + length, letters};
    Shape s;
    read_shape(&c, &s);
    return take_patient(&s, w) && c.at == c.end && !s.capture;
}

bool aise_written_affected(const char *token, size_t length, AiseLetters letters, AiseWritten *w)
{
    Cursor c = {token, token + length, letters};
    Shape s;
    if (w->affected_count == AISE_AFFECTED_MAX)
        return false;
    read_shape(&c, &s);
    if (c.at != c.end || s.capture || s.leaves || s.from_file != AISE_ANY || s.from_rank != AISE_ANY)
        return false;
    uint8_t square = square_of(s.to_file, s.to_rank);
    if (square == AISE_NONE)
        return false;
    w->affected[w->affected_count++] = (AiseAffected){s.kind, square, s.promo};
    return true;
}

void aise_written_marks(const char *marks, size_t length, AiseWritten *w)
{
    unsigned plus = 0;
    for (size_t i = 0; i < length; i++) {
        if (marks[i] == '#')
            w->checks |= 4;
        else if (marks[i] == '+' || marks[i] == '\xa0') /* the last byte of `†` */
            plus++;
        else if (marks[i] == '\xa1') /* … of `‡` */
            w->checks |= 4;
        else if (i == 0 && strchr("sSc", marks[i]) != NULL) /* `sc.`, `scacco`, `ch` */
            plus = 1;
    }
    if (plus > 0)
        w->checks |= plus > 1 ? 3 : 1;
}

enum { WHITE_KING = 0x94, BLACK_KING = 0x9a }; /* the last byte of their figurines */

AiseFigurines aise_figurines_find(const AiseRecord *record)
{
    AiseFigurines found = {false, false};
    for (size_t i = 0; i < record->count && !(found.white && found.black); i++) {
        const AiseItem *item = &record->items[i];
        const char *token = record->text + item->span.begin;
        if (item->kind != AISE_ITEM_PLY || aise_figurine_length(token, record->text + item->span.end) == 0)
            continue;
        bool black = (unsigned char)token[2] >= BLACK_KING;
        found.black = found.black || black;
        found.white = found.white || !black;
    }
    return found;
}

void aise_figurine_write(AiseFigurines figurines, unsigned kind, unsigned side, char *out)
{
    bool black = figurines.white && figurines.black ? side == AISE_BLACK : figurines.black;
    out[0] = '\xe2';
    out[1] = '\x99';
    out[2] = (char)((black ? BLACK_KING : WHITE_KING) + (int)(AISE_KING - kind));
}
