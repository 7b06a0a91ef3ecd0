/* What generated games rest on: card sets, piles, chance, faults, the working state. Knows no game.

   The generated part before this one defines DECK, CELL_SETS, CELL_PILES, FIELDS, PLAYERS, MARKS, MEMOS,
   ARGS_MOST. A set of
   cards is a bit set by deck index; a pile is its size followed by its cards, bottom first. A fault leaves by longjmp. */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define RARE(x) __builtin_expect(!!(x), 0)
/* As often as not: nothing to branch on. */
#if defined __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define EVEN(x) __builtin_expect_with_probability(!!(x), 1, 0.5)
#endif
#endif
#ifndef EVEN
#define EVEN(x) (x)
#endif
/* All bits or none, told by a number that compilers do not see through: nothing to branch on. */
#define MASK(type, x) ({ num mask_ = -(num)!!(x); __asm__("" : "+r"(mask_)); (type)mask_; })
/* Where many games are played at once, the exact code plays only those that the fast code gives back. */
#ifdef HOYLE_FAST
#define SLOW __attribute__((cold))
#else
#define SLOW
#endif

typedef long long num;
typedef uint8_t u8;
typedef uint64_t u64;

#if DECK <= 64
typedef uint64_t set_t;
#define SET(high, low) ((set_t)(low))
static inline UNUSED int low_of(set_t s) { return __builtin_ctzll(s); }
static inline UNUSED int high_of(set_t s) { return 63 - __builtin_clzll(s); }
static inline UNUSED int size_of(set_t s) { return __builtin_popcountll(s); }
#else
typedef unsigned __int128 set_t;
#define SET(high, low) ((set_t)(high) << 64 | (set_t)(low))
static inline UNUSED int low_of(set_t s) {
  return (u64)s ? __builtin_ctzll((u64)s) : 64 + __builtin_ctzll((u64)(s >> 64));
}
static inline UNUSED int high_of(set_t s) {
  return (u64)(s >> 64) ? 127 - __builtin_clzll((u64)(s >> 64)) : 63 - __builtin_clzll((u64)s);
}
static inline UNUSED int size_of(set_t s) { return __builtin_popcountll((u64)s) + __builtin_popcountll((u64)(s >> 64)); }
#endif
/* The k-th of a set, from 0. */
static inline UNUSED int nth_of(u64 s, unsigned k) {
#ifdef __BMI2__
  return __builtin_ctzll(__builtin_ia32_pdep_di((u64)1 << k, s));
#else
  for (; k; k--) s &= s - 1;
  return __builtin_ctzll(s);
#endif
}
static inline UNUSED int nth_card(set_t s, unsigned k) {
#if DECK <= 64
  return nth_of(s, k);
#else
  unsigned low = (unsigned)__builtin_popcountll((u64)s);
  return k < low ? nth_of((u64)s, k) : 64 + nth_of((u64)(s >> 64), k - low);
#endif
}
#define ONE(c) ((set_t)1 << (c))
#ifdef HOYLE_EXPLORE
/* Read sixteen bytes at once, as they are copied. */
#define PILE (DECK / 16 * 16 + 16)
#define PILES_AT _Alignas(16)
#else
/* A power of two, by which one of several piles is found at once. */
#define PILE (DECK < 8 ? 8 : DECK < 16 ? 16 : DECK < 32 ? 32 : DECK < 64 ? 64 : DECK < 128 ? 128 : 256)
#define PILES_AT
#endif

enum { NO_FAULT, GAP, CLASH, UNDEFINED, OPEN, STUCK, LOST_CARD, ENDLESS, OVERFLOWED, LIMIT, CHANCE_ERROR };
enum { GO_ON, AGAIN, END_TURN, LEAVE, TO_STEP };
enum { PLAYING, ENDED, FAULTED };
/* What a script holds: a pick (its size, or -1 for any, and the value), a shuffle (its size and the cards), and two words without
   more: the next outcome, or all picks before the next shuffle, are the seed's. */
enum { PICKED, SHUFFLED, BY_SEED, PICKS_BY_SEED };
#define PASS_MOVE 0xffff
/* Stands for clauses found only when the move is made; no set of clauses has so many. */
#define JUDGE_AGAIN UINT64_MAX
#define MOST_STEPS 10000
#define FAST_STEPS 500

