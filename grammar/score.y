/* One superset grammar for all variants. What it decides is where a game begins; what stands between two beginnings is
   one record. Separators keep their places and have no meaning here, so no text is an error. */
%define api.pure full
%define api.push-pull push
%define api.prefix {aise_score_}
%define api.token.prefix {AISE_TOKEN_}
%define api.token.raw
%define api.value.type {AiseSign}
%define api.location.type {AisePlace}
%define parse.error custom
%locations
%expect 0
%param {AiseGrammar *g}

%code requires {
#include "grammar/reader.h"
}

%code {
/* An item's place is its token's; no rule needs the place of more. */
#define YYLLOC_DEFAULT(current, rhs, n) ((current) = YYRHSLOC(rhs, (n) != 0))

static void yyerror(const AisePlace *place, AiseGrammar *g, const char *message);
}

%token HEADER "header" TAG "tag" CREDIT "credit" TEXT "prose" BLANK "empty line" ESCAPE "% line"
%token FIRST "turn 1" NUMBER "turn number" PLY "ply" PLIES "plies" BAD_PLY "broken ply" JOIN "separator" MARK "mark" NAG "NAG"
%token RESULT "result" END "end word" COMMENT "comment" VARIATION "variation" SKIPPED "stray bytes"
%token UNPARSED "unparsed rest" CUT "cut"

%%

text: any;

/* The text so far, by what it ends in. */
any: outside | roster | noted | headed | remarked | score;

/* Before the first game, or after a stretch of text too long to be a game's. */
outside
  : %empty
  | outside note
  | outside TEXT      { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  | outside move
  | outside remark
  | outside ending
  | any CUT           { aise_record_cut(g, @2); }
  ;

/* Tags. */
roster
  : closed TAG        { aise_record_open(g, @2); aise_record_tag(g, @2, false); aise_record_add(g, AISE_ITEM_TAG, $2, @2); }
  | roster TAG        { aise_record_tag(g, @2, false); aise_record_add(g, AISE_ITEM_TAG, $2, @2); }
  | noted TAG         { aise_record_tag(g, @2, true); aise_record_add(g, AISE_ITEM_TAG, $2, @2); }
  | roster note
  | roster remark
  ;

/* Tags, then text. */
noted
  : roster TEXT       { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  | noted TEXT        { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  | noted note
  | noted remark
  ;

/* A header, perhaps with tags before or after it. */
headed
  : named HEADER      { aise_record_open(g, @2); aise_record_add(g, AISE_ITEM_HEADER, $2, @2); g->has_header = true; }
  | tagged HEADER     { aise_record_header(g, @2); aise_record_add(g, AISE_ITEM_HEADER, $2, @2); g->has_header = true; }
  | headed TAG        { aise_record_tag(g, @2, false); aise_record_add(g, AISE_ITEM_TAG, $2, @2); }
  | headed note
  | headed remark
  | headed ending
  ;

/* A header, then text. */
remarked
  : headed TEXT       { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  | remarked TEXT     { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  | remarked note
  | remarked remark
  | remarked ending
  ;

/* Moves, and whatever stands between and after them. */
score
  : outside FIRST     { aise_record_first(g, $2, @2, true); aise_record_add(g, AISE_ITEM_NUMBER, $2, @2); }
  | front FIRST       { aise_record_first(g, $2, @2, false); aise_record_add(g, AISE_ITEM_NUMBER, $2, @2); }
  | front move
  | tagged ending
  | score FIRST       { aise_record_first(g, $2, @2, true); aise_record_add(g, AISE_ITEM_NUMBER, $2, @2); }
  | score PLIES       { aise_record_run(g, $2, @2); }
  | score PLY         { aise_record_move(g, AISE_ITEM_PLY, $2, @2); }
  | score NUMBER      { aise_record_move(g, AISE_ITEM_NUMBER, $2, @2); }
  | score JOIN        { aise_record_move(g, AISE_ITEM_JOIN, $2, @2); }
  | score UNPARSED    { aise_record_add(g, AISE_ITEM_COMMENT, $2, @2); }
  | score BAD_PLY     { aise_record_add_other(g, AISE_ITEM_BAD_PLY, $2, @2); }
  | score sign
  | score ending
  | score note
  | score TEXT        { aise_record_add_other(g, AISE_ITEM_TEXT, $2, @2); }
  ;

/* What a tag ends, what a header ends, what it completes, what moves follow. */
closed: outside | remarked | score;
named: outside | headed | remarked | score;
tagged: roster | noted;
front: roster | noted | headed | remarked;

note
  : CREDIT            { aise_record_add(g, AISE_ITEM_CREDIT, $1, @1); }
  | BLANK             { aise_record_add(g, AISE_ITEM_BLANK, $1, @1); }
  | ESCAPE            { aise_record_add(g, AISE_ITEM_ESCAPE, $1, @1); }
  ;

/* Nine items in ten are plies, numbers and separators on a line of moves: a run of them is one token. */
move
  : PLIES             { aise_record_add_run(g, $1); }
  | PLY               { aise_record_add(g, AISE_ITEM_PLY, $1, @1); }
  | NUMBER            { aise_record_add(g, AISE_ITEM_NUMBER, $1, @1); }
  | BAD_PLY           { aise_record_add_other(g, AISE_ITEM_BAD_PLY, $1, @1); }
  | UNPARSED          { aise_record_add(g, AISE_ITEM_COMMENT, $1, @1); }
  ;

/* Does not begin the moves. */
remark
  : JOIN              { aise_record_add(g, AISE_ITEM_JOIN, $1, @1); }
  | sign
  ;

sign
  : MARK              { aise_record_add(g, AISE_ITEM_MARK, $1, @1); }
  | NAG               { aise_record_add(g, AISE_ITEM_NAG, $1, @1); }
  | COMMENT           { aise_record_add(g, AISE_ITEM_COMMENT, $1, @1); }
  | VARIATION         { aise_record_add(g, AISE_ITEM_VARIATION, $1, @1); }
  | SKIPPED           { aise_record_add_other(g, AISE_ITEM_SKIPPED, $1, @1); }
  ;

/* Behind a header, and before any move, it belongs to it. */
ending
  : RESULT            { aise_record_add(g, AISE_ITEM_RESULT, $1, @1); }
  | END               { aise_record_add(g, AISE_ITEM_END, $1, @1); }
  ;

%%

/* Every token may follow every other. Should one ever not, its bytes stay visible as stray ones. */
static int yyreport_syntax_error(const yypcontext_t *context, AiseGrammar *g)
{
    (void)yypcontext_expected_tokens; /* all are */
    aise_record_add_other(g, AISE_ITEM_SKIPPED, 0, *yypcontext_location(context));
    return 0;
}

/* The only other thing that may go wrong is the parser's stack. */
static void yyerror(const AisePlace *place, AiseGrammar *g, const char *message)
{
    (void)place;
    (void)message;
    aise_guard_raise(g->guard, AISE_ERROR_MEMORY);
}
