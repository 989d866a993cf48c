/* Plies with a slip that the reader of moves took for prose: words put to the test, and turn numbers. */
#include "src/replay/repair.h"

#include <stdlib.h>
#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"
enum { SLIPS_A_LINE = 4, LOOKED_MOST = 4000, BEHIND_BREAK = 4, LOST_MOST = 20, LOST_EACH = 10, LOST_BEHIND_SLASH = 3, NUMBER_REACH = 12 };

static bool among(const char *signs, char sign)
{
    return sign != '\0' && strchr(signs, sign) != NULL;
}

static const char stand_in[] = "a1a1"; /* shaped like a ply, never lawful */

static bool is_blank(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r';
}

/* Where a word ends: at a blank, a separator or the end of the text item. A semicolon within it may be a missed colon. */
static uint32_t word_end(const char *text, uint32_t at, uint32_t end)
{
    while (at < end && !is_blank(text[at]) && text[at] != '/' && text[at] != ',' &&
           !(text[at] == ';' && (at + 1 == end || is_blank(text[at + 1]))))
        at++;
    return at;
}

static uint32_t digits_length(const char *text, uint32_t at, uint32_t end)
{
    uint32_t digits = at;
    while (digits < end && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits - at;
}

/* The bytes at `at` of what may stand between a turn number and its ply. */
static uint32_t gap_length(const char *text, uint32_t at, uint32_t end)
{
    uint32_t next = at;
    while (next < end && (among(". )\t", text[next]) || (next + 3 <= end && memcmp(text + next, ELLIPSIS, 3) == 0)))
        next += among(". )\t", text[next]) ? 1 : 3;
    return next - at;
}

/* The bytes of a turn number at `at`, with what follows it before the ply; 0: none. */
static uint32_t number_length(const char *text, uint32_t at, uint32_t end)
{
    uint32_t digits = digits_length(text, at, end), gap = digits > 0 ? gap_length(text, at + digits, end) : 0;
    return gap > 0 ? digits + gap : 0;
}

static size_t item_at(const AiseRecord *record, uint32_t begin)
{
    size_t i = 0;
    while (i < record->count && record->items[i].span.begin < begin)
        i++;
    return i;
}

static bool is_text(const AiseRecord *record, size_t item)
{
    return record->items[item].kind != AISE_ITEM_PLY && record->items[item].kind != AISE_ITEM_BAD_PLY;
}

/* The word [span) may be a ply: with a stand-in for it, is the line one of moves that breaks just there? Then it is a
   slot like others, of a record of its own. */
static void take_word(AiseRepair *x, AiseSpan span)
{
    AisePlay *play = x->r->trial;
    const uint32_t length = sizeof stand_in - 1;
    AiseRecord *record = aise_arena_alloc(&x->r->arena, sizeof *record);
    if (x->texts++ >= AISE_REPAIR_TEXTS_MAX || !aise_record_again(x, span, stand_in, record))
        return;
    size_t item = item_at(record, span.begin);
    if (item == record->count || record->items[item].span.begin != span.begin || record->items[item].kind != AISE_ITEM_PLY)
        return;
    if (item + 1 < record->count && record->items[item + 1].kind == AISE_ITEM_TEXT &&
        !(record->items[item + 1].flags & AISE_ITEM_LINE_START))
        return;
    aise_play_record(play, x->v, x->letters, record, aise_first_move(record), &x->r->start);
    x->played += play->nodes;
    if (play->broken == AISE_BREAK_NONE || play->break_item > item || is_text(record, play->break_item))
        return;
    AiseGroup g;
    aise_bind_group(x->v, x->letters, record->text, record->items, record->count, play->break_item, &g);
    if (g.end <= item || g.span.begin > span.begin || g.span.end < span.begin + length) /* it must hold the stand-in */
        return;
    const AiseReading *reading = &play->reading[x->reading < play->readings ? x->reading : 0];
    AiseSlot *slot = &x->slot[x->slots++];
    *slot = (AiseSlot){.record = record, .item = g.first, .end = g.end, .before = reading->position, .plies = reading->plies};
    slot->span = (AiseSpan){g.span.begin, g.span.end - length + (span.end - span.begin)};
    aise_odd_play(&slot->odd, play, reading->leaf);
    slot->lost = aise_lost_cost(x->letters, record);
    slot->floor = aise_odd_cost(&slot->odd) + slot->lost;
}

static bool ply_begins(const char *at, size_t left)
{
    if (left < 2)
        return false;
    if (at[0] >= 'a' && at[0] <= 'h')
        return (at[1] >= '1' && at[1] <= '8') || among(":xabcdefgh", at[1]);
    if (among("RDTACPKQNB(", at[0]))
        return (at[1] >= 'a' && at[1] <= 'h') || (at[1] >= '1' && at[1] <= '8') || among(":xRDTACPKQNB", at[1]);
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
        while (at < item->span.end && aise_numeral(x->record->text[at]))
            at++;
        aise_mend_copy(out, x->record->text + at, x->record->items[i + 1].span.begin - at);
        break;
    }
    if (out->length == *digits)
        aise_buffer_text(out, black ? "..." : ".");
    return aise_arena_copy(&x->r->arena, out->bytes, out->length);
}

