/* Games to look at: boards for the terminal, SVG diagrams, and the self-contained page. */
#ifndef AISE_SHOW_SHOW_H
#define AISE_SHOW_SHOW_H

#include "src/aise.h"
#include "src/replay/game.h"

/* ---- scenes ---- */

/* Pictures are measured in hundredths of a square from the upper left corner of the board, White below. */
enum { AISE_SCENE_SQUARE = 100, AISE_SCENE_BOARD = 800 };

typedef enum AiseStrokeKind { AISE_STROKE_MOVE, AISE_STROKE_PUSH, AISE_STROKE_PULL } AiseStrokeKind;

typedef struct AiseStroke { /* an arrow, clear of the middle of its squares */
    uint8_t kind;           /* AiseStrokeKind */
    int16_t x1, y1, x2, y2;
} AiseStroke;

typedef struct AiseBadge { /* a man that went off the board, where its way crosses the edge */
    AiseMan man;
    bool expelled; /* else it left */
    int16_t x, y;
} AiseBadge;

/* A position of a game with what the ply before it did. */
typedef struct AiseScene {
    const AiseGame *game;
    size_t plies;               /* played so far */
    AisePosition position;      /* after them */
    const AisePlyRecord *ply;   /* the last of them; NULL at the start */
    AiseMan agent;              /* the man that made it, as it was */
    bool agent_overloaded;
    unsigned strokes, badges;
    AiseStroke stroke[2];
    AiseBadge badge[2];
    uint64_t touched;           /* squares that men of the ply left or came to */
    uint64_t captured;          /* squares where a man was captured */
    uint64_t changed;           /* squares where a man became another */
    unsigned held;              /* square of a stationary agent, AISE_NONE */
} AiseScene;

void aise_scene_begin(AiseScene *scene, const AiseGame *game);
/* Plays the next ply; false after the last. */
bool aise_scene_step(AiseScene *scene);

/* Has the last ply won the game on the board? */
bool aise_scene_over(const AiseScene *scene);

/* The ply of a scene as AISE writes it, affected men and marks of check included: `Cb1d2/Pd2f3`, `(D)g4`, `Dh4/e4`;
   with Italian or English letters. */
void aise_scene_ply(const AiseScene *scene, bool italian, AiseBuffer *out);
/* "14." or "14…", as the variant numbers its turns. */
void aise_scene_number(const AiseScene *scene, AiseBuffer *out);

/* ---- variations ---- */

enum { AISE_LINE_PLIES = 60 };

/* A variation to play through. */
typedef struct AiseLine {
    AisePosition start;
    size_t count;
    AisePlyRecord ply[AISE_LINE_PLIES];
} AiseLine;

/* Reads a note of kind VARIATION that stands behind `plies` plies of the game. false: it is not just a number and
   lawful plies (at most AISE_LINE_PLIES), each written so that only one answers to it. */
bool aise_line_read(const AiseGame *game, size_t plies, const AiseNote *note, AiseGuard *guard, AiseLine *line);

/* ---- words ---- */

typedef enum AiseWord {
    AISE_WORD_START,
    AISE_WORD_TO_MOVE,
    AISE_WORD_LEFT_ONE,
    AISE_WORD_LEFT_MORE,
    AISE_WORD_EXPELLED,
    AISE_WORD_LEFT_BOARD,
    AISE_WORD_OVERLOADS,
    AISE_WORD_RESTORES,
    AISE_WORD_OVERLOADED,
    AISE_WORD_UNREAD,
    AISE_WORD_UNTITLED,
    AISE_WORDS
} AiseWord;

const char *aise_show_word(AiseWord word, bool italian);
const char *aise_show_side(unsigned side, bool italian);
const char *aise_show_kind(unsigned kind, bool italian);
/* "White – Black", or the game's number where no player is known. Raw: to be escaped by whoever writes it. */
void aise_show_players(const AiseGame *game, bool italian, AiseBuffer *out);
/* "White: king e1, …; Black: …", overloaded men named. */
void aise_show_position(const AisePosition *position, bool italian, AiseBuffer *out);
/* Where in words the scene stands: "14…  Qg4 – White to move, 2 plies left". */
void aise_show_caption(const AiseScene *scene, bool italian, AiseBuffer *out);
/* `e4`, appended. */
void aise_show_square(unsigned square, AiseBuffer *out);

/* ---- sinks ---- */

/* All raise memory errors through the buffer's guard. `how->plies` is at most the game's. */
void aise_board_write(const AiseGame *game, const AiseShowing *how, AiseBuffer *out);
void aise_diagram_write(const AiseGame *game, const AiseShowing *how, AiseBuffer *out);
/* The `<defs>` with the men and arrow heads, appended. */
void aise_show_drawings(AiseBuffer *out);
/* The page's beginning, one game of it, its end. */
void aise_page_begin(const char *title, bool italian, AiseBuffer *out);
void aise_page_game(const AiseGame *game, size_t number, AiseBuffer *out);
void aise_page_end(AiseBuffer *out);
/* The two objects of JSON that make up a game of the page: what its list shows, and the game itself. */
void aise_page_head(const AiseGame *game, size_t number, AiseBuffer *out);
void aise_page_body(const AiseGame *game, size_t number, AiseBuffer *out);

#endif
