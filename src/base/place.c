/* Line and column of the text read so far. */
#include "src/base/reading.h"

#include <string.h>

typedef unsigned char Bytes __attribute__((vector_size(16)));

/* Line ends in s[from, to), with s[from - 1] at hand: LF after CR ends nothing. */
static uint64_t count_line_ends(const unsigned char *s, size_t from, size_t to)
{
    uint64_t count = 0;
    while (to - from >= sizeof(Bytes)) {
        Bytes lanes = {0};
        for (unsigned round = 0; round < 255 && to - from >= sizeof(Bytes); round++, from += sizeof(Bytes)) {
            Bytes here, before;
            memcpy(&here, s + from, sizeof here);
            memcpy(&before, s + from - 1, sizeof before);
            lanes -= (Bytes)((here == '\r') | ((here == '\n') & (before != '\r')));
        }
        for (unsigned lane = 0; lane < sizeof(Bytes); lane++)
            count += lanes[lane];
    }
    for (; from < to; from++)
        count += s[from] == '\r' || (s[from] == '\n' && s[from - 1] != '\r');
    return count;
}

static uint64_t count_characters(const unsigned char *s, size_t length)
{
    uint64_t count = 0;
    for (size_t at = 0; at < length; at++)
        count += (s[at] & 0xc0) != 0x80;
    return count;
}

void aise_place_advance(AisePlace *place, const char *bytes, size_t length)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (length != 0 && place->after_cr && *s == '\n') {
        s++;
        length--;
        place->after_cr = false;
    }
    if (length == 0)
        return;
    uint64_t lines = (*s == '\n' || *s == '\r') + count_line_ends(s, 1, length);
    size_t start = length;
    if (lines == 0) {
        start = 0;
    } else {
        while (s[start - 1] != '\n' && s[start - 1] != '\r')
            start--;
        place->line += lines;
        place->column = 1;
    }
    place->column += count_characters(s + start, length - start);
    place->after_cr = s[length - 1] == '\r';
}
