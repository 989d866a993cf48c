/* What the PGN dialects and the listing share: filled lines, tags in PGN order, turn numbers, words for values. */
#ifndef AISE_PGN_MOVETEXT_H
#define AISE_PGN_MOVETEXT_H

#include <endian.h>
#include <string.h>

#include "src/aise.h"
#include "src/replay/game.h"

#define AISE_LINE_MAX 79u /* characters of a line of movetext */
#define AISE_NO_GAP SIZE_MAX

#define AISE_NUMBER_MAX 16
/* "12." or "12..."; the length. */
size_t aise_number_text(uint32_t number, bool dots, char out[AISE_NUMBER_MAX]);

/* A paragraph of movetext being filled: words parted by one space, broken so that no line is longer than `width`
   and none begins with `%`, `[` or `;` (such a word stays with the one before it). A single overlong word stands
   alone. Columns count characters. */
typedef struct AiseFill {
    AiseBuffer *out;
    size_t width;      /* SIZE_MAX: never broken */
    size_t column;     /* characters on the line so far */
    size_t gap;        /* offset in `out` of the last space the line may break at, or AISE_NO_GAP */
    size_t gap_column; /* characters before that space */
    bool glued;        /* the next word goes on where the last one ended */
} AiseFill;

/* Starts a paragraph below what stands in `out`: its first word begins a new line. */
static inline AiseFill aise_fill_begin(AiseBuffer *out)
{
    return (AiseFill){out, AISE_LINE_MAX, AISE_LINE_MAX, AISE_NO_GAP, 0, false};
}

/* One endless line that goes on where `out` ends. */
static inline AiseFill aise_fill_line(AiseBuffer *out)
{
    return (AiseFill){out, SIZE_MAX, 0, AISE_NO_GAP, 0, true};
}

/* One ASCII word that begins with none of `%[;`; `room` bytes are readable at `bytes` (room >= length), and `out` has
   room for room + 1 more. A constant `room` makes the copy a few plain stores. */
static inline void aise_fill_symbol(AiseFill *fill, const char *bytes, size_t length, size_t room)
{
    AiseBuffer *out = fill->out;
    char *at = out->bytes + out->length;
    size_t end = fill->column + 1 + length;
    memcpy(at + 1, bytes, room);
    if (end > fill->width) {
        *at = '\n';
        fill->column = length;
        fill->gap = AISE_NO_GAP;
    } else {
        *at = ' ';
        fill->gap = out->length;
        fill->gap_column = fill->column;
        fill->column = end;
    }
    out->length += 1 + length;
}

/* `N.`, or `N...` where Black needs it. `out` has room for AISE_NUMBER_MAX + 1 more. */
static inline void aise_fill_number(AiseFill *fill, uint32_t number, bool dots)
{
    if (number >= 10000) {
        char text[AISE_NUMBER_MAX] = "";
        aise_fill_symbol(fill, text, aise_number_text(number, dots, text), AISE_NUMBER_MAX);
        return;
    }
    /* Up to eight bytes, made in a register: first digit lowest. */
    uint64_t bytes = dots ? 0x2e2e2e : 0x2e;
    size_t length = dots ? 3 : 1;
    do {
        bytes = bytes << 8 | ('0' + number % 10);
        length++;
        number /= 10;
    } while (number != 0);
    bytes = htole64(bytes);
    aise_fill_symbol(fill, (const char *)&bytes, length, sizeof bytes);
}

/* Any UTF-8 bytes as one word, spaces in it included. */
void aise_fill_word(AiseFill *fill, const char *bytes, size_t length);
/* Text with its white space folded: word by word. */
void aise_fill_text(AiseFill *fill, const char *text);
/* The same inside a comment or variation, where no line may begin like a game. */
void aise_fill_inside(AiseFill *fill, const char *text);
/* `{` or the like, to which the next word is glued; and a bracket glued to the last word. */
void aise_fill_open(AiseFill *fill, const char *bracket);
void aise_fill_close(AiseFill *fill, char bracket);
/* Text of a comment: as aise_fill_text, `}` becomes `)`. */
void aise_fill_comment_text(AiseFill *fill, const char *text);

