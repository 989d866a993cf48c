#include "src/replay/play.h"

#include "src/replay/doubt.h"

#include <stdlib.h>
#include <string.h>

void aise_play_init(AisePlay *play, AiseGuard *guard)
{
    memset(play, 0, sizeof *play);
    play->guard = guard;
    aise_plies_init(&play->candidates, guard);
}

void aise_play_free(AisePlay *play)
{
    free(play->ply);
    free(play->link);
    free(play->slip);
    free(play->prose);
    free(play->turn_place);
    aise_plies_free(&play->candidates);
}

size_t aise_line_end(const AiseRecord *record, size_t item)
{
    size_t next = item + 1;
    while (next < record->count && !(record->items[next].flags & AISE_ITEM_LINE_START))
        next++;
    return next;
}

/* ---- readings ---- */

/* The reading that ends in `leaf` broke at `item`: marks the branch that dies with it. */
static void bury(AisePlay *play, uint32_t leaf, uint32_t item)
{
    while (leaf != AISE_NO_NODE) {
        AiseLink *link = &play->link[leaf];
        link->died = item + 1;
        leaf = link->parent;
        if (leaf != AISE_NO_NODE && play->link[leaf].branches > 1) {
            play->link[leaf].branches--;
            return;
        }
    }
}

/* The marks written against what the ply gives (NOTATION 1.2; H findings). */
static inline unsigned check_flag(const AiseVariant *v, const AiseWritten *w, const char *suffix)
{
    bool mate = suffix[0] == '#', check = suffix[0] == '+';
    if (w->checks & 4)
        return mate ? 0 : AISE_FLAG_CHECK;
    if (!v->writes_check)
        return mate ? AISE_FLAG_UNMARKED : w->checks & 1 ? AISE_FLAG_PLUS : 0;
    if (w->checks & 1)
        return mate || check ? 0 : AISE_FLAG_CHECK;
    return mate || check ? AISE_FLAG_CHECK : 0;
}

/* A single origin letter or digit that no other man of the kind made necessary. */
static inline unsigned superfluous_flag(const AisePosition *p, const AiseWritten *w, const AisePly *ply)
{
    if ((w->from_file == AISE_ANY) == (w->from_rank == AISE_ANY) || w->kind == AISE_PAWN || ply->agent_to >= 64 ||
        ply->patient_from != AISE_NONE)
        return 0;
    uint64_t others = aise_men(p, p->state.to_move, w->kind) & ~aise_bit(ply->agent_from);
    for (others &= aise_reach[w->kind][ply->agent_to]; others != 0; others &= others - 1)
        if (!(aise_between[ply->agent_to][aise_lowest(others)] & aise_occupied(p)))
            return 0;
    return AISE_FLAG_SUPERFLUOUS;
}

/* Men written as affected, and parentheses, against the board. PGN writes no more of them than it likes. */
static unsigned effects_flag(const AiseWritten *w, const AisePlyRecord *record, bool overloaded, bool pgn_style)
{
    uint64_t written = 0, given = record->overloaded | record->restored;
    for (unsigned i = 0; i < w->affected_count; i++)
        written |= aise_bit(w->affected[i].square);
    bool wrong = (written & ~given) != 0 || (w->overloaded && !overloaded);
    bool lacking = written != given || (w->overloaded != 0) != overloaded;
    if (!wrong && !lacking)
        return 0;
    return wrong || !pgn_style ? AISE_FLAG_EFFECTS : AISE_FLAG_EFFECTS | AISE_FLAG_UNTOLD;
}

/* The capture sign, or `e.p.`, against the board. */
static inline unsigned sign_flag(const AiseWritten *w, const AisePly *ply, bool captured)
{
    if (captured != (w->capture != 0) && !(captured && w->kind == AISE_PAWN && w->from_file != AISE_ANY))
        return AISE_FLAG_SIGN;
    return w->en_passant && ply->type != AISE_PLY_EN_PASSANT ? AISE_FLAG_SIGN : 0;
}

/* A promotion without its letter. */
static inline unsigned promotion_flag(const AiseWritten *w, const AisePly *ply)
{
    bool agent = ply->agent_promo != AISE_NO_KIND && w->promo == AISE_NO_KIND;
    bool patient = ply->patient_promo != AISE_NO_KIND && w->patient_promo == AISE_NO_KIND;
    return agent || patient ? AISE_FLAG_PROMOTION : 0;
}

/* What the ply, played, did beside the moves themselves: mutation, co-effects. `kind` of the agent and the overloaded men
   are those before it. */
static unsigned effect_flags(const AisePlay *play, const AisePosition *p, const AiseWritten *w, unsigned kind,
                             uint64_t before, bool captured, AisePlyRecord *record)
{
    const AisePly *ply = &record->ply;
    const AiseVariant *v = play->variant;
    unsigned flags = 0;
    if (v->mutates) {
        unsigned became = aise_man_kind(p->man[ply->agent_to]);
        unsigned mutated = became != kind && ply->agent_promo == AISE_NO_KIND ? became : AISE_NO_KIND;
        unsigned suffix = w->mutation == AISE_NO_KIND && captured ? w->promo : w->mutation; /* MP3: `g:h1=T` */
        bool same = mutated == AISE_NO_KIND && suffix == w->kind; /* `d:c2=P`: true, if needless */
        flags |= mutated != suffix && !same ? AISE_FLAG_MUTATION : 0;
    }
    uint64_t after = p->state.overloaded;
    if (v->co_effects && (before | after | w->affected_count | w->overloaded) != 0) {
        record->overloaded = after & ~before & p->side[record->side ^ 1u];
        record->restored = before & ~after & p->side[record->side] & ~aise_bit(ply->agent_to);
        flags |= effects_flag(w, record, (before & aise_bit(ply->agent_from)) != 0, play->pgn_style);
    }
    return flags;
}

#define QUIET_PLIES 55 /* the least clock at which any variant knows a claim (PR6, series 11) */

static uint32_t new_node(AisePlay *play)
{
    if (play->nodes == play->ply_capacity)
        play->ply = aise_grow(play->guard, play->ply, play->nodes, &play->ply_capacity, sizeof *play->ply);
    if (play->nodes == play->link_capacity)
        play->link = aise_grow(play->guard, play->link, play->nodes, &play->link_capacity, sizeof *play->link);
    return (uint32_t)play->nodes++;
}

/* For what every written ply goes through. */
#define INLINED __attribute__((always_inline)) static inline

