/* The report as one page that stands alone: the table, and the damaged games with the board where they broke, which can
   be sorted and sifted. What comes from the listings is escaped; the boards need no script. */
#include "src/verify/report.h"

#include <string.h>

typedef struct Page {
    AiseOutput *output;
    AiseTally *tally;
    bool italian;
} Page;

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline';"
    "script-src 'unsafe-inline'\">\n<title>aise verify</title>\n<style>\n"
    ":root{color-scheme:light dark;--line:#8886;--soft:#8882;--bad:#c22}\n"
    "body{font:16px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:75rem;padding:0 1rem}\n"
    "table{border-collapse:collapse;width:100%}\nth,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);"
    "text-align:left;vertical-align:top}\n"
    "th button{all:unset;cursor:pointer;font-weight:600}\nth button:focus-visible{outline:2px solid}\n"
    "th[aria-sort=ascending] button::after{content:' \\25b2'}\nth[aria-sort=descending] button::after{content:' \\25bc'}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums}\n.board{display:grid;grid-template-columns:repeat(8,1.5em);"
    "grid-auto-rows:1.5em;border:1px solid var(--line);width:max-content}\n.board i{font:1.15em/1.3 sans-serif;"
    "text-align:center}\n.board :is(:nth-child(16n+2),:nth-child(16n+4),:nth-child(16n+6),:nth-child(16n+8),"
    ":nth-child(16n+9),:nth-child(16n+11),:nth-child(16n+13),:nth-child(16n+15)){background:var(--line)}\n.quote{font:.85rem/1.4 monospace;margin:.3rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;"
    "background:var(--soft);padding:.2rem .4rem}\nmark{background:none;color:var(--bad);font-weight:700;"
    "text-decoration:underline wavy var(--bad)}\n.sift{display:flex;gap:.6rem;flex-wrap:wrap;margin:.8rem 0}\n"
    ".sift input{flex:1 1 16rem}\n.sift input,.sift select{font:inherit;padding:.25rem .4rem}\n"
    ".state{font-size:.8rem;overflow-wrap:anywhere}\n@media print{.sift{display:none}}\n</style>\n</head>\n<body>\n"
    "<h1>aise verify</h1>\n";

/* Sorting is stable, numbers by value; sifting by words anywhere in a row, by variant and by code. */
static const char script[] =
    "<script>\n'use strict';\n"
    "const table=document.getElementById('damaged'),body=table&&table.tBodies[0];\n"
    "if(table){const heads=[...table.tHead.rows[0].cells],rows=[...body.rows];\n"
    "const key=(row,i)=>row.cells[i].dataset.key??row.cells[i].textContent;\n"
    "heads.forEach((head,i)=>{const button=head.querySelector('button');if(!button)return;\n"
    "button.addEventListener('click',()=>{const down=head.getAttribute('aria-sort')==='ascending';\n"
    "heads.forEach(h=>h.removeAttribute('aria-sort'));\n"
    "head.setAttribute('aria-sort',down?'descending':'ascending');\n"
    "const number=head.classList.contains('n');\n"
    "rows.sort((a,b)=>{const x=key(a,i),y=key(b,i);\n"
    "return (number?x-y:x.localeCompare(y,undefined,{numeric:true}))*(down?-1:1)});\n"
    "body.append(...rows)})});\n"
    "const words=document.getElementById('words'),variant=document.getElementById('variant'),\n"
    "code=document.getElementById('code'),shown=document.getElementById('shown');\n"
    "const fill=(select,i)=>[...new Set(rows.map(r=>key(r,i)))].sort().forEach(v=>select.add(new Option(v)));\n"
    "fill(variant,2);fill(code,4);\n"
    "const sift=()=>{const want=words.value.toLocaleLowerCase().split(/\\s+/);let count=0;\n"
    "for(const row of rows){const text=row.textContent.toLocaleLowerCase();\n"
    "row.hidden=!(want.every(w=>text.includes(w))&&(!variant.value||key(row,2)===variant.value)&&\n"
    "(!code.value||key(row,4)===code.value));if(!row.hidden)count++}\n"
    "shown.textContent=count+' / '+rows.length};\n"
    "for(const field of [words,variant,code])field.addEventListener('input',sift);sift()}\n"
    "</script>\n</body>\n</html>\n";

