/* A ply as this text would spell it: all ways at once, for comparing; the best one, for the correction. */
#include "src/replay/repair.h"

#include <string.h>

enum {
    NEEDED = 30,      /* left out though it should stand */
    UNNEEDED = 20,    /* an origin that tells nothing apart */
    UNTOLD = 8,       /* an origin left out that tells apart */
    SIGN = 25,        /* against the habit about capture signs */
    CHOICE_LEFT = 20, /* promotion or mutation left out */
    SEPARATOR = 35
};

/* ---- habits ---- */

/* `0-0` and the like, and the same for the long side. A token that is not regular tells nothing. */
static void read_castling(AiseHabit *habit, const char *token, size_t length)
{
    char form[2][sizeof habit->castling[0]];
    unsigned noughts = 0;
    for (size_t i = 0; i < length; i++)
        noughts += token[i] == '0' || token[i] == 'O' || token[i] == 'o';
    if (length > 9 || noughts < 2 || noughts > 3)
        return;
    size_t joint = (length - noughts) / (noughts - 1);
    for (unsigned k = 0; k < 2; k++) {
        char *to = form[k];
        for (unsigned i = 0; i < k + 2; i++) {
            if (i > 0) {
                memcpy(to, token + 1, joint);
                to += joint;
            }
            *to++ = token[0];
        }
        *to = '\0';
    }
    if (strlen(form[noughts - 2]) == length && memcmp(form[noughts - 2], token, length) == 0)
        memcpy(habit->castling, form, sizeof form);
}

/* `Cb1d2`, `e2-e4`: two squares. */
static bool names_origin(const char *token, size_t length)
{
    unsigned ranks = 0;
    for (size_t i = 1; i < length; i++)
        ranks += token[i] >= '1' && token[i] <= '8' && token[i - 1] >= 'a' && token[i - 1] <= 'h';
    return ranks > 1;
}

static bool is_slash(const AiseItem *item)
{
    return item->kind == AISE_ITEM_JOIN && item->value == AISE_SIGN_SLASH;
}

/* Where slashes join agent and patient, both squares say nothing of a writer's habit. */
static bool beside_slash(const AiseRecord *record, size_t i)
{
    return (i > 0 && is_slash(&record->items[i - 1])) || (i + 1 < record->count && is_slash(&record->items[i + 1]));
}

void aise_habit_read(AiseHabit *habit, const AiseVariant *v, const AiseRecord *record, AiseLetters letters)
{
    unsigned colons = 0, crosses = 0, lengthy = 0, patients = 0, pawns = 0, tokens[2] = {0, 0}, origins[2] = {0, 0};
    bool english = letters == AISE_LETTERS_ENGLISH;
    *habit = (AiseHabit){.english = english, .castling = {"0-0", "0-0-0"}, .letters = english ? "PNBRQK" : "PCATDR"};
    for (size_t i = 0; i < record->count; i++) {
        const AiseItem *item = &record->items[i];
        if (item->kind != AISE_ITEM_PLY)
            continue;
        const char *token = record->text + item->span.begin;
        size_t length = item->span.end - item->span.begin - item->extra;
        if (*token == '0' || *token == 'O' || *token == 'o')
            read_castling(habit, token, length);
        if (v->slash == AISE_JOIN_PLY || !beside_slash(record, i)) {
            bool pawn = *token >= 'a' && *token <= 'h';
            tokens[pawn]++;
            origins[pawn] += names_origin(token, length);
        }
        colons += memchr(token, ':', length) != NULL;
        crosses += memchr(token, 'x', length) != NULL;
        habit->equals = habit->equals || memchr(token, '=', length) != NULL;
        habit->parenthesised = habit->parenthesised || (length > 3 && memchr(token + 3, '(', length - 3) != NULL);
        if (i > 0 && is_slash(&record->items[i - 1])) {
            patients++;
            pawns += *token == 'P';
            lengthy += length >= 4;
        }
    }
    habit->sign = (char)(colons + crosses == 0 ? 0 : colons >= crosses ? ':' : 'x');
    habit->origins = 2 * origins[0] > tokens[0];
    habit->pawn_origins = 2 * origins[1] > tokens[1];
    habit->lengthy = 2 * lengthy > patients;
    habit->pawn_letter = pawns > 0;
    habit->figurines = aise_figurines_find(record);
}

