/* games VARIANT MEGABYTES PGN [LISTING]: writes that many megabytes of random lawful games to the file PGN, in dialect
   aise as the program itself writes it, and the same games to LISTING, one pair of turns a line, the Italian way (for
   variants with one ply a turn). Always the same for the same arguments. Plies are drawn with a bias towards captures,
   development and the long game. Standard output: the numbers of games and plies. */
#include "rules/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 79, PLIES_LEAST = 30, PLIES_MORE = 46, KEEP_ALIVE = 60, TRIES = 8, MEN_LEAST = 4 };

/* The text of one game; room for the longest. */
typedef struct Text {
    FILE *file; /* NULL: not wanted */
    size_t length;
    size_t column;
    char bytes[1 << 20];
} Text;

typedef struct Games {
    const AiseVariant *variant;
    uint64_t seed;
    AisePosition position;
    AisePlies plies;
    bool commented; /* a comment stands since the last ply of White */
    unsigned long long count, played;
    Text pgn, listing;
} Games;

static uint64_t draw(Games *games, uint64_t below)
{
    games->seed ^= games->seed << 13;
    games->seed ^= games->seed >> 7;
    games->seed ^= games->seed << 17;
    return (games->seed >> 11) % below;
}

static unsigned weight(const Games *games, const AisePly *ply, size_t played)
{
    static const unsigned value[8] = {1, 3, 3, 5, 9, 0, 0, 0};
    const AisePosition *p = &games->position;
    unsigned kind = aise_man_kind(p->man[ply->agent_from]);
    if (ply->type == AISE_PLY_CASTLE_SHORT || ply->type == AISE_PLY_CASTLE_LONG)
        return 40;
    if (ply->type == AISE_PLY_LEAVE)
        return 1;
    if (ply->type == AISE_PLY_PUSH || ply->type == AISE_PLY_PULL)
        return ply->patient_to == AISE_OFF || ply->agent_to == AISE_OFF ? 1 : 8;
    unsigned much = kind == AISE_KING ? 2 : 8, taken = aise_man_kind(p->man[ply->agent_to]);
    if (taken != AISE_NO_KIND)
        much += 6 + 6 * (value[taken] >= value[kind] ? value[taken] - value[kind] + 1 : 0);
    if (ply->agent_promo == AISE_QUEEN)
        much += 60;
    if (played < 24 && (kind == AISE_KNIGHT || kind == AISE_BISHOP) && aise_rank(ply->agent_from) % 7 == 0)
        much += 14;
    if (aise_file(ply->agent_to) - 2u < 4 && aise_rank(ply->agent_to) - 2u < 4)
        much += 4;
    return much;
}

static AisePly choose(Games *games, size_t played)
{
    uint64_t sum = 0;
    const AisePlies *plies = &games->plies;
    for (size_t i = 0; i < plies->count; i++)
        sum += weight(games, &plies->ply[i], played);
    uint64_t left = draw(games, sum);
    for (size_t i = 0; i < plies->count; i++) {
        unsigned much = weight(games, &plies->ply[i], played);
        if (left < much)
            return plies->ply[i];
        left -= much;
    }
    return plies->ply[0];
}

/* ---- text ---- */

static void add(Text *text, const char *word)
{
    size_t length = strlen(word);
    memcpy(text->bytes + text->length, word, length);
    text->length += length;
}

/* One word of movetext, the line broken as PGN's export format wants it. */
static void add_word(Text *text, const char *word)
{
    size_t length = strlen(word);
    bool fits = text->column + 1 + length <= LINE_MOST;
    if (text->column != 0)
        add(text, fits ? " " : "\n");
    text->column = text->column != 0 && fits ? text->column + 1 + length : length;
    add(text, word);
}

static void add_number(Games *games, unsigned turn, unsigned side, bool first)
{
    char number[24];
    unsigned numbering = games->variant->numbering;
    bool black = side == AISE_BLACK && numbering != AISE_NUMBER_SERIES;
    if (!first || (black && numbering == AISE_NUMBER_PAIRS && !games->commented))
        return;
    snprintf(number, sizeof number, "%u%s", turn, black ? "..." : ".");
    add_word(&games->pgn, number);
}