/* A short word before a ply, as a turn number stands there. */
typedef struct Misprint {
    AiseSpan word;
    uint32_t next; /* the ply */
    bool black;    /* two dots or more between them */
} Misprint;

enum { NUMBER_MOST = 4, NUMBER_BACK = 400 }; /* digits; items looked at for the number before */

static bool find_misprint(const char *text, uint32_t at, uint32_t end, Misprint *out)
{
    unsigned dots = 0;
    uint32_t behind = at;
    while (behind < end && behind - at <= NUMBER_MOST && !is_blank(text[behind]) && gap_length(text, behind, end) == 0)
        behind++;
    out->word = (AiseSpan){at, behind};
    out->next = behind + gap_length(text, behind, end);
    for (uint32_t i = behind; i < out->next; i++)
        dots += text[i] == '.' ? 1 : (unsigned char)text[i] == 0xe2 ? 2 : 0;
    out->black = dots >= 2;
    return behind > at && behind - at <= NUMBER_MOST && out->next > behind && ply_begins(text + out->next, end - out->next);
}

/* Proposes the number for the misprint, with what stands between it and the ply. False: it is too unlike. */
static bool add_misprint(AiseRepair *x, const Misprint *found, uint32_t number)
{
    AiseBuffer *out = &x->text;
    AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .span = {found->word.begin, found->next}};
    AiseTyped typed;
    aise_typed_read(&x->keyboard, &typed, x->record->text + found->word.begin, found->word.end - found->word.begin);
    out->length = 0;
    aise_buffer_number(out, number);
    mend.text = aise_arena_copy(&x->r->arena, out->bytes, out->length);
    unsigned slip = aise_slip_cost_text(&x->keyboard, mend.text, &typed, 120);
    mend.cost = 10 + slip;
    if (slip == 0 || mend.cost > 100)
        return slip == 0; /* nothing is wrong with it */
    aise_mend_copy(out, x->record->text + found->word.end, found->next - found->word.end);
    mend.text = aise_arena_copy(&x->r->arena, out->bytes, out->length);
    aise_mend_add(x, &mend);
    return true;
}

/* What stands at `at` before something like a ply may be the number of the turn due at `p`. */
static void take_number(AiseRepair *x, uint32_t at, uint32_t end, const AisePosition *p)
{
    const AiseState *s = &p->state;
    AiseTyped typed;
    Misprint found;
    size_t digits;
    if (s->left != aise_turn_plies(&x->v->traits, s->to_move, s->turn))
        return;
    if (find_misprint(x->record->text, at, end, &found) &&
        (x->v->numbering == AISE_NUMBER_SERIES || found.black == (s->to_move == AISE_BLACK)) &&
        add_misprint(x, &found, s->turn))
        return;
    for (uint32_t next = at; next < end && next - at < 8; next++) {
        if (!ply_begins(x->record->text + next, end - next))
            continue;
        AiseMend mend = {.kind = AISE_MEND_TEXT, .slot = (uint32_t)x->broke, .span = {at, next}};
        mend.text = due_number(x, p, &digits);
        aise_typed_read(&x->keyboard, &typed, x->record->text + at, next - at);
        mend.cost = 10 + aise_slip_cost_text(&x->keyboard, mend.text, &typed, 120);
        if (mend.cost <= 100)
            aise_mend_add(x, &mend);
    }
}

