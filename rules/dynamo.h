/* What the dynamo variants share: one agent acts on one patient (RULES DY1–DY13). Each variant fills an
   AiseDynamoRules with what differs and hands it to the shared hooks. */
#ifndef AISE_RULES_DYNAMO_H
#define AISE_RULES_DYNAMO_H

#include "rules/variant.h"

typedef struct AiseDynamoSearch AiseDynamoSearch;

/* The men alone, as in AisePosition: enough to ask for check when a ply is not on the board yet. */
typedef struct AiseDynamoMen {
    uint64_t kind[6];
    uint64_t side[2];
} AiseDynamoMen;

/* What differs from one dynamo variant to the next. */
typedef struct AiseDynamoRules {
    /* Every push and pull of a slider on `patient`, a man on its line in direction `way` (of aise_rays). */
    void (*slide)(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned way);
    /* Every push and pull of a knight or king on `patient`, one jump or step away. */
    void (*step)(AiseDynamoSearch *s, unsigned agent, unsigned patient);
    /* Every push of a pawn straight ahead on `patient`. */
    void (*ahead)(AiseDynamoSearch *s, unsigned agent, uint64_t patients);
    /* A slider on `agent` attacks the king, its neighbour among the `men` of `line`: can it be expelled? */
    bool (*line_expels)(uint64_t line, uint64_t men, unsigned agent, unsigned king);
    bool king_pulls;  /* a king pulls another off the board without leaving (KK1) */
    bool no_suicide;  /* no man leaves without a patient (KK3) */
    /* Fills in what has to be tested before a ply is lawful. `all`: the whole list is wanted. */
    void (*prepare)(AiseDynamoSearch *s, bool all);
    /* What makes a ply unlawful that the mechanics allow; AISE_CODE_NONE: nothing. */
    AiseCode (*forbids)(const AiseDynamoSearch *s, const AisePly *ply);
} AiseDynamoRules;

/* One walk through plies: what is wanted, what must be tested, and where the plies go. The geometry says which
   groups of plies there are, the masks cut them down, so that a full list, a lookup and the proof of one written
   ply are the same code. */
struct AiseDynamoSearch {
    const AiseDynamoRules *rules;
    AisePosition *p;
    uint64_t occupied;
    unsigned side;

    const AiseWritten *written; /* NULL: any ply */
    uint64_t agent_to;          /* squares wanted */
    uint64_t patient_to;
    bool agent_off; /* leaving wanted */
    bool patient_off;
    bool mechanics_only; /* lawfulness is not asked */

    bool plain_only;    /* only plain moves answer the check (KK4) */
    uint64_t test_from; /* a man that leaves one of these may expose the king, or is a king */
    uint64_t test_to;   /* an enemy that arrives on one of these may attack the king */
    uint64_t changed;   /* where the board differs from the banned position; 0: no ply restores it */

    AisePlies *out; /* NULL: count only */
    AisePly *kept;  /* the last ply found, when nothing is collected; or NULL */
    AisePly scratch;
    size_t found;
    size_t limit; /* enough */
};

/* ---- geometry ---- */
/* The square as far beyond `b` as `a` is before it, or AISE_OFF. */
static inline unsigned aise_dynamo_beyond(unsigned a, unsigned b)
{
    unsigned file = 2u * aise_file(b) - aise_file(a);
    unsigned rank = 2u * aise_rank(b) - aise_rank(a);

    return (file | rank) & ~7u ? AISE_OFF : aise_square(file, rank);
}
/* Directions 0, 1, 2 and 7 of aise_rays count squares upwards. */
static inline bool aise_dynamo_upwards(unsigned way) { return (0x87u >> way & 1u) != 0; }
static inline unsigned aise_dynamo_opposite(unsigned way) { return way ^ 4u; }
/* First man from `square` in direction `way`; `men` are the men on that ray, not none. */
static inline unsigned aise_dynamo_first(uint64_t men, unsigned way)
{
    return aise_dynamo_upwards(way) ? aise_lowest(men) : 63u - (unsigned)__builtin_clzll(men);
}
/* The empty squares from `square` up to the first man; the whole ray when the line is clear to the edge. Without
   branches, which nobody could foretell. */
