/* aise show: boards for the terminal, SVG diagrams, a page to play games through. */
#include "src/cli/cli.h"

#include <string.h>

enum { OPT_GAME = AISE_OPT_OWN, OPT_AT, OPT_ALL, OPT_ASCII, OPT_SVG, OPT_HTML, OPT_VARIATIONS };

static const AiseCliOption options[] = {
    {"game", OPT_GAME, {"N", "N"}, NULL,
     {"the N-th game (default: the first; with --html: all)", "la partita N (se manca: la prima; con --html: tutte)"}},
    {"at", OPT_AT, {"PLACE", "PUNTO"}, NULL,
     {"14b after Black’s turn 14, 14b2 after its second ply, 0 the start (default: the last position)",
      "14b dopo il turno 14 del Nero, 14b2 dopo la sua seconda semimossa, 0 l’inizio (se manca: l’ultima posizione)"}},
    {"all", OPT_ALL, {NULL, NULL}, NULL, {"step through the game up to there", "passo per passo fino a lì"}},
    {"ascii", OPT_ASCII, {NULL, NULL}, NULL, {"letters instead of chess figures", "lettere invece delle figurine"}},
    {"svg", OPT_SVG, {NULL, NULL}, NULL,
     {"a diagram with the last ply’s arrows", "un diagramma con le frecce dell’ultima semimossa"}},
    {"html", OPT_HTML, {NULL, NULL}, NULL,
     {"one page to play the games through, for any browser", "una pagina per rigiocare le partite, per ogni browser"}},
    {"variations", OPT_VARIATIONS, {NULL, NULL}, NULL,
     {"notes that are a number and lawful plies become variations",
      "le note fatte di un numero e di semimosse legali diventano varianti"}},
    {"output", 'o', {"FILE", "FILE"}, NULL,
     {"write FILE instead, whole or not at all", "scrive FILE, intero o niente"}},
};

typedef enum Form { FORM_BOARD, FORM_SVG, FORM_HTML } Form;

typedef struct Show {
    AiseCliRun run; /* first: the callbacks' context */
    AiseCliCommon common;
    AiseShowing how;
    Form form;
    unsigned long wanted; /* number of the game, 0: not given */
    unsigned long count;  /* games begun so far */
    const char *at;
    const char *path;
    const char *written[2]; /* the path alone */
    AiseCliFile file;
} Show;

static int take_form(Show *show, Form form)
{
    if (show->form != FORM_BOARD && show->form != form)
        return aise_cli_say(show->common.options.italian, "--svg and --html exclude each other",
                            "--svg e --html si escludono a vicenda");
    show->form = form;
    return 0;
}

static int take(void *context, int sign, const char *value)
{
    Show *show = context;
    switch (sign) {
    case OPT_GAME:
        if (!aise_cli_number(value, 1000000000, &show->wanted) || show->wanted == 0)
            return aise_cli_bad_value(show->common.options.italian, "--game", value,
                                      (AiseCliText){"a number from 1", "un numero da 1 in su"});
        return 0;
    case OPT_AT:
        show->at = value;
        return 0;
    case OPT_ALL:
        show->how.all = true;
        return 0;
    case OPT_ASCII:
        show->how.ascii = true;
        return 0;
    case OPT_SVG:
        return take_form(show, FORM_SVG);
    case OPT_HTML:
        return take_form(show, FORM_HTML);
    case OPT_VARIATIONS:
        show->common.options.variations = true;
        return 0;
    case 'o':
        show->path = show->written[0] = value;
        return 0;
    default:
        return aise_cli_common_take(&show->common, sign, value);
    }
}

static int settle(Show *show)
{
    const bool italian = show->common.options.italian;
    if (show->form != FORM_BOARD && (show->how.all || show->how.ascii))
        return aise_cli_say(italian, "--all and --ascii are for boards in the terminal",
                            "--all e --ascii sono per le scacchiere nel terminale");
    if (show->form == FORM_HTML && show->at != NULL)
        return aise_cli_say(italian, "--at is for a board or diagram; in a page, open FILE#g=1&p=27",
                            "--at è per una scacchiera o un diagramma; in una pagina si apre FILE#g=1&p=27");
    if (show->form != FORM_HTML && show->wanted == 0)
        show->wanted = 1;
    show->how.italian = italian;
    show->how.color = show->path == NULL && aise_cli_colored(&show->common, 1) && !show->how.ascii;
    return 0;
}

/* ---- games ---- */

