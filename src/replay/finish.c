/* From the play to the complete game: plies of the reading kept, notes at their place, results, findings. */
#include "src/replay/doubt.h"
#include "src/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Finish {
    AiseReplay *r;
    const AiseRecord *record;
    AiseHeading *heading;
    AisePlay *play;
    AiseGame game;
    AisePlyRecord *ply; /* of the game, in order */
    const uint32_t *item; /* first item of each ply's group */
    const uint32_t *node;
    size_t plies;
    size_t notes_stop;  /* the first item behind all notes */
    bool unparsed_sought;
    const AiseItem *unparsed; /* once sought: the last `{AISE unparsed: …}`, or NULL */
    size_t notes_end;   /* items from here on are no notes; 0: as far as the game goes */
    size_t closing_end; /* items from here on are outside the game */
    const AiseNote **tail; /* where the next note hangs */
    const AiseNote *head; /* the notes of the ply at hand */
    bool pending; /* r->comment holds a comment not yet hung */
    AiseSpan pending_span; /* its first piece */
    bool read_end; /* a [%aise end=…] command was read */
    unsigned strays; /* signs between moves that are passed over */
    size_t first_stray;
} Finish;

/* ---- the plies of the reading that is kept ---- */

static void keep_reading(Finish *f)
{
    AisePlay *play = f->play;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    size_t n = play->reading[0].plies;
    uint32_t *node = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *node);
    uint32_t *item = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *item);
    f->ply = play->ply;
    if (play->nodes == n) { /* the usual case: nothing else was tried */
        for (size_t i = 0; i < n; i++) {
            node[i] = (uint32_t)i;
            item[i] = play->link[i].item;
        }
    } else {
        f->ply = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *f->ply);
        for (size_t i = n; i-- > 0; leaf = play->link[leaf].parent) {
            node[i] = leaf;
            item[i] = play->link[leaf].item;
            f->ply[i] = play->ply[leaf];
        }
    }
    f->node = node;
    f->item = item;
    f->plies = n;
}

/* ---- notes ---- */

