/* Diagrams in SVG: a position with the last ply's arrows. Men and arrow heads are those of src/web/men.svg. */
#include "src/show/show.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/pgn/movetext.h"
#include "src/web/web.h"

__attribute__((format(printf, 2, 3))) static void put(AiseBuffer *out, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    aise_buffer_add(out, text, (size_t)length);
}

/* What was appended since `begin`, made text of XML: markup escaped, control characters gone. */
static void escape(AiseBuffer *out, size_t begin)
{
    size_t length = out->length - begin;
    for (size_t i = 0; i < length; i++) {
        char byte = out->bytes[begin + i];
        if (byte == '&')
            aise_buffer_text(out, "&amp;");
        else if (byte == '<')
            aise_buffer_text(out, "&lt;");
        else if (byte == '>')
            aise_buffer_text(out, "&gt;");
        else
            aise_buffer_byte(out, (unsigned char)byte < 0x20 || byte == 0x7f ? ' ' : byte);
    }
    memmove(out->bytes + begin, out->bytes + begin + length, out->length - begin - length);
    out->length -= length;
}

void aise_show_drawings(AiseBuffer *out)
{
    static const char end[] = "</defs>";
    const char *from = strstr(aise_web_men_svg.bytes, "<defs>"), *to = strstr(aise_web_men_svg.bytes, end);
    aise_buffer_add(out, from, (size_t)(to - from) + sizeof end - 1);
    aise_buffer_byte(out, '\n');
}

static void add_words(AiseBuffer *out, const AiseScene *scene, bool italian)
{
    put(out, "<title>");
    size_t begin = out->length;
    aise_show_players(scene->game, italian, out);
    aise_buffer_text(out, ": ");
    aise_show_caption(scene, italian, out);
    escape(out, begin);
    put(out, "</title>\n<desc>");
    begin = out->length;
    aise_show_position(&scene->position, italian, out);
    escape(out, begin);
    put(out, "</desc>\n");
}

/* ---- the board ---- */

static int left_of(unsigned square)
{
    return (int)aise_file(square) * AISE_SCENE_SQUARE;
}

static int top_of(unsigned square)
{
    return (7 - (int)aise_rank(square)) * AISE_SCENE_SQUARE;
}

static void add_squares(AiseBuffer *out, const AiseScene *scene)
{
    put(out, "<rect width=\"800\" height=\"800\" fill=\"#f2ead8\"/>\n<path fill=\"#c9b48f\" d=\"");
    for (unsigned square = 0; square < 64; square++)
        if ((aise_file(square) + aise_rank(square)) % 2 == 0)
            put(out, "M%d %dh100v100h-100z", left_of(square), top_of(square));
    put(out, "\"/>\n");
    for (uint64_t set = scene->touched; set != 0; set &= set - 1)
        put(out, "<rect x=\"%d\" y=\"%d\" width=\"100\" height=\"100\" fill=\"#d9b23c\" fill-opacity=\".38\"/>\n",
            left_of(aise_lowest(set)), top_of(aise_lowest(set)));
    put(out, "<rect x=\"-2\" y=\"-2\" width=\"804\" height=\"804\" fill=\"none\" stroke=\"#3a342b\" stroke-width=\"4\"/>\n");
}

static void add_coordinates(AiseBuffer *out)
{
    put(out, "<g font-family=\"Georgia, 'Times New Roman', serif\" font-size=\"26\" fill=\"#5d5445\" text-anchor=\"middle\">\n");
    for (int i = 0; i < 8; i++)
        put(out, "<text x=\"%d\" y=\"830\">%c</text><text x=\"-20\" y=\"%d\">%d</text>\n", i * 100 + 50, 'a' + i,
            (7 - i) * 100 + 59, i + 1);
    put(out, "</g>\n");
}

/* ---- men ---- */

static const char *man_paint(unsigned man)
{
    return aise_man_side(man) == AISE_WHITE ? "fill=\"#fffdf8\" stroke=\"#1c1a17\" color=\"#1c1a17\""
                                            : "fill=\"#2e2b27\" stroke=\"#1c1a17\" color=\"#f3efe6\"";
}

static void add_man(AiseBuffer *out, const AiseScene *scene, unsigned square)
{
    unsigned man = scene->position.man[square];
    int x = left_of(square), y = top_of(square);
    bool overloaded = (scene->position.state.overloaded & aise_bit(square)) != 0;
    put(out, "<use href=\"#man-%c\" x=\"%d\" y=\"%d\" %s%s/>\n", "pnbrqk"[aise_man_kind(man)], x, y, man_paint(man),
        overloaded ? " opacity=\".55\"" : "");
    if (overloaded) /* as AISE writes it: (D) */
        put(out, "<path d=\"M%d %dq-22 42 0 84M%d %dq22 42 0 84\" fill=\"none\" stroke=\"#7a2f8f\" stroke-width=\"7\" "
                 "stroke-linecap=\"round\"/>\n", x + 18, y + 8, x + 82, y + 8);
}

