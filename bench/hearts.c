/* Hearts by hand: random games of rules/hearts/hearts.hoyle as it stands, all legal cards equally likely, to the last
   trick. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native hearts.c -o hearts && ./hearts SECONDS SEED [GAMES]

   Every card dealt, passed or played is a draw of its own; hands and tricks are sets; the rules are written as they are
   said. What can be done beyond that is in hearts_tuned.c. */

#include "hearts_told.h"

#include <stdbool.h>

/* Cards by rank, four of each: clubs, diamonds, hearts, spades. */
#define SUIT(s) (UINT64_C(0x1111111111111) << (s))
#define TWO_OF_CLUBS ((cards)1)
#define HEARTS SUIT(2)
#define QUEEN ((cards)1 << (10 * 4 + 3)) /* of spades */
#define COUNTING (HEARTS | QUEEN)

typedef struct {
    luck luck;
    cards hand[PLAYERS], taken[PLAYERS];
    bool broken;
    uint64_t decisions, choices;
} table;

/* One of the cards, all equally likely. */
static inline unsigned choose(table *t, cards legal) {
    uint32_t count = size_of(legal);
    t->decisions++;
    t->choices += count;
    return lowest(nth(legal, below(&t->luck, count)));
}

static inline void deal(table *t, uint8_t deck[DECK]) {
    for (int p = 0; p < PLAYERS; p++) t->hand[p] = t->taken[p] = 0;
    for (uint32_t i = 0; i < DECK; i++) {
        uint32_t at = i + below(&t->luck, DECK - i);
        uint8_t card = deck[at];
        deck[at] = deck[i];
        deck[i] = card;
        t->hand[i % PLAYERS] |= (cards)1 << card;
    }
}

/* Everybody lays three cards aside before anybody picks up those from so many seats before. */
static inline void pass(table *t, unsigned seats) {
    cards given[PLAYERS] = {0};
    for (int p = 0; p < PLAYERS; p++) {
        for (int i = 0; i < 3; i++) {
            cards card = (cards)1 << choose(t, t->hand[p]);
            t->hand[p] ^= card;
            given[p] |= card;
        }
    }
    for (unsigned p = 0; p < PLAYERS; p++) t->hand[(p + seats) % PLAYERS] |= given[p];
}

static inline cards leads(const table *t, cards hand, bool first) {
    if (first) return TWO_OF_CLUBS;
    return !t->broken && hand & ~HEARTS ? hand & ~HEARTS : hand;
}

static inline cards follows(cards hand, cards led, bool first) {
    if (hand & led) return hand & led;
    return first && hand & ~COUNTING ? hand & ~COUNTING : hand;
}

/* Plays a trick and tells who took it. */
static inline unsigned play_trick(table *t, unsigned leader, bool first) {
    cards trick = 0, led = 0;
    unsigned winner = leader, best = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        unsigned p = (leader + i) % PLAYERS;
        unsigned card = choose(t, i == 0 ? leads(t, t->hand[p], first) : follows(t->hand[p], led, first));
        cards set = (cards)1 << card;
        t->hand[p] ^= set;
        trick |= set;
        if (i == 0) led = SUIT(card % 4);
        if (set & led && card >= best) {
            best = card;
            winner = p;
        }
    }
    if (trick & COUNTING) t->broken = true;
    t->taken[winner] |= trick;
    return winner;
}

/* A player's return is 26 less the points taken; who took all of them has 26, and the others nothing. */
static inline void count(const table *t, totals *sum) {
    int points[PLAYERS], moon = -1;
    for (int p = 0; p < PLAYERS; p++) {
        points[p] = (int)size_of(t->taken[p] & HEARTS) + (t->taken[p] & QUEEN ? 13 : 0);
        if (points[p] == POINTS) moon = p;
    }
    if (moon >= 0) sum->moons++;
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += moon < 0 ? POINTS - points[p] : moon == p ? POINTS : 0;
}

static void play(run *all, totals *sum, uint64_t games) {
    uint8_t deck[DECK];
    for (int i = 0; i < DECK; i++) deck[i] = (uint8_t)i;
    table t = {.luck = all->luck};
    for (uint64_t game = 0; game < games; game++) {
        t.broken = false;
        deal(&t, deck);
        unsigned leader = 0, seats = below(&t.luck, 4); /* none, left, across, right */
        if (seats) pass(&t, seats);
        for (unsigned p = 0; p < PLAYERS; p++)
            if (t.hand[p] & TWO_OF_CLUBS) leader = p;
        for (int trick = 0; trick < HAND; trick++) leader = play_trick(&t, leader, trick == 0);
        count(&t, sum);
    }
    sum->games += games;
    sum->decisions += t.decisions;
    sum->choices += t.choices;
    all->luck = t.luck;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0;) play(&all, &sum, games);
    return tell(all, sum);
}
