/* Mutation Progressive: Progressive, but a man that takes becomes what it took, and no queen may attack the king. */
#include "rules/fairy.h"
#include "rules/registry.h"

static void shape_of(const AisePosition *p, AiseShape *shape)
{
    *shape = (AiseShape){0, p->state.ep, AISE_RULE(MP6), true, AISE_RULE(MP3)};
}

/* The agent's kind after the ply: taken over, promoted or kept. */
static unsigned became_of(const AisePosition *p, const AisePly *ply)
{
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    unsigned taken = aise_man_kind(p->man[aise_fairy_victim(ply)]);
    if (taken == AISE_NO_KIND || kind == AISE_KING || ply->agent_promo != AISE_NO_KIND || !AISE_RULE(MP2))
        return aise_fairy_became(p, ply);
    return taken;
}

/* MP4: any queen of the mover on the enemy king, moved or not. */
static bool spares_king(const AisePosition *p, const AiseLayout *after, AiseWhy *why)
{
    unsigned side = p->state.to_move;
    uint64_t queens = after->kind[AISE_QUEEN] & after->side[side];
    if (!AISE_RULE(MP4) || queens == 0)
        return true;
    queens &= aise_attacks(AISE_QUEEN, aise_layout_king(after, side ^ 1), after->side[0] | after->side[1]);
    return queens == 0 || aise_why_attacker(why, AISE_CODE_R601, after, queens);
}

/* MP5: enemy queens guard and pin like other men. */
static bool beyond_queens(const AisePosition *p, const AiseLayout *after, AiseWhy *why)
{
    unsigned side = p->state.to_move;
    uint64_t attackers = aise_layout_attackers(after, aise_layout_king(after, side), side ^ 1);
    attackers &= after->kind[AISE_QUEEN];
    return attackers == 0 || aise_why_attacker(why, AISE_CODE_R603, after, attackers);
}

/* A set-up in the middle of a series may hold a check of the mover's own. */
static bool queen_checks(const AisePosition *p)
{
    unsigned side = p->state.to_move, king = aise_lowest(aise_men(p, side ^ 1, AISE_KING));
    return (aise_attacks(AISE_QUEEN, king, aise_occupied(p)) & aise_men(p, side, AISE_QUEEN)) != 0;
}

static bool judge(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    AiseLayout after;
    unsigned became = became_of(p, ply);
    if (aise_fairy_covers(p, ply) && aise_fairy_calm(p, ply, became) && (p->state.left > 1 || !queen_checks(p)))
        return true;
    if (aise_fairy_castles(ply) && !aise_series_castling(p, ply, why))
        return false;
    aise_layout_after(p, ply, became, &after);
    if (!spares_king(p, &after, why) || (AISE_RULE(MP5) && !beyond_queens(p, &after, why)))
        return false;
    if (!AISE_RULE(MP5))
        after.side[p->state.to_move ^ 1] &= ~after.kind[AISE_QUEEN];
    return !AISE_RULE(MP1) || aise_series_judge(p, &after, why);
}

/* Castling written with a rook at home that is not the original one (MP6). */
static bool strange_rook(const AisePosition *p, const AiseWritten *w, unsigned *square)
{
    unsigned side = p->state.to_move, king = side == AISE_WHITE ? 4 : 60;
    unsigned bit = w->castle == 1 ? AISE_UNMOVED_H_ROOK : AISE_UNMOVED_A_ROOK;
    if (w->castle == 0)
        return false;
    *square = w->castle == 1 ? king + 3 : king - 4;
    return !(p->state.unmoved >> (bit + 3 * side) & 1) && p->man[king] == aise_man(side, AISE_KING) &&
           p->man[*square] == aise_man(side, AISE_ROOK);
}

static bool bar(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseShape chosen;
    AisePly ply;
    AiseWritten bare = *w;
    unsigned square;
    shape_of(p, &chosen);
    bare.promo = AISE_NO_KIND;
    if (w->promo != AISE_NO_KIND && aise_fairy_find(p, &chosen, &bare, &ply) && p->man[ply.agent_to] != AISE_EMPTY) {
        if (judge(p, &ply, why)) /* only the suffix is wrong */
            aise_why(why, AISE_CODE_R116);
        return true;
    }
    if (strange_rook(p, w, &square)) {
        aise_why_man(why, AISE_CODE_R604, p, square);
        return true;
    }
    return aise_series_bar(v, p, w, why);
}

