/* The self-contained page: the files of src/web/ around one block of JSON a game. Positions and arrows are computed
   here, ply by ply; the page's script knows no rules.

   A block is `<script type="application/json" class="game">`: the first line holds what the list of games shows, the
   second the game. Every `<` in it is written `\u003c`, so no text of a game can end the block. */
#include "src/show/show.h"

#include "src/base/source.h"
#include "src/lint/json.h"
#include "src/listing/listing.h"
#include "src/pgn/movetext.h"
#include "src/pgn/pgn.h"
#include "src/web/web.h"

typedef struct Subject {
    const AiseGame *game;
    size_t number;
} Subject;

/* ---- the frame ---- */

static void add_file(AiseBuffer *out, const AiseWebFile *file)
{
    aise_buffer_add(out, file->bytes, file->size);
}

/* A text from outside, between tags. */
static void add_escaped(AiseBuffer *out, const char *text)
{
    size_t begin = out->length;
    aise_clean_text(out, text, strlen(text));
    size_t end = out->length;
    for (size_t i = begin; i < end; i++) {
        if (out->bytes[i] == '<' || out->bytes[i] == '&')
            aise_buffer_text(out, out->bytes[i] == '<' ? "&lt;" : "&amp;");
        else
            aise_buffer_byte(out, out->bytes[i]);
    }
    memmove(out->bytes + begin, out->bytes + end, out->length - end);
    out->length -= end - begin;
}

static void add_part(AiseBuffer *out, const char *mark, const char *title, bool italian)
{
    if (strncmp(mark, "<!--language", 12) == 0)
        aise_buffer_text(out, italian ? "it" : "en");
    else if (strncmp(mark, "<!--title", 9) == 0)
        add_escaped(out, title);
    else if (strncmp(mark, "<!--style", 9) == 0)
        add_file(out, &aise_web_page_css);
    else if (strncmp(mark, "<!--men", 7) == 0)
        aise_show_drawings(out);
    else if (strncmp(mark, "<!--script", 10) == 0) {
        add_file(out, &aise_web_player_js);
        add_file(out, &aise_web_page_js);
    }
}

static const char games_mark[] = "<!--games-->";

/* The page's text in [at, end), each mark `<!--word-->` replaced by what it stands for. */
static void add_frame(AiseBuffer *out, const char *at, const char *end, const char *title, bool italian)
{
    while (at < end) {
        const char *mark = strstr(at, "<!--");
        if (mark == NULL || mark >= end)
            mark = end;
        aise_buffer_add(out, at, (size_t)(mark - at));
        if (mark == end)
            return;
        add_part(out, mark, title, italian);
        at = strstr(mark, "-->") + 3;
    }
}

void aise_page_begin(const char *title, bool italian, AiseBuffer *out)
{
    const char *page = aise_web_page_html.bytes;
    add_frame(out, page, strstr(page, games_mark), title, italian);
}

void aise_page_end(AiseBuffer *out)
{
    const char *page = aise_web_page_html.bytes;
    add_frame(out, strstr(page, games_mark) + strlen(games_mark), page + aise_web_page_html.size, "", false);
}

/* ---- what the list of games shows ---- */

static void add_head(AiseTree *tree, const void *context)
{
    static const char *const names[] = {"White", "Black", "Event", "Date"};
    static const char *const keys[] = {"white", "black", "event", "date"};
    static const char *const states[] = {"ok", "damaged", "empty"};
    const Subject *subject = context;
    const AiseGame *game = subject->game;
    aise_tree_number(tree, tree->root, "number", subject->number);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = aise_tag_value(game, names[i]);
        aise_tree_string(tree, tree->root, keys[i], value != NULL ? value : "?");
    }
    aise_tree_string(tree, tree->root, "result", aise_result_text(game->result));
    aise_tree_string(tree, tree->root, "variant", game->variant->id);
    aise_tree_string(tree, tree->root, "en", game->variant->pgn);
    aise_tree_string(tree, tree->root, "it", game->variant->title);
    aise_tree_string(tree, tree->root, "status", states[game->status]);
    aise_tree_number(tree, tree->root, "plies", game->ply_count);
}

/* ---- one position ---- */

static void add_squares(AiseTree *tree, json_t *object, const char *key, uint64_t set)
{
    if (set == 0)
        return;
    json_t *squares = aise_tree_array(tree, object, key);
    for (; set != 0; set &= ~aise_bit(aise_first(set))) {
        aise_show_square(aise_first(set), &tree->text);
        aise_tree_taken(tree, squares, NULL);
    }
}

