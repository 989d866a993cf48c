/* Fuzz targets: each takes any bytes, runs a part of the program in memory and stops the process where a promise is
   broken. driver.c makes a libFuzzer program of one of them, replay.c runs stored inputs through all. */
#ifndef AISE_FUZZ_FUZZ_H
#define AISE_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/aise.h"

typedef void FuzzTarget(const uint8_t *bytes, size_t length);

FuzzTarget fuzz_grammar;   /* lexer and grammar: tokens tile the text, however it arrives */
FuzzTarget fuzz_convert;   /* a whole reading, every form of output, and our PGN read again */
FuzzTarget fuzz_roundtrip; /* PGN → listing → PGN */
FuzzTarget fuzz_report;    /* what verify reports */
FuzzTarget fuzz_position;  /* FEN and AiseState */
FuzzTarget fuzz_written;   /* a written ply: read, resolved, explained */
FuzzTarget fuzz_page;      /* HTML */
FuzzTarget fuzz_archive;   /* zip, tar, gzip and their members */

#define MUST(what)                                                                                                     \
    do {                                                                                                               \
        if (!(what))                                                                                                   \
            fuzz_broken(__FILE__, __LINE__, #what);                                                                    \
    } while (0)
_Noreturn void fuzz_broken(const char *file, int line, const char *what);

/* ---- what outputs promise ---- */

/* Well-formed UTF-8 that a terminal may be given: of the control characters only LF, DEL and, with `tabs`, TAB. */
void fuzz_must_be_plain(const char *text, size_t length, bool tabs);
/* The same, after colours (ESC [ … m) are taken out. */
void fuzz_must_be_colored(const char *text, size_t length);
/* One JSON value a line. */
void fuzz_must_be_json(const char *text, size_t length);
/* One JSON value. */
void fuzz_must_be_json_document(const char *text, size_t length);
/* The page of a report: between its style sheet and its one script, common elements. */
void fuzz_must_be_page(const char *text, size_t length);
/* XML with the elements of a diagram and no others; what is not markup is escaped. */
void fuzz_must_be_diagram(const char *text, size_t length);
/* A page's blocks of games: JSON without `<`. */
void fuzz_must_be_games(const char *text, size_t length);
/* Says where the two part, then stops. */
void fuzz_must_be_same(const char *what, const char *a, size_t a_length, const char *b, size_t b_length);

/* ---- reading ---- */

/* An input's options: `@`, variant (`a` the first), options (bits of the character after `0`), text. Other inputs are
   text alone. */
typedef struct FuzzInput {
    AiseOptions options;
    const char *text;
    size_t length;
} FuzzInput;
FuzzInput fuzz_input(const uint8_t *bytes, size_t length);

/* Reads the text and gives its games in the dialect, games without moves left out; freed by the caller. */
char *fuzz_rewrite(const AiseOptions *options, const char *text, size_t length, AiseDialect dialect, size_t *out_length);

#endif
