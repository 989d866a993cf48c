/* Pages and archives: what comes out of them is UTF-8, places grow, texts begin and end; and all of it can be read on.
   An archive is the bytes themselves, or is built here: a letter (`t` tar, `z` zip), then names and members by turns,
   each ended by a byte 0x01. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/source.h"
#include "tests/fuzz/fuzz.h"

/* ---- what the source gives ---- */

typedef struct Seen {
    bool in_text;
    uint64_t offset, place, lines; /* bytes handed on, last place told, lines of the input */
    AiseBuffer text;
} Seen;

static bool on_begin(void *context, const char *name)
{
    Seen *seen = context;
    MUST(!seen->in_text);
    fuzz_must_be_plain(name, strlen(name), false);
    seen->in_text = true;
    seen->offset = seen->place = 0;
    seen->text.length = 0;
    return true;
}

static void on_text(void *context, const char *bytes, size_t length)
{
    Seen *seen = context;
    MUST(seen->in_text && length != 0);
    aise_buffer_add(&seen->text, bytes, length);
    seen->offset += length;
}

static void on_finding(void *context, const AiseFinding *finding)
{
    const Seen *seen = context;
    MUST(seen->in_text && finding->line >= 1 && finding->column >= 1);
}

static void on_map(void *context, uint64_t offset, uint64_t line, uint64_t column)
{
    Seen *seen = context;
    MUST(seen->in_text && offset >= seen->place && offset >= seen->offset);
    MUST(line >= 1 && column >= 1 && line <= seen->lines);
    seen->place = offset;
}

static void must_be_utf8(const char *text, size_t length)
{
    AiseBuffer copy = {NULL, malloc(length + 1), 0, length + 1};
    MUST(copy.bytes != NULL);
    for (size_t i = 0; i < length; i++) /* controls may stand in a text */
        copy.bytes[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i];
    for (size_t i = 0; i + 1 < length; i++)
        if ((unsigned char)copy.bytes[i] == 0xc2 && (unsigned char)copy.bytes[i + 1] < 0xa0)
            copy.bytes[i + 1] = (char)0xa0;
    fuzz_must_be_plain(copy.bytes, length, false);
    free(copy.bytes);
}

static void on_end(void *context)
{
    Seen *seen = context;
    MUST(seen->in_text);
    must_be_utf8(seen->text.bytes, seen->text.length);
    seen->in_text = false;
}

static void check_source(const char *name, const char *bytes, size_t length)
{
    AiseGuard guard;
    Seen seen = {.lines = 1};
    char message[400];
    const AiseSourceSink sink = {.context = &seen, .begin = on_begin, .text = on_text, .finding = on_finding, .map = on_map,
                                 .end = on_end};
    MUST(setjmp(guard.jump) == 0);
    for (size_t i = 0; i < length; i++)
        seen.lines += bytes[i] == '\n' || bytes[i] == '\r';
    aise_buffer_init(&seen.text, &guard);
    AiseError error = aise_source_read_memory(&guard, name, bytes, length, AISE_ENCODING_AUTO, &sink, message,
                                              sizeof message);
    if (error != AISE_OK)
        fprintf(stderr, "%s\n", message);
    MUST(error == AISE_OK && !seen.in_text);
    aise_buffer_free(&seen.text);
}

static bool keep_on(void *context, const AiseGame *game, const AiseFinding *finding)
{
    (void)context;
    (void)game;
    MUST(aise_finding_line(finding) >= 1 && aise_finding_column(finding) >= 1);
    return true;
}

static void check_reading(const char *name, const char *bytes, size_t length)
{
    const AiseOptions options = {.repair = false};
    const AiseSink sink = {.finding = keep_on};
    AiseReader *reader = aise_reader_new(&options, NULL);
    MUST(reader != NULL);
    MUST(aise_reader_memory(reader, name, bytes, length, &sink) == AISE_STATUS_OK);
    aise_reader_free(reader);
}