static void add_place(AiseTree *tree, json_t *object, const AiseScene *scene)
{
    char fen[AISE_FEN_MAX];
    const AiseState *state = &scene->position.state;
    aise_fen_write(&scene->game->variant->traits, &scene->position, fen);
    aise_tree_text(tree, object, "fen", fen, strcspn(fen, " "));
    add_squares(tree, object, "overloaded", state->overloaded);
    if (aise_scene_over(scene))
        return;
    aise_tree_string(tree, object, "due", state->to_move == AISE_WHITE ? "w" : "b");
    if (scene->game->variant->numbering != AISE_NUMBER_PAIRS)
        aise_tree_number(tree, object, "left", state->left);
}

static void add_coordinate(AiseTree *tree, json_t *array, int value)
{
    aise_tree_number(tree, array, NULL, (uint64_t)value);
}

static void add_strokes(AiseTree *tree, json_t *object, const AiseScene *scene)
{
    static const char *const kinds[] = {"move", "push", "pull"};
    json_t *strokes = scene->strokes != 0 ? aise_tree_array(tree, object, "strokes") : NULL;
    for (unsigned i = 0; i < scene->strokes; i++) {
        const AiseStroke *stroke = &scene->stroke[i];
        json_t *array = aise_tree_array(tree, strokes, NULL);
        aise_tree_string(tree, array, NULL, kinds[stroke->kind]);
        add_coordinate(tree, array, stroke->x1);
        add_coordinate(tree, array, stroke->y1);
        add_coordinate(tree, array, stroke->x2);
        add_coordinate(tree, array, stroke->y2);
    }
}

static void add_badges(AiseTree *tree, json_t *object, const AiseScene *scene)
{
    json_t *badges = scene->badges != 0 ? aise_tree_array(tree, object, "off") : NULL;
    for (unsigned i = 0; i < scene->badges; i++) {
        const AiseBadge *badge = &scene->badge[i];
        const char *men = aise_man_side(badge->man) == AISE_WHITE ? "PNBRQK" : "pnbrqk";
        json_t *array = aise_tree_array(tree, badges, NULL);
        aise_tree_text(tree, array, NULL, men + aise_man_kind(badge->man), 1);
        aise_tree_string(tree, array, NULL, badge->expelled ? "expelled" : "left");
        add_coordinate(tree, array, badge->x);
        add_coordinate(tree, array, badge->y);
    }
}

/* ---- plies and notes ---- */

/* Returns the ply's object. */
static json_t *add_ply(AiseTree *tree, json_t *plies, const AiseScene *scene)
{
    const AisePlyRecord *ply = scene->ply;
    json_t *object = aise_tree_object(tree, plies, NULL);
    aise_scene_number(scene, &tree->text);
    aise_tree_taken(tree, object, "number");
    aise_tree_number(tree, object, "turn", ply->turn);
    aise_tree_string(tree, object, "side", ply->side == AISE_WHITE ? "w" : "b");
    aise_scene_ply(scene, false, &tree->text);
    aise_tree_taken(tree, object, "en");
    aise_scene_ply(scene, true, &tree->text);
    aise_tree_taken(tree, object, "it");
    json_t *nags = ply->nag_count != 0 ? aise_tree_array(tree, object, "nags") : NULL;
    for (unsigned i = 0; i < ply->nag_count; i++)
        aise_tree_number(tree, nags, NULL, ply->nag[i]);
    add_place(tree, object, scene);
    add_strokes(tree, object, scene);
    add_badges(tree, object, scene);
    add_squares(tree, object, "touched", scene->touched);
    add_squares(tree, object, "captured", scene->captured);
    add_squares(tree, object, "overloads", ply->overloaded);
    add_squares(tree, object, "restores", ply->restored);
    if (scene->held != AISE_NONE)
        add_squares(tree, object, "held", aise_bit(scene->held));
    return object;
}

/* The plies of a variation that can be played through. */
static void add_line(AiseTree *tree, json_t *note, const AiseGame *game, const AiseLine *line)
{
    AiseGame branch = *game;
    AiseScene scene;
    branch.start = line->start;
    branch.plies = line->ply;
    branch.ply_count = line->count;
    json_t *plies = aise_tree_array(tree, note, NULL);
    aise_scene_begin(&scene, &branch);
    while (aise_scene_step(&scene))
        add_ply(tree, plies, &scene);
}

