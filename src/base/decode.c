/* Bytes to UTF-8, byte by byte (NOTATION 1.4). What is UTF-8 already is handed on without a copy. */
#include "src/base/reading.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

enum { UNDEFINED_SHOWN = 100 };

static const struct {
    const char *name; /* as on the command line, which iconv knows too */
    AiseEncoding encoding;
} encodings[] = {
    {"auto", AISE_ENCODING_AUTO},
    {"utf-8", AISE_ENCODING_UTF8},
    {"windows-1252", AISE_ENCODING_WINDOWS_1252},
    {"iso-8859-1", AISE_ENCODING_ISO_8859_1},
    {"cp850", AISE_ENCODING_CP850},
    {"cp437", AISE_ENCODING_CP437},
};

bool aise_encoding_find(const char *name, AiseEncoding *out)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (strcmp(name, encodings[i].name) == 0) {
            *out = encodings[i].encoding;
            return true;
        }
    return false;
}

const char *aise_encoding_name(AiseEncoding encoding)
{
    return encodings[encoding].name;
}

size_t aise_ascii_end(const unsigned char *s, size_t at, size_t length)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    for (; length - at >= 64; at += 64) {
        uint64_t word[8];
        memcpy(word, s + at, sizeof word);
        if (((word[0] | word[1] | word[2] | word[3] | word[4] | word[5] | word[6] | word[7]) & high) != 0)
            break;
    }
    for (; length - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, s + at, sizeof word);
        if ((word & high) != 0)
            break;
    }
    while (at < length && s[at] < 0x80)
        at++;
    return at;
}

