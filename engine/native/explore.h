/* Explores every state of a game, breadth first, and asks of their graph. Chance and hidden cards are choices. Needs
   table.h, edges.h, and what is generated of a game: `ask`, `claim`, `claims_at`, `alike`, `pack`, the tables of cells and fields. */

/* So many records are looked for at once, while as many more are gathered. */
#define BATCH 64
enum { DONE, MORE, NO_MEMORY, TOO_MANY, BEYOND };

typedef struct { u64 key; uint32_t from; int group, choices; uint32_t record[RECORD_WORDS]; } reached_t;
/* Where a fault was first met: at the state that it leads to, or in asking what may be done there. */
typedef struct { uint32_t at; int source, met, asking; } fault_t;
#define FAULT_KINDS (LIMIT)
/* Where a claim was broken, or one of `sometimes` met: at a state, or on the way from one. */
typedef struct { uint32_t at; int met, passing, wrong, read; } claim_t;

typedef struct explorer {
  G *g;
  table_t table;
  edges_t edges;
  /* How far states are expanded. */
  size_t next, level_end, most_bytes, most_states;
  num depth, transitions, ended, faulted, deals;
  int status;
  /* Of the state that is expanded. */
  state from, shape;
  move_t *moves;
  size_t moves_room, offered, making;
  int asked, given, group;
  u64 claims_left;
  reached_t batch[2][BATCH];
  int half, batched, waiting;
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
  return table_bytes(&x->table) + edges_bytes(&x->edges) + x->roots_room * 4;
}

/* ---- reaching states */

