/* Explores every state of a game, breadth first, and asks of their graph. Chance and hidden cards are choices. Needs
   states.h, and what is generated of a game: `ask`, `claim`, `claims_at`, `alike`, the tables of cells and fields. */

#define BATCH 512
#define NONE UINT32_MAX
#define BLOCK 64
enum { DONE, MORE, NO_MEMORY, TOO_MANY, BEYOND };

typedef struct { u64 hash; uint32_t from; int group, choices; uint32_t record[RECORD_WORDS]; } reached_t;
/* Where a fault was first met: at the state that it leads to, or in asking what may be done there. */
typedef struct { uint32_t at; int source, met, asking; } fault_t;
#define FAULT_KINDS (LIMIT)
/* Where a claim was broken, or one of `sometimes` met: at a state, or on the way from one. */
typedef struct { uint32_t at; int met, passing, wrong, read; } claim_t;

typedef struct explorer {
  G *g;
  table_t table;
  /* How far states are expanded, and how far their edges are told. */
  size_t next, told, level_end, most_bytes, most_states;
  num depth, transitions, ended, faulted, deals;
  int status;
  /* Edges: for each state its successors as differences, grouped by move, then a zero. With `only_ways` only those by
     which a state was met first, which tell plays and answer nothing else; their differences run on over states. */
  int only_ways;
  u8 *edges;
  size_t edges_size, edges_room, blocks_room;
  u64 *blocks;
  uint32_t last_to;
  /* Of the state that is expanded. */
  state from, shape;
  move_t *moves;
  size_t moves_room;
  reached_t batch[BATCH];
  int batched;
  uint32_t *roots;
  size_t roots_count, roots_room;
  fault_t faults[FAULT_KINDS];
  num fired[MARKS];
  claim_t claims[CLAIMS + 1];
  uint32_t at;
  int may_pass, recording, watched, watch_hit;
  /* Follows only what needs no luck and moves no card for good: what a loop is made of. */
  int loops_only;
  /* Of each depth only so many states are followed, those with the fewest choices first; 0: all. */
  size_t beam, followed;
  int widest;
  u8 *choices;
  size_t choices_room;
  /* A concrete state, by which a play is told move by move. */
  state concrete;
  uint32_t mark[RECORD_WORDS];
  /* Of the graph. */
  uint32_t *parents, *length;
  u8 *good;
} X;

static size_t explorer_bytes(const X *x) {
  return table_bytes(&x->table) + x->edges_room + x->blocks_room * sizeof *x->blocks + x->roots_room * 4;
}

/* ---- edges */

