/* aise lint --fix: corrections are put into the file's own bytes, whatever their encoding; the others stay as they are. */
#include "src/cli/fix.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 40 /* slips of one game are mended one after another */ };

/* What is to be replaced, as the linter says it. */
typedef struct Edit {
    uint64_t line, column, length;
    size_t begin, end; /* bytes */
    size_t game;       /* its index in the file */
    bool loses;        /* for what it corrects, plies are not read */
    char *text;
} Edit;

/* How a game stands: what a correction is measured by. */
typedef struct Score {
    size_t plies, errors;
    enum { UNTRIED, TRIED, TRIED_LOSS } tried; /* what was corrected in it then */
} Score;

typedef struct Scores {
    Score *game;
    size_t count, capacity;
} Scores;

typedef struct Fixing {
    AiseCliRun *run;
    Edit *edit;
    size_t edits, capacity;
    Scores now, before;  /* of the text read, and of the one it came from */
    size_t errors;       /* of the game being read */
    uint8_t *left;       /* by game: 1 its mere warnings are left alone, 2 the rest too: correcting did no good */
    size_t lefts;
    bool no_memory;
} Fixing;

/* ---- bytes ---- */

void aise_cli_bytes_add(AiseCliBytes *to, const char *bytes, size_t length)
{
    if (to->length + length > to->capacity) {
        size_t capacity = (to->length + length) * 2 + 4096;
        char *larger = realloc(to->bytes, capacity);
        if (larger == NULL) {
            to->failed = true;
            return;
        }
        to->bytes = larger;
        to->capacity = capacity;
    }
    if (length > 0 && bytes != NULL)
        memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

/* The whole file. False after a message. */
static bool load(Fixing *fixing, const char *path, AiseCliBytes *to)
{
    static char piece[64 * 1024];
    bool standard = strcmp(path, "-") == 0;
    errno = 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    for (size_t got; file != NULL && (got = fread(piece, 1, sizeof piece, file)) > 0;)
        aise_cli_bytes_add(to, piece, got);
    bool good = file != NULL && ferror(file) == 0 && !to->failed;
    if (!good)
        aise_cli_run_raise(fixing->run, aise_cli_failed(fixing->run->common->options.italian,
                                                        standard ? "standard input" : path, to->failed));
    if (file != NULL && !standard)
        fclose(file);
    return good;
}

/* ---- what is corrected ---- */

/* The best correction of what stops a game or hides moves; else one that has no rival. An ambiguity that nothing decides
   is left to people. */
static bool is_wanted(const AiseFinding *finding)
{
    const char *code = aise_finding_code(finding), *severity = aise_finding_severity(finding);
    if (aise_finding_fixes(finding) == 0 || strcmp(code, "B202") == 0)
        return false;
    return strcmp(severity, "error") == 0 || strcmp(code, "B214") == 0 ||
           (strcmp(severity, "warning") == 0 && aise_finding_fixes(finding) == 1);
}

static bool collect(void *context, const AiseGame *game, const AiseFinding *finding)
{
    Fixing *fixing = context;
    bool error = game != NULL && strcmp(aise_finding_severity(finding), "error") == 0;
    bool loses = error || strcmp(aise_finding_code(finding), "B214") == 0;
    fixing->errors += error;
    unsigned left = fixing->now.count < fixing->lefts ? fixing->left[fixing->now.count] : 0;
    if (!is_wanted(finding) || left > loses)
        return true;
    if (fixing->edits == fixing->capacity) {
        size_t capacity = fixing->capacity * 2 + 16;
        Edit *larger = realloc(fixing->edit, capacity * sizeof *larger);
        fixing->no_memory = larger == NULL;
        if (larger == NULL)
            return false;
        fixing->edit = larger;
        fixing->capacity = capacity;
    }
    Edit *edit = &fixing->edit[fixing->edits];
    const char *text = aise_finding_fix_at(finding, 0, &edit->line, &edit->column, &edit->length);
    edit->game = fixing->now.count;
    edit->loses = loses;
    edit->text = strdup(text);
    fixing->no_memory = edit->text == NULL;
    fixing->edits += !fixing->no_memory;
    return !fixing->no_memory;
}

static bool score(void *context, const AiseGame *game)
{
    Fixing *fixing = context;
    Scores *now = &fixing->now;
    if (now->count == now->capacity) {
        size_t capacity = now->capacity * 2 + 16;
        Score *larger = realloc(now->game, capacity * sizeof *larger);
        fixing->no_memory = larger == NULL;
        if (larger == NULL)
            return false;
        now->game = larger;
        now->capacity = capacity;
    }
    now->game[now->count++] = (Score){aise_game_plies(game), fixing->errors, UNTRIED};
    fixing->errors = 0;
    return true;
}

static void forget(Fixing *fixing)
{
    fixing->now.count = fixing->errors = 0;
    while (fixing->edits > 0)
        free(fixing->edit[--fixing->edits].text);
}

static int by_place(const void *a, const void *b)
{
    const Edit *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* ---- places ---- */

/* May well-formed sequences be UTF-8? In the encodings of one byte a character they are not. */
static bool reads_utf8(const Fixing *fixing)
{
    const char *encoding = fixing->run->common->options.encoding;
    return encoding == NULL || strcmp(encoding, "auto") == 0 || strcmp(encoding, "utf-8") == 0;
}

/* Bytes of the character at `s`: those of a well-formed sequence of UTF-8, else one. */
static size_t character(const unsigned char *s, size_t left, bool utf8)
{
    unsigned lead = s[0];
    if (!utf8 || lead < 0xc2 || lead > 0xf4)
        return 1;
    size_t need = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (size_t at = 1; at < need; at++) {
        if (at == left || s[at] < low || s[at] > high)
            return 1;
        low = 0x80;
        high = 0xbf;
    }
    return need;
}

typedef struct Cursor {
    const unsigned char *bytes;
    size_t length, at;
    uint64_t line, column;
    bool utf8;
} Cursor;

static void step(Cursor *c)
{
    unsigned char byte = c->bytes[c->at];
    bool ends = byte == '\n' || (byte == '\r' && (c->at + 1 == c->length || c->bytes[c->at + 1] != '\n'));
    c->at += character(c->bytes + c->at, c->length - c->at, c->utf8);
    c->column++;
    if (ends) {
        c->line++;
        c->column = 1;
    }
}

/* Finds the bytes of the edits, which are in order; those that overlap wait for the next round. */
static void find_places(Fixing *fixing, const AiseCliBytes *text)
{
    Cursor c = {(const unsigned char *)text->bytes, text->length, 0, 1, 1, reads_utf8(fixing)};
    size_t kept = 0;
    if (text->length >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0)
        c.at = 3;
    for (size_t i = 0; i < fixing->edits; i++) {
        Edit edit = fixing->edit[i];
        while (c.at < c.length && (c.line < edit.line || (c.line == edit.line && c.column < edit.column)))
            step(&c);
        Cursor end = c;
        for (uint64_t k = 0; k < edit.length && end.at < end.length; k++)
            step(&end);
        bool stands = c.line == edit.line && c.column == edit.column;
        if (!stands || (kept > 0 && fixing->edit[kept - 1].end >= c.at)) {
            free(edit.text);
            continue;
        }
        edit.begin = c.at;
        edit.end = end.at;
        fixing->edit[kept++] = edit;
    }
    fixing->edits = kept;
}

/* A text of one byte a character, with a high one in it, does not get sequences of UTF-8: dashes become plain. */
static bool is_single_byte(const Fixing *fixing, const AiseCliBytes *text)
{
    bool utf8 = reads_utf8(fixing), high = false;
    const unsigned char *s = (const unsigned char *)text->bytes;
    for (size_t at = 0; at < text->length;) {
        size_t length = character(s + at, text->length - at, utf8);
        if (length > 1)
            return false;
        high = high || s[at] >= 0x80;
        at += length;
    }
    return high || !utf8;
}

static void add_text(AiseCliBytes *to, const char *text, bool single)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = character((const unsigned char *)at, strlen(at), true);
        if (length > 1 && single)
            aise_cli_bytes_add(to, "-", 1);
        else
            aise_cli_bytes_add(to, at, length);
        at += length;
    }
}

