/* What was moves before a correction, or was typed as moves at the break, is not to become prose by it. */
#include "src/replay/repair.h"

/* A place of the corrected text in the game's own; false: it is within what the correction wrote. */
static bool place_before(const AiseMend *mend, uint32_t written, uint32_t at, uint32_t *before)
{
    *before = at;
    if (at < mend->span.begin)
        return true;
    if (at < mend->span.begin + written)
        return false;
    *before = at - written + (mend->span.end - mend->span.begin);
    return true;
}

static uint32_t item_begin(const AiseRecord *record, size_t item)
{
    return item < record->count ? record->items[item].span.begin : record->length;
}

static bool was_prose(const AiseRepair *x, uint32_t at)
{
    const AisePlay *play = x->r->play;
    size_t low = 0, high = play->proses;
    while (low < high) { /* the first that ends behind it */
        size_t middle = (low + high) / 2;
        if (item_begin(x->record, play->prose[middle].end) <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < play->proses && at >= item_begin(x->record, play->prose[low].first);
}

/* Was it played, or does it stand on the line of the break, behind it? */
static bool was_moves(const AiseRepair *x, uint32_t at)
{
    if (at < item_begin(x->record, x->end))
        return !was_prose(x, at);
    return x->end < x->record->count && at < item_begin(x->record, aise_line_end(x->record, x->end));
}

static bool is_ply(const AiseItem *item)
{
    return item->kind == AISE_ITEM_PLY || item->kind == AISE_ITEM_BAD_PLY;
}

/* Does the line of prose hold what was moves? A line of nothing but moves behind the game's end is no prose either. */
static bool takes_moves(const AiseRepair *x, const AiseMend *mend, uint32_t written, const AisePlay *play,
                        const AiseLineRange *prose)
{
    const AiseRecord *record = play->record;
    bool over = play->reading[0].position.state.outcome != AISE_PLAYING;
    bool all_moves = over && (record->items[prose->first].flags & AISE_ITEM_ALL_MOVES);
    for (size_t i = prose->first; i < prose->end; i++) {
        uint32_t before;
        if (!is_ply(&record->items[i]))
            continue;
        if (!place_before(mend, written, record->items[i].span.begin, &before) || was_moves(x, before) ||
            (all_moves && !was_prose(x, before)))
            return true;
    }
    return false;
}

/* The token at the break is replaced, or it is played now. */
static bool break_mended(const AiseRepair *x, const AiseMend *mend, uint32_t written, const AisePlay *play)
{
    const AiseItem *item = &x->record->items[x->end];
    if (x->end >= x->record->count || (!is_ply(item) && item->kind != AISE_ITEM_TEXT))
        return true;
    AiseSpan broke = item->span;
    if (mend->span.begin < broke.end && mend->span.end > broke.begin)
        return true;
    uint32_t at = broke.begin < mend->span.begin ? broke.begin : broke.begin + written - (mend->span.end - mend->span.begin);
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    for (; leaf != AISE_NO_NODE && play->ply[leaf].text.end > at; leaf = play->link[leaf].parent)
        if (play->ply[leaf].text.begin <= at)
            return true;
    return false;
}

bool aise_mend_keeps(const AiseRepair *x, const AiseMend *mend, uint32_t written, const AisePlay *play)
{
    if (!break_mended(x, mend, written, play))
        return false;
    for (size_t i = 0; i < play->proses; i++)
        if (takes_moves(x, mend, written, play, &play->prose[i]))
            return false;
    return true;
}
