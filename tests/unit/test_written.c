/* Plies as they are written: every shape of NOTATION 1.2 and 1.3 as a value. */
#include <check.h>
#include <string.h>

#include "src/bind/written.h"

static AiseWritten read_ply(const char *token, AiseLetters letters)
{
    AiseWritten w;
    ck_assert_msg(aise_written_ply(token, strlen(token), letters, &w), "%s is no ply", token);
    return w;
}

static AiseWritten italian(const char *token)
{
    return read_ply(token, AISE_LETTERS_ITALIAN);
}

static unsigned at(const char *square)
{
    return aise_square((unsigned)(square[0] - 'a'), (unsigned)(square[1] - '1'));
}

START_TEST(men_and_letters)
{
    ck_assert_uint_eq(italian("Cf3").kind, AISE_KNIGHT);
    ck_assert_uint_eq(italian("Rf3").kind, AISE_KING);
    ck_assert_uint_eq(read_ply("Rf3", AISE_LETTERS_ENGLISH).kind, AISE_ROOK);
    ck_assert_uint_eq(italian("f3").kind, AISE_PAWN);
    ck_assert_uint_eq(italian("Pf3").kind, AISE_PAWN);
    AiseWritten w;
    ck_assert(!aise_written_ply("Nf3", 3, AISE_LETTERS_ITALIAN, &w));
    ck_assert(!aise_written_ply("Cf3", 3, AISE_LETTERS_ENGLISH, &w));
    ck_assert(!aise_written_ply("Cf9", 3, AISE_LETTERS_ITALIAN, &w));
    ck_assert(!aise_written_ply("C", 1, AISE_LETTERS_ITALIAN, &w));
}
END_TEST

