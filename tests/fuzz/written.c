/* Written plies on a position of a random game: a variant's letter (`a` the first), a letter for the number of plies
   played, as many bytes that choose them, then written plies, one a line, their parts joined by `/`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/bind/bind.h"
#include "tests/fuzz/fuzz.h"

enum { PARTS_MOST = 24 };

typedef struct Board {
    const AiseVariant *v;
    AiseGuard guard;
    AisePosition p;
    AisePlies plies, found;
    AiseBuffer text;
} Board;

static void must_tell(Board *b, const AiseWhy *why)
{
    AiseFinding finding = {.code = why->code, .argc = (uint8_t)why->argc, .has_hint = true};
    MUST(why->code > AISE_CODE_NONE && why->code < AISE_CODE_COUNT && why->argc <= AISE_ARGS_MAX);
    memcpy(finding.arg, why->arg, sizeof finding.arg);
    b->text.length = 0;
    aise_finding_message(&finding, AISE_ENGLISH, &b->text);
    aise_finding_message(&finding, AISE_ITALIAN, &b->text);
    aise_finding_hint(&finding, AISE_ENGLISH, &b->text);
    aise_finding_hint(&finding, AISE_ITALIAN, &b->text);
    fuzz_must_be_plain(b->text.bytes, b->text.length, false);
}

/* What answers is lawful, and where nothing does there is a reason. */
static void check_group(Board *b, AiseGroup *group)
{
    const AisePosition before = b->p;
    AiseWhy why = {.code = AISE_CODE_NONE};
    aise_bind_candidates(b->v, &b->p, &group->written, &b->found);
    for (size_t i = 0; i < b->found.count; i++) {
        size_t at = 0;
        while (at < b->plies.count && !aise_ply_same(&b->plies.ply[at], &b->found.ply[i]))
            at++;
        MUST(at < b->plies.count);
    }
    if (b->found.count == 0) {
        aise_rules_explain(b->v, &b->p, &group->written, &why);
        must_tell(b, &why);
    }
    b->p.state.check = before.state.check; /* a cache, which may have been filled */
    MUST(memcmp(&before, &b->p, sizeof before) == 0);
}

/* One line: parts joined by `/`, with the marks at their ends. */
static void check_line(Board *b, const char *text, size_t from, size_t to)
{
    AiseItem item[2 * PARTS_MOST];
    size_t count = 0;
    while (from < to && count + 2 <= 2 * PARTS_MOST) {
        const char *slash = memchr(text + from, '/', to - from);
        size_t end = slash == NULL ? to : (size_t)(slash - text), marks = end;
        while (marks > from && strchr("+#!?", text[marks - 1]) != NULL && text[marks - 1] != '\0')
            marks--;
        item[count++] = (AiseItem){.kind = AISE_ITEM_PLY, .extra = (uint16_t)(end - marks),
                                   .span = {(uint32_t)from, (uint32_t)end}};
        if (slash != NULL)
            item[count++] = (AiseItem){.kind = AISE_ITEM_JOIN, .span = {(uint32_t)end, (uint32_t)end + 1}};
        from = end + 1;
    }
    for (unsigned letters = AISE_LETTERS_ITALIAN; count > 0 && letters <= AISE_LETTERS_ENGLISH; letters++) {
        AiseGroup group;
        AiseWritten first, second;
        AiseSpan core = {item[0].span.begin, item[0].span.end - item[0].extra};
        aise_bind_group(b->v, (AiseLetters)letters, text, item, count, 0, &group);
        MUST(group.end > 0 && group.end <= count && group.span.end >= group.span.begin);
        if (group.readable)
            check_group(b, &group);
        aise_bind_cut(text + core.begin, core.end - core.begin, (AiseLetters)letters, &first, &second);
    }
}

static void play_some(Board *b, const uint8_t *choice, size_t count)
{
    for (size_t i = 0;; i++) {
        AiseUndo undo;
        b->plies.count = 0;
        aise_rules_generate(b->v, &b->p, &b->plies);
        if (i == count || b->plies.count == 0)
            return;
        aise_rules_play(b->v, &b->p, &b->plies.ply[choice[i] * b->plies.count / 256], &undo);
    }
}

void fuzz_written(const uint8_t *bytes, size_t length)
{
    size_t variants = 0, plies = length < 2 ? 0 : (bytes[1] - 'a') & 0x3fu;
    while (aise_variants[variants] != NULL)
        variants++;
    if (length < 2 + plies || length > 4096)
        return;
    Board b = {.v = aise_variants[(unsigned)(bytes[0] - 'a') % variants]};
    MUST(setjmp(b.guard.jump) == 0);
    aise_plies_init(&b.plies, &b.guard);
    aise_plies_init(&b.found, &b.guard);
    aise_buffer_init(&b.text, &b.guard);
    aise_rules_start(b.v, &b.p);
    play_some(&b, bytes + 2, plies);
    const char *text = (const char *)bytes;
    for (size_t at = 2 + plies; at < length;) {
        const char *line = memchr(text + at, '\n', length - at);
        size_t end = line == NULL ? length : (size_t)(line - text);
        check_line(&b, text, at, end);
        at = end + 1;
    }
    aise_plies_free(&b.plies);
    aise_plies_free(&b.found);
    aise_buffer_free(&b.text);
}
