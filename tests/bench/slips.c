#include "tests/bench/slips.h"

#include "tests/bench/style.h"

#include <string.h>

/* ---- reading ---- */

static void take_errors(SlipReader *reader, const AiseGame *game, SlipGame *to)
{
    for (size_t i = 0; i < game->finding_count; i++) {
        const AiseFinding *f = &game->findings[i];
        if ((f->severity != AISE_ERROR_SEVERITY || f->code == AISE_CODE_B202) && f->code != AISE_CODE_B214)
            continue; /* an ambiguity stops no game */
        to->noticed = true;
        to->line = f->line;
        to->column = f->column;
        strcpy(to->code, aise_code_name(f->code));
        to->fixes = f->fix_count;
        for (unsigned k = 0; k < f->fix_count; k++) {
            SlipFix *fix = &to->fix[k];
            *fix = (SlipFix){.line = f->fix[k].line, .column = f->fix[k].column, .length = f->fix[k].length};
            if (strlen(f->fix[k].text) < sizeof fix->text)
                strcpy(fix->text, f->fix[k].text);
            if (k < reader->replay.proposals) {
                fix->cost = reader->replay.proposal[k].cost;
                fix->whole = reader->replay.proposal[k].whole;
            }
        }
        return;
    }
}

static void on_game(void *context, const AiseGame *game)
{
    SlipReader *reader = context;
    SlipGame *to = reader->game;
    if (reader->games++ > 0) {
        to->damaged = true;
        return;
    }
    to->variant = game->variant;
    to->damaged = game->status != AISE_GAME_OK;
    to->english = game->letters == AISE_LETTERS_ENGLISH;
    to->plies = game->ply_count < SLIP_PLIES_MAX ? game->ply_count : SLIP_PLIES_MAX;
    for (size_t i = 0; i < to->plies; i++) {
        AiseSpan span = game->plies[i].text;
        to->ply[i] = game->plies[i].ply;
        to->text[i] = (AiseSpan){span.begin + reader->offset, span.end + reader->offset};
        to->turn[i] = game->plies[i].turn;
        to->side[i] = game->plies[i].side;
    }
    take_errors(reader, game, to);
}

static void on_record(void *context, const AiseRecord *record)
{
    SlipReader *reader = context;
    reader->offset = (uint32_t)record->offset;
    aise_replay_record(&reader->replay, record);
}

void slip_reader_init(SlipReader *reader, AiseGuard *guard)
{
    AiseReplaySink sink = {reader, on_game, NULL};
    reader->guard = guard;
    aise_replay_init(&reader->replay, guard, &sink);
}

void slip_reader_free(SlipReader *reader)
{
    aise_replay_free(&reader->replay);
}

void slip_read(SlipReader *reader, const AiseBuffer *text, bool repair, SlipGame *game)
{
    reader->game = game;
    reader->games = 0;
    reader->replay.repair = repair;
    game->damaged = true;
    game->noticed = false;
    game->plies = game->fixes = 0;
    aise_replay_begin(&reader->replay, "listing");
    AiseGrammar *grammar = aise_grammar_new(reader->guard, on_record, reader);
    aise_grammar_feed(grammar, text->bytes, text->length);
    aise_grammar_finish(grammar);
    aise_grammar_free(grammar);
    aise_replay_end(&reader->replay);
}

/* ---- slips ---- */

/* How often people make them. */
static const struct {
    const char *name;
    unsigned weight;
} kinds[SLIP_KINDS] = {
    [SLIP_KEY] = {"key beside", 250},      [SLIP_LOOK] = {"look-alike", 50},      [SLIP_MISSING] = {"missing", 150},
    [SLIP_DOUBLED] = {"doubled", 70},      [SLIP_SWAPPED] = {"swapped", 100},     [SLIP_EXTRA] = {"extra", 40},
    [SLIP_MAN] = {"man", 40},              [SLIP_LANGUAGE] = {"language", 25},    [SLIP_FILE] = {"file", 45},
    [SLIP_RANK] = {"rank", 45},            [SLIP_SEPARATOR] = {"separator", 40},  [SLIP_JOINED] = {"joined", 15},
    [SLIP_ORIGIN] = {"origin", 25},        [SLIP_SIGN] = {"sign", 10},            [SLIP_ORDER] = {"plies swapped", 20},
    [SLIP_TURNS] = {"turns swapped", 6},   [SLIP_LEFT_OUT] = {"ply left out", 12}, [SLIP_TWICE] = {"ply twice", 15},
    [SLIP_AGAIN] = {"turn twice", 6},      [SLIP_CASTLING] = {"castling", 12},    [SLIP_NUMBER] = {"number off", 15},
    [SLIP_NUMBER_KEY] = {"number key", 9},
};

