/* Replays raw records into games and hands them on. */
#ifndef AISE_REPLAY_REPLAY_H
#define AISE_REPLAY_REPLAY_H

#include "src/replay/game.h"
#include "src/replay/play.h"

/* Where the original text stands when the decoded text is not the original (HTML): sorted by offset. */
typedef struct AisePlace {
    uint64_t offset; /* bytes of decoded text */
    uint64_t line, column;
} AisePlace;

typedef struct AiseReplaySink {
    void *context;
    void (*game)(void *context, const AiseGame *game);
    void (*outside)(void *context, const AiseFinding *finding); /* a finding outside games */
} AiseReplaySink;

/* A correction that lets a damaged game go on, for the finding of its break. */
typedef struct AiseProposal {
    AiseSpan span;    /* of the record's text, replaced by: */
    const char *text;
    uint32_t slip;    /* tenths of a nat that the slip is less likely than none */
    uint32_t cost;    /* with what is odd in the game then */
    bool whole;       /* the game replays to its end then */
} AiseProposal;

typedef struct AiseRepair AiseRepair; /* repair.h */

typedef struct AiseReplay {
    AiseGuard *guard;
    AiseReplaySink sink;
    const AiseVariant *forced; /* --variant */
    bool repair;
    bool variations;

    AiseArena arena; /* of the game at hand */
    AisePlay plays[2];
    AisePlay *play;  /* the game's, so far */
    AisePlay *trial; /* other variants and letters, when they must be tried */
    const AiseVariant *usual_of; /* whose usual start is in `usual`; NULL: none yet */
    AisePosition usual;
    AiseBuffer comment;
    AiseBuffer scratch;
    AiseGrammar *inner; /* reads a note; freed here when a failed allocation cuts it short */

    /* context from line to line */
    const char *source;
    size_t game_number;
    const AiseVariant *title; /* of the last title line */
    AiseBuffer annotator;     /* of the last credit standing alone */
    uint64_t stretch_first, stretch_last; /* lines outside games not yet told, 0 none */
    uint64_t stretch_lines;
    uint64_t lines; /* ends of line of the text, once its last record was read */

    AisePlace *place;
    size_t places, place_capacity;

    /* the game at hand */
    AisePosition start;
    bool set_up;
    AiseProposal proposal[AISE_FIXES_MAX]; /* best first */
    unsigned proposals;
    AiseRepair *mender; /* made when first needed */
    AiseFinding *finding;
    size_t findings, finding_capacity;
} AiseReplay;

void aise_replay_init(AiseReplay *r, AiseGuard *guard, const AiseReplaySink *sink);
void aise_replay_free(AiseReplay *r);
/* A new text: forgets titles, credits, places and the count of games. */
void aise_replay_begin(AiseReplay *r, const char *source);
void aise_replay_place(AiseReplay *r, uint64_t offset, uint64_t line, uint64_t column);
void aise_replay_record(AiseReplay *r, const AiseRecord *record);
/* The text is over: tells the last stretch outside games. */
void aise_replay_end(AiseReplay *r);

/* ---- one text read by several replays ---- */

/* What goes from record to record. */
typedef struct AiseReplayContext {
    const AiseVariant *title;
    size_t game_number;
    uint64_t stretch_first, stretch_last, stretch_lines;
    AiseBuffer annotator;
} AiseReplayContext;

void aise_context_init(AiseReplayContext *context);
void aise_context_free(AiseReplayContext *context);
/* Copies; memory is the replay's guard's business. */
void aise_context_take(AiseReplayContext *context, const AiseReplay *r);
void aise_context_set(AiseReplay *r, const AiseReplayContext *context);
bool aise_context_same(const AiseReplayContext *a, const AiseReplayContext *b);
/* What was foreseen as `guess` turned out to be `truth`: mends what was foreseen further on from that guess. */
void aise_context_mend(AiseReplayContext *later, const AiseReplayContext *guess, const AiseReplayContext *truth,
                       AiseGuard *guard);
/* Brings the context behind the record by its shape alone, without playing it: right but where the play finds that what
   looks like moves is talk. Tells nothing. */
void aise_replay_foresee(AiseReplay *r, const AiseRecord *record);

