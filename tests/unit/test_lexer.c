/* Shapes of tokens and lines: what the notation reader makes of one line. */
#include "grammar/record.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const letters[] = {
    [AISE_ITEM_HEADER] = "H",  [AISE_ITEM_TAG] = "G",    [AISE_ITEM_CREDIT] = "C",    [AISE_ITEM_TEXT] = "T",
    [AISE_ITEM_BLANK] = "B",   [AISE_ITEM_ESCAPE] = "%", [AISE_ITEM_NUMBER] = "N",    [AISE_ITEM_PLY] = "P",
    [AISE_ITEM_BAD_PLY] = "X", [AISE_ITEM_JOIN] = "J",   [AISE_ITEM_MARK] = "M",      [AISE_ITEM_NAG] = "$",
    [AISE_ITEM_RESULT] = "R",  [AISE_ITEM_END] = "E",    [AISE_ITEM_COMMENT] = "c",   [AISE_ITEM_VARIATION] = "v",
    [AISE_ITEM_SKIPPED] = "S",
};

typedef struct Found {
    char text[8192];
    size_t length;
    AiseItem last;
} Found;

/* `N<1.> P<e4>`; `~` before what follows without a gap, `|` before the first item of a line. */
static void collect(void *context, const AiseRecord *record)
{
    Found *found = context;
    for (size_t i = 0; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        const char *before = i > 0 && item->flags & AISE_ITEM_LINE_START ? "| " : item->flags & AISE_ITEM_GAP ? "" : "~";
        found->length += (size_t)snprintf(found->text + found->length, sizeof found->text - found->length, "%s%s%s<%.*s>",
                                          found->length > 0 ? " " : "", before, letters[item->kind],
                                          (int)(item->span.end - item->span.begin), record->text + item->span.begin);
        found->last = *item;
    }
}

static Found read_text(const char *text)
{
    AiseGuard guard;
    Found found = {.length = 0};
    ck_assert(setjmp(guard.jump) == 0);
    AiseGrammar *g = aise_grammar_new(&guard, collect, &found);
    aise_grammar_feed(g, text, strlen(text));
    aise_grammar_finish(g);
    aise_grammar_free(g);
    return found;
}

typedef struct Case {
    const char *text, *items;
} Case;

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Found found = read_text(cases[i].text);
        ck_assert_msg(strcmp(found.text, cases[i].items) == 0, "%s\n  read as %s\n  not as  %s", cases[i].text, found.text,
                      cases[i].items);
    }
}
#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

START_TEST(plies)
{
    static const char *const shapes[] = {
        "e4", "Cf3", "Nf3", "C:f3", "Nxf3", "e:d5", "exd5", "ed5", "e:d", "Cge7", "T1d2", "Cb1d2", "Cb1-d2", "e2-e4",
        "e2\xE2\x80\x93" "e4", "Ta:c8", "Cg:e5", "f5f4", "e8=D", "e8(D)", "e8=(Q)", "b:a8D", "bxa8=Q+", "cxd1(Q)+", "C:e4=P",
        "0-0", "00", "0-0-0", "000", "O-O", "O-O-O", "0\xE2\x80\x93" "0", "0\xE2\x80\x91" "0\xE2\x80\x91" "0", "c7E", "Pc7E",
        "Re1E#", "Ra1E", "Ra1a5", "d2f3", "Pd2f3", "Nb1d2_Pd2f3", "Qd8_Pd7d3", "Qa5e1_Ke1E#", "Qa5E_Pc7E", "bxa8=Q_Pb8b7",
        "(D)g4", "(P)e5", "Pf3", "--", "Z0", "e4!", "e4!?", "De1+", "D:f7++", "A:e8#!!", "e:d6 e.p.", "exd6ep", "exd6 e.p.+",
        "h7h8=D", "Dd8xd1", "♘f3", "♗:c8!", "♙e4", "♖a1a5", "♗a5E", "♘\xEF\xB8\x8E" "c6+", "e8=♕", "e8♛", "b:a8♕+", "(♛)g4",
        "♘b1d2_♙d2f3"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char line[64], items[96];
        snprintf(line, sizeof line, "7.%s a6", shapes[i]);
        snprintf(items, sizeof items, "N<7.> ~P<%s> P<a6>", shapes[i]);
        ck_assert_str_eq(read_text(line).text, items);
    }
    CHECK_CASES(((const Case[]){
        {"1.e6Cc6", "N<1.> ~P<e6> ~P<Cc6>"},
        {"1.e4e5", "N<1.> ~P<e4e5>"},
        {"1.Cf3Cc6 2.g3", "N<1.> ~P<Cf3> ~P<Cc6> N<2.> ~P<g3>"},
        {"1.e4 e52.Cf3", "N<1.> ~P<e4> P<e5> ~N<2.> ~P<Cf3>"},
        {"9.e8/D a6/(P) b6/P+", "N<9.> ~P<e8> ~J</> ~P<D> P<a6> ~J</> ~P<(P)> P<b6> ~J</> ~P<P+>"},
        {"9.e8Dc4", "N<9.> ~P<e8> ~P<Dc4>"},
        {"4.d:c3 ed Cf6", "N<4.> ~P<d:c3> P<ed> P<Cf6>"},
    }));
    ck_assert_uint_eq(read_text("1.e4!?").last.extra, 2);
    ck_assert_uint_eq(read_text("1.e:d6 e.p.+").last.extra, 1);
}
END_TEST

