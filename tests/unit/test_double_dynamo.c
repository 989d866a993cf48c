#include "dynamo_play.h"

static const AiseVariant *const v = &aise_variant_double_dynamo;

START_TEST(DD1)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_acts(v, &p, "Nd2/Pf3", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.left, 2);
    play_acts(v, &p, "Nc6", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.left, 1);
    play_acts(v, &p, "Nb8", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(p.state.to_move, AISE_WHITE);
    ck_assert_uint_eq(p.state.left, 2);
}
END_TEST

static AiseOutcome after(const char *fen, const char *ply)
{
    AisePosition p = set_up(v, fen, NULL);
    play_acts(v, &p, ply, AISE_LETTERS_ENGLISH);
    return aise_rules_outcome(v, &p);
}

START_TEST(DD2)
{
    ck_assert_int_eq(after("4k3/8/8/8/8/8/8/K3R3 w - - 0 5", "Re1_Ke8E"), AISE_WHITE_WINS);
    ck_assert_int_eq(after("8/4n3/8/4k3/8/4R3/8/K7 w - - 0 5", "Re3E_Ke5E"), AISE_WHITE_WINS);
    ck_assert_int_eq(after("4k3/8/8/8/8/8/8/K3R3 w - - 0 5", "Kb1"), AISE_PLAYING);
    ck_lawful(v, "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 5", "O-O-O");
    ck_lawful(v, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 5", "Bd3");
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/8/K3R3 b - - 0 5", NULL);
    ck_assert(!aise_rules_checked(v, &p));
    /* Even in the middle of a turn nothing follows. */
    p = set_up(v, "4k3/8/8/8/8/8/8/K3R3 w - - 0 5", NULL);
    play_acts(v, &p, "Re1_Ke8E", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(reason_of(v, &p, "Kb1"), AISE_CODE_R338);
}
END_TEST

START_TEST(DD3)
{
    ck_assert_int_eq(after("4k3/8/8/8/8/8/8/4K3 w - - 0 5", "Ke1E"), AISE_BLACK_WINS);
    ck_assert_int_eq(after("4k3/8/8/8/8/8/8/R3K3 w - - 0 5", "Ra1_Ke1E"), AISE_BLACK_WINS);
    ck_assert_int_eq(after("8/8/8/8/8/8/4k3/4K3 w - - 0 5", "Ke1E_Ke2E"), AISE_NO_WINNER);
}
END_TEST

START_TEST(DD9)
{
    AisePosition p = set_up(v, "8/8/8/8/8/8/8/4K2k w - - 99 26", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), AISE_CLAIM_CLOCK);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION | AISE_CLAIM_CLOCK);
    p.state.turn = 27;
    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), 0);
    /* Nothing but the word of the rule: the verdict on a side that is stuck. */
    p = set_up(v, "k7/8/8/8/8/8/8/K7 w - - 0 5", NULL);
    ck_assert_int_eq(v->verdict(v, &p), AISE_DRAWN);
}
END_TEST

START_TEST(DD10)
{
    static const char pushed[] = "r3k3/8/8/p7/8/8/8/R3K3 b - - 0 5";
    static const char before[] = "ko=r3k3/8/8/8/8/p7/8/R3K3";
    /* Tested when the turn is complete: first ply free, second barred, plain or not. */
    ck_acts(v, pushed, before, "Ra8_Pa5a3", 1);
    ck_barred(v, pushed, "ko=r3k3/8/8/8/8/p7/8/R3K3;ml=1", "Ra8_Pa5a3", R332);
    ck_acts(v, pushed, "ml=1", "Ra8_Pa5a3", 1);
    ck_barred(v, "4k3/8/8/3r4/8/8/8/3R2K1 b - - 0 5", "ko=4k3/8/3r4/8/8/8/8/3R2K1;ml=1", "Rd6", R332);
    ck_barred(v, "4k2r/8/8/8/8/8/8/6K1 b k - 0 5", "ko=5rk1/8/8/8/8/8/8/6K1;ml=1", "O-O", R332);
    /* Black's first turn may not rebuild the initial position. */
    AisePosition p;
    aise_rules_start(v, &p);
    play_acts(v, &p, "Ng1f3 Ng8f6", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(acts(v, &p, "Ng8", AISE_LETTERS_ENGLISH, NULL), 1);
    p = set_up(v, "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
               "ko=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    ck_assert_uint_eq(p.state.left, 2);
}
END_TEST

START_TEST(game_forzoni_dulcich)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_acts(v, &p, "Cb1d2/d2f3 Ac8d7/d7e6 Af8d6/e7c5 Ce4 Cd6/d6c8 Dd8a5/c7E Da5e1/Re1E", AISE_LETTERS_ITALIAN);
    ck_placement(v, &p, "rnb1k1nr/pp1b1ppp/3Np3/2p5/8/5P2/PPP1PPPP/R1BQqBNR");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_BLACK_WINS);
}
END_TEST

START_TEST(game_forzoni_kustrin)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_acts(v, &p, "Cb1d2/d2f3 Dd8/d7d3 Cb8d7 Cf3/f3e5 e2/d3c4 Dd8/Cd7d3 Cd3/Re1E", AISE_LETTERS_ITALIAN);
    ck_placement(v, &p, "r1bqkbnr/ppp1pppp/8/4P3/2p5/3n1N2/PPPNPPPP/R1BQ1B1R");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_BLACK_WINS);
    /* The short form of the same. */
    aise_rules_start(v, &p);
    play_acts(v, &p, "Cd2/Pf3 Ad7/Pe6 Ad6/Pc5 Ce4 Cd6/Ac8 Da5/Pc7E De1/Re1E", AISE_LETTERS_ITALIAN);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_BLACK_WINS);
}
END_TEST

START_TEST(random_positions)
{
    random_acts(v, (unsigned)_i + 1u, 40);
}
END_TEST

Suite *double_dynamo_suite(void);
Suite *double_dynamo_suite(void)
{
    Suite *suite = suite_create("double_dynamo");
    TCase *rules = tcase_create("rules");
    TCase *games = tcase_create("games");

    tcase_add_test(rules, DD1);
    tcase_add_test(rules, DD2);
    tcase_add_test(rules, DD3);
    tcase_add_test(rules, DD9);
    tcase_add_test(rules, DD10);
    tcase_add_test(games, game_forzoni_dulcich);
    tcase_add_test(games, game_forzoni_kustrin);
    tcase_add_loop_test(games, random_positions, 0, 6);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, games);
    return suite;
}
