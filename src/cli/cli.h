/* What the subcommands share: options, inputs, findings on standard error, files a signal must not leave behind. */
#ifndef AISE_CLI_CLI_H
#define AISE_CLI_CLI_H

#include "src/aise.h"

#include <getopt.h>

enum { AISE_EXIT_DONE = 0, AISE_EXIT_FINDINGS = 1, AISE_EXIT_TROUBLE = 2 };

/* ---- saying what is wrong ---- */

typedef struct AiseCliText {
    const char *en, *it;
} AiseCliText;

/* Prints `aise: …` as one line on standard error; returns AISE_EXIT_TROUBLE. For what has no words of ours in it. */
int aise_cli_trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same in one of two languages: both formats take the same arguments. */
int aise_cli_say(bool italian, const char *english, const char *translated, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));
int aise_cli_no_memory(bool italian);
/* What errno says of the path, unless memory is used up. */
int aise_cli_failed(bool italian, const char *path, bool no_memory);
/* An argument that an option does not know; `known` says which it would. */
int aise_cli_bad_value(bool italian, const char *option, const char *value, AiseCliText known);
extern const AiseCliText aise_cli_list_of_variants;

/* ---- commands and options: one table, for --help, the manual pages and the completions ---- */

enum { AISE_OPT_ENCODING = 256, AISE_OPT_LANG, AISE_OPT_COLOR, AISE_OPT_PROGRESS, AISE_OPT_OWN };

typedef struct AiseCliOption {
    const char *name;     /* without its dashes; NULL: it has none */
    int sign;             /* its letter, or what tells it from the others (AISE_OPT_OWN and on) */
    AiseCliText argument; /* "FILE"; NULL: it takes none. FILE, FOLDER, ID and CODE are completed as such */
    const char *known;    /* "en|it": the values it takes; NULL: anything, its command looks */
    AiseCliText help;
} AiseCliOption;

typedef struct AiseCliCommand {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is its name; returns the exit status */
    AiseCliText usage;                 /* behind the name; one line a way to call it */
    AiseCliText summary;               /* for the list of commands */
    AiseCliText about;
    const AiseCliOption *options; /* its own; all know --help */
    unsigned option_count;
    bool common; /* it has the common options too */
} AiseCliCommand;

#define AISE_CLI_OPTIONS(table) .options = (table), .option_count = sizeof(table) / sizeof *(table)

extern const AiseCliCommand aise_cli_convert, aise_cli_lint, aise_cli_verify, aise_cli_show, aise_cli_perft,
    aise_cli_moves, aise_cli_variants;
/* All of them in the order of the list, then NULL. */
extern const AiseCliCommand *const aise_cli_commands[];
/* The option of that number: the command's own, then the common ones, then --help; NULL: no more. */
const AiseCliOption *aise_cli_option(const AiseCliCommand *command, unsigned index);
/* Those that convert, lint, verify and show have in common. */
extern const AiseCliOption aise_cli_common_options[];
extern const unsigned aise_cli_common_count;

/* What `aise --help` says, and `aise COMMAND --help`. */
void aise_cli_help_list(FILE *to, bool italian);
void aise_cli_help_command(FILE *to, const AiseCliCommand *command, bool italian);
/* Ends what was printed on standard output: the exit status. */
int aise_cli_printed(void);

/* Takes one option; 0 when it did, else the exit status. */
typedef int AiseCliTake(void *context, int sign, const char *value);
/* Reads the options; the operands begin at argv[optind] then. Returns -1 to go on, else the exit status: after --help,
   or a message. */
int aise_cli_parse(const AiseCliCommand *command, int argc, char **argv, AiseCliTake *take, void *context);
/* The number of a value in a list like "en|it"; -1: it is not in it. */
int aise_cli_known(const char *known, const char *value);

typedef struct AiseCliCommon {
    AiseOptions options;
    int color;    /* -1 auto, 0 never, 1 always */
    int progress; /* the same */
    unsigned jobs; /* 0: not given */
} AiseCliCommon;

