/* Slips of a typist's, put into sound listings; and listings read as the linter reads them. */
#ifndef AISE_TESTS_SLIPS_H
#define AISE_TESTS_SLIPS_H

#include "src/replay/replay.h"

enum { SLIP_PLIES_MAX = 800, SLIP_TEXT_MAX = 160 };

typedef struct SlipFix {
    uint64_t line, column, length;
    char text[SLIP_TEXT_MAX];
    uint32_t cost;
    bool whole;
} SlipFix;

/* A game as it was read. */
typedef struct SlipGame {
    const AiseVariant *variant;
    bool damaged, english;
    bool noticed; /* damaged, or moves that were read as prose */
    size_t plies;
    AisePly ply[SLIP_PLIES_MAX];
    AiseSpan text[SLIP_PLIES_MAX]; /* in the listing */
    uint32_t turn[SLIP_PLIES_MAX];
    uint8_t side[SLIP_PLIES_MAX];
    uint64_t line, column;         /* of the first error */
    char code[8];
    SlipFix fix[AISE_FIXES_MAX];
    unsigned fixes;
} SlipGame;

typedef struct SlipReader {
    AiseGuard *guard;
    AiseReplay replay;
    uint32_t offset; /* of the record at hand */
    SlipGame *game;
    unsigned games;
} SlipReader;

void slip_reader_init(SlipReader *reader, AiseGuard *guard);
void slip_reader_free(SlipReader *reader);
/* Reads a listing of one game; with `repair` corrections are looked for. More games than one make it damaged. */
void slip_read(SlipReader *reader, const AiseBuffer *text, bool repair, SlipGame *game);

typedef enum SlipKind {
    SLIP_KEY,       /* the key beside */
    SLIP_LOOK,      /* 1 l I, 0 O o, 5 S, 8 B */
    SLIP_MISSING,   /* a character */
    SLIP_DOUBLED,
    SLIP_SWAPPED,   /* two characters */
    SLIP_EXTRA,     /* the key beside, too */
    SLIP_MAN,       /* another man */
    SLIP_LANGUAGE,  /* the man's letter in the other language */
    SLIP_FILE,
    SLIP_RANK,
    SLIP_SEPARATOR, /* lost slash, comma or blank */
    SLIP_JOINED,    /* a blank for a slash or the reverse */
    SLIP_ORIGIN,    /* disambiguation lost or wrong */
    SLIP_SIGN,      /* capture sign lost */
    SLIP_ORDER,     /* two plies swapped */
    SLIP_TURNS,     /* two turns swapped */
    SLIP_LEFT_OUT,  /* a ply */
    SLIP_TWICE,     /* a ply typed twice */
    SLIP_AGAIN,     /* a turn typed twice */
    SLIP_CASTLING,  /* the other side */
    SLIP_NUMBER,    /* a turn number off by one */
    SLIP_NUMBER_KEY, /* a turn number mistyped */
    SLIP_KINDS
} SlipKind;

typedef struct Slip {
    unsigned kind;
    size_t begin, length; /* in the slipped text */
} Slip;

const char *slip_name(unsigned kind);
/* -1 if there is none of this name. */
int slip_find(const char *name);
/* Puts one slip into the sound text; of kind `only` unless that is negative. False: none could be made. */
bool slip_make(const SlipGame *game, const AiseBuffer *sound, uint64_t *seed, int only, Slip *slip, AiseBuffer *out);

#endif
