/* Why a written FIDE ply cannot be played, in the reader's words. Runs only after a ply was not found. */
#include "rules/orthodox.h"

static void say(AiseWhy *why, AiseCode code)
{
    *why = (AiseWhy){.code = code};
}

static void add_square(AiseWhy *why, unsigned square)
{
    why->arg[why->argc++] = (AiseArg){.type = AISE_ARG_SQUARE, .square = (uint8_t)square};
}

static void add_man(AiseWhy *why, const AisePosition *p, unsigned square)
{
    why->arg[why->argc++] =
        (AiseArg){.type = AISE_ARG_MAN_AT, .square = (uint8_t)square, .value = aise_man_kind(p->man[square])};
}

static void add_kind(AiseWhy *why, unsigned kind)
{
    why->arg[why->argc++] = (AiseArg){.type = AISE_ARG_KIND, .value = kind};
}

static void add_side(AiseWhy *why, unsigned side)
{
    why->arg[why->argc++] = (AiseArg){.type = AISE_ARG_SIDE, .value = side};
}

/* ---- shape: how men move ---- */

static void explain_castling_shape(const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    unsigned us = p->state.to_move, king = us ? 60 : 4;
    unsigned rook = w->castle == 2 ? AISE_UNMOVED_A_ROOK : AISE_UNMOVED_H_ROOK;
    unsigned need = (1u << AISE_UNMOVED_KING | 1u << rook) << us * 3;
    uint64_t between = aise_between[king][aise_castling_home[us * 3 + rook]] & aise_occupied(p);

    if ((p->state.unmoved & need) != need || between == 0) {
        say(why, AISE_CODE_R109);
        return;
    }
    say(why, AISE_CODE_R110);
    add_man(why, p, aise_lowest(between));
}

/* `men`: the pawns that the written origin leaves. */
static void explain_pawn_shape(const AisePosition *p, const AiseWritten *w, uint64_t men, AiseWhy *why)
{
    unsigned us = p->state.to_move, to = w->to;
    bool sideways = w->capture || w->en_passant || (w->from_file != AISE_ANY && w->from_file != aise_file(to));
    uint64_t behind = us == AISE_WHITE ? aise_bit(to) >> 8 : aise_bit(to) << 8;
    uint64_t second = us == AISE_WHITE ? behind >> 8 : behind << 8;
    bool can_double = aise_rank(to) == (us == AISE_WHITE ? 3u : 4u) && (second & men);

    if (sideways && (men & aise_pawn_attacks[us ^ 1][to]) && p->man[to] == AISE_EMPTY) {
        bool passed = aise_rank(to) == (us == AISE_WHITE ? 5u : 2u) && p->man[to ^ 8u] == aise_man(us ^ 1, AISE_PAWN);
        say(why, w->en_passant || passed ? AISE_CODE_R115 : AISE_CODE_R113);
        add_square(why, to);
    } else if (!sideways && ((behind & men) || can_double) && p->man[to] != AISE_EMPTY) {
        say(why, AISE_CODE_R114);
        add_square(why, to);
        add_man(why, p, to);
    } else if (!sideways && can_double && (behind & aise_occupied(p))) {
        say(why, AISE_CODE_R114);
        add_square(why, to);
        add_man(why, p, aise_lowest(behind));
    } else {
        say(why, AISE_CODE_R102);
        add_kind(why, AISE_PAWN);
        add_square(why, to);
    }
}

/* `men`: the men of that kind that the written origin leaves. */
static void explain_officer_shape(const AisePosition *p, unsigned kind, unsigned to, uint64_t men, AiseWhy *why)
{
    men &= aise_attacks(kind, to, 0);
    if (men != 0) {
        unsigned from = aise_first(men);
        uint64_t between = aise_between[to][from] & aise_occupied(p);
        if (between != 0) {
            say(why, AISE_CODE_R104);
            add_man(why, p, from);
            add_square(why, to);
            add_man(why, p, aise_lowest(between));
            return;
        }
    }
    say(why, AISE_CODE_R102);
    add_kind(why, kind);
    add_square(why, to);
}

/* The kind that is meant: without a letter that of the man on a fully written origin, else a pawn. */
static unsigned meant_kind(const AisePosition *p, const AiseWritten *w)
{
    if (w->kind != AISE_ANY)
        return w->kind;
    if (w->from_file == AISE_ANY || w->from_rank == AISE_ANY)
        return AISE_PAWN;
    unsigned man = p->man[aise_square(w->from_file, w->from_rank)];
    return man == AISE_EMPTY ? AISE_PAWN : aise_man_kind(man);
}

