/* aise variants: the table of variants, or the rules of one. */
#include "src/cli/cli.h"

static const char help[] =
    "usage: aise variants [--lang en|it] [ID]\n"
    "The variants with their aliases; with ID, its rules as implemented.\n"
    "\n"
    "      --lang en|it   language (default: LC_ALL, LC_MESSAGES, LANG)\n"
    "  -h, --help         this text\n";

static const struct option options[] = {
    {"lang", required_argument, NULL, AISE_OPT_LANG}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

int aise_cli_variants(int argc, char **argv)
{
    bool italian = aise_cli_italian();
    int sign;
    opterr = 0;
    while ((sign = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (sign == 'h')
            return aise_cli_help(help);
        if (sign != AISE_OPT_LANG)
            return aise_cli_bad_option(argv, sign);
        int status = aise_cli_lang_take(&italian, optarg);
        if (status != 0)
            return status;
    }
    if (optind + 1 < argc)
        return aise_cli_trouble("variants knows no second argument '%s'", argv[optind + 1]);
    const char *id = argv[optind];
    if (id != NULL && !aise_variant_known(id))
        return aise_cli_bad_value("variants", id, "`aise variants` lists them");
    AiseCliFile file;
    int status = aise_cli_file_open(&file, NULL);
    if (status != 0)
        return status;
    aise_output_variants(file.output, id, italian);
    return aise_cli_file_close(&file);
}
