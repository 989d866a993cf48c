/* A ply as it was written, from text to value. */
#ifndef AISE_BIND_WRITTEN_H
#define AISE_BIND_WRITTEN_H

#include "grammar/record.h"
#include "rules/variant.h"

/* Whose letters the men bear: R D T A C P, or K Q R B N P. */
typedef enum AiseLetters { AISE_LETTERS_ITALIAN, AISE_LETTERS_ENGLISH } AiseLetters;

/* By letters, then letter & 31: AiseKind + 1, 0 for what is no man's letter. */
extern const uint8_t aise_letter_kinds[2][32];
/* A ply of which nothing is written. */
extern const AiseWritten aise_written_nothing;

/* Clears `w` to that, the affected men left as they were: they are as many as affected_count says. */
static inline void aise_written_begin(AiseWritten *w)
{
    memcpy(w, &aise_written_nothing, offsetof(AiseWritten, affected));
}

/* Reads one token (without glued marks) as a ply; false if it is none in these letters. `w` need not be cleared.
   A long dynamo form `Nb1d2_Pd2f3` fills agent and patient. NOTATION 1.2, 1.3. */
bool aise_written_ply(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* The same from the shape of a usual ply (AISE_SHAPE), which the lexer has told already. */
static inline bool aise_written_shape(uint32_t shape, AiseLetters letters, AiseWritten *w)
{
    unsigned letter = shape & 0xff, kind = (aise_letter_kinds[letters][(letter ? letter : 'P') & 31] - 1u) & 7u;
    aise_written_begin(w);
    w->kind = (uint8_t)kind;
    w->from_file = (uint8_t)((shape >> 8 & 15) - 1); /* 0xff where none is written: AISE_ANY */
    w->from_rank = (uint8_t)((shape >> 12 & 15) - 1);
    w->capture = (shape & AISE_SHAPE_CAPTURE) != 0;
    w->to = shape >> 24 & 63;
    w->to_file = (uint8_t)aise_file(w->to);
    return kind != AISE_NO_KIND;
}

/* The same of a usual push or pull (AISE_SHAPE_PUSH), which is `token`. */
bool aise_written_push(const char *token, uint32_t shape, AiseLetters letters, AiseWritten *w);
/* Reads the token after a slash as the patient of `w`: `Pf3`, `d2f3`, `c7E`, `Re1E`. */
bool aise_written_patient(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* Reads the token after a slash as an affected man: `Dh4`, `(P)e5`, `e4`, `Pe8=D`. false also when `w` is full. */
bool aise_written_affected(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* A single man's letter or figurine, as in the promotion `e8/D`; AISE_NO_KIND if the token is something else. */
unsigned aise_written_letter(const char *token, size_t length, AiseLetters letters);

/* Adds glued or detached check marks (`+`, `++`, `#`) to w->checks. */
void aise_written_marks(const char *marks, size_t length, AiseWritten *w);

/* Which men a text has figurines of. */
typedef struct AiseFigurines {
    bool white, black;
} AiseFigurines;

AiseFigurines aise_figurines_find(const AiseRecord *record);
/* Writes a man as such a text does: AISE_FIGURINE_LENGTH bytes, of his side's colour where it has both. */
enum { AISE_FIGURINE_LENGTH = 3 };
void aise_figurine_write(AiseFigurines figurines, unsigned kind, unsigned side, char *out);

#endif
