/* Libraries loaded at first need: mapping them costs more than reading a small listing. */
#include "src/base/reading.h"

#include <dlfcn.h>
#include <string.h>

/* RTLD_NODELETE: the second page or archive of a run finds the library mapped. */
void aise_library_open(AiseLibrary *library, AiseReading *reading, const char *file, const AiseCall *call, size_t calls)
{
    if (library->opened == NULL)
        library->opened = dlopen(file, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (library->opened == NULL)
        aise_reading_fail(reading, dlerror());
    for (size_t i = 0; i < calls; i++) {
        void *address = dlsym(library->opened, call[i].name);
        if (address == NULL)
            aise_reading_fail(reading, dlerror());
        memcpy(call[i].address, &address, sizeof address);
    }
}

void aise_library_close(AiseLibrary *library)
{
    if (library->opened != NULL)
        dlclose(library->opened);
    library->opened = NULL;
}
