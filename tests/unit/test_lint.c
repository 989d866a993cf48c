/* Findings as text, JSON lines and SARIF. Sentences are the code table's; here only their frame is looked at. */
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lint/lint.h"

Suite *lint_suite(void);

static AiseGuard guard;

static AiseFinding finding_at(uint64_t column, uint64_t length, const char *line)
{
    return (AiseFinding){.code = AISE_CODE_B201, .severity = AISE_WARNING, .line = 12, .column = column,
                         .length = length, .source_line = line};
}

static char *written(const AiseFinding *finding, AiseLanguage language, bool color)
{
    static char text[8192];
    AiseBuffer out;
    aise_buffer_init(&out, &guard);
    aise_lint_text(finding, "a.txt", language, color, &out);
    ck_assert_uint_lt(out.length, sizeof text);
    memcpy(text, out.bytes, out.length);
    text[out.length] = '\0';
    aise_buffer_free(&out);
    return text;
}

/* What stands below the sentence. */
static char *picture(const AiseFinding *finding)
{
    return strchr(written(finding, AISE_ENGLISH, false), '\n') + 1;
}

START_TEST(first_line)
{
    AiseFinding finding = finding_at(3, 4, "4.Ce4/Cg5");
    AiseBuffer message;
    aise_buffer_init(&message, &guard);
    aise_finding_message(&finding, AISE_ENGLISH, &message);
    aise_buffer_byte(&message, '\0');
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "a.txt:12:3: warning: %s [B201]\n4.Ce4/Cg5\n  ^~~~\n", message.bytes);
    ck_assert_str_eq(written(&finding, AISE_ENGLISH, false), wanted);
    aise_buffer_free(&message);
}
END_TEST

START_TEST(severity_words_stay_english)
{
    AiseFinding finding = finding_at(1, 1, "x");
    finding.severity = AISE_ERROR_SEVERITY;
    ck_assert_ptr_nonnull(strstr(written(&finding, AISE_ITALIAN, false), ": error: "));
}
END_TEST

START_TEST(no_place)
{
    AiseFinding finding = {.code = AISE_CODE_B201, .severity = AISE_NOTE};
    const char *text = written(&finding, AISE_ENGLISH, false);
    ck_assert_int_eq(strncmp(text, "a.txt: note: ", 13), 0);
    ck_assert_ptr_eq(strchr(text, '\n') + 1, text + strlen(text));
}
END_TEST

START_TEST(carets)
{
    AiseFinding tabs = finding_at(4, 2, "1\t\te4\te5");
    ck_assert_str_eq(picture(&tabs), "1\t\te4\te5\n \t\t^~\n");
    AiseFinding letters = finding_at(8, 2, "perch\xc3\xa9 \xe2\x80\x9c" "e4");
    ck_assert_str_eq(picture(&letters), "perch\xc3\xa9 \xe2\x80\x9c" "e4\n       ^~\n");
    AiseFinding controls = finding_at(3, 1, "a\x1b" "b\xe2\x80\xae" "c");
    ck_assert_str_eq(picture(&controls), "a b c\n  ^\n");
    AiseFinding empty = finding_at(3, 0, "e4");
    ck_assert_str_eq(picture(&empty), "e4\n  ^\n");
    AiseFinding across = finding_at(2, 50, "e4 e5");
    ck_assert_str_eq(picture(&across), "e4 e5\n ^~~~\n");
}
END_TEST

START_TEST(long_lines_are_cut)
{
    char line[1001];
    memset(line, 'a', 1000);
    line[1000] = '\0';
    line[499] = 'X';
    AiseFinding finding = finding_at(500, 1, line);
    char *text = picture(&finding), *caret = strchr(text, '\n') + 1;
    ck_assert_uint_eq((size_t)(caret - text), 100 + 3 + 3 + 1);
    ck_assert_int_eq(text[3 + (strchr(caret, '^') - caret) - 1], 'X');
    finding.column = 1000;
    text = picture(&finding);
    ck_assert_ptr_null(strstr(text, "…\n"));
}
END_TEST

