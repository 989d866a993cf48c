/* Raw records: what the lexer and the grammar make of a text. Shape only: knows no variant and no board. */
#ifndef AISE_GRAMMAR_RECORD_H
#define AISE_GRAMMAR_RECORD_H

#include "src/base/base.h"

#include <string.h>

typedef enum AiseItemKind {
    AISE_ITEM_HEADER,   /* a whole line `White-Black (event) result`, or labelled `Bianco: … Nero: …`; see AiseHeader */
    AISE_ITEM_TAG,      /* a whole `[Name "value"]` */
    AISE_ITEM_CREDIT,   /* a whole `[Commenti di …]`, `[Note di …]` line */
    AISE_ITEM_TEXT,     /* a whole line of prose, or (not LINE_START) the prose tail of a line of moves */
    AISE_ITEM_BLANK,    /* a line of nothing but white space; the span may be empty */
    AISE_ITEM_ESCAPE,   /* a `%` line of PGN (only after a tag was seen) */
    AISE_ITEM_NUMBER,   /* turn number, `12.`, `XII.`; value = the number, dots = AiseItem.extra (0, 1, 2 = two or more, or `…`) */
    AISE_ITEM_PLY,      /* a token shaped like a ply, with ` e.p.` and the marks glued to it; extra = length of the glued marks
                           (+#!?) at its end. A man's letter alone (`D`, `(P)`) only after a slash.
                           value = its AISE_SHAPE, or 0: it must be read */
    AISE_ITEM_BAD_PLY,  /* looks like an attempt at a ply (has a digit or follows a slash) but is none */
    AISE_ITEM_JOIN,     /* value = AiseJoinSign */
    AISE_ITEM_MARK,     /* detached: value = NAG number 1–6, or 0 for `+`, `++`, `#` */
    AISE_ITEM_NAG,      /* `$n`, value = n */
    AISE_ITEM_RESULT,   /* value = AiseResult */
    AISE_ITEM_END,      /* words, with their full stop, or `+/-` alone on a line: value = AiseEnd; extra = 1 White, 2 Black
                           where they say who resigned, lost or did not come (WINS, ADJUDICATED: who won; ADJUDICATED: 3 a
                           draw), else 0 */
    AISE_ITEM_COMMENT,  /* `{…}`, or `;` to the end of the line (extra = 1); span with its delimiters; extra = 2: unclosed.
                           extra = 3: a date or days of a correspondence game, as it stands: `12/3`, `15.III.94`, `[3]`, `2gg`;
                           or the number of a note, `¹` */
    AISE_ITEM_VARIATION,/* `( … )` balanced, verbatim, may span lines; extra = 2: unclosed, then it ends with its line */
    AISE_ITEM_SKIPPED   /* stray bytes between moves that are none of the above (a full stop, `=`, NUL, …) */
} AiseItemKind;

typedef enum AiseJoinSign {
    AISE_SIGN_SLASH,
    AISE_SIGN_DOUBLE_SLASH,
    AISE_SIGN_COMMA,
    AISE_SIGN_SEMICOLON,
    AISE_SIGN_COLUMN, /* `|` between columns: says no more than a space */
    AISE_SIGN_AND     /* `e`, the word between two plies, before nothing but moves */
} AiseJoinSign;

typedef enum AiseResult { AISE_RESULT_NONE, AISE_RESULT_WHITE, AISE_RESULT_BLACK, AISE_RESULT_DRAW, AISE_RESULT_UNKNOWN /* `*` */ } AiseResult;

typedef enum AiseEnd {
    AISE_END_NONE,
    AISE_END_RESIGNS,     /* Abbandona, Abb., abbandonano, resigns */
    AISE_END_AGREED,      /* patta, patta d'accordo, draw */
    AISE_END_ADJUDICATED, /* aggiudicata */
    AISE_END_TIME,        /* per tempo, tempo */
    AISE_END_FORFEIT,     /* forfait, forfeit, ritirato */
    AISE_END_STALEMATE,   /* stallo */
    AISE_END_MATE,        /* matto, scacco matto */
    AISE_END_WINS         /* e vince: the side that made the last ply */
} AiseEnd;

enum { /* AiseItem.flags */
    AISE_ITEM_LINE_START = 1,  /* first item of its line; what follows the `}` of a comment begun on an earlier line is not */
    AISE_ITEM_GAP = 2,         /* white space (or a line end) stands before it; always set with LINE_START */
    AISE_ITEM_NUMBERED = 4,    /* its line starts with a turn number */
    AISE_ITEM_ALL_MOVES = 8    /* set on the first item of a line that holds nothing but numbers, plies, joins, marks,
                                  results, end words, comments and variations: no TEXT tail, no BAD_PLY, no SKIPPED */
};

/* AiseItem.extra of a line of text that looks like a header, but the game goes on below it. */
enum { AISE_TEXT_WITHIN = 1 };

/* The shape of a usual ply, `e4`, `Nf3`, `exd5`, `C:e4`, `R1e2`, as AiseItem.value: bits 0–7 the man's letter (0 none),
   8–11 and 12–15 file and rank of the origin (1–8, 0 none), 16 a sign of capture, 24–29 the arrival square. */
#define AISE_SHAPE UINT32_C(0x80000000) /* always set */
#define AISE_SHAPE_CAPTURE UINT32_C(0x10000)

/* The shape of a usual push or pull, `Nb1d2_Pd2f3`, `Qd8_Pd7d3`, `Qa5E_Pc7E`: bits 0–2 of the agent, 3–5 of the patient:
   it has a letter, has two squares, leaves. From bit 6 on, in six bits each, the agent's first and last square and the
   patient's. */
#define AISE_SHAPE_PUSH UINT32_C(0x40000000)

