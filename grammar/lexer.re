/* From bytes to tokens. Tokens are spans of the window; white space and ends of lines make none, they are flags of the
   next. One scanner a condition: beginning of line, moves, words, comment, variation. The text is walked once; a line
   without number is tried first, and an unclosed parenthesis is read again to the end of its line, once. */
#include "grammar/reader.h"

#include "score.h"

#include <endian.h>
#include <string.h>

#define TOKEN(name) AISE_TOKEN_##name

enum { HEADER_REACH = 256, TITLE_REACH = 80 }; /* no header, or title with its sign, is longer */
enum { NEAR = HEADER_REACH + TITLE_REACH };

/* Beside tokens, what the scanner of moves may find. */
enum { LINE_END = 1000, LIMIT, WORD, OPEN_BRACE, OPEN_PARENTHESIS, SEMICOLON };

enum { IS_WORD = 1, IS_MAN = 2, IS_FILE = 4, IS_RANK = 8, IS_FOREIGN = 16, ENDS_WORD = 32, LEADS_BLANK = 64 };

/* IS_FOREIGN: letters no ply holds. IS_WORD: what may not touch a token; 0xC3–0xCA lead Latin letters. ENDS_WORD: ends a
   run of other characters. LEADS_BLANK: a blank, or the first byte of one or of an end of line. */
#define W IS_WORD
#define F (IS_WORD | IS_FILE)
#define M (IS_WORD | IS_MAN)
#define R (IS_WORD | IS_RANK)
#define X (IS_WORD | IS_FOREIGN)
#define E ENDS_WORD
#define B (ENDS_WORD | LEADS_BLANK)
static const unsigned char class[256] = {
    ['\0'] = E, ['\t'] = B, ['\n'] = B, ['\v'] = B, ['\f'] = B, ['\r'] = B, [' '] = B, ['"'] = E, ['('] = E, [')'] = E,
    [','] = E, ['/'] = E, [';'] = E, ['['] = E, [']'] = E, ['{'] = E, ['|'] = E, ['}'] = E, ['_'] = W,
    ['0'] = W, ['1'] = R, ['2'] = R, ['3'] = R, ['4'] = R, ['5'] = R, ['6'] = R, ['7'] = R, ['8'] = R, ['9'] = W,
    ['A'] = M, ['B'] = M, ['C'] = M, ['D'] = M, ['E'] = W, ['F'] = X, ['G'] = X, ['H'] = X, ['I'] = X, ['J'] = X,
    ['K'] = M, ['L'] = X, ['M'] = X, ['N'] = M, ['O'] = W, ['P'] = M, ['Q'] = M, ['R'] = M, ['S'] = X, ['T'] = M,
    ['U'] = X, ['V'] = X, ['W'] = X, ['X'] = W, ['Y'] = X, ['Z'] = X,
    ['a'] = F, ['b'] = F, ['c'] = F, ['d'] = F, ['e'] = F, ['f'] = F, ['g'] = F, ['h'] = F, ['i'] = X, ['j'] = X,
    ['k'] = X, ['l'] = X, ['m'] = X, ['n'] = X, ['o'] = X, ['p'] = X, ['q'] = X, ['r'] = X, ['s'] = X, ['t'] = X,
    ['u'] = X, ['v'] = X, ['w'] = X, ['x'] = W, ['y'] = X, ['z'] = X,
    [0xC2] = LEADS_BLANK, [0xC3] = X, [0xC4] = X, [0xC5] = X, [0xC6] = X, [0xC7] = X, [0xC8] = X, [0xC9] = X,
    [0xCA] = X, [0xE2] = LEADS_BLANK, [0xEF] = LEADS_BLANK,
};
#undef W
#undef F
#undef M
#undef R
#undef X
#undef E
#undef B

/*!re2c
re2c:api:style = free-form;
re2c:define:YYCTYPE = "unsigned char";
re2c:define:YYCURSOR = at;
re2c:define:YYLIMIT = "lx->limit";
re2c:define:YYMARKER = marker;
re2c:yyfill:enable = 0;
re2c:eof = 0;
re2c:bit-vectors = 0;

newline  = "\r\n" | [\r\n] | "\xC2\x85" | "\xE2\x80" [\xA8\xA9];
blank    = [ \t\v\f] | "\xC2\xA0" | "\xE2\x80" [\x80-\x8B\xAF] | "\xEF\xBB\xBF";
dash     = "-" | "\xC2\xAD" | "\xE2\x80" [\x90-\x95] | "\xE2\x88\x92";
dot      = "." | "\xE2\x80\xA6";
degree   = "\xC2" [\xB0\xBA] | "^";
mark     = [+#!?];
figurine = "\xE2\x99" [\x94-\x9F] ("\xEF\xB8" [\x8E\x8F])?; /* of either colour, perhaps with a variation selector */
man      = [RDTACPKQNB] | figurine;
actor    = man | "(" man ")";
square   = [a-h][1-8];
stroke   = [:x] | dash;
body     = actor ([a-h] | [1-8] | square)? stroke? square | ([a-h] | square) stroke? square | square;
single   = body ("E" | "=" man | "="? "(" man ")")?;
castling = [0Oo] dash? [0Oo] (dash? [0Oo])?;
number   = [1-9][0-9]{0,6};
versus   = blank? dash blank? | blank? ":" blank?;
white    = [1lI] versus "0" | "1" versus "O"; /* letters typed for digits */
black    = [0O] versus "1" | "0" versus [lI];
half     = "1/2" | "\xC2\xBD" | "0"[,.]"5";
day      = [0-9]{1,2};
year     = [0-9]{4} | [0-9]{2};
roman    = [IVX]{1,4};
date     = day "/" day ("/" year)? | day "." day "." year? | day "." roman ("." year)? | day "-" day "-" year;
*/

size_t aise_blank_length(const unsigned char *at)
{
    switch (*at) {
    case ' ': case '\t': case '\v': case '\f':
        return 1;
    case 0xC2:
        return at[1] == 0xA0 ? 2 : 0;
    case 0xE2:
        return at[1] == 0x80 && ((at[2] >= 0x80 && at[2] <= 0x8B) || at[2] == 0xAF) ? 3 : 0;
    case 0xEF:
        return at[1] == 0xBB && at[2] == 0xBF ? 3 : 0;
    default:
        return 0;
    }
}

size_t aise_line_end_length(const unsigned char *at)
{
    switch (*at) {
    case '\n':
        return 1;
    case '\r':
        return at[1] == '\n' ? 2 : 1;
    case 0xC2:
        return at[1] == 0x85 ? 2 : 0;
    case 0xE2:
        return at[1] == 0x80 && (at[2] == 0xA8 || at[2] == 0xA9) ? 3 : 0;
    default:
        return 0;
    }
}

static const unsigned char *skip_blanks(const unsigned char *at)
{
    while (class[*at] & LEADS_BLANK) {
        size_t blank = aise_blank_length(at);
        if (blank == 0)
            break;
        at += blank;
    }
    return at;
}

/* End of the line at `at` (before its newline), or the limit. */
static const unsigned char *line_rest(const AiseLexer *lx, const unsigned char *at)
{
    while (at < lx->limit && !((class[*at] & LEADS_BLANK) && aise_line_end_length(at) != 0))
        at++;
    return at;
}

/* The same, but not farther than a title with a header reaches. */
static const unsigned char *near_rest(const AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *end = lx->limit - at > NEAR ? at + NEAR : lx->limit;
    while (at < end && !((class[*at] & LEADS_BLANK) && aise_line_end_length(at) != 0))
        at++;
    return at;
}

/* White space at the end of [begin, end) left out. Blanks of several bytes end in a byte 0x80–0xBF. */
static const unsigned char *trim(const unsigned char *begin, const unsigned char *end)
{
    while (end > begin) {
        if (class[end[-1]] & LEADS_BLANK && end[-1] < 0x80)
            end--;
        else if (end - begin >= 2 && (aise_blank_length(end - 2) == 2 || aise_line_end_length(end - 2) == 2))
            end -= 2;
        else if (end - begin >= 3 && (aise_blank_length(end - 3) == 3 || aise_line_end_length(end - 3) == 3))
            end -= 3;
        else
            break;
    }
    return end;
}

/* Steps over the end of line of `length` bytes; only CR and LF count in `line`, as for editors. */
static void end_line(AiseLexer *lx, size_t length)
{
    lx->line += *lx->cursor == '\n' || *lx->cursor == '\r';
    lx->cursor += length;
}

static size_t offset(const AiseLexer *lx, const unsigned char *at)
{
    return (size_t)(at - lx->base);
}

/* ---- moves ---- */

/* Bytes of a man's letter or figurine at `at`, 0 if none stands there. */
static inline size_t man_length(const unsigned char *at)
{
    if (*at != 0xE2)
        return (class[*at] & IS_MAN) != 0;
    return aise_figurine_length((const char *)at, (const char *)at + AISE_FIGURINE_MAX);
}

/* Does a ply stand here, glued to what is before it? Looks at a man and two or three bytes. */
static bool ply_begins(const unsigned char *at)
{
    size_t man = man_length(at + (*at == '('));
    if (*at == '(')
        return man > 0 && at[1 + man] == ')';
    if (man > 0)
        return (class[at[man]] & (IS_FILE | IS_RANK)) || at[man] == ':' || at[man] == 'x';
    if (class[*at] & IS_FILE)
        return (class[at[1]] & IS_RANK) || at[1] == ':' || at[1] == 'x';
    return (*at == '0' || *at == 'O') && (at[1] == '-' || at[1] == *at || (at[1] == 0xE2 && at[4] == *at));
}

/* `e4`, `Cf3`, `e:d5` and nothing else: surely a ply, without a scan. */
static bool plain_ply(const unsigned char *at)
{
    at += man_length(at);
    at += (class[*at] & IS_FILE) && (at[1] == 'x' || at[1] == ':');
    at += *at == 'x' || *at == ':';
    return (class[at[0]] & IS_FILE) && (class[at[1]] & IS_RANK) && !(class[at[2]] & IS_WORD);
}

#define ONES UINT64_C(0x0101010101010101)

static inline uint64_t eight_bytes(const unsigned char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return le64toh(bytes);
}

/* How many of eight bytes go before the first below '1'; 0 too if there is none. */
static inline unsigned word_length(uint64_t bytes)
{
    uint64_t low = (bytes - '1' * ONES) & ~bytes & 0x80 * ONES; /* the first set is that of the first such byte */
    return low == 0 ? 0 : (unsigned)__builtin_ctzll(low) >> 3;
}

/* Does `e.p.` or a word like it perhaps stand behind the space at `at`? */
static inline bool may_pass(const unsigned char *at)
{
    return at[1] == 'e' && (at[2] == '.' || at[2] == 'p' || at[2] == 'n');
}

/* A check sign behind a usual ply, and then a space or the like; returns the end, NULL: the scanner must look. */
static inline const unsigned char *usual_end(const unsigned char *end, AiseItem *item)
{
    item->kind = AISE_ITEM_PLY;
    item->extra = 0;
    if (*end == '+' || *end == '#') {
        item->extra = 1;
        end++;
    }
    bool apart = *end == ' ' ? !may_pass(end) : *end == '\n' || *end == '\r' || *end == '/' || *end == ',';
    return apart ? end : NULL;
}

static inline uint64_t square_bytes(const unsigned char *at)
{
    uint16_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return le16toh(bytes);
}

/* `Nb1d2_Pd2f3`, `Qd8_Pd7d3`, `Qa5E_Pc7E`, as usual_ply; the four squares at once. */
static inline const unsigned char *usual_push(const unsigned char *at, AiseItem *item)
{
    uint64_t mark = eight_bytes(at) ^ '_' * ONES;
    mark = (mark - ONES) & ~mark & 0x80 * ONES; /* the first set is that of the first '_' */
    if (mark == 0)
        return NULL;
    const unsigned char *end = at + (__builtin_ctzll(mark) >> 3), *other = end + 1;
    const unsigned char *other_end = other + word_length(eight_bytes(other));
    const unsigned char *from = at + ((class[*at] & IS_MAN) != 0), *other_from = other + ((class[*other] & IS_MAN) != 0);
    unsigned length = (unsigned)(end - from), other_length = (unsigned)(other_end - other_from);
    uint32_t leaves = length == 3, expelled = other_length == 3;
    if ((length - 2 > 2) | (other_length - 2 > 2) | (leaves & (end[-1] != 'E')) | (expelled & (other_end[-1] != 'E')))
        return NULL;
    uint64_t squares = square_bytes(from) | square_bytes(end - 2 - leaves) << 16 | square_bytes(other_from) << 32 |
                       square_bytes(other_end - 2 - expelled) << 48;
    squares -= UINT64_C(0x3161316131613161); /* `a1`, four times */
    if (squares & 0xf8 * ONES)
        return NULL;
    squares |= squares >> 5; /* file and rank together */
    uint32_t man = from != at, goes = length == 4, other_man = other_from != other, pushed = other_length == 4;
    uint32_t form = man | goes << 1 | leaves << 2 | other_man << 3 | pushed << 4 | expelled << 5;
    item->value = AISE_SHAPE | AISE_SHAPE_PUSH | form |
                  (uint32_t)((squares & 63) << 6 | (squares >> 16 & 63) << 12 | (squares >> 32 & 63) << 18 | (squares >> 48 & 63) << 24);
    return usual_end(other_end, item);
}

