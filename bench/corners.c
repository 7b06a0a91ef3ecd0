/* Corners by hand: random games of rules/corners/corners.hoyle as it stands, all legal moves equally likely, a pass among
   them. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native corners.c -o corners && ./corners SECONDS SEED [GAMES]

   Every card dealt or drawn and every move is a draw of its own; hands are sets. Of a pile only the first and the last card
   ever matter, so that no others are kept. */

#include "by_hand.h"

#include <stdbool.h>
#include <stdio.h>

enum { PLAYERS = 4, DECK = 52, HAND = 7, SIDES = 4, PLACES = 8, EMPTY = 255 };

/* Cards by rank, the ace lowest, four of each: clubs, diamonds, hearts, spades. Sides come before corners. */
#define KINGS (UINT64_C(0xf) << 48)

typedef struct {
    uint64_t games, decisions, choices, won;
    int64_t returns[PLAYERS];
} totals;

typedef struct {
    luck luck;
    uint8_t deck[DECK];
    uint32_t dealt;
    cards hand[PLAYERS];
    uint8_t first[PLACES], last[PLACES];
    uint64_t decisions, choices;
} table;

static cards below_it[DECK], above_it[DECK]; /* The cards that fall onto a card, and those onto which it falls. */

static void begin(void) {
    const cards red = UINT64_C(0x6666666666666), black = UINT64_C(0x9999999999999);
    for (int c = 0; c < DECK; c++) {
        cards other = red >> c & 1 ? black : red, rank = UINT64_C(0xf) << (c / 4 * 4);
        below_it[c] = rank >> 4 & other;
        above_it[c] = c / 4 < 12 ? rank << 4 & other : 0;
    }
}

static inline uint8_t draw_card(table *t) {
    uint32_t at = t->dealt + below(&t->luck, DECK - t->dealt);
    uint8_t card = t->deck[at];
    t->deck[at] = t->deck[t->dealt];
    t->deck[t->dealt++] = card;
    return card;
}

static inline bool empty(const table *t, int place) {
    return t->first[place] == EMPTY;
}

/* The cards of a hand that may be laid on a place, start a pile there, or go beneath the pile there. */
static inline cards onto(const table *t, cards hand, int place) {
    return empty(t, place) ? 0 : hand & below_it[t->last[place]];
}

static inline cards starting(const table *t, cards hand, int place) {
    if (!empty(t, place)) return 0;
    return place < SIDES ? hand : hand & KINGS;
}

static inline cards beneath(const table *t, cards hand, int place) {
    return empty(t, place) ? 0 : hand & above_it[t->first[place]];
}

static inline bool goes_onto(const table *t, int pile, int place) {
    return pile != place && !empty(t, pile) && !empty(t, place) && below_it[t->last[place]] >> t->first[pile] & 1;
}

static inline bool goes_to_corner(const table *t, int pile, int place) {
    return pile < SIDES && place >= SIDES && !empty(t, pile) && empty(t, place) && KINGS >> t->first[pile] & 1;
}

static inline bool has_a_slot(const table *t) {
    for (int s = 0; s < SIDES; s++)
        if (empty(t, s)) return true;
    return false;
}

static inline uint32_t count(const table *t, cards hand) {
    uint32_t moves = 0;
    bool slot = has_a_slot(t);
    for (int p = 0; p < PLACES; p++) {
        moves += size_of(onto(t, hand, p)) + size_of(starting(t, hand, p));
        if (slot) moves += size_of(beneath(t, hand, p));
        for (int q = 0; q < PLACES; q++) moves += goes_onto(t, p, q) + goes_to_corner(t, p, q);
    }
    return moves;
}

/* Makes the move with this number; answers the card that left the hand, as a set. */
static inline cards make(table *t, cards hand, uint32_t number) {
    bool slot = has_a_slot(t);
    for (int p = 0; p < PLACES; p++) {
        cards sets[] = {onto(t, hand, p), starting(t, hand, p), slot ? beneath(t, hand, p) : 0};
        for (int kind = 0; kind < 3; kind++) {
            if (number < size_of(sets[kind])) {
                cards card = nth(sets[kind], number);
                uint8_t at = (uint8_t)lowest(card);
                if (kind != 0) t->first[p] = at;
                if (kind != 2) t->last[p] = at;
                return card;
            }
            number -= size_of(sets[kind]);
        }
        for (int q = 0; q < PLACES; q++) {
            bool onto_pile = goes_onto(t, p, q);
            if (!onto_pile && !goes_to_corner(t, p, q)) continue;
            if (number-- == 0) {
                if (!onto_pile) t->first[q] = t->first[p];
                t->last[q] = t->last[p];
                t->first[p] = t->last[p] = EMPTY;
                return 0;
            }
        }
    }
    return 0;
}

/* A turn, to the pass; tells whether the hand is empty. */
static inline bool turn(table *t, int p, int *quiet) {
    bool busy = t->dealt < DECK;
    if (busy) t->hand[p] |= (cards)1 << draw_card(t);
    for (uint32_t moves; (moves = count(t, t->hand[p])) > 0;) {
        uint32_t choice = below(&t->luck, moves + 1);
        t->decisions++;
        t->choices += moves + 1;
        if (choice == moves) break;
        t->hand[p] ^= make(t, t->hand[p], choice);
        busy = true;
        if (t->hand[p] == 0) return true;
    }
    *quiet = busy ? 0 : *quiet + 1;
    return false;
}

static inline void play_one(table *t, totals *sum) {
    int quiet = 0;
    t->dealt = 0;
    for (int p = 0; p < PLAYERS; p++) {
        t->hand[p] = 0;
        for (int i = 0; i < HAND; i++) t->hand[p] |= (cards)1 << draw_card(t);
    }
    for (int s = 0; s < PLACES; s++) t->first[s] = t->last[s] = s < SIDES ? draw_card(t) : EMPTY;
    for (int p = 0; quiet < PLAYERS; p = (p + 1) % PLAYERS) {
        if (!turn(t, p, &quiet)) continue;
        sum->won++;
        for (int q = 0; q < PLAYERS; q++) sum->returns[q] += q == p ? 1 : -1;
        return;
    }
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
    begin();
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0;) play(&all, &sum, games);
    double took = now() - all.began, games = (double)sum.games, won = (double)sum.won / games;
    printf("games/s %.0f decisions %.6f choices %.6f", games / took, (double)sum.decisions / games,
           (double)sum.choices / (double)sum.decisions);
    for (int p = 0; p < PLAYERS; p++) printf(" return_%d %.6f", p + 1, (double)sum.returns[p] / games);
    printf(" empty_hand %.6f quiet_round %.6f\n", won, 1 - won);
    return 0;
}
