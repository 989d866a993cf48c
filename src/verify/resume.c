/* The file of `--resume`: `{"input":"…","failed":false,"size":123,"time":456,"settings":"…","log":1234,"variants":[…],
   "outside":[…]}`, a line an input, in the order they were done; `log` is how far the log of games (the file's name and
   `.games`) goes with it, `size` and `time` are those of the input. An input that could not be read wholly, or is no
   longer what it was, has `"failed":true`: its games are left out and it is read again. Behind the name of an input that
   is not UTF-8 stands `"bytes":"…"`, the same in hexadecimal digits. */
#include "src/verify/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/reading.h"
#include "src/verify/database.h"
#include "src/verify/report.h"

static const char line_begin[] = "{\"input\":\"", not_failed[] = "\"failed\":false";

struct AiseResume {
    char *path, *settings;
    char *games_path;
    bool made, games_made; /* the files, by this run */
    int64_t begun;         /* when, in nanoseconds */
    FILE *lines;     /* read for what is there, written at its end */
    AiseOutput *out; /* a line is put together here */
    AiseOutput *wanted; /* how the line of an input begins */
    AiseArena arena; /* of what a line says */
    char *line;      /* the one read last */
    size_t line_size;
    off_t next;      /* of the line that is expected to be asked for next: all that count before it have been */
    off_t aside, aside_next; /* from one to the other, lines that were asked for out of turn, as inputs read again are */
    off_t old;       /* end of the lines that were there at the start */
    uint64_t length; /* of the log, by the last line */
    uint64_t games, findings; /* the same */
    uint64_t last;            /* number of the last game that counts */
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
    free(resume->games_path);
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

/* ---- names ---- */

/* Is the text UTF-8? With `put` not NUL it is made so. */
static bool check_utf8(char *text, char put)
{
    bool good = true;
    for (size_t left = strlen(text); left > 0;) {
        int length = (unsigned char)*text < 0x80 ? 1 : aise_utf8_length((const unsigned char *)text, left);
        if (length <= 0) {
            good = false;
            length = 1;
            if (put != '\0')
                *text = put;
        }
        text += length;
        left -= (size_t)length;
    }
    return good;
}

static void write_hexadecimal(AiseOutput *out, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (; *text != '\0'; text++) {
        aise_output_byte(out, digits[(unsigned char)*text >> 4]);
        aise_output_byte(out, digits[(unsigned char)*text & 15]);
    }
}

static int hexadecimal_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Of an even number of digits; false: they are none. */
static bool read_hexadecimal(const char *text, char *to)
{
    for (; *text != '\0'; text += 2) {
        int high = hexadecimal_digit(text[0]), low = high < 0 ? -1 : hexadecimal_digit(text[1]);
        if (low < 0 || (high | low) == 0)
            return false;
        *to++ = (char)(high << 4 | low);
    }
    *to = '\0';
    return true;
}

/* ---- is an input what it was? ---- */

static int64_t nanoseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(&time);
}

/* Size and time of the input; false: it is gone, or no file that can be read again. */
static bool look_at(const char *path, uint64_t *size, int64_t *time)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    *size = (uint64_t)about.st_size;
    *time = nanoseconds(&about.st_mtim) & INT64_MAX; /* before 1970 too it is a number */
    return true;
}

/* Is the file of the line as it was then? */
static bool is_unchanged(const AiseJson *line)
{
    const char *path, *bytes;
    uint64_t size, time, size_now;
    int64_t time_now;
    if (!aise_json_get_text(line, "input", &path) || !aise_json_get_text(line, "bytes", &bytes) ||
        !aise_json_get_number(line, "size", &size) || !aise_json_get_number(line, "time", &time))
        return false;
    char name[PATH_MAX];
    if (*bytes != '\0') {
        if (strlen(bytes) / 2 >= sizeof name || !read_hexadecimal(bytes, name))
            return false;
        path = name;
    }
    return look_at(path, &size_now, &time_now) && size == size_now && time == (uint64_t)time_now;
}

/* ---- taking up what is there ---- */

