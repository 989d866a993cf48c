/* Games with the same plies, and games that are the beginning of others: found by hash, told apart by text. */
#include "src/verify/tally.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "src/replay/hash.h"

enum { FILTER_MOST = 1 << 19 /* words */, FILTER_GAMES = 4000000 /* a pass */ };

/* Hashes that may have been put in: four bits of one word each. */
typedef struct Filter {
    uint64_t *word;
    uint64_t mask;
} Filter;

typedef struct Search {
    AiseTally *tally;
    AiseSorter *games; /* the tally's */
    AiseLogReader one, other;
    Filter filter;
    unsigned threads;

    /* shared by the threads that look for longer games */
    pthread_mutex_t lock;
    AiseSorter *longer; /* hash of a beginning that is in the filter, offset */
    unsigned next;      /* stretch of the log between marks */
    bool failed;
    int reason; /* errno */
} Search;

static uint64_t bits_of(uint64_t hash)
{
    return UINT64_C(1) << (hash >> 58) | UINT64_C(1) << (hash >> 52 & 63) | UINT64_C(1) << (hash >> 46 & 63) |
           UINT64_C(1) << (hash >> 40 & 63);
}

static void filter_put(Filter *filter, uint64_t hash)
{
    filter->word[hash & filter->mask] |= bits_of(hash);
}

static bool filter_has(const Filter *filter, uint64_t hash)
{
    uint64_t bits = bits_of(hash);
    return (filter->word[hash & filter->mask] & bits) == bits;
}

static bool filter_open(Filter *filter, uint64_t games)
{
    size_t words = 1024;
    while (words < games / 2 && words < FILTER_MOST)
        words *= 2;
    filter->word = calloc(words, sizeof *filter->word);
    filter->mask = words - 1;
    return filter->word != NULL;
}

/* ---- texts ---- */

static bool same_start(const AiseLogGame *a, const AiseLogGame *b)
{
    return a->head.variant == b->head.variant && strcmp(a->text[AISE_LOG_START], b->text[AISE_LOG_START]) == 0;
}

/* Does `a` hold all plies of `b`, which comes later, and more if `more`? */
static bool goes_on(const AiseLogGame *a, const AiseLogGame *b, bool more)
{
    size_t length = b->head.length[AISE_LOG_MOVES];
    const char *moves = a->text[AISE_LOG_MOVES];
    return same_start(a, b) && a->head.length[AISE_LOG_MOVES] >= length &&
           memcmp(moves, b->text[AISE_LOG_MOVES], length) == 0 && moves[length] == (more ? ' ' : '\0');
}

static bool texts_agree(Search *search, uint64_t longer, uint64_t shorter, bool more)
{
    AiseLogGame a, b;
    return aise_log_texts_at(&search->one, longer, &a) && aise_log_texts_at(&search->other, shorter, &b) &&
           goes_on(&a, &b, more);
}

static bool reading_failed(const Search *search)
{
    return search->one.failed || search->other.failed;
}

/* ---- the passes ---- */

static bool is_wanted(const AiseLogGame *game)
{
    return game->head.status == AISE_GAME_OK && game->head.plies > 0;
}

static bool find_twins(Search *search)
{
    AisePair pair, first = {0, UINT64_MAX};
    while (aise_sorter_next(search->games, &pair)) {
        bool repeated = first.value != UINT64_MAX && pair.key == first.key;
        if (!repeated)
            first = pair;
        else if (texts_agree(search, pair.value, first.value, false) &&
                 !aise_sorter_add(search->tally->twins, pair.value, first.value))
            return false;
        if (reading_failed(search))
            return false;
    }
    return !aise_sorter_failed(search->games) && aise_sorter_rewind(search->tally->twins);
}

/* How far a pass has come in the list of games. */
typedef struct Cursor {
    uint64_t hash;
    bool begun;
} Cursor;

/* The next game that is the first with its hash; false: no more. */
static bool next_first(Search *search, AisePair *pair, Cursor *cursor)
{
    while (aise_sorter_next(search->games, pair))
        if (!cursor->begun || pair->key > cursor->hash) {
            *cursor = (Cursor){pair->key, true};
            return true;
        }
    return false;
}

/* The place of the first space of [at, end); NULL: none. Up to seven bytes behind `end` are read too. */
static const char *find_space(const char *at, const char *end)
{
    uint64_t odd = aise_hash_load(at) ^ UINT64_C(0x2020202020202020);
    uint64_t zero = (odd - UINT64_C(0x0101010101010101)) & ~odd & UINT64_C(0x8080808080808080);
    if (zero == 0)
        return end - at > 8 ? memchr(at + 8, ' ', (size_t)(end - at) - 8) : NULL;
    at += __builtin_ctzll(zero) / 8;
    return at < end ? at : NULL;
}

static bool add_longer(Search *search, uint64_t hash, uint64_t offset)
{
    pthread_mutex_lock(&search->lock);
    bool good = aise_sorter_add(search->longer, hash, offset);
    pthread_mutex_unlock(&search->lock);
    return good;
}

