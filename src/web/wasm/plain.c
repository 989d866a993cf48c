/* Inputs that a page does not read: whatever is pasted is text, and shown as it stands. */
#include "src/base/reading.h"

bool aise_html_looks(const char *text, size_t length)
{
    (void)text;
    (void)length;
    return false;
}

void aise_html_open(AiseReading *reading)
{
    aise_reading_fail(reading, "no HTML here");
}

void aise_html_feed(AiseHtml *html, const char *text, size_t length)
{
    (void)html;
    (void)text;
    (void)length;
}

void aise_html_end(AiseHtml *html)
{
    (void)html;
}

void aise_html_close(AiseHtml *html)
{
    (void)html;
}

void aise_library_close(AiseLibrary *library)
{
    (void)library;
}

void aise_archive_read(AiseReading *reading, AiseForm form)
{
    (void)form;
    aise_reading_fail(reading, "no archives here");
}

void aise_archive_close(AiseReading *reading)
{
    (void)reading;
}

void aise_archive_remember_start(AiseReading *reading)
{
    (void)reading;
}
