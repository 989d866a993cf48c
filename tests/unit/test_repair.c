/* Corrections that the linter proposes: one slip of each kind in sound games, and what is proposed first. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/aise.h"

typedef struct Proposed {
    char code[8];
    char first[120]; /* "5:7+2 text" of the first correction */
    size_t count;
    char status[16];
} Proposed;

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Proposed *to = context;
    uint64_t line, column, length;
    const char *text = aise_finding_fix_at(finding, 0, &line, &column, &length);
    bool told = strcmp(aise_finding_severity(finding), "error") == 0 || strcmp(aise_finding_code(finding), "B214") == 0;
    (void)game;
    if (!told)
        return true;
    strcpy(to->code, aise_finding_code(finding));
    to->count = aise_finding_fixes(finding);
    if (text != NULL)
        snprintf(to->first, sizeof to->first, "%u:%u+%u %s", (unsigned)line, (unsigned)column, (unsigned)length, text);
    return true;
}

static bool on_game(void *context, const AiseGame *game)
{
    Proposed *to = context;
    snprintf(to->status, sizeof to->status, "%s", aise_game_status(game));
    return true;
}

static Proposed proposed_of(const char *text, bool repair)
{
    Proposed proposed;
    memset(&proposed, 0, sizeof proposed);
    AiseSink sink = {.context = &proposed, .game_end = on_game, .finding = on_finding};
    AiseOptions options = {.repair = repair};
    AiseReader *reader = aise_reader_new(&options, NULL);
    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(aise_reader_memory(reader, "text", text, strlen(text), &sink), AISE_STATUS_OK);
    ck_assert_uint_eq(aise_reader_plain(reader), true);
    aise_reader_free(reader);
    return proposed;
}

#define DOUBLEMOVE "DOPPIA MOSSA\n\nCastelli-Forzoni (GP95) 0-1\n1.Cc3// e6/Cc6\n"
#define AFTER "\n4.Cb5/Cfd4 c6/c:b5\n5.Ag5/A:d8 T:a2/T:a1\n6.Cb3/C:a1 R:d8/b6\n7.Cb3/e3\n"
#define DYNAMO "DOPPIO DYNAMO\n\nForzoni-Dulcich (GP96) 0-1\n"
#define SERIES "SCACCHI PROGRESSIVI\n\nGalvin-Brodie (WIPCC 1996) 0-1\n1.d4\n2.e5/d5\n3.Ag5/A:d8/A:c7\n"

