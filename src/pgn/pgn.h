/* PGN sinks: the faithful dialect `aise` (NOTATION 2.1) and the dialects for orthodox boards (2.2). */
#ifndef AISE_PGN_PGN_H
#define AISE_PGN_PGN_H

#include "src/aise.h"
#include "src/replay/game.h"

/* Appends the game in dialect `aise`: tags, blank line, movetext, blank line. UTF-8. Raises memory errors through the
   buffer's guard. */
void aise_pgn_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out);

/* Appends the game in dialect `viewer`, or as cards when how->dialect says so: what an orthodox board can show of it.
   Dynamo games become several games. */
void aise_viewer_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out);

/* The pieces of a game: tags with the sink's own, and the movetext of dialect `aise`. */
struct AiseOwnTags;
void aise_pgn_tags(const AiseGame *game, const struct AiseOwnTags *own, AiseBuffer *out);
void aise_pgn_movetext(const AiseGame *game, const AiseWriting *how, AiseBuffer *out);

#endif
