/* Encodings, pages, archives: what comes in as bytes goes on as UTF-8, with the place where it stood. */
#include "src/base/reading.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FINDINGS_MAX = 300, MAPS_MAX = 20000 };

/* Everything a source told: names and texts, each text ended by U+001E when `parted`. */
typedef struct Heard {
    AiseGuard guard;
    AiseBuffer text;
    AiseBuffer names; /* each ended by \n */
    AiseFinding finding[FINDINGS_MAX];
    size_t findings;
    struct {
        uint64_t offset, line, column;
    } map[MAPS_MAX];
    size_t maps;
    size_t begins, ends;
    const char *skip; /* name to refuse */
    bool raise;       /* raise out of the text */
    bool stop;
    char message[256];
} Heard;

static Heard heard;

static bool hear_begin(void *context, const char *name)
{
    Heard *h = context;
    aise_buffer_text(&h->names, name);
    aise_buffer_byte(&h->names, '\n');
    h->begins++;
    return h->skip == NULL || strcmp(h->skip, name) != 0;
}

static void hear_text(void *context, const char *bytes, size_t length)
{
    Heard *h = context;
    ck_assert_uint_ne(length, 0);
    aise_buffer_add(&h->text, bytes, length);
    if (h->raise)
        aise_guard_raise(&h->guard, AISE_ERROR_MEMORY);
}

static void hear_finding(void *context, const AiseFinding *finding)
{
    Heard *h = context;
    ck_assert_uint_lt(h->findings, FINDINGS_MAX);
    h->finding[h->findings++] = *finding;
}

static void hear_map(void *context, uint64_t offset, uint64_t line, uint64_t column)
{
    Heard *h = context;
    ck_assert_uint_lt(h->maps, MAPS_MAX);
    h->map[h->maps].offset = offset;
    h->map[h->maps].line = line;
    h->map[h->maps++].column = column;
}

static void hear_end(void *context)
{
    ((Heard *)context)->ends++;
}

static const AiseSourceSink sink = {.context = &heard, .begin = hear_begin, .text = hear_text, .finding = hear_finding,
                                    .map = hear_map, .end = hear_end, .stop = &heard.stop};

static void forget(void)
{
    aise_buffer_free(&heard.text);
    aise_buffer_free(&heard.names);
    memset(&heard, 0, sizeof heard);
    aise_buffer_init(&heard.text, &heard.guard);
    aise_buffer_init(&heard.names, &heard.guard);
}

static void hear(const char *bytes, size_t length, AiseEncoding encoding)
{
    forget();
    AiseError error = aise_source_read_memory(&heard.guard, "name", bytes, length, encoding, &sink, heard.message,
                                              sizeof heard.message);
    ck_assert_int_eq(error, AISE_OK);
}

static void check_text(const char *expected)
{
    aise_buffer_byte(&heard.text, '\0');
    ck_assert_str_eq(heard.text.bytes, expected);
    heard.text.length--;
}

static void check_finding(size_t index, AiseCode code, uint64_t line, uint64_t column)
{
    ck_assert_uint_lt(index, heard.findings);
    ck_assert_str_eq(aise_code_name(heard.finding[index].code), aise_code_name(code));
    ck_assert_uint_eq(heard.finding[index].line, line);
    ck_assert_uint_eq(heard.finding[index].column, column);
}

/* ---- encodings ---- */

