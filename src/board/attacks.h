/* Attacks of men, looked up in constant tables: magic multiplication for the sliders. Included by board.h. */
#ifndef AISE_BOARD_ATTACKS_H
#define AISE_BOARD_ATTACKS_H

/* The squares of `mask` that are occupied, times `factor`, shifted, give the slot after `offset`. */
typedef struct AiseMagic {
    uint64_t mask;
    uint64_t factor;
    uint32_t offset;
    uint32_t shift;
} AiseMagic;

#define AISE_SLIDER_SLOTS (102400 + 5248)
extern const AiseMagic aise_rook_magic[64];
extern const AiseMagic aise_bishop_magic[64];
extern const uint64_t aise_slider_attacks[AISE_SLIDER_SLOTS];

static inline uint64_t aise_magic_attacks(const AiseMagic *magic, uint64_t occupied)
{
    return aise_slider_attacks[magic->offset + ((occupied & magic->mask) * magic->factor >> magic->shift)];
}
static inline uint64_t aise_rook_attacks(unsigned square, uint64_t occupied)
{
    return aise_magic_attacks(&aise_rook_magic[square], occupied);
}
static inline uint64_t aise_bishop_attacks(unsigned square, uint64_t occupied)
{
    return aise_magic_attacks(&aise_bishop_magic[square], occupied);
}

/* Attacks of a man other than a pawn. */
static inline uint64_t aise_attacks(unsigned kind, unsigned square, uint64_t occupied)
{
    switch (kind) {
    case AISE_KNIGHT: return aise_knight_attacks[square];
    case AISE_BISHOP: return aise_bishop_attacks(square, occupied);
    case AISE_ROOK: return aise_rook_attacks(square, occupied);
    case AISE_QUEEN: return aise_rook_attacks(square, occupied) | aise_bishop_attacks(square, occupied);
    case AISE_KING: return aise_king_attacks[square];
    default: return 0;
    }
}

/* Those of `sliders`, all on lines of `square` they move along, that see it. Where few are on a line this spares a look
   into the large table of attacks, which is seldom in the cache. */
static inline uint64_t aise_seeing(unsigned square, uint64_t sliders, uint64_t occupied)
{
    uint64_t seeing = 0;
    for (; sliders != 0; sliders &= sliders - 1)
        if (!(aise_between[square][aise_lowest(sliders)] & occupied))
            seeing |= sliders & (0 - sliders);
    return seeing;
}

/* The men of `set` that attack `square` the orthodox way as men of `side`, given the occupied squares. */
static inline uint64_t aise_attackers_among(const AisePosition *p, unsigned square, unsigned side, uint64_t set,
                                            uint64_t occupied)
{
    const uint64_t *kind = p->kind;
    uint64_t sliders = (aise_rook_lines[square] & (kind[AISE_ROOK] | kind[AISE_QUEEN])) |
                       (aise_bishop_lines[square] & (kind[AISE_BISHOP] | kind[AISE_QUEEN]));
    uint64_t steppers = (aise_pawn_attacks[side ^ 1][square] & kind[AISE_PAWN]) |
                        (aise_knight_attacks[square] & kind[AISE_KNIGHT]) | (aise_king_attacks[square] & kind[AISE_KING]);
    return (steppers & set) | aise_seeing(square, sliders & set, occupied);
}
/* All men of `side` that attack `square` the orthodox way, given the occupied squares. */
static inline uint64_t aise_attackers(const AisePosition *p, unsigned square, unsigned side, uint64_t occupied)
{
    return aise_attackers_among(p, square, side, p->side[side], occupied);
}

#endif
