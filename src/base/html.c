/* Web pages: libxml2 takes the tags and entities off, layout.c sets the text in lines, and every piece of it keeps the
   place where it stood. */
#include "src/base/layout.h"
#include "src/base/reading.h"

#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    HEAD = 4096,              /* where tags are looked for */
    PIECE = 8 * 1024,         /* fed to the parser at once */
    HELD_TEXT = 128 * 1024,   /* text waiting for the next tag, before a comment is put in to set it free */
    HELD_MOST = 16 * 1024 * 1024, /* anything waiting for its end, before the page is given up */
    DEEPEST = 10000,          /* tags */
    ENTITY_LONGEST = 48
};
static const char released[] = "<!---->";
#define RELEASED_LENGTH (sizeof released - 1)

/* The calls of libxml2 that are used, as function pointers of the same names. */
#define XML_CALLS(X) X(htmlCreatePushParserCtxt) X(htmlCtxtUseOptions) X(htmlParseChunk) X(htmlFreeParserCtxt)

struct AiseHtml {
    AiseReading *reading;
#define X(call) __typeof__(call) *call;
    XML_CALLS(X)
#undef X
    htmlParserCtxtPtr parser;
    AiseLayout layout;
    AiseBuffer held;      /* what was fed and not yet left behind: the stream from `held_at` on */
    uint64_t held_at;
    uint64_t next;        /* where the last piece of text ended in the stream */
    uint64_t release_at;  /* the put-in comment's place in the stream */
    bool has_release;
    AisePlace place;      /* of `place_at` in the stream */
    uint64_t place_at;
    unsigned closing;     /* characters of </html or </body that the stream ends with */
    bool closing_body;    /* which of the two, from the third on */
    uint64_t text_bytes;  /* of the stream that were text */
    uint64_t put_in;      /* bytes of put-in comments */
    bool given_up;
};

/* ---- is it a page? ---- */

static size_t tag_name_length(const char *s, size_t left)
{
    size_t length = 0;
    while (length < left && ((s[length] | 0x20) >= 'a' ? (s[length] | 0x20) <= 'z' : s[length] >= '1' && s[length] <= '6'))
        length++;
    return length;
}

static bool starts_page(const char *name, size_t length)
{
    static const char *const names[] = {"html", "head", "body", "pre", "table"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(names[i], name, length) == 0)
            return true;
    return false;
}

/* The last character of what a listing quotes from `at` on, a note in braces or a tag that fills its line; else `at`. */
static size_t quoted_end(const char *text, size_t at, size_t length)
{
    if (text[at] == '{') {
        const char *close = memchr(text + at, '}', length - at);
        return close == NULL ? length : (size_t)(close - text);
    }
    if (text[at] != '[' || (at > 0 && text[at - 1] != '\n'))
        return at;
    const char *line_end = memchr(text + at, '\n', length - at);
    size_t end = line_end == NULL ? length : (size_t)(line_end - text);
    end -= text[end - 1] == '\r';
    return end - at > 3 && memcmp(text + end - 2, "\"]", 2) == 0 ? end - 1 : at;
}

/* A page says so (<html>, <!doctype html>, <body> …); a piece of one has a block tag for every two lines at least.
   A few stray tags in a listing are left to the lexer, and what its notes and tags hold is theirs. */
bool aise_html_looks(const char *text, size_t length)
{
    size_t tags = 0, lines = 0;
    if (length > HEAD)
        length = HEAD;
    for (size_t at = 0; at < length; at++) {
        lines += text[at] == '\n';
        at = quoted_end(text, at, length);
        if (at == length || text[at] != '<' || at + 1 == length)
            continue;
        const char *name = text + at + 1;
        size_t left = length - at - 1;
        if (left >= 13 && strncasecmp(name, "!doctype html", 13) == 0)
            return true;
        if (*name == '/') {
            name++;
            left--;
        }
        size_t name_length = tag_name_length(name, left);
        if (name_length == left || memchr(" \t\r\n/>", name[name_length], 6) == NULL)
            continue;
        if (starts_page(name, name_length))
            return true;
        tags += aise_layout_is_block(name, name_length);
    }
    return tags >= 2 && tags * 2 >= lines;
}

/* ---- what the parser tells ---- */

static uint64_t parser_at(const AiseHtml *html)
{
    const xmlParserInput *input = html->parser->input;
    return input->consumed + (uint64_t)(input->cur - input->base);
}

static bool stands_at(const AiseHtml *html, uint64_t at, const char *text, size_t length)
{
    return at >= html->held_at && at - html->held_at + length <= html->held.length &&
           memcmp(html->held.bytes + (at - html->held_at), text, length) == 0;
}

/* Where the text that the parser has just read begins in the stream: right after the last, or before the parser's
   place (which is on the last character when the text is a piece of a long one); an entity at its `&`. */
