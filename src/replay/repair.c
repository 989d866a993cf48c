/* Finds the smallest correction (NOTATION 3.4): lists what may have been meant at each written ply, plays the likely ones
   and keeps those under which the rest replays. */
#include "src/replay/repair.h"

#include <stdlib.h>
#include <string.h>

enum {
    COST_SECOND_SLIP = 60, /* the game breaks again further on */
    REACH_EACH = 3,        /* what each ply played beyond the break is worth then */
    REACH_COUNTED = 30,
    REACH_LEAST = 3,
    REACH_JOINED = 1,      /* the least where nothing but a separator was lost */
    COST_JOINED = 70,
    MARGIN = 40,           /* how much dearer the others may be */
    COST_UNPROVED = 100,   /* dearer ones must let some plies behind them be played */
    COST_DOUBTFUL = 85,    /* a cheaper slip may be that of a sign between plies */
    COST_SURE = 85,        /* a slip in what is prose otherwise */
    GUESSES_LEAST = 8,     /* so many plies may have been left out, and */
    GUESSES_SHARE = 85,    /* in a hundred of those thought of: none is proposed */
    READINGS_MOST = 4,     /* in which corrections are looked for, where the first has none */
    AHEAD = 24,            /* written plies looked at behind the break */
    WINDOW = 10            /* plies before the break where their order and number is doubted, besides two turns */
};

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

/* The plies of a reading that hold, with the positions before them. */
static void take_played(AiseRepair *x, const AiseReading *reading)
{
    const AisePlay *play = x->r->play;
    size_t plies = reading->plies;
    uint32_t *node = aise_arena_alloc(&x->r->arena, (plies + 1) * sizeof *node);
    uint32_t leaf = reading->leaf;
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
            *resume = aise_slash_hangs(x) ? x->end : x->slot[mend->slot - 1].end;
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
        [AISE_MEND_TEXT] = 0};
    return mend->kind == AISE_MEND_SWAP ? mend->count : added[mend->kind];
}

/* Does the trial leave prose where moves were? The text is not yet corrected: only what stands behind is looked at. */
static bool trial_keeps(const AiseRepair *x, const AiseSlot *slot, size_t resume)
{
    AiseMend nowhere = {.span = {0, 0}};
    if (slot->record != x->record)
        return true;
    if (resume > x->end && x->end < x->record->count)
        nowhere.span = x->record->items[x->end].span;
    return aise_mend_keeps(x, &nowhere, nowhere.span.end - nowhere.span.begin, x->r->trial);
}

