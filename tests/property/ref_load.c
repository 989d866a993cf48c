/* FEN and AiseState, in and out, and the positions that are refused. */
#include "ref_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* ---- reading ---- */

static bool read_placement(const char *text, char board[64])
{
    int file = 0, rank = 7;
    memset(board, '.', 64);
    for (; *text; text++) {
        if (*text == '/') {
            if (file != 8 || rank == 0)
                return false;
            file = 0;
            rank--;
        } else if (*text >= '1' && *text <= '8') {
            file += *text - '0';
        } else if (strchr("PNBRQKpnbrqk", *text) && file < 8) {
            board[ref_square(file++, rank)] = *text;
        } else {
            return false;
        }
        if (file > 8)
            return false;
    }
    return rank == 0 && file == 8;
}

static int read_square(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return REF_NONE;
    return ref_square(text[0] - 'a', text[1] - '1');
}

/* A number from `least` up; -1 if it is none. */
static int read_number(const char *text, int least)
{
    char *end;
    long n = strtol(text, &end, 10);
    return text[0] < '0' || text[0] > '9' || *end || n < least || n > 1000000 ? -1 : (int)n;
}

/* Squares joined by commas, each once. */
static bool read_squares(const char *text, bool set[64])
{
    memset(set, 0, 64 * sizeof set[0]);
    for (;; text += 3) {
        int s = read_square(text);
        if (s == REF_NONE || set[s])
            return false;
        set[s] = true;
        if (text[2] != ',')
            return text[2] == '\0';
    }
}

static bool read_flags(RefPosition *p, const char *text)
{
    static const char flags[] = "KQkq";
    int last = -1;
    for (int s = 0; s < 2; s++)
        for (int m = 0; m < 3; m++)
            p->unmoved[s][m] = REF_NONE;
    if (strcmp(text, "-") == 0)
        return true;
    for (; *text; text++) {
        const char *at = strchr(flags, *text);
        if (!at || at - flags <= last)
            return false;
        last = (int)(at - flags);
        int side = last / 2, rook = last % 2 == 0 ? REF_H_ROOK : REF_A_ROOK;
        p->unmoved[side][REF_KING] = ref_home(side, REF_KING);
        p->unmoved[side][rook] = ref_home(side, rook);
    }
    return last >= 0;
}

static bool read_fen_ep(RefPosition *p, const char *text)
{
    memset(p->passed, 0, sizeof p->passed);
    if (strcmp(text, "-") == 0)
        return true;
    if (p->variant != REF_ORTHODOX && p->variant != REF_OVERLOADER_RESTORER) /* the others have `ep`, or none */
        return false;
    int s = read_square(text);
    if (s == REF_NONE || text[2])
        return false;
    p->passed[s] = true;
    return true;
}

static const char *read_fen(RefPosition *p, const char *fen)
{
    char field[6][80];
    int used = 0;
    if (strlen(fen) >= REF_FEN_MAX ||
        sscanf(fen, "%79s %79s %79s %79s %79s %79s%n", field[0], field[1], field[2], field[3], field[4], field[5],
               &used) != 6 ||
        fen[used])
        return "a FEN has six fields";
    if (!read_placement(field[0], p->board))
        return "bad placement";
    if (strcmp(field[1], "w") != 0 && strcmp(field[1], "b") != 0)
        return "bad side to move";
    p->side = field[1][0] == 'b';
    if (!read_flags(p, field[2]))
        return "bad castling flags";
    if (!read_fen_ep(p, field[3]))
        return "bad en passant field";
    p->clock = read_number(field[4], 0);
    p->turn = read_number(field[5], 1);
    return p->clock < 0 || p->turn < 0 ? "bad number" : NULL;
}

