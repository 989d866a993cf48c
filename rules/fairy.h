/* What the variants with FIDE men and single captures share: plies forwards from a man and backwards from a square, the
   men after a ply, and one loop over both. A variant brings a shape (what its men can do) and a judge (what its rules
   forbid). */
#ifndef AISE_RULES_FAIRY_H
#define AISE_RULES_FAIRY_H

#include "rules/variant.h"

/* What the men of the side to move can do, before any rule about kings. */
typedef struct AiseShape {
    uint64_t plain;    /* men that only step to empty squares (O/R: the overloaded) */
    uint64_t passed;   /* squares on which a pawn may be taken en passant now */
    bool double_step;  /* pawns on their second rank have it */
    bool mutates;      /* a suffix after a capture is computed, not chosen */
    bool kind_taken;   /* a pawn capturing on its last rank has no choice (MP3) */
} AiseShape;

/* The men as bitboards only, after a ply that is not played. */
typedef struct AiseLayout {
    uint64_t kind[6];
    uint64_t side[2];
    uint64_t overloaded;
} AiseLayout;

typedef struct AiseFairy {
    void (*shape)(const AisePosition *p, AiseShape *shape);
    /* Is a ply of the shape lawful? If not and `why` is not NULL, says which rule forbids it. */
    bool (*judge)(const AisePosition *p, const AisePly *ply, AiseWhy *why);
    /* Plies that differ only in the choices for restored pawns; NULL: always one. */
    unsigned (*ways)(const AisePosition *p, const AisePly *ply);
    /* Adds those of them that `w` (may be NULL) allows; NULL: adds the ply itself, as where nobody is overloaded. */
    void (*spread)(const AisePosition *p, const AisePly *ply, const AiseWritten *w, AisePlies *out);
    /* A rule of the variant by which no ply of the shape answers to `w`; false: none. */
    bool (*bar)(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why);
} AiseFairy;

/* The hooks of rules/variant.h, for a variant's `fairy`. */
void aise_fairy_generate(const AiseFairy *fairy, AisePosition *p, AisePlies *out);
size_t aise_fairy_count(const AiseFairy *fairy, AisePosition *p);
bool aise_fairy_any(const AiseFairy *fairy, AisePosition *p);
void aise_fairy_resolve(const AiseFairy *fairy, AisePosition *p, const AiseWritten *w, AisePlies *out);
uint64_t aise_fairy_rivals(const AiseFairy *fairy, AisePosition *p, const AisePly *ply);
void aise_fairy_explain(const AiseFairy *fairy, const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why);
/* Is the king of `side` attacked by a man that is not overloaded? */
bool aise_fairy_in_check(const AiseVariant *v, const AisePosition *p, unsigned side);
/* Nobody can move: mate if the side to move is in check and `mates`, else a draw. */
AiseOutcome aise_fairy_verdict(const AiseVariant *v, const AisePosition *p, bool mates);

/* A ply of `shape` that answers to `w`, lawful or not; false: none. */
bool aise_fairy_find(const AisePosition *p, const AiseShape *shape, const AiseWritten *w, AisePly *out);

/* The kind the agent has after a ply by FIDE: promoted or the same. */
static inline unsigned aise_fairy_became(const AisePosition *p, const AisePly *ply)
{
    return ply->agent_promo != AISE_NO_KIND ? ply->agent_promo : aise_man_kind(p->man[ply->agent_from]);
}
/* Where the man stands that the ply takes, if any stands there. */
static inline unsigned aise_fairy_victim(const AisePly *ply)
{
    return ply->type == AISE_PLY_EN_PASSANT ? ply->agent_to ^ 8u : ply->agent_to;
}
static inline bool aise_fairy_castles(const AisePly *ply)
{
    return ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG;
}
static inline uint64_t aise_fairy_last_rank(unsigned side)
{
    return side == AISE_WHITE ? UINT64_C(0xff) << 56 : UINT64_C(0xff);
}

/* The men after `ply`, whose agent is of kind `became` then. */
void aise_layout_after(const AisePosition *p, const AisePly *ply, unsigned became, AiseLayout *out);
/* Men of `side`, the overloaded left out, that attack `square`. */
uint64_t aise_layout_attackers(const AiseLayout *l, unsigned square, unsigned side);
static inline unsigned aise_layout_king(const AiseLayout *l, unsigned side)
{
    return aise_lowest(l->kind[AISE_KING] & l->side[side]);
}

/* Surely the ply cannot expose its own king: a look at the king's lines, no more. */
bool aise_fairy_covers(const AisePosition *p, const AisePly *ply);
/* Surely the ply does not attack the enemy king. */
bool aise_fairy_calm(const AisePosition *p, const AisePly *ply, unsigned became);

/* A square of a castling king (its own or the one it crosses) that is attacked, AISE_NONE if neither is; `by` is one
   attacker's square. */
unsigned aise_fairy_castling_attacked(const AisePosition *p, const AisePly *ply, unsigned *by);

/* Plays the men of `ply` and keeps rights and clock; the agent becomes `became` for `reason`. */
void aise_fairy_play(AisePosition *p, const AisePly *ply, unsigned became, unsigned reason, AiseUndo *u);
/* Keeps the pawns that double-stepped in this series (PR4, MA4). Call before aise_turn_advance. */
void aise_fairy_note_passed(AisePosition *p, const AisePly *ply);
/* Is the next ply the first of its turn? */
static inline bool aise_fairy_first_ply(const AiseTraits *t, const AisePosition *p)
{
    return p->state.left == aise_turn_plies(t, p->state.to_move, p->state.turn);
}
/* Is an en passant written, by its shape on the board, that the variant does not allow now? */
bool aise_fairy_wants_passed(const AisePosition *p, const AiseWritten *w);

/* Reasons: false, so that a judge can return them. `why` may be NULL. */
bool aise_why(AiseWhy *why, AiseCode code);
bool aise_why_man(AiseWhy *why, AiseCode code, const AisePosition *p, unsigned square);
void aise_why_add_square(AiseWhy *why, unsigned square);
void aise_why_add_number(AiseWhy *why, unsigned number);
/* The man at `square` of a layout. */
bool aise_why_attacker(AiseWhy *why, AiseCode code, const AiseLayout *l, uint64_t attackers);
/* The mover's king is attacked after the ply: it stepped into the attack (R108), or one of the men that gave check before
   still does (`unanswered`), or the ply exposed it (`exposed`). */
bool aise_why_king(AiseWhy *why, const AisePosition *p, const AiseLayout *after, uint64_t attackers, AiseCode unanswered,
                   AiseCode exposed);

/* Italian Progressive's own demands on a ply whose outcome is `after` (PR1–PR3); Mutation asks them too (MP1). */
bool aise_series_judge(const AisePosition *p, const AiseLayout *after, AiseWhy *why);
bool aise_series_castling(const AisePosition *p, const AisePly *ply, AiseWhy *why);
bool aise_series_bar(const AiseVariant *v, const AisePosition *p, const AiseWritten *w, AiseWhy *why);

#endif
