/* The struct every variant fills, plies as values, and the calls the rest of the program makes on a variant.
   Sees no text: a written ply reaches the rules as the value AiseWritten. */
#ifndef AISE_RULES_VARIANT_H
#define AISE_RULES_VARIANT_H

#include <endian.h>

#include "src/base/diag.h"
#include "src/board/board.h"

/* Every use of a numbered rule in code stands behind AISE_RULE(id): `if (AISE_RULE(DM5)) …`. It is the constant
   true, except in the build of `make mutants`, which switches one rule off at a time. */
#ifdef AISE_MUTANTS
bool aise_rule_on(const char *id);
#define AISE_RULE(id) aise_rule_on(#id)
#else
#define AISE_RULE(id) true
#endif

/* ---- plies ---- */
typedef enum AisePlyType {
    AISE_PLY_PLAIN, /* plain move or capture, promotion included */
    AISE_PLY_DOUBLE, /* a pawn's double step */
    AISE_PLY_EN_PASSANT,
    AISE_PLY_CASTLE_SHORT, /* agent_from/agent_to are the king's */
    AISE_PLY_CASTLE_LONG,
    AISE_PLY_PUSH, /* dynamo: agent acts on patient */
    AISE_PLY_PULL,
    AISE_PLY_LEAVE /* the agent leaves alone (DY7): agent_to is AISE_OFF */
} AisePlyType;

/* Two plies are the same if all fields but `type` are (RULES "Two plies are the same"). */
typedef struct AisePly {
    uint8_t agent_from;
    uint8_t agent_to;      /* == agent_from: stationary; AISE_OFF: leaves */
    uint8_t patient_from;  /* AISE_NONE without patient */
    uint8_t patient_to;    /* AISE_OFF: expelled; AISE_NONE without patient */
    uint8_t agent_promo;   /* AiseKind or AISE_NO_KIND */
    uint8_t patient_promo; /* AiseKind or AISE_NO_KIND */
    uint8_t type;          /* AisePlyType */
    uint8_t spare;         /* 0 */
    uint16_t restored;     /* O/R (OR6): 2 bits per file (0 Q, 1 R, 2 B, 3 N) for pawns that promote when restored */
    uint8_t restored_files; /* O/R: files of those pawns; 0 elsewhere */
    uint8_t spare2;        /* 0 */
} AisePly;

/* A ply of agent and patient. Made in a register: a struct written byte by byte is slow to copy. */
static inline AisePly aise_ply_pair(unsigned type, unsigned from, unsigned to, unsigned patient_from, unsigned patient_to,
                                    unsigned agent_promo, unsigned patient_promo)
{
    AisePly ply = {0};
    uint64_t fields = htole64(from | to << 8 | patient_from << 16 | patient_to << 24 | (uint64_t)agent_promo << 32 |
                              (uint64_t)patient_promo << 40 | (uint64_t)type << 48);
    _Static_assert(offsetof(AisePly, type) == 6 && offsetof(AisePly, restored) == 8, "the fields above");
    memcpy(&ply, &fields, sizeof fields);
    return ply;
}
static inline AisePly aise_ply(unsigned type, unsigned from, unsigned to)
{
    return aise_ply_pair(type, from, to, AISE_NONE, AISE_NONE, AISE_NO_KIND, AISE_NO_KIND);
}
static inline bool aise_ply_same(const AisePly *a, const AisePly *b)
{
    return a->agent_from == b->agent_from && a->agent_to == b->agent_to && a->patient_from == b->patient_from &&
           a->patient_to == b->patient_to && a->agent_promo == b->agent_promo &&
           a->patient_promo == b->patient_promo && a->restored == b->restored &&
           a->restored_files == b->restored_files;
}

/* A growing list of plies; `ply` is malloc'd by aise_plies_add, freed by the owner with aise_plies_free. */
typedef struct AisePlies {
    AiseGuard *guard; /* where a failed allocation goes */
    AisePly *ply;
    size_t count;
    size_t capacity;
} AisePlies;
void aise_plies_init(AisePlies *list, AiseGuard *guard);
void aise_plies_grow(AisePlies *list);
void aise_plies_free(AisePlies *list);
static inline void aise_plies_add(AisePlies *list, AisePly ply)
{
    if (list->count == list->capacity)
        aise_plies_grow(list);
    list->ply[list->count++] = ply;
}

/* ---- notation as a value ---- */
#define AISE_ANY 0xffu
#define AISE_AFFECTED_MAX 16

