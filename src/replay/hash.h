/* A game's hash: of its variant, start and plies as dialect `aise` writes them, whatever they were written like. It grows
   ply by ply, so that a game's hash is met again in every longer game that begins with it. */
#ifndef AISE_REPLAY_HASH_H
#define AISE_REPLAY_HASH_H

#include <string.h>

#include "src/replay/game.h"

#define AISE_START_MAX (AISE_FEN_MAX + AISE_STATE_MAX)

/* The start as a text: empty for the usual one, else FEN and, behind `|`, AiseState. Returns `out`. */
const char *aise_game_start(const AiseGame *game, char out[AISE_START_MAX]);
uint64_t aise_hash_start(const char *variant, const char *start);

static inline uint64_t aise_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Eight bytes, the first one lowest. */
static inline uint64_t aise_hash_load(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* One ply; up to seven bytes behind it are read too. */
static inline uint64_t aise_hash_ply(uint64_t hash, const char *san, size_t length)
{
    for (; length > 8; san += 8, length -= 8)
        hash = aise_hash_word(hash, aise_hash_load(san));
    if (length == 0)
        return hash;
    return aise_hash_word(hash, aise_hash_load(san) & UINT64_MAX >> (64 - 8 * length));
}

#endif
