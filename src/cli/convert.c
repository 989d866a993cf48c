/* aise convert: listings in, PGN (or listing, JSON lines) out. */
#include "src/cli/cli.h"

#include <string.h>

enum { OPT_TO = AISE_OPT_OWN, OPT_VIEWER, OPT_VARIATIONS, OPT_NO_COMMENTS, OPT_EMPTY, OPT_STRICT, OPT_SOURCE, OPT_SPLIT };

static const char forms[] = "aise|viewer|listing|jsonl";
static const char parts[] = "event|year|player|variant";

static const AiseCliOption options[] = {
    {"output", 'o', {"FILE", "FILE"}, NULL,
     {"write FILE instead, whole or not at all (with --split: a folder)",
      "scrive FILE, intero o niente (con --split: una cartella)"}},
    {"to", OPT_TO, {"FORM", "FORMA"}, forms,
     {"aise (default), viewer, listing, jsonl", "aise (se manca), viewer, listing, jsonl"}},
    {"viewer", OPT_VIEWER, {"cards", "cards"}, "cards",
     {"for boards without null moves: one position and one move a game",
      "per scacchiere senza mosse nulle: una posizione e una mossa per partita"}},
    {"variations", OPT_VARIATIONS, {NULL, NULL}, NULL,
     {"notes that are a number and lawful plies become variations",
      "le note fatte di un numero e di semimosse legali diventano varianti"}},
    {"no-comments", OPT_NO_COMMENTS, {NULL, NULL}, NULL, {"moves only", "solo le mosse"}},
    {"empty", OPT_EMPTY, {NULL, NULL}, NULL, {"games without moves too", "anche le partite senza mosse"}},
    {"strict", OPT_STRICT, {NULL, NULL}, NULL,
     {"nothing of a damaged game, instead of its sound part", "di una partita guasta niente, invece della parte sana"}},
    {"source", OPT_SOURCE, {NULL, NULL}, NULL,
     {"add [AiseSource \"file:line\"]", "aggiunge [AiseSource \"file:riga\"]"}},
    {"split", OPT_SPLIT, {"BY", "CHIAVE"}, parts,
     {"one file each by event, year, player or variant",
      "un file per torneo, anno, giocatore o variante: event, year, player, variant"}},
};

typedef struct Convert {
    AiseCliRun run; /* first: what aise_cli_read hands back */
    AiseCliCommon common;
    AiseWriting how;
    AiseSplit by;
    bool empty, strict, cards;
    const char *path, *to;
    AiseCliFile file;
    AiseCliSplit *split;
} Convert;

static int take(void *context, int sign, const char *value)
{
    static const AiseDialect dialects[] = {AISE_DIALECT_AISE, AISE_DIALECT_VIEWER, AISE_DIALECT_LISTING,
                                           AISE_DIALECT_JSONL};
    Convert *convert = context;
    switch (sign) {
    case 'o':
        convert->path = value;
        return 0;
    case OPT_TO:
        convert->to = value;
        convert->how.dialect = dialects[aise_cli_known(forms, value)];
        return 0;
    case OPT_VIEWER:
        convert->cards = true;
        return 0;
    case OPT_SPLIT:
        convert->by = (AiseSplit)(AISE_SPLIT_EVENT + aise_cli_known(parts, value));
        return 0;
    case OPT_VARIATIONS:
        convert->common.options.variations = true;
        return 0;
    case OPT_NO_COMMENTS:
        convert->how.no_comments = true;
        return 0;
    case OPT_EMPTY:
        convert->empty = true;
        return 0;
    case OPT_STRICT:
        convert->strict = true;
        return 0;
    case OPT_SOURCE:
        convert->how.source_tag = true;
        return 0;
    default:
        return aise_cli_common_take(&convert->common, sign, value);
    }
}

/* ---- callbacks: any thread ---- */

/* Behind the text of a game in the part stands in `own` how long it is, and by which values it is filed. */
typedef struct Filing {
    size_t length;
    unsigned values;
} Filing;

static void note_filing(AiseCliPart *part, const AiseGame *game, size_t length)
{
    const Convert *convert = (const Convert *)part->run;
    const char *value[2];
    char year[5];
    Filing filing = {length, aise_cli_split_values(convert->by, game, year, value)};
    aise_cli_part_fail(part, aise_output_text(part->own, (const char *)&filing, sizeof filing));
    for (unsigned i = 0; i < filing.values; i++) {
        const char *text = value[i] != NULL ? value[i] : "";
        aise_cli_part_fail(part, aise_output_text(part->own, text, strlen(text) + 1));
    }
}

static bool game_end(void *context, const AiseGame *game)
{
    AiseCliPart *part = context;
    const Convert *convert = (const Convert *)part->run;
    const char *status = aise_game_status(game);
    size_t before, after;
    part->games++;
    if (strcmp(status, "empty") == 0 && !convert->empty)
        return true;
    if (strcmp(status, "damaged") == 0) {
        aise_cli_part_raise(part, AISE_EXIT_FINDINGS);
        if (convert->strict)
            return true;
    }
    aise_output_held(part->out, &before);
    aise_cli_part_fail(part, aise_output_game(part->out, game, &convert->how));
    aise_output_held(part->out, &after);
    if (part->own != NULL)
        note_filing(part, game, after - before);
    return true;
}

