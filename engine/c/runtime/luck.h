/* Luck where many games are played at once: it is ready before it is needed, and a shuffle only goes as far as it is looked at.

   Leaves chance as the exact code has it to prelude.h. */
#ifdef HOYLE_FAST

/* The next number of a stream, which stays where it is. Before moves are counted: it then takes no time of its own. That
   nobody makes it wait until it is needed is what the empty instruction is for. */
static ALWAYS_INLINE UNUSED u64 look_ahead(const u64 *stream) {
  u64 number = mix(*stream + GOLDEN);
  __asm__("" : "+r"(number));
  return number;
}
/* The state after the first number that is good for n. */
static SLOW UNUSED __attribute__((noinline)) u64 good_after(u64 state, u64 n) {
  while (!fair(next_of(&state), n)) continue;
  return state;
}
/* A pick by that number: the stream moves on. */
static ALWAYS_INLINE UNUSED u64 pick_ahead(u64 *stream, u64 number, u64 n) {
  u64 left = number, picked = part_of(&left, n), after = *stream + GOLDEN;
  if (RARE(left < n && !fair(number, n))) {
    after = good_after(*stream, n);
    left = mix(after);
    picked = part_of(&left, n);
  }
  *stream = EVEN(n > 1) ? after : *stream;
  return picked;
}

/* The lowest `late` cards of a pile are shuffled, but not yet laid in their order: `late_number` is what is left of the number
   of their group, and `late_stream` the shuffle's stream, from which the other groups take theirs. */
/* Where the card lies that comes to the n-th place, the next to be decided. */
static inline UNUSED u64 next_place(G *g, num at, u64 n) {
  u64 place = 1 + part_of(&g->late_number[at], n);
  if (DECK > ALL_TOGETHER && n == group_end[n] && n > 2) g->late_number[at] = fair_for(&g->late_stream[at], n - 1);
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
  else {
    g->late_stream[at] = asked_of(&g->seed, DOMAIN_SHUFFLE);
    if (pile[0] < 2) return;
    g->late[at] = pile[0];
    g->late_number[at] = fair_for(&g->late_stream[at], pile[0]);
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
