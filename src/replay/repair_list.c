/* What may have been meant at each written ply, each with its cost: other plies, more or fewer, another order, a number. */
#include "src/replay/repair.h"

#include <string.h>

/* In tenths of a nat; those of characters are in repair_cost.c. */
enum {
    COST_MOST = 110,       /* dearer slips are not thought of */
    PLAYED = 15,           /* a ply people play as often as others */
    COST_OTHER_SIDE = 12,  /* castling to the wrong side */
    COST_LEFT_OUT = 44,    /* a ply; and which one it was comes on top */
    COST_TWICE = 28,
    COST_SUPERFLUOUS = 103, /* a ply that is no repetition */
    COST_SWAPPED = 54,
    COST_NUMBER = 45,
    COST_LOST = 50,        /* a separator */
    BLOCK_MOST = 12,       /* plies typed twice in a row */
    NUMBERS_MOST = 8       /* lines called prose for their number that are doubted */
};

void aise_mend_add(AiseRepair *x, const AiseMend *mend)
{
    if (x->mends == x->capacity)
        x->mend = aise_grow(x->r->guard, x->mend, x->mends, &x->capacity, sizeof *x->mend);
    x->mend[x->mends] = *mend;
    x->mend[x->mends].order = (uint32_t)x->mends;
    x->mends++;
}

/* How many lawful plies of a kind go to a square. */
typedef struct Arrivals {
    uint8_t count[8][66];
} Arrivals;

static void list_lawful(AiseRepair *x, AisePosition *p, Arrivals *arrivals)
{
    x->lawful.count = 0;
    aise_rules_generate(x->v, p, &x->lawful);
    x->listed += x->lawful.count + 1;
    memset(arrivals, 0, sizeof *arrivals);
    for (size_t i = 0; i < x->lawful.count; i++) {
        const AisePly *ply = &x->lawful.ply[i];
        uint8_t *count = &arrivals->count[aise_man_kind(p->man[ply->agent_from])][ply->agent_to];
        if (ply->patient_from == AISE_NONE && (ply->agent_promo == AISE_NO_KIND || ply->agent_promo == AISE_QUEEN))
            *count = (uint8_t)(*count + (*count < 255));
    }
}

static bool all_noughts(const AiseTyped *typed)
{
    for (unsigned i = 0; i < typed->length; i++)
        if (typed->sign[i] != '0')
            return false;
    return typed->length >= 2;
}

static bool castles(const AisePly *ply)
{
    return ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG;
}

/* How little a player is drawn to a ply, in tenths of a nat; PLAYED is the usual. */
static unsigned reluctance(const AisePosition *p, const AisePly *ply)
{
    static const uint8_t value[8] = {1, 3, 3, 5, 9, 9, 0, 0};
    unsigned kind = aise_man_kind(p->man[ply->agent_from]), cost = PLAYED;
    unsigned target = ply->patient_from == AISE_NONE ? ply->agent_to : ply->patient_from;
    if (castles(ply) || (target < 64 && p->man[target] == aise_man(p->state.to_move ^ 1u, AISE_KING)))
        return 0;
    if (ply->agent_to == AISE_OFF)
        return PLAYED + 18;
    if (ply->patient_from != AISE_NONE)
        return ply->patient_to == AISE_OFF ? PLAYED + 10 : PLAYED;
    if (kind == AISE_KING)
        cost += 12;
    if (p->man[ply->agent_to] != AISE_EMPTY)
        cost -= value[aise_man_kind(p->man[ply->agent_to])] >= value[kind] ? 8 : 4;
    if (ply->agent_promo != AISE_NO_KIND && ply->agent_promo != AISE_QUEEN)
        cost += 10;
    if (aise_file(ply->agent_to) - 2u < 4 && aise_rank(ply->agent_to) - 2u < 4)
        cost -= 4;
    if ((kind == AISE_KNIGHT || kind == AISE_BISHOP) && aise_rank(ply->agent_from) % 7 == 0)
        cost -= 3;
    return cost;
}

