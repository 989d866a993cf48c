/* What `verify` counts and keeps. Memory does not grow with the games: each goes to the log, a file. */
#include "src/verify/tally.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/verify/database.h"
#include "src/verify/resume.h"

enum { STRIDE = 1 << 20 };

/* ---- parts ---- */

AiseTallyPart *aise_tally_part_new(const AiseTally *tally)
{
    AiseTallyPart *part = calloc(1, sizeof *part);
    if (part == NULL)
        return NULL;
    part->language = tally->language;
    part->piece = tally->piece;
    part->log.out = aise_output_memory();
    part->rows = tally->database != NULL ? aise_output_memory() : NULL;
    if (part->log.out == NULL || (tally->database != NULL && part->rows == NULL)) {
        aise_tally_part_free(part);
        return NULL;
    }
    aise_log_begin(&part->log);
    return part;
}

void aise_tally_part_free(AiseTallyPart *part)
{
    if (part == NULL)
        return;
    if (part->log.out != NULL)
        aise_output_close(part->log.out);
    if (part->rows != NULL)
        aise_output_close(part->rows);
    free(part);
}

void aise_tally_part_clear(AiseTallyPart *part)
{
    memset(&part->counts, 0, sizeof part->counts);
    part->lines = 0;
    aise_log_begin(&part->log);
    if (part->rows != NULL)
        aise_output_clear(part->rows);
}

AiseStatus aise_tally_part_game(AiseTallyPart *part, const AiseGame *game)
{
    unsigned variant = 0;
    while (aise_variants[variant] != game->variant)
        variant++;
    AiseTallyRow *row = &part->counts.row[variant];
    row->games++;
    row->plies += game->ply_count;
    row->ok += game->status == AISE_GAME_OK;
    row->damaged += game->status == AISE_GAME_DAMAGED;
    row->empty += game->status == AISE_GAME_EMPTY;
    for (size_t i = 0; i < game->finding_count; i++)
        part->counts.findings[variant][game->findings[i].code][game->findings[i].severity]++;
    const char *source = part->piece != NULL && strcmp(game->source, "-") == 0 ? part->piece : game->source;
    AiseStatus status = aise_log_game(&part->log, game, source, part->language);
    if (status == AISE_STATUS_OK && part->rows != NULL)
        status = aise_rows_game(part->rows, game, part->language);
    return status;
}

AiseStatus aise_tally_part_finding(AiseTallyPart *part, const AiseFinding *finding, const char *source)
{
    part->counts.findings[AISE_TALLY_OUTSIDE][finding->code][finding->severity]++;
    if (part->rows == NULL)
        return AISE_STATUS_OK;
    return aise_rows_finding(part->rows, finding, source, part->language);
}

void aise_tally_part_lines(AiseTallyPart *part, uint64_t lines)
{
    part->lines += lines;
}

/* ---- the whole ---- */

AiseTally *aise_tally_new(bool italian)
{
    AiseTally *tally = calloc(1, sizeof *tally);
    if (tally == NULL)
        return NULL;
    tally->language = italian ? AISE_ITALIAN : AISE_ENGLISH;
    tally->stride = STRIDE;
    tally->marks = 1; /* the log's start */
    tally->games = aise_sorter_new();
    tally->damaged = aise_sorter_new();
    tally->file = aise_temporary_file();
    tally->log = tally->file >= 0 ? aise_output_descriptor(tally->file) : NULL;
    if (tally->log != NULL && tally->games != NULL && tally->damaged != NULL)
        return tally;
    int reason = tally->file < 0 ? errno : ENOMEM;
    aise_tally_free(tally);
    errno = reason;
    return NULL;
}

void aise_tally_free(AiseTally *tally)
{
    if (tally == NULL)
        return;
    aise_database_free(tally->database);
    aise_resume_free(tally->resume);
    aise_sorter_free(tally->games);
    aise_sorter_free(tally->damaged);
    aise_sorter_free(tally->twins);
    aise_sorter_free(tally->beginnings);
    if (tally->log != NULL)
        aise_output_close(tally->log);
    if (tally->file >= 0)
        close(tally->file);
    free(tally->piece);
    free(tally->merged_name);
    free(tally);
}

const char *aise_tally_message(const AiseTally *tally)
{
    return tally->message;
}

AiseStatus aise_tally_fail(AiseTally *tally, AiseStatus status, const char *what)
{
    char buffer[256];
    int reason = status == AISE_STATUS_MEMORY ? ENOMEM : errno;
    snprintf(tally->message, sizeof tally->message, "%s: %s", what, strerror_r(reason, buffer, sizeof buffer));
    return status;
}

