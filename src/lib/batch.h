/* A stretch of input on its way from the thread that reads to a thread that replays. */
#ifndef AISE_LIB_BATCH_H
#define AISE_LIB_BATCH_H

#include "src/lib/reader.h"

typedef enum AiseBatchStage { AISE_BATCH_READY, AISE_BATCH_RUNNING, AISE_BATCH_PAUSED /* wants its part taken */, AISE_BATCH_DONE } AiseBatchStage;

/* What happened to the text, in order: an index into the array of its kind. */
typedef enum AiseEventKind { AISE_EVENT_BEGIN, AISE_EVENT_RECORD, AISE_EVENT_FINDING, AISE_EVENT_PLACE, AISE_EVENT_END } AiseEventKind;
typedef struct AiseEvent {
    AiseEventKind kind;
    size_t index;
} AiseEvent;

/* Pointers are offsets into `bytes` and `items` until the batch is full. */
typedef struct AiseBatchRecord {
    AiseRecord record;
    size_t text, item;
} AiseBatchRecord;

typedef struct AiseBatchFinding {
    AiseFinding finding;
    size_t text[AISE_ARGS_MAX];
} AiseBatchFinding;

typedef struct AiseBatch {
    struct AiseBatch *next;
    AiseBatchStage stage;
    void *part;

    /* either a whole file, which whoever replays also reads */
    bool whole_file;
    uint64_t file_size;
    /* or events; where they begin within a text, its name comes first in `bytes` */
    bool within;
    bool begins; /* a text begins in it */
    AiseBuffer bytes;
    AiseEvent *events;
    size_t event_count, event_capacity;
    AiseBatchRecord *records;
    size_t record_count, record_capacity;
    AiseItem *items;
    size_t item_count, item_capacity;
    AiseBatchFinding *findings;
    size_t finding_count, finding_capacity;
    AisePlace *places;
    size_t place_count, place_capacity;
    AiseReplayContext before, after; /* before: foreseen; of no account unless `within` */

    AiseStatus status; /* of the replay, or of the reading where the input ends here */
    char message[AISE_MESSAGE_MAX];
    bool ends_input;
    AiseBuffer path; /* of the input, NUL-terminated, where it ends here */
} AiseBatch;

/* NULL: no memory. */
AiseBatch *aise_batch_new(void);
void aise_batch_free(AiseBatch *batch);
/* Empties it; gives back what an uncommonly large text made it take. */
void aise_batch_clear(AiseBatch *batch);

/* Filling; memory errors go to the guard. */
void aise_batch_within(AiseBatch *batch, AiseGuard *guard, const char *name);
void aise_batch_begin(AiseBatch *batch, AiseGuard *guard, const char *name);
void aise_batch_record(AiseBatch *batch, AiseGuard *guard, const AiseRecord *record);
void aise_batch_finding(AiseBatch *batch, AiseGuard *guard, const AiseFinding *finding);
void aise_batch_place(AiseBatch *batch, AiseGuard *guard, const AisePlace *place);
void aise_batch_end(AiseBatch *batch, AiseGuard *guard);
bool aise_batch_is_full(const AiseBatch *batch);

/* A step for aise_reader_run: replays the events; `batch->after` is the context behind them. */
AiseError aise_batch_play(AiseReader *reader, void *batch);

#endif