/* Is there no man to begin with? Then says so; else `men` holds those that the written origin leaves. */
static bool explain_origin(const AisePosition *p, const AiseWritten *w, unsigned kind, uint64_t *men, AiseWhy *why)
{
    unsigned us = p->state.to_move;

    *men = aise_men(p, us, kind);
    if (w->from_file != AISE_ANY && w->from_rank != AISE_ANY) {
        unsigned from = aise_square(w->from_file, w->from_rank);
        if (!(p->side[us] & aise_bit(from))) {
            say(why, AISE_CODE_R103);
            add_square(why, from);
            return true;
        }
        if (!(*men & aise_bit(from))) {
            say(why, AISE_CODE_R120);
            add_man(why, p, from);
            add_kind(why, kind);
            return true;
        }
    }
    if (*men == 0) {
        say(why, AISE_CODE_R101);
        add_side(why, us);
        add_kind(why, kind);
        return true;
    }
    if (w->from_file != AISE_ANY)
        *men &= UINT64_C(0x0101010101010101) << w->from_file;
    if (w->from_rank != AISE_ANY)
        *men &= UINT64_C(0xff) << 8 * w->from_rank;
    if (*men == 0) {
        say(why, AISE_CODE_R124);
        add_kind(why, kind);
    }
    return *men == 0;
}

/* What is no FIDE ply at all, or not wholly written. */
static bool explain_form(const AiseWritten *w, AiseWhy *why)
{
    static const char files[] = "abcdefgh";

    if (w->null) {
        say(why, AISE_CODE_R118);
    } else if (w->patient || w->to == AISE_OFF) {
        say(why, AISE_CODE_R117);
    } else if (w->castle || w->to != AISE_NONE) {
        return false;
    } else {
        say(why, AISE_CODE_R122);
        why->arg[why->argc++] = (AiseArg){.type = AISE_ARG_TEXT, .text = files + w->to_file, .length = 1};
    }
    return true;
}

void aise_orthodox_explain_shape(const AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    unsigned kind = meant_kind(p, w);
    uint64_t men;

    if (explain_form(w, why))
        return;
    if (w->castle) {
        explain_castling_shape(p, w, why);
        return;
    }
    if (explain_origin(p, w, kind, &men, why))
        return;
    if (p->side[p->state.to_move] & aise_bit(w->to)) {
        say(why, AISE_CODE_R105);
        add_square(why, w->to);
        add_man(why, p, w->to);
    } else if (kind == AISE_PAWN) {
        explain_pawn_shape(p, w, men, why);
    } else {
        explain_officer_shape(p, kind, w->to, men, why);
    }
}

/* ---- kings' safety ---- */

/* A castling whose squares are free. */
static void explain_castling(const AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    unsigned them = p->state.to_move ^ 1u, home = ply->agent_from;
    unsigned path[3] = {home, (home + ply->agent_to) / 2u, ply->agent_to};

    for (unsigned i = 0; i < 3; i++) {
        uint64_t attackers = aise_attackers(p, path[i], them, aise_occupied(p) ^ aise_bit(home));
        if (attackers == 0)
            continue;
        say(why, i == 0 ? AISE_CODE_R111 : AISE_CODE_R112);
        if (i > 0)
            add_square(why, path[i]);
        add_man(why, p, aise_lowest(attackers));
        return;
    }
}

/* A ply that men can make but that leaves the king attacked. */
static void explain_danger(AisePosition *p, const AisePly *ply, AiseWhy *why)
{
    unsigned us = p->state.to_move, them = us ^ 1;
    uint64_t king = aise_men(p, us, AISE_KING), attackers;
    AisePosition after = *p;
    AiseUndo undo;

    aise_orthodox_play_men(&(AiseTraits){0}, &after, ply, &undo);
    attackers = aise_attackers(&after, aise_lowest(aise_men(&after, us, AISE_KING)), them, aise_occupied(&after));
    if (attackers == 0) { /* lawful as it stands: only the promotion does not fit */
        say(why, AISE_CODE_R116);
        return;
    }
    if (king == aise_bit(ply->agent_from)) {
        say(why, AISE_CODE_R108);
        add_square(why, ply->agent_to);
    } else if (attackers & aise_attackers(p, aise_lowest(king), them, aise_occupied(p))) {
        attackers &= aise_attackers(p, aise_lowest(king), them, aise_occupied(p));
        say(why, AISE_CODE_R107);
    } else if (ply->type == AISE_PLY_EN_PASSANT) {
        say(why, AISE_CODE_R121);
    } else {
        say(why, AISE_CODE_R106);
        add_man(why, p, ply->agent_from);
    }
    add_man(why, &after, aise_lowest(attackers));
}

/* More plies than can answer to one notation: 15 men to one square, pawns with four promotions each. */
#define CANDIDATES_MAX 64

void aise_orthodox_explain(AisePosition *p, const AiseWritten *w, unsigned laws, AiseWhy *why)
{
    AisePly room[CANDIDATES_MAX];
    AisePlies list = {.ply = room, .capacity = CANDIDATES_MAX};
    AiseWritten plain = *w;

    plain.promo = AISE_NO_KIND;
    aise_orthodox_resolve(p, &plain, laws & AISE_LAW_EN_PASSANT, &list);
    if (list.count == 0)
        aise_orthodox_explain_shape(p, w, why);
    else if (w->castle)
        explain_castling(p, &room[0], why);
    else if (laws & AISE_LAW_CHECK)
        explain_danger(p, &room[0], why);
    else
        say(why, AISE_CODE_R116);
}
