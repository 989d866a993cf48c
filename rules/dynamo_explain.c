/* Why a written ply of a dynamo variant does not hold: the reason that a ply came nearest to overcoming. */
#include "rules/dynamo.h"

/* The codes R301–R323 stand in that order: the later one says that more of the ply was right. */
typedef struct Fault {
    AiseCode code;
    unsigned agent;
    unsigned patient;
    unsigned square;
} Fault;

/* What is written of one agent and one patient. */
typedef struct Pair {
    const AisePosition *p;
    uint64_t occupied;
    unsigned side;
    unsigned agent, patient;
    unsigned agent_to, patient_to;
    Fault *best;
} Pair;

static void blame_at(const Pair *pair, AiseCode code, unsigned square)
{
    if (code > pair->best->code)
        *pair->best = (Fault){code, pair->agent, pair->patient, square};
}

static void blame(const Pair *pair, AiseCode code) { blame_at(pair, code, pair->patient_to); }

static bool has(uint64_t set, unsigned square) { return square < AISE_NONE && (set >> square & 1u) != 0; }

/* The nearest man to `from` among `men`, which stand on a ray of direction `way`. */
static void blame_blocker(const Pair *pair, AiseCode code, uint64_t men, unsigned way)
{
    blame_at(pair, code, aise_dynamo_first(men, way));
}

/* ---- sliders ---- */

static void slider_expels(const Pair *pair, unsigned way)
{
    unsigned back = aise_dynamo_opposite(way);
    uint64_t beyond = aise_rays[way][pair->patient] & pair->occupied;
    uint64_t behind = aise_rays[back][pair->agent] & pair->occupied;

    if (pair->agent_to == AISE_OFF && behind != 0)
        blame_blocker(pair, AISE_CODE_R322, behind, back);
    else if (has(aise_rays[back][pair->agent], pair->agent_to))
        blame(pair, AISE_CODE_R321);
    else if (pair->agent_to != pair->agent && !has(aise_rays[way][pair->agent], pair->agent_to))
        blame_at(pair, AISE_CODE_R307, pair->agent_to);
    else if (beyond != 0)
        blame_blocker(pair, AISE_CODE_R319, beyond, way);
}

static void slider_pushes(const Pair *pair, unsigned way)
{
    uint64_t between = aise_between[pair->patient][pair->patient_to] & pair->occupied;

    if (between != 0)
        blame_blocker(pair, AISE_CODE_R316, between, way);
    else if (has(pair->occupied, pair->patient_to))
        blame(pair, AISE_CODE_R317);
    else if (has(aise_rays[way][pair->agent], pair->agent_to))
        blame_at(pair, AISE_CODE_R311, pair->agent_to);
    else
        blame_at(pair, AISE_CODE_R307, pair->agent_to);
}

static void slider_pulls(const Pair *pair, unsigned way)
{
    unsigned back = aise_dynamo_opposite(way);
    uint64_t behind = aise_rays[back][pair->agent];

    if (pair->agent_to != pair->agent && !has(behind, pair->agent_to)) {
        blame_at(pair, AISE_CODE_R307, pair->agent_to);
        return;
    }
    uint64_t passage = behind & ~aise_rays[back][pair->agent_to];
    uint64_t men = pair->agent_to == pair->agent ? 0 : passage & pair->occupied;
    if (men != 0)
        blame_blocker(pair, AISE_CODE_R318, men, back);
    else
        blame(pair, AISE_CODE_R310);
}

static void slider_fault(const Pair *pair)
{
    unsigned kind = aise_man_kind(pair->p->man[pair->agent]);
    unsigned way = aise_dynamo_way(pair->agent, pair->patient);
    uint64_t line = aise_lines[pair->agent][pair->patient];

    if (line == 0 || !aise_dynamo_slides(kind, way) ||
        (aise_between[pair->agent][pair->patient] & pair->occupied) != 0)
        blame_at(pair, AISE_CODE_R305, pair->patient);
    else if (pair->patient_to == AISE_OFF)
        slider_expels(pair, way);
    else if (!has(line, pair->patient_to) || pair->patient_to == pair->patient)
        blame(pair, AISE_CODE_R306);
    else if (has(aise_rays[way][pair->patient], pair->patient_to))
        slider_pushes(pair, way);
    else
        slider_pulls(pair, way);
}

