/* Lets calls of the program fail on order. Built as a library to preload: AISE_FAULT is one of
     alloc=N    the N-th allocation fails that the program or its JSON library asks for, themselves or by the C library
     foreign=N  the same for the other libraries
     write=N    the N-th write fails: the disk is full     read=N     the N-th read fails: I/O error
     close=N    the N-th close of a file written to fails  rename=N   the N-th rename fails
     dlopen=N   the N-th library cannot be loaded (while one is, allocations do not fail: the loader is no part of this)
     short      reads and writes get no further than a few bytes, and are interrupted every third time
   With N 0 nothing fails. AISE_FAULT_LOG names a file that is told at the end: `fired 0|1`; `count N`, such calls; and
   `live N`, the blocks that the program's own code or its JSON library have asked for and not given back. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *old, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

typedef enum Kind { NOTHING, ALLOC, FOREIGN, WRITE, READ, CLOSE, RENAME, DLOPEN, SHORT } Kind;

enum { SLOTS = 1 << 18, FRAMES = 12 };
enum { PROGRAM, JSON, C_LIBRARY, SHIM, CODES }; /* whose code; anything else is foreign */

static struct {
    bool ready, over, fired; /* over: main has returned; what allocates now is gcov's */
    Kind kind;
    unsigned long wanted, count[SHORT + 1];
    uintptr_t from[CODES], to[CODES];
    uintptr_t live[SLOTS];              /* hashed by address; 1: was taken out */
    unsigned long lives;
    bool written[1024];                 /* descriptors written to */
    volatile char lock;
} fault;

static _Thread_local bool loading; /* within dlopen */

static bool due(Kind kind)
{
    if (!fault.ready || loading || fault.kind != kind || __sync_add_and_fetch(&fault.count[kind], 1) != fault.wanted)
        return false;
    return fault.fired = true;
}

/* ---- blocks ---- */

static bool is_within(const void *caller, unsigned code)
{
    return (uintptr_t)caller >= fault.from[code] && (uintptr_t)caller < fault.to[code];
}

static bool is_own(const void *caller)
{
    return is_within(caller, PROGRAM) || is_within(caller, JSON);
}

/* Who made the C library ask. */
static const void *asker(void)
{
    void *frame[FRAMES];
    loading = true;
    int frames = backtrace(frame, FRAMES), i = 0;
    loading = false;
    while (i + 1 < frames && (is_within(frame[i], C_LIBRARY) || is_within(frame[i], SHIM)))
        i++;
    return frame[i];
}

static bool refused(const void *caller)
{
    if (!fault.ready || fault.over || loading || (fault.kind != ALLOC && fault.kind != FOREIGN))
        return false;
    if (is_within(caller, C_LIBRARY))
        caller = asker();
    return due(is_own(caller) || is_within(caller, C_LIBRARY) ? ALLOC : FOREIGN);
}

static void lock(void)
{
    while (__sync_lock_test_and_set(&fault.lock, 1))
        continue;
}

static void unlock(void)
{
    __sync_lock_release(&fault.lock);
}

