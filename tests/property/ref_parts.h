/* What the parts of the reference generator share among themselves. */
#ifndef REF_PARTS_H
#define REF_PARTS_H

#include "ref.h"

enum { REF_A_ROOK, REF_KING, REF_H_ROOK };

int ref_square(int file, int rank); /* REF_OFF outside the board */
int ref_file(int square);
int ref_rank(int square);
int ref_step(int square, int files, int ranks); /* REF_OFF when it leaves the board */
int ref_forward(int side);                      /* ranks a pawn goes: 1 or -1 */
int ref_second_rank(int side);
int ref_last_rank(int side);

bool ref_is_side(char man, int side); /* false for '.' */
char ref_kind(char man);              /* capital letter */
char ref_man(char kind, int side);
int ref_king_square(const RefPosition *p, int side); /* REF_NONE without king */
bool ref_king_gone(const RefPosition *p);
int ref_home(int side, int man); /* of the a-rook, king or h-rook */
bool ref_may_castle(const RefPosition *p, int side, int rook);
void ref_settle_rights(RefPosition *p);

bool ref_is_dynamo(RefVariant v);      /* men push and pull */
bool ref_is_progressive(RefVariant v); /* series grow */
bool ref_has_check(RefVariant v);
bool ref_has_en_passant(RefVariant v);
bool ref_ends_by_king(RefVariant v); /* a game may end with a king missing */
int ref_full_turn(const RefPosition *p);

void ref_add(RefPlies *plies, RefPly ply);
RefPly ref_plain(int from, int to);

/* FIDE: does the man on `from` attack `to`? Overloaded men attack nothing (OR5). */
bool ref_attacks(const RefPosition *p, int from, int to);
bool ref_attacked(const RefPosition *p, int square, int by);
bool ref_queen_attacks_king(const RefPosition *p, int side);
void ref_fide_candidates(const RefPosition *p, RefPlies *out);
bool ref_fide_lawful(const RefPosition *before, const RefPly *ply, const RefPosition *after);
bool ref_castling_clear(const RefPosition *p, int rook);

void ref_dynamo_candidates(const RefPosition *p, RefPlies *out);
bool ref_dynamo_lawful(const RefPosition *before, const RefPly *ply, const RefPosition *after);
bool ref_dynamo_check(const RefPosition *p, int side);

/* O/R: applies the effects of `ply`, already on the board; true if a pawn was promoted. */
bool ref_or_effects(RefPosition *after, const RefPly *ply);
/* O/R: adds `ply` once for each way to promote the pawns it restores. */
void ref_or_expand(const RefPosition *before, RefPly ply, RefPlies *out);

/* Puts the men of `ply` on the board, rights included, nothing else; true if the clock starts again. */
bool ref_place(RefPosition *p, const RefPly *ply);

#endif
