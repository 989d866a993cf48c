/* The table of codes, and findings as sentences in the reader's language. */
#include "src/base/diag.h"

#include <string.h>
#include <strings.h>

typedef struct CodeEntry {
    const char *name;
    AiseSeverity severity;
    const char *message[2]; /* by AiseLanguage */
    const char *hint[2];
    const char *manual[2];
} CodeEntry;

static const CodeEntry codes[AISE_CODE_COUNT] = {
    [AISE_CODE_NONE] = {"", AISE_NOTE, {"", ""}, {"", ""}, {"", ""}},
#define CODE(id, severity, message_en, message_it, hint_en, hint_it, manual_en, manual_it)                             \
    [AISE_CODE_##id] = {#id, severity, {message_en, message_it}, {hint_en, hint_it}, {manual_en, manual_it}},
#include "src/base/codes.def"
#undef CODE
};

/* Italian words that change with the noun behind them. */
typedef enum Gender { MASCULINE, FEMININE, VOWEL } Gender;

typedef struct KindName {
    const char *english;
    const char *italian;
    Gender gender;
} KindName;

static const KindName kinds[7] = {
    {"pawn", "pedone", MASCULINE}, {"knight", "cavallo", MASCULINE}, {"bishop", "alfiere", VOWEL},
    {"rook", "torre", FEMININE},   {"queen", "donna", FEMININE},     {"king", "re", MASCULINE},
    {"man", "pezzo", MASCULINE},
};

/* The word for a placeholder's letter; NULL: it has none. With its space or apostrophe. */
static const char *word_before(char letter, Gender gender)
{
    static const struct {
        char letter;
        const char *word[3]; /* by gender */
    } words[] = {
        {'i', {"il ", "la ", "l'"}},       {'d', {"dal ", "dalla ", "dall'"}},       {'D', {"del ", "della ", "dell'"}},
        {'a', {"al ", "alla ", "all'"}},   {'s', {"sul ", "sulla ", "sull'"}},       {'u', {"un ", "una ", "un "}},
        {'n', {"nessun ", "nessuna ", "nessun "}},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].letter == letter)
            return words[i].word[gender];
    return NULL;
}

const char *aise_code_name(AiseCode code)
{
    return codes[code].name;
}

AiseCode aise_code_find(const char *name, size_t length)
{
    for (unsigned code = AISE_CODE_NONE + 1; code < AISE_CODE_COUNT; code++)
        if (strlen(codes[code].name) == length && strncasecmp(codes[code].name, name, length) == 0)
            return (AiseCode)code;
    return AISE_CODE_NONE;
}

AiseSeverity aise_code_severity(AiseCode code)
{
    return codes[code].severity;
}

const char *aise_severity_name(AiseSeverity severity, AiseLanguage language)
{
    static const char *const names[3][2] = {{"note", "nota"}, {"warning", "avviso"}, {"error", "errore"}};
    return names[severity][language];
}

static void add_square(unsigned square, AiseLanguage language, AiseBuffer *out)
{
    if (square > 63) {
        aise_buffer_text(out, language == AISE_ITALIAN ? "fuori dalla scacchiera" : "off the board");
        return;
    }
    aise_buffer_byte(out, (char)('a' + square % 8));
    aise_buffer_byte(out, (char)('1' + square / 8));
}

/* `letter`: as in word_before, 0 none. */
static void add_kind(uint32_t value, char letter, AiseLanguage language, AiseBuffer *out)
{
    const KindName *kind = &kinds[value > 5 ? 6 : value];
    if (letter != 0)
        aise_buffer_text(out, language == AISE_ITALIAN ? word_before(letter, kind->gender) : "the ");
    aise_buffer_text(out, language == AISE_ITALIAN ? kind->italian : kind->english);
}

static void add_man_at(const AiseArg *arg, char letter, AiseLanguage language, AiseBuffer *out)
{
    add_kind(arg->value, letter, language, out);
    if (arg->square < 64)
        aise_buffer_text(out, language == AISE_ITALIAN ? " in " : " on ");
    else
        aise_buffer_byte(out, ' ');
    add_square(arg->square, language, out);
}

static void add_hex(uint32_t value, AiseBuffer *out)
{
    static const char digits[] = "0123456789ABCDEF";
    int shift = value > 0xff ? 28 : 4;
    for (; shift >= 0; shift -= 4)
        aise_buffer_byte(out, digits[value >> shift & 15]);
}

