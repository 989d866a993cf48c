/* Completions for bash, zsh and fish: commands, options and the values they take. */
#include "src/cli/doc/doc.h"

#include <string.h>

#include "rules/variant.h"
#include "src/base/diag.h"

/* What an argument's word is completed with. */
typedef enum Kind { KIND_NONE, KIND_KNOWN, KIND_FILES, KIND_VARIANTS, KIND_CODES, KIND_WARNINGS } Kind;

static Kind kind_of(const AiseCliOption *option)
{
    const char *argument = option->argument.en;
    if (option->known != NULL)
        return KIND_KNOWN;
    if (argument == NULL)
        return KIND_NONE;
    if (strcmp(argument, "ID") == 0)
        return KIND_VARIANTS;
    if (strcmp(argument, "CODE") == 0)
        return option->sign == 'W' ? KIND_WARNINGS : KIND_CODES;
    return strncmp(argument, "FILE", 4) == 0 || strcmp(argument, "FOLDER") == 0 ? KIND_FILES : KIND_NONE;
}

static bool takes_files(const AiseCliCommand *command)
{
    return strstr(command->usage.en, "[FILE") != NULL;
}

static void put_codes(const char *before)
{
    for (AiseCode code = AISE_CODE_NONE + 1; code < AISE_CODE_COUNT; code++)
        printf("%s%s%s", code > AISE_CODE_NONE + 1 ? " " : "", before, aise_code_name(code));
}

/* The words a value may be, with blanks between. */
static void put_words(const AiseCliOption *option)
{
    const char *separator = "";
    switch (kind_of(option)) {
    case KIND_KNOWN:
        for (const char *at = option->known; *at != '\0'; at++)
            putchar(*at == '|' ? ' ' : *at);
        break;
    case KIND_VARIANTS:
        for (const AiseVariant *const *variant = aise_variants; *variant != NULL; variant++, separator = " ")
            printf("%s%s", separator, (*variant)->id);
        break;
    case KIND_CODES:
        put_codes("");
        break;
    case KIND_WARNINGS:
        fputs("error ", stdout);
        put_codes("");
        putchar(' ');
        put_codes("no-");
        break;
    default:
        break;
    }
}

static void put_variants(void)
{
    static const AiseCliOption variant = {"variant", 'V', {"ID", "ID"}, NULL, {NULL, NULL}};
    put_words(&variant);
}

static void put_commands(void)
{
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        printf("%s%s", command != aise_cli_commands ? " " : "", (*command)->name);
}

/* ---- bash ---- */

static void put_bash_command(const AiseCliCommand *command)
{
    const AiseCliOption *option;
    printf("    %s)\n        options='", command->name);
    for (unsigned i = 0; (option = aise_cli_option(command, i)) != NULL; i++) {
        if (option->sign < AISE_OPT_ENCODING)
            printf("%s-%c", i != 0 ? " " : "", (char)option->sign);
        if (option->name != NULL)
            printf("%s--%s", i != 0 || option->sign < AISE_OPT_ENCODING ? " " : "", option->name);
    }
    printf("'\n        operands=%s\n        case $before in\n", takes_files(command) ? "files" : "words");
    for (unsigned i = 0; (option = aise_cli_option(command, i)) != NULL; i++) {
        if (option->argument.en == NULL)
            continue;
        fputs("        ", stdout);
        if (option->sign < AISE_OPT_ENCODING)
            printf("-%c%s", (char)option->sign, option->name != NULL ? "|" : "");
        if (option->name != NULL)
            printf("--%s", option->name);
        if (kind_of(option) == KIND_FILES) {
            puts(") kind=files ;;");
            continue;
        }
        fputs(") kind=words words='", stdout);
        put_words(option);
        puts("' ;;");
    }
    puts("        esac");
    if (strcmp(command->name, "variants") == 0) {
        fputs("        words=${words:-'", stdout);
        put_variants();
        puts("'}");
    }
    puts("        ;;");
}

void aise_doc_bash(void)
{
    puts("# bash completion for aise(1)\n\n_aise()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
         "    local kind='' words='' options='' operands='' begun=''\n"
         "    COMPREPLY=()\n"
         "    # --name=value comes as three words\n"
         "    if [[ $word == '=' ]]; then\n        word=''\n"
         "    elif [[ $before == '=' && COMP_CWORD -gt 2 ]]; then\n        before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    elif [[ $word == --*=* ]]; then # where = breaks no words\n"
         "        before=${word%%=*} begun=${word%%=*}=\n"
         "    elif [[ $word == -[A-Za-z]?* ]]; then\n"
         "        before=${word:0:2} begun=${word:0:2}\n    fi\n"
         "    if (( COMP_CWORD == 1 )); then");
    fputs("        mapfile -t COMPREPLY < <(compgen -W '", stdout);
    put_commands();
    puts(" --help --version' -- \"$word\")\n        return\n    fi\n    case $command in");
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        put_bash_command(*command);
    puts("    *) return ;;\n    esac\n"
         "    if [[ -n $kind ]]; then\n        word=${word#\"$begun\"}\n    else\n        begun=''\n    fi\n"
         "    if [[ -z $kind && $word == -* ]]; then\n"
         "        kind=words words=$options\n"
         "    fi\n"
         "    if [[ ${kind:-$operands} == files ]]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t COMPREPLY < <(compgen -P \"$begun\" -f -- \"$word\")\n"
         "    else\n"
         "        mapfile -t COMPREPLY < <(compgen -P \"$begun\" -W \"$words\" -- \"$word\")\n"
         "    fi\n}\n\ncomplete -F _aise aise");
}

