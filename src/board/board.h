/* Squares, men, bitboards, the position, and the primitive effects a ply is made of. Knows no variant. */
#ifndef AISE_BOARD_BOARD_H
#define AISE_BOARD_BOARD_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Squares: a1 = 0, b1 = 1, … h8 = 63. Parameters are `unsigned`, storage is uint8_t. */
#define AISE_NONE 64u /* no square */
#define AISE_OFF 65u  /* off the board: expelled or left */

static inline unsigned aise_file(unsigned square) { return square & 7u; }
static inline unsigned aise_rank(unsigned square) { return square >> 3; }
static inline unsigned aise_square(unsigned file, unsigned rank) { return rank * 8u + file; }
static inline uint64_t aise_bit(unsigned square) { return UINT64_C(1) << square; }
static inline unsigned aise_lowest(uint64_t set) { return (unsigned)__builtin_ctzll(set); } /* set != 0 */
/* The first square of a set in the order a1, a2 … h8 (NOTATION 3.3); set != 0. */
static inline unsigned aise_first(uint64_t set)
{
    uint64_t file = UINT64_C(0x0101010101010101);
    if ((set & (set - 1)) == 0)
        return aise_lowest(set);
    while (!(set & file))
        file <<= 1;
    return aise_lowest(set & file);
}
static inline unsigned aise_count(uint64_t set)
{
#if defined(__x86_64__) && !defined(__POPCNT__) /* there the builtin is a call; this is not */
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    return (unsigned)(((set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
#else
    return (unsigned)__builtin_popcountll(set);
#endif
}

typedef enum AiseSide { AISE_WHITE = 0, AISE_BLACK = 1 } AiseSide;

typedef enum AiseKind {
    AISE_PAWN = 0,
    AISE_KNIGHT,
    AISE_BISHOP,
    AISE_ROOK,
    AISE_QUEEN,
    AISE_KING,
    AISE_NO_KIND = 7
} AiseKind;

/* A man is side * 8 + kind; an empty square holds AISE_EMPTY. */
typedef uint8_t AiseMan;
#define AISE_EMPTY 7u
static inline unsigned aise_man(unsigned side, unsigned kind) { return side << 3 | kind; }
static inline unsigned aise_man_kind(unsigned man) { return man & 7u; }
static inline unsigned aise_man_side(unsigned man) { return man >> 3; }

/* Castling men that have never moved of their own: bits of AiseState.unmoved and indexes of AiseState.at. */
enum { AISE_UNMOVED_A_ROOK = 0, AISE_UNMOVED_KING = 1, AISE_UNMOVED_H_ROOK = 2 }; /* + 3 for Black */
extern const uint8_t aise_castling_home[6]; /* their homes: a1 e1 h1 a8 e8 h8 */

/* Kinds, colours and squares of all men and nothing else (DD10, DN4, KK). Plane 3 is the side, 0–2 the kind + 1. */
typedef struct AisePlacement {
    uint64_t plane[4];
} AisePlacement;

typedef enum AiseOutcome { /* what ended the game on the board */
    AISE_PLAYING = 0,
    AISE_WHITE_WINS,
    AISE_BLACK_WINS,
    AISE_DRAWN,
    AISE_NO_WINNER /* both kings left in one ply (DD3) */
} AiseOutcome;

/* Everything of a position but the men. Saved and restored whole by undo. */
typedef struct AiseState {
    uint64_t key;        /* Zobrist key of the placement alone, kept by the effects */
    uint64_t ep;         /* squares passed over by pawns that may now be taken en passant */
    uint64_t ep_next;    /* progressive family: those of the series being played */
    uint64_t overloaded; /* squares of overloaded men (O/R) */
    uint32_t clock;      /* plies since a man left the board or a pawn moved or was moved */
    uint32_t turn;       /* number of the turn or series, from 1 */
    uint32_t left;       /* plies left in this turn, the next one included; never 0 */
    uint8_t to_move;     /* AiseSide */
    uint8_t check;       /* cache: 0 unknown, 1 side to move not in check, 2 in check */
    uint8_t unmoved;     /* bits: never-moved kings and rooks, see above; a right needs king and rook */
    uint8_t has_ko, has_ts;
    uint8_t at[6];       /* where the never-moved men stand now; home unless pushed (dynamo family) */
    uint8_t outcome;     /* AiseOutcome, set only by plies that end the game at once (king gone). Not in one word with
                            `check`: read as one, which compilers do, it would wait for that to be written */
    AisePlacement ko;    /* placement before the opponent's last turn */
    AisePlacement ts;    /* placement at the start of this turn, when plies of it have been played */
} AiseState;

typedef struct AisePosition {
    uint64_t kind[6]; /* men of a kind, both sides */
    uint64_t side[2]; /* men of a side */
    AiseMan man[64];
    AiseState state;
} AisePosition;

static inline uint64_t aise_occupied(const AisePosition *p) { return p->side[0] | p->side[1]; }
static inline uint64_t aise_men(const AisePosition *p, unsigned side, unsigned kind)
{
    return p->side[side] & p->kind[kind];
}

/* ---- constant tables, made at build time by src/board/gen_tables.c ---- */
extern const uint64_t aise_knight_attacks[64];
extern const uint64_t aise_king_attacks[64];
extern const uint64_t aise_pawn_attacks[2][64]; /* squares a pawn of that side attacks */
extern const uint64_t aise_rays[8][64];         /* direction: N NE E SE S SW W NW; without the square itself */
extern const uint64_t aise_rook_lines[64];      /* attacks on the empty board */
extern const uint64_t aise_bishop_lines[64];
extern const uint64_t aise_reach[16][64];       /* by man: attacks on the empty board */
extern const uint64_t aise_between[64][64];     /* squares strictly between, 0 if not on one line */
extern const uint64_t aise_lines[64][64];       /* the whole line through both, 0 if none */
extern const uint64_t aise_zobrist[16][64];     /* by man, square */
extern const uint64_t aise_zobrist_extra[128];  /* side, rights, overloaded … for aise_position_key */

#include "src/board/attacks.h"

/* ---- effects: the only way a ply changes the men ---- */
typedef enum AiseEffectType {
    AISE_EFFECT_MOVE,
    AISE_EFFECT_REMOVE,
    AISE_EFFECT_ADD,
    AISE_EFFECT_CHANGE, /* kind changes on the square */
    AISE_EFFECT_OVERLOAD,
    AISE_EFFECT_RESTORE
} AiseEffectType;

typedef enum AiseReason { /* why an effect happens */
    AISE_REASON_MOVE,
    AISE_REASON_CAPTURE,
    AISE_REASON_EN_PASSANT,
    AISE_REASON_CASTLING,
    AISE_REASON_PROMOTION,
    AISE_REASON_MUTATION,
    AISE_REASON_PUSH,
    AISE_REASON_PULL,
    AISE_REASON_EXPULSION,
    AISE_REASON_LEAVING, /* the agent goes off the board */
    AISE_REASON_CO_SQUARE
} AiseReason;

typedef struct AiseEffect {
    uint8_t type;   /* AiseEffectType */
    uint8_t reason; /* AiseReason */
    uint8_t from;   /* square acted on */
    uint8_t to;     /* MOVE: arrival; else AISE_NONE */
    uint8_t man;    /* the man before */
    uint8_t after;  /* CHANGE: the man after; else same */
    uint8_t flag;   /* the man was overloaded before the effect */
    uint8_t spare;  /* 0 */
} AiseEffect;

#define AISE_EFFECTS_MAX 64
/* The journal of one ply. `aise_undo` restores the position bit for bit. Where the calls below take a journal, NULL is
   none: for plies that nobody takes back or asks for their effects. */
typedef struct AiseUndo {
    AiseState saved;
    bool head_only; /* saved.ko and saved.ts are not: the ply leaves them alone */
    unsigned count;
    AiseEffect effect[AISE_EFFECTS_MAX];
} AiseUndo;

static inline void aise_undo_begin(AiseUndo *u, const AisePosition *p)
{
    if (u == NULL)
        return;
    u->saved = p->state;
    u->head_only = false;
    u->count = 0;
}
/* The same for variants without ko. */
static inline void aise_undo_begin_head(AiseUndo *u, const AisePosition *p)
{
    if (u == NULL)
        return;
    memcpy(&u->saved, &p->state, offsetof(AiseState, ko));
    u->head_only = true;
    u->count = 0;
}

static inline void aise_note_effect(AiseUndo *u, unsigned type, unsigned reason, unsigned from, unsigned to,
                                    unsigned man, unsigned after, bool flag)
{
    if (u == NULL)
        return;
    /* type first; in one piece, because effects are made for every ply */
    uint64_t fields = htole64(type | reason << 8 | from << 16 | (uint64_t)to << 24 | (uint64_t)man << 32 |
                              (uint64_t)after << 40 | (uint64_t)flag << 48);
    memcpy(&u->effect[u->count++], &fields, sizeof fields);
}

/* Lifts and puts without journal; for set-up, undo and the effects below. They keep the placement key. */
static inline void aise_lift(AisePosition *p, unsigned square)
{
    unsigned man = p->man[square];
    uint64_t keep = ~aise_bit(square);
    p->kind[aise_man_kind(man)] &= keep;
    p->side[aise_man_side(man)] &= keep;
    p->man[square] = AISE_EMPTY;
    p->state.key ^= aise_zobrist[man][square];
}
static inline void aise_put(AisePosition *p, unsigned square, unsigned man)
{
    p->kind[aise_man_kind(man)] |= aise_bit(square);
    p->side[aise_man_side(man)] |= aise_bit(square);
    p->man[square] = (AiseMan)man;
    p->state.key ^= aise_zobrist[man][square];
}

/* `from` holds a man, `to` is empty or, without a journal, the same square. An overloaded man stays overloaded. Does not touch `unmoved` or `at`. */
static inline void aise_effect_move(AisePosition *p, AiseUndo *u, unsigned from, unsigned to, unsigned reason)
{
    unsigned man = p->man[from];
    uint64_t both = aise_bit(from) ^ aise_bit(to);
    bool flag = (p->state.overloaded & aise_bit(from)) != 0;
    aise_note_effect(u, AISE_EFFECT_MOVE, reason, from, to, man, man, flag);
    p->kind[aise_man_kind(man)] ^= both;
    p->side[aise_man_side(man)] ^= both;
    p->man[from] = AISE_EMPTY;
    p->man[to] = (AiseMan)man;
    p->state.key ^= aise_zobrist[man][from] ^ aise_zobrist[man][to];
    if (flag)
        p->state.overloaded ^= both;
}
static inline void aise_effect_remove(AisePosition *p, AiseUndo *u, unsigned square, unsigned reason)
{
    unsigned man = p->man[square];
    aise_note_effect(u, AISE_EFFECT_REMOVE, reason, square, AISE_NONE, man, man,
                     (p->state.overloaded & aise_bit(square)) != 0);
    aise_lift(p, square);
    p->state.overloaded &= ~aise_bit(square);
}
static inline void aise_effect_change(AisePosition *p, AiseUndo *u, unsigned square, unsigned kind, unsigned reason)
{
    unsigned man = p->man[square];
    unsigned after = aise_man(aise_man_side(man), kind);
    aise_note_effect(u, AISE_EFFECT_CHANGE, reason, square, AISE_NONE, man, after, false);
    aise_lift(p, square);
    aise_put(p, square, after);
}
static inline void aise_effect_overload(AisePosition *p, AiseUndo *u, unsigned square)
{
    unsigned man = p->man[square];
    aise_note_effect(u, AISE_EFFECT_OVERLOAD, AISE_REASON_CO_SQUARE, square, AISE_NONE, man, man, false);
    p->state.overloaded |= aise_bit(square);
}
static inline void aise_effect_restore(AisePosition *p, AiseUndo *u, unsigned square)
{
    unsigned man = p->man[square];
    aise_note_effect(u, AISE_EFFECT_RESTORE, AISE_REASON_CO_SQUARE, square, AISE_NONE, man, man, true);
    p->state.overloaded &= ~aise_bit(square);
}

/* Takes the journalled effects back, last first, and the saved state. */
void aise_undo(AisePosition *p, const AiseUndo *u);

void aise_placement(const AisePosition *p, AisePlacement *out);

/* ---- positions as text (NOTATION 2.3) ---- */
typedef enum AiseEpStyle { AISE_EP_NONE, AISE_EP_FIELD, AISE_EP_STATE } AiseEpStyle;

/* How many plies a turn has: `first` for White's turn 1, else `each` + `growth` * number (progressive: 0 + 1 * n). */
typedef struct AiseCadence {
    uint8_t first;
    uint8_t each;
    uint8_t growth;
} AiseCadence;

/* What the board must know of a variant to read and write its positions and to count turns. */
typedef struct AiseTraits {
    AiseCadence cadence;
    uint8_t ep;      /* AiseEpStyle */
    bool has_ko;     /* dynamo family: ko, ts and vr */
    bool has_ov;     /* O/R */
    bool series;     /* the turn number grows with every turn (odd White), not with White's */
} AiseTraits;

/* Plies of a whole turn. */
static inline unsigned aise_turn_plies(const AiseTraits *t, unsigned side, uint32_t turn)
{
    if (turn == 1 && side == AISE_WHITE)
        return t->cadence.first;
    return t->cadence.each + t->cadence.growth * turn;
}
/* To be called by `play` before the first effect: notes the placement a whole turn started from (dynamo family). */
static inline void aise_turn_begin(const AiseTraits *t, AisePosition *p)
{
    AiseState *s = &p->state;

    if (!t->has_ko || s->has_ts || s->left < aise_turn_plies(t, s->to_move, s->turn))
        return;
    aise_placement(p, &s->ts);
    s->has_ts = 1;
}
/* To be called by `play` after the last effect, with `outcome` set if the ply ended the game (which ends the turn).
   Counts the ply, forgets `check`; at the end of a turn passes the move and sets ko := ts. Progressive: `ep` falls after
   the first ply and becomes `ep_next` (which `play` fills) at the end of the series. The clock, the rights and the
   orthodox `ep` are the work of `play`. */
static inline void aise_turn_advance(const AiseTraits *t, AisePosition *p)
{
    AiseState *s = &p->state;

    s->check = 0;
    if (t->ep == AISE_EP_STATE)
        s->ep = 0;
    if (s->left > 1 && s->outcome == AISE_PLAYING) {
        s->left--;
        return;
    }
    if (t->ep == AISE_EP_STATE) {
        s->ep = s->ep_next;
        s->ep_next = 0;
    }
    if (t->has_ko) {
        s->ko = s->ts;
        s->has_ko = s->has_ts;
        s->ts = (AisePlacement){{0}};
        s->has_ts = 0;
    }
    s->turn += t->series || s->to_move == AISE_BLACK;
    s->to_move ^= 1;
    s->left = aise_turn_plies(t, s->to_move, s->turn);
}

#define AISE_FEN_MAX 128    /* bytes a FEN needs at most, NUL included */
#define AISE_STATE_MAX 768  /* bytes an AiseState string needs at most */
#define AISE_REFUSAL_MAX 480 /* bytes that hold any reason below in both languages */
/* Reads FEN and state (may be NULL or ""). false: `error` (size bytes) holds one plain English sentence that names
   the fault, and behind its NUL, as far as there is room, the same in Italian; the position is then undefined. Checks what needs no attack (RULES "Refused positions"); a missing king
   is accepted and sets `outcome`, both missing only in the dynamo family (DD3). */
bool aise_fen_parse(const AiseTraits *t, const char *fen, const char *state, AisePosition *p, char *error, size_t size);
/* Fills `error` so; false. */
bool aise_refuse(char *error, size_t size, const char *english, const char *italian);
void aise_fen_write(const AiseTraits *t, const AisePosition *p, char out[AISE_FEN_MAX]);
/* Empty when nothing differs from the defaults. */
void aise_state_write(const AiseTraits *t, const AisePosition *p, char out[AISE_STATE_MAX]);

#endif
