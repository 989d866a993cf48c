#include "tests/property/ornament.h"

#include <stdio.h>
#include <string.h>

#include "tests/bench/style.h"

enum { BEFORE_SET_UP = 40, PLIES_MOST = 60, PLIES_FEW = 10, VARIATION_PLIES = 5, NAGS_MOST = 3 };

typedef struct Ornament {
    const AiseVariant *variant;
    uint64_t *seed;
    AisePlies *plies;
    AiseBuffer *out;
    OrnamentGame *game;
    AisePosition position;
} Ornament;

static bool chance(Ornament *o, unsigned one_in)
{
    return style_draw(o->seed, one_in) == 0;
}

#define PICK(o, list) ((list)[style_draw((o)->seed, sizeof(list) / sizeof *(list))])

/* ---- words ---- */

/* What notes say, and what a reader could take for something else. */
static const char *const scraps[] = {
    "forte", "Il Nero è perduto.", "perché?", "ma", "e4", "Cf3", "12.Cf3/e4", "1.", "1... e5", "3…", "Nf3", "O-O",
    "0-0-0", "1-0", "0-1", "1/2-1/2", "½-½", "*", "patta", "Abbandona", "abb.", "5.Abbandona", "e vince", "stallo",
    "per tempo", "#", "+", "!", "??", "!?", "$3", "(", ")", "(se 4.Cf3 d5)", "((", "))", "[", "]",
    "[Note di A. Castelli]", "[Commenti di X]", "[Event \"x\"]", "[Bianco \"y\"]", "[%csl Ra1]", "{", "{x", ";",
    "; resto", "%", "% 5", "--", "Z0", "/", "//", ",", "e4/e5", "Ra1E", "Nb1d2_Pd2f3", "=", "=D", "e8=D",
    "DOPPIA MOSSA", "O/R CHESS", "Dynamo", "Castelli-Merola (GP94) 1-0", "Rossi - Bianchi", "Italia-Germania 3-1",
    "\"", "“così”", "l’alfiere", "\\", "…", "–", "§", "1994", "15.III.94", "12/3", "(3)", "a)", "b) Cf3",
    "http://example.org/a;b?c=%20", "<b>", "&amp;", "&lt;", "_", "*forte*", "***", "N.d.R.", "a8", "P", "R", "(D)g4",
    "E", "7", "42", "Donau­dampfschifffahrtsgesellschaftskapitänskajütenschlüssellochabdeckungsmonogrammstickerei",
    "Ünïcödé", "Δ", "♔e1", "日本", "2. ... Cf6/C:e4", "Variante", "Variante:", "Commento:", "1)", "1) e4", "!! ?? #",
    "e", "ep", "e.p.", "D:c8/Ad6 ??", "0-1 *"};

/* What a comment must not begin with if it is to be one. */
static const char *const commands[] = {
    "[%aise ov=h4]", "[%aise end=time]", "[%aise", "AISE unparsed:", "AISE unparsed: 4.Cf3"};

static void note_down(Ornament *o, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text != ' ')
            aise_buffer_byte(&o->game->notes, *text);
}

static void write_comment(Ornament *o, bool counts)
{
    aise_buffer_text(o->out, "{");
    bool first = true;
    for (unsigned words = 1 + style_draw(o->seed, chance(o, 8) ? 60 : 7); words > 0; words--, first = false) {
        const char *word = first || !chance(o, 12) ? PICK(o, scraps) : PICK(o, commands);
        aise_buffer_text(o->out, word);
        if (counts)
            note_down(o, word);
        if (words > 1)
            aise_buffer_byte(o->out, ' ');
    }
    aise_buffer_text(o->out, "} ");
    if (counts)
        aise_buffer_byte(&o->game->notes, '\0');
}

/* ---- tags ---- */

static void write_tag(Ornament *o, const char *name, const char *value)
{
    aise_buffer_byte(o->out, '[');
    aise_buffer_text(o->out, name);
    aise_buffer_text(o->out, " \"");
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            aise_buffer_byte(o->out, '\\');
        aise_buffer_byte(o->out, *value);
    }
    aise_buffer_text(o->out, "\"]\n");
}

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};

