/* What the public header tells of games and findings. */
#include <string.h>

#include "src/aise.h"
#include "src/replay/game.h"

const char *aise_game_variant(const AiseGame *game)
{
    return game->variant->id;
}

const char *aise_game_status(const AiseGame *game)
{
    static const char *const names[] = {"ok", "damaged", "empty"};
    return names[game->status];
}

const char *aise_game_result(const AiseGame *game)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    return texts[game->result];
}

const char *aise_game_tag(const AiseGame *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

const char *aise_game_source(const AiseGame *game)
{
    return game->source;
}

uint64_t aise_game_line(const AiseGame *game)
{
    return game->line;
}

size_t aise_game_plies(const AiseGame *game)
{
    return game->ply_count;
}

const char *aise_game_san(const AiseGame *game, size_t ply)
{
    return ply < game->ply_count ? game->plies[ply].san : "";
}

size_t aise_game_findings(const AiseGame *game)
{
    return game->finding_count;
}

const AiseFinding *aise_game_finding(const AiseGame *game, size_t index)
{
    return index < game->finding_count ? &game->findings[index] : NULL;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t aise_game_hash(const AiseGame *game, size_t plies)
{
    uint64_t hash = hash_bytes(UINT64_C(0xcbf29ce484222325), game->variant->id, strlen(game->variant->id));
    if (game->set_up) {
        char fen[AISE_FEN_MAX], state[AISE_STATE_MAX];
        aise_fen_write(&game->variant->traits, &game->start, fen);
        aise_state_write(&game->variant->traits, &game->start, state);
        hash = hash_bytes(hash, fen, strlen(fen));
        hash = hash_bytes(hash, state, strlen(state));
    }
    for (size_t i = 0; i < game->ply_count && i < plies; i++) {
        AisePly ply = game->plies[i].ply;
        ply.type = 0; /* push or pull makes no difference */
        hash = hash_bytes(hash, &ply, sizeof ply);
    }
    return hash;
}

const char *aise_finding_code(const AiseFinding *finding)
{
    return aise_code_name(finding->code);
}

const char *aise_finding_severity(const AiseFinding *finding)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[finding->severity];
}

uint64_t aise_finding_line(const AiseFinding *finding)
{
    return finding->line;
}

uint64_t aise_finding_column(const AiseFinding *finding)
{
    return finding->column;
}
