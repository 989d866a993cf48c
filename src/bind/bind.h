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

/* Takes what follows the group's first token into it. */
void aise_bind_rest(const AiseVariant *v, AiseLetters letters, const char *text, const AiseItem *items, size_t count,
                    AiseGroup *g);

/* O/R: our PGN says in a comment behind the ply what a restored pawn becomes, `{[%aise re=e8Q]}`: into w->affected. */
void aise_bind_choices(const char *text, const AiseItem *items, size_t count, AiseGroup *g);

/* Reads the group that starts at items[at] (an AISE_ITEM_PLY or AISE_ITEM_BAD_PLY). Most are one token. */
__attribute__((always_inline)) static inline void aise_bind_group(const AiseVariant *v, AiseLetters letters,
                                                                  const char *text, const AiseItem *items,
                                                                  size_t count, size_t at, AiseGroup *out)
{
    const AiseItem *item = &items[at];
    AiseSpan core = {item->span.begin, item->span.end - item->extra};
    out->first = (uint32_t)at;
    out->end = (uint32_t)at + 1;
    out->span = core;
    out->readable = (item->value & AISE_SHAPE_PUSH
                         ? aise_written_push(text + core.begin, item->value, letters, &out->written)
                         : item->value != 0 && aise_written_shape(item->value, letters, &out->written)) ||
                    aise_written_ply(text + core.begin, core.end - core.begin, letters, &out->written);
    out->bad = core;
    if (item->extra > 0)
        aise_written_marks(text + core.end, item->extra, &out->written);
    if (at + 1 < count && (items[at + 1].kind == AISE_ITEM_JOIN || items[at + 1].kind == AISE_ITEM_MARK))
        aise_bind_rest(v, letters, text, items, count, out);
    if (v->co_effects && out->end < count && items[out->end].kind >= AISE_ITEM_MARK)
        aise_bind_choices(text, items, count, out);
}

/* Does the ply take a man? */
static inline bool aise_bind_captures(const AisePosition *p, const AisePly *ply)
{
    return (ply->type == AISE_PLY_PLAIN && p->man[ply->agent_to] != AISE_EMPTY) || ply->type == AISE_PLY_EN_PASSANT;
}

/* The rare part of aise_bind_candidates: a suffix that is no promotion, several plies. */
void aise_bind_choose(const AiseVariant *v, AisePosition *p, AiseWritten *w, AisePlies *out);

/* Lawful plies answering to `w`, in order of origin square; those that contradict the capture sign are left out when
   others agree with it (NOTATION 1.2). In a variant that mutates, a suffix that is no promotion becomes w->mutation. */
static inline void aise_bind_candidates(const AiseVariant *v, AisePosition *p, AiseWritten *w, AisePlies *out)
{
    out->count = 0;
    if (!v->mutates)
        aise_rules_resolve(v, p, w, out);
    if (v->mutates || out->count > 1)
        aise_bind_choose(v, p, w, out);
}

/* The two halves of a token that lost its slash (`f5f4` for `f5/f4`): byte lengths of the first, 0 if it cannot be cut. */
size_t aise_bind_cut(const char *token, size_t length, AiseLetters letters, AiseWritten *first, AiseWritten *second);

#endif
