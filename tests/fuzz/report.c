/* What `aise verify` counts and reports, in every form. */
#include <string.h>

#include "src/base/output.h"
#include "tests/fuzz/fuzz.h"

typedef struct Trial {
    AiseTallyPart *part;
    size_t games;
} Trial;

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Trial *trial = context;
    if (game == NULL)
        MUST(aise_tally_part_finding(trial->part, finding, "in.txt") == AISE_STATUS_OK);
    return true;
}

static bool on_game(void *context, const AiseGame *game)
{
    Trial *trial = context;
    trial->games++;
    MUST(aise_tally_part_game(trial->part, game) == AISE_STATUS_OK);
    return true;
}

/* Lines of CSV end in CR LF (RFC 4180). */
static void drop_returns(AiseOutput *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->length; i++)
        if (out->bytes[i] != '\r' || i + 1 == out->length || out->bytes[i + 1] != '\n')
            out->bytes[kept++] = out->bytes[i];
    out->length = kept;
}

static void check_forms(AiseTally *tally)
{
    AiseOutput *out = aise_output_memory();
    for (unsigned form = AISE_TALLY_TEXT; form <= AISE_TALLY_HTML; form++) {
        aise_output_clear(out);
        MUST(aise_output_tally(out, tally, (AiseTallyForm)form) == AISE_STATUS_OK);
        if (form == AISE_TALLY_CSV)
            drop_returns(out);
        fuzz_must_be_plain(out->bytes, out->length, false);
        if (form == AISE_TALLY_JSON)
            fuzz_must_be_json_document(out->bytes, out->length);
        if (form == AISE_TALLY_HTML)
            fuzz_must_be_page(out->bytes, out->length);
    }
    aise_output_discard(out);
}

void fuzz_report(const uint8_t *bytes, size_t length)
{
    FuzzInput input = fuzz_input(bytes, length);
    AiseReader *reader = aise_reader_new(&input.options, NULL);
    AiseTally *tally = aise_tally_new(input.options.italian);
    MUST(reader != NULL && tally != NULL);
    Trial trial = {.part = aise_tally_part_new(tally)};
    const AiseSink sink = {.context = &trial, .finding = on_finding, .game_end = on_game};
    MUST(aise_reader_memory(reader, "in.txt", input.text, input.length, &sink) == AISE_STATUS_OK);
    MUST(aise_tally_take(tally, trial.part) == AISE_STATUS_OK);
    MUST(aise_tally_finish(tally, 2) == AISE_STATUS_OK);
    MUST(aise_tally_games(tally) == trial.games);
    check_forms(tally);
    aise_tally_part_free(trial.part);
    aise_tally_free(tally);
    aise_reader_free(reader);
}
