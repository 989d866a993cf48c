/* aise: the subcommands, --help and --version. */
#include "src/cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: aise COMMAND [OPTION…] [FILE…]\n"
    "\n"
    "  convert    listings and score sheets to PGN (or listing, JSON lines)\n"
    "  lint       what is wrong in them, and where\n"
    "  verify     replay whole folders, one table at the end\n"
    "  show       boards, diagrams, a page to play games through\n"
    "  perft      count sequences of plies\n"
    "  moves      the lawful plies of a position\n"
    "  variants   the variants and their rules\n"
    "\n"
    "  -h, --help, --version\n"
    "\n"
    "`aise COMMAND --help` says more.\n"
    "Exit status: 0 done, 1 errors found in the games, 2 could not be done.\n";

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"convert", aise_cli_convert}, {"lint", aise_cli_lint},   {"verify", aise_cli_verify},
    {"show", aise_cli_show},       {"perft", aise_cli_perft}, {"moves", aise_cli_moves},
    {"variants", aise_cli_variants},
};

int aise_cli_trouble(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("aise: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return AISE_EXIT_TROUBLE;
}

int aise_cli_help(const char *text)
{
    fputs(text, stdout);
    if (fflush(stdout) == 0)
        return AISE_EXIT_DONE;
    return aise_cli_trouble("standard output: %m");
}

int main(int argc, char **argv)
{
    aise_cli_signals();
    if (argc < 2)
        return aise_cli_trouble("no command given; `aise --help` lists them");
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return aise_cli_help(help);
    if (strcmp(word, "--version") == 0)
        return aise_cli_help("aise " AISE_VERSION "\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return aise_cli_trouble("unknown %s '%s'; `aise --help` lists the commands", word[0] == '-' ? "option" : "command",
                            word);
}
