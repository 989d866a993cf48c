/* From raw record to game: which variant, which letters; what stands outside games. */
#include "src/replay/doubt.h"
#include "src/replay/repair.h"

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
    aise_grammar_free(r->inner);
    r->inner = NULL;
    r->source = source;
    r->game_number = 0;
    r->title = NULL;
    r->annotator.length = 0;
    r->places = 0;
    r->stretch_lines = 0;
    r->lines = 0;
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

/* A credit that stands alone holds for the games up to the next credit or title. */
static void keep_credit(AiseReplay *r, const AiseRecord *record, AiseSpan span)
{
    AiseSpan name = aise_credit_name(record->text, span);
    size_t bytes;
    r->annotator.length = 0;
    for (uint32_t at = name.begin; at < name.end; at += (uint32_t)bytes) {
        char kept = aise_tag_byte(record->text + at, name.end - at, &bytes);
        if (kept != '\0')
            aise_buffer_byte(&r->annotator, kept);
    }
}

/* Line and column of an item outside games; `at` and `line` go on from the item before. */
static uint64_t outside_line(const AiseReplay *r, const AiseRecord *record, uint32_t begin, uint32_t *at, uint64_t *line)
{
    for (; *at < begin; (*at)++)
        *line += aise_line_break(record, *at);
    uint64_t place = *line, column = 1;
    aise_original_place(r, record, begin, &place, &column);
    return place;
}

static void set_title(AiseReplay *r, const AiseVariant *title)
{
    r->title = title;
    r->annotator.length = 0;
}

void aise_outside(AiseReplay *r, const AiseRecord *record, size_t first)
{
    uint64_t line = record->line;
    uint32_t at = 0;
    for (size_t i = first; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_BLANK)
            continue;
        const AiseVariant *title = NULL;
        AiseSpan rest = item->span;
        if (item->kind == AISE_ITEM_TEXT && (item->flags & AISE_ITEM_LINE_START))
            title = aise_title_split(record->text, item->span, &rest);
        if (title != NULL) {
            tell_stretch(r);
            set_title(r, title);
            if (rest.begin < rest.end)
                add_stretch(r, outside_line(r, record, item->span.begin, &at, &line));
        } else if (item->kind == AISE_ITEM_CREDIT) {
            keep_credit(r, record, item->span);
        } else {
            add_stretch(r, outside_line(r, record, item->span.begin, &at, &line));
        }
    }
}

/* A turn, or the end of a comment with moves behind it. */
static bool goes_on(const AiseRecord *record, size_t i)
{
    const AiseItem *item = &record->items[i];
    const char *text = record->text;
    if (item->kind == AISE_ITEM_NUMBER)
        return i + 1 < record->count && item[1].kind == AISE_ITEM_PLY;
    const char *brace = item->kind == AISE_ITEM_TEXT ? memrchr(text + item->span.begin, '}', item->span.end - item->span.begin) : NULL;
    if (brace == NULL)
        return false;
    AiseDoubt doubt;
    aise_doubt_look(text, (AiseSpan){(uint32_t)(brace + 1 - text), item->span.end}, &doubt);
    return doubt.plies > doubt.words;
}

/* Moves behind the text that has cut their game off. */
static void tell_cut(AiseReplay *r, const AiseRecord *record)
{
    size_t i = 0;
    while (i < record->count && !goes_on(record, i))
        i++;
    if (i == record->count || r->sink.outside == NULL)
        return;
    AiseFinding f;
    memset(&f, 0, sizeof f);
    f.code = AISE_CODE_S308;
    f.severity = (uint8_t)aise_code_severity(f.code);
    f.has_hint = true;
    f.line = record->line;
    f.column = 1;
    for (uint32_t at = 0; at < record->items[i].span.begin; at++)
        f.line += aise_line_break(record, at);
    aise_original_place(r, record, record->items[i].span.begin, &f.line, &f.column);
    r->sink.outside(r->sink.context, &f);
}

/* ---- titles that a slip hides in a game ---- */

enum { TITLE_LEAST = 5, TITLE_WORDS = 4 }; /* bytes of a title behind moves; its words */

/* A brace that is never closed takes the lines below with it: `{nota`, then `DYNAMO`. */
static void find_title_below(AiseReplay *r, const AiseRecord *record, AiseSpan comment)
{
    const char *text = record->text;
    for (uint32_t at = comment.begin, line = 0; at <= comment.end; at++) {
        if (at < comment.end && text[at] != '\n' && text[at] != '\r')
            continue;
        AiseSpan span = {line, at};
        const AiseVariant *title = NULL;
        if (line > 0 && at > line && text[line] >= 'A' && text[line] <= 'Z')
            title = aise_title_find(text, span);
        if (title != NULL)
            set_title(r, title);
        line = at + 1;
    }
}

