#include "dynamo_play.h"

static const AiseVariant *const v = &aise_variant_dynamo_kk;

static bool checked(const char *fen)
{
    AisePosition p = set_up(v, fen, NULL);
    return aise_rules_checked(v, &p);
}

START_TEST(KK1)
{
    static const char rook[] = "6k1/8/8/8/8/n7/8/R3K3 w - - 0 5";
    ck_becomes(v, rook, NULL, "Ra1a3_Na3a5", "6k1/8/8/n7/8/R7/8/4K3");
    ck_acts(v, rook, NULL, "Ra1_Na3a5", 1);
    ck_barred(v, rook, NULL, "Ra1_Na3a4", R333);
    ck_barred(v, rook, NULL, "Ra1a2_Na3a5", R333);
    ck_barred(v, rook, NULL, "Ra1_Na3a2", R333);
    /* From the rules' own words: a1 pushes a5 off; h3 pulls h6 off, alone or with itself. */
    ck_acts(v, "6k1/8/8/n7/8/8/8/R3K3 w - - 0 5", NULL, "Ra1a5_Na5E", 1);
    ck_barred(v, "6k1/8/8/n7/8/8/8/R3K3 w - - 0 5", NULL, "Ra1a7_Na5E", R333);
    static const char pull[] = "4k3/8/7q/8/8/7R/8/4K3 w - - 0 5";
    ck_acts(v, pull, NULL, "Rh3E_Qh6E", 1);
    ck_acts(v, pull, NULL, "Rh3_Qh6E", 1);
    ck_barred(v, "4k3/8/8/7q/8/7R/8/4K3 w - - 0 5", NULL, "Rh3E_Qh5E", R333);
    ck_becomes(v, "4k3/8/8/7q/8/7R/8/4K3 w - - 0 5", NULL, "Rh3h1_Qh5h3", "4k3/8/8/8/8/7q/8/4K2R");
    ck_barred(v, "4k3/8/8/7q/8/7R/7P/4K3 w - - 0 5", NULL, "Rh3h1_Qh5h3", R318);
    /* Both ways off: one ply, once. */
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/8/2K3Rn w - - 0 5", NULL);
    ck_assert_uint_eq(acts(v, &p, "Rg1_Nh1E", AISE_LETTERS_ENGLISH, NULL), 1);
    /* A king pulls another off while it stays, and gives check so. */
    ck_acts(v, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 5", NULL, "Ke1_Ne2E", 1);
    ck_barred(v, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 5", NULL, "Ke1E_Ne2E", R333);
    ck_assert(checked("8/8/8/8/8/8/4k3/4K3 b - - 0 5"));
    ck_assert(checked("8/8/8/8/8/4R3/8/4k2K b - - 0 5"));
    ck_assert(checked("8/8/4k3/8/8/4R3/8/7K b - - 0 5"));  /* three squares beyond e6 there is no board */
    ck_assert(!checked("8/8/4k3/8/4R3/8/8/7K b - - 0 5")); /* two squares beyond there is */
}
END_TEST

START_TEST(KK2)
{
    static const char one[] = "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 5";
    static const char two[] = "4k3/8/8/8/4N3/8/4P3/4K3 w - - 0 5";
    ck_acts(v, one, NULL, "e2e3_Ne3e4", 1);
    ck_acts(v, one, NULL, "e2_Ne3e4", 1);
    ck_barred(v, one, NULL, "e2_Ne3e5", R334);
    ck_becomes(v, two, NULL, "e2e4_Ne4e6", "4k3/8/4N3/8/4P3/8/8/4K3");
    ck_acts(v, two, NULL, "e2_Ne4e6", 1);
    ck_barred(v, two, NULL, "e2_Ne4e5", R334);
    ck_acts(v, "N6k/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a7a8_Na8E", 4);
    ck_acts(v, "4k3/8/8/8/8/3n4/4P3/6K1 w - - 0 5", NULL, "e2d3_Nd3c4", 1);
}
END_TEST

START_TEST(KK3)
{
    ck_barred(v, "6k1/8/8/8/8/R7/8/4K3 w - - 0 5", NULL, "Ra3E", R335);
    ck_barred(v, "6k1/8/8/8/2N5/8/8/4K3 w - - 0 5", NULL, "Nc4E", R335);
    ck_barred(v, "6k1/8/8/8/8/8/P7/4K3 w - - 0 5", NULL, "Pa2E", R313);
}
END_TEST

START_TEST(KK4)
{
    ck_barred(v, "2b1k3/8/8/8/8/8/2n5/K3R3 b - - 0 5", NULL, "Nc2_Re1E", R336);
    ck_acts(v, "4k3/8/8/8/8/2n5/8/K3R3 b - - 0 5", NULL, "Ne4", 1);
    /* Expelling a king in an overlooked check wins all the same. */
    AisePosition p;
    ck_assert(aise_fen_parse(&v->traits, "4k3/8/8/8/8/2n5/8/1K2R3 b - - 0 5", NULL, &p, NULL, 0));
    play_acts(v, &p, "Nc3_Kb1E", AISE_LETTERS_ENGLISH);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_BLACK_WINS);
}
END_TEST

START_TEST(shared_law)
{
    ck_barred(v, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 5", NULL, "Bd3", R328);
    ck_barred(v, "3rk3/3r4/8/8/8/8/8/6K1 b - - 0 5", "ko=3rk3/8/3r4/8/8/8/8/6K1", "Rd8_Rd7d6", R330);
    AisePosition p = set_up(v, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 5", NULL);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
    p = set_up(v, "8/1K6/2Q5/8/8/Q7/5Q2/1k6 b - - 0 5", NULL);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
}
END_TEST

START_TEST(random_positions)
{
    random_acts(v, (unsigned)_i + 1u, 40);
}
END_TEST

Suite *dynamo_kk_suite(void);
Suite *dynamo_kk_suite(void)
{
    Suite *suite = suite_create("dynamo_kk");
    TCase *rules = tcase_create("rules");
    TCase *shapes = tcase_create("shapes");

    tcase_add_test(rules, KK1);
    tcase_add_test(rules, KK2);
    tcase_add_test(rules, KK3);
    tcase_add_test(rules, KK4);
    tcase_add_test(rules, shared_law);
    tcase_add_loop_test(shapes, random_positions, 0, 6);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, shapes);
    return suite;
}
