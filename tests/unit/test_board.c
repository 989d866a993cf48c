/* Squares, tables, effects with undo, turns, and positions as text. */
#include "src/board/board.h"

#include <check.h>
#include <stdlib.h>

static const AiseTraits orthodox = {.cadence = {1, 1, 0}, .ep = AISE_EP_FIELD};
static const AiseTraits two_plies = {.cadence = {1, 2, 0}, .ep = AISE_EP_NONE};
static const AiseTraits series = {.cadence = {1, 0, 1}, .ep = AISE_EP_STATE, .series = true};
static const AiseTraits dynamo = {.cadence = {1, 2, 0}, .ep = AISE_EP_NONE, .has_ko = true};
static const AiseTraits overloader = {.cadence = {1, 1, 0}, .ep = AISE_EP_FIELD, .has_ov = true};

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static AisePosition read_position(const AiseTraits *t, const char *fen, const char *state)
{
    AisePosition p;
    char error[200] = "";

    ck_assert_msg(aise_fen_parse(t, fen, state, &p, error, sizeof error), "%s|%s: %s", fen, state, error);
    return p;
}

/* ---- tables ---- */

static uint64_t slow_slide(unsigned square, int file_step, int rank_step, uint64_t occupied)
{
    int file = (int)aise_file(square), rank = (int)aise_rank(square);
    uint64_t set = 0;

    for (;;) {
        file += file_step;
        rank += rank_step;
        if (file < 0 || file > 7 || rank < 0 || rank > 7)
            return set;
        set |= aise_bit(aise_square((unsigned)file, (unsigned)rank));
        if (occupied & set)
            return set;
    }
}

