/* The sqlite database of `--sqlite`. Functions take NULL for no database, and then do nothing, well. */
#ifndef AISE_VERIFY_DATABASE_H
#define AISE_VERIFY_DATABASE_H

#include "src/verify/tally.h"

void aise_database_free(AiseDatabase *database);
const char *aise_database_message(const AiseDatabase *database);

/* For parts, on any thread: what the log does not hold of a game, and a finding outside games. */
AiseStatus aise_rows_game(AiseOutput *rows, const AiseGame *game, AiseLanguage language);
AiseStatus aise_rows_finding(AiseOutput *rows, const AiseFinding *finding, const char *source, AiseLanguage language);

/* Opens the file that --resume goes on with; `fresh`: emptied, whatever it was. false: failed, without a message where
   there is no database. */
bool aise_database_begin(AiseDatabase *database, bool fresh);
/* The number of the last game in it. */
bool aise_database_last(AiseDatabase *database, uint64_t *last);

/* The games of a part's log and rows, in one transaction, which stays open while little is in it. */
AiseStatus aise_database_take(AiseDatabase *database, const AiseOutput *log, const AiseOutput *rows);
bool aise_database_commit(AiseDatabase *database);
/* Takes out `games` games behind the first `before`, and their like of findings. */
bool aise_database_strike_out(AiseDatabase *database, uint64_t before, uint64_t games, uint64_t findings_before,
                              uint64_t findings);
/* All is in: indexes, and the file in its place. */
bool aise_database_finish(AiseDatabase *database);

#endif
