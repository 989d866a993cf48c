/* Filled lines of movetext, notes as comments, and the small words of the PGN dialects (NOTATION 2.1). */
#include "src/pgn/movetext.h"

static bool is_white(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static size_t count_characters(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)bytes[i] & 0xc0u) != 0x80u;
    return count;
}

/* Moves what follows the last gap to a new line when the line has grown too long. */
static void break_line(AiseFill *fill)
{
    if (fill->column <= fill->width || fill->gap == AISE_NO_GAP)
        return;
    fill->out->bytes[fill->gap] = '\n';
    fill->column -= fill->gap_column + 1;
    fill->gap = AISE_NO_GAP;
}

/* The space before the next word; a word that may not begin a line leaves the gap where it was. */
static void begin_word(AiseFill *fill, bool begins_line)
{
    if (!fill->glued) {
        if (begins_line) {
            fill->gap = fill->out->length;
            fill->gap_column = fill->column;
        }
        aise_buffer_byte(fill->out, ' ');
        fill->column++;
    }
    fill->glued = false;
}

static void add_word(AiseFill *fill, const char *bytes, size_t length, bool begins_line)
{
    begin_word(fill, begins_line && bytes[0] != '%' && bytes[0] != '[' && bytes[0] != ';');
    aise_buffer_add(fill->out, bytes, length);
    fill->column += count_characters(bytes, length);
    break_line(fill);
}

void aise_fill_word(AiseFill *fill, const char *bytes, size_t length)
{
    add_word(fill, bytes, length, true);
}

/* Would a reader who meets it at the start of a line take it for a game's first turn? */
static bool is_turn_one(const char *word)
{
    return word[0] == '1' && !(word[1] >= '0' && word[1] <= '9');
}

/* Word by word; `inside` a comment or variation no line begins with a turn 1: a reader might end it there. */
static void fill_words(AiseFill *fill, const char *text, bool inside)
{
    for (;;) {
        while (is_white(*text))
            text++;
        if (*text == '\0')
            return;
        const char *end = text;
        while (*end != '\0' && !is_white(*end))
            end++;
        const char *seen = text; /* by a reader, to whom wide blanks are blanks */
        for (size_t blank; (blank = aise_blank_length((const unsigned char *)seen)) != 0;)
            seen += blank;
        bool begins_line = seen == text || (*seen != '%' && *seen != '[' && *seen != ';');
        add_word(fill, text, (size_t)(end - text), begins_line && !(inside && is_turn_one(seen)));
        text = end;
    }
}

void aise_fill_text(AiseFill *fill, const char *text)
{
    fill_words(fill, text, false);
}

void aise_fill_inside(AiseFill *fill, const char *text)
{
    fill_words(fill, text, true);
}

void aise_fill_comment_text(AiseFill *fill, const char *text)
{
    size_t from = fill->out->length;
    fill_words(fill, text, true);
    char *bytes = fill->out->bytes;
    for (size_t i = from; i < fill->out->length; i++)
        if (bytes[i] == '}')
            bytes[i] = ')';
}

void aise_fill_open(AiseFill *fill, const char *bracket)
{
    aise_fill_word(fill, bracket, strlen(bracket));
    fill->glued = true;
}

void aise_fill_close(AiseFill *fill, char bracket)
{
    fill->glued = false;
    aise_buffer_byte(fill->out, bracket);
    fill->column++;
    break_line(fill);
}

void aise_fill_nag(AiseFill *fill, unsigned nag)
{
    char text[4] = "$";
    size_t length = 1;
    if (nag >= 100)
        text[length++] = (char)('0' + nag / 100);
    if (nag >= 10)
        text[length++] = (char)('0' + nag / 10 % 10);
    text[length++] = (char)('0' + nag % 10);
    aise_fill_word(fill, text, length);
}

const char *aise_nag_mark(unsigned nag)
{
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
    return nag >= 1 && nag <= 6 ? marks[nag - 1] : NULL;
}

