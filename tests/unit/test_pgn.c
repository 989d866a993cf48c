/* Dialects `aise`, `viewer` and cards. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "src/pgn/movetext.h"
#include "src/pgn/pgn.h"

Suite *pgn_suite(void);

static Played played;

static char *written(AiseDialect dialect)
{
    static char text[65536];
    AiseWriting how = {.dialect = dialect};
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    if (dialect == AISE_DIALECT_AISE)
        aise_pgn_write(&played.game, &how, &out);
    else
        aise_viewer_write(&played.game, &how, &out);
    ck_assert_uint_lt(out.length, sizeof text);
    memcpy(text, out.bytes, out.length);
    text[out.length] = '\0';
    aise_buffer_free(&out);
    return text;
}

/* The movetext of the only game. */
static char *moves(AiseDialect dialect)
{
    char *text = strstr(written(dialect), "\n\n");
    ck_assert_ptr_nonnull(text);
    return text + 2;
}

static void salvadori(void)
{
    played_begin(&played, "doublemove", "Grand Prix AISE 1994", "Salvadori", "Castelli", AISE_RESULT_BLACK);
    played_tag(&played, "Date", "1994.??.??");
    played_tag(&played, "Annotator", "A. Castelli");
    played_plies(&played, "Nc3 Nc6 e6 Nf3 e3 Bb4 b6 a3 axb4?? Nxb4 Qg5! Qe2 Kd1 Nxc2 Qf5!!");
    played.game.end = AISE_END_RESIGNS;
}

START_TEST(example)
{
    salvadori();
    ck_assert_str_eq(written(AISE_DIALECT_AISE),
                     "[Event \"Grand Prix AISE 1994\"]\n[Site \"?\"]\n[Date \"1994.??.??\"]\n[Round \"?\"]\n"
                     "[White \"Salvadori\"]\n[Black \"Castelli\"]\n[Result \"0-1\"]\n[AiseRules \"doublemove\"]\n"
                     "[Annotator \"A. Castelli\"]\n[Variant \"Doublemove\"]\n\n"
                     "1. Nc3 1... Nc6 e6 2. Nf3 e3 2... Bb4 b6 3. a3 axb4 $4 3... Nxb4 Qg5 $1 4. Qe2\n"
                     "Kd1 4... Nxc2 Qf5 $3 {[%aise end=resigns]} 0-1\n\n");
}
END_TEST

START_TEST(orthodox_has_no_variant)
{
    played_begin(&played, "orthodox", NULL, "A \"B\" C\\D", NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
    ck_assert_str_eq(written(AISE_DIALECT_AISE),
                     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                     "[White \"A \\\"B\\\" C\\\\D\"]\n[Black \"?\"]\n[Result \"*\"]\n\n"
                     "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *\n\n");
}
END_TEST

START_TEST(notes_and_numbers)
{
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_DRAW);
    played_comment(&played, "Prima  della\n partita");
    played_variation(&played, "(forse 1.d4)");
    played_plies(&played, "e4!");
    played_plies(&played, "e5 Nf3");
    played_variation(&played, "(2. f4\n  exf4)");
    played_comment(&played, "uno {due}");
    played_comment(&played, "tre");
    played_plies(&played, "Nc6");
    ck_assert_str_eq(moves(AISE_DIALECT_AISE), "{Prima della partita (forse 1.d4)} 1. e4 $1 e5 2. Nf3 {uno {due) tre} (2. "
                                               "f4\nexf4) 2... Nc6 1/2-1/2\n\n");
}
END_TEST

START_TEST(no_comments)
{
    salvadori();
    played_comment(&played, "La classica chiusura");
    AiseWriting how = {.no_comments = true};
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    aise_pgn_movetext(&played.game, &how, &out);
    aise_buffer_byte(&out, '\0');
    ck_assert_ptr_null(strstr(out.bytes, "classica"));
    ck_assert_ptr_nonnull(strstr(out.bytes, "end=resigns"));
    aise_buffer_free(&out);
}
END_TEST

START_TEST(set_up_black_first)
{
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_tag(&played, "Opening", "x");
    played_set_up(&played, "4k3/8/8/8/8/8/8/R3K3 b Q - 3 12", NULL);
    played_plies(&played, "Kd7 O-O-O");
    ck_assert_ptr_nonnull(strstr(written(AISE_DIALECT_AISE), "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 12\"]\n"
                                                             "[Opening \"x\"]\n[SetUp \"1\"]\n\n"
                                                             "12... Kd7 13. O-O-O+ *\n\n"));
}
END_TEST

