/* Folders, walked in an order that depends on names alone. */
#include "src/cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A folder on the way down: a link that leads back to one is not followed. */
typedef struct Folder {
    const struct Folder *above;
    dev_t device;
    ino_t inode;
} Folder;

typedef struct Walk {
    bool (*visit)(void *context, const char *path);
    void *context;
    int status;
    bool stopped, quiet, italian;
} Walk;

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && entry->d_name[strlen(entry->d_name) - 1] != '~';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void tell(Walk *walk, const char *path, const char *why)
{
    walk->status = walk->quiet ? AISE_EXIT_TROUBLE : aise_cli_trouble("%s: %s", path, why);
}

static void no_memory(Walk *walk)
{
    if (!walk->quiet)
        aise_cli_no_memory(walk->italian);
    walk->status = AISE_CLI_NO_MEMORY;
    walk->stopped = true;
}

/* What is written at the end of what is read would never end. */
static bool is_output(Walk *walk, const char *path, const struct stat *about)
{
    for (int fd = 1; fd <= 2; fd++) {
        struct stat output;
        if (S_ISREG(about->st_mode) && fstat(fd, &output) == 0 && output.st_dev == about->st_dev &&
            output.st_ino == about->st_ino) {
            tell(walk, path, walk->italian ? "è anche l’uscita" : "is also the output");
            return true;
        }
    }
    return false;
}

static bool leads_back(const Folder *folder)
{
    for (const Folder *above = folder->above; above != NULL; above = above->above)
        if (above->device == folder->device && above->inode == folder->inode)
            return true;
    return false;
}

static void walk_folder(Walk *walk, const char *path, const Folder *folder);

/* Below a folder only regular files are inputs: a pipe found by chance would wait for ever. */
static void walk_entry(Walk *walk, const char *path, const Folder *above)
{
    struct stat about, link;
    if (stat(path, &about) != 0) {
        int reason = errno;
        bool dangles = reason == ENOENT && lstat(path, &link) == 0;
        tell(walk, path, dangles ? (walk->italian ? "collegamento a niente" : "link to nothing") : strerror(reason));
    } else if (S_ISDIR(about.st_mode)) {
        walk_folder(walk, path, &(Folder){above, about.st_dev, about.st_ino});
    } else if (S_ISREG(about.st_mode) && !is_output(walk, path, &about)) {
        walk->stopped = !walk->visit(walk->context, path);
    }
}

static void walk_folder(Walk *walk, const char *path, const Folder *folder)
{
    struct dirent **entry;
    if (leads_back(folder))
        return;
    int count = scandir(path, &entry, is_shown, by_name);
    if (count < 0 && errno == ENOMEM)
        no_memory(walk);
    else if (count < 0)
        tell(walk, path, strerror(errno));
    if (count < 0)
        return;
    size_t length = strlen(path);
    for (int i = 0; i < count; i++) {
        size_t name = strlen(entry[i]->d_name) + 1;
        char *below = walk->stopped ? NULL : malloc(length + 1 + name);
        if (below != NULL) {
            memcpy(below, path, length);
            below[length] = '/';
            memcpy(below + length + (path[length - 1] != '/'), entry[i]->d_name, name);
            walk_entry(walk, below, folder);
        } else if (!walk->stopped) {
            no_memory(walk);
        }
        free(below);
        free(entry[i]);
    }
    free(entry);
}

static int walk_path(Walk *walk, const char *path)
{
    struct stat about;
    bool known = strcmp(path, "-") == 0 ? fstat(0, &about) == 0 : stat(path, &about) == 0;
    if (known && S_ISDIR(about.st_mode) && strcmp(path, "-") != 0)
        walk_folder(walk, path, &(Folder){NULL, about.st_dev, about.st_ino});
    else if (!known || !is_output(walk, path, &about))
        walk->visit(walk->context, path);
    return walk->status;
}

int aise_cli_walk(const char *path, bool (*visit)(void *context, const char *path), void *context, bool italian)
{
    Walk walk = {.visit = visit, .context = context, .italian = italian};
    return walk_path(&walk, path);
}

void aise_cli_walk_quietly(const char *path, bool (*visit)(void *context, const char *path), void *context)
{
    Walk walk = {.visit = visit, .context = context, .quiet = true};
    walk_path(&walk, path);
}
