/* Options that several subcommands have, and what is said of wrong ones. */
#include "src/cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int aise_cli_bad_option(char **argv, int sign)
{
    const char *word = argv[optind - 1];
    if (sign == ':')
        return strncmp(word, "--", 2) == 0 ? aise_cli_trouble("option '%s' needs an argument", word)
                                           : aise_cli_trouble("option '-%c' needs an argument", optopt);
    if (optopt >= AISE_OPT_ENCODING || optopt == 'h') /* known, so it was `--name=value` */
        return aise_cli_trouble("option '%s' takes no argument", word);
    if (optopt != 0)
        return aise_cli_trouble("unknown option '-%c'; `aise %s --help` lists them", optopt, argv[0]);
    return aise_cli_trouble("unknown option '%s'; `aise %s --help` lists them", word, argv[0]);
}

int aise_cli_bad_value(const char *option, const char *value, const char *known)
{
    return aise_cli_trouble("%s does not know '%s' (%s)", option, value, known);
}

bool aise_cli_italian(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0')
            return strncmp(value, "it", 2) == 0 && !isalpha((unsigned char)value[2]);
    }
    return false;
}

int aise_cli_lang_take(bool *italian, const char *value)
{
    *italian = strcmp(value, "it") == 0;
    if (!*italian && strcmp(value, "en") != 0)
        return aise_cli_bad_value("--lang", value, "en, it");
    return 0;
}

bool aise_cli_number(const char *text, unsigned long most, unsigned long *out)
{
    unsigned long number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text))
            return false;
        number = number * 10 + (unsigned long)(*text - '0');
        if (number > most)
            return false;
    }
    *out = number;
    return true;
}

void aise_cli_common_init(AiseCliCommon *common)
{
    *common = (AiseCliCommon){.color = -1, .progress = -1};
    common->options.italian = aise_cli_italian();
    opterr = 0;
}

static int take_when(int *when, const char *option, const char *value)
{
    static const char *const known[] = {"auto", "never", "always"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, known[i]) == 0) {
            *when = i - 1;
            return 0;
        }
    return aise_cli_bad_value(option, value, "auto, always, never");
}

static int take_encoding(AiseCliCommon *common, const char *value)
{
    static const char *const known[] = {"auto", "utf-8", "windows-1252", "iso-8859-1", "cp850", "cp437"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i]) == 0) {
            common->options.encoding = value;
            return 0;
        }
    return aise_cli_bad_value("--encoding", value, "auto, utf-8, windows-1252, iso-8859-1, cp850, cp437");
}

static int take_jobs(AiseCliCommon *common, const char *value)
{
    unsigned long jobs;
    if (!aise_cli_number(value, 1024, &jobs) || jobs == 0)
        return aise_cli_bad_value("--jobs", value, "a number from 1 to 1024");
    common->jobs = (unsigned)jobs;
    return 0;
}

int aise_cli_common_take(AiseCliCommon *common, int sign, const char *value)
{
    switch (sign) {
    case 'V':
        if (!aise_variant_known(value))
            return aise_cli_bad_value("--variant", value, "`aise variants` lists them");
        common->options.variant = value;
        return 0;
    case 'j':
        return take_jobs(common, value);
    case AISE_OPT_ENCODING:
        return take_encoding(common, value);
    case AISE_OPT_LANG:
        return aise_cli_lang_take(&common->options.italian, value);
    case AISE_OPT_COLOR:
        return take_when(&common->color, "--color", value);
    default:
        return take_when(&common->progress, "--progress", value);
    }
}

bool aise_cli_colored(const AiseCliCommon *common, int descriptor)
{
    if (common->color >= 0)
        return common->color == 1;
    const char *no = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return (no == NULL || *no == '\0') && isatty(descriptor) == 1 && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}
