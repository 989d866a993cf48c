/* Scenes: a game played ply by ply, each effect of the journal turned into something to draw. */
#include "src/show/show.h"

#include "src/pgn/movetext.h"

enum {
    CLEAR_START = 16, /* an arrow begins so far from the middle of its square */
    CLEAR_MAN = 12,   /* and ends so far from the middle of another */
    BADGE = 32,       /* radius of the badge of a man off the board */
    BADGES_APART = 70
};

typedef struct Point {
    int x, y;
} Point;

static Point middle(unsigned square)
{
    return (Point){(int)aise_file(square) * 100 + 50, (7 - (int)aise_rank(square)) * 100 + 50};
}

/* Whole square root, rounded down. */
static int root(int square)
{
    int result = 0;
    while ((result + 1) * (result + 1) <= square)
        result++;
    return result;
}

static void add_stroke(AiseScene *scene, unsigned kind, Point from, Point to, int clear)
{
    int dx = to.x - from.x, dy = to.y - from.y, length = root(dx * dx + dy * dy);
    if (length < CLEAR_START + clear + 10 || scene->strokes == 2)
        return;
    scene->stroke[scene->strokes++] = (AiseStroke){(uint8_t)kind,
                                                   (int16_t)(from.x + dx * CLEAR_START / length),
                                                   (int16_t)(from.y + dy * CLEAR_START / length),
                                                   (int16_t)(to.x - dx * clear / length),
                                                   (int16_t)(to.y - dy * clear / length)};
}

/* ---- ways off the board ---- */

/* Where the way from `from` in direction `way` (y downward) crosses the edge. */
static Point crossing(Point from, Point way)
{
    int far_x = way.x > 0 ? AISE_SCENE_BOARD - from.x : from.x, far_y = way.y > 0 ? AISE_SCENE_BOARD - from.y : from.y;
    int ax = way.x < 0 ? -way.x : way.x, ay = way.y < 0 ? -way.y : way.y;
    if (ax == 0 && ay == 0)
        return from;
    if (ax != 0 && (ay == 0 || far_x * ay <= far_y * ax))
        return (Point){way.x > 0 ? AISE_SCENE_BOARD : 0, from.y + way.y * far_x / ax};
    return (Point){from.x + way.x * far_y / ay, way.y > 0 ? AISE_SCENE_BOARD : 0};
}

/* Two men that cross at one place (DY5, DY6) stand side by side. */
static Point beside(const AiseScene *scene, Point at)
{
    if (scene->badges == 0)
        return at;
    int dx = at.x - scene->badge[0].x, dy = at.y - scene->badge[0].y;
    if (dx * dx + dy * dy >= BADGES_APART * BADGES_APART)
        return at;
    if (at.x == 0 || at.x == AISE_SCENE_BOARD)
        at.y = scene->badge[0].y + (at.y < AISE_SCENE_BOARD / 2 ? BADGES_APART : -BADGES_APART);
    else
        at.x = scene->badge[0].x + (at.x < AISE_SCENE_BOARD / 2 ? BADGES_APART : -BADGES_APART);
    return at;
}

/* From agent to patient (DY2, d); backwards for pulls, which go the other way (DY4). */
static Point line_of(const AisePly *ply)
{
    Point agent = middle(ply->agent_from), patient = middle(ply->patient_from);
    Point way = {patient.x - agent.x, patient.y - agent.y};
    return ply->type == AISE_PLY_PULL ? (Point){-way.x, -way.y} : way;
}

/* The shortest clear way of a man's own off the board (DY7: which one it took is not told apart). */
static Point own_way(const AisePosition *p, unsigned man, unsigned square)
{
    static const int8_t lines[8][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    static const int8_t jumps[8][2] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};
    unsigned kind = aise_man_kind(man), best = 9;
    Point way = {0, 1};
    for (unsigned i = 0; i < 8; i++) {
        const int8_t *step = kind == AISE_KNIGHT ? jumps[i] : lines[i];
        int file = (int)aise_file(square) + step[0], rank = (int)aise_rank(square) - step[1];
        bool off = file < 0 || file > 7 || rank < 0 || rank > 7;
        unsigned far = off ? 0 : aise_count(aise_rays[i][square]);
        if (kind == AISE_KNIGHT || kind == AISE_KING) {
            if (!off)
                continue;
        } else if ((aise_rays[i][square] & aise_occupied(p)) != 0 || (kind == AISE_ROOK && i % 2 == 1) ||
                   (kind == AISE_BISHOP && i % 2 == 0)) {
            continue;
        }
        if (far < best) {
            best = far;
            way = (Point){step[0], step[1]};
        }
    }
    return way;
}

static void go_off(AiseScene *scene, const AiseEffect *effect, unsigned kind, bool expelled)
{
    const AisePly *ply = &scene->ply->ply;
    Point from = middle(effect->from);
    Point way = ply->patient_from == AISE_NONE ? own_way(&scene->position, effect->man, effect->from) : line_of(ply);
    Point at = beside(scene, crossing(from, way));
    add_stroke(scene, kind, from, at, BADGE);
    scene->badge[scene->badges++] = (AiseBadge){effect->man, expelled, (int16_t)at.x, (int16_t)at.y};
    scene->touched |= aise_bit(effect->from);
}

