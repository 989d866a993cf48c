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

enum { NUMBER_REACH = 256 }; /* items looked at for the numbers before and behind */

static bool is_turn(const AiseRecord *record, size_t item)
{
    const AiseItem *number = &record->items[item];
    return number->kind == AISE_ITEM_NUMBER && item + 1 < record->count &&
           (number[1].kind == AISE_ITEM_PLY || number[1].kind == AISE_ITEM_BAD_PLY);
}

bool aise_numbers_run_on(const AiseRecord *record, size_t item, uint32_t due)
{
    const AiseItem *items = record->items;
    const uint32_t number = items[item].value;
    size_t before = item, behind = item + 1, least = item > NUMBER_REACH ? item - NUMBER_REACH : 0;
    size_t most = record->count - item > NUMBER_REACH ? item + NUMBER_REACH : record->count;
    if (number == due)
        return false;
    while (behind < most && !(is_turn(record, behind) && items[behind].value != number))
        behind++;
    if (behind < most && (items[behind].value == number + 1 || (number == due + 1 && items[behind].value == due)))
        return true;
    do
        before -= before > least;
    while (before > least && !is_turn(record, before));
    if (before == item || !is_turn(record, before))
        return false;
    bool swapped = number + 1 == due && items[before].value == due && items[item].extra < 2;
    return swapped || (items[before].value + 1 == number && items[before].value != due); /* it was not the one due either */
}

bool aise_turns_are_missing(const AisePlay *play)
{
    for (size_t i = 0; i < play->slips; i++)
        if (aise_numbers_run_on(play->record, play->slip[i].item, play->slip[i].due))
            return true;
    return false;
}
