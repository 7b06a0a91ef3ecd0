/* What every exported engine rests on: sets and piles of cards, patterns, choices, luck, faults. It knows no game.

   It is included by the engine's source, which says before how large everything is (DECK, PLAYERS, PILES, MEMOS,
   TOTAL_WORDS, MOST_CHOICES) and what a position, a move and luck are (state, move_t, luck_t).

   A set of cards is a number whose bit i is card i. A pile is the number of its cards, then the cards, bottom first.
   Numbers that a pattern has for places stand as bits of one number: a card that may stand at several has several. */
#ifndef HOYLE_ENGINE_H
#define HOYLE_ENGINE_H

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef long long num;
typedef uint8_t u8;
typedef uint64_t u64;

enum { PILE = DECK + 1, LOG_ROOM = 4 * DECK + 256, MOST_STEPS = 10000 };

/* Why play stops; after ENDLESS and OVERFLOWED what makes a call come to nothing. */
enum {
  NO_FAULT, GAP, CLASH, UNDEFINED, OPEN, STUCK, LOST_CARD, ENDLESS, OVERFLOWED,
  LIMIT, NO_LUCK, BAD_LUCK
};
enum { GO_ON = -1 }; /* in place of a step: play goes on as usual */
enum { PICKED, SHUFFLED };

#define ONE(card) ((set_t)1 << (card))
#if DECK > 64
#define SET(high, low) ((set_t)(high) << 64 | (set_t)(low))
#endif

/* The choices of cards of one pass: after `after` in a later pass, before `limit` where there are more. */
typedef struct {
  size_t base, end;
  set_t after, limit;
  bool again, more;
} bag_pass;

/* A game while a call works on it. */
typedef struct game {
  state s;
  state before;     /* where play goes back to at a fault */
  state first, met; /* positions since the last luck, by which endless play is noticed */
  u64 seed;
  const luck_t *luck;
  bool seeded, used, over;
  int at, fault, clause, ending; /* `at`: the clause where a fault would be told of */
  int64_t returns[PLAYERS];
  /* The moves on offer: where they go, how many fit, and the one that is looked for. */
  move_t *moves;
  const move_t *wanted;
  size_t room, offered;
  bool may_pass, asking, listing, found;
  /* Values that stay while moves are listed, and when each was found. */
  u64 epoch, memo_at[MEMOS];
  num memo[MEMOS];
  /* Clauses that nothing ranks must come to the same by the same luck, which is kept here. */
  bool recording, twin;
  int twin_clash;
  size_t log_size, twin_at, twin_end;
  int16_t log[LOG_ROOM];
#if MOST_CHOICES
  size_t bag_size;
  bag_pass *bag_pass;
  set_t bag[MOST_CHOICES];
#endif
  jmp_buf out;
} G;

/* ---------------------------------------------------------------- faults */

/* Stops play: the call that plays catches it. */
static inline _Noreturn void stop_at(G *g, int fault, int clause) {
  g->fault = fault;
  g->clause = clause;
  longjmp(g->out, 1);
}

static inline _Noreturn void stop(G *g, int fault) {
  stop_at(g, fault, g->at);
}

/* Somebody, where nobody has no meaning. */
static inline int somebody(G *g, int symbol) {
  if (symbol < 0) stop(g, UNDEFINED);
  return symbol;
}

/* A number within the range of a field, which is named where it is not. */
static inline int within(G *g, num number, num low, num high, int field) {
  if (number < low || number > high) stop_at(g, OVERFLOWED, field);
  return (int)number;
}

/* ---------------------------------------------------------------- numbers */

/* Sums, differences and products that are too large for a number stop play. */
static inline num add(G *g, num a, num b) {
  if (b > 0 ? a > LLONG_MAX - b : a < LLONG_MIN - b) stop(g, LIMIT);
  return a + b;
}

static inline num subtract(G *g, num a, num b) {
  if (b > 0 ? a < LLONG_MIN + b : a > LLONG_MAX + b) stop(g, LIMIT);
  return a - b;
}

static inline num times(G *g, num a, num b) {
  bool out = b > 0 ? a > LLONG_MAX / b || a < LLONG_MIN / b : a > 0 ? b < LLONG_MIN / a : a && b < LLONG_MAX / a;
  if (out) stop(g, LIMIT);
  return a * b;
}

/* The place of the lowest bit of a number that has one: alone, it brings six other bits of a certain number to the top. */
static inline int lowest_bit(u64 bits) {
  static const u8 places[64] = {
    0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4,
    62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
    63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
    46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6,
  };
  return places[((bits & (0 - bits)) * 0x03F79D71B4CB0A89ULL) >> 58];
}

