/* A small reader of JSON. */
#include "src/verify/json.h"

#include <string.h>

#include "src/base/reading.h"

enum { DEPTH_MOST = 32 };

typedef struct Text {
    AiseArena *arena;
    const char *at, *end;
} Text;

static void skip_space(Text *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\n' || *text->at == '\r' || *text->at == '\t'))
        text->at++;
}

static bool take(Text *text, char sign)
{
    skip_space(text);
    if (text->at == text->end || *text->at != sign)
        return false;
    text->at++;
    return true;
}

/* Four hexadecimal digits; -1: they are not. */
static long take_hex(Text *text)
{
    long value = 0;
    if (text->end - text->at < 4)
        return -1;
    for (unsigned i = 0; i < 4; i++) {
        char c = *text->at++;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* The character of `\u`, of two of them for the high planes; -1: none, or NUL. */
static long take_character(Text *text)
{
    long high = take_hex(text);
    if (high <= 0 || (high >= 0xdc00 && high < 0xe000))
        return -1;
    if (high < 0xd800 || high >= 0xe000)
        return high;
    if (text->end - text->at < 2 || text->at[0] != '\\' || text->at[1] != 'u')
        return -1;
    text->at += 2;
    long low = take_hex(text);
    return low < 0xdc00 || low >= 0xe000 ? -1 : 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

static char *put_character(char *to, long character)
{
    if (character < 0x80) {
        *to++ = (char)character;
        return to;
    }
    unsigned more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | character >> (6 * more));
    while (more-- > 0)
        *to++ = (char)(0x80 | (character >> (6 * more) & 0x3f));
    return to;
}

/* An escape from behind its backslash; NULL: there is no such. */
static char *take_escape(Text *text, char *to)
{
    static const char signs[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (text->at == text->end)
        return NULL;
    char sign = *text->at++;
    if (sign == 'u') {
        long character = take_character(text);
        return character < 0 ? NULL : put_character(to, character);
    }
    const char *known = sign != '\0' ? strchr(signs, sign) : NULL;
    if (known == NULL)
        return NULL;
    *to++ = meant[known - signs];
    return to;
}

/* A string from behind its quotation mark; NULL: it is none. What stands in it is never longer than it is written. */
static const char *take_string(Text *text)
{
    const char *close = text->at;
    while (close < text->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= text->end)
        return NULL;
    char *string = aise_arena_alloc(text->arena, (size_t)(close - text->at) + 1), *to = string;
    while (text->at < close) {
        unsigned char byte = (unsigned char)*text->at;
        int length = byte < 0x80 ? byte >= ' '
                                 : aise_utf8_length((const unsigned char *)text->at, (size_t)(close - text->at));
        if (length <= 0)
            return NULL;
        if (byte == '\\') {
            text->at++;
            to = take_escape(text, to);
            if (to == NULL)
                return NULL;
            continue;
        }
        memcpy(to, text->at, (size_t)length);
        to += length;
        text->at += length;
    }
    text->at = close + 1;
    *to = '\0';
    return string;
}

/* A number or one of the three words. */
static bool take_plain(Text *text, AiseJson *value)
{
    const char *begin = text->at;
    while (text->at < text->end && *text->at != '\0' && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *text->at) != NULL)
        text->at++;
    size_t length = (size_t)(text->at - begin);
    bool digits = length > 0 && length < 20;
    for (size_t i = 0; i < length && digits; i++) {
        digits = begin[i] >= '0' && begin[i] <= '9';
        value->number = value->number * 10 + (uint64_t)(begin[i] - '0');
    }
    value->type = digits ? AISE_JSON_NUMBER : AISE_JSON_OTHER;
    value->truth = length == 4 && memcmp(begin, "true", 4) == 0;
    return length > 0;
}

static AiseJson *take_value(Text *text, unsigned depth);

/* Members or elements up to `close`. */
static bool take_all(Text *text, AiseJson *value, char close, unsigned depth)
{
    AiseJson **tail = &value->first;
    if (take(text, close))
        return true;
    do {
        const char *key = NULL;
        if (close == '}') {
            key = take(text, '"') ? take_string(text) : NULL;
            if (key == NULL || !take(text, ':'))
                return false;
        }
        AiseJson *one = take_value(text, depth + 1);
        if (one == NULL)
            return false;
        one->key = key;
        *tail = one;
        tail = &one->next;
    } while (take(text, ','));
    return take(text, close);
}

static AiseJson *take_value(Text *text, unsigned depth)
{
    AiseJson *value = aise_arena_alloc(text->arena, sizeof *value);
    *value = (AiseJson){.type = AISE_JSON_OTHER};
    if (depth > DEPTH_MOST)
        return NULL;
    bool good;
    if (take(text, '{')) {
        value->type = AISE_JSON_OBJECT;
        good = take_all(text, value, '}', depth);
    } else if (take(text, '[')) {
        value->type = AISE_JSON_ARRAY;
        good = take_all(text, value, ']', depth);
    } else if (take(text, '"')) {
        value->type = AISE_JSON_TEXT;
        value->text = take_string(text);
        good = value->text != NULL;
    } else {
        good = take_plain(text, value);
    }
    return good ? value : NULL;
}

const AiseJson *aise_json_parse(AiseArena *arena, const char *bytes, size_t length)
{
    Text text = {arena, bytes, bytes + length};
    const AiseJson *value = take_value(&text, 0);
    skip_space(&text);
    return text.at == text.end ? value : NULL;
}

const AiseJson *aise_json_member(const AiseJson *object, const char *key)
{
    if (object == NULL || object->type != AISE_JSON_OBJECT)
        return NULL;
    const AiseJson *member = object->first;
    while (member != NULL && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

bool aise_json_get_text(const AiseJson *object, const char *key, const char **out)
{
    const AiseJson *member = aise_json_member(object, key);
    *out = member != NULL && member->type == AISE_JSON_TEXT ? member->text : "";
    return member == NULL || member->type == AISE_JSON_TEXT;
}

bool aise_json_get_number(const AiseJson *object, const char *key, uint64_t *out)
{
    const AiseJson *member = aise_json_member(object, key);
    *out = member != NULL && member->type == AISE_JSON_NUMBER ? member->number : 0;
    return member == NULL || member->type == AISE_JSON_NUMBER;
}
