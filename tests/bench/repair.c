/* How well slips are mended: puts one realistic slip into each of many sound games, corpus games and random ones, and sees
   what the linter proposes.

   repair [--games N] [--seed S] [--variant ID] [--kind NAME] [--misses N] [--plies N] [CORPUS-FILE…]

   Of N random games of all variants, and ten times each corpus game. Games that still replay whole are left out. */
#include "tests/bench/slips.h"
#include "tests/bench/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AS_LIKELY = 10 }; /* corrections that differ by less than this, one nat, have the same cost */
enum { GAMES = 9000, CORPUS_TIMES = 10, PLIES_LEAST = 16, PLIES_MORE = 90, TIMES_MOST = 1 << 20, VARIANTS_MOST = 16 };

/* What became of a group of slips. */
typedef struct Score {
    unsigned made, whole, lost, noticed, placed, first, three, undecided, decided, decided_first;
} Score;

typedef struct Bench {
    AiseGuard guard;
    SlipReader reader;
    AisePlies plies;
    AiseBuffer sound, slipped, mended;
    SlipGame base, broken, again;
    StyleGame game;
    StyleWay way;
    Score kind[SLIP_KINDS], variant[VARIANTS_MOST], sum;
    double time[TIMES_MOST];
    size_t times;
    unsigned misses; /* still to be shown */
    int only_kind;
    unsigned plies_more; /* a game has so many at most beyond PLIES_LEAST */
} Bench;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static bool same_game(const SlipGame *a, const SlipGame *b)
{
    if (a->plies != b->plies || b->damaged)
        return false;
    for (size_t i = 0; i < a->plies; i++)
        if (!aise_ply_same(&a->ply[i], &b->ply[i]))
            return false;
    return true;
}

/* Byte offset of line and column. */
static size_t place(const AiseBuffer *text, uint64_t line, uint64_t column)
{
    size_t at = 0;
    for (; line > 1 && at < text->length; at++)
        line -= text->bytes[at] == '\n';
    for (; column > 1 && at < text->length; column--)
        do
            at++;
        while (at < text->length && ((unsigned char)text->bytes[at] & 0xc0u) == 0x80u);
    return at;
}

static void stretch(const AiseBuffer *text, const SlipFix *fix, size_t *begin, size_t *end)
{
    *begin = place(text, fix->line, fix->column);
    *end = place(text, fix->line, fix->column + fix->length);
}

static bool mends(Bench *b, const SlipFix *fix)
{
    size_t begin, end;
    stretch(&b->slipped, fix, &begin, &end);
    b->mended.length = 0;
    aise_buffer_add(&b->mended, b->slipped.bytes, begin);
    aise_buffer_text(&b->mended, fix->text);
    aise_buffer_add(&b->mended, b->slipped.bytes + end, b->slipped.length - end);
    slip_read(&b->reader, &b->mended, false, &b->again);
    return same_game(&b->base, &b->again);
}

static void show_line(const AiseBuffer *text, size_t at)
{
    size_t begin = at, end = at;
    while (begin > 0 && text->bytes[begin - 1] != '\n')
        begin--;
    while (end < text->length && text->bytes[end] != '\n')
        end++;
    printf("    %.*s\n", (int)(end - begin), text->bytes + begin);
}

static void show_miss(Bench *b, const Slip *slip, const char *what)
{
    if (b->misses == 0)
        return;
    b->misses--;
    printf("-- %s, %s: %s\n", b->base.variant->id, slip_name(slip->kind), what);
    show_line(&b->sound, slip->begin);
    show_line(&b->slipped, slip->begin);
    printf("    breaks at %llu:%llu, %s\n", (unsigned long long)b->broken.line, (unsigned long long)b->broken.column,
           b->broken.code);
    for (unsigned i = 0; i < b->broken.fixes; i++) {
        const SlipFix *fix = &b->broken.fix[i];
        printf("    %llu:%llu+%llu \"%s\" (%u%s)\n", (unsigned long long)fix->line, (unsigned long long)fix->column,
               (unsigned long long)fix->length, fix->text, fix->cost, fix->whole ? "" : ", not to the end");
    }
    if (getenv("WHOLE") != NULL)
        printf("%.*s\n", (int)b->slipped.length, b->slipped.bytes);
}