/* How many bits are set: counted in pairs, in fours, in eights, and then all together. */
static inline int bits_in(u64 bits) {
  bits -= bits >> 1 & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  return (int)((bits * 0x0101010101010101ULL) >> 56);
}

/* Is this the only bit? */
static inline bool single(u64 bits) {
  return !(bits & (bits - 1));
}

/* ---------------------------------------------------------------- players and ranks */

/* The player some seats on, clockwise. */
static inline int seats_on(int player, int seats) {
  return player + seats < PLAYERS ? player + seats : player + seats - PLAYERS;
}

static inline bool beside(int rank, int other) {
  return rank - other == 1 || other - rank == 1;
}

/* The same where the last of so many ranks meets the first. */
static inline bool above_round(int rank, int other, int ranks) {
  return (other + 1) % ranks == rank;
}

static inline bool beside_round(int rank, int other, int ranks) {
  return above_round(rank, other, ranks) || above_round(other, rank, ranks);
}

/* ---------------------------------------------------------------- sets */

/* The lowest card of a set that has one. */
static inline int low_of(set_t cards) {
#if DECK <= 64
  return lowest_bit(cards);
#else
  return (u64)cards ? lowest_bit((u64)cards) : 64 + lowest_bit((u64)(cards >> 64));
#endif
}

static inline int size_of(set_t cards) {
#if DECK <= 64
  return bits_in(cards);
#else
  return bits_in((u64)cards) + bits_in((u64)(cards >> 64));
#endif
}

static inline bool has(set_t cards, int card) {
  return cards >> card & 1;
}

/* Does a set come before another where each is the list of its cards? */
static inline bool set_before(set_t a, set_t b) {
  set_t differ = a ^ b, first = differ & (0 - differ);
  if (!differ) return false;
  return a & first ? (b & ~(first - 1)) != 0 : !(a & ~(first - 1));
}

/* The cards that have something in common with a symbol; nobody has nothing. */
static inline set_t cards_of(const set_t *table, int symbol) {
  return symbol < 0 ? 0 : table[symbol];
}

/* Are all cards of the group of the first? */
static inline bool alike(const set_t *groups, set_t cards) {
  return !cards || !(cards & ~groups[low_of(cards)]);
}

/* ---------------------------------------------------------------- piles */

static inline set_t set_of(const u8 *pile) {
  set_t cards = 0;
  for (int i = 1; i <= pile[0]; i++) cards |= ONE(pile[i]);
  return cards;
}

static inline void list_set(u8 *pile, set_t cards) {
  pile[0] = 0;
  for (; cards; cards &= cards - 1) pile[++pile[0]] = (u8)low_of(cards);
}

static inline void copy_pile(u8 *to, const u8 *from) {
  memcpy(to, from, (size_t)from[0] + 1);
}

static inline bool same_pile(const u8 *a, const u8 *b) {
  return a[0] == b[0] && !memcmp(a + 1, b + 1, a[0]);
}

static inline int pile_size(const u8 *pile) {
  return pile[0];
}

/* Is one of these piles not empty? So many groups of so many, `stride` apart. */
static inline bool some_pile(u8 (*piles)[DECK + 1], int size, int stride, int groups) {
  for (int group = 0; group < groups; group++)
    for (int i = 0; i < size; i++)
      if (piles[group * stride + i][0]) return true;
  return false;
}

static inline bool some_set(const set_t *sets, int size, int stride, int groups) {
  for (int group = 0; group < groups; group++)
    for (int i = 0; i < size; i++)
      if (sets[group * stride + i]) return true;
  return false;
}

/* ---------------------------------------------------------------- cards that move */

static inline void take_from_set(G *g, set_t *from, set_t cards) {
  if (cards & ~*from) stop(g, UNDEFINED);
  *from &= ~cards;
}

/* The others keep their order. */
static inline void take_from_pile(G *g, u8 *from, set_t cards) {
  int kept = 0, size = from[0];
  set_t left = cards;
  for (int i = 1; i <= size; i++) {
    if (has(left, from[i])) left &= ~ONE(from[i]);
    else from[++kept] = from[i];
  }
  if (left) stop(g, UNDEFINED);
  from[0] = (u8)kept;
}

/* The cards of a list that names none twice. */
static inline set_t listed_once(G *g, const u8 *list) {
  set_t cards = set_of(list);
  if (size_of(cards) != list[0]) stop(g, UNDEFINED);
  return cards;
}

static inline void lay_on_top(u8 *to, const u8 *list) {
  memcpy(to + 1 + to[0], list + 1, list[0]);
  to[0] = (u8)(to[0] + list[0]);
}