static const AiseFairy mutation = {shape_of, judge, NULL, NULL, bar};

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_fairy_generate(&mutation, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_count(&mutation, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_any(&mutation, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_fairy_resolve(&mutation, p, w, out);
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    unsigned reason = ply->agent_promo != AISE_NO_KIND ? AISE_REASON_PROMOTION : AISE_REASON_MUTATION;
    aise_undo_begin_head(u, p);
    aise_fairy_play(p, ply, became_of(p, ply), reason, u);
    aise_fairy_note_passed(p, ply);
    aise_turn_advance(&v->traits, p);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_fairy_rivals(&mutation, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    aise_fairy_explain(&mutation, v, p, w, why);
}

static const char *const aliases[] = {"mutanti-progressivi", "mutanti progressivi", "progressivi mutanti", "mutanti", "mp", NULL};

static const AiseRuleText rules[] = {
    {"MP1", "Italian Progressive (PR1–PR6) except as follows.", "Scacchi progressivi italiani (PR1–PR6), salvo quanto segue."},
    {"MP2",
     "A man that takes becomes of the kind it took and keeps its colour; a king stays a king. Taking a pawn, en passant "
     "included, makes it a pawn.",
     "Il pezzo che cattura diventa del tipo catturato e conserva il colore; il Re resta Re. Chi cattura un Pedone, anche al "
     "passo, diventa Pedone."},
    {"MP3",
     "A pawn that takes on its last rank becomes what it took, without choice; on an empty square it promotes as usual, "
     "queen included.",
     "Il Pedone che cattura in ultima traversa diventa il pezzo catturato, senza scelta; su casa vuota promuove come di "
     "consueto, anche a Donna."},
    {"MP4",
     "After no ply, mutation and promotion done, may a queen of the mover attack the enemy king: neither first nor last of "
     "the series, neither directly nor discovered, neither alone nor with other men.",
     "Dopo nessuna mossa, compiute mutazione e promozione, una Donna di chi muove può attaccare il Re avversario: né alla "
     "prima né all'ultima mossa della serie, né direttamente né di scoperta, né da sola né con altri pezzi."},
    {"MP5", "Queens still guard squares and pin: a king may not step onto, or be left on, a square an enemy queen attacks.",
     "Le Donne controllano le case e inchiodano come sempre: il Re non può andare né restare in una casa attaccata dalla "
     "Donna avversaria."},
    {"MP6",
     "A pawn on its own second rank has the double step however it came to be there, and can then be taken en passant. "
     "Castling needs the original king and rook, never moved; a man that has taken has moved.",
     "Il Pedone in seconda traversa ha il doppio passo comunque vi sia nato, e può essere preso al passo. L'arrocco vuole "
     "Re e Torre originali e mai mossi; chi ha catturato si è mosso."},
    {NULL, NULL, NULL}};

const AiseVariant aise_variant_mutation_progressive = {
    .base = &aise_variant_progressive,
    .id = "mutation-progressive",
    .pgn = "Mutation Progressive",
    .title = "MUTANTI PROGRESSIVI",
    .aliases = aliases,
    .summary_english = "Progressive in which a man that takes becomes what it took, and queens may not attack the king.",
    .summary_italian = "Progressivi in cui chi cattura diventa il pezzo catturato e la Donna non può dare scacco.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 0, 1}, .ep = AISE_EP_STATE, .series = true},
    .numbering = AISE_NUMBER_SERIES,
    .slash = AISE_JOIN_PLY,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_PLY,
    .space = AISE_JOIN_PLY,
    .writes_check = true,
    .mutates = true,
    .rules = rules,
    .generate = generate,
    .count = count,
    .any = any,
    .resolve = resolve,
    .play = play,
    .rivals = rivals,
    .explain = explain,
};
