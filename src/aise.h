/* libaise: reads, replays, checks and writes games of the AISE variants.
 *
 * No global state; a reader belongs to one thread at a time, several readers may run side by side. Strings are UTF-8.
 * Lines and columns count from 1; columns count characters. What a callback is given lives until it returns, unless
 * said otherwise. Calls that can fail return AiseStatus; aise_reader_message says why in one line. */
#ifndef AISE_H
#define AISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AISE_VERSION "0.1.0"
/* ABI: the number in the shared library's name (libaise.so.0). It is raised whenever a program built against an older
   library could go wrong with a newer one: when a function goes or changes, or a struct that callers fill changes its
   layout. Such structs are to be zeroed before they are filled ({0}). Functions and, at the end of an enum, constants may
   be added without that; opaque structs are never part of it. No other symbols than aise_* are exported. */
#define AISE_ABI 0
#if defined(__GNUC__)
#define AISE_API __attribute__((visibility("default")))
#else
#define AISE_API
#endif

typedef enum AiseStatus {
    AISE_STATUS_OK = 0,
    AISE_STATUS_STOPPED, /* a callback returned false */
    AISE_STATUS_MEMORY,
    AISE_STATUS_READ,
    AISE_STATUS_WRITE,
    AISE_STATUS_USE /* bad argument: unknown variant, encoding, position … */
} AiseStatus;

typedef struct AiseReader AiseReader;
typedef struct AiseGame AiseGame;       /* a replayed game */
typedef struct AiseFinding AiseFinding; /* something the linter has to say */

typedef struct AiseOptions {
    const char *variant;  /* id or alias; NULL: from the text, else inferred */
    const char *encoding; /* "auto" (NULL), "utf-8", "windows-1252", "iso-8859-1", "cp850", "cp437" */
    bool italian;         /* language of messages */
    bool repair;          /* look for corrections of damaged games (slower on damaged games only) */
    bool variations;      /* notes that are nothing but a number and lawful plies become variations */
    /* NULL, or a NULL-terminated list, applied in order: "B201" (shown, a note as a warning), "no-B201" (a warning or
       note is dropped; an error stays), "error" (warnings become errors). */
    const char *const *warnings;
} AiseOptions;

/* Callbacks; any may be NULL. Returning false stops the reading (AISE_STATUS_STOPPED). `ply` counts from 0. */
typedef struct AiseSink {
    void *context;
    bool (*input_begin)(void *context, const char *name); /* a file or an archive's member */
    bool (*game_begin)(void *context, const AiseGame *game);
    bool (*ply)(void *context, const AiseGame *game, size_t ply);
    bool (*comment)(void *context, const AiseGame *game, size_t ply, const char *text); /* SIZE_MAX: before the first */
    bool (*finding)(void *context, const AiseGame *game, const AiseFinding *finding);   /* game NULL: outside games */
    bool (*game_end)(void *context, const AiseGame *game);
    bool (*input_end)(void *context, const char *name);
    void (*input_lines)(void *context, uint64_t lines); /* before input_end: how many ends of line the text had */
} AiseSink;

/* NULL options: the defaults. NULL only when memory is exhausted or (status != NULL) an option is bad. */
AISE_API AiseReader *aise_reader_new(const AiseOptions *options, AiseStatus *status);
AISE_API void aise_reader_free(AiseReader *reader);
/* Reads a file, page or archive; "-" is standard input. */
AISE_API AiseStatus aise_reader_file(AiseReader *reader, const char *path, const AiseSink *sink);
AISE_API AiseStatus aise_reader_memory(AiseReader *reader, const char *name, const char *bytes, size_t length, const AiseSink *sink);
/* Was what aise_reader_memory read last a plain text, no page and nothing packed? Then lines and columns are the bytes' own. */
AISE_API bool aise_reader_plain(const AiseReader *reader);
/* Why the last call failed: one line, never NULL; owned by the reader. */
AISE_API const char *aise_reader_message(const AiseReader *reader);

/* ---- many inputs, several threads ---- */

/* What becomes of a stretch of the input is a part: memory of the caller's. Several are filled at the same time, each by
   one thread at a time; they are taken in the order of the input, whatever the number of threads, by the thread that
   calls the pool, as are all functions here but part_begin and the sink's. */
