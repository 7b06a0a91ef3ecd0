uint64_t GAME_random(uint64_t *stream, uint64_t n) {
  return random_of(stream, n);
}

uint64_t GAME_derive(uint64_t seed, GAME_domain domain, uint64_t number) {
  return derived(seed, domain, number);
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
    if (STEP_CLAUSES[g->s.step] >= 0) stop_at(g, ENDLESS, STEP_CLAUSES[g->s.step]);
    one_step(g);
  }
  stop_at(g, ENDLESS, -1);
}

/* Plays to the next decision or the end. A position that comes back without luck in between would come back for ever:
   each is held against one before it, which is moved up at ever longer intervals. */
static void play_on(G *g) {
  int since = 0, reach = 0;
  g->used = true;
  for (int steps = 0; steps < MOST_STEPS; steps++, since++) {
    g->before = g->s;
    if (g->used) {
      g->first = g->met = g->s;
      g->used = false;
      since = 0;
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
  g->s = from->position;
  g->seed = from->seed;
  g->seeded = from->seeded;
  g->luck = luck;
  g->moves = NULL;
  g->wanted = NULL;
  g->room = g->offered = g->log_size = g->twin_at = g->twin_end = 0;
#if MOST_CHOICES
  g->bag_size = 0;
#endif
  g->over = g->used = g->recording = g->twin = g->may_pass = g->asking = g->listing = g->found = false;
  g->at = g->clause = g->ending = -1;
  g->twin_clash = -1;
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
  to->seeded = g->seeded;
  to->fault = (GAME_fault)g->fault;
  to->clause = g->clause;
  to->ending = g->fault ? -1 : g->ending;
  to->over = g->fault || g->over;
  to->moves = to->over ? 0 : g->offered + g->may_pass;
  for (int p = 0; p < PLAYERS; p++) to->returns[p] = g->fault ? 0 : g->returns[p];
  return GAME_CAPITALS_OK;
}

/* What a call does with a game, each of them to be caught where it stops. */
static void begin(G *g, const GAME_move *move) {
  (void)move;
  start(g);
  g->before = g->s;
  play_on(g);
}

static void look(G *g, const GAME_move *move) {
  (void)move;
  (void)one_step(g);
}

static void make(G *g, const GAME_move *move) {
  g->before = g->s;
  if (!carry_out(g, move)) play_on(g);
}

static void guarded(G *g, void (*act)(G *, const GAME_move *), const GAME_move *move) {
  if (!setjmp(g->out)) act(g, move);
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
  guarded(&g, begin, NULL);
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
  guarded(&g, look, NULL);
  if (g.may_pass && g.offered < most) {
    memset(out + g.offered, 0, sizeof *out);
    out[g.offered].kind = GAME_CAPITALS_PASS;
  }
  return g.offered + (size_t)g.may_pass;
}

/* Is a move on offer? Only those of its kind are gone through, but for a pass. */
static bool offers(G *g, const GAME_move *move) {
  bool pass = move->kind == GAME_CAPITALS_PASS;
  g->wanted = pass ? NULL : move;
  guarded(g, look, NULL);
  g->wanted = NULL;
  return pass ? g->may_pass : g->found;
}

bool GAME_is_legal(const GAME_state *state, const GAME_move *move) {
  G g;
  if (state->over) return false;
  open_game(&g, state, NULL);
  return offers(&g, move);
}

GAME_answer GAME_apply(GAME_state *state, const GAME_move *move) {
  return GAME_apply_with(state, move, NULL);
}

GAME_answer GAME_apply_with(GAME_state *state, const GAME_move *move, const GAME_luck *luck) {
  G g;
  if (state->over) return GAME_CAPITALS_OVER;
  open_game(&g, state, luck);
  if (!offers(&g, move)) return GAME_CAPITALS_ILLEGAL;
  g.offered = 0;
  g.may_pass = g.found = false;
  guarded(&g, make, move);
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
  for (set_t left = state->position.sets[about->place]; ANY_OF(left); left = BUT_FIRST(left)) cards[n++] = (uint8_t)low_of(left);
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
    || (about->seen == GAME_CAPITALS_SEEN_BY_OWNER && about->owner == player)
    || (about->seen == GAME_CAPITALS_SEEN_BY_OTHERS && about->owner != player);
  if (about->seen == GAME_CAPITALS_SEEN_TOP && about->ordered && n) view.top = view.cards[n - 1];
  if (!view.sees_cards) memset(view.cards, 0, sizeof view.cards);
  if (!view.sees_count) view.count = 0;
  return view;
}

bool GAME_sees_field(int player, int field) {
  return field_sees[field][player];
}

const char *GAME_fault_name(GAME_fault fault) {
  static const char *const names[] = {
    "none", "gap", "clash", "undefined", "open", "stuck", "lost_card", "endless", "overflow",
  };
  return names[fault];
}

size_t GAME_describe(const GAME_move *move, char *text, size_t size) {
  writer w = {text, size, 0};
  put(&w, GAME_move_names[move->kind]);
  put_arguments(&w, move);
  return written(&w);
}

size_t GAME_field_text(const GAME_state *state, int field, char *text, size_t size) {
  writer w = {text, size, 0};
  put_value(&w, &kinds[field_kinds[field]], state->position.fields[field]);
  return written(&w);
}

bool GAME_parse(const char *text, GAME_move *move) {
  reader name = {text, text + strlen(text)}, rest;
  trim(&name);
  rest = name;
  while (rest.at < rest.end && *rest.at != '(') rest.at++;
  name.end = rest.at;
  if (rest.at < rest.end) {
    if (rest.end[-1] != ')') return false;
    rest.at++;
    rest.end--;
  }
  trim(&name);
  trim(&rest);
  memset(move, 0, sizeof *move);
  for (int kind = 0; kind < GAME_CAPITALS_KINDS; kind++) {
    if (!reads(name, GAME_move_names[kind])) continue;
    move->kind = (GAME_move_kind)kind;
    return read_arguments(&rest, move) && rest.at == rest.end;
  }
  return false;
}
