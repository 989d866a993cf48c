/* Overloader/Restorer: co-pairs, co-squares and their effects. */
#include "ref_parts.h"

/* OR2: same kind, no pawns; or king and queen. An overloaded man is no partner (OR3). */
static bool are_co_pair(const RefPosition *p, int a, int b)
{
    char ka = ref_kind(p->board[a]), kb = ref_kind(p->board[b]);
    if (a == b || p->overloaded[a] || p->overloaded[b] || ka == 'P' || kb == 'P')
        return false;
    return ka == kb || (ka == 'K' && kb == 'Q') || (ka == 'Q' && kb == 'K');
}

/* OR3: the co-squares of one moved man with all its partners. */
static void mark_co_squares(const RefPosition *p, int moved, int side, bool co[64])
{
    for (int s = 0; s < 64; s++) {
        if (!ref_is_side(p->board[s], side) || !are_co_pair(p, moved, s))
            continue;
        if (ref_file(s) == ref_file(moved) || ref_rank(s) == ref_rank(moved))
            continue;
        co[ref_square(ref_file(moved), ref_rank(s))] = true;
        co[ref_square(ref_file(s), ref_rank(moved))] = true;
    }
}

/* OR3: castling moves king and rook; a promotion makes no co-squares. */
static void co_squares(const RefPosition *after, const RefPly *ply, int side, bool co[64])
{
    if (ply->promo)
        return;
    mark_co_squares(after, ply->to, side, co);
    if (ply->castling)
        mark_co_squares(after, (ply->from + ply->to) / 2, side, co);
}

static bool promotes_when_restored(const RefPosition *p, int square, int side) /* OR6 */
{
    return p->board[square] == ref_man('P', side) && ref_rank(square) == ref_last_rank(side);
}

bool ref_or_effects(RefPosition *after, const RefPly *ply)
{
    bool co[64] = {false}, promoted = false;
    int side = after->side;
    co_squares(after, ply, side, co);
    for (int s = 0; s < 64; s++) { /* OR4: each square feels its own effect only, so the order is free */
        if (!co[s] || after->board[s] == '.')
            continue;
        bool own = ref_is_side(after->board[s], side);
        if (own && after->overloaded[s] && promotes_when_restored(after, s, side)) {
            after->board[s] = ref_man(ply->restored[ref_file(s)], side);
            promoted = true;
        }
        after->overloaded[s] = !own;
    }
    return promoted;
}

void ref_or_expand(const RefPosition *before, RefPly ply, RefPlies *out)
{
    RefPosition after = *before;
    bool co[64] = {false};
    ref_place(&after, &ply);
    co_squares(&after, &ply, before->side, co);
    for (int file = 0; file < 8; file++) {
        int s = ref_square(file, ref_last_rank(before->side));
        if (!co[s] || !after.overloaded[s] || ply.restored[file] || !promotes_when_restored(&after, s, before->side))
            continue;
        for (const char *kind = "QRBN"; *kind; kind++) { /* OR6: each pawn for itself */
            ply.restored[file] = *kind;
            ref_or_expand(before, ply, out);
        }
        return;
    }
    ref_add(out, ply);
}