static inline void push_under(u8 *to, int card) {
  memmove(to + 2, to + 1, to[0]);
  to[1] = (u8)card;
  to[0]++;
}

static inline void push(u8 *to, int card) {
  to[++to[0]] = (u8)card;
}

/* The first card is laid under the pile first, so that the last ends outermost. */
static inline void lay_under(u8 *to, const u8 *list) {
  int n = list[0];
  memmove(to + 1 + n, to + 1, to[0]);
  for (int i = 1; i <= n; i++) to[n + 1 - i] = list[i];
  to[0] = (u8)(to[0] + n);
}

/* One card or none, which need no order. */
static inline set_t at_most_one(G *g, set_t cards) {
  if (cards & (cards - 1)) stop(g, UNDEFINED);
  return cards;
}

/* How many cards are drawn. */
static inline int drawn(G *g, num wanted, int held, bool up_to) {
  if (wanted < 0) wanted = 0;
  if (wanted <= held) return (int)wanted;
  if (!up_to) stop(g, UNDEFINED);
  return held;
}

static inline void draw_into(G *g, u8 *from, set_t *to, num wanted, bool up_to) {
  for (int n = drawn(g, wanted, from[0], up_to); n > 0; n--) *to |= ONE(from[from[0]--]);
}

/* Card by card, so that the first ends lowest. */
static inline void draw_onto(G *g, u8 *from, u8 *to, num wanted, bool up_to) {
  u8 list[PILE];
  list[0] = (u8)drawn(g, wanted, from[0], up_to);
  for (int i = 1; i <= list[0]; i++) list[i] = from[from[0]--];
  lay_on_top(to, list);
}

/* ---------------------------------------------------------------- values of cards */

/* What a card may count: how many values, then the values, the least first. */
typedef struct {
  int n, values[VALUES];
} worth;

static inline num least_total(const worth *table, set_t cards) {
  num sum = 0;
  for (; cards; cards &= cards - 1) sum += table[low_of(cards)].values[0];
  return sum;
}

static inline num greatest_total(const worth *table, set_t cards) {
  num sum = 0;
  for (; cards; cards &= cards - 1) {
    const worth *card = &table[low_of(cards)];
    sum += card->values[card->n - 1];
  }
  return sum;
}

/* Can one value a card add up to a number? Bit i of `sums`: a sum of i more than the least one can be made. */
static inline bool can_total(const worth *table, set_t cards, num wanted) {
  u64 sums[TOTAL_WORDS] = {1};
  for (; cards; cards &= cards - 1) {
    const worth *card = &table[low_of(cards)];
    wanted -= card->values[0];
    if (card->n > 1) {
      u64 old[TOTAL_WORDS];
      memcpy(old, sums, sizeof old);
      for (int v = 1; v < card->n; v++) {
        int more = card->values[v] - card->values[0], whole = more / 64, part = more % 64;
        for (int i = whole; i < TOTAL_WORDS; i++) {
          sums[i] |= old[i - whole] << part;
          if (part && i > whole) sums[i] |= old[i - whole - 1] >> (64 - part);
        }
      }
    }
  }
  return wanted >= 0 && wanted < 64 * TOTAL_WORDS && (sums[wanted / 64] >> wanted % 64 & 1);
}

/* ---------------------------------------------------------------- patterns */

/* A line in which ranks stand: for each card its places as bits, and so many places round a circle (0: no circle). */
typedef struct {
  u64 places[DECK];
  int circle;
} line;

/* A pattern of cards that is chosen: how many; whether their order matters; for each card those that may be with it
   (`next`: that may follow it); its line, if it has one, up or both ways. */
typedef struct {
  int least, most;
  bool ordered, both_ways;
  const set_t *next;
  const line *line;
} pattern;

/* The places one above some places, and one below. */
static inline u64 places_up(const line *line, u64 places) {
  u64 up = places << 1;
  if (!line->circle) return up;
  return (up & ((((u64)1 << line->circle) - 1) << 1)) | (places >> line->circle & 1) << 1;
}

static inline u64 places_down(const line *line, u64 places) {
  u64 down = places >> 1;
  if (!line->circle) return down;
  return (down & ((((u64)1 << line->circle) - 1) << 1)) | (places >> 1 & 1) << line->circle;
}

static inline u64 places_near(const line *line, u64 places, bool both_ways) {
  return places_up(line, places) | (both_ways ? places_down(line, places) : 0);
}

/* Can each card stand next to the one before, as they lie? */
static inline bool follow(const line *line, const u8 *pile, bool both_ways) {
  u64 reach = pile[0] ? line->places[pile[1]] : 0;
  for (int i = 2; i <= pile[0]; i++) {
    reach = line->places[pile[i]] & places_near(line, reach, both_ways);
    if (!reach) return false;
  }
  return true;
}

