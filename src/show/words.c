/* Words for people, in both languages. */
#include "src/show/show.h"

#include "src/pgn/movetext.h"

const char *aise_show_word(AiseWord word, bool italian)
{
    static const char *const words[AISE_WORDS][2] = {
        [AISE_WORD_START] = {"Start position", "Posizione iniziale"},
        [AISE_WORD_TO_MOVE] = {" to move", " al tratto"},
        [AISE_WORD_LEFT_ONE] = {", 1 ply left", ", resta 1 semimossa"},
        [AISE_WORD_LEFT_MORE] = {" plies left", " semimosse"},
        [AISE_WORD_EXPELLED] = {"expelled", "espulso"},
        [AISE_WORD_LEFT_BOARD] = {"leaves the board", "esce dalla scacchiera"},
        [AISE_WORD_OVERLOADS] = {"overloaded", "esautorato"},
        [AISE_WORD_RESTORES] = {"restored", "reintegrato"},
        [AISE_WORD_OVERLOADED] = {" (overloaded)", " (esautorato)"},
        [AISE_WORD_UNREAD] = {"not replayed", "non rigiocato"},
        [AISE_WORD_UNTITLED] = {"Game ", "Partita "},
    };
    return words[word][italian];
}

const char *aise_show_side(unsigned side, bool italian)
{
    static const char *const sides[2][2] = {{"White", "Bianco"}, {"Black", "Nero"}};
    return sides[side][italian];
}

const char *aise_show_kind(unsigned kind, bool italian)
{
    static const char *const kinds[6][2] = {{"pawn", "pedone"}, {"knight", "cavallo"}, {"bishop", "alfiere"},
                                            {"rook", "torre"},  {"queen", "donna"},    {"king", "re"}};
    return kinds[kind][italian];
}

static bool known(const char *name)
{
    return !aise_text_blank(name) && strcmp(name, "?") != 0;
}

void aise_show_players(const AiseGame *game, bool italian, AiseBuffer *out)
{
    const char *white = aise_tag_value(game, "White"), *black = aise_tag_value(game, "Black");
    if (!known(white) && !known(black)) {
        aise_buffer_text(out, aise_show_word(AISE_WORD_UNTITLED, italian));
        aise_buffer_number(out, game->number);
        return;
    }
    aise_buffer_text(out, known(white) ? white : "?");
    aise_buffer_text(out, " – ");
    aise_buffer_text(out, known(black) ? black : "?");
}

void aise_show_square(unsigned square, AiseBuffer *out)
{
    aise_buffer_byte(out, (char)('a' + aise_file(square)));
    aise_buffer_byte(out, (char)('1' + aise_rank(square)));
}

static void name_man(const AisePosition *p, unsigned square, bool italian, AiseBuffer *out)
{
    aise_buffer_text(out, aise_show_kind(aise_man_kind(p->man[square]), italian));
    aise_buffer_byte(out, ' ');
    aise_show_square(square, out);
    if ((p->state.overloaded & aise_bit(square)) != 0)
        aise_buffer_text(out, aise_show_word(AISE_WORD_OVERLOADED, italian));
}

void aise_show_position(const AisePosition *position, bool italian, AiseBuffer *out)
{
    for (unsigned side = AISE_WHITE; side <= AISE_BLACK; side++) {
        const char *joint = ": ";
        aise_buffer_text(out, side == AISE_BLACK ? "; " : "");
        aise_buffer_text(out, aise_show_side(side, italian));
        for (unsigned kind = AISE_KING + 1; kind-- > AISE_PAWN;)
            for (uint64_t men = aise_men(position, side, kind); men != 0; men &= men - 1) {
                aise_buffer_text(out, joint);
                name_man(position, aise_lowest(men), italian, out);
                joint = ", ";
            }
    }
}

static void tell_due(const AiseScene *scene, bool italian, AiseBuffer *out)
{
    const AiseState *state = &scene->position.state;
    const AiseGame *game = scene->game;
    if (scene->plies == game->ply_count && game->status == AISE_GAME_OK &&
        (game->result != AISE_RESULT_NONE || aise_scene_over(scene))) {
        aise_buffer_text(out, aise_result_text(game->result));
        return;
    }
    aise_buffer_text(out, aise_show_side(state->to_move, italian));
    aise_buffer_text(out, aise_show_word(AISE_WORD_TO_MOVE, italian));
    if (scene->game->variant->numbering == AISE_NUMBER_PAIRS)
        return;
    if (state->left == 1) {
        aise_buffer_text(out, aise_show_word(AISE_WORD_LEFT_ONE, italian));
        return;
    }
    aise_buffer_text(out, italian ? ", restano " : ", ");
    aise_buffer_number(out, state->left);
    aise_buffer_text(out, aise_show_word(AISE_WORD_LEFT_MORE, italian));
}

static void tell_squares(AiseWord word, uint64_t set, bool italian, AiseBuffer *out)
{
    if (set == 0)
        return;
    aise_buffer_text(out, "; ");
    aise_buffer_text(out, aise_show_word(word, italian));
    for (; set != 0; set &= ~aise_bit(aise_first(set))) {
        aise_buffer_byte(out, ' ');
        aise_show_square(aise_first(set), out);
    }
}

void aise_show_caption(const AiseScene *scene, bool italian, AiseBuffer *out)
{
    if (scene->ply == NULL) {
        aise_buffer_text(out, aise_show_word(AISE_WORD_START, italian));
    } else {
        aise_scene_number(scene, out);
        aise_buffer_byte(out, ' ');
        aise_scene_ply(scene, italian, out);
        for (unsigned i = 0; i < scene->badges; i++) {
            aise_buffer_text(out, "; ");
            aise_buffer_text(out, aise_show_kind(aise_man_kind(scene->badge[i].man), italian));
            aise_buffer_byte(out, ' ');
            aise_buffer_text(out, aise_show_word(scene->badge[i].expelled ? AISE_WORD_EXPELLED : AISE_WORD_LEFT_BOARD,
                                                 italian));
        }
        tell_squares(AISE_WORD_OVERLOADS, scene->ply->overloaded, italian, out);
        tell_squares(AISE_WORD_RESTORES, scene->ply->restored, italian, out);
    }
    aise_buffer_text(out, " – ");
    tell_due(scene, italian, out);
}
