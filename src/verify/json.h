/* Reads one JSON value from memory into an arena: what reports and the file of --resume are made of. */
#ifndef AISE_VERIFY_JSON_H
#define AISE_VERIFY_JSON_H

#include "src/base/base.h"

typedef enum AiseJsonType { AISE_JSON_OBJECT, AISE_JSON_ARRAY, AISE_JSON_TEXT, AISE_JSON_NUMBER, AISE_JSON_OTHER } AiseJsonType;

typedef struct AiseJson {
    AiseJsonType type;
    const char *key;  /* in an object */
    const char *text; /* UTF-8, without NUL inside */
    uint64_t number;  /* whole and not negative; what is not is OTHER, as true, false and null are */
    bool truth;       /* true */
    struct AiseJson *first, *next; /* of its members or elements; beside it */
} AiseJson;

/* NULL: not JSON, or too deep. Memory errors go to the arena's guard. */
const AiseJson *aise_json_parse(AiseArena *arena, const char *bytes, size_t length);
/* The first member of that name; NULL: none, or no object. */
const AiseJson *aise_json_member(const AiseJson *object, const char *key);
/* What a member says; absent: "" and 0. false: it is of another type. */
bool aise_json_get_text(const AiseJson *object, const char *key, const char **out);
bool aise_json_get_number(const AiseJson *object, const char *key, uint64_t *out);

#endif
