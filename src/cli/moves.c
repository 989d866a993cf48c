/* aise moves: the lawful plies of a position. */
#include "src/cli/cli.h"

#include <stdio.h>

static const char help[] =
    "usage: aise moves --variant ID [OPTION…]\n"
    "Prints the lawful plies, one a line, sorted bytewise.\n"
    "\n"
    "  -V, --variant ID   `aise variants` lists them\n"
    "      --fen FEN      of this position\n"
    "      --state STATE  what the FEN cannot say (an AiseState string)\n"
    "  -h, --help         this text\n";

enum { OPT_FEN = AISE_OPT_OWN, OPT_STATE };

static const struct option options[] = {
    {"variant", required_argument, NULL, 'V'}, {"fen", required_argument, NULL, OPT_FEN},
    {"state", required_argument, NULL, OPT_STATE}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0},
};

static bool print_ply(void *context, const char *san, unsigned long long count)
{
    (void)context;
    (void)count;
    return puts(san) >= 0;
}

int aise_cli_moves(int argc, char **argv)
{
    const char *variant = NULL, *fen = NULL, *state = NULL;
    int sign;
    opterr = 0;
    while ((sign = getopt_long(argc, argv, ":V:h", options, NULL)) != -1) {
        if (sign == 'h')
            return aise_cli_help(help);
        else if (sign == 'V')
            variant = optarg;
        else if (sign == OPT_FEN)
            fen = optarg;
        else if (sign == OPT_STATE)
            state = optarg;
        else
            return aise_cli_bad_option(argv, sign);
    }
    if (variant == NULL)
        return aise_cli_trouble("moves needs --variant; `aise variants` lists them");
    if (!aise_variant_known(variant))
        return aise_cli_bad_value("--variant", variant, "`aise variants` lists them");
    if (optind != argc)
        return aise_cli_trouble("moves knows no argument '%s'", argv[optind]);
    char message[256] = "";
    AiseStatus status = aise_moves(variant, fen, state, 0, print_ply, NULL, message, sizeof message);
    if (status == AISE_STATUS_MEMORY)
        return aise_cli_trouble("out of memory");
    if (status == AISE_STATUS_USE)
        return aise_cli_trouble("%s", message);
    return status == AISE_STATUS_OK && fflush(stdout) == 0 ? AISE_EXIT_DONE : aise_cli_trouble("standard output: %m");
}