/* A lost line end leaves it behind the moves: `1.e4// e6/Cc6 DYNAMO`. Capitals, and no sentence before it. */
static void find_title_behind(AiseReplay *r, const AiseRecord *record, AiseSpan tail)
{
    const char *text = record->text;
    unsigned words = 0;
    for (uint32_t at = tail.end; at > tail.begin && words < TITLE_WORDS; at--) {
        if (text[at - 1] >= 'a' && text[at - 1] <= 'z')
            return;
        if (at - 1 > tail.begin && text[at - 2] != ' ')
            continue;
        words++;
        AiseDoubt before;
        const AiseVariant *title = tail.end - at + 1 >= TITLE_LEAST ? aise_title_find(text, (AiseSpan){at - 1, tail.end}) : NULL;
        if (title == NULL)
            continue;
        aise_doubt_look(text, (AiseSpan){tail.begin, at - 1}, &before);
        if (before.words == 0)
            set_title(r, title);
        return;
    }
}

void aise_find_hidden_title(AiseReplay *r, const AiseRecord *record, size_t end)
{
    end = end < record->count ? end : record->count;
    while (end > 0 && record->items[end - 1].kind == AISE_ITEM_BLANK)
        end--;
    if (end == 0)
        return;
    const AiseItem *last = &record->items[end - 1];
    if (last->kind == AISE_ITEM_COMMENT && last->extra == 2)
        find_title_below(r, record, last->span);
    else if (last->kind == AISE_ITEM_TEXT && !(last->flags & AISE_ITEM_LINE_START))
        find_title_behind(r, record, last->span);
}

/* ---- letters ---- */

enum { VOTES_SURE = 4 };

/* How many more plies bear letters that only Italian has than ones that only English has. Ends when that is sure. */
static int italian_votes(const AiseRecord *record, const AiseHeading *heading)
{
    static const int8_t vote[32] = {['D' & 31] = 1,  ['T' & 31] = 1,  ['A' & 31] = 1,  ['C' & 31] = 1,
                                    ['K' & 31] = -1, ['Q' & 31] = -1, ['N' & 31] = -1, ['B' & 31] = -1};
    int votes = 0;
    for (size_t i = heading->first; i < record->count && votes < VOTES_SURE && votes > -VOTES_SURE; i++) {
        if (record->items[i].kind != AISE_ITEM_PLY)
            continue;
        char c = record->text[record->items[i].span.begin];
        if (c == '(')
            c = record->text[record->items[i].span.begin + 1];
        votes += c >= 'A' && c <= 'Z' ? vote[c & 31] : 0;
    }
    return votes;
}

/* The letters that only one language has decide, the more of them; none: the tags', else Italian. */
AiseLetters aise_guess_letters(const AiseRecord *record, const AiseHeading *heading)
{
    int votes = italian_votes(record, heading);
    if (votes == 0)
        return heading->english_tags && !heading->has_header ? AISE_LETTERS_ENGLISH : AISE_LETTERS_ITALIAN;
    return votes > 0 ? AISE_LETTERS_ITALIAN : AISE_LETTERS_ENGLISH;
}

/* ---- trials ---- */

/* Sets the start position for a variant; false with a finding when the tags' position is refused. */
bool aise_set_start(AiseReplay *r, const AiseHeading *heading, const AiseVariant *v)
{
    r->set_up = false;
    if (r->usual_of != v)
        aise_rules_start(v, &r->usual);
    r->usual_of = v;
    r->start = r->usual;
    if (heading->fen == NULL && heading->state == NULL)
        return true;
    char error[AISE_REFUSAL_MAX] = "";
    if (!aise_rules_setup(v, heading->fen ? heading->fen : v->start, heading->state, &r->start, error, sizeof error)) {
        char other[AISE_REFUSAL_MAX];
        bool of_state = heading->fen == NULL ||
                        (heading->state != NULL && aise_rules_setup(v, heading->fen, NULL, &r->start, other, sizeof other));
        AiseFinding *f = aise_replay_finding(r, AISE_CODE_H203, of_state ? heading->state_span : heading->fen_span);
        size_t english = strlen(error) + 1;
        aise_finding_text(r, f, error, english + strnlen(error + english, sizeof error - english));
        f->arg[0].type = AISE_ARG_BOTH;
        r->start = r->usual;
        return false;
    }
    r->set_up = memcmp(&r->usual, &r->start, sizeof r->start) != 0;
    return true;
}