START_TEST(series_numbers)
{
    played_begin(&played, "progressive", NULL, NULL, NULL, AISE_RESULT_WHITE);
    played_plies(&played, "e4 e5 Nf6 Bc4 Qh5 Qxf7");
    ck_assert_str_eq(moves(AISE_DIALECT_AISE), "1. e4 2. e5 Nf6 3. Bc4 Qh5 Qxf7# 1-0\n\n");
}
END_TEST

START_TEST(co_effects)
{
    played_begin(&played, "overloader-restorer", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e5 Qh5 Nc6");
    ck_assert_str_eq(moves(AISE_DIALECT_AISE), "1. e4 e5 2. Qh5 {[%aise ov=e5]} 2... Nc6 *\n\n");
}
END_TEST

START_TEST(restored_pawn_promotes)
{
    played_begin(&played, "overloader-restorer", NULL, NULL, NULL, AISE_RESULT_NONE);
    AisePlyRecord *ply = &played.ply[0];
    ply->ply = aise_ply(AISE_PLY_PLAIN, 0, 1);
    ply->restored = aise_bit(60) | aise_bit(11);
    ply->ply.restored_files = 1 << 4;
    ply->ply.restored = 3 << 8;
    ply->overloaded = aise_bit(31) | aise_bit(3);
    char text[AISE_EFFECT_TEXT_MAX] = "";
    ck_assert_uint_eq(aise_restores_text(ply, text), 9);
    ck_assert_mem_eq(text, "re=d2,e8N", 9);
    ck_assert_uint_eq(aise_overloads_text(ply, text), 8);
    ck_assert_mem_eq(text, "ov=d1,h4", 8);
}
END_TEST

START_TEST(damaged)
{
    salvadori();
    played.game.ply_count = 3;
    played.game.end = AISE_END_NONE;
    played.game.unparsed = "\n2.Cf3/Zz9 {nota}\n3.  x ";
    ck_assert_str_eq(moves(AISE_DIALECT_AISE), "1. Nc3 1... Nc6 e6 {AISE unparsed: 2.Cf3/Zz9 {nota) 3. x} 0-1\n\n");
}
END_TEST

START_TEST(empty_game)
{
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_WHITE);
    played.game.end = AISE_END_FORFEIT;
    ck_assert_str_eq(moves(AISE_DIALECT_AISE), "1-0\n\n");
}
END_TEST

static void check_lines(const char *text, const char *words)
{
    for (const char *line = text; *line != '\0' && *line != '\n'; line = strchr(line, '\n') + 1) {
        size_t characters = 0, spaces = 0;
        for (const char *at = line; *at != '\n'; at++) {
            characters += ((unsigned char)*at & 0xc0) != 0x80;
            spaces += *at == ' ';
        }
        /* Longer only where a word that may not begin a line, or an overlong one, forces it. */
        ck_assert_msg(characters <= 79 || spaces == 0 || strstr(line, " [") != NULL || strstr(line, " %") != NULL ||
                          strstr(line, " ;") != NULL,
                      "%zu characters: %s", characters, line);
        ck_assert_msg(strchr("%[; ", *line) == NULL, "begins badly: %s", line);
    }
    (void)words;
}

