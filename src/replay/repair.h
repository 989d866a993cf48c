/* The smallest correction of a game that does not replay (NOTATION 3.4). Inside of the replay: what its parts share.

   A correction replaces some written plies by others. Every lawful ply of every position up to the break is compared with
   what is written there, as a typist would have missed it; the likely ones are played, and the rest of the text with them.
   Costs are tenths of a nat: a correction ten dearer is e times less likely. */
#ifndef AISE_REPLAY_REPAIR_H
#define AISE_REPLAY_REPAIR_H

#include "src/replay/replay.h"

#define AISE_REPAIR_SLOTS_MAX 1200   /* plies before the break that are looked at */
#define AISE_REPAIR_LISTED_MAX 250000 /* lawful plies compared with the text, in all */
#define AISE_REPAIR_PLAYED_MAX 400000 /* plies played in trials, in all */
#define AISE_REPAIR_READ_MAX 24      /* corrected texts read again from the start */
#define AISE_REPAIR_TEXTS_MAX 24     /* words in prose before the break that may be plies with a slip */

/* ---- what a typist does ---- */

#define AISE_TYPED_MAX 40

/* A written ply, reduced to what tells plies apart: dashes, parentheses and `=` left out, `x` is `:`, O is 0. */
typedef struct AiseTyped {
    char sign[AISE_TYPED_MAX];
    unsigned length;
    uint64_t crosses; /* the `:` that were typed as `x`: it may be the letter beside another */
    bool passing; /* `e.p.` stood behind it */
} AiseTyped;

/* The spellings of one ply in a row: each sign may be left out or kept at a cost. */
typedef struct AisePattern {
    char sign[AISE_TYPED_MAX];
    uint8_t omit[AISE_TYPED_MAX];
    uint8_t keep[AISE_TYPED_MAX];
    unsigned length;
} AisePattern;

typedef struct AiseKeyboard {
    uint8_t miss[128][128]; /* cost of typing the second for the first */
    const char *men;        /* by AiseKind, what is typed where a figurine stands */
    bool cross;             /* captures are typed `x` */
} AiseKeyboard;

void aise_keyboard_make(AiseKeyboard *keyboard);
void aise_typed_read(const AiseKeyboard *keyboard, AiseTyped *typed, const char *text, size_t length);
/* What it costs to have typed this for the pattern; anything above `most` when it costs more. */
unsigned aise_slip_cost(const AiseKeyboard *keyboard, const AisePattern *pattern, const AiseTyped *typed, unsigned most);
/* The same for one exact spelling. */
unsigned aise_slip_cost_text(const AiseKeyboard *keyboard, const char *text, const AiseTyped *typed, unsigned most);
/* 10 ln x */
unsigned aise_nats(uint32_t x);

/* ---- what is odd in a game ---- */
enum { AISE_ODD_NUMBERS = 9, AISE_ODD_PROSE, AISE_ODD_DENIED /* a sign of capture where none is */, AISE_ODD_KINDS };
enum { AISE_CHANCE_PLY, AISE_CHANCE_CAPTURE, AISE_CHANCE_CHECK, AISE_CHANCES };
typedef struct AiseOdd {
    uint16_t count[AISE_ODD_KINDS]; /* of each kind of warning */
    uint32_t chance[AISE_CHANCES];  /* plies, captures, checks */
} AiseOdd;

void aise_odd_add(AiseOdd *odd, const AisePlyRecord *ply, unsigned flags);
/* A play's own, its reading that ends in `leaf`, added to `odd`. */
void aise_odd_play(AiseOdd *odd, const AisePlay *play, uint32_t leaf);
/* As a writer goes who does it now and then: the first of a kind costs most. */
unsigned aise_odd_cost(const AiseOdd *odd);

/* ---- how this text is written ---- */
typedef struct AiseHabit {
    char sign;             /* of captures, 0: none is written */
    bool english;
    char castling[2][12];   /* short, long */
    bool equals, parenthesised; /* of promotions */
    bool origins, pawn_origins; /* the whole origin square with every ply */
    bool lengthy;          /* dynamo: both squares */
    bool pawn_letter;      /* of pawns acted on */
    AiseFigurines figurines;
    const char *letters;   /* by AiseKind */
} AiseHabit;

void aise_habit_read(AiseHabit *habit, const AiseVariant *v, const AiseRecord *record, AiseLetters letters);

/* ---- written plies ---- */
typedef struct AiseSlot {
    const AiseRecord *record; /* whose items these are */
    uint32_t item, end;       /* of its group */
    AiseSpan span;            /* in the text of the game's own record */
    AisePosition before;      /* up to the break */
    AisePly ply;              /* as it was read, before the break */
    uint16_t flags;           /* AISE_FLAG_… */
    bool half;                /* half of a token: cannot be gone on from */
    bool number;              /* a turn number stands between the ply before it and this one */
    AiseOdd odd;              /* before it */
    uint32_t plies;           /* before it */
    uint32_t floor;           /* cost of what is odd before it, and of plies lost in prose */
    uint32_t lost;            /* the latter alone */
} AiseSlot;

