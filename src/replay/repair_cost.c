/* How likely a typist is to miss one ply for another, and a writer to do what is odd. */
#include "src/replay/repair.h"

#include <string.h>

/* Costs of one slip at one given place, in tenths of a nat. Of a thousand slips some 250 hit the key beside, 150 leave a
   character out, 100 swap two, 70 double one, 50 take a look-alike, 90 take the file or rank beside, 65 another man. */
enum {
    NEIGHBOUR = 43,  /* the key beside it, one of six */
    DIGIT = 39,      /* the same in the row of digits, one of four */
    LOOK_ALIKE = 27,
    ADJACENT = 40,   /* the file or rank beside it */
    LANGUAGE = 37,   /* the man's letter in the other language */
    WRONG_MAN = 46,
    WRONG_SQUARE = 66,
    SHIFT = 45,      /* upper for lower case */
    UNLIKE = 80,
    OMITTED = 30,
    DOUBLED = 37,
    EXTRA_NEAR = 59, /* a neighbour of what stands beside it */
    EXTRA = 80,
    SWAPPED = 30,
    EXTRA_SIGN = 45,
    EXTRA_SLASH = 55,
    OTHER_SEPARATOR = 38,
    UNNEEDED_MOST = 40 /* of what may be left out between two signs that are swapped */
};

unsigned aise_nats(uint32_t x)
{
    if (x < 2)
        return 0;
    unsigned bits = 31u - (unsigned)__builtin_clz(x);
    unsigned fraction = bits >= 6 ? (x >> (bits - 6)) - 64 : (x << (6 - bits)) - 64; /* of 64 */
    return (bits * 64 + fraction) * 6931 / 64000;
}

/* ---- keys ---- */

typedef struct Key {
    int8_t x, y; /* quarters of a key */
    bool shifted;
} Key;

static bool find_key(unsigned sign, Key *key)
{
    static const char *const rows[2][4] = {{"1234567890'", "qwertyuiop", "asdfghjkl", "zxcvbnm,.-"},
                                           {"!\"\1$%&/()=?", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM;:_"}};
    static const int8_t shift[4] = {0, 2, 3, 5};
    if (sign == '\0')
        return false;
    for (unsigned upper = 0; upper < 2; upper++)
        for (unsigned row = 0; row < 4; row++) {
            const char *at = strchr(rows[upper][row], (int)sign);
            if (at != NULL) {
                *key = (Key){(int8_t)(4 * (at - rows[upper][row]) + shift[row]), (int8_t)row, upper == 1};
                return true;
            }
        }
    return false;
}

static bool neighbours(const Key *a, const Key *b)
{
    int dx = a->x - b->x, dy = a->y - b->y;
    return dy >= -1 && dy <= 1 && dx >= -4 && dx <= 4;
}

static bool among(const char *signs, unsigned a, unsigned b)
{
    return strchr(signs, (int)a) != NULL && strchr(signs, (int)b) != NULL;
}

static bool look_alike(unsigned a, unsigned b)
{
    return among("1lI", a, b) || among("0Oo", a, b) || among("5S", a, b) || among("8B", a, b) || among("D0", a, b);
}

/* The same man in the two languages, or in German. */
static bool same_man(unsigned a, unsigned b)
{
    return among("CNS", a, b) || among("ABL", a, b) || among("TR", a, b) || among("DQ", a, b) || among("RK", a, b);
}

static unsigned nearer(unsigned cost, unsigned other)
{
    return cost < other ? cost : other;
}

/* Two reasons for the same slip add up. */
static unsigned both(unsigned a, unsigned b)
{
    unsigned less = a < b ? a : b, apart = a + b - 2 * less;
    return less - (apart < 3 ? 6 : apart < 6 ? 5 : apart < 10 ? 4 : apart < 18 ? 2 : 0);
}

static unsigned miss_cost(unsigned meant, unsigned typed)
{
    static const char men[] = "RDTACPKQNB", files[] = "abcdefgh", ranks[] = "12345678";
    Key a, b;
    unsigned cost = UNLIKE;
    bool keys = find_key(meant, &a) && find_key(typed, &b);
    if (among(men, meant, typed))
        cost = WRONG_MAN;
    if (among(files, meant, typed) || among(ranks, meant, typed))
        cost = meant - typed == 1 || typed - meant == 1 ? ADJACENT : WRONG_SQUARE;
    if (keys && a.shifted == b.shifted && neighbours(&a, &b))
        cost = both(cost, a.y == 0 ? DIGIT : NEIGHBOUR);
    if (keys && a.shifted != b.shifted && a.x == b.x && a.y == b.y)
        cost = nearer(cost, SHIFT);
    if (among("/ ,", meant, typed))
        cost = OTHER_SEPARATOR;
    if (same_man(meant, typed))
        cost = nearer(cost, LANGUAGE);
    if (look_alike(meant, typed))
        cost = nearer(cost, LOOK_ALIKE);
    return cost;
}

void aise_keyboard_make(AiseKeyboard *keyboard)
{
    static const char meant[] = "RDTACPKQNBabcdefgh0123456789:x/ E.";
    memset(keyboard->miss, UNLIKE, sizeof keyboard->miss);
    for (const char *at = meant; *at != '\0'; at++) {
        for (unsigned typed = ' '; typed < 127; typed++)
            keyboard->miss[(unsigned)*at][typed] = (uint8_t)miss_cost((unsigned)*at, typed);
        keyboard->miss[(unsigned)*at][(unsigned)*at] = 0;
    }
}

/* ---- what is typed ---- */

static size_t dash_length(const unsigned char *at, const unsigned char *end)
{
    if (*at == '-')
        return 1;
    if (end - at >= 3 && at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0x90 && at[2] <= 0x95) ||
                                           (at[1] == 0x88 && at[2] == 0x92)))
        return 3;
    return end - at >= 2 && at[0] == 0xc2 && at[1] == 0xad ? 2 : 0;
}