AiseStatus aise_tally_piece(AiseTally *tally, const char *name)
{
    free(tally->piece);
    tally->piece = strdup(name);
    return tally->piece != NULL ? AISE_STATUS_OK : aise_tally_fail(tally, AISE_STATUS_MEMORY, name);
}

AiseStatus aise_tally_flush(AiseTally *tally)
{
    AiseStatus status = aise_output_flush(tally->log);
    if (status == AISE_STATUS_OK)
        return status;
    errno = tally->log->reason;
    return aise_tally_fail(tally, AISE_STATUS_WRITE, "temporary file");
}

bool aise_tally_index(AiseTally *tally, const AiseLogHead *head, uint64_t offset)
{
    if (head->status == AISE_GAME_DAMAGED)
        return aise_sorter_add(tally->damaged, offset, 0);
    return head->status != AISE_GAME_OK || head->plies == 0 || aise_sorter_add(tally->games, head->hash, offset);
}

/* Notes where the log stands, unless the last mark is near; when there are many, every other one is given up. */
static void set_mark(AiseTally *tally)
{
    if (tally->length - tally->mark[tally->marks - 1] < tally->stride)
        return;
    if (tally->marks == AISE_TALLY_MARKS) {
        tally->marks /= 2;
        tally->stride *= 2;
        for (size_t i = 0; i < tally->marks; i++)
            tally->mark[i] = tally->mark[2 * i];
    }
    tally->mark[tally->marks++] = tally->length;
}

static bool index_games(AiseTally *tally, const AiseOutput *log)
{
    AiseLogHead head;
    for (size_t at = 0; at < log->length; at += head.size) {
        memcpy(&head, log->bytes + at, sizeof head);
        if (head.back != 0 && !aise_tally_index(tally, &head, tally->length + at))
            return false;
    }
    return true;
}

AiseStatus aise_tally_add(AiseTally *tally, const AiseCounts *counts, AiseOutput *log)
{
    uint64_t length = log->length;
    set_mark(tally);
    if (!index_games(tally, log))
        return aise_tally_fail(tally, AISE_STATUS_WRITE, "temporary file");
    AiseStatus status = aise_output_move(tally->log, log);
    if (status != AISE_STATUS_OK) {
        errno = tally->log->reason;
        return aise_tally_fail(tally, status, "temporary file");
    }
    aise_counts_add(&tally->counts, counts);
    if (tally->resume != NULL)
        aise_resume_add(tally->resume, counts);
    tally->length += length;
    return AISE_STATUS_OK;
}

AiseStatus aise_tally_take(AiseTally *tally, AiseTallyPart *part)
{
    AiseStatus status = AISE_STATUS_OK;
    if (tally->database != NULL)
        status = aise_database_take(tally->database, part->log.out, part->rows);
    if (status != AISE_STATUS_OK) {
        snprintf(tally->message, sizeof tally->message, "%s", aise_database_message(tally->database));
        return status;
    }
    tally->piece_lines += part->lines;
    return aise_tally_add(tally, &part->counts, part->log.out);
}

bool aise_tally_faulty(const AiseTally *tally)
{
    if (aise_counts_total(&tally->counts).damaged > 0)
        return true;
    for (unsigned code = 0; code < AISE_CODE_COUNT; code++)
        if (aise_counts_finding(&tally->counts, (AiseCode)code, AISE_ERROR_SEVERITY) > 0)
            return true;
    return false;
}

uint64_t aise_tally_games(const AiseTally *tally)
{
    return aise_counts_total(&tally->counts).games;
}

AiseStatus aise_tally_finish(AiseTally *tally, unsigned threads)
{
    if (aise_database_finish(tally->database))
        return aise_tally_compare(tally, threads);
    snprintf(tally->message, sizeof tally->message, "%s", aise_database_message(tally->database));
    return AISE_STATUS_WRITE;
}

AiseStatus aise_output_tally(AiseOutput *output, AiseTally *tally, AiseTallyForm form)
{
    AiseStatus status = aise_tally_flush(tally);
    if (status != AISE_STATUS_OK)
        return status;
    switch (form) {
    case AISE_TALLY_JSON:
        return aise_report_json(output, tally);
    case AISE_TALLY_CSV:
        return aise_report_csv(output, tally);
    case AISE_TALLY_HTML:
        return aise_report_html(output, tally);
    default:
        return aise_report_text(output, tally);
    }
}
