/* Twenty-One Piles by hand: random games of rules/twentyone/twentyone.hoyle as it stands, all legal moves equally likely, to
   the last card. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native twentyone.c -o twentyone && ./twentyone SECONDS SEED [GAMES]

   Every card dealt or drawn and every move is a draw of its own. A pile is what its cards come to: which ranks and suits,
   how many, how many points; which cards they are nobody asks. */

#include "told.h"

#include <stdbool.h>

enum { PLAYERS = 5, PILES = 2, HAND = 2, SEVEN = 6, MOST_MOVES = PILES * 3 + 1, NO_PILE = -1 };
enum { OPEN, FLUSH, RUN, RANK };

/* Cards that lie or would lie together; `ranks` has the ace lowest, `points` counts each ace 1. */
typedef struct {
    uint32_t ranks, suits;
    int size, points;
} heap;

typedef struct {
    heap laid;
    int first, second, pile; /* Which cards of the hand; second < 0: one card only. first < 0: takes the pile. */
} move;

typedef struct {
    luck luck;
    pack pack;
    heap pile[PILES];
    int mode[PILES], taken[PLAYERS], held[PLAYERS];
    uint8_t hand[PLAYERS][HAND];
} table;

static inline heap single(uint8_t card) {
    int rank = card / 4;
    return (heap){1u << rank, 1u << card % 4, 1, rank < 9 ? rank + 1 : 10};
}

static inline heap plus(heap a, heap b) {
    return (heap){a.ranks | b.ranks, a.suits | b.suits, a.size + b.size, a.points + b.points};
}

static inline bool one_of(uint32_t set) {
    return (set & (set - 1)) == 0;
}

/* ---- sets */

static inline bool in_a_row(uint32_t ranks) {
    return one_of(ranks + (ranks & -ranks));
}

static inline bool is_flush(heap x) {
    return x.size >= 3 && one_of(x.suits);
}

static inline bool is_rank(heap x) {
    return x.size >= 3 && one_of(x.ranks);
}

/* The ace is low or high. */
static inline bool is_run(heap x) {
    if (x.size < 3 || __builtin_popcount(x.ranks) != x.size) return false;
    return in_a_row(x.ranks) || (x.ranks & 1 && in_a_row((x.ranks | 1u << 13) & ~1u));
}

static inline bool is_21(heap x) {
    return x.points == 21 || (x.points == 11 && x.ranks & 1);
}

static inline bool extends(heap x, int mode) {
    return mode == FLUSH ? is_flush(x) : mode == RUN ? is_run(x) : is_rank(x);
}

static inline bool is_seven(uint8_t card) {
    return card / 4 == SEVEN;
}

/* ---- moves */

static inline int set_pile(const table *t) {
    for (int q = 0; q < PILES; q++)
        if (t->mode[q] != OPEN) return q;
    return NO_PILE;
}

static inline bool may_lay_both(const table *t, const uint8_t *hand, int q, heap both) {
    heap after = plus(t->pile[q], both);
    if (t->mode[q] == OPEN) return is_flush(after) || is_rank(after) || is_run(after) || is_21(after);
    if (!extends(after, t->mode[q])) return false;
    for (int i = 0; i < HAND; i++)
        if (is_seven(hand[i]) && !extends(plus(t->pile[q], single(hand[i])), t->mode[q])) return false;
    return true;
}

/* While a pile is a set, that one is extended or taken. */
static inline uint32_t legal(const table *t, int p, move *moves) {
    uint32_t count = 0;
    int set = set_pile(t);
    const uint8_t *hand = t->hand[p];
    for (int q = 0; q < PILES; q++) {
        if (set != NO_PILE && set != q) continue;
        for (int i = 0; i < t->held[p]; i++) {
            heap laid = single(hand[i]);
            if (set == NO_PILE || extends(plus(t->pile[q], laid), t->mode[q])) moves[count++] = (move){laid, i, -1, q};
        }
        if (t->held[p] < 2) continue;
        heap both = plus(single(hand[0]), single(hand[1]));
        if (may_lay_both(t, hand, q, both)) moves[count++] = (move){both, 0, 1, q};
    }
    if (set != NO_PILE) moves[count++] = (move){.first = -1, .pile = set};
    return count;
}

/* ---- what a move brings about */

static inline void collect(table *t, int q, int who) {
    t->taken[who] += t->pile[q].size;
    t->pile[q] = (heap){0};
    t->mode[q] = OPEN;
}

/* The next player with cards; where there is none, the next. */
static inline int receiver(const table *t, int p) {
    for (int i = 1; i <= PLAYERS; i++)
        if (t->held[(p + i) % PLAYERS]) return (p + i) % PLAYERS;
    return (p + 1) % PLAYERS;
}

static inline void lay(table *t, int p, move m) {
    int q = m.pile;
    t->pile[q] = plus(t->pile[q], m.laid);
    t->held[p] -= m.laid.size;
    if (m.second < 0 && m.first == 0) t->hand[p][0] = t->hand[p][1];
    if (m.laid.ranks >> SEVEN & 1) collect(t, q, (p + PLAYERS - 1) % PLAYERS);
    else if (is_21(t->pile[q])) collect(t, q, receiver(t, p));
    else if (is_flush(t->pile[q])) t->mode[q] = FLUSH;
    else if (is_run(t->pile[q])) t->mode[q] = RUN;
    else if (is_rank(t->pile[q])) t->mode[q] = RANK;
    else if (t->pile[q].points > 21) collect(t, q, p);
}

/* ---- a game */

static inline void fill(table *t, int p) {
    while (t->held[p] < HAND && t->pack.dealt < 52) t->hand[p][t->held[p]++] = draw_card(&t->pack, &t->luck);
}

static inline void play_one(table *t, totals *sum) {
    move moves[MOST_MOVES];
    t->pack.dealt = 0;
    for (int q = 0; q < PILES; q++) t->pile[q] = (heap){0}, t->mode[q] = OPEN;
    for (int p = 0; p < PLAYERS; p++) {
        t->taken[p] = t->held[p] = 0;
        fill(t, p);
    }
    for (int p = 0, without = 0; without < PLAYERS; p = (p + 1) % PLAYERS) {
        if (t->held[p] == 0) {
            without++;
            continue;
        }
        without = 0;
        move m = moves[choose(&t->luck, sum, legal(t, p, moves))];
        if (m.first < 0) collect(t, m.pile, p);
        else lay(t, p, m);
        fill(t, p);
    }
    int fewest = 52, most = 0;
    for (int p = 0; p < PLAYERS; p++) {
        if (t->taken[p] < fewest) fewest = t->taken[p];
        if (t->taken[p] > most) most = t->taken[p];
    }
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += (t->taken[p] == fewest) - (t->taken[p] == most);
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    sum.endings[0] = sum.games;
    return tell(all, sum, PLAYERS, 1, (const char *const[]){"fewest_and_most"});
}