static inline bool is_walk(const line *line, const u8 *pile) {
  return follow(line, pile, true);
}

/* Each card one above the card before, no rank twice. */
static inline bool is_rising_run(const line *line, const int16_t *rank_of, const u8 *pile) {
  u64 ranks = 0;
  for (int i = 1; i <= pile[0]; i++) {
    u64 rank = (u64)1 << rank_of[pile[i]];
    if (ranks & rank) return false;
    ranks |= rank;
  }
  return follow(line, pile, false);
}

/* Are these places next to each other? */
static inline bool stretch(const line *line, u64 taken, int n) {
  if (line->circle) return bits_in(places_up(line, taken) & ~taken) <= 1;
  return taken >> lowest_bit(taken) == ((u64)1 << n) - 1;
}

/* In some order a run: as many places as cards are taken, so that all ranks differ and at most one card, an ace, has
   several to choose from. */
static inline bool is_run(const line *line, set_t cards) {
  int n = size_of(cards);
  u64 fixed = 0, open = 0;
  if (!n) return true;
  if (n > 63) return false;
  for (; cards; cards &= cards - 1) {
    u64 places = line->places[low_of(cards)];
    if (single(places)) fixed |= places;
    else open = places;
  }
  do {
    u64 taken = fixed | (open & (0 - open));
    if (bits_in(taken) == n && stretch(line, taken, n)) return true;
    open &= open - 1;
  } while (open);
  return false;
}

/* Is there a walk through all of the cards from one of these places? Cards of equal places are tried once. */
static inline bool walk_from(const line *line, set_t cards, u64 near) {
  set_t left[DECK + 1], next[DECK + 1];
  u64 reach[DECK + 1], tried[DECK + 1];
  int n = 0;
  left[0] = next[0] = cards;
  reach[0] = near;
  tried[0] = 0;
  while (n >= 0) {
    u64 places, here;
    int card;
    if (!left[n]) return true;
    if (!next[n]) {
      n--;
      continue;
    }
    card = low_of(next[n]);
    next[n] &= next[n] - 1;
    places = line->places[card];
    here = places & reach[n];
    if (!here || tried[n] & places & (0 - places)) continue;
    tried[n] |= places & (0 - places);
    left[n + 1] = next[n + 1] = left[n] & ~ONE(card);
    reach[n + 1] = places_near(line, here, true);
    tried[n + 1] = 0;
    n++;
  }
  return false;
}

static inline bool is_walk_in_some_order(const line *line, set_t cards) {
  return walk_from(line, cards, ~(u64)0);
}

/* ---------------------------------------------------------------- choices of several cards */

/* A choice of a pattern. It is grown card by card; after n cards `next[n]` are those that may come and have not been
   tried, `left[n]` those that are not chosen, `near[n]` the places for the next one. */
typedef struct {
  const pattern *of;
  int n;
  bool begun;
  set_t cards;
  u8 pile[PILE];
  set_t next[PILE], left[PILE];
  u64 near[PILE];
} choice;

/* Before the first choice. */
static inline void begin_choice(choice *it, const pattern *of, set_t from) {
  it->of = of;
  it->n = 0;
  it->begun = of->least > 0;
  it->cards = 0;
  it->pile[0] = 0;
  it->next[0] = it->left[0] = from;
  it->near[0] = ~(u64)0;
}

/* The choice of no cards, which comes first where the pattern has it. */
static inline bool first_choice(choice *it) {
  bool first = !it->begun;
  it->begun = true;
  return first;
}

/* Goes on to the next choice of cards that stand in no line and in no order, each before those that it begins; false
   after the last. */
static inline bool next_choice(choice *it) {
  const pattern *of = it->of;
  int n = it->n;
  if (first_choice(it)) return true;
  for (;;) {
    set_t next = it->next[n];
    if (next && n < of->most) {
      set_t later = next & (next - 1);
      it->next[n] = later;
      later &= of->next[low_of(next)];
      if (!later && n + 1 < of->least) continue;
      it->cards |= next & (0 - next);
      it->left[++n] = next & (0 - next);
      it->next[n] = later;
      if (n < of->least) continue;
      it->n = n;
      return true;
    }
    if (!n) return false;
    it->cards ^= it->left[n--];
  }
}

/* Takes one more card of those that have an order or stand in a line; false where it does not stand at the right place,
   or too few cards can follow. */
