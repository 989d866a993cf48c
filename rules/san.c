/* SAN of dialect `aise` (NOTATION 2.1), for all variants. */
#include "rules/variant.h"

static inline char *add_square(char *out, unsigned square)
{
    out[0] = (char)('a' + aise_file(square));
    out[1] = (char)('1' + aise_rank(square));
    return out + 2;
}

static inline char *add_promotion(char *out, unsigned kind, const char *letters)
{
    if (kind == AISE_NO_KIND)
        return out;
    *out++ = '=';
    *out++ = kind == AISE_PAWN ? 'P' : letters[AISE_KING - kind];
    return out;
}

/* Where a man goes after the square it stands on: nothing if it stays, `E` if it leaves the board. */
static char *add_arrival(char *out, unsigned from, unsigned to)
{
    if (to == AISE_OFF) {
        *out++ = 'E';
        return out;
    }
    add_square(out, to);
    return out + (to == from ? 0 : 2);
}

/* Long form of the dynamos: `Nb1d2_Pd2f3`, `Qd8_Pd7d3`, `Qa5E_Pc7E`, alone `Ra1E`. */
static char *add_long(char *out, const AisePosition *p, const AisePly *ply, const char *letters)
{
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);

    *out = letters[AISE_KING - kind]; /* a pawn's is the NUL at the end */
    out += kind != AISE_PAWN;
    out = add_arrival(add_square(out, ply->agent_from), ply->agent_from, ply->agent_to);
    out = add_promotion(out, ply->agent_promo, letters);
    if (ply->patient_from == AISE_NONE)
        return out;
    kind = aise_man_kind(p->man[ply->patient_from]);
    *out++ = '_';
    *out++ = (char)(letters[AISE_KING - kind] | ('P' & (0 - (kind == AISE_PAWN))));
    out = add_arrival(add_square(out, ply->patient_from), ply->patient_from, ply->patient_to);
    return add_promotion(out, ply->patient_promo, letters);
}

/* Does another man of the kind stand where, on an empty board, it would reach the ply's square? In all variants men
   make plain plies as in FIDE. */
static inline bool has_twin_near(const AisePosition *p, const AisePly *ply, unsigned kind)
{
    uint64_t others = aise_men(p, p->state.to_move, kind) ^ aise_bit(ply->agent_from);

    return (others & aise_reach[kind][ply->agent_to]) != 0 && kind != AISE_KING;
}

/* What of the origin tells the man from its rivals: the file if that does, else the rank, else both. */
static char *add_origin(char *out, const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    unsigned from = ply->agent_from;
    uint64_t rivals = aise_rules_rivals(v, p, ply);
    if (rivals == 0)
        return out;
    uint64_t file = UINT64_C(0x0101010101010101) << aise_file(from), rank = UINT64_C(0xff) << (from & 56u);
    if (!(rivals & file)) {
        *out++ = (char)('a' + aise_file(from));
        return out;
    }
    if (rivals & rank)
        *out++ = (char)('a' + aise_file(from));
    *out++ = (char)('1' + aise_rank(from));
    return out;
}

static char *add_castling(char *out, bool is_long)
{
    static const char text[] = "O-O-O";

    for (unsigned i = 0; i < (is_long ? 5u : 3u); i++)
        *out++ = text[i];
    return out;
}

/* `=X` after a capture that changed the kind (Mutation). */
static char *add_mutation(char *out, const AisePosition *p, const AisePly *ply, const char *letters)
{
    unsigned kind = aise_man_kind(p->man[ply->agent_from]), victim = aise_man_kind(p->man[ply->agent_to]);

    if (ply->type == AISE_PLY_EN_PASSANT)
        victim = AISE_PAWN;
    if (kind == AISE_KING || victim == AISE_NO_KIND || victim == kind)
        return add_promotion(out, ply->agent_promo, letters);
    return add_promotion(out, victim, letters);
}

size_t aise_san_write(const AiseVariant *v, AisePosition *p, const AisePly *ply, const char *letters, char out[AISE_SAN_MAX])
{
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    bool captures = (p->man[ply->agent_to & 63u] != AISE_EMPTY) | (ply->type == AISE_PLY_EN_PASSANT);
    char *end = out;

    if (ply->type >= AISE_PLY_CASTLE_SHORT) {
        if (ply->type > AISE_PLY_CASTLE_LONG)
            end = add_long(end, p, ply, letters);
        else
            end = add_castling(end, ply->type == AISE_PLY_CASTLE_LONG);
        *end = '\0';
        return (size_t)(end - out);
    }
    bool officer = kind != AISE_PAWN;
    *end = officer ? letters[AISE_KING - kind] : (char)('a' + aise_file(ply->agent_from));
    end += officer | captures;
    if (officer && has_twin_near(p, ply, kind))
        end = add_origin(end, v, p, ply);
    *end = 'x';
    end += captures;
    end = add_square(end, ply->agent_to);
    end = v->mutates ? add_mutation(end, p, ply, letters) : add_promotion(end, ply->agent_promo, letters);
    *end = '\0';
    return (size_t)(end - out);
}

const char *aise_san_search_suffix(const AiseVariant *v, AisePosition *after)
{
    if (after->state.outcome != AISE_PLAYING)
        return "#";
    if (!v->writes_check || !aise_rules_checked(v, after))
        return "";
    return aise_rules_any(v, after) ? "+" : "#";
}
