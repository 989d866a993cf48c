/* Who won and how it ended: what is written, what the words say, what the board says (NOTATION 1.1). */
#include "src/replay/replay.h"

#include <string.h>
#include <strings.h>

static AiseResult won_by(unsigned side)
{
    return side == AISE_WHITE ? AISE_RESULT_WHITE : AISE_RESULT_BLACK;
}

static bool decisive(AiseResult result)
{
    return result != AISE_RESULT_NONE && result != AISE_RESULT_UNKNOWN;
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

/* What the end word says, the side to move being `mover`; `who` as the extra of an AISE_ITEM_END. */
static AiseResult word_result(AiseEnd end, unsigned who, unsigned mover)
{
    switch (end) {
    case AISE_END_RESIGNS:
    case AISE_END_TIME:
        return won_by((who > 0 ? who - 1u : mover) ^ 1u);
    case AISE_END_FORFEIT:
        return who > 0 ? won_by((who - 1u) ^ 1u) : AISE_RESULT_NONE;
    case AISE_END_MATE:
        return won_by(mover ^ 1u);
    case AISE_END_WINS:
        return won_by(who > 0 ? who - 1u : mover ^ 1u);
    case AISE_END_ADJUDICATED:
        return who == 3 ? AISE_RESULT_DRAW : who > 0 ? won_by(who - 1u) : AISE_RESULT_NONE;
    case AISE_END_AGREED:
    case AISE_END_STALEMATE:
        return AISE_RESULT_DRAW;
    default:
        return AISE_RESULT_NONE;
    }
}

/* Does the end word say the result whoever is on the move? */
static bool names_result(AiseEnd end, unsigned who)
{
    return who > 0 || end == AISE_END_AGREED || end == AISE_END_STALEMATE;
}

static void result_finding(AiseReplay *r, AiseCode code, AiseSpan span, AiseResult written, AiseResult other)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    AiseFinding *finding = aise_replay_finding(r, code, span);
    aise_finding_text(r, finding, texts[written], strlen(texts[written]));
    aise_finding_text(r, finding, texts[other], strlen(texts[other]));
}

/* ---- words that the game's fields do not hold ---- */

static void leave(AiseReplay *r, const AiseRecord *record, AiseSpan span)
{
    if (r->scratch.length > 0)
        aise_buffer_byte(&r->scratch, ' ');
    aise_buffer_add(&r->scratch, record->text + span.begin, span.end - span.begin);
}

/* Is what the word says in the game: in its end, in its result, on its board? */
static bool is_held(const AiseGame *g, AiseEnd end)
{
    switch (end) {
    case AISE_END_STALEMATE:
        return g->outcome == AISE_DRAWN;
    case AISE_END_MATE:
        return g->outcome == AISE_WHITE_WINS || g->outcome == AISE_BLACK_WINS;
    case AISE_END_WINS:
        return decisive(g->result);
    default:
        return end == g->end;
    }
}

static void leave_endings(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, const AisePlay *play,
                          size_t stop, const AiseGame *g)
{
    r->scratch.length = 0;
    if (heading->end != AISE_END_NONE && !is_held(g, heading->end)) {
        leave(r, record, heading->end_span);
        for (size_t i = 0; i < heading->first; i++)
            if (record->items[i].kind == AISE_ITEM_END && record->items[i].span.begin != heading->end_span.begin)
                leave(r, record, record->items[i].span);
    }
    size_t first = play->resumed_item > 0 ? play->resumed_item + 1 : play->end_item;
    if (play->passed_item > 0 && play->passed_item < first)
        first = play->passed_item;
    for (size_t i = first, line = 0; i < stop; i++) {
        const AiseItem *item = &record->items[i];
        bool result = item->kind == AISE_ITEM_RESULT, word = item->kind == AISE_ITEM_END;
        while (line < play->proses && play->prose[line].end <= i)
            line++;
        if (line < play->proses && play->prose[line].first <= i)
            continue; /* the line is a note, and kept as such */
        if (word && !is_held(g, (AiseEnd)item->value)) {
            leave(r, record, item->span);
            if (item->value == AISE_END_MATE || item->value == AISE_END_STALEMATE)
                aise_finding_text(r, aise_replay_finding(r, AISE_CODE_H110, item->span), record->text + item->span.begin,
                                  item->span.end - item->span.begin);
        } else if (result && item->value != g->result && item->value != AISE_RESULT_UNKNOWN) {
            leave(r, record, item->span);
        }
    }
}

/* ---- all together ---- */

/* The word that closed the game: of the moves, else of the heading. */
static AiseSpan take_end(const AiseRecord *record, const AiseHeading *heading, AisePlay *play)
{
    if (play->end == AISE_END_NONE) {
        play->end = heading->end;
        play->end_who = (uint8_t)heading->end_who;
    }
    return play->end_item < record->count ? record->items[play->end_item].span : heading->result_span;
}

unsigned aise_loser(AiseResult result)
{
    return result == AISE_RESULT_WHITE ? 2 : result == AISE_RESULT_BLACK ? 1 : 0;
}

