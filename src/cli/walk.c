/* Folders, walked in an order that depends on names alone. */
#include "src/cli/cli.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Below a folder only regular files are inputs: a pipe found by chance would wait for ever. */
static bool wanted(const FTSENT *entry)
{
    return entry->fts_info == FTS_F;
}

int aise_cli_walk(const char *path, bool (*visit)(void *context, const char *path), void *context)
{
    struct stat kind;
    if (strcmp(path, "-") == 0 || stat(path, &kind) != 0 || !S_ISDIR(kind.st_mode)) {
        visit(context, path);
        return 0;
    }
    char *const roots[] = {(char *)path, NULL};
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    if (tree == NULL)
        return aise_cli_trouble("%s: %m", path);
    int status = 0;
    FTSENT *entry;
    while ((errno = 0, entry = fts_read(tree)) != NULL) {
        if (entry->fts_level > 0 && entry->fts_name[0] == '.' && entry->fts_info != FTS_DP) {
            fts_set(tree, entry, FTS_SKIP);
        } else if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS) {
            status = aise_cli_trouble("%s: %s", entry->fts_path, strerror(entry->fts_errno));
        } else if (entry->fts_info == FTS_SLNONE) {
            status = aise_cli_trouble("%s: link to nothing", entry->fts_path);
        } else if (wanted(entry) && !visit(context, entry->fts_path)) {
            break;
        }
    }
    if (entry == NULL && errno != 0)
        status = aise_cli_trouble("%s: %m", path);
    fts_close(tree);
    return status;
}