typedef struct AiseParts {
    void *context;
    void *(*part_new)(void *context); /* NULL: no memory */
    void (*part_free)(void *context, void *part);
    /* Empties the part, also one that was filled in vain and not taken. What it gets next belongs to the text `within`,
       NULL: to none yet. */
    void (*part_begin)(void *part, const char *within);
    bool (*part_take)(void *context, void *part); /* false stops */
    /* May be NULL. All parts of this input have been taken. Unless status is OK, it could not be read, or not wholly:
       `message` says why. false stops. */
    bool (*input_done)(void *context, const char *path, AiseStatus status, const char *message);
    AiseSink sink; /* its context is ignored: the callbacks get the part */
} AiseParts;

typedef struct AisePool AisePool;
/* `threads` with the calling one. NULL only when memory is exhausted or (status != NULL) an option is bad. */
AISE_API AisePool *aise_pool_new(const AiseOptions *options, unsigned threads, const AiseParts *parts, AiseStatus *status);
/* Adds a file, page or archive; "-" is standard input. Earlier inputs may still be in the works when it returns. STOPPED
   or MEMORY, once returned, stays; READ is for input_done to tell. */
AISE_API AiseStatus aise_pool_file(AisePool *pool, const char *path);
/* Waits until all that was added has been taken. */
AISE_API AiseStatus aise_pool_finish(AisePool *pool);
/* Bytes of input read so far. */
AISE_API uint64_t aise_pool_bytes(const AisePool *pool);
AISE_API void aise_pool_free(AisePool *pool);

/* ---- games ---- */
AISE_API const char *aise_game_variant(const AiseGame *game);   /* id */
AISE_API const char *aise_game_status(const AiseGame *game);    /* "ok", "damaged", "empty" */
AISE_API const char *aise_game_result(const AiseGame *game);    /* "1-0", "0-1", "1/2-1/2", "*" */
AISE_API const char *aise_game_tag(const AiseGame *game, const char *name); /* NULL if absent */
AISE_API const char *aise_game_source(const AiseGame *game);
AISE_API uint64_t aise_game_line(const AiseGame *game);
AISE_API size_t aise_game_plies(const AiseGame *game);
AISE_API const char *aise_game_san(const AiseGame *game, size_t ply); /* dialect aise; "" out of range */
AISE_API size_t aise_game_findings(const AiseGame *game);
AISE_API const AiseFinding *aise_game_finding(const AiseGame *game, size_t index); /* NULL out of range */
/* 64-bit hash of variant, start and resolved plies, whatever their spelling; `plies` of them (SIZE_MAX: all). */
AISE_API uint64_t aise_game_hash(const AiseGame *game, size_t plies);

/* ---- findings ---- */
AISE_API const char *aise_finding_code(const AiseFinding *finding);     /* "B201" */
AISE_API const char *aise_finding_severity(const AiseFinding *finding); /* "error", "warning", "note" */
AISE_API uint64_t aise_finding_line(const AiseFinding *finding);
AISE_API uint64_t aise_finding_column(const AiseFinding *finding);
/* Corrections, best first: the text that takes the place of `length` characters at line and column; NULL out of range. */
AISE_API size_t aise_finding_fixes(const AiseFinding *finding);
AISE_API const char *aise_finding_fix_at(const AiseFinding *finding, size_t index, uint64_t *line, uint64_t *column, uint64_t *length);

/* ---- output ---- */
typedef struct AiseOutput AiseOutput;
typedef enum AiseDialect { AISE_DIALECT_AISE, AISE_DIALECT_VIEWER, AISE_DIALECT_CARDS, AISE_DIALECT_LISTING, AISE_DIALECT_JSONL } AiseDialect;

/* Buffered output. path NULL or "-": standard output. A new or regular file is written beside itself and renamed by
   aise_output_close; a device, pipe or terminal is written in place. NULL: could not be opened (errno says why). */
