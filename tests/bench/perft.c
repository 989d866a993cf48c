/* perft [--limit NODES] FILE…: counts every row of the tables and compares.
   A row: variant, FEN, state, depth, number of sequences, tab-separated; `#` begins a remark. Rows of more than NODES
   sequences are left out. Prints the rate by variant and `N passed, N failed`. */
#include "src/aise.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 5, VARIANTS_MOST = 64 };

typedef struct Rate {
    char variant[32];
    double seconds, nodes;
} Rate;

typedef struct Tables {
    unsigned long long limit;
    unsigned passed, failed, left_out;
    Rate rate[VARIANTS_MOST];
} Tables;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void add_rate(Tables *tables, const char *variant, double seconds, double nodes)
{
    Rate *rate = tables->rate;
    while (rate < tables->rate + VARIANTS_MOST - 1 && rate->variant[0] != '\0' && strcmp(rate->variant, variant) != 0)
        rate++;
    snprintf(rate->variant, sizeof rate->variant, "%s", variant);
    rate->seconds += seconds;
    rate->nodes += nodes;
}

static void row(Tables *tables, const char *file, unsigned number, char *line)
{
    char *column[COLUMNS];
    for (size_t i = 0; i < COLUMNS; i++)
        column[i] = line == NULL ? NULL : strsep(&line, "\t");
    if (column[COLUMNS - 1] == NULL) {
        printf("%s:%u: not a row of %d columns\n", file, number, COLUMNS);
        tables->failed++;
        return;
    }
    unsigned long long want = strtoull(column[4], NULL, 10), got = 0;
    if (want > tables->limit) {
        tables->left_out++;
        return;
    }
    char message[256] = "";
    double before = now();
    AiseStatus status = aise_perft(column[0], column[1], column[2], (unsigned)strtoul(column[3], NULL, 10), &got,
                                   message, sizeof message);
    add_rate(tables, column[0], now() - before, (double)got);
    if (status == AISE_STATUS_OK && got == want) {
        tables->passed++;
        return;
    }
    tables->failed++;
    printf("%s:%u: %s depth %s: %llu, got %llu %s\n  %s  %s\n", file, number, column[0], column[3], want, got, message,
           column[1], column[2]);
}

static void table(Tables *tables, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    if (file == NULL) {
        printf("%s: %m\n", path);
        tables->failed++;
        return;
    }
    for (unsigned number = 1; (length = getline(&line, &size, file)) > 0; number++) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (line[0] != '#' && line[0] != '\0')
            row(tables, path, number, line);
    }
    free(line);
    fclose(file);
}

int main(int argc, char **argv)
{
    Tables tables = {.limit = ~0ull};
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--limit") == 0) {
        tables.limit = strtoull(argv[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < argc; i++)
        table(&tables, argv[i]);
    for (const Rate *rate = tables.rate; rate < tables.rate + VARIANTS_MOST && rate->variant[0] != '\0'; rate++)
        printf("%-22s %9.1f Mnodes/s\n", rate->variant, rate->nodes / rate->seconds / 1e6);
    if (tables.left_out > 0)
        printf("%u rows of more than %llu sequences left out\n", tables.left_out, tables.limit);
    printf("%u passed, %u failed\n", tables.passed, tables.failed);
    return tables.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
