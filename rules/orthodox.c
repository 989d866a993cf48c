/* FIDE chess, written with Italian letters: the base the other variants change. */
#include "rules/orthodox.h"

#include "rules/registry.h"

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define RANK(n) (UINT64_C(0xff) << 8 * ((n) - 1))
#define LAST_RANKS (RANK(1) | RANK(8))
#define HOMES (aise_bit(0) | aise_bit(4) | aise_bit(7) | aise_bit(56) | aise_bit(60) | aise_bit(63))

/* For what every ply of a game goes through. */
#define INLINED __attribute__((always_inline)) static inline

static const uint8_t promotions[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};

static uint64_t file_mask(unsigned file) { return FILE_A << file; }

/* ---- attacks on kings ---- */

/* Is one of `sliders`, all on lines of `square` they move along, in sight of it? */
static inline bool is_seen(unsigned square, uint64_t sliders, uint64_t occupied)
{
    for (; sliders != 0; sliders &= sliders - 1)
        if (!(aise_between[square][aise_lowest(sliders)] & occupied))
            return true;
    return false;
}

/* Sliders of `set` that stand on one of the lines of `square` they move along, whatever is between. */
static inline uint64_t aimed_sliders(const AisePosition *p, unsigned square, uint64_t set)
{
    return set & ((aise_rook_lines[square] & (p->kind[AISE_ROOK] | p->kind[AISE_QUEEN])) |
                  (aise_bishop_lines[square] & (p->kind[AISE_BISHOP] | p->kind[AISE_QUEEN])));
}

/* Is there a man of `set` (men of `side`) that attacks `square`? Cheap tests first. */
static inline bool is_attacked(const AisePosition *p, unsigned square, unsigned side, uint64_t set, uint64_t occupied)
{
    if (((aise_knight_attacks[square] & p->kind[AISE_KNIGHT]) | (aise_king_attacks[square] & p->kind[AISE_KING]) |
         (aise_pawn_attacks[side ^ 1][square] & p->kind[AISE_PAWN])) & set)
        return true;
    return is_seen(square, aimed_sliders(p, square, set), occupied);
}

bool aise_orthodox_in_check(const AisePosition *p, unsigned side)
{
    uint64_t king = aise_men(p, side, AISE_KING);

    return king != 0 && is_attacked(p, aise_lowest(king), side ^ 1, p->side[side ^ 1], aise_occupied(p));
}

/* ---- one candidate ---- */

static inline bool in_check_now(AisePosition *p)
{
    if (p->state.check == 0)
        p->state.check = aise_orthodox_in_check(p, p->state.to_move) ? 2 : 1;
    return p->state.check == 2;
}

/* The squares of a captured man, if any: `to`, or behind it en passant. */
static inline unsigned victim_square(const AisePly *ply)
{
    return ply->type == AISE_PLY_EN_PASSANT ? ply->agent_to ^ 8u : ply->agent_to;
}

/* The same for the king's own plies, en passant, and out of check. */
static bool is_safe_after(const AisePosition *p, const AisePly *ply, unsigned king)
{
    unsigned them = p->state.to_move ^ 1u, from = ply->agent_from, to = ply->agent_to;
    uint64_t occupied = aise_occupied(p), victim = aise_bit(victim_square(ply));

    if (from == king)
        return !is_attacked(p, to, them, p->side[them] & ~aise_bit(to), occupied ^ aise_bit(from));
    return !is_attacked(p, king, them, p->side[them] & ~victim, ((occupied & ~victim) ^ aise_bit(from)) | aise_bit(to));
}

/* Does the ply (not castling) leave the own king unattacked? Looks at the line through king and man only, if it can. */
INLINED bool is_safe(AisePosition *p, const AisePly *ply)
{
    unsigned us = p->state.to_move, from = ply->agent_from;
    unsigned king = aise_lowest(aise_men(p, us, AISE_KING));

    if (from == king || ply->type == AISE_PLY_EN_PASSANT || in_check_now(p))
        return is_safe_after(p, ply, king);
    uint64_t line = aise_lines[king][from];
    for (uint64_t set = aimed_sliders(p, king, p->side[us ^ 1] & line); set != 0; set &= set - 1)
        if ((aise_between[king][aise_lowest(set)] & aise_occupied(p)) == aise_bit(from))
            return (line & aise_bit(ply->agent_to)) != 0;
    return true;
}

