/* The tally, its sorter and log, and reading on several threads. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/lib/reader.h"
#include "src/replay/hash.h"
#include "src/verify/tally.h"

static const char one[] = "DOPPIA MOSSA\n\nAlfa-Beta (GP94) 1-0\n1.e4// e6/Cc6\n2.Ab5/Df3 Cd4/C:f3\n3.A:d7/A:e8#\n";
static const char again[] = "DOPPIA MOSSA\n\nGamma-Delta *\n1. e2-e4// e7-e6/Cb8-c6\n2.Af1-b5 / Dd1-f3 Cd4/Cxf3\n3.A:d7/A:e8#\n";
static const char begun[] = "DOPPIA MOSSA\n\nUno-Due *\n1.e4// e6/Cc6\n2.Ab5/Df3\n";

/* ---- sorting ---- */

static uint64_t draw(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void check_sorting(size_t count, uint64_t range)
{
    AiseSorter *sorter = aise_sorter_new();
    uint64_t seed = 88172645463325252u + count, sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = draw(&seed) % range;
        ck_assert(aise_sorter_add(sorter, key, i));
        sum += key * 31 + i;
    }
    ck_assert_uint_eq(aise_sorter_count(sorter), count);
    for (unsigned round = 0; round < 2; round++) { /* it can be read again */
        AisePair pair, last = {0, 0};
        uint64_t seen = 0, left = sum;
        ck_assert(aise_sorter_rewind(sorter));
        for (; aise_sorter_next(sorter, &pair); seen++, last = pair) {
            ck_assert(seen == 0 || pair.key > last.key || (pair.key == last.key && pair.value > last.value));
            left -= pair.key * 31 + pair.value;
        }
        ck_assert_uint_eq(seen, count);
        ck_assert_uint_eq(left, 0);
    }
    ck_assert(!aise_sorter_failed(sorter));
    aise_sorter_free(sorter);
}

START_TEST(sorts_in_memory)
{
    check_sorting(0, 10);
    check_sorting(1, 10);
    check_sorting(1000, 50);
    check_sorting(32 * 1024, UINT64_MAX);
}
END_TEST

START_TEST(sorts_in_a_file)
{
    check_sorting(32 * 1024 + 1, 1000);
    check_sorting(300000, UINT64_MAX);
}
END_TEST

START_TEST(sorts_in_several_passes)
{
    check_sorting(1200000, 100000);
}
END_TEST

START_TEST(sorting_without_a_folder_fails)
{
    AiseSorter *sorter = aise_sorter_new();
    setenv("TMPDIR", "/nowhere/at/all", 1);
    bool good = true;
    for (size_t i = 0; i < 40000 && good; i++)
        good = aise_sorter_add(sorter, i, i);
    ck_assert(!good && aise_sorter_failed(sorter));
    unsetenv("TMPDIR");
    aise_sorter_free(sorter);
}
END_TEST

/* ---- hashes ---- */

typedef struct Hashes {
    uint64_t hash[8][16]; /* by game, by plies */
    size_t plies[8], games;
} Hashes;

static bool take_hashes(void *context, const AiseGame *game)
{
    Hashes *hashes = context;
    size_t plies = aise_game_plies(game);
    ck_assert_uint_lt(plies, 16);
    for (size_t i = 0; i <= plies; i++)
        hashes->hash[hashes->games][i] = aise_game_hash(game, i);
    ck_assert_uint_eq(hashes->hash[hashes->games][plies], aise_game_hash(game, SIZE_MAX));
    hashes->plies[hashes->games++] = plies;
    return true;
}

static Hashes hashes_of(const char *text)
{
    Hashes hashes = {.games = 0};
    const AiseSink sink = {.context = &hashes, .game_end = take_hashes};
    AiseReader *reader = aise_reader_new(NULL, NULL);
    ck_assert_int_eq(aise_reader_memory(reader, "x", text, strlen(text), &sink), AISE_STATUS_OK);
    aise_reader_free(reader);
    return hashes;
}

