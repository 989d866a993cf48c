/* The calls of the rest of the program on a variant: hooks found along the line of bases, and what is the same for all. */
#include "rules/variant.h"

#include <stdlib.h>
#include <string.h>

#ifdef AISE_MUTANTS
bool aise_rule_on(const char *id)
{
    static const char *off; /* asked for at every ply */

    if (off == NULL)
        off = getenv("AISE_RULE_OFF");
    return off == NULL || strcmp(off, id) != 0;
}
#endif

/* ---- lists of plies ---- */

void aise_plies_init(AisePlies *list, AiseGuard *guard)
{
    *list = (AisePlies){.guard = guard};
}

/* When memory is exhausted the list itself goes first, so that an owner below the guard's jump leaves nothing behind. */
void aise_plies_grow(AisePlies *list)
{
    size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
    AisePly *ply = realloc(list->ply, capacity * sizeof *ply);

    if (ply == NULL) {
        aise_plies_free(list);
        aise_guard_raise(list->guard, AISE_ERROR_MEMORY);
    }
    list->ply = ply;
    list->capacity = capacity;
}

void aise_plies_free(AisePlies *list)
{
    free(list->ply);
    list->ply = NULL;
    list->count = list->capacity = 0;
}

/* ---- hooks ---- */

/* The nearest variant along the line of bases that fills `hook`. */
#define FIND_HOOK(found, v, hook)   \
    const AiseVariant *found = (v); \
    while (found->hook == NULL)     \
    found = found->base

void aise_rules_generate(const AiseVariant *v, AisePosition *p, AisePlies *out)
{
    FIND_HOOK(owner, v, generate);
    if (p->state.outcome == AISE_PLAYING)
        owner->generate(v, p, out);
}

size_t aise_rules_count(const AiseVariant *v, AisePosition *p)
{
    FIND_HOOK(owner, v, count);
    return p->state.outcome == AISE_PLAYING ? owner->count(v, p) : 0;
}

bool aise_rules_any(const AiseVariant *v, AisePosition *p)
{
    FIND_HOOK(owner, v, any);
    return p->state.outcome == AISE_PLAYING && owner->any(v, p);
}

void aise_rules_resolve(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AisePlies *out)
{
    FIND_HOOK(owner, v, resolve);
    if (p->state.outcome == AISE_PLAYING)
        owner->resolve(v, p, w, out);
}

void aise_rules_play(const AiseVariant *v, AisePosition *p, const AisePly *ply, AiseUndo *u)
{
    FIND_HOOK(owner, v, play);
    owner->play(v, p, ply, u);
}

uint64_t aise_rules_rivals(const AiseVariant *v, AisePosition *p, const AisePly *ply)
{
    FIND_HOOK(owner, v, rivals);
    return owner->rivals(v, p, ply);
}

void aise_rules_explain(const AiseVariant *v, AisePosition *p, const AiseWritten *w, AiseWhy *why)
{
    FIND_HOOK(owner, v, explain);
    if (p->state.outcome == AISE_PLAYING && aise_rules_outcome(v, p) != AISE_PLAYING) {
        *why = (AiseWhy){.code = AISE_CODE_R119, .argc = 1};
        why->arg[0] = (AiseArg){.type = AISE_ARG_SIDE, .value = p->state.to_move};
        return;
    }
    owner->explain(v, p, w, why);
}

static bool side_in_check(const AiseVariant *v, const AisePosition *p, unsigned side)
{
    FIND_HOOK(owner, v, in_check);
    return owner->in_check(v, p, side);
}

bool aise_rules_checked(const AiseVariant *v, AisePosition *p)
{
    if (p->state.check == 0)
        p->state.check = side_in_check(v, p, p->state.to_move) ? 2 : 1;
    return p->state.check == 2;
}

AiseOutcome aise_rules_outcome(const AiseVariant *v, AisePosition *p)
{
    if (p->state.outcome != AISE_PLAYING)
        return (AiseOutcome)p->state.outcome;
    if (aise_rules_any(v, p))
        return AISE_PLAYING;
    FIND_HOOK(owner, v, verdict);
    return owner->verdict(v, p);
}

unsigned aise_rules_claims(const AiseVariant *v, const AisePosition *p, unsigned times)
{
    FIND_HOOK(owner, v, claims);
    return p->state.outcome == AISE_PLAYING ? owner->claims(v, p, times) : 0;
}

/* ---- positions ---- */

void aise_rules_start(const AiseVariant *v, AisePosition *p)
{
    aise_fen_parse(&v->traits, v->start, NULL, p, NULL, 0);
}

/* Could the side to move take the other's king, which no game allows? In the dynamos an overlooked check has a meaning
   (DN2), and before the last ply of a turn the check may be its mover's own. */
static bool is_check_overlooked(const AiseVariant *v, const AisePosition *p)
{
    const AiseState *s = &p->state;
    bool last = s->left == 1 && s->left < aise_turn_plies(&v->traits, s->to_move, s->turn);

    return v->writes_check && !v->dynamo && !last && side_in_check(v, p, s->to_move ^ 1u);
}

static uint64_t home_pawns(const AisePosition *p, unsigned side)
{
    return aise_men(p, side, AISE_PAWN) & UINT64_C(0xff) << (side == AISE_WHITE ? 0 : 56);
}

