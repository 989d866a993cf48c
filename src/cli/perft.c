/* aise perft: counts sequences of plies. */
#include "src/cli/cli.h"

#include <stdio.h>

static const char help[] =
    "usage: aise perft --variant ID [OPTION…] DEPTH\n"
    "Counts the sequences of exactly DEPTH lawful plies (plies, not turns).\n"
    "\n"
    "  -V, --variant ID   `aise variants` lists them\n"
    "      --fen FEN      from this position\n"
    "      --state STATE  what the FEN cannot say (an AiseState string)\n"
    "      --divide       the count behind each first ply too\n"
    "  -h, --help         this text\n";

enum { OPT_FEN = AISE_OPT_OWN, OPT_STATE, OPT_DIVIDE, DEPTH_MOST = 100 };

static const struct option options[] = {
    {"variant", required_argument, NULL, 'V'}, {"fen", required_argument, NULL, OPT_FEN},
    {"state", required_argument, NULL, OPT_STATE}, {"divide", no_argument, NULL, OPT_DIVIDE},
    {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0},
};

static bool print_ply(void *context, const char *san, unsigned long long count)
{
    unsigned long long *total = context;
    *total += count;
    return printf("%s: %llu\n", san, count) > 0;
}

static int count(const char *variant, const char *fen, const char *state, unsigned depth, bool divide)
{
    char message[256] = "";
    unsigned long long total = 0;
    AiseStatus status;
    if (divide && depth > 0)
        status = aise_moves(variant, fen, state, depth, print_ply, &total, message, sizeof message);
    else
        status = aise_perft(variant, fen, state, depth, &total, message, sizeof message);
    if (status == AISE_STATUS_MEMORY)
        return aise_cli_trouble("out of memory");
    if (status == AISE_STATUS_USE)
        return aise_cli_trouble("%s", message);
    printf("%llu\n", total);
    return status == AISE_STATUS_OK && fflush(stdout) == 0 ? AISE_EXIT_DONE : aise_cli_trouble("standard output: %m");
}

int aise_cli_perft(int argc, char **argv)
{
    const char *variant = NULL, *fen = NULL, *state = NULL;
    bool divide = false;
    int sign;
    opterr = 0;
    while ((sign = getopt_long(argc, argv, ":V:h", options, NULL)) != -1) {
        switch (sign) {
        case 'V':
            variant = optarg;
            break;
        case OPT_FEN:
            fen = optarg;
            break;
        case OPT_STATE:
            state = optarg;
            break;
        case OPT_DIVIDE:
            divide = true;
            break;
        case 'h':
            return aise_cli_help(help);
        default:
            return aise_cli_bad_option(argv, sign);
        }
    }
    unsigned long depth;
    if (variant == NULL)
        return aise_cli_trouble("perft needs --variant; `aise variants` lists them");
    if (!aise_variant_known(variant))
        return aise_cli_bad_value("--variant", variant, "`aise variants` lists them");
    if (optind + 1 != argc)
        return aise_cli_trouble("perft needs one DEPTH");
    if (!aise_cli_number(argv[optind], DEPTH_MOST, &depth))
        return aise_cli_bad_value("DEPTH", argv[optind], "a number from 0 to 100");
    return count(variant, fen, state, (unsigned)depth, divide);
}