START_TEST(hashes_tell_games_apart)
{
    Hashes a = hashes_of(one), b = hashes_of(again), c = hashes_of(begun);
    ck_assert_uint_eq(a.plies[0], 9);
    ck_assert_mem_eq(a.hash[0], b.hash[0], 10 * sizeof a.hash[0][0]);
    ck_assert_uint_eq(c.hash[0][5], a.hash[0][5]);
    for (size_t i = 0; i < 9; i++)
        ck_assert_uint_ne(a.hash[0][i], a.hash[0][i + 1]);
    Hashes d = hashes_of("[Variant \"Doublemove\"]\n\n1. e4 *\n\n[White \"b\"]\n[Variant \"Progressive\"]\n\n1. e4 *\n\n"
                         "[White \"c\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n");
    ck_assert_uint_eq(d.games, 3);
    ck_assert(d.hash[0][1] != d.hash[1][1] && d.hash[1][1] != d.hash[2][1] && d.hash[0][1] != d.hash[2][1]);
}
END_TEST

START_TEST(hash_reads_no_more_than_the_ply)
{
    static const char text[] = "Ke1d1_Pb2c3=Q+ trailing bytes";
    char other[sizeof text];
    for (size_t length = 1; length < 15; length++) {
        memset(other, 'x', sizeof other);
        memcpy(other, text, length);
        ck_assert_uint_eq(aise_hash_ply(7, text, length), aise_hash_ply(7, other, length));
        other[length - 1] ^= 1;
        ck_assert_uint_ne(aise_hash_ply(7, text, length), aise_hash_ply(7, other, length));
    }
}
END_TEST

/* ---- the log ---- */

static void write_log(int file, const AiseOutput *log)
{
    ck_assert_int_eq(pwrite(file, log->bytes, log->length, 0), (ssize_t)log->length);
}

START_TEST(log_keeps_games)
{
    static char moves[700000]; /* longer than any window */
    AiseLogWriter writer = {.out = aise_output_memory()};
    const char *text[AISE_LOG_TEXTS] = {"e4 e5", "Alfa", "Beta", "", "1994", "", "R102", "no", "1.e4", "8/8 w", ""};
    AiseLogHead head = {.line = 12, .plies = 2, .status = AISE_GAME_DAMAGED, .fault_column = 9};
    memset(moves, 'a', sizeof moves - 1);
    aise_log_begin(&writer);
    ck_assert_int_eq(aise_log_source(&writer, "one.txt"), AISE_STATUS_OK);
    ck_assert_int_eq(aise_log_add(&writer, &head, text), AISE_STATUS_OK);
    ck_assert_int_eq(aise_log_source(&writer, "one.txt"), AISE_STATUS_OK);
    text[AISE_LOG_MOVES] = moves;
    ck_assert_int_eq(aise_log_add(&writer, &head, text), AISE_STATUS_OK);
    ck_assert_int_eq(aise_log_source(&writer, "another.txt"), AISE_STATUS_OK);
    text[AISE_LOG_MOVES] = "";
    ck_assert_int_eq(aise_log_add(&writer, &head, text), AISE_STATUS_OK);

    int file = aise_temporary_file();
    AiseLogReader reader, other;
    AiseLogGame game, same;
    static const char *const sources[] = {"one.txt", "one.txt", "another.txt"};
    static const size_t lengths[] = {5, sizeof moves - 1, 0};
    write_log(file, writer.out);
    aise_log_open(&reader, file, 0, writer.out->length);
    aise_log_open(&other, file, 0, writer.out->length);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert(aise_log_next(&reader, &game));
        ck_assert_str_eq(game.source, sources[i]);
        ck_assert_uint_eq(strlen(game.text[AISE_LOG_MOVES]), lengths[i]);
        ck_assert_str_eq(game.text[AISE_LOG_BOARD], "8/8 w");
        ck_assert_str_eq(game.text[AISE_LOG_STATE], "");
        ck_assert_uint_eq(game.head.fault_column, 9);
        ck_assert(aise_log_at(&other, game.offset, &same));
        ck_assert_str_eq(same.source, sources[i]);
        ck_assert_str_eq(same.text[AISE_LOG_DATE], "1994");
        ck_assert_uint_eq(same.head.length[AISE_LOG_MOVES], lengths[i]);
    }
    ck_assert(!aise_log_next(&reader, &game) && !reader.failed);
    aise_log_close(&reader);
    aise_log_close(&other);
    close(file);
    aise_output_close(writer.out);
}
END_TEST