/* The rook's squares for a king's castling ply. */
static unsigned rook_from(unsigned king_to) { return aise_file(king_to) == 6 ? king_to + 1 : king_to - 2; }
static unsigned rook_to(unsigned king_to) { return aise_file(king_to) == 6 ? king_to - 1 : king_to + 1; }

static bool has_right(const AisePosition *p, unsigned side, bool is_long)
{
    unsigned rook = is_long ? AISE_UNMOVED_A_ROOK : AISE_UNMOVED_H_ROOK;
    unsigned need = (1u << AISE_UNMOVED_KING | 1u << rook) << side * 3;

    return (p->state.unmoved & need) == need;
}

/* The castling ply of the side to move if `laws` allow it. */
static bool castling(const AisePosition *p, bool is_long, unsigned laws, AisePly *out)
{
    unsigned us = p->state.to_move, them = us ^ 1, home = us ? 60 : 4;
    unsigned to = is_long ? home - 2 : home + 2;
    uint64_t occupied = aise_occupied(p);

    if (!has_right(p, us, is_long) || (aise_between[home][rook_from(to)] & occupied))
        return false;
    if (laws & AISE_LAW_SAFE_CASTLING)
        for (uint64_t path = aise_bit(home) | aise_bit((home + to) / 2) | aise_bit(to); path != 0; path &= path - 1)
            if (is_attacked(p, aise_lowest(path), them, p->side[them], occupied ^ aise_bit(home)))
                return false;
    *out = aise_ply(is_long ? AISE_PLY_CASTLE_LONG : AISE_PLY_CASTLE_SHORT, home, to);
    return true;
}

/* ---- all plies ---- */

typedef enum Walk { WALK_GENERATE, WALK_COUNT, WALK_ANY } Walk;

/* What a walk over all plies knows of the position. */
typedef struct Scene {
    AisePosition *p;
    uint64_t occupied, own, enemy;
    uint64_t pinned;   /* own men that may move on a line through the king only */
    uint64_t targets;  /* squares men other than the king may go to */
    unsigned us, king, laws;
    bool checked, doubly;
} Scene;

/* Checkers and pins, from the king's lines. */
static inline void look_at_king(Scene *s)
{
    const AisePosition *p = s->p;
    uint64_t checkers = s->enemy & ((aise_knight_attacks[s->king] & p->kind[AISE_KNIGHT]) |
                                    (aise_pawn_attacks[s->us][s->king] & p->kind[AISE_PAWN]));

    for (uint64_t set = aimed_sliders(p, s->king, s->enemy); set != 0; set &= set - 1) {
        uint64_t between = aise_between[s->king][aise_lowest(set)] & s->occupied;
        if (between == 0)
            checkers |= set & (0 - set);
        else if ((between & (between - 1)) == 0)
            s->pinned |= between & s->own;
    }
    if (checkers == 0)
        return;
    s->checked = true;
    s->doubly = (checkers & (checkers - 1)) != 0;
    s->targets &= checkers | aise_between[s->king][aise_lowest(checkers)];
}

static inline Scene look(AisePosition *p, unsigned laws)
{
    unsigned us = p->state.to_move;
    Scene s = {.p = p, .occupied = aise_occupied(p), .own = p->side[us], .enemy = p->side[us ^ 1], .us = us, .laws = laws};
    uint64_t king = aise_men(p, us, AISE_KING);

    s.targets = ~s.own;
    s.king = king ? aise_lowest(king) : AISE_NONE;
    if ((laws & AISE_LAW_CHECK) && king)
        look_at_king(&s);
    return s;
}

/* Takes the plies from one square to each of `targets`: counts them, and adds them when `out` is given. */
static inline size_t take(unsigned from, uint64_t targets, AisePlies *out)
{
    size_t count = aise_count(targets);

    if (out != NULL)
        for (; targets != 0; targets &= targets - 1)
            aise_plies_add(out, aise_ply(AISE_PLY_PLAIN, from, aise_lowest(targets)));
    return count;
}