static inline bool grow(choice *it) {
  const pattern *of = it->of;
  int n = it->n, card = low_of(it->next[n]);
  set_t left = it->left[n] & ~ONE(card), next = left & of->next[card];
  it->next[n] &= it->next[n] - 1;
  if (!next && n + 1 < of->least) return false;
  if (of->line) {
    u64 here = of->line->places[card] & it->near[n];
    if (!here) return false;
    it->near[n + 1] = places_near(of->line, here, of->both_ways);
  }
  it->left[n + 1] = left;
  it->next[n + 1] = next;
  it->cards |= ONE(card);
  it->pile[n + 1] = (u8)card;
  it->pile[0] = (u8)++it->n;
  return true;
}

/* The same for cards that have an order or stand in a line. */
static inline bool next_in_line(choice *it) {
  if (first_choice(it)) return true;
  for (;;) {
    if (it->n < it->of->most && it->next[it->n]) {
      if (grow(it) && it->n >= it->of->least) return true;
    } else if (it->n) {
      it->cards &= ~ONE(it->pile[it->n]);
      it->pile[0] = (u8)--it->n;
    } else {
      return false;
    }
  }
}

#if MOST_CHOICES
/* Moves a set down a heap in which the last in order is to be on top. */
static inline void sink(set_t *heap, size_t at, size_t n) {
  for (size_t below = 2 * at + 1; below < n; at = below, below = 2 * at + 1) {
    set_t held = heap[at];
    if (below + 1 < n && set_before(heap[below], heap[below + 1])) below++;
    if (!set_before(held, heap[below])) return;
    heap[at] = heap[below];
    heap[below] = held;
  }
}

static inline void sort_sets(set_t *sets, size_t n) {
  for (size_t i = n / 2; i-- > 0;) sink(sets, i, n);
  for (size_t last = n; last-- > 1;) {
    set_t held = sets[0];
    sets[0] = sets[last];
    sets[last] = held;
    sink(sets, 0, last);
  }
}

/* Sorts the bag from `base` on and drops doubles. */
static inline void bag_sort(G *g, size_t base) {
  size_t end = base;
  sort_sets(g->bag + base, g->bag_size - base);
  for (size_t i = base; i < g->bag_size; i++)
    if (i == base || g->bag[i] != g->bag[end - 1]) g->bag[end++] = g->bag[i];
  g->bag_size = end;
}

/* Keeps the first half of a full bag for this pass. */
static inline void bag_shrink(G *g, bag_pass *pass) {
  size_t keep = (MOST_CHOICES - pass->base) / 2;
  if (!keep) stop(g, LIMIT);
  bag_sort(g, pass->base);
  if (g->bag_size - pass->base <= keep) return;
  g->bag_size = pass->base + keep;
  pass->limit = g->bag[g->bag_size];
  pass->more = true;
}

/* Puts a choice of cards into the bag, where it is one of this pass. */
static inline void bag_add(G *g, set_t cards) {
  bag_pass *pass = g->bag_pass;
  if (g->bag_size == MOST_CHOICES) bag_shrink(g, pass);
  if (pass->again && !set_before(pass->after, cards)) return;
  if (pass->more && !set_before(cards, pass->limit)) return;
  g->bag[g->bag_size++] = cards;
}

/* Before the first pass. */
static inline bag_pass bag_open(const G *g) {
  bag_pass pass = {0, 0, 0, 0, false, false};
  pass.base = g->bag_size;
  return pass;
}

/* Begins a pass: for choices that come after those of the pass before. */
static inline void bag_begin(G *g, bag_pass *pass) {
  if (pass->more) {
    pass->again = true;
    pass->after = g->bag[pass->end - 1];
  }
  pass->more = false;
  g->bag_size = pass->base;
  g->bag_pass = pass;
}

static inline void bag_end(G *g, bag_pass *pass) {
  bag_sort(g, pass->base);
  pass->end = g->bag_size;
}
#endif

/* ---------------------------------------------------------------- luck */

#define STRIDE 0xD1342543DE82EF95ULL
#define TOGETHER ((u64)1 << 48)

static inline u64 mix(u64 x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/* The next number of a stream. */
static inline u64 next_of(u64 *stream) {
  return mix(*stream += 0x9E3779B97F4A7C15ULL);
}

/* A number as a fraction of 2^64, n times: its whole part; what is left of the fraction is the number from then on. */
static inline u64 part_of(u64 *number, u64 n) {
  u64 low = (*number & UINT32_MAX) * (n & UINT32_MAX), first = (*number >> 32) * (n & UINT32_MAX) + (low >> 32);
  u64 second = (*number & UINT32_MAX) * (n >> 32) + (first & UINT32_MAX);
  u64 whole = (*number >> 32) * (n >> 32) + (first >> 32) + (second >> 32);
  *number *= n;
  return whole;
}

/* Is a number good for picks of so many outcomes together, each equally likely? */
static inline bool fair(u64 number, u64 outcomes) {
  return number * outcomes >= (0 - outcomes) % outcomes;
}

/* A number from 0 to n - 1. */
static inline u64 random_of(u64 *stream, u64 n) {
  u64 number;
  if (n <= 1) return 0;
  do number = next_of(stream);
  while (!fair(number, n));
  return part_of(&number, n);
}

/* The seed of the numbered part of what a seed is for. */
static inline u64 derived(u64 seed, u64 domain, u64 number) {
  u64 x = seed + ((domain << 56) + number) * STRIDE;
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 33);
}

