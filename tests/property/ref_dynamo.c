/* Dynamo plies: the AISE reading (DY) and Klüver–Kahl's (KK). */
#include "ref_parts.h"

#include <string.h>

/* Where generated plies go: into a list, or, for the question "can this king be expelled?", nowhere. */
typedef struct Sink {
    const RefPosition *p;
    int side; /* the side acting, which need not be the side to move */
    RefPlies *plies;
    int king;     /* the king asked about */
    bool expels;  /* the answer */
} Sink;

static void keep(Sink *sink, const RefPly *ply)
{
    if (!sink->plies) {
        bool king_leaves = ref_kind(sink->p->board[ply->from]) == 'K' && ply->to == REF_OFF; /* DN2 */
        if (ply->patient == sink->king && ply->arrival == REF_OFF && !king_leaves)
            sink->expels = true;
        return;
    }
    for (size_t i = 0; i < sink->plies->count; i++) /* push or pull, the same squares are the same ply */
        if (ref_same_ply(&sink->plies->ply[i], ply))
            return;
    ref_add(sink->plies, *ply);
}

static bool promotes(char man, int from, int to)
{
    int side = ref_is_side(man, 0) ? 0 : 1;
    return ref_kind(man) == 'P' && to >= 0 && to != from && ref_rank(to) == ref_last_rank(side);
}

/* DY9: every choice of promotion, of agent and patient. */
static void emit(Sink *sink, int from, int to, int patient, int arrival)
{
    const char *board = sink->p->board;
    const char *none = "";
    const char *agent_kinds = promotes(board[from], from, to) ? "QRBN" : none;
    const char *patient_kinds = patient >= 0 && promotes(board[patient], patient, arrival) ? "QRBN" : none;
    RefPly ply = {.from = from, .to = to, .patient = patient, .arrival = arrival};
    for (size_t i = 0; i == 0 || i < strlen(agent_kinds); i++)
        for (size_t j = 0; j == 0 || j < strlen(patient_kinds); j++) {
            ply.promo = agent_kinds[i];
            ply.patient_promo = patient_kinds[j];
            keep(sink, &ply);
        }
}

static void emit_plain(Sink *sink, int from, int to) { emit(sink, from, to, REF_NONE, REF_NONE); }

static bool empty(const Sink *sink, int square) { return sink->p->board[square] == '.'; }

/* The squares from `from` to the edge, nearest first. */
typedef struct Line {
    int square[7];
    int length;
    int open; /* how many of the first are empty */
} Line;

static Line line_from(const Sink *sink, int from, int files, int ranks)
{
    Line line = {.length = 0};
    for (int s = ref_step(from, files, ranks); s != REF_OFF; s = ref_step(s, files, ranks))
        line.square[line.length++] = s;
    while (line.open < line.length && empty(sink, line.square[line.open]))
        line.open++;
    return line;
}

/* DY3, DY5: patient at ahead.square[open]; distances independent. */
static void slider_push(Sink *sink, int from, const Line *ahead)
{
    int first = ahead->open, patient = ahead->square[first], k = first + 1;
    for (; k < ahead->length && empty(sink, ahead->square[k]); k++) {
        emit(sink, from, from, patient, ahead->square[k]);
        for (int j = 0; j < k; j++)
            emit(sink, from, ahead->square[j], patient, ahead->square[k]);
    }
    if (k < ahead->length)
        return;
    emit(sink, from, from, patient, REF_OFF);
    emit(sink, from, REF_OFF, patient, REF_OFF);
    for (int j = 0; j < ahead->length; j++)
        emit(sink, from, ahead->square[j], patient, REF_OFF);
}

/* DY4, DY6: the patient follows an agent that stays or goes back. */
static void slider_pull(Sink *sink, int from, const Line *ahead, const Line *back)
{
    int patient = ahead->square[ahead->open];
    for (int agent = -1; agent < back->open; agent++) { /* -1: stays */
        int to = agent < 0 ? from : back->square[agent];
        for (int j = 0; j < ahead->open; j++)
            emit(sink, from, to, patient, ahead->square[j]);
        if (agent >= 0)
            emit(sink, from, to, patient, from);
        for (int j = 0; j < agent; j++)
            emit(sink, from, to, patient, back->square[j]);
    }
    if (back->open == back->length)
        emit(sink, from, REF_OFF, patient, REF_OFF);
}