/* Takes pawn plies to each of `targets`, all from the same distance; promotions count four. */
static inline size_t take_pawns(uint64_t targets, int distance, unsigned type, AisePlies *out)
{
    size_t count = aise_count(targets) + 3 * (size_t)aise_count(targets & LAST_RANKS);

    if (out == NULL)
        return count;
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = aise_lowest(targets);
        AisePly ply = aise_ply(type, (unsigned)((int)to - distance), to);
        if (!(aise_bit(to) & LAST_RANKS)) {
            aise_plies_add(out, ply);
            continue;
        }
        for (unsigned i = 0; i < 4; i++) {
            ply.agent_promo = promotions[i];
            aise_plies_add(out, ply);
        }
    }
    return count;
}

static inline size_t walk_pawn_set(const Scene *s, uint64_t pawns, uint64_t targets, AisePlies *out)
{
    uint64_t empty = ~s->occupied, one, two, left, right;
    size_t count;

    if (s->us == AISE_WHITE) {
        one = pawns << 8 & empty;
        two = (one & RANK(3)) << 8 & empty;
        left = (pawns & ~FILE_A) << 7;
        right = (pawns & ~FILE_H) << 9;
    } else {
        one = pawns >> 8 & empty;
        two = (one & RANK(6)) >> 8 & empty;
        left = (pawns & ~FILE_A) >> 9;
        right = (pawns & ~FILE_H) >> 7;
    }
    int ahead = s->us == AISE_WHITE ? 8 : -8;
    count = take_pawns(one & targets, ahead, AISE_PLY_PLAIN, out);
    count += take_pawns(two & targets, 2 * ahead, AISE_PLY_DOUBLE, out);
    count += take_pawns(left & s->enemy & targets, ahead - 1, AISE_PLY_PLAIN, out);
    count += take_pawns(right & s->enemy & targets, ahead + 1, AISE_PLY_PLAIN, out);
    return count;
}

/* En passant is rare and can uncover a whole rank: each one is tried. */
static size_t walk_en_passant(const Scene *s, uint64_t pawns, AisePlies *out)
{
    size_t count = 0;

    for (uint64_t set = s->p->state.ep & ~s->occupied; set != 0; set &= set - 1) {
        unsigned to = aise_lowest(set);
        for (uint64_t from = aise_pawn_attacks[s->us ^ 1][to] & pawns; from != 0; from &= from - 1) {
            AisePly ply = aise_ply(AISE_PLY_EN_PASSANT, aise_lowest(from), to);
            if ((s->laws & AISE_LAW_CHECK) && !is_safe(s->p, &ply))
                continue;
            count++;
            if (out != NULL)
                aise_plies_add(out, ply);
        }
    }
    return count;
}

static inline size_t walk_pawns(const Scene *s, AisePlies *out)
{
    uint64_t pawns = s->own & s->p->kind[AISE_PAWN];
    size_t count = walk_pawn_set(s, pawns & ~s->pinned, s->targets, out);

    for (uint64_t set = pawns & s->pinned; set != 0; set &= set - 1)
        count += walk_pawn_set(s, set & (0 - set), s->targets & aise_lines[s->king][aise_lowest(set)], out);
    if (s->p->state.ep != 0 && (s->laws & AISE_LAW_EN_PASSANT))
        count += walk_en_passant(s, pawns, out);
    return count;
}

static inline uint64_t allowed(const Scene *s, unsigned from)
{
    return s->pinned & aise_bit(from) ? s->targets & aise_lines[s->king][from] : s->targets;
}

