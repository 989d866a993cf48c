/* Playing plies, lawful plies, outcome, perft. */
#include "ref_parts.h"

#include <string.h>

static void lose_right_at(RefPosition *p, int square)
{
    for (int side = 0; side < 2; side++)
        for (int man = 0; man < 3; man++)
            if (p->unmoved[side][man] == square)
                p->unmoved[side][man] = REF_NONE;
}

/* DY11: a man pushed or pulled keeps its right, wherever it stands; off the board it loses it. */
static void displace_right(RefPosition *p, int from, int to)
{
    for (int side = 0; side < 2; side++)
        for (int man = 0; man < 3; man++)
            if (p->unmoved[side][man] == from)
                p->unmoved[side][man] = to == REF_OFF ? REF_NONE : to;
}

static void place_castling_rook(RefPosition *p, const RefPly *ply)
{
    int rook = ply->to > ply->from ? REF_H_ROOK : REF_A_ROOK;
    int corner = ref_home(p->side, rook);
    p->board[(ply->from + ply->to) / 2] = p->board[corner];
    p->board[corner] = '.';
    lose_right_at(p, corner);
}

/* The agent as it stands after the ply. */
static char agent_after(const RefPosition *p, const RefPly *ply, char captured)
{
    char agent = p->board[ply->from];
    if (ply->promo)
        return ref_man(ply->promo, p->side);
    if (p->variant == REF_MUTATION_PROGRESSIVE && captured != '.' && ref_kind(agent) != 'K') /* MP2, MP3 */
        return ref_man(ref_kind(captured), p->side);
    return agent;
}

static bool place_dynamo(RefPosition *p, const RefPly *ply)
{
    char agent = agent_after(p, ply, '.'), patient = p->board[ply->patient];
    bool pawn = ref_kind(patient) == 'P' || (ref_kind(p->board[ply->from]) == 'P' && ply->to != ply->from);
    if (ply->patient_promo)
        patient = ref_man(ply->patient_promo, ref_is_side(patient, 0) ? 0 : 1);
    p->board[ply->from] = p->board[ply->patient] = '.';
    if (ply->to != REF_OFF)
        p->board[ply->to] = agent;
    if (ply->arrival != REF_OFF)
        p->board[ply->arrival] = patient;
    if (ply->to != ply->from) /* DY11: a stationary agent has not moved */
        lose_right_at(p, ply->from);
    displace_right(p, ply->patient, ply->arrival);
    ref_settle_rights(p);
    return pawn || ply->to == REF_OFF || ply->arrival == REF_OFF;
}

bool ref_place(RefPosition *p, const RefPly *ply)
{
    if (ply->patient != REF_NONE)
        return place_dynamo(p, ply);
    bool leaves = ply->to == REF_OFF, pawn = ref_kind(p->board[ply->from]) == 'P'; /* DY7 */
    int victim = ply->en_passant ? ref_step(ply->to, 0, -ref_forward(p->side)) : ply->to;
    char captured = leaves ? '.' : p->board[victim];
    char agent = agent_after(p, ply, captured);
    bool overloaded = p->overloaded[ply->from];
    lose_right_at(p, ply->from);
    p->board[ply->from] = '.';
    p->overloaded[ply->from] = false;
    if (!leaves) {
        lose_right_at(p, victim);
        p->board[victim] = '.';
        p->overloaded[victim] = false; /* OR9 */
        p->board[ply->to] = agent;
        p->overloaded[ply->to] = overloaded;
    }
    if (ply->castling)
        place_castling_rook(p, ply);
    ref_settle_rights(p);
    return pawn || leaves || captured != '.';
}

/* FIDE, PR4: which pawns double-stepped in this turn and did not move on. The ply is not yet on the board. */
static void note_double_step(RefPosition *p, const RefPly *ply)
{
    if (!ref_has_en_passant(p->variant))
        return;
    int forward = ref_forward(p->side);
    int behind = ref_step(ply->from, 0, -forward);
    if (p->fresh)
        memset(p->passed, 0, sizeof p->passed);
    if (behind != REF_OFF)
        p->passed[behind] = false;
    if (ref_kind(p->board[ply->from]) == 'P' && ply->to - ply->from == 16 * forward)
        p->passed[(ply->from + ply->to) / 2] = true;
}

