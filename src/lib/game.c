/* What the public header tells of games and findings. */
#include <string.h>

#include "src/aise.h"
#include "src/replay/game.h"
#include "src/replay/hash.h"

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

uint64_t aise_game_hash(const AiseGame *game, size_t plies)
{
    char start[AISE_START_MAX];
    uint64_t hash = aise_hash_start(game->variant->id, aise_game_start(game, start));
    for (size_t i = 0; i < game->ply_count && i < plies; i++)
        hash = aise_hash_ply(hash, game->plies[i].san, game->plies[i].san_length);
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

size_t aise_finding_fixes(const AiseFinding *finding)
{
    return finding->fix_count;
}

const char *aise_finding_fix_at(const AiseFinding *finding, size_t index, uint64_t *line, uint64_t *column, uint64_t *length)
{
    if (index >= finding->fix_count)
        return NULL;
    const AiseFix *fix = &finding->fix[index];
    *line = fix->line;
    *column = fix->column;
    *length = fix->length;
    return fix->text;
}