/* One entry of `vr`: `h1` or `h1>h3`. Returns what follows it, NULL if it is bad. */
static const char *read_unmoved(RefPosition *p, const char *text, bool spoken[2])
{
    int home = read_square(text), now = home;
    if (home == REF_NONE)
        return NULL;
    text += 2;
    if (*text == '>') {
        now = read_square(text + 1);
        if (now == REF_NONE)
            return NULL;
        text += 3;
    }
    for (int side = 0; side < 2; side++)
        for (int man = 0; man < 3; man++)
            if (ref_home(side, man) == home) {
                if (!spoken[side]) /* it overrules the flags */
                    for (int m = 0; m < 3; m++)
                        p->unmoved[side][m] = REF_NONE;
                spoken[side] = true;
                if (p->unmoved[side][man] != REF_NONE || p->board[now] != ref_man(man == REF_KING ? 'K' : 'R', side))
                    return NULL;
                p->unmoved[side][man] = now;
                return text;
            }
    return NULL;
}

static bool read_vr(RefPosition *p, const char *text)
{
    bool spoken[2] = {false, false};
    for (;; text++) {
        text = read_unmoved(p, text, spoken);
        if (!text)
            return false;
        if (*text != ',')
            return *text == '\0';
    }
}

static bool distinct_rooks(const RefPosition *p)
{
    for (int side = 0; side < 2; side++)
        if (p->unmoved[side][REF_A_ROOK] != REF_NONE && p->unmoved[side][REF_A_ROOK] == p->unmoved[side][REF_H_ROOK])
            return false;
    return true;
}

static bool read_key(RefPosition *p, const char *key, const char *value)
{
    bool dynamo = ref_is_dynamo(p->variant);
    if (strcmp(key, "ep") == 0)
        return (ref_is_progressive(p->variant) || p->variant == REF_MARSEILLAIS) && read_squares(value, p->passed);
    if (strcmp(key, "ko") == 0)
        return dynamo && (p->has_ko = read_placement(value, p->ko));
    if (strcmp(key, "ts") == 0)
        return dynamo && (p->has_ts = read_placement(value, p->ts));
    if (strcmp(key, "vr") == 0)
        return dynamo && read_vr(p, value) && distinct_rooks(p);
    if (strcmp(key, "ov") == 0)
        return p->variant == REF_OVERLOADER_RESTORER && read_squares(value, p->overloaded);
    if (strcmp(key, "ml") == 0) {
        int most = ref_is_progressive(p->variant) ? p->turn : 2;
        p->left = read_number(value, 1);
        return p->left >= 1 && p->left <= most;
    }
    return false;
}

/* One `key=value`; the keys read so far are in `seen`, each between semicolons. */
static const char *read_item(RefPosition *p, char *item, char *seen)
{
    char mark[REF_STATE_MAX + 2];
    char *equals = strchr(item, '=');
    if (!equals)
        return "bad state";
    *equals = '\0';
    snprintf(mark, sizeof mark, "%s;", item);
    if (strstr(seen, mark))
        return "a state key twice";
    strcat(seen, mark);
    return read_key(p, item, equals + 1) ? NULL : "bad state";
}

static const char *read_state(RefPosition *p, const char *text)
{
    char copy[REF_STATE_MAX], seen[2 * REF_STATE_MAX] = "";
    const char *why = NULL;
    if (strlen(text) >= sizeof copy)
        return "state too long";
    strcpy(copy, text);
    for (char *item = copy, *end; !why && *item; item = end) {
        size_t length = strcspn(item, ";");
        end = item + length + (item[length] == ';');
        item[length] = '\0';
        why = read_item(p, item, seen);
    }
    return why;
}

/* ---- what is refused ---- */

static int count_men(const RefPosition *p, char man)
{
    int n = 0;
    for (int s = 0; s < 64; s++)
        n += p->board[s] == man;
    return n;
}

static const char *refuse_kings(const RefPosition *p)
{
    int white = count_men(p, 'K'), black = count_men(p, 'k');
    if (white == 1 && black == 1)
        return NULL;
    bool both_may_go = p->variant == REF_DOUBLE_DYNAMO; /* DD3 */
    bool over = ref_ends_by_king(p->variant) && white <= 1 && black <= 1 && (white || black || both_may_go);
    return over ? NULL : "each side has one king";
}