static int edge_byte(X *x, u8 byte) {
  if (x->edges_size == x->edges_room) {
    size_t room = x->edges_room + x->edges_room / 8 + 4096;
    u8 *more = realloc(x->edges, room);
    if (!more) return 0;
    x->edges = more;
    x->edges_room = room;
  }
  x->edges[x->edges_size++] = byte;
  return 1;
}
/* Ends the edges of states up to this one. */
static int edges_upto(X *x, size_t state) {
  for (; x->told < state; x->told++) {
    if (!edge_byte(x, 0)) return 0;
    if ((x->told + 1) % BLOCK == 0) {
      size_t at = (x->told + 1) / BLOCK;
      if (at >= x->blocks_room) {
        size_t room = x->blocks_room + x->blocks_room / 4 + 64;
        u64 *more = realloc(x->blocks, room * sizeof *more);
        if (!more) return 0;
        x->blocks = more;
        x->blocks_room = room;
      }
      x->blocks[at] = x->edges_size;
    }
    if (!x->only_ways) x->last_to = NONE;
  }
  return 1;
}
static int edge_add(X *x, uint32_t from, uint32_t to, int group) {
  num step;
  u64 value;
  if (!edges_upto(x, from)) return 0;
  if (x->last_to == to && !group) return 1;
  step = (num)to - (num)(x->last_to == NONE ? x->only_ways ? 0 : from : x->last_to);
  value = (((u64)step << 1 ^ (u64)(step >> 63)) << 1 | (u64)group) + 1;
  x->last_to = to;
  for (; value >= 128; value >>= 7)
    if (!edge_byte(x, (u8)(value | 128))) return 0;
  return edge_byte(x, (u8)value);
}
typedef struct { const u8 *at; uint32_t last; } edges_t;
/* The next successor and whether another move leads there; 0 at the end. */
static inline int edge_next(edges_t *e, uint32_t *to, int *group) {
  u64 value = 0;
  int shift = 0;
  if (!*e->at) return e->at++, 0;
  for (;; shift += 7) {
    u8 byte = *e->at++;
    value |= (u64)(byte & 127) << shift;
    if (!(byte & 128)) break;
  }
  value--;
  *group = (int)(value & 1);
  value >>= 1;
  e->last = *to = (uint32_t)((num)e->last + ((num)(value >> 1) ^ -(num)(value & 1)));
  return 1;
}
/* No byte of an edge is zero. */
static const u8 *edges_end(const u8 *at) { return at + strlen((const char *)at) + 1; }
static edges_t edges_of(const X *x, uint32_t state) {
  const u8 *at = x->edges + (state < BLOCK ? 0 : x->blocks[state / BLOCK]);
  for (uint32_t skip = state % BLOCK; skip; skip--) at = edges_end(at);
  return (edges_t){at, state};
}

/* ---- reaching states */

