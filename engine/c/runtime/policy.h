/* Players that need no knowledge of a game, and games between them, as engine/players/policy.py and engine/players/mcts.py have it: the
   same luck, draw for draw, and the same sums of doubles in the same order.

   Needs what `policies.py` makes: `telling_returns`, and tables of cells. */

/* Not worth making part of what calls it: that takes the compiler its time. */
#define APART static __attribute__((noinline))
enum { RANDOM, GREEDY, MCTS };
enum { HIDES_NOTHING, HIDES_ALL, HIDES_BUT_TOP };
typedef struct {
  double outcome, lead, left;
} value_t;
/* Moves by their face, in the order of first places; `table` finds them, 0 for none. */
typedef struct {
  size_t moves, groups, room, slots;
  uint32_t *group_of, *first, *size, *table;
  u64 *hash, *faces;
} faces_t;
/* A node of the tree: whose move it was, how often that was legal and taken, the sum of scaled gains. */
typedef struct {
  int player, parent;
  num legal, taken;
  double gain;
  u64 hash, face[FACE_WORDS];
} node_t;
typedef struct {
  int policy[PLAYERS];
  num deals, rounds, most;
  /* The logarithms of 0 (not read) to the number of rounds. */
  const double *logs;
  double curiosity;
  G *w;
  int limit, again;
  faces_t turn, here;
  move_t *moves;
  size_t moves_room;
  value_t *totals;
  size_t totals_room;
  node_t *nodes;
  int *path, *found;
  size_t count, depth, slots;
  double least, greatest;
  /* The moves of a game that is imagined. */
  u64 rollout;
} players_t;

/* ---- moves and positions tried out */

APART void *more_room(players_t *p, void *had, size_t n, size_t size) {
  void *more = realloc(had, n * size);
  if (!more) p->limit = 1;
  return more ? more : had;
}
/* Lists the moves (-1) or makes one, on the position that is tried out. */
APART void tried(players_t *p, num move) {
  G *w = p->w;
  w->over = PLAYING;
  w->fault = NO_FAULT;
  w->suspicious = 0;
  w->epoch++;
  if (!setjmp(w->out)) {
    if (move < 0) ask(w);
    else apply(w, (size_t)move);
  } else fail(w);
  if (w->over != PLAYING) w->offered = 0, w->may_pass = 0;
  if (w->fault >= LIMIT) p->limit = 1;
}
/* A move by its place. Exact code, which notices play that never ends, chooses again where something goes on for long. */
static void made(players_t *p, size_t k) {
  tried(p, (num)k);
  if (RARE(p->w->suspicious)) p->again = 1;
}
static int given_up(const players_t *p) { return p->limit || p->again; }
/* The cards that a player does not see are dealt anew, the fields drawn. */
APART void redeal(state *s, num player, u64 stream) {
  u8 order[DECK + 1];
  set_t unseen = NO_CARDS;
  int next = 1;
  for (int c = 0; c < CELLS; c++) {
    int hides = cell_hides[player][c], at = cell_at[c];
    if (!hides) continue;
    if (cell_kind[c] == IS_SET) unseen |= s->sets[at];
    else
      for (int i = 1; i <= s->piles[at][0] - (hides == HIDES_BUT_TOP); i++) unseen |= ONE(s->piles[at][i]);
  }
  list_set(order, unseen);
  fisher_yates(&stream, order);
  for (int c = 0; c < CELLS; c++) {
    int hides = cell_hides[player][c], at = cell_at[c];
    if (!hides) continue;
    if (cell_kind[c] == IS_SET) {
      int n = size_of(s->sets[at]);
      s->sets[at] = NO_CARDS;
      for (; n; n--) s->sets[at] |= ONE(order[next++]);
    } else
      for (int i = 1; i <= s->piles[at][0] - (hides == HIDES_BUT_TOP); i++) s->piles[at][i] = order[next++];
  }
  for (int f = 0; f < FIELDS; f++) {
    num n = field_guesses[player][f], least = field_least[player][f];
    if (!n || (s->fields[f] == -1 && least == 0)) continue;
    s->fields[f] = (int32_t)(least + (n > 1 ? (num)pick_of(&stream, (u64)n) : 0));
  }
}

/* ---- moves that are one to who makes them */

