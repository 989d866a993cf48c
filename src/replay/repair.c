/* Finds the smallest correction (NOTATION 3.4): lists what may have been meant at each written ply, plays the likely ones
   and keeps those under which the rest replays. */
#include "src/replay/repair.h"

#include <stdlib.h>
#include <string.h>

enum {
    COST_MOST = 110,       /* dearer slips are not thought of */
    COST_OTHER_SIDE = 12,  /* castling to the wrong side */
    COST_LEFT_OUT = 44,    /* a ply; and which one it was comes on top */
    COST_TWICE = 57,
    COST_SUPERFLUOUS = 103, /* a ply that is no repetition */
    COST_SWAPPED = 54,
    COST_NUMBER = 45,
    COST_LOST = 50,        /* a separator */
    COST_SECOND_SLIP = 60, /* the game breaks again further on */
    REACH_EACH = 3,        /* what each ply played beyond the break is worth then */
    REACH_COUNTED = 30,
    REACH_LEAST = 3,
    MARGIN = 40,           /* how much dearer the others may be */
    AHEAD = 24,            /* written plies looked at behind the break */
    PLAYED = 15,
    COST_SURE = 85,        /* a slip in what is prose otherwise */
    WINDOW = 10,           /* plies before the break where their order and number is doubted */
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

/* ---- written plies ---- */

static bool number_between(const AiseRecord *record, size_t from, size_t to)
{
    for (; from < to; from++)
        if (record->items[from].kind == AISE_ITEM_NUMBER)
            return true;
    return false;
}

static size_t previous_end(const AiseRepair *x)
{
    return x->slots > 0 ? x->slot[x->slots - 1].end : x->heading->first;
}

static AiseSlot *new_slot(AiseRepair *x, uint32_t item, uint32_t end, AiseSpan span)
{
    size_t before = previous_end(x);
    AiseSlot *slot = &x->slot[x->slots++];
    slot->record = x->record;
    slot->item = item;
    slot->end = end;
    slot->span = span;
    slot->flags = 0;
    slot->half = false;
    slot->number = number_between(x->record, before, item);
    return slot;
}

static void count_lines(const AisePlay *play, uint32_t item, AiseOdd *odd)
{
    odd->count[AISE_ODD_NUMBERS] = odd->count[AISE_ODD_PROSE] = 0;
    for (size_t i = 0; i < play->slips; i++)
        odd->count[AISE_ODD_NUMBERS] = (uint16_t)(odd->count[AISE_ODD_NUMBERS] + (play->slip[i].item < item));
    for (size_t i = 0; i < play->proses; i++)
        odd->count[AISE_ODD_PROSE] = (uint16_t)(odd->count[AISE_ODD_PROSE] + (play->prose[i].first < item));
}

/* The plies that hold, with the positions before them. */
static void take_played(AiseRepair *x, size_t plies)
{
    const AisePlay *play = x->r->play;
    uint32_t *node = aise_arena_alloc(&x->r->arena, (plies + 1) * sizeof *node);
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    size_t skipped = plies > AISE_REPAIR_SLOTS_MAX ? plies - AISE_REPAIR_SLOTS_MAX : 0;
    AisePosition p = x->r->start;
    AiseOdd odd = {{0}, {0}};
    for (size_t i = plies; i-- > 0; leaf = play->link[leaf].parent)
        node[i] = leaf;
    for (size_t i = 0; i < plies; i++) {
        const AisePlyRecord *ply = &play->ply[node[i]];
        const AiseLink *link = &play->link[node[i]];
        AiseUndo undo;
        if (i >= skipped) {
            AiseSlot *slot = new_slot(x, link->item, link->item + link->items, ply->text);
            slot->before = p;
            slot->ply = ply->ply;
            slot->flags = link->flags;
            slot->half = (link->flags & AISE_FLAG_CUT) != 0;
            count_lines(play, link->item, &odd);
            slot->odd = odd;
            slot->lost = x->lost;
            slot->floor = aise_odd_cost(&odd) + x->lost;
            slot->plies = (uint32_t)i;
        }
        aise_odd_add(&odd, ply, link->flags);
        aise_rules_play(x->v, &p, &ply->ply, &undo);
    }
    x->broke = x->slots;
    AiseSlot *slot = &x->slot[x->slots];
    count_lines(play, x->end, &odd);
    slot->odd = odd;
    slot->lost = x->lost;
    slot->floor = aise_odd_cost(&odd) + x->lost;
    slot->plies = (uint32_t)plies;
    slot->before = *x->last;
}

/* The ply (or number) at the break and those behind it; positions are known only of the first. */
static void take_rest(AiseRepair *x)
{
    const AiseRecord *record = x->record;
    size_t at = x->end, most = x->broke + 1 + AHEAD;
    AiseGroup g;
    if (at < record->count && record->items[at].kind != AISE_ITEM_PLY && record->items[at].kind != AISE_ITEM_BAD_PLY) {
        AiseSpan span = record->items[at].span; /* a number, or text that cannot be read */
        span.end = span.begin;
        new_slot(x, (uint32_t)at, (uint32_t)at, span);
    }
    for (; at < record->count && x->slots < most; at++) {
        const AiseItem *item = &record->items[at];
        if (item->kind != AISE_ITEM_PLY && item->kind != AISE_ITEM_BAD_PLY)
            continue;
        aise_bind_group(x->v, x->letters, record->text, record->items, record->count, at, &g);
        new_slot(x, g.first, g.end, g.span);
        at = g.end - 1;
    }
    if (x->slots == x->broke)
        new_slot(x, (uint32_t)record->count, (uint32_t)record->count, (AiseSpan){record->length, record->length});
}

/* ---- what may have been meant ---- */

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
    aise_typed_read(&typed, x->record->text + span.begin, span.end - span.begin);
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

static void list_insertions(AiseRepair *x, size_t k)
{
    AiseSlot *slot = &x->slot[k];
    Arrivals arrivals;
    if (slot->half || (k > 0 && x->slot[k - 1].half))
        return;
    list_lawful(x, &slot->before, &arrivals);
    AiseMend mend = {.kind = AISE_MEND_INSERT, .slot = (uint32_t)k};
    unsigned cost = COST_LEFT_OUT + aise_nats((uint32_t)x->lawful.count);
    bool numbered = slot->number || slot->end == slot->item;
    mend.behind = numbered && !(slot->number && number_fits(x, k));
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
                                         .cost = COST_TWICE});
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
}

