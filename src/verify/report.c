/* What the reports have in common. */
#include "src/verify/report.h"

#include <string.h>

void aise_say(AiseOutput *output, const char *text)
{
    aise_output_text(output, text, strlen(text));
}

static size_t digits_of(uint64_t number, char digits[20])
{
    size_t first = 20;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    memmove(digits, digits + first, 20 - first);
    return 20 - first;
}

void aise_say_number(AiseOutput *output, uint64_t number)
{
    char digits[20];
    aise_output_text(output, digits, digits_of(number, digits));
}

static void say_spaces(AiseOutput *output, size_t count)
{
    for (; count > 0; count--)
        aise_output_byte(output, ' ');
}

void aise_say_padded(AiseOutput *output, const char *text, unsigned width)
{
    size_t characters = 0;
    for (const char *at = text; *at != '\0'; at++)
        characters += ((unsigned char)*at & 0xc0) != 0x80;
    aise_say(output, text);
    say_spaces(output, characters < width ? width - characters : 0);
}

void aise_say_column(AiseOutput *output, uint64_t number, unsigned width)
{
    char digits[20];
    size_t length = digits_of(number, digits);
    say_spaces(output, length < width ? width - length : 0);
    aise_output_text(output, digits, length);
}

void aise_say_place(AiseOutput *output, const AiseLogGame *game)
{
    aise_say(output, game->source);
    aise_output_byte(output, ':');
    aise_say_number(output, game->head.line);
}

void aise_each_finding(const AiseCounts *counts, AiseFindingRow *row, void *context)
{
    for (unsigned severity = 3; severity-- > 0;)
        for (unsigned code = 0; code < AISE_CODE_COUNT; code++) {
            uint64_t count = aise_counts_finding(counts, (AiseCode)code, (AiseSeverity)severity);
            if (count > 0)
                row(context, (AiseCode)code, (AiseSeverity)severity, count);
        }
}

void aise_each_finding_of(const AiseCounts *counts, unsigned variant, AiseFindingRow *row, void *context)
{
    for (unsigned severity = 3; severity-- > 0;)
        for (unsigned code = 0; code < AISE_CODE_COUNT; code++)
            if (counts->findings[variant][code][severity] > 0)
                row(context, (AiseCode)code, (AiseSeverity)severity, counts->findings[variant][code][severity]);
}

const char *aise_report_result(unsigned result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    return texts[result];
}

const char *aise_report_status(unsigned status)
{
    static const char *const texts[] = {"ok", "damaged", "empty"};
    return texts[status];
}

/* ---- damaged games and pairs of games ---- */

void aise_damaged_open(AiseDamagedReader *reader, const AiseTally *tally)
{
    reader->offsets = tally->damaged;
    aise_log_open(&reader->log, tally->file, 0, tally->length);
    reader->log.failed = !aise_sorter_rewind(tally->damaged);
}

bool aise_damaged_next(AiseDamagedReader *reader, AiseLogGame *game)
{
    AisePair pair;
    return !reader->log.failed && aise_sorter_next(reader->offsets, &pair) && aise_log_at(&reader->log, pair.key, game);
}

bool aise_damaged_close(AiseDamagedReader *reader)
{
    bool good = !reader->log.failed && !aise_sorter_failed(reader->offsets);
    aise_log_close(&reader->log);
    return good;
}

void aise_pairs_open(AisePairReader *reader, const AiseTally *tally, AiseSorter *pairs)
{
    reader->pairs = pairs;
    aise_log_open(&reader->first, tally->file, 0, tally->length);
    aise_log_open(&reader->second, tally->file, 0, tally->length);
    reader->first.failed = !aise_sorter_rewind(pairs);
}

bool aise_pairs_next(AisePairReader *reader)
{
    AisePair pair;
    return !reader->first.failed && aise_sorter_next(reader->pairs, &pair) &&
           aise_log_at(&reader->first, pair.key, &reader->game) &&
           aise_log_at(&reader->second, pair.value, &reader->other);
}

bool aise_pairs_close(AisePairReader *reader)
{
    bool failed = reader->first.failed || reader->second.failed || aise_sorter_failed(reader->pairs);
    aise_log_close(&reader->first);
    aise_log_close(&reader->second);
    return !failed;
}