static void strip_passing(AiseTyped *typed)
{
    static const char *const endings[] = {" e.p.", "e.p.", " e.p", "e.p", " ep", "ep"};
    for (unsigned i = 0; i < sizeof endings / sizeof *endings && !typed->passing; i++) {
        unsigned n = (unsigned)strlen(endings[i]);
        if (typed->length > n && memcmp(typed->sign + typed->length - n, endings[i], n) == 0) {
            typed->length -= n;
            typed->passing = true;
        }
    }
}

static char reduced(unsigned char sign)
{
    if (sign == 'x')
        return ':';
    return sign < ' ' ? ' ' : sign >= 127 ? '~' : (char)sign;
}

static bool is_nought(char sign)
{
    return sign == '0' || sign == 'O' || sign == 'o';
}

/* Castling, whatever its noughts are, and though one of them be missed. */
static void level_noughts(AiseTyped *typed)
{
    unsigned noughts = 0;
    for (unsigned i = 0; i < typed->length; i++)
        noughts += is_nought(typed->sign[i]);
    if (noughts < typed->length && (noughts < 2 || noughts + 1 < typed->length))
        return;
    for (unsigned i = 0; i < typed->length; i++)
        if (is_nought(typed->sign[i]))
            typed->sign[i] = '0';
}

void aise_typed_read(const AiseKeyboard *keyboard, AiseTyped *typed, const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    typed->length = 0;
    typed->crosses = 0;
    typed->passing = false;
    if (length > 2 && *at == '"' && end[-1] == '"') {
        at++;
        end--;
    }
    while (at < end && typed->length < AISE_TYPED_MAX) {
        size_t dash = dash_length(at, end), figurine = aise_figurine_length((const char *)at, (const char *)end);
        unsigned char sign = figurine > 0 ? (unsigned char)keyboard->men[aise_figurine_kind((const char *)at)] : *at;
        at += dash + figurine > 0 ? dash + figurine : 1;
        if (dash > 0 || strchr("()=+#!?", sign) != NULL || (sign >= 0x80 && sign < 0xc0))
            continue;
        bool blank = reduced(sign) == ' ', after_slash = typed->length > 0 && typed->sign[typed->length - 1] == '/';
        if (blank && (after_slash || (at < end && (*at == '/' || *at == ' '))))
            continue;
        typed->crosses |= (uint64_t)(sign == 'x') << typed->length;
        typed->sign[typed->length++] = reduced(sign);
    }
    strip_passing(typed);
    level_noughts(typed);
}

