/* Double Dynamo: the dynamo mechanics with Doublemove's cadence, played until a king is off the board. */
#include "rules/dynamo.h"
#include "rules/registry.h"

/* DD10 looks at whole turns: only their last ply can break it. There is no check, so nothing else is tested. */
static void prepare(AiseDynamoSearch *s, bool all)
{
    (void)all;
    s->changed = AISE_RULE(DD10) && s->p->state.left == 1 ? aise_dynamo_changed(s->p) : 0;
}

static AiseCode forbids(const AiseDynamoSearch *s, const AisePly *ply)
{
    return aise_dynamo_restores(s, ply) ? AISE_CODE_R332 : AISE_CODE_NONE;
}

static const AiseDynamoRules double_rules = {
    .slide = aise_dynamo_slide,
    .step = aise_dynamo_step,
    .ahead = aise_dynamo_pawn_ahead,
    .line_expels = aise_dynamo_line_expels,
    .prepare = prepare,
    .forbids = forbids,
};

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_dynamo_generate(&double_rules, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_count(&double_rules, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_dynamo_any(&double_rules, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_dynamo_resolve(&double_rules, p, w, out);
}

/* Who has won when men have left: the enemy king's expulsion wins (DD2); one's own king off the board, however, loses;
   both together leave no winner (DD3). */
static AiseOutcome kings_left(const AisePosition *p, unsigned side)
{
    bool own = aise_men(p, side, AISE_KING) != 0;
    bool enemy = aise_men(p, side ^ 1u, AISE_KING) != 0;

    if (AISE_RULE(DD3) && !own && !enemy)
        return AISE_NO_WINNER;
    if (AISE_RULE(DD3) && !own)
        return side == AISE_WHITE ? AISE_BLACK_WINS : AISE_WHITE_WINS;
    if (AISE_RULE(DD2) && !enemy)
        return side == AISE_WHITE ? AISE_WHITE_WINS : AISE_BLACK_WINS;
    return AISE_PLAYING;
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    aise_dynamo_play(&v->traits, p, ply, u);
    if (ply->agent_to == AISE_OFF || ply->patient_to == AISE_OFF)
        p->state.outcome = (uint8_t)kings_left(p, p->state.to_move);
    if (AISE_RULE(DD1))
        aise_turn_advance(&v->traits, p);
    p->state.check = 1; /* DD2: there is none */
}

/* DD2 */
static bool in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v, (void)p, (void)side;
    return false;
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_dynamo_rivals(&double_rules, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    (void)v;
    if (!aise_dynamo_explain_law(&double_rules, p, w, why))
        aise_dynamo_explain_mechanics(&double_rules, p, w, why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    if (p->state.outcome != AISE_PLAYING || !AISE_RULE(DD9))
        return (AiseOutcome)p->state.outcome;
    return AISE_DRAWN;
}

/* DD9: Doublemove's draws (DM7). */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    (void)v;
    return AISE_RULE(DD9) ? aise_variant_doublemove.claims(&aise_variant_doublemove, p, times) : 0;
}

static const char *const aliases[] = {"doppio-dynamo", "doppio dynamo", "doppia mossa dynamo", "dd", NULL};

static const AiseRuleText texts[] = {
#include "rules/dynamo_texts.def"
    {"DD1", "The dynamo mechanics; White's first turn is one ply, every later turn two plies by the same side.",
     "La meccanica dynamo; il primo turno del Bianco è di una mossa, tutti gli altri sono di due (bimossa)."},
    {"DD2",
     "There is no check and no mate, and castling ignores attacks. Expelling the enemy king, by push or pull and even at the "
     "cost of the agent, wins at once, also with the first ply of a turn.",
     "Non ci sono scacco e scacco matto, e l'arrocco ignora le minacce. Chi espelle il Re avversario, con una spinta o un tiro "
     "e anche perdendo l'agente, vince subito, anche con la prima mossa del turno."},
    {"DD3",
     "A king may leave the board and a side may expel its own king: it loses at once. If both kings leave in one ply the game "
     "is over without a winner.",
     "Il Re può suicidarsi e si può espellere il proprio Re: chi lo fa perde subito. Se i due Re escono con una sola mossa la "
     "partita finisce senza vincitore."},
    {"DD9",
     "A side without a lawful ply to start or continue its turn is stalemated: a draw. A draw may be claimed on the third "
     "repetition, or after 25 turns by each side in which no man left the board and no pawn moved or was moved.",
     "Chi non ha mosse legali per iniziare o completare il turno è in stallo: patta. Si può chiedere la patta alla terza "
     "ripetizione, o dopo 25 turni di entrambi senza pezzi usciti e senza Pedoni mossi."},
    {"DD10",
     "A turn may not end in the position, men and squares only, that stood before the opponent's last turn.",
     "Un turno non può ristabilire la posizione, cioè la sola disposizione dei pezzi, precedente l'ultimo turno "
     "dell'avversario."},
    {NULL, NULL, NULL},
};

const AiseVariant aise_variant_double_dynamo = {
    .id = "double-dynamo",
    .pgn = "Double Dynamo",
    .title = "DOPPIO DYNAMO",
    .aliases = aliases,
    .summary_english = "Dynamo with two plies a turn; expelling the enemy king wins.",
    .summary_italian = "Dynamo con due mosse per turno; vince chi espelle il Re avversario.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 2, 0}, .has_ko = true},
    .numbering = AISE_NUMBER_TURNS,
    .slash = AISE_JOIN_PATIENT,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_TURN,
    .space = AISE_JOIN_PLY,
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
