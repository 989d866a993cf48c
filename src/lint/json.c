/* JSON trees by jansson. Its memory is given back before an error is raised further. */
#include "src/lint/json.h"

#include <string.h>

static void attach(AiseTree *tree, json_t *parent, const char *key, json_t *value)
{
    int failed = key != NULL ? json_object_set_new(parent, key, value) : json_array_append_new(parent, value);
    tree->failed |= failed != 0;
}

json_t *aise_tree_object(AiseTree *tree, json_t *parent, const char *key)
{
    json_t *object = json_object();
    attach(tree, parent, key, object);
    return tree->failed ? NULL : object;
}

json_t *aise_tree_array(AiseTree *tree, json_t *parent, const char *key)
{
    json_t *array = json_array();
    attach(tree, parent, key, array);
    return tree->failed ? NULL : array;
}

void aise_tree_text(AiseTree *tree, json_t *parent, const char *key, const char *text, size_t length)
{
    attach(tree, parent, key, json_stringn(length == 0 ? "" : text, length));
}

void aise_tree_string(AiseTree *tree, json_t *parent, const char *key, const char *text)
{
    aise_tree_text(tree, parent, key, text, strlen(text));
}

void aise_tree_number(AiseTree *tree, json_t *parent, const char *key, uint64_t number)
{
    attach(tree, parent, key, json_integer((json_int_t)number));
}

void aise_tree_taken(AiseTree *tree, json_t *parent, const char *key)
{
    aise_tree_text(tree, parent, key, tree->text.bytes, tree->text.length);
    tree->text.length = 0;
}

void aise_tree_finding(AiseTree *tree, json_t *object, const AiseFinding *finding, AiseLanguage language)
{
    aise_tree_string(tree, object, "code", aise_code_name(finding->code));
    aise_tree_string(tree, object, "severity", aise_severity_name(finding->severity, AISE_ENGLISH));
    aise_tree_number(tree, object, "line", finding->line);
    aise_tree_number(tree, object, "column", finding->column);
    aise_tree_number(tree, object, "length", finding->length);
    aise_finding_message(finding, language, &tree->text);
    aise_tree_taken(tree, object, "message");
    aise_finding_hint(finding, language, &tree->text);
    if (tree->text.length != 0)
        aise_tree_taken(tree, object, "hint");
    if (finding->fix_count == 0)
        return;
    json_t *fixes = aise_tree_array(tree, object, "fixes");
    for (unsigned i = 0; i < finding->fix_count; i++) {
        json_t *fix = aise_tree_object(tree, fixes, NULL);
        aise_tree_number(tree, fix, "line", finding->fix[i].line);
        aise_tree_number(tree, fix, "column", finding->fix[i].column);
        aise_tree_number(tree, fix, "length", finding->fix[i].length);
        aise_tree_string(tree, fix, "text", finding->fix[i].text);
    }
}

typedef struct Sink {
    AiseBuffer *out;
    bool failed; /* jansson does not heed every failure */
} Sink;

/* Room in the buffer; false instead of a raise, which must not leave through jansson: it holds memory. */
static bool make_room(AiseBuffer *out, size_t length)
{
    jmp_buf outer;
    memcpy(&outer, &out->guard->jump, sizeof outer);
    bool room = setjmp(out->guard->jump) == 0;
    if (room)
        aise_buffer_reserve(out, length);
    memcpy(&out->guard->jump, &outer, sizeof outer);
    return room;
}

static int append(const char *bytes, size_t length, void *context)
{
    Sink *sink = context;
    AiseBuffer *out = sink->out;
    sink->failed = sink->failed || (out->capacity - out->length < length && !make_room(out, length));
    if (sink->failed)
        return -1;
    aise_buffer_add(out, bytes, length);
    return 0;
}

/* Builds and writes with the guard turned here. False if memory ran out on the way. */
static bool write_guarded(AiseTreeBuild *build, const void *subject, AiseTree *tree, AiseBuffer *out)
{
    AiseGuard *guard = out->guard;
    jmp_buf outer;
    memcpy(&outer, &guard->jump, sizeof outer);
    if (setjmp(guard->jump) == 0) {
        tree->root = json_object();
        tree->failed = tree->root == NULL;
        build(tree, subject);
        Sink sink = {.out = out, .failed = tree->failed};
        if (!tree->failed)
            tree->failed = json_dump_callback(tree->root, append, &sink, JSON_COMPACT) != 0 || sink.failed;
    } else {
        tree->failed = true;
    }
    memcpy(&guard->jump, &outer, sizeof outer);
    return !tree->failed;
}

void aise_tree_write(AiseTreeBuild *build, const void *subject, AiseBuffer *out)
{
    AiseTree tree = {.root = NULL};
    const size_t length = out->length;
    aise_buffer_init(&tree.text, out->guard);
    bool written = write_guarded(build, subject, &tree, out);
    json_decref(tree.root);
    aise_buffer_free(&tree.text);
    if (!written) {
        out->length = length;
        aise_guard_raise(out->guard, AISE_ERROR_MEMORY);
    }
}