/* Queens are walked twice, as bishops and as rooks. */
static inline size_t walk_officers(const Scene *s, Walk walk, AisePlies *out)
{
    const AisePosition *p = s->p;
    uint64_t queens = p->kind[AISE_QUEEN];
    size_t count = 0;

    for (uint64_t set = s->own & p->kind[AISE_KNIGHT] & ~s->pinned; set != 0; set &= set - 1) {
        unsigned from = aise_lowest(set);
        count += take(from, aise_knight_attacks[from] & s->targets, out);
    }
    if (walk == WALK_ANY && count > 0)
        return count;
    for (uint64_t set = s->own & (p->kind[AISE_BISHOP] | queens); set != 0; set &= set - 1) {
        unsigned from = aise_lowest(set);
        count += take(from, aise_bishop_attacks(from, s->occupied) & allowed(s, from), out);
    }
    for (uint64_t set = s->own & (p->kind[AISE_ROOK] | queens); set != 0; set &= set - 1) {
        unsigned from = aise_lowest(set);
        count += take(from, aise_rook_attacks(from, s->occupied) & allowed(s, from), out);
    }
    return count;
}

static inline size_t walk_king(const Scene *s, AisePlies *out)
{
    if (s->king == AISE_NONE)
        return 0;
    uint64_t targets = aise_king_attacks[s->king] & ~s->own, safe = targets;
    uint64_t occupied = s->occupied ^ aise_bit(s->king);

    if (s->laws & AISE_LAW_CHECK)
        for (safe = 0; targets != 0; targets &= targets - 1)
            if (!is_attacked(s->p, aise_lowest(targets), s->us ^ 1, s->enemy, occupied))
                safe |= targets & (0 - targets);
    return take(s->king, safe, out);
}

static inline size_t walk_castling(const Scene *s, AisePlies *out)
{
    size_t count = 0;
    AisePly ply;

    unsigned unmoved = s->p->state.unmoved;
    if ((s->checked && (s->laws & AISE_LAW_SAFE_CASTLING)) || !(unmoved >> (s->us * 3) & 1u << AISE_UNMOVED_KING))
        return 0;
    for (unsigned is_long = 0; is_long < 2; is_long++)
        if (castling(s->p, is_long, s->laws, &ply)) {
            count++;
            if (out != NULL)
                aise_plies_add(out, ply);
        }
    return count;
}

/* Has the king a lawful step? */
static bool king_steps(const AisePosition *p, unsigned laws)
{
    unsigned us = p->state.to_move;
    uint64_t men = aise_men(p, us, AISE_KING), occupied = aise_occupied(p) ^ men;

    if (men == 0)
        return false;
    for (uint64_t targets = aise_king_attacks[aise_lowest(men)] & ~p->side[us]; targets != 0; targets &= targets - 1)
        if (!(laws & AISE_LAW_CHECK) || !is_attacked(p, aise_lowest(targets), us ^ 1, p->side[us ^ 1], occupied))
            return true;
    return false;
}

/* Lawful plies: their number, or for WALK_ANY some number that is 0 only if there are none. */
__attribute__((always_inline)) static inline size_t walk_all(AisePosition *p, unsigned laws, Walk walk, AisePlies *out)
{
    Scene s = look(p, laws);
    size_t count = walk_king(&s, out);

    if (s.doubly || (walk == WALK_ANY && count > 0))
        return count;
    count += walk_pawns(&s, out);
    if (walk == WALK_ANY && count > 0)
        return count;
    return count + walk_officers(&s, walk, out) + walk_castling(&s, out);
}

void aise_orthodox_generate(AisePosition *p, unsigned laws, AisePlies *out)
{
    walk_all(p, laws, WALK_GENERATE, out);
}

size_t aise_orthodox_count(AisePosition *p, unsigned laws)
{
    return walk_all(p, laws, WALK_COUNT, NULL);
}

/* The king first: it nearly always can, and after a check nobody else may. */
bool aise_orthodox_any(AisePosition *p, unsigned laws)
{
    return king_steps(p, laws) || walk_all(p, laws, WALK_ANY, NULL) > 0;
}

/* ---- looking back from the target square ---- */

/* The squares a written origin leaves. */
static inline uint64_t written_origin(const AiseWritten *w)
{
    uint64_t squares = ~UINT64_C(0);

    if (w->from_file != AISE_ANY)
        squares &= file_mask(w->from_file);
    if (w->from_rank != AISE_ANY)
        squares &= RANK(w->from_rank + 1);
    return squares;
}

