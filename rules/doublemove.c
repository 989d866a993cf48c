/* Doublemove (Doppia Mossa): FIDE's men at two plies a turn, without check; the king is captured (RULES DM1–DM7). */
#include "rules/orthodox.h"

#include "rules/registry.h"

/* FIDE's laws but for those that DM3, DM4 and DM5 take away; the men move as in FIDE (DM1). */
static unsigned laws_in_force(void)
{
    unsigned laws = AISE_LAWS_FIDE;

    if (AISE_RULE(DM3))
        laws &= ~(unsigned)AISE_LAW_CHECK;
    if (AISE_RULE(DM4))
        laws &= ~(unsigned)AISE_LAW_SAFE_CASTLING;
    if (AISE_RULE(DM5))
        laws &= ~(unsigned)AISE_LAW_EN_PASSANT;
    return laws;
}

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    if (AISE_RULE(DM1))
        aise_orthodox_generate(p, laws_in_force(), out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return AISE_RULE(DM1) ? aise_orthodox_count(p, laws_in_force()) : 0;
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return AISE_RULE(DM1) && aise_orthodox_any(p, laws_in_force());
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    if (AISE_RULE(DM1))
        aise_orthodox_resolve(p, w, laws_in_force(), out);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_orthodox_rivals(p, ply, laws_in_force());
}

/* One or two plies a turn (DM2); the capture of a king ends turn and game (DM3). */
static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    const AiseTraits *traits = AISE_RULE(DM2) ? &v->traits : &v->base->traits;
    unsigned us = p->state.to_move;
    bool wins = AISE_RULE(DM3) && p->man[ply->agent_to] == aise_man(us ^ 1, AISE_KING);

    aise_orthodox_play_men(AISE_RULE(DM5) ? &v->traits : &v->base->traits, p, ply, u);
    if (wins)
        p->state.outcome = us == AISE_WHITE ? AISE_WHITE_WINS : AISE_BLACK_WINS;
    aise_turn_advance(traits, p);
}

static bool in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v;
    return !AISE_RULE(DM3) && aise_orthodox_in_check(p, side);
}

/* Is a pawn's capture on an empty square written, such as FIDE could allow en passant? */
static bool wants_en_passant(const AisePosition *p, const AiseWritten *w)
{
    unsigned us = p->state.to_move, them = us ^ 1;

    if (w->en_passant)
        return true;
    if ((w->kind != AISE_PAWN && w->kind != AISE_ANY) || w->to >= AISE_NONE || p->man[w->to] != AISE_EMPTY ||
        aise_rank(w->to) != (us == AISE_WHITE ? 5u : 2u) || p->man[w->to ^ 8u] != aise_man(them, AISE_PAWN))
        return false;
    return (w->capture || (w->from_file != AISE_ANY && w->from_file != aise_file(w->to))) &&
           (aise_pawn_attacks[them][w->to] & aise_men(p, us, AISE_PAWN));
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    (void)v;
    if (AISE_RULE(DM3) && p->state.outcome != AISE_PLAYING) {
        *why = (AiseWhy){.code = AISE_CODE_R201};
        return;
    }
    if (AISE_RULE(DM5) && !w->castle && wants_en_passant(p, w)) {
        *why = (AiseWhy){.code = AISE_CODE_R202};
        return;
    }
    aise_orthodox_explain(p, w, laws_in_force(), why);
    if (why->code == AISE_CODE_R109)
        why->code = AISE_CODE_R203;
    else if (why->code == AISE_CODE_R110)
        why->code = AISE_CODE_R204;
}

/* DM6: nobody can move, and there is no check: a draw. */
static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    return AISE_RULE(DM6) ? AISE_DRAWN : v->base->verdict(v->base, p);
}

/* DM7: at the start of turns. 25 turns by each side are 100 plies, 99 when White's first turn is among them, which is so
   only before White's turn 26. */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    const AiseState *s = &p->state;
    unsigned enough = s->to_move == AISE_WHITE && s->turn == 26 ? 99 : 100;

    if (!AISE_RULE(DM7))
        return v->base->claims(v, p, times);
    if (s->left < aise_turn_plies(&v->traits, s->to_move, s->turn))
        return 0;
    return (times >= 3 ? AISE_CLAIM_REPETITION : 0u) | (s->clock >= enough ? AISE_CLAIM_CLOCK : 0u);
}

static const char *const aliases[] = {"doppia-mossa", "doppia mossa", "dm", NULL};

static const AiseRuleText texts[] = {
    {"DM1", "The FIDE laws hold except as follows.", "Valgono le regole FIDE, tranne quanto segue."},
    {"DM2",
     "White's first turn is one ply, every later turn two plies by the same side, with one man or two; the second may take "
     "the first back.",
     "Il primo turno del Bianco è di una mossa, ogni altro turno di due (bimossa), con un pezzo o con due; la seconda può "
     "annullare la prima."},
    {"DM3",
     "There is neither check nor mate: capturing the king wins and ends the game at once. One's own king may be left or put "
     "under attack, and kings may stand side by side.",
     "Non esistono scacco né matto: chi cattura il Re vince e la partita finisce subito. Si può lasciare o mettere il proprio "
     "Re sotto attacco, e i Re possono stare vicini."},
    {"DM4",
     "Castling asks only that king and original rook have never moved and that the squares between are empty.",
     "Per arroccare basta che Re e Torre originale non abbiano mai mosso e che le case fra loro siano vuote."},
    {"DM5", "There is no capture en passant; pawns keep the double step.",
     "La presa en passant è abolita; il doppio passo resta."},
    {"DM6", "A side that cannot start or continue its turn is stalemated: a draw.",
     "Chi non può iniziare o completare il turno è in stallo: patta."},
    {"DM7",
     "Claimable draws at the start of a turn: the same position for the third time, or 25 turns by each side without capture "
     "or pawn move.",
     "Patte reclamabili all'inizio del turno: stessa posizione per la terza volta, oppure 25 turni di ciascuno senza catture "
     "né mosse di Pedone."},
    {NULL, NULL, NULL},
};

const AiseVariant aise_variant_doublemove = {
    .base = &aise_variant_orthodox,
    .id = "doublemove",
    .pgn = "Doublemove",
    .title = "DOPPIA MOSSA",
    .aliases = aliases,
    .summary_english = "One ply for White, then two plies a turn; capturing the king wins",
    .summary_italian = "Una mossa al Bianco, poi due per turno; si vince catturando il Re",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 2, 0}, .ep = AISE_EP_NONE}, /* DM2, DM5 */
    .numbering = AISE_NUMBER_TURNS,
    .slash = AISE_JOIN_PLY,
    .double_slash = AISE_JOIN_TURN,
    .comma = AISE_JOIN_PLY,
    .space = AISE_JOIN_TURN,
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
