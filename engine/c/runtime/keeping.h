/* What an explorer holds, part by part, so that a search can be kept and gone on with. Only what this code itself has told
   may be given back: nothing is checked here. Leaves files, and whose they are, to engine.c.search.keeping. */

enum { PART_NUMBERS, PART_RECORDS, PART_EDGES, PART_BLOCKS, PART_WIDE, PART_ROOTS, PART_LEVELS, PART_FIRED, PART_FAULTS,
       PART_CLAIMS, PARTS };
typedef struct {
  num words, bits, longest, widened, plain, count, size, told, blocks, last_to, wide, roots, levels;
  num next, level_end, depth, transitions, ended, faulted, deals;
} kept_t;
typedef struct { void *at; size_t bytes; } kept_part_t;

static kept_t kept;
static size_t blocks_told(const edges_t *e) { return e->only_ways ? 0 : e->told / BLOCK + 1; }
static kept_part_t kept_part(X *x, int which) {
  const table_t *t = &x->table;
  edges_t *e = &x->edges;
  switch (which) {
    case PART_NUMBERS: return (kept_part_t){&kept, sizeof kept};
    case PART_RECORDS: return (kept_part_t){t->records, t->count * (size_t)t->words * 4};
    case PART_EDGES: return (kept_part_t){e->bytes, e->size};
    case PART_BLOCKS: return (kept_part_t){e->blocks, e->blocks_room ? blocks_told(e) * sizeof *e->blocks : 0};
    case PART_WIDE: return (kept_part_t){e->wide, e->wide_count * sizeof *e->wide};
    case PART_ROOTS: return (kept_part_t){x->roots, x->roots_count * sizeof *x->roots};
    case PART_LEVELS: return (kept_part_t){x->levels, x->levels_count * sizeof *x->levels};
    case PART_FIRED: return (kept_part_t){x->fired, sizeof x->fired};
    case PART_FAULTS: return (kept_part_t){x->faults, sizeof x->faults};
    default: return (kept_part_t){x->claims, sizeof x->claims};
  }
}
/* Takes in what is gathered, so that all is told; 0 where the search has lost something and cannot be kept. */
int explore_keep(void *explorer) {
  X *x = explorer;
  const table_t *t = &x->table;
  const edges_t *e = &x->edges;
  if (x->status > MORE || flushed(x)) return 0;
  note_fired(x);
  kept = (kept_t){t->words, t->bits, t->longest, t->widened, t->plain, (num)t->count, (num)e->size, (num)e->told,
                  e->blocks_room ? (num)blocks_told(e) : 0, e->last_to, (num)e->wide_count, (num)x->roots_count,
                  (num)x->levels_count, (num)x->next, (num)x->level_end, x->depth, x->transitions, x->ended, x->faulted,
                  x->deals};
  return 1;
}
/* Where a part lies; answers of how many bytes it is. */
num explore_part(void *explorer, int which, void **at) {
  kept_part_t part = kept_part(explorer, which);
  *at = part.at;
  return (num)part.bytes;
}
static int room_in(void **at, size_t *room, size_t n, size_t size) {
  void *more = n ? realloc(*at, n * size) : *at;
  if (n && !more) return 0;
  if (n) *at = more;
  *room = n;
  return 1;
}
/* After the numbers were given back: makes room for all other parts; 0 where there is not so much memory. */
int explore_room(void *explorer) {
  X *x = explorer;
  table_t *t = &x->table;
  edges_t *e = &x->edges;
  void *blocks = e->blocks, *wide = e->wide, *roots = x->roots, *levels = x->levels;
  int fits;
  free_pages(t->records, records_bytes(t, t->room));
  t->records = NULL;
  t->room = 0;
  t->words = (int)kept.words;
  t->bits = (int)kept.bits;
  t->longest = (int)kept.longest;
  t->widened = (int)kept.widened;
  t->plain = (int)kept.plain;
  if (records_bytes(t, (size_t)kept.count + 8) > x->most_bytes || !table_room(t, (size_t)kept.count + 8)) return 0;
  while (e->room < (size_t)kept.size + 16)
    if (e->room > x->most_bytes || !more_edges(e)) return 0;
  fits = room_in(&blocks, &e->blocks_room, (size_t)kept.blocks, sizeof *e->blocks) &&
         room_in(&wide, &e->wide_room, (size_t)kept.wide, sizeof *e->wide) &&
         room_in(&roots, &x->roots_room, (size_t)kept.roots, sizeof *x->roots) &&
         room_in(&levels, &x->levels_room, (size_t)kept.levels, sizeof *x->levels);
  e->blocks = blocks;
  e->wide = wide;
  x->roots = roots;
  x->levels = levels;
  t->count = (size_t)kept.count;
  e->size = (size_t)kept.size;
  e->told = (size_t)kept.told;
  e->last_to = (uint32_t)kept.last_to;
  e->wide_count = (size_t)kept.wide;
  x->roots_count = (size_t)kept.roots;
  x->levels_count = (size_t)kept.levels;
  return fits;
}
/* After all parts were given back: the explorer goes on from there; 0 where there is not so much memory. */
int explore_go_on(void *explorer) {
  X *x = explorer;
  x->next = (size_t)kept.next;
  x->level_end = (size_t)kept.level_end;
  x->depth = kept.depth;
  x->transitions = kept.transitions;
  x->ended = kept.ended;
  x->faulted = kept.faulted;
  x->deals = kept.deals;
  return refill(&x->table) && explorer_bytes(x) <= x->most_bytes;
}