START_TEST(broken_plies)
{
    CHECK_CASES(((const Case[]){
        {"1.Dg9 Cz3", "N<1.> ~X<Dg9> X<Cz3>"},
        {"1.e4/Dh C3f", "N<1.> ~P<e4> ~J</> ~X<Dh> X<C3f>"},
        {"1.♘g9 ♞z3", "N<1.> ~X<♘g9> X<♞z3>"},
        {"1.♘f3♞c6♗b5", "N<1.> ~P<♘f3> ~P<♞c6> ~P<♗b5>"},
        {"1.e8/♕ ♘", "N<1.> ~P<e8> ~J</> ~P<♕> T<♘>"},
        {"1.N6 e4.", "N<1.> ~X<N6> P<e4> ~S<.>"},
        {"1.e4 GP94 era", "N<1.> ~P<e4> T<GP94 era>"},
        {"1.e4 | e5", "N<1.> ~P<e4> J<|> P<e5>"},
        {"1.e4 = e5", "N<1.> ~P<e4> S<=> P<e5>"},
    }));
}
END_TEST

START_TEST(numbers)
{
    static const struct {
        const char *text;
        unsigned value, dots;
    } cases[] = {{"3.", 3, 1},       {"3...", 3, 2},  {"3\xE2\x80\xA6", 3, 2}, {"8..", 8, 2}, {"4. ...", 4, 2},
                 {"12. \xE2\x80\xA6", 12, 2}, {"12 .", 12, 1}, {"1234.", 1234, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Found found = read_text(cases[i].text);
        ck_assert_uint_eq(found.last.kind, AISE_ITEM_NUMBER);
        ck_assert_uint_eq(found.last.value, cases[i].value);
        ck_assert_uint_eq(found.last.extra, cases[i].dots);
    }
    CHECK_CASES(((const Case[]){
        {"1.\xC2\xA0" "e4", "N<1.> P<e4>"},
        {"1\te4\te5\t2\tCf3", "N<1> P<e4> P<e5> N<2> P<Cf3>"},
        {"2) Cf3 Cc6", "N<2)> P<Cf3> P<Cc6>"},
        {"2. Cf3 2... Cc6", "N<2.> P<Cf3> N<2...> P<Cc6>"},
        {"2 | Cf3|Cc6 |", "N<2> J<|> P<Cf3> ~J<|> ~P<Cc6> J<|>"},
        {"| 2 | Cf3 | Cc6 |", "J<|> N<2> J<|> P<Cf3> J<|> P<Cc6> J<|>"},
        {"2Cf3 Cc6", "N<2> ~P<Cf3> P<Cc6>"},
        {"2g4 Cc6", "N<2> ~P<g4> P<Cc6>"},
        {"2O.Cf3 Il.Cc6", "N<2O.> ~P<Cf3> N<Il.> ~P<Cc6>"},
        {"I. Introduzione", "T<I. Introduzione>"},
        {"12", "T<12>"},
        {"15.3.1994", "T<15.3.1994>"},
        {"1. Tutte le regole", "T<1. Tutte le regole>"},
        {"2. A ogni turno di gioco", "T<2. A ogni turno di gioco>"},
        {"8 case in prima battuta", "T<8 case in prima battuta>"},
    }));
}
END_TEST

START_TEST(results_and_ends)
{
    static const struct {
        const char *text;
        AiseResult result;
    } results[] = {{"1-0", AISE_RESULT_WHITE}, {"0-1", AISE_RESULT_BLACK}, {"1/2-1/2", AISE_RESULT_DRAW},
                   {"\xC2\xBD-\xC2\xBD", AISE_RESULT_DRAW}, {"0,5-0,5", AISE_RESULT_DRAW}, {"1:0", AISE_RESULT_WHITE},
                   {"0\xE2\x80\x93" "1", AISE_RESULT_BLACK}, {"*", AISE_RESULT_UNKNOWN}};
    static const struct {
        const char *text;
        AiseEnd end;
        unsigned who;
    } ends[] = {{"Abbandona", AISE_END_RESIGNS, 0},      {"Abb.", AISE_END_RESIGNS, 0},
                {"il Nero abbandona.", AISE_END_RESIGNS, 2}, {"White resigns", AISE_END_RESIGNS, 1},
                {"patta", AISE_END_AGREED, 0},           {"patta d'accordo", AISE_END_AGREED, 0},
                {"stallo", AISE_END_STALEMATE, 0},       {"scacco matto", AISE_END_MATE, 0},
                {"e vince", AISE_END_WINS, 0},           {"per tempo", AISE_END_TIME, 0},
                {"aggiudicata", AISE_END_ADJUDICATED, 0}, {"forfait", AISE_END_FORFEIT, 0},
                {"aggiudicata al Nero", AISE_END_ADJUDICATED, 2}, {"ritirato", AISE_END_FORFEIT, 0},
                {"abbandona il Bianco", AISE_END_RESIGNS, 1}, {"per abbandono", AISE_END_RESIGNS, 0},
                {"il Nero perde per tempo", AISE_END_TIME, 2}, {"vince il Bianco", AISE_END_WINS, 1},
                {"e il Nero vince", AISE_END_WINS, 2}, {"il Bianco si ritira", AISE_END_FORFEIT, 1}};
    char line[64];
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        snprintf(line, sizeof line, "5.e4 %s", results[i].text);
        Found found = read_text(line);
        ck_assert_msg(found.last.kind == AISE_ITEM_RESULT && found.last.value == results[i].result, "%s: %s", line, found.text);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(line, sizeof line, "5.e4 %s", ends[i].text);
        Found found = read_text(line);
        ck_assert_msg(found.last.kind == AISE_ITEM_END && found.last.value == ends[i].end && found.last.extra == ends[i].who,
                      "%s: %s", line, found.text);
    }
    CHECK_CASES(((const Case[]){
        {"5.Abbandona", "N<5.> ~E<Abbandona>"},
        {"9. La partita \xC3\xA9 patta per stallo", "T<9. La partita \xC3\xA9 patta per stallo>"},
        {"5.D:d8 e vince un pezzo", "N<5.> ~P<D:d8> T<e vince un pezzo>"},
        {"5.D:d8 patta 1/2-1/2", "N<5.> ~P<D:d8> E<patta> R<1/2-1/2>"},
        {"1.e4 (abb.)", "N<1.> ~P<e4> E<(abb.)>"},
        {"1.e4 e5 (1-0) \n", "N<1.> ~P<e4> P<e5> R<(1-0)>"},
        {"1.e4 (patta) e5", "N<1.> ~P<e4> v<(patta)> P<e5>"},
        {"1.e4 e5\n+/-", "N<1.> ~P<e4> P<e5> | E<+/->"},
        {"1.e4 e5 +/-", "N<1.> ~P<e4> P<e5> S<+/->"},
    }));
}
END_TEST

