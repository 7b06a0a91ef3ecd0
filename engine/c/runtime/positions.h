/* Whole positions: held against one another, noted, and looked over; and room for the moves on offer. */

/* ---- whole states */

static UNUSED int same_state(const state *a, const state *b) {
  if (memcmp(a->fields, b->fields, sizeof a->fields) || memcmp(a->sets, b->sets, sizeof a->sets)) return 0;
  for (int i = 0; i < CELL_PILES; i++)
    if (!same_pile(a->piles[i], b->piles[i])) return 0;
  return 1;
}
static UNUSED int encode(const state *s, u8 *to) {
  u8 *end = to;
  for (int i = 0; i < CELL_PILES; end += s->piles[i][0] + 1, i++) copy_pile(end, s->piles[i]);
  memcpy(end, s->sets, sizeof s->sets);
  end += sizeof s->sets;
  memcpy(end, s->fields, sizeof s->fields);
  end += sizeof s->fields;
  memcpy(end, &s->step, sizeof s->step);
  return (int)(end + sizeof s->step - to);
}
/* The place among those met since the last decision or luck at which this position was met; else it is noted and -1. */
static UNUSED int met_before(G *g) {
  seen_t *seen = g->seen;
  u8 *record = seen->record[seen->count];
  int size = encode(&g->s, record);
  u64 hash = (u64)size;
  for (int i = 0; i < size; i++) hash = (hash ^ record[i]) * 0x100000001B3ULL;
  for (int i = 0; i < seen->count; i++)
    if (seen->hash[i] == hash && seen->size[i] == size && !memcmp(seen->record[i], record, (size_t)size)) return i;
  seen->hash[seen->count] = hash;
  seen->step[seen->count] = g->s.step;
  seen->size[seen->count++] = size;
  return -1;
}
static UNUSED void all_cards_lie(G *g) {
  set_t all = NO_CARDS;
  int count = 0;
  for (int i = 0; i < CELL_SETS; i++) all |= g->s.sets[i], count += size_of(g->s.sets[i]);
  for (int i = 0; i < CELL_PILES; i++) all |= set_of(g->s.piles[i]), count += g->s.piles[i][0];
  if (count != DECK || size_of(all) != DECK) stop(g, LOST_CARD);
}
#ifdef HOYLE_EXPLORE
/* Cards that are not decided yet are no cards. */
#define CONSERVED(g) (void)(g)
#elif defined HOYLE_CHECKED
#define CONSERVED(g) all_cards_lie(g)
#else
#define CONSERVED(g) do { if ((g)->exact) all_cards_lie(g); } while (0)
#endif

/* ---- moves on offer */

static UNUSED move_t *more_moves(G *g) {
  size_t room = g->room ? 2 * g->room : 256;
  move_t *more = realloc(g->moves, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  g->moves = more;
  g->room = room;
  return more;
}
