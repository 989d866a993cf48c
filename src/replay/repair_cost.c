/* How likely a typist is to miss one ply for another, and a writer to do what is odd. */
#include "src/replay/repair.h"

#include <string.h>

/* Costs of one slip, in tenths of a nat, for one given place in a ply. */
enum {
    NEIGHBOUR = 43,  /* the key beside it */
    LOOK_ALIKE = 30,
    ADJACENT = 37,   /* the file or rank beside it */
    LANGUAGE = 35,   /* the man's letter in the other language */
    WRONG_MAN = 44,
    WRONG_SQUARE = 62,
    SHIFT = 40,      /* upper for lower case */
    UNLIKE = 76,
    OMITTED = 32,
    DOUBLED = 40,
    EXTRA_NEAR = 62, /* a neighbour of what stands beside it */
    EXTRA = 80,
    SWAPPED = 34,
    EXTRA_SIGN = 45,
    EXTRA_SLASH = 55
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
    static const char *const rows[2][4] = {{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm,.-"},
                                           {"!\"$%&/()=?", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM;:_"}};
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

/* The same man in the two languages. */
static bool same_man(unsigned a, unsigned b)
{
    return among("CN", a, b) || among("AB", a, b) || among("TR", a, b) || among("DQ", a, b) || among("RK", a, b);
}

static unsigned nearer(unsigned cost, unsigned other)
{
    return cost < other ? cost : other;
}

/* Two reasons for the same slip add up. */
static unsigned both(unsigned a, unsigned b)
{
    return (a < b ? a : b) - 4;
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
        cost = cost < NEIGHBOUR + 4 ? both(cost, NEIGHBOUR) : NEIGHBOUR;
    if (keys && a.shifted != b.shifted && a.x == b.x && a.y == b.y)
        cost = nearer(cost, SHIFT);
    if (same_man(meant, typed))
        cost = nearer(cost, LANGUAGE);
    if (look_alike(meant, typed))
        cost = nearer(cost, LOOK_ALIKE);
    return cost;
}

void aise_keyboard_make(AiseKeyboard *keyboard)
{
    static const char meant[] = "RDTACPKQNBabcdefgh0123456789:/ E.";
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
    if (sign == 'x' || sign == 'X')
        return ':';
    if (sign == 'O' || sign == 'o')
        return '0';
    return sign < ' ' ? ' ' : sign >= 127 ? '?' : (char)sign;
}

void aise_typed_read(AiseTyped *typed, const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    typed->length = 0;
    typed->passing = false;
    while (at < end && typed->length < AISE_TYPED_MAX) {
        size_t dash = dash_length(at, end);
        unsigned char sign = *at;
        at += dash > 0 ? dash : 1;
        if (dash > 0 || sign == '(' || sign == ')' || sign == '=' || (sign >= 0x80 && sign < 0xc0))
            continue;
        bool blank = reduced(sign) == ' ', after_slash = typed->length > 0 && typed->sign[typed->length - 1] == '/';
        if (blank && (after_slash || (at < end && (*at == '/' || *at == ' '))))
            continue;
        typed->sign[typed->length++] = reduced(sign);
    }
    strip_passing(typed);
}

/* ---- distance ---- */

static unsigned extra_cost(const AiseKeyboard *keyboard, const AiseTyped *typed, unsigned j)
{
    unsigned sign = (unsigned char)typed->sign[j];
    unsigned before = j > 0 ? (unsigned char)typed->sign[j - 1] : 0;
    unsigned after = j + 1 < typed->length ? (unsigned char)typed->sign[j + 1] : 0;
    if (sign == before || sign == after)
        return DOUBLED;
    if (sign == ':')
        return EXTRA_SIGN;
    if (sign == '/' || sign == ' ')
        return EXTRA_SLASH;
    if (keyboard->miss[before & 127][sign & 127] <= NEIGHBOUR || keyboard->miss[after & 127][sign & 127] <= NEIGHBOUR)
        return EXTRA_NEAR;
    return EXTRA;
}

/* One row of the table: the pattern's sign i against all that is typed. `two`, `one`: the rows before it. */
static unsigned next_row(const AiseKeyboard *keyboard, const AisePattern *pattern, unsigned i, const AiseTyped *typed,
                         const uint16_t *extra, const uint16_t *two, const uint16_t *one, uint16_t *row)
{
    unsigned sign = (unsigned char)pattern->sign[i], keep = pattern->keep[i];
    const uint8_t *miss = keyboard->miss[sign & 127];
    unsigned least = row[0] = (uint16_t)(one[0] + pattern->omit[i]);
    for (unsigned j = 1; j <= typed->length; j++) {
        unsigned at = (unsigned char)typed->sign[j - 1];
        unsigned cost = one[j - 1] + keep + (at == sign ? 0u : miss[at & 127]);
        cost = nearer(cost, one[j] + pattern->omit[i]);
        cost = nearer(cost, (unsigned)row[j - 1] + extra[j - 1]);
        if (i > 0 && j > 1 && at == (unsigned char)pattern->sign[i - 1] &&
            (unsigned char)typed->sign[j - 2] == sign && at != sign)
            cost = nearer(cost, two[j - 2] + SWAPPED + keep + pattern->keep[i - 1]);
        row[j] = (uint16_t)cost;
        least = nearer(least, cost);
    }
    return least;
}

unsigned aise_slip_cost(const AiseKeyboard *keyboard, const AisePattern *pattern, const AiseTyped *typed, unsigned most)
{
    uint16_t rows[3][AISE_TYPED_MAX + 1], extra[AISE_TYPED_MAX];
    uint16_t *two = rows[0], *one = rows[1], *row = rows[2];
    one[0] = 0;
    for (unsigned j = 0; j < typed->length; j++) {
        extra[j] = (uint16_t)extra_cost(keyboard, typed, j);
        one[j + 1] = (uint16_t)(one[j] + extra[j]);
    }
    for (unsigned i = 0; i < pattern->length; i++) {
        unsigned least = next_row(keyboard, pattern, i, typed, extra, two, one, row);
        if (least > most)
            return least;
        uint16_t *free_row = two;
        two = one;
        one = row;
        row = free_row;
    }
    return one[typed->length];
}

unsigned aise_slip_cost_text(const AiseKeyboard *keyboard, const char *text, const AiseTyped *typed, unsigned most)
{
    AiseTyped meant;
    AisePattern pattern;
    aise_typed_read(&meant, text, strlen(text));
    pattern.length = meant.length;
    memcpy(pattern.sign, meant.sign, meant.length);
    memset(pattern.omit, OMITTED, meant.length);
    memset(pattern.keep, 0, meant.length);
    return aise_slip_cost(keyboard, &pattern, typed, most);
}

/* ---- what is odd ---- */

static const uint16_t odd_flags[] = {AISE_FLAG_CHOICE,    AISE_FLAG_SIGN,     AISE_FLAG_SUPERFLUOUS,
                                     AISE_FLAG_CUT,       AISE_FLAG_JOIN,     AISE_FLAG_CHECK,
                                     AISE_FLAG_PROMOTION, AISE_FLAG_MUTATION, AISE_FLAG_EFFECTS};
enum { ODD_FLAGS = sizeof odd_flags / sizeof *odd_flags, ODD_NUMBERS = ODD_FLAGS, ODD_PROSE };

void aise_odd_add(AiseOdd *odd, unsigned flags)
{
    odd->plies++;
    for (unsigned i = 0; i < ODD_FLAGS && flags != 0; i++)
        odd->count[i] = (uint16_t)(odd->count[i] + ((flags & odd_flags[i]) != 0));
}

void aise_odd_play(AiseOdd *odd, const AisePlay *play, uint32_t leaf)
{
    for (; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent)
        aise_odd_add(odd, play->link[leaf].flags);
    odd->count[ODD_NUMBERS] = (uint16_t)(odd->count[ODD_NUMBERS] + play->slips);
    odd->count[ODD_PROSE] = (uint16_t)(odd->count[ODD_PROSE] + play->proses);
}

unsigned aise_odd_cost(const AiseOdd *odd)
{
    unsigned cost = 0;
    for (unsigned i = 0; i < AISE_ODD_KINDS; i++)
        for (unsigned k = 0; k < odd->count[i] && k < 64; k++)
            cost += aise_nats(2 * (odd->plies + 30)) - aise_nats(2 * k + 1);
    return cost;
}
