#include "rules/fairy.h"

#include "rules/orthodox.h"

#define PLIES_OF_A_MAN 40 /* a queen's 27 targets; a pawn's 3 with 4 promotions each */
#define PLIES_TO_A_SQUARE 64

static const uint8_t promotions[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};

/* Castling men that have moved once something leaves or enters their home. */
static const uint8_t home_bits[64] = {[0] = 1, [4] = 2, [7] = 4, [56] = 8, [60] = 16, [63] = 32};

static uint64_t second_rank(unsigned side)
{
    return side == AISE_WHITE ? UINT64_C(0xff) << 8 : UINT64_C(0xff) << 48;
}

/* ---- the shape, forwards and backwards ---- */
/* Men the side to move may take; kings never are. */
static uint64_t prey(const AisePosition *p, unsigned side)
{
    return p->side[side ^ 1] & ~p->kind[AISE_KING];
}

static uint64_t pawn_targets(const AisePosition *p, const AiseShape *shape, unsigned from, unsigned side)
{
    uint64_t empty = ~aise_occupied(p), man = aise_bit(from);
    if (man & aise_fairy_last_rank(side))
        return 0;
    uint64_t targets = (side == AISE_WHITE ? man << 8 : man >> 8) & empty;
    if (shape->plain & man)
        return targets;
    if (shape->double_step && man & second_rank(side))
        targets |= (side == AISE_WHITE ? targets << 8 : targets >> 8) & empty;
    return targets | (aise_pawn_attacks[side][from] & (prey(p, side) | (shape->passed & empty)));
}

static uint64_t targets_of(const AisePosition *p, const AiseShape *shape, unsigned from)
{
    unsigned side = p->state.to_move, kind = aise_man_kind(p->man[from]);
    uint64_t occupied = aise_occupied(p), taken = shape->plain & aise_bit(from) ? 0 : prey(p, side);
    if (kind == AISE_PAWN)
        return pawn_targets(p, shape, from, side);
    return aise_attacks(kind, from, occupied) & (~occupied | taken);
}

static uint64_t pawn_origins(const AisePosition *p, const AiseShape *shape, unsigned to, unsigned side)
{
    uint64_t pawns = aise_men(p, side, AISE_PAWN), goal = aise_bit(to), origins = 0;
    if (goal & (prey(p, side) | shape->passed))
        origins = aise_pawn_attacks[side ^ 1][to] & pawns & ~shape->plain;
    if (goal & aise_occupied(p))
        return origins;
    uint64_t behind = side == AISE_WHITE ? goal >> 8 : goal << 8;
    origins |= behind & pawns;
    if (shape->double_step && !(behind & aise_occupied(p)))
        origins |= (side == AISE_WHITE ? behind >> 8 : behind << 8) & pawns & second_rank(side) & ~shape->plain;
    return origins;
}

/* Men of `kind` that the shape lets go to `to`. */
static inline uint64_t origins_to(const AisePosition *p, const AiseShape *shape, unsigned kind, unsigned to)
{
    unsigned side = p->state.to_move;
    if (aise_bit(to) & aise_occupied(p) & ~prey(p, side))
        return 0;
    if (kind == AISE_PAWN)
        return pawn_origins(p, shape, to, side);
    uint64_t origins = aise_seeing(to, aise_reach[kind][to] & aise_men(p, side, kind), aise_occupied(p));
    return p->man[to] == AISE_EMPTY ? origins : origins & ~shape->plain;
}

/* The plies from `from` to `to`, a target of the shape: one, or four with a choice of promotion. */
static inline unsigned make_plies(const AisePosition *p, const AiseShape *shape, unsigned from, unsigned to, AisePly *out)
{
    bool takes = p->man[to] != AISE_EMPTY;
    unsigned type = AISE_PLY_PLAIN;
    if (aise_man_kind(p->man[from]) != AISE_PAWN) {
        *out = aise_ply(type, from, to);
        return 1;
    }
    if (aise_file(from) != aise_file(to) && !takes)
        type = AISE_PLY_EN_PASSANT;
    else if ((from ^ to) == 16u)
        type = AISE_PLY_DOUBLE;
    *out = aise_ply(type, from, to);
    if (!(aise_bit(to) & aise_fairy_last_rank(p->state.to_move)) || shape->plain & aise_bit(from) ||
        (shape->kind_taken && takes))
        return 1;
    AisePly step = *out;
    for (unsigned i = 0; i < 4; i++) {
        out[i] = step;
        out[i].agent_promo = promotions[i];
    }
    return 4;
}

