/* Output: buffered; a regular file appears whole or not at all. */
#include "src/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_BUFFER = 256 * 1024, SHRINK_ABOVE = 1024 * 1024, LINKS_MAX = 40, NAMES_MAX = 1000 };

/* Closes and forgets everything; errno survives. */
static void output_free(AiseOutput *output)
{
    int reason = errno;
    if (output->owned)
        close(output->fd);
    free(output->temporary);
    free(output->path);
    free(output->bytes);
    aise_buffer_free(&output->scratch);
    free(output);
    errno = reason;
}

static AiseOutput *output_new(void)
{
    AiseOutput *output = calloc(1, sizeof *output);
    if (output == NULL)
        return NULL;
    output->fd = -1;
    output->capacity = OUTPUT_BUFFER;
    output->bytes = malloc(output->capacity);
    if (output->bytes == NULL) {
        output_free(output);
        return NULL;
    }
    return output;
}

AiseOutput *aise_output_memory(void)
{
    AiseOutput *output = output_new();
    if (output != NULL)
        output->in_memory = true;
    return output;
}

AiseOutput *aise_output_descriptor(int descriptor)
{
    AiseOutput *output = output_new();
    if (output != NULL)
        output->fd = descriptor;
    return output;
}

/* `name` in the folder of `path`, malloc'd. */
static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL || name[0] == '/' ? 0 : (size_t)(slash + 1 - path);
    char *result = malloc(folder + strlen(name) + 1);
    if (result != NULL) {
        memcpy(result, path, folder);
        memcpy(result + folder, name, strlen(name) + 1);
    }
    return result;
}

/* The file that `path` stands for, symbolic links followed even where the last one dangles; malloc'd. */
static char *follow_links(const char *path)
{
    char *name = strdup(path);
    for (int links = 0; name != NULL; links++) {
        char target[PATH_MAX];
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0)
            return name;
        if (links == LINKS_MAX) {
            free(name);
            errno = ELOOP;
            return NULL;
        }
        target[length] = '\0';
        char *next = beside(name, target);
        free(name);
        name = next;
    }
    return NULL;
}

