#include "tests/bench/style.h"

#include <string.h>

enum { LINE_WIDTH = 66, TRIES = 12, KEEP_ALIVE = 36 };

unsigned style_draw(uint64_t *seed, unsigned below)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)((*seed >> 11) % below);
}

static bool chance(uint64_t *seed, unsigned one_in)
{
    return style_draw(seed, one_in) == 0;
}

/* ---- games ---- */

/* How much a player is drawn to a ply. */
static unsigned weight(const AisePosition *p, const AisePly *ply, size_t played)
{
    static const unsigned value[8] = {1, 3, 3, 5, 9, 9, 0, 0};
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG)
        return 40;
    if (ply->type == AISE_PLY_LEAVE)
        return 1;
    if (ply->type == AISE_PLY_PUSH || ply->type == AISE_PLY_PULL)
        return ply->agent_to == AISE_OFF ? 1 : ply->patient_to == AISE_OFF ? 2 : 6;
    unsigned much = kind == AISE_KING ? 2 : 8, taken = aise_man_kind(p->man[ply->agent_to]);
    if (taken != AISE_NO_KIND)
        much += 8 + 8 * (value[taken] >= value[kind] ? value[taken] - value[kind] + 1 : 0);
    if (ply->agent_promo == AISE_QUEEN)
        much += 60;
    if (played < 24 && (kind == AISE_KNIGHT || kind == AISE_BISHOP) && aise_rank(ply->agent_from) % 7 == 0)
        much += 14;
    if (aise_file(ply->agent_to) - 2u < 4 && aise_rank(ply->agent_to) - 2u < 4)
        much += 4;
    return much;
}

static AisePly choose(const AisePosition *p, const AisePlies *plies, size_t played, uint64_t *seed)
{
    unsigned sum = 0;
    for (size_t i = 0; i < plies->count; i++)
        sum += weight(p, &plies->ply[i], played);
    unsigned left = style_draw(seed, sum);
    for (size_t i = 0; i < plies->count; i++) {
        unsigned much = weight(p, &plies->ply[i], played);
        if (left < much)
            return plies->ply[i];
        left -= much;
    }
    return plies->ply[0];
}

void style_play(StyleGame *game, const AiseVariant *v, size_t most, uint64_t *seed, AisePlies *plies)
{
    AisePosition p;
    game->variant = v;
    game->plies = 0;
    game->outcome = AISE_PLAYING;
    aise_rules_start(v, &p);
    while (game->plies < most && game->plies < STYLE_PLIES_MAX) {
        plies->count = 0;
        aise_rules_generate(v, &p, plies);
        if (plies->count == 0)
            break;
        AisePly ply = choose(&p, plies, game->plies, seed);
        for (unsigned try = 0; try < TRIES && game->plies < KEEP_ALIVE; try++) {
            AisePosition after = p;
            AiseUndo undo;
            aise_rules_play(v, &after, &ply, &undo);
            if (after.state.outcome == AISE_PLAYING)
                break;
            ply = choose(&p, plies, game->plies, seed);
        }
        AiseUndo undo;
        aise_rules_play(v, &p, &ply, &undo);
        game->ply[game->plies++] = ply;
    }
    game->outcome = aise_rules_outcome(v, &p);
}

/* ---- writers ---- */

void style_way(StyleWay *way, const AiseVariant *v, uint64_t *seed)
{
    static const char signs[] = {':', ':', ':', 'x', 'x', 0};
    *way = (StyleWay){
        .english = chance(seed, 8),
        .sign = signs[style_draw(seed, 6)],
        .castling = (uint8_t)style_draw(seed, 4),
        .promotion = (uint8_t)style_draw(seed, v->slash == AISE_JOIN_NOTHING ? 4 : 3),
        .origin = (uint8_t)(chance(seed, 8) ? 1 + style_draw(seed, 2) : 0),
        .checks = !chance(seed, 3),
        .passing = chance(seed, 2),
        .lengthy = !chance(seed, 3),
        .pawn_letter = chance(seed, 2),
        .single_mark = !chance(seed, 3),
        .layout = (uint8_t)style_draw(seed, 4),
        .number = (uint8_t)(chance(seed, 6) ? 2 + style_draw(seed, 2) : style_draw(seed, 2)),
        .dots = (uint8_t)style_draw(seed, 4),
        .spaced = chance(seed, 12),
        .joint = (uint8_t)(chance(seed, 3) ? 1 + style_draw(seed, 2) : 0),
        .marks = chance(seed, 2) ? 6 + style_draw(seed, 12) : 0,
        .talk = chance(seed, 3) ? 4 + style_draw(seed, 10) : 0,
        .end = (uint8_t)style_draw(seed, 3),
        .label = chance(seed, 6),
    };
    if (way->lengthy && v->dynamo)
        way->origin = 0;
}

