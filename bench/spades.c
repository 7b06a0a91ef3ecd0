/* Spades by hand: random games of rules/spades/spades.hoyle as it stands, all legal bids and cards equally likely, one hand.
   How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native spades.c -o spades && ./spades SECONDS SEED [GAMES]

   Every card dealt, every bid and every card played is a draw of its own; hands are sets; the rules are written as they are
   said. */

#include "by_hand.h"

#include <stdbool.h>
#include <stdio.h>

enum { PLAYERS = 4, DECK = 52, HAND = 13 };

/* Cards by rank, the ace highest, four of each: clubs, diamonds, hearts, spades. */
#define SUIT(s) (UINT64_C(0x1111111111111) << (s))
#define SPADES SUIT(3)

typedef struct {
    uint64_t games, decisions, choices;
    int64_t returns[PLAYERS];
} totals;

typedef struct {
    luck luck;
    cards hand[PLAYERS];
    int bid[PLAYERS], tricks[PLAYERS];
    bool broken;
    uint64_t decisions, choices;
} table;

/* One of so many moves, all equally likely. */
static inline uint32_t choose(table *t, uint32_t moves) {
    t->decisions++;
    t->choices += moves;
    return below(&t->luck, moves);
}

static inline void deal(table *t, uint8_t deck[DECK]) {
    for (int p = 0; p < PLAYERS; p++) t->hand[p] = 0;
    for (uint32_t i = 0; i < DECK; i++) {
        uint32_t at = i + below(&t->luck, DECK - i);
        uint8_t card = deck[at];
        deck[at] = deck[i];
        deck[i] = card;
        t->hand[i % PLAYERS] |= (cards)1 << card;
    }
}

/* Partners bid thirteen tricks together at most. */
static inline void bidding(table *t) {
    for (int p = 0; p < PLAYERS; p++) {
        int partners = p < 2 ? 0 : t->bid[p - 2];
        t->bid[p] = (int)choose(t, (uint32_t)(HAND - partners + 1));
    }
}

static inline cards leads(const table *t, cards hand) {
    return !t->broken && hand & ~SPADES ? hand & ~SPADES : hand;
}

static inline cards follows(cards hand, cards led) {
    return hand & led ? hand & led : hand;
}

/* Plays a trick and tells who took it: the highest spade, or else the highest card of the suit led. */
static inline unsigned play_trick(table *t, unsigned leader) {
    cards led = 0, best = 0;
    unsigned winner = leader;
    for (unsigned i = 0; i < PLAYERS; i++) {
        unsigned p = (leader + i) % PLAYERS;
        cards legal = i == 0 ? leads(t, t->hand[p]) : follows(t->hand[p], led);
        cards card = nth(legal, choose(t, size_of(legal)));
        t->hand[p] ^= card;
        if (card & SPADES) t->broken = true;
        if (i == 0) led = SUIT(lowest(card) % 4);
        bool beats = best & SPADES ? card & SPADES && card > best : card & SPADES || (card & led && card > best);
        if (beats) {
            best = card;
            winner = p;
        }
    }
    t->tricks[winner]++;
    return winner;
}

static inline int for_nil(const table *t, int p) {
    if (t->bid[p] > 0) return 0;
    return t->tricks[p] == 0 ? 100 : -100;
}

static inline void count(const table *t, totals *sum) {
    for (int one = 0; one < 2; one++) {
        int contract = t->bid[one] + t->bid[one + 2], won = t->tricks[one] + t->tricks[one + 2], bags = won - contract;
        int score = bags < 0 ? -10 * contract : 10 * contract;
        if (bags >= 10) score += bags - 100;
        else if (bags > 0) score += bags;
        score += for_nil(t, one) + for_nil(t, one + 2);
        sum->returns[one] += score;
        sum->returns[one + 2] += score;
    }
}

static void play(run *all, totals *sum, uint64_t games) {
    uint8_t deck[DECK];
    for (int i = 0; i < DECK; i++) deck[i] = (uint8_t)i;
    table t = {.luck = all->luck};
    for (uint64_t game = 0; game < games; game++) {
        t.broken = false;
        for (int p = 0; p < PLAYERS; p++) t.tricks[p] = 0;
        deal(&t, deck);
        bidding(&t);
        unsigned leader = 0;
        for (int trick = 0; trick < HAND; trick++) leader = play_trick(&t, leader);
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
    double took = now() - all.began, games = (double)sum.games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    for (int p = 0; p < PLAYERS; p++) printf(" return_%d %.6f", p + 1, (double)sum.returns[p] / games);
    printf(" counted 1\n");
    return 0;
}
