/* Italian Progressive: series n has n plies, check only with the last of them. */
#include "rules/fairy.h"
#include "rules/registry.h"

static void shape_of(const AisePosition *p, AiseShape *shape)
{
    *shape = (AiseShape){0, AISE_RULE(PR4) ? p->state.ep : 0, true, false, false};
}

bool aise_series_castling(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    unsigned by = AISE_NONE, square = aise_fairy_castling_attacked(p, ply, &by);
    if (!AISE_RULE(PR1) || square == AISE_NONE)
        return true;
    aise_why_man(why, square == ply->agent_from ? AISE_CODE_R506 : AISE_CODE_R507, p, by);
    aise_why_add_square(why, square);
    return false;
}

/* The king is attacked after the ply: a check that was not answered (PR3) or a king exposed (PR1). */
static bool exposed(const AisePosition *p, const AiseLayout *after, uint64_t attackers, AiseWhy *why)
{
    if (aise_fairy_in_check(NULL, p, p->state.to_move) ? !AISE_RULE(PR3) : !AISE_RULE(PR1))
        return true;
    return aise_why_king(why, p, after, attackers, AISE_CODE_R502, AISE_CODE_R503);
}

bool aise_series_judge(const AisePosition *p, const AiseLayout *after, AiseWhy *why)
{
    unsigned side = p->state.to_move;
    uint64_t attackers = aise_layout_attackers(after, aise_layout_king(after, side), side ^ 1);
    if (attackers && !exposed(p, after, attackers, why))
        return false;
    if (!AISE_RULE(PR2) || p->state.left == 1 ||
        !aise_layout_attackers(after, aise_layout_king(after, side ^ 1), side))
        return true;
    aise_why(why, AISE_CODE_R501);
    aise_why_add_number(why, p->state.left - 1);
    return false;
}

static bool judge(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    AiseLayout after;
    unsigned became = aise_fairy_became(p, ply);
    if (aise_fairy_covers(p, ply) && (p->state.left == 1 || aise_fairy_calm(p, ply, became)))
        return true;
    if (aise_fairy_castles(ply) && !aise_series_castling(p, ply, why))
        return false;
    aise_layout_after(p, ply, became, &after);
    return aise_series_judge(p, &after, why);
}

bool aise_series_bar(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    if (!aise_fairy_wants_passed(p, w))
        return false;
    if (!aise_fairy_first_ply(&v->traits, p)) {
        aise_why(why, AISE_CODE_R504);
        return true;
    }
    unsigned rank = p->state.to_move == AISE_WHITE ? 5 : 2;
    unsigned to = w->to < 64 ? w->to : aise_square(w->to_file, rank);
    aise_why_man(why, AISE_CODE_R505, p, to ^ 8u);
    return true;
}

static const AiseFairy progressive = {shape_of, judge, NULL, NULL, aise_series_bar};

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_fairy_generate(&progressive, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_count(&progressive, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_any(&progressive, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_fairy_resolve(&progressive, p, w, out);
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    aise_undo_begin_head(u, p);
    aise_fairy_play(p, ply, aise_fairy_became(p, ply), AISE_REASON_PROMOTION, u);
    aise_fairy_note_passed(p, ply);
    aise_turn_advance(&v->traits, p);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_fairy_rivals(&progressive, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    aise_fairy_explain(&progressive, v, p, w, why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    return aise_fairy_verdict(v, p, AISE_RULE(PR5));
}

/* PR6, told at the start of a series: before series n the last ten had 10n - 55 plies. */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    (void)times;
    if (!AISE_RULE(PR6) || p->state.turn < 11 || !aise_fairy_first_ply(&v->traits, p))
        return 0;
    return p->state.clock >= 10 * p->state.turn - 55 ? AISE_CLAIM_CLOCK : 0u;
}

static const char *const aliases[] = {"progressivi", "scacchi progressivi", "pr", NULL};

static const AiseRuleText rules[] = {
    {"PR1",
     "Series n has n plies, one side's; odd series are White's. Men move as in orthodox chess, castling is one ply, and "
     "one's own king may not be in check after any ply.",
     "La serie n ha n mosse dello stesso colore; le serie dispari sono del Bianco. I pezzi si muovono come negli scacchi "
     "ortodossi, l'arrocco vale una mossa e dopo nessuna mossa il proprio Re può restare sotto scacco."},
    {"PR2", "Only the last ply of a series may give check, discovered check included; an earlier check is illegal.",
     "Solo l'ultima mossa della serie può dare scacco, anche di scoperta; uno scacco anticipato è illegale."},
    {"PR3",
     "A check must be answered by the first ply of the reply; a ply that would itself give check too early is no answer.",
     "Allo scacco si deve rispondere con la prima mossa della serie; una mossa che darebbe a sua volta scacco in anticipo "
     "non è una risposta."},
    {"PR4",
     "En passant takes a pawn that made its double step with any ply of the last series and did not move again in it; only "
     "with the first ply of the reply, and the square it passed over must be empty.",
     "Al passo si prende un Pedone che ha fatto il doppio passo con una mossa qualsiasi dell'ultima serie e non si è più "
     "mosso; solo con la prima mossa della risposta, e la casa attraversata dev'essere libera."},
    {"PR5", "A side that has no lawful ply to start or go on with its series is mated if in check, else it is a draw.",
     "Chi non ha mosse legali per iniziare o continuare la serie ha matto se è sotto scacco, altrimenti è patta per stallo."},
    {"PR6",
     "Ten series in a row, both sides counted, without capture or pawn move: a draw may be claimed. Repetition and the "
     "50-move rule do not apply.",
     "Dieci serie consecutive dei due colori senza catture né mosse di Pedone: si può chiedere la patta. Non valgono la "
     "ripetizione e la regola delle 50 mosse."},
    {NULL, NULL, NULL}};

const AiseVariant aise_variant_progressive = {
    .id = "progressive",
    .pgn = "Progressive",
    .title = "SCACCHI PROGRESSIVI",
    .aliases = aliases,
    .summary_english = "Series of 1, 2, 3 … plies; check only with the last ply of a series.",
    .summary_italian = "Serie di 1, 2, 3 … mosse; scacco solo con l'ultima mossa della serie.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 0, 1}, .ep = AISE_EP_STATE, .series = true},
    .numbering = AISE_NUMBER_SERIES,
    .slash = AISE_JOIN_PLY,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_PLY,
    .space = AISE_JOIN_PLY,
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
