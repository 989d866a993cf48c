/* Positions as text: FEN and AiseState (NOTATION 2.3). Strict in reading: what is not exactly understood is refused. */
#include "src/board/board.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char man_letters[] = "PNBRQK..pnbrqk";

/* A stretch of the text being read. */
typedef struct Field {
    const char *begin;
    size_t length;
} Field;

/* Where a refusal is told. */
typedef struct Refusal {
    char *text;
    size_t size;
} Refusal;

static void tell_both(Refusal r, const char *english, const char *italian, va_list arguments)
{
    va_list again;

    va_copy(again, arguments);
    int length = r.size > 0 ? vsnprintf(r.text, r.size, english, arguments) : -1;
    size_t used = (size_t)length + 1;
    if (length >= 0 && used < r.size)
        vsnprintf(r.text + used, r.size - used, italian, again);
    va_end(again);
}

__attribute__((format(printf, 2, 4), format(printf, 3, 4))) static bool refuse(Refusal r, const char *english,
                                                                               const char *italian, ...)
{
    va_list arguments;

    va_start(arguments, italian);
    tell_both(r, english, italian, arguments);
    va_end(arguments);
    return false;
}

bool aise_refuse(char *error, size_t size, const char *english, const char *italian)
{
    return refuse((Refusal){error, size}, "%s%.0s", "%.0s%s", english, italian); /* each takes its own of the two */
}

/* Bytes of a field that a sentence can bear, whole characters. */
static int quoted_length(Field f)
{
    size_t length = f.length < 80 ? f.length : 80;
    while (length < f.length && length > 0 && ((unsigned char)f.begin[length] & 0xc0) == 0x80)
        length--;
    return (int)length;
}

/* For `%.*s`. */
#define QUOTED(field) quoted_length(field), (field).begin

static bool is_word(Field f, const char *word)
{
    return f.length == strlen(word) && memcmp(f.begin, word, f.length) == 0;
}

/* Cuts the next stretch up to `stop` off `rest`; false when nothing is left. */
static bool next_field(Field *rest, char stop, Field *out)
{
    if (rest->begin == NULL)
        return false;
    const char *end = memchr(rest->begin, stop, rest->length);
    if (end == NULL) {
        *out = *rest;
        rest->begin = NULL;
        rest->length = 0;
        return true;
    }
    *out = (Field){rest->begin, (size_t)(end - rest->begin)};
    *rest = (Field){end + 1, rest->length - out->length - 1};
    return true;
}

static unsigned square_of(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return AISE_NONE;
    return aise_square((unsigned)(text[0] - 'a'), (unsigned)(text[1] - '1'));
}

/* A number without sign, at most 999999999. */
static bool read_number(Field f, uint32_t *out)
{
    uint32_t number = 0;

    if (f.length == 0 || f.length > 9)
        return false;
    for (size_t i = 0; i < f.length; i++) {
        if (f.begin[i] < '0' || f.begin[i] > '9')
            return false;
        number = number * 10 + (uint32_t)(f.begin[i] - '0');
    }
    *out = number;
    return true;
}

/* ---- reading: placement ---- */

static bool read_rank(Field f, unsigned rank, AiseMan man[64], Refusal r)
{
    unsigned file = 0;

    for (size_t i = 0; i < f.length; i++) {
        char c = f.begin[i];
        const char *letter = c == '.' || c == '\0' ? NULL : strchr(man_letters, c);
        if (c >= '1' && c <= '8')
            file += (unsigned)(c - '0');
        else if (letter == NULL)
            return refuse(r, "the placement holds '%.*s', which is no rank of a board",
                          "la disposizione contiene '%.*s', che non è una traversa", QUOTED(f));
        else if (file < 8)
            man[aise_square(file++, rank)] = (AiseMan)(letter - man_letters);
        else
            file++;
    }
    if (file != 8)
        return refuse(r, "rank %u of the placement has %u squares instead of 8",
                      "la traversa %u della disposizione ha %u case invece di 8", rank + 1, file);
    return true;
}

