/* FEN and AiseState: a variant's letter (`a` the first), the FEN, a line end, the state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/variant.h"
#include "src/bind/written.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES_FOLLOWED = 100 };

typedef struct Board {
    const AiseVariant *v;
    AiseGuard guard;
    AisePosition p;
    AisePlies plies, found;
} Board;

/* FEN and state lead back to themselves. */
static void check_text(const AiseVariant *v, const AisePosition *p)
{
    char fen[AISE_FEN_MAX], state[AISE_STATE_MAX], fen_again[AISE_FEN_MAX], state_again[AISE_STATE_MAX], error[200] = "";
    AisePosition again;
    aise_fen_write(&v->traits, p, fen);
    aise_state_write(&v->traits, p, state);
    fuzz_must_be_plain(fen, strlen(fen), false);
    fuzz_must_be_plain(state, strlen(state), false);
    bool accepted = aise_rules_setup(v, fen, state, &again, error, sizeof error);
    if (!accepted)
        fprintf(stderr, "%s: %s | %s | %s\n", v->id, fen, state, error);
    MUST(accepted);
    aise_fen_write(&v->traits, &again, fen_again);
    aise_state_write(&v->traits, &again, state_again);
    fuzz_must_be_same("FEN", fen, strlen(fen), fen_again, strlen(fen_again));
    fuzz_must_be_same("state", state, strlen(state), state_again, strlen(state_again));
}

/* The ply's SAN leads back to it (but for O/R's restored pawns, which stand beside it). */
static void check_san(Board *b, const AisePly *ply)
{
    char san[AISE_SAN_MAX];
    AiseWritten w;
    size_t length = aise_san_write(b->v, &b->p, ply, "KQRBN", san);
    MUST(length > 0 && length < AISE_SAN_MAX - 1);
    MUST(aise_written_ply(san, length, AISE_LETTERS_ENGLISH, &w));
    if (ply->restored_files != 0)
        return;
    b->found.count = 0;
    aise_rules_resolve(b->v, &b->p, &w, &b->found);
    size_t same = 0;
    for (size_t i = 0; i < b->found.count; i++)
        same += aise_ply_same(&b->found.ply[i], ply);
    MUST(same == 1);
}

static void follow(Board *b, const AisePly *ply, uint64_t *sum)
{
    AisePosition before = b->p;
    AiseUndo undo;
    aise_rules_play(b->v, &b->p, ply, &undo);
    aise_san_suffix(b->v, &b->p);
    *sum += aise_rules_count(b->v, &b->p);
    if (b->p.state.outcome == AISE_PLAYING)
        check_text(b->v, &b->p);
    aise_undo(&b->p, &undo);
    MUST(memcmp(&before, &b->p, sizeof before) == 0);
}

static void check_position(Board *b)
{
    uint64_t sum = 0;
    check_text(b->v, &b->p);
    aise_rules_generate(b->v, &b->p, &b->plies);
    MUST(aise_rules_count(b->v, &b->p) == b->plies.count);
    MUST(aise_rules_any(b->v, &b->p) == (b->plies.count > 0));
    uint64_t key = aise_rules_key(b->v, &b->p);
    aise_rules_outcome(b->v, &b->p);
    aise_rules_claims(b->v, &b->p, 1);
    size_t followed = b->plies.count < PLIES_FOLLOWED ? b->plies.count : PLIES_FOLLOWED;
    for (size_t i = 0; i < followed; i++) {
        check_san(b, &b->plies.ply[i]);
        follow(b, &b->plies.ply[i], &sum);
    }
    MUST(key == aise_rules_key(b->v, &b->p));
    if (followed == b->plies.count)
        MUST(aise_rules_perft(b->v, &b->p, 2, &b->guard) == sum);
}

void fuzz_position(const uint8_t *bytes, size_t length)
{
    size_t variants = 0;
    while (aise_variants[variants] != NULL)
        variants++;
    if (length == 0)
        return;
    Board b = {.v = aise_variants[(unsigned)(bytes[0] - 'a') % variants]};
    MUST(setjmp(b.guard.jump) == 0);
    char *text = malloc(length), error[200] = "";
    MUST(text != NULL);
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = '\0';
    char *state = strchr(text, '\n');
    if (state != NULL)
        *state++ = '\0';
    aise_plies_init(&b.plies, &b.guard);
    aise_plies_init(&b.found, &b.guard);
    if (aise_rules_setup(b.v, text, state, &b.p, error, sizeof error))
        check_position(&b);
    else
        MUST(error[0] != '\0');
    aise_plies_free(&b.plies);
    aise_plies_free(&b.found);
    free(text);
}