static const char *refuse_men(const RefPosition *p)
{
    for (int s = 0; s < 64; s++) {
        bool last = (p->board[s] == 'P' && ref_rank(s) == 7) || (p->board[s] == 'p' && ref_rank(s) == 0);
        if (last && !p->overloaded[s]) /* OR6 */
            return "a pawn on its last rank";
        if (p->overloaded[s] && p->board[s] == '.')
            return "an overloaded square without a man";
    }
    return NULL;
}

/* The flags as written against the board, or against `vr`. */
static const char *refuse_flags(const RefPosition *p, const RefPosition *flags)
{
    for (int side = 0; side < 2; side++)
        for (int man = 0; man < 3; man++) {
            char kind = man == REF_KING ? 'K' : 'R';
            bool at_home = p->board[ref_home(side, man)] == ref_man(kind, side);
            bool in_vr = p->unmoved[side][man] != REF_NONE && p->unmoved[side][man] != ref_home(side, man);
            if (flags->unmoved[side][man] != REF_NONE && !at_home && !in_vr)
                return "a castling flag without its king and rook";
        }
    return NULL;
}

static const char *refuse_passed(const RefPosition *p)
{
    int stepper = p->fresh ? 1 - p->side : p->side;
    int rank = ref_second_rank(stepper) + ref_forward(stepper);
    for (int s = 0; s < 64; s++)
        if (p->passed[s] &&
            (ref_rank(s) != rank || p->board[ref_step(s, 0, ref_forward(stepper))] != ref_man('P', stepper)))
            return "an ep square without its pawn";
    return NULL;
}

/* Not in the single dynamos, where DN2 says what an overlooked check leads to, nor before the last ply of a turn, where
   it may be the mover's own: the perft tables hold such positions. */
static const char *refuse_check(const RefPosition *p)
{
    bool overlooked = ref_is_dynamo(p->variant) || (!p->fresh && p->left == 1);
    bool check = !ref_king_gone(p) && ref_in_check(p, 1 - p->side);
    return check && !overlooked ? "the side not to move is in check" : NULL;
}

static const char *refuse(const RefPosition *p, const RefPosition *flags)
{
    const char *why = refuse_kings(p);
    if (!why)
        why = refuse_men(p);
    if (!why)
        why = refuse_flags(p, flags);
    if (!why)
        why = refuse_passed(p);
    if (!why && ref_is_progressive(p->variant) && (p->turn % 2 == 0) != (p->side == 1))
        why = "series number and side to move disagree";
    return why ? why : refuse_check(p);
}

bool ref_load(RefPosition *p, RefVariant variant, const char *fen, const char *aise_state, char *error, size_t size)
{
    *p = (RefPosition){.variant = variant};
    const char *why = read_fen(p, fen);
    RefPosition flags = *p;
    p->left = ref_full_turn(p);
    if (!why)
        why = read_state(p, aise_state);
    p->fresh = p->left >= ref_full_turn(p);
    if (!why && p->has_ts && p->fresh)
        why = "ts without ml";
    if (!why)
        why = refuse(p, &flags);
    ref_settle_rights(p);
    if (why)
        snprintf(error, size, "%s", why);
    return !why;
}

void ref_start(RefPosition *p, RefVariant variant)
{
    char error[1];
    ref_load(p, variant, start_fen, "", error, sizeof error);
}

/* ---- writing ---- */

static void append(char *out, const char *text) { strcpy(out + strlen(out), text); }

static void append_square(char *out, int s)
{
    append(out, (char[]){(char)('a' + ref_file(s)), (char)('1' + ref_rank(s)), '\0'});
}

