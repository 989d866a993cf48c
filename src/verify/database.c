/* The sqlite database of `--sqlite`. The library is loaded when it is asked for.
 *
 *   games      id, source, line, variant, status (ok, damaged, empty), white, black, event, date, result, plies, hash (of
 *              variant, start and plies), start (FEN and, behind |, AiseState; NULL: the usual one), moves (dialect aise)
 *   plies      game, ply (from 1), turn, side (w, b), san
 *   positions  game, ply (0: the start), key: 64 bits, the same for the same placement, side to move, plies left in the
 *              turn, castling rights that can be used, overloaded men and possible captures en passant; compare keys of
 *              games of one variant
 *   findings   id, game (NULL: outside games), source, line, column, length, code, severity, message
 */
#include "src/verify/database.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/verify/report.h"

#ifndef AISE_LIBSQLITE3
#define AISE_LIBSQLITE3 "libsqlite3.so.0"
#endif

enum { COMMIT_GAMES = 10000, APPLICATION = 0x41495345 /* AISE */ };

/* The calls of sqlite that are used, as function pointers of the same names. */
#define SQLITE_CALLS(X)                                                                                                \
    X(sqlite3_open_v2) X(sqlite3_close_v2) X(sqlite3_exec) X(sqlite3_prepare_v2) X(sqlite3_step) X(sqlite3_reset)      \
    X(sqlite3_finalize) X(sqlite3_bind_int64) X(sqlite3_bind_text) X(sqlite3_bind_null) X(sqlite3_column_int64)        \
    X(sqlite3_errmsg) X(sqlite3_system_errno)

typedef enum Insert { INSERT_GAME, INSERT_PLY, INSERT_POSITION, INSERT_FINDING, INSERTS } Insert;

static const char *const inserts[INSERTS] = {
    "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    "INSERT INTO plies VALUES (?,?,?,?,?)",
    "INSERT INTO positions VALUES (?,?,?)",
    "INSERT INTO findings VALUES (?,?,?,?,?,?,?,?,?)",
};

static const char schema[] =
    "CREATE TABLE games (id INTEGER PRIMARY KEY, source TEXT NOT NULL, line INTEGER NOT NULL, variant TEXT NOT NULL,"
    " status TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL, event TEXT NOT NULL, date TEXT NOT NULL,"
    " result TEXT NOT NULL, plies INTEGER NOT NULL, hash INTEGER NOT NULL, start TEXT, moves TEXT NOT NULL);"
    "CREATE TABLE plies (game INTEGER NOT NULL REFERENCES games, ply INTEGER NOT NULL, turn INTEGER NOT NULL,"
    " side TEXT NOT NULL, san TEXT NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE positions (game INTEGER NOT NULL REFERENCES games, ply INTEGER NOT NULL, key INTEGER NOT NULL,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE findings (id INTEGER PRIMARY KEY, game INTEGER REFERENCES games, source TEXT NOT NULL,"
    " line INTEGER NOT NULL, column INTEGER NOT NULL, length INTEGER NOT NULL, code TEXT NOT NULL,"
    " severity TEXT NOT NULL, message TEXT NOT NULL);";

/* Made last: so the rows go in faster. */
static const char indexes[] = "CREATE INDEX IF NOT EXISTS games_white ON games (white, variant);"
                              "CREATE INDEX IF NOT EXISTS games_black ON games (black, variant);"
                              "CREATE INDEX IF NOT EXISTS games_variant ON games (variant);"
                              "CREATE INDEX IF NOT EXISTS positions_key ON positions (key, game);"
                              "CREATE INDEX IF NOT EXISTS findings_code ON findings (code);"
                              "CREATE INDEX IF NOT EXISTS findings_game ON findings (game);";

struct AiseDatabase {
    void *library;
#define X(call) __typeof__(call) *call;
    SQLITE_CALLS(X)
#undef X
    sqlite3 *file;
    sqlite3_stmt *insert[INSERTS];
    char *path;
    AiseOutput *place; /* its temporary file is written until all is in; NULL: `path` itself is, for --resume */
    bool in_transaction, failed;
    unsigned pending;         /* games of the transaction */
    uint64_t games, findings; /* so far */
    char message[400];
};

