/* What the page of `make web` calls: text in, findings and games out. One sheet, used again and again.
 *
 * The answer is UTF-8, one item a line:
 *   F<game> <finding>   as `aise lint --format=json` gives it; game 0: outside games
 *   G<line> <head>      a game that begins at that line, as the page of `aise show --html` lists it, and behind it
 *   B <body>            the game, as that page plays it
 *   V<id> <PGN name> <TAB> <title in listings>     for aise_web_variants */
#include "src/aise.h"
#include "src/lint/lint.h"
#include "src/replay/game.h"
#include "src/show/show.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), visibility("default")))

typedef struct Sheet {
    AiseGuard guard;
    AiseBuffer text, answer;
    AiseLanguage language;
    size_t games;
} Sheet;

EXPORT(aise_web_new) Sheet *aise_web_new(void)
{
    Sheet *sheet = calloc(1, sizeof *sheet);
    if (sheet == NULL)
        abort();
    aise_buffer_init(&sheet->text, &sheet->guard);
    aise_buffer_init(&sheet->answer, &sheet->guard);
    return sheet;
}

/* Where the caller puts `length` bytes of UTF-8. */
EXPORT(aise_web_room) char *aise_web_room(Sheet *sheet, size_t length)
{
    sheet->text.length = 0;
    aise_buffer_reserve(&sheet->text, length);
    return sheet->text.bytes;
}

static void start_line(Sheet *sheet, char kind, unsigned long long number)
{
    aise_buffer_byte(&sheet->answer, kind);
    aise_buffer_number(&sheet->answer, number);
    aise_buffer_byte(&sheet->answer, ' ');
}

static bool on_finding(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Sheet *sheet = context;
    start_line(sheet, 'F', game != NULL ? sheet->games : 0);
    aise_lint_json(finding, "", sheet->language, &sheet->answer);
    return true;
}

static bool on_game_begin(void *context, const AiseGame *game)
{
    Sheet *sheet = context;
    sheet->games++;
    start_line(sheet, 'G', game->line);
    aise_page_head(game, sheet->games, &sheet->answer);
    aise_buffer_text(&sheet->answer, "\nB ");
    aise_page_body(game, sheet->games, &sheet->answer);
    aise_buffer_byte(&sheet->answer, '\n');
    return true;
}

/* Reads the first `length` bytes of the room; `variant` counts from 0, less than 0: as the text says. The answer's
   length; it stays until the next call. */
EXPORT(aise_web_read) size_t aise_web_read(Sheet *sheet, size_t length, int variant, bool italian, bool repair)
{
    const AiseOptions options = {.variant = variant >= 0 ? aise_variants[variant]->id : NULL,
                                 .encoding = "utf-8",
                                 .italian = italian,
                                 .repair = repair};
    const AiseSink sink = {.context = sheet, .game_begin = on_game_begin, .finding = on_finding};
    AiseReader *reader = aise_reader_new(&options, NULL);
    if (reader == NULL)
        abort();
    sheet->answer.length = sheet->games = 0;
    sheet->language = italian ? AISE_ITALIAN : AISE_ENGLISH;
    aise_reader_memory(reader, "-", sheet->text.bytes, length, &sink);
    aise_reader_free(reader);
    return sheet->answer.length;
}

EXPORT(aise_web_variants) size_t aise_web_variants(Sheet *sheet)
{
    sheet->answer.length = 0;
    for (const AiseVariant *const *variant = aise_variants; *variant != NULL; variant++) {
        aise_buffer_byte(&sheet->answer, 'V');
        aise_buffer_text(&sheet->answer, (*variant)->id);
        aise_buffer_byte(&sheet->answer, ' ');
        aise_buffer_text(&sheet->answer, (*variant)->pgn);
        aise_buffer_byte(&sheet->answer, '\t');
        aise_buffer_text(&sheet->answer, (*variant)->title);
        aise_buffer_byte(&sheet->answer, '\n');
    }
    return sheet->answer.length;
}

EXPORT(aise_web_answer) const char *aise_web_answer(const Sheet *sheet)
{
    return sheet->answer.bytes;
}