static void count(Score *score, const Score *one)
{
    const unsigned *from = (const unsigned *)one;
    unsigned *to = (unsigned *)score;
    for (size_t i = 0; i < sizeof *score / sizeof *to; i++)
        to[i] += from[i];
}

static void judge_fixes(Bench *b, const Slip *slip, Score *one)
{
    const SlipGame *broken = &b->broken;
    bool undecided = broken->fixes > 1 && broken->fix[0].whole && broken->fix[1].whole &&
                     broken->fix[1].cost < broken->fix[0].cost + AS_LIKELY;
    bool decided = broken->fixes > 0 && broken->fix[0].whole && !undecided;
    one->noticed = 1;
    one->undecided = undecided;
    one->decided = decided;
    for (unsigned i = 0; i < broken->fixes && one->three == 0; i++)
        if (mends(b, &broken->fix[i])) {
            one->three = 1;
            one->first = i == 0;
        }
    one->decided_first = decided && one->first;
    if (broken->fixes > 0) {
        size_t begin, end;
        stretch(&b->slipped, &broken->fix[0], &begin, &end);
        one->placed = one->first || (begin <= slip->begin + slip->length && slip->begin <= end);
    }
    if (!one->first)
        show_miss(b, slip, broken->fixes == 0 ? "nothing proposed" : one->three ? "right, but not the first" : "wrong");
}

static size_t variant_index(const AiseVariant *v)
{
    size_t i = 0;
    while (aise_variants[i] != v)
        i++;
    return i;
}

/* The sound text is in b->sound, read in b->base. */
static void try_slip(Bench *b, uint64_t *seed)
{
    Slip slip;
    Score one = {.made = 1};
    if (!slip_make(&b->base, &b->sound, seed, b->only_kind, &slip, &b->slipped))
        return;
    double begin = now();
    slip_read(&b->reader, &b->slipped, true, &b->broken);
    double took = now() - begin;
    if (!b->broken.damaged && !b->broken.noticed) {
        one.whole = 1;
        one.lost = b->broken.plies + 2 < b->base.plies;
        if (one.lost)
            show_miss(b, &slip, "moves lost, nothing said");
    } else {
        judge_fixes(b, &slip, &one);
        if (b->times < TIMES_MOST)
            b->time[b->times++] = took;
    }
    count(&b->kind[slip.kind], &one);
    count(&b->variant[variant_index(b->base.variant)], &one);
    count(&b->sum, &one);
}

static bool take_base(Bench *b)
{
    slip_read(&b->reader, &b->sound, false, &b->base);
    return !b->base.damaged && b->base.plies > 4;
}

static void random_games(Bench *b, unsigned games, uint64_t seed, const AiseVariant *only)
{
    for (unsigned n = 0; n < games; n++) {
        size_t variants = 0;
        while (aise_variants[variants] != NULL)
            variants++;
        const AiseVariant *v = only != NULL ? only : aise_variants[n % variants];
        uint64_t own = (seed << 32) + n + 1;
        for (unsigned i = 0; i < 4; i++)
            style_draw(&own, 2);
        style_play(&b->game, v, PLIES_LEAST + style_draw(&own, b->plies_more), &own, &b->plies);
        style_way(&b->way, v, &own);
        b->sound.length = 0;
        style_write(&b->game, &b->way, &own, &b->plies, &b->sound);
        if (take_base(b))
            try_slip(b, &own);
    }
}

static bool corpus_game(Bench *b, const char *path, uint64_t seed)
{
    char piece[4096];
    size_t got;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    b->sound.length = 0;
    while ((got = fread(piece, 1, sizeof piece, file)) > 0)
        aise_buffer_add(&b->sound, piece, got);
    fclose(file);
    for (unsigned i = 0; i < 4; i++)
        style_draw(&seed, 2);
    for (unsigned i = 0; i < CORPUS_TIMES && take_base(b); i++)
        try_slip(b, &seed);
    return true;
}

/* ---- the report ---- */