typedef struct {
  set_t sets[CELL_SETS];
  int32_t fields[FIELDS];
  int32_t step;
#if HEAPS
  /* The cards of those piles of whose order nobody asks; such a pile itself holds only its size and the card on top. */
  set_t heaps[HEAPS];
#endif
  PILES_AT u8 piles[CELL_PILES][PILE];
} state;

/* What an encoded state takes at most: a byte for each card and pile, the sets, the fields, the step. */
#define RECORD (DECK + CELL_PILES + sizeof(set_t) * CELL_SETS + 4 * FIELDS + 4)

typedef struct {
  u64 deciding;
  uint16_t action;
  _Alignas(16) u8 args[ARGS_MOST];
} move_t;

/* Positions met since the last decision or luck, by which endless play is noticed. */
typedef struct {
  int count;
  u64 hash[MOST_STEPS];
  int size[MOST_STEPS];
  int step[MOST_STEPS];
  u8 record[MOST_STEPS][RECORD];
} seen_t;

#ifdef HOYLE_FAST
/* Choices of cards listed once for all actions: as sets, or as piles a stride apart. */
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
#endif

typedef struct game {
  state s;
  /* Chance: a script first where there is one, then a seed, of which STRIDE is added with each use; `log` holds what unranked clauses must share. */
  u64 seed;
  const int32_t *script;
  size_t script_at, script_size;
  int seeded, used, recording, twin;
  int32_t *log;
  size_t log_size, log_room, twin_at, twin_end;
  int twin_clash;
  /* Where a fault would be told of, and what came of play. */
  int at, over, fault, source, ending, acting;
  num returns[PLAYERS];
  /* The moves on offer. */
  move_t *moves;
  size_t offered, room;
  int may_pass, asking;
  u64 ruled;
  set_t *bag;
  size_t bag_size, bag_room;
  /* Values kept while moves are listed: what they were in which epoch. */
  u64 epoch, memo_at[MEMOS];
  num memo[MEMOS];
  /* Counted for one game; `exact`: positions are kept, and endless play is noticed at once. */
  uint32_t fired[MARKS];
#ifdef HOYLE_LEAN
  /* Of several games `fired` holds the sum: what it was before the last of them, and in how many each clause fired.
     After so many moves more it is added up. */
  uint32_t fired_before[MARKS], fired_in[MARKS];
  num moves_left;
#endif
  int turns, exact, suspicious;
  num made, choices;
  /* What had fired before unranked clauses were tried together: a fault in them leaves that. */
  int keeping;
  uint32_t kept[MARKS];
#ifdef HOYLE_FAST
  u64 ruled_of[ACTIONS + 1];
  list_t lists[LISTS];
  near_t nears[NEARS];
  u64 late_number[CELL_PILES], late_stream[CELL_PILES];
  u8 late[CELL_PILES];
  TALLIED
#endif
  state before;
  seen_t *seen;
#ifdef HOYLE_EXPLORE
  branch_t branch;
  /* The clauses by which moves of each action were allowed. */
  u64 permitted[ACTIONS + 1];
  int waits, unsettled, counting, pending[CELL_SETS];
#endif
  jmp_buf out;
} G;

/* ---- faults */

static _Noreturn UNUSED void stop_at(G *g, int kind, int source) {
  g->fault = kind;
  g->source = source;
  longjmp(g->out, 1);
}
static _Noreturn UNUSED void stop(G *g, int kind) { stop_at(g, kind, g->at); }

/* ---- numbers */

