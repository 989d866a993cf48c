/* The manual: Markdown with the tables put in, and the same for man(1). Of Markdown it knows headings, paragraphs, lists
   of one level, tables, fenced blocks, `code`, **bold** and [links](…). */
#include "src/cli/doc/doc.h"

#include <string.h>

#include "rules/variant.h"
#include "src/base/diag.h"

typedef struct Entry {
    const char *code;
    AiseSeverity severity;
    const char *message, *manual;
} Entry;

static const Entry entries[] = {
#define CODE(id, severity, message_en, message_it, hint_en, hint_it, manual_en, manual_it)                             \
    {#id, severity, message_en, manual_en},
#include "src/base/codes.def"
#undef CODE
};

static bool is_line(const char *line, const char *text)
{
    return aise_doc_line(line) == strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

static bool begins(const char *line, const char *text)
{
    return strncmp(line, text, strlen(text)) == 0;
}

/* A message with `…` where its arguments go. */
static void put_message(const char *message, void (*put)(const char *text, size_t length))
{
    for (const char *at; (at = strchr(message, '{')) != NULL; message = at + 3) {
        put(message, (size_t)(at - message));
        put("…", strlen("…"));
    }
    put(message, strlen(message));
}

static void put_plain(const char *text, size_t length)
{
    printf("%.*s", (int)length, text);
}

/* ---- Markdown ---- */

static void put_findings(void)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const Entry *entry = &entries[i];
        printf("**%s**, %s: ", entry->code, aise_severity_name(entry->severity, AISE_ENGLISH));
        put_message(entry->message, put_plain);
        printf(". %s\n\n", entry->manual);
    }
}

static void put_variants(void)
{
    puts("| id | PGN `Variant` | in listings | also |\n|---|---|---|---|");
    for (const AiseVariant *const *variant = aise_variants; *variant != NULL; variant++) {
        printf("| `%s` | `%s` | %s | ", (*variant)->id, (*variant)->pgn, (*variant)->title);
        for (const char *const *alias = (*variant)->aliases; alias != NULL && *alias != NULL; alias++)
            printf("%s%s", alias == (*variant)->aliases ? "" : ", ", *alias);
        puts(" |");
    }
}

void aise_doc_manual(const char *manual)
{
    for (const char *line = manual; line != NULL; line = aise_doc_next(line)) {
        if (is_line(line, "<!-- findings -->"))
            put_findings();
        else if (is_line(line, "<!-- variants -->"))
            put_variants();
        else
            printf("%.*s\n", (int)aise_doc_line(line), line);
    }
}

/* ---- roff ---- */

typedef enum Place { AFTER_HEADING, IN_PARAGRAPH, BETWEEN } Place;

/* `code` and bold become bold, of a link only its text is left. */
static void put_inline(const char *text, size_t length)
{
    bool code = false, bold = false;
    size_t begin = 0;
    for (size_t at = 0; at < length; at++) {
        size_t drop = 0;
        const char *close = NULL;
        if (!code && at + 1 < length && text[at] == '*' && text[at + 1] == '*')
            drop = 2;
        else if (!code && text[at] == '[')
            close = memchr(text + at, ']', length - at);
        code ^= text[at] == '`';
        if (close != NULL && close + 1 < text + length && close[1] == '(') {
            const char *end = memchr(close, ')', (size_t)(text + length - close));
            aise_doc_roff(text + begin, at - begin);
            aise_doc_roff(text + at + 1, (size_t)(close - text) - at - 1);
            begin = (end != NULL ? (size_t)(end - text) : length - 1) + 1;
            at = begin - 1;
        } else if (drop != 0) {
            aise_doc_roff(text + begin, at - begin);
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", stdout);
            begin = at + drop;
            at = begin - 1;
        }
    }
    aise_doc_roff(text + begin, length - begin);
}

/* A line of a fenced block: nothing in it is markup. */
static void put_verbatim(const char *line)
{
    size_t length = aise_doc_line(line);
    fputs("\\&", stdout);
    for (size_t at = 0; at < length;) {
        size_t run = 0;
        while (at + run < length && line[at + run] != '`')
            run++;
        aise_doc_roff(line + at, run);
        at += run;
        if (at < length) {
            fputs("\\(ga", stdout);
            at++;
        }
    }
    putchar('\n');
}

static void put_row(const char *line)
{
    const char *end = line + aise_doc_line(line);
    const char *separator = "";
    for (const char *at = line + 1; at < end;) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *stop = bar != NULL ? bar : end;
        while (at < stop && *at == ' ')
            at++;
        size_t length = (size_t)(stop - at);
        while (length > 0 && at[length - 1] == ' ')
            length--;
        fputs(separator, stdout);
        if (length != 0) {
            printf("T{\n");
            put_inline(at, length);
            printf("\nT}");
        }
        separator = "\t";
        at = stop + 1;
    }
    putchar('\n');
}

