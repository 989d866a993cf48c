/* Doublemove: one test a numbered rule, failing when the rule is switched off. */
#include "rules/registry.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const AiseVariant *const v = &aise_variant_doublemove;
static AiseGuard guard;

static AisePosition read_position(const char *fen, const char *state)
{
    AisePosition p;
    char error[200] = "";

    ck_assert_msg(aise_rules_setup(v, fen, state, &p, error, sizeof error), "%s: %s", fen, error);
    return p;
}

/* The lawful ply whose SAN this is; false: none. */
static bool find_ply(AisePosition *p, const char *san, AisePly *out)
{
    AisePlies list;
    bool found = false;

    aise_plies_init(&list, &guard);
    aise_rules_generate(v, p, &list);
    for (size_t i = 0; i < list.count && !found; i++) {
        char other[AISE_SAN_MAX];
        aise_san_write(v, p, &list.ply[i], "KQRBN", other);
        found = strcmp(san, other) == 0;
        if (found && out != NULL)
            *out = list.ply[i];
    }
    aise_plies_free(&list);
    return found;
}

/* Plays plies given in SAN, separated by spaces. */
static void play(AisePosition *p, const char *text)
{
    char copy[256], *rest = copy, *san;
    AiseUndo undo;
    AisePly ply;

    snprintf(copy, sizeof copy, "%s", text);
    while ((san = strsep(&rest, " ")) != NULL) {
        ck_assert_msg(find_ply(p, san, &ply), "%s is not lawful", san);
        aise_rules_play(v, p, &ply, &undo);
    }
}

static AiseWritten pawn_to(unsigned from_file, unsigned to)
{
    return (AiseWritten){.kind = AISE_PAWN, .from_file = (uint8_t)from_file, .from_rank = AISE_ANY, .to = (uint8_t)to,
                         .to_file = AISE_ANY, .capture = 1, .promo = AISE_NO_KIND, .mutation = AISE_NO_KIND,
                         .patient_kind = AISE_ANY, .patient_from = AISE_NONE, .patient_to = AISE_NONE,
                         .patient_promo = AISE_NO_KIND};
}

START_TEST(counts)
{
    FILE *table = fopen("rules/perft/doublemove.perft", "r");
    char line[1024];

    ck_assert_msg(table != NULL, "rules/perft/doublemove.perft cannot be opened");
    while (fgets(line, sizeof line, table) != NULL) {
        char *rest = line, *field[5];
        for (unsigned i = 0; i < 5; i++)
            field[i] = strsep(&rest, "\t");
        AisePosition p = read_position(field[1], field[2]), before = p;
        ck_assert_uint_eq(aise_rules_perft(v, &p, (unsigned)atoi(field[3]), &guard), strtoull(field[4], NULL, 10));
        ck_assert_mem_eq(&p, &before, sizeof p);
    }
    fclose(table);
}
END_TEST

START_TEST(DM1)
{
    AisePosition p = read_position(v->start, "");
    AiseWritten w = pawn_to(AISE_ANY, 28);
    AisePlies list;

    ck_assert_uint_eq(aise_rules_count(v, &p), 20);
    ck_assert(aise_rules_any(v, &p));
    aise_plies_init(&list, &guard);
    aise_rules_resolve(v, &p, &w, &list);
    ck_assert_uint_eq(list.count, 1);
    aise_plies_free(&list);
    play(&p, "Nc3 Nf6 e5");
    ck_assert(!find_ply(&p, "Nd6", NULL));
}
END_TEST

START_TEST(DM2)
{
    AisePosition p = read_position(v->start, "");
    char fen[AISE_FEN_MAX], state[AISE_STATE_MAX];

    play(&p, "e4");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    play(&p, "Nf6");
    aise_state_write(&v->traits, &p, state);
    ck_assert_str_eq(state, "ml=1");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    play(&p, "Ng8"); /* a turn that changes nothing is legal */
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2 2");
    play(&p, "e5 d4");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
}
END_TEST

START_TEST(DM3)
{
    AisePosition p = read_position("4k3/4q3/8/8/8/8/8/4K3 w - - 0 5", "");
    AiseWritten w = pawn_to(AISE_ANY, 28);
    AiseWhy why;

    ck_assert(find_ply(&p, "Kd1", NULL)); /* no check: any ply will do */
    p = read_position("8/8/8/3kK3/8/8/8/R7 w - - 0 5", "");
    ck_assert_str_eq(aise_san_suffix(v, &p), "");
    play(&p, "Kxd5"); /* on the first ply of a turn */
    ck_assert_uint_eq(p.state.outcome, AISE_WHITE_WINS);
    ck_assert_uint_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
    ck_assert_str_eq(aise_san_suffix(v, &p), "#");
    ck_assert_uint_eq(p.state.to_move, AISE_BLACK);
    ck_assert_uint_eq(aise_rules_count(v, &p), 0);
    aise_rules_explain(v, &p, &w, &why);
    ck_assert_str_eq(aise_code_name(why.code), "R201");
}
END_TEST