/* ---- pages ---- */

void fuzz_page(const uint8_t *bytes, size_t length)
{
    static const char begin[] = "<html>";
    char *page = malloc(length + sizeof begin);
    MUST(page != NULL);
    memcpy(page, begin, sizeof begin - 1);
    if (length != 0)
        memcpy(page + sizeof begin - 1, bytes, length);
    check_source("page.html", page, length + sizeof begin - 1);
    check_reading("page.html", page, length + sizeof begin - 1);
    free(page);
}

/* ---- archives ---- */

static void put(AiseBuffer *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        aise_buffer_byte(out, (char)(number >> 8 * i));
}

static void pad(AiseBuffer *out, size_t multiple)
{
    while (out->length % multiple != 0)
        aise_buffer_byte(out, '\0');
}

static void put_octal(char *field, size_t width, size_t number)
{
    for (size_t i = width - 1; i-- > 0; number /= 8)
        field[i] = (char)('0' + number % 8);
}

static void add_to_tar(AiseBuffer *out, const char *name, size_t name_length, const char *text, size_t length)
{
    char head[512] = {0};
    unsigned sum = 0;
    memcpy(head, name, name_length < 100 ? name_length : 100);
    put_octal(head + 100, 8, 0644);
    put_octal(head + 108, 8, 0);
    put_octal(head + 116, 8, 0);
    put_octal(head + 124, 12, length);
    put_octal(head + 136, 12, 0);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof head; i++)
        sum += (unsigned char)head[i];
    put_octal(head + 148, 7, sum);
    aise_buffer_add(out, head, sizeof head);
    aise_buffer_add(out, text, length);
    pad(out, 512);
}

static uint32_t crc(const char *text, size_t length)
{
    uint32_t value = 0xffffffffu;
    for (size_t i = 0; i < length; i++) {
        value ^= (unsigned char)text[i];
        for (unsigned bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    }
    return ~value;
}

/* A stored member, without a directory at the end: the library then reads on from header to header. */
static void add_to_zip(AiseBuffer *out, const char *name, size_t name_length, const char *text, size_t length)
{
    name_length = name_length < 0xffff ? name_length : 0xffff;
    aise_buffer_add(out, "PK\003\004", 4);
    put(out, 10, 2);
    put(out, 0, 2 + 2 + 2 + 2);
    put(out, crc(text, length), 4);
    put(out, length, 4);
    put(out, length, 4);
    put(out, name_length, 2);
    put(out, 0, 2);
    aise_buffer_add(out, name, name_length);
    aise_buffer_add(out, text, length);
}

static size_t up_to_mark(const char *text, size_t left)
{
    const char *mark = left == 0 ? NULL : memchr(text, '\001', left);
    return mark == NULL ? left : (size_t)(mark - text);
}

static void build(AiseBuffer *out, bool zip, const char *text, size_t length)
{
    while (length != 0) {
        size_t name = up_to_mark(text, length), skip = name < length ? name + 1 : name;
        const char *member = text + skip;
        size_t size = up_to_mark(member, length - skip);
        (zip ? add_to_zip : add_to_tar)(out, text, name, member, size);
        skip += size + (skip + size < length);
        text += skip;
        length -= skip;
    }
    if (!zip)
        for (unsigned i = 0; i < 1024; i++)
            aise_buffer_byte(out, '\0');
}

void fuzz_archive(const uint8_t *bytes, size_t length)
{
    AiseGuard guard;
    AiseBuffer made;
    const char *text = (const char *)bytes;
    MUST(setjmp(guard.jump) == 0);
    aise_buffer_init(&made, &guard);
    if (length > 1 && (*text == 't' || *text == 'z'))
        build(&made, *text == 'z', text + 1, length - 1);
    else
        aise_buffer_add(&made, text, length);
    check_source("in", made.bytes, made.length);
    check_reading("in", made.bytes, made.length);
    aise_buffer_free(&made);
}
