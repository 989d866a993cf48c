/* What a file is, by its first bytes. */
#include "src/base/reading.h"

#include <string.h>
#include <strings.h>

static const struct {
    uint16_t offset;
    uint8_t length;
    uint8_t form; /* AiseForm */
    const char *bytes;
    const char *format;
} marks[] = {
    {0, 4, AISE_FORM_ZIP, "PK\3\4", "zip"},
    {0, 4, AISE_FORM_ZIP, "PK\5\6", "zip"},
    {0, 2, AISE_FORM_PACKED, "\x1f\x8b", "gzip"},
    {0, 2, AISE_FORM_PACKED, "\x1f\x9d", "compress"},
    {0, 3, AISE_FORM_PACKED, "BZh", "bzip2"},
    {0, 6, AISE_FORM_PACKED, "\xfd" "7zXZ\0", "xz"},
    {0, 4, AISE_FORM_PACKED, "\x28\xb5\x2f\xfd", "zstd"},
    {257, 6, AISE_FORM_TAR, "ustar\0", "tar"}, /* the word alone may stand in a text */
    {257, 8, AISE_FORM_TAR, "ustar  \0", "tar"},
    {0, 6, AISE_FORM_BINARY, "7z\xbc\xaf\x27\x1c", "7z"},
    {0, 6, AISE_FORM_BINARY, "Rar!\x1a\x07", "RAR"},
    {0, 5, AISE_FORM_DOCUMENT, "%PDF-", "PDF"},
    {0, 8, AISE_FORM_DOCUMENT, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Word (.doc)"},
    {0, 5, AISE_FORM_DOCUMENT, "{\\rtf", "RTF"},
    {0, 8, AISE_FORM_BINARY, "\x89PNG\r\n\x1a\n", "PNG"},
    {0, 3, AISE_FORM_BINARY, "\xff\xd8\xff", "JPEG"},
    {0, 6, AISE_FORM_BINARY, "GIF87a", "GIF"},
    {0, 6, AISE_FORM_BINARY, "GIF89a", "GIF"},
    {0, 4, AISE_FORM_BINARY, "II*\0", "TIFF"},
    {0, 4, AISE_FORM_BINARY, "MM\0*", "TIFF"},
    {0, 4, AISE_FORM_BINARY, "\0\0\1\0", "ICO"},
    {0, 4, AISE_FORM_BINARY, "\x7f" "ELF", "ELF"},
    {0, 4, AISE_FORM_BINARY, "MZ\x90\0", "EXE"},
    {0, 16, AISE_FORM_BINARY, "SQLite format 3", "SQLite"},
};

/* A byte-order mark, or a zero in nearly every second place and hardly any in the others. */
static bool is_utf16(const unsigned char *s, size_t length)
{
    if (length >= 2 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff)))
        return true;
    size_t pairs = length < 1024 ? length / 2 : 512;
    size_t zeros[2] = {0, 0};
    for (size_t at = 0; at < pairs * 2; at++)
        zeros[at & 1] += s[at] == 0;
    size_t more = zeros[0] > zeros[1] ? zeros[0] : zeros[1];
    size_t fewer = zeros[0] + zeros[1] - more;
    return pairs >= 2 && more * 10 >= pairs * 7 && fewer * 10 <= pairs;
}

/* A byte-order mark of four bytes, or zeros in three of four places and hardly any in the other. */
static bool is_utf32(const unsigned char *s, size_t length)
{
    static const unsigned char little[4] = {0xff, 0xfe, 0, 0}, big[4] = {0, 0, 0xfe, 0xff};
    if (length >= 4 && (memcmp(s, little, 4) == 0 || memcmp(s, big, 4) == 0))
        return true;
    size_t fours = length < 1024 ? length / 4 : 256, zeros[4] = {0}, full = 0, empty = 0;
    for (size_t at = 0; at < fours * 4; at++)
        zeros[at & 3] += s[at] == 0;
    for (unsigned i = 0; i < 4; i++) {
        full += zeros[i] * 10 <= fours;
        empty += zeros[i] * 10 >= fours * 7;
    }
    return fours >= 2 && full == 1 && empty == 3;
}

static bool is_webp(const char *head, size_t length)
{
    return length >= 12 && memcmp(head, "RIFF", 4) == 0 && memcmp(head + 8, "WEBP", 4) == 0;
}

AiseForm aise_form_find(const char *name, const char *head, size_t length, const char **format)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (length >= (size_t)marks[i].offset + marks[i].length &&
            memcmp(head + marks[i].offset, marks[i].bytes, marks[i].length) == 0) {
            *format = marks[i].format;
            return (AiseForm)marks[i].form;
        }
    if (is_webp(head, length)) {
        *format = "WebP";
        return AISE_FORM_BINARY;
    }
    size_t name_length = strlen(name);
    if (name_length > 4 && strcasecmp(name + name_length - 4, ".tar") == 0 && length >= 512) {
        *format = "tar"; /* from before there was a mark */
        return AISE_FORM_TAR;
    }
    if (is_utf32((const unsigned char *)head, length)) {
        *format = "UTF-32";
        return AISE_FORM_UTF16;
    }
    if (is_utf16((const unsigned char *)head, length)) {
        *format = "UTF-16";
        return AISE_FORM_UTF16;
    }
    *format = "text";
    return AISE_FORM_TEXT;
}