/* Notes that stand behind `plies` plies. */
static void add_notes(AiseTree *tree, json_t *object, const AiseGame *game, size_t plies, const AiseNote *notes)
{
    json_t *array = notes != NULL ? aise_tree_array(tree, object, "notes") : NULL;
    for (; notes != NULL; notes = notes->next) {
        bool variation = notes->kind == AISE_NOTE_VARIATION;
        json_t *note = aise_tree_array(tree, array, NULL);
        AiseLine line;
        aise_tree_string(tree, note, NULL, variation ? "variation" : "comment");
        aise_tree_text(tree, note, NULL, notes->text, notes->length);
        if (variation && aise_line_read(game, plies, notes, tree->text.guard, &line))
            add_line(tree, note, game, &line);
    }
}

/* ---- the game ---- */

static void add_tag(void *context, const AiseOwnTag *tag)
{
    AiseTree *tree = context;
    json_t *pair = aise_tree_array(tree, json_object_get(tree->root, "tags"), NULL);
    aise_tree_string(tree, pair, NULL, tag->name);
    aise_tree_string(tree, pair, NULL, tag->value);
}

static void add_findings(AiseTree *tree, const AiseGame *game)
{
    json_t *array = game->finding_count != 0 ? aise_tree_array(tree, tree->root, "findings") : NULL;
    for (size_t i = 0; i < game->finding_count; i++) {
        const AiseFinding *finding = &game->findings[i];
        json_t *object = aise_tree_object(tree, array, NULL);
        aise_tree_string(tree, object, "code", aise_code_name(finding->code));
        aise_tree_string(tree, object, "severity", aise_severity_name(finding->severity, AISE_ENGLISH));
        aise_tree_number(tree, object, "line", finding->line);
        aise_finding_message(finding, AISE_ENGLISH, &tree->text);
        aise_tree_taken(tree, object, "en");
        aise_finding_message(finding, AISE_ITALIAN, &tree->text);
        aise_tree_taken(tree, object, "it");
    }
}

static void add_texts(AiseTree *tree, const AiseGame *game)
{
    const AiseWriting pgn = {.dialect = AISE_DIALECT_AISE}, listing = {.dialect = AISE_DIALECT_LISTING};
    aise_pgn_write(game, &pgn, &tree->text);
    aise_tree_taken(tree, tree->root, "pgn");
    aise_listing_write(game, &listing, &tree->text);
    aise_tree_taken(tree, tree->root, "listing");
}

static void add_body(AiseTree *tree, const void *context)
{
    static const char *const numberings[] = {"pairs", "turns", "series"};
    const AiseGame *game = ((const Subject *)context)->game;
    AiseOwnTags none = {.count = 0};
    AiseScene scene;
    aise_tree_array(tree, tree->root, "tags");
    aise_tags_each(game, &none, add_tag, tree);
    aise_tree_string(tree, tree->root, "numbering", numberings[game->variant->numbering]);
    add_notes(tree, tree->root, game, 0, game->notes);
    aise_scene_begin(&scene, game);
    add_place(tree, aise_tree_object(tree, tree->root, "start"), &scene);
    json_t *plies = aise_tree_array(tree, tree->root, "plies");
    while (aise_scene_step(&scene))
        add_notes(tree, add_ply(tree, plies, &scene), game, scene.plies, scene.ply->notes);
    if (!aise_text_blank(game->unparsed))
        aise_tree_string(tree, tree->root, "unparsed", game->unparsed);
    if (aise_end_text(game->end) != NULL)
        aise_tree_string(tree, tree->root, "end", aise_end_text(game->end));
    add_findings(tree, game);
    add_texts(tree, game);
}

void aise_page_head(const AiseGame *game, size_t number, AiseBuffer *out)
{
    const Subject subject = {game, number};
    aise_tree_write(add_head, &subject, out);
}

void aise_page_body(const AiseGame *game, size_t number, AiseBuffer *out)
{
    const Subject subject = {game, number};
    aise_tree_write(add_body, &subject, out);
}

/* JSON in a script element, from `begin` on: `<` only ever stands in strings. */
static void escape(AiseBuffer *out, size_t begin)
{
    size_t end = out->length;
    for (size_t i = begin; i < end; i++) {
        if (out->bytes[i] == '<')
            aise_buffer_text(out, "\\u003c");
        else
            aise_buffer_byte(out, out->bytes[i]);
    }
    memmove(out->bytes + begin, out->bytes + end, out->length - end);
    out->length -= end - begin;
}

void aise_page_game(const AiseGame *game, size_t number, AiseBuffer *out)
{
    aise_buffer_text(out, "<script type=\"application/json\" class=\"game\">");
    size_t begin = out->length;
    aise_page_head(game, number, out);
    aise_buffer_byte(out, '\n');
    aise_page_body(game, number, out);
    escape(out, begin);
    aise_buffer_text(out, "\n</script>\n");
}
