/* From raw record to game: which variant, which letters; what stands outside games. */
#include "src/replay/replay.h"

#include <stdlib.h>
#include <string.h>

void aise_replay_init(AiseReplay *r, AiseGuard *guard, const AiseReplaySink *sink)
{
    memset(r, 0, sizeof *r);
    r->guard = guard;
    r->sink = *sink;
    aise_arena_init(&r->arena, guard);
    r->play = &r->plays[0];
    r->trial = &r->plays[1];
    aise_play_init(r->play, guard);
    aise_play_init(r->trial, guard);
    aise_buffer_init(&r->comment, guard);
    aise_buffer_init(&r->scratch, guard);
    aise_buffer_init(&r->annotator, guard);
}

void aise_replay_free(AiseReplay *r)
{
    aise_arena_free(&r->arena);
    aise_play_free(r->play);
    aise_play_free(r->trial);
    aise_buffer_free(&r->comment);
    aise_buffer_free(&r->scratch);
    aise_buffer_free(&r->annotator);
    aise_repair_free(r);
    aise_grammar_free(r->inner);
    free(r->place);
    free(r->finding);
}

void aise_replay_begin(AiseReplay *r, const char *source)
{
    r->source = source;
    r->game_number = 0;
    r->title = NULL;
    r->annotator.length = 0;
    r->places = 0;
    r->stretch_lines = 0;
}

void aise_replay_place(AiseReplay *r, uint64_t offset, uint64_t line, uint64_t column)
{
    if (r->places == r->place_capacity)
        r->place = aise_grow(r->guard, r->place, r->places, &r->place_capacity, sizeof *r->place);
    r->place[r->places++] = (AisePlace){offset, line, column};
}

/* ---- outside games ---- */

static void tell_stretch(AiseReplay *r)
{
    if (r->stretch_lines == 0)
        return;
    AiseFinding f;
    memset(&f, 0, sizeof f);
    f.code = r->stretch_first == r->stretch_last ? AISE_CODE_S104 : AISE_CODE_S101;
    f.severity = (uint8_t)aise_code_severity(f.code);
    f.line = r->stretch_first;
    f.column = 1;
    aise_finding_number(&f, (uint32_t)r->stretch_first);
    aise_finding_number(&f, (uint32_t)r->stretch_last);
    r->stretch_lines = 0;
    if (r->sink.outside != NULL)
        r->sink.outside(r->sink.context, &f);
}

static void add_stretch(AiseReplay *r, uint64_t line)
{
    if (r->stretch_lines == 0)
        r->stretch_first = line;
    r->stretch_last = line;
    r->stretch_lines++;
}

void aise_replay_end(AiseReplay *r)
{
    tell_stretch(r);
}

static bool line_break(const char *text, uint32_t length, uint32_t at)
{
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'));
}

/* A credit that stands alone holds for the games up to the next credit or title. */
static void keep_credit(AiseReplay *r, const AiseRecord *record, AiseSpan span)
{
    AiseSpan name = aise_credit_name(record->text, span);
    r->annotator.length = 0;
    aise_buffer_add(&r->annotator, record->text + name.begin, name.end - name.begin);
}

void aise_outside(AiseReplay *r, const AiseRecord *record, size_t first)
{
    uint64_t line = record->line;
    uint32_t at = 0;
    for (size_t i = first; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_BLANK)
            continue;
        for (; at < item->span.begin; at++)
            line += line_break(record->text, record->length, at);
        const AiseVariant *title = NULL;
        if (item->kind == AISE_ITEM_TEXT && (item->flags & AISE_ITEM_LINE_START))
            title = aise_title_find(record->text, item->span);
        if (title != NULL) {
            tell_stretch(r);
            r->title = title;
            r->annotator.length = 0;
        } else if (item->kind == AISE_ITEM_CREDIT) {
            keep_credit(r, record, item->span);
        } else {
            uint64_t place = line, column = 1;
            aise_original_place(r, record, item->span.begin, &place, &column);
            add_stretch(r, place);
        }
    }
}

/* ---- letters ---- */

/* The first letter that only one language has decides; none: the tags', else Italian. */
static AiseLetters guess_letters(const AiseRecord *record, const AiseHeading *heading)
{
    for (size_t i = heading->first; i < record->count; i++) {
        if (record->items[i].kind != AISE_ITEM_PLY)
            continue;
        char c = record->text[record->items[i].span.begin];
        if (c == '(')
            c = record->text[record->items[i].span.begin + 1];
        if (c == 'D' || c == 'T' || c == 'A' || c == 'C')
            return AISE_LETTERS_ITALIAN;
        if (c == 'K' || c == 'Q' || c == 'N' || c == 'B')
            return AISE_LETTERS_ENGLISH;
    }
    return heading->english_tags ? AISE_LETTERS_ENGLISH : AISE_LETTERS_ITALIAN;
}

/* ---- trials ---- */

/* Sets the start position for a variant; false with a finding when the tags' position is refused. */
static bool set_start(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, const AiseVariant *v)
{
    r->set_up = false;
    if (r->usual_of != v)
        aise_rules_start(v, &r->usual);
    r->usual_of = v;
    r->start = r->usual;
    if (heading->fen == NULL)
        return true;
    char error[200];
    if (!aise_rules_setup(v, heading->fen, heading->state, &r->start, error, sizeof error)) {
        AiseSpan span = {0, 0};
        for (size_t i = 0; i < record->count; i++)
            if (record->items[i].kind == AISE_ITEM_TAG)
                span = record->items[i].span;
        AiseFinding *f = aise_replay_finding(r, AISE_CODE_H203, span);
        aise_finding_text(r, f, error, strlen(error));
        r->start = r->usual;
        return false;
    }
    r->set_up = memcmp(&r->usual, &r->start, sizeof r->start) != 0;
    return true;
}