typedef struct AiseAffected { /* one `/Dh4`, `/(P)e5`, `/e4`, `/Pe8=D` of an O/R ply */
    uint8_t kind;   /* AiseKind or AISE_ANY */
    uint8_t square; /* or AISE_NONE */
    uint8_t promo;  /* AiseKind or AISE_NO_KIND */
} AiseAffected;

typedef struct AiseWritten {
    uint8_t castle;     /* 0, or 1 short, 2 long */
    uint8_t kind;       /* the agent's AiseKind; AISE_ANY when no letter and not surely a pawn */
    uint8_t from_file;  /* 0–7 or AISE_ANY */
    uint8_t from_rank;  /* 0–7 or AISE_ANY */
    uint8_t to;         /* arrival square; the agent's own square when stationary; AISE_OFF when it leaves;
                           AISE_NONE: not written (`ed`) */
    uint8_t to_file;    /* with to == AISE_NONE: arrival file (`e:d`), else AISE_ANY */
    uint8_t capture;    /* 0 no sign, 1 `:` or `x` */
    uint8_t en_passant; /* 1: `e.p.` stands after it */
    uint8_t promo;      /* AiseKind or AISE_NO_KIND */
    uint8_t mutation;   /* same field in Mutation: `=P` after a capture; AISE_NO_KIND when none */
    uint8_t checks;     /* bit 0 `+`, bit 1 `++`, bit 2 `#` */
    uint8_t overloaded; /* the mover stands in parentheses: `(D)g4` */
    uint8_t null;       /* `--` */
    /* dynamo */
    uint8_t patient;       /* 1: a patient is written */
    uint8_t patient_kind;  /* AiseKind or AISE_ANY */
    uint8_t patient_from;  /* square, or AISE_NONE: not written */
    uint8_t patient_to;    /* square, AISE_OFF with `E`, AISE_NONE */
    uint8_t patient_promo; /* AiseKind or AISE_NO_KIND */
    /* O/R */
    uint8_t affected_count;
    AiseAffected affected[AISE_AFFECTED_MAX];
} AiseWritten;

/* Why no lawful ply answers to what is written: a code of family R with its arguments, ready for a finding. */
typedef struct AiseWhy {
    AiseCode code;
    unsigned argc;
    AiseArg arg[AISE_ARGS_MAX];
} AiseWhy;

/* ---- the variant ---- */
typedef enum AiseNumbering {
    AISE_NUMBER_PAIRS,  /* as PGN: one number a pair of plies */
    AISE_NUMBER_TURNS,  /* N. for White, N... for Black, several plies each */
    AISE_NUMBER_SERIES  /* N. for each series, odd White */
} AiseNumbering;

typedef enum AiseJoin { /* what a separator joins */
    AISE_JOIN_NOTHING,  /* has no meaning here */
    AISE_JOIN_PLY,      /* next ply of the turn */
    AISE_JOIN_TURN,     /* next side's turn */
    AISE_JOIN_PATIENT,  /* agent / patient */
    AISE_JOIN_AFFECTED, /* ply / affected men */
    AISE_JOIN_ANY       /* next ply, of this turn or the next, whichever is due */
} AiseJoin;

typedef struct AiseRuleText {
    const char *id;      /* "DM1" */
    const char *english; /* the rule as implemented, one or two sentences, in our own words */
    const char *italian;
} AiseRuleText;

typedef struct AiseVariant AiseVariant;
struct AiseVariant {
    const AiseVariant *base; /* hooks that are NULL here are taken from it */
    const char *id;          /* "doublemove" */
    const char *pgn;         /* PGN `Variant` tag, "Doublemove" */
    const char *title;       /* title line of a listing, "DOPPIA MOSSA" */
    const char *const *aliases; /* lower case, NULL-terminated, id not repeated */
    const char *summary_english; /* one line */
    const char *summary_italian;
    const char *start;       /* FEN */
    AiseTraits traits;
    uint8_t numbering;       /* AiseNumbering */
    uint8_t slash, double_slash, comma, space; /* AiseJoin */
    bool writes_check;       /* `+` and `#` for check and mate; else `#` only for a king captured or leaving */
    bool mutates;            /* `=X` after captures */
    bool dynamo;             /* plies with patient, men that leave */
    bool co_effects;         /* O/R effects */
    const AiseRuleText *rules; /* ends with id NULL; the base's rules are not repeated */

