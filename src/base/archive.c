/* Archives and packed files, by libarchive: members in order, nothing is ever written to disk. A member that is an archive
   itself is read as it comes; what is an archive in it is not. */
#include "src/base/reading.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IDLE_MOST = 1000 }; /* answers without text or end in a row */

/* A member that unpacks to more than this and more than so many times what it takes is a trap. */
static const uint64_t trap_size[2] = {UINT64_C(64) << 20, UINT64_C(2) << 30};
static const uint64_t trap_ratio[2] = {500, 100};

/* The calls of libarchive that are used, as function pointers of the same names. */
#define ARCHIVE_CALLS(X)                                                                                               \
    X(archive_read_new) X(archive_read_free) X(archive_read_support_format_zip) X(archive_read_support_format_tar)     \
    X(archive_read_support_format_raw) X(archive_read_support_format_empty) X(archive_read_support_filter_gzip)        \
    X(archive_read_support_filter_bzip2) X(archive_read_support_filter_xz) X(archive_read_support_filter_zstd)         \
    X(archive_read_support_filter_compress) X(archive_read_set_read_callback) X(archive_read_set_seek_callback)        \
    X(archive_read_set_callback_data) X(archive_read_open1) X(archive_read_next_header) X(archive_read_data_block)     \
    X(archive_errno) X(archive_error_string) X(archive_filter_bytes) X(archive_format) X(archive_entry_pathname)                        \
    X(archive_entry_pathname_utf8) X(archive_entry_filetype) X(archive_entry_is_encrypted)

struct AiseArchive {
    AiseReading *reading;
    AiseArchive *outer; /* whose member this is; NULL: a file of its own */
    AiseBuffer name;    /* then its name */
#define X(call) __typeof__(call) *call;
    ARCHIVE_CALLS(X)
#undef X
    struct archive *file;
    locale_t utf8;    /* names are UTF-8 whatever the program's locale; 0 where there is none */
    size_t head_left; /* of the window that was read to see what the file is */
    const char *block; /* what is left of the last block of the member */
    size_t block_left;
    char why[128];    /* what is wrong with the member, "" if nothing */
    bool told;        /* the last member is damaged, and it has been said */
    bool packed;      /* gzip and its like: a tar or one text without a name */
    la_int64_t before; /* bytes that had been taken when the member began */
    uint64_t unpacked; /* of the member; of an archive in an archive, all of it */
    bool trap;         /* an archive that unpacks to far more than it holds */
    bool trap_told;
    char piece[AISE_WINDOW];
};

void aise_archive_remember_start(AiseReading *reading)
{
    struct stat about;
    reading->start = -1;
    if (reading->fd >= 0 && fstat(reading->fd, &about) == 0 && S_ISREG(about.st_mode))
        reading->start = lseek(reading->fd, 0, SEEK_CUR);
    else if (reading->fd < 0)
        reading->whole = reading->memory;
}

/* ---- what libarchive reads ---- */

static la_ssize_t read_member_on(AiseArchive *archive, const void **piece);

static la_ssize_t read_more(struct archive *file, void *context, const void **piece)
{
    AiseArchive *archive = context;
    (void)file;
    *piece = archive->piece;
    if (archive->head_left != 0) {
        size_t length = archive->head_left;
        memcpy(archive->piece, archive->reading->window, length);
        archive->head_left = 0;
        return (la_ssize_t)length;
    }
    if (archive->outer != NULL)
        return read_member_on(archive, piece);
    return aise_reading_some(archive->reading, archive->piece, sizeof archive->piece);
}

static la_int64_t seek_memory(AiseReading *reading, la_int64_t offset, int whence)
{
    la_int64_t at = reading->memory - reading->whole;
    la_int64_t all = at + (la_int64_t)reading->memory_left;
    la_int64_t to = whence == SEEK_SET ? offset : whence == SEEK_END ? all + offset : at + offset;
    if (to < 0 || to > all)
        return ARCHIVE_FATAL;
    reading->memory = reading->whole + to;
    reading->memory_left = (size_t)(all - to);
    return to;
}

static la_int64_t seek_to(struct archive *file, void *context, la_int64_t offset, int whence)
{
    AiseArchive *archive = context;
    AiseReading *reading = archive->reading;
    (void)file;
    /* Where libarchive believes to be: before what it has not yet been given. */
    if (whence == SEEK_CUR)
        offset -= (la_int64_t)archive->head_left;
    archive->head_left = 0;
    if (reading->fd < 0)
        return seek_memory(reading, offset, whence);
    off_t at = lseek(reading->fd, whence == SEEK_SET ? reading->start + offset : offset, whence);
    return at < reading->start ? ARCHIVE_FATAL : at - reading->start;
}

/* ---- members ---- */