static bool read_placement(Field f, AiseMan man[64], Refusal r)
{
    Field rest = f, rank;
    unsigned ranks = 0;

    memset(man, AISE_EMPTY, 64);
    while (next_field(&rest, '/', &rank)) {
        if (++ranks > 8)
            return refuse(r, "the placement has more than 8 ranks",
                          "la disposizione ha più di 8 traverse");
        if (!read_rank(rank, 8 - ranks, man, r))
            return false;
    }
    if (ranks != 8)
        return refuse(r, "the placement has %u ranks instead of 8",
                      "la disposizione ha %u traverse invece di 8", ranks);
    return true;
}

static void set_men(AisePosition *p, const AiseMan man[64])
{
    memset(p, 0, sizeof *p);
    memset(p->man, AISE_EMPTY, sizeof p->man);
    for (unsigned square = 0; square < 64; square++)
        if (man[square] != AISE_EMPTY)
            aise_put(p, square, man[square]);
    for (unsigned i = 0; i < 6; i++)
        p->state.at[i] = aise_castling_home[i];
}

/* Exactly one king a side, unless its loss ended the game. */
static bool check_kings(const AiseTraits *t, AisePosition *p, Refusal r)
{
    unsigned white = aise_count(aise_men(p, AISE_WHITE, AISE_KING));
    unsigned black = aise_count(aise_men(p, AISE_BLACK, AISE_KING));

    if (white > 1 || black > 1)
        return white > 1 ? refuse(r, "White has more than one king", "il Bianco ha più di un re")
                         : refuse(r, "Black has more than one king", "il Nero ha più di un re");
    if (white == 0 && black == 0 && !t->has_ko)
        return refuse(r, "neither side has a king", "nessuno dei due ha il re");
    if (white == 0)
        p->state.outcome = black == 0 ? AISE_NO_WINNER : AISE_BLACK_WINS;
    else if (black == 0)
        p->state.outcome = AISE_WHITE_WINS;
    return true;
}

static bool check_pawns(const AisePosition *p, Refusal r)
{
    uint64_t last = UINT64_C(0xff) << 56;
    uint64_t bad = (aise_men(p, AISE_WHITE, AISE_PAWN) & last) | (aise_men(p, AISE_BLACK, AISE_PAWN) & 0xff);

    bad &= ~p->state.overloaded; /* OR6 */
    if (bad == 0)
        return true;
    unsigned square = aise_lowest(bad);
    return refuse(r, "the pawn on %c%u stands on its own last rank",
                  "il pedone in %c%u è sulla propria ultima traversa", 'a' + (int)aise_file(square), aise_rank(square) + 1);
}

/* ---- reading: the other fields ---- */

static bool is_at_home(const AisePosition *p, unsigned index)
{
    unsigned kind = index % 3 == AISE_UNMOVED_KING ? AISE_KING : AISE_ROOK;
    return p->man[aise_castling_home[index]] == aise_man(index / 3, kind);
}

/* The rights in `flags` (bits: 0 K, 1 Q, 2 k, 3 q) become never-moved men, except where `vr` speaks for the side. */
static bool apply_castling(AisePosition *p, unsigned flags, unsigned listed, Refusal r)
{
    static const unsigned rook_index[4] = {2, 0, 5, 3};

    for (unsigned i = 0; i < 4; i++) {
        unsigned side = i / 2, king = side * 3 + AISE_UNMOVED_KING;
        unsigned men = 1u << king | 1u << rook_index[i];
        if (!(flags >> i & 1))
            continue;
        if ((listed & men) != men && (!is_at_home(p, king) || !is_at_home(p, rook_index[i])))
            return refuse(r, "castling flag '%c' without its king and rook at home",
                          "diritto d'arrocco '%c' senza re e torre nelle case d'origine", "KQkq"[i]);
        if (!(listed >> king & 1))
            p->state.unmoved |= (uint8_t)men;
    }
    p->state.unmoved |= (uint8_t)listed;
    return true;
}

