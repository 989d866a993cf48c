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

static void add_span(AiseRepair *x, AiseBuffer *out, uint32_t begin, uint32_t end)
{
    aise_buffer_add(out, x->record->text + begin, end - begin);
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
        uint32_t at = slot_end(&x->slot[mend->slot - 1]);
        mend->span = (AiseSpan){at, at};
        aise_buffer_text(out, joint_before(x, &slot->before));
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
    size_t length = slot->span.end - slot->span.begin, skip = text[mend->cut] == '/' || text[mend->cut] == ' ';
    mend->span = slot->span;
    aise_typed_read(&typed, text, mend->cut);
    aise_buffer_text(out, aise_mend_spell(x, &slot->before, &mend->ply, &typed));
    aise_rules_play(x->v, &after, &mend->ply, &undo);
    aise_buffer_text(out, joint_before(x, &after));
    aise_typed_read(&typed, text + mend->cut + skip, length - mend->cut - skip);
    aise_buffer_text(out, aise_mend_spell(x, &after, &mend->second, &typed));
}

static void write_replacement(AiseRepair *x, AiseMend *mend, AiseBuffer *out)
{
    AiseSlot *slot = &x->slot[mend->slot];
    AiseTyped typed;
    mend->span = (AiseSpan){slot->span.begin, x->slot[mend->slot + mend->count - 1].span.end};
    aise_typed_read(&typed, x->record->text + mend->span.begin, mend->span.end - mend->span.begin);
    aise_buffer_text(out, aise_mend_spell(x, &slot->before, &mend->ply, &typed));
}

void aise_mend_write(AiseRepair *x, AiseMend *mend)
{
    AiseBuffer *out = &x->text;
    if (mend->kind == AISE_MEND_NUMBER)
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
    bool kept; /* copy the record instead of playing it */
    AiseRecord copy;
} Again;

/* The first item of the moves, as the heading's reader finds it. */
static size_t first_move(const AiseRecord *record)
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

static void judge_again(AiseRepair *x, AiseMend *mend, const AiseRecord *record)
{
    AisePlay *play = x->r->trial;
    aise_play_record(play, x->v, x->letters, record, first_move(record), &x->r->start);
    x->played += play->nodes;
    uint32_t leaf = play->broken ? play->broken_leaf : play->reading[0].leaf;
    AiseOdd odd = {{0}, {0}};
    aise_odd_play(&odd, play, leaf);
    mend->whole = play->broken == AISE_BREAK_NONE;
    mend->reach = play->reading[0].plies;
    mend->game = hash_plies(play, leaf);
    if (mend->whole)
        mend->total = mend->cost + aise_odd_cost(&odd);
}

static void on_record(void *context, const AiseRecord *record)
{
    Again *again = context;
    AiseArena *arena = &again->x->r->arena;
    if (again->records++ > 0 || !record->has_game)
        return;
    if (!again->kept) {
        judge_again(again->x, again->mend, record);
        return;
    }
    AiseItem *items = aise_arena_alloc(arena, record->count * sizeof *items);
    memcpy(items, record->items, record->count * sizeof *items);
    again->copy = *record;
    again->copy.items = items;
    again->copy.text = aise_arena_copy(arena, record->text, record->length);
}

static bool read_again(Again *again, const AiseBuffer *text)
{
    AiseReplay *r = again->x->r;
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
    return read_again(&again, patched(x, mend->span, mend->text)) && (mend->whole || mend->reach + 1 >= promised);
}

/* ---- text that may be moves ---- */

enum { SLIPS_A_LINE = 2, LOOKED_MOST = 4000 };

static const char stand_in[] = "a1a1"; /* shaped like a ply, never lawful */

/* Where a word ends: at a blank, a separator or the end of the text item. */
static uint32_t word_end(const char *text, uint32_t at, uint32_t end)
{
    while (at < end && strchr(" \t/,;", text[at]) == NULL)
        at++;
    return at;
}

