/* Overloader/Restorer: a moving man and its partner mark two squares, whose enemies are overloaded and whose friends are
   restored. */
#include "rules/fairy.h"
#include "rules/registry.h"

/* What the co-squares of a ply do (OR4). */
typedef struct Effects {
    uint64_t overload;
    uint64_t restore;
} Effects;

static void shape_of(const AisePosition *p, AiseShape *shape)
{
    *shape = (AiseShape){AISE_RULE(OR5) ? p->state.overloaded : 0, p->state.ep, true, false, false};
}

/* ---- co-squares ---- */
/* Men that make co-pairs with a man of `kind` and `side`, itself among them. */
static inline uint64_t partners_of(const AisePosition *p, unsigned side, unsigned kind)
{
    uint64_t free = p->side[side] & ~p->state.overloaded;
    if (!AISE_RULE(OR2) || kind == AISE_PAWN)
        return 0;
    if (kind == AISE_KING)
        return p->kind[AISE_QUEEN] & free;
    if (kind == AISE_QUEEN)
        return (p->kind[AISE_QUEEN] | p->kind[AISE_KING]) & free;
    return p->kind[kind] & free;
}

/* The other corners of the rectangles that the man on `square` makes with its partners. */
static inline uint64_t corners(uint64_t partners, unsigned square)
{
    uint64_t file = UINT64_C(0x0101010101010101) << aise_file(square), rank = UINT64_C(0xff) << (square & 56u);
    uint64_t found = 0;
    for (partners &= ~(file | rank); partners; partners &= partners - 1) {
        unsigned partner = aise_lowest(partners);
        found |= aise_bit(aise_square(aise_file(square), aise_rank(partner))) |
                 aise_bit(aise_square(aise_file(partner), aise_rank(square)));
    }
    return found;
}

/* Effects of `ply`, not yet played, all together and once. The men that move are none of the corners. */
static Effects effects_of(const AisePosition *p, const AisePly *ply)
{
    unsigned side = p->state.to_move, kind = aise_man_kind(p->man[ply->agent_from]), to = ply->agent_to;
    uint64_t gone = aise_bit(ply->agent_from);
    if (!AISE_RULE(OR3) || p->state.overloaded & gone)
        return (Effects){0, 0};
    uint64_t squares = corners(partners_of(p, side, kind) & ~gone, to);
    if (aise_fairy_castles(ply)) {
        bool is_short = ply->type == AISE_PLY_CASTLE_SHORT;
        uint64_t rook = is_short ? gone << 3 : gone >> 4;
        squares |= corners(partners_of(p, side, AISE_ROOK) & ~rook, is_short ? to - 1 : to + 1);
        gone |= rook;
    }
    if (!AISE_RULE(OR4))
        return (Effects){0, 0};
    uint64_t immune = AISE_RULE(OR9) ? 0 : p->kind[AISE_KING], before = p->state.overloaded;
    return (Effects){squares & p->side[side ^ 1] & ~before & ~immune, squares & p->side[side] & ~gone & before};
}

/* Own pawns on the last rank among the restored: they promote (OR6). */
static inline uint64_t promoted_by(const AisePosition *p, uint64_t restored)
{
    if (!AISE_RULE(OR6))
        return 0;
    return restored & p->kind[AISE_PAWN] & aise_fairy_last_rank(p->state.to_move);
}

/* Waiting pawns that `ply` brings back; cheap where none waits. */
static inline uint64_t waking_pawns(const AisePosition *p, const AisePly *ply)
{
    unsigned side = p->state.to_move;
    if (!(p->state.overloaded & aise_men(p, side, AISE_PAWN) & aise_fairy_last_rank(side)))
        return 0;
    return promoted_by(p, effects_of(p, ply).restore);
}

/* ---- lawfulness ---- */
static bool castling_clear(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    unsigned by = AISE_NONE, square = aise_fairy_castling_attacked(p, ply, &by);
    if (!AISE_RULE(OR8) || square == AISE_NONE)
        return true;
    aise_why_man(why, square == ply->agent_from ? AISE_CODE_R406 : AISE_CODE_R407, p, by);
    aise_why_add_square(why, square);
    return false;
}

static bool judge_after(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    AiseLayout after;
    unsigned side = p->state.to_move;
    if (aise_fairy_castles(ply) && !castling_clear(p, ply, why))
        return false;
    aise_layout_after(p, ply, aise_fairy_became(p, ply), &after);
    if (AISE_RULE(OR7))
        after.overloaded |= effects_of(p, ply).overload;
    uint64_t attackers = aise_layout_attackers(&after, aise_layout_king(&after, side), side ^ 1);
    return !AISE_RULE(OR1) || attackers == 0 || aise_why_attacker(why, AISE_CODE_R405, &after, attackers);
}