/* Plays `ply` on the reading: adds its node and moves the position on. */
static void advance(AisePlay *play, AiseReading *r, const AisePly *ply, const AiseGroup *g, unsigned flags)
{
    const AiseVariant *v = play->variant;
    AisePosition *p = &r->position;
    uint32_t node = new_node(play);
    AisePlyRecord *record = &play->ply[node];
    AiseLink *link = &play->link[node];
    const AiseWritten *w = &g->written;
    bool captured = aise_bind_captures(p, ply);
    record->ply = *ply;
    record->text = g->span;
    record->turn = p->state.turn;
    record->side = p->state.to_move;
    record->first = p->state.left == aise_turn_plies(&v->traits, p->state.to_move, p->state.turn);
    record->nag_count = 0;
    record->overloaded = 0;
    record->restored = 0;
    record->notes = NULL;
    size_t length = aise_san_write(v, p, ply, "KQRBN", record->san);
    flags |= superfluous_flag(p, w, ply) | sign_flag(w, ply, captured);
    if (ply->agent_promo != AISE_NO_KIND || ply->patient_promo != AISE_NO_KIND)
        flags |= promotion_flag(w, ply);
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    uint64_t overloaded = p->state.overloaded;
    aise_rules_play(v, p, ply, NULL);
    const char *suffix = aise_san_suffix(v, p);
    if (suffix[0] != '\0')
        record->san[length++] = suffix[0];
    record->san[length] = '\0';
    record->san_length = (uint8_t)length;
    if (suffix[0] != '\0' || w->checks != 0)
        flags |= check_flag(v, w, suffix);
    if (v->mutates || v->co_effects)
        flags |= effect_flags(play, p, w, kind, overloaded, captured, record);
    if (p->state.clock >= QUIET_PLIES)
        flags |= AISE_FLAG_CLOCK;
    uint64_t key = p->state.to_move != record->side ? p->state.key : 0;
    *link = (AiseLink){r->leaf, g->first, g->end - g->first, node, 1, 0, 1, (uint16_t)flags, p->state.clock, key};
    r->leaf = node;
    r->plies++;
}

/* Readings that reach the same position merge: the one first by origin square stays. */
static void merge(AisePlay *play, AiseReading *next, unsigned *count, uint32_t item)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < *count; i++) {
        bool twin = false;
        for (unsigned j = 0; j < kept && !twin; j++)
            twin = next[j].position.state.key == next[i].position.state.key &&
                   memcmp(next[j].position.man, next[i].position.man, sizeof next[i].position.man) == 0 &&
                   memcmp(&next[j].position.state, &next[i].position.state, sizeof next[i].position.state) == 0;
        if (twin) {
            bury(play, next[i].leaf, item);
        } else {
            if (kept != i)
                next[kept] = next[i];
            kept++;
        }
    }
    *count = kept;
}

/* What binding may have taken for a mutation is a promotion again. */
static void set_promotion(AiseWritten *w, uint8_t promo)
{
    w->promo = promo;
    w->mutation = AISE_NO_KIND;
}

/* All readings go on with every ply that answers to the group. False: none does, and nothing has changed. */
static bool branch(AisePlay *play, AiseGroup *g, unsigned flags)
{
    AiseReading *next = play->next;
    uint32_t dead[AISE_READINGS_MAX];
    unsigned count = 0, deaths = 0;
    uint8_t promo = g->written.promo;
    for (unsigned i = 0; i < play->readings; i++) {
        AiseReading *r = &play->reading[i];
        set_promotion(&g->written, promo);
        aise_bind_candidates(play->variant, &r->position, &g->written, &play->candidates);
        size_t n = play->candidates.count;
        if (n == 0)
            dead[deaths++] = r->leaf;
        if (n > 1 && r->leaf != AISE_NO_NODE)
            play->link[r->leaf].branches = (uint16_t)n;
        uint32_t sibling = (uint32_t)play->nodes;
        for (size_t k = 0; k < n && count < AISE_READINGS_MAX; k++) {
            next[count] = *r;
            advance(play, &next[count], &play->candidates.ply[k], g, flags | (n > 1 ? AISE_FLAG_CHOICE : 0));
            AiseLink *link = &play->link[next[count++].leaf];
            link->sibling = sibling;
            link->siblings = (uint32_t)n;
        }
        play->budget_spent = play->budget_spent || count == AISE_READINGS_MAX;
    }
    if (count == 0)
        return false;
    for (unsigned i = 0; i < deaths; i++)
        bury(play, dead[i], g->first);
    merge(play, next, &count, g->first);
    if (play->nodes > AISE_READING_NODES_MAX && count > 1) {
        play->budget_spent = true;
        count = 1;
    }
    memcpy(play->reading, next, count * sizeof *next);
    play->readings = count;
    return true;
}

/* Against what is written and does not end a reading: signs of capture, mutations. Checks are often left unmarked. */
#define DENIED (AISE_FLAG_SIGN | AISE_FLAG_MUTATION)

/* How many plies of reading `i` deny what is written of them. */
static unsigned denied_plies(const AisePlay *play, unsigned i)
{
    unsigned count = 0;
    for (uint32_t leaf = play->reading[i].leaf; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent)
        count += (play->link[leaf].flags & DENIED) != 0;
    return count;
}

/* The item of the first ply that denies what is written in reading `leaf` and is not of reading `kept`. */
static uint32_t first_denial(const AisePlay *play, uint32_t leaf, uint32_t kept)
{
    uint32_t item = 0;
    while (leaf != kept) {
        bool own = leaf != AISE_NO_NODE && (leaf > kept || kept == AISE_NO_NODE);
        if (own && (play->link[leaf].flags & DENIED))
            item = play->link[leaf].item;
        if (own)
            leaf = play->link[leaf].parent;
        else
            kept = play->link[kept].parent;
    }
    return item;
}

/* Of the readings that stay open, one that agrees with the signs wins (NOTATION 1.2): the best comes first. `drops`: the
   others, which deny more, are given up. */
static void prefer_agreeing(AisePlay *play, bool drops)
{
    unsigned denied[AISE_READINGS_MAX], best = 0, kept = 0;
    for (unsigned i = 0; i < play->readings; i++) {
        denied[i] = denied_plies(play, i);
        best = denied[i] < denied[best] ? i : best;
    }
    uint32_t leaf = play->reading[best].leaf;
    if (!drops) {
        AiseReading first = play->reading[0];
        play->reading[0] = play->reading[best];
        play->reading[best] = first;
        return;
    }
    for (unsigned i = 0; i < play->readings; i++) {
        if (denied[i] > denied[best])
            bury(play, play->reading[i].leaf, first_denial(play, play->reading[i].leaf, leaf));
        else if (kept++ != i)
            play->reading[kept - 1] = play->reading[i];
    }
    play->readings = kept;
}

/* One written ply on all readings. The usual case, one reading and one candidate, is played in place. */
INLINED bool step(AisePlay *play, AiseGroup *g, unsigned flags)
{
    if (play->readings > 1)
        return branch(play, g, flags);
    AiseReading *r = &play->reading[0];
    uint8_t promo = g->written.promo;
    aise_bind_candidates(play->variant, &r->position, &g->written, &play->candidates);
    if (play->candidates.count == 1) {
        advance(play, r, &play->candidates.ply[0], g, flags);
        return true;
    }
    set_promotion(&g->written, promo);
    return play->candidates.count > 1 && branch(play, g, flags);
}

/* ---- lines ---- */

static void mark_copy(AiseLineMark *to, const AiseReading *reading, unsigned readings)
{
    memcpy(to->reading, reading, readings * sizeof *reading);
    to->readings = readings;
}

/* Not the room for readings that there are not. */
static void copy_mark(AiseLineMark *to, const AiseLineMark *from)
{
    mark_copy(to, from->reading, from->readings);
    to->nodes = from->nodes;
    to->slips = from->slips;
    to->proses = from->proses;
    to->moves_end = from->moves_end;
    to->line = from->line;
    to->set = from->set;
}

static bool reads_turn_start(const AisePlay *play, const AiseReading *reading)
{
    const AiseState *s = &reading->position.state;
    return s->left == aise_turn_plies(&play->variant->traits, s->to_move, s->turn);
}

