/* Random lawful games of any variant, and the ways people write them down as listings. */
#ifndef AISE_TESTS_STYLE_H
#define AISE_TESTS_STYLE_H

#include "rules/variant.h"
#include "src/base/base.h"

enum { STYLE_PLIES_MAX = 400 };

typedef struct StyleGame {
    const AiseVariant *variant;
    AisePly ply[STYLE_PLIES_MAX];
    size_t plies;
    AiseOutcome outcome; /* on the board */
} StyleGame;

/* One writer's habits. */
typedef struct StyleWay {
    bool english;       /* letters K Q R B N */
    char sign;          /* capture: ':', 'x', or 0 none */
    uint8_t castling;   /* index of 0-0, 00, O-O, with an en dash */
    uint8_t promotion;  /* e8D, e8=D, e8(D), e8/D (where a slash joins nothing) */
    uint8_t origin;     /* 0 as little as needed, 1 the whole origin square for men, 2 for all, with a hyphen */
    bool checks;        /* writes + and # */
    bool passing;       /* writes e.p. */
    bool lengthy;       /* dynamo: agent and patient with both squares */
    bool pawn_letter;   /* dynamo, O/R: P for the patient or affected pawn */
    bool single_mark;   /* // behind White's single first turn */
    uint8_t layout;     /* StyleLayout */
    uint8_t number;     /* 0 `1.e4`, 1 `1. e4`, 2 `1 e4`, 3 `1) e4` */
    uint8_t dots;       /* Black's half alone: `2..`, `2...`, `2. ...`, `2…` */
    bool spaced;        /* blanks around the slash */
    uint8_t joint;      /* where a variant has a choice: 0 slash, 1 comma, 2 blank */
    unsigned marks;     /* one ply in so many bears ! or ?, 0 none */
    unsigned talk;      /* one turn in so many is followed by prose, 0 none */
    uint8_t end;        /* 0 nothing behind the moves, 1 the result, 2 Abbandona or patta */
    uint8_t label;      /* 0 the title names the variant, 1 a tag does */
} StyleWay;

typedef enum StyleLayout {
    STYLE_LINES,     /* a number and both turns a line */
    STYLE_HALVES,    /* often Black's half on a line of its own */
    STYLE_PARAGRAPH, /* several numbers a line, wrapped before a number */
    STYLE_WRAPPED    /* wrapped anywhere between turns */
} StyleLayout;

/* xorshift; 0 … below - 1. */
unsigned style_draw(uint64_t *seed, unsigned below);

/* A random game of at most `most` plies; fewer when it ends. */
void style_play(StyleGame *game, const AiseVariant *v, size_t most, uint64_t *seed, AisePlies *plies);
/* Draws a writer. */
void style_way(StyleWay *way, const AiseVariant *v, uint64_t *seed);
/* Title, header and moves; UTF-8. */
void style_write(const StyleGame *game, const StyleWay *way, uint64_t *seed, AisePlies *plies, AiseBuffer *out);

#endif