/* One token, or agent and patient, or what was taken for two plies, that was two plies cut here. */
void aise_list_splits(AiseRepair *x, size_t k, unsigned count)
{
    AiseSlot *slot = &x->slot[k];
    const char *text = x->record->text + slot->span.begin;
    size_t length = x->slot[k + count - 1].span.end - slot->span.begin;
    AiseWritten first, second;
    for (size_t cut = 2; cut + 2 <= length && length < AISE_TYPED_MAX && !slot->half; cut++) {
        size_t skip = text[cut] == '/' || text[cut] == ' ';
        if (!aise_mend_read(x, text, cut, &first) || !aise_mend_read(x, text + cut + skip, length - cut - skip, &second))
            continue;
        aise_bind_candidates(x->v, &slot->before, &first, &x->answers);
        size_t firsts = x->answers.count;
        for (size_t i = 0; i < firsts && i < 4; i++) {
            AisePosition p = slot->before;
            AiseUndo undo;
            AiseWritten again = second;
            AiseMend mend = {.kind = AISE_MEND_SPLIT, .count = (uint8_t)count, .slot = (uint32_t)k, .cut = (uint16_t)cut,
                             .ply = x->answers.ply[i], .cost = COST_LOST};
            aise_rules_play(x->v, &p, &mend.ply, &undo);
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
    if (s->left != aise_turn_plies(&x->v->traits, s->to_move, s->turn) || number->value == s->turn)
        return;
    while (digits.end < number->span.end && x->record->text[digits.end] >= '0' && x->record->text[digits.end] <= '9')
        digits.end++;
    out->length = 0;
    aise_buffer_number(out, s->turn);
    AiseTyped typed;
    aise_typed_read(&typed, x->record->text + digits.begin, digits.end - digits.begin);
    AiseMend mend = {.kind = AISE_MEND_NUMBER, .slot = (uint32_t)x->broke, .span = digits};
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

static void list_all(AiseRepair *x)
{
    bool joins = x->v->slash == AISE_JOIN_PATIENT || x->v->slash == AISE_JOIN_AFFECTED;
    x->listed = 0;
    list_numbers(x);
    for (size_t k = x->broke + 1; k-- > 0 && x->listed < AISE_REPAIR_LISTED_MAX;) {
        bool text = x->slot[k].end > x->slot[k].item, near = k + x->window > x->broke;
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
            (joins || x->slot[k].span.end == x->slot[k + 1].span.begin) &&
            x->slot[k + 1].span.end - x->slot[k].span.begin < AISE_TYPED_MAX) {
            aise_list_replacements(x, k, 2);
            aise_list_splits(x, k, 2);
        }
    }
}

/* ---- trials ---- */

/* Plays the groups of slots [from, to) on `p`. */
static bool play_slots(AiseRepair *x, AisePosition *p, size_t from, size_t to)
{
    for (; from < to; from++) {
        const AiseSlot *slot = &x->slot[from];
        AiseGroup g;
        AiseUndo undo;
        aise_bind_group(x->v, x->letters, slot->record->text, slot->record->items, slot->record->count, slot->item, &g);
        if (!g.readable)
            return false;
        aise_bind_candidates(x->v, p, &g.written, &x->answers);
        if (x->answers.count == 0)
            return false;
        aise_rules_play(x->v, p, &x->answers.ply[0], &undo);
    }
    return true;
}

/* The position behind the corrected plies, and the item to go on from. */
static bool begin_trial(AiseRepair *x, const AiseMend *mend, AisePosition *p, size_t *resume)
{
    AiseSlot *slot = &x->slot[mend->slot];
    AiseUndo undo;
    *p = slot->before;
    *resume = mend->count > 0 ? x->slot[mend->slot + mend->count - 1].end : slot->item;
    switch (mend->kind) {
    case AISE_MEND_REPLACE:
        aise_rules_play(x->v, p, &mend->ply, &undo);
        return true;
    case AISE_MEND_SPLIT:
        aise_rules_play(x->v, p, &mend->ply, &undo);
        aise_rules_play(x->v, p, &mend->second, &undo);
        return true;
    case AISE_MEND_INSERT:
        aise_rules_play(x->v, p, &mend->ply, &undo);
        if (mend->behind)
            *resume = x->slot[mend->slot - 1].end;
        return true;
    case AISE_MEND_DELETE:
        return true;
    case AISE_MEND_SWAP:
        return play_slots(x, p, mend->slot + mend->middle, mend->slot + mend->count) &&
               play_slots(x, p, mend->slot, mend->slot + mend->middle);
    default:
        return false;
    }
}

/* Plies that take the place of the slots. */
static unsigned added_plies(const AiseMend *mend)
{
    static const uint8_t added[] = {
        [AISE_MEND_REPLACE] = 1, [AISE_MEND_SPLIT] = 2, [AISE_MEND_INSERT] = 1, [AISE_MEND_DELETE] = 0,
        [AISE_MEND_NUMBER] = 0};
    return mend->kind == AISE_MEND_SWAP ? mend->count : added[mend->kind];
}

/* Fills whole, reach and total. */
static void try_mend(AiseRepair *x, AiseMend *mend)
{
    AisePlay *trial = x->r->trial;
    AisePosition p;
    size_t resume;
    mend->total = UINT32_MAX;
    if (mend->kind == AISE_MEND_NUMBER) {
        mend->whole = true;
        mend->whole = aise_mend_verify(x, mend) && mend->whole;
        if (!mend->whole)
            mend->total = UINT32_MAX;
        return;
    }
    if (!begin_trial(x, mend, &p, &resume))
        return;
    const AiseSlot *slot = &x->slot[mend->slot];
    aise_play_record(trial, x->v, x->letters, slot->record, resume, &p);
    x->played += trial->nodes + 1;
    mend->whole = trial->broken == AISE_BREAK_NONE;
    mend->reach = slot->plies + added_plies(mend) + trial->reading[0].plies;
    AiseOdd odd = slot->odd;
    aise_odd_play(&odd, trial, trial->broken ? trial->broken_leaf : trial->reading[0].leaf);
    mend->total = mend->cost + aise_odd_cost(&odd) + slot->lost;
    if (mend->whole)
        return;
    uint32_t held = x->slot[x->broke].plies, beyond = mend->reach > held ? mend->reach - held : 0;
    if (beyond < REACH_LEAST)
        mend->total = UINT32_MAX;
    else
        mend->total += COST_SECOND_SLIP + REACH_EACH * (REACH_COUNTED - (beyond < REACH_COUNTED ? beyond : REACH_COUNTED));
}

/* The later slot first. */
static int by_place(const AiseMend *m, const AiseMend *n)
{
    if (m->slot != n->slot)
        return m->slot > n->slot ? -1 : 1;
    return (m->order > n->order) - (m->order < n->order);
}

static int by_cost(const void *a, const void *b)
{
    const AiseMend *m = a, *n = b;
    if (m->cost != n->cost)
        return m->cost < n->cost ? -1 : 1;
    return by_place(m, n);
}

static int by_total(const void *a, const void *b)
{
    const AiseMend *m = a, *n = b;
    if (m->whole != n->whole)
        return m->whole ? -1 : 1;
    if (m->total != n->total)
        return m->total < n->total ? -1 : 1;
    return by_place(m, n);
}

/* Cheapest first, until the rest is too dear to matter. */
static void try_all(AiseRepair *x)
{
    uint32_t best = UINT32_MAX;
    size_t tried = 0;
    if (x->mends > 1)
        qsort(x->mend, x->mends, sizeof *x->mend, by_cost);
    for (; tried < x->mends && x->played < AISE_REPAIR_PLAYED_MAX; tried++) {
        AiseMend *mend = &x->mend[tried];
        mend->total = UINT32_MAX;
        if (best != UINT32_MAX && mend->cost > best + MARGIN)
            break;
        if (best != UINT32_MAX && mend->cost + x->slot[mend->slot].floor > best + MARGIN)
            continue;
        try_mend(x, mend);
        if (mend->whole && mend->total < best)
            best = mend->total;
    }
    x->mends = tried;
    if (x->mends > 1)
        qsort(x->mend, x->mends, sizeof *x->mend, by_total);
}

/* ---- proposals ---- */

static bool is_new(const AiseRepair *x, size_t kept, const AiseMend *mend)
{
    for (size_t i = 0; i < kept; i++)
        if (x->mend[i].game == mend->game)
            return false;
    return true;
}

/* The corrected texts are read again, best first; those that hold what the trial promised are kept. */
static void choose(AiseRepair *x)
{
    size_t kept = 0, read = 0;
    for (size_t i = 0; i < x->mends && read < AISE_REPAIR_READ_MAX; i++) {
        AiseMend mend = x->mend[i];
        if (mend.total == UINT32_MAX || (kept > 0 && x->mend[0].whole && !mend.whole))
            break;
        if (kept >= AISE_FIXES_MAX && mend.total > x->mend[kept - 1].total + MARGIN / 2)
            break;
        bool whole = mend.whole;
        read++;
        aise_mend_write(x, &mend);
        if (!aise_mend_verify(x, &mend) || (whole && !mend.whole) ||
            (x->end == x->record->count && mend.reach <= x->slot[x->broke].plies))
            continue;
        if (is_new(x, kept, &mend))
            x->mend[kept++] = mend;
    }
    if (kept > 1)
        qsort(x->mend, kept, sizeof *x->mend, by_total);
    AiseReplay *r = x->r;
    for (size_t i = 0; i < kept && r->proposals < AISE_FIXES_MAX; i++)
        r->proposal[r->proposals++] =
            (AiseProposal){x->mend[i].span, x->mend[i].text, x->mend[i].cost, x->mend[i].total, x->mend[i].whole};
}

static AiseRepair *mender(AiseReplay *r)
{
    if (r->mender == NULL) {
        AiseRepair *x = aise_guard_realloc(r->guard, NULL, sizeof *x);
        memset(x, 0, sizeof *x);
        x->r = r;
        aise_plies_init(&x->lawful, r->guard);
        aise_plies_init(&x->answers, r->guard);
        aise_buffer_init(&x->text, r->guard);
        aise_keyboard_make(&x->keyboard);
        r->mender = x;
    }
    return r->mender;
}

void aise_repair_free(AiseReplay *r)
{
    AiseRepair *x = r->mender;
    if (x == NULL)
        return;
    aise_plies_free(&x->lawful);
    aise_plies_free(&x->answers);
    aise_buffer_free(&x->text);
    free(x->mend);
    free(x);
    r->mender = NULL;
}

/* The game's plies, as far as they hold, as slots. */
static AiseRepair *begin(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    AiseRepair *x = mender(r);
    const AisePlay *play = r->play;
    size_t plies = play->reading[0].plies;
    size_t room = (plies < AISE_REPAIR_SLOTS_MAX ? plies : AISE_REPAIR_SLOTS_MAX) + 2 + AHEAD + AISE_REPAIR_TEXTS_MAX;
    x->record = record;
    x->heading = heading;
    x->v = play->variant;
    x->letters = play->letters;
    x->end = play->broken ? play->break_item : (uint32_t)record->count;
    x->last = play->broken ? &play->break_position : &play->reading[0].position;
    x->mends = x->slots = 0;
    x->listed = x->played = 0;
    x->texts = 0;
    x->slot = aise_arena_alloc(&r->arena, room * sizeof *x->slot);
    x->lost = aise_lost_cost(x->letters, record);
    aise_habit_read(&x->habit, x->v, record, x->letters);
    take_played(x, plies);
    take_rest(x);
    x->window = WINDOW + 2 * aise_turn_plies(&x->v->traits, x->last->state.to_move, x->last->state.turn);
    return x;
}

void aise_repair(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    AiseRepair *x = begin(r, record, heading);
    list_all(x);
    aise_repair_texts(x);
    try_all(x);
    choose(x);
}

void aise_repair_prose(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    if (!aise_prose_suspect(r->play, record, heading))
        return;
    AiseRepair *x = begin(r, record, heading);
    aise_repair_texts(x);
    try_all(x);
    choose(x);
    while (r->proposals > 0 && (!r->proposal[0].whole || r->proposal[0].slip > COST_SURE))
        r->proposals = 0;
}