void aise_swap_plays(AiseReplay *r)
{
    AisePlay *play = r->play;
    r->play = r->trial;
    r->trial = play;
}

static AiseLetters other_letters(AiseLetters letters)
{
    return letters == AISE_LETTERS_ITALIAN ? AISE_LETTERS_ENGLISH : AISE_LETTERS_ITALIAN;
}

/* The first ply with an `R`, king or rook, where no letter tells the languages apart; count: none, or told apart. */
static size_t open_letter(const AiseRecord *record, const AiseHeading *heading)
{
    size_t found = record->count;
    for (size_t i = record->count; i > heading->first; i--) {
        const AiseItem *item = &record->items[i - 1];
        char c = item->kind == AISE_ITEM_PLY ? record->text[item->span.begin] : 'P';
        if (strchr("DTACKQNB", c) != NULL)
            return record->count;
        found = c == 'R' ? i - 1 : found;
    }
    return found;
}

/* A listing that replays in either language's letters, and not alike, is not read without a word. */
static void tell_letters(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    size_t item = r->play->pgn_style ? record->count : open_letter(record, heading);
    if (item == record->count)
        return;
    aise_play_record(r->trial, heading->variant, other_letters(r->play->letters), record, heading->first, &r->start);
    if (r->trial->broken != AISE_BREAK_NONE || r->trial->reading[0].plies != r->play->reading[0].plies)
        return;
    AiseSpan span = record->items[item].span;
    AiseFinding *f = aise_replay_finding(r, AISE_CODE_H208, span);
    aise_finding_text(r, f, record->text + span.begin, span.end - span.begin);
    f->arg[f->argc++] = (AiseArg){.type = AISE_ARG_THE_KIND,
                                  .value = r->play->letters == AISE_LETTERS_ITALIAN ? AISE_KING : AISE_ROOK};
}

/* How much in the moves read is not as one would write it. */
static unsigned oddness(const AisePlay *play)
{
    AiseOdd odd = {{0}, {0}};
    aise_odd_play(&odd, play, play->reading[0].leaf);
    return aise_odd_cost(&odd);
}

/* It was open which of two lines was a note: the choice under which the game replays, and agrees with the marks, is taken. */
static void try_other_notes(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    for (unsigned choice = AISE_CHOSE_PLAIN, open = r->play->chose; choice <= AISE_CHOSE_NUMBERED; choice <<= 1) {
        if (!(open & choice))
            continue;
        r->trial->other = (uint8_t)choice;
        aise_play_record(r->trial, heading->variant, r->play->letters, record, heading->first, &r->start);
        r->trial->other = 0;
        bool better = r->play->broken != AISE_BREAK_NONE || oddness(r->trial) < oddness(r->play);
        if (r->trial->broken == AISE_BREAK_NONE && better)
            aise_swap_plays(r);
    }
}

/* With the other language's letters too when these break; the better is kept. `played`: inferring has left these in
   r->play. */
static void play_variant(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, bool played)
{
    const AiseVariant *v = heading->variant;
    AiseLetters letters = aise_guess_letters(record, heading);
    if (!played)
        aise_play_record(r->play, v, letters, record, heading->first, &r->start);
    int votes = italian_votes(record, heading);
    if (votes == 0 && r->play->broken == AISE_BREAK_NONE)
        tell_letters(r, record, heading);
    if (r->play->chose)
        try_other_notes(r, record, heading);
    if (r->play->broken == AISE_BREAK_NONE || votes >= VOTES_SURE || votes <= -VOTES_SURE)
        return;
    aise_play_record(r->trial, v, other_letters(letters), record, heading->first, &r->start);
    bool open = votes == 0 || r->trial->broken == AISE_BREAK_NONE;
    if (open && aise_play_merit(r->trial) > aise_play_merit(r->play))
        aise_swap_plays(r);
}

enum { TALK_LINES = 3 }; /* more lines than this, each with a sentence behind its moves, are an annotated game */

