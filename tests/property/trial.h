/* One position under trial, held by the program and by the reference generator, and what is checked on it. */
#ifndef AISE_PROPERTY_TRIAL_H
#define AISE_PROPERTY_TRIAL_H

#include <stdint.h>

#include "rules/variant.h"
#include "tests/property/ref.h"

enum { KEYS_KEPT = 1 << 14, FAILURES_SHOWN = 20 };

/* A position's key and what it stands for, last seen. */
typedef struct SeenKey {
    uint64_t key, identity;
} SeenKey;

typedef struct Trial {
    const AiseVariant *v;
    RefVariant reference;
    uint64_t seed; /* of the random numbers still to come */
    unsigned long game;
    AisePosition p;
    RefPosition r;
    char fen[REF_FEN_MAX], state[REF_STATE_MAX]; /* of `r` */
    AisePlies plies; /* the program's */
    RefPlies known;  /* the reference's */
    AisePlies found; /* answers to one written ply */
    SeenKey by_key[KEYS_KEPT], by_identity[KEYS_KEPT];
    unsigned long long checks, failed; /* single checks; those that failed */
    unsigned long long passed;         /* positions without failure */
    unsigned long long lawful, unlawful; /* plies: generated; made up, and nothing answers */
} Trial;

uint64_t trial_random(Trial *t);
/* 0 … below - 1 */
unsigned trial_below(Trial *t, unsigned below);
static inline bool trial_chance(Trial *t, unsigned one_in)
{
    return trial_below(t, one_in) == 0;
}

/* Counts one check and returns `good`; the first failures are told with their position. */
__attribute__((format(printf, 3, 4))) bool trial_check(Trial *t, bool good, const char *format, ...);

/* The usual start. */
void trial_start(Trial *t);
/* A random set-up that both accept; false when there is none this time (both must refuse it then). */
bool trial_set_up(Trial *t);

/* The ply as the reference has it. */
RefPly trial_reference(const AisePly *ply);
/* Everything but what a ply is compared by is left out. */
uint64_t trial_pack(const RefPly *ply);

/* Position, outcome, lawful plies, key. Fills `plies` and `known`; false: the two differ, do not go on. */
bool check_position(Trial *t);
/* FEN and AiseState lead back to the same position. */
void check_reload(Trial *t);
/* The ply's notations lead back to it, and undo takes it back. `whole`: also compared with the reference's text. */
void check_ply(Trial *t, size_t index, bool whole);
/* A notation made up at random is answered by just the lawful plies that fit, or there is a reason why not. */
void check_written(Trial *t);

#endif
