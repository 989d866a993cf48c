/* aise verify: replays everything and reports. */
#include "src/cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPT_REPORT = AISE_OPT_OWN, OPT_MERGE, OPT_PIECE, OPT_SQLITE, OPT_RESUME };

static const char forms[] = "text|json|csv|html";

static const AiseCliOption options[] = {
    {"report", OPT_REPORT, {"FORM", "FORMA"}, forms, {"text (default), json, csv, html", "text (se manca), json, csv, html"}},
    {"output", 'o', {"FILE", "FILE"}, NULL,
     {"write FILE instead, whole or not at all", "scrive FILE, intero o niente"}},
    {"resume", OPT_RESUME, {"FILE", "FILE"}, NULL,
     {"note in FILE what is done, and go on from there", "annota in FILE quel che è fatto, e riprende da lì"}},
    {"sqlite", OPT_SQLITE, {"FILE", "FILE"}, NULL,
     {"also write games, plies, positions and findings to a database",
      "scrive anche partite, semimosse, posizioni e osservazioni in una base di dati"}},
    {"piece", OPT_PIECE, {"NAME", "NOME"}, NULL,
     {"standard input is a piece of the text NAME (for --merge)",
      "l’ingresso è un pezzo del testo NOME (per --merge)"}},
    {"merge", OPT_MERGE, {NULL, NULL}, NULL,
     {"join JSON reports into the one a single run would give",
      "unisce resoconti JSON in quello che darebbe una sola esecuzione"}},
};

typedef struct Verify {
    AiseCliRun run; /* first: what aise_cli_read hands back */
    AiseCliCommon common;
    AiseTallyForm form;
    const char *path, *resume, *sqlite, *piece;
    bool merge, whole; /* an input was read wholly */
    AiseTally *tally;
    char *settings;
    char *games; /* the file beside that of --resume */
    const char *written[5];
} Verify;

static int take(void *context, int sign, const char *value)
{
    Verify *verify = context;
    switch (sign) {
    case OPT_REPORT:
        verify->form = (AiseTallyForm)aise_cli_known(forms, value);
        return 0;
    case 'o':
        verify->path = value;
        return 0;
    case OPT_RESUME:
        verify->resume = value;
        return 0;
    case OPT_SQLITE:
        verify->sqlite = value;
        return 0;
    case OPT_PIECE:
        verify->piece = value;
        return 0;
    case OPT_MERGE:
        verify->merge = true;
        return 0;
    default:
        return aise_cli_common_take(&verify->common, sign, value);
    }
}

/* ---- callbacks: any thread ---- */

static bool game_end(void *context, const AiseGame *game)
{
    AiseCliPart *part = context;
    part->games++;
    if (strcmp(aise_game_status(game), "damaged") == 0)
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
    aise_cli_part_fail(part, aise_tally_part_game(part->own, game));
    return true;
}

static bool finding(void *context, const AiseGame *game, const AiseFinding *found)
{
    AiseCliPart *part = context;
    if (strcmp(aise_finding_severity(found), "error") == 0)
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
    if (game == NULL) /* the others are counted with their game */
        aise_cli_part_fail(part, aise_tally_part_finding(part->own, found, aise_cli_part_source(part, NULL)));
    return true;
}

static void input_lines(void *context, uint64_t lines)
{
    aise_tally_part_lines(((AiseCliPart *)context)->own, lines);
}

static void own_clear(void *own)
{
    aise_tally_part_clear(own);
}

static void own_free(void *own)
{
    aise_tally_part_free(own);
}

/* ---- the main thread ---- */

/* A call of the tally failed: its message says of what. */
static bool tallied(Verify *verify, AiseStatus status)
{
    if (status == AISE_STATUS_OK)
        return true;
    aise_cli_progress_wipe(&verify->run);
    if (!verify->run.broken)
        aise_cli_trouble("%s", aise_tally_message(verify->tally));
    verify->run.broken = true;
    verify->run.status = AISE_EXIT_TROUBLE;
    return false;
}

static void *own_new(AiseCliRun *run)
{
    return aise_tally_part_new(((Verify *)run)->tally);
}

static AiseStatus take_part(AiseCliRun *run, AiseCliPart *part)
{
    Verify *verify = (Verify *)run;
    tallied(verify, aise_tally_take(verify->tally, part->own));
    return AISE_STATUS_OK; /* what failed has been told */
}

