/* One target as a libFuzzer program; FUZZ_TARGET is its name. */
#include "tests/fuzz/fuzz.h"

#define JOIN(a, b) a##b
#define TARGET(name) JOIN(fuzz_, name)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    TARGET(FUZZ_TARGET)(bytes, length);
    return 0;
}
