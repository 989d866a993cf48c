/* Reading an input, window by window. */
#include "src/base/source.h"
#include "src/base/reading.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void aise_reading_fail(AiseReading *reading, const char *why)
{
    snprintf(reading->message, reading->size, "%s: %s", reading->name, why);
    reading->failed = true;
    aise_guard_raise(reading->guard, AISE_ERROR_READ);
}

void aise_reading_fail_errno(AiseReading *reading, int reason)
{
    aise_reading_fail(reading, strerror(reason)); /* glibc's: a buffer for each thread */
}

static long read_some(AiseReading *reading, char *to, size_t length)
{
    if (reading->fd < 0) {
        if (length > reading->memory_left)
            length = reading->memory_left;
        if (length != 0)
            memcpy(to, reading->memory, length);
        reading->memory += length;
        reading->memory_left -= length;
        return (long)length;
    }
    ssize_t got;
    do
        got = read(reading->fd, to, length);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        reading->reason = errno;
    return (long)got;
}

long aise_reading_some(AiseReading *reading, char *to, size_t length)
{
    long got = read_some(reading, to, length);
    if (got > 0 && reading->sink->taken != NULL)
        *reading->sink->taken += (uint64_t)got;
    return got;
}

void aise_reading_fill(AiseReading *reading)
{
    reading->window_length = 0;
    while (reading->window_length < AISE_WINDOW) {
        long got = aise_reading_some(reading, reading->window + reading->window_length,
                                     AISE_WINDOW - reading->window_length);
        if (got < 0)
            aise_reading_fail_errno(reading, reading->reason);
        if (got == 0)
            break;
        reading->window_length += (size_t)got;
    }
}

bool aise_reading_stopped(const AiseReading *reading)
{
    return reading->sink->stop != NULL && *reading->sink->stop;
}

/* ---- one text ---- */

void aise_clean_text(AiseBuffer *out, const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t at = 0; at < length;) {
        int found = s[at] < 0x80 ? s[at] >= 0x20 && s[at] != 0x7f : aise_utf8_length(s + at, length - at);
        bool control = found == 2 && s[at] == 0xc2 && s[at + 1] < 0xa0;
        if (found > 0 && !control)
            aise_buffer_add(out, text + at, (size_t)found);
        else
            aise_buffer_text(out, "\xef\xbf\xbd");
        at += found > 0 ? (size_t)found : 1;
    }
}

bool aise_reading_begin(AiseReading *reading, const char *name, size_t length)
{
    const AiseSourceSink *sink = reading->sink;
    reading->shown_name.length = 0;
    aise_clean_text(&reading->shown_name, name, length);
    aise_buffer_byte(&reading->shown_name, '\0');
    if (sink->begin != NULL && !sink->begin(sink->context, reading->shown_name.bytes))
        return false;
    reading->in_text = true;
    reading->first = true;
    reading->text_started = false;
    aise_decoder_start(&reading->decoder, reading);
    return true;
}

bool aise_reading_admit(AiseReading *reading, const char *name, const char *head, size_t length, bool member)
{
    const char *format;
    switch (aise_form_find(name, head, length, &format)) {
    case AISE_FORM_TEXT:
        return true;
    case AISE_FORM_UTF16:
        aise_reading_remark(reading, AISE_CODE_L101, format);
        return false;
    case AISE_FORM_DOCUMENT:
        aise_reading_remark(reading, AISE_CODE_L102, format);
        return false;
    case AISE_FORM_BINARY:
        aise_reading_remark(reading, member ? AISE_CODE_L104 : AISE_CODE_L103, format);
        return false;
    case AISE_FORM_ZIP:
    case AISE_FORM_TAR:
    case AISE_FORM_PACKED:
        break;
    }
    aise_reading_remark(reading, AISE_CODE_L105, format);
    return false;
}

void aise_reading_window(AiseReading *reading, const char *window, size_t length)
{
    if (reading->first && length >= 3 && memcmp(window, "\xef\xbb\xbf", 3) == 0) {
        window += 3;
        length -= 3;
    }
    reading->first = false;
    aise_decoder_feed(&reading->decoder, window, length);
}

void aise_reading_text(AiseReading *reading, const char *text, size_t length)
{
    if (!reading->text_started && aise_html_looks(text, length))
        aise_html_open(reading);
    reading->text_started = true;
    if (reading->html != NULL)
        aise_html_feed(reading->html, text, length);
    else if (reading->sink->text != NULL)
        reading->sink->text(reading->sink->context, text, length);
}

void aise_reading_end(AiseReading *reading)
{
    if (!reading->first)
        aise_decoder_end(&reading->decoder);
    if (reading->html != NULL)
        aise_html_end(reading->html);
    aise_html_close(reading->html);
    reading->html = NULL;
    reading->in_text = false;
    if (reading->sink->end != NULL)
        reading->sink->end(reading->sink->context);
}

