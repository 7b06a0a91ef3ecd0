/* Luck where many games are played at once: no number is drawn twice, and a shuffle only goes as far as it is looked at.

   Leaves chance as the exact code has it to prelude.h. Both hang on one thing: below SHARES a number is drawn anew only
   where one of the SHARES greatest is met. Where those lie in the one cycle of SplitMix64's states is known beforehand;
   a game that begins shortly before one of them is left to the exact code. */
#ifdef HOYLE_FAST

/* A state's place in the cycle is the state divided by GOLDEN, modulo 2^64. */
#define PLACE(state) ((state) * 0xF1DE83E19937733DULL)
#define FAR_OFF ((u64)1 << 32)
/* In their order. */
static u64 greatest_at[SHARES];
/* A bit for each part of the cycle: does one of them lie there, or soon after it? */
#define PART(place) ((place) >> 50)
static u64 greatest_in[1 << 14 >> 6];

/* The state that `mix` makes a number of. */
static u64 unmix(u64 x) {
  x = (x ^ (x >> 31) ^ (x >> 62)) * 0x319642B2D24D8EC3ULL;
  x = (x ^ (x >> 27) ^ (x >> 54)) * 0x96DE1B173F119089ULL;
  return x ^ (x >> 30) ^ (x >> 60);
}
static int by_place(const void *a, const void *b) {
  u64 one = *(const u64 *)a, other = *(const u64 *)b;
  return (one > other) - (one < other);
}
static void find_greatest(void) {
  for (u64 i = 0; i < SHARES; i++) greatest_at[i] = PLACE(unmix(~i));
  qsort(greatest_at, SHARES, sizeof *greatest_at, by_place);
  for (u64 i = 0; i < SHARES; i++) {
    u64 place = greatest_at[i], before = place - FAR_OFF;
    greatest_in[PART(place) >> 6] |= (u64)1 << (PART(place) & 63);
    greatest_in[PART(before) >> 6] |= (u64)1 << (PART(before) & 63);
  }
}
/* May one of the greatest numbers be met soon by who draws from here on? */
static UNUSED int greatest_near(u64 state) {
  u64 at = PLACE(state) + 1;
  if (!(greatest_in[PART(at) >> 6] >> (PART(at) & 63) & 1)) return 0;
  /* The last that does not lie beyond the next FAR_OFF places, or, past the end of the cycle, the last of all. */
  u64 i = 0, end = at + FAR_OFF - 1;
  for (u64 step = SHARES / 2; step; step /= 2) i += greatest_at[i + step] <= end ? step : 0;
  return (greatest_at[greatest_at[i] <= end ? i : SHARES - 1] - at) < FAR_OFF;
}

static inline UNUSED u64 below(u64 x, u64 n) {
  u64 r = x - (u64)(((unsigned __int128)x * share_of[n]) >> 64) * n;
  return r >= n ? r - n : r;
}
/* Picks out of few: what is left of a number divided by each of 1 to 8 hangs only on what is left of it divided by their
   least common multiple. All eight, four bits each, are at hand before it is known how many there are to pick from. */
#define FEW 8
#define MULTIPLE 840
static uint64_t few_of[MULTIPLE];
static void find_few(void) {
  for (u64 x = 0; x < MULTIPLE; x++)
    for (u64 n = 1; n <= FEW; n++) few_of[x] |= x % n << 4 * n;
}
/* `few` belongs to the number that is drawn next, `then` to the one after it. */
typedef struct {
  u64 state, few, then;
} ahead_t;
static inline UNUSED u64 few_at(u64 state) { return few_of[mix(state) % MULTIPLE]; }
static inline UNUSED void begin_ahead(ahead_t *a, u64 state) {
  a->state = state + GOLDEN;
  a->few = few_at(a->state);
}
/* Before moves are counted: it then takes no time of its own. */
static ALWAYS_INLINE UNUSED void look_ahead(ahead_t *a) { a->then = few_at(a->state + GOLDEN); }
/* Leaves the game to the exact code where a number had to be drawn anew. */
static ALWAYS_INLINE UNUSED u64 pick_ahead(G *g, ahead_t *a, u64 n) {
  u64 r, drawn = EVEN(n > 1);
  if (__builtin_expect(n <= FEW, 1)) r = a->few >> 4 * n & 15;
  else if (n < SHARES) r = below(mix(a->state), n);
  else {
    u64 x = mix(a->state);
    r = x % n;
    if (RARE(x - r > 0 - n)) stop(g, LIMIT);
  }
  a->few = drawn ? a->then : a->few;
  a->state = drawn ? a->state + GOLDEN : a->state;
  return r;
}

/* The lowest `late` cards of a pile are shuffled, but not yet laid in their order: it begins at `late_seed`. */
static UNUSED void lay_all(G *g, num at) {
  u8 *pile = g->s.piles[at], to[PILE], n = g->late[at];
  u64 state = g->late_seed[at];
  for (u64 i = n; i > 1; i--) to[i] = (u8)(1 + below(mix(state += GOLDEN), i));
  for (u64 i = n; i > 1; i--) {
    u8 held = pile[i];
    pile[i] = pile[to[i]];
    pile[to[i]] = held;
  }
  g->late[at] = 0;
}
static inline UNUSED u8 *in_order(G *g, num at) {
  if (RARE(g->late[at])) lay_all(g, at);
  return g->s.piles[at];
}
static UNUSED void all_in_order(G *g) {
  for (int i = 0; i < CELL_PILES; i++) in_order(g, i);
}
static UNUSED void shuffle_late(G *g, num at) {
  u8 *pile = in_order(g, at);
  if (RARE(!plain(g))) shuffle(g, pile);
  else if (pile[0] > 1) {
    g->late[at] = pile[0];
    g->late_seed[at] = g->seed;
    g->seed += (u64)(pile[0] - 1) * GOLDEN;
  }
}
/* Takes the card on top of a pile of n cards away. */
static inline UNUSED int take_top(G *g, num at, u64 n) {
  u8 *pile = g->s.piles[at], held;
  u64 to;
  pile[0] = (u8)(n - 1);
  if (RARE(n != g->late[at])) return pile[n];
  g->late[at] = (u8)(n - 1);
  to = 1 + below(mix(g->late_seed[at] += GOLDEN), n);
  held = pile[to];
  pile[to] = pile[n];
  return held;
}
/* Fast code keeps up to date which piles of a row hold a card. */
#define KEPT_ROW(row) if (!g->exact) return g->row;
#else
#define KEPT_ROW(row)
#define in_order(g, at) ((g)->s.piles[at])
#define all_in_order(g) (void)0
#endif