AISE_API AiseOutput *aise_output_open(const char *path);
/* Into memory, for aise_output_move. NULL: no memory. */
AISE_API AiseOutput *aise_output_memory(void);
/* Writes what `from`, an output into memory, holds, and empties it. */
AISE_API AiseStatus aise_output_move(AiseOutput *output, AiseOutput *from);
/* What an output into memory holds; valid until the next call. */
AISE_API const char *aise_output_held(const AiseOutput *output, size_t *length);
AISE_API void aise_output_clear(AiseOutput *output); /* forgets what is buffered and not yet written out */
AISE_API AiseStatus aise_output_close(AiseOutput *output);  /* flushes, renames, frees; WRITE: nothing was put in place */
AISE_API void aise_output_discard(AiseOutput *output);      /* frees, leaves the old file as it was */
AISE_API AiseStatus aise_output_text(AiseOutput *output, const char *bytes, size_t length);
/* Writes to an open descriptor, in place; closing the output does not close the descriptor. */
AISE_API AiseOutput *aise_output_descriptor(int descriptor);
AISE_API AiseStatus aise_output_flush(AiseOutput *output);  /* hands over what is buffered */
/* Flushes and gives back buffer and descriptor until the next write, so that thousands may be open at once. */
AISE_API AiseStatus aise_output_park(AiseOutput *output);
/* Path of the file that a signal handler must unlink, NULL when written in place; owned by the output. */
AISE_API const char *aise_output_temporary(const AiseOutput *output);

typedef struct AiseWriting {
    AiseDialect dialect;
    bool no_comments;
    bool source_tag; /* adds [AiseSource "file:line"] */
    bool italian;    /* jsonl: language of the messages */
} AiseWriting;
AISE_API AiseStatus aise_output_game(AiseOutput *output, const AiseGame *game, const AiseWriting *how);

typedef enum AiseReport { AISE_REPORT_TEXT, AISE_REPORT_TEXT_COLOR, AISE_REPORT_JSON, AISE_REPORT_SARIF } AiseReport;
/* One finding in lint form (NOTATION 3.1), as one JSON object a line, or as a result of a SARIF 2.1.0 log, without a line
   end. `source` is the input's name. */
AISE_API AiseStatus aise_output_finding(AiseOutput *output, const AiseFinding *finding, const char *source, bool italian, AiseReport form);
/* What stands before the results of a SARIF log and behind them; between two of them stands a comma. */
AISE_API AiseStatus aise_output_sarif_begin(AiseOutput *output, bool italian);
AISE_API AiseStatus aise_output_sarif_end(AiseOutput *output);
AISE_API bool aise_code_known(const char *name);
/* The manual entry of a code, whatever the case of its letter; USE if unknown. */
AISE_API AiseStatus aise_output_manual(AiseOutput *output, const char *code, bool italian);

/* ---- showing games ---- */
typedef struct AiseShowing {
    size_t plies; /* the position after so many plies; more than there are: the last one */
    bool all;     /* board: every position from the start to there */
    bool ascii;   /* board: men as letters, White's large */
    bool color;   /* board: 256 terminal colours */
    bool italian; /* words and letters */
} AiseShowing;
/* How many plies stand behind `at`: `14b` Black's turn 14 as far as it was played, `14b2` its second ply, `14w1`, `14`
   the last turn of that number, `0` the start. false: no such ply. */
AISE_API bool aise_game_find_ply(const AiseGame *game, const char *at, size_t *plies);
/* A board of characters, and a diagram in SVG. */
AISE_API AiseStatus aise_output_board(AiseOutput *output, const AiseGame *game, const AiseShowing *how);
AISE_API AiseStatus aise_output_diagram(AiseOutput *output, const AiseGame *game, const AiseShowing *how);
/* One HTML page for any number of games, numbered as the caller will: its beginning, each game, its end. */
AISE_API AiseStatus aise_output_page_begin(AiseOutput *output, const char *title, bool italian);
AISE_API AiseStatus aise_output_page_game(AiseOutput *output, const AiseGame *game, size_t number);
AISE_API AiseStatus aise_output_page_end(AiseOutput *output);

/* ---- a tally over many games ---- */

/* What `aise verify` reports. Memory does not grow with the games: they go to unnamed files in TMPDIR. Parts count side
   by side (AiseParts) and are taken in the order of the input. Where a call fails aise_tally_message says why. */
typedef struct AiseTally AiseTally;
typedef struct AiseTallyPart AiseTallyPart;
typedef enum AiseTallyForm { AISE_TALLY_TEXT, AISE_TALLY_JSON, AISE_TALLY_CSV, AISE_TALLY_HTML } AiseTallyForm;