/* A new file in the folder of output->path, with the mode a new file gets. */
static bool open_temporary(AiseOutput *output)
{
    for (unsigned attempt = 0; attempt < NAMES_MAX; attempt++) {
        char name[64];
        snprintf(name, sizeof name, ".aise-%ld-%u.tmp", (long)getpid(), attempt);
        output->temporary = beside(output->path, name);
        if (output->temporary == NULL)
            return false;
        output->fd = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (output->fd >= 0)
            return output->owned = true;
        free(output->temporary);
        output->temporary = NULL;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* The file that is replaced passes on its mode and, where allowed, its owner. */
static bool open_beside(AiseOutput *output, const char *path, const struct stat *old)
{
    output->path = follow_links(path);
    if (output->path == NULL || (old != NULL && access(output->path, W_OK) != 0) || !open_temporary(output))
        return false;
    if (old == NULL)
        return true;
    if (fchown(output->fd, old->st_uid, old->st_gid) != 0)
        errno = 0; /* the new file is ours then */
    if (fchmod(output->fd, old->st_mode & 0777) == 0)
        return true;
    int reason = errno;
    unlink(output->temporary);
    errno = reason;
    return false;
}

static bool open_path(AiseOutput *output, const char *path)
{
    struct stat old;
    if (path == NULL || strcmp(path, "-") == 0) {
        output->fd = STDOUT_FILENO;
        return true;
    }
    if (stat(path, &old) != 0)
        return errno == ENOENT && open_beside(output, path, NULL);
    if (S_ISREG(old.st_mode))
        return open_beside(output, path, &old);
    output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return output->owned = output->fd >= 0;
}

AiseOutput *aise_output_open(const char *path)
{
    AiseOutput *output = output_new();
    if (output == NULL || open_path(output, path))
        return output;
    output_free(output);
    return NULL;
}

static void close_file(AiseOutput *output)
{
    if (output->owned && close(output->fd) != 0 && errno != EINTR && output->reason == 0)
        output->reason = errno;
    output->owned = false;
    output->fd = -1;
}

static void write_all(AiseOutput *output, const char *bytes, size_t length)
{
    while (length != 0 && output->reason == 0) {
        ssize_t written = write(output->fd, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            /* Somebody else made our pipe or terminal non-blocking. */
            struct pollfd ready = {.fd = output->fd, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            output->reason = errno;
        }
    }
}

AiseStatus aise_output_status(const AiseOutput *output)
{
    switch (output->reason) {
    case 0:
        return AISE_STATUS_OK;
    case ENOMEM:
        return AISE_STATUS_MEMORY;
    case EPIPE:
        return AISE_STATUS_STOPPED;
    default:
        return AISE_STATUS_WRITE;
    }
}

AiseStatus aise_output_flush(AiseOutput *output)
{
    if (!output->in_memory) {
        write_all(output, output->bytes, output->length);
        output->length = 0;
    }
    return aise_output_status(output);
}

AiseStatus aise_output_park(AiseOutput *output)
{
    AiseStatus status = aise_output_flush(output);
    if (output->in_memory || output->parked)
        return status;
    output->parked = true;
    free(output->bytes);
    output->bytes = NULL;
    output->capacity = 0;
    if (output->temporary != NULL)
        close_file(output);
    return aise_output_status(output);
}

AiseStatus aise_output_wake(AiseOutput *output)
{
    if (!output->parked)
        return aise_output_status(output);
    output->bytes = malloc(OUTPUT_BUFFER);
    if (output->bytes == NULL) {
        output->reason = ENOMEM;
        return AISE_STATUS_MEMORY;
    }
    output->capacity = OUTPUT_BUFFER;
    output->parked = false;
    if (output->temporary != NULL && output->reason == 0) {
        output->fd = open(output->temporary, O_WRONLY | O_APPEND | O_CLOEXEC);
        output->owned = output->fd >= 0;
        if (!output->owned)
            output->reason = errno;
    }
    return aise_output_status(output);
}

void aise_output_make_room(AiseOutput *output, size_t bytes)
{
    if (output->parked) {
        aise_output_wake(output);
        return;
    }
    if (output->in_memory && output->reason == 0) {
        size_t capacity = output->capacity + output->capacity / 2 + bytes;
        char *grown = realloc(output->bytes, capacity);
        if (grown != NULL) {
            output->bytes = grown;
            output->capacity = capacity;
            return;
        }
        output->reason = ENOMEM;
    }
    aise_output_flush(output);
    output->length = 0;
}

AiseStatus aise_output_text(AiseOutput *output, const char *bytes, size_t length)
{
    if (output->parked && aise_output_wake(output) == AISE_STATUS_MEMORY)
        return AISE_STATUS_MEMORY;
    if (output->capacity - output->length < length) {
        if (output->in_memory) {
            aise_output_make_room(output, length);
        } else {
            aise_output_flush(output);
            if (length >= output->capacity) {
                write_all(output, bytes, length);
                return aise_output_status(output);
            }
        }
    }
    if (output->reason == 0 && length != 0) {
        memcpy(output->bytes + output->length, bytes, length);
        output->length += length;
    }
    return aise_output_status(output);
}

/* An uncommonly large text's memory is given back. */
void aise_output_clear(AiseOutput *output)
{
    output->length = 0;
    if (!output->in_memory || output->capacity <= SHRINK_ABOVE)
        return;
    char *smaller = realloc(output->bytes, OUTPUT_BUFFER);
    if (smaller == NULL)
        return;
    output->bytes = smaller;
    output->capacity = OUTPUT_BUFFER;
}

AiseStatus aise_output_move(AiseOutput *output, AiseOutput *from)
{
    AiseStatus status = aise_output_status(from);
    if (status == AISE_STATUS_OK)
        status = aise_output_text(output, from->bytes, from->length);
    aise_output_clear(from);
    return status;
}

const char *aise_output_held(const AiseOutput *output, size_t *length)
{
    *length = output->length;
    return output->bytes;
}

const char *aise_output_temporary(const AiseOutput *output)
{
    return output->temporary;
}

AiseStatus aise_output_close(AiseOutput *output)
{
    aise_output_flush(output);
    close_file(output);
    if (output->temporary != NULL) {
        if (output->reason == 0 && rename(output->temporary, output->path) != 0)
            output->reason = errno;
        if (output->reason != 0)
            unlink(output->temporary);
    }
    AiseStatus status = aise_output_status(output);
    errno = output->reason;
    output_free(output);
    return status;
}

void aise_output_discard(AiseOutput *output)
{
    if (output->temporary != NULL)
        unlink(output->temporary);
    output_free(output);
}
