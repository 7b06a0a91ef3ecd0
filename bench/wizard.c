/* Wizard by hand: random games of tests/strangers/wizard.hoyle as it stands, all legal moves equally likely, three rounds.
   How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native wizard.c -o wizard && ./wizard SECONDS SEED [GAMES]

   Every card dealt and every move is a draw of its own; hands are sets. */

#include "told.h"

#include <stdbool.h>

enum { PLAYERS = 4, ROUNDS = 3, SUITS = 4 };

/* Cards by rank, four of each, one of a suit; above them the wizards and the jesters. */
#define SUIT(s) (UINT64_C(0x1111111111111) << (s))
#define WIZARDS (UINT64_C(0xf) << 52)
#define JESTERS (UINT64_C(0xf) << 56)
#define ALL ((UINT64_C(1) << 60) - 1)
#define NO_SUIT UINT64_C(0)

typedef struct {
    luck luck;
    cards deck, hand[PLAYERS], trumps;
    unsigned dealer;
    int forecast[PLAYERS], tricks[PLAYERS], score[PLAYERS];
} table;

static inline cards draw_from_deck(table *t) {
    cards card = nth(t->deck, below(&t->luck, size_of(t->deck)));
    t->deck ^= card;
    return card;
}

static inline cards suit_of(cards card) {
    return card & (WIZARDS | JESTERS) ? NO_SUIT : SUIT(lowest(card) % SUITS);
}

/* ---- before the first trick */

static inline void deal(table *t, int round) {
    t->deck = ALL;
    for (int p = 0; p < PLAYERS; p++) {
        t->hand[p] = 0;
        t->tricks[p] = 0;
        for (int i = 0; i < round; i++) t->hand[p] |= draw_from_deck(t);
    }
}

static inline void name_trumps(table *t, totals *sum) {
    cards turned = draw_from_deck(t);
    t->trumps = suit_of(turned);
    if (turned & WIZARDS) t->trumps = SUIT(choose(&t->luck, sum, SUITS));
}

static inline void bidding(table *t, totals *sum, int round) {
    for (unsigned i = 1; i <= PLAYERS; i++)
        t->forecast[(t->dealer + i) % PLAYERS] = (int)choose(&t->luck, sum, (uint32_t)round + 1);
}

/* ---- tricks */

/* Who holds the suit led plays that, a wizard or a jester. */
static inline cards follows(cards hand, cards led) {
    return hand & led ? hand & (led | WIZARDS | JESTERS) : hand;
}

/* Whether a card beats the best one so far: the first wizard beats all, jesters beat nothing. */
static inline bool beats(cards card, cards best, cards led, cards trumps) {
    if (best & WIZARDS || card & JESTERS) return false;
    if (card & WIZARDS || best & JESTERS) return true;
    if (best & trumps) return card & trumps && card > best;
    return card & trumps || (card & led && card > best);
}

/* Plays a trick and tells who took it. A wizard before the first card of a suit leaves everybody free. */
static inline unsigned play_trick(table *t, totals *sum, unsigned leader) {
    cards led = NO_SUIT, best = 0;
    unsigned winner = leader;
    for (unsigned i = 0; i < PLAYERS; i++) {
        unsigned p = (leader + i) % PLAYERS;
        cards legal = follows(t->hand[p], led);
        cards card = nth(legal, choose(&t->luck, sum, size_of(legal)));
        t->hand[p] ^= card;
        if (!led && !(best & WIZARDS)) led = suit_of(card);
        if (i == 0 || beats(card, best, led, t->trumps)) {
            best = card;
            winner = p;
        }
    }
    t->tricks[winner]++;
    return winner;
}

/* ---- a game */

static inline void score_up(table *t) {
    for (int p = 0; p < PLAYERS; p++) {
        int off = abs(t->forecast[p] - t->tricks[p]);
        t->score[p] += off ? -10 * off : 20 + 10 * t->tricks[p];
    }
}

static inline void play_one(table *t, totals *sum) {
    t->dealer = 0;
    for (int p = 0; p < PLAYERS; p++) t->score[p] = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        deal(t, round);
        name_trumps(t, sum);
        bidding(t, sum, round);
        unsigned leader = (t->dealer + 1) % PLAYERS;
        for (int trick = 0; trick < round; trick++) leader = play_trick(t, sum, leader);
        score_up(t);
        t->dealer = (t->dealer + 1) % PLAYERS;
    }
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += t->score[p];
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    sum.endings[0] = sum.games;
    return tell(all, sum, PLAYERS, 1, (const char *const[]){"played"});
}