void aise_reading_finding(AiseReading *reading, AiseCode code, const AisePlace *place, uint64_t length, unsigned argc,
                          const AiseArg *arg)
{
    AiseFinding finding = {.code = code, .severity = (uint8_t)aise_code_severity(code), .argc = (uint8_t)argc};
    finding.line = place == NULL ? 1 : place->line;
    finding.column = place == NULL ? 1 : place->column;
    finding.length = length;
    finding.has_hint = true;
    for (unsigned i = 0; i < argc; i++)
        finding.arg[i] = arg[i];
    if (reading->sink->finding != NULL)
        reading->sink->finding(reading->sink->context, &finding);
}

void aise_reading_remark(AiseReading *reading, AiseCode code, const char *word)
{
    AiseArg arg = {.type = AISE_ARG_TEXT, .text = word, .length = strlen(word)};
    aise_reading_finding(reading, code, NULL, 0, 1, &arg);
}

/* ---- a whole input ---- */

bool aise_source_is_text(const char *name, const char *head, size_t length)
{
    const char *format;
    return aise_form_find(name, head, length, &format) == AISE_FORM_TEXT;
}

static void read_plain(AiseReading *reading)
{
    if (!aise_reading_begin(reading, reading->name, strlen(reading->name)))
        return;
    if (aise_reading_admit(reading, reading->name, reading->window, reading->window_length, false))
        while (reading->window_length != 0 && !aise_reading_stopped(reading)) {
            aise_reading_window(reading, reading->window, reading->window_length);
            if (reading->window_length < AISE_WINDOW)
                break;
            aise_reading_fill(reading);
        }
    aise_reading_end(reading);
}

static void read_input(AiseReading *reading)
{
    if (reading->fd < 0 && reading->memory == NULL) {
        bool standard = strcmp(reading->name, "-") == 0;
        reading->fd = standard ? STDIN_FILENO : open(reading->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        if (reading->fd < 0)
            aise_reading_fail_errno(reading, errno);
        reading->owned = !standard;
    }
    reading->window = aise_guard_realloc(reading->guard, NULL, AISE_WINDOW);
    aise_archive_remember_start(reading);
    aise_reading_fill(reading);
    const char *format;
    AiseForm form = aise_form_find(reading->name, reading->window, reading->window_length, &format);
    if (form == AISE_FORM_ZIP || form == AISE_FORM_TAR || form == AISE_FORM_PACKED)
        aise_archive_read(reading, form);
    else
        read_plain(reading);
}

static void close_reading(AiseReading *reading)
{
    aise_archive_close(reading);
    aise_html_close(reading->html);
    reading->html = NULL;
    aise_library_close(&reading->html_library);
    aise_library_close(&reading->archive_library);
    aise_buffer_free(&reading->decoder.out);
    aise_buffer_free(&reading->shown_name);
    aise_buffer_free(&reading->member_name);
    free(reading->window);
    reading->window = NULL;
    if (reading->owned)
        close(reading->fd);
    reading->owned = false;
}

/* Runs `step`; true if it came back, false if something was raised. The caller's jump point is as before. */
static bool guarded(AiseReading *reading, void (*step)(AiseReading *reading))
{
    jmp_buf callers;
    memcpy(&callers, &reading->guard->jump, sizeof callers);
    bool whole = setjmp(reading->guard->jump) == 0;
    if (whole)
        step(reading);
    memcpy(&reading->guard->jump, &callers, sizeof callers);
    return whole;
}

static void end_broken_text(AiseReading *reading)
{
    if (reading->in_text)
        aise_reading_end(reading);
}

static AiseError read_all(AiseReading *reading)
{
    AiseGuard *guard = reading->guard;
    aise_buffer_init(&reading->decoder.out, guard);
    aise_buffer_init(&reading->shown_name, guard);
    aise_buffer_init(&reading->member_name, guard);
    if (reading->size != 0)
        reading->message[0] = '\0';
    bool whole = guarded(reading, read_input);
    /* Where the input could not be read on, the text before is still a text. */
    bool ended = whole || (reading->failed && guarded(reading, end_broken_text));
    close_reading(reading);
    if (!ended)
        aise_guard_raise(guard, guard->error);
    return whole ? AISE_OK : AISE_ERROR_READ;
}

AiseError aise_source_read(AiseGuard *guard, const char *path, AiseEncoding encoding, const AiseSourceSink *sink,
                           char *message, size_t size)
{
    AiseReading reading = {.guard = guard, .sink = sink, .encoding = encoding, .name = path, .message = message,
                           .size = size, .fd = -1};
    return read_all(&reading);
}

AiseError aise_source_read_memory(AiseGuard *guard, const char *name, const char *bytes, size_t length,
                                  AiseEncoding encoding, const AiseSourceSink *sink, char *message, size_t size)
{
    AiseReading reading = {.guard = guard, .sink = sink, .encoding = encoding, .name = name, .message = message,
                           .size = size, .fd = -1, .memory = bytes == NULL ? "" : bytes, .memory_left = length};
    return read_all(&reading);
}

AiseError aise_source_read_fd(AiseGuard *guard, int fd, const char *name, AiseEncoding encoding,
                              const AiseSourceSink *sink, char *message, size_t size)
{
    AiseReading reading = {.guard = guard, .sink = sink, .encoding = encoding, .name = name, .message = message,
                           .size = size, .fd = fd};
    return read_all(&reading);
}
