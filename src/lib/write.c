/* The public writers: a game or finding is put together by its sink and handed to the output. */
#include <string.h>

#include "src/base/output.h"
#include "src/jsonl/jsonl.h"
#include "src/lint/lint.h"
#include "src/listing/listing.h"
#include "src/pgn/pgn.h"

static void write_game(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    switch (how->dialect) {
    case AISE_DIALECT_VIEWER:
    case AISE_DIALECT_CARDS:
        aise_viewer_write(game, how, out);
        break;
    case AISE_DIALECT_LISTING:
        aise_listing_write(game, how, out);
        break;
    case AISE_DIALECT_JSONL:
        aise_jsonl_write(game, how, how->italian ? AISE_ITALIAN : AISE_ENGLISH, out);
        break;
    default:
        aise_pgn_write(game, how, out);
        break;
    }
}

static AiseStatus hand_over(AiseOutput *output)
{
    output->scratch.guard = NULL;
    return aise_output_text(output, output->scratch.bytes, output->scratch.length);
}

/* Empties the scratch buffer and binds it to the guard of this call. */
static AiseBuffer *begin(AiseOutput *output, AiseGuard *guard)
{
    output->scratch.guard = guard;
    output->scratch.length = 0;
    return &output->scratch;
}

AiseStatus aise_output_game(AiseOutput *output, const AiseGame *game, const AiseWriting *how)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    write_game(game, how, begin(output, &guard));
    return hand_over(output);
}

AiseStatus aise_output_finding(AiseOutput *output, const AiseFinding *finding, const char *source, bool italian,
                               AiseReport form)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    AiseBuffer *out = begin(output, &guard);
    AiseLanguage language = italian ? AISE_ITALIAN : AISE_ENGLISH;
    if (form == AISE_REPORT_JSON)
        aise_lint_json(finding, source, language, out);
    else if (form == AISE_REPORT_SARIF)
        aise_lint_sarif_finding(finding, source, language, out);
    else
        aise_lint_text(finding, source, language, form == AISE_REPORT_TEXT_COLOR, out);
    return hand_over(output);
}

AiseStatus aise_output_sarif_begin(AiseOutput *output, bool italian)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    aise_lint_sarif_begin(italian ? AISE_ITALIAN : AISE_ENGLISH, begin(output, &guard));
    return hand_over(output);
}

AiseStatus aise_output_sarif_end(AiseOutput *output)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    aise_lint_sarif_end(begin(output, &guard));
    return hand_over(output);
}

bool aise_code_known(const char *name)
{
    return aise_code_find(name, strlen(name)) != AISE_CODE_NONE;
}

AiseStatus aise_output_manual(AiseOutput *output, const char *code, bool italian)
{
    AiseGuard guard;
    AiseCode known = aise_code_find(code, strlen(code));
    if (known == AISE_CODE_NONE)
        return AISE_STATUS_USE;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    aise_code_manual(known, italian ? AISE_ITALIAN : AISE_ENGLISH, begin(output, &guard));
    return hand_over(output);
}