/* The same, or a push or pull. */
static bool surely_ply(const unsigned char *at)
{
    AiseItem item;
    return plain_ply(at) || usual_push(at, &item) != NULL;
}

/* A turn number glued to a ply: `e52.Cf3`. */
static bool number_begins(const unsigned char *at)
{
    const unsigned char *digits = at;
    while (*at >= '0' && *at <= '9' && at - digits < 8)
        at++;
    return at > digits && *at == '.';
}

/* After a slash, perhaps with a space between. */
static bool after_slash(const AiseLexer *lx)
{
    const unsigned char *at = lx->token;
    if (at > lx->base && at[-1] == ' ')
        at--;
    if (at > lx->base && at[-1] == '/')
        return true;
    return at - lx->base >= 3 && at[-3] == 0xE2 &&
           ((at[-2] == 0x81 && at[-1] == 0x84) || (at[-2] == 0x88 && at[-1] == 0x95));
}

static int end_word(AiseLexer *lx);
static int loose_dash(AiseLexer *lx, const unsigned char *at);

/* A run of characters that is no token: an attempt at a ply, or prose. Trailing full stops are not part of it. */
static int word(AiseLexer *lx)
{
    const unsigned char *begin = lx->token, *end = begin;
    if (end_word(lx) == TOKEN(END))
        return TOKEN(END);
    unsigned letters = 0, digits = 0, foreign = 0;
    size_t man = man_length(begin);
    if (man > 1) {
        letters = 1;
        end += man;
    }
    for (; !(class[*end] & ENDS_WORD) && end - begin <= 16 && aise_blank_length(end) == 0 &&
           aise_line_end_length(end) == 0; end++) {
        digits += *end >= '0' && *end <= '9';
        foreign += (class[*end] & IS_FOREIGN) != 0 || (*end >= 0x80 && *end < 0xC0);
        letters += (class[*end] & IS_WORD) != 0 && *end > '9';
    }
    while (end > begin && end[-1] == '.')
        end--;
    bool attempt = end > begin && end - begin <= 12 && foreign <= 1 && letters > 0 && (man > 0 || (class[*begin] & IS_FILE)) &&
                   (digits > 0 || (after_slash(lx) && letters <= 3));
    lx->cursor = attempt ? end : begin;
    return attempt ? TOKEN(BAD_PLY) : WORD;
}

/* `e.p.`, `ep`, `e. p.` or `en passant` behind a ply, after spaces or glued to it; the place behind it, or NULL. */
static const unsigned char *en_passant(const unsigned char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    if (*at++ != 'e')
        return NULL;
    if (strncmp((const char *)at, "n passant", 9) == 0)
        return class[at[9]] & IS_WORD ? NULL : at + 9;
    at += *at == '.' && at[1] == ' ' && at[2] == 'p' ? 2 : *at == '.';
    if (*at++ != 'p')
        return NULL;
    at += *at == '.';
    return class[*at] & IS_WORD ? NULL : at;
}

/* A ply ends at `at`, unless it is part of something else. */
static int glued_ply(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *passed = en_passant(at);
    if (passed != NULL) {
        const unsigned char *marks = passed;
        while (*marks == '+' || *marks == '#' || *marks == '!' || *marks == '?')
            marks++;
        lx->extra = (uint16_t)(marks - passed < UINT16_MAX ? marks - passed : UINT16_MAX);
        lx->cursor = marks;
        return TOKEN(PLY);
    }
    if ((class[*at] & IS_WORD) && !ply_begins(at) && !number_begins(at))
        return word(lx);
    return TOKEN(PLY);
}

static inline int ply(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *marks = at;
    while (marks[-1] == '#' || marks[-1] == '+' || marks[-1] == '!' || marks[-1] == '?')
        marks--;
    lx->extra = (uint16_t)(at - marks < UINT16_MAX ? at - marks : UINT16_MAX);
    lx->cursor = at;
    if ((class[*at] & IS_WORD) || (*at == ' ' && may_pass(at)))
        return glued_ply(lx, at);
    return TOKEN(PLY);
}

/* A square with a bare letter behind it: `a8D` promotes, `A:f5C` mutates; in `e6Cc6` and `Cf3Ac5` the letter belongs to the next ply. */
static int bare_promotion(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *letter = at;
    while (letter[-1] == '#' || letter[-1] == '+' || letter[-1] == '!' || letter[-1] == '?')
        letter--;
    do
        letter--;
    while (man_length(letter) == 0);
    bool last_rank = letter[-1] == '8' || letter[-1] == '1';
    bool takes = memchr(lx->token, ':', (size_t)(letter - lx->token)) != NULL || memchr(lx->token, 'x', (size_t)(letter - lx->token)) != NULL;
    return ply(lx, (last_rank || takes) && !((class[*at] & (IS_FILE | IS_RANK)) || *at == ':' || *at == 'x') ? at : letter);
}

static int check_word(AiseLexer *lx, const unsigned char *at);

/* `ed`, `e:d`. Without sign it may be a word: it is one if another word follows. */
static int two_files(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *file = lx->token;
    if (file[0] == 'c' && file[1] == 'h')
        return check_word(lx, at);
    if (file[1] >= 'a' && file[1] <= 'h') {
        const unsigned char *next = skip_blanks(at);
        if ((file[0] - file[1] != 1 && file[1] - file[0] != 1) ||
            ((class[*next] & IS_WORD) && !ply_begins(next) && !(*next >= '0' && *next <= '9')))
            return word(lx);
    }
    return ply(lx, at);
}

enum { NAG_NOVELTY = 146 };

