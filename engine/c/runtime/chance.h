/* Picks and shuffles as effects ask for them: by a script, by a seed, or in turn. Leaves numbers to streams.h. */

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
static inline UNUSED num pick(G *g, num n) {
  g->used = 1;
  return RARE(!plain(g)) ? pick_slow(g, n) : (num)pick_seeded(&g->seed, (u64)n);
}
static UNUSED void shuffle_scripted(G *g, u8 *pile, const int32_t *from) {
  set_t had = set_of(pile), laid = NO_CARDS;
  for (int i = 0; i < pile[0]; i++) {
    if (from[i] < 0 || from[i] >= DECK || has(laid, from[i]) || !has(had, from[i])) {
      if (g->twin) stop_at(g, CLASH, g->twin_clash);
      stop(g, CHANCE_ERROR);
    }
    laid |= ONE(from[i]);
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
