/* Spans, guarded allocation, arenas and growing byte buffers: what every other module stands on. */
#ifndef AISE_BASE_BASE_H
#define AISE_BASE_BASE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stretch of the current record's text, in bytes: [begin, end). */
typedef struct AiseSpan {
    uint32_t begin;
    uint32_t end;
} AiseSpan;

typedef enum AiseError {
    AISE_OK = 0,
    AISE_ERROR_MEMORY, /* an allocation failed */
    AISE_ERROR_READ,   /* the input could not be read */
    AISE_ERROR_WRITE,  /* the output could not be written */
    AISE_ERROR_USE     /* wrong option or argument */
} AiseError;

/* Where a failed allocation goes. The public entry points set `jump`; everything below them allocates through
   an arena or buffer that points here and never tests for NULL. A guard belongs to one thread. */
typedef struct AiseGuard {
    jmp_buf jump;
    AiseError error;
} AiseGuard;

/* Leaves to the guard's jump point with the given error. Never returns. */
_Noreturn void aise_guard_raise(AiseGuard *guard, AiseError error);

/* malloc/realloc that raise AISE_ERROR_MEMORY. The caller owns the memory (free). */
void *aise_guard_realloc(AiseGuard *guard, void *old, size_t bytes);

/* Bump allocator: everything in it dies with reset. */
typedef struct AiseArenaBlock AiseArenaBlock;
struct AiseArenaBlock {
    AiseArenaBlock *next;
    size_t size; /* of the bytes that follow, a multiple of 16 */
    _Alignas(16) char bytes[];
};
typedef struct AiseArena {
    AiseGuard *guard;
    AiseArenaBlock *first;
    AiseArenaBlock *current;
    size_t used; /* bytes used in the current block, a multiple of 16 */
} AiseArena;

void aise_arena_init(AiseArena *arena, AiseGuard *guard);
/* Moves on to a block with room for `bytes` and takes them there: the slow half of aise_arena_alloc. */
void *aise_arena_extend(AiseArena *arena, size_t bytes);

/* `bytes` bytes aligned for any object, not cleared. Raises AISE_ERROR_MEMORY. */
static inline void *aise_arena_alloc(AiseArena *arena, size_t bytes)
{
    AiseArenaBlock *block = arena->current;
    if (block == NULL || bytes > block->size - arena->used)
        return aise_arena_extend(arena, bytes);
    void *result = block->bytes + arena->used;
    arena->used += (bytes + 15) & ~(size_t)15;
    return result;
}

/* A NUL-terminated copy. */
char *aise_arena_copy(AiseArena *arena, const char *text, size_t length);
/* Forgets the contents; keeps the first blocks (at most 1 MiB) for the next game. */
void aise_arena_reset(AiseArena *arena);
void aise_arena_free(AiseArena *arena);

/* Growing byte buffer. */
typedef struct AiseBuffer {
    AiseGuard *guard;
    char *bytes;
    size_t length;
    size_t capacity;
} AiseBuffer;

void aise_buffer_init(AiseBuffer *buffer, AiseGuard *guard);
/* Room for `more` further bytes; raises AISE_ERROR_MEMORY. */
void aise_buffer_reserve(AiseBuffer *buffer, size_t more);
void aise_buffer_add(AiseBuffer *buffer, const char *bytes, size_t length);
void aise_buffer_text(AiseBuffer *buffer, const char *text);
void aise_buffer_number(AiseBuffer *buffer, unsigned long long number);
void aise_buffer_free(AiseBuffer *buffer);

static inline void aise_buffer_byte(AiseBuffer *buffer, char byte)
{
    if (buffer->length == buffer->capacity)
        aise_buffer_reserve(buffer, 1);
    buffer->bytes[buffer->length++] = byte;
}

/* A growing array: makes room for one more element and returns the array's (possibly moved) start.
   `*capacity` counts elements. Raises AISE_ERROR_MEMORY. */
void *aise_grow(AiseGuard *guard, void *array, size_t count, size_t *capacity, size_t element);

#endif
