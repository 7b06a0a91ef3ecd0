/* Choices that must be put in order: sets, sorted, each once. There is room for as many as there are, where choices.h finds
   them in passes of so many. */

#define HAS_BAG
#define RUN 8
static UNUSED void bag_more(G *g) {
  size_t room = g->bag_room ? 2 * g->bag_room : 256;
  set_t *more = realloc(g->bag, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  g->bag = more;
  g->bag_room = room;
}
static inline UNUSED void bag_add(G *g, set_t cards) {
  if (RARE(g->bag_size == g->bag_room)) bag_more(g);
  g->bag[g->bag_size++] = cards;
}
static UNUSED void sort_few(set_t *sets, size_t n) {
  for (size_t i = 1; i < n; i++) {
    set_t one = sets[i];
    size_t j = i;
    for (; j > 0 && set_before(one, sets[j - 1]); j--) sets[j] = sets[j - 1];
    sets[j] = one;
  }
}
/* Merges two sorted runs that stand one after the other. */
static inline void merge_two(const set_t *sets, set_t *to, size_t first, size_t middle, size_t end) {
  size_t a = first, b = middle;
  for (size_t k = first; k < end; k++) {
    int second = a == middle || (b < end && set_before(sets[b], sets[a]));
    to[k] = sets[second ? b : a];
    a += !second;
    b += (size_t)second;
  }
}
/* Sorted runs twice as long each time, from one place to the other; answers where they end up. */
static UNUSED set_t *sort_many(set_t *sets, set_t *spare, size_t n) {
  for (size_t i = 0; i < n; i += RUN) sort_few(sets + i, n - i < RUN ? n - i : RUN);
  for (size_t run = RUN; run < n; run *= 2) {
    set_t *held = sets;
    for (size_t i = 0; i < n; i += 2 * run) {
      merge_two(sets, spare, i, n - i < run ? n : i + run, n - i < 2 * run ? n : i + 2 * run);
    }
    sets = spare;
    spare = held;
  }
  return sets;
}
/* The same where they stand in a few sorted runs, one for each place at which an ace may stand, say: those are merged. */
#define FEW_RUNS 8
static UNUSED set_t *sort_runs(set_t *sets, set_t *spare, size_t n) {
  size_t ends[FEW_RUNS], runs = 0;
  for (size_t i = 1; i < n; i++) {
    if (!set_before(sets[i], sets[i - 1])) continue;
    if (runs == FEW_RUNS - 1) return sort_many(sets, spare, n);
    ends[runs++] = i;
  }
  for (ends[runs++] = n; runs > 1;) {
    size_t first = 0, left = 0;
    set_t *held = sets;
    for (size_t r = 0; r < runs; r += 2) {
      size_t end = ends[r + 1 < runs ? r + 1 : r];
      merge_two(sets, spare, first, ends[r], end);
      ends[left++] = first = end;
    }
    runs = left;
    sets = spare;
    spare = held;
  }
  return sets;
}
/* Sorts the bag from `base` on and drops doubles; answers where it ends. */
static UNUSED size_t bag_sort(G *g, size_t base) {
  size_t end = base, n = g->bag_size - base;
  set_t *sorted;
  if (!n) return base;
  while (g->bag_room < g->bag_size + n) bag_more(g);
  sorted = sort_runs(g->bag + base, g->bag + g->bag_size, n);
  if (sorted != g->bag + base) memcpy(g->bag + base, sorted, n * sizeof *sorted);
  for (size_t i = base; i < g->bag_size; i++)
    if (i == base || !SAME_SET(g->bag[i], g->bag[end - 1])) g->bag[end++] = g->bag[i];
  return g->bag_size = end;
}

/* The choices of cards in a part of the bag: one pass is enough. */
typedef struct {
  size_t base, end;
  bool more;
} bag_pass;
static inline UNUSED bag_pass bag_open(const G *g) { return (bag_pass){.base = g->bag_size}; }
static inline UNUSED void bag_begin(G *g, bag_pass *pass) { g->bag_size = pass->base; }
static inline UNUSED void bag_end(G *g, bag_pass *pass) { pass->end = bag_sort(g, pass->base); }
