/* Reading options by their table, those that several subcommands have, and what is said of wrong ones. */
#include "src/cli/cli.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of the character at `s` if a terminal may be given it; else 0. */
static size_t shown_length(const unsigned char *s)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool control = s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
    return control ? 0 : length;
}

/* Names of files may hold anything: what does not belong on one line of a terminal becomes a question mark. */
static int tell(const char *format, va_list arguments)
{
    char text[8192];
    vsnprintf(text, sizeof text, format, arguments);
    fputs("aise: ", stderr);
    for (const char *at = text; *at != '\0';) {
        size_t length = shown_length((const unsigned char *)at);
        fwrite(length == 0 ? "?" : at, 1, length == 0 ? 1 : length, stderr);
        at += length == 0 ? 1 : length;
    }
    fputc('\n', stderr);
    return AISE_EXIT_TROUBLE;
}

int aise_cli_trouble(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int status = tell(format, arguments);
    va_end(arguments);
    return status;
}

int aise_cli_say(bool italian, const char *english, const char *translated, ...)
{
    va_list arguments;
    va_start(arguments, translated);
    int status = tell(italian ? translated : english, arguments);
    va_end(arguments);
    return status;
}

int aise_cli_no_memory(bool italian)
{
    return aise_cli_say(italian, "out of memory", "memoria esaurita");
}

int aise_cli_failed(bool italian, const char *path, bool no_memory)
{
    return no_memory ? aise_cli_say(italian, "%s: out of memory", "%s: memoria esaurita", path)
                     : aise_cli_trouble("%s: %m", path);
}

int aise_cli_printed(void)
{
    if (fflush(stdout) == 0)
        return AISE_EXIT_DONE;
    return aise_cli_trouble("standard output: %m");
}

enum { OPTIONS_MOST = 48 };

const AiseCliOption aise_cli_common_options[] = {
    {"variant", 'V', {"ID", "ID"}, NULL,
     {"variant of the games (default: from the text, else inferred)",
      "variante delle partite (se manca: quella scritta nel testo, o dedotta)"}},
    {"encoding", AISE_OPT_ENCODING, {"NAME", "NOME"}, "auto|utf-8|windows-1252|iso-8859-1|cp850|cp437",
     {"encoding of the text: auto, utf-8, windows-1252, iso-8859-1, cp850, cp437",
      "codifica del testo: auto, utf-8, windows-1252, iso-8859-1, cp850, cp437"}},
    {"lang", AISE_OPT_LANG, {"en|it", "en|it"}, "en|it",
     {"language of messages (default: LC_ALL, LC_MESSAGES, LANG)",
      "lingua dei messaggi (se manca: LC_ALL, LC_MESSAGES, LANG)"}},
    {"jobs", 'j', {"N", "N"}, NULL, {"processors to use", "processori da usare"}},
    {"color", AISE_OPT_COLOR, {"WHEN", "QUANDO"}, "auto|never|always",
     {"auto, always, never (NO_COLOR is respected)", "auto, always, never (NO_COLOR è rispettata)"}},
    {"progress", AISE_OPT_PROGRESS, {"WHEN", "QUANDO"}, "auto|never|always",
     {"auto, always, never", "auto, always, never"}},
};
const unsigned aise_cli_common_count = sizeof aise_cli_common_options / sizeof *aise_cli_common_options;

static const AiseCliOption help_option = {"help", 'h', {NULL, NULL}, NULL, {"this text", "questo testo"}};

const AiseCliOption *aise_cli_option(const AiseCliCommand *command, unsigned index)
{
    unsigned common = command->common ? aise_cli_common_count : 0;
    if (index < command->option_count)
        return &command->options[index];
    index -= command->option_count;
    return index < common ? &aise_cli_common_options[index] : index == common ? &help_option : NULL;
}

/* ---- reading them ---- */