/* What libarchive complains of may be the reading or the memory, not the archive. Memory too, because a damaged archive may
   ask for any amount, ends this input only. */
static void excuse_archive(AiseArchive *archive)
{
    AiseReading *reading = archive->reading;
    if (reading->reason != 0)
        aise_reading_fail_errno(reading, reading->reason);
    for (; archive != NULL; archive = archive->outer)
        if (archive->archive_errno(archive->file) == ENOMEM)
            aise_reading_fail(reading, "out of memory");
}

/* Keeps the first complaint about a member: a wrong checksum comes with the text it is about. Raises nothing: an archive
   within may be waiting for the bytes. */
static void note_damage(AiseArchive *archive)
{
    const char *why = archive->archive_error_string(archive->file);
    if (archive->why[0] == '\0' && !archive->trap)
        snprintf(archive->why, sizeof archive->why, "%s", why == NULL ? "?" : why);
}

static void remark_damage(AiseArchive *archive)
{
    AiseReading *reading = archive->reading;
    archive->told = archive->why[0] != '\0';
    if (!archive->told)
        return;
    AiseArg arg = {.type = AISE_ARG_TEXT, .text = archive->why, .length = strlen(archive->why)};
    aise_reading_finding(reading, AISE_CODE_L106, &reading->decoder.place, 0, 1, &arg);
}

/* The member's next block that is not empty. ARCHIVE_OK, ARCHIVE_EOF or worse. */
static int next_block(AiseArchive *archive)
{
    for (unsigned idle = 0; idle < IDLE_MOST; idle++) {
        const void *block = NULL;
        la_int64_t offset; /* of sparse files; the holes hold no text */
        archive->block_left = 0;
        int result = archive->archive_read_data_block(archive->file, &block, &archive->block_left, &offset);
        archive->block = block;
        if (result < ARCHIVE_OK && result != ARCHIVE_RETRY)
            note_damage(archive);
        if (result == ARCHIVE_OK || result == ARCHIVE_WARN)
            result = archive->block_left != 0 ? ARCHIVE_OK : ARCHIVE_RETRY;
        if (result != ARCHIVE_RETRY)
            return result;
    }
    return ARCHIVE_FAILED;
}

/* Fills the window from the member; false if the member is damaged behind what it holds. */
static bool fill_from_member(AiseArchive *archive)
{
    AiseReading *reading = archive->reading;
    reading->window_length = 0;
    while (reading->window_length < AISE_WINDOW) {
        if (archive->block_left == 0) {
            int result = next_block(archive);
            if (archive->why[0] != '\0')
                excuse_archive(archive);
            if (result == ARCHIVE_EOF)
                return true;
            if (result != ARCHIVE_OK)
                return false;
        }
        size_t room = AISE_WINDOW - reading->window_length;
        size_t length = archive->block_left < room ? archive->block_left : room;
        memcpy(reading->window + reading->window_length, archive->block, length);
        reading->window_length += length;
        archive->block += length;
        archive->block_left -= length;
    }
    return true;
}

static bool is_trap(uint64_t unpacked, uint64_t taken)
{
    taken += AISE_WINDOW; /* what was read ahead */
    for (unsigned i = 0; i < 2; i++)
        if (unpacked > trap_size[i] && unpacked / trap_ratio[i] > taken)
            return true;
    return false;
}

/* How many bytes of the file the member has taken so far. */
static uint64_t taken(const AiseArchive *archive)
{
    const AiseArchive *file = archive->outer != NULL ? archive->outer : archive;
    return (uint64_t)(file->archive_filter_bytes(file->file, -1) - file->before);
}

/* The next bytes of an archive that is a member: what is left of a block, or the next one. */
static la_ssize_t read_member_on(AiseArchive *archive, const void **piece)
{
    AiseArchive *outer = archive->outer;
    if (outer->block_left == 0) {
        int result = next_block(outer);
        if (result != ARCHIVE_OK)
            return result == ARCHIVE_EOF ? 0 : ARCHIVE_FATAL;
    }
    size_t length = outer->block_left;
    *piece = outer->block;
    outer->block_left = 0;
    outer->unpacked += length;
    archive->trap = archive->trap || is_trap(outer->unpacked, taken(outer));
    return archive->trap ? ARCHIVE_FATAL : (la_ssize_t)length;
}

static void remark_trap(AiseArchive *archive)
{
    uint64_t unpacked = archive->outer != NULL && archive->outer->unpacked > archive->unpacked ? archive->outer->unpacked
                                                                                              : archive->unpacked;
    AiseArg arg = {.type = AISE_ARG_NUMBER, .value = (uint32_t)(unpacked >> 20)};
    archive->trap = archive->trap_told = archive->outer != NULL;
    aise_reading_finding(archive->reading, AISE_CODE_L108, &archive->reading->decoder.place, 0, 1, &arg);
}