/* ` [%aise ov=d4,h4]` for the squares of one kind of effect. */
static void squares_text(const AiseUndo *undo, const AisePosition *p, unsigned type, const char *key, char *out)
{
    uint64_t squares = 0;
    for (unsigned i = 0; i < undo->count; i++)
        if (undo->effect[i].type == type)
            squares |= aise_bit(undo->effect[i].from);
    const char *before = key;
    for (unsigned i = 0; i < 64; i++) {
        unsigned square = aise_square(i / 8, i % 8); /* by file, then rank */
        if ((squares & aise_bit(square)) == 0)
            continue;
        out += sprintf(out, "%s%c%c", before, "abcdefgh"[aise_file(square)], "12345678"[aise_rank(square)]);
        before = ",";
        for (unsigned k = 0; k < undo->count; k++)
            if (undo->effect[k].type == AISE_EFFECT_CHANGE && undo->effect[k].from == square)
                *out++ = "PNBRQK"[aise_man_kind(p->man[square])];
    }
    *out = '\0';
}

static void add_effects(Games *games, const AiseUndo *undo)
{
    char overloaded[256], restored[256], word[600];
    squares_text(undo, &games->position, AISE_EFFECT_OVERLOAD, "[%aise ov=", overloaded);
    squares_text(undo, &games->position, AISE_EFFECT_RESTORE, "[%aise re=", restored);
    games->commented = overloaded[0] != '\0' || restored[0] != '\0';
    if (!games->commented)
        return;
    snprintf(word, sizeof word, "{%s%s%s%s%s}", overloaded, overloaded[0] != '\0' ? "]" : "",
             overloaded[0] != '\0' && restored[0] != '\0' ? " " : "", restored, restored[0] != '\0' ? "]" : "");
    add_word(&games->pgn, word);
}

/* Capture sign and castling as Italians write them. */
static void italian(char *san)
{
    for (; *san != '\0'; san++)
        *san = *san == 'x' ? ':' : *san == 'O' ? '0' : *san;
}

static void add_italian(Games *games, const AisePly *ply, const char *suffix)
{
    AisePosition *p = &games->position;
    unsigned side = p->state.to_move;
    char number[24], san[AISE_SAN_MAX + 4];
    san[aise_san_write(games->variant, p, ply, "RDTAC", san)] = '\0';
    italian(san);
    snprintf(number, sizeof number, "%u.", p->state.turn);
    add(&games->listing, side == AISE_WHITE ? number : " ");
    add(&games->listing, san);
    add(&games->listing, suffix);
    if (side == AISE_BLACK)
        add(&games->listing, "\n");
}

static void play(Games *games, AisePly ply, bool first)
{
    AisePosition *p = &games->position;
    const AiseVariant *v = games->variant;
    AiseUndo undo;
    char san[AISE_SAN_MAX + 4];
    size_t length = aise_san_write(v, p, &ply, "KQRBN", san);
    add_number(games, p->state.turn, p->state.to_move, first);
    aise_rules_play(v, p, &ply, &undo);
    const char *suffix = aise_san_suffix(v, p);
    strcpy(san + length, suffix);
    add_word(&games->pgn, san);
    add_effects(games, &undo);
    games->played++;
    if (games->listing.file != NULL) {
        AisePosition after = *p;
        aise_undo(p, &undo);
        add_italian(games, &ply, suffix);
        *p = after;
    }
}

/* ---- a game ---- */

static AiseOutcome outcome(Games *games)
{
    AisePosition *p = &games->position;
    AiseOutcome ended = aise_rules_outcome(games->variant, p);
    return ended == AISE_PLAYING && aise_count(aise_occupied(p)) < MEN_LEAST ? AISE_DRAWN : ended;
}

/* A ply that does not end the game while it is young, if a few draws find one. */
static AisePly choose_lively(Games *games, size_t played)
{
    AisePosition *p = &games->position;
    AisePly ply = choose(games, played);
    for (unsigned try = 0; played < KEEP_ALIVE && try < TRIES; try++) {
        AiseUndo undo;
        aise_rules_play(games->variant, p, &ply, &undo);
        bool ends = p->state.outcome != AISE_PLAYING;
        aise_undo(p, &undo);
        if (!ends)
            break;
        ply = choose(games, played);
    }
    return ply;
}