static double percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_score(const char *name, const Score *s)
{
    if (s->made == 0)
        return;
    printf("%-22s %6u %6u %5u %7u %8.1f %8.1f %8.1f %8.1f %8.1f\n", name, s->made, s->whole, s->lost, s->noticed,
           percent(s->placed, s->noticed), percent(s->first, s->noticed), percent(s->three, s->noticed),
           percent(s->undecided, s->noticed), percent(s->decided_first, s->decided));
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_report(Bench *b)
{
    printf("%-22s %6s %6s %5s %7s %8s %8s %8s %8s %8s\n", "", "slips", "whole", "lost", "noticed", "placed", "first",
           "in three", "open", "of least");
    for (unsigned i = 0; i < SLIP_KINDS; i++)
        print_score(slip_name(i), &b->kind[i]);
    puts("");
    for (size_t i = 0; aise_variants[i] != NULL; i++)
        print_score(aise_variants[i]->id, &b->variant[i]);
    puts("");
    print_score("all", &b->sum);
    puts("\nwhole: still replays, left out. lost: of these, games that end early and nothing is said.\n"
         "placed, first, in three, open: % of the noticed. open: several corrections of least cost replay (none of them as\n"
         "much as e times likelier than the next). of least: where there is one alone, how often it is the right one.");
    qsort(b->time, b->times, sizeof *b->time, by_time);
    if (b->times > 0)
        printf("time a damaged game: median %.2f ms, 99 %% %.2f ms, worst %.2f ms\n", b->time[b->times / 2],
               b->time[b->times * 99 / 100], b->time[b->times - 1]);
}

typedef struct Wish {
    unsigned games;
    uint64_t seed;
    const AiseVariant *only;
    char **corpus;
} Wish;

static bool read_wish(Bench *b, char **argv, Wish *wish)
{
    *wish = (Wish){.games = GAMES, .seed = 1};
    b->only_kind = -1;
    b->plies_more = PLIES_MORE;
    for (argv++; *argv != NULL && strncmp(*argv, "--", 2) == 0; argv += 2) {
        const char *value = argv[1];
        if (value == NULL)
            return false;
        if (strcmp(*argv, "--games") == 0)
            wish->games = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(*argv, "--seed") == 0)
            wish->seed = strtoull(value, NULL, 10);
        else if (strcmp(*argv, "--misses") == 0)
            b->misses = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(*argv, "--plies") == 0)
            b->plies_more = (unsigned)strtoul(value, NULL, 10) + 1;
        else if (strcmp(*argv, "--variant") == 0)
            wish->only = aise_variant_find(value, strlen(value));
        else if (strcmp(*argv, "--kind") == 0)
            b->only_kind = slip_find(value);
        else
            return false;
    }
    wish->corpus = argv;
    return true;
}

static int run(Bench *b, const Wish *wish)
{
    if (setjmp(b->guard.jump) != 0)
        return 2;
    slip_reader_init(&b->reader, &b->guard);
    aise_plies_init(&b->plies, &b->guard);
    aise_buffer_init(&b->sound, &b->guard);
    aise_buffer_init(&b->slipped, &b->guard);
    aise_buffer_init(&b->mended, &b->guard);
    random_games(b, wish->games, wish->seed, wish->only);
    for (size_t i = 0; wish->corpus[i] != NULL; i++)
        if (!corpus_game(b, wish->corpus[i], wish->seed * 1000 + i))
            fprintf(stderr, "repair: %s: cannot be read\n", wish->corpus[i]);
    print_report(b);
    slip_reader_free(&b->reader);
    aise_plies_free(&b->plies);
    aise_buffer_free(&b->sound);
    aise_buffer_free(&b->slipped);
    aise_buffer_free(&b->mended);
    return 0;
}

int main(int argc, char **argv)
{
    static Bench b;
    Wish wish;
    (void)argc;
    if (!read_wish(&b, argv, &wish)) {
        fputs("usage: repair [--games N] [--seed S] [--variant ID] [--kind NAME] [--misses N] [--plies N] [CORPUS-FILE…]\n",
              stderr);
        return 2;
    }
    return run(&b, &wish);
}
