/* Guard, arena, buffer, growing arrays. */
#include "src/base/base.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static AiseGuard guard;

START_TEST(arena_gives_aligned_memory_that_stays)
{
    AiseArena arena;
    char *piece[500];
    aise_arena_init(&arena, &guard);
    for (size_t i = 0; i < 500; i++) {
        piece[i] = aise_arena_alloc(&arena, i * 7);
        ck_assert_uint_eq((uintptr_t)piece[i] % 16, 0);
        memset(piece[i], (int)(i & 0xff), i * 7);
    }
    for (size_t i = 0; i < 500; i++)
        for (size_t at = 0; at < i * 7; at++)
            ck_assert_uint_eq((unsigned char)piece[i][at], i & 0xff);
    ck_assert_str_eq(aise_arena_copy(&arena, "Cf6/C:e4", 3), "Cf6");
    ck_assert_str_eq(aise_arena_copy(&arena, NULL, 0), "");
    aise_arena_free(&arena);
}
END_TEST

START_TEST(arena_reset_keeps_first_blocks_and_drops_large_ones)
{
    AiseArena arena;
    aise_arena_init(&arena, &guard);
    void *first = aise_arena_alloc(&arena, 10);
    memset(aise_arena_alloc(&arena, 5 << 20), 1, 5 << 20);
    aise_arena_reset(&arena);
    ck_assert_ptr_eq(aise_arena_alloc(&arena, 100), first);
    ck_assert_ptr_null(arena.first->next);
    /* A small kept block behind one that did not fit is used later. */
    memset(aise_arena_alloc(&arena, 100000), 2, 100000);
    memset(aise_arena_alloc(&arena, 60000), 3, 60000);
    aise_arena_free(&arena);
    ck_assert_ptr_null(arena.first);
}
END_TEST

START_TEST(buffer_grows)
{
    AiseBuffer buffer;
    aise_buffer_init(&buffer, &guard);
    for (unsigned i = 0; i < 1000; i++)
        aise_buffer_byte(&buffer, (char)('a' + i % 26));
    ck_assert_uint_eq(buffer.length, 1000);
    ck_assert_int_eq(buffer.bytes[27], 'b');
    buffer.length = 0;
    aise_buffer_text(&buffer, "turn ");
    aise_buffer_number(&buffer, 0);
    aise_buffer_add(&buffer, " of ", 4);
    aise_buffer_number(&buffer, 18446744073709551615ULL);
    ck_assert_int_eq(memcmp(buffer.bytes, "turn 0 of 18446744073709551615", buffer.length), 0);
    aise_buffer_free(&buffer);
    ck_assert_uint_eq(buffer.capacity, 0);
}
END_TEST

START_TEST(arrays_grow)
{
    unsigned *array = NULL;
    size_t capacity = 0;
    for (unsigned i = 0; i < 1000; i++) {
        array = aise_grow(&guard, array, i, &capacity, sizeof *array);
        array[i] = i * i;
    }
    for (unsigned i = 0; i < 1000; i++)
        ck_assert_uint_eq(array[i], i * i);
    free(array);
}
END_TEST

/* What cannot be had raises, and what was there before stays. */
START_TEST(failed_allocations_raise)
{
    AiseArena arena;
    AiseBuffer buffer;
    size_t capacity = SIZE_MAX / 16;
    static volatile int raised;
    raised = 0;
    aise_arena_init(&arena, &guard);
    aise_buffer_init(&buffer, &guard);
    if (setjmp(guard.jump) != 0) {
        ck_assert_int_eq(guard.error, AISE_ERROR_MEMORY);
        raised++;
        guard.error = AISE_OK;
    }
    switch (raised) {
    case 0:
        aise_buffer_text(&buffer, "kept");
        aise_buffer_reserve(&buffer, SIZE_MAX - 2);
        break;
    case 1:
        aise_arena_alloc(&arena, SIZE_MAX - 2);
        break;
    case 2:
        aise_grow(&guard, NULL, capacity, &capacity, 16);
        break;
    case 3:
        aise_guard_raise(&guard, AISE_ERROR_MEMORY);
    default:
        break;
    }
    ck_assert_int_eq(raised, 4);
    ck_assert_int_eq(memcmp(buffer.bytes, "kept", 4), 0);
    aise_buffer_free(&buffer);
    aise_arena_free(&arena);
}
END_TEST

Suite *base_suite(void)
{
    Suite *suite = suite_create("base");
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory, arena_gives_aligned_memory_that_stays);
    tcase_add_test(memory, arena_reset_keeps_first_blocks_and_drops_large_ones);
    tcase_add_test(memory, buffer_grows);
    tcase_add_test(memory, arrays_grow);
    tcase_add_test(memory, failed_allocations_raise);
    suite_add_tcase(suite, memory);
    return suite;
}
