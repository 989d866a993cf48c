/* Runs of sorted pairs, merged. */
#include "src/verify/sort.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IN_MEMORY = 32 * 1024 /* pairs */, FAN_IN = 32, PIECE = IN_MEMORY / FAN_IN };

/* What is left of a sorted stretch of the file. */
typedef struct Run {
    uint64_t next, end; /* pairs, from the start of the file */
    size_t at, filled;  /* in its piece of the memory */
} Run;

struct AiseSorter {
    AisePair *pairs; /* IN_MEMORY of them */
    size_t filled, at;
    uint64_t count;
    int file;        /* -1: all is in memory */
    uint64_t length; /* pairs in the file */
    uint64_t run;    /* pairs of every run in the file but the last */
    Run runs[FAN_IN];
    unsigned run_count;
    bool failed;
};

int aise_temporary_file(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/aise-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp");
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

AiseSorter *aise_sorter_new(void)
{
    AiseSorter *sorter = calloc(1, sizeof *sorter);
    if (sorter == NULL)
        return NULL;
    sorter->file = -1;
    sorter->pairs = malloc(IN_MEMORY * sizeof *sorter->pairs);
    if (sorter->pairs != NULL)
        return sorter;
    free(sorter);
    return NULL;
}

void aise_sorter_free(AiseSorter *sorter)
{
    if (sorter == NULL)
        return;
    if (sorter->file >= 0)
        close(sorter->file);
    free(sorter->pairs);
    free(sorter);
}

static bool fail(AiseSorter *sorter, int reason)
{
    errno = reason;
    sorter->failed = true;
    return false;
}

static bool write_pairs(AiseSorter *sorter, int file, const AisePair *pairs, size_t count, uint64_t at)
{
    const char *bytes = (const char *)pairs;
    size_t left = count * sizeof *pairs;
    uint64_t offset = at * sizeof *pairs;
    while (left > 0) {
        ssize_t written = pwrite(file, bytes, left, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(sorter, errno);
        bytes += written;
        left -= (size_t)written;
        offset += (uint64_t)written;
    }
    return true;
}

static bool read_pairs(AiseSorter *sorter, AisePair *pairs, size_t count, uint64_t at)
{
    char *bytes = (char *)pairs;
    size_t left = count * sizeof *pairs;
    uint64_t offset = at * sizeof *pairs;
    while (left > 0) {
        ssize_t got = pread(sorter->file, bytes, left, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(sorter, got < 0 ? errno : EIO);
        bytes += got;
        left -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

static bool is_less(const AisePair *a, const AisePair *b)
{
    return a->key < b->key || (a->key == b->key && a->value < b->value);
}

static int compare(const void *a, const void *b)
{
    return is_less(a, b) ? -1 : is_less(b, a);
}

static bool spill(AiseSorter *sorter)
{
    qsort(sorter->pairs, sorter->filled, sizeof *sorter->pairs, compare);
    if (sorter->file < 0)
        sorter->file = aise_temporary_file();
    if (sorter->file < 0)
        return fail(sorter, errno);
    if (!write_pairs(sorter, sorter->file, sorter->pairs, sorter->filled, sorter->length))
        return false;
    sorter->length += sorter->filled;
    sorter->filled = 0;
    return true;
}

bool aise_sorter_add(AiseSorter *sorter, uint64_t key, uint64_t value)
{
    if (sorter->filled == IN_MEMORY && !spill(sorter))
        return false;
    sorter->pairs[sorter->filled++] = (AisePair){key, value};
    sorter->count++;
    return true;
}

/* ---- merging ---- */

/* The next pair of the run; NULL: none. */
static const AisePair *look(AiseSorter *sorter, unsigned which)
{
    Run *run = &sorter->runs[which];
    AisePair *piece = sorter->pairs + (size_t)which * PIECE;
    if (run->at == run->filled && run->next < run->end) {
        uint64_t more = run->end - run->next < PIECE ? run->end - run->next : PIECE;
        if (!read_pairs(sorter, piece, (size_t)more, run->next))
            return NULL;
        run->next += more;
        run->at = 0;
        run->filled = (size_t)more;
    }
    return run->at < run->filled ? &piece[run->at] : NULL;
}

/* Opens the runs that begin at `from`, FAN_IN at most; returns where the next would begin. */
static uint64_t open_runs(AiseSorter *sorter, uint64_t from)
{
    for (sorter->run_count = 0; sorter->run_count < FAN_IN && from < sorter->length; sorter->run_count++) {
        uint64_t end = sorter->length - from < sorter->run ? sorter->length : from + sorter->run;
        sorter->runs[sorter->run_count] = (Run){.next = from, .end = end};
        from = end;
    }
    return from;
}

static bool merge_next(AiseSorter *sorter, AisePair *pair)
{
    const AisePair *least = NULL;
    unsigned which = 0;
    for (unsigned i = 0; i < sorter->run_count && !sorter->failed; i++) {
        const AisePair *next = look(sorter, i);
        if (next != NULL && (least == NULL || is_less(next, least))) {
            least = next;
            which = i;
        }
    }
    if (least == NULL || sorter->failed)
        return false;
    *pair = *least;
    sorter->runs[which].at++;
    return true;
}

/* Merges FAN_IN runs each into one of a new file. */
static bool merge_pass(AiseSorter *sorter)
{
    AisePair out[PIECE];
    size_t filled = 0;
    uint64_t written = 0;
    int file = aise_temporary_file();
    if (file < 0)
        return fail(sorter, errno);
    for (uint64_t from = 0; from < sorter->length;) {
        from = open_runs(sorter, from);
        while (merge_next(sorter, &out[filled])) {
            if (++filled < PIECE)
                continue;
            if (!write_pairs(sorter, file, out, filled, written))
                break;
            written += filled;
            filled = 0;
        }
        if (sorter->failed)
            break;
    }
    if (!sorter->failed)
        write_pairs(sorter, file, out, filled, written);
    close(sorter->file);
    sorter->file = file;
    sorter->run *= FAN_IN;
    return !sorter->failed;
}

bool aise_sorter_rewind(AiseSorter *sorter)
{
    if (sorter->failed)
        return false;
    if (sorter->file < 0) {
        if (sorter->run == 0 && sorter->filled > 0)
            qsort(sorter->pairs, sorter->filled, sizeof *sorter->pairs, compare);
        sorter->run = IN_MEMORY;
        sorter->at = 0;
        return true;
    }
    if (sorter->filled > 0 && !spill(sorter))
        return false;
    if (sorter->run == 0)
        sorter->run = IN_MEMORY;
    while (sorter->length > sorter->run * FAN_IN)
        if (!merge_pass(sorter))
            return false;
    open_runs(sorter, 0);
    return true;
}

bool aise_sorter_next(AiseSorter *sorter, AisePair *pair)
{
    if (sorter->file >= 0)
        return merge_next(sorter, pair);
    if (sorter->at >= sorter->filled)
        return false;
    *pair = sorter->pairs[sorter->at++];
    return true;
}

bool aise_sorter_failed(const AiseSorter *sorter)
{
    return sorter->failed;
}

uint64_t aise_sorter_count(const AiseSorter *sorter)
{
    return sorter->count;
}
