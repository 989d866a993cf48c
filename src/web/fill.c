/* Run by the build: `fill TEMPLATE MARK=FILE…` writes the template, each line's `<!--MARK-->` replaced by the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, NUL-terminated; NULL after a message. */
static char *load(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        (text = calloc(1, (size_t)size + 1)) != NULL) {
        rewind(file);
        if (fread(text, 1, (size_t)size, file) != (size_t)size) {
            free(text);
            text = NULL;
        }
    }
    if (text == NULL)
        perror(path);
    if (file != NULL)
        fclose(file);
    return text;
}

/* Writes what the mark stands for; false: no argument or no file. */
static int put_part(const char *mark, size_t length, char **arguments)
{
    for (; *arguments != NULL; arguments++)
        if (strncmp(*arguments, mark, length) == 0 && (*arguments)[length] == '=') {
            char *text = load(*arguments + length + 1);
            if (text == NULL)
                return 0;
            fputs(text, stdout);
            free(text);
            return 1;
        }
    fprintf(stderr, "nothing stands for %.*s\n", (int)length, mark);
    return 0;
}

int main(int argc, char **argv)
{
    char *template = argc > 1 ? load(argv[1]) : NULL;
    if (template == NULL)
        return EXIT_FAILURE;
    const char *at = template;
    for (const char *mark; (mark = strstr(at, "<!--")) != NULL; at = strstr(mark, "-->") + 3) {
        const char *end = strstr(mark, "-->");
        fwrite(at, 1, (size_t)(mark - at), stdout);
        if (end == NULL || !put_part(mark + 4, (size_t)(end - mark - 4), argv + 2))
            return EXIT_FAILURE;
    }
    fputs(at, stdout);
    free(template);
    return ferror(stdout) || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