/* Castling by right and room; attacked squares are the judge's. */
static bool make_castling(const AisePosition *p, const AiseShape *shape, unsigned castle, AisePly *out)
{
    unsigned side = p->state.to_move, king = side == AISE_WHITE ? 4 : 60, rook = castle == 1 ? king + 3 : king - 4;
    unsigned needed = home_bits[king] | home_bits[rook];
    if ((p->state.unmoved & needed) != needed || aise_between[king][rook] & aise_occupied(p) ||
        (aise_bit(king) | aise_bit(rook)) & shape->plain)
        return false;
    *out = castle == 1 ? aise_ply(AISE_PLY_CASTLE_SHORT, king, king + 2) : aise_ply(AISE_PLY_CASTLE_LONG, king, king - 2);
    return true;
}

/* ---- what is written ---- */
static uint64_t written_origins(const AiseWritten *w)
{
    uint64_t any_file = 0 - (uint64_t)(w->from_file == AISE_ANY), any_rank = 0 - (uint64_t)(w->from_rank == AISE_ANY);
    return (any_file | UINT64_C(0x0101010101010101) << (w->from_file & 7u)) & (any_rank | UINT64_C(0xff) << 8u * (w->from_rank & 7u));
}

static inline bool promotion_answers(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, const AisePly *ply)
{
    unsigned wanted = w->promo;
    if (ply->agent_promo != AISE_NO_KIND) {
        if (wanted == AISE_NO_KIND && shape->mutates && p->man[ply->agent_to] == AISE_EMPTY)
            wanted = w->mutation;
        return wanted == AISE_NO_KIND || wanted == ply->agent_promo;
    }
    if (wanted == AISE_NO_KIND)
        return true;
    if (!shape->mutates || p->man[aise_fairy_victim(ply)] == AISE_EMPTY || aise_fairy_castles(ply))
        return false;
    bool last = aise_bit(ply->agent_to) & aise_fairy_last_rank(p->state.to_move);
    return !last || aise_man_kind(p->man[ply->agent_from]) != AISE_PAWN ||
           wanted == aise_man_kind(p->man[ply->agent_to]);
}

static unsigned add_answers(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, unsigned from,
                            unsigned to, AisePly *out)
{
    unsigned count = make_plies(p, shape, from, to, out), kept = 0;
    if (count == 1)
        return promotion_answers(p, shape, w, out);
    for (unsigned i = 0; i < count; i++)
        if (promotion_answers(p, shape, w, &out[i]))
            out[kept++] = out[i];
    return kept;
}

/* `ed`: pawns of one file that take on the next, whatever the rank. */
static unsigned file_answers(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, AisePly *out)
{
    unsigned count = 0, side = p->state.to_move;
    if (w->to_file == AISE_ANY || w->from_file == w->to_file)
        return 0;
    uint64_t file = UINT64_C(0x0101010101010101) << w->to_file;
    for (uint64_t set = aise_men(p, side, AISE_PAWN) & written_origins(w); set; set &= set - 1) {
        unsigned from = aise_lowest(set);
        for (uint64_t goals = targets_of(p, shape, from) & file; goals; goals &= goals - 1)
            count += add_answers(p, shape, w, from, aise_lowest(goals), out + count);
    }
    return count;
}

/* Plies of the shape that answer to `w`, lawful or not, in order of origin. */
static unsigned answers(const AisePosition *p, const AiseShape *shape, const AiseWritten *w,
                        AisePly out[PLIES_TO_A_SQUARE])
{
    if (p->state.outcome != AISE_PLAYING || w->null || w->patient)
        return 0;
    if (w->castle)
        return make_castling(p, shape, w->castle, out);
    if (w->to == AISE_NONE)
        return file_answers(p, shape, w, out);
    if (w->to >= 64)
        return 0;
    uint64_t set = 0;
    unsigned count = 0;
    if (w->kind < AISE_NO_KIND)
        set = origins_to(p, shape, w->kind, w->to);
    else
        for (unsigned kind = AISE_PAWN; kind <= AISE_KING; kind++)
            set |= origins_to(p, shape, kind, w->to);
    for (set &= written_origins(w); set;) {
        unsigned from = set & (set - 1) ? aise_first(set) : aise_lowest(set);
        set &= ~aise_bit(from);
        count += add_answers(p, shape, w, from, w->to, out + count);
    }
    return count;
}

