/* Positions and rules for the public header: perft, lawful plies, the table of variants. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/variant.h"
#include "src/aise.h"
#include "src/pgn/movetext.h"

typedef struct Line {
    char san[AISE_SAN_MAX + AISE_EFFECT_TEXT_MAX + 16];
    AisePly ply;
} Line;

/* Everything a call needs that a raise must free. */
typedef struct Work {
    AiseGuard guard;
    AisePosition position;
    AisePlies plies;
    Line *line;
} Work;

static const AiseVariant *set_up(Work *work, const char *variant, const char *fen, const char *state, char *message,
                                 size_t size)
{
    const AiseVariant *v = aise_variant_find(variant, strlen(variant));
    if (v == NULL) {
        snprintf(message, size, "unknown variant “%s”; see “aise variants”", variant);
        return NULL;
    }
    if (fen == NULL && state == NULL) {
        aise_rules_start(v, &work->position);
        return v;
    }
    return aise_rules_setup(v, fen ? fen : v->start, state, &work->position, message, size) ? v : NULL;
}

AiseStatus aise_perft(const char *variant, const char *fen, const char *state, unsigned depth,
                      unsigned long long *count, char *message, size_t size)
{
    Work work;
    const AiseVariant *v = set_up(&work, variant, fen, state, message, size);
    if (v == NULL)
        return AISE_STATUS_USE;
    if (setjmp(work.guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    *count = aise_rules_perft(v, &work.position, depth, &work.guard);
    return AISE_STATUS_OK;
}

static int by_san(const void *a, const void *b)
{
    return strcmp(((const Line *)a)->san, ((const Line *)b)->san);
}

/* Plies that differ only by what restored pawns become (OR6) are told apart as in the PGN: ` {[%aise re=b8Q]}`. */
static void add_choice(Line *line, unsigned side, uint64_t before, const AisePosition *after)
{
    if (line->ply.restored_files == 0)
        return;
    char text[AISE_EFFECT_TEXT_MAX];
    uint64_t restored = before & ~after->state.overloaded & after->side[side] & ~aise_bit(line->ply.agent_to);
    AisePlyRecord record = {.ply = line->ply, .side = (uint8_t)side, .restored = restored};
    int length = (int)aise_restores_text(&record, text);
    size_t end = strlen(line->san);
    snprintf(line->san + end, sizeof line->san - end, " {[%%aise %.*s]}", length, text);
}

static void list_plies(Work *work, const AiseVariant *v)
{
    aise_rules_generate(v, &work->position, &work->plies);
    size_t n = work->plies.count;
    unsigned side = work->position.state.to_move;
    uint64_t before = work->position.state.overloaded;
    work->line = aise_guard_realloc(&work->guard, NULL, (n + 1) * sizeof *work->line);
    for (size_t i = 0; i < n; i++) {
        Line *line = &work->line[i];
        AiseUndo undo;
        line->ply = work->plies.ply[i];
        size_t length = aise_san_write(v, &work->position, &line->ply, "KQRBN", line->san);
        aise_rules_play(v, &work->position, &line->ply, &undo);
        const char *suffix = aise_san_suffix(v, &work->position);
        memcpy(line->san + length, suffix, strlen(suffix) + 1);
        add_choice(line, side, before, &work->position);
        aise_undo(&work->position, &undo);
    }
    qsort(work->line, n, sizeof *work->line, by_san);
}

AiseStatus aise_moves(const char *variant, const char *fen, const char *state, unsigned depth,
                      bool (*ply)(void *context, const char *san, unsigned long long count), void *context,
                      char *message, size_t size)
{
    Work *work = calloc(1, sizeof *work);
    if (work == NULL)
        return AISE_STATUS_MEMORY;
    const AiseVariant *v = set_up(work, variant, fen, state, message, size);
    AiseStatus status = v ? AISE_STATUS_OK : AISE_STATUS_USE;
    aise_plies_init(&work->plies, &work->guard);
    if (setjmp(work->guard.jump) != 0) {
        status = AISE_STATUS_MEMORY;
    } else if (v != NULL) {
        list_plies(work, v);
        for (size_t i = 0; i < work->plies.count && status == AISE_STATUS_OK; i++) {
            AiseUndo undo;
            unsigned long long count = 0;
            aise_rules_play(v, &work->position, &work->line[i].ply, &undo);
            if (depth > 0)
                count = aise_rules_perft(v, &work->position, depth - 1, &work->guard);
            aise_undo(&work->position, &undo);
            if (!ply(context, work->line[i].san, count))
                status = AISE_STATUS_STOPPED;
        }
    }
    aise_plies_free(&work->plies);
    free(work->line);
    free(work);
    return status;
}

bool aise_variant_known(const char *name)
{
    return aise_variant_find(name, strlen(name)) != NULL;
}

static AiseStatus put(AiseOutput *out, const char *text)
{
    return aise_output_text(out, text, strlen(text));
}

static AiseStatus one_variant(AiseOutput *out, const AiseVariant *v, bool italian)
{
    char head[200];
    snprintf(head, sizeof head, "%s (%s)\n%s\n\n", v->id, v->pgn, italian ? v->summary_italian : v->summary_english);
    AiseStatus status = put(out, head);
    if (v->base != NULL && status == AISE_STATUS_OK) {
        snprintf(head, sizeof head, italian ? "Come %s, salvo:\n" : "As %s, except:\n", v->base->id);
        status = put(out, head);
    }
    for (const AiseRuleText *rule = v->rules; rule != NULL && rule->id != NULL && status == AISE_STATUS_OK; rule++) {
        status = put(out, rule->id);
        if (status == AISE_STATUS_OK)
            status = put(out, "  ");
        if (status == AISE_STATUS_OK)
            status = put(out, italian ? rule->italian : rule->english);
        if (status == AISE_STATUS_OK)
            status = put(out, "\n");
    }
    return status;
}

static AiseStatus table_row(AiseOutput *out, const AiseVariant *v, bool italian)
{
    char row[400];
    snprintf(row, sizeof row, "%-22s%-24s%s\n", v->id, v->pgn, italian ? v->summary_italian : v->summary_english);
    AiseStatus status = put(out, row);
    if (v->aliases == NULL || v->aliases[0] == NULL || status != AISE_STATUS_OK)
        return status;
    status = put(out, italian ? "                      anche: " : "                      also: ");
    for (size_t i = 0; v->aliases[i] != NULL && status == AISE_STATUS_OK; i++) {
        if (i > 0)
            status = put(out, ", ");
        if (status == AISE_STATUS_OK)
            status = put(out, v->aliases[i]);
    }
    return status == AISE_STATUS_OK ? put(out, "\n") : status;
}

AiseStatus aise_output_variants(AiseOutput *output, const char *id, bool italian)
{
    if (id != NULL) {
        const AiseVariant *v = aise_variant_find(id, strlen(id));
        return v ? one_variant(output, v, italian) : AISE_STATUS_USE;
    }
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        AiseStatus status = table_row(output, aise_variants[i], italian);
        if (status != AISE_STATUS_OK)
            return status;
    }
    return AISE_STATUS_OK;
}
