/* Pushes, pulls, expulsions and suicides, the same for every dynamo variant (RULES DY1–DY13). */
#include "rules/dynamo.h"

#include <endian.h>
#include <string.h>

#define LAST_RANKS UINT64_C(0xff000000000000ff)

/* ---- geometry ---- */

uint64_t aise_dynamo_path(unsigned patient, unsigned way, uint64_t occupied)
{
    uint64_t path = aise_dynamo_run(patient, way, occupied);

    if (!AISE_RULE(DY10)) { /* else it would act on the man it runs into */
        uint64_t men = aise_rays[way][patient] & occupied;
        path |= men != 0 ? aise_bit(aise_dynamo_first(men, way)) : 0;
    }
    return path;
}

unsigned aise_dynamo_ahead(unsigned side, unsigned square)
{
    unsigned next = side == AISE_WHITE ? square + 8u : square - 8u;

    return next < 64u ? next : AISE_OFF;
}

bool aise_dynamo_second_rank(unsigned side, unsigned square)
{
    return aise_rank(square) == (side == AISE_WHITE ? 1u : 6u);
}

static unsigned home_rank(unsigned side) { return side == AISE_WHITE ? 0u : 7u; }

static bool is_empty(const AiseDynamoSearch *s, unsigned square)
{
    return square < 64u && s->p->man[square] == AISE_EMPTY;
}

static bool is_king(const AisePosition *p, unsigned square, unsigned side)
{
    return p->man[square] == aise_man(side, AISE_KING);
}

/* ---- collecting plies ---- */

static bool enough(const AiseDynamoSearch *s) { return s->found >= s->limit; }

/* No ply of the group needs a test: no king is touched, nothing happens on the king's lines, nothing is restored. */
static inline bool is_settled(const AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned patient_to)
{
    uint64_t leaving = aise_bit(agent);

    if ((s->test_from | s->test_to | s->changed | s->plain_only) == 0 || s->mechanics_only)
        return true;
    if (s->plain_only || s->changed != 0)
        return false;
    if (patient < AISE_NONE) {
        leaving |= aise_bit(patient);
        if (patient_to < AISE_NONE && (s->test_to & aise_bit(patient_to)) != 0 &&
            aise_man_side(s->p->man[patient]) != s->side)
            return false;
    }
    return (s->test_from & leaving) == 0;
}

/* Its own last rank makes a pawn promote, agent or patient, whoever makes the ply (DY9). */
static bool promotes(const AiseDynamoSearch *s, unsigned from, unsigned to)
{
    uint64_t arrival = to < AISE_NONE ? aise_bit(to) : 0;

    if ((s->p->kind[AISE_PAWN] >> from & ((arrival & LAST_RANKS) != 0)) == 0)
        return false;
    return AISE_RULE(DY9) && to != from && aise_rank(to) == home_rank(aise_man_side(s->p->man[from]) ^ 1u);
}

/* Where the next ply is written, in place: copying it would cost more than making it. */
static AisePly *next_slot(AiseDynamoSearch *s)
{
    if (s->out == NULL)
        return &s->scratch;
    if (s->out->count == s->out->capacity)
        aise_plies_grow(s->out);
    return &s->out->ply[s->out->count];
}

/* The masks of a look-up leave nothing else of what is written to be compared. */
static inline bool promotes_as_written(const AiseWritten *w, const AisePly *ply)
{
    return (w->promo == AISE_NO_KIND || w->promo == ply->agent_promo) &&
           (!w->patient || w->patient_promo == AISE_NO_KIND || w->patient_promo == ply->patient_promo);
}

/* Keeps the ply that was written into `ply`, the next slot, if it is wanted and lawful. */
static inline void keep_tested(AiseDynamoSearch *s, const AisePly *ply, bool settled)
{
    if (s->written != NULL && !promotes_as_written(s->written, ply))
        return;
    if (!settled && s->rules->forbids(s, ply) != AISE_CODE_NONE)
        return;
    s->found++;
    if (s->out != NULL)
        s->out->count++;
    else if (s->kept != NULL)
        *s->kept = *ply;
}

static inline void add_one(AiseDynamoSearch *s, unsigned type, unsigned agent, unsigned agent_to, unsigned patient,
                           unsigned patient_to, unsigned agent_promo, unsigned patient_promo, bool settled)
{
    AisePly *ply = next_slot(s);

    *ply = aise_ply_pair(type, agent, agent_to, patient, patient_to, agent_promo, patient_promo);
    keep_tested(s, ply, settled);
}

