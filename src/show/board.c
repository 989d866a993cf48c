/* Boards of characters for the terminal. Without colour the last ply stands in brackets, overloaded men in parentheses. */
#include "src/show/show.h"

#include "src/pgn/movetext.h"

typedef struct Board {
    const AiseShowing *how;
    AiseBuffer *out;
} Board;

/* Control characters in what was appended since `begin` (U+0080–U+009F too) must not reach a terminal. */
static void tame(AiseBuffer *out, size_t begin)
{
    size_t made = begin;
    for (size_t i = begin; i < out->length; i++) {
        unsigned char byte = (unsigned char)out->bytes[i];
        bool high = byte == 0xc2 && i + 1 < out->length && (unsigned char)out->bytes[i + 1] < 0xa0;
        bool control = byte < 0x20 || byte == 0x7f || high;
        out->bytes[made++] = control ? ' ' : out->bytes[i];
        i += high;
    }
    out->length = made;
}

static void add_tame(AiseBuffer *out, const char *text)
{
    size_t begin = out->length;
    aise_buffer_text(out, text);
    tame(out, begin);
}

/* ---- one square ---- */

/* 256-colour backgrounds: plain, and touched by the last ply; and the men's colours. */
static void paint(Board *board, unsigned square, bool touched, unsigned man)
{
    static const char *const grounds[2][2] = {{"137", "180"}, {"107", "150"}};
    bool light = (aise_file(square) + aise_rank(square)) % 2 == 1;
    aise_buffer_text(board->out, "\033[48;5;");
    aise_buffer_text(board->out, grounds[touched][light]);
    aise_buffer_text(board->out, man != AISE_EMPTY && aise_man_side(man) == AISE_WHITE ? ";38;5;231m" : ";38;5;16m");
}

static void write_man(Board *board, unsigned square, unsigned man)
{
    static const char *const outlined[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
    static const char *const filled[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    unsigned kind = aise_man_kind(man);
    bool white = aise_man_side(man) == AISE_WHITE;
    if (man == AISE_EMPTY)
        aise_buffer_text(board->out, board->how->color                                  ? " "
                                     : board->how->ascii                                ? "."
                                     : (aise_file(square) + aise_rank(square)) % 2 == 1 ? " "
                                                                                        : "·");
    else if (board->how->ascii)
        aise_buffer_byte(board->out, (white ? "PNBRQK" : "pnbrqk")[kind]);
    else
        aise_buffer_text(board->out, (white && !board->how->color ? outlined : filled)[kind]);
}

static void write_square(Board *board, const AiseScene *scene, unsigned square)
{
    uint64_t bit = aise_bit(square);
    bool touched = ((scene->touched | scene->captured) & bit) != 0 || scene->held == square;
    bool overloaded = (scene->position.state.overloaded & bit) != 0;
    unsigned man = scene->position.man[square];
    const char *marks = overloaded && touched && !board->how->color ? "<>" : overloaded ? "()" : touched ? "[]" : "  ";
    if (board->how->color) {
        paint(board, square, touched, man);
        marks = overloaded ? "()" : "  ";
    }
    aise_buffer_byte(board->out, marks[0]);
    write_man(board, square, man);
    aise_buffer_byte(board->out, marks[1]);
}

/* ---- one board ---- */

static void write_board(Board *board, const AiseScene *scene)
{
    AiseBuffer *out = board->out;
    for (unsigned rank = 8; rank-- > 0;) {
        aise_buffer_byte(out, (char)('1' + rank));
        aise_buffer_byte(out, ' ');
        for (unsigned file = 0; file < 8; file++)
            write_square(board, scene, aise_square(file, rank));
        if (board->how->color)
            aise_buffer_text(out, "\033[0m");
        while (out->bytes[out->length - 1] == ' ')
            out->length--;
        aise_buffer_byte(out, '\n');
    }
    aise_buffer_text(out, "   a  b  c  d  e  f  g  h\n");
    size_t begin = out->length;
    aise_show_caption(scene, board->how->italian, out);
    tame(out, begin);
    aise_buffer_byte(out, '\n');
}

static void write_notes(Board *board, const AiseNote *notes)
{
    for (; notes != NULL; notes = notes->next) {
        if (aise_text_blank(notes->text))
            continue;
        add_tame(board->out, notes->text);
        aise_buffer_byte(board->out, '\n');
    }
}

static void write_head(Board *board, const AiseGame *game)
{
    AiseBuffer *out = board->out;
    size_t begin = out->length;
    const char *event = aise_tag_value(game, "Event");
    aise_show_players(game, board->how->italian, out);
    if (!aise_text_blank(event) && strcmp(event, "?") != 0) {
        aise_buffer_text(out, ", ");
        aise_buffer_text(out, event);
    }
    aise_buffer_text(out, " (");
    aise_buffer_text(out, game->variant->pgn);
    aise_buffer_text(out, ") ");
    aise_buffer_text(out, aise_result_text(game->result));
    tame(out, begin);
    aise_buffer_text(out, "\n\n");
}

void aise_board_write(const AiseGame *game, const AiseShowing *how, AiseBuffer *out)
{
    Board board = {how, out};
    AiseScene scene;
    aise_scene_begin(&scene, game);
    write_head(&board, game);
    do {
        if (scene.plies != how->plies && !how->all)
            continue;
        write_board(&board, &scene);
        write_notes(&board, scene.ply != NULL ? scene.ply->notes : game->notes);
        aise_buffer_byte(out, '\n');
    } while (scene.plies < how->plies && aise_scene_step(&scene));
    if (how->plies == game->ply_count && !aise_text_blank(game->unparsed)) {
        aise_buffer_text(out, aise_show_word(AISE_WORD_UNREAD, how->italian));
        aise_buffer_text(out, ": ");
        add_tame(out, game->unparsed);
        aise_buffer_text(out, "\n\n");
    }
}