/* ---- knights and kings ---- */

static void stepper_expels(const Pair *pair, unsigned beyond, unsigned behind)
{
    if (pair->agent_to == AISE_OFF)
        blame(pair, beyond == AISE_OFF ? AISE_CODE_R320 : AISE_CODE_R322);
    else if (pair->agent_to == behind)
        blame(pair, AISE_CODE_R321);
    else if (pair->agent_to == pair->agent || pair->agent_to == pair->patient)
        blame_at(pair, AISE_CODE_R319, beyond);
    else
        blame_at(pair, AISE_CODE_R307, pair->agent_to);
}

static void stepper_pulls(const Pair *pair, unsigned behind)
{
    if (pair->agent_to == pair->agent)
        blame(pair, AISE_CODE_R309);
    else if (pair->agent_to == behind && has(pair->occupied, behind))
        blame_at(pair, AISE_CODE_R318, behind);
    else
        blame_at(pair, AISE_CODE_R307, pair->agent_to);
}

static void stepper_fault(const Pair *pair)
{
    unsigned kind = aise_man_kind(pair->p->man[pair->agent]);
    unsigned beyond = aise_dynamo_beyond(pair->agent, pair->patient);
    unsigned behind = aise_dynamo_beyond(pair->patient, pair->agent);

    if (!has(aise_attacks(kind, pair->agent, pair->occupied), pair->patient))
        blame_at(pair, AISE_CODE_R305, pair->patient);
    else if (pair->patient_to == AISE_OFF)
        stepper_expels(pair, beyond, behind);
    else if (pair->patient_to == pair->agent)
        stepper_pulls(pair, behind);
    else if (pair->patient_to != beyond)
        blame(pair, pair->agent_to == behind ? AISE_CODE_R310 : AISE_CODE_R308);
    else if (has(pair->occupied, beyond))
        blame(pair, AISE_CODE_R317);
    else
        blame_at(pair, pair->agent_to == behind ? AISE_CODE_R307 : AISE_CODE_R311, pair->agent_to);
}

/* ---- pawns ---- */

/* DY8(a): `one` and `two` are the squares a friend may be pushed to. */
static void pawn_ahead_fault(const Pair *pair)
{
    unsigned one = aise_dynamo_ahead(pair->side, pair->patient);
    bool twice = one != AISE_OFF && aise_dynamo_second_rank(pair->side, pair->agent);
    unsigned two = twice ? aise_dynamo_ahead(pair->side, one) : AISE_NONE;

    if (pair->patient_to != one && pair->patient_to != two)
        blame(pair, AISE_CODE_R315);
    else if (pair->patient_to == two && has(pair->occupied, one))
        blame_at(pair, AISE_CODE_R316, one);
    else if (has(pair->occupied, pair->patient_to))
        blame(pair, AISE_CODE_R317);
    else
        blame_at(pair, AISE_CODE_R311, pair->agent_to);
}

static void pawn_aside_fault(const Pair *pair)
{
    if (pair->patient_to != aise_dynamo_beyond(pair->agent, pair->patient))
        blame(pair, AISE_CODE_R315);
    else if (has(pair->occupied, pair->patient_to))
        blame(pair, AISE_CODE_R317);
    else
        blame_at(pair, AISE_CODE_R311, pair->agent_to);
}

static bool is_backwards(const Pair *pair)
{
    unsigned from = aise_rank(pair->patient), to = aise_rank(pair->patient_to);

    return pair->patient_to < AISE_NONE && (pair->side == AISE_WHITE ? to <= from : to >= from);
}