START_TEST(log_that_is_cut_off_fails)
{
    AiseLogWriter writer = {.out = aise_output_memory()};
    const char *text[AISE_LOG_TEXTS];
    AiseLogHead head = {.line = 1};
    for (unsigned i = 0; i < AISE_LOG_TEXTS; i++)
        text[i] = "text";
    aise_log_begin(&writer);
    aise_log_source(&writer, "x");
    aise_log_add(&writer, &head, text);
    int file = aise_temporary_file();
    write_log(file, writer.out);
    for (uint64_t end = 1; end < writer.out->length; end += 8) { /* never between records */
        AiseLogReader reader;
        AiseLogGame game;
        aise_log_open(&reader, file, 0, end);
        while (aise_log_next(&reader, &game))
            ;
        ck_assert(reader.failed);
        aise_log_close(&reader);
    }
    close(file);
    aise_output_close(writer.out);
}
END_TEST

/* ---- the tally ---- */

static bool part_game(void *part, const AiseGame *game)
{
    return aise_tally_part_game(part, game) == AISE_STATUS_OK;
}

static void tally_text(AiseTally *tally, const char *name, const char *text)
{
    AiseTallyPart *part = aise_tally_part_new(tally);
    const AiseSink sink = {.context = part, .game_end = part_game};
    AiseReader *reader = aise_reader_new(NULL, NULL);
    ck_assert_int_eq(aise_reader_memory(reader, name, text, strlen(text), &sink), AISE_STATUS_OK);
    ck_assert_int_eq(aise_tally_take(tally, part), AISE_STATUS_OK);
    aise_reader_free(reader);
    aise_tally_part_free(part);
}

static char *written(AiseTally *tally, AiseTallyForm form)
{
    static char copy[20000];
    AiseOutput *out = aise_output_memory();
    ck_assert_int_eq(aise_output_tally(out, tally, form), AISE_STATUS_OK);
    ck_assert_uint_lt(out->length, sizeof copy);
    memcpy(copy, out->bytes, out->length);
    copy[out->length] = '\0';
    aise_output_close(out);
    return copy;
}

START_TEST(tally_finds_twins_and_beginnings)
{
    AiseTally *tally = aise_tally_new(false);
    tally_text(tally, "begun", begun);
    tally_text(tally, "one", one);
    tally_text(tally, "again", again);
    ck_assert_int_eq(aise_tally_finish(tally, 2), AISE_STATUS_OK);
    ck_assert_uint_eq(aise_tally_games(tally), 3);
    ck_assert(!aise_tally_faulty(tally));
    const char *text = written(tally, AISE_TALLY_TEXT);
    ck_assert_ptr_nonnull(strstr(text, "again:3: Gamma-Delta, doublemove, 9, same as one:3\n"));
    ck_assert_ptr_nonnull(strstr(text, "begun:3: Uno-Due, doublemove, 5, goes on in one:3, 9\n"));
    ck_assert_ptr_null(strstr(text, "Damaged"));
    aise_tally_free(tally);
}
END_TEST

START_TEST(tally_of_nothing)
{
    AiseTally *tally = aise_tally_new(true);
    ck_assert_int_eq(aise_tally_finish(tally, 2), AISE_STATUS_OK);
    ck_assert_str_eq(written(tally, AISE_TALLY_TEXT),
                     "variante              partite  semimosse     sane   guaste    vuote\n"
                     "totale                      0          0        0        0        0\n");
    for (unsigned form = AISE_TALLY_JSON; form <= AISE_TALLY_HTML; form++)
        ck_assert_uint_gt(strlen(written(tally, (AiseTallyForm)form)), 0);
    aise_tally_free(tally);
}
END_TEST