/* Text of the input, on one line of a terminal: control characters become spaces. */
static void add_quoted(const char *text, size_t length, AiseBuffer *out)
{
    size_t begin = out->length;
    aise_buffer_add(out, text, length);
    for (size_t i = begin; i < out->length; i++)
        if ((unsigned char)out->bytes[i] < 0x20 || out->bytes[i] == 0x7f)
            out->bytes[i] = ' ';
}

/* The words in that language, else in English. */
static void add_language(const AiseArg *arg, AiseLanguage language, AiseBuffer *out)
{
    size_t english = strnlen(arg->text, arg->length), other = english + 1;
    if (language == AISE_ITALIAN && other < arg->length)
        add_quoted(arg->text + other, arg->length - other, out);
    else
        add_quoted(arg->text, english, out);
}

static void add_arg(const AiseArg *arg, char letter, AiseLanguage language, AiseBuffer *out)
{
    if (letter == 0 && (arg->type == AISE_ARG_THE_KIND || arg->type == AISE_ARG_THE_MAN_AT))
        letter = 'i';
    static const char *const sides[2][2] = {{"White", "Bianco"}, {"Black", "Nero"}};
    switch ((AiseArgType)arg->type) {
    case AISE_ARG_TEXT:
    case AISE_ARG_VARIANT:
        add_quoted(arg->text, arg->length, out);
        break;
    case AISE_ARG_NUMBER:
        aise_buffer_number(out, arg->value);
        break;
    case AISE_ARG_SQUARE:
        add_square(arg->square, language, out);
        break;
    case AISE_ARG_KIND:
    case AISE_ARG_THE_KIND:
        add_kind(arg->value, letter, language, out);
        break;
    case AISE_ARG_MAN_AT:
    case AISE_ARG_THE_MAN_AT:
        add_man_at(arg, letter, language, out);
        break;
    case AISE_ARG_SIDE:
        aise_buffer_text(out, sides[arg->value & 1][language]);
        break;
    case AISE_ARG_BOTH:
        add_language(arg, language, out);
        break;
    case AISE_ARG_HEX:
        add_hex(arg->value, out);
        break;
    }
}

/* The length of the placeholder that the brace begins, 0: none. */
static size_t placeholder(const char *brace, char *letter)
{
    if (brace[1] < '0' || brace[1] >= '0' + AISE_ARGS_MAX)
        return 0;
    *letter = brace[2] != '}' && word_before(brace[2], MASCULINE) != NULL ? brace[2] : 0;
    size_t end = *letter == 0 ? 2 : 3;
    return brace[end] == '}' ? end + 1 : 0;
}

/* Fills in {0} … {3}, {0i} and the like; any other brace stands for itself. */
static void add_sentence(const char *text, const AiseArg *arg, unsigned argc, AiseLanguage language, AiseBuffer *out)
{
    for (const char *brace; (brace = strchr(text, '{')) != NULL;) {
        aise_buffer_add(out, text, (size_t)(brace - text));
        char letter = 0;
        size_t length = placeholder(brace, &letter);
        if (length == 0) {
            aise_buffer_byte(out, '{');
            text = brace + 1;
            continue;
        }
        unsigned index = (unsigned)(brace[1] - '0');
        if (index < argc)
            add_arg(&arg[index], letter, language, out);
        else
            aise_buffer_text(out, "…");
        text = brace + length;
    }
    aise_buffer_text(out, text);
}

void aise_finding_message(const AiseFinding *finding, AiseLanguage language, AiseBuffer *out)
{
    add_sentence(codes[finding->code].message[language], finding->arg, finding->argc, language, out);
}

void aise_finding_hint(const AiseFinding *finding, AiseLanguage language, AiseBuffer *out)
{
    if (finding->has_hint)
        add_sentence(codes[finding->code].hint[language], finding->arg, finding->argc, language, out);
}

void aise_code_manual(AiseCode code, AiseLanguage language, AiseBuffer *out)
{
    const CodeEntry *entry = &codes[code];
    aise_buffer_text(out, entry->name);
    aise_buffer_text(out, " (");
    aise_buffer_text(out, aise_severity_name(entry->severity, language));
    aise_buffer_text(out, "): ");
    add_sentence(entry->message[language], NULL, 0, language, out);
    aise_buffer_text(out, "\n\n");
    aise_buffer_text(out, entry->manual[language]);
    aise_buffer_byte(out, '\n');
    if (entry->hint[language][0] != '\0') {
        aise_buffer_text(out, language == AISE_ITALIAN ? "\nConsiglio: " : "\nHint: ");
        add_sentence(entry->hint[language], NULL, 0, language, out);
        aise_buffer_byte(out, '\n');
    }
}
