/* Positions and moves as numbers for others. Needs the generated tables of cells and arguments. */

static num *tell_set(set_t cards, num *to) {
  *to++ = size_of(cards);
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) *to++ = low_of(cards);
  return to;
}
static num *tell_pile(const u8 *pile, num *to) {
  for (int i = 0; i <= pile[0]; i++) *to++ = pile[i];
  return to;
}
#if HEAPS
/* Only the card on top of a heap has its place. */
static num *tell_heap(set_t cards, const u8 *pile, num *to) {
  int n = pile[0];
  *to++ = n;
  if (!n) return to;
  for (cards &= ~ONE(pile[n]); ANY_OF(cards); cards = BUT_FIRST(cards)) *to++ = low_of(cards);
  *to++ = pile[n];
  return to;
}
#endif
/* A position: every cell, the fields, the step. */
static num *export_state(const state *s, num *to) {
  for (int c = 0; c < CELLS; c++) {
    int at = cell_at[c];
    switch (cell_kind[c]) {
      case IS_SET: to = tell_set(s->sets[at], to); break;
#if HEAPS
      case IS_HEAP: to = tell_heap(s->heaps[heap_of[at]], s->piles[at], to); break;
#endif
      default: to = tell_pile(s->piles[at], to);
    }
  }
  for (int i = 0; i < FIELDS; i++) *to++ = s->fields[i];
  *to++ = s->step;
  return to;
}
/* A move: its kind, then its arguments; of several cards how many they are, then they themselves. */
static num *export_move(const move_t *move, num *to) {
  *to++ = move->kind;
  for (int i = first_argument[move->kind]; i < first_argument[move->kind + 1]; i++) {
    const u8 *from = (const u8 *)move + arguments[i].at;
    set_t cards;
    int64_t value;
    switch (arguments[i].form) {
      case ARGUMENT_SET:
        memcpy(&cards, from, sizeof cards);
        to = tell_set(cards, to);
        break;
      case ARGUMENT_PILE: to = tell_pile(from, to); break;
      default:
        memcpy(&value, from, sizeof value);
        *to++ = value;
    }
  }
  return to;
}