/* With every promotion of agent and patient. */
static void add_promotions(AiseDynamoSearch *s, unsigned type, unsigned agent, unsigned agent_to, unsigned patient,
                           unsigned patient_to, bool settled)
{
    static const uint8_t kinds[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    bool agent_promotes = promotes(s, agent, agent_to);
    bool patient_promotes = patient < AISE_NONE && promotes(s, patient, patient_to);

    for (unsigned i = 0; i < (agent_promotes ? 4u : 1u); i++)
        for (unsigned j = 0; j < (patient_promotes ? 4u : 1u); j++)
            add_one(s, type, agent, agent_to, patient, patient_to, agent_promotes ? kinds[i] : AISE_NO_KIND,
                    patient_promotes ? kinds[j] : AISE_NO_KIND, settled);
}

/* Number of plies of a settled group. */
static size_t group_size(const AiseDynamoSearch *s, unsigned agent, uint64_t agent_to, bool agent_off,
                         unsigned patient, unsigned patient_to)
{
    size_t size = aise_count(agent_to) + agent_off;

    if (AISE_RULE(DY9) && aise_man_kind(s->p->man[agent]) == AISE_PAWN)
        size += 3u * (size_t)aise_count(agent_to & LAST_RANKS & ~aise_bit(agent) &
                                        ~(UINT64_C(0xff) << 8u * home_rank(s->side)));
    if (patient < AISE_NONE && promotes(s, patient, patient_to))
        size *= 4u;
    return size;
}

void aise_dynamo_add_wanted(AiseDynamoSearch *s, unsigned type, unsigned agent, uint64_t agent_to, bool agent_off,
                            unsigned patient, unsigned patient_to)
{
    bool settled = is_settled(s, agent, patient, patient_to);
    if (settled && s->out == NULL && s->written == NULL) {
        s->found += group_size(s, agent, agent_to, agent_off, patient, patient_to);
        return;
    }
    uint64_t pawns = s->p->kind[AISE_PAWN] & (aise_bit(agent) | (patient < AISE_NONE ? aise_bit(patient) : 0));
    uint64_t arrivals = agent_to | (patient_to < AISE_NONE ? aise_bit(patient_to) : 0);
    bool promotion = pawns != 0 && (arrivals & LAST_RANKS) != 0;
    if (agent_off)
        add_one(s, type, agent, AISE_OFF, patient, patient_to, AISE_NO_KIND, AISE_NO_KIND, settled);
    for (; agent_to != 0; agent_to &= agent_to - 1) {
        unsigned to = aise_lowest(agent_to);
        if (promotion)
            add_promotions(s, type, agent, to, patient, patient_to, settled);
        else
            add_one(s, type, agent, to, patient, patient_to, AISE_NO_KIND, AISE_NO_KIND, settled);
    }
}

/* ---- pushes and pulls, the AISE reading ---- */

/* Expulsion by a push (DY5) and the pull that takes both off (DY6); both leaving is one ply, whichever way. */
static void slide_off(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned way)
{
    unsigned back = aise_dynamo_opposite(way);
    bool pushed = AISE_RULE(DY5) && (aise_rays[way][patient] & s->occupied) == 0;
    bool pulled = AISE_RULE(DY6) && (aise_rays[back][agent] & s->occupied) == 0;

    if (pushed)
        aise_dynamo_add(s, AISE_PLY_PUSH, agent, aise_bit(agent) | aise_rays[way][agent], true, patient, AISE_OFF);
    else if (pulled)
        aise_dynamo_add(s, AISE_PLY_PULL, agent, 0, true, patient, AISE_OFF);
}

void aise_dynamo_slide(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned way)
{
    unsigned back = aise_dynamo_opposite(way);
    uint64_t here = aise_bit(agent);
    uint64_t gap = aise_dynamo_gap(agent, patient, way);

    if (AISE_RULE(DY3)) {
        uint64_t landing = aise_dynamo_path(patient, way, s->occupied) & s->patient_to;
        for (; landing != 0; landing &= landing - 1) {
            unsigned to = aise_lowest(landing);
            aise_dynamo_add(s, AISE_PLY_PUSH, agent, here | aise_dynamo_gap(agent, to, way), false, patient, to);
        }
    }
    if (AISE_RULE(DY4)) {
        uint64_t behind = aise_dynamo_run(agent, back, s->occupied);
        uint64_t landing = (gap | here | behind) & s->patient_to;
        for (; landing != 0; landing &= landing - 1) {
            unsigned to = aise_lowest(landing);
            uint64_t stops = gap & aise_bit(to) ? here | behind : behind & aise_rays[back][to];
            aise_dynamo_add(s, AISE_PLY_PULL, agent, stops, false, patient, to);
        }
    }
    if (s->patient_off)
        slide_off(s, agent, patient, way);
}

void aise_dynamo_step(AiseDynamoSearch *s, unsigned agent, unsigned patient)
{
    unsigned beyond = aise_dynamo_beyond(agent, patient);
    unsigned behind = aise_dynamo_beyond(patient, agent);
    uint64_t follows = aise_bit(agent) | aise_bit(patient);

    if (beyond == AISE_OFF ? AISE_RULE(DY5) : AISE_RULE(DY3) && is_empty(s, beyond))
        aise_dynamo_add(s, AISE_PLY_PUSH, agent, follows, false, patient, beyond);
    if (behind == AISE_OFF) {
        if (AISE_RULE(DY6))
            aise_dynamo_add(s, AISE_PLY_PULL, agent, 0, true, patient, AISE_OFF);
    } else if (AISE_RULE(DY4) && is_empty(s, behind)) {
        aise_dynamo_add(s, AISE_PLY_PULL, agent, aise_bit(behind), false, patient, agent);
    }
}

/* DY8(a): one square, or one or two from the second rank; an expulsion counts as one. */
void aise_dynamo_pawn_ahead(AiseDynamoSearch *s, unsigned agent, uint64_t patients)
{
    unsigned front = aise_dynamo_ahead(s->side, agent);

    if (front == AISE_OFF || (patients & s->p->side[s->side] & aise_bit(front)) == 0)
        return;
    uint64_t follows = aise_bit(agent) | aise_bit(front);
    unsigned one = aise_dynamo_ahead(s->side, front);
    if (one != AISE_OFF && !is_empty(s, one))
        return;
    aise_dynamo_add(s, AISE_PLY_PUSH, agent, follows, false, front, one);
    if (one == AISE_OFF || !aise_dynamo_second_rank(s->side, agent))
        return;
    unsigned two = aise_dynamo_ahead(s->side, one);
    if (is_empty(s, two))
        aise_dynamo_add(s, AISE_PLY_PUSH, agent, follows | aise_bit(one), false, front, two);
}

/* DY8(b): an enemy, one diagonal step, over any edge too. */
static void pawn_aside(AiseDynamoSearch *s, unsigned agent, uint64_t patients)
{
    uint64_t men = aise_pawn_attacks[s->side][agent] & patients & s->p->side[s->side ^ 1u];

    for (; men != 0; men &= men - 1) {
        unsigned patient = aise_lowest(men);
        unsigned to = aise_dynamo_beyond(agent, patient);
        if (to == AISE_OFF || is_empty(s, to))
            aise_dynamo_add(s, AISE_PLY_PUSH, agent, aise_bit(agent) | aise_bit(patient), false, patient, to);
    }
}

/* ---- the plies of one agent ---- */

bool aise_dynamo_slides(unsigned kind, unsigned way)
{
    return kind == AISE_QUEEN || (kind == AISE_ROOK && (way & 1u) == 0) || (kind == AISE_BISHOP && (way & 1u) != 0);
}

/* Those of `patients` that an agent of `kind`, not a pawn, has on its lines or a jump or step away. */
static inline uint64_t within_sight(unsigned kind, unsigned agent, uint64_t patients, uint64_t occupied)
{
    uint64_t near = patients & aise_reach[kind][agent];

    if (near == 0)
        return 0;
    if ((near & (near - 1)) == 0) {
        unsigned patient = aise_lowest(near);
        return (aise_dynamo_gap(agent, patient, aise_dynamo_way(agent, patient)) & occupied) != 0 ? 0 : near;
    }
    return aise_count(near) > 3 ? near & aise_attacks(kind, agent, occupied) : aise_seeing(agent, near, occupied);
}

/* Everything the agent does to one of `patients`. DY2: the first man on a line, or one jump or step away. */
static void act(AiseDynamoSearch *s, unsigned agent, uint64_t patients)
{
    unsigned kind = aise_man_kind(s->p->man[agent]);
    uint64_t men = kind == AISE_PAWN ? 0 : within_sight(kind, agent, patients, AISE_RULE(DY2) ? s->occupied : 0);

    if (kind == AISE_PAWN && AISE_RULE(DY8)) {
        s->rules->ahead(s, agent, patients);
        pawn_aside(s, agent, patients);
    }
    for (; men != 0; men &= men - 1) {
        unsigned patient = aise_lowest(men);
        if (kind == AISE_KNIGHT || kind == AISE_KING)
            s->rules->step(s, agent, patient);
        else
            s->rules->slide(s, agent, patient, aise_dynamo_way(agent, patient));
    }
}

/* DY7: a line of its own is clear to the edge, or a jump or step leaves the board. */
static bool can_leave(const AiseDynamoSearch *s, unsigned agent)
{
    unsigned kind = aise_man_kind(s->p->man[agent]);

    if (!AISE_RULE(DY7) || (s->rules->no_suicide && AISE_RULE(KK3)) || kind == AISE_PAWN)
        return false;
    if (kind == AISE_KNIGHT || kind == AISE_KING)
        return aise_count(aise_attacks(kind, agent, s->occupied)) < 8;
    for (unsigned way = 0; way < 8; way++)
        if (aise_dynamo_slides(kind, way) && (aise_rays[way][agent] & s->occupied) == 0)
            return true;
    return false;
}

/* Plain squares of a pawn: one step, two from its second rank (DY8c). */
static uint64_t pawn_steps(const AiseDynamoSearch *s, unsigned agent)
{
    unsigned one = aise_dynamo_ahead(s->side, agent);

    if (one == AISE_OFF || !is_empty(s, one))
        return 0;
    if (!aise_dynamo_second_rank(s->side, agent))
        return aise_bit(one);
    unsigned two = aise_dynamo_ahead(s->side, one);
    return is_empty(s, two) ? aise_bit(one) | aise_bit(two) : aise_bit(one);
}

/* A plain move to an empty square (DY1), or leaving alone. */
static void move_plainly(AiseDynamoSearch *s, unsigned agent)
{
    unsigned kind = aise_man_kind(s->p->man[agent]);
    uint64_t closed = AISE_RULE(DY1) ? s->occupied : s->p->side[s->side];
    uint64_t to = kind == AISE_PAWN ? pawn_steps(s, agent) : aise_attacks(kind, agent, s->occupied) & ~closed;

    if (!AISE_RULE(DY12))
        to |= aise_bit(agent);
    aise_dynamo_add(s, AISE_PLY_PLAIN, agent, to, false, AISE_NONE, AISE_NONE);
    if (s->agent_off && can_leave(s, agent))
        aise_dynamo_add(s, AISE_PLY_LEAVE, agent, 0, true, AISE_NONE, AISE_NONE);
}

/* ---- castling ---- */

static unsigned rook_index(unsigned side, bool is_short)
{
    return 3u * side + (is_short ? AISE_UNMOVED_H_ROOK : AISE_UNMOVED_A_ROOK);
}

static bool never_moved(const AisePosition *p, unsigned index) { return (p->state.unmoved >> index & 1u) != 0; }

AiseCode aise_dynamo_castling_fault(const AisePosition *p, bool is_short)
{
    unsigned side = p->state.to_move;
    unsigned rook = rook_index(side, is_short);
    unsigned king = 3u * side + AISE_UNMOVED_KING;
    unsigned king_home = aise_castling_home[king];
    unsigned rook_home = aise_castling_home[rook];

    if (!is_king(p, king_home, side) || p->man[rook_home] != aise_man(side, AISE_ROOK))
        return AISE_CODE_R325;
    if (AISE_RULE(DY11) && (!never_moved(p, king) || !never_moved(p, rook) || p->state.at[king] != king_home ||
                            p->state.at[rook] != rook_home))
        return AISE_CODE_R324;
    if ((aise_between[king_home][rook_home] & aise_occupied(p)) != 0)
        return AISE_CODE_R326;
    return AISE_CODE_NONE;
}

AisePly aise_dynamo_castling(unsigned side, bool is_short)
{
    unsigned king = aise_castling_home[3u * side + AISE_UNMOVED_KING];

    return aise_ply(is_short ? AISE_PLY_CASTLE_SHORT : AISE_PLY_CASTLE_LONG, king, is_short ? king + 2u : king - 2u);
}

static void castle(AiseDynamoSearch *s, bool is_short)
{
    if (aise_dynamo_castling_fault(s->p, is_short) != AISE_CODE_NONE)
        return;
    AisePly *ply = next_slot(s);
    *ply = aise_dynamo_castling(s->side, is_short);
    keep_tested(s, ply, false);
}

/* The ply with the castling rook in the patient's place: who stands where afterwards. */
static AisePly with_rook(AisePly ply)
{
    if (ply.type != AISE_PLY_CASTLE_SHORT && ply.type != AISE_PLY_CASTLE_LONG)
        return ply;
    bool is_short = ply.type == AISE_PLY_CASTLE_SHORT;
    ply.patient_from = (uint8_t)(is_short ? ply.agent_from + 3u : ply.agent_from - 4u);
    ply.patient_to = (uint8_t)(is_short ? ply.agent_from + 1u : ply.agent_from - 1u);
    return ply;
}

/* ---- what is tested of a ply ---- */

static unsigned man_after(const AisePosition *p, unsigned from, unsigned promo)
{
    unsigned man = p->man[from];

    return promo == AISE_NO_KIND ? man : aise_man(aise_man_side(man), promo);
}

static void toggle(AiseDynamoMen *men, unsigned man, unsigned square)
{
    men->kind[aise_man_kind(man)] ^= aise_bit(square);
    men->side[aise_man_side(man)] ^= aise_bit(square);
}

static void displace(const AisePosition *p, AiseDynamoMen *men, unsigned from, unsigned to, unsigned promo)
{
    toggle(men, p->man[from], from);
    if (to < AISE_NONE)
        toggle(men, man_after(p, from, promo), to);
}

void aise_dynamo_men(const AisePosition *p, AiseDynamoMen *men)
{
    memcpy(men->kind, p->kind, sizeof men->kind);
    memcpy(men->side, p->side, sizeof men->side);
}

void aise_dynamo_after(const AisePosition *p, const AisePly *ply, AiseDynamoMen *men)
{
    AisePly pair = with_rook(*ply);

    aise_dynamo_men(p, men);
    displace(p, men, pair.agent_from, pair.agent_to, pair.agent_promo);
    if (pair.patient_from < AISE_NONE)
        displace(p, men, pair.patient_from, pair.patient_to, pair.patient_promo);
}

bool aise_dynamo_line_expels(uint64_t line, uint64_t men, unsigned agent, unsigned king)
{
    uint64_t on_line = line & men;
    uint64_t outermost = (on_line & (0 - on_line)) | UINT64_C(1) << (63 - __builtin_clzll(on_line));

    /* The two are neighbours: beyond the king the line is clear (a push), or behind the agent (a pull, DY6). */
    return (outermost & (aise_bit(agent) | aise_bit(king))) != 0;
}

/* Knights, king and pawns next to the king at `square`. */
static bool neighbour_expels(const AiseDynamoRules *rules, const AiseDynamoMen *men, unsigned square, unsigned side)
{
    uint64_t enemy = men->side[side ^ 1u];
    uint64_t knights = aise_knight_attacks[square] & men->kind[AISE_KNIGHT] & enemy;
    uint64_t king = aise_king_attacks[square] & men->kind[AISE_KING] & enemy;
    uint64_t pushers = (aise_pawn_attacks[side][square] & men->kind[AISE_PAWN] & enemy) | knights | king;
    uint64_t pullers = rules->king_pulls ? knights | king : knights; /* a king may not leave, pulling or not (DN2) */

    for (; pushers != 0; pushers &= pushers - 1)
        if (aise_dynamo_beyond(aise_lowest(pushers), square) == AISE_OFF)
            return true;
    for (; pullers != 0; pullers &= pullers - 1)
        if (aise_dynamo_beyond(square, aise_lowest(pullers)) == AISE_OFF)
            return true;
    return false;
}

bool aise_dynamo_attacked(const AiseDynamoRules *rules, const AiseDynamoMen *men, unsigned side)
{
    uint64_t king = men->kind[AISE_KING] & men->side[side];
    uint64_t occupied = men->side[0] | men->side[1];

    if (king == 0)
        return false;
    unsigned square = aise_lowest(king);
    uint64_t straight = aise_rook_lines[square] & (men->kind[AISE_ROOK] | men->kind[AISE_QUEEN]);
    uint64_t diagonal = aise_bishop_lines[square] & (men->kind[AISE_BISHOP] | men->kind[AISE_QUEEN]);
    uint64_t sliders = aise_seeing(square, (straight | diagonal) & men->side[side ^ 1u], occupied);
    for (; sliders != 0; sliders &= sliders - 1) {
        unsigned agent = aise_lowest(sliders);
        if (rules->line_expels(aise_lines[agent][square], occupied, agent, square))
            return true;
    }
    return neighbour_expels(rules, men, square, side);
}

uint64_t aise_dynamo_changed(const AisePosition *p)
{
    const uint64_t *kind = p->kind;
    const uint64_t *ko = p->state.ko.plane;

    if (!p->state.has_ko)
        return 0;
    uint64_t changed = ((kind[AISE_PAWN] | kind[AISE_BISHOP] | kind[AISE_QUEEN]) ^ ko[0]) |
                       ((kind[AISE_KNIGHT] | kind[AISE_BISHOP] | kind[AISE_KING]) ^ ko[1]) |
                       ((kind[AISE_ROOK] | kind[AISE_QUEEN] | kind[AISE_KING]) ^ ko[2]) | (p->side[AISE_BLACK] ^ ko[3]);
    uint64_t rest = changed;
    for (unsigned i = 0; i < 4; i++) /* a ply touches four squares at most */
        rest &= rest - 1;
    return rest == 0 ? changed : 0;
}

static unsigned banned_man(const AisePlacement *ko, unsigned square)
{
    unsigned kind = 0;

    for (unsigned plane = 0; plane < 3; plane++)
        kind |= (unsigned)(ko->plane[plane] >> square & 1u) << plane;
    return kind == 0 ? AISE_EMPTY : aise_man((unsigned)(ko->plane[3] >> square & 1u), kind - 1u);
}

bool aise_dynamo_restores(const AiseDynamoSearch *s, const AisePly *ply)
{
    AisePly pair = with_rook(*ply);
    const uint8_t square[4] = {pair.agent_from, pair.agent_to, pair.patient_from, pair.patient_to};
    uint64_t touched = 0;

    if (s->changed == 0)
        return false;
    for (unsigned i = 0; i < 4; i++)
        touched |= square[i] < AISE_NONE ? aise_bit(square[i]) : 0;
    if ((s->changed & ~touched) != 0)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        if (square[i] >= AISE_NONE)
            continue;
        unsigned man = AISE_EMPTY;
        if (square[i] == pair.agent_to)
            man = man_after(s->p, pair.agent_from, pair.agent_promo);
        else if (square[i] == pair.patient_to)
            man = man_after(s->p, pair.patient_from, pair.patient_promo);
        if (man != banned_man(&s->p->state.ko, square[i]))
            return false;
    }
    return true;
}