static void append_placement(char *out, const char board[64])
{
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < 8; file++) {
            char man = board[ref_square(file, rank)];
            if (man != '.' && gap) {
                append(out, (char[]){(char)('0' + gap), '\0'});
                gap = 0;
            }
            if (man == '.')
                gap++;
            else
                append(out, (char[]){man, '\0'});
        }
        if (gap)
            append(out, (char[]){(char)('0' + gap), '\0'});
        if (rank)
            append(out, "/");
    }
}

static void append_flags(char *out, const RefPosition *p)
{
    size_t before = strlen(out);
    for (int side = 0; side < 2; side++) {
        if (ref_may_castle(p, side, REF_H_ROOK))
            append(out, side == 0 ? "K" : "k");
        if (ref_may_castle(p, side, REF_A_ROOK))
            append(out, side == 0 ? "Q" : "q");
    }
    if (strlen(out) == before)
        append(out, "-");
}

static void append_fen_ep(char *out, const RefPosition *p)
{
    size_t before = strlen(out);
    bool in_fen = p->variant == REF_ORTHODOX || p->variant == REF_OVERLOADER_RESTORER;
    for (int s = 0; s < 64 && in_fen; s++)
        if (p->passed[s])
            append_square(out, s);
    if (strlen(out) == before)
        append(out, "-");
}

void ref_fen(const RefPosition *p, char fen[REF_FEN_MAX])
{
    fen[0] = '\0';
    append_placement(fen, p->board);
    append(fen, p->side == 0 ? " w " : " b ");
    append_flags(fen, p);
    append(fen, " ");
    append_fen_ep(fen, p);
    size_t used = strlen(fen);
    snprintf(fen + used, REF_FEN_MAX - used, " %d %d", p->clock, p->turn);
}

static void append_key(char *out, const char *key)
{
    if (*out)
        append(out, ";");
    append(out, key);
}

/* By file, then rank. */
static void append_squares(char *out, const char *key, const bool set[64])
{
    bool any = false;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            if (set[ref_square(file, rank)]) {
                if (any)
                    append(out, ",");
                else
                    append_key(out, key);
                any = true;
                append_square(out, ref_square(file, rank));
            }
}

static bool displaced(const RefPosition *p, int side)
{
    for (int man = 0; man < 3; man++)
        if (p->unmoved[side][man] != REF_NONE && p->unmoved[side][man] != ref_home(side, man))
            return true;
    return false;
}

static void append_vr(char *out, const RefPosition *p)
{
    bool any = false;
    for (int man = 0; man < 3; man++)
        for (int side = 0; side < 2; side++) {
            int home = ref_home(side, man), now = p->unmoved[side][man];
            if (now == REF_NONE || !displaced(p, side))
                continue;
            if (any)
                append(out, ",");
            else
                append_key(out, "vr=");
            any = true;
            append_square(out, home);
            if (now != home) {
                append(out, ">");
                append_square(out, now);
            }
        }
}

static void append_key_placement(char *out, const char *key, const char board[64])
{
    append_key(out, key);
    append_placement(out, board);
}

void ref_state(const RefPosition *p, char out[REF_STATE_MAX])
{
    out[0] = '\0';
    if (ref_outcome(p) != REF_PLAYING) {
        append_squares(out, "ov=", p->overloaded);
        return;
    }
    bool started = p->left != ref_full_turn(p);
    bool in_fen = p->variant == REF_ORTHODOX || p->variant == REF_OVERLOADER_RESTORER;
    if (!in_fen)
        append_squares(out, "ep=", p->passed);
    if (p->has_ko)
        append_key_placement(out, "ko=", p->ko);
    if (started) {
        append_key(out, "ml=");
        size_t used = strlen(out);
        snprintf(out + used, REF_STATE_MAX - used, "%d", p->left);
    }
    append_squares(out, "ov=", p->overloaded);
    if (started && p->has_ts)
        append_key_placement(out, "ts=", p->ts);
    append_vr(out, p);
}
