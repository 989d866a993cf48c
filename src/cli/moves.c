/* aise moves: the lawful plies of a position. */
#include "src/cli/cli.h"

#include <stdio.h>

enum { OPT_FEN = AISE_OPT_OWN, OPT_STATE };

static const AiseCliOption options[] = {
    {"variant", 'V', {"ID", "ID"}, NULL, {"`aise variants` lists them", "`aise variants` le elenca"}},
    {"fen", OPT_FEN, {"FEN", "FEN"}, NULL, {"of this position", "di questa posizione"}},
    {"state", OPT_STATE, {"STATE", "STATO"}, NULL,
     {"what the FEN cannot say (an AiseState string)", "quel che il FEN non può dire (una stringa AiseState)"}},
};

static bool print_ply(void *context, const char *san, unsigned long long count)
{
    (void)context;
    (void)count;
    return puts(san) >= 0;
}

typedef struct Moves {
    const char *variant, *fen, *state;
} Moves;

static int take(void *context, int sign, const char *value)
{
    Moves *moves = context;
    if (sign == 'V')
        return aise_cli_variant_take(&moves->variant, value, aise_cli_italian(NULL));
    *(sign == OPT_FEN ? &moves->fen : &moves->state) = value;
    return 0;
}

static int run(int argc, char **argv)
{
    Moves moves = {0};
    char message[256] = "";
    int exit = aise_cli_parse(&aise_cli_moves, argc, argv, take, &moves);
    if (exit >= 0)
        return exit;
    if (moves.variant == NULL)
        return aise_cli_say(aise_cli_italian(NULL), "moves needs --variant; `aise variants` lists them",
                            "moves vuole --variant; `aise variants` le elenca");
    if (optind != argc)
        return aise_cli_say(aise_cli_italian(NULL), "moves knows no argument '%s'",
                            "moves non conosce argomenti come '%s'", argv[optind]);
    AiseStatus status = aise_moves(moves.variant, moves.fen, moves.state, 0, print_ply, NULL, message, sizeof message);
    if (status == AISE_STATUS_MEMORY)
        return aise_cli_no_memory(aise_cli_italian(NULL));
    if (status == AISE_STATUS_USE)
        return aise_cli_trouble("%s", message);
    return status == AISE_STATUS_OK ? aise_cli_printed() : aise_cli_trouble("standard output: %m");
}

const AiseCliCommand aise_cli_moves = {
    .name = "moves",
    .run = run,
    .usage = {"--variant ID [OPTION…]", "--variant ID [OPZIONE…]"},
    .summary = {"the lawful plies of a position", "le semimosse legali di una posizione"},
    .about = {"Prints the lawful plies, one a line, sorted bytewise.",
              "Scrive le semimosse legali, una per riga, in ordine di byte."},
    AISE_CLI_OPTIONS(options),
};
