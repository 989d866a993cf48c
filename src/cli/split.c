/* `convert --split`: one file per event, year, player or variant. */
#include "src/cli/cli.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPEN_MOST = 64, NAME_MOST = 200 }; /* descriptors in use at once; bytes of a file's name without suffix */

typedef struct Part {
    AiseCliFile file;
    bool open;         /* not parked */
    struct Part *next; /* all parts */
    char path[];
} Part;

/* A file that is in the folder already. */
typedef struct Standing {
    dev_t device;
    ino_t inode;
    bool read; /* an input leads to it */
} Standing;

struct AiseCliSplit {
    const char *folder, *suffix;
    Standing *standing; /* sorted */
    size_t standing_count;
    void *tree; /* of Part, by path */
    Part *parts;
    Part *open[OPEN_MOST]; /* ring: the oldest is parked first */
    size_t turn;
    bool italian;
};

/* ---- what is there already ---- */

static int by_inode(const void *a, const void *b)
{
    const Standing *one = a, *other = b;
    if (one->inode != other->inode)
        return one->inode < other->inode ? -1 : 1;
    return (one->device > other->device) - (one->device < other->device);
}

static Standing *find_standing(const AiseCliSplit *split, const struct stat *about)
{
    const Standing key = {.device = about->st_dev, .inode = about->st_ino};
    return split->standing_count == 0
               ? NULL
               : bsearch(&key, split->standing, split->standing_count, sizeof key, by_inode);
}

static bool note_input(void *context, const char *path)
{
    const AiseCliSplit *split = context;
    struct stat about;
    bool known = strcmp(path, "-") == 0 ? fstat(0, &about) == 0 : stat(path, &about) == 0;
    Standing *file = known ? find_standing(split, &about) : NULL;
    if (file != NULL)
        file->read = true;
    return true;
}

static bool add_standing(AiseCliSplit *split, const struct stat *about)
{
    size_t count = split->standing_count;
    if ((count & (count - 1)) == 0) { /* full: its room is the next power of two */
        Standing *larger = realloc(split->standing, (count == 0 ? 1 : 2 * count) * sizeof *larger);
        if (larger == NULL)
            return false;
        split->standing = larger;
    }
    split->standing[split->standing_count++] = (Standing){about->st_dev, about->st_ino, false};
    return true;
}

/* Notes the files of the folder, and which of them are inputs. false: errno says why not. */
static bool note_standing(AiseCliSplit *split, char *const *inputs)
{
    DIR *folder = opendir(split->folder);
    struct dirent *entry;
    struct stat about;
    bool good = folder != NULL;
    while (good && (entry = readdir(folder)) != NULL)
        if (fstatat(dirfd(folder), entry->d_name, &about, 0) == 0 && S_ISREG(about.st_mode))
            good = add_standing(split, &about);
    if (folder != NULL)
        closedir(folder);
    if (split->standing_count == 0)
        return good;
    qsort(split->standing, split->standing_count, sizeof *split->standing, by_inode);
    if (inputs[0] == NULL)
        note_input(split, "-");
    for (; good && *inputs != NULL; inputs++)
        aise_cli_walk_quietly(*inputs, note_input, split);
    return good;
}

static bool is_input(const AiseCliSplit *split, const char *path)
{
    struct stat about;
    const Standing *file = stat(path, &about) == 0 ? find_standing(split, &about) : NULL;
    return file != NULL && file->read;
}

AiseCliSplit *aise_cli_split_new(const char *folder, const char *suffix, char *const *inputs, bool italian)
{
    bool made = mkdir(folder, 0777) == 0;
    struct stat kind;
    if (!made && errno != EEXIST) {
        aise_cli_trouble("%s: %m", folder);
        return NULL;
    }
    if (stat(folder, &kind) != 0 || !S_ISDIR(kind.st_mode)) {
        aise_cli_say(italian, "%s: not a folder", "%s: non è una cartella", folder);
        return NULL;
    }
    AiseCliSplit *split = calloc(1, sizeof *split);
    if (split == NULL) {
        aise_cli_no_memory(italian);
        return NULL;
    }
    split->italian = italian;
    split->folder = folder;
    split->suffix = suffix;
    if (made || note_standing(split, inputs))
        return split;
    aise_cli_trouble("%s: %m", folder);
    aise_cli_split_free(split, false);
    return NULL;
}

/* ---- the parts ---- */

static int by_path(const void *a, const void *b)
{
    return strcmp(((const Part *)a)->path, ((const Part *)b)->path);
}

