/* A slip at a sign between plies, which cuts them where none ends: `e5e/4`, `Cf 4b6`, `C/d2`, `e67Cc6`, `e5(Cf6`. The text
   is read again. */
#include "src/replay/repair.h"

#include <string.h>

enum {
    REACH_BEFORE = 12,   /* bytes before the break, and */
    REACH_BEHIND = 14,   /* behind it, within its line */
    COST_SIGN_SWAPPED = 68,
    COST_OTHER_SIGN = 36, /* and the key */
    COST_TWICE = 28,
    COST_LETTER_SWAPPED = 40,
    COST_PIECES_SWAPPED = 54,
    KEYS_MOST = 45,       /* further keys are not thought of */
    PLIES_WON = 2         /* at least: those that the sign parts */
};

static bool is_sign(char c)
{
    return c == '/' || c == ' ' || c == ',' || c == ':';
}

static bool is_typed(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Of a ply, or between what it moves. */
static bool is_piece(char c)
{
    return is_typed(c) || c == '/' || c == ':' || c == '(' || c == ')' || c == '=';
}

/* As many bytes as those at `at` in their place. */
static void add(AiseRepair *x, uint32_t at, const char *text, size_t length, unsigned won, unsigned cost)
{
    AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .count = (uint8_t)won, .cost = cost,
                     .span = {at, at + (uint32_t)length}};
    mend.text = aise_arena_copy(&x->r->arena, text, length);
    aise_mend_add(x, &mend);
}

/* A slash or a colon may be meant by the sign at `at`. */
static void add_keys(AiseRepair *x, uint32_t at, unsigned won)
{
    static const char meant[] = "/:";
    const char typed = x->record->text[at];
    for (const char *sign = meant; *sign != '\0'; sign++) {
        unsigned cost = memchr(meant, typed, sizeof meant - 1) != NULL ? KEYS_MOST
                        : typed > 0                                   ? x->keyboard.miss[(unsigned char)*sign][(unsigned char)typed]
                                                                      : UINT8_MAX;
        if (typed != *sign && cost <= KEYS_MOST)
            add(x, at, sign, 1, won, COST_OTHER_SIGN + cost);
    }
}

/* `Ab5D/f3`: a man's letter before the slash instead of behind it. */
void aise_repair_letters(AiseRepair *x)
{
    const char *text = x->record->text;
    uint32_t at = x->slot[x->broke].span.begin, end = at;
    while (end < x->record->length && end - at < REACH_BEHIND && is_piece(text[end]))
        end++;
    for (at++; at + 2 < end; at++) {
        const char swapped[] = {'/', text[at], '\0'};
        if (text[at] >= 'A' && text[at] <= 'Z' && text[at + 1] == '/' && text[at - 1] >= '1' && text[at - 1] <= '8' &&
            (is_typed(text[at + 2]) || text[at + 2] == ':'))
            add(x, at, swapped, 2, 1, COST_LETTER_SWAPPED);
    }
}

/* Agent and patient at the break, `Cd6/Cd6/d6c8`, `Pd7e6/Ac8d7`: one of them typed twice, or the patient first. */
void aise_repair_pieces(AiseRepair *x)
{
    const char *text = x->record->text;
    const AiseSlot *slot = &x->slot[x->broke];
    AiseBuffer *out = &x->text;
    uint32_t begin = slot->span.begin, end = begin;
    if (slot->end == slot->item || x->v->slash == AISE_JOIN_PLY)
        return;
    while (begin > 0 && slot->span.begin - begin < REACH_BEFORE && is_piece(text[begin - 1]))
        begin--;
    uint32_t piece = begin, before = begin;
    while (end < x->record->length && end - begin < AISE_TYPED_MAX && is_piece(text[end]))
        end++;
    for (uint32_t at = begin; at <= end; at++) {
        if (at < end && text[at] != '/')
            continue;
        if (piece > begin && at - piece == piece - 1 - before && memcmp(text + piece, text + before, at - piece) == 0)
            aise_mend_add(x, &(AiseMend){.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .count = 1, .cost = COST_TWICE,
                                         .span = {piece - 1, at}, .text = ""});
        if (piece > begin && before == begin && at == end && begin == slot->span.begin && x->v->slash == AISE_JOIN_PATIENT) {
            out->length = 0;
            aise_buffer_add(out, text + piece, end - piece);
            aise_buffer_byte(out, '/');
            aise_buffer_add(out, text + begin, piece - 1 - begin);
            add(x, begin, aise_arena_copy(&x->r->arena, out->bytes, out->length), end - begin, 1, COST_PIECES_SWAPPED);
        }
        before = piece;
        piece = at + 1;
    }
}

/* The unclosed parenthesis between the last ply that was played and the break, or right behind the ply that breaks; NULL:
   none. */
static const AiseItem *open_parenthesis(const AiseRepair *x)
{
    size_t last = x->broke > 0 ? x->slot[x->broke - 1].end : x->heading->first;
    for (size_t i = x->end + 2 < x->record->count ? x->end + 2 : x->record->count; i > last; i--)
        if (x->record->items[i - 1].kind == AISE_ITEM_VARIATION && x->record->items[i - 1].extra == 2)
            return &x->record->items[i - 1];
    return NULL;
}

void aise_repair_signs(AiseRepair *x)
{
    const char *text = x->record->text;
    const AiseItem *broken = x->end < x->record->count ? &x->record->items[x->end] : NULL, *open = open_parenthesis(x);
    if (open != NULL)
        add_keys(x, open->span.begin, broken != NULL && broken < open ? 1 : broken != NULL ? PLIES_WON : 1);
    if (broken == NULL || (broken->kind != AISE_ITEM_BAD_PLY && broken->kind != AISE_ITEM_TEXT))
        return;
    uint32_t begin = broken->span.begin, end = begin, first = begin;
    while (first > 0 && begin - first < REACH_BEFORE && (unsigned char)text[first - 1] >= ' ')
        first--;
    while (end < x->record->length && end - begin < REACH_BEHIND && (unsigned char)text[end] >= ' ')
        end++;
    for (uint32_t at = first; at + 1 < end; at++) {
        const char swapped[] = {text[at + 1], text[at], '\0'};
        if ((is_sign(text[at]) && is_typed(text[at + 1])) || (is_typed(text[at]) && is_sign(text[at + 1])))
            add(x, at, swapped, 2, PLIES_WON, COST_SIGN_SWAPPED);
        if (at > first)
            add_keys(x, at, PLIES_WON);
    }
}
