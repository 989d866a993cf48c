/* Output files and signals: a half-written file is taken away, then the signal does what it always does. */
#include "src/cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40 };

/* A signal handler sees nothing but statics: this and `ended` are the program's only ones. Changed with the signals
   blocked. */
static AiseCliFile *volatile open_files;

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

static void leave(int number)
{
    for (const AiseCliFile *file = open_files; file != NULL; file = file->next)
        unlink(file->temporary);
    signal(number, SIG_DFL);
    raise(number); /* delivered when the handler returns */
}

static bool ended; /* main is done */

/* A library may end the program, as libarchive does where memory is used up. */
static void leave_early(void)
{
    for (const AiseCliFile *file = open_files; file != NULL; file = file->next)
        unlink(file->temporary);
    if (!ended)
        _exit(AISE_EXIT_TROUBLE);
}

int aise_cli_end(int status)
{
    ended = true;
    return status;
}

static void caught_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaddset(set, caught[i]);
}

void aise_cli_signals(void)
{
    struct sigaction action = {.sa_handler = leave, .sa_flags = SA_RESTART};
    caught_set(&action.sa_mask);
    atexit(leave_early);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction before;
        sigaction(caught[i], NULL, &before);
        /* nohup and the like stay in force; but a broken pipe must end us even where a parent ignored it. */
        if (before.sa_handler != SIG_IGN || caught[i] == SIGPIPE)
            sigaction(caught[i], &action, NULL);
    }
}

/* Opening a pipe waits for its reader: no signals may be blocked then, nor is there a temporary file. */
static bool in_place(const char *path)
{
    struct stat kind;
    return path == NULL || strcmp(path, "-") == 0 || (stat(path, &kind) == 0 && !S_ISREG(kind.st_mode));
}

int aise_cli_file_open(AiseCliFile *file, const char *path)
{
    sigset_t set, before;
    sigemptyset(&set);
    if (!in_place(path))
        caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    *file = (AiseCliFile){.path = path == NULL || strcmp(path, "-") == 0 ? "standard output" : path};
    file->output = aise_output_open(path);
    int error = errno;
    if (file->output != NULL)
        file->temporary = aise_output_temporary(file->output);
    if (file->temporary != NULL) {
        file->next = open_files;
        open_files = file;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (file->output == NULL)
        return aise_cli_trouble("%s: %s", file->path, strerror(error));
    return 0;
}

static void forget(const AiseCliFile *file)
{
    AiseCliFile *volatile *link = &open_files;
    while (*link != file)
        link = &(*link)->next;
    *link = file->next;
}

void aise_cli_file_watch(AiseCliFile *file, const char *temporary)
{
    sigset_t set, before;
    caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    *file = (AiseCliFile){.temporary = temporary};
    if (temporary != NULL) {
        file->next = open_files;
        open_files = file;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void aise_cli_file_forget(AiseCliFile *file)
{
    sigset_t set, before;
    caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    if (file->temporary != NULL)
        forget(file);
    file->temporary = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL);
}

int aise_cli_file_close(AiseCliFile *file)
{
    if (file->temporary == NULL) {
        errno = 0;
        if (aise_output_close(file->output) == AISE_STATUS_OK)
            return 0;
        return aise_cli_trouble("%s: %s", file->path, strerror(errno));
    }
    sigset_t set, before;
    caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    errno = 0;
    AiseStatus status = aise_output_close(file->output);
    int error = errno;
    forget(file);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status == AISE_STATUS_OK ? 0 : aise_cli_trouble("%s: %s", file->path, strerror(error));
}

void aise_cli_file_discard(AiseCliFile *file)
{
    sigset_t set, before;
    caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    aise_output_discard(file->output);
    if (file->temporary != NULL)
        forget(file);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- one file by two names ---- */

/* Where a file is, or would be made. */
typedef struct Place {
    dev_t device; /* of the file, or of its folder */
    ino_t inode;
    bool there;
    const char *name; /* in the folder; "" where it is there */
    char path[PATH_MAX];
} Place;

/* The path, with a slash in it, that a link at `path` leads to; false: it is none. */
static bool follow_link(char path[PATH_MAX])
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    size_t folder = target[0] == '/' ? 0 : (size_t)(strrchr(path, '/') + 1 - path);
    if (folder + (size_t)length >= PATH_MAX)
        return false;
    memcpy(path + folder, target, (size_t)length + 1);
    return true;
}

static bool find_place(const char *given, Place *place)
{
    struct stat about;
    place->name = "";
    place->there = stat(given, &about) == 0;
    if (!place->there) {
        /* With a slash in it always: what stands before the last is the folder. */
        if (snprintf(place->path, sizeof place->path, "%s%s", given[0] == '/' ? "" : "./", given) >= PATH_MAX)
            return false;
        for (int links = 0; links < LINKS_MAX && follow_link(place->path); links++) {
        }
        char *slash = strrchr(place->path, '/');
        char first = slash[1];
        slash[1] = '\0';
        bool good = stat(place->path, &about) == 0;
        slash[1] = first;
        place->name = slash + 1;
        if (!good)
            return false;
    }
    place->device = about.st_dev;
    place->inode = about.st_ino;
    return true;
}

bool aise_cli_same_file(const char *one, const char *other)
{
    Place a, b;
    return find_place(one, &a) && find_place(other, &b) && a.there == b.there && a.device == b.device &&
           a.inode == b.inode && strcmp(a.name, b.name) == 0;
}