static bool at_turn_start(const AisePlay *play)
{
    return reads_turn_start(play, &play->reading[0]);
}

static void begin_line(AisePlay *play, size_t at)
{
    AiseLineMark *m = &play->line;
    if (!play->pgn_style && m->set && m->nodes < play->nodes)
        play->before = m->reading[0];
    if (at_turn_start(play))
        play->halved.set = false;
    else if (m->set && reads_turn_start(play, &m->reading[0]))
        copy_mark(&play->halved, m);
    mark_copy(m, play->reading, play->readings);
    m->nodes = play->nodes;
    m->slips = play->slips;
    m->proses = play->proses;
    m->moves_end = play->moves_end;
    m->line = at;
    m->set = true;
}

static void go_back(AisePlay *play, const AiseLineMark *m)
{
    memcpy(play->reading, m->reading, m->readings * sizeof *m->reading);
    play->readings = m->readings;
    play->nodes = m->nodes;
    play->slips = m->slips;
    play->proses = m->proses;
    play->moves_end = m->moves_end;
}

/* Nothing but moves: lest they be lost without a word. */
static AiseMoves moves_of(const AiseRecord *record, size_t first, size_t end, AiseMoves moves)
{
    size_t line = first;
    while (line > 0 && !(record->items[line].flags & AISE_ITEM_LINE_START))
        line--;
    bool plies = false, text = false;
    for (size_t i = line; i < end; i++) {
        plies = plies || (i >= first && record->items[i].kind == AISE_ITEM_PLY);
        text = text || record->items[i].kind == AISE_ITEM_TEXT;
    }
    return plies && !text ? moves : AISE_MOVES_NONE;
}

static void call_prose(AisePlay *play, size_t first, size_t end, AiseMoves moves)
{
    moves = moves_of(play->record, first, end, moves);
    play->bare = false;
    if (play->proses == play->prose_capacity)
        play->prose = aise_grow(play->guard, play->prose, play->proses, &play->prose_capacity, sizeof *play->prose);
    play->prose[play->proses++] = (AiseLineRange){(uint32_t)first, (uint32_t)end, (uint8_t)moves};
}

/* ---- turn numbers ---- */

typedef enum Due { DUE, DUE_SLIP, DUE_NOT, DUE_PAST } Due;

/* `2. -`: a dash where White's moves would stand. */
static bool ends_in_dash(const char *text, AiseSpan number)
{
    unsigned char last = (unsigned char)text[number.end - 1];
    return last == '-' || (last >= 0x90 && last <= 0x95);
}

/* Is the number the one of the turn that is due? One off, or repeated, is a slip; DUE_PAST speaks of played turns. */
static Due judge_number(const AisePlay *play, const AiseItem *item)
{
    const AiseState *s = &play->reading[0].position.state;
    const AiseVariant *v = play->variant;
    bool black = item->extra >= 2;
    uint32_t n = item->value;
    if (v->numbering == AISE_NUMBER_SERIES)
        black = s->to_move == AISE_BLACK;
    bool due_black = s->to_move == AISE_BLACK;
    if (s->left != aise_turn_plies(&v->traits, s->to_move, s->turn))
        return n == s->turn && black == due_black ? DUE : n < s->turn ? DUE_PAST : DUE_NOT;
    if (black == due_black) {
        if (n == s->turn)
            return DUE;
        return n + 1 == s->turn || n == s->turn + 1 ? DUE_SLIP : n < s->turn ? DUE_PAST : DUE_NOT;
    }
    if (!black && n == s->turn) /* Black's half under a repeated number */
        return ends_in_dash(play->record->text, item->span) ? DUE : DUE_SLIP;
    return n < s->turn || (n == s->turn && !black) ? DUE_PAST : DUE_NOT;
}

/* Does the number go on from an earlier slip: `2. 2. 2.`, `2. 2. 3. 3.`? */
static bool goes_on(const AisePlay *play, const AiseItem *item)
{
    const AiseState *s = &play->reading[0].position.state;
    if (play->slips == 0 || !at_turn_start(play) || !(item->flags & AISE_ITEM_ALL_MOVES) ||
        (play->variant->numbering != AISE_NUMBER_SERIES && (item->extra >= 2) != (s->to_move == AISE_BLACK)))
        return false;
    const AiseNumberSlip *slip = &play->slip[play->slips - 1];
    uint32_t last = play->record->items[slip->item].value, behind = slip->due > last ? slip->due - last : 0;
    uint32_t due = s->turn > behind ? s->turn - behind : 0;
    return behind > 0 && item->value >= last && (item->value == due || item->value + 1 == due);
}

/* Is the number that of a played turn by a slip, as the next number goes on from the turn that is due? */
static bool stands_for_due(const AisePlay *play, size_t at)
{
    const AiseRecord *record = play->record;
    const AiseState *s = &play->reading[0].position.state;
    bool series = play->variant->numbering == AISE_NUMBER_SERIES, black = !series && s->to_move == AISE_BLACK;
    size_t next = at + 1;
    if (!at_turn_start(play) || (!series && (record->items[at].extra >= 2) != black))
        return false;
    while (next < record->count && record->items[next].kind != AISE_ITEM_NUMBER)
        next++;
    if (next == record->count)
        return false;
    uint32_t value = record->items[next].value, dots = record->items[next].extra;
    return (value == s->turn + 1 && (series || dots < 2)) || (!series && !black && value == s->turn && dots >= 2);
}

static void note_slip(AisePlay *play, size_t at)
{
    const AiseState *s = &play->reading[0].position.state;
    if (play->slips == play->slip_capacity)
        play->slip = aise_grow(play->guard, play->slip, play->slips, &play->slip_capacity, sizeof *play->slip);
    play->slip[play->slips++] = (AiseNumberSlip){(uint32_t)at, s->turn, s->to_move == AISE_BLACK};
}

#define DUE_SEARCH_ITEMS 4096 /* how far ahead a turn is looked for */

static bool numbers_turn(const AisePlay *play, const AiseState *s, uint32_t number, bool black)
{
    return number == s->turn && (play->variant->numbering == AISE_NUMBER_SERIES || black == (s->to_move == AISE_BLACK));
}

static int compare_places(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Where a number at the start of a line stands among those of its record: by number, then side, then item. */
static uint64_t turn_place(uint64_t number, bool black, size_t item)
{
    return number << 33 | (uint64_t)black << 32 | item;
}

/* Sorts the numbers at the start of lines: for records where many are sought. */
static void sort_turns(AisePlay *play)
{
    const AiseRecord *record = play->record;
    play->turn_places = 0;
    for (size_t i = 0; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind != AISE_ITEM_NUMBER || !(item->flags & AISE_ITEM_LINE_START) || item->value >> 31)
            continue;
        if (play->turn_places == play->turn_capacity)
            play->turn_place = aise_grow(play->guard, play->turn_place, play->turn_places, &play->turn_capacity,
                                         sizeof *play->turn_place);
        play->turn_place[play->turn_places++] = turn_place(item->value, item->extra >= 2, i);
    }
    if (play->turn_places > 0)
        qsort(play->turn_place, play->turn_places, sizeof *play->turn_place, compare_places);
}