/* The stream of what is asked next of a game's luck: each shuffle and each pick has its own. */
static inline u64 asked_of(u64 *luck, u64 domain) {
  u64 stream = derived(*luck, domain, 0);
  *luck += STRIDE;
  return stream;
}

/* Keeps an outcome for clauses that no other outranks, which must meet the same luck. */
static inline void log_add(G *g, int value) {
  if (g->log_size == LOG_ROOM) stop(g, LIMIT);
  g->log[g->log_size++] = (int16_t)value;
}

/* The next outcome that an equal clause met; that clause and this one differ where it does not fit. */
static inline const int16_t *logged(G *g, int kind, num size) {
  const int16_t *from = g->log + g->twin_at;
  size_t needed = kind == PICKED ? 3 : (size_t)size + 2;
  if (g->twin_end - g->twin_at < needed || from[0] != kind || from[1] != size) stop_at(g, CLASH, g->twin_clash);
  g->twin_at += needed;
  return from + 2;
}

static inline num lucky_pick(G *g, num n) {
  int picked = 0;
  u64 stream;
  if (g->luck && g->luck->pick && g->luck->pick(g->luck->context, (int)n, &picked)) {
    if (picked < 0 || picked >= n) stop(g, BAD_LUCK);
    return picked;
  }
  if (!g->seeded) stop(g, NO_LUCK);
  stream = asked_of(&g->seed, FOR_PICKS);
  return (num)random_of(&stream, (u64)n);
}

/* A number from 0 to n - 1. */
static inline int pick(G *g, num n) {
  num value;
  g->used = true;
  value = g->twin ? logged(g, PICKED, n)[0] : lucky_pick(g, n);
  if (g->recording) {
    log_add(g, PICKED);
    log_add(g, (int)n);
    log_add(g, (int)value);
  }
  return (int)value;
}

/* Lays a pile in an order that is told: the same cards, each once. */
static inline void lay(G *g, u8 *pile, const u8 *order, int fault, int clause) {
  set_t had = set_of(pile), laid = 0;
  for (int i = 0; i < pile[0]; i++) {
    if (order[i] >= DECK || has(laid, order[i]) || !has(had, order[i])) stop_at(g, fault, clause);
    laid |= ONE(order[i]);
  }
  memcpy(pile + 1, order, pile[0]);
}

/* Parts of the shuffle's numbers tell which cards change places. Places are gathered from the lowest, as long as there are
   at most TOGETHER outcomes of them; each group has a number. */
static inline void seeded_shuffle(u64 *luck, u8 *pile) {
  u64 stream = asked_of(luck, FOR_SHUFFLES);
  u8 least[DECK + 1];
  u64 outcomes[DECK + 1];
  if (pile[0] < 2) return;
  least[1] = 2;
  outcomes[1] = 1;
  for (int n = 2; n <= pile[0]; n++) {
    bool alone = outcomes[n - 1] * (u64)n > TOGETHER;
    least[n] = alone ? (u8)n : least[n - 1];
    outcomes[n] = alone ? (u64)n : outcomes[n - 1] * (u64)n;
  }
  for (int n = pile[0]; n > 1;) {
    int last = least[n];
    u64 number = next_of(&stream);
    while (!fair(number, outcomes[n])) number = next_of(&stream);
    for (; n >= last; n--) {
      u64 other = 1 + part_of(&number, (u64)n);
      u8 held = pile[n];
      pile[n] = pile[other];
      pile[other] = held;
    }
  }
}

static inline void lucky_shuffle(G *g, u8 *pile) {
  u8 order[PILE];
  memcpy(order, pile + 1, pile[0]);
  if (g->luck && g->luck->shuffle && g->luck->shuffle(g->luck->context, order, pile[0])) {
    lay(g, pile, order, BAD_LUCK, -1);
    return;
  }
  if (!g->seeded) stop(g, NO_LUCK);
  seeded_shuffle(&g->seed, pile);
}

