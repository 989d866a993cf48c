/* From the play to the complete game: plies of the reading kept, notes at their place, results, findings. */
#include "src/replay/replay.h"

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
    size_t notes_end;   /* items from here on are no notes; 0: as far as the game goes */
    size_t closing_end; /* items from here on are outside the game */
    const AiseNote **tail; /* where the next note hangs */
    AiseNote *first_note;
    bool pending; /* r->comment holds a comment not yet hung */
    bool read_end; /* a [%aise end=…] command was read */
} Finish;

/* ---- the plies of the reading that is kept ---- */

static void keep_reading(Finish *f)
{
    AisePlay *play = f->play;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    size_t n = play->reading[0].plies;
    uint32_t *node = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *node);
    uint32_t *item = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *item);
    bool straight = play->nodes == n;
    for (size_t i = n; i-- > 0; leaf = straight ? leaf : play->link[leaf].parent)
        node[i] = straight ? (uint32_t)i : leaf;
    for (size_t i = 0; i < n; i++)
        item[i] = play->link[node[i]].item;
    f->ply = play->ply;
    if (!straight) {
        f->ply = aise_arena_alloc(&f->r->arena, (n + 1) * sizeof *f->ply);
        for (size_t i = 0; i < n; i++)
            f->ply[i] = play->ply[node[i]];
    }
    f->node = node;
    f->item = item;
    f->plies = n;
}

/* ---- notes ---- */

static bool is_white(char c)
{
    return (unsigned char)c <= ' ';
}

