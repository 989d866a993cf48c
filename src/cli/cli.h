/* What the subcommands share: options, inputs, findings on standard error, files a signal must not leave behind. */
#ifndef AISE_CLI_CLI_H
#define AISE_CLI_CLI_H

#include "src/aise.h"

#include <getopt.h>

enum { AISE_EXIT_DONE = 0, AISE_EXIT_FINDINGS = 1, AISE_EXIT_TROUBLE = 2 };

/* One subcommand each; argv[0] is its name. Return the exit status. */
int aise_cli_convert(int argc, char **argv);
int aise_cli_lint(int argc, char **argv);
int aise_cli_verify(int argc, char **argv);
int aise_cli_show(int argc, char **argv);
int aise_cli_perft(int argc, char **argv);
int aise_cli_moves(int argc, char **argv);
int aise_cli_variants(int argc, char **argv);

/* ---- saying what is wrong ---- */

/* Prints `aise: …` as one line on standard error; returns AISE_EXIT_TROUBLE. */
int aise_cli_trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What getopt_long found wrong (it returned ':' or '?', with opterr 0). */
int aise_cli_bad_option(char **argv, int sign);
/* The same for an argument that an option does not know. */
int aise_cli_bad_value(const char *option, const char *value, const char *known);
/* A short help, on standard output. */
int aise_cli_help(const char *text);

/* ---- options ---- */

enum { AISE_OPT_ENCODING = 256, AISE_OPT_LANG, AISE_OPT_COLOR, AISE_OPT_PROGRESS, AISE_OPT_OWN };

/* Those that convert, lint and verify have in common. */
typedef struct AiseCliCommon {
    AiseOptions options;
    int color;    /* -1 auto, 0 never, 1 always */
    int progress; /* the same */
    unsigned jobs; /* 0: not given */
} AiseCliCommon;

#define AISE_CLI_COMMON_SHORT "V:j:h"
#define AISE_CLI_COMMON_LONG                                                                                           \
    {"variant", required_argument, NULL, 'V'}, {"encoding", required_argument, NULL, AISE_OPT_ENCODING},               \
        {"lang", required_argument, NULL, AISE_OPT_LANG}, {"jobs", required_argument, NULL, 'j'},                      \
        {"color", required_argument, NULL, AISE_OPT_COLOR}, {"progress", required_argument, NULL, AISE_OPT_PROGRESS},  \
        {"help", no_argument, NULL, 'h'}

#define AISE_CLI_COMMON_HELP                                                                                           \
    "  -V, --variant ID      variant of the games (default: from the text, else inferred)\n"                           \
    "      --encoding NAME   auto, utf-8, windows-1252, iso-8859-1, cp850, cp437\n"                                    \
    "      --lang en|it      language of messages (default: LC_ALL, LC_MESSAGES, LANG)\n"                              \
    "  -j, --jobs N          processors to use\n"                                                                      \
    "      --color WHEN      auto, always, never (NO_COLOR is respected)\n"                                            \
    "      --progress WHEN   auto, always, never\n"                                                                    \
    "  -h, --help            this text\n"

void aise_cli_common_init(AiseCliCommon *common);
/* Takes one option; 0 when it did, else the exit status. `sign` must be a common one but 'h'. */
int aise_cli_common_take(AiseCliCommon *common, int sign, const char *value);
/* Italian, as the environment has it. */
bool aise_cli_italian(void);
/* `--lang`: 0 when it is known, else the exit status. */
int aise_cli_lang_take(bool *italian, const char *value);
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
/* NULL or "-": standard output. The path must live as long as the file. 0, or the exit status after a message. */
int aise_cli_file_open(AiseCliFile *file, const char *path);
int aise_cli_file_close(AiseCliFile *file);
void aise_cli_file_discard(AiseCliFile *file);

/* ---- reading ---- */

typedef struct AiseCliRun {
    const AiseCliCommon *common;
    AiseReader *reader;
    AiseOutput *talk;      /* standard error */
    char *name;            /* of the input being read */
    size_t name_size;
    int status;            /* exit status so far */
    bool broken;           /* a write failed: stop */
    bool live;             /* standard error is a terminal */
    bool colored;
    bool progress;
    unsigned long inputs, games; /* for the progress line */
    double started, shown;
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

/* ---- walking ---- */

/* Calls `visit` with each file at or below `path`, folders in order of name, dot files left out; false stops.
   A folder or file that cannot be looked at is reported; returns 0 or AISE_EXIT_TROUBLE. */
int aise_cli_walk(const char *path, bool (*visit)(void *context, const char *path), void *context);

/* ---- one file per event, year, player or variant ---- */

typedef enum AiseSplit { AISE_SPLIT_NONE, AISE_SPLIT_EVENT, AISE_SPLIT_YEAR, AISE_SPLIT_PLAYER, AISE_SPLIT_VARIANT } AiseSplit;
typedef struct AiseCliSplit AiseCliSplit;
/* Makes the folder if need be. NULL after a message. `suffix` is ".pgn" or the like. */
AiseCliSplit *aise_cli_split_new(const char *folder, AiseSplit by, const char *suffix);
/* Writes the game where it belongs; 0, or the exit status after a message. */
int aise_cli_split_game(AiseCliSplit *split, const AiseGame *game, const AiseWriting *how);
/* Puts all files in place, or none with `keep` false; frees. */
int aise_cli_split_free(AiseCliSplit *split, bool keep);

#endif