/* Words of all sizes, letters of one and two bytes, and words that may not begin a line. */
START_TEST(lines_of_any_words)
{
    uint32_t random = (uint32_t)_i * 2654435761u + 1;
    char text[6000];
    size_t length = 0;
    while (length < 5000) {
        random = random * 1664525u + 1013904223u;
        unsigned size = (random >> 8) % ((random >> 28) == 0 ? 100 : 14) + 1;
        unsigned kind = random >> 24 & 7;
        if (kind < 3)
            text[length++] = "%[;"[kind];
        for (unsigned i = 0; i < size; i++) {
            memcpy(text + length, kind == 7 ? "\xc3\xa8" : "ab", 2);
            length += kind == 7 ? 2 : 1;
        }
        text[length++] = ' ';
    }
    text[length - 1] = '\0';
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4");
    played_comment(&played, text);
    char *moved = moves(AISE_DIALECT_AISE);
    check_lines(moved, text);
    for (char *at = moved; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    ck_assert_ptr_nonnull(strstr(moved, text)); /* nothing lost, nothing added */
}
END_TEST

START_TEST(commands_are_not_broken)
{
    salvadori();
    played.game.ply_count = 14;
    char text[AISE_EFFECT_TEXT_MAX];
    for (unsigned i = 0; i < 14; i++) {
        played.ply[i].overloaded = aise_bit(i + 20);
        played.ply[i].restored = aise_bit(i);
    }
    aise_overloads_text(&played.ply[0], text);
    char *moved = moves(AISE_DIALECT_AISE);
    check_lines(moved, text);
    for (char *at = moved; (at = strchr(at, '{')) != NULL; at++)
        ck_assert_ptr_null(memchr(at, '\n', strcspn(at, "}")));
}
END_TEST

START_TEST(viewer_pads)
{
    salvadori();
    ck_assert_ptr_nonnull(strstr(written(AISE_DIALECT_VIEWER), "[AiseDialect \"viewer\"]\n[AiseRules \"doublemove\"]\n"
                                                               "[AiseVariant \"Doublemove\"]\n[Annotator "
                                                               "\"A. Castelli\"]\n\n"));
    ck_assert_str_eq(moves(AISE_DIALECT_VIEWER),
                     "1. Nc3 {AISE 1. Nc3} 1... Nc6 2. -- e6 {AISE 1... Nc6 e6} 3. Nf3 -- 4. e3\n"
                     "{AISE 2. Nf3 e3} 4... Bb4 5. -- b6 {AISE 2... Bb4 b6} 6. a3 -- 7. axb4 $4\n"
                     "{AISE 3. a3 axb4} 7... Nxb4 8. -- Qg5 $1 {AISE 3... Nxb4 Qg5} 9. Qe2 -- 10. Kd1\n"
                     "{AISE 4. Qe2 Kd1} 10... Nxc2 11. -- Qf5 $3 {AISE 4... Nxc2 Qf5 resigns} 0-1\n\n");
}
END_TEST

START_TEST(viewer_stops)
{
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_WHITE);
    played_plies(&played, "e4 e6 Nc6 Bb5 Qf3! Nd4 Nxf3?? Bxd7 Bxe8");
    ck_assert_str_eq(moves(AISE_DIALECT_VIEWER),
                     "1. e4 {AISE 1. e4} 1... e6 2. -- Nc6 {AISE 1... e6 Nc6} 3. Bb5 -- 4. Qf3 $1\n"
                     "{AISE 2. Bb5 Qf3} 4... Nd4 5. -- Nxf3+ $4 {AISE 2... Nd4 Nxf3; AISE: an\n"
                     "orthodox board cannot show the rest: 3. Bxd7 Bxe8#} 1-0\n\n");
}
END_TEST

START_TEST(viewer_mutation)
{
    played_begin(&played, "mutation-progressive", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 Nf6 Nxe4=P d3 dxe4 a3");
    const char *text = moves(AISE_DIALECT_VIEWER);
    ck_assert_ptr_nonnull(strstr(text, "Nxe4"));
    ck_assert_ptr_nonnull(strstr(text, "dxe4"));
}
END_TEST

START_TEST(slides)
{
    played_begin(&played, "double-dynamo", NULL, NULL, NULL, AISE_RESULT_BLACK);
    played_comment(&played, "Prima");
    played_plies(&played, "Nb1d2_Pd2f3 Bc8d7_Pd7e6 Bf8d6_Pe7c5 Ne4 Ne4d6_Bd6c8 Qd8a5_Pc7E Qa5e1_Ke1E");
    const char *text = written(AISE_DIALECT_VIEWER);
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, "[FEN ")) != NULL; at++)
        count++;
    ck_assert_uint_eq(count, 4);
    ck_assert_ptr_nonnull(strstr(text, "[SetUp \"1\"]\n\n{Prima; AISE 1. Nb1d2_Pd2f3} 0-1\n\n[Event"));
    ck_assert_ptr_nonnull(strstr(text, "Qa5e1_Ke1E# (an orthodox board cannot show the position)}\n0-1\n\n"));
}
END_TEST

/* Where both kings stand in check no orthodox program takes the position; elsewhere the other side is to move. */
START_TEST(viewer_starts_as_it_can)
{
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_set_up(&played, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 5", NULL);
    played_plies(&played, "Re7 Rxe8");
    ck_assert_ptr_nonnull(strstr(written(AISE_DIALECT_VIEWER), "[FEN \"4k3/8/8/8/8/8/4R3/4K3 b - - 0 5\"]\n[SetUp \"1\"]\n\n"
                                 "{AISE: an orthodox board cannot show the rest: 5. Re7 Rxe8#} *\n\n"));
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_set_up(&played, "4k3/8/8/8/8/r7/4R3/r3K3 w - - 0 5", NULL);
    played_plies(&played, "Re7 Rxe8");
    const char *text = written(AISE_DIALECT_VIEWER);
    ck_assert_ptr_null(strstr(text, "[FEN "));
    ck_assert_ptr_nonnull(strstr(text, "\n\n{(an orthodox board cannot show the position); AISE: an"));
}
END_TEST

START_TEST(slides_leave_out_edge_pawns)
{
    played_begin(&played, "dynamo", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_set_up(&played, "rp2k2p/8/8/8/8/8/4P3/4K3 w - - 0 5", NULL);
    played_plies(&played, "e4!? Ke7");
    const char *text = written(AISE_DIALECT_VIEWER);
    ck_assert_ptr_nonnull(strstr(text, "[FEN \"r3k3/8/8/8/4P3/8/8/4K3 b - - 0 5\"]"));
    ck_assert_ptr_nonnull(strstr(text, "{AISE 5. e4!? (an orthodox board cannot show the pawn on b8 h8)} *\n\n"));
}
END_TEST

START_TEST(comments_of_viewers_are_one)
{
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e6");
    played_comment(&played, "Segue:");
    played.game.unparsed = "Ke9 e5";
    ck_assert_str_eq(moves(AISE_DIALECT_VIEWER), "1. e4 {AISE 1. e4} 1... e6 {AISE 1... e6: Segue:; AISE unparsed: Ke9 e5} *\n\n");
}
END_TEST

START_TEST(cards)
{
    salvadori();
    played.game.ply_count = 3;
    const char *text = written(AISE_DIALECT_CARDS);
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, "[FEN ")) != NULL; at++)
        count++;
    ck_assert_uint_eq(count, 3);
    ck_assert_ptr_nonnull(strstr(text, "\n\n1... Nc6 {AISE 1... Nc6} 0-1\n\n"));
    ck_assert_ptr_nonnull(strstr(text, " b KQkq - "));
}
END_TEST