/* The usual case of `answers`: one ply, by one man that can go there. 0: it must look. */
static inline unsigned sole_answer(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, AisePly *out)
{
    if (w->null | w->patient | w->castle | (w->to >= 64) | (w->kind >= AISE_NO_KIND) | (w->promo != AISE_NO_KIND))
        return 0;
    uint64_t set = origins_to(p, shape, w->kind, w->to) & written_origins(w);
    if (set == 0 || (set & (set - 1)) != 0)
        return 0;
    return make_plies(p, shape, aise_lowest(set), w->to, out) == 1;
}

bool aise_fairy_find(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, AisePly *out)
{
    AisePly found[PLIES_TO_A_SQUARE];
    if (answers(p, shape, w, found) == 0)
        return false;
    *out = found[0];
    return true;
}

bool aise_fairy_wants_passed(const AisePosition *p, const AiseWritten *w)
{
    unsigned side = p->state.to_move, to = w->to, rank = side == AISE_WHITE ? 5 : 2;
    if (w->castle || w->null || (w->kind != AISE_PAWN && w->kind != AISE_ANY) ||
        (!w->capture && !w->en_passant && w->from_file == AISE_ANY))
        return false;
    if (to == AISE_NONE && w->to_file != AISE_ANY)
        to = aise_square(w->to_file, rank);
    if (to >= 64 || aise_rank(to) != rank || p->man[to] != AISE_EMPTY ||
        p->man[to ^ 8u] != aise_man(side ^ 1, AISE_PAWN))
        return false;
    return (aise_pawn_attacks[side ^ 1][to] & aise_men(p, side, AISE_PAWN) & written_origins(w)) != 0;
}

/* ---- the men after a ply ---- */
void aise_layout_after(const AisePosition *p, const AisePly *ply, unsigned became, AiseLayout *out)
{
    unsigned side = p->state.to_move, kind = aise_man_kind(p->man[ply->agent_from]);
    uint64_t from = aise_bit(ply->agent_from), to = aise_bit(ply->agent_to);
    unsigned victim = aise_fairy_victim(ply), taken = p->man[victim];
    for (unsigned i = 0; i < 6; i++)
        out->kind[i] = p->kind[i];
    out->side[0] = p->side[0];
    out->side[1] = p->side[1];
    out->overloaded = p->state.overloaded;
    if (taken != AISE_EMPTY) {
        out->kind[aise_man_kind(taken)] ^= aise_bit(victim);
        out->side[side ^ 1] ^= aise_bit(victim);
        out->overloaded &= ~aise_bit(victim);
    }
    if (out->overloaded & from)
        out->overloaded ^= from | to;
    out->kind[kind] ^= from;
    out->kind[became] ^= to;
    out->side[side] ^= from | to;
    if (aise_fairy_castles(ply)) {
        bool is_short = ply->type == AISE_PLY_CASTLE_SHORT;
        uint64_t rook = is_short ? from << 3 | from << 1 : from >> 4 | from >> 1;
        out->kind[AISE_ROOK] ^= rook;
        out->side[side] ^= rook;
    }
}

uint64_t aise_layout_attackers(const AiseLayout *l, unsigned square, unsigned side)
{
    uint64_t occupied = l->side[0] | l->side[1], men = l->side[side] & ~l->overloaded;
    uint64_t straight = (l->kind[AISE_ROOK] | l->kind[AISE_QUEEN]) & aise_rook_lines[square];
    uint64_t slanted = (l->kind[AISE_BISHOP] | l->kind[AISE_QUEEN]) & aise_bishop_lines[square];
    uint64_t steppers = (aise_knight_attacks[square] & l->kind[AISE_KNIGHT]) |
                        (aise_king_attacks[square] & l->kind[AISE_KING]) |
                        (aise_pawn_attacks[side ^ 1][square] & l->kind[AISE_PAWN]);
    return (steppers & men) | aise_seeing(square, (straight | slanted) & men, occupied);
}

