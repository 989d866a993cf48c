/* Variations to play through: a note `( … )` of numbers and plies, read and bound where it stands. */
#include "src/show/show.h"

#include <string.h>

typedef struct Reader {
    AiseLine *line;
    const AiseGame *game;
    AiseLetters letters;
    AisePosition position;
    bool begun; /* the first number has been read */
} Reader;

/* ---- where it begins ---- */

/* The position before the turn of that number and side; in the main line, not later than the ply after the note. */
static bool find_turn(Reader *reader, size_t plies, uint32_t turn, bool black)
{
    const AiseVariant *v = reader->game->variant;
    reader->position = reader->game->start;
    for (size_t i = 0;; i++) {
        const AiseState *s = &reader->position.state;
        bool whole = s->left == aise_turn_plies(&v->traits, s->to_move, s->turn);
        if (whole && s->turn == turn && (v->numbering == AISE_NUMBER_SERIES || black == (s->to_move == AISE_BLACK)))
            return true;
        if (i >= plies)
            return false;
        AiseUndo undo;
        aise_rules_play(v, &reader->position, &reader->game->plies[i].ply, &undo);
    }
}

/* ---- one ply ---- */

static void record_ply(Reader *reader, const AisePly *ply)
{
    const AiseVariant *v = reader->game->variant;
    const AiseState *s = &reader->position.state;
    AisePlyRecord *record = &reader->line->ply[reader->line->count++];
    AiseUndo undo;
    *record = (AisePlyRecord){.ply = *ply, .turn = s->turn, .side = s->to_move};
    record->first = s->left == aise_turn_plies(&v->traits, s->to_move, s->turn);
    size_t length = aise_san_write(v, &reader->position, ply, "KQRBN", record->san);
    aise_rules_play(v, &reader->position, ply, &undo);
    const char *suffix = aise_san_suffix(v, &reader->position);
    memcpy(record->san + length, suffix, strlen(suffix) + 1);
    record->san_length = (uint8_t)(length + strlen(suffix));
    for (unsigned i = 0; i < undo.count; i++) {
        if (undo.effect[i].type == AISE_EFFECT_OVERLOAD)
            record->overloaded |= aise_bit(undo.effect[i].from);
        else if (undo.effect[i].type == AISE_EFFECT_RESTORE)
            record->restored |= aise_bit(undo.effect[i].from);
    }
}

/* Plays what is written if exactly one lawful ply answers to it. */
static bool bind(Reader *reader, const AiseWritten *written, AisePlies *found)
{
    if (reader->line->count == AISE_LINE_PLIES)
        return false;
    found->count = 0;
    aise_rules_resolve(reader->game->variant, &reader->position, written, found);
    if (found->count != 1)
        return false;
    record_ply(reader, &found->ply[0]);
    return true;
}

static size_t without_marks(const char *token, size_t length)
{
    while (length > 0 && strchr("!?+#", token[length - 1]) != NULL)
        length--;
    return length;
}

/* One token: a ply with its patient or affected men, or several plies, as the variant's slash has it. */
static bool take_plies(Reader *reader, const char *token, size_t length, AisePlies *found)
{
    AiseWritten written;
    bool pending = false;
    const unsigned slash = reader->game->variant->slash;
    for (size_t at = 0; at <= length;) {
        const char *stop = memchr(token + at, '/', length - at);
        size_t part = stop != NULL ? (size_t)(stop - token) - at : length - at, bare = without_marks(token + at, part);
        bool good;
        if (pending && slash == AISE_JOIN_PATIENT)
            good = aise_written_patient(token + at, bare, reader->letters, &written);
        else if (pending && slash == AISE_JOIN_AFFECTED)
            good = aise_written_affected(token + at, bare, reader->letters, &written);
        else
            good = (!pending || bind(reader, &written, found)) &&
                   aise_written_ply(token + at, bare, reader->letters, &written);
        if (!good)
            return false;
        pending = true;
        at += part + 1;
    }
    return pending && bind(reader, &written, found);
}

