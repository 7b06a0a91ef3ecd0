/* Stops play: the call that plays catches it. */
static _Noreturn void stop_at(G *g, int kind, int clause) {
  g->fault = kind;
  g->clause = clause;
  longjmp(g->out, 1);
}

static _Noreturn void stop(G *g, int kind) {
  stop_at(g, kind, g->at);
}

/* The place of the lowest bit of a number that has one: alone, it brings six other bits of a certain number to the top. */
static int lowest_bit(uint64_t bits) {
  static const u8 places[64] = {
    0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4,
    62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
    63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
    46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6,
  };
  return places[((bits & (0 - bits)) * 0x03F79D71B4CB0A89ULL) >> 58];
}

/* How many bits are set: counted in pairs, in fours, in eights, and then all together. */
static int bits_in(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  return (int)((bits * 0x0101010101010101ULL) >> 56);
}

/* The lowest card of a set that has one. */
static int low_of(set_t cards) {
#if DECK <= 64
  return lowest_bit(cards);
#else
  return (uint64_t)cards ? lowest_bit((uint64_t)cards) : 64 + lowest_bit((uint64_t)(cards >> 64));
#endif
}

static int size_of(set_t cards) {
#if DECK <= 64
  return bits_in(cards);
#else
  return bits_in((uint64_t)cards) + bits_in((uint64_t)(cards >> 64));
#endif
}

/* Sums, differences and products that are too large for a number stop play. */
static num add(G *g, num a, num b) {
  if (b > 0 ? a > LLONG_MAX - b : a < LLONG_MIN - b) stop(g, LIMIT);
  return a + b;
}

static num subtract(G *g, num a, num b) {
  if (b > 0 ? a < LLONG_MIN + b : a > LLONG_MAX + b) stop(g, LIMIT);
  return a - b;
}

static num times(G *g, num a, num b) {
  int out = b > 0 ? a > LLONG_MAX / b || a < LLONG_MIN / b : a > 0 ? b < LLONG_MIN / a : a && b < LLONG_MAX / a;
  if (out) stop(g, LIMIT);
  return a * b;
}

static u64 mix(u64 x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

static set_t set_of(const u8 *pile) {
  set_t cards = 0;
  for (int i = 1; i <= pile[0]; i++) cards |= ONE(pile[i]);
  return cards;
}

static void copy_short(u8 *to, const u8 *from) {
  memcpy(to, from, (size_t)from[0] + 1);
}

/* The next number of a stream. */
static u64 next_of(u64 *stream) {
  return mix(*stream += 0x9E3779B97F4A7C15ULL);
}

/* A number as a fraction of 2^64, n times: its whole part; what is left of the fraction is the number from then on. */
static u64 part_of(u64 *number, u64 n) {
  u64 low = (*number & UINT32_MAX) * (n & UINT32_MAX), first = (*number >> 32) * (n & UINT32_MAX) + (low >> 32);
  u64 second = (*number & UINT32_MAX) * (n >> 32) + (first & UINT32_MAX);
  u64 whole = (*number >> 32) * (n >> 32) + (first >> 32) + (second >> 32);
  *number *= n;
  return whole;
}

/* Is a number good for picks of so many outcomes together, each equally likely? */
static int fair(u64 number, u64 outcomes) {
  return number * outcomes >= (0 - outcomes) % outcomes;
}

uint64_t GAME_random(uint64_t *stream, uint64_t n) {
  uint64_t number;
  if (n <= 1) return 0;
  do number = next_of(stream);
  while (!fair(number, n));
  return part_of(&number, n);
}

#define STRIDE 0xD1342543DE82EF95ULL

uint64_t GAME_derive(uint64_t seed, GAME_domain domain, uint64_t number) {
  u64 x = seed + (((u64)domain << 56) + number) * STRIDE;
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 33);
}

/* The stream of what is asked next of a game's luck: each shuffle and each pick has its own. */
static u64 asked_of(u64 *luck, GAME_domain domain) {
  u64 stream = GAME_derive(*luck, domain, 0);
  *luck += STRIDE;
  return stream;
}

/* Keeps an outcome for clauses that no other outranks, which must meet the same luck. */
static void log_add(G *g, int value) {
  if (g->log_size == LOG_ROOM) stop(g, LIMIT);
  g->log[g->log_size++] = (int16_t)value;
}

/* The next outcome that an equal clause met; that clause and this one differ where it does not fit. */
static const int16_t *logged(G *g, int kind, num size) {
  const int16_t *from = g->log + g->twin_at;
  size_t needed = kind == PICKED ? 3 : (size_t)size + 2;
  if (g->twin_end - g->twin_at < needed || from[0] != kind || from[1] != size) stop_at(g, CLASH, g->twin_clash);
  g->twin_at += needed;
  return from + 2;
}