static void own_clear(void *own)
{
    aise_output_clear(own);
}

static void own_free(void *own)
{
    aise_output_close(own);
}

/* ---- the main thread ---- */

static void *own_new(AiseCliRun *run)
{
    (void)run;
    return aise_output_memory();
}

static AiseStatus take_whole(AiseCliRun *run, AiseCliPart *part)
{
    return aise_output_move(((Convert *)run)->file.output, part->out);
}

static AiseStatus file_games(AiseCliRun *run, AiseCliPart *part)
{
    Convert *convert = (Convert *)run;
    size_t length;
    const char *text = aise_output_held(part->out, &length), *own = aise_output_held(part->own, &length);
    const char *end = own + length;
    while (own < end && !run->broken) {
        Filing filing;
        memcpy(&filing, own, sizeof filing);
        own += sizeof filing;
        for (; filing.values > 0; filing.values--, own += strlen(own) + 1)
            if (!run->broken && aise_cli_split_write(convert->split, own, text, filing.length) != 0) {
                run->broken = true; /* the message has been given */
                aise_cli_run_raise(run, AISE_EXIT_TROUBLE);
            }
        text += filing.length;
    }
    return AISE_STATUS_OK;
}

static void read_all(Convert *convert, char **paths)
{
    const char *const written[] = {convert->split == NULL ? convert->path : NULL, NULL};
    AiseCliReading reading = {
        .sink = {.finding = aise_cli_part_finding, .game_end = game_end},
        .written = written,
        .jobs = 1,
        .path = convert->file.path,
        .take = take_whole,
    };
    if (convert->split != NULL) {
        reading.path = convert->path;
        reading.take = file_games;
        reading.own_new = own_new;
        reading.own_free = own_free;
        reading.own_clear = own_clear;
    }
    aise_cli_read(&convert->run, &reading, paths);
}

static int open_output(Convert *convert, char *const *inputs)
{
    const bool italian = convert->common.options.italian;
    /* Writing over a file that is being read would put PGN where the user's own sheet was. */
    const char *const written[] = {convert->path, NULL};
    const char *same = aise_cli_overwritten(inputs, written);
    if (same != NULL)
        return aise_cli_say(italian, "%s is both input and output", "%s è insieme da leggere e da scrivere", same);
    if (convert->by == AISE_SPLIT_NONE)
        return aise_cli_file_open(&convert->file, convert->path);
    if (convert->path == NULL)
        return aise_cli_say(italian, "--split needs a folder: -o FOLDER", "--split vuole una cartella: -o CARTELLA");
    const char *suffix = convert->how.dialect == AISE_DIALECT_JSONL     ? ".jsonl"
                         : convert->how.dialect == AISE_DIALECT_LISTING ? ".txt"
                                                                        : ".pgn";
    convert->split = aise_cli_split_new(convert->path, suffix, inputs, italian);
    return convert->split != NULL ? 0 : AISE_EXIT_TROUBLE;
}

static void close_output(Convert *convert)
{
    int status = 0;
    if (convert->split != NULL)
        status = aise_cli_split_free(convert->split, !convert->run.broken);
    else if (convert->run.broken)
        aise_cli_file_discard(&convert->file);
    else
        status = aise_cli_file_close(&convert->file);
    aise_cli_run_raise(&convert->run, status);
}

static int run(int argc, char **argv)
{
    Convert convert = {.how.dialect = AISE_DIALECT_AISE};
    aise_cli_common_init(&convert.common, argv);
    convert.common.options.repair = true;
    int status = aise_cli_parse(&aise_cli_convert, argc, argv, take, &convert);
    if (status >= 0)
        return status;
    if (convert.cards && convert.to != NULL && convert.how.dialect != AISE_DIALECT_VIEWER)
        return aise_cli_say(convert.common.options.italian, "--viewer=cards goes with --to viewer, not with --to %s",
                            "--viewer=cards va con --to viewer, non con --to %s", convert.to);
    if (convert.cards)
        convert.how.dialect = AISE_DIALECT_CARDS;
    status = aise_cli_run_begin(&convert.run, &convert.common);
    if (status != 0)
        return status;
    status = open_output(&convert, argv + optind);
    if (status == 0) {
        read_all(&convert, argv + optind);
        close_output(&convert);
        status = convert.run.status;
    }
    aise_cli_run_end(&convert.run);
    return status;
}

const AiseCliCommand aise_cli_convert = {
    .name = "convert",
    .run = run,
    .usage = {"[OPTION…] [FILE|FOLDER…]", "[OPZIONE…] [FILE|CARTELLA…]"},
    .summary = {"listings and score sheets to PGN (or listing, JSON lines)",
                "partite di riviste e formulari in PGN (o notazione italiana, righe JSON)"},
    .about = {"Writes the games as normalised PGN on standard output; findings go to standard error.",
              "Scrive le partite in PGN normalizzato sull’uscita; le osservazioni vanno sull’uscita degli errori."},
    AISE_CLI_OPTIONS(options),
    .common = true,
};
