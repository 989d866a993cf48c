/* Dynamo plies written in English letters, long (`Nb1d2_Pd2f3`) or short (`Nd2/Pf3`). */
#ifndef AISE_TESTS_DYNAMO_PLAY_H
#define AISE_TESTS_DYNAMO_PLAY_H

#include "fairy_play.h"

static inline AiseWritten read_act(const char *text, AiseLetters letters)
{
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    AiseWritten w;

    ck_assert_msg(aise_written_ply(text, length, letters, &w), "%s", text);
    if (slash)
        ck_assert_msg(aise_written_patient(slash + 1, strlen(slash + 1), letters, &w), "%s", text);
    return w;
}

/* Number of lawful plies that answer to `text`; the first goes to `first` (may be NULL). */
static inline size_t acts(const AiseVariant *v, AisePosition *p, const char *text, AiseLetters letters, AisePly *first)
{
    static AiseGuard guard;
    AiseWritten w = read_act(text, letters);
    AisePlies found;

    aise_plies_init(&found, &guard);
    aise_rules_resolve(v, p, &w, &found);
    size_t count = found.count;
    if (first && count)
        *first = found.ply[0];
    aise_plies_free(&found);
    return count;
}

static inline void play_acts(const AiseVariant *v, AisePosition *p, const char *plies, AiseLetters letters)
{
    char text[1024], *rest = text;
    AiseUndo undo;
    AisePly ply;

    ck_assert_uint_lt(strlen(plies), sizeof text);
    strcpy(text, plies);
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        ck_assert_msg(acts(v, p, word, letters, &ply) == 1, "%s", word);
        aise_rules_play(v, p, &ply, &undo);
    }
}

static inline AiseCode reason_of(const AiseVariant *v, AisePosition *p, const char *text)
{
    AiseWhy why = {.code = AISE_CODE_NONE};
    AiseWritten w = read_act(text, AISE_LETTERS_ENGLISH);

    ck_assert_msg(acts(v, p, text, AISE_LETTERS_ENGLISH, NULL) == 0, "%s is lawful", text);
    aise_rules_explain(v, p, &w, &why);
    return why.code;
}

/* `number` lawful plies answer to `text`. */
#define ck_acts(v, fen, state, text, number)                                                                           \
    do {                                                                                                               \
        AisePosition p_ = set_up(v, fen, state);                                                                       \
        ck_assert_msg(acts(v, &p_, text, AISE_LETTERS_ENGLISH, NULL) == (number), "%s: %s", fen, text);                \
    } while (0)

#define ck_lawful(v, fen, text) ck_acts(v, fen, NULL, text, 1)

/* No lawful ply does, for this reason. */
#define ck_barred(v, fen, state, text, expected)                                                                       \
    do {                                                                                                               \
        AisePosition p_ = set_up(v, fen, state);                                                                       \
        AiseCode found_ = reason_of(v, &p_, text);                                                                     \
        ck_assert_msg(found_ == AISE_CODE_##expected, "%s: %s, not " #expected, text, aise_code_name(found_));         \
    } while (0)

/* The position after lawful plies. */
#define ck_becomes(v, fen, state, plies, expected)                                                                     \
    do {                                                                                                               \
        AisePosition p_ = set_up(v, fen, state);                                                                       \
        play_acts(v, &p_, plies, AISE_LETTERS_ENGLISH);                                                                \
        ck_placement(v, &p_, expected);                                                                                \
    } while (0)

static inline AiseWritten written_long(const AisePosition *p, const AisePly *ply)
{
    AiseWritten w = written_as(p, ply);

    if (ply->agent_to != ply->agent_from) {
        w.from_file = (uint8_t)aise_file(ply->agent_from);
        w.from_rank = (uint8_t)aise_rank(ply->agent_from);
    }
    if (ply->patient_from < AISE_NONE) {
        w.patient = 1;
        w.patient_kind = (uint8_t)aise_man_kind(p->man[ply->patient_from]);
        w.patient_from = ply->patient_from;
        w.patient_to = ply->patient_to;
        w.patient_promo = ply->patient_promo;
    }
    return w;
}

/* A lawful ply of a list: found again when written, unlike all others, and taken back bit for bit. */
static inline void ck_act(const AiseVariant *v, AisePosition *p, const AisePlies *all, size_t index)
{
    AisePosition before = *p;
    AiseWritten w = written_long(p, &all->ply[index]);
    AisePlies found;
    AiseUndo undo;
    uint64_t key = 0;

    for (size_t i = 0; i < index; i++)
        ck_assert(!aise_ply_same(&all->ply[i], &all->ply[index]));
    aise_plies_init(&found, all->guard);
    aise_rules_resolve(v, p, &w, &found);
    ck_assert_uint_eq(found.count, 1);
    ck_assert(aise_ply_same(&found.ply[0], &all->ply[index]));
    aise_plies_free(&found);
    aise_rules_play(v, p, &all->ply[index], &undo);
    for (unsigned square = 0; square < 64; square++)
        key ^= p->man[square] == AISE_EMPTY ? 0 : aise_zobrist[p->man[square]][square];
    ck_assert(key == p->state.key);
    aise_undo(p, &undo);
    ck_assert(memcmp(&before, p, sizeof before) == 0);
}

/* One random game; all hooks agree on every position. Men are kept on the board where possible. */
static inline void random_acts(const AiseVariant *v, unsigned seed, unsigned plies)
{
    static AiseGuard guard;
    AisePosition p;

    aise_rules_start(v, &p);
    for (unsigned n = 0; n < plies; n++) {
        AisePlies all;
        AiseUndo undo;
        AisePly ply;
        aise_plies_init(&all, &guard);
        aise_rules_generate(v, &p, &all);
        ck_assert_uint_eq(aise_rules_count(v, &p), all.count);
        ck_assert(aise_rules_any(v, &p) == (all.count > 0));
        for (size_t i = 0; i < all.count; i++)
            ck_act(v, &p, &all, i);
        for (unsigned tries = 0; all.count > 0 && tries < 8; tries++) {
            seed = seed * 1103515245u + 12345u;
            ply = all.ply[(seed >> 8) % all.count];
            if (ply.patient_from < AISE_NONE && ply.patient_to != AISE_OFF)
                break;
        }
        bool over = all.count == 0;
        aise_plies_free(&all);
        if (over)
            return;
        aise_rules_play(v, &p, &ply, &undo);
    }
}

#endif
