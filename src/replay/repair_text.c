/* Corrections as text: the stretch replaced and what takes its place; the corrected text read again. */
#include "src/replay/repair.h"

#include <string.h>

/* ---- writing ---- */

static const char *ply_joint(const AiseRepair *x)
{
    return x->v->slash == AISE_JOIN_PLY ? "/" : " ";
}

static const char *turn_joint(const AiseRepair *x)
{
    return x->v->space != AISE_JOIN_TURN && x->v->comma == AISE_JOIN_TURN ? ", " : " ";
}

/* What stands before the next ply of this position. */
static const char *joint_before(const AiseRepair *x, const AisePosition *p)
{
    const AiseState *s = &p->state;
    bool begins = s->left == aise_turn_plies(&x->v->traits, s->to_move, s->turn);
    return begins && x->v->numbering != AISE_NUMBER_SERIES ? turn_joint(x) : ply_joint(x);
}

/* End of the slot's last token, with the marks glued to it. */
static uint32_t slot_end(const AiseSlot *slot)
{
    if (slot->end == slot->item)
        return slot->span.end;
    uint32_t end = slot->record->items[slot->end - 1].span.end;
    return end > slot->span.end ? end : slot->span.end;
}

void aise_mend_copy(AiseBuffer *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!aise_is_control(text[i]))
            aise_buffer_byte(out, text[i] >= '\v' && text[i] <= '\r' ? ' ' : text[i]);
}

static void add_span(AiseRepair *x, AiseBuffer *out, uint32_t begin, uint32_t end)
{
    aise_mend_copy(out, x->record->text + begin, end - begin);
}

static void write_insertion(AiseRepair *x, AiseMend *mend, AiseBuffer *out)
{
    AiseSlot *slot = &x->slot[mend->slot];
    AiseTyped nothing = {.length = 0};
    AisePosition after = slot->before;
    AiseUndo undo;
    const char *text = aise_mend_spell(x, &slot->before, &mend->ply, &nothing);
    aise_rules_play(x->v, &after, &mend->ply, &undo);
    if (mend->behind) {
        bool hangs = aise_slash_hangs(x);
        uint32_t at = hangs ? x->record->items[x->end - 1].span.end : slot_end(&x->slot[mend->slot - 1]);
        mend->span = (AiseSpan){at, at};
        aise_buffer_text(out, hangs ? "" : joint_before(x, &slot->before));
        aise_buffer_text(out, text);
    } else {
        mend->span = (AiseSpan){slot->span.begin, slot->span.begin};
        aise_buffer_text(out, text);
        aise_buffer_text(out, joint_before(x, &after));
    }
}

/* The slots go with the separator before them, or with the one behind where a number stands before. */
static void write_deletion(AiseRepair *x, AiseMend *mend)
{
    const AiseSlot *first = &x->slot[mend->slot], *last = &x->slot[mend->slot + mend->count - 1];
    mend->span = (AiseSpan){first->span.begin, slot_end(last)};
    if (mend->slot > 0 && !first->number)
        mend->span.begin = slot_end(first - 1);
    else if (mend->slot + mend->count < x->slots && !last[1].number && last[1].span.begin > mend->span.end)
        mend->span.end = last[1].span.begin;
}

static void write_swap(AiseRepair *x, AiseMend *mend, AiseBuffer *out)
{
    const AiseSlot *first = &x->slot[mend->slot], *middle = first + mend->middle, *last = first + mend->count - 1;
    mend->span = (AiseSpan){first->span.begin, slot_end(last)};
    add_span(x, out, middle->span.begin, mend->span.end);
    add_span(x, out, slot_end(middle - 1), middle->span.begin);
    add_span(x, out, first->span.begin, slot_end(middle - 1));
}

static void write_split(AiseRepair *x, AiseMend *mend, AiseBuffer *out)
{
    AiseSlot *slot = &x->slot[mend->slot];
    AisePosition after = slot->before;
    AiseUndo undo;
    AiseTyped typed;
    const char *text = x->record->text + slot->span.begin;
    mend->span = (AiseSpan){slot->span.begin, x->slot[mend->slot + mend->count - 1].span.end};
    size_t length = mend->span.end - mend->span.begin, skip = text[mend->cut] == '/' || text[mend->cut] == ' ';
    aise_typed_read(&x->keyboard, &typed, text, mend->cut);
    aise_buffer_text(out, aise_mend_spell(x, &slot->before, &mend->ply, &typed));
    aise_rules_play(x->v, &after, &mend->ply, &undo);
    aise_buffer_text(out, joint_before(x, &after));
    aise_typed_read(&x->keyboard, &typed, text + mend->cut + skip, length - mend->cut - skip);
    aise_buffer_text(out, aise_mend_spell(x, &after, &mend->second, &typed));
}

static void write_replacement(AiseRepair *x, AiseMend *mend, AiseBuffer *out)
{
    AiseSlot *slot = &x->slot[mend->slot];
    AiseTyped typed;
    mend->span = (AiseSpan){slot->span.begin, x->slot[mend->slot + mend->count - 1].span.end};
    aise_typed_read(&x->keyboard, &typed, x->record->text + mend->span.begin, mend->span.end - mend->span.begin);
    aise_buffer_text(out, aise_mend_spell(x, &slot->before, &mend->ply, &typed));
}