static bool same_placement(const AisePlacement *a, const AisePlacement *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

START_TEST(slider_attacks_stop_at_the_first_man)
{
    uint64_t seed = 1;

    for (unsigned i = 0; i < 20000; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t occupied = seed & (seed << 21 | seed >> 43);
        unsigned s = i % 64;
        ck_assert_uint_eq(aise_rook_attacks(s, occupied), slow_slide(s, 1, 0, occupied) | slow_slide(s, -1, 0, occupied) |
                                                              slow_slide(s, 0, 1, occupied) | slow_slide(s, 0, -1, occupied));
        ck_assert_uint_eq(aise_bishop_attacks(s, occupied),
                          slow_slide(s, 1, 1, occupied) | slow_slide(s, -1, 1, occupied) |
                              slow_slide(s, 1, -1, occupied) | slow_slide(s, -1, -1, occupied));
    }
}
END_TEST

START_TEST(between_and_lines_agree_with_rays)
{
    for (unsigned a = 0; a < 64; a++)
        for (unsigned b = 0; b < 64; b++) {
            uint64_t between = 0, line = 0;
            for (unsigned d = 0; d < 8; d++)
                if (aise_rays[d][a] & aise_bit(b)) {
                    between = aise_rays[d][a] & aise_rays[(d + 4) % 8][b];
                    line = aise_rays[d][a] | aise_rays[(d + 4) % 8][a] | aise_bit(a);
                }
            ck_assert_uint_eq(aise_between[a][b], between);
            ck_assert_uint_eq(aise_lines[a][b], line);
        }
    ck_assert_uint_eq(aise_between[0][24], aise_bit(8) | aise_bit(16));
}
END_TEST

START_TEST(steps_stay_on_the_board)
{
    ck_assert_uint_eq(aise_knight_attacks[0], aise_bit(10) | aise_bit(17));
    ck_assert_uint_eq(aise_king_attacks[63], aise_bit(62) | aise_bit(55) | aise_bit(54));
    ck_assert_uint_eq(aise_pawn_attacks[AISE_WHITE][8], aise_bit(17));
    ck_assert_uint_eq(aise_pawn_attacks[AISE_BLACK][15], aise_bit(6));
    ck_assert_uint_eq(aise_reach[aise_man(AISE_BLACK, AISE_PAWN)][15], aise_bit(6));
    for (unsigned s = 0; s < 64; s++)
        ck_assert_uint_eq(aise_reach[aise_man(AISE_BLACK, AISE_QUEEN)][s], aise_attacks(AISE_QUEEN, s, 0));
}
END_TEST

START_TEST(sets_are_counted_and_ordered)
{
    ck_assert_uint_eq(aise_count(~UINT64_C(0)), 64);
    ck_assert_uint_eq(aise_count(UINT64_C(0x8000000000000001)), 2);
    ck_assert_uint_eq(aise_count(0), 0);
    ck_assert_uint_eq(aise_first(aise_bit(1) | aise_bit(56)), 56); /* a8 before b1 */
    ck_assert_uint_eq(aise_lowest(aise_bit(1) | aise_bit(56)), 1);
}
END_TEST

/* ---- effects ---- */

START_TEST(undo_restores_every_bit)
{
    AisePosition p = read_position(&overloader, start_fen, "ov=d2,e7"), before = p;
    AiseUndo undo;

    aise_undo_begin(&undo, &p);
    aise_effect_remove(&p, &undo, 52, AISE_REASON_CAPTURE);
    aise_effect_move(&p, &undo, 11, 52, AISE_REASON_MOVE);
    aise_effect_change(&p, &undo, 52, AISE_QUEEN, AISE_REASON_PROMOTION);
    aise_effect_overload(&p, &undo, 60);
    aise_effect_restore(&p, &undo, 52);
    p.state.turn = 77;
    p.state.has_ko = 1;
    ck_assert_uint_eq(p.man[52], aise_man(AISE_WHITE, AISE_QUEEN));
    ck_assert_uint_eq(p.state.overloaded, aise_bit(60));
    ck_assert_uint_eq(undo.effect[1].flag, 1);
    aise_undo(&p, &undo);
    ck_assert_mem_eq(&p, &before, sizeof p);
}
END_TEST

START_TEST(an_overloaded_man_stays_so_when_it_moves)
{
    AisePosition p = read_position(&overloader, start_fen, "ov=d2");
    AiseUndo undo;

    aise_undo_begin(&undo, &p);
    aise_effect_move(&p, &undo, 11, 19, AISE_REASON_MOVE);
    ck_assert_uint_eq(p.state.overloaded, aise_bit(19));
}
END_TEST

START_TEST(effects_keep_the_placement_key)
{
    AisePosition p = read_position(&orthodox, start_fen, "");
    AisePosition q = read_position(&orthodox, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "");
    AiseUndo undo;

    aise_undo_begin(&undo, &p);
    aise_effect_move(&p, &undo, 6, 21, AISE_REASON_MOVE);
    ck_assert_uint_eq(p.state.key, q.state.key);
    aise_effect_change(&p, &undo, 21, AISE_ROOK, AISE_REASON_PROMOTION);
    ck_assert_uint_ne(p.state.key, q.state.key);
}
END_TEST

START_TEST(placements_tell_kind_side_and_square)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1",
        "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    };
    AisePlacement placement[5];

    for (unsigned i = 0; i < 5; i++) {
        AisePosition p = read_position(&orthodox, fens[i], "");
        aise_placement(&p, &placement[i]);
        for (unsigned j = 0; j < i; j++)
            ck_assert(!same_placement(&placement[i], &placement[j]));
    }
    ck_assert(same_placement(&placement[0], &placement[0]));
}
END_TEST

/* ---- turns ---- */