/* ---- all spellings at once ---- */

static void add(AisePattern *out, char sign, unsigned omit, unsigned keep)
{
    if (out->length == AISE_TYPED_MAX)
        return;
    out->sign[out->length] = sign;
    out->omit[out->length] = (uint8_t)omit;
    out->keep[out->length++] = (uint8_t)keep;
}

static void add_square(AisePattern *out, unsigned square, unsigned omit, unsigned keep)
{
    add(out, (char)('a' + aise_file(square)), omit, keep);
    add(out, (char)('1' + aise_rank(square)), omit, keep);
}

static bool takes(const AisePosition *p, const AisePly *ply)
{
    return aise_bind_captures(p, ply);
}

/* The kind a capture gives (MP2, MP3), or the promotion. */
static unsigned suffix_kind(const AiseVariant *v, const AisePosition *p, const AisePly *ply)
{
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    if (!v->mutates || kind == AISE_KING || !takes(p, ply))
        return ply->agent_promo;
    unsigned victim = ply->type == AISE_PLY_EN_PASSANT ? AISE_PAWN : aise_man_kind(p->man[ply->agent_to]);
    return victim == kind ? AISE_NO_KIND : victim;
}

static void add_patient(const AiseRepair *x, const AisePosition *p, const AisePly *ply, AisePattern *out)
{
    unsigned kind = aise_man_kind(p->man[ply->patient_from]);
    add(out, '/', SEPARATOR, 0);
    if (kind == AISE_PAWN)
        add(out, 'P', 0, x->habit.pawn_letter ? 0 : 6);
    else
        add(out, x->habit.letters[kind], UNTOLD, 0);
    add_square(out, ply->patient_from, ply->patient_to == AISE_OFF ? NEEDED : 0, x->habit.lengthy ? 0 : 3);
    if (ply->patient_to == AISE_OFF)
        add(out, 'E', NEEDED, 0);
    else
        add_square(out, ply->patient_to, NEEDED, 0);
    if (ply->patient_promo != AISE_NO_KIND)
        add(out, x->habit.letters[ply->patient_promo], CHOICE_LEFT, 0);
}

/* The squares whose men the ply overloads or restores (O/R). */
static uint64_t affected_squares(const AiseRepair *x, const AisePosition *p, const AisePly *ply)
{
    AisePosition after = *p;
    AiseUndo undo;
    uint64_t squares = 0;
    aise_rules_play(x->v, &after, ply, &undo);
    for (unsigned i = 0; i < undo.count; i++)
        if (undo.effect[i].type == AISE_EFFECT_OVERLOAD || undo.effect[i].type == AISE_EFFECT_RESTORE)
            squares |= aise_bit(undo.effect[i].from);
    return squares;
}