static void apply(Fixing *fixing, const AiseCliBytes *text, AiseCliBytes *out)
{
    bool single = is_single_byte(fixing, text);
    size_t at = 0;
    out->length = 0;
    for (size_t i = 0; i < fixing->edits; i++) {
        const Edit *edit = &fixing->edit[i];
        aise_cli_bytes_add(out, text->bytes + at, edit->begin - at);
        add_text(out, edit->text, single);
        at = edit->end;
    }
    aise_cli_bytes_add(out, text->bytes + at, text->length - at);
}

/* ---- files ---- */

/* Puts the bytes in place of the file; 0, or the exit status after a message. */
static int store(const char *path, const AiseCliBytes *text)
{
    AiseCliFile file;
    int status = aise_cli_file_open(&file, path);
    if (status != 0)
        return status;
    if (aise_output_text(file.output, text->bytes, text->length) != AISE_STATUS_OK) {
        aise_cli_file_discard(&file);
        return aise_cli_trouble("%s: %s", path, strerror(errno));
    }
    return aise_cli_file_close(&file);
}

/* The old text goes to FILE~, the new one in its place. */
static int replace(const char *path, const AiseCliBytes *old, const AiseCliBytes *new, bool italian)
{
    size_t length = strlen(path);
    char *backup = malloc(length + 2);
    if (backup == NULL)
        return aise_cli_no_memory(italian);
    memcpy(backup, path, length);
    memcpy(backup + length, "~", 2);
    /* A file that may not be written is left alone, though its folder would let another take its place. */
    int status = access(path, W_OK) != 0 ? aise_cli_trouble("%s: %s", path, strerror(errno)) : store(backup, old);
    free(backup);
    return status != 0 ? status : store(path, new);
}

