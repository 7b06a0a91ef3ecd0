/* Leduc poker by hand: random games of rules/leduc_poker/leduc_poker.hoyle as it stands, all legal moves equally likely, to
   a fold or the showdown. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native leduc.c -o leduc && ./leduc SECONDS SEED [GAMES]

   Every card and every move is a draw of its own, and a round of betting is a loop. What can be done beyond that is in
   leduc_tuned.c. */

#include "by_hand.h"

#include <stdbool.h>
#include <stdio.h>

enum { DECK = 6, NOBODY = -1, MOST_RAISES = 2 };
enum { FOLDED, PAIR, HIGH_CARD, SPLIT, ENDINGS };

typedef struct {
    uint64_t games, decisions, choices, endings[ENDINGS];
    int64_t returned; /* to player 1, and taken from player 2 */
} totals;

typedef struct {
    luck luck;
    uint8_t deck[DECK];
    uint32_t dealt;
    int stake[2];
    uint64_t decisions, choices;
} table;

/* The rank of the next card. Those of a rank lie side by side. */
static inline int turn_up(table *t) {
    uint32_t at = t->dealt + below(&t->luck, DECK - t->dealt);
    uint8_t card = t->deck[at];
    t->deck[at] = t->deck[t->dealt];
    t->deck[t->dealt++] = card;
    return card / 2;
}

/* A round of betting; tells who folded. On offer are, in this order, fold (after a raise), call, raise (up to the limit). */
static inline int bet(table *t, int raise) {
    int raises = 0;
    bool checked = false;
    for (int p = 0;; p = 1 - p) {
        int most = t->stake[0] > t->stake[1] ? t->stake[0] : t->stake[1];
        bool may_fold = t->stake[p] < most, may_raise = raises < MOST_RAISES;
        uint32_t moves = 1u + may_fold + may_raise, move = below(&t->luck, moves);
        t->decisions++;
        t->choices += moves;
        if (may_fold && move == 0) return p;
        if (move == may_fold) {
            t->stake[p] = most;
            if (raises > 0 || checked) return NOBODY;
            checked = true;
        } else {
            t->stake[p] = most + raise;
            raises++;
        }
    }
}

static inline void end(totals *sum, int ending, int winner, const int stake[2]) {
    sum->endings[ending]++;
    sum->returned += winner == 0 ? stake[1] : -stake[0];
}

static inline void play_one(table *t, totals *sum) {
    t->dealt = 0;
    t->stake[0] = t->stake[1] = 1;
    int first = turn_up(t), second = turn_up(t), folded = bet(t, 2), board = 0;
    if (folded == NOBODY) {
        board = turn_up(t);
        folded = bet(t, 4);
    }
    if (folded != NOBODY) end(sum, FOLDED, 1 - folded, t->stake);
    else if (first == board || second == board) end(sum, PAIR, first == board ? 0 : 1, t->stake);
    else if (first != second) end(sum, HIGH_CARD, first > second ? 0 : 1, t->stake);
    else sum->endings[SPLIT]++;
}

static void play(run *all, totals *sum, uint64_t games) {
    table t = {.luck = all->luck};
    for (uint8_t i = 0; i < DECK; i++) t.deck[i] = i;
    for (uint64_t game = 0; game < games; game++) play_one(&t, sum);
    sum->games += games;
    sum->decisions += t.decisions;
    sum->choices += t.choices;
    all->luck = t.luck;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0;) play(&all, &sum, games);
    double took = now() - all.began, games = (double)sum.games, returned = (double)sum.returned / games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    printf(" return_1 %.6f return_2 %.6f", returned, -returned);
    printf(" folded %.6f pair %.6f high_card %.6f split %.6f\n", (double)sum.endings[FOLDED] / games,
           (double)sum.endings[PAIR] / games, (double)sum.endings[HIGH_CARD] / games, (double)sum.endings[SPLIT] / games);
    return 0;
}