bool aise_dynamo_possible(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AisePly *ply)
{
    AiseDynamoSearch s;

    aise_dynamo_begin(&s, rules, p);
    s.mechanics_only = true;
    s.kept = ply;
    aise_dynamo_look_up(&s, w);
    return s.found != 0;
}

bool aise_dynamo_expels_king(const AisePosition *p, const AisePly *ply, unsigned side)
{
    return ply->patient_to == AISE_OFF && is_king(p, ply->patient_from, side);
}

bool aise_dynamo_king_leaves(const AisePosition *p, const AisePly *ply)
{
    return ply->agent_to == AISE_OFF && is_king(p, ply->agent_from, p->state.to_move);
}

/* ---- hooks ---- */

/* Field by field: clearing the whole takes longer than a look-up. */
void aise_dynamo_begin(AiseDynamoSearch *s, const AiseDynamoRules *rules, AisePosition *p)
{
    s->rules = rules;
    s->p = p;
    s->occupied = aise_occupied(p);
    s->side = p->state.to_move;
    s->written = NULL;
    s->agent_to = ~UINT64_C(0);
    s->patient_to = ~UINT64_C(0);
    s->agent_off = true;
    s->patient_off = true;
    s->mechanics_only = false;
    s->plain_only = false;
    s->test_from = 0;
    s->test_to = 0;
    s->changed = 0;
    s->out = NULL;
    s->kept = NULL;
    s->found = 0;
    s->limit = SIZE_MAX;
}

