/* What a library that explores offers: an explorer, reaching states from some starts, and what was met. Leaves reaching a
   state's successors to explore.h and follow.h, and what is asked of the graph to graph.h. */

/* Two lists of moves take turns: those of a state that is followed, and those listed while its moves are made. */
static int some_moves(X *x) {
  x->moves_room = x->g->room = 64;
  x->moves = malloc(64 * sizeof *x->moves);
  x->g->moves = malloc(64 * sizeof *x->moves);
  return x->moves && x->g->moves;
}
void *explore_new(num most_bytes, num most_states, int only_ways) {
  X *x = calloc(1, sizeof *x);
  if (!x) return NULL;
  make_bits();
  x->g = hoyle_new();
  x->most_bytes = (size_t)most_bytes;
  x->most_states = most_states < NONE - 1 ? (size_t)most_states : NONE - 1;
  gather_anew(x);
  x->edges.last_to = NONE;
  x->edges.only_ways = only_ways;
  x->table.asked = !only_ways;
  x->watched = -1;
  x->status = MORE;
  x->table.words = x->table.bits = x->table.longest = 2;
  if (x->g && some_moves(x) && table_room(&x->table, 512) && more_lines(&x->table, 64)) return x;
  return NULL;
}
void explore_free(void *explorer) {
  X *x = explorer;
  hoyle_free(x->g);
  table_free(&x->table);
  edges_free(&x->edges);
  free(x->moves);
  free(x->roots);
  free(x->levels);
  free(x->parents);
  free(x->length);
  free(x->good);
  free(x->choices);
  free(x);
}
/* What was asked of the graph is of no more use where it grows. */
static void new_level(X *x) {
  free(x->parents);
  free(x->length);
  x->parents = x->length = NULL;
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
      else {
        s->piles[cell_at[c]][i] = (u8)*from;
#if HEAPS
        if (cell_kind[c] == IS_HEAP) s->heaps[heap_of[cell_at[c]]] |= ONE(*from);
#endif
      }
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
  x->table.count = x->next = x->level_end = x->roots_count = 0;
  edges_clear(&x->edges);
  gather_anew(x);
  x->open = 0;
  x->status = MORE;
  x->loops_only = 1;
  reached(x, NONE, 0);
  new_level(x);
}
/* Expands up to so many states; answers how it stands. */
int explore_run(void *explorer, num states) {
  X *x = exploring = explorer;
  size_t left = (size_t)states;
  x->recording = 0;
  while (left && x->status <= MORE) {
    size_t n = x->level_end - x->next;
    if (!n) {
      new_level(x);
      if (x->status > MORE || x->next == x->level_end) break;
      x->depth++;
      if (!add_level(x)) return x->status = NO_MEMORY;
      continue;
    }
    if (x->beam) {
      n = 1;
      if (x->choices[x->next] > x->widest || x->followed++ >= x->beam) x->next++;
      else expand(x, x->next + 1);
    } else {
      n = n < left ? n : left;
      expand(x, x->next + n);
    }
    left -= n;
  }
  note_fired(x);
  if (x->status == MORE && x->next == x->level_end && x->to == x->gathered && !x->waiting && x->next == x->table.count)
    return edges_upto(&x->edges, x->next) ? DONE : NO_MEMORY;
  return x->status;
}
enum { FACT_STATES, FACT_EXPANDED, FACT_TRANSITIONS, FACT_ENDED, FACT_FAULTED, FACT_DEPTH, FACT_DEALS, FACT_BYTES, FACT_WORDS,
       FACT_EDGES, FACT_ROOTS, FACT_WIDENED, FACTS };
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
  to[FACT_EDGES] = (num)x->edges.size;
  to[FACT_ROOTS] = (num)x->roots_count;
  to[FACT_WIDENED] = x->table.widened;
}
/* The first state of each depth but that of the starts; answers how many. */
num explore_levels(void *explorer, num *to, num room) {
  const X *x = explorer;
  for (size_t i = 0; i < x->levels_count && (num)i < room; i++) to[i] = (num)x->levels[i];
  return (num)x->levels_count;
}
/* How many states each clause has ended play in. */
void explore_ends(void *explorer, num *to) {
  X *x = explorer;
  for (size_t i = 0; i < x->table.count; i++) {
    ended_t e;
    if ((x->table.records[i * (size_t)x->table.words] & 3) != ENDED) continue;
    e = unpack(x->table.records + i * (size_t)x->table.words, &x->shape);
    if (e.ending >= 0) to[e.ending]++;
  }
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
  return export_state(&x->shape, to) - to + 3;
}