static const struct {
    const char *text, *first; /* "": nothing is proposed */
} cases[] = {
    /* one character wrong, missing, doubled, swapped, look-alike */
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a6/a:b4" AFTER, "6:13+2 a5"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4\n4.C5/Cfd4 c6/c:b5\n5.Ag5/A:d8 T:a2/T:a1\n", "7:3+2 Cb5"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/AAb4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:15+4 Ab4"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/bA4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:15+3 Ab4"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 aS/a:b4" AFTER, "6:13+2 a5"},
    /* the slip stands before the break */
    {DOUBLEMOVE "2.Cf3/d3 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:7+2 d4"},
    /* man, also of the other language; file; the wrong side of castling */
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Tb4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:15+3 Ab4"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Bb4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:15+3 Ab4"},
    {DOUBLEMOVE "2.Cf3/e4 Cf6/Ab4\n3.Ae2/0-0-0 d5/a6\n4.Th1/Te1 b5/h6\n", "6:7+5 0-0"},
    /* a number that is none, a word that would be a ply */
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4\nr.Cb5/Cfd4 c6/c:b5\n5.Ag5/A:d8 T:a2/T:a1\n", "7:1+2 4."},
    {DOUBLEMOVE "2.Xf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:3+3 Cf3"},
    /* plies or turns swapped, a ply typed twice, a turn typed twice, a ply left out */
    {DOUBLEMOVE "2.Cf3/d4 Ab4/C:d4\n3.D:b4/D:d4 a5/a:b4" AFTER, "6:3+9 D:d4/D:b4"},
    {DOUBLEMOVE "2.C:d4/Ab4 Cf3/d4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:3+15 Cf3/d4 C:d4/Ab4"},
    {DOUBLEMOVE "2.Cf3/d4/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:9+3 "},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:18+9 "},
    {DOUBLEMOVE "2.Cf3/d4 Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, "5:10+0 C:d4/"},
    /* a lost slash inside a ply; one that should be a blank */
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6 e7c5\n2.Ce4 Cd6/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "4:26+10 Af8d6/e7c5"},
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4/Cd6/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "5:3+12 Ce4 Cd6/d6c8"},
    /* agent, patient */
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7v5\n2.Ce4 Cd6/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "4:26+10 Af8d6/e7c5"},
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 Cd6/d6c8, Dd8a5/c7E Da5w1/Re1E#\n", "5:27+10 Da5e1/Re1E"},
    /* a series */
    {SERIES "4.e:d4/d3/d:c2/c:d1(D)+\n5.R:d1/A:b8/Ad5/A:f8/A:g7\n6.a5/a4/a3/a:b2/b:a1(D)/D:g7\n", "8:13+3 Ad6"},
    {SERIES "4.e:d4/d3/c:d1(D)+\n5.R:d1/A:b8/Ad6/A:f8/A:g7\n6.a5/a4/a3/a:b2/b:a1(D)/D:g7\n", "7:11+0 d:c2/"},
    /* what is typed as moves stays moves: no number before a number, no ply before a word that is to be one */
    {"DYNAMO\nA-B 1-0\n1.Cb1d2Pd2f3 Ac8d7Pd7e6 2.Ce4 Ad6e7c5\n", "3:3+10 Cb1d2/Pd2f3"},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n2.Ab5/Df3 Cd4/C:f3\n", ""},
    {"[Variant \"Progressive\"]\n[FEN \"4k3/8/8/8/8/4r3/4B3/4K2R w K - 0 3\"]\n\n3. Ba6 Bb5 Bc4\n", ""},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/Gc6\n2.Ab5/a4\n", "4:11+3 Cc6"},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/Vc6\n2.Ab5/a4\n", "4:11+3 Cc6"},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/Sc6\n2.Ab5/a4\n", "4:11+3 Cc6"},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/\"Cc6\"\n2.Ab5/a4\n", "4:11+5 Cc6"},
    {"DOPPIA MOSSA\n\nA-B (GP94) 1-0\n1.e4// e6/\"bella\"\n2.Ab5/a4\n", ""},
    /* two files are a capture only where a pawn takes beside it */
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 ae/a:b4" AFTER, "6:13+2 a5"},
    {"SCACCHI ORTODOSSI\n\nA-B (GP94) 1-0\n1.ce f6 2.d4 e5\n3.c5 d6\n", "4:3+2 c4"},
    /* a number that is none: within a line, with the dots of Black's half, lost but for its dot */
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4 r.Cb5/Cfd4 c6/c:b5\n5.Ag5/A:d8 T:a2/T:a1\n", "6:21+2 4."},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4\ne. ... a5/a:b4\n4.Cb5/Cfd4 c6/c:b5\n", "7:1+7 3. ... "},
    {SERIES ".e:d4/d3/d:c2/c:d1(D)+\n5.R:d1/A:b8/Ad6/A:f8/A:g7\n", "7:1+1 4."},
    /* pawns that lost their file: the rest looks like a number */
    {"SCACCHI PROGRESSIVI\n\nA-B (GP94) 0-1\n1.d2-d4\n2.e7-e5/d7-d5\n3.Ac1-g5/Ag5:d8/Ad8:c7\n4.e5:d4/d4-d3/3:c2/c2:d1(D)\n", "7:15+4 d3:c2"},
    /* a colon missed, a file that looks like the sign of a capture, letters on the wrong side of a slash */
    {SERIES "4.e:d4/d3/d;c2/c:d1(D)+\n5.R:d1/A:b8/Ad6/A:f8/A:g7\n6.a5/a4/a3/a:b2/b:a1(D)/D:g7\n", "7:11+4 d:c2"},
    {DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4\n4.Cb5/Cfd4 x6/c:b5\n5.Ag5/A:d8 T:a2/T:a1\n", "7:12+2 c6"},
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 Cd6d/6c8, Dd8a5/c7E Da5e1/Re1E#\n", "5:7+8 Cd6/d6c8"},
    /* the second of two plies begins with a slash for its letter */
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 /d6/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "5:3+12 Ce4 Cd6/d6c8"},
    /* a slip that hides all the moves */
    {"SCACCHI ORTODOSSI\n\nA-B (GP94) 1-0\n1. e c5 2. Cf3 Cc6 3. e5 d6\n", "4:4+1 e4"},
    /* castling with a nought missed */
    {"SCACCHI ORTODOSSI\n\nA-B (GP94) 1-0\n1.e4 d5 2.a3 Cc6 3.h3 Ag4 4.h4 Dd7\n5.e5 O-I-O\n6.a4 a6\n", "5:6+5 0-0-0"},
    /* a sign between plies: another key, on the wrong side of what it parts, left standing without its ply */