int aise_utf8_length(const unsigned char *s, size_t left)
{
    unsigned lead = s[0];
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    int need = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    /* The second byte's range leaves out overlong forms, surrogates and what is beyond U+10FFFF. */
    unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (int at = 1; at < need; at++) {
        if ((size_t)at == left)
            return -1;
        if (s[at] < low || s[at] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return need;
}

/* U+0080–U+009F mean something to a terminal and nothing to a reader: no character of ours, but for U+0085, which ends a
   line and becomes U+2028. */
static bool is_control(const unsigned char *s)
{
    return s[0] == 0xc2 && s[1] < 0xa0;
}

static const char line_separator[] = "\xe2\x80\xa8";
enum { LINE_SEPARATOR_LENGTH = 3, NEXT_LINE = 0x85 };

static void give_character(AiseHighCharacter *character)
{
    if (character->length != 2 || !is_control((const unsigned char *)character->bytes))
        return;
    bool line = (unsigned char)character->bytes[1] == NEXT_LINE;
    character->length = line ? LINE_SEPARATOR_LENGTH : 0;
    if (line)
        memcpy(character->bytes, line_separator, LINE_SEPARATOR_LENGTH);
}

/* The characters of the bytes from 0x80 on, asked of iconv one by one. False: it cannot (errno says why). */
static bool fill_high(AiseHighCharacter *high, const char *encoding)
{
    iconv_t converter = iconv_open("UTF-8", encoding);
    if (converter == (iconv_t)-1)
        return false;
    for (unsigned byte = 0x80; byte <= 0xff; byte++) {
        AiseHighCharacter *character = &high[byte - 0x80];
        char raw = (char)byte;
        char *from = &raw, *to = character->bytes;
        size_t from_left = 1, to_left = sizeof character->bytes;
        bool known = iconv(converter, &from, &from_left, &to, &to_left) != (size_t)-1;
        character->length = known ? (uint8_t)(sizeof character->bytes - to_left) : 0;
        give_character(character);
        iconv(converter, NULL, NULL, NULL, NULL);
    }
    iconv_close(converter);
    return true;
}

static void use_encoding(AiseDecoder *decoder, AiseEncoding encoding)
{
    if (decoder->high_of == encoding)
        return;
    if (!fill_high(decoder->high, aise_encoding_name(encoding))) {
        char why[64];
        if (errno == ENOMEM)
            aise_guard_raise(decoder->reading->guard, AISE_ERROR_MEMORY);
        snprintf(why, sizeof why, "iconv does not know %s", aise_encoding_name(encoding));
        aise_reading_fail(decoder->reading, why);
    }
    decoder->high_of = encoding;
}

void aise_decoder_start(AiseDecoder *decoder, AiseReading *reading)
{
    AiseBuffer out = decoder->out;
    AiseEncoding encoding = reading->encoding;
    *decoder = (AiseDecoder){.reading = reading, .encoding = encoding, .place = {1, 1, false}, .out = out};
    decoder->utf8 = encoding == AISE_ENCODING_AUTO || encoding == AISE_ENCODING_UTF8;
    decoder->high_of = AISE_ENCODING_UTF8; /* the table is empty: no byte has a character */
}

/* Where the next character to be decoded stands: what came before it in this window is in `out`. */
static AisePlace place_now(const AiseDecoder *decoder)
{
    AisePlace place = decoder->place;
    aise_place_advance(&place, decoder->out.bytes, decoder->out.length);
    return place;
}

/* Which encoding a high byte of this window is in: told by the option, or by the first window that shows it. */
static void settle(AiseDecoder *decoder)
{
    if (decoder->judged)
        return;
    decoder->judged = true;
    if (decoder->encoding == AISE_ENCODING_AUTO) {
        decoder->encoding = aise_dos_judge(decoder->window, decoder->window_length);
        if (decoder->encoding == AISE_ENCODING_CP850 || decoder->encoding == AISE_ENCODING_CP437) {
            AisePlace place = place_now(decoder);
            const char *page = aise_encoding_name(decoder->encoding) + 2;
            AiseArg arg = {.type = AISE_ARG_TEXT, .text = page, .length = strlen(page)};
            aise_reading_finding(decoder->reading, AISE_CODE_L111, &place, 1, 1, &arg);
        }
    }
    use_encoding(decoder, decoder->encoding == AISE_ENCODING_AUTO ? AISE_ENCODING_WINDOWS_1252 : decoder->encoding);
}

static void add_name(AiseArg *arg, AiseEncoding encoding)
{
    arg->type = AISE_ARG_TEXT;
    arg->text = aise_encoding_name(encoding);
    arg->length = strlen(arg->text);
}

static void add_undefined(AiseDecoder *decoder, unsigned byte, AiseEncoding encoding)
{
    if (decoder->undefined++ < UNDEFINED_SHOWN) {
        AisePlace place = place_now(decoder);
        AiseArg arg[2] = {{.type = AISE_ARG_HEX, .value = byte}};
        add_name(&arg[1], encoding);
        aise_reading_finding(decoder->reading, AISE_CODE_L109, &place, 1, 2, arg);
    }
    aise_buffer_text(&decoder->out, "\xef\xbf\xbd");
}

static void decode_high(AiseDecoder *decoder, unsigned byte)
{
    settle(decoder);
    const AiseHighCharacter *character = &decoder->high[byte - 0x80];
    if (character->length != 0)
        aise_buffer_add(&decoder->out, character->bytes, character->length);
    else
        add_undefined(decoder, byte, decoder->high_of);
}

/* The control character at `s`, in UTF-8. */
static void decode_control(AiseDecoder *decoder, const unsigned char *s)
{
    if (s[1] == NEXT_LINE)
        aise_buffer_text(&decoder->out, line_separator);
    else
        add_undefined(decoder, s[1], AISE_ENCODING_UTF8);
}

/* Decodes what was left of the last window with the first bytes of this one; returns how many it took. */
static size_t finish_carry(AiseDecoder *decoder, const unsigned char *s, size_t length, bool last)
{
    size_t at = 0;
    while (decoder->carried != 0) {
        unsigned char sequence[8];
        size_t more = length - at < 3 ? length - at : 3;
        memcpy(sequence, decoder->carry, decoder->carried);
        if (more != 0)
            memcpy(sequence + decoder->carried, s + at, more);
        int found = aise_utf8_length(sequence, decoder->carried + more);
        if (found > 0) {
            if (is_control(sequence))
                decode_control(decoder, sequence);
            else
                aise_buffer_add(&decoder->out, (const char *)sequence, (size_t)found);
            at += (size_t)found - decoder->carried;
            decoder->carried = 0;
        } else if (found < 0 && !last) {
            memcpy(decoder->carry, sequence, decoder->carried + more);
            decoder->carried += (unsigned)more;
            return length;
        } else {
            decode_high(decoder, sequence[0]);
            decoder->carried--;
            memmove(decoder->carry, decoder->carry + 1, decoder->carried);
        }
    }
    return at;
}

static void hand_on(AiseDecoder *decoder, const char *text, size_t length)
{
    if (length == 0)
        return;
    aise_place_advance(&decoder->place, text, length);
    aise_reading_text(decoder->reading, text, length);
}

static void decode(AiseDecoder *decoder, const char *window, size_t length, bool last)
{
    const unsigned char *s = (const unsigned char *)window;
    decoder->out.length = 0;
    decoder->window = s;
    decoder->window_length = length;
    decoder->judged = false;
    size_t at = finish_carry(decoder, s, length, last);
    size_t run = at; /* what stands before it is in `out` */
    while ((at = aise_ascii_end(s, at, length)) < length) {
        int found = decoder->utf8 ? aise_utf8_length(s + at, length - at) : 0;
        if (found > 0 && !is_control(s + at)) {
            at += (size_t)found;
        } else if (found > 0) {
            aise_buffer_add(&decoder->out, window + run, at - run);
            decode_control(decoder, s + at);
            run = at += (size_t)found;
        } else if (found < 0) {
            decoder->carried = (unsigned)(length - at);
            memcpy(decoder->carry, s + at, decoder->carried);
            length = at;
        } else {
            aise_buffer_add(&decoder->out, window + run, at - run);
            decode_high(decoder, s[at]);
            run = ++at;
        }
    }
    if (decoder->out.length == 0) {
        hand_on(decoder, window + run, length - run);
        return;
    }
    aise_buffer_add(&decoder->out, window + run, length - run);
    hand_on(decoder, decoder->out.bytes, decoder->out.length);
}

void aise_decoder_feed(AiseDecoder *decoder, const char *window, size_t length)
{
    decode(decoder, window, length, false);
}

void aise_decoder_end(AiseDecoder *decoder)
{
    decode(decoder, "", 0, true);
    if (decoder->undefined <= UNDEFINED_SHOWN)
        return;
    uint64_t more = decoder->undefined - UNDEFINED_SHOWN;
    AiseArg arg[2] = {{.type = AISE_ARG_NUMBER, .value = more > UINT32_MAX ? UINT32_MAX : (uint32_t)more}};
    add_name(&arg[1], decoder->high_of);
    aise_reading_finding(decoder->reading, AISE_CODE_L110, &decoder->place, 0, 2, arg);
}
