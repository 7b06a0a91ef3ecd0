/* What is asked of the graph of all states once they are explored: plays to a state, loops, longest play, whether an end
   stays reachable; and plays told move by move. Sweeps over the edges as they lie, no recursion. */

#include <time.h>
static double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static int over_of(const X *x, size_t i) { return (int)(x->table.records[i * (size_t)x->table.words] & 3); }
/* Where the edges of each state of a block begin; answers how many states it has. */
static int block_edges(const X *x, size_t block, const u8 **at) {
  size_t first = block * BLOCK, n = x->edges.told - first < BLOCK ? x->edges.told - first : BLOCK;
  const u8 *from = x->edges.bytes + (block ? x->edges.blocks[block] : 0);
  for (size_t i = 0; i < n; i++) {
    at[i] = from;
    from = edges_end(from);
  }
  return (int)n;
}
static size_t blocks_of(const X *x) { return (x->edges.told + BLOCK - 1) / BLOCK; }

/* ---- plays */

/* From which state each but the starts was met first; they follow one another in that order. */
static void first_met_from(X *x) {
  const edges_t *e = &x->edges;
  uint32_t to = 0;
  size_t root = 0, wide = 0;
  for (uint32_t i = 0; i < e->size; i++) {
    int n = e->bytes[i];
    for (; wide < e->wide_count && e->wide[wide] == i; wide++) n++;
    for (; n; n--) {
      for (; root < x->roots_count && x->roots[root] == to; root++) to++;
      x->parents[to++] = i;
    }
  }
}
static int find_parents(X *x) {
  size_t n = x->table.count;
  const u8 *at = x->edges.bytes;
  if (x->parents) return 1;
  x->parents = malloc((n + 1) * sizeof *x->parents);
  if (!x->parents) return 0;
  memset(x->parents, 0xff, n * sizeof *x->parents);
  for (size_t i = 0; i < x->roots_count; i++) x->parents[x->roots[i]] = x->roots[i];
  if (x->edges.only_ways) first_met_from(x);
  else
    for (uint32_t i = 0; at && i <= x->edges.told && i < n; i++) {
      reading_t r = {at, i};
      uint32_t to;
      int group;
      while (edge_next(&r, &to, &group))
        if (x->parents[to] == NONE) x->parents[to] = i;
      at = r.at;
    }
  return 1;
}
/* The states of a shortest play to this one, itself last; answers how many, 0 where there is no memory or no room. */
num explore_path(void *explorer, num state, num *to, num room) {
  X *x = explorer;
  num n = 1;
  if (!find_parents(x)) return 0;
  for (uint32_t i = (uint32_t)state; x->parents[i] != i; i = x->parents[i], n++)
    if (x->parents[i] == NONE) return 0;
  if (n > room) return 0;
  for (uint32_t i = (uint32_t)state, k = (uint32_t)n; k; i = x->parents[i]) to[--k] = i;
  return n;
}

/* ---- longest play, and what is left where play can go on for ever */

/* For each state the most decisions to come, NONE where play from it need not end. Answers for how many that is;
   -1 without memory, -2 where the time is up. */
num explore_longest(void *explorer, double seconds, num *longest) {
  X *x = explorer;
  size_t n = x->table.count, left = x->edges.told, before;
  double until = clock_now() + seconds;
  const u8 *at[BLOCK];
  u8 *settled = calloc(blocks_of(x) + 1, 1);
  if (!x->length) x->length = malloc((n + 1) * sizeof *x->length);
  if (!x->length || !settled) {
    free(settled);
    return -1;
  }
  memset(x->length, 0xff, n * sizeof *x->length);
  /* What is not followed yet counts as an end. */
  memset(x->length + x->edges.told, 0, (n - x->edges.told) * sizeof *x->length);
  *longest = 0;
  do {
    before = left;
    for (size_t b = blocks_of(x); b--;) {
      int open = 0;
      if (settled[b]) continue;
      for (int i = block_edges(x, b, at) - 1; i >= 0; i--) {
        size_t s = b * BLOCK + (size_t)i;
        reading_t e = {at[i], (uint32_t)s};
        uint32_t to, best = 0;
        int group, known = 1;
        if (x->length[s] != NONE) continue;
        while (known && edge_next(&e, &to, &group)) {
          if (x->length[to] == NONE) known = 0;
          else if (x->length[to] + 1 > best) best = x->length[to] + 1;
        }
        open += !known;
        if (!known) continue;
        x->length[s] = best;
        if ((num)best > *longest) *longest = best;
        left--;
      }
      settled[b] = !open;
    }
    if (clock_now() > until && left && left != before) {
      free(settled);
      return -2;
    }
  } while (left && left != before);
  free(settled);
  return (num)left;
}

/* ---- loops */