/* A file name of the value: no separators, no control bytes, no leading dot; "unknown" for none. */
static size_t file_name(char *out, const char *value)
{
    if (value == NULL || *value == '\0' || *value == '?')
        value = "unknown";
    size_t length = 0;
    for (; *value != '\0'; value++) {
        unsigned char byte = (unsigned char)*value;
        bool bad = byte < ' ' || byte == 127 || strchr("/\\:*?\"<>|", byte) != NULL || (byte == '.' && length == 0);
        if (length >= NAME_MOST && (byte & 0xc0) != 0x80) /* never in the middle of a character */
            break;
        out[length++] = bad ? '_' : (char)byte;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    return length > 0 ? length : file_name(out, NULL);
}

static Part *part_new(AiseCliSplit *split, const char *value)
{
    char name[NAME_MOST + 8];
    size_t length = file_name(name, value);
    size_t folder = strlen(split->folder), suffix = strlen(split->suffix) + 1;
    Part *part = calloc(1, sizeof *part + folder + 1 + length + suffix);
    if (part == NULL)
        return NULL;
    memcpy(part->path, split->folder, folder);
    part->path[folder] = '/';
    memcpy(part->path + folder + 1, name, length);
    memcpy(part->path + folder + 1 + length, split->suffix, suffix);
    return part;
}

/* The part for the value, opened if it is new; NULL after a message. */
static Part *part_for(AiseCliSplit *split, const char *value)
{
    Part *part = part_new(split, value);
    Part **node = part == NULL ? NULL : (Part **)tsearch(part, &split->tree, by_path);
    if (node == NULL) {
        free(part);
        aise_cli_no_memory(split->italian);
        return NULL;
    }
    if (*node != part) {
        free(part);
        return *node;
    }
    bool read = is_input(split, part->path);
    if (read)
        aise_cli_say(split->italian, "%s is both input and output", "%s è insieme da leggere e da scrivere", part->path);
    if (read || aise_cli_file_open(&part->file, part->path) != 0) {
        tdelete(part, &split->tree, by_path);
        free(part);
        return NULL;
    }
    part->next = split->parts;
    split->parts = part;
    return part;
}

static AiseStatus make_room(AiseCliSplit *split, Part *part)
{
    AiseStatus status = AISE_STATUS_OK;
    if (part->open)
        return status;
    Part **slot = &split->open[split->turn++ % OPEN_MOST];
    if (*slot != NULL) {
        (*slot)->open = false;
        status = aise_output_park((*slot)->file.output);
    }
    *slot = part;
    part->open = true;
    return status;
}

int aise_cli_split_write(AiseCliSplit *split, const char *value, const char *text, size_t length)
{
    Part *part = part_for(split, value);
    if (part == NULL)
        return AISE_EXIT_TROUBLE;
    AiseStatus status = make_room(split, part);
    if (status == AISE_STATUS_OK)
        status = aise_output_text(part->file.output, text, length);
    if (status == AISE_STATUS_MEMORY)
        return aise_cli_no_memory(split->italian);
    return status == AISE_STATUS_OK ? 0 : aise_cli_trouble("%s: %m", part->path);
}

static const char *year_of(const AiseGame *game, char year[5])
{
    const char *date = aise_game_tag(game, "Date");
    for (size_t i = 0; i < 4; i++) {
        if (date == NULL || !isdigit((unsigned char)date[i]))
            return NULL;
        year[i] = date[i];
    }
    year[4] = '\0';
    return year;
}

unsigned aise_cli_split_values(AiseSplit by, const AiseGame *game, char year[5], const char *value[2])
{
    switch (by) {
    case AISE_SPLIT_EVENT:
        value[0] = aise_game_tag(game, "Event");
        return 1;
    case AISE_SPLIT_YEAR:
        value[0] = year_of(game, year);
        return 1;
    case AISE_SPLIT_VARIANT:
        value[0] = aise_game_variant(game);
        return 1;
    default:
        break;
    }
    value[0] = aise_game_tag(game, "White");
    value[1] = aise_game_tag(game, "Black");
    return value[0] == NULL || value[1] == NULL || strcmp(value[0], value[1]) != 0 ? 2 : 1;
}

int aise_cli_split_free(AiseCliSplit *split, bool keep)
{
    int status = 0;
    while (split->parts != NULL) {
        Part *part = split->parts;
        split->parts = part->next;
        tdelete(part, &split->tree, by_path);
        if (!keep)
            aise_cli_file_discard(&part->file);
        else if (aise_cli_file_close(&part->file) != 0)
            status = AISE_EXIT_TROUBLE;
        free(part);
    }
    free(split->standing);
    free(split);
    return status;
}