static void say_escaped(AiseOutput *output, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '&':
            aise_say(output, "&amp;");
            break;
        case '<':
            aise_say(output, "&lt;");
            break;
        case '>':
            aise_say(output, "&gt;");
            break;
        case '"':
            aise_say(output, "&quot;");
            break;
        default:
            aise_output_byte(output, (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i]);
        }
    }
}

static void say_html(AiseOutput *output, const char *text)
{
    say_escaped(output, text, strlen(text));
}

static const char *word(const Page *page, const char *english, const char *italian)
{
    return page->italian ? italian : english;
}

/* ---- the tables of numbers ---- */

static void write_cell(AiseOutput *output, uint64_t number)
{
    aise_say(output, "<td class=\"n\">");
    aise_say_number(output, number);
    aise_say(output, "</td>");
}

static void write_row(AiseOutput *output, const char *name, const AiseTallyRow *row)
{
    aise_say(output, "<tr><td>");
    say_html(output, name);
    aise_say(output, "</td>");
    write_cell(output, row->games);
    write_cell(output, row->plies);
    write_cell(output, row->ok);
    write_cell(output, row->damaged);
    write_cell(output, row->empty);
    aise_say(output, "</tr>\n");
}

static void write_table(const Page *page)
{
    AiseOutput *output = page->output;
    const AiseCounts *counts = &page->tally->counts;
    aise_say(output, word(page,
                          "<table>\n<thead><tr><th>variant</th><th class=\"n\">games</th><th class=\"n\">plies</th>"
                          "<th class=\"n\">ok</th><th class=\"n\">damaged</th><th class=\"n\">empty</th></tr></thead>\n",
                          "<table>\n<thead><tr><th>variante</th><th class=\"n\">partite</th>"
                          "<th class=\"n\">semimosse</th><th class=\"n\">sane</th><th class=\"n\">guaste</th>"
                          "<th class=\"n\">vuote</th></tr></thead>\n"));
    for (unsigned i = 0; aise_variants[i] != NULL; i++)
        if (counts->row[i].games > 0)
            write_row(output, aise_variants[i]->id, &counts->row[i]);
    AiseTallyRow total = aise_counts_total(counts);
    write_row(output, word(page, "total", "totale"), &total);
    aise_say(output, "</table>\n");
}

static void write_finding(void *context, AiseCode code, AiseSeverity severity, uint64_t count)
{
    const Page *page = context;
    AiseOutput *output = page->output;
    aise_say(output, "<tr><td>");
    say_html(output, aise_severity_name(severity, page->italian ? AISE_ITALIAN : AISE_ENGLISH));
    aise_say(output, "</td><td>");
    say_html(output, aise_code_name(code));
    aise_say(output, "</td>");
    write_cell(output, count);
    aise_say(output, "</tr>\n");
}

static void write_findings(Page *page)
{
    aise_say(page->output, word(page, "<h2>Findings</h2>\n<table>\n", "<h2>Rilievi</h2>\n<table>\n"));
    aise_each_finding(&page->tally->counts, write_finding, page);
    aise_say(page->output, "</table>\n");
}

static void write_players(AiseOutput *output, const AiseLogGame *game)
{
    say_html(output, game->text[AISE_LOG_WHITE]);
    aise_say(output, "–");
    say_html(output, game->text[AISE_LOG_BLACK]);
}

static void write_place(AiseOutput *output, const AiseLogGame *game)
{
    say_html(output, game->source);
    aise_say(output, ":");
    aise_say_number(output, game->head.line);
}