/* Every lawful ply, until there are `limit`. */
static void search_all(AiseDynamoSearch *s)
{
    if (s->p->state.outcome != AISE_PLAYING)
        return;
    s->rules->prepare(s, true);
    for (uint64_t men = s->p->side[s->side]; men != 0 && !enough(s); men &= men - 1) {
        unsigned agent = aise_lowest(men);
        move_plainly(s, agent);
        if (!enough(s))
            act(s, agent, s->occupied);
    }
    castle(s, true);
    castle(s, false);
}

void aise_dynamo_generate(const AiseDynamoRules *rules, AisePosition *p, AisePlies *out)
{
    AiseDynamoSearch s;

    aise_dynamo_begin(&s, rules, p);
    s.out = out;
    search_all(&s);
}

size_t aise_dynamo_count(const AiseDynamoRules *rules, AisePosition *p)
{
    AiseDynamoSearch s;

    aise_dynamo_begin(&s, rules, p);
    search_all(&s);
    return s.found;
}

bool aise_dynamo_any(const AiseDynamoRules *rules, AisePosition *p)
{
    AiseDynamoSearch s;

    aise_dynamo_begin(&s, rules, p);
    s.limit = 1;
    search_all(&s);
    return s.found != 0;
}

uint64_t aise_dynamo_agents(const AisePosition *p, const AiseWritten *w)
{
    uint64_t men = p->side[p->state.to_move];
    uint64_t any_file = 0 - (uint64_t)(w->from_file == AISE_ANY), any_rank = 0 - (uint64_t)(w->from_rank == AISE_ANY);
    uint64_t file = any_file | UINT64_C(0x0101010101010101) << (w->from_file & 7u);
    uint64_t rank = any_rank | UINT64_C(0xff) << 8u * (w->from_rank & 7u);

    if (w->kind != AISE_ANY)
        men &= p->kind[w->kind];
    else if (w->from_file == AISE_ANY || w->from_rank == AISE_ANY) /* no letter: a pawn, unless its square is written */
        men &= p->kind[AISE_PAWN];
    return men & file & rank;
}