static ended_t how_it_ended(const G *g) {
  return (ended_t){g->over, g->over == ENDED ? g->ending : -1, g->over == FAULTED ? g->fault : NO_FAULT,
                   g->over == FAULTED ? g->source : -1};
}
static int too_wide(X *x, int words) {
  return words > x->table.words && !table_widen(&x->table, words);
}
static int write_record(X *x, const state *s, ended_t e, uint32_t *record, int all_alike) {
  x->shape = *s;
#if BAGS
  name_last(&x->shape);
#endif
  if (all_alike) alike(&x->shape);
  memset(record, 0, 4 * RECORD_WORDS);
  return pack(&x->shape, e, record);
}
static int note_choices(X *x, size_t i, int choices) {
  if (i >= x->choices_room) {
    size_t room = 2 * i + 4096;
    u8 *more = realloc(x->choices, room);
    if (!more) return 0;
    x->choices = more;
    x->choices_room = room;
  }
  x->choices[i] = (u8)choices;
  return 1;
}
/* Up to how many choices a state of this depth may have to be followed. */
static int widest_followed(const X *x) {
  size_t count[UINT8_MAX + 1] = {0}, sum = 0;
  int widest = 0;
  for (size_t i = x->next; i < x->level_end; i++) count[x->choices[i]]++;
  while (widest < UINT8_MAX && (sum += count[widest]) < x->beam) widest++;
  return widest;
}
/* Takes a new state in; 0 where it does not fit. */
static int take_in(X *x, const reached_t *r, slot_t slot) {
  table_t *t = &x->table;
  int is_free;
  if (t->count == t->room) {
    if (explorer_bytes(x) + t->room / 8 * 4 * (size_t)t->words > x->most_bytes) return 0;
    if (!table_room(t, t->room + t->room / 8)) return 0;
  }
  if ((t->count + 1) * 100 > t->groups * LINE * 88) {
    if (explorer_bytes(x) + t->groups / 2 * sizeof *t->lines > x->most_bytes) return 0;
    if (!table_places(t, t->groups + t->groups / 2)) return 0;
    slot = find_slot(t, r->record, r->hash, &is_free);
  }
  if (x->beam && !note_choices(x, t->count, r->choices)) return 0;
  fill_slot(slot, r->hash, (uint32_t)t->count);
  memcpy(t->records + t->count++ * (size_t)t->words, r->record, 4 * (size_t)t->words);
  return 1;
}
static int add_root(X *x, uint32_t number) {
  if (x->roots_count == x->roots_room) {
    size_t room = 2 * x->roots_room + 64;
    uint32_t *more = realloc(x->roots, room * sizeof *more);
    if (!more) return 0;
    x->roots = more;
    x->roots_room = room;
  }
  x->roots[x->roots_count++] = number;
  return 1;
}
static int flush(X *x) {
  table_t *t = &x->table;
  for (int i = 0; i < x->batched; i++) x->batch[i].hash = hash_record(x->batch[i].record, t->words);
  for (int i = 0; i < x->batched && i < 2 * AHEAD; i++) prefetch_line(t, x->batch[i].hash);
  for (int i = 0; i < x->batched && i < AHEAD; i++) prefetch_record(t, x->batch[i].hash);
  for (int i = 0; i < x->batched; i++) {
    reached_t *r = x->batch + i;
    int is_new;
    slot_t slot;
    uint32_t number;
    if (i + 2 * AHEAD < x->batched) prefetch_line(t, x->batch[i + 2 * AHEAD].hash);
    if (i + AHEAD < x->batched) prefetch_record(t, x->batch[i + AHEAD].hash);
    slot = find_slot(t, r->record, r->hash, &is_new);
    number = is_new ? (uint32_t)t->count : slot.line->number[slot.at];
    if (is_new) {
      if (t->count >= x->most_states) return TOO_MANY;
      if (!take_in(x, r, slot)) return NO_MEMORY;
    }
    if (r->from != NONE) {
      x->transitions++;
      if ((is_new || !x->only_ways) && !edge_add(x, r->from, number, r->group)) return NO_MEMORY;
    } else if (is_new && !add_root(x, number)) return NO_MEMORY;
    if ((r->record[0] & 3) == FAULTED && is_new) {
      ended_t e = unpack(r->record, &x->shape);
      if (!x->faults[e.fault].met) x->faults[e.fault] = (fault_t){number, e.source, 1, 0};
      x->faulted++;
    }
  }
  x->batched = 0;
  return explorer_bytes(x) > x->most_bytes ? NO_MEMORY : DONE;
}
/* Takes in what is gathered; answers what went wrong, if anything. */
static int flushed(X *x) {
  int failed = flush(x);
  if (failed) x->status = failed;
  return failed;
}
/* Do zones that cards only leave, or only come to, hold as many cards as before? */
static int nothing_for_good(const state *a, const state *b) {
  for (int c = 0; c < CELLS; c++) {
    int at = cell_at[c];
    if (one_way[c] && (cell_kind[c] == IS_SET ? a->sets[at] != b->sets[at] : a->piles[at][0] != b->piles[at][0])) return 0;
  }
  return 1;
}
static void reached(X *x, uint32_t from, int group) {
  reached_t *r;
  int words;
  if (x->status > MORE) return;
  if (x->loops_only && from != NONE && (x->g->branch.taken || !nothing_for_good(&x->from, &x->g->s))) return;
  if (x->batched == BATCH && flushed(x)) return;
  r = x->batch + x->batched;
  words = write_record(x, &x->g->s, how_it_ended(x->g), r->record, 1);
  if (too_wide(x, words)) {
    x->status = NO_MEMORY;
    return;
  }
  x->batched++;
  r->from = from;
  r->group = group;
  r->choices = x->g->offered < UINT8_MAX ? (int)x->g->offered : UINT8_MAX;
}

/* ---- playing on */