static void write_roster(Ornament *o, const char *result)
{
    static const char *const names[] = {
        "Castelli", "De Angelis", "D'Ambrosio", "Lüders", "Kluver-Kahl", "Rossi, M.", "?", "Šahović", "A. Rossi", "X",
        "Rossi-Verdi", "O'Neill", "N.N.", "Computer 3", "\"Zorro\"", "a\\b", "Čech", "NN (2100)", "Il Bianco",
        "rossi", "Duca di Brunswick", "1-0", "Dynamo", "Castelli (Roma)", "e4", "Ng"};
    static const char *const events[] = {
        "Grand Prix AISE 1994", "Grand Prix AISE 2069", "Grand Prix AISE 1969", "?", "GP94", "Torneo 1996",
        "WIPCC 1996", "AISE", "x", "Coppa (finale)", "Finale 1/2", "Torneo \"AISE\" 1994", "12", "Match, 1991",
        "Grand Prix AISE 94", "1994", "Campionato italiano, 3° turno", "1-0", "Roma 15.3.1994"};
    static const char *const dates[] = {
        "????.??.??", "1994.??.??", "1994.03.15", "1996.??.??", "1996.12.??", "2069.??.??", "1850.01.01"};
    static const char *const sites[] = {"?", "?", "Roma", "Roma ITA", "-"};
    static const char *const rounds[] = {"?", "?", "1", "3.2", "-"};
    write_tag(o, "Event", PICK(o, events));
    write_tag(o, "Site", PICK(o, sites));
    write_tag(o, "Date", PICK(o, dates));
    write_tag(o, "Round", PICK(o, rounds));
    write_tag(o, "White", PICK(o, names));
    write_tag(o, "Black", PICK(o, names));
    write_tag(o, "Result", result);
}

