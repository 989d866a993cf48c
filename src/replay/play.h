/* Plays one record's moves under one variant: which lines are moves, which reading of them holds (NOTATION 1.1, 3.3). */
#ifndef AISE_REPLAY_PLAY_H
#define AISE_REPLAY_PLAY_H

#include "src/bind/bind.h"
#include "src/replay/game.h"

#define AISE_READINGS_MAX 64          /* readings that stay open at most */
#define AISE_READING_NODES_MAX 400000 /* plies tried in all before the first reading is kept */
#define AISE_NO_NODE UINT32_MAX

enum { /* AiseLink.flags: what finish looks at again */
    AISE_FLAG_CHOICE = 1,       /* one of several candidates */
    AISE_FLAG_SIGN = 2,         /* capture sign against the board */
    AISE_FLAG_SUPERFLUOUS = 4,  /* origin letter or digit not needed */
    AISE_FLAG_CUT = 8,          /* first or second half of a token that lost its slash */
    AISE_FLAG_JOIN = 16,        /* separator before it is not the variant's */
    AISE_FLAG_CHECK = 32,       /* `+` or `#` against the board */
    AISE_FLAG_PROMOTION = 64,   /* promotion without its letter */
    AISE_FLAG_MUTATION = 128,   /* mutation suffix missing or wrong */
    AISE_FLAG_EFFECTS = 256,    /* O/R effects or parentheses against the board */
    AISE_FLAG_SECOND_HALF = 512,
    AISE_FLAG_CLOCK = 1024,     /* so many quiet plies that a draw may be claimed */
    AISE_FLAG_REPEATED = 2048,  /* the position stands for the third time */
    AISE_FLAG_PLUS = 4096,      /* a check marked where the variant knows none: counts in inference only */
    AISE_FLAG_UNMARKED = 16384, /* a king leaves the board and no `#` says so: told only */
    AISE_FLAG_UNTOLD = 8192     /* the effects of AISE_FLAG_EFFECTS only lack, in PGN, which need not have them: as above */
};

/* Beside each AisePlyRecord, same index. */
typedef struct AiseLink {
    uint32_t parent;
    uint32_t item;     /* first item of its group */
    uint32_t items;    /* number of items of the group */
    uint32_t sibling;  /* AISE_FLAG_CHOICE: index of the first candidate; candidates lie side by side */
    uint32_t siblings; /* number of candidates */
    uint32_t died;     /* item at which the last reading through it broke; 0 alive */
    uint16_t branches; /* children alive, when it has several */
    uint16_t flags;
    uint32_t clock;    /* after the ply */
    uint64_t key;      /* of the men's placement after the ply, at the end of a turn; else 0 */
} AiseLink;

typedef struct AiseReading {
    AisePosition position;
    uint32_t leaf; /* AISE_NO_NODE before the first ply */
    uint32_t plies;
} AiseReading;

/* What a line's demotion to prose takes back. */
typedef struct AiseLineMark {
    AiseReading reading[AISE_READINGS_MAX];
    unsigned readings;
    size_t nodes, slips, proses;
    uint32_t moves_end;
    size_t line; /* first item of the line */
    bool set;
} AiseLineMark;

enum {
    AISE_CHOSE_PLAIN = 1,   /* of two lines with one number, that without prose behind its moves is played */
    AISE_CHOSE_NUMBERED = 2 /* a line with the number of the turn before is no turn */
};

typedef enum AiseBreakKind {
    AISE_BREAK_NONE,
    AISE_BREAK_UNREADABLE, /* a token that is no ply */
    AISE_BREAK_UNLAWFUL,   /* no lawful ply answers to it */
    AISE_BREAK_NUMBER,     /* another turn was due */
    AISE_BREAK_EXTRA,      /* the turn was complete before it */
    AISE_BREAK_AFTER_END   /* plies after the game ended on the board */
} AiseBreakKind;

/* A warning about a turn number, kept until the line it stands on is sure. */
typedef struct AiseNumberSlip {
    uint32_t item;
    uint32_t due;
    bool black;
} AiseNumberSlip;

