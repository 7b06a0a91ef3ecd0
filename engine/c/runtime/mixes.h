/* ---------------------------------------------------------------- shapes with parts */

/* A shape whose cards are parted by rank, as a table that is gone through rank by rank, from each first row. `of_rank`:
   the natural cards of each rank, in the order in which ranks are read. `after`: for each row `width` rows, which follow
   so many natural cards of the next rank (-1: no choice has so many). `complete`: with so many wild cards a row is a
   choice, as bits. `read`: so many ranks are read before a row. `alike`: for each card those that it may be with. */
typedef struct {
  int ranks, rows, width, starts;
  const int16_t *start;
  const set_t *of_rank;
  const int16_t *after;
  const u64 *complete;
  const int16_t *read;
  const set_t *alike;
  set_t wild;
} parted;

enum { MOST_ROWS = 16384 };

static inline bool is_mix(const parted *of, set_t cards) {
  int wild = size_of(cards & of->wild);
  for (int s = 0; s < of->starts && wild < 64; s++) {
    int row = of->start[s];
    for (int i = 0; i < of->ranks && row >= 0; i++) {
      int held = size_of(cards & of->of_rank[i]);
      row = held < of->width ? of->after[row * of->width + held] : -1;
    }
    if (row >= 0 && of->complete[row] >> wild & 1) return true;
  }
  return false;
}

#ifdef HAS_BAG
/* How choices are found: from which natural and wild cards, and from which rows some choice can be completed with them. */
typedef struct {
  const parted *of;
  set_t among, wild;
  int tried;
  bool may[MOST_ROWS];
} mixing;

static inline void mix_from(G *g, mixing *it, int row, set_t chosen);

/* Takes so many of some cards in each way, and goes on from a row (-1: the choice is complete). */
static inline void mix_some(G *g, mixing *it, int row, set_t from, int count, set_t chosen) {
  if (count) {
    for (; size_of(from) >= count; from = BUT_FIRST(from))
      mix_some(g, it, row, BUT_FIRST(from), count - 1, chosen | FIRST_OF(from));
  } else if (row >= 0) {
    mix_from(g, it, row, chosen);
  } else {
    if (RARE(++it->tried > MOST_WAYS)) stop(g, LIMIT);
    bag_add(g, chosen);
  }
}

static inline void mix_from(G *g, mixing *it, int row, set_t chosen) {
  const parted *of = it->of;
  if (of->read[row] == of->ranks) {
    int wild = size_of(it->wild);
    for (int n = 0; n <= wild && n < 64; n++)
      if (of->complete[row] >> n & 1) mix_some(g, it, -1, it->wild, n, chosen);
  } else {
    set_t held = it->among & of->of_rank[of->read[row]];
    int most = size_of(held);
    for (int n = 0; n <= most && n < of->width; n++) {
      int after = of->after[row * of->width + n];
      if (after >= 0 && it->may[after]) mix_some(g, it, after, held, n, chosen);
    }
  }
}

/* Says of each row whether a choice can be completed from it. Rows that come later stand later. */
static inline void mix_look(mixing *it) {
  const parted *of = it->of;
  int wild = size_of(it->wild);
  u64 enough = wild < 63 ? ((u64)2 << wild) - 1 : ~(u64)0;
  for (int row = of->rows; row-- > 0;) {
    it->may[row] = of->read[row] == of->ranks && of->complete[row] & enough;
    if (of->read[row] < of->ranks) {
      int most = size_of(it->among & of->of_rank[of->read[row]]);
      for (int n = 0; n <= most && n < of->width && !it->may[row]; n++) {
        int after = of->after[row * of->width + n];
        it->may[row] = after >= 0 && it->may[after];
      }
    }
  }
}

/* Puts all choices into the bag, from natural cards that are alike where they have to be. */
static inline void bag_mix(G *g, const parted *of, set_t among) {
  mixing it;
  set_t left = among & ~of->wild;
  it.of = of;
  it.wild = among & of->wild;
  it.tried = 0;
  do {
    it.among = left;
    if (ANY_OF(left)) it.among &= of->alike[low_of(left)];
    left &= ~it.among;
    mix_look(&it);
    for (int s = 0; s < of->starts; s++)
      if (it.may[of->start[s]]) mix_from(g, &it, of->start[s], NO_CARDS);
  } while (ANY_OF(left));
}
#endif
