/* Scenes and what is drawn of them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "src/show/show.h"

Suite *show_suite(void);

static Played played;
static AiseScene scene;

static const AiseScene *last(void)
{
    aise_scene_begin(&scene, &played.game);
    while (aise_scene_step(&scene))
        continue;
    return &scene;
}

static void begin(const char *variant, const char *fen, const char *state)
{
    played_begin(&played, variant, NULL, "A", "B", AISE_RESULT_NONE);
    if (fen != NULL)
        played_set_up(&played, fen, state);
}

static const char *text_of(void (*write)(AiseBuffer *out))
{
    static char text[262144];
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    write(&out);
    ck_assert_uint_lt(out.length, sizeof text);
    memcpy(text, out.bytes, out.length);
    text[out.length] = '\0';
    aise_buffer_free(&out);
    return text;
}

static void caption(AiseBuffer *out)
{
    aise_show_caption(last(), false, out);
}

static void caption_italian(AiseBuffer *out)
{
    aise_show_caption(last(), true, out);
}

static void diagram(AiseBuffer *out)
{
    const AiseShowing how = {.plies = played.game.ply_count};
    aise_diagram_write(&played.game, &how, out);
}

static void board(AiseBuffer *out)
{
    const AiseShowing how = {.plies = played.game.ply_count, .ascii = true};
    aise_board_write(&played.game, &how, out);
}

static void page(AiseBuffer *out)
{
    aise_page_begin("<&>", true, out);
    aise_page_game(&played.game, 1, out);
    aise_page_end(out);
}

static void assert_stroke(unsigned i, unsigned kind, int x1, int y1, int x2, int y2)
{
    ck_assert_uint_lt(i, scene.strokes);
    const AiseStroke *s = &scene.stroke[i];
    ck_assert_uint_eq(s->kind, kind);
    ck_assert_int_eq(s->x1, x1);
    ck_assert_int_eq(s->y1, y1);
    ck_assert_int_eq(s->x2, x2);
    ck_assert_int_eq(s->y2, y2);
}

START_TEST(plain_arrow)
{
    begin("orthodox", NULL, NULL);
    played_plies(&played, "e4");
    last();
    ck_assert_uint_eq(scene.strokes, 1);
    assert_stroke(0, AISE_STROKE_MOVE, 450, 634, 450, 462);
    ck_assert_uint_eq(scene.touched, aise_bit(12) | aise_bit(28));
    ck_assert_uint_eq(scene.captured, 0);
}
END_TEST

START_TEST(captures)
{
    begin("orthodox", NULL, NULL);
    played_plies(&played, "e4 a6 e5 d5 exd6");
    last();
    ck_assert_uint_eq(scene.captured, aise_bit(35)); /* d5, where the pawn stood */
    ck_assert_uint_eq(scene.touched, aise_bit(36) | aise_bit(43));
}
END_TEST

START_TEST(castling_moves_two)
{
    begin("orthodox", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL);
    played_plies(&played, "O-O-O");
    last();
    ck_assert_uint_eq(scene.strokes, 2);
    ck_assert_uint_eq(aise_count(scene.touched), 4);
}
END_TEST

START_TEST(push_and_expulsion)
{
    begin("double-dynamo", NULL, NULL);
    played_plies(&played, "Nb1d2_Pd2f3 Bc8d7_Pd7e6 Bf8d6_Pe7c5");
    last();
    ck_assert_uint_eq(scene.strokes, 2);
    assert_stroke(0, AISE_STROKE_PUSH, 439, 161, 258, 342);
    ck_assert_uint_eq(scene.stroke[1].kind, AISE_STROKE_MOVE);
    played_plies(&played, "Ne4 Ne4d6_Bd6c8 Qd8a5_Pc7E");
    last();
    ck_assert_uint_eq(scene.badges, 1);
    ck_assert(scene.badge[0].expelled);
    ck_assert_uint_eq(scene.badge[0].man, aise_man(AISE_BLACK, AISE_PAWN));
    ck_assert_int_eq(scene.badge[0].x, 0); /* over the edge between a5 and a4 */
    ck_assert_int_eq(scene.badge[0].y, 400);
    ck_assert_uint_eq(scene.held, AISE_NONE);
}
END_TEST

START_TEST(stationary_agent)
{
    begin("double-dynamo", "4k3/8/8/8/8/8/r7/Q3K3 w - - 0 9", NULL);
    played_plies(&played, "Qa1_Ra2a6");
    last();
    ck_assert_uint_eq(scene.held, 0);
    ck_assert_uint_eq(scene.strokes, 1);
    ck_assert_uint_eq(scene.stroke[0].kind, AISE_STROKE_PUSH);
}
END_TEST

