/* Findings as text: place, sentence, source line with a caret range, repair (NOTATION 3.1). */
#include "src/lint/lint.h"

#include <string.h>

enum {
    WINDOW = 100, /* characters shown of a long line */
    LEAD = 30     /* of them before the caret */
};

typedef struct Style {
    const char *place, *severity[3], *caret, *hint, *plain;
} Style;

static const Style plain_style = {"", {"", "", ""}, "", "", ""};
static const Style color_style = {
    "\033[1m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[1;32m", "\033[1;36m", "\033[0m"};

/* One character: its length in bytes and whether a terminal had better see a space in its place. */
static size_t next_character(const char *text, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    *code = length == 1 ? at[0] : at[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0u) != 0x80u)
            return i;
        *code = *code << 6 | (at[i] & 0x3fu);
    }
    return length;
}

/* Controls, invisible and direction-changing characters. */
static bool unprintable(uint32_t code)
{
    return (code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0) || code == 0xad ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

/* The characters [first, end) of a line that are shown. */
typedef struct Window {
    size_t first, end;
    bool cut_before, cut_after;
} Window;

static Window window_of(const char *line, size_t caret)
{
    size_t count = 0;
    uint32_t code;
    for (const char *at = line; *at != '\0'; at += next_character(at, &code))
        count++;
    Window window = {0, count, false, false};
    if (count <= WINDOW)
        return window;
    if (caret > LEAD)
        window.first = caret - LEAD;
    if (window.first + WINDOW > count)
        window.first = count - WINDOW;
    window.end = window.first + WINDOW;
    window.cut_before = window.first > 0;
    window.cut_after = window.end < count;
    return window;
}

static void write_line(const char *line, const Window *window, AiseBuffer *out)
{
    size_t index = 0;
    uint32_t code;
    if (window->cut_before)
        aise_buffer_text(out, "…");
    for (const char *at = line; *at != '\0' && index < window->end; index++) {
        size_t length = next_character(at, &code);
        if (index >= window->first) {
            if (unprintable(code))
                aise_buffer_byte(out, ' ');
            else
                aise_buffer_add(out, at, length);
        }
        at += length;
    }
    aise_buffer_text(out, window->cut_after ? "…\n" : "\n");
}

/* Where in source_line the caret stands, from 0. */
static size_t caret_index(const AiseFinding *finding)
{
    return (size_t)(finding->caret ? finding->caret : finding->column) - 1;
}

/* `^~~~` below the stretch; tabs stand below tabs. An empty stretch, and one behind the line's end, have a caret too. */
static void write_caret(const AiseFinding *finding, const Window *window, const Style *style, AiseBuffer *out)
{
    size_t caret = caret_index(finding), index = 0;
    uint32_t code;
    if (window->cut_before)
        aise_buffer_byte(out, ' ');
    const char *at = finding->source_line;
    for (; *at != '\0' && index < caret; index++) {
        bool tab = *at == '\t';
        at += next_character(at, &code);
        if (index >= window->first)
            aise_buffer_byte(out, tab ? '\t' : ' ');
    }
    aise_buffer_text(out, style->caret);
    aise_buffer_byte(out, '^');
    for (size_t i = index + 1; i < caret + finding->length && i < window->end; i++)
        aise_buffer_byte(out, '~');
    aise_buffer_text(out, style->plain);
    aise_buffer_byte(out, '\n');
}

static void write_source(const AiseFinding *finding, const Style *style, AiseBuffer *out)
{
    if (finding->source_line == NULL || finding->column == 0)
        return;
    Window window = window_of(finding->source_line, caret_index(finding));
    write_line(finding->source_line, &window, out);
    write_caret(finding, &window, style, out);
}

static void begin_hint(const Style *style, AiseBuffer *out)
{
    aise_buffer_text(out, style->hint);
    aise_buffer_text(out, "hint:");
    aise_buffer_text(out, style->plain);
    aise_buffer_byte(out, ' ');
}

/* Does the hint, which begins at `from`, name the repair already? */
static bool names_repair(const AiseBuffer *out, size_t from, const char *text)
{
    return *text != '\0' && memmem(out->bytes + from, out->length - from, text, strlen(text)) != NULL;
}

/* What stood there, is too much, or is missing. */
static void write_repair(const AiseFix *fix, bool italian, AiseBuffer *out)
{
    const char *text = fix->text;
    size_t length = strlen(text);
    const bool missing = fix->length == 0 && length > 0;
    aise_buffer_number(out, fix->line);
    aise_buffer_byte(out, ':');
    aise_buffer_number(out, fix->column);
    if (length == 0) {
        aise_buffer_text(out, italian ? ": da togliere\n" : ": leave it out\n");
        return;
    }
    for (; missing && *text == ' '; length--)
        text++;
    while (missing && length > 0 && text[length - 1] == ' ')
        length--;
    aise_buffer_text(out, !italian ? ": perhaps \"" : missing ? ": forse qui manca «" : ": forse «");
    aise_buffer_add(out, text, length);
    aise_buffer_text(out, italian ? "»" : "\"");
    aise_buffer_text(out, missing && !italian ? " is missing here\n" : "\n");
}

/* The code's own hint, and the best repair where that does not name it. */
static void write_hint(const AiseFinding *finding, AiseLanguage language, const Style *style, AiseBuffer *out)
{
    size_t from = out->length;
    begin_hint(style, out);
    size_t text = out->length;
    aise_finding_hint(finding, language, out);
    bool hint = out->length != text;
    if (hint)
        aise_buffer_byte(out, '\n');
    else
        out->length = from;
    if (finding->fix_count == 0)
        return;
    const char *repair = finding->fix[0].text;
    if (hint && (names_repair(out, text, repair) || strchr(repair, '\n') != NULL))
        return;
    begin_hint(style, out);
    write_repair(&finding->fix[0], language == AISE_ITALIAN, out);
}

void aise_lint_text(const AiseFinding *finding, const char *source, AiseLanguage language, bool color, AiseBuffer *out)
{
    const Style *style = color ? &color_style : &plain_style;
    aise_buffer_text(out, style->place);
    aise_buffer_text(out, source);
    aise_buffer_byte(out, ':');
    if (finding->line != 0) {
        aise_buffer_number(out, finding->line);
        aise_buffer_byte(out, ':');
        aise_buffer_number(out, finding->column);
        aise_buffer_byte(out, ':');
    }
    aise_buffer_text(out, style->plain);
    aise_buffer_byte(out, ' ');
    aise_buffer_text(out, style->severity[finding->severity]);
    aise_buffer_text(out, aise_severity_name(finding->severity, AISE_ENGLISH)); /* editors look for these words */
    aise_buffer_byte(out, ':');
    aise_buffer_text(out, style->plain);
    aise_buffer_byte(out, ' ');
    aise_finding_message(finding, language, out);
    aise_buffer_text(out, " [");
    aise_buffer_text(out, aise_code_name(finding->code));
    aise_buffer_text(out, "]\n");
    write_source(finding, style, out);
    write_hint(finding, language, style, out);
}
