/* Dialect `listing` (NOTATION 2.4): the game as a canonical Italian listing, which reads back as the same PGN. */
#ifndef AISE_LISTING_LISTING_H
#define AISE_LISTING_LISTING_H

#include "src/aise.h"
#include "src/replay/game.h"

/* Appends title line, header line, tag lines, moves and an empty line. UTF-8. Raises memory errors through the
   buffer's guard. */
void aise_listing_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out);

/* Title, header and tag lines alone. */
void aise_listing_heading(const AiseGame *game, const AiseWriting *how, AiseBuffer *out);

#endif