/* Does the number, of that side, begin a line at an item in [from, end)? */
static bool number_within(const AisePlay *play, uint32_t number, bool black, size_t from, size_t end)
{
    uint64_t wanted = turn_place(number, black, from);
    size_t low = 0, high = play->turn_places;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (play->turn_place[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < play->turn_places && play->turn_place[low] < turn_place(number, black, end);
}

#define DUE_SEARCHES 16 /* so many without the sorted turns */

/* Does a later line of the record carry the number, of that side or of either? */
static bool number_later(AisePlay *play, uint32_t number, bool black, bool either, size_t from)
{
    const AiseRecord *record = play->record;
    size_t end = record->count - from > DUE_SEARCH_ITEMS ? from + DUE_SEARCH_ITEMS : record->count;
    if (++play->due_searches > DUE_SEARCHES) {
        if (play->due_searches == DUE_SEARCHES + 1)
            sort_turns(play);
        return number_within(play, number, black, from, end) || (either && number_within(play, number, !black, from, end));
    }
    for (size_t i = from; i < end; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_NUMBER && (item->flags & AISE_ITEM_LINE_START) && item->value == number &&
            (either || (item->extra >= 2) == black))
            return true;
    }
    return false;
}

/* Does a later line of the record carry exactly the number due in `s`? Then a line that does not fit was prose. */
static bool due_later(AisePlay *play, const AiseState *s, size_t from)
{
    return number_later(play, s->turn, s->to_move == AISE_BLACK, play->variant->numbering == AISE_NUMBER_SERIES, from);
}

/* Does the next numbered line carry it? */
static bool due_next(AisePlay *play, const AiseState *s, size_t from)
{
    const AiseRecord *record = play->record;
    if (from < play->sought_from || from > play->numbered_item) {
        size_t i = from;
        while (i < record->count &&
               (record->items[i].kind != AISE_ITEM_NUMBER || !(record->items[i].flags & AISE_ITEM_LINE_START)))
            i++;
        play->sought_from = from;
        play->numbered_item = i;
    }
    const AiseItem *item = &record->items[play->numbered_item];
    return play->numbered_item < record->count && numbers_turn(play, s, item->value, item->extra >= 2);
}

/* ---- the walk ---- */

typedef struct Walk {
    size_t at;
    bool numbered;  /* nothing but the number stands before the next ply */
    int join;       /* AiseJoinSign before the next ply, -1 none */
    bool line_moves; /* a ply of the line was played */
    bool counted;   /* a turn number stands before the next ply, comments between or not */
} Walk;

static void break_at(AisePlay *play, AiseBreakKind kind, size_t item, AiseSpan span)
{
    if (play->readings > 1)
        prefer_agreeing(play, false);
    play->broken = kind;
    play->bare = false;
    play->break_item = (uint32_t)item;
    play->break_span = span;
    play->broken_leaf = play->reading[0].leaf;
    play->break_position = play->reading[0].position;
}

/* The last line with prose behind its moves was a note: goes on behind it. */
static void drop_tailed(AisePlay *play, Walk *w)
{
    size_t note = play->tailed.line;
    play->tailed.set = false;
    go_back(play, &play->tailed);
    w->at = aise_line_end(play->record, note);
    call_prose(play, note, w->at, AISE_MOVES_DOUBTED);
}

/* Do all plies of the line bind, from that reading on? */
static bool line_binds(AisePlay *play, const AiseReading *reading, size_t line)
{
    const AiseRecord *record = play->record;
    AisePosition p = reading->position;
    AiseUndo undo;
    for (size_t at = line, end = aise_line_end(record, line); at < end;) {
        AiseGroup g;
        if (record->items[at].kind != AISE_ITEM_PLY) {
            at++;
            continue;
        }
        aise_bind_group(play->variant, play->letters, record->text, record->items, record->count, at, &g);
        if (!g.readable || p.state.outcome != AISE_PLAYING)
            return false;
        aise_bind_candidates(play->variant, &p, &g.written, &play->candidates);
        if (play->candidates.count == 0)
            return false;
        aise_rules_play(play->variant, &p, &play->candidates.ply[0], &undo);
        at = g.end;
    }
    return true;
}

/* Does the line have prose behind its moves, and the next one, of moves without number, go on from where it began? */
static bool goes_on_below(AisePlay *play, size_t line, size_t end)
{
    const AiseItem *items = play->record->items;
    return !(items[line].flags & AISE_ITEM_ALL_MOVES) && end < play->record->count && items[end].kind == AISE_ITEM_PLY &&
           !(items[end].flags & AISE_ITEM_NUMBERED) && line_binds(play, &play->line.reading[0], end);
}

/* The line does not fit. It was prose if the same turn comes again further on; or an earlier line with prose behind its
   moves was a note, if this one carries its number. Else the game breaks here. */
static bool misfit(AisePlay *play, Walk *w, AiseBreakKind kind, AiseSpan span)
{
    const AiseRecord *record = play->record;
    size_t line = play->line.line, end = aise_line_end(record, line);
    const AiseItem *here = &record->items[line];
    if (play->tailed.set && play->tailed.line < line && here->kind == AISE_ITEM_NUMBER) {
        const AiseItem *there = &record->items[play->tailed.line];
        if (there->kind == AISE_ITEM_NUMBER && there->value == here->value &&
            (there->extra >= 2) == (here->extra >= 2)) {
            drop_tailed(play, w);
            return true;
        }
    }
    const AiseState *s = &play->line.reading[0].position.state;
    if (s->outcome == AISE_PLAYING && (due_later(play, s, end) || goes_on_below(play, line, end))) {
        go_back(play, &play->line);
        call_prose(play, line, end, AISE_MOVES_DOUBTED);
        w->at = end;
        return true;
    }
    break_at(play, kind, w->at, span);
    return false;
}

/* Is the item a ply that can be played now? */
static bool can_follow(AisePlay *play, size_t item)
{
    AiseGroup g;
    aise_bind_group(play->variant, play->letters, play->record->text, play->record->items, play->record->count, item, &g);
    if (!g.readable || play->readings != 1)
        return false;
    aise_bind_candidates(play->variant, &play->reading[0].position, &g.written, &play->candidates);
    return play->candidates.count > 0;
}

enum { OUT_OF_PLACE_MOST = 4, ABOVE_MOST = 64 }; /* lines and items looked at */
enum { EARLY = 3 }; /* turns that may stand above turn 1 */

/* The line above the moves that looks like the turn which is due now; `first`: none. */
static size_t turn_above(const AisePlay *play)
{
    const AiseState *s = &play->reading[0].position.state;
    for (size_t i = play->first; i > 0 && play->first - i < ABOVE_MOST; i--) {
        const AiseItem *item = &play->record->items[i - 1];
        AiseDoubt doubt;
        if (item->kind != AISE_ITEM_TEXT || !(item->flags & AISE_ITEM_LINE_START))
            continue;
        aise_doubt_look(play->record->text, item->span, &doubt);
        if (doubt.number > 1 && doubt.squares > 0 && doubt.odd.end == 0 && numbers_turn(play, s, doubt.number, doubt.black))
            return i - 1;
    }
    return play->first;
}

/* The line of moves further up that holds the turn which is due here: lines were swapped. Sets misplaced_item and breaks. */
static bool breaks_for_order(AisePlay *play, size_t at)
{
    const AiseRecord *record = play->record;
    const AiseState *s = &play->reading[0].position.state;
    if (s->outcome != AISE_PLAYING || play->readings != 1 || play->nodes == 0 || !at_turn_start(play) || play->pgn_style)
        return false;
    for (size_t i = play->proses; i > 0 && play->proses - i < OUT_OF_PLACE_MOST; i--) {
        const AiseLineRange *line = &play->prose[i - 1];
        const AiseItem *number = &record->items[line->first];
        if (line->moves != AISE_MOVES_DOUBTED || number->kind != AISE_ITEM_NUMBER || !(number->flags & AISE_ITEM_ALL_MOVES) ||
            play->link[play->reading[0].leaf].item < line->first || !numbers_turn(play, s, number->value, number->extra >= 2) ||
            !can_follow(play, line->first + 1))
            continue;
        play->misplaced_item = line->first;
        break_at(play, AISE_BREAK_NUMBER, at, number->span);
        return true;
    }
    size_t above = s->turn <= EARLY ? turn_above(play) : play->first;
    if (above >= play->first)
        return false;
    play->misplaced_item = (uint32_t)above;
    break_at(play, AISE_BREAK_NUMBER, at, record->items[above].span);
    return true;
}

/* Moves where none belong are talk. */
static bool walk_talk(AisePlay *play, Walk *w, AiseMoves moves)
{
    size_t first = w->at, end = aise_line_end(play->record, first);
    bool sign = first > play->first && play->record->items[first - 1].kind == AISE_ITEM_JOIN &&
                (play->record->items[first - 1].flags & AISE_ITEM_LINE_START) != 0; /* `Bianco:` */
    call_prose(play, sign ? first - 1 : first, end, moves);
    w->at = end;
    return true;
}

/* Is a line that jumps ahead a note? It is if the turn due still comes, or if it talks. */
static bool is_note(AisePlay *play, size_t line, size_t end)
{
    const AiseItem *last = &play->record->items[end - 1];
    AiseDoubt doubt;
    if (play->record->items[line].flags & AISE_ITEM_ALL_MOVES)
        return false;
    if (due_later(play, &play->reading[0].position.state, end))
        return true;
    if (last->kind != AISE_ITEM_TEXT)
        return false;
    aise_doubt_look(play->record->text, last->span, &doubt);
    return doubt.words > doubt.plies;
}

/* Has the board ended the game? Of stalemate only the rules know. */
static bool is_over(const AisePlay *play)
{
    const AiseReading *reading = &play->reading[0];
    if (reading->position.state.outcome != AISE_PLAYING)
        return true;
    const AisePlyRecord *last = reading->leaf != AISE_NO_NODE ? &play->ply[reading->leaf] : NULL;
    return last != NULL && last->san[last->san_length - 1] == '#';
}

/* The game had been called over; here it goes on with the turn that is due. */
static void resume(AisePlay *play)
{
    if (play->resumed_item == 0)
        play->resumed_item = play->end_item;
    play->end_item = (uint32_t)play->record->count;
    play->result = AISE_RESULT_NONE;
    play->end = AISE_END_NONE;
    play->end_who = 0;
}

static bool take_number(AisePlay *play, Walk *w, bool slip)
{
    if (slip)
        note_slip(play, w->at);
    w->numbered = w->counted = true;
    w->at++;
    return true;
}

/* A whole line of moves under a number that no played turn has, behind the end on the board. */
static bool is_past_end(const AisePlay *play, size_t at)
{
    const AiseItem *item = &play->record->items[at];
    return (item->flags & AISE_ITEM_LINE_START) && (item->flags & AISE_ITEM_ALL_MOVES) &&
           play->end_item == play->record->count && play->reading[0].plies > 0 &&
           item->value > play->ply[play->reading[0].leaf].turn;
}

/* Does the number that opens the line have all plies of its turn behind it? */
static bool is_whole_turn(const AisePlay *play, size_t number)
{
    const AiseVariant *v = play->variant;
    const AiseState *s = &play->reading[0].position.state;
    const AiseItem *items = play->record->items;
    size_t end = aise_line_end(play->record, number);
    unsigned plies = 0;
    for (size_t i = number + 1; i < end; i++) {
        bool joins = items[i].kind == AISE_ITEM_JOIN && ((items[i].value == AISE_SIGN_SLASH && v->slash == AISE_JOIN_PLY) ||
                                                         (items[i].value == AISE_SIGN_COMMA && v->comma == AISE_JOIN_PLY));
        bool next = items[i].kind == AISE_ITEM_PLY &&
                    (plies == 0 || v->numbering == AISE_NUMBER_SERIES || items[i - 1].kind == AISE_ITEM_JOIN);
        if (!joins && !next)
            break;
        plies += next;
    }
    return plies >= aise_turn_plies(&v->traits, s->to_move, s->turn);
}

/* `2.Cf3` on a line of its own, where the whole turn 2, `2.Ab5/Df3`, stands on the next: the first was a note. */
static bool begins_again(AisePlay *play, size_t number)
{
    const AiseRecord *record = play->record;
    AiseLineMark *m = &play->halved;
    if (!m->set || m->readings != 1 || play->pgn_style || at_turn_start(play) || !is_whole_turn(play, number))
        return false;
    size_t behind = aise_line_end(record, m->line);
    while (behind < number && record->items[behind].kind == AISE_ITEM_BLANK)
        behind++;
    AiseGroup g;
    aise_bind_group(play->variant, play->letters, record->text, record->items, record->count, number + 1, &g);
    if (behind != number || !g.readable)
        return false;
    aise_bind_candidates(play->variant, &m->reading[0].position, &g.written, &play->candidates);
    return play->candidates.count > 0;
}

/* Is the line, with its number, the same as the one before? */
static bool is_typed_twice(const AisePlay *play, size_t line)
{
    const AiseItem *items = play->record->items;
    const char *text = play->record->text;
    size_t before = line, end = aise_line_end(play->record, line);
    while (before > play->first && items[before - 1].kind == AISE_ITEM_BLANK)
        before--;
    uint32_t last = before > play->first ? items[before - 1].span.end : 0;
    while (before > play->first && !(items[--before].flags & AISE_ITEM_LINE_START))
        continue;
    uint32_t length = items[end - 1].span.end - items[line].span.begin;
    return before < line && last - items[before].span.begin == length &&
           memcmp(text + items[before].span.begin, text + items[line].span.begin, length) == 0;
}

/* Does an empty line stand between what is the game's so far and the item, with text behind it unless the game has ended? */
static bool is_apart(AisePlay *play, size_t item)
{
    bool text = play->end_item < play->record->count;
    if (play->apart_item >= play->moves_end && play->apart_item > 0)
        return true;
    for (size_t at = item; at > play->moves_end; at--) {
        unsigned kind = play->record->items[at - 1].kind;
        if (kind == AISE_ITEM_BLANK && text) {
            play->apart_item = (uint32_t)item;
            return true;
        }
        text = text || kind == AISE_ITEM_TEXT;
    }
    return false;
}

/* Is there prose among the moves before the item? */
static bool has_text(const AisePlay *play, size_t end)
{
    for (size_t i = play->first; i < end; i++)
        if (play->record->items[i].kind == AISE_ITEM_TEXT)
            return true;
    return false;
}

/* The line has the number of the turn before. Was it typed for the one that is due, and no other moves of that turn are
   meant? They are where the line does not bind now, or would bind there. */
static bool repeats_number(AisePlay *play, const AiseItem *number, size_t line)
{
    const AiseState *s = &play->reading[0].position.state;
    bool series = play->variant->numbering == AISE_NUMBER_SERIES, black = s->to_move == AISE_BLACK;
    if (!at_turn_start(play) || !(number->flags & AISE_ITEM_ALL_MOVES) || number->value + 1 != s->turn || play->readings != 1 ||
        (!series && (number->extra >= 2) != black) || play->nodes == 0 || play->pgn_style ||
        !line_binds(play, &play->reading[0], line))
        return false;
    bool open = has_text(play, line) && line_binds(play, &play->before, line); /* else there are no notes at all */
    play->chose |= open ? AISE_CHOSE_NUMBERED : 0;
    return !open || (play->other & AISE_CHOSE_NUMBERED);
}

/* `2.h4 h5 era giocabile.`, then `2.Ac4 Cc6`: of two lines with one number the first, with prose behind, was a note. */
static bool replaces_note(AisePlay *play, size_t line, unsigned next)
{
    const AiseItem *here = &play->record->items[line];
    if (!play->tailed.set || play->nodes == play->tailed.nodes || play->readings != 1 || play->tailed.readings != 1 ||
        play->pgn_style || !(here->flags & AISE_ITEM_ALL_MOVES) || play->tailed.line >= line)
        return false;
    const AiseItem *there = &play->record->items[play->tailed.line];
    if (there->kind != AISE_ITEM_NUMBER || there->value != here->value || (there->extra >= 2) != (here->extra >= 2) ||
        play->ply[play->reading[0].leaf].turn != here->value)
        return false;
    AiseDoubt doubt;
    size_t end = aise_line_end(play->record, play->tailed.line);
    aise_doubt_look(play->record->text, play->record->items[end - 1].span, &doubt);
    if (doubt.words == 0 || (next == AISE_ITEM_PLY && !line_binds(play, &play->tailed.reading[0], line)))
        return false;
    play->chose |= next == AISE_ITEM_PLY ? AISE_CHOSE_PLAIN : 0;
    return !(play->other & AISE_CHOSE_PLAIN);
}

static bool walk_number(AisePlay *play, Walk *w)
{
    const AiseRecord *record = play->record;
    const AiseItem *item = &record->items[w->at];
    bool line_start = (item->flags & AISE_ITEM_LINE_START) != 0;
    bool over = is_over(play) || (line_start && !(item->flags & AISE_ITEM_ALL_MOVES) && !play->pgn_style && play->readings == 1 &&
                                  aise_rules_outcome(play->variant, &play->reading[0].position) != AISE_PLAYING);
    Due due = judge_number(play, item);
    unsigned next = w->at + 1 < record->count ? record->items[w->at + 1].kind : AISE_ITEM_BLANK;
    play->bare = play->bare && next == AISE_ITEM_PLY;
    if (over && next == AISE_ITEM_PLY && is_past_end(play, w->at))
        return misfit(play, w, AISE_BREAK_AFTER_END, item[1].span);
    if (play->end_item < record->count) {
        bool resumes = due == DUE && !over && line_start && next == AISE_ITEM_PLY && play->reading[0].plies > 0 &&
                       (((item->flags & AISE_ITEM_ALL_MOVES) && !is_apart(play, w->at)) ||
                        number_later(play, item->value + 1, false, true, w->at + 1));
        if (!resumes)
            return walk_talk(play, w, due == DUE_PAST && line_start ? AISE_MOVES_APART : AISE_MOVES_DOUBTED);
        resume(play);
    }
    if (due == DUE && line_start && begins_again(play, w->at)) {
        size_t note = play->halved.line;
        go_back(play, &play->halved);
        call_prose(play, note, aise_line_end(record, note), AISE_MOVES_DOUBTED);
        begin_line(play, w->at);
    }
    if (line_start && (due != DUE || !at_turn_start(play)) && replaces_note(play, w->at, next)) {
        drop_tailed(play, w);
        return true;
    }
    if (over && next == AISE_ITEM_PLY && line_start)
        return walk_talk(play, w, due == DUE_PAST ? AISE_MOVES_APART : AISE_MOVES_DOUBTED);
    if (due == DUE || next == AISE_ITEM_END || next == AISE_ITEM_RESULT)
        return take_number(play, w, false);
    size_t end = aise_line_end(record, w->at);
    if (line_start && !play->pgn_style && next == AISE_ITEM_PLY && is_typed_twice(play, w->at) &&
        !line_binds(play, &play->reading[0], w->at))
        return walk_talk(play, w, AISE_MOVES_DOUBTED);
    if (due == DUE_PAST && line_start && (goes_on(play, item) || stands_for_due(play, w->at)))
        due = DUE_SLIP;
    if (due != DUE_PAST && due != DUE && line_start && breaks_for_order(play, w->at))
        return false;
    if (due == DUE_SLIP && !over) {
        bool typed = line_start && (goes_on(play, item) || repeats_number(play, item, w->at));
        if (line_start && !typed && due_later(play, &play->reading[0].position.state, end))
            return walk_talk(play, w, AISE_MOVES_DOUBTED); /* the turn itself stands further on */
        return take_number(play, w, true);
    }
    if (line_start && (due == DUE_PAST || over || is_note(play, w->at, end)))
        return walk_talk(play, w, due == DUE_PAST ? AISE_MOVES_APART : AISE_MOVES_DOUBTED);
    if (over || aise_rules_outcome(play->variant, &play->reading[0].position) != AISE_PLAYING)
        return misfit(play, w, AISE_BREAK_AFTER_END, next == AISE_ITEM_PLY ? item[1].span : item->span);
    return misfit(play, w, AISE_BREAK_NUMBER, item->span);
}

/* What the separator before a ply means here, and whether the turn wants it (NOTATION 1.3). */
static inline unsigned join_flag(const AisePlay *play, const Walk *w, const AiseItem *item)
{
    const AiseVariant *v = play->variant;
    const AiseState *s = &play->reading[0].position.state;
    if (w->numbered || play->nodes == 0 || w->join == AISE_SIGN_AND)
        return 0;
    if (w->join < 0 && play->pgn_style && (item->flags & AISE_ITEM_GAP))
        return 0;
    bool inside = s->left != aise_turn_plies(&v->traits, s->to_move, s->turn);
    unsigned meaning = v->space;
    if (w->join == AISE_SIGN_SLASH && v->slash == AISE_JOIN_AFFECTED)
        return AISE_FLAG_JOIN; /* else it would have joined an affected man */
    if (w->join == AISE_SIGN_SLASH)
        meaning = v->slash;
    else if (w->join == AISE_SIGN_DOUBLE_SLASH)
        meaning = v->double_slash;
    else if (w->join == AISE_SIGN_COMMA)
        meaning = v->comma;
    else if (w->join == AISE_SIGN_COLUMN)
        meaning = v->space;
    else if (!(item->flags & AISE_ITEM_GAP))
        return AISE_FLAG_JOIN;
    if (meaning == AISE_JOIN_ANY || (meaning == AISE_JOIN_PLY && v->numbering == AISE_NUMBER_SERIES))
        return 0;
    return (meaning == AISE_JOIN_PLY) == inside && meaning != AISE_JOIN_NOTHING ? 0 : AISE_FLAG_JOIN;
}

/* A token like `f5f4` that is no ply of its own: two plies that lost what stood between them. */
static bool walk_cut(AisePlay *play, AiseGroup *g)
{
    const AiseItem *item = &play->record->items[g->first];
    AiseGroup half[2] = {*g, *g};
    size_t length = item->span.end - item->span.begin - item->extra;
    size_t cut = aise_bind_cut(play->record->text + item->span.begin, length, play->letters, &half[0].written,
                               &half[1].written);
    if (cut == 0 || play->readings != 1 || g->end != g->first + 1)
        return false;
    half[0].span.end = half[1].span.begin = g->span.begin + (uint32_t)cut;
    aise_written_marks(play->record->text + item->span.end - item->extra, item->extra, &half[1].written);
    AiseReading before = play->reading[0];
    size_t nodes = play->nodes;
    if (step(play, &half[0], AISE_FLAG_CUT) && play->readings == 1 &&
        step(play, &half[1], AISE_FLAG_CUT | AISE_FLAG_SECOND_HALF))
        return true;
    play->reading[0] = before;
    play->readings = 1;
    play->nodes = nodes;
    return false;
}

/* Does the ply begin a line without number, but for a word like `Bianco:`? */
static bool begins_line(const AisePlay *play, const AiseItem *item)
{
    const AiseItem *first = item > play->record->items && item[-1].kind == AISE_ITEM_JOIN ? item - 1 : item;
    return (first->flags & (AISE_ITEM_LINE_START | AISE_ITEM_NUMBERED)) == AISE_ITEM_LINE_START;
}

/* A line of moves without number where the next numbered line brings the turn that is due: moves amid prose. */
static bool is_stray(AisePlay *play, const Walk *w, const AiseItem *item)
{
    return begins_line(play, item) && !play->pgn_style &&
           play->reading[0].plies > 0 && !w->counted && at_turn_start(play) &&
           due_next(play, &play->reading[0].position.state, w->at);
}

/* The turn before is complete, and the sign says that this ply still belongs to it. */
static bool is_one_too_many(const AisePlay *play, const Walk *w)
{
    const AiseVariant *v = play->variant;
    if (w->counted || play->reading[0].plies == 0 || !at_turn_start(play))
        return false;
    return v->numbering == AISE_NUMBER_SERIES || (w->join == AISE_SIGN_SLASH && v->slash == AISE_JOIN_PLY);
}

/* Did the last turn end before all its plies were played? */
static bool ended_early(const AisePlay *play)
{
    const AisePlyRecord *last = &play->ply[play->reading[0].leaf];
    return last->first && aise_turn_plies(&play->variant->traits, last->side, last->turn) > 1;
}

static bool fail_ply(AisePlay *play, Walk *w, const AiseGroup *g)
{
    play->break_group = *g;
    if (!g->readable)
        return misfit(play, w, AISE_BREAK_UNREADABLE, g->bad);
    bool extra = is_one_too_many(play, w) && !ended_early(play);
    return misfit(play, w, extra ? AISE_BREAK_EXTRA : AISE_BREAK_UNLAWFUL, g->span);
}

/* Is `!` or `?` glued to the ply? */
static inline bool has_nags(const char *text, const AiseItem *item)
{
    for (uint32_t at = item->span.end - item->extra; at < item->span.end; at++)
        if (text[at] == '!' || text[at] == '?')
            return true;
    return false;
}

/* `e4/ e5`, `e4 / e5`: what stands behind the gap may be the next ply. Returns the slash, 0 none. */
static size_t loose_slash(const AisePlay *play, const AiseGroup *g)
{
    const AiseItem *items = play->record->items;
    size_t slash = g->first + 1u;
    if (!play->variant->co_effects || g->end < slash + 2 || !g->readable || play->readings != 1 ||
        items[slash].kind != AISE_ITEM_JOIN || !(items[slash + 1].flags & AISE_ITEM_GAP))
        return 0;
    return slash;
}

/* Plays the group; if nothing happens to the men behind a loose slash, and they are a ply, without them. */
static bool step_loose(AisePlay *play, AiseGroup *g, size_t slash, unsigned flags)
{
    const AiseRecord *record = play->record;
    AiseReading before = play->reading[0];
    AiseGroup whole = *g;
    size_t nodes = play->nodes;
    bool played = step(play, g, flags);
    if (played && (play->readings != 1 || !(play->link[play->reading[0].leaf].flags & AISE_FLAG_EFFECTS)))
        return true;
    for (unsigned attempt = 0; attempt < 2; attempt++) {
        play->reading[0] = before;
        play->readings = 1;
        play->nodes = nodes;
        if (attempt == 0)
            aise_bind_group(play->variant, play->letters, record->text, record->items, slash, g->first, g);
        else
            *g = whole;
        played = step(play, g, flags);
        if (played && attempt == 0 && can_follow(play, slash + 1))
            break;
    }
    return played;
}

INLINED bool walk_ply(AisePlay *play, Walk *w)
{
    const AiseRecord *record = play->record;
    const AiseItem *item = &record->items[w->at];
    if (play->end_item < record->count || is_stray(play, w, item) ||
        (begins_line(play, item) && !play->pgn_style && is_over(play)))
        return walk_talk(play, w, AISE_MOVES_APART);
    if (play->reading[0].position.state.outcome != AISE_PLAYING)
        return misfit(play, w, AISE_BREAK_AFTER_END, item->span);
    AiseGroup g;
    aise_bind_group(play->variant, play->letters, record->text, record->items, record->count, w->at, &g);
    if (g.written.null && !play->pgn_style)
        return walk_talk(play, w, AISE_MOVES_NONE); /* a rule drawn with dashes */
    if (play->variant->numbering == AISE_NUMBER_SERIES && is_one_too_many(play, w))
        return fail_ply(play, w, &g);
    size_t slash = loose_slash(play, &g);
    bool played = slash > 0 ? step_loose(play, &g, slash, join_flag(play, w, item))
                            : g.readable && step(play, &g, join_flag(play, w, item));
    if (!played && !walk_cut(play, &g))
        return fail_ply(play, w, &g);
    if (g.end != w->at + 1 || has_nags(record->text, item))
        play->bare = false;
    w->at = g.end;
    w->numbered = w->counted = false;
    w->join = -1;
    w->line_moves = true;
    play->moves_end = g.end;
    return true;
}

static void walk_end(AisePlay *play, Walk *w)
{
    const AiseItem *item = &play->record->items[w->at];
    if (is_apart(play, w->at)) { /* of something else */
        play->passed_item = play->passed_item > 0 ? play->passed_item : (uint32_t)w->at;
        w->at++;
        return;
    }
    if (play->end_item == play->record->count) {
        play->end_item = (uint32_t)w->at;
        play->end_side = play->reading[0].position.state.to_move;
    }
    if (item->kind == AISE_ITEM_RESULT && play->result == AISE_RESULT_NONE)
        play->result = (AiseResult)item->value;
    if (item->kind == AISE_ITEM_END && play->end == AISE_END_NONE) {
        play->end = (AiseEnd)item->value;
        play->end_who = (uint8_t)item->extra;
    }
    play->moves_end = (uint32_t)++w->at;
}

static void break_at_text(AisePlay *play, size_t item, AiseSpan bad)
{
    play->break_group = (AiseGroup){.first = (uint32_t)item, .end = (uint32_t)item + 1, .bad = bad};
    break_at(play, AISE_BREAK_UNREADABLE, item, bad);
}

void aise_play_break_held(AisePlay *play)
{
    AiseDoubt doubt;
    if (play->held_item == 0 || play->broken != AISE_BREAK_NONE || play->moves_end > play->held_item)
        return;
    aise_doubt_look(play->record->text, play->record->items[play->held_item].span, &doubt);
    break_at_text(play, play->held_item, doubt.odd.end > 0 ? doubt.odd : doubt.first);
}

/* Does the prose behind moves begin with what was to be the next ply? A slash right before it promises one. */
static bool begins_with_ply(const AisePlay *play, const Walk *w, const AiseItem *item, const AiseDoubt *doubt)
{
    bool slash = (w->join == AISE_SIGN_SLASH || w->join == AISE_SIGN_DOUBLE_SLASH) && !(item->flags & AISE_ITEM_GAP);
    if (doubt->number != 0)
        return false;
    return doubt->first_square || (slash && (!at_turn_start(play) || !doubt->first_word));
}

/* A line of text that goes on with the turn under way or due, without its number: plies and no word. */
static bool goes_on_unnumbered(const AisePlay *play, size_t at, const AiseDoubt *doubt)
{
    if (doubt->number != 0 || doubt->squares == 0 || doubt->words > 0 || play->nodes == 0)
        return false;
    while (at > play->moves_end)
        if (play->record->items[--at].kind == AISE_ITEM_BLANK)
            return false;
    return true;
}

/* `3.Avbandona`, right below the moves: nothing but one token behind the number that is due. */
static bool is_lone_word(const AisePlay *play, size_t at, const AiseState *s, const AiseDoubt *doubt)
{
    AiseSpan line = play->record->items[at].span;
    return play->nodes > 0 && play->moves_end == at && numbers_turn(play, s, doubt->number, doubt->black) &&
           doubt->first.end == line.end && play->record->text[doubt->first.begin - 1] != ' ';
}

/* A line of text, or the prose behind moves. If it looks like the turn that is due, and that turn does not come further
   on, it was a turn that could not be read. */
static bool walk_text(AisePlay *play, Walk *w)
{
    const AiseItem *item = &play->record->items[w->at];
    const AiseState *s = &play->reading[0].position.state;
    play->bare = false;
    play->prose_seen = true;
    bool whole = (item->flags & AISE_ITEM_LINE_START) != 0;
    bool tail = w->line_moves && !whole;
    if (tail) {
        copy_mark(&play->tailed, &play->line);
        play->moves_end = (uint32_t)w->at + 1;
    }
    bool running = play->end_item == play->record->count && !is_over(play) && play->readings > 0;
    if (running && (tail || whole)) {
        AiseDoubt doubt;
        aise_doubt_look(play->record->text, item->span, &doubt);
        bool due = tail ? doubt.plies > doubt.words || begins_with_ply(play, w, item, &doubt)
                        : doubt.plies > 0 && (doubt.plies >= doubt.words || doubt.first_square) &&
                              numbers_turn(play, s, doubt.number, doubt.black);
        due = due || (whole && is_lone_word(play, w->at, s, &doubt));
        if (due && !due_later(play, s, w->at + 1)) {
            break_at_text(play, w->at, doubt.first);
            return false;
        }
        if (whole && play->held_item == 0 && goes_on_unnumbered(play, w->at, &doubt) && !due_later(play, s, w->at + 1))
            play->held_item = (uint32_t)w->at;
        for (unsigned i = 0; tail && i < doubt.inners && play->doubted_item == 0; i++)
            if (doubt.inner[i] == s->turn && !due_later(play, s, w->at + 1))
                play->doubted_item = (uint32_t)w->at;
    }
    w->at++;
    return true;
}

/* `e4 e d4`: the two are plies in a row, or the second is talk of what might have been, or cannot be read. */
static bool walk_and(AisePlay *play, Walk *w)
{
    const AiseState *s = &play->reading[0].position.state;
    play->bare = false;
    if (play->end_item < play->record->count || (at_turn_start(play) && due_later(play, s, w->at)))
        return walk_talk(play, w, AISE_MOVES_DOUBTED);
    if (play->readings == 1 && !can_follow(play, w->at + 1)) {
        break_at_text(play, w->at, play->record->items[w->at].span);
        return false;
    }
    w->join = AISE_SIGN_AND;
    w->at++;
    return true;
}

INLINED bool walk_item(AisePlay *play, Walk *w)
{
    const AiseItem *item = &play->record->items[w->at];
    if (item->kind == AISE_ITEM_PLY || item->kind == AISE_ITEM_BAD_PLY)
        return walk_ply(play, w);
    switch (item->kind) {
    case AISE_ITEM_NUMBER:
        return walk_number(play, w);
    case AISE_ITEM_JOIN:
        if (item->value == AISE_SIGN_AND)
            return walk_and(play, w);
        w->join = (int)item->value;
        w->at++;
        if (w->at == play->record->count || (play->record->items[w->at].flags & AISE_ITEM_LINE_START))
            play->bare = false; /* the sign may hang */
        return true;
    case AISE_ITEM_RESULT:
    case AISE_ITEM_END:
        walk_end(play, w);
        return true;
    case AISE_ITEM_TEXT:
        return walk_text(play, w);
    case AISE_ITEM_COMMENT:
    case AISE_ITEM_VARIATION:
        w->numbered = w->numbered || w->join < 0;
        play->bare = false;
        w->at++;
        return true;
    case AISE_ITEM_BLANK:
        w->at++;
        return true;
    default:
        play->bare = false;
        w->at++;
        return true;
    }
}

void aise_play_record(AisePlay *play, const AiseVariant *v, AiseLetters letters, const AiseRecord *record, size_t first,
                      const AisePosition *start)
{
    play->variant = v;
    play->letters = letters;
    play->record = record;
    play->reading[0].position = *start;
    play->reading[0].leaf = AISE_NO_NODE;
    play->reading[0].plies = 0;
    play->readings = 1;
    play->budget_spent = false;
    play->nodes = play->slips = play->proses = 0;
    play->first = first;
    play->bare = true;
    play->prose_seen = false;
    play->moves_end = (uint32_t)first;
    play->end_item = (uint32_t)record->count;
    play->result = AISE_RESULT_NONE;
    play->end = AISE_END_NONE;
    play->end_who = 0;
    play->broken = AISE_BREAK_NONE;
    play->chose = 0;
    play->tailed.set = play->line.set = play->halved.set = false;
    play->resumed_item = play->passed_item = play->apart_item = play->doubted_item = play->held_item = 0;
    play->misplaced_item = (uint32_t)record->count;
    play->due_searches = 0;
    play->sought_from = 1;
    play->numbered_item = 0;
    Walk w = {first, false, -1, false, false};
    while (w.at < record->count) {
        if (record->items[w.at].flags & AISE_ITEM_LINE_START || !play->line.set) {
            begin_line(play, w.at);
            w.line_moves = false;
        }
        if (!walk_item(play, &w))
            break;
    }
    if (play->readings > 1 && play->broken == AISE_BREAK_NONE)
        prefer_agreeing(play, true);
}
