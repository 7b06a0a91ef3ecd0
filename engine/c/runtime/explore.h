/* Every state of a game, breadth first: gathers what moves come to and takes in what is new. Chance and hidden cards are
   choices. Needs table.h, edges.h, and what is generated of a game: `ask`, `make_move`, `claim`, `claims_at`, `make_alike`, `pack`,
   the tables of cells and fields. Leaves to follow.h which moves are made. */

/* So many records are looked for at once, while as many more are gathered. */
#define BATCH 64
enum { DONE, MORE, NO_MEMORY, TOO_MANY, BEYOND };
enum { ALWAYS, NEVER, SOMETIMES };

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
  int open, asked, given, group;
  u64 claims_left;
  /* Those that are gathered, up to `to`, and as many that wait; they take turns. */
  reached_t batch[2][BATCH], *gathered, *to;
  int waiting;
  uint32_t *roots;
  size_t roots_count, roots_room;
  /* The first state of each depth. */
  u64 *levels;
  size_t levels_count, levels_room;
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
  return table_bytes(&x->table) + edges_bytes(&x->edges) + x->roots_room * 4 + x->levels_room * sizeof *x->levels;
}

/* ---- reaching states */

static ended_t how_it_ended(const G *g) {
  return (ended_t){g->over, g->over == ENDED ? g->ending : -1, g->over == FAULTED ? g->fault : NO_FAULT,
                   g->over == FAULTED ? g->source : -1};
}
/* Tells a state in bits, which it may rearrange; answers how many. */
HOT int tell_bits(state *s, const ended_t *e, uint32_t *record, int all_alike) {
  int blanks = blanks_of(s);
  if (RARE(blanks == 1) && stacked_in(s) > 1) {
    name_last(s);
    blanks = blanks_of(s);
  }
  if (all_alike) make_alike(s);
  return pack(s, e, blanks, record);
}
static __attribute__((noinline)) int tell_state(state *s, const ended_t *e, uint32_t *record, int all_alike) {
  return tell_bits(s, e, record, all_alike);
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
  fill_slot(t, slot, tag_of(t, r->key), (uint32_t)t->count);
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
/* Notes that the next state is the first of another depth. */
static int add_level(X *x) {
  if (x->levels_count == x->levels_room) {
    size_t room = 2 * x->levels_room + 64;
    u64 *more = realloc(x->levels, room * sizeof *more);
    if (!more) return 0;
    x->levels = more;
    x->levels_room = room;
  }
  x->levels[x->levels_count++] = x->next;
  return 1;
}
/* Is there certainly room for so many more that are met from states, and need no record be looked at? */
static inline int room_for(const X *x, size_t n) {
  const table_t *t = &x->table;
  return t->sure && t->count + n < t->most && t->count + n < t->room && t->count + n < x->most_states && !x->beam &&
         t->plain == x->edges.only_ways && (!t->plain || x->next < x->edges.room);
}
/* Takes in those for which there is room, up to one that is not usual: which of them are new is no matter of branching.
   With `plain` lines of tags only nobody asks for numbers. Answers how many. */
HOT int take_these(X *x, const reached_t *waiting, int n, const int plain) {
  table_t *t = &x->table;
  edges_t edges = x->edges;
  line_t *const lines = t->lines;
  uint32_t *const records = t->records;
  const size_t groups = t->groups;
  const unsigned shift = tag_shift(t);
  size_t count = t->count;
  int i = 0;
  for (; i < n; i++) {
    const reached_t *r = waiting + i;
    line_t *line = lines + group_of(r->key, groups);
    uint32_t tag = (uint32_t)(r->key >> shift) | (plain ? TAKEN : 0);
    unsigned taken = taken_in(line, plain), open = taken ^ all_taken(plain), at;
    unsigned same = plain ? same_tags(line, tag) : taken & same_numbers(line->at, tag);
    if (RARE(!(same | open)) || RARE((r->record[0] & 3) == FAULTED)) break;
    if (plain ? RARE(edges.bytes[r->from] == UINT8_MAX) : RARE(!edges_room(&edges, r->from, 1))) break;
    at = (unsigned)__builtin_ctz(same ? same : open);
    line->at[at] = tag;
    memcpy(records + 2 * count, r->record, 8);
    if (plain) edges.bytes[r->from] = (u8)(edges.bytes[r->from] + !same);
    else {
      uint32_t number = same ? line->at[NUMBERED + at] : (uint32_t)count + 1;
      line->at[NUMBERED + at] = number;
      edge_usual(&edges, r->from, number - 1, r->group);
    }
    count += !same;
  }
  t->count = count;
  x->transitions += i;
  if (plain && i) edges.size = (size_t)waiting[i - 1].from + 1;
  x->edges = edges;
  return i;
}
static inline int take_usual(X *x, const reached_t *waiting, int n) {
  return x->table.plain ? take_these(x, waiting, n, 1) : take_these(x, waiting, n, 0);
}
static int take_one(X *x, const reached_t *r) {
  table_t *t = &x->table;
  slot_t slot = find_slot(t, r->record, r->key);
  int is_new = !slot.found;
  uint32_t number = is_new ? (uint32_t)t->count : t->plain ? NONE : number_at(slot);
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
  return DONE;
}
static inline reached_t *other_half(X *x) { return x->gathered == x->batch[0] ? x->batch[1] : x->batch[0]; }
static void gather_anew(X *x) {
  x->gathered = x->to = x->batch[0];
  x->waiting = 0;
}
/* Takes in what was asked of memory before. */
static int take_waiting(X *x) {
  table_t *t = &x->table;
  const reached_t *waiting = other_half(x);
  for (int i = 0; !t->sure && i < x->waiting && i < AHEAD; i++) prefetch_record(t, waiting[i].key);
  for (int i = 0; i < x->waiting; i++) {
    int left = x->waiting - i, failed;
    if (waiting[i].from != NONE && room_for(x, (size_t)left)) {
      i += take_usual(x, waiting + i, left);
      if (i == x->waiting) break;
    }
    if (!t->sure && i + AHEAD < x->waiting) prefetch_record(t, waiting[i + AHEAD].key);
    failed = take_one(x, waiting + i);
    if (RARE(failed)) return failed;
  }
  return explorer_bytes(x) > x->most_bytes ? NO_MEMORY : DONE;
}
/* Asks memory for what is gathered, and takes in what was asked for before: that has come meanwhile. */
static int flush_half(X *x) {
  const table_t *t = &x->table;
  const int words = t->words;
  const unsigned bits = (unsigned)t->bits;
  const size_t groups = t->groups;
  const line_t *lines = t->lines;
  int failed;
  for (reached_t *r = x->gathered; r < x->to; r++) {
    r->key = words == 2 ? key_of_two(two_words(r->record), bits) : key_of(t, r->record);
    __builtin_prefetch(lines + group_of(r->key, groups));
  }
  failed = take_waiting(x);
  x->waiting = (int)(x->to - x->gathered);
  x->gathered = x->to = other_half(x);
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
  *x->to = last;
  return x->to;
}
static __attribute__((noinline)) int tell_now(X *x, uint32_t *record) {
  ended_t e = how_it_ended(x->g);
  return tell_state(&x->g->s, &e, record, 1);
}
#if USUAL
HOT int tell_reached(X *x, G *g, uint32_t *record) {
  if (RARE(g->over != PLAYING) || RARE(!is_usual(&g->s))) return tell_now(x, record);
  make_alike(&g->s);
  return pack_usual(&g->s, record);
}
#else
HOT int tell_reached(X *x, G *g, uint32_t *record) {
  const ended_t playing = {PLAYING, -1, NO_FAULT, -1};
  return RARE(g->over != PLAYING) ? tell_now(x, record) : tell_bits(&g->s, &playing, record, 1);
}
#endif
/* Gathers the state that play has come to. */
HOT void reached_now(X *x, G *g, uint32_t from, int group) {
  reached_t *r;
  int bits;
  if (RARE(x->loops_only) && from != NONE && (g->branch.taken || !nothing_for_good(&x->from, &g->s))) return;
  if (RARE(x->to == x->gathered + BATCH) && flush_half(x)) return;
  r = x->to;
  bits = tell_reached(x, g, r->record);
  if (RARE(bits > x->table.longest) && !(r = longer(x, r, bits))) return;
  if (!USUAL || RARE(x->table.words > 2))
    for (int i = (int)((unsigned)bits / 64 * 2 + 2); RARE(i < x->table.words); i++) r->record[i] = 0;
  x->to = r + 1;
  r->from = from;
  r->group = group;
  if (RARE(x->beam)) r->choices = g->offered < UINT8_MAX ? (int)g->offered : UINT8_MAX;
}
static void reached(X *x, uint32_t from, int group) {
  if (x->status <= MORE) reached_now(x, x->g, from, group);
}

/* ---- playing on */

static void begin(X *x, int given) {
  G *g = x->g;
  g->used = g->twin = g->keeping = g->exact = 0;
  g->log_size = g->bag_size = g->offered = 0;
  g->at = g->source = g->ending = g->acting = -1;
  g->over = PLAYING;
  g->fault = NO_FAULT;
  g->may_pass = g->listing = g->suspicious = 0;
  g->recording = x->recording;
  g->counting = x->loops_only;
  g->branch.on = 1;
  g->seeded = 0;
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
  make_move(g, move);
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
/* The same while moves are made, which then have their place to come back to again. */
static UNUSED void read_claims_within(X *x, uint32_t at, u64 which, int passing) {
  jmp_buf out;
  memcpy(&out, &x->g->out, sizeof out);
  read_claims(x, at, which, passing);
  memcpy(&x->g->out, &out, sizeof out);
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
  if (exploring) read_claims_within(exploring, exploring->at, which, 1);
}
