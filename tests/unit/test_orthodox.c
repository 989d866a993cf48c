/* FIDE's rules, SAN, the list of variants, and what the calls of rules/variant.h promise. */
#include "tests/unit/written_matches.h"
#include "rules/registry.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const AiseVariant *const v = &aise_variant_orthodox;
static AiseGuard guard;

static AisePosition read_position(const char *fen)
{
    AisePosition p;
    char error[200] = "";

    ck_assert_msg(aise_rules_setup(v, fen, "", &p, error, sizeof error), "%s: %s", fen, error);
    return p;
}

static AiseWritten blank(void)
{
    return (AiseWritten){.kind = AISE_ANY, .from_file = AISE_ANY, .from_rank = AISE_ANY, .to = AISE_NONE, .to_file = AISE_ANY,
                         .promo = AISE_NO_KIND, .mutation = AISE_NO_KIND, .patient_kind = AISE_ANY,
                         .patient_from = AISE_NONE, .patient_to = AISE_NONE, .patient_promo = AISE_NO_KIND};
}

static unsigned square(const char *name)
{
    return aise_square((unsigned)(name[0] - 'a'), (unsigned)(name[1] - '1'));
}

/* `Ng1f3`, `e4`, `exd5`, `O-O`, `e8=Q` as a value; `-` stands for an unwritten letter (kind ANY). */
static AiseWritten written(const char *text)
{
    static const char letters[] = "KQRBN";
    AiseWritten w = blank();
    const char *promotion = strchr(text, '='), *end = promotion ? promotion : text + strlen(text);

    if (text[0] == 'O') {
        w.castle = strlen(text) > 3 ? 2 : 1;
        return w;
    }
    w.kind = AISE_PAWN;
    if (strchr(letters, text[0]) != NULL)
        w.kind = (uint8_t)(AISE_KING - (strchr(letters, *text++) - letters));
    else if (text[0] == '-' && text++)
        w.kind = AISE_ANY;
    w.to = (uint8_t)square(end - 2);
    for (; text < end - 2; text++) {
        if (*text == 'x')
            w.capture = 1;
        else if (*text >= 'a')
            w.from_file = (uint8_t)(*text - 'a');
        else
            w.from_rank = (uint8_t)(*text - '1');
    }
    if (promotion != NULL)
        w.promo = (uint8_t)(AISE_KING - (strchr(letters, promotion[1]) - letters));
    return w;
}

static size_t resolved(AisePosition *p, const AiseWritten *w, AisePly *first)
{
    AisePlies list;

    aise_plies_init(&list, &guard);
    aise_rules_resolve(v, p, w, &list);
    size_t count = list.count;
    if (count > 0 && first != NULL)
        *first = list.ply[0];
    aise_plies_free(&list);
    return count;
}

static void play(AisePosition *p, const char *text)
{
    AiseWritten w = written(text);
    AiseUndo undo;
    AisePly ply;

    ck_assert_msg(resolved(p, &w, &ply) == 1, "%s", text);
    aise_rules_play(v, p, &ply, &undo);
}

static bool has(const char *fen, const char *text)
{
    AisePosition p = read_position(fen);
    AiseWritten w = written(text);
    return resolved(&p, &w, NULL) > 0;
}

static const char *why_not(const char *fen, const char *text)
{
    AisePosition p = read_position(fen);
    AiseWritten w = written(text);
    AiseWhy why;

    ck_assert_uint_eq(resolved(&p, &w, NULL), 0);
    aise_rules_explain(v, &p, &w, &why);
    return aise_code_name(why.code);
}

/* ---- perft ---- */

static const struct {
    const char *fen;
    unsigned depth;
    unsigned long long count;
} known[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
};

START_TEST(well_known_counts)
{
    AisePosition p = read_position(known[_i].fen), before = p;

    ck_assert_uint_eq(aise_rules_perft(v, &p, known[_i].depth, &guard), known[_i].count);
    ck_assert_mem_eq(&p, &before, sizeof p);
}
END_TEST

