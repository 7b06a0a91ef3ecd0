/* ---------------------------------------------------------------- players and ranks */

/* The player some seats on, clockwise. */
static inline int seats_on(int player, int seats) {
  return player + seats < PLAYERS ? player + seats : player + seats - PLAYERS;
}

static inline bool beside(int rank, int other) {
  return (rank - other) * (rank - other) == 1;
}

/* The same where the last of so many ranks meets the first. */
static inline bool above_round(int rank, int other, int ranks) {
  return (other + 1) % ranks == rank;
}

static inline bool beside_round(int rank, int other, int ranks) {
  return above_round(rank, other, ranks) || above_round(other, rank, ranks);
}

/* What those players get who have won, and the others: nothing where all of several or none have. */
static inline void share(u64 winners, int64_t *returns) {
  bool drawn = PLAYERS > 1 && (!winners || bits_in(winners) == PLAYERS);
  for (int p = 0; p < PLAYERS; p++) returns[p] = drawn ? 0 : winners >> p & 1 ? 1 : -1;
}

/* ---------------------------------------------------------------- sets */

/* Is a card in a set, and are two cards one, where a card may be named that the deck lacks. */
static inline bool has_card(set_t cards, int card) {
  return card >= 0 && has(cards, card);
}

static inline bool same_card(int card, int other) {
  return card == other && card >= 0;
}

/* Does a set come before another where each is the list of its cards? */
static inline bool set_before(set_t a, set_t b) {
  set_t differ = a ^ b, before;
  if (!ANY_OF(differ)) return false;
  before = CARDS_BEFORE(low_of(differ));
  return ANY_OF(a & FIRST_OF(differ)) ? ANY_OF(b & ~before) : !ANY_OF(a & ~before);
}

/* The cards that have something in common with a symbol; nobody has nothing. */
static inline set_t cards_of(const set_t *table, int symbol) {
  return symbol < 0 ? NO_CARDS : table[symbol];
}

/* The set of one card, or of none. */
static inline set_t card_or_none(int card) {
  return card < 0 ? NO_CARDS : ONE(card);
}

/* Of sets for numbers from 0 on, each with what the one before has: that of a number, or the nearest one. */
static inline set_t set_up_to(const set_t *table, int size, num number) {
  return table[number < 0 ? 0 : number < size ? number : size - 1];
}

/* How many sets of so many of a few cards come to that sum? */
enum { MOST_SUMMED = 8 };
static inline int sets_that_sum(const int16_t *counted, set_t cards, int least, int most, num wanted) {
  int sums[1 << MOST_SUMMED], found = least <= 0 && wanted == 0, sets = 1;
  sums[0] = 0;
  for (; ANY_OF(cards); cards = BUT_FIRST(cards), sets *= 2) {
    int one = counted[low_of(cards)];
    for (int i = 0; i < sets; i++) {
      int size = bits_in((u64)(sets + i));
      sums[sets + i] = sums[i] + one;
      found += (sums[sets + i] == wanted) & (size >= least) & (size <= most);
    }
  }
  return found;
}

/* Are all cards of the group of the first? */
static inline bool alike(const set_t *groups, set_t cards) {
  return !ANY_OF(cards) || !ANY_OF(cards & ~groups[low_of(cards)]);
}

/* ---------------------------------------------------------------- piles */

static inline set_t set_of(const u8 *pile) {
  set_t cards = NO_CARDS;
  if (pile[0] == 1) return ONE(pile[1]);
  for (int i = 1; i <= pile[0]; i++) cards |= ONE(pile[i]);
  return cards;
}

/* The cards of a pile after the first `from`, so many of them. */
static inline set_t set_of_part(const u8 *pile, int from, int size) {
  set_t cards = NO_CARDS;
  for (int i = 1; i <= size; i++) cards |= ONE(pile[from + i]);
  return cards;
}

static inline void list_set(u8 *pile, set_t cards) {
  pile[0] = 0;
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) pile[++pile[0]] = (u8)low_of(cards);
}

static inline void copy_pile(u8 *to, const u8 *from) {
  memcpy(to, from, (size_t)from[0] + 1);
}

/* So many cards of a pile after the first `from`. */
static inline void cut_pile(u8 *to, const u8 *pile, int from, int size) {
  to[0] = (u8)size;
  memcpy(to + 1, pile + 1 + from, (size_t)size);
}

static inline bool same_pile(const u8 *a, const u8 *b) {
  return a[0] == b[0] && !memcmp(a + 1, b + 1, a[0]);
}

static inline int pile_size(const u8 *pile) {
  return pile[0];
}

/* Which of so many piles, or sets, hold a card, as bits: those at one place of any group, the groups `stride` apart, and of a
   place `width` of them side by side. */
static inline u64 piles_held(u8 (*piles)[PILE], int places, int width, int stride, int groups) {
  u64 held = 0;
  for (int group = 0; group < groups; group++)
    for (int place = 0; place < places; place++)
      for (int i = 0; i < width; i++) held |= (u64)(piles[group * stride + place * width + i][0] != 0) << place;
  return held;
}

