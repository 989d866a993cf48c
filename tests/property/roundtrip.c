/* AISE → PGN → listing → PGN is the identity on the PGN (NOTATION 2.1): for the files named, and for random games of every
   variant, ornamented as PGN or written as people write listings. Our PGN read again stays too, and no note is lost.

   roundtrip [--games N] [--seed S] [--variant ID] [--write FILE] [FILE…]

   N games a variant. --write: what the PGN dialects make of some of them goes to FILE, for check_pgn.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/aise.h"
#include "src/listing/listing.h"
#include "src/pgn/pgn.h"
#include "tests/bench/style.h"
#include "tests/property/ornament.h"

enum { FAILURES_SHOWN = 12, GAMES = 1500, GAMES_SANITIZED = 100, STYLED = 4, WRITTEN = 50, STYLE_MOST = 60, PILE = 6 };

typedef struct Trip {
    AiseGuard guard;
    AiseReader *reader;
    AisePlies plies;
    StyleGame styled;
    OrnamentGame ornamented;
    AiseBuffer text, pgn, listing, again, dense;
    AiseBuffer *into; /* where on_game writes */
    AiseDialect dialect;
    size_t games, plies_read;
    size_t pieces; /* games that are said to be one position of a series */
    bool damaged;
    const char *name;
    unsigned long number;
    uint64_t seed;
    FILE *written;
    unsigned long long passed, failed;
} Trip;

static bool on_game(void *context, const AiseGame *game)
{
    Trip *t = context;
    const AiseWriting how = {.dialect = t->dialect};
    for (size_t i = 0; i < game->finding_count; i++)
        t->pieces += game->findings[i].code == AISE_CODE_H210;
    if (game->status == AISE_GAME_EMPTY)
        return true;
    t->games++;
    t->plies_read = game->ply_count;
    t->damaged = game->status == AISE_GAME_DAMAGED;
    if (t->dialect == AISE_DIALECT_LISTING)
        aise_listing_write(game, &how, t->into);
    else if (t->dialect == AISE_DIALECT_AISE)
        aise_pgn_write(game, &how, t->into);
    else
        aise_viewer_write(game, &how, t->into);
    return true;
}

/* Reads `from` and writes its games in a dialect. */
static void rewrite(Trip *t, const AiseBuffer *from, AiseDialect dialect, AiseBuffer *into)
{
    AiseSink sink = {.context = t, .game_end = on_game};
    t->dialect = dialect;
    t->into = into;
    t->games = 0;
    into->length = 0;
    if (aise_reader_memory(t->reader, "text", from->bytes, from->length, &sink) == AISE_STATUS_MEMORY)
        aise_guard_raise(&t->guard, AISE_ERROR_MEMORY);
}