/* Dates and days of correspondence games are comments of their own; a result, a number or a rank is none of them. */
START_TEST(dates_between_moves)
{
    static const char *const dates[] = {"12/3", "12/3/94", "15.3.", "15.3.94", "15.III.1994", "1-12-1994", "[3]", "[12/3]", "2gg", "¹", "¹²⁰"};
    char line[64], items[96];
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        snprintf(line, sizeof line, "7.e4 %s a6", dates[i]);
        snprintf(items, sizeof items, "N<7.> ~P<e4> c<%s> P<a6>", dates[i]);
        Found found = read_text(line);
        ck_assert_str_eq(found.text, items);
    }
    ck_assert_uint_eq(read_text("7.e4 12/3").last.extra, 3);
    CHECK_CASES(((const Case[]){
        {"12/3 7.e4 a6", "c<12/3> N<7.> ~P<e4> P<a6>"},
        {"7.e4 a6 1/2", "N<7.> ~P<e4> P<a6> R<1/2>"},
        {"7.e4 a6 32/3", "N<7.> ~P<e4> P<a6> T<32/3>"},
        {"7.e4 8.9.e5", "N<7.> ~P<e4> N<8.> ~N<9.> ~P<e5>"},
        {"15.3.1994", "T<15.3.1994>"},
        {"[3] note", "T<[3] note>"},
    }));
}
END_TEST