static void pawn_fault(const Pair *pair)
{
    bool is_friend = aise_man_side(pair->p->man[pair->patient]) == pair->side;
    bool is_ahead = aise_dynamo_ahead(pair->side, pair->agent) == pair->patient;
    bool is_aside = has(aise_pawn_attacks[pair->side][pair->agent], pair->patient);
    bool is_lined = aise_lines[pair->agent][pair->patient] != 0;
    bool is_behind = is_lined && (pair->side == AISE_WHITE ? aise_rank(pair->patient) <= aise_rank(pair->agent)
                                                           : aise_rank(pair->patient) >= aise_rank(pair->agent));

    if (pair->agent_to == AISE_OFF)
        blame_at(pair, AISE_CODE_R313, pair->agent);
    else if (!is_behind && !is_ahead && !is_aside)
        blame_at(pair, AISE_CODE_R305, pair->patient);
    else if (is_behind || is_backwards(pair))
        blame(pair, AISE_CODE_R312);
    else if (is_friend != is_ahead)
        blame_at(pair, AISE_CODE_R314, pair->patient);
    else if (is_ahead)
        pawn_ahead_fault(pair);
    else
        pawn_aside_fault(pair);
}

/* ---- the written ply ---- */

static void pair_fault(const Pair *pair)
{
    switch (aise_man_kind(pair->p->man[pair->agent])) {
    case AISE_PAWN: pawn_fault(pair); break;
    case AISE_KNIGHT:
    case AISE_KING: stepper_fault(pair); break;
    default: slider_fault(pair); break;
    }
}

static void pairs_fault(const AisePosition *p, const AiseWritten *w, Fault *best)
{
    Pair pair = {.p = p, .occupied = aise_occupied(p), .side = p->state.to_move, .agent_to = w->to,
                 .patient_to = w->patient_to, .best = best};
    uint64_t patients = aise_dynamo_patients(p, w);

    if (patients == 0) {
        *best = (Fault){AISE_CODE_R304, AISE_NONE, AISE_NONE, w->patient_from};
        return;
    }
    uint64_t agents = aise_dynamo_agents(p, w);
    bool apart = w->from_file == AISE_ANY && w->from_rank == AISE_ANY; /* one square is written, where it stands or goes */
    if (apart && has(agents, w->to))
        agents = aise_bit(w->to);
    else if (apart && has(p->side[p->state.to_move] & ~patients, w->to)) {
        *best = (Fault){AISE_CODE_R339, AISE_NONE, AISE_NONE, w->to};
        return;
    }
    for (; agents != 0; agents &= agents - 1) {
        pair.agent = aise_lowest(agents);
        for (uint64_t men = patients & ~aise_bit(pair.agent); men != 0; men &= men - 1) {
            pair.patient = aise_lowest(men);
            pair_fault(&pair);
        }
    }
}

/* May one of the men go to `square` if it is free, or capture there if men captured? */
static bool is_reached(const AisePosition *p, uint64_t men, unsigned square)
{
    for (; men != 0; men &= men - 1) {
        unsigned from = aise_lowest(men), side = p->state.to_move, kind = aise_man_kind(p->man[from]);
        uint64_t squares = kind == AISE_PAWN ? aise_pawn_attacks[side][from] : aise_attacks(kind, from, aise_occupied(p));
        if (has(squares, square))
            return true;
    }
    return false;
}

static void plain_fault(const AisePosition *p, const AiseWritten *w, Fault *best)
{
    uint64_t agents = aise_dynamo_agents(p, w);
    unsigned agent = aise_lowest(agents);

    *best = (Fault){AISE_CODE_R301, aise_count(agents) == 1 ? agent : AISE_NONE, AISE_NONE, w->to};
    if (w->to == AISE_OFF)
        *best = (Fault){aise_man_kind(p->man[agent]) == AISE_PAWN ? AISE_CODE_R313 : AISE_CODE_R323, agent, AISE_NONE,
                        agent};
    else if (has(agents, w->to))
        *best = (Fault){AISE_CODE_R303, w->to, AISE_NONE, w->to};
    else if (w->to == AISE_NONE || w->capture || (has(aise_occupied(p), w->to) && is_reached(p, agents, w->to)))
        best->code = AISE_CODE_R302;
}

