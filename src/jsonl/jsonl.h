/* Dialect `jsonl` (the manual, JSON lines): one JSON object a game, one a line. */
#ifndef AISE_JSONL_JSONL_H
#define AISE_JSONL_JSONL_H

#include "src/aise.h"
#include "src/replay/game.h"

/* Appends the game's object and a line end; messages of findings in `language`. Raises memory errors through the
   buffer's guard. */
void aise_jsonl_write(const AiseGame *game, const AiseWriting *how, AiseLanguage language, AiseBuffer *out);

#endif