/* ---- spelling ---- */

typedef struct Pen {
    const StyleGame *game;
    const StyleWay *way;
    const AiseVariant *v;
    uint64_t *seed;
    AisePlies *plies; /* lawful in `p` */
    AisePosition p;   /* before the ply at hand */
    AiseBuffer *out;
    size_t line;      /* where the line begins */
    const char *letters; /* by AiseKind */
} Pen;

/* What of agent and patient is written. */
typedef struct Show {
    bool file, rank;      /* of the agent's origin */
    bool patient_from;
    bool patient_letter;
} Show;

static void put(Pen *pen, const char *text)
{
    aise_buffer_text(pen->out, text);
}

static void put_square(Pen *pen, unsigned square)
{
    aise_buffer_byte(pen->out, (char)('a' + aise_file(square)));
    aise_buffer_byte(pen->out, (char)('1' + aise_rank(square)));
}

/* Would the ply `other`, too, be written so? */
static bool looks_alike(const Pen *pen, const AisePly *ply, const AisePly *other, Show show)
{
    const AisePosition *p = &pen->p;
    unsigned from = ply->agent_from, of = other->agent_from;
    if (p->man[from] != p->man[of] || ply->agent_to != other->agent_to || ply->agent_promo != other->agent_promo ||
        (ply->patient_from == AISE_NONE) != (other->patient_from == AISE_NONE) || other->type == AISE_PLY_CASTLE_SHORT ||
        other->type == AISE_PLY_CASTLE_LONG)
        return false;
    bool moves = ply->agent_to != from && ply->agent_to != AISE_OFF; /* else its own square stands there, once */
    if (moves && ((show.file && aise_file(from) != aise_file(of)) || (show.rank && aise_rank(from) != aise_rank(of))))
        return false;
    if (ply->patient_from == AISE_NONE)
        return true;
    unsigned patient = aise_man_kind(p->man[ply->patient_from]);
    if (ply->patient_to != other->patient_to || ply->patient_promo != other->patient_promo)
        return false;
    if ((show.patient_from || ply->patient_to == AISE_OFF) && ply->patient_from != other->patient_from)
        return false;
    return (!show.patient_letter && patient == AISE_PAWN) || aise_man_kind(p->man[other->patient_from]) == patient;
}

static unsigned alike(const Pen *pen, const AisePly *ply, Show show)
{
    unsigned count = 0;
    for (size_t i = 0; i < pen->plies->count; i++)
        count += looks_alike(pen, ply, &pen->plies->ply[i], show);
    return count;
}

/* The least that tells the ply from all others, in the order people try it. */
static Show choose_show(const Pen *pen, const AisePly *ply)
{
    static const Show order[] = {{false, false, false, true}, {true, false, false, true}, {false, true, false, true},
                                 {false, false, true, true},  {true, true, false, true},  {true, false, true, true},
                                 {false, true, true, true}};
    unsigned kind = aise_man_kind(pen->p.man[ply->agent_from]);
    bool pawn_takes = kind == AISE_PAWN && ply->patient_from == AISE_NONE &&
                      aise_file(ply->agent_from) != aise_file(ply->agent_to & 63u);
    if (ply->patient_from != AISE_NONE && pen->way->lengthy)
        return (Show){true, true, true, true};
    if (pen->way->origin == 2 || (pen->way->origin == 1 && kind != AISE_PAWN))
        return (Show){true, true, true, true};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if ((pawn_takes && !order[i].file) || (order[i].patient_from && ply->patient_from == AISE_NONE))
            continue;
        if (alike(pen, ply, order[i]) == 1)
            return order[i];
    }
    return (Show){true, true, true, true};
}