static void begin(X *x, int given) {
  G *g = x->g;
  g->used = g->twin = g->keeping = g->exact = 0;
  g->log_size = g->bag_size = g->offered = 0;
  g->at = g->source = g->ending = g->acting = -1;
  g->over = PLAYING;
  g->fault = NO_FAULT;
  g->may_pass = g->asking = g->suspicious = 0;
  g->recording = x->recording;
  g->counting = x->loops_only;
  g->branch.on = 1;
  g->branch.given = given;
  g->branch.taken = 0;
  g->waits = g->unsettled = 0;
  memset(g->pending, 0, sizeof g->pending);
}
/* Adds up which clauses have fired. */
static void note_fired(X *x) {
  for (int i = 0; i < MARKS; i++) x->fired[i] += x->g->fired[i];
  memset(x->g->fired, 0, sizeof x->g->fired);
}
/* A fault ends play; what chance gave until then stays noted. */
static void failed(G *g) {
  size_t log = g->log_size;
  fail(g);
  g->log_size = log;
}
/* Starts, or makes a move of those that were on offer at `from` (NULL: passes), by the outcomes laid down. */
static void play_once(X *x, const state *from, const move_t *move, int given, int exact) {
  G *g = x->g;
  begin(x, given);
  g->exact = exact;
  if (setjmp(g->out)) {
    failed(g);
    return;
  }
  if (!from) {
    initial(g);
    play_on(g);
    return;
  }
  g->s = *from;
  g->offered = move != NULL;
  if (move) g->moves[0] = *move;
  g->may_pass = !move;
  apply(g, 0);
}
/* The same, and once more with all positions kept where it stopped or where play may be endless. */
static void play_surely(X *x, const state *from, const move_t *move, int given) {
  G *g = x->g;
  play_once(x, from, move, given, 0);
  if (g->over == FAULTED || g->suspicious) play_once(x, from, move, g->branch.taken, 1);
  if (g->over == FAULTED && g->fault >= LIMIT) x->status = BEYOND;
}
static void play_seeded(X *x, u64 seed) {
  G *g = x->g;
  begin(x, 0);
  g->branch.on = 0;
  g->script_at = g->script_size = 0;
  g->seeded = 1;
  g->seed = seed;
  g->exact = 1;
  if (setjmp(g->out)) failed(g);
  else {
    initial(g);
    play_on(g);
  }
  if (g->over == FAULTED && g->fault >= LIMIT) x->status = BEYOND;
}
static int offers(X *x) {
  G *g = x->g;
  begin(x, 0);
  if (!g->moves) more_moves(g);
  if (setjmp(g->out)) {
    g->over = FAULTED;
    return 0;
  }
  ask(g);
  return 1;
}
/* Keeps the moves on offer, a pass last as NULL; answers how many. */
static size_t keep_moves(X *x) {
  G *g = x->g;
  if (g->offered > x->moves_room) {
    move_t *more = realloc(x->moves, g->offered * sizeof *more);
    if (!more) {
      x->status = NO_MEMORY;
      return 0;
    }
    x->moves = more;
    x->moves_room = g->offered;
  }
  memcpy(x->moves, g->moves, g->offered * sizeof *g->moves);
  x->may_pass = g->may_pass;
  return g->offered + (size_t)g->may_pass;
}
static const move_t *kept_move(const X *x, size_t k, size_t n) { return x->may_pass && k + 1 == n ? NULL : x->moves + k; }

/* ---- claims */

