/* Runs the suites of all tests/unit/test_*.c; the build lists them in suites.def. With a word: only that suite. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(name) Suite *name(void);
#include "suites.def"
#undef SUITE

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define SUITE(name) {#name, name},
#include "suites.def"
#undef SUITE
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    int run = 0, failed = 0;
    for (size_t i = 0; suites[i].name != NULL; i++) {
        if (argc > 1 && strstr(suites[i].name, argv[1]) == NULL)
            continue;
        SRunner *runner = srunner_create(suites[i].make());
        srunner_run_all(runner, CK_ENV);
        run += srunner_ntests_run(runner);
        failed += srunner_ntests_failed(runner);
        srunner_free(runner);
    }
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
