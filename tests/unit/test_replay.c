/* From text to games: which lines are moves, which reading holds, what is said of it. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "src/aise.h"

typedef struct Told {
    unsigned games;
    char sans[4000];     /* of all games, blanks between plies, "|" between games */
    char findings[1000]; /* codes with their lines, in order: "B201@5 " */
    char comments[4000]; /* "ply:text|" */
    char status[200], result[200], variant[400];
} Told;

static bool on_game(void *context, const AiseGame *game)
{
    Told *told = context;
    if (told->games++ > 0)
        strcat(told->sans, "|");
    for (size_t i = 0; i < aise_game_plies(game); i++) {
        strcat(told->sans, i > 0 ? " " : "");
        strcat(told->sans, aise_game_san(game, i));
    }
    strcat(strcat(told->status, aise_game_status(game)), " ");
    strcat(strcat(told->result, aise_game_result(game)), " ");
    strcat(strcat(told->variant, aise_game_variant(game)), " ");
    return true;
}

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Told *told = context;
    char text[40];
    (void)game;
    snprintf(text, sizeof text, "%s@%u ", aise_finding_code(finding), (unsigned)aise_finding_line(finding));
    strcat(told->findings, text);
    return true;
}

static bool on_comment(void *context, const AiseGame *game, size_t ply, const char *text)
{
    Told *told = context;
    char number[24];
    (void)game;
    snprintf(number, sizeof number, "%d:", ply == SIZE_MAX ? 0 : (int)ply + 1);
    strcat(strcat(strcat(told->comments, number), text), "|");
    return true;
}

static Told told_of(const char *text)
{
    Told told;
    memset(&told, 0, sizeof told);
    AiseSink sink = {.context = &told, .game_end = on_game, .finding = on_finding, .comment = on_comment};
    AiseReader *reader = aise_reader_new(NULL, NULL);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(aise_reader_memory(reader, "text", text, strlen(text), &sink), AISE_STATUS_OK);
    aise_reader_free(reader);
    return told;
}

#define DM "DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n"

START_TEST(look_ahead_names_the_survivor)
{
    Told t = told_of(DM "1.Cc3// Cc6/e6\n2.Cf3/e3 Ab4/b6\n3.Aa6/A:c8 D:c8/Ad6\n4.Ce4/Cg5 Cf6/C:e4\n5.C:f7/Dg4 Abbandona\n");
    ck_assert_ptr_nonnull(strstr(t.sans, "Ne4 Nfg5"));
    ck_assert_str_eq(t.findings, "B201@7 ");
}
END_TEST

START_TEST(an_undecided_choice_is_an_error_and_the_game_goes_on)
{
    Told t = told_of("SCACCHI ORTODOSSI\n\nAlfa-Beta (GP94) 1-0\n1.Cf3 a6\n2.d3 a5\n3.Cd2 h6\n");
    ck_assert_str_eq(t.sans, "Nf3 a6 d3 a5 Nbd2 h6");
    ck_assert_str_eq(t.findings, "B202@6 ");
    ck_assert_str_eq(t.status, "ok ");
}
END_TEST

START_TEST(a_note_with_the_number_due_is_prose_when_the_turn_comes_again)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.d4/Cf3 d5/d:e4\n3.Ah6/A:g7 era troppo\n3.Cg5/C:e4 Cf6/C:e4\n");
    ck_assert_str_eq(t.sans, "e4 e6 Nc6 d4 Nf3 d5 dxe4 Ng5 Nxe4 Nf6 Nxe4");
    ck_assert_str_eq(t.comments, "7:3.Ah6/A:g7 era troppo|");
    ck_assert_str_eq(t.findings, "");
}
END_TEST

START_TEST(a_note_that_binds_gives_way_to_the_turn_itself)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.d4/Cf3 d5/d:e4\n3.Cg5/Cc3 era giocabile\n3.Cg5/C:e4 Cf6/C:e4\n");
    ck_assert_str_eq(t.sans, "e4 e6 Nc6 d4 Nf3 d5 dxe4 Ng5 Nxe4 Nf6 Nxe4");
    ck_assert_str_eq(t.comments, "7:3.Cg5/Cc3 era giocabile|");
}
END_TEST

START_TEST(an_unlawful_ply_stops_its_game_only)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.Ab5/Dh6 Cd4/C:f3\n\nGamma-Delta (GP95) 0-1\n1.e4// e6/Cc6\n");
    ck_assert_str_eq(t.status, "damaged ok ");
    ck_assert_str_eq(t.result, "1-0 0-1 ");
    ck_assert_str_eq(t.sans, "e4 e6 Nc6 Bb5|e4 e6 Nc6");
}
END_TEST

