#include "fairy_play.h"

static const AiseVariant *const v = &aise_variant_progressive;

START_TEST(PR1)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 e5 Nf6 Bc4 d3 Nf3");
    ck_assert_uint_eq(p.state.turn, 4);
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.left, 4);
    p = set_up(v, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Nc3", R503);
    p = set_up(v, "4k3/8/8/8/8/8/5r2/4K2R w K - 0 3", NULL);
    ck_forbidden(v, &p, "O-O", R507);
    p = set_up(v, "4k3/8/8/8/8/8/4r3/4K2R w K - 0 3", NULL);
    ck_forbidden(v, &p, "O-O", R506);
    p = set_up(v, "4k3/8/8/8/8/8/8/4K2R w K - 0 3", NULL);
    play_all(v, &p, "O-O Rf7 Kg2");
    ck_placement(v, &p, "4k3/5R2/8/8/8/8/6K1/8");
}
END_TEST

START_TEST(PR2)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 f6 d6");
    ck_forbidden(v, &p, "Qh5", R501);
    play_all(v, &p, "d4 d5");
    ck_assert_uint_eq(lawful(v, &p, "Qh5"), 1);
    ck_assert_uint_eq(lawful(v, &p, "Bb5"), 1);
    /* by discovery, by promotion, by castling */
    p = set_up(v, "4k3/8/8/8/8/4N3/8/K3R3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Nc4", R501);
    p = set_up(v, "4k3/P7/8/8/8/8/8/K7 w - - 0 3", NULL);
    ck_forbidden(v, &p, "a8=Q", R501);
    ck_assert_uint_eq(lawful(v, &p, "a8"), 2);
    p = set_up(v, "3k4/8/8/8/8/8/8/R3K3 w Q - 0 3", NULL);
    ck_forbidden(v, &p, "O-O-O", R501);
    p = set_up(v, "3k4/8/8/8/8/8/8/R3K3 w Q - 0 3", "ml=1");
    ck_assert_uint_eq(lawful(v, &p, "O-O-O"), 1);
    /* no series comes to a check with more than its last ply to play */
    char error[200];
    ck_assert(!aise_rules_setup(v, "4k3/8/8/8/8/8/8/K3R3 w - - 0 3", "ml=2", &p, error, sizeof error));
    ck_assert(!aise_rules_setup(v, "4k3/8/8/8/8/8/8/K3R3 w - - 0 3", NULL, &p, error, sizeof error));
    ck_assert(aise_rules_setup(v, "4k3/8/8/8/8/8/8/K3R3 w - - 0 3", "ml=1", &p, error, sizeof error));
}
END_TEST

START_TEST(PR3)
{
    AisePosition p = set_up(v, "4k3/p7/8/8/8/8/4R3/K7 b - - 0 2", NULL);
    ck_forbidden(v, &p, "a6", R502);
    ck_assert_uint_eq(lawful(v, &p, "Kd7"), 1);
    /* both answers would uncover the rook on the white king: mate */
    p = set_up(v, "R6k/K2n3r/5P2/8/8/8/8/8 b - - 0 4", NULL);
    ck_forbidden(v, &p, "Nf8", R119);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
}
END_TEST

START_TEST(PR4)
{
    AisePosition p = set_up(v, "4k3/8/8/8/1p4p1/8/P6P/4K3 w - - 0 3", NULL);
    play_all(v, &p, "a4 h4 Kd2");
    ck_state(v, &p, "ep=a3,h3");
    ck_assert_uint_eq(lawful(v, &p, "bxa3"), 1);
    ck_assert_uint_eq(lawful(v, &p, "gxh3"), 1);
    play_all(v, &p, "bxa3");
    ck_placement(v, &p, "4k3/8/8/8/6pP/p7/3K4/8");
    ck_forbidden(v, &p, "gxh3", R504);
    /* moved again */
    p = set_up(v, "4k3/8/8/1p6/8/8/P7/4K3 w - - 0 3", NULL);
    play_all(v, &p, "a4 a5");
    ck_state(v, &p, "ml=1");
    /* kept while the square is occupied, but not to be taken then */
    p = set_up(v, "4k3/8/8/8/1p6/8/P7/1N2K3 w - - 0 3", "ml=2");
    play_all(v, &p, "a4 Na3");
    ck_state(v, &p, "ep=a3");
    play_all(v, &p, "bxa3");
    ck_placement(v, &p, "4k3/8/8/8/P7/p7/8/4K3");
    /* no double step at all */
    p = set_up(v, "4k3/8/8/8/Pp6/8/8/4K3 b - - 0 2", NULL);
    ck_forbidden(v, &p, "bxa3", R505);
    /* own double steps of the series are told, those of the enemy gone after the first ply */
    p = set_up(v, "4k3/3p4/8/8/1pP5/8/8/4K3 b - - 0 4", "ep=c3");
    play_all(v, &p, "d5");
    ck_state(v, &p, "ep=d6;ml=3");
}
END_TEST

