/* Rummy 500 by hand: random games of tests/strangers/rummy_500.hoyle as it stands, all legal moves equally likely, to 500
   points. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native rummy_500.c -o rummy_500 && ./rummy_500 SECONDS SEED [GAMES]

   Every card dealt or drawn and every move is a draw of its own; hands are sets. A meld on the table is known by the cards
   that fit on it. */

#include "told.h"

#include <stdbool.h>

enum { PLAYERS = 3, HAND = 7, TARGET = 500, PLACES = 17, MOST_MELDS = 400, TWO = 1, KING = 12, HIGH_ACE = 13 };

/* Cards by rank, the ace lowest, four of each. */
#define RANK(r) (UINT64_C(0xf) << 4 * (r))
#define ALL ((UINT64_C(1) << 52) - 1)
#define ANY_CARD ALL

/* A group, or a run between two ranks, where the ace may be the highest, too. */
typedef struct {
    cards held, fitting;
    int low, high;
    bool run;
} meld;

typedef struct {
    cards meld[MOST_MELDS];
    uint32_t count;
} melds;

typedef struct {
    luck luck;
    pack pack;
    cards hand[PLAYERS];
    uint8_t pile[52];
    uint32_t piled, places;
    meld meld[PLACES];
    int dealer, laid[PLAYERS], score[PLAYERS];
} table;

/* ---- points */

static inline int worth(unsigned card, int ace) {
    int rank = (int)card / 4;
    return rank == 0 ? ace : rank < 9 ? rank + 1 : 10;
}

static inline int points(cards set, int ace) {
    int sum = 0;
    for (; set; set &= set - 1) sum += worth(lowest(set), ace);
    return sum;
}

/* What an ace counts in a meld: 1 in a run that it begins, which holds a two and no king. */
static inline int ace_in(cards held, bool run) {
    return run && held & RANK(TWO) && !(held & RANK(KING)) ? 1 : 15;
}

/* ---- melds in a hand */

/* With every ace above the kings as well. */
static inline cards both_aces(cards set) {
    return set | (set & RANK(0)) << 4 * HIGH_ACE;
}

static inline cards in_deck(cards set) {
    return (set & ALL) | set >> 4 * HIGH_ACE;
}

static inline bool is_run(cards held) {
    return (held & RANK(lowest(held) / 4)) != held;
}

/* All groups and runs in a hand with one of these cards in them. Thirteen cards of a suit are one run, wherever the ace
   is. */
static inline void melds_of(cards hand, cards with, melds *found) {
    found->count = 0;
    for (int rank = 0; rank < 13; rank++) {
        cards same = hand & RANK(rank);
        if (size_of(same) < 3 || !(same & with)) continue;
        found->meld[found->count++] = same;
        if (size_of(same) == 3) continue;
        for (cards left = same; left; left &= left - 1)
            if ((same ^ (left & -left)) & with) found->meld[found->count++] = same ^ (left & -left);
    }
    cards set = both_aces(hand), starts = set & set >> 4, all = 0x11;
    for (int length = 3; length <= 13; length++) {
        starts &= set >> 4 * (length - 1);
        if (length == 13) starts &= RANK(0);
        if (!starts) return;
        all |= all << 4;
        for (cards left = starts; left; left &= left - 1) {
            cards run = in_deck(all << lowest(left));
            if (run & with) found->meld[found->count++] = run;
        }
    }
}

/* The cards of a set that are in a group or a run in it. */
static inline cards in_melds(cards set, cards card) {
    cards all = both_aces(set), starts = all & all >> 4 & all >> 8;
    cards found = in_deck(starts | starts << 4 | starts << 8), same = set & RANK(lowest(card) / 4);
    return size_of(same) >= 3 ? found | same : found;
}

/* ---- melds on the table */

static inline cards of_suit(const meld *m, int rank) {
    return (cards)1 << (rank % 13 * 4 + (int)(lowest(m->held) % 4));
}

static inline void find_fitting(meld *m) {
    m->fitting = m->run ? 0 : RANK(m->low);
    if (m->run && m->low > 0) m->fitting |= of_suit(m, m->low - 1);
    if (m->run && m->high < HIGH_ACE) m->fitting |= of_suit(m, m->high + 1);
    m->fitting &= ~m->held;
}

