/* property [--games N] [--seed S] [--variant ID]: random games and set-ups of every variant, the program against the
   reference generator. Prints what differs, with the position, and `N passed, N failed`: positions that hold, checks
   that do not. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/property/trial.h"

enum { PLIES_FROM_START = 80, PLIES_FROM_SET_UP = 8, WHOLE_PLIES = 2, MADE_UP = 40 };

typedef struct Wish {
    unsigned long games; /* 0: as many as a short run has */
    uint64_t seed;
    const char *variant; /* NULL: all */
} Wish;

static bool is_special(const Trial *t, const AisePly *ply)
{
    return ply->type == AISE_PLY_EN_PASSANT || ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG ||
           ply->agent_promo != AISE_NO_KIND || ply->patient_promo != AISE_NO_KIND || ply->restored_files != 0 ||
           ply->type == AISE_PLY_DOUBLE || (ply->type == AISE_PLY_PLAIN && t->p.man[ply->agent_to] != AISE_EMPTY);
}

/* Any ply, but one that captures, promotes, castles … more often than its share. */
static size_t choose(Trial *t)
{
    for (unsigned i = trial_below(t, 4); i > 0; i--) {
        size_t at = trial_random(t) % t->plies.count;
        if (is_special(t, &t->plies.ply[at]))
            return at;
    }
    return trial_random(t) % t->plies.count;
}

/* The reload and every ply; some of them whole. */
static void check_plies_on(Trial *t, size_t chosen)
{
    check_reload(t);
    for (size_t i = 0; i < t->plies.count; i++)
        check_ply(t, i, i == chosen);
    for (unsigned i = 1; i < WHOLE_PLIES; i++)
        check_ply(t, trial_random(t) % t->plies.count, true);
}

static void walk(Trial *t, unsigned most)
{
    AiseUndo undo;

    for (unsigned n = 0; n < most; n++) {
        unsigned long long failed = t->failed;
        if (!check_position(t))
            return;
        for (unsigned i = 0; i < MADE_UP; i++)
            check_written(t);
        size_t chosen = t->plies.count > 0 ? choose(t) : 0;
        if (t->plies.count > 0)
            check_plies_on(t, chosen);
        if (t->failed > failed)
            return;
        t->passed++;
        if (t->plies.count == 0)
            return;
        AisePly ply = t->plies.ply[chosen];
        RefPly same = trial_reference(&ply);
        aise_rules_play(t->v, &t->p, &ply, &undo);
        ref_play(&t->r, &same);
    }
}

/* Games of a short run: the reference takes its time with the dynamos. */
static unsigned long short_run(const AiseVariant *v)
{
    unsigned long games = v->dynamo ? 16 : 48;
    const char *sanitized = getenv("SAN");

    return sanitized != NULL && *sanitized != '\0' ? games / 4 : games;
}

static void try_variant(Trial *t, const Wish *wish)
{
    unsigned long games = wish->games > 0 ? wish->games : short_run(t->v);
    unsigned long long passed = t->passed, checks = t->checks, failed = t->failed;

    t->lawful = t->unlawful = 0;
    for (t->game = 1; t->game <= games; t->game++) {
        t->seed = wish->seed * UINT64_C(0x2545f4914f6cdd1d) + t->game;
        trial_start(t);
        walk(t, 1 + trial_below(t, PLIES_FROM_START));
        for (unsigned i = 0; i < PLIES_FROM_START / PLIES_FROM_SET_UP; i++)
            if (trial_set_up(t))
                walk(t, PLIES_FROM_SET_UP);
    }
    printf("%-22s %7llu positions, %8llu lawful plies, %8llu unlawful, %10llu checks, %llu bad\n", t->v->id,
           t->passed - passed, t->lawful, t->unlawful, t->checks - checks, t->failed - failed);
    fflush(stdout);
}

static bool read_wish(int argc, char **argv, Wish *wish)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--games") == 0)
            wish->games = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            wish->seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--variant") == 0)
            wish->variant = argv[i + 1];
        else
            return false;
    }
    return wish->variant == NULL || aise_variant_find(wish->variant, strlen(wish->variant)) != NULL;
}

int main(int argc, char **argv)
{
    static Trial trial;
    static AiseGuard guard;
    Wish wish = {.seed = 1};

    if (!read_wish(argc, argv, &wish)) {
        fputs("usage: property [--games N] [--seed S] [--variant ID]\n", stderr);
        return 2;
    }
    if (setjmp(guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return 1;
    }
    aise_plies_init(&trial.plies, &guard);
    aise_plies_init(&trial.found, &guard);
    const AiseVariant *only = wish.variant ? aise_variant_find(wish.variant, strlen(wish.variant)) : NULL;
    for (const AiseVariant *const *v = aise_variants; *v != NULL; v++) {
        if (only != NULL && *v != only)
            continue;
        trial.v = *v;
        if (trial_check(&trial, ref_variant((*v)->id, &trial.reference), "the reference does not know it"))
            try_variant(&trial, &wish);
    }
    ref_plies_free(&trial.known);
    aise_plies_free(&trial.plies);
    aise_plies_free(&trial.found);
    printf("%llu passed, %llu failed\n", trial.passed, trial.failed);
    return trial.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
