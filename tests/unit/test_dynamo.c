#include "dynamo_play.h"

static const AiseVariant *const v = &aise_variant_dynamo;

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Number of lawful plies from `from`, to `to`, with the patient `patient` (AISE_NONE: plain). */
static size_t listed(const char *fen, unsigned from, unsigned to, unsigned patient)
{
    static AiseGuard guard;
    AisePosition p = set_up(v, fen, NULL);
    AisePlies all;
    size_t count = 0;

    aise_plies_init(&all, &guard);
    aise_rules_generate(v, &p, &all);
    for (size_t i = 0; i < all.count; i++)
        count += all.ply[i].agent_from == from && all.ply[i].agent_to == to && all.ply[i].patient_from == patient;
    aise_plies_free(&all);
    return count;
}

START_TEST(DY1)
{
    static const char fen[] = "4k3/8/8/8/8/8/r7/R3K3 w - - 0 5";
    ck_barred(v, fen, NULL, "Ra2", R302);
    ck_barred(v, fen, NULL, "Rxa2", R302);
    ck_barred(v, fen, NULL, "Rh5", R301);
    ck_barred(v, fen, NULL, "Qd4", R101);
    ck_assert_uint_eq(listed(fen, 0, 8, AISE_NONE), 0);
    ck_assert_uint_eq(listed(fen, 0, 1, AISE_NONE), 1);
    ck_lawful(v, start, "Nc3");
    ck_lawful(v, start, "Nb1d2_Pd2f3");
}
END_TEST

START_TEST(DY2)
{
    static const char rook[] = "4k3/8/8/8/8/n7/P7/R3K3 w - - 0 5";
    ck_barred(v, rook, NULL, "Ra1_Na3a5", R305);
    ck_barred(v, rook, NULL, "Ra1_Nb5c7", R345);
    ck_barred(v, rook, NULL, "Ra1_Pa2a3", R317);
    ck_barred(v, "4k3/8/8/1p6/8/8/8/R3K3 w - - 0 5", NULL, "Ra1_Pb5b6", R305);
    ck_barred(v, "4k3/8/8/8/1p6/8/8/1N2K3 w - - 0 5", NULL, "Nb1_Pb4b6", R305);
    ck_lawful(v, "4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 5", "Nb1_Pc3d5");
    ck_lawful(v, "4k3/8/8/8/8/8/p7/R3K3 w - - 0 5", "Ra1_Pa2a4");
}
END_TEST

START_TEST(DY3)
{
    static const char bishop[] = "4k3/8/8/6p1/8/4P3/8/2B3K1 w - - 0 5";
    ck_lawful(v, bishop, "Bc1_Pe3f4");
    ck_lawful(v, bishop, "Bc1d2_Pe3f4");
    ck_lawful(v, bishop, "Bc1e3_Pe3f4");
    ck_barred(v, bishop, NULL, "Bc1f4_Pe3f4", R311);
    ck_barred(v, bishop, NULL, "Bc1_Pe3h6", R316);
    ck_barred(v, bishop, NULL, "Bc1_Pe3e5", R306);
    ck_barred(v, bishop, NULL, "Bc1b2_Pe3f4", R307);
    ck_becomes(v, "4k3/8/8/8/8/4P3/8/2B3K1 w - - 0 5", NULL, "Bc1f4_Pe3g5", "4k3/8/8/6P1/5B2/8/8/6K1");
    static const char knight[] = "4k3/8/8/8/8/8/3P4/1N4K1 w - - 0 5";
    ck_lawful(v, knight, "Nb1_Pd2f3");
    ck_lawful(v, knight, "Nb1d2_Pd2f3");
    ck_barred(v, knight, NULL, "Nb1_Pd2h4", R308);
    ck_barred(v, knight, NULL, "Nb1c3_Pd2f3", R311);
    ck_lawful(v, "4k3/8/8/8/8/8/5n2/6K1 w - - 0 5", "Kg1_Nf2e3");
}
END_TEST