/* A table; returns its last line. */
static const char *put_table(const char *line, Place place)
{
    unsigned columns = 0;
    for (const char *at = line; at < line + aise_doc_line(line); at++)
        columns += *at == '|';
    puts(place == AFTER_HEADING ? ".TS\nallbox;" : ".PP\n.TS\nallbox;");
    for (unsigned i = 1; i < columns; i++)
        fputs(i == 1 ? "lx" : " lx", stdout);
    puts(".");
    for (;;) {
        const char *next = aise_doc_next(line);
        if (!begins(line, "|--"))
            put_row(line);
        if (next == NULL || *next != '|')
            break;
        line = next;
    }
    puts(".TE");
    return line;
}

/* A fenced block; returns its last line. */
static const char *put_block(const char *line, Place place)
{
    puts(place == AFTER_HEADING ? ".RS 2\n.nf" : ".PP\n.RS 2\n.nf");
    while ((line = aise_doc_next(line)) != NULL && !begins(line, "```"))
        put_verbatim(line);
    puts(".fi\n.RE");
    return line;
}

static void put_heading(const char *line)
{
    size_t level = strspn(line, "#"), length = aise_doc_line(line);
    fputs(level <= 2 ? ".SH \"" : ".SS \"", stdout);
    put_inline(line + level + 1, length - level - 1);
    puts("\"");
}

static void put_finding_pages(void)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        printf(".TP\n\\fB%s\\fR, %s\n", entries[i].code, aise_severity_name(entries[i].severity, AISE_ENGLISH));
        put_message(entries[i].message, aise_doc_roff);
        fputs(". ", stdout);
        aise_doc_roff_text(entries[i].manual);
        putchar('\n');
    }
}

static void put_variant_pages(void)
{
    for (const AiseVariant *const *variant = aise_variants; *variant != NULL; variant++) {
        fputs(".TP\n\\fB", stdout);
        aise_doc_roff_text((*variant)->id);
        fputs("\\fR\n\\(lq", stdout);
        aise_doc_roff_text((*variant)->pgn);
        fputs("\\(rq in PGN, ", stdout);
        aise_doc_roff_text((*variant)->title);
        fputs(" in listings", stdout);
        for (const char *const *alias = (*variant)->aliases; alias != NULL && *alias != NULL; alias++) {
            fputs(alias == (*variant)->aliases ? "; also " : ", ", stdout);
            aise_doc_roff_text(*alias);
        }
        putchar('\n');
    }
}

/* Writes what begins at `line`; returns its last line, NULL at the end of the text. */
static const char *put_part(const char *line, Place *place)
{
    size_t length = aise_doc_line(line);
    bool item = begins(line, "- ");
    Place next = length == 0 && *place == AFTER_HEADING ? AFTER_HEADING : length == 0 ? BETWEEN : IN_PARAGRAPH;
    if (begins(line, "```")) {
        line = put_block(line, *place);
        next = BETWEEN;
    } else if (*line == '|') {
        line = put_table(line, *place);
        next = BETWEEN;
    } else if (is_line(line, "<!-- findings -->")) {
        put_finding_pages();
    } else if (is_line(line, "<!-- variants -->")) {
        put_variant_pages();
    } else if (begins(line, "##")) { /* a single `#`: the title, which has been written */
        put_heading(line);
        next = AFTER_HEADING;
    } else if (*line == '#') {
        next = *place;
    } else if (length != 0) {
        if (item || *place == BETWEEN)
            puts(item ? ".IP \\(bu 2" : ".PP");
        size_t skip = item ? 2 : strspn(line, " ");
        put_inline(line + skip, length - skip);
        putchar('\n');
    }
    *place = next;
    return line;
}

void aise_doc_manual_page(const char *manual)
{
    Place place = AFTER_HEADING;
    puts("'\\\" t\n.\\\" made by the build from src/cli/manual.md\n"
         ".TH AISE-MANUAL 7 \"2026-11-29\" \"aise " AISE_VERSION "\" \"Miscellaneous\"\n"
         ".ad l\n.SH NAME\naise\\-manual \\- notations, variants, findings and PGN dialects of aise(1)\n"
         ".SH DESCRIPTION");
    for (const char *line = manual; line != NULL;) {
        line = put_part(line, &place);
        line = line != NULL ? aise_doc_next(line) : NULL;
    }
}
