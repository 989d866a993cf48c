/* A ply as it was written, from text to value. */
#ifndef AISE_BIND_WRITTEN_H
#define AISE_BIND_WRITTEN_H

#include "grammar/record.h"
#include "rules/variant.h"

/* Whose letters the men bear: R D T A C P, or K Q R B N P. */
typedef enum AiseLetters { AISE_LETTERS_ITALIAN, AISE_LETTERS_ENGLISH } AiseLetters;

/* Clears `w` to "nothing written". */
void aise_written_clear(AiseWritten *w);

/* Reads one token (without glued marks) as a ply; false if it is none in these letters. `w` need not be cleared.
   A long dynamo form `Nb1d2_Pd2f3` fills agent and patient. NOTATION 1.2, 1.3. */
bool aise_written_ply(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* Reads the token after a slash as the patient of `w`: `Pf3`, `d2f3`, `c7E`, `Re1E`. */
bool aise_written_patient(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* Reads the token after a slash as an affected man: `Dh4`, `(P)e5`, `e4`, `Pe8=D`. false also when `w` is full. */
bool aise_written_affected(const char *token, size_t length, AiseLetters letters, AiseWritten *w);

/* A single men letter, as in the promotion `e8/D`; AISE_NO_KIND if the token is something else. */
unsigned aise_written_letter(const char *token, size_t length, AiseLetters letters);

/* Adds glued or detached check marks (`+`, `++`, `#`) to w->checks. */
void aise_written_marks(const char *marks, size_t length, AiseWritten *w);

#endif
