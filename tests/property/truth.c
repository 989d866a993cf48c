/* Is it true what a reason says of the board? Held against the reference generator's board, square by square. */
#include "tests/property/truth.h"

#include <stdlib.h>
#include <string.h>

#include "tests/property/ref_parts.h"

/* The reason, what is written, and the men that it names. */
typedef struct Claim {
    const RefPosition *r;
    const AiseWritten *w;
    const AiseWhy *why;
    int agent, patient, square; /* of family R3xx; REF_NONE: none named, REF_OFF: off the board */
} Claim;

static int sign(int number) { return (number > 0) - (number < 0); }

static int place(unsigned square) { return square < AISE_NONE ? (int)square : square == AISE_OFF ? REF_OFF : REF_NONE; }

static char man_at(const Claim *c, int square) { return square < 0 ? '.' : c->r->board[square]; }

static bool occupied(const Claim *c, int square) { return man_at(c, square) != '.'; }

static char kind_letter(unsigned kind) { return "PNBRQK"[kind]; }

static bool leaps(const Claim *c) { return strchr("NK", ref_kind(man_at(c, c->agent))) != NULL; }

/* The square as far behind `b` as `a` lies before it. */
static int mirrored(int a, int b)
{
    return ref_square(2 * ref_file(b) - ref_file(a), 2 * ref_rank(b) - ref_rank(a));
}

/* The step from `a` towards `b`, if they lie on one line. */
static bool line_step(int a, int b, int *files, int *ranks)
{
    if (a < 0 || b < 0 || a == b)
        return false;
    int f = ref_file(b) - ref_file(a), r = ref_rank(b) - ref_rank(a);
    *files = sign(f);
    *ranks = sign(r);
    return f == 0 || r == 0 || abs(f) == abs(r);
}

/* Does `square` lie on the ray that starts behind `from` and runs as from `a` to `b`? */
static bool on_ray(int from, int a, int b, int square)
{
    int files, ranks;
    if (square < 0 || !line_step(a, b, &files, &ranks))
        return false;
    for (int s = ref_step(from, files, ranks); s != REF_OFF; s = ref_step(s, files, ranks))
        if (s == square)
            return true;
    return false;
}

/* DY2, DY8: does the agent stand so that it acts on the patient? For that a pawn's colour does not matter. */
static bool within_reach(const Claim *c)
{
    char kind = ref_kind(man_at(c, c->agent));
    int f = ref_file(c->patient) - ref_file(c->agent), r = ref_rank(c->patient) - ref_rank(c->agent), files, ranks;
    if (kind == 'N')
        return abs(f) + abs(r) == 3 && f != 0 && r != 0;
    if (kind == 'K')
        return abs(f) <= 1 && abs(r) <= 1;
    if (kind == 'P') {
        bool leap = f == 0 && r == 2 * ref_forward(c->r->side) && c->r->variant == REF_DYNAMO_KK; /* KK2 */
        return leap || (abs(f) <= 1 && r == ref_forward(c->r->side));
    }
    if (!line_step(c->agent, c->patient, &files, &ranks) || (kind == 'R' && f != 0 && r != 0) ||
        (kind == 'B' && (f == 0 || r == 0)))
        return false;
    int s = ref_step(c->agent, files, ranks);
    while (s != REF_OFF && !occupied(c, s))
        s = ref_step(s, files, ranks);
    return s == c->patient;
}

/* DY7: has the agent a way off the board? */
static bool way_off(const Claim *c)
{
    char kind = ref_kind(man_at(c, c->agent));
    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            int size = abs(files) + abs(ranks), s = c->agent;
            bool straight = size == 1, slant = size == 2 && abs(files) == 1;
            if (!(kind == 'N' ? size == 3 : kind == 'R' ? straight : kind == 'B' ? slant : straight || slant))
                continue;
            do
                s = ref_step(s, files, ranks);
            while (s != REF_OFF && !occupied(c, s) && !leaps(c));
            if (s == REF_OFF)
                return true;
        }
    return false;
}