/* The text of a member that has begun and whose first window is filled, up to its end or damage. */
static void read_member_text(AiseArchive *archive, const char *name, bool sound)
{
    AiseReading *reading = archive->reading;
    if (!aise_reading_admit(reading, name, reading->window, reading->window_length, true))
        return;
    for (;; sound = fill_from_member(archive)) {
        archive->unpacked += reading->window_length;
        if (reading->window_length != 0)
            aise_reading_window(reading, reading->window, reading->window_length);
        if (!sound || reading->window_length < AISE_WINDOW || aise_reading_stopped(reading))
            break;
        if (is_trap(archive->unpacked, taken(archive))) {
            remark_trap(archive);
            return;
        }
    }
    remark_damage(archive);
}

static const char *archive_name(const AiseArchive *archive)
{
    return archive->outer != NULL ? archive->name.bytes : archive->reading->name;
}

/* The member's name as it is shown, NUL-terminated in member_name; its length is returned. What is packed alone goes by
   the file's own name: no other stands on the disk. */
static size_t name_member(AiseArchive *archive, const char *member)
{
    AiseBuffer *name = &archive->reading->member_name;
    name->length = 0;
    aise_buffer_text(name, archive_name(archive));
    if (member != NULL) {
        aise_buffer_byte(name, '/');
        aise_buffer_text(name, member);
    }
    aise_buffer_byte(name, '\0');
    return name->length - 1;
}

static void read_within(AiseArchive *outer, AiseForm form);

static void read_member(AiseArchive *archive, struct archive_entry *entry, const char *member)
{
    AiseReading *reading = archive->reading;
    const char *format;
    size_t length = name_member(archive, member);
    bool locked = archive->archive_entry_is_encrypted(entry) != 0, sound = true;
    AiseForm form = AISE_FORM_TEXT;
    if (!locked) {
        archive->before = archive->packed ? 0 : archive->archive_filter_bytes(archive->file, -1);
        archive->unpacked = archive->outer != NULL ? archive->unpacked : 0;
        archive->block_left = 0;
        archive->why[0] = '\0';
        sound = fill_from_member(archive);
        form = aise_form_find(reading->member_name.bytes, reading->window, reading->window_length, &format);
    }
    bool within = form == AISE_FORM_ZIP || form == AISE_FORM_TAR || form == AISE_FORM_PACKED;
    if (within && archive->outer == NULL) {
        read_within(archive, form);
        return;
    }
    if (!aise_reading_begin(reading, reading->member_name.bytes, length))
        return;
    if (locked)
        aise_reading_finding(reading, AISE_CODE_L107, NULL, 0, 0, NULL);
    else
        read_member_text(archive, reading->member_name.bytes, sound);
    aise_reading_end(reading);
}

/* Word, Excel, OpenDocument and e-books are zip files that begin so. */
static bool is_document(const char *member)
{
    return strcmp(member, "[Content_Types].xml") == 0 || strcmp(member, "_rels/.rels") == 0 ||
           strcmp(member, "mimetype") == 0 || strcmp(member, "word/document.xml") == 0;
}

/* A finding about the archive itself. */
static void remark_archive(AiseArchive *archive, AiseCode code, const char *word)
{
    AiseReading *reading = archive->reading;
    if (code == AISE_CODE_L106)
        excuse_archive(archive);
    if (!aise_reading_begin(reading, archive_name(archive), strlen(archive_name(archive))))
        return;
    aise_reading_remark(reading, code, word == NULL ? "?" : word);
    aise_reading_end(reading);
}

/* The next member and its name, which lives as long as the entry. */
static int next_member(AiseArchive *archive, struct archive_entry **entry, const char **name)
{
    locale_t before = archive->utf8 == (locale_t)0 ? (locale_t)0 : uselocale(archive->utf8);
    int result = archive->archive_read_next_header(archive->file, entry);
    *name = NULL;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        *name = archive->archive_entry_pathname_utf8(*entry);
        if (*name == NULL)
            *name = archive->archive_entry_pathname(*entry);
    }
    if (*name == NULL)
        *name = "?";
    if (before != (locale_t)0)
        uselocale(before);
    return result;
}

/* There is no way on: of that, damage that has been told of is the cause. */
static void end_members(AiseArchive *archive)
{
    const AiseArchive *outer = archive->outer;
    if (archive->told || archive->trap)
        excuse_archive(archive);
    else if (outer != NULL && outer->why[0] != '\0')
        remark_archive(archive, AISE_CODE_L106, outer->why);
    else
        remark_archive(archive, AISE_CODE_L106, archive->archive_error_string(archive->file));
}