/* No slider of `side` but the agent stands on the line through `king` and the square the agent leaves. */
static inline bool opens_nothing(const AisePosition *p, unsigned king, unsigned from, unsigned side)
{
    uint64_t line = aise_lines[king][from] & p->side[side] & ~aise_bit(from);
    return !(line & (p->kind[AISE_BISHOP] | p->kind[AISE_ROOK] | p->kind[AISE_QUEEN]));
}

bool aise_fairy_covers(const AisePosition *p, const AisePly *ply)
{
    unsigned side = p->state.to_move, king = aise_lowest(aise_men(p, side, AISE_KING));
    return p->state.check == 1 && ply->type <= AISE_PLY_DOUBLE && king != ply->agent_from &&
           opens_nothing(p, king, ply->agent_from, side ^ 1);
}

bool aise_fairy_calm(const AisePosition *p, const AisePly *ply, unsigned became)
{
    unsigned side = p->state.to_move, to = ply->agent_to, king = aise_lowest(aise_men(p, side ^ 1, AISE_KING));
    if (ply->type > AISE_PLY_DOUBLE || !opens_nothing(p, king, ply->agent_from, side))
        return false;
    if (became == AISE_PAWN)
        return !(aise_pawn_attacks[side][to] & aise_bit(king));
    if (became == AISE_KNIGHT || became == AISE_KING)
        return !(aise_reach[became][to] & aise_bit(king));
    return !(aise_reach[became][to] & aise_bit(king)) || aise_between[to][king] & aise_occupied(p) & ~aise_bit(ply->agent_from);
}

unsigned aise_fairy_castling_attacked(const AisePosition *p, const AisePly *ply, unsigned *by)
{
    unsigned enemy = p->state.to_move ^ 1u, king = ply->agent_from;
    unsigned crossed = ply->type == AISE_PLY_CASTLE_SHORT ? king + 1 : king - 1;
    uint64_t free = p->side[enemy] & ~p->state.overloaded, occupied = aise_occupied(p);
    uint64_t attackers = aise_attackers_among(p, king, enemy, free, occupied);
    unsigned square = king;
    if (!attackers) {
        attackers = aise_attackers_among(p, crossed, enemy, free, occupied);
        square = crossed;
    }
    if (!attackers)
        return AISE_NONE;
    *by = aise_lowest(attackers);
    return square;
}

/* ---- playing ---- */
void aise_fairy_play(AisePosition *p, const AisePly *ply, unsigned became, unsigned reason, AiseUndo *u)
{
    unsigned from = ply->agent_from, to = ply->agent_to, victim = aise_fairy_victim(ply);
    unsigned kind = aise_man_kind(p->man[from]);
    bool takes = p->man[victim] != AISE_EMPTY, castles = aise_fairy_castles(ply);
    if (takes)
        aise_effect_remove(p, u, victim,
                           ply->type == AISE_PLY_EN_PASSANT ? AISE_REASON_EN_PASSANT : AISE_REASON_CAPTURE);
    aise_effect_move(p, u, from, to, castles ? AISE_REASON_CASTLING : AISE_REASON_MOVE);
    if (castles) {
        bool is_short = ply->type == AISE_PLY_CASTLE_SHORT;
        aise_effect_move(p, u, is_short ? from + 3 : from - 4, is_short ? from + 1 : from - 1, AISE_REASON_CASTLING);
    }
    if (became != kind)
        aise_effect_change(p, u, to, became, reason);
    p->state.clock = takes || kind == AISE_PAWN ? 0 : p->state.clock + 1;
    p->state.unmoved &= (uint8_t)~(home_bits[from] | home_bits[to]);
}

void aise_fairy_note_passed(AisePosition *p, const AisePly *ply)
{
    p->state.ep_next &= ~aise_bit(ply->agent_from ^ 8u); /* a pawn that had double-stepped to there moves again */
    if (ply->type == AISE_PLY_DOUBLE)
        p->state.ep_next |= aise_bit((ply->agent_from + ply->agent_to) / 2u);
}

/* ---- the hooks ---- */
typedef struct Round {
    const AiseFairy *fairy;
    AisePosition *p;
    AisePlies *out;   /* NULL: only count */
    size_t count;
    bool one_is_enough;
} Round;