static uint64_t sign_set(const char *sign, unsigned length)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < length; i++)
        set |= UINT64_C(1) << (sign[i] & 63);
    return set;
}

void aise_list_replacements(AiseRepair *x, size_t k, unsigned count)
{
    AiseSlot *slot = &x->slot[k];
    AiseSpan span = {slot->span.begin, x->slot[k + count - 1].span.end};
    AiseTyped typed;
    AisePattern pattern;
    Arrivals arrivals;
    aise_typed_read(&x->keyboard, &typed, x->record->text + span.begin, span.end - span.begin);
    if (typed.length == 0)
        return; /* dashes: they tell nothing */
    list_lawful(x, &slot->before, &arrivals);
    uint64_t signs = sign_set(typed.sign, typed.length);
    for (size_t i = 0; i < x->lawful.count; i++) {
        const AisePly *ply = &x->lawful.ply[i];
        if (count == 1 && k < x->broke && aise_ply_same(ply, &slot->ply))
            continue;
        unsigned kind = aise_man_kind(slot->before.man[ply->agent_from]);
        aise_pattern_make(x, &slot->before, ply, arrivals.count[kind][ply->agent_to] > 1, &pattern);
        if (__builtin_popcountll(signs & ~sign_set(pattern.sign, pattern.length)) > 2)
            continue;
        unsigned cost = castles(ply) && all_noughts(&typed)
                            ? COST_OTHER_SIDE
                            : aise_slip_cost(&x->keyboard, &pattern, &typed, COST_MOST);
        if (cost == 0 && k == x->broke && x->r->play->broken == AISE_BREAK_EXTRA)
            continue; /* it is written so; what lacks is what ends the turn before it */
        if (typed.passing && ply->type != AISE_PLY_EN_PASSANT)
            cost += COST_MOST / 2;
        cost += reluctance(&slot->before, ply);
        if (cost <= COST_MOST)
            aise_mend_add(x, &(AiseMend){.kind = AISE_MEND_REPLACE, .count = (uint8_t)count, .slot = (uint32_t)k,
                                         .ply = *ply, .cost = cost});
    }
}

/* Is the number that stands before slot `k` the one due there? */
static bool number_fits(const AiseRepair *x, size_t k)
{
    const AiseSlot *slot = &x->slot[k];
    const AiseState *s = &slot->before.state;
    bool series = x->v->numbering == AISE_NUMBER_SERIES;
    for (size_t at = slot->item; at-- > 0;) {
        const AiseItem *item = &x->record->items[at];
        if (item->kind == AISE_ITEM_NUMBER)
            return item->value == s->turn && (series || (item->extra >= 2) == (s->to_move == AISE_BLACK)) &&
                   s->left == aise_turn_plies(&x->v->traits, s->to_move, s->turn);
    }
    return false;
}

/* Does a slash in the turn of slot `k` promise a ply that is none? That is the slip then, and no ply was left out. */
static bool promises_ply(const AiseRepair *x, size_t k)
{
    const AiseItem *items = x->record->items;
    size_t from = x->slot[k].item;
    while (from > x->heading->first && items[from - 1].kind != AISE_ITEM_NUMBER)
        from--;
    for (size_t i = from; i < x->end && i + 1 < x->record->count; i++)
        if (items[i].kind == AISE_ITEM_JOIN && items[i].value == AISE_SIGN_SLASH && items[i + 1].kind != AISE_ITEM_PLY &&
            items[i + 1].kind != AISE_ITEM_BAD_PLY && !(items[i + 1].flags & AISE_ITEM_LINE_START))
            return true;
    return false;
}

bool aise_slash_hangs(const AiseRepair *x)
{
    const AiseItem *items = x->record->items;
    return x->v->slash == AISE_JOIN_PLY && x->end > x->heading->first && items[x->end - 1].kind == AISE_ITEM_JOIN &&
           items[x->end - 1].value == AISE_SIGN_SLASH && (x->end == x->record->count || (items[x->end].flags & AISE_ITEM_LINE_START));
}