/* ---- promises of the hooks, on every position of the table ---- */

typedef void OnPosition(AisePosition *p);

static void each_position(OnPosition *visit)
{
    FILE *table = fopen("rules/perft/orthodox.perft", "r");
    char line[1024], last[1024] = "";

    ck_assert_msg(table != NULL, "rules/perft/orthodox.perft cannot be opened");
    while (fgets(line, sizeof line, table) != NULL) {
        char *fen = strchr(line, '\t') + 1;
        *strchr(fen, '\t') = '\0';
        if (strcmp(fen, last) == 0)
            continue;
        strcpy(last, fen);
        AisePosition p = read_position(fen);
        visit(&p);
    }
    fclose(table);
}

static void resolve_agrees(AisePosition *p)
{
    AisePlies all, found;

    aise_plies_init(&all, &guard);
    aise_plies_init(&found, &guard);
    aise_rules_generate(v, p, &all);
    ck_assert_uint_eq(all.count, aise_rules_count(v, p));
    ck_assert_int_eq(all.count > 0, aise_rules_any(v, p));
    for (unsigned kind = AISE_PAWN; kind <= AISE_KING; kind++)
        for (unsigned to = 0; to < 64; to++) {
            AiseWritten w = blank();
            size_t expected = 0;
            w.kind = (uint8_t)kind;
            w.to = (uint8_t)to;
            found.count = 0;
            aise_rules_resolve(v, p, &w, &found);
            for (size_t i = 0; i < all.count; i++)
                expected += written_matches(&w, p, &all.ply[i]);
            ck_assert_uint_eq(found.count, expected);
            for (size_t i = 0; i < found.count; i++)
                ck_assert(written_matches(&w, p, &found.ply[i]));
        }
    aise_plies_free(&all);
    aise_plies_free(&found);
}

START_TEST(looking_back_finds_what_looking_forward_finds)
{
    each_position(resolve_agrees);
}
END_TEST

/* The SAN of a ply, read back, is that ply and no other. */
static void san_is_unique(AisePosition *p)
{
    AisePlies all;

    aise_plies_init(&all, &guard);
    aise_rules_generate(v, p, &all);
    for (size_t i = 0; i < all.count; i++) {
        char san[AISE_SAN_MAX];
        AisePly back;
        ck_assert_uint_eq(aise_san_write(v, p, &all.ply[i], "KQRBN", san), strlen(san));
        AiseWritten w = written(san);
        ck_assert_msg(resolved(p, &w, &back) == 1, "%s", san);
        ck_assert(aise_ply_same(&back, &all.ply[i]) && back.type == all.ply[i].type);
    }
    aise_plies_free(&all);
}

START_TEST(san_names_one_ply)
{
    each_position(san_is_unique);
}
END_TEST

static void playing_keeps_its_promises(AisePosition *p)
{
    AisePosition before = *p;
    AisePlies all;

    aise_plies_init(&all, &guard);
    aise_rules_generate(v, p, &all);
    for (size_t i = 0; i < all.count; i++) {
        char fen[AISE_FEN_MAX], error[200];
        AisePosition again;
        AiseUndo undo;
        aise_rules_play(v, p, &all.ply[i], &undo);
        ck_assert_int_eq(p->state.check == 2, v->in_check(v, p, p->state.to_move));
        aise_fen_write(&v->traits, p, fen);
        ck_assert_msg(aise_rules_setup(v, fen, NULL, &again, error, sizeof error), "%s: %s", fen, error);
        ck_assert_uint_eq(aise_rules_key(v, p), aise_rules_key(v, &again));
        ck_assert_uint_eq(p->state.key, again.state.key);
        aise_undo(p, &undo);
        p->state.check = before.state.check;
        ck_assert_mem_eq(p, &before, sizeof *p);
    }
    aise_plies_free(&all);
}

