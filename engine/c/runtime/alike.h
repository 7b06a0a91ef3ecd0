/* States that differ only in who sits where, or in which suit is which, made one. Needs, where the rules allow it,
   SEATS and the tables of rotated cells and fields, SUIT_CLASSES and the cards of each suit. */

#if SEATS
/* Turns the table until the mover sits first. */
static void turn_table(state *s) {
  int by = (PLAYERS - s->fields[MOVER]) % PLAYERS;
  state was;
  if (!by) return;
  was = *s;
  for (int i = 0; i < CELL_SETS; i++) s->sets[turned_set[by][i]] = was.sets[i];
  for (int i = 0; i < CELL_PILES; i++)
    if (turned_pile[by][i] != i) {
      copy_pile(s->piles[turned_pile[by][i]], was.piles[i]);
#if HEAPS
      if (heap_of[i] >= 0) s->heaps[heap_of[turned_pile[by][i]]] = was.heaps[heap_of[i]];
#endif
    }
  for (int i = 0; i < FIELDS; i++) {
    int32_t value = was.fields[i];
    s->fields[turned_field[by][i]] = holds_player[i] && value >= 0 ? (value + by) % PLAYERS : value;
  }
}
#endif

#if SUIT_CLASSES
#define SUIT_COLUMN (SUIT_SIZE + SUIT_FIELDS + CARD_FIELDS)
/* Where a card lies, and 0 of DECK, which stands for the cards that a suit has fewer than others; below the top of a heap
   its place is of no account. */
static void find_places(const state *s, uint16_t *places) {
  memset(places, 0, (DECK + 1) * sizeof *places);
  for (int c = 0; c < CELLS; c++) {
    if (cell_kind[c] == IS_SET) {
      for (set_t x = s->sets[cell_at[c]]; x; x &= x - 1) places[low_of(x)] = (uint16_t)(c * PILE + 1);
      continue;
    }
    const u8 *pile = s->piles[cell_at[c]];
#if HEAPS
    if (cell_kind[c] == IS_HEAP) {
      for (set_t x = s->heaps[heap_of[cell_at[c]]]; x; x &= x - 1)
        places[low_of(x)] = (uint16_t)(c * PILE + 1 + (low_of(x) == pile[pile[0]]));
      continue;
    }
#endif
    for (int i = 1; i <= pile[0]; i++)
      if (pile[i] < DECK) places[pile[i]] = (uint16_t)(c * PILE + i);
  }
}
typedef struct { int suit; uint16_t at[SUIT_COLUMN]; } column_t;
static inline int column_before(const column_t *a, const column_t *b) {
  return memcmp(a->at, b->at, sizeof a->at) < 0;
}
static void order_columns(column_t *columns, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k && column_before(columns + k, columns + k - 1); k--) {
      column_t held = columns[k];
      columns[k] = columns[k - 1];
      columns[k - 1] = held;
    }
}
static set_t become(set_t cards, const u8 *becomes) {
  set_t others = 0;
  for (; cards; cards &= cards - 1) others |= ONE(becomes[low_of(cards)]);
  return others;
}
/* Which of a suit's cards a field holds, from 1; 0 where it holds none of them. */
static uint16_t held_of_suit(int suit, int card) {
  for (int j = 0; j < SUIT_SIZE; j++)
    if (cards_of_suit[suit][j] == card) return (uint16_t)(j + 1);
  return 0;
}
static void sort_suits(state *s) {
  uint16_t places[DECK + 1];
  column_t columns[SUITS];
  u8 becomes[DECK + 1];
  int changed = 0, suit_becomes[SUITS];
  find_places(s, places);
  for (int i = 0; i < DECK + 1; i++) becomes[i] = (u8)i;
  for (int i = 0; i < SUITS; i++) suit_becomes[i] = i;
  for (int k = 0; k < SUIT_CLASSES; k++) {
    int n = suit_class[k][0];
    for (int i = 0; i < n; i++) {
      int suit = columns[i].suit = suit_class[k][i + 1];
      for (int j = 0; j < SUIT_SIZE; j++) columns[i].at[j] = places[cards_of_suit[suit][j]];
      for (int j = 0; j < SUIT_FIELDS; j++) columns[i].at[SUIT_SIZE + j] = s->fields[suit_field[j]] == suit;
      for (int j = 0; j < CARD_FIELDS; j++)
        columns[i].at[SUIT_SIZE + SUIT_FIELDS + j] = held_of_suit(suit, s->fields[card_field[j]]);
    }
    order_columns(columns, n);
    for (int i = 0; i < n; i++) {
      int from = columns[i].suit, to = suit_class[k][i + 1];
      if (from == to) continue;
      changed = 1;
      suit_becomes[from] = to;
      for (int j = 0; j < SUIT_SIZE; j++) becomes[cards_of_suit[from][j]] = cards_of_suit[to][j];
    }
  }
  if (!changed) return;
  for (int i = 0; i < CELL_SETS; i++) s->sets[i] = become(s->sets[i], becomes);
#if HEAPS
  for (int i = 0; i < HEAPS; i++) s->heaps[i] = become(s->heaps[i], becomes);
#endif
  for (int i = 0; i < CELL_PILES; i++)
    for (int k = 1; k <= s->piles[i][0]; k++) s->piles[i][k] = becomes[s->piles[i][k]];
  for (int j = 0; j < SUIT_FIELDS; j++)
    if (s->fields[suit_field[j]] >= 0) s->fields[suit_field[j]] = suit_becomes[s->fields[suit_field[j]]];
  for (int j = 0; j < CARD_FIELDS; j++)
    if (s->fields[card_field[j]] >= 0) s->fields[card_field[j]] = becomes[s->fields[card_field[j]]];
}
#endif

static inline void make_alike(state *s) {
  (void)s;
#if SEATS
  turn_table(s);
#endif
#if SUIT_CLASSES
  sort_suits(s);
#endif
}
