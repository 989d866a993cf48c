/* Is it that the turn before the break has too few plies, because what breaks is the other side's? */
#include "src/replay/replay.h"

/* Does the separator before the group, as the variant joins plies, begin the next side's turn (NOTATION 1.3)? */
static bool begins_turn(const AisePlay *play)
{
    const AiseVariant *v = play->variant;
    const AiseItem *item = &play->record->items[play->break_group.first];
    bool gap = (item->flags & (AISE_ITEM_GAP | AISE_ITEM_LINE_START)) != 0;
    while (item > play->record->items && item[-1].kind == AISE_ITEM_SKIPPED)
        item--;
    if (item == play->record->items)
        return false;
    if (item[-1].kind != AISE_ITEM_JOIN)
        return gap && item[-1].kind != AISE_ITEM_NUMBER && v->space == AISE_JOIN_TURN;
    if (item[-1].value == AISE_SIGN_COMMA)
        return v->comma == AISE_JOIN_TURN;
    /* a slash with nothing but a stroke behind it */
    return gap && item < &play->record->items[play->break_group.first] && v->space == AISE_JOIN_TURN;
}

bool aise_turn_is_short(AisePlay *play)
{
    const AiseVariant *v = play->variant;
    AisePosition p = play->break_position;
    AiseState *s = &p.state;
    if (play->broken != AISE_BREAK_UNLAWFUL || play->broken_leaf == AISE_NO_NODE || play->pgn_style ||
        v->numbering != AISE_NUMBER_TURNS || s->left == aise_turn_plies(&v->traits, s->to_move, s->turn) ||
        !begins_turn(play))
        return false;
    AiseWritten written = play->break_group.written;
    s->left = 1;
    aise_turn_advance(&v->traits, &p);
    aise_bind_candidates(v, &p, &written, &play->candidates);
    return play->candidates.count > 0;
}
