/* Luck where many games are played at once: it is ready before it is needed, and a shuffle only goes as far as it is looked at.

   Leaves chance as the exact code has it to prelude.h. */
#ifdef HOYLE_FAST

/* `now` is the number that is drawn next, after `state`; `then` the one after it. */
typedef struct {
  u64 state, now, then;
} ahead_t;
static inline UNUSED void begin_ahead(ahead_t *a, u64 state) {
  a->state = state;
  a->now = next_of(&a->state);
}
/* Before moves are counted: it then takes no time of its own. That nobody makes it wait until it is needed is what the empty
   instruction is for. */
static ALWAYS_INLINE UNUSED void look_ahead(ahead_t *a) {
  a->then = mix(a->state + GOLDEN);
  __asm__("" : "+r"(a->then));
}
/* The state after the first number that is good for n. */
static SLOW UNUSED __attribute__((noinline)) u64 good_after(u64 state, u64 n) {
  while (!fair(next_of(&state), n)) continue;
  return state;
}
static ALWAYS_INLINE UNUSED u64 pick_ahead(ahead_t *a, u64 n) {
  u64 left = a->now, picked = part_of(&left, n), drawn = EVEN(n > 1);
  if (RARE(left < n && !fair(a->now, n))) {
    a->state = good_after(a->state, n);
    left = mix(a->state);
    picked = part_of(&left, n);
    a->then = mix(a->state + GOLDEN);
  }
  a->now = drawn ? a->then : a->now;
  a->state = drawn ? a->state + GOLDEN : a->state;
  return picked;
}

/* The lowest `late` cards of a pile are shuffled, but not yet laid in their order: `late_number` is what is left of the number
   of their group, and the others follow from `late_seed`. */
/* Where the card lies that comes to the n-th place, the next to be decided. */
static inline UNUSED u64 next_place(G *g, num at, u64 n) {
  u64 place = 1 + part_of(&g->late_number[at], n);
  if (DECK > ALL_TOGETHER && n == group_end[n] && n > 2) g->late_number[at] = fair_for(next_of(&g->late_seed[at]), &g->late_seed[at], n - 1);
  return place;
}
static UNUSED void lay_all(G *g, num at) {
  u8 *pile = g->s.piles[at];
  for (u64 n = g->late[at]; n > 1; n--) {
    u8 held = pile[n];
    u64 other = next_place(g, at, n);
    pile[n] = pile[other];
    pile[other] = held;
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
    u64 number = next_of(&g->seed);
    g->late[at] = pile[0];
    g->late_seed[at] = number;
    g->late_number[at] = fair_for(number, &g->late_seed[at], pile[0]);
  }
}
/* Takes the card on top of a pile of n cards away. */
static inline UNUSED int take_top(G *g, num at, u64 n) {
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
/* Fast code keeps up to date which piles of a row hold a card. */
#define KEPT_ROW(row) if (!g->exact) return g->row;
#else
#define KEPT_ROW(row)
#define in_order(g, at) ((g)->s.piles[at])
#define all_in_order(g) (void)0
#endif
