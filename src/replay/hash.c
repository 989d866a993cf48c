/* Where a game's hash begins. */
#include "src/replay/hash.h"

const char *aise_game_start(const AiseGame *game, char out[AISE_START_MAX])
{
    out[0] = '\0';
    if (!game->set_up)
        return out;
    aise_fen_write(&game->variant->traits, &game->start, out);
    size_t length = strlen(out);
    aise_state_write(&game->variant->traits, &game->start, out + length + 1);
    if (out[length + 1] != '\0')
        out[length] = '|';
    return out;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = aise_hash_word(hash, (unsigned char)*text);
    return aise_hash_word(hash, 0);
}

uint64_t aise_hash_start(const char *variant, const char *start)
{
    return hash_text(hash_text(UINT64_C(0x616973652d686173), variant), start);
}