/* ---- rows: what a part brings beside the log ---- */

typedef struct RowHead {
    uint32_t game;     /* 0: a finding outside games */
    uint32_t plies;    /* so many RowPly and one more follow */
    uint32_t findings; /* then so many RowFinding, each with its texts */
} RowHead;

typedef struct RowPly {
    uint64_t key; /* after it; the first: of the start */
    uint32_t turn, side;
} RowPly;

typedef struct RowFinding {
    uint64_t line, column, length;
    uint32_t code, severity;
    uint32_t message, source; /* lengths of the texts that follow, without their NUL; a game's finding has no source */
} RowFinding;

static void add_finding(AiseOutput *rows, const AiseFinding *finding, const char *source, AiseLanguage language)
{
    AiseBuffer *text = &rows->scratch;
    text->length = 0;
    aise_finding_message(finding, language, text);
    RowFinding row = {finding->line,     finding->column,        finding->length,        finding->code,
                      finding->severity, (uint32_t)text->length, (uint32_t)strlen(source)};
    aise_buffer_byte(text, '\0');
    aise_output_text(rows, (const char *)&row, sizeof row);
    aise_output_text(rows, text->bytes, text->length);
    aise_output_text(rows, source, row.source + (size_t)1);
}

static void add_ply(AiseOutput *rows, uint64_t key, uint32_t turn, uint32_t side)
{
    RowPly row = {key, turn, side};
    aise_output_text(rows, (const char *)&row, sizeof row);
}

static void add_plies(AiseOutput *rows, const AiseGame *game)
{
    AisePosition position = game->start;
    AiseUndo undo;
    add_ply(rows, aise_rules_key(game->variant, &position), 0, 0);
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        aise_rules_play(game->variant, &position, &ply->ply, &undo);
        add_ply(rows, aise_rules_key(game->variant, &position), ply->turn, ply->side);
    }
}

AiseStatus aise_rows_game(AiseOutput *rows, const AiseGame *game, AiseLanguage language)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    rows->scratch.guard = &guard;
    RowHead head = {1, (uint32_t)game->ply_count, (uint32_t)game->finding_count};
    aise_output_text(rows, (const char *)&head, sizeof head);
    add_plies(rows, game);
    for (size_t i = 0; i < game->finding_count; i++)
        add_finding(rows, &game->findings[i], "", language);
    rows->scratch.guard = NULL;
    return aise_output_status(rows);
}

AiseStatus aise_rows_finding(AiseOutput *rows, const AiseFinding *finding, const char *source, AiseLanguage language)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    rows->scratch.guard = &guard;
    RowHead head = {0, 0, 1};
    aise_output_text(rows, (const char *)&head, sizeof head);
    add_finding(rows, finding, source, language);
    rows->scratch.guard = NULL;
    return aise_output_status(rows);
}

/* ---- the database ---- */

static bool fail(AiseDatabase *database, const char *why)
{
    if (!database->failed)
        snprintf(database->message, sizeof database->message, "%s: %s", database->path, why);
    database->failed = true;
    return false;
}

/* By what the system says of a file (sqlite forgets it where it rolls back), else by what sqlite says. */
static bool fail_call(AiseDatabase *database, int result)
{
    char buffer[256];
    int last = errno, reason = database->sqlite3_system_errno(database->file);
    reason = reason != 0 ? reason : last;
    result &= 0xff;
    if (reason != 0 && (result == SQLITE_CANTOPEN || result == SQLITE_IOERR || result == SQLITE_FULL))
        return fail(database, strerror_r(reason, buffer, sizeof buffer));
    return fail(database, database->sqlite3_errmsg(database->file));
}

static bool run(AiseDatabase *database, const char *sql)
{
    int result = database->sqlite3_exec(database->file, sql, NULL, NULL, NULL);
    return result == SQLITE_OK || fail_call(database, result);
}

static bool prepare(AiseDatabase *database, const char *sql, sqlite3_stmt **statement)
{
    int result = database->sqlite3_prepare_v2(database->file, sql, -1, statement, NULL);
    return result == SQLITE_OK || fail_call(database, result);
}

