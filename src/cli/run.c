/* Reading many inputs: names, findings on standard error, the exit status, the progress line. */
#include "src/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int aise_cli_run_begin(AiseCliRun *run, const AiseCliCommon *common)
{
    *run = (AiseCliRun){.common = common, .live = isatty(2) == 1, .colored = aise_cli_colored(common, 2)};
    run->progress = common->progress == 1 || (common->progress < 0 && run->live && isatty(1) == 0);
    AiseStatus status = AISE_STATUS_OK;
    run->reader = aise_reader_new(&common->options, &status);
    run->talk = aise_output_descriptor(2);
    if (run->reader != NULL && run->talk != NULL)
        return 0;
    aise_cli_run_end(run);
    if (status == AISE_STATUS_USE)
        return aise_cli_trouble("-W does not know one of these codes (`aise lint --help`)");
    return aise_cli_trouble("out of memory");
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
        aise_cli_trouble("%s: %s", path, status == AISE_STATUS_MEMORY ? "out of memory" : strerror(errno));
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

/* The progress line stands alone on its line: it is wiped before anything else is said. */
static void wipe(AiseCliRun *run)
{
    if (run->progress && run->shown > 0) {
        fputs("\r\033[K", stderr);
        run->shown = 0;
    }
}

bool aise_cli_run_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    AiseCliRun *run = context;
    aise_cli_run_judge(run, finding);
    wipe(run);
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
    if (!run->progress || run->games % 64 != 0)
        return;
    double time = now();
    if (time - run->shown < 0.2)
        return;
    run->shown = time;
    fprintf(stderr, "\r\033[K%lu files, %lu games, %.0f games/s", run->inputs, run->games,
            (double)run->games / (time - run->started));
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
    AiseStatus status = run->read == NULL ? aise_reader_file(run->reader, path, visit->sink)
                                          : run->read(run, run->read_context, path, visit->sink);
    wipe(run);
    if (!aise_cli_run_wrote(run, aise_output_flush(run->talk), "standard error"))
        return false;
    switch (status) {
    case AISE_STATUS_OK:
        return true;
    case AISE_STATUS_READ: /* the others are still done */
        aise_cli_run_raise(run, aise_cli_trouble("%s", aise_reader_message(run->reader)));
        return true;
    case AISE_STATUS_STOPPED:
        return false;
    default:
        run->broken = true;
        aise_cli_run_raise(run, aise_cli_trouble("%s: %s", path, aise_reader_message(run->reader)));
        return false;
    }
}

int aise_cli_run(AiseCliRun *run, const AiseSink *sink, char **paths)
{
    static char standard_input[] = "-";
    char *none[] = {standard_input, NULL};
    if (*paths == NULL) {
        if (isatty(0) == 1)
            return run->status = aise_cli_trouble("no file named, and standard input is a terminal");
        paths = none;
    }
    AiseSink whole = *sink;
    whole.input_begin = input_begin;
    Visit visit = {run, &whole};
    run->started = now();
    for (; *paths != NULL && !run->broken; paths++) {
        int status = aise_cli_walk(*paths, read_one, &visit);
        run->broken = run->broken || status == AISE_CLI_NO_MEMORY;
        aise_cli_run_raise(run, status == 0 ? 0 : AISE_EXIT_TROUBLE);
    }
    return run->status;
}
