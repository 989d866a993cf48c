/* A slip at a sign between plies, which cuts them where none ends: `e5e/4`, `Cf 4b6`, `C/d2`. The text is read again. */
#include "src/replay/repair.h"

#include <string.h>

enum {
    REACH_BEFORE = 12,   /* bytes before the break, and */
    REACH_BEHIND = 14,   /* behind it, within its line */
    COST_SIGN_SWAPPED = 68,
    COST_OTHER_SIGN = 75,
    PLIES_WON = 2 /* at least: those that the sign parts */
};

static bool is_sign(char c)
{
    return c == '/' || c == ' ' || c == ',' || c == ':';
}

static bool is_typed(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void add(AiseRepair *x, uint32_t at, const char *text, size_t length, unsigned cost)
{
    AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .count = PLIES_WON, .cost = cost,
                     .span = {at, at + (uint32_t)length}};
    mend.text = aise_arena_copy(&x->r->arena, text, length);
    aise_mend_add(x, &mend);
}

void aise_repair_signs(AiseRepair *x)
{
    const char *text = x->record->text;
    const AiseItem *broken = x->end < x->record->count ? &x->record->items[x->end] : NULL;
    if (broken == NULL || broken->kind != AISE_ITEM_BAD_PLY)
        return;
    uint32_t begin = broken->span.begin, end = begin, first = begin;
    while (first > 0 && begin - first < REACH_BEFORE && (unsigned char)text[first - 1] >= ' ')
        first--;
    while (end < x->record->length && end - begin < REACH_BEHIND && (unsigned char)text[end] >= ' ')
        end++;
    for (uint32_t at = first; at + 1 < end; at++) {
        const char swapped[] = {text[at + 1], text[at], '\0'};
        const char *other = text[at] == '/' ? ":" : text[at] == ':' ? "/" : NULL;
        if ((is_sign(text[at]) && is_typed(text[at + 1])) || (is_typed(text[at]) && is_sign(text[at + 1])))
            add(x, at, swapped, 2, COST_SIGN_SWAPPED);
        if (other != NULL)
            add(x, at, other, 1, COST_OTHER_SIGN);
    }
}