/* Adds the ply if it is lawful; a pawn's on its last rank with each promotion that `w` allows. */
INLINED void offer(AisePosition *p, const AiseWritten *w, unsigned laws, AisePly ply, AisePlies *out)
{
    bool promotes = p->man[ply.agent_from] % 8 == AISE_PAWN && (aise_bit(ply.agent_to) & LAST_RANKS);

    if ((laws & AISE_LAW_CHECK) && !is_safe(p, &ply))
        return;
    if (!promotes) {
        if (w->promo == AISE_NO_KIND)
            aise_plies_add(out, ply);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (w->promo == AISE_NO_KIND || w->promo == promotions[i]) {
            ply.agent_promo = promotions[i];
            aise_plies_add(out, ply);
        }
}

/* Own pawns that could go to `to`, king's safety left out. */
INLINED uint64_t pawns_to(const AisePosition *p, unsigned to, unsigned laws)
{
    unsigned us = p->state.to_move;
    uint64_t pawns = aise_men(p, us, AISE_PAWN), target = aise_bit(to), empty = ~aise_occupied(p);
    uint64_t behind = us == AISE_WHITE ? target >> 8 : target << 8;

    if ((p->side[us ^ 1] & target) || ((laws & AISE_LAW_EN_PASSANT) && (p->state.ep & target & empty)))
        pawns &= aise_pawn_attacks[us ^ 1][to] | ((target & empty) ? behind : 0);
    else if (!(target & empty))
        return 0;
    else if ((behind & empty) && (target & (us == AISE_WHITE ? RANK(4) : RANK(5))))
        pawns &= us == AISE_WHITE ? behind >> 8 : behind << 8;
    else
        pawns &= behind;
    return pawns;
}

static unsigned pawn_ply_type(const AisePosition *p, unsigned from, unsigned to)
{
    if (aise_file(from) != aise_file(to))
        return p->man[to] == AISE_EMPTY ? AISE_PLY_EN_PASSANT : AISE_PLY_PLAIN;
    return (from ^ to) == 16 ? AISE_PLY_DOUBLE : AISE_PLY_PLAIN;
}

INLINED void resolve_pawn(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    for (uint64_t set = pawns_to(p, w->to, laws) & written_origin(w); set != 0;) {
        unsigned from = set & (set - 1) ? aise_first(set) : aise_lowest(set);
        set ^= aise_bit(from);
        offer(p, w, laws, aise_ply(pawn_ply_type(p, from, w->to), from, w->to), out);
    }
}

/* A pawn's capture of which only the files are written: `e:d`, `ed`. */
static void resolve_files(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    unsigned us = p->state.to_move;
    uint64_t victims = p->side[us ^ 1];

    if (laws & AISE_LAW_EN_PASSANT)
        victims |= p->state.ep & ~aise_occupied(p);
    for (uint64_t set = aise_men(p, us, AISE_PAWN) & written_origin(w); set != 0;) {
        unsigned from = aise_first(set);
        uint64_t to = aise_pawn_attacks[us][from] & file_mask(w->to_file) & victims;
        set ^= aise_bit(from);
        if (to != 0)
            offer(p, w, laws, aise_ply(pawn_ply_type(p, from, aise_lowest(to)), from, aise_lowest(to)), out);
    }
}

INLINED void resolve_officer(AisePosition *p, const AiseWritten *w, unsigned kind, unsigned laws, AisePlies *out)
{
    uint64_t men = aise_men(p, p->state.to_move, kind) & aise_reach[kind][w->to] & written_origin(w);
    uint64_t occupied = aise_occupied(p);

    if (w->promo != AISE_NO_KIND || (p->side[p->state.to_move] & aise_bit(w->to)))
        return;
    while (men != 0) {
        unsigned from = men & (men - 1) ? aise_first(men) : aise_lowest(men);
        AisePly ply = aise_ply(AISE_PLY_PLAIN, from, w->to);
        men ^= aise_bit(from);
        if (!(aise_between[w->to][from] & occupied) && (!(laws & AISE_LAW_CHECK) || is_safe(p, &ply)))
            aise_plies_add(out, ply);
    }
}

/* Without a letter it is a pawn's ply; only if there is none may it be another man's. */
static void resolve_any(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    size_t before = out->count;

    resolve_pawn(p, w, laws, out);
    if (out->count != before)
        return;
    for (unsigned kind = AISE_KNIGHT; kind <= AISE_KING; kind++)
        resolve_officer(p, w, kind, laws, out);
}

static void resolve_castling(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    AisePly ply;

    if (castling(p, w->castle == 2, laws, &ply))
        aise_plies_add(out, ply);
}

INLINED void resolve_under(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    if (w->null || w->patient)
        return;
    if (w->castle)
        resolve_castling(p, w, laws, out);
    else if (w->to == AISE_NONE && w->to_file != AISE_ANY && (w->kind == AISE_PAWN || w->kind == AISE_ANY))
        resolve_files(p, w, laws, out);
    else if (w->to >= AISE_NONE)
        return;
    else if (w->kind == AISE_PAWN)
        resolve_pawn(p, w, laws, out);
    else if (w->kind != AISE_ANY)
        resolve_officer(p, w, w->kind, laws, out);
    else
        resolve_any(p, w, laws, out);
}

void aise_orthodox_resolve(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out)
{
    resolve_under(p, w, laws, out);
}

uint64_t aise_orthodox_rivals(AisePosition *p, const AisePly *ply, unsigned laws)
{
    unsigned us = p->state.to_move, kind = aise_man_kind(p->man[ply->agent_from]), to = ply->agent_to;
    uint64_t men = aise_men(p, us, kind) ^ aise_bit(ply->agent_from), rivals = 0;

    if (men == 0 || kind == AISE_KING)
        return 0;
    men &= kind == AISE_PAWN ? pawns_to(p, to, laws) : aise_reach[kind][to];
    for (; men != 0; men &= men - 1) {
        unsigned from = aise_lowest(men);
        if (aise_between[to][from] & aise_occupied(p))
            continue;
        AisePly other = aise_ply(kind == AISE_PAWN ? pawn_ply_type(p, from, to) : AISE_PLY_PLAIN, from, to);
        if (!(laws & AISE_LAW_CHECK) || is_safe(p, &other))
            rivals |= aise_bit(from);
    }
    return rivals;
}

/* ---- playing ---- */

static void lose_rights(AiseState *s, uint64_t touched)
{
    for (unsigned i = 0; i < 6; i++)
        if (touched & aise_bit(aise_castling_home[i]))
            s->unmoved &= (uint8_t)~(1u << i);
}

/* Squares passed over: at once where a double step may be answered by the next ply, for the whole series else. */
static inline void note_passed(AiseState *s, const AiseTraits *t, const AisePly *ply)
{
    uint64_t passed = ply->type == AISE_PLY_DOUBLE ? aise_bit((ply->agent_from + ply->agent_to) / 2u) : 0;

    if (t->ep == AISE_EP_FIELD) {
        s->ep = passed;
    } else if (t->ep == AISE_EP_STATE) {
        uint64_t moved = aise_bit(ply->agent_from); /* a pawn that moves on can no longer be taken */
        s->ep_next = (s->ep_next & ~(s->to_move == AISE_WHITE ? moved >> 8 : moved << 8)) | passed;
    }
}

INLINED void play_men(const AiseTraits *t, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    AiseState *s = &p->state;
    unsigned from = ply->agent_from, to = ply->agent_to, victim = victim_square(ply);
    uint64_t touched = aise_bit(from) | aise_bit(to);

    if (t->has_ko)
        aise_undo_begin(u, p);
    else
        aise_undo_begin_head(u, p);
    s->clock++;
    if (aise_man_kind(p->man[from]) == AISE_PAWN)
        s->clock = 0;
    if (p->man[victim] != AISE_EMPTY) {
        aise_effect_remove(p, u, victim, victim == to ? AISE_REASON_CAPTURE : AISE_REASON_EN_PASSANT);
        s->clock = 0;
    }
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        aise_effect_move(p, u, from, to, AISE_REASON_CASTLING);
        aise_effect_move(p, u, rook_from(to), rook_to(to), AISE_REASON_CASTLING);
        touched |= aise_bit(rook_from(to));
    } else {
        aise_effect_move(p, u, from, to, AISE_REASON_MOVE);
        if (ply->agent_promo != AISE_NO_KIND)
            aise_effect_change(p, u, to, ply->agent_promo, AISE_REASON_PROMOTION);
    }
    if (s->unmoved != 0 && (touched & HOMES))
        lose_rights(s, touched);
    note_passed(s, t, ply);
}