/* ---- effects ---- */

static void show_effect(AiseScene *scene, const AiseEffect *effect)
{
    unsigned pulled = scene->ply->ply.type == AISE_PLY_PULL ? AISE_STROKE_PULL : AISE_STROKE_PUSH;
    switch (effect->reason) {
    case AISE_REASON_CAPTURE:
    case AISE_REASON_EN_PASSANT:
        scene->captured |= aise_bit(effect->from);
        break;
    case AISE_REASON_EXPULSION:
        go_off(scene, effect, pulled, true);
        break;
    case AISE_REASON_LEAVING:
        go_off(scene, effect, AISE_STROKE_MOVE, false);
        break;
    case AISE_REASON_CO_SQUARE:
        break; /* in the ply's record */
    default:
        if (effect->type == AISE_EFFECT_CHANGE) {
            scene->changed |= aise_bit(effect->from);
        } else if (effect->type == AISE_EFFECT_MOVE) {
            bool patient = effect->reason == AISE_REASON_PUSH || effect->reason == AISE_REASON_PULL;
            add_stroke(scene, patient ? pulled : AISE_STROKE_MOVE, middle(effect->from), middle(effect->to), CLEAR_MAN);
            scene->touched |= aise_bit(effect->from) | aise_bit(effect->to);
        }
    }
}

void aise_scene_begin(AiseScene *scene, const AiseGame *game)
{
    *scene = (AiseScene){.game = game, .position = game->start, .agent = AISE_EMPTY, .held = AISE_NONE};
}

bool aise_scene_step(AiseScene *scene)
{
    const AiseGame *game = scene->game;
    if (scene->plies == game->ply_count)
        return false;
    const AisePlyRecord *record = &game->plies[scene->plies++];
    unsigned from = record->ply.agent_from;
    AiseUndo undo;
    scene->ply = record;
    scene->agent = scene->position.man[from];
    scene->agent_overloaded = (scene->position.state.overloaded & aise_bit(from)) != 0;
    scene->strokes = scene->badges = 0;
    scene->touched = scene->captured = scene->changed = 0;
    scene->held = record->ply.patient_from != AISE_NONE && record->ply.agent_to == from ? from : AISE_NONE;
    aise_rules_play(game->variant, &scene->position, &record->ply, &undo);
    for (unsigned i = 0; i < undo.count; i++)
        show_effect(scene, &undo.effect[i]);
    return true;
}

bool aise_scene_over(const AiseScene *scene)
{
    const AisePlyRecord *ply = scene->ply;
    return scene->position.state.outcome != AISE_PLAYING ||
           (ply != NULL && ply->san_length > 0 && ply->san[ply->san_length - 1] == '#');
}

/* ---- the ply as AISE writes it ---- */

static char letter_of(char byte, bool italian)
{
    static const char english[] = "KQRBNxO", other[] = "RDTAC:0";
    if (byte == '_')
        return '/';
    const char *at = italian && byte != '\0' ? strchr(english, byte) : NULL;
    return at != NULL ? other[at - english] : byte;
}

static void add_affected(const AiseScene *scene, uint64_t set, bool italian, AiseBuffer *out)
{
    for (unsigned i = 0; i < 64; i++) {
        unsigned square = aise_square(i >> 3, i & 7);
        if ((set & aise_bit(square)) == 0)
            continue;
        unsigned promoted = aise_restored_kind(scene->ply, square);
        unsigned kind = aise_man_kind(scene->position.man[square]);
        aise_buffer_byte(out, '/');
        if (promoted == AISE_NO_KIND && kind != AISE_PAWN)
            aise_buffer_byte(out, letter_of("PNBRQK"[kind], italian));
        aise_show_square(square, out);
        if (promoted == AISE_NO_KIND)
            continue;
        aise_buffer_byte(out, '=');
        aise_buffer_byte(out, letter_of("PNBRQK"[promoted], italian));
    }
}

void aise_scene_ply(const AiseScene *scene, bool italian, AiseBuffer *out)
{
    const AisePlyRecord *ply = scene->ply;
    size_t length = ply->san_length, at = 0;
    while (length > 0 && (ply->san[length - 1] == '+' || ply->san[length - 1] == '#'))
        length--;
    if (scene->agent_overloaded) {
        unsigned kind = aise_man_kind(scene->agent);
        aise_buffer_byte(out, '(');
        aise_buffer_byte(out, letter_of("PNBRQK"[kind], italian));
        aise_buffer_byte(out, ')');
        at = kind == AISE_PAWN ? 0 : 1;
    }
    for (; at < length; at++)
        aise_buffer_byte(out, letter_of(ply->san[at], italian));
    add_affected(scene, ply->overloaded, italian, out);
    add_affected(scene, ply->restored, italian, out);
    aise_buffer_add(out, ply->san + length, ply->san_length - length);
}

void aise_scene_number(const AiseScene *scene, AiseBuffer *out)
{
    aise_buffer_number(out, scene->ply->turn);
    aise_buffer_text(out, aise_number_dots(scene->game->variant, scene->ply) ? "…" : ".");
}
