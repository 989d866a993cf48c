/* Is it a DOS code page? Only where its letters make words and those of Windows-1252 do not (NOTATION 1.4).

   Judged on the first window with high bytes that are not UTF-8 and say something; the verdict then holds to the end
   of the text. A byte speaks
   - for DOS, where it stands as a letter after a letter (perch\x82, pi\x97) and Windows-1252 has there a sign that is
     never written so, or nothing; or where it makes the word \x8A (è) alone;
   - for Windows, where it is an accented letter beside a letter, or a quote, dash or ellipsis in its usual place.
   \x85 (à, …) and \x97 (ù, —) stand after letters in both: they count, when nothing else speaks, in endings that only
   Italian words have: -tà, già, più. DOS wins with more than three votes to one. */
#include "src/base/reading.h"

typedef struct Votes {
    unsigned dos;
    unsigned windows;
    unsigned endings;
    unsigned letters_850; /* letters that only 850 has */
    unsigned frames_437;  /* frame pieces that only 437 has */
} Votes;

static bool is_lower(unsigned c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(unsigned c) { return c >= 'A' && c <= 'Z'; }
static bool is_letter(unsigned c) { return is_lower(c | 0x20); }
static bool is_blank(unsigned c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
static bool is_frame(unsigned c) { return c >= 0xb3 && c <= 0xda; }

/* Bytes that are letters in 850 and frame pieces in 437; of the capitals, È Ì Ò Ù À are Italian. */
static bool only_850(unsigned c)
{
    return (c >= 0xb5 && c <= 0xb8) || c == 0xc6 || c == 0xc7 || (c >= 0xd0 && c <= 0xd8) || c == 0xde;
}

static void vote_sign(Votes *votes, unsigned byte, unsigned before, unsigned after)
{
    switch (byte) {
    case 0x81: case 0x82: case 0x84: case 0x8a: case 0x8d: case 0x95: case 0xa1: case 0xa2: case 0xa3: case 0xa4:
        votes->dos += is_lower(before) || (byte == 0x8a && is_blank(before) && is_blank(after)); /* ü é ä è ì ò í ó ú ñ */
        break;
    case 0x90:
        votes->dos += is_letter(before); /* É */
        break;
    case 0x87: case 0x88: case 0x89: case 0x8b:
        votes->dos += is_lower(before) && is_lower(after); /* ç ê ë ï */
        break;
    case 0x91: case 0x92:
        votes->windows += is_letter(before) && is_letter(after); /* dell’alfiere */
        break;
    case 0x93:
        votes->windows += !is_letter(before) && is_letter(after); /* “ */
        break;
    case 0x94:
        votes->dos += is_lower(before) && is_lower(after); /* ö */
        votes->windows += is_letter(before) && !is_letter(after);
        break;
    case 0x96: case 0x97:
        votes->windows += is_blank(before) && is_blank(after); /* – — */
        break;
    case 0x85:
        votes->windows += before >= '0' && before <= '9'; /* 8…Cf5 */
        break;
    default:
        break;
    }
}

static void vote_ending(Votes *votes, const unsigned char *s, size_t at, unsigned after)
{
    if (at < 2 || is_letter(after))
        return;
    unsigned last = s[at - 1], second = s[at - 2];
    if (s[at] == 0x85)
        votes->endings += (last == 't' && is_lower(second)) || (last == 'i' && second == 'g');
    else if (s[at] == 0x97)
        votes->endings += last == 'i' && second == 'p' && (at == 2 || !is_letter(s[at - 3]));
}

static void vote(Votes *votes, const unsigned char *s, size_t at, size_t length)
{
    unsigned byte = s[at];
    unsigned before = at == 0 ? '\n' : s[at - 1];
    unsigned after = at + 1 == length ? '\n' : s[at + 1];
    bool beside = is_letter(before) || is_letter(after);
    if (byte < 0xb0) {
        vote_sign(votes, byte, before, after);
        vote_ending(votes, s, at, after);
        return;
    }
    bool capital = (only_850(byte) || byte == 0xe3 || byte == 0xeb) && (is_upper(before) || is_upper(after));
    if (byte >= 0xc0 && byte != 0xd7 && byte != 0xf7 && !capital)
        votes->windows += beside;
    if (only_850(byte)) {
        votes->letters_850 += beside;
        votes->frames_437 += !beside && (is_frame(before) || is_frame(after));
    }
}

AiseEncoding aise_dos_judge(const unsigned char *s, size_t length)
{
    Votes votes = {0};
    for (size_t at = 0; (at = aise_ascii_end(s, at, length)) < length;) {
        int found = aise_utf8_length(s + at, length - at);
        if (found == 0)
            vote(&votes, s, at, length);
        at += found > 0 ? (size_t)found : 1;
    }
    bool dos = votes.dos > 3 * votes.windows || (votes.dos + votes.windows == 0 && votes.endings != 0);
    if (dos)
        return votes.frames_437 > votes.letters_850 ? AISE_ENCODING_CP437 : AISE_ENCODING_CP850;
    return votes.windows != 0 || votes.dos != 0 ? AISE_ENCODING_WINDOWS_1252 : AISE_ENCODING_AUTO;
}