/* `words`: of the command line, as for aise_cli_italian. */
void aise_cli_common_init(AiseCliCommon *common, char *const *words);
/* Takes a common option. */
int aise_cli_common_take(AiseCliCommon *common, int sign, const char *value);
/* Italian, as `--lang` among the words has it (up to NULL; NULL: none), else the environment. */
bool aise_cli_italian(char *const *words);
/* `--variant`: 0 when it is known, else the exit status. */
int aise_cli_variant_take(const char **variant, const char *value, bool italian);
/* Is colour wanted on this descriptor? */
bool aise_cli_colored(const AiseCliCommon *common, int descriptor);
/* A whole decimal number of at most `most`; false if it is none. */
bool aise_cli_number(const char *text, unsigned long most, unsigned long *out);

/* ---- output files ---- */

/* An output that SIGINT, SIGTERM, SIGHUP and SIGPIPE do not leave half written. */
typedef struct AiseCliFile {
    AiseOutput *output;
    const char *path;
    const char *temporary;
    struct AiseCliFile *next;
} AiseCliFile;

void aise_cli_signals(void);
/* The last call of main: without it, the program was ended by somebody else, and it exits with AISE_EXIT_TROUBLE. */
int aise_cli_end(int status);
/* NULL or "-": standard output. The path must live as long as the file. 0, or the exit status after a message. */
int aise_cli_file_open(AiseCliFile *file, const char *path);
int aise_cli_file_close(AiseCliFile *file);
void aise_cli_file_discard(AiseCliFile *file);
/* For a file that a library writes: a signal takes `temporary` away, until aise_cli_file_forget. NULL: nothing to do. */
void aise_cli_file_watch(AiseCliFile *file, const char *temporary);
void aise_cli_file_forget(AiseCliFile *file);
/* Do both paths lead to one file, links followed, whether it is there or not? */
bool aise_cli_same_file(const char *one, const char *other);

/* ---- reading ---- */

typedef struct AiseCliRun {
    const AiseCliCommon *common;
    AiseReader *reader;    /* of aise_cli_run */
    AiseOutput *talk;      /* standard error */
    char *name;            /* of the input being read */
    size_t name_size;
    int status;            /* exit status so far */
    bool broken;           /* a write failed: stop */
    bool live;             /* standard error is a terminal */
    bool colored;
    unsigned long inputs, games;
    bool progress;         /* a progress line is wanted */
    uint64_t bytes, total; /* read so far, and of all inputs; 0: not known */
    double started, shown;
    /* How aise_cli_run reads an input; NULL: by aise_reader_file. */
    AiseStatus (*read)(struct AiseCliRun *run, void *context, const char *path, const AiseSink *sink);
    void *read_context;
    const char *const *written; /* by the subcommand, up to NULL: aise_cli_run leaves these out of folders; NULL: none */
} AiseCliRun;

/* 0, or the exit status after a message. */
int aise_cli_run_begin(AiseCliRun *run, const AiseCliCommon *common);
/* Reads the inputs, folders walked in order of name; none: standard input, unless it is a terminal. The sink's context
   must begin with an AiseCliRun; input_begin and input_end are set here. Returns the exit status. */
int aise_cli_run(AiseCliRun *run, const AiseSink *sink, char **paths);
void aise_cli_run_end(AiseCliRun *run);
/* For callbacks: raises the exit status; notes a failed write, false if it failed. */
void aise_cli_run_raise(AiseCliRun *run, int status);
bool aise_cli_run_wrote(AiseCliRun *run, AiseStatus status, const char *path);
/* Callback: one finding in lint form on standard error, an error raises the exit status. */
bool aise_cli_run_finding(void *context, const AiseGame *game, const AiseFinding *finding);
/* Raises the exit status for an error. */
void aise_cli_run_judge(AiseCliRun *run, const AiseFinding *finding);
/* The input's name as findings give it. */
const char *aise_cli_run_source(const AiseCliRun *run, const AiseGame *game);
/* Counts a game for the progress line. */
void aise_cli_run_count(AiseCliRun *run);
/* A message of the reader: the others are still done. */
void aise_cli_run_unread(AiseCliRun *run, const char *message);

/* For the two ways of reading: the paths, standard input for none, NULL after a message; all that they lead to; no memory
   for a reader (options are looked at when they are taken). */
char **aise_cli_inputs(char **paths, bool italian);
void aise_cli_walk_all(AiseCliRun *run, char **paths, bool (*visit)(void *context, const char *path), void *context);
int aise_cli_run_refuse(AiseCliRun *run);

/* ---- reading on several threads ---- */