START_TEST(a_missing_turn_is_told_where_the_number_jumps)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.d4/Cf3\n3.Cg5/Cc3 Cf6/d5\n");
    ck_assert_str_eq(t.sans, "e4 e6 Nc6 d4 Nf3");
    ck_assert_str_eq(t.findings, "S301@6 ");
}
END_TEST

START_TEST(a_number_one_off_is_a_warning)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n4.A:d7/A:e8#\n");
    ck_assert_str_eq(t.findings, "S201@6 ");
    ck_assert_str_eq(t.status, "ok ");
}
END_TEST

START_TEST(lost_separators)
{
    Told t = told_of(DM "1.e4// e6Cc6\n2.Ab5/Df3 Cd4 C:f3\n3.A:d7/A:e8#\n");
    ck_assert_str_eq(t.findings, "B206@4 B207@5 ");
    t = told_of("SCACCHI ORTODOSSI\n\nA-B 1-0\n1.e4e5 2.Cf3Cc6\n");
    ck_assert_str_eq(t.sans, "e4 e5 Nf3 Nc6");
    ck_assert_str_eq(t.findings, "B206@4 B206@4 ");
}
END_TEST

START_TEST(italian_letters_are_never_pawns)
{
    Told t = told_of("Alfa-Beta 1-0\n1.e4 e5 2.Cf3 Cc6 3.Ac4 Ac5\n");
    ck_assert_str_eq(t.sans, "e4 e5 Nf3 Nc6 Bc4 Bc5");
    t = told_of("Alfa-Beta 1-0\n1.e4 e5 2.Re2 Re7\n");
    ck_assert_str_eq(t.sans, "e4 e5 Ke2 Ke7");
    t = told_of("Alfa-Beta 1-0\n1.a4 a5 2.Ra3 Ra6\n");
    ck_assert_str_eq(t.sans, "a4 a5 Ra3 Ra6");
}
END_TEST

START_TEST(ends_and_results)
{
    Told t = told_of("DOPPIA MOSSA\n\nA-B (GP94)\n1.e4// e6/Cc6\n2.Abbandona\n");
    ck_assert_str_eq(t.result, "0-1 ");
    t = told_of("DOPPIA MOSSA\n\nA-B (GP94)\n1.e4// e6/Cc6\n2.d4/d5 Abb.\n");
    ck_assert_str_eq(t.result, "1-0 ");
    t = told_of("DOPPIA MOSSA\n\nA-B (GP94)\n1.e4// e6/Cc6\npatta\n");
    ck_assert_str_eq(t.result, "1/2-1/2 ");
    t = told_of("DOPPIA MOSSA\n\nA-B (GP94) 0-1\n1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n");
    ck_assert_str_eq(t.findings, "H102@3 ");
    t = told_of("DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/Cc6\n2.Abbandona\n");
    ck_assert_str_eq(t.findings, "H103@5 ");
}
END_TEST

START_TEST(a_written_star_is_a_result)
{
    Told t = told_of("[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# *\n\n[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 *\n");
    ck_assert_str_eq(t.result, "* 1-0 ");
    ck_assert_str_eq(t.findings, "");
}
END_TEST

START_TEST(whom_the_end_word_names)
{
    static const char *const ends[] = {"il Nero abbandona", "Abbandona", "il Bianco perde per tempo", "vince il Bianco",
                                       "aggiudicata al Nero", "per forfait"};
    static const char *const results[] = {"1-0 ", "0-1 ", "0-1 ", "1-0 ", "0-1 ", "* "};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[200];
        snprintf(text, sizeof text, "SCACCHI ORTODOSSI\n\nAlfa-Beta (GP94)\n1.e4 e5 %s\n", ends[i]);
        Told t = told_of(text);
        ck_assert_msg(strcmp(t.result, results[i]) == 0, "%s: %s", ends[i], t.result);
        ck_assert_str_eq(t.findings, "");
    }
}
END_TEST

START_TEST(a_name_and_its_fate)
{
    Told t = told_of("SCACCHI ORTODOSSI\n\nMario Alfa-Beta (GP94)\n1.e4 e5\n2.d4\nAlfa si ritira.\n");
    ck_assert_str_eq(t.result, "0-1 ");
    ck_assert_str_eq(t.comments, "3:Alfa si ritira.|");
}
END_TEST

START_TEST(ends_that_no_field_holds_stay_as_text)
{
    Told t = told_of("SCACCHI ORTODOSSI\n\nAlfa-Beta (GP94) 1-0\n1.e4 e5 Abbandona per tempo\n\n"
                     "Alfa-Beta (GP94) 1-0\n1.e4 e5 scacco matto\n");
    ck_assert_str_eq(t.comments, "2:per tempo|2:scacco matto|");
    ck_assert_ptr_nonnull(strstr(t.findings, "H110@7 "));
}
END_TEST

