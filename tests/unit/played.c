#include "played.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

void played_begin(Played *played, const char *variant, const char *event, const char *white, const char *black,
                  AiseResult result)
{
    memset(played, 0, sizeof *played);
    AiseGame *game = &played->game;
    game->variant = aise_variant_find(variant, strlen(variant));
    ck_assert_ptr_nonnull(game->variant);
    game->result = result;
    game->tags = played->tag;
    game->plies = played->ply;
    game->source = "sheet.txt";
    game->line = 3;
    game->text = "Nc3";
    game->number = 1;
    played_tag(played, "Event", event != NULL ? event : "?");
    played_tag(played, "Site", "?");
    played_tag(played, "Date", "????.??.??");
    played_tag(played, "Round", "?");
    played_tag(played, "White", white != NULL ? white : "?");
    played_tag(played, "Black", black != NULL ? black : "?");
    played_tag(played, "Result", "?"); /* the sinks write the game's */
    aise_rules_start(game->variant, &game->start);
    game->final = game->start;
}

void played_set_up(Played *played, const char *fen, const char *state)
{
    char error[160] = "";
    bool good = aise_rules_setup(played->game.variant, fen, state, &played->game.start, error, sizeof error);
    ck_assert_msg(good, "%s: %s", fen, error);
    played->game.final = played->game.start;
    played->game.set_up = true;
}

void played_tag(Played *played, const char *name, const char *value)
{
    for (size_t i = 0; i < played->game.tag_count; i++)
        if (strcmp(played->tag[i].name, name) == 0) {
            played->tag[i].value = value;
            return;
        }
    played->tag[played->game.tag_count++] = (AiseTag){name, value};
}

static void take_effects(const AiseUndo *undo, AisePlyRecord *record)
{
    for (unsigned i = 0; i < undo->count; i++) {
        if (undo->effect[i].type == AISE_EFFECT_OVERLOAD)
            record->overloaded |= aise_bit(undo->effect[i].from);
        if (undo->effect[i].type == AISE_EFFECT_RESTORE)
            record->restored |= aise_bit(undo->effect[i].from);
    }
}

static bool find_ply(Played *played, AisePosition *position, const char *san, AisePly *out)
{
    const AiseVariant *v = played->game.variant;
    char text[AISE_SAN_MAX];
    AisePlies plies;
    bool found = false;
    aise_plies_init(&plies, &played->guard);
    aise_rules_generate(v, position, &plies);
    for (size_t i = 0; i < plies.count && !found; i++) {
        size_t length = aise_san_write(v, position, &plies.ply[i], "KQRBN", text);
        found = length == strlen(san) && memcmp(text, san, length) == 0;
        *out = plies.ply[i];
    }
    aise_plies_free(&plies);
    return found;
}

static void play(Played *played, const char *san, unsigned nag)
{
    AiseGame *game = &played->game;
    AisePosition *position = &game->final;
    AisePlyRecord *record = &played->ply[game->ply_count++];
    bool found = find_ply(played, position, san, &record->ply);
    ck_assert_msg(found, "ply %zu, %s, is not lawful", game->ply_count, san);
    record->turn = position->state.turn;
    record->side = position->state.to_move;
    record->first = position->state.left ==
                    aise_turn_plies(&game->variant->traits, position->state.to_move, position->state.turn);
    AiseUndo undo;
    aise_rules_play(game->variant, position, &record->ply, &undo);
    take_effects(&undo, record);
    strcpy(record->san, san);
    strcat(record->san, aise_san_suffix(game->variant, position));
    record->san_length = (uint8_t)strlen(record->san);
    if (nag != 0)
        record->nag[record->nag_count++] = (uint8_t)nag;
    game->outcome = aise_rules_outcome(game->variant, position);
}

void played_plies(Played *played, const char *plies)
{
    static const char *const marks[7] = {"", "!", "?", "!!", "??", "!?", "?!"};
    char copy[4096], *rest = copy;
    ck_assert_uint_lt(strlen(plies), sizeof copy);
    strcpy(copy, plies);
    for (char *san; (san = strtok_r(rest, " ", &rest)) != NULL;) {
        size_t length = strcspn(san, "!?");
        unsigned nag = 0;
        for (unsigned i = 1; i < 7; i++)
            if (strcmp(san + length, marks[i]) == 0)
                nag = i;
        san[length] = '\0';
        play(played, san, nag);
    }
}

static void add_note(Played *played, AiseNoteKind kind, const char *text)
{
    AiseGame *game = &played->game;
    AiseNote *note = &played->note[played->notes++];
    *note = (AiseNote){NULL, (uint8_t)kind, text, strlen(text)};
    const AiseNote **link = game->ply_count == 0 ? &game->notes : &played->ply[game->ply_count - 1].notes;
    while (*link != NULL)
        link = (const AiseNote **)&((AiseNote *)*link)->next;
    *link = note;
}

void played_comment(Played *played, const char *text)
{
    add_note(played, AISE_NOTE_COMMENT, text);
}

void played_variation(Played *played, const char *text)
{
    add_note(played, AISE_NOTE_VARIATION, text);
}
