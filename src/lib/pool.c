/* Many inputs, or a large one, on several threads. The calling thread reads: it decodes, cuts the text into raw records
   and gathers them in batches; between batches it takes finished parts in order, and replays with the others when enough
   is in the works. A batch that begins within a text needs what the records before it leave behind (title, credit, lines
   outside games): that is foreseen from their shape, and where it proves wrong the batch is replayed again. */
#include "src/lib/batch.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FILE_MOST = 256 * 1024,   /* a file up to this size is read by whoever replays it */
    PAUSE_BYTES = 128 * 1024, /* text in one part of such a file, and of anything on one thread */
    AHEAD = 4                 /* batches in the works, times threads */
};

typedef struct Worker {
    AisePool *pool;
    AiseReader *reader;
    AiseBatch *batch;
    uint64_t paused_at; /* reader->fed at the last pause */
    AiseSink sink;
} Worker;

struct AisePool {
    AiseParts parts;
    AiseOptions options;
    unsigned threads;

    /* the calling thread's */
    AiseStatus status; /* STOPPED or MEMORY stays */
    AiseGuard guard;
    AiseEncoding encoding;
    AiseReplay shadow; /* foresees; never replays */
    AiseGrammar *grammar;
    AiseBuffer name; /* of the text being cut into records */
    bool in_text;
    uint64_t taken; /* bytes of files */
    AiseBatch *filling;
    AiseBatch *spare;           /* empty ones */
    AiseReplayContext standing; /* behind the last batch taken */
    AiseReplayContext mended;
    Worker again;               /* for what was foreseen wrongly; its reader is made at first need */

    /* shared */
    pthread_mutex_t lock;
    pthread_cond_t work;   /* a batch is ready, or quit */
    pthread_cond_t news;   /* for the calling thread: a batch is done or paused */
    pthread_cond_t resume; /* a paused part was taken, or stopped */
    AiseBatch *first, **end; /* in order */
    unsigned count, ready, idle, started;
    bool stopped, quit;

    pthread_t *thread; /* [threads - 1] */
    Worker worker[];   /* [threads]; the first is the calling thread's */
};

static void stop(AisePool *pool, AiseStatus status)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->status == AISE_STATUS_OK)
        pool->status = status;
    pool->stopped = true;
    pthread_cond_broadcast(&pool->resume);
    pthread_mutex_unlock(&pool->lock);
}

/* ---- replaying: any thread ---- */

static bool pause_part(void *context);

static void replay(Worker *worker, AiseBatch *batch)
{
    const AiseParts *parts = &worker->pool->parts;
    AiseReader *reader = worker->reader;
    worker->batch = batch;
    worker->paused_at = reader->fed;
    reader->between = batch->whole_file ? pause_part : NULL;
    reader->between_context = worker;
    parts->part_begin(batch->part, batch->within ? batch->bytes.bytes : NULL);
    worker->sink = parts->sink;
    worker->sink.context = batch->part;
    AiseStatus status = batch->whole_file ? aise_reader_run(reader, &worker->sink, aise_reader_read, batch->path.bytes)
                                          : aise_reader_run(reader, &worker->sink, aise_batch_play, batch);
    if (status != AISE_STATUS_OK) {
        batch->status = status;
        memcpy(batch->message, reader->message, sizeof batch->message);
    }
}

/* The first ready batch, now running; NULL: none. Under the lock. */
static AiseBatch *begin_ready(AisePool *pool)
{
    AiseBatch *batch = pool->first;
    while (batch != NULL && batch->stage != AISE_BATCH_READY)
        batch = batch->next;
    if (batch == NULL)
        return NULL;
    batch->stage = AISE_BATCH_RUNNING;
    pool->ready--;
    return batch;
}

/* Under the lock, which is left for the time it takes. */
static void run_one(AisePool *pool, Worker *worker, AiseBatch *batch)
{
    bool stopped = pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    if (!stopped)
        replay(worker, batch);
    pthread_mutex_lock(&pool->lock);
    batch->stage = AISE_BATCH_DONE;
}