static bool same(const AiseBuffer *a, const AiseBuffer *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static void show(const char *title, const AiseBuffer *text)
{
    printf("---- %s\n%.*s", title, (int)text->length, text->bytes);
}

static void judge(Trip *t, bool good, const char *what, const AiseBuffer *first, const AiseBuffer *second)
{
    t->passed += good;
    t->failed += !good;
    if (good || t->failed > FAILURES_SHOWN)
        return;
    printf("%s, game %lu (seed %llu): %s\n", t->name, t->number, (unsigned long long)t->seed, what);
    show("input", &t->text);
    show("first", first);
    if (second != NULL)
        show("then", second);
}

/* PGN of `text` into `pgn`, then by way of itself and of a listing. */
static void go_round(Trip *t)
{
    rewrite(t, &t->text, AISE_DIALECT_AISE, &t->pgn);
    rewrite(t, &t->pgn, AISE_DIALECT_AISE, &t->again);
    judge(t, same(&t->pgn, &t->again), "the PGN read again is another", &t->pgn, &t->again);
    rewrite(t, &t->pgn, AISE_DIALECT_LISTING, &t->listing);
    rewrite(t, &t->listing, AISE_DIALECT_AISE, &t->again);
    if (!same(&t->pgn, &t->again)) {
        show("listing", &t->listing);
        judge(t, false, "the listing's PGN is another", &t->pgn, &t->again);
        return;
    }
    t->passed++;
}

/* What stands outside comments and variations, without blanks. */
static void bare(const AiseBuffer *from, AiseBuffer *into)
{
    into->length = 0;
    bool comment = false;
    unsigned depth = 0;
    for (size_t i = 0; i < from->length; i++) {
        char c = from->bytes[i];
        bool tag = c == '[' && !comment && depth == 0 && (i == 0 || from->bytes[i - 1] == '\n');
        for (; tag && from->bytes[i] != '\n'; i++)
            aise_buffer_byte(into, from->bytes[i]);
        comment = comment ? c != '}' : c == '{';
        depth += !comment && c == '(';
        if (!comment && depth == 0 && strchr(" \n}[", c) == NULL)
            aise_buffer_byte(into, c);
        depth -= !comment && c == ')' && depth > 0;
    }
}

/* What is written for viewers gives the same game again, but for its notes, or it is said that it gives none. */
static void go_by_viewer(Trip *t)
{
    rewrite(t, &t->text, AISE_DIALECT_AISE, &t->pgn);
    size_t games = t->games, plies = t->plies_read;
    bool damaged = t->damaged;
    rewrite(t, &t->text, AISE_DIALECT_VIEWER, &t->listing);
    t->pieces = 0;
    rewrite(t, &t->listing, AISE_DIALECT_AISE, &t->again);
    if (t->pieces > 0) {
        judge(t, t->games == 0 || games > 1, "a position of a series gives a game", &t->listing, &t->again);
        return;
    }
    bare(&t->pgn, &t->dense);
    bare(&t->again, &t->listing);
    judge(t, t->games == games && t->plies_read == plies && t->damaged == damaged && same(&t->dense, &t->listing),
          "what viewers see is another game", &t->pgn, &t->again);
}

/* ---- random games ---- */

static void without_blanks(const AiseBuffer *from, AiseBuffer *into)
{
    into->length = 0;
    for (size_t i = 0; i < from->length; i++)
        if (from->bytes[i] != ' ' && from->bytes[i] != '\n')
            aise_buffer_byte(into, from->bytes[i]);
    aise_buffer_byte(into, '\0');
}

/* Is every comment in the PGN? */
static bool notes_kept(Trip *t)
{
    const AiseBuffer *notes = &t->ornamented.notes;
    without_blanks(&t->pgn, &t->dense);
    for (size_t at = 0; at < notes->length; at += strlen(notes->bytes + at) + 1)
        if (strstr(t->dense.bytes, notes->bytes + at) == NULL)
            return false;
    return true;
}

static void write_sample(Trip *t)
{
    for (unsigned d = AISE_DIALECT_AISE; d <= AISE_DIALECT_CARDS; d++) {
        rewrite(t, &t->text, (AiseDialect)d, &t->again);
        fwrite(t->again.bytes, 1, t->again.length, t->written);
    }
}

static void try_game(Trip *t, const AiseVariant *v, uint64_t seed)
{
    t->name = v->id;
    t->seed = seed;
    t->text.length = 0;
    for (unsigned i = 0; i < 4; i++)
        style_draw(&seed, 2);
    const bool styled = t->number % STYLED == 0;
    if (styled) {
        StyleWay way;
        style_play(&t->styled, v, style_draw(&seed, STYLE_MOST), &seed, &t->plies);
        style_way(&way, v, &seed);
        style_write(&t->styled, &way, &seed, &t->plies, &t->text);
    } else {
        ornament_write(&t->ornamented, v, &seed, &t->plies, &t->text);
        rewrite(t, &t->text, AISE_DIALECT_AISE, &t->pgn);
        const OrnamentGame *made = &t->ornamented;
        judge(t, t->games == (made->plies > 0) || made->damaged, "another number of games", &t->pgn, NULL);
        if (t->games == 1) {
            judge(t, t->plies_read == made->plies || made->damaged, "other plies are read", &t->pgn, NULL);
            judge(t, notes_kept(t), "a comment is lost", &t->pgn, NULL);
        }
    }
    go_round(t);
    go_by_viewer(t);
    if (t->written != NULL && t->number % WRITTEN == 0)
        write_sample(t);
}

/* Games of any variants in one text. */
static void try_pile(Trip *t, const AiseVariant *only, uint64_t seed)
{
    size_t variants = 0, written = 0;
    t->name = "several";
    t->seed = seed;
    t->text.length = 0;
    while (aise_variants[variants] != NULL)
        variants++;
    for (unsigned i = 0; i < PILE; i++) {
        const AiseVariant *v = only != NULL ? only : aise_variants[style_draw(&seed, (unsigned)variants)];
        ornament_write(&t->ornamented, v, &seed, &t->plies, &t->text);
        written += t->ornamented.plies > 0;
    }
    go_round(t);
    judge(t, t->games >= written && t->games <= PILE, "another number of games", &t->pgn, NULL);
}

/* ---- files ---- */

static void try_file(Trip *t, const char *path)
{
    FILE *file = fopen(path, "rb");
    t->name = path;
    t->text.length = 0;
    if (file != NULL) {
        char bytes[4096];
        size_t length;
        while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
            aise_buffer_add(&t->text, bytes, length);
        fclose(file);
    }
    judge(t, t->text.length > 0, "cannot be read", &t->text, NULL);
    go_round(t);
    go_by_viewer(t);
    if (t->written != NULL)
        write_sample(t);
}

typedef struct Wish {
    unsigned long games;
    uint64_t seed;
    const char *only;
    const char *written;
    int files; /* index of the first */
} Wish;

static bool read_wish(int argc, char **argv, Wish *wish)
{
    const char *sanitized = getenv("SAN");
    int i = 1;
    *wish = (Wish){.games = sanitized != NULL && *sanitized != '\0' ? GAMES_SANITIZED : GAMES, .seed = 1};
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--games") == 0)
            wish->games = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            wish->seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--variant") == 0)
            wish->only = argv[i + 1];
        else if (strcmp(argv[i], "--write") == 0)
            wish->written = argv[i + 1];
        else
            return false;
    }
    wish->files = i;
    return wish->only == NULL || aise_variant_find(wish->only, strlen(wish->only)) != NULL;
}