typedef struct { uint32_t *state, *from; u8 *round; size_t count, room; } queue_t;
static int queue_add(queue_t *q, uint32_t state, uint32_t from, int round) {
  if (q->count == q->room) {
    size_t room = 2 * q->room + 1024;
    uint32_t *a = realloc(q->state, room * 4), *b = a ? realloc(q->from, room * 4) : NULL;
    u8 *c = b ? realloc(q->round, room) : NULL;
    if (a) q->state = a;
    if (b) q->from = b;
    if (!c) return 0;
    q->round = c;
    q->room = room;
  }
  q->state[q->count] = state;
  q->from[q->count] = from;
  q->round[q->count++] = (u8)round;
  return 1;
}
/* A loop of at most so many steps through this state and later ones; answers its length, 0 for none, -1 on failure. */
static num loop_through(X *x, queue_t *q, uint32_t *stamp, uint32_t first, int most, num *work, num *to) {
  q->count = 0;
  if (!queue_add(q, first, 0, 0)) return -1;
  for (size_t k = 0; k < q->count; k++) {
    reading_t e = edges_of(&x->edges, q->state[k]);
    uint32_t next;
    int group;
    while (edge_next(&e, &next, &group)) {
      ++*work;
      if (next == first) {
        num n = q->round[k] + 1;
        for (num i = n; i--; k = q->from[k]) to[i] = q->state[k];
        return n;
      }
      if (next < first || x->length[next] != NONE || stamp[next] == first + 1 || q->round[k] + 1 >= most) continue;
      stamp[next] = first + 1;
      if (!queue_add(q, next, (uint32_t)k, q->round[k] + 1)) return -1;
    }
  }
  return 0;
}
/* A loop by following, from a state where play need not end, one step after the other where it need not. */
static uint32_t on_from(const X *x, uint32_t at) {
  reading_t e = edges_of(&x->edges, at);
  uint32_t next = at;
  int group;
  while (edge_next(&e, &next, &group) && x->length[next] != NONE) {}
  return next;
}
static num loop_by_walking(X *x, uint32_t *stamp, num *to, num room) {
  uint32_t at = 0, begin;
  num n = 0;
  while (at < x->edges.told && x->length[at] != NONE) at++;
  if (at == x->edges.told) return 0;
  for (; !stamp[at]; at = on_from(x, at)) stamp[at] = 1;
  begin = at;
  do {
    if (n == room) return 0;
    to[n++] = at;
    at = on_from(x, at);
  } while (at != begin);
  return n;
}
/* After `explore_longest`: the states of a shortest loop, in order. Answers how many, 0 without a loop, memory or room;
   `sure` tells whether no loop is shorter. */
num explore_loop(void *explorer, num most_work, num *to, num room, int *sure) {
  X *x = explorer;
  queue_t q = {0};
  uint32_t *stamp = calloc(x->table.count + 1, sizeof *stamp);
  num n = 0, work = 0;
  *sure = 0;
  if (!stamp || !x->length) {
    free(stamp);
    return 0;
  }
  for (int most = 1; most < 250 && most <= room && !n && work < most_work; most++) {
    memset(stamp, 0, x->table.count * sizeof *stamp);
    for (uint32_t i = 0; i < x->edges.told && !n && work < most_work; i++)
      if (x->length[i] == NONE) n = loop_through(x, &q, stamp, i, most, &work, to);
  }
  *sure = n > 0;
  if (n <= 0) {
    memset(stamp, 0, x->table.count * sizeof *stamp);
    n = loop_by_walking(x, stamp, to, room);
  }
  free(stamp);
  free(q.state);
  free(q.from);
  free(q.round);
  return n;
}

/* ---- is an end reachable from everywhere? */

static int leads_on(X *x, const u8 *at, uint32_t s, int all) {
  reading_t e = {at, s};
  uint32_t to;
  int group, every = 0;
  while (edge_next(&e, &to, &group)) {
    if (!all) {
      if (x->good[to]) return 1;
      continue;
    }
    if (group && every) return 1;
    every = group ? x->good[to] : every && x->good[to];
  }
  return every;
}
/* How many states are left from which no end is reachable; with `all`, by no move that leads towards one whatever the
   outcomes of chance and the hidden cards. -1 without memory, -2 where the time is up. `first` is the first of them. */
num explore_lost(void *explorer, int all, double seconds, num *first) {
  X *x = explorer;
  size_t n = x->table.count, left = 0, before;
  double until = clock_now() + seconds;
  const u8 *at[BLOCK];
  u8 *settled = calloc(blocks_of(x) + 1, 1);
  if (!x->good) x->good = malloc(n + 1);
  if (!x->good || !settled) {
    free(settled);
    return -1;
  }
  for (size_t i = 0; i < n; i++) left += !(x->good[i] = over_of(x, i) == ENDED);
  do {
    before = left;
    for (size_t b = blocks_of(x); b--;) {
      int open = 0;
      if (settled[b]) continue;
      for (int i = block_edges(x, b, at) - 1; i >= 0; i--) {
        size_t s = b * BLOCK + (size_t)i;
        if (x->good[s]) continue;
        if (leads_on(x, at[i], (uint32_t)s, all)) x->good[s] = 1, left--;
        else open++;
      }
      settled[b] = !open;
    }
    if (clock_now() > until && left != before) {
      free(settled);
      return -2;
    }
  } while (left != before);
  free(settled);
  *first = -1;
  for (size_t i = n; i--;)
    if (!x->good[i] && over_of(x, i) != FAULTED) *first = (num)i;
  for (size_t i = 0; i < n; i++) left -= over_of(x, i) == FAULTED;
  return (num)left;
}