/* The bytes of a turn number at `at`, with what follows it before the ply; 0: none. */
static uint32_t number_length(const char *text, uint32_t at, uint32_t end)
{
    uint32_t digits = at;
    while (digits < end && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    uint32_t next = digits;
    while (next < end && strchr(". )\t", text[next]) != NULL)
        next++;
    return digits > at && next > digits ? next - at : 0;
}

static size_t item_at(const AiseRecord *record, uint32_t begin)
{
    size_t i = 0;
    while (i < record->count && record->items[i].span.begin < begin)
        i++;
    return i;
}

/* The word [span) may be a ply: with a stand-in for it, is the line one of moves that breaks just there? Then it is a
   slot like others, of a record of its own. */
static void take_word(AiseRepair *x, AiseSpan span)
{
    Again again = {.x = x, .kept = true};
    AisePlay *play = x->r->trial;
    const uint32_t length = sizeof stand_in - 1;
    if (x->texts++ >= AISE_REPAIR_TEXTS_MAX || !read_again(&again, patched(x, span, stand_in)) || again.copy.text == NULL)
        return;
    AiseRecord *record = aise_arena_alloc(&x->r->arena, sizeof *record);
    *record = again.copy;
    size_t item = item_at(record, span.begin);
    if (item == record->count || record->items[item].span.begin != span.begin || record->items[item].kind != AISE_ITEM_PLY)
        return;
    if (item + 1 < record->count && record->items[item + 1].kind == AISE_ITEM_TEXT &&
        !(record->items[item + 1].flags & AISE_ITEM_LINE_START))
        return;
    aise_play_record(play, x->v, x->letters, record, first_move(record), &x->r->start);
    x->played += play->nodes;
    if (play->broken == AISE_BREAK_NONE || play->break_item != item)
        return;
    AiseGroup g;
    aise_bind_group(x->v, x->letters, record->text, record->items, record->count, item, &g);
    AiseSlot *slot = &x->slot[x->slots++];
    *slot = (AiseSlot){.record = record, .item = (uint32_t)item, .end = g.end, .before = play->break_position,
                       .plies = play->reading[0].plies};
    slot->span = (AiseSpan){span.begin, g.span.end - length + (span.end - span.begin)};
    aise_odd_play(&slot->odd, play, play->broken_leaf);
}

static bool ply_begins(const char *at, size_t left)
{
    if (left < 2)
        return false;
    if (at[0] >= 'a' && at[0] <= 'h')
        return (at[1] >= '1' && at[1] <= '8') || strchr(":xabcdefgh", at[1]) != NULL;
    if (strchr("RDTACPKQNB(", at[0]) != NULL)
        return (at[1] >= 'a' && at[1] <= 'h') || (at[1] >= '1' && at[1] <= '8') || strchr(":xRDTACPKQNB", at[1]) != NULL;
    return (at[0] == '0' || at[0] == 'O') && (at[1] == '-' || at[1] == at[0]);
}

/* The turn number this text would have before the turn that is due: digits, and what stands between them and the ply. */
static const char *due_number(AiseRepair *x, const AisePosition *p, size_t *digits)
{
    AiseBuffer *out = &x->text;
    bool black = p->state.to_move == AISE_BLACK && x->v->numbering != AISE_NUMBER_SERIES;
    out->length = 0;
    aise_buffer_number(out, p->state.turn);
    *digits = out->length;
    for (size_t i = 0; i + 1 < x->record->count; i++) {
        const AiseItem *item = &x->record->items[i];
        if (item->kind != AISE_ITEM_NUMBER || (item->extra >= 2) != black)
            continue;
        uint32_t at = item->span.begin;
        while (at < item->span.end && x->record->text[at] >= '0' && x->record->text[at] <= '9')
            at++;
        add_span(x, out, at, x->record->items[i + 1].span.begin);
        break;
    }
    if (out->length == *digits)
        aise_buffer_text(out, black ? "..." : ".");
    return aise_arena_copy(&x->r->arena, out->bytes, out->length);
}

/* What stands at `at` before something like a ply may be the number of the turn due at `p`. */
static void take_number(AiseRepair *x, uint32_t at, uint32_t end, const AisePosition *p)
{
    const AiseState *s = &p->state;
    AiseTyped typed;
    size_t digits;
    if (s->left != aise_turn_plies(&x->v->traits, s->to_move, s->turn))
        return;
    for (uint32_t next = at; next < end && next - at < 8; next++) {
        if (!ply_begins(x->record->text + next, end - next))
            continue;
        AiseMend mend = {.kind = AISE_MEND_NUMBER, .slot = (uint32_t)x->broke, .span = {at, next}};
        mend.text = due_number(x, p, &digits);
        aise_typed_read(&typed, x->record->text + at, next - at);
        mend.cost = 10 + aise_slip_cost_text(&x->keyboard, mend.text, &typed, 120);
        if (mend.cost <= 100)
            aise_mend_add(x, &mend);
    }
}

/* Nearly all of it are signs of plies, and not much of it. */
static bool plausible(const char *text, AiseSpan word)
{
    unsigned foreign = 0;
    for (uint32_t at = word.begin; at < word.end; at++)
        foreign += strchr("RDTACPKQNBEabcdefgh0123456789:x-=()/+#!?Oo.", text[at]) == NULL;
    return word.end > word.begin && word.end - word.begin <= 16 && foreign <= 1 + (word.end - word.begin > 6);
}

/* No sign of a square stands twice, no man's letter in the middle. */
static bool is_shaped(const char *text, AiseSpan word)
{
    unsigned files = 0;
    for (uint32_t at = word.begin; at < word.end; at++) {
        char sign = text[at], before = at > word.begin ? text[at - 1] : '\0';
        files += sign >= 'a' && sign <= 'h';
        if (sign == before && sign != '0' && sign != 'O')
            return false;
        if (before >= '1' && before <= '8' && sign >= '1' && sign <= '8')
            return false;
    }
    return files <= 3;
}

/* A number, a ply or nothing: no slip. */
static bool is_sound(const AiseRepair *x, AiseSpan word)
{
    const char *text = x->record->text;
    AiseWritten w;
    while (word.end > word.begin && strchr("+#!?.", text[word.end - 1]) != NULL)
        word.end--;
    while (word.begin < word.end && text[word.begin] >= '0' && text[word.begin] <= '9')
        word.begin++;
    return word.begin == word.end ||
           (is_shaped(text, word) && aise_written_ply(text + word.begin, word.end - word.begin, x->letters, &w));
}

/* A word, with what hangs on it by slashes where they do not join plies. */
static void try_word(AiseRepair *x, AiseSpan word, uint32_t end)
{
    const char *text = x->record->text;
    if (plausible(text, word))
        take_word(x, word);
    bool hangs = x->v->slash == AISE_JOIN_PATIENT || x->v->slash == AISE_JOIN_AFFECTED;
    if (!hangs || word.end == end || text[word.end] != '/')
        return;
    while (word.end < end && strchr(" \t,;", text[word.end]) == NULL)
        word.end++;
    if (plausible(text, word))
        take_word(x, word);
}

/* A word that a blank has cut in two. */
static void try_two_words(AiseRepair *x, AiseSpan word, uint32_t end)
{
    const char *text = x->record->text;
    if (word.end == end || text[word.end] != ' ' || word.end - word.begin > 3)
        return;
    word.end = word_end(text, word.end + 1, end);
    if (plausible(text, word))
        take_word(x, word);
}

/* What stands glued before the item belongs to its first word. */
static uint32_t glued_begin(const AiseRecord *record, size_t i)
{
    uint32_t begin = record->items[i].span.begin;
    while (i-- > 0 && record->items[i].span.end == begin &&
           (record->items[i].kind == AISE_ITEM_PLY || record->items[i].kind == AISE_ITEM_BAD_PLY ||
            record->items[i].kind == AISE_ITEM_SKIPPED))
        begin = record->items[i].span.begin;
    return begin;
}

/* A line of prose that may be moves but for one or two words. */
static void take_line(AiseRepair *x, uint32_t begin, uint32_t end)
{
    const char *text = x->record->text;
    AiseSpan bad[SLIPS_A_LINE];
    unsigned count = 0;
    for (uint32_t at = begin; at < end;) {
        at += number_length(text, at, end);
        AiseSpan word = {at, word_end(text, at, end)};
        if (!is_sound(x, word)) {
            if (count == SLIPS_A_LINE || !plausible(text, word))
                return;
            bad[count++] = word;
        }
        at = word.end + 1;
    }
    for (unsigned i = 0; i < count; i++) {
        try_word(x, bad[i], end);
        try_two_words(x, bad[i], end);
    }
}

static void take_text(AiseRepair *x, size_t i, const AisePosition *p)
{
    const AiseItem *item = &x->record->items[i];
    uint32_t begin = item->span.begin, end = item->span.end;
    take_number(x, begin, end, p);
    if (item->flags & AISE_ITEM_LINE_START) {
        take_line(x, begin, end);
        return;
    }
    uint32_t number = number_length(x->record->text, begin, end);
    AiseSpan word = {number > 0 ? begin + number : glued_begin(x->record, i), 0};
    word.end = word_end(x->record->text, begin + number, end);
    try_word(x, word, end);
    try_two_words(x, word, end);
}

/* A turn number that stands where none is due may be what is left of a ply. */
static bool is_stray_number(const AiseRepair *x, size_t i)
{
    const AisePlay *play = x->r->play;
    const AiseItem *item = &x->record->items[i];
    if (item->kind != AISE_ITEM_NUMBER || item->extra > 1)
        return false;
    if (i == play->break_item || (i > 0 && item[-1].kind == AISE_ITEM_NUMBER))
        return true;
    for (size_t k = 0; k < play->slips; k++)
        if (play->slip[k].item == i)
            return !(item->flags & AISE_ITEM_LINE_START);
    return false;
}

static void take_item(AiseRepair *x, size_t i, const AisePosition *p)
{
    const AiseItem *item = &x->record->items[i];
    if (item->kind == AISE_ITEM_TEXT) {
        take_text(x, i, p);
    } else if (item->kind == AISE_ITEM_SKIPPED && i + 1 < x->record->count && !(item->flags & AISE_ITEM_GAP)) {
        uint32_t begin = glued_begin(x->record, i);
        try_word(x, (AiseSpan){begin, word_end(x->record->text, item->span.begin, x->record->length)}, x->record->length);
    } else if (is_stray_number(x, i)) {
        AiseSpan digits = item->span;
        while (digits.end > digits.begin && (x->record->text[digits.end - 1] < '0' || x->record->text[digits.end - 1] > '9'))
            digits.end--;
        take_word(x, digits);
    }
}

void aise_repair_texts(AiseRepair *x)
{
    const AiseRecord *record = x->record;
    size_t k = x->broke;
    size_t i = x->r->play->break_item < record->count ? x->r->play->break_item + 1 : record->count;
    for (unsigned looked = 0; i-- > 0 && x->texts < AISE_REPAIR_TEXTS_MAX && looked < LOOKED_MOST; looked++) {
        if (record->items[i].kind == AISE_ITEM_HEADER || record->items[i].kind == AISE_ITEM_TAG)
            return;
        while (k > 0 && x->slot[k - 1].item > i)
            k--;
        size_t before = x->slots;
        take_item(x, i, &x->slot[k].before);
        for (; before < x->slots; before++)
            aise_list_replacements(x, before, 1);
    }
}
