/* What there is to say of the reading that was kept, and where it stands. */
#include "src/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

AiseFinding *aise_replay_finding(AiseReplay *r, AiseCode code, AiseSpan span)
{
    if (r->findings == r->finding_capacity)
        r->finding = aise_grow(r->guard, r->finding, r->findings, &r->finding_capacity, sizeof *r->finding);
    AiseFinding *f = &r->finding[r->findings++];
    memset(f, 0, sizeof *f);
    f->code = code;
    f->severity = (uint8_t)aise_code_severity(code);
    f->span = span;
    return f;
}

void aise_finding_text(AiseReplay *r, AiseFinding *f, const char *text, size_t length)
{
    AiseArg *arg = &f->arg[f->argc++];
    *arg = (AiseArg){.type = AISE_ARG_TEXT, .text = aise_arena_copy(&r->arena, text, length), .length = length};
}

void aise_finding_number(AiseFinding *f, uint32_t number)
{
    f->arg[f->argc++] = (AiseArg){.type = AISE_ARG_NUMBER, .value = number};
}

void aise_finding_side(AiseFinding *f, unsigned side)
{
    f->arg[f->argc++] = (AiseArg){.type = AISE_ARG_SIDE, .value = side};
}

void aise_finding_fix(AiseReplay *r, AiseFinding *f, AiseSpan span, const char *text)
{
    if (f->fix_count == AISE_FIXES_MAX)
        return;
    AiseFix *fix = &f->fix[f->fix_count++];
    fix->text = aise_arena_copy(&r->arena, text, strlen(text));
    fix->line = span.begin; /* offsets until the findings are placed */
    fix->column = span.end;
}

/* ---- places ---- */

/* Walks the record's text once, telling line and column of rising offsets. */
typedef struct Ruler {
    const char *text;
    uint32_t length;
    uint32_t at;
    uint32_t line_begin;
    uint64_t line;
    uint64_t before; /* characters of the line before `at` */
} Ruler;

static void ruler_move(Ruler *ruler, uint32_t to)
{
    if (to > ruler->length)
        to = ruler->length;
    for (; ruler->at < to; ruler->at++) {
        char c = ruler->text[ruler->at];
        bool pair = c == '\r' && ruler->at + 1 < ruler->length && ruler->text[ruler->at + 1] == '\n';
        ruler->before += ((unsigned char)c & 0xc0u) != 0x80;
        if (c == '\n' || (c == '\r' && !pair)) {
            ruler->line++;
            ruler->line_begin = ruler->at + 1;
            ruler->before = 0;
        }
    }
}

static uint64_t characters(const char *text, uint32_t begin, uint32_t end)
{
    uint64_t n = 0;
    for (; begin < end; begin++)
        n += ((unsigned char)text[begin] & 0xc0u) != 0x80;
    return n;
}

#define SOURCE_LINE_MAX 400 /* bytes of the line shown on each side of the place */

/* The line's text around the finding, and the place of the caret in it. */
static void take_source_line(AiseReplay *r, const Ruler *ruler, AiseFinding *f)
{
    uint32_t at = f->span.begin < ruler->length ? f->span.begin : ruler->length;
    uint32_t begin = ruler->line_begin, end = at;
    if (at - begin > SOURCE_LINE_MAX)
        begin = at - SOURCE_LINE_MAX;
    while (begin < at && ((unsigned char)ruler->text[begin] & 0xc0u) == 0x80)
        begin++;
    while (end < ruler->length && ruler->text[end] != '\n' && ruler->text[end] != '\r' && end - at < SOURCE_LINE_MAX)
        end++;
    while (end > at && end < ruler->length && ((unsigned char)ruler->text[end] & 0xc0u) == 0x80)
        end--;
    f->source_line = aise_arena_copy(&r->arena, ruler->text + begin, end - begin);
    f->caret = characters(ruler->text, begin, at) + 1;
}

