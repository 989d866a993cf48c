/* Reading many inputs: names, findings on standard error, the exit status, the progress line. */
#include "src/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int aise_cli_run_begin(AiseCliRun *run, const AiseCliCommon *common)
{
    *run = (AiseCliRun){.common = common, .live = isatty(2) == 1, .colored = aise_cli_colored(common, 2)};
    run->talk = aise_output_descriptor(2);
    return run->talk != NULL ? 0 : aise_cli_no_memory(common->options.italian);
}

void aise_cli_run_end(AiseCliRun *run)
{
    if (run->reader != NULL)
        aise_reader_free(run->reader);
    if (run->talk != NULL)
        aise_output_close(run->talk);
    free(run->name);
}

void aise_cli_run_raise(AiseCliRun *run, int status)
{
    if (status > run->status)
        run->status = status;
}

bool aise_cli_run_wrote(AiseCliRun *run, AiseStatus status, const char *path)
{
    if (status == AISE_STATUS_OK)
        return true;
    if (!run->broken)
        aise_cli_failed(run->common->options.italian, path, status == AISE_STATUS_MEMORY);
    run->broken = true;
    run->status = AISE_EXIT_TROUBLE;
    return false;
}

void aise_cli_run_judge(AiseCliRun *run, const AiseFinding *finding)
{
    if (strcmp(aise_finding_severity(finding), "error") == 0)
        aise_cli_run_raise(run, AISE_EXIT_FINDINGS);
}

const char *aise_cli_run_source(const AiseCliRun *run, const AiseGame *game)
{
    if (game != NULL)
        return aise_game_source(game);
    return run->name != NULL ? run->name : "-";
}

bool aise_cli_run_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    AiseCliRun *run = context;
    aise_cli_run_judge(run, finding);
    aise_cli_progress_wipe(run);
    AiseReport form = run->colored ? AISE_REPORT_TEXT_COLOR : AISE_REPORT_TEXT;
    AiseStatus status = aise_output_finding(run->talk, finding, aise_cli_run_source(run, game),
                                            run->common->options.italian, form);
    if (status == AISE_STATUS_OK && run->live)
        status = aise_output_flush(run->talk);
    return aise_cli_run_wrote(run, status, "standard error");
}

void aise_cli_run_count(AiseCliRun *run)
{
    run->games++;
    if (run->games % 64 == 0)
        aise_cli_progress(run);
}

void aise_cli_run_unread(AiseCliRun *run, const char *message)
{
    aise_cli_progress_wipe(run);
    aise_cli_run_raise(run, aise_cli_trouble("%s", message));
}

static bool input_begin(void *context, const char *name)
{
    AiseCliRun *run = context;
    size_t size = strlen(name) + 1;
    if (size > run->name_size) {
        char *larger = realloc(run->name, size);
        if (larger == NULL)
            return aise_cli_run_wrote(run, AISE_STATUS_MEMORY, name);
        run->name = larger;
        run->name_size = size;
    }
    memcpy(run->name, name, size);
    run->inputs++;
    return true;
}

typedef struct Visit {
    AiseCliRun *run;
    const AiseSink *sink;
} Visit;

static bool read_one(void *context, const char *path)
{
    const Visit *visit = context;
    AiseCliRun *run = visit->run;
    if (aise_cli_is_written(path, run->written))
        return true;
    AiseStatus status = run->read == NULL ? aise_reader_file(run->reader, path, visit->sink)
                                          : run->read(run, run->read_context, path, visit->sink);
    aise_cli_progress_wipe(run);
    if (!aise_cli_run_wrote(run, aise_output_flush(run->talk), "standard error"))
        return false;
    switch (status) {
    case AISE_STATUS_OK:
        return true;
    case AISE_STATUS_READ: /* the others are still done */
        aise_cli_run_unread(run, aise_reader_message(run->reader));
        return true;
    case AISE_STATUS_STOPPED:
        return false;
    default:
        run->broken = true;
        aise_cli_run_raise(run, aise_cli_trouble("%s: %s", path, aise_reader_message(run->reader)));
        return false;
    }
}

/* Standard input where nothing is named; NULL after a message, when that is a terminal. */
char **aise_cli_inputs(char **paths, bool italian)
{
    static char standard_input[] = "-";
    static char *const none[] = {standard_input, NULL};
    if (*paths != NULL)
        return paths;
    if (isatty(0) != 1)
        return (char **)none;
    aise_cli_say(italian, "no file named, and standard input is a terminal",
                 "nessun file nominato, e l’ingresso standard è un terminale");
    return NULL;
}

void aise_cli_walk_all(AiseCliRun *run, char **paths, bool (*visit)(void *context, const char *path), void *context)
{
    for (; *paths != NULL && !run->broken; paths++) {
        int status = aise_cli_walk(*paths, visit, context, run->common->options.italian);
        run->broken = run->broken || status == AISE_CLI_NO_MEMORY;
        aise_cli_run_raise(run, status == 0 ? 0 : AISE_EXIT_TROUBLE);
    }
}

int aise_cli_run_refuse(AiseCliRun *run)
{
    run->broken = true;
    aise_cli_run_raise(run, aise_cli_no_memory(run->common->options.italian));
    return run->status;
}

int aise_cli_run(AiseCliRun *run, const AiseSink *sink, char **paths)
{
    run->reader = aise_reader_new(&run->common->options, NULL);
    if (run->reader == NULL)
        return aise_cli_run_refuse(run);
    paths = aise_cli_inputs(paths, run->common->options.italian);
    if (paths == NULL)
        return run->status = AISE_EXIT_TROUBLE;
    AiseSink whole = *sink;
    whole.input_begin = input_begin;
    Visit visit = {run, &whole};
    aise_cli_progress_begin(run, paths, false);
    aise_cli_walk_all(run, paths, read_one, &visit);
    return run->status;
}
