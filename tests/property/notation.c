/* Plies, their notations, and notations made up at random. */
#include <stdio.h>

#include "tests/unit/written_matches.h"
#include "src/bind/bind.h"
#include "tests/property/trial.h"
#include "tests/property/truth.h"

enum { SHOWN_MAX = 128 }; /* bytes of a notation as told */

/* Files first: a1, a2 … h8. */
static unsigned origin_order(const AisePly *ply)
{
    return aise_file(ply->agent_from) * 8 + aise_rank(ply->agent_from);
}

static const char *spell(const AisePly *ply, char out[REF_TEXT_MAX])
{
    RefPly same = trial_reference(ply);

    ref_ply_id(&same, out);
    return out;
}

static bool is_castling(const AisePly *ply)
{
    return ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG;
}

/* The choices for restored pawns, which stand beside the ply (OR6). */
static void write_restored(const AisePosition *p, const AisePly *ply, AiseWritten *w)
{
    static const uint8_t choice[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    unsigned last = p->state.to_move == AISE_WHITE ? 7 : 0;

    for (unsigned file = 0; file < 8; file++)
        if (ply->restored_files >> file & 1)
            w->affected[w->affected_count++] = (AiseAffected){AISE_PAWN, (uint8_t)aise_square(file, last),
                                                              choice[ply->restored >> 2 * file & 3]};
}

/* Everything of the ply written. */
static void write_whole(const AisePosition *p, const AisePly *ply, AiseWritten *w)
{
    *w = aise_written_nothing;
    write_restored(p, ply, w);
    if (is_castling(ply)) {
        w->castle = ply->type == AISE_PLY_CASTLE_SHORT ? 1 : 2;
        return;
    }
    w->kind = (uint8_t)aise_man_kind(p->man[ply->agent_from]);
    w->from_file = (uint8_t)aise_file(ply->agent_from);
    w->from_rank = (uint8_t)aise_rank(ply->agent_from);
    w->to = ply->agent_to;
    w->to_file = (uint8_t)(ply->agent_to < AISE_NONE ? aise_file(ply->agent_to) : AISE_ANY);
    w->promo = ply->agent_promo;
    if (ply->patient_from == AISE_NONE)
        return;
    w->patient = 1;
    w->patient_kind = (uint8_t)aise_man_kind(p->man[ply->patient_from]);
    w->patient_from = ply->patient_from;
    w->patient_to = ply->patient_to;
    w->patient_promo = ply->patient_promo;
}

static void check_answer(Trial *t, const AisePly *ply, const char *notation)
{
    char text[REF_TEXT_MAX], other[REF_TEXT_MAX] = "nothing";
    bool good = t->found.count == 1 && aise_ply_same(&t->found.ply[0], ply) && t->found.ply[0].type == ply->type;

    if (!good && t->found.count > 0)
        spell(&t->found.ply[0], other);
    trial_check(t, good, "%s, written %s, leads to %zu plies: %s", spell(ply, text), notation, t->found.count, other);
}

/* The whole ply and its SAN, in either language, lead back to it. */
static void check_notations(Trial *t, const AisePly *ply)
{
    AiseWritten w;
    char san[AISE_SAN_MAX];
    AiseLetters letters = trial_chance(t, 2) ? AISE_LETTERS_ITALIAN : AISE_LETTERS_ENGLISH;

    write_whole(&t->p, ply, &w);
    t->found.count = 0;
    aise_rules_resolve(t->v, &t->p, &w, &t->found);
    check_answer(t, ply, "in full");
    size_t length = aise_san_write(t->v, &t->p, ply, letters == AISE_LETTERS_ITALIAN ? "RDTAC" : "KQRBN", san);
    if (!trial_check(t, aise_written_ply(san, length, letters, &w), "%s cannot be read", san))
        return;
    write_restored(&t->p, ply, &w);
    aise_bind_candidates(t->v, &t->p, &w, &t->found);
    check_answer(t, ply, san);
}

/* The rivals as the reference's lawful plies have them. */
static void check_rivals(Trial *t, const AisePly *ply)
{
    char text[REF_TEXT_MAX];
    uint64_t wanted = 0;

    if (is_castling(ply) || ply->patient_from != AISE_NONE || ply->agent_to == AISE_OFF)
        return;
    for (size_t i = 0; i < t->known.count; i++) {
        const RefPly *other = &t->known.ply[i];
        if (!other->castling && other->patient == REF_NONE && other->to == ply->agent_to &&
            other->from != ply->agent_from && t->r.board[other->from] == t->r.board[ply->agent_from])
            wanted |= aise_bit((unsigned)other->from);
    }
    uint64_t rivals = aise_rules_rivals(t->v, &t->p, ply);
    trial_check(t, rivals == wanted, "rivals of %s are %llx instead of %llx", spell(ply, text),
                (unsigned long long)rivals, (unsigned long long)wanted);
}

/* SAN with its suffix, and the position after the ply, against the reference. */
static void check_after(Trial *t, const AisePly *ply, AisePosition *after)
{
    char san[AISE_SAN_MAX], wanted[REF_TEXT_MAX], fen[AISE_FEN_MAX], wanted_fen[REF_FEN_MAX];
    RefPly same = trial_reference(ply);
    RefPosition then = t->r;

    size_t length = aise_san_write(t->v, &t->p, ply, "KQRBN", san);
    strcpy(san + length, aise_san_suffix(t->v, after));
    ref_ply_text(&t->r, &same, wanted);
    trial_check(t, strcmp(san, wanted) == 0, "%s instead of %s", san, wanted);
    ref_play(&then, &same);
    ref_fen(&then, wanted_fen);
    aise_fen_write(&t->v->traits, after, fen);
    trial_check(t, strcmp(fen, wanted_fen) == 0, "after %s: %s instead of %s", san, fen, wanted_fen);
}

void check_ply(Trial *t, size_t index, bool whole)
{
    const AisePly ply = t->plies.ply[index];
    AisePosition before = t->p;
    AiseUndo undo;
    char text[REF_TEXT_MAX];

    t->lawful++;
    check_notations(t, &ply);
    check_rivals(t, &ply);
    aise_rules_play(t->v, &t->p, &ply, &undo);
    AisePosition after = t->p;
    aise_undo(&t->p, &undo);
    trial_check(t, memcmp(&before, &t->p, sizeof before) == 0, "%s is not undone", spell(&ply, text));
    t->p = before;
    if (whole)
        check_after(t, &ply, &after);
}

/* ---- made up ---- */

/* The right value, none, or any. */
static uint8_t vary(Trial *t, uint8_t right, uint8_t none, unsigned below)
{
    switch (trial_below(t, 6)) {
    case 0: return (uint8_t)trial_below(t, below);
    case 1: return none;
    default: return right;
    }
}

static void vary_patient(Trial *t, AiseWritten *w)
{
    if (trial_chance(t, 12))
        w->patient ^= 1;
    if (!w->patient)
        return;
    if (w->patient_to == AISE_NONE)
        w->patient_to = (uint8_t)trial_below(t, 64);
    if (trial_chance(t, 6))
        w->patient_to = trial_chance(t, 3) ? (uint8_t)AISE_OFF : (uint8_t)trial_below(t, 64);
    w->patient_kind = vary(t, w->patient_kind, AISE_ANY, 6);
    w->patient_from = vary(t, w->patient_from, AISE_NONE, 64);
    if (w->patient_to == AISE_OFF && w->patient_from == AISE_NONE)
        w->patient_from = (uint8_t)trial_below(t, 64);
    w->patient_promo = vary(t, w->patient_promo, AISE_NO_KIND, 6);
}

/* The arrival, in the shapes that can be read: a square, off the board, the file alone of a pawn's capture. */
static void vary_arrival(Trial *t, AiseWritten *w)
{
    if (trial_chance(t, 5))
        w->to = (uint8_t)trial_below(t, 64);
    if (trial_chance(t, 20))
        w->to = AISE_OFF;
    if (w->to == AISE_NONE)
        w->to = (uint8_t)trial_below(t, 64);
    w->to_file = (uint8_t)(w->to == AISE_OFF ? AISE_ANY : aise_file(w->to));
    if (w->to == AISE_OFF) {
        w->from_file = w->from_file == AISE_ANY ? (uint8_t)trial_below(t, 8) : w->from_file;
        w->from_rank = w->from_rank == AISE_ANY ? (uint8_t)trial_below(t, 8) : w->from_rank;
    } else if (w->kind == AISE_PAWN && w->from_file != AISE_ANY && w->from_file != w->to_file && !t->v->dynamo &&
               trial_chance(t, 3)) {
        w->to = AISE_NONE;
        w->from_rank = AISE_ANY;
    }
}

/* A lawful ply written with omissions and errors, or a stray one. */
static void make_up(Trial *t, AiseWritten *w)
{
    AisePly stray = aise_ply(AISE_PLY_PLAIN, trial_below(t, 64), trial_below(t, 64));
    bool lawful = t->plies.count > 0 && !trial_chance(t, 4);

    if (!lawful && t->p.man[stray.agent_from] == AISE_EMPTY)
        *w = aise_written_nothing;
    else
        write_whole(&t->p, lawful ? &t->plies.ply[trial_random(t) % t->plies.count] : &stray, w);
    if (trial_chance(t, 30)) {
        *w = aise_written_nothing;
        w->castle = (uint8_t)(1 + trial_below(t, 2));
    }
    if (w->castle) { /* nothing but a patient can stand beside it */
        vary_patient(t, w);
        return;
    }
    w->kind = vary(t, w->kind == AISE_ANY ? AISE_PAWN : w->kind, AISE_PAWN, 6);
    w->from_file = vary(t, w->from_file, AISE_ANY, 8);
    w->from_rank = vary(t, w->from_rank, AISE_ANY, 8);
    w->promo = vary(t, w->promo, AISE_NO_KIND, 6);
    w->capture = (uint8_t)trial_below(t, 2);
    w->en_passant = trial_chance(t, 20);
    vary_arrival(t, w);
    vary_patient(t, w);
    if (t->v->co_effects && trial_chance(t, 4))
        w->affected[w->affected_count++] = (AiseAffected){vary(t, AISE_PAWN, AISE_ANY, 6), (uint8_t)trial_below(t, 64),
                                                          vary(t, AISE_QUEEN, AISE_NO_KIND, 6)};
}

/* A token of random signs; false: no ply can be read from it (`ee` names no capture, nor does `ed` where there is none). */
static bool make_up_token(Trial *t, AiseWritten *w, char token[12])
{
    static const char signs[] = "KQRBNPabcdefgh12345678abcdefgh12345678x:=-_E()O0";
    unsigned length = 2 + trial_below(t, 9);

    for (unsigned i = 0; i < length; i++)
        token[i] = signs[trial_below(t, sizeof signs - 1)];
    token[length] = '\0';
    return aise_written_ply(token, length, AISE_LETTERS_ENGLISH, w) &&
           (w->to != AISE_NONE || w->castle || w->null || (w->from_file != w->to_file && !t->v->dynamo));
}

static bool sane_argument(const AiseArg *arg)
{
    switch (arg->type) {
    case AISE_ARG_TEXT:
    case AISE_ARG_VARIANT: return arg->text != NULL && arg->length > 0;
    case AISE_ARG_KIND:
    case AISE_ARG_THE_KIND: return arg->value <= AISE_KING;
    case AISE_ARG_MAN_AT:
    case AISE_ARG_THE_MAN_AT: return arg->value <= AISE_KING && arg->square <= AISE_OFF;
    case AISE_ARG_SQUARE: return arg->square <= AISE_OFF;
    case AISE_ARG_SIDE: return arg->value <= AISE_BLACK;
    default: return arg->type <= AISE_ARG_HEX;
    }
}

/* In both languages, NUL-terminated. */
static void write_reason(const AiseWhy *why, AiseBuffer *out)
{
    AiseFinding finding = {.code = why->code, .argc = (uint8_t)why->argc};

    memcpy(finding.arg, why->arg, sizeof finding.arg);
    aise_finding_message(&finding, AISE_ENGLISH, out);
    aise_finding_message(&finding, AISE_ITALIAN, out);
    aise_buffer_byte(out, '\0');
}

/* The reason is one of the rules or of the binding, no gap is left in its text, and what the text uses is there. */
static void check_reason(Trial *t, const AiseWritten *w, const char *shown)
{
    AiseWhy why = {.code = AISE_CODE_NONE};
    AisePosition before = t->p;
    AiseBuffer text;

    aise_rules_explain(t->v, &t->p, w, &why);
    trial_check(t, memcmp(&before, &t->p, sizeof before) == 0, "the reason changed the position");
    const char *name = why.code < AISE_CODE_COUNT ? aise_code_name(why.code) : "?";
    bool good = why.code > AISE_CODE_NONE && why.code < AISE_CODE_COUNT && (name[0] == 'R' || name[0] == 'B') &&
                why.argc <= AISE_ARGS_MAX;
    if (!trial_check(t, good, "%s: bad reason %s", shown, name))
        return;
    aise_buffer_init(&text, t->plies.guard);
    write_reason(&why, &text);
    trial_check(t, strstr(text.bytes, "…") == NULL, "%s: %s has a gap: %s", shown, name, text.bytes);
    trial_check(t, truth_of_reason(&t->r, w, &why), "%s: %s is not true: %s", shown, name, text.bytes);
    for (unsigned i = 0; i < why.argc; i++) {
        AiseWhy marked = why;
        marked.arg[i] = (AiseArg){AISE_ARG_TEXT, 0, 0, "\001", 1};
        text.length = 0;
        write_reason(&marked, &text);
        trial_check(t, strchr(text.bytes, '\001') == NULL || sane_argument(&why.arg[i]), "%s: %s, argument %u is bad",
                    shown, name, i);
    }
    aise_buffer_free(&text);
}

/* For the report: a made-up notation's fields. */
static void show(const AiseWritten *w, char out[SHOWN_MAX])
{
    snprintf(out, SHOWN_MAX,
             "castle %u kind %x from %x/%x to %u file %x promo %u null %u, patient %u kind %x from %u to %u promo %u",
             w->castle, w->kind, w->from_file, w->from_rank, w->to, w->to_file, w->promo, w->null, w->patient,
             w->patient_kind, w->patient_from, w->patient_to, w->patient_promo);
}

/* In Mutation the suffix of a capture is computed and only compared, except that a pawn's on its last rank, which looks
   like a promotion, tells the capture (MP3). */
static bool answers(const Trial *t, const AiseWritten *w, const AisePly *ply)
{
    AiseWritten bare = *w;
    unsigned rank = aise_rank(ply->agent_to & 63u);
    bool captures = aise_bind_captures(&t->p, ply);
    bool promotes = aise_man_kind(t->p.man[ply->agent_from]) == AISE_PAWN && (rank == 0 || rank == 7);

    if (t->v->mutates && captures && (!promotes || w->promo == aise_man_kind(t->p.man[ply->agent_to])))
        bare.promo = AISE_NO_KIND;
    return written_matches(&bare, &t->p, ply);
}

void check_written(Trial *t)
{
    AiseWritten w;
    char shown[SHOWN_MAX];
    size_t wanted = 0;
    bool good = true, ordered = true;

    if (trial_chance(t, 60)) {
        aise_written_ply("--", 2, AISE_LETTERS_ENGLISH, &w);
        strcpy(shown, "--");
    } else if (trial_chance(t, 3)) {
        if (!make_up_token(t, &w, shown))
            return;
    } else {
        make_up(t, &w);
        show(&w, shown);
    }
    t->found.count = 0;
    aise_rules_resolve(t->v, &t->p, &w, &t->found);
    for (size_t i = 0; i < t->plies.count; i++)
        if (answers(t, &w, &t->plies.ply[i])) {
            size_t at = 0;
            while (at < t->found.count && !aise_ply_same(&t->found.ply[at], &t->plies.ply[i]))
                at++;
            good &= at < t->found.count;
            wanted++;
        }
    for (size_t i = 1; i < t->found.count; i++)
        ordered &= origin_order(&t->found.ply[i - 1]) <= origin_order(&t->found.ply[i]);
    trial_check(t, good && t->found.count == wanted, "%s: %zu plies answer instead of %zu", shown, t->found.count, wanted);
    trial_check(t, ordered, "%s: answers out of order", shown);
    t->unlawful += t->found.count == 0;
    if (t->found.count == 0)
        check_reason(t, &w, shown);
}