/* ---- distance ---- */

static unsigned extra_cost(const AiseKeyboard *keyboard, const AiseTyped *typed, unsigned j)
{
    unsigned sign = (unsigned char)typed->sign[j];
    unsigned before = j > 0 ? (unsigned char)typed->sign[j - 1] : 0;
    unsigned after = j + 1 < typed->length ? (unsigned char)typed->sign[j + 1] : 0;
    if (sign == before)
        return DOUBLED;
    if (sign == ':')
        return EXTRA_SIGN;
    if (sign == '/' || sign == ' ')
        return EXTRA_SLASH;
    if (keyboard->miss[before & 127][sign & 127] <= NEIGHBOUR || keyboard->miss[after & 127][sign & 127] <= NEIGHBOUR)
        return EXTRA_NEAR;
    return EXTRA;
}

enum { COLUMNS = AISE_TYPED_MAX + 1 };

/* Two signs the wrong way round; spellings that are left out may stand between them in the pattern. */
static unsigned swapped_cost(const AisePattern *pattern, unsigned i, const AiseTyped *typed, unsigned j,
                             const uint16_t (*row)[COLUMNS])
{
    char sign = pattern->sign[i], other = typed->sign[j - 2];
    unsigned between = 0, cost = UINT16_MAX;
    if (other != sign || typed->sign[j - 1] == sign)
        return cost;
    for (unsigned k = i; k-- > 0 && between <= UNNEEDED_MOST;) {
        if (pattern->sign[k] == typed->sign[j - 1])
            cost = nearer(cost, row[k][j - 2] + between + SWAPPED + pattern->keep[k] + pattern->keep[i]);
        between += pattern->omit[k];
    }
    return cost;
}

/* Row i + 1 of the table: the pattern's signs up to i against all that is typed. Returns its least cost. */
static unsigned fill_row(const AiseKeyboard *keyboard, const AisePattern *pattern, unsigned i, const AiseTyped *typed,
                         const uint16_t *extra, uint16_t (*row)[COLUMNS])
{
    unsigned sign = (unsigned char)pattern->sign[i], keep = pattern->keep[i], omit = pattern->omit[i];
    const uint8_t *miss = keyboard->miss[sign == ':' && keyboard->cross ? 'x' : sign & 127];
    unsigned least = row[i + 1][0] = (uint16_t)(row[i][0] + omit);
    for (unsigned j = 1; j <= typed->length; j++) {
        unsigned at = (unsigned char)typed->sign[j - 1];
        unsigned missed = typed->crosses >> (j - 1) & 1 ? nearer(miss[at & 127], miss['x']) : miss[at & 127];
        unsigned cost = row[i][j - 1] + keep + (at == sign ? 0u : missed);
        cost = nearer(cost, row[i][j] + omit);
        cost = nearer(cost, (unsigned)row[i + 1][j - 1] + extra[j - 1]);
        if (i > 0 && j > 1)
            cost = nearer(cost, swapped_cost(pattern, i, typed, j, (const uint16_t(*)[COLUMNS])row));
        row[i + 1][j] = (uint16_t)cost;
        least = nearer(least, cost);
    }
    return least;
}

unsigned aise_slip_cost(const AiseKeyboard *keyboard, const AisePattern *pattern, const AiseTyped *typed, unsigned most)
{
    uint16_t row[COLUMNS][COLUMNS], extra[AISE_TYPED_MAX];
    row[0][0] = 0;
    for (unsigned j = 0; j < typed->length; j++) {
        extra[j] = (uint16_t)extra_cost(keyboard, typed, j);
        row[0][j + 1] = (uint16_t)(row[0][j] + extra[j]);
    }
    for (unsigned i = 0; i < pattern->length; i++) {
        unsigned least = fill_row(keyboard, pattern, i, typed, extra, row);
        if (least > most + SWAPPED)
            return least;
    }
    return row[pattern->length][typed->length];
}

