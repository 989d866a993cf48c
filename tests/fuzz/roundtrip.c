/* Any text → PGN → listing → PGN: the PGN stays, and the listing read again is the same listing. */
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

void fuzz_roundtrip(const uint8_t *bytes, size_t length)
{
    FuzzInput input = fuzz_input(bytes, length);
    const AiseOptions defaults = {.variations = false};
    size_t pgn_length, listing_length, again_length, twice_length;
    char *pgn = fuzz_rewrite(&input.options, input.text, input.length, AISE_DIALECT_AISE, &pgn_length);
    char *listing = fuzz_rewrite(&defaults, pgn, pgn_length, AISE_DIALECT_LISTING, &listing_length);
    char *again = fuzz_rewrite(&defaults, listing, listing_length, AISE_DIALECT_AISE, &again_length);
    fuzz_must_be_same("PGN, listing, PGN", pgn, pgn_length, again, again_length);
    char *twice = fuzz_rewrite(&defaults, listing, listing_length, AISE_DIALECT_LISTING, &twice_length);
    fuzz_must_be_same("a listing read again", listing, listing_length, twice, twice_length);
    free(pgn);
    free(listing);
    free(again);
    free(twice);
}