/* Does a word or sign that belongs to a ply stand right behind one, and something else of a game, or nothing, behind it? */
static bool behind_ply(const AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *before = lx->token, *next = skip_blanks(at);
    while (before > lx->base && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    if (before == lx->base || before == lx->token || (class[*at] & IS_WORD) ||
        !((class[before[-1]] & IS_RANK) || strchr("+#!?0O", before[-1]) != NULL))
        return false;
    return next >= lx->limit || aise_line_end_length(next) != 0 || ply_begins(next) || (*next >= '0' && *next <= '9') ||
           strchr(",;/(){!?+#$*|", *next) != NULL || *next == 0xE2;
}

/* `sc.`, `scacco`, `†`: the ply before gives check. `scacco matto` ends the game. */
static int check_word(AiseLexer *lx, const unsigned char *at)
{
    if (end_word(lx) == TOKEN(END))
        return TOKEN(END);
    at += *at == '.' && *lx->token < 0x80;
    if (*lx->token < 0x80 && !behind_ply(lx, at))
        return word(lx);
    lx->value = lx->extra = 0;
    lx->cursor = at;
    return TOKEN(MARK);
}

/* `N`, `TN`: a novelty. */
static int novelty(AiseLexer *lx, const unsigned char *at)
{
    if (!behind_ply(lx, at))
        return word(lx);
    lx->value = NAG_NOVELTY;
    lx->cursor = at;
    return TOKEN(NAG);
}

/* A man alone is a ply's promotion or an affected man, and stands after a slash. */
static int lone_man(AiseLexer *lx, const unsigned char *at)
{
    if (*lx->token == 'N' && at - lx->token == 1 && !after_slash(lx))
        return novelty(lx, at);
    if (after_slash(lx) && !(class[*at] & IS_WORD) && *at != ':')
        return ply(lx, at);
    if (*lx->token != '(')
        return word(lx);
    lx->cursor = lx->token + 1;
    return OPEN_PARENTHESIS;
}

/* Digits without a dot are a turn number if a ply follows; without a gap only a plain one. */
static int bare_number(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *next = skip_blanks(at);
    while (*next == '|')
        next = skip_blanks(next + 1);
    bool unsigned_capture = (class[next[0]] & IS_FILE) && (class[next[1]] & IS_FILE) && (class[next[2]] & IS_RANK); /* `11 gh3` */
    if (next == at ? !plain_ply(at) : !(ply_begins(next) || unsigned_capture))
        return word(lx);
    lx->cursor = at;
    return TOKEN(NUMBER);
}

/* Full stops and exclamation marks behind a result or an end word belong to it. */
static const unsigned char *skip_stops(const unsigned char *at)
{
    while (*at == '.' || *at == '!')
        at++;
    return at;
}

static int result(AiseLexer *lx, const unsigned char *at, AiseResult value)
{
    if ((class[*at] & IS_WORD) || *at == '-' || *at == '/')
        return word(lx);
    lx->value = value;
    lx->cursor = skip_stops(at);
    return TOKEN(RESULT);
}

static void set_number(AiseLexer *lx, uint16_t dots)
{
    uint32_t value = 0;
    for (const unsigned char *digit = lx->token; *digit >= '0' && *digit <= '9'; digit++)
        value = value * 10 + (uint32_t)(*digit - '0');
    lx->value = value;
    lx->extra = dots;
}

static int number(AiseLexer *lx, const unsigned char *at, uint16_t dots)
{
    set_number(lx, dots);
    if (dots == 0)
        return bare_number(lx, at);
    lx->cursor = at;
    return TOKEN(NUMBER);
}

static int scan(AiseLexer *lx);

static const unsigned char *skip_dots(const unsigned char *at)
{
    while (*at == '.' || (at[0] == 0xE2 && at[1] == 0x80 && at[2] == 0xA6))
        at += *at == '.' ? 1 : 3;
    return at;
}

/* `1: e4`, `1.- e4`, `1°) e4`, `01.e4`: with such a sign only in a game, or below its names, and only before a ply. Points
   may follow the sign: `1) ... e5`. */
static int signed_number(AiseLexer *lx, const unsigned char *at, bool usual)
{
    if (at[-1] == '-' && *at == '-') { /* `7.-- e5`: a null move */
        while (at > lx->token && *at != '.' && *at != ')')
            at--;
        return at > lx->token ? number(lx, at + 1, 1) : word(lx);
    }
    const unsigned char *dots = skip_blanks(at), *next = skip_dots(dots);
    bool black = next - dots > 1;
    at = black ? next : at;
    if (!usual) {
        AiseLexer probe = *lx;
        probe.cursor = skip_blanks(at);
        probe.probing = true;
        if (lx->probing || !(lx->game.begun || lx->paired) || (!plain_ply(probe.cursor) && scan(&probe) != TOKEN(PLY)))
            return word(lx);
    }
    set_number(lx, black ? 2 : 1);
    lx->cursor = at;
    return TOKEN(NUMBER);
}

/* `l.e4`, `1O.Cf3`: letters typed for digits, before a ply. */
static int misspelt_number(AiseLexer *lx, const unsigned char *at)
{
    uint32_t value = 0;
    for (const unsigned char *digit = lx->token; *digit != '.' && *digit != ' '; digit++)
        value = value * 10 + (*digit == 'O' ? 0 : *digit == 'l' || *digit == 'I' ? 1 : *digit - '0' + 0u);
    if (!ply_begins(skip_blanks(at)))
        return word(lx);
    lx->value = value;
    lx->extra = 1;
    lx->cursor = at;
    return TOKEN(NUMBER);
}

enum { ROMAN_SURE = 4 }; /* from here on `II.` may be 11 with letters typed for digits */

static size_t dash_length(const unsigned char *at)
{
    bool three = at[0] == 0xE2 && ((at[1] == 0x80 && at[2] >= 0x90 && at[2] <= 0x95) || (at[1] == 0x88 && at[2] == 0x92));
    return *at == '-' ? 1 : three ? 3 : 0;
}

/* `II.`, `XIV.`, `II. ...`, `II. -`, before a ply, in a game that began with `I.` */
static int roman_number(AiseLexer *lx, const unsigned char *at)
{
    uint32_t value = 0;
    bool letters = true; /* such as are typed for the digit 1 */
    for (const unsigned char *sign = lx->token; *sign != '.' && *sign != ' '; sign++) {
        uint32_t own = *sign == 'I' ? 1 : *sign == 'V' ? 5 : 10, next = sign[1] == 'V' ? 5 : sign[1] == 'X' ? 10 : 1;
        value = own < next ? value - own : value + own;
        letters = letters && own == 1;
    }
    if (!lx->game.roman || (letters && lx->number >= ROMAN_SURE))
        return letters ? misspelt_number(lx, at) : word(lx);
    const unsigned char *dots = skip_blanks(at), *next = skip_dots(dots);
    bool black = next > dots;
    next += black ? 0 : dash_length(next);
    if (!ply_begins(skip_blanks(next)))
        return word(lx);
    lx->value = value;
    lx->extra = black ? 2 : 1;
    lx->cursor = next > dots ? next : at;
    return TOKEN(NUMBER);
}

static int separator(AiseLexer *lx, const unsigned char *at, AiseJoinSign value)
{
    lx->value = value;
    lx->cursor = at;
    return TOKEN(JOIN);
}

/* `!` … `?!`; check signs have no NAG. */
static int detached_mark(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *mark = lx->token;
    bool two = at - mark > 1;
    if (*mark == '!')
        lx->value = !two ? 1 : mark[1] == '!' ? 3 : 5;
    else if (*mark == '?')
        lx->value = !two ? 2 : mark[1] == '?' ? 4 : 6;
    else
        lx->value = 0;
    lx->cursor = at;
    return TOKEN(MARK);
}

static int nag(AiseLexer *lx, const unsigned char *at)
{
    uint32_t value = 0;
    for (const unsigned char *digit = lx->token + 1; digit < at; digit++)
        value = value * 10 + (uint32_t)(*digit - '0');
    lx->value = value;
    lx->cursor = at;
    return TOKEN(NAG);
}

/* A date, or days for thinking, between the moves of a correspondence game. `1g4` is a turn that lost its dot. */
static int days(AiseLexer *lx, const unsigned char *at)
{
    if (class[*at] & IS_RANK && at[-1] == 'g')
        return number(lx, at - 1, 0);
    if (class[*at] & IS_WORD)
        return word(lx);
    lx->extra = 3;
    lx->cursor = at;
    return TOKEN(COMMENT);
}

/* The same if it can be one: else a turn number, or a word. */
static int date(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *sign = lx->token;
    unsigned part[2] = {0, 0};
    for (; *sign >= '0' && *sign <= '9'; sign++)
        part[0] = part[0] * 10 + (unsigned)(*sign - '0');
    for (const unsigned char *next = sign + 1; *next >= '0' && *next <= '9'; next++)
        part[1] = part[1] * 10 + (unsigned)(*next - '0');
    bool ends = !(class[*at] & IS_WORD) && !ply_begins(at) && *at != '.' && *at != '/' && *at != '-';
    if (part[0] >= 1 && part[0] <= 31 && part[1] <= 12 && ends && (part[1] >= 1 || sign[1] > '9'))
        return days(lx, at);
    if (*sign != '.' || *lx->token == '0')
        return word(lx);
    return number(lx, sign + 1, 1);
}

/* `[10:05]`, `[7.A:c6 era meglio]`: a note in brackets that close on the line. */
static int bracketed(AiseLexer *lx)
{
    const unsigned char *at = lx->token + 1;
    while (at < lx->limit && *at != '[' && *at != ']' && aise_line_end_length(at) == 0)
        at++;
    AiseVerdict verdict;
    if (at >= lx->limit || *at != ']' || lx->token[1] == '%' || skip_blanks(lx->token + 1) == at ||
        aise_line_verdict((const char *)lx->token, (size_t)(at + 1 - lx->token), &verdict))
        return word(lx);
    return days(lx, at + 1);
}

static bool only_moves(AiseLexer lx, bool broken);

enum { AND_REACH = 512 }; /* bytes that may follow `e` on its line */

/* `4.e4 e d4`: the word for `and` between two plies of a numbered line that holds nothing but moves. */
static int and_word(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *before = lx->token, *next = skip_blanks(at);
    while (before > lx->base && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    if (lx->condition != AISE_IN_MOVES || !(lx->line_flags & AISE_ITEM_NUMBERED) || next == at || before == lx->token ||
        before == lx->base || (!(class[before[-1]] & IS_RANK) && strchr("+#!?0O", before[-1]) == NULL) || !ply_begins(next))
        return word(lx);
    lx->value = AISE_SIGN_AND;
    lx->cursor = at;
    if (lx->probing)
        return TOKEN(JOIN);
    AiseLexer rest = *lx;
    rest.probing = true;
    bool moves = line_rest(lx, at) - at <= AND_REACH && only_moves(rest, false);
    return moves ? TOKEN(JOIN) : word(lx);
}

/* `Cc6¹`: the number of a note stands as it is. */
static int note_number(AiseLexer *lx, const unsigned char *at)
{
    lx->extra = 3;
    lx->cursor = at;
    return TOKEN(COMMENT);
}

static int found(AiseLexer *lx, const unsigned char *at, int token)
{
    lx->cursor = at;
    return token;
}

/* `@`, a smiling face, a Greek letter: no sign that says anything of moves, as arrows, points and the signs of judgement do. */
static bool is_foreign(const unsigned char *sign)
{
    if (*sign < 0x80)
        return *sign == '@' || *sign == '&';
    if (*sign == 0xE2)
        return (sign[1] >= 0x81 && sign[1] <= 0x85) || (sign[1] >= 0x98 && sign[1] <= 0x9E);
    return *sign > 0xCA && *sign != 0xE2 && (*sign != 0xEF || (sign[1] == 0xBF && sign[2] == 0xBD));
}

/* Stray bytes. Glued to a ply, a foreign one stands for a man: it is not the pawn that moves. */
static int stray(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *end = at;
    if (man_length(lx->token) > 0 && word(lx) == TOKEN(BAD_PLY))
        return TOKEN(BAD_PLY);
    lx->cursor = at;
    if (!is_foreign(lx->token) || !(ply_begins(at) || ((*at == ':' || *at == 'x') && (class[at[1]] & IS_FILE))))
        return TOKEN(SKIPPED);
    while (!(class[*end] & ENDS_WORD) && end - at < 12 && aise_blank_length(end) == 0 && aise_line_end_length(end) == 0)
        end++;
    while ((*end & 0xC0) == 0x80) /* no character is cut */
        end++;
    while (end > at && end[-1] == '.')
        end--;
    lx->cursor = end;
    return TOKEN(BAD_PLY);
}

/* The next token of a line of moves, or LINE_END (not stepped over), LIMIT, WORD (not stepped over), OPEN_BRACE … */
static int scan(AiseLexer *lx)
{
    const unsigned char *at = lx->cursor, *marker;
    lx->value = 0;
    lx->extra = 0;
gap:
    if (*at == ' ') {
        at++;
        lx->flags |= AISE_ITEM_GAP;
    }
    lx->token = at;
    /*!re2c
    blank+                                 { lx->flags |= AISE_ITEM_GAP; goto gap; }
    single ("_" single)? mark*             { return ply(lx, at); }
    body man mark*                         { return bare_promotion(lx, at); }
    (castling | "--" | "Z0") mark*         { return ply(lx, at); }
    [a-h] [:x]? [a-h] mark*                { return two_files(lx, at); }
    actor mark*                            { return lone_man(lx, at); }
    number                                 { return number(lx, at, 0); }
    number blank* "."                      { return number(lx, at, 1); }
    number ")"                             { return signed_number(lx, at, true); }
    number blank* ("." blank*)? (")" | ":" | dash) | number blank* ("." blank*)? (")" blank* | dash blank+) dash | number blank* degree blank* [.):]? (blank* dash)? |
    "0"{1,2} number blank* [.):]           { return signed_number(lx, at, false); }
    number blank* ("." dot+ | "\xE2\x80\xA6" dot* | "." blank+ dot+) { return number(lx, at, 2); }
    [IVX]{1,6} " "? "."                    { return roman_number(lx, at); }
    ([1-9][0-9]{0,2}[OlI] | [lI])[0-9OlI]{0,3} " "? "." { return misspelt_number(lx, at); }
    white                                  { return result(lx, at, AISE_RESULT_WHITE); }
    black                                  { return result(lx, at, AISE_RESULT_BLACK); }
    half (versus half)?                    { return result(lx, at, AISE_RESULT_DRAW); }
    date                                   { return date(lx, at); }
    [0-9]{1,2} "g"{1,2}                    { return days(lx, at); }
    [0-9]{1,2} (":" [0-5] [0-9]){1,2}      { return days(lx, at); }
    "["                                    { return bracketed(lx); }
    ("\xC2" [\xB2\xB3\xB9] | "\xE2\x81" [\xB0\xB4-\xB9])+ { return note_number(lx, at); }
    "*"                                    { return result(lx, at, AISE_RESULT_UNKNOWN); }
    "/" | "\xE2\x81\x84" | "\xE2\x88\x95"  { return separator(lx, at, AISE_SIGN_SLASH); }
    "//"                                   { return separator(lx, at, AISE_SIGN_DOUBLE_SLASH); }
    ","                                    { return separator(lx, at, AISE_SIGN_COMMA); }
    "|"+                                   { return separator(lx, at, AISE_SIGN_COLUMN); }
    ";"                                    { return found(lx, at, SEMICOLON); }
    "e"                                    { return and_word(lx, at); }
    [!?]+ | [+#]+                          { return detached_mark(lx, at); }
    "$" [0-9]{1,4}                         { return nag(lx, at); }
    "TN"                                   { return novelty(lx, at); }
    'scacco' | 'sc' | "\xE2\x80" [\xA0\xA1]+ { return check_word(lx, at); }
    "{"                                    { return found(lx, at, OPEN_BRACE); }
    "("                                    { return found(lx, at, OPEN_PARENTHESIS); }
    newline                                { return found(lx, lx->token, LINE_END); }
    $                                      { return found(lx, lx->token, LIMIT); }
    "+-" | "-+" | "+=" | "=+" | "+/-" | "-/+" | "+/=" | "=/+" | "+:-" | "-:+" { return found(lx, at, TOKEN(SKIPPED)); }
    [)}\]\\.=~^_<>$:\x01-\x08\x0E-\x1F\x7F]+ { return found(lx, at, TOKEN(SKIPPED)); }
    [@&]                                   { return stray(lx, at); }
    "--" "-"+ | "*" "*"+ | [A-Za-z0-9"'`%*]           { return word(lx); }
    dash                                   { return loose_dash(lx, at); }
    [\xC3-\xCA][\x80-\xBF] | "\xC2" [\xAB\xBB] | "\xE2\x80" [\x98-\x9F\xB9\xBA] { return word(lx); }
    [\xC2-\xDF] [\x80-\xBF] | [\xE0-\xEF] [\x80-\xBF]{2} | [\xF0-\xF4] [\x80-\xBF]{3}
                                           { return stray(lx, at); }
    *                                      { return found(lx, at, TOKEN(SKIPPED)); }
    */
}

/* A word that ends a game. Of those that say who won it, only with nothing but punctuation or a result behind it. */
static int ending(AiseLexer *lx, const unsigned char *at, AiseEnd value)
{
    if (class[*at] & IS_WORD)
        return WORD;
    const unsigned char *next = skip_blanks(at + (*at == '.'));
    bool closed = next >= lx->limit || aise_line_end_length(next) != 0 || strchr(".,;!({)*#", *next) != NULL ||
                  *next == '0' || *next == '1' || *next == 0xC2;
    if (value != AISE_END_RESIGNS && !closed)
        return WORD;
    /* Who: extra 1 White, 2 Black, where the words say so; 3: adjudicated a draw. */
    for (const unsigned char *letter = lx->token; letter + 4 <= at && lx->extra == 0; letter++) {
        if (strncasecmp((const char *)letter, "bianco", 6) == 0 || strncasecmp((const char *)letter, "white", 5) == 0)
            lx->extra = 1;
        if (strncasecmp((const char *)letter, "nero", 4) == 0 || strncasecmp((const char *)letter, "black", 5) == 0)
            lx->extra = 2;
        if (value == AISE_END_ADJUDICATED &&
            (strncasecmp((const char *)letter, "patta", 5) == 0 || strncasecmp((const char *)letter, "draw", 4) == 0 ||
             strncasecmp((const char *)letter, "remis", 5) == 0))
            lx->extra = 3;
    }
    lx->value = value;
    lx->cursor = skip_stops(at);
    return TOKEN(END);
}

static int end_word(AiseLexer *lx)
{
    const unsigned char *at = lx->token, *marker;
    lx->extra = 0;
    /*!re2c
    gap   = blank+;
    side  = ('il' gap)? ('bianco' | 'nero') | 'white' | 'black';
    who   = (('e' 'd'?) gap)? side gap;
    lost  = ('perde' | 'ha' gap 'perso' | 'loses') gap;
    draw  = 'patta' | 'draw' | 'remis';
    won   = 'vince' | 'ha' gap 'vinto';

    who? ('per' gap)? ('abbandon' ('a' | 'ano' | 'o') | [Aa] "bb" | "ABB" | 'resigns' | 'resign' | 'si' gap 'arrende' |
     'ha' gap 'abbandonato') (gap side)?      { return ending(lx, at, AISE_END_RESIGNS); }
    draw (gap ("d" ['] 'accordo' | "d\xE2\x80\x99" 'accordo' | 'di comune accordo' | 'per accordo' | 'concordata' | 'agreed'))?
                                              { return ending(lx, at, AISE_END_AGREED); }
    (draw gap)? ('per' gap 'aggiudicazione' | 'aggiudicata' (gap ('al' gap ('bianco' | 'nero') | draw))? |
     'adjudicated' (gap draw)? | 'adjudication') { return ending(lx, at, AISE_END_ADJUDICATED); }
    who? lost? ('per' gap ('il' gap)? 'tempo' | 'on time' | 'tempo scaduto') { return ending(lx, at, AISE_END_TIME); }
    who? lost? ('per' gap)? ('forfait' | 'forfeit' | 'ritirat' [oa] | 'ritiro' | 'si' gap 'ritira')
                                              { return ending(lx, at, AISE_END_FORFEIT); }
    'ff'                                      { return ending(lx, at, AISE_END_FORFEIT); }
    'tempo' { return lx->token > lx->base && lx->token[-1] == '(' ? ending(lx, at, AISE_END_TIME) : WORD; }
    (draw gap)? ('per' gap)? ('stallo' | 'stalemate') { return ending(lx, at, AISE_END_STALEMATE); }
    ('e' "'"? gap)? ('scacco' gap?)? 'matto' | "mt" | 'check'? 'mate' { return ending(lx, at, AISE_END_MATE); }
    (who | ('e' | 'and') gap)? (won | 'wins') | won gap side |
    'vittoria' gap ('del' gap)? ('bianco' | 'nero') { return ending(lx, at, AISE_END_WINS); }
    $                                          { return WORD; }
    *                                          { return WORD; }
    */
}

/* A dash before a ply or a turn number, or at the end of the line, only keeps moves apart: `d5-Cf6`, `1.e4 - e5`. */
static int loose_dash(AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *next = skip_blanks(at), *before = lx->token;
    AiseLexer probe = *lx;
    while (before > lx->base && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    bool letter = before - lx->base > 2 && strchr("EDTACQRBN", before[-1]) != NULL &&
                  ((class[before[-2]] & IS_RANK) || before[-2] == '=');
    if (lx->probing || before == lx->base ||
        (!(class[before[-1]] & IS_RANK) && !letter && strchr("+#!?.)0O", before[-1]) == NULL))
        return word(lx);
    probe.cursor = next;
    probe.probing = true;
    bool moves = next >= lx->limit || aise_line_end_length(next) != 0 || plain_ply(next);
    if (!moves && (man_length(next) > 0 || (class[*next] & (IS_FILE | IS_RANK)))) {
        int kind = scan(&probe);
        moves = kind == TOKEN(PLY) || kind == TOKEN(NUMBER);
    }
    return moves ? found(lx, at, TOKEN(SKIPPED)) : word(lx);
}

/* ---- lines ---- */

static void set(AiseLexer *lx, uint32_t value, uint16_t extra, uint8_t flags)
{
    lx->value = value;
    lx->extra = extra;
    lx->flags = flags;
}

static inline int token(AiseLexer *lx, int kind, const unsigned char *begin, const unsigned char *end, AiseSign *sign,
                        AisePlace *place)
{
    *sign = lx->value | (uint64_t)lx->extra << 32 | (uint64_t)lx->flags << 48;
    *place = aise_place((uint32_t)(begin - lx->base), (uint32_t)(end - lx->base));
    lx->flags = lx->line_flags;
    return kind;
}

/* Steps over what an opening brace or parenthesis at the cursor encloses on this line. False: it does not close. */
static bool skip_enclosed(AiseLexer *lx, bool parenthesis)
{
    const unsigned char *at = lx->cursor;
    bool brace = !parenthesis; /* in braces parentheses are text */
    for (uint32_t depth = parenthesis; at < lx->limit && aise_line_end_length(at) == 0; at++) {
        if (brace ? *at == '}' : *at == '{')
            brace = !brace;
        else if (!brace && *at == '(')
            depth++;
        else if (!brace && *at == ')')
            depth--;
        if (!brace && depth == 0) {
            lx->cursor = at + 1;
            return true;
        }
    }
    return false;
}

/* `(abb.)`, `(1-0)` at the end of a line: a word or result that the parentheses only set apart. 0: something else. */
static int enclosed_ending(AiseLexer *lx)
{
    AiseLexer probe = *lx;
    int kind = scan(&probe);
    const unsigned char *close = skip_blanks(probe.cursor), *next = *close == ')' ? skip_blanks(close + 1) : close;
    if ((kind != TOKEN(END) && kind != TOKEN(RESULT)) || next == close ||
        !(next >= lx->limit || aise_line_end_length(next) != 0))
        return 0;
    lx->value = probe.value;
    lx->extra = probe.extra;
    lx->cursor = close + 1;
    return kind;
}

/* Is the rest of the line nothing but moves, `broken` ones among them? Separators alone are none. */
static bool only_moves(AiseLexer lx, bool broken)
{
    for (bool some = false;;) {
        int kind = scan(&lx);
        switch (kind) {
        case LINE_END:
        case LIMIT:
            return some;
        case WORD:
        case TOKEN(SKIPPED):
            return false;
        case TOKEN(BAD_PLY):
            if (!broken)
                return false;
            break;
        case TOKEN(JOIN):
        case TOKEN(COMMENT): /* a date */
        case SEMICOLON:
            break;
        case OPEN_BRACE:
            some = true;
            if (!skip_enclosed(&lx, false))
                return true;
            break;
        case OPEN_PARENTHESIS: {
            AiseLexer inner = lx;
            if (enclosed_ending(&lx) != 0) {
                some = true;
                break;
            }
            int first = scan(&inner);
            bool moves = first == TOKEN(NUMBER) || first == TOKEN(PLY) || first == OPEN_BRACE || first == OPEN_PARENTHESIS;
            if (!skip_enclosed(&lx, true))
                return moves;
            if (!some && !moves)
                return false;
            some = true;
            break;
        }
        default:
            some = true;
        }
    }
}

/* May the line whose number is scanned be moves? `next` is what follows the number. */
static bool numbered_moves(const AiseLexer *lx, int *next)
{
    unsigned dots = lx->extra;
    if (dots > 0 && surely_ply(skip_blanks(lx->cursor))) {
        *next = TOKEN(PLY);
        return true;
    }
    AiseLexer probe = *lx;
    probe.flags = 0;
    *next = scan(&probe);
    switch (*next) {
    case TOKEN(PLY):
        return true;
    case WORD:
    case LIMIT:
    case TOKEN(SKIPPED):
    case TOKEN(MARK):
        return *next == LIMIT && dots > 0;
    case TOKEN(NUMBER):
        return dots > 0 && probe.extra == 2 && (probe.flags & AISE_ITEM_GAP);
    case TOKEN(JOIN):
        if (probe.value == AISE_SIGN_COLUMN)
            *next = scan(&probe);
        return *next == TOKEN(PLY) || (dots > 0 && probe.value == AISE_SIGN_SLASH);
    default:
        return dots > 0;
    }
}

/* `1. - e5` where turn 1 has begun: the dash stands for White's moves. */
static bool dash_for_white(const AiseLexer *lx)
{
    const unsigned char *end = lx->cursor;
    bool dash = dash_length(end - 1) == 1 || (end - lx->token > 3 && dash_length(end - 3) == 3);
    return dash && lx->game.moves && lx->number == lx->value;
}

/* Is the number scanned the 1 with which a game may begin? */
static bool opens_game(const AiseLexer *lx)
{
    return lx->value == 1 && lx->extra <= 1 && !dash_for_white(lx);
}

/* The number of a line of moves is scanned: does a game begin with it? In the middle of a game only a line without
   prose is taken for the first of another. */
static bool first_turn(const AiseLexer *lx, int next)
{
    if (!opens_game(lx) || (next != TOKEN(PLY) && next != OPEN_BRACE && next != TOKEN(BAD_PLY)))
        return false;
    return (!lx->game.moves && next != TOKEN(BAD_PLY)) || only_moves(*lx, true);
}

enum { NUMBER_REACH = 4096 }; /* how far the next turn number is looked for */

/* The turn number before a ply that stands at `at`: its value, and whether two dots or more stand behind it; 0: none. */
static uint32_t turn_number(const unsigned char *at, bool *black)
{
    const unsigned char *digits = at;
    uint32_t value = 0, dots = 0;
    while (*at >= '0' && *at <= '9' && at - digits < 4)
        value = value * 10 + (*at++ - '0' + 0u);
    for (; *at == '.' || *at == ')' || (dots == 1 && *at == ' ' && at[1] == '.'); at++)
        dots += *at != ' ';
    *black = dots >= 2;
    return at > digits && ply_begins(skip_blanks(at)) ? value : 0;
}

/* The end of the line at `at`, and of empty ones below it. */
static const unsigned char *next_text(const unsigned char *at, const unsigned char *end)
{
    while (at < end && (*at == '\n' || *at == '\r' || *at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Does a line that begins in [at, end) name two players? */
static bool names_game(const unsigned char *at, const unsigned char *end)
{
    AiseHeader header;
    for (const unsigned char *rest; at < end; at = rest) {
        while (at < end && *at != '\n' && *at != '\r')
            at++;
        const unsigned char *line = next_text(at, end);
        for (rest = line; rest < end && *rest != '\n' && *rest != '\r';)
            rest++;
        if (line < end && aise_line_shape((const char *)line, (size_t)(trim(line, rest) - line), &header) != AISE_LINE_PROSE)
            return true;
    }
    return false;
}

/* The next turn number in [*at, end), within a line of moves; lines of prose are passed over, but not tags. `at` becomes its
   place. 0: none. */
static uint32_t number_ahead(const unsigned char **at, const unsigned char *end, bool *black)
{
    for (bool moves = true; *at < end; ++*at) {
        bool line = **at == '\n' || **at == '\r';
        if (!line && **at != ' ' && **at != '\t')
            continue;
        const unsigned char *next = skip_blanks(*at + 1);
        if (line)
            moves = (class[*next] & IS_RANK) || *next == '9' || ply_begins(next);
        uint32_t value = moves && next < end ? turn_number(next, black) : 0;
        if (value > 0) {
            *at = next;
            return value;
        }
        if (line && next < end && *next == '[')
            break;
        *at = next - 1;
    }
    return 0;
}

/* No look from `at` goes further: what is not decided there never holds up the text. */
static const unsigned char *reach_from(const AiseLexer *lx, const unsigned char *at)
{
    return lx->limit - at > NUMBER_REACH ? at + NUMBER_REACH : lx->limit;
}

/* Must more of the text be seen than up to `reach`? */
static bool is_open(const AiseLexer *lx, const unsigned char *reach)
{
    return reach == lx->limit && !lx->final;
}

/* Looks ahead for the next number; false: more of the text must be seen. */
static bool look_for_number(const AiseLexer *lx, const unsigned char **at, const unsigned char *reach, uint32_t *number, bool *black)
{
    *number = number_ahead(at, reach, black);
    return *number > 0 || !is_open(lx, reach);
}

enum { LATE = 3 }; /* before a turn later than this, the game's last, a line that looks like a header is none */

/* Do the next two numbers from `at` on, the end of a line or a place in it, go on with the turn that is due, whatever the
   line says? LIMIT: more of the text must be seen; WORD: no. */
static int game_goes_on(const AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *reach = reach_from(lx, at);
    uint32_t next = 0, then = 0;
    bool black = false;
    if (!lx->game.moves || lx->number == 0)
        return WORD;
    if (lx->number == 1) { /* the line may be the header of another game, whose turn 1 was lost: not right above turn 2 */
        const unsigned char *below = next_text(at, reach);
        if (below == reach && is_open(lx, reach))
            return LIMIT;
        if (below == reach || turn_number(below, &black) == 0)
            return WORD;
    }
    if (!look_for_number(lx, &at, reach, &next, &black))
        return LIMIT;
    if (next != lx->number + 1u - black)
        return WORD;
    bool half = black;
    if (!look_for_number(lx, &at, reach_from(lx, at), &then, &black))
        return LIMIT;
    bool on = then == next + 1 || (then == next && black && !half), last = then <= 1 && lx->number >= LATE;
    return on || last ? TOKEN(NUMBER) : WORD;
}

static bool castles(const unsigned char *ply)
{
    return (*ply == '0' || *ply == 'O') && (ply[1] == '-' || ply[1] == *ply);
}

/* `Dg4`, `Cc6`, `e5`, `Ac8d7/Pd7e6`, `0-0`: no game begins with castling, nor with a man that stands or goes beyond the
   fourth rank, nor with one that does nothing but go to such a square. */
static bool cannot_open(const unsigned char *ply)
{
    if (castles(ply))
        return true;
    const unsigned char *square = class[*ply] & IS_FILE ? ply : ply + 1;
    if ((strchr("DTARKQBCN", *ply) == NULL && square != ply) || !(class[square[0]] & IS_FILE) || !(class[square[1]] & IS_RANK))
        return false;
    if (square[1] > '4')
        return true;
    bool knight = *ply == 'C' || *ply == 'N';
    return square != ply && strchr(" \t\r\n!?+#", square[2]) != NULL && !(knight && square[1] == '3');
}

/* Is the line at `start` the same as the one right above it? */
static bool is_typed_twice(const AiseLexer *lx, const unsigned char *start)
{
    const unsigned char *end = trim(start, line_rest(lx, start)), *above = start;
    if (end - start > NUMBER_REACH)
        return false;
    while (above > lx->origin && (above[-1] == '\n' || above[-1] == '\r' || above[-1] == ' '))
        above--;
    return above - lx->origin >= end - start && above < start && memcmp(above - (end - start), start, (size_t)(end - start)) == 0;
}

/* A turn 1 that no game begins with: does the number that the game goes on with stand further on? Castling needs none.
   LIMIT: more of the text must be seen; WORD: no. */
static int aside(const AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *ply = skip_blanks(at);
    uint32_t number = 0;
    bool black = false;
    if (!cannot_open(ply))
        return WORD;
    if (castles(ply))
        return TOKEN(NUMBER);
    const unsigned char *from = at, *reach = reach_from(lx, at);
    do {
        if (!look_for_number(lx, &at, reach, &number, &black))
            return LIMIT;
    } while (number > 0 && (number != lx->number + 1 || black));
    return number > 0 && !names_game(from, at) ? TOKEN(NUMBER) : WORD;
}

/* A turn 1 begins a line of moves amid a game. Is it another number with a slip, because the next one is that which the
   game goes on with, or a note? LIMIT: more of the text must be seen; WORD: no. */
static int misprinted_number(const AiseLexer *lx, const unsigned char *start, const unsigned char *behind)
{
    bool black = false;
    uint32_t value = 0;
    if (!lx->game.moves || lx->number == 0 || !(lx->flags & AISE_ITEM_LINE_START))
        return WORD;
    const unsigned char *at = behind;
    if (is_typed_twice(lx, start))
        return TOKEN(NUMBER);
    if (!look_for_number(lx, &at, reach_from(lx, at), &value, &black))
        return LIMIT;
    if (value == lx->number + 2 || (black && value == lx->number + 1 && value > 2))
        return TOKEN(NUMBER);
    const unsigned char *rest = line_rest(lx, behind);
    int goes_on = lx->number > 1 && rest - behind < NUMBER_REACH ? game_goes_on(lx, rest) : WORD;
    return goes_on == WORD ? aside(lx, behind) : goes_on;
}

/* Does nothing stand before the place on its line? */
static bool stands_first(const AiseLexer *lx, const unsigned char *at)
{
    while (at > lx->base && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '>'))
        at--;
    return at > lx->base && (at[-1] == '\n' || at[-1] == '\r');
}

/* Behind a header: does turn 1 stand below the line of moves at `start`, which then is a note? LIMIT: more of the text
   must be seen; WORD: it is; 0: no. */
static int note_above_game(const AiseLexer *lx, const unsigned char *start)
{
    if (!lx->game.header || lx->game.moves)
        return 0;
    AiseLexer probe = *lx;
    uint32_t number = 0;
    bool black = false, sentence = false, problem = false;
    probe.cursor = start;
    if (scan(&probe) == TOKEN(NUMBER) && opens_game(&probe)) {
        problem = cannot_open(skip_blanks(probe.cursor));
        if (!problem && only_moves(probe, true))
            return 0;
        sentence = !problem;
    }
    const unsigned char *at = sentence ? line_rest(lx, start) : start;
    if (sentence && at - start > NUMBER_REACH)
        return 0;
    if (sentence && aise_line_header_behind((const char *)start, (size_t)(trim(start, at) - start), true) > 0)
        return 0; /* the other turn 1 is that header's */
    if (sentence) { /* right above turn 1 */
        const unsigned char *below = at < lx->limit ? at + aise_line_end_length(at) : at;
        if (below >= lx->limit)
            return lx->final ? 0 : LIMIT;
        return turn_number(skip_blanks(below), &black) == 1 && !black ? WORD : 0;
    }
    const unsigned char *from = at, *reach = reach_from(lx, at);
    do {
        if (!look_for_number(lx, &at, reach, &number, &black))
            return LIMIT;
    } while (number > 0 && ((problem && number > 1) || !stands_first(lx, at)));
    return number == 1 && !black && !names_game(from, at) ? WORD : 0;
}

/* `moves`: a number or a ply stands first. */
static void begin_moves(AiseLexer *lx, const unsigned char *start, bool moves, bool numbered)
{
    lx->condition = moves ? AISE_IN_MOVES : AISE_IN_REMARKS;
    lx->cursor = start;
    lx->line_flags = numbered ? AISE_ITEM_NUMBERED : 0;
    lx->flags = (uint8_t)(lx->flags | lx->line_flags | (lx->flags & AISE_ITEM_LINE_START ? AISE_ITEM_ALL_MOVES : 0));
    lx->prose_depth = 0;
    if (lx->game.begun) {
        lx->game.moves = lx->game.moves || moves;
        lx->since = offset(lx, start);
    }
}

static void begin_game(AiseLexer *lx, const unsigned char *start, bool header);

/* The first move behind remarks on its line; a turn 1 may begin a game. Behind a header a result is none. */
static int first_move(AiseLexer *lx, int kind)
{
    bool ending = kind == TOKEN(RESULT) || kind == TOKEN(END);
    if (kind != TOKEN(NUMBER) && kind != TOKEN(PLY) && kind != TOKEN(BAD_PLY) && !(ending && !lx->game.header))
        return kind;
    lx->condition = AISE_IN_MOVES;
    if (kind == TOKEN(NUMBER) && opens_game(lx) && (!lx->game.moves || only_moves(*lx, true))) {
        kind = TOKEN(FIRST);
        if (!lx->game.begun || lx->game.moves)
            begin_game(lx, lx->token, false);
        lx->game.roman = *lx->token == 'I';
    }
    if (kind == TOKEN(NUMBER) || kind == TOKEN(FIRST))
        lx->number = lx->value;
    lx->game.moves = lx->game.begun;
    return kind;
}

/* `+/-` alone on its line: the other side did not come, or withdrew. Between moves it says how they stand. */
static bool forfeit_sign(const AiseLexer *probe, AiseLexer *lx)
{
    const unsigned char *sign = probe->token, *next = skip_blanks(probe->cursor);
    if (!lx->game.begun || probe->cursor - sign != 3 || (sign[1] != '/' && sign[1] != ':') || sign[2] == '=' || sign[0] == '=' ||
        !(next >= lx->limit || aise_line_end_length(next) != 0))
        return false;
    lx->value = AISE_END_FORFEIT;
    lx->extra = sign[0] == '+' ? 2 : 1;
    return true;
}

enum { CLOSES_WITHIN = 3 }; /* lines */

/* Prose has left a parenthesis open. Does it close further on in its paragraph? LIMIT: more of the text must be seen. */
static int parenthesis_closes(const AiseLexer *lx, const unsigned char *at)
{
    const unsigned char *reach = reach_from(lx, at);
    uint32_t depth = lx->prose_depth;
    unsigned lines = 0;
    while (at < reach && lines < CLOSES_WITHIN) {
        size_t end = class[*at] & LEADS_BLANK ? aise_line_end_length(at) : 0;
        if (end > 0) {
            at = skip_blanks(at + end);
            lines++;
            if (at < lx->limit && aise_line_end_length(at) != 0)
                return false;
            continue;
        }
        depth += *at == '(';
        if (*at == ')' && --depth == 0)
            return true;
        at++;
    }
    return lines < CLOSES_WITHIN && is_open(lx, reach) ? LIMIT : false;
}

/* `e matto.` alone goes on with the sentence of the line above. `* * *` is an ornament. */
static bool ends_nothing(const AiseLexer *lx, const AiseLexer *end, int kind)
{
    if (kind == TOKEN(RESULT))
        return *end->token == '*' && *skip_blanks(end->cursor) == '*';
    return kind == TOKEN(END) && lx->unfinished && *end->token >= 'a' && *end->token <= 'z';
}

/* Tries the line at `start` as moves. Returns FIRST or NUMBER, already stepped over; 0: condition and cursor are set for
   moves; LIMIT: it waits for the lines below; or WORD: it is prose. */
static int try_moves(AiseLexer *lx, const unsigned char *start)
{
    if (lx->game.pgn && !lx->game.header && surely_ply(start)) {
        begin_moves(lx, start, true, false);
        return 0;
    }
    AiseLexer probe = *lx;
    int next;
    probe.cursor = start;
    int kind = scan(&probe);
    if (kind == TOKEN(NUMBER)) {
        if (!numbered_moves(&probe, &next))
            return WORD;
        bool first = first_turn(&probe, next);
        int enclosed = lx->prose_depth > 0 ? parenthesis_closes(lx, start) : false;
        if (enclosed != false)
            return enclosed == LIMIT ? LIMIT : WORD;
        int note = note_above_game(lx, start);
        if (note != 0)
            return note;
        int misprint = first ? misprinted_number(lx, start, probe.cursor) : WORD;
        if (misprint == LIMIT)
            return LIMIT;
        first = first && misprint == WORD;
        if (first) {
            lx->opened = lx->game.moves || !lx->game.begun ? offset(lx, start) : lx->opened;
            lx->game = lx->game.moves ? (AiseLexerGame){.begun = true} : lx->game;
            lx->game.begun = true;
            lx->game.roman = *probe.token == 'I';
        }
        begin_moves(lx, start, true, true);
        lx->token = probe.token;
        lx->cursor = probe.cursor;
        lx->value = probe.value;
        lx->number = misprint == WORD ? probe.value : lx->number;
        lx->extra = probe.extra;
        return first ? TOKEN(FIRST) : TOKEN(NUMBER);
    }
    if (kind == TOKEN(SKIPPED) && forfeit_sign(&probe, lx)) {
        begin_moves(lx, start, !lx->game.header, false);
        lx->token = probe.token;
        lx->cursor = probe.cursor;
        return TOKEN(END);
    }
    if (kind == WORD || kind == TOKEN(SKIPPED) || ends_nothing(lx, &probe, kind))
        return WORD;
    if (lx->prose_depth > 0 && !lx->game.begun)
        return WORD;
    bool moves = kind == TOKEN(PLY) || kind == TOKEN(BAD_PLY);
    int enclosed = moves && lx->prose_depth > 0 ? parenthesis_closes(lx, start) : false;
    if (enclosed != false)
        return enclosed == LIMIT ? LIMIT : WORD;
    bool plain = lx->game.pgn && !lx->game.header && kind != TOKEN(BAD_PLY) && kind != TOKEN(MARK) &&
                 kind != TOKEN(END) && kind != TOKEN(JOIN);
    probe.cursor = start;
    if (!plain && !only_moves(probe, false))
        return WORD;
    int note = moves ? note_above_game(lx, start) : 0;
    if (note == 0)
        begin_moves(lx, start, kind == TOKEN(PLY), false);
    return note;
}

/* A new game, for what the lexer remembers of it. */
static void begin_game(AiseLexer *lx, const unsigned char *start, bool header)
{
    if (lx->game.moves || (header && lx->game.header) || !lx->game.begun) {
        lx->game = (AiseLexerGame){0};
        lx->opened = offset(lx, start);
    }
    lx->game.begun = true;
    lx->since = offset(lx, start);
    lx->prose_depth = 0;
}

static bool is_capital(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || c >= 0xC3;
}

static bool turn_one(const AiseLexer *lx, const unsigned char *start)
{
    AiseLexer probe = *lx;
    probe.cursor = start;
    return scan(&probe) == TOKEN(NUMBER) && probe.value == 1 && probe.extra <= 1 && scan(&probe) == TOKEN(PLY);
}

enum { AHEAD_MAX = 24 }; /* tokens looked at behind a turn 1 between moves */

/* What stands behind a turn 1 on its line, as far as it tells whether a game begins there. */
typedef enum Ahead { AHEAD_PROSE, AHEAD_MOVES, AHEAD_TURN_TWO, AHEAD_OTHER_TURN } Ahead;

static Ahead look_ahead(const AiseLexer *lx)
{
    AiseLexer probe = *lx;
    probe.probing = true;
    if (scan(&probe) != TOKEN(PLY))
        return AHEAD_PROSE;
    for (unsigned i = 0; i < AHEAD_MAX; i++)
        switch (scan(&probe)) {
        case WORD:
            return AHEAD_PROSE;
        case TOKEN(NUMBER):
            if (probe.value != 1)
                return probe.value == 2 ? AHEAD_TURN_TWO : AHEAD_OTHER_TURN;
            break;
        case LINE_END:
        case LIMIT:
        case OPEN_BRACE:
        case OPEN_PARENTHESIS:
        case SEMICOLON:
            return AHEAD_MOVES;
        }
    return AHEAD_MOVES;
}

/* Is it turn 1 with nothing but moves right behind it? */
static bool plain_turn_one(const AiseLexer *lx, const unsigned char *start)
{
    AiseLexer probe = *lx;
    probe.cursor = start;
    return scan(&probe) == TOKEN(NUMBER) && look_ahead(&probe) != AHEAD_PROSE;
}

/* `Rossi-Bianchi (GP94) 1-01.e4`: the place of the turn 1 that lost its line, NULL if there is none. Without a result it
   stands behind a closing parenthesis. */
static const unsigned char *turn_behind_header(const AiseLexer *lx, const unsigned char *start, const unsigned char *end)
{
    AiseHeader header;
    end = end - start > HEADER_REACH ? start + HEADER_REACH : end;
    for (const unsigned char *at = start + 5; at + 3 < end; at++) {
        if (at[0] != '1' || at[1] != '.' || !turn_one(lx, at))
            continue;
        const unsigned char *names = trim(start, at);
        AiseLineShape shape = aise_line_shape((const char *)start, (size_t)(names - start), &header);
        if ((shape == AISE_LINE_HEADER && header.result != AISE_RESULT_NONE) ||
            ((shape == AISE_LINE_HEADER || shape == AISE_LINE_PAIRING) && names[-1] == ')' && plain_turn_one(lx, at)))
            return at;
    }
    return NULL;
}

/* A header: what the line holds behind `end` are moves. */
static int header_token(AiseLexer *lx, const unsigned char *start, const unsigned char *end, AiseSign *sign, AisePlace *place)
{
    begin_game(lx, start, true);
    lx->game.header = true;
    lx->flags |= AISE_ITEM_LINE_START; /* also behind a title */
    return token(lx, TOKEN(HEADER), start, trim(start, end), sign, place);
}

/* Four words at most, the first with a capital, and no sentence that goes on. */
static bool looks_like_heading(const unsigned char *start, const unsigned char *end)
{
    unsigned words = 1;
    for (const unsigned char *at = start; at < end; at++)
        words += *at == ' ';
    return words <= 4 && *start >= 'A' && *start <= 'Z' && strchr(":,;.", end[-1]) == NULL;
}

/* Parentheses that stay open at the end of the line. Those of a heading that lost its closing one are none. */
static void count_parentheses(AiseLexer *lx, const unsigned char *start, const unsigned char *end)
{
    for (const unsigned char *at = start; at < end; at++) {
        lx->prose_depth += *at == '(';
        lx->prose_depth -= *at == ')' && lx->prose_depth > 0;
    }
    if (lx->prose_depth > 0 && (looks_like_heading(start, end) ||
                                aise_line_nearly_header((const char *)start, (size_t)(end - start))))
        lx->prose_depth = 0;
}

/* `DOPPIA MOSSA - Rossi-Bianchi (GP94) 1-0`: where the header behind a title begins, NULL if there is none. */
static const unsigned char *header_behind_title(const AiseLexer *lx, const unsigned char *start, const unsigned char *end)
{
    AiseHeader header;
    const unsigned char *within = end - start > HEADER_REACH ? start + HEADER_REACH : end;
    if (lx->game.header && !lx->game.moves && start[0] >= 'A' && start[0] <= 'Z' && start[1] >= 'a' && start[1] <= 'z')
        return NULL; /* a sentence below a header */
    if (memchr(start, '-', (size_t)(within - start)) == NULL && memchr(start, 0xE2, (size_t)(within - start)) == NULL)
        return NULL;
    size_t front = (size_t)(within - start) < TITLE_REACH ? (size_t)(within - start) : TITLE_REACH;
    const unsigned char *rest = start + aise_line_behind_title((const char *)start, front);
    bool header_only = rest > start && aise_line_shape((const char *)rest, (size_t)(end - rest), &header) == AISE_LINE_HEADER &&
                       header.result != AISE_RESULT_NONE;
    return header_only || (rest > start && turn_behind_header(lx, rest, end) != NULL) ? rest : NULL;
}

/* A whole line of prose, a header, or prose to the end of the piece. */
static int text_line(AiseLexer *lx, const unsigned char *start, AiseSign *sign, AisePlace *place)
{
    const unsigned char *near = near_rest(lx, start);
    const unsigned char *turn = near < lx->limit || lx->final ? turn_behind_header(lx, start, near) : NULL;
    if (turn != NULL) { /* also where a result behind the moves looks like the header's own */
        lx->cursor = turn;
        lx->condition = AISE_IN_REMARKS;
        lx->line_flags = 0;
        lx->paired = false;
        return header_token(lx, start, turn, sign, place);
    }
    const unsigned char *rest = line_rest(lx, near), *end = trim(start, rest);
    AiseHeader header;
    AiseSpan where, when;
    bool whole = rest < lx->limit || lx->final;
    AiseLineShape shape = whole ? aise_line_shape((const char *)start, (size_t)(end - start), &header) : AISE_LINE_PROSE;
    if (shape == AISE_LINE_HEADER && lx->game.header && !lx->game.moves &&
        aise_line_sentence((const char *)start, (size_t)(end - start), &header))
        shape = AISE_LINE_PROSE;
    bool named = whole && lx->game.moves &&
                 (shape == AISE_LINE_HEADER || aise_line_broken_header((const char *)start, (size_t)(end - start)));
    int within = named ? game_goes_on(lx, end) : WORD;
    if (within == LIMIT)
        return AISE_LEXER_MORE;
    if (within != WORD) { /* a list of results amid a game */
        shape = AISE_LINE_PROSE;
        lx->extra = AISE_TEXT_WITHIN;
    }
    lx->cursor = rest;
    lx->condition = AISE_IN_PROSE;
    lx->line_flags = 0;
    lx->paired = shape == AISE_LINE_PAIRING || shape == AISE_LINE_LOOSE ||
                 (lx->paired && (aise_line_place((const char *)start, (size_t)(end - start), &where, &when) ||
                                 aise_line_event((const char *)start, (size_t)(end - start), &header) ||
                                 aise_line_title((const char *)start, (size_t)(end - start))));
    const unsigned char *uncounted = whole ? start + aise_line_uncounted((const char *)start, (size_t)(end - start)) : start;
    if (uncounted > start && aise_line_shape((const char *)start, (size_t)(uncounted - start), &header) == AISE_LINE_HEADER) {
        lx->cursor = uncounted; /* the count of moves is text */
        return header_token(lx, start, uncounted, sign, place);
    }
    if (shape == AISE_LINE_HEADER)
        return header_token(lx, start, end, sign, place);
    const unsigned char *behind = whole ? header_behind_title(lx, start, trim(start, near)) : NULL;
    if (behind != NULL) {
        lx->cursor = behind;
        lx->condition = AISE_AT_LINE;
        lx->within_line = true;
        return token(lx, TOKEN(TEXT), start, trim(start, behind), sign, place);
    }
    count_parentheses(lx, start, end);
    lx->unfinished = strchr(".:;!?)", end[-1]) == NULL;
    return token(lx, TOKEN(TEXT), start, end, sign, place);
}

static int tag_token(AiseLexer *lx, const unsigned char *start, const unsigned char *end, AiseSign *sign, AisePlace *place)
{
    bool event = end - start > 6 && memcmp(start + 1, "Event", 5) == 0;
    if (event && lx->game.pgn) { /* of another game, moves or not */
        lx->game = (AiseLexerGame){0};
        lx->opened = offset(lx, start);
    }
    begin_game(lx, start, false);
    lx->game.tags = true;
    lx->game.pgn = lx->game.pgn || event;
    lx->condition = AISE_AT_LINE;
    lx->within_line = true;
    lx->cursor = end;
    return token(lx, TOKEN(TAG), start, end, sign, place);
}

/* A line that starts with `[`. */
static int bracket_line(AiseLexer *lx, const unsigned char *start, AiseSign *sign, AisePlace *place)
{
    const unsigned char *at = start, *marker;
    AiseSpan name, value;
    /*!re2c
    "[" [A-Za-z0-9_]+ " "* ["] ([^"\\\r\n\x00\xC2\xE2] | "\\" ["\\])* ["] " "* "]" { return tag_token(lx, start, at, sign, place); }
    $ { goto slow; }
    * { goto slow; }
    */
slow:;
    const unsigned char *rest = line_rest(lx, start), *end = trim(start, rest);
    if (aise_line_tag((const char *)start, (size_t)(end - start), &name, &value))
        return tag_token(lx, start, end, sign, place);
    if (!aise_line_credit((const char *)start, (size_t)(end - start)))
        return text_line(lx, start, sign, place);
    lx->cursor = rest;
    lx->condition = AISE_IN_PROSE;
    lx->line_flags = 0;
    return token(lx, TOKEN(CREDIT), start, end, sign, place);
}

static int escape_line(AiseLexer *lx, const unsigned char *start, AiseSign *sign, AisePlace *place)
{
    lx->cursor = line_rest(lx, start);
    lx->condition = AISE_IN_PROSE;
    lx->line_flags = 0;
    return token(lx, TOKEN(ESCAPE), start, trim(start, lx->cursor), sign, place);
}

/* No game may be as long as this: what follows is text outside games. */
static bool too_long(const AiseLexer *lx)
{
    size_t here = offset(lx, lx->cursor);
    return here - lx->since > AISE_STRETCH_MAX || (lx->game.begun && here - lx->opened > AISE_RECORD_MAX);
}

static int cut_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    lx->game = (AiseLexerGame){0};
    lx->since = lx->opened = offset(lx, lx->cursor);
    return token(lx, TOKEN(CUT), lx->cursor, lx->cursor, sign, place);
}

static int blank_line(AiseLexer *lx, const unsigned char *end, AiseSign *sign, AisePlace *place)
{
    const unsigned char *begin = lx->cursor;
    lx->cursor = end;
    end_line(lx, aise_line_end_length(end));
    if (lx->within_line) {
        lx->within_line = false;
        return 0;
    }
    lx->prose_depth = 0;
    lx->line_flags = 0;
    return token(lx, TOKEN(BLANK), begin, end, sign, place);
}

/* `- 1.e4`, `* 2.Cf3`: a sign that only sets the lines of a game apart, before a turn. Returns its length. */
static size_t bullet_length(const AiseLexer *lx, const unsigned char *start)
{
    size_t length = *start == '-' || *start == '*' ? 1 : *start == 0xE2 && start[1] == 0x80 ? 3 : 0;
    if (length == 0 || !lx->game.begun || lx->prose_depth > 0 || start[length] != ' ' ||
        (length == 3 && (start[2] < 0x90 || start[2] > 0x95) && start[2] != 0xA2))
        return 0;
    AiseLexer probe = *lx;
    int next;
    probe.cursor = start + length;
    bool turn = scan(&probe) == TOKEN(NUMBER) && probe.extra > 0 && numbered_moves(&probe, &next);
    return turn && next == TOKEN(PLY) ? length : 0;
}

/* `Bianco: 1.e4`, `N. 2...Cc6`, `Nero: Cc6`: the side before its own moves. Returns the length of the word and its sign. */
static size_t side_length(const AiseLexer *lx, const unsigned char *start, bool *numbered)
{
    const unsigned char *at = start, *marker;
    if (*start != 'B' && *start != 'N' && *start != 'W')
        return 0;
    /*!re2c
    side_word = "Bianco" | "Nero" | "White" | "Black" | "BIANCO" | "NERO";
    side_word blank* [:.]? blank+ | [BN] [:.] blank+ { goto side; }
    $ { return 0; }
    * { return 0; }
    */
side:
    if (!(lx->game.begun || lx->paired) || lx->prose_depth > 0)
        return 0;
    AiseLexer probe = *lx, moves = *lx;
    int next;
    probe.cursor = moves.cursor = at;
    *numbered = scan(&probe) == TOKEN(NUMBER) && probe.extra > 0 && numbered_moves(&probe, &next) && next == TOKEN(PLY);
    bool plain = !*numbered && memchr(start, ':', (size_t)(at - start)) != NULL && only_moves(moves, false) &&
                 scan(&moves) == TOKEN(PLY);
    return *numbered || plain ? (size_t)(trim(start, at) - start) : 0;
}

/* `... Cc6`: the points before Black's half on a line of its own. Returns their length. */
static size_t points_length(const AiseLexer *lx, const unsigned char *start)
{
    const unsigned char *at = start;
    while (*at == '.' || (at[0] == 0xE2 && at[1] == 0x80 && at[2] == 0xA6))
        at += *at == '.' ? 1 : 3;
    if (at - start < 2 || !lx->game.begun || lx->prose_depth > 0)
        return 0;
    AiseLexer probe = *lx;
    probe.cursor = skip_blanks(at);
    return only_moves(probe, false) && scan(&probe) == TOKEN(PLY) ? (size_t)(at - start) : 0;
}

/* The length of the one of these that stands before the moves of the line, 0 for none; `numbered`: their number is next. */
static size_t sign_before_moves(const AiseLexer *lx, const unsigned char *start, bool *numbered)
{
    *numbered = true;
    size_t length = bullet_length(lx, start);
    if (length == 0)
        length = side_length(lx, start, numbered);
    if (length > 0)
        return length;
    *numbered = false;
    return points_length(lx, start);
}

/* Such a sign is no more than a line between columns. */
static int bullet_token(AiseLexer *lx, const unsigned char *start, size_t length, bool numbered, AiseSign *sign,
                        AisePlace *place)
{
    begin_moves(lx, start + length, !numbered, numbered);
    lx->value = AISE_SIGN_COLUMN;
    lx->extra = 0;
    return token(lx, TOKEN(JOIN), start, start + length, sign, place);
}

/* Behind blanks and the signs of a quoted letter, `> > 1.e4`, which are nothing of the text. */
static const unsigned char *skip_quotes(const unsigned char *at)
{
    at = skip_blanks(at);
    while (*at == '>')
        at = skip_blanks(at + 1);
    return at;
}

/* The beginning of a line. 0: no token yet. */
static int begin_line(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    const unsigned char *start = lx->within_line ? skip_blanks(lx->cursor) : skip_quotes(lx->cursor);
    if (too_long(lx))
        return cut_token(lx, sign, place);
    if (start >= lx->limit) {
        lx->cursor = lx->limit;
        return AISE_LEXER_MORE;
    }
    set(lx, 0, 0, lx->within_line ? AISE_ITEM_GAP : AISE_ITEM_LINE_START | AISE_ITEM_GAP);
    if (aise_line_end_length(start) != 0)
        return blank_line(lx, start, sign, place);
    bool column_one = start == lx->cursor && !lx->within_line;
    lx->within_line = false;
    if (*start == '[')
        return bracket_line(lx, start, sign, place);
    if (*start == '%' && column_one && lx->game.tags)
        return escape_line(lx, start, sign, place);
    bool numbered;
    size_t front = sign_before_moves(lx, start, &numbered);
    int kind = front > 0 ? note_above_game(lx, start + front) : try_moves(lx, start);
    if (front > 0 && kind == 0)
        return bullet_token(lx, start, front, numbered, sign, place);
    if (kind == WORD)
        return text_line(lx, start, sign, place);
    if (kind == LIMIT)
        return AISE_LEXER_MORE;
    return kind == 0 ? 0 : token(lx, kind, lx->token, lx->cursor, sign, place);
}

/* The same; what waits for more begins where it began. */
static int line_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    bool within = lx->within_line, unfinished = lx->unfinished;
    int kind = begin_line(lx, sign, place);
    if (kind == AISE_LEXER_MORE) {
        lx->within_line = within;
        lx->unfinished = unfinished;
    } else if (kind != TOKEN(TEXT)) {
        lx->unfinished = false;
    }
    return kind;
}

/* ---- comments and variations ---- */

static void begin_enclosed(AiseLexer *lx, AiseCondition condition)
{
    lx->open_condition = lx->condition;
    lx->condition = (uint8_t)condition;
    lx->open = offset(lx, lx->token);
    lx->open_line = lx->line;
    lx->open_flags = lx->flags;
    lx->first_end = lx->before = lx->first_blank = SIZE_MAX;
    lx->line_begun = lx->in_brace = false;
    lx->depth = 1;
}

/* What we wrote of the moves that could not be read stands for moves. */
static bool is_unparsed(const unsigned char *begin, const unsigned char *end)
{
    static const char mark[] = "{AISE unparsed:";
    return end - begin > (ptrdiff_t)sizeof mark && memcmp(begin, mark, sizeof mark - 1) == 0;
}

/* The comment or variation ends at `end`; reading goes on there. What follows an unclosed one on its line is prose. */
static int enclosed_token(AiseLexer *lx, const unsigned char *end, bool closed, AiseSign *sign, AisePlace *place)
{
    const unsigned char *begin = lx->base + lx->open;
    int kind = lx->condition == AISE_IN_VARIATION ? TOKEN(VARIATION)
               : is_unparsed(begin, end)           ? TOKEN(UNPARSED)
                                                   : TOKEN(COMMENT);
    lx->game.moves = lx->game.moves || (kind == TOKEN(UNPARSED) && lx->game.begun);
    lx->cursor = end;
    lx->condition = closed ? lx->open_condition : AISE_IN_PROSE;
    lx->token_line = lx->open_line;
    if (lx->game.begun && closed)
        lx->since = offset(lx, begin);
    set(lx, 0, closed ? 0 : 2, lx->open_flags);
    return token(lx, kind, begin, closed ? end : trim(begin, end), sign, place);
}

/* Ends an unclosed one before the line at `at`, number `line`; a comment before its first empty line, if it has one: what
   stands there is not its own. */
static int unclosed_before(AiseLexer *lx, size_t at, uint64_t line, AiseSign *sign, AisePlace *place)
{
    if (lx->condition == AISE_IN_COMMENT && lx->brace_wall < at)
        lx->brace_wall = at;
    bool blank = lx->condition == AISE_IN_COMMENT && lx->first_blank < at;
    lx->line = blank ? lx->first_blank_line : line;
    int kind = enclosed_token(lx, lx->base + (blank ? lx->first_blank : at), false, sign, place);
    lx->condition = AISE_AT_LINE;
    return kind;
}

/* An unclosed parenthesis: the variation ends with its own line. None before this place will close on another line. */
static int unclosed_variation(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    if (lx->wall < offset(lx, lx->cursor))
        lx->wall = offset(lx, lx->cursor);
    if (lx->first_end == SIZE_MAX)
        return enclosed_token(lx, lx->cursor, false, sign, place);
    lx->line = lx->first_end_line;
    return enclosed_token(lx, lx->base + lx->first_end, false, sign, place);
}

/* Was the last line inside a comment or variation a tag? */
static bool tag_before(const AiseLexer *lx)
{
    AiseSpan name, value;
    if (lx->before == SIZE_MAX)
        return false;
    const unsigned char *start = skip_blanks(lx->base + lx->before), *end = trim(start, line_rest(lx, start));
    return aise_line_tag((const char *)start, (size_t)(end - start), &name, &value);
}

/* At the start of a line inside a comment or variation: does another game begin here? Returns where its first line is. */
static bool game_inside(AiseLexer *lx, size_t *at, uint64_t *line)
{
    const unsigned char *start = skip_blanks(lx->cursor);
    AiseHeader header;
    *at = offset(lx, lx->cursor);
    *line = lx->line;
    if (start >= lx->limit || aise_line_end_length(start) != 0)
        return false;
    if (*start == '[') {
        AiseSpan name, value;
        if (strncmp((const char *)start, "[Event \"", 8) == 0)
            return true;
        const unsigned char *end = trim(start, line_rest(lx, start));
        if (aise_line_credit((const char *)start, (size_t)(end - start)))
            return false;
        if (aise_line_tag((const char *)start, (size_t)(end - start), &name, &value) && tag_before(lx)) {
            *at = lx->before;
            *line = lx->before_line;
            return true;
        }
    }
    if (*start == '1' && lx->before == SIZE_MAX && (lx->open_flags & AISE_ITEM_LINE_START) &&
        aise_line_nearly_header((const char *)lx->base + lx->open + 1, lx->first_end - lx->open - 1) && turn_one(lx, start))
        return true;
    if (*start == '1' && lx->before != SIZE_MAX && turn_one(lx, start)) {
        const unsigned char *named = skip_blanks(lx->base + lx->before);
        const unsigned char *end = trim(named, line_rest(lx, named));
        if (aise_line_shape((const char *)named, (size_t)(end - named), &header) != AISE_LINE_PROSE) {
            *at = lx->before;
            *line = lx->before_line;
            return true;
        }
    }
    lx->before = *at;
    lx->before_line = *line;
    return false;
}

/* To the next byte that matters inside a comment or variation: its sign, an end of line, or the limit. */
static const unsigned char *next_inside(const AiseLexer *lx, const unsigned char *at)
{
    bool brace = lx->condition == AISE_IN_COMMENT || lx->in_brace;
    for (; at < lx->limit; at++) {
        if (*at == '}' ? brace : (*at == '{' || *at == '(' || *at == ')' || *at == ';') ? !brace : false)
            break;
        if ((class[*at] & LEADS_BLANK) && aise_line_end_length(at) != 0)
            break;
    }
    return at;
}

/* The end of a line inside. In a variation, and nowhere else, it may be its end. */
static bool line_ends_variation(AiseLexer *lx)
{
    const unsigned char *end = lx->cursor;
    if (lx->first_end == SIZE_MAX) {
        lx->first_end = offset(lx, end);
        lx->first_end_line = lx->line;
    }
    end_line(lx, aise_line_end_length(end));
    lx->line_begun = true;
    return lx->condition == AISE_IN_VARIATION && lx->open < lx->wall;
}

static bool variation_sign(AiseLexer *lx)
{
    switch (*lx->cursor) {
    case '(':
        lx->depth++;
        break;
    case ')':
        lx->depth--;
        break;
    case '{':
        lx->in_brace = true;
        break;
    case '}':
        lx->in_brace = false;
        break;
    case ';':
        if (lx->game.tags) {
            lx->cursor = line_rest(lx, lx->cursor);
            return false;
        }
        break;
    }
    lx->cursor++;
    return lx->depth == 0;
}

static int inside_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    size_t at;
    uint64_t line;
    for (;;) {
        bool fresh = lx->line_begun && lx->cursor < lx->limit;
        if (fresh) {
            lx->line_begun = false;
            bool game = game_inside(lx, &at, &line);
            if (lx->condition == AISE_IN_VARIATION &&
                (game || (!lx->in_brace && aise_line_end_length(skip_blanks(lx->cursor)) != 0)))
                return unclosed_variation(lx, sign, place);
            bool blank = lx->condition == AISE_IN_COMMENT && lx->first_blank == SIZE_MAX &&
                         aise_line_end_length(skip_blanks(lx->cursor)) != 0;
            if (blank) {
                lx->first_blank = offset(lx, lx->cursor);
                lx->first_blank_line = lx->line;
            }
            if (game || (blank && lx->open < lx->brace_wall))
                return unclosed_before(lx, game ? at : lx->first_blank, game ? line : lx->line, sign, place);
        }
        if (offset(lx, lx->cursor) - lx->open > AISE_STRETCH_MAX || (lx->cursor == lx->limit && lx->final)) {
            if (lx->condition == AISE_IN_VARIATION)
                return unclosed_variation(lx, sign, place);
            return fresh || lx->first_blank != SIZE_MAX ? unclosed_before(lx, offset(lx, lx->cursor), lx->line, sign, place)
                         : enclosed_token(lx, lx->cursor, false, sign, place);
        }
        lx->cursor = next_inside(lx, lx->cursor);
        if (lx->cursor == lx->limit) {
            if (!lx->final)
                return AISE_LEXER_MORE;
        } else if (aise_line_end_length(lx->cursor) != 0) {
            if (line_ends_variation(lx))
                return unclosed_variation(lx, sign, place);
        } else if (lx->condition == AISE_IN_COMMENT || variation_sign(lx)) {
            lx->cursor += lx->condition == AISE_IN_COMMENT;
            return enclosed_token(lx, lx->cursor, true, sign, place);
        }
    }
}

/* ---- all together ---- */

/* The rest of the line from the token on: prose, or a `;` comment. */
static int rest_token(AiseLexer *lx, int kind, AiseSign *sign, AisePlace *place)
{
    const unsigned char *begin = lx->token;
    lx->cursor = line_rest(lx, begin);
    lx->value = 0;
    lx->extra = kind == TOKEN(COMMENT);
    lx->condition = AISE_IN_PROSE;
    return token(lx, kind, begin, trim(begin, lx->cursor), sign, place);
}

/* Words in a line of moves: the header of a game run together with this one, perhaps behind a title, or prose. */
static int words_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    const unsigned char *begin = lx->token, *rest = near_rest(lx, begin);
    const unsigned char *turn = is_capital(*begin) ? turn_behind_header(lx, begin, rest) : NULL;
    if (turn != NULL) {
        set(lx, 0, 0, AISE_ITEM_LINE_START | AISE_ITEM_GAP);
        lx->line_flags = 0;
        lx->cursor = turn;
        lx->condition = AISE_IN_REMARKS;
        return header_token(lx, begin, turn, sign, place);
    }
    const unsigned char *header = is_capital(*begin) ? header_behind_title(lx, begin, rest) : NULL;
    if (header == NULL)
        return rest_token(lx, TOKEN(TEXT), sign, place);
    lx->value = lx->extra = 0;
    lx->cursor = header;
    lx->condition = AISE_AT_LINE;
    lx->within_line = true;
    return token(lx, TOKEN(TEXT), begin, trim(begin, header), sign, place);
}

/* In a line of moves: what is no token yet. 0: still none. */
static int moves_token(AiseLexer *lx, int kind, AiseSign *sign, AisePlace *place)
{
    switch (kind) {
    default: /* LINE_END */
        end_line(lx, aise_line_end_length(lx->cursor));
        lx->condition = AISE_AT_LINE;
        return 0;
    case LIMIT:
        if (lx->game.begun)
            lx->since = offset(lx, lx->cursor);
        return too_long(lx) ? cut_token(lx, sign, place) : AISE_LEXER_MORE;
    case WORD:
        return words_token(lx, sign, place);
    case SEMICOLON:
        if (lx->game.tags)
            return rest_token(lx, TOKEN(COMMENT), sign, place);
        lx->value = AISE_SIGN_SEMICOLON;
        return token(lx, TOKEN(JOIN), lx->token, lx->cursor, sign, place);
    case OPEN_BRACE:
        begin_enclosed(lx, AISE_IN_COMMENT);
        return 0;
    case OPEN_PARENTHESIS:
        kind = enclosed_ending(lx);
        if (kind != 0)
            return token(lx, kind, lx->token, lx->cursor, sign, place);
        begin_enclosed(lx, AISE_IN_VARIATION);
        return 0;
    }
}

/* After a line of prose: its end, or what a cut has left of it. */
static int prose_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    const unsigned char *begin = skip_blanks(lx->cursor);
    size_t end = aise_line_end_length(begin);
    if (begin < lx->limit && end != 0) {
        lx->cursor = begin;
        end_line(lx, end);
        lx->condition = AISE_AT_LINE;
        return 0;
    }
    if (too_long(lx))
        return cut_token(lx, sign, place);
    if (begin >= lx->limit) {
        lx->cursor = lx->limit;
        return AISE_LEXER_MORE;
    }
    lx->cursor = line_rest(lx, begin);
    set(lx, 0, 0, AISE_ITEM_GAP);
    return token(lx, TOKEN(TEXT), begin, trim(begin, lx->cursor), sign, place);
}

