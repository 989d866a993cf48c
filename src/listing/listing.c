/* The moves of a listing: Italian letters, the variant's separators, notes on lines of their own (NOTATION 2.4). */
#include "src/listing/listing.h"

#include "src/pgn/movetext.h"

typedef struct Listing {
    const AiseGame *game;
    const AiseWriting *how;
    AiseBuffer *out;
    AisePosition position; /* before the ply at hand; followed only where co-squares have effects */
    bool open;             /* something stands on the line */
    bool origins;          /* kings are written with the square they leave */
} Listing;

static const char letters[] = "PCATDR"; /* by AiseKind */

static void end_line(Listing *listing)
{
    if (listing->open)
        aise_buffer_byte(listing->out, '\n');
    listing->open = false;
}

/* ---- one ply ---- */

static char italian(char byte)
{
    static const char english[] = "KQRBNx_O", other[] = "RDTAC:/0";
    const char *at = strchr(english, byte);
    return at != NULL && byte != '\0' ? other[at - english] : byte;
}

/* `R` is the Italian king and the English rook: does no other letter tell which? Then kings name the square they leave,
   where no rook stands. */
static bool letters_unsure(const AiseGame *game)
{
    bool king = false;
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        if (strpbrk(ply->san, "QRBN") != NULL)
            return false;
        king = king || ply->san[0] == 'K';
    }
    return king;
}

static bool plain_king(const AisePlyRecord *ply)
{
    return ply->san[0] == 'K' && ply->ply.patient_from == AISE_NONE && ply->ply.agent_to < 64;
}

static void write_square(AiseBuffer *out, unsigned square)
{
    aise_buffer_byte(out, (char)('a' + aise_file(square)));
    aise_buffer_byte(out, (char)('1' + aise_rank(square)));
}

/* The SAN in Italian, without `+` and `#`; an overloaded mover in parentheses. Returns the length of the SAN used. */
static size_t write_san(Listing *listing, const AisePlyRecord *ply)
{
    AiseBuffer *out = listing->out;
    size_t length = ply->san_length, at = 0;
    while (length > 0 && (ply->san[length - 1] == '+' || ply->san[length - 1] == '#'))
        length--;
    if (listing->game->variant->co_effects && (listing->position.state.overloaded & aise_bit(ply->ply.agent_from)) != 0) {
        unsigned kind = aise_man_kind(listing->position.man[ply->ply.agent_from]);
        aise_buffer_byte(out, '(');
        aise_buffer_byte(out, letters[kind]);
        aise_buffer_byte(out, ')');
        at = kind == AISE_PAWN ? 0 : 1;
    }
    bool origin = listing->origins && plain_king(ply);
    for (; at < length; at++) {
        if (at == 1 && origin)
            write_square(out, ply->ply.agent_from);
        aise_buffer_byte(out, italian(ply->san[at]));
    }
    return length;
}

/* `/Dh4` for every man of the set, by file, then rank; a pawn restored on its last rank `/Pe8=D`. */
static void write_affected(Listing *listing, const AisePlyRecord *ply, uint64_t set, bool restored)
{
    AiseBuffer *out = listing->out;
    for (unsigned i = 0; i < 64; i++) {
        unsigned square = aise_square(i >> 3, i & 7);
        if ((set & aise_bit(square)) == 0)
            continue;
        unsigned promoted = restored ? aise_restored_kind(ply, square) : AISE_NO_KIND;
        unsigned kind = promoted != AISE_NO_KIND ? AISE_PAWN : aise_man_kind(listing->position.man[square]);
        aise_buffer_byte(out, '/');
        aise_buffer_byte(out, letters[kind]);
        write_square(out, square);
        if (promoted != AISE_NO_KIND) {
            aise_buffer_byte(out, '=');
            aise_buffer_byte(out, letters[promoted]);
        }
    }
}

/* The first glyph as its mark where it has one, the others by number. */
static void write_nags(AiseBuffer *out, const AisePlyRecord *ply)
{
    for (unsigned i = 0; i < ply->nag_count; i++) {
        unsigned nag = ply->nag[i];
        const char *mark = aise_nag_mark(nag);
        if (i == 0 && mark != NULL) {
            aise_buffer_text(out, mark);
            continue;
        }
        aise_buffer_add(out, " $", 2);
        aise_buffer_number(out, nag);
    }
}

static void write_ply(Listing *listing, const AisePlyRecord *ply)
{
    size_t length = write_san(listing, ply);
    if (listing->game->variant->co_effects) {
        AiseUndo undo;
        aise_rules_play(listing->game->variant, &listing->position, &ply->ply, &undo);
        write_affected(listing, ply, ply->overloaded, false);
        write_affected(listing, ply, ply->restored, true);
    }
    aise_buffer_add(listing->out, ply->san + length, ply->san_length - length);
    write_nags(listing->out, ply);
    listing->open = true;
}

/* ---- between plies ---- */

static bool slash_joins(const AiseVariant *v)
{
    return v->slash == AISE_JOIN_PLY;
}

