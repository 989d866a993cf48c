/* Title line, header line and the tags the header does not give back (NOTATION 1.1, 2.4). */
#include "src/listing/listing.h"

#include <stdio.h>
#include <strings.h>

#include "src/pgn/movetext.h"

enum { DATE_MAX = 20 };

/* What the header line tells a reader. */
typedef struct Header {
    AiseBuffer *out;
    bool written;
    bool event;           /* it holds the event */
    char date[DATE_MAX];  /* the date that follows from the event */
} Header;

/* Length of a Latin letter outside ASCII (U+00C0–U+024F but × and ÷), 0 if there is none. */
static size_t latin_letter(const unsigned char *at)
{
    if (at[0] < 0xc3 || at[0] > 0xc9 || (at[1] & 0xc0u) != 0x80u || (at[0] == 0xc9 && at[1] > 0x8f))
        return 0;
    return at[0] == 0xc3 && (at[1] == 0x97 || at[1] == 0xb7) ? 0 : 2;
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Letters, dots, apostrophes, single inner spaces and dashes without spaces; with `digits` those too. */
static bool plain_words(const char *text, bool digits)
{
    unsigned letters = 0;
    char before = ' ';
    while (*text != '\0') {
        size_t length = latin_letter((const unsigned char *)text);
        if (length == 0) {
            bool letter = is_letter(*text) || (digits && is_digit(*text));
            if (!letter && (strchr(" .'-", *text) == NULL || (*text == ' ' && (before == ' ' || before == '-')) ||
                            (*text == '-' && (before == ' ' || before == '-'))))
                return false;
            letters += letter;
            length = 1;
        } else {
            letters++;
        }
        before = text[length - 1];
        text += length;
    }
    return letters >= 2 && before != ' ' && before != '-';
}

/* The first four-digit number that stands by itself and can be a year, 0 if none. */
static unsigned year_of(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (!is_digit(*at) || (at != text && (is_digit(at[-1]) || is_letter(at[-1]))))
            continue;
        size_t digits = strspn(at, "0123456789");
        unsigned year = 0;
        for (size_t i = 0; i < digits && i < 5; i++)
            year = year * 10 + (unsigned)(at[i] - '0');
        if (digits == 4 && !is_letter(at[4]) && year >= 1400 && year < 2200)
            return year;
    }
    return 0;
}

/* The event as it stands in the header's parentheses, `GP94` for a Grand Prix AISE; false where it cannot stand there.
   `short_form` has room for what is not the value itself. */
static bool event_in_header(const char *event, char short_form[DATE_MAX], const char **written)
{
    static const char grand_prix[] = "Grand Prix AISE ";
    const size_t length = sizeof grand_prix - 1;
    if (strncmp(event, grand_prix, length) == 0 && strlen(event) == length + 4 && year_of(event + length) >= 1970 &&
        year_of(event + length) < 2070) {
        snprintf(short_form, DATE_MAX, "GP%02u", year_of(event + length) % 100);
        *written = short_form;
        return true;
    }
    *written = event;
    return plain_words(event, true) && strncasecmp(event, "GP", 2) != 0;
}

static bool span_is(const char *text, AiseSpan span, const char *value)
{
    return strlen(value) == span.end - span.begin && memcmp(text + span.begin, value, strlen(value)) == 0;
}

/* Does the line written since `from` read back as it was meant, whatever follows it? */
static bool reads_back(const AiseGame *game, const AiseBuffer *out, size_t from, const char *event)
{
    AiseHeader read;
    const char *line = out->bytes + from;
    if (!aise_header_split(line, (AiseSpan){0, (uint32_t)(out->length - from)}, &read))
        return false;
    bool unknown = game->result == AISE_RESULT_NONE || game->result == AISE_RESULT_UNKNOWN;
    return span_is(line, read.white, aise_tag_value(game, "White")) &&
           span_is(line, read.black, aise_tag_value(game, "Black")) && span_is(line, read.event, event) &&
           read.result == (unknown ? AISE_RESULT_NONE : game->result) && read.round.begin == read.round.end &&
           read.date.begin == read.date.end && read.site.begin == read.site.end && read.end == AISE_END_NONE;
}

static void write_header(const AiseGame *game, Header *header)
{
    AiseBuffer *out = header->out;
    const char *white = aise_tag_value(game, "White");
    const char *black = aise_tag_value(game, "Black");
    const char *event = aise_tag_value(game, "Event");
    const char *written = "";
    char short_form[DATE_MAX] = "";
    bool known = game->result != AISE_RESULT_NONE && game->result != AISE_RESULT_UNKNOWN;
    header->event = event != NULL && event_in_header(event, short_form, &written);
    if (!header->event)
        written = "";
    bool stands = known || (header->event && game->ply_count > 0); /* else it may be one only above a turn 1 */
    if (white == NULL || black == NULL || !plain_words(white, false) || !plain_words(black, false) || !stands)
        return;
    size_t from = out->length;
    aise_buffer_text(out, white);
    aise_buffer_text(out, strchr(white, '-') != NULL || strchr(black, '-') != NULL ? " - " : "-");
    aise_buffer_text(out, black);
    if (header->event) {
        aise_buffer_text(out, " (");
        aise_buffer_text(out, written);
        aise_buffer_byte(out, ')');
    }
    if (known) {
        aise_buffer_byte(out, ' ');
        aise_buffer_text(out, aise_result_text(game->result));
    }
    header->written = reads_back(game, out, from, written);
    if (!header->written) {
        out->length = from;
        return;
    }
    aise_buffer_byte(out, '\n');
    if (header->event && year_of(event) != 0)
        snprintf(header->date, sizeof header->date, "%04u.??.??", year_of(event));
}

/* Tags of a listing that are Italian there. */
static const char *italian_name(const char *name)
{
    static const char *const names[][2] = {
        {"White", "Bianco"}, {"Black", "Nero"}, {"Event", "Torneo"}, {"Result", "Risultato"}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return name;
}

static void write_tag(void *context, const AiseOwnTag *tag)
{
    const Header *header = context;
    bool given;
    if (strcmp(tag->name, "White") == 0 || strcmp(tag->name, "Black") == 0 || strcmp(tag->name, "Result") == 0)
        given = header->written;
    else if (strcmp(tag->name, "Event") == 0)
        given = (header->written && header->event) || strcmp(tag->value, "?") == 0;
    else if (strcmp(tag->name, "Date") == 0)
        given = strcmp(tag->value, header->date) == 0;
    else
        given = strcmp(tag->value, "?") == 0 && (strcmp(tag->name, "Site") == 0 || strcmp(tag->name, "Round") == 0);
    if (!given)
        aise_tag_write(header->out, &(AiseOwnTag){italian_name(tag->name), tag->value, tag->line});
}

void aise_listing_heading(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    const AiseVariant *v = game->variant;
    Header header = {out, false, false, "????.??.??"};
    AiseOwnTags own;
    own.count = 0;
    aise_buffer_text(out, v->title);
    aise_buffer_text(out, "\n\n");
    write_header(game, &header);
    if (aise_variant_find(v->title, strlen(v->title)) != v)
        aise_own_tag(&own, "Variante", v->pgn);
    if (how->source_tag)
        aise_own_source(&own, game);
    aise_own_start(&own, game, false);
    aise_tags_each(game, &own, write_tag, &header);
}