/* ---- games run together on a line ---- */

/* The last turn number before item `length` of the run. */
static uint32_t last_number(const AiseLexer *lx, uint32_t length)
{
    while (length-- > 0)
        if (lx->run[length].kind == AISE_ITEM_NUMBER)
            return lx->run[length].value;
    return lx->number;
}

/* A turn number 1 between moves: does another game begin with it? It does behind a result, or where turn 2 follows; else
   where it can be no repeated 1 and no 10 … 19, 21, 31 … that lost a digit. */
static bool another_game(const AiseLexer *lx, uint32_t length)
{
    uint32_t last = last_number(lx, length);
    bool over = last == 0 && length == 0;
    if (lx->value != 1 || lx->extra > 1 || (lx->extra == 0 && !over) || !lx->game.moves || last == 1 ||
        cannot_open(skip_blanks(lx->cursor)))
        return false;
    switch (look_ahead(lx)) {
    case AHEAD_TURN_TWO:
        return true;
    case AHEAD_MOVES:
        return over || ((last < 9 || last > 18) && last % 10 != 0);
    case AHEAD_OTHER_TURN:
    default:
        return false;
    }
}

void aise_lexer_begin(AiseLexer *lx)
{
    *lx = (AiseLexer){.line = 1, .condition = AISE_AT_LINE};
}

