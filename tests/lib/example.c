/* What a program built on libaise looks like: players and moves of each game in the files named.
 *
 *     cc example.c $(pkg-config --cflags --libs aise) -o example && ./example listing.txt */
#include <aise.h>

static const char *tag(const AiseGame *game, const char *name)
{
    const char *value = aise_game_tag(game, name);
    return value != NULL ? value : "?";
}

static bool print_game(void *context, const AiseGame *game)
{
    unsigned long *games = context;
    ++*games;
    printf("%s - %s (%s)\n", tag(game, "White"), tag(game, "Black"), aise_game_variant(game));
    for (size_t ply = 0; ply < aise_game_plies(game); ply++)
        printf("%s ", aise_game_san(game, ply));
    printf("%s\n", aise_game_result(game));
    return true;
}

int main(int argc, char **argv)
{
    unsigned long games = 0;
    const AiseSink sink = {.context = &games, .game_end = print_game};
    AiseReader *reader = aise_reader_new(NULL, NULL);
    if (reader == NULL)
        return 1;
    int failed = 0;
    for (int i = 1; i < argc; i++)
        if (aise_reader_file(reader, argv[i], &sink) != AISE_STATUS_OK) {
            fprintf(stderr, "%s\n", aise_reader_message(reader));
            failed = 1;
        }
    aise_reader_free(reader);
    printf("%lu games\n", games);
    return failed;
}