START_TEST(repairs)
{
    AiseFinding finding = finding_at(3, 4, "2.f5f4");
    finding.fix_count = 1;
    finding.fix[0] = (AiseFix){.line = 12, .column = 3, .length = 4, .text = "f5/f4"};
    ck_assert_str_eq(picture(&finding), "2.f5f4\n  ^~~~\nhint: 12:3: perhaps \"f5/f4\"\n");
    ck_assert_ptr_nonnull(strstr(written(&finding, AISE_ITALIAN, false), "\nhint: 12:3: forse «f5/f4»\n"));
    finding.fix[0].text = "";
    ck_assert_str_eq(picture(&finding), "2.f5f4\n  ^~~~\nhint: 12:3: leave it out\n");
    finding.fix[0].length = 0;
    finding.fix[0].text = "e5 ";
    ck_assert_str_eq(picture(&finding), "2.f5f4\n  ^~~~\nhint: 12:3: perhaps \"e5\" is missing here\n");
    ck_assert_ptr_nonnull(strstr(written(&finding, AISE_ITALIAN, false), "\nhint: 12:3: forse qui manca «e5»\n"));
}
END_TEST

START_TEST(color)
{
    AiseFinding finding = finding_at(1, 2, "e4");
    const char *text = written(&finding, AISE_ENGLISH, true);
    ck_assert_int_eq(strncmp(text, "\033[1ma.txt:12:1:\033[0m \033[1;35mwarning:\033[0m ", 39), 0);
    ck_assert_ptr_nonnull(strstr(text, "\ne4\n\033[1;32m^~\033[0m\n"));
}
END_TEST

START_TEST(json_line)
{
    AiseFinding finding = finding_at(3, 4, "2.f5f4");
    AiseBuffer out;
    aise_buffer_init(&out, &guard);
    aise_lint_json(&finding, "a \"b\".txt", AISE_ENGLISH, &out);
    static const char begin[] = "{\"source\":\"a \\\"b\\\".txt\",\"code\":\"B201\",\"severity\":\"warning\",\"line\":12,"
                                "\"column\":3,\"length\":4,\"message\":\"";
    ck_assert_mem_eq(out.bytes, begin, sizeof begin - 1);
    ck_assert_mem_eq(out.bytes + out.length - 3, "\"}\n", 3);
    aise_buffer_free(&out);
}
END_TEST

START_TEST(sarif)
{
    AiseFinding finding = finding_at(3, 4, "2.f5f4");
    finding.fix_count = 1;
    finding.fix[0] = (AiseFix){.line = 12, .column = 3, .length = 4, .text = "f5/f4"};
    AiseBuffer out;
    aise_buffer_init(&out, &guard);
    aise_lint_sarif_begin(AISE_ENGLISH, &out);
    aise_lint_sarif_finding(&finding, "dir/a è:.txt", AISE_ENGLISH, &out);
    aise_buffer_byte(&out, ',');
    aise_lint_sarif_finding(&finding, "b.txt", AISE_ITALIAN, &out);
    aise_lint_sarif_end(&out);
    json_t *root = json_loadb(out.bytes, out.length, 0, NULL);
    ck_assert_ptr_nonnull(root);
    json_t *run = json_array_get(json_object_get(root, "runs"), 0);
    json_t *rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
    ck_assert_uint_eq(json_array_size(rules), AISE_CODE_COUNT - 1);
    json_t *results = json_object_get(run, "results");
    ck_assert_uint_eq(json_array_size(results), 2);
    json_t *result = json_array_get(results, 0);
    size_t index = (size_t)json_integer_value(json_object_get(result, "ruleIndex"));
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(rules, index), "id")), "B201");
    ck_assert_str_eq(json_string_value(json_object_get(result, "level")), "warning");
    const char *uri = NULL;
    int line = 0, first = 0, end = 0;
    json_t *location = json_array_get(json_object_get(result, "locations"), 0);
    ck_assert_int_eq(json_unpack(location, "{s{s{ss}s{sisisi}}}", "physicalLocation", "artifactLocation", "uri", &uri,
                                 "region", "startLine", &line, "startColumn", &first, "endColumn", &end), 0);
    ck_assert_str_eq(uri, "dir/a%20%C3%A8%3A.txt");
    ck_assert_int_eq(line, 12);
    ck_assert_int_eq(first, 3);
    ck_assert_int_eq(end, 7);
    json_decref(root);
    aise_buffer_free(&out);
}
END_TEST

Suite *lint_suite(void)
{
    Suite *suite = suite_create("lint");
    TCase *all = tcase_create("lint");
    tcase_add_test(all, first_line);
    tcase_add_test(all, severity_words_stay_english);
    tcase_add_test(all, no_place);
    tcase_add_test(all, carets);
    tcase_add_test(all, long_lines_are_cut);
    tcase_add_test(all, repairs);
    tcase_add_test(all, color);
    tcase_add_test(all, json_line);
    tcase_add_test(all, sarif);
    suite_add_tcase(suite, all);
    return suite;
}
