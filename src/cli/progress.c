/* The progress line: a bar with rate and remaining time. */
#include "src/cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24 };
#define INTERVAL 0.2 /* seconds */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

typedef struct Sizes {
    uint64_t total;
    bool known;
} Sizes;

static bool add_size(void *context, const char *path)
{
    Sizes *sizes = context;
    struct stat about;
    bool regular = (strcmp(path, "-") == 0 ? fstat(0, &about) : stat(path, &about)) == 0 && S_ISREG(about.st_mode);
    sizes->known = sizes->known && regular;
    sizes->total += regular ? (uint64_t)about.st_size : 0;
    return true;
}

void aise_cli_progress_begin(AiseCliRun *run, char **paths, bool anyway)
{
    Sizes sizes = {0, true};
    int when = run->common->progress;
    run->progress = when == 1 || (when < 0 && run->live && (anyway || isatty(1) == 0));
    run->started = now();
    if (!run->progress)
        return;
    for (; *paths != NULL; paths++)
        aise_cli_walk_quietly(*paths, add_size, &sizes);
    run->total = sizes.known ? sizes.total : 0;
}

static void show_bar(const AiseCliRun *run)
{
    char bar[BAR + 1];
    uint64_t bytes = run->bytes < run->total ? run->bytes : run->total;
    size_t full = (size_t)(bytes * BAR / run->total);
    memset(bar, '#', full);
    memset(bar + full, '-', BAR - full);
    bar[BAR] = '\0';
    fprintf(stderr, "[%s] %3u %%  ", bar, (unsigned)(bytes * 100 / run->total));
}

static void show_time(const AiseCliRun *run, double passed)
{
    uint64_t left = run->bytes < run->total ? run->total - run->bytes : 0;
    unsigned long seconds = (unsigned long)(passed * (double)left / (double)run->bytes + 0.5);
    const char *what = run->common->options.italian ? "alla fine" : "left";
    if (seconds >= 3600)
        fprintf(stderr, ", %lu:%02lu:%02lu %s", seconds / 3600, seconds / 60 % 60, seconds % 60, what);
    else
        fprintf(stderr, ", %lu:%02lu %s", seconds / 60, seconds % 60, what);
}

void aise_cli_progress(AiseCliRun *run)
{
    double time, passed;
    if (!run->progress || (time = now()) - run->shown < INTERVAL)
        return;
    run->shown = time;
    passed = time - run->started > 0.001 ? time - run->started : 0.001;
    fputs("\r\033[K", stderr);
    if (run->total > 0)
        show_bar(run);
    fprintf(stderr, run->common->options.italian ? "%lu testi, %lu partite" : "%lu texts, %lu games", run->inputs,
            run->games);
    if (run->bytes > 0)
        fprintf(stderr, ", %.1f MB/s", (double)run->bytes / 1e6 / passed);
    else
        fprintf(stderr, ", %.0f/s", (double)run->games / passed);
    if (run->total > 0 && run->bytes > 0)
        show_time(run, passed);
}

void aise_cli_progress_wipe(AiseCliRun *run)
{
    if (run->progress && run->shown > 0) {
        fputs("\r\033[K", stderr);
        run->shown = 0;
    }
}
