#include "src/replay/doubt.h"

#include "grammar/record.h"

#include <string.h>

#define LOOK_MAX 400 /* bytes */

static bool is_break(char c)
{
    return (unsigned char)c <= ' ' || c == '/' || c == ',' || c == ';' || c == '|';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0xc3;
}

static bool has_square(const char *s, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (s[i] >= 'a' && s[i] <= 'h' && s[i + 1] >= '1' && s[i + 1] <= '8')
            return true;
    return false;
}

/* Letters and signs of plies only, and a square, a castling, or a capture by a man's letter among them. */
static bool is_ply_like(const char *s, size_t n)
{
    bool sign = false;
    unsigned capitals = 0, noughts = 0;
    size_t man = aise_figurine_length(s, s + n);
    if (n < 2 || n > 12 + man)
        return false;
    capitals += man > 0;
    for (size_t i = man; i < n; i++) {
        if (strchr("abcdefgh12345678:x-=+#!?()E", s[i]) == NULL && !(s[i] >= 'A' && s[i] <= 'Z') && s[i] != '0' &&
            !(s[i] == '.' && i + 1 < n)) /* none that ends a sentence */
            return false;
        sign = sign || (i > 0 && (s[i] == ':' || s[i] == 'x'));
        capitals += s[i] >= 'A' && s[i] <= 'Z';
        noughts += s[i] == '0' || s[i] == 'O';
    }
    return capitals <= 3 && (has_square(s, n) || (sign && capitals > 0) || noughts >= 2);
}

static bool is_word(const char *s, size_t n)
{
    unsigned letters = 0;
    for (size_t i = 0; i < n; i++)
        letters += is_letter(s[i]);
    return letters >= 3;
}

/* Reads `12.`, `12...`, `12)` at the front; 0 if no turn number stands there. */
static uint32_t read_number(const char **at, const char *end, bool *black)
{
    const char *p = *at;
    uint32_t number = 0;
    unsigned dots = 0;
    while (p < end && is_digit(*p) && p - *at < 4)
        number = number * 10 + (uint32_t)(*p++ - '0');
    while (p < end && (*p == '.' || *p == ')' || *p == ':')) {
        dots++;
        p++;
    }
    if (p == *at || dots == 0)
        return 0;
    *black = dots >= 2;
    *at = p;
    return number;
}

/* The same without its dot, `3 Aa67A:c8`: only before what looks like a ply. */
static uint32_t read_bare_number(const char **at, const char *end)
{
    const char *p = *at, *token;
    uint32_t number = 0;
    while (p < end && is_digit(*p) && p - *at < 3)
        number = number * 10 + (uint32_t)(*p++ - '0');
    if (p == *at || p == end || *p != ' ')
        return 0;
    while (p < end && *p == ' ')
        p++;
    for (token = p; p < end && !is_break(*p);)
        p++;
    if (!is_ply_like(token, (size_t)(p - token)) || !has_square(token, (size_t)(p - token)))
        return 0;
    *at = token;
    return number;
}

void aise_doubt_look(const char *text, AiseSpan span, AiseDoubt *out)
{
    const char *at = text + span.begin, *end = text + span.end;
    memset(out, 0, sizeof *out);
    if (end - at > LOOK_MAX)
        for (end = at + LOOK_MAX; ((unsigned char)*end & 0xc0) == 0x80;)
            end--; /* no character is cut */
    uint32_t pending = 0; /* a turn number just read */
    for (bool opening = true; at < end;) {
        if (is_break(*at)) {
            at++;
            continue;
        }
        bool black = false;
        uint32_t number = read_number(&at, end, &black);
        if (number == 0 && opening)
            number = read_bare_number(&at, end);
        if (number != 0) {
            if (opening) {
                out->number = number;
                out->black = black;
            } else {
                pending = number;
            }
            opening = false;
            continue;
        }
        opening = false;
        const char *token = at;
        while (at < end && !is_break(*at))
            at++;
        size_t length = (size_t)(at - token);
        bool ply = is_ply_like(token, length), square = ply && has_square(token, length);
        bool word = !ply && is_word(token, length);
        if (out->first.end == 0) {
            out->first = (AiseSpan){(uint32_t)(token - text), (uint32_t)(at - text)};
            out->first_square = square;
            out->first_word = word && !(*token >= 'A' && *token <= 'Z');
        }
        if (!ply && out->odd.end == 0)
            out->odd = (AiseSpan){(uint32_t)(token - text), (uint32_t)(at - text)};
        out->plies += ply;
        out->squares += square;
        out->words += word;
        if (ply && pending != 0 && out->inners < 4)
            out->inner[out->inners++] = pending;
        pending = 0;
    }
}
