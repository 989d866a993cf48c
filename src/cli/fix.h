/* What aise lint --fix and --diff need: corrections put into a file's own bytes, and the difference shown. */
#ifndef AISE_CLI_FIX_H
#define AISE_CLI_FIX_H

#include "src/cli/cli.h"

/* Bytes that grow; failed: memory ran out, and what should have been added is missing. */
typedef struct AiseCliBytes {
    char *bytes;
    size_t length, capacity;
    bool failed;
} AiseCliBytes;

void aise_cli_bytes_add(AiseCliBytes *to, const char *bytes, size_t length);

/* The way an AiseCliRun reads (context: an AiseCliFix): the file is corrected, round by round, until there is nothing more
   to correct, then read once more for `sink`. With `diff` the difference goes there and the file stays as it is, else the
   old text goes to FILE~. */
typedef struct AiseCliFix {
    AiseOutput *diff; /* NULL: the files are written */
} AiseCliFix;
AiseStatus aise_cli_fix_read(AiseCliRun *run, void *context, const char *path, const AiseSink *sink);

/* A unified difference with three lines around; false: memory ran out or a write failed. Nothing where there is none. */
bool aise_cli_diff(AiseOutput *output, const char *name, const AiseCliBytes *old, const AiseCliBytes *new);

#endif