static void put_promotion(Pen *pen, unsigned kind, unsigned how)
{
    static const char *const before[] = {"", "=", "(", "/"};
    if (kind == AISE_NO_KIND)
        return;
    put(pen, before[how]);
    aise_buffer_byte(pen->out, pen->letters[kind]);
    if (how == 2)
        put(pen, ")");
}

static void put_castling(Pen *pen, bool is_long)
{
    static const char *const forms[4][2] = {
        {"0-0", "0-0-0"}, {"00", "000"}, {"O-O", "O-O-O"}, {"0\xe2\x80\x93" "0", "0\xe2\x80\x93" "0\xe2\x80\x93" "0"}};
    put(pen, forms[pen->way->castling][is_long]);
}

static void put_slash(Pen *pen)
{
    put(pen, pen->way->spaced ? " / " : "/");
}

static void put_patient(Pen *pen, const AisePly *ply, Show show)
{
    unsigned kind = aise_man_kind(pen->p.man[ply->patient_from]);
    put_slash(pen);
    if (kind != AISE_PAWN || pen->way->pawn_letter || !(show.patient_from || ply->patient_to == AISE_OFF))
        aise_buffer_byte(pen->out, pen->letters[kind]);
    if (show.patient_from || ply->patient_to == AISE_OFF)
        put_square(pen, ply->patient_from);
    if (ply->patient_to == AISE_OFF)
        put(pen, "E");
    else
        put_square(pen, ply->patient_to);
    put_promotion(pen, ply->patient_promo, 1);
}

/* `=P` after a capture that changes the kind (MP2). */
static void put_mutation(Pen *pen, const AisePly *ply)
{
    unsigned kind = aise_man_kind(pen->p.man[ply->agent_from]);
    unsigned victim = ply->type == AISE_PLY_EN_PASSANT ? AISE_PAWN : aise_man_kind(pen->p.man[ply->agent_to & 63u]);
    if (kind == AISE_KING || victim == AISE_NO_KIND || victim == kind)
        put_promotion(pen, ply->agent_promo, pen->way->promotion);
    else
        put_promotion(pen, victim, 1);
}

static bool takes(const Pen *pen, const AisePly *ply)
{
    return ply->type == AISE_PLY_EN_PASSANT || (ply->type == AISE_PLY_PLAIN && pen->p.man[ply->agent_to] != AISE_EMPTY);
}

static void put_agent(Pen *pen, const AisePly *ply, Show show)
{
    unsigned from = ply->agent_from, to = ply->agent_to, kind = aise_man_kind(pen->p.man[from]);
    bool overloaded = (pen->p.state.overloaded & aise_bit(from)) != 0, capture = takes(pen, ply);
    if (overloaded && pen->v->co_effects) {
        put(pen, "(");
        aise_buffer_byte(pen->out, pen->letters[kind]);
        put(pen, ")");
    } else if (kind != AISE_PAWN) {
        aise_buffer_byte(pen->out, pen->letters[kind]);
    }
    if (to == AISE_OFF || to == from) {
        put_square(pen, from);
        put(pen, to == AISE_OFF ? "E" : "");
    } else {
        if (show.file)
            aise_buffer_byte(pen->out, (char)('a' + aise_file(from)));
        if (show.rank)
            aise_buffer_byte(pen->out, (char)('1' + aise_rank(from)));
        if (capture && pen->way->sign != 0)
            aise_buffer_byte(pen->out, pen->way->sign);
        else if (pen->way->origin == 2 && show.file && show.rank)
            put(pen, "-");
        put_square(pen, to);
    }
    if (pen->v->mutates)
        put_mutation(pen, ply);
    else
        put_promotion(pen, ply->agent_promo, pen->way->promotion);
    if (ply->type == AISE_PLY_EN_PASSANT && pen->way->passing)
        put(pen, " e.p.");
}

