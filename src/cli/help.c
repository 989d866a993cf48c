/* The commands, and what --help says of them. */
#include "src/cli/cli.h"

#include <string.h>

const AiseCliCommand *const aise_cli_commands[] = {
    &aise_cli_convert, &aise_cli_lint,  &aise_cli_verify,   &aise_cli_show,
    &aise_cli_perft,   &aise_cli_moves, &aise_cli_variants, NULL,
};

enum { WIDTH = 79, COMMAND_COLUMN = 13, OPTION_COLUMN = 24 };

static const char *in(AiseCliText text, bool italian)
{
    return italian ? text.it : text.en;
}

/* Columns that `length` bytes of UTF-8 take. */
static size_t columns(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* Writes words from `column` on, broken before WIDTH; further lines begin at `indent`. */
static void put_wrapped(FILE *to, const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text != '\0') {
        size_t length = strcspn(text, " \n"), width = columns(text, length);
        if (!first && column + 1 + width > WIDTH) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', to);
            column++;
        }
        fwrite(text, 1, length, to);
        column += width;
        first = false;
        text += length + strspn(text + length, " \n");
    }
    fputc('\n', to);
}

/* `term`, then the text in a column of its own. */
static void put_entry(FILE *to, const char *term, const char *text, size_t indent)
{
    size_t column = columns(term, strlen(term));
    fputs(term, to);
    if (column + 1 > indent) {
        fputc('\n', to);
        column = 0;
    }
    fprintf(to, "%*s", (int)(indent - column), "");
    put_wrapped(to, text, indent, indent);
}

static void put_option(FILE *to, const AiseCliOption *option, bool italian)
{
    const char *argument = in(option->argument, italian);
    char term[80], letter[8] = "    ";
    if (option->sign < AISE_OPT_ENCODING)
        snprintf(letter, sizeof letter, option->name != NULL ? "-%c, " : "-%c", (char)option->sign);
    snprintf(term, sizeof term, "  %s%s%s%s%s", letter, option->name != NULL ? "--" : "",
             option->name != NULL ? option->name : "", argument != NULL ? " " : "", argument != NULL ? argument : "");
    put_entry(to, term, in(option->help, italian), OPTION_COLUMN);
}

static void put_usage(FILE *to, const char *name, const char *usage, bool italian)
{
    const char *begin = italian ? "uso:   " : "usage: ";
    for (;;) {
        size_t length = strcspn(usage, "\n");
        fprintf(to, "%saise %s %.*s\n", begin, name, (int)length, usage);
        if (usage[length] == '\0')
            return;
        usage += length + 1;
        begin = "       ";
    }
}

void aise_cli_help_command(FILE *to, const AiseCliCommand *command, bool italian)
{
    put_usage(to, command->name, in(command->usage, italian), italian);
    put_wrapped(to, in(command->about, italian), 0, 0);
    fputc('\n', to);
    const AiseCliOption *option;
    for (unsigned i = 0; (option = aise_cli_option(command, i)) != NULL; i++)
        put_option(to, option, italian);
}

void aise_cli_help_list(FILE *to, bool italian)
{
    fputs(italian ? "uso:   aise COMANDO [OPZIONE…] [FILE…]\n\n" : "usage: aise COMMAND [OPTION…] [FILE…]\n\n", to);
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++) {
        char term[32];
        snprintf(term, sizeof term, "  %s", (*command)->name);
        put_entry(to, term, in((*command)->summary, italian), COMMAND_COLUMN);
    }
    fputs(italian ? "\n  -h, --help, --version\n\n`aise COMANDO --help` dice di più.\n"
                    "Stato d’uscita: 0 fatto, 1 errori nelle partite, 2 non si è potuto fare.\n"
                  : "\n  -h, --help, --version\n\n`aise COMMAND --help` says more.\n"
                    "Exit status: 0 done, 1 errors found in the games, 2 could not be done.\n",
          to);
}