/* ---- several threads ---- */

typedef struct Gathering {
    char *names; /* of the games, in order */
    size_t length, taken, most;
    char failed[200];
    size_t done;
} Gathering;

typedef struct Part {
    char names[1000000];
    size_t length;
} Part;

static void *part_new(void *context)
{
    (void)context;
    return calloc(1, sizeof(Part));
}

static void part_free(void *context, void *part)
{
    (void)context;
    free(part);
}

static void part_begin(void *memory, const char *within)
{
    Part *part = memory;
    part->length = 0;
    ck_assert(within == NULL || strlen(within) > 0);
}

static bool gather_game(void *memory, const AiseGame *game)
{
    Part *part = memory;
    int length = snprintf(part->names + part->length, sizeof part->names - part->length, "%s:%d:%s:%s;",
                          aise_game_source(game), (int)aise_game_line(game), aise_game_variant(game),
                          aise_game_tag(game, "Annotator") ? aise_game_tag(game, "Annotator") : "");
    part->length += (size_t)length;
    ck_assert_uint_lt(part->length, sizeof part->names);
    return true;
}

static bool part_take(void *context, void *memory)
{
    Gathering *all = context;
    const Part *part = memory;
    all->names = realloc(all->names, all->length + part->length + 1);
    memcpy(all->names + all->length, part->names, part->length);
    all->length += part->length;
    all->names[all->length] = '\0';
    return ++all->taken != all->most;
}

static bool input_done(void *context, const char *path, AiseStatus status, const char *message)
{
    Gathering *all = context;
    all->done++;
    if (status != AISE_STATUS_OK)
        snprintf(all->failed, sizeof all->failed, "%s|%s", path, message);
    return true;
}

static Gathering gather(unsigned threads, const char *const *paths, size_t most, AiseStatus want)
{
    Gathering all = {.most = most};
    const AiseParts parts = {&all, part_new, part_free, part_begin, part_take, input_done, {.game_end = gather_game}};
    AisePool *pool = aise_pool_new(NULL, threads, &parts, NULL);
    ck_assert_ptr_nonnull(pool);
    for (; *paths != NULL; paths++)
        aise_pool_file(pool, *paths);
    ck_assert_int_eq(aise_pool_finish(pool), want);
    aise_pool_free(pool);
    return all;
}

/* A large text in which titles and credits hold for what follows, however far, and some moves are talk. */
static void write_text(const char *path, unsigned games)
{
    static const char *const lines[] = {"DOPPIA MOSSA\n\n", "", "", "", "", "\nPROGRESSIVI\n\n", "", "[Commenti di A. Castelli]\n\n",
                                        "", "", "1.xx yy zz e poi parole\n\n", "", "Un testo.\n\n", ""};
    FILE *file = fopen(path, "w");
    uint64_t seed = 42 + games;
    for (unsigned i = 0; i < games; i++) {
        fprintf(file, "%sAlfa%u-Beta (GP94) *\n1.e4\n\n", draw(&seed) % 9 == 0 ? lines[draw(&seed) % 14] : "", i);
        if (draw(&seed) % 40 == 0)
            fprintf(file, "1.e4 e così via, DOPPIA MOSSA\nDYNAMO\n\n");
    }
    fclose(file);
}

static char folder[64];

