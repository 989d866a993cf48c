/* Text of a page as a browser lays it out in lines: white space folded, blocks on lines of their own, cells parted by
   tabs. Knows nothing of parsing. */
#ifndef AISE_BASE_LAYOUT_H
#define AISE_BASE_LAYOUT_H

#include "src/base/base.h"

/* What separates the next text from the last; a later one is stronger. */
typedef enum AiseGap { AISE_GAP_NONE, AISE_GAP_SPACE, AISE_GAP_TAB, AISE_GAP_LINE, AISE_GAP_BLANK } AiseGap;

/* From `offset` of the laid out text on, it stands at byte `source` of the page. */
typedef struct AiseLayoutMark {
    uint64_t offset;
    uint64_t source;
} AiseLayoutMark;

/* `out` and `mark` are emptied by the owner as it likes. A failed allocation sets no_memory and drops text: the
   parser that calls must not be left by a jump. */
typedef struct AiseLayout {
    char *out;
    size_t length, capacity;
    AiseLayoutMark *mark;
    size_t marks, mark_capacity;
    bool no_memory;
    uint64_t written;  /* bytes laid out so far */
    uint64_t expected; /* the source byte that would go on without a mark */
    bool unmarked;     /* the next text needs a mark */
    AiseGap gap;
    bool line_empty;
    char tail[6];      /* the last bytes laid out, the last one last */
    unsigned raised;   /* depth of <sup> and <sub> behind a ply */
    unsigned lowered;  /* and of those that stand elsewhere */
    struct {
        char bytes[4];
        uint8_t length;
        uint64_t source;
    } blank;           /* a blank that is no white space waits for what stands behind it; length 0: none */
    unsigned pre;      /* depth of <pre> */
    bool pre_begins;   /* a line end here is not shown */
    unsigned cells;    /* of this row, begun so far */
    bool cell_empty;
    bool cell_lines;   /* the cell holds more than one line: the next one begins a line */
} AiseLayout;

void aise_layout_init(AiseLayout *layout);
void aise_layout_free(AiseLayout *layout);
/* `source` is where the text stands in the page, byte for byte when it is longer than one character. */
void aise_layout_text(AiseLayout *layout, const char *text, size_t length, uint64_t source);
void aise_layout_tag(AiseLayout *layout, const char *name, bool opens);
/* A tag that cuts the layout of text (p, br, table …). */
bool aise_layout_is_block(const char *name, size_t length);

#endif
