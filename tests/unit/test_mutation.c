#include "fairy_play.h"

static const AiseVariant *const v = &aise_variant_mutation_progressive;

START_TEST(MP1)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p, "e4 f6 d6");
    ck_assert_uint_eq(p.state.left, 3);
    play_all(v, &p, "d3");
    ck_assert_uint_eq(p.state.left, 2);
    p = set_up(v, "4k3/3p4/8/8/8/8/8/4KB2 w - - 0 3", NULL);
    ck_assert_uint_eq(lawful(v, &p, "Bb5"), 1);
    p = set_up(v, "4k3/8/8/8/8/8/8/4KB2 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Bb5", R501);
    p = set_up(v, "4k3/8/8/8/8/8/8/4KB2 w - - 55 11", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 0), AISE_CLAIM_CLOCK);
    p = set_up(v, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Nc3", R503);
}
END_TEST

START_TEST(MP2)
{
    AiseUndo u;
    AisePosition p = set_up(v, "4k3/8/8/3b4/4P3/2N5/8/4K3 w - - 0 3", NULL), before = p;
    play_written(v, &p, "exd5=B", AISE_LETTERS_ENGLISH, &u);
    ck_placement(v, &p, "4k3/8/8/3B4/8/2N5/8/4K3");
    aise_undo(&p, &u);
    ck_assert(memcmp(&p, &before, sizeof p) == 0);
    play_all(v, &p, "Nxd5"); /* the suffix may be left out */
    ck_placement(v, &p, "4k3/8/8/3B4/4P3/8/8/4K3");
    /* a king stays a king; a pawn makes a pawn, also en passant */
    p = set_up(v, "4k3/8/8/8/8/8/3p4/4K3 w - - 0 3", NULL);
    play_all(v, &p, "Kxd2");
    ck_placement(v, &p, "4k3/8/8/8/8/8/3K4/8");
    p = set_up(v, "4k3/8/8/8/1pP1n3/8/4Q3/6K1 b - - 0 2", "ep=c3");
    play_all(v, &p, "bxc3");
    ck_placement(v, &p, "4k3/8/8/8/4n3/2p5/4Q3/6K1");
    p = set_up(v, "4k3/8/8/8/2p5/8/Q7/6K1 w - - 0 3", NULL);
    play_all(v, &p, "Qxc4");
    ck_placement(v, &p, "4k3/8/8/8/2P5/8/8/6K1");
}
END_TEST

START_TEST(MP3)
{
    AisePosition p = set_up(v, "2r1b3/3P4/8/8/8/7k/8/4K3 w - - 0 3", NULL);
    ck_assert_uint_eq(lawful(v, &p, "dxc8"), 1);
    ck_assert_uint_eq(lawful(v, &p, "dxe8=B"), 1);
    ck_assert_uint_eq(lawful(v, &p, "d8"), 4);
    ck_assert_uint_eq(lawful(v, &p, "d8=Q"), 1);
    ck_forbidden(v, &p, "dxc8=Q", R116);
    play_all(v, &p, "dxc8");
    ck_placement(v, &p, "2R1b3/8/8/8/8/7k/8/4K3");
}
END_TEST

START_TEST(MP4)
{
    /* the last ply too */
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/8/3QK3 w - - 0 3", "ml=1");
    ck_forbidden(v, &p, "Qa4", R601);
    p = set_up(v, "4k3/8/8/8/8/8/8/3QK3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Qa4", R601);
    /* discovered, promoted, mutated; together with another check */
    p = set_up(v, "4k3/8/8/8/8/4N3/8/K3Q3 w - - 0 3", "ml=1");
    ck_forbidden(v, &p, "Nc4", R601);
    ck_forbidden(v, &p, "Nf5", R601);
    p = set_up(v, "4k3/P7/8/8/8/8/8/4K3 w - - 0 3", "ml=1");
    ck_forbidden(v, &p, "a8=Q", R601);
    ck_assert_uint_eq(lawful(v, &p, "a8=R"), 1);
    p = set_up(v, "6k1/8/8/3q4/2B5/8/8/5K2 w - - 0 3", "ml=1");
    ck_forbidden(v, &p, "Bxd5", R601);
    /* a set-up in which the queen attacks the king already */
    p = set_up(v, "4k3/8/8/8/Q7/8/8/4K3 w - - 0 3", "ml=1");
    ck_assert_uint_eq(aise_rules_count(v, &p), 15);
    ck_forbidden(v, &p, "Kd1", R601);
}
END_TEST

START_TEST(MP5)
{
    AisePosition p = set_up(v, "4k3/8/8/8/8/8/3q4/7K w - - 0 3", NULL);
    ck_forbidden(v, &p, "Kh2", R603);
    p = set_up(v, "4q1k1/8/8/8/8/8/4N3/4K3 w - - 0 3", NULL);
    ck_forbidden(v, &p, "Nc3", R603);
}
END_TEST

START_TEST(MP6)
{
    AisePosition p = set_up(v, "4k3/8/8/8/5p2/8/4p3/2N4K w - - 0 3", "ml=2");
    play_all(v, &p, "Nxe2=P e4");
    ck_state(v, &p, "ep=e3");
    ck_assert_uint_eq(lawful(v, &p, "fxe3"), 1);
    /* the rook on h1 was a knight */
    p = set_up(v, "4k3/8/8/8/8/6N1/8/4K2r w - - 0 3", NULL);
    ck_assert_uint_eq(lawful(v, &p, "Nxh1"), 1);
    play_all(v, &p, "Nxh1=R");
    ck_forbidden(v, &p, "O-O", R604);
}
END_TEST

/* Mapelli-Fontana, Grand Prix AISE 1990; two suffixes are not as published: `Bg2=P` takes, a knight stood on b8. */
START_TEST(mapelli_fontana)
{
    AisePosition p;
    aise_rules_start(v, &p);
    play_all(v, &p,
             "e4 e5 d5 exd5 d4 dxe5 c6 cxd5 f6 fxe5 f4 fxe5 Bd3 Qf3 Ke2 Bh3 Bg2 gxh1=R Bc5 Qe7 Rxg1=N Kf1 Be3 Kxg1 Kf2 "
             "Bxc5 Bd6 Bxb8=N a5 a4 a3 axb2 bxa1=R Rxb1=N Rxb8 Qe6 Qf6 a4 a5 a6 a7 a8=R Ra6 Rd6 Rd8");
    ck_placement(v, &p, "1n1Rk1nr/1p4pp/4qQ2/3pP3/8/3B4/2P2K1P/1n6");
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
}
END_TEST

START_TEST(random_games)
{
    for (unsigned seed = 1; seed <= 12; seed++)
        random_game(v, seed, 150);
}
END_TEST

Suite *mutation_suite(void)
{
    Suite *suite = suite_create("mutation");
    TCase *rules = tcase_create("rules");
    tcase_add_test(rules, MP1);
    tcase_add_test(rules, MP2);
    tcase_add_test(rules, MP3);
    tcase_add_test(rules, MP4);
    tcase_add_test(rules, MP5);
    tcase_add_test(rules, MP6);
    suite_add_tcase(suite, rules);
    TCase *games = tcase_create("games");
    tcase_add_test(games, mapelli_fontana);
    tcase_add_test(games, random_games);
    suite_add_tcase(suite, games);
    return suite;
}
