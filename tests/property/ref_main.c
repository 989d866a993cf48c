/* Command line of the reference generator. */
#include "ref.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: ref perft VARIANT FEN STATE DEPTH\n"
          "       ref moves VARIANT FEN STATE          lawful plies in dialect aise, sorted\n"
          "       ref ids VARIANT FEN STATE            the same, spelt unambiguously\n"
          "       ref check FILE.tsv [MAXCOUNT]        rows of a perft table\n"
          "       ref play VARIANT SEED NPLIES         a random game: FEN, tab, STATE\n"
          "       ref walk VARIANT SEED GAMES NPLIES   random games: VARIANT, FEN, STATE of every position\n"
          "       ref reload < ROWS                    are rows of `walk` read and written back the same?\n",
          stderr);
    return 2;
}

static bool load(RefPosition *p, const char *variant, const char *fen, const char *aise_state)
{
    char error[128] = "unknown variant";
    RefVariant v;
    if (ref_variant(variant, &v) && ref_load(p, v, fen, aise_state, error, sizeof error))
        return true;
    fprintf(stderr, "ref: %s: %s\n", fen, error);
    return false;
}

static int run_perft(char **arg)
{
    RefPosition p;
    if (!load(&p, arg[0], arg[1], arg[2]))
        return 2;
    printf("%llu\n", ref_perft(&p, atoi(arg[3])));
    return 0;
}

static int by_bytes(const void *a, const void *b) { return strcmp(a, b); }

static int run_moves(char **arg, bool ids)
{
    RefPosition p;
    if (!load(&p, arg[0], arg[1], arg[2]))
        return 2;
    RefPlies plies = ref_moves(&p);
    char(*line)[REF_TEXT_MAX] = calloc(plies.count + 1, sizeof *line);
    if (!line)
        abort();
    for (size_t i = 0; i < plies.count; i++)
        if (ids)
            ref_ply_id(&plies.ply[i], line[i]);
        else
            ref_ply_text(&p, &plies.ply[i], line[i]);
    qsort(line, plies.count, sizeof *line, by_bytes);
    for (size_t i = 0; i < plies.count; i++)
        puts(line[i]);
    free(line);
    ref_plies_free(&plies);
    return 0;
}

/* Splits at tabs in place; false if there are not `count` columns. */
static bool split(char *row, char **column, int count)
{
    row[strcspn(row, "\r\n")] = '\0';
    for (int i = 0; i < count; i++) {
        column[i] = row;
        char *tab = strchr(row, '\t');
        if ((tab != NULL) != (i < count - 1))
            return false;
        if (tab) {
            *tab = '\0';
            row = tab + 1;
        }
    }
    return true;
}

static bool row_holds(char *column[5])
{
    RefPosition p;
    unsigned long long wanted = strtoull(column[4], NULL, 10), got = 0;
    if (load(&p, column[0], column[1], column[2]))
        got = ref_perft(&p, atoi(column[3]));
    if (got != wanted)
        printf("%s\t%s\t%s\t%s\t%s, got %llu\n", column[0], column[1], column[2], column[3], column[4], got);
    return got == wanted;
}

static int run_check(const char *path, unsigned long long most)
{
    char row[1024], *column[5];
    unsigned passed = 0, failed = 0;
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        return 2;
    }
    while (fgets(row, sizeof row, f)) {
        bool whole = split(row, column, 5);
        if (whole && strtoull(column[4], NULL, 10) > most)
            continue;
        if (whole && row_holds(column))
            passed++;
        else
            failed++;
    }
    fclose(f);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}

/* splitmix64: the same games everywhere. */
static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void play_game(RefVariant v, const char *prefix, uint64_t *seed, int most)
{
    RefPosition p;
    ref_start(&p, v);
    for (int n = 0;; n++) {
        char fen[REF_FEN_MAX], aise_state[REF_STATE_MAX];
        ref_fen(&p, fen);
        ref_state(&p, aise_state);
        printf("%s%s\t%s\n", prefix, fen, aise_state);
        RefPlies plies = ref_moves(&p);
        bool on = plies.count > 0 && n < most;
        if (on)
            ref_play(&p, &plies.ply[next_random(seed) % plies.count]);
        ref_plies_free(&plies);
        if (!on)
            return;
    }
}

static int run_play(char **arg, bool many)
{
    RefVariant v;
    char prefix[64] = "";
    uint64_t seed = strtoull(arg[1], NULL, 10);
    int games = many ? atoi(arg[2]) : 1, most = atoi(arg[many ? 3 : 2]);
    if (!ref_variant(arg[0], &v))
        return usage();
    if (many)
        snprintf(prefix, sizeof prefix, "%s\t", arg[0]);
    for (int i = 0; i < games; i++)
        play_game(v, prefix, &seed, most);
    return 0;
}

static bool reloads(char **column)
{
    char fen[REF_FEN_MAX], aise_state[REF_STATE_MAX];
    RefPosition p;
    if (!load(&p, column[0], column[1], column[2]))
        return false;
    ref_fen(&p, fen);
    ref_state(&p, aise_state);
    bool same = strcmp(fen, column[1]) == 0 && strcmp(aise_state, column[2]) == 0;
    if (!same)
        printf("%s\t%s\t%s, got %s\t%s\n", column[0], column[1], column[2], fen, aise_state);
    return same;
}

static int run_reload(void)
{
    char row[1024], *column[3];
    unsigned passed = 0, failed = 0;
    while (fgets(row, sizeof row, stdin)) {
        if (split(row, column, 3) && reloads(column))
            passed++;
        else
            failed++;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (strcmp(verb, "perft") == 0 && argc == 6)
        return run_perft(argv + 2);
    if (strcmp(verb, "moves") == 0 && argc == 5)
        return run_moves(argv + 2, false);
    if (strcmp(verb, "ids") == 0 && argc == 5)
        return run_moves(argv + 2, true);
    if (strcmp(verb, "check") == 0 && (argc == 3 || argc == 4))
        return run_check(argv[2], argc == 4 ? strtoull(argv[3], NULL, 10) : UINT64_MAX);
    if (strcmp(verb, "play") == 0 && argc == 5)
        return run_play(argv + 2, false);
    if (strcmp(verb, "walk") == 0 && argc == 6)
        return run_play(argv + 2, true);
    if (strcmp(verb, "reload") == 0 && argc == 2)
        return run_reload();
    return usage();
}
