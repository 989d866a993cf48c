/* Run by the build: manual pages, completions and the manual, made from the tables of the command line, the variants and
   the findings. All write to standard output. */
#ifndef AISE_CLI_DOC_DOC_H
#define AISE_CLI_DOC_DOC_H

#include "src/cli/cli.h"

/* A page for man(1): the template, its line `.\" commands` replaced by the commands with their options. */
void aise_doc_page(const char *template, bool italian);
/* The manual (manual.md), its lines `<!-- variants -->` and `<!-- findings -->` replaced by the tables: as Markdown, or
   as a page for man(1). */
void aise_doc_manual(const char *manual);
void aise_doc_manual_page(const char *manual);
/* A page again, its lines of text broken before 79 bytes. */
void aise_doc_fold(const char *page);
/* Completions for a shell. */
void aise_doc_bash(void);
void aise_doc_zsh(void);
void aise_doc_fish(void);

/* ---- roff ---- */

/* Text as roff shows it: ASCII only, `words` in backquotes bold. */
void aise_doc_roff(const char *text, size_t length);
void aise_doc_roff_text(const char *text);

/* Length of the line at `text`, without its end. */
size_t aise_doc_line(const char *text);
/* The line after this one, NULL after the last. */
const char *aise_doc_next(const char *text);

#endif