typedef enum AiseMendKind {
    AISE_MEND_REPLACE, /* slots by `ply` */
    AISE_MEND_SPLIT,   /* one slot by `ply` and `second` */
    AISE_MEND_INSERT,  /* `ply` before the slot */
    AISE_MEND_DELETE,  /* the slots */
    AISE_MEND_SWAP,    /* the first `turn` slots of `count` with the others */
    AISE_MEND_TEXT     /* a turn number or a sign: text is ready */
} AiseMendKind;

typedef struct AiseMend {
    uint8_t kind;
    uint8_t count;   /* slots concerned; TEXT: plies that must be played from the break on */
    uint8_t middle;  /* SWAP: slots before the middle */
    bool whole;      /* the game replays to its end */
    bool twice;      /* DELETE: what stands before it is the same */
    bool behind;     /* INSERT: at the end of the ply before, not before the slot */
    bool unlike;     /* SPLIT: the second ply is typed with a slip */
    uint16_t cut;    /* SPLIT: bytes of the first half */
    uint32_t slot;
    uint32_t order;  /* in which it was thought of: qsort keeps no order among equals */
    AisePly ply, second;
    uint32_t cost;   /* of the slip */
    uint32_t total;  /* with what is odd in the game then */
    uint32_t reach;  /* item at which the trial broke */
    AiseSpan span;
    const char *text;
    uint64_t game;   /* hash of the game's plies then */
} AiseMend;

struct AiseRepair {
    AiseReplay *r;
    const AiseRecord *record;
    const AiseHeading *heading;
    const AiseVariant *v;
    AiseLetters letters;
    AiseHabit habit;
    AiseKeyboard keyboard;
    unsigned reading;    /* of those that are open at the break */
    uint32_t end;        /* item of the break, or the record's count */
    const AisePosition *last; /* there */
    AiseSlot *slot;      /* in the game's arena: the plies before the break, the break, some behind it */
    size_t slots, broke;
    bool short_turn;     /* plies lack before the break, and what stands there is the other side's */
    size_t window;       /* plies before the break where their order and number is doubted */
    AisePlies lawful, answers;
    AiseMend *mend;
    size_t mends, capacity;
    uint32_t lost;       /* aise_lost_cost of the record */
    uint64_t listed, played;
    unsigned texts;      /* words looked at */
    AiseBuffer text;     /* a corrected text */
};

/* The pattern of all spellings of a lawful ply; `rivals` other men of the kind can go there too. */
void aise_pattern_make(const AiseRepair *x, const AisePosition *p, const AisePly *ply, bool rivals, AisePattern *out);
/* Text of the listing for a correction, without control characters. */
void aise_mend_copy(AiseBuffer *out, const char *text, size_t length);
/* The spelling of a lawful ply nearest to what is typed (length 0: the shortest) that means nothing else. */
const char *aise_mend_spell(AiseRepair *x, AisePosition *p, const AisePly *ply, const AiseTyped *typed);
/* Reads a ply that may hold slashes, as `Cb1d2/Pd2f3`. */
bool aise_mend_read(const AiseRepair *x, const char *text, size_t length, AiseWritten *w);

/* Prose before the break that may be moves with a slip: adds slots, of records of their own, and what they may mean. */
void aise_repair_texts(AiseRepair *x);
/* Lawful plies at slot `k` that the text of `count` slots from it may have meant. */
void aise_list_replacements(AiseRepair *x, size_t k, unsigned count);
/* The text of `count` slots from `k`, cut into two plies. */
void aise_list_splits(AiseRepair *x, size_t k, unsigned count);

/* Where nothing cheaper helps: signs between plies near the break that may stand in another's place. */
void aise_repair_signs(AiseRepair *x);
/* A man's letter at the break on the wrong side of a slash. */
void aise_repair_letters(AiseRepair *x);
/* Agent and patient at the break, where one of them is typed twice or the patient first. */
void aise_repair_pieces(AiseRepair *x);
void aise_mend_add(AiseRepair *x, const AiseMend *mend);
/* Does a slash that joins plies end the line before the break? What lacks is behind it. */
bool aise_slash_hangs(const AiseRepair *x);
/* Lists what may have been meant at the slots up to the break. */
void aise_repair_list(AiseRepair *x);
/* Cost of what looks like plies in the record's prose: corrections that bring it back are better. */
uint32_t aise_lost_cost(AiseLetters letters, const AiseRecord *record);
/* May there be moves with a slip in the prose of a game that replays? A quick look. */
bool aise_prose_suspect(const AisePlay *play, const AiseRecord *record, const AiseHeading *heading);
/* Does what was moves, and what stands at the break, stay moves in `play`? Its text is the game's own with the mend's span
   replaced by `written` bytes. */
bool aise_mend_keeps(const AiseRepair *x, const AiseMend *mend, uint32_t written, const AisePlay *play);
/* Makes span and text of the replacement. */
void aise_mend_write(AiseRepair *x, AiseMend *mend);
/* The record that comes of replacing a stretch of the text, in the game's arena. False: it is no longer one game. */
bool aise_record_again(AiseRepair *x, AiseSpan span, const char *text, AiseRecord *copy);
/* The first item of the moves, as the heading's reader finds it. */
size_t aise_first_move(const AiseRecord *record);
/* Reads the corrected text from the start: sets whole, reach, total, game. False: it is no longer one game. */
bool aise_mend_verify(AiseRepair *x, AiseMend *mend);

#endif