/* Within a line: a word may be the number that follows the last one. */
static void take_inner_number(AiseRepair *x, uint32_t at, uint32_t end, uint32_t last)
{
    Misprint found;
    if (x->texts >= AISE_REPAIR_TEXTS_MAX || last == 0 || !find_misprint(x->record->text, at, end, &found))
        return;
    x->texts += add_misprint(x, &found, found.black ? last : last + 1);
}

/* Nearly all of it are signs of plies, and not much of it; it may stand in quotation marks. */
static bool plausible(const char *text, AiseSpan word)
{
    unsigned foreign = 0;
    if (word.end > word.begin + 2 && text[word.begin] == '"' && text[word.end - 1] == '"') {
        word.begin++;
        word.end--;
    }
    for (uint32_t at = word.begin; at < word.end; at++)
        foreign += ((unsigned char)text[at] & 0xc0u) != 0x80u && (unsigned char)text[at] != 0xe2 &&
                   !among("RDTACPKQNBEabcdefgh0123456789:x-=()/+#!?Oo.", text[at]);
    return word.end > word.begin && word.end - word.begin <= 16 && foreign <= 1 + (word.end - word.begin > 6);
}

/* A man's letter behind a square, with nothing between them, is that of a promotion or mutation: else it is of another ply. */
static bool is_loose_letter(const char *text, AiseSpan word, bool takes)
{
    char before = word.end > word.begin + 2 ? text[word.end - 2] : '\0';
    return before >= '2' && before <= '7' && !takes && among("RDTACPKQNB", text[word.end - 1]);
}

/* As the reader of moves wants it: begins with a man, a file or castling; files and ranks in an order that makes squares;
   signs and dashes where they may stand, with nothing but the arrival square behind them. */
static bool is_shaped(const char *text, AiseSpan word)
{
    static const char *const orders[] = {"", "FR", "FFR", "RFR", "FRFR"};
    char order[8] = "";
    unsigned length = 0, signs = 0, behind = 0;
    if (!among("RDTACPKQNB(abcdefgh0O", text[word.begin]))
        return false;
    for (uint32_t at = word.begin; at < word.end; at++) {
        char sign = text[at], before = at > word.begin ? text[at - 1] : '\0';
        bool file = sign >= 'a' && sign <= 'h', rank = sign >= '1' && sign <= '8';
        if ((file || rank) && length + 1 < sizeof order)
            order[length++] = file ? 'F' : 'R';
        if ((sign == before && sign != '0' && sign != 'O' && !rank && !file) || sign == 'X')
            return false;
        if (among(":x-", before) && !file && sign != '0' && sign != 'O')
            return false;
        if (sign == '-' && !(before >= '0' && before <= '8') && before != 'O')
            return false;
        signs += among(":x", sign);
        behind = among(":x", sign) ? length : behind;
    }
    if (strcmp(order, "FF") == 0) /* a pawn takes on the file beside its own */
        return text[word.begin] >= 'a' && abs(text[word.begin] - text[word.end - 1]) == 1;
    if ((signs > 0 && length - behind != 2) || is_loose_letter(text, word, signs > 0))
        return false;
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(order, orders[i]) == 0)
            return true;
    return false;
}

static bool is_sound(AiseLetters letters, const char *text, AiseSpan word)
{
    AiseWritten w;
    while (word.end > word.begin && among("+#!?.", text[word.end - 1]))
        word.end--;
    return word.begin == word.end ||
           (is_shaped(text, word) && aise_written_ply(text + word.begin, word.end - word.begin, letters, &w));
}

static bool is_slash(const AiseItem *item)
{
    return item->kind == AISE_ITEM_JOIN && item->value == AISE_SIGN_SLASH;
}