static void write_others(Ornament *o)
{
    static const char *const values[] = {
        "A. Castelli", "2100", "x", "{", "; y", "Ünï", "[z]", "a \"b\" \\c", "Annotatore: sì", "1-0", "e4 e5"};
    static const char *const names[] = {
        "Annotator", "BlackElo", "ECO", "Termination", "WhiteElo", "ZZZ_1", "Opening", "PlyCount", "Remark"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (chance(o, 9))
            write_tag(o, names[i], PICK(o, values));
}

static void write_start(Ornament *o)
{
    char fen[AISE_FEN_MAX], state[AISE_STATE_MAX];
    aise_fen_write(&o->variant->traits, &o->position, fen);
    aise_state_write(&o->variant->traits, &o->position, state);
    write_tag(o, "SetUp", "1");
    write_tag(o, "FEN", fen);
    if (state[0] != '\0')
        write_tag(o, "AiseState", state);
}

/* ---- plies ---- */

static bool special(const Ornament *o, const AisePly *ply)
{
    return ply->type == AISE_PLY_EN_PASSANT || ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG ||
           ply->agent_promo != AISE_NO_KIND || ply->patient_promo != AISE_NO_KIND || ply->restored_files != 0 ||
           ply->type == AISE_PLY_DOUBLE || (ply->type == AISE_PLY_PLAIN && o->position.man[ply->agent_to] != AISE_EMPTY);
}

/* A lawful ply, the rare ones more often than their share; false when there is none. */
static bool draw_ply(Ornament *o, AisePly *ply)
{
    o->plies->count = 0;
    if (aise_rules_outcome(o->variant, &o->position) != AISE_PLAYING)
        return false;
    aise_rules_generate(o->variant, &o->position, o->plies);
    if (o->plies->count == 0)
        return false;
    for (unsigned tries = 0; tries < 3; tries++) {
        *ply = o->plies->ply[style_draw(o->seed, (unsigned)o->plies->count)];
        if (special(o, ply))
            break;
    }
    return true;
}

static void write_number(Ornament *o)
{
    const AiseState *state = &o->position.state;
    aise_buffer_number(o->out, state->turn);
    bool dots = state->to_move == AISE_BLACK && o->variant->numbering != AISE_NUMBER_SERIES;
    aise_buffer_text(o->out, dots ? "... " : ". ");
}

static void write_effects(Ornament *o, const AiseUndo *undo)
{
    static const struct {
        unsigned type;
        const char *key;
    } kinds[] = {{AISE_EFFECT_OVERLOAD, "ov"}, {AISE_EFFECT_RESTORE, "re"}};
    for (size_t k = 0; k < 2; k++) {
        bool any = false;
        for (unsigned square = 0; square < 64; square++)
            for (unsigned i = 0; i < undo->count; i++) {
                const AiseEffect *effect = &undo->effect[i];
                if (effect->type != kinds[k].type || effect->from != aise_square(square / 8, square % 8))
                    continue;
                aise_buffer_text(o->out, any ? "," : "{[%aise ");
                aise_buffer_text(o->out, any ? "" : kinds[k].key);
                aise_buffer_text(o->out, any ? "" : "=");
                any = true;
                aise_buffer_byte(o->out, (char)('a' + aise_file(effect->from)));
                aise_buffer_byte(o->out, (char)('1' + aise_rank(effect->from)));
                if (k == 1 && aise_rank(effect->from) % 7 == 0 && aise_man_kind(effect->man) == AISE_PAWN)
                    aise_buffer_byte(o->out, "PNBRQK"[aise_man_kind(o->position.man[effect->from])]);
            }
        if (any)
            aise_buffer_text(o->out, "]} ");
    }
}

static void play(Ornament *o, const AisePly *ply)
{
    AiseUndo undo;
    char san[AISE_SAN_MAX + 1];
    san[aise_san_write(o->variant, &o->position, ply, "KQRBN", san)] = '\0';
    aise_buffer_text(o->out, san);
    aise_rules_play(o->variant, &o->position, ply, &undo);
    aise_buffer_text(o->out, aise_san_suffix(o->variant, &o->position));
    aise_buffer_byte(o->out, ' ');
    if (o->variant->co_effects && chance(o, 2))
        write_effects(o, &undo);
}

/* Another line from the same position on, perhaps with notes and a line of its own. */
static void write_variation(Ornament *o, unsigned depth)
{
    AisePosition before = o->position;
    AisePly ply;
    aise_buffer_text(o->out, "( ");
    if (chance(o, 4))
        write_comment(o, false);
    for (unsigned i = 1 + style_draw(o->seed, VARIATION_PLIES); i > 0 && draw_ply(o, &ply); i--) {
        AisePosition here = o->position;
        write_number(o);
        play(o, &ply);
        if (chance(o, 6))
            aise_buffer_text(o->out, "$2 ");
        if (chance(o, 5))
            write_comment(o, false);
        if (depth > 0 && chance(o, 6)) {
            AisePosition after = o->position;
            o->position = here;
            write_variation(o, depth - 1);
            o->position = after;
        }
    }
    aise_buffer_text(o->out, ") ");
    o->position = before;
}

static void write_beside(Ornament *o, const AisePosition *before)
{
    AisePosition after = o->position;
    for (unsigned i = chance(o, 5) ? style_draw(o->seed, NAGS_MOST + 1) : 0; i > 0; i--) {
        aise_buffer_byte(o->out, '$');
        aise_buffer_number(o->out, chance(o, 2) ? 1 + style_draw(o->seed, 6) : style_draw(o->seed, 256));
        aise_buffer_byte(o->out, ' ');
    }
    if (chance(o, 6))
        write_comment(o, true);
    for (unsigned i = chance(o, 10) ? 1 + style_draw(o->seed, 2) : 0; i > 0; i--) {
        o->position = *before;
        write_variation(o, 2);
        o->position = after;
    }
}

static void write_damage(Ornament *o)
{
    static const char *const wrong[] = {
        "Ka9", "Qh9", "Kxe4", "a1", "Ng9 Nf3", "x", "Nxx", "??", "e5e5e5", "zwischenzug", "(", "Ra1E_", "O-O-O-O"};
    write_number(o);
    for (unsigned i = 1 + style_draw(o->seed, 4); i > 0; i--) {
        aise_buffer_text(o->out, PICK(o, wrong));
        aise_buffer_byte(o->out, ' ');
    }
    o->game->damaged = true;
}

static void write_moves(Ornament *o)
{
    static const char *const ends[] = {"resigns", "agreed", "adjudicated", "time", "forfeit"};
    unsigned most = style_draw(o->seed, chance(o, 4) ? PLIES_MOST : PLIES_FEW);
    unsigned damage = chance(o, 8) ? style_draw(o->seed, most + 1) : most + 1;
    AisePly ply;
    for (unsigned i = 0; i < most && draw_ply(o, &ply); i++) {
        AisePosition before = o->position;
        if (i == damage) {
            write_damage(o);
            return;
        }
        write_number(o);
        play(o, &ply);
        o->game->plies++;
        write_beside(o, &before);
    }
    if (o->game->plies > 0 && chance(o, 4)) {
        aise_buffer_text(o->out, "{[%aise end=");
        aise_buffer_text(o->out, PICK(o, ends));
        aise_buffer_text(o->out, "]} ");
    }
}

static bool set_up(Ornament *o)
{
    AiseUndo undo;
    AisePly ply;
    bool moved = false;
    if (!chance(o, 3))
        return false;
    for (unsigned i = style_draw(o->seed, BEFORE_SET_UP); i > 0 && draw_ply(o, &ply); i--) {
        aise_rules_play(o->variant, &o->position, &ply, &undo);
        moved = true;
    }
    return moved;
}

void ornament_write(OrnamentGame *game, const AiseVariant *v, uint64_t *seed, AisePlies *plies, AiseBuffer *out)
{
    Ornament o = {.variant = v, .seed = seed, .plies = plies, .out = out, .game = game};
    const char *result = PICK(&o, results);
    game->plies = 0;
    game->damaged = false;
    game->notes.length = 0;
    aise_rules_start(v, &o.position);
    write_roster(&o, result);
    if (strcmp(v->pgn, "Standard") != 0) {
        write_tag(&o, "AiseRules", v->id);
        write_tag(&o, "Variant", v->pgn);
    }
    write_others(&o);
    if (set_up(&o))
        write_start(&o);
    aise_buffer_byte(out, '\n');
    if (chance(&o, 4))
        write_comment(&o, true);
    write_moves(&o);
    aise_buffer_text(out, result);
    aise_buffer_text(out, "\n\n");
}
