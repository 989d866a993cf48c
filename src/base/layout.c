/* See layout.h. */
#include "src/base/layout.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum TagRole { ROLE_INLINE, ROLE_BLOCK, ROLE_TITLE, ROLE_BREAK, ROLE_PRE, ROLE_TABLE, ROLE_ROW, ROLE_CELL } TagRole;

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
    {"summary", ROLE_BLOCK}, {"table", ROLE_TABLE}, {"td", ROLE_CELL}, {"textarea", ROLE_PRE}, {"th", ROLE_CELL},
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
    return tag_role(name, length) != ROLE_INLINE;
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
        add_run(layout, text + skip, length - skip, source + skip);
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
            add_run(layout, text + start, at - start, source + start);
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

void aise_layout_tag(AiseLayout *layout, const char *name, bool opens)
{
    switch (tag_role(name, strlen(name))) {
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
