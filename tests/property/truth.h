/* Are the reasons of the rules true? */
#ifndef AISE_PROPERTY_TRUTH_H
#define AISE_PROPERTY_TRUTH_H

#include "rules/variant.h"
#include "tests/property/ref.h"

/* Is it so that, as `why` says, a square is occupied, a man attacks, a line is blocked, a jump stays on the board …? What
   the sentence only recalls of the rules is not asked. */
bool truth_of_reason(const RefPosition *r, const AiseWritten *w, const AiseWhy *why);

#endif
