#include "fairy_play.h"

static const AiseVariant *const v = &aise_variant_marseillais;

START_TEST(MA1)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 e5 Nf6 Nc3 Bc4");
    ck_assert_uint_eq(p.state.turn, 2);
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.left, 2);
    ck_placement(v, &p, "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR");
    p = set_up(v, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Nc3", R701);
    ck_assert_ptr_eq(aise_variant_find("scacchi marsigliesi", 19), v);
    ck_assert_ptr_eq(aise_variant_find("Marseillaise", 12), v);
}
END_TEST

START_TEST(MA2)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 f5 d5 Qh5");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(p.state.left, 2);
    ck_assert_str_eq(aise_san_suffix(v, &p), "+");
    ck_forbidden(v, &p, "Nf3", R703);
    play_all(v, &p, "g6 gxh5");
    ck_assert_uint_eq(p.state.turn, 3);
    /* by discovery */
    p = set_up(v, "4k3/8/8/8/8/4N3/8/K3R3 w - - 0 3", NULL);
    play_all(v, &p, "Nc4");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
}
END_TEST

START_TEST(MA3)
{
    AisePosition p = set_up(v, "4k3/p7/8/8/8/8/4R3/K7 b - - 0 2", NULL);
    ck_forbidden(v, &p, "a6", R702);
    ck_assert_uint_eq(lawful(v, &p, "Kd7"), 1);
}
END_TEST

START_TEST(MA4)
{
    AisePosition p = set_up(v, "4k3/8/8/8/1p4p1/8/P6P/4K3 w - - 0 3", NULL);
    play_all(v, &p, "a4 h4");
    ck_state(v, &p, "ep=a3,h3");
    play_all(v, &p, "bxa3");
    ck_forbidden(v, &p, "gxh3", R704);
    p = set_up(v, "4k3/8/8/1p6/8/8/P7/4K3 w - - 0 3", NULL);
    play_all(v, &p, "a4 a5");
    ck_state(v, &p, "");
    p = set_up(v, "4k3/8/8/8/Pp6/8/8/4K3 b - - 0 2", NULL);
    ck_forbidden(v, &p, "bxa3", R705);
}
END_TEST

START_TEST(MA5)
{
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/5r2/4K2R w K - 0 3", NULL);
    ck_forbidden(v, &p, "O-O", R707);
    p = set_up(v, "4k3/8/8/8/8/8/4r3/4K2R w K - 0 3", NULL);
    ck_forbidden(v, &p, "O-O", R706);
    p = set_up(v, "4k3/8/8/8/8/8/8/4K2R w K - 0 3", NULL);
    play_all(v, &p, "O-O");
    ck_assert_uint_eq(p.state.left, 1);
    ck_assert_uint_eq(lawful(v, &p, "Rf8"), 1);
}
END_TEST

START_TEST(MA6)
{
    AisePosition p = set_up(v, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 3", NULL);
    play_all(v, &p, "Ra8");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
    p = set_up(v, "7k/8/6Q1/8/8/8/8/4K3 b - - 0 2", NULL);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
    p = set_up(v, "8/8/8/8/8/p7/P1k5/K7 w - - 0 3", "ml=1");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
}
END_TEST

START_TEST(MA7)
{
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 w - - 200 90", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 1), AISE_CLAIM_CLOCK);
    p = set_up(v, "4k3/8/8/8/8/8/8/R3K3 w - - 20 90", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), 0);
}
END_TEST

START_TEST(random_games)
{
    for (unsigned seed = 1; seed <= 12; seed++)
        random_game(v, seed, 150);
}
END_TEST

Suite *marseillais_suite(void)
{
    Suite *suite = suite_create("marseillais");
    TCase *rules = tcase_create("rules");
    tcase_add_test(rules, MA1);
    tcase_add_test(rules, MA2);
    tcase_add_test(rules, MA3);
    tcase_add_test(rules, MA4);
    tcase_add_test(rules, MA5);
    tcase_add_test(rules, MA6);
    tcase_add_test(rules, MA7);
    tcase_add_test(rules, random_games);
    suite_add_tcase(suite, rules);
    return suite;
}