void aise_orthodox_play_men(const AiseTraits *t, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    play_men(t, p, ply, u);
}

/* After a ply that found the other side out of check: does it give check? Only the arrived man and the line it left can. */
static inline bool gives_check(const AisePosition *p, const AisePly *ply)
{
    unsigned them = p->state.to_move, to = ply->agent_to, king = aise_lowest(aise_men(p, them, AISE_KING));

    if (ply->type >= AISE_PLY_EN_PASSANT)
        return aise_orthodox_in_check(p, them);
    if ((aise_reach[p->man[to]][to] & aise_bit(king)) && !(aise_between[to][king] & aise_occupied(p)))
        return true;
    uint64_t line = aise_lines[king][ply->agent_from];
    return is_seen(king, aimed_sliders(p, king, p->side[them ^ 1] & line), aise_occupied(p));
}

/* ---- the variant ---- */

static void generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    (void)v;
    aise_orthodox_generate(p, AISE_LAWS_FIDE, out);
}

static size_t count(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_orthodox_count(p, AISE_LAWS_FIDE);
}

static bool any(const AiseVariant *v, AisePosition *p)
{
    (void)v;
    return aise_orthodox_any(p, AISE_LAWS_FIDE);
}

static void resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    (void)v;
    resolve_under(p, w, AISE_LAWS_FIDE, out);
}

