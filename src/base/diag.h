/* Findings and the one table of codes. Text is made only when a finding is shown, in the reader's language. */
#ifndef AISE_BASE_DIAG_H
#define AISE_BASE_DIAG_H

#include "src/base/base.h"

/* The table is src/base/codes.def: CODE(id, severity, message_en, message_it, hint_en, hint_it, manual_en, manual_it).
   `id` is like L101, S203, B201, R305, H102. Messages and hints hold {0} … {3} for the arguments; a hint may be "".
   In Italian a letter behind the number puts a word before a man: {0i} il, la, l'; {0d} dal; {0D} del; {0a} al; {0s} sul;
   {0u} un; {0n} nessun. */
typedef enum AiseCode {
    AISE_CODE_NONE = 0,
#define CODE(id, ...) AISE_CODE_##id,
#include "src/base/codes.def"
#undef CODE
    AISE_CODE_COUNT
} AiseCode;

typedef enum AiseSeverity { AISE_NOTE = 0, AISE_WARNING = 1, AISE_ERROR_SEVERITY = 2 } AiseSeverity;

typedef enum AiseArgType {
    AISE_ARG_TEXT,     /* verbatim: text, length (UTF-8, not NUL-terminated, lives as long as the finding) */
    AISE_ARG_NUMBER,
    AISE_ARG_SQUARE,   /* e5 */
    AISE_ARG_KIND,     /* value = AiseKind (0 pawn, knight, bishop, rook, queen, 5 king): pawn / pedone */
    AISE_ARG_MAN_AT,   /* value = kind, square: "pawn on e5" / "pedone in e5" */
    AISE_ARG_SIDE,     /* value 0 White / Bianco, 1 Black / Nero */
    AISE_ARG_VARIANT,  /* text = id or name */
    AISE_ARG_THE_KIND,   /* "the pawn" / "il pedone" */
    AISE_ARG_THE_MAN_AT, /* value = kind, square: "the pawn on e5" / "il pedone in e5", "l'alfiere in c1" */
    AISE_ARG_HEX,        /* value: 8D */
    AISE_ARG_BOTH        /* text, length: English, NUL, Italian */
} AiseArgType;

#define AISE_ARGS_MAX 4
typedef struct AiseArg {
    uint8_t type; /* AiseArgType */
    uint8_t square;
    uint32_t value;
    const char *text;
    size_t length;
} AiseArg;

/* A replacement of a stretch of the input (`fixes`). */
typedef struct AiseFix {
    uint64_t line;   /* from 1 */
    uint64_t column; /* from 1, characters */
    uint64_t length; /* characters */
    const char *text;
    uint64_t end_line, end_column; /* behind it; 0: on the same line */
} AiseFix;

#define AISE_FIXES_MAX 3
typedef struct AiseFinding {
    AiseCode code;
    uint8_t severity; /* AiseSeverity, after -W */
    uint8_t argc;
    uint8_t fix_count;
    AiseArg arg[AISE_ARGS_MAX];
    AiseSpan span;    /* in the record's text; line and column are computed from it when shown */
    uint64_t line;    /* 0 until computed */
    uint64_t column;
    uint64_t length;  /* characters */
    uint64_t end_line, end_column; /* behind it; 0: on the same line */
    uint64_t caret;   /* column in source_line, which is decoded text (HTML); 0: `column` */
    const char *source_line; /* the line's text for the caret, NUL-terminated, NULL until computed */
    AiseFix fix[AISE_FIXES_MAX];
    bool has_hint;    /* show the code's hint text with the same arguments */
} AiseFinding;

typedef enum AiseLanguage { AISE_ENGLISH, AISE_ITALIAN } AiseLanguage;

const char *aise_code_name(AiseCode code);                   /* "B201" */
AiseCode aise_code_find(const char *name, size_t length);    /* in either case; AISE_CODE_NONE if unknown */
AiseSeverity aise_code_severity(AiseCode code);
const char *aise_severity_name(AiseSeverity severity, AiseLanguage language); /* "error" / "errore" */
/* Message and hint of a finding, without position; appended. No hint without has_hint. A placeholder whose argument
   is missing becomes "…", a square off the board "off the board". */
void aise_finding_message(const AiseFinding *finding, AiseLanguage language, AiseBuffer *out);
void aise_finding_hint(const AiseFinding *finding, AiseLanguage language, AiseBuffer *out);
/* The manual entry of a code (`--explain`): name and severity, message, what it means, hint; appended. */
void aise_code_manual(AiseCode code, AiseLanguage language, AiseBuffer *out);

#endif
