/* Dialects `viewer` and cards (NOTATION 2.2): games for orthodox boards, which know null moves but no AISE rules.
 *
 * Two boards run side by side: `truth` under the game's own rules, `board` as an orthodox program sees it. A ply can be
 * shown when the same man makes the same lawful ply on both. */
#include "src/pgn/pgn.h"

#include "src/pgn/movetext.h"

static const uint64_t edge_ranks = UINT64_C(0xff000000000000ff);

typedef struct Viewer {
    const AiseGame *game;
    const AiseWriting *how;
    const AiseVariant *orthodox;
    AiseBuffer *out;
    AiseFill fill;
    AisePosition truth;
    AisePosition board;
    char fen[AISE_FEN_MAX]; /* the last position an orthodox program could set up */
    bool apart;             /* a game a turn or ply, not one padded game */
    bool stale;             /* `fen` is not the position it should be */
    uint64_t left_out;      /* pawns of `truth` on the edge ranks, which orthodox programs refuse and `fen` lacks */
    bool number_due;        /* Black's number is due after a comment */
    bool commented;         /* the last thing written is a comment */
} Viewer;

/* ---- the orthodox board ---- */

/* Sets `board` up as `truth` stands but for pawns on the edge ranks, with `to_move` to move; false where an orthodox
   program would refuse. */
static bool set_board(Viewer *viewer, unsigned to_move)
{
    AisePosition shown = viewer->truth;
    const uint64_t left_out = shown.kind[AISE_PAWN] & edge_ranks;
    char error[128];
    char fen[AISE_FEN_MAX];
    for (uint64_t pawns = left_out; pawns != 0; pawns &= pawns - 1)
        aise_lift(&shown, aise_lowest(pawns));
    if (shown.state.to_move != to_move) {
        shown.state.to_move = (uint8_t)to_move;
        shown.state.ep = 0;
    }
    aise_fen_write(&viewer->game->variant->traits, &shown, fen);
    if (!aise_rules_setup(viewer->orthodox, fen, NULL, &viewer->board, error, sizeof error))
        return false;
    memcpy(viewer->fen, fen, sizeof fen);
    viewer->left_out = left_out;
    return true;
}

/* The same for a game of its own: with the other side to move where the true one is refused, as the last position that
   could be set up where both are. True if it stands as it should. */
static bool set_apart(Viewer *viewer)
{
    unsigned to_move = viewer->truth.state.to_move;
    bool right = set_board(viewer, to_move);
    viewer->stale = !right && !set_board(viewer, to_move ^ 1u);
    return right && viewer->left_out == 0;
}

static void pass(Viewer *viewer)
{
    AiseState *state = &viewer->board.state;
    state->turn += state->to_move == AISE_BLACK;
    state->to_move ^= 1;
    state->ep = 0;
    state->clock++;
    state->check = 0;
}

/* Looks for the ply on the orthodox board. `after`: the game's own position behind it. */
static bool find_shown(Viewer *viewer, const AisePly *ply, const AisePosition *after, AisePly *shown)
{
    const unsigned from = ply->agent_from, to = ply->agent_to;
    const unsigned man = viewer->truth.man[from];
    if (ply->patient_from != AISE_NONE || to > 63 || viewer->board.man[from] != man)
        return false;
    AiseWritten written = {.kind = (uint8_t)aise_man_kind(man),
                           .from_file = (uint8_t)aise_file(from),
                           .from_rank = (uint8_t)aise_rank(from),
                           .to = (uint8_t)to,
                           .to_file = AISE_ANY,
                           .promo = AISE_NO_KIND,
                           .mutation = AISE_NO_KIND,
                           .patient_kind = AISE_ANY,
                           .patient_from = AISE_NONE,
                           .patient_to = AISE_NONE,
                           .patient_promo = AISE_NO_KIND};
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG)
        written.castle = ply->type == AISE_PLY_CASTLE_SHORT ? 1 : 2;
    AisePly found[16]; /* origin and target are given: four promotions at most, the list never grows */
    AisePlies list = {viewer->out->guard, found, 0, sizeof found / sizeof *found};
    aise_rules_resolve(viewer->orthodox, &viewer->board, &written, &list);
    for (size_t i = 0; i < list.count; i++) {
        *shown = found[i];
        if (shown->agent_from == from && shown->agent_to == to &&
            (shown->agent_promo == AISE_NO_KIND || shown->agent_promo == aise_man_kind(after->man[to])))
            return true;
    }
    return false;
}

