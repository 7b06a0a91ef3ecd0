/* What most games written by hand in C add up, and how they tell it. */

#ifndef TOLD_H
#define TOLD_H

#include "by_hand.h"

#include <stdio.h>

enum { MOST_PLAYERS = 5, MOST_ENDINGS = 2 };

typedef struct {
    uint64_t games, decisions, choices, endings[MOST_ENDINGS];
    int64_t returns[MOST_PLAYERS];
} totals;

/* One of so many moves, all equally likely. */
static inline uint32_t choose(luck *luck, totals *sum, uint32_t moves) {
    sum->decisions++;
    sum->choices += moves;
    return below(luck, moves);
}

/* A pack of which the cards before `dealt` are gone, the others in no order yet. */
typedef struct {
    uint8_t card[52];
    uint32_t dealt;
} pack;

static inline pack new_pack(void) {
    pack made = {.dealt = 0};
    for (uint8_t i = 0; i < 52; i++) made.card[i] = i;
    return made;
}

static inline uint8_t draw_card(pack *from, luck *luck) {
    uint32_t at = from->dealt + below(luck, 52 - from->dealt);
    uint8_t card = from->card[at];
    from->card[at] = from->card[from->dealt];
    from->card[from->dealt++] = card;
    return card;
}

static inline int tell(run all, totals sum, int players, int endings, const char *const *named) {
    double took = now() - all.began, games = (double)sum.games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    for (int p = 0; p < players; p++) printf(" return_%d %.6f", p + 1, (double)sum.returns[p] / games);
    for (int e = 0; e < endings; e++) printf(" %s %.6f", named[e], (double)sum.endings[e] / games);
    printf("\n");
    return 0;
}

#endif