static const struct {
    const char *bytes;
    AiseEncoding encoding;
    const char *text;
    AiseCode code; /* of the only finding */
    uint64_t column;
} samples[] = {
    {"1.e4 e5\r\n", AISE_ENCODING_AUTO, "1.e4 e5\r\n", AISE_CODE_NONE, 0},
    {"perch\xc3\xa9 \xe2\x80\xa6 \xf0\x9f\x98\x80", AISE_ENCODING_AUTO, "perché … 😀", AISE_CODE_NONE, 0},
    {"perch\xe9 \xe8 cos\xec, dell\x92" "alfiere", AISE_ENCODING_AUTO, "perché è così, dell’alfiere", AISE_CODE_NONE, 0},
    {"perch\xc3\xa9 o perch\xe9?", AISE_ENCODING_AUTO, "perché o perché?", AISE_CODE_NONE, 0}, /* mixed */
    {"\xef\xbb\xbf" "1.e4 \xef\xbb\xbf", AISE_ENCODING_AUTO, "1.e4 \xef\xbb\xbf", AISE_CODE_NONE, 0},
    {"\xef\xbb\xbf", AISE_ENCODING_AUTO, "", AISE_CODE_NONE, 0},
    {"", AISE_ENCODING_AUTO, "", AISE_CODE_NONE, 0},
    /* not well-formed: overlong, surrogate, too large, cut short */
    {"\xc0\xaf \xed\xa0\x80 \xf5 \xe2\x80", AISE_ENCODING_AUTO, "À¯ í\xc2\xa0€ õ â€", AISE_CODE_NONE, 0},
    {"e4 \x81 e5", AISE_ENCODING_AUTO, "e4 \xef\xbf\xbd e5", AISE_CODE_L109, 4},
    {"a\xe9z", AISE_ENCODING_UTF8, "a\xef\xbf\xbdz", AISE_CODE_L109, 2},
    {"perch\xc3\xa9", AISE_ENCODING_UTF8, "perché", AISE_CODE_NONE, 0},
    {"\xc3\xa9 \x80", AISE_ENCODING_WINDOWS_1252, "Ã© €", AISE_CODE_NONE, 0},
    {"\xe9\x80", AISE_ENCODING_ISO_8859_1, "é\xef\xbf\xbd", AISE_CODE_L109, 2}, /* a control character */
    {"\xe9\x85", AISE_ENCODING_ISO_8859_1, "é\xe2\x80\xa8", AISE_CODE_NONE, 0},   /* that ends a line */
    {"a\xc2\x9b\xc2\x85", AISE_ENCODING_AUTO, "a\xef\xbf\xbd\xe2\x80\xa8", AISE_CODE_L109, 2},
    {"\x82\xb7\xd4", AISE_ENCODING_CP850, "éÀÈ", AISE_CODE_NONE, 0},
    {"\x82\xb7\xd4\xe0", AISE_ENCODING_CP437, "é╖╘α", AISE_CODE_NONE, 0},
    /* DOS, found by its words */
    {"perch\x82 \x8a cos\x8d", AISE_ENCODING_AUTO, "perché è così", AISE_CODE_L111, 6},
    {"\x8a cos\x8d pi\x97 citt\x85", AISE_ENCODING_AUTO, "è così più città", AISE_CODE_L111, 1},
    {"la citt\x85 \x8a pi\x97 bella", AISE_ENCODING_AUTO, "la città è più bella", AISE_CODE_L111, 8},
    {"gi\x85 mossa", AISE_ENCODING_AUTO, "già mossa", AISE_CODE_L111, 3},
    {"\xd5\xcd\xcd\r\n\xb3perch\x82\xb3\r\n", AISE_ENCODING_AUTO, "╒══\r\n│perché│\r\n", AISE_CODE_L111, 1},
    {"UNIT\xb7 perch\x82", AISE_ENCODING_AUTO, "UNITÀ perché", AISE_CODE_L111, 5},
    /* and not found where Windows-1252 makes sense */
    {"una mossa\x85 poi 8\x85" "Cf5", AISE_ENCODING_AUTO, "una mossa… poi 8…Cf5", AISE_CODE_NONE, 0},
    {"poi\x97" "forse", AISE_ENCODING_AUTO, "poi—forse", AISE_CODE_NONE, 0},
    {"\x93parola\x94 \x96 \x95 voce", AISE_ENCODING_AUTO, "“parola” – • voce", AISE_CODE_NONE, 0},
    {"e4\xa0" "e5 \xbd-\xbd", AISE_ENCODING_AUTO, "e4\xc2\xa0" "e5 ½-½", AISE_CODE_NONE, 0},
    {"\x8a" "ahs citt\xe0", AISE_ENCODING_AUTO, "Šahs città", AISE_CODE_NONE, 0},
};

START_TEST(encodings)
{
    size_t i = (size_t)_i;
    hear(samples[i].bytes, strlen(samples[i].bytes), samples[i].encoding);
    check_text(samples[i].text);
    ck_assert_str_eq(heard.names.length != 0 ? "begun" : "", "begun");
    ck_assert_uint_eq(heard.ends, 1);
    ck_assert_uint_eq(heard.findings, samples[i].code == AISE_CODE_NONE ? 0 : 1);
    if (samples[i].code != AISE_CODE_NONE)
        check_finding(0, samples[i].code, 1, samples[i].column);
}
END_TEST

START_TEST(encodings_have_names)
{
    static const char *const names[] = {"auto", "utf-8", "windows-1252", "iso-8859-1", "cp850", "cp437"};
    for (unsigned i = 0; i < 6; i++) {
        AiseEncoding encoding;
        ck_assert(aise_encoding_find(names[i], &encoding));
        ck_assert_uint_eq(encoding, i);
        ck_assert(!aise_encoding_find("latin9", &encoding));
    }
}
END_TEST

