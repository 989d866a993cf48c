/* Inside of AiseTally (declared in aise.h), for the files of this folder. */
#ifndef AISE_VERIFY_TALLY_H
#define AISE_VERIFY_TALLY_H

#include "src/verify/log.h"
#include "src/verify/sort.h"

typedef struct AiseTallyRow {
    uint64_t games, plies, ok, damaged, empty;
} AiseTallyRow;

/* Counts by variant, in the order of aise_variants; behind the last the findings outside games. */
enum { AISE_TALLY_VARIANTS = 15, AISE_TALLY_OUTSIDE = AISE_TALLY_VARIANTS, AISE_TALLY_MARKS = 64 };
typedef struct AiseCounts {
    AiseTallyRow row[AISE_TALLY_VARIANTS];
    uint64_t findings[AISE_TALLY_VARIANTS + 1][AISE_CODE_COUNT][3]; /* by severity */
} AiseCounts;

void aise_counts_add(AiseCounts *counts, const AiseCounts *more);
AiseTallyRow aise_counts_total(const AiseCounts *counts);
uint64_t aise_counts_finding(const AiseCounts *counts, AiseCode code, AiseSeverity severity); /* of all variants */
unsigned aise_counts_variants(const AiseCounts *counts); /* with games */

typedef struct AiseDatabase AiseDatabase; /* database.h */
typedef struct AiseResume AiseResume;     /* resume.h */

struct AiseTallyPart {
    AiseCounts counts;
    AiseLogWriter log;
    AiseOutput *rows; /* for the database; NULL where there is none */
    AiseLanguage language;
    const char *piece; /* the tally's */
    uint64_t lines;    /* of the texts that ended in it */
};

struct AiseTally {
    AiseLanguage language;
    AiseCounts counts;
    int file;        /* of the log */
    AiseOutput *log; /* writes to it */
    uint64_t length; /* of the log, bytes */
    AiseDatabase *database;
    AiseResume *resume;
    char *piece;          /* name of the text that standard input is a piece of; NULL: none */
    uint64_t piece_lines; /* its lines */
    char *merged_name;     /* of the pieces that were merged last; NULL: none */
    uint64_t merged_lines; /* their lines */
    AiseSorter *games;      /* hash and offset in the log of those that are sound */
    AiseSorter *damaged;    /* offsets of the damaged ones */
    AiseSorter *twins;      /* of the second pass: a game's offset, that of the first with the same plies */
    AiseSorter *beginnings; /* a game's offset, that of the first that goes on where it ends */
    uint64_t mark[AISE_TALLY_MARKS]; /* places in the log, a stride and more apart, where a thread may begin to read */
    unsigned marks;
    uint64_t stride;
    char message[400];
};

/* Notes why something failed, by errno; returns `status`. */
AiseStatus aise_tally_fail(AiseTally *tally, AiseStatus status, const char *what);
/* All that was taken can be read from the log's file. */
AiseStatus aise_tally_flush(AiseTally *tally);
/* Takes counts and log of a part. */
AiseStatus aise_tally_add(AiseTally *tally, const AiseCounts *counts, AiseOutput *log);

/* ---- the reports ---- */
AiseStatus aise_report_text(AiseOutput *output, AiseTally *tally);
AiseStatus aise_report_json(AiseOutput *output, AiseTally *tally);
AiseStatus aise_report_csv(AiseOutput *output, AiseTally *tally);
AiseStatus aise_report_html(AiseOutput *output, AiseTally *tally);

/* A game of the log is there to be compared. false: failed. */
bool aise_tally_index(AiseTally *tally, const AiseLogHead *head, uint64_t offset);
AiseStatus aise_tally_compare(AiseTally *tally, unsigned threads); /* the second pass */

/* Goes through the damaged games in the order of the log. */
typedef struct AiseDamagedReader {
    AiseSorter *offsets;
    AiseLogReader log;
} AiseDamagedReader;
void aise_damaged_open(AiseDamagedReader *reader, const AiseTally *tally);
bool aise_damaged_next(AiseDamagedReader *reader, AiseLogGame *game);
bool aise_damaged_close(AiseDamagedReader *reader); /* false: it failed */

/* Goes through pairs in the order of the log, both games being looked up. */
typedef struct AisePairReader {
    AiseSorter *pairs;
    AiseLogReader first, second;
    AiseLogGame game, other;
} AisePairReader;
void aise_pairs_open(AisePairReader *reader, const AiseTally *tally, AiseSorter *pairs);
bool aise_pairs_next(AisePairReader *reader);
bool aise_pairs_close(AisePairReader *reader); /* false: it failed */

#endif