static bool load_library(AiseDatabase *database)
{
    static const char *const names[] = {
#define X(call) #call,
        SQLITE_CALLS(X)
#undef X
    };
    void *const calls[] = {
#define X(call) &database->call,
        SQLITE_CALLS(X)
#undef X
    };
    database->library = dlopen(AISE_LIBSQLITE3, RTLD_LAZY | RTLD_LOCAL);
    if (database->library == NULL)
        return fail(database, dlerror());
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *address = dlsym(database->library, names[i]);
        if (address == NULL)
            return fail(database, dlerror());
        memcpy(calls[i], &address, sizeof address);
    }
    return true;
}

/* The number that a query gives. */
static bool read_number(AiseDatabase *database, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement = NULL;
    if (!prepare(database, sql, &statement))
        return false;
    int result = database->sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *number = database->sqlite3_column_int64(statement, 0);
    database->sqlite3_finalize(statement);
    return result == SQLITE_ROW || fail_call(database, result);
}

/* The tables and the mark of a new file, both or neither. */
static bool make_tables(AiseDatabase *database)
{
    return run(database, "BEGIN") && run(database, schema) && run(database, "PRAGMA application_id=1095324485") &&
           run(database, "COMMIT");
}

static bool open_file(AiseDatabase *database, const char *path, bool fresh)
{
    int64_t mark = 0;
    int result =
        database->sqlite3_open_v2(path, &database->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (result != SQLITE_OK)
        return fail_call(database, result);
    if (!run(database, "PRAGMA cache_size=-1024; PRAGMA temp_store=FILE") ||
        !read_number(database, "PRAGMA application_id", &mark))
        return false;
    if (!fresh && mark != APPLICATION)
        return fail(database, "not a database of aise verify");
    if (database->place != NULL && !run(database, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF"))
        return false;
    if (fresh && !make_tables(database))
        return false;
    for (unsigned i = 0; i < INSERTS; i++)
        if (!prepare(database, inserts[i], &database->insert[i]))
            return false;
    return true;
}

bool aise_database_begin(AiseDatabase *database, bool fresh)
{
    struct stat about;
    if (database == NULL)
        return true;
    if (!fresh && (stat(database->path, &about) != 0 || about.st_size == 0))
        return false;
    int file = fresh ? open(database->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (fresh && file < 0)
        return fail(database, strerror(errno));
    if (fresh)
        close(file);
    return open_file(database, database->path, fresh);
}

bool aise_database_last(AiseDatabase *database, uint64_t *last)
{
    int64_t number = 0;
    if (database != NULL && !read_number(database, "SELECT ifnull(max(id), 0) FROM games", &number))
        return false;
    *last = (uint64_t)number;
    return true;
}

/* Beside the file, so that it appears whole or not at all, under the rules of any other output. */
static bool find_place(AiseDatabase *database, bool go_on)
{
    struct stat kind;
    bool there = stat(database->path, &kind) == 0;
    if ((there && !S_ISREG(kind.st_mode)) || strcmp(database->path, "-") == 0)
        return fail(database, there && S_ISDIR(kind.st_mode) ? strerror(EISDIR) : "only a regular file can be a database");
    if (go_on)
        return true;
    database->place = aise_output_open(database->path);
    if (database->place == NULL)
        return fail(database, strerror(errno));
    aise_output_park(database->place); /* sqlite writes it */
    return true;
}

void aise_database_free(AiseDatabase *database)
{
    if (database == NULL)
        return;
    for (unsigned i = 0; i < INSERTS; i++)
        if (database->insert[i] != NULL)
            database->sqlite3_finalize(database->insert[i]);
    if (database->file != NULL)
        database->sqlite3_close_v2(database->file);
    if (database->place != NULL)
        aise_output_discard(database->place);
    if (database->library != NULL)
        dlclose(database->library);
    free(database->path);
    free(database);
}

const char *aise_database_message(const AiseDatabase *database)
{
    return database->message;
}

AiseStatus aise_tally_database(AiseTally *tally, const char *path, bool go_on)
{
    AiseDatabase *database = tally->database = calloc(1, sizeof *database);
    if (database == NULL || (database->path = strdup(path)) == NULL)
        return aise_tally_fail(tally, AISE_STATUS_MEMORY, path);
    if (find_place(database, go_on) && load_library(database) &&
        (go_on || open_file(database, aise_output_temporary(database->place), true)))
        return AISE_STATUS_OK;
    snprintf(tally->message, sizeof tally->message, "%s", database->message);
    return AISE_STATUS_WRITE;
}

const char *aise_tally_database_temporary(const AiseTally *tally)
{
    const AiseDatabase *database = tally->database;
    return database != NULL && database->place != NULL ? aise_output_temporary(database->place) : NULL;
}

/* ---- inserting ---- */

static void bind_number(AiseDatabase *database, Insert which, int column, uint64_t number)
{
    int64_t value;
    memcpy(&value, &number, sizeof value);
    database->sqlite3_bind_int64(database->insert[which], column, value);
}

static void bind_text(AiseDatabase *database, Insert which, int column, const char *text, size_t length)
{
    database->sqlite3_bind_text(database->insert[which], column, text, (int)length, SQLITE_STATIC);
}

static bool insert(AiseDatabase *database, Insert which)
{
    int result = database->sqlite3_step(database->insert[which]);
    bool good = result == SQLITE_DONE || fail_call(database, result);
    database->sqlite3_reset(database->insert[which]);
    return good;
}

static bool insert_game(AiseDatabase *database, const AiseLogGame *game)
{
    const AiseLogHead *head = &game->head;
    const char *variant = aise_variants[head->variant]->id, *status = aise_report_status(head->status);
    const char *result = aise_report_result(head->result);
    bind_number(database, INSERT_GAME, 1, database->games);
    bind_text(database, INSERT_GAME, 2, game->source, strlen(game->source));
    bind_number(database, INSERT_GAME, 3, head->line);
    bind_text(database, INSERT_GAME, 4, variant, strlen(variant));
    bind_text(database, INSERT_GAME, 5, status, strlen(status));
    for (int i = 0; i < 4; i++)
        bind_text(database, INSERT_GAME, 6 + i, game->text[AISE_LOG_WHITE + i], head->length[AISE_LOG_WHITE + i]);
    bind_text(database, INSERT_GAME, 10, result, strlen(result));
    bind_number(database, INSERT_GAME, 11, head->plies);
    bind_number(database, INSERT_GAME, 12, head->hash);
    if (head->length[AISE_LOG_START] > 0)
        bind_text(database, INSERT_GAME, 13, game->text[AISE_LOG_START], head->length[AISE_LOG_START]);
    else
        database->sqlite3_bind_null(database->insert[INSERT_GAME], 13);
    bind_text(database, INSERT_GAME, 14, game->text[AISE_LOG_MOVES], head->length[AISE_LOG_MOVES]);
    return insert(database, INSERT_GAME);
}

static bool insert_position(AiseDatabase *database, uint64_t ply, uint64_t key)
{
    bind_number(database, INSERT_POSITION, 1, database->games);
    bind_number(database, INSERT_POSITION, 2, ply);
    bind_number(database, INSERT_POSITION, 3, key);
    return insert(database, INSERT_POSITION);
}

static bool insert_plies(AiseDatabase *database, const AiseLogGame *game, const char *rows)
{
    const char *san = game->text[AISE_LOG_MOVES];
    RowPly row;
    memcpy(&row, rows, sizeof row);
    if (!insert_position(database, 0, row.key))
        return false;
    for (uint64_t ply = 1; ply <= game->head.plies; ply++) {
        size_t length = strcspn(san, " ");
        memcpy(&row, rows + ply * sizeof row, sizeof row);
        bind_number(database, INSERT_PLY, 1, database->games);
        bind_number(database, INSERT_PLY, 2, ply);
        bind_number(database, INSERT_PLY, 3, row.turn);
        bind_text(database, INSERT_PLY, 4, row.side == AISE_WHITE ? "w" : "b", 1);
        bind_text(database, INSERT_PLY, 5, san, length);
        if (!insert(database, INSERT_PLY) || !insert_position(database, ply, row.key))
            return false;
        san += length + (san[length] == ' ');
    }
    return true;
}

/* Inserts the finding at `rows`, of `game` or outside games (NULL); returns what is behind it. */
static const char *insert_finding(AiseDatabase *database, const AiseLogGame *game, const char *rows)
{
    RowFinding row;
    memcpy(&row, rows, sizeof row);
    const char *message = rows + sizeof row, *source = message + row.message + 1;
    const char *code = aise_code_name((AiseCode)row.code);
    const char *severity = aise_severity_name((AiseSeverity)row.severity, AISE_ENGLISH);
    bind_number(database, INSERT_FINDING, 1, ++database->findings);
    if (game != NULL)
        bind_number(database, INSERT_FINDING, 2, database->games);
    else
        database->sqlite3_bind_null(database->insert[INSERT_FINDING], 2);
    const char *shown = game != NULL ? game->source : source;
    bind_text(database, INSERT_FINDING, 3, shown, strlen(shown));
    bind_number(database, INSERT_FINDING, 4, row.line);
    bind_number(database, INSERT_FINDING, 5, row.column);
    bind_number(database, INSERT_FINDING, 6, row.length);
    bind_text(database, INSERT_FINDING, 7, code, strlen(code));
    bind_text(database, INSERT_FINDING, 8, severity, strlen(severity));
    bind_text(database, INSERT_FINDING, 9, message, row.message);
    insert(database, INSERT_FINDING);
    return source + row.source + 1;
}

static bool begin(AiseDatabase *database)
{
    if (database->in_transaction)
        return true;
    database->in_transaction = run(database, "BEGIN");
    return database->in_transaction;
}

bool aise_database_commit(AiseDatabase *database)
{
    if (database == NULL || !database->in_transaction)
        return true;
    database->pending = 0;
    database->in_transaction = false;
    return run(database, "COMMIT");
}

AiseStatus aise_database_take(AiseDatabase *database, const AiseOutput *log, const AiseOutput *rows)
{
    const char *at = rows->bytes, *end = at + rows->length;
    size_t game_at = 0;
    AiseLogGame game;
    if (!begin(database))
        return AISE_STATUS_WRITE;
    while (at < end && !database->failed) {
        RowHead head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.game != 0) {
            game_at = aise_log_peek(log, game_at, &game);
            database->games++;
            database->pending++;
            if (!insert_game(database, &game) || !insert_plies(database, &game, at))
                break;
            at += (head.plies + (size_t)1) * sizeof(RowPly);
        }
        for (uint32_t i = 0; i < head.findings; i++)
            at = insert_finding(database, head.game != 0 ? &game : NULL, at);
    }
    if (database->pending >= COMMIT_GAMES)
        aise_database_commit(database);
    return database->failed ? AISE_STATUS_WRITE : AISE_STATUS_OK;
}

bool aise_database_strike_out(AiseDatabase *database, uint64_t before, uint64_t games, uint64_t findings_before,
                              uint64_t findings)
{
    static const char *const tables[] = {"games WHERE id", "plies WHERE game", "positions WHERE game"};
    char sql[200];
    if (database == NULL)
        return true;
    if (!begin(database))
        return false;
    long long last = games > INT64_MAX - before ? INT64_MAX : (long long)(before + games);
    long long last_finding = findings > INT64_MAX - findings_before ? INT64_MAX : (long long)(findings_before + findings);
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s > %lld AND %s <= %lld", tables[i], (long long)before,
                 strrchr(tables[i], ' ') + 1, last);
        if (!run(database, sql))
            return false;
    }
    snprintf(sql, sizeof sql, "DELETE FROM findings WHERE id > %lld AND id <= %lld", (long long)findings_before,
             last_finding);
    database->games = before;
    database->findings = findings_before;
    return run(database, sql) && aise_database_commit(database);
}

bool aise_database_finish(AiseDatabase *database)
{
    if (database == NULL)
        return true;
    if (!aise_database_commit(database) || !run(database, indexes))
        return false;
    if (database->place == NULL)
        return true;
    for (unsigned i = 0; i < INSERTS; i++) {
        database->sqlite3_finalize(database->insert[i]);
        database->insert[i] = NULL;
    }
    int result = database->sqlite3_close_v2(database->file);
    if (result != SQLITE_OK)
        return fail_call(database, result);
    database->file = NULL;
    AiseOutput *place = database->place;
    database->place = NULL;
    return aise_output_close(place) == AISE_STATUS_OK || fail(database, strerror(errno));
}
