/* Leduc poker by hand, tuned: the games of leduc.c, as fast as we know how to.

       gcc -O2 -march=native leduc_tuned.c -o leduc && ./leduc SECONDS SEED [GAMES]

   A game is over after four decisions, of which none can be foreseen: the time goes to branches that the processor guesses
   wrong. Therefore a round of betting is written out, decision by decision, and what luck says at each of them is ready
   before it is known which of them comes. */

#include "by_hand.h"

#include <stdio.h>

enum { DECK = 6, NOBODY = 2, CALL = 1 };

typedef struct {
    uint64_t games, decisions, choices, folded, pair, high_card, split;
    int64_t returned; /* to player 1, and taken from player 2 */
} totals;

/* How a decision between so many moves is counted. */
static inline void decide(totals *sum, uint32_t moves) {
    sum->decisions++;
    sum->choices += moves;
}

/* A round of betting, from equal stakes; tells who folded. In each state of a round there is one decision, so three coins
   and a number of three decide all there can be: player 1 raises or checks, and so does player 2 after a check; then the
   first raise is answered by fold, call or raise, and the second, which is the last allowed, by fold or call. */
static inline unsigned bet(uint32_t chance, int raise, int stake[2], totals *sum) {
    uint32_t answer = (uint32_t)((uint64_t)(chance >> 3) * 3 >> 29);
    unsigned mover = 0;
    decide(sum, 2);
    if (chance & 1) {
        mover = 1;
        decide(sum, 2);
        if (chance & 2) return NOBODY;
    }
    stake[mover] += raise;

    mover ^= 1;
    decide(sum, 3);
    if (answer < CALL) return mover;
    stake[mover] += raise;
    if (answer == CALL) return NOBODY;
    stake[mover] += raise;

    mover ^= 1;
    decide(sum, 2);
    if (chance & 4) return mover;
    stake[mover] += raise;
    return NOBODY;
}

/* Who has the rank of the board wins, else the higher card: what the other staked. Stakes are equal by now. */
static inline void show(int first, int second, int board, int staked, totals *sum) {
    int pair = (first == board) - (second == board), higher = (first > second) - (first < second);
    sum->pair += pair != 0;
    sum->high_card += pair == 0 && higher != 0;
    sum->split += pair == 0 && higher == 0;
    sum->returned += (pair ? pair : higher) * staked;
}

static void play(run *all, totals *into, uint64_t games) {
    luck luck = all->luck;
    totals sum = *into;
    for (uint64_t game = 0; game < games; game++) {
        uint64_t chance = draw(&luck), number = draw(&luck);
        cards deck = (1 << DECK) - 1;
        cards first = nth(deck, part(&number, 6));
        cards second = nth(deck ^= first, part(&number, 5));
        deck ^= second;
        int stake[2] = {1, 1};
        unsigned loser = bet((uint32_t)chance, 2, stake, &sum);
        if (loser == NOBODY) {
            cards board = nth(deck, part(&number, 4));
            loser = bet((uint32_t)(chance >> 32), 4, stake, &sum);
            /* Cards of a rank lie side by side. */
            if (loser == NOBODY) {
                show((int)lowest(first) / 2, (int)lowest(second) / 2, (int)lowest(board) / 2, stake[0], &sum);
                continue;
            }
        }
        sum.folded++;
        sum.returned += loser == 0 ? -stake[0] : stake[1];
    }
    sum.games += games;
    *into = sum;
    all->luck = luck;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0;) play(&all, &sum, games);
    double took = now() - all.began, games = (double)sum.games, returned = (double)sum.returned / games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    printf(" return_1 %.6f return_2 %.6f", returned, -returned);
    printf(" folded %.6f pair %.6f high_card %.6f split %.6f\n", (double)sum.folded / games, (double)sum.pair / games,
           (double)sum.high_card / games, (double)sum.split / games);
    return 0;
}