START_TEST(DM4)
{
    AisePosition p = read_position("4k3/8/8/8/4rrr1/8/8/4K2R w K - 0 5", "");
    AiseWritten w = {.castle = 1};
    AiseWhy why;

    play(&p, "O-O"); /* out of, through and into attack */
    ck_assert_uint_eq(p.man[5], aise_man(AISE_WHITE, AISE_ROOK));
    p = read_position("4k3/8/8/8/8/8/8/4K2R w - - 0 5", "");
    aise_rules_explain(v, &p, &w, &why);
    ck_assert_str_eq(aise_code_name(why.code), "R203");
    p = read_position("4k3/8/8/8/8/8/8/4KN1R w K - 0 5", "");
    aise_rules_explain(v, &p, &w, &why);
    ck_assert_str_eq(aise_code_name(why.code), "R204");
}
END_TEST

START_TEST(DM5)
{
    AisePosition p = read_position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 5", "ml=1");
    AiseWritten w = pawn_to(4, 43);
    char fen[AISE_FEN_MAX];
    AiseWhy why;

    play(&p, "d5"); /* the double step stays */
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 6");
    ck_assert(!find_ply(&p, "exd6", NULL));
    aise_rules_explain(v, &p, &w, &why);
    ck_assert_str_eq(aise_code_name(why.code), "R202");
}
END_TEST

START_TEST(DM6)
{
    AisePosition p = read_position("KN1k4/PPpP4/PnP5/8/8/8/8/8 w - - 0 30", "");

    ck_assert(!aise_rules_any(v, &p));
    ck_assert_uint_eq(aise_rules_outcome(v, &p), AISE_DRAWN); /* though the king is attacked */
}
END_TEST

START_TEST(DM7)
{
    static const char kings[] = "4k3/8/8/8/8/8/8/4K2R";
    char fen[AISE_FEN_MAX];
    AisePosition p;

    snprintf(fen, sizeof fen, "%s w - - 99 40", kings);
    p = read_position(fen, "");
    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), 0);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION);
    snprintf(fen, sizeof fen, "%s w - - 100 40", kings);
    p = read_position(fen, "");
    ck_assert_uint_eq(aise_rules_claims(v, &p, 1), AISE_CLAIM_CLOCK);
    p = read_position(fen, "ml=1"); /* only at the start of a turn */
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), 0);
    snprintf(fen, sizeof fen, "%s w - - 99 26", kings); /* White's single first turn is among the 25 */
    p = read_position(fen, "");
    ck_assert_uint_eq(aise_rules_claims(v, &p, 1), AISE_CLAIM_CLOCK);
}
END_TEST

START_TEST(the_explaining_game)
{
    AisePosition p = read_position(v->start, "");
    char fen[AISE_FEN_MAX];

    play(&p, "e4 e6 Nc6 Bb5 Qf3 Nd4 Nxf3 Bxd7 Bxe8");
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "r1bqBbnr/ppp2ppp/4p3/8/4P3/5n2/PPPP1PPP/RNB1K1NR b KQ - 0 3");
    ck_assert_str_eq(aise_san_suffix(v, &p), "#");
}
END_TEST

START_TEST(a_position_without_king_is_a_finished_game)
{
    AisePosition p = read_position("4k3/8/8/8/8/8/8/8 w - - 0 9", "");

    ck_assert_uint_eq(aise_rules_outcome(v, &p), AISE_BLACK_WINS);
    ck_assert(!aise_rules_any(v, &p));
}
END_TEST

Suite *doublemove_suite(void);
Suite *doublemove_suite(void)
{
    Suite *suite = suite_create("doublemove");
    TCase *rules = tcase_create("rules");

    tcase_set_timeout(rules, 60);
    tcase_add_test(rules, counts);
    tcase_add_test(rules, DM1);
    tcase_add_test(rules, DM2);
    tcase_add_test(rules, DM3);
    tcase_add_test(rules, DM4);
    tcase_add_test(rules, DM5);
    tcase_add_test(rules, DM6);
    tcase_add_test(rules, DM7);
    tcase_add_test(rules, the_explaining_game);
    tcase_add_test(rules, a_position_without_king_is_a_finished_game);
    suite_add_tcase(suite, rules);
    return suite;
}