/* Promotion of a pawn restored on its last rank (OR6). */
static unsigned restored_kind(const AisePly *ply, unsigned square)
{
    static const uint8_t choice[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    unsigned file = aise_file(square);
    bool promotes = (ply->restored_files >> file & 1) != 0 && (square < 8 || square >= 56);
    return promotes ? choice[ply->restored >> 2 * file & 3] : AISE_NO_KIND;
}

static void add_affected(const AiseRepair *x, const AisePosition *p, const AisePly *ply, AisePattern *out)
{
    for (uint64_t set = affected_squares(x, p, ply); set != 0; set &= set - 1) {
        unsigned square = aise_lowest(set), kind = aise_man_kind(p->man[square]);
        unsigned promoted = restored_kind(ply, square);
        add(out, '/', 25, 0);
        if (square == ply->agent_to)
            kind = aise_man_kind(p->man[ply->agent_from]);
        add(out, x->habit.letters[kind & 7u], 0, 0);
        add_square(out, square, 10, 0);
        if (promoted != AISE_NO_KIND)
            add(out, x->habit.letters[promoted], CHOICE_LEFT, 0);
    }
}

/* Where the agent comes from, where the text may or must say so. */
static void add_origin(const AiseRepair *x, const AisePosition *p, const AisePly *ply, bool rivals, AisePattern *out)
{
    unsigned from = ply->agent_from;
    char file = (char)('a' + aise_file(from)), rank = (char)('1' + aise_rank(from));
    bool pawn = aise_man_kind(p->man[from]) == AISE_PAWN;
    if (ply->patient_from != AISE_NONE) {
        add(out, file, 0, 0);
        add(out, rank, 0, 0);
    } else if (pawn ? x->habit.pawn_origins : x->habit.origins) {
        add(out, file, UNNEEDED, 0);
        add(out, rank, UNNEEDED / 3, 0); /* both are left out at once */
    } else if (pawn && aise_file(from) != aise_file(ply->agent_to)) {
        add(out, file, NEEDED, 0);
        add(out, rank, 0, UNNEEDED);
    } else {
        add(out, file, rivals ? UNTOLD : 0, rivals ? 0 : UNNEEDED);
        add(out, rank, rivals ? UNTOLD / 2 : 0, rivals ? UNTOLD / 2 : UNNEEDED);
    }
}

void aise_pattern_make(const AiseRepair *x, const AisePosition *p, const AisePly *ply, bool rivals, AisePattern *out)
{
    unsigned from = ply->agent_from, to = ply->agent_to, kind = aise_man_kind(p->man[from]);
    out->length = 0;
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        for (unsigned i = 0; i < (ply->type == AISE_PLY_CASTLE_LONG ? 3u : 2u); i++)
            add(out, '0', NEEDED, 0);
        return;
    }
    if (kind == AISE_PAWN)
        add(out, 'P', 0, p->state.overloaded & aise_bit(from) ? 0 : 10);
    else
        add(out, x->habit.letters[kind], NEEDED, 0);
    if (to == AISE_OFF || to == from) {
        add_square(out, from, NEEDED, 0);
        if (to == AISE_OFF)
            add(out, 'E', NEEDED, 0);
    } else {
        add_origin(x, p, ply, rivals, out);
        if (takes(p, ply))
            add(out, ':', x->habit.sign ? SIGN : 0, x->habit.sign ? 0 : SIGN);
        add(out, (char)('a' + aise_file(to)), NEEDED, 0);
        add(out, (char)('1' + aise_rank(to)), kind == AISE_PAWN && takes(p, ply) ? SIGN : NEEDED, 0);
    }
    unsigned suffix = suffix_kind(x->v, p, ply);
    if (suffix != AISE_NO_KIND)
        add(out, x->habit.letters[suffix], CHOICE_LEFT, 0);
    if (ply->patient_from != AISE_NONE)
        add_patient(x, p, ply, out);
    if (x->v->co_effects)
        add_affected(x, p, ply, out);
}

/* ---- one spelling ---- */

typedef struct Spelling {
    char text[96];
    size_t length;
} Spelling;

static void put(Spelling *s, char sign)
{
    if (s->length + 1 < sizeof s->text)
        s->text[s->length++] = sign;
    s->text[s->length] = '\0';
}

/* As the text writes men. */
static void put_man(const AiseRepair *x, Spelling *s, unsigned kind, unsigned side)
{
    char man[AISE_FIGURINE_LENGTH] = {x->habit.letters[kind]};
    bool figurine = x->habit.figurines.white || x->habit.figurines.black;
    if (figurine)
        aise_figurine_write(x->habit.figurines, kind, side, man);
    for (size_t i = 0; i < (figurine ? sizeof man : 1); i++)
        put(s, man[i]);
}

static void put_square(Spelling *s, unsigned square)
{
    put(s, (char)('a' + aise_file(square)));
    put(s, (char)('1' + aise_rank(square)));
}