static bool read_castling(Field f, unsigned *flags, Refusal r)
{
    *flags = 0;
    if (is_word(f, "-"))
        return true;
    for (size_t i = 0; i < f.length; i++) {
        const char *flag = f.begin[i] == '\0' ? NULL : strchr("KQkq", f.begin[i]);
        if (flag == NULL || (*flags >> (flag - "KQkq") & 1))
            break;
        *flags |= 1u << (flag - "KQkq");
        if (i + 1 == f.length)
            return true;
    }
    return refuse(r, "the castling field is '%.*s' instead of '-' or some of KQkq",
                  "il campo dell'arrocco è '%.*s' invece di '-' o di lettere fra KQkq", QUOTED(f));
}

/* Tests an en passant square: the pawn that passed over it belongs to `side`. */
static bool check_ep(const AisePosition *p, unsigned square, unsigned side, Refusal r)
{
    unsigned rank = side == AISE_WHITE ? 2 : 5;
    int file_letter = 'a' + (int)aise_file(square);

    if (aise_rank(square) != rank)
        return refuse(r, "the en passant square %c%u is not on rank %u",
                      "la casa di presa en passant %c%u non è sulla traversa %u", file_letter, aise_rank(square) + 1, rank + 1);
    if (p->man[side == AISE_WHITE ? square + 8 : square - 8] != aise_man(side, AISE_PAWN))
        return refuse(r, "there is no pawn in front of the en passant square %c%u",
                      "davanti alla casa di presa en passant %c%u non c'è un pedone", file_letter, rank + 1);
    return true;
}

static bool read_ep(const AiseTraits *t, Field f, AisePosition *p, Refusal r)
{
    if (is_word(f, "-"))
        return true;
    unsigned square = f.length == 2 ? square_of(f.begin) : AISE_NONE;
    if (square == AISE_NONE)
        return refuse(r, "the en passant field is '%.*s' instead of '-' or a square",
                      "il campo en passant è '%.*s' invece di '-' o di una casa", QUOTED(f));
    if (t->ep != AISE_EP_FIELD)
        return t->ep == AISE_EP_STATE
                   ? refuse(r, "the en passant field must be '-' in this variant, where the state key 'ep' holds such squares",
                            "il campo en passant dev'essere '-' in questa variante: le case stanno nella voce 'ep' dello stato")
                   : refuse(r, "the en passant field must be '-' in this variant",
                            "in questa variante il campo en passant dev'essere '-'");
    if (!check_ep(p, square, p->state.to_move ^ 1u, r))
        return false;
    if (p->man[square] != AISE_EMPTY)
        return refuse(r, "the en passant square %.2s is occupied",
                      "la casa di presa en passant %.2s è occupata", f.begin);
    p->state.ep = aise_bit(square);
    return true;
}

static bool read_counters(const AiseTraits *t, Field clock, Field turn, AisePosition *p, Refusal r)
{
    AiseState *s = &p->state;

    if (!read_number(clock, &s->clock))
        return refuse(r, "the half-move clock is '%.*s' instead of a number",
                      "il conteggio dei tratti è '%.*s' invece di un numero", QUOTED(clock));
    if (!read_number(turn, &s->turn) || s->turn == 0)
        return refuse(r, "the turn number is '%.*s' instead of a number from 1",
                      "il numero di mossa è '%.*s' invece di un numero da 1", QUOTED(turn));
    if (t->series && (s->turn % 2 == 1) != (s->to_move == AISE_WHITE))
        return s->turn % 2 ? refuse(r, "series %u belongs to White, but the other side is to move",
                                     "la serie %u è del Bianco, ma il tratto è dell'altro", (unsigned)s->turn)
                            : refuse(r, "series %u belongs to Black, but the other side is to move",
                                     "la serie %u è del Nero, ma il tratto è dell'altro", (unsigned)s->turn);
    s->left = aise_turn_plies(t, s->to_move, s->turn);
    return true;
}

