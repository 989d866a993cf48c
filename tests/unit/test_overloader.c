#include "fairy_play.h"

static const AiseVariant *const v = &aise_variant_overloader_restorer;

/* Squares overloaded (or restored) by the ply in the journal. */
static uint64_t affected(const AiseUndo *u, unsigned type)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < u->count; i++)
        if (u->effect[i].type == type)
            set |= aise_bit(u->effect[i].from);
    return set;
}

static uint64_t overloads(AisePosition *p, const char *text)
{
    AiseUndo u;
    play_written(v, p, text, AISE_LETTERS_ENGLISH, &u);
    return affected(&u, AISE_EFFECT_OVERLOAD);
}

static uint64_t square(const char *name)
{
    return aise_bit(aise_square((unsigned)(name[0] - 'a'), (unsigned)(name[1] - '1')));
}

START_TEST(OR1)
{
    AisePosition p = set_up(v, "6k1/5ppp/8/8/8/8/3r4/R2NK3 w - - 0 1", NULL);
    play_all(v, &p, "Ra8");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_PLAYING); /* Rd8 */
    p = set_up(v, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", NULL);
    play_all(v, &p, "Ra8");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
    ck_assert_str_eq(aise_san_suffix(v, &p), "#");
    p = set_up(v, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", NULL);
    ck_forbidden(v, &p, "Nc3", R405);
    p = set_up(v, "7k/8/6Q1/8/8/8/8/4K3 b - - 0 1", NULL);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_DRAWN);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION);
}
END_TEST

START_TEST(OR2)
{
    /* king and queen: 10... Dh4/e4 */
    AisePosition p = set_up(v, "3qk3/8/8/8/4P3/8/8/6K1 b - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Qh4"), square("e4"));
    /* the king moves, each queen is its partner */
    p = set_up(v, "4k3/8/8/Q4p2/5p1Q/8/p7/4K3 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Kf2"), square("a2") | square("f4") | square("f5"));
    /* bishops of either colour of square */
    p = set_up(v, "4k3/8/8/8/8/2p5/8/2B1KB2 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Bh3"), square("c3"));
    /* other kinds and pawns make no pair */
    p = set_up(v, "4k3/8/8/8/4p3/8/8/R3K3 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Ra4"), 0);
    p = set_up(v, "4k3/8/8/8/7p/8/P6P/4K3 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "a4"), 0);
}
END_TEST