static void put_promotion(const AiseRepair *x, Spelling *s, unsigned kind, unsigned side, bool equals)
{
    if (kind == AISE_NO_KIND)
        return;
    if (!equals && x->habit.parenthesised)
        put(s, '(');
    else if (equals || x->habit.equals)
        put(s, '=');
    put_man(x, s, kind, side);
    if (!equals && x->habit.parenthesised)
        put(s, ')');
}

enum { SHOW_FILE = 1, SHOW_RANK = 2, SHOW_PATIENT_FROM = 4, BARE_PATIENT = 8 /* without its letter */ };

static void put_agent(const AiseRepair *x, const AisePosition *p, const AisePly *ply, unsigned show, Spelling *s)
{
    unsigned from = ply->agent_from, to = ply->agent_to, kind = aise_man_kind(p->man[from]);
    bool overloaded = x->v->co_effects && (p->state.overloaded & aise_bit(from)) != 0;
    if (overloaded)
        put(s, '(');
    if (kind != AISE_PAWN || overloaded)
        put_man(x, s, kind, p->state.to_move);
    if (overloaded)
        put(s, ')');
    if (to == AISE_OFF || to == from) {
        put_square(s, from);
        if (to == AISE_OFF)
            put(s, 'E');
    } else {
        if (show & SHOW_FILE)
            put(s, (char)('a' + aise_file(from)));
        if (show & SHOW_RANK)
            put(s, (char)('1' + aise_rank(from)));
        if (takes(p, ply) && x->habit.sign)
            put(s, x->habit.sign);
        put_square(s, to);
    }
    put_promotion(x, s, suffix_kind(x->v, p, ply), p->state.to_move, x->v->mutates && takes(p, ply));
}

static void put_patient(const AiseRepair *x, const AisePosition *p, const AisePly *ply, unsigned show, Spelling *s)
{
    unsigned kind = aise_man_kind(p->man[ply->patient_from]), side = aise_man_side(p->man[ply->patient_from]);
    bool from = (show & SHOW_PATIENT_FROM) || ply->patient_to == AISE_OFF;
    put(s, '/');
    if (!from || (!(show & BARE_PATIENT) && (kind != AISE_PAWN || x->habit.pawn_letter)))
        put_man(x, s, kind, side);
    if (from)
        put_square(s, ply->patient_from);
    if (ply->patient_to == AISE_OFF)
        put(s, 'E');
    else
        put_square(s, ply->patient_to);
    put_promotion(x, s, ply->patient_promo, side, true);
}

static void put_affected(const AiseRepair *x, const AisePosition *p, const AisePly *ply, Spelling *s)
{
    for (uint64_t set = affected_squares(x, p, ply); set != 0; set &= set - 1) {
        unsigned square = aise_lowest(set);
        unsigned man = p->man[square == ply->agent_to ? ply->agent_from : square], kind = aise_man_kind(man);
        put(s, '/');
        if (kind != AISE_PAWN || x->habit.pawn_letter)
            put_man(x, s, kind & 7u, aise_man_side(man));
        put_square(s, square);
        put_promotion(x, s, restored_kind(ply, square), p->state.to_move, true);
    }
}

static void spell(const AiseRepair *x, const AisePosition *p, const AisePly *ply, unsigned show, Spelling *s)
{
    s->length = 0;
    s->text[0] = '\0';
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        const char *castling = x->habit.castling[ply->type == AISE_PLY_CASTLE_LONG];
        s->length = strlen(castling);
        memcpy(s->text, castling, s->length + 1);
        return;
    }
    put_agent(x, p, ply, show, s);
    if (ply->patient_from != AISE_NONE)
        put_patient(x, p, ply, show, s);
    if (x->v->co_effects)
        put_affected(x, p, ply, s);
}

/* [at, at + length) without blanks at its ends and marks behind. */
static const char *trimmed(const char *at, size_t *length)
{
    while (*length > 0 && *at == ' ') {
        at++;
        --*length;
    }
    while (*length > 0 && strchr(" +#!?", at[*length - 1]) != NULL)
        --*length;
    return at;
}

