/* What is kept of the selections from some cards: those from fewer cards are among them. A game that is left meanwhile
   leaves nothing that is taken for known. */

/* The cards whose selections are to be found: none where those of these cards are known; else these, and the one card by
   which those that are known differ from them. */
static inline UNUSED set_t not_known(const selections_t *kept, set_t from) {
  set_t both = kept->all | from;
  if (SAME_SET(both, kept->all)) return NO_CARDS;
  return size_of(both) <= size_of(from) + 1 ? both : from;
}
static inline UNUSED void begin_known(selections_t *kept) {
  kept->all = NO_CARDS;
  kept->n = 0;
}
static inline UNUSED void note_known(G *g, selections_t *kept, set_t cards) {
  if (!ANY_OF(cards)) return;
  if (RARE(kept->n == MOST_TAKEN)) stop(g, LIMIT);
  kept->held[kept->n++] = cards;
}
static inline UNUSED void take_known(rests *it, const selections_t *kept, set_t from) {
  for (int i = 0; i < kept->n; i++)
    if (!ANY_OF(kept->held[i] & ~from)) it->choice[it->taken++] = kept->held[i];
}
