/* Gin Rummy by hand: random games of rules/gin_rummy/gin_rummy.hoyle as it stands, all legal moves equally likely, to the
   count or the last cards of the stock. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native gin_rummy.c -o gin_rummy && ./gin_rummy SECONDS SEED [GAMES]

   Every card dealt or drawn and every move is a draw of its own; hands are sets. What a hand is worth without its melds is
   found by trying every meld in it. */

#include "told.h"

#include <stdbool.h>

enum { HAND = 10, LIMIT = 10, WALL = 2, BONUS = 25, MOST_MELDS = 32, NOBODY = -1, NO_CARD = 255 };
enum { VOID, COUNTED, ENDINGS };

/* Cards by rank, the ace lowest, four of each: clubs, diamonds, hearts, spades. */
#define RANK(c) (UINT64_C(0xf) << ((c) / 4 * 4))

typedef struct {
    luck luck;
    pack pack;
    cards hand[2], sets[2], runs[2], deadwood[2];
    uint8_t discard[52];
    uint32_t discarded;
} table;

static inline uint8_t one_of(table *t, totals *sum, cards legal) {
    return (uint8_t)lowest(nth(legal, choose(&t->luck, sum, size_of(legal))));
}

static inline int worth(unsigned card) {
    return card / 4 < 9 ? (int)card / 4 + 1 : 10;
}

static inline int points(cards set) {
    int sum = 0;
    for (; set; set &= set - 1) sum += worth(lowest(set));
    return sum;
}

/* ---- melds */

typedef struct {
    cards meld[MOST_MELDS];
    int count;
} melds;

static inline melds melds_of(cards hand) {
    melds found;
    found.count = 0;
    for (int rank = 0; rank < 13; rank++) {
        cards same = hand & UINT64_C(0xf) << 4 * rank;
        if (size_of(same) < 3) continue;
        found.meld[found.count++] = same;
        if (size_of(same) == 4)
            for (cards left = same; left; left &= left - 1) found.meld[found.count++] = same ^ (left & -left);
    }
    cards run = hand & hand >> 4, all = 0x11;
    for (int length = 3; length <= 5; length++) {
        run &= hand >> 4 * (length - 1);
        all |= all << 4;
        for (cards left = run; left; left &= left - 1) found.meld[found.count++] = all << lowest(left);
    }
    return found;
}

/* The least points that are left of a hand when melds are taken out of it, from the meld with this number on; `less_one`:
   and the highest card that is left. */
static int least_from(cards hand, const melds *all, int at, bool less_one) {
    int least = hand || !less_one ? points(hand) - (less_one ? worth(highest(hand)) : 0) : LIMIT + 1;
    for (; at < all->count; at++) {
        if (all->meld[at] & ~hand) continue;
        int left = least_from(hand ^ all->meld[at], all, at + 1, less_one);
        if (left < least) least = left;
    }
    return least;
}

static inline int least_deadwood(cards hand) {
    melds all = melds_of(hand);
    return least_from(hand, &all, 0, false);
}

static inline bool can_knock_with(cards hand) {
    melds all = melds_of(hand);
    return least_from(hand, &all, 0, true) <= LIMIT;
}

/* ---- the turn */

static inline void draw_one(table *t, int p) {
    t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
}

static inline uint8_t take_up(table *t, int p) {
    uint8_t card = t->discard[--t->discarded];
    t->hand[p] |= (cards)1 << card;
    return card;
}

static inline void put(table *t, int p, uint8_t card) {
    t->hand[p] ^= (cards)1 << card;
    t->discard[t->discarded++] = card;
}

/* Tells whether the player knocks, having taken this card from the discard pile, or none. */
static inline bool discard_or_knock(table *t, totals *sum, int p, uint8_t taken) {
    cards legal = taken == NO_CARD ? t->hand[p] : t->hand[p] & ~((cards)1 << taken);
    uint32_t count = size_of(legal), choice = choose(&t->luck, sum, count + can_knock_with(t->hand[p]));
    if (choice == count) return true;
    put(t, p, (uint8_t)lowest(nth(legal, choice)));
    return false;
}

