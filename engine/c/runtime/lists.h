/* Choices of cards listed once for all kinds of moves that offer the same ones, and sets of bits beside their entries. */

static NEVER_INLINE UNUSED void more_list(G *g, list_t *l) {
  if (l->n > MOST_WAYS) stop(g, LIMIT);
  size_t room = l->room ? 2 * l->room : 64;
  set_t *sets = l->stride ? l->sets : realloc(l->sets, room * sizeof *sets);
  u8 *piles = l->stride ? realloc(l->piles, room * l->stride) : l->piles;
  if (l->stride ? !piles : !sets) stop(g, LIMIT);
  l->sets = sets;
  l->piles = piles;
  l->room = room;
}
static NEVER_INLINE UNUSED void more_bits(G *g, bits_t *bits, size_t room) {
  u64 *more = realloc(bits->sets, room * sizeof *more);
  if (!more) stop(g, LIMIT);
  bits->sets = more;
  bits->room = room;
}
/* Room for as many sets as a list has entries. */
static INLINE u64 *bits_for(G *g, bits_t *bits, const list_t *l) {
  if (RARE(l->n > bits->room)) more_bits(g, bits, l->room);
  return bits->sets;
}
static INLINE void copy_short(u8 *to, const u8 *from) {
#if PILE > 16
  if (RARE(from[0] > 15)) copy_pile(to, from);
  else memcpy(to, from, 16);
#else
  memcpy(to, from, PILE);
#endif
}
static INLINE void list_card(G *g, list_t *l, int card) {
  if (RARE(l->n == l->room)) more_list(g, l);
  l->sets[l->n++] = (set_t)card;
}
static INLINE void list_cards(G *g, list_t *l, set_t cards) {
  if (RARE(l->n == l->room)) more_list(g, l);
  l->sets[l->n++] = cards;
}
static INLINE void list_pile(G *g, list_t *l, const u8 *pile) {
  if (RARE(l->n == l->room)) more_list(g, l);
  copy_short(l->piles + l->n++ * l->stride, pile);
}
/* Stops play where a list that is made is too long. */
static INLINE void list_made(G *g, const list_t *l) {
  if (RARE(l->n > MOST_WAYS)) stop(g, LIMIT);
}
/* Puts the bag from `base` on in order, drops doubles, and lists what is left. */
static UNUSED void list_bag(G *g, list_t *l, size_t base) {
  size_t end = bag_sort(g, base);
  for (size_t i = base; i < end; i++) list_cards(g, l, g->bag[i]);
  g->bag_size = base;
}