/* ---- between the files of this folder ---- */

/* Where the text of a game ends whose moves end before item `moves_end`: behind the closing comment, if an empty line, a
   title or another game bounds it. */
size_t aise_closing_find(const AiseRecord *record, size_t moves_end);
/* Places before the record are behind us; the last of them still holds at its start. */
void aise_places_forget(AiseReplay *r, const AiseRecord *record);

typedef enum AiseHeadingMark {
    AISE_HEADING_TAKEN = 1, /* a line of text that was understood: no comment */
    AISE_HEADING_LEFT       /* a tag that was not: left to the comment */
} AiseHeadingMark;

/* Control characters left out of a game's text. */
typedef struct AiseDropped {
    unsigned count;
    uint32_t first; /* where the first stood in the record's text */
} AiseDropped;

static inline bool aise_is_control(char c)
{
    return ((unsigned char)c < ' ' && (c < '\t' || c > '\r')) || c == 0x7f;
}

/* What of the text may stand in a tag next: a byte, a space for what parts lines, or '\0' for nothing. `bytes`: it came of. */
char aise_tag_byte(const char *text, size_t left, size_t *bytes);

static inline void aise_drop_control(AiseDropped *dropped, uint32_t at)
{
    if (dropped->count++ == 0 || at < dropped->first)
        dropped->first = at;
}

/* What a record says before its first move. */
typedef struct AiseHeading {
    size_t first;        /* first item of the moves, or the record's count */
    size_t refused;      /* the same, when the start position is refused and `first` is the record's count; else 0 */
    AiseTag *tags;       /* without Result */
    size_t tag_count;
    const AiseVariant *variant; /* from a tag or a title in the heading; NULL if none */
    const char *fen;     /* NULL when absent */
    const char *state;
    AiseSpan fen_span, state_span; /* of their values */
    AiseResult result;   /* of header or tag */
    AiseSpan result_span;
    AiseEnd end;
    unsigned end_who;    /* as the extra of an AISE_ITEM_END */
    AiseSpan end_span;
    bool has_tags;       /* PGN-style tags stand in it */
    bool english_tags;
    bool has_header;
    bool viewer;         /* of dialect `viewer` */
    uint8_t *mark;       /* AiseHeadingMark per item; NULL: none is marked */
    AiseDropped dropped; /* of the tags */
} AiseHeading;

typedef enum AiseTold {
    AISE_TOLD_NOTHING, /* to be read as it stands */
    AISE_TOLD_GAME,    /* `out` is the game, of our own dialect; it lives in the arena */
    AISE_TOLD_PIECE    /* one position of a series */
} AiseTold;

/* A record of dialect `viewer`: the game that its comments tell of. */
AiseTold aise_told_read(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AiseRecord *out);

void aise_heading_read(AiseReplay *r, const AiseRecord *record, AiseHeading *out);
/* Where the heading of a record without moves ends: at the first empty line below header and tags, or at its end. */
size_t aise_header_end(const AiseRecord *record);

/* Is the text item a title line? The variant, or NULL. */
const AiseVariant *aise_title_find(const char *text, AiseSpan span);
/* The same; `rest` is what stands behind the name: ` - Grand Prix 1996`. */
const AiseVariant *aise_title_split(const char *text, AiseSpan span, AiseSpan *rest);
/* The name in `[Commenti di A. Castelli]`. */
AiseSpan aise_credit_name(const char *text, AiseSpan span);

/* A finding of the game at hand; returned for arguments and fixes. */
AiseFinding *aise_replay_finding(AiseReplay *r, AiseCode code, AiseSpan span);
void aise_finding_text(AiseReplay *r, AiseFinding *f, const char *text, size_t length);
void aise_finding_number(AiseFinding *f, uint32_t number);
void aise_finding_side(AiseFinding *f, unsigned side);
/* A replacement of `span` (made into line and column when the findings are placed). */
void aise_finding_fix(AiseReplay *r, AiseFinding *f, AiseSpan span, const char *text);
/* The corrections found for the game, as a hint. */
void aise_finding_proposals(AiseReplay *r, AiseFinding *f);
/* Fills line, column, length and source line of all findings; sorts them by place. */
void aise_findings_place(AiseReplay *r, const AiseRecord *record);