/* KK1: the patient goes as far as it stood from the agent. */
static void kk_slider_push(Sink *sink, int from, const Line *ahead)
{
    int g = ahead->open + 1, patient = ahead->square[g - 1];
    for (int k = g; k < 2 * g && k < ahead->length; k++)
        if (!empty(sink, ahead->square[k]))
            return;
    int arrival = 2 * g <= ahead->length ? ahead->square[2 * g - 1] : REF_OFF;
    emit(sink, from, from, patient, arrival);
    emit(sink, from, patient, patient, arrival);
}

static void kk_slider_pull(Sink *sink, int from, const Line *ahead, const Line *back)
{
    int g = ahead->open + 1, patient = ahead->square[g - 1];
    if (back->open >= g) {
        emit(sink, from, back->square[g - 1], patient, from);
    } else if (back->open == back->length) {
        emit(sink, from, REF_OFF, patient, REF_OFF);
        emit(sink, from, from, patient, REF_OFF);
    }
}

static void slider_candidates(Sink *sink, int from, int files, int ranks)
{
    bool kk = sink->p->variant == REF_DYNAMO_KK;
    Line ahead = line_from(sink, from, files, ranks), back = line_from(sink, from, -files, -ranks);
    for (int j = 0; j < ahead.open; j++)
        emit_plain(sink, from, ahead.square[j]);
    if (ahead.open == ahead.length) { /* no patient on this line */
        if (!kk)                      /* DY7, KK3 */
            emit_plain(sink, from, REF_OFF);
        return;
    }
    if (kk) {
        kk_slider_push(sink, from, &ahead);
        kk_slider_pull(sink, from, &ahead, &back);
    } else {
        slider_push(sink, from, &ahead);
        slider_pull(sink, from, &ahead, &back);
    }
}

/* DY3–DY6, KK1 for knight and king, whose jump or step is `files`, `ranks`. */
static void leaper_candidates(Sink *sink, int from, int files, int ranks)
{
    bool kk = sink->p->variant == REF_DYNAMO_KK;
    int patient = ref_step(from, files, ranks), back = ref_step(from, -files, -ranks);
    if (patient == REF_OFF) {
        if (!kk) /* DY7, KK3 */
            emit_plain(sink, from, REF_OFF);
        return;
    }
    if (empty(sink, patient)) {
        emit_plain(sink, from, patient);
        return;
    }
    int beyond = ref_step(patient, files, ranks);
    if (beyond == REF_OFF || empty(sink, beyond)) {
        emit(sink, from, from, patient, beyond);
        emit(sink, from, patient, patient, beyond);
    }
    if (back != REF_OFF && empty(sink, back))
        emit(sink, from, back, patient, from);
    if (back == REF_OFF && kk)
        emit(sink, from, from, patient, REF_OFF);
    if (back == REF_OFF && !(kk && ref_kind(sink->p->board[from]) == 'K'))
        emit(sink, from, REF_OFF, patient, REF_OFF);
}

/* DY8(b), (c) */
static void pawn_diagonal(Sink *sink, int from)
{
    int ranks = ref_forward(sink->side);
    for (int files = -1; files <= 1; files += 2) {
        int patient = ref_step(from, files, ranks);
        if (patient == REF_OFF || !ref_is_side(sink->p->board[patient], 1 - sink->side))
            continue;
        int beyond = ref_step(patient, files, ranks);
        if (beyond == REF_OFF || empty(sink, beyond)) {
            emit(sink, from, from, patient, beyond);
            emit(sink, from, patient, patient, beyond);
        }
    }
}

/* DY8(a): a friend right ahead goes one or, from the second rank, two squares. */
static void pawn_straight_push(Sink *sink, int from, int patient, int most)
{
    int forward = ref_forward(sink->side);
    for (int k = 1; k <= most; k++) {
        int arrival = ref_step(patient, 0, k * forward);
        if (arrival != REF_OFF && !empty(sink, arrival))
            return;
        for (int agent = 0; agent <= k; agent++)
            emit(sink, from, ref_step(from, 0, agent * forward), patient, arrival);
        if (arrival == REF_OFF)
            return;
    }
}

/* KK2: a friend two squares ahead of a pawn on its second rank goes two squares. */
static void kk_pawn_double_push(Sink *sink, int from, int patient)
{
    int forward = ref_forward(sink->side);
    int over = ref_step(patient, 0, forward), arrival = ref_step(patient, 0, 2 * forward);
    if (!empty(sink, over) || !empty(sink, arrival))
        return;
    emit(sink, from, from, patient, arrival);
    emit(sink, from, patient, patient, arrival);
}