START_TEST(marks_and_signs)
{
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
    char line[32];
    for (unsigned i = 0; i < 6; i++) {
        snprintf(line, sizeof line, "3.Ad6 %s", marks[i]);
        Found found = read_text(line);
        ck_assert(found.last.kind == AISE_ITEM_MARK && found.last.value == i + 1);
    }
    CHECK_CASES(((const Case[]){
        {"1.e4// e6/Cc6", "N<1.> ~P<e4> ~J<//> P<e6> ~J</> ~P<Cc6>"},
        {"2.d6, Cc6", "N<2.> ~P<d6> ~J<,> P<Cc6>"},
        {"2.d6; Cc6", "N<2.> ~P<d6> ~J<;> P<Cc6>"},
        {"2.d6\xE2\x81\x84" "Cc6", "N<2.> ~P<d6> ~J<\xE2\x81\x84> ~P<Cc6>"},
        {"2.d6 $14 + ??", "N<2.> ~P<d6> $<$14> M<+> M<?\?>"},
        {"??", "M<?\?>"},
        {"! [FF]L'avevo sottovalutata", "T<! [FF]L'avevo sottovalutata>"},
        {"-----", "T<----->"},
    }));
}
END_TEST

START_TEST(prose)
{
    CHECK_CASES(((const Case[]){
        {"a 8.c4/c:b5 poteva seguire g6/g:h5", "T<a 8.c4/c:b5 poteva seguire g6/g:h5>"},
        {"Ab7 era meglio", "T<Ab7 era meglio>"},
        {"Ab7 Cf6", "P<Ab7> P<Cf6>"},
        {"5.Cc3 ed ora il Nero", "N<5.> ~P<Cc3> T<ed ora il Nero>"},
        {"5.Cc3 ! buona [AC] mossa", "N<5.> ~P<Cc3> M<!> T<buona [AC] mossa>"},
        {"(vedi diagramma)", "T<(vedi diagramma)>"},
        {"(7.Cc3 Cf6)", "v<(7.Cc3 Cf6)>"},
        {"5.Cc3 (forse (meglio) d4) Cf6", "N<5.> ~P<Cc3> v<(forse (meglio) d4)> P<Cf6>"},
        {"si scrive (es.:\n1.e4 e5 2.Cf3).", "T<si scrive (es.:> | T<1.e4 e5 2.Cf3).>"},
        {"  \n\xE2\x80\x8B\n", "B<  > | B<\xE2\x80\x8B>"},
    }));
}
END_TEST

