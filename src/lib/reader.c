/* The public reader: source → grammar → replay → the caller's sink. */
#include "src/lib/reader.h"

#include <stdlib.h>
#include <string.h>

static void stop(AiseReader *reader)
{
    reader->stopped = true;
    aise_guard_raise(&reader->guard, AISE_ERROR_USE);
}

/* ---- findings: what -W makes of them ---- */

static bool parse_warning(AiseReader *reader, const char *word)
{
    bool off = strncmp(word, "no-", 3) == 0;
    if (strcmp(word, "error") == 0) {
        reader->warnings_are_errors = true;
        return true;
    }
    const char *name = off ? word + 3 : word;
    AiseCode code = aise_code_find(name, strlen(name));
    if (code == AISE_CODE_NONE)
        return false;
    reader->wanted[code] = off ? 2 : 1;
    return true;
}

/* False: the finding is not shown. */
static bool adjust(const AiseReader *reader, AiseFinding *finding)
{
    unsigned wanted = reader->wanted[finding->code];
    if (wanted == 2 && finding->severity != AISE_ERROR_SEVERITY)
        return false;
    if (wanted == 1 && finding->severity == AISE_NOTE)
        finding->severity = AISE_WARNING;
    if (reader->warnings_are_errors && finding->severity == AISE_WARNING)
        finding->severity = AISE_ERROR_SEVERITY;
    return true;
}

static void tell(AiseReader *reader, const AiseGame *game, const AiseFinding *finding)
{
    const AiseSink *sink = reader->sink;
    if (sink != NULL && sink->finding != NULL && !sink->finding(sink->context, game, finding))
        stop(reader);
}

/* Between games whoever shares out the work may want a word. */
static void pause_between(AiseReader *reader)
{
    if (reader->between != NULL && !reader->between(reader->between_context))
        stop(reader);
}

void aise_reader_outside(void *context, const AiseFinding *finding)
{
    AiseReader *reader = context;
    AiseFinding own = *finding;
    if (adjust(reader, &own))
        tell(reader, NULL, &own);
    pause_between(reader);
}

/* ---- games ---- */

static void tell_comment(AiseReader *reader, const AiseGame *game, size_t ply, const AiseNote *note)
{
    const AiseSink *sink = reader->sink;
    for (; note != NULL; note = note->next)
        if (!sink->comment(sink->context, game, ply, note->text))
            stop(reader);
}

static void on_game(void *context, const AiseGame *complete)
{
    AiseReader *reader = context;
    const AiseSink *sink = reader->sink;
    AiseGame game = *complete;
    AiseFinding *findings = reader->replay.finding;
    size_t shown = 0;
    if (sink == NULL)
        return;
    for (size_t i = 0; i < game.finding_count; i++)
        if (adjust(reader, &findings[i]))
            findings[shown++] = findings[i];
    game.finding_count = shown;
    if (sink->game_begin != NULL && !sink->game_begin(sink->context, &game))
        stop(reader);
    if (sink->comment != NULL)
        tell_comment(reader, &game, SIZE_MAX, game.notes);
    if (sink->ply != NULL || sink->comment != NULL)
        for (size_t i = 0; i < game.ply_count; i++) {
            if (sink->ply != NULL && !sink->ply(sink->context, &game, i))
                stop(reader);
            if (sink->comment != NULL)
                tell_comment(reader, &game, i, game.plies[i].notes);
        }
    if (sink->finding != NULL)
        for (size_t i = 0; i < game.finding_count; i++)
            tell(reader, &game, &game.findings[i]);
    if (sink->game_end != NULL && !sink->game_end(sink->context, &game))
        stop(reader);
    pause_between(reader);
}

static void on_record(void *context, const AiseRecord *record)
{
    AiseReader *reader = context;
    aise_replay_record(&reader->replay, record);
}

/* ---- texts ---- */

void aise_reader_name(AiseReader *reader, const char *name)
{
    size_t length = strlen(name) + 1;
    reader->name = aise_guard_realloc(&reader->guard, reader->name, length);
    memcpy(reader->name, name, length);
}

void aise_reader_text_begin(AiseReader *reader, const char *name)
{
    aise_reader_name(reader, name);
    if (reader->sink != NULL && reader->sink->input_begin != NULL &&
        !reader->sink->input_begin(reader->sink->context, reader->name))
        stop(reader);
    aise_replay_begin(&reader->replay, reader->name);
}

void aise_reader_text_end(AiseReader *reader)
{
    aise_replay_end(&reader->replay);
    if (reader->sink != NULL && reader->sink->input_lines != NULL)
        reader->sink->input_lines(reader->sink->context, reader->replay.lines);
    if (reader->sink != NULL && reader->sink->input_end != NULL &&
        !reader->sink->input_end(reader->sink->context, reader->name))
        stop(reader);
    pause_between(reader);
}