bool aise_text_blank(const char *text)
{
    if (text == NULL)
        return true;
    while (is_white(*text))
        text++;
    return *text == '\0';
}

bool aise_notes_speak(const AiseNote *notes, bool all)
{
    for (const AiseNote *note = notes; note != NULL; note = note->next)
        if ((all || note->kind == AISE_NOTE_COMMENT) && !aise_text_blank(note->text))
            return true;
    return false;
}

void aise_fill_notes(AiseFill *fill, const AiseNote *notes, bool all)
{
    for (const AiseNote *note = notes; note != NULL; note = note->next)
        if (all || note->kind == AISE_NOTE_COMMENT)
            aise_fill_comment_text(fill, note->text);
}

void aise_fill_unparsed(AiseFill *fill, const char *unparsed)
{
    static const char opening[] = "{AISE unparsed:"; /* one word, so that no line breaks in it */
    aise_fill_word(fill, opening, sizeof opening - 1);
    aise_fill_comment_text(fill, unparsed);
    aise_fill_close(fill, '}');
}

const char *aise_result_text(AiseResult result)
{
    switch (result) {
    case AISE_RESULT_WHITE:
        return "1-0";
    case AISE_RESULT_BLACK:
        return "0-1";
    case AISE_RESULT_DRAW:
        return "1/2-1/2";
    case AISE_RESULT_NONE:
    case AISE_RESULT_UNKNOWN:
        break;
    }
    return "*";
}

const char *aise_end_text(AiseEnd end)
{
    switch (end) {
    case AISE_END_RESIGNS:
        return "resigns";
    case AISE_END_AGREED:
        return "agreed";
    case AISE_END_ADJUDICATED:
        return "adjudicated";
    case AISE_END_TIME:
        return "time";
    case AISE_END_FORFEIT:
        return "forfeit";
    case AISE_END_NONE:
    case AISE_END_STALEMATE:
    case AISE_END_MATE:
    case AISE_END_WINS:
        break;
    }
    return NULL;
}

unsigned aise_restored_kind(const AisePlyRecord *ply, unsigned square)
{
    static const uint8_t kinds[4] = {AISE_QUEEN, AISE_ROOK, AISE_BISHOP, AISE_KNIGHT};
    unsigned last = ply->side == AISE_WHITE ? 7 : 0;
    if (aise_rank(square) != last || (ply->ply.restored_files >> aise_file(square) & 1) == 0)
        return AISE_NO_KIND;
    return kinds[ply->ply.restored >> 2 * aise_file(square) & 3];
}

/* Key, then the squares by file, then rank; `ply` given: with the promotions of restored pawns. */
static size_t write_squares(const char *key, uint64_t set, const AisePlyRecord *ply, char *out)
{
    if (set == 0)
        return 0;
    char *at = out;
    memcpy(at, key, 3);
    at += 3;
    for (unsigned square; set != 0; set ^= aise_bit(square)) {
        square = aise_first(set);
        if (at != out + 3)
            *at++ = ',';
        *at++ = (char)('a' + aise_file(square));
        *at++ = (char)('1' + aise_rank(square));
        unsigned kind = ply != NULL ? aise_restored_kind(ply, square) : AISE_NO_KIND;
        if (kind != AISE_NO_KIND)
            *at++ = "PNBRQK"[kind];
    }
    return (size_t)(at - out);
}

size_t aise_overloads_text(const AisePlyRecord *ply, char out[AISE_EFFECT_TEXT_MAX])
{
    return write_squares("ov=", ply->overloaded, NULL, out);
}

size_t aise_restores_text(const AisePlyRecord *ply, char out[AISE_EFFECT_TEXT_MAX])
{
    return write_squares("re=", ply->restored, ply, out);
}

size_t aise_number_text(uint32_t number, bool dots, char out[AISE_NUMBER_MAX])
{
    char digits[12];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    size_t length = sizeof digits - first;
    memcpy(out, digits + first, length);
    memcpy(out + length, "...", 3);
    return length + (dots ? 3 : 1);
}