START_TEST(DY4)
{
    static const char rook[] = "6k1/8/8/p7/8/R7/8/4K3 w - - 0 5";
    ck_lawful(v, rook, "Ra3_Pa5a4");
    ck_lawful(v, rook, "Ra3a2_Pa5a4");
    ck_becomes(v, rook, NULL, "Ra3a1_Pa5a2", "6k1/8/8/8/8/8/p7/R3K3");
    ck_barred(v, rook, NULL, "Ra3_Pa5a2", R310);
    ck_barred(v, rook, NULL, "Ra3a2_Pa5a2", R310);
    ck_barred(v, rook, NULL, "Ra3a4_Pa5a3", R307);
    ck_barred(v, rook, NULL, "Ra3a2_Pa5a6", R307);
    ck_barred(v, "6k1/8/8/p7/8/R7/N7/4K3 w - - 0 5", NULL, "Ra3a1_Pa5a2", R318);
    static const char knight[] = "6k1/8/8/8/4p3/2N5/8/4K3 w - - 0 5";
    ck_becomes(v, knight, NULL, "Nc3a2_Pe4c3", "6k1/8/8/8/8/2p5/N7/4K3");
    ck_barred(v, knight, NULL, "Nc3_Pe4c3", R309);
    ck_barred(v, knight, NULL, "Nc3a2_Pe4d4", R310);
    ck_barred(v, "6k1/8/8/8/4p3/2N5/P7/4K3 w - - 0 5", NULL, "Nc3a2_Pe4c3", R318);
}
END_TEST

START_TEST(DY5)
{
    static const char rook[] = "6k1/8/8/p7/8/R7/8/4K3 w - - 0 5";
    ck_becomes(v, rook, NULL, "Ra3_Pa5E", "6k1/8/8/8/8/R7/8/4K3");
    ck_becomes(v, rook, NULL, "Ra3a7_Pa5E", "6k1/R7/8/8/8/8/8/4K3");
    ck_becomes(v, rook, NULL, "Ra3E_Pa5E", "6k1/8/8/8/8/8/8/4K3");
    ck_barred(v, "6k1/n7/8/p7/8/R7/8/4K3 w - - 0 5", NULL, "Ra3_Pa5E", R319);
    static const char knight[] = "6k1/8/8/8/7p/5N2/8/4K3 w - - 0 5";
    ck_lawful(v, knight, "Nf3_Ph4E");
    ck_lawful(v, knight, "Nf3h4_Ph4E");
    ck_barred(v, knight, NULL, "Nf3E_Ph4E", R320);
    ck_barred(v, "6k1/8/8/8/4p3/2N5/8/4K3 w - - 0 5", NULL, "Nc3_Pe4E", R340);
}
END_TEST

START_TEST(DY6)
{
    static const char rook[] = "6k1/n7/8/p7/8/R7/8/4K3 w - - 0 5";
    ck_becomes(v, rook, NULL, "Ra3E_Pa5E", "6k1/n7/8/8/8/8/8/4K3");
    ck_barred(v, rook, NULL, "Ra3a1_Pa5E", R321);
    ck_barred(v, "6k1/n7/8/p7/8/R7/8/N3K3 w - - 0 5", NULL, "Ra3E_Pa5E", R322);
    ck_becomes(v, "6k1/8/8/8/8/2p5/8/1N2K3 w - - 0 5", NULL, "Nb1E_Pc3E", "6k1/8/8/8/8/8/8/4K3");
    ck_barred(v, "6k1/8/8/8/4p3/2N5/8/4K3 w - - 0 5", NULL, "Nc3E_Pe4E", R341);
}
END_TEST

START_TEST(DY7)
{
    ck_becomes(v, "6k1/8/8/8/p7/R7/8/4K3 w - - 0 5", NULL, "Ra3E", "6k1/8/8/8/p7/8/8/4K3");
    ck_lawful(v, "6k1/8/8/8/8/8/8/1N2K3 w - - 0 5", "Nb1E");
    ck_barred(v, "6k1/8/8/8/2N5/8/8/4K3 w - - 0 5", NULL, "Nc4E", R323);
    ck_barred(v, "6k1/8/8/8/8/1n1n4/2B5/1n1nK3 w - - 0 5", NULL, "Bc2E", R323);
    ck_barred(v, start, NULL, "Pa2E", R313);
}
END_TEST

