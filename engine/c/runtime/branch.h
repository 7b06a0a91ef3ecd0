/* What exploring adds to chance and to card sets: every outcome in turn, and cards that are decided when they leave a
   hidden stack. In a pile the number DECK is such a blank; `pending` counts those of a set. Needs the generated
   tables of cells. */

/* The next outcome of those laid down; after them always the first. */
static num branch_pick(G *g, num n) {
  branch_t *b = &g->branch;
  num value = b->taken < b->given ? b->picks[b->taken] : 0;
  if (b->taken == MOST_PICKS || value >= n) stop(g, LIMIT);
  b->picks[b->taken] = value;
  b->sizes[b->taken++] = n;
  return value;
}
static void branch_shuffle(G *g, u8 *pile) {
  for (unsigned i = pile[0]; i > 1; i--) {
    num j = branch_pick(g, i) + 1;
    u8 held = pile[i];
    pile[i] = pile[j];
    pile[j] = held;
  }
}
/* Lays down the outcomes that follow in order; answers how many, 0 where there are none. */
static int branch_next(branch_t *b) {
  for (int at = b->taken - 1; at >= 0; at--)
    if (b->picks[at] + 1 < b->sizes[at]) {
      b->picks[at]++;
      return b->given = at + 1;
    }
  return 0;
}

/* ---- numbers of combinations; those that do not fit are UINT64_MAX */

static u64 combinations[DECK + 1][DECK + 1];
static void make_combinations(void) {
  for (int n = 0; n <= DECK; n++) {
    combinations[n][0] = 1;
    for (int k = 1; k <= n; k++)
      if (__builtin_add_overflow(combinations[n - 1][k - 1], k < n ? combinations[n - 1][k] : 0, &combinations[n][k]))
        combinations[n][k] = UINT64_MAX;
  }
}

static void passing_claims(u64 which);

/* ---- blanks */