static inline void shuffle(G *g, u8 *pile) {
  g->used = true;
  if (g->twin) {
    const int16_t *from = logged(g, SHUFFLED, pile[0]);
    u8 order[PILE];
    for (int i = 0; i < pile[0]; i++) order[i] = (u8)from[i];
    lay(g, pile, order, CLASH, g->twin_clash);
  } else {
    lucky_shuffle(g, pile);
  }
  if (g->recording) {
    log_add(g, SHUFFLED);
    log_add(g, pile[0]);
    for (int i = 1; i <= pile[0]; i++) log_add(g, pile[i]);
  }
}

/* ---------------------------------------------------------------- positions, and clauses that decide together */

static inline bool same_state(const state *a, const state *b) {
  if (a->step != b->step || memcmp(a->fields, b->fields, sizeof a->fields)) return false;
  if (memcmp(a->sets, b->sets, sizeof a->sets)) return false;
  for (int i = 0; i < PILES; i++)
    if (!same_pile(a->piles[i], b->piles[i])) return false;
  return true;
}

/* Carries out outcomes that nothing ranks, each on the same position and with the same luck: they must come to the same.
   `run` carries one out, by its number, and answers the step that it leads to; `clash` is where they differ. */
static inline int all_of(G *g, u64 outcomes, int (*run)(G *, int, const void *), const void *args, int clash) {
  state start = g->s, after;
  size_t log = g->log_size, end, twin_at = g->twin_at, twin_end = g->twin_end;
  bool twin = g->twin, recording = g->recording;
  int outer = g->twin_clash, at = g->at, to;
  g->recording = true;
  to = run(g, lowest_bit(outcomes), args);
  after = g->s;
  end = g->log_size;
  if (twin) twin_at = g->twin_at;
  for (u64 others = outcomes & (outcomes - 1); others; others &= others - 1) {
    int other;
    g->s = start;
    g->at = at;
    g->recording = false;
    g->twin = true;
    g->twin_at = log;
    g->twin_end = end;
    g->twin_clash = clash;
    other = run(g, lowest_bit(others), args);
    if (other != to || g->twin_at != end || !same_state(&g->s, &after)) stop_at(g, CLASH, clash);
    g->log_size = end;
  }
  g->recording = recording;
  g->twin = twin;
  g->twin_clash = outer;
  g->twin_at = twin_at;
  g->twin_end = twin_end;
  if (!recording) g->log_size = log;
  return to;
}

/* Ends the game by endings that nothing ranks, which must bring each player the same. */
static inline void end_by(G *g, u64 endings, void (*returns_of)(G *, int, int64_t *), int clash) {
  g->ending = lowest_bit(endings);
  returns_of(g, g->ending, g->returns);
  for (u64 others = endings & (endings - 1); others; others &= others - 1) {
    int64_t returns[PLAYERS];
    returns_of(g, lowest_bit(others), returns);
    if (memcmp(g->returns, returns, sizeof returns)) stop_at(g, CLASH, clash);
  }
  g->over = true;
}

/* What those players get who have won, and the others: nothing where all of several or none have. */
static inline void share(u64 winners, int64_t *returns) {
  bool drawn = PLAYERS > 1 && (!winners || bits_in(winners) == PLAYERS);
  for (int p = 0; p < PLAYERS; p++) returns[p] = drawn ? 0 : winners >> p & 1 ? 1 : -1;
}

/* ---------------------------------------------------------------- moves on offer */

/* Has the mover a legal move of a kind? `every` goes through them. */
static inline bool can(G *g, bool (*every)(G *), int clause) {
  int at = g->at;
  bool asking = g->asking, listing = g->listing, found;
  const move_t *wanted = g->wanted;
  if (!listing) g->epoch++;
  g->at = clause;
  g->asking = false;
  g->listing = true;
  g->wanted = NULL;
  found = every(g);
  g->at = at;
  g->asking = asking;
  g->listing = listing;
  g->wanted = wanted;
  return found;
}

/* Before the moves of several kinds are listed. */
static inline void begin_offer(G *g) {
  g->offered = 0;
  g->epoch++;
}

/* Lists all legal moves of a kind. */
static inline void offer_all(G *g, bool (*every)(G *), int clause) {
  if (g->found) return;
  g->at = clause;
  g->asking = g->listing = true;
  (void)every(g);
  g->asking = g->listing = false;
}

/* Notes a legal move; true where no more are needed. */
static inline bool offer(G *g, const move_t *move) {
  if (!g->asking) return true;
  if (g->wanted) g->found = true;
  else if (g->offered < g->room) g->moves[g->offered] = *move;
  g->offered++;
  return g->found;
}

/* ---------------------------------------------------------------- words */

/* How a value is told: as yes or no, a number, a card, or one of so many words (`bare`: as they stand in the rules). */
enum { BY_TRUTH, BY_NUMBER, BY_CARD, BY_WORD };
typedef struct {
  int how, size;
  const char *const *words, *const *bare;
} kind;

