/* WebAssembly has no longjmp: whatever raises ends the module. The page notices, says so and starts another. */
#ifndef AISE_WEB_SETJMP_H
#define AISE_WEB_SETJMP_H

typedef char jmp_buf[1];
#define setjmp(buffer) ((void)(buffer), 0)
#define longjmp(buffer, value) ((void)(buffer), (void)(value), __builtin_trap())

#endif