/* May any man of the kind, or just the named one, go plainly to the square? Check and its laws put aside. */
static bool goes_plainly(const Claim *c)
{
    RefPosition free = *c->r;
    free.variant = REF_DOUBLE_DYNAMO;
    free.has_ko = false;
    RefPlies plies = ref_moves(&free);
    bool found = false;
    for (size_t i = 0; i < plies.count; i++) {
        const RefPly *ply = &plies.ply[i];
        bool meant = c->agent >= 0 ? ply->from == c->agent
                                   : ref_kind(c->r->board[ply->from]) == kind_letter(c->why->arg[0].value) &&
                                         (c->w->from_file == AISE_ANY || ref_file(ply->from) == c->w->from_file) &&
                                         (c->w->from_rank == AISE_ANY || ref_rank(ply->from) == c->w->from_rank);
        found |= meant && ply->patient == REF_NONE && ply->to == c->square && !ply->castling;
    }
    ref_plies_free(&plies);
    return found;
}

/* The man on `square`, as a side and a kind that may be left open. */
static bool stands(const Claim *c, int square, unsigned kind, bool own)
{
    return occupied(c, square) && (kind == AISE_ANY || ref_kind(man_at(c, square)) == kind_letter(kind)) &&
           (!own || ref_is_side(man_at(c, square), c->r->side));
}

static unsigned men_of_kind(const Claim *c, unsigned kind, bool own)
{
    unsigned men = 0;
    for (int square = 0; square < 64; square++)
        men += stands(c, square, kind, own);
    return men;
}

/* Of agent, patient and their lines. */
static bool true_of_pair(const Claim *c)
{
    int to = place(c->w->to), patient_to = place(c->w->patient_to);
    bool pawn = ref_kind(man_at(c, c->agent)) == 'P';
    bool friends = ref_is_side(man_at(c, c->patient), c->r->side);
    switch (c->why->code) {
    case AISE_CODE_R305: return !pawn && !within_reach(c);
    case AISE_CODE_R342: return pawn && !within_reach(c);
    case AISE_CODE_R347: return occupied(c, c->agent) && c->w->patient_from == AISE_NONE && c->square == patient_to;
    case AISE_CODE_R306:
        return !on_ray(c->agent, c->agent, c->patient, patient_to) && !on_ray(c->agent, c->patient, c->agent, patient_to) &&
               patient_to != c->agent;
    case AISE_CODE_R308: return leaps(c) && within_reach(c) && c->square == mirrored(c->agent, c->patient);
    case AISE_CODE_R309: return leaps(c) && to == c->agent && patient_to == c->agent;
    case AISE_CODE_R312: return pawn && (patient_to == c->agent || on_ray(c->patient, c->patient, c->agent, patient_to));
    case AISE_CODE_R313: return pawn && to == REF_OFF;
    case AISE_CODE_R314: return pawn && within_reach(c) && friends == (ref_file(c->agent) != ref_file(c->patient));
    case AISE_CODE_R316:
        return occupied(c, c->square) && on_ray(c->patient, c->agent, c->patient, c->square) &&
               on_ray(c->square, c->agent, c->patient, patient_to);
    case AISE_CODE_R317: return occupied(c, c->square) && c->square == patient_to;
    case AISE_CODE_R318:
        return occupied(c, c->square) && within_reach(c) &&
               (leaps(c) ? c->square == mirrored(c->patient, c->agent)
                         : on_ray(c->agent, c->patient, c->agent, c->square) &&
                               (c->square == to || on_ray(c->square, c->patient, c->agent, to)));
    case AISE_CODE_R319: return !leaps(c) && occupied(c, c->square) && on_ray(c->patient, c->agent, c->patient, c->square);
    case AISE_CODE_R340: return leaps(c) && c->square >= 0 && c->square == mirrored(c->agent, c->patient);
    case AISE_CODE_R320:
        return leaps(c) && mirrored(c->agent, c->patient) == REF_OFF && mirrored(c->patient, c->agent) != REF_OFF;
    case AISE_CODE_R322: return !leaps(c) && occupied(c, c->square) && on_ray(c->agent, c->patient, c->agent, c->square);
    case AISE_CODE_R341: return leaps(c) && c->square >= 0 && c->square == mirrored(c->patient, c->agent);
    case AISE_CODE_R346: return c->agent == place(c->w->patient_from) && ref_is_side(man_at(c, c->agent), c->r->side);
    case AISE_CODE_R343: return c->patient == patient_to;
    case AISE_CODE_R344: return to == REF_OFF && patient_to != REF_OFF;
    default: return true;
    }
}