static bool null_due(const Viewer *viewer, const AisePlyRecord *ply)
{
    return viewer->board.state.to_move != ply->side;
}

/* The other side passes if it must and may (not while in check); then the ply must be there. */
static bool can_show(Viewer *viewer, const AisePlyRecord *ply, const AisePosition *after, AisePly *shown)
{
    if (!null_due(viewer, ply))
        return find_shown(viewer, &ply->ply, after, shown);
    if (aise_rules_checked(viewer->orthodox, &viewer->board))
        return false;
    AiseState saved = viewer->board.state;
    pass(viewer);
    bool found = find_shown(viewer, &ply->ply, after, shown);
    viewer->board.state = saved;
    return found;
}

/* ---- words ---- */

static void write_text(AiseFill *fill, const char *text)
{
    aise_fill_word(fill, text, strlen(text));
}

/* A comment; two in a row become one, for some programs take no second. */
static void open_comment(Viewer *viewer)
{
    if (!viewer->commented) {
        aise_fill_open(&viewer->fill, "{");
        return;
    }
    viewer->out->length--;
    viewer->fill.column--;
    aise_fill_close(&viewer->fill, ';');
}

static void close_comment(Viewer *viewer)
{
    aise_fill_close(&viewer->fill, '}');
    viewer->number_due = true;
    viewer->commented = true;
}

static void write_number(Viewer *viewer, uint32_t number, bool dots)
{
    aise_buffer_reserve(viewer->out, AISE_NUMBER_MAX + 1);
    aise_fill_number(&viewer->fill, number, dots);
}

static void write_board_number(Viewer *viewer)
{
    const AiseState *state = &viewer->board.state;
    if (state->to_move == AISE_BLACK && !viewer->number_due)
        return;
    write_number(viewer, state->turn, state->to_move == AISE_BLACK);
    viewer->number_due = false;
}

static void write_shown(Viewer *viewer, const AisePlyRecord *ply, const AisePly *shown)
{
    viewer->commented = false;
    if (null_due(viewer, ply)) {
        write_board_number(viewer);
        write_text(&viewer->fill, "--");
        pass(viewer);
    }
    write_board_number(viewer);
    char san[AISE_SAN_MAX + 2];
    size_t length = aise_san_write(viewer->orthodox, &viewer->board, shown, "KQRBN", san);
    AiseUndo undo;
    aise_rules_play(viewer->orthodox, &viewer->board, shown, &undo);
    const char *suffix = aise_san_suffix(viewer->orthodox, &viewer->board);
    memcpy(san + length, suffix, strlen(suffix));
    aise_fill_word(&viewer->fill, san, length + strlen(suffix));
    for (unsigned i = 0; i < ply->nag_count; i++)
        aise_fill_nag(&viewer->fill, ply->nag[i]);
}

/* Notes in a comment in which the game is told as well: nothing in them may look like that. `bracketed`: brackets stand
   around them, and theirs must match. */
static void write_notes(Viewer *viewer, const AiseNote *notes, bool bracketed)
{
    size_t from = viewer->out->length;
    aise_fill_notes(&viewer->fill, notes, true);
    char *at = viewer->out->bytes + from, *end = viewer->out->bytes + viewer->out->length;
    int depth = 0, least = 0;
    for (char *c = at; c < end; c++) {
        depth += (*c == '(') - (*c == ')');
        least = depth < least ? depth : least;
        if (end - c > 5 && memcmp(c, "AISE", 4) == 0 && (c[4] == ' ' || c[4] == '\n' || c[4] == ':'))
            memcpy(c, "Aise", 4);
    }
    for (char *c = at; bracketed && (depth != 0 || least < 0) && c < end; c++)
        *c = *c == '(' ? '<' : *c == ')' ? '>' : *c;
}

