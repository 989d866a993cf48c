/* Inputs: files, pipes, archives, HTML pages, in any encoding, as one stream of decoded UTF-8. */
#ifndef AISE_BASE_SOURCE_H
#define AISE_BASE_SOURCE_H

#include "src/base/diag.h"

typedef enum AiseEncoding {
    AISE_ENCODING_AUTO, /* byte by byte: UTF-8 where well-formed, else Windows-1252; cp850/cp437 where only they make words */
    AISE_ENCODING_UTF8,
    AISE_ENCODING_WINDOWS_1252,
    AISE_ENCODING_ISO_8859_1,
    AISE_ENCODING_CP850,
    AISE_ENCODING_CP437
} AiseEncoding;

/* A member of an input: a plain file is its own only member; an archive has many, read one after another. */
typedef struct AiseSourceSink {
    void *context;
    /* A text begins: `name` (valid UTF-8) as the user would recognise it ("sheets.zip/1994/a.txt"). Return false to
       skip it: neither text, finding, map nor end follow. */
    bool (*begin)(void *context, const char *name);
    /* Decoded UTF-8, any size. For HTML, text only: block elements end lines. */
    void (*text)(void *context, const char *bytes, size_t length);
    /* A finding of family L at a position of the original (line and column set, span unused). */
    void (*finding)(void *context, const AiseFinding *finding);
    /* Position map for HTML and other texts whose decoded form is not the original: from `offset` (bytes of decoded
       text) on, the text stands at line:column of the original. Called in order of offset, only when needed. */
    void (*map)(void *context, uint64_t offset, uint64_t line, uint64_t column);
    /* The text is over; also where reading broke off in it. */
    void (*end)(void *context);
    /* May be NULL. Once true, reading ends early with AISE_OK; looked at after each piece. */
    const bool *stop;
    uint64_t *taken; /* may be NULL: bytes read of the input, not decoded, are added to it */
} AiseSourceSink;

/* Reads the whole file at `path` ("-" standard input), member by member, in pieces (64–128 KiB), never mapping it.
   AISE_ERROR_READ: could not be opened or read; `message` (size bytes) says why, one line without newline.
   UTF-16, PDF, Word: one finding of family L at 1:1, no text. Raises memory errors through the guard; what the
   callbacks raise passes through, after everything opened here has been closed. */
AiseError aise_source_read(AiseGuard *guard, const char *path, AiseEncoding encoding, const AiseSourceSink *sink,
                           char *message, size_t size);
/* The same from memory or an open descriptor (not closed). */
AiseError aise_source_read_memory(AiseGuard *guard, const char *name, const char *bytes, size_t length,
                                  AiseEncoding encoding, const AiseSourceSink *sink, char *message, size_t size);
AiseError aise_source_read_fd(AiseGuard *guard, int fd, const char *name, AiseEncoding encoding,
                              const AiseSourceSink *sink, char *message, size_t size);
/* Is what begins so read as it stands, neither packed nor refused? (A page is a text too.) */
bool aise_source_is_text(const char *name, const char *head, size_t length);
/* Appends a text from outside, such as a file's name, which comes in any encoding: well-formed UTF-8 stays, control
   characters and the rest become U+FFFD. */
void aise_clean_text(AiseBuffer *out, const char *text, size_t length);
/* "utf-8", "windows-1252", … as on the command line. false if unknown. */
bool aise_encoding_find(const char *name, AiseEncoding *out);

#endif
