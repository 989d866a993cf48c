/* Findings as JSON lines and as a SARIF 2.1.0 log. */
#include "src/lint/lint.h"

#include <string.h>

#include "src/aise.h"
#include "src/lint/json.h"

typedef struct Subject {
    const AiseFinding *finding;
    const char *source;
    AiseLanguage language;
} Subject;

static void build_line(AiseTree *tree, const void *context)
{
    const Subject *subject = context;
    aise_tree_string(tree, tree->root, "source", subject->source);
    aise_tree_finding(tree, tree->root, subject->finding, subject->language);
}

void aise_lint_json(const AiseFinding *finding, const char *source, AiseLanguage language, AiseBuffer *out)
{
    aise_tree_write(build_line, &(Subject){finding, source, language}, out);
    aise_buffer_byte(out, '\n');
}

/* ---- SARIF ---- */

static const char *level(unsigned severity)
{
    return aise_severity_name(severity, AISE_ENGLISH); /* SARIF has the same three words */
}

static void add_message(AiseTree *tree, json_t *parent, const char *key)
{
    json_t *message = aise_tree_object(tree, parent, key);
    aise_tree_taken(tree, message, "text");
}

static void build_tool(AiseTree *tree, const void *context)
{
    const AiseLanguage language = *(const AiseLanguage *)context;
    json_t *driver = aise_tree_object(tree, tree->root, "driver");
    aise_tree_string(tree, driver, "name", "aise");
    aise_tree_string(tree, driver, "version", AISE_VERSION);
    json_t *rules = aise_tree_array(tree, driver, "rules");
    for (unsigned code = AISE_CODE_NONE + 1; code < AISE_CODE_COUNT; code++) {
        json_t *rule = aise_tree_object(tree, rules, NULL);
        aise_tree_string(tree, rule, "id", aise_code_name((AiseCode)code));
        aise_code_manual((AiseCode)code, language, &tree->text);
        add_message(tree, rule, "fullDescription");
        json_t *usual = aise_tree_object(tree, rule, "defaultConfiguration");
        aise_tree_string(tree, usual, "level", level(aise_code_severity((AiseCode)code)));
    }
}

/* A file's name as a relative or absolute URI reference. */
static void add_uri(AiseTree *tree, json_t *location, const char *name)
{
    static const char hex[] = "0123456789ABCDEF";
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    json_t *artifact = aise_tree_object(tree, location, "artifactLocation");
    for (const char *at = name; *at != '\0'; at++) {
        unsigned byte = (unsigned char)*at;
        if (strchr(plain, *at) != NULL) {
            aise_buffer_byte(&tree->text, *at);
        } else {
            aise_buffer_byte(&tree->text, '%');
            aise_buffer_byte(&tree->text, hex[byte >> 4]);
            aise_buffer_byte(&tree->text, hex[byte & 15]);
        }
    }
    aise_tree_taken(tree, artifact, "uri");
}

typedef struct Region {
    uint64_t line, column, length;
    uint64_t end_line, end_column; /* as in AiseFix */
} Region;

static void add_region(AiseTree *tree, json_t *parent, const char *key, Region at)
{
    json_t *region = aise_tree_object(tree, parent, key);
    aise_tree_number(tree, region, "startLine", at.line);
    aise_tree_number(tree, region, "startColumn", at.column);
    if (at.end_line > at.line)
        aise_tree_number(tree, region, "endLine", at.end_line);
    aise_tree_number(tree, region, "endColumn", at.end_line > 0 ? at.end_column : at.column + at.length);
}

static void add_fixes(AiseTree *tree, const Subject *subject)
{
    const AiseFinding *finding = subject->finding;
    if (finding->fix_count == 0)
        return;
    json_t *fixes = aise_tree_array(tree, tree->root, "fixes");
    for (unsigned i = 0; i < finding->fix_count; i++) {
        const AiseFix *fix = &finding->fix[i];
        json_t *object = aise_tree_object(tree, fixes, NULL);
        json_t *change = aise_tree_object(tree, aise_tree_array(tree, object, "artifactChanges"), NULL);
        add_uri(tree, change, subject->source);
        json_t *replacement = aise_tree_object(tree, aise_tree_array(tree, change, "replacements"), NULL);
        add_region(tree, replacement, "deletedRegion",
                   (Region){fix->line, fix->column, fix->length, fix->end_line, fix->end_column});
        json_t *inserted = aise_tree_object(tree, replacement, "insertedContent");
        aise_tree_string(tree, inserted, "text", fix->text);
    }
}

static void build_result(AiseTree *tree, const void *context)
{
    const Subject *subject = context;
    const AiseFinding *finding = subject->finding;
    aise_tree_string(tree, tree->root, "ruleId", aise_code_name(finding->code));
    aise_tree_number(tree, tree->root, "ruleIndex", (uint64_t)finding->code - 1);
    aise_tree_string(tree, tree->root, "level", level(finding->severity));
    aise_finding_message(finding, subject->language, &tree->text);
    size_t length = tree->text.length;
    aise_buffer_byte(&tree->text, '\n');
    aise_finding_hint(finding, subject->language, &tree->text);
    if (tree->text.length == length + 1)
        tree->text.length = length;
    add_message(tree, tree->root, "message");
    json_t *location = aise_tree_object(tree, aise_tree_array(tree, tree->root, "locations"), NULL);
    json_t *place = aise_tree_object(tree, location, "physicalLocation");
    add_uri(tree, place, subject->source);
    if (finding->line != 0)
        add_region(tree, place, "region",
                   (Region){finding->line, finding->column, finding->length, finding->end_line, finding->end_column});
    add_fixes(tree, subject);
}

void aise_lint_sarif_begin(AiseLanguage language, AiseBuffer *out)
{
    aise_buffer_text(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
                          "\"runs\":[{\"tool\":");
    aise_tree_write(build_tool, &language, out);
    aise_buffer_text(out, ",\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
}

void aise_lint_sarif_finding(const AiseFinding *finding, const char *source, AiseLanguage language, AiseBuffer *out)
{
    aise_tree_write(build_result, &(Subject){finding, source, language}, out);
}

void aise_lint_sarif_end(AiseBuffer *out)
{
    aise_buffer_text(out, "\n]}]}\n");
}