static ended_t how_it_ended(const G *g) {
  return (ended_t){g->over, g->over == ENDED ? g->ending : -1, g->over == FAULTED ? g->fault : NO_FAULT,
                   g->over == FAULTED ? g->source : -1};
}
/* Tells a state in bits, which it may rearrange; answers how many. */
HOT int tell_state(state *s, const ended_t *e, uint32_t *record, int all_alike) {
  int blanks = blanks_of(s);
  if (RARE(blanks == 1) && stacked_in(s) > 1) {
    name_last(s);
    blanks = blanks_of(s);
  }
  if (all_alike) alike(s);
  return pack(s, e, blanks, record);
}
/* The record of a state, followed by nothing. */
static void write_record(X *x, const state *s, ended_t e, uint32_t *record, int all_alike) {
  memset(record, 0, 4 * RECORD_WORDS);
  x->shape = *s;
  tell_state(&x->shape, &e, record, all_alike);
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
  if (t->count == t->room) {
    size_t room = t->room + t->room / 8 + 1;
    if (explorer_bytes(x) + records_bytes(t, room) - records_bytes(t, t->room) > x->most_bytes) return 0;
    if (!table_room(t, room)) return 0;
  }
  while (RARE(!slot.line || t->count >= t->most)) {
    size_t groups = MORE_LINES(t->groups);
    if (explorer_bytes(x) + lines_bytes(groups) - lines_bytes(t->groups) > x->most_bytes) return 0;
    if (!table_more(t)) return 0;
    slot = free_slot(t, r->key);
  }
  if (x->beam && !note_choices(x, t->count, r->choices)) return 0;
  fill_slot(slot, tag_of(t, r->key), (uint32_t)t->count);
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
/* Takes in what was asked of memory before. */
static int take_waiting(X *x) {
  table_t *t = &x->table;
  const reached_t *waiting = x->batch[!x->half];
  for (int i = 0; !t->sure && i < x->waiting && i < AHEAD; i++) prefetch_record(t, waiting[i].key);
  for (int i = 0; i < x->waiting; i++) {
    const reached_t *r = waiting + i;
    slot_t slot;
    uint32_t number;
    int is_new;
    if (!t->sure && i + AHEAD < x->waiting) prefetch_record(t, waiting[i + AHEAD].key);
    slot = find_slot(t, r->record, r->key);
    is_new = !slot.found;
    number = is_new ? (uint32_t)t->count : slot.line->numbers[slot.at] - 1;
    if (is_new) {
      if (t->count >= x->most_states) return TOO_MANY;
      if (!take_in(x, r, slot)) return NO_MEMORY;
    }
    if (r->from != NONE) {
      x->transitions++;
      if (x->edges.only_ways ? is_new && !way_add(&x->edges, r->from)
                             : !edge_add(&x->edges, r->from, number, r->group)) return NO_MEMORY;
    } else if (is_new && !add_root(x, number)) return NO_MEMORY;
    if (RARE((r->record[0] & 3) == FAULTED) && is_new) {
      ended_t e = unpack(r->record, &x->shape);
      if (!x->faults[e.fault].met) x->faults[e.fault] = (fault_t){number, e.source, 1, 0};
      x->faulted++;
    }
  }
  return explorer_bytes(x) > x->most_bytes ? NO_MEMORY : DONE;
}
/* Asks memory for what is gathered, and takes in what was asked for before: that has come meanwhile. */
static int flush_half(X *x) {
  const table_t *t = &x->table;
  reached_t *gathered = x->batch[x->half];
  int failed;
  for (int i = 0; i < x->batched; i++) {
    gathered[i].key = key_of(t, gathered[i].record);
    prefetch_line(t, gathered[i].key);
  }
  failed = take_waiting(x);
  x->waiting = x->batched;
  x->batched = 0;
  x->half = !x->half;
  if (failed) x->status = failed;
  return failed;
}
/* Takes in all that is gathered; answers what went wrong, if anything. */
static int flushed(X *x) {
  int failed = flush_half(x);
  return failed ? failed : flush_half(x);
}
/* Do zones that cards only leave, or only come to, hold as many cards as before? */
static int nothing_for_good(const state *a, const state *b) {
  for (int c = 0; c < CELLS; c++) {
    int at = cell_at[c];
    if (one_way[c] && (cell_kind[c] == IS_SET ? a->sets[at] != b->sets[at] : a->piles[at][0] != b->piles[at][0])) return 0;
  }
  return 1;
}
/* Makes room for a longer record than any before, after all that were gathered; the record comes first then. */
static reached_t *longer(X *x, reached_t *r, int bits) {
  reached_t last = *r;
  if (flushed(x)) return NULL;
  if (!table_widen(&x->table, bits)) {
    x->status = NO_MEMORY;
    return NULL;
  }
  x->batch[x->half][0] = last;
  return x->batch[x->half];
}
/* Gathers the state that play has come to. */
HOT void reached_now(X *x, uint32_t from, int group) {
  const table_t *t = &x->table;
  reached_t *r;
  ended_t e = {PLAYING, -1, NO_FAULT, -1};
  int bits;
  if (RARE(x->status > MORE)) return;
  if (RARE(x->loops_only) && from != NONE && (x->g->branch.taken || !nothing_for_good(&x->from, &x->g->s))) return;
  if (RARE(x->batched == BATCH) && flush_half(x)) return;
  r = x->batch[x->half] + x->batched;
  if (RARE(x->g->over)) e = how_it_ended(x->g);
  bits = tell_state(&x->g->s, &e, r->record, 1);
  if (RARE(bits > t->longest) && !(r = longer(x, r, bits))) return;
  for (int i = (int)((unsigned)bits / 64 * 2 + 2); RARE(i < t->words); i++) r->record[i] = 0;
  x->batched++;
  r->from = from;
  r->group = group;
  if (RARE(x->beam)) r->choices = x->g->offered < UINT8_MAX ? (int)x->g->offered : UINT8_MAX;
}

static void reached(X *x, uint32_t from, int group) { reached_now(x, from, group); }

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
  note_permits(x->g);
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
/* The same with all positions kept. */
static void play_exactly(X *x, const state *from, const move_t *move, int given) {
  play_once(x, from, move, given, 1);
  if (x->g->over == FAULTED && x->g->fault >= LIMIT) x->status = BEYOND;
}
/* The same, and exactly where it stopped or where play may be endless. */
static void play_surely(X *x, const state *from, const move_t *move, int given) {
  play_once(x, from, move, given, 0);
  if (x->g->over == FAULTED || x->g->suspicious) play_exactly(x, from, move, x->g->branch.taken);
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
  move_t *moves = x->moves;
  size_t room = x->moves_room;
  x->moves = g->moves;
  x->moves_room = g->room;
  g->moves = moves;
  g->room = room;
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
/* Is none of the claims met that are left to be read here? Leaves by longjmp where one cannot be read. */
static inline int claims_unmet(X *x) {
  for (u64 left = x->claims_left; left; left &= left - 1) {
    int k = __builtin_ctzll(left);
    x->claims[k].read = 1;
    if (!x->claims[k].met && claim_met(k, claim(x->g, k) != 0)) return 0;
  }
  x->claims_left = 0;
  return 1;
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

/* ---- all moves of a state */

/* After a move by some outcomes: the next outcomes, or the next move. */
HOT void next_outcome(X *x) {
  reached_now(x, x->at, x->group);
  x->group = 0;
  if ((x->given = branch_next(&x->g->branch))) return;
  x->making++;
  x->group = 1;
}
/* Lists the moves of the state, and makes those not yet made as long as none stops or goes on for long. */
static __attribute__((noinline)) void make_moves(X *x) {
  G *g = x->g;
  if (CLAIMS && x->claims_left && !claims_unmet(x)) return;
  if (!x->asked) {
    ask(g);
    x->asked = 1;
    x->offered = keep_moves(x);
  }
  while (x->status <= MORE && x->making < x->offered) {
    const move_t *move = kept_move(x, x->making, x->offered);
    memcpy(&g->s, &x->from, sizeof g->s);
    g->over = PLAYING;
    g->exact = 0;
    g->branch.given = x->given;
    g->branch.taken = 0;
    g->offered = move != NULL;
    g->may_pass = !move;
    if (move) g->moves[0] = *move;
    apply(g, 0);
    if (RARE(g->suspicious)) return;
    next_outcome(x);
  }
}
/* One place to come back to for all moves of a state; 0 where a move, or asking for them, has stopped. */
static __attribute__((noinline)) int moves_made(X *x) {
  if (setjmp(x->g->out)) return 0;
  make_moves(x);
  return !x->g->suspicious && !x->claims_left;
}
/* Makes a move again that has stopped, or goes on for long. */
static __attribute__((noinline)) void make_exactly(X *x) {
  play_exactly(x, &x->from, kept_move(x, x->making, x->offered), x->g->branch.taken);
  next_outcome(x);
}
static void asking_failed(X *x) {
  const G *g = x->g;
  if (g->fault >= LIMIT) x->status = BEYOND;
  else if (!x->faults[g->fault].met) x->faults[g->fault] = (fault_t){x->at, g->source, 1, 1};
  x->faulted++;
}
static void expand(X *x, uint32_t i) {
  ended_t e = unpack(x->table.records + (size_t)i * (size_t)x->table.words, &x->from);
  G *g = x->g;
  x->at = i;
  x->ended += e.over == ENDED;
  if (e.over == FAULTED) return;
  g->s = x->from;
  begin(x, 0);
  x->asked = x->given = 0;
  x->claims_left = e.over ? CLAIMS_AT_END : claims_at[x->from.step];
  if (e.over) {
    read_claims(x, i, x->claims_left, 0);
    return;
  }
  x->group = 1;
  x->making = 0;
  while (!moves_made(x)) {
    if (x->claims_left) {
      read_claims(x, i, x->claims_left, 0);
      x->claims_left = 0;
      begin(x, 0);
      continue;
    }
    if (!x->asked) return asking_failed(x);
    make_exactly(x);
    begin(x, 0);
  }
}
