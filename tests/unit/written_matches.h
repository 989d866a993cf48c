/* What resolving what is written means, told apart from how the rules do it. */
#ifndef AISE_TESTS_WRITTEN_MATCHES_H
#define AISE_TESTS_WRITTEN_MATCHES_H

#include "rules/variant.h"

static bool matches_agent(const AiseWritten *w, const AisePosition *p, const AisePly *ply)
{
    unsigned from = ply->agent_from, to = ply->agent_to;

    if (w->kind != AISE_ANY && w->kind != aise_man_kind(p->man[from]))
        return false;
    if ((w->from_file != AISE_ANY && w->from_file != aise_file(from)) ||
        (w->from_rank != AISE_ANY && w->from_rank != aise_rank(from)))
        return false;
    if (w->to != AISE_NONE ? w->to != to : w->to_file != AISE_ANY && (to >= AISE_NONE || w->to_file != aise_file(to)))
        return false;
    return w->promo == AISE_NO_KIND || w->promo == ply->agent_promo;
}

static bool matches_patient(const AiseWritten *w, const AisePosition *p, const AisePly *ply)
{
    if (!w->patient || ply->patient_from == AISE_NONE)
        return !w->patient && ply->patient_from == AISE_NONE;
    return (w->patient_kind == AISE_ANY || w->patient_kind == aise_man_kind(p->man[ply->patient_from])) &&
           (w->patient_from == AISE_NONE || w->patient_from == ply->patient_from) &&
           (w->patient_to == AISE_NONE || w->patient_to == ply->patient_to) &&
           (w->patient_promo == AISE_NO_KIND || w->patient_promo == ply->patient_promo);
}

/* O/R: the promotions of restored pawns, where written (OR6). */
static bool matches_restored(const AiseWritten *w, const AisePosition *p, const AisePly *ply)
{
    static const uint8_t choice[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    unsigned last = p->state.to_move == AISE_WHITE ? 7 : 0;

    for (unsigned i = 0; i < w->affected_count; i++) {
        const AiseAffected *a = &w->affected[i];
        if (a->promo == AISE_NO_KIND || a->square >= AISE_NONE || aise_rank(a->square) != last)
            continue;
        unsigned file = aise_file(a->square);
        if ((ply->restored_files >> file & 1) && choice[ply->restored >> 2 * file & 3] != a->promo)
            return false;
    }
    return true;
}

/* Does the ply answer to what is written (kinds, squares, promotion; not lawfulness, not the capture sign)?
   A promotion that is not written matches any promotion. */
static bool written_matches(const AiseWritten *w, const AisePosition *p, const AisePly *ply)
{
    if (w->null)
        return false;
    if (w->castle || ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG)
        return !w->patient && matches_restored(w, p, ply) &&
               ((w->castle == 1 && ply->type == AISE_PLY_CASTLE_SHORT) ||
                (w->castle == 2 && ply->type == AISE_PLY_CASTLE_LONG));
    return matches_agent(w, p, ply) && matches_patient(w, p, ply) && matches_restored(w, p, ply);
}

#endif
