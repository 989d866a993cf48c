/* aise(1): the commands with their options in man(7)'s macros. */
#include "src/cli/doc/doc.h"

#include <string.h>

/* ---- roff ---- */

/* The character at `text`; its length goes to `*length`. The sources are well-formed UTF-8. */
static unsigned long character_at(const char *text, size_t *length)
{
    unsigned char lead = (unsigned char)*text;
    *length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    unsigned long character = *length == 1 ? lead : lead & (0x7fU >> *length);
    for (size_t i = 1; i < *length; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3f);
    return character;
}

static void put_character(unsigned long character)
{
    switch (character) {
    case '\\':
        fputs("\\e", stdout);
        return;
    case '-':
        fputs("\\-", stdout);
        return;
    case '\'':
        fputs("\\(aq", stdout);
        return;
    case '^':
        fputs("\\(ha", stdout);
        return;
    case '~':
        fputs("\\(ti", stdout);
        return;
    default:
        if (character < 0x80)
            putchar((int)character);
        else
            printf("\\[u%04lX]", character);
    }
}

void aise_doc_roff(const char *text, size_t length)
{
    bool bold = false;
    if (length != 0 && *text == '.')
        fputs("\\&", stdout);
    for (size_t at = 0, step; at < length; at += step) {
        unsigned long character = character_at(text + at, &step);
        if (character != '`') {
            put_character(character);
            continue;
        }
        bold = !bold;
        fputs(bold ? "\\fB" : "\\fR", stdout);
    }
}

void aise_doc_roff_text(const char *text)
{
    aise_doc_roff(text, strlen(text));
}

size_t aise_doc_line(const char *text)
{
    return strcspn(text, "\n");
}

const char *aise_doc_next(const char *text)
{
    text += aise_doc_line(text);
    return *text == '\0' || text[1] == '\0' ? NULL : text + 1;
}

/* Length of the first words of `text` that fit in WIDTH bytes; at least one word. */
static size_t fitting(const char *text, size_t length)
{
    enum { WIDTH = 78 };
    size_t fits = 0;
    for (size_t at = 0; at <= length; at++)
        if (at == length || text[at] == ' ') {
            if (at > WIDTH && fits != 0)
                break;
            fits = at;
        }
    return fits;
}

void aise_doc_fold(const char *page)
{
    bool filled = true; /* not between .nf and .fi */
    for (const char *line = page; line != NULL; line = aise_doc_next(line)) {
        size_t left = aise_doc_line(line);
        const char *text = line;
        if (strncmp(line, ".nf", 3) == 0 || strncmp(line, ".fi", 3) == 0)
            filled = line[1] == 'f';
        while (filled && *line != '.' && left > fitting(text, left)) {
            size_t fits = fitting(text, left);
            printf("%.*s\n", (int)fits, text);
            text += fits + 1;
            left -= fits + 1;
            if (*text == '.' || *text == '\'')
                fputs("\\&", stdout);
        }
        printf("%.*s\n", (int)left, text);
    }
}

/* ---- the page ---- */

static const char *in(AiseCliText text, bool italian)
{
    return italian ? text.it : text.en;
}

static void put_option(const AiseCliOption *option, bool italian)
{
    const char *argument = in(option->argument, italian);
    bool letter = option->sign < AISE_OPT_ENCODING;
    puts(".TP");
    if (letter)
        printf("\\fB\\-%c\\fR", (char)option->sign);
    if (option->name != NULL) {
        fputs(letter ? ", \\fB\\-\\-" : "\\fB\\-\\-", stdout);
        aise_doc_roff_text(option->name);
        fputs("\\fR", stdout);
    }
    if (argument != NULL) {
        fputs(" \\fI", stdout);
        aise_doc_roff_text(argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    aise_doc_roff_text(in(option->help, italian));
    putchar('\n');
}

static void put_command(const AiseCliCommand *command, bool italian)
{
    printf(".SS \"%s: ", command->name);
    aise_doc_roff_text(in(command->summary, italian));
    puts("\"");
    for (const char *usage = in(command->usage, italian); usage != NULL; usage = aise_doc_next(usage)) {
        printf("\\fBaise %s\\fR ", command->name);
        aise_doc_roff(usage, aise_doc_line(usage));
        puts(aise_doc_next(usage) != NULL ? "\n.br" : "");
    }
    puts(".PP");
    aise_doc_roff_text(in(command->about, italian));
    putchar('\n');
    for (unsigned i = 0; i < command->option_count; i++)
        put_option(&command->options[i], italian);
}

static void put_commands(bool italian)
{
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        put_command(*command, italian);
    puts(italian ? ".SH OPZIONI COMUNI" : ".SH COMMON OPTIONS");
    const char *separator = "";
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        if ((*command)->common) {
            printf("%s\\fB%s\\fR", separator, (*command)->name);
            separator = ", ";
        }
    puts(italian ? " hanno in comune:" : " have in common:");
    for (unsigned i = 0; i < aise_cli_common_count; i++)
        put_option(&aise_cli_common_options[i], italian);
}

void aise_doc_page(const char *template, bool italian)
{
    static const char mark[] = ".\\\" commands", version[] = "@version@";
    for (const char *line = template; line != NULL; line = aise_doc_next(line)) {
        size_t length = aise_doc_line(line);
        const char *at = strstr(line, version);
        if (length == sizeof mark - 1 && memcmp(line, mark, length) == 0)
            put_commands(italian);
        else if (at != NULL && at < line + length)
            printf("%.*s" AISE_VERSION "%.*s\n", (int)(at - line), line, (int)(line + length - at) - 9, at + 9);
        else if (*line == '.' || length == 0 || memchr(line, '\\', length) != NULL) /* roff already */
            printf("%.*s\n", (int)length, line);
        else {
            aise_doc_roff(line, length);
            putchar('\n');
        }
    }
}