/* DD3, told once though the text comes back. */
START_TEST(both_kings_gone)
{
    const char *head = "[Variant \"Double Dynamo\"]\n[FEN \"8/8/8/8/8/8/4k3/4K3 w - - 0 5\"]\n\n5. Ke1E_Ke2E";
    const char *rest[] = {"", " {both kings have left the board: no winner} *", " 1-0"};
    for (size_t i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s\n", head, rest[i]);
        Told t = told_of(text);
        ck_assert_str_eq(t.comments, i < 2 ? "1:both kings have left the board: no winner|" : "");
        ck_assert_str_eq(t.result, i < 2 ? "* " : "1-0 ");
    }
}
END_TEST

START_TEST(letters_beside_tags)
{
    Told t = told_of("DOPPIA MOSSA\n\nAlfa-Beta (GP94)\n[Round \"3\"]\n1.e4// e5/d5\n2.Re2/Re3 a6/b6\n");
    ck_assert_str_eq(t.sans, "e4 e5 d5 Ke2 Ke3 a6 b6");
    t = told_of("[Event \"x\"]\n\n1. a4 a5 2. Ra3 Ra6 *\n");
    ck_assert_str_eq(t.sans, "a4 a5 Ra3 Ra6");
}
END_TEST

START_TEST(tags_beside_a_header)
{
    Told t = told_of("DOPPIA MOSSA\n\nAlfa-Beta (GP94)\n[Date \"1994.03.05\"]\n[White \"Alfa\"]\n1.e4//\n");
    ck_assert_str_eq(t.findings, "");
    t = told_of("DOPPIA MOSSA\n\nAlfa-Beta (GP94)\n[White \"Gamma\"]\n[Result \"boh\"]\n1.e4//\n");
    ck_assert_str_eq(t.findings, "H202@4 H207@5 ");
}
END_TEST

START_TEST(what_is_passed_over_is_told)
{
    Told t = told_of(DM "1.e4// e6/Cc6 . )\n2.Ab5/Df3\n3.\n");
    ck_assert_ptr_nonnull(strstr(t.findings, "S105@4 "));
    ck_assert_str_eq(t.comments, "");
}
END_TEST

START_TEST(glyphs_without_room_become_text)
{
    Told t = told_of("[Event \"x\"]\n\n$5 1. e4 $1 $2 $3 $4 $5 $6 $7 $8 $9 $300 e5!?! *\n");
    ck_assert_str_eq(t.comments, "0:$5|1:$9 $300|2:!?!|");
}
END_TEST

START_TEST(parentheses_that_are_no_variation)
{
    Told t = told_of("[Event \"x\"]\n\n1. e4 e5 (1...c5 2.Nf3) 2. Nf3 (forse f4) *\n");
    ck_assert_str_eq(t.comments, "2:(1... c5 2. Nf3)|3:(forse f4)|");
}
END_TEST

START_TEST(nothing_may_follow_a_captured_king)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8# Rd8\n");
    ck_assert_str_eq(t.findings, "R201@6 ");
    ck_assert_str_eq(t.status, "damaged ");
}
END_TEST

START_TEST(co_effects_are_compared)
{
    const char *head = "O/R CHESS\n\nA-B (GP91)\n";
    char text[400];
    snprintf(text, sizeof text, "%s1.e4 e5 2.Dh5 Cc6\n", head);
    ck_assert_str_eq(told_of(text).findings, "B210@4 ");
    snprintf(text, sizeof text, "%s1.e4 e5 2.Dh5/Pe5/d7 Cc6\n", head);
    ck_assert_str_eq(told_of(text).findings, "B211@4 ");
    snprintf(text, sizeof text, "%s1.e4 e5 2.(D)h5/Pe5 Cc6\n", head);
    ck_assert_str_eq(told_of(text).findings, "B212@4 ");
    snprintf(text, sizeof text, "%s1.e4 e5 2.Dh5/(P)e5 Cc6\n", head);
    ck_assert_str_eq(told_of(text).findings, "");
}
END_TEST