/* Is every line of moves, and there are few, the beginning of a sentence: `1.e4 è una sola mossa`? */
static bool all_sentences(const AiseRecord *record, size_t first)
{
    unsigned lines = 0;
    for (size_t i = first, end; i < record->count; i = end) {
        unsigned plies = 0;
        AiseDoubt tail = {.words = 0};
        end = aise_line_end(record, i);
        for (size_t k = i; k < end; k++) {
            const AiseItem *item = &record->items[k];
            if (item->kind == AISE_ITEM_RESULT || item->kind == AISE_ITEM_END)
                return false;
            plies += item->kind == AISE_ITEM_PLY;
            if (item->kind == AISE_ITEM_TEXT && k > i)
                aise_doubt_look(record->text, item->span, &tail);
        }
        if (plies > 0 && (tail.words <= plies || tail.words < 2 || ++lines > TALK_LINES))
            return false;
    }
    return lines > 0;
}

/* A bare turn 1 that does not bind at all, with prose behind it, or a few sentences that begin with moves: worked
   examples or articles of rules. */
static bool is_talk(const AiseHeading *heading, const AisePlay *play, const AiseRecord *record)
{
    size_t first = heading->first;
    if (heading->has_header || heading->has_tags || first >= record->count ||
        (record->items[first].flags & AISE_ITEM_ALL_MOVES))
        return false;
    return (play->broken != AISE_BREAK_NONE && play->reading[0].plies == 0) || all_sentences(record, first);
}

void aise_places_forget(AiseReplay *r, const AiseRecord *record)
{
    size_t past = 0;
    while (past + 1 < r->places && r->place[past + 1].offset <= record->offset)
        past++;
    if (past == 0)
        return;
    r->places -= past;
    memmove(r->place, r->place + past, r->places * sizeof *r->place);
}

static uint64_t lines_up_to(const AiseRecord *record)
{
    uint64_t lines = record->line - 1;
    for (uint32_t at = 0; at < record->length; at++)
        lines += aise_line_break(record, at);
    return lines;
}

static AiseSpan tag_span(const AiseRecord *record, const char *wanted)
{
    AiseSpan name, value;
    for (size_t i = 0; i < record->count; i++) {
        if (record->items[i].kind != AISE_ITEM_TAG)
            continue;
        aise_tag_split(record->text, record->items[i].span, &name, &value);
        if (name.end - name.begin == strlen(wanted) && memcmp(record->text + name.begin, wanted, strlen(wanted)) == 0)
            return record->items[i].span;
    }
    return (AiseSpan){0, 0};
}

/* The moves cannot be played: they are kept as they stand. */
static void refuse(const AiseRecord *record, AiseHeading *heading)
{
    if (heading->first < record->count)
        heading->refused = heading->first;
    heading->first = record->count;
}

/* A game of dialect `viewer` is the one that its comments tell of. Returns the record to read. */
static const AiseRecord *read_told(AiseReplay *r, const AiseRecord *record, AiseHeading *heading, AiseRecord *told)
{
    switch (aise_told_read(r, record, heading, told)) {
    case AISE_TOLD_GAME:
        r->findings = 0;
        aise_heading_read(r, told, heading);
        return told;
    case AISE_TOLD_PIECE:
        aise_replay_finding(r, AISE_CODE_H210, tag_span(record, "AiseDialect"))->has_hint = true;
        if (heading->first < record->count && record->items[heading->first].kind != AISE_ITEM_RESULT)
            refuse(record, heading);
        return record;
    default:
        return record;
    }
}

/* ---- games run together on a line ---- */

/* Does nothing but moves follow on the line of an item? */
static bool only_moves_follow(const AiseRecord *record, size_t item)
{
    for (size_t end = aise_line_end(record, item); item < end; item++) {
        unsigned kind = record->items[item].kind;
        if (kind == AISE_ITEM_TEXT || kind == AISE_ITEM_BAD_PLY || kind == AISE_ITEM_SKIPPED)
            return false;
    }
    return true;
}

/* The next turn number 1 behind `from`, within a line and with nothing but moves behind it; count: none. */
static size_t next_turn_one(const AiseRecord *record, size_t from)
{
    for (size_t i = from + 1; i + 1 < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_NUMBER && item->value == 1 && item->extra <= 1 && !(item->flags & AISE_ITEM_LINE_START) &&
            item[1].kind == AISE_ITEM_PLY && only_moves_follow(record, i))
            return i;
    }
    return record->count;
}

/* The items [first, end) of a record as one of their own. */
static AiseRecord part_of(const AiseRecord *record, size_t first, size_t end)
{
    AiseRecord part = *record;
    part.items += first;
    part.count = end - first;
    if (end < record->count) {
        part.length = record->items[end].span.begin;
        part.last = false;
    }
    return part;
}

