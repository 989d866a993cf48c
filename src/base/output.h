/* Inside of AiseOutput (declared in aise.h): one large buffer in front of a file, a device or memory. */
#ifndef AISE_BASE_OUTPUT_H
#define AISE_BASE_OUTPUT_H

#include "src/aise.h"
#include "src/base/base.h"

/* The most that aise_output_reserve may be asked for at once. */
#define AISE_OUTPUT_RESERVE_MAX ((size_t)64 * 1024)

/* A failure is kept: what is written after it is dropped, and close reports it. */
struct AiseOutput {
    char *bytes;
    size_t length;
    size_t capacity;
    bool in_memory;    /* no fd */
    int fd;            /* -1: none */
    bool owned;        /* fd is closed by close and discard */
    bool parked;       /* no buffer, and no fd where there is a temporary file to open again */
    int reason;        /* errno of the first failure, 0 while all is well */
    char *path;        /* where the temporary file goes at close; NULL when written in place */
    char *temporary;   /* its name until then */
    AiseBuffer scratch; /* where a game or finding is put together; its guard is set by each call */
};

/* OK; MEMORY; STOPPED after EPIPE (the reader went away: nothing to complain of); WRITE otherwise, see `reason`. */
AiseStatus aise_output_status(const AiseOutput *output);
/* Undoes aise_output_park. Every write does it too, but whoever uses aise_output_reserve on an output that may be
   parked calls this first and gives up unless the answer is OK. */
AiseStatus aise_output_wake(AiseOutput *output);
/* Slow half of aise_output_reserve. */
void aise_output_make_room(AiseOutput *output, size_t bytes);

/* Room for `bytes` (at most AISE_OUTPUT_RESERVE_MAX) to be written directly; never NULL, also after a failure.
   Follow with aise_output_advance by what was used. */
static inline char *aise_output_reserve(AiseOutput *output, size_t bytes)
{
    if (output->capacity - output->length < bytes)
        aise_output_make_room(output, bytes);
    return output->bytes + output->length;
}
static inline void aise_output_advance(AiseOutput *output, size_t bytes) { output->length += bytes; }
static inline void aise_output_byte(AiseOutput *output, char byte)
{
    *aise_output_reserve(output, 1) = byte;
    output->length++;
}

#endif