/* Promotion of a pawn restored on its last rank (OR6). */
static unsigned restored_kind(const AisePly *ply, unsigned square)
{
    static const uint8_t choice[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    unsigned file = aise_file(square), rank = aise_rank(square);
    bool promotes = (ply->restored_files >> file & 1) != 0 && (rank == 0 || rank == 7);
    return promotes ? choice[ply->restored >> 2 * file & 3] : AISE_NO_KIND;
}

static void put_affected(Pen *pen, const AisePly *ply, const AiseUndo *undo)
{
    for (unsigned i = 0; i < undo->count; i++) {
        const AiseEffect *effect = &undo->effect[i];
        if (effect->type != AISE_EFFECT_OVERLOAD && effect->type != AISE_EFFECT_RESTORE)
            continue;
        unsigned kind = aise_man_kind(effect->man);
        unsigned promoted = effect->type == AISE_EFFECT_RESTORE ? restored_kind(ply, effect->from) : AISE_NO_KIND;
        put_slash(pen);
        if (kind != AISE_PAWN || pen->way->pawn_letter)
            aise_buffer_byte(pen->out, pen->letters[kind]);
        put_square(pen, effect->from);
        put_promotion(pen, promoted, 1);
    }
}

static void put_marks(Pen *pen)
{
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!", " !", " ??"};
    if (pen->way->marks != 0 && chance(pen->seed, pen->way->marks))
        put(pen, marks[style_draw(pen->seed, 8)]);
}

/* The ply at hand; `p` moves on. */
static void put_ply(Pen *pen, const AisePly *ply)
{
    AiseUndo undo;
    pen->plies->count = 0;
    aise_rules_generate(pen->v, &pen->p, pen->plies);
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG) {
        put_castling(pen, ply->type == AISE_PLY_CASTLE_LONG);
    } else {
        Show show = choose_show(pen, ply);
        put_agent(pen, ply, show);
        if (ply->patient_from != AISE_NONE)
            put_patient(pen, ply, show);
    }
    aise_rules_play(pen->v, &pen->p, ply, &undo);
    if (pen->v->co_effects)
        put_affected(pen, ply, &undo);
    const char *suffix = aise_san_suffix(pen->v, &pen->p);
    if (pen->way->checks || (*suffix == '#' && !pen->v->writes_check))
        put(pen, suffix);
    put_marks(pen);
}

/* ---- lines ---- */

static bool empty_line(const Pen *pen)
{
    return pen->out->length == pen->line;
}

static void new_line(Pen *pen)
{
    if (empty_line(pen))
        return;
    put(pen, "\n");
    pen->line = pen->out->length;
}

static void put_number(Pen *pen, unsigned turn, bool black)
{
    static const char *const after[] = {".", ". ", " ", ") "};
    static const char *const dots[] = {"..", "... ", ". ... ", "\xe2\x80\xa6"};
    aise_buffer_number(pen->out, turn);
    put(pen, black ? dots[pen->way->dots] : after[pen->way->number]);
}

static const char *ply_joint(const Pen *pen)
{
    const AiseVariant *v = pen->v;
    if (v->slash != AISE_JOIN_PLY)
        return " ";
    if (pen->way->joint == 1 && v->comma == AISE_JOIN_PLY)
        return ", ";
    if (pen->way->joint == 2 && v->space == AISE_JOIN_PLY)
        return " ";
    return pen->way->spaced ? " / " : "/";
}

static const char *turn_joint(const Pen *pen)
{
    const AiseVariant *v = pen->v;
    return v->comma == AISE_JOIN_TURN && (v->space != AISE_JOIN_TURN || (v->dynamo && pen->way->joint == 1)) ? ", " : " ";
}

static void put_talk(Pen *pen)
{
    static const char *const talk[] = {"Il Nero ritira l'alfiere invece di controllare e4.", "Un errore decisivo.",
                                       "Cambia il pezzo che difende la torre.", "Ora la posizione \xc3\xa8 pari.",
                                       "Il cavallo va fuori gioco: meglio aspettare.", "{forse non la migliore}"};
    new_line(pen);
    put(pen, talk[style_draw(pen->seed, 6)]);
    new_line(pen);
}

