/* Why a written ply of a dynamo variant does not hold: the reason that a ply came nearest to overcoming. */
#include "rules/dynamo.h"

/* Up to R323 the codes stand in that order in their table: the later one says that more of the ply was right. */
typedef struct Fault {
    AiseCode code;
    unsigned reach;
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
    unsigned reach; /* how nearly the agent reaches the square written for it */
    Fault *best;
} Pair;

static void blame_at(const Pair *pair, AiseCode code, unsigned square)
{
    const Fault *best = pair->best;

    if (pair->reach > best->reach || (pair->reach == best->reach && code > best->code))
        *pair->best = (Fault){code, pair->reach, pair->agent, pair->patient, square};
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
    else if (pair->agent_to == AISE_OFF)
        blame(pair, AISE_CODE_R344);
    else if (!has(line, pair->patient_to))
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
        blame_at(pair, beyond == AISE_OFF ? AISE_CODE_R320 : AISE_CODE_R341, behind);
    else if (pair->agent_to == behind)
        blame(pair, AISE_CODE_R321);
    else if (pair->agent_to == pair->agent || pair->agent_to == pair->patient)
        blame_at(pair, AISE_CODE_R340, beyond);
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
    else if (pair->agent_to == AISE_OFF)
        blame(pair, AISE_CODE_R344);
    else if (pair->patient_to == pair->agent)
        stepper_pulls(pair, behind);
    else if (pair->patient_to != beyond && pair->agent_to == behind)
        blame(pair, AISE_CODE_R310);
    else if (pair->patient_to != beyond)
        blame_at(pair, AISE_CODE_R308, beyond);
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

/* Does the patient come straight towards the agent? */
static bool is_drawn(const Pair *pair)
{
    return aise_lines[pair->agent][pair->patient] != 0 &&
           has(aise_rays[aise_dynamo_way(pair->patient, pair->agent)][pair->patient], pair->patient_to);
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
    else if ((is_behind || is_ahead || is_aside) && is_drawn(pair))
        blame(pair, AISE_CODE_R312);
    else if (!is_ahead && !is_aside)
        blame_at(pair, AISE_CODE_R342, pair->patient);
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
    if (pair->patient_to == pair->patient) {
        blame(pair, AISE_CODE_R343);
        return;
    }
    switch (aise_man_kind(pair->p->man[pair->agent])) {
    case AISE_PAWN: pawn_fault(pair); break;
    case AISE_KNIGHT:
    case AISE_KING: stepper_fault(pair); break;
    default: slider_fault(pair); break;
    }
}

static bool pawn_reaches(const Pair *pair)
{
    unsigned one = aise_dynamo_ahead(pair->side, pair->agent);
    bool twice = one != AISE_OFF && aise_dynamo_second_rank(pair->side, pair->agent);

    return pair->agent_to == one || (twice && pair->agent_to == aise_dynamo_ahead(pair->side, one)) ||
           has(aise_pawn_attacks[pair->side][pair->agent], pair->agent_to);
}

/* 2: the agent can go to the square written, its patient being away; 1: it could but for other men; 0: it cannot. */
static unsigned reach_of(const Pair *pair)
{
    unsigned kind = aise_man_kind(pair->p->man[pair->agent]);

    if (pair->agent_to >= AISE_NONE || pair->agent_to == pair->agent)
        return 2;
    if (kind == AISE_PAWN)
        return pawn_reaches(pair) ? 2 : 0;
    if (has(aise_attacks(kind, pair->agent, pair->occupied & ~aise_bit(pair->patient)), pair->agent_to))
        return 2;
    return has(aise_attacks(kind, pair->agent, 0), pair->agent_to) ? 1 : 0;
}

/* Those meant as the patient: of a bare arrival square a pawn. */
static uint64_t patients_meant(const AisePosition *p, const AiseWritten *w)
{
    uint64_t patients = aise_dynamo_patients(p, w);
    bool bare = w->patient_kind == AISE_ANY && w->patient_from == AISE_NONE;

    return bare && (patients & p->kind[AISE_PAWN]) != 0 ? patients & p->kind[AISE_PAWN] : patients;
}

static void pairs_fault(const AisePosition *p, const AiseWritten *w, Fault *best)
{
    Pair pair = {.p = p, .occupied = aise_occupied(p), .side = p->state.to_move, .agent_to = w->to,
                 .patient_to = w->patient_to, .best = best};
    uint64_t patients = aise_dynamo_patients(p, w);

    if (patients == 0) {
        *best = (Fault){w->patient_from < AISE_NONE ? AISE_CODE_R345 : AISE_CODE_R304, 0, AISE_NONE, AISE_NONE,
                        w->patient_from};
        return;
    }
    uint64_t agents = aise_dynamo_agents(p, w);
    bool apart = w->from_file == AISE_ANY && w->from_rank == AISE_ANY; /* one square is written, where it stands or goes */
    if (apart && has(agents, w->to))
        agents = aise_bit(w->to);
    else if (apart && has(p->side[p->state.to_move] & ~patients, w->to)) {
        *best = (Fault){AISE_CODE_R339, 0, AISE_NONE, AISE_NONE, w->to};
        return;
    }
    patients = patients_meant(p, w);
    *best = (Fault){AISE_CODE_R304, 0, AISE_NONE, AISE_NONE, AISE_NONE}; /* unless a man other than the agent is meant */
    if (w->patient_from < AISE_NONE)
        *best = (Fault){AISE_CODE_R346, 0, w->patient_from, w->patient_from, w->patient_from};
    for (; agents != 0; agents &= agents - 1) {
        pair.agent = aise_lowest(agents);
        for (uint64_t men = patients & ~aise_bit(pair.agent); men != 0; men &= men - 1) {
            pair.patient = aise_lowest(men);
            pair.reach = reach_of(&pair);
            pair_fault(&pair);
        }
    }
}

/* Only the patient's arrival is written, several men may be meant, and none fits: then none of them is named. */
static bool is_unnamed(const AisePosition *p, const AiseWritten *w, const Fault *best)
{
    if (w->patient_from < AISE_NONE || best->agent >= AISE_NONE ||
        aise_count(patients_meant(p, w) & ~aise_bit(best->agent)) < 2)
        return false;
    switch (best->code) {
    case AISE_CODE_R343:
    case AISE_CODE_R305:
    case AISE_CODE_R342:
    case AISE_CODE_R306:
    case AISE_CODE_R308:
    case AISE_CODE_R310:
    case AISE_CODE_R312:
    case AISE_CODE_R314:
    case AISE_CODE_R315: return true;
    default: return false;
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

    *best = (Fault){AISE_CODE_R301, 0, aise_count(agents) == 1 ? agent : AISE_NONE, AISE_NONE, w->to};
    if (w->to == AISE_OFF)
        *best = (Fault){aise_man_kind(p->man[agent]) == AISE_PAWN ? AISE_CODE_R313 : AISE_CODE_R323, 0, agent, AISE_NONE,
                        agent};
    else if (has(agents, w->to))
        *best = (Fault){AISE_CODE_R303, 0, w->to, AISE_NONE, w->to};
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

/* The patient is known by its kind only, a pawn without a letter. */
static void name_patient_kind(AiseWhy *why, const AiseWritten *w)
{
    why->code = AISE_CODE_R347;
    why->arg[1] = (AiseArg){.type = AISE_ARG_KIND, .value = w->patient_kind == AISE_ANY ? AISE_PAWN : w->patient_kind};
    why->arg[2] = (AiseArg){.type = AISE_ARG_SQUARE, .square = w->patient_to};
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

/* There is no man that might be the agent. */
static void explain_absence(const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    unsigned side = p->state.to_move, kind = w->kind == AISE_ANY ? AISE_PAWN : w->kind;

    if (w->from_file != AISE_ANY && w->from_rank != AISE_ANY) {
        aise_dynamo_reason(why, p, AISE_CODE_R339, AISE_NONE, AISE_NONE, aise_square(w->from_file, w->from_rank));
        name_kind(why, w);
    } else if (aise_men(p, side, kind) == 0) {
        *why = (AiseWhy){AISE_CODE_R101, 2, {{.type = AISE_ARG_SIDE, .value = side}, {.type = AISE_ARG_KIND, .value = kind}}};
    } else {
        *why = (AiseWhy){AISE_CODE_R124, 1, {{.type = AISE_ARG_KIND, .value = kind}}};
    }
}

void aise_dynamo_explain_mechanics(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    Fault best = {AISE_CODE_R301, 0, AISE_NONE, AISE_NONE, w->to};

    if (explain_promotion(rules, p, w, why))
        return;
    if (aise_dynamo_agents(p, w) == 0) {
        explain_absence(p, w, why);
        return;
    }
    if (w->patient)
        pairs_fault(p, w, &best);
    else
        plain_fault(p, w, &best);
    aise_dynamo_reason(why, p, best.code, best.agent, best.patient, best.square);
    name_kind(why, w);
    if (w->patient && is_unnamed(p, w, &best))
        name_patient_kind(why, w);
}