static bool replays(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, size_t first, size_t end)
{
    AiseRecord part = part_of(record, first, end);
    aise_play_record(r->trial, heading->variant, r->play->letters, &part, 0, &r->start);
    return r->trial->broken == AISE_BREAK_NONE && r->trial->reading[0].plies > 0;
}

/* Where another game begins on a line of this one, which does not replay in one piece; count: nowhere. */
static size_t game_within(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading)
{
    if (r->play->broken == AISE_BREAK_NONE || heading->viewer || heading->first >= record->count)
        return record->count;
    size_t other = next_turn_one(record, heading->first);
    bool two = other < record->count && r->play->break_item >= other && replays(r, record, heading, heading->first, other) &&
               replays(r, record, heading, other, next_turn_one(record, other));
    return two ? other : record->count;
}

static bool is_number(const AiseItem *item)
{
    return item->kind == AISE_ITEM_NUMBER;
}

/* A game from the position of a later turn whose moves are numbered from 1: the numbers become those of the position. */
static const AiseRecord *renumber(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AiseRecord *renumbered)
{
    const AiseState *s = &r->start.state;
    size_t first = heading->first;
    while (first < record->count && !is_number(&record->items[first]))
        first++;
    size_t second = first + 1;
    while (second < record->count && !(is_number(&record->items[second]) && record->items[second].value != 1))
        second++;
    if (!r->set_up || s->turn < 2 || heading->variant->numbering == AISE_NUMBER_SERIES || first >= record->count ||
        record->items[first].value != 1 || (record->items[first].extra >= 2) != (s->to_move == AISE_BLACK) ||
        (second < record->count && record->items[second].value != 2))
        return record;
    AiseItem *items = aise_arena_alloc(&r->arena, record->count * sizeof *items);
    memcpy(items, record->items, record->count * sizeof *items);
    for (size_t i = first; i < record->count; i++)
        items[i].value += is_number(&items[i]) ? s->turn - 1 : 0;
    AiseFinding *f = aise_replay_finding(r, AISE_CODE_S201, items[first].span);
    aise_finding_number(f, 1);
    aise_finding_number(f, s->turn);
    aise_finding_side(f, s->to_move);
    *renumbered = *record;
    renumbered->items = items;
    return renumbered;
}

static size_t replay_game(AiseReplay *r, const AiseRecord *record);

void aise_replay_record(AiseReplay *r, const AiseRecord *record)
{
    if (record->last)
        r->lines = lines_up_to(record);
    if (r->places > 0)
        aise_places_forget(r, record);
    AiseRecord rest = *record;
    for (size_t other = replay_game(r, &rest); other < rest.count; other = replay_game(r, &rest)) {
        AiseRecord front = part_of(&rest, 0, other);
        replay_game(r, &front);
        rest = part_of(&rest, other, rest.count);
    }
}

/* Replays the record's game and emits it. Returns where another one begins within it, having emitted nothing then; the
   count: nowhere. */
static size_t replay_game(AiseReplay *r, const AiseRecord *record)
{
    size_t count = record->count;
    aise_arena_reset(&r->arena);
    r->findings = 0;
    if (!record->has_game) {
        if (record->cut)
            tell_cut(r, record);
        aise_outside(r, record, 0);
        return count;
    }
    AiseHeading heading;
    AiseRecord told, renumbered;
    aise_heading_read(r, record, &heading);
    if (heading.viewer)
        record = read_told(r, record, &heading, &told);
    r->play->pgn_style = r->trial->pgn_style = heading.english_tags && !heading.has_header;
    if (r->forced != NULL)
        heading.variant = r->forced;
    else if (heading.variant == NULL)
        heading.variant = r->title;
    bool played = heading.variant == NULL && aise_infer(r, record, &heading);
    if (!aise_set_start(r, &heading, heading.variant))
        refuse(record, &heading);
    const AiseRecord *raw = record;
    record = renumber(r, record, &heading, &renumbered);
    played = played && record == raw;
    play_variant(r, record, &heading, played);
    size_t other = game_within(r, record, &heading);
    if (other < record->count)
        return other;
    if (is_talk(&heading, r->play, record)) {
        aise_outside(r, record, 0);
        return count;
    }
    tell_stretch(r);
    r->proposals = 0;
    if (r->play->broken == AISE_BREAK_NONE)
        aise_repair_prose(r, record, &heading);
    if (r->play->broken == AISE_BREAK_NONE && r->proposals == 0)
        aise_play_break_held(r->play);
    if (r->play->broken != AISE_BREAK_NONE && r->repair)
        aise_repair(r, record, &heading);
    aise_finish(r, record, &heading, r->play);
    return count;
}