static bool wanted(AiseCliRun *run, const char *path)
{
    return !aise_tally_has(((Verify *)run)->tally, path);
}

static AiseStatus done(AiseCliRun *run, const char *path, bool whole)
{
    Verify *verify = (Verify *)run;
    verify->whole = verify->whole || whole;
    return tallied(verify, aise_tally_input(verify->tally, path, whole)) ? AISE_STATUS_OK : AISE_STATUS_STOPPED;
}

static void read_all(Verify *verify, char **paths)
{
    const AiseCliReading reading = {
        .sink = {.finding = finding, .game_end = game_end, .input_lines = input_lines},
        .path = "temporary file",
        .take = take_part,
        .own_new = own_new,
        .own_free = own_free,
        .own_clear = own_clear,
        .written = verify->written,
        .wanted = wanted,
        .done = done,
    };
    aise_cli_read(&verify->run, &reading, paths);
}

static void merge_all(Verify *verify, char **paths)
{
    paths = aise_cli_inputs(paths, verify->common.options.italian);
    if (paths == NULL) {
        verify->run.broken = true;
        verify->run.status = AISE_EXIT_TROUBLE;
        return;
    }
    while (*paths != NULL && tallied(verify, aise_tally_merge(verify->tally, *paths)))
        paths++;
}

static void print(Verify *verify)
{
    AiseCliFile file;
    int status = aise_cli_file_open(&file, verify->path);
    if (status == 0) {
        AiseStatus wrote = aise_output_tally(file.output, verify->tally, verify->form);
        if (wrote != AISE_STATUS_OK && aise_tally_message(verify->tally)[0] != '\0')
            tallied(verify, wrote);
        else
            aise_cli_run_wrote(&verify->run, wrote, file.path);
        if (verify->run.broken)
            aise_cli_file_discard(&file);
        else
            status = aise_cli_file_close(&file);
    }
    aise_cli_run_raise(&verify->run, status);
}

/* Where something failed and nothing else was there, there is nothing to report; what is empty is reported as such. */
static bool has_something(const Verify *verify)
{
    return verify->run.status != AISE_EXIT_TROUBLE || verify->run.inputs > 0 || verify->whole || verify->merge ||
           aise_tally_games(verify->tally) > 0;
}

static void verify_all(Verify *verify, char **paths)
{
    AiseCliFile database;
    aise_cli_file_watch(&database, aise_tally_database_temporary(verify->tally));
    if (verify->merge)
        merge_all(verify, paths);
    else
        read_all(verify, paths);
    if (!verify->run.broken)
        tallied(verify, aise_tally_finish(verify->tally, aise_cli_threads(&verify->run, 0)));
    aise_cli_file_forget(&database);
    if (!verify->run.broken && aise_tally_faulty(verify->tally))
        aise_cli_run_raise(&verify->run, AISE_EXIT_FINDINGS);
    if (!verify->run.broken && has_something(verify))
        print(verify);
}

static bool has_standard_input(char **paths)
{
    for (char **path = paths; *path != NULL; path++)
        if (strcmp(*path, "-") == 0)
            return true;
    return *paths == NULL;
}

/* What is written must not be read. False: no memory. */
static bool list_written(Verify *verify)
{
    bool file = verify->path != NULL && strcmp(verify->path, "-") != 0;
    const char *const files[] = {file ? verify->path : NULL, verify->sqlite, verify->resume};
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] != NULL)
            verify->written[count++] = files[i];
    if (verify->resume == NULL)
        return true;
    if (asprintf(&verify->games, "%s.games", verify->resume) < 0) {
        verify->games = NULL;
        return false;
    }
    verify->written[count] = verify->games;
    return true;
}

static bool is_standard_output(const char *path)
{
    struct stat file, output;
    return fstat(1, &output) == 0 && S_ISREG(output.st_mode) && stat(path, &file) == 0 &&
           file.st_dev == output.st_dev && file.st_ino == output.st_ino;
}

/* One file cannot hold two of the outputs. */
static int check_written(const Verify *verify)
{
    const bool italian = verify->common.options.italian;
    const char *const *written = verify->written;
    for (unsigned i = 0; written[i] != NULL; i++) {
        if (is_standard_output(written[i]) && written[i] != verify->path)
            return aise_cli_say(italian, "%s is also standard output", "%s è anche l’uscita standard", written[i]);
        for (unsigned j = 0; j < i; j++)
            if (aise_cli_same_file(written[i], written[j]))
                return aise_cli_say(italian, "%s would be written twice", "%s verrebbe scritto due volte", written[i]);
    }
    return 0;
}