static void end_turn(RefPosition *p)
{
    if (p->side == 1 || ref_is_progressive(p->variant))
        p->turn++;
    p->side = 1 - p->side;
    p->left = ref_full_turn(p);
    p->fresh = true;
    p->has_ko = p->has_ts;
    memcpy(p->ko, p->ts, sizeof p->ko);
}

void ref_play(RefPosition *p, const RefPly *ply)
{
    if (p->fresh) {
        p->has_ts = ref_is_dynamo(p->variant);
        memcpy(p->ts, p->board, sizeof p->ts);
    }
    note_double_step(p, ply);
    bool resets = ref_place(p, ply);
    if (p->variant == REF_OVERLOADER_RESTORER && ref_or_effects(p, ply)) /* OR6 */
        resets = true;
    p->clock = resets ? 0 : p->clock + 1;
    p->fresh = false;
    p->left--;
    bool check_ends = p->variant == REF_MARSEILLAIS && ref_in_check(p, 1 - p->side);
    if (p->left == 0 || check_ends || ref_king_gone(p)) /* DM3, DD2, DD3 */
        end_turn(p);
}

bool ref_in_check(const RefPosition *p, int side)
{
    if (!ref_has_check(p->variant))
        return false;
    if (ref_is_dynamo(p->variant))
        return ref_dynamo_check(p, side);
    return ref_attacked(p, ref_king_square(p, side), 1 - side);
}

static void candidates(const RefPosition *p, RefPlies *out)
{
    if (ref_king_gone(p))
        return;
    if (ref_is_dynamo(p->variant)) {
        ref_dynamo_candidates(p, out);
        return;
    }
    if (p->variant != REF_OVERLOADER_RESTORER) {
        ref_fide_candidates(p, out);
        return;
    }
    RefPlies bare = {0};
    ref_fide_candidates(p, &bare);
    for (size_t i = 0; i < bare.count; i++)
        ref_or_expand(p, bare.ply[i], out);
    ref_plies_free(&bare);
}

RefPlies ref_moves(const RefPosition *p)
{
    RefPlies plies = {0};
    size_t lawful = 0;
    candidates(p, &plies);
    for (size_t i = 0; i < plies.count; i++) {
        RefPosition after = *p;
        ref_play(&after, &plies.ply[i]);
        if (ref_is_dynamo(p->variant) ? ref_dynamo_lawful(p, &plies.ply[i], &after)
                                      : ref_fide_lawful(p, &plies.ply[i], &after))
            plies.ply[lawful++] = plies.ply[i];
    }
    plies.count = lawful;
    return plies;
}

RefOutcome ref_outcome(const RefPosition *p)
{
    bool white = ref_king_square(p, 0) != REF_NONE, black = ref_king_square(p, 1) != REF_NONE;
    if (!white || !black) /* DM3, DD2, DD3 */
        return white ? REF_WHITE_WINS : black ? REF_BLACK_WINS : REF_NO_WINNER;
    RefPlies plies = ref_moves(p);
    bool stuck = plies.count == 0;
    ref_plies_free(&plies);
    if (!stuck)
        return REF_PLAYING;
    if (ref_in_check(p, p->side)) /* FIDE, DN3, PR5 */
        return p->side == 0 ? REF_BLACK_WINS : REF_WHITE_WINS;
    return REF_STALEMATE;
}

unsigned long long ref_perft(const RefPosition *p, int depth)
{
    if (depth == 0)
        return 1;
    RefPlies plies = ref_moves(p);
    unsigned long long count = 0;
    for (size_t i = 0; i < plies.count && depth > 1; i++) {
        RefPosition after = *p;
        ref_play(&after, &plies.ply[i]);
        count += ref_perft(&after, depth - 1);
    }
    if (depth == 1)
        count = plies.count;
    ref_plies_free(&plies);
    return count;
}