/* Of men that are there or are not. */
static bool true_of_men(const Claim *c)
{
    const AiseArg *arg = c->why->arg;
    const AiseWritten *w = c->w;
    switch (c->why->code) {
    case AISE_CODE_R101: return men_of_kind(c, arg[1].value, true) == 0;
    case AISE_CODE_R103: return !ref_is_side(man_at(c, arg[0].square), c->r->side);
    case AISE_CODE_R104: return on_ray(arg[2].square, arg[0].square, arg[1].square, arg[1].square);
    case AISE_CODE_R105: return ref_is_side(man_at(c, arg[1].square), c->r->side);
    case AISE_CODE_R113:
    case AISE_CODE_R115: return !occupied(c, arg[0].square);
    case AISE_CODE_R301: return !goes_plainly(c);
    case AISE_CODE_R302: return w->to == AISE_NONE || w->capture || occupied(c, w->to);
    case AISE_CODE_R303: return c->agent == place(w->to) && occupied(c, c->agent);
    case AISE_CODE_R304: /* without a letter and a square to stand on it is a pawn */
        return men_of_kind(c, w->patient_kind == AISE_ANY ? AISE_PAWN : w->patient_kind, false) <= 1;
    case AISE_CODE_R323: return !way_off(c);
    case AISE_CODE_R339: return !stands(c, c->square, w->kind, true);
    case AISE_CODE_R345: return !stands(c, c->square, w->patient_kind, false);
    default: return true;
    }
}

/* Does the man named attack `square` when the man on `gone` is away and the king, if it is to, stands on `square`? */
static bool attacks_with(const Claim *c, const AiseArg *by, int square, int gone, bool king_there)
{
    RefPosition r = *c->r;
    char king = ref_man('K', r.side);
    if (king_there) {
        r.board[ref_king_square(&r, r.side)] = '.';
        r.board[square] = king;
    }
    if (gone != REF_NONE)
        r.board[gone] = '.';
    return ref_is_side(r.board[by->square], !r.side) && ref_attacks(&r, by->square, square);
}

/* Of checks and attacked squares. */
static bool true_of_attack(const Claim *c)
{
    const AiseArg *arg = c->why->arg;
    int king = ref_king_square(c->r, c->r->side);
    switch (c->why->code) {
    case AISE_CODE_R106: return attacks_with(c, &arg[1], king, arg[0].square, false);
    case AISE_CODE_R107:
    case AISE_CODE_R111:
    case AISE_CODE_R406:
    case AISE_CODE_R502:
    case AISE_CODE_R506:
    case AISE_CODE_R702:
    case AISE_CODE_R706: return attacks_with(c, &arg[0], king, REF_NONE, false);
    case AISE_CODE_R108:
    case AISE_CODE_R112: return c->w->castle == 2 || attacks_with(c, &arg[1], arg[0].square, REF_NONE, true);
    case AISE_CODE_R407:
    case AISE_CODE_R507:
    case AISE_CODE_R707: return attacks_with(c, &arg[0], arg[1].square, REF_NONE, true);
    case AISE_CODE_R405:
    case AISE_CODE_R503:
    case AISE_CODE_R603:
    case AISE_CODE_R701: return ref_is_side(man_at(c, arg[0].square), !c->r->side);
    case AISE_CODE_R116: {
        bool chosen = c->w->promo != AISE_NO_KIND;
        for (unsigned i = 0; i < c->w->affected_count; i++)
            chosen |= c->w->affected[i].promo != AISE_NO_KIND;
        return chosen;
    }
    default: return true;
    }
}

/* Every man named with its square stands there (castling names none that is gone); R601 names one as it stands after the ply. */
static bool men_stand(const Claim *c)
{
    for (unsigned i = 0; i < c->why->argc && c->why->code != AISE_CODE_R601; i++) {
        const AiseArg *arg = &c->why->arg[i];
        if ((arg->type == AISE_ARG_MAN_AT || arg->type == AISE_ARG_THE_MAN_AT) &&
            arg->value <= AISE_KING && (arg->square > 63 || ref_kind(c->r->board[arg->square]) != kind_letter(arg->value)))
            return false;
    }
    return true;
}

static int named(const AiseWhy *why, unsigned index)
{
    bool there = index < why->argc && (why->arg[index].type == AISE_ARG_THE_MAN_AT || why->arg[index].type == AISE_ARG_SQUARE);
    return there ? place(why->arg[index].square) : REF_NONE;
}

bool truth_of_reason(const RefPosition *r, const AiseWritten *w, const AiseWhy *why)
{
    Claim c = {r, w, why, named(why, 0), named(why, 1), named(why, 2)};
    return men_stand(&c) && true_of_pair(&c) && true_of_men(&c) && true_of_attack(&c);
}