static void list_insertions(AiseRepair *x, size_t k)
{
    AiseSlot *slot = &x->slot[k];
    Arrivals arrivals;
    bool hangs = aise_slash_hangs(x);
    if ((hangs && k != x->broke) || slot->half || (k > 0 && x->slot[k - 1].half) || promises_ply(x, k))
        return;
    list_lawful(x, &slot->before, &arrivals);
    AiseMend mend = {.kind = AISE_MEND_INSERT, .slot = (uint32_t)k};
    unsigned cost = COST_LEFT_OUT + aise_nats((uint32_t)x->lawful.count);
    bool numbered = slot->number || slot->end == slot->item;
    mend.behind = hangs || (numbered && !(slot->number && number_fits(x, k)));
    if (mend.behind && k == 0)
        return;
    for (size_t i = 0; i < x->lawful.count; i++) {
        mend.ply = x->lawful.ply[i];
        mend.cost = cost + reluctance(&slot->before, &mend.ply);
        aise_mend_add(x, &mend);
    }
}

static bool same_text(const AiseRepair *x, size_t a, size_t b)
{
    AiseSpan s = x->slot[a].span, t = x->slot[b].span;
    return s.end - s.begin == t.end - t.begin && s.end > s.begin &&
           memcmp(x->record->text + s.begin, x->record->text + t.begin, s.end - s.begin) == 0;
}

/* Plies typed twice, and single ones too many near the break. */
static void list_deletions(AiseRepair *x, size_t k)
{
    for (size_t n = 1; n <= BLOCK_MOST && n <= k && k + n <= x->slots; n++) {
        bool same = true;
        for (size_t i = 0; i < n && same; i++)
            same = same_text(x, k - n + i, k + i) && !x->slot[k + i].half;
        if (same)
            aise_mend_add(x, &(AiseMend){.kind = AISE_MEND_DELETE, .count = (uint8_t)n, .slot = (uint32_t)k,
                                         .cost = COST_TWICE, .twice = true});
    }
    if (k + x->window > x->broke && x->slot[k].end > x->slot[k].item && !x->slot[k].half)
        aise_mend_add(x, &(AiseMend){.kind = AISE_MEND_DELETE, .count = 1, .slot = (uint32_t)k, .cost = COST_SUPERFLUOUS});
}

static void list_swap(AiseRepair *x, size_t k, unsigned middle, unsigned count)
{
    if (k + count > x->slots)
        return;
    for (size_t i = k; i < k + count; i++)
        if (x->slot[i].half || x->slot[i].end == x->slot[i].item || (i > k && x->slot[i].number))
            return;
    aise_mend_add(x, &(AiseMend){.kind = AISE_MEND_SWAP, .count = (uint8_t)count, .middle = (uint8_t)middle,
                                 .slot = (uint32_t)k, .cost = COST_SWAPPED});
}

static void list_swaps(AiseRepair *x, size_t k)
{
    const AiseState *s = &x->slot[k].before.state;
    unsigned turn = aise_turn_plies(&x->v->traits, s->to_move, s->turn);
    list_swap(x, k, 1, 2);
    if (x->v->numbering == AISE_NUMBER_TURNS && s->left == turn)
        list_swap(x, k, 2, 2 + turn);
    if (turn > 1 && s->left == turn && k + 1 + turn == x->slots) /* the last turn is not complete */
        list_swap(x, k, 1, 1 + turn);
}

