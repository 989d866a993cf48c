/* aise verify: replays everything and prints one table. */
#include "src/cli/cli.h"

typedef struct Verify {
    AiseCliRun run; /* first: the callbacks' context */
    AiseCliCommon common;
    AiseTally *tally;
} Verify;

static bool game_end(void *context, const AiseGame *game)
{
    Verify *verify = context;
    aise_cli_run_count(&verify->run);
    return aise_cli_run_wrote(&verify->run, aise_tally_game(verify->tally, game), "temporary file");
}

static bool finding(void *context, const AiseGame *game, const AiseFinding *found)
{
    Verify *verify = context;
    aise_cli_run_judge(&verify->run, found);
    if (game != NULL) /* counted with its game */
        return true;
    return aise_cli_run_wrote(&verify->run, aise_tally_finding(verify->tally, found), "temporary file");
}

static void print(Verify *verify)
{
    AiseCliFile file;
    int status = aise_cli_file_open(&file, NULL);
    if (status == 0) {
        AiseStatus wrote = aise_output_tally(file.output, verify->tally, verify->common.options.italian);
        aise_cli_run_wrote(&verify->run, wrote, file.path);
        status = aise_cli_file_close(&file);
    }
    aise_cli_run_raise(&verify->run, status);
}

static int take(void *context, int sign, const char *value)
{
    Verify *verify = context;
    return aise_cli_common_take(&verify->common, sign, value);
}

static int run(int argc, char **argv)
{
    Verify verify = {0};
    aise_cli_common_init(&verify.common);
    int status = aise_cli_parse(&aise_cli_verify, argc, argv, take, &verify);
    if (status >= 0)
        return status;
    verify.tally = aise_tally_new();
    if (verify.tally == NULL)
        return aise_cli_trouble("temporary file: %m");
    status = aise_cli_run_begin(&verify.run, &verify.common);
    if (status == 0) {
        const AiseSink sink = {.context = &verify, .finding = finding, .game_end = game_end};
        aise_cli_run(&verify.run, &sink, argv + optind);
        if (!verify.run.broken && verify.run.inputs > 0)
            print(&verify);
        status = verify.run.status;
        aise_cli_run_end(&verify.run);
    }
    aise_tally_free(verify.tally);
    return status;
}

const AiseCliCommand aise_cli_verify = {
    .name = "verify",
    .run = run,
    .usage = {"[OPTION…] [FILE|FOLDER…]", "[OPZIONE…] [FILE|CARTELLA…]"},
    .summary = {"replay whole folders, one table at the end", "rigioca intere cartelle, alla fine una tabella"},
    .about = {"Replays every game and prints a table by variant, the findings by code and the damaged games.",
              "Rigioca ogni partita e scrive una tabella per variante, le osservazioni per codice e le partite guaste."},
    .common = true,
};
