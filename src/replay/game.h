/* A replayed game, complete: what the sinks write. Lives until the next game is read. */
#ifndef AISE_REPLAY_GAME_H
#define AISE_REPLAY_GAME_H

#include "grammar/record.h"
#include "rules/variant.h"
#include "src/bind/written.h"

typedef enum AiseGameStatus { AISE_GAME_OK, AISE_GAME_DAMAGED, AISE_GAME_EMPTY } AiseGameStatus;

typedef struct AiseTag {
    const char *name;  /* ASCII, NUL-terminated */
    const char *value; /* UTF-8, unescaped, NUL-terminated */
} AiseTag;

/* A note that stands beside the main line, in order. */
typedef enum AiseNoteKind {
    AISE_NOTE_COMMENT,  /* text of a comment, unescaped, white space folded */
    AISE_NOTE_VARIATION /* `( … )` verbatim, with its parentheses */
} AiseNoteKind;

typedef struct AiseNote {
    const struct AiseNote *next;
    uint8_t kind;
    const char *text; /* UTF-8, NUL-terminated */
    size_t length;
} AiseNote;

#define AISE_PLY_NAGS_MAX 8
typedef struct AisePlyRecord {
    AisePly ply;
    AiseSpan text;        /* the ply as it stood, without marks, number and separators (may be 0,0 when the text is in `spelt`) */
    uint32_t turn;
    uint8_t side;         /* AiseSide */
    uint8_t first;        /* first ply of its turn */
    uint8_t san_length;
    uint8_t nag_count;
    char san[AISE_SAN_MAX]; /* dialect aise, with `+`/`#`; NUL-terminated */
    uint8_t nag[AISE_PLY_NAGS_MAX];
    uint64_t overloaded;  /* O/R: squares whose man this ply overloads */
    uint64_t restored;    /* O/R: squares whose man it restores; promotions are in ply.restored */
    const AiseNote *notes; /* after the ply */
} AisePlyRecord;

typedef struct AiseGame {
    const AiseVariant *variant;
    AiseGameStatus status;
    AiseLetters letters;
    AiseResult result;       /* NONE is written `*` */
    AiseEnd end;             /* how it ended where a word said so, else AISE_END_NONE */
    const AiseTag *tags;     /* in PGN order: roster first, then ASCII; without Variant, AiseRules, AiseState, SetUp, FEN
                                and dialect tags, which the sinks write from the fields here */
    size_t tag_count;
    bool set_up;             /* start is not the variant's usual one */
    AisePosition start;
    AisePosition final;      /* after the last ply that holds */
    AiseOutcome outcome;     /* what the board says of `final` (of sound games) */
    const AiseNote *notes;   /* before the first ply */
    const AisePlyRecord *plies;
    size_t ply_count;
    const char *unparsed;    /* the rest of a damaged game, verbatim, NUL-terminated; NULL when none */
    const AiseFinding *findings; /* line and column filled in */
    size_t finding_count;
    const char *source;      /* name of the input */
    uint64_t line;           /* of the header, else of the first ply */
    const char *text;        /* the record's text; spans point into it */
    size_t number;           /* of the game in its input, from 1 */
} AiseGame;

#endif
