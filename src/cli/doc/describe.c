/* describe WHAT [FILE]: see doc.h. */
#include "src/cli/doc/doc.h"

#include <stdlib.h>
#include <string.h>

/* The whole file, NUL-terminated; NULL after a message. */
static char *load(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0, room = 1024 * 1024;
    char *text = file != NULL ? calloc(1, room + 1) : NULL;
    if (text != NULL)
        length = fread(text, 1, room, file);
    if (text == NULL || length == room || ferror(file)) {
        fprintf(stderr, "describe: %s: cannot be read\n", path);
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    return text;
}

static bool describe_file(const char *what, const char *path)
{
    char *text = load(path);
    bool known = text != NULL;
    if (!known)
        return false;
    if (strcmp(what, "page-en") == 0 || strcmp(what, "page-it") == 0)
        aise_doc_page(text, strcmp(what, "page-it") == 0);
    else if (strcmp(what, "manual") == 0)
        aise_doc_manual(text);
    else if (strcmp(what, "manual-page") == 0)
        aise_doc_manual_page(text);
    else if (strcmp(what, "fold") == 0)
        aise_doc_fold(text);
    else
        known = false;
    free(text);
    return known;
}

static bool describe(const char *what)
{
    static const struct {
        const char *name;
        void (*write)(void);
    } shells[] = {{"bash", aise_doc_bash}, {"zsh", aise_doc_zsh}, {"fish", aise_doc_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(what, shells[i].name) == 0) {
            shells[i].write();
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    bool done = argc == 2 ? describe(argv[1]) : argc == 3 && describe_file(argv[1], argv[2]);
    if (!done)
        fputs("describe: page-en FILE | page-it FILE | manual FILE | manual-page FILE | fold FILE | bash | zsh | fish\n", stderr);
    return done && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