#define ALL_CARDS (ONE(DECK - 1) | (ONE(DECK - 1) - 1))
static inline UNUSED int has_blank(const u8 *pile) {
  for (int i = 1; i <= pile[0]; i++)
    if (pile[i] == DECK) return 1;
  return 0;
}
/* The cards of a list that are no blanks. */
static inline UNUSED set_t shown_in(const u8 *list) {
  set_t shown = 0;
  for (int i = 1; i <= list[0]; i++)
    if (list[i] < DECK) shown |= ONE(list[i]);
  return shown;
}
static set_t shown_cards(const state *s) {
  set_t shown = 0;
  for (int i = 0; i < CELL_SETS; i++) shown |= s->sets[i];
  for (int i = 0; i < CELL_PILES; i++)
    if (heap_of[i] < 0) shown |= shown_in(s->piles[i]);
#if HEAPS
  for (int i = 0; i < HEAPS; i++) shown |= s->heaps[i];
#endif
  return shown;
}
static inline set_t hidden_cards(const state *s) { return ALL_CARDS & ~shown_cards(s); }
/* So many of the hidden cards, in the order of combinations of tuples. */
static set_t decide_but(G *g, int k, set_t but) {
  set_t hidden = hidden_cards(&g->s) & ~but, chosen = 0;
  u64 ways, number;
  int n = size_of(hidden);
  if (k > n) stop(g, LOST_CARD);
  ways = combinations[n][k];
  if (ways > INT32_MAX) stop(g, LIMIT);
  number = ways > 1 ? (u64)pick(g, (num)ways) : 0;
  for (; k; hidden &= hidden - 1) {
    u64 with_it = combinations[--n][k - 1];
    if (number < with_it) {
      chosen |= hidden & (0 - hidden);
      k--;
    } else number -= with_it;
  }
  return chosen;
}
static UNUSED set_t decide(G *g, int k) { return decide_but(g, k, 0); }
/* Decides the cards of a cell. A card decided first cannot be decided again. */
static void fill_set(G *g, int at) {
  int k = g->pending[at];
  if (!k) return;
  g->s.sets[at] |= decide(g, k);
  g->pending[at] = 0;
}
static void fill_pile(G *g, int at) {
  u8 *pile = g->s.piles[at];
  set_t decided = 0;
  for (int i = 1; i <= pile[0]; i++)
    if (pile[i] == DECK) {
      set_t one = decide_but(g, 1, decided);
      pile[i] = (u8)low_of(one);
      decided |= one;
    }
#if HEAPS
  if (heap_of[at] >= 0) g->s.heaps[heap_of[at]] |= decided;
#endif
}
static void fill_cell(G *g, int c) {
  if (cell_kind[c] == IS_SET) fill_set(g, cell_at[c]);
  else fill_pile(g, cell_at[c]);
}
/* After effects: cards that have left hidden stacks are decided, unless the next effects leave that for later. */
static inline UNUSED void decide_left(G *g) {
  if (g->waits || !g->unsettled) return;
  for (int c = 0; c < CELLS; c++)
    if (cell_kind[c] != IS_BAG) fill_cell(g, c);
  g->unsettled = 0;
}
static void settle_all_but(G *g, int pile) {
  for (int c = 0; c < CELLS; c++)
    if (cell_kind[c] == IS_SET || cell_at[c] != pile) fill_cell(g, c);
}
/* Cards shown in a hidden stack join the hidden ones, and none of them may turn up elsewhere. */
static UNUSED void shuffle_hidden(G *g, int at) {
  u8 *pile = g->s.piles[at];
  for (int i = 1; i <= pile[0]; i++)
    if (pile[i] != DECK) {
      settle_all_but(g, at);
      break;
    }
  memset(pile + 1, DECK, pile[0]);
}
static inline UNUSED void put_in_set(G *g, int at, const u8 *list) {
  for (int i = 1; i <= list[0]; i++)
    if (list[i] == DECK) g->pending[at]++, g->unsettled = 1;
    else g->s.sets[at] |= ONE(list[i]);
}
/* Lays a list onto or under a pile; on an open one blanks have to be decided. */
static inline UNUSED void lay_list(G *g, int at, const u8 *list, bool under, bool open) {
  if (open) g->unsettled |= has_blank(list);
  if (under) lay_under(g->s.piles[at], list);
  else lay_on_top(g->s.piles[at], list);
#if HEAPS
  if (heap_of[at] >= 0) g->s.heaps[heap_of[at]] |= shown_in(list);
#endif
}
#if HEAPS
/* All cards of a heap into a set; those not decided yet are counted. */
static inline UNUSED void take_heap(G *g, int at, int to) {
  u8 *pile = g->s.piles[at];
  set_t *heap = &g->s.heaps[heap_of[at]];
  for (int i = 1; RARE(g->unsettled) && i <= pile[0]; i++) g->pending[to] += pile[i] == DECK;
  g->s.sets[to] |= *heap;
  *heap = 0;
  pile[0] = 0;
}
#endif
static inline UNUSED void take_all(u8 *from, u8 *list) {
  copy_pile(list, from);
  from[0] = 0;
}
static inline UNUSED void take_top(u8 *from, u8 *list, int k) {
  list[0] = (u8)k;
  for (int i = 1; i <= k; i++) list[i] = from[from[0]--];
}
/* The card at a place of a hidden stack, which is decided for that. */
static inline UNUSED int decided_at(G *g, u8 *pile, int i) {
  if (pile[i] == DECK) pile[i] = (u8)low_of(decide(g, 1));
  return pile[i];
}
/* Takes the card at that place, if it is one. */
static inline UNUSED void take_found(G *g, u8 *from, int i, u8 *list) {
  if (i > from[0]) stop(g, UNDEFINED);
  list[0] = 1;
  list[1] = from[i];
  memmove(from + i, from + i + 1, (size_t)(from[0] - i));
  from[0]--;
}