/* ---- rounds ---- */

/* Does the game stand better than before, or after a mere warning no worse? */
static bool gains(const Score *before, const Score *now)
{
    if (now->plies != before->plies)
        return now->plies > before->plies;
    return now->errors + (before->tried == TRIED_LOSS) <= before->errors;
}

static void leave(Fixing *fixing, size_t game)
{
    if (game >= fixing->lefts) {
        size_t lefts = fixing->before.count;
        uint8_t *larger = realloc(fixing->left, lefts * sizeof *larger);
        fixing->no_memory = larger == NULL;
        if (larger == NULL)
            return;
        memset(larger + fixing->lefts, 0, (lefts - fixing->lefts) * sizeof *larger);
        fixing->left = larger;
        fixing->lefts = lefts;
    }
    fixing->left[game] = fixing->before.game[game].tried == TRIED_LOSS ? 2 : 1;
}

/* Is there a game that the last corrections did no good? Then they are taken back. */
static bool did_harm(Fixing *fixing)
{
    const Scores *before = &fixing->before, *now = &fixing->now;
    bool harm = false;
    for (size_t i = 0; i < before->count && !fixing->no_memory; i++)
        if (before->game[i].tried != UNTRIED && (now->count != before->count || !gains(&before->game[i], &now->game[i]))) {
            leave(fixing, i);
            harm = true;
        }
    return harm || fixing->no_memory; /* looking again tells of that */
}

/* Notes what is to be corrected in each game. Where plies are not read for it, the game's other warnings wait: they may come of it. */
static void choose(Fixing *fixing)
{
    Scores *now = &fixing->now;
    size_t kept = 0;
    for (size_t i = 0; i < fixing->edits; i++) {
        const Edit *edit = &fixing->edit[i];
        if (edit->game < now->count && (edit->loses || now->game[edit->game].tried == UNTRIED))
            now->game[edit->game].tried = edit->loses ? TRIED_LOSS : TRIED;
    }
    for (size_t i = 0; i < fixing->edits; i++) {
        Edit *edit = &fixing->edit[i];
        if (!edit->loses && edit->game < now->count && now->game[edit->game].tried == TRIED_LOSS)
            free(edit->text);
        else
            fixing->edit[kept++] = *edit;
    }
    fixing->edits = kept;
}

/* The scores of this round are what the next is measured by. */
static void keep_scores(Fixing *fixing)
{
    Scores swap = fixing->before;
    fixing->before = fixing->now;
    fixing->now = swap;
}

