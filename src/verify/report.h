/* What the reports have in common. */
#ifndef AISE_VERIFY_REPORT_H
#define AISE_VERIFY_REPORT_H

#include "src/verify/json.h"
#include "src/verify/tally.h"

/* Writing; the output keeps the first failure. */
void aise_say(AiseOutput *output, const char *text);
void aise_say_number(AiseOutput *output, uint64_t number);
void aise_say_padded(AiseOutput *output, const char *text, unsigned width); /* behind the text, by characters */
void aise_say_column(AiseOutput *output, uint64_t number, unsigned width);  /* before the number */
/* `source:line` */
void aise_say_place(AiseOutput *output, const AiseLogGame *game);

/* Findings that occurred, errors first, by code. `context`, then per code and severity its number. */
typedef void AiseFindingRow(void *context, AiseCode code, AiseSeverity severity, uint64_t count);
void aise_each_finding(const AiseCounts *counts, AiseFindingRow *row, void *context);
/* The same of one variant (or AISE_TALLY_OUTSIDE). */
void aise_each_finding_of(const AiseCounts *counts, unsigned variant, AiseFindingRow *row, void *context);

/* ---- JSON ---- */
void aise_json_string(AiseOutput *output, const char *text);
void aise_json_key(AiseOutput *output, const char *key);
/* `,"key":value` */
void aise_json_text(AiseOutput *output, const char *key, const char *text);
void aise_json_count(AiseOutput *output, const char *key, uint64_t count);
/* `"variants":[…],"outside":[…]`, a variant a line if `line_end` ends one. */
void aise_counts_write(AiseOutput *output, const AiseCounts *counts, const char *line_end);
void aise_counts_write_findings(AiseOutput *output, const AiseCounts *counts);
/* What was written so, added to the counts; false: it was not. */
bool aise_counts_read_variant(AiseCounts *counts, const AiseJson *object);
bool aise_counts_read_finding(AiseCounts *counts, unsigned variant, const AiseJson *finding);
int aise_variant_index(const char *id);    /* -1: unknown */
int aise_severity_index(const char *name); /* the same */

const char *aise_report_result(unsigned result);
const char *aise_report_status(unsigned status);

#endif
