/* Counting by variant and code; the counts as JSON, written and read. */
#include <string.h>

#include "src/verify/report.h"

_Static_assert(AISE_TALLY_VARIANTS < UINT8_MAX, "a log record has one byte for the variant");

void aise_counts_add(AiseCounts *counts, const AiseCounts *more)
{
    for (unsigned i = 0; i < AISE_TALLY_VARIANTS; i++) {
        counts->row[i].games += more->row[i].games;
        counts->row[i].plies += more->row[i].plies;
        counts->row[i].ok += more->row[i].ok;
        counts->row[i].damaged += more->row[i].damaged;
        counts->row[i].empty += more->row[i].empty;
    }
    uint64_t *to = &counts->findings[0][0][0];
    const uint64_t *from = &more->findings[0][0][0];
    for (size_t i = 0; i < sizeof counts->findings / sizeof *to; i++)
        to[i] += from[i];
}

AiseTallyRow aise_counts_total(const AiseCounts *counts)
{
    AiseTallyRow total = {0};
    for (unsigned i = 0; i < AISE_TALLY_VARIANTS; i++) {
        total.games += counts->row[i].games;
        total.plies += counts->row[i].plies;
        total.ok += counts->row[i].ok;
        total.damaged += counts->row[i].damaged;
        total.empty += counts->row[i].empty;
    }
    return total;
}

uint64_t aise_counts_finding(const AiseCounts *counts, AiseCode code, AiseSeverity severity)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i <= AISE_TALLY_OUTSIDE; i++)
        sum += counts->findings[i][code][severity];
    return sum;
}

unsigned aise_counts_variants(const AiseCounts *counts)
{
    unsigned with_games = 0;
    for (unsigned i = 0; i < AISE_TALLY_VARIANTS; i++)
        with_games += counts->row[i].games > 0;
    return with_games;
}

/* ---- JSON ---- */

void aise_json_string(AiseOutput *output, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    aise_output_byte(output, '"');
    for (const char *at = text; *at != '\0';) {
        size_t plain = 0;
        while ((unsigned char)at[plain] >= ' ' && at[plain] != '"' && at[plain] != '\\')
            plain++;
        aise_output_text(output, at, plain);
        at += plain;
        if (*at == '\0')
            break;
        if ((unsigned char)*at < ' ') {
            const char escape[] = {'\\', 'u', '0', '0', digits[*at >> 4 & 15], digits[*at & 15], '\0'};
            aise_say(output, escape);
        } else {
            aise_output_byte(output, '\\');
            aise_output_byte(output, *at);
        }
        at++;
    }
    aise_output_byte(output, '"');
}

void aise_json_key(AiseOutput *output, const char *key)
{
    aise_say(output, ",\"");
    aise_say(output, key);
    aise_say(output, "\":");
}

void aise_json_text(AiseOutput *output, const char *key, const char *text)
{
    aise_json_key(output, key);
    aise_json_string(output, text);
}

void aise_json_count(AiseOutput *output, const char *key, uint64_t count)
{
    aise_json_key(output, key);
    aise_say_number(output, count);
}

typedef struct Codes {
    AiseOutput *output;
    const char *comma; /* before the next */
} Codes;

static void write_code(void *context, AiseCode code, AiseSeverity severity, uint64_t count)
{
    Codes *codes = context;
    aise_say(codes->output, codes->comma);
    aise_say(codes->output, "{\"code\":");
    aise_json_string(codes->output, aise_code_name(code));
    aise_json_text(codes->output, "severity", aise_severity_name(severity, AISE_ENGLISH));
    aise_json_count(codes->output, "count", count);
    aise_say(codes->output, "}");
    codes->comma = ",";
}

void aise_counts_write_findings(AiseOutput *output, const AiseCounts *counts)
{
    Codes codes = {output, ""};
    aise_each_finding(counts, write_code, &codes);
}

static void write_variant(AiseOutput *output, const AiseCounts *counts, unsigned variant)
{
    const AiseTallyRow *row = &counts->row[variant];
    Codes codes = {output, ""};
    aise_say(output, "{\"variant\":");
    aise_json_string(output, aise_variants[variant]->id);
    aise_json_count(output, "games", row->games);
    aise_json_count(output, "plies", row->plies);
    aise_json_count(output, "ok", row->ok);
    aise_json_count(output, "damaged", row->damaged);
    aise_json_count(output, "empty", row->empty);
    aise_say(output, ",\"findings\":[");
    aise_each_finding_of(counts, variant, write_code, &codes);
    aise_say(output, "]}");
}

void aise_counts_write(AiseOutput *output, const AiseCounts *counts, const char *line_end)
{
    const char *comma = "";
    Codes codes = {output, ""};
    aise_say(output, "\"variants\":[");
    for (unsigned i = 0; aise_variants[i] != NULL; i++) {
        if (counts->row[i].games == 0)
            continue;
        aise_say(output, comma);
        aise_say(output, line_end);
        write_variant(output, counts, i);
        comma = ",";
    }
    aise_say(output, line_end);
    aise_say(output, "],");
    aise_say(output, line_end);
    aise_say(output, "\"outside\":[");
    aise_each_finding_of(counts, AISE_TALLY_OUTSIDE, write_code, &codes);
    aise_say(output, "]");
}

int aise_variant_index(const char *id)
{
    for (int i = 0; aise_variants[i] != NULL; i++)
        if (strcmp(aise_variants[i]->id, id) == 0)
            return i;
    return -1;
}

int aise_severity_index(const char *name)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(aise_severity_name((AiseSeverity)i, AISE_ENGLISH), name) == 0)
            return i;
    return -1;
}

bool aise_counts_read_finding(AiseCounts *counts, unsigned variant, const AiseJson *finding)
{
    const char *name, *shown;
    uint64_t count;
    if (!aise_json_get_text(finding, "code", &name) || !aise_json_get_text(finding, "severity", &shown) ||
        !aise_json_get_number(finding, "count", &count))
        return false;
    AiseCode code = aise_code_find(name, strlen(name));
    int severity = aise_severity_index(shown);
    if (code == AISE_CODE_NONE || severity < 0)
        return false;
    counts->findings[variant][code][severity] += count;
    return true;
}

bool aise_counts_read_variant(AiseCounts *counts, const AiseJson *object)
{
    AiseTallyRow row;
    const char *id;
    if (!aise_json_get_text(object, "variant", &id) || !aise_json_get_number(object, "games", &row.games) ||
        !aise_json_get_number(object, "plies", &row.plies) || !aise_json_get_number(object, "ok", &row.ok) ||
        !aise_json_get_number(object, "damaged", &row.damaged) || !aise_json_get_number(object, "empty", &row.empty))
        return false;
    int variant = aise_variant_index(id);
    if (variant < 0)
        return false;
    counts->row[variant].games += row.games;
    counts->row[variant].plies += row.plies;
    counts->row[variant].ok += row.ok;
    counts->row[variant].damaged += row.damaged;
    counts->row[variant].empty += row.empty;
    const AiseJson *findings = aise_json_member(object, "findings");
    for (const AiseJson *finding = findings != NULL ? findings->first : NULL; finding != NULL; finding = finding->next)
        if (!aise_counts_read_finding(counts, (unsigned)variant, finding))
            return false;
    return true;
}
