/* aise convert: listings in, PGN (or listing, JSON lines) out. */
#include "src/cli/cli.h"

#include <string.h>

static const char help[] =
    "usage: aise convert [OPTION…] [FILE|FOLDER…]\n"
    "Writes the games as normalised PGN on standard output; findings go to standard error.\n"
    "\n"
    "  -o, --output FILE     write FILE instead, whole or not at all (with --split: a folder)\n"
    "      --to FORM         aise (default), viewer, listing, jsonl\n"
    "      --viewer=cards    for boards without null moves: one position and one move a game\n"
    "      --variations      notes that are a number and lawful plies become variations\n"
    "      --no-comments     moves only\n"
    "      --empty           games without moves too\n"
    "      --strict          nothing of a damaged game, instead of its sound part\n"
    "      --source          add [AiseSource \"file:line\"]\n"
    "      --split BY        event, year, player, variant: one file each\n" AISE_CLI_COMMON_HELP;

enum { OPT_TO = AISE_OPT_OWN, OPT_VIEWER, OPT_VARIATIONS, OPT_NO_COMMENTS, OPT_EMPTY, OPT_STRICT, OPT_SOURCE, OPT_SPLIT };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"to", required_argument, NULL, OPT_TO},
    {"viewer", required_argument, NULL, OPT_VIEWER},
    {"variations", no_argument, NULL, OPT_VARIATIONS},
    {"no-comments", no_argument, NULL, OPT_NO_COMMENTS},
    {"empty", no_argument, NULL, OPT_EMPTY},
    {"strict", no_argument, NULL, OPT_STRICT},
    {"source", no_argument, NULL, OPT_SOURCE},
    {"split", required_argument, NULL, OPT_SPLIT},
    AISE_CLI_COMMON_LONG,
    {NULL, 0, NULL, 0},
};

typedef struct Convert {
    AiseCliRun run; /* first: the callbacks' context */
    AiseCliCommon common;
    AiseWriting how;
    AiseSplit by;
    bool empty, strict;
    const char *path;
    AiseCliFile file;
    AiseCliSplit *split;
} Convert;

static int take_to(Convert *convert, const char *value)
{
    static const struct {
        const char *name;
        AiseDialect dialect;
    } known[] = {{"aise", AISE_DIALECT_AISE},
                 {"viewer", AISE_DIALECT_VIEWER},
                 {"listing", AISE_DIALECT_LISTING},
                 {"jsonl", AISE_DIALECT_JSONL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i].name) == 0) {
            convert->how.dialect = known[i].dialect;
            return 0;
        }
    return aise_cli_bad_value("--to", value, "aise, viewer, listing, jsonl");
}

static int take_viewer(Convert *convert, const char *value)
{
    if (strcmp(value, "cards") != 0)
        return aise_cli_bad_value("--viewer", value, "cards");
    convert->how.dialect = AISE_DIALECT_CARDS;
    return 0;
}

static int take_split(Convert *convert, const char *value)
{
    static const char *const known[] = {"event", "year", "player", "variant"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i]) == 0) {
            convert->by = (AiseSplit)(AISE_SPLIT_EVENT + i);
            return 0;
        }
    return aise_cli_bad_value("--split", value, "event, year, player, variant");
}

static int take(Convert *convert, int sign, const char *value)
{
    switch (sign) {
    case 'o':
        convert->path = value;
        return 0;
    case OPT_TO:
        return take_to(convert, value);
    case OPT_VIEWER:
        return take_viewer(convert, value);
    case OPT_SPLIT:
        return take_split(convert, value);
    case OPT_VARIATIONS:
        convert->common.options.variations = true;
        return 0;
    case OPT_NO_COMMENTS:
        convert->how.no_comments = true;
        return 0;
    case OPT_EMPTY:
        convert->empty = true;
        return 0;
    case OPT_STRICT:
        convert->strict = true;
        return 0;
    case OPT_SOURCE:
        convert->how.source_tag = true;
        return 0;
    default:
        return aise_cli_common_take(&convert->common, sign, value);
    }
}

static bool game_end(void *context, const AiseGame *game)
{
    Convert *convert = context;
    aise_cli_run_count(&convert->run);
    const char *status = aise_game_status(game);
    if (strcmp(status, "empty") == 0 && !convert->empty)
        return true;
    if (strcmp(status, "damaged") == 0) {
        aise_cli_run_raise(&convert->run, AISE_EXIT_FINDINGS);
        if (convert->strict)
            return true;
    }
    if (convert->split == NULL)
        return aise_cli_run_wrote(&convert->run, aise_output_game(convert->file.output, game, &convert->how),
                                  convert->file.path);
    if (aise_cli_split_game(convert->split, game, &convert->how) == 0)
        return true;
    convert->run.broken = true;
    aise_cli_run_raise(&convert->run, AISE_EXIT_TROUBLE);
    return false;
}

static int open_output(Convert *convert)
{
    if (convert->by == AISE_SPLIT_NONE)
        return aise_cli_file_open(&convert->file, convert->path);
    if (convert->path == NULL)
        return aise_cli_trouble("--split needs a folder: -o FOLDER");
    const char *suffix = convert->how.dialect == AISE_DIALECT_JSONL     ? ".jsonl"
                         : convert->how.dialect == AISE_DIALECT_LISTING ? ".txt"
                                                                        : ".pgn";
    convert->split = aise_cli_split_new(convert->path, convert->by, suffix);
    return convert->split != NULL ? 0 : AISE_EXIT_TROUBLE;
}

static void close_output(Convert *convert)
{
    int status = 0;
    if (convert->split != NULL)
        status = aise_cli_split_free(convert->split, !convert->run.broken);
    else if (convert->run.broken)
        aise_cli_file_discard(&convert->file);
    else
        status = aise_cli_file_close(&convert->file);
    aise_cli_run_raise(&convert->run, status);
}

int aise_cli_convert(int argc, char **argv)
{
    Convert convert = {.how.dialect = AISE_DIALECT_AISE};
    aise_cli_common_init(&convert.common);
    int sign;
    while ((sign = getopt_long(argc, argv, ":o:" AISE_CLI_COMMON_SHORT, options, NULL)) != -1) {
        if (sign == 'h')
            return aise_cli_help(help);
        if (sign == ':' || sign == '?')
            return aise_cli_bad_option(argv, sign);
        int status = take(&convert, sign, optarg);
        if (status != 0)
            return status;
    }
    int status = aise_cli_run_begin(&convert.run, &convert.common);
    if (status != 0)
        return status;
    status = open_output(&convert);
    if (status == 0) {
        const AiseSink sink = {.context = &convert, .finding = aise_cli_run_finding, .game_end = game_end};
        aise_cli_run(&convert.run, &sink, argv + optind);
        close_output(&convert);
        status = convert.run.status;
    }
    aise_cli_run_end(&convert.run);
    return status;
}