static bool judge(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    return aise_fairy_covers(p, ply) || judge_after(p, ply, why);
}

/* ---- choices for restored pawns (OR6) ---- */
static const uint8_t choice_kind[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};

static unsigned ways(const AisePosition *p, const AisePly *ply)
{
    return 1u << 2 * aise_count(waking_pawns(p, ply));
}

/* Is kind `choice` for the pawn on `square` what is written, if anything is? */
static bool choice_answers(const AiseWritten *w, unsigned square, unsigned choice)
{
    if (w == NULL)
        return true;
    for (unsigned i = 0; i < w->affected_count; i++)
        if (w->affected[i].square == square && w->affected[i].promo != AISE_NO_KIND &&
            w->affected[i].promo != choice_kind[choice])
            return false;
    return true;
}

/* Two bits of `number` a pawn, spread over the files of the pawns; false if one of the choices is not as written. */
static bool choose(AisePly *ply, uint64_t pawns, unsigned number, const AiseWritten *w)
{
    for (ply->restored = 0; pawns; pawns &= pawns - 1, number >>= 2) {
        unsigned square = aise_lowest(pawns), choice = number & 3;
        if (!choice_answers(w, square, choice))
            return false;
        ply->restored |= (uint16_t)(choice << 2 * aise_file(square));
    }
    return true;
}

static void spread(const AisePosition *p, const AisePly *ply, const AiseWritten *w, AisePlies *out)
{
    uint64_t pawns = waking_pawns(p, ply);
    if (pawns == 0) {
        aise_plies_add(out, *ply);
        return;
    }
    AisePly chosen = *ply;
    chosen.restored_files = (uint8_t)(p->state.to_move == AISE_WHITE ? pawns >> 56 : pawns);
    for (unsigned number = 0; number < 1u << 2 * aise_count(pawns); number++)
        if (choose(&chosen, pawns, number, w))
            aise_plies_add(out, chosen);
}

/* ---- reasons ---- */
/* The rule by which an overloaded man may not do what it could do otherwise. */
static bool bar(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    AiseShape able;
    AisePly ply;
    (void)v;
    shape_of(p, &able);
    able.plain = 0;
    if (!aise_fairy_find(p, &able, w, &ply))
        return false;
    unsigned agent = ply.agent_from, king = agent, code;
    if (aise_fairy_castles(&ply)) {
        code = AISE_CODE_R403;
        if (!(p->state.overloaded & aise_bit(king)))
            agent = ply.type == AISE_PLY_CASTLE_SHORT ? king + 3 : king - 4;
    } else if (!(p->state.overloaded & aise_bit(agent))) { /* what a restored pawn shall become is not possible */
        aise_why(why, AISE_CODE_R116);
        return true;
    } else if (p->man[aise_fairy_victim(&ply)] != AISE_EMPTY) {
        code = AISE_CODE_R401;
    } else {
        code = ply.type == AISE_PLY_DOUBLE ? AISE_CODE_R402 : AISE_CODE_R404;
    }
    aise_why_man(why, (AiseCode)code, p, agent);
    return true;
}

static const AiseFairy overloader = {shape_of, judge, ways, spread, bar};

/* ---- playing ---- */
static void play_effects(AisePosition *p, const AisePly *ply, Effects effects, uint64_t promoted, AiseUndo *u)
{
    for (uint64_t set = effects.overload; set; set &= set - 1)
        aise_effect_overload(p, u, aise_lowest(set));
    for (uint64_t set = effects.restore; set; set &= set - 1)
        aise_effect_restore(p, u, aise_lowest(set));
    for (uint64_t set = promoted; set; set &= set - 1) {
        unsigned square = aise_lowest(set);
        aise_effect_change(p, u, square, choice_kind[ply->restored >> 2 * aise_file(square) & 3], AISE_REASON_PROMOTION);
        p->state.clock = 0;
    }
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    unsigned became = aise_fairy_became(p, ply);
    Effects effects = {0, 0};
    uint64_t promoted = 0;
    bool calm = aise_fairy_calm(p, ply, became);
    aise_undo_begin_head(u, p);
    if (aise_man_kind(p->man[ply->agent_from]) != AISE_PAWN) { /* OR3: pawns mark nothing */
        effects = effects_of(p, ply);
        promoted = promoted_by(p, effects.restore);
    }
    aise_fairy_play(p, ply, became, AISE_REASON_PROMOTION, u);
    if (effects.overload | effects.restore)
        play_effects(p, ply, effects, promoted, u);
    p->state.ep = ply->type == AISE_PLY_DOUBLE ? aise_bit((ply->agent_from + ply->agent_to) / 2u) : 0;
    aise_turn_advance(&v->traits, p);
    if (calm && effects.restore == 0) /* nobody new attacks the king */
        p->state.check = 1;
}

