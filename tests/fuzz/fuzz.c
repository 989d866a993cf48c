/* What the targets share: the promises about outputs, and reading from memory. */
#include "tests/fuzz/fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/variant.h"
#include "src/base/output.h"

void fuzz_broken(const char *file, int line, const char *what)
{
    fflush(stdout);
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, what);
    abort();
}

/* ---- outputs ---- */

/* Length of the well-formed UTF-8 character at `s`; 0: none. */
static size_t character(const unsigned char *s, size_t left, uint32_t *code)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    *code = length == 1 ? s[0] : s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3f);
    }
    bool good = *code >= least[length] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff);
    return good ? length : 0;
}

static size_t color_length(const char *text, size_t left)
{
    size_t at = 2;
    if (left < 3 || text[0] != '\033' || text[1] != '[')
        return 0;
    while (at < left && (text[at] == ';' || (text[at] >= '0' && text[at] <= '9')))
        at++;
    return at < left && text[at] == 'm' ? at + 1 : 0;
}

static void must_be_plain(const char *text, size_t length, bool tabs, bool colors)
{
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        size_t color = colors ? color_length(text + at, length - at) : 0;
        size_t step = color != 0 ? color : character((const unsigned char *)text + at, length - at, &code);
        bool control = color == 0 && (code < 0x20 || (code >= 0x80 && code < 0xa0)) && code != '\n' && (code != '\t' || !tabs);
        if (step == 0 || control) {
            fprintf(stderr, "at byte %zu, 0x%02x: %.*s\n", at, (unsigned char)text[at], (int)(at < 200 ? at : 200),
                    text + (at < 200 ? 0 : at - 200));
            MUST(step != 0 && !control);
        }
        at += step;
    }
}

void fuzz_must_be_plain(const char *text, size_t length, bool tabs)
{
    must_be_plain(text, length, tabs, false);
}

void fuzz_must_be_colored(const char *text, size_t length)
{
    must_be_plain(text, length, true, true);
}

