/* The log of verified games: what reports and the search for duplicates need of each, one record behind the other, in the
   byte order of this machine. A record depends on its place only by its distance to that of its source. */
#ifndef AISE_VERIFY_LOG_H
#define AISE_VERIFY_LOG_H

#include "src/base/output.h"
#include "src/replay/game.h"

typedef enum AiseLogText {
    AISE_LOG_MOVES, /* dialect aise, one space between plies */
    AISE_LOG_WHITE,
    AISE_LOG_BLACK,
    AISE_LOG_EVENT,
    AISE_LOG_DATE,
    AISE_LOG_START,   /* aise_game_start */
    AISE_LOG_CODE,    /* of the finding that broke a damaged game; this and what follows is empty for others */
    AISE_LOG_MESSAGE,
    AISE_LOG_QUOTE,   /* the line it stands on */
    AISE_LOG_BOARD,   /* FEN where it broke */
    AISE_LOG_STATE,
    AISE_LOG_TEXTS
} AiseLogText;

enum { AISE_LOG_GONE = UINT8_MAX }; /* a status: the game counts no more */

typedef struct AiseLogHead {
    uint32_t size;   /* of the whole record, a multiple of 8; the texts follow, each with a NUL */
    uint32_t back;   /* bytes back to its source's record; 0: is one, and its only text the name */
    uint32_t plies;
    uint8_t variant; /* index in aise_variants */
    uint8_t status, result;
    uint8_t severity; /* of the finding */
    uint64_t line;
    uint64_t hash;
    uint64_t fault_line, fault_column, fault_length;
    uint64_t caret; /* column in the quoted line */
    uint32_t length[AISE_LOG_TEXTS];
} AiseLogHead;

/* A record with its texts; `source` where it is known. */
typedef struct AiseLogGame {
    AiseLogHead head;
    const char *source;
    const char *text[AISE_LOG_TEXTS];
    uint64_t offset; /* in the log */
} AiseLogGame;

/* ---- writing into memory ---- */

typedef struct AiseLogWriter {
    AiseOutput *out;  /* into memory */
    size_t source_at; /* SIZE_MAX: no source yet */
} AiseLogWriter;

void aise_log_begin(AiseLogWriter *writer); /* empties the output */
/* Unless it is the source already. */
AiseStatus aise_log_source(AiseLogWriter *writer, const char *name);
/* A game of the last source, from what a report says of it (its head's lengths are filled in here). */
AiseStatus aise_log_add(AiseLogWriter *writer, AiseLogHead *head, const char *const text[AISE_LOG_TEXTS]);
/* A replayed game of the source of that name, which is seen to. */
AiseStatus aise_log_game(AiseLogWriter *writer, const AiseGame *game, const char *source, AiseLanguage language);

/* The first game at or behind `at` in an output into memory, which holds one; returns where the next record begins. */
size_t aise_log_peek(const AiseOutput *log, size_t at, AiseLogGame *game);

/* ---- reading from a file ---- */

typedef struct AiseLogReader {
    int file;
    uint64_t next, end; /* offsets in the log */
    char *bytes;
    size_t capacity, at, filled; /* of the window, which ends at `next` */
    uint64_t kept; /* offset + 1 of the record that aise_log_texts_at left at the start of the window; 0: none */
    char *name;
    size_t name_capacity;
    bool failed; /* errno says why */
} AiseLogReader;

/* From `begin` up to `end`. */
void aise_log_open(AiseLogReader *reader, int file, uint64_t begin, uint64_t end);
void aise_log_close(AiseLogReader *reader);
/* The next game that counts; valid until the next call. false: no more, or failed. */
bool aise_log_next(AiseLogReader *reader, AiseLogGame *game);
/* The game at `offset`. false: failed. */
bool aise_log_at(AiseLogReader *reader, uint64_t offset, AiseLogGame *game);
/* The same without its source; that of the last call again costs nothing. */
bool aise_log_texts_at(AiseLogReader *reader, uint64_t offset, AiseLogGame *game);

#endif