static inline u64 sets_held(const set_t *sets, int places, int width, int stride, int groups) {
  u64 held = 0;
  for (int group = 0; group < groups; group++)
    for (int place = 0; place < places; place++)
      for (int i = 0; i < width; i++) held |= (u64)ANY_OF(sets[group * stride + place * width + i]) << place;
  return held;
}

/* ---------------------------------------------------------------- cards that move */

static inline void take_from_set(G *g, set_t *from, set_t cards) {
  if (ANY_OF(cards & ~*from)) stop(g, UNDEFINED);
  *from &= ~cards;
}

/* The others keep their order. */
static inline void take_from_pile(G *g, u8 *from, set_t cards) {
  int kept = 0, size = from[0];
  set_t left = cards;
  if (size && SAME_SET(cards, ONE(from[size]))) {
    from[0]--;
    return;
  }
  for (int i = 1; i <= size; i++) {
    if (has(left, from[i])) left &= ~ONE(from[i]);
    else from[++kept] = from[i];
  }
  if (ANY_OF(left)) stop(g, UNDEFINED);
  from[0] = (u8)kept;
}

/* The cards of a list that names none twice. */
static inline set_t listed_once(G *g, const u8 *list) {
  set_t cards = set_of(list);
  if (size_of(cards) != list[0]) stop(g, UNDEFINED);
  return cards;
}

static inline void lay_on_top(u8 *to, const u8 *list) {
  memcpy(to + 1 + to[0], list + 1, list[0]);
  to[0] = (u8)(to[0] + list[0]);
}

static inline void push_under(u8 *to, int card) {
  memmove(to + 2, to + 1, to[0]);
  to[1] = (u8)card;
  to[0]++;
}

static inline void push(u8 *to, int card) {
  to[++to[0]] = (u8)card;
}

/* The first card is laid under the pile first, so that the last ends outermost. */
static inline void lay_under(u8 *to, const u8 *list) {
  int n = list[0];
  memmove(to + 1 + n, to + 1, to[0]);
  for (int i = 1; i <= n; i++) to[n + 1 - i] = list[i];
  to[0] = (u8)(to[0] + n);
}

/* One card or none, which need no order. */
static inline set_t at_most_one(G *g, set_t cards) {
  if (ANY_OF(BUT_FIRST(cards))) stop(g, UNDEFINED);
  return cards;
}

/* How many cards are drawn. */
static inline int drawn(G *g, num wanted, int held, bool up_to) {
  if (!up_to && (wanted < 0 || wanted > held)) stop(g, UNDEFINED);
  return wanted < 0 ? 0 : wanted > held ? held : (int)wanted;
}

static inline void draw_into(G *g, u8 *from, set_t *to, num wanted, bool up_to) {
  for (int n = drawn(g, wanted, from[0], up_to); n > 0; n--) *to |= ONE(from[from[0]--]);
}

/* Card by card, so that the first ends lowest. */
static inline void draw_onto(G *g, u8 *from, u8 *to, num wanted, bool up_to) {
  u8 list[PILE];
  list[0] = (u8)drawn(g, wanted, from[0], up_to);
  for (int i = 1; i <= list[0]; i++) list[i] = from[from[0]--];
  lay_on_top(to, list);
}

/* ---------------------------------------------------------------- values of cards */

/* What a card may count: how many values, then the values, the least first. */
typedef struct {
  int n, values[VALUES];
} worth;

static inline num least_total(const worth *table, set_t cards) {
  num sum = 0;
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) sum += table[low_of(cards)].values[0];
  return sum;
}

static inline num greatest_total(const worth *table, set_t cards) {
  num sum = 0;
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) {
    const worth *card = &table[low_of(cards)];
    sum += card->values[card->n - 1];
  }
  return sum;
}

/* Can one value a card add up to a number? Bit i of `sums`: a sum of i more than the least one can be made. */
static inline bool can_total(const worth *table, set_t cards, num wanted) {
  u64 sums[TOTAL_WORDS] = {1};
  for (; ANY_OF(cards); cards = BUT_FIRST(cards)) {
    const worth *card = &table[low_of(cards)];
    wanted -= card->values[0];
    if (card->n > 1) {
      u64 old[TOTAL_WORDS];
      memcpy(old, sums, sizeof old);
      for (int v = 1; v < card->n; v++) {
        int more = card->values[v] - card->values[0], whole = more / 64, part = more % 64;
        for (int i = whole; i < TOTAL_WORDS; i++) {
          sums[i] |= old[i - whole] << part;
          if (part && i > whole) sums[i] |= old[i - whole - 1] >> (64 - part);
        }
      }
    }
  }
  return wanted >= 0 && wanted < 64 * TOTAL_WORDS && (sums[wanted / 64] >> wanted % 64 & 1);
}
