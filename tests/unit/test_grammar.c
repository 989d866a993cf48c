/* Records: where games begin and end, headers, and that nothing is lost however the text comes in. */
#include "grammar/record.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything read from one text, records one after another. */
typedef struct Reading {
    AiseGuard guard;
    AiseBuffer log;     /* every field of every record and item, for comparing */
    AiseBuffer outline; /* a letter an item, `[` before a record without game, `(` before one with */
    const char *text;   /* to check the tiling against; NULL: not wanted */
    size_t length;
    uint64_t offset, line;
    size_t records, longest;
    bool last;
} Reading;

/* Check's own assertions write to a pipe each time: too slow for every item of every mutation. */
#define EXPECT(condition) \
    do { \
        if (!(condition)) \
            ck_abort_msg("%s", #condition); \
    } while (0)

static const char letters[] = "HGCTB%NPXJM$REcvS";

static size_t blank_length(const char *at, size_t left)
{
    static const char *const blanks[] = {" ", "\t", "\v", "\f", "\r", "\n", "\xC2\xA0", "\xC2\x85", "\xE2\x80\x80", "\xE2\x80\x81",
        "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88",
        "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\x8B", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strlen(blanks[i]) <= left && memcmp(at, blanks[i], strlen(blanks[i])) == 0)
            return strlen(blanks[i]);
    return 0;
}

static void check_blank(const AiseRecord *record, uint32_t from, uint32_t to)
{
    while (from < to) {
        size_t length = blank_length(record->text + from, to - from);
        if (length == 0)
            ck_abort_msg("byte %u of a record lies in no item: %.*s", from, (int)(to - from), record->text + from);
        from += (uint32_t)length;
    }
    EXPECT(from == to);
}

/* Items in order, white space between them, and the record where it says it is. */
static void check_tiling(Reading *r, const AiseRecord *record)
{
    uint32_t at = 0;
    EXPECT(record->offset == r->offset);
    EXPECT(record->line == r->line);
    EXPECT(r->offset + record->length <= r->length);
    EXPECT(memcmp(record->text, r->text + r->offset, record->length) == 0);
    for (size_t i = 0; i < record->count; i++) {
        AiseSpan span = record->items[i].span;
        EXPECT(at <= span.begin);
        EXPECT(span.begin <= span.end);
        EXPECT(span.begin < span.end || record->items[i].kind == AISE_ITEM_BLANK);
        check_blank(record, at, span.begin);
        at = span.end;
    }
    check_blank(record, at, record->length);
    r->offset += record->length;
    for (uint32_t i = 0; i < record->length; i++) {
        char c = record->text[i];
        bool half = c == '\r' && r->offset - record->length + i + 1 < r->length && record->text[i + 1] == '\n';
        r->line += c == '\n' || (c == '\r' && !half);
    }
}

static void collect(void *context, const AiseRecord *record)
{
    Reading *r = context;
    char line[128];
    r->records++;
    if (record->length > r->longest)
        r->longest = record->length;
    EXPECT(!r->last);
    r->last = record->last;
    if (r->text != NULL)
        check_tiling(r, record);
    snprintf(line, sizeof line, "record %llu %llu %u %d %d\n", (unsigned long long)record->offset,
             (unsigned long long)record->line, record->length, record->has_game, record->last);
    aise_buffer_text(&r->log, line);
    aise_buffer_byte(&r->outline, record->has_game ? '(' : '[');
    for (size_t i = 0; i < record->count; i++) {
        AiseItem item = record->items[i];
        snprintf(line, sizeof line, "%u %x %u %u %u-%u\n", item.kind, item.flags, item.extra, item.value, item.span.begin,
                 item.span.end);
        aise_buffer_text(&r->log, line);
        aise_buffer_byte(&r->outline, letters[item.kind]);
    }
}

/* Reads the text in pieces of `step` bytes. */
static void read_text(Reading *r, const char *text, size_t length, size_t step, bool tiling)
{
    memset(r, 0, sizeof *r);
    aise_buffer_init(&r->log, &r->guard);
    aise_buffer_init(&r->outline, &r->guard);
    r->text = tiling ? text : NULL;
    r->length = length;
    r->line = 1;
    EXPECT(setjmp(r->guard.jump) == 0);
    AiseGrammar *g = aise_grammar_new(&r->guard, collect, r);
    for (size_t at = 0; at < length; at += step)
        aise_grammar_feed(g, text + at, length - at < step ? length - at : step);
    aise_grammar_finish(g);
    aise_grammar_free(g);
    EXPECT(r->last);
    if (tiling)
        EXPECT(r->offset == length);
    aise_buffer_byte(&r->outline, '\0');
}

static void forget(Reading *r)
{
    aise_buffer_free(&r->log);
    aise_buffer_free(&r->outline);
}

static void check_outline(const char *text, const char *outline)
{
    Reading r;
    read_text(&r, text, strlen(text), 7, true);
    ck_assert_msg(strcmp(r.outline.bytes, outline) == 0, "%s\n  read as %s\n  not as  %s", text, r.outline.bytes, outline);
    forget(&r);
}

START_TEST(games)
{
    check_outline("DOPPIA MOSSA\n\nA-B (GP94) 1-0\n[Commenti di X]\n1.e4// e6\nbella\n", "[TB(HCNPJPT");
    check_outline("A-B (GP94) 1-0\n1.e4 e5\nC-D (GP94) 1-0\n1.d4\n", "(HNPP(HNP");
    check_outline("A-B (GP94) 1-0\n\nC-D (GP94) 1-0\n1.d4\n", "(HB(HNP");
    check_outline("1.e4 e5\n1.d4 d5\n", "(NPP(NPP");
    check_outline("1.e4 e5 2.Cf3\n1. ... Cf6\n", "(NPPNPNP");
    check_outline("Prosa\n1.e4 e5\nRossi-Bianchi\n\n[Note di X]\n1.d4 d5\n", "[T(NPP(HBCNPP");
    check_outline("CO-SCACCHI\n1.d4 d5\n", "[T(NPP");
    check_outline("[Bianco \"A\"]\nRossi-Bianchi\n1.d4\n", "(GHNP");
    check_outline("A-B (GP94) 1-0\n[Variante \"x\"]\n1.e4\n[Bianco \"C\"]\n1.d4\n", "(HGNP(GNP");
    check_outline("[Variante \"x\"]\n\nA-B (GP94) 1-0\n1.e4\n", "(GBHNP");
    check_outline("[Bianco \"A\"]\n\nprosa\n\nRossi-Bianchi (GP94)\n1.d4\n", "(GBTB(HNP");
    check_outline("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *\n", "(GB(GBNPR");
    check_outline("[White \"a\"]\ntesto\n[White \"b\"]\n1. e4\n", "(GT(GNP");
    check_outline("[White \"a\"]\ntesto\n[Black \"b\"]\n1. e4\n", "(GTGNP");
    check_outline("[White \"a\"]\n\n[White \"b\"]\n1. e4\n", "(GB(GNP");
    check_outline("A-B (GP94) 1-0\n{nota}\n(1.d4)\n??\n1.e4\n", "(HcvMNP");
    check_outline("A-B (GP94)\n1-0\n1.e4\n", "(HRNP");
    check_outline("[White \"a\"]\n*\n1.e4\n", "(GR(NP");
    check_outline("1.e4 e5\n{nota} 1.d4 d5\n", "(NPP(cNPP");
    check_outline("1.e4 e5\n{nota} 2.d4 d5\n", "(NPPcNPP");
    check_outline("3.Cf3 Cc6\n", "[NPP");
    check_outline("1.e4 (1.d4\n1.c4 c5)\n2.Cf3\n", "(NPvNP");
    check_outline("", "[");
}
END_TEST

START_TEST(our_own_pgn)
{
    check_outline("[Event \"Grand Prix AISE 1994\"]\n[Site \"?\"]\n[Result \"0-1\"]\n\n"
                  "1. Nc3 1... Nc6 e6 2. Nf3 e3 2... Bb4 b6 3. a3 axb4 $4 3... Nxb4 Qg5 $1 4. Qe2\n"
                  "Kd1 4... Nxc2 Qf5 $3 {[%aise end=resigns]} 0-1\n\n"
                  "[Event \"?\"]\n\n1. Nb1d2_Pd2f3 1... Qd8_Pd7d3 Qa5E_Pc7E 2. Ra1E bxa8=Q_Pb8b7\n"
                  "Bxg2=P {AISE unparsed: il resto} (2. a4 (2. b4 {x}) b5) *\n",
                  "(GGGBNPNPPNPPNPPNPP$NPP$NPPNPP$cRB(GBNPNPPNPPPcvR");
}
END_TEST

/* What only turn 1 tells to be a heading. */
START_TEST(headings_above_turn_one)
{
    check_outline("Prosa\nBianco: A\nNero: B\n\nData: 3/4/94\n1.e4\n", "[T(TTBTNP");
    check_outline("1.e4 e5\nNero: fine\n\nBianco: C\nNero: D\n1-0\n1.d4\n", "(NPPTB(TTRNP");
    check_outline("A-B (GP94) 1-0\n\nBianco: C\nNero: D\n1.d4\n", "(HB(TTNP");
    check_outline("A-B (GP94) 1-0\nData: 3/4/94\n1.d4\n", "(HTNP");
    check_outline("1.e4 e5\nRossi-Bianchi (corr. 94)\n1.d4\n", "(NPP(HNP");
    check_outline("1.e4 e5\nRossi-Bianchi\n(GP94) 1-0\n1.d4\n", "(NPP(HNP");
    check_outline("1.e4 e5\nRossi-Bianchi\n1-0\n1.d4\n", "(NPP(HRNP");
    check_outline("Rossi-Bianchi (GP94) 1-0 1.e4 e5\n2.d4\n", "(HNPPNP");
}
END_TEST

/* A header that one slip has hurt does not leave its game to the one above (NOTATION 1.4). */
START_TEST(hurt_headers)
{
    check_outline("1.e4 e5\nRossiBianchi (GP94) 1-0\n1.d4\n", "(NPP(TNP");
    check_outline("1.e4 e5\nRossi-Bianchi (GP94 1-0\n1.d4\n", "(NPP(HNP");
    check_outline("1.e4 e5\nRossi-Bianchi (che GP94 1-0\n1.d4\n", "(NPP(TNP");
    check_outline("1.e4 e5\nRossi-Bianchi 1-0 25 mosse\n1.d4\n", "(NPP(HTNP");
    check_outline("1.e4 e5 bella. Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPPT(HNP");
    check_outline("1.e4 e5 bella Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPPT(HNP");
    check_outline("1.e4 e5\nbella Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPP(TNP");
    check_outline("1.e4 e5# Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPP(HNP");
    check_outline("1.e4 e5#Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPT(HNP");
    check_outline("1.e4 e5\nbella.Rossi-Bianchi (GP94) 1-0\n1.d4\n", "(NPPT(HNP");
    check_outline("1.e4 e5\nRossi-Bianchi (GP94) 1-\n01.d4\n2.c4\n", "(NPP(TNPNP");
    check_outline("1.e4 e5\nUna bella partita\n1.d4\n", "(NPPT(NP");
    check_outline("1.e4 e5\nvedi Rossi-Bianchi (GP94)\n2.d4\n", "(NPPTNP");
}
END_TEST

START_TEST(headers)
{
    static const struct {
        const char *line, *white, *black, *event, *date;
        AiseResult result;
        AiseEnd end;
    } cases[] = {
        {"Castelli-De Angelis (GP93) 1-0", "Castelli", "De Angelis", "GP93", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Castelli \xE2\x80\x93 Merola, GP94, 1-0", "Castelli", "Merola", "GP94", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Rossi - Bianchi, Torneo di Arezzo 15.III.94 1-0", "Rossi", "Bianchi", "Torneo di Arezzo", "15.III.94",
         AISE_RESULT_WHITE, AISE_END_NONE},
        {"Rossi-Bianchi 1-0", "Rossi", "Bianchi", "", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Rossi-Verdi - Bianchi \xC2\xBD-\xC2\xBD", "Rossi-Verdi", "Bianchi", "", "", AISE_RESULT_DRAW, AISE_END_NONE},
        {"1. Rossi-Bianchi (GP94) 0:1", "Rossi", "Bianchi", "GP94", "", AISE_RESULT_BLACK, AISE_END_NONE},
        {"Rossi, M. - D'Angelo, G. (GP94) *", "Rossi, M.", "D'Angelo, G.", "GP94", "", AISE_RESULT_UNKNOWN, AISE_END_NONE},
        {"Rossi-Bianchi (Arezzo 1994) 1-0 (forfait)", "Rossi", "Bianchi", "Arezzo 1994", "", AISE_RESULT_WHITE,
         AISE_END_FORFEIT},
        {"Rossi-Bianchi (GP94)", "Rossi", "Bianchi", "GP94", "", AISE_RESULT_NONE, AISE_END_NONE},
        {"Rossi-Bianchi 0-1 (GP94)", "Rossi", "Bianchi", "GP94", "", AISE_RESULT_BLACK, AISE_END_NONE},
        {"Bianco: Rossi, Nero: Verdi (GP94) 1-0", "Rossi", "Verdi", "GP94", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Bianco: Rossi; Nero: Verdi; Torneo: GP94; Risultato: 1-0", "Rossi", "Verdi", "GP94", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Bianco: Rossi  Nero: Verdi  Data: 3/4/94", "Rossi", "Verdi", "", "3/4/94", AISE_RESULT_NONE, AISE_END_NONE},
        {"Rossi-Bianchi [1994] 1-0", "Rossi", "Bianchi", "1994", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"Rossi-Bianchi (GP94, turno 3) +/-", "Rossi", "Bianchi", "GP94", "", AISE_RESULT_WHITE, AISE_END_FORFEIT},
        {"Rossi-Bianchi (GP94) 1-0 [Note di X]", "Rossi", "Bianchi", "GP94", "", AISE_RESULT_WHITE, AISE_END_NONE},
        {"van der Berg-di Marco (GP70) patta", "van der Berg", "di Marco", "GP70", "", AISE_RESULT_DRAW, AISE_END_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        AiseHeader h;
        snprintf(text, sizeof text, "  %s", cases[i].line);
        check_outline(text, "(H");
        aise_header_split(text, (AiseSpan){2, (uint32_t)strlen(text)}, &h);
        const AiseSpan spans[] = {h.white, h.black, h.event, h.date};
        const char *const wanted[] = {cases[i].white, cases[i].black, cases[i].event, cases[i].date};
        for (size_t j = 0; j < 4; j++)
            ck_assert_msg(strlen(wanted[j]) == spans[j].end - spans[j].begin &&
                              memcmp(text + spans[j].begin, wanted[j], strlen(wanted[j])) == 0,
                          "%s: %.*s instead of %s", text, (int)(spans[j].end - spans[j].begin), text + spans[j].begin, wanted[j]);
        ck_assert_int_eq(h.result, cases[i].result);
        ck_assert_int_eq(h.end, cases[i].end);
    }
}
END_TEST

START_TEST(no_headers)
{
    static const char *const lines[] = {
        "Nenad Petrovic (Zagreb-Jugoslavia)", "1\xC2\xB0 Premio - Feenschach 1960", "ETEROCHESS (Fabio Forzoni) page",
        "Italia-Germania 3-1", "Italia-Germania (Coppa) 3-1", "CO-SCACCHI (in inglese)", "Rossi-Bianchi", "Bianco: Rossi", "Bianco: Rossi  Nero: Verdi",
        "La partita Rossi-Bianchi fin\xC3\xAC 1-0", "L'Alfiere - come si vede - (GP94) vince", "Rossi-Bianchi: 1-0",
        "Ulteriori riferimenti: ES49 pag.20, ES75 pag.18-19-20", "3. Der En-Passant-Schlag",
        "Castelli-Merola (GP94) fu una bella partita", "Invito-tutti, in Germania", "Rossi-Bianchi [AC]",
        "Bianco: Rossi  Bianco: Verdi  Nero: Neri", "Nero: Rossi"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check_outline(lines[i], "[T");
}
END_TEST

START_TEST(unclosed_comment)
{
    check_outline("[White \"A\"]\n1.e4 {oops\n2.Ab5\n\n[Event \"x\"]\n1.e4\n", "(GNPcB(GNP");
    check_outline("A-B (GP94) 1-0\n1.e4 {oops\n\nC-D (GP95)\n[Note di X]\n1.d4\n", "(HNPcB(HCNP");
    check_outline("1.e4 {oops\n2.d4\n\nDOPPIA MOSSA\n\nC-D (GP95)\n1.d4 {oh\n\nfine\n", "(NPcBTB(HNPcBT");
    check_outline("A-B (GP94) 1-0\n1.e4 (oops\n2.d4\n\nC-D (GP95)\n1.d4\n", "(HNPvNPB(HNP");
    check_outline("[White \"A\"]\n1.e4 {oops\n\n[White \"C\"]\n[Black \"D\"]\n1.e4\n", "(GNPcB(GGNP");
}
END_TEST

/* ---- lossless, and the same however it comes ---- */

static void check_text(const char *text, size_t length)
{
    static const size_t steps[] = {1, 3, 64, 4096};
    Reading whole, parts;
    read_text(&whole, text, length, length + 1, true);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        read_text(&parts, text, length, steps[i], false);
        if (whole.log.length != parts.log.length || memcmp(whole.log.bytes, parts.log.bytes, whole.log.length) != 0)
            ck_abort_msg("pieces of %zu bytes read differently: %.*s", steps[i], (int)length, text);
        forget(&parts);
    }
    forget(&whole);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Bytes changed, dropped, doubled and brought from elsewhere in the text. */
static void check_mutations(const char *text, size_t length, unsigned rounds, uint32_t seed)
{
    static const char bytes[] = "{}()[]\"\r\n\n;/,.%1-:Ee\xE2\x80\xC2\xA8\x85 ";
    char *copy = malloc(2 * length + 64);
    for (unsigned round = 0; round < rounds; round++) {
        size_t n = length;
        memcpy(copy, text, length);
        for (unsigned change = next_random(&seed) % 8 + 1; change > 0 && n > 0; change--) {
            size_t at = next_random(&seed) % n, from = next_random(&seed) % n, some = next_random(&seed) % 40;
            some = some < n - at ? some : n - at;
            some = some < n - from ? some : n - from;
            switch (next_random(&seed) % 4) {
            case 0:
                copy[at] = (char)next_random(&seed);
                break;
            case 1:
                copy[at] = bytes[next_random(&seed) % sizeof bytes];
                break;
            case 2:
                memmove(copy + at, copy + at + some, n - at - some);
                n -= some;
                break;
            default:
                memmove(copy + at, copy + from, some);
            }
        }
        check_text(copy, n);
    }
    free(copy);
}

static const char sample[] =
    "DOPPIA MOSSA\r\n\r\nCastelli-Merola (GP94) 1-0\r\n[Commenti di A. Castelli]\r\n1.Cc3// Cc6/e6\r\n"
    "3.Aa6/A:c8 D:c8/Ad6 ??\r\nOvviamente non \xC3\xA8 il seguito (corretto).\r\n4. ... Cf6/C:e4 {nota\r\nsu due righe} \r\n"
    "5.C:f7/Dg4 !! Abbandona\r\n(5.d4 (5.c4) e5\r\nRossi \xE2\x80\x93 Bianchi\r1.e4 e5\r\r"
    "[Event \"Prova \\\"A\\\"\"]\n[White \"a\"] [Black \"b\"]\n% fuga\n1. e4 e5 ; nota\n2. Nf3 $1 (2. d4\nexd4) Nc6\nBb5 a6 1/2-1/2\n";

START_TEST(lossless)
{
    check_text(sample, sizeof sample - 1);
    check_mutations(sample, sizeof sample - 1, 1500, 1);
}
END_TEST

static void check_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[512];
        static char text[64 * 1024];
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (file == NULL)
            continue;
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        check_text(text, length);
        check_mutations(text, length, 10, (uint32_t)length + 1);
    }
    closedir(dir);
}

START_TEST(lossless_files)
{
    check_folder("../shared/listings");
    check_folder("../shared/cases");
}
END_TEST

/* ---- size ---- */

/* `unit` repeated to `length` bytes, after `front`; returns the longest record. */
static size_t read_repeated(const char *front, const char *unit, size_t length, size_t *records)
{
    Reading r;
    size_t start = strlen(front), size = strlen(unit);
    char *text = malloc(length);
    memcpy(text, front, start);
    for (size_t i = start; i < length; i++)
        text[i] = unit[(i - start) % size];
    read_text(&r, text, length, length, true);
    *records = r.records;
    size_t longest = r.longest;
    forget(&r);
    free(text);
    return longest;
}

START_TEST(long_texts)
{
    const size_t MiB = 1024 * 1024;
    size_t records;
    ck_assert_uint_le(read_repeated("A-B (GP94) 1-0\n1.e4\n", "prosa senza fine ", 6 * MiB, &records), 3 * MiB);
    ck_assert_uint_ge(records, 3);
    ck_assert_uint_le(read_repeated("", "a", 6 * MiB, &records), 3 * MiB);
    ck_assert_uint_le(read_repeated("1.e4 {", "nota\n", 6 * MiB, &records), 3 * MiB);
    ck_assert_uint_le(read_repeated("1.e4 ", " ", 6 * MiB, &records), 7 * MiB);
    ck_assert_uint_le(read_repeated("", "e4 e5\n", 4 * MiB, &records), 2 * MiB);
    ck_assert_uint_eq(read_repeated("1.e4\n", "e4 e5\n", 4 * MiB, &records), 4 * MiB);
    ck_assert_uint_eq(records, 1);
    ck_assert_uint_eq(read_repeated("1.e4 ", "Cf3 Cc6 ", 4 * MiB, &records), 4 * MiB);
    ck_assert_uint_eq(records, 1);
    read_repeated("1.e4\n", "1.e4 {", 2 * MiB, &records);
    read_repeated("1.e4\n", "1.e4 (\n", 2 * MiB, &records);
    read_repeated("1.e4\n", "((((((((", 2 * MiB, &records);
    read_repeated("1.e4\n", "A-B (GP94)\n\n", 2 * MiB, &records);
    read_repeated("1.e4 {\n", "A-B\n1. \n", 1 * MiB, &records);
}
END_TEST

Suite *grammar_suite(void);
Suite *grammar_suite(void)
{
    Suite *suite = suite_create("grammar");
    TCase *tests = tcase_create("records");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, games);
    tcase_add_test(tests, our_own_pgn);
    tcase_add_test(tests, headings_above_turn_one);
    tcase_add_test(tests, hurt_headers);
    tcase_add_test(tests, headers);
    tcase_add_test(tests, no_headers);
    tcase_add_test(tests, unclosed_comment);
    tcase_add_test(tests, lossless);
    tcase_add_test(tests, lossless_files);
    tcase_add_test(tests, long_texts);
    suite_add_tcase(suite, tests);
    return suite;
}
