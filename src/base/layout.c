/* See layout.h. */
#include "src/base/layout.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum TagRole { ROLE_INLINE, ROLE_BLOCK, ROLE_TITLE, ROLE_BREAK, ROLE_PRE, ROLE_TABLE, ROLE_ROW, ROLE_CELL, ROLE_NOTE } TagRole;

static const struct {
    const char *name;
    TagRole role;
} tags[] = {
    {"address", ROLE_BLOCK}, {"article", ROLE_BLOCK}, {"aside", ROLE_BLOCK}, {"blockquote", ROLE_BLOCK},
    {"body", ROLE_BLOCK}, {"br", ROLE_BREAK}, {"caption", ROLE_BLOCK}, {"center", ROLE_BLOCK}, {"dd", ROLE_BLOCK},
    {"details", ROLE_BLOCK}, {"dir", ROLE_BLOCK}, {"div", ROLE_BLOCK}, {"dl", ROLE_BLOCK}, {"dt", ROLE_BLOCK},
    {"fieldset", ROLE_BLOCK}, {"figcaption", ROLE_BLOCK}, {"figure", ROLE_BLOCK}, {"footer", ROLE_BLOCK},
    {"form", ROLE_BLOCK}, {"h1", ROLE_TITLE}, {"h2", ROLE_TITLE}, {"h3", ROLE_TITLE}, {"h4", ROLE_TITLE},
    {"h5", ROLE_TITLE}, {"h6", ROLE_TITLE}, {"header", ROLE_BLOCK}, {"hr", ROLE_TITLE}, {"legend", ROLE_BLOCK},
    {"li", ROLE_BLOCK}, {"main", ROLE_BLOCK}, {"menu", ROLE_BLOCK}, {"nav", ROLE_BLOCK}, {"ol", ROLE_BLOCK},
    {"option", ROLE_BLOCK}, {"p", ROLE_BLOCK}, {"pre", ROLE_PRE}, {"section", ROLE_BLOCK}, {"select", ROLE_BLOCK},
    {"sub", ROLE_NOTE}, {"summary", ROLE_BLOCK}, {"sup", ROLE_NOTE}, {"table", ROLE_TABLE}, {"td", ROLE_CELL}, {"textarea", ROLE_PRE}, {"th", ROLE_CELL},
    {"title", ROLE_TITLE}, {"tr", ROLE_ROW}, {"ul", ROLE_BLOCK}, {"xmp", ROLE_PRE},
};

static TagRole tag_role(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (tags[i].name[0] == (name[0] | 0x20) && strncasecmp(tags[i].name, name, length) == 0 &&
            tags[i].name[length] == '\0')
            return tags[i].role;
    return ROLE_INLINE;
}

bool aise_layout_is_block(const char *name, size_t length)
{
    TagRole role = tag_role(name, length);
    return role != ROLE_INLINE && role != ROLE_NOTE;
}

void aise_layout_init(AiseLayout *layout)
{
    *layout = (AiseLayout){.unmarked = true, .line_empty = true, .cell_empty = true};
}

void aise_layout_free(AiseLayout *layout)
{
    free(layout->out);
    free(layout->mark);
    *layout = (AiseLayout){.no_memory = layout->no_memory};
}

static bool room_for(AiseLayout *layout, size_t bytes)
{
    if (layout->no_memory || layout->capacity - layout->length >= bytes)
        return !layout->no_memory;
    size_t capacity = layout->capacity * 2 + bytes;
    char *grown = realloc(layout->out, capacity);
    if (grown != NULL) {
        layout->out = grown;
        layout->capacity = capacity;
    }
    layout->no_memory = grown == NULL;
    return !layout->no_memory;
}

static void add(AiseLayout *layout, const char *text, size_t length)
{
    if (!room_for(layout, length))
        return;
    memcpy(layout->out + layout->length, text, length);
    layout->length += length;
    layout->written += length;
    size_t kept = length < sizeof layout->tail ? sizeof layout->tail - length : 0;
    memmove(layout->tail, layout->tail + sizeof layout->tail - kept, kept);
    memcpy(layout->tail + kept, text + length - (sizeof layout->tail - kept), sizeof layout->tail - kept);
}

static void add_mark(AiseLayout *layout, uint64_t source)
{
    if (layout->marks == layout->mark_capacity) {
        size_t capacity = layout->mark_capacity * 2 + 64;
        AiseLayoutMark *grown = realloc(layout->mark, capacity * sizeof *grown);
        layout->no_memory |= grown == NULL;
        if (grown == NULL)
            return;
        layout->mark = grown;
        layout->mark_capacity = capacity;
    }
    layout->mark[layout->marks++] = (AiseLayoutMark){layout->written, source};
}

