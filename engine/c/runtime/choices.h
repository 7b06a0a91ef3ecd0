/* ---------------------------------------------------------------- patterns */

/* A line in which ranks stand: for each card its places as bits, and so many places round a circle (0: no circle). A wild
   card has all places that there are, `everywhere` (0: no card is wild). */
typedef struct {
  u64 places[DECK];
  int circle;
  u64 everywhere;
} line;

/* A pattern of cards that is chosen: how many; whether their order matters; for each card those that may be with it
   (`next`: that may follow it); its line, up or both ways, unless `next` says all about it. Where cards are wild,
   `later` are for each card those that may come after it at all, for a wild card joins cards that do not go together;
   and there are so many natural cards at least, and so many wild ones at most. */
typedef struct {
  int least, most;
  bool ordered, both_ways;
  const set_t *next;
  const line *line;
  const set_t *later;
  int natural, most_wild;
  set_t wild;
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
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) {
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

/* The same where cards are wild: are there as many places that follow one another, with a place of its own for each
   natural card? There are no more cards than ranks, so that no rank has two places among them. */
static inline bool is_run_with_wild_cards(const line *line, set_t cards) {
  int n = size_of(cards);
  for (u64 starts = line->everywhere; starts; starts &= starts - 1) {
    u64 next = starts & (0 - starts), stretch = next, taken = 0;
    set_t left = cards;
    for (int i = 1; i < n; i++) stretch |= next = places_up(line, next);
    if (bits_in(stretch) < n || stretch & ~line->everywhere) continue;
    for (; ANY_OF(left); left = BUT_FIRST(left)) {
      u64 places = line->places[low_of(left)], here = places & stretch;
      if (places == line->everywhere) continue;
      if (!here || here & taken) break;
      taken |= here;
    }
    if (!ANY_OF(left)) return true;
  }
  return !n;
}

/* Each card one above the card before, no rank twice, for there are no more cards than ranks. */
static inline bool is_rising_run_with_wild_cards(const line *line, const u8 *pile) {
  return follow(line, pile, false);
}

/* What tells cards of other places apart: their first place, or that they are wild. */
static inline u64 kind_of_places(const line *line, u64 places) {
  return places == line->everywhere ? (u64)1 << 63 : places & (0 - places);
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
    u64 places, here, kind;
    int card;
    if (!ANY_OF(left[n])) return true;
    if (!ANY_OF(next[n])) {
      n--;
      continue;
    }
    card = low_of(next[n]);
    next[n] = BUT_FIRST(next[n]);
    places = line->places[card];
    here = places & reach[n];
    kind = kind_of_places(line, places);
    if (!here || tried[n] & kind) continue;
    tried[n] |= kind;
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

/* So many choices of a pattern may some cards have, and so many cards may be laid in all to find them: one set of cards
   that stand in a line may be found in several orders. */
enum { MOST_LAID = 8 * MOST_WAYS };

/* A choice of a pattern. It is grown card by card; after n cards `next[n]` are those that may come and have not been
   tried, `left[n]` those that are not chosen, `near[n]` the places for the next one. `tried` counts what was grown. */
typedef struct {
  int n, tried;
  bool begun;
  set_t cards;
  set_t next[PILE], left[PILE];
  u64 near[PILE];
} choice;

/* Before the first choice. */
static inline void begin_choice(choice *it, const pattern *of, set_t from) {
  it->n = it->tried = 0;
  it->begun = of->least > 0;
  it->cards = NO_CARDS;
  it->next[0] = it->left[0] = from;
  it->near[0] = ~(u64)0;
}

/* The same where it is known with which of the cards a choice may begin. What is not tried from the others counts as tried. */
static inline void begin_choice_from(choice *it, const pattern *of, set_t from, set_t starts) {
  begin_choice(it, of, from);
  it->next[0] = starts;
  it->tried = DECK * (DECK + 1);
}

/* The choice of no cards, which comes first where the pattern has it. */
static inline bool first_choice(choice *it) {
  bool first = !it->begun;
  it->begun = true;
  return first;
}

/* Does a choice have enough natural cards, and not too many wild ones? */
static INLINE bool well_mixed(const pattern *of, set_t cards) {
  int wild;
  if (!of->later) return true;
  wild = size_of(cards & of->wild);
  return wild <= of->most_wild && size_of(cards) - wild >= of->natural;
}

/* The same of cards on a pile. */
static INLINE bool pile_well_mixed(const pattern *of, const u8 *pile) {
  int wild = 0;
  if (!of->later) return true;
  for (int i = 1; i <= pile[0]; i++) wild += ANY_OF(of->wild & ONE(pile[i]));
  return wild <= of->most_wild && pile[0] - wild >= of->natural;
}

/* Goes on to the next choice of cards that stand in no line and in no order, each before those that it begins; false
   after the last. Stops play where there are too many. */
static INLINE bool next_choice(G *g, choice *it, const pattern *of) {
  int n = it->n;
  if (first_choice(it)) return true;
  for (;;) {
    set_t next = it->next[n];
    if (ANY_OF(next) && n < of->most) {
      int first = low_of(next);
      set_t later = BUT_FIRST(next);
      it->next[n] = later;
      later = (n ? later : it->left[0] & ~CARDS_BEFORE(first)) & ~ONE(first) & of->next[first];
      if (n + 1 + size_of(later) < of->least) continue;
      it->left[++n] = FIRST_OF(next);
      it->cards |= it->left[n];
      it->next[n] = later;
      if (n < of->least || !well_mixed(of, it->cards)) continue;
      if (RARE(++it->tried > MOST_WAYS)) stop(g, LIMIT);
      it->n = n;
      return true;
    }
    if (!n) return false;
    it->cards ^= it->left[n--];
  }
}

/* Takes one more card of those that have an order or stand in a line; false where it does not stand at the right place,
   or too few cards can follow. */
static INLINE bool grow(choice *it, const pattern *of, u8 *pile) {
  int n = it->n, card = low_of(it->next[n]);
  set_t left = it->left[n] & ~ONE(card), next = left & of->next[card];
  it->next[n] = BUT_FIRST(it->next[n]);
  if (of->later) {
    left &= of->later[card];
    next &= left;
  }
  if (!ANY_OF(next) && n + 1 < of->least) return false;
  if (of->line) {
    u64 here = of->line->places[card] & it->near[n];
    if (!here) return false;
    it->near[n + 1] = places_near(of->line, here, of->both_ways);
  }
  it->left[n + 1] = left;
  it->next[n + 1] = next;
  it->n = n + 1;
  if (of->ordered) {
    pile[n + 1] = (u8)card;
    pile[0] = (u8)(n + 1);
  } else {
    it->cards |= ONE(card);
  }
  return true;
}

/* The same for cards that have an order or stand in a line; those that have an order are laid on `pile`. */
static INLINE bool next_in_line(G *g, choice *it, const pattern *of, u8 *pile) {
  if (!it->n && of->ordered) pile[0] = 0;
  if (first_choice(it)) return true;
  for (;;) {
    if (it->n < of->most && ANY_OF(it->next[it->n])) {
      if (RARE(++it->tried > MOST_LAID)) stop(g, LIMIT);
      if (grow(it, of, pile) && it->n >= of->least && (of->ordered ? pile_well_mixed(of, pile) : well_mixed(of, it->cards)))
        return true;
    } else if (it->n) {
      int n = --it->n;
      if (of->ordered) pile[0] = (u8)n;
      else it->cards &= it->left[n + 1] | ~it->left[n];
    } else {
      return false;
    }
  }
}

#if MOST_CHOICES
#define HAS_BAG
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
    if (i == base || !SAME_SET(g->bag[i], g->bag[end - 1])) g->bag[end++] = g->bag[i];
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
  bag_pass pass = {.base = 0};
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
