/* Which parentheses are variations of PGN, and what a listing's are instead: comments (NOTATION 1.1, 2.1). */
#include "src/replay/replay.h"

#include <string.h>

/* Walks the inside of a parenthesis and copies it, a gap put behind every turn number. */
typedef struct Inside {
    const char *at, *end;
    AiseBuffer *out;
    unsigned depth;
    bool gaps;   /* so far every number had its gap */
    bool numbered; /* the first symbol was a number */
    size_t symbols, plies;
} Inside;

static bool is_white(char c)
{
    return (unsigned char)c <= ' ';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* `12`, `12.`, `12...` */
static bool take_number(Inside *in, const char *begin, const char *end)
{
    const char *at = begin;
    while (at < end && is_digit(*at))
        at++;
    if (at == begin || at - begin > 4)
        return false;
    const char *dots = at;
    while (at < end && *at == '.')
        at++;
    if (at == dots && at < end)
        return false;
    in->numbered = in->numbered || in->symbols == 0;
    aise_buffer_add(in->out, begin, (size_t)(at - begin));
    in->at = at;
    if (at < end || (at < in->end && !is_white(*at))) {
        in->gaps = false;
        aise_buffer_byte(in->out, ' ');
    }
    return true;
}

static bool is_result(const char *s, size_t n)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strlen(results[i]) == n && memcmp(results[i], s, n) == 0)
            return true;
    return false;
}

/* A ply in English letters, or a mark, a NAG, a result. */
static bool take_symbol(Inside *in, const char *begin, const char *end)
{
    const char *core = end;
    while (core > begin && strchr("+#!?", core[-1]) != NULL)
        core--;
    size_t length = (size_t)(core - begin);
    AiseWritten written;
    bool ply = length > 0 && memchr(begin, ':', length) == NULL && memchr(begin, '(', length) == NULL &&
               aise_written_ply(begin, length, AISE_LETTERS_ENGLISH, &written);
    bool nag = *begin == '$' && length > 1 && strspn(begin + 1, "0123456789") >= length - 1;
    if (!ply && !nag && length > 0 && !is_result(begin, (size_t)(end - begin)))
        return false;
    in->plies += ply;
    aise_buffer_add(in->out, begin, (size_t)(end - begin));
    in->at = end;
    return true;
}

static bool take_brace(Inside *in)
{
    const char *close = memchr(in->at, '}', (size_t)(in->end - in->at));
    if (close == NULL)
        return false;
    for (; in->at <= close; in->at++)
        aise_buffer_byte(in->out, is_white(*in->at) ? ' ' : *in->at);
    return true;
}

static bool take_next(Inside *in)
{
    char c = *in->at;
    if (is_white(c) || c == '(' || c == ')') {
        in->depth += c == '(';
        in->depth -= c == ')';
        in->at++;
        aise_buffer_byte(in->out, is_white(c) ? ' ' : c);
        return in->depth > 0 || in->at == in->end;
    }
    if (c == '{')
        return take_brace(in);
    const char *end = in->at;
    while (end < in->end && !is_white(*end) && strchr("(){}", *end) == NULL)
        end++;
    bool taken = end > in->at && (take_number(in, in->at, end) || take_symbol(in, in->at, end));
    in->symbols++;
    return taken;
}

/* In a listing only what leaves a gap behind its numbers is PGN: `(2. d4 exd4)`, as our own listings write it. */
const char *aise_note_variation(AiseReplay *r, const char *text, size_t length, const char *number)
{
    Inside in = {.at = text, .end = text + length, .out = &r->scratch, .gaps = true};
    in.out->length = 0;
    while (in.at < in.end)
        if (!take_next(&in))
            return NULL;
    if (in.depth > 0 || in.plies == 0 || (number == NULL && !(in.gaps && in.numbered)))
        return NULL;
    if (in.numbered)
        return aise_arena_copy(&r->arena, in.out->bytes, in.out->length);
    size_t before = strlen(number) + 2, rest = in.out->length - 1;
    char *numbered = aise_arena_alloc(&r->arena, before + rest + 1);
    numbered[0] = '(';
    memcpy(numbered + 1, number, before - 2);
    numbered[before - 1] = ' ';
    memcpy(numbered + before, in.out->bytes + 1, rest);
    numbered[before + rest] = '\0';
    return numbered;
}
