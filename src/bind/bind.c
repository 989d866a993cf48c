#include "src/bind/bind.h"

#include <string.h>

static AiseSpan core_span(const AiseItem *item)
{
    return (AiseSpan){item->span.begin, item->span.end - item->extra};
}

static void note_marks(const char *text, const AiseItem *item, AiseWritten *w)
{
    if (item->extra > 0)
        aise_written_marks(text + item->span.end - item->extra, item->extra, w);
}

static bool is_slash(const AiseItem *item)
{
    return item->kind == AISE_ITEM_JOIN && item->value == AISE_SIGN_SLASH;
}

static bool is_piece(const AiseItem *item)
{
    return item->kind == AISE_ITEM_PLY || item->kind == AISE_ITEM_BAD_PLY;
}

/* `e8/D`: may the man's letter behind the slash be a promotion, or a mutation? */
static bool may_become(const AiseVariant *v, const AiseWritten *w)
{
    bool pawn = w->kind == AISE_PAWN || w->kind == AISE_ANY;
    return v->mutates || (pawn && (w->to >= 64 || aise_rank(w->to) == 0 || aise_rank(w->to) == 7));
}

/* Takes the piece behind a slash into the group; false if the slash joins something else. */
static bool take_piece(const AiseVariant *v, AiseLetters letters, const char *text, const AiseItem *item,
                       AiseGroup *g)
{
    AiseSpan core = core_span(item);
    const char *token = text + core.begin;
    size_t length = core.end - core.begin;
    AiseWritten *w = &g->written;
    unsigned promo = aise_written_letter(token, length, letters);
    bool read;
    if (promo != AISE_NO_KIND && w->promo == AISE_NO_KIND && !w->patient && w->affected_count == 0 && may_become(v, w)) {
        w->promo = (uint8_t)promo;
        read = true;
    } else if (v->slash == AISE_JOIN_PATIENT && !w->patient) {
        read = aise_written_patient(token, length, letters, w);
    } else if (v->slash == AISE_JOIN_AFFECTED) {
        read = aise_written_affected(token, length, letters, w);
    } else {
        return false;
    }
    if (!read && g->readable) {
        g->readable = false;
        g->bad = core;
    }
    note_marks(text, item, w);
    g->span.end = core.end;
    return true;
}

void aise_bind_rest(const AiseVariant *v, AiseLetters letters, const char *text, const AiseItem *items, size_t count,
                    AiseGroup *g)
{
    size_t next = g->end;
    while (next + 1 < count && is_slash(&items[next]) && is_piece(&items[next + 1]) &&
           take_piece(v, letters, text, &items[next + 1], g))
        next += 2;
    while (next < count && items[next].kind == AISE_ITEM_MARK && items[next].value == 0) {
        aise_written_marks(text + items[next].span.begin, items[next].span.end - items[next].span.begin, &g->written);
        next++;
    }
    g->end = (uint32_t)next;
}

/* `e8Q` of a list that starts at `at`; the affected men it names go into `w`. */
static void take_choices(const char *at, const char *end, AiseWritten *w)
{
    for (; end - at >= 3 && *at != ']' && *at != ';'; at++) {
        unsigned kind = aise_written_letter(at + 2, 1, AISE_LETTERS_ENGLISH);
        if (at[0] < 'a' || at[0] > 'h' || at[1] < '1' || at[1] > '8' || kind == AISE_NO_KIND ||
            w->affected_count == AISE_AFFECTED_MAX)
            continue;
        unsigned square = aise_square((unsigned)(at[0] - 'a'), (unsigned)(at[1] - '1'));
        w->affected[w->affected_count++] = (AiseAffected){AISE_ANY, (uint8_t)square, (uint8_t)kind};
    }
}

void aise_bind_choices(const char *text, const AiseItem *items, size_t count, AiseGroup *g)
{
    static const char mark[] = "[%aise re=";
    size_t next = g->end;
    while (next < count && (items[next].kind == AISE_ITEM_NAG || items[next].kind == AISE_ITEM_MARK))
        next++;
    if (next == count || items[next].kind != AISE_ITEM_COMMENT)
        return;
    const char *at = text + items[next].span.begin, *end = text + items[next].span.end;
    const char *found = memmem(at, (size_t)(end - at), mark, sizeof mark - 1);
    if (found != NULL)
        take_choices(found + sizeof mark - 1, end, &g->written);
}

/* Keeps the plies that agree with the capture sign, if any does. */
static void prefer_sign(const AisePosition *p, const AiseWritten *w, AisePlies *plies)
{
    size_t agreeing = 0;
    for (size_t i = 0; i < plies->count; i++)
        agreeing += aise_bind_captures(p, &plies->ply[i]) == (w->capture != 0);
    if (agreeing == 0 || agreeing == plies->count)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < plies->count; i++)
        if (aise_bind_captures(p, &plies->ply[i]) == (w->capture != 0))
            plies->ply[kept++] = plies->ply[i];
    plies->count = kept;
}

/* In a variant that mutates. */
static void resolve_mutation(const AiseVariant *v, AisePosition *p, AiseWritten *w, AisePlies *out)
{
    if (w->promo != AISE_NO_KIND && w->kind != AISE_PAWN) {
        w->mutation = w->promo;
        w->promo = AISE_NO_KIND;
    }
    aise_rules_resolve(v, p, w, out);
    if (out->count == 0 && w->promo != AISE_NO_KIND) {
        w->mutation = w->promo;
        w->promo = AISE_NO_KIND;
        aise_rules_resolve(v, p, w, out);
        if (out->count == 0) { /* it was a promotion after all */
            w->promo = w->mutation;
            w->mutation = AISE_NO_KIND;
        }
    }
}

void aise_bind_choose(const AiseVariant *v, AisePosition *p, AiseWritten *w, AisePlies *out)
{
    if (v->mutates)
        resolve_mutation(v, p, w, out);
    if (out->count > 1)
        prefer_sign(p, w, out);
}

size_t aise_bind_cut(const char *token, size_t length, AiseLetters letters, AiseWritten *first, AiseWritten *second)
{
    for (size_t cut = 2; cut + 2 <= length; cut++)
        if (aise_written_ply(token, cut, letters, first) && first->to != AISE_NONE &&
            aise_written_ply(token + cut, length - cut, letters, second) && second->to != AISE_NONE)
            return cut;
    return 0;
}