static bool is_shown(const Show *show)
{
    return show->wanted == 0 || show->count == show->wanted;
}

static bool game_begin(void *context, const AiseGame *game)
{
    Show *show = context;
    (void)game;
    show->count++;
    return show->wanted == 0 || show->count <= show->wanted; /* of further inputs nothing is wanted */
}

static bool finding(void *context, const AiseGame *game, const AiseFinding *found)
{
    const Show *show = context;
    if (game == NULL ? show->wanted != 0 : !is_shown(show))
        return true;
    return aise_cli_run_finding(context, game, found);
}

static AiseStatus write_game(Show *show, const AiseGame *game)
{
    switch (show->form) {
    case FORM_SVG:
        return aise_output_diagram(show->file.output, game, &show->how);
    case FORM_HTML:
        return aise_output_page_game(show->file.output, game, show->count);
    default:
        return aise_output_board(show->file.output, game, &show->how);
    }
}

static bool game_end(void *context, const AiseGame *game)
{
    Show *show = context;
    aise_cli_run_count(&show->run);
    if (!is_shown(show))
        return true;
    show->how.plies = aise_game_plies(game);
    if (show->at != NULL && !aise_game_find_ply(game, show->at, &show->how.plies)) {
        aise_cli_run_raise(&show->run, aise_cli_say(show->how.italian, "game %lu has no ply '%s'",
                                                    "la partita %lu non ha la semimossa '%s'", show->count, show->at));
        show->run.broken = true;
        return false;
    }
    return aise_cli_run_wrote(&show->run, write_game(show, game), show->file.path) && show->wanted == 0;
}

/* ---- the whole ---- */

static void read_games(Show *show, char **paths)
{
    const AiseSink sink = {.context = show, .game_begin = game_begin, .finding = finding, .game_end = game_end};
    bool good = true;
    if (show->form == FORM_HTML) {
        const char *title = paths[0] != NULL && paths[1] == NULL ? paths[0] : "AISE";
        const char *slash = strrchr(title, '/');
        title = slash != NULL && slash[1] != '\0' ? slash + 1 : title;
        good = aise_cli_run_wrote(&show->run, aise_output_page_begin(show->file.output, title, show->how.italian),
                                  show->file.path);
    }
    if (good)
        aise_cli_run(&show->run, &sink, paths);
    if (!show->run.broken && show->count < show->wanted) {
        aise_cli_run_raise(&show->run, aise_cli_say(show->how.italian, "there is no game %lu: %lu read",
                                                    "la partita %lu non c’è: ne sono state lette %lu", show->wanted,
                                                    show->count));
        show->run.broken = true;
    }
    if (!show->run.broken && show->form == FORM_HTML)
        aise_cli_run_wrote(&show->run, aise_output_page_end(show->file.output), show->file.path);
}

static int open_output(Show *show, char *const *inputs)
{
    const char *same = aise_cli_overwritten(inputs, show->written);
    if (same != NULL)
        return aise_cli_say(show->how.italian, "%s is both input and output", "%s è insieme da leggere e da scrivere", same);
    show->run.written = show->written;
    return aise_cli_file_open(&show->file, show->path);
}

static int run(int argc, char **argv)
{
    Show show = {.form = FORM_BOARD};
    aise_cli_common_init(&show.common, argv);
    int status = aise_cli_parse(&aise_cli_show, argc, argv, take, &show);
    if (status >= 0)
        return status;
    status = settle(&show);
    if (status == 0)
        status = aise_cli_run_begin(&show.run, &show.common);
    if (status != 0)
        return status;
    status = open_output(&show, argv + optind);
    if (status == 0) {
        read_games(&show, argv + optind);
        if (show.run.broken)
            aise_cli_file_discard(&show.file);
        else
            aise_cli_run_raise(&show.run, aise_cli_file_close(&show.file));
        status = show.run.status;
    }
    aise_cli_run_end(&show.run);
    return status;
}

const AiseCliCommand aise_cli_show = {
    .name = "show",
    .run = run,
    .usage = {"[OPTION…] [FILE|FOLDER…]", "[OPZIONE…] [FILE|CARTELLA…]"},
    .summary = {"boards, diagrams, a page to play games through", "scacchiere, diagrammi, una pagina per rigiocare"},
    .about = {"Draws the board of a game; findings of what is shown go to standard error.",
              "Disegna la scacchiera di una partita; le osservazioni vanno sull’uscita degli errori."},
    AISE_CLI_OPTIONS(options),
    .common = true,
};