static uint64_t find_text(const AiseHtml *html, const char *text, size_t length)
{
    uint64_t end = parser_at(html);
    size_t last = 1;
    while (last < length && ((unsigned char)text[length - last] & 0xc0) == 0x80)
        last++;
    if (stands_at(html, html->next, text, length))
        return html->next;
    if (end >= length && stands_at(html, end - length, text, length))
        return end - length;
    if (end + last >= length && stands_at(html, end + last - length, text, length))
        return end + last - length;
    for (uint64_t back = 1; back <= ENTITY_LONGEST && end >= html->held_at + back; back++)
        if (html->held.bytes[end - back - html->held_at] == '&')
            return end - back;
    return end;
}

/* Windows-1252 from 0x80 on; U+FFFD: no character. */
static const char *const windows_1252[32] = {
    "\xe2\x82\xac", "\xef\xbf\xbd", "\xe2\x80\x9a", "\xc6\x92", "\xe2\x80\x9e", "\xe2\x80\xa6", "\xe2\x80\xa0", "\xe2\x80\xa1",
    "\xcb\x86", "\xe2\x80\xb0", "\xc5\xa0", "\xe2\x80\xb9", "\xc5\x92", "\xef\xbf\xbd", "\xc5\xbd", "\xef\xbf\xbd",
    "\xef\xbf\xbd", "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\xa2", "\xe2\x80\x93", "\xe2\x80\x94",
    "\xcb\x9c", "\xe2\x84\xa2", "\xc5\xa1", "\xe2\x80\xba", "\xc5\x93", "\xef\xbf\xbd", "\xc5\xbe", "\xc5\xb8",
};

/* `&#150;`: HTML takes a number from 128 to 159 for a character of Windows-1252. The parser does not, and tells such a
   character by itself; NULL: it is none. */
static const char *numbered_character(const char *text, int length)
{
    const unsigned char *s = (const unsigned char *)text;
    return length == 2 && s[0] == 0xc2 && s[1] < 0xa0 ? windows_1252[s[1] - 0x80] : NULL;
}

static void on_text(void *context, const xmlChar *bytes, int length)
{
    AiseHtml *html = context;
    const char *text = (const char *)bytes;
    uint64_t at = find_text(html, text, (size_t)length);
    bool verbatim = stands_at(html, at, text, (size_t)length);
    html->next = verbatim ? at + (uint64_t)length : parser_at(html);
    html->text_bytes += html->next - at;
    const char *character = verbatim ? NULL : numbered_character(text, length);
    aise_layout_text(&html->layout, character ? character : text, character ? strlen(character) : (size_t)length, at);
}

static void on_script(void *context, const xmlChar *bytes, int length)
{
    (void)context;
    (void)bytes;
    (void)length;
}

static void on_open(void *context, const xmlChar *name, const xmlChar **attributes)
{
    AiseHtml *html = context;
    (void)attributes;
    html->next = parser_at(html);
    aise_layout_tag(&html->layout, (const char *)name, true);
}

static void on_close(void *context, const xmlChar *name)
{
    AiseHtml *html = context;
    html->next = parser_at(html);
    aise_layout_tag(&html->layout, (const char *)name, false);
}

/* ---- feeding it ---- */