/* ---- runs of plies ---- */

/* A usual ply, perhaps with a check sign, between spaces; returns its end, NULL: the scanner must look. Where it ends is
   found first and at once, because all that follows in the text waits for it; what it is, without branches that nobody
   could foretell. */
static inline const unsigned char *usual_ply(const unsigned char *at, AiseItem *item)
{
    unsigned length = word_length(eight_bytes(at)), man = (class[*at] & IS_MAN) != 0;
    if (length - man - 2 > 3)
        return usual_push(at, item);
    const unsigned char *end = at + length, *to = end - 2;
    unsigned sign = at[length - 3 + (length == 2)], takes = ((sign == 'x') | (sign == ':')) & (length > 2 + man);
    unsigned origin = length - man - 2 - takes;
    uint32_t shape = AISE_SHAPE | (*at & (0 - man)) | takes * AISE_SHAPE_CAPTURE;
    if (origin > 0) {
        const unsigned char *from = at + man;
        bool file = class[from[0]] & IS_FILE, rank = class[from[origin - 1]] & IS_RANK;
        if (origin != (unsigned)file + rank)
            return NULL;
        shape |= (file ? from[0] - 'a' + 1u : 0) << 8 | (rank ? from[origin - 1] - '0' + 0u : 0) << 12;
    }
    if (!(class[to[0]] & IS_FILE) || !(class[to[1]] & IS_RANK))
        return NULL;
    item->value = shape | (to[1] - '1' + 0u) << 27 | (to[0] - 'a' + 0u) << 24;
    return usual_end(end, item);
}