static const AiseCliOption *option_of(const AiseCliCommand *command, int sign)
{
    const AiseCliOption *option = NULL;
    for (unsigned i = 0; (option = aise_cli_option(command, i)) != NULL && option->sign != sign;)
        i++;
    return option;
}

/* What getopt_long found wrong: it returned `sign`. */
static int bad_option(const AiseCliCommand *command, char **argv, int sign, bool italian)
{
    const char *word = argv[optind - 1];
    if (sign == ':')
        return strncmp(word, "--", 2) == 0
                   ? aise_cli_say(italian, "option '%s' needs an argument", "l’opzione '%s' vuole un argomento", word)
                   : aise_cli_say(italian, "option '-%c' needs an argument", "l’opzione '-%c' vuole un argomento", optopt);
    if (option_of(command, optopt) != NULL) /* known, so it was --name=value */
        return aise_cli_say(italian, "option '%s' takes no argument", "l’opzione '%s' non ha argomenti", word);
    if (optopt != 0)
        return aise_cli_say(italian, "unknown option '-%c'; `aise %s --help` lists them",
                            "opzione sconosciuta '-%c'; `aise %s --help` le elenca", optopt, argv[0]);
    return aise_cli_say(italian, "unknown option '%s'; `aise %s --help` lists them",
                        "opzione sconosciuta '%s'; `aise %s --help` le elenca", word, argv[0]);
}

const AiseCliText aise_cli_list_of_variants = {"`aise variants` lists them", "`aise variants` le elenca"};

int aise_cli_bad_value(bool italian, const char *option, const char *value, AiseCliText known)
{
    return italian ? aise_cli_trouble("%s non conosce '%s' (%s)", option, value, known.it)
                   : aise_cli_trouble("%s does not know '%s' (%s)", option, value, known.en);
}

int aise_cli_known(const char *known, const char *value)
{
    size_t length = strlen(value);
    for (int number = 0;; number++) {
        size_t word = strcspn(known, "|");
        if (word == length && memcmp(known, value, word) == 0)
            return number;
        if (known[word] == '\0')
            return -1;
        known += word + 1;
    }
}

static int unknown_value(const AiseCliOption *option, const char *value, bool italian)
{
    char name[40], known[160];
    size_t length = 0;
    snprintf(name, sizeof name, "--%s", option->name);
    for (const char *at = option->known; *at != '\0' && length + 3 < sizeof known; at++) {
        known[length++] = *at == '|' ? ',' : *at;
        if (*at == '|')
            known[length++] = ' ';
    }
    known[length] = '\0';
    return aise_cli_bad_value(italian, name, value, (AiseCliText){known, known});
}

/* `UTF-8`, `utf8`, `Latin1`, `ANSI`: the name of the encoding as we know it, else `value` itself. */
static const char *encoding_name(const char *value)
{
    static const struct {
        const char *plain, *name;
    } names[] = {{"utf8", "utf-8"},           {"windows1252", "windows-1252"}, {"cp1252", "windows-1252"}, {"1252", "windows-1252"},
                 {"ansi", "windows-1252"},    {"iso88591", "iso-8859-1"},      {"88591", "iso-8859-1"},    {"latin1", "iso-8859-1"},
                 {"l1", "iso-8859-1"},        {"cp850", "cp850"},              {"ibm850", "cp850"},        {"850", "cp850"},
                 {"cp437", "cp437"},          {"ibm437", "cp437"},             {"437", "cp437"},           {"auto", "auto"}};
    char plain[16];
    size_t length = 0;
    for (const char *at = value; *at != '\0' && length + 1 < sizeof plain; at++)
        if (isalnum((unsigned char)*at))
            plain[length++] = (char)tolower((unsigned char)*at);
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].plain, plain) == 0)
            return names[i].name;
    return value;
}