/* A move as who makes it sees it. */
static void face_of(const move_t *move, u64 *face) {
  u8 *to = (u8 *)face + 2;
  const int16_t kind = (int16_t)move->kind;
  memset(face, 0, 8 * FACE_WORDS);
  memcpy(face, &kind, sizeof kind);
  for (int i = first_argument[kind]; i < first_argument[kind + 1]; i++) {
    const u8 *from = (const u8 *)move + arguments[i].at;
    if (arguments[i].blind) continue;
    switch (arguments[i].form) {
      case ARGUMENT_NUMBER:
        memcpy(to, from, sizeof(int64_t));
        to += sizeof(int64_t);
        break;
      case ARGUMENT_SET:
        memcpy(to, from, sizeof(set_t));
        to += sizeof(set_t);
        break;
      default:
        for (int k = 0; k <= from[0]; k++) to[k] = from[k];
        to += from[0] + 1;
    }
  }
}
static u64 hash_of(const u64 *face, u64 hash) {
  for (int i = 0; i < FACE_WORDS; i++) hash = mix(hash ^ face[i]) + GOLDEN;
  return hash;
}
static int same_face(const u64 *a, const u64 *b) { return !memcmp(a, b, 8 * FACE_WORDS); }
APART void faces_more(players_t *p, faces_t *f, size_t n) {
  size_t room = f->room ? f->room : 64;
  while (room < n) room *= 2;
  f->group_of = more_room(p, f->group_of, room, sizeof *f->group_of);
  f->first = more_room(p, f->first, room, sizeof *f->first);
  f->size = more_room(p, f->size, room, sizeof *f->size);
  f->hash = more_room(p, f->hash, room, sizeof *f->hash);
  f->faces = more_room(p, f->faces, room * FACE_WORDS, sizeof *f->faces);
  f->table = more_room(p, f->table, 2 * room, sizeof *f->table);
  if (p->limit) return;
  f->room = room;
}
/* The group of a face, or -1 with the slot where it would be noted. */
APART num group_with(const faces_t *f, const u64 *face, u64 hash, size_t *slot) {
  for (*slot = hash & (f->slots - 1); f->table[*slot]; *slot = (*slot + 1) & (f->slots - 1)) {
    uint32_t at = f->table[*slot] - 1;
    if (f->hash[at] == hash && same_face(f->faces + at * FACE_WORDS, face)) return at;
  }
  return -1;
}
APART void group_moves(players_t *p, faces_t *f, const G *g) {
  size_t n = g->offered + (size_t)g->may_pass, slot;
  const move_t pass = {.kind = PASS_MOVE};
  f->moves = f->groups = 0;
  if (n > f->room) faces_more(p, f, n);
  if (p->limit) return;
  f->moves = n;
  for (f->slots = 16; f->slots < 2 * n; f->slots *= 2) {}
  memset(f->table, 0, f->slots * sizeof *f->table);
  for (size_t k = 0; k < n; k++) {
    u64 *face = f->faces + f->groups * FACE_WORDS, hash;
    num at;
    face_of(k < g->offered ? g->moves + k : &pass, face);
    hash = hash_of(face, 0);
    at = group_with(f, face, hash, &slot);
    if (at < 0) {
      at = (num)f->groups++;
      f->table[slot] = (uint32_t)f->groups;
      f->hash[at] = hash;
      f->first[at] = (uint32_t)k;
      f->size[at] = 0;
    }
    f->size[at]++;
    f->group_of[k] = (uint32_t)at;
  }
}
/* A move out of a group, each as likely. */
APART size_t out_of(const faces_t *f, size_t group, u64 *luck) {
  u64 left = pick_of(luck, f->size[group]);
  size_t k = f->first[group];
  for (; f->group_of[k] != group || left--; k++) {}
  return k;
}

/* ---- how well a player stands */

APART double lead_of(players_t *p, const int64_t *returns, num player) {
  num sum = 0;
  for (int i = 0; i < PLAYERS; i++) {
    if (returns[i] > (num)1 << 40 || returns[i] < -((num)1 << 40)) p->limit = 1;
    else sum += returns[i];
  }
  if (PLAYERS == 1) return (double)returns[player];
  return (double)returns[player] - (double)(sum - returns[player]) / (PLAYERS > 1 ? PLAYERS - 1 : 1);
}
/* The lead by a telling ending; 0 where its result is undefined here. */
static int lead_by(players_t *p, int ending, num player, double *lead) {
  G *w = p->w;
  int64_t returns[PLAYERS] = {0};
  w->epoch++;
  w->fault = NO_FAULT;
  if (setjmp(w->out)) {
    if (w->fault >= LIMIT) p->limit = 1;
    return 0;
  }
  telling_returns(w, ending, returns);
  *lead = lead_of(p, returns, player);
  return 1;
}
APART value_t standing(players_t *p, num player) {
  const G *w = p->w;
  value_t found = {0, 0, 0};
  double sum = 0, lead;
  num left = 0;
  int leads = 0;
  if (w->over == FAULTED) return found;
  if (w->over == ENDED) {
    found.lead = lead_of(p, w->returns, player);
    found.outcome = (found.lead > 0) - (found.lead < 0);
    return found;
  }
  for (int i = 0; i < TELLING; i++)
    if (lead_by(p, i, player, &lead)) sum += lead, leads++;
  for (const int16_t(*c)[3] = shed_cells[player]; (*c)[2]; c++)
    left += (*c)[2] * ((*c)[0] ? w->s.piles[(*c)[1]][0] : size_of(w->s.sets[(*c)[1]]));
  if (leads) found.lead = sum / leads;
  found.left = -(double)left;
  return found;
}
static int better(value_t a, value_t b) {
  if (a.outcome != b.outcome) return a.outcome > b.outcome;
  if (a.lead != b.lead) return a.lead > b.lead;
  return a.left > b.left;
}

