/* ---------------------------------------------------------------- sets as bits

   Of a larger deck the bits stand in several numbers side by side, of which `&`, `|`, `^` and `~` are taken at once. */

#if DECK <= 128
#define ONE(card) ((set_t)1 << (card))
#define NO_CARDS ((set_t)0)
#define CARDS_BEFORE(card) (ONE(card) - 1)
#define ANY_OF(cards) ((cards) != 0)
#define SAME_SET(a, b) ((a) == (b))
#define FIRST_OF(cards) ((cards) & (0 - (cards)))
#define BUT_FIRST(cards) ((cards) & ((cards) - 1))
#if DECK > 64
#define SET(high, low) ((set_t)(high) << 64 | (set_t)(low))
#endif

static inline bool has(set_t cards, int card) {
  return cards >> card & 1;
}

/* The lowest card of a set that has one. */
static inline int low_of(set_t cards) {
#if DECK <= 64
  return lowest_bit(cards);
#else
  return (u64)cards ? lowest_bit((u64)cards) : 64 + lowest_bit((u64)(cards >> 64));
#endif
}

static inline int size_of(set_t cards) {
#if DECK <= 64
  return bits_in(cards);
#else
  return bits_in((u64)cards) + bits_in((u64)(cards >> 64));
#endif
}
#else
/* Compilers tell how such sets are handed from one function to another; all of these stand in one file. */
#pragma GCC diagnostic ignored "-Wpsabi"
enum { SET_WORDS = sizeof(set_t) / sizeof(u64) };
#define ONE(card) one_card(card)
#define NO_CARDS ((set_t){0, 0, 0, 0})
#define CARDS_BEFORE(card) cards_before(card)
#define ANY_OF(cards) any_card(cards)
#define SAME_SET(a, b) (!any_card((a) ^ (b)))
#define FIRST_OF(cards) first_card(cards)
#define BUT_FIRST(cards) ((cards) & ~first_card(cards))
#define SET(a, b, c, d) ((set_t){(a), (b), (c), (d)})

static inline set_t one_card(int card) {
  set_t one = NO_CARDS;
  one[card / 64] = (u64)1 << card % 64;
  return one;
}

static inline set_t cards_before(int card) {
  set_t before = NO_CARDS;
  for (int i = 0; i < card / 64; i++) before[i] = ~(u64)0;
  before[card / 64] = ((u64)1 << card % 64) - 1;
  return before;
}

static inline bool any_card(set_t cards) {
  return (cards[0] | cards[1] | cards[2] | cards[3]) != 0;
}

static inline bool has(set_t cards, int card) {
  return cards[card / 64] >> card % 64 & 1;
}

static inline int low_of(set_t cards) {
  int i = 0;
  while (i < SET_WORDS - 1 && !cards[i]) i++;
  return 64 * i + lowest_bit(cards[i]);
}

static inline int size_of(set_t cards) {
  return bits_in(cards[0]) + bits_in(cards[1]) + bits_in(cards[2]) + bits_in(cards[3]);
}

static inline set_t first_card(set_t cards) {
  return any_card(cards) ? one_card(low_of(cards)) : cards;
}
#endif
