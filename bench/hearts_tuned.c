/* Hearts by hand, tuned: the games of hearts.c, as fast as we know how to.

       gcc -O2 -march=native hearts_tuned.c -o hearts && ./hearts SECONDS SEED [GAMES]

   A card is the bit 16 * suit + rank, so that each suit has a lane of 16 bits, and of two cards of a suit the higher bit is
   the higher card. Legal cards are a set, of which one is picked by its number; within a trick nothing branches. */

#include "hearts_told.h"

#include <stdbool.h>

#define LANE ((cards)0x1fff)            /* 2 to ace of one suit */
#define CLUBS LANE                      /* diamonds lie in the second lane */
#define HEARTS (LANE << 32)
#define SPADES (LANE << 48)
#define WHOLE (CLUBS | LANE << 16 | HEARTS | SPADES)
#define TWO_OF_CLUBS ((cards)1)
#define QUEEN ((cards)1 << (48 + 10))   /* of spades */
#define COUNTING (HEARTS | QUEEN)

/* One deal in play. */
typedef struct {
    luck luck;
    cards hand[PLAYERS], taken[PLAYERS];
    cards gone;                         /* all that were played in tricks that are over */
    uint8_t laid_by[64];                /* who laid each card of the trick */
    uint64_t choices;                   /* how many moves there were to choose from, of all decisions */
} table;

/* Deals from a deck in any order, which the next deal then finds as this one leaves it. What is left goes to the last. */
static inline void deal(table *t, uint8_t deck[DECK]) {
    cards rest = WHOLE;
    uint32_t left = DECK;
    for (int p = 0; p < PLAYERS - 1; p++) {
        cards hand = 0;
        uint64_t number = 0;
        for (int i = 0; i < HAND; i++) {
            if (i % 4 == 0) number = draw(&t->luck);
            uint32_t at = part(&number, left--);
            uint8_t card = deck[at];
            deck[at] = deck[left];
            deck[left] = card;
            hand |= (cards)1 << card;
        }
        t->hand[p] = hand;
        rest ^= hand;
    }
    t->hand[PLAYERS - 1] = rest;
}

/* Everybody lays three cards aside, one after the other, before anybody picks up those from so many seats before. */
static inline void pass(table *t, unsigned seats) {
    cards given[PLAYERS];
    for (int p = 0; p < PLAYERS; p++) {
        cards hand = t->hand[p];
        uint64_t number = draw(&t->luck);
        for (uint32_t held = HAND; held > HAND - 3; held--) {
            hand ^= nth(hand, part(&number, held));
            t->choices += held;
        }
        given[p] = t->hand[p] ^ hand;
        t->hand[p] = hand;
    }
    for (unsigned p = 0; p < PLAYERS; p++) t->hand[(p + seats) % PLAYERS] |= given[p];
}

static inline void lay(table *t, unsigned p, cards card) {
    t->hand[p] ^= card;
    t->laid_by[lowest(card)] = (uint8_t)p;
}

/* Lays one of the legal cards, and tells which. */
static inline cards choose(table *t, unsigned p, cards legal) {
    uint32_t count = size_of(legal);
    t->choices += count;
    cards card = nth(legal, below(&t->luck, count));
    lay(t, p, card);
    return card;
}

/* All cards of the suit of one. */
static inline cards suit_of(cards card) {
    return LANE << (lowest(card) & 48);
}

/* The highest card of the suit led takes the trick. */
static inline unsigned take(table *t, cards trick, cards led) {
    unsigned winner = t->laid_by[highest(trick & led)];
    t->taken[winner] |= trick;
    t->gone |= trick;
    return winner;
}

/* The 2 of clubs is led. Clubs are followed; who has none lays what does not count, if there is any. */
static inline unsigned first_trick(table *t) {
    unsigned leader = 0;
    for (unsigned p = 1; p < PLAYERS; p++) leader = t->hand[p] & TWO_OF_CLUBS ? p : leader;
    t->choices++;
    cards trick = TWO_OF_CLUBS;
    lay(t, leader, trick);
    for (unsigned i = 1; i < PLAYERS; i++) {
        unsigned p = (leader + i) % PLAYERS;
        cards hand = t->hand[p], clubs = hand & CLUBS, clean = hand & ~COUNTING;
        trick |= choose(t, p, clubs ? clubs : clean ? clean : hand);
    }
    return take(t, trick, CLUBS);
}

/* No heart is led before a card that counts has been played, unless there is nothing else. The suit is followed. */
static inline unsigned later_trick(table *t, unsigned leader) {
    cards all = t->hand[leader], others = all & ~HEARTS;
    bool broken = t->gone & COUNTING;
    cards trick = choose(t, leader, broken || !others ? all : others), led = suit_of(trick);
    for (unsigned i = 1; i < PLAYERS; i++) {
        unsigned p = (leader + i) % PLAYERS;
        cards hand = t->hand[p], follows = hand & led;
        trick |= choose(t, p, follows ? follows : hand);
    }
    return take(t, trick, led);
}

/* Everybody has one card left, and no luck is needed. */
static inline void last_trick(table *t, unsigned leader) {
    cards trick = 0, led = suit_of(t->hand[leader]);
    for (unsigned p = 0; p < PLAYERS; p++) {
        trick |= t->hand[p];
        lay(t, p, t->hand[p]);
    }
    t->choices += PLAYERS;
    take(t, trick, led);
}

/* A player's return is 26 less the points taken; who took all of them has 26, and the others nothing. */
static inline void count(const table *t, totals *sum) {
    int points[PLAYERS];
    bool moon = false;
    for (int p = 0; p < PLAYERS; p++) {
        points[p] = (int)size_of(t->taken[p] & HEARTS) + (t->taken[p] & QUEEN ? 13 : 0);
        moon |= points[p] == POINTS;
    }
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += moon ? points[p] : POINTS - points[p];
    sum->moons += moon;
}

static void play(run *all, totals *sum, uint64_t games) {
    uint8_t deck[DECK];
    for (int i = 0; i < DECK; i++) deck[i] = (uint8_t)(i / HAND * 16 + i % HAND);
    table t;
    t.luck = all->luck;
    t.choices = 0;
    for (uint64_t game = 0; game < games; game++) {
        for (int p = 0; p < PLAYERS; p++) t.taken[p] = 0;
        t.gone = 0;
        deal(&t, deck);
        unsigned seats = (unsigned)(draw(&t.luck) >> 62); /* none, left, across, right */
        if (seats) {
            pass(&t, seats);
            sum->decisions += 3 * PLAYERS;
        }
        unsigned leader = first_trick(&t);
        for (int trick = 2; trick < HAND; trick++) leader = later_trick(&t, leader);
        last_trick(&t, leader);
        sum->decisions += DECK;
        count(&t, sum);
    }
    sum->games += games;
    sum->choices += t.choices;
    all->luck = t.luck;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0;) play(&all, &sum, games);
    return tell(all, sum);
}
