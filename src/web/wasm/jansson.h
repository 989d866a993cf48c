/* The part of jansson's interface that the sinks use, for the build that has no jansson (trees.c). Keys and texts are
   copied; text is UTF-8 and not looked at. */
#ifndef AISE_WEB_JANSSON_H
#define AISE_WEB_JANSSON_H

#include <stddef.h>

typedef long long json_int_t;
typedef struct json_t json_t;
#define JSON_COMPACT 0x20

json_t *json_object(void);
json_t *json_array(void);
json_t *json_stringn(const char *text, size_t length);
json_t *json_integer(json_int_t number);
/* These take the value over, also when they fail (not 0): NULL in any place, or no memory. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);
json_t *json_object_get(const json_t *object, const char *key);
void json_decref(json_t *json);
/* Always compact. */
int json_dump_callback(const json_t *json, int (*put)(const char *bytes, size_t length, void *context), void *context,
                       size_t flags);

#endif