static int check(Verify *verify, char **paths)
{
    const bool italian = verify->common.options.italian;
    if (!list_written(verify))
        return aise_cli_no_memory(italian);
    if (check_written(verify) != 0)
        return AISE_EXIT_TROUBLE;
    const char *same = aise_cli_overwritten(paths, verify->written);
    if (same != NULL)
        return aise_cli_say(italian, "%s is both input and output", "%s è insieme da leggere e da scrivere", same);
    if (verify->merge && (verify->resume != NULL || verify->sqlite != NULL || verify->piece != NULL))
        return aise_cli_say(italian, "--merge goes without --resume, --sqlite and --piece: it reads reports",
                            "--merge va senza --resume, --sqlite e --piece: legge resoconti");
    if (verify->resume != NULL && has_standard_input(paths))
        return aise_cli_say(italian, "--resume needs files: standard input cannot be read again",
                            "--resume vuole dei file: l’ingresso standard non si può rileggere");
    if (verify->piece != NULL && (!has_standard_input(paths) || (paths[0] != NULL && paths[1] != NULL)))
        return aise_cli_say(italian, "--piece is for standard input alone", "--piece è solo per l’ingresso standard");
    return 0;
}

/* What a resumed run must have in common with the first. False: no memory. */
static bool note_settings(Verify *verify)
{
    const AiseOptions *common = &verify->common.options;
    bool database = verify->sqlite != NULL;
    if (asprintf(&verify->settings, "variant %s, encoding %s, language %s%s%s",
                 common->variant != NULL ? common->variant : "any", common->encoding != NULL ? common->encoding : "auto",
                 common->italian ? "it" : "en", database ? ", sqlite " : "", database ? verify->sqlite : "") >= 0)
        return true;
    verify->settings = NULL;
    verify->run.broken = true;
    aise_cli_run_raise(&verify->run, aise_cli_no_memory(common->italian));
    return false;
}

static bool open_all(Verify *verify)
{
    if (verify->piece != NULL && !tallied(verify, aise_tally_piece(verify->tally, verify->piece)))
        return false;
    if (verify->sqlite != NULL &&
        !tallied(verify, aise_tally_database(verify->tally, verify->sqlite, verify->resume != NULL)))
        return false;
    if (verify->resume == NULL)
        return true;
    return note_settings(verify) &&
           tallied(verify, aise_tally_resume(verify->tally, verify->resume, verify->settings));
}

static int run(int argc, char **argv)
{
    Verify verify = {0};
    aise_cli_common_init(&verify.common, argv);
    int status = aise_cli_parse(&aise_cli_verify, argc, argv, take, &verify);
    if (status >= 0)
        return status;
    status = check(&verify, argv + optind);
    if (status == 0)
        status = aise_cli_run_begin(&verify.run, &verify.common);
    if (status == 0) {
        verify.tally = aise_tally_new(verify.common.options.italian);
        if (verify.tally == NULL)
            verify.run.status = aise_cli_say(verify.common.options.italian, "temporary file: %m", "file temporaneo: %m");
        else if (open_all(&verify))
            verify_all(&verify, argv + optind);
        status = verify.run.status;
        aise_cli_run_end(&verify.run);
        aise_tally_free(verify.tally);
    }
    free(verify.settings);
    free(verify.games);
    return status;
}

const AiseCliCommand aise_cli_verify = {
    .name = "verify",
    .run = run,
    .usage = {"[OPTION…] [FILE|FOLDER…]\n--merge [OPTION…] REPORT.json…",
              "[OPZIONE…] [FILE|CARTELLA…]\n--merge [OPZIONE…] RESOCONTO.json…"},
    .summary = {"replay whole folders, one report at the end", "rigioca intere cartelle, alla fine un resoconto"},
    .about = {"Replays every game and prints a table by variant, the findings by code, games that are there twice, games\n"
              "that are the beginning of others, and the damaged games.",
              "Rigioca ogni partita e scrive una tabella per variante, le osservazioni per codice, le partite doppie,\n"
              "quelle che sono l’inizio di altre e le partite guaste."},
    AISE_CLI_OPTIONS(options),
    .common = true,
};
