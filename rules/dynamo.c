/* Dynamo, AISE reading: one ply a turn, expulsion mate. Also the law of check that `dynamo-kk` shares. */
#include "rules/dynamo.h"

#include "rules/registry.h"

/* ---- check ---- */

bool aise_dynamo_checked(const AiseDynamoRules *rules, const AisePosition *p, unsigned side)
{
    AiseDynamoMen men;

    if (!AISE_RULE(DN2))
        return false;
    aise_dynamo_men(p, &men);
    return aise_dynamo_attacked(rules, &men, side);
}

/* Only these can change whether the king may be expelled: men that leave a line through it on which an enemy slider
   stands, enemies that arrive next to it or on its lines, and the king. */
static void watch_lines(AiseDynamoSearch *s)
{
    const AisePosition *p = s->p;
    uint64_t king = aise_men(p, s->side, AISE_KING);
    uint64_t enemy = p->side[s->side ^ 1u];
    uint64_t queens = p->kind[AISE_QUEEN];

    s->test_from = p->kind[AISE_KING];
    if (king == 0)
        return;
    unsigned square = aise_lowest(king);
    s->test_to = aise_knight_attacks[square] | aise_king_attacks[square];
    for (unsigned way = 0; way < 4; way++) {
        uint64_t line = aise_rays[way][square] | aise_rays[aise_dynamo_opposite(way)][square];
        uint64_t sliders = way & 1u ? p->kind[AISE_BISHOP] : p->kind[AISE_ROOK];
        if ((line & enemy & (sliders | queens)) != 0)
            s->test_from |= line;
        s->test_to |= line;
    }
}

bool aise_dynamo_checked_now(const AiseDynamoRules *rules, const AisePosition *p)
{
    return p->state.check != 0 ? p->state.check == 2 : aise_dynamo_checked(rules, p, p->state.to_move);
}

void aise_dynamo_single_prepare(AiseDynamoSearch *s, bool all)
{
    s->changed = AISE_RULE(DN4) ? aise_dynamo_changed(s->p) : 0;
    if (all && !aise_dynamo_checked_now(s->rules, s->p)) {
        watch_lines(s);
        return;
    }
    s->test_from = ~UINT64_C(0);
    s->test_to = ~UINT64_C(0);
}

/* DN5: the king is tested on its three squares, everything else standing as before the ply. */
static bool castles_through_check(const AiseDynamoSearch *s, const AisePly *ply)
{
    AiseDynamoMen men;
    unsigned middle = (ply->agent_from + ply->agent_to) / 2u;
    const unsigned squares[3] = {ply->agent_from, middle, ply->agent_to};

    for (unsigned i = 0; i < 3; i++) {
        aise_dynamo_men(s->p, &men);
        uint64_t travel = aise_bit(ply->agent_from) ^ aise_bit(squares[i]);
        men.kind[AISE_KING] ^= travel;
        men.side[s->side] ^= travel;
        if (aise_dynamo_attacked(s->rules, &men, s->side))
            return true;
    }
    return false;
}

AiseCode aise_dynamo_single_forbids(const AiseDynamoSearch *s, const AisePly *ply)
{
    bool acts = ply->patient_from < AISE_NONE;
    AiseDynamoMen men;

    if (AISE_RULE(DN2)) {
        if (aise_dynamo_king_leaves(s->p, ply) || aise_dynamo_expels_king(s->p, ply, s->side))
            return AISE_CODE_R329;
        if (aise_dynamo_expels_king(s->p, ply, s->side ^ 1u))
            return AISE_CODE_NONE;
    }
    if (s->plain_only && acts)
        return AISE_CODE_R336;
    if (AISE_RULE(DN5) && (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) &&
        castles_through_check(s, ply))
        return AISE_CODE_R331;
    if (AISE_RULE(DN2)) {
        aise_dynamo_after(s->p, ply, &men);
        if (aise_dynamo_attacked(s->rules, &men, s->side))
            return AISE_CODE_R328;
    }
    return acts && aise_dynamo_restores(s, ply) ? AISE_CODE_R330 : AISE_CODE_NONE;
}

