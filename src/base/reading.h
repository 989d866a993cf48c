/* Inside of source.h: what its parts share. Bytes go window by window (64 KiB, counted from the start of the text,
   however they arrive) through decode.c and, for pages, html.c to the sink. */
#ifndef AISE_BASE_READING_H
#define AISE_BASE_READING_H

#include "src/base/source.h"

#define AISE_WINDOW ((size_t)64 * 1024)

/* ---- place: line and column in the decoded text, which has the original's lines and characters ---- */
typedef struct AisePlace {
    uint64_t line;   /* from 1; LF, CR and CRLF end lines */
    uint64_t column; /* from 1, characters */
    bool after_cr;   /* an LF here belongs to the line end before */
} AisePlace;

/* Moves past UTF-8 text, which does not begin within a character. */
void aise_place_advance(AisePlace *place, const char *bytes, size_t length);

/* ---- decoding ---- */
typedef struct AiseHighCharacter {
    uint8_t length; /* 0: the byte has no character */
    char bytes[4];
} AiseHighCharacter;

typedef struct AiseReading AiseReading;

typedef struct AiseDecoder {
    AiseReading *reading;
    AiseEncoding encoding; /* AUTO until the code page of high bytes is known */
    bool utf8;             /* well-formed sequences are UTF-8, whatever `high` says */
    bool judged;           /* the encoding of this window's high bytes is settled */
    AiseEncoding high_of;  /* the encoding that `high` holds */
    AiseHighCharacter high[128];
    unsigned char carry[4]; /* start of a sequence that the next window may complete */
    unsigned carried;
    const unsigned char *window;
    size_t window_length;
    AisePlace place;     /* where the text handed on ends */
    uint64_t undefined;  /* bytes without a character */
    AiseBuffer out;      /* decoded text where it differs from the window */
} AiseDecoder;

void aise_decoder_start(AiseDecoder *decoder, AiseReading *reading);
/* `window` begins where the last one ended. Text goes to aise_reading_text. */
void aise_decoder_feed(AiseDecoder *decoder, const char *window, size_t length);
/* After the last window. */
void aise_decoder_end(AiseDecoder *decoder);
/* Length of the well-formed sequence at `s`, which is a high byte; 0: none; -1: `left` bytes begin one. */
int aise_utf8_length(const unsigned char *s, size_t left);
/* First high byte at or after `at`, else `length`. */
size_t aise_ascii_end(const unsigned char *s, size_t at, size_t length);

/* What the high bytes of a window that are not UTF-8 say: AUTO (nothing), WINDOWS_1252, CP850 or CP437. */
AiseEncoding aise_dos_judge(const unsigned char *s, size_t length);
const char *aise_encoding_name(AiseEncoding encoding);

/* ---- pages ---- */
typedef struct AiseHtml AiseHtml;
/* Does a text that begins so need the HTML reader? */
bool aise_html_looks(const char *text, size_t length);
/* One page at a time; aise_html_close frees what a raise left behind. */
void aise_html_open(AiseReading *reading);
void aise_html_feed(AiseHtml *html, const char *text, size_t length);
void aise_html_end(AiseHtml *html);
void aise_html_close(AiseHtml *html);

/* ---- libraries loaded at first need ---- */
#ifndef AISE_LIBARCHIVE
#define AISE_LIBARCHIVE "libarchive.so.13"
#endif
#ifndef AISE_LIBXML2
#define AISE_LIBXML2 "libxml2.so.2"
#endif
typedef struct AiseLibrary {
    void *opened; /* NULL: not yet */
} AiseLibrary;
typedef struct AiseCall { /* a function of the library and where its address goes */
    const char *name;
    void *address; /* of the function pointer */
} AiseCall;
/* Fails the reading where the library or one of the calls is missing. */
void aise_library_open(AiseLibrary *library, AiseReading *reading, const char *file, const AiseCall *call, size_t calls);
void aise_library_close(AiseLibrary *library);

/* ---- archives ---- */
typedef enum AiseForm { /* what a file is by its first bytes */
    AISE_FORM_TEXT,
    AISE_FORM_UTF16, /* UTF-32 too */
    AISE_FORM_DOCUMENT,
    AISE_FORM_BINARY,
    AISE_FORM_ZIP,
    AISE_FORM_TAR,
    AISE_FORM_PACKED /* gzip and its like */
} AiseForm;
AiseForm aise_form_find(const char *name, const char *head, size_t length, const char **format);

typedef struct AiseArchive AiseArchive;
/* The first window has been read. */
void aise_archive_read(AiseReading *reading, AiseForm form);
void aise_archive_close(AiseReading *reading);
/* Before anything is read: where to seek back to. */
void aise_archive_remember_start(AiseReading *reading);

/* ---- a reading ---- */
struct AiseReading {
    AiseGuard *guard;
    const AiseSourceSink *sink;
    AiseEncoding encoding; /* as asked for */
    const char *name;
    char *message;
    size_t size;
    bool failed; /* `message` says why */

    int fd; /* -1: memory */
    bool owned;
    const char *memory; /* what is left of it */
    size_t memory_left;
    int reason; /* errno of a failed read */
    char *window;
    size_t window_length;

    bool in_text; /* between begin and end */
    bool first;   /* no window of this text yet: byte-order mark and form of the text are still to be seen */
    bool text_started; /* the first decoded text has been handed on */
    AiseDecoder decoder;
    AiseHtml *html;
    AiseLibrary html_library;
    AiseArchive *archive;
    AiseLibrary archive_library;
    AiseBuffer member_name; /* as the archive has it */
    AiseBuffer shown_name;  /* of the text, valid UTF-8 */
    int64_t start;          /* file offset of the input's first byte, -1 where it cannot be sought */
    const char *whole;      /* the memory from its start */
};

/* Gives up with AISE_ERROR_READ and "name: why" as message. Never returns. */
_Noreturn void aise_reading_fail(AiseReading *reading, const char *why);
_Noreturn void aise_reading_fail_errno(AiseReading *reading, int reason);
/* Fills the window as far as the input goes; short reads are put together. */
void aise_reading_fill(AiseReading *reading);
/* At most `length` bytes into `to`; 0 at the end, -1 with `reason` set. For the archive library. */
long aise_reading_some(AiseReading *reading, char *to, size_t length);
/* begin, with the name made valid UTF-8. false: skip it. */
bool aise_reading_begin(AiseReading *reading, const char *name, size_t length);
/* Whether what begins with this window is text; a finding says so where it is not. */
bool aise_reading_admit(AiseReading *reading, const char *name, const char *head, size_t length, bool member);
void aise_reading_window(AiseReading *reading, const char *window, size_t length);
void aise_reading_end(AiseReading *reading);
/* Decoded text on its way to the page reader or the sink. */
void aise_reading_text(AiseReading *reading, const char *text, size_t length);
bool aise_reading_stopped(const AiseReading *reading);
/* A finding at `place`, NULL: 1:1. `length` characters. */
void aise_reading_finding(AiseReading *reading, AiseCode code, const AisePlace *place, uint64_t length, unsigned argc,
                          const AiseArg *arg);
/* A finding at 1:1 with one word of text. */
void aise_reading_remark(AiseReading *reading, AiseCode code, const char *word);

#endif