/* Adds text to the pending comment, white space folded, one space between adjacent pieces. */
static void add_comment(Finish *f, const char *text, size_t length)
{
    AiseBuffer *b = &f->r->comment;
    if (!f->pending)
        b->length = 0;
    bool gap = f->pending && b->length > 0;
    for (size_t i = 0; i < length; i++) {
        if (is_white(text[i])) {
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

static void hang_note(Finish *f, unsigned kind, const char *text, size_t length)
{
    AiseNote *note = aise_arena_alloc(&f->r->arena, sizeof *note);
    *note = (AiseNote){NULL, (uint8_t)kind, aise_arena_copy(&f->r->arena, text, length), length};
    *f->tail = note;
    f->tail = (const AiseNote **)&note->next;
}

/* The comment pending goes before the variations of its ply. */
static void flush_comment(Finish *f, const AiseNote **head)
{
    if (!f->pending)
        return;
    AiseNote *note = aise_arena_alloc(&f->r->arena, sizeof *note);
    AiseBuffer *b = &f->r->comment;
    *note = (AiseNote){*head, AISE_NOTE_COMMENT, aise_arena_copy(&f->r->arena, b->bytes, b->length), b->length};
    *head = note;
    f->pending = false;
}

static unsigned mark_nag(const char *mark, size_t length)
{
    if (length == 0)
        return 0;
    if (length == 1)
        return mark[0] == '!' ? 1 : 2;
    if (mark[0] == '!')
        return mark[1] == '!' ? 3 : 5;
    return mark[1] == '?' ? 4 : 6;
}

static void add_nag(AisePlyRecord *ply, unsigned nag)
{
    for (unsigned i = 0; i < ply->nag_count; i++)
        if (ply->nag[i] == nag)
            return;
    if (nag > 0 && nag < 256 && ply->nag_count < AISE_PLY_NAGS_MAX)
        ply->nag[ply->nag_count++] = (uint8_t)nag;
}

/* `!`, `??` … glued to a token, after any `+` and `#`. */
static void glued_nags(const char *text, const AiseItem *item, AisePlyRecord *ply)
{
    uint32_t begin = item->span.end - item->extra, end = item->span.end;
    while (begin < end && text[begin] != '!' && text[begin] != '?')
        begin++;
    uint32_t stop = begin;
    while (stop < end && (text[stop] == '!' || text[stop] == '?'))
        stop++;
    add_nag(ply, mark_nag(text + begin, stop - begin));
}

static const char *const end_words[] = {"", "resigns", "agreed", "adjudicated", "time", "forfeit"};

/* One `[%aise k=v]` command; unknown ones are left to be text. */
static bool take_command(Finish *f, const char *command, size_t length, AisePlyRecord *ply)
{
    if (length > 4 && memcmp(command, "end=", 4) == 0) {
        for (unsigned i = 1; i < sizeof end_words / sizeof *end_words; i++)
            if (strlen(end_words[i]) == length - 4 && memcmp(end_words[i], command + 4, length - 4) == 0) {
                f->game.end = (AiseEnd)i;
                f->read_end = true;
                return true;
            }
        return false;
    }
    if (length <= 3 || (memcmp(command, "ov=", 3) != 0 && memcmp(command, "re=", 3) != 0) || ply == NULL)
        return false;
    uint64_t squares = 0;
    for (size_t i = 3; i + 1 < length; i++)
        if (command[i] >= 'a' && command[i] <= 'h' && command[i + 1] >= '1' && command[i + 1] <= '8')
            squares |= aise_bit(aise_square((unsigned)(command[i] - 'a'), (unsigned)(command[i + 1] - '1')));
    return squares == (command[0] == 'o' ? ply->overloaded : ply->restored);
}

/* A brace comment: leading commands are obeyed, the rest is text. */
static void take_comment(Finish *f, const AiseItem *item, AisePlyRecord *ply)
{
    const char *text = f->record->text + item->span.begin, *end = f->record->text + item->span.end;
    if (*text == '{') {
        text++;
        if (end > text && end[-1] == '}')
            end--;
    } else if (*text == ';') {
        text++;
    }
    while (end - text > 7 && memcmp(text, "[%aise ", 7) == 0) {
        const char *close = memchr(text, ']', (size_t)(end - text));
        if (close == NULL || !take_command(f, text + 7, (size_t)(close - text) - 7, ply))
            break;
        text = close + 1;
        while (text < end && is_white(*text))
            text++;
    }
    add_comment(f, text, (size_t)(end - text));
}

static const char unparsed_mark[] = "AISE unparsed:";

/* `{AISE unparsed: …}` of our own PGN: kept word for word, the game stays damaged. */
static bool take_unparsed(Finish *f, const AiseItem *item)
{
    const char *text = f->record->text + item->span.begin + 1;
    size_t length = item->span.end - item->span.begin;
    size_t mark = sizeof unparsed_mark - 1;
    if (item->kind != AISE_ITEM_COMMENT || length < mark + 2 || memcmp(text, unparsed_mark, mark) != 0)
        return false;
    length -= item->extra == 2 ? 1 : 2;
    text += mark;
    length -= mark;
    while (length > 0 && is_white(*text)) {
        text++;
        length--;
    }
    f->game.unparsed = aise_arena_copy(&f->r->arena, text, length);
    f->game.status = AISE_GAME_DAMAGED;
    return true;
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

static void take_note(Finish *f, const AiseItem *item, AisePlyRecord *ply)
{
    const char *text = f->record->text;
    switch (item->kind) {
    case AISE_ITEM_TEXT:
    case AISE_ITEM_ESCAPE:
    case AISE_ITEM_SKIPPED:
    case AISE_ITEM_CREDIT:
    case AISE_ITEM_TAG:
        add_comment(f, text + item->span.begin, item->span.end - item->span.begin);
        break;
    case AISE_ITEM_COMMENT:
        if (!take_unparsed(f, item))
            take_comment(f, item, ply);
        break;
    case AISE_ITEM_VARIATION:
        hang_note(f, AISE_NOTE_VARIATION, text + item->span.begin, item->span.end - item->span.begin);
        break;
    case AISE_ITEM_MARK:
        if (ply != NULL && item->value != 0)
            add_nag(ply, item->value);
        break;
    case AISE_ITEM_NAG:
        if (ply != NULL)
            add_nag(ply, item->value);
        break;
    default:
        break;
    }
}

/* Does the item of the heading belong to the opening comment? */
static bool is_opening_text(const Finish *f, size_t item)
{
    unsigned kind = f->record->items[item].kind;
    return kind != AISE_ITEM_CREDIT && kind != AISE_ITEM_TAG && !(f->heading->taken && f->heading->taken[item]);
}

/* Most items: nothing of them hangs on a ply. */
static bool is_silent(const AiseItem *item)
{
    const unsigned silent = 1u << AISE_ITEM_NUMBER | 1u << AISE_ITEM_JOIN | 1u << AISE_ITEM_BLANK | 1u << AISE_ITEM_RESULT |
                            1u << AISE_ITEM_END | 1u << AISE_ITEM_HEADER;
    return (silent >> item->kind & 1) || (item->kind == AISE_ITEM_PLY && item->extra == 0);
}

/* Hangs everything that is not a move on the ply before it. */
static void hang_notes(Finish *f)
{
    const AiseRecord *record = f->record;
    AisePlay *play = f->play;
    size_t k = 0; /* plies begun */
    const AiseNote *head = NULL;
    f->tail = &head;
    size_t prose = 0;
    size_t stop = play->broken ? play->break_item : f->notes_end ? f->notes_end : f->closing_end;
    for (size_t i = 0; i < stop; i++) {
        const AiseItem *item = &record->items[i];
        while (prose < play->proses && play->prose[prose].end <= i)
            prose++;
        bool is_prose = prose < play->proses && play->prose[prose].first == i;
        if (!is_prose && is_silent(item))
            continue;
        if (k < f->plies && f->item[k] <= i) {
            flush_comment(f, &head);
            if (k == 0)
                f->game.notes = head;
            else
                f->ply[k - 1].notes = head;
            head = NULL;
            f->tail = &head;
            do
                k++;
            while (k < f->plies && f->item[k] <= i);
        }
        AisePlyRecord *ply = k > 0 ? &f->ply[k - 1] : NULL;
        if (is_prose) {
            size_t last = play->prose[prose].end - 1;
            add_comment(f, record->text + item->span.begin, record->items[last].span.end - item->span.begin);
            i = last;
            continue;
        }
        if (item->kind == AISE_ITEM_PLY) {
            if (item->extra > 0 && ply != NULL)
                glued_nags(record->text, item, ply);
        } else if (i >= f->heading->first || is_opening_text(f, i)) {
            take_note(f, item, ply);
        }
    }
    flush_comment(f, &head);
    if (k == 0)
        f->game.notes = head;
    else
        f->ply[k - 1].notes = head;
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
        if (item->kind == AISE_ITEM_END && play->end == AISE_END_NONE)
            play->end = (AiseEnd)item->value;
        if (item->kind == AISE_ITEM_COMMENT && item->extra != 1)
            last = i;
    }
    play->moves_end = (uint32_t)aise_line_end(record, last);
    find_closing(f);
    if (f->closing_end < play->moves_end)
        f->closing_end = play->moves_end;
    uint32_t begin = record->items[play->break_item].span.begin;
    uint32_t end = begin;
    for (size_t i = play->break_item; i < f->closing_end; i++)
        end = record->items[i].span.end > end ? record->items[i].span.end : end;
    /* a result that closes the rest goes into the tag, not into the text */
    const AiseItem *closing = &record->items[f->closing_end - 1];
    if (closing->kind == AISE_ITEM_RESULT && f->closing_end - 1 > play->break_item)
        end = record->items[f->closing_end - 2].span.end;
    while (end > begin && is_white(record->text[end - 1]))
        end--;
    f->game.unparsed = aise_arena_copy(&f->r->arena, record->text + begin, end - begin);
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
    f->game.unparsed = aise_arena_copy(&f->r->arena, record->text + begin, end - begin);
    f->heading->first = f->heading->refused;
    f->notes_end = f->heading->refused;
    f->closing_end = record->count;
}

/* ---- results ---- */

static AiseResult won_by(unsigned side)
{
    return side == AISE_WHITE ? AISE_RESULT_WHITE : AISE_RESULT_BLACK;
}

static AiseResult board_result(AiseOutcome outcome)
{
    switch (outcome) {
    case AISE_WHITE_WINS: return AISE_RESULT_WHITE;
    case AISE_BLACK_WINS: return AISE_RESULT_BLACK;
    case AISE_DRAWN: return AISE_RESULT_DRAW;
    default: return AISE_RESULT_NONE;
    }
}

/* What the end word says, the side to move being `mover`. */
static AiseResult word_result(AiseEnd end, unsigned mover)
{
    switch (end) {
    case AISE_END_RESIGNS:
    case AISE_END_TIME:
    case AISE_END_MATE:
    case AISE_END_WINS:
        return won_by(mover ^ 1u);
    case AISE_END_AGREED:
    case AISE_END_STALEMATE:
        return AISE_RESULT_DRAW;
    default:
        return AISE_RESULT_NONE;
    }
}

static void result_finding(Finish *f, AiseCode code, AiseSpan span, AiseResult written, AiseResult other)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    AiseFinding *finding = aise_replay_finding(f->r, code, span);
    aise_finding_text(f->r, finding, texts[written], strlen(texts[written]));
    aise_finding_text(f->r, finding, texts[other], strlen(texts[other]));
}

static void take_result(Finish *f)
{
    AisePlay *play = f->play;
    AiseGame *g = &f->game;
    const AiseRecord *record = f->record;
    if (play->end == AISE_END_NONE && !f->read_end)
        play->end = f->heading->end;
    if (!f->read_end)
        g->end = play->end <= AISE_END_FORFEIT ? play->end : AISE_END_NONE;
    bool over = g->final.state.outcome != AISE_PLAYING;
    bool ended = play->end_item < record->count || f->heading->result != AISE_RESULT_NONE;
    if (g->status == AISE_GAME_OK && (over || ended))
        g->outcome = aise_rules_outcome(play->variant, &g->final);
    AiseResult board = board_result(g->outcome);
    unsigned mover = play->end_item < record->count ? play->end_side : g->final.state.to_move;
    AiseResult word = over || g->status != AISE_GAME_OK ? AISE_RESULT_NONE : word_result(play->end, mover);
    AiseResult token = play->result == AISE_RESULT_UNKNOWN ? AISE_RESULT_NONE : play->result;
    AiseResult head = f->heading->result == AISE_RESULT_UNKNOWN ? AISE_RESULT_NONE : f->heading->result;
    AiseSpan span = f->heading->result_span;
    if (token != AISE_RESULT_NONE && play->end_item < record->count)
        span = record->items[play->end_item].span;
    g->result = token ? token : head ? head : board ? board : word;
    if (token && head && token != head)
        result_finding(f, AISE_CODE_H101, span, token, head);
    if (board != AISE_RESULT_NONE && g->result != board && (token || head))
        result_finding(f, AISE_CODE_H102, span, g->result, board);
    else if (word != AISE_RESULT_NONE && g->result != word && !board)
        result_finding(f, AISE_CODE_H103, play->end_item < record->count ? record->items[play->end_item].span : span,
                       g->result, word);
    if (over && g->end == AISE_END_RESIGNS)
        g->end = AISE_END_NONE;
}

/* ---- all together ---- */

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
    else
        find_closing(&f);
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
    aise_findings_of_play(r, record, play, f.node, g);
    uint32_t at = record->count > 0 ? record->items[0].span.begin : 0;
    for (size_t i = 0; i < record->count && record->items[i].kind == AISE_ITEM_BLANK; i++)
        at = record->items[i].span.end;
    g->line = record->line;
    for (uint32_t i = 0; i < at; i++)
        g->line += record->text[i] == '\n';
    aise_findings_place(r, record);
    g->findings = r->finding;
    g->finding_count = r->findings;
    if (r->sink.game != NULL)
        r->sink.game(r->sink.context, g);
    aise_outside(r, record, f.closing_end);
}