/* What stands before the ply: number, or what joins it to the one before. */
static void write_before(Listing *listing, size_t i)
{
    const AiseVariant *v = listing->game->variant;
    const AisePlyRecord *ply = &listing->game->plies[i];
    const bool pairs = v->numbering == AISE_NUMBER_PAIRS, series = v->numbering == AISE_NUMBER_SERIES;
    if (i > 0 && !ply->first && !pairs) {
        if (listing->open)
            aise_buffer_byte(listing->out, slash_joins(v) ? '/' : ' ');
        return;
    }
    bool black = ply->side == AISE_BLACK && !series;
    if (black && listing->open) {
        aise_buffer_text(listing->out, pairs || slash_joins(v) ? " " : ", ");
        return;
    }
    end_line(listing);
    aise_buffer_number(listing->out, ply->turn);
    aise_buffer_text(listing->out, black ? ". ... " : ".");
}

/* `//` where White's first turn is the single ply. */
static void write_single(Listing *listing, const AisePlyRecord *ply)
{
    const AiseVariant *v = listing->game->variant;
    if (v->double_slash != AISE_JOIN_NOTHING && ply->side == AISE_WHITE &&
        aise_turn_plies(&v->traits, AISE_WHITE, ply->turn) == 1)
        aise_buffer_text(listing->out, "//");
}

static void write_comment(Listing *listing, const AiseNote *notes, bool all)
{
    if (listing->how->no_comments || !aise_notes_speak(notes, all))
        return;
    end_line(listing);
    AiseFill fill = aise_fill_line(listing->out);
    aise_fill_open(&fill, "{");
    aise_fill_notes(&fill, notes, all);
    aise_fill_close(&fill, '}');
    listing->open = true;
}

static bool notes_due(const Listing *listing, const AiseNote *notes)
{
    for (const AiseNote *note = notes; note != NULL; note = note->next)
        if (note->kind == AISE_NOTE_VARIATION || (!listing->how->no_comments && !aise_text_blank(note->text)))
            return true;
    return false;
}

/* The comment on a line of its own; variations behind it or behind the ply, where even one of mere prose is a variation. */
static void write_notes(Listing *listing, const AiseNote *notes)
{
    if (!notes_due(listing, notes))
        return;
    write_comment(listing, notes, false);
    for (const AiseNote *note = notes; note != NULL; note = note->next) {
        if (note->kind != AISE_NOTE_VARIATION)
            continue;
        aise_buffer_byte(listing->out, ' ');
        AiseFill fill = aise_fill_line(listing->out);
        aise_fill_text(&fill, note->text);
    }
    end_line(listing);
}

/* How it ended, where a word says so; and `*` where a reader would find a result on the board or in that word. */
static void write_end(Listing *listing)
{
    static const char *const words[] = {[AISE_END_RESIGNS] = " Abbandona",
                                        [AISE_END_AGREED] = " patta",
                                        [AISE_END_ADJUDICATED] = " aggiudicata",
                                        [AISE_END_TIME] = " per tempo",
                                        [AISE_END_FORFEIT] = " forfait"};
    const AiseGame *game = listing->game;
    bool word = aise_end_text(game->end) != NULL;
    if (word)
        aise_buffer_text(listing->out, words[game->end]);
    if ((game->result == AISE_RESULT_NONE || game->result == AISE_RESULT_UNKNOWN) &&
        (word || game->outcome != AISE_PLAYING))
        aise_buffer_text(listing->out, " *");
}

static void write_moves(Listing *listing)
{
    const AiseGame *game = listing->game;
    for (size_t i = 0; i < game->ply_count; i++) {
        const AisePlyRecord *ply = &game->plies[i];
        bool last = i + 1 == game->ply_count;
        write_before(listing, i);
        write_ply(listing, ply);
        write_single(listing, ply);
        if (last)
            write_end(listing);
        if (!last && !game->plies[i + 1].first && slash_joins(game->variant) && notes_due(listing, ply->notes))
            aise_buffer_byte(listing->out, '/');
        write_notes(listing, ply->notes);
    }
    end_line(listing);
}

/* Where no ply stands before it, the result ends the game: tags and a comment alone are a beginning to a reader. */
static void write_unparsed(Listing *listing)
{
    const AiseGame *game = listing->game;
    if (aise_text_blank(game->unparsed))
        return;
    AiseFill fill = aise_fill_line(listing->out);
    aise_fill_unparsed(&fill, game->unparsed);
    if (game->ply_count == 0) {
        aise_buffer_byte(listing->out, ' ');
        aise_buffer_text(listing->out, aise_result_text(game->result));
    }
    aise_buffer_byte(listing->out, '\n');
}

void aise_listing_write(const AiseGame *game, const AiseWriting *how, AiseBuffer *out)
{
    Listing listing = {.game = game, .how = how, .out = out, .position = game->start, .origins = letters_unsure(game)};
    aise_listing_heading(game, how, out);
    write_comment(&listing, game->notes, true);
    end_line(&listing);
    write_moves(&listing);
    write_unparsed(&listing);
    aise_buffer_byte(out, '\n');
}