static void try_variants(Trip *t, const Wish *wish)
{
    const AiseVariant *only = wish->only != NULL ? aise_variant_find(wish->only, strlen(wish->only)) : NULL;
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        unsigned long long failed = t->failed;
        if (only != NULL && only != aise_variants[i])
            continue;
        for (t->number = 1; t->number <= wish->games; t->number++)
            try_game(t, aise_variants[i], (wish->seed << 32) + (i << 24) + t->number);
        printf("%-22s %9lu games, %llu faults\n", aise_variants[i]->id, wish->games, t->failed - failed);
        fflush(stdout);
    }
    unsigned long long failed = t->failed;
    for (t->number = 1; t->number <= wish->games; t->number++)
        try_pile(t, only, (wish->seed << 32) + (UINT64_C(99) << 24) + t->number);
    printf("%-22s %9lu texts, %llu faults\n", "several games", wish->games, t->failed - failed);
}

static void try_all(Trip *t, Wish *wish, int argc, char **argv)
{
    aise_plies_init(&t->plies, &t->guard);
    AiseBuffer *buffers[] = {&t->text, &t->pgn, &t->listing, &t->again, &t->dense, &t->ornamented.notes};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_init(buffers[i], &t->guard);
    t->written = wish->written != NULL ? fopen(wish->written, "w") : NULL;
    for (; wish->files < argc; wish->files++)
        try_file(t, argv[wish->files]);
    try_variants(t, wish);
    if (wish->written != NULL && (t->written == NULL || fclose(t->written) != 0))
        judge(t, false, "the sample cannot be written", &t->text, NULL);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        aise_buffer_free(buffers[i]);
    aise_plies_free(&t->plies);
}

int main(int argc, char **argv)
{
    static Trip t;
    Wish wish;
    if (!read_wish(argc, argv, &wish)) {
        fputs("usage: roundtrip [--games N] [--seed S] [--variant ID] [--write FILE] [FILE…]\n", stderr);
        return 2;
    }
    t.reader = aise_reader_new(NULL, NULL);
    if (t.reader == NULL || setjmp(t.guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return 1;
    }
    try_all(&t, &wish, argc, argv);
    aise_reader_free(t.reader);
    printf("%llu passed, %llu failed\n", t.passed, t.failed);
    return t.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