/* ---- reading: the state ---- */

enum { KEY_EP, KEY_KO, KEY_ML, KEY_OV, KEY_TS, KEY_VR, KEYS };
static const char key_names[KEYS][3] = {"ep", "ko", "ml", "ov", "ts", "vr"};

/* Finds the value of each key; absent keys have begin NULL. */
static bool split_state(const char *state, Field value[KEYS], Refusal r)
{
    Field rest = {state, strlen(state)}, item;

    while (next_field(&rest, ';', &item)) {
        int key = 0;
        while (key < KEYS && !(item.length > 3 && memcmp(item.begin, key_names[key], 2) == 0 && item.begin[2] == '='))
            key++;
        if (key == KEYS)
            return refuse(r, "'%.*s' is not one of the state's items ep= ko= ml= ov= ts= vr=",
                          "'%.*s' non è una delle voci dello stato ep= ko= ml= ov= ts= vr=", QUOTED(item));
        if (value[key].begin != NULL)
            return refuse(r, "the state holds '%s' twice",
                          "lo stato contiene '%s' due volte", key_names[key]);
        value[key] = (Field){item.begin + 3, item.length - 3};
    }
    return true;
}

static bool check_keys(const AiseTraits *t, const Field value[KEYS], Refusal r)
{
    bool allowed[KEYS] = {t->ep == AISE_EP_STATE, t->has_ko, true, t->has_ov, t->has_ko, t->has_ko};

    for (int key = 0; key < KEYS; key++)
        if (value[key].begin != NULL && !allowed[key])
            return refuse(r, "the state's '%s' has no meaning in this variant",
                          "la voce '%s' dello stato non ha senso in questa variante", key_names[key]);
    if (value[KEY_TS].begin != NULL && value[KEY_ML].begin == NULL)
        return refuse(r, "the state's 'ts' stands without 'ml'",
                      "nello stato c'è 'ts' senza 'ml'");
    return true;
}

static bool read_squares(Field f, const char *key, uint64_t *out, Refusal r)
{
    Field rest = f, item;

    while (next_field(&rest, ',', &item)) {
        unsigned square = item.length == 2 ? square_of(item.begin) : AISE_NONE;
        if (square == AISE_NONE)
            return refuse(r, "the state's '%s' holds '%.*s' instead of a square",
                          "la voce '%s' dello stato contiene '%.*s' invece di una casa", key, QUOTED(item));
        *out |= aise_bit(square);
    }
    return true;
}

static bool read_left(const AiseTraits *t, Field f, AisePosition *p, Refusal r)
{
    AiseState *s = &p->state;
    uint32_t most = t->cadence.each + t->cadence.growth * s->turn;

    if (!read_number(f, &s->left) || s->left == 0 || s->left > most)
        return refuse(r, "the state's 'ml' is '%.*s' instead of a number from 1 to %u",
                      "la voce 'ml' dello stato è '%.*s' invece di un numero da 1 a %u", QUOTED(f), (unsigned)most);
    return true;
}

/* Progressive: before the first ply of a series the other side's pawns, after it those of the series being played. */
static bool read_state_ep(const AiseTraits *t, Field f, AisePosition *p, Refusal r)
{
    AiseState *s = &p->state;
    bool begun = s->left < aise_turn_plies(t, s->to_move, s->turn);
    uint64_t squares = 0;

    if (!read_squares(f, "ep", &squares, r))
        return false;
    for (uint64_t set = squares; set != 0; set &= set - 1)
        if (!check_ep(p, aise_lowest(set), begun ? s->to_move : s->to_move ^ 1u, r))
            return false;
    *(begun ? &s->ep_next : &s->ep) = squares;
    return true;
}

static bool read_old_placement(Field f, AisePlacement *out, Refusal r)
{
    AisePosition old;
    AiseMan man[64];

    if (!read_placement(f, man, r))
        return false;
    set_men(&old, man);
    aise_placement(&old, out);
    return true;
}