/* Every beginning of a game that the filter knows. */
static bool look_for_longer(Search *search, const AiseLogGame *game)
{
    const char *at = game->text[AISE_LOG_MOVES], *end = at + game->head.length[AISE_LOG_MOVES];
    uint64_t hash = aise_hash_start(aise_variants[game->head.variant]->id, game->text[AISE_LOG_START]);
    for (const char *space; (space = find_space(at, end)) != NULL; at = space + 1) {
        hash = aise_hash_ply(hash, at, (size_t)(space - at));
        if (filter_has(&search->filter, hash) && !add_longer(search, hash, game->offset))
            return false;
    }
    return true;
}

static bool look_through(Search *search, uint64_t begin, uint64_t end)
{
    AiseLogReader reader;
    AiseLogGame game;
    bool good = true;
    aise_log_open(&reader, search->tally->file, begin, end);
    while (good && aise_log_next(&reader, &game))
        if (is_wanted(&game))
            good = look_for_longer(search, &game);
    good = good && !reader.failed;
    int reason = errno;
    aise_log_close(&reader);
    errno = reason;
    return good;
}

/* Stretch by stretch, as long as there are any. */
static void *look_on(void *context)
{
    Search *search = context;
    const AiseTally *tally = search->tally;
    pthread_mutex_lock(&search->lock);
    while (search->next < tally->marks && !search->failed) {
        unsigned stretch = search->next++;
        uint64_t end = stretch + 1 < tally->marks ? tally->mark[stretch + 1] : tally->length;
        pthread_mutex_unlock(&search->lock);
        bool good = look_through(search, tally->mark[stretch], end);
        int reason = errno;
        pthread_mutex_lock(&search->lock);
        if (!good) {
            search->failed = true;
            search->reason = reason;
        }
    }
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

/* Threads that cannot be had are done without. */
static bool list_longer(Search *search)
{
    pthread_t thread[AISE_TALLY_MARKS];
    unsigned threads = search->threads < search->tally->marks ? search->threads : search->tally->marks, started = 0;
    sigset_t all, before;
    search->next = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (started + 1 < threads && pthread_create(&thread[started], NULL, look_on, search) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    look_on(search);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    errno = search->reason;
    return !search->failed && aise_sorter_rewind(search->longer);
}

/* Both lists are sorted by hash: `count` games from the cursor on, and what goes on where they end. */
static bool join(Search *search, Cursor cursor, uint64_t count)
{
    AisePair shorter, longer;
    bool more = aise_sorter_next(search->longer, &longer);
    for (; count > 0 && next_first(search, &shorter, &cursor); count--) {
        bool found = false;
        while (more && longer.key < shorter.key)
            more = aise_sorter_next(search->longer, &longer);
        for (; more && longer.key == shorter.key; more = aise_sorter_next(search->longer, &longer)) {
            if (found || !texts_agree(search, longer.value, shorter.value, true))
                continue;
            found = true;
            if (!aise_sorter_add(search->tally->beginnings, shorter.value, longer.value))
                return false;
        }
        if (reading_failed(search))
            return false;
    }
    return !aise_sorter_failed(search->longer) && !aise_sorter_failed(search->games);
}

/* As many games as the filter can tell apart; `*count` says how many, `*cursor` moves behind them. */
static bool fill_filter(Search *search, Cursor *cursor, uint64_t *count)
{
    AisePair pair;
    memset(search->filter.word, 0, (search->filter.mask + 1) * sizeof *search->filter.word);
    if (!aise_sorter_rewind(search->games))
        return false;
    for (*count = 0; *count < FILTER_GAMES && next_first(search, &pair, cursor); ++*count)
        filter_put(&search->filter, pair.key);
    return !aise_sorter_failed(search->games);
}

static bool find_beginnings(Search *search)
{
    Cursor cursor = {0, false};
    uint64_t count = FILTER_GAMES;
    while (count == FILTER_GAMES) {
        Cursor before = cursor;
        if (!fill_filter(search, &cursor, &count))
            return false;
        aise_sorter_free(search->longer);
        search->longer = aise_sorter_new();
        if (search->longer == NULL || !list_longer(search) || !aise_sorter_rewind(search->games) ||
            !join(search, before, count))
            return false;
    }
    return aise_sorter_rewind(search->tally->beginnings);
}

static bool search_all(Search *search)
{
    AiseTally *tally = search->tally;
    tally->twins = aise_sorter_new();
    tally->beginnings = aise_sorter_new();
    if (tally->twins == NULL || tally->beginnings == NULL)
        return false;
    return aise_sorter_rewind(tally->damaged) && aise_sorter_rewind(search->games) && find_twins(search) &&
           filter_open(&search->filter, aise_sorter_count(search->games)) && find_beginnings(search);
}

AiseStatus aise_tally_compare(AiseTally *tally, unsigned threads)
{
    AiseStatus status = aise_tally_flush(tally);
    if (status != AISE_STATUS_OK)
        return status;
    Search search = {.tally = tally, .games = tally->games, .threads = threads};
    pthread_mutex_init(&search.lock, NULL);
    aise_log_open(&search.one, tally->file, 0, tally->length);
    aise_log_open(&search.other, tally->file, 0, tally->length);
    errno = ENOMEM;
    if (!search_all(&search))
        status = aise_tally_fail(tally, AISE_STATUS_WRITE, "temporary file");
    free(search.filter.word);
    pthread_mutex_destroy(&search.lock);
    aise_sorter_free(search.longer);
    aise_log_close(&search.one);
    aise_log_close(&search.other);
    return status;
}