static void add_men(AiseBuffer *out, const AiseScene *scene)
{
    for (uint64_t set = aise_occupied(&scene->position); set != 0; set &= set - 1)
        add_man(out, scene, aise_lowest(set));
}

/* ---- the last ply ---- */

static void add_corners(AiseBuffer *out, unsigned square)
{
    int x = left_of(square), y = top_of(square);
    put(out, "<path d=\"M%d %dh22l-22 22zM%d %dh-22l22 22zM%d %dh22l-22 -22zM%d %dh-22l22 -22z\" fill=\"#b3471d\"/>\n", x, y,
        x + 100, y, x, y + 100, x + 100, y + 100);
}

static void add_strokes(AiseBuffer *out, const AiseScene *scene)
{
    static const char *const looks[] = {"stroke=\"#2f6f4f\"", "stroke=\"#b3471d\" stroke-dasharray=\"26 13\"",
                                        "stroke=\"#2b5a91\" stroke-dasharray=\"3 15\" stroke-linecap=\"round\""};
    static const char *const heads[] = {"move", "push", "pull"};
    for (unsigned i = 0; i < scene->strokes; i++) {
        const AiseStroke *s = &scene->stroke[i];
        put(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke-width=\"10\" opacity=\".85\" %s "
                 "marker-end=\"url(#head-%s)\"/>\n", s->x1, s->y1, s->x2, s->y2, looks[s->kind], heads[s->kind]);
    }
    if (scene->held != AISE_NONE)
        put(out, "<circle cx=\"%d\" cy=\"%d\" r=\"45\" fill=\"none\" stroke=\"#2f6f4f\" stroke-width=\"7\"/>\n",
            left_of(scene->held) + 50, top_of(scene->held) + 50);
}

/* Men off the board: small, in a ring on the edge; crossed out when they were expelled. */
static void add_badges(AiseBuffer *out, const AiseScene *scene)
{
    for (unsigned i = 0; i < scene->badges; i++) {
        const AiseBadge *b = &scene->badge[i];
        put(out, "<circle cx=\"%d\" cy=\"%d\" r=\"32\" fill=\"#fbf7ee\" stroke=\"%s\" stroke-width=\"5\"/>\n", b->x, b->y,
            b->expelled ? "#b3471d" : "#2f6f4f");
        put(out, "<use href=\"#man-%c\" transform=\"translate(%d %d) scale(.5)\" %s/>\n", "pnbrqk"[aise_man_kind(b->man)],
            b->x - 25, b->y - 26, man_paint(b->man));
        if (b->expelled)
            put(out, "<path d=\"M%d %dl44 -44\" stroke=\"#b3471d\" stroke-width=\"5\"/>\n", b->x - 22, b->y + 22);
    }
}

static void add_changes(AiseBuffer *out, const AiseScene *scene)
{
    for (uint64_t set = scene->captured; set != 0; set &= set - 1)
        add_corners(out, aise_lowest(set));
    for (uint64_t set = scene->ply != NULL ? scene->ply->restored : 0; set != 0; set &= set - 1)
        put(out, "<circle cx=\"%d\" cy=\"%d\" r=\"45\" fill=\"none\" stroke=\"#7a2f8f\" stroke-width=\"6\" "
                 "stroke-dasharray=\"4 8\"/>\n", left_of(aise_lowest(set)) + 50, top_of(aise_lowest(set)) + 50);
}

void aise_diagram_write(const AiseGame *game, const AiseShowing *how, AiseBuffer *out)
{
    AiseScene scene;
    aise_scene_begin(&scene, game);
    while (scene.plies < how->plies && aise_scene_step(&scene))
        continue;
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-46 -46 892 892\" width=\"446\" height=\"446\" role=\"img\">\n");
    add_words(out, &scene, how->italian);
    aise_show_drawings(out);
    put(out, "<rect x=\"-46\" y=\"-46\" width=\"892\" height=\"892\" fill=\"#fffdf8\"/>\n");
    add_squares(out, &scene);
    add_coordinates(out);
    add_changes(out, &scene);
    add_men(out, &scene);
    add_strokes(out, &scene);
    add_badges(out, &scene);
    put(out, "</svg>\n");
}