START_TEST(pull)
{
    begin("double-dynamo", "4k3/8/8/8/r2R4/8/8/4K3 w - - 0 9", NULL);
    played_plies(&played, "Rd4f4_Ra4e4");
    last();
    ck_assert_uint_eq(scene.strokes, 2);
    ck_assert_uint_eq(scene.stroke[0].kind, AISE_STROKE_MOVE);
    assert_stroke(1, AISE_STROKE_PULL, 66, 450, 438, 450);
}
END_TEST

START_TEST(both_go_off)
{
    begin("double-dynamo", "4k3/8/8/8/r2R4/8/8/4K3 w - - 0 9", NULL);
    played_plies(&played, "Rd4E_Ra4E");
    last();
    ck_assert_uint_eq(scene.badges, 2);
    int apart = scene.badge[0].y - scene.badge[1].y;
    ck_assert_int_eq(scene.badge[0].x, scene.badge[1].x);
    ck_assert_int_ge(apart * apart, 60 * 60);
    ck_assert_uint_eq(scene.badge[0].expelled + scene.badge[1].expelled, 1);
}
END_TEST

START_TEST(suicide_takes_a_clear_way)
{
    begin("double-dynamo", "4k3/8/8/8/3R4/3P4/8/4K3 w - - 0 9", NULL);
    played_plies(&played, "Rd4E");
    last();
    ck_assert_uint_eq(scene.badges, 1);
    ck_assert_int_eq(scene.badge[0].y, 450); /* not by d3, which is taken, and the a-file is the nearest edge */
    ck_assert_int_eq(scene.badge[0].x, 0);
    begin("double-dynamo", "4k3/8/8/8/8/8/8/N3K3 w - - 0 9", NULL);
    played_plies(&played, "Na1E");
    ck_assert_uint_eq(last()->badges, 1);
}
END_TEST

START_TEST(captions)
{
    begin("doublemove", NULL, NULL);
    ck_assert_str_eq(text_of(caption), "Start position – White to move, 1 ply left");
    played_plies(&played, "Nc3 e6");
    ck_assert_str_eq(text_of(caption), "1… e6 – Black to move, 1 ply left");
    played_plies(&played, "Nc6");
    ck_assert_str_eq(text_of(caption_italian), "1… Cc6 – Bianco al tratto, restano 2 semimosse");
    begin("double-dynamo", "4k3/8/8/8/8/8/8/r2QK3 w - - 0 9", NULL);
    played_plies(&played, "Qd1b1_Ra1E");
    ck_assert_str_eq(text_of(caption_italian),
                     "9. Dd1b1/Ta1E; torre espulso – Bianco al tratto, resta 1 semimossa");
}
END_TEST

START_TEST(co_effects)
{
    begin("overloader-restorer", "4k3/8/8/8/7q/8/8/R3K2R w - - 0 9", NULL);
    played_plies(&played, "Ra4");
    ck_assert_ptr_nonnull(strstr(text_of(caption), "Ra4"));
    ck_assert_uint_eq(scene.touched, aise_bit(0) | aise_bit(24));
    begin("overloader-restorer", "4k3/8/8/8/7q/8/8/4K3 b - - 0 9", "ov=h4");
    played_plies(&played, "Qg4");
    ck_assert_str_eq(text_of(caption), "9… (Q)g4 – White to move");
    ck_assert_ptr_nonnull(strstr(text_of(board), "4  .  .  .  .  .  . <q>[.]"));
    ck_assert_ptr_nonnull(strstr(text_of(diagram), "queen g4 (overloaded)"));
}
END_TEST

START_TEST(boards)
{
    begin("orthodox", NULL, NULL);
    played_comment(&played, "una \033[31mnota\302\233m");
    ck_assert_str_eq(text_of(board), "A – B (Standard) *\n\n8  r  n  b  q  k  b  n  r\n7  p  p  p  p  p  p  p  p\n"
                                     "6  .  .  .  .  .  .  .  .\n5  .  .  .  .  .  .  .  .\n4  .  .  .  .  .  .  .  .\n"
                                     "3  .  .  .  .  .  .  .  .\n2  P  P  P  P  P  P  P  P\n1  R  N  B  Q  K  B  N  R\n"
                                     "   a  b  c  d  e  f  g  h\nStart position – White to move\nuna  [31mnota m\n\n");
}
END_TEST