START_TEST(figurines)
{
    static const struct {
        const char *token;
        unsigned kind;
    } cases[] = {{"♔f3", AISE_KING}, {"♛f3", AISE_QUEEN}, {"♖f3", AISE_ROOK}, {"♝f3", AISE_BISHOP}, {"♞f3", AISE_KNIGHT},
                 {"♙f3", AISE_PAWN}, {"♟\xef\xb8\x8e" "f3", AISE_PAWN}, {"♘\xef\xb8\x8f" "f3", AISE_KNIGHT}, {"(♕)f3", AISE_QUEEN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_uint_eq(italian(cases[i].token).kind, cases[i].kind);
        ck_assert_uint_eq(read_ply(cases[i].token, AISE_LETTERS_ENGLISH).kind, cases[i].kind);
    }
    ck_assert_uint_eq(italian("e8=♕").promo, AISE_QUEEN);
    ck_assert_uint_eq(italian("e8(♞)").promo, AISE_KNIGHT);
    ck_assert_uint_eq(italian("♘b1d2").from_file, 1);
    ck_assert_uint_eq(italian("♘b1d2_♙d2f3").patient_kind, AISE_PAWN);
    ck_assert_uint_eq(aise_written_letter("♖", strlen("♖"), AISE_LETTERS_ITALIAN), AISE_ROOK);
    AiseWritten w;
    ck_assert(!aise_written_ply("♘", strlen("♘"), AISE_LETTERS_ITALIAN, &w));
    ck_assert(!aise_written_ply("☺f3", strlen("☺f3"), AISE_LETTERS_ITALIAN, &w));
}
END_TEST

START_TEST(origins)
{
    AiseWritten w = italian("Cge7");
    ck_assert_uint_eq(w.from_file, 6);
    ck_assert_uint_eq(w.from_rank, AISE_ANY);
    w = italian("T1d2");
    ck_assert_uint_eq(w.from_rank, 0);
    ck_assert_uint_eq(w.from_file, AISE_ANY);
    w = italian("Cb1-d2");
    ck_assert_uint_eq(w.from_file, 1);
    ck_assert_uint_eq(w.from_rank, 0);
    ck_assert_uint_eq(w.to, at("d2"));
    ck_assert_uint_eq(italian("e2e4").from_rank, 1);
    ck_assert_uint_eq(italian("e2\xe2\x80\x93" "e4").to, at("e4"));
}
END_TEST

START_TEST(captures)
{
    ck_assert_uint_eq(italian("A:c8").capture, 1);
    ck_assert_uint_eq(italian("Axc8").capture, 1);
    AiseWritten w = italian("e:d5");
    ck_assert_uint_eq(w.from_file, 4);
    ck_assert_uint_eq(w.to, at("d5"));
    w = italian("ed5");
    ck_assert_uint_eq(w.from_file, 4);
    w = italian("ed");
    ck_assert_uint_eq(w.to, AISE_NONE);
    ck_assert_uint_eq(w.to_file, 3);
    ck_assert_uint_eq(italian("e:d6e.p.").en_passant, 1);
    ck_assert_uint_eq(italian("e:d6 ep").en_passant, 1);
}
END_TEST

START_TEST(castlings)
{
    static const char *const shorts[] = {"0-0", "00", "O-O", "0\xe2\x80\x93" "0", "0\xe2\x80\x91" "0", "o-o"};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        ck_assert_uint_eq(italian(shorts[i]).castle, 1);
    ck_assert_uint_eq(italian("0-0-0").castle, 2);
    ck_assert_uint_eq(italian("000").castle, 2);
    AiseWritten w;
    ck_assert(!aise_written_ply("0000", 4, AISE_LETTERS_ITALIAN, &w));
}
END_TEST

START_TEST(promotions)
{
    ck_assert_uint_eq(italian("e8D").promo, AISE_QUEEN);
    ck_assert_uint_eq(italian("e8=T").promo, AISE_ROOK);
    ck_assert_uint_eq(italian("e8(C)").promo, AISE_KNIGHT);
    ck_assert_uint_eq(italian("e8").promo, AISE_NO_KIND);
    ck_assert_uint_eq(aise_written_letter("D", 1, AISE_LETTERS_ITALIAN), AISE_QUEEN);
    ck_assert_uint_eq(aise_written_letter("D", 1, AISE_LETTERS_ENGLISH), AISE_NO_KIND);
}
END_TEST

START_TEST(agents_and_patients)
{
    AiseWritten w = read_ply("Nb1d2_Pd2f3", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(w.patient, 1);
    ck_assert_uint_eq(w.patient_kind, AISE_PAWN);
    ck_assert_uint_eq(w.patient_from, at("d2"));
    ck_assert_uint_eq(w.patient_to, at("f3"));
    w = read_ply("Qa5E_Pc7E", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(w.to, AISE_OFF);
    ck_assert_uint_eq(w.from_file, 0);
    ck_assert_uint_eq(w.patient_to, AISE_OFF);
    ck_assert_uint_eq(w.patient_from, at("c7"));
    w = italian("Dd8");
    ck_assert(aise_written_patient("d7d3", 4, AISE_LETTERS_ITALIAN, &w));
    ck_assert_uint_eq(w.patient_kind, AISE_ANY);
    ck_assert_uint_eq(w.patient_from, at("d7"));
    w = italian("Cd2");
    ck_assert(aise_written_patient("Pf3", 3, AISE_LETTERS_ITALIAN, &w));
    ck_assert_uint_eq(w.patient_from, AISE_NONE);
    ck_assert_uint_eq(w.patient_to, at("f3"));
    w = italian("De1");
    ck_assert(aise_written_patient("Re1E", 4, AISE_LETTERS_ITALIAN, &w));
    ck_assert_uint_eq(w.patient_from, at("e1"));
    ck_assert(!aise_written_patient("A:c8", 4, AISE_LETTERS_ITALIAN, &w));
}
END_TEST

START_TEST(affected_men)
{
    AiseWritten w = italian("(D)g4");
    ck_assert_uint_eq(w.overloaded, 1);
    ck_assert_uint_eq(w.kind, AISE_QUEEN);
    ck_assert(aise_written_affected("(P)e5", 5, AISE_LETTERS_ITALIAN, &w));
    ck_assert(aise_written_affected("h4", 2, AISE_LETTERS_ITALIAN, &w));
    ck_assert(aise_written_affected("Pe8=D", 5, AISE_LETTERS_ITALIAN, &w));
    ck_assert_uint_eq(w.affected_count, 3);
    ck_assert_uint_eq(w.affected[0].square, at("e5"));
    ck_assert_uint_eq(w.affected[1].kind, AISE_ANY);
    ck_assert_uint_eq(w.affected[2].promo, AISE_QUEEN);
    ck_assert(!aise_written_affected("e2e4", 4, AISE_LETTERS_ITALIAN, &w));
}
END_TEST

START_TEST(marks)
{
    AiseWritten w = italian("Dh5");
    aise_written_marks("+!", 2, &w);
    ck_assert_uint_eq(w.checks, 1);
    aise_written_marks("++", 2, &w);
    ck_assert_uint_eq(w.checks, 3);
    aise_written_marks("#", 1, &w);
    ck_assert_uint_eq(w.checks & 4u, 4);
}
END_TEST

Suite *written_suite(void)
{
    Suite *suite = suite_create("written");
    TCase *tcase = tcase_create("tokens");
    tcase_add_test(tcase, men_and_letters);
    tcase_add_test(tcase, figurines);
    tcase_add_test(tcase, origins);
    tcase_add_test(tcase, captures);
    tcase_add_test(tcase, castlings);
    tcase_add_test(tcase, promotions);
    tcase_add_test(tcase, agents_and_patients);
    tcase_add_test(tcase, affected_men);
    tcase_add_test(tcase, marks);
    suite_add_tcase(suite, tcase);
    return suite;
}
