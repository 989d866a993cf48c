/* aise variants: the table of variants, or the rules of one. */
#include "src/cli/cli.h"

#include <string.h>

static const AiseCliOption options[] = {
    {"lang", AISE_OPT_LANG, {"en|it", "en|it"}, "en|it",
     {"language (default: LC_ALL, LC_MESSAGES, LANG)", "lingua (se manca: LC_ALL, LC_MESSAGES, LANG)"}},
};

static int take(void *context, int sign, const char *value)
{
    bool *italian = context;
    (void)sign; /* --lang, there is no other */
    *italian = strcmp(value, "it") == 0;
    return 0;
}

static int run(int argc, char **argv)
{
    bool italian = aise_cli_italian(argv);
    int status = aise_cli_parse(&aise_cli_variants, argc, argv, take, &italian);
    if (status >= 0)
        return status;
    if (optind + 1 < argc)
        return aise_cli_say(italian, "variants knows no second argument '%s'",
                            "variants non conosce un secondo argomento '%s'", argv[optind + 1]);
    const char *id = argv[optind];
    if (id != NULL && !aise_variant_known(id))
        return aise_cli_bad_value(italian, "variants", id, aise_cli_list_of_variants);
    AiseCliFile file;
    status = aise_cli_file_open(&file, NULL);
    if (status != 0)
        return status;
    aise_output_variants(file.output, id, italian);
    return aise_cli_file_close(&file);
}

const AiseCliCommand aise_cli_variants = {
    .name = "variants",
    .run = run,
    .usage = {"[--lang en|it] [ID]", "[--lang en|it] [ID]"},
    .summary = {"the variants and their rules", "le varianti e le loro regole"},
    .about = {"The variants with their aliases; with ID, its rules as implemented.",
              "Le varianti con i loro altri nomi; con ID, le sue regole come sono realizzate."},
    AISE_CLI_OPTIONS(options),
};