/* Pawns of the side to move whose plain move may end on the empty square `to` (DY8c). */
static uint64_t pawn_origins(const AiseDynamoSearch *s, unsigned to)
{
    unsigned one = aise_dynamo_ahead(s->side ^ 1u, to);
    unsigned two = one == AISE_OFF || !is_empty(s, one) ? AISE_OFF : aise_dynamo_ahead(s->side ^ 1u, one);

    return (one == AISE_OFF ? 0 : aise_bit(one)) |
           (two == AISE_OFF || !aise_dynamo_second_rank(s->side, two) ? 0 : aise_bit(two));
}

/* Men of `agents`, of one side, whose plain move may end on the empty square `to`. */
static uint64_t plain_origins(const AiseDynamoSearch *s, uint64_t agents, unsigned to)
{
    uint64_t found = 0;

    if (!is_empty(s, to))
        return 0;
    while (agents != 0) {
        unsigned kind = aise_man_kind(s->p->man[aise_lowest(agents)]);
        uint64_t men = agents & s->p->kind[kind];
        found |= men & (kind == AISE_PAWN ? pawn_origins(s, to) : within_sight(kind, to, men, s->occupied));
        agents ^= men;
    }
    return found;
}

uint64_t aise_dynamo_patients(const AisePosition *p, const AiseWritten *w)
{
    uint64_t men = w->patient_from < AISE_NONE ? aise_bit(w->patient_from) : ~UINT64_C(0);

    return men & (w->patient_kind != AISE_ANY ? p->kind[w->patient_kind] : aise_occupied(p));
}

