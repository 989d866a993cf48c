/* Notes that are nothing but a turn number and lawful plies become variations (convert --variations). */
#include "src/replay/replay.h"

#include <string.h>

typedef struct Attempt {
    AiseReplay *r;
    const AiseGame *game;
    size_t plies;      /* of the main line, played before the note */
    char *text;        /* the variation in movetext form; NULL: the note is no such thing */
    unsigned records;
} Attempt;

/* Only numbers, plies, separators and marks, a number first. */
static bool is_pure(const AiseRecord *record)
{
    for (size_t i = 0; i < record->count; i++) {
        unsigned kind = record->items[i].kind;
        if (kind != AISE_ITEM_NUMBER && kind != AISE_ITEM_PLY && kind != AISE_ITEM_JOIN && kind != AISE_ITEM_MARK)
            return false;
    }
    return record->count > 1 && record->items[0].kind == AISE_ITEM_NUMBER;
}

/* The main line's position before the turn that the number names, not later than the ply after the note. */
static bool find_turn(const Attempt *a, const AiseItem *number, AisePosition *p)
{
    const AiseVariant *v = a->game->variant;
    bool series = v->numbering == AISE_NUMBER_SERIES;
    *p = a->game->start;
    for (size_t i = 0;; i++) {
        const AiseState *s = &p->state;
        bool begins = s->left == aise_turn_plies(&v->traits, s->to_move, s->turn);
        if (begins && s->turn == number->value && (series || (number->extra >= 2) == (s->to_move == AISE_BLACK)))
            return true;
        if (i >= a->plies)
            return false;
        AiseUndo undo;
        aise_rules_play(v, p, &a->game->plies[i].ply, &undo);
    }
}

static void add_number(const AiseVariant *v, const AisePlyRecord *ply, bool opening, AiseBuffer *out)
{
    bool black = ply->side == AISE_BLACK && v->numbering != AISE_NUMBER_SERIES;
    if (!ply->first || (black && v->numbering == AISE_NUMBER_PAIRS && !opening))
        return;
    aise_buffer_number(out, ply->turn);
    aise_buffer_text(out, black ? "... " : ". ");
}

static void write_line(const Attempt *a, const AisePlay *play, AiseBuffer *out)
{
    out->length = 0;
    aise_buffer_byte(out, '(');
    for (size_t i = 0; i < play->reading[0].plies; i++) {
        const AisePlyRecord *ply = &play->ply[i];
        if (i > 0)
            aise_buffer_byte(out, ' ');
        add_number(a->game->variant, ply, i == 0, out);
        aise_buffer_add(out, ply->san, ply->san_length);
    }
    aise_buffer_byte(out, ')');
}

static void on_record(void *context, const AiseRecord *record)
{
    Attempt *a = context;
    AisePosition start;
    if (a->records++ > 0 || !is_pure(record) || !find_turn(a, &record->items[0], &start)) {
        a->text = NULL;
        return;
    }
    AisePlay *trial = a->r->trial;
    aise_play_record(trial, a->game->variant, a->game->letters, record, 0, &start);
    if (trial->broken || trial->readings != 1 || trial->reading[0].plies == 0 || trial->proses > 0 ||
        trial->nodes != trial->reading[0].plies || trial->slips > 0)
        return;
    write_line(a, trial, &a->r->scratch);
    a->text = aise_arena_copy(&a->r->arena, a->r->scratch.bytes, a->r->scratch.length);
}

/* Replaces the comment by the variation it is, where it is one, in parentheses or not. */
static const AiseNote *turn_note(AiseReplay *r, const AiseGame *game, size_t plies, const AiseNote *note)
{
    Attempt a = {r, game, plies, NULL, 0};
    size_t enclosed = note->text[0] == '(' && note->text[note->length - 1] == ')';
    AiseGrammar *grammar = aise_grammar_new(r->guard, on_record, &a);
    r->inner = grammar;
    aise_grammar_feed(grammar, note->text + enclosed, note->length - 2 * enclosed);
    aise_grammar_finish(grammar);
    r->inner = NULL;
    aise_grammar_free(grammar);
    if (a.text == NULL)
        return note;
    AiseNote *variation = aise_arena_alloc(&r->arena, sizeof *variation);
    *variation = (AiseNote){note->next, AISE_NOTE_VARIATION, a.text, strlen(a.text)};
    return variation;
}

void aise_variations_find(AiseReplay *r, AiseGame *game, AisePlyRecord *plies)
{
    for (size_t i = 0; i < game->ply_count; i++) {
        const AiseNote *note = plies[i].notes;
        if (note != NULL && note->kind == AISE_NOTE_COMMENT && ((note->text[0] >= '0' && note->text[0] <= '9') || note->text[0] == '('))
            plies[i].notes = turn_note(r, game, i + 1, note);
    }
}