/* What stands before a turn's first ply: nothing, a new line, a number. */
static void before_turn(Pen *pen, bool first, bool *talked)
{
    const StyleWay *way = pen->way;
    const AiseState *s = &pen->p.state;
    bool series = pen->v->numbering == AISE_NUMBER_SERIES, black = s->to_move == AISE_BLACK && !series;
    bool full = pen->out->length - pen->line > LINE_WIDTH;
    if (first) {
        put_number(pen, s->turn, false);
        return;
    }
    if (black) {
        bool alone = *talked || (way->layout == STYLE_HALVES && chance(pen->seed, 3));
        if (alone) {
            new_line(pen);
            put_number(pen, s->turn, true);
        } else if (way->layout == STYLE_WRAPPED && full) {
            put(pen, *turn_joint(pen) == ',' ? "," : "");
            new_line(pen);
        } else {
            put(pen, turn_joint(pen));
        }
    } else {
        if (way->layout <= STYLE_HALVES || full)
            new_line(pen);
        if (!empty_line(pen))
            put(pen, " ");
        put_number(pen, s->turn, false);
    }
    *talked = false;
}

static void put_moves(Pen *pen)
{
    bool talked = false;
    for (size_t i = 0; i < pen->game->plies; i++) {
        const AiseState *s = &pen->p.state;
        bool begins = s->left >= aise_turn_plies(&pen->v->traits, s->to_move, s->turn);
        if (begins && i > 0 && pen->way->talk != 0 && chance(pen->seed, pen->way->talk)) {
            put_talk(pen);
            talked = true;
        }
        if (begins)
            before_turn(pen, i == 0, &talked);
        else
            put(pen, ply_joint(pen));
        put_ply(pen, &pen->game->ply[i]);
        if (i == 0 && pen->v->double_slash == AISE_JOIN_TURN && pen->way->single_mark)
            put(pen, "//");
    }
}

static AiseOutcome draw_result(const StyleGame *game, uint64_t *seed)
{
    return game->outcome != AISE_PLAYING ? game->outcome : (AiseOutcome)(AISE_WHITE_WINS + style_draw(seed, 3));
}

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};

static void put_end(Pen *pen, AiseOutcome result)
{
    bool over = pen->game->outcome != AISE_PLAYING;
    bool mover_lost = result == (pen->p.state.to_move == AISE_WHITE ? AISE_BLACK_WINS : AISE_WHITE_WINS);
    if (pen->way->end == 1 || (pen->way->end == 2 && (over || !mover_lost))) {
        put(pen, " ");
        put(pen, results[result]);
    } else if (pen->way->end == 2) {
        put(pen, " Abbandona");
    }
    new_line(pen);
}

void style_write(const StyleGame *game, const StyleWay *way, uint64_t *seed, AisePlies *plies, AiseBuffer *out)
{
    static const char *const names[] = {"Rossi", "Bianchi", "De Angelis", "Esposito", "Ferrari", "D'Amico", "Colombo"};
    Pen pen = {.game = game, .way = way, .v = game->variant, .seed = seed, .plies = plies, .out = out};
    AiseOutcome result = draw_result(game, seed);
    unsigned white = style_draw(seed, 7), black = (white + 1 + style_draw(seed, 6)) % 7;
    pen.letters = way->english ? "PNBRQK" : "PCATDR";
    aise_rules_start(pen.v, &pen.p);
    bool titled = way->label == 0 && aise_variant_find(pen.v->title, strlen(pen.v->title)) == pen.v;
    if (titled) {
        put(&pen, pen.v->title);
        put(&pen, "\n\n");
    }
    put(&pen, names[white]);
    put(&pen, "-");
    put(&pen, names[black]);
    put(&pen, " (GP94) ");
    put(&pen, results[result]);
    put(&pen, "\n");
    if (!titled) {
        put(&pen, "[Variante \"");
        put(&pen, pen.v->pgn);
        put(&pen, "\"]\n");
    }
    pen.line = out->length;
    put_moves(&pen);
    put_end(&pen, result);
}