static const char *play_game(Games *games)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2", "1/2-1/2"};
    AisePosition *p = &games->position;
    size_t most = PLIES_LEAST;
    for (unsigned i = 0; i < 3; i++)
        most += draw(games, PLIES_MORE);
    unsigned turn = 0, side = AISE_BLACK;
    AiseOutcome ended = AISE_PLAYING;
    aise_rules_start(games->variant, p);
    games->commented = false;
    for (size_t played = 0; played < most && ended == AISE_PLAYING; played++) {
        bool first = p->state.turn != turn || p->state.to_move != side;
        turn = p->state.turn;
        side = p->state.to_move;
        games->plies.count = 0;
        aise_rules_generate(games->variant, p, &games->plies);
        play(games, choose_lively(games, played), first);
        ended = outcome(games);
    }
    return ended != AISE_PLAYING ? results[ended] : results[1 + draw(games, 3)];
}

static void write_tags(const Games *games, const char *white, const char *black, unsigned elo, const char *result)
{
    unsigned long long n = games->count;
    const AiseVariant *v = games->variant;
    bool standard = strcmp(v->pgn, "Standard") == 0;
    FILE *file = games->pgn.file;
    fprintf(file,
            "[Event \"Synthetic Open %llu\"]\n[Site \"?\"]\n[Date \"2025.%02llu.%02llu\"]\n[Round \"%llu\"]\n"
            "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n",
            n / 100 + 1, n % 12 + 1, n % 28 + 1, n % 9 + 1, white, black, result);
    if (!standard)
        fprintf(file, "[AiseRules \"%s\"]\n", v->id);
    fprintf(file, "[BlackElo \"%u\"]\n", elo);
    if (!standard)
        fprintf(file, "[Variant \"%s\"]\n", v->pgn);
    fprintf(file, "[WhiteElo \"%u\"]\n\n", 4000 - elo);
}

static void write_text(const Text *text)
{
    size_t length = text->length;
    while (length > 0 && text->bytes[length - 1] == '\n')
        length--;
    fwrite(text->bytes, 1, length, text->file);
    fputs("\n\n", text->file);
}

static void write_game(Games *games)
{
    static const char *const names[] = {"Rossi", "Bianchi", "Verdi", "Esposito", "Ferrari", "Romano", "Colombo", "Ricci"};
    games->pgn.length = games->pgn.column = games->listing.length = 0;
    unsigned first = (unsigned)draw(games, 8), elo = 1500 + (unsigned)draw(games, 1000);
    const char *white = names[first], *black = names[(first + 1 + draw(games, 7)) % 8];
    const char *result = play_game(games);
    add_word(&games->pgn, result);
    write_tags(games, white, black, elo, result);
    write_text(&games->pgn);
    if (games->listing.file != NULL) {
        fprintf(games->listing.file, "%s-%s (Synthetic Open %llu) %s\n", white, black, games->count / 100 + 1, result);
        write_text(&games->listing);
    }
    games->count++;
}

static bool close_text(Text *text)
{
    return text->file == NULL || (ferror(text->file) == 0 && fclose(text->file) == 0);
}

int main(int argc, char **argv)
{
    static Games games;
    AiseGuard guard = {.error = AISE_OK};
    if (argc == 4 || argc == 5) {
        games.variant = aise_variant_find(argv[1], strlen(argv[1]));
        games.pgn.file = fopen(argv[3], "w");
        games.listing.file = argc == 5 ? fopen(argv[4], "w") : NULL;
    }
    if (games.variant == NULL || games.pgn.file == NULL || (argc == 5 && games.listing.file == NULL)) {
        fputs("usage: games VARIANT MEGABYTES PGN [LISTING]\n", stderr);
        return 2;
    }
    if (setjmp(guard.jump) != 0)
        return 2;
    games.seed = UINT64_C(0x9E3779B97F4A7C15);
    aise_plies_init(&games.plies, &guard);
    long most = (long)(atof(argv[2]) * 1e6);
    if (games.listing.file != NULL)
        fprintf(games.listing.file, "%s\n\n", games.variant->title);
    while (ftell(games.pgn.file) < most)
        write_game(&games);
    aise_plies_free(&games.plies);
    printf("%llu %llu\n", games.count, games.played);
    return close_text(&games.pgn) && close_text(&games.listing) ? 0 : 2;
}