static inline uint64_t aise_dynamo_run(unsigned square, unsigned way, uint64_t occupied)
{
    uint64_t ray = aise_rays[way][square];
    uint64_t men = ray & occupied;
    uint64_t up = men ^ (men - 1), down = ~UINT64_C(0) << (63 - __builtin_clzll(men | 1)); /* to the first, it included */
    uint64_t upwards = 0 - (uint64_t)aise_dynamo_upwards(way);

    return ray & ~men & ((up & upwards) | (down & ~upwards));
}
/* The direction from `a` to `b`, which lie on one line. */
static inline unsigned aise_dynamo_way(unsigned a, unsigned b)
{
    static const uint8_t way[3][3] = {{5, 4, 3}, {6, 0, 2}, {7, 0, 1}}; /* by rank, then file: down, same, up */
    unsigned rank = 1u + (aise_rank(b) > aise_rank(a)) - (aise_rank(b) < aise_rank(a));
    unsigned file = 1u + (aise_file(b) > aise_file(a)) - (aise_file(b) < aise_file(a));

    return way[rank][file];
}
/* The squares between two on a line of direction `way`; of two that are a jump apart none. As aise_between, but of a
   table so small that it stays in the cache. */
static inline uint64_t aise_dynamo_gap(unsigned a, unsigned b, unsigned way)
{
    return aise_rays[way][a] & aise_rays[aise_dynamo_opposite(way)][b];
}
/* Does a man of this kind slide in direction `way`? */
bool aise_dynamo_slides(unsigned kind, unsigned way);
static inline bool aise_dynamo_is_slider(unsigned kind)
{
    return kind == AISE_BISHOP || kind == AISE_ROOK || kind == AISE_QUEEN;
}
/* The squares a pushed patient may stop on: empty ones, for it acts on nothing (DY10). */
uint64_t aise_dynamo_path(unsigned patient, unsigned way, uint64_t occupied);
/* A pawn's step; AISE_OFF beyond the last rank. */
unsigned aise_dynamo_ahead(unsigned side, unsigned square);
/* On its own second rank a pawn has the double step and push, however it got there (DY8c). */
bool aise_dynamo_second_rank(unsigned side, unsigned square);

/* What aise_dynamo_add leaves of a group: some of it is wanted. */
void aise_dynamo_add_wanted(AiseDynamoSearch *s, unsigned type, unsigned agent, uint64_t agent_to, bool agent_off,
                            unsigned patient, unsigned patient_to);

/* Adds the plies of one agent that goes to any square of `agent_to` (its own: stationary), or off the board,
   while `patient` (AISE_NONE: nobody) goes to `patient_to` or AISE_OFF; with every promotion. */
static inline void aise_dynamo_add(AiseDynamoSearch *s, unsigned type, unsigned agent, uint64_t agent_to, bool agent_off,
                                   unsigned patient, unsigned patient_to)
{
    agent_to &= s->agent_to;
    agent_off &= s->agent_off;
    bool lands = patient_to < AISE_NONE ? (s->patient_to >> patient_to & 1) != 0 : patient_to == AISE_NONE || s->patient_off;
    if (((agent_to != 0) | agent_off) & lands)
        aise_dynamo_add_wanted(s, type, agent, agent_to, agent_off, patient, patient_to);
}

/* The AISE reading of the geometry (DY3–DY6, DY8a). */
void aise_dynamo_slide(AiseDynamoSearch *s, unsigned agent, unsigned patient, unsigned way);
void aise_dynamo_step(AiseDynamoSearch *s, unsigned agent, unsigned patient);
void aise_dynamo_pawn_ahead(AiseDynamoSearch *s, unsigned agent, uint64_t patients);
bool aise_dynamo_line_expels(uint64_t line, uint64_t men, unsigned agent, unsigned king);

