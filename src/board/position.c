#include "src/board/board.h"

#include <string.h>

const uint8_t aise_castling_home[6] = {0, 4, 7, 56, 60, 63};

/* Lifts and puts without the placement key, which comes back with the saved state. */
static void take_off(AisePosition *p, unsigned square)
{
    unsigned man = p->man[square];

    p->kind[aise_man_kind(man)] &= ~aise_bit(square);
    p->side[aise_man_side(man)] &= ~aise_bit(square);
    p->man[square] = AISE_EMPTY;
}

static void set_down(AisePosition *p, unsigned square, unsigned man)
{
    p->kind[aise_man_kind(man)] |= aise_bit(square);
    p->side[aise_man_side(man)] |= aise_bit(square);
    p->man[square] = (AiseMan)man;
}

void aise_undo(AisePosition *p, const AiseUndo *u)
{
    for (unsigned i = u->count; i-- > 0;) {
        const AiseEffect *e = &u->effect[i];
        switch (e->type) {
        case AISE_EFFECT_MOVE:
            p->kind[aise_man_kind(e->man)] ^= aise_bit(e->from) | aise_bit(e->to);
            p->side[aise_man_side(e->man)] ^= aise_bit(e->from) | aise_bit(e->to);
            p->man[e->to] = AISE_EMPTY;
            p->man[e->from] = e->man;
            break;
        case AISE_EFFECT_REMOVE:
            set_down(p, e->from, e->man);
            break;
        case AISE_EFFECT_ADD:
            take_off(p, e->from);
            break;
        case AISE_EFFECT_CHANGE:
            take_off(p, e->from);
            set_down(p, e->from, e->man);
            break;
        default: /* overloading is part of the state */
            break;
        }
    }
    memcpy(&p->state, &u->saved, u->head_only ? offsetof(AiseState, ko) : sizeof u->saved);
}

void aise_placement(const AisePosition *p, AisePlacement *out)
{
    const uint64_t *k = p->kind;

    out->plane[0] = k[AISE_PAWN] | k[AISE_BISHOP] | k[AISE_QUEEN];
    out->plane[1] = k[AISE_KNIGHT] | k[AISE_BISHOP] | k[AISE_KING];
    out->plane[2] = k[AISE_ROOK] | k[AISE_QUEEN] | k[AISE_KING];
    out->plane[3] = p->side[AISE_BLACK];
}