    /* Appends all lawful plies, each once. `p` comes back as it was. */
    void (*generate)(const AiseVariant *v, AisePosition *p, AisePlies *out);
    /* Number of lawful plies (bulk count). */
    size_t (*count)(const AiseVariant *v, AisePosition *p);
    /* Is there any lawful ply? */
    bool (*any)(const AiseVariant *v, AisePosition *p);
    /* The lawful plies that answer to `w`, looked up backwards from the target square; never the whole list.
       Adds them in order of origin square (a1, a2 … h8). */
    void (*resolve)(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out);
    /* Plays a ply that `generate` could give: effects into the journal (NULL: none), clock, rights, ep, turn, outcome. */
    void (*play)(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u);
    /* Is `side`'s king under attack as the variant means it? Always false where there is no check. */
    bool (*in_check)(const AiseVariant *v, const AisePosition *p, unsigned side);
    /* Squares of the other men of the agent's kind and side that could lawfully make a plain ply to the same square
       (for disambiguation); `ply` is a lawful plain ply of `p`. */
    uint64_t (*rivals)(const AiseVariant *v, AisePosition *p, const AisePly *ply);
    /* Why is no lawful ply found for `w`? Best reason first by the reader's interest: names the rule. */
    void (*explain)(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why);
    /* Outcome of a position nobody can move in (called only when `any` is false or a king is gone). */
    AiseOutcome (*verdict)(const AiseVariant *v, AisePosition *p);
    /* AiseClaim bits: the draws the side to move may claim. `times`: how often this position (aise_rules_key) has stood,
       now included; for variants of several plies counted at the start of turns only, 0 elsewhere. */
    unsigned (*claims)(const AiseVariant *v, const AisePosition *p, unsigned times);
};

/* Draws by claim; they never end a game by themselves. */
typedef enum AiseClaim { AISE_CLAIM_REPETITION = 1, AISE_CLAIM_CLOCK = 2 } AiseClaim;

/* NULL-terminated list of all variants, in the order of `aise variants`. */
extern const AiseVariant *const aise_variants[];
/* By id, PGN tag, title or alias; case, spaces, `-`, `/`, `_` and the words "scacchi", "chess" do not matter. NULL if none. */
const AiseVariant *aise_variant_find(const char *name, size_t length);

/* Calls through the hooks, with inheritance. Once the game is over on the board there are no lawful plies. */
void aise_rules_generate(const AiseVariant *v, AisePosition *p, AisePlies *out);
size_t aise_rules_count(const AiseVariant *v, AisePosition *p);
bool aise_rules_any(const AiseVariant *v, AisePosition *p);
void aise_rules_resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out);
void aise_rules_play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u);
uint64_t aise_rules_rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply);
void aise_rules_explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why);
/* Side to move in check? Uses and fills p->state.check. */
bool aise_rules_checked(const AiseVariant *v, AisePosition *p);
/* The game's outcome on the board: king gone, mate, stalemate, or AISE_PLAYING. Looks for a lawful ply. */
AiseOutcome aise_rules_outcome(const AiseVariant *v, AisePosition *p);
unsigned aise_rules_claims(const AiseVariant *v, const AisePosition *p, unsigned times);
/* The usual start. */
void aise_rules_start(const AiseVariant *v, AisePosition *p);
/* Reads and checks a position (RULES "Refused positions", attacks included). As aise_fen_parse. */
bool aise_rules_setup(const AiseVariant *v, const char *fen, const char *state, AisePosition *p, char *error, size_t size);
/* Key of "same position" (RULES, Draws by claim): placement, side, plies left, usable rights, overloaded, lawful e.p. */
uint64_t aise_rules_key(const AiseVariant *v, AisePosition *p);
/* Sequences of exactly `depth` lawful plies; the last level in bulk. */
unsigned long long aise_rules_perft(const AiseVariant *v, AisePosition *p, unsigned depth, AiseGuard *guard);

/* SAN of dialect `aise` (NOTATION 2.1) for a lawful ply of `p`, without `+`/`#`. Returns the length; `p` unchanged.
   `language` letters: "KQRBN" or "RDTAC". */
#define AISE_SAN_MAX 32
size_t aise_san_write(const AiseVariant *v, AisePosition *p, const AisePly *ply, const char *letters, char out[AISE_SAN_MAX]);
const char *aise_san_search_suffix(const AiseVariant *v, AisePosition *after);
/* The suffix after the ply was played: "", "+" or "#". Uses p->state.check; searches for a lawful ply only after a check. */
static inline const char *aise_san_suffix(const AiseVariant *v, AisePosition *after)
{
    if (after->state.outcome == AISE_PLAYING && after->state.check == 1)
        return "";
    return aise_san_search_suffix(v, after);
}

#endif
