/* Playing one game step by step, by what is generated of it: `start`, `one_step`, `carry_out`, and the tables of clauses
   that are counted. Leaves luck to chance.h, and what is asked from outside to library.h. */

enum { GO_ON = -1 }; /* in place of a step: play goes on as usual */

/* A number within the range of a field, which is named where it is not. */
static inline int within(G *g, num number, num low, num high, int field) {
  if (RARE(number < low || number > high)) stop_at(g, OVERFLOWED, field);
  return (int)number;
}

/* ---- clauses */

/* Counts a clause as having fired, unless nobody asks for it. */
static inline void count_clause(G *g, int mark) {
  if (mark >= 0) g->fired[mark]++;
}
#ifdef HOYLE_EXPLORE
/* The clauses by which moves were allowed are gathered, and counted once for many. */
static inline void note_permits_of(G *g, const move_t *move) { g->permitted[move->kind] |= move->deciding; }
static void note_permits(G *g) {
  for (int kind = 0; kind < ACTIONS; kind++)
    for (u64 left = g->permitted[kind]; left; left &= left - 1) count_clause(g, permit_marks[kind][lowest_bit(left)]);
  memset(g->permitted, 0, sizeof g->permitted);
}
#else
static inline void note_permits_of(G *g, const move_t *move) {
  for (u64 left = move->deciding; left; left &= left - 1) count_clause(g, permit_marks[move->kind][lowest_bit(left)]);
}
#endif
/* Carries out outcomes that nothing ranks, each on the same position and with the same luck: they must come to the same.
   `run` carries one out, by its number, and answers the step that it leads to; `clash` is where they differ. */
static int all_of(G *g, u64 outcomes, int (*run)(G *, int, const void *), const void *args, int clash) {
  state before = g->s, after;
  size_t log = g->log_size, end, twin_at = g->twin_at, twin_end = g->twin_end;
  int twin = g->twin, outer = g->twin_clash, recording = g->recording, at = g->at, keeps = !g->keeping, to;
  if (keeps) memcpy(g->kept, g->fired, sizeof g->kept);
  g->keeping = g->recording = 1;
  to = run(g, lowest_bit(outcomes), args);
  after = g->s;
  end = g->log_size;
  if (twin) twin_at = g->twin_at;
  for (u64 others = outcomes & (outcomes - 1); others; others &= others - 1) {
    int other;
    g->s = before;
    g->at = at;
    g->recording = 0;
    g->twin = 1;
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
  if (keeps) g->keeping = 0;
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
  for (; endings; endings &= endings - 1) count_clause(g, ending_marks[lowest_bit(endings)]);
  g->over = ENDED;
}

/* ---- moves on offer */

/* Has the mover a legal move of a kind? `some` goes through them up to the first. */
static inline bool can(G *g, bool (*some)(G *), int clause) {
  int at = g->at, listing = g->listing;
  u64 ruled = g->ruled;
  bool found;
  if (!listing) g->epoch++;
  g->at = clause;
  g->listing = 1;
  found = some(g);
  g->at = at;
  g->listing = listing;
  g->ruled = ruled;
  return found;
}
/* Before the moves of several kinds are listed. */
static inline void begin_offer(G *g) {
  g->offered = 0;
  g->may_pass = 0;
  g->epoch++;
}
/* Lists all legal moves of a kind. */
static inline void offer_all(G *g, bool (*every)(G *), int clause) {
  g->at = clause;
  g->listing = 1;
  (void)every(g);
  g->listing = 0;
}
/* Whether there is a move at all: a state that is new has its moves listed when it is followed, and most are not new. */
static inline void offer_some(G *g, bool (*some)(G *), int clause) {
  if (g->offered) return;
  g->at = clause;
  g->listing = 1;
  g->offered = some(g);
  g->listing = 0;
}
/* Is a move legal by the clauses that decide it? They are noted: with the move, or as those that rule some out. */
static inline bool weighed(G *g, move_t *move, u64 deciding, u64 permits) {
  bool legal = (deciding & permits) != 0;
  move->deciding = deciding;
  g->ruled |= legal ? 0 : deciding;
  return legal;
}
/* Room for one more move on offer. */
static inline move_t *offered(G *g) {
  if (RARE(g->offered == g->room)) (void)more_moves(g);
  return g->moves + g->offered++;
}

/* ---- the course of play */

static void initial(G *g) {
  start(g);
#if HEAPS
  for (int i = 0; i < CELL_PILES; i++)
    if (heap_of[i] >= 0) g->s.heaps[heap_of[i]] = set_of(g->s.piles[i]);
#endif
}
/* Before a step, where positions are kept: play is endless where it comes back without luck or a decision in between. */
static void note_position(G *g) {
  int met, count;
  g->before = g->s;
  if (g->used) g->seen->count = 0;
  g->used = 0;
  count = g->seen->count;
  met = met_before(g);
  if (met < 0) return;
  for (; met < count; met++)
    if (STEP_CLAUSES[g->seen->step[met]] >= 0) stop_at(g, ENDLESS, STEP_CLAUSES[g->seen->step[met]]);
  stop_at(g, ENDLESS, -1);
}
/* Plays to the next decision or the end. Where positions are not kept, play that goes on for long is suspicious. */
static void play_on(G *g) {
  g->used = 0;
  if (RARE(g->exact)) g->seen->count = 0;
  for (int steps = 0;; steps++) {
    if (RARE(steps == MOST_STEPS)) stop_at(g, ENDLESS, -1);
    if (RARE(g->exact)) note_position(g);
    else if (RARE(steps == FAST_STEPS)) {
      g->suspicious = 1;
      return;
    }
    if (one_step(g)) break;
    CONSERVED(g);
  }
#ifdef HOYLE_EXPLORE
  if (RARE(g->counting) && !g->over) ask(g);
#endif
}
/* Makes a move of those on offer (NULL: passes), and plays on. */
static void make_move(G *g, const move_t *move) {
  static const move_t pass = {.kind = PASS_MOVE};
  bool over;
  if (RARE(g->exact)) g->before = g->s;
  if (move) note_permits_of(g, move);
  over = carry_out(g, move ? move : &pass);
  CONSERVED(g);
  if (over) return;
  g->acting = -1;
  play_on(g);
}
/* Makes a move by its place among those on offer, a pass last. */
static UNUSED void apply(G *g, size_t k) {
  const move_t *move = k < g->offered ? g->moves + k : NULL;
  if (move) g->acting = move->kind;
  make_move(g, move);
}