/* `$n`, n < 256 */
void aise_fill_nag(AiseFill *fill, unsigned nag);
/* `!` for 1 … `?!` for 6, NULL for the others. */
const char *aise_nag_mark(unsigned nag);

/* Is there anything but white space in it? NULL is blank. */
bool aise_text_blank(const char *text);
/* Is there a comment of words (with `all`: or a variation) among the notes? */
bool aise_notes_speak(const AiseNote *notes, bool all);
/* The comments among the notes, joined; with `all` the variations too, as part of the text. */
void aise_fill_notes(AiseFill *fill, const AiseNote *notes, bool all);
/* The unreadable rest of a damaged game as its comment. */
void aise_fill_unparsed(AiseFill *fill, const char *unparsed);

/* "1-0", "0-1", "1/2-1/2", "*" */
const char *aise_result_text(AiseResult result);
/* Value of `[%aise end=…]`: "resigns" …, NULL where the board or the result says it. */
const char *aise_end_text(AiseEnd end);

#define AISE_EFFECT_TEXT_MAX 256
/* "ov=h4,e5", squares by file, then rank; the length, 0 when the ply overloads nothing. */
size_t aise_overloads_text(const AisePlyRecord *ply, char out[AISE_EFFECT_TEXT_MAX]);
/* "re=d5,e8Q" */
size_t aise_restores_text(const AisePlyRecord *ply, char out[AISE_EFFECT_TEXT_MAX]);
/* The man a restored pawn on that square becomes at once (OR6), or AISE_NO_KIND. */
unsigned aise_restored_kind(const AisePlyRecord *ply, unsigned square);

/* Is `N...` the form of the turn's number? */
static inline bool aise_number_dots(const AiseVariant *v, const AisePlyRecord *ply)
{
    return ply->side == AISE_BLACK && v->numbering != AISE_NUMBER_SERIES;
}

/* ---- tags ---- */
/* Tags a sink adds to the game's own, kept in ASCII order. */
#define AISE_OWN_TAGS_MAX 10
typedef struct AiseOwnTag {
    const char *name;
    const char *value;
    uint64_t line; /* not 0: `:line` is written after the value */
} AiseOwnTag;
typedef struct AiseOwnTags {
    size_t count;
    AiseOwnTag tag[AISE_OWN_TAGS_MAX];
    char fen[AISE_FEN_MAX];
    char state[AISE_STATE_MAX];
} AiseOwnTags;

void aise_own_tag(AiseOwnTags *own, const char *name, const char *value);
/* AiseSource: `file:line` */
void aise_own_source(AiseOwnTags *own, const AiseGame *game);
/* AiseRules and Variant (`variant_tag`: the latter's name), none where PGN's default `Standard` holds; AiseSource if
   asked. */
void aise_own_variant(AiseOwnTags *own, const AiseGame *game, const AiseWriting *how, const char *variant_tag);
/* FEN and AiseState of a set-up start, with `set_up` SetUp too; nothing for the usual start. */
void aise_own_start(AiseOwnTags *own, const AiseGame *game, bool set_up);

typedef void AiseTagSink(void *context, const AiseOwnTag *tag);
/* All tags in PGN order: the roster, complete, then the others in ASCII order. Own tags take the place of the game's. */
void aise_tags_each(const AiseGame *game, const AiseOwnTags *own, AiseTagSink *sink, void *context);
/* Value of a tag of the game, NULL if absent. */
const char *aise_tag_value(const AiseGame *game, const char *name);
/* `[Name "value"]` and a line end. */
void aise_tag_write(AiseBuffer *out, const AiseOwnTag *tag);

/* Does PGN need no `Variant` tag for it, because it is the default? */
static inline bool aise_variant_standard(const AiseVariant *v) { return strcmp(v->pgn, "Standard") == 0; }

#endif
