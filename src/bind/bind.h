/* Groups the tokens of one written ply by the variant's separators and finds the lawful plies that answer to it. */
#ifndef AISE_BIND_BIND_H
#define AISE_BIND_BIND_H

#include "src/bind/written.h"

/* The tokens of one written ply: agent and patient, or ply and affected men, with promotion and check marks. */
typedef struct AiseGroup {
    uint32_t first;   /* index of the first item */
    uint32_t end;     /* index behind the last */
    AiseSpan span;    /* in the text, without the marks glued to its end */
    bool readable;    /* false: some token is no ply in these letters; `bad` is its span */
    AiseSpan bad;
    AiseWritten written;
} AiseGroup;

/* Reads the group that starts at items[at] (an AISE_ITEM_PLY or AISE_ITEM_BAD_PLY). */
void aise_bind_group(const AiseVariant *v, AiseLetters letters, const char *text, const AiseItem *items, size_t count,
                     size_t at, AiseGroup *out);

/* Does the ply take a man? */
bool aise_bind_captures(const AisePosition *p, const AisePly *ply);

/* Lawful plies answering to `w`, in order of origin square; those that contradict the capture sign are left out when
   others agree with it (NOTATION 1.2). In a variant that mutates, a suffix that is no promotion becomes w->mutation. */
void aise_bind_candidates(const AiseVariant *v, AisePosition *p, AiseWritten *w, AisePlies *out);

/* The two halves of a token that lost its slash (`f5f4` for `f5/f4`): byte lengths of the first, 0 if it cannot be cut. */
size_t aise_bind_cut(const char *token, size_t length, AiseLetters letters, AiseWritten *first, AiseWritten *second);

#endif
