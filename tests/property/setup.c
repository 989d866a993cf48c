/* Random set-ups: few men and many, promoted men, castling men at home and away, and every key of AiseState. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/property/trial.h"

typedef struct Draft {
    char board[64];
    unsigned side, turn;
    bool overloaded[64];
    bool speaks[2]; /* `vr` speaks for the side */
    char fen[REF_FEN_MAX], state[REF_STATE_MAX];
} Draft;

static const char usual[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

static char man_letter(unsigned side, char kind)
{
    return (char)(side == 0 ? kind : kind + ('a' - 'A'));
}

/* Pawns on their first rank are rare, and in Mutation not possible: taken there they would make one on its last. */
static void put_anywhere(Trial *t, Draft *d, char man)
{
    for (;;) {
        unsigned square = trial_below(t, 64), rank = square / 8;
        bool edge = (man == 'P' || man == 'p') && (rank == 0 || rank == 7);
        bool barred = edge && (rank == (man == 'P' ? 7u : 0u) || t->v->mutates || !trial_chance(t, 8));
        if (d->board[square] == '.' && !barred) {
            d->board[square] = man;
            return;
        }
    }
}

static void put_men(Trial *t, Draft *d, unsigned count, const char *kinds)
{
    for (unsigned i = 0; i < count; i++)
        put_anywhere(t, d, man_letter(trial_below(t, 2), kinds[trial_below(t, (unsigned)strlen(kinds))]));
}

/* The usual start, thinned out, some men of another kind (in Mutation no pawns). */
static void thin_out(Trial *t, Draft *d)
{
    static const char kinds[] = "PNBRQ";

    memcpy(d->board, usual, sizeof d->board);
    for (unsigned i = 0; i < 64; i++) {
        char man = d->board[i];
        if (man == '.' || man == 'K' || man == 'k')
            continue;
        if (trial_chance(t, 2))
            d->board[i] = '.';
        else if (trial_chance(t, 6))
            d->board[i] = man_letter(man >= 'a', kinds[t->v->mutates + trial_below(t, 5u - t->v->mutates)]);
    }
}

/* Kings and rooks at home, few men between them. */
static void homes(Trial *t, Draft *d)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned file = 0; file < 8; file += file ? 3 : 4)
            d->board[side * 56 + file] = man_letter(side, file == 4 ? 'K' : 'R');
    put_men(t, d, trial_below(t, 9), "PPPPNBRQ");
}

static void place_men(Trial *t, Draft *d)
{
    static const char *const kinds[] = {"PNBRQ", "PPPPNBRQ", "PPP", "QRB", "NNP"};

    memset(d->board, '.', sizeof d->board);
    switch (trial_below(t, 5)) {
    case 0: thin_out(t, d); return;
    case 1: homes(t, d); return;
    default: break;
    }
    put_anywhere(t, d, 'K');
    put_anywhere(t, d, 'k');
    put_men(t, d, trial_chance(t, 2) ? trial_below(t, 6) : trial_below(t, 24), kinds[trial_below(t, 5)]);
}

/* ---- the state ---- */

static void add_text(char *out, const char *text)
{
    strcat(out, text);
}

static void add_square(char *out, unsigned square)
{
    add_text(out, (char[]){(char)('a' + square % 8), (char)('1' + square / 8), '\0'});
}

static void add_key(char *out, const char *key)
{
    if (out[0] != '\0')
        add_text(out, ";");
    add_text(out, key);
    add_text(out, "=");
}

static void add_placement(char *out, const char board[64])
{
    for (unsigned rank = 8; rank-- > 0;) {
        for (unsigned file = 0; file < 8; file++) {
            char man = board[rank * 8 + file];
            add_text(out, man == '.' ? "1" : (char[]){man, '\0'});
        }
        add_text(out, rank > 0 ? "/" : "");
    }
}

static unsigned turn_plies(const Trial *t, const Draft *d)
{
    return aise_turn_plies(&t->v->traits, d->side, d->turn);
}

/* Squares behind pawns that may just have made the double step: one, or with the key `ep` several. */
static void write_passed(Trial *t, const Draft *d, unsigned stepper, bool several, char *out)
{
    unsigned rank = stepper == 0 ? 2 : 5, before = stepper == 0 ? 3 : 4;
    bool any = false;

    for (unsigned file = 0; file < 8; file++) {
        unsigned square = rank * 8 + file;
        if (d->board[before * 8 + file] != man_letter(stepper, 'P') || trial_chance(t, 3))
            continue;
        if (!several && d->board[square] != '.')
            continue;
        if (any)
            add_text(out, ",");
        else if (several)
            add_key(out, "ep");
        add_square(out, square);
        any = true;
        if (!several)
            return;
    }
    if (!any && !several)
        add_text(out, "-");
}

static void overload(Trial *t, Draft *d)
{
    bool any = false;

    for (unsigned file = 0; file < 8; file++)
        for (unsigned rank = 0; rank < 8; rank++) {
            unsigned square = rank * 8 + file;
            if (trial_chance(t, 12) && d->board[square] == '.' && (rank == 0 || rank == 7))
                d->board[square] = rank == 7 ? 'P' : 'p'; /* OR6: waiting there */
            bool waits = (d->board[square] == 'P' && rank == 7) || (d->board[square] == 'p' && rank == 0);
            if (d->board[square] == '.' || (!waits && !trial_chance(t, 5)))
                continue;
            if (any)
                add_text(d->state, ",");
            else
                add_key(d->state, "ov");
            add_square(d->state, square);
            any = true;
        }
}

