/* Dynamo, Klüver–Kahl reading: equal distances, no lone suicide, checks answered by plain moves only. */
#include "rules/dynamo.h"

#include "rules/registry.h"

/* ---- geometry ---- */

/* The square `steps` beyond `from` in direction `way`, AISE_OFF beyond the edge, AISE_NONE if a man stands before it
   or on it. */
static unsigned travel(const AiseDynamoSearch *s, unsigned from, unsigned way, unsigned steps)
{
    uint64_t ray = aise_rays[way][from];
    uint64_t run = aise_dynamo_run(from, way, s->occupied);

    if (aise_count(run) < steps)
        return run == ray ? AISE_OFF : AISE_NONE;
    for (; steps > 1; steps--)
        run &= ~aise_bit(aise_dynamo_first(run, way));
    return aise_dynamo_first(run, way);
}

/* KK1. `beyond` is where the patient is pushed to, `behind` where the agent goes when it pulls; as `travel` says. */
static void act_evenly(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned beyond, unsigned behind)
{
    bool is_king = aise_man_kind(s->p->man[agent]) == AISE_KING;
    uint64_t here = aise_bit(agent);
    uint64_t there = aise_bit(patient);

    if (beyond != AISE_NONE)
        aise_dynamo_add(s, AISE_PLY_PUSH, agent, here | there, false, patient, beyond);
    if (behind == AISE_OFF) /* staying, it may do by a push as well: one ply */
        aise_dynamo_add(s, AISE_PLY_PULL, agent, beyond == AISE_OFF ? 0 : here, !is_king, patient, AISE_OFF);
    else if (behind != AISE_NONE)
        aise_dynamo_add(s, AISE_PLY_PULL, agent, aise_bit(behind), false, patient, agent);
}

static void slide(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned way)
{
    unsigned distance = 1u + aise_count(aise_between[agent][patient]);

    if (!AISE_RULE(KK1)) {
        aise_dynamo_slide(s, agent, patient, way);
        return;
    }
    act_evenly(s, agent, patient, travel(s, patient, way, distance),
               travel(s, agent, aise_dynamo_opposite(way), distance));
}

static unsigned if_open(const AiseDynamoSearch *s, unsigned square)
{
    return square == AISE_OFF || s->p->man[square] == AISE_EMPTY ? square : AISE_NONE;
}

static void step(AiseDynamoSearch *s, unsigned agent, unsigned patient)
{
    if (!AISE_RULE(KK1)) {
        aise_dynamo_step(s, agent, patient);
        return;
    }
    act_evenly(s, agent, patient, if_open(s, aise_dynamo_beyond(agent, patient)),
               if_open(s, aise_dynamo_beyond(patient, agent)));
}

/* KK2: as far as the pawn advances, so far goes the friend on its arrival square. */
static void ahead(AiseDynamoSearch *s, unsigned agent, uint64_t patients)
{
    uint64_t friends = patients & s->p->side[s->side];
    unsigned one = aise_dynamo_ahead(s->side, agent);
    unsigned to;

    if (!AISE_RULE(KK2)) {
        aise_dynamo_pawn_ahead(s, agent, patients);
        return;
    }
    if (one == AISE_OFF)
        return;
    if ((friends & aise_bit(one)) != 0) {
        to = if_open(s, aise_dynamo_ahead(s->side, one));
        if (to != AISE_NONE)
            aise_dynamo_add(s, AISE_PLY_PUSH, agent, aise_bit(agent) | aise_bit(one), false, one, to);
    }
    if (!aise_dynamo_second_rank(s->side, agent) || if_open(s, one) == AISE_NONE)
        return;
    unsigned two = aise_dynamo_ahead(s->side, one);
    unsigned three = aise_dynamo_ahead(s->side, two);
    to = if_open(s, aise_dynamo_ahead(s->side, three));
    if ((friends & aise_bit(two)) != 0 && if_open(s, three) != AISE_NONE && to != AISE_NONE)
        aise_dynamo_add(s, AISE_PLY_PUSH, agent, aise_bit(agent) | aise_bit(two), false, two, to);
}

/* Is the edge nearer than `distance`, seen from `square`, on the side of `line` away from `other`, and all empty? */
static bool edge_is_near(uint64_t line, uint64_t men, unsigned square, unsigned other, unsigned distance)
{
    uint64_t below = line & (aise_bit(square) - 1);
    uint64_t outside = square < other ? below : line & ~below & ~aise_bit(square);

    return (outside & men) == 0 && aise_count(outside) < distance;
}

/* KK1: the push or the pull must carry the king's square, or the agent's, over the edge. */
static bool line_expels(uint64_t line, uint64_t men, unsigned agent, unsigned king)
{
    unsigned distance = 1u + aise_count(aise_between[agent][king]);

    if (!AISE_RULE(KK1))
        return aise_dynamo_line_expels(line, men, agent, king);
    return edge_is_near(line, men, king, agent, distance) || edge_is_near(line, men, agent, king, distance);
}

/* ---- lawfulness ---- */

/* KK4: in check, only plain moves. */
static void prepare(AiseDynamoSearch *s, bool all)
{
    aise_dynamo_single_prepare(s, all);
    s->plain_only = AISE_RULE(KK4) && aise_dynamo_checked_now(s->rules, s->p);
}