/* ---- tokens ---- */

/* A turn number with its dots (`2.`, `2...`, `2. …`) at `text`: its length, 0 if there is none. */
static size_t number_length(const char *text, size_t length, uint32_t *turn, bool *black)
{
    size_t at = 0, dots = 0;
    *turn = 0;
    while (at < length && at < 9 && text[at] >= '0' && text[at] <= '9')
        *turn = *turn * 10 + (uint32_t)(text[at++] - '0');
    if (at == 0)
        return 0;
    for (size_t end = at; end < length; end++) {
        if (text[end] == '.') {
            dots++;
        } else if (length - end >= 3 && memcmp(text + end, "…", 3) == 0) {
            dots += 2;
            end += 2;
        } else if (text[end] != ' ') {
            break;
        }
        at = text[end] == ' ' ? at : end + 1;
    }
    *black = dots > 1;
    return dots > 0 ? at : 0;
}

/* The first number says where the variation begins; the others follow from the plies. */
static bool take_number(Reader *reader, size_t plies, uint32_t turn, bool black)
{
    if (reader->begun)
        return true;
    reader->begun = find_turn(reader, plies, turn, black);
    reader->line->start = reader->position;
    return reader->begun;
}

static bool take_token(Reader *reader, const char *token, size_t length, AisePlies *found)
{
    if (without_marks(token, length) == 0 || *token == '$')
        return true;
    return reader->begun && memchr(token, '{', length) == NULL && take_plies(reader, token, length, found);
}

static bool read_line(const AiseGame *game, size_t plies, const AiseNote *note, AiseLetters letters, AisePlies *found,
                      AiseLine *line)
{
    Reader reader = {.line = line, .game = game, .letters = letters};
    const char *at = note->text, *end = note->text + note->length;
    line->count = 0;
    if (note->length < 2 || *at != '(' || end[-1] != ')')
        return false;
    end--;
    for (at++; at < end;) {
        uint32_t turn;
        bool black;
        if (*at == ' ' || *at == '\n') {
            at++;
            continue;
        }
        size_t length = number_length(at, (size_t)(end - at), &turn, &black);
        bool good = length != 0 && take_number(&reader, plies, turn, black);
        if (length == 0) {
            while (at + length < end && at[length] != ' ' && at[length] != '\n')
                length++;
            good = take_token(&reader, at, length, found);
        }
        if (!good)
            return false;
        at += length;
    }
    return line->count > 0;
}

static bool same_plies(const AiseLine *a, const AiseLine *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++)
        same = aise_ply_same(&a->ply[i].ply, &b->ply[i].ply);
    return same;
}

typedef struct Readings {
    AiseGuard guard;
    AisePlies found;
    bool english, italian;
    AiseLine other;
} Readings;

/* Both readings, with the guard turned here. false: out of memory. */
static bool read_guarded(const AiseGame *game, size_t plies, const AiseNote *note, AiseLine *line, Readings *out)
{
    aise_plies_init(&out->found, &out->guard);
    if (setjmp(out->guard.jump) != 0)
        return false;
    out->english = read_line(game, plies, note, AISE_LETTERS_ENGLISH, &out->found, line);
    out->italian = read_line(game, plies, note, AISE_LETTERS_ITALIAN, &out->found, &out->other);
    return true;
}

bool aise_line_read(const AiseGame *game, size_t plies, const AiseNote *note, AiseGuard *guard, AiseLine *line)
{
    Readings readings;
    bool good = read_guarded(game, plies, note, line, &readings);
    aise_plies_free(&readings.found);
    if (!good)
        aise_guard_raise(guard, AISE_ERROR_MEMORY);
    /* R is a king or a rook: when both readings hold and differ, nobody knows. */
    if (readings.english && readings.italian)
        return same_plies(line, &readings.other);
    if (readings.italian)
        *line = readings.other;
    return readings.english || readings.italian;
}
