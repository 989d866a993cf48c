/* The report for people: a table by variant, the findings by code, duplicates, damaged games. */
#include "src/verify/report.h"

#include <string.h>

typedef struct Text {
    AiseOutput *output;
    const AiseCounts *counts;
    bool italian;
    bool first; /* the next finding is the first */
} Text;

static void write_row(AiseOutput *output, const char *name, const AiseTallyRow *row)
{
    aise_say_padded(output, name, 20);
    aise_say_column(output, row->games, 9);
    aise_say_column(output, row->plies, 11);
    aise_say_column(output, row->ok, 9);
    aise_say_column(output, row->damaged, 9);
    aise_say_column(output, row->empty, 9);
    aise_say(output, "\n");
}

static void write_table(const Text *text)
{
    aise_say(text->output, text->italian ? "variante              partite  semimosse     sane   guaste    vuote\n"
                                         : "variant                 games      plies       ok  damaged    empty\n");
    for (unsigned i = 0; aise_variants[i] != NULL; i++)
        if (text->counts->row[i].games > 0)
            write_row(text->output, aise_variants[i]->id, &text->counts->row[i]);
    AiseTallyRow total = aise_counts_total(text->counts);
    write_row(text->output, text->italian ? "totale" : "total", &total);
}

/* Where a code occurs, if there is more than one place. */
static void write_shares(const Text *text, AiseCode code, AiseSeverity severity)
{
    const char *before = "   ";
    if (aise_counts_variants(text->counts) < 2)
        return;
    for (unsigned i = 0; i <= AISE_TALLY_OUTSIDE; i++) {
        uint64_t count = text->counts->findings[i][code][severity];
        if (count == 0)
            continue;
        aise_say(text->output, before);
        aise_say(text->output, i < AISE_TALLY_OUTSIDE ? aise_variants[i]->id
                               : text->italian        ? "fuori dalle partite"
                                                      : "outside games");
        aise_say(text->output, " ");
        aise_say_number(text->output, count);
        before = ", ";
    }
}

static void write_finding(void *context, AiseCode code, AiseSeverity severity, uint64_t count)
{
    Text *text = context;
    aise_say(text->output, text->first ? "\n" : "");
    text->first = false;
    aise_say_padded(text->output, aise_severity_name(severity, text->italian ? AISE_ITALIAN : AISE_ENGLISH), 9);
    aise_say_padded(text->output, aise_code_name(code), 5);
    aise_say_column(text->output, count, 15);
    write_shares(text, code, severity);
    aise_say(text->output, "\n");
}

/* `source:line: White-Black, variant, plies` */
static void write_game(AiseOutput *output, const AiseLogGame *game)
{
    aise_say_place(output, game);
    aise_say(output, ": ");
    aise_say(output, game->text[AISE_LOG_WHITE]);
    aise_say(output, "-");
    aise_say(output, game->text[AISE_LOG_BLACK]);
    aise_say(output, ", ");
    aise_say(output, aise_variants[game->head.variant]->id);
    aise_say(output, ", ");
    aise_say_number(output, game->head.plies);
}

static bool write_pairs(const Text *text, const AiseTally *tally, AiseSorter *pairs, const char *title, const char *link)
{
    AisePairReader reader;
    aise_pairs_open(&reader, tally, pairs);
    for (bool first = true; aise_pairs_next(&reader); first = false) {
        aise_say(text->output, first ? title : "");
        write_game(text->output, &reader.game);
        aise_say(text->output, link);
        aise_say_place(text->output, &reader.other);
        if (reader.other.head.plies != reader.game.head.plies) {
            aise_say(text->output, ", ");
            aise_say_number(text->output, reader.other.head.plies);
        }
        aise_say(text->output, "\n");
    }
    return aise_pairs_close(&reader);
}

static bool write_damaged(const Text *text, const AiseTally *tally)
{
    AiseDamagedReader reader;
    AiseLogGame game;
    aise_damaged_open(&reader, tally);
    for (bool first = true; aise_damaged_next(&reader, &game); first = false) {
        if (first)
            aise_say(text->output, text->italian ? "\nPartite guaste (semimosse valide prima del guasto)\n"
                                                 : "\nDamaged games (plies that hold before the damage)\n");
        write_game(text->output, &game);
        aise_say(text->output, " [");
        aise_say(text->output, game.text[AISE_LOG_CODE]);
        aise_say(text->output, "]\n");
    }
    return aise_damaged_close(&reader);
}

AiseStatus aise_report_text(AiseOutput *output, AiseTally *tally)
{
    Text text = {output, &tally->counts, tally->language == AISE_ITALIAN, true};
    write_table(&text);
    aise_each_finding(&tally->counts, write_finding, &text);
    bool good = write_pairs(&text, tally, tally->twins,
                            text.italian ? "\nDoppioni (le stesse semimosse)\n" : "\nDuplicates (the same plies)\n",
                            text.italian ? ", uguale a " : ", same as ") &&
                write_pairs(&text, tally, tally->beginnings,
                            text.italian ? "\nInizi di altre partite\n" : "\nBeginnings of other games\n",
                            text.italian ? ", continua in " : ", goes on in ") &&
                write_damaged(&text, tally);
    return good ? aise_output_status(output) : aise_tally_fail(tally, AISE_STATUS_READ, "temporary file");
}
