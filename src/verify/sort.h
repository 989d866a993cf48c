/* Sorts any number of pairs in a fixed amount of memory: what does not fit goes to an unnamed file in TMPDIR. */
#ifndef AISE_VERIFY_SORT_H
#define AISE_VERIFY_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AisePair {
    uint64_t key, value;
} AisePair;

typedef struct AiseSorter AiseSorter;

/* An unnamed file in TMPDIR; -1: errno says why. */
int aise_temporary_file(void);

/* NULL: no memory. */
AiseSorter *aise_sorter_new(void);
void aise_sorter_free(AiseSorter *sorter);
/* false: errno says why; so in all that follow. */
bool aise_sorter_add(AiseSorter *sorter, uint64_t key, uint64_t value);
/* No more is added; aise_sorter_next begins (again) with the least pair, by key, then value. */
bool aise_sorter_rewind(AiseSorter *sorter);
/* false: no more, or it failed. */
bool aise_sorter_next(AiseSorter *sorter, AisePair *pair);
bool aise_sorter_failed(const AiseSorter *sorter);
uint64_t aise_sorter_count(const AiseSorter *sorter);

#endif