/* Writes the gap before text. */
static void close_gap(AiseLayout *layout)
{
    if (layout->gap >= AISE_GAP_LINE && !layout->line_empty) {
        add(layout, "\n\n", layout->gap == AISE_GAP_BLANK ? 2 : 1);
        layout->cell_lines |= !layout->cell_empty;
        layout->unmarked = true;
    } else if (layout->gap == AISE_GAP_BLANK && layout->written != 0) {
        add(layout, "\n", 1);
        layout->unmarked = true;
    } else if (layout->gap == AISE_GAP_TAB && !layout->line_empty) {
        add(layout, "\t", 1);
    } else if (layout->gap == AISE_GAP_SPACE && !layout->line_empty) {
        add(layout, " ", 1);
    }
    layout->line_empty = layout->line_empty || layout->gap >= AISE_GAP_LINE;
    layout->gap = AISE_GAP_NONE;
}

/* A stretch without folding to do. */
static void add_run(AiseLayout *layout, const char *text, size_t length, uint64_t source)
{
    close_gap(layout);
    if (layout->unmarked || source != layout->expected)
        add_mark(layout, source);
    add(layout, text, length);
    layout->unmarked = false;
    layout->expected = source + length;
    layout->line_empty = text[length - 1] == '\n';
    layout->cell_empty = false;
}

/* ---- inside a ply ---- */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static bool is_man(char c)
{
    return c != '\0' && strchr("RDTACPKQNB", c) != NULL;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* Does what is laid out end in a ply: `Cc6`, `e4+`, `0-0`, `e8D`? */
static bool behind_ply(const AiseLayout *layout)
{
    const char *last = layout->tail + sizeof layout->tail - 1;
    if (layout->gap != AISE_GAP_NONE)
        return false;
    while (last > layout->tail + 2 && *last != '\0' && strchr("+#!?", *last) != NULL)
        last--;
    if (is_man(*last) && (last[-1] == '=' || last[-1] == '8' || last[-1] == '1'))
        return true;
    return (is_rank(last[0]) && is_file(last[-1])) || ((*last == '0' || *last == 'O') && (last[-1] == '-' || last[-1] == *last));
}

/* The number or letter of a note as it is shown; NULL: something else, a mark perhaps. */
static const char *raised_character(char c)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    static const char *const letters[] = {"ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ", "ⁱ", "ʲ", "ᵏ", "ˡ", "ᵐ",
                                          "ⁿ", "ᵒ", "ᵖ", NULL, "ʳ", "ˢ", "ᵗ", "ᵘ", "ᵛ", "ʷ", "ˣ", "ʸ", "ᶻ"};
    if (c >= '0' && c <= '9')
        return digits[c - '0'];
    return c >= 'a' && c <= 'z' ? letters[c - 'a'] : c == '*' ? "∗" : NULL;
}

/* `Cc6<sup>1</sup>`: the number of a note must not become part of the ply. */
static void add_raised(AiseLayout *layout, const char *text, size_t length, uint64_t source)
{
    bool bracketed = *text == '[' || *text == '(' || *text == '{'; /* apart already */
    for (size_t i = 0; i < length; i++) {
        const char *raised = bracketed ? NULL : raised_character(text[i]);
        if (raised == NULL) {
            add_run(layout, text + i, 1, source + i);
            continue;
        }
        add_run(layout, raised, strlen(raised), source + i);
        layout->unmarked = true;
    }
}

/* Bytes of a blank at `text` that is no white space of the page: soft hyphen, no-break and zero-width ones. */
static size_t odd_blank(const char *text, size_t left)
{
    static const char *const blanks[] = {"\xc2\xad", "\xc2\xa0", "\xe2\x80\x8b", "\xe2\x81\xa0", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        size_t length = strlen(blanks[i]);
        if (length <= left && memcmp(blanks[i], text, length) == 0)
            return length;
    }
    return 0;
}

/* Does the blank stand inside a ply, `C&nbsp;f3`, `Cc&#8203;6`? It is left out there; a soft hyphen and a word joiner,
   which nobody sees, anywhere. */
static bool blank_vanishes(const AiseLayout *layout, const char *next, size_t left)
{
    const char *last = layout->tail + sizeof layout->tail - 1;
    char kind = layout->blank.bytes[layout->blank.length - 1], follows = left > 0 ? *next : '\0', behind = left > 1 ? next[1] : '\0';
    if (kind == '\xad' || (kind == '\xa0' && layout->blank.length == 3))
        return true;
    if (layout->gap != AISE_GAP_NONE)
        return false;
    bool man = is_man(*last) && !is_letter(last[-1]), man_file = is_file(*last) && (last[-1] == '/' || (is_man(last[-1]) && !is_letter(last[-2])));
    bool ply = (man && ((is_file(follows) && is_rank(behind)) || ((follows == ':' || follows == 'x') && is_file(behind)))) ||
               (man_file && is_rank(follows) && !(behind >= '0' && behind <= '9'));
    return ply || (layout->blank.length == 3 && is_letter(*last) && (is_letter(follows) || is_rank(follows)));
}

