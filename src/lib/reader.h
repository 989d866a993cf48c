/* Inside of AiseReader (declared in aise.h), for whoever feeds it something else than a file. */
#ifndef AISE_LIB_READER_H
#define AISE_LIB_READER_H

#include "src/aise.h"
#include "src/base/source.h"
#include "src/replay/replay.h"

#define AISE_MESSAGE_MAX 400

struct AiseReader {
    AiseGuard guard;
    AiseReplay replay;
    AiseGrammar *grammar;
    AiseEncoding encoding;
    char *name; /* of the text being read */
    const AiseSink *sink;
    bool stopped;
    bool plain; /* what aise_reader_memory read last is a plain text */
    bool warnings_are_errors;
    uint8_t wanted[AISE_CODE_COUNT]; /* 0 as in the table, 1 shown, 2 not shown */
    char message[AISE_MESSAGE_MAX];

    /* NULL, or called after each game, finding outside games and text; false stops. */
    bool (*between)(void *context);
    void *between_context;
    uint64_t fed;   /* bytes of decoded text so far */
    uint64_t taken; /* bytes of files so far */
};

/* Runs `step` under the reader's guard, its findings and games going to the sink. */
AiseStatus aise_reader_run(AiseReader *reader, const AiseSink *sink, AiseError (*step)(AiseReader *reader, void *what),
                           void *what);

/* The step that reads the file at `path` (char *). */
AiseError aise_reader_read(AiseReader *reader, void *path);
/* For other steps: what makes up a text, from outside. */
void aise_reader_text_begin(AiseReader *reader, const char *name);
void aise_reader_name(AiseReader *reader, const char *name); /* the text goes on that has this name */
void aise_reader_outside(void *reader, const AiseFinding *finding);
void aise_reader_text_end(AiseReader *reader);

#endif