static void add_ply(const AiseFairy *fairy, const AisePosition *p, const AisePly *ply, const AiseWritten *w,
                    AisePlies *out)
{
    if (fairy->spread && p->state.overloaded != 0)
        fairy->spread(p, ply, w, out);
    else
        aise_plies_add(out, *ply);
}

/* true: enough. */
static bool offer(Round *r, const AisePly *plies, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!r->fairy->judge(r->p, &plies[i], NULL))
            continue;
        if (r->out)
            add_ply(r->fairy, r->p, &plies[i], NULL, r->out);
        else
            r->count += r->fairy->ways ? r->fairy->ways(r->p, &plies[i]) : 1;
        if (r->one_is_enough)
            return true;
    }
    return false;
}

/* true: enough. */
static bool plies_of(Round *r, const AiseShape *shape, uint64_t men)
{
    AisePly plies[PLIES_OF_A_MAN];
    for (; men; men &= men - 1) {
        unsigned from = aise_lowest(men), count = 0;
        for (uint64_t goals = targets_of(r->p, shape, from); goals; goals &= goals - 1)
            count += make_plies(r->p, shape, from, aise_lowest(goals), plies + count);
        if (offer(r, plies, count))
            return true;
    }
    return false;
}

/* Where one is enough, after a check mostly, the king is asked first. */
static void every_ply(Round *r)
{
    AisePosition *p = r->p;
    AiseShape shape;
    AisePly plies[1];
    if (p->state.outcome != AISE_PLAYING)
        return;
    r->fairy->shape(p, &shape);
    uint64_t men = p->side[p->state.to_move], first = r->one_is_enough ? men & p->kind[AISE_KING] : 0;
    if (plies_of(r, &shape, first) || plies_of(r, &shape, men & ~first))
        return;
    for (unsigned castle = 1; castle <= 2; castle++)
        if (make_castling(p, &shape, castle, plies) && offer(r, plies, 1))
            return;
}

/* Goes through all plies with the check flag known, which spares most looks at the king. */
static void go_round(Round *r)
{
    AiseState *s = &r->p->state;
    uint8_t known = s->check;
    if (known == 0)
        s->check = aise_fairy_in_check(NULL, r->p, s->to_move) ? 2 : 1;
    every_ply(r);
    s->check = known;
}

void aise_fairy_generate(const AiseFairy *fairy, AisePosition *p, AisePlies *out)
{
    Round r = {fairy, p, out, 0, false};
    go_round(&r);
}

size_t aise_fairy_count(const AiseFairy *fairy, AisePosition *p)
{
    Round r = {fairy, p, NULL, 0, false};
    go_round(&r);
    return r.count;
}

bool aise_fairy_any(const AiseFairy *fairy, AisePosition *p)
{
    Round r = {fairy, p, NULL, 0, true};
    go_round(&r);
    return r.count > 0;
}

void aise_fairy_resolve(const AiseFairy *fairy, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    AiseShape shape;
    AisePly found[PLIES_TO_A_SQUARE];
    fairy->shape(p, &shape);
    unsigned count = sole_answer(p, &shape, w, found);
    if (count == 0)
        count = answers(p, &shape, w, found);
    for (unsigned i = 0; i < count; i++)
        if (fairy->judge(p, &found[i], NULL))
            add_ply(fairy, p, &found[i], w, out);
}

uint64_t aise_fairy_rivals(const AiseFairy *fairy, AisePosition *p, const AisePly *ply)
{
    AiseShape shape;
    AisePly plies[4];
    uint64_t rivals = 0;
    fairy->shape(p, &shape);
    uint64_t set = origins_to(p, &shape, aise_man_kind(p->man[ply->agent_from]), ply->agent_to);
    for (set &= ~aise_bit(ply->agent_from); set; set &= set - 1) {
        unsigned from = aise_lowest(set), count = make_plies(p, &shape, from, ply->agent_to, plies);
        for (unsigned i = 0; i < count; i++)
            if (fairy->judge(p, &plies[i], NULL))
                rivals |= aise_bit(from);
    }
    return rivals;
}