/* `12.` or `12...` with a ply behind it, perhaps after a space; `1.` may begin a game. */
static inline const unsigned char *usual_number(const unsigned char *at, AiseItem *item)
{
    const unsigned char *end = at + 1;
    uint32_t value = *at - '0' + 0u;
    for (; *end >= '0' && *end <= '9' && end - at < 3; end++)
        value = value * 10 + *end - '0';
    if (end[0] != '.')
        return NULL;
    unsigned dots = end[1] == '.' && end[2] == '.' ? 3 : 1;
    end += dots;
    if (!(class[end[0] == ' ' ? end[1] : end[0]] & (IS_MAN | IS_FILE)) || (value == 1 && dots == 1))
        return NULL;
    item->kind = AISE_ITEM_NUMBER;
    item->extra = dots > 1 ? 2 : 1;
    item->value = value;
    return end;
}

/* What scan would find, for nearly all of a sheet or of PGN; NULL: it must look. */
static inline const unsigned char *usual_item(const AiseLexer *lx, const unsigned char *at, uint8_t flags, AiseItem *item)
{
    const unsigned char *begin = at, *end = NULL;
    if (__builtin_expect(*at == ' ', 1)) { /* foretold, so that the text behind it need not wait */
        flags |= AISE_ITEM_GAP;
        begin++;
    }
    if (class[*begin] & (IS_MAN | IS_FILE))
        end = usual_ply(begin, item);
    else if (class[*begin] & IS_RANK)
        end = usual_number(begin, item);
    if (end == NULL)
        return NULL;
    item->flags = flags;
    item->span = (AiseSpan){(uint32_t)(begin - lx->origin), (uint32_t)(end - lx->origin)};
    return end;
}

