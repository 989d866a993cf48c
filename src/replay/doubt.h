/* Prose that looks like moves: what a reader would stop at. */
#ifndef AISE_REPLAY_DOUBT_H
#define AISE_REPLAY_DOUBT_H

#include "grammar/record.h"

typedef struct AiseDoubt {
    unsigned plies;     /* tokens shaped like an attempt at a ply */
    unsigned squares;   /* … those of them that name a square */
    unsigned words;     /* ordinary words of three letters or more */
    uint32_t number;    /* turn number that opens the stretch, 0 none */
    bool black;         /* … with two dots or more */
    AiseSpan first;     /* the first token behind that number */
    AiseSpan odd;       /* the first that is not shaped like a ply; empty: all are */
    bool first_square;  /* the first is shaped like an attempt at a ply and names a square */
    bool first_word;    /* it is an ordinary word without a capital */
    uint32_t inner[4];  /* turn numbers inside the stretch, each with a ply behind it */
    unsigned inners;
} AiseDoubt;

/* Looks at a stretch of text, at most its first few hundred bytes. */
void aise_doubt_look(const char *text, AiseSpan span, AiseDoubt *out);

#endif