void fuzz_must_be_json(const char *text, size_t length)
{
    while (length != 0) {
        const char *end = memchr(text, '\n', length);
        json_error_t error;
        MUST(end != NULL);
        size_t line = (size_t)(end - text);
        json_t *value = json_loadb(text, line, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
        if (value == NULL) {
            fprintf(stderr, "%s: %.*s\n", error.text, (int)line, text);
            MUST(value != NULL);
        }
        json_decref(value);
        text += line + 1;
        length -= line + 1;
    }
}

void fuzz_must_be_json_document(const char *text, size_t length)
{
    json_error_t error;
    json_t *value = json_loadb(text, length, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
    if (value == NULL)
        fprintf(stderr, "%s: %.*s\n", error.text, (int)length, text);
    MUST(value != NULL);
    json_decref(value);
}

static bool among(const char *const *names, const char *at, size_t length)
{
    for (; *names != NULL; names++)
        if (strlen(*names) == length && memcmp(*names, at, length) == 0)
            return true;
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '1' && c <= '6');
}

/* A tag from `<` to `>`; its length. */
static size_t tag(const char *text, size_t left, const char *const *elements)
{
    size_t at = 1;
    at += at < left && text[at] == '/';
    size_t name = at;
    while (at < left && is_letter(text[at]))
        at++;
    if (!among(elements, text + name, at - name))
        fprintf(stderr, "an element <%.*s>\n", (int)(at - name), text + name);
    MUST(among(elements, text + name, at - name));
    for (char quote = 0; at < left; at++) {
        MUST(text[at] != '<');
        if (quote != 0)
            quote = text[at] == quote ? 0 : quote;
        else if (text[at] == '"' || text[at] == '\'')
            quote = text[at];
        else if (text[at] == '>')
            return at + 1;
    }
    fuzz_broken(__FILE__, __LINE__, "a tag is closed");
}

/* Markup of these elements; what a game says is escaped. */
static void must_be_markup(const char *text, size_t length, const char *const *elements)
{
    static const char *const entities[] = {"amp", "lt", "gt", "quot", "apos", "#39", "#34", NULL};
    must_be_plain(text, length, false, false);
    for (size_t at = 0; at < length;) {
        size_t step = 1;
        if (text[at] == '<') {
            step = tag(text + at, length - at, elements);
        } else if (text[at] == '&') {
            const char *end = memchr(text + at, ';', length - at);
            MUST(end != NULL && among(entities, text + at + 1, (size_t)(end - text) - at - 1));
        }
        at += step;
    }
}

void fuzz_must_be_diagram(const char *text, size_t length)
{
    static const char *const elements[] = {"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "line", "text",
                                           "tspan", "use", "marker", "symbol", "ellipse", "polygon", "polyline", NULL};
    must_be_markup(text, length, elements);
}

/* Where `what` stands in the page for the only time, or NULL where it does not. */
static const char *only(const char *text, size_t length, const char *what)
{
    const char *first = memmem(text, length, what, strlen(what));
    if (first != NULL)
        MUST(memmem(first + 1, length - 1 - (size_t)(first - text), what, strlen(what)) == NULL);
    return first;
}

void fuzz_must_be_page(const char *text, size_t length)
{
    static const char *const elements[] = {
        "html", "head", "meta", "title", "body",  "h1",     "h2",     "h3",     "p",    "table", "thead", "tbody",
        "tr",   "th",   "td",   "ul",    "li",    "span",   "div",    "main",   "section", "caption", "code", "pre",
        "b",    "i",    "mark", "label", "input", "select", "option", "button", NULL};
    const char *style = only(text, length, "</style>"), *script = only(text, length, "<script>");
    MUST(style != NULL && script != NULL && style < script && only(text, length, "<!") == text);
    style += strlen("</style>");
    must_be_markup(style, (size_t)(script - style), elements);
}

void fuzz_must_be_games(const char *text, size_t length)
{
    static const char begin[] = "<script type=\"application/json\" class=\"game\">", end[] = "</script>\n";
    while (length != 0) {
        MUST(length > sizeof begin && memcmp(text, begin, sizeof begin - 1) == 0);
        text += sizeof begin - 1;
        length -= sizeof begin - 1;
        const char *close = memchr(text, '<', length);
        MUST(close != NULL && length - (size_t)(close - text) >= sizeof end - 1 && memcmp(close, end, sizeof end - 1) == 0);
        size_t block = (size_t)(close - text);
        must_be_plain(text, block, false, false);
        fuzz_must_be_json(text, block);
        text += block + sizeof end - 1;
        length -= block + sizeof end - 1;
    }
}

void fuzz_must_be_same(const char *what, const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t at = 0;
    while (at < a_length && at < b_length && a[at] == b[at])
        at++;
    if (at == a_length && at == b_length)
        return;
    size_t from = at < 300 ? 0 : at - 300;
    size_t a_end = a_length < at + 100 ? a_length : at + 100, b_end = b_length < at + 100 ? b_length : at + 100;
    fprintf(stderr, "%s: they part at byte %zu\n---- one\n%.*s\n---- other\n%.*s\n----\n", what, at, (int)(a_end - from),
            a + from, (int)(b_end - from), b + from);
    fuzz_broken(__FILE__, __LINE__, what);
}

/* ---- reading ---- */

FuzzInput fuzz_input(const uint8_t *bytes, size_t length)
{
    static const char *const encodings[] = {NULL, "utf-8", "windows-1252", "iso-8859-1", "cp850", "cp437"};
    FuzzInput input = {.options.repair = true, .text = (const char *)bytes, .length = length};
    if (length < 3 || bytes[0] != '@')
        return input;
    size_t variants = 0;
    while (aise_variants[variants] != NULL)
        variants++;
    unsigned variant = (bytes[1] - 'a') & 0xffu, bits = (bytes[2] - '0') & 0xffu;
    input.options.variant = variant < variants ? aise_variants[variant]->id : NULL;
    input.options.repair = (bits & 1) == 0;
    input.options.variations = (bits & 2) != 0;
    input.options.italian = (bits & 4) != 0;
    input.options.encoding = encodings[(bits >> 3) % (sizeof encodings / sizeof *encodings)];
    input.text += 3;
    input.length -= 3;
    return input;
}

typedef struct Rewriting {
    AiseOutput *output;
    AiseWriting how;
} Rewriting;

static bool rewrite_game(void *context, const AiseGame *game)
{
    Rewriting *rewriting = context;
    if (strcmp(aise_game_status(game), "empty") != 0)
        MUST(aise_output_game(rewriting->output, game, &rewriting->how) == AISE_STATUS_OK);
    return true;
}

char *fuzz_rewrite(const AiseOptions *options, const char *text, size_t length, AiseDialect dialect, size_t *out_length)
{
    Rewriting rewriting = {aise_output_memory(), {.dialect = dialect}};
    const AiseSink sink = {.context = &rewriting, .game_end = rewrite_game};
    AiseReader *reader = aise_reader_new(options, NULL);
    MUST(reader != NULL && rewriting.output != NULL);
    AiseStatus status = aise_reader_memory(reader, "in.txt", text, length, &sink);
    if (status != AISE_STATUS_OK)
        fprintf(stderr, "%s\n", aise_reader_message(reader));
    MUST(status == AISE_STATUS_OK);
    aise_reader_free(reader);
    *out_length = rewriting.output->length;
    char *copy = malloc(*out_length + 1);
    MUST(copy != NULL);
    memcpy(copy, rewriting.output->bytes, *out_length);
    copy[*out_length] = '\0';
    aise_output_discard(rewriting.output);
    return copy;
}