/* Would the ply be lawful but for the promotion written? */
static bool is_wrong_promotion(const AiseFairy *fairy, AisePosition *p, const AiseShape *shape, const AiseWritten *w)
{
    AisePly found[PLIES_TO_A_SQUARE];
    AiseWritten bare = *w;
    if (w->promo == AISE_NO_KIND)
        return false;
    bare.promo = AISE_NO_KIND;
    unsigned count = answers(p, shape, &bare, found);
    for (unsigned i = 0; i < count; i++)
        if (fairy->judge(p, &found[i], NULL))
            return true;
    return false;
}

void aise_fairy_explain(const AiseFairy *fairy, const AiseVariant *v, AisePosition *p, const AiseWritten *w,
                        AiseWhy *why)
{
    AiseShape shape;
    AisePly found[PLIES_TO_A_SQUARE];
    fairy->shape(p, &shape);
    unsigned count = answers(p, &shape, w, found);
    for (unsigned i = 0; i < count; i++)
        if (!fairy->judge(p, &found[i], why))
            return;
    if (p->state.outcome == AISE_PLAYING && fairy->bar(v, p, w, why))
        return;
    if (is_wrong_promotion(fairy, p, &shape, w))
        aise_why(why, AISE_CODE_R116);
    else
        aise_orthodox_explain_shape(p, w, why);
}

bool aise_fairy_in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v;
    if (p->state.overloaded == 0)
        return aise_orthodox_in_check(p, side);
    uint64_t king = aise_men(p, side, AISE_KING);
    return king && aise_attackers_among(p, aise_lowest(king), side ^ 1u, p->side[side ^ 1u] & ~p->state.overloaded,
                                        aise_occupied(p));
}

AiseOutcome aise_fairy_verdict(const AiseVariant *v, const AisePosition *p, bool mates)
{
    if (p->state.outcome != AISE_PLAYING)
        return (AiseOutcome)p->state.outcome;
    if (!mates || !aise_fairy_in_check(v, p, p->state.to_move))
        return AISE_DRAWN;
    return p->state.to_move == AISE_WHITE ? AISE_BLACK_WINS : AISE_WHITE_WINS;
}

/* ---- reasons ---- */
bool aise_why(AiseWhy *why, AiseCode code)
{
    if (why) {
        why->code = code;
        why->argc = 0;
    }
    return false;
}

static void add_argument(AiseWhy *why, AiseArg arg)
{
    if (why && why->argc < AISE_ARGS_MAX)
        why->arg[why->argc++] = arg;
}

bool aise_why_man(AiseWhy *why, AiseCode code, const AisePosition *p, unsigned square)
{
    aise_why(why, code);
    add_argument(why, (AiseArg){AISE_ARG_MAN_AT, (uint8_t)square, aise_man_kind(p->man[square]), NULL, 0});
    return false;
}

void aise_why_add_square(AiseWhy *why, unsigned square)
{
    add_argument(why, (AiseArg){AISE_ARG_SQUARE, (uint8_t)square, square, NULL, 0});
}

void aise_why_add_number(AiseWhy *why, unsigned number)
{
    add_argument(why, (AiseArg){AISE_ARG_NUMBER, 0, number, NULL, 0});
}

static void add_attacker(AiseWhy *why, const AiseLayout *l, uint64_t attackers)
{
    unsigned square = aise_lowest(attackers), kind = AISE_PAWN;
    while (!(l->kind[kind] & aise_bit(square)))
        kind++;
    add_argument(why, (AiseArg){AISE_ARG_MAN_AT, (uint8_t)square, kind, NULL, 0});
}

bool aise_why_attacker(AiseWhy *why, AiseCode code, const AiseLayout *l, uint64_t attackers)
{
    aise_why(why, code);
    add_attacker(why, l, attackers);
    return false;
}

bool aise_why_king(AiseWhy *why, const AisePosition *p, const AiseLayout *after, uint64_t attackers, AiseCode unanswered,
                   AiseCode exposed)
{
    if (why == NULL)
        return false;
    unsigned side = p->state.to_move, home = aise_lowest(aise_men(p, side, AISE_KING));
    unsigned king = aise_layout_king(after, side);
    if (king != home) {
        aise_why(why, AISE_CODE_R108);
        aise_why_add_square(why, king);
        add_attacker(why, after, attackers);
        return false;
    }
    uint64_t checkers = attackers & aise_attackers(p, home, side ^ 1u, aise_occupied(p));
    return aise_why_attacker(why, checkers ? unanswered : exposed, after, checkers ? checkers : attackers);
}
