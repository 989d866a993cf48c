/* The report for spreadsheets: one line a game (RFC 4180). */
#include "src/verify/report.h"

#include <string.h>

/* A list of pairs read beside the log: both are in its order. */
typedef struct Beside {
    AiseSorter *pairs;
    AisePair pair;
    bool more;
} Beside;

static void open_beside(Beside *beside, AiseSorter *pairs)
{
    *beside = (Beside){.pairs = pairs};
    beside->more = aise_sorter_rewind(pairs) && aise_sorter_next(pairs, &beside->pair);
}

/* The offset that belongs to the game; UINT64_MAX: none. */
static uint64_t beside_game(Beside *beside, uint64_t offset)
{
    if (!beside->more || beside->pair.key != offset)
        return UINT64_MAX;
    uint64_t other = beside->pair.value;
    beside->more = aise_sorter_next(beside->pairs, &beside->pair);
    return other;
}

static void say_field(AiseOutput *output, const char *text)
{
    aise_output_byte(output, ',');
    if (strpbrk(text, ",\"\r\n") == NULL) {
        aise_say(output, text);
        return;
    }
    aise_output_byte(output, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            aise_output_byte(output, '"');
        aise_output_byte(output, *text);
    }
    aise_output_byte(output, '"');
}

static void say_number_field(AiseOutput *output, uint64_t number)
{
    aise_output_byte(output, ',');
    aise_say_number(output, number);
}

/* `source,line` of the other game, or two empty fields. */
static void say_other(AiseOutput *output, AiseLogReader *reader, uint64_t offset)
{
    AiseLogGame other;
    if (offset == UINT64_MAX || !aise_log_at(reader, offset, &other)) {
        aise_say(output, ",,");
        return;
    }
    say_field(output, other.source);
    say_number_field(output, other.head.line);
}

static void write_game(AiseOutput *output, const AiseLogGame *game)
{
    aise_say(output, aise_variants[game->head.variant]->id);
    say_field(output, game->source);
    say_number_field(output, game->head.line);
    for (unsigned i = AISE_LOG_WHITE; i <= AISE_LOG_DATE; i++)
        say_field(output, game->text[i]);
    say_field(output, aise_report_result(game->head.result));
    say_number_field(output, game->head.plies);
    say_field(output, aise_report_status(game->head.status));
    say_field(output, game->text[AISE_LOG_CODE]);
    if (game->head.fault_line > 0) {
        say_number_field(output, game->head.fault_line);
        say_number_field(output, game->head.fault_column);
    } else {
        aise_say(output, ",,");
    }
    say_field(output, game->text[AISE_LOG_MESSAGE]);
    say_field(output, game->text[AISE_LOG_BOARD]);
}

AiseStatus aise_report_csv(AiseOutput *output, AiseTally *tally)
{
    Beside twins, beginnings;
    AiseLogReader reader, others;
    AiseLogGame game;
    open_beside(&twins, tally->twins);
    open_beside(&beginnings, tally->beginnings);
    aise_log_open(&reader, tally->file, 0, tally->length);
    aise_log_open(&others, tally->file, 0, tally->length);
    aise_say(output, "variant,source,line,white,black,event,date,result,plies,status,code,break_line,break_column,message,"
                     "board,same_as_source,same_as_line,goes_on_source,goes_on_line\r\n");
    while (!others.failed && aise_log_next(&reader, &game)) {
        write_game(output, &game);
        say_other(output, &others, beside_game(&twins, game.offset));
        say_other(output, &others, beside_game(&beginnings, game.offset));
        aise_say(output, "\r\n");
    }
    bool good = !reader.failed && !others.failed && !aise_sorter_failed(tally->twins) &&
                !aise_sorter_failed(tally->beginnings);
    aise_log_close(&reader);
    aise_log_close(&others);
    return good ? aise_output_status(output) : aise_tally_fail(tally, AISE_STATUS_READ, "temporary file");
}