/* ---- greedy */

static void greedy_deal(players_t *p, const G *g, u64 *luck) {
  G *w = p->w;
  num player = g->s.fields[MOVER];
  size_t slot, listed;
  state dealt = g->s;
  u64 seed;
  seed = next_of(luck);
  redeal(&dealt, player, derive(seed, DOMAIN_REDEAL, 0));
  w->s = dealt;
  tried(p, -1);
  group_moves(p, &p->here, w);
  listed = w->offered;
  if (listed > p->moves_room) {
    p->moves = more_room(p, p->moves, 2 * listed, sizeof *p->moves);
    p->moves_room = p->limit ? p->moves_room : 2 * listed;
  }
  if (p->limit) return;
  if (listed) memcpy(p->moves, w->moves, listed * sizeof *p->moves);
  for (size_t i = 0; i < p->here.groups && !given_up(p); i++) {
    size_t k = p->here.first[i];
    num at = group_with(&p->turn, p->here.faces + i * FACE_WORDS, p->here.hash[i], &slot);
    value_t found;
    if (at < 0) continue;
    w->s = dealt;
    w->seed = seed;
    if (k < listed) w->moves[0] = p->moves[k];
    w->offered = k < listed;
    made(p, 0);
    found = standing(p, player);
    p->totals[at].outcome += found.outcome;
    p->totals[at].lead += found.lead;
    p->totals[at].left += found.left;
  }
}
static size_t greedily(players_t *p, const G *g, u64 *luck) {
  value_t best;
  u64 equal = 0, left;
  if (p->turn.groups > p->totals_room) {
    p->totals = more_room(p, p->totals, p->turn.room, sizeof *p->totals);
    p->totals_room = p->limit ? p->totals_room : p->turn.room;
  }
  if (p->limit) return 0;
  memset(p->totals, 0, p->turn.groups * sizeof *p->totals);
  for (num i = 0; i < p->deals && !given_up(p); i++) greedy_deal(p, g, luck);
  best = p->totals[0];
  for (size_t i = 1; i < p->turn.groups; i++)
    if (better(p->totals[i], best)) best = p->totals[i];
  for (size_t i = 0; i < p->turn.groups; i++)
    if (!better(best, p->totals[i])) equal += p->turn.size[i];
  left = pick_of(luck, equal);
  /* The best groups one after the other, each in the order of its places. */
  for (size_t i = 0; i < p->turn.groups; i++) {
    if (better(best, p->totals[i])) continue;
    for (size_t k = p->turn.first[i]; k < p->turn.moves; k++)
      if (p->turn.group_of[k] == i && !left--) return k;
  }
  return 0;
}

/* ---- search */

