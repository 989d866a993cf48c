/* aise lint: findings only. */
#include "src/cli/cli.h"
#include "src/cli/fix.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_FORMAT = AISE_OPT_OWN, OPT_EXPLAIN, OPT_FIX, OPT_DIFF };

static const AiseCliOption options[] = {
    {"format", OPT_FORMAT, {"FORM", "FORMA"}, "text|json|sarif",
     {"text (default), json, sarif", "text (se manca), json, sarif"}},
    {NULL, 'W', {"CODE", "CODICE"}, NULL,
     {"show CODE, a note as a warning; no-CODE: leave it out (errors stay); error: warnings are errors",
      "mostra CODICE, una nota come avviso; no-CODICE: lo tace (gli errori restano); error: gli avvisi sono errori"}},
    {"fix", OPT_FIX, {NULL, NULL}, NULL,
     {"write FILE corrected where the best correction is known, keep FILE~; then say what remains",
      "riscrive FILE con le correzioni sicure o più probabili, conserva FILE~; poi dice che cosa resta"}},
    {"diff", OPT_DIFF, {NULL, NULL}, NULL,
     {"show what --fix would change, on standard output; what remains on standard error",
      "mostra che cosa --fix cambierebbe, sull'uscita standard; ciò che resta sull'uscita degli errori"}},
    {"explain", OPT_EXPLAIN, {"CODE", "CODICE"}, NULL,
     {"the manual entry of a code", "la voce del manuale di un codice"}},
};

typedef struct Lint {
    AiseCliRun run; /* first: what aise_cli_read hands back */
    AiseCliCommon common;
    int format; /* 0 text, 1 json, 2 sarif */
    bool fix, diff;
    AiseReport form;
    bool told; /* a finding has been written */
    const char *explain;
    const char **warnings; /* as many as there are arguments */
    size_t warning_count;
    AiseCliFile file;
} Lint;

static int take_warning(Lint *lint, const char *value)
{
    const char *code = strncmp(value, "no-", 3) == 0 ? value + 3 : value;
    if (strcmp(value, "error") != 0 && !aise_code_known(code))
        return aise_cli_bad_value(lint->common.options.italian, "-W", value,
                                  (AiseCliText){"a code like B201, no-B201, error",
                                                "un codice come B201, no-B201, error"});
    lint->warnings[lint->warning_count++] = value;
    return 0;
}

static int take(void *context, int sign, const char *value)
{
    Lint *lint = context;
    switch (sign) {
    case 'W':
        return take_warning(lint, value);
    case OPT_FORMAT:
        lint->format = aise_cli_known("text|json|sarif", value);
        return 0;
    case OPT_EXPLAIN:
        lint->explain = value;
        return 0;
    case OPT_FIX:
        lint->fix = true;
        return 0;
    case OPT_DIFF:
        lint->diff = true;
        return 0;
    default:
        return aise_cli_common_take(&lint->common, sign, value);
    }
}

/* ---- findings only: any thread ---- */

static const char comma[] = ",\n"; /* between the results of a SARIF log */

/* Before a finding, or a part with some, goes out. */
static AiseStatus divide(Lint *lint)
{
    bool wanted = lint->told && lint->form == AISE_REPORT_SARIF;
    lint->told = true;
    return wanted ? aise_output_text(lint->file.output, comma, sizeof comma - 1) : AISE_STATUS_OK;
}

static bool finding(void *context, const AiseGame *game, const AiseFinding *found)
{
    AiseCliPart *part = context;
    const Lint *lint = (const Lint *)part->run;
    if (strcmp(aise_finding_severity(found), "error") == 0)
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
    size_t length;
    aise_output_held(part->out, &length);
    if (lint->form == AISE_REPORT_SARIF && length > 0)
        aise_cli_part_fail(part, aise_output_text(part->out, comma, sizeof comma - 1));
    aise_cli_part_fail(part, aise_output_finding(part->out, found, aise_cli_part_source(part, game),
                                                 lint->common.options.italian, lint->form));
    return true;
}

static bool game_end(void *context, const AiseGame *game)
{
    AiseCliPart *part = context;
    part->games++;
    if (strcmp(aise_game_status(game), "damaged") == 0)
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
    return true;
}

static AiseStatus take_part(AiseCliRun *run, AiseCliPart *part)
{
    Lint *lint = (Lint *)run;
    size_t length;
    aise_output_held(part->out, &length);
    AiseStatus status = length > 0 ? divide(lint) : AISE_STATUS_OK;
    return status == AISE_STATUS_OK ? aise_output_move(lint->file.output, part->out) : status;
}

static void read_findings(Lint *lint, char **paths)
{
    const AiseCliReading reading = {
        .sink = {.finding = finding, .game_end = game_end},
        .jobs = 1,
        .path = lint->file.path,
        .take = take_part,
    };
    aise_cli_read(&lint->run, &reading, paths);
}

/* ---- corrections: one file after the other ---- */

