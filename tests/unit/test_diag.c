/* The table of codes and findings as sentences. */
#include "src/base/diag.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static AiseGuard guard;

static const char *text_of(AiseBuffer *buffer)
{
    aise_buffer_byte(buffer, '\0');
    return buffer->bytes;
}

/* {0} … {3} that occur, as bits, with a letter or without; any other brace with a digit fails. */
static unsigned placeholders(const char *text)
{
    unsigned found = 0;
    for (const char *brace = strchr(text, '{'); brace != NULL; brace = strchr(brace + 1, '{'))
        if (brace[1] >= '0' && brace[1] <= '9') {
            bool letter = brace[2] != '\0' && strchr("idDasun", brace[2]) != NULL;
            ck_assert_msg(brace[1] < '0' + AISE_ARGS_MAX && brace[letter ? 3 : 2] == '}', "%s", text);
            found |= 1u << (brace[1] - '0');
        }
    return found;
}

typedef struct CodeText {
    const char *name;
    const char *text[6]; /* message, hint, manual, each English and Italian */
} CodeText;

static const CodeText table[] = {
#define CODE(id, severity, message_en, message_it, hint_en, hint_it, manual_en, manual_it)                             \
    {#id, {message_en, message_it, hint_en, hint_it, manual_en, manual_it}},
#include "src/base/codes.def"
#undef CODE
};
enum { CODES = sizeof table / sizeof *table };

START_TEST(both_languages_say_the_same)
{
    for (size_t i = 0; i < CODES; i++) {
        const CodeText *code = &table[i];
        for (size_t part = 0; part < 6; part += 2) {
            const char *english = code->text[part], *italian = code->text[part + 1];
            ck_assert_msg((english[0] == '\0') == (italian[0] == '\0'), "%s: one language lacks", code->name);
            ck_assert_msg(part == 2 || english[0] != '\0', "%s: empty", code->name);
            ck_assert_msg(placeholders(english) == placeholders(italian), "%s: other arguments in Italian", code->name);
        }
        ck_assert_msg((placeholders(code->text[4]) | placeholders(code->text[5])) == 0, "%s: manual with arguments",
                      code->name);
    }
}
END_TEST

START_TEST(codes_are_found_by_name)
{
    ck_assert_int_eq(CODES, AISE_CODE_COUNT - 1);
    for (unsigned code = AISE_CODE_NONE + 1; code < AISE_CODE_COUNT; code++) {
        const char *name = aise_code_name((AiseCode)code);
        ck_assert_str_eq(name, table[code - 1].name);
        ck_assert_msg(strlen(name) == 4 && strchr("LSBRH", name[0]) != NULL, "%s", name);
        ck_assert_int_eq(aise_code_find(name, 4), code);
        ck_assert_int_le(aise_code_severity((AiseCode)code), AISE_ERROR_SEVERITY);
    }
    ck_assert_int_eq(aise_code_find("L101x", 5), AISE_CODE_NONE);
    ck_assert_int_eq(aise_code_find("L999", 4), AISE_CODE_NONE);
    ck_assert_int_eq(aise_code_find("", 0), AISE_CODE_NONE);
}
END_TEST

START_TEST(every_code_is_rendered)
{
    for (unsigned code = AISE_CODE_NONE + 1; code < AISE_CODE_COUNT; code++)
        for (AiseLanguage language = AISE_ENGLISH; language <= AISE_ITALIAN; language++) {
            AiseFinding finding = {.code = (AiseCode)code, .argc = AISE_ARGS_MAX, .has_hint = true};
            AiseBuffer out;
            aise_buffer_init(&out, &guard);
            for (unsigned i = 0; i < AISE_ARGS_MAX; i++)
                finding.arg[i] = (AiseArg){.type = AISE_ARG_TEXT, .text = "<>", .length = 2};
            aise_finding_message(&finding, language, &out);
            ck_assert_uint_ne(out.length, 0);
            aise_finding_hint(&finding, language, &out);
            ck_assert_msg(placeholders(text_of(&out)) == 0, "%s", out.bytes);
            out.length = 0;
            aise_code_manual((AiseCode)code, language, &out);
            text_of(&out);
            ck_assert_int_eq(strncmp(out.bytes, aise_code_name((AiseCode)code), 4), 0);
            ck_assert_msg(placeholders(out.bytes) == 0, "%s", out.bytes);
            aise_buffer_free(&out);
        }
}
END_TEST

/* L109 has two arguments: any will do to see one rendered. */
static void check_arg(AiseArg arg, const char *english, const char *italian)
{
    const char *expected[2] = {english, italian};
    const char *around[2][2] = {{"byte ", " has"}, {"il byte ", " non"}};
    for (AiseLanguage language = AISE_ENGLISH; language <= AISE_ITALIAN; language++) {
        AiseFinding finding = {.code = AISE_CODE_L109, .argc = 1, .arg = {arg}};
        AiseBuffer out;
        aise_buffer_init(&out, &guard);
        aise_finding_message(&finding, language, &out);
        const char *text = text_of(&out) + strlen(around[language][0]);
        ck_assert_msg(strncmp(text, expected[language], strlen(expected[language])) == 0, "%s", out.bytes);
        ck_assert_int_eq(strncmp(text + strlen(expected[language]), around[language][1], 4), 0);
        ck_assert_ptr_nonnull(strstr(text, "…")); /* the argument that is missing */
        aise_buffer_free(&out);
    }
}

START_TEST(arguments_speak_both_languages)
{
    static const char *const english[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    static const char *const italian[] = {"il pedone", "il cavallo", "l'alfiere", "la torre", "la donna", "il re"};
    for (unsigned kind = 0; kind < 6; kind++) {
        char the[32], at[32], at_it[32];
        snprintf(the, sizeof the, "the %s", english[kind]);
        snprintf(at, sizeof at, "the %s on e5", english[kind]);
        snprintf(at_it, sizeof at_it, "%s in e5", italian[kind]);
        const char *bare = italian[kind] + (kind == 2 ? 2 : 3);
        check_arg((AiseArg){.type = AISE_ARG_KIND, .value = kind}, english[kind], bare);
        check_arg((AiseArg){.type = AISE_ARG_THE_KIND, .value = kind}, the, italian[kind]);
        check_arg((AiseArg){.type = AISE_ARG_THE_MAN_AT, .value = kind, .square = 36}, at, at_it);
        check_arg((AiseArg){.type = AISE_ARG_MAN_AT, .value = kind, .square = 36}, at + 4, at_it + (bare - italian[kind]));
    }
    check_arg((AiseArg){.type = AISE_ARG_SQUARE, .square = 0}, "a1", "a1");
    check_arg((AiseArg){.type = AISE_ARG_SQUARE, .square = 65}, "off the board", "fuori dalla scacchiera");
    check_arg((AiseArg){.type = AISE_ARG_SIDE, .value = 0}, "White", "Bianco");
    check_arg((AiseArg){.type = AISE_ARG_SIDE, .value = 1}, "Black", "Nero");
    check_arg((AiseArg){.type = AISE_ARG_NUMBER, .value = 4294967295u}, "4294967295", "4294967295");
    check_arg((AiseArg){.type = AISE_ARG_HEX, .value = 0x8d}, "8D", "8D");
    check_arg((AiseArg){.type = AISE_ARG_VARIANT, .text = "dynamo", .length = 6}, "dynamo", "dynamo");
    /* What an argument holds is not looked through for placeholders. */
    check_arg((AiseArg){.type = AISE_ARG_TEXT, .text = "{0}{", .length = 4}, "{0}{", "{0}{");
}
END_TEST

/* An Italian message with a man of that kind on e5 and what else it takes. */
static void check_words(AiseCode code, unsigned kind, const char *italian)
{
    AiseArg man = {.type = AISE_ARG_MAN_AT, .value = kind, .square = 36};
    AiseFinding finding = {.code = code, .argc = 2, .arg = {man, man}};
    AiseBuffer out;
    aise_buffer_init(&out, &guard);
    aise_finding_message(&finding, AISE_ITALIAN, &out);
    ck_assert_ptr_nonnull(strstr(text_of(&out), italian));
    aise_buffer_free(&out);
}

START_TEST(italian_words_agree_with_the_man)
{
    static const struct {
        AiseCode code;
        const char *word[3]; /* before pedone, alfiere, torre */
    } words[] = {
        {AISE_CODE_R120, {"il pedone in e5 non è un pedone", "l'alfiere in e5 non è un alfiere", "la torre in e5 non è una torre"}},
        {AISE_CODE_R102, {"nessun pedone", "nessun alfiere", "nessuna torre"}},
        {AISE_CODE_R112, {"dal pedone", "dall'alfiere", "dalla torre"}},
        {AISE_CODE_R107, {"del pedone", "dell'alfiere", "della torre"}},
        {AISE_CODE_R307, {"sul pedone", "sull'alfiere", "sulla torre"}},
        {AISE_CODE_R322, {"al pedone", "all'alfiere", "alla torre"}},
    };
    static const unsigned kinds[] = {0, 2, 3};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (unsigned k = 0; k < 3; k++)
            check_words(words[i].code, kinds[k], words[i].word[k]);
}
END_TEST

START_TEST(hint_only_where_wanted)
{
    AiseFinding finding = {.code = AISE_CODE_L101};
    AiseBuffer out;
    aise_buffer_init(&out, &guard);
    aise_finding_hint(&finding, AISE_ENGLISH, &out);
    ck_assert_uint_eq(out.length, 0);
    finding.has_hint = true;
    aise_finding_hint(&finding, AISE_ITALIAN, &out);
    ck_assert_str_eq(text_of(&out), "salvarlo come testo semplice UTF-8");
    aise_buffer_free(&out);
    ck_assert_str_eq(aise_severity_name(AISE_ERROR_SEVERITY, AISE_ITALIAN), "errore");
    ck_assert_str_eq(aise_severity_name(AISE_NOTE, AISE_ENGLISH), "note");
}
END_TEST

Suite *diag_suite(void)
{
    Suite *suite = suite_create("diag");
    TCase *codes = tcase_create("codes");
    tcase_add_test(codes, both_languages_say_the_same);
    tcase_add_test(codes, codes_are_found_by_name);
    tcase_add_test(codes, every_code_is_rendered);
    tcase_add_test(codes, arguments_speak_both_languages);
    tcase_add_test(codes, italian_words_agree_with_the_man);
    tcase_add_test(codes, hint_only_where_wanted);
    suite_add_tcase(suite, codes);
    return suite;
}