/* `1-0 abbandona`, `(tempo) 0-1`: whose fate the word is says the result right beside it. */
static void set_loser(const AiseRecord *record, AisePlay *play)
{
    size_t at = play->end_item;
    if (play->end_who != 0 || (play->end != AISE_END_RESIGNS && play->end != AISE_END_TIME) || at + 1 >= record->count)
        return;
    unsigned first = record->items[at].kind, second = record->items[at + 1].kind;
    if ((first == AISE_ITEM_RESULT && second == AISE_ITEM_END) || (first == AISE_ITEM_END && second == AISE_ITEM_RESULT))
        play->end_who = (uint8_t)aise_loser(play->result);
}

void aise_result_find(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AisePlay *play, size_t stop,
                      bool read_end, AiseGame *g)
{
    AiseResult token = play->result, head = heading->result;
    AiseSpan written = decisive(token) && play->end_item < record->count ? record->items[play->end_item].span
                                                                         : heading->result_span;
    AiseSpan word_span = read_end ? written : take_end(record, heading, play);
    if (!read_end)
        g->end = play->end <= AISE_END_FORFEIT ? play->end : AISE_END_NONE;
    bool over = g->final.state.outcome != AISE_PLAYING;
    if (g->status == AISE_GAME_OK)
        g->outcome = aise_rules_outcome(play->variant, &g->final);
    AiseResult board = board_result(g->outcome);
    set_loser(record, play);
    unsigned mover = play->end_item < record->count ? play->end_side : g->final.state.to_move;
    AiseResult spoken = word_result(play->end, play->end_who, mover), word = over ? AISE_RESULT_NONE : spoken;
    if (g->status != AISE_GAME_OK && !names_result(play->end, play->end_who))
        word = AISE_RESULT_NONE; /* who was on the move then nobody knows */
    if (decisive(token) || decisive(head))
        g->result = decisive(token) ? token : head;
    else if (token != AISE_RESULT_NONE || head != AISE_RESULT_NONE)
        g->result = AISE_RESULT_UNKNOWN; /* a written `*` is a result */
    else
        g->result = board != AISE_RESULT_NONE ? board : word;
    if (over && g->end == AISE_END_RESIGNS)
        g->end = AISE_END_NONE;
    if (decisive(token) && decisive(head) && token != head)
        result_finding(r, AISE_CODE_H101, written, token, head);
    if (decisive(g->result) && board != AISE_RESULT_NONE && g->result != board)
        result_finding(r, AISE_CODE_H102, written, g->result, board);
    else if (decisive(g->result) && word != AISE_RESULT_NONE && g->result != word && board == AISE_RESULT_NONE)
        result_finding(r, AISE_CODE_H103, word_span, g->result, word);
    else if (decisive(board) && spoken != AISE_RESULT_NONE && spoken != board && !play->pgn_style && !read_end &&
             play->end != AISE_END_STALEMATE && names_result(play->end, play->end_who)) /* of stalemate H110 tells */
        result_finding(r, AISE_CODE_H103, word_span, board, spoken);
    leave_endings(r, record, heading, play, stop, g);
}

/* `Rossi si ritira`: Rossi must be White or Black, by his whole name or its last word. Returns the length of the name. */
static size_t named(const char *line, size_t length, const char *name)
{
    const char *last = strrchr(name, ' ');
    const char *const names[] = {name, last != NULL ? last + 1 : name};
    for (unsigned i = 0; i < 2; i++) {
        size_t n = strlen(names[i]);
        if (n > 0 && length > n + 1 && line[n] == ' ' && strncasecmp(line, names[i], n) == 0)
            return n;
    }
    return 0;
}

/* `«1-0»`, `Risultato: 1-0`, `vince il Nero per il tempo`. */
static bool take_verdict(const char *line, size_t length, AisePlay *play, size_t item)
{
    AiseVerdict verdict;
    if (play->end_item < play->record->count || !aise_line_verdict(line, length, &verdict))
        return false;
    play->result = verdict.result;
    play->end = verdict.end;
    play->end_who = (uint8_t)aise_loser(verdict.result);
    play->end_side = play->reading[0].position.state.to_move;
    play->end_item = (uint32_t)item;
    return true;
}

bool aise_fate_take(const AiseRecord *record, const AiseHeading *heading, AisePlay *play, size_t item)
{
    const AiseItem *text = &record->items[item];
    if (text->kind != AISE_ITEM_TEXT || play->end != AISE_END_NONE)
        return false;
    const char *line = record->text + text->span.begin;
    size_t length = text->span.end - text->span.begin;
    for (size_t i = 0; i < heading->tag_count; i++) {
        bool white = strcmp(heading->tags[i].name, "White") == 0;
        size_t n = white || strcmp(heading->tags[i].name, "Black") == 0 ? named(line, length, heading->tags[i].value) : 0;
        AiseEnd end = n > 0 ? aise_line_fate(line + n + 1, length - n - 1) : AISE_END_NONE;
        if (end == AISE_END_NONE)
            continue;
        play->end = end;
        play->end_who = white ? 1 : 2;
        return true;
    }
    return take_verdict(line, length, play, item);
}