static inline UNUSED num add(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_add_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
static inline UNUSED num subtract(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_sub_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
static inline UNUSED num times(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_mul_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
static inline UNUSED num within(G *g, num at, num size) {
  if (RARE(at < 0 || at >= size)) stop(g, UNDEFINED);
  return at;
}
static inline UNUSED num somebody(G *g, num value) {
  if (RARE(value < 0)) stop(g, UNDEFINED);
  return value;
}
static inline UNUSED num modulo(num a, num n) {
  num r = a % n;
  return r < 0 ? r + n : r;
}

/* ---- streams of random numbers, as engine/luck/streams.py has them */

enum { DOMAIN_GAME = 1, DOMAIN_SHUFFLE, DOMAIN_PICK, DOMAIN_CHOICE, DOMAIN_GREEDY, DOMAIN_SEARCH, DOMAIN_REDEAL, DOMAIN_ROLLOUT };
#define GOLDEN 0x9E3779B97F4A7C15ULL
static inline UNUSED u64 mix(u64 x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}
/* Makes seeds, where `mix` makes numbers. */
#define STRIDE 0xD1342543DE82EF95ULL
static inline UNUSED u64 mix_seed(u64 x) {
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 33);
}
/* The seed of the numbered part of what a seed is for in a domain: the first state of a stream, if it is one. */
static inline UNUSED u64 derive(u64 seed, u64 domain, u64 number) { return mix_seed(seed + (domain << 56) * STRIDE + number * STRIDE); }
/* The stream of what is asked next of a game's luck: each shuffle and each pick has its own. */
static inline UNUSED u64 asked_of(u64 *luck, u64 domain) {
  u64 stream = derive(*luck, domain, 0);
  *luck += STRIDE;
  return stream;
}

/* The next number of a stream. */
static inline UNUSED u64 next_of(u64 *state) { return mix(*state += GOLDEN); }
/* A number as a fraction of 2^64, n times: its whole part; what is left of the fraction is the number from then on. */
static inline UNUSED u64 part_of(u64 *number, u64 n) {
  unsigned __int128 times = (unsigned __int128)*number * n;
  *number = (u64)times;
  return (u64)(times >> 64);
}
/* Is a number good for parts of so many outcomes together? Each outcome has then as many numbers as any other. */
static inline UNUSED int fair(u64 number, u64 outcomes) {
  u64 left = number * outcomes;
  return __builtin_expect(left >= outcomes, 1) || left >= (0 - outcomes) % outcomes;
}
static inline UNUSED u64 pick_of(u64 *state, u64 n) {
  u64 number;
  if (n == 1) return 0;
  do number = next_of(state);
  while (RARE(!fair(number, n)));
  return part_of(&number, n);
}

/* The parts of one number say of several places of a shuffle which card comes there: of the place of n cards down to that of
   `group_end[n]`, whose outcomes together are `group_outcomes[n]`, at most TOGETHER. */
#define TOGETHER ((u64)1 << 48)
/* So many cards make one group. */
#define ALL_TOGETHER 16
_Static_assert(20922789888000 <= TOGETHER && 355687428096000 > TOGETHER, "16!, but not 17! outcomes");
static u64 group_outcomes[DECK + 1];
static u8 group_end[DECK + 1];
static UNUSED void make_groups(void) {
  group_end[1] = 2;
  group_outcomes[1] = 1;
  for (int n = 2; n <= DECK; n++) {
    int alone = group_outcomes[n - 1] * (u64)n > TOGETHER;
    group_end[n] = alone ? (u8)n : group_end[n - 1];
    group_outcomes[n] = alone ? (u64)n : group_outcomes[n - 1] * (u64)n;
  }
}
/* The number for the group of n cards: the first good one of a stream. */
static inline UNUSED u64 fair_for(u64 *stream, u64 n) {
  u64 number = next_of(stream);
  while (RARE(!fair(number, group_outcomes[n]))) number = next_of(stream);
  return number;
}

/* ---- chance as effects ask for it */

static inline UNUSED u64 pick_seeded(u64 *luck, u64 n) {
  u64 stream = asked_of(luck, DOMAIN_PICK);
  return pick_of(&stream, n);
}
static UNUSED void log_add(G *g, int32_t value) {
  if (g->log_size == g->log_room) {
    size_t room = g->log_room ? 2 * g->log_room : 256;
    int32_t *more = realloc(g->log, room * sizeof *more);
    if (!more) stop(g, LIMIT);
    g->log = more;
    g->log_room = room;
  }
  g->log[g->log_size++] = value;
}
/* The next scripted outcome's place, or NULL where a seed goes on; it must be of this kind and size. */
static UNUSED const int32_t *scripted(G *g, int kind, num size) {
  const int32_t *from;
  size_t left, needed = kind == PICKED ? 3 : (size_t)size + 2;
  if (g->twin) {
    from = g->log + g->twin_at;
    left = g->twin_end - g->twin_at;
    if (left < needed || from[0] != kind || from[1] != size) stop_at(g, CLASH, g->twin_clash);
    g->twin_at += needed;
    return from + 2;
  }
  while (kind != PICKED && g->script_at < g->script_size && g->script[g->script_at] == PICKS_BY_SEED) g->script_at++;
  from = g->script + g->script_at;
  left = g->script_size - g->script_at;
  if (!left || from[0] >= BY_SEED) {
    if (!g->seeded) stop(g, CHANCE_ERROR);
    g->script_at += left && from[0] == BY_SEED;
    return NULL;
  }
  if (left < needed || from[0] != kind || (from[1] != size && (kind != PICKED || from[1] != -1))) stop(g, CHANCE_ERROR);
  g->script_at += needed;
  return from + 2;
}
static inline UNUSED int plain(const G *g) { return g->script_at == g->script_size && g->seeded && !g->recording && !g->twin; }
#ifdef HOYLE_EXPLORE
static num branch_pick(G *g, num n);
static void branch_shuffle(G *g, u8 *pile);
#define BRANCHES(g) ((g)->branch.on && !(g)->twin)
#else
#define BRANCHES(g) 0
#define branch_pick(g, n) 0
#define branch_shuffle(g, pile) (void)0
#endif
static UNUSED num pick_slow(G *g, num n) {
  const int32_t *from = BRANCHES(g) ? NULL : scripted(g, PICKED, n);
  num value = BRANCHES(g) ? branch_pick(g, n) : from ? *from : (num)pick_seeded(&g->seed, (u64)n);
  if (value < 0 || value >= n) stop(g, CHANCE_ERROR);
  if (g->recording) {
    log_add(g, PICKED);
    log_add(g, (int32_t)n);
    log_add(g, (int32_t)value);
  }
  return value;
}
static inline UNUSED num chance_pick(G *g, num n) {
  g->used = 1;
  return RARE(!plain(g)) ? pick_slow(g, n) : (num)pick_seeded(&g->seed, (u64)n);
}
static inline UNUSED set_t set_of(const u8 *pile) {
  set_t s = 0;
  if (pile[0] == 1) return ONE(pile[1]);
  for (int i = 1; i <= pile[0]; i++) s |= ONE(pile[i]);
  return s;
}
static UNUSED void shuffle_scripted(G *g, u8 *pile, const int32_t *from) {
  set_t had = set_of(pile), has = 0;
  for (int i = 0; i < pile[0]; i++) {
    if (from[i] < 0 || from[i] >= DECK || has & ONE(from[i]) || !(had & ONE(from[i]))) {
      if (g->twin) stop_at(g, CLASH, g->twin_clash);
      stop(g, CHANCE_ERROR);
    }
    has |= ONE(from[i]);
  }
  for (int i = 0; i < pile[0]; i++) pile[i + 1] = (u8)from[i];
}
static inline UNUSED void fisher_yates(u64 *stream, u8 *pile) {
  u64 n = pile[0];
  while (n > 1) {
    u64 least = group_end[n], number = fair_for(stream, n);
    for (; n >= least; n--) {
      u64 other = 1 + part_of(&number, n);
      u8 held = pile[n];
      pile[n] = pile[other];
      pile[other] = held;
    }
  }
}
static UNUSED void shuffle_seeded(u64 *luck, u8 *pile) {
  u64 stream = asked_of(luck, DOMAIN_SHUFFLE);
  fisher_yates(&stream, pile);
}
static UNUSED void shuffle(G *g, u8 *pile) {
  const int32_t *from = plain(g) || BRANCHES(g) ? NULL : scripted(g, SHUFFLED, pile[0]);
  g->used = 1;
  if (from) shuffle_scripted(g, pile, from);
  else if (BRANCHES(g)) branch_shuffle(g, pile);
  else shuffle_seeded(&g->seed, pile);
  if (g->recording) {
    log_add(g, SHUFFLED);
    log_add(g, pile[0]);
    for (int i = 1; i <= pile[0]; i++) log_add(g, pile[i]);
  }
}

/* ---- cards */

static inline UNUSED num pile_size(const u8 *pile) { return pile[0]; }
static inline UNUSED int same_pile(const u8 *a, const u8 *b) { return a[0] == b[0] && !memcmp(a + 1, b + 1, a[0]); }
static inline UNUSED int end_card(G *g, const u8 *pile, int top) {
  if (RARE(!pile[0])) stop(g, UNDEFINED);
  return pile[top ? pile[0] : 1];
}
/* Subsets and sequences in the order of tuples of deck indices, a choice before its extensions. */
static inline UNUSED int set_before(set_t a, set_t b) {
  set_t differ = a ^ b, low;
  if (!differ) return 0;
  low = differ & (0 - differ);
  return a & low ? (b & ~(low | (low - 1))) != 0 : (a & ~(low | (low - 1))) == 0;
}
static inline UNUSED void take_from_set(G *g, set_t *from, set_t cards) {
  if (RARE(cards & ~*from)) stop(g, UNDEFINED);
  *from &= ~cards;
}
static inline UNUSED void take_from_pile(G *g, u8 *from, set_t cards) {
  int kept = 0, n = from[0];
  set_t found = 0;
  if (n && cards == ONE(from[n])) {
    from[0]--;
    return;
  }
  for (int i = 1; i <= n; i++) {
    if (cards & ONE(from[i])) found |= ONE(from[i]);
    else from[++kept] = from[i];
  }
  from[0] = (u8)kept;
  if (RARE(found != cards)) stop(g, UNDEFINED);
}
static inline UNUSED void list_set(u8 *list, set_t cards) {
  int n = 0;
  for (; cards; cards &= cards - 1) list[++n] = (u8)low_of(cards);
  list[0] = (u8)n;
}
static inline UNUSED void copy_pile(u8 *to, const u8 *from) { memcpy(to, from, (size_t)from[0] + 1); }
/* The same where both have room for more than the few cards that are usual: sixteen bytes are copied at once. */
static inline UNUSED void copy_short(u8 *to, const u8 *from) {
  if (RARE(from[0] > 15)) copy_pile(to, from);
  else memcpy(to, from, 16);
}
static inline UNUSED void push(u8 *to, num card) { to[++to[0]] = (u8)card; }
static inline UNUSED void put_on_top(u8 *to, const u8 *list) {
  if (list[0] == 1) {
    to[++to[0]] = list[1];
    return;
  }
  memcpy(to + 1 + to[0], list + 1, list[0]);
  to[0] = (u8)(to[0] + list[0]);
}
static inline UNUSED void put_under(u8 *to, const u8 *list) {
  int n = list[0];
  memmove(to + 1 + n, to + 1, to[0]);
  for (int i = 0; i < n; i++) to[n - i] = list[i + 1];
  to[0] = (u8)(to[0] + n);
}
/* How many cards a draw takes. */
static inline UNUSED int drawn(G *g, num wanted, int held, int up_to) {
  if (RARE(!up_to && (wanted < 0 || wanted > held))) stop(g, UNDEFINED);
  return wanted < 0 ? 0 : wanted > held ? held : (int)wanted;
}

/* ---- whole states */

static UNUSED int same_state(const state *a, const state *b) {
  if (memcmp(a->fields, b->fields, sizeof a->fields) || memcmp(a->sets, b->sets, sizeof a->sets)) return 0;
  for (int i = 0; i < CELL_PILES; i++)
    if (!same_pile(a->piles[i], b->piles[i])) return 0;
  return 1;
}
static UNUSED int encode(const state *s, u8 *to) {
  u8 *end = to;
  for (int i = 0; i < CELL_PILES; end += s->piles[i][0] + 1, i++) copy_pile(end, s->piles[i]);
  memcpy(end, s->sets, sizeof s->sets);
  end += sizeof s->sets;
  memcpy(end, s->fields, sizeof s->fields);
  end += sizeof s->fields;
  memcpy(end, &s->step, sizeof s->step);
  return (int)(end + sizeof s->step - to);
}
/* The place among those met since the last decision or luck at which this position was met; else it is noted and -1. */
static UNUSED int met_before(G *g) {
  seen_t *seen = g->seen;
  u8 *record = seen->record[seen->count];
  int size = encode(&g->s, record);
  u64 hash = (u64)size;
  for (int i = 0; i < size; i++) hash = (hash ^ record[i]) * 0x100000001B3ULL;
  for (int i = 0; i < seen->count; i++)
    if (seen->hash[i] == hash && seen->size[i] == size && !memcmp(seen->record[i], record, (size_t)size)) return i;
  seen->hash[seen->count] = hash;
  seen->step[seen->count] = g->s.step;
  seen->size[seen->count++] = size;
  return -1;
}
static UNUSED void all_cards_lie(G *g) {
  set_t all = 0;
  int count = 0;
  for (int i = 0; i < CELL_SETS; i++) all |= g->s.sets[i], count += size_of(g->s.sets[i]);
  for (int i = 0; i < CELL_PILES; i++) all |= set_of(g->s.piles[i]), count += g->s.piles[i][0];
  if (count != DECK || size_of(all) != DECK) stop(g, LOST_CARD);
}
#ifdef HOYLE_CHECKED
#define CONSERVED(g) all_cards_lie(g)
#else
#define CONSERVED(g) do { if ((g)->exact) all_cards_lie(g); } while (0)
#endif

/* ---- moves on offer */

static UNUSED move_t *more_moves(G *g) {
  size_t room = g->room ? 2 * g->room : 256;
  move_t *more = realloc(g->moves, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  g->moves = more;
  g->room = room;
  return more;
}

#ifdef HOYLE_FAST
static UNUSED SLOW void more_list(G *g, list_t *l, size_t stride) {
  size_t room = l->room ? 2 * l->room : 64;
  set_t *sets = stride ? l->sets : realloc(l->sets, room * sizeof *sets);
  u8 *piles = stride ? realloc(l->piles, room * stride) : l->piles;
  if (stride ? !piles : !sets) stop(g, LIMIT);
  l->sets = sets;
  l->piles = piles;
  l->room = room;
}
static UNUSED SLOW void more_bits(G *g, u64 **bits, size_t *had, size_t room) {
  u64 *more = realloc(*bits, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  *bits = more;
  *had = room;
}
#endif

/* ---- choices that must be put in order: sets, sorted, each once */

#define RUN 8
static UNUSED void bag_more(G *g) {
  size_t room = g->bag_room ? 2 * g->bag_room : 256;
  set_t *more = realloc(g->bag, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  g->bag = more;
  g->bag_room = room;
}
static UNUSED void bag_add(G *g, set_t cards) {
  if (RARE(g->bag_size == g->bag_room)) bag_more(g);
  g->bag[g->bag_size++] = cards;
}
static UNUSED void sort_few(set_t *sets, size_t n) {
  for (size_t i = 1; i < n; i++) {
    set_t one = sets[i];
    size_t j = i;
    for (; j > 0 && set_before(one, sets[j - 1]); j--) sets[j] = sets[j - 1];
    sets[j] = one;
  }
}
/* Sorted runs twice as long each time, from one place to the other; answers where they end up. */
static UNUSED set_t *sort_many(set_t *sets, set_t *spare, size_t n) {
  for (size_t i = 0; i < n; i += RUN) sort_few(sets + i, n - i < RUN ? n - i : RUN);
  for (size_t run = RUN; run < n; run *= 2) {
    set_t *held = sets;
    for (size_t i = 0; i < n; i += 2 * run) {
      size_t a = i, middle = n - i < run ? n : i + run, b = middle, end = n - i < 2 * run ? n : i + 2 * run;
      for (size_t k = i; k < end; k++) {
        int second = a == middle || (b < end && set_before(sets[b], sets[a]));
        spare[k] = sets[second ? b : a];
        a += !second;
        b += (size_t)second;
      }
    }
    sets = spare;
    spare = held;
  }
  return sets;
}
/* Sorts the bag from `base` on and drops doubles; answers where it ends. */
static UNUSED size_t bag_sort(G *g, size_t base) {
  size_t end = base, n = g->bag_size - base;
  set_t *sorted;
  if (!n) return base;
  while (g->bag_room < g->bag_size + n) bag_more(g);
  sorted = sort_many(g->bag + base, g->bag + g->bag_size, n);
  if (sorted != g->bag + base) memcpy(g->bag + base, sorted, n * sizeof *sorted);
  for (size_t i = base; i < g->bag_size; i++)
    if (i == base || g->bag[i] != g->bag[end - 1]) g->bag[end++] = g->bag[i];
  return g->bag_size = end;
}
