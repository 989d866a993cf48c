/* What `verify` counts. Memory does not grow with the games: the damaged ones go to an unnamed file. */
#include "src/aise.h"
#include "src/replay/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Row {
    uint64_t games, plies, ok, damaged, empty;
} Row;

struct AiseTally {
    uint64_t findings[AISE_CODE_COUNT][3]; /* by severity */
    FILE *damaged; /* lines of text */
    Row rows[];    /* as aise_variants */
};

static FILE *unnamed_file(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/aise-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp");
    int descriptor = length > 0 && (size_t)length < sizeof path ? mkstemp(path) : -1;
    if (descriptor < 0)
        return NULL;
    unlink(path);
    FILE *file = fdopen(descriptor, "w+");
    if (file == NULL)
        close(descriptor);
    return file;
}

AiseTally *aise_tally_new(void)
{
    size_t variants = 0;
    while (aise_variants[variants] != NULL)
        variants++;
    AiseTally *tally = calloc(1, sizeof *tally + variants * sizeof *tally->rows);
    if (tally == NULL)
        return NULL;
    tally->damaged = unnamed_file();
    if (tally->damaged != NULL)
        return tally;
    free(tally);
    return NULL;
}

void aise_tally_free(AiseTally *tally)
{
    if (tally == NULL)
        return;
    fclose(tally->damaged);
    free(tally);
}

static Row *row_of(AiseTally *tally, const AiseVariant *variant)
{
    size_t index = 0;
    while (aise_variants[index] != variant)
        index++;
    return &tally->rows[index];
}

AiseStatus aise_tally_finding(AiseTally *tally, const AiseFinding *finding)
{
    tally->findings[finding->code][finding->severity]++;
    return AISE_STATUS_OK;
}

static const char *value_of(const AiseGame *game, const char *name)
{
    const char *value = aise_game_tag(game, name);
    return value != NULL ? value : "?";
}

/* source:line, the players and the code of the error that broke the game. */
static AiseStatus keep_damaged(AiseTally *tally, const AiseGame *game)
{
    const char *code = "";
    for (size_t i = 0; i < game->finding_count; i++)
        if (game->findings[i].severity == AISE_ERROR_SEVERITY)
            code = aise_code_name(game->findings[i].code);
    int written = fprintf(tally->damaged, "%s:%" PRIu64 ": %s-%s, %s, %zu [%s]\n", game->source, game->line,
                          value_of(game, "White"), value_of(game, "Black"), game->variant->id, game->ply_count, code);
    return written < 0 ? AISE_STATUS_WRITE : AISE_STATUS_OK;
}

AiseStatus aise_tally_game(AiseTally *tally, const AiseGame *game)
{
    Row *row = row_of(tally, game->variant);
    row->games++;
    row->plies += game->ply_count;
    row->ok += game->status == AISE_GAME_OK;
    row->damaged += game->status == AISE_GAME_DAMAGED;
    row->empty += game->status == AISE_GAME_EMPTY;
    for (size_t i = 0; i < game->finding_count; i++)
        aise_tally_finding(tally, &game->findings[i]);
    return game->status == AISE_GAME_DAMAGED ? keep_damaged(tally, game) : AISE_STATUS_OK;
}

static AiseStatus write_row(AiseOutput *output, const char *name, const Row *row)
{
    char line[160];
    int length = snprintf(line, sizeof line,
                          "%-20s %8" PRIu64 " %10" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n", name,
                          row->games, row->plies, row->ok, row->damaged, row->empty);
    return aise_output_text(output, line, (size_t)length);
}

static AiseStatus write_table(AiseOutput *output, const AiseTally *tally, bool italian)
{
    Row total = {0};
    char line[160];
    int length = snprintf(line, sizeof line, "%-20s %8s %10s %8s %8s %8s\n", italian ? "variante" : "variant",
                          italian ? "partite" : "games", italian ? "semimosse" : "plies", italian ? "sane" : "ok",
                          italian ? "guaste" : "damaged", italian ? "vuote" : "empty");
    AiseStatus status = aise_output_text(output, line, (size_t)length);
    for (size_t i = 0; aise_variants[i] != NULL && status == AISE_STATUS_OK; i++) {
        const Row *row = &tally->rows[i];
        if (row->games == 0)
            continue;
        status = write_row(output, aise_variants[i]->id, row);
        total.games += row->games;
        total.plies += row->plies;
        total.ok += row->ok;
        total.damaged += row->damaged;
        total.empty += row->empty;
    }
    return status == AISE_STATUS_OK ? write_row(output, italian ? "totale" : "total", &total) : status;
}

static AiseStatus write_findings(AiseOutput *output, const AiseTally *tally, bool italian)
{
    static const char *const english[] = {"note", "warning", "error"};
    static const char *const italian_names[] = {"nota", "avviso", "errore"};
    AiseStatus status = AISE_STATUS_OK;
    bool first = true;
    for (unsigned severity = 3; severity-- > 0;)
        for (unsigned code = 0; code < AISE_CODE_COUNT && status == AISE_STATUS_OK; code++) {
            uint64_t count = tally->findings[code][severity];
            if (count == 0)
                continue;
            char line[80];
            int length = snprintf(line, sizeof line, "%s%-8s %-5s %14" PRIu64 "\n", first ? "\n" : "",
                                  (italian ? italian_names : english)[severity], aise_code_name((AiseCode)code), count);
            status = aise_output_text(output, line, (size_t)length);
            first = false;
        }
    return status;
}

static AiseStatus write_damaged(AiseOutput *output, AiseTally *tally, bool italian)
{
    char block[8192];
    size_t length;
    const char *title = italian ? "\nPartite guaste (semimosse valide prima del guasto)\n"
                                : "\nDamaged games (plies that hold before the damage)\n";
    if (fflush(tally->damaged) != 0)
        return AISE_STATUS_WRITE;
    rewind(tally->damaged);
    AiseStatus status = AISE_STATUS_OK;
    for (bool first = true; status == AISE_STATUS_OK && (length = fread(block, 1, sizeof block, tally->damaged)) > 0;
         first = false) {
        if (first)
            status = aise_output_text(output, title, strlen(title));
        if (status == AISE_STATUS_OK)
            status = aise_output_text(output, block, length);
    }
    if (status == AISE_STATUS_OK && ferror(tally->damaged))
        status = AISE_STATUS_READ;
    fseek(tally->damaged, 0, SEEK_END); /* further games may follow */
    return status;
}

AiseStatus aise_output_tally(AiseOutput *output, AiseTally *tally, bool italian)
{
    AiseStatus status = write_table(output, tally, italian);
    if (status == AISE_STATUS_OK)
        status = write_findings(output, tally, italian);
    if (status == AISE_STATUS_OK)
        status = write_damaged(output, tally, italian);
    return status;
}