/* Do slashes join a ply to more than plies? */
static bool hangs(const AiseRepair *x)
{
    return x->v->slash == AISE_JOIN_PATIENT || x->v->slash == AISE_JOIN_AFFECTED;
}

uint32_t aise_lost_cost(AiseLetters letters, const AiseRecord *record)
{
    unsigned lost = 0;
    for (size_t i = 0; i < record->count && lost < LOST_MOST; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind != AISE_ITEM_TEXT)
            continue;
        lost += i > 0 && is_slash(item - 1) && !(item->flags & AISE_ITEM_GAP) ? LOST_BEHIND_SLASH : 0;
        for (uint32_t at = item->span.begin; at < item->span.end && lost < LOST_MOST;) {
            at += number_length(record->text, at, item->span.end);
            AiseSpan word = {at, word_end(record->text, at, item->span.end)};
            lost += word.end > word.begin + 1 && is_sound(letters, record->text, word);
            at = word.end + 1;
        }
    }
    return lost * LOST_EACH;
}

/* The end of the text without the result behind it. */
static uint32_t without_result(const char *text, AiseSpan span)
{
    static const char *const results[] = {" 1/2-1/2", " 1-0", " 0-1", " *"};
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
        uint32_t length = (uint32_t)strlen(results[i]);
        if (span.end - span.begin > length && memcmp(text + span.end - length, results[i], length) == 0)
            return span.end - length;
    }
    return span.end;
}