START_TEST(escapes)
{
    begin("orthodox", NULL, NULL);
    played_tag(&played, "White", "</script><b>&amp;\"'");
    played_comment(&played, "<!--<script>");
    const char *svg = text_of(diagram);
    ck_assert_ptr_nonnull(strstr(svg, "&lt;/script&gt;&lt;b&gt;&amp;amp;\"' – B"));
    const char *html = text_of(page);
    ck_assert_ptr_nonnull(strstr(html, "<title>&lt;&amp;></title>"));
    ck_assert_ptr_nonnull(strstr(html, "\\u003c/script>\\u003cb>&amp;\\\"'"));
    ck_assert_ptr_nonnull(strstr(html, "\\u003c!--\\u003cscript>"));
    ck_assert_ptr_null(strstr(html, "<!--"));
    ck_assert_ptr_nonnull(strstr(html, "<html lang=\"it\">"));
    ck_assert_ptr_nonnull(strstr(html, "</html>"));
}
END_TEST

static AiseLine line;

static bool reads(const char *text)
{
    const AiseNote note = {NULL, AISE_NOTE_VARIATION, text, strlen(text)};
    return aise_line_read(&played.game, played.game.ply_count, &note, &played.guard, &line);
}

START_TEST(variations)
{
    begin("doublemove", NULL, NULL);
    played_plies(&played, "e4 e6 Nc6 Bb5 Qf3 Nd4 Nxf3");
    ck_assert(reads("(2... Nd4 e5)"));
    ck_assert_uint_eq(line.count, 2);
    ck_assert_str_eq(line.ply[1].san, "e5");
    ck_assert_uint_eq(line.ply[0].turn, 2);
    ck_assert(line.ply[0].first && !line.ply[1].first);
    ck_assert(reads("( 2. ... Cd4/C:f3! 3.A:d7/A:e8#)"));
    ck_assert_str_eq(line.ply[3].san, "Bxe8#");
    ck_assert(reads("(1. … e5/f5)"));
    ck_assert(!reads("(3. Nd4)")); /* White's turn, Black's knight */
    ck_assert(!reads("(9. e4)"));
    ck_assert(!reads("(e4)"));
    ck_assert(!reads("(forse 2.Cd4)"));
    ck_assert(!reads("()") && !reads("(") && !reads("") && !reads("(2.)"));
    begin("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL);
    ck_assert(reads("(1. Ra2)"));
    ck_assert(!reads("(1. Re2)") || line.ply[0].ply.agent_from == 4);
    begin("dynamo", NULL, NULL);
    ck_assert(reads("(1. Cb1d2/Pd2f3)"));
    ck_assert_uint_eq(line.ply[0].ply.type, AISE_PLY_PUSH);
    ck_assert(reads("(1. Nb1d2_Pd2f3)"));
    begin("overloader-restorer", NULL, NULL);
    played_plies(&played, "e4 e5");
    ck_assert(reads("(2. Dh5/e5)"));
    ck_assert_uint_ne(line.ply[0].overloaded, 0);
}
END_TEST

START_TEST(places)
{
    size_t plies = 99;
    begin("doublemove", NULL, NULL);
    played_plies(&played, "Nc3 Nc6 e6 Nf3 e3 Bb4");
    const AiseGame *game = &played.game;
    ck_assert(aise_game_find_ply(game, "0", &plies) && plies == 0);
    ck_assert(aise_game_find_ply(game, "1w", &plies) && plies == 1);
    ck_assert(aise_game_find_ply(game, "1b", &plies) && plies == 3);
    ck_assert(aise_game_find_ply(game, "1b1", &plies) && plies == 2);
    ck_assert(aise_game_find_ply(game, "1", &plies) && plies == 3);
    ck_assert(aise_game_find_ply(game, "2b", &plies) && plies == 6);
    ck_assert(aise_game_find_ply(game, "2", &plies) && plies == 6);
    static const char *const wrong[] = {"", "b", "3", "1w2", "2b2", "1b0", "1x", "1b1x", "-1", "0b", "1 b", "9999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!aise_game_find_ply(game, wrong[i], &plies), "%s", wrong[i]);
}
END_TEST

Suite *show_suite(void)
{
    Suite *suite = suite_create("show");
    TCase *scenes = tcase_create("scenes");
    tcase_add_test(scenes, plain_arrow);
    tcase_add_test(scenes, captures);
    tcase_add_test(scenes, castling_moves_two);
    tcase_add_test(scenes, push_and_expulsion);
    tcase_add_test(scenes, stationary_agent);
    tcase_add_test(scenes, pull);
    tcase_add_test(scenes, both_go_off);
    tcase_add_test(scenes, suicide_takes_a_clear_way);
    suite_add_tcase(suite, scenes);
    TCase *texts = tcase_create("texts");
    tcase_add_test(texts, captions);
    tcase_add_test(texts, co_effects);
    tcase_add_test(texts, boards);
    tcase_add_test(texts, escapes);
    tcase_add_test(texts, variations);
    tcase_add_test(texts, places);
    suite_add_tcase(suite, texts);
    return suite;
}
