/* Games for tests of the sinks: plies given in SAN of dialect `aise` and played by the rules. */
#ifndef AISE_TESTS_PLAYED_H
#define AISE_TESTS_PLAYED_H

#include "src/replay/game.h"

enum { PLAYED_PLIES = 160, PLAYED_NOTES = 32, PLAYED_TAGS = 16 };

typedef struct Played {
    AiseGuard guard;
    AiseGame game;
    AisePlyRecord ply[PLAYED_PLIES];
    AiseNote note[PLAYED_NOTES];
    size_t notes;
    AiseTag tag[PLAYED_TAGS];
} Played;

/* A game with the seven tags; event, white, black may be NULL ("?"). */
void played_begin(Played *played, const char *variant, const char *event, const char *white, const char *black,
                  AiseResult result);
/* A start of its own. */
void played_set_up(Played *played, const char *fen, const char *state);
/* A further tag, in ASCII order. */
void played_tag(Played *played, const char *name, const char *value);
/* Plays the plies, parted by spaces, without `+` and `#`; a mark `!`, `??` … becomes a glyph. The test fails at one
   that is not lawful. */
void played_plies(Played *played, const char *plies);
/* A note behind the last ply, or before the first. */
void played_comment(Played *played, const char *text);
void played_variation(Played *played, const char *text);

#endif