static bool fixed_finding(void *context, const AiseGame *game, const AiseFinding *found)
{
    Lint *lint = context;
    if (lint->diff)
        return aise_cli_run_finding(context, game, found);
    aise_cli_run_judge(&lint->run, found);
    AiseStatus status = divide(lint);
    if (status == AISE_STATUS_OK)
        status = aise_output_finding(lint->file.output, found, aise_cli_run_source(&lint->run, game),
                                     lint->common.options.italian, lint->form);
    return aise_cli_run_wrote(&lint->run, status, lint->file.path);
}

static bool fixed_game(void *context, const AiseGame *game)
{
    Lint *lint = context;
    aise_cli_run_count(&lint->run);
    if (strcmp(aise_game_status(game), "damaged") == 0)
        aise_cli_run_raise(&lint->run, AISE_EXIT_FINDINGS);
    return true;
}

static void fix_all(Lint *lint, char **paths)
{
    const AiseSink sink = {.context = lint, .finding = fixed_finding, .game_end = fixed_game};
    AiseCliFix fix = {lint->diff ? lint->file.output : NULL};
    lint->run.read = aise_cli_fix_read;
    lint->run.read_context = &fix;
    aise_cli_run(&lint->run, &sink, paths);
}

static int explain(Lint *lint)
{
    int status = aise_cli_file_open(&lint->file, NULL);
    if (status != 0)
        return status;
    AiseStatus known = aise_output_manual(lint->file.output, lint->explain, lint->common.options.italian);
    status = aise_cli_file_close(&lint->file);
    if (known == AISE_STATUS_USE)
        return aise_cli_say(lint->common.options.italian, "no finding has the code '%s'",
                            "nessuna osservazione ha il codice '%s'", lint->explain);
    if (known == AISE_STATUS_MEMORY)
        return aise_cli_no_memory(lint->common.options.italian);
    return status;
}

static void choose_form(Lint *lint)
{
    static const AiseReport forms[] = {AISE_REPORT_TEXT, AISE_REPORT_JSON, AISE_REPORT_SARIF};
    lint->form = forms[lint->format];
    if (lint->form == AISE_REPORT_TEXT && aise_cli_colored(&lint->common, 1))
        lint->form = AISE_REPORT_TEXT_COLOR;
}

static void write_all(Lint *lint, char **paths)
{
    const bool log = lint->form == AISE_REPORT_SARIF;
    AiseOutput *output = lint->file.output;
    if (log && !aise_cli_run_wrote(&lint->run, aise_output_sarif_begin(output, lint->common.options.italian),
                                   lint->file.path))
        return;
    if (lint->fix || lint->diff)
        fix_all(lint, paths);
    else
        read_findings(lint, paths);
    if (log && !lint->run.broken)
        aise_cli_run_wrote(&lint->run, aise_output_sarif_end(output), lint->file.path);
}

static int read_all(Lint *lint, char **paths)
{
    if (lint->diff && lint->format != 0)
        return aise_cli_say(lint->common.options.italian,
                            "--diff writes a difference, so --format has no place beside it",
                            "--diff scrive una differenza: --format accanto non ha senso");
    int status = aise_cli_run_begin(&lint->run, &lint->common);
    if (status != 0)
        return status;
    choose_form(lint);
    status = aise_cli_file_open(&lint->file, NULL);
    if (status == 0) {
        write_all(lint, paths);
        if (lint->run.broken)
            aise_cli_file_discard(&lint->file);
        else
            aise_cli_run_raise(&lint->run, aise_cli_file_close(&lint->file));
        status = lint->run.status;
    }
    aise_cli_run_end(&lint->run);
    return status;
}

static int run(int argc, char **argv)
{
    Lint lint = {.warnings = calloc((size_t)argc + 1, sizeof *lint.warnings)};
    if (lint.warnings == NULL)
        return aise_cli_no_memory(aise_cli_italian(argv));
    aise_cli_common_init(&lint.common, argv);
    lint.common.options.repair = true;
    lint.common.options.warnings = lint.warnings;
    int status = aise_cli_parse(&aise_cli_lint, argc, argv, take, &lint);
    if (status < 0)
        status = lint.explain != NULL ? explain(&lint) : read_all(&lint, argv + optind);
    free(lint.warnings);
    return status;
}

const AiseCliCommand aise_cli_lint = {
    .name = "lint",
    .run = run,
    .usage = {"[OPTION…] [FILE|FOLDER…]\n--explain CODE", "[OPZIONE…] [FILE|CARTELLA…]\n--explain CODICE"},
    .summary = {"what is wrong in them, and where", "che cosa non va, e dove"},
    .about = {"Prints what is wrong, as FILE:LINE:COLUMN: severity: message [code].",
              "Scrive che cosa non va, come FILE:RIGA:COLONNA: gravità: messaggio [codice]."},
    AISE_CLI_OPTIONS(options),
    .common = true,
};
