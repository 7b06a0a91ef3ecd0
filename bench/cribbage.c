/* Cribbage by hand: random games of rules/cribbage/cribbage.hoyle as it stands, all legal moves equally likely, to the
   point that makes 121. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native cribbage.c -o cribbage && ./cribbage SECONDS SEED [GAMES]

   Every card dealt and every move is a draw of its own; hands are sets. */

#include "told.h"

#include <stdbool.h>

enum { DEALT = 6, AWAY = 2, KEPT = DEALT - AWAY, TARGET = 121, JACK = 10 };

/* Cards by rank, the ace lowest, four of each: clubs, diamonds, hearts, spades. */
#define SUIT(s) (UINT64_C(0x1111111111111) << (s))
#define ALL ((UINT64_C(1) << 52) - 1)

typedef struct {
    luck luck;
    pack pack;
    int score[2], dealer;
    cards hand[2], kept[2], crib;
    uint8_t starter;
} table;

static inline int worth(unsigned card) {
    return card / 4 < 9 ? (int)card / 4 + 1 : 10;
}

/* Gives points; tells whether the game is over. */
static inline bool peg(table *t, int p, int points) {
    t->score[p] += points;
    return t->score[p] >= TARGET;
}

/* ---- the play */

static inline cards fitting(cards hand, int count) {
    return count <= 21 ? hand : hand & ((UINT64_C(1) << 4 * (31 - count)) - 1);
}

/* What the last of so many cards is worth to who laid it. */
static inline int for_the_last(const uint8_t *ranks, int laid, int count) {
    int points = count == 15 || count == 31 ? 2 : 0, alike = 1;
    while (alike < laid && ranks[laid - 1 - alike] == ranks[laid - 1]) alike++;
    points += alike * (alike - 1);
    int run = 0, least = 13, most = -1;
    uint32_t seen = 0;
    for (int n = 1; n <= laid; n++) {
        int rank = ranks[laid - n];
        if (seen >> rank & 1) break;
        seen |= 1u << rank;
        if (rank < least) least = rank;
        if (rank > most) most = rank;
        if (n >= 3 && most - least == n - 1) run = n;
    }
    return points + run;
}

/* Tells whether the game is over. */
static inline bool play_cards(table *t, totals *sum) {
    uint8_t ranks[2 * KEPT];
    int count = 0, laid = 0;
    for (int p = 1 - t->dealer; t->hand[0] | t->hand[1]; p = 1 - p) {
        cards legal = fitting(t->hand[p], count);
        if (!legal) continue;
        cards card = nth(legal, choose(&t->luck, sum, size_of(legal)));
        t->hand[p] ^= card;
        ranks[laid++] = (uint8_t)(lowest(card) / 4);
        count += worth(lowest(card));
        if (peg(t, p, for_the_last(ranks, laid, count))) return true;
        if (fitting(t->hand[0] | t->hand[1], count)) continue;
        if (count < 31 && peg(t, p, 1)) return true;
        count = laid = 0;
    }
    return false;
}

/* ---- the show */

static inline int fifteens(const uint8_t *five) {
    int sums[32] = {0}, found = 0;
    for (unsigned set = 1; set < 32; set++) {
        sums[set] = sums[set & (set - 1)] + worth(five[__builtin_ctz(set)]);
        found += sums[set] == 15;
    }
    return found;
}

/* Pairs, and the points of all runs of the greatest length. */
static inline int pairs_and_runs(const uint8_t *five) {
    int of_rank[14] = {0}, pairs = 0, runs = 0, length = 0, ways = 1;
    for (int i = 0; i < 5; i++) pairs += of_rank[five[i] / 4]++;
    for (int rank = 0; rank < 14; rank++) {
        if (of_rank[rank]) {
            length++;
            ways *= of_rank[rank];
        } else {
            if (length >= 3) runs = length * ways;
            length = 0;
            ways = 1;
        }
    }
    return 2 * pairs + runs;
}

static inline int shown(cards hand, uint8_t starter, bool crib) {
    uint8_t five[5] = {starter};
    int points = 0;
    cards left = hand, suit = SUIT(lowest(hand) % 4);
    for (int i = 1; i < 5; i++, left &= left - 1) five[i] = (uint8_t)lowest(left);
    if (!(hand & ~suit)) points = suit >> starter & 1 ? 5 : crib ? 0 : 4;
    if (hand >> (4 * JACK + starter % 4) & 1) points++;
    return points + 2 * fifteens(five) + pairs_and_runs(five);
}

/* ---- a deal; tells whether the game is over */

static inline bool play_deal(table *t, totals *sum) {
    t->pack.dealt = 0;
    t->crib = 0;
    for (int p = 0; p < 2; p++) {
        t->hand[p] = 0;
        for (int i = 0; i < DEALT; i++) t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
    }
    for (int p = 0; p < 2; p++) {
        uint32_t pair = choose(&t->luck, sum, DEALT * (DEALT - 1) / 2), first = 0;
        while (pair >= DEALT - 1 - first) pair -= DEALT - 1 - first++;
        cards away = nth(t->hand[p], first) | nth(t->hand[p], first + 1 + pair);
        t->hand[p] ^= away;
        t->kept[p] = t->hand[p];
        t->crib |= away;
    }
    t->starter = draw_card(&t->pack, &t->luck);
    if (t->starter / 4 == JACK && peg(t, t->dealer, 2)) return true;
    if (play_cards(t, sum)) return true;
    int other = 1 - t->dealer;
    return peg(t, other, shown(t->kept[other], t->starter, false)) ||
           peg(t, t->dealer, shown(t->kept[t->dealer], t->starter, false)) ||
           peg(t, t->dealer, shown(t->crib, t->starter, true));
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games) {
        for (uint64_t game = 0; game < games; game++) {
            t.score[0] = t.score[1] = t.dealer = 0;
            while (!play_deal(&t, &sum)) t.dealer = 1 - t.dealer;
            int won = t.score[0] >= TARGET ? 1 : -1;
            sum.returns[0] += won;
            sum.returns[1] -= won;
        }
    }
    sum.endings[0] = sum.games;
    return tell(all, sum, 2, 1, (const char *const[]){"won"});
}