static void read_members(AiseArchive *archive)
{
    bool first = true;
    while (!aise_reading_stopped(archive->reading) && !archive->trap) {
        struct archive_entry *entry;
        const char *member;
        int result = next_member(archive, &entry, &member);
        if (result == ARCHIVE_EOF)
            return;
        if (result == ARCHIVE_RETRY)
            continue;
        if (result == ARCHIVE_FAILED || result == ARCHIVE_FATAL) {
            end_members(archive);
            return;
        }
        archive->told = false;
        if (first && !archive->packed && is_document(member)) {
            remark_archive(archive, archive->outer != NULL ? AISE_CODE_L104 : AISE_CODE_L102, "Word / Office");
            return;
        }
        first = false;
        if (archive->archive_format(archive->file) == ARCHIVE_FORMAT_RAW)
            read_member(archive, entry, NULL);
        else if (archive->archive_entry_filetype(entry) == AE_IFREG)
            read_member(archive, entry, member);
    }
}

/* Only what the file is by its first bytes: a damaged zip must not pass for raw text. The external programs that
   libarchive would call for rarer filters are left alone. */
static void support(AiseArchive *archive, AiseForm form)
{
    struct archive *file = archive->file;
    int worst = ARCHIVE_OK; /* fails for want of memory only */
#define SUPPORT(what)                                                                                                  \
    do {                                                                                                               \
        int result = archive->archive_read_support_##what(file);                                                       \
        worst = result < worst ? result : worst;                                                                       \
    } while (0)
    if (form == AISE_FORM_ZIP)
        SUPPORT(format_zip);
    else
        SUPPORT(format_tar);
    archive->packed = form == AISE_FORM_PACKED;
    if (archive->packed) {
        SUPPORT(format_raw);
        SUPPORT(format_empty);
        SUPPORT(filter_gzip);
        SUPPORT(filter_bzip2);
        SUPPORT(filter_xz);
        SUPPORT(filter_zstd);
        SUPPORT(filter_compress);
    }
#undef SUPPORT
    if (worst == ARCHIVE_FATAL)
        aise_reading_fail(archive->reading, "out of memory");
}

/* An archive whose first window has been read; it is reading->archive until it is closed. */
static AiseArchive *open_archive(AiseReading *reading, AiseForm form)
{
    AiseArchive *archive = calloc(1, sizeof *archive);
    if (archive == NULL)
        aise_guard_raise(reading->guard, AISE_ERROR_MEMORY);
    aise_buffer_init(&archive->name, reading->guard);
    archive->outer = reading->archive;
    reading->archive = archive;
    archive->reading = reading;
    archive->head_left = reading->window_length;
    archive->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    const AiseCall calls[] = {
#define X(call) {#call, &archive->call},
        ARCHIVE_CALLS(X)
#undef X
    };
    aise_library_open(&reading->archive_library, reading, AISE_LIBARCHIVE, calls, sizeof calls / sizeof *calls);
    archive->file = archive->archive_read_new();
    if (archive->file == NULL)
        aise_guard_raise(reading->guard, AISE_ERROR_MEMORY);
    support(archive, form);
    archive->archive_read_set_callback_data(archive->file, archive);
    archive->archive_read_set_read_callback(archive->file, read_more);
    if (archive->outer == NULL && (reading->start >= 0 || reading->whole != NULL))
        archive->archive_read_set_seek_callback(archive->file, seek_to);
    return archive;
}

static void close_archive(AiseReading *reading)
{
    AiseArchive *archive = reading->archive;
    if (archive->file != NULL)
        archive->archive_read_free(archive->file);
    if (archive->utf8 != (locale_t)0)
        freelocale(archive->utf8);
    aise_buffer_free(&archive->name);
    reading->archive = archive->outer;
    free(archive);
}

static void read_archive(AiseArchive *archive)
{
    if (archive->archive_read_open1(archive->file) == ARCHIVE_OK)
        read_members(archive);
    else
        end_members(archive);
    if (archive->trap && !archive->trap_told && aise_reading_begin(archive->reading, archive_name(archive), strlen(archive_name(archive)))) {
        remark_trap(archive);
        aise_reading_end(archive->reading);
    }
}

/* The member of which the window holds the beginning is an archive. */
static void read_within(AiseArchive *outer, AiseForm form)
{
    AiseReading *reading = outer->reading;
    outer->unpacked = reading->window_length;
    AiseArchive *archive = open_archive(reading, form);
    aise_buffer_text(&archive->name, reading->member_name.bytes);
    aise_buffer_byte(&archive->name, '\0');
    read_archive(archive);
    close_archive(reading);
}

void aise_archive_read(AiseReading *reading, AiseForm form)
{
    read_archive(open_archive(reading, form));
}

void aise_archive_close(AiseReading *reading)
{
    while (reading->archive != NULL)
        close_archive(reading);
}