/* Puts what was scanned last into the run; false: it is none of its items. */
static bool add_to_run(AiseLexer *lx, int kind, uint32_t length)
{
    if (kind == TOKEN(NUMBER) && lx->value == 1 && another_game(lx, length))
        return false;
    AiseItemKind item = kind == TOKEN(PLY) ? AISE_ITEM_PLY : kind == TOKEN(NUMBER) ? AISE_ITEM_NUMBER : AISE_ITEM_JOIN;
    if (item == AISE_ITEM_JOIN && (kind != TOKEN(JOIN) || length == 0)) /* a separator does not begin the moves */
        return false;
    lx->run[length] = (AiseItem){.kind = (uint8_t)item,
                                 .flags = lx->flags,
                                 .extra = lx->extra,
                                 .value = lx->value,
                                 .span = {(uint32_t)(lx->token - lx->origin), (uint32_t)(lx->cursor - lx->origin)}};
    return true;
}

/* At the end of a line: does the next one go on as usual, with a number other than 1 and a ply, in PGN also without a
   number? Then steps to its start. */
static bool next_line(AiseLexer *lx)
{
    AiseItem first;
    const unsigned char *at = lx->cursor + (lx->cursor[0] == '\r'), *ply = at + 1;
    if (*at != '\n' || !lx->game.begun || ply >= lx->limit)
        return false;
    bool numbered = class[*ply] & IS_RANK;
    if (numbered) {
        ply = usual_number(ply, &first);
        if (ply == NULL || first.value == 1)
            return false;
        ply += *ply == ' ';
    } else if (!lx->game.pgn || lx->game.header) {
        return false;
    }
    if (!surely_ply(ply) || too_long(lx))
        return false;
    end_line(lx, (size_t)(at + 1 - lx->cursor));
    set(lx, 0, 0, AISE_ITEM_LINE_START | AISE_ITEM_GAP);
    begin_moves(lx, lx->cursor, true, numbered);
    return true;
}