const char *slip_name(unsigned kind)
{
    return kinds[kind].name;
}

int slip_find(const char *name)
{
    for (int i = 0; i < SLIP_KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return i;
    return -1;
}

/* A slip in the making: [begin, end) of the sound text becomes `text`. */
typedef struct Typist {
    const SlipGame *game;
    const char *sound;
    size_t length;
    uint64_t *seed;
    size_t begin, end;
    char text[512];
} Typist;

static unsigned draw(Typist *t, unsigned below)
{
    return style_draw(t->seed, below);
}

static bool change(Typist *t, size_t begin, size_t end, const char *text, size_t length)
{
    if (length >= sizeof t->text || (length == end - begin && memcmp(text, t->sound + begin, length) == 0))
        return false;
    memmove(t->text, text, length);
    t->text[length] = '\0';
    t->begin = begin;
    t->end = end;
    return true;
}

static size_t draw_ply(Typist *t)
{
    return draw(t, (unsigned)t->game->plies);
}

/* A character of a random ply that belongs to its notation. */
static size_t draw_character(Typist *t)
{
    for (;;) {
        AiseSpan span = t->game->text[draw_ply(t)];
        size_t at = span.begin + draw(t, span.end - span.begin);
        char sign = t->sound[at];
        if ((sign >= '0' && sign <= '9') || (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || sign == ':')
            return at;
    }
}

/* A key that touches that of `sign`, on the same level; 0 if none. */
static char draw_neighbour(Typist *t, char sign)
{
    static const char *const rows[2][4] = {{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm,.-"},
                                           {"!\"$%&/()=?", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM;:_"}};
    char found[8];
    unsigned count = 0;
    for (unsigned level = 0; level < 2; level++)
        for (int row = 0; row < 4; row++) {
            const char *at = strchr(rows[level][row], sign);
            if (at == NULL)
                continue;
            int x = (int)(at - rows[level][row]);
            const int around[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {1, -1}, {-1, 1}, {0, 1}};
            for (unsigned i = 0; i < 6; i++) {
                int nx = x + around[i][0], ny = row + around[i][1];
                if (ny >= 0 && ny < 4 && nx >= 0 && nx < (int)strlen(rows[level][ny]))
                    found[count++] = rows[level][ny][nx];
            }
        }
    return (char)(count == 0 ? 0 : found[draw(t, count)]);
}

static bool make_key(Typist *t)
{
    size_t at = draw_character(t);
    char other = draw_neighbour(t, t->sound[at]);
    return other != 0 && change(t, at, at + 1, &other, 1);
}

static bool make_look(Typist *t)
{
    static const char *const alike[] = {"1lI", "0Oo", "5S", "8B"};
    size_t at = draw_character(t);
    for (unsigned i = 0; i < 4; i++)
        if (strchr(alike[i], t->sound[at]) != NULL)
            return change(t, at, at + 1, &alike[i][draw(t, (unsigned)strlen(alike[i]))], 1);
    return false;
}

static bool make_missing(Typist *t)
{
    size_t at = draw_character(t);
    return change(t, at, at + 1, "", 0);
}

static bool make_doubled(Typist *t)
{
    size_t at = draw_character(t);
    char twice[2] = {t->sound[at], t->sound[at]};
    return change(t, at, at + 1, twice, 2);
}

static bool make_swapped(Typist *t)
{
    AiseSpan span = t->game->text[draw_ply(t)];
    if (span.end - span.begin < 2)
        return false;
    size_t at = span.begin + draw(t, span.end - span.begin - 1);
    char turned[2] = {t->sound[at + 1], t->sound[at]};
    if (((unsigned char)turned[0] | (unsigned char)turned[1]) >= 0x80)
        return false;
    return change(t, at, at + 2, turned, 2);
}

static bool make_extra(Typist *t)
{
    size_t at = draw_character(t);
    char both[2] = {t->sound[at], draw_neighbour(t, t->sound[at])};
    return both[1] != 0 && change(t, at, at + 1, both, 2);
}

static const char italian[] = "CATDR", english[] = "NBRQK";

static bool make_man(Typist *t)
{
    size_t at = draw_character(t);
    const char *men = t->game->english ? english : italian;
    if (strchr(men, t->sound[at]) == NULL)
        return false;
    return change(t, at, at + 1, &men[draw(t, 5)], 1);
}

static bool make_language(Typist *t)
{
    size_t at = draw_character(t);
    const char *own = t->game->english ? english : italian, *other = t->game->english ? italian : english;
    const char *man = strchr(own, t->sound[at]);
    return man != NULL && change(t, at, at + 1, &other[man - own], 1);
}

/* Mostly the one beside. */
static bool make_row(Typist *t, char first)
{
    size_t at = draw_character(t);
    char sign = t->sound[at];
    if (sign < first || sign > first + 7)
        return false;
    int to = draw(t, 4) > 0 ? sign + (draw(t, 2) ? 1 : -1) : first + (int)draw(t, 8);
    if (to < first || to > first + 7)
        return false;
    char other = (char)to;
    return change(t, at, at + 1, &other, 1);
}

/* The separator behind a ply (or within it), if nothing but that stands before the next. */
static bool draw_separator(Typist *t, size_t *begin, size_t *end)
{
    size_t i = draw_ply(t);
    AiseSpan span = t->game->text[i];
    const char *slash = memchr(t->sound + span.begin, '/', span.end - span.begin);
    if (slash != NULL && draw(t, 2) == 0) {
        *begin = (size_t)(slash - t->sound);
        *end = *begin + 1;
        return true;
    }
    if (i + 1 == t->game->plies)
        return false;
    *begin = span.end;
    *end = t->game->text[i + 1].begin;
    for (size_t at = *begin; at < *end; at++)
        if (strchr("/, ", t->sound[at]) == NULL)
            return false;
    return *end > *begin;
}

static bool make_separator(Typist *t)
{
    size_t begin, end;
    return draw_separator(t, &begin, &end) && change(t, begin, end, "", 0);
}

static bool make_joined(Typist *t)
{
    size_t begin, end;
    if (!draw_separator(t, &begin, &end))
        return false;
    return memchr(t->sound + begin, '/', end - begin) != NULL ? change(t, begin, end, " ", 1)
                                                               : change(t, begin, end, "/", 1);
}

static bool is_file(char sign)
{
    return sign >= 'a' && sign <= 'h';
}

static bool is_rank(char sign)
{
    return sign >= '1' && sign <= '8';
}

static bool make_origin(Typist *t)
{
    AiseSpan span = t->game->text[draw_ply(t)];
    const char *token = t->sound + span.begin;
    size_t length = span.end - span.begin;
    if (length < 4 || strchr("CATDRNBQK", token[0]) == NULL || !(is_file(token[1]) || is_rank(token[1])) ||
        (is_file(token[1]) && is_rank(token[2])) || !(is_file(token[2]) || token[2] == ':' || token[2] == 'x'))
        return false;
    char other = (char)((is_file(token[1]) ? 'a' : '1') + (int)draw(t, 8));
    return change(t, span.begin + 1u, span.begin + 2u, &other, draw(t, 2));
}

static bool make_sign(Typist *t)
{
    AiseSpan span = t->game->text[draw_ply(t)];
    for (size_t at = span.begin; at < span.end; at++)
        if (t->sound[at] == ':' || t->sound[at] == 'x')
            return change(t, at, at + 1, "", 0);
    return false;
}

/* Plies i and j with only separators between them. */
static bool beside(const Typist *t, size_t i, size_t j)
{
    for (size_t at = t->game->text[i].end; at < t->game->text[j].begin; at++)
        if (strchr("/, +#!?", t->sound[at]) == NULL)
            return false;
    return true;
}

/* Exchanges plies [i, j) and [j, k). */
static bool exchange(Typist *t, size_t i, size_t j, size_t k)
{
    char text[512];
    size_t a = t->game->text[i].begin, b = t->game->text[j - 1].end, c = t->game->text[j].begin, d = t->game->text[k - 1].end;
    if (d - a >= sizeof text)
        return false;
    memcpy(text, t->sound + c, d - c);
    memcpy(text + (d - c), t->sound + b, c - b);
    memcpy(text + (d - b), t->sound + a, b - a);
    return change(t, a, d, text, d - a);
}

static bool make_order(Typist *t)
{
    size_t i = draw_ply(t);
    return i + 1 < t->game->plies && beside(t, i, i + 1) && exchange(t, i, i + 1, i + 2);
}

static size_t turn_end(const Typist *t, size_t i)
{
    size_t end = i + 1;
    while (end < t->game->plies && t->game->side[end] == t->game->side[i] && t->game->turn[end] == t->game->turn[i])
        end++;
    return end;
}

static bool make_turns(Typist *t)
{
    size_t i = draw_ply(t);
    while (i > 0 && t->game->side[i - 1] == t->game->side[i] && t->game->turn[i - 1] == t->game->turn[i])
        i--;
    size_t j = turn_end(t, i);
    if (j == t->game->plies)
        return false;
    size_t k = turn_end(t, j);
    return beside(t, j - 1, j) && exchange(t, i, j, k);
}

static bool make_left_out(Typist *t)
{
    size_t i = draw_ply(t);
    if (i + 1 < t->game->plies && beside(t, i, i + 1))
        return change(t, t->game->text[i].begin, t->game->text[i + 1].begin, "", 0);
    return i > 0 && beside(t, i - 1, i) && change(t, t->game->text[i - 1].end, t->game->text[i].end, "", 0);
}

/* Plies [i, j) with the separator behind them, once more. */
static bool repeat(Typist *t, size_t i, size_t j)
{
    char text[512];
    if (j >= t->game->plies || !beside(t, j - 1, j))
        return false;
    size_t a = t->game->text[i].begin, b = t->game->text[j].begin;
    if (2 * (b - a) >= sizeof text)
        return false;
    memcpy(text, t->sound + a, b - a);
    memcpy(text + (b - a), t->sound + a, b - a);
    return change(t, a, b, text, 2 * (b - a));
}

static bool make_twice(Typist *t)
{
    size_t i = draw_ply(t);
    return repeat(t, i, i + 1);
}

static bool make_again(Typist *t)
{
    size_t i = draw_ply(t);
    while (i > 0 && t->game->side[i - 1] == t->game->side[i] && t->game->turn[i - 1] == t->game->turn[i])
        i--;
    return repeat(t, i, turn_end(t, i));
}

static bool make_castling(Typist *t)
{
    char text[32];
    for (size_t i = 0; i < t->game->plies; i++) {
        bool is_short = t->game->ply[i].type == AISE_PLY_CASTLE_SHORT;
        if (!is_short && t->game->ply[i].type != AISE_PLY_CASTLE_LONG)
            continue;
        const char *token = t->sound + t->game->text[i].begin;
        size_t length = t->game->text[i].end - t->game->text[i].begin;
        if (length + length > sizeof text)
            return false;
        size_t part = is_short ? length - 1 : (length - 1) / 2; /* a nought with its dash */
        memcpy(text, token, part);
        memcpy(text + part, token, length);
        return is_short ? change(t, t->game->text[i].begin, t->game->text[i].end, text, part + length)
                        : change(t, t->game->text[i].begin, t->game->text[i].end, token, part + 1);
    }
    return false;
}

/* Digits of a number that stands before a ply. */
static bool draw_number(Typist *t, size_t *begin, size_t *end)
{
    size_t at = t->game->text[draw_ply(t)].begin;
    while (at > 0 && strchr(". )", t->sound[at - 1]) != NULL)
        at--;
    *end = at;
    while (at > 0 && t->sound[at - 1] >= '0' && t->sound[at - 1] <= '9')
        at--;
    *begin = at;
    return *end > *begin && (at == 0 || t->sound[at - 1] == ' ' || t->sound[at - 1] == '\n');
}

static bool make_number(Typist *t)
{
    size_t begin, end;
    unsigned value = 0;
    char text[8];
    if (!draw_number(t, &begin, &end))
        return false;
    for (size_t at = begin; at < end; at++)
        value = value * 10 + (unsigned)(t->sound[at] - '0');
    value = draw(t, 2) ? value + 1 : value - 1;
    if (value == 0)
        return false;
    size_t length = 0;
    for (unsigned by = 1000; by > 0; by /= 10)
        if (value >= by)
            text[length++] = (char)('0' + value / by % 10);
    return change(t, begin, end, text, length);
}

static bool make_number_key(Typist *t)
{
    size_t begin, end;
    if (!draw_number(t, &begin, &end))
        return false;
    size_t at = begin + draw(t, (unsigned)(end - begin));
    char other = draw_neighbour(t, t->sound[at]);
    return draw(t, 4) == 0 ? change(t, at, at + 1, "", 0) : other != 0 && change(t, at, at + 1, &other, 1);
}

static bool make(Typist *t, unsigned kind)
{
    switch (kind) {
    case SLIP_KEY: return make_key(t);
    case SLIP_LOOK: return make_look(t);
    case SLIP_MISSING: return make_missing(t);
    case SLIP_DOUBLED: return make_doubled(t);
    case SLIP_SWAPPED: return make_swapped(t);
    case SLIP_EXTRA: return make_extra(t);
    case SLIP_MAN: return make_man(t);
    case SLIP_LANGUAGE: return make_language(t);
    case SLIP_FILE: return make_row(t, 'a');
    case SLIP_RANK: return make_row(t, '1');
    case SLIP_SEPARATOR: return make_separator(t);
    case SLIP_JOINED: return make_joined(t);
    case SLIP_ORIGIN: return make_origin(t);
    case SLIP_SIGN: return make_sign(t);
    case SLIP_ORDER: return make_order(t);
    case SLIP_TURNS: return make_turns(t);
    case SLIP_LEFT_OUT: return make_left_out(t);
    case SLIP_TWICE: return make_twice(t);
    case SLIP_AGAIN: return make_again(t);
    case SLIP_CASTLING: return make_castling(t);
    case SLIP_NUMBER: return make_number(t);
    default: return make_number_key(t);
    }
}

static unsigned draw_kind(uint64_t *seed)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < SLIP_KINDS; i++)
        sum += kinds[i].weight;
    unsigned left = style_draw(seed, sum), kind = 0;
    while (left >= kinds[kind].weight)
        left -= kinds[kind++].weight;
    return kind;
}

bool slip_make(const SlipGame *game, const AiseBuffer *sound, uint64_t *seed, int only, Slip *slip, AiseBuffer *out)
{
    Typist t = {.game = game, .sound = sound->bytes, .length = sound->length, .seed = seed};
    for (unsigned try = 0; try < 400; try++) {
        /* a kind that this game has no place for is drawn again */
        unsigned kind = only >= 0 ? (unsigned)only : try % 20 == 0 ? draw_kind(seed) : slip->kind;
        slip->kind = kind;
        if (!make(&t, kind))
            continue;
        slip->begin = t.begin;
        slip->length = strlen(t.text);
        out->length = 0;
        aise_buffer_add(out, sound->bytes, t.begin);
        aise_buffer_text(out, t.text);
        aise_buffer_add(out, sound->bytes + t.end, sound->length - t.end);
        return true;
    }
    return false;
}