START_TEST(check_marks)
{
    const char *head = "SCACCHI ORTODOSSI\n\nA-B 1-0\n";
    char text[400];
    snprintf(text, sizeof text, "%s1.e4 f5 2.Dh5+ g6 3.D:g6+ h:g6\n", head);
    ck_assert_str_eq(told_of(text).findings, "");
    snprintf(text, sizeof text, "%s1.e4 f5 2.Dh5+ g6 3.D:g6 h:g6\n", head);
    ck_assert_str_eq(told_of(text).findings, "H106@4 ");
    snprintf(text, sizeof text, "%s1.e4 f5 2.Dh5# g6\n", head);
    ck_assert_str_eq(told_of(text).findings, "H104@4 ");
    snprintf(text, sizeof text, "%s1.e4+ e5\n", head);
    ck_assert_str_eq(told_of(text).findings, "H105@4 ");
}
END_TEST

START_TEST(claimable_draws_are_told_once)
{
    Told t = told_of("SCACCHI ORTODOSSI\n\nA-B 1/2-1/2\n1.Cf3 Cf6 2.Cg1 Cg8 3.Cf3 Cf6 4.Cg1 Cg8 5.Cf3 Cf6\n");
    ck_assert_str_eq(t.findings, "H108@4 ");
}
END_TEST

START_TEST(a_refused_position_leaves_the_moves_unplayed)
{
    Told t = told_of("[Event \"x\"]\n[Variant \"Standard\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 *\n");
    ck_assert_str_eq(t.status, "empty ");
    ck_assert_str_eq(t.findings, "H203@3 S107@5 ");
}
END_TEST

START_TEST(closing_comment_ends_at_the_first_empty_line)
{
    Told t = told_of(DM "1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\nBella.\n\nBibliografia\n");
    ck_assert_str_eq(t.comments, "9:Bella.|");
    ck_assert_str_eq(t.findings, "S104@9 ");
}
END_TEST

/* OR6: of the four plies that differ only in what the restored pawn becomes, our PGN's command says which. */
START_TEST(a_restored_pawn_becomes_what_our_pgn_says)
{
    const char *head = "[Event \"x\"]\n[Variant \"Overloader-Restorer\"]\n[FEN \"2Q3P1/p3p3/5k1b/8/5r1P/4pp2/7K/8 w - - 1 49\"]\n"
                       "[AiseState \"ov=e7,g8,h4\"]\n\n";
    char text[400];
    snprintf(text, sizeof text, "%s49. Kg1+ {[%%aise re=g8N]} *\n", head);
    Told t = told_of(text);
    ck_assert_str_eq(t.sans, "Kg1+");
    ck_assert_str_eq(t.findings, "");
    snprintf(text, sizeof text, "%s49. Kg1 *\n", head);
    ck_assert_ptr_nonnull(strstr(told_of(text).findings, "B202"));
}
END_TEST

Suite *replay_suite(void)
{
    Suite *suite = suite_create("replay");
    TCase *tcase = tcase_create("games");
    tcase_add_test(tcase, look_ahead_names_the_survivor);
    tcase_add_test(tcase, an_undecided_choice_is_an_error_and_the_game_goes_on);
    tcase_add_test(tcase, a_note_with_the_number_due_is_prose_when_the_turn_comes_again);
    tcase_add_test(tcase, a_note_that_binds_gives_way_to_the_turn_itself);
    tcase_add_test(tcase, an_unlawful_ply_stops_its_game_only);
    tcase_add_test(tcase, a_missing_turn_is_told_where_the_number_jumps);
    tcase_add_test(tcase, a_number_one_off_is_a_warning);
    tcase_add_test(tcase, lost_separators);
    tcase_add_test(tcase, italian_letters_are_never_pawns);
    tcase_add_test(tcase, ends_and_results);
    tcase_add_test(tcase, a_written_star_is_a_result);
    tcase_add_test(tcase, whom_the_end_word_names);
    tcase_add_test(tcase, a_name_and_its_fate);
    tcase_add_test(tcase, ends_that_no_field_holds_stay_as_text);
    tcase_add_test(tcase, both_kings_gone);
    tcase_add_test(tcase, letters_beside_tags);
    tcase_add_test(tcase, tags_beside_a_header);
    tcase_add_test(tcase, what_is_passed_over_is_told);
    tcase_add_test(tcase, glyphs_without_room_become_text);
    tcase_add_test(tcase, parentheses_that_are_no_variation);
    tcase_add_test(tcase, nothing_may_follow_a_captured_king);
    tcase_add_test(tcase, co_effects_are_compared);
    tcase_add_test(tcase, check_marks);
    tcase_add_test(tcase, claimable_draws_are_told_once);
    tcase_add_test(tcase, a_refused_position_leaves_the_moves_unplayed);
    tcase_add_test(tcase, closing_comment_ends_at_the_first_empty_line);
    tcase_add_test(tcase, a_restored_pawn_becomes_what_our_pgn_says);
    suite_add_tcase(suite, tcase);
    return suite;
}
