/* A damaged game never touches its neighbours (NOTATION 1.4): one byte deleted, doubled, replaced, or swapped with the next,
   and the other games come out as they were.

   damage [--all] FILE…
   --all: at every place, and replaced by each of some bytes; else a sample. Prints what differs, and `N passed, N failed`. */
#include "src/aise.h"
#include "src/pgn/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 256, SAMPLE = 600, TOLD_MAX = 20 };

typedef struct Game {
    size_t begin, end; /* of its PGN, with its status and findings, in the reading's text */
    uint64_t line;     /* where it begins */
    size_t start;      /* the same as an offset into the file */
} Game;

typedef struct Reading {
    AiseBuffer text;
    Game game[GAMES_MAX];
    size_t games;
} Reading;

typedef struct Damage {
    AiseGuard guard;
    AiseReader *reader;
    Reading whole, hurt;
    Reading *now;
    AiseBuffer file, copy;
    const char *name;
    unsigned long long passed, failed;
    uint64_t seed;
    bool all;
} Damage;

/* ---- reading ---- */

static bool on_game(void *context, const AiseGame *game)
{
    static const AiseWriting how = {.dialect = AISE_DIALECT_AISE};
    Damage *d = context;
    Reading *r = d->now;
    if (r->games == GAMES_MAX)
        return false;
    Game *g = &r->game[r->games++];
    *g = (Game){.begin = r->text.length, .line = aise_game_line(game)};
    aise_pgn_write(game, &how, &r->text);
    aise_buffer_text(&r->text, aise_game_status(game));
    for (size_t i = 0; i < aise_game_findings(game); i++) {
        aise_buffer_byte(&r->text, ' ');
        aise_buffer_text(&r->text, aise_finding_code(aise_game_finding(game, i)));
    }
    g->end = r->text.length;
    return true;
}

static void read_text(Damage *d, Reading *into, const char *bytes, size_t length)
{
    AiseSink sink = {.context = d, .game_end = on_game};
    into->text.length = into->games = 0;
    d->now = into;
    if (aise_reader_memory(d->reader, d->name, bytes, length, &sink) == AISE_STATUS_MEMORY)
        aise_guard_raise(&d->guard, AISE_ERROR_MEMORY);
}

static void find_starts(Damage *d)
{
    const char *bytes = d->file.bytes;
    uint64_t line = 1;
    size_t game = 0;
    for (size_t at = 0; at <= d->file.length && game < d->whole.games; at++) {
        while (game < d->whole.games && d->whole.game[game].line == line)
            d->whole.game[game++].start = at;
        while (at < d->file.length && bytes[at] != '\n')
            at++;
        line++;
    }
}

/* ---- comparing ---- */

static bool same_game(const Damage *d, size_t whole, size_t hurt)
{
    const Game *a = &d->whole.game[whole], *b = &d->hurt.game[hurt];
    return a->end - a->begin == b->end - b->begin &&
           memcmp(d->whole.text.bytes + a->begin, d->hurt.text.bytes + b->begin, a->end - a->begin) == 0;
}

/* Games before `first` and from `behind` on must be as they were. */
static bool neighbours_same(const Damage *d, size_t first, size_t behind, size_t *which)
{
    for (size_t i = 0; i < first; i++)
        if (i >= d->hurt.games || !same_game(d, i, i)) {
            *which = i;
            return false;
        }
    for (size_t i = behind; i < d->whole.games; i++) {
        size_t left = d->whole.games - i;
        if (left > d->hurt.games - first || !same_game(d, i, d->hurt.games - left)) {
            *which = i;
            return false;
        }
    }
    return true;
}

static void tell(Damage *d, const char *kind, size_t at, size_t which)
{
    if (d->failed++ >= TOLD_MAX)
        return;
    size_t line = 1, begin = 0, end = at;
    for (size_t i = 0; i < at; i++)
        if (d->file.bytes[i] == '\n') {
            line++;
            begin = i + 1;
        }
    for (unsigned lines = 0; end < d->copy.length && lines < 2; end++)
        lines += d->copy.bytes[end] == '\n';
    printf("%s:%zu:%zu: %s: game %zu is another (%zu games, now %zu):\n%.*s\n", d->name, line, at - begin + 1, kind, which + 1,
           d->whole.games, d->hurt.games, (int)(end - begin), d->copy.bytes + begin);
}

