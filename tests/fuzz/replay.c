/* replay FOLDER…: every file in FOLDER/TARGET/ through its target, each in a process of its own with a limit of time.
   Prints those that fail and `N passed, N failed`. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

enum { SECONDS = 60 };

static const struct {
    const char *name;
    FuzzTarget *run;
} targets[] = {
    {"grammar", fuzz_grammar}, {"convert", fuzz_convert}, {"roundtrip", fuzz_roundtrip}, {"report", fuzz_report},
    {"position", fuzz_position}, {"written", fuzz_written}, {"page", fuzz_page}, {"archive", fuzz_archive},
};

static unsigned passed, failed;

static _Noreturn void run_file(FuzzTarget *run, const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t capacity = 1 << 20, length = 0;
    uint8_t *bytes = malloc(capacity);
    if (file == NULL || bytes == NULL)
        exit(3);
    for (size_t got; (got = fread(bytes + length, 1, capacity - length, file)) > 0;) {
        length += got;
        uint8_t *larger = length < capacity ? bytes : realloc(bytes, capacity *= 2);
        if (larger == NULL)
            exit(3);
        bytes = larger;
    }
    fclose(file);
    uint8_t *exact = malloc(length == 0 ? 1 : length); /* so that a sanitizer sees the end */
    if (exact == NULL)
        exit(3);
    memcpy(exact, bytes, length);
    free(bytes);
    alarm(SECONDS);
    run(exact, length);
    free(exact);
    exit(0);
}

static void one(FuzzTarget *run, const char *path)
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        run_file(run, path);
    bool good = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    passed += good;
    failed += !good;
    if (!good)
        printf("FAIL %s: %s %d\n", path, WIFSIGNALED(status) ? "signal" : "exit status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

static void folder(FuzzTarget *run, const char *root, const char *name)
{
    char path[4096];
    struct dirent **entry;
    snprintf(path, sizeof path, "%s/%s", root, name);
    int count = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (entry[i]->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s/%s", root, name, entry[i]->d_name);
            one(run, path);
        }
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        for (size_t target = 0; target < sizeof targets / sizeof *targets; target++)
            folder(targets[target].run, argv[i], targets[target].name);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