START_TEST(unparsed_is_one_word)
{
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e5");
    for (unsigned i = 1; i < 70; i++) {
        char words[80] = "";
        memset(words, 'a', i);
        played.game.unparsed = words;
        played.note[0] = (AiseNote){NULL, AISE_NOTE_COMMENT, words, i};
        played.ply[1].notes = &played.note[0];
        ck_assert_ptr_nonnull(strstr(written(AISE_DIALECT_AISE), "{AISE unparsed:"));
    }
}
END_TEST

/* A reader that holds the comment for open would begin a game there. */
START_TEST(no_line_of_a_comment_begins_with_turn_one)
{
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4");
    played_comment(&played, "Rossi-Verdi (GP94) 1-0 1. e4 1.e4 1) 10. e4 1… 1-0 Rossi-Verdi (GP94) 1-0 1. e4 1.e4 1) "
                            "1 e4 12 1... e5 e poi ancora 1. e4 e 1-0 fin qui, poi di nuovo 1. e4 1) 1. 1. 1. 1. 1. 1. 1.");
    played_variation(&played, "( 1. d4 1... d5 ( 1... e5 ) ( 1... f5 ) ( 1... g5 ) ( 1... h5 ) ( 1... a5 ) ( 1... b5 ) )");
    for (const char *at = moves(AISE_DIALECT_AISE); (at = strchr(at, '\n')) != NULL; at++)
        ck_assert(at[1] != '1' || at[2] == '0' || at[2] == '2');
}
END_TEST

START_TEST(source_tag)
{
    salvadori();
    AiseWriting how = {.source_tag = true};
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    aise_pgn_write(&played.game, &how, &out);
    aise_buffer_byte(&out, '\0');
    ck_assert_ptr_nonnull(strstr(out.bytes, "[AiseRules \"doublemove\"]\n[AiseSource \"sheet.txt:3\"]\n[Annotator"));
    aise_buffer_free(&out);
}
END_TEST

Suite *pgn_suite(void)
{
    Suite *suite = suite_create("pgn");
    TCase *aise = tcase_create("aise");
    tcase_add_test(aise, example);
    tcase_add_test(aise, orthodox_has_no_variant);
    tcase_add_test(aise, notes_and_numbers);
    tcase_add_test(aise, no_comments);
    tcase_add_test(aise, set_up_black_first);
    tcase_add_test(aise, series_numbers);
    tcase_add_test(aise, co_effects);
    tcase_add_test(aise, restored_pawn_promotes);
    tcase_add_test(aise, damaged);
    tcase_add_test(aise, empty_game);
    tcase_add_loop_test(aise, lines_of_any_words, 0, 40);
    tcase_add_test(aise, commands_are_not_broken);
    tcase_add_test(aise, source_tag);
    tcase_add_test(aise, unparsed_is_one_word);
    tcase_add_test(aise, no_line_of_a_comment_begins_with_turn_one);
    suite_add_tcase(suite, aise);
    TCase *viewer = tcase_create("viewer");
    tcase_add_test(viewer, viewer_pads);
    tcase_add_test(viewer, viewer_stops);
    tcase_add_test(viewer, viewer_mutation);
    tcase_add_test(viewer, viewer_starts_as_it_can);
    tcase_add_test(viewer, comments_of_viewers_are_one);
    tcase_add_test(viewer, slides);
    tcase_add_test(viewer, slides_leave_out_edge_pawns);
    tcase_add_test(viewer, cards);
    suite_add_tcase(suite, viewer);
    return suite;
}
