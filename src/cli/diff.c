/* The difference of two texts that are nearly the same, in unified form. */
#include "src/cli/fix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 3, REACH = 200, SURE = 2 };

typedef struct Line {
    const char *begin;
    size_t length; /* with its end */
} Line;

typedef struct Lines {
    Line *line;
    size_t count;
} Lines;

/* Lines [from, to) of each text take each other's place. */
typedef struct Change {
    size_t old_from, old_to, new_from, new_to;
} Change;

typedef struct Diff {
    AiseOutput *output;
    Lines old, new;
    bool good;
} Diff;

static bool split(const AiseCliBytes *text, Lines *lines)
{
    size_t count = 0;
    for (size_t at = 0; at < text->length; at++)
        count += text->bytes[at] == '\n';
    lines->line = malloc((count + 1) * sizeof *lines->line);
    lines->count = 0;
    if (lines->line == NULL)
        return false;
    for (size_t at = 0; at < text->length;) {
        const char *begin = text->bytes + at, *end = memchr(begin, '\n', text->length - at);
        size_t length = end == NULL ? text->length - at : (size_t)(end - begin) + 1;
        lines->line[lines->count++] = (Line){begin, length};
        at += length;
    }
    return true;
}

static bool same(const Diff *d, size_t i, size_t j)
{
    const Line *a = &d->old.line[i], *b = &d->new.line[j];
    return a->length == b->length && memcmp(a->begin, b->begin, a->length) == 0;
}

/* Are the texts the same again from here on, for some lines or to their end? */
static bool meet(const Diff *d, size_t i, size_t j)
{
    for (unsigned k = 0; k < SURE; k++) {
        if (i + k == d->old.count || j + k == d->new.count)
            return i + k == d->old.count && j + k == d->new.count;
        if (!same(d, i + k, j + k))
            return false;
    }
    return true;
}

/* The first change at or behind the given lines; false: none. */
static bool next_change(const Diff *d, size_t i, size_t j, Change *change)
{
    while (i < d->old.count && j < d->new.count && same(d, i, j)) {
        i++;
        j++;
    }
    if (i == d->old.count && j == d->new.count)
        return false;
    for (size_t sum = 1; sum < REACH; sum++)
        for (size_t lines = 0; lines <= sum; lines++) {
            size_t a = i + sum - lines, b = j + lines;
            if (a <= d->old.count && b <= d->new.count && meet(d, a, b)) {
                *change = (Change){i, a, j, b};
                return true;
            }
        }
    *change = (Change){i, d->old.count, j, d->new.count};
    return true;
}

static void put(Diff *d, const char *bytes, size_t length)
{
    d->good = d->good && aise_output_text(d->output, bytes, length) == AISE_STATUS_OK;
}

static void put_lines(Diff *d, char sign, const Lines *lines, size_t from, size_t to)
{
    static const char no_end[] = "\n\\ No newline at end of file\n";
    for (; from < to; from++) {
        const Line *line = &lines->line[from];
        put(d, &sign, 1);
        put(d, line->begin, line->length);
        if (line->begin[line->length - 1] != '\n')
            put(d, no_end, sizeof no_end - 1);
    }
}

/* `5,3`, `5` for one line, `4,0` for none behind line 4. */
static int range(char *to, size_t size, size_t from, size_t count)
{
    return count == 1 ? snprintf(to, size, "%zu", from + 1) : snprintf(to, size, "%zu,%zu", from + (count > 0), count);
}

/* The changes, near enough to stand together, with the lines around them. */
static void put_hunk(Diff *d, const Change *change, size_t count)
{
    const Change *last = &change[count - 1];
    size_t before = change->old_from < AROUND ? change->old_from : AROUND;
    size_t after = d->old.count - last->old_to < AROUND ? d->old.count - last->old_to : AROUND;
    char head[120], old[40], new[40];
    size_t from = change->old_from - before, other = change->new_from - before;
    range(old, sizeof old, from, last->old_to + after - from);
    range(new, sizeof new, other, last->new_to + after - other);
    put(d, head, (size_t)snprintf(head, sizeof head, "@@ -%s +%s @@\n", old, new));
    for (size_t i = 0; i < count; i++) {
        put_lines(d, ' ', &d->old, from, change[i].old_from);
        put_lines(d, '-', &d->old, change[i].old_from, change[i].old_to);
        put_lines(d, '+', &d->new, change[i].new_from, change[i].new_to);
        from = change[i].old_to;
    }
    put_lines(d, ' ', &d->old, from, from + after);
}

/* As `diff` and `patch` have it: a tab ends a name with blanks, and one with control characters, `"` or `\` is quoted. */
static void put_name(Diff *d, const char *sign, const char *name)
{
    bool quoted = false;
    for (const char *at = name; *at != '\0'; at++)
        quoted = quoted || (unsigned char)*at < ' ' || *at == '"' || *at == '\\' || *at == 0x7f;
    put(d, sign, strlen(sign));
    put(d, "\"", quoted);
    for (const char *at = name; *at != '\0'; at++) {
        char octal[5];
        bool plain = (unsigned char)*at >= ' ' && *at != 0x7f;
        if (plain && (*at == '"' || *at == '\\'))
            put(d, "\\", 1);
        if (plain)
            put(d, at, 1);
        else
            put(d, octal, (size_t)snprintf(octal, sizeof octal, "\\%03o", (unsigned)*at));
    }
    put(d, "\"", quoted);
    const char *end = strchr(name, ' ') != NULL ? "\t\n" : "\n";
    put(d, end, strlen(end));
}

/* All changes, in order. */
static Change *find_changes(const Diff *d, size_t *count)
{
    Change *list = NULL, change = {0, 0, 0, 0};
    size_t capacity = 0;
    *count = 0;
    while (next_change(d, change.old_to, change.new_to, &change)) {
        if (*count == capacity) {
            capacity = capacity == 0 ? 16 : capacity * 2;
            Change *larger = realloc(list, capacity * sizeof *list);
            if (larger == NULL) {
                free(list);
                *count = 1; /* of none */
                return NULL;
            }
            list = larger;
        }
        list[(*count)++] = change;
    }
    return list;
}

static void put_all(Diff *d, const char *name, const Change *change, size_t count)
{
    put_name(d, "--- ", name);
    put_name(d, "+++ ", name);
    for (size_t first = 0, next; first < count; first = next) {
        next = first + 1;
        while (next < count && change[next].old_from <= change[next - 1].old_to + 2 * (size_t)AROUND)
            next++;
        put_hunk(d, change + first, next - first);
    }
}

bool aise_cli_diff(AiseOutput *output, const char *name, const AiseCliBytes *old, const AiseCliBytes *new)
{
    Diff d = {.output = output, .good = true};
    size_t count = 0;
    bool split_up = split(old, &d.old) && split(new, &d.new);
    Change *change = split_up ? find_changes(&d, &count) : NULL;
    if (!split_up || (count > 0 && change == NULL))
        d.good = false;
    else if (count > 0)
        put_all(&d, name, change, count);
    free(change);
    free(d.old.line);
    free(d.new.line);
    return d.good;
}