static bool read_overloaded(Field f, AisePosition *p, Refusal r)
{
    if (!read_squares(f, "ov", &p->state.overloaded, r))
        return false;
    uint64_t bad = p->state.overloaded & ~aise_occupied(p);
    if (bad != 0)
        return refuse(r, "there is no man on the overloaded square %c%u",
                      "nella casa esautorata %c%u non c'è alcun pezzo", 'a' + (int)aise_file(aise_lowest(bad)),
                      aise_rank(aise_lowest(bad)) + 1);
    return true;
}

/* One item `home` or `home>now` of `vr`. */
static bool read_unmoved(Field f, AisePosition *p, unsigned *listed, Refusal r)
{
    bool shape = f.length == 2 || (f.length == 5 && f.begin[2] == '>');
    unsigned home = shape ? square_of(f.begin) : AISE_NONE;
    unsigned now = shape ? square_of(f.begin + f.length - 2) : AISE_NONE;
    unsigned index = 0;

    while (index < 6 && aise_castling_home[index] != home)
        index++;
    if (index == 6 || now == AISE_NONE)
        return refuse(r, "the state's 'vr' holds '%.*s' instead of a castling man's home or home>square",
                      "la voce 'vr' dello stato contiene '%.*s' invece della casa d'origine di re o torre, o di origine>casa",
                      QUOTED(f));
    if (*listed >> index & 1)
        return refuse(r, "the state's 'vr' names %.2s twice",
                      "la voce 'vr' dello stato nomina due volte %.2s", f.begin);
    if (p->man[now] != aise_man(index / 3, index % 3 == AISE_UNMOVED_KING ? AISE_KING : AISE_ROOK))
        return refuse(r, "the state's 'vr' holds '%.*s', but that man does not stand there",
                      "la voce 'vr' dello stato contiene '%.*s', ma lì quel pezzo non c'è", QUOTED(f));
    for (unsigned i = 0; i < 6; i++)
        if ((*listed >> i & 1) && p->state.at[i] == now)
            return refuse(r, "the state's 'vr' names the man on %.2s twice",
                          "la voce 'vr' dello stato nomina due volte il pezzo in %.2s", f.begin + f.length - 2);
    p->state.at[index] = (uint8_t)now;
    *listed |= 1u << index;
    return true;
}

static bool read_vr(Field f, AisePosition *p, unsigned *listed, Refusal r)
{
    Field rest = f, item;

    while (next_field(&rest, ',', &item))
        if (!read_unmoved(item, p, listed, r))
            return false;
    for (unsigned side = 0; side < 2; side++) {
        unsigned men = *listed >> side * 3 & 7u;
        if (men != 0 && (!(men >> AISE_UNMOVED_KING & 1) || men == 1u << AISE_UNMOVED_KING))
            return side ? refuse(r, "the state's 'vr' must name Black's king and at least one rook",
                                   "la voce 'vr' dello stato deve nominare il re nero e almeno una torre")
                          : refuse(r, "the state's 'vr' must name White's king and at least one rook",
                                   "la voce 'vr' dello stato deve nominare il re bianco e almeno una torre");
    }
    return true;
}

static bool read_state(const AiseTraits *t, const char *state, AisePosition *p, unsigned *listed, Refusal r)
{
    Field value[KEYS] = {{NULL, 0}};
    AiseState *s = &p->state;

    *listed = 0;
    if (state == NULL || *state == '\0')
        return true;
    if (!split_state(state, value, r) || !check_keys(t, value, r))
        return false;
    s->has_ko = value[KEY_KO].begin != NULL;
    s->has_ts = value[KEY_TS].begin != NULL;
    return (value[KEY_ML].begin == NULL || read_left(t, value[KEY_ML], p, r)) &&
           (value[KEY_EP].begin == NULL || read_state_ep(t, value[KEY_EP], p, r)) &&
           (!s->has_ko || read_old_placement(value[KEY_KO], &s->ko, r)) &&
           (value[KEY_OV].begin == NULL || read_overloaded(value[KEY_OV], p, r)) &&
           (!s->has_ts || read_old_placement(value[KEY_TS], &s->ts, r)) &&
           (value[KEY_VR].begin == NULL || read_vr(value[KEY_VR], p, listed, r));
}

