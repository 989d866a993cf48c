/* Build-time program: prints the constant tables of board.h as C source. Deterministic. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Room in the slider table: sum over squares of 2^(relevant bits), rooks and bishops. */
#define ROOK_SLOTS 102400
#define SLOTS (ROOK_SLOTS + 5248)

static const int file_step[8] = {0, 1, 1, 1, 0, -1, -1, -1}; /* N NE E SE S SW W NW */
static const int rank_step[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const char knight_step[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

typedef struct Magic {
    uint64_t mask;
    uint64_t factor;
    uint32_t offset;
    uint32_t shift;
} Magic;

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

static uint64_t square_bit(int file, int rank)
{
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : UINT64_C(1) << (rank * 8 + file);
}

static uint64_t ray(int square, int direction)
{
    uint64_t set = 0;
    for (int i = 1; i < 8; i++)
        set |= square_bit(square % 8 + i * file_step[direction], square / 8 + i * rank_step[direction]);
    return set;
}

/* Squares a slider reaches; `first` is 0 for rooks, 1 for bishops. */
static uint64_t slide(int square, int first, uint64_t occupied)
{
    uint64_t set = 0;
    for (int d = first; d < 8; d += 2)
        for (int i = 1; i < 8; i++) {
            uint64_t bit = square_bit(square % 8 + i * file_step[d], square / 8 + i * rank_step[d]);
            set |= bit;
            if (bit == 0 || (occupied & bit))
                break;
        }
    return set;
}

/* The squares whose occupation matters: the last one of a ray never does. */
static uint64_t relevant(int square, int first)
{
    uint64_t set = 0;
    for (int d = first; d < 8; d += 2)
        for (int i = 1; i < 7; i++)
            if (square_bit(square % 8 + (i + 1) * file_step[d], square / 8 + (i + 1) * rank_step[d]))
                set |= square_bit(square % 8 + i * file_step[d], square / 8 + i * rank_step[d]);
    return set;
}

/* Finds a factor that maps every occupation of the mask to its own slot (or to one with the same attacks). */
static uint32_t find_magic(int square, int first, Magic *magic, uint64_t *slots, uint64_t *seed)
{
    static uint64_t occupied[4096], attacks[4096];
    static uint32_t tried[4096];
    uint64_t subset = 0;
    uint32_t size = 0, attempt = 0, i;

    magic->mask = relevant(square, first);
    do {
        occupied[size] = subset;
        attacks[size++] = slide(square, first, subset);
        subset = (subset - magic->mask) & magic->mask;
    } while (subset != 0);
    magic->shift = 64u - (uint32_t)__builtin_ctz(size);
    memset(tried, 0, sizeof tried);
    do {
        magic->factor = next_random(seed) & next_random(seed) & next_random(seed);
        attempt++;
        for (i = 0; i < size; i++) {
            uint64_t slot = occupied[i] * magic->factor >> magic->shift;
            if (tried[slot] < attempt) {
                tried[slot] = attempt;
                slots[slot] = attacks[i];
            } else if (slots[slot] != attacks[i])
                break;
        }
    } while (i < size);
    return size;
}

/* `name` declares the array; with more than one row it has two dimensions. */
static void print_table(const char *name, const uint64_t *set, size_t rows, size_t columns)
{
    printf("const uint64_t %s = {\n", name);
    for (size_t i = 0; i < rows; i++) {
        printf("%s", rows > 1 ? "{" : "");
        for (size_t j = 0; j < columns; j++)
            printf("0x%" PRIx64 "u,%s", set[i * columns + j], j % 6 == 5 ? "\n" : "");
        printf("%s\n", rows > 1 ? "}," : "");
    }
    printf("};\n");
}

static void print_sliders(void)
{
    static uint64_t slots[SLOTS];
    uint64_t seed = UINT64_C(0x2545f4914f6cdd1d);
    uint32_t offset = 0;

    for (int first = 0; first < 2; first++) {
        printf("const AiseMagic %s[64] = {\n", first ? "aise_bishop_magic" : "aise_rook_magic");
        for (int square = 0; square < 64; square++) {
            Magic magic = {.offset = offset};
            offset += find_magic(square, first, &magic, slots + offset, &seed);
            printf("{0x%" PRIx64 "u, 0x%" PRIx64 "u, %" PRIu32 ", %" PRIu32 "},\n", magic.mask, magic.factor,
                   magic.offset, magic.shift);
        }
        printf("};\n");
    }
    print_table("aise_slider_attacks[AISE_SLIDER_SLOTS]", slots, 1, SLOTS);
}

/* Attacks on the empty board, by man (side * 8 + kind) and of the straight and diagonal sliders alone. */
static void print_reach(const uint64_t *knight, const uint64_t *king, const uint64_t *pawn)
{
    uint64_t reach[16 * 64] = {0}, *rook = &reach[3 * 64], *bishop = &reach[2 * 64];

    for (int s = 0; s < 64; s++) {
        reach[s] = pawn[s];
        reach[64 + s] = knight[s];
        bishop[s] = slide(s, 1, 0);
        rook[s] = slide(s, 0, 0);
        reach[4 * 64 + s] = rook[s] | bishop[s];
        reach[5 * 64 + s] = king[s];
    }
    memcpy(&reach[8 * 64], reach, sizeof reach / 2);
    memcpy(&reach[8 * 64], pawn + 64, 64 * sizeof reach[0]);
    print_table("aise_rook_lines[64]", rook, 1, 64);
    print_table("aise_bishop_lines[64]", bishop, 1, 64);
    print_table("aise_reach[16][64]", reach, 16, 64);
}

static void print_steps(void)
{
    uint64_t knight[64] = {0}, king[64] = {0}, pawn[128] = {0}, rays[512];

    for (int s = 0; s < 64; s++) {
        int file = s % 8, rank = s / 8;
        for (int i = 0; i < 8; i++) {
            knight[s] |= square_bit(file + knight_step[i][0], rank + knight_step[i][1]);
            king[s] |= square_bit(file + file_step[i], rank + rank_step[i]);
            rays[i * 64 + s] = ray(s, i);
        }
        for (int i = -1; i <= 1; i += 2) {
            pawn[s] |= square_bit(file + i, rank + 1);
            pawn[64 + s] |= square_bit(file + i, rank - 1);
        }
    }
    print_reach(knight, king, pawn);
    print_table("aise_knight_attacks[64]", knight, 1, 64);
    print_table("aise_king_attacks[64]", king, 1, 64);
    print_table("aise_pawn_attacks[2][64]", pawn, 2, 64);
    print_table("aise_rays[8][64]", rays, 8, 64);
}

static void print_lines(void)
{
    static uint64_t between[4096], lines[4096];

    for (int a = 0; a < 64; a++)
        for (int d = 0; d < 8; d++)
            for (int b = 0; b < 64; b++)
                if (ray(a, d) >> b & 1) {
                    between[a * 64 + b] = ray(a, d) & ray(b, (d + 4) % 8);
                    lines[a * 64 + b] = ray(a, d) | ray(a, (d + 4) % 8) | UINT64_C(1) << a;
                }
    print_table("aise_between[64][64]", between, 64, 64);
    print_table("aise_lines[64][64]", lines, 64, 64);
}

static void print_keys(void)
{
    static uint64_t keys[16 * 64 + 128];
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        keys[i] = next_random(&seed);
    print_table("aise_zobrist[16][64]", keys, 16, 64);
    print_table("aise_zobrist_extra[128]", keys + 1024, 1, 128);
}

int main(void)
{
    printf("/* Made by src/board/gen_tables.c. */\n#include \"src/board/board.h\"\n");
    print_steps();
    print_lines();
    print_keys();
    print_sliders();
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