void aise_dynamo_reason(AiseWhy *why, const AisePosition *p, AiseCode code, unsigned agent, unsigned patient,
                        unsigned square)
{
    const unsigned men[2] = {agent, patient};

    why->code = code;
    why->argc = 3;
    for (unsigned i = 0; i < 2; i++) {
        unsigned kind = men[i] < AISE_NONE ? aise_man_kind(p->man[men[i]]) : AISE_NO_KIND;
        why->arg[i] = (AiseArg){men[i] < AISE_NONE ? AISE_ARG_THE_MAN_AT : AISE_ARG_THE_KIND, (uint8_t)men[i], kind, NULL, 0};
    }
    why->arg[2] = (AiseArg){AISE_ARG_SQUARE, (uint8_t)square, square, NULL, 0};
}

/* The agent is known by its kind only. */
static void name_kind(AiseWhy *why, const AiseWritten *w)
{
    if (why->arg[0].type == AISE_ARG_THE_KIND)
        why->arg[0].value = w->kind == AISE_ANY ? AISE_PAWN : w->kind;
}

static void explain_castling(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseDynamoSearch s;
    AisePly ply = aise_dynamo_castling(p->state.to_move, w->castle == 1);
    AiseCode code = aise_dynamo_castling_fault(p, w->castle == 1);

    if (code == AISE_CODE_NONE && w->patient)
        code = AISE_CODE_R337;
    if (code == AISE_CODE_NONE) {
        aise_dynamo_begin(&s, rules, p);
        rules->prepare(&s, false);
        code = rules->forbids(&s, &ply);
    }
    aise_dynamo_reason(why, p, code, ply.agent_from, AISE_NONE, ply.agent_to);
}

bool aise_dynamo_explain_law(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseDynamoSearch s;
    AisePly ply;

    if (p->state.outcome != AISE_PLAYING) {
        *why = (AiseWhy){.code = AISE_CODE_R338};
        return true;
    }
    if (w->castle != 0) {
        explain_castling(rules, p, w, why);
        return true;
    }
    if (!aise_dynamo_possible(rules, p, w, &ply))
        return false;
    aise_dynamo_begin(&s, rules, p);
    rules->prepare(&s, false);
    aise_dynamo_reason(why, p, rules->forbids(&s, &ply), ply.agent_from, ply.patient_from, ply.agent_to);
    return true;
}

/* Only the promotion is wrong (DY9). */
static bool explain_promotion(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseWritten bare = *w;
    AisePly ply;

    bare.promo = AISE_NO_KIND;
    bare.patient_promo = AISE_NO_KIND;
    if (!aise_dynamo_possible(rules, p, &bare, &ply))
        return false;
    aise_dynamo_reason(why, p, AISE_CODE_R327, ply.agent_from, ply.patient_from, ply.agent_to);
    return true;
}

void aise_dynamo_explain_mechanics(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    Fault best = {AISE_CODE_R301, AISE_NONE, AISE_NONE, w->to};

    if (explain_promotion(rules, p, w, why))
        return;
    bool whole = w->from_file != AISE_ANY && w->from_rank != AISE_ANY;
    if (aise_dynamo_agents(p, w) == 0 && whole)
        best = (Fault){AISE_CODE_R339, AISE_NONE, AISE_NONE, aise_square(w->from_file, w->from_rank)};
    else if (aise_dynamo_agents(p, w) == 0)
        best.code = w->to == AISE_OFF ? AISE_CODE_R323 : AISE_CODE_R301;
    else if (w->patient)
        pairs_fault(p, w, &best);
    else
        plain_fault(p, w, &best);
    aise_dynamo_reason(why, p, best.code, best.agent, best.patient, best.square);
    name_kind(why, w);
}