START_TEST(PR5)
{
    AisePosition p = set_up(v, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 3", "ml=1");
    play_all(v, &p, "Ra8");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
    ck_assert_str_eq(aise_san_suffix(v, &p), "#");
    p = set_up(v, "7k/8/6Q1/8/8/8/8/4K3 b - - 0 2", NULL);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
    /* stuck inside the own series */
    p = set_up(v, "8/8/8/8/8/p7/P1k5/K7 w - - 0 3", "ml=2");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
}
END_TEST

START_TEST(PR6)
{
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 w - - 55 11", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 9), AISE_CLAIM_CLOCK);
    p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 w - - 54 11", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 9), 0);
    p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 w - - 60 11", "ml=3");
    ck_assert_uint_eq(aise_rules_claims(v, &p, 0), 0);
    p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 b - - 45 10", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 0), 0);
}
END_TEST

/* Games of WIPCC 1996 and a well-known line. */
START_TEST(published_games)
{
    static const struct {
        const char *plies, *placement;
        AiseOutcome outcome;
    } game[] = {
        {"d4 c5 cxd4 e4 Bd3 Ke2 dxe3 Qc7 Qf4 Qxf2", "rnb1kbnr/pp1ppppp/8/8/8/3Bp3/PPP1KqPP/RNBQ2NR", AISE_BLACK_WINS},
        {"e4 Nc6 d5 Qg4 Qxc8 Qxd8 Kxd8 dxe4 Nf6 h5 f3 fxe4 e5 exf6 Be2 Nd4 Nxe2 Ng3 Rh6 Rxf6 Rf1",
         "r2k1b2/ppp1ppp1/8/7p/8/6n1/PPPP2PP/RNB1KrNR", AISE_BLACK_WINS},
        {"d4 e5 d5 Bg5 Bxd8 Bxc7 exd4 d3 dxc2 cxd1Q Kxd1 Bxb8 Bd6 Bxf8 Bxg7 a5 a4 a3 axb2 bxa1Q Qxg7 h4 h5 h6 hxg7 "
         "gxh8Q Rxh7 Kc2 f5 f4 f3 fxe2 exf1Q d4 Be6 Rxa2",
         "4k1nQ/1p5R/4b3/8/3p4/8/r1K2PP1/1N3qN1", AISE_BLACK_WINS},
        {"e4 e5 Nf6 Bc4 Qh5 Qxf7", "rnbqkb1r/pppp1Qpp/5n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR", AISE_WHITE_WINS},
    };
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        AisePosition p;
        aise_rules_start(v, &p);
        play_all(v, &p, game[i].plies);
        ck_placement(v, &p, game[i].placement);
        ck_assert_int_eq(aise_rules_outcome(v, &p), game[i].outcome);
    }
}
END_TEST

START_TEST(random_games)
{
    for (unsigned seed = 1; seed <= 12; seed++)
        random_game(v, seed, 150);
}
END_TEST

Suite *progressive_suite(void)
{
    Suite *suite = suite_create("progressive");
    TCase *rules = tcase_create("rules");
    tcase_add_test(rules, PR1);
    tcase_add_test(rules, PR2);
    tcase_add_test(rules, PR3);
    tcase_add_test(rules, PR4);
    tcase_add_test(rules, PR5);
    tcase_add_test(rules, PR6);
    suite_add_tcase(suite, rules);
    TCase *games = tcase_create("games");
    tcase_add_test(games, published_games);
    tcase_add_test(games, random_games);
    suite_add_tcase(suite, games);
    return suite;
}