unsigned aise_slip_cost_text(const AiseKeyboard *keyboard, const char *text, const AiseTyped *typed, unsigned most)
{
    AiseTyped meant;
    AisePattern pattern;
    aise_typed_read(keyboard, &meant, text, strlen(text));
    pattern.length = meant.length;
    memcpy(pattern.sign, meant.sign, meant.length);
    memset(pattern.omit, OMITTED, meant.length);
    memset(pattern.keep, 0, meant.length);
    return aise_slip_cost(keyboard, &pattern, typed, most);
}

/* ---- what is odd ---- */

/* Each kind with what it happens to, and how often it does not, as far as one may think beforehand. */
static const struct {
    uint16_t flag;
    uint8_t chance; /* AISE_CHANCE_… */
    uint8_t against;
} odd_kinds[] = {
    {AISE_FLAG_CHOICE, AISE_CHANCE_PLY, 30},       {AISE_FLAG_SIGN, AISE_CHANCE_CAPTURE, 6},
    {AISE_FLAG_SUPERFLUOUS, AISE_CHANCE_PLY, 30},  {AISE_FLAG_CUT, AISE_CHANCE_PLY, 30},
    {AISE_FLAG_JOIN, AISE_CHANCE_PLY, 30},         {AISE_FLAG_CHECK, AISE_CHANCE_CHECK, 4},
    {AISE_FLAG_PROMOTION, AISE_CHANCE_PLY, 60},    {AISE_FLAG_MUTATION, AISE_CHANCE_CAPTURE, 6},
    {AISE_FLAG_EFFECTS, AISE_CHANCE_PLY, 20},
};
enum { ODD_FLAGS = sizeof odd_kinds / sizeof *odd_kinds, COUNTED_MOST = 64 };

void aise_odd_add(AiseOdd *odd, const AisePlyRecord *ply, unsigned flags)
{
    odd->chance[AISE_CHANCE_PLY]++;
    bool captures = memchr(ply->san, 'x', ply->san_length) != NULL;
    odd->chance[AISE_CHANCE_CAPTURE] += ply->san[0] < 'a' && captures;
    odd->chance[AISE_CHANCE_CHECK] += ply->san[ply->san_length - 1] == '+' || ply->san[ply->san_length - 1] == '#';
    if ((flags & AISE_FLAG_SIGN) && !captures) {
        odd->count[AISE_ODD_DENIED]++;
        flags &= ~(unsigned)AISE_FLAG_SIGN;
    }
    for (unsigned i = 0; i < ODD_FLAGS && flags != 0; i++)
        odd->count[i] = (uint16_t)(odd->count[i] + ((flags & odd_kinds[i].flag) != 0));
}

void aise_odd_play(AiseOdd *odd, const AisePlay *play, uint32_t leaf)
{
    for (; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent)
        aise_odd_add(odd, &play->ply[leaf], play->link[leaf].flags);
    odd->count[AISE_ODD_NUMBERS] = (uint16_t)(odd->count[AISE_ODD_NUMBERS] + play->slips);
    odd->count[AISE_ODD_PROSE] = (uint16_t)(odd->count[AISE_ODD_PROSE] + play->proses);
}

/* That something happens `count` of `of` times, to one who does it once in `against` times or in any other measure: the
   marginal likelihood of a beta prior (1/2, against). Halves are kept whole by doubling. */
static unsigned habit_cost(unsigned count, unsigned of, unsigned against)
{
    unsigned cost = 0, rest = of > count ? of - count : 0, weight = 2 * count + 1;
    for (unsigned i = 0; i < count && i < COUNTED_MOST; i++)
        cost += aise_nats(2 * (against + i) + 1) - aise_nats(2 * i + 1);
    return cost + weight * (aise_nats(4 * (against + rest) + weight) - aise_nats(4 * against + weight)) / 2;
}

unsigned aise_odd_cost(const AiseOdd *odd)
{
    unsigned cost = 0;
    for (unsigned i = 0; i < ODD_FLAGS; i++)
        if (odd->count[i] > 0)
            cost += habit_cost(odd->count[i], odd->chance[odd_kinds[i].chance], odd_kinds[i].against);
    for (unsigned i = AISE_ODD_NUMBERS; i < AISE_ODD_KINDS; i++)
        if (odd->count[i] > 0)
            cost += habit_cost(odd->count[i], odd->chance[AISE_CHANCE_PLY], 40);
    return cost;
}
