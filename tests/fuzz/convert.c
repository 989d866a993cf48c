/* A whole reading: every dialect, findings in every form, boards, diagrams and pages; and our PGN read again. */
#include <stdlib.h>
#include <string.h>

#include "src/base/output.h"
#include "tests/fuzz/fuzz.h"

#define must_be_good(call) MUST((call) == AISE_STATUS_OK)

enum { DIALECTS = AISE_DIALECT_JSONL + 1 };

typedef struct Trial {
    bool italian;
    AiseOutput *game[DIALECTS];
    AiseOutput *scratch;
    bool plain; /* not a page or archive: places can be checked */
    size_t length; /* of the text */
    size_t games;
} Trial;

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Trial *trial = context;
    AiseOutput *out = trial->scratch;
    const char *source = game != NULL ? aise_game_source(game) : "in.txt";
    MUST(aise_finding_line(finding) >= 1 && aise_finding_column(finding) >= 1);
    MUST(!trial->plain || aise_finding_line(finding) <= trial->length + 1);
    aise_output_clear(out);
    must_be_good(aise_output_finding(out, finding, source, trial->italian, AISE_REPORT_TEXT));
    fuzz_must_be_plain(out->bytes, out->length, true);
    aise_output_clear(out);
    must_be_good(aise_output_finding(out, finding, source, !trial->italian, AISE_REPORT_TEXT_COLOR));
    fuzz_must_be_colored(out->bytes, out->length);
    aise_output_clear(out);
    must_be_good(aise_output_finding(out, finding, source, trial->italian, AISE_REPORT_JSON));
    fuzz_must_be_plain(out->bytes, out->length, false);
    fuzz_must_be_json(out->bytes, out->length);
    return true;
}

static void show(Trial *trial, const AiseGame *game)
{
    AiseOutput *out = trial->scratch;
    AiseShowing how = {.plies = aise_game_plies(game), .italian = trial->italian, .all = aise_game_plies(game) < 20};
    aise_output_clear(out);
    must_be_good(aise_output_board(out, game, &how));
    fuzz_must_be_plain(out->bytes, out->length, false);
    aise_output_clear(out);
    how.color = true;
    must_be_good(aise_output_board(out, game, &how));
    fuzz_must_be_colored(out->bytes, out->length);
    aise_output_clear(out);
    must_be_good(aise_output_diagram(out, game, &how));
    fuzz_must_be_diagram(out->bytes, out->length);
    aise_output_clear(out);
    if (trial->length % 4 == 0) { /* it takes half of the time */
        must_be_good(aise_output_page_game(out, game, ++trial->games));
        fuzz_must_be_games(out->bytes, out->length);
    }
}

static bool on_game(void *context, const AiseGame *game)
{
    Trial *trial = context;
    show(trial, game);
    if (strcmp(aise_game_status(game), "empty") == 0)
        return true;
    for (unsigned dialect = 0; dialect < DIALECTS; dialect++) {
        const AiseWriting how = {.dialect = (AiseDialect)dialect, .italian = trial->italian};
        must_be_good(aise_output_game(trial->game[dialect], game, &how));
    }
    aise_game_hash(game, SIZE_MAX);
    return true;
}

static void check_outputs(Trial *trial)
{
    for (unsigned dialect = 0; dialect < DIALECTS; dialect++)
        fuzz_must_be_plain(trial->game[dialect]->bytes, trial->game[dialect]->length, false);
    fuzz_must_be_json(trial->game[AISE_DIALECT_JSONL]->bytes, trial->game[AISE_DIALECT_JSONL]->length);
}

/* Our PGN is valid input and comes back as it is. */
static void check_again(const Trial *trial)
{
    const AiseOutput *pgn = trial->game[AISE_DIALECT_AISE];
    const AiseOptions defaults = {.variations = false};
    size_t length;
    char *again = fuzz_rewrite(&defaults, pgn->bytes, pgn->length, AISE_DIALECT_AISE, &length);
    fuzz_must_be_same("our PGN read again", pgn->bytes, pgn->length, again, length);
    free(again);
}

void fuzz_convert(const uint8_t *bytes, size_t length)
{
    FuzzInput input = fuzz_input(bytes, length);
    Trial trial = {.italian = input.options.italian, .length = input.length, .plain = true};
    const AiseSink sink = {.context = &trial, .finding = on_finding, .game_end = on_game};
    AiseReader *reader = aise_reader_new(&input.options, NULL);
    MUST(reader != NULL);
    trial.scratch = aise_output_memory();
    for (unsigned i = 0; i < DIALECTS; i++)
        trial.game[i] = aise_output_memory();
    AiseStatus status = aise_reader_memory(reader, "in.txt", input.text, input.length, &sink);
    MUST(status == AISE_STATUS_OK);
    check_outputs(&trial);
    check_again(&trial);
    aise_reader_free(reader);
    aise_output_discard(trial.scratch);
    for (unsigned i = 0; i < DIALECTS; i++)
        aise_output_discard(trial.game[i]);
}