/* The second of two plies is not readable: those that it may have meant. */
static void list_second(AiseRepair *x, const AisePosition *after, const char *text, size_t length, AiseMend *mend)
{
    AisePosition p = *after;
    Arrivals arrivals;
    AisePattern pattern;
    AiseTyped typed;
    aise_typed_read(&x->keyboard, &typed, text, length);
    if (typed.length == 0)
        return;
    list_lawful(x, &p, &arrivals);
    uint64_t signs = sign_set(typed.sign, typed.length);
    for (size_t i = 0; i < x->lawful.count; i++) {
        const AisePly *ply = &x->lawful.ply[i];
        unsigned kind = aise_man_kind(p.man[ply->agent_from]);
        aise_pattern_make(x, &p, ply, arrivals.count[kind][ply->agent_to] > 1, &pattern);
        if (__builtin_popcountll(signs & ~sign_set(pattern.sign, pattern.length)) > 2)
            continue;
        mend->second = *ply;
        mend->cost = aise_slip_cost(&x->keyboard, &pattern, &typed, COST_MOST) + reluctance(&p, ply);
        if (mend->cost <= COST_MOST)
            aise_mend_add(x, mend);
    }
}

/* One token, or agent and patient, or what was taken for two plies, that was two plies cut here. */
void aise_list_splits(AiseRepair *x, size_t k, unsigned count)
{
    AiseSlot *slot = &x->slot[k];
    const char *text = x->record->text + slot->span.begin;
    size_t length = x->slot[k + count - 1].span.end - slot->span.begin;
    AiseWritten first, second;
    for (size_t cut = 2; cut + 2 <= length && length < AISE_TYPED_MAX && !slot->half; cut++) {
        size_t skip = text[cut] == '/' || text[cut] == ' ', rest = length - cut - skip;
        if (!aise_mend_read(x, text, cut, &first))
            continue;
        bool readable = aise_mend_read(x, text + cut + skip, rest, &second);
        if (!readable && skip == 0)
            continue;
        aise_bind_candidates(x->v, &slot->before, &first, &x->answers);
        size_t firsts = x->answers.count;
        for (size_t i = 0; i < firsts && i < (readable ? 4 : 1); i++) {
            AisePosition p = slot->before;
            AiseUndo undo;
            AiseWritten again = second;
            AiseMend mend = {.kind = AISE_MEND_SPLIT, .count = (uint8_t)count, .slot = (uint32_t)k, .cut = (uint16_t)cut,
                             .ply = x->answers.ply[i], .cost = COST_LOST};
            aise_rules_play(x->v, &p, &mend.ply, &undo);
            if (!readable) {
                mend.unlike = true;
                list_second(x, &p, text + cut + skip, rest, &mend);
                continue;
            }
            aise_bind_candidates(x->v, &p, &again, &x->lawful);
            for (size_t j = 0; j < x->lawful.count && j < 4; j++) {
                mend.second = x->lawful.ply[j];
                aise_mend_add(x, &mend);
            }
        }
    }
}

static void list_number(AiseRepair *x, uint32_t item, const AisePosition *p)
{
    const AiseItem *number = &x->record->items[item];
    const AiseState *s = &p->state;
    AiseSpan digits = {number->span.begin, number->span.begin};
    AiseBuffer *out = &x->text;
    if (s->left != aise_turn_plies(&x->v->traits, s->to_move, s->turn) || number->value == s->turn ||
        aise_numbers_run_on(x->record, item, s->turn))
        return;
    while (digits.end < number->span.end && aise_numeral(x->record->text[digits.end]))
        digits.end++;
    out->length = 0;
    aise_buffer_number(out, s->turn);
    AiseTyped typed;
    aise_typed_read(&x->keyboard, &typed, x->record->text + digits.begin, digits.end - digits.begin);
    AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .span = digits};
    mend.text = aise_arena_copy(&x->r->arena, out->bytes, out->length);
    mend.cost = COST_NUMBER + aise_slip_cost_text(&x->keyboard, mend.text, &typed, 60) / 4;
    aise_mend_add(x, &mend);
}

