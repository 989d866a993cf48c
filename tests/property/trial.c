/* Random numbers, counting, plies as the reference has them, and the comparison of positions. */
#include "tests/property/trial.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* splitmix64: the same trials everywhere. */
uint64_t trial_random(Trial *t)
{
    uint64_t z = t->seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned trial_below(Trial *t, unsigned below)
{
    return (unsigned)(trial_random(t) % below);
}

bool trial_check(Trial *t, bool good, const char *format, ...)
{
    va_list arguments;

    if (good) {
        t->checks++;
        return true;
    }
    if (t->failed++ >= FAILURES_SHOWN)
        return false;
    printf("%s, game %lu: ", t->v->id, t->game);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n  %s\n  %s\n", t->fen, t->state);
    return false;
}

static void write_reference(Trial *t)
{
    ref_fen(&t->r, t->fen);
    ref_state(&t->r, t->state);
}

void trial_start(Trial *t)
{
    aise_rules_start(t->v, &t->p);
    ref_start(&t->r, t->reference);
}

/* ---- plies ---- */

static int square_or_off(unsigned square)
{
    return square == AISE_OFF ? REF_OFF : square == AISE_NONE ? REF_NONE : (int)square;
}

static char kind_letter(unsigned kind)
{
    return kind == AISE_NO_KIND ? '\0' : "PNBRQK"[kind];
}

RefPly trial_reference(const AisePly *ply)
{
    RefPly out = {.from = ply->agent_from,
                  .to = square_or_off(ply->agent_to),
                  .patient = square_or_off(ply->patient_from),
                  .arrival = square_or_off(ply->patient_to),
                  .promo = kind_letter(ply->agent_promo),
                  .patient_promo = kind_letter(ply->patient_promo),
                  .castling = ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG,
                  .en_passant = ply->type == AISE_PLY_EN_PASSANT};

    for (unsigned file = 0; file < 8; file++)
        if (ply->restored_files >> file & 1)
            out.restored[file] = "QRBN"[ply->restored >> 2 * file & 3];
    return out;
}

static uint64_t pack_kind(char letter)
{
    static const char letters[] = "PNBRQK";

    return letter == '\0' ? 7 : (uint64_t)(strchr(letters, letter) - letters);
}

uint64_t trial_pack(const RefPly *ply)
{
    uint64_t packed = (uint64_t)ply->from;

    packed = packed << 7 | (uint64_t)(ply->to + 2);
    packed = packed << 7 | (uint64_t)(ply->patient + 2);
    packed = packed << 7 | (uint64_t)(ply->arrival + 2);
    packed = packed << 3 | pack_kind(ply->promo);
    packed = packed << 3 | pack_kind(ply->patient_promo);
    for (unsigned file = 0; file < 8; file++)
        packed = packed << 3 | pack_kind(ply->restored[file]);
    return packed << 2 | (uint64_t)ply->castling << 1 | (uint64_t)ply->en_passant;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The first ply of `of` that `among` lacks, spelt; both sorted. False: it lacks none. */
static bool first_lacking(const uint64_t *of, size_t count, const uint64_t *among, size_t size, uint64_t *out)
{
    for (size_t i = 0, j = 0; i < count; i++) {
        while (j < size && among[j] < of[i])
            j++;
        if (j == size || among[j] != of[i] || (i > 0 && of[i] == of[i - 1])) {
            *out = of[i];
            return true;
        }
    }
    return false;
}

static const char *spell(const Trial *t, uint64_t packed, bool program, char out[REF_TEXT_MAX])
{
    strcpy(out, "?");
    for (size_t i = 0; program && i < t->plies.count; i++) {
        RefPly ply = trial_reference(&t->plies.ply[i]);
        if (trial_pack(&ply) == packed)
            ref_ply_id(&ply, out);
    }
    for (size_t i = 0; !program && i < t->known.count; i++)
        if (trial_pack(&t->known.ply[i]) == packed)
            ref_ply_id(&t->known.ply[i], out);
    return out;
}

static bool check_plies(Trial *t)
{
    char text[REF_TEXT_MAX];
    uint64_t *own = calloc(t->plies.count + t->known.count + 1, sizeof *own), *known = own + t->plies.count, odd;

    if (own == NULL)
        abort();
    for (size_t i = 0; i < t->plies.count; i++) {
        RefPly ply = trial_reference(&t->plies.ply[i]);
        own[i] = trial_pack(&ply);
    }
    for (size_t i = 0; i < t->known.count; i++)
        known[i] = trial_pack(&t->known.ply[i]);
    qsort(own, t->plies.count, sizeof *own, by_number);
    qsort(known, t->known.count, sizeof *known, by_number);
    bool more = first_lacking(own, t->plies.count, known, t->known.count, &odd);
    bool good = trial_check(t, !more, "unlawful or twice: %s", more ? spell(t, odd, true, text) : "");
    bool less = first_lacking(known, t->known.count, own, t->plies.count, &odd);
    good &= trial_check(t, !less, "missing: %s", less ? spell(t, odd, false, text) : "");
    free(own);
    return good;
}

/* ---- positions ---- */

/* What "same position" means, as one number: men, side, plies left, rights, overloaded men, lawful en passant. */
static uint64_t identity(const Trial *t)
{
    const RefPosition *r = &t->r;
    uint64_t sum = UINT64_C(14695981039346656037);
    bool taken[64] = {false};

    for (size_t i = 0; i < t->known.count; i++)
        if (t->known.ply[i].en_passant)
            taken[t->known.ply[i].to] = true;
    for (unsigned s = 0; s < 64; s++) {
        sum = (sum ^ (uint64_t)(unsigned char)r->board[s]) * UINT64_C(1099511628211);
        sum = (sum ^ (uint64_t)(taken[s] | r->overloaded[s] << 1)) * UINT64_C(1099511628211);
    }
    for (unsigned i = 0; i < 6; i++)
        sum = (sum ^ (uint64_t)(r->unmoved[i / 3][i % 3] + 2)) * UINT64_C(1099511628211);
    return (sum ^ (uint64_t)(r->side | r->left << 1)) * UINT64_C(1099511628211);
}

static void check_key(Trial *t)
{
    SeenKey now = {aise_rules_key(t->v, &t->p), identity(t)};
    SeenKey *by_key = &t->by_key[now.key % KEYS_KEPT], *by_identity = &t->by_identity[now.identity % KEYS_KEPT];

    trial_check(t, by_key->key != now.key || by_key->identity == now.identity, "key %016" PRIx64 " of two positions",
                now.key);
    trial_check(t, by_identity->identity != now.identity || by_identity->key == now.key,
                "keys %016" PRIx64 " and %016" PRIx64 " of one position", now.key, by_identity->key);
    *by_key = *by_identity = now;
}

static AiseOutcome reference_outcome(const RefPosition *r)
{
    static const AiseOutcome same[] = {[REF_PLAYING] = AISE_PLAYING,
                                       [REF_WHITE_WINS] = AISE_WHITE_WINS,
                                       [REF_BLACK_WINS] = AISE_BLACK_WINS,
                                       [REF_STALEMATE] = AISE_DRAWN,
                                       [REF_NO_WINNER] = AISE_NO_WINNER};

    return same[ref_outcome(r)];
}

static bool check_texts(Trial *t, AiseOutcome outcome)
{
    AisePosition last = t->p;
    char fen[AISE_FEN_MAX], state[AISE_STATE_MAX];

    last.state.outcome = (uint8_t)outcome; /* who writes a position knows whether the game is over */
    aise_fen_write(&t->v->traits, &last, fen);
    aise_state_write(&t->v->traits, &last, state);
    bool good = trial_check(t, strcmp(fen, t->fen) == 0, "FEN is %s", fen);
    return trial_check(t, strcmp(state, t->state) == 0, "AiseState is %s", state) && good;
}

bool check_position(Trial *t)
{
    AisePosition before = t->p;
    bool checked = ref_in_check(&t->r, t->r.side);

    write_reference(t);
    ref_plies_free(&t->known);
    t->known = ref_moves(&t->r);
    t->plies.count = 0;
    aise_rules_generate(t->v, &t->p, &t->plies);
    size_t count = aise_rules_count(t->v, &t->p);
    bool good = check_plies(t);
    good &= trial_check(t, count == t->plies.count, "%zu plies counted, %zu generated", count, t->plies.count);
    good &= trial_check(t, aise_rules_any(t->v, &t->p) == (t->known.count > 0), "any is wrong");
    AiseOutcome outcome = aise_rules_outcome(t->v, &t->p), wanted = reference_outcome(&t->r);
    good &= trial_check(t, outcome == wanted, "outcome %d instead of %d", (int)outcome, (int)wanted);
    good &= check_texts(t, wanted);
    if (good && wanted == AISE_PLAYING)
        check_key(t);
    if (t->p.state.outcome == AISE_PLAYING)
        good &= trial_check(t, aise_rules_checked(t->v, &t->p) == checked, "check is wrong");
    before.state.check = t->p.state.check;
    return trial_check(t, memcmp(&before, &t->p, sizeof before) == 0, "questions changed the position") && good;
}

void check_reload(Trial *t)
{
    char error[200] = "", fen[AISE_FEN_MAX], state[AISE_STATE_MAX];
    AisePosition again, own = t->p;
    AisePlies *list = &t->found;

    if (!trial_check(t, aise_rules_setup(t->v, t->fen, t->state, &again, error, sizeof error), "refused: %s", error))
        return;
    aise_fen_write(&t->v->traits, &again, fen);
    aise_state_write(&t->v->traits, &again, state);
    trial_check(t, strcmp(fen, t->fen) == 0, "reloaded, the FEN is %s", fen);
    trial_check(t, strcmp(state, t->state) == 0, "reloaded, the AiseState is %s", state);
    trial_check(t, aise_rules_key(t->v, &again) == aise_rules_key(t->v, &own), "reloaded, the key is another");
    list->count = 0;
    aise_rules_generate(t->v, &again, list);
    bool same = list->count == t->plies.count;
    for (size_t i = 0; same && i < list->count; i++)
        same = aise_ply_same(&list->ply[i], &t->plies.ply[i]);
    trial_check(t, same, "reloaded, there are other plies");
}