static bool write_pairs(const Page *page, AiseSorter *pairs, const char *title)
{
    AisePairReader reader;
    bool any = false;
    aise_pairs_open(&reader, page->tally, pairs);
    while (aise_pairs_next(&reader)) {
        aise_say(page->output, any ? "" : title);
        any = true;
        aise_say(page->output, "<tr><td>");
        write_place(page->output, &reader.game);
        aise_say(page->output, "</td><td>");
        write_players(page->output, &reader.game);
        aise_say(page->output, "</td><td>");
        say_html(page->output, aise_variants[reader.game.head.variant]->id);
        aise_say(page->output, "</td>");
        write_cell(page->output, reader.game.head.plies);
        aise_say(page->output, "<td>");
        write_place(page->output, &reader.other);
        aise_say(page->output, "</td>");
        write_cell(page->output, reader.other.head.plies);
        aise_say(page->output, "</tr>\n");
    }
    aise_say(page->output, any ? "</table>\n" : "");
    return aise_pairs_close(&reader);
}

/* ---- damaged games ---- */

static const char *man_text(char letter)
{
    static const char letters[] = "KQRBNPkqrbnp";
    static const char *const men[] = {"♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟\xef\xb8\x8e"};
    const char *at = strchr(letters, letter);
    return at != NULL && letter != '\0' ? men[at - letters] : "?";
}

/* The placement of a FEN, square by square from a8. */
static void write_board(AiseOutput *output, const char *fen)
{
    aise_say(output, "<div class=\"board\" role=\"img\" aria-label=\"");
    say_html(output, fen);
    aise_say(output, "\">");
    for (; *fen != '\0' && *fen != ' '; fen++) {
        for (int i = *fen >= '1' && *fen <= '8' ? *fen - '0' : 0; i > 0; i--)
            aise_say(output, "<i></i>");
        if (*fen == '/' || (*fen >= '0' && *fen <= '9'))
            continue;
        aise_say(output, "<i>");
        aise_say(output, man_text(*fen));
        aise_say(output, "</i>");
    }
    aise_say(output, "</div>");
}

/* The byte at which a character begins, counted from 0; the end where there are fewer. */
static size_t character_at(const char *text, uint64_t character)
{
    size_t at = 0;
    for (; text[at] != '\0'; at++)
        if (((unsigned char)text[at] & 0xc0) != 0x80 && character-- == 0)
            break;
    return at;
}

/* The line the finding stands on, the place marked. */
static void write_quote(AiseOutput *output, const AiseLogGame *game)
{
    const char *line = game->text[AISE_LOG_QUOTE];
    if (*line == '\0')
        return;
    size_t begin = character_at(line, game->head.caret > 0 ? game->head.caret - 1 : 0);
    size_t end = begin + character_at(line + begin, game->head.fault_length > 0 ? game->head.fault_length : 1);
    aise_say(output, "<div class=\"quote\">");
    say_escaped(output, line, begin);
    aise_say(output, "<mark>");
    say_escaped(output, line + begin, end - begin);
    aise_say(output, "</mark>");
    say_html(output, line + end);
    aise_say(output, "</div>");
}

static void write_damaged_game(const Page *page, const AiseLogGame *game)
{
    AiseOutput *output = page->output;
    aise_say(output, "<tr><td>");
    write_place(output, game);
    aise_say(output, "</td><td>");
    write_players(output, game);
    aise_say(output, "</td><td>");
    say_html(output, aise_variants[game->head.variant]->id);
    aise_say(output, "</td>");
    write_cell(output, game->head.plies);
    aise_say(output, "<td>");
    say_html(output, game->text[AISE_LOG_CODE]);
    aise_say(output, "</td><td>");
    if (game->head.fault_line > 0) {
        aise_say_number(output, game->head.fault_line);
        aise_say(output, ":");
        aise_say_number(output, game->head.fault_column);
        aise_say(output, ": ");
    }
    say_html(output, game->text[AISE_LOG_MESSAGE]);
    write_quote(output, game);
    aise_say(output, "</td><td>");
    write_board(output, game->text[AISE_LOG_BOARD]);
    const char *mover = strchr(game->text[AISE_LOG_BOARD], ' ');
    aise_say(output, mover != NULL && mover[1] == 'b' ? word(page, "Black to move", "muove il Nero")
                                                      : word(page, "White to move", "muove il Bianco"));
    if (game->head.length[AISE_LOG_STATE] > 0) {
        aise_say(output, "<div class=\"state\">");
        say_html(output, game->text[AISE_LOG_STATE]);
        aise_say(output, "</div>");
    }
    aise_say(output, "</td></tr>\n");
}