/* Takes the first square in the order a1, a2 … h8 out of a set. */
static unsigned take_first(uint64_t *set)
{
    unsigned first = aise_first(*set);

    *set &= ~aise_bit(first);
    return first;
}

/* Where agents of the kind may stand that act on a man at `square`. */
static uint64_t agents_near(unsigned kind, unsigned square)
{
    uint64_t patient = aise_bit(square);

    return kind == AISE_PAWN ? aise_king_attacks[square] | patient << 16 | patient >> 16 : aise_reach[kind][square];
}

/* What the slider does that goes to `agent_to` and takes the patient, which it sees, to `patient_to`, both on the board, in
   the AISE reading: a push, a pull, or AISE_PLY_PLAIN for neither. As aise_dynamo_slide, which finds all it may do. */
static unsigned slider_act(const AiseDynamoSearch *s, unsigned agent, unsigned agent_to, unsigned patient, unsigned patient_to,
                           unsigned way)
{
    unsigned back = aise_dynamo_opposite(way);
    uint64_t here = aise_bit(agent), to = aise_bit(agent_to), lands = aise_bit(patient_to);

    if (aise_rays[way][patient] & lands) {
        bool clear = ((aise_dynamo_gap(patient, patient_to, way) | lands) & s->occupied) == 0;
        bool stops = ((here | aise_dynamo_gap(agent, patient_to, way)) & to) != 0;
        return AISE_RULE(DY3) && clear && stops ? AISE_PLY_PUSH : AISE_PLY_PLAIN;
    }
    bool behind = (aise_rays[back][agent] & to) != 0 && ((aise_dynamo_gap(agent, agent_to, back) | to) & s->occupied) == 0;
    if (lands & aise_rays[back][agent])
        behind = behind && (aise_rays[back][patient_to] & to) != 0;
    else if (lands & aise_dynamo_gap(agent, patient, way))
        behind = behind || to == here;
    else
        behind = behind && lands == here;
    return AISE_RULE(DY4) && behind ? AISE_PLY_PULL : AISE_PLY_PLAIN;
}

