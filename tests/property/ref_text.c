/* Plies as text. */
#include "ref_parts.h"

#include <string.h>

static void put(char *out, char c)
{
    size_t n = strlen(out);
    out[n] = c;
    out[n + 1] = '\0';
}

static void put_square(char *out, int s)
{
    if (s == REF_OFF) {
        put(out, 'E');
        return;
    }
    put(out, (char)('a' + ref_file(s)));
    put(out, (char)('1' + ref_rank(s)));
}

static void put_promo(char *out, char kind)
{
    if (!kind)
        return;
    put(out, '=');
    put(out, kind);
}

void ref_ply_id(const RefPly *ply, char out[REF_TEXT_MAX])
{
    out[0] = '\0';
    put_square(out, ply->from);
    put_square(out, ply->to);
    if (ply->patient != REF_NONE) {
        put(out, '_');
        put_square(out, ply->patient);
        put_square(out, ply->arrival);
    }
    put_promo(out, ply->promo);
    if (ply->patient_promo)
        put(out, '/');
    put_promo(out, ply->patient_promo);
    bool any = false;
    for (int file = 0; file < 8; file++) {
        if (!ply->restored[file])
            continue;
        strcat(out, any ? "," : "re:");
        any = true;
        /* the rank is the mover's last */
        put(out, (char)('a' + file));
        put(out, ply->restored[file]);
    }
}

/* Another man of the same kind that could lawfully make a plain ply to the same square. */
static bool is_rival(const RefPosition *p, const RefPly *ply, const RefPly *other)
{
    return other->patient == REF_NONE && !other->castling && other->to == ply->to && other->from != ply->from &&
           p->board[other->from] == p->board[ply->from];
}

static void put_origin(const RefPosition *p, const RefPly *ply, const RefPlies *lawful, char *out)
{
    bool rivals = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < lawful->count; i++) {
        const RefPly *other = &lawful->ply[i];
        if (!is_rival(p, ply, other))
            continue;
        rivals = true;
        same_file = same_file || ref_file(other->from) == ref_file(ply->from);
        same_rank = same_rank || ref_rank(other->from) == ref_rank(ply->from);
    }
    if (rivals && (!same_file || same_rank))
        put(out, (char)('a' + ref_file(ply->from)));
    if (rivals && same_file)
        put(out, (char)('1' + ref_rank(ply->from)));
}

/* What the ply captures, '.' for nothing. */
static char captured_man(const RefPosition *p, const RefPly *ply)
{
    return ply->en_passant ? ref_man('P', 1 - p->side) : p->board[ply->to];
}

/* Mutation: `=X` after a capture that changes the kind. */
static void put_mutation(const RefPosition *p, const RefPly *ply, char *out)
{
    char was = ref_kind(p->board[ply->from]), now = ref_kind(captured_man(p, ply));
    if (p->variant == REF_MUTATION_PROGRESSIVE && now != '.' && was != 'K' && was != now)
        put_promo(out, now);
}

static void put_plain(const RefPosition *p, const RefPly *ply, char *out)
{
    char kind = ref_kind(p->board[ply->from]);
    bool capture = captured_man(p, ply) != '.';
    if (kind != 'P') {
        put(out, kind);
        RefPlies lawful = ref_moves(p);
        put_origin(p, ply, &lawful, out);
        ref_plies_free(&lawful);
    } else if (capture) {
        put(out, (char)('a' + ref_file(ply->from)));
    }
    if (capture)
        put(out, 'x');
    put_square(out, ply->to);
    put_promo(out, ply->promo);
    put_mutation(p, ply, out);
}

/* Dynamo's long form; the agent alone when it leaves by itself. */
static void put_long(const RefPosition *p, const RefPly *ply, char *out)
{
    char agent = ref_kind(p->board[ply->from]);
    if (agent != 'P')
        put(out, agent);
    put_square(out, ply->from);
    if (ply->to != ply->from) /* stationary: its own square once */
        put_square(out, ply->to);
    put_promo(out, ply->promo);
    if (ply->patient == REF_NONE)
        return;
    put(out, '_');
    put(out, ref_kind(p->board[ply->patient]));
    put_square(out, ply->patient);
    put_square(out, ply->arrival);
    put_promo(out, ply->patient_promo);
}

static void put_suffix(const RefPosition *p, const RefPly *ply, char *out)
{
    RefPosition after = *p;
    ref_play(&after, ply);
    if (ref_king_gone(&after)) {
        put(out, '#');
        return;
    }
    if (!ref_in_check(&after, 1 - p->side))
        return;
    RefPlies answers = ref_moves(&after);
    put(out, answers.count ? '+' : '#');
    ref_plies_free(&answers);
}

void ref_ply_text(const RefPosition *p, const RefPly *ply, char out[REF_TEXT_MAX])
{
    out[0] = '\0';
    if (ply->castling)
        strcpy(out, ply->to > ply->from ? "O-O" : "O-O-O");
    else if (ply->patient != REF_NONE || ply->to == REF_OFF)
        put_long(p, ply, out);
    else
        put_plain(p, ply, out);
    put_suffix(p, ply, out);
}