/* Does prose hold nothing but moves, and may they be the game's? */
typedef enum AiseMoves { AISE_MOVES_NONE, AISE_MOVES_APART, AISE_MOVES_DOUBTED } AiseMoves;

typedef struct AiseLineRange { /* items [first, end) that turned out to be prose */
    uint32_t first, end;
    uint8_t moves; /* AiseMoves */
} AiseLineRange;

typedef struct AisePlay {
    AiseGuard *guard;
    const AiseVariant *variant;
    AiseLetters letters;
    const AiseRecord *record;
    bool pgn_style; /* a record of tags: spaces join plies, no warning about separators */

    AiseReading reading[AISE_READINGS_MAX];
    unsigned readings;
    bool budget_spent;
    AiseReading next[AISE_READINGS_MAX]; /* room for branching */
    AiseLineMark line;                   /* at the start of the line being played */
    AiseLineMark halved;                 /* at the start of the line that began the turn under way, at an earlier one's end */
    AiseLineMark tailed;                 /* at the start of the last line of moves with prose behind them */

    AisePlyRecord *ply; /* nodes, in the order they were tried */
    AiseLink *link;
    size_t nodes, ply_capacity, link_capacity;

    AiseNumberSlip *slip;
    size_t slips, slip_capacity;
    AiseLineRange *prose; /* in order */
    size_t proses, prose_capacity;
    AisePlies candidates;

    size_t first;         /* first item walked */
    AiseReading before;   /* at the start of the last line of moves */
    uint8_t chose;        /* AISE_CHOSE_…: it was open which of two lines is a note */
    uint8_t other;        /* … where the other one is taken: set before a record */
    uint32_t misplaced_item; /* number of the line that stands above the turn before it; the record's count: none */
    bool bare;            /* nothing but plies, their numbers and separators, and an end was walked: no note, mark or
                             prose, and nothing broke */
    bool prose_seen;      /* a line or tail of prose was walked */
    uint32_t moves_end;   /* index behind the last item that belongs to the game's moves */
    uint32_t end_item;    /* the RESULT or END item that closed the game, or count */
    uint32_t resumed_item; /* the first end that was none, because the game went on; 0 none */
    uint32_t passed_item;  /* the first result or end word that is of something else; 0 none */
    uint32_t apart_item;   /* the last */
    uint32_t doubted_item; /* prose behind moves that holds the turn due; 0 none */
    unsigned due_searches; /* for turns on later lines of this record */
    uint64_t *turn_place;  /* the numbers at the start of its lines, sorted once many were sought */
    size_t turn_places, turn_capacity;
    size_t sought_from, numbered_item; /* from the first on, the second is the first number of a line (or the end) */
    uint32_t held_item;    /* a line of text that goes on with the turn under way or due: plies and no word; 0 none */
    AiseResult result;    /* of RESULT items */
    AiseEnd end;
    uint8_t end_side;     /* side to move when the end word stood */
    uint8_t end_who;      /* whom the end word names: extra of its item */

    AiseBreakKind broken;
    uint32_t break_item;  /* where the unparsed rest starts */
    AiseSpan break_span;
    AiseGroup break_group;
    uint32_t broken_leaf;
    AisePosition break_position;
} AisePlay;

void aise_play_init(AisePlay *play, AiseGuard *guard);
void aise_play_free(AisePlay *play);

/* Plays the record's items from `first` on, starting at `start`. Afterwards reading[0] is the reading kept, its leaf the
   last ply that holds; `broken` says whether and where it broke. */
void aise_play_record(AisePlay *play, const AiseVariant *v, AiseLetters letters, const AiseRecord *record, size_t first,
                      const AisePosition *start);

/* Breaks the game at its held line, if nothing is played behind that. */
void aise_play_break_held(AisePlay *play);

/* Index of the line's end: the next item that starts a line, or count. */
size_t aise_line_end(const AiseRecord *record, size_t item);

#endif