/* ---- the variant ---- */
static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_fairy_generate(&overloader, p, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_count(&overloader, p);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_fairy_any(&overloader, p);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    aise_fairy_resolve(&overloader, p, w, out);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_fairy_rivals(&overloader, p, ply);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    aise_fairy_explain(&overloader, v, p, w, why);
}

static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    return aise_fairy_verdict(v, p, AISE_RULE(OR1));
}

/* FIDE's claims; repetition counts the overloaded men (they are in the key). */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    (void)v;
    return (times >= 3 ? AISE_CLAIM_REPETITION : 0u) | (p->state.clock >= 100 ? AISE_CLAIM_CLOCK : 0u);
}

static const char *const aliases[] = {"or", "o/r", "o/r chess", "overloader restorer chess", NULL};

static const AiseRuleText rules[] = {
    {"OR1", "Orthodox chess, check and mate included, except as follows.",
     "Scacchi ortodossi, scacco e matto compresi, salvo quanto segue."},
    {"OR2",
     "A co-pair is two men of one side of the same kind, pawns excluded, or the king with each of its queens. Bishops pair "
     "whatever the colour of their squares.",
     "Formano co-coppia due pezzi dello stesso colore e tipo, Pedoni esclusi, e il Re con ciascuna propria Donna. Gli Alfieri "
     "fanno coppia anche se di casa diversa."},
    {"OR3",
     "A man that moves and then shares neither rank nor file with a partner marks the other two corners of their rectangle. "
     "Castling moves king and rook. A promoting ply, a pawn and an overloaded man mark nothing.",
     "Il pezzo che muove e poi non sta sulla traversa né sulla colonna di un compagno individua le altre due case del "
     "rettangolo. L'arrocco muove Re e Torre. Una promozione, un Pedone e un pezzo esautorato non individuano case."},
    {"OR4",
     "On the marked squares, all together and once, enemy men become overloaded and overloaded friends are restored; nothing "
     "else happens.",
     "Nelle co-case, tutte insieme e una sola volta, i pezzi nemici vengono esautorati e i propri esautorati reintegrati; "
     "null'altro accade."},
    {"OR5",
     "An overloaded man only moves, without taking: it gives no check, guards nothing, does not pin, castle, promote or "
     "double-step, and is no partner. It still blocks lines and can be taken; an overloaded king can be checked and mated.",
     "Il pezzo esautorato muove soltanto, senza catturare: non dà scacco, non difende, non inchioda, non arrocca, non "
     "promuove, non fa il doppio passo e non forma coppie. Intercetta e può essere catturato; il Re esautorato può avere "
     "scacco e matto."},
    {"OR6",
     "An overloaded pawn on its last rank stands there until it is restored; then it promotes at once, to its owner's choice, "
     "and the new man attacks before check is judged.",
     "Il Pedone esautorato in ultima traversa vi resta fermo finché è reintegrato; allora promuove subito, a scelta del suo "
     "giocatore, e il nuovo pezzo agisce prima che si valuti lo scacco."},
    {"OR7",
     "Lawfulness is judged after the effects: a ply may answer a check, or seem to expose the king, if it overloads the "
     "attacker.",
     "La legalità si giudica dopo gli effetti: si può parare uno scacco, o esporsi in apparenza, esautorando chi attacca."},
    {"OR8",
     "Castling not out of check nor across an attacked square, both judged before the ply; the arrival square after the "
     "effects. Having been overloaded and restored unmoved does not lose the right.",
     "Non si arrocca sotto scacco né attraverso una casa attaccata, giudicati prima della mossa; la casa d'arrivo dopo gli "
     "effetti. Essere stati esautorati e reintegrati senza muovere non toglie il diritto."},
    {"OR9",
     "The king too may be overloaded, and that does not win. Effects last until undone, any number of times; a captured "
     "man's state goes with it.",
     "Anche il Re può essere esautorato, e ciò non basta a vincere. Gli effetti durano finché non sono annullati, quante "
     "volte si vuole; la cattura li cancella."},
    {NULL, NULL, NULL}};

const AiseVariant aise_variant_overloader_restorer = {
    .id = "overloader-restorer",
    .pgn = "Overloader-Restorer",
    .title = "O/R CHESS",
    .aliases = aliases,
    .summary_english = "Pairs of men overload enemies and restore friends at the corners of their rectangle.",
    .summary_italian = "Le coppie di pezzi esautorano i nemici e reintegrano gli amici agli angoli del loro rettangolo.",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 1, 0}, .ep = AISE_EP_FIELD, .has_ov = true},
    .numbering = AISE_NUMBER_PAIRS,
    .slash = AISE_JOIN_AFFECTED,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_NOTHING,
    .space = AISE_JOIN_TURN,
    .writes_check = true,
    .co_effects = true,
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
