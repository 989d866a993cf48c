/* An interrupted run goes on: what was done is on disk, one line an input, the games in a log beside it. */
#ifndef AISE_VERIFY_RESUME_H
#define AISE_VERIFY_RESUME_H

#include "src/verify/tally.h"

void aise_resume_free(AiseResume *resume);
/* Counts that the next line will tell. */
void aise_resume_add(AiseResume *resume, const AiseCounts *counts);

#endif
