/* The file of `--resume`: `{"input":"…","settings":"…","log":1234,"variants":[…],"outside":[…]}`, a line an input, in the
   order they were done; `log` is how far the log of games (the file's name and `.games`) goes with it. An input that could
   not be read wholly has `"failed":true`: its games are left out and it is read again. */
#include "src/verify/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "src/verify/database.h"
#include "src/verify/report.h"

struct AiseResume {
    char *path, *settings;
    FILE *lines;     /* read for what is there, written at its end */
    AiseOutput *out; /* a line is put together here */
    AiseOutput *wanted; /* how the line of an input begins */
    AiseArena arena; /* of what a line says */
    char *line;      /* the one read last */
    size_t line_size;
    off_t next;      /* of the line that is expected to be asked for next */
    off_t old;       /* end of the lines that were there at the start */
    bool disordered; /* an input was asked for that is not the next */
    uint64_t length; /* of the log, by the last line */
    uint64_t games, findings; /* the same */
    AiseCounts counts;        /* since the last line */
};

void aise_resume_free(AiseResume *resume)
{
    if (resume == NULL)
        return;
    if (resume->lines != NULL)
        fclose(resume->lines);
    if (resume->out != NULL)
        aise_output_close(resume->out);
    if (resume->wanted != NULL)
        aise_output_close(resume->wanted);
    aise_arena_free(&resume->arena);
    free(resume->path);
    free(resume->settings);
    free(resume->line);
    free(resume);
}

void aise_resume_add(AiseResume *resume, const AiseCounts *counts)
{
    aise_counts_add(&resume->counts, counts);
}

static uint64_t findings_of(const AiseCounts *counts)
{
    const uint64_t *number = &counts->findings[0][0][0];
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof counts->findings / sizeof *number; i++)
        sum += number[i];
    return sum;
}

/* ---- taking up what is there ---- */

static AiseStatus refuse(AiseTally *tally, const AiseResume *resume, const char *why)
{
    snprintf(tally->message, sizeof tally->message, "%s: %s", resume->path, why);
    return AISE_STATUS_USE;
}

/* The games [from, to) of the log belong to a failed input: they are gone. */
static bool strike_out(const AiseTally *tally, uint64_t from, uint64_t to)
{
    AiseLogReader reader;
    AiseLogGame game;
    aise_log_open(&reader, tally->file, from, to);
    bool good = true;
    while (good && aise_log_next(&reader, &game)) {
        game.head.status = AISE_LOG_GONE;
        good = pwrite(tally->file, &game.head, sizeof game.head, (off_t)game.offset) == (ssize_t)sizeof game.head;
    }
    good = good && !reader.failed;
    aise_log_close(&reader);
    return good;
}

/* Counts of a line, and how far the log goes with it. false: no such line. */
static bool read_line(const AiseJson *line, AiseCounts *counts, uint64_t *length)
{
    const AiseJson *variants = aise_json_member(line, "variants"), *outside = aise_json_member(line, "outside");
    const char *input;
    if (variants == NULL || outside == NULL || !aise_json_get_text(line, "input", &input) || *input == '\0')
        return false;
    for (const AiseJson *one = variants->first; one != NULL; one = one->next)
        if (!aise_counts_read_variant(counts, one))
            return false;
    for (const AiseJson *one = outside->first; one != NULL; one = one->next)
        if (!aise_counts_read_finding(counts, AISE_TALLY_OUTSIDE, one))
            return false;
    return aise_json_get_number(line, "log", length);
}

static AiseStatus take_line(AiseTally *tally, AiseResume *resume, const AiseJson *line)
{
    uint64_t length;
    const char *settings;
    AiseCounts *counts = &resume->counts;
    memset(counts, 0, sizeof *counts);
    if (line == NULL || !read_line(line, counts, &length) || length < resume->length)
        return refuse(tally, resume, "not a file of --resume");
    if (!aise_json_get_text(line, "settings", &settings) || strcmp(settings, resume->settings) != 0)
        return refuse(tally, resume, "was begun with other options");
    uint64_t games = aise_counts_total(counts).games, findings = findings_of(counts);
    const AiseJson *failed = aise_json_member(line, "failed");
    if (failed != NULL && failed->truth) {
        if (!strike_out(tally, resume->length, length) ||
            !aise_database_strike_out(tally->database, resume->games, games, resume->findings, findings))
            return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    } else {
        aise_counts_add(&tally->counts, counts);
    }
    resume->length = length;
    resume->games += games;
    resume->findings += findings;
    return AISE_STATUS_OK;
}

static AiseStatus parse_line(AiseTally *tally, AiseResume *resume, size_t length)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    resume->arena.guard = &guard;
    aise_arena_reset(&resume->arena);
    return take_line(tally, resume, aise_json_parse(&resume->arena, resume->line, length));
}

/* All whole lines; a line that was being written when the run ended is cut off. */
static AiseStatus take_lines(AiseTally *tally, AiseResume *resume)
{
    AiseStatus status = AISE_STATUS_OK;
    ssize_t got = 0;
    while (status == AISE_STATUS_OK && (got = getline(&resume->line, &resume->line_size, resume->lines)) > 0 &&
           resume->line[got - 1] == '\n') {
        status = parse_line(tally, resume, (size_t)got);
        resume->old += (off_t)got;
    }
    memset(&resume->counts, 0, sizeof resume->counts);
    if (status == AISE_STATUS_OK && (ferror(resume->lines) || ftruncate(fileno(resume->lines), resume->old) != 0))
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    return status;
}

