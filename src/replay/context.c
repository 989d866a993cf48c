/* What goes from record to record, for replays that share one text. */
#include "src/replay/replay.h"

#include <string.h>

void aise_context_init(AiseReplayContext *context)
{
    memset(context, 0, sizeof *context);
}

void aise_context_free(AiseReplayContext *context)
{
    aise_buffer_free(&context->annotator);
}

static void copy_name(AiseBuffer *to, const AiseBuffer *from, AiseGuard *guard)
{
    to->guard = guard;
    to->length = 0;
    if (from->length > 0)
        aise_buffer_add(to, from->bytes, from->length);
}

void aise_context_take(AiseReplayContext *context, const AiseReplay *r)
{
    context->title = r->title;
    context->game_number = r->game_number;
    context->stretch_first = r->stretch_first;
    context->stretch_last = r->stretch_last;
    context->stretch_lines = r->stretch_lines;
    copy_name(&context->annotator, &r->annotator, r->guard);
}

void aise_context_set(AiseReplay *r, const AiseReplayContext *context)
{
    r->title = context->title;
    r->game_number = context->game_number;
    r->stretch_first = context->stretch_first;
    r->stretch_last = context->stretch_last;
    r->stretch_lines = context->stretch_lines;
    copy_name(&r->annotator, &context->annotator, r->guard);
}

static bool same_name(const AiseBuffer *a, const AiseBuffer *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static bool same_stretch(const AiseReplayContext *a, const AiseReplayContext *b)
{
    if (a->stretch_lines == 0 || b->stretch_lines == 0)
        return a->stretch_lines == b->stretch_lines;
    return a->stretch_first == b->stretch_first && a->stretch_last == b->stretch_last;
}

bool aise_context_same(const AiseReplayContext *a, const AiseReplayContext *b)
{
    return a->title == b->title && a->game_number == b->game_number && same_stretch(a, b) &&
           same_name(&a->annotator, &b->annotator);
}

void aise_context_mend(AiseReplayContext *later, const AiseReplayContext *guess, const AiseReplayContext *truth,
                       AiseGuard *guard)
{
    if (later->title == guess->title)
        later->title = truth->title;
    later->game_number += truth->game_number - guess->game_number;
    if (same_name(&later->annotator, &guess->annotator))
        copy_name(&later->annotator, &truth->annotator, guard);
}

static bool is_move(unsigned kind)
{
    return kind == AISE_ITEM_NUMBER || kind == AISE_ITEM_PLY || kind == AISE_ITEM_BAD_PLY || kind == AISE_ITEM_JOIN ||
           kind == AISE_ITEM_RESULT || kind == AISE_ITEM_END;
}

void aise_replay_foresee(AiseReplay *r, const AiseRecord *record)
{
    size_t first = 0;
    if (r->places > 0)
        aise_places_forget(r, record);
    if (record->has_game) {
        for (first = record->count; first > 0 && !is_move(record->items[first - 1].kind);)
            first--;
        first = aise_closing_find(record, first > 0 ? first : aise_header_end(record));
        r->stretch_lines = 0;
        r->game_number++;
    }
    aise_outside(r, record, first);
}