#define SHORT "DOPPIA MOSSA\n\nA-B (AISE)\n1.e4// e6/Cc6\n"
    {"DOPPIA MOSSA\n\nA-B (AISE)\n1.e4// e67Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n", "4:10+1 /"},
    {"DOPPIA MOSSA\n\nA-B (AISE)\n1.e4// e6(Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n", "4:10+1 /"},
    {"SCACCHI PROGRESSIVI\n\nA-B (AISE)\n1.e4\n2.e5(Cf6\n3.Ac4/Dh5/D:f7#\n", "5:5+1 /"},
    {SHORT "2.Ab57Df3 Cd4/C:f3\n3.A:d7/A:e8#\n", "5:6+1 /"},
    {SHORT "2.Ab5/Df3 Cd/4C:f3\n3.A:d7/A:e8#\n", "5:13+2 4/"},
    {SHORT "2.Ab5/Df3 Cd4/C:f3\n3.A:d/7A:e8#\n", "6:6+2 7/"},
    {"ORTODOSSI\n\nA-B (AISE)\n1.e4 e5\n2.Cf3 Cc6\n3.Ab 5a6\n4.Aa4 Cf6\n", "6:5+2 5 "},
    {"DOPPIA MOSSA\n\nA-B (AISE)\n1.e4// e6/\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n", "4:11+0 Cc6"},
    /* agent or patient typed twice, the patient first; an affected man that is the agent again */
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 Cd6/Cd6/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "5:10+4 "},
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 Cd6/d6c8/d6c8, Dd8a5/c7E Da5e1/Re1E#\n", "5:15+5 "},
    {DYNAMO "1.Cb1d2/d2f3, Ac8d7/d7e6 Af8d6/e7c5\n2.Ce4 d6c8/Cd6, Dd8a5/c7E Da5e1/Re1E#\n", "5:7+8 Cd6/d6c8"},
    {"O/R CHESS\n\nA-B (AISE)\n1.e4 e5\n2.Cf3 Cc6\n3.Ab5 Ac5\n4.00 d6\n5.d4 A:d4\n6.A:c6/A:c6 b:c6\n7.C:d4 e:d4\n", "9:7+5 "},
    /* a number without its dot; a parenthesis between agent and patient; a letter on the wrong side of the slash */
    {"DOPPIA MOSSA\n\nA-B (AISE)\n1 Cc3// Cc6/e6\n2 Cf3/e3 Ab4/b6\n3 Aa67A:c8 D:c8/Ad6\n4 Ce4/Cfg5 Cf6/C:e4\n5 C:f7/Dg4\n", "6:6+1 /"},
    {"DYNAMO\n\nA-B (GP96)\n1.Cb1d2/Pd2f3 Ac8d7(Pd7e6\n2.Ce4 Af8d6/Pe7c5\n", "4:20+1 /"},
    {SHORT "2.Ab5D/f3 Cd4/C:f3\n3.A:d7/A:e8#\n", "5:6+2 /D"},
    {"SCACCHI ORTODOSSI\n\nA-B (AISE)\n2.Cf3 Cc6\n1.e4 e5\n3.Ab5 a6\n", "4:1+17 1.e4 e5\n2.Cf3 Cc6"},
    /* a letter doubled before an open choice; a sign further on tells which man moved */