static void pawn_candidates(Sink *sink, int from)
{
    bool kk = sink->p->variant == REF_DYNAMO_KK;
    bool second = ref_rank(from) == ref_second_rank(sink->side); /* DY8(c): however it got there */
    int one = ref_step(from, 0, ref_forward(sink->side));
    if (one == REF_OFF)
        return;
    pawn_diagonal(sink, from);
    if (ref_is_side(sink->p->board[one], sink->side))
        pawn_straight_push(sink, from, one, second && !kk ? 2 : 1);
    if (!empty(sink, one))
        return;
    emit_plain(sink, from, one);
    if (!second)
        return;
    int two = ref_step(one, 0, ref_forward(sink->side));
    if (empty(sink, two))
        emit_plain(sink, from, two);
    else if (kk && ref_is_side(sink->p->board[two], sink->side))
        kk_pawn_double_push(sink, from, two);
}

static void man_candidates(Sink *sink, int from)
{
    char kind = ref_kind(sink->p->board[from]);
    if (kind == 'P') {
        pawn_candidates(sink, from);
        return;
    }
    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            bool jump = files * ranks == 2 || files * ranks == -2;
            bool step = files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1 && (files || ranks);
            bool diagonal = files * ranks != 0;
            if ((kind == 'N' && jump) || (kind == 'K' && step))
                leaper_candidates(sink, from, files, ranks);
            if (step && (kind == 'Q' || (kind == 'B' && diagonal) || (kind == 'R' && !diagonal)))
                slider_candidates(sink, from, files, ranks);
        }
}

static void men_candidates(Sink *sink)
{
    for (int s = 0; s < 64; s++)
        if (ref_is_side(sink->p->board[s], sink->side))
            man_candidates(sink, s);
}

/* DN2: could the enemy, were it to move, expel this king? */
bool ref_dynamo_check(const RefPosition *p, int side)
{
    Sink sink = {.p = p, .side = 1 - side, .king = ref_king_square(p, side)};
    if (sink.king == REF_NONE)
        return false;
    men_candidates(&sink);
    return sink.expels;
}

/* DN5: the king on each of its three squares, the rest of the board as before the ply. */
static bool castling_unchecked(const RefPosition *p, int way)
{
    int home = ref_home(p->side, REF_KING);
    for (int k = 0; k <= 2; k++) {
        RefPosition there = *p;
        there.board[home] = '.';
        there.board[home + k * way] = ref_man('K', p->side);
        if (ref_in_check(&there, p->side))
            return false;
    }
    return true;
}

void ref_dynamo_candidates(const RefPosition *p, RefPlies *out)
{
    Sink sink = {.p = p, .side = p->side, .plies = out};
    men_candidates(&sink);
    for (int rook = REF_A_ROOK; rook <= REF_H_ROOK; rook += 2) {
        int king = ref_home(p->side, REF_KING), way = rook == REF_A_ROOK ? -1 : 1;
        if (!ref_castling_clear(p, rook) || !castling_unchecked(p, way)) /* DY11 */
            continue;
        RefPly ply = ref_plain(king, king + 2 * way);
        ply.castling = true;
        ref_add(out, ply);
    }
}

/* The turn ended by rebuilding the position before the opponent's last turn. */
static bool undoes(const RefPosition *before, const RefPosition *after)
{
    return before->has_ko && memcmp(before->ko, after->board, sizeof after->board) == 0;
}

bool ref_dynamo_lawful(const RefPosition *before, const RefPly *ply, const RefPosition *after)
{
    int mover = before->side;
    if (before->variant == REF_DOUBLE_DYNAMO)
        return !(before->left == 1 && undoes(before, after)); /* DD10 */
    if (ref_king_square(after, mover) == REF_NONE) /* DN2: own king expelled, lost or pulling off */
        return false;
    if (ref_king_square(after, 1 - mover) == REF_NONE) /* DN2: nothing else is tested */
        return true;
    bool dynamo = ply->patient != REF_NONE;
    if (dynamo && undoes(before, after)) /* DN4 */
        return false;
    if (dynamo && before->variant == REF_DYNAMO_KK && ref_in_check(before, mover)) /* KK4 */
        return false;
    return !ref_in_check(after, mover); /* DN2 */
}