/* A text that is written into a buffer, and goes on being counted where the buffer ends. */
typedef struct {
  char *to;
  size_t room, used;
} writer;

static inline void put(writer *w, const char *text) {
  for (; *text; text++, w->used++)
    if (w->used + 1 < w->room) w->to[w->used] = *text;
}

static inline size_t written(writer *w) {
  if (w->room) w->to[w->used < w->room ? w->used : w->room - 1] = 0;
  return w->used;
}

static inline void put_value(writer *w, const kind *kind, num value) {
  char digits[24];
  switch (kind->how) {
    case BY_TRUTH: put(w, value ? "yes" : "no"); break;
    case BY_CARD: put(w, value < 0 ? "no card" : CARD_NAMES[value]); break;
    case BY_WORD: put(w, value < 0 ? "nobody" : kind->words[value]); break;
    default:
      (void)snprintf(digits, sizeof digits, "%lld", value);
      put(w, digits);
  }
}

static inline void put_pile(writer *w, const u8 *pile) {
  if (!pile[0]) put(w, "no cards");
  for (int i = 1; i <= pile[0]; i++) {
    if (i > 1) put(w, " ");
    put(w, CARD_NAMES[pile[i]]);
  }
}

static inline void put_set(writer *w, set_t cards) {
  u8 list[PILE];
  list_set(list, cards);
  put_pile(w, list);
}

/* A part of a text that is read: from `at` up to `end`. */
typedef struct {
  const char *at, *end;
} reader;

static inline void trim(reader *r) {
  while (r->at < r->end && *r->at == ' ') r->at++;
  while (r->at < r->end && r->end[-1] == ' ') r->end--;
}

static inline bool reads(reader r, const char *word) {
  size_t n = strlen(word);
  return (size_t)(r.end - r.at) == n && !memcmp(r.at, word, n);
}

/* The next argument: what is left up to a comma or the end. */
static inline reader next_part(reader *r) {
  reader part = *r;
  while (r->at < r->end && *r->at != ',') r->at++;
  part.end = r->at;
  if (r->at < r->end) r->at++;
  trim(&part);
  return part;
}

static inline int capital(int sign) {
  return sign >= 'a' && sign <= 'z' ? sign - 32 : sign;
}

/* A card by its name, in small or capital letters; -1 where there is none. */
static inline int read_card(reader r) {
  for (int card = 0; card < DECK; card++) {
    const char *name = CARD_NAMES[card], *at = r.at;
    while (at < r.end && *name && capital(*at) == capital(*name)) at++, name++;
    if (at == r.end && !*name) return card;
  }
  return -1;
}

static inline bool read_number(reader r, num *value) {
  bool minus = r.at < r.end && *r.at == '-';
  num found = 0;
  r.at += minus;
  if (r.at == r.end || r.end - r.at > 18) return false;
  for (; r.at < r.end; r.at++) {
    if (*r.at < '0' || *r.at > '9') return false;
    found = found * 10 + (*r.at - '0');
  }
  *value = minus ? -found : found;
  return true;
}

static inline bool read_value(reader *from, const kind *kind, int64_t *value) {
  reader r = next_part(from);
  num number = -1;
  switch (kind->how) {
    case BY_TRUTH:
      *value = reads(r, "yes");
      return *value || reads(r, "no");
    case BY_CARD: return (*value = read_card(r)) >= 0;
    case BY_NUMBER:
      if (!read_number(r, &number)) return false;
      *value = number;
      return true;
    default:
      *value = -1;
      if (reads(r, "nobody")) return true;
      for (int i = 0; i < kind->size; i++)
        if (reads(r, kind->words[i]) || reads(r, kind->bare[i])) *value = i;
      return *value >= 0;
  }
}

/* Cards in the order told, each at most once and no more than `most`. */
static inline bool read_pile(reader *from, u8 *pile, int most) {
  reader r = next_part(from);
  set_t found = 0;
  pile[0] = 0;
  if (reads(r, "no cards")) return true;
  while (r.at < r.end) {
    reader word = r;
    int card;
    while (r.at < r.end && *r.at != ' ') r.at++;
    word.end = r.at;
    while (r.at < r.end && *r.at == ' ') r.at++;
    card = read_card(word);
    if (card < 0 || has(found, card) || pile[0] == most) return false;
    found |= ONE(card);
    pile[++pile[0]] = (u8)card;
  }
  return true;
}

static inline bool read_set(reader *from, set_t *cards) {
  u8 pile[PILE];
  if (!read_pile(from, pile, DECK)) return false;
  *cards = set_of(pile);
  return true;
}

#endif
