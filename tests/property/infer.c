/* Inference (NOTATION 3.4): random lawful games of at least twenty plies, written without title, tag or header, are read
   back. In 99 of 100 the variant must be found (letters too, since a wrong language breaks the game), or a tie with it be
   told: a game without a capture can fit several variants alike.

   infer [--games N]      N games a variant */
#include "src/aise.h"
#include "src/replay/game.h"
#include "tests/bench/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 40, GAMES_SANITIZED = 6, PLIES_LEAST = 20, PLIES_MORE = 70, PERCENT = 99 };

typedef struct Infer {
    AiseGuard guard;
    AiseReader *reader;
    AisePlies plies;
    AiseBuffer text;
    StyleGame game;
    size_t games, right, told;
    bool found, tie;
    unsigned of[16]; /* variants found, by place in aise_variants */
} Infer;

static bool on_game(void *context, const AiseGame *game)
{
    Infer *a = context;
    a->games++;
    a->found = game->variant == a->game.variant && game->ply_count == a->game.plies;
    for (size_t i = 0; aise_variants[i] != NULL; i++)
        a->of[i] += aise_variants[i] == game->variant;
    return true;
}

/* A tie between variants is said: the answer is then not wrong, only unsure. */
static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Infer *a = context;
    (void)game;
    a->tie = a->tie || strcmp(aise_finding_code(finding), "H204") == 0;
    return true;
}

/* The text from its first turn number on. */
static size_t moves_start(const AiseBuffer *text)
{
    for (size_t i = 0; i + 1 < text->length; i++)
        if ((i == 0 || text->bytes[i - 1] == '\n') && text->bytes[i] == '1' && strchr(".) ", text->bytes[i + 1]) != NULL)
            return i;
    return 0;
}

static void try_game(Infer *a, const AiseVariant *v, uint64_t seed)
{
    AiseSink sink = {.context = a, .finding = on_finding, .game_end = on_game};
    StyleWay way;
    do
        style_play(&a->game, v, PLIES_LEAST + style_draw(&seed, PLIES_MORE), &seed, &a->plies);
    while (a->game.plies < PLIES_LEAST);
    style_way(&way, v, &seed);
    way.talk = 0;
    a->text.length = 0;
    style_write(&a->game, &way, &seed, &a->plies, &a->text);
    size_t from = moves_start(&a->text);
    a->found = a->tie = false;
    aise_reader_memory(a->reader, "moves", a->text.bytes + from, a->text.length - from, &sink);
    a->right += a->found;
    a->told += a->tie && !a->found;
}

/* All games of one variant; how many were found. */
static size_t try_variant(Infer *a, size_t which, size_t games)
{
    a->right = a->told = 0;
    memset(a->of, 0, sizeof a->of);
    for (size_t n = 1; n <= games; n++)
        try_game(a, aise_variants[which], ((uint64_t)which << 32) + n * 7919);
    printf("%-22s %zu of %zu found, %zu more in a tie told;", aise_variants[which]->id, a->right, games, a->told);
    for (size_t k = 0; aise_variants[k] != NULL; k++)
        if (k != which && a->of[k] > 0)
            printf(" %s %u", aise_variants[k]->id, a->of[k]);
    putchar('\n');
    return a->right + a->told;
}

/* All variants; 0 when enough were found. */
static int try_all(Infer *a, size_t games)
{
    size_t right = 0, all = 0;
    for (size_t i = 0; aise_variants[i] != NULL; i++) {
        right += try_variant(a, i, games);
        all += games;
    }
    bool good = right * 100 >= all * PERCENT;
    printf("%zu of %zu: %s\n%zu passed, %d failed\n", right, all, good ? "good" : "too few", good ? right : 0, !good);
    return !good;
}

int main(int argc, char **argv)
{
    static Infer a;
    const char *sanitized = getenv("SAN");
    a.reader = aise_reader_new(NULL, NULL);
    if (a.reader == NULL || setjmp(a.guard.jump) != 0) {
        puts("out of memory\n0 passed, 1 failed");
        return 1;
    }
    aise_plies_init(&a.plies, &a.guard);
    aise_buffer_init(&a.text, &a.guard);
    size_t usual = sanitized != NULL && *sanitized != '\0' ? GAMES_SANITIZED : GAMES;
    int status = try_all(&a, argc == 3 && strcmp(argv[1], "--games") == 0 ? strtoul(argv[2], NULL, 10) : usual);
    aise_plies_free(&a.plies);
    aise_buffer_free(&a.text);
    aise_reader_free(a.reader);
    return status;
}