static void *work(void *context)
{
    Worker *worker = context;
    AisePool *pool = worker->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        AiseBatch *batch = begin_ready(pool);
        if (batch != NULL) {
            run_one(pool, worker, batch);
            pthread_cond_signal(&pool->news);
        } else if (pool->quit) {
            break;
        } else {
            pool->idle++;
            pthread_cond_wait(&pool->work, &pool->lock);
            pool->idle--;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Under the lock. Signals stay with the calling thread. Without memory or threads the others do the work. */
static void start_thread(AisePool *pool)
{
    Worker *worker = &pool->worker[pool->started + 1];
    sigset_t all, before;
    if (worker->reader == NULL)
        worker->reader = aise_reader_new(&pool->options, NULL);
    if (worker->reader == NULL)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&pool->thread[pool->started], NULL, work, worker) == 0)
        pool->started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- taking parts in order: the calling thread ---- */

static void recycle(AisePool *pool, AiseBatch *batch)
{
    aise_batch_clear(batch);
    batch->next = pool->spare;
    pool->spare = batch;
}

static bool take_part(AisePool *pool, AiseBatch *batch)
{
    if (pool->status == AISE_STATUS_OK && !pool->parts.part_take(pool->parts.context, batch->part))
        stop(pool, AISE_STATUS_STOPPED);
    return pool->status == AISE_STATUS_OK;
}

/* `batch` was replayed from a wrong guess: what was foreseen from it further on is mended, as far as that goes. */
static void mend_later(AisePool *pool, const AiseBatch *batch)
{
    AiseGuard guard;
    pthread_mutex_lock(&pool->lock);
    if (setjmp(guard.jump) == 0) {
        const AiseBatch *last = batch;
        for (AiseBatch *later = pool->first; later != NULL && !last->begins; last = later, later = later->next)
            if (later->stage == AISE_BATCH_READY)
                aise_context_mend(&later->before, &batch->before, &pool->standing, &guard);
        if (!last->begins && (pool->filling == NULL || !pool->filling->begins)) {
            pool->shadow.guard = &guard;
            aise_context_take(&pool->mended, &pool->shadow);
            aise_context_mend(&pool->mended, &batch->before, &pool->standing, &guard);
            aise_context_set(&pool->shadow, &pool->mended);
        }
        if (pool->filling != NULL && pool->filling->within && !last->begins)
            aise_context_mend(&pool->filling->before, &batch->before, &pool->standing, &guard);
    } else {
        pool->stopped = true;
        pool->status = AISE_STATUS_MEMORY;
    }
    pool->shadow.guard = &pool->guard;
    pthread_mutex_unlock(&pool->lock);
}

static void replay_again(AisePool *pool, AiseBatch *batch)
{
    mend_later(pool, batch);
    if (pool->again.reader == NULL)
        pool->again.reader = aise_reader_new(&pool->options, NULL);
    if (pool->again.reader == NULL) {
        stop(pool, AISE_STATUS_MEMORY);
        return;
    }
    AiseReplayContext guess = batch->before;
    batch->before = pool->standing;
    pool->standing = guess;
    replay(&pool->again, batch);
}

/* A batch that is done and was taken off the list. */
static void finish_batch(AisePool *pool, AiseBatch *batch)
{
    if (pool->status == AISE_STATUS_OK && batch->within && !aise_context_same(&batch->before, &pool->standing))
        replay_again(pool, batch);
    if (batch->status == AISE_STATUS_STOPPED || batch->status == AISE_STATUS_MEMORY)
        stop(pool, batch->status);
    if (take_part(pool, batch)) {
        AiseReplayContext before = pool->standing;
        pool->standing = batch->after;
        batch->after = before;
        if (batch->whole_file && pool->threads > 1)
            pool->taken += batch->file_size;
        if (batch->ends_input && pool->parts.input_done != NULL &&
            !pool->parts.input_done(pool->parts.context, batch->path.bytes, batch->status, batch->message))
            stop(pool, AISE_STATUS_STOPPED);
    }
    recycle(pool, batch);
}

/* Takes the first batch if it is done, or its part if it is paused; false if it is neither. Under the lock, which is left
   for the time it takes. */
static bool take_first(AisePool *pool)
{
    AiseBatch *batch = pool->first;
    if (batch == NULL || (batch->stage != AISE_BATCH_DONE && batch->stage != AISE_BATCH_PAUSED))
        return false;
    bool done = batch->stage == AISE_BATCH_DONE;
    if (done) {
        pool->first = batch->next;
        if (pool->first == NULL)
            pool->end = &pool->first;
        pool->count--;
    }
    pthread_mutex_unlock(&pool->lock);
    if (done)
        finish_batch(pool, batch);
    else
        take_part(pool, batch);
    pthread_mutex_lock(&pool->lock);
    if (!done) {
        batch->stage = AISE_BATCH_RUNNING;
        pthread_cond_broadcast(&pool->resume);
    }
    return true;
}

/* Takes what is done; works until no more than `most` batches are in the works. */
static void settle(AisePool *pool, unsigned most)
{
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (take_first(pool))
            ;
        if (pool->count <= most || (pool->stopped && pool->ready == 0))
            break;
        AiseBatch *batch = begin_ready(pool);
        if (batch != NULL)
            run_one(pool, &pool->worker[0], batch);
        else
            pthread_cond_wait(&pool->news, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Between games of a file that is large for one part: waits for its turn and has the part taken. */
static bool pause_part(void *context)
{
    Worker *worker = context;
    AisePool *pool = worker->pool;
    AiseBatch *batch = worker->batch;
    if (worker->reader->fed - worker->paused_at < PAUSE_BYTES)
        return true;
    worker->paused_at = worker->reader->fed;
    pthread_mutex_lock(&pool->lock);
    if (worker == &pool->worker[0]) {
        while (pool->first != batch && !pool->stopped)
            if (!take_first(pool))
                pthread_cond_wait(&pool->news, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
        take_part(pool, batch);
        pthread_mutex_lock(&pool->lock);
    } else {
        batch->stage = AISE_BATCH_PAUSED;
        pthread_cond_signal(&pool->news);
        while (batch->stage == AISE_BATCH_PAUSED && !pool->stopped)
            pthread_cond_wait(&pool->resume, &pool->lock);
        batch->stage = AISE_BATCH_RUNNING;
    }
    bool stopped = pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    if (!stopped)
        pool->parts.part_begin(batch->part, worker->reader->name);
    return !stopped;
}

/* ---- filling batches: the calling thread, under the pool's guard ---- */

static AiseBatch *empty_batch(AisePool *pool)
{
    AiseBatch *batch = pool->spare;
    if (batch != NULL) {
        pool->spare = batch->next;
        return batch;
    }
    batch = aise_batch_new();
    if (batch != NULL)
        batch->part = pool->parts.part_new(pool->parts.context);
    if (batch != NULL && batch->part != NULL)
        return batch;
    if (batch != NULL)
        aise_batch_free(batch);
    aise_guard_raise(&pool->guard, AISE_ERROR_MEMORY);
}

static void add_batch(AisePool *pool, AiseBatch *batch)
{
    pthread_mutex_lock(&pool->lock);
    batch->stage = AISE_BATCH_READY;
    batch->next = NULL;
    *pool->end = batch;
    pool->end = &batch->next;
    pool->count++;
    pool->ready++;
    if (pool->ready >= pool->idle + 2 && pool->started + 1 < pool->threads)
        start_thread(pool);
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    settle(pool, pool->threads == 1 ? 0 : pool->threads * AHEAD);
    if (pool->stopped)
        aise_guard_raise(&pool->guard, AISE_ERROR_USE);
}

static void begin_filling(AisePool *pool)
{
    if (pool->filling == NULL)
        pool->filling = empty_batch(pool);
}

/* Hands on what is full; the next batch goes on where it ends. */
static void hand_on(AisePool *pool)
{
    AiseBatch *batch = pool->filling;
    pool->filling = NULL;
    add_batch(pool, batch);
    begin_filling(pool);
    batch = pool->filling;
    if (!pool->in_text)
        return;
    aise_batch_within(batch, &pool->guard, pool->name.bytes);
    aise_context_take(&batch->before, &pool->shadow);
    for (size_t i = 0; i < pool->shadow.places; i++)
        aise_batch_place(batch, &pool->guard, &pool->shadow.place[i]);
}

static bool cut_begin(void *context, const char *name)
{
    AisePool *pool = context;
    pool->name.length = 0;
    aise_buffer_add(&pool->name, name, strlen(name) + 1);
    aise_batch_begin(pool->filling, &pool->guard, name);
    aise_replay_begin(&pool->shadow, pool->name.bytes);
    pool->in_text = true;
    return true;
}

static void cut_record(void *context, const AiseRecord *record)
{
    AisePool *pool = context;
    aise_batch_record(pool->filling, &pool->guard, record);
    aise_replay_foresee(&pool->shadow, record);
    if (aise_batch_is_full(pool->filling))
        hand_on(pool);
}

static void cut_text(void *context, const char *bytes, size_t length)
{
    AisePool *pool = context;
    if (pool->grammar == NULL)
        pool->grammar = aise_grammar_new(&pool->guard, cut_record, pool);
    aise_grammar_feed(pool->grammar, bytes, length);
}

static void cut_finding(void *context, const AiseFinding *finding)
{
    AisePool *pool = context;
    aise_batch_finding(pool->filling, &pool->guard, finding);
    if (aise_batch_is_full(pool->filling))
        hand_on(pool);
}

static void cut_map(void *context, uint64_t offset, uint64_t line, uint64_t column)
{
    AisePool *pool = context;
    AisePlace place = {offset, line, column};
    aise_batch_place(pool->filling, &pool->guard, &place);
    aise_replay_place(&pool->shadow, offset, line, column);
}

static void drop_grammar(AisePool *pool)
{
    if (pool->grammar != NULL)
        aise_grammar_free(pool->grammar);
    pool->grammar = NULL;
}

static void cut_end(void *context)
{
    AisePool *pool = context;
    cut_text(pool, "", 0);
    aise_grammar_finish(pool->grammar);
    drop_grammar(pool);
    aise_batch_end(pool->filling, &pool->guard);
    pool->in_text = false;
}

static void note_path(AisePool *pool, AiseBatch *batch, const char *path)
{
    batch->path.guard = &pool->guard;
    aise_buffer_add(&batch->path, path, strlen(path) + 1);
    batch->ends_input = true;
}

static void cut_file(AisePool *pool, const char *path)
{
    static const AiseSourceSink cut_sink = {NULL, cut_begin, cut_text, cut_finding, cut_map, cut_end, NULL, NULL};
    AiseSourceSink sink = cut_sink;
    char message[AISE_MESSAGE_MAX];
    sink.context = pool;
    sink.taken = &pool->taken;
    begin_filling(pool);
    AiseError error = aise_source_read(&pool->guard, path, pool->encoding, &sink, message, sizeof message);
    AiseBatch *batch = pool->filling;
    note_path(pool, batch, path);
    if (error != AISE_OK) {
        batch->status = AISE_STATUS_READ;
        memcpy(batch->message, message, sizeof message);
    }
    pool->filling = NULL;
    add_batch(pool, batch);
}

static void add_file(AisePool *pool, const char *path)
{
    struct stat about;
    bool small = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
                 about.st_size <= FILE_MOST;
    if (!small && pool->threads > 1) {
        cut_file(pool, path);
        return;
    }
    begin_filling(pool);
    AiseBatch *batch = pool->filling;
    note_path(pool, batch, path);
    batch->whole_file = true;
    batch->file_size = small ? (uint64_t)about.st_size : 0;
    pool->filling = NULL;
    add_batch(pool, batch);
}

/* ---- the public calls ---- */

AisePool *aise_pool_new(const AiseOptions *options, unsigned threads, const AiseParts *parts, AiseStatus *status)
{
    static const AiseOptions defaults = {0};
    AiseStatus ignored;
    status = status != NULL ? status : &ignored;
    *status = AISE_STATUS_MEMORY;
    threads = threads > 0 ? threads : 1;
    AisePool *pool = calloc(1, sizeof *pool + threads * sizeof *pool->worker);
    if (pool == NULL)
        return NULL;
    pool->parts = *parts;
    pool->options = options != NULL ? *options : defaults;
    pool->threads = threads;
    pool->end = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->news, NULL);
    pthread_cond_init(&pool->resume, NULL);
    aise_buffer_init(&pool->name, &pool->guard);
    const AiseReplaySink silent = {NULL, NULL, NULL};
    aise_replay_init(&pool->shadow, &pool->guard, &silent);
    aise_context_init(&pool->standing);
    aise_context_init(&pool->mended);
    for (unsigned i = 0; i < threads; i++)
        pool->worker[i].pool = pool;
    pool->again.pool = pool;
    pool->worker[0].reader = aise_reader_new(options, status);
    pool->thread = calloc(threads, sizeof *pool->thread);
    if (pool->worker[0].reader == NULL || pool->thread == NULL) {
        aise_pool_free(pool);
        return NULL;
    }
    pool->encoding = pool->worker[0].reader->encoding;
    return pool;
}

AiseStatus aise_pool_file(AisePool *pool, const char *path)
{
    if (pool->status != AISE_STATUS_OK)
        return pool->status;
    if (setjmp(pool->guard.jump) == 0) {
        add_file(pool, path);
    } else {
        drop_grammar(pool);
        if (pool->status == AISE_STATUS_OK)
            stop(pool, AISE_STATUS_MEMORY);
    }
    return pool->status;
}

AiseStatus aise_pool_finish(AisePool *pool)
{
    settle(pool, 0);
    return pool->status;
}

uint64_t aise_pool_bytes(const AisePool *pool)
{
    return pool->taken + (pool->threads == 1 ? pool->worker[0].reader->taken : 0);
}

static void free_batches(AisePool *pool, AiseBatch *batch)
{
    while (batch != NULL) {
        AiseBatch *next = batch->next;
        pool->parts.part_free(pool->parts.context, batch->part);
        aise_batch_free(batch);
        batch = next;
    }
}

void aise_pool_free(AisePool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = pool->stopped = true;
    pthread_cond_broadcast(&pool->work);
    pthread_cond_broadcast(&pool->resume);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->started; i++)
        pthread_join(pool->thread[i], NULL);
    free_batches(pool, pool->first);
    free_batches(pool, pool->spare);
    if (pool->filling != NULL) {
        pool->filling->next = NULL;
        free_batches(pool, pool->filling);
    }
    for (unsigned i = 0; i < pool->threads; i++)
        aise_reader_free(pool->worker[i].reader);
    aise_reader_free(pool->again.reader);
    drop_grammar(pool);
    aise_replay_free(&pool->shadow);
    aise_buffer_free(&pool->name);
    aise_context_free(&pool->standing);
    aise_context_free(&pool->mended);
    pthread_cond_destroy(&pool->resume);
    pthread_cond_destroy(&pool->news);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool->thread);
    free(pool);
}