AiseOutcome aise_dynamo_single_verdict(const AiseDynamoRules *rules, const AisePosition *p)
{
    if (p->state.outcome != AISE_PLAYING || !AISE_RULE(DN3))
        return (AiseOutcome)p->state.outcome;
    if (!aise_dynamo_checked(rules, p, p->state.to_move))
        return AISE_DRAWN;
    return p->state.to_move == AISE_WHITE ? AISE_BLACK_WINS : AISE_WHITE_WINS;
}

/* ---- hooks ---- */

static const AiseDynamoRules dynamo_rules = {
    .slide = aise_dynamo_slide,
    .step = aise_dynamo_step,
    .ahead = aise_dynamo_pawn_ahead,
    .line_expels = aise_dynamo_line_expels,
    .prepare = aise_dynamo_single_prepare,
    .forbids = aise_dynamo_single_forbids,
};

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_dynamo_generate(&dynamo_rules, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_count(&dynamo_rules, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_any(&dynamo_rules, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_dynamo_resolve(&dynamo_rules, p, w, out);
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    bool wins = ply->patient_to == AISE_OFF && aise_dynamo_expels_king(p, ply, p->state.to_move ^ 1u);

    aise_dynamo_play(&v->traits, p, ply, u);
    if (AISE_RULE(DN2) && wins)
        p->state.outcome = p->state.to_move == AISE_WHITE ? AISE_WHITE_WINS : AISE_BLACK_WINS;
    if (AISE_RULE(DN1))
        aise_turn_advance(&v->traits, p);
}

static bool in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v;
    return aise_dynamo_checked(&dynamo_rules, p, side);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_dynamo_rivals(&dynamo_rules, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    (void)v;
    if (!aise_dynamo_explain_law(&dynamo_rules, p, w, why))
        aise_dynamo_explain_mechanics(&dynamo_rules, p, w, why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_single_verdict(&dynamo_rules, p);
}

static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    (void)v;
    if (!AISE_RULE(DY13))
        return 0;
    return (times >= 3 ? AISE_CLAIM_REPETITION : 0u) | (p->state.clock >= 100 ? AISE_CLAIM_CLOCK : 0u);
}

static const char *const aliases[] = {"scacchi dynamo", "dy", NULL};

static const AiseRuleText texts[] = {
#include "rules/dynamo_texts.def"
    {"DN1", "The dynamo mechanics, one ply a turn.", "La meccanica dynamo, una mossa per turno."},
    {"DN2",
     "A side is in check if the enemy, were it to move, could expel its king by a push or pull, even at the cost of the "
     "agent. A ply may not leave its own side in check, expel its own king or take its king off the board. Where a check was "
     "overlooked, expelling the enemy king wins.",
     "Un Re è sotto scacco se l'avversario, avendo il tratto, potrebbe espellerlo con una spinta o un tiro, anche perdendo "
     "l'agente. Non si può lasciare il proprio Re sotto scacco, espellerlo o farlo uscire. Se uno scacco è sfuggito, chi "
     "espelle il Re avversario vince."},
    {"DN3",
     "In check without a lawful ply: mate. Not in check without a lawful ply: stalemate, a draw. Dynamo plies may answer a "
     "check.",
     "Sotto scacco senza mosse legali: matto. Senza scacco e senza mosse legali: stallo, patta. Allo scacco si può rispondere "
     "anche con una mossa dynamo."},
    {"DN4",
     "A dynamo ply may not restore the position that stood before the opponent's last ply; plain moves may.",
     "Una mossa dynamo non può ristabilire la posizione precedente l'ultima mossa dell'avversario; una mossa normale sì."},
    {"DN5",
     "Castling out of, through or into check is not allowed.",
     "Non si arrocca sotto scacco, né attraversando o raggiungendo una casa in cui il Re sarebbe sotto scacco."},
    {NULL, NULL, NULL},
};

const AiseVariant aise_variant_dynamo = {
    .id = "dynamo",
    .pgn = "Dynamo",
    .title = "SCACCHI DYNAMO",
    .aliases = aliases,
    .summary_english = "Men push and pull instead of capturing; expelling the king is mate.",
    .summary_italian = "I pezzi spingono e tirano invece di catturare; il Re espulso è matto.",
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
    .play = play,
    .in_check = in_check,
    .rivals = rivals,
    .explain = explain,
    .verdict = verdict,
    .claims = claims,
};