/* The same text in pieces cut anywhere gives the same. */
START_TEST(pieces_do_not_matter)
{
    static const char bytes[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xe9" "b\xe2\x82 \xf0\x9f\xc3\xa9\x81\xc3";
    static const char text[] = "aé€😀ébâ‚ ðŸé\xef\xbf\xbdÃ";
    size_t length = sizeof bytes - 1;
    for (size_t first = 0; first <= length; first++)
        for (size_t second = first; second <= length; second++) {
            forget();
            AiseReading reading = {.guard = &heard.guard, .sink = &sink, .name = "name"};
            aise_buffer_init(&reading.decoder.out, &heard.guard);
            aise_buffer_init(&reading.shown_name, &heard.guard);
            ck_assert(aise_reading_begin(&reading, "name", 4));
            aise_reading_window(&reading, bytes, first);
            aise_reading_window(&reading, bytes + first, second - first);
            aise_reading_window(&reading, bytes + second, length - second);
            aise_reading_end(&reading);
            check_text(text);
            ck_assert_uint_eq(heard.findings, 1);
            check_finding(0, AISE_CODE_L109, 1, 13);
            aise_buffer_free(&reading.decoder.out);
            aise_buffer_free(&reading.shown_name);
        }
}
END_TEST

/* A character across the 64 KiB windows, and places in the second. */
START_TEST(windows_do_not_matter)
{
    size_t length = AISE_WINDOW + 1000;
    char *bytes = malloc(length);
    for (size_t at = AISE_WINDOW - 4; at < AISE_WINDOW + 2; at++) {
        memset(bytes, 'x', length);
        bytes[100] = '\r';
        bytes[AISE_WINDOW - 5] = '\n';
        memcpy(bytes + at, "\xe2\x82\xac", 3);
        bytes[AISE_WINDOW + 500] = '\x90'; /* beside letters it would be DOS */
        bytes[AISE_WINDOW + 499] = bytes[AISE_WINDOW + 501] = ' ';
        hear(bytes, length, AISE_ENCODING_AUTO);
        ck_assert_uint_eq(heard.text.length, length + 2);
        ck_assert_int_eq(memcmp(heard.text.bytes + at, "\xe2\x82\xac", 3), 0);
        check_finding(0, AISE_CODE_L109, 3, 503);
    }
    free(bytes);
}
END_TEST

START_TEST(many_undefined_bytes_are_counted)
{
    char bytes[1000];
    memset(bytes, '\x81', sizeof bytes);
    hear(bytes, sizeof bytes, AISE_ENCODING_WINDOWS_1252);
    ck_assert_uint_eq(heard.text.length, 3000);
    ck_assert_uint_eq(heard.findings, 101);
    check_finding(99, AISE_CODE_L109, 1, 100);
    check_finding(100, AISE_CODE_L110, 1, 1001);
    ck_assert_uint_eq(heard.finding[100].arg[0].value, 900);
}
END_TEST

START_TEST(places_are_counted)
{
    unsigned seed = 7;
    for (unsigned round = 0; round < 300; round++) {
        char text[700];
        size_t length = 0;
        AisePlace place = {1, 1, false}, slow = {1, 1, false};
        while (length < sizeof text - 4) {
            static const char *const pieces[] = {"a", "\n", "\r", "\r\n", "é", "bcdefghijklmnopq", "€"};
            seed = seed * 1103515245u + 12345u;
            const char *piece = pieces[(seed >> 16) % 7];
            if (length + strlen(piece) > sizeof text)
                break;
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        for (size_t i = 0; i < length; i++) {
            bool end = text[i] == '\r' || (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'));
            slow.line += end;
            slow.column = text[i] == '\n' || text[i] == '\r' ? 1 : slow.column + ((text[i] & 0xc0) != 0x80);
        }
        size_t cut = seed % length;
        while (cut != 0 && (text[cut] & 0xc0) == 0x80)
            cut--;
        aise_place_advance(&place, text, cut);
        aise_place_advance(&place, text + cut, length - cut);
        ck_assert_uint_eq(place.line, slow.line);
        ck_assert_uint_eq(place.column, slow.column);
    }
}
END_TEST

/* ---- where bytes come from ---- */

START_TEST(short_reads_are_put_together)
{
    int ends[2];
    forget();
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    static const char bytes[] = "1.e4 \xe2\x80\xa6 perch\xc3\xa9\n";
    for (size_t i = 0; i < sizeof bytes - 1; i++)
        ck_assert_int_eq(write(ends[1], bytes + i, 1), 1);
    close(ends[1]);
    AiseError error = aise_source_read_fd(&heard.guard, ends[0], "pipe", AISE_ENCODING_AUTO, &sink, heard.message,
                                          sizeof heard.message);
    ck_assert_int_eq(error, AISE_OK);
    ck_assert_int_eq(close(ends[0]), 0);
    check_text("1.e4 … perché\n");
}
END_TEST

START_TEST(what_cannot_be_read_says_why)
{
    forget();
    AiseError error = aise_source_read(&heard.guard, "absent/listing.txt", AISE_ENCODING_AUTO, &sink, heard.message,
                                       sizeof heard.message);
    ck_assert_int_eq(error, AISE_ERROR_READ);
    ck_assert_str_eq(heard.message, "absent/listing.txt: No such file or directory");
    error = aise_source_read(&heard.guard, "/", AISE_ENCODING_AUTO, &sink, heard.message, sizeof heard.message);
    ck_assert_int_eq(error, AISE_ERROR_READ);
    ck_assert_str_eq(heard.message, "/: Is a directory");
    ck_assert_uint_eq(heard.begins, 0);
}
END_TEST

/* Names of files and members become valid UTF-8. */
START_TEST(names_are_utf8)
{
    forget();
    aise_source_read_memory(&heard.guard, "caff\xe8\n\xc3\xa8.txt", "x", 1, AISE_ENCODING_AUTO, &sink, heard.message,
                            sizeof heard.message);
    aise_buffer_byte(&heard.names, '\0');
    ck_assert_str_eq(heard.names.bytes, "caff\xef\xbf\xbd\xef\xbf\xbdè.txt\n");
}
END_TEST

/* What a callback raises comes out where the caller's guard stands; nothing stays open (the sanitizers see to it). */
START_TEST(raises_pass_through)
{
    static const char *const texts[] = {"1.e4", "<html><p>1.e4<p>e5", "\x1f\x8b\x08\0\0"};
    for (volatile size_t i = 0; i < 2; i++) {
        forget();
        heard.raise = true;
        if (setjmp(heard.guard.jump) == 0) {
            aise_source_read_memory(&heard.guard, "name", texts[i], strlen(texts[i]), AISE_ENCODING_AUTO, &sink,
                                    heard.message, sizeof heard.message);
            ck_abort_msg("came back");
        }
        ck_assert_int_eq(heard.guard.error, AISE_ERROR_MEMORY);
        ck_assert_uint_eq(heard.ends, 0);
    }
}
END_TEST

START_TEST(reading_can_be_stopped_and_skipped)
{
    size_t length = 10 * AISE_WINDOW;
    char *bytes = malloc(length);
    memset(bytes, 'x', length);
    forget();
    heard.stop = true;
    aise_source_read_memory(&heard.guard, "name", bytes, length, AISE_ENCODING_AUTO, &sink, heard.message, 256);
    ck_assert_uint_eq(heard.text.length, 0);
    forget();
    heard.skip = "name";
    aise_source_read_memory(&heard.guard, "name", bytes, length, AISE_ENCODING_AUTO, &sink, heard.message, 256);
    ck_assert_uint_eq(heard.begins, 1);
    ck_assert_uint_eq(heard.text.length + heard.ends, 0);
    free(bytes);
}
END_TEST

START_TEST(what_is_not_text_gets_one_error)
{
    static const struct {
        const char *bytes;
        size_t length;
        AiseCode code;
    } forms[] = {
        {"\xff\xfe" "1\0.\0", 6, AISE_CODE_L101},       {"\xfe\xff\0" "1\0.", 6, AISE_CODE_L101},
        {"1\0.\0e\0" "4\0", 8, AISE_CODE_L101},         {"\0" "1\0.\0e\0" "4", 8, AISE_CODE_L101},
        {"%PDF-1.4\n", 9, AISE_CODE_L102},              {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, AISE_CODE_L102},
        {"{\\rtf1 1.e4}", 12, AISE_CODE_L102},          {"\x89PNG\r\n\x1a\n", 8, AISE_CODE_L103},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        hear(forms[i].bytes, forms[i].length, AISE_ENCODING_AUTO);
        ck_assert_uint_eq(heard.findings, 1);
        check_finding(0, forms[i].code, 1, 1);
        ck_assert_int_eq(heard.finding[0].severity, AISE_ERROR_SEVERITY);
        ck_assert_uint_eq(heard.text.length, 0);
        ck_assert_uint_eq(heard.ends, 1);
    }
    hear("1.e4\0 e5\0\0", 10, AISE_ENCODING_AUTO); /* a few zeros are the lexer's */
    ck_assert_uint_eq(heard.findings, 0);
    ck_assert_uint_eq(heard.text.length, 10);
}
END_TEST

/* ---- pages ---- */

static const struct {
    const char *page;
    const char *text;
} pages[] = {
    {"<html><body><h1>DOPPIA  MOSSA</h1>\n<p>A-B (GP93)\n 1-0</p><p>1.e4</body></html>",
     "DOPPIA MOSSA\n\nA-B (GP93) 1-0\n1.e4"},
    {"<!DOCTYPE html><title>x</title><script>if (a<b) \"</body>\"</script><style>p{}</style>y", "x\n\ny"},
    {"<p>1.e4// e6/Cc6<br>2.d4&nbsp;&egrave;&amp;&lt;&#8230;<br><br>c", "1.e4// e6/Cc6\n2.d4\xc2\xa0è&<…\n\nc"},
    {"<table><tr><td>1.</td> <td><p>e4</p></td><td></td><td>e5</td></tr><tr><td>2.<td>d4</table>x",
     "1.\te4\te5\n2.\td4\nx"},
    {"<table><tr><td>a<br>b</td><td>c</td></tr></table>", "a\nb\nc"},
    {"<table><tr><td><table><tr><td>a<td>b</table></td><td>c</td></table>", "a\tb\nc"},
    {"<pre>\n 1.e4  e5\n\n2.d4 </pre>x", " 1.e4  e5\n\n2.d4 \nx"},
    {"<html><b>bold</i> <p>un<b>closed <div>x", "bold\nunclosed\nx"},
    {"<html><body>a</body></html>\n<p>after", "a\nafter"},
    {"<ul><li>a<li>b</ul>c<hr>d", "a\nb\nc\n\nd"},
    {"<html>1.Cc6<sup>1</sup>/e6+<sup><a>12</a></sup> 0-0<sub>3</sub> e8D<SUP>a*</SUP>Cf6<sup>!</sup> b6<sup>[3]</sup>",
     "1.Cc6¹/e6+¹² 0-0³ e8Dᵃ∗Cf6! b6[3]"},
    {"<html>1<sup>a</sup> m<sup>2</sup> <sup>1</sup>/<sub>2</sub> e4 <sup>3</sup> e<sub>4</sub>", "1a m2 1/2 e4 3 e4"},
    {"<html>C<wbr>f3/C&nbsp;f3 Cc&nbsp;6/e&nbsp;6 C&#8203;b1&shy;d2 a\xc2\xad" "6 C\xc2\xa0:d5 pe\xc2\xad" "done",
     "Cf3/Cf3 Cc6/e6 Cb1d2 a6 C:d5 pedone"},
    {"<html>1.&nbsp;e4&nbsp;e5&#8203;d4 A&nbsp;causa e&nbsp;6 pedoni&nbsp;", "1.\xc2\xa0" "e4\xc2\xa0" "e5\xe2\x80\x8b" "d4 A\xc2\xa0" "causa e\xc2\xa0" "6 pedoni\xc2\xa0"},
};

START_TEST(pages_become_lines)
{
    size_t i = (size_t)_i;
    hear(pages[i].page, strlen(pages[i].page), AISE_ENCODING_AUTO);
    check_text(pages[i].text);
    ck_assert_uint_eq(heard.findings, 1);
    check_finding(0, AISE_CODE_L112, 1, 1);
}
END_TEST

START_TEST(listings_are_no_pages)
{
    static const char *const listings[] = {
        "A-B (GP93) 1-0\n1.e4 e5\n2.Cf3<br>\nx\ny\nz\n",
        "[Event \"<b>x</b>\"]\n\n1. e4 {<p>} *\n\n\n\n",
        "1.e4 < 2.d4 <- e <pp> \n",
        "<",
        "</",
        "x <b",
    };
    for (size_t i = 0; i < sizeof listings / sizeof *listings; i++) {
        hear(listings[i], strlen(listings[i]), AISE_ENCODING_AUTO);
        check_text(listings[i]);
        ck_assert_uint_eq(heard.findings + heard.maps, 0);
    }
}
END_TEST

START_TEST(page_places)
{
    static const char page[] = "<html><body>\r\n<p>perch\xe9 <b>1.e4</b>\r\n  e5&egrave;x</p>\r\n<pre>a\r\n b</pre>";
    static const uint64_t places[][3] = {{0, 2, 4}, {8, 2, 14}, {13, 3, 3}, {17, 3, 13}, {19, 4, 6}};
    hear(page, sizeof page - 1, AISE_ENCODING_AUTO);
    check_text("perché 1.e4 e5èx\na\r\n b");
    ck_assert_uint_eq(heard.maps, sizeof places / sizeof *places);
    for (size_t i = 0; i < heard.maps; i++) {
        ck_assert_uint_eq(heard.map[i].offset, places[i][0]);
        ck_assert_uint_eq(heard.map[i].line, places[i][1]);
        ck_assert_uint_eq(heard.map[i].column, places[i][2]);
    }
}
END_TEST

/* A page with everything in it, long enough for many windows; its length is returned. */
static size_t make_page(char *page, size_t size)
{
    static const char *const pieces[] = {"<p>",        "1.e4",  " ",        "\n",      "\r\n", "perché ",        "&egrave;",
                                         "<br>",       "</p>",  "<td>",     "<tr>",    "&amp;", "<table>",        "</table>",
                                         "<!-- c -->", "&bad;", "<i>",      "</i>",    "…",    "<pre>x\n y</pre>", "Cf6",
                                         "</html>",    "<a b='c>d'>",       "</body>", "\x01", "<h3>titolo</h3>", "(D)g4"};
    size_t length = (size_t)snprintf(page, size, "<html>");
    unsigned seed = 3;
    while (length + 32 < size) {
        seed = seed * 1103515245u + 12345u;
        length += (size_t)snprintf(page + length, size - length, "%s",
                                   pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
    }
    return length;
}

/* The byte of the page at line:column, going on from the place before. */
static const char *find_place(const char *page, const char *from, AisePlace *place, uint64_t line, uint64_t column)
{
    const char *end = page + strlen(page);
    while ((place->line != line || place->column != column) && from < end) {
        size_t length = 1;
        while ((from[length] & 0xc0) == 0x80)
            length++;
        aise_place_advance(place, from, length);
        from += length;
    }
    if (place->after_cr && *from == '\n') /* the same place */
        from++;
    return from;
}

START_TEST(every_character_of_a_page_has_its_place)
{
    enum { SIZE = 200000 };
    char *page = malloc(SIZE);
    size_t length = make_page(page, SIZE);
    hear(page, length, AISE_ENCODING_AUTO);
    AisePlace place = {1, 1, false};
    const char *at = page;
    ck_assert_uint_gt(heard.maps, 1000);
    for (size_t i = 0; i < heard.maps; i++) {
        at = find_place(page, at, &place, heard.map[i].line, heard.map[i].column);
        const char *text = heard.text.bytes + heard.map[i].offset;
        ck_assert_msg(*at == *text || *at == '&', "map %zu: \"%.20s\" against \"%.20s\"", i, text, at);
    }
    free(page);
}
END_TEST

START_TEST(long_pages_need_no_memory)
{
    size_t length = 3000000;
    char *page = malloc(length);
    memset(page, 'x', length);
    for (size_t i = 0; i < length; i += 60)
        page[i] = '\n';
    memcpy(page, "<pre>", 5);
    hear(page, length, AISE_ENCODING_AUTO);
    ck_assert_uint_eq(heard.text.length, length - 5);
    ck_assert_int_eq(memcmp(heard.text.bytes, page + 5, length - 5), 0);
    ck_assert_uint_gt(heard.maps, 2);
    const uint64_t *last = &heard.map[heard.maps - 1].offset;
    ck_assert_uint_eq(heard.map[heard.maps - 1].line, (*last + 5) / 60 + 1);
    free(page);
}
END_TEST

START_TEST(unsound_pages_are_given_up)
{
    size_t length = 18000000;
    char *page = malloc(length);
    memset(page, 'x', length);
    memcpy(page, "<html><p>ok<p class='", 21);
    hear(page, length, AISE_ENCODING_AUTO);
    check_text("ok");
    check_finding(0, AISE_CODE_L113, 1, 12);
    length = 6;
    memcpy(page, "<html>", 6);
    for (unsigned i = 0; i < 20000; i++, length += 3)
        memcpy(page + length, "<b>", 3);
    hear(page, length, AISE_ENCODING_AUTO);
    ck_assert_str_eq(aise_code_name(heard.finding[0].code), "L113");
    free(page);
}
END_TEST

/* ---- archives ---- */

typedef struct Member {
    const char *name;
    const char *bytes;
    size_t length;
} Member;

/* The calls that write archives, loaded as the program loads those that read. */
#define WRITE_CALLS(X)                                                                                                 \
    X(archive_write_new) X(archive_write_free) X(archive_write_close) X(archive_write_set_format_by_name)              \
    X(archive_write_add_filter_by_name) X(archive_write_set_bytes_in_last_block) X(archive_write_open_memory)          \
    X(archive_write_header) X(archive_write_data) X(archive_entry_new) X(archive_entry_free)                           \
    X(archive_entry_set_pathname) X(archive_entry_set_size) X(archive_entry_set_filetype) X(archive_entry_set_perm)

static struct Packer {
    AiseLibrary archives;
#define X(call) __typeof__(call) *call;
    WRITE_CALLS(X)
#undef X
} packer;

static void load_packer(void)
{
    AiseReading reading = {.guard = &heard.guard, .name = "packer", .message = heard.message, .size = 256};
    const AiseCall calls[] = {
#define X(call) {#call, &packer.call},
        WRITE_CALLS(X)
#undef X
    };
    if (setjmp(heard.guard.jump) != 0)
        ck_abort_msg("%s", heard.message);
    aise_library_open(&packer.archives, &reading, AISE_LIBARCHIVE, calls, sizeof calls / sizeof *calls);
}

static void forget_packer(void)
{
    aise_library_close(&packer.archives);
    forget();
}

/* Packs members as libarchive does; `format` as its calls name it ("zip", "ustar"), `filter` ("gzip", NULL). */
static size_t pack(char *to, size_t size, const char *format, const char *filter, const Member *member, size_t members)
{
    size_t used = 0;
    struct archive *file = packer.archive_write_new();
    ck_assert_int_eq(packer.archive_write_set_format_by_name(file, format), ARCHIVE_OK);
    if (filter != NULL)
        ck_assert_int_eq(packer.archive_write_add_filter_by_name(file, filter), ARCHIVE_OK);
    packer.archive_write_set_bytes_in_last_block(file, 1);
    ck_assert_int_eq(packer.archive_write_open_memory(file, to, size, &used), ARCHIVE_OK);
    for (size_t i = 0; i < members; i++) {
        struct archive_entry *entry = packer.archive_entry_new();
        bool is_folder = member[i].bytes == NULL;
        packer.archive_entry_set_pathname(entry, member[i].name);
        packer.archive_entry_set_size(entry, (la_int64_t)member[i].length);
        packer.archive_entry_set_filetype(entry, is_folder ? AE_IFDIR : AE_IFREG);
        packer.archive_entry_set_perm(entry, 0644);
        ck_assert_int_eq(packer.archive_write_header(file, entry), ARCHIVE_OK);
        packer.archive_write_data(file, member[i].bytes, member[i].length);
        packer.archive_entry_free(entry);
    }
    ck_assert_int_eq(packer.archive_write_close(file), ARCHIVE_OK);
    packer.archive_write_free(file);
    return used;
}

static void check_names(const char *expected)
{
    aise_buffer_byte(&heard.names, '\0');
    ck_assert_str_eq(heard.names.bytes, expected);
}

static const Member members[] = {
    {"a.txt", "1.e4 perch\xe9\n", 12},
    {"1994", NULL, 0},
    {"1994/../../b.txt", "\xef\xbb\xbf" "2.d4\n", 8},
    {"foto.jpg", "\xff\xd8\xff\xe0", 4},
    {"vecchi.7z", "7z\xbc\xaf\x27\x1c", 6},
    {"doc.pdf", "%PDF-1.3", 8},
    {"vuoto.txt", "", 0},
    {"page.html", "<html>x<br>y", 12},
};
enum { MEMBERS = sizeof members / sizeof *members };

static void check_members(const char *archive)
{
    char names[400];
    snprintf(names, sizeof names,
             "%s/a.txt\n%s/1994/../../b.txt\n%s/foto.jpg\n%s/vecchi.7z\n%s/doc.pdf\n%s/vuoto.txt\n%s/page.html\n",
             archive, archive, archive, archive, archive, archive, archive);
    check_names(names);
    check_text("1.e4 perché\n2.d4\nx\ny");
    ck_assert_uint_eq(heard.ends, heard.begins);
    ck_assert_uint_eq(heard.findings, 4);
    check_finding(0, AISE_CODE_L104, 1, 1);
    check_finding(1, AISE_CODE_L104, 1, 1);
    check_finding(2, AISE_CODE_L102, 1, 1);
    check_finding(3, AISE_CODE_L112, 1, 1);
}

START_TEST(archives_are_read_member_by_member)
{
    static const char *const kinds[][2] = {{"zip", NULL},      {"ustar", NULL}, {"ustar", "gzip"},
                                           {"ustar", "bzip2"}, {"pax", "xz"},   {"gnutar", "zstd"}};
    char packed[32768];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = pack(packed, sizeof packed, kinds[i][0], kinds[i][1], members, MEMBERS);
        hear(packed, length, AISE_ENCODING_AUTO);
        check_members("name");
    }
}
END_TEST

/* One in another is read, whatever both are; what is an archive in that one is not. */
START_TEST(archives_lie_in_archives)
{
    static const char *const kinds[][2] = {{"zip", NULL}, {"ustar", NULL}, {"ustar", "gzip"}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    static char inner[32768], middle[32768], outer[65536];
    static const Member leaf = {"a.txt", "1.e4\n", 5};
    for (size_t i = 0; i < KINDS * KINDS; i++) {
        const char *const *one = kinds[i / KINDS], *const *other = kinds[i % KINDS];
        Member deep[] = {{"c.txt", "2.d4\n", 5}, {"deep.zip", inner, pack(inner, sizeof inner, "zip", NULL, &leaf, 1)}};
        Member wide[] = {{"b", middle, pack(middle, sizeof middle, one[0], one[1], deep, 2)}, {"d.txt", "3.c4\n", 5}};
        hear(outer, pack(outer, sizeof outer, other[0], other[1], wide, 2), AISE_ENCODING_AUTO);
        check_names("name/b/c.txt\nname/b/deep.zip\nname/d.txt\n");
        check_text("2.d4\n3.c4\n");
        ck_assert_uint_eq(heard.findings, 1);
        check_finding(0, AISE_CODE_L105, 1, 1);
    }
}
END_TEST

/* As a file that can be sought in, and as a pipe that cannot. */
START_TEST(archives_come_as_files_and_pipes)
{
    char packed[32768], path[] = "/tmp/aise-source-XXXXXX";
    size_t length = pack(packed, sizeof packed, "zip", NULL, members, MEMBERS);
    int file = mkstemp(path), ends[2];
    ck_assert_int_eq(write(file, packed, length), (ssize_t)length);
    close(file);
    forget();
    ck_assert_int_eq(aise_source_read(&heard.guard, path, AISE_ENCODING_AUTO, &sink, heard.message, 256), AISE_OK);
    check_members(path);
    unlink(path);
    forget();
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], packed, length), (ssize_t)length);
    close(ends[1]);
    ck_assert_int_eq(aise_source_read_fd(&heard.guard, ends[0], "-", AISE_ENCODING_AUTO, &sink, heard.message, 256),
                     AISE_OK);
    close(ends[0]);
    check_members("-");
}
END_TEST

START_TEST(packed_text_goes_by_its_file)
{
    char packed[4096];
    Member text = {"x", "1.e4\n", 5};
    size_t length = pack(packed, sizeof packed, "raw", "gzip", &text, 1);
    forget();
    ck_assert_int_eq(aise_source_read_memory(&heard.guard, "games.pgn.gz", packed, length, AISE_ENCODING_AUTO, &sink,
                                             heard.message, 256), AISE_OK);
    check_names("games.pgn.gz\n");
    check_text("1.e4\n");
}
END_TEST

START_TEST(members_may_be_skipped)
{
    char packed[32768];
    size_t length = pack(packed, sizeof packed, "zip", NULL, members, 3);
    forget();
    heard.skip = "name/a.txt";
    ck_assert_int_eq(aise_source_read_memory(&heard.guard, "name", packed, length, AISE_ENCODING_AUTO, &sink,
                                             heard.message, 256), AISE_OK);
    check_text("2.d4\n");
    ck_assert_uint_eq(heard.ends, 1);
}
END_TEST

START_TEST(word_documents_are_not_archives)
{
    char packed[4096];
    static const Member parts[] = {{"[Content_Types].xml", "<x/>", 4}, {"word/document.xml", "<x/>", 4}};
    hear(packed, pack(packed, sizeof packed, "zip", NULL, parts, 2), AISE_ENCODING_AUTO);
    check_names("name\n");
    ck_assert_uint_eq(heard.findings, 1);
    check_finding(0, AISE_CODE_L102, 1, 1);
}
END_TEST

START_TEST(damage_is_told_and_the_rest_is_read)
{
    static char packed[400000], noise[300000];
    Member two[2] = {{"a.txt", noise, sizeof noise}, {"b.txt", "2.d4\n", 5}};
    unsigned seed = 5;
    for (size_t i = 0; i < sizeof noise; i++) {
        seed = seed * 1103515245u + 12345u;
        noise[i] = (char)('a' + (seed >> 16) % 16);
    }
    size_t length = pack(packed, sizeof packed, "zip", NULL, two, 2);
    packed[length / 2] ^= 1;
    hear(packed, length, AISE_ENCODING_AUTO);
    ck_assert_uint_eq(heard.findings, 1);
    ck_assert_str_eq(aise_code_name(heard.finding[0].code), "L106");
    ck_assert_int_eq(memcmp(heard.text.bytes + heard.text.length - 5, "2.d4\n", 5), 0);
    /* cut short */
    length = pack(packed, sizeof packed, "raw", "gzip", two, 1);
    hear(packed, length / 2, AISE_ENCODING_AUTO);
    ck_assert_uint_eq(heard.findings, 1);
    check_finding(0, AISE_CODE_L106, 1, heard.text.length + 1);
    ck_assert_int_eq(memcmp(heard.text.bytes, noise, heard.text.length), 0);
    /* not a zip at all */
    hear("PK\3\4nonsense", 12, AISE_ENCODING_AUTO);
    check_names("name\n");
    check_finding(0, AISE_CODE_L106, 1, 1);
    ck_assert_uint_eq(heard.ends, 1);
}
END_TEST

/* The flag of a password, set by hand in both headers. */
START_TEST(encrypted_members_are_told)
{
    char packed[32768];
    size_t length = pack(packed, sizeof packed, "zip", NULL, members, 3);
    char *central = memmem(packed, length, "PK\1\2", 4);
    packed[6] |= 1;
    central[8] |= 1;
    hear(packed, length, AISE_ENCODING_AUTO);
    check_finding(0, AISE_CODE_L107, 1, 1);
    check_text("2.d4\n");
}
END_TEST

START_TEST(traps_are_stopped)
{
    static char packed[1 << 20];
    size_t length = (size_t)100 << 20;
    char *text = malloc(length);
    memset(text, 'a', length);
    Member two[2] = {{"a.txt", text, length}, {"b.txt", "2.d4\n", 5}};
    size_t packed_length = pack(packed, sizeof packed, "zip", NULL, two, 2);
    free(text);
    hear(packed, packed_length, AISE_ENCODING_AUTO);
    ck_assert_uint_eq(heard.findings, 1);
    ck_assert_str_eq(aise_code_name(heard.finding[0].code), "L108");
    ck_assert_uint_lt(heard.text.length, (size_t)70 << 20);
    ck_assert_int_eq(memcmp(heard.text.bytes + heard.text.length - 5, "2.d4\n", 5), 0);
}
END_TEST

START_TEST(raises_pass_through_archives)
{
    static char packed[32768];
    static size_t length;
    length = pack(packed, sizeof packed, "ustar", "gzip", members, MEMBERS);
    forget();
    heard.raise = true;
    if (setjmp(heard.guard.jump) == 0) {
        aise_source_read_memory(&heard.guard, "name", packed, length, AISE_ENCODING_AUTO, &sink, heard.message, 256);
        ck_abort_msg("came back");
    }
    ck_assert_int_eq(heard.guard.error, AISE_ERROR_MEMORY);
}
END_TEST

Suite *source_suite(void)
{
    Suite *suite = suite_create("source");
    TCase *bytes = tcase_create("bytes");
    tcase_add_checked_fixture(bytes, NULL, forget);
    tcase_add_loop_test(bytes, encodings, 0, sizeof samples / sizeof *samples);
    tcase_add_test(bytes, encodings_have_names);
    tcase_add_test(bytes, pieces_do_not_matter);
    tcase_add_test(bytes, windows_do_not_matter);
    tcase_add_test(bytes, many_undefined_bytes_are_counted);
    tcase_add_test(bytes, places_are_counted);
    tcase_add_test(bytes, short_reads_are_put_together);
    tcase_add_test(bytes, what_cannot_be_read_says_why);
    tcase_add_test(bytes, names_are_utf8);
    tcase_add_test(bytes, raises_pass_through);
    tcase_add_test(bytes, reading_can_be_stopped_and_skipped);
    tcase_add_test(bytes, what_is_not_text_gets_one_error);
    suite_add_tcase(suite, bytes);
    TCase *html = tcase_create("pages");
    tcase_add_checked_fixture(html, NULL, forget);
    tcase_add_loop_test(html, pages_become_lines, 0, sizeof pages / sizeof *pages);
    tcase_add_test(html, listings_are_no_pages);
    tcase_add_test(html, page_places);
    tcase_add_test(html, every_character_of_a_page_has_its_place);
    tcase_add_test(html, long_pages_need_no_memory);
    tcase_add_test(html, unsound_pages_are_given_up);
    suite_add_tcase(suite, html);
    TCase *archives = tcase_create("archives");
    tcase_add_checked_fixture(archives, load_packer, forget_packer);
    tcase_set_timeout(archives, 60);
    tcase_add_test(archives, archives_are_read_member_by_member);
    tcase_add_test(archives, archives_lie_in_archives);
    tcase_add_test(archives, archives_come_as_files_and_pipes);
    tcase_add_test(archives, packed_text_goes_by_its_file);
    tcase_add_test(archives, members_may_be_skipped);
    tcase_add_test(archives, word_documents_are_not_archives);
    tcase_add_test(archives, damage_is_told_and_the_rest_is_read);
    tcase_add_test(archives, encrypted_members_are_told);
    tcase_add_test(archives, traps_are_stopped);
    tcase_add_test(archives, raises_pass_through_archives);
    suite_add_tcase(suite, archives);
    return suite;
}