/* Glyphs in a comment: `!`, and by number what has no mark or is not the first. */
static void write_marks(Viewer *viewer, const AisePlyRecord *ply)
{
    for (unsigned i = 0; i < ply->nag_count; i++) {
        const char *mark = i == 0 ? aise_nag_mark(ply->nag[i]) : NULL;
        if (mark == NULL) {
            aise_fill_nag(&viewer->fill, ply->nag[i]);
            continue;
        }
        viewer->fill.glued = true;
        write_text(&viewer->fill, mark);
    }
}

/* One ply of the game as words of a comment: number where its turn begins, SAN, glyphs if asked, effects, how the game
   ended. */
static void write_told(Viewer *viewer, size_t i, bool numbered, bool marks)
{
    const AisePlyRecord *ply = &viewer->game->plies[i];
    if (numbered)
        write_number(viewer, ply->turn, aise_number_dots(viewer->game->variant, ply));
    aise_fill_word(&viewer->fill, ply->san, ply->san_length);
    if (marks)
        write_marks(viewer, ply);
    char effect[AISE_EFFECT_TEXT_MAX];
    size_t length = aise_overloads_text(ply, effect);
    if (length != 0)
        aise_fill_word(&viewer->fill, effect, length);
    length = aise_restores_text(ply, effect);
    if (length != 0)
        aise_fill_word(&viewer->fill, effect, length);
    const char *end = aise_end_text(viewer->game->end);
    if (end != NULL && i + 1 == viewer->game->ply_count)
        write_text(&viewer->fill, end);
}

/* What the position set up has that the game has not. */
static void write_caveat(Viewer *viewer)
{
    if (viewer->stale) {
        aise_fill_text(&viewer->fill, "(an orthodox board cannot show the position)");
        return;
    }
    if (viewer->left_out == 0)
        return;
    aise_fill_text(&viewer->fill, "(an orthodox board cannot show the pawn on");
    for (uint64_t pawns = viewer->left_out; pawns != 0; pawns &= pawns - 1) {
        unsigned square = aise_lowest(pawns);
        const char name[2] = {(char)('a' + aise_file(square)), (char)('1' + aise_rank(square))};
        aise_fill_word(&viewer->fill, name, sizeof name);
    }
    aise_fill_close(&viewer->fill, ')');
}

static size_t turn_begin(const AiseGame *game, size_t ply)
{
    while (ply > 0 && !game->plies[ply].first)
        ply--;
    return ply;
}

static bool ends_turn(const AiseGame *game, size_t ply)
{
    return ply + 1 == game->ply_count || game->plies[ply + 1].first;
}

/* `before` and the number of the ply's turn, one word: a line that begins with a turn 1 may begin a game. */
static void write_opening_number(Viewer *viewer, const char *before, size_t ply)
{
    char text[AISE_NUMBER_MAX + 8];
    const AisePlyRecord *first = &viewer->game->plies[ply];
    size_t length = strlen(before);
    memcpy(text, before, length);
    length += aise_number_text(first->turn, aise_number_dots(viewer->game->variant, first), text + length);
    aise_fill_word(&viewer->fill, text, length);
}

/* `AISE 2... Bb4 b6` up to and including `ply`. */
static void write_turn(Viewer *viewer, size_t ply)
{
    size_t first = turn_begin(viewer->game, ply);
    write_opening_number(viewer, "AISE ", first);
    for (size_t i = first; i <= ply; i++)
        write_told(viewer, i, false, viewer->apart);
    if (viewer->apart)
        write_caveat(viewer);
}