static __attribute__((noinline)) int claim_value(G *g, const int k) {
  if (setjmp(g->out)) return -1;
  return claim(g, k) != 0;
}
static int claim_met(int k, int value) {
  return claim_kind[k] == SOMETIMES ? value == 1 : value < 0 || value == (claim_kind[k] == NEVER);
}
static void read_claims(X *x, uint32_t at, u64 which, int passing) {
  G *g = x->g;
  int source = g->at;
  for (u64 left = which; left; left &= left - 1) {
    int k = __builtin_ctzll(left), value;
    claim_t *c = x->claims + k;
    if (c->met && x->watched != k) continue;
    c->read = 1;
    value = claim_value(g, k);
    if (!claim_met(k, value)) continue;
    x->watch_hit |= x->watched == k;
    if (!c->met) *c = (claim_t){at, 1, passing, value < 0, 1};
  }
  g->at = source;
}
/* The claims about a position that play passes on its way. */
static X *exploring;
static UNUSED void passing_claims(u64 which) {
  jmp_buf out;
  X *x = exploring;
  if (!x) return;
  memcpy(&out, &x->g->out, sizeof out);
  read_claims(x, x->at, which, 1);
  memcpy(&x->g->out, &out, sizeof out);
}
static void expand(X *x, uint32_t i) {
  ended_t e = unpack(x->table.records + (size_t)i * (size_t)x->table.words, &x->from);
  size_t n;
  x->at = i;
  x->g->s = x->from;
  x->ended += e.over == ENDED;
  if (CLAIMS && e.over != FAULTED) {
    begin(x, 0);
    read_claims(x, i, e.over ? CLAIMS_AT_END : claims_at[x->from.step], 0);
  }
  if (e.over) return;
  if (!offers(x)) {
    const G *g = x->g;
    if (g->fault >= LIMIT) x->status = BEYOND;
    else if (!x->faults[g->fault].met) x->faults[g->fault] = (fault_t){i, g->source, 1, 1};
    x->faulted++;
    return;
  }
  n = keep_moves(x);
  for (size_t k = 0; k < n && x->status <= MORE; k++) {
    int given = 0, group = 1;
    do {
      play_surely(x, &x->from, kept_move(x, k, n), given);
      reached(x, i, group);
      group = 0;
    } while (x->status <= MORE && (given = branch_next(&x->g->branch)));
  }
}

/* ---- what a library offers: exploring */

void *explore_new(num most_bytes, num most_states, int only_ways) {
  X *x = calloc(1, sizeof *x);
  if (!x) return NULL;
  make_bits();
  x->g = hoyle_new();
  x->most_bytes = (size_t)most_bytes;
  x->most_states = most_states < NONE - 1 ? (size_t)most_states : NONE - 1;
  x->last_to = NONE;
  x->only_ways = only_ways;
  x->watched = -1;
  x->status = MORE;
  x->table.words = 2;
  x->blocks = calloc(64, sizeof *x->blocks);
  x->blocks_room = 64;
  if (x->g && x->blocks && table_room(&x->table, 512) && table_places(&x->table, 64)) return x;
  return NULL;
}
void explore_free(void *explorer) {
  X *x = explorer;
  hoyle_free(x->g);
  free(x->table.records);
  free(x->table.lines);
  free(x->edges);
  free(x->blocks);
  free(x->moves);
  free(x->roots);
  free(x->parents);
  free(x->length);
  free(x->good);
  free(x->choices);
  free(x);
}
static void new_level(X *x) {
  if (x->status <= MORE) flushed(x);
  x->level_end = x->table.count;
  x->followed = 0;
  x->widest = x->beam ? widest_followed(x) : 0;
  note_fired(x);
}
/* Takes every outcome up to the first decision as a start; 0 where there are more than so many. */
int explore_starts(void *explorer, num most) {
  X *x = exploring = explorer;
  int given = 0;
  x->at = NONE;
  do {
    if (x->deals == most) return 0;
    play_surely(x, NULL, NULL, given);
    reached(x, NONE, 0);
    x->deals++;
  } while (x->status <= MORE && (given = branch_next(&x->g->branch)));
  new_level(x);
  return 1;
}
/* Takes the deal that a seed makes as one more start. */
int explore_start_seeded(void *explorer, u64 seed) {
  X *x = exploring = explorer;
  x->at = NONE;
  play_seeded(x, seed);
  if (x->status <= MORE) reached(x, NONE, 0);
  x->deals++;
  new_level(x);
  return 1;
}
/* A position as `explore_state` tells one. */
static void import_state(state *s, const num *from) {
  memset(s, 0, sizeof *s);
  for (int c = 0; c < CELLS; c++) {
    num n = *from++;
    if (cell_kind[c] != IS_SET) s->piles[cell_at[c]][0] = (u8)n;
    for (num i = 1; i <= n; i++, from++)
      if (cell_kind[c] == IS_SET) s->sets[cell_at[c]] |= ONE(*from);
      else s->piles[cell_at[c]][i] = (u8)*from;
  }
  for (int i = 0; i < FIELDS; i++) s->fields[i] = (int32_t)*from++;
  s->step = (int32_t)*from;
}
/* Begins anew from a position, to look for loops near it. */
void explore_loops_from(void *explorer, const num *from, num beam) {
  X *x = exploring = explorer;
  x->beam = (size_t)beam;
  begin(x, 0);
  import_state(&x->g->s, from);
  table_clear(&x->table);
  free(x->parents);
  free(x->length);
  x->parents = x->length = NULL;
  x->table.count = x->next = x->told = x->level_end = x->edges_size = x->roots_count = 0;
  x->batched = 0;
  x->last_to = NONE;
  x->status = MORE;
  x->loops_only = 1;
  reached(x, NONE, 0);
  new_level(x);
}
/* Expands up to so many states; answers how it stands. */
int explore_run(void *explorer, num states) {
  X *x = exploring = explorer;
  x->recording = 0;
  for (; states && x->status <= MORE; states--) {
    if (x->next == x->level_end) {
      new_level(x);
      if (x->status > MORE || x->next == x->level_end) break;
      x->depth++;
    }
    if (x->beam && (x->choices[x->next] > x->widest || x->followed++ >= x->beam)) x->next++;
    else expand(x, (uint32_t)x->next++);
  }
  note_fired(x);
  if (x->status == MORE && x->next == x->level_end && !x->batched && x->next == x->table.count)
    return edges_upto(x, x->next) ? DONE : NO_MEMORY;
  return x->status;
}
enum { FACT_STATES, FACT_EXPANDED, FACT_TRANSITIONS, FACT_ENDED, FACT_FAULTED, FACT_DEPTH, FACT_DEALS, FACT_BYTES, FACT_WORDS,
       FACT_EDGES, FACT_ROOTS, FACTS };