static num lucky_pick(G *g, num n) {
  int picked = 0;
  u64 stream;
  if (g->luck && g->luck->pick && g->luck->pick(g->luck->context, (int)n, &picked)) {
    if (picked < 0 || picked >= n) stop(g, BAD_LUCK);
    return picked;
  }
  if (!g->seeded) stop(g, NO_LUCK);
  stream = asked_of(&g->seed, GAME_CAPITALS_DOMAIN_PICK);
  return (num)GAME_random(&stream, (uint64_t)n);
}

/* A number from 0 to n - 1. */
static num chance_pick(G *g, num n) {
  num value;
  g->used = 1;
  value = g->twin ? logged(g, PICKED, n)[0] : lucky_pick(g, n);
  if (g->recording) {
    log_add(g, PICKED);
    log_add(g, (int)n);
    log_add(g, (int)value);
  }
  return value;
}

/* Lays a pile in an order that is told: the same cards, each once. */
static void lay(G *g, u8 *pile, const u8 *order, int fault, int clause) {
  set_t had = set_of(pile), has = 0;
  for (int i = 0; i < pile[0]; i++) {
    if (order[i] >= DECK || has & ONE(order[i]) || !(had & ONE(order[i]))) stop_at(g, fault, clause);
    has |= ONE(order[i]);
  }
  memcpy(pile + 1, order, pile[0]);
}

#define TOGETHER ((u64)1 << 48)

/* Parts of the shuffle's numbers tell which cards change places. Places are gathered from the lowest, as long as there are
   at most TOGETHER outcomes of them; each group has a number. */