START_TEST(playing_tells_check_and_is_undone)
{
    each_position(playing_keeps_its_promises);
}
END_TEST

/* ---- particular rules ---- */

START_TEST(castling_needs_rights_room_and_safety)
{
    ck_assert(has("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"));
    ck_assert(has("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O"));
    ck_assert(has("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O-O"));
    ck_assert(has("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O")); /* b1 may be attacked */
    ck_assert_str_eq(why_not("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O"), "R109");
    ck_assert_str_eq(why_not("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"), "R110");
    ck_assert_str_eq(why_not("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "O-O"), "R111");
    ck_assert_str_eq(why_not("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "O-O"), "R112");
    ck_assert_str_eq(why_not("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "O-O"), "R112");
}
END_TEST

START_TEST(rights_go_with_king_and_rook)
{
    AisePosition p = read_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    char fen[AISE_FEN_MAX];

    play(&p, "Rxa8");
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    play(&p, "Ke7");
    play(&p, "O-O");
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "R6r/4k3/8/8/8/8/8/5RK1 b - - 2 2");
}
END_TEST

START_TEST(en_passant_at_once_or_never)
{
    AisePosition p = read_position("4k3/3p4/8/4P3/8/8/7P/4K3 b - - 0 1");
    char fen[AISE_FEN_MAX];

    play(&p, "d5");
    aise_fen_write(&v->traits, &p, fen);
    ck_assert_str_eq(fen, "4k3/8/8/3pP3/8/8/7P/4K3 w - d6 0 2");
    AisePosition later = p;
    play(&p, "exd6");
    ck_assert_uint_eq(p.man[square("d5")], AISE_EMPTY);
    play(&later, "h4"); /* the field is shown after any double step */
    aise_fen_write(&v->traits, &later, fen);
    ck_assert_str_eq(fen, "4k3/8/8/3pP3/7P/8/8/4K3 b - h3 0 2");
    ck_assert_str_eq(why_not("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6"), "R115");
}
END_TEST

START_TEST(en_passant_may_not_uncover_the_king)
{
    ck_assert_str_eq(why_not("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "exd3"), "R121");
    ck_assert(has("8/8/8/8/k2Pp3/8/8/3K3Q b - d3 0 1", "exd3"));
    ck_assert(has("8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", "exd3")); /* takes the man that checks */
}
END_TEST

START_TEST(pinned_men_move_on_their_line)
{
    ck_assert(has("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "Rxe8"));
    ck_assert_str_eq(why_not("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "Ra4"), "R106");
    ck_assert_str_eq(why_not("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", "Nc3"), "R106");
    ck_assert_str_eq(why_not("4r2k/8/8/8/8/8/P7/4K3 w - - 0 1", "a3"), "R107");
    ck_assert_str_eq(why_not("3r3k/8/8/8/8/8/P7/4K3 w - - 0 1", "Kd1"), "R108");
}
END_TEST

START_TEST(pawns_promote_to_four_kinds)
{
    AisePosition p = read_position("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    AiseWritten w = written("exd8");

    ck_assert_uint_eq(resolved(&p, &w, NULL), 4);
    w = written("exd8=N");
    ck_assert_uint_eq(resolved(&p, &w, NULL), 1);
    ck_assert_str_eq(why_not("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "Kd2=Q"), "R116");
}
END_TEST

START_TEST(a_capture_of_files_alone)
{
    AisePosition p = read_position("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1");
    AiseWritten w = blank();
    AisePly ply;

    w.kind = AISE_PAWN;
    w.from_file = 4;
    w.to_file = 3;
    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    ck_assert_uint_eq(ply.agent_to, square("d5"));
}
END_TEST

START_TEST(without_letter_a_pawn_first)
{
    AisePosition p = read_position("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1");
    AiseWritten w = written("-e4");
    AisePly ply;

    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    ck_assert_uint_eq(ply.agent_from, square("e2"));
    w = written("-d1d7");
    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    ck_assert_uint_eq(p.man[ply.agent_from], aise_man(AISE_WHITE, AISE_QUEEN));
}
END_TEST

START_TEST(candidates_come_by_file_then_rank)
{
    AisePosition p = read_position("4k3/8/8/8/N7/8/8/1N2K3 w - - 0 1");
    AiseWritten w = written("Nc3");
    AisePly ply;

    ck_assert_uint_eq(resolved(&p, &w, &ply), 2);
    ck_assert_uint_eq(ply.agent_from, square("a4"));
}
END_TEST

static const struct {
    const char *fen, *text, *code;
} reasons[] = {
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "R101"},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rb2", "R102"},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rb1b2", "R103"},
    {"4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ra5", "R104"},
    {"4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "Ra4", "R105"},
    {"4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "axb5", "R113"},
    {"4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a4", "R114"},
    {"4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a3", "R114"},
    {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a5", "R102"},
    {"4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "Na1c2", "R120"},
    {"4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "Ncd2", "R124"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "R119"},
};

START_TEST(reasons_of_unlawful_plies)
{
    ck_assert_str_eq(why_not(reasons[_i].fen, reasons[_i].text), reasons[_i].code);
}
END_TEST

START_TEST(reasons_carry_their_men)
{
    AisePosition p = read_position("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1");
    AiseWritten w = written("Ra5");
    AiseWhy why;

    aise_rules_explain(v, &p, &w, &why);
    ck_assert_uint_eq(why.argc, 3);
    ck_assert_uint_eq(why.arg[0].type, AISE_ARG_MAN_AT);
    ck_assert_uint_eq(why.arg[0].value, AISE_ROOK);
    ck_assert_uint_eq(why.arg[1].square, square("a5"));
    ck_assert_uint_eq(why.arg[2].square, square("a4"));
}
END_TEST

static const struct {
    const char *fen, *text, *san, *suffix;
} spelt[] = {
    {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nb1d2", "Nbd2", ""},
    {"4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "Na1b3", "N1b3", ""},
    {"4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "Na1b3", "Na1b3", ""},
    {"4k3/8/8/8/8/1r6/8/N1K1N3 w - - 0 1", "Ne1d3", "Nd3", ""},
    {"4k2r/8/8/8/8/2b5/3N4/1N2K3 w - - 0 1", "Nb1c3", "Nxc3", ""},
    {"4k2r/8/8/8/1b6/5n2/3N4/4K1N1 w - - 0 1", "Ng1f3", "Nxf3", ""}, /* the other one is pinned */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "exd5", ""},
    {"3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q", "exd8=Q", "+"},
    {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8", "Ra8", "#"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O", "+"},
    {"4k3/8/8/8/4B3/8/8/R3RK2 w - - 0 1", "Bd3", "Bd3", "+"}, /* uncovered */
};

START_TEST(san_of_plies)
{
    AisePosition p = read_position(spelt[_i].fen);
    AiseWritten w = written(spelt[_i].text);
    char san[AISE_SAN_MAX];
    AiseUndo undo;
    AisePly ply;

    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    aise_san_write(v, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, spelt[_i].san);
    aise_rules_play(v, &p, &ply, &undo);
    ck_assert_str_eq(aise_san_suffix(v, &p), spelt[_i].suffix);
}
END_TEST

START_TEST(san_in_italian_letters)
{
    AisePosition p = read_position("4k3/P7/8/8/8/8/8/1N2KN2 w - - 0 1");
    AiseWritten w = written("Nb1d2");
    char san[AISE_SAN_MAX];
    AisePly ply;

    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    aise_san_write(v, &p, &ply, "RDTAC", san);
    ck_assert_str_eq(san, "Cbd2");
    w = written("a8=Q");
    ck_assert_uint_eq(resolved(&p, &w, &ply), 1);
    aise_san_write(v, &p, &ply, "RDTAC", san);
    ck_assert_str_eq(san, "a8=D");
}
END_TEST

START_TEST(san_of_dynamo_plies)
{
    AisePosition p = read_position("3q2k1/P2P4/2N5/q7/8/8/3P4/1N2K2R w - - 0 1");
    AiseVariant dynamo = aise_variant_orthodox;
    AisePly ply = aise_ply(AISE_PLY_PUSH, square("b1"), square("d2"));
    char san[AISE_SAN_MAX];

    dynamo.dynamo = true;
    ply.patient_from = (uint8_t)square("d2");
    ply.patient_to = (uint8_t)square("f3");
    aise_san_write(&dynamo, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, "Nb1d2_Pd2f3");
    ply.agent_to = ply.agent_from;
    ply.patient_to = AISE_OFF;
    aise_san_write(&dynamo, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, "Nb1_Pd2E");
    ply = aise_ply(AISE_PLY_PULL, square("a5"), AISE_OFF);
    ply.patient_from = (uint8_t)square("e1");
    ply.patient_to = AISE_OFF;
    aise_san_write(&dynamo, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, "Qa5E_Ke1E");
    ply = aise_ply(AISE_PLY_LEAVE, square("h1"), AISE_OFF);
    aise_san_write(&dynamo, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, "Rh1E");
    ply = aise_ply(AISE_PLY_PUSH, square("d2"), square("d2"));
    ply.patient_from = (uint8_t)square("d7");
    ply.patient_to = (uint8_t)square("d8");
    ply.patient_promo = AISE_KNIGHT;
    aise_san_write(&dynamo, &p, &ply, "KQRBN", san);
    ck_assert_str_eq(san, "d2_Pd7d8=N");
}
END_TEST

/* ---- ends ---- */

START_TEST(mate_and_stalemate)
{
    AisePosition mate = read_position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    AisePosition stale = read_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    AisePosition start = read_position(v->start);

    ck_assert_uint_eq(aise_rules_outcome(v, &mate), AISE_WHITE_WINS);
    ck_assert_uint_eq(aise_rules_outcome(v, &stale), AISE_DRAWN);
    ck_assert_uint_eq(aise_rules_outcome(v, &start), AISE_PLAYING);
}
END_TEST

START_TEST(claimable_draws)
{
    AisePosition p = read_position("4k3/8/8/8/8/8/8/4K3 w - - 99 80");

    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), 0);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION);
    p.state.clock = 100;
    ck_assert_uint_eq(aise_rules_claims(v, &p, 1), AISE_CLAIM_CLOCK);
}
END_TEST

START_TEST(the_key_knows_what_makes_positions_the_same)
{
    static const char *const fens[] = {
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",  "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq - 0 1",
    };
    uint64_t key[6];

    for (unsigned i = 0; i < 6; i++) {
        AisePosition p = read_position(fens[i]);
        key[i] = aise_rules_key(v, &p);
        for (unsigned j = 0; j < i; j++)
            ck_assert_uint_ne(key[i], key[j]);
    }
    AisePosition idle = read_position("r3k2r/8/8/3p4/8/8/8/R3K2R w KQkq d6 0 1"); /* nobody can take it */
    AisePosition plain = read_position("r3k2r/8/8/3p4/8/8/8/R3K2R w KQkq - 9 7");
    ck_assert_uint_eq(aise_rules_key(v, &idle), aise_rules_key(v, &plain));
}
END_TEST

START_TEST(positions_refused_for_their_kings)
{
    AisePosition p;
    char error[200];

    ck_assert(!aise_rules_setup(v, "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "", &p, error, sizeof error));
    ck_assert_str_eq(error, "Black is in check, but it is the other side's move");
    ck_assert(!aise_rules_setup(v, "4k3/8/8/8/8/8/8/8 w - - 0 1", "", &p, error, sizeof error));
    ck_assert_str_eq(error, "White has no king");
}
END_TEST

/* ---- the list of variants ---- */

static const struct {
    const char *name, *id;
} names[] = {
    {"orthodox", "orthodox"}, {"Standard", "orthodox"}, {"FIDE", "orthodox"}, {"Scacchi Ortodossi", "orthodox"},
    {"DOPPIA MOSSA", "doublemove"}, {"doppia-mossa", "doublemove"}, {"DM", "doublemove"}, {"Double Move", "doublemove"},
    {"chess", NULL}, {"", NULL}, {"dm and more", NULL}, {"or else", NULL}, {"d", NULL},
    {"a name that is much longer than the name of any variant there ever was", NULL},
};

START_TEST(variants_by_name)
{
    const AiseVariant *found = aise_variant_find(names[_i].name, strlen(names[_i].name));

    ck_assert_int_eq(found == NULL, names[_i].id == NULL);
    if (found != NULL)
        ck_assert_str_eq(found->id, names[_i].id);
}
END_TEST

START_TEST(every_variant_answers_to_its_names)
{
    for (const AiseVariant *const *each = aise_variants; *each != NULL; each++) {
        const char *own[] = {(*each)->id, (*each)->pgn, (*each)->title};
        for (unsigned i = 0; i < 3; i++)
            ck_assert_ptr_eq(aise_variant_find(own[i], strlen(own[i])), *each);
        for (const char *const *alias = (*each)->aliases; *alias != NULL; alias++)
            ck_assert_ptr_eq(aise_variant_find(*alias, strlen(*alias)), *each);
    }
}
END_TEST

static TCase *rule_cases(void)
{
    TCase *rules = tcase_create("rules");

    tcase_add_test(rules, castling_needs_rights_room_and_safety);
    tcase_add_test(rules, rights_go_with_king_and_rook);
    tcase_add_test(rules, en_passant_at_once_or_never);
    tcase_add_test(rules, en_passant_may_not_uncover_the_king);
    tcase_add_test(rules, pinned_men_move_on_their_line);
    tcase_add_test(rules, pawns_promote_to_four_kinds);
    tcase_add_test(rules, a_capture_of_files_alone);
    tcase_add_test(rules, without_letter_a_pawn_first);
    tcase_add_test(rules, candidates_come_by_file_then_rank);
    tcase_add_loop_test(rules, reasons_of_unlawful_plies, 0, (int)(sizeof reasons / sizeof reasons[0]));
    tcase_add_test(rules, reasons_carry_their_men);
    tcase_add_test(rules, mate_and_stalemate);
    tcase_add_test(rules, claimable_draws);
    tcase_add_test(rules, the_key_knows_what_makes_positions_the_same);
    tcase_add_test(rules, positions_refused_for_their_kings);
    return rules;
}

Suite *orthodox_suite(void);
Suite *orthodox_suite(void)
{
    Suite *suite = suite_create("orthodox");
    TCase *promises = tcase_create("promises"), *san = tcase_create("san"), *list = tcase_create("variants");

    tcase_set_timeout(promises, 60);
    tcase_add_loop_test(promises, well_known_counts, 0, (int)(sizeof known / sizeof known[0]));
    tcase_add_test(promises, looking_back_finds_what_looking_forward_finds);
    tcase_add_test(promises, playing_tells_check_and_is_undone);
    tcase_add_test(san, san_names_one_ply);
    tcase_add_loop_test(san, san_of_plies, 0, (int)(sizeof spelt / sizeof spelt[0]));
    tcase_add_test(san, san_in_italian_letters);
    tcase_add_test(san, san_of_dynamo_plies);
    tcase_add_loop_test(list, variants_by_name, 0, (int)(sizeof names / sizeof names[0]));
    tcase_add_test(list, every_variant_answers_to_its_names);
    suite_add_tcase(suite, promises);
    suite_add_tcase(suite, rule_cases());
    suite_add_tcase(suite, san);
    suite_add_tcase(suite, list);
    return suite;
}