/* Fills whole, reach and total. */
static void try_mend(AiseRepair *x, AiseMend *mend)
{
    AisePlay *trial = x->r->trial;
    AisePosition p;
    size_t resume;
    mend->total = UINT32_MAX;
    if (mend->kind == AISE_MEND_TEXT) {
        mend->whole = true;
        mend->whole = aise_mend_verify(x, mend) && mend->whole && mend->reach >= x->slot[x->broke].plies + mend->count;
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
    uint32_t strange = aise_odd_cost(&odd) + slot->lost;
    mend->total = mend->cost + strange;
    /* What gains nothing, or leaves something odd behind it, as wrong numbers, was no ply too many. */
    bool drops = mend->kind == AISE_MEND_DELETE && !mend->twice && (trial->reading[0].plies == 0 || strange > slot->floor);
    if (drops || !trial_keeps(x, slot, resume)) {
        mend->whole = false;
        mend->total = UINT32_MAX;
    }
    if (mend->whole || mend->total == UINT32_MAX)
        return;
    uint32_t held = x->slot[x->broke].plies + (mend->kind == AISE_MEND_INSERT); /* a guess reaches nothing by itself */
    uint32_t beyond = mend->reach > held ? mend->reach - held : 0;
    bool joined = mend->cost <= COST_JOINED && ((mend->kind == AISE_MEND_SPLIT && !mend->unlike) || (mend->kind == AISE_MEND_REPLACE && mend->count > 1));
    if (beyond < (joined ? REACH_JOINED : REACH_LEAST))
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
    if (x->mends == 0)
        return;
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

/* A ply was left out, and the rest of the game does not tell which: it replays with most of them. */
static void drop_guesses(AiseRepair *x)
{
    size_t tried = 0, whole = 0, kept = 0, best = 0;
    while (best < x->mends && x->mend[best].kind != AISE_MEND_INSERT)
        best++;
    for (size_t i = best; i < x->mends; i++)
        if (x->mend[i].kind == AISE_MEND_INSERT && x->mend[i].slot == x->mend[best].slot) {
            tried++;
            whole += x->mend[i].whole;
        }
    if (whole < GUESSES_LEAST || whole * 100 < tried * GUESSES_SHARE)
        return;
    for (size_t i = 0; i < x->mends; i++)
        if (x->mend[i].kind != AISE_MEND_INSERT)
            x->mend[kept++] = x->mend[i];
    x->mends = kept;
}

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
    drop_guesses(x);
    for (size_t i = 0; i < x->mends && read < AISE_REPAIR_READ_MAX; i++) {
        AiseMend mend = x->mend[i];
        if (mend.total == UINT32_MAX || (kept > 0 && x->mend[0].whole && !mend.whole))
            break;
        if (kept >= AISE_FIXES_MAX && mend.total > x->mend[kept - 1].total + MARGIN / 2)
            break;
        bool whole = mend.whole;
        read++;
        aise_mend_write(x, &mend);
        uint32_t held = x->slot[x->broke].plies;
        if (!aise_mend_verify(x, &mend) || (whole && !mend.whole) || mend.reach < held + (x->end == x->record->count) ||
            (mend.cost > COST_UNPROVED && mend.reach < held + REACH_LEAST))
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

/* The game's plies, as far as they hold in a reading, as slots. */
static AiseRepair *begin(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, unsigned number)
{
    AiseRepair *x = mender(r);
    const AisePlay *play = r->play;
    const AiseReading *reading = &play->reading[number];
    size_t plies = reading->plies;
    size_t room = (plies < AISE_REPAIR_SLOTS_MAX ? plies : AISE_REPAIR_SLOTS_MAX) + 2 + AHEAD + AISE_REPAIR_TEXTS_MAX;
    x->record = record;
    x->heading = heading;
    x->v = play->variant;
    x->letters = play->letters;
    x->reading = number;
    x->end = play->broken ? play->break_item : (uint32_t)record->count;
    x->last = &reading->position;
    x->mends = x->slots = 0;
    x->listed = x->played = 0;
    x->texts = 0;
    x->slot = aise_arena_alloc(&r->arena, room * sizeof *x->slot);
    x->lost = aise_lost_cost(x->letters, record);
    aise_habit_read(&x->habit, x->v, record, x->letters);
    x->keyboard.men = x->habit.letters;
    x->keyboard.cross = x->habit.sign == 'x';
    take_played(x, reading);
    take_rest(x);
    x->short_turn = aise_turn_is_short(r->play);
    x->window = WINDOW + 2 * aise_turn_plies(&x->v->traits, x->last->state.to_move, x->last->state.turn);
    return x;
}

/* Looks for corrections of one reading. True: with one of them the game replays to its end. */
static bool search(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, unsigned reading)
{
    AiseRepair *x = begin(r, record, heading, reading);
    aise_repair_list(x);
    aise_repair_texts(x);
    try_all(x);
    if (x->mends == 0 || !x->mend[0].whole || x->mend[0].kind == AISE_MEND_INSERT || x->mend[0].cost > COST_DOUBTFUL) {
        aise_repair_signs(x);
        try_all(x);
    }
    return x->mends > 0 && x->mend[0].whole;
}

void aise_repair(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    const AisePlay *play = r->play;
    unsigned readings = play->readings < READINGS_MOST ? play->readings : READINGS_MOST;
    bool whole = search(r, record, heading, 0);
    for (unsigned i = 1; i < readings && !whole; i++)
        whole = search(r, record, heading, i);
    if (!whole && readings > 1)
        search(r, record, heading, 0);
    choose(mender(r));
}

void aise_repair_prose(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    bool unread = r->repair && r->play->reading[0].plies == 0 && heading->refused == 0;
    if (!unread && !aise_prose_suspect(r->play, record, heading))
        return;
    AiseRepair *x = begin(r, record, heading, 0);
    aise_repair_texts(x);
    try_all(x);
    choose(x);
    const AiseProposal *best = &r->proposal[0];
    if (r->proposals > 0 && (!best->whole || best->slip > COST_SURE || best->span.begin == best->span.end))
        r->proposals = 0;
}