/* The comment behind a ply: the turn where it ends (or `always`), and the ply's notes. */
static void write_comment(Viewer *viewer, size_t ply, bool always)
{
    const AiseNote *notes = viewer->game->plies[ply].notes;
    bool turn = always || ends_turn(viewer->game, ply);
    bool speaks = !viewer->how->no_comments && aise_notes_speak(notes, true);
    if (!turn && !speaks)
        return;
    open_comment(viewer);
    if (turn)
        write_turn(viewer, ply);
    if (turn && speaks)
        aise_fill_close(&viewer->fill, ':');
    if (speaks)
        write_notes(viewer, notes, false);
    close_comment(viewer);
}

/* The comment before the first move; with `caveat` what the set-up lacks too. */
static void write_opening(Viewer *viewer, bool caveat)
{
    const AiseNote *notes = viewer->game->notes;
    bool speaks = !viewer->how->no_comments && aise_notes_speak(notes, true);
    caveat = caveat && (viewer->stale || viewer->left_out != 0);
    if (!speaks && !caveat)
        return;
    open_comment(viewer);
    if (speaks)
        write_notes(viewer, notes, false);
    if (caveat)
        write_caveat(viewer);
    close_comment(viewer);
}

/* The comment in which the game goes on where the board stops. */
static void write_rest(Viewer *viewer, size_t ply)
{
    const AiseGame *game = viewer->game;
    open_comment(viewer);
    aise_fill_text(&viewer->fill, "AISE: an orthodox board cannot show the");
    write_opening_number(viewer, "rest: ", ply);
    for (size_t i = ply; i < game->ply_count; i++) {
        write_told(viewer, i, i > ply && game->plies[i].first, true);
        if (viewer->how->no_comments || !aise_notes_speak(game->plies[i].notes, true))
            continue;
        aise_fill_open(&viewer->fill, "(");
        write_notes(viewer, game->plies[i].notes, true);
        aise_fill_close(&viewer->fill, ')');
    }
    close_comment(viewer);
}

/* The result; after the game's `last` words also what could not be read. */
static void write_end(Viewer *viewer, bool last)
{
    if (last && !aise_text_blank(viewer->game->unparsed)) {
        open_comment(viewer);
        aise_fill_text(&viewer->fill, "AISE unparsed:");
        aise_fill_comment_text(&viewer->fill, viewer->game->unparsed);
        close_comment(viewer);
    }
    write_text(&viewer->fill, aise_result_text(viewer->game->result));
    aise_buffer_add(viewer->out, "\n\n", 2);
}

/* `whole`: the position is the game's own start, and what no FEN holds of it is told too. */
static void write_tags(Viewer *viewer, const char *fen, bool whole)
{
    AiseOwnTags own;
    own.count = 0;
    aise_own_variant(&own, viewer->game, viewer->how, "AiseVariant");
    aise_own_tag(&own, "AiseDialect", "viewer");
    if (whole && fen != NULL && viewer->left_out == 0) {
        aise_state_write(&viewer->game->variant->traits, &viewer->game->start, own.state);
        if (own.state[0] != '\0')
            aise_own_tag(&own, "AiseState", own.state);
    }
    if (fen != NULL) {
        aise_own_tag(&own, "FEN", fen);
        aise_own_tag(&own, "SetUp", "1");
    }
    aise_pgn_tags(viewer->game, &own, viewer->out);
    viewer->fill = aise_fill_begin(viewer->out);
    viewer->number_due = true;
    viewer->commented = false;
}

/* ---- the three forms ---- */