bool aise_fen_parse(const AiseTraits *t, const char *fen, const char *state, AisePosition *p, char *error, size_t size)
{
    Refusal r = {error, size};
    Field rest = {fen, strlen(fen)}, field[6], item;
    AiseMan man[64];
    unsigned count = 0, flags, listed;

    while (next_field(&rest, ' ', &item)) {
        if (item.length == 0)
            continue;
        if (count == 6)
            return refuse(r, "the FEN has more than six fields",
                          "la FEN ha più di sei campi");
        field[count++] = item;
    }
    if (count != 6)
        return count == 1 ? refuse(r, "the FEN has one field instead of six", "la FEN ha un campo invece di sei")
                          : refuse(r, "the FEN has %u fields instead of six", "la FEN ha %u campi invece di sei", count);
    if (!read_placement(field[0], man, r))
        return false;
    set_men(p, man);
    if (!is_word(field[1], "w") && !is_word(field[1], "b"))
        return refuse(r, "the side to move is '%.*s' instead of 'w' or 'b'",
                      "il tratto è '%.*s' invece di 'w' o 'b'", QUOTED(field[1]));
    p->state.to_move = field[1].begin[0] == 'w' ? AISE_WHITE : AISE_BLACK;
    return check_kings(t, p, r) && read_castling(field[2], &flags, r) && read_ep(t, field[3], p, r) &&
           read_counters(t, field[4], field[5], p, r) && read_state(t, state, p, &listed, r) &&
           apply_castling(p, flags, listed, r) && check_pawns(p, r);
}

/* ---- writing ---- */

static char *write_men(const AiseMan man[64], char *out)
{
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < 8; file++) {
            unsigned m = man[aise_square(file, rank)];
            if (m == AISE_EMPTY) {
                empty++;
                continue;
            }
            if (empty > 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = man_letters[m];
        }
        if (empty > 0)
            *out++ = (char)('0' + empty);
        if (rank > 0)
            *out++ = '/';
    }
    return out;
}

static char *write_placement(const AisePlacement *placement, char *out)
{
    const uint64_t *plane = placement->plane;
    AiseMan man[64];

    for (unsigned square = 0; square < 64; square++) {
        unsigned kind = (unsigned)((plane[0] >> square & 1) | (plane[1] >> square & 1) << 1 | (plane[2] >> square & 1) << 2);
        man[square] = (AiseMan)(kind == 0 ? AISE_EMPTY : aise_man(plane[3] >> square & 1, kind - 1));
    }
    return write_men(man, out);
}

static char *write_square(unsigned square, char *out)
{
    *out++ = (char)('a' + aise_file(square));
    *out++ = (char)('1' + aise_rank(square));
    return out;
}

static char *write_number(uint32_t number, char *out)
{
    char digits[10];
    unsigned count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0)
        *out++ = digits[--count];
    return out;
}

void aise_fen_write(const AiseTraits *t, const AisePosition *p, char out[AISE_FEN_MAX])
{
    static const unsigned rook_index[4] = {2, 0, 5, 3};
    const AiseState *s = &p->state;
    char *end = write_men(p->man, out), *flags;

    *end++ = ' ';
    *end++ = s->to_move == AISE_WHITE ? 'w' : 'b';
    *end++ = ' ';
    flags = end;
    for (unsigned i = 0; i < 4; i++) {
        unsigned rook = rook_index[i], king = i / 2 * 3 + AISE_UNMOVED_KING;
        if ((s->unmoved >> king & s->unmoved >> rook & 1) && s->at[king] == aise_castling_home[king] &&
            s->at[rook] == aise_castling_home[rook])
            *end++ = "KQkq"[i];
    }
    if (end == flags)
        *end++ = '-';
    *end++ = ' ';
    if (t->ep == AISE_EP_FIELD && s->ep != 0)
        end = write_square(aise_lowest(s->ep), end);
    else
        *end++ = '-';
    *end++ = ' ';
    end = write_number(s->clock, end);
    *end++ = ' ';
    end = write_number(s->turn, end);
    *end = '\0';
}