void aise_html_open(AiseReading *reading)
{
    AiseHtml *html = calloc(1, sizeof *html);
    if (html == NULL)
        aise_guard_raise(reading->guard, AISE_ERROR_MEMORY);
    reading->html = html;
    html->reading = reading;
    html->place = (AisePlace){1, 1, false};
    aise_buffer_init(&html->held, reading->guard);
    aise_layout_init(&html->layout);
    const AiseCall calls[] = {
#define X(call) {#call, &html->call},
        XML_CALLS(X)
#undef X
    };
    aise_library_open(&reading->html_library, reading, AISE_LIBXML2, calls, sizeof calls / sizeof *calls);
    htmlSAXHandler told = {.startElement = on_open, .endElement = on_close, .characters = on_text,
                           .ignorableWhitespace = on_text, .cdataBlock = on_script};
    html->parser = html->htmlCreatePushParserCtxt(&told, html, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    if (html->parser == NULL)
        aise_guard_raise(reading->guard, AISE_ERROR_MEMORY);
    /* The text is decoded already: what its <meta> says of the encoding is past. */
    html->htmlCtxtUseOptions(html->parser, HTML_PARSE_IGNORE_ENC | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                               HTML_PARSE_NONET);
}

/* Moves the place on to stream position `to`, or to the end of what is held: text that the parser has changed may seem to
   reach further. */
static void move_place(AiseHtml *html, uint64_t to)
{
    const char *held = html->held.bytes;
    uint64_t from = html->place_at, end = html->held_at + html->held.length;
    if (to > end)
        to = end;
    if (to <= from)
        return;
    if (html->has_release && from <= html->release_at && html->release_at < to) {
        aise_place_advance(&html->place, held + (from - html->held_at), html->release_at - from);
        from = html->release_at + RELEASED_LENGTH;
    }
    if (from < to)
        aise_place_advance(&html->place, held + (from - html->held_at), to - from);
    html->place_at = to;
}

/* Lets go of what the parser has left behind: it has told all text before its place. */
static void let_go(AiseHtml *html)
{
    move_place(html, parser_at(html));
    size_t gone = (size_t)(html->place_at - html->held_at);
    if (gone == 0)
        return;
    html->held.length -= gone;
    memmove(html->held.bytes, html->held.bytes + gone, html->held.length);
    html->held_at = html->place_at;
    html->has_release = html->has_release && html->release_at >= html->held_at;
}

/* Hands on what has been laid out, places first. */
static void hand_on(AiseHtml *html)
{
    const AiseSourceSink *sink = html->reading->sink;
    AiseLayout *layout = &html->layout;
    if (layout->no_memory || html->parser->errNo == XML_ERR_NO_MEMORY)
        aise_guard_raise(html->reading->guard, AISE_ERROR_MEMORY);
    for (size_t i = 0; i < layout->marks; i++) {
        move_place(html, layout->mark[i].source);
        if (sink->map != NULL)
            sink->map(sink->context, layout->mark[i].offset, html->place.line, html->place.column);
    }
    layout->marks = 0;
    size_t length = layout->length;
    layout->length = 0;
    if (length != 0)
        sink->text(sink->context, layout->out, length);
    let_go(html);
}

/* Follows </html and </body in the stream; true on their last letter. */
static bool closes_page(AiseHtml *html, char c)
{
    static const char names[2][7] = {"</html", "</body"};
    char small = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    for (unsigned name = 0; name < 2; name++)
        if (small == names[name][html->closing] && (html->closing < 3 || html->closing_body == (name == 1))) {
            html->closing_body = name == 1;
            return ++html->closing == 6;
        }
    html->closing = c == '<';
    return false;
}

/* What the parser must not see as it is. It drops control characters, so that text and page would part ways; and it
   stops at the end of the page, where people go on writing: </htmx> is only an unknown tag. */
static void hold(AiseHtml *html, const char *text, size_t length)
{
    aise_buffer_reserve(&html->held, length);
    char *to = html->held.bytes + html->held.length;
    for (size_t at = 0; at < length; at++) {
        unsigned char c = (unsigned char)text[at];
        bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
        to[at] = control ? ' ' : (char)c;
        if ((html->closing != 0 || c == '<') && closes_page(html, (char)c)) {
            to[at] = 'x';
            html->closing = 0;
        }
    }
    html->held.length += length;
}

static void feed(AiseHtml *html, const char *text, size_t length)
{
    size_t start = html->held.length;
    hold(html, text, length);
    html->htmlParseChunk(html->parser, html->held.bytes + start, (int)length, 0);
    hand_on(html);
}

/* The parser keeps text until it sees the next tag; a comment after a blank sets it free. */
static bool wants_release(const AiseHtml *html)
{
    const xmlParserInput *input = html->parser->input;
    const char *name = (const char *)html->parser->name;
    return !html->has_release && (size_t)(input->end - input->cur) > HELD_TEXT &&
           html->parser->instate == XML_PARSER_CONTENT && *input->cur != '<' &&
           (name == NULL || (strcmp(name, "script") != 0 && strcmp(name, "style") != 0));
}

static void release(AiseHtml *html)
{
    html->release_at = html->held_at + html->held.length;
    html->has_release = true;
    html->put_in += RELEASED_LENGTH;
    feed(html, released, RELEASED_LENGTH);
}

static void give_up(AiseHtml *html)
{
    html->given_up = true;
    aise_reading_finding(html->reading, AISE_CODE_L113, &html->place, 0, 0, NULL);
}

/* Length of `text` up to its last line end, else its last space; 0: neither. */
static size_t up_to_blank(const char *text, size_t length)
{
    for (const char *blank = "\n "; *blank != '\0'; blank++)
        for (size_t at = length; at > 0; at--)
            if (text[at - 1] == *blank)
                return at;
    return 0;
}

void aise_html_feed(AiseHtml *html, const char *text, size_t length)
{
    while (length != 0 && !html->given_up) {
        size_t piece = length < PIECE ? length : PIECE;
        size_t cut = wants_release(html) ? up_to_blank(text, piece) : 0;
        if (cut != 0)
            piece = cut;
        feed(html, text, piece);
        if (cut != 0)
            release(html);
        text += piece;
        length -= piece;
        if (html->held.length > HELD_MOST || html->parser->nameNr > DEEPEST || html->parser->instate == XML_PARSER_EOF)
            give_up(html);
    }
}

void aise_html_end(AiseHtml *html)
{
    if (html->parser == NULL) /* the library is missing: nothing was read */
        return;
    uint64_t all = html->held_at + html->held.length - html->put_in;
    if (!html->given_up) {
        html->htmlParseChunk(html->parser, NULL, 0, 1);
        hand_on(html);
    }
    uint64_t markup = all > html->text_bytes ? all - html->text_bytes : 0;
    AiseArg arg = {.type = AISE_ARG_NUMBER, .value = markup > UINT32_MAX ? UINT32_MAX : (uint32_t)markup};
    aise_reading_finding(html->reading, AISE_CODE_L112, NULL, 0, 1, &arg);
}

void aise_html_close(AiseHtml *html)
{
    if (html == NULL)
        return;
    if (html->parser != NULL)
        html->htmlFreeParserCtxt(html->parser);
    aise_buffer_free(&html->held);
    aise_layout_free(&html->layout);
    free(html);
}
