/* What every exported engine rests on: sets and piles of cards, patterns, choices, luck, faults. It knows no game.

   It is included once, by the engine's source, which says before how large everything is (DECK, PLAYERS, PILES, MEMOS,
   TOTAL_WORDS, MOST_CHOICES, MOST_WAYS, MOST_TAKEN) and what a position, a move and luck are (state, move_t, luck_t).

   A set of cards is a number whose bit i is card i. A pile is the number of its cards, then the cards, bottom first.
   Numbers that a pattern has for places stand as bits of one number: a card that may stand at several has several. */
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

#define INLINE inline
#define RARE(x) (x)

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
  /* Cards in an order that are made of others, for each place where they are. */
  u8 parts[STACK_PARTS][PILE];
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

/* The quotient rounded down, also below zero; `by` is above zero. */
static inline num divided(num a, num by) {
  return a / by - (a % by < 0);
}

/* What is divided by: a number above zero. */
static inline num above_zero(G *g, num value) {
  if (value < 1) stop(g, UNDEFINED);
  return value;
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