/* What a stretch of the input gave. Callbacks fill it on any thread; it is taken in order, on the main one. */
typedef struct AiseCliPart {
    const AiseCliRun *run; /* not to be changed by callbacks */
    const struct AiseCliReading *reading;
    AiseOutput *out;       /* in memory; for the subcommand */
    AiseOutput *talk;      /* in memory; goes to standard error */
    void *own;             /* the subcommand's; NULL: none */
    char *name;            /* of the text being read */
    size_t name_size;
    unsigned long inputs, games;
    int status;            /* exit status that it asks for */
    AiseStatus failure;    /* of a callback */
} AiseCliPart;

typedef struct AiseCliReading {
    AiseSink sink;     /* callbacks get the part and return true; input_begin is set */
    unsigned jobs;     /* unless --jobs says otherwise; 0: one a processor */
    const char *path;  /* for a message where `take` fails by errno */
    AiseStatus (*take)(AiseCliRun *run, AiseCliPart *part);
    /* The others may be NULL. `own`: memory for a part; NULL: there is none left. */
    void *(*own_new)(AiseCliRun *run);
    void (*own_free)(void *own);
    void (*own_clear)(void *own);
    const char *const *written; /* files that the subcommand writes, up to NULL: they are left out of folders */
    bool (*wanted)(AiseCliRun *run, const char *path);
    AiseStatus (*done)(AiseCliRun *run, const char *path, bool whole);
} AiseCliReading;

/* Is the input one of the files to be written? */
bool aise_cli_is_written(const char *path, const char *const *written);
/* The input that is; NULL: none. */
const char *aise_cli_overwritten(char *const *inputs, const char *const *written);
/* How many threads are asked for; `jobs`: as in AiseCliReading. */
unsigned aise_cli_threads(const AiseCliRun *run, unsigned jobs);
/* As aise_cli_run, on so many threads. */
int aise_cli_read(AiseCliRun *run, const AiseCliReading *reading, char **paths);
/* For callbacks. */
void aise_cli_part_fail(AiseCliPart *part, AiseStatus status);
void aise_cli_part_raise(AiseCliPart *part, int status);
bool aise_cli_part_finding(void *part, const AiseGame *game, const AiseFinding *finding); /* as aise_cli_run_finding */
const char *aise_cli_part_source(const AiseCliPart *part, const AiseGame *game);

/* ---- the progress line ---- */

/* Is shown on a terminal; `anyway`: also where standard output is one. Looks up the sizes of the inputs. */
void aise_cli_progress_begin(AiseCliRun *run, char **paths, bool anyway);
/* Shows it from time to time. */
void aise_cli_progress(AiseCliRun *run);
/* It stands alone on its line: it is wiped before anything else is said. */
void aise_cli_progress_wipe(AiseCliRun *run);

/* ---- walking ---- */

/* Calls `visit` with each file at or below `path`, folders in order of name, dot files and backups (`FILE~`) left out; false stops.
   A folder or file that cannot be looked at is reported. Returns 0, AISE_EXIT_TROUBLE, or AISE_CLI_NO_MEMORY, which
   ended it. */
enum { AISE_CLI_NO_MEMORY = -1 };
int aise_cli_walk(const char *path, bool (*visit)(void *context, const char *path), void *context, bool italian);
/* The same without a word of what is wrong. */
void aise_cli_walk_quietly(const char *path, bool (*visit)(void *context, const char *path), void *context);

/* ---- one file per event, year, player or variant ---- */

typedef enum AiseSplit { AISE_SPLIT_NONE, AISE_SPLIT_EVENT, AISE_SPLIT_YEAR, AISE_SPLIT_PLAYER, AISE_SPLIT_VARIANT } AiseSplit;
typedef struct AiseCliSplit AiseCliSplit;
/* Makes the folder if need be. NULL after a message. `suffix` is ".pgn" or the like; a file that one of the inputs leads
   to is not written over. */
AiseCliSplit *aise_cli_split_new(const char *folder, const char *suffix, char *const *inputs, bool italian);
/* By which values the game is filed: one or two, NULL for an unknown one; returns how many. `year` is room for one. */
unsigned aise_cli_split_values(AiseSplit by, const AiseGame *game, char year[5], const char *value[2]);
/* Writes the text of a game to the value's file; 0, or the exit status after a message. */
int aise_cli_split_write(AiseCliSplit *split, const char *value, const char *text, size_t length);
/* Puts all files in place, or none with `keep` false; frees. */
int aise_cli_split_free(AiseCliSplit *split, bool keep);

#endif
