/* Showing games, for the public header. */
#include <string.h>

#include "src/base/output.h"
#include "src/show/show.h"

/* ---- places in a game ---- */

/* A decimal number of at most nine digits at `*at`, which moves behind it; false if there is none. */
static bool take_number(const char **at, uint32_t *out)
{
    const char *from = *at;
    *out = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (*at - from == 9)
            return false;
        *out = *out * 10 + (uint32_t)(**at - '0');
    }
    return *at > from;
}

bool aise_game_find_ply(const AiseGame *game, const char *at, size_t *plies)
{
    uint32_t turn, wanted = 0;
    unsigned side = 2; /* either */
    if (!take_number(&at, &turn))
        return false;
    if (*at == 'w' || *at == 'b')
        side = *at++ == 'b' ? AISE_BLACK : AISE_WHITE;
    if (side != 2 && *at != '\0' && (!take_number(&at, &wanted) || wanted == 0))
        return false;
    if (*at != '\0')
        return false;
    *plies = 0;
    uint32_t found = 0;
    for (size_t i = 0; i < game->ply_count && (wanted == 0 || found < wanted); i++)
        if (game->plies[i].turn == turn && (side == 2 || game->plies[i].side == side)) {
            found++;
            *plies = i + 1;
        }
    return wanted != 0 ? found == wanted : found > 0 || (turn == 0 && side == 2);
}

/* ---- writing ---- */

typedef struct Task {
    const AiseGame *game;
    AiseShowing how;
    const char *title;
    size_t number;
} Task;

/* Lets `write` fill the output's scratch buffer, then hands that over. */
static AiseStatus put_together(AiseOutput *output, void (*write)(const Task *task, AiseBuffer *out), const Task *task)
{
    AiseGuard guard;
    if (setjmp(guard.jump) != 0)
        return AISE_STATUS_MEMORY;
    output->scratch.guard = &guard;
    output->scratch.length = 0;
    write(task, &output->scratch);
    output->scratch.guard = NULL;
    return aise_output_text(output, output->scratch.bytes, output->scratch.length);
}

static void write_board(const Task *task, AiseBuffer *out)
{
    aise_board_write(task->game, &task->how, out);
}

static void write_diagram(const Task *task, AiseBuffer *out)
{
    aise_diagram_write(task->game, &task->how, out);
}

static void write_begin(const Task *task, AiseBuffer *out)
{
    aise_page_begin(task->title, task->how.italian, out);
}

static void write_game(const Task *task, AiseBuffer *out)
{
    aise_page_game(task->game, task->number, out);
}

static void write_end(const Task *task, AiseBuffer *out)
{
    (void)task;
    aise_page_end(out);
}

static Task showing(const AiseGame *game, const AiseShowing *how)
{
    Task task = {.game = game, .how = *how};
    if (task.how.plies > game->ply_count)
        task.how.plies = game->ply_count;
    return task;
}

AiseStatus aise_output_board(AiseOutput *output, const AiseGame *game, const AiseShowing *how)
{
    const Task task = showing(game, how);
    return put_together(output, write_board, &task);
}

AiseStatus aise_output_diagram(AiseOutput *output, const AiseGame *game, const AiseShowing *how)
{
    const Task task = showing(game, how);
    return put_together(output, write_diagram, &task);
}

AiseStatus aise_output_page_begin(AiseOutput *output, const char *title, bool italian)
{
    const Task task = {.title = title, .how.italian = italian};
    return put_together(output, write_begin, &task);
}

AiseStatus aise_output_page_game(AiseOutput *output, const AiseGame *game, size_t number)
{
    const Task task = {.game = game, .number = number};
    return put_together(output, write_game, &task);
}

AiseStatus aise_output_page_end(AiseOutput *output)
{
    const Task task = {.number = 0};
    return put_together(output, write_end, &task);
}