/* ---- zsh ---- */

/* Text within single quotes; brackets and colons mean something to _arguments. */
static void put_zsh_text(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr("[]:\\", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void put_zsh_value(const AiseCliOption *option)
{
    if (option->argument.en == NULL)
        return;
    putchar(':');
    put_zsh_text(option->argument.en);
    putchar(':');
    if (kind_of(option) == KIND_FILES) {
        fputs("_files", stdout);
    } else if (kind_of(option) != KIND_NONE) {
        putchar('(');
        put_words(option);
        putchar(')');
    }
}

static void put_zsh_spec(const AiseCliOption *option, bool letter)
{
    fputs("            '", stdout);
    if (option->name == NULL)
        putchar('*'); /* -W may be repeated */
    if (letter)
        printf("-%c", (char)option->sign);
    else
        printf("--%s%s", option->name, option->argument.en != NULL ? "=" : "");
    if (letter && option->argument.en != NULL)
        putchar('+');
    putchar('[');
    put_zsh_text(option->help.en);
    putchar(']');
    put_zsh_value(option);
    puts("' \\");
}

static void put_zsh_command(const AiseCliCommand *command)
{
    const AiseCliOption *option;
    printf("    %s)\n        _arguments -S -s \\\n", command->name);
    for (unsigned i = 0; (option = aise_cli_option(command, i)) != NULL; i++) {
        if (option->sign < AISE_OPT_ENCODING)
            put_zsh_spec(option, true);
        if (option->name != NULL)
            put_zsh_spec(option, false);
    }
    if (takes_files(command)) {
        puts("            '*:file:_files'");
    } else if (strcmp(command->name, "variants") == 0) {
        fputs("            '1:variant:(", stdout);
        put_variants();
        puts(")'");
    } else {
        puts("            '1: :'");
    }
    puts("        ;;");
}

void aise_doc_zsh(void)
{
    puts("#compdef aise\n# zsh completion for aise(1)\n\n_aise() {\n    local context state line\n"
         "    if (( CURRENT == 2 )); then\n        local -a commands\n        commands=(");
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++) {
        printf("            '%s:", (*command)->name);
        put_zsh_text((*command)->summary.en);
        puts("'");
    }
    puts("        )\n        _describe command commands\n        return\n    fi\n    local command=$words[2]\n"
         "    shift words\n    (( CURRENT-- ))\n    case $command in");
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++)
        put_zsh_command(*command);
    puts("    esac\n}\n\n_aise \"$@\"");
}

/* ---- fish ---- */

static void put_fish_text(const char *text)
{
    putchar('\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

static void put_fish_option(const AiseCliCommand *command, const AiseCliOption *option)
{
    Kind kind = kind_of(option);
    printf("complete -c aise -n '__fish_seen_subcommand_from %s'", command->name);
    if (option->sign < AISE_OPT_ENCODING)
        printf(" -s %c", (char)option->sign);
    if (option->name != NULL)
        printf(" -l %s", option->name);
    if (option->argument.en != NULL)
        fputs(kind == KIND_FILES ? " -r -F" : " -x", stdout);
    if (kind != KIND_NONE && kind != KIND_FILES) {
        fputs(" -a '", stdout);
        put_words(option);
        putchar('\'');
    }
    fputs(" -d ", stdout);
    put_fish_text(option->help.en);
    putchar('\n');
}

void aise_doc_fish(void)
{
    puts("# fish completion for aise(1)");
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++) {
        printf("complete -c aise -f -n __fish_use_subcommand -a %s -d ", (*command)->name);
        put_fish_text((*command)->summary.en);
        putchar('\n');
    }
    for (const AiseCliCommand *const *command = aise_cli_commands; *command != NULL; command++) {
        const AiseCliOption *option;
        for (unsigned i = 0; (option = aise_cli_option(*command, i)) != NULL; i++)
            put_fish_option(*command, option);
        if (takes_files(*command))
            continue;
        printf("complete -c aise -f -n '__fish_seen_subcommand_from %s'", (*command)->name);
        if (strcmp((*command)->name, "variants") == 0) {
            fputs(" -a '", stdout);
            put_variants();
            putchar('\'');
        }
        putchar('\n');
    }
}