/* Starts an item of the state: `;` after another one, then `key=`. */
static char *write_key(const char *key, const char *start, char *out)
{
    if (out != start)
        *out++ = ';';
    *out++ = key[0];
    *out++ = key[1];
    *out++ = '=';
    return out;
}

/* Sorted by file, then rank. */
static char *write_squares(const char *key, uint64_t set, const char *start, char *out)
{
    bool first = true;

    if (set == 0)
        return out;
    out = write_key(key, start, out);
    for (unsigned i = 0; i < 64; i++) {
        unsigned square = aise_square(i / 8, i % 8);
        if (!(set & aise_bit(square)))
            continue;
        if (!first)
            *out++ = ',';
        first = false;
        out = write_square(square, out);
    }
    return out;
}

/* The never-moved men to be listed: of a side with a right one of whose castling men is displaced. */
static unsigned displaced_men(const AiseState *s)
{
    unsigned listed = 0;

    for (unsigned side = 0; side < 2; side++) {
        unsigned men = s->unmoved >> side * 3 & 7u;
        bool displaced = false;
        for (unsigned i = 0; i < 3; i++)
            displaced |= (men >> i & 1) && s->at[side * 3 + i] != aise_castling_home[side * 3 + i];
        if (displaced && (men >> AISE_UNMOVED_KING & 1) && men != 1u << AISE_UNMOVED_KING)
            listed |= men << side * 3;
    }
    return listed;
}

static char *write_vr(const AiseState *s, const char *start, char *out)
{
    static const uint8_t order[6] = {0, 3, 1, 4, 2, 5}; /* a1 a8 e1 e8 h1 h8 */
    unsigned listed = displaced_men(s);
    bool first = true;

    if (listed == 0)
        return out;
    out = write_key("vr", start, out);
    for (unsigned i = 0; i < 6; i++) {
        unsigned index = order[i];
        if (!(listed >> index & 1))
            continue;
        if (!first)
            *out++ = ',';
        first = false;
        out = write_square(aise_castling_home[index], out);
        if (s->at[index] != aise_castling_home[index]) {
            *out++ = '>';
            out = write_square(s->at[index], out);
        }
    }
    return out;
}

/* At most: ep 3 + 8 squares, ko and ts 3 + 71 each, ml 3 + 10, ov 3 + 32 squares, vr 3 + 6 * 6, three bytes a square in
   a list, separators: 340. */
void aise_state_write(const AiseTraits *t, const AisePosition *p, char out[AISE_STATE_MAX])
{
    const AiseState *s = &p->state;
    bool over = s->outcome != AISE_PLAYING;
    char *end = out;

    if (!over && t->ep == AISE_EP_STATE) {
        bool begun = s->left < aise_turn_plies(t, s->to_move, s->turn);
        end = write_squares("ep", begun ? s->ep_next : s->ep, out, end);
    }
    if (!over && t->has_ko && s->has_ko)
        end = write_placement(&s->ko, write_key("ko", out, end));
    if (!over && (s->left != aise_turn_plies(t, s->to_move, s->turn) || s->has_ts))
        end = write_number(s->left, write_key("ml", out, end));
    if (t->has_ov)
        end = write_squares("ov", s->overloaded, out, end);
    if (!over && t->has_ko && s->has_ts)
        end = write_placement(&s->ts, write_key("ts", out, end));
    if (!over && t->has_ko)
        end = write_vr(s, out, end);
    *end = '\0';
}