static bool is_white(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

/* Adds text to the pending comment, white space folded. `apart`: with a space before it. */
static void add_piece(Finish *f, const char *text, size_t length, bool apart)
{
    AiseBuffer *b = &f->r->comment;
    if (!f->pending) {
        b->length = 0;
        f->pending_span.begin = (uint32_t)(text - f->record->text);
        f->pending_span.end = f->pending_span.begin + (uint32_t)length;
    }
    bool gap = apart && f->pending && b->length > 0;
    for (size_t i = 0; i < length; i++) {
        if (is_white(text[i])) {
            if (aise_is_control(text[i]))
                aise_drop_control(&f->heading->dropped, (uint32_t)(text + i - f->record->text));
            gap = b->length > 0;
            continue;
        }
        if (gap)
            aise_buffer_byte(b, ' ');
        gap = false;
        aise_buffer_byte(b, text[i]);
    }
    f->pending = f->pending || b->length > 0;
}

static void add_comment(Finish *f, const char *text, size_t length)
{
    add_piece(f, text, length, true);
}

static void hang_note(Finish *f, unsigned kind, const char *text, size_t length)
{
    AiseNote *note = aise_arena_alloc(&f->r->arena, sizeof *note);
    *note = (AiseNote){NULL, (uint8_t)kind, aise_arena_copy(&f->r->arena, text, length), length};
    *f->tail = note;
    f->tail = (const AiseNote **)&note->next;
}

/* `{nota} altra nota`: braces that pair only say that it is a comment, which it is; they are left out. */
static bool braces_pair(const char *text, size_t length)
{
    size_t pairs = 0;
    for (const char *at = text, *end = text + length; (at = memchr(at, '{', (size_t)(end - at))) != NULL; pairs++) {
        const char *close = memchr(at, '}', (size_t)(end - at));
        if (close == NULL || at[1] == '[' || memchr(at + 1, '{', (size_t)(close - at - 1)) != NULL) /* a command is none */
            return false;
        at = close + 1;
    }
    return pairs > 0;
}

static void add_span(Finish *f, AiseSpan span)
{
    add_comment(f, f->record->text + span.begin, span.end - span.begin);
}

static void add_prose(Finish *f, AiseSpan span)
{
    const char *text = f->record->text + span.begin, *end = f->record->text + span.end;
    if (!braces_pair(text, (size_t)(end - text))) {
        add_comment(f, text, (size_t)(end - text));
        return;
    }
    bool apart = true;
    for (const char *next; text < end; text = next + 1) {
        next = text;
        while (next < end && *next != '{' && *next != '}')
            next++;
        add_piece(f, text, (size_t)(next - text), apart);
        apart = next < end && (*next == '{' || next + 1 == end || strchr(".,;:!?)", next[1]) == NULL);
    }
}

static unsigned mark_nag(const char *mark, size_t length)
{
    if (length == 1)
        return mark[0] == '!' ? 1 : 2;
    if (mark[0] == '!')
        return mark[1] == '!' ? 3 : 5;
    return mark[1] == '?' ? 4 : 6;
}

/* False: there is no ply or no room for it, so that it must become text. */
static bool add_nag(AisePlyRecord *ply, unsigned nag)
{
    if (ply == NULL || nag == 0 || nag >= 256)
        return false;
    for (unsigned i = 0; i < ply->nag_count; i++)
        if (ply->nag[i] == nag)
            return true;
    if (ply->nag_count == AISE_PLY_NAGS_MAX)
        return false;
    ply->nag[ply->nag_count++] = (uint8_t)nag;
    return true;
}

/* A run of `!` and `?`; what is none of the six marks, nor one of them drawn out, becomes text too. */
static void take_mark(Finish *f, AiseSpan run, AisePlyRecord *ply)
{
    const char *mark = f->record->text + run.begin;
    size_t length = run.end - run.begin;
    bool plain = length <= 2 || strspn(mark, mark[0] == '!' ? "!" : "?") >= length;
    if (!add_nag(ply, mark_nag(mark, length)) || !plain)
        add_span(f, run);
}

/* `!`, `??` … glued to a token, around any `+` and `#`. */
static void glued_nags(Finish *f, const AiseItem *item, AisePlyRecord *ply)
{
    const char *text = f->record->text;
    uint32_t at = item->span.end - item->extra, end = item->span.end;
    while (at < end) {
        AiseSpan run = {at, at};
        while (run.end < end && (text[run.end] == '!' || text[run.end] == '?'))
            run.end++;
        if (run.end > run.begin)
            take_mark(f, run, ply);
        at = run.end > at ? run.end : at + 1;
    }
}

/* ---- what could not be read when it was written ---- */

/* Verbatim but for control characters. */
static const char *rest_copy(Finish *f, const char *text, size_t length)
{
    char *copy = aise_arena_alloc(&f->r->arena, length + 1), *to = copy;
    for (size_t i = 0; i < length; i++) {
        if (aise_is_control(text[i]))
            aise_drop_control(&f->heading->dropped, (uint32_t)(text + i - f->record->text));
        else
            *to++ = text[i];
    }
    *to = '\0';
    return copy;
}

static const char unparsed_mark[] = "AISE unparsed:";
enum { UNPARSED_MARK = sizeof unparsed_mark - 1 };

/* What the text says behind the mark, empty if it has none. */
static AiseSpan unparsed_span(const char *text, AiseSpan span)
{
    if (span.end - span.begin <= UNPARSED_MARK || memcmp(text + span.begin, unparsed_mark, UNPARSED_MARK) != 0)
        return (AiseSpan){0, 0};
    span.begin += UNPARSED_MARK;
    while (span.begin < span.end && is_white(text[span.begin]))
        span.begin++;
    return span;
}

/* The same of a comment in braces. */
static AiseSpan unparsed_comment(const AiseRecord *record, const AiseItem *item)
{
    AiseSpan span = {item->span.begin + 1, item->span.end - (item->extra == 2 ? 0 : 1)};
    if (item->kind != AISE_ITEM_COMMENT || span.end <= span.begin || record->text[item->span.begin] != '{')
        return (AiseSpan){0, 0};
    return unparsed_span(record->text, span);
}

static bool is_prose_item(const Finish *f, size_t item)
{
    size_t low = 0, high = f->play->proses;
    while (low < high) { /* the first that ends behind it */
        size_t middle = (low + high) / 2;
        if (f->play->prose[middle].end <= item)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->play->proses && f->play->prose[low].first <= item;
}

/* Does the item of the heading belong to the opening comment? */
static bool is_opening_text(const Finish *f, size_t item)
{
    unsigned kind = f->record->items[item].kind, mark = f->heading->mark ? f->heading->mark[item] : 0;
    if (kind == AISE_ITEM_CREDIT || kind == AISE_ITEM_TAG)
        return mark == AISE_HEADING_LEFT;
    return mark != AISE_HEADING_TAKEN;
}

/* The last such comment among the notes: there it stands in our own PGN. NULL: none. */
static const AiseItem *last_unparsed(Finish *f)
{
    if (f->unparsed_sought)
        return f->unparsed;
    f->unparsed_sought = true;
    for (size_t i = f->notes_stop; i-- > 0 && f->unparsed == NULL;) {
        AiseSpan span = unparsed_comment(f->record, &f->record->items[i]);
        if (span.begin < span.end && !is_prose_item(f, i) && (i >= f->heading->first || is_opening_text(f, i)))
            f->unparsed = &f->record->items[i];
    }
    return f->unparsed;
}

/* Kept word for word, the game stays damaged. */
static void keep_unparsed(Finish *f, const char *text, size_t length, AiseSpan place)
{
    f->game.unparsed = rest_copy(f, text, length);
    f->game.status = AISE_GAME_DAMAGED;
    aise_replay_finding(f->r, AISE_CODE_S305, place);
}

static bool take_unparsed(Finish *f, const AiseItem *item)
{
    AiseSpan span = unparsed_comment(f->record, item);
    if (span.begin == span.end || f->game.unparsed != NULL || item != last_unparsed(f))
        return false;
    keep_unparsed(f, f->record->text + span.begin, span.end - span.begin, item->span);
    return true;
}

/* The pending comment without braces, where none with them is. */
static bool flush_unparsed(Finish *f, const char *text, size_t length)
{
    AiseSpan span = unparsed_span(text, (AiseSpan){0, (uint32_t)length});
    if (span.begin == span.end || f->game.unparsed != NULL || last_unparsed(f) != NULL)
        return false;
    keep_unparsed(f, text + span.begin, span.end - span.begin, f->pending_span);
    return true;
}

/* ---- commands: `[%aise k=v]` at the beginning of a comment ---- */

static const char *const end_words[] = {"", "resigns", "agreed", "adjudicated", "time", "forfeit"};
static const char command_mark[] = "[%aise ";
enum { COMMAND_MARK = sizeof command_mark - 1 };

/* `end=…` behind the last ply. */
static bool take_end(Finish *f, const char *word, size_t length, const AisePlyRecord *ply)
{
    if (ply == NULL || ply + 1 != f->ply + f->plies)
        return false;
    for (unsigned i = 1; i < sizeof end_words / sizeof *end_words; i++)
        if (strlen(end_words[i]) == length && memcmp(end_words[i], word, length) == 0) {
            f->game.end = (AiseEnd)i;
            f->read_end = true;
            return true;
        }
    return false;
}

/* `d5,e8Q`: squares joined by commas, a restored pawn's with what it becomes. */
static bool read_squares(const char *at, size_t length, uint64_t *squares)
{
    const char *end = at + length;
    *squares = 0;
    for (;; at++) {
        if (end - at < 2 || at[0] < 'a' || at[0] > 'h' || at[1] < '1' || at[1] > '8')
            return false;
        *squares |= aise_bit(aise_square((unsigned)(at[0] - 'a'), (unsigned)(at[1] - '1')));
        at += 2;
        if (at < end && aise_written_letter(at, 1, AISE_LETTERS_ENGLISH) != AISE_NO_KIND)
            at++;
        if (at == end || *at != ',')
            return at == end;
    }
}

/* The effects of a ply. */
static bool is_effect(const char *command, size_t length)
{
    return length >= 3 && (memcmp(command, "ov=", 3) == 0 || memcmp(command, "re=", 3) == 0);
}

/* One command behind `ply` that holds; others are left to be text. */
static bool take_command(Finish *f, const char *command, size_t length, const AisePlyRecord *ply)
{
    uint64_t squares;
    if (length > 4 && memcmp(command, "end=", 4) == 0)
        return take_end(f, command + 4, length - 4, ply);
    return ply != NULL && is_effect(command, length) && read_squares(command + 3, length - 3, &squares) &&
           squares == (command[0] == 'o' ? ply->overloaded : ply->restored);
}

/* The length of the command's text, from behind the mark to its bracket; 0: there is none. */
static size_t command_length(const char *text, const char *end)
{
    if (end - text <= COMMAND_MARK || memcmp(text, command_mark, COMMAND_MARK) != 0)
        return 0;
    const char *close = memchr(text, ']', (size_t)(end - text));
    return close == NULL ? 0 : (size_t)(close - text) - COMMAND_MARK;
}

/* Behind the commands that hold. */
static const char *skip_commands(Finish *f, const char *text, const char *end, const AisePlyRecord *ply)
{
    for (size_t length; (length = command_length(text, end)) > 0;) {
        if (!take_command(f, text + COMMAND_MARK, length, ply))
            break;
        text += COMMAND_MARK + length + 1;
        while (text < end && is_white(*text))
            text++;
    }
    return text;
}

/* A comment in braces or behind `;`: the rest behind its commands is text. */
static void take_comment(Finish *f, const AiseItem *item, const AisePlyRecord *ply)
{
    const char *text = f->record->text + item->span.begin, *end = f->record->text + item->span.end;
    if (*text == '{') {
        text++;
        if (end > text && end[-1] == '}')
            end--;
    } else if (*text == ';') {
        text++;
    }
    text = skip_commands(f, text, end, ply);
    size_t refused = command_length(text, end);
    if (refused > 0 && ply != NULL && is_effect(text + COMMAND_MARK, refused)) {
        uint32_t at = (uint32_t)(text + COMMAND_MARK - f->record->text);
        AiseFinding *finding = aise_replay_finding(f->r, AISE_CODE_S202, (AiseSpan){at, at + (uint32_t)refused});
        aise_finding_text(f->r, finding, text + COMMAND_MARK, refused);
    }
    add_comment(f, text, (size_t)(end - text));
}

/* The comment pending behind `ply` (NULL: before the first) goes before the variations there. Written in braces it
   might begin with a command, wherever it comes from. */
static void flush_comment(Finish *f, const AisePlyRecord *ply)
{
    const AiseBuffer *b = &f->r->comment;
    if (!f->pending)
        return;
    const char *end = b->bytes + b->length, *text = skip_commands(f, b->bytes, end, ply);
    f->pending = false;
    if (text == end || flush_unparsed(f, text, (size_t)(end - text)))
        return;
    if (ply == NULL && f->play->reading[0].plies > 0) /* written before moves, our mark would stand for moves */
        text += unparsed_span(text, (AiseSpan){0, (uint32_t)(end - text)}).begin;
    AiseNote *note = aise_arena_alloc(&f->r->arena, sizeof *note);
    size_t length = (size_t)(end - text);
    *note = (AiseNote){f->head, AISE_NOTE_COMMENT, aise_arena_copy(&f->r->arena, text, length), length};
    f->head = note;
}

/* Ends the notes behind ply `k`, counted from 1; 0: before the first. */
static void close_notes(Finish *f, size_t k)
{
    AisePlyRecord *ply = k > 0 ? &f->ply[k - 1] : NULL;
    flush_comment(f, ply);
    if (ply != NULL)
        ply->notes = f->head;
    else
        f->game.notes = f->head;
    f->head = NULL;
    f->tail = &f->head;
}

size_t aise_closing_find(const AiseRecord *record, size_t moves_end)
{
    for (size_t i = moves_end; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_BLANK)
            return i;
        if (item->kind == AISE_ITEM_TEXT && (item->flags & AISE_ITEM_LINE_START) &&
            aise_title_find(record->text, item->span) != NULL)
            return i;
    }
    if (!record->last)
        return record->count;
    for (size_t i = moves_end; i < record->count; i++) /* nothing bounds it: text of whole lines is outside */
        if (record->items[i].kind == AISE_ITEM_TEXT && (record->items[i].flags & AISE_ITEM_LINE_START))
            return i;
    return record->count;
}

static void find_closing(Finish *f)
{
    bool moved = f->play->nodes > 0 || f->play->broken;
    f->closing_end = aise_closing_find(f->record, moved ? f->play->moves_end : f->heading->first);
}

static void take_stray(Finish *f, const AiseItem *item)
{
    if (f->strays++ == 0)
        f->first_stray = (size_t)(item - f->record->items);
}

static bool is_dash(const char *text, size_t length)
{
    return length == 1 ? *text == '-' : length == 3 && memcmp(text, "\xe2\x80", 2) == 0 && (unsigned char)text[2] >= 0x90 &&
                                            (unsigned char)text[2] <= 0x95;
}

/* Between moves: `=`, `+-`, `±` say something of them, other signs do not. */
static void take_skipped(Finish *f, const AiseItem *item)
{
    const char *text = f->record->text + item->span.begin;
    size_t length = item->span.end - item->span.begin;
    bool speaks = false;
    size_t controls = 0;
    for (size_t i = 0; i < length; i++)
        if (aise_is_control(text[i])) {
            aise_drop_control(&f->heading->dropped, item->span.begin + (uint32_t)i);
            controls++;
        }
    if (controls == length)
        return;
    for (size_t i = 0; i < length && !speaks; i++)
        speaks = (unsigned char)text[i] > ' ' && strchr(")}].\\:;~^_|\177", text[i]) == NULL;
    if (speaks && !is_dash(text, length))
        add_comment(f, text, length);
    else
        take_stray(f, item);
}

/* `ply`: the last one, which a variation is an alternative to; NULL: there is none. */
static void take_parenthesis(Finish *f, const AiseItem *item, const AisePlyRecord *ply)
{
    const AiseState *s = &f->r->start.state;
    const char *text = f->record->text + item->span.begin;
    size_t length = item->span.end - item->span.begin;
    bool black = (ply != NULL ? ply->side : s->to_move) == AISE_BLACK && f->play->variant->numbering != AISE_NUMBER_SERIES;
    char number[16];
    snprintf(number, sizeof number, "%u%s", ply != NULL ? ply->turn : s->turn, black ? "..." : ".");
    const char *variation = aise_note_variation(f->r, text, length, f->play->pgn_style ? number : NULL);
    if (variation != NULL)
        hang_note(f, AISE_NOTE_VARIATION, variation, strlen(variation));
    else
        add_comment(f, text, length);
}

/* Is the item, a sign of check, part of the ply before it? */
static bool is_of_ply(const Finish *f, size_t item, size_t plies)
{
    const AiseLink *link = plies > 0 ? &f->play->link[f->node[plies - 1]] : NULL;
    return link != NULL && item < link->item + link->items;
}

static void take_note(Finish *f, size_t at, size_t plies)
{
    const AiseItem *item = &f->record->items[at];
    AisePlyRecord *ply = plies > 0 ? &f->ply[plies - 1] : NULL;
    switch (item->kind) {
    case AISE_ITEM_PLY:
        glued_nags(f, item, ply);
        break;
    case AISE_ITEM_TEXT:
        add_prose(f, item->span);
        break;
    case AISE_ITEM_ESCAPE:
    case AISE_ITEM_CREDIT:
    case AISE_ITEM_TAG:
        add_span(f, item->span);
        break;
    case AISE_ITEM_SKIPPED:
        take_skipped(f, item);
        break;
    case AISE_ITEM_COMMENT:
        if (!take_unparsed(f, item))
            take_comment(f, item, ply);
        break;
    case AISE_ITEM_VARIATION:
        take_parenthesis(f, item, ply);
        break;
    case AISE_ITEM_MARK:
        if (item->value != 0)
            take_mark(f, item->span, ply);
        else if (!is_of_ply(f, at, plies))
            take_stray(f, item);
        break;
    case AISE_ITEM_JOIN:
        take_stray(f, item);
        break;
    case AISE_ITEM_NAG:
        if (!add_nag(ply, item->value))
            add_span(f, item->span);
        break;
    case AISE_ITEM_NUMBER: /* of no turn: of the text behind it, or of nothing */
        if (at + 1 < f->record->count && !(item[1].flags & AISE_ITEM_LINE_START) &&
            (item[1].kind == AISE_ITEM_TEXT || is_prose_item(f, at + 1)))
            add_span(f, item->span);
        else
            take_stray(f, item);
        break;
    default:
        break;
    }
}

/* The unparsed rest begins at the turn number right before the break, if one stands there. */
static size_t rest_begin(const Finish *f)
{
    const AiseItem *items = f->record->items;
    size_t begin = f->play->break_item, number = begin;
    while (number > f->heading->first && items[number - 1].kind == AISE_ITEM_JOIN)
        number--;
    while (number > f->heading->first && items[number - 1].kind == AISE_ITEM_NUMBER)
        begin = --number;
    return begin;
}

/* Does the turn number at `at` stand before anything that is played, or that ends the game? */
static bool has_turn(const Finish *f, size_t at, size_t stop)
{
    for (at++; at < stop; at++) {
        const AiseItem *item = &f->record->items[at];
        switch (item->kind) {
        case AISE_ITEM_NUMBER:
            return false;
        case AISE_ITEM_TEXT:
            if (!(item->flags & AISE_ITEM_LINE_START))
                return false;
            break;
        case AISE_ITEM_PLY:
        case AISE_ITEM_BAD_PLY:
        case AISE_ITEM_RESULT:
        case AISE_ITEM_END:
            return !is_prose_item(f, at);
        default:
            break;
        }
    }
    return false;
}

/* A slash that ends its line, with no ply below it to go on with. */
static bool hangs(const Finish *f, size_t at)
{
    const AiseItem *items = f->record->items;
    size_t next = at + 1;
    if (items[at].kind != AISE_ITEM_JOIN || items[at].value != AISE_SIGN_SLASH || f->play->broken ||
        (next < f->record->count && !(items[next].flags & AISE_ITEM_LINE_START)))
        return false;
    while (next < f->record->count && items[next].kind == AISE_ITEM_BLANK)
        next++;
    return next == f->record->count || (items[next].kind != AISE_ITEM_PLY && items[next].kind != AISE_ITEM_BAD_PLY);
}

/* Most items: nothing of them hangs on a ply. */
static bool is_silent(const Finish *f, size_t at, size_t stop)
{
    const AiseItem *item = &f->record->items[at];
    const unsigned silent = 1u << AISE_ITEM_BLANK | 1u << AISE_ITEM_RESULT | 1u << AISE_ITEM_END |
                            1u << AISE_ITEM_HEADER;
    if (item->kind == AISE_ITEM_NUMBER)
        return (at + 1 < stop && item[1].kind == AISE_ITEM_PLY && f->play->proses == 0) || has_turn(f, at, stop);
    if (item->kind == AISE_ITEM_JOIN)
        return !hangs(f, at);
    return (silent >> item->kind & 1) || (item->kind == AISE_ITEM_PLY && item->extra == 0);
}

/* Hangs everything that is not a move on the ply before it. */
static void hang_notes(Finish *f)
{
    const AiseRecord *record = f->record;
    AisePlay *play = f->play;
    size_t k = 0; /* plies begun */
    f->head = NULL;
    f->tail = &f->head;
    size_t prose = 0;
    size_t stop = play->broken ? rest_begin(f) : f->notes_end ? f->notes_end : f->closing_end;
    if (play->bare && stop > play->first)
        stop = play->first;
    f->notes_stop = stop;
    for (size_t i = 0; i < stop; i++) {
        const AiseItem *item = &record->items[i];
        while (prose < play->proses && play->prose[prose].end <= i)
            prose++;
        bool is_prose = prose < play->proses && play->prose[prose].first == i;
        if (!is_prose && is_silent(f, i, stop))
            continue;
        if (k < f->plies && f->item[k] <= i) {
            close_notes(f, k);
            do
                k++;
            while (k < f->plies && f->item[k] <= i);
        }
        if (is_prose) {
            size_t last = play->prose[prose].end - 1;
            add_prose(f, (AiseSpan){item->span.begin, record->items[last].span.end});
            i = last;
        } else if (i >= f->heading->first || is_opening_text(f, i)) {
            take_note(f, i, k);
        }
    }
    close_notes(f, k);
}

/* ---- the rest of a damaged game ---- */

static bool is_move_kind(unsigned kind)
{
    return kind == AISE_ITEM_NUMBER || kind == AISE_ITEM_PLY || kind == AISE_ITEM_BAD_PLY || kind == AISE_ITEM_RESULT ||
           kind == AISE_ITEM_END;
}

/* From the break to the last line with moves; results and end words in it still count. */
static void take_rest(Finish *f)
{
    const AiseRecord *record = f->record;
    AisePlay *play = f->play;
    size_t last = play->break_item;
    for (size_t i = last; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (is_move_kind(item->kind))
            last = i;
        if (item->kind == AISE_ITEM_RESULT)
            play->result = (AiseResult)item->value;
        if (item->kind == AISE_ITEM_END && play->end == AISE_END_NONE) {
            play->end = (AiseEnd)item->value;
            play->end_who = (uint8_t)item->extra;
        }
        if (item->kind == AISE_ITEM_COMMENT && item->extra != 1)
            last = i;
    }
    play->moves_end = (uint32_t)aise_line_end(record, last);
    find_closing(f);
    if (f->closing_end < play->moves_end)
        f->closing_end = play->moves_end;
    uint32_t begin = record->items[rest_begin(f)].span.begin;
    uint32_t end = begin;
    for (size_t i = play->break_item; i < f->closing_end; i++)
        end = record->items[i].span.end > end ? record->items[i].span.end : end;
    /* a result that closes the rest goes into the tag, not into the text */
    const AiseItem *closing = &record->items[f->closing_end - 1];
    if (closing->kind == AISE_ITEM_RESULT && f->closing_end - 1 > play->break_item)
        end = record->items[f->closing_end - 2].span.end;
    while (end > begin && is_white(record->text[end - 1]))
        end--;
    f->game.unparsed = rest_copy(f, record->text + begin, end - begin);
    f->game.status = AISE_GAME_DAMAGED;
}

/* The moves of a game whose start position is refused: kept as they stood, the game is empty. */
static void take_refused(Finish *f)
{
    const AiseRecord *record = f->record;
    uint32_t begin = record->items[f->heading->refused].span.begin;
    uint32_t end = record->items[record->count - 1].span.end;
    while (end > begin && is_white(record->text[end - 1]))
        end--;
    f->game.unparsed = rest_copy(f, record->text + begin, end - begin);
    f->heading->first = f->heading->refused;
    f->notes_end = f->heading->refused;
    f->closing_end = record->count;
}

/* ---- results ---- */

/* A comment behind the last ply. */
static void add_last(Finish *f, const char *text, size_t length)
{
    const AiseNote **tail = f->plies > 0 ? &f->ply[f->plies - 1].notes : &f->game.notes;
    while (*tail != NULL)
        tail = (const AiseNote **)&(*tail)->next;
    AiseNote *note = aise_arena_alloc(&f->r->arena, sizeof *note);
    *note = (AiseNote){NULL, AISE_NOTE_COMMENT, aise_arena_copy(&f->r->arena, text, length), length};
    *tail = note;
}

/* DD3: over without a winner, and no result written. Said once, also when our own PGN comes back. */
static void tell_no_winner(Finish *f)
{
    static const char text[] = "both kings have left the board: no winner";
    const AiseNote *note = f->plies > 0 ? f->ply[f->plies - 1].notes : NULL;
    AiseGame *g = &f->game;
    if (g->final.state.outcome != AISE_NO_WINNER || (g->result != AISE_RESULT_NONE && g->result != AISE_RESULT_UNKNOWN))
        return;
    for (; note != NULL; note = note->next)
        if (strstr(note->text, text) != NULL)
            return;
    add_last(f, text, sizeof text - 1);
}

/* Behind the last move, on its line or the next, a player's name and fate. */
static void take_fate(Finish *f)
{
    const AiseRecord *record = f->record;
    AisePlay *play = f->play;
    size_t i = play->moves_end;
    if (f->plies == 0 || i == 0 || aise_fate_take(record, f->heading, play, i - 1))
        return;
    while (i < record->count && (record->items[i].kind == AISE_ITEM_COMMENT || record->items[i].kind == AISE_ITEM_VARIATION ||
                                 record->items[i].kind == AISE_ITEM_MARK || record->items[i].kind == AISE_ITEM_NAG))
        i++;
    if (i < record->count && aise_fate_take(record, f->heading, play, i))
        play->moves_end = (uint32_t)i + 1;
}

static void take_result(Finish *f)
{
    size_t stop = f->play->broken ? f->play->break_item : f->closing_end;
    aise_result_find(f->r, f->record, f->heading, f->play, stop, f->read_end, &f->game);
    if (f->r->scratch.length > 0)
        add_last(f, f->r->scratch.bytes, f->r->scratch.length);
    tell_no_winner(f);
}

/* What was passed over, once a game. */
static void tell_dropped(Finish *f)
{
    const char *text = f->record->text;
    const AiseDropped *dropped = &f->heading->dropped;
    if (f->strays > 0) {
        AiseSpan span = f->record->items[f->first_stray].span;
        AiseFinding *finding = aise_replay_finding(f->r, AISE_CODE_S105, span);
        aise_finding_text(f->r, finding, text + span.begin, span.end - span.begin);
        aise_finding_number(finding, f->strays);
    }
    if (dropped->count > 0) {
        AiseSpan span = {dropped->first, dropped->first + 1};
        aise_finding_number(aise_replay_finding(f->r, AISE_CODE_S106, span), dropped->count);
    }
}

/* The line of the header, else of the first thing read of the game. */
static uint64_t first_line(const Finish *f)
{
    const AiseRecord *record = f->record;
    uint64_t line = record->line, column = 1;
    size_t first = 0;
    while (first < record->count && record->items[first].kind == AISE_ITEM_BLANK)
        first++;
    uint32_t begin = first < record->count ? record->items[first].span.begin : 0;
    for (uint32_t at = 0; at < begin; at++)
        line += aise_line_break(record, at);
    aise_original_place(f->r, record, begin, &line, &column);
    return line;
}

/* ---- all together ---- */

/* Does the line begin with a number of some kind, and hold plies behind it and no words? */
static bool is_turn_like(const char *text, AiseSpan line, const AiseDoubt *doubt)
{
    uint32_t end = doubt->first.end, at = line.begin;
    bool digit = false;
    for (; at < end && (unsigned char)text[at] > ' '; at++)
        digit = digit || (text[at] >= '0' && text[at] <= '9');
    return digit && at - line.begin <= 5 && doubt->plies > 0 && doubt->words == 0 && at < line.end;
}

/* The line without the ornaments before its first letter or digit: `- 1.e4`, `> 1.e4`. */
static AiseSpan bare_line(const char *text, AiseSpan line)
{
    AiseSpan s = line;
    while (s.begin < s.end && strchr("-*>#=+.~|_ ", text[s.begin]) != NULL)
        s.begin++;
    return s;
}

/* Is it turn 1, perhaps behind a word or two: `Mosse: 1.e4// e6/Cc6`? */
static bool is_first_turn(const AiseDoubt *doubt)
{
    bool inside = doubt->number == 0 && doubt->inners > 0;
    if (inside && doubt->inner[0] == 2 && doubt->first_square && doubt->words == 0) /* `.e4// e6/Cc6 2.Ab5/Df3` */
        return true;
    return (doubt->number == 1 || (inside && doubt->inner[0] == 1)) && doubt->plies > 0 && doubt->plies >= doubt->words;
}

/* A game without moves is left out of the PGN, and its text with it. */
static void tell_left_out(Finish *f)
{
    const AiseRecord *record = f->record;
    if (f->heading->viewer || (f->heading->refused == 0 && f->game.notes == NULL))
        return;
    for (size_t i = 0; i < f->closing_end && i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        bool taken = f->heading->mark != NULL && f->heading->mark[i] != 0;
        bool named = item->kind == AISE_ITEM_HEADER || item->kind == AISE_ITEM_TAG || item->kind == AISE_ITEM_CREDIT ||
                     item->kind == AISE_ITEM_ESCAPE || item->kind == AISE_ITEM_BLANK;
        if (taken || named || item->kind == AISE_ITEM_RESULT || item->kind == AISE_ITEM_END)
            continue;
        aise_replay_finding(f->r, AISE_CODE_S107, item->span);
        return;
    }
}

/* A header without moves, and below it lines that look like moves: somebody's game was not understood. */
static void tell_unread(Finish *f)
{
    const char *text = f->record->text;
    AiseSpan like = {0, 0};
    unsigned likes = 0;
    for (size_t i = 0; i < f->record->count; i++) {
        const AiseItem *item = &f->record->items[i];
        AiseDoubt doubt;
        if (item->kind != AISE_ITEM_TEXT || !(item->flags & AISE_ITEM_LINE_START))
            continue;
        AiseSpan line = bare_line(text, item->span);
        aise_doubt_look(text, line, &doubt);
        bool first = is_first_turn(&doubt);
        if (is_turn_like(text, line, &doubt) && likes++ == 0)
            like = item->span;
        if (!first && likes < 2)
            continue;
        AiseFinding *finding = aise_replay_finding(f->r, AISE_CODE_S304, first && likes < 2 ? item->span : like);
        aise_finding_proposals(f->r, finding);
        finding->has_hint = true;
        return;
    }
    tell_left_out(f);
}

void aise_finish(AiseReplay *r, const AiseRecord *record, AiseHeading *heading, AisePlay *play)
{
    Finish f = {.r = r, .record = record, .heading = heading, .play = play};
    AiseGame *g = &f.game;
    g->variant = play->variant;
    g->letters = play->letters;
    g->start = r->start;
    g->set_up = r->set_up;
    g->final = play->broken ? play->break_position : play->reading[0].position;
    keep_reading(&f);
    g->status = f.plies == 0 && !play->broken ? AISE_GAME_EMPTY : AISE_GAME_OK;
    if (play->broken)
        take_rest(&f);
    else if (heading->refused > 0)
        take_refused(&f);
    if (!play->broken && heading->refused == 0) {
        take_fate(&f);
        find_closing(&f);
    }
    hang_notes(&f);
    g->plies = f.ply;
    g->ply_count = f.plies;
    if (r->variations)
        aise_variations_find(r, g, f.ply);
    g->tags = heading->tags;
    g->tag_count = heading->tag_count;
    g->source = r->source;
    g->text = record->text;
    g->number = ++r->game_number;
    take_result(&f);
    aise_findings_of_play(r, record, play, f.node, f.closing_end, g);
    tell_dropped(&f);
    if (g->status == AISE_GAME_EMPTY)
        tell_unread(&f);
    g->line = first_line(&f);
    aise_findings_place(r, record);
    g->findings = r->finding;
    g->finding_count = r->findings;
    if (r->sink.game != NULL)
        r->sink.game(r->sink.context, g);
    if (!record->last)
        aise_find_hidden_title(r, record, f.closing_end);
    aise_outside(r, record, f.closing_end);
}
