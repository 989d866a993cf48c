/* A game as one JSON object; keys and their order are those of the manual. */
#include "src/jsonl/jsonl.h"

#include "src/lint/json.h"
#include "src/pgn/movetext.h"

typedef struct Subject {
    const AiseGame *game;
    const AiseWriting *how;
    AiseLanguage language;
} Subject;

typedef struct TagTarget {
    AiseTree *tree;
    json_t *tags;
} TagTarget;

static void add_tag(void *context, const AiseOwnTag *tag)
{
    TagTarget *target = context;
    AiseBuffer *text = &target->tree->text;
    aise_buffer_text(text, tag->value);
    if (tag->line != 0) {
        aise_buffer_byte(text, ':');
        aise_buffer_number(text, tag->line);
    }
    aise_tree_taken(target->tree, target->tags, tag->name);
}

static void add_tags(AiseTree *tree, const Subject *subject)
{
    AiseOwnTags own;
    own.count = 0;
    aise_own_variant(&own, subject->game, subject->how, "Variant");
    aise_own_start(&own, subject->game, true);
    TagTarget target = {tree, aise_tree_object(tree, tree->root, "tags")};
    aise_tags_each(subject->game, &own, add_tag, &target);
}

/* Comments and variations, in the order they stand. */
static void add_comment(AiseTree *tree, const Subject *subject, json_t *object, const AiseNote *notes)
{
    if (subject->how->no_comments || !aise_notes_speak(notes, true))
        return;
    AiseFill fill = aise_fill_line(&tree->text);
    for (const AiseNote *note = notes; note != NULL; note = note->next)
        aise_fill_text(&fill, note->text);
    aise_tree_taken(tree, object, "comment");
}

static void add_effects(AiseTree *tree, json_t *object, const AisePlyRecord *ply)
{
    if ((ply->overloaded | ply->restored) == 0)
        return;
    char text[AISE_EFFECT_TEXT_MAX];
    json_t *effects = aise_tree_array(tree, object, "effects");
    size_t length = aise_overloads_text(ply, text);
    if (length != 0)
        aise_tree_text(tree, effects, NULL, text, length);
    length = aise_restores_text(ply, text);
    if (length != 0)
        aise_tree_text(tree, effects, NULL, text, length);
}

static void add_ply(AiseTree *tree, const Subject *subject, json_t *plies, const AisePlyRecord *ply)
{
    json_t *object = aise_tree_object(tree, plies, NULL);
    aise_tree_number(tree, object, "turn", ply->turn);
    aise_tree_string(tree, object, "side", ply->side == AISE_WHITE ? "w" : "b");
    aise_tree_text(tree, object, "text", subject->game->text + ply->text.begin, ply->text.end - ply->text.begin);
    aise_tree_text(tree, object, "san", ply->san, ply->san_length);
    add_effects(tree, object, ply);
    if (ply->nag_count != 0) {
        json_t *nags = aise_tree_array(tree, object, "nags");
        for (unsigned i = 0; i < ply->nag_count; i++)
            aise_tree_number(tree, nags, NULL, ply->nag[i]);
    }
    add_comment(tree, subject, object, ply->notes);
}

/* Of a game that is over only the overloaded men remain of the state (NOTATION 2.3); mate is known to the game alone. */
static void add_final(AiseTree *tree, const AiseGame *game)
{
    char fen[AISE_FEN_MAX];
    char state[AISE_STATE_MAX];
    AisePosition over = game->final;
    if (over.state.outcome == AISE_PLAYING)
        over.state.outcome = (uint8_t)game->outcome;
    aise_fen_write(&game->variant->traits, &game->final, fen);
    aise_state_write(&game->variant->traits, &over, state);
    json_t *final = aise_tree_object(tree, tree->root, "final");
    aise_tree_string(tree, final, "fen", fen);
    aise_tree_string(tree, final, "state", state);
}

static const char *status_name(AiseGameStatus status)
{
    static const char *const names[] = {
        [AISE_GAME_OK] = "ok", [AISE_GAME_DAMAGED] = "damaged", [AISE_GAME_EMPTY] = "empty"};
    return names[status];
}

static void build(AiseTree *tree, const void *context)
{
    const Subject *subject = context;
    const AiseGame *game = subject->game;
    aise_tree_string(tree, tree->root, "source", game->source);
    aise_tree_number(tree, tree->root, "line", game->line);
    aise_tree_string(tree, tree->root, "variant", game->variant->id);
    aise_tree_string(tree, tree->root, "status", status_name(game->status));
    add_tags(tree, subject);
    add_comment(tree, subject, tree->root, game->notes);
    json_t *plies = aise_tree_array(tree, tree->root, "plies");
    for (size_t i = 0; i < game->ply_count; i++)
        add_ply(tree, subject, plies, &game->plies[i]);
    if (!aise_text_blank(game->unparsed))
        aise_tree_string(tree, tree->root, "unparsed", game->unparsed);
    aise_tree_string(tree, tree->root, "result", aise_result_text(game->result));
    add_final(tree, game);
    json_t *findings = aise_tree_array(tree, tree->root, "findings");
    for (size_t i = 0; i < game->finding_count; i++)
        aise_tree_finding(tree, aise_tree_object(tree, findings, NULL), &game->findings[i], subject->language);
}

void aise_jsonl_write(const AiseGame *game, const AiseWriting *how, AiseLanguage language, AiseBuffer *out)
{
    Subject subject = {game, how, language};
    aise_tree_write(build, &subject, out);
    aise_buffer_byte(out, '\n');
}