/* Is the one agent a slider of the AISE reading, and are all four squares written, without promotions? Then answers. */
static bool answer_slider(AiseDynamoSearch *s, const AiseWritten *w, uint64_t agents, uint64_t patients)
{
    if (agents == 0 || (agents & (agents - 1)) != 0 || patients == 0 || !AISE_RULE(DY2) || !aise_dynamo_is_slider(w->kind) ||
        w->to >= AISE_NONE || w->patient_from >= AISE_NONE || w->patient_to >= AISE_NONE ||
        (w->promo & w->patient_promo) != AISE_NO_KIND || s->rules->slide != aise_dynamo_slide ||
        (patients & s->p->kind[AISE_PAWN] && aise_bit(w->patient_to) & LAST_RANKS))
        return false;
    unsigned agent = aise_lowest(agents), way = aise_dynamo_way(agent, w->patient_from);
    if (!(aise_reach[w->kind][agent] & patients) || (aise_dynamo_gap(agent, w->patient_from, way) & s->occupied))
        return true;
    unsigned type = slider_act(s, agent, w->to, w->patient_from, w->patient_to, way);
    if (type != AISE_PLY_PLAIN)
        add_one(s, type, agent, w->to, w->patient_from, w->patient_to, AISE_NO_KIND, AISE_NO_KIND,
                is_settled(s, agent, w->patient_from, w->patient_to));
    return true;
}

/* Agent and patient together: the masks leave only what is written. */
static void look_up_pair(AiseDynamoSearch *s, const AiseWritten *w, uint64_t agents)
{
    uint64_t patients = aise_dynamo_patients(s->p, w);

    if (w->patient_from < AISE_NONE && w->kind != AISE_ANY)
        agents &= agents_near(w->kind, w->patient_from);
    if (answer_slider(s, w, agents, patients))
        return;
    s->agent_off = w->to == AISE_OFF;
    s->agent_to = w->to < AISE_NONE ? aise_bit(w->to) : 0;
    if (w->patient_to != AISE_NONE) {
        s->patient_off = w->patient_to == AISE_OFF;
        s->patient_to = w->patient_to < AISE_NONE ? aise_bit(w->patient_to) : 0;
    }
    while (agents != 0)
        act(s, take_first(&agents), patients);
}

void aise_dynamo_look_up(AiseDynamoSearch *s, const AiseWritten *w)
{
    if (w->null || s->p->state.outcome != AISE_PLAYING)
        return;
    s->written = w;
    if (w->castle != 0) {
        if (!w->patient)
            castle(s, w->castle == 1);
        return;
    }
    uint64_t agents = aise_dynamo_agents(s->p, w);
    if (w->patient) {
        look_up_pair(s, w, agents);
    } else if (w->to == AISE_OFF) {
        while (agents != 0) {
            unsigned agent = take_first(&agents);
            if (can_leave(s, agent))
                aise_dynamo_add(s, AISE_PLY_LEAVE, agent, 0, true, AISE_NONE, AISE_NONE);
        }
    } else if (w->to < AISE_NONE) {
        agents = plain_origins(s, agents, w->to);
        while (agents != 0)
            aise_dynamo_add(s, AISE_PLY_PLAIN, take_first(&agents), aise_bit(w->to), false, AISE_NONE, AISE_NONE);
    }
}

void aise_dynamo_resolve(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    AiseDynamoSearch s;

    aise_dynamo_begin(&s, rules, p);
    s.out = out;
    rules->prepare(&s, false);
    aise_dynamo_look_up(&s, w);
}

uint64_t aise_dynamo_rivals(const AiseDynamoRules *rules, AisePosition *p, const AisePly *ply)
{
    AiseDynamoSearch s;
    uint64_t rivals = 0;

    aise_dynamo_begin(&s, rules, p);
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    uint64_t others = aise_men(p, s.side, kind) & ~aise_bit(ply->agent_from);
    others = plain_origins(&s, others, ply->agent_to);
    if (others == 0)
        return 0;
    rules->prepare(&s, false);
    for (; others != 0; others &= others - 1) {
        size_t before = s.found;
        aise_dynamo_add(&s, AISE_PLY_PLAIN, aise_lowest(others), aise_bit(ply->agent_to), false, AISE_NONE, AISE_NONE);
        if (s.found > before)
            rivals |= aise_bit(aise_lowest(others));
    }
    return rivals;
}

/* ---- playing ---- */

static void forget_right(AiseState *state, unsigned index)
{
    state->unmoved &= (uint8_t)~(1u << index);
    state->at[index] = aise_castling_home[index];
}

/* Without king or without rooks no right is left of the side. */
static void drop_idle_rights(AiseState *state, unsigned side)
{
    unsigned king = 1u << (3u * side + AISE_UNMOVED_KING);
    unsigned rooks = 1u << rook_index(side, false) | 1u << rook_index(side, true);

    if ((state->unmoved & (king | rooks)) == 0 || ((state->unmoved & king) != 0 && (state->unmoved & rooks) != 0))
        return;
    for (unsigned index = 3u * side; index < 3u * side + 3u; index++)
        forget_right(state, index);
}

/* Which castling men with a right stand on `square`: all six compared at once. */
static unsigned rights_on(const AiseState *state, unsigned square)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint32_t four;
    uint16_t two;

    memcpy(&four, state->at, sizeof four);
    memcpy(&two, state->at + 4, sizeof two);
    uint64_t at = (le32toh(four) | (uint64_t)le16toh(two) << 32) ^ square * ones;
    uint64_t same = (0x80 * ones - at) >> 7 & ones; /* in each byte, since squares are below 128 */
    return (unsigned)(same * UINT64_C(0x0102040810204080) >> 56) & state->unmoved;
}