static void set_up(void)
{
    strcpy(folder, "/tmp/aise-verify-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    write_text("large", 30000);
    write_text("small", 40);
    write_text("middle", 9000);
}

static void tear_down(void)
{
    unlink("large");
    unlink("small");
    unlink("middle");
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(threads_keep_order_and_context)
{
    static const char *const paths[] = {"small", "large", "absent", "small", "middle", "small", NULL};
    Gathering want = gather(1, paths, 0, AISE_STATUS_OK);
    ck_assert_uint_eq(want.done, 6);
    ck_assert_str_eq(want.failed, "absent|absent: No such file or directory");
    ck_assert_ptr_nonnull(strstr(want.names, ":progressive:"));
    ck_assert_ptr_nonnull(strstr(want.names, ":doublemove:A. Castelli;"));
    for (unsigned threads = 2; threads < 6; threads++) {
        Gathering got = gather(threads, paths, 0, AISE_STATUS_OK);
        ck_assert(strcmp(got.names, want.names) == 0);
        ck_assert_str_eq(got.failed, want.failed);
        ck_assert_uint_eq(got.done, 6);
        free(got.names);
    }
    free(want.names);
}
END_TEST

START_TEST(threads_stop_when_told)
{
    static const char *const paths[] = {"small", "large", "middle", "large", NULL};
    for (unsigned threads = 1; threads < 5; threads++)
        for (size_t most = 1; most < 6; most++) {
            Gathering got = gather(threads, paths, most, AISE_STATUS_STOPPED);
            ck_assert_uint_eq(got.taken, most);
            free(got.names);
        }
}
END_TEST

START_TEST(pool_refuses_bad_options)
{
    const AiseParts parts = {NULL, part_new, part_free, part_begin, part_take, NULL, {.game_end = gather_game}};
    AiseStatus status;
    ck_assert_ptr_null(aise_pool_new(&(AiseOptions){.variant = "none such"}, 3, &parts, &status));
    ck_assert_int_eq(status, AISE_STATUS_USE);
    AisePool *idle = aise_pool_new(NULL, 3, &parts, &status);
    ck_assert_int_eq(status, AISE_STATUS_OK);
    ck_assert_int_eq(aise_pool_finish(idle), AISE_STATUS_OK);
    aise_pool_free(idle);
}
END_TEST

static bool take_lines(void *context, const char *name)
{
    (void)context;
    (void)name;
    return true;
}

static void note_lines(void *context, uint64_t lines)
{
    *(uint64_t *)context = lines;
}

START_TEST(lines_are_counted)
{
    static const struct {
        const char *text;
        uint64_t lines;
    } trials[] = {{"", 0}, {"x", 0}, {"x\n", 1}, {"a\r\nb\rc\n", 3}, {"A-B *\n1.e4\n\nA-C *\n1.d4\n\n\n", 7}};
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        uint64_t lines = 99;
        const AiseSink sink = {.context = &lines, .input_end = take_lines, .input_lines = note_lines};
        AiseReader *reader = aise_reader_new(NULL, NULL);
        aise_reader_memory(reader, "x", trials[i].text, strlen(trials[i].text), &sink);
        ck_assert_uint_eq(lines, trials[i].lines);
        aise_reader_free(reader);
    }
}
END_TEST

Suite *verify_suite(void);
Suite *verify_suite(void)
{
    Suite *suite = suite_create("verify");
    TCase *sorting = tcase_create("sorting");
    tcase_add_test(sorting, sorts_in_memory);
    tcase_add_test(sorting, sorts_in_a_file);
    tcase_add_test(sorting, sorts_in_several_passes);
    tcase_add_test(sorting, sorting_without_a_folder_fails);
    suite_add_tcase(suite, sorting);
    TCase *tallies = tcase_create("tally");
    tcase_add_test(tallies, hashes_tell_games_apart);
    tcase_add_test(tallies, hash_reads_no_more_than_the_ply);
    tcase_add_test(tallies, log_keeps_games);
    tcase_add_test(tallies, log_that_is_cut_off_fails);
    tcase_add_test(tallies, tally_finds_twins_and_beginnings);
    tcase_add_test(tallies, tally_of_nothing);
    tcase_add_test(tallies, lines_are_counted);
    suite_add_tcase(suite, tallies);
    TCase *threads = tcase_create("threads");
    tcase_add_checked_fixture(threads, set_up, tear_down);
    tcase_add_test(threads, threads_keep_order_and_context);
    tcase_add_test(threads, threads_stop_when_told);
    tcase_add_test(threads, pool_refuses_bad_options);
    suite_add_tcase(suite, threads);
    return suite;
}