START_TEST(OR3)
{
    /* rook a1-a4, partner h1: a1 and h4 */
    AisePosition p = set_up(v, "4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Ra4"), square("h4"));
    p = set_up(v, "4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Rd1"), 0); /* partner on the same rank */
    /* castling moves both: rook f1 with a4 marks f4, king g1 with queen d5 marks g5 and d1 */
    p = set_up(v, "4k3/8/8/3Q2p1/R4p2/8/8/4K2R w K - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "O-O"), square("f4") | square("g5"));
    /* a promoting ply marks nothing: neither e1/h8 nor d2/h8 */
    p = set_up(v, "8/k6P/8/8/8/8/3Q3p/4K3 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "h8=Q"), 0);
    /* an overloaded man marks nothing and is no partner */
    p = set_up(v, "4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", "ov=a1");
    ck_assert_uint_eq(overloads(&p, "Ra4"), 0);
    p = set_up(v, "4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", "ov=h1");
    ck_assert_uint_eq(overloads(&p, "Ra4"), 0);
}
END_TEST

START_TEST(OR4)
{
    AiseUndo u;
    AisePosition p = set_up(v, "4k3/8/8/8/7P/8/8/R3K2R w - - 0 1", "ov=h4");
    play_written(v, &p, "Ra4", AISE_LETTERS_ENGLISH, &u);
    ck_assert_uint_eq(affected(&u, AISE_EFFECT_RESTORE), square("h4"));
    ck_assert_uint_eq(p.state.overloaded, 0);
    /* several at once, one already overloaded, an own man that is not */
    p = set_up(v, "4k3/8/8/8/2n4p/8/8/R1N1K2R w - - 0 1", "ov=h4");
    play_written(v, &p, "Ra4", AISE_LETTERS_ENGLISH, &u);
    ck_assert_uint_eq(affected(&u, AISE_EFFECT_OVERLOAD) | affected(&u, AISE_EFFECT_RESTORE), 0);
    ck_state(v, &p, "ov=h4");
    p = set_up(v, "4k3/8/8/8/8/1n5N/8/R3K2R w Q - 0 1", "ov=h3");
    ck_assert_uint_eq(overloads(&p, "Ra3"), 0);
    ck_state(v, &p, "");
}
END_TEST

START_TEST(OR5)
{
    AisePosition p = set_up(v, "4k3/8/8/3p4/4P3/8/P7/4K2R w K - 0 1", "ov=a2,e4,h1");
    ck_forbidden(v, &p, "exd5", R401);
    ck_forbidden(v, &p, "a4", R402);
    ck_forbidden(v, &p, "O-O", R403);
    ck_assert_uint_eq(lawful(v, &p, "e5"), 1);
    ck_assert_uint_eq(lawful(v, &p, "a3"), 1);
    p = set_up(v, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "ov=a7");
    ck_forbidden(v, &p, "a8=Q", R404);
    ck_assert_uint_eq(lawful(v, &p, "a8"), 1);
    p = set_up(v, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "ov=e5");
    ck_forbidden(v, &p, "exd6", R401);
    /* no check, no guard, no pin; an overloaded king does not keep the other away, but is checked by it */
    p = set_up(v, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "ov=e8");
    ck_assert_uint_eq(lawful(v, &p, "Nc3"), 1);
    p = set_up(v, "8/8/8/4k3/8/4K3/8/8 w - - 0 1", "ov=e5");
    ck_assert_uint_eq(lawful(v, &p, "Ke4"), 1);
    play_all(v, &p, "Ke4");
    ck_assert(aise_rules_checked(v, &p));
}
END_TEST

START_TEST(OR6)
{
    AisePly ply;
    AiseUndo u;
    AisePosition p = set_up(v, "P7/4k3/8/8/8/8/8/R3K2R w - - 30 40", "ov=a8");
    ck_assert_uint_eq(aise_rules_count(v, &p), 22 + 4);
    ck_assert_uint_eq(lawful(v, &p, "Rh8"), 4);
    ck_assert_uint_eq(answers_to(v, &p, "Rh8", "a8=N", AISE_LETTERS_ENGLISH, &ply), 1);
    aise_rules_play(v, &p, &ply, &u);
    ck_placement(v, &p, "N6R/4k3/8/8/8/8/8/R3K3");
    ck_assert_uint_eq(p.state.clock, 0);
    ck_assert_uint_eq(p.state.overloaded, 0);
    /* the new man attacks at once: a8 to e4 along the diagonal */
    p = set_up(v, "P7/8/8/8/4k3/8/8/R3K2R w - - 30 40", "ov=a8");
    ck_assert_uint_eq(answers_to(v, &p, "Rh8", "Pa8=Q", AISE_LETTERS_ENGLISH, &ply), 1);
    aise_rules_play(v, &p, &ply, &u);
    ck_assert(aise_rules_checked(v, &p));
    ck_assert_uint_eq(p.man[56], aise_man(AISE_WHITE, AISE_QUEEN));
    /* two pawns choose each for itself, in order of file */
    p = set_up(v, "P5P1/4k3/8/8/8/8/8/R3K1R1 w - - 0 1", "ov=a8,g8");
    ck_assert_uint_eq(aise_rules_count(v, &p), 22);
}
END_TEST

START_TEST(OR7)
{
    /* Ra4 overloads h4: the queen's check is answered */
    AisePosition p = set_up(v, "4k3/8/8/8/7q/8/8/R3K2R w - - 0 1", NULL);
    ck_assert(aise_rules_checked(v, &p));
    ck_assert_uint_eq(lawful(v, &p, "Ra4"), 1);
    ck_forbidden(v, &p, "Ra5", R405);
}
END_TEST

START_TEST(OR8)
{
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", NULL);
    ck_forbidden(v, &p, "O-O", R406);
    p = set_up(v, "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", NULL);
    ck_forbidden(v, &p, "O-O", R407);
    p = set_up(v, "4k3/8/8/8/8/8/6r1/4K2R w K - 0 1", NULL);
    ck_forbidden(v, &p, "O-O", R405);
    p = set_up(v, "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "ov=f2");
    ck_assert_uint_eq(lawful(v, &p, "O-O"), 1);
    /* overloaded, restored by the bishops, never moved */
    p = set_up(v, "4k3/8/8/8/8/8/8/2B1KB1R w K - 0 1", "ov=h1");
    play_all(v, &p, "Bh3 Kd8 O-O");
    ck_placement(v, &p, "3k4/8/8/8/8/7B/8/2B2RK1");
}
END_TEST

START_TEST(OR9)
{
    /* Qa4 with Ke1 marks a1 and e4 */
    AisePosition p = set_up(v, "8/8/8/8/4k3/8/8/3QK3 w - - 0 1", NULL);
    ck_assert_uint_eq(overloads(&p, "Qa4") & square("e4"), square("e4"));
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_PLAYING);
    ck_assert(aise_rules_checked(v, &p));
    /* a captured man's state goes with it */
    p = set_up(v, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ov=d5");
    play_all(v, &p, "exd5");
    ck_state(v, &p, "");
}
END_TEST

/* Fahys-Castelli (GP91), with the effects its notes give. */
START_TEST(fahys_castelli)
{
    static const struct {
        const char *ply, *effect;
    } game[] = {{"e4", ""},    {"e5", ""},    {"Cf3", ""},   {"Cc6", ""},   {"Ab5", ""},  {"Ac5", ""},     {"00", ""},
                {"d6", ""},    {"d4", ""},    {"A:d4", ""},  {"A:c6", ""},  {"b:c6", ""}, {"C:d4", ""},    {"e:d4", ""},
                {"D:d4", ""},  {"Df6", ""},   {"Dc4", ""},   {"Ce7", ""},   {"Cc3", ""},  {"Dh4", "e4"},   {"Rh1", "h4"},
                {"Tb8", ""},   {"Ag5", ""},   {"(D)g4", ""}, {"A:e7", ""},  {"Ad7", ""},  {"(P)e5", ""},   {"R:e7", ""},
                {"Tab1", ""},  {"(D)e6", ""}, {"f4", ""},    {"f5", ""},    {"Ce2", ""},  {"Tb6", ""},     {"Cd4", ""},
                {"(D)d5", ""}, {"(P)e6", ""}, {"g6", ""},    {"b4", ""},    {"Td8", ""},  {"a4", ""},      {"Tb5", "d5"},
                {"Dc3", ""},   {"Tb7", ""},   {"Dd3", ""},   {"Tdb8", ""},  {"c4", ""},   {"De4", ""},     {"Dd2", ""},
                {"Rd8", "d4"}, {"Tf2", ""},   {"T:b4", ""},  {"T:b4", ""},  {"Dc2", "d2"}};
    AisePosition p;
    aise_rules_start(v, &p);
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        AiseUndo u;
        play_written(v, &p, game[i].ply, AISE_LETTERS_ITALIAN, &u);
        uint64_t found = affected(&u, AISE_EFFECT_OVERLOAD) | affected(&u, AISE_EFFECT_RESTORE);
        ck_assert_msg(found == (game[i].effect[0] ? square(game[i].effect) : 0), "%zu %s", i, game[i].ply);
    }
    ck_placement(v, &p, "1r1k4/p1pb3p/2ppP1p1/5p2/PRPN1P2/8/2qQ1RPP/7K");
}
END_TEST

START_TEST(effects_of_the_rules_page)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 e5 Qh5 Nc6 Ba6 bxa6 Qxe5 Qe7 Qxc7");
    ck_placement(v, &p, "r1b1kbnr/p1Qpqppp/p1n5/8/4P3/8/PPPP1PPP/RNB1K1NR");
    ck_state(v, &p, "ov=c6,e7");
}
END_TEST

START_TEST(random_games)
{
    for (unsigned seed = 1; seed <= 12; seed++)
        random_game(v, seed, 150);
}
END_TEST

Suite *overloader_suite(void)
{
    Suite *suite = suite_create("overloader");
    TCase *rules = tcase_create("rules");
    tcase_add_test(rules, OR1);
    tcase_add_test(rules, OR2);
    tcase_add_test(rules, OR3);
    tcase_add_test(rules, OR4);
    tcase_add_test(rules, OR5);
    tcase_add_test(rules, OR6);
    tcase_add_test(rules, OR7);
    tcase_add_test(rules, OR8);
    tcase_add_test(rules, OR9);
    suite_add_tcase(suite, rules);
    TCase *games = tcase_create("games");
    tcase_add_test(games, fahys_castelli);
    tcase_add_test(games, effects_of_the_rules_page);
    tcase_add_test(games, random_games);
    suite_add_tcase(suite, games);
    return suite;
}
