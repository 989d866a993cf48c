/* Run by the build: writes the files named as C, `dir/men.svg` becoming `aise_web_men_svg` (src/web/web.h). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    fputs("aise_web_", stdout);
    for (const char *at = slash != NULL ? slash + 1 : path; *at != '\0'; at++)
        putchar(isalnum((unsigned char)*at) ? *at : '_');
}

static int embed(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fputs("static const char bytes_of_", stdout);
    write_name(path);
    fputs("[] = {", stdout);
    unsigned long size = 0;
    for (int byte; (byte = getc(file)) != EOF; size++)
        printf(size % 24 == 0 ? "\n%d," : "%d,", byte < 128 ? byte : byte - 256);
    fputs("\n0};\nconst AiseWebFile ", stdout);
    write_name(path);
    fputs(" = {bytes_of_", stdout);
    write_name(path);
    printf(", %lu};\n", size);
    int failed = ferror(file);
    fclose(file);
    return failed;
}

int main(int argc, char **argv)
{
    puts("#include \"src/web/web.h\"");
    for (int i = 1; i < argc; i++)
        if (embed(argv[i]) != 0)
            return EXIT_FAILURE;
    return ferror(stdout) || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
