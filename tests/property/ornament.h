/* Random games as PGN, with everything that may stand in and beside them: odd names, set-up positions with their state,
   comments that look like anything else, glyphs, variations, words for the end, damage. */
#ifndef AISE_TESTS_ORNAMENT_H
#define AISE_TESTS_ORNAMENT_H

#include "rules/variant.h"
#include "src/base/base.h"

typedef struct OrnamentGame {
    size_t plies;     /* written before the damage */
    bool damaged;     /* something that is no lawful ply stands behind them */
    AiseBuffer notes; /* what its comments say, without white space, each ended by NUL */
} OrnamentGame;

/* Writes one game. `plies` is the caller's scratch list. */
void ornament_write(OrnamentGame *game, const AiseVariant *v, uint64_t *seed, AisePlies *plies, AiseBuffer *out);

#endif
