/* Dialect `listing`: canonical Italian listings. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "src/listing/listing.h"

Suite *listing_suite(void);

static Played played;

static char *written(void)
{
    static char text[65536];
    AiseWriting how = {.dialect = AISE_DIALECT_LISTING};
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    aise_listing_write(&played.game, &how, &out);
    ck_assert_uint_lt(out.length, sizeof text);
    memcpy(text, out.bytes, out.length);
    text[out.length] = '\0';
    aise_buffer_free(&out);
    return text;
}

START_TEST(doublemove)
{
    played_begin(&played, "doublemove", "Grand Prix AISE 1994", "Salvadori", "Castelli", AISE_RESULT_BLACK);
    played_tag(&played, "Date", "1994.??.??");
    played_tag(&played, "Annotator", "A. Castelli");
    played_plies(&played, "Nc3 Nc6 e6 Nf3 e3 Bb4 b6 a3 axb4??");
    played_comment(&played, "Un errore  gravissimo.");
    played_plies(&played, "Nxb4 Qg5! Qe2 Kd1 Nxc2 Qf5!!");
    played_comment(&played, "La classica chiusura.");
    played_variation(&played, "(oppure 4. ... Cd3)");
    played.game.end = AISE_END_RESIGNS;
    ck_assert_str_eq(written(), "DOPPIA MOSSA\n\nSalvadori-Castelli (GP94) 0-1\n[Annotator \"A. Castelli\"]\n"
                                "1.Cc3// Cc6/e6\n2.Cf3/e3 Ab4/b6\n3.a3/a:b4??\n{Un errore gravissimo.}\n"
                                "3. ... C:b4/Dg5!\n4.De2/Rd1 C:c2/Df5!! Abbandona\n{La classica chiusura.} "
                                "(oppure 4. ... Cd3)\n\n");
}
END_TEST

/* `R` alone could be an English rook. */
START_TEST(kings_without_other_men)
{
    played_begin(&played, "overloader-restorer", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_set_up(&played, "4k3/8/8/8/8/8/3P4/4K2R w - - 0 5", "ov=e1");
    played_plies(&played, "Kf1 Kd7");
    ck_assert_ptr_nonnull(strstr(written(), "\n5.(R)e1f1 Re8d7\n"));
    played_plies(&played, "Rh2 Kd6");
    ck_assert_ptr_nonnull(strstr(written(), "\n5.(R)f1 Rd7\n6.Th2 Rd6\n"));
}
END_TEST

/* Tags and a comment alone would go on into the next game. */
START_TEST(nothing_but_damage)
{
    played_begin(&played, "doublemove", "Torneo 1995", "Rossi", "Verdi", AISE_RESULT_BLACK);
    played.game.unparsed = "1. Ka9";
    ck_assert_ptr_nonnull(strstr(written(), "\n{AISE unparsed: 1. Ka9} 0-1\n\n"));
}
END_TEST

START_TEST(notes_inside_a_turn)
{
    played_begin(&played, "doublemove", "Torneo 1995", "De Angelis", "Dell'Amico", AISE_RESULT_NONE);
    played_tag(&played, "Date", "1995.03.??");
    played_comment(&played, "Prima partita");
    played_plies(&played, "Nc3");
    played_comment(&played, "bene");
    played_plies(&played, "Nc6");
    played_comment(&played, "male");
    played_plies(&played, "e6 Nf3 e3");
    ck_assert_str_eq(written(), "DOPPIA MOSSA\n\nDe Angelis-Dell'Amico (Torneo 1995)\n[Date \"1995.03.??\"]\n"
                                "{Prima partita}\n1.Cc3//\n{bene}\n1. ... Cc6/\n{male}\ne6\n2.Cf3/e3\n\n");
}
END_TEST

START_TEST(double_dynamo)
{
    played_begin(&played, "double-dynamo", "Grand Prix AISE 1996", "Forzoni", "Dulcich", AISE_RESULT_BLACK);
    played_tag(&played, "Date", "1996.??.??");
    played_plies(&played, "Nb1d2_Pd2f3 Bc8d7_Pd7e6 Bf8d6_Pe7c5 Ne4 Ne4d6_Bd6c8 Qd8a5_Pc7E Qa5e1_Ke1E");
    ck_assert_str_eq(written(), "DOPPIO DYNAMO\n\nForzoni-Dulcich (GP96) 0-1\n"
                                "1.Cb1d2/Pd2f3, Ac8d7/Pd7e6 Af8d6/Pe7c5\n"
                                "2.Ce4 Ce4d6/Ad6c8, Dd8a5/Pc7E Da5e1/Re1E#\n\n");
}
END_TEST

START_TEST(overloader)
{
    played_begin(&played, "overloader-restorer", "Grand Prix AISE 1991", "Fahys", "Castelli", AISE_RESULT_BLACK);
    played_tag(&played, "Date", "1991.??.??");
    played_plies(&played, "e4 e5 Nf3 Nc6 Bb5 Bc5 O-O d6 d4 Bxd4 Bxc6 bxc6 Nxd4 exd4 Qxd4 Qf6 Qc4 Ne7 Nc3 Qh4??");
    played_plies(&played, "Kh1 Rb8 Bg5 Qg4");
    ck_assert_str_eq(written(),
                     "O/R CHESS\n\nFahys-Castelli (GP91) 0-1\n1.e4 e5\n2.Cf3 Cc6\n3.Ab5 Ac5\n4.0-0 d6\n5.d4 A:d4\n"
                     "6.A:c6+ b:c6\n7.C:d4 e:d4\n8.D:d4 Df6\n9.Dc4 Ce7\n10.Cc3 Dh4/Pe4??\n11.Rh1/Dh4 Tb8\n12.Ag5 (D)g4\n\n");
}
END_TEST

START_TEST(progressive)
{
    played_begin(&played, "mutation-progressive", NULL, "Mapelli", "Fontana-Rossi", AISE_RESULT_WHITE);
    played_plies(&played, "e4 Nf6 Nxe4=P d3 dxe4 a3");
    played.ply[1].nag[0] = 10;
    played.ply[1].nag_count = 1;
    ck_assert_str_eq(written(), "MUTANTI PROGRESSIVI\n\nMapelli - Fontana-Rossi 1-0\n1.e4\n2.Cf6 $10/C:e4=P\n3.d3/d:e4/a3\n\n");
}
END_TEST

START_TEST(names_no_header_can_hold)
{
    played_begin(&played, "orthodox", "Open (B), Roma", "Castelli, A.", NULL, AISE_RESULT_NONE);
    played_tag(&played, "Site", "Roma \"ITA\"");
    played_set_up(&played, "4k3/P7/8/8/8/8/8/R3K3 b Q - 3 12", NULL);
    played_plies(&played, "Kd7 a8=Q");
    ck_assert_str_eq(written(), "SCACCHI ORTODOSSI\n\n[Torneo \"Open (B), Roma\"]\n[Site \"Roma \\\"ITA\\\"\"]\n"
                                "[Bianco \"Castelli, A.\"]\n[Nero \"?\"]\n[Risultato \"*\"]\n"
                                "[FEN \"4k3/P7/8/8/8/8/8/R3K3 b Q - 3 12\"]\n12. ... Rd7\n13.a8=D\n\n");
}
END_TEST

START_TEST(event_like_a_short_form)
{
    played_begin(&played, "orthodox", "GP94", "Alfa", "Beta", AISE_RESULT_DRAW);
    played_plies(&played, "e4");
    played.game.end = AISE_END_AGREED;
    ck_assert_str_eq(written(), "SCACCHI ORTODOSSI\n\nAlfa-Beta 1/2-1/2\n[Torneo \"GP94\"]\n1.e4 patta\n\n");
}
END_TEST

START_TEST(damaged)
{
    played_begin(&played, "doublemove", "Grand Prix AISE 1994", "Alfa", "Beta", AISE_RESULT_WHITE);
    played_plies(&played, "e4 e6 Nc6 Bb5");
    played.game.unparsed = "/Dh6 Cd4/C:f3\n3.A:d7/A:e8# {x}";
    ck_assert_str_eq(written(), "DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n[Date \"????.??.??\"]\n1.e4// e6/Cc6\n2.Ab5\n"
                                "{AISE unparsed: /Dh6 Cd4/C:f3 3.A:d7/A:e8# {x)}\n\n");
}
END_TEST

START_TEST(unknown_result_of_a_won_game)
{
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e6 Nc6 Bb5 Qf3 Nd4 Nxf3 Bxd7 Bxe8");
    ck_assert_ptr_nonnull(strstr(written(), "\n3.A:d7/A:e8# *\n\n"));
}
END_TEST

Suite *listing_suite(void)
{
    Suite *suite = suite_create("listing");
    TCase *all = tcase_create("listing");
    tcase_add_test(all, doublemove);
    tcase_add_test(all, kings_without_other_men);
    tcase_add_test(all, nothing_but_damage);
    tcase_add_test(all, notes_inside_a_turn);
    tcase_add_test(all, double_dynamo);
    tcase_add_test(all, overloader);
    tcase_add_test(all, progressive);
    tcase_add_test(all, names_no_header_can_hold);
    tcase_add_test(all, event_like_a_short_form);
    tcase_add_test(all, damaged);
    tcase_add_test(all, unknown_result_of_a_won_game);
    suite_add_tcase(suite, all);
    return suite;
}