static inline void lay_aside(table *t, totals *sum, int p) {
    cards legal = 0;
    for (cards left = t->hand[p]; left; left &= left - 1)
        if (least_deadwood(t->hand[p] ^ (left & -left)) <= LIMIT) legal |= left & -left;
    put(t, p, one_of(t, sum, legal));
}

/* ---- after the knock */

/* Lays melds down until the player passes; who knocks keeps within the limit, and does not pass before it is reached. */
static inline void lay_down(table *t, totals *sum, int p, bool knocker) {
    for (;;) {
        melds all = melds_of(t->hand[p]), legal = {.count = 0};
        for (int i = 0; i < all.count; i++)
            if (!knocker || least_deadwood(t->hand[p] ^ all.meld[i]) <= LIMIT) legal.meld[legal.count++] = all.meld[i];
        if (legal.count == 0) return;
        bool may_pass = !knocker || points(t->hand[p]) <= LIMIT;
        int choice = (int)choose(&t->luck, sum, (uint32_t)legal.count + may_pass);
        if (choice == legal.count) return;
        cards meld = legal.meld[choice];
        t->hand[p] ^= meld;
        *(meld & ~RANK(lowest(meld)) ? &t->runs[p] : &t->sets[p]) |= meld;
    }
}

static inline cards fitting_runs(cards runs) {
    return (runs << 4 | runs >> 4) & ((UINT64_C(1) << 52) - 1);
}

static inline cards fitting_sets(cards sets) {
    cards fitting = 0;
    for (; sets; sets &= ~RANK(lowest(sets))) fitting |= RANK(lowest(sets));
    return fitting;
}

static inline void lay_off(table *t, totals *sum, int p) {
    int knocker = 1 - p;
    while (t->deadwood[knocker]) {
        cards onto_runs = t->hand[p] & fitting_runs(t->runs[knocker]);
        cards legal = onto_runs | (t->hand[p] & fitting_sets(t->sets[knocker]));
        if (!legal) return;
        uint32_t choice = choose(&t->luck, sum, size_of(legal) + 1);
        if (choice == size_of(legal)) return;
        cards card = nth(legal, choice);
        t->hand[p] ^= card;
        *(card & onto_runs ? &t->runs[knocker] : &t->sets[knocker]) |= card;
    }
}

static inline void after_the_knock(table *t, totals *sum, int knocker) {
    int other = 1 - knocker;
    lay_aside(t, sum, knocker);
    lay_down(t, sum, knocker, true);
    t->deadwood[knocker] = t->hand[knocker];
    lay_off(t, sum, other);
    lay_down(t, sum, other, false);
    t->deadwood[other] = t->hand[other];
    int gap = points(t->deadwood[other]) - points(t->deadwood[knocker]);
    int won = !t->deadwood[knocker] ? gap + BONUS : gap > 0 ? gap : gap - BONUS;
    sum->returns[knocker] += won;
    sum->returns[other] -= won;
    sum->endings[COUNTED]++;
}

/* ---- a game */

static inline void deal(table *t) {
    t->pack.dealt = t->discarded = 0;
    for (int p = 0; p < 2; p++) {
        t->hand[p] = t->sets[p] = t->runs[p] = t->deadwood[p] = 0;
        for (int i = 0; i < HAND; i++) draw_one(t, p);
    }
    t->discard[t->discarded++] = draw_card(&t->pack, &t->luck);
}

/* Each player in turn may begin with the card turned up; if nobody does, player 1 draws from the stock. */
static inline void play_one(table *t, totals *sum) {
    int p = 0, refused = 0;
    deal(t);
    while (refused < 2 && choose(&t->luck, sum, 2) == 0) refused++, p = 1 - p;
    for (bool first = true;; first = false, p = 1 - p) {
        uint8_t taken = NO_CARD;
        if (!first && 52 - t->pack.dealt <= WALL) {
            sum->endings[VOID]++;
            return;
        }
        if (first && refused < 2) taken = take_up(t, p);
        else if (choose(&t->luck, sum, first ? 1 : 2) == 0) draw_one(t, p);
        else taken = take_up(t, p);
        if (!discard_or_knock(t, sum, p, taken)) continue;
        after_the_knock(t, sum, p);
        return;
    }
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    return tell(all, sum, 2, ENDINGS, (const char *const[]){"void", "counted"});
}