static bool read_piece(const AiseRepair *x, const char *piece, size_t length, AiseWritten *w)
{
    piece = trimmed(piece, &length);
    if (x->v->slash == AISE_JOIN_PATIENT)
        return !w->patient && aise_written_patient(piece, length, x->letters, w);
    return x->v->slash == AISE_JOIN_AFFECTED && aise_written_affected(piece, length, x->letters, w);
}

bool aise_mend_read(const AiseRepair *x, const char *text, size_t length, AiseWritten *w)
{
    const char *end = text + length, *slash = memchr(text, '/', length);
    size_t first = slash == NULL ? length : (size_t)(slash - text);
    const char *agent = trimmed(text, &first);
    if (!aise_written_ply(agent, first, x->letters, w))
        return false;
    while (slash != NULL) {
        const char *piece = slash + 1;
        slash = memchr(piece, '/', (size_t)(end - piece));
        if (!read_piece(x, piece, (size_t)((slash == NULL ? end : slash) - piece), w))
            return false;
    }
    return true;
}

/* Does the spelling mean this ply and no other? */
static bool means(AiseRepair *x, AisePosition *p, const AisePly *ply, const Spelling *s)
{
    AiseWritten w;
    if (!aise_mend_read(x, s->text, s->length, &w))
        return false;
    aise_bind_candidates(x->v, p, &w, &x->answers);
    return x->answers.count == 1 && aise_ply_same(&x->answers.ply[0], ply);
}

/* What is shown of the origins, in the order in which it is taken when it is typed so. */
static const uint8_t shows[] = {0,
                                SHOW_FILE,
                                SHOW_RANK,
                                SHOW_PATIENT_FROM,
                                SHOW_PATIENT_FROM | BARE_PATIENT,
                                SHOW_FILE | SHOW_RANK,
                                SHOW_FILE | SHOW_PATIENT_FROM,
                                SHOW_RANK | SHOW_PATIENT_FROM,
                                SHOW_FILE | SHOW_RANK | SHOW_PATIENT_FROM | BARE_PATIENT,
                                SHOW_FILE | SHOW_RANK | SHOW_PATIENT_FROM};

/* No one writes the ply so. */
static bool is_unusual(unsigned show, bool pawn, bool pawn_takes, bool patient)
{
    return (pawn_takes && !(show & SHOW_FILE)) || (pawn && (show & (SHOW_FILE | SHOW_RANK)) == SHOW_RANK) ||
           ((show & SHOW_PATIENT_FROM) && !patient);
}

/* The letter of pawns that are acted on stays where it is typed. */
static bool types_pawn(const AiseTyped *typed)
{
    return memchr(typed->sign, 'P', typed->length) != NULL;
}

const char *aise_mend_spell(AiseRepair *x, AisePosition *p, const AisePly *ply, const AiseTyped *typed)
{
    bool pawn = aise_man_kind(p->man[ply->agent_from]) == AISE_PAWN, patient = ply->patient_from != AISE_NONE;
    bool pawn_takes = pawn && takes(p, ply);
    bool lengthy = patient ? x->habit.lengthy : pawn ? x->habit.pawn_origins : x->habit.origins;
    bool letter = x->habit.pawn_letter;
    Spelling s, best;
    unsigned least = UINT32_MAX;
    x->habit.pawn_letter = letter || types_pawn(typed);
    for (unsigned i = 0; i < sizeof shows; i++) {
        if (is_unusual(shows[i], pawn, pawn_takes, patient))
            continue;
        spell(x, p, ply, shows[i], &s);
        if (i + 1 < sizeof shows && !means(x, p, ply, &s))
            continue;
        unsigned cost = least == UINT32_MAX || lengthy ? 0 : UNNEEDED;
        if (typed->length > 0)
            cost += aise_slip_cost_text(&x->keyboard, s.text, typed, 1000);
        else if (lengthy)
            cost = (unsigned)(sizeof shows - i);
        if (cost < least) {
            least = cost;
            best = s;
        }
    }
    if (least == UINT32_MAX)
        spell(x, p, ply, SHOW_FILE | SHOW_RANK, &best);
    x->habit.pawn_letter = letter;
    return aise_arena_copy(&x->r->arena, best.text, best.length);
}
