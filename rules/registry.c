#include "rules/registry.h"

#include <string.h>

const AiseVariant *const aise_variants[] = {
    &aise_variant_orthodox,
    &aise_variant_doublemove,
    &aise_variant_dynamo,
    &aise_variant_dynamo_kk,
    &aise_variant_double_dynamo,
    &aise_variant_overloader_restorer,
    &aise_variant_progressive,
    &aise_variant_mutation_progressive,
    &aise_variant_marseillais,
    NULL,
};

#define FOLDED_MAX 48

/* Bytes at `text` that only separate words: blanks, `-`, `/`, `_`, `.`, parentheses and the dashes U+2010–U+2015; 0 if none. */
static size_t separator_length(const char *text, size_t length)
{
    if (*text == ' ' || *text == '\t' || *text == '-' || *text == '/' || *text == '_' || *text == '.' ||
        *text == '(' || *text == ')')
        return 1;
    if (length >= 3 && memcmp(text, "\xe2\x80", 2) == 0 && text[2] >= '\x90' && text[2] <= '\x95')
        return 3;
    return 0;
}

/* Drops the word that ends `out` if it says no more than that this is chess. */
static size_t drop_word(const char *out, size_t start, size_t length)
{
    static const char *const empty_words[] = {"scacchi", "chess"};

    for (size_t i = 0; i < sizeof empty_words / sizeof empty_words[0]; i++)
        if (strlen(empty_words[i]) == length - start && memcmp(out + start, empty_words[i], length - start) == 0)
            return start;
    return length;
}

/* Lower case, without separators and empty words, `ü` as u. 0 if nothing is left or it is too long for a name. */
static size_t fold_name(const char *name, size_t length, char out[FOLDED_MAX])
{
    size_t count = 0, word = 0;

    for (size_t i = 0; i < length;) {
        size_t separator = separator_length(name + i, length - i);
        if (separator > 0) {
            count = word = drop_word(out, word, count);
            i += separator;
            continue;
        }
        if (count == FOLDED_MAX)
            return 0;
        if (length - i >= 2 && (memcmp(name + i, "\xc3\xbc", 2) == 0 || memcmp(name + i, "\xc3\x9c", 2) == 0)) {
            out[count++] = 'u';
            i += 2;
            continue;
        }
        out[count++] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
        i++;
    }
    return drop_word(out, word, count);
}

static bool is_name(const char *folded, size_t length, const char *name)
{
    char other[FOLDED_MAX];

    return name != NULL && fold_name(name, strlen(name), other) == length && memcmp(folded, other, length) == 0;
}

static bool is_spelt(const char *known, const char *name, size_t length)
{
    return known[0] == *name && strlen(known) == length && memcmp(known, name, length) == 0;
}

/* Spelt as this program writes it, which most tags are. */
static const AiseVariant *find_exact(const char *name, size_t length)
{
    for (const AiseVariant *const *v = aise_variants; *v != NULL; v++)
        if (is_spelt((*v)->id, name, length) || is_spelt((*v)->pgn, name, length))
            return *v;
    return NULL;
}

const AiseVariant *aise_variant_find(const char *name, size_t length)
{
    const AiseVariant *exact = length > 0 ? find_exact(name, length) : NULL;
    if (exact != NULL)
        return exact;
    char folded[FOLDED_MAX];
    size_t count = fold_name(name, length, folded);

    if (count == 0)
        return NULL;
    for (const AiseVariant *const *v = aise_variants; *v != NULL; v++) {
        if (is_name(folded, count, (*v)->id) || is_name(folded, count, (*v)->pgn) || is_name(folded, count, (*v)->title))
            return *v;
        for (const char *const *alias = (*v)->aliases; alias != NULL && *alias != NULL; alias++)
            if (is_name(folded, count, *alias))
                return *v;
    }
    return NULL;
}
