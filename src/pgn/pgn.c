/* Dialect `aise` (NOTATION 2.1): one PGN symbol a ply, everything the listing says kept. */
#include "src/pgn/pgn.h"

#include "src/pgn/movetext.h"

/* What a ply without notes needs at most: separator, number, separator, SAN, copied in whole arrays. */
enum { PLY_ROOM = 2 + AISE_NUMBER_MAX + 2 + AISE_SAN_MAX };

/* All commands of a ply in one comment that is never broken: `{[%aise ov=h4] [%aise re=d5] [%aise end=resigns]}`. */
static bool write_commands(AiseFill *fill, const AisePlyRecord *ply, const char *end)
{
    char text[2 * AISE_EFFECT_TEXT_MAX + 96] = "{";
    size_t length = 1;
    char part[3][AISE_EFFECT_TEXT_MAX];
    size_t lengths[3] = {aise_overloads_text(ply, part[0]), aise_restores_text(ply, part[1]), 0};
    if (end != NULL) {
        memcpy(part[2], "end=", 4);
        lengths[2] = 4 + strlen(end);
        memcpy(part[2] + 4, end, lengths[2] - 4);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (lengths[i] == 0)
            continue;
        if (length > 1)
            text[length++] = ' ';
        memcpy(text + length, "[%aise ", 7);
        memcpy(text + length + 7, part[i], lengths[i]);
        length += 7 + lengths[i];
        text[length++] = ']';
    }
    if (length == 1)
        return false;
    text[length++] = '}';
    aise_fill_word(fill, text, length);
    return true;
}

static bool write_comment(AiseFill *fill, const AiseNote *notes, bool all)
{
    if (!aise_notes_speak(notes, all))
        return false;
    aise_fill_open(fill, "{");
    aise_fill_notes(fill, notes, all);
    aise_fill_close(fill, '}');
    return true;
}

static bool write_variations(AiseFill *fill, const AiseNote *notes)
{
    bool any = false;
    for (const AiseNote *note = notes; note != NULL; note = note->next)
        if (note->kind == AISE_NOTE_VARIATION) {
            aise_fill_inside(fill, note->text);
            any = true;
        }
    return any;
}

/* What stands beside a ply. True if it parts Black's ply from White's, so that its number is due. */
static bool write_beside(AiseFill *fill, const AisePlyRecord *ply, const char *end, bool no_comments)
{
    for (unsigned i = 0; i < ply->nag_count; i++)
        aise_fill_nag(fill, ply->nag[i]);
    bool parts = write_commands(fill, ply, end);
    if (!no_comments)
        parts |= write_comment(fill, ply->notes, false);
    parts |= write_variations(fill, ply->notes);
    return parts;
}

static bool number_due(const AiseVariant *v, const AisePlyRecord *ply)
{
    return v->numbering == AISE_NUMBER_PAIRS ? ply->side == AISE_WHITE : ply->first != 0;
}

static void write_plies(const AiseGame *game, const AiseWriting *how, AiseFill *fill)
{
    const AiseVariant *v = game->variant;
    const bool pairs = v->numbering == AISE_NUMBER_PAIRS;
    const char *end = aise_end_text(game->end);
    bool due = true; /* the number is written whatever the ply */
    aise_buffer_reserve(fill->out, game->ply_count * PLY_ROOM);
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        if (due || number_due(v, ply))
            aise_fill_number(fill, ply->turn, aise_number_dots(v, ply));
        aise_fill_symbol(fill, ply->san, ply->san_length, AISE_SAN_MAX);
        due = false;
        bool last = i + 1 == game->ply_count;
        if (ply->nag_count == 0 && (ply->overloaded | ply->restored) == 0 && ply->notes == NULL && !(last && end != NULL))
            continue;
        due = write_beside(fill, ply, last ? end : NULL, how->no_comments) && pairs;
        aise_buffer_reserve(fill->out, (game->ply_count - i) * PLY_ROOM);
    }
}

void aise_pgn_movetext(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    AiseFill fill = aise_fill_begin(out);
    if (!how->no_comments)
        write_comment(&fill, game->notes, true); /* PGN has no variation before the first move */
    write_plies(game, how, &fill);
    if (!aise_text_blank(game->unparsed))
        aise_fill_unparsed(&fill, game->unparsed);
    aise_fill_text(&fill, aise_result_text(game->result));
    aise_buffer_add(out, "\n\n", 2);
}

static void write_tag(void *context, const AiseOwnTag *tag)
{
    aise_tag_write(context, tag);
}

void aise_pgn_tags(const AiseGame *game, const AiseOwnTags *own, AiseBuffer *out)
{
    aise_tags_each(game, own, write_tag, out);
}

void aise_pgn_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    AiseOwnTags own;
    own.count = 0;
    aise_own_variant(&own, game, how, "Variant");
    aise_own_start(&own, game, true);
    aise_pgn_tags(game, &own, out);
    aise_pgn_movetext(game, how, out);
}
