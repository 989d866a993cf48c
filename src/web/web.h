/* The files of this folder, embedded by embed.c at build time. Each is followed by a NUL that its size leaves out. */
#ifndef AISE_WEB_WEB_H
#define AISE_WEB_WEB_H

#include <stddef.h>

typedef struct AiseWebFile {
    const char *bytes;
    size_t size;
} AiseWebFile;

extern const AiseWebFile aise_web_men_svg;   /* drawings of the men, and arrow heads */
extern const AiseWebFile aise_web_page_html; /* the page, with marks where the rest belongs */
extern const AiseWebFile aise_web_page_css;
extern const AiseWebFile aise_web_player_js; /* its script: what plays a game, then what lists the games */
extern const AiseWebFile aise_web_page_js;

#endif