/* How far a play came: whole games first, then plies, then fewer things to complain of. */
static uint64_t merit(const AisePlay *play)
{
    uint64_t plies = play->reading[0].plies, slips = play->slips;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    for (; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent)
        slips += (play->link[leaf].flags & (AISE_FLAG_JOIN | AISE_FLAG_CUT | AISE_FLAG_CHECK | AISE_FLAG_SIGN |
                                            AISE_FLAG_EFFECTS | AISE_FLAG_MUTATION | AISE_FLAG_CHOICE)) != 0;
    if (slips > 0xffff)
        slips = 0xffff;
    return (plies << 17) + ((uint64_t)(play->broken == AISE_BREAK_NONE) << 16) + (0xffff - slips);
}

static void swap_plays(AiseReplay *r)
{
    AisePlay *play = r->play;
    r->play = r->trial;
    r->trial = play;
}

static AiseLetters other_letters(AiseLetters letters)
{
    return letters == AISE_LETTERS_ITALIAN ? AISE_LETTERS_ENGLISH : AISE_LETTERS_ITALIAN;
}

/* With the other language's letters too when these break; the better is kept. `played`: inferring has left these in
   r->play. */
static void play_variant(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, bool played)
{
    const AiseVariant *v = heading->variant;
    AiseLetters letters = guess_letters(record, heading);
    if (!played)
        aise_play_record(r->play, v, letters, record, heading->first, &r->start);
    if (r->play->broken == AISE_BREAK_NONE)
        return;
    aise_play_record(r->trial, v, other_letters(letters), record, heading->first, &r->start);
    if (merit(r->trial) > merit(r->play))
        swap_plays(r);
}

/* Nothing names the variant: the one under which most replays (NOTATION 3.4). PGN without a tag is orthodox if it can.
   False: its play is not in r->play, because no variant knows the start position. */
static bool infer(AiseReplay *r, const AiseRecord *record, AiseHeading *heading)
{
    AiseLetters letters = guess_letters(record, heading);
    const AiseVariant *best = NULL;
    uint64_t best_merit = 0;
    size_t ties = 0;
    AiseBuffer *names = &r->scratch;
    names->length = 0;
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        const AiseVariant *v = aise_variants[i];
        size_t findings = r->findings;
        bool set = set_start(r, record, heading, v);
        r->findings = findings;
        if (!set)
            continue;
        aise_play_record(r->trial, v, letters, record, heading->first, &r->start);
        if (i == 0 && heading->has_tags && r->trial->broken == AISE_BREAK_NONE) {
            best = v;
            swap_plays(r);
            break;
        }
        uint64_t m = merit(r->trial);
        if (best != NULL && m == best_merit) {
            ties++;
            aise_buffer_text(names, ", ");
            aise_buffer_text(names, v->id);
        }
        if (best == NULL || m > best_merit) {
            best = v;
            best_merit = m;
            ties = 0;
            names->length = 0;
            aise_buffer_text(names, v->id);
            swap_plays(r);
        }
    }
    heading->variant = best != NULL ? best : aise_variants[0];
    if (ties > 0 && record->count > heading->first) {
        AiseFinding *f = aise_replay_finding(r, AISE_CODE_H204, record->items[heading->first].span);
        aise_finding_text(r, f, names->bytes, names->length);
        aise_finding_text(r, f, best->id, strlen(best->id));
        f->has_hint = true;
    }
    return best != NULL;
}

/* A bare turn 1 that does not bind at all, with prose behind it, was a worked example or an article of rules. */
static bool is_talk(const AiseHeading *heading, const AisePlay *play, const AiseRecord *record)
{
    if (heading->has_header || heading->has_tags || play->broken == AISE_BREAK_NONE || play->reading[0].plies > 0)
        return false;
    return heading->first < record->count && !(record->items[heading->first].flags & AISE_ITEM_ALL_MOVES);
}

/* Places before the record are behind us; the last of them still holds at its start. */
static void forget_places(AiseReplay *r, const AiseRecord *record)
{
    size_t past = 0;
    while (past + 1 < r->places && r->place[past + 1].offset <= record->offset)
        past++;
    if (past == 0)
        return;
    r->places -= past;
    memmove(r->place, r->place + past, r->places * sizeof *r->place);
}

void aise_replay_record(AiseReplay *r, const AiseRecord *record)
{
    if (r->places > 0)
        forget_places(r, record);
    aise_arena_reset(&r->arena);
    r->findings = 0;
    if (!record->has_game) {
        aise_outside(r, record, 0);
        return;
    }
    AiseHeading heading;
    aise_heading_read(r, record, &heading);
    r->play->pgn_style = r->trial->pgn_style = heading.english_tags && !heading.has_header;
    if (r->forced != NULL)
        heading.variant = r->forced;
    else if (heading.variant == NULL)
        heading.variant = r->title;
    bool played = heading.variant == NULL && infer(r, record, &heading);
    if (!set_start(r, record, &heading, heading.variant)) {
        heading.refused = heading.first < record->count ? heading.first : 0;
        heading.first = record->count;
    }
    play_variant(r, record, &heading, played);
    if (is_talk(&heading, r->play, record)) {
        aise_outside(r, record, 0);
        return;
    }
    tell_stretch(r);
    r->proposals = 0;
    if (r->repair && r->play->broken != AISE_BREAK_NONE)
        aise_repair(r, record, &heading);
    aise_finish(r, record, &heading, r->play);
}
