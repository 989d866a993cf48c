/* FIDE moves as calls for the variants that keep most of them. `laws` are the AISE_LAW_ bits in force. */
#ifndef AISE_RULES_ORTHODOX_H
#define AISE_RULES_ORTHODOX_H

#include "rules/variant.h"

enum {
    AISE_LAW_CHECK = 1,         /* the own king may not be left attacked */
    AISE_LAW_SAFE_CASTLING = 2, /* castling not out of, through or into attack */
    AISE_LAW_EN_PASSANT = 4,    /* pawns on state.ep may be taken */
    AISE_LAWS_FIDE = 7
};

void aise_orthodox_generate(AisePosition *p, unsigned laws, AisePlies *out);
size_t aise_orthodox_count(AisePosition *p, unsigned laws);
bool aise_orthodox_any(AisePosition *p, unsigned laws);
void aise_orthodox_resolve(AisePosition *p, const AiseWritten *w, unsigned laws, AisePlies *out);
uint64_t aise_orthodox_rivals(AisePosition *p, const AisePly *ply, unsigned laws);
bool aise_orthodox_in_check(const AisePosition *p, unsigned side);

/* Begins the journal and plays the men of `ply`: effects, rights, clock, and `ep` as the traits have it. */
void aise_orthodox_play_men(const AiseTraits *t, AisePosition *p, const AisePly *ply, AiseUndo *u);

/* Why is there no ply under `laws`? Codes R1xx. */
void aise_orthodox_explain(AisePosition *p, const AiseWritten *w, unsigned laws, AiseWhy *why);
/* The same by the way men move alone, kings' safety left out: for variants that judge it themselves. */
void aise_orthodox_explain_shape(const AisePosition *p, const AiseWritten *w, AiseWhy *why);

#endif
