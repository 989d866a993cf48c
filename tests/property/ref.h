/* The reference move generator: slow, plain, written from the rules of play alone. It shares nothing with the program
   it is held against. A mailbox board, whole positions copied, no global mutable data. */
#ifndef REF_H
#define REF_H

#include <stdbool.h>
#include <stddef.h>

enum { REF_OFF = -1, REF_NONE = -2 }; /* off the board; no square at all */

typedef enum RefVariant {
    REF_ORTHODOX,
    REF_DOUBLEMOVE,
    REF_DYNAMO,
    REF_DYNAMO_KK,
    REF_DOUBLE_DYNAMO,
    REF_OVERLOADER_RESTORER,
    REF_PROGRESSIVE,
    REF_MUTATION_PROGRESSIVE,
    REF_MARSEILLAIS,
    REF_VARIANTS
} RefVariant;

typedef enum RefOutcome { REF_PLAYING, REF_WHITE_WINS, REF_BLACK_WINS, REF_STALEMATE, REF_NO_WINNER } RefOutcome;

/* Squares: a1 = 0, b1 = 1 … h8 = 63. Men: FEN letters, '.' for an empty square. Sides: 0 White, 1 Black. */
typedef struct RefPosition {
    RefVariant variant;
    char board[64];
    int side;            /* to move */
    int unmoved[2][3];   /* where the never-moved a-rook, king and h-rook stand now; REF_NONE: right lost */
    bool passed[64];     /* squares passed over by double steps (FEN ep field, or `ep` of AiseState) */
    bool overloaded[64]; /* O/R */
    int clock;           /* plies since a man left the board or a pawn moved or was moved */
    int turn;            /* turn or series number, from 1 */
    int left;            /* plies left in this turn */
    bool fresh;          /* no ply of this turn has been played */
    bool has_ko, has_ts;
    char ko[64]; /* placement before the opponent's last turn (dynamo family) */
    char ts[64]; /* placement at the start of this turn */
} RefPosition;

typedef struct RefPly {
    int from, to;           /* agent; to == from: stationary, REF_OFF: leaves */
    int patient, arrival;   /* REF_NONE without patient; arrival REF_OFF: expelled */
    char promo;             /* kind letter, capital, or 0 */
    char patient_promo;     /* the same */
    char restored[8];       /* O/R: by file, what a pawn restored on the last rank becomes, or 0 */
    bool castling, en_passant; /* follow from the squares, kept for clarity */
} RefPly;

typedef struct RefPlies {
    RefPly *ply;
    size_t count, capacity;
} RefPlies;

#define REF_FEN_MAX 128
#define REF_STATE_MAX 512
#define REF_TEXT_MAX 96

/* By id (`doublemove`); false if unknown. */
bool ref_variant(const char *id, RefVariant *variant);
void ref_start(RefPosition *p, RefVariant variant);
/* Reads FEN and AiseState; false with a message for a refused position. */
bool ref_load(RefPosition *p, RefVariant variant, const char *fen, const char *aise_state, char *error, size_t size);
void ref_fen(const RefPosition *p, char fen[REF_FEN_MAX]);
void ref_state(const RefPosition *p, char out[REF_STATE_MAX]);

/* All lawful plies, each once; the caller frees. Empty when the game is over. */
RefPlies ref_moves(const RefPosition *p);
void ref_plies_free(RefPlies *plies);
bool ref_same_ply(const RefPly *a, const RefPly *b);
/* Plays a ply of `ref_moves`. */
void ref_play(RefPosition *p, const RefPly *ply);
/* Is the king of `side` in check? Always false where the variant has none. */
bool ref_in_check(const RefPosition *p, int side);
RefOutcome ref_outcome(const RefPosition *p);
unsigned long long ref_perft(const RefPosition *p, int depth);

/* Unambiguous: from, to or E; `_` patient from, to or E; `=Q`, `/=Q`; `re:aQ,…` by file. */
void ref_ply_id(const RefPly *ply, char out[REF_TEXT_MAX]);
/* Dialect `aise`, with `+` and `#`. */
void ref_ply_text(const RefPosition *p, const RefPly *ply, char out[REF_TEXT_MAX]);

#endif
