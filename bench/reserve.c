/* Reserve by hand: random games of rules/reserve/reserve.hoyle as it stands, all legal moves equally likely, to the first
   player without a card. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native reserve.c -o reserve && ./reserve SECONDS SEED [GAMES]

   Every card dealt, tried or drawn and every move is a draw of its own; hands are sets. Large hands have millions of
   straights, so that moves are counted, and only the one chosen is made. */

#include "told.h"

#include <stdbool.h>

enum { PLAYERS = 4, DEALT = 9, HIDDEN = 3, PLACEMENTS = 3, HAND_LEAST = 3, RANKS = 13, TWO = 0, ACE = 12, NOTHING = 0 };

/* Cards by rank, the two lowest and the ace highest, four of each. */
#define RANK(r) (UINT64_C(0xf) << 4 * (r))

typedef struct {
    luck luck;
    pack pack;
    cards hand[PLAYERS], visible[PLAYERS], stack;
    uint8_t hidden[PLAYERS][DEALT];
    int hiding[PLAYERS], top; /* The rank on top of the stack; where it is empty, the two's, which all cards reach. */
} table;

/* ---- placements */

static inline uint32_t of_rank(cards hand, int rank) {
    return size_of(hand & RANK(rank));
}

/* A straight may start, and a group be, at this rank, where no card below the least may be placed. */
static inline bool reaches(int rank, int least) {
    return rank >= least || rank == TWO;
}

static inline uint32_t placements(cards hand, int least) {
    uint32_t count = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        if (!reaches(rank, least) || !(hand & RANK(rank))) continue;
        count += (1u << of_rank(hand, rank)) - 1;
        uint32_t ways = of_rank(hand, rank);
        for (int last = rank + 1; last < RANKS && hand & RANK(last); last++) {
            ways *= of_rank(hand, last);
            if (last >= rank + 2) count += ways;
        }
    }
    return count;
}

/* Of some cards those at the bits of a number that are set. */
static inline cards subset(cards of, uint32_t number) {
    cards chosen = 0;
    for (; number; number >>= 1, of &= of - 1)
        if (number & 1) chosen |= of & -of;
    return chosen;
}

/* One card of each rank. */
static inline cards straight(cards hand, int first, int last, uint32_t number) {
    cards chosen = 0;
    for (int rank = first; rank <= last; rank++) {
        uint32_t ways = of_rank(hand, rank);
        chosen |= nth(hand & RANK(rank), number % ways);
        number /= ways;
    }
    return chosen;
}

/* The placement with this number. */
static inline cards placement(cards hand, int least, uint32_t number) {
    for (int rank = 0; rank < RANKS; rank++) {
        if (!reaches(rank, least) || !(hand & RANK(rank))) continue;
        uint32_t groups = (1u << of_rank(hand, rank)) - 1;
        if (number < groups) return subset(hand & RANK(rank), number + 1);
        number -= groups;
        uint32_t ways = of_rank(hand, rank);
        for (int last = rank + 1; last < RANKS && hand & RANK(last); last++) {
            ways *= of_rank(hand, last);
            if (last < rank + 2) continue;
            if (number < ways) return straight(hand, rank, last, number);
            number -= ways;
        }
    }
    return NOTHING;
}

/* ---- keeping a hand */

static inline bool draw_one(table *t, int p) {
    if (t->pack.dealt == 52) return false;
    t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
    return true;
}

static inline void refill(table *t, int p) {
    while (size_of(t->hand[p]) < HAND_LEAST && draw_one(t, p)) {}
}

static inline void replenish(table *t, int p) {
    refill(t, p);
    if (t->hand[p]) return;
    t->hand[p] = t->visible[p];
    t->visible[p] = 0;
}

static inline bool out_of_cards(const table *t, int p) {
    return !t->hand[p] && !t->visible[p] && !t->hiding[p] && t->pack.dealt == 52;
}

/* ---- laying out the reserves */

/* One of the cards that nobody has looked at. */
static inline uint8_t blind(table *t, totals *sum, uint8_t *from, int *count) {
    uint32_t at = choose(&t->luck, sum, (uint32_t)*count);
    uint8_t card = from[at];
    from[at] = from[--*count];
    return card;
}

/* Who picks up what is left of the nine sees it; the cards to be hidden are those not yet looked at. */
static inline void hide(table *t, totals *sum, int p, uint8_t dealt[DEALT]) {
    int left = DEALT;
    for (t->hiding[p] = 0; t->hiding[p] < HIDDEN; t->hiding[p]++) t->hidden[p][t->hiding[p]] = blind(t, sum, dealt, &left);
    while (left > 0) t->hand[p] |= (cards)1 << dealt[--left];
}

static inline void lay_reserve(table *t, totals *sum, int p) {
    for (int laid = 0; laid < PLACEMENTS && t->hand[p]; laid++) {
        cards placed = placement(t->hand[p], TWO, choose(&t->luck, sum, placements(t->hand[p], TWO)));
        t->hand[p] ^= placed;
        t->visible[p] |= placed;
        refill(t, p);
    }
}

/* ---- turns */

/* An ace clears the stack; tells whether the player goes again. */
static inline bool settle(table *t, int p, cards placed) {
    bool ace = placed & RANK(ACE);
    t->stack = ace ? 0 : t->stack | placed;
    t->top = ace ? TWO : (int)highest(placed) / 4;
    replenish(t, p);
    return ace;
}

static inline void take_up(table *t, int p) {
    t->hand[p] |= t->stack;
    t->stack = 0;
    t->top = TWO;
}

/* Tells whether the player goes again. */
static inline bool act(table *t, totals *sum, int p) {
    if (!t->hand[p]) {
        uint8_t card = blind(t, sum, t->hidden[p], &t->hiding[p]);
        if (reaches(card / 4, t->top)) return settle(t, p, (cards)1 << card);
        t->hand[p] |= (cards)1 << card;
        take_up(t, p);
        return false;
    }
    uint32_t count = placements(t->hand[p], t->top);
    if (count == 0) {
        choose(&t->luck, sum, 1);
        take_up(t, p);
        return false;
    }
    cards placed = placement(t->hand[p], t->top, choose(&t->luck, sum, count));
    t->hand[p] ^= placed;
    return settle(t, p, placed);
}

static inline void play_one(table *t, totals *sum) {
    uint8_t dealt[PLAYERS][DEALT];
    t->pack.dealt = 0;
    t->stack = 0;
    t->top = TWO;
    for (int p = 0; p < PLAYERS; p++) {
        t->hand[p] = t->visible[p] = 0;
        for (int i = 0; i < DEALT; i++) dealt[p][i] = draw_card(&t->pack, &t->luck);
    }
    for (int p = 0; p < PLAYERS; p++) hide(t, sum, p, dealt[p]);
    for (int p = 0; p < PLAYERS; p++) lay_reserve(t, sum, p);
    for (int p = 0;; p = (p + 1) % PLAYERS) {
        replenish(t, p);
        while (act(t, sum, p) && !out_of_cards(t, p)) {}
        if (!out_of_cards(t, p)) continue;
        for (int q = 0; q < PLAYERS; q++) sum->returns[q] += q == p ? 1 : -1;
        return;
    }
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    sum.endings[0] = sum.games;
    return tell(all, sum, PLAYERS, 1, (const char *const[]){"no_card_left"});
}
