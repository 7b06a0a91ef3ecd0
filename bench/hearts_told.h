/* What both programs of Hearts by hand count, and how they tell it. */

#ifndef HEARTS_TOLD_H
#define HEARTS_TOLD_H

#include "by_hand.h"

#include <stdio.h>

enum { PLAYERS = 4, DECK = 52, HAND = 13, POINTS = 26 };

typedef struct {
    uint64_t games, decisions, choices, moons;
    int64_t returns[PLAYERS];
} totals;

static inline int tell(run all, totals sum) {
    double took = now() - all.began, games = (double)sum.games, moons = (double)sum.moons / games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    for (int p = 0; p < PLAYERS; p++) printf(" return_%d %.6f", p + 1, (double)sum.returns[p] / games);
    printf(" shot_the_moon %.6f plain %.6f\n", moons, 1 - moons);
    return 0;
}

#endif