/* The log of games takes the place of the temporary file. */
static AiseStatus open_log(AiseTally *tally, AiseResume *resume)
{
    size_t length = strlen(resume->path);
    char *path = malloc(length + sizeof ".games");
    if (path == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    memcpy(path, resume->path, length);
    memcpy(path + length, ".games", sizeof ".games");
    aise_output_close(tally->log);
    close(tally->file);
    tally->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    tally->log = tally->file >= 0 ? aise_output_descriptor(tally->file) : NULL;
    AiseStatus status = AISE_STATUS_OK;
    if (tally->log == NULL)
        status = aise_tally_fail(tally, tally->file < 0 ? AISE_STATUS_READ : AISE_STATUS_MEMORY, path);
    free(path);
    return status;
}

static bool index_log(AiseTally *tally)
{
    AiseLogReader reader;
    AiseLogGame game;
    bool good = true;
    aise_log_open(&reader, tally->file, 0, tally->length);
    while (good && aise_log_next(&reader, &game))
        good = aise_tally_index(tally, &game.head, game.offset);
    good = good && !reader.failed;
    aise_log_close(&reader);
    return good;
}

/* What the log holds behind the last line belongs to an input that was not done. */
static AiseStatus cut_log(AiseTally *tally, AiseResume *resume)
{
    off_t end = lseek(tally->file, 0, SEEK_END);
    if (end >= 0 && (uint64_t)end < resume->length)
        return refuse(tally, resume, "the games beside it are gone");
    if (end < 0 || ftruncate(tally->file, (off_t)resume->length) != 0 ||
        lseek(tally->file, (off_t)resume->length, SEEK_SET) < 0)
        return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    tally->length = resume->length;
    if (!index_log(tally))
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    if (aise_database_strike_out(tally->database, resume->games, UINT64_MAX, resume->findings, UINT64_MAX))
        return AISE_STATUS_OK;
    return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
}

static AiseStatus open_resume(AiseTally *tally, AiseResume *resume, const char *path, const char *settings)
{
    aise_arena_init(&resume->arena, NULL);
    resume->path = strdup(path);
    resume->settings = strdup(settings);
    resume->out = aise_output_memory();
    resume->wanted = aise_output_memory();
    if (resume->path == NULL || resume->settings == NULL || resume->out == NULL || resume->wanted == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, path);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    resume->lines = file >= 0 ? fdopen(file, "r+") : NULL;
    if (resume->lines == NULL)
        return aise_tally_fail(tally, AISE_STATUS_READ, path);
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return refuse(tally, resume, "another run is using it");
    AiseStatus status = open_log(tally, resume);
    if (status == AISE_STATUS_OK)
        status = take_lines(tally, resume);
    return status == AISE_STATUS_OK ? cut_log(tally, resume) : status;
}

AiseStatus aise_tally_resume(AiseTally *tally, const char *path, const char *settings)
{
    tally->resume = calloc(1, sizeof *tally->resume);
    if (tally->resume == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, path);
    return open_resume(tally, tally->resume, path, settings);
}

/* ---- is it done? ---- */

static void begin_line(AiseOutput *out, const char *input)
{
    aise_output_clear(out);
    aise_say(out, "{\"input\":");
    aise_json_string(out, input);
    aise_output_byte(out, ',');
}

/* Looks for the line of the input between two places; if it is there, `*next` is behind it. A failed one does not count. */
static bool find_line(AiseResume *resume, off_t from, off_t to, off_t *next)
{
    const AiseOutput *wanted = resume->wanted;
    if (fseeko(resume->lines, from, SEEK_SET) != 0)
        return false;
    while (from < to) {
        ssize_t got = getline(&resume->line, &resume->line_size, resume->lines);
        if (got <= 0)
            return false;
        from += (off_t)got;
        if ((size_t)got > wanted->length && memcmp(resume->line, wanted->bytes, wanted->length) == 0 &&
            strncmp(resume->line + wanted->length, "\"failed\"", 8) != 0) {
            *next = from;
            return true;
        }
    }
    return false;
}

bool aise_tally_has(AiseTally *tally, const char *path)
{
    AiseResume *resume = tally->resume;
    if (resume == NULL || (resume->next == resume->old && !resume->disordered))
        return false;
    off_t behind;
    begin_line(resume->wanted, path);
    if (find_line(resume, resume->next, resume->old, &resume->next))
        return true;
    resume->disordered = true;
    return find_line(resume, 0, resume->next, &behind);
}

/* ---- noting what is done ---- */

static AiseStatus write_line(AiseTally *tally, const char *input, bool failed)
{
    AiseResume *resume = tally->resume;
    AiseOutput *out = resume->out;
    begin_line(out, input);
    aise_say(out, failed ? "\"failed\":true," : "");
    aise_say(out, "\"settings\":");
    aise_json_string(out, resume->settings);
    aise_json_count(out, "log", tally->length);
    aise_say(out, ",");
    aise_counts_write(out, &resume->counts, "");
    aise_say(out, "}\n");
    if (aise_output_status(out) != AISE_STATUS_OK)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    if (fseeko(resume->lines, 0, SEEK_END) != 0 || fwrite(out->bytes, 1, out->length, resume->lines) != out->length ||
        fflush(resume->lines) != 0 || fdatasync(fileno(resume->lines)) != 0)
        return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    memset(&resume->counts, 0, sizeof resume->counts);
    return AISE_STATUS_OK;
}

AiseStatus aise_tally_input(AiseTally *tally, const char *path, bool whole)
{
    AiseResume *resume = tally->resume;
    if (resume == NULL)
        return AISE_STATUS_OK;
    AiseStatus status = aise_tally_flush(tally);
    if (status != AISE_STATUS_OK)
        return status;
    if (fdatasync(tally->file) != 0)
        return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    if (!aise_database_commit(tally->database)) {
        snprintf(tally->message, sizeof tally->message, "%s", aise_database_message(tally->database));
        return AISE_STATUS_WRITE;
    }
    return write_line(tally, path, !whole);
}
