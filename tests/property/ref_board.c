/* Squares, men, variants and castling rights. */
#include "ref_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int ref_square(int file, int rank)
{
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? REF_OFF : rank * 8 + file;
}

int ref_file(int square) { return square % 8; }
int ref_rank(int square) { return square / 8; }

int ref_step(int square, int files, int ranks)
{
    return ref_square(ref_file(square) + files, ref_rank(square) + ranks);
}

int ref_forward(int side) { return side == 0 ? 1 : -1; }
int ref_second_rank(int side) { return side == 0 ? 1 : 6; }
int ref_last_rank(int side) { return side == 0 ? 7 : 0; }

bool ref_is_side(char man, int side)
{
    return man != '.' && (isupper((unsigned char)man) != 0) == (side == 0);
}

char ref_kind(char man) { return (char)toupper((unsigned char)man); }

char ref_man(char kind, int side)
{
    return (char)(side == 0 ? toupper((unsigned char)kind) : tolower((unsigned char)kind));
}

int ref_king_square(const RefPosition *p, int side)
{
    const char *at = memchr(p->board, ref_man('K', side), 64);
    return at ? (int)(at - p->board) : REF_NONE;
}

bool ref_king_gone(const RefPosition *p)
{
    return ref_king_square(p, 0) == REF_NONE || ref_king_square(p, 1) == REF_NONE;
}

int ref_home(int side, int man)
{
    static const int files[3] = {0, 4, 7};
    return ref_square(files[man], side == 0 ? 0 : 7);
}

/* The right as the FEN flag has it: never lost, king and rook at home. */
bool ref_may_castle(const RefPosition *p, int side, int rook)
{
    return p->unmoved[side][REF_KING] == ref_home(side, REF_KING) && p->unmoved[side][rook] == ref_home(side, rook);
}

/* A side whose king or both rooks have moved or left has nothing more to lose. */
void ref_settle_rights(RefPosition *p)
{
    for (int side = 0; side < 2; side++) {
        int *now = p->unmoved[side];
        if (now[REF_KING] == REF_NONE || (now[REF_A_ROOK] == REF_NONE && now[REF_H_ROOK] == REF_NONE))
            now[REF_A_ROOK] = now[REF_KING] = now[REF_H_ROOK] = REF_NONE;
    }
}

static const char *const ids[REF_VARIANTS] = {
    "orthodox",    "doublemove",           "dynamo",     "dynamo-kk", "double-dynamo", "overloader-restorer",
    "progressive", "mutation-progressive", "marseillais"};

bool ref_variant(const char *id, RefVariant *variant)
{
    for (int v = 0; v < REF_VARIANTS; v++)
        if (strcmp(id, ids[v]) == 0) {
            *variant = (RefVariant)v;
            return true;
        }
    return false;
}

bool ref_is_dynamo(RefVariant v) { return v == REF_DYNAMO || v == REF_DYNAMO_KK || v == REF_DOUBLE_DYNAMO; }
bool ref_is_progressive(RefVariant v) { return v == REF_PROGRESSIVE || v == REF_MUTATION_PROGRESSIVE; }
bool ref_has_check(RefVariant v) { return v != REF_DOUBLEMOVE && v != REF_DOUBLE_DYNAMO; }
bool ref_has_en_passant(RefVariant v) { return v != REF_DOUBLEMOVE && !ref_is_dynamo(v); }
bool ref_ends_by_king(RefVariant v) { return v == REF_DOUBLEMOVE || ref_is_dynamo(v); }

/* DM2, DD1, PR1: the plies of a whole turn. */
int ref_full_turn(const RefPosition *p)
{
    if (ref_is_progressive(p->variant))
        return p->turn;
    bool two = p->variant == REF_DOUBLEMOVE || p->variant == REF_DOUBLE_DYNAMO || p->variant == REF_MARSEILLAIS;
    return two && !(p->side == 0 && p->turn == 1) ? 2 : 1;
}

void ref_add(RefPlies *plies, RefPly ply)
{
    if (plies->count == plies->capacity) {
        plies->capacity = plies->capacity ? plies->capacity * 2 : 64;
        plies->ply = realloc(plies->ply, plies->capacity * sizeof *plies->ply);
        if (!plies->ply)
            abort();
    }
    plies->ply[plies->count++] = ply;
}

void ref_plies_free(RefPlies *plies)
{
    free(plies->ply);
    *plies = (RefPlies){0};
}

RefPly ref_plain(int from, int to)
{
    return (RefPly){.from = from, .to = to, .patient = REF_NONE, .arrival = REF_NONE};
}

bool ref_same_ply(const RefPly *a, const RefPly *b)
{
    return a->from == b->from && a->to == b->to && a->patient == b->patient && a->arrival == b->arrival &&
           a->promo == b->promo && a->patient_promo == b->patient_promo &&
           memcmp(a->restored, b->restored, sizeof a->restored) == 0;
}