static void write_damaged_head(const Page *page)
{
    static const char *const english[] = {"place", "players", "variant", "sound plies", "code", "finding", "board"};
    static const char *const italian[] = {"luogo", "giocatori", "variante", "semimosse sane", "codice", "rilievo",
                                          "scacchiera"};
    AiseOutput *output = page->output;
    aise_say(output, word(page, "<h2>Damaged games <span id=\"shown\"></span></h2>\n<div class=\"sift\">"
                                "<input id=\"words\" type=\"search\" placeholder=\"words\" aria-label=\"words\">"
                                "<select id=\"variant\" aria-label=\"variant\"><option value=\"\">all variants</option>"
                                "</select><select id=\"code\" aria-label=\"code\"><option value=\"\">all codes</option>"
                                "</select></div>\n",
                          "<h2>Partite guaste <span id=\"shown\"></span></h2>\n<div class=\"sift\">"
                          "<input id=\"words\" type=\"search\" placeholder=\"parole\" aria-label=\"parole\">"
                          "<select id=\"variant\" aria-label=\"variante\"><option value=\"\">tutte le varianti</option>"
                          "</select><select id=\"code\" aria-label=\"codice\"><option value=\"\">tutti i codici</option>"
                          "</select></div>\n"));
    aise_say(output, "<table id=\"damaged\">\n<thead><tr>");
    for (unsigned i = 0; i < sizeof english / sizeof *english; i++) {
        aise_say(output, i == 3 ? "<th class=\"n\">" : "<th>");
        aise_say(output, i < 6 ? "<button type=\"button\">" : "");
        aise_say(output, word(page, english[i], italian[i]));
        aise_say(output, i < 6 ? "</button></th>" : "</th>");
    }
    aise_say(output, "</tr></thead>\n<tbody>\n");
}

static bool write_damaged(const Page *page)
{
    AiseDamagedReader reader;
    AiseLogGame game;
    if (aise_sorter_count(page->tally->damaged) == 0)
        return true;
    write_damaged_head(page);
    aise_damaged_open(&reader, page->tally);
    while (aise_damaged_next(&reader, &game))
        write_damaged_game(page, &game);
    aise_say(page->output, "</tbody>\n</table>\n");
    return aise_damaged_close(&reader);
}

static void write_head(const Page *page)
{
    const char *language = strstr(head, "%s");
    aise_output_text(page->output, head, (size_t)(language - head));
    aise_say(page->output, word(page, "en", "it"));
    aise_say(page->output, language + 2);
}

AiseStatus aise_report_html(AiseOutput *output, AiseTally *tally)
{
    Page page = {output, tally, tally->language == AISE_ITALIAN};
    write_head(&page);
    write_table(&page);
    write_findings(&page);
    bool good = write_damaged(&page) &&
                write_pairs(&page, tally->twins,
                            word(&page, "<h2>Duplicates</h2>\n<table>\n", "<h2>Doppioni</h2>\n<table>\n")) &&
                write_pairs(&page, tally->beginnings, word(&page, "<h2>Beginnings of other games</h2>\n<table>\n",
                                                           "<h2>Inizi di altre partite</h2>\n<table>\n"));
    aise_say(output, script);
    return good ? aise_output_status(output) : aise_tally_fail(tally, AISE_STATUS_READ, "temporary file");
}