START_TEST(turns_of_one_and_two_plies)
{
    AisePosition p = read_position(&orthodox, start_fen, ""), q = read_position(&two_plies, start_fen, "");

    aise_turn_advance(&orthodox, &p);
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.turn, 1);
    aise_turn_advance(&orthodox, &p);
    ck_assert_uint_eq(p.state.turn, 2);
    ck_assert_uint_eq(q.state.left, 1);
    aise_turn_advance(&two_plies, &q);
    ck_assert_uint_eq(q.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(q.state.left, 2);
    aise_turn_advance(&two_plies, &q);
    ck_assert_uint_eq(q.state.to_move, AISE_BLACK);
    aise_turn_advance(&two_plies, &q);
    ck_assert_uint_eq(q.state.to_move, AISE_WHITE);
    ck_assert_uint_eq(q.state.turn, 2);
    ck_assert_uint_eq(q.state.left, 2);
    q.state.outcome = AISE_WHITE_WINS;
    aise_turn_advance(&two_plies, &q); /* a ply that ends the game ends the turn */
    ck_assert_uint_eq(q.state.to_move, AISE_BLACK);
}
END_TEST

START_TEST(series_grow_and_hand_on_the_passed_squares)
{
    AisePosition p = read_position(&series, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2", "ep=d3");

    ck_assert_uint_eq(p.state.left, 2);
    ck_assert_uint_eq(p.state.ep, aise_bit(19));
    p.state.ep_next = aise_bit(44);
    aise_turn_advance(&series, &p);
    ck_assert_uint_eq(p.state.ep, 0);
    aise_turn_advance(&series, &p);
    ck_assert_uint_eq(p.state.ep, aise_bit(44));
    ck_assert_uint_eq(p.state.ep_next, 0);
    ck_assert_uint_eq(p.state.turn, 3);
    ck_assert_uint_eq(p.state.left, 3);
    ck_assert_uint_eq(p.state.to_move, AISE_WHITE);
}
END_TEST

START_TEST(ko_becomes_the_start_of_the_turn)
{
    AisePosition p = read_position(&dynamo, "4k3/8/8/8/8/8/8/R3K3 w - - 0 5", "");
    AisePlacement at_start;
    char state[AISE_STATE_MAX];
    AiseUndo undo;

    aise_placement(&p, &at_start);
    for (unsigned from = 0; from < 2; from++) {
        aise_turn_begin(&dynamo, &p);
        aise_undo_begin(&undo, &p);
        aise_effect_move(&p, &undo, from, from + 1, AISE_REASON_MOVE);
        aise_turn_advance(&dynamo, &p);
        aise_state_write(&dynamo, &p, state);
        ck_assert_str_eq(state, from == 0 ? "ml=1;ts=4k3/8/8/8/8/8/8/R3K3" : "ko=4k3/8/8/8/8/8/8/R3K3");
    }
    ck_assert(p.state.has_ko && !p.state.has_ts);
    ck_assert(same_placement(&p.state.ko, &at_start));
}
END_TEST

/* ---- text ---- */

static const struct {
    const AiseTraits *traits;
    const char *fen, *state;
} round_trips[] = {
    {&orthodox, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
    {&orthodox, "r3k2r/8/8/8/4P3/8/8/R3K2R b Kq e3 0 12", ""},
    {&overloader, "4k3/8/8/8/8/8/8/R3K2R w KQ - 99 999999999", "ov=a1,e8,h1"},
    {&overloader, "P3k3/8/8/8/8/8/8/4K2p w - - 0 9", "ov=a8,h1"},
    {&two_plies, "4k3/8/8/8/8/8/8/R3K2R w KQ - 7 2", "ml=1"},
    {&two_plies, "4k3/8/8/8/8/8/8/R3K2R w KQ - 7 1", "ml=2"},
    {&two_plies, "4k3/8/8/8/8/8/8/8 w - - 7 2", ""},
    {&series, "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 4", "ep=d3,e3"},
    {&series, "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 5", "ep=d3,e3;ml=2"},
    {&dynamo, "4k3/8/8/8/8/8/8/1R2K2R w K - 0 5", "ko=4k3/8/8/8/8/8/8/R3K2R;vr=a1>b1,e1,h1"},
    {&dynamo, "r6r/4k3/8/8/8/8/8/1R2K2R b K - 0 5", "vr=a1>b1,a8,e1,e8>e7,h1,h8"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w K - 0 5", "ml=1;ts=4k3/8/8/8/8/8/8/4K1R1"},
    {&dynamo, "8/8/8/8/8/8/8/7R w - - 0 5", ""},
};

START_TEST(positions_come_back_as_written)
{
    AisePosition p = read_position(round_trips[_i].traits, round_trips[_i].fen, round_trips[_i].state), q;
    char fen[AISE_FEN_MAX], state[AISE_STATE_MAX];

    aise_fen_write(round_trips[_i].traits, &p, fen);
    aise_state_write(round_trips[_i].traits, &p, state);
    ck_assert_str_eq(fen, round_trips[_i].fen);
    ck_assert_str_eq(state, round_trips[_i].state);
    q = read_position(round_trips[_i].traits, fen, state);
    ck_assert_mem_eq(&p, &q, sizeof p);
}
END_TEST

static const struct {
    const AiseTraits *traits;
    const char *fen, *state, *word; /* a part of the sentence that tells the fault */
} refused[] = {
    {&orthodox, "", "", "0 fields"},
    {&orthodox, "8/8 w - - 0", "", "5 fields"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "", "more than six"},
    {&orthodox, "4k3/8/8/8/8/8/4K3 w - - 0 1", "", "7 ranks"},
    {&orthodox, "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "", "more than 8 ranks"},
    {&orthodox, "4k3/8/8/8/8/8/7/4K3 w - - 0 1", "", "rank 2"},
    {&orthodox, "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "", "9 squares"},
    {&orthodox, "4k3/8/8/3X4/8/8/8/4K3 w - - 0 1", "", "3X4"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "", "'x'"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "", "castling field"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "", "flag 'K'"},
    {&orthodox, "4k2r/8/8/8/8/8/8/R4K2 w Q - 0 1", "", "flag 'Q'"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "", "en passant field"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "", "no pawn in front"},
    {&orthodox, "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "", "rank 6"},
    {&orthodox, "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "", "occupied"},
    {&two_plies, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "", "must be '-'"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "", "clock"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "", "turn number"},
    {&orthodox, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "", "White has more than one king"},
    {&two_plies, "8/8/8/8/8/8/8/8 w - - 0 1", "", "neither side"},
    {&orthodox, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "a8"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K2p w - - 0 1", "", "h1"},
    {&overloader, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=e1", "last rank"},
    {&overloader, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=d4", "overloaded square d4"},
    {&overloader, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=", "not one of"},
    {&overloader, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=e1,", "instead of a square"},
    {&overloader, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=e1;ov=e8", "twice"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ov=e1", "no meaning"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "zz=1", "zz=1"},
    {&orthodox, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ml=2", "from 1 to 1"},
    {&two_plies, "4k3/8/8/8/8/8/8/4K3 w - - 0 3", "ml=0", "from 1 to 2"},
    {&series, "4k3/8/8/8/8/8/8/4K3 w - - 0 4", "", "series 4"},
    {&series, "4k3/8/8/8/8/8/8/4K3 b - - 0 3", "", "series 3"},
    {&series, "4k3/8/8/8/8/8/8/4K3 b - - 0 4", "ep=e3", "no pawn in front"},
    {&series, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 4", "ep=e3;ml=2", "rank 6"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K3 w - - 0 4", "ko=8/8", "2 ranks"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K3 w - - 0 4", "ts=8/8/8/8/8/8/8/8", "without 'ml'"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w - - 0 4", "vr=e1", "at least one rook"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w - - 0 4", "vr=h1", "White's king"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w - - 0 4", "vr=e1,h1>h2", "does not stand there"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w - - 0 4", "vr=d1,h1", "'d1'"},
    {&dynamo, "4k3/8/8/8/8/8/8/4K2R w - - 0 4", "vr=e1,a1>h1,h1", "twice"},
    {&dynamo, "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 4", "vr=e1,h1", "flag 'Q'"},
};

START_TEST(refused_positions_say_why)
{
    AisePosition p;
    char error[200] = "";

    ck_assert_msg(!aise_fen_parse(refused[_i].traits, refused[_i].fen, refused[_i].state, &p, error, sizeof error),
                  "accepted: %s|%s", refused[_i].fen, refused[_i].state);
    ck_assert_msg(strstr(error, refused[_i].word) != NULL, "%s|%s: '%s' lacks '%s'", refused[_i].fen, refused[_i].state,
                  error, refused[_i].word);
    ck_assert(strchr(error, '\n') == NULL);
}
END_TEST

START_TEST(vr_overrules_the_flags_of_its_side)
{
    AisePosition p = read_position(&dynamo, "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 4", "vr=e1,h1>g1");
    char fen[AISE_FEN_MAX];

    ck_assert_uint_eq(p.state.unmoved, 0x3e); /* White's a1 rook has moved, whatever the flag says */
    ck_assert_uint_eq(p.state.at[AISE_UNMOVED_H_ROOK], 6);
    aise_fen_write(&dynamo, &p, fen);
    ck_assert_str_eq(fen, "r3k2r/8/8/8/8/8/8/R3K1R1 w kq - 0 4");
}
END_TEST

START_TEST(a_flag_may_stand_by_vr_alone)
{
    AisePosition p = read_position(&dynamo, "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 4", "vr=a1>b1,e1,h1");
    ck_assert_uint_eq(p.state.unmoved, 7);
}
END_TEST

START_TEST(only_ov_remains_when_the_game_is_over)
{
    AisePosition p = read_position(&dynamo, "8/8/8/8/8/8/8/1R2K2R b K - 0 5",
                                   "ko=4k3/8/8/8/8/8/8/R3K2R;ml=1;vr=a1>b1,e1,h1");
    char state[AISE_STATE_MAX];

    ck_assert_uint_eq(p.state.outcome, AISE_WHITE_WINS);
    aise_state_write(&dynamo, &p, state);
    ck_assert_str_eq(state, "");
    p = read_position(&dynamo, "8/8/8/8/8/8/8/1R5R b - - 0 5", "");
    ck_assert_uint_eq(p.state.outcome, AISE_NO_WINNER);
}
END_TEST

Suite *board_suite(void);
Suite *board_suite(void)
{
    Suite *suite = suite_create("board");
    TCase *tables = tcase_create("tables"), *effects = tcase_create("effects");
    TCase *turns = tcase_create("turns"), *text = tcase_create("text");

    tcase_add_test(tables, slider_attacks_stop_at_the_first_man);
    tcase_add_test(tables, between_and_lines_agree_with_rays);
    tcase_add_test(tables, steps_stay_on_the_board);
    tcase_add_test(tables, sets_are_counted_and_ordered);
    tcase_add_test(effects, undo_restores_every_bit);
    tcase_add_test(effects, an_overloaded_man_stays_so_when_it_moves);
    tcase_add_test(effects, effects_keep_the_placement_key);
    tcase_add_test(effects, placements_tell_kind_side_and_square);
    tcase_add_test(turns, turns_of_one_and_two_plies);
    tcase_add_test(turns, series_grow_and_hand_on_the_passed_squares);
    tcase_add_test(turns, ko_becomes_the_start_of_the_turn);
    tcase_add_loop_test(text, positions_come_back_as_written, 0, (int)(sizeof round_trips / sizeof round_trips[0]));
    tcase_add_loop_test(text, refused_positions_say_why, 0, (int)(sizeof refused / sizeof refused[0]));
    tcase_add_test(text, vr_overrules_the_flags_of_its_side);
    tcase_add_test(text, a_flag_may_stand_by_vr_alone);
    tcase_add_test(text, only_ov_remains_when_the_game_is_over);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, effects);
    suite_add_tcase(suite, turns);
    suite_add_tcase(suite, text);
    return suite;
}