START_TEST(comments)
{
    CHECK_CASES(((const Case[]){
        {"1.e4 {uno\ndue} e5", "N<1.> ~P<e4> c<{uno\ndue}> P<e5>"},
        {"1.e4 {uno\n", "N<1.> ~P<e4> c<{uno>"},
        {"1.e4 ((uno\n2.d4", "N<1.> ~P<e4> v<((uno> | N<2.> ~P<d4>"},
        {"1.e4 (uno {)} due\ntre) e5", "N<1.> ~P<e4> v<(uno {)} due\ntre)> P<e5>"},
        {"[Event \"x\"]\n1. e4 ; nota\n% nota\n1... e5", "G<[Event \"x\"]> | N<1.> P<e4> c<; nota> | %<% nota> | N<1...> P<e5>"},
        {"1.e4 {uno\nRossi-Bianchi\n\n1.d4 d5", "N<1.> ~P<e4> c<{uno> H<Rossi-Bianchi> | B<> | N<1.> ~P<d4> P<d5>"},
    }));
    ck_assert_uint_eq(read_text("1.e4 {uno").last.extra, 2);
    ck_assert_uint_eq(read_text("1.e4 (uno").last.extra, 2);
    ck_assert_uint_eq(read_text("[Event \"x\"]\ne4 ; uno").last.extra, 1);
}
END_TEST

START_TEST(brackets)
{
    CHECK_CASES(((const Case[]){
        {"[White \"De \\\"Angelis\\\"\"]", "G<[White \"De \\\"Angelis\\\"\"]>"},
        {" [ Bianco  \xE2\x80\x9CRossi\xE2\x80\x9D ]", "G<[ Bianco  \xE2\x80\x9CRossi\xE2\x80\x9D ]>"},
        {"[White \"a\"] [Black \"b\"] 1. e4", "G<[White \"a\"]> G<[Black \"b\"]> N<1.> P<e4>"},
        {"[Commenti di A. Castelli]", "C<[Commenti di A. Castelli]>"},
        {"[Annotated by X]", "C<[Annotated by X]>"},
        {"[AC] Una variante", "T<[AC] Una variante>"},
        {"[Nota tecnica]", "T<[Nota tecnica]>"},
    }));
    static const char text[] = " [White \"a \\\"b\\\"\"]";
    AiseSpan name, value;
    aise_tag_split(text, (AiseSpan){1, sizeof text - 1}, &name, &value);
    ck_assert_uint_eq(name.begin, 2);
    ck_assert_uint_eq(name.end, 7);
    ck_assert_uint_eq(value.begin, 9);
    ck_assert_uint_eq(value.end, sizeof text - 3);
}
END_TEST

START_TEST(flags)
{
    AiseItem items[] = {read_text("1.e4 e5").last, read_text("e4 e5").last, read_text("1.e4").last, read_text("1.\ne4").last};
    ck_assert_uint_eq(items[0].flags, AISE_ITEM_GAP | AISE_ITEM_NUMBERED);
    ck_assert_uint_eq(items[1].flags, AISE_ITEM_GAP);
    ck_assert_uint_eq(items[2].flags, AISE_ITEM_NUMBERED);
    ck_assert_uint_eq(items[3].flags, AISE_ITEM_GAP | AISE_ITEM_LINE_START | AISE_ITEM_ALL_MOVES);
    ck_assert_uint_eq(read_text("3.").last.flags,
                      AISE_ITEM_GAP | AISE_ITEM_LINE_START | AISE_ITEM_NUMBERED | AISE_ITEM_ALL_MOVES);
    ck_assert_uint_eq(read_text("Prosa").last.flags, AISE_ITEM_GAP | AISE_ITEM_LINE_START);
}
END_TEST

Suite *lexer_suite(void);
Suite *lexer_suite(void)
{
    Suite *suite = suite_create("lexer");
    TCase *tests = tcase_create("shapes");
    tcase_add_test(tests, plies);
    tcase_add_test(tests, broken_plies);
    tcase_add_test(tests, numbers);
    tcase_add_test(tests, results_and_ends);
    tcase_add_test(tests, dates_between_moves);
    tcase_add_test(tests, marks_and_signs);
    tcase_add_test(tests, prose);
    tcase_add_test(tests, comments);
    tcase_add_test(tests, brackets);
    tcase_add_test(tests, flags);
    suite_add_tcase(suite, tests);
    return suite;
}