/* Empty lines and titles between two games are neither's: both may change. */
static bool between_games(const Damage *d, size_t at, size_t game)
{
    const char *bytes = d->file.bytes;
    size_t end = game + 1 < d->whole.games ? d->whole.game[game + 1].start : d->file.length;
    for (size_t i = at; i < end; i++)
        if (bytes[i] == '\n') { /* the line's end, then only short lines */
            for (i++; i < end && (bytes[i] == '\n' || bytes[i] == '\r' || (bytes[i] >= 'A' && bytes[i] <= 'Z') ||
                                  strchr(" /-", bytes[i]) != NULL);)
                i++;
            return i >= end;
        }
    return false;
}

static void check(Damage *d, const char *kind, size_t at)
{
    size_t game = 0, which = 0;
    read_text(d, &d->hurt, d->copy.bytes, d->copy.length);
    while (game + 1 < d->whole.games && d->whole.game[game + 1].start <= at)
        game++;
    if (d->whole.games < 2 || at < d->whole.game[0].start) { /* what stands before all games is all games' */
        d->passed++;
        return;
    }
    size_t behind = game + 1 + between_games(d, at, game);
    if (neighbours_same(d, game, behind, &which))
        d->passed++;
    else
        tell(d, kind, at, which);
}

/* ---- damage ---- */

static uint64_t draw(Damage *d)
{
    d->seed ^= d->seed << 13;
    d->seed ^= d->seed >> 7;
    d->seed ^= d->seed << 17;
    return d->seed;
}

static void copy_with(Damage *d, size_t at, size_t dropped, const char *put, size_t length)
{
    d->copy.length = 0;
    aise_buffer_add(&d->copy, d->file.bytes, at);
    aise_buffer_add(&d->copy, put, length);
    aise_buffer_add(&d->copy, d->file.bytes + at + dropped, d->file.length - at - dropped);
}

static void hurt_at(Damage *d, size_t at)
{
    static const char bytes[] = "xE1{}()[]\"/.,:;%# \n\r-0<\xe8\x80";
    const char *file = d->file.bytes;
    char put[2] = {file[at], file[at]};
    copy_with(d, at, 1, put, 0);
    check(d, "deleted", at);
    copy_with(d, at, 1, put, 2);
    check(d, "doubled", at);
    for (size_t first = draw(d) % sizeof bytes, i = 0; i < (d->all ? sizeof bytes : 1); i++) {
        put[0] = bytes[(first + i) % sizeof bytes];
        copy_with(d, at, 1, put, 1);
        check(d, "replaced", at);
    }
    if (at + 1 < d->file.length && file[at] != file[at + 1]) {
        put[0] = file[at + 1];
        put[1] = file[at];
        copy_with(d, at, 2, put, 2);
        check(d, "swapped", at);
    }
}

static bool load(Damage *d, const char *path)
{
    FILE *file = fopen(path, "rb");
    char piece[4096];
    size_t got;
    if (file == NULL) {
        perror(path);
        return false;
    }
    d->file.length = 0;
    d->name = path;
    while ((got = fread(piece, 1, sizeof piece, file)) > 0)
        aise_buffer_add(&d->file, piece, got);
    fclose(file);
    return true;
}

static void hurt_file(Damage *d, const char *path)
{
    if (!load(d, path)) {
        d->failed++;
        return;
    }
    read_text(d, &d->whole, d->file.bytes, d->file.length);
    find_starts(d);
    size_t sample = getenv("SAN") != NULL && *getenv("SAN") != '\0' ? SAMPLE / 10 : SAMPLE;
    size_t step = d->all || d->file.length <= sample ? 1 : d->file.length / sample;
    for (size_t at = step > 1 ? draw(d) % step : 0; at < d->file.length; at += step)
        hurt_at(d, at);
}

int main(int argc, char **argv)
{
    static Damage d = {.seed = 88172645463325252u};
    if (setjmp(d.guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return EXIT_FAILURE;
    }
    AiseBuffer *const buffers[] = {&d.whole.text, &d.hurt.text, &d.file, &d.copy};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_init(buffers[i], &d.guard);
    d.reader = aise_reader_new(NULL, NULL);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--all") == 0)
            d.all = true;
        else
            hurt_file(&d, argv[i]);
    aise_reader_free(d.reader);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_free(buffers[i]);
    printf("%llu passed, %llu failed\n", d.passed, d.failed);
    return d.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
