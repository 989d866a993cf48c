/* JSON trees where there is no jansson: enough to build one, look up a key, and write it. */
#include "jansson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Kind { OBJECT, ARRAY, STRING, INTEGER } Kind;

struct json_t {
    Kind kind;
    char *key; /* in an object */
    json_t *next;
    json_t *first, **end; /* of an object or array */
    json_int_t number;
    size_t length;
    char text[];
};

static json_t *make(Kind kind, const char *text, size_t length)
{
    json_t *json = calloc(1, sizeof *json + length);
    if (json == NULL)
        return NULL;
    json->kind = kind;
    json->end = &json->first;
    json->length = length;
    if (length != 0)
        memcpy(json->text, text, length);
    return json;
}

json_t *json_object(void)
{
    return make(OBJECT, NULL, 0);
}

json_t *json_array(void)
{
    return make(ARRAY, NULL, 0);
}

json_t *json_stringn(const char *text, size_t length)
{
    return make(STRING, text, length);
}

json_t *json_integer(json_int_t number)
{
    json_t *json = make(INTEGER, NULL, 0);
    if (json != NULL)
        json->number = number;
    return json;
}

void json_decref(json_t *json)
{
    if (json == NULL)
        return;
    while (json->first != NULL) {
        json_t *child = json->first;
        json->first = child->next;
        json_decref(child);
    }
    free(json->key);
    free(json);
}

int json_array_append_new(json_t *array, json_t *value)
{
    if (array == NULL || value == NULL) {
        json_decref(value);
        return -1;
    }
    *array->end = value;
    array->end = &value->next;
    return 0;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    if (value != NULL)
        value->key = strdup(key);
    if (value == NULL || value->key == NULL) {
        json_decref(value);
        return -1;
    }
    return json_array_append_new(object, value);
}

json_t *json_object_get(const json_t *object, const char *key)
{
    json_t *child = object != NULL ? object->first : NULL;
    while (child != NULL && strcmp(child->key, key) != 0)
        child = child->next;
    return child;
}

/* ---- writing ---- */

typedef struct Writer {
    int (*put)(const char *bytes, size_t length, void *context);
    void *context;
    int failed;
} Writer;

static void put(Writer *to, const char *bytes, size_t length)
{
    to->failed |= to->put(bytes, length, to->context);
}

static void put_string(Writer *to, const char *text, size_t length)
{
    static const char special[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    size_t run = 0;
    put(to, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= ' ' && byte != '"' && byte != '\\')
            continue;
        char escape[8] = "\\";
        const char *known = byte != '\0' ? strchr(special, byte) : NULL;
        if (known != NULL)
            escape[1] = letter[known - special];
        else
            snprintf(escape, sizeof escape, "\\u%04x", byte);
        put(to, text + run, i - run);
        put(to, escape, strlen(escape));
        run = i + 1;
    }
    put(to, text + run, length - run);
    put(to, "\"", 1);
}

static void put_tree(Writer *to, const json_t *json)
{
    char digits[24];
    if (json->kind == STRING) {
        put_string(to, json->text, json->length);
        return;
    }
    if (json->kind == INTEGER) {
        put(to, digits, (size_t)snprintf(digits, sizeof digits, "%lld", json->number));
        return;
    }
    put(to, json->kind == OBJECT ? "{" : "[", 1);
    for (const json_t *child = json->first; child != NULL; child = child->next) {
        if (child != json->first)
            put(to, ",", 1);
        if (json->kind == OBJECT) {
            put_string(to, child->key, strlen(child->key));
            put(to, ":", 1);
        }
        put_tree(to, child);
    }
    put(to, json->kind == OBJECT ? "}" : "]", 1);
}

int json_dump_callback(const json_t *json, int (*put_bytes)(const char *, size_t, void *), void *context, size_t flags)
{
    Writer to = {put_bytes, context, 0};
    (void)flags;
    put_tree(&to, json);
    return to.failed;
}
