/* Guard, arena and buffer: all memory of the program comes through here. */
#include "src/base/base.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 64 * 1024, ARENA_KEEP = 1024 * 1024, BUFFER_FIRST = 256 };

void aise_guard_raise(AiseGuard *guard, AiseError error)
{
    guard->error = error;
    longjmp(guard->jump, 1);
}

void *aise_guard_realloc(AiseGuard *guard, void *old, size_t bytes)
{
    /* realloc to nothing may free: ask for one byte, so that NULL always means failure. */
    void *result = realloc(old, bytes == 0 ? 1 : bytes);
    if (result == NULL)
        aise_guard_raise(guard, AISE_ERROR_MEMORY);
    return result;
}

void aise_arena_init(AiseArena *arena, AiseGuard *guard)
{
    *arena = (AiseArena){.guard = guard};
}

void *aise_arena_extend(AiseArena *arena, size_t bytes)
{
    AiseArenaBlock **link = arena->current == NULL ? &arena->first : &arena->current->next;
    /* A kept block that is too small stays in the list, behind the new one, for smaller wants. */
    if (*link == NULL || (*link)->size < bytes) {
        if (bytes > SIZE_MAX / 2)
            aise_guard_raise(arena->guard, AISE_ERROR_MEMORY);
        size_t size = bytes <= ARENA_BLOCK ? ARENA_BLOCK : (bytes + 15) & ~(size_t)15;
        AiseArenaBlock *block = aise_guard_realloc(arena->guard, NULL, sizeof *block + size);
        block->size = size;
        block->next = *link;
        *link = block;
    }
    arena->current = *link;
    arena->used = (bytes + 15) & ~(size_t)15;
    return arena->current->bytes;
}

char *aise_arena_copy(AiseArena *arena, const char *text, size_t length)
{
    char *copy = aise_arena_alloc(arena, length + 1);
    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void aise_arena_reset(AiseArena *arena)
{
    size_t kept = 0;
    AiseArenaBlock **link = &arena->first;
    while (*link != NULL) {
        AiseArenaBlock *block = *link;
        if (kept + block->size <= ARENA_KEEP) {
            kept += block->size;
            link = &block->next;
        } else {
            *link = block->next;
            free(block);
        }
    }
    arena->current = arena->first;
    arena->used = 0;
}

void aise_arena_free(AiseArena *arena)
{
    while (arena->first != NULL) {
        AiseArenaBlock *next = arena->first->next;
        free(arena->first);
        arena->first = next;
    }
    arena->current = NULL;
    arena->used = 0;
}

void aise_buffer_init(AiseBuffer *buffer, AiseGuard *guard)
{
    *buffer = (AiseBuffer){.guard = guard};
}

void aise_buffer_reserve(AiseBuffer *buffer, size_t more)
{
    if (buffer->capacity - buffer->length >= more)
        return;
    if (more > SIZE_MAX / 2 - buffer->length)
        aise_guard_raise(buffer->guard, AISE_ERROR_MEMORY);
    size_t capacity = buffer->capacity == 0 ? BUFFER_FIRST : buffer->capacity + buffer->capacity / 2;
    if (capacity < buffer->length + more)
        capacity = buffer->length + more;
    buffer->bytes = aise_guard_realloc(buffer->guard, buffer->bytes, capacity);
    buffer->capacity = capacity;
}

void aise_buffer_add(AiseBuffer *buffer, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    aise_buffer_reserve(buffer, length);
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void aise_buffer_text(AiseBuffer *buffer, const char *text)
{
    aise_buffer_add(buffer, text, strlen(text));
}

void aise_buffer_number(AiseBuffer *buffer, unsigned long long number)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    aise_buffer_add(buffer, digits + at, sizeof digits - at);
}

void aise_buffer_free(AiseBuffer *buffer)
{
    free(buffer->bytes);
    aise_buffer_init(buffer, buffer->guard);
}

void *aise_grow(AiseGuard *guard, void *array, size_t count, size_t *capacity, size_t element)
{
    if (count < *capacity)
        return array;
    if (count > SIZE_MAX / 4 / element)
        aise_guard_raise(guard, AISE_ERROR_MEMORY);
    size_t more = count < 8 ? 8 : count + count / 2;
    array = aise_guard_realloc(guard, array, more * element);
    *capacity = more;
    return array;
}
