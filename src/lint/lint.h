/* Findings for people and programs (NOTATION 3.1): text with a caret, JSON lines, SARIF 2.1.0. */
#ifndef AISE_LINT_LINT_H
#define AISE_LINT_LINT_H

#include "src/base/diag.h"

/* All append to `out` and raise memory errors through its guard. `source` is the input's name. */

/* `FILE:LINE:COL: severity: message [code]`, the source line with a caret range, a hint with the repair. */
void aise_lint_text(const AiseFinding *finding, const char *source, AiseLanguage language, bool color, AiseBuffer *out);

/* One object and a line end. */
void aise_lint_json(const AiseFinding *finding, const char *source, AiseLanguage language, AiseBuffer *out);

/* A SARIF log: begin once, then the findings with commas between them, then end. */
void aise_lint_sarif_begin(AiseLanguage language, AiseBuffer *out);
void aise_lint_sarif_finding(const AiseFinding *finding, const char *source, AiseLanguage language, AiseBuffer *out);
void aise_lint_sarif_end(AiseBuffer *out);

#endif