/* DY11: a castling man keeps its right when pushed or pulled, loses it when it goes of its own or off the board. */
static void follow_castling_men(AisePosition *p, const AisePly *ply)
{
    AiseState *state = &p->state;
    unsigned agent = rights_on(state, ply->agent_from), patient = rights_on(state, ply->patient_from);
    unsigned before = state->unmoved;

    if (agent != 0 && ply->agent_to != ply->agent_from)
        forget_right(state, aise_lowest(agent));
    if (patient != 0 && ply->patient_to < AISE_NONE)
        state->at[aise_lowest(patient)] = ply->patient_to;
    else if (patient != 0)
        forget_right(state, aise_lowest(patient));
    if (state->unmoved != before) {
        drop_idle_rights(state, AISE_WHITE);
        drop_idle_rights(state, AISE_BLACK);
    }
}

/* DY13: a man leaves, or a pawn moves or is moved; a pawn that acts while stationary does not. */
static bool resets_clock(const AisePosition *p, const AisePly *ply)
{
    if (ply->agent_to == AISE_OFF || ply->patient_to == AISE_OFF)
        return true;
    uint64_t agent = (uint64_t)(ply->agent_to != ply->agent_from) << ply->agent_from;
    uint64_t patient = (uint64_t)(ply->patient_from < AISE_NONE) << (ply->patient_from & 63u);

    return ((agent | patient) & p->kind[AISE_PAWN]) != 0;
}

static void move_agent(AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    if (ply->agent_to == AISE_OFF) {
        aise_effect_remove(p, u, ply->agent_from & 63u, AISE_REASON_LEAVING);
        return;
    }
    if (u == NULL || ply->agent_to != ply->agent_from)
        aise_effect_move(p, u, ply->agent_from, ply->agent_to, AISE_REASON_MOVE);
    if (ply->agent_promo != AISE_NO_KIND)
        aise_effect_change(p, u, ply->agent_to, ply->agent_promo, AISE_REASON_PROMOTION);
}

static void move_patient(AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    unsigned reason = ply->type == AISE_PLY_PULL ? AISE_REASON_PULL : AISE_REASON_PUSH;

    if (ply->patient_to == AISE_OFF) {
        aise_effect_remove(p, u, ply->patient_from, AISE_REASON_EXPULSION);
        return;
    }
    aise_effect_move(p, u, ply->patient_from, ply->patient_to, reason);
    if (ply->patient_promo != AISE_NO_KIND)
        aise_effect_change(p, u, ply->patient_to, ply->patient_promo, AISE_REASON_PROMOTION);
}

/* A push or pull; whoever stands in front goes first. */
static void move_pair(AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    if (ply->type == AISE_PLY_PULL) {
        move_agent(p, ply, u);
        move_patient(p, ply, u);
    } else {
        move_patient(p, ply, u);
        move_agent(p, ply, u);
    }
}

/* The same, without a journal, of men that stay on the board and what they are: both at once. */
static void shift_pair(AisePosition *p, const AisePly *ply)
{
    unsigned agent = p->man[ply->agent_from], patient = p->man[ply->patient_from];

    p->man[ply->agent_from] = p->man[ply->patient_from] = AISE_EMPTY;
    p->man[ply->agent_to] = (AiseMan)agent;
    p->man[ply->patient_to] = (AiseMan)patient;
    uint64_t path = aise_bit(ply->agent_from) ^ aise_bit(ply->agent_to);
    p->kind[aise_man_kind(agent)] ^= path;
    p->side[aise_man_side(agent)] ^= path;
    path = aise_bit(ply->patient_from) ^ aise_bit(ply->patient_to);
    p->kind[aise_man_kind(patient)] ^= path;
    p->side[aise_man_side(patient)] ^= path;
    p->state.key ^= aise_zobrist[agent][ply->agent_from] ^ aise_zobrist[agent][ply->agent_to] ^
                    aise_zobrist[patient][ply->patient_from] ^ aise_zobrist[patient][ply->patient_to];
}

void aise_dynamo_play(const AiseTraits *traits, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    AiseState *state = &p->state;

    aise_undo_begin(u, p);
    aise_turn_begin(traits, p);
    uint64_t touched = aise_bit(ply->agent_from) | (ply->patient_from < AISE_NONE ? aise_bit(ply->patient_from) : 0);
    if (state->unmoved != 0 && (touched & (p->kind[AISE_ROOK] | p->kind[AISE_KING])) != 0)
        follow_castling_men(p, ply);
    state->clock = (state->clock + 1) & (0u - !(AISE_RULE(DY13) && resets_clock(p, ply)));
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        AisePly pair = with_rook(*ply);
        aise_effect_move(p, u, pair.agent_from, pair.agent_to, AISE_REASON_CASTLING);
        aise_effect_move(p, u, pair.patient_from, pair.patient_to, AISE_REASON_CASTLING);
    } else if (ply->patient_from >= AISE_NONE) {
        move_agent(p, ply, u);
    } else if (u == NULL && ((ply->agent_to | ply->patient_to) < AISE_NONE) &&
               (ply->agent_promo & ply->patient_promo) == AISE_NO_KIND) {
        shift_pair(p, ply);
    } else {
        move_pair(p, ply, u);
    }
}
