/* Tag pairs in PGN order: the seven-tag roster, then the game's other tags and the sink's own in ASCII order. */
#include "src/pgn/movetext.h"

enum { ROSTER = 7, ROSTER_RESULT = 6 };

static const char *const roster_names[ROSTER] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

static bool in_roster(const char *name)
{
    for (unsigned i = 0; i < ROSTER; i++) /* most names are the very same strings */
        if (name == roster_names[i])
            return true;
    if (strchr("ESDRWB", *name) == NULL)
        return false;
    for (unsigned i = 0; i < ROSTER; i++)
        if (strcmp(name, roster_names[i]) == 0)
            return true;
    return false;
}

const char *aise_tag_value(const AiseGame *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

static const char *roster_value(const AiseGame *game, unsigned i)
{
    if (i == ROSTER_RESULT) /* the tag and the movetext never differ */
        return aise_result_text(game->result);
    if (i < game->tag_count &&
        (game->tags[i].name == roster_names[i] || strcmp(game->tags[i].name, roster_names[i]) == 0))
        return game->tags[i].value;
    const char *value = aise_tag_value(game, roster_names[i]);
    if (value == NULL || *value == '\0')
        return strcmp(roster_names[i], "Date") == 0 ? "????.??.??" : "?";
    return value;
}

static void insert_tag(AiseOwnTags *own, AiseOwnTag tag)
{
    size_t at = own->count++;
    for (; at > 0 && strcmp(own->tag[at - 1].name, tag.name) > 0; at--)
        own->tag[at] = own->tag[at - 1];
    own->tag[at] = tag;
}

void aise_own_tag(AiseOwnTags *own, const char *name, const char *value)
{
    insert_tag(own, (AiseOwnTag){name, value, 0});
}

void aise_own_source(AiseOwnTags *own, const AiseGame *game)
{
    insert_tag(own, (AiseOwnTag){"AiseSource", game->source, game->line});
}

void aise_own_variant(AiseOwnTags *own, const AiseGame *game, const AiseWriting *how, const char *variant_tag)
{
    if (!aise_variant_standard(game->variant)) {
        aise_own_tag(own, "AiseRules", game->variant->id);
        aise_own_tag(own, variant_tag, game->variant->pgn);
    }
    if (how->source_tag)
        aise_own_source(own, game);
}

void aise_own_start(AiseOwnTags *own, const AiseGame *game, bool set_up)
{
    if (!game->set_up)
        return;
    const AiseTraits *traits = &game->variant->traits;
    aise_fen_write(traits, &game->start, own->fen);
    aise_state_write(traits, &game->start, own->state);
    aise_own_tag(own, "FEN", own->fen);
    if (set_up)
        aise_own_tag(own, "SetUp", "1");
    if (own->state[0] != '\0')
        aise_own_tag(own, "AiseState", own->state);
}

void aise_tags_each(const AiseGame *game, const AiseOwnTags *own, AiseTagSink *sink, void *context)
{
    for (unsigned i = 0; i < ROSTER; i++)
        sink(context, &(AiseOwnTag){roster_names[i], roster_value(game, i), 0});
    size_t mine = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        const AiseTag *tag = &game->tags[i];
        if (in_roster(tag->name))
            continue;
        int order = -1;
        while (mine < own->count && (order = strcmp(own->tag[mine].name, tag->name)) < 0)
            sink(context, &own->tag[mine++]);
        if (mine == own->count || order != 0)
            sink(context, &(AiseOwnTag){tag->name, tag->value, 0});
    }
    while (mine < own->count)
        sink(context, &own->tag[mine++]);
}

/* Backslash before `\` and `"`; a tag has no line ends. Returns where it ends. */
static char *write_value(char *at, const char *value)
{
    for (; *value != '\0'; value++) {
        char byte = *value;
        if (byte == '"' || byte == '\\')
            *at++ = '\\';
        *at++ = byte == '\n' || byte == '\r' ? ' ' : byte;
    }
    return at;
}

void aise_tag_write(AiseBuffer *out, const AiseOwnTag *tag)
{
    size_t name = strlen(tag->name);
    aise_buffer_reserve(out, name + 2 * strlen(tag->value) + 3);
    char *at = out->bytes + out->length;
    *at++ = '[';
    memcpy(at, tag->name, name);
    at += name;
    *at++ = ' ';
    *at++ = '"';
    out->length = (size_t)(write_value(at, tag->value) - out->bytes);
    if (tag->line != 0) {
        aise_buffer_byte(out, ':');
        aise_buffer_number(out, tag->line);
    }
    aise_buffer_add(out, "\"]\n", 3);
}
