/* A page hands over nothing but UTF-8: no other encoding is known there. */
#ifndef AISE_WEB_ICONV_H
#define AISE_WEB_ICONV_H

#include <stddef.h>

typedef void *iconv_t;

static inline iconv_t iconv_open(const char *to, const char *from)
{
    (void)to;
    (void)from;
    return (iconv_t)-1;
}

static inline size_t iconv(iconv_t converter, char **from, size_t *from_left, char **to, size_t *to_left)
{
    (void)converter;
    (void)from;
    (void)from_left;
    (void)to;
    (void)to_left;
    return (size_t)-1;
}

static inline int iconv_close(iconv_t converter)
{
    (void)converter;
    return 0;
}

#endif