/* Messages of findings are kept in one language. NULL: no memory or no temporary file (errno says why). */
AISE_API AiseTally *aise_tally_new(bool italian);
AISE_API void aise_tally_free(AiseTally *tally);
AISE_API const char *aise_tally_message(const AiseTally *tally);
/* To be called before any part is made: */
/* Standard input is a piece of the text of that name. */
AISE_API AiseStatus aise_tally_piece(AiseTally *tally, const char *name);
/* Writes games, plies, positions and findings to a sqlite database (schema: src/verify/database.c), which takes the place
   of `path` when all is in; `go_on`: to that file itself, which aise_tally_resume, to be called next, opens. */
AISE_API AiseStatus aise_tally_database(AiseTally *tally, const char *path, bool go_on);
/* The file that a signal handler must unlink, NULL: none; owned by the tally. */
AISE_API const char *aise_tally_database_temporary(const AiseTally *tally);
/* Keeps what is done in the file, which is made if absent, and takes what it holds: one line an input, written when all
   of the input is safe on disk, and the games beside it in `path`.games. The database, if any, comes first; it is begun
   anew where nothing was done. Inputs that have changed since, or are gone, do not count. `settings` says by what
   options: USE when it is not the same again, or the files are not those of such a run; nothing is changed then. */
AISE_API AiseStatus aise_tally_resume(AiseTally *tally, const char *path, const char *settings);
/* Was the input done before? Asked in the same order as before it costs nothing. */
AISE_API bool aise_tally_has(AiseTally *tally, const char *path);
/* The input is done, all its parts were taken; not `whole`: it could not be read to its end. */
AISE_API AiseStatus aise_tally_input(AiseTally *tally, const char *path, bool whole);

AISE_API AiseTallyPart *aise_tally_part_new(const AiseTally *tally); /* NULL: no memory */
AISE_API void aise_tally_part_free(AiseTallyPart *part);
AISE_API void aise_tally_part_clear(AiseTallyPart *part);
AISE_API AiseStatus aise_tally_part_game(AiseTallyPart *part, const AiseGame *game); /* with its findings */
AISE_API AiseStatus aise_tally_part_finding(AiseTallyPart *part, const AiseFinding *finding, const char *source);
AISE_API void aise_tally_part_lines(AiseTallyPart *part, uint64_t lines); /* for pieces */
/* Takes what the part holds and empties it. */
AISE_API AiseStatus aise_tally_take(AiseTally *tally, AiseTallyPart *part);
/* Takes what a JSON report says, or several one behind the other; "-" is standard input. Pieces of one text follow each
   other in order, and their lines are counted on. */
AISE_API AiseStatus aise_tally_merge(AiseTally *tally, const char *path);

/* All is taken: puts the database in its place and looks for games with the same plies and beginnings of others (a second
   pass, over the temporary file). */
AISE_API AiseStatus aise_tally_finish(AiseTally *tally, unsigned threads);
/* Has any game or finding the severity error? */
AISE_API bool aise_tally_faulty(const AiseTally *tally);
AISE_API uint64_t aise_tally_games(const AiseTally *tally);
/* After aise_tally_finish. */
AISE_API AiseStatus aise_output_tally(AiseOutput *output, AiseTally *tally, AiseTallyForm form);

/* ---- positions and rules ---- */
/* Counts the sequences of exactly `depth` lawful plies. fen, state NULL: the start. On USE, `message` says why. */
AISE_API AiseStatus aise_perft(const char *variant, const char *fen, const char *state, unsigned depth,
                               unsigned long long *count, char *message, size_t size);
/* Calls `ply` for each lawful ply (dialect aise; what a restored pawn becomes stands behind it as in the PGN,
   `Rb1 {[%aise re=b8Q]}`) in bytewise order, with its perft of depth - 1 when depth > 0. */
AISE_API AiseStatus aise_moves(const char *variant, const char *fen, const char *state, unsigned depth,
                               bool (*ply)(void *context, const char *san, unsigned long long count), void *context,
                               char *message, size_t size);
/* The table of variants (id NULL), or the rules of one as implemented. */
AISE_API AiseStatus aise_output_variants(AiseOutput *output, const char *id, bool italian);
AISE_API bool aise_variant_known(const char *name);

#ifdef __cplusplus
}
#endif
#endif