/* Any rooks, as if pushed to where they stand now, and the king (DY11). */
static void displace(Trial *t, Draft *d)
{
    bool any = false;

    for (unsigned side = 0; side < 2; side++) {
        unsigned rooks[64], count = 0;
        const char *king = memchr(d->board, man_letter(side, 'K'), 64);
        for (unsigned i = 0; i < 64; i++)
            if (d->board[i] == man_letter(side, 'R'))
                rooks[count++] = i;
        if (king == NULL || count == 0 || trial_chance(t, 2))
            continue;
        unsigned first = trial_below(t, count), home = side * 56, corner = trial_chance(t, 2) ? home : home + 7;
        unsigned entry[3][2] = {{corner, rooks[first]},
                                {home + 4, (unsigned)(king - d->board)},
                                {home + 7 - corner % 8, rooks[(first + 1) % count]}};
        unsigned entries = count > 1 && trial_chance(t, 2) ? 3 : 2;
        for (unsigned i = 0; i < entries; i++) {
            if (any)
                add_text(d->state, ",");
            else
                add_key(d->state, "vr");
            any = true;
            add_square(d->state, entry[i][0]);
            add_text(d->state, ">");
            add_square(d->state, entry[i][1]);
        }
        d->speaks[side] = true;
    }
}

static void write_state(Trial *t, Draft *d)
{
    const AiseTraits *traits = &t->v->traits;
    unsigned whole = turn_plies(t, d), left = whole > 1 && trial_chance(t, 2) ? 1 + trial_below(t, whole) : whole;

    if (traits->ep == AISE_EP_STATE && trial_chance(t, 2))
        write_passed(t, d, left < whole ? d->side : 1 - d->side, true, d->state);
    if (left < whole) {
        char number[16];
        add_key(d->state, "ml");
        snprintf(number, sizeof number, "%u", left);
        add_text(d->state, number);
    }
    if (traits->has_ov && !trial_chance(t, 3))
        overload(t, d);
    if (traits->has_ko && left < whole && trial_chance(t, 2)) {
        add_key(d->state, "ts");
        add_placement(d->state, usual);
    }
    if (traits->has_ko && trial_chance(t, 2))
        displace(t, d);
}

static void write_fen(Trial *t, Draft *d)
{
    static const char flags[] = "KQkq";
    char counters[32];

    add_placement(d->fen, d->board);
    add_text(d->fen, d->side == 0 ? " w " : " b ");
    size_t start = strlen(d->fen);
    for (unsigned i = 0; i < 4; i++) {
        unsigned home = i / 2 * 56, corner = home + (i % 2 == 0 ? 7 : 0);
        bool stand = d->board[home + 4] == man_letter(i / 2, 'K') && d->board[corner] == man_letter(i / 2, 'R');
        if (stand && !d->speaks[i / 2] && !trial_chance(t, 4))
            add_text(d->fen, (char[]){flags[i], '\0'});
    }
    if (strlen(d->fen) == start)
        add_text(d->fen, "-");
    add_text(d->fen, " ");
    if (t->v->traits.ep == AISE_EP_FIELD)
        write_passed(t, d, 1 - d->side, false, d->fen);
    else
        add_text(d->fen, "-");
    snprintf(counters, sizeof counters, " %u %u", trial_below(t, 110), d->turn);
    add_text(d->fen, counters);
}

/* ---- both take it ---- */

static bool load(Trial *t, const Draft *d)
{
    char error[200] = "", why[200] = "";
    bool accepted = aise_rules_setup(t->v, d->fen, d->state, &t->p, error, sizeof error);
    bool wanted = ref_load(&t->r, t->reference, d->fen, d->state, why, sizeof why);

    snprintf(t->fen, sizeof t->fen, "%s", d->fen);
    snprintf(t->state, sizeof t->state, "%s", d->state);
    trial_check(t, accepted == wanted, "%s: %s", accepted ? "accepted" : "refused", accepted ? why : error);
    return accepted && wanted;
}

/* Bans what one of the lawful plies leads to (DN4, DD10). */
static void ban_one(Trial *t, Draft *d)
{
    RefPlies plies = ref_moves(&t->r);
    RefPosition after = t->r;

    if (plies.count > 0) {
        ref_play(&after, &plies.ply[trial_random(t) % plies.count]);
        add_key(d->state, "ko");
        add_placement(d->state, after.board);
        load(t, d);
    }
    ref_plies_free(&plies);
}

bool trial_set_up(Trial *t)
{
    Draft d = {.side = trial_below(t, 2)};

    d.turn = 1 + trial_below(t, 6);
    if (t->v->traits.series)
        d.turn += d.turn % 2 == d.side;
    place_men(t, &d);
    write_state(t, &d);
    write_fen(t, &d);
    if (!load(t, &d))
        return false;
    if (t->v->traits.has_ko && trial_chance(t, 2))
        ban_one(t, &d);
    return true;
}
