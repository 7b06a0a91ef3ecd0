/* The edges between states, told in bytes while states are reached in order. Leaves reaching them to explore.h and what
   is asked of the graph to graph.h. */

#define NONE UINT32_MAX
#define BLOCK 64

/* Of each state its successors as differences, grouped by move, then a zero; zeros follow those told last, too. With
   `only_ways` only how many states were met from it first, which follow one another in their numbers: that tells plays
   and answers nothing else. */
typedef struct {
  int only_ways;
  u8 *bytes;
  size_t size, room;
  /* Of how many states the edges are told, and where those of each block of them begin. */
  size_t told, blocks_room;
  u64 *blocks;
  uint32_t last_to;
  /* States from which more were met first than a byte counts, once for each further one. */
  uint32_t *wide;
  size_t wide_count, wide_room;
} edges_t;

static size_t edges_bytes(const edges_t *e) {
  return e->room + e->blocks_room * sizeof *e->blocks + e->wide_room * sizeof *e->wide;
}
static void edges_free(edges_t *e) {
  free_pages(e->bytes, e->room);
  free(e->blocks);
  free(e->wide);
}
static void edges_clear(edges_t *e) {
  if (e->room) memset(e->bytes, 0, e->room);
  e->size = e->told = e->wide_count = 0;
  e->last_to = NONE;
}
static int more_edges(edges_t *e) {
  size_t room = whole_pages(e->room + e->room / 8 + PAGE);
  u8 *more = more_pages(e->bytes, e->room, room);
  if (!more) return 0;
  e->bytes = more;
  e->room = room;
  return 1;
}

/* ---- ways */

static int wide_way(edges_t *e, uint32_t from) {
  if (e->wide_count == e->wide_room) {
    size_t room = 2 * e->wide_room + 64;
    uint32_t *more = realloc(e->wide, room * sizeof *more);
    if (!more) return 0;
    e->wide = more;
    e->wide_room = room;
  }
  e->wide[e->wide_count++] = from;
  return 1;
}
/* Notes that one more state was met from this one first. */
static inline int way_add(edges_t *e, uint32_t from) {
  while (RARE(from >= e->room))
    if (!more_edges(e)) return 0;
  e->size = (size_t)from + 1;
  if (RARE(e->bytes[from] == UINT8_MAX)) return wide_way(e, from);
  e->bytes[from]++;
  return 1;
}

/* ---- all edges */

static int edge_byte(edges_t *e, u8 byte) {
  if (RARE(e->size + 1 >= e->room) && !more_edges(e)) return 0;
  e->bytes[e->size++] = byte;
  return 1;
}
/* Ends the edges of states up to this one. */
static int edges_upto(edges_t *e, size_t state) {
  for (; e->told < state; e->told++) {
    if (e->only_ways) continue;
    if (!edge_byte(e, 0)) return 0;
    if ((e->told + 1) % BLOCK == 0) {
      size_t at = (e->told + 1) / BLOCK;
      if (at >= e->blocks_room) {
        size_t room = e->blocks_room + e->blocks_room / 4 + 64;
        u64 *more = realloc(e->blocks, room * sizeof *more);
        if (!more) return 0;
        e->blocks = more;
        e->blocks_room = room;
      }
      e->blocks[at] = e->size;
    }
    e->last_to = NONE;
  }
  return 1;
}
static int edge_add(edges_t *e, uint32_t from, uint32_t to, int group) {
  num step;
  u64 value;
  if (!edges_upto(e, from)) return 0;
  if (e->last_to == to && !group) return 1;
  step = (num)to - (num)(e->last_to == NONE ? from : e->last_to);
  value = (((u64)step << 1 ^ (u64)(step >> 63)) << 1 | (u64)group) + 1;
  e->last_to = to;
  for (; value >= 128; value >>= 7)
    if (!edge_byte(e, (u8)(value | 128))) return 0;
  return edge_byte(e, (u8)value);
}

/* Seven bits of a number in each byte. */
static inline u64 in_sevens(u64 value) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(value, 0x7f7f7f7f7fULL);
#else
  return (value & 127) | (value & 127 << 7) << 1 | (value & 127 << 14) << 2 | (value & 127 << 21) << 3 |
         (value & (u64)127 << 28) << 4;
#endif
}
#define EDGE_MOST 8
/* Is there room for so many edges of a state and the next, of which it need not be noted where their edges begin? */
static inline int edges_room(const edges_t *e, uint32_t from, size_t n) {
  return from - e->told <= 1 && (e->told + 1) % BLOCK && e->last_to != NONE && e->size + (n + 1) * EDGE_MOST < e->room;
}
/* Notes an edge for which there is such room, branching on nothing. */
static inline void edge_usual(edges_t *e, uint32_t from, uint32_t to, int group) {
  size_t next = from - e->told;
  uint32_t last = next ? from : e->last_to;
  num step = (num)to - (num)last;
  u64 value = (((u64)step << 1 ^ (u64)(step >> 63)) << 1 | (u64)group) + 1;
  unsigned more = (63 - (unsigned)__builtin_clzll(value)) / 7;
  u64 noted = (u64)0 - (u64)((size_t)group | next | (size_t)(e->last_to != to));
  u64 bytes = (in_sevens(value) | (0x8080808080ULL & (((u64)1 << 8 * more) - 1))) & noted;
  e->size += next;
  e->told += next;
  memcpy(e->bytes + e->size, &bytes, sizeof bytes);
  e->size += (more + 1) & noted;
  e->last_to = to;
}

/* ---- reading */

typedef struct { const u8 *at; uint32_t last; } reading_t;
/* The next successor and whether another move leads there; 0 at the end. */
static inline int edge_next(reading_t *r, uint32_t *to, int *group) {
  u64 value = 0;
  int shift = 0;
  if (!*r->at) return r->at++, 0;
  for (;; shift += 7) {
    u8 byte = *r->at++;
    value |= (u64)(byte & 127) << shift;
    if (!(byte & 128)) break;
  }
  value--;
  *group = (int)(value & 1);
  value >>= 1;
  r->last = *to = (uint32_t)((num)r->last + ((num)(value >> 1) ^ -(num)(value & 1)));
  return 1;
}
/* No byte of an edge is zero. */
static const u8 *edges_end(const u8 *at) { return at + strlen((const char *)at) + 1; }
static reading_t edges_of(const edges_t *e, uint32_t state) {
  const u8 *at = e->bytes + (state < BLOCK ? 0 : e->blocks[state / BLOCK]);
  for (uint32_t skip = state % BLOCK; skip; skip--) at = edges_end(at);
  return (reading_t){at, state};
}