void explore_facts(void *explorer, num *to) {
  const X *x = explorer;
  to[FACT_STATES] = (num)x->table.count;
  to[FACT_EXPANDED] = (num)x->next;
  to[FACT_TRANSITIONS] = x->transitions;
  to[FACT_ENDED] = x->ended;
  to[FACT_FAULTED] = x->faulted;
  to[FACT_DEPTH] = x->depth;
  to[FACT_DEALS] = x->deals;
  to[FACT_BYTES] = (num)explorer_bytes(x);
  to[FACT_WORDS] = x->table.words;
  to[FACT_EDGES] = (num)x->edges_size;
  to[FACT_ROOTS] = (num)x->roots_count;
}
void explore_fired(void *explorer, num *to) {
  const X *x = explorer;
  for (int i = 0; i < MARKS; i++) to[i] = x->fired[i];
}
/* For each kind of fault: met, at which state, clause, whether in asking there. */
void explore_faults(void *explorer, num *to) {
  const X *x = explorer;
  for (int i = 0; i < FAULT_KINDS; i++) {
    *to++ = x->faults[i].met;
    *to++ = x->faults[i].at;
    *to++ = x->faults[i].source;
    *to++ = x->faults[i].asking;
  }
}
/* For each claim: read, met, at which state, whether on the way from it, whether in error. */
void explore_claims(void *explorer, num *to) {
  const X *x = explorer;
  for (int i = 0; i < CLAIMS; i++) {
    *to++ = x->claims[i].read;
    *to++ = x->claims[i].met;
    *to++ = x->claims[i].at == NONE ? -1 : (num)x->claims[i].at;
    *to++ = x->claims[i].passing;
    *to++ = x->claims[i].wrong;
  }
}
/* The position of a state: every cell, the fields, the step; before it how it ended, and by which clause. */
num explore_state(void *explorer, num i, num *to) {
  X *x = explorer;
  ended_t e = unpack(x->table.records + (size_t)i * (size_t)x->table.words, &x->shape);
  *to++ = e.over;
  *to++ = e.over == ENDED ? e.ending : e.fault;
  *to++ = e.source;
  return export_state(x->g, &x->shape, to) - to + 3;
}