/* ---- lawfulness ---- */
void aise_dynamo_men(const AisePosition *p, AiseDynamoMen *men);
/* The king of `side` could be expelled if the enemy were to move (DN2). */
bool aise_dynamo_attacked(const AiseDynamoRules *rules, const AiseDynamoMen *men, unsigned side);
/* The men after a ply, promotions included. */
void aise_dynamo_after(const AisePosition *p, const AisePly *ply, AiseDynamoMen *men);
/* Where the board differs from `ko`, when so little that one ply could make it the same; else 0. */
uint64_t aise_dynamo_changed(const AisePosition *p);
/* Does the ply bring back `ko`? (DN4, DD10) */
bool aise_dynamo_restores(const AiseDynamoSearch *s, const AisePly *ply);
/* The man that the ply takes off the board as patient is the king of `side`. */
bool aise_dynamo_expels_king(const AisePosition *p, const AisePly *ply, unsigned side);
bool aise_dynamo_king_leaves(const AisePosition *p, const AisePly *ply);

/* The laws of the single dynamos (DN2–DN5), shared by `dynamo` and `dynamo-kk`. */
bool aise_dynamo_checked(const AiseDynamoRules *rules, const AisePosition *p, unsigned side);
/* The side to move, known already after most plies. */
bool aise_dynamo_checked_now(const AiseDynamoRules *rules, const AisePosition *p);
void aise_dynamo_single_prepare(AiseDynamoSearch *s, bool all);
AiseCode aise_dynamo_single_forbids(const AiseDynamoSearch *s, const AisePly *ply);
AiseOutcome aise_dynamo_single_verdict(const AiseDynamoRules *rules, const AisePosition *p);

/* ---- hooks, given the rules ---- */
void aise_dynamo_begin(AiseDynamoSearch *s, const AiseDynamoRules *rules, AisePosition *p);
void aise_dynamo_generate(const AiseDynamoRules *rules, AisePosition *p, AisePlies *out);
size_t aise_dynamo_count(const AiseDynamoRules *rules, AisePosition *p);
bool aise_dynamo_any(const AiseDynamoRules *rules, AisePosition *p);
void aise_dynamo_resolve(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AisePlies *out);
/* As resolve, in a search that was begun. */
void aise_dynamo_look_up(AiseDynamoSearch *s, const AiseWritten *w);
uint64_t aise_dynamo_rivals(const AiseDynamoRules *rules, AisePosition *p, const AisePly *ply);
/* The ply's effects, castling rights and clock. Neither the outcome nor the turn is touched. */
void aise_dynamo_play(const AiseTraits *traits, AisePosition *p, const AisePly *ply, AiseUndo *u);

/* ---- reasons ---- */
/* Does the geometry alone allow what is written? The last such ply goes to `ply`. */
bool aise_dynamo_possible(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AisePly *ply);
/* A ply that the mechanics allow is unlawful: fills in why and returns true. */
bool aise_dynamo_explain_law(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why);
/* The mechanics do not allow what is written: the nearest miss, in the AISE reading. */
void aise_dynamo_explain_mechanics(const AiseDynamoRules *rules, AisePosition *p, const AiseWritten *w, AiseWhy *why);
/* Fills in a reason: {0} is the agent, {1} the patient, {2} a square; AISE_NONE where there is none. */
void aise_dynamo_reason(AiseWhy *why, const AisePosition *p, AiseCode code, unsigned agent, unsigned patient,
                        unsigned square);
/* Men that may be meant as the agent, and as its patient, squares written taken into account. */
uint64_t aise_dynamo_agents(const AisePosition *p, const AiseWritten *w);
uint64_t aise_dynamo_patients(const AisePosition *p, const AiseWritten *w);
AisePly aise_dynamo_castling(unsigned side, bool is_short);
/* What forbids castling by DY11, or AISE_CODE_NONE. */
AiseCode aise_dynamo_castling_fault(const AisePosition *p, bool is_short);

#endif