START_TEST(DY8)
{
    static const char second[] = "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 5";
    ck_lawful(v, second, "e2_Ne3e4");
    ck_lawful(v, second, "e2_Ne3e5");
    ck_lawful(v, second, "e2e4_Ne3e5");
    ck_lawful(v, second, "e2/Ne4");
    ck_barred(v, second, NULL, "e2e4_Ne3e4", R311);
    ck_barred(v, second, NULL, "e2_Ne3e6", R315);
    ck_barred(v, "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 5", NULL, "e3_Ne4e6", R315);
    ck_barred(v, "4k3/8/8/8/4n3/4N3/4P3/4K3 w - - 0 5", NULL, "e2_Ne3e5", R316);
    ck_barred(v, "4k3/8/8/8/8/4n3/4P3/3K4 w - - 0 5", NULL, "e2_Ne3e4", R314);
    ck_becomes(v, "4k3/8/8/8/8/3n4/4P3/6K1 w - - 0 5", NULL, "e2d3_Nd3c4", "4k3/8/8/8/2n5/3P4/8/6K1");
    ck_barred(v, "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 5", NULL, "e2_Nd3c4", R314);
    ck_barred(v, "4k3/8/8/8/2p5/3n4/4P3/6K1 w - - 0 5", NULL, "e2_Nd3c4", R317);
    ck_barred(v, "4k3/8/8/8/8/3n4/4P3/6K1 w - - 0 5", NULL, "e2_Nd3b5", R315);
    ck_lawful(v, "4k3/8/8/n7/1P6/8/8/4K3 w - - 0 5", "b4_Na5E");
    ck_barred(v, "4k3/8/8/8/4P3/4n3/8/6K1 w - - 0 5", NULL, "e4e5_Ne3e4", R312);
    ck_barred(v, "4k3/8/8/8/8/3n4/4P3/6K1 w - - 0 5", NULL, "e2E_Nd3E", R313);
    /* Straight over the last rank, following onto it. */
    ck_acts(v, "N6k/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a7_Na8E", 1);
    ck_acts(v, "N6k/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a7a8_Na8E", 4);
    /* On the first rank one square, on the second two, however it came there. */
    static const char first[] = "4k3/8/8/8/8/8/8/P3K3 w - - 0 5";
    ck_lawful(v, first, "a2");
    ck_barred(v, first, NULL, "a3", R301);
    ck_becomes(v, first, NULL, "a2 Kd8 a4", "3k4/8/8/8/P7/8/8/4K3");
    ck_barred(v, "4k3/8/8/8/8/8/N7/P3K3 w - - 0 5", NULL, "a1_Na2a4", R315);
}
END_TEST

START_TEST(DY9)
{
    ck_acts(v, "4k3/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a8", 4);
    ck_acts(v, "4k3/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a8=N", 1);
    ck_barred(v, "4k3/P7/8/8/8/8/8/4K3 w - - 0 5", NULL, "a8=K", R327);
    /* One's own pawn, and the enemy's. */
    ck_acts(v, "6k1/P7/8/8/8/8/8/R3K3 w - - 0 5", NULL, "Ra1_Pa7a8", 4);
    ck_becomes(v, "6k1/P7/8/8/8/8/8/R3K3 w - - 0 5", NULL, "Ra1_Pa7a8=R", "R5k1/8/8/8/8/8/8/R3K3");
    ck_acts(v, "R5k1/8/8/8/8/4K3/p7/8 w - - 0 5", NULL, "Ra8_Pa2a1", 4);
    ck_becomes(v, "R5k1/8/8/8/8/8/p7/3K4 w - - 0 5", NULL, "Ra8_Pa2a1=N", "R5k1/8/8/8/8/8/8/n2K4");
    /* On its own first rank a pawn stays one. */
    ck_acts(v, "R5k1/8/8/8/8/8/P7/4K3 w - - 0 5", NULL, "Ra8_Pa2a1", 1);
    ck_barred(v, "R5k1/8/8/8/8/8/P7/4K3 w - - 0 5", NULL, "Ra8_Pa2a1=Q", R327);
}
END_TEST

START_TEST(DY10)
{
    static const char fen[] = "6k1/8/8/8/n7/P7/8/R3K3 w - - 0 5";
    ck_barred(v, fen, NULL, "Ra1_Pa3a4", R317);
    ck_assert_uint_eq(listed(fen, 0, 0, 16), 1); /* the pull to a2 */
    ck_barred(v, "6k1/8/8/8/8/5p2/3P4/1N2K3 w - - 0 5", NULL, "Nb1_Pd2f3", R317);
}
END_TEST