/* A word, with what hangs on it by slashes where they do not join plies. */
static void try_word(AiseRepair *x, AiseSpan word, uint32_t end)
{
    const char *text = x->record->text;
    bool letter = word.end == word.begin + 1; /* `T/c7` */
    if (plausible(text, word))
        take_word(x, word);
    if ((!hangs(x) && !letter) || word.end == end || text[word.end] != '/')
        return;
    if (hangs(x))
        while (word.end < end && !among(" \t,;", text[word.end]))
            word.end++;
    else
        word.end = word_end(text, word.end + 1, end);
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

/* May the item be part of a word, glued to what follows it? */
static bool is_glue(const AiseRepair *x, const AiseItem *item)
{
    switch (item->kind) {
    case AISE_ITEM_PLY:
    case AISE_ITEM_BAD_PLY:
    case AISE_ITEM_SKIPPED:
    case AISE_ITEM_VARIATION:
        return true;
    case AISE_ITEM_NUMBER:
        return item->extra == 0;
    case AISE_ITEM_COMMENT:
        return item->extra == 3;
    case AISE_ITEM_JOIN:
        return item->value == AISE_SIGN_SEMICOLON || (item->value == AISE_SIGN_SLASH && hangs(x));
    default:
        return false;
    }
}

/* What stands glued before the item belongs to its word. */
static uint32_t glued_begin(const AiseRepair *x, size_t i)
{
    const AiseItem *item = &x->record->items[i];
    while (i-- > 0 && item[-1].span.end == item->span.begin && is_glue(x, item - 1))
        item--;
    return item->span.begin;
}

static uint32_t number_before(const AiseRecord *record, size_t i)
{
    for (unsigned looked = 0; i-- > 0 && looked < NUMBER_BACK; looked++)
        if (record->items[i].kind == AISE_ITEM_NUMBER)
            return record->items[i].value;
    return 0;
}

static uint32_t value_of(const char *text, uint32_t at, uint32_t length)
{
    uint32_t value = 0;
    for (uint32_t i = at; i < at + length && i < at + NUMBER_MOST; i++)
        value = value * 10 + (uint32_t)(text[i] - '0');
    return value;
}

/* A line of prose that may be moves but for one or two words. `last`: the turn number before it. */
static void take_line(AiseRepair *x, uint32_t begin, uint32_t end, uint32_t last)
{
    const char *text = x->record->text;
    AiseSpan bad[SLIPS_A_LINE];
    uint32_t turn[SLIPS_A_LINE]; /* the number before it */
    unsigned count = 0;
    for (uint32_t at = begin; at < end;) {
        uint32_t number = number_length(text, at, end);
        bool inside = at > begin && (text[at - 1] == '/' || text[at - 1] == ',');
        bool slash = at + number < end && text[at + number] == '/';
        if (number > 0 && (inside || slash || text[at] == '0' || number_length(text, at + number, end) > 0)) {
            /* one of two numbers is none, nor one that stands for a ply */
            if (count == SLIPS_A_LINE)
                return;
            turn[count] = last;
            bad[count++] = (AiseSpan){at, at + digits_length(text, at, end)};
        } else if (number > 0) {
            last = value_of(text, at, digits_length(text, at, end));
        }
        at += number;
        AiseSpan word = {at, word_end(text, at, end)};
        if (!is_sound(x->letters, text, word)) {
            if (count == SLIPS_A_LINE || !plausible(text, word))
                return;
            turn[count] = last;
            bad[count++] = word;
        }
        at = word.end + 1;
    }
    for (unsigned i = 0; i < count; i++) {
        take_inner_number(x, bad[i].begin, end, turn[i]);
        try_word(x, bad[i], end);
        try_two_words(x, bad[i], end);
    }
}

static void take_text(AiseRepair *x, size_t i, const AisePosition *p)
{
    const AiseItem *item = &x->record->items[i];
    uint32_t begin = item->span.begin, end = without_result(x->record->text, item->span);
    take_number(x, begin, end, p);
    if (item->flags & AISE_ITEM_LINE_START) {
        take_line(x, begin, end, number_before(x->record, i));
        return;
    }
    uint32_t number = number_length(x->record->text, begin, end);
    AiseSpan word = {glued_begin(x, i), word_end(x->record->text, begin, end)};
    try_word(x, word, end);
    try_two_words(x, word, end);
    if (i > 0 && item[-1].kind == AISE_ITEM_BAD_PLY) /* `Dg5h 5` */
        try_word(x, (AiseSpan){glued_begin(x, i - 1), word.end}, end);
    if (number > 0)
        try_word(x, (AiseSpan){begin + number, word_end(x->record->text, begin + number, end)}, end);
    if (is_sound(x->letters, x->record->text, word)) /* then it is another that makes prose of the rest */
        take_line(x, begin, end, number_before(x->record, i));
}

/* A turn number that stands where none is due may be what is left of a ply. */
static bool is_stray_number(const AiseRepair *x, size_t i)
{
    const AisePlay *play = x->r->play;
    const AiseItem *item = &x->record->items[i];
    if (item->kind != AISE_ITEM_NUMBER || item->extra > 1)
        return false;
    if (i > 0 && item[-1].kind == AISE_ITEM_NUMBER)
        return true;
    if (item->extra > 0 && among(".)", x->record->text[item->span.end - 1])) /* not `3:c2`, `2-d3` */
        return false;
    if (i == x->end)
        return true;
    if (i + 1 < x->record->count && (!(item[1].flags & AISE_ITEM_GAP) || (hangs(x) && is_slash(&item[1]))))
        return true;
    for (size_t k = 0; k < play->slips; k++)
        if (play->slip[k].item == i)
            return !(item->flags & AISE_ITEM_LINE_START);
    return false;
}

/* Stray signs, or what looks like a separator, in the middle of a word. */
static bool is_stray(const AiseRecord *record, size_t i)
{
    const AiseItem *item = &record->items[i];
    bool glued = !(item->flags & AISE_ITEM_GAP), next = i + 1 < record->count && !(item[1].flags & AISE_ITEM_GAP);
    if (item->kind == AISE_ITEM_TEXT)
        return glued && !(item->flags & AISE_ITEM_LINE_START);
    return (glued || next) && (item->kind == AISE_ITEM_SKIPPED ||
                               (item->kind == AISE_ITEM_JOIN && item->value == AISE_SIGN_SEMICOLON));
}

static void take_item(AiseRepair *x, size_t i, const AisePosition *p)
{
    const AiseItem *item = &x->record->items[i];
    uint32_t begin_of_item = item->span.begin;
    if (i == x->end && i > 0 && item[-1].kind == AISE_ITEM_SKIPPED) /* `. Cf6`: all that is left of the number */
        begin_of_item = item[-1].span.begin;
    uint32_t left = x->record->length - begin_of_item;
    if (i == x->end)
        take_number(x, begin_of_item, begin_of_item + (left < NUMBER_REACH ? left : NUMBER_REACH), p);
    if (item->kind == AISE_ITEM_TEXT) {
        take_text(x, i, p);
    } else if (item->kind == AISE_ITEM_COMMENT && item->extra == 3) { /* a word between moves */
        AiseSpan word = {glued_begin(x, i), word_end(x->record->text, item->span.begin, x->record->length)};
        try_word(x, word, x->record->length);
        try_two_words(x, word, x->record->length);
    } else if (item->kind == AISE_ITEM_COMMENT && item->extra == 1 && !(item->flags & AISE_ITEM_GAP)) { /* `Ad4;a1` */
        AiseSpan word = {glued_begin(x, i), word_end(x->record->text, begin_of_item, item->span.end)};
        if (word.end > begin_of_item)
            try_word(x, word, item->span.end);
    } else if (is_stray(x->record, i)) {
        uint32_t begin = glued_begin(x, i);
        try_word(x, (AiseSpan){begin, word_end(x->record->text, item->span.begin, x->record->length)}, x->record->length);
    } else if (is_stray_number(x, i)) {
        AiseSpan digits = item->span;
        digits.begin = glued_begin(x, i);
        while (digits.end > digits.begin && (x->record->text[digits.end - 1] < '0' || x->record->text[digits.end - 1] > '9'))
            digits.end--;
        take_word(x, digits);
        AiseSpan word = {digits.begin, word_end(x->record->text, item->span.begin, x->record->length)};
        if (word.end > digits.end)
            try_word(x, word, x->record->length);
        if (i > 0 && item[-1].kind == AISE_ITEM_BAD_PLY) /* `/e 4e5` */
            try_word(x, (AiseSpan){item[-1].span.begin, word.end}, x->record->length);
    }
}

void aise_repair_texts(AiseRepair *x)
{
    const AiseRecord *record = x->record;
    size_t k = x->broke;
    size_t i = x->end + BEHIND_BREAK < record->count ? x->end + BEHIND_BREAK : record->count;
    for (unsigned looked = 0; i-- > 0 && x->texts < AISE_REPAIR_TEXTS_MAX && looked < LOOKED_MOST; looked++) {
        if (record->items[i].kind == AISE_ITEM_HEADER || record->items[i].kind == AISE_ITEM_TAG)
            return;
        while (k > 0 && x->slot[k - 1].item > i)
            k--;
        size_t before = x->slots;
        take_item(x, i, &x->slot[k].before);
        for (; before < x->slots; before++) {
            aise_list_replacements(x, before, 1);
            aise_list_splits(x, before, 1);
        }
    }
}

/* Words of the text item: plies, and such as may be plies with a slip. False: it holds others, or too many of these. */
static bool count_words(AiseLetters letters, const char *text, AiseSpan item, unsigned *sound, unsigned *bad)
{
    *sound = *bad = 0;
    item.end = without_result(text, item);
    for (uint32_t at = item.begin; at < item.end;) {
        at += number_length(text, at, item.end);
        AiseSpan word = {at, word_end(text, at, item.end)};
        at = word.end + 1;
        if (word.end <= word.begin)
            continue;
        if (is_sound(letters, text, word))
            ++*sound;
        else if (!plausible(text, word) || ++*bad > SLIPS_A_LINE)
            return *sound > 0 && *bad > 0 && *bad <= SLIPS_A_LINE; /* prose behind it */
    }
    return *bad > 0;
}

bool aise_prose_suspect(const AisePlay *play, const AiseRecord *record, const AiseHeading *heading)
{
    unsigned sound, bad;
    if (!play->prose_seen && !play->broken)
        return false;
    for (size_t i = heading->first; i < record->count && i < play->end_item; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind == AISE_ITEM_BLANK && i >= play->moves_end)
            return false;
        if (item->kind != AISE_ITEM_TEXT || !count_words(play->letters, record->text, item->span, &sound, &bad))
            continue;
        if (sound > 0 || !(item->flags & AISE_ITEM_LINE_START))
            return true;
    }
    return false;
}