APART size_t slot_of(const players_t *p, int parent, const u64 *face, u64 hash) {
  size_t slot = hash & (p->slots - 1);
  for (; p->found[slot]; slot = (slot + 1) & (p->slots - 1)) {
    const node_t *node = p->nodes + p->found[slot];
    if (node->hash == hash && node->parent == parent && same_face(node->face, face)) break;
  }
  return slot;
}
static u64 below_hash(int parent, u64 hash) { return mix(hash + (u64)parent * GOLDEN); }
static double bound_of(const players_t *p, const node_t *node) {
  double taken = (double)node->taken;
  return node->gain / taken + p->curiosity * __builtin_sqrt(p->logs[node->legal] / taken);
}
/* The next move down the tree from the node last on the path; answers whether its node is new. */
static int descend(players_t *p, size_t *move) {
  G *w = p->w;
  faces_t *f = &p->here;
  int parent = p->path[p->depth - 1], at = 0;
  size_t untried = 0, group = 0;
  double best = 0;
  group_moves(p, f, w);
  if (p->limit) return 1;
  for (size_t i = 0; i < f->groups; i++) {
    int known = p->found[slot_of(p, parent, f->faces + i * FACE_WORDS, below_hash(parent, f->hash[i]))];
    if (known) p->nodes[known].legal++;
    else untried++;
  }
  if (untried) {
    u64 left = pick_of(&p->rollout, untried);
    for (;; group++) {
      size_t slot = slot_of(p, parent, f->faces + group * FACE_WORDS, below_hash(parent, f->hash[group]));
      if (p->found[slot] || left--) continue;
      at = p->found[slot] = (int)p->count++;
      p->nodes[at] = (node_t){.player = w->s.fields[MOVER], .parent = parent, .legal = 1};
      p->nodes[at].hash = below_hash(parent, f->hash[group]);
      memcpy(p->nodes[at].face, f->faces + group * FACE_WORDS, 8 * FACE_WORDS);
      break;
    }
  } else {
    for (size_t i = 0; i < f->groups; i++) {
      int known = p->found[slot_of(p, parent, f->faces + i * FACE_WORDS, below_hash(parent, f->hash[i]))];
      double bound = bound_of(p, p->nodes + known);
      if (!i || bound > best) best = bound, group = i, at = known;
    }
  }
  p->path[p->depth++] = at;
  *move = out_of(f, group, &p->rollout);
  return untried != 0;
}
APART void credit(players_t *p) {
  const G *w = p->w;
  int64_t returns[PLAYERS] = {0};
  double spread;
  if (w->over == ENDED) memcpy(returns, w->returns, sizeof returns);
  for (int i = 0; i < PLAYERS; i++) {
    double gain = (double)returns[i];
    if (returns[i] > (num)1 << 50 || returns[i] < -((num)1 << 50)) p->limit = 1;
    p->least = gain < p->least ? gain : p->least;
    p->greatest = gain > p->greatest ? gain : p->greatest;
  }
  spread = p->greatest - p->least;
  if (spread == 0) spread = 1;
  for (size_t i = 0; i < p->depth; i++) {
    node_t *node = p->nodes + p->path[i];
    node->taken++;
    if (node->player >= 0) node->gain += ((double)returns[node->player] - p->least) / spread;
  }
}
static void search_once(players_t *p) {
  G *w = p->w;
  size_t move;
  p->depth = 0;
  p->path[p->depth++] = 0;
  for (int fresh = 0; w->offered && !fresh && !given_up(p);) {
    fresh = descend(p, &move);
    if (!p->limit) made(p, move);
  }
  for (num i = 0; i < p->most && w->offered && !given_up(p); i++)
    made(p, pick_of(&p->rollout, w->offered + (u64)w->may_pass));
  credit(p);
}
static size_t searched(players_t *p, const G *g, u64 *luck) {
  G *w = p->w;
  num player = g->s.fields[MOVER], most = -2;
  size_t best = 0;
  p->nodes[0] = (node_t){.player = -1, .parent = -1};
  p->count = 1;
  p->least = p->greatest = 0;
  memset(p->found, 0, p->slots * sizeof *p->found);
  for (num i = 0; i < p->rounds && !given_up(p); i++) {
    u64 seed = next_of(luck);
    w->s = g->s;
    redeal(&w->s, player, derive(seed, DOMAIN_REDEAL, 0));
    tried(p, -1);
    if (!w->offered) continue;
    w->seed = seed;
    p->rollout = derive(seed, DOMAIN_ROLLOUT, 0);
    search_once(p);
  }
  for (size_t i = 0; i < p->turn.groups; i++) {
    int at = p->found[slot_of(p, 0, p->turn.faces + i * FACE_WORDS, below_hash(0, p->turn.hash[i]))];
    num taken = at ? p->nodes[at].taken : -1;
    if (taken > most) most = taken, best = i;
  }
  return out_of(&p->turn, best, luck);
}

/* ---- games */

