/* Batches: filled by one thread, replayed by another, several times if need be. */
#include "src/lib/batch.h"

#include <stdlib.h>
#include <string.h>

enum { FULL_BYTES = 64 * 1024, FULL_EVENTS = 8192, KEPT_BYTES = 256 * 1024, KEPT_ITEMS = 64 * 1024 };

AiseBatch *aise_batch_new(void)
{
    AiseBatch *batch = calloc(1, sizeof *batch);
    if (batch == NULL)
        return NULL;
    aise_context_init(&batch->before);
    aise_context_init(&batch->after);
    return batch;
}

void aise_batch_free(AiseBatch *batch)
{
    aise_buffer_free(&batch->bytes);
    aise_buffer_free(&batch->path);
    aise_context_free(&batch->before);
    aise_context_free(&batch->after);
    free(batch->events);
    free(batch->records);
    free(batch->items);
    free(batch->findings);
    free(batch->places);
    free(batch);
}

void aise_batch_clear(AiseBatch *batch)
{
    if (batch->bytes.capacity > KEPT_BYTES)
        aise_buffer_free(&batch->bytes);
    if (batch->item_capacity > KEPT_ITEMS) {
        free(batch->items);
        batch->items = NULL;
        batch->item_capacity = 0;
    }
    batch->bytes.length = batch->path.length = 0;
    batch->event_count = batch->record_count = batch->item_count = batch->finding_count = batch->place_count = 0;
    batch->whole_file = batch->within = batch->begins = batch->ends_input = false;
    batch->file_size = 0;
    batch->status = AISE_STATUS_OK;
    batch->message[0] = '\0';
}

/* ---- filling ---- */

static void add_event(AiseBatch *batch, AiseGuard *guard, AiseEventKind kind, size_t index)
{
    if (batch->event_count == batch->event_capacity)
        batch->events =
            aise_grow(guard, batch->events, batch->event_count, &batch->event_capacity, sizeof *batch->events);
    batch->events[batch->event_count++] = (AiseEvent){kind, index};
}

static size_t add_bytes(AiseBatch *batch, AiseGuard *guard, const char *bytes, size_t length)
{
    size_t at = batch->bytes.length;
    batch->bytes.guard = guard;
    if (length > 0)
        aise_buffer_add(&batch->bytes, bytes, length);
    return at;
}

void aise_batch_within(AiseBatch *batch, AiseGuard *guard, const char *name)
{
    add_bytes(batch, guard, name, strlen(name) + 1);
    batch->within = true;
}

void aise_batch_begin(AiseBatch *batch, AiseGuard *guard, const char *name)
{
    batch->begins = true;
    add_event(batch, guard, AISE_EVENT_BEGIN, add_bytes(batch, guard, name, strlen(name) + 1));
}

static void reserve_items(AiseBatch *batch, AiseGuard *guard, size_t more)
{
    size_t need = batch->item_count + more, capacity = batch->item_capacity ? batch->item_capacity : KEPT_ITEMS / 4;
    if (batch->items != NULL && need <= batch->item_capacity)
        return;
    while (capacity < need)
        capacity += capacity / 2;
    batch->items = aise_guard_realloc(guard, batch->items, capacity * sizeof *batch->items);
    batch->item_capacity = capacity;
}

void aise_batch_record(AiseBatch *batch, AiseGuard *guard, const AiseRecord *record)
{
    if (batch->record_count == batch->record_capacity)
        batch->records =
            aise_grow(guard, batch->records, batch->record_count, &batch->record_capacity, sizeof *batch->records);
    reserve_items(batch, guard, record->count);
    AiseBatchRecord *own = &batch->records[batch->record_count];
    *own = (AiseBatchRecord){*record, add_bytes(batch, guard, record->text, record->length), batch->item_count};
    if (record->count > 0)
        memcpy(batch->items + batch->item_count, record->items, record->count * sizeof *record->items);
    batch->item_count += record->count;
    add_event(batch, guard, AISE_EVENT_RECORD, batch->record_count++);
}

void aise_batch_finding(AiseBatch *batch, AiseGuard *guard, const AiseFinding *finding)
{
    if (batch->finding_count == batch->finding_capacity)
        batch->findings = aise_grow(guard, batch->findings, batch->finding_count, &batch->finding_capacity,
                                    sizeof *batch->findings);
    AiseBatchFinding *own = &batch->findings[batch->finding_count];
    own->finding = *finding;
    for (unsigned i = 0; i < finding->argc; i++)
        own->text[i] = finding->arg[i].text == NULL
                           ? SIZE_MAX
                           : add_bytes(batch, guard, finding->arg[i].text, finding->arg[i].length);
    add_event(batch, guard, AISE_EVENT_FINDING, batch->finding_count++);
}

void aise_batch_place(AiseBatch *batch, AiseGuard *guard, const AisePlace *place)
{
    if (batch->place_count == batch->place_capacity)
        batch->places =
            aise_grow(guard, batch->places, batch->place_count, &batch->place_capacity, sizeof *batch->places);
    batch->places[batch->place_count] = *place;
    add_event(batch, guard, AISE_EVENT_PLACE, batch->place_count++);
}

void aise_batch_end(AiseBatch *batch, AiseGuard *guard)
{
    add_event(batch, guard, AISE_EVENT_END, 0);
}

bool aise_batch_is_full(const AiseBatch *batch)
{
    return batch->bytes.length >= FULL_BYTES || batch->event_count >= FULL_EVENTS;
}

/* ---- replaying ---- */

static void play_record(AiseReader *reader, AiseBatch *batch, size_t index)
{
    const AiseBatchRecord *own = &batch->records[index];
    AiseRecord record = own->record;
    record.text = batch->bytes.bytes + own->text;
    record.items = batch->items + own->item;
    aise_replay_record(&reader->replay, &record);
}

static void play_finding(AiseReader *reader, AiseBatch *batch, size_t index)
{
    const AiseBatchFinding *own = &batch->findings[index];
    AiseFinding finding = own->finding;
    for (unsigned i = 0; i < finding.argc; i++)
        finding.arg[i].text = own->text[i] == SIZE_MAX ? NULL : batch->bytes.bytes + own->text[i];
    aise_reader_outside(reader, &finding);
}

static void play_event(AiseReader *reader, AiseBatch *batch, const AiseEvent *event)
{
    const AisePlace *place;
    switch (event->kind) {
    case AISE_EVENT_BEGIN:
        aise_reader_text_begin(reader, batch->bytes.bytes + event->index);
        break;
    case AISE_EVENT_RECORD:
        play_record(reader, batch, event->index);
        break;
    case AISE_EVENT_FINDING:
        play_finding(reader, batch, event->index);
        break;
    case AISE_EVENT_PLACE:
        place = &batch->places[event->index];
        aise_replay_place(&reader->replay, place->offset, place->line, place->column);
        break;
    case AISE_EVENT_END:
        aise_reader_text_end(reader);
        break;
    }
}

AiseError aise_batch_play(AiseReader *reader, void *what)
{
    AiseBatch *batch = what;
    if (batch->within) {
        aise_reader_name(reader, batch->bytes.bytes);
        aise_replay_begin(&reader->replay, reader->name);
        aise_context_set(&reader->replay, &batch->before);
    }
    for (size_t i = 0; i < batch->event_count; i++)
        play_event(reader, batch, &batch->events[i]);
    aise_context_take(&batch->after, &reader->replay);
    return AISE_OK;
}