static void seeded_shuffle(u64 *luck, u8 *pile) {
  u64 stream = asked_of(luck, GAME_CAPITALS_DOMAIN_SHUFFLE);
  u8 least[DECK + 1];
  u64 outcomes[DECK + 1];
  if (pile[0] < 2) return;
  least[1] = 2;
  outcomes[1] = 1;
  for (int n = 2; n <= pile[0]; n++) {
    int alone = outcomes[n - 1] * (u64)n > TOGETHER;
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

static void lucky_shuffle(G *g, u8 *pile) {
  u8 order[PILE];
  memcpy(order, pile + 1, pile[0]);
  if (g->luck && g->luck->shuffle && g->luck->shuffle(g->luck->context, order, pile[0])) {
    lay(g, pile, order, BAD_LUCK, -1);
    return;
  }
  if (!g->seeded) stop(g, NO_LUCK);
  seeded_shuffle(&g->seed, pile);
}

static void shuffle(G *g, u8 *pile) {
  g->used = 1;
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

static int same_state(const state *a, const state *b) {
  if (a->step != b->step || memcmp(a->fields, b->fields, sizeof a->fields)) return 0;
  if (memcmp(a->sets, b->sets, sizeof a->sets)) return 0;
  for (int i = 0; i < GAME_CAPITALS_PILES; i++)
    if (!same_pile(a->piles[i], b->piles[i])) return 0;
  return 1;
}

/* Moves a set down a heap in which the last in order is to be on top. */
static void sink(set_t *heap, size_t at, size_t n) {
  for (size_t below = 2 * at + 1; below < n; at = below, below = 2 * at + 1) {
    set_t held = heap[at];
    if (below + 1 < n && set_before(heap[below], heap[below + 1])) below++;
    if (!set_before(held, heap[below])) return;
    heap[at] = heap[below];
    heap[below] = held;
  }
}

static void sort_sets(set_t *sets, size_t n) {
  for (size_t i = n / 2; i-- > 0;) sink(sets, i, n);
  for (size_t last = n; last-- > 1;) {
    set_t held = sets[0];
    sets[0] = sets[last];
    sets[last] = held;
    sink(sets, 0, last);
  }
}

/* Sorts the bag from `base` on and drops doubles. */
static void bag_sort(G *g, size_t base) {
  size_t end = base;
  sort_sets(g->bag + base, g->bag_size - base);
  for (size_t i = base; i < g->bag_size; i++)
    if (i == base || g->bag[i] != g->bag[end - 1]) g->bag[end++] = g->bag[i];
  g->bag_size = end;
}

/* Keeps the first half of a full bag for this pass. */
static void bag_shrink(G *g, bag_pass *pass) {
  size_t keep = (GAME_CAPITALS_MOST_CHOICES - pass->base) / 2;
  if (!keep) stop(g, LIMIT);
  bag_sort(g, pass->base);
  if (g->bag_size - pass->base <= keep) return;
  g->bag_size = pass->base + keep;
  pass->limit = g->bag[g->bag_size];
  pass->more = 1;
}

/* Puts a choice of cards into the bag, where it is one of this pass. */
static void bag_add(G *g, set_t cards) {
  bag_pass *pass = g->bag_pass;
  if (g->bag_size == GAME_CAPITALS_MOST_CHOICES) bag_shrink(g, pass);
  if (pass->again && !set_before(pass->after, cards)) return;
  if (pass->more && !set_before(cards, pass->limit)) return;
  g->bag[g->bag_size++] = cards;
}

/* Begins a pass: for choices that come after those of the pass before. */
static void bag_begin(G *g, bag_pass *pass) {
  if (pass->more) {
    pass->again = 1;
    pass->after = g->bag[pass->end - 1];
  }
  pass->more = 0;
  g->bag_size = pass->base;
  g->bag_pass = pass;
}

static void bag_end(G *g, bag_pass *pass) {
  bag_sort(g, pass->base);
  pass->end = g->bag_size;
}

/* Play came back to a position `length` steps ago: finds the first such position, and stops at a step of the circle. */
static _Noreturn void stop_endless(G *g, int length) {
  state ahead, behind;
  g->s = g->first;
  for (int i = 0; i < length; i++) one_step(g);
  ahead = g->s;
  g->s = g->first;
  while (!same_state(&g->s, &ahead)) {
    one_step(g);
    behind = g->s;
    g->s = ahead;
    one_step(g);
    ahead = g->s;
    g->s = behind;
  }
  g->before = g->s;
  for (int i = 0; i < length; i++) {
    if (step_clauses[g->s.step] >= 0) stop_at(g, ENDLESS, step_clauses[g->s.step]);
    one_step(g);
  }
  stop_at(g, ENDLESS, -1);
}

/* Plays to the next decision or the end. A position that comes back without luck in between would come back for ever:
   each is held against one before it, which is moved up at ever longer intervals. */
static void play_on(G *g) {
  int since = 0, reach = 0;
  g->used = 1;
  for (int steps = 0; steps < MOST_STEPS; steps++, since++) {
    g->before = g->s;
    if (g->used) {
      g->first = g->met = g->s;
      g->used = since = 0;
      reach = 32;
    } else if (same_state(&g->s, &g->met)) {
      stop_endless(g, since);
    } else if (since == reach) {
      g->met = g->s;
      since = 0;
      reach *= 2;
    }
    if (one_step(g)) return;
  }
  stop_at(g, ENDLESS, -1);
}

/* Makes room for a game that is worked on; only what is read before it is written is cleared. */
static void open_game(G *g, const GAME_state *from, const GAME_luck *luck) {
  g->s = g->before = from->position;
  g->seed = from->seed;
  g->seeded = from->seeded;
  g->luck = luck;
  g->moves = NULL;
  g->wanted = NULL;
  g->room = g->offered = g->bag_size = g->log_size = g->twin_at = g->twin_end = 0;
  g->used = g->recording = g->twin = g->twin_clash = g->may_pass = g->asking = g->found = 0;
  g->over = PLAYING;
  g->at = g->clause = g->ending = -1;
  g->fault = NO_FAULT;
  g->epoch = 0;
  memset(g->memo_at, 0, sizeof g->memo_at);
  memset(g->returns, 0, sizeof g->returns);
}

/* Writes back what came of play; where it needed luck or room that was not there, nothing. */
static GAME_answer close_game(const G *g, GAME_state *to) {
  switch (g->fault) {
    case NO_LUCK: return GAME_CAPITALS_NO_LUCK;
    case BAD_LUCK: return GAME_CAPITALS_BAD_LUCK;
    case LIMIT: return GAME_CAPITALS_TOO_BIG;
    default: break;
  }
  to->position = g->fault ? g->before : g->s;
  to->seed = g->seed;
  to->seeded = (uint8_t)g->seeded;
  to->fault = (GAME_fault)g->fault;
  to->clause = g->clause;
  to->ending = g->fault ? -1 : g->ending;
  to->over = (uint8_t)(g->fault || g->over == ENDED);
  to->moves = to->over ? 0 : g->offered + (size_t)g->may_pass;
  for (int p = 0; p < PLAYERS; p++) to->returns[p] = g->fault ? 0 : g->returns[p];
  return GAME_CAPITALS_OK;
}

static void begin(G *g) {
  initial(g);
  g->before = g->s;
  play_on(g);
}

static void look(G *g) {
  (void)one_step(g);
}

static void make(G *g) {
  g->before = g->s;
  g->wanted = NULL;
  g->found = 0;
  if (g->pass) g->s.step = targets[g->s.step][0];
  else if (carry_out(g)) return;
  play_on(g);
}

/* Does a part of play, and answers 0 where it stopped. */
static int guarded(G *g, void (*act)(G *)) {
  if (setjmp(g->out)) return 0;
  act(g);
  return 1;
}

GAME_answer GAME_start(GAME_state *state, uint64_t seed) {
  return GAME_start_with(state, NULL, &seed);
}

GAME_answer GAME_start_with(GAME_state *state, const GAME_luck *luck, const uint64_t *seed) {
  G g;
  memset(state, 0, sizeof *state);
  open_game(&g, state, luck);
  g.seed = seed ? *seed : 0;
  g.seeded = seed != NULL;
  (void)guarded(&g, begin);
  return close_game(&g, state);
}

/* A deck laid down for the first shuffle. */
static bool lay_deck(void *context, uint8_t *cards, int size) {
  const uint8_t **deck = context;
  if (!*deck) return false;
  memcpy(cards, *deck, (size_t)size);
  *deck = NULL;
  return true;
}

GAME_answer GAME_start_deck(GAME_state *state, const uint8_t deck[GAME_CAPITALS_CARDS], uint64_t seed) {
  GAME_luck luck = {lay_deck, NULL, &deck};
  return GAME_start_with(state, &luck, &seed);
}

size_t GAME_legal_moves(const GAME_state *state, GAME_move *out, size_t most) {
  G g;
  if (state->over) return 0;
  open_game(&g, state, NULL);
  g.moves = out;
  g.room = most;
  (void)guarded(&g, look);
  if (g.may_pass && g.offered < most) {
    memset(out + g.offered, 0, sizeof *out);
    out[g.offered].kind = GAME_CAPITALS_PASS;
  }
  return g.offered + (size_t)g.may_pass;
}

/* Looks for a move among the legal ones. */
static int offers(G *g, const GAME_move *move) {
  g->wanted = move;
  (void)guarded(g, look);
  g->pass = move->kind == GAME_CAPITALS_PASS;
  return g->pass ? g->may_pass : g->found;
}

bool GAME_is_legal(const GAME_state *state, const GAME_move *move) {
  G g;
  if (state->over) return false;
  open_game(&g, state, NULL);
  return offers(&g, move) != 0;
}

GAME_answer GAME_apply(GAME_state *state, const GAME_move *move) {
  return GAME_apply_with(state, move, NULL);
}

GAME_answer GAME_apply_with(GAME_state *state, const GAME_move *move, const GAME_luck *luck) {
  G g;
  if (state->over) return GAME_CAPITALS_OVER;
  open_game(&g, state, luck);
  if (!offers(&g, move)) return GAME_CAPITALS_ILLEGAL;
  g.move = *move;
  g.offered = 0;
  g.may_pass = 0;
  (void)guarded(&g, make);
  return close_game(&g, state);
}

bool GAME_is_over(const GAME_state *state) {
  return state->over != 0;
}

int GAME_current_player(const GAME_state *state) {
  return state->over ? GAME_CAPITALS_NOBODY : (int)state->position.fields[MOVER];
}

void GAME_returns(const GAME_state *state, int64_t returns[GAME_CAPITALS_PLAYERS]) {
  memcpy(returns, state->returns, sizeof state->returns);
}

int GAME_zone_cards(const GAME_state *state, int zone, uint8_t *cards) {
  const GAME_zone_about *about = &GAME_zones[zone];
  int n = 0;
  if (about->ordered) {
    const uint8_t *pile = state->position.piles[about->place];
    memcpy(cards, pile + 1, pile[0]);
    return pile[0];
  }
  for (set_t left = state->position.sets[about->place]; left; left &= left - 1) cards[n++] = (uint8_t)low_of(left);
  return n;
}

GAME_view GAME_observe(const GAME_state *state, int player, int zone) {
  const GAME_zone_about *about = &GAME_zones[zone];
  GAME_view view;
  int n;
  memset(&view, 0, sizeof view);
  n = GAME_zone_cards(state, zone, view.cards);
  view.count = n;
  view.top = -1;
  view.sees_count = about->seen != GAME_CAPITALS_SEEN_BY_NOBODY;
  view.sees_cards = about->seen == GAME_CAPITALS_SEEN_BY_ALL
    || (about->seen == GAME_CAPITALS_SEEN_BY_OWNER && about->owner == player);
  if (about->seen == GAME_CAPITALS_SEEN_TOP && about->ordered && n) view.top = view.cards[n - 1];
  if (!view.sees_cards) memset(view.cards, 0, sizeof view.cards);
  if (!view.sees_count) view.count = 0;
  return view;
}

const char *GAME_fault_name(GAME_fault fault) {
  static const char *const names[] = {"none", FAULT_NAMES};
  return names[fault];
}
