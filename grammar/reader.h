/* Inside the notation reader: lexer, parser and record keeper see each other here and nobody else does. */
#ifndef AISE_GRAMMAR_READER_H
#define AISE_GRAMMAR_READER_H

#include "grammar/record.h"

enum {
    AISE_STRETCH_MAX = 1024 * 1024,     /* a longer line, or text without moves, is cut */
    AISE_RECORD_MAX = 64 * 1024 * 1024, /* a longer game is cut */
    AISE_RUN_MAX = 64,                  /* items of a run of plies */
    AISE_LEXER_MORE = -1                /* instead of a token: the text given so far is used up */
};

/* What the lexer tells of a token: value, extra << 32, flags << 48 of its item, or the length of a run; and where in the window it stands: begin,
   end << 32. One word each, because the parser copies both several times, and a word written in parts is slow to read. */
typedef uint64_t AiseSign;
typedef uint64_t AisePlace;

static inline AisePlace aise_place(uint32_t begin, uint32_t end)
{
    return begin | (uint64_t)end << 32;
}
static inline uint32_t aise_place_begin(AisePlace place)
{
    return (uint32_t)place;
}
static inline uint32_t aise_place_end(AisePlace place)
{
    return (uint32_t)(place >> 32);
}

typedef enum AiseCondition {
    AISE_AT_LINE,
    AISE_IN_MOVES,
    AISE_IN_REMARKS,   /* the same line, before the first move of a game */
    AISE_IN_PROSE,     /* rest of a line of prose too long for one piece */
    AISE_IN_COMMENT,
    AISE_IN_VARIATION
} AiseCondition;

/* What the lexer remembers of the game it is in: only as much as changes how a line is read. */
typedef struct AiseLexerGame {
    bool begun;  /* a tag, a header or a turn 1 was seen */
    bool tags;   /* `;` and `%` are PGN's */
    bool pgn;    /* standard PGN: lines need no number */
    bool header;
    bool moves;
    bool roman;  /* its turn 1 is `I.` */
} AiseLexerGame;

/* Pointers live for one run over a piece of the window; offsets count from the window's start and outlive it. */
typedef struct AiseLexer {
    const unsigned char *base;
    const unsigned char *cursor; /* next byte */
    const unsigned char *limit;  /* a NUL stands here */
    const unsigned char *token;  /* begin of what was scanned last */
    uint32_t value;              /* of what was scanned last, as extra is */
    uint16_t extra;
    uint8_t flags;               /* for the next item */
    uint8_t line_flags;          /* flags of every item of the line */
    uint8_t condition;           /* AiseCondition */
    AiseItem *run;               /* where the items of a run of plies go: room for AISE_RUN_MAX */
    const unsigned char *origin; /* their spans count from here */
    int held;                    /* what was scanned and ended a run, 0 nothing */
    bool final;                  /* nothing follows the limit */
    bool within_line;            /* after a tag that is not alone on its line */
    bool line_begun;             /* in a comment or variation: the cursor is at the start of a line */
    bool in_brace;               /* in a variation: inside a comment */
    bool unfinished;             /* the last line was one of text, and no sentence ended with it */
    bool probing;                /* a look ahead, within which nothing looks further */
    bool paired;                 /* the last line of text was two names: a turn 1 below makes a header of it */
    uint32_t depth;              /* in a variation: open parentheses */
    uint32_t prose_depth;        /* open parentheses of the paragraph of prose */
    AiseLexerGame game;
    uint32_t number;             /* the last turn number before the run; 0: behind a result, or none yet */
    uint64_t line;               /* at the cursor, from 1 */
    uint64_t token_line;         /* where the token begins */
    size_t position;             /* of the cursor, between runs */
    size_t since;                /* end of the last tag, header or line of moves */
    size_t opened;               /* start of the game */
    size_t open;                 /* start of the open comment or variation */
    uint64_t open_line;
    uint8_t open_flags;
    uint8_t open_condition;      /* that goes on behind it */
    size_t first_end;            /* end of the line on which it was opened; SIZE_MAX: not reached */
    uint64_t first_end_line;
    size_t before;               /* last line in it that is neither empty nor a credit; SIZE_MAX: none */
    uint64_t before_line;
    size_t wall;                 /* no variation that starts before it closes on another line */
    size_t first_blank;          /* first empty line in the open comment; SIZE_MAX: none */
    uint64_t first_blank_line;
    size_t brace_wall;           /* no comment that starts before it closes before it */
} AiseLexer;

void aise_lexer_begin(AiseLexer *lexer);
/* The next token (of score.h), or AISE_LEXER_MORE. */
int aise_lexer_next(AiseLexer *lexer, AiseSign *sign, AisePlace *place);
/* The window moved down by `bytes`. */
void aise_lexer_shift(AiseLexer *lexer, size_t bytes);

/* ---- whole lines ---- */
typedef enum AiseLineShape {
    AISE_LINE_PROSE,
    AISE_LINE_LOOSE,   /* `Name vs Name`, two columns …: a header if turn 1 follows and no other header goes before */
    AISE_LINE_PAIRING, /* `Name-Name`, `Name-Name (amichevole)`: a header if turn 1 follows */
    AISE_LINE_HEADER
} AiseLineShape;