#define CHOICE "DOPPIA MOSSA\n\nA-B (AISE)\n1.Cc3// Cc6/e6\n2.Cf3/e3 Ab4/b6\n3.Aa6/A:c8 D:c8/Ad6\n"
    {CHOICE "4.CCe4/Cg5 Cf6/C:e4\n5.C:f7/Dg4 Abbandona\n", "7:3+4 Ce4"},
    {CHOICE "4.Ce4/Cg5 Cf6/C.e4\n5.C:f7/Dg4 Abbandona\n", "7:15+4 C:e4"},
    {CHOICE "4.Ce4/Cg5 Cf6/C:e4\n5.C:f7/Dg7 Abbandona\n", "8:8+3 Dg4"},
    /* nothing near it is lawful */
    {DOUBLEMOVE "2.Th8/Rh8 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4" AFTER, ""},
};

START_TEST(test_first_correction)
{
    Proposed proposed = proposed_of(cases[_i].text, true);
    ck_assert_msg(strcmp(proposed.first, cases[_i].first) == 0, "%s\nproposed %s instead of %s (%s, %s)", cases[_i].text,
                  proposed.first, cases[_i].first, proposed.code, proposed.status);
    ck_assert_str_eq(proposed.status, strcmp(proposed.code, "B214") == 0   ? "ok"
                                      : strcmp(proposed.code, "S304") == 0 ? "empty"
                                                                           : "damaged");
}
END_TEST

/* At most three, and none unless they are asked for. */
START_TEST(test_count)
{
    static const char text[] = DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4 a6/a:b4" AFTER;
    Proposed with = proposed_of(text, true), without = proposed_of(text, false);
    ck_assert_uint_ge(with.count, 1);
    ck_assert_uint_le(with.count, 3);
    ck_assert_uint_eq(without.count, 0);
    ck_assert_str_eq(with.code, without.code);
}
END_TEST

/* Two slips: the first correction lets the game go furthest, to the second. */
START_TEST(test_two_slips)
{
    Proposed proposed = proposed_of(
        DOUBLEMOVE "2.Cf3/d3 C:d4/Ab4\n3.D:d4/D:b4 a5/a:b4\n4.Cb5/Cfd4 c6/c:b5\n5.Ag5/A:d1 T:a2/T:a1\n", true);
    ck_assert_str_eq(proposed.first, "5:7+2 d4");
}
END_TEST

/* The game replays, but its last moves went for prose, whether corrections are asked for or not. */
START_TEST(test_moves_in_prose)
{
    static const char text[] = DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4\na5/a:4 4.Cb5/Cfd4 c6/c:b5\n";
    static const char talk[] = DOUBLEMOVE "2.Cf3/d4 C:d4/Ab4\n3.D:d4/D:b4\nEra meglio a5/a:4 4.Cb5/Cfd4 c6/c:b5\n";
    for (int repair = 0; repair < 2; repair++) {
        Proposed proposed = proposed_of(text, repair == 1);
        ck_assert_str_eq(proposed.code, "B214");
        ck_assert_str_eq(proposed.first, "7:4+3 a:b4");
        ck_assert_str_eq(proposed.status, "ok");
        ck_assert_str_eq(proposed_of(talk, repair == 1).code, "");
    }
}
END_TEST

/* A long game with a slip far from the break: the search is bounded. */
START_TEST(test_long_game)
{
    static char text[200000];
    size_t length = (size_t)sprintf(text, "SCACCHI ORTODOSSI\n\nAlfa-Beta (GP94) 1-0\n");
    for (unsigned turn = 1; turn <= 3000; turn++)
        length += (size_t)sprintf(text + length, turn == 1500 ? "%u.Ch1 %s\n" : turn % 2 ? "%u.Cf3 %s\n" : "%u.Cg1 %s\n",
                                  turn, turn % 2 ? "Cf6" : "Cg8");
    clock_t begin = clock();
    Proposed proposed = proposed_of(text, true);
    ck_assert_str_eq(proposed.first, "1503:6+3 Cg1");
    ck_assert_int_lt((clock() - begin) / CLOCKS_PER_SEC, 2);
}
END_TEST

Suite *repair_suite(void);
Suite *repair_suite(void)
{
    Suite *suite = suite_create("repair");
    TCase *tests = tcase_create("corrections");
    tcase_add_loop_test(tests, test_first_correction, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tests, test_count);
    tcase_add_test(tests, test_two_slips);
    tcase_add_test(tests, test_moves_in_prose);
    tcase_add_test(tests, test_long_game);
    suite_add_tcase(suite, tests);
    return suite;
}