static inline void lay_down(table *t, int p, cards held) {
    meld *m = &t->meld[t->places++];
    *m = (meld){.held = held, .low = (int)lowest(held) / 4, .high = (int)highest(held) / 4, .run = is_run(held)};
    if (m->run && m->low == 0 && !(held & RANK(TWO))) {
        m->low = (int)lowest(held & ~RANK(0)) / 4;
        m->high = HIGH_ACE;
    }
    find_fitting(m);
    t->hand[p] ^= held;
    t->laid[p] += points(held, ace_in(held, m->run));
}

static inline void lay_off(table *t, int p, meld *m, cards card) {
    int rank = (int)lowest(card) / 4;
    if (m->run && rank == m->low - 1) m->low--;
    else if (m->run) m->high++;
    m->held |= card;
    find_fitting(m);
    t->hand[p] ^= card;
    t->laid[p] += worth(lowest(card), ace_in(m->held, m->run));
}

/* Lays down or lays off with one of these cards; tells whether the player did. */
static inline bool meld_some(table *t, totals *sum, int p, cards with, bool may_pass) {
    melds all;
    melds_of(t->hand[p], with, &all);
    uint32_t count = all.count;
    cards alone = t->hand[p] & with;
    for (uint32_t k = 0; k < t->places; k++) count += size_of(alone & t->meld[k].fitting);
    if (count == 0) return false;
    uint32_t choice = choose(&t->luck, sum, count + may_pass);
    if (choice == count) return false;
    if (choice < all.count) {
        lay_down(t, p, all.meld[choice]);
        return true;
    }
    choice -= all.count;
    meld *m = t->meld;
    for (; choice >= size_of(alone & m->fitting); m++) choice -= size_of(alone & m->fitting);
    lay_off(t, p, m, nth(alone & m->fitting, choice));
    return true;
}

/* ---- the turn */

/* Takes cards down to one that can be melded, which it tells; none where the player draws from the stock. */
static inline cards draw_or_take(table *t, totals *sum, int p) {
    uint32_t from[52], count = 0;
    cards fitting = 0, held = t->hand[p];
    for (uint32_t k = 0; k < t->places; k++) fitting |= t->meld[k].fitting;
    for (uint32_t at = t->piled; at-- > 0;) {
        cards card = (cards)1 << t->pile[at];
        held |= card;
        if (card & (fitting | in_melds(held, card))) from[count++] = at;
    }
    uint32_t choice = choose(&t->luck, sum, count + 1);
    if (choice == count) {
        t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
        return 0;
    }
    cards duty = (cards)1 << t->pile[from[choice]];
    while (t->piled > from[choice]) t->hand[p] |= (cards)1 << t->pile[--t->piled];
    return duty;
}

static inline void turn(table *t, totals *sum, int p) {
    cards duty = draw_or_take(t, sum, p);
    if (duty) meld_some(t, sum, p, duty, false);
    while (meld_some(t, sum, p, ANY_CARD, true)) {}
    if (!t->hand[p]) return;
    cards card = nth(t->hand[p], choose(&t->luck, sum, size_of(t->hand[p])));
    t->hand[p] ^= card;
    t->pile[t->piled++] = (uint8_t)lowest(card);
}

/* ---- a game */

static inline void play_deal(table *t, totals *sum) {
    t->pack.dealt = t->piled = t->places = 0;
    for (int p = 0; p < PLAYERS; p++) {
        t->hand[p] = 0;
        t->laid[p] = 0;
        for (int i = 0; i < HAND; i++) t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
    }
    t->pile[t->piled++] = draw_card(&t->pack, &t->luck);
    for (int p = t->dealer; t->hand[p] && t->pack.dealt < 52;) {
        p = (p + 1) % PLAYERS;
        turn(t, sum, p);
    }
    for (int p = 0; p < PLAYERS; p++) t->score[p] += t->laid[p] - points(t->hand[p], 15);
}

static inline int most(const table *t) {
    int found = t->score[0];
    for (int p = 1; p < PLAYERS; p++)
        if (t->score[p] > found) found = t->score[p];
    return found;
}

static inline void play_one(table *t, totals *sum) {
    for (int p = 0; p < PLAYERS; p++) t->score[p] = 0;
    t->dealer = (int)below(&t->luck, PLAYERS);
    for (play_deal(t, sum); most(t) < TARGET; play_deal(t, sum)) t->dealer = (t->dealer + 1) % PLAYERS;
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += t->score[p] == most(t) ? 1 : -1;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    sum.endings[0] = sum.games;
    return tell(all, sum, PLAYERS, 1, (const char *const[]){"game_over"});
}