bool aise_rules_setup(const AiseVariant *v, const char *fen, const char *state, AisePosition *p, char *error, size_t size)
{
    if (!aise_fen_parse(&v->traits, fen, state, p, error, size))
        return false;
    if (p->state.outcome != AISE_PLAYING) {
        if (!v->writes_check || v->dynamo)
            return true;
        return p->state.outcome == AISE_BLACK_WINS ? aise_refuse(error, size, "White has no king", "il Bianco non ha il re")
                                                   : aise_refuse(error, size, "Black has no king", "il Nero non ha il re");
    }
    if (v->mutates && (home_pawns(p, AISE_WHITE) | home_pawns(p, AISE_BLACK)) != 0)
        return aise_refuse(error, size, "a pawn stands on its own first rank, where what takes it would be a pawn on its last",
                           "un pedone è sulla sua prima traversa, dove chi lo prende sarebbe un pedone sulla sua ultima");
    if (!is_check_overlooked(v, p))
        return true;
    return p->state.to_move ? aise_refuse(error, size, "White is in check, but it is the other side's move",
                                          "il Bianco è sotto scacco, ma il tratto è dell'altro")
                            : aise_refuse(error, size, "Black is in check, but it is the other side's move",
                                          "il Nero è sotto scacco, ma il tratto è dell'altro");
}

/* A pawn's plies to one square: straight, or from either side; with room to spare. */
#define EP_PLIES 16

/* Is there a lawful capture en passant on `square`? */
static bool ep_is_lawful(const AiseVariant *v, AisePosition *p, unsigned square)
{
    AisePly room[EP_PLIES];
    AisePlies list = {.ply = room, .capacity = EP_PLIES};
    AiseWritten w = {.kind = AISE_PAWN, .from_file = AISE_ANY, .from_rank = AISE_ANY, .to = (uint8_t)square,
                     .to_file = AISE_ANY, .promo = AISE_NO_KIND, .mutation = AISE_NO_KIND, .en_passant = 1,
                     .patient_kind = AISE_ANY, .patient_from = AISE_NONE, .patient_to = AISE_NONE,
                     .patient_promo = AISE_NO_KIND};

    aise_rules_resolve(v, p, &w, &list);
    for (size_t i = 0; i < list.count; i++)
        if (list.ply[i].type == AISE_PLY_EN_PASSANT)
            return true;
    return false;
}

/* Where displaced men with a right stand (dynamo family). */
static uint64_t displaced_key(const AiseState *s)
{
    uint64_t key = 0;

    for (unsigned i = 0; i < 6; i++)
        if ((s->unmoved >> i & 1) && s->at[i] != aise_castling_home[i])
            key ^= aise_zobrist_extra[64 + s->at[i] % 64] * (2 * i + 3);
    return key;
}

/* Rows 7 and 15 of the men's keys belong to no man: 7 is for overloaded squares, 15 for en passant. */
uint64_t aise_rules_key(const AiseVariant *v, AisePosition *p)
{
    const AiseState *s = &p->state;
    uint64_t key = s->key ^ (s->to_move ? aise_zobrist_extra[0] : 0) ^ aise_zobrist_extra[32 + (s->left & 31)];
    unsigned white = s->unmoved & 2 ? s->unmoved & 5u : 0, black = s->unmoved & 16 ? s->unmoved >> 3 & 5u : 0;

    key ^= aise_zobrist_extra[1 + white] ^ aise_zobrist_extra[8 + black];
    if (v->traits.has_ko && (white | black))
        key ^= displaced_key(s);
    for (uint64_t set = s->overloaded; set != 0; set &= set - 1)
        key ^= aise_zobrist[7][aise_lowest(set)];
    for (uint64_t set = s->ep; set != 0; set &= set - 1) {
        unsigned square = aise_lowest(set);
        uint64_t takers = aise_pawn_attacks[s->to_move ^ 1][square] & aise_men(p, s->to_move, AISE_PAWN);
        if (takers != 0 && ep_is_lawful(v, p, square))
            key ^= aise_zobrist[15][square];
    }
    return key;
}

/* ---- perft ---- */

/* `list` serves all levels as a stack. */
static unsigned long long perft(const AiseVariant *v, AisePosition *p, unsigned depth, AisePlies *list)
{
    size_t first = list->count;
    unsigned long long sum = 0;
    AiseUndo undo;

    if (depth <= 1)
        return depth == 0 ? 1 : aise_rules_count(v, p);
    aise_rules_generate(v, p, list);
    size_t end = list->count;
    for (size_t i = first; i < end; i++) {
        AisePly ply = list->ply[i];
        aise_rules_play(v, p, &ply, &undo);
        sum += perft(v, p, depth - 1, list);
        aise_undo(p, &undo);
    }
    list->count = first;
    return sum;
}

unsigned long long aise_rules_perft(const AiseVariant *v, AisePosition *p, unsigned depth, AiseGuard *guard)
{
    AisePlies list;

    aise_plies_init(&list, guard);
    unsigned long long sum = perft(v, p, depth, &list);
    aise_plies_free(&list);
    return sum;
}
