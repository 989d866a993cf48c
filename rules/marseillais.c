/* Balanced Marseillais: two plies a turn, White's first turn one; a check ends the turn. */
#include "rules/fairy.h"
#include "rules/registry.h"

static void shape_of(const AisePosition *p, AiseShape *shape)
{
    *shape = (AiseShape){0, AISE_RULE(MA4) ? p->state.ep : 0, true, false, false};
}

static bool castling_clear(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    unsigned by = AISE_NONE, square = aise_fairy_castling_attacked(p, ply, &by);
    if (!AISE_RULE(MA5) || square == AISE_NONE)
        return true;
    aise_why_man(why, square == ply->agent_from ? AISE_CODE_R706 : AISE_CODE_R707, p, by);
    aise_why_add_square(why, square);
    return false;
}

static bool judge(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    AiseLayout after;
    unsigned side = p->state.to_move;
    if (aise_fairy_covers(p, ply))
        return true;
    if (aise_fairy_castles(ply) && !castling_clear(p, ply, why))
        return false;
    aise_layout_after(p, ply, aise_fairy_became(p, ply), &after);
    uint64_t attackers = aise_layout_attackers(&after, aise_layout_king(&after, side), side ^ 1);
    if (attackers == 0)
        return true;
    if (aise_fairy_in_check(NULL, p, side) ? !AISE_RULE(MA3) : !AISE_RULE(MA1))
        return true;
    return aise_why_king(why, p, &after, attackers, AISE_CODE_R702, AISE_CODE_R701);
}

/* Is a ply written that only the other side could make, after a check that ended its turn (MA2)? */
static bool turn_was_over(const AiseVariant *v, const AisePosition *p, const AiseWritten *w)
{
    AiseShape shape;
    AisePly ply;
    if (!aise_fairy_first_ply(&v->traits, p) || !aise_fairy_in_check(v, p, p->state.to_move))
        return false;
    AisePosition back = *p;
    back.state.to_move ^= 1;
    back.state.ep = 0;
    shape_of(&back, &shape);
    return aise_fairy_find(&back, &shape, w, &ply);
}

static bool bar(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    if (aise_fairy_wants_passed(p, w)) {
        if (!aise_fairy_first_ply(&v->traits, p)) {
            aise_why(why, AISE_CODE_R704);
            return true;
        }
        unsigned to = w->to < 64 ? w->to : aise_square(w->to_file, p->state.to_move == AISE_WHITE ? 5 : 2);
        aise_why_man(why, AISE_CODE_R705, p, to ^ 8u);
        return true;
    }
    if (!turn_was_over(v, p, w))
        return false;
    aise_why(why, AISE_CODE_R703);
    return true;
}

static const AiseFairy marseillais = {shape_of, judge, NULL, NULL, bar};

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_fairy_generate(&marseillais, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_count(&marseillais, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_any(&marseillais, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_fairy_resolve(&marseillais, p, w, out);
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    unsigned side = p->state.to_move, became = aise_fairy_became(p, ply);
    bool may_check = p->state.left > 1 && !aise_fairy_calm(p, ply, became);
    aise_undo_begin_head(u, p);
    aise_fairy_play(p, ply, became, AISE_REASON_PROMOTION, u);
    aise_fairy_note_passed(p, ply);
    if (AISE_RULE(MA2) && may_check && aise_fairy_in_check(v, p, side ^ 1))
        p->state.left = 1;
    aise_turn_advance(&v->traits, p);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_fairy_rivals(&marseillais, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    aise_fairy_explain(&marseillais, v, p, w, why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    return aise_fairy_verdict(v, p, AISE_RULE(MA6));
}

/* MA7, told at the start of a turn. */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    if (!AISE_RULE(MA7) || !aise_fairy_first_ply(&v->traits, p))
        return 0;
    return (times >= 3 ? AISE_CLAIM_REPETITION : 0u) | (p->state.clock >= 200 ? AISE_CLAIM_CLOCK : 0u);
}

static const char *const aliases[] = {"marsigliesi", "scacchi marsigliesi", "marsigliese", "marseillaise", "ma", NULL};

static const AiseRuleText rules[] = {
    {"MA1",
     "Orthodox men and moves. White's first turn is one ply, every later turn two plies by the same side, with one man or "
     "two. No ply may leave its own side's king attacked.",
     "Pezzi e mosse ortodossi. Il primo turno del Bianco è di una mossa, tutti gli altri di due mosse dello stesso colore, "
     "con uno o due pezzi. Nessuna mossa può lasciare il proprio Re attaccato."},
    {"MA2", "A check given by the first ply ends the turn: the second ply is lost.",
     "Lo scacco dato con la prima mossa chiude il turno: la seconda mossa si perde."},
    {"MA3", "A check must be met by the first ply of the turn.", "Allo scacco si deve parare con la prima mossa del turno."},
    {"MA4",
     "En passant: by the first ply of the turn only, against a pawn that made its double step in the opponent's last turn and "
     "did not move on.",
     "Al passo si prende solo con la prima mossa del turno un Pedone che ha fatto il doppio passo nell'ultimo turno "
     "avversario e non si è più mosso."},
    {"MA5", "Castling is one ply, on orthodox conditions: not out of check and not across an attacked square.",
     "L'arrocco vale una mossa, alle condizioni ortodosse: non sotto scacco e non attraverso una casa attaccata."},
    {"MA6", "A side that has no lawful ply to start or go on with its turn is mated if in check, else it is a draw.",
     "Chi non ha mosse legali per iniziare o continuare il turno ha matto se è sotto scacco, altrimenti è patta per stallo."},
    {"MA7",
     "A draw may be claimed at the start of a turn when the position stands there for the third time, or after 200 plies "
     "without capture or pawn move.",
     "All'inizio di un turno si può chiedere la patta se la posizione si presenta per la terza volta o dopo 200 mosse senza "
     "catture né mosse di Pedone."},
    {NULL, NULL, NULL}};

const AiseVariant aise_variant_marseillais = {
    .id = "marseillais",
    .pgn = "Marseillais",
    .title = "SCACCHI MARSIGLIESI",
    .aliases = aliases,
    .summary_english = "Two plies a turn, White's first turn one; a check given by the first ply ends the turn.",
    .summary_italian = "Due mosse a turno, una sola al primo turno del Bianco; lo scacco di prima mossa chiude il turno.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 2, 0}, .ep = AISE_EP_STATE},
    .numbering = AISE_NUMBER_TURNS,
    .slash = AISE_JOIN_PLY,
    .double_slash = AISE_JOIN_TURN,
    .comma = AISE_JOIN_PLY,
    .space = AISE_JOIN_TURN,
    .writes_check = true,
    .rules = rules,
    .generate = generate,
    .count = count,
    .any = any,
    .resolve = resolve,
    .play = play,
    .in_check = aise_fairy_in_check,
    .rivals = rivals,
    .explain = explain,
    .verdict = verdict,
    .claims = claims,
};
