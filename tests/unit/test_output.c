/* Output files appear whole or not at all. */
#include "src/base/output.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void set_up(void)
{
    strcpy(folder, "/tmp/aise-output-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    DIR *list = opendir(".");
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(entry->d_name);
    closedir(list);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static size_t count_files(void)
{
    size_t count = 0;
    DIR *list = opendir(".");
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count - 2;
}

static void put(const char *path, const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(chmod(path, mode), 0);
}

static void check_holds(const char *path, const char *text)
{
    char bytes[256] = "";
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    ck_assert_str_eq(bytes, text);
}

static AiseOutput *begin(const char *path, const char *text)
{
    AiseOutput *output = aise_output_open(path);
    ck_assert_ptr_nonnull(output);
    ck_assert_int_eq(aise_output_text(output, text, strlen(text)), AISE_STATUS_OK);
    return output;
}

START_TEST(new_file_appears_at_close)
{
    mode_t mask = umask(027);
    AiseOutput *output = begin("new.pgn", "1. e4 *\n");
    ck_assert_int_ne(access("new.pgn", F_OK), 0);
    ck_assert_int_eq(access(aise_output_temporary(output), F_OK), 0);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_OK);
    umask(mask);
    check_holds("new.pgn", "1. e4 *\n");
    struct stat about;
    stat("new.pgn", &about);
    ck_assert_uint_eq(about.st_mode & 0777, 0640);
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(old_file_is_replaced_with_its_mode)
{
    put("old.pgn", "before", 0604);
    AiseOutput *output = begin("old.pgn", "after");
    check_holds("old.pgn", "before");
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_OK);
    check_holds("old.pgn", "after");
    struct stat about;
    stat("old.pgn", &about);
    ck_assert_uint_eq(about.st_mode & 0777, 0604);
}
END_TEST

START_TEST(discard_leaves_the_old_file)
{
    put("old.pgn", "before", 0644);
    aise_output_discard(begin("old.pgn", "after"));
    check_holds("old.pgn", "before");
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(links_are_followed)
{
    ck_assert_int_eq(mkdir("far", 0755), 0);
    put("far/real", "before", 0644);
    ck_assert_int_eq(symlink("far/real", "link"), 0);
    ck_assert_int_eq(symlink("link", "link2"), 0);
    ck_assert_int_eq(symlink("far/absent", "dangling"), 0);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    ck_assert_int_eq(aise_output_close(begin("link2", "after")), AISE_STATUS_OK);
    ck_assert_int_eq(aise_output_close(begin("dangling", "new")), AISE_STATUS_OK);
    check_holds("far/real", "after");
    check_holds("far/absent", "new");
    struct stat about;
    lstat("link2", &about);
    ck_assert(S_ISLNK(about.st_mode));
    ck_assert_ptr_null(aise_output_open("loop"));
    ck_assert_int_eq(errno, ELOOP);
    unlink("far/real");
    unlink("far/absent");
}
END_TEST

START_TEST(what_cannot_be_opened_says_why)
{
    ck_assert_ptr_null(aise_output_open("absent/new.pgn"));
    ck_assert_int_eq(errno, ENOENT);
    ck_assert_ptr_null(aise_output_open("/"));
    ck_assert_int_eq(errno, EISDIR);
}
END_TEST

START_TEST(full_disk_is_told_at_close)
{
    AiseOutput *output = begin("/dev/full", "x");
    ck_assert_ptr_null(aise_output_temporary(output));
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_WRITE);
    ck_assert_int_eq(errno, ENOSPC);
    output = begin("/dev/full", "x");
    ck_assert_int_eq(aise_output_flush(output), AISE_STATUS_WRITE);
    ck_assert_int_eq(output->reason, ENOSPC);
    memset(aise_output_reserve(output, AISE_OUTPUT_RESERVE_MAX), 'x', AISE_OUTPUT_RESERVE_MAX);
    aise_output_advance(output, AISE_OUTPUT_RESERVE_MAX);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_WRITE);
}
END_TEST

START_TEST(reader_that_went_away_stops_quietly)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    AiseOutput *output = aise_output_descriptor(ends[1]);
    ck_assert_int_eq(aise_output_text(output, "x", 1), AISE_STATUS_OK);
    ck_assert_int_eq(aise_output_flush(output), AISE_STATUS_STOPPED);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_STOPPED);
    ck_assert_int_eq(close(ends[1]), 0);
}
END_TEST

START_TEST(large_output_is_written_whole)
{
    enum { ROUNDS = 300, CHUNK = 10007 };
    static char chunk[CHUNK], large[600000];
    memset(chunk, 'c', sizeof chunk);
    memset(large, 'l', sizeof large);
    AiseOutput *output = begin("large", "");
    for (unsigned i = 0; i < ROUNDS; i++) {
        memcpy(aise_output_reserve(output, CHUNK), chunk, CHUNK);
        aise_output_advance(output, CHUNK);
        aise_output_byte(output, '\n');
    }
    ck_assert_int_eq(aise_output_text(output, large, sizeof large), AISE_STATUS_OK);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_OK);
    struct stat about;
    stat("large", &about);
    ck_assert_uint_eq((size_t)about.st_size, ROUNDS * (CHUNK + 1) + sizeof large);
}
END_TEST

START_TEST(parked_output_goes_on)
{
    AiseOutput *output = begin("parked", "one ");
    ck_assert_int_eq(aise_output_park(output), AISE_STATUS_OK);
    ck_assert_ptr_null(output->bytes);
    ck_assert_int_eq(aise_output_park(output), AISE_STATUS_OK);
    aise_output_text(output, "two ", 4);
    ck_assert_int_eq(aise_output_park(output), AISE_STATUS_OK);
    ck_assert_int_eq(aise_output_wake(output), AISE_STATUS_OK);
    aise_output_byte(output, '3');
    ck_assert_int_eq(aise_output_park(output), AISE_STATUS_OK);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_OK);
    check_holds("parked", "one two 3");
}
END_TEST

START_TEST(memory_output_grows)
{
    AiseOutput *output = aise_output_memory();
    for (unsigned i = 0; i < 100000; i++)
        ck_assert_int_eq(aise_output_text(output, "0123456789", 10), AISE_STATUS_OK);
    ck_assert_uint_eq(output->length, 1000000);
    ck_assert_int_eq(output->bytes[999999], '9');
    aise_output_clear(output);
    ck_assert_uint_eq(output->length, 0);
    ck_assert_int_eq(aise_output_close(output), AISE_STATUS_OK);
}
END_TEST

Suite *output_suite(void)
{
    Suite *suite = suite_create("output");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_add_test(files, new_file_appears_at_close);
    tcase_add_test(files, old_file_is_replaced_with_its_mode);
    tcase_add_test(files, discard_leaves_the_old_file);
    tcase_add_test(files, links_are_followed);
    tcase_add_test(files, what_cannot_be_opened_says_why);
    tcase_add_test(files, full_disk_is_told_at_close);
    tcase_add_test(files, reader_that_went_away_stops_quietly);
    tcase_add_test(files, large_output_is_written_whole);
    tcase_add_test(files, parked_output_goes_on);
    tcase_add_test(files, memory_output_grows);
    suite_add_tcase(suite, files);
    return suite;
}