/* One game with null moves, as far as an orthodox board goes. */
static void write_padded(Viewer *viewer)
{
    const AiseGame *game = viewer->game;
    bool shows = set_apart(viewer);
    if (!shows && viewer->left_out == 0 && game->ply_count == 0) /* nothing tells whose move it is */
        viewer->stale = true;
    write_tags(viewer, game->set_up && !viewer->stale ? viewer->fen : NULL, true);
    write_opening(viewer, true);
    size_t i = 0;
    for (; shows && i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        AisePosition after = viewer->truth;
        AiseUndo undo;
        AisePly shown;
        aise_rules_play(game->variant, &after, &ply->ply, &undo);
        if (!can_show(viewer, ply, &after, &shown))
            break;
        write_shown(viewer, ply, &shown);
        viewer->truth = after;
        write_comment(viewer, i, false);
    }
    if (i > 0 && !ends_turn(game, i - 1)) {
        open_comment(viewer);
        write_turn(viewer, i - 1);
        close_comment(viewer);
    }
    if (i < game->ply_count)
        write_rest(viewer, i);
    write_end(viewer, true);
}

/* A game without plies: its position is all there is. */
static void write_position(Viewer *viewer)
{
    if (!set_apart(viewer) && viewer->left_out == 0)
        viewer->stale = true;
    write_tags(viewer, viewer->fen, true);
    write_opening(viewer, true);
    write_end(viewer, true);
}

/* The turn that ends with `last`, what was said about it, and for the first turn the opening comment. */
static void write_slide_comment(Viewer *viewer, size_t last)
{
    const AiseGame *game = viewer->game;
    size_t first = turn_begin(game, last);
    open_comment(viewer);
    if (first == 0 && !viewer->how->no_comments && aise_notes_speak(game->notes, true)) {
        write_notes(viewer, game->notes, false);
        aise_fill_close(&viewer->fill, ';');
    }
    write_turn(viewer, last);
    for (size_t i = first; i <= last && !viewer->how->no_comments; i++)
        if (aise_notes_speak(game->plies[i].notes, true)) {
            aise_fill_close(&viewer->fill, i == first ? ':' : ';');
            write_notes(viewer, game->plies[i].notes, false);
        }
    close_comment(viewer);
}

/* Dynamo: one game without moves a turn, each with the position after it. */
static void write_slides(Viewer *viewer)
{
    const AiseGame *game = viewer->game;
    if (game->ply_count == 0)
        write_position(viewer);
    for (size_t i = 0; i < game->ply_count; i++) {
        AiseUndo undo;
        aise_rules_play(game->variant, &viewer->truth, &game->plies[i].ply, &undo);
        set_apart(viewer);
        if (!ends_turn(game, i))
            continue;
        write_tags(viewer, viewer->fen, false);
        write_slide_comment(viewer, i);
        write_end(viewer, i + 1 == game->ply_count);
    }
}

/* One position and one move a game; a ply an orthodox board cannot show stands in the comment alone. */
static void write_cards(Viewer *viewer)
{
    const AiseGame *game = viewer->game;
    if (game->ply_count == 0)
        write_position(viewer);
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        AisePosition after = viewer->truth;
        AiseUndo undo;
        AisePly shown;
        bool right = set_apart(viewer);
        write_tags(viewer, viewer->fen, false);
        if (i == 0)
            write_opening(viewer, false);
        aise_rules_play(game->variant, &after, &ply->ply, &undo);
        if (right && find_shown(viewer, &ply->ply, &after, &shown))
            write_shown(viewer, ply, &shown);
        viewer->truth = after;
        write_comment(viewer, i, true);
        write_end(viewer, i + 1 == game->ply_count);
    }
}

void aise_viewer_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    static const char usual[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    Viewer viewer = {.game = game, .how = how, .out = out, .truth = game->start};
    viewer.orthodox = aise_variant_find("orthodox", 8);
    memcpy(viewer.fen, usual, sizeof usual);
    if (how->dialect == AISE_DIALECT_CARDS) {
        viewer.apart = true;
        write_cards(&viewer);
    } else if (game->variant->dynamo) {
        viewer.apart = true;
        write_slides(&viewer);
    } else if (aise_variant_standard(game->variant)) {
        set_board(&viewer, game->start.state.to_move);
        write_tags(&viewer, game->set_up ? viewer.fen : NULL, true);
        aise_pgn_movetext(game, how, out);
    } else {
        write_padded(&viewer);
    }
}
