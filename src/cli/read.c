/* Reading many inputs on several threads: what they give is taken in order. */
#include "src/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Reading {
    AiseCliRun *run;
    const AiseCliReading *how;
    AisePool *pool;
} Reading;

/* ---- parts ---- */

static void part_free(void *context, void *memory)
{
    const Reading *reading = context;
    AiseCliPart *part = memory;
    if (part->out != NULL)
        aise_output_close(part->out);
    if (part->talk != NULL)
        aise_output_close(part->talk);
    if (part->own != NULL && reading->how->own_free != NULL)
        reading->how->own_free(part->own);
    free(part->name);
    free(part);
}

static void *part_new(void *context)
{
    const Reading *reading = context;
    AiseCliPart *part = calloc(1, sizeof *part);
    if (part == NULL)
        return NULL;
    part->run = reading->run;
    part->reading = reading->how;
    part->out = aise_output_memory();
    part->talk = aise_output_memory();
    if (reading->how->own_new != NULL)
        part->own = reading->how->own_new(reading->run);
    if (part->out != NULL && part->talk != NULL && (part->own != NULL || reading->how->own_new == NULL))
        return part;
    part_free(context, part);
    return NULL;
}

void aise_cli_part_fail(AiseCliPart *part, AiseStatus status)
{
    if (part->failure == AISE_STATUS_OK)
        part->failure = status;
}

void aise_cli_part_raise(AiseCliPart *part, int status)
{
    if (status > part->status)
        part->status = status;
}

static void keep_name(AiseCliPart *part, const char *name)
{
    size_t size = strlen(name) + 1;
    if (size > part->name_size) {
        char *larger = realloc(part->name, size);
        if (larger == NULL) {
            aise_cli_part_fail(part, AISE_STATUS_MEMORY);
            return;
        }
        part->name = larger;
        part->name_size = size;
    }
    memcpy(part->name, name, size);
}

static void part_begin(void *memory, const char *within)
{
    AiseCliPart *part = memory;
    aise_output_clear(part->out);
    aise_output_clear(part->talk);
    if (part->reading->own_clear != NULL)
        part->reading->own_clear(part->own);
    part->inputs = part->games = 0;
    part->status = 0;
    part->failure = AISE_STATUS_OK;
    if (within != NULL)
        keep_name(part, within);
}

static bool input_begin(void *memory, const char *name)
{
    AiseCliPart *part = memory;
    keep_name(part, name);
    part->inputs++;
    return true;
}

const char *aise_cli_part_source(const AiseCliPart *part, const AiseGame *game)
{
    if (game != NULL)
        return aise_game_source(game);
    return part->name != NULL ? part->name : "-";
}

bool aise_cli_part_finding(void *memory, const AiseGame *game, const AiseFinding *finding)
{
    AiseCliPart *part = memory;
    if (strcmp(aise_finding_severity(finding), "error") == 0)
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
    AiseReport form = part->run->colored ? AISE_REPORT_TEXT_COLOR : AISE_REPORT_TEXT;
    aise_cli_part_fail(part, aise_output_finding(part->talk, finding, aise_cli_part_source(part, game),
                                                 part->run->common->options.italian, form));
    return true;
}

/* ---- taking them ---- */

static bool take_talk(AiseCliRun *run, AiseCliPart *part)
{
    size_t length;
    aise_output_held(part->talk, &length);
    if (length == 0)
        return true;
    aise_cli_progress_wipe(run);
    AiseStatus status = aise_output_move(run->talk, part->talk);
    if (status == AISE_STATUS_OK && run->live)
        status = aise_output_flush(run->talk);
    return aise_cli_run_wrote(run, status, "standard error");
}

static bool part_take(void *context, void *memory)
{
    const Reading *reading = context;
    AiseCliRun *run = reading->run;
    AiseCliPart *part = memory;
    if (!aise_cli_run_wrote(run, part->failure, reading->how->path) || !take_talk(run, part) ||
        !aise_cli_run_wrote(run, reading->how->take(run, part), reading->how->path))
        return false;
    run->inputs += part->inputs;
    run->games += part->games;
    run->bytes = aise_pool_bytes(reading->pool);
    aise_cli_run_raise(run, part->status);
    aise_cli_progress(run);
    return !run->broken;
}

static bool input_done(void *context, const char *path, AiseStatus status, const char *message)
{
    const Reading *reading = context;
    AiseCliRun *run = reading->run;
    if (!aise_cli_run_wrote(run, aise_output_flush(run->talk), "standard error"))
        return false;
    if (status != AISE_STATUS_OK)
        aise_cli_run_unread(run, message);
    return reading->how->done == NULL ||
           aise_cli_run_wrote(run, reading->how->done(run, path, status == AISE_STATUS_OK), reading->how->path);
}

bool aise_cli_is_written(const char *path, const char *const *written)
{
    struct stat in, out;
    if (written == NULL || strcmp(path, "-") == 0 || stat(path, &in) != 0 || !S_ISREG(in.st_mode))
        return false;
    for (; *written != NULL; written++)
        if (stat(*written, &out) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return true;
    return false;
}

const char *aise_cli_overwritten(char *const *inputs, const char *const *written)
{
    while (*inputs != NULL && !aise_cli_is_written(*inputs, written))
        inputs++;
    return *inputs;
}

static bool add_input(void *context, const char *path)
{
    const Reading *reading = context;
    AiseCliRun *run = reading->run;
    struct stat about;
    if (aise_cli_is_written(path, reading->how->written))
        return true;
    if (reading->how->wanted == NULL || reading->how->wanted(run, path))
        return aise_pool_file(reading->pool, path) == AISE_STATUS_OK;
    if (run->total > 0 && stat(path, &about) == 0)
        run->total -= (uint64_t)about.st_size < run->total ? (uint64_t)about.st_size : run->total;
    return true;
}

unsigned aise_cli_threads(const AiseCliRun *run, unsigned jobs)
{
    if (run->common->jobs != 0)
        return run->common->jobs;
    long processors = jobs == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : (long)jobs;
    return processors > 0 ? (unsigned)processors : 1;
}

int aise_cli_read(AiseCliRun *run, const AiseCliReading *how, char **paths)
{
    Reading reading = {run, how, NULL};
    AiseParts parts = {&reading, part_new, part_free, part_begin, part_take, input_done, how->sink};
    parts.sink.input_begin = input_begin;
    paths = aise_cli_inputs(paths, run->common->options.italian);
    if (paths == NULL) {
        run->broken = true;
        return run->status = AISE_EXIT_TROUBLE;
    }
    reading.pool = aise_pool_new(&run->common->options, aise_cli_threads(run, how->jobs), &parts, NULL);
    if (reading.pool == NULL)
        return aise_cli_run_refuse(run);
    aise_cli_progress_begin(run, paths, how->jobs == 0);
    aise_cli_walk_all(run, paths, add_input, &reading);
    if (aise_pool_finish(reading.pool) == AISE_STATUS_MEMORY && !run->broken)
        aise_cli_run_wrote(run, AISE_STATUS_MEMORY, how->path);
    aise_cli_progress_wipe(run);
    aise_pool_free(reading.pool);
    return run->status;
}