void aise_mend_write(AiseRepair *x, AiseMend *mend)
{
    AiseBuffer *out = &x->text;
    if (mend->kind == AISE_MEND_TEXT)
        return;
    out->length = 0;
    switch (mend->kind) {
    case AISE_MEND_INSERT:
        write_insertion(x, mend, out);
        break;
    case AISE_MEND_DELETE:
        write_deletion(x, mend);
        break;
    case AISE_MEND_SWAP:
        write_swap(x, mend, out);
        break;
    case AISE_MEND_SPLIT:
        write_split(x, mend, out);
        break;
    default:
        write_replacement(x, mend, out);
        break;
    }
    mend->text = aise_arena_copy(&x->r->arena, out->length > 0 ? out->bytes : "", out->length);
}

/* ---- reading again ---- */

typedef struct Again {
    AiseRepair *x;
    AiseMend *mend;
    unsigned records;
    bool loses; /* moves become prose */
    bool kept; /* copy the record instead of playing it */
    AiseRecord copy;
} Again;

size_t aise_first_move(const AiseRecord *record)
{
    size_t i = 0;
    for (; i < record->count; i++) {
        unsigned kind = record->items[i].kind;
        if (kind == AISE_ITEM_NUMBER || kind == AISE_ITEM_PLY || kind == AISE_ITEM_BAD_PLY || kind == AISE_ITEM_JOIN ||
            kind == AISE_ITEM_RESULT || kind == AISE_ITEM_END)
            break;
    }
    return i;
}

static uint64_t hash_plies(const AisePlay *play, uint32_t leaf)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; leaf != AISE_NO_NODE; leaf = play->link[leaf].parent) {
        AisePly ply = play->ply[leaf].ply;
        unsigned char bytes[sizeof ply];
        ply.type = 0;
        memcpy(bytes, &ply, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++)
            hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* Does the board's end say another winner than the text does? */
static bool denies_result(const AiseRepair *x, AisePlay *play)
{
    AiseResult written = play->result == AISE_RESULT_WHITE || play->result == AISE_RESULT_BLACK ? play->result : x->heading->result;
    AiseOutcome outcome = aise_rules_outcome(x->v, &play->reading[0].position);
    return (outcome == AISE_WHITE_WINS && written == AISE_RESULT_BLACK) ||
           (outcome == AISE_BLACK_WINS && written == AISE_RESULT_WHITE);
}

/* False: moves have become prose, the result is denied, or turns are missing still. */
static bool judge_again(AiseRepair *x, AiseMend *mend, const AiseRecord *record)
{
    AisePlay *play = x->r->trial;
    aise_play_record(play, x->v, x->letters, record, aise_first_move(record), &x->r->start);
    x->played += play->nodes;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    AiseOdd odd = {{0}, {0}};
    aise_odd_play(&odd, play, leaf);
    mend->whole = play->broken == AISE_BREAK_NONE;
    mend->reach = play->reading[0].plies;
    mend->game = hash_plies(play, leaf);
    if (mend->whole)
        mend->total = mend->cost + aise_odd_cost(&odd) + aise_lost_cost(x->letters, record);
    return !(mend->whole && denies_result(x, play)) && !aise_turns_are_missing(play) &&
           aise_mend_keeps(x, mend, (uint32_t)strlen(mend->text), play);
}

static void on_record(void *context, const AiseRecord *record)
{
    Again *again = context;
    AiseArena *arena = &again->x->r->arena;
    if (again->records++ > 0 || !record->has_game)
        return;
    if (!again->kept) {
        again->loses = !judge_again(again->x, again->mend, record);
        return;
    }
    AiseItem *items = aise_arena_alloc(arena, record->count * sizeof *items);
    memcpy(items, record->items, record->count * sizeof *items);
    again->copy = *record;
    again->copy.items = items;
    again->copy.text = aise_arena_copy(arena, record->text, record->length);
}

enum { BYTES_A_PLY = 32 }; /* read in the time a ply is played in */

static bool read_again(Again *again, const AiseBuffer *text)
{
    AiseReplay *r = again->x->r;
    again->x->played += text->length / BYTES_A_PLY;
    AiseGrammar *grammar = aise_grammar_new(r->guard, on_record, again);
    r->inner = grammar;
    aise_grammar_feed(grammar, text->bytes, text->length);
    aise_grammar_finish(grammar);
    r->inner = NULL;
    aise_grammar_free(grammar);
    return again->records == 1;
}

/* The game's text with a stretch replaced. */
static const AiseBuffer *patched(AiseRepair *x, AiseSpan span, const char *text)
{
    AiseBuffer *out = &x->text;
    out->length = 0;
    add_span(x, out, 0, span.begin);
    aise_buffer_text(out, text);
    add_span(x, out, span.end, x->record->length);
    return out;
}

bool aise_mend_verify(AiseRepair *x, AiseMend *mend)
{
    Again again = {.x = x, .mend = mend};
    uint32_t promised = mend->reach;
    mend->reach = 0;
    return read_again(&again, patched(x, mend->span, mend->text)) && !again.loses &&
           (mend->whole || mend->reach + 1 >= promised);
}

bool aise_record_again(AiseRepair *x, AiseSpan span, const char *text, AiseRecord *copy)
{
    Again again = {.x = x, .kept = true};
    if (!read_again(&again, patched(x, span, text)) || again.copy.text == NULL)
        return false;
    *copy = again.copy;
    return true;
}