/* Lays out the blank that waits, unless it vanishes before what stands at `next`. */
static void end_blank(AiseLayout *layout, const char *next, size_t left)
{
    if (layout->blank.length == 0)
        return;
    if (blank_vanishes(layout, next, left))
        layout->unmarked = true;
    else
        add_run(layout, layout->blank.bytes, layout->blank.length, layout->blank.source);
    layout->blank.length = 0;
}

/* A stretch without white space. */
static void add_word(AiseLayout *layout, const char *text, size_t length, uint64_t source)
{
    for (size_t at = 0; at < length;) {
        size_t start = at, blank = 0;
        while (at < length && (blank = (unsigned char)text[at] < 0x80 ? 0 : odd_blank(text + at, length - at)) == 0)
            at++;
        if (at > start) {
            end_blank(layout, text + start, at - start);
            if (layout->raised > 0)
                add_raised(layout, text + start, at - start, source + start);
            else
                add_run(layout, text + start, at - start, source + start);
        }
        if (blank > 0) {
            end_blank(layout, text + at, blank);
            memcpy(layout->blank.bytes, text + at, blank);
            layout->blank.length = (uint8_t)blank;
            layout->blank.source = source + at;
        }
        at += blank;
    }
}

/* ---- text and tags ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static void add_pre(AiseLayout *layout, const char *text, size_t length, uint64_t source)
{
    size_t skip = 0;
    if (layout->pre_begins)
        skip = length >= 2 && text[0] == '\r' && text[1] == '\n' ? 2 : length != 0 && text[0] == '\n';
    layout->pre_begins = false;
    if (skip < length)
        add_word(layout, text + skip, length - skip, source + skip);
}

void aise_layout_text(AiseLayout *layout, const char *text, size_t length, uint64_t source)
{
    if (layout->pre != 0) {
        add_pre(layout, text, length, source);
        return;
    }
    for (size_t at = 0; at < length;) {
        size_t start = at;
        while (at < length && is_space(text[at]))
            at++;
        if (at != start && layout->gap == AISE_GAP_NONE) {
            layout->gap = AISE_GAP_SPACE;
            /* One blank is one blank: the text goes on without a mark. */
            if (source + start == layout->expected && text[start] != '\n' && text[start] != '\r')
                layout->expected++;
        }
        start = at;
        while (at < length && !is_space(text[at]))
            at++;
        if (at != start)
            add_word(layout, text + start, at - start, source + start);
    }
}

static void widen(AiseLayout *layout, AiseGap gap)
{
    /* A paragraph at the start of a cell stays beside the cell before. */
    bool beside = gap == AISE_GAP_LINE && layout->gap == AISE_GAP_TAB && layout->cell_empty;
    if (!beside && gap > layout->gap)
        layout->gap = gap;
}

static void begin_cell(AiseLayout *layout)
{
    if (layout->cells++ != 0)
        layout->gap = layout->cell_lines ? AISE_GAP_LINE : AISE_GAP_TAB;
    layout->cell_empty = true;
    layout->cell_lines = false;
}

static void begin_row(AiseLayout *layout)
{
    if (layout->gap < AISE_GAP_LINE)
        layout->gap = AISE_GAP_LINE;
    layout->cells = 0;
    layout->cell_empty = true;
    layout->cell_lines = false;
}

/* <sup>, <sub>. */
static void note_tag(AiseLayout *layout, bool opens)
{
    bool raised = opens ? layout->raised > 0 || (layout->lowered == 0 && behind_ply(layout)) : layout->raised > 0;
    unsigned *depth = raised ? &layout->raised : &layout->lowered;
    *depth += opens;
    *depth -= !opens && *depth > 0;
}

void aise_layout_tag(AiseLayout *layout, const char *name, bool opens)
{
    TagRole role = tag_role(name, strlen(name));
    if (role != ROLE_INLINE && role != ROLE_NOTE)
        end_blank(layout, "", 0);
    switch (role) {
    case ROLE_NOTE:
        note_tag(layout, opens);
        break;
    case ROLE_INLINE:
        break;
    case ROLE_BLOCK:
        widen(layout, AISE_GAP_LINE);
        break;
    case ROLE_TITLE:
        widen(layout, AISE_GAP_BLANK);
        break;
    case ROLE_BREAK:
        if (opens)
            layout->gap = layout->gap >= AISE_GAP_LINE ? AISE_GAP_BLANK : AISE_GAP_LINE;
        break;
    case ROLE_PRE:
        widen(layout, AISE_GAP_LINE);
        if (opens)
            layout->pre++;
        else if (layout->pre != 0)
            layout->pre--;
        layout->pre_begins = opens;
        break;
    case ROLE_TABLE:
        begin_row(layout);
        layout->cell_lines = !opens; /* of the cell that holds this table */
        layout->cells = !opens;
        break;
    case ROLE_ROW:
        begin_row(layout);
        break;
    case ROLE_CELL:
        if (opens)
            begin_cell(layout);
        break;
    }
}