static const AiseDynamoRules kk_rules = {
    .slide = slide,
    .step = step,
    .ahead = ahead,
    .line_expels = line_expels,
    .king_pulls = true,
    .no_suicide = true,
    .prepare = prepare,
    .forbids = aise_dynamo_single_forbids,
};

/* ---- hooks ---- */

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_dynamo_generate(&kk_rules, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_count(&kk_rules, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_any(&kk_rules, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_dynamo_resolve(&kk_rules, p, w, out);
}

static bool in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v;
    return aise_dynamo_checked(&kk_rules, p, side);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_dynamo_rivals(&kk_rules, p, ply);
}

/* The rule that takes away a ply of the AISE reading. */
static AiseCode taken_away_by(const AisePosition *p, const AisePly *ply)
{
    if (ply->patient_from >= AISE_NONE)
        return AISE_CODE_R335;
    return aise_man_kind(p->man[ply->agent_from]) == AISE_PAWN ? AISE_CODE_R334 : AISE_CODE_R333;
}

/* What DY4 to DY8 say of distances, of stationary pulls and of men that leave, KK1 to KK3 say here. */
static AiseCode in_this_reading(const AiseWhy *why)
{
    unsigned agent = why->arg[0].square, patient = why->arg[1].square;

    switch (why->code) {
    case AISE_CODE_R309:
    case AISE_CODE_R310:
    case AISE_CODE_R320:
    case AISE_CODE_R321:
    case AISE_CODE_R322:
    case AISE_CODE_R341:
    case AISE_CODE_R344: return AISE_CODE_R333;
    case AISE_CODE_R319: /* is the edge too far for a push of that distance? */
        return aise_count(aise_rays[aise_dynamo_way(agent, patient)][patient]) > aise_count(aise_between[agent][patient])
                   ? AISE_CODE_R333
                   : AISE_CODE_R319;
    case AISE_CODE_R323: return AISE_CODE_R335;
    case AISE_CODE_R342: return agent == patient + 16 || patient == agent + 16 ? AISE_CODE_R334 : AISE_CODE_R342;
    default: return why->code;
    }
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseDynamoRules aise_reading = kk_rules;
    AisePly ply;

    (void)v;
    if (aise_dynamo_explain_law(&kk_rules, p, w, why))
        return;
    aise_reading.slide = aise_dynamo_slide;
    aise_reading.step = aise_dynamo_step;
    aise_reading.ahead = aise_dynamo_pawn_ahead;
    aise_reading.no_suicide = false;
    if (aise_dynamo_possible(&aise_reading, p, w, &ply)) {
        aise_dynamo_reason(why, p, taken_away_by(p, &ply), ply.agent_from, ply.patient_from, ply.patient_to);
        return;
    }
    aise_dynamo_explain_mechanics(&kk_rules, p, w, why);
    why->code = in_this_reading(why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_single_verdict(&kk_rules, p);
}

static const char *const aliases[] = {"dynamo kluver-kahl", "kluver-kahl", "dynamo (kluver-kahl)", NULL};

static const AiseRuleText texts[] = {
    {"KK1",
     "Distances are equal: a patient g squares away is pushed g squares on, while the agent stays or takes its place; or the "
     "agent goes g squares straight away and the patient takes the agent's place. Beyond the edge the patient is removed; a "
     "pull that leads the agent over the edge removes both, or the patient alone while the agent stays (a king only so). "
     "Other stationary pulls, and following off the board, do not exist.",
     "Le distanze sono uguali: un paziente a g case è spinto di altre g, e l'agente resta o ne prende il posto; oppure l'agente "
     "si allontana di g case e il paziente ne prende il posto. Oltre il bordo il paziente è eliminato; un tiro che porta "
     "l'agente oltre il bordo li elimina entrambi, o il solo paziente se l'agente resta fermo (il Re solo così). Altri tiri da "
     "fermo, e seguire fuori, non esistono."},
    {"KK2",
     "A pawn advancing one square pushes a friend on that square one square on; advancing two from its second rank it pushes a "
     "friend on the arrival square two squares on; or it stays and pushes just so.",
     "Il Pedone che avanza di una casa spinge di una casa l'amico che la occupa; avanzando di due dalla seconda traversa spinge "
     "di due l'amico sulla casa d'arrivo; oppure resta fermo e spinge allo stesso modo."},
    {"KK3", "No man leaves the board without a patient.", "Nessun pezzo esce dalla scacchiera senza un paziente."},
    {"KK4", "While in check only plain moves are lawful.", "Sotto scacco sono legali solo le mosse normali."},
    {NULL, NULL, NULL},
};

const AiseVariant aise_variant_dynamo_kk = {
    .base = &aise_variant_dynamo,
    .id = "dynamo-kk",
    .pgn = "Dynamo Kluver-Kahl",
    .title = "DYNAMO KLUVER-KAHL",
    .aliases = aliases,
    .summary_english = "Dynamo with equal distances, no lone suicide, and plain answers to check.",
    .summary_italian = "Dynamo a distanze uguali, senza suicidio solitario, con sole mosse normali sotto scacco.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 1, 0}, .has_ko = true},
    .numbering = AISE_NUMBER_PAIRS,
    .slash = AISE_JOIN_PATIENT,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_TURN,
    .space = AISE_JOIN_TURN,
    .writes_check = true,
    .dynamo = true,
    .rules = texts,
    .generate = generate,
    .count = count,
    .any = any,
    .resolve = resolve,
    .in_check = in_check,
    .rivals = rivals,
    .explain = explain,
    .verdict = verdict,
};