static void play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    play_men(&v->traits, p, ply, u);
    aise_turn_advance(&v->traits, p);
    p->state.check = gives_check(p, ply) ? 2 : 1;
}

static bool in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    (void)v;
    return aise_orthodox_in_check(p, side);
}

static uint64_t rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    (void)v;
    return aise_orthodox_rivals(p, ply, AISE_LAWS_FIDE);
}

static void explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    (void)v;
    aise_orthodox_explain(p, w, AISE_LAWS_FIDE, why);
}

/* Mate or stalemate. */
static AiseOutcome verdict(const AiseVariant *v, AisePosition *p)
{
    if (!aise_rules_checked(v, p))
        return AISE_DRAWN;
    return p->state.to_move == AISE_WHITE ? AISE_BLACK_WINS : AISE_WHITE_WINS;
}

/* Threefold repetition; fifty moves by each side without capture or pawn move. */
static unsigned claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    (void)v;
    return (times >= 3 ? AISE_CLAIM_REPETITION : 0u) | (p->state.clock >= 100 ? AISE_CLAIM_CLOCK : 0u);
}

static const char *const aliases[] = {"ortodossi", "standard", "fide", "normal", "from position", NULL};

static const AiseRuleText texts[] = {
    {"FIDE",
     "The FIDE laws of chess. Threefold repetition and fifty moves without capture or pawn move are reported as claimable "
     "draws and never end a game by themselves.",
     "Le regole FIDE degli scacchi. La triplice ripetizione e le cinquanta mosse senza catture né mosse di Pedone sono "
     "segnalate come patte reclamabili e non chiudono da sole la partita."},
    {NULL, NULL, NULL},
};

const AiseVariant aise_variant_orthodox = {
    .base = NULL,
    .id = "orthodox",
    .pgn = "Standard",
    .title = "SCACCHI ORTODOSSI",
    .aliases = aliases,
    .summary_english = "FIDE chess, one ply a turn; mate wins",
    .summary_italian = "Scacchi FIDE, una mossa per turno; si vince col matto",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .traits = {.cadence = {1, 1, 0}, .ep = AISE_EP_FIELD},
    .numbering = AISE_NUMBER_PAIRS,
    .slash = AISE_JOIN_NOTHING,
    .double_slash = AISE_JOIN_NOTHING,
    .comma = AISE_JOIN_TURN,
    .space = AISE_JOIN_TURN,
    .writes_check = true,
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
