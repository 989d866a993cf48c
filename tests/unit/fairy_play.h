/* Positions, plies written in letters and random games for the suites of the variants with FIDE men. */
#ifndef AISE_TESTS_FAIRY_PLAY_H
#define AISE_TESTS_FAIRY_PLAY_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "src/bind/written.h"

static inline AisePosition set_up(const AiseVariant *v, const char *fen, const char *state)
{
    AisePosition p;
    char error[200] = "";
    ck_assert_msg(aise_rules_setup(v, fen, state, &p, error, sizeof error), "%s: %s", fen, error);
    return p;
}

/* Reads `text` (`Nxe4=P`, `O-O`); `affected` are O/R men behind slashes, one, or NULL. */
static inline AiseWritten read_ply(const char *text, const char *affected, AiseLetters letters)
{
    AiseWritten w;
    ck_assert_msg(aise_written_ply(text, strlen(text), letters, &w), "%s", text);
    if (affected)
        ck_assert_msg(aise_written_affected(affected, strlen(affected), letters, &w), "%s", affected);
    return w;
}

/* Lawful plies that answer to `text`; the first goes to `first` (may be NULL). */
static inline size_t answers_to(const AiseVariant *v, AisePosition *p, const char *text, const char *affected,
                                AiseLetters letters, AisePly *first)
{
    static AiseGuard guard;
    AisePlies found;
    AiseWritten w = read_ply(text, affected, letters);
    aise_plies_init(&found, &guard);
    aise_rules_resolve(v, p, &w, &found);
    size_t count = found.count;
    if (first && count)
        *first = found.ply[0];
    aise_plies_free(&found);
    return count;
}

static inline size_t lawful(const AiseVariant *v, AisePosition *p, const char *text)
{
    return answers_to(v, p, text, NULL, AISE_LETTERS_ENGLISH, NULL);
}

static inline void play_written(const AiseVariant *v, AisePosition *p, const char *text, AiseLetters letters, AiseUndo *u)
{
    AisePly ply;
    ck_assert_msg(answers_to(v, p, text, NULL, letters, &ply) == 1, "%s", text);
    aise_rules_play(v, p, &ply, u);
}

/* Plays plies in English letters, divided by blanks. */
static inline void play_all(const AiseVariant *v, AisePosition *p, const char *plies)
{
    char text[1024], *rest = text;
    AiseUndo undo;
    ck_assert_uint_lt(strlen(plies), sizeof text);
    strcpy(text, plies);
    for (char *word; (word = strsep(&rest, " ")) != NULL;)
        play_written(v, p, word, AISE_LETTERS_ENGLISH, &undo);
}

static inline AiseCode why_not(const AiseVariant *v, AisePosition *p, const char *text)
{
    AiseWhy why = {.code = AISE_CODE_NONE};
    AiseWritten w = read_ply(text, NULL, AISE_LETTERS_ENGLISH);
    ck_assert_msg(answers_to(v, p, text, NULL, AISE_LETTERS_ENGLISH, NULL) == 0, "%s is lawful", text);
    aise_rules_explain(v, p, &w, &why);
    return why.code;
}

#define ck_forbidden(v, p, text, expected)                                                                             \
    do {                                                                                                               \
        AiseCode found_ = why_not(v, p, text);                                                                         \
        ck_assert_msg(found_ == AISE_CODE_##expected, "%s: %s, not " #expected, text, aise_code_name(found_));         \
    } while (0)

static inline void ck_placement(const AiseVariant *v, const AisePosition *p, const char *expected)
{
    char fen[AISE_FEN_MAX];
    aise_fen_write(&v->traits, p, fen);
    fen[strcspn(fen, " ")] = '\0';
    ck_assert_str_eq(fen, expected);
}

static inline void ck_state(const AiseVariant *v, const AisePosition *p, const char *expected)
{
    char state[AISE_STATE_MAX];
    aise_state_write(&v->traits, p, state);
    ck_assert_str_eq(state, expected);
}

static inline AiseWritten written_as(const AisePosition *p, const AisePly *ply)
{
    AiseWritten w;
    w = aise_written_nothing;
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        w.castle = ply->type == AISE_PLY_CASTLE_SHORT ? 1 : 2;
        return w;
    }
    w.kind = (uint8_t)aise_man_kind(p->man[ply->agent_from]);
    w.to = ply->agent_to;
    w.promo = ply->agent_promo;
    return w;
}

/* a1, a2 … h8 */
static inline unsigned by_files(const AisePly *ply)
{
    return aise_file(ply->agent_from) * 8 + aise_rank(ply->agent_from);
}

/* Every ply of `all` is resolved, and its rivals are the other men among the answers. */
static inline void ck_resolved(const AiseVariant *v, AisePosition *p, const AisePlies *all, AiseGuard *guard)
{
    for (size_t i = 0; i < all->count; i++) {
        AiseWritten w = written_as(p, &all->ply[i]);
        AisePlies found;
        size_t same = 0;
        uint64_t others = 0;
        aise_plies_init(&found, guard);
        aise_rules_resolve(v, p, &w, &found);
        for (size_t j = 0; j < found.count; j++) {
            same += aise_ply_same(&found.ply[j], &all->ply[i]);
            others |= aise_bit(found.ply[j].agent_from);
            ck_assert(j == 0 || by_files(&found.ply[j - 1]) <= by_files(&found.ply[j]));
        }
        aise_plies_free(&found);
        ck_assert_uint_eq(same, 1);
        if (!w.castle)
            ck_assert_uint_eq(aise_rules_rivals(v, p, &all->ply[i]), others & ~aise_bit(all->ply[i].agent_from));
    }
}

/* One random game: all hooks agree on every position, and undo gives it back. */
static inline void random_game(const AiseVariant *v, unsigned seed, unsigned plies)
{
    static AiseGuard guard;
    AisePosition p;
    aise_rules_start(v, &p);
    for (unsigned n = 0; n < plies; n++) {
        AisePosition before = p;
        AisePlies all;
        AiseUndo undo;
        aise_plies_init(&all, &guard);
        aise_rules_generate(v, &p, &all);
        ck_assert_uint_eq(aise_rules_count(v, &p), all.count);
        ck_assert(aise_rules_any(v, &p) == (all.count > 0));
        ck_resolved(v, &p, &all, &guard);
        ck_assert(memcmp(&before, &p, sizeof p) == 0);
        if (all.count == 0) {
            aise_plies_free(&all);
            return;
        }
        seed = seed * 1103515245u + 12345u;
        AisePly ply = all.ply[(seed >> 8) % all.count];
        aise_plies_free(&all);
        aise_rules_play(v, &p, &ply, &undo);
        AisePosition after = p;
        aise_undo(&p, &undo);
        ck_assert(memcmp(&before, &p, sizeof p) == 0);
        p = after;
    }
}

#endif
