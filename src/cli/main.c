/* aise: the subcommands, --help and --version. */
#include "src/cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static int run(int argc, char **argv)
{
    const bool italian = aise_cli_italian(argv);
    if (argc < 2)
        return aise_cli_say(italian, "no command given; `aise --help` lists them",
                            "manca il comando; `aise --help` li elenca");
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        aise_cli_help_list(stdout, italian);
        return aise_cli_printed();
    }
    if (strcmp(word, "--version") == 0) {
        puts("aise " AISE_VERSION);
        return aise_cli_printed();
    }
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        if (strcmp(word, (*command)->name) == 0)
            return (*command)->run(argc - 1, argv + 1);
    if (word[0] == '-')
        return aise_cli_say(italian, "unknown option '%s'; `aise --help` lists the commands",
                            "opzione sconosciuta '%s'; `aise --help` elenca i comandi", word);
    return aise_cli_say(italian, "unknown command '%s'; `aise --help` lists the commands",
                        "comando sconosciuto '%s'; `aise --help` elenca i comandi", word);
}

/* A closed standard descriptor would be given to the next file that is opened: messages would go into it. Reading the one
   and writing the other fails as it would have; messages are lost. */
static bool fill_descriptors(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!fill_descriptors())
        return AISE_EXIT_TROUBLE;
    aise_cli_signals();
    return aise_cli_end(run(argc, argv));
}