static bool text_begin(void *context, const char *name)
{
    AiseReader *reader = context;
    aise_reader_text_begin(reader, name);
    reader->grammar = aise_grammar_new(&reader->guard, on_record, reader);
    return true;
}

static void text_bytes(void *context, const char *bytes, size_t length)
{
    AiseReader *reader = context;
    reader->fed += length;
    aise_grammar_feed(reader->grammar, bytes, length);
}

static void text_map(void *context, uint64_t offset, uint64_t line, uint64_t column)
{
    AiseReader *reader = context;
    reader->plain = false;
    aise_replay_place(&reader->replay, offset, line, column);
}

static void drop_grammar(AiseReader *reader)
{
    if (reader->grammar != NULL)
        aise_grammar_free(reader->grammar);
    reader->grammar = NULL;
}

static void text_end(void *context)
{
    AiseReader *reader = context;
    aise_grammar_finish(reader->grammar);
    drop_grammar(reader);
    aise_reader_text_end(reader);
}

/* ---- the public calls ---- */

AiseReader *aise_reader_new(const AiseOptions *options, AiseStatus *status)
{
    static const AiseOptions defaults = {0};
    AiseReader *reader = calloc(1, sizeof *reader);
    AiseStatus ignored;
    status = status ? status : &ignored;
    *status = reader ? AISE_STATUS_OK : AISE_STATUS_MEMORY;
    if (reader == NULL)
        return NULL;
    options = options ? options : &defaults;
    AiseReplaySink sink = {reader, on_game, aise_reader_outside};
    aise_replay_init(&reader->replay, &reader->guard, &sink);
    if (options->variant != NULL) {
        reader->replay.forced = aise_variant_find(options->variant, strlen(options->variant));
        if (reader->replay.forced == NULL)
            *status = AISE_STATUS_USE;
    }
    if (options->encoding != NULL && !aise_encoding_find(options->encoding, &reader->encoding))
        *status = AISE_STATUS_USE;
    for (size_t i = 0; options->warnings != NULL && options->warnings[i] != NULL; i++)
        if (!parse_warning(reader, options->warnings[i]))
            *status = AISE_STATUS_USE;
    reader->replay.repair = options->repair;
    reader->replay.variations = options->variations;
    if (*status != AISE_STATUS_OK) {
        aise_reader_free(reader);
        return NULL;
    }
    return reader;
}

void aise_reader_free(AiseReader *reader)
{
    if (reader == NULL)
        return;
    drop_grammar(reader);
    aise_replay_free(&reader->replay);
    free(reader->name);
    free(reader);
}

bool aise_reader_plain(const AiseReader *reader)
{
    return reader->plain;
}

const char *aise_reader_message(const AiseReader *reader)
{
    return reader->message;
}

static const AiseSourceSink text_sink = {NULL, text_begin, text_bytes, aise_reader_outside, text_map, text_end, NULL, NULL};

AiseStatus aise_reader_run(AiseReader *reader, const AiseSink *sink, AiseError (*step)(AiseReader *, void *), void *what)
{
    reader->sink = sink;
    reader->stopped = false;
    reader->message[0] = '\0';
    if (setjmp(reader->guard.jump) != 0) {
        drop_grammar(reader);
        if (reader->stopped)
            return AISE_STATUS_STOPPED;
        memcpy(reader->message, "out of memory", sizeof "out of memory");
        return AISE_STATUS_MEMORY;
    }
    AiseError error = step(reader, what);
    return error == AISE_OK ? AISE_STATUS_OK : error == AISE_ERROR_MEMORY ? AISE_STATUS_MEMORY : AISE_STATUS_READ;
}

AiseError aise_reader_read(AiseReader *reader, void *path)
{
    AiseSourceSink to = text_sink;
    to.context = reader;
    to.taken = &reader->taken;
    return aise_source_read(&reader->guard, path, reader->encoding, &to, reader->message, AISE_MESSAGE_MAX);
}

typedef struct Memory {
    const char *name, *bytes;
    size_t length;
} Memory;

static AiseError read_memory(AiseReader *reader, void *what)
{
    const Memory *memory = what;
    AiseSourceSink to = text_sink;
    to.context = reader;
    reader->plain = aise_source_is_text(memory->name, memory->bytes, memory->length);
    return aise_source_read_memory(&reader->guard, memory->name, memory->bytes, memory->length, reader->encoding, &to,
                                   reader->message, AISE_MESSAGE_MAX);
}

AiseStatus aise_reader_file(AiseReader *reader, const char *path, const AiseSink *sink)
{
    return aise_reader_run(reader, sink, aise_reader_read, (void *)(uintptr_t)path);
}

AiseStatus aise_reader_memory(AiseReader *reader, const char *name, const char *bytes, size_t length,
                              const AiseSink *sink)
{
    Memory memory = {name, bytes ? bytes : "", length};
    return aise_reader_run(reader, sink, read_memory, &memory);
}
