/* Nothing names the variant: the one under which most replays (NOTATION 3.4). */
#include "src/replay/replay.h"

#include <math.h>
#include <string.h>

#define VARIANTS_MAX 16
#define SURPRISE_MARGIN 5.0 /* bits by which a narrower variant must explain the game better than one named before it */

uint64_t aise_play_merit(const AisePlay *play)
{
    uint64_t plies = play->reading[0].plies, slips = play->slips;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    for (; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent)
        slips += (play->link[leaf].flags & (AISE_FLAG_JOIN | AISE_FLAG_CUT | AISE_FLAG_CHECK | AISE_FLAG_SIGN |
                                            AISE_FLAG_EFFECTS | AISE_FLAG_MUTATION | AISE_FLAG_CHOICE |
                                            AISE_FLAG_PLUS)) != 0;
    if (slips > 0xffff)
        slips = 0xffff;
    return (plies << 17) + ((uint64_t)(play->broken == AISE_BREAK_NONE) << 16) + (0xffff - slips);
}

/* Plays the record under `v` in r->trial; false when its start position is none of the variant's. */
static bool try_variant(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AiseLetters letters,
                        const AiseVariant *v)
{
    size_t findings = r->findings;
    bool set = aise_set_start(r, heading, v);
    r->findings = findings;
    if (set)
        aise_play_record(r->trial, v, letters, record, heading->first, &r->start);
    return set;
}

/* How unlikely the game in r->trial is if every lawful ply is equally likely, in bits: of two variants that both explain
   a game, the one that allows less explains it better. */
static double surprise(AiseReplay *r, const AiseVariant *v)
{
    const AisePlay *play = r->trial;
    size_t n = play->reading[0].plies;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    uint32_t *node = aise_arena_alloc(&r->arena, (n + 1) * sizeof *node);
    for (size_t i = n; i-- > 0; leaf = play->link[leaf].parent)
        node[i] = leaf;
    AisePosition p = r->start;
    double bits = 0;
    for (size_t i = 0; i < n; i++) {
        AiseUndo undo;
        bits += log2((double)aise_rules_count(v, &p));
        aise_rules_play(v, &p, &play->ply[node[i]].ply, &undo);
    }
    return bits;
}

/* Of variants that replay the game equally well: the first, unless a later one explains it clearly better. */
static const AiseVariant *settle(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading,
                                 AiseLetters letters, const AiseVariant *const *tied, size_t count)
{
    const AiseVariant *best = NULL;
    double least = 0;
    for (size_t i = 0; i < count; i++) {
        try_variant(r, record, heading, letters, tied[i]);
        double bits = surprise(r, tied[i]);
        if (best == NULL || bits + SURPRISE_MARGIN < least) {
            best = tied[i];
            least = bits;
        }
    }
    try_variant(r, record, heading, letters, best);
    aise_swap_plays(r);
    return best;
}

static void tell_tie(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading,
                     const AiseVariant *const *tied, size_t count)
{
    AiseBuffer *names = &r->scratch;
    names->length = 0;
    for (size_t i = 0; i < count; i++) {
        aise_buffer_text(names, i > 0 ? ", " : "");
        aise_buffer_text(names, tied[i]->id);
    }
    AiseFinding *f = aise_replay_finding(r, AISE_CODE_H204, record->items[heading->first].span);
    aise_finding_text(r, f, names->bytes, names->length);
    aise_finding_text(r, f, heading->variant->id, strlen(heading->variant->id));
    f->has_hint = true;
}

bool aise_infer(AiseReplay *r, const AiseRecord *record, AiseHeading *heading)
{
    AiseLetters letters = aise_guess_letters(record, heading);
    const AiseVariant *tied[VARIANTS_MAX];
    uint64_t best = 0;
    size_t count = 0;
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        const AiseVariant *v = aise_variants[i];
        if (!try_variant(r, record, heading, letters, v))
            continue;
        if (i == 0 && heading->has_tags && r->trial->broken == AISE_BREAK_NONE) {
            tied[count++] = v; /* PGN without a variant tag is orthodox if it can */
            aise_swap_plays(r);
            break;
        }
        uint64_t merit = aise_play_merit(r->trial);
        if (count == 0 || merit > best) {
            best = merit;
            count = 0;
            aise_swap_plays(r);
        }
        if (merit == best && count < VARIANTS_MAX)
            tied[count++] = v;
    }
    heading->variant = count > 0 ? tied[0] : aise_variants[0];
    if (count > 1 && r->play->reading[0].plies > 0) {
        heading->variant = settle(r, record, heading, letters, tied, count);
        tell_tie(r, record, heading, tied, count);
    }
    return count > 0;
}