/* ---- a play told with cards as they lie */

static void wish(X *x, num state, uint32_t *record) {
  memset(record, 0, 4 * RECORD_WORDS);
  memcpy(record, x->table.records + (size_t)state * (size_t)x->table.words, 4 * (size_t)x->table.words);
}
static int comes_to(X *x, const uint32_t *wanted) {
  uint32_t record[RECORD_WORDS];
  write_record(x, &x->g->s, how_it_ended(x->g), record, 1);
  return !memcmp(record, wanted, sizeof record);
}
static void keep(X *x) {
  x->concrete = x->g->s;
#if BAGS
  name_last(&x->concrete);
#endif
}
static void forget(X *x) {
  exploring = x;
  x->recording = 1;
  x->at = NONE;
}
/* Starts so that play comes to this state. */
int explore_tell_start(void *explorer, num state) {
  X *x = explorer;
  uint32_t wanted[RECORD_WORDS];
  int given = 0;
  forget(x);
  wish(x, state, wanted);
  do {
    play_surely(x, NULL, NULL, given);
    if (comes_to(x, wanted)) return keep(x), 1;
  } while ((given = branch_next(&x->g->branch)));
  return 0;
}
int explore_tell_seeded(void *explorer, u64 seed) {
  X *x = explorer;
  forget(x);
  play_seeded(x, seed);
  keep(x);
  return 1;
}
int explore_tell_from(void *explorer, const num *from) {
  X *x = explorer;
  forget(x);
  import_state(&x->concrete, from);
  return 1;
}
/* Makes the move that leads to this state, or on whose way a claim is met; `to` gets the move (-1 for a pass). */
static num tell(X *x, const uint32_t *wanted, num *to) {
  size_t n;
  x->recording = 0;
  x->g->s = x->concrete;
  if (!offers(x)) return 0;
  n = keep_moves(x);
  x->recording = 1;
  for (size_t k = 0; k < n; k++) {
    const move_t *move = kept_move(x, k, n);
    int given = 0;
    do {
      x->watch_hit = 0;
      play_surely(x, &x->concrete, move, given);
      if (wanted ? !comes_to(x, wanted) : !x->watch_hit) continue;
      keep(x);
      if (move) return export_move(move, to) - to;
      *to = -1;
      return 1;
    } while (!x->loops_only && (given = branch_next(&x->g->branch)));
  }
  return 0;
}
num explore_tell_move(void *explorer, num state, num *to) {
  X *x = explorer;
  uint32_t wanted[RECORD_WORDS];
  forget(x);
  wish(x, state, wanted);
  return tell(x, wanted, to);
}
num explore_tell_claim(void *explorer, num claim, num *to) {
  X *x = explorer;
  num n;
  forget(x);
  x->watched = (int)claim;
  n = tell(x, NULL, to);
  x->watched = -1;
  return n;
}
/* Whether a claim is met on the way of a start; its outcomes are told. */
int explore_tell_start_claim(void *explorer, num claim) {
  X *x = explorer;
  int given = 0;
  forget(x);
  x->watched = (int)claim;
  do {
    x->watch_hit = 0;
    play_surely(x, NULL, NULL, given);
    if (x->watch_hit) break;
  } while ((given = branch_next(&x->g->branch)));
  x->watched = -1;
  return x->watch_hit;
}
/* The same of the start that a seed makes. */
int explore_tell_seeded_claim(void *explorer, num claim, u64 seed) {
  X *x = explorer;
  forget(x);
  x->watched = (int)claim;
  x->watch_hit = 0;
  play_seeded(x, seed);
  x->watched = -1;
  return x->watch_hit;
}
/* What chance gave in what was told last. */
const int32_t *explore_luck(void *explorer) { return ((X *)explorer)->g->log; }
num explore_luck_size(void *explorer) { return (num)((X *)explorer)->g->log_size; }
/* Notes the position as it is now, or answers whether it is the one that was noted. */
int explore_mark(void *explorer, int note) {
  X *x = explorer;
  uint32_t record[RECORD_WORDS];
  write_record(x, &x->concrete, (ended_t){PLAYING, -1, NO_FAULT, -1}, record, 0);
  if (note) memcpy(x->mark, record, sizeof record);
  return !memcmp(record, x->mark, sizeof record);
}