static void swap_texts(AiseCliBytes *a, AiseCliBytes *b)
{
    AiseCliBytes swap = *a;
    *a = *b;
    *b = swap;
}

/* Reads the text and collects what is to be corrected. False after a message. */
static bool look(Fixing *fixing, const char *path, const AiseCliBytes *text)
{
    const AiseSink sink = {.context = fixing, .finding = collect, .game_end = score};
    AiseReader *reader = fixing->run->reader;
    const bool italian = fixing->run->common->options.italian;
    forget(fixing);
    AiseStatus status = text->failed ? AISE_STATUS_MEMORY
                                     : aise_reader_memory(reader, path, text->bytes, text->length, &sink);
    if (fixing->no_memory || status == AISE_STATUS_MEMORY)
        aise_cli_failed(italian, path, true);
    else if (fixing->edits > 0 && !aise_reader_plain(reader))
        aise_cli_say(italian, "%s: a web page or an archive cannot be corrected; save it as plain text first",
                     "%s: una pagina web o un archivio non si può correggere; va prima salvato come testo", path);
    else
        return true;
    return false;
}

/* Corrects in rounds: `new` ends as the corrected text. How many corrections; -1 after a message. */
static long correct(Fixing *fixing, const char *path, const AiseCliBytes *old, AiseCliBytes *new)
{
    AiseCliBytes spare = {NULL, 0, 0, false}; /* the text of the round before */
    long made = 0, last = 0;
    aise_cli_bytes_add(new, old->bytes, old->length);
    for (unsigned round = 0; made >= 0; round++) {
        if (!look(fixing, path, new)) {
            made = -1;
            break;
        }
        if (last > 0 && did_harm(fixing)) {
            swap_texts(new, &spare);
            made -= last;
            last = 0;
            continue;
        }
        choose(fixing);
        if (fixing->edits != 0)
            qsort(fixing->edit, fixing->edits, sizeof *fixing->edit, by_place);
        find_places(fixing, new);
        if (fixing->edits == 0 || round >= ROUNDS)
            break;
        last = (long)fixing->edits;
        made += last;
        apply(fixing, new, &spare);
        keep_scores(fixing);
        swap_texts(new, &spare);
    }
    forget(fixing);
    free(spare.bytes);
    return made;
}

/* Corrects the file, or shows how it would be; `old` becomes the text to be reported on. */
static void fix_file(Fixing *fixing, const char *path, const AiseCliFix *how, AiseCliBytes *old)
{
    AiseCliRun *run = fixing->run;
    AiseCliBytes new = {NULL, 0, 0, false};
    long made = correct(fixing, path, old, &new);
    if (made < 0) {
        aise_cli_run_raise(run, AISE_EXIT_TROUBLE);
    } else if (made > 0) {
        if (how->diff == NULL)
            aise_cli_run_raise(run, replace(path, old, &new, run->common->options.italian));
        else if (!aise_cli_diff(how->diff, path, old, &new))
            aise_cli_run_wrote(run, AISE_STATUS_WRITE, "standard output");
        swap_texts(old, &new);
    }
    free(new.bytes);
}

AiseStatus aise_cli_fix_read(AiseCliRun *run, void *context, const char *path, const AiseSink *sink)
{
    const AiseCliFix *how = context;
    Fixing fixing = {.run = run};
    AiseCliBytes text = {NULL, 0, 0, false};
    AiseStatus status = AISE_STATUS_OK;
    if (strcmp(path, "-") == 0 && how->diff == NULL) {
        aise_cli_run_raise(run, aise_cli_say(run->common->options.italian,
                                             "--fix needs a file, not standard input (--diff does not)",
                                             "--fix vuole un file, non l’ingresso standard (--diff no)"));
    } else if (load(&fixing, path, &text)) {
        fix_file(&fixing, path, how, &text);
        status = aise_reader_memory(run->reader, path, text.bytes, text.length, sink);
    }
    free(fixing.edit);
    free(fixing.now.game);
    free(fixing.before.game);
    free(fixing.left);
    free(text.bytes);
    return status;
}
