/* The report for programs, and for `--merge`: one JSON object, one line a variant, a finding's code or a game. */
#include "src/verify/report.h"

#include <string.h>

static void write_sums(AiseOutput *output, const AiseCounts *counts)
{
    AiseTallyRow total = aise_counts_total(counts);
    aise_counts_write(output, counts, "\n");
    aise_say(output, ",\n\"total\":{\"games\":");
    aise_say_number(output, total.games);
    aise_json_count(output, "plies", total.plies);
    aise_json_count(output, "ok", total.ok);
    aise_json_count(output, "damaged", total.damaged);
    aise_json_count(output, "empty", total.empty);
    aise_say(output, "},\n\"findings\":[");
    aise_counts_write_findings(output, counts);
    aise_say(output, "],\n");
}

static void say_place(AiseOutput *output, const AiseLogGame *game)
{
    aise_say(output, "{\"source\":");
    aise_json_string(output, game->source);
    aise_json_count(output, "line", game->head.line);
    aise_json_count(output, "plies", game->head.plies);
}

static bool write_pairs(AiseOutput *output, const AiseTally *tally, AiseSorter *pairs, const char *name, const char *link)
{
    AisePairReader reader;
    const char *before = "\n";
    aise_say(output, name);
    aise_pairs_open(&reader, tally, pairs);
    for (; aise_pairs_next(&reader); before = ",\n") {
        aise_say(output, before);
        say_place(output, &reader.game);
        aise_json_key(output, link);
        say_place(output, &reader.other);
        aise_say(output, "}}");
    }
    aise_say(output, "\n],\n");
    return aise_pairs_close(&reader);
}

static void write_break(AiseOutput *output, const AiseLogGame *game)
{
    aise_json_key(output, "break");
    aise_say(output, "{\"code\":");
    aise_json_string(output, game->text[AISE_LOG_CODE]);
    aise_json_text(output, "severity", aise_severity_name(game->head.severity, AISE_ENGLISH));
    aise_json_count(output, "line", game->head.fault_line);
    aise_json_count(output, "column", game->head.fault_column);
    aise_json_count(output, "length", game->head.fault_length);
    aise_json_text(output, "message", game->text[AISE_LOG_MESSAGE]);
    aise_json_text(output, "quote", game->text[AISE_LOG_QUOTE]);
    aise_json_count(output, "caret", game->head.caret);
    aise_json_text(output, "board", game->text[AISE_LOG_BOARD]);
    if (game->head.length[AISE_LOG_STATE] > 0)
        aise_json_text(output, "state", game->text[AISE_LOG_STATE]);
    aise_say(output, "}");
}

static void write_game(AiseOutput *output, const AiseLogGame *game)
{
    static const char *const names[] = {"white", "black", "event", "date"};
    static const char digits[] = "0123456789abcdef";
    char hash[17] = "";
    say_place(output, game);
    aise_json_text(output, "variant", aise_variants[game->head.variant]->id);
    aise_json_text(output, "status", aise_report_status(game->head.status));
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        aise_json_text(output, names[i], game->text[AISE_LOG_WHITE + i]);
    aise_json_text(output, "result", aise_report_result(game->head.result));
    for (unsigned i = 0; i < 16; i++)
        hash[i] = digits[game->head.hash >> (60 - 4 * i) & 15];
    aise_json_text(output, "hash", hash);
    if (game->head.length[AISE_LOG_START] > 0)
        aise_json_text(output, "start", game->text[AISE_LOG_START]);
    aise_json_text(output, "moves", game->text[AISE_LOG_MOVES]);
    if (game->head.status == AISE_GAME_DAMAGED)
        write_break(output, game);
    aise_say(output, "}");
}

static bool write_games(AiseOutput *output, const AiseTally *tally)
{
    AiseLogReader reader;
    AiseLogGame game;
    const char *before = "\n";
    aise_say(output, "\"games\":[");
    aise_log_open(&reader, tally->file, 0, tally->length);
    for (; aise_log_next(&reader, &game); before = ",\n") {
        aise_say(output, before);
        write_game(output, &game);
    }
    aise_say(output, "\n]}\n");
    bool good = !reader.failed;
    aise_log_close(&reader);
    return good;
}

AiseStatus aise_report_json(AiseOutput *output, AiseTally *tally)
{
    aise_say(output, "{\"report\":\"aise verify\"");
    aise_json_text(output, "version", AISE_VERSION);
    if (tally->piece != NULL) {
        aise_say(output, ",\n\"piece\":{\"name\":");
        aise_json_string(output, tally->piece);
        aise_json_count(output, "lines", tally->piece_lines);
        aise_say(output, "}");
    }
    aise_say(output, ",\n");
    write_sums(output, &tally->counts);
    bool good = write_pairs(output, tally, tally->twins, "\"duplicates\":[", "same_as") &&
                write_pairs(output, tally, tally->beginnings, "\"beginnings\":[", "goes_on") &&
                write_games(output, tally);
    return good ? aise_output_status(output) : aise_tally_fail(tally, AISE_STATUS_READ, "temporary file");
}