/* What a turn number is written with: digits, letters typed for them, Roman numerals. */
static inline bool aise_numeral(char sign)
{
    return (sign >= '0' && sign <= '9') || (sign != '\0' && strchr("OlIVX", sign) != NULL);
}

/* A man may be a figurine, U+2654 … U+265F, with a variation selector behind it or none. */
enum { AISE_FIGURINE_MAX = 6 };
/* Its bytes at `at`, 0: none stands there. */
static inline size_t aise_figurine_length(const char *at, const char *end)
{
    if (end - at < 3 || memcmp(at, "\xE2\x99", 2) != 0 || (unsigned char)at[2] < 0x94 || (unsigned char)at[2] > 0x9F)
        return 0;
    bool selector = end - at >= AISE_FIGURINE_MAX && memcmp(at + 3, "\xEF\xB8", 2) == 0 && ((unsigned char)at[5] & 0xFE) == 0x8E;
    return selector ? AISE_FIGURINE_MAX : 3;
}

/* Its AiseKind. */
static inline unsigned aise_figurine_kind(const char *at)
{
    return 5 - ((unsigned char)at[2] - 0x94u) % 6;
}

typedef struct AiseItem {
    uint8_t kind;
    uint8_t flags;
    uint16_t extra;
    uint32_t value;
    AiseSpan span;
} AiseItem;

/* A header line taken apart: spans into the record's text, empty (begin == end) where absent. A date is taken off the end of
   the event if it has a month; a year alone stays in the event. `site` is what follows the event's parentheses. All is empty
   if the line is no header. */
typedef struct AiseHeader {
    AiseSpan white, black, event, result_span;
    AiseSpan round, date, site;
    AiseSpan variant, annotator; /* of `Bianco: … Nero: … Variante: …` */
    AiseSpan white_elo, black_elo; /* `Rossi (2100) - Bianchi (1950)`; anything else in such a place is part of the name */
    AiseSpan credit;             /* `[Commenti di …]` at its end */
    AiseResult result;
    AiseEnd end; /* `forfait` and the like in the header */
} AiseHeader;

/* From one game's start to the next game's start: header or tags, moves, notes, and whatever text follows. The first
   record of a text, before any game, has no game. Records tile the text; items lie in order and do not overlap; bytes
   between items are white space only (U+00A0, U+200B… included), and `>` where a line begins as a quoted one. */
typedef struct AiseRecord {
    const char *text;    /* decoded UTF-8, not NUL-terminated; valid during the callback */
    uint32_t length;
    uint64_t offset;     /* of text[0] in the decoded input, bytes */
    uint64_t line;       /* line number of text[0], from 1; LF, CRLF and CR count. text[0] begins its line (but for a cut
                            in a line longer than a MiB) */
    const AiseItem *items;
    size_t count;
    bool has_game;       /* starts with a header, a tag or turn 1 */
    bool cut;            /* no game: a MiB without moves has cut the game before, which may go on here */
    bool last;           /* nothing follows; there always is a last record, empty if the text is */
} AiseRecord;

/* Takes a header line apart; `line` spans an AISE_ITEM_HEADER. False: it is a header only where turn 1 follows. */
bool aise_header_split(const char *text, AiseSpan line, AiseHeader *out);

/* Tag: name and value spans (value still escaped) of an AISE_ITEM_TAG. */
void aise_tag_split(const char *text, AiseSpan tag, AiseSpan *name, AiseSpan *value);

/* Is the line `Bianco: Rossi`, `Data: 15/3/1994` … one label with its value (which may be empty)? Spans from its start. */
bool aise_line_label(const char *line, size_t length, AiseSpan *name, AiseSpan *value);
/* Is the line a date, or a place and a date or year: `Torino, 15.III.94`? Spans from its start; the place may be empty. */
bool aise_line_place(const char *line, size_t length, AiseSpan *place, AiseSpan *date);
/* Is the line the name of a tournament, perhaps with date, round and result: `Campionato AISE 1994 - 3° turno`? Spans into
   the record's text. */
bool aise_event_split(const char *text, AiseSpan line, AiseHeader *out);
/* Bytes of the blank that stands at `at`, U+00A0 and the like among them; 0 if none does. A NUL must stand at the end. */
size_t aise_blank_length(const unsigned char *at);
/* Is the line, which was not understood as one, perhaps a header: `Rossi-Bianchi (GP94`, `Rossi "Pupo"-Bianchi 1-0`? */
bool aise_line_like_header(const char *line, size_t length);
/* The words behind a name that say how it ended for its bearer: `si ritira`, `abbandona`. AISE_END_NONE: others. */
AiseEnd aise_line_fate(const char *words, size_t length);

typedef struct AiseVerdict {
    AiseResult result;
    AiseEnd end; /* of the side that has lost, where only one may have brought it about */
} AiseVerdict;

/* Does the line, its ornaments aside, say nothing but how a game ended: `**1-0**`, `Risultato: 1-0`, `vince il Nero per il
   tempo`, `patta per ripetizione`? */
bool aise_line_verdict(const char *line, size_t length, AiseVerdict *out);

typedef struct AiseGrammar AiseGrammar;
typedef void AiseRecordSink(void *context, const AiseRecord *record);

/* A push reader: feed decoded UTF-8 in pieces of any size, then finish; records come out as soon as their end is sure.
   Memory: the current record plus a window; a record without a line of moves in its last MiB of text, or longer than
   64 MiB, is cut there (the rest becomes records without a game). Raises through the guard. */
AiseGrammar *aise_grammar_new(AiseGuard *guard, AiseRecordSink *sink, void *context);
void aise_grammar_feed(AiseGrammar *g, const char *bytes, size_t length);
void aise_grammar_finish(AiseGrammar *g);
void aise_grammar_free(AiseGrammar *g);

#endif