/* What getopt_long wants. */
static void fill(const AiseCliCommand *command, struct option *names, char *letters)
{
    const AiseCliOption *option;
    *letters++ = ':';
    for (unsigned i = 0; i < OPTIONS_MOST && (option = aise_cli_option(command, i)) != NULL; i++) {
        bool wants = option->argument.en != NULL;
        if (option->name != NULL)
            *names++ = (struct option){option->name, wants ? required_argument : no_argument, NULL, option->sign};
        if (option->sign >= AISE_OPT_ENCODING)
            continue;
        *letters++ = (char)option->sign;
        if (wants)
            *letters++ = ':';
    }
    *names = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

int aise_cli_parse(const AiseCliCommand *command, int argc, char **argv, AiseCliTake *take, void *context)
{
    struct option names[OPTIONS_MOST + 1];
    char letters[2 * OPTIONS_MOST + 2];
    const bool italian = aise_cli_italian(argv);
    int sign;
    opterr = 0;
    fill(command, names, letters);
    while ((sign = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        if (sign == ':' || sign == '?')
            return bad_option(command, argv, sign, italian);
        if (sign == 'h') {
            aise_cli_help_command(stdout, command, italian);
            return aise_cli_printed();
        }
        const AiseCliOption *option = option_of(command, sign);
        const char *value = sign == AISE_OPT_ENCODING ? encoding_name(optarg) : optarg;
        if (option->known != NULL && aise_cli_known(option->known, value) < 0)
            return unknown_value(option, optarg, italian);
        int status = take(context, sign, value);
        if (status != 0)
            return status;
    }
    return -1;
}

/* ---- what several have ---- */

/* The last `--lang` of the words, though a wrong option may stand before it; NULL: none. */
static const char *language_asked(char *const *words)
{
    const char *asked = NULL;
    for (; words != NULL && *words != NULL && strcmp(*words, "--") != 0; words++)
        if (strcmp(*words, "--lang") == 0 && words[1] != NULL)
            asked = words[1];
        else if (strncmp(*words, "--lang=", 7) == 0)
            asked = *words + 7;
    return asked;
}

bool aise_cli_italian(char *const *words)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *asked = language_asked(words);
    if (asked != NULL && aise_cli_known("en|it", asked) >= 0)
        return strcmp(asked, "it") == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0')
            return strncmp(value, "it", 2) == 0 && !isalpha((unsigned char)value[2]);
    }
    return false;
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

void aise_cli_common_init(AiseCliCommon *common, char *const *words)
{
    *common = (AiseCliCommon){.color = -1, .progress = -1};
    common->options.italian = aise_cli_italian(words);
}

static int take_jobs(AiseCliCommon *common, const char *value)
{
    unsigned long jobs;
    if (!aise_cli_number(value, 1024, &jobs) || jobs == 0)
        return aise_cli_bad_value(common->options.italian, "--jobs", value,
                                  (AiseCliText){"a number from 1 to 1024", "un numero da 1 a 1024"});
    common->jobs = (unsigned)jobs;
    return 0;
}

int aise_cli_variant_take(const char **variant, const char *value, bool italian)
{
    if (!aise_variant_known(value))
        return aise_cli_bad_value(italian, "--variant", value, aise_cli_list_of_variants);
    *variant = value;
    return 0;
}

int aise_cli_common_take(AiseCliCommon *common, int sign, const char *value)
{
    static const char when[] = "auto|never|always"; /* -1, 0, 1 */
    switch (sign) {
    case 'V':
        return aise_cli_variant_take(&common->options.variant, value, common->options.italian);
    case 'j':
        return take_jobs(common, value);
    case AISE_OPT_ENCODING:
        common->options.encoding = value;
        return 0;
    case AISE_OPT_LANG:
        common->options.italian = strcmp(value, "it") == 0;
        return 0;
    case AISE_OPT_COLOR:
        common->color = aise_cli_known(when, value) - 1;
        return 0;
    default:
        common->progress = aise_cli_known(when, value) - 1;
        return 0;
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