static void *watch(void *block, const void *caller)
{
    if (block == NULL || !fault.ready || !is_own(caller))
        return block;
    lock();
    size_t slot = ((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 46;
    for (size_t i = 0; i < SLOTS; i++) {
        uintptr_t *place = &fault.live[(slot + i) % SLOTS];
        if (*place > 1)
            continue;
        *place = (uintptr_t)block;
        fault.lives++;
        break;
    }
    unlock();
    return block;
}

/* Was the block watched? */
static bool forget(const void *block)
{
    bool found = false;
    if (block == NULL || fault.lives == 0)
        return false;
    lock();
    size_t slot = ((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 46;
    for (size_t i = 0; i < SLOTS && !found; i++) {
        uintptr_t *place = &fault.live[(slot + i) % SLOTS];
        if (*place == 0)
            break;
        found = *place == (uintptr_t)block;
        if (found) {
            *place = 1;
            fault.lives--;
        }
    }
    unlock();
    return found;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

SHOWN void *malloc(size_t bytes)
{
    return refused(__builtin_return_address(0)) ? no_memory() : watch(__libc_malloc(bytes), __builtin_return_address(0));
}

SHOWN void *calloc(size_t count, size_t bytes)
{
    return refused(__builtin_return_address(0)) ? no_memory() : watch(__libc_calloc(count, bytes), __builtin_return_address(0));
}

SHOWN void *realloc(void *old, size_t bytes)
{
    if (refused(__builtin_return_address(0)))
        return no_memory();
    bool watched = forget(old);
    void *block = __libc_realloc(old, bytes);
    return watch(block, watched ? (const void *)fault.from[PROGRAM] : __builtin_return_address(0));
}

SHOWN int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    *block = refused(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, bytes);
    return *block == NULL ? ENOMEM : 0;
}

SHOWN void *aligned_alloc(size_t alignment, size_t bytes)
{
    return refused(__builtin_return_address(0)) ? no_memory() : __libc_memalign(alignment, bytes);
}

SHOWN void free(void *block)
{
    forget(block);
    __libc_free(block);
}

/* ---- files ---- */

/* Shortens a transfer, or says that it was interrupted. */
static bool hinder(size_t *length)
{
    static unsigned long calls;
    if (!fault.ready || fault.kind != SHORT)
        return false;
    fault.fired = true;
    unsigned long call = __sync_add_and_fetch(&calls, 1);
    if (call % 3 == 0) {
        errno = EINTR;
        return true;
    }
    size_t most = 1 + call * 7919 % 600;
    *length = *length < most ? *length : most;
    return false;
}

SHOWN ssize_t read(int fd, void *to, size_t length)
{
    if (due(READ)) {
        errno = EIO;
        return -1;
    }
    return hinder(&length) ? -1 : syscall(SYS_read, fd, to, length);
}

SHOWN ssize_t write(int fd, const void *from, size_t length)
{
    if (due(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    if (fd >= 0 && fd < (int)sizeof fault.written)
        fault.written[fd] = true;
    return hinder(&length) ? -1 : syscall(SYS_write, fd, from, length);
}

SHOWN int close(int fd)
{
    bool written = fd >= 0 && fd < (int)sizeof fault.written && fault.written[fd];
    int status = (int)syscall(SYS_close, fd);
    if (written)
        fault.written[fd] = false;
    if (written && due(CLOSE)) {
        errno = ENOSPC;
        return -1;
    }
    return status;
}

SHOWN int rename(const char *from, const char *to)
{
    if (due(RENAME)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_rename, from, to);
}

SHOWN void *dlopen(const char *name, int flags)
{
    void *(*real)(const char *, int) = NULL;
    void *next = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&real, &next, sizeof real);
    if (due(DLOPEN))
        return real("/nonexistent/library.so", flags);
    loading = true;
    void *library = real(name, flags);
    loading = false;
    return library;
}

/* ---- from the environment, to the log ---- */

static int note_range(struct dl_phdr_info *about, size_t size, void *context)
{
    (void)size;
    (void)context;
    static const char *const names[] = {NULL, "/libjansson.", "/libc.so", "/fault.so"};
    unsigned code = PROGRAM;
    if (about->dlpi_name != NULL && about->dlpi_name[0] != '\0')
        for (code = JSON; code < CODES && strstr(about->dlpi_name, names[code]) == NULL;)
            code++;
    if (code == CODES)
        return 0;
    for (unsigned i = 0; i < about->dlpi_phnum; i++)
        if (about->dlpi_phdr[i].p_type == PT_LOAD && (about->dlpi_phdr[i].p_flags & PF_X) != 0) {
            fault.from[code] = about->dlpi_addr + about->dlpi_phdr[i].p_vaddr;
            fault.to[code] = fault.from[code] + about->dlpi_phdr[i].p_memsz;
        }
    return 0;
}

typedef int Main(int, char **, char **);
typedef int StartMain(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
static Main *program;

static void main_over(void)
{
    fault.over = true;
}

static int run_program(int argc, char **argv, char **environment)
{
    atexit(main_over); /* from here: what is registered earlier runs behind gcov */
    return program(argc, argv, environment);
}

SHOWN int __libc_start_main(Main *run, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                            void *stack_end)
{
    StartMain *real = NULL;
    void *next = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&real, &next, sizeof real);
    program = run;
    return real(run_program, argc, argv, init, fini, rtld_fini, stack_end);
}

__attribute__((constructor)) static void begin(void)
{
    static const struct {
        const char *name;
        Kind kind;
    } kinds[] = {{"alloc=", ALLOC}, {"foreign=", FOREIGN}, {"write=", WRITE}, {"read=", READ}, {"close=", CLOSE}, {"rename=", RENAME}, {"dlopen=", DLOPEN},
                 {"short", SHORT}};
    const char *order = getenv("AISE_FAULT");
    for (size_t i = 0; order != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(order, kinds[i].name, strlen(kinds[i].name)) == 0) {
            fault.kind = kinds[i].kind;
            fault.wanted = strtoul(order + strlen(kinds[i].name), NULL, 10);
        }
    dl_iterate_phdr(note_range, NULL);
    fault.ready = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("AISE_FAULT_LOG");
    char text[120];
    fault.ready = false;
    if (path == NULL)
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int length = snprintf(text, sizeof text, "fired %d\ncount %lu\nlive %lu\n", fault.fired,
                          fault.count[fault.kind], fault.lives);
    if (fd >= 0 && syscall(SYS_write, fd, text, (size_t)length) == length)
        syscall(SYS_close, fd);
}
