/* aise perft: counts sequences of plies. */
#include "src/cli/cli.h"

#include <stdio.h>

enum { OPT_FEN = AISE_OPT_OWN, OPT_STATE, OPT_DIVIDE, DEPTH_MOST = 100 };

static const AiseCliOption options[] = {
    {"variant", 'V', {"ID", "ID"}, NULL, {"`aise variants` lists them", "`aise variants` le elenca"}},
    {"fen", OPT_FEN, {"FEN", "FEN"}, NULL, {"from this position", "da questa posizione"}},
    {"state", OPT_STATE, {"STATE", "STATO"}, NULL,
     {"what the FEN cannot say (an AiseState string)", "quel che il FEN non può dire (una stringa AiseState)"}},
    {"divide", OPT_DIVIDE, {NULL, NULL}, NULL,
     {"the count behind each first ply too", "anche il conto dietro ogni prima semimossa"}},
};

typedef struct Perft {
    const char *variant, *fen, *state;
    bool divide;
} Perft;

static bool print_ply(void *context, const char *san, unsigned long long count)
{
    unsigned long long *total = context;
    *total += count;
    return printf("%s: %llu\n", san, count) > 0;
}

static int count(const Perft *perft, unsigned depth)
{
    char message[256] = "";
    unsigned long long total = 0;
    AiseStatus status;
    if (perft->divide && depth > 0)
        status = aise_moves(perft->variant, perft->fen, perft->state, depth, print_ply, &total, message,
                            sizeof message);
    else
        status = aise_perft(perft->variant, perft->fen, perft->state, depth, &total, message, sizeof message);
    if (status == AISE_STATUS_MEMORY)
        return aise_cli_no_memory(aise_cli_italian(NULL));
    if (status == AISE_STATUS_USE)
        return aise_cli_trouble("%s", message);
    printf("%llu\n", total);
    return status == AISE_STATUS_OK ? aise_cli_printed() : aise_cli_trouble("standard output: %m");
}

static int take(void *context, int sign, const char *value)
{
    Perft *perft = context;
    switch (sign) {
    case 'V':
        return aise_cli_variant_take(&perft->variant, value, aise_cli_italian(NULL));
    case OPT_FEN:
        perft->fen = value;
        return 0;
    case OPT_STATE:
        perft->state = value;
        return 0;
    default:
        perft->divide = true;
        return 0;
    }
}

static int run(int argc, char **argv)
{
    Perft perft = {0};
    unsigned long depth;
    int status = aise_cli_parse(&aise_cli_perft, argc, argv, take, &perft);
    if (status >= 0)
        return status;
    if (perft.variant == NULL)
        return aise_cli_say(aise_cli_italian(NULL), "perft needs --variant; `aise variants` lists them",
                            "perft vuole --variant; `aise variants` le elenca");
    if (optind + 1 != argc)
        return aise_cli_say(aise_cli_italian(NULL), "perft needs one DEPTH", "perft vuole una PROFONDITÀ");
    if (!aise_cli_number(argv[optind], DEPTH_MOST, &depth))
        return aise_cli_bad_value(aise_cli_italian(NULL), "DEPTH", argv[optind],
                                  (AiseCliText){"a number from 0 to 100", "un numero da 0 a 100"});
    return count(&perft, (unsigned)depth);
}

const AiseCliCommand aise_cli_perft = {
    .name = "perft",
    .run = run,
    .usage = {"--variant ID [OPTION…] DEPTH", "--variant ID [OPZIONE…] PROFONDITÀ"},
    .summary = {"count sequences of plies", "conta le sequenze di semimosse"},
    .about = {"Counts the sequences of exactly DEPTH lawful plies (plies, not turns).",
              "Conta le sequenze di PROFONDITÀ semimosse legali (semimosse, non turni)."},
    AISE_CLI_OPTIONS(options),
};
