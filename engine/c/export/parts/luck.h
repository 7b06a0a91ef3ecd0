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
  set_t had = set_of(pile), laid = NO_CARDS;
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
  bool differ = false;
  g->ending = lowest_bit(endings);
  returns_of(g, g->ending, g->returns);
  for (u64 others = endings & (endings - 1); others; others &= others - 1) {
    int64_t returns[PLAYERS];
    returns_of(g, lowest_bit(others), returns);
    differ |= memcmp(g->returns, returns, sizeof returns) != 0;
  }
  if (differ) stop_at(g, CLASH, clash);
  g->over = true;
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
