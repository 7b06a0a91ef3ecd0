/* Durak by hand: random games of tests/strangers/durak.hoyle as it stands, all legal moves equally likely, to the last
   player with cards. How fast plain C is at this is what Hoyle's engine is measured against.

       gcc -O2 -march=native durak.c -o durak && ./durak SECONDS SEED [GAMES]

   Every card dealt or drawn and every move is a draw of its own; hands are sets. */

#include "told.h"

#include <stdbool.h>

enum { PLAYERS = 2, HAND = 6, MOST_LAID = 6, SMALL = 16, NOBODY = -1 };
enum { FOOL, NO_FOOL, ENDINGS };

/* Cards by rank, the ace highest, four of each; those below the six, the first sixteen, take no part. */
#define SUIT(s) (UINT64_C(0x1111111111111) << (s))
#define RANK(c) (UINT64_C(0xf) << ((c) / 4 * 4))

typedef struct {
    luck luck;
    pack pack;
    cards hand[PLAYERS], trumps, to_beat, on_table, ranks; /* `ranks`: all cards of a rank that was laid in this bout. */
    uint8_t trump_card;
    bool trump_drawn, taking;
    int attacker, defender;
    uint32_t limit, laid;
} table;

static inline int after(int p) {
    return (p + 1) % PLAYERS;
}

/* ---- the stock, of which the trump card is the last */

static inline bool stock_is_empty(const table *t) {
    return t->trump_drawn;
}

static inline void draw_one(table *t, int p) {
    uint8_t card = t->trump_card;
    if (t->pack.dealt < 52) card = draw_card(&t->pack, &t->luck);
    else t->trump_drawn = true;
    t->hand[p] |= (cards)1 << card;
}

static inline void fill(table *t, int p) {
    while (size_of(t->hand[p]) < HAND && !stock_is_empty(t)) draw_one(t, p);
}

static inline void draw_up(table *t) {
    for (int i = 0, p = t->attacker; i < PLAYERS; i++, p = after(p))
        if (p != t->defender) fill(t, p);
    fill(t, t->defender);
}

/* ---- roles */

/* The next player with cards from this one on; where there is none, this one. */
static inline int in_play_from(const table *t, int first) {
    for (int i = 0, p = first; i < PLAYERS; i++, p = after(p))
        if (t->hand[p]) return p;
    return first;
}

static inline void next_roles(table *t, int first) {
    t->attacker = in_play_from(t, first);
    t->defender = in_play_from(t, after(t->attacker));
    t->taking = false;
    t->laid = 0;
    t->limit = size_of(t->hand[t->defender]);
    if (t->limit > MOST_LAID) t->limit = MOST_LAID;
}

static inline int with_lowest_trump(const table *t) {
    int found = NOBODY;
    cards least = 0;
    for (int p = 0; p < PLAYERS; p++) {
        cards held = t->hand[p] & t->trumps, low = held & -held;
        if (low && (!least || low < least)) {
            least = low;
            found = p;
        }
    }
    return found;
}

/* ---- a bout */

static inline void lay(table *t, int p, cards card) {
    t->hand[p] ^= card;
    t->to_beat |= card;
    t->ranks |= RANK(lowest(card));
    t->laid++;
}

/* Tells whether a card was thrown in: one of a rank that lies there, or none. */
static inline bool throw_in(table *t, totals *sum, int p) {
    cards legal = t->hand[p] & t->ranks;
    if (!legal || t->laid == t->limit) return false;
    uint32_t count = size_of(legal), choice = choose(&t->luck, sum, count + 1);
    if (choice == count) return false;
    lay(t, p, nth(legal, choice));
    return true;
}

/* A higher card of the suit, or a trump on any other suit. */
static inline cards beating(const table *t, cards hand, cards card) {
    cards suit = SUIT(lowest(card) % 4), higher = hand & suit & -(card << 1);
    return suit == t->trumps ? higher : higher | (hand & t->trumps);
}

static inline void defend(table *t, totals *sum) {
    cards legal = beating(t, t->hand[t->defender], t->to_beat);
    uint32_t count = size_of(legal), choice = choose(&t->luck, sum, count + 1);
    if (choice == count) {
        t->taking = true;
        return;
    }
    cards card = nth(legal, choice);
    t->hand[t->defender] ^= card;
    t->on_table |= card | t->to_beat;
    t->ranks |= RANK(lowest(card));
    t->to_beat = 0;
}

static inline void bout(table *t, totals *sum) {
    int attacker = t->attacker;
    t->to_beat = t->on_table = t->ranks = 0;
    lay(t, attacker, nth(t->hand[attacker], choose(&t->luck, sum, size_of(t->hand[attacker]))));
    while (t->to_beat) {
        defend(t, sum);
        if (t->taking) break;
        for (int i = 0, p = attacker; i < PLAYERS; i++, p = after(p))
            if (p != t->defender && !t->to_beat && t->hand[t->defender]) throw_in(t, sum, p);
    }
    if (!t->taking) return;
    for (int i = 0, p = attacker; i < PLAYERS; i++, p = after(p))
        if (p != t->defender) while (throw_in(t, sum, p)) {}
    t->hand[t->defender] |= t->on_table | t->to_beat;
}

/* ---- a game */

static inline void deal(table *t) {
    t->pack.dealt = SMALL;
    t->trump_drawn = false;
    for (int p = 0; p < PLAYERS; p++) {
        t->hand[p] = 0;
        for (int i = 0; i < HAND; i++) t->hand[p] |= (cards)1 << draw_card(&t->pack, &t->luck);
    }
    t->trump_card = draw_card(&t->pack, &t->luck);
    t->trumps = SUIT(t->trump_card % 4);
}

static inline int in_play(const table *t) {
    int count = 0;
    for (int p = 0; p < PLAYERS; p++) count += t->hand[p] != 0;
    return count;
}

static inline void play_one(table *t, totals *sum) {
    deal(t);
    int first = with_lowest_trump(t);
    next_roles(t, first == NOBODY ? (int)below(&t->luck, PLAYERS) : first);
    for (;;) {
        bout(t, sum);
        draw_up(t);
        if (stock_is_empty(t) && in_play(t) < 2) break;
        next_roles(t, t->taking ? after(t->defender) : t->defender);
    }
    if (in_play(t) == 0) {
        sum->endings[NO_FOOL]++;
        return;
    }
    sum->endings[FOOL]++;
    for (int p = 0; p < PLAYERS; p++) sum->returns[p] += t->hand[p] ? -1 : 1;
}

int main(int words, char **word) {
    run all = asked(words, word);
    totals sum = {0};
    table t = {.luck = all.luck, .pack = new_pack()};
    for (uint64_t games; (games = to_play(&all, sum.games)) > 0; sum.games += games)
        for (uint64_t game = 0; game < games; game++) play_one(&t, &sum);
    return tell(all, sum, PLAYERS, ENDINGS, (const char *const[]){"fool", "no_fool"});
}