static AiseStatus refuse_file(AiseTally *tally, const char *path, const char *why)
{
    snprintf(tally->message, sizeof tally->message, "%s: %s", path, why);
    return AISE_STATUS_USE;
}

static AiseStatus refuse(AiseTally *tally, const AiseResume *resume, const char *why)
{
    return refuse_file(tally, resume->path, why);
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

static bool has_settings(const AiseResume *resume, const AiseJson *line)
{
    const char *settings;
    return aise_json_get_text(line, "settings", &settings) && strcmp(settings, resume->settings) == 0;
}

/* The line at hand, which begins at `at` in the file, is henceforth that of a failed input. */
static bool mark_failed(AiseResume *resume, off_t at, size_t length)
{
    const char *found = strstr(resume->line, not_failed);
    off_t place = at + (off_t)(found - resume->line) + (off_t)strlen("\"failed\":");
    return fseeko(resume->lines, place, SEEK_SET) == 0 && fwrite("true ", 1, 5, resume->lines) == 5 &&
           fflush(resume->lines) == 0 && fdatasync(fileno(resume->lines)) == 0 &&
           fseeko(resume->lines, at + (off_t)length, SEEK_SET) == 0;
}

static AiseStatus take_line(AiseTally *tally, AiseResume *resume, const AiseJson *line, size_t size)
{
    uint64_t length;
    AiseCounts *counts = &resume->counts;
    memset(counts, 0, sizeof *counts);
    if (line == NULL || !read_line(line, counts, &length) || length < resume->length)
        return refuse(tally, resume, "not a file of --resume");
    if (!has_settings(resume, line))
        return refuse(tally, resume, "was begun with other options");
    uint64_t games = aise_counts_total(counts).games, findings = findings_of(counts);
    const AiseJson *failed = aise_json_member(line, "failed");
    if (failed == NULL || (!failed->truth && strstr(resume->line, not_failed) == NULL))
        return refuse(tally, resume, "not a file of --resume");
    bool changed = !failed->truth && !is_unchanged(line);
    if (changed && !mark_failed(resume, resume->old, size))
        return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    if (changed || failed->truth) {
        if (!strike_out(tally, resume->length, length) ||
            !aise_database_strike_out(tally->database, resume->games, games, resume->findings, findings))
            return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
    } else {
        aise_counts_add(&tally->counts, counts);
        if (games > 0)
            resume->last = resume->games + games;
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
    return take_line(tally, resume, aise_json_parse(&resume->arena, resume->line, length), length);
}

/* Does the line at hand begin as ours do, as far as it goes? */
static bool is_ours(const AiseResume *resume, ssize_t length)
{
    size_t compared = (size_t)length < sizeof line_begin - 1 ? (size_t)length : sizeof line_begin - 1;
    return memcmp(resume->line, line_begin, compared) == 0;
}

/* The first line, before anything else is opened. */
static AiseStatus check_first(AiseTally *tally, AiseResume *resume, size_t length)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    resume->arena.guard = &guard;
    aise_arena_reset(&resume->arena);
    const AiseJson *line = aise_json_parse(&resume->arena, resume->line, length);
    uint64_t log;
    if (line == NULL || !read_line(line, &resume->counts, &log))
        return refuse(tally, resume, "not a file of --resume");
    return has_settings(resume, line) ? AISE_STATUS_OK : refuse(tally, resume, "was begun with other options");
}

/* What is in the file: nothing of ours is written over what is not. */
static AiseStatus look_inside(AiseTally *tally, AiseResume *resume, bool *fresh)
{
    ssize_t got = getline(&resume->line, &resume->line_size, resume->lines);
    if (got < 0 && !feof(resume->lines))
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    if (got > 0 && !is_ours(resume, got))
        return refuse(tally, resume, "not a file of --resume");
    *fresh = got <= 0 || resume->line[got - 1] != '\n';
    rewind(resume->lines);
    return *fresh ? AISE_STATUS_OK : check_first(tally, resume, (size_t)got);
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
    if (status == AISE_STATUS_OK && got > 0 && !is_ours(resume, got))
        return refuse(tally, resume, "not a file of --resume");
    if (status == AISE_STATUS_OK && (ferror(resume->lines) || ftruncate(fileno(resume->lines), resume->old) != 0))
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    return status;
}

/* Is the file empty, or does it begin as a log does: with a source's record? */
static bool is_log(int file)
{
    AiseLogHead head = {0};
    ssize_t got = pread(file, &head, sizeof head, 0);
    AiseLogHead source = {.size = head.size, .length[0] = head.length[0]};
    size_t used = sizeof head + head.length[0] + (size_t)1;
    return got == 0 || (got == (ssize_t)sizeof head && head.size == ((used + 7) & ~(size_t)7) &&
                        memcmp(&head, &source, offsetof(AiseLogHead, length) + sizeof head.length) == 0);
}

/* The log of games takes the place of the temporary file. */
static AiseStatus open_log(AiseTally *tally, AiseResume *resume, bool fresh)
{
    struct stat kind;
    if (asprintf(&resume->games_path, "%s.games", resume->path) < 0) {
        resume->games_path = NULL;
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    }
    bool there = stat(resume->games_path, &kind) == 0;
    if (!there && !fresh)
        return refuse(tally, resume, "the games beside it are gone");
    if (there && !S_ISREG(kind.st_mode))
        return refuse_file(tally, resume->games_path, "not a regular file");
    aise_output_close(tally->log);
    close(tally->file);
    tally->file = open(resume->games_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    tally->log = tally->file >= 0 ? aise_output_descriptor(tally->file) : NULL;
    if (tally->log == NULL)
        return aise_tally_fail(tally, tally->file < 0 ? AISE_STATUS_READ : AISE_STATUS_MEMORY, resume->games_path);
    resume->games_made = !there;
    return is_log(tally->file) ? AISE_STATUS_OK : refuse_file(tally, resume->games_path, "not a file of --resume");
}

static AiseStatus open_database(AiseTally *tally, const AiseResume *resume, bool fresh)
{
    if (aise_database_begin(tally->database, fresh))
        return AISE_STATUS_OK;
    const char *message = aise_database_message(tally->database);
    if (*message == '\0')
        return refuse(tally, resume, "its database is gone");
    snprintf(tally->message, sizeof tally->message, "%s", message);
    return AISE_STATUS_WRITE;
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
    uint64_t last = 0;
    if (!aise_database_last(tally->database, &last))
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    if (tally->database != NULL && last < resume->last)
        return refuse(tally, resume, "its database is gone");
    if (aise_database_strike_out(tally->database, resume->games, UINT64_MAX, resume->findings, UINT64_MAX))
        return AISE_STATUS_OK;
    return aise_tally_fail(tally, AISE_STATUS_WRITE, resume->path);
}

static AiseStatus open_lines(AiseTally *tally, AiseResume *resume)
{
    struct stat kind;
    bool there = stat(resume->path, &kind) == 0;
    if (there && !S_ISREG(kind.st_mode))
        return refuse(tally, resume, "not a regular file");
    int file = open(resume->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    resume->lines = file >= 0 ? fdopen(file, "r+") : NULL;
    if (resume->lines == NULL)
        return aise_tally_fail(tally, AISE_STATUS_READ, resume->path);
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return refuse(tally, resume, "another run is using it");
    resume->made = !there;
    return AISE_STATUS_OK;
}

static AiseStatus open_resume(AiseTally *tally, AiseResume *resume, const char *path, const char *settings)
{
    bool fresh = true;
    aise_arena_init(&resume->arena, NULL);
    resume->begun = now();
    resume->path = strdup(path);
    resume->settings = strdup(settings);
    resume->out = aise_output_memory();
    resume->wanted = aise_output_memory();
    if (resume->path == NULL || resume->settings == NULL || resume->out == NULL || resume->wanted == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, path);
    check_utf8(resume->settings, '?');
    AiseStatus status = open_lines(tally, resume);
    if (status == AISE_STATUS_OK)
        status = look_inside(tally, resume, &fresh);
    if (status == AISE_STATUS_OK)
        status = open_log(tally, resume, fresh);
    if (status == AISE_STATUS_OK)
        status = open_database(tally, resume, fresh);
    if (status == AISE_STATUS_OK)
        status = take_lines(tally, resume);
    return status == AISE_STATUS_OK ? cut_log(tally, resume) : status;
}

AiseStatus aise_tally_resume(AiseTally *tally, const char *path, const char *settings)
{
    AiseResume *resume = tally->resume = calloc(1, sizeof *tally->resume);
    if (resume == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, path);
    AiseStatus status = open_resume(tally, resume, path, settings);
    if (status != AISE_STATUS_OK && resume->made)
        unlink(resume->path);
    if (status != AISE_STATUS_OK && resume->games_made && resume->games_path != NULL)
        unlink(resume->games_path);
    return status;
}

/* ---- is it done? ---- */

/* false: no memory. */
static bool begin_line(AiseOutput *out, const char *input)
{
    char *name = strdup(input);
    aise_output_clear(out);
    if (name == NULL)
        return false;
    bool plain = check_utf8(name, '?');
    aise_say(out, "{\"input\":");
    aise_json_string(out, name);
    free(name);
    if (!plain) {
        aise_say(out, ",\"bytes\":\"");
        write_hexadecimal(out, input);
        aise_output_byte(out, '"');
    }
    aise_output_byte(out, ',');
    return aise_output_status(out) == AISE_STATUS_OK;
}

/* Is the line at hand that of the input, and does it count? */
static bool is_wanted(const AiseResume *resume, size_t length)
{
    const AiseOutput *wanted = resume->wanted;
    return length > wanted->length && memcmp(resume->line, wanted->bytes, wanted->length) == 0 &&
           strncmp(resume->line + wanted->length, not_failed, sizeof not_failed - 1) == 0;
}

/* Looks for the line of the input between two places: it is the first that is asked for out of turn. */
static bool find_line(AiseResume *resume, off_t from, off_t to)
{
    if (fseeko(resume->lines, from, SEEK_SET) != 0)
        return false;
    while (from < to) {
        ssize_t got = getline(&resume->line, &resume->line_size, resume->lines);
        if (got <= 0)
            return false;
        if (is_wanted(resume, (size_t)got)) {
            resume->aside = from;
            resume->aside_next = from + (off_t)got;
            return true;
        }
        from += (off_t)got;
    }
    return false;
}

/* Goes from `*at` to the next line that counts; if it is the input's, `*at` is moved behind it. */
static bool is_next(AiseResume *resume, off_t *at)
{
    if (at == &resume->next && *at == resume->aside)
        *at = resume->aside_next;
    if (fseeko(resume->lines, *at, SEEK_SET) != 0)
        return false;
    while (*at < resume->old) {
        ssize_t got = getline(&resume->line, &resume->line_size, resume->lines);
        if (got <= 0)
            return false;
        bool wanted = is_wanted(resume, (size_t)got);
        if (!wanted && strstr(resume->line, not_failed) != NULL)
            return false;
        *at += (off_t)got;
        if (wanted)
            return true;
    }
    return false;
}

bool aise_tally_has(AiseTally *tally, const char *path)
{
    AiseResume *resume = tally->resume;
    if (resume == NULL || resume->next == resume->old || !begin_line(resume->wanted, path))
        return false;
    return is_next(resume, &resume->next) || is_next(resume, &resume->aside_next) ||
           find_line(resume, resume->next, resume->old) || find_line(resume, 0, resume->next);
}

/* ---- noting what is done ---- */

/* What was changed while it was being read is not what it will be: zeros, so that it is read again. */
static void write_size(AiseOutput *out, const AiseResume *resume, const char *input)
{
    uint64_t size;
    int64_t time;
    if (!look_at(input, &size, &time) || (time >= resume->begun && time <= now()))
        size = 0, time = 0;
    aise_json_count(out, "size", size);
    aise_json_count(out, "time", (uint64_t)time);
}

static AiseStatus write_line(AiseTally *tally, const char *input, bool failed)
{
    AiseResume *resume = tally->resume;
    AiseOutput *out = resume->out;
    if (!begin_line(out, input))
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, resume->path);
    aise_say(out, failed ? "\"failed\":true" : not_failed);
    write_size(out, resume, input);
    aise_say(out, ",\"settings\":");
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