START_TEST(DY11)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 5";
    ck_becomes(v, fen, NULL, "O-O", "4k3/8/8/8/8/8/8/R4RK1");
    ck_becomes(v, fen, NULL, "O-O-O", "4k3/8/8/8/8/8/8/2KR3R");
    ck_barred(v, fen, NULL, "O-O/Pd2", R337);
    ck_barred(v, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 5", NULL, "O-O", R324);
    ck_barred(v, "4k3/8/8/8/8/8/8/RN2K2R w Q - 0 5", NULL, "O-O-O", R326);
    ck_barred(v, "4k3/8/8/8/8/8/8/R2K3R w - - 0 5", NULL, "O-O", R325);
    /* Its own move loses the right, coming back does not help. */
    AisePosition p = set_up(v, fen, NULL);
    play_acts(v, &p, "Rh2 Kd8 Rh1 Ke8", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(reason_of(v, &p, "O-O"), AISE_CODE_R324);
    ck_assert_uint_eq(acts(v, &p, "O-O-O", AISE_LETTERS_ENGLISH, NULL), 1);
    /* Pushed away and pulled back, and acting while stationary, do not. */
    p = set_up(v, "6k1/8/8/8/8/8/8/R1N1K2R w KQ - 0 5", NULL);
    play_acts(v, &p, "Ra1_Nc1b1 Kg7 Na3 Kg8", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(acts(v, &p, "O-O-O", AISE_LETTERS_ENGLISH, NULL), 1);
    p = set_up(v, "4k2r/8/8/8/8/8/8/4K2R w K - 0 5", NULL);
    play_acts(v, &p, "Kd1 Rh8_Rh1h4", AISE_LETTERS_ENGLISH);
    ck_state(v, &p, "ko=4k2r/8/8/8/8/8/8/3K3R");
    p = set_up(v, "4k2r/8/8/8/8/8/4P3/4K2R b K - 0 5", NULL);
    play_acts(v, &p, "Rh8_Rh1h3", AISE_LETTERS_ENGLISH);
    ck_state(v, &p, "ko=4k2r/8/8/8/8/8/4P3/4K2R;vr=e1,h1>h3");
    ck_assert_uint_eq(reason_of(v, &p, "O-O"), AISE_CODE_R325);
    play_acts(v, &p, "e3 Rh8_Rh3h1", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(acts(v, &p, "O-O", AISE_LETTERS_ENGLISH, NULL), 1);
    /* Another rook on the corner is not the one. */
    ck_barred(v, "4k3/8/8/8/8/7R/8/4K2R w - - 0 5", "vr=e1,h1>h3", "O-O", R324);
    /* Expelled, it has no right left. */
    p = set_up(v, "7r/8/8/8/8/4k3/8/4K2R b K - 0 5", NULL);
    play_acts(v, &p, "Rh8_Rh1E", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(p.state.unmoved, 0);
}
END_TEST

START_TEST(DY12)
{
    static const char fen[] = "4k3/8/8/8/3R4/8/8/4K3 w - - 0 5";
    ck_barred(v, fen, NULL, "Rd4", R303);
    ck_assert_uint_eq(listed(fen, 27, 27, AISE_NONE), 0);
}
END_TEST

static unsigned clock_after(const char *fen, const char *ply)
{
    AisePosition p = set_up(v, fen, NULL);
    play_acts(v, &p, ply, AISE_LETTERS_ENGLISH);
    return p.state.clock;
}

START_TEST(DY13)
{
    ck_assert_uint_eq(clock_after("6k1/8/8/n7/8/R7/3P4/4K3 w - - 7 5", "Ra4"), 8);
    ck_assert_uint_eq(clock_after("6k1/8/8/n7/8/R7/3P4/4K3 w - - 7 5", "Ra3_Na5a4"), 8);
    ck_assert_uint_eq(clock_after("6k1/8/8/n7/8/R7/3P4/4K3 w - - 7 5", "Ra3_Na5E"), 0);
    ck_assert_uint_eq(clock_after("6k1/8/8/n7/8/R7/3P4/4K3 w - - 7 5", "Ra3E"), 0);
    ck_assert_uint_eq(clock_after("6k1/8/8/n7/8/R7/3P4/4K3 w - - 7 5", "d3"), 0);
    ck_assert_uint_eq(clock_after("6k1/8/8/p7/8/R7/3P4/4K3 w - - 7 5", "Ra3_Pa5a6"), 0);
    ck_assert_uint_eq(clock_after("6k1/8/8/8/8/3N4/3P4/4K3 w - - 7 5", "d2_Nd3d4"), 8);
    AisePosition p = set_up(v, "6k1/8/8/8/8/8/8/4K3 w - - 100 80", NULL);
    ck_assert_uint_eq(aise_rules_claims(v, &p, 3), AISE_CLAIM_REPETITION | AISE_CLAIM_CLOCK);
    p.state.clock = 99;
    ck_assert_uint_eq(aise_rules_claims(v, &p, 2), 0);
}
END_TEST

START_TEST(DN1)
{
    AisePosition p = set_up(v, start, NULL);
    play_acts(v, &p, "Nd2/Pf3 Nc6", AISE_LETTERS_ENGLISH);
    ck_assert_uint_eq(p.state.to_move, AISE_WHITE);
    ck_assert_uint_eq(p.state.turn, 2);
    ck_state(v, &p, "ko=rnbqkbnr/pppppppp/8/8/8/5P2/PPPNPPPP/R1BQKBNR");
}
END_TEST

static bool checked(const char *fen)
{
    AisePosition p = set_up(v, fen, NULL);
    return aise_rules_checked(v, &p);
}

START_TEST(DN2)
{
    ck_assert(checked("4k3/8/8/8/8/8/8/K3R3 b - - 0 5"));        /* pushed off */
    ck_assert(checked("8/4n3/8/4k3/8/4R3/8/K7 b - - 0 5"));       /* pulled off with the rook */
    ck_assert(!checked("8/4n3/8/4k3/8/4R3/4P3/K7 b - - 0 5"));    /* both ways barred */
    ck_assert(checked("8/8/8/8/8/8/6K1/7k b - - 0 5"));           /* a king pushes */
    ck_assert(!checked("8/8/8/8/8/6k1/8/6K1 b - - 0 5"));
    ck_assert(!checked("8/8/8/8/8/8/6k1/7K b - - 0 5"));          /* but may not leave pulling */
    ck_assert(checked("8/8/8/8/7k/5N2/8/K7 b - - 0 5"));          /* pushed off by a jump */
    ck_assert(checked("8/8/8/8/8/2k5/8/KN6 b - - 0 5"));          /* pulled off by one */
    ck_assert(!checked("8/8/8/4k3/8/3N4/8/K7 b - - 0 5"));
    ck_assert(checked("8/8/8/7k/6P1/8/8/K7 b - - 0 5"));          /* pushed off by a pawn */
    ck_assert(!checked("8/8/8/6k1/5P2/8/8/K7 b - - 0 5"));
    ck_barred(v, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 5", NULL, "Bd3", R328);
    ck_barred(v, "4r1k1/8/8/8/8/8/8/3K4 w - - 0 5", NULL, "Ke1", R328);
    ck_barred(v, "6k1/8/8/8/8/8/8/4K3 w - - 0 5", NULL, "Ke1E", R329);
    ck_barred(v, "6k1/8/8/8/8/4p3/8/R3K3 w - - 0 5", NULL, "Ra1_Ke1E", R329);
    ck_barred(v, "6k1/8/8/8/8/8/4p3/4K3 w - - 0 5", NULL, "Ke1E_Pe2E", R329);
    /* An overlooked check wins, whatever else the ply leaves. */
    AisePosition p;
    ck_assert(aise_fen_parse(&v->traits, "4k3/8/8/8/8/8/8/r3R2K w - - 0 5", NULL, &p, NULL, 0));
    play_acts(v, &p, "Re1E_Ke8E", AISE_LETTERS_ENGLISH);
    ck_assert_int_eq(aise_rules_outcome(v, &p), AISE_WHITE_WINS);
}
END_TEST

static AiseOutcome outcome(const char *fen)
{
    AisePosition p = set_up(v, fen, NULL);
    return aise_rules_outcome(v, &p);
}

START_TEST(DN3)
{
    ck_assert_int_eq(outcome("2R5/8/8/8/8/3Q4/2k1Q3/7K b - - 0 5"), AISE_WHITE_WINS);
    ck_assert_int_eq(outcome("8/8/8/1Q6/8/2R5/k1K5/7R b - - 0 5"), AISE_DRAWN);
    ck_assert_int_eq(outcome("4k3/8/8/8/8/8/8/K3R3 b - - 0 5"), AISE_PLAYING);
    ck_lawful(v, "4k3/8/8/1n6/8/8/8/K3R3 b - - 0 5", "Kd8");
    ck_lawful(v, "4k3/2p5/8/8/8/8/2n5/K3R3 b - - 0 5", "Nc2_Re1E"); /* a dynamo ply answers */
}
END_TEST

START_TEST(DN4)
{
    static const char pushed[] = "r3k3/8/8/p7/8/8/8/R3K3 b - - 0 5";
    static const char before[] = "ko=r3k3/8/8/8/8/p7/8/R3K3";
    ck_barred(v, pushed, before, "Ra8_Pa5a3", R330);
    ck_acts(v, pushed, NULL, "Ra8_Pa5a3", 1);
    ck_acts(v, pushed, before, "Ra8_Pa5a4", 1);
    AisePosition p = set_up(v, "r3k3/8/8/8/8/p7/8/R3K3 w - - 0 5", NULL);
    play_acts(v, &p, "Ra1_Pa3a5", AISE_LETTERS_ENGLISH);
    ck_state(v, &p, before);
    ck_assert_uint_eq(reason_of(v, &p, "Ra8_Pa5a3"), AISE_CODE_R330);
    /* A plain move may, and two men of a kind are the same. */
    ck_acts(v, "4k3/8/8/3r4/8/8/8/3R2K1 b - - 0 5", "ko=4k3/8/3r4/8/8/8/8/3R2K1", "Rd6", 1);
    ck_barred(v, "3rk3/3r4/8/8/8/8/8/6K1 b - - 0 5", "ko=3rk3/8/8/3r4/8/8/8/6K1", "Rd8_Rd7d5", R330);
    ck_barred(v, "3rk3/3r4/8/8/8/8/8/6K1 b - - 0 5", "ko=4k3/3r4/8/3r4/8/8/8/6K1", "Rd8d7_Rd7d5", R330);
}
END_TEST

START_TEST(DN5)
{
    ck_lawful(v, "6k1/8/8/8/8/8/8/R3K3 w Q - 0 5", "O-O-O");
    ck_barred(v, "4rk2/8/8/8/8/8/8/R3K3 w Q - 0 5", NULL, "O-O-O", R331);
    ck_barred(v, "3r1k2/8/8/8/8/8/8/R3K3 w Q - 0 5", NULL, "O-O-O", R331);
    ck_barred(v, "2r2k2/8/8/8/8/8/8/R3K3 w Q - 0 5", NULL, "O-O-O", R331);
    ck_lawful(v, "1r3k2/8/8/8/8/8/8/R3K3 w Q - 0 5", "O-O-O");
}
END_TEST

START_TEST(short_and_long_forms)
{
    AisePosition p = set_up(v, start, NULL);
    play_acts(v, &p, "Nd2/Pf3", AISE_LETTERS_ENGLISH);
    ck_placement(v, &p, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPNPPPP/R1BQKBNR");
    ck_acts(v, "4k3/8/8/b7/8/8/8/R3K3 w - - 0 5", NULL, "Ra1a5/Ba5E", 1);
    ck_acts(v, "4k3/8/8/8/8/2b5/8/1N2K3 w - - 0 5", NULL, "Nb1/Bc3d5", 1);
    ck_acts(v, start, NULL, "Nf3", 1); /* plain: g1f3 alone, not a knight that acts */
    ck_acts(v, "4k3/8/8/b7/8/8/8/R3K3 w - - 0 5", NULL, "Ra3/a5a6", 1);
    ck_barred(v, start, NULL, "Nd2", R302);
    ck_barred(v, start, NULL, "d1/Pd3", R339); /* a queen stands there */
    ck_barred(v, start, NULL, "Rb1E", R339);
    ck_barred(v, start, NULL, "e2/Ne3", R347);
    ck_barred(v, start, NULL, "Qd1/Bb1", R317);
}
END_TEST

START_TEST(random_positions)
{
    random_acts(v, (unsigned)_i + 1u, 40);
}
END_TEST

Suite *dynamo_suite(void);
Suite *dynamo_suite(void)
{
    const TTest *const tests[] = {DY1, DY2, DY3, DY4,  DY5,  DY6,  DY7,  DY8, DY9,
                                         DY10, DY11, DY12, DY13, DN1, DN2, DN3, DN4, DN5};
    Suite *suite = suite_create("dynamo");
    TCase *rules = tcase_create("rules");
    TCase *shapes = tcase_create("shapes");

    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_test(rules, tests[i]);
    tcase_add_test(shapes, short_and_long_forms);
    tcase_add_loop_test(shapes, random_positions, 0, 6);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, shapes);
    return suite;
}
