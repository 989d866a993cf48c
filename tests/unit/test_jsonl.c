/* Dialect `jsonl`. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "src/jsonl/jsonl.h"

Suite *jsonl_suite(void);

static Played played;

static char *written(AiseWriting how)
{
    static char text[65536];
    AiseBuffer out;
    aise_buffer_init(&out, &played.guard);
    aise_jsonl_write(&played.game, &how, AISE_ENGLISH, &out);
    ck_assert_uint_lt(out.length, sizeof text);
    memcpy(text, out.bytes, out.length);
    text[out.length] = '\0';
    aise_buffer_free(&out);
    return text;
}

START_TEST(one_line)
{
    played_begin(&played, "overloader-restorer", "Città", NULL, NULL, AISE_RESULT_NONE);
    played_comment(&played, "prima {x}");
    played_plies(&played, "e4! e5 Qh5");
    played_comment(&played, "dopo");
    played.game.text = "e2-e4";
    played.ply[0].text = (AiseSpan){0, 5};
    played.game.unparsed = "Zz\n9";
    played.game.status = AISE_GAME_DAMAGED;
    ck_assert_str_eq(
        written((AiseWriting){.dialect = AISE_DIALECT_JSONL}),
        "{\"source\":\"sheet.txt\",\"line\":3,\"variant\":\"overloader-restorer\",\"status\":\"damaged\",\"tags\":{"
        "\"Event\":\"Città\",\"Site\":\"?\",\"Date\":\"????.??.??\",\"Round\":\"?\",\"White\":\"?\",\"Black\":\"?\","
        "\"Result\":\"*\",\"AiseRules\":\"overloader-restorer\",\"Variant\":\"Overloader-Restorer\"},"
        "\"comment\":\"prima {x}\",\"plies\":[{\"turn\":1,\"side\":\"w\",\"text\":\"e2-e4\",\"san\":\"e4\",\"nags\":[1]},"
        "{\"turn\":1,\"side\":\"b\",\"text\":\"\",\"san\":\"e5\"},{\"turn\":2,\"side\":\"w\",\"text\":\"\","
        "\"san\":\"Qh5\",\"effects\":[\"ov=e5\"],\"comment\":\"dopo\"}],\"unparsed\":\"Zz\\n9\",\"result\":\"*\","
        "\"final\":{\"fen\":\"rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\",\"state\":\"ov=e5\"},"
        "\"findings\":[]}\n");
}
END_TEST

START_TEST(findings)
{
    AiseFinding finding = {.code = AISE_CODE_B201, .severity = AISE_WARNING, .line = 40, .column = 9, .length = 3,
                           .fix_count = 2, .fix = {{.line = 40, .column = 9, .length = 3, .text = "Cfg5"}, {.line = 41, .column = 1, .text = ""}}};
    played_begin(&played, "doublemove", NULL, NULL, NULL, AISE_RESULT_WHITE);
    played.game.findings = &finding;
    played.game.finding_count = 1;
    json_t *root = json_loads(written((AiseWriting){.source_tag = true}), 0, NULL);
    ck_assert_ptr_nonnull(root);
    json_t *found = json_array_get(json_object_get(root, "findings"), 0);
    static const char *const keys[] = {"code", "severity", "line", "column", "length", "message", "fixes"};
    unsigned at = 0;
    for (void *i = json_object_iter(found); i != NULL; i = json_object_iter_next(found, i), at++)
        ck_assert_str_eq(json_object_iter_key(i), keys[at]);
    ck_assert_uint_eq(at, 7);
    ck_assert_str_eq(json_string_value(json_object_get(found, "code")), "B201");
    ck_assert_str_eq(json_string_value(json_object_get(found, "severity")), "warning");
    ck_assert_int_eq(json_integer_value(json_object_get(found, "column")), 9);
    char *fixes = json_dumps(json_object_get(found, "fixes"), JSON_COMPACT);
    ck_assert_str_eq(fixes, "[{\"line\":40,\"column\":9,\"length\":3,\"text\":\"Cfg5\"},"
                            "{\"line\":41,\"column\":1,\"length\":0,\"text\":\"\"}]");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(root, "tags"), "AiseSource")), "sheet.txt:3");
    free(fixes);
    json_decref(root);
}
END_TEST

START_TEST(no_comments)
{
    played_begin(&played, "orthodox", NULL, NULL, NULL, AISE_RESULT_WHITE);
    played_comment(&played, "prima");
    ck_assert_ptr_null(strstr(written((AiseWriting){.no_comments = true}), "comment"));
}
END_TEST

/* NOTATION 2.3: of a game that is over only the overloaded men remain of the state. */
START_TEST(state_of_a_game_that_is_over)
{
    played_begin(&played, "progressive", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4 e5 Nf6");
    ck_assert_ptr_nonnull(strstr(written((AiseWriting){0}), "\"state\":\"ep=e6\""));
    played.game.outcome = AISE_DRAWN;
    ck_assert_ptr_nonnull(strstr(written((AiseWriting){0}), "\"state\":\"\""));
}
END_TEST

static unsigned allocations_left;

static void *scarce(size_t bytes)
{
    if (allocations_left == 0)
        return NULL;
    allocations_left--;
    return malloc(bytes);
}

/* Whichever allocation of the tree fails: the error is raised, the output is as before, nothing leaks. */
START_TEST(memory_runs_out)
{
    AiseWriting how = {.dialect = AISE_DIALECT_JSONL};
    AiseBuffer out;
    volatile unsigned failures = 0;
    played_begin(&played, "overloader-restorer", NULL, NULL, NULL, AISE_RESULT_NONE);
    played_plies(&played, "e4! e5 Qh5");
    played_comment(&played, "dopo");
    aise_buffer_init(&out, &played.guard);
    aise_buffer_text(&out, "before");
    json_set_alloc_funcs(scarce, free);
    for (volatile unsigned limit = 0;; limit++) {
        allocations_left = limit;
        if (setjmp(played.guard.jump) == 0) {
            aise_jsonl_write(&played.game, &how, AISE_ENGLISH, &out);
            break;
        }
        failures++;
        ck_assert_int_eq(played.guard.error, AISE_ERROR_MEMORY);
        ck_assert_uint_eq(out.length, 6);
    }
    json_set_alloc_funcs(malloc, free);
    ck_assert_uint_gt(failures, 50);
    ck_assert_mem_eq(out.bytes, "before{\"source\"", 15);
    aise_buffer_free(&out);
}
END_TEST

Suite *jsonl_suite(void)
{
    Suite *suite = suite_create("jsonl");
    TCase *all = tcase_create("jsonl");
    tcase_add_test(all, one_line);
    tcase_add_test(all, findings);
    tcase_add_test(all, no_comments);
    tcase_add_test(all, state_of_a_game_that_is_over);
    tcase_add_test(all, memory_runs_out);
    suite_add_tcase(suite, all);
    return suite;
}
