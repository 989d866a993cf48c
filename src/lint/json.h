/* JSON trees: built by a callback, written compactly, keys in the order they were set. */
#ifndef AISE_LINT_JSON_H
#define AISE_LINT_JSON_H

#include <jansson.h>

#include "src/base/diag.h"

/* A tree under construction. Parents that could not be made are NULL and take their children silently: the failure
   is raised once, when the tree is written. */
typedef struct AiseTree {
    json_t *root;    /* an object */
    AiseBuffer text; /* for strings that must be put together */
    bool failed;
} AiseTree;

typedef void AiseTreeBuild(AiseTree *tree, const void *subject);

/* Lets `build` fill an object and appends it to `out`, without a line end. Raises memory errors; then `out` is as it
   was and nothing is lost. */
void aise_tree_write(AiseTreeBuild *build, const void *subject, AiseBuffer *out);

/* `key` NULL: the parent is an array. Strings are UTF-8. */
json_t *aise_tree_object(AiseTree *tree, json_t *parent, const char *key);
json_t *aise_tree_array(AiseTree *tree, json_t *parent, const char *key);
void aise_tree_text(AiseTree *tree, json_t *parent, const char *key, const char *text, size_t length);
void aise_tree_string(AiseTree *tree, json_t *parent, const char *key, const char *text);
void aise_tree_number(AiseTree *tree, json_t *parent, const char *key, uint64_t number);
/* The text put together in tree->text, which is emptied. */
void aise_tree_taken(AiseTree *tree, json_t *parent, const char *key);

/* The keys of a finding: code, severity, line, column, length, message, hint and fixes if there are any. */
void aise_tree_finding(AiseTree *tree, json_t *object, const AiseFinding *finding, AiseLanguage language);

#endif