/* The letters the record's men most likely bear. */
AiseLetters aise_guess_letters(const AiseRecord *record, const AiseHeading *heading);
/* Sets r->start for a variant; false, with a finding, when the tags' position is refused. */
bool aise_set_start(AiseReplay *r, const AiseHeading *heading, const AiseVariant *v);
/* Exchanges r->play and r->trial. */
void aise_swap_plays(AiseReplay *r);
/* How far a play came: plies first, then whole games, then fewer things to complain of. */
uint64_t aise_play_merit(const AisePlay *play);
/* Finds heading->variant by playing under all variants; ties are told. The winner's play is then in r->play; false: it is
   not, because no variant knows the start position. */
bool aise_infer(AiseReplay *r, const AiseRecord *record, AiseHeading *heading);

/* Does a line of the text end at this byte? */
static inline bool aise_line_break(const AiseRecord *record, uint32_t at)
{
    char c = record->text[at];
    return c == '\n' || (c == '\r' && (at + 1 == record->length || record->text[at + 1] != '\n'));
}

/* Where decoded and original text differ, moves line and column to the original's; else leaves them. */
void aise_original_place(const AiseReplay *r, const AiseRecord *record, uint32_t at, uint64_t *line, uint64_t *column);

/* Looks for corrections of the game that r->play could not play to its end: fills r->proposal. */
void aise_repair(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading);
/* The same for prose of a game that replays or has no moves, if it would be moves but for one slip. */
void aise_repair_prose(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading);
void aise_repair_free(AiseReplay *r);

/* Makes the complete game from the play: plies, notes, results, findings; and hands it on. */
void aise_finish(AiseReplay *r, const AiseRecord *record, AiseHeading *heading, AisePlay *play);

/* Does the ply that breaks the game belong to the other side, whose turn the separator before it begins? */
bool aise_turn_is_short(AisePlay *play);
/* The number of an item is not the one due, but the next one goes on from it, or it from the last, or two lines have changed
   places: no number is wrong. */
bool aise_numbers_run_on(const AiseRecord *record, size_t item, uint32_t due);
/* Are there such numbers in what was played? */
bool aise_turns_are_missing(const AisePlay *play);

/* The findings of the reading that was kept: the break, choices, slips of notation, marks, claimable draws. `end`: behind
   the game's last item. */
void aise_findings_of_play(AiseReplay *r, const AiseRecord *record, AisePlay *play, const uint32_t *node, size_t end,
                           AiseGame *game);

/* The text of a parenthesis `( … )` that is a variation of PGN: plies in English letters, numbers, glyphs and comments;
   NULL: it is a remark. `number`: put in front where none stands, `1...`; NULL: it stands in a listing, and must have one. */
const char *aise_note_variation(AiseReplay *r, const char *text, size_t length, const char *number);

/* Result, end and outcome of a game whose other fields are complete, and what is to be said of them. `read_end`: its end
   is already known. Words that none of these holds come out in r->scratch. `stop`: behind the game's last item. */
void aise_result_find(AiseReplay *r, const AiseRecord *record, const AiseHeading *heading, AisePlay *play, size_t stop,
                      bool read_end, AiseGame *game);
/* Who lost: 1 White, 2 Black, 0 nobody or unknown. */
unsigned aise_loser(AiseResult result);
/* Is the text item a player's name and what became of him (`Rossi si ritira`), or a line that says the result and no more?
   Then it becomes the play's end. */
bool aise_fate_take(const AiseRecord *record, const AiseHeading *heading, AisePlay *play, size_t item);

/* Turns notes that are lines of play into variations; `plies` are the game's own. */
void aise_variations_find(AiseReplay *r, AiseGame *game, AisePlyRecord *plies);

/* Says what stands in [first, count) is outside games; titles and credits become context. */
void aise_outside(AiseReplay *r, const AiseRecord *record, size_t first);
/* A title that a slip hides in what stands last in a game, before item `end`, names the variant of the games below all the same. */
void aise_find_hidden_title(AiseReplay *r, const AiseRecord *record, size_t end);

#endif
