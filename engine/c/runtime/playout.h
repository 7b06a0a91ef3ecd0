/* Many random games at once: the working state, luck that goes only as far as it is looked at, lists and tables that stay
   while nothing changes. Knows no game.

   What is made of a game says before how large everything is (DECK, SETS, PILES, FIELDS, PLAYERS, MARKS, MEMOS, LISTS,
   NEARS, ENDINGS). A set of cards is a bit set by deck index; a pile is its size followed by its cards, bottom first.
   A game that stops leaves by longjmp and is played again by the exact code. */

#define NEVER_INLINE __attribute__((noinline, cold))
/* As often as not: nothing to branch on. */
#if defined __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define EVEN(x) __builtin_expect_with_probability(!!(x), 1, 0.5)
#endif
#endif
#ifndef EVEN
#define EVEN(x) (x)
#endif

#define FAST_STEPS 500

typedef struct {
  set_t sets[SETS];
  int32_t fields[FIELDS];
  u8 piles[PILES][PILE];
} state;
/* Choices of cards listed once for all kinds of moves: as sets, or as piles a stride apart. */
typedef struct {
  u64 epoch;
  size_t n, room, stride;
  set_t *sets;
  u8 *piles;
} list_t;
/* The values that go with a card, for those cards for which they are known. */
typedef struct {
  u64 epoch;
  set_t have;
  u64 values[DECK + 1];
} near_t;
/* The selections of some shapes from `all` of some cards, in their order. */
typedef struct {
  set_t all;
  int n;
  set_t held[MOST_TAKEN];
} selections_t;
/* A set of values for each entry of a list. */
typedef struct {
  u64 *sets;
  size_t room;
} bits_t;

typedef struct game {
  state s;
  u64 seed;
  num number;
  bool over, suspicious;
  int ending, turns;
  int64_t returns[PLAYERS];
  num made, choices;
  u64 epoch, memo_at[MEMOS];
  num memo[MEMOS];
  u8 parts[STACK_PARTS][PILE];
  /* Of several games the sum: what it was before the last of them, and in how many each clause fired. After so many moves
     more it is added up. */
  uint32_t fired[MARKS], fired_before[MARKS], fired_in[MARKS];
  num moves_left;
  list_t lists[LISTS];
  bits_t legal[LISTS];
  near_t nears[NEARS];
  selections_t selections[SELECTIONS];
  u64 late_number[PILES], late_stream[PILES];
  u8 late[PILES];
  set_t *bag;
  size_t bag_size, bag_room;
  jmp_buf out;
} G;

/* Plays a game from its first position; apart, so that what it looks at all the time stays in registers. */
static __attribute__((noinline)) void play(G *g, u64 seed, num most);

/* ---- what stops play */

static NEVER_INLINE _Noreturn UNUSED void stop(G *g, int fault) { longjmp(g->out, fault); }
static INLINE _Noreturn void stop_at(G *g, int fault, int clause) { (void)clause; stop(g, fault); }
static INLINE int within(G *g, num number, num low, num high, int field) {
  (void)field;
  if (RARE(number < low || number > high)) stop(g, OVERFLOWED);
  return (int)number;
}

/* All bits or none, told by a number that compilers do not see through: nothing to branch on. */
static INLINE u64 mask(bool holds) {
  num found = -(num)holds;
  __asm__("" : "+r"(found));
  return (u64)found;
}
static INLINE set_t mask_cards(bool holds) {
  num found = -(num)holds;
  __asm__("" : "+r"(found));
  return (set_t)found;
}

/* The numbers from 0 to 63 below n, or up to it, as bits. */
static INLINE UNUSED u64 numbers_below(num n) { return n <= 0 ? 0 : n > 63 ? ~(u64)0 : ((u64)1 << n) - 1; }
static INLINE UNUSED u64 numbers_up_to(num n) { return n < 0 ? 0 : n >= 63 ? ~(u64)0 : ((u64)2 << n) - 1; }

/* ---- luck that is ready before it is needed */

static INLINE int pick(G *g, num n) {
  u64 stream = asked_of(&g->seed, DOMAIN_PICK);
  return (int)pick_of(&stream, (u64)n);
}
/* The next number of a stream, which stays where it is. Before moves are counted: it then takes no time of its own. That
   nobody makes it wait until it is needed is what the empty instruction is for. */
static INLINE u64 look_ahead(const u64 *stream) {
  u64 number = mix(*stream + GOLDEN);
  __asm__("" : "+r"(number));
  return number;
}
/* The state after the first number that is good for n. */
static NEVER_INLINE UNUSED u64 good_after(u64 stream, u64 n) {
  while (!fair(next_of(&stream), n)) continue;
  return stream;
}
/* A pick by that number: the stream moves on. */
static INLINE u64 pick_ahead(u64 *stream, u64 number, u64 n) {
  u64 left = number, picked = part_of(&left, n), after = *stream + GOLDEN;
  if (RARE(left < n && !fair(number, n))) {
    after = good_after(*stream, n);
    left = mix(after);
    picked = part_of(&left, n);
  }
  *stream = EVEN(n > 1) ? after : *stream;
  return picked;
}

/* ---- shuffles, carried out from the top down as cards leave the pile

   The lowest `late` cards of a pile are shuffled, but not yet laid in their order: `late_number` is what is left of the
   number of their group, and `late_stream` the shuffle's stream, from which the other groups take theirs. */
/* Where the card lies that comes to the n-th place, the next to be decided. */
static INLINE u64 next_place(G *g, int at, u64 n) {
  u64 place = 1 + part_of(&g->late_number[at], n);
  if (DECK > ALL_TOGETHER && n == group_end[n] && n > 2) g->late_number[at] = fair_for(&g->late_stream[at], n - 1);
  return place;
}
static UNUSED void lay_all(G *g, int at) {
  u8 *pile = g->s.piles[at];
  for (u64 n = g->late[at]; n > 1; n--) {
    u8 held = pile[n];
    u64 other = next_place(g, at, n);
    pile[n] = pile[other];
    pile[other] = held;
  }
  g->late[at] = 0;
}
static INLINE u8 *in_order(G *g, int at) {
  if (RARE(g->late[at])) lay_all(g, at);
  return g->s.piles[at];
}
/* The pile, of which no more than the card on top need be decided. */
static INLINE u8 *top_decided(G *g, int at) {
  u8 *pile = g->s.piles[at];
  u64 n = pile[0];
  if (n && n == g->late[at]) {
    u64 from = next_place(g, at, n);
    u8 held = pile[n];
    pile[n] = pile[from];
    pile[from] = held;
    g->late[at] = (u8)(n - 1);
  }
  return pile;
}
static UNUSED void shuffle_late(G *g, int at) {
  u8 *pile = in_order(g, at);
  g->late_stream[at] = asked_of(&g->seed, DOMAIN_SHUFFLE);
  if (pile[0] < 2) return;
  g->late[at] = pile[0];
  g->late_number[at] = fair_for(&g->late_stream[at], pile[0]);
}
/* Takes the card on top of a pile of n cards away. */
static INLINE int take_top(G *g, int at, u64 n) {
  u8 *pile = g->s.piles[at], held;
  u64 from;
  pile[0] = (u8)(n - 1);
  if (RARE(n != g->late[at])) return pile[n];
  g->late[at] = (u8)(n - 1);
  from = next_place(g, at, n);
  held = pile[from];
  pile[from] = pile[n];
  return held;
}