APART size_t chosen(players_t *p, const G *g, u64 *luck) {
  int policy = p->policy[g->s.fields[MOVER]];
  if (policy == RANDOM) return pick_of(luck, g->offered + (u64)g->may_pass);
  group_moves(p, &p->turn, g);
  if (p->limit) return 0;
  if (p->turn.groups == 1) return pick_of(luck, p->turn.moves);
  return policy == GREEDY ? greedily(p, g, luck) : searched(p, g, luck);
}
static size_t chosen_anyway(players_t *p, const G *g, u64 *luck) {
  u64 before = *luck;
  size_t k = chosen(p, g, luck);
  if (!RARE(p->again)) return k;
  *luck = before;
  p->again = 0;
  p->w->exact = 1;
  k = chosen(p, g, luck);
  p->w->exact = 0;
  return k;
}
static void play_seated(players_t *p, G *g, u64 seed, num most) {
  static const u64 domains[] = {[RANDOM] = DOMAIN_CHOICE, [GREEDY] = DOMAIN_GREEDY, [MCTS] = DOMAIN_SEARCH};
  u64 luck[PLAYERS];
  for (int i = 0; i < PLAYERS; i++) luck[i] = derive(seed, domains[p->policy[i]], (u64)i);
  initial(g);
  play_on(g);
  while (g->over == PLAYING && g->made < most && !g->suspicious) {
    size_t k = chosen_anyway(p, g, luck + g->s.fields[MOVER]);
    if (p->limit) stop(g, LIMIT);
    g->choices += (num)g->offered + g->may_pass;
    g->made++;
    apply(g, k);
  }
}
static void run_seated(players_t *p, G *g, u64 seed, num most) {
  p->limit = p->again = 0;
  clear_game(g, seed);
  if (!setjmp(g->out)) play_seated(p, g, seed, most);
  else fail(g);
}
static void faces_free(faces_t *f) {
  free(f->group_of);
  free(f->first);
  free(f->size);
  free(f->hash);
  free(f->faces);
  free(f->table);
}
void hoyle_players_free(void *players) {
  players_t *p = players;
  if (!p) return;
  if (p->w) hoyle_free(p->w);
  faces_free(&p->turn);
  faces_free(&p->here);
  free(p->moves);
  free(p->totals);
  free(p->nodes);
  free(p->path);
  free(p->found);
  free(p);
}
/* A policy for each seat, and their strength; the logarithms must live as long. NULL without memory. */
void *hoyle_players_new(const int *policy, num deals, num rounds, num most, double curiosity, const double *logs) {
  players_t *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  memcpy(p->policy, policy, sizeof p->policy);
  p->deals = deals;
  p->rounds = rounds;
  p->most = most;
  p->curiosity = curiosity;
  p->logs = logs;
  for (p->slots = 64; p->slots < 4 * (size_t)rounds; p->slots *= 2) {}
  p->w = hoyle_new();
  p->nodes = malloc(((size_t)rounds + 2) * sizeof *p->nodes);
  p->path = malloc(((size_t)rounds + 2) * sizeof *p->path);
  p->found = malloc(p->slots * sizeof *p->found);
  if (!p->w || !p->nodes || !p->path || !p->found) {
    hoyle_players_free(p);
    return NULL;
  }
  clear_game(p->w, 0);
  p->w->exact = 0;
  return p;
}
/* As hoyle_random_games, with players at the seats. */
num hoyle_seated_games(void *game, void *players, num first, num count, u64 seed, num most, totals *t) {
  G *g = game;
  for (num i = first; i < first + count; i++) {
    g->exact = 0;
    run_seated(players, g, derive(seed, DOMAIN_GAME, (u64)i), most);
    if (g->suspicious || g->over == FAULTED) {
      g->exact = 1;
      run_seated(players, g, derive(seed, DOMAIN_GAME, (u64)i), most);
    }
    if (!tally_game(g, t, i)) return i - first;
  }
  g->exact = 1;
  return count;
}

#ifdef HOYLE_MAIN
#include <stdio.h>
/* Searching, greedy and random players side by side, for looking at what they do with memory and numbers. */
int main(int argc, char **argv) {
  enum { ROUNDS = 20 };
  num games = argc > 1 ? atoll(argv[1]) : 10;
  u64 seed = argc > 2 ? (u64)atoll(argv[2]) : 0;
  int policy[PLAYERS];
  double logs[ROUNDS + 1] = {0};
  totals *t = calloc(1, sizeof *t);
  void *g = hoyle_new(), *players;
  for (int i = 0; i < PLAYERS; i++) policy[i] = MCTS - i % 3;
  /* Near enough to logarithms. */
  for (int i = 1; i < ROUNDS; i++) logs[i + 1] = logs[i] + 1.0 / i;
  players = hoyle_players_new(policy, 1, ROUNDS, 100, 0.7, logs);
  if (!t || !g || !players || hoyle_seated_games(g, players, 0, games, seed, 200, t) < games) return 2;
  printf("games %lld finished %lld faults %lld decisions %lld\n", games, t->finished, t->faults, t->decisions);
  hoyle_players_free(players);
  hoyle_free(g);
  free(t);
  return 0;
}
#endif
