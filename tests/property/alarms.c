/* No false alarms: random lawful games of every variant, written in the ways people write, are read back. The same plies
   must come out, without an error, and without a warning that a person would not agree with: only a writer who leaves
   out capture signs is told so.

   alarms [--games N] [--seed S] [--variant ID]      N games a variant */
#include "src/aise.h"
#include "src/replay/game.h"
#include "tests/bench/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILURES_SHOWN = 12, PLIES_LEAST = 12, PLIES_MORE = 90, GAMES = 60, GAMES_SANITIZED = 12 };

typedef struct Alarms {
    AiseGuard guard;
    AiseReader *reader;
    AisePlies plies;
    AiseBuffer text;
    StyleGame game;
    StyleWay way;
    unsigned long number;
    uint64_t seed; /* the game's own */
    size_t games_read;
    bool good;
    unsigned long long passed, failed;
} Alarms;

static void complain(Alarms *a, const char *what)
{
    if (a->good && a->failed < FAILURES_SHOWN)
        printf("%s, game %lu (seed %llu): %s\n%.*s", a->game.variant->id, a->number, (unsigned long long)a->seed, what,
               (int)a->text.length, a->text.bytes);
    a->good = false;
}

static bool expected(const Alarms *a, const AiseFinding *finding)
{
    if (strcmp(aise_finding_severity(finding), "note") == 0)
        return true;
    return a->way.sign == 0 && strcmp(aise_finding_code(finding), "B203") == 0;
}

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Alarms *a = context;
    char what[120];
    (void)game;
    if (!expected(a, finding)) {
        snprintf(what, sizeof what, "%s at line %llu, column %llu", aise_finding_code(finding),
                 (unsigned long long)aise_finding_line(finding), (unsigned long long)aise_finding_column(finding));
        complain(a, what);
    }
    return true;
}

static bool on_game(void *context, const AiseGame *game)
{
    Alarms *a = context;
    char what[80];
    a->games_read++;
    size_t same = 0;
    while (same < game->ply_count && same < a->game.plies && aise_ply_same(&game->plies[same].ply, &a->game.ply[same]))
        same++;
    if (same != a->game.plies || same != game->ply_count) {
        snprintf(what, sizeof what, "%zu plies of %zu are the same, %zu read", same, a->game.plies, game->ply_count);
        complain(a, what);
    }
    if (game->variant != a->game.variant)
        complain(a, "another variant");
    return true;
}

static void try_game(Alarms *a, const AiseVariant *v, uint64_t seed)
{
    AiseSink sink = {.context = a, .finding = on_finding, .game_end = on_game};
    a->seed = seed;
    for (unsigned i = 0; i < 4; i++)
        style_draw(&seed, 2);
    style_play(&a->game, v, PLIES_LEAST + style_draw(&seed, PLIES_MORE), &seed, &a->plies);
    style_way(&a->way, v, &seed);
    a->text.length = 0;
    style_write(&a->game, &a->way, &seed, &a->plies, &a->text);
    a->good = true;
    a->games_read = 0;
    if (aise_reader_memory(a->reader, "listing", a->text.bytes, a->text.length, &sink) != AISE_STATUS_OK ||
        a->games_read != 1)
        complain(a, "it is not read as one game");
    a->passed += a->good;
    a->failed += !a->good;
}

typedef struct Wish {
    unsigned long games;
    uint64_t seed;
    const AiseVariant *only;
} Wish;

static bool read_wish(int argc, char **argv, Wish *wish)
{
    const char *sanitized = getenv("SAN");
    *wish = (Wish){.games = sanitized != NULL && *sanitized != '\0' ? GAMES_SANITIZED : GAMES, .seed = 1};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--games") == 0)
            wish->games = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            wish->seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--variant") == 0)
            wish->only = aise_variant_find(argv[i + 1], strlen(argv[i + 1]));
        else
            return false;
        if (strcmp(argv[i], "--variant") == 0 && wish->only == NULL)
            return false;
    }
    return argc % 2 == 1;
}

int main(int argc, char **argv)
{
    static Alarms a;
    Wish wish;
    if (!read_wish(argc, argv, &wish)) {
        fputs("usage: alarms [--games N] [--seed S] [--variant ID]\n", stderr);
        return 2;
    }
    a.reader = aise_reader_new(NULL, NULL);
    if (a.reader == NULL || setjmp(a.guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return 1;
    }
    aise_plies_init(&a.plies, &a.guard);
    aise_buffer_init(&a.text, &a.guard);
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        unsigned long long failed = a.failed;
        if (wish.only != NULL && wish.only != aise_variants[i])
            continue;
        for (a.number = 1; a.number <= wish.games; a.number++)
            try_game(&a, aise_variants[i], (wish.seed << 32) + (i << 24) + a.number);
        printf("%-22s %9lu games, %llu with a false alarm\n", aise_variants[i]->id, wish.games, a.failed - failed);
        fflush(stdout);
    }
    aise_plies_free(&a.plies);
    aise_buffer_free(&a.text);
    aise_reader_free(a.reader);
    printf("%llu passed, %llu failed\n", a.passed, a.failed);
    return a.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