/* Numbers that made a line prose, and the one at the break. */
static void list_numbers(AiseRepair *x)
{
    const AisePlay *play = x->r->play;
    size_t k = 0;
    if (play->broken == AISE_BREAK_NUMBER)
        list_number(x, play->break_item, &play->break_position);
    for (size_t i = play->proses > NUMBERS_MOST ? play->proses - NUMBERS_MOST : 0; i < play->proses; i++) {
        uint32_t item = play->prose[i].first;
        while (k < x->broke && x->slot[k].item < item)
            k++;
        if (x->record->items[item].kind == AISE_ITEM_NUMBER)
            list_number(x, item, &x->slot[k].before);
    }
}

/* With the line ends as they are. */
static void copy_lines(AiseBuffer *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!aise_is_control(text[i]))
            aise_buffer_byte(out, text[i]);
}

/* A line of moves above the turn that goes before it is moved down to where it is due. */
static void list_lines(AiseRepair *x)
{
    const AiseRecord *record = x->record;
    size_t first = x->r->play->misplaced_item, last = x->end;
    if (first >= record->count)
        return;
    size_t behind = aise_line_end(record, first);
    while (behind < last && record->items[behind].kind == AISE_ITEM_BLANK)
        behind++;
    while (last > behind && record->items[last - 1].kind == AISE_ITEM_BLANK)
        last--;
    if (last <= behind)
        return;
    AiseSpan line = {record->items[first].span.begin, record->items[aise_line_end(record, first) - 1].span.end};
    AiseSpan rest = {record->items[behind].span.begin, record->items[last - 1].span.end};
    AiseBuffer *out = &x->text;
    out->length = 0;
    copy_lines(out, record->text + rest.begin, rest.end - rest.begin);
    copy_lines(out, record->text + line.end, rest.begin - line.end);
    copy_lines(out, record->text + line.begin, line.end - line.begin);
    AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .count = 1, .cost = COST_SWAPPED,
                     .span = {line.begin, rest.end}};
    mend.text = aise_arena_copy(&x->r->arena, out->bytes, out->length);
    aise_mend_add(x, &mend);
}

/* Stands nothing between slots `k` and `k + 1`, or no more than a slash, or a blank behind a man's letter? */
static bool are_glued(const AiseRepair *x, size_t k)
{
    uint32_t end = x->slot[k].span.end, begin = x->slot[k + 1].span.begin;
    const char *text = x->record->text;
    return end == begin || (end + 1 == begin && (text[end] == '/' || (text[end] == ' ' && text[end - 1] >= 'A' && text[end - 1] <= 'Z')));
}

void aise_repair_list(AiseRepair *x)
{
    bool joins = x->v->slash == AISE_JOIN_PATIENT || x->v->slash == AISE_JOIN_AFFECTED;
    x->listed = 0;
    list_numbers(x);
    aise_repair_pieces(x);
    aise_repair_letters(x);
    list_lines(x);
    for (size_t k = x->broke + 1; k-- > 0 && x->listed < AISE_REPAIR_LISTED_MAX;) {
        bool text = x->slot[k].end > x->slot[k].item, near = k + x->window > x->broke;
        if (k == x->broke && x->short_turn)
            text = false;
        if (text && !x->slot[k].half)
            aise_list_replacements(x, k, 1);
        if (k + 1 < x->broke && (x->slot[k + 1].flags & AISE_FLAG_SECOND_HALF))
            aise_list_replacements(x, k, 2); /* the token was one ply after all */
        list_deletions(x, k);
        if (!near)
            continue;
        list_insertions(x, k);
        if (!text)
            continue;
        list_swaps(x, k);
        aise_list_splits(x, k, 1);
        if (k + 1 < x->slots && !x->slot[k + 1].number && !x->slot[k].half && !x->slot[k + 1].half &&
            (joins || are_glued(x, k)) &&
            x->slot[k + 1].span.end - x->slot[k].span.begin < AISE_TYPED_MAX) {
            aise_list_replacements(x, k, 2);
            aise_list_splits(x, k, 2);
        }
    }
}