/* The number 1 of another game on the same line is scanned: its line begins there. */
static int game_between(AiseLexer *lx)
{
    begin_game(lx, lx->token, false);
    lx->game.moves = true;
    lx->game.roman = *lx->token == 'I';
    lx->number = 1;
    lx->line_flags = AISE_ITEM_NUMBERED;
    lx->flags = AISE_ITEM_LINE_START | AISE_ITEM_GAP | AISE_ITEM_NUMBERED | AISE_ITEM_ALL_MOVES;
    return TOKEN(FIRST);
}

/* In a line of moves: a run of plies as one token, else what stands there. */
static int run_token(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    int kind = lx->held;
    uint32_t length = 0;
    while (kind == 0 && length < AISE_RUN_MAX) {
        const unsigned char *end = usual_item(lx, lx->cursor, lx->flags, &lx->run[length]);
        if (end != NULL)
            lx->cursor = end;
        else if (next_line(lx))
            continue;
        else if (!add_to_run(lx, kind = scan(lx), length))
            break;
        kind = 0;
        length++;
        lx->flags = lx->line_flags;
    }
    lx->held = 0;
    if (length == 0 && kind == TOKEN(NUMBER))
        kind = game_between(lx);
    if (kind == TOKEN(RESULT) || kind == TOKEN(END))
        lx->number = 0;
    else if (length > 0)
        lx->number = last_number(lx, length);
    if (length == 0)
        return kind < LINE_END ? token(lx, kind, lx->token, lx->cursor, sign, place) : moves_token(lx, kind, sign, place);
    lx->held = kind;
    *sign = length;
    *place = aise_place((uint32_t)offset(lx, lx->origin) + lx->run[0].span.begin,
                        (uint32_t)offset(lx, lx->origin) + lx->run[length - 1].span.end);
    return TOKEN(PLIES);
}

int aise_lexer_next(AiseLexer *lx, AiseSign *sign, AisePlace *place)
{
    for (;;) {
        int kind;
        lx->token_line = lx->line;
        switch (lx->condition) {
        case AISE_IN_MOVES:
            kind = run_token(lx, sign, place);
            break;
        case AISE_IN_REMARKS:
            kind = first_move(lx, scan(lx));
            if (kind < LINE_END)
                return token(lx, kind, lx->token, lx->cursor, sign, place);
            kind = moves_token(lx, kind, sign, place);
            break;
        case AISE_AT_LINE:
            kind = line_token(lx, sign, place);
            break;
        case AISE_IN_PROSE:
            kind = prose_token(lx, sign, place);
            break;
        default:
            kind = inside_token(lx, sign, place);
        }
        if (kind != 0)
            return kind;
    }
}

static size_t lower(size_t offset, size_t bytes)
{
    return offset == SIZE_MAX ? offset : offset < bytes ? 0 : offset - bytes;
}

void aise_lexer_shift(AiseLexer *lx, size_t bytes)
{
    size_t *offsets[] = {&lx->position, &lx->since, &lx->opened, &lx->open, &lx->first_end, &lx->before, &lx->wall,
                         &lx->first_blank, &lx->brace_wall};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        *offsets[i] = lower(*offsets[i], bytes);
}