/* `line` without white space at its ends; spans count from its start. */
AiseLineShape aise_line_shape(const char *line, size_t length, AiseHeader *out);
/* Does a line of that shape, with its header, end as a sentence does: `Vedi Rossi-Verdi (GP92).`? */
bool aise_line_sentence(const char *line, size_t length, const AiseHeader *header);
bool aise_line_credit(const char *line, size_t length);
/* What a slip may have made of a header; said only of a line right above turn 1. */
bool aise_line_nearly_header(const char *line, size_t length);
/* The same, of a header that took its turn 1 with it: names and a parenthesis, or a piece of a result. */
bool aise_line_broken_header(const char *line, size_t length);
/* Where a header begins that lost its line end to what stands before it; 0: nowhere. `tail`: moves stand before that. */
size_t aise_line_header_behind(const char *line, size_t length, bool tail);
/* Where it goes on behind the title at its front: `DOPPIA MOSSA - Rossi-…`, `O/R CHESS: …`, `DYNAMO Rossi-…`; 0: no title. */
size_t aise_line_behind_title(const char *line, size_t length);
/* Words of titles alone, the heading of columns, `N. Bianco Nero`, or a line drawn: it may stand between header and moves. */
bool aise_line_title(const char *line, size_t length);
/* The name of a tournament, as aise_event_split. */
bool aise_line_event(const char *line, size_t length, AiseHeader *out);
/* The length of `Rossi-Bianchi 1-0` where `25 mosse` follows it to the end of the line; 0: nothing like it does. */
size_t aise_line_uncounted(const char *line, size_t length);
bool aise_line_tag(const char *line, size_t length, AiseSpan *name, AiseSpan *value);

/* Bytes of the end of line that stands at `at`; 0 if none does. A NUL must stand at the end. */
size_t aise_line_end_length(const unsigned char *at);

/* ---- records ---- */
struct AiseGrammar {
    AiseGuard *guard;
    AiseRecordSink *sink;
    void *context;
    struct aise_score_pstate *parser;
    char *bytes; /* the window */
    size_t length, capacity;
    uint64_t offset; /* of the window in the input */
    size_t record;   /* start of the current record, in the window */
    uint64_t record_line;
    bool was_cut; /* the last game, which was too long */
    bool has_game, has_header, has_event;
    AiseItem *items; /* of the current record */
    size_t count, item_capacity;
    size_t searched; /* ALL_MOVES is right for all lines that end before this item */
    AiseLexer lexer;
};

/* A new game begins on the line at `place`. */
void aise_record_open(AiseGrammar *g, AisePlace place);
/* Turn 1: finds the header, or the labelled lines, that it confirms. `over`: a game, if any, is already under way. */
void aise_record_first(AiseGrammar *g, AiseSign sign, AisePlace place, bool over);
/* A line of moves below text or an empty line, from item `below` on: if a game is under way, and what stands right above
   may be a header whose turn 1 was lost with it, or labelled lines that name a player, another begins there. `number`: of
   its turn, 0 for none; where the game goes on with it, labelled lines are prose. */
void aise_record_below_text(AiseGrammar *g, size_t below, uint32_t number, AisePlace place);
/* A header below tags: completes them, but not across an unclosed comment, nor players' names and text. */
void aise_record_header(AiseGrammar *g, AisePlace place);
/* A tag among tags: opens a game if it can only be another one's. `apart`: text stands between it and the tags before. */
void aise_record_tag(AiseGrammar *g, AisePlace place, bool apart);
/* What follows is no game's. */
void aise_record_cut(AiseGrammar *g, AisePlace place);

static inline void aise_record_add(AiseGrammar *g, AiseItemKind kind, AiseSign sign, AisePlace place)
{
    if (g->count == g->item_capacity)
        g->items = aise_grow(g->guard, g->items, g->count, &g->item_capacity, sizeof *g->items);
    uint32_t record = (uint32_t)g->record;
    g->items[g->count++] = (AiseItem){.kind = (uint8_t)kind,
                                      .flags = (uint8_t)(sign >> 48),
                                      .extra = (uint16_t)(sign >> 32),
                                      .value = (uint32_t)sign,
                                      .span = {aise_place_begin(place) - record, aise_place_end(place) - record}};
}

/* Is the last item no move? */
static inline bool aise_record_below(const AiseGrammar *g)
{
    const AiseItem *above = &g->items[g->count - 1];
    return above->kind == AISE_ITEM_TEXT || above->kind == AISE_ITEM_BLANK || above->kind == AISE_ITEM_CREDIT ||
           ((above->kind == AISE_ITEM_COMMENT || above->kind == AISE_ITEM_VARIATION) && above->extra == 2);
}

/* A turn number, ply or separator while a game is under way. */
static inline void aise_record_move(AiseGrammar *g, AiseItemKind kind, AiseSign sign, AisePlace place)
{
    if (((sign >> 48) & AISE_ITEM_LINE_START) != 0 && aise_record_below(g))
        aise_record_below_text(g, g->count, kind == AISE_ITEM_NUMBER ? (uint32_t)sign : 0, place);
    aise_record_add(g, kind, sign, place);
}

/* The lexer has put a run of that many items behind those of the record. */
static inline void aise_record_add_run(AiseGrammar *g, AiseSign length)
{
    g->count += length;
}

/* The same while a game is under way. */
static inline void aise_record_run(AiseGrammar *g, AiseSign length, AisePlace place)
{
    const AiseItem *first = &g->items[g->count];
    bool below = (first->flags & AISE_ITEM_LINE_START) != 0 && aise_record_below(g);
    uint32_t number = first->kind == AISE_ITEM_NUMBER ? first->value : 0;
    g->count += length;
    if (below)
        aise_record_below_text(g, g->count - length, number, place);
}

/* For what a line of nothing but moves does not hold. */
void aise_record_add_other(AiseGrammar *g, AiseItemKind kind, AiseSign sign, AisePlace place);

#endif
