/* FIDE moves and what Doublemove, Marseillais, O/R and the progressive family change about them. */
#include "ref_parts.h"

#include <stdlib.h>

static bool path_empty(const RefPosition *p, int from, int to)
{
    int files = (ref_file(to) > ref_file(from)) - (ref_file(to) < ref_file(from));
    int ranks = (ref_rank(to) > ref_rank(from)) - (ref_rank(to) < ref_rank(from));
    for (int s = ref_step(from, files, ranks); s != to; s = ref_step(s, files, ranks))
        if (p->board[s] != '.')
            return false;
    return true;
}

/* Geometry and open path of any man but a pawn. */
static bool reaches(const RefPosition *p, int from, int to)
{
    int files = abs(ref_file(to) - ref_file(from)), ranks = abs(ref_rank(to) - ref_rank(from));
    bool straight = (files == 0) != (ranks == 0), diagonal = files == ranks && files != 0;
    switch (ref_kind(p->board[from])) {
    case 'N': return files * ranks == 2;
    case 'K': return files <= 1 && ranks <= 1 && from != to;
    case 'R': return straight && path_empty(p, from, to);
    case 'B': return diagonal && path_empty(p, from, to);
    case 'Q': return (straight || diagonal) && path_empty(p, from, to);
    default: return false;
    }
}

bool ref_attacks(const RefPosition *p, int from, int to)
{
    char man = p->board[from];
    if (p->overloaded[from]) /* OR5 */
        return false;
    if (ref_kind(man) != 'P')
        return reaches(p, from, to);
    int ranks = ref_forward(ref_is_side(man, 0) ? 0 : 1);
    return ref_rank(to) - ref_rank(from) == ranks && abs(ref_file(to) - ref_file(from)) == 1;
}

bool ref_attacked(const RefPosition *p, int square, int by)
{
    for (int s = 0; s < 64; s++)
        if (ref_is_side(p->board[s], by) && ref_attacks(p, s, square))
            return true;
    return false;
}

/* MP4: does any queen of `side` attack the enemy king? */
bool ref_queen_attacks_king(const RefPosition *p, int side)
{
    int king = ref_king_square(p, 1 - side);
    for (int s = 0; s < 64; s++)
        if (p->board[s] == ref_man('Q', side) && ref_attacks(p, s, king))
            return true;
    return false;
}

/* The king is captured only in Doublemove (DM3). */
static bool may_capture(const RefPosition *p, int to)
{
    bool king = ref_kind(p->board[to]) == 'K';
    return ref_is_side(p->board[to], 1 - p->side) && !(king && ref_has_check(p->variant));
}

static void add_pawn_ply(const RefPosition *p, RefPly ply, RefPlies *out)
{
    bool capture = p->board[ply.to] != '.';
    bool promotes = ref_rank(ply.to) == ref_last_rank(p->side);
    if (p->overloaded[ply.from]) /* OR6: it stands there */
        promotes = false;
    if (p->variant == REF_MUTATION_PROGRESSIVE && capture) /* MP3: no choice */
        promotes = false;
    if (!promotes) {
        ref_add(out, ply);
        return;
    }
    for (const char *kind = "QRBN"; *kind; kind++) {
        ply.promo = *kind;
        ref_add(out, ply);
    }
}

/* FIDE, DM5, PR4: only with the first ply of a turn, against a pawn that stands right behind the passed square. */
static bool en_passant_on(const RefPosition *p, int to)
{
    int pawn = ref_step(to, 0, -ref_forward(p->side));
    return p->fresh && p->passed[to] && p->board[to] == '.' && pawn != REF_OFF &&
           p->board[pawn] == ref_man('P', 1 - p->side);
}

static void pawn_captures(const RefPosition *p, int from, RefPlies *out)
{
    for (int files = -1; files <= 1; files += 2) {
        int to = ref_step(from, files, ref_forward(p->side));
        if (to == REF_OFF)
            continue;
        RefPly ply = ref_plain(from, to);
        ply.en_passant = en_passant_on(p, to);
        if (may_capture(p, to) || ply.en_passant)
            add_pawn_ply(p, ply, out);
    }
}

static void pawn_candidates(const RefPosition *p, int from, RefPlies *out)
{
    int one = ref_step(from, 0, ref_forward(p->side));
    if (one == REF_OFF) /* OR6: an overloaded pawn waits there */
        return;
    if (p->board[one] == '.') {
        add_pawn_ply(p, ref_plain(from, one), out);
        /* MP6: the rank counts, not the pawn's past; OR5: no double step when overloaded */
        bool may_double = ref_rank(from) == ref_second_rank(p->side) && !p->overloaded[from];
        int two = ref_step(one, 0, ref_forward(p->side));
        if (may_double && p->board[two] == '.')
            add_pawn_ply(p, ref_plain(from, two), out);
    }
    if (!p->overloaded[from])
        pawn_captures(p, from, out);
}

static void man_candidates(const RefPosition *p, int from, RefPlies *out)
{
    for (int to = 0; to < 64; to++) {
        bool capture = may_capture(p, to);
        if (p->board[to] != '.' && !capture)
            continue;
        if (capture && p->overloaded[from]) /* OR5 */
            continue;
        if (reaches(p, from, to))
            ref_add(out, ref_plain(from, to));
    }
}

/* Right not lost, king and rook at home, squares between them empty. */
bool ref_castling_clear(const RefPosition *p, int rook)
{
    int king = ref_home(p->side, REF_KING), corner = ref_home(p->side, rook);
    return ref_may_castle(p, p->side, rook) && path_empty(p, king, corner);
}

static void castling_candidates(const RefPosition *p, RefPlies *out)
{
    for (int rook = REF_A_ROOK; rook <= REF_H_ROOK; rook += 2) {
        int king = ref_home(p->side, REF_KING), corner = ref_home(p->side, rook);
        int way = rook == REF_A_ROOK ? -1 : 1;
        if (!ref_castling_clear(p, rook))
            continue;
        if (p->overloaded[king] || p->overloaded[corner]) /* OR5 */
            continue;
        /* FIDE, OR8: judged before the ply; DM4: attacks do not matter */
        if (ref_has_check(p->variant) &&
            (ref_attacked(p, king, 1 - p->side) || ref_attacked(p, king + way, 1 - p->side)))
            continue;
        RefPly ply = ref_plain(king, king + 2 * way);
        ply.castling = true;
        ref_add(out, ply);
    }
}

void ref_fide_candidates(const RefPosition *p, RefPlies *out)
{
    for (int from = 0; from < 64; from++) {
        if (!ref_is_side(p->board[from], p->side))
            continue;
        if (ref_kind(p->board[from]) == 'P')
            pawn_candidates(p, from, out);
        else
            man_candidates(p, from, out);
    }
    castling_candidates(p, out);
}

bool ref_fide_lawful(const RefPosition *before, const RefPly *ply, const RefPosition *after)
{
    (void)ply;
    int mover = before->side;
    if (!ref_has_check(before->variant)) /* DM3 */
        return true;
    if (ref_in_check(after, mover)) /* FIDE, PR1, OR7, MP5 */
        return false;
    if (ref_is_progressive(before->variant) && before->left > 1 && ref_in_check(after, 1 - mover)) /* PR2 */
        return false;
    if (before->variant == REF_MUTATION_PROGRESSIVE && ref_queen_attacks_king(after, mover)) /* MP4 */
        return false;
    return true;
}