static int by_place(const void *a, const void *b)
{
    const AiseFinding *x = a, *y = b;
    if (x->span.begin != y->span.begin)
        return x->span.begin < y->span.begin ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

/* Where decoded and original text differ, the original's place. */
void aise_original_place(const AiseReplay *r, const AiseRecord *record, uint32_t at, uint64_t *line, uint64_t *column)
{
    uint64_t offset = record->offset + at;
    size_t low = 0, high = r->places;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->place[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return;
    const AisePlace *place = &r->place[low - 1];
    uint32_t begin = place->offset < record->offset ? 0 : (uint32_t)(place->offset - record->offset);
    *line = place->line;
    *column = place->column;
    for (uint32_t i = begin; i < at; i++) { /* line ends inside a stretch stand in the original too (<pre>) */
        if (record->text[i] == '\n') {
            ++*line;
            *column = 1;
        } else {
            *column += ((unsigned char)record->text[i] & 0xc0u) != 0x80;
        }
    }
}

static void place_offset(AiseReplay *r, const AiseRecord *record, Ruler *ruler, uint32_t at, uint64_t *line,
                         uint64_t *column)
{
    if (at < ruler->at)
        *ruler = (Ruler){record->text, record->length, 0, 0, record->line, 0};
    ruler_move(ruler, at);
    *line = ruler->line;
    *column = ruler->before + 1;
    if (r->places > 0)
        aise_original_place(r, record, at, line, column);
}

void aise_findings_place(AiseReplay *r, const AiseRecord *record)
{
    if (r->findings == 0)
        return;
    qsort(r->finding, r->findings, sizeof *r->finding, by_place);
    Ruler ruler = {record->text, record->length, 0, 0, record->line, 0};
    for (size_t i = 0; i < r->findings; i++) {
        AiseFinding *f = &r->finding[i];
        place_offset(r, record, &ruler, f->span.begin, &f->line, &f->column);
        take_source_line(r, &ruler, f);
        f->length = characters(record->text, f->span.begin, f->span.end);
        Ruler other = ruler;
        place_offset(r, record, &other, f->span.end, &f->end_line, &f->end_column);
        for (unsigned k = 0; k < f->fix_count; k++) {
            AiseFix *fix = &f->fix[k];
            AiseSpan span = {(uint32_t)fix->line, (uint32_t)fix->column};
            other = ruler;
            place_offset(r, record, &other, span.begin, &fix->line, &fix->column);
            fix->length = characters(record->text, span.begin, span.end);
            place_offset(r, record, &other, span.end, &fix->end_line, &fix->end_column);
        }
    }
}

/* ---- findings of plies ---- */

typedef struct Teller {
    AiseReplay *r;
    const AiseRecord *record;
    AisePlay *play;
    AiseGame *game;
    const uint32_t *node;  /* of each ply of the game */
    uint64_t start_key;
    AisePosition position; /* before the ply told of */
    const char *letters;
    bool sought; /* figurines */
    AiseFigurines figurines;
    bool marks_checks;
    bool slashes; /* the text joins the plies of a turn by slashes */
    unsigned claimed;
} Teller;

static AiseSpan ply_span(const Teller *t, uint32_t node)
{
    return t->play->ply[node].text;
}

/* O/R: `/g8=C` for each restored pawn, which alone tells such plies apart (OR6). */
static size_t spell_choices(const Teller *t, const AisePly *ply, unsigned side, char out[AISE_SAN_MAX], size_t n)
{
    for (unsigned file = 0; file < 8 && n + 6 < AISE_SAN_MAX; file++) {
        if (!(ply->restored_files >> file & 1u))
            continue;
        out[n++] = '/';
        out[n++] = (char)('a' + file);
        out[n++] = side == AISE_WHITE ? '8' : '1';
        out[n++] = '=';
        out[n++] = t->letters[1 + (ply->restored >> (2 * file) & 3u)]; /* behind the king's: Q R B N */
    }
    return n;
}

enum { SPELT_MAX = AISE_SAN_MAX * AISE_FIGURINE_LENGTH };

/* Copies a ply, with figurines for letters where the text has them. */
static size_t spell_men(Teller *t, unsigned side, const char *ply, size_t length, char spelt[SPELT_MAX])
{
    size_t n = 0;
    if (!t->sought)
        t->figurines = aise_figurines_find(t->record);
    t->sought = true;
    bool some = t->figurines.white || t->figurines.black;
    for (size_t i = 0; i < length; i++) {
        unsigned kind = some ? aise_written_letter(ply + i, 1, t->game->letters) : AISE_NO_KIND;
        if (kind == AISE_NO_KIND) {
            spelt[n++] = ply[i];
        } else {
            aise_figurine_write(t->figurines, kind, side, spelt + n);
            n += AISE_FIGURINE_LENGTH;
        }
    }
    spelt[n] = '\0';
    return n;
}

/* The ply as one would type it in this text. */
static size_t spell(Teller *t, AisePosition *p, const AisePly *ply, char spelt[SPELT_MAX])
{
    char out[AISE_SAN_MAX];
    size_t n = aise_san_write(t->play->variant, p, ply, t->letters, out);
    for (size_t i = 0; i < n; i++) {
        if (t->game->letters == AISE_LETTERS_ITALIAN && out[i] == 'x')
            out[i] = ':';
        if (out[i] == '_' && !t->play->pgn_style)
            out[i] = '/';
    }
    n = spell_choices(t, ply, p->state.to_move, out, n);
    return spell_men(t, p->state.to_move, out, n, spelt);
}

static AiseFinding *ply_finding(Teller *t, uint32_t node, AiseCode code)
{
    AiseSpan span = ply_span(t, node);
    AiseFinding *f = aise_replay_finding(t->r, code, span);
    aise_finding_text(t->r, f, t->record->text + span.begin, span.end - span.begin);
    return f;
}

/* The finding with the ply's proper spelling as its fix and second argument. */
static AiseFinding *spelling_finding(Teller *t, uint32_t node, AiseCode code)
{
    char text[SPELT_MAX];
    size_t n = spell(t, &t->position, &t->play->ply[node].ply, text);
    AiseFinding *f = ply_finding(t, node, code);
    aise_finding_text(t->r, f, text, n);
    aise_finding_fix(t->r, f, ply_span(t, node), text);
    f->has_hint = true;
    return f;
}

/* `Cfg5, Ceg5`: the candidates of a choice, each with what tells it apart. */
static void candidates_text(Teller *t, const AiseLink *link, AiseBuffer *out)
{
    char text[SPELT_MAX];
    out->length = 0;
    for (uint32_t i = 0; i < link->siblings && i < 8; i++) {
        if (i > 0)
            aise_buffer_text(out, ", ");
        aise_buffer_add(out, text, spell(t, &t->position, &t->play->ply[link->sibling + i].ply, text));
    }
}

static void tell_choice(Teller *t, uint32_t node)
{
    AiseLink *link = &t->play->link[node];
    uint32_t decided = 0;
    bool open = false;
    for (uint32_t i = link->sibling; i < link->sibling + link->siblings && i < t->play->nodes; i++) {
        if (i == node)
            continue;
        open = open || t->play->link[i].died == 0;
        decided = t->play->link[i].died > decided ? t->play->link[i].died : decided;
    }
    AiseFinding *f = spelling_finding(t, node, open ? AISE_CODE_B202 : AISE_CODE_B201);
    if (open && t->play->broken) /* the game breaks before it can decide: one error is enough */
        f->severity = AISE_NOTE;
    for (uint32_t i = link->sibling; open && i < link->sibling + link->siblings && i < t->play->nodes; i++) {
        char other[SPELT_MAX];
        if (i == node)
            continue;
        spell(t, &t->position, &t->play->ply[i].ply, other);
        aise_finding_fix(t->r, f, ply_span(t, node), other);
    }
    AiseBuffer *b = &t->r->scratch;
    candidates_text(t, link, b);
    aise_finding_text(t->r, f, b->bytes, b->length);
    if (!open && decided > 0) {
        const AiseItem *item = &t->record->items[decided - 1];
        aise_finding_text(t->r, f, t->record->text + item->span.begin,
                          item->span.end - item->span.begin - (item->kind == AISE_ITEM_PLY ? item->extra : 0));
    } else {
        aise_finding_text(t->r, f, "", 0);
    }
}

static bool is_file(char sign)
{
    return sign >= 'a' && sign <= 'h';
}

/* Is a sign left over before the ply, as in the second half of `c64c:b5`, `c4xb3`, `f6ef:e5`, `Cc6-d6`? */
static bool has_stray(const char *text, size_t length)
{
    return (text[0] >= '1' && text[0] <= '8') || text[0] == 'x' || text[0] == ':' || text[0] == '-' ||
           (length > 2 && is_file(text[0]) && is_file(text[1]) && (text[2] == ':' || text[2] == 'x'));
}

/* What was typed of the second half, or where that is no ply by itself the proper spelling. */
static void add_second_half(Teller *t, uint32_t node, AiseBuffer *out)
{
    const AisePlyRecord *ply = &t->play->ply[node];
    const char *typed = t->record->text + ply->text.begin;
    size_t length = ply->text.end - ply->text.begin;
    char text[SPELT_MAX];
    if (has_stray(typed, length))
        aise_buffer_add(out, text, spell(t, &t->position, &ply->ply, text));
    else
        aise_buffer_add(out, typed, length);
}

/* A token cut in two: told at its second half, with the separator put back. */
static void tell_cut(Teller *t, uint32_t node, uint32_t before)
{
    if (!(t->play->link[node].flags & AISE_FLAG_SECOND_HALF))
        return;
    const AisePlyRecord *a = &t->play->ply[before], *b = &t->play->ply[node];
    const char *text = t->record->text;
    const AiseVariant *v = t->play->variant;
    AiseBuffer *out = &t->r->scratch;
    out->length = 0;
    aise_buffer_add(out, text + a->text.begin, a->text.end - a->text.begin);
    aise_buffer_text(out, b->first || v->slash != AISE_JOIN_PLY ? " " : "/");
    add_second_half(t, node, out);
    aise_buffer_byte(out, '\0');
    AiseSpan whole = {a->text.begin, b->text.end};
    AiseFinding *f = aise_replay_finding(t->r, AISE_CODE_B206, whole);
    aise_finding_text(t->r, f, text + whole.begin, whole.end - whole.begin);
    aise_finding_text(t->r, f, out->bytes, out->length - 1);
    if (whole.end < t->record->length && text[whole.end] == '.')
        return; /* `d5h3.Ag5`: what is to stand before the point is no ply */
    aise_finding_fix(t->r, f, whole, out->bytes);
    f->has_hint = true;
}

/* The separator before this ply that the variant wants, where it leaves a choice the text's own. */
static const char *proper_join(const Teller *t, const AisePlyRecord *ply)
{
    const AiseVariant *v = t->play->variant;
    unsigned wanted = ply->first ? AISE_JOIN_TURN : AISE_JOIN_PLY;
    if (t->slashes && v->slash == wanted)
        return "/";
    if (v->space == wanted || v->space == AISE_JOIN_ANY)
        return " ";
    if (v->slash == wanted)
        return "/";
    return v->comma == wanted ? ", " : " ";
}

/* Behind what a separator may stand. */
static bool is_ply_or_mark(const AiseItem *item)
{
    return item->kind == AISE_ITEM_PLY || item->kind == AISE_ITEM_BAD_PLY || item->kind == AISE_ITEM_MARK ||
           item->kind == AISE_ITEM_NAG;
}

/* What separates the ply from the ply or mark before it; false if something else stands there, a note for example. */
static bool separator_before(const Teller *t, uint32_t node, AiseSpan *between)
{
    const AiseItem *items = t->record->items;
    size_t item = t->play->link[node].item;
    between->end = ply_span(t, node).begin;
    while (item > 0 && (items[item - 1].kind == AISE_ITEM_JOIN || items[item - 1].kind == AISE_ITEM_SKIPPED))
        item--;
    between->begin = item > 0 ? items[item - 1].span.end : between->end;
    return item > 0 && is_ply_or_mark(&items[item - 1]) && between->begin <= between->end;
}

static void tell_join(Teller *t, uint32_t node, uint32_t before)
{
    AiseSpan here = ply_span(t, node), there = before == AISE_NO_NODE ? here : ply_span(t, before), between;
    bool mendable = separator_before(t, node, &between);
    bool lost = between.begin == between.end;
    const char *join = proper_join(t, &t->play->ply[node]);
    AiseSpan told = lost ? (AiseSpan){there.begin, here.end} : here;
    AiseFinding *f = aise_replay_finding(t->r, lost ? AISE_CODE_B206 : AISE_CODE_B207, told);
    aise_finding_text(t->r, f, t->record->text + told.begin, told.end - told.begin);
    const AisePlyRecord *last = before == AISE_NO_NODE ? NULL : &t->play->ply[before];
    AiseBuffer *out = &t->r->scratch;
    out->length = 0;
    if (last != NULL)
        aise_buffer_add(out, t->record->text + there.begin, there.end - there.begin);
    aise_buffer_text(out, join);
    aise_buffer_add(out, t->record->text + here.begin, here.end - here.begin);
    aise_finding_text(t->r, f, out->bytes, out->length);
    if (mendable)
        aise_finding_fix(t->r, f, between, join);
    f->has_hint = true;
}

static void tell_sign(Teller *t, uint32_t node)
{
    const AisePly *ply = &t->play->ply[node].ply;
    AiseGroup g;
    aise_bind_group(t->play->variant, t->play->letters, t->record->text, t->record->items, t->record->count,
                    t->play->link[node].item, &g);
    bool lacks = aise_bind_captures(&t->position, ply) && !(g.written.en_passant && ply->type != AISE_PLY_EN_PASSANT);
    spelling_finding(t, node, lacks ? AISE_CODE_B203 : AISE_CODE_B204);
}

/* The suffix `=P` a capture gives in a variant that mutates. */
static void tell_mutation(Teller *t, uint32_t node)
{
    AiseGroup g;
    aise_bind_group(t->play->variant, t->play->letters, t->record->text, t->record->items, t->record->count,
                    t->play->link[node].item, &g);
    spelling_finding(t, node, g.written.promo == AISE_NO_KIND ? AISE_CODE_B215 : AISE_CODE_B209);
}

static void tell_squares(Teller *t, uint32_t node, AiseCode code, uint64_t squares)
{
    for (; squares != 0; squares &= squares - 1) {
        unsigned square = aise_lowest(squares);
        AiseFinding *f = ply_finding(t, node, code);
        f->arg[f->argc++] = (AiseArg){.type = AISE_ARG_SQUARE, .square = (uint8_t)square, .value = square};
    }
}

/* O/R: the listing's effects and parentheses against those of the rules (RULES OR4). */
static void tell_effects(Teller *t, uint32_t node)
{
    const AisePlyRecord *ply = &t->play->ply[node];
    const AiseLink *link = &t->play->link[node];
    AiseGroup g;
    aise_bind_group(t->play->variant, t->play->letters, t->record->text, t->record->items, t->record->count, link->item,
                    &g);
    uint64_t written = 0, given = ply->overloaded | ply->restored;
    for (unsigned i = 0; i < g.written.affected_count; i++)
        written |= aise_bit(g.written.affected[i].square);
    if (!t->play->pgn_style)
        tell_squares(t, node, AISE_CODE_B210, given & ~written);
    tell_squares(t, node, AISE_CODE_B211, written & ~given);
    bool overloaded = (t->position.state.overloaded & aise_bit(ply->ply.agent_from)) != 0;
    if (g.written.overloaded && !overloaded)
        ply_finding(t, node, AISE_CODE_B212);
    else if (!g.written.overloaded && overloaded && !t->play->pgn_style)
        ply_finding(t, node, AISE_CODE_B213);
}

static void tell_check(Teller *t, uint32_t node, AisePosition *after)
{
    const AisePlyRecord *ply = &t->play->ply[node];
    const AiseLink *link = &t->play->link[node];
    AiseGroup g;
    aise_bind_group(t->play->variant, t->play->letters, t->record->text, t->record->items, t->record->count, link->item,
                    &g);
    char suffix = ply->san[ply->san_length - 1];
    if (g.written.checks & 4) {
        AiseFinding *f = ply_finding(t, node, AISE_CODE_H104);
        AisePlies *answers = &t->play->candidates;
        answers->count = 0;
        if (after->state.outcome == AISE_PLAYING)
            aise_rules_generate(t->play->variant, after, answers);
        char text[SPELT_MAX] = "";
        size_t n = answers->count > 0 ? spell(t, after, &answers->ply[0], text) : 0;
        aise_finding_text(t->r, f, text, n);
        f->has_hint = n > 0;
    } else if (g.written.checks & 1) {
        ply_finding(t, node, AISE_CODE_H105);
    } else if (suffix == '#') {
        if (t->play->end != AISE_END_MATE)
            ply_finding(t, node, AISE_CODE_H107);
    } else {
        AiseFinding *f = ply_finding(t, node, AISE_CODE_H106);
        if (!t->marks_checks)
            f->severity = AISE_NOTE;
    }
}

static void tell_promotion(Teller *t, uint32_t node)
{
    spelling_finding(t, node, AISE_CODE_B208);
}

/* Those that are told, not only counted. */
static inline unsigned told_flags(const AiseLink *link)
{
    unsigned counted = AISE_FLAG_PLUS | (link->flags & AISE_FLAG_UNTOLD ? AISE_FLAG_EFFECTS | AISE_FLAG_UNTOLD : 0);
    return link->flags & ~counted;
}

static void tell_ply(Teller *t, uint32_t node, uint32_t before, AisePosition *after)
{
    unsigned flags = told_flags(&t->play->link[node]);
    if (flags & AISE_FLAG_CUT)
        tell_cut(t, node, before);
    if (flags & AISE_FLAG_JOIN)
        tell_join(t, node, before);
    if (flags & AISE_FLAG_PROMOTION)
        tell_promotion(t, node);
    else if (flags & AISE_FLAG_CHOICE)
        tell_choice(t, node);
    if (flags & AISE_FLAG_SIGN)
        tell_sign(t, node);
    if (flags & AISE_FLAG_SUPERFLUOUS)
        spelling_finding(t, node, AISE_CODE_B205);
    if (flags & AISE_FLAG_MUTATION)
        tell_mutation(t, node);
    if (flags & AISE_FLAG_EFFECTS)
        tell_effects(t, node);
    if (flags & AISE_FLAG_CHECK)
        tell_check(t, node, after);
    if ((flags & AISE_FLAG_UNMARKED) && t->play->end != AISE_END_MATE)
        ply_finding(t, node, AISE_CODE_H111);
}

/* ---- claimable draws ---- */

#define REPETITION_WINDOW 400 /* plies looked back; longer without capture or pawn move nobody repeats by chance */
#define REPETITION_LEAST 8    /* plies before a position can stand for the third time */

/* The placement's key after so many plies; 0 within a turn. */
static uint64_t *key_after(Teller *t, size_t plies)
{
    return plies == 0 ? &t->start_key : &t->play->link[t->node[plies - 1]].key;
}

static bool stands_thrice(Teller *t, size_t first, size_t last)
{
    unsigned times = 1;
    uint64_t key = *key_after(t, last);
    if (last - first > REPETITION_WINDOW)
        first = last - REPETITION_WINDOW;
    for (size_t i = last; i-- > first && times < 3;)
        times += *key_after(t, i) == key;
    return times == 3;
}

/* The number of plies in [first, last] after which a position stands for the third time, 0 if none does. A bit for each
   key seen spares most searches. */
static size_t third_within(Teller *t, size_t first, size_t last)
{
    uint64_t seen[32] = {0};
    for (size_t i = first; i <= last; i++) {
        uint64_t key = *key_after(t, i), bit = (uint64_t)(key != 0) << (key & 63), *word = &seen[key >> 6 & 31];
        if ((*word & bit) && stands_thrice(t, first, i))
            return i;
        *word |= bit;
    }
    return 0;
}

static uint32_t clock_after(const Teller *t, size_t plies)
{
    return t->play->link[t->node[plies - 1]].clock;
}

/* The same of the whole game: of its stretches without capture or pawn move, most of which are too short. */
static size_t find_third(Teller *t)
{
    size_t plies = t->game->ply_count, third = 0;
    for (size_t last = REPETITION_LEAST; last <= plies && third == 0; last++) {
        uint32_t clock = clock_after(t, last);
        if (clock >= REPETITION_LEAST && (last == plies || clock_after(t, last + 1) == 0))
            third = third_within(t, clock < last ? last - clock : 0, last);
    }
    return third;
}

/* In the dynamos, where pawns are pushed and pulled back and a side can undo the other's ply. */
static size_t find_third_of_dynamo(Teller *t)
{
    return third_within(t, 0, t->game->ply_count);
}

/* Flags the first ply after which a position stands for the third time. The men's placement alone tells the few games
   that must be replayed for what else makes positions the same. */
static void find_repetition(Teller *t)
{
    AisePlay *play = t->play;
    const AiseState *s = &t->game->start.state;
    t->start_key = s->left == aise_turn_plies(&play->variant->traits, s->to_move, s->turn) ? s->key : 0;
    size_t (*find)(Teller *) = play->variant->dynamo ? find_third_of_dynamo : find_third;
    if (find(t) == 0)
        return;
    AisePosition p = t->game->start;
    for (size_t i = 0; i <= t->game->ply_count; i++) {
        uint64_t *key = key_after(t, i);
        if (i > 0)
            aise_rules_play(play->variant, &p, &play->ply[t->node[i - 1]].ply, NULL);
        if (*key != 0)
            *key = aise_rules_key(play->variant, &p);
    }
    size_t third = find(t);
    if (third != 0)
        play->link[t->node[third - 1]].flags |= AISE_FLAG_REPEATED;
}

/* A draw that may now be claimed by the side to move; each kind is told once. */
static void tell_claims(Teller *t, uint32_t node, const AisePosition *after)
{
    unsigned flags = t->play->link[node].flags;
    if (after->state.to_move == t->play->ply[node].side || !(flags & (AISE_FLAG_CLOCK | AISE_FLAG_REPEATED)))
        return;
    unsigned claims = aise_rules_claims(t->play->variant, after, flags & AISE_FLAG_REPEATED ? 3 : 0) & ~t->claimed;
    t->claimed |= claims;
    if (claims & AISE_CLAIM_REPETITION)
        aise_finding_side(ply_finding(t, node, AISE_CODE_H108), after->state.to_move);
    if (claims & AISE_CLAIM_CLOCK)
        aise_finding_side(ply_finding(t, node, t->play->variant->dynamo ? AISE_CODE_H112 : AISE_CODE_H109),
                          after->state.to_move);
}

/* ---- the break ---- */

/* Another turn is due, or the rest of one that is under way. */
static AiseFinding *number_finding(Teller *t, const AiseState *s, AiseSpan span)
{
    unsigned plies = aise_turn_plies(&t->play->variant->traits, s->to_move, s->turn);
    bool within = s->left < plies;
    AiseFinding *f = aise_replay_finding(t->r, within ? AISE_CODE_S307 : AISE_CODE_S301, span);
    aise_finding_number(f, s->turn);
    aise_finding_side(f, s->to_move);
    aise_finding_text(t->r, f, t->record->text + span.begin, span.end - span.begin);
    if (within)
        aise_finding_number(f, s->left);
    return f;
}

void aise_finding_proposals(AiseReplay *r, AiseFinding *f)
{
    for (unsigned i = 0; i < r->proposals; i++)
        aise_finding_fix(r, f, r->proposal[i].span, r->proposal[i].text);
    f->has_hint = r->proposals > 0;
}

static void tell_break(Teller *t)
{
    AisePlay *play = t->play;
    AiseReplay *r = t->r;
    AiseSpan span = play->break_span;
    const char *text = t->record->text + span.begin;
    size_t length = span.end - span.begin;
    AisePosition *p = &play->break_position;
    AiseFinding *f;
    AiseWhy why = {.code = AISE_CODE_NONE};
    switch (aise_turn_is_short(play) ? AISE_BREAK_NUMBER : play->broken) {
    case AISE_BREAK_UNREADABLE:
        f = aise_replay_finding(r, AISE_CODE_B301, span);
        aise_finding_text(r, f, text, length);
        break;
    case AISE_BREAK_NUMBER:
        if (play->misplaced_item < t->record->count) {
            f = aise_replay_finding(r, AISE_CODE_S309, span);
            aise_finding_text(r, f, text, length);
            break;
        }
        f = number_finding(t, &p->state, span);
        break;
    case AISE_BREAK_EXTRA:
        f = aise_replay_finding(r, AISE_CODE_S303, span);
        aise_finding_text(r, f, text, length);
        aise_finding_side(f, play->ply[play->broken_leaf].side);
        aise_finding_number(f, aise_turn_plies(&play->variant->traits, play->ply[play->broken_leaf].side,
                                               play->ply[play->broken_leaf].turn));
        break;
    default:
        aise_rules_explain(play->variant, p, &play->break_group.written, &why);
        f = aise_replay_finding(r, why.code == AISE_CODE_NONE ? AISE_CODE_B301 : why.code, span);
        if (why.code == AISE_CODE_NONE)
            aise_finding_text(r, f, text, length);
        for (unsigned i = 0; i < why.argc; i++)
            f->arg[f->argc++] = why.arg[i];
        break;
    }
    aise_finding_proposals(r, f);
    f->has_hint = f->has_hint || f->code == AISE_CODE_S309;
}

/* Prose that would be moves but for one slip. */
static void tell_prose(Teller *t)
{
    AiseReplay *r = t->r;
    AiseSpan span = r->proposal[0].span;
    AiseFinding *f = aise_replay_finding(r, AISE_CODE_B214, span);
    aise_finding_text(r, f, t->record->text + span.begin, span.end - span.begin);
    aise_finding_text(r, f, r->proposal[0].text, strlen(r->proposal[0].text));
    aise_finding_proposals(r, f);
}

/* Does the game break before any ply of the turn numbered so? Then nobody knows which turn it is. */
static bool breaks_at_number(const AisePlay *play, uint32_t item)
{
    return play->broken && (play->broken_leaf == AISE_NO_NODE || play->link[play->broken_leaf].item < item);
}

static void tell_numbers(Teller *t)
{
    for (size_t i = 0; i < t->play->slips; i++) {
        const AiseNumberSlip *slip = &t->play->slip[i];
        const AiseItem *item = &t->record->items[slip->item];
        bool repeated = item->value == slip->due; /* what lacks is the dots of Black's half */
        AiseFinding *f = aise_replay_finding(t->r, repeated ? AISE_CODE_S203 : AISE_CODE_S201, item->span);
        aise_finding_number(f, item->value);
        aise_finding_number(f, slip->due);
        aise_finding_side(f, slip->black);
        if (breaks_at_number(t->play, slip->item) || aise_numbers_run_on(t->record, slip->item, slip->due))
            continue;
        AiseSpan digits = {item->span.begin, item->span.begin};
        while (digits.end < item->span.end && aise_numeral(t->record->text[digits.end]))
            digits.end++;
        char text[16];
        snprintf(text, sizeof text, repeated ? "%u..." : "%u", slip->due);
        aise_finding_fix(t->r, f, repeated ? item->span : digits, text);
        f->has_hint = true;
    }
}

/* Are most plies of a turn joined to the one before by a slash? */
static bool joins_by_slashes(const Teller *t)
{
    size_t slashes = 0, others = 0;
    for (size_t i = 0; i < t->game->ply_count; i++) {
        uint32_t item = t->play->link[t->node[i]].item;
        if (t->play->ply[t->node[i]].first || item == 0)
            continue;
        const AiseItem *before = &t->record->items[item - 1];
        if (before->kind == AISE_ITEM_JOIN && before->value == AISE_SIGN_SLASH)
            slashes++;
        else
            others++;
    }
    return slashes > others;
}

/* Does the text mark any check as it should? */
static bool marks_checks(const Teller *t)
{
    for (size_t i = 0; i < t->game->ply_count; i++) {
        const AisePlyRecord *ply = &t->play->ply[t->node[i]];
        char last = ply->san[ply->san_length - 1];
        if ((last == '+' || last == '#') && !(t->play->link[t->node[i]].flags & AISE_FLAG_CHECK))
            return true;
    }
    return false;
}

static void tell_unclosed(Teller *t, size_t end)
{
    if (t->play->bare && end > t->play->first)
        end = t->play->first;
    for (size_t i = 0; i < end; i++) {
        const AiseItem *item = &t->record->items[i];
        if (item->extra == 2 && (item->kind == AISE_ITEM_COMMENT || item->kind == AISE_ITEM_VARIATION))
            aise_replay_finding(t->r, item->kind == AISE_ITEM_COMMENT ? AISE_CODE_S102 : AISE_CODE_S103,
                                (AiseSpan){item->span.begin, item->span.begin + 1})
                ->has_hint = true;
    }
}

/* Lines of nothing but moves that were called prose, unless a slip mended makes moves of them. */
static void tell_unplayed(Teller *t, size_t end)
{
    const AisePlay *play = t->play;
    bool mended = !play->broken && t->r->proposals > 0;
    if (play->held_item != 0 && !play->broken && !mended)
        aise_replay_finding(t->r, AISE_CODE_S306, t->record->items[play->held_item].span)->has_hint = true;
    for (size_t i = 0; i < play->proses && play->prose[i].first < end; i++) {
        const AiseLineRange *prose = &play->prose[i];
        size_t last = prose->end - 1;
        while (last > prose->first && t->record->items[last].kind == AISE_ITEM_BLANK)
            last--;
        AiseSpan span = {t->record->items[prose->first].span.begin, t->record->items[last].span.end};
        if (prose->moves == AISE_MOVES_NONE || prose->first == play->misplaced_item ||
            (mended && t->r->proposal[0].span.begin >= span.begin && t->r->proposal[0].span.begin <= span.end))
            continue;
        AiseFinding *f = aise_replay_finding(t->r, AISE_CODE_S306, span);
        if (prose->moves == AISE_MOVES_APART)
            f->severity = AISE_NOTE;
        f->has_hint = true;
    }
}

/* An end that was none; moves in the prose behind a turn. */
static void tell_doubts(Teller *t)
{
    const AiseItem *items = t->record->items;
    if (t->play->resumed_item != 0) {
        AiseSpan span = items[t->play->resumed_item].span;
        AiseFinding *f = aise_replay_finding(t->r, AISE_CODE_H115, span);
        aise_finding_text(t->r, f, t->record->text + span.begin, span.end - span.begin);
    }
    bool explained = !t->play->broken && t->r->proposals > 0; /* told as prose with a slip */
    if (t->play->doubted_item != 0 && !explained)
        aise_replay_finding(t->r, AISE_CODE_S302, items[t->play->doubted_item].span);
}

void aise_findings_of_play(AiseReplay *r, const AiseRecord *record, AisePlay *play, const uint32_t *node, size_t end,
                           AiseGame *game)
{
    Teller t = {.r = r, .record = record, .play = play, .game = game, .node = node};
    t.letters = game->letters == AISE_LETTERS_ITALIAN ? "RDTAC" : "KQRBN";
    unsigned flags = 0;
    find_repetition(&t);
    for (size_t i = 0; i < game->ply_count; i++)
        flags |= told_flags(&play->link[node[i]]);
    if (flags & AISE_FLAG_CHECK)
        t.marks_checks = marks_checks(&t);
    if (flags & AISE_FLAG_JOIN)
        t.slashes = joins_by_slashes(&t);
    tell_numbers(&t);
    tell_unclosed(&t, end);
    if (flags != 0) {
        t.position = game->start;
        for (size_t i = 0; i < game->ply_count; i++) {
            AisePosition after = t.position;
            aise_rules_play(play->variant, &after, &play->ply[node[i]].ply, NULL);
            if (told_flags(&play->link[node[i]]) != 0)
                tell_ply(&t, node[i], i > 0 ? node[i - 1] : AISE_NO_NODE, &after);
            tell_claims(&t, node[i], &after);
            t.position = after;
        }
    }
    tell_unplayed(&t, end);
    tell_doubts(&t);
    if (play->broken)
        tell_break(&t);
    else if (r->proposals > 0 && game->status != AISE_GAME_EMPTY)
        tell_prose(&t);
}
