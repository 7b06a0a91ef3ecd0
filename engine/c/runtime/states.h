/* States as short records of bits. Leaves to the generated `pack` and `unpack` which cells and fields there are, and to
   table.h to keep each record once. Needs the generated tables of cells and fields.

   A record holds how play stands, the step, the fields by their ranges, and where each card lies, as a bit of the
   number of its cell in each of a few sets (planes); then what is not told by that: the top card of a heap, the order
   of a pile, the sizes of hidden stacks, and which of their cards are known after all. */

#define RECORD_BITS (64 + FIELDS_BITS + 8 * DECK + 8 * CELLS + CELLS + 9 * DECK)
#define RECORD_WORDS (RECORD_BITS / 64 * 2 + 4)
/* Made part of the one loop in which it is used most. */
#define HOT static inline UNUSED __attribute__((always_inline))

/* Numbers are told in as many bits as they need at most, in words of 64; each is less than two to that power. */
typedef struct { uint32_t *to, *begin; u64 held; int bits; } writer;
static inline void put(writer *w, u64 value, int bits) {
  w->held |= value << w->bits;
  w->bits += bits;
  if (RARE(w->bits >= 64)) {
    memcpy(w->to, &w->held, sizeof w->held);
    w->to += 2;
    w->bits -= 64;
    w->held = w->bits ? value >> (bits - w->bits) : 0;
  }
}
/* Answers how many bits were told. */
static inline int put_end(writer *w) {
  memcpy(w->to, &w->held, sizeof w->held);
  return (int)(w->to - w->begin) * 32 + w->bits;
}
typedef struct { const uint32_t *from; u64 held; int bits; } reader;
static inline u64 next_word(reader *r) {
  u64 word;
  memcpy(&word, r->from, sizeof word);
  r->from += 2;
  return word;
}
static inline u64 get(reader *r, int bits) {
  u64 value, mask = bits < 64 ? ((u64)1 << bits) - 1 : UINT64_MAX;
  if (RARE(r->bits < bits)) {
    u64 word = next_word(r);
    int more = bits - r->bits;
    value = (r->held | word << r->bits) & mask;
    r->held = more < 64 ? word >> more : 0;
    r->bits = 64 - more;
    return value;
  }
  value = r->held & mask;
  r->held = bits < 64 ? r->held >> bits : 0;
  r->bits -= bits;
  return value;
}
static inline int bits_for(u64 values) { return values > 1 ? 64 - __builtin_clzll(values - 1) : 0; }

/* ---- cards */

static u8 place_bits[DECK + 1];
static void make_bits(void) {
  make_combinations();
  for (int n = 0; n <= DECK; n++) place_bits[n] = (u8)bits_for((u64)n);
}
/* Cards as places among those left, and back. */
static inline set_t places_in(set_t left, set_t cards) {
#if defined __BMI2__ && DECK <= 64
  return __builtin_ia32_pext_di(cards, left);
#else
  set_t places = 0;
  for (; cards; cards &= cards - 1) places |= ONE(size_of(left & (ONE(low_of(cards)) - 1)));
  return places;
#endif
}
static inline set_t cards_at(set_t left, set_t places) {
#if defined __BMI2__ && DECK <= 64
  return __builtin_ia32_pdep_di(places, left);
#else
  set_t cards = 0;
  for (int place = 0; places; left &= left - 1, place++)
    if (places & ONE(place)) {
      cards |= left & (0 - left);
      places &= ~ONE(place);
    }
  return cards;
#endif
}
static inline void put_card(writer *w, set_t *left, int card) {
  put(w, (u64)size_of(*left & (ONE(card) - 1)), place_bits[size_of(*left)]);
  *left &= ~ONE(card);
}
static inline int get_card(reader *r, set_t *left) {
  int card = nth_card(*left, (unsigned)get(r, place_bits[size_of(*left)]));
  *left &= ~ONE(card);
  return card;
}
/* Some of these cards. */
static inline UNUSED void put_some(writer *w, set_t of, set_t cards) {
  set_t places = places_in(of, cards);
  int n = size_of(of);
#if DECK > 64
  if (n > 64) {
    put(w, (u64)places, 64);
    places >>= 64;
    n -= 64;
  }
#endif
  put(w, (u64)places, n);
}
static inline UNUSED set_t get_some(reader *r, set_t of) {
  int n = size_of(of);
#if DECK > 64
  if (n > 64) {
    set_t low = get(r, 64);
    return cards_at(of, low | (set_t)get(r, n - 64) << 64);
  }
#endif
  return cards_at(of, get(r, n));
}
#ifdef __SSE2__
typedef char bytes16 __attribute__((vector_size(16)));
#endif
#ifdef __AVX2__
typedef long long longs2 __attribute__((vector_size(16)));
typedef int ints8 __attribute__((vector_size(32)));
typedef long long longs4 __attribute__((vector_size(32)));
typedef float floats8 __attribute__((vector_size(32)));
/* Eight bytes as numbers. */
#ifdef __clang__
typedef u8 bytes8 __attribute__((vector_size(8)));
#define EACH_BYTE(bytes) __builtin_convertvector((bytes8)(bytes), ints8)
#else
#define EACH_BYTE(bytes) __builtin_ia32_pmovzxbd256((bytes16)(longs2){(long long)(bytes), 0})
#endif
#endif
/* A pile as bits: which of sixteen of its places from `from` on, the first of all its size, are cards. */
static inline UNUSED unsigned places_held(const u8 *pile, int from) {
  int n = pile[0] - from;
  return (PILE > 16 && n > 14 ? 0xffff : (2u << n) - 1) & (from ? 0xffff : 0xfffe);
}
/* How many cards of a pile are blanks. */
static inline UNUSED int blanks_in(const u8 *pile) {
  int n = 0;
#ifdef __SSE2__
  for (int i = 0; i <= DECK && i <= pile[0]; i += 16) {
    bytes16 cards;
    memcpy(&cards, pile + i, sizeof cards);
    n += __builtin_popcount((unsigned)__builtin_ia32_pmovmskb128((bytes16)(cards == DECK)) & places_held(pile, i));
  }
#else
  for (int i = 1; i <= pile[0]; i++) n += pile[i] == DECK;
#endif
  return n;
}
/* Is any card of a pile no blank? */
static inline UNUSED int any_known(const u8 *pile) {
#ifdef __SSE2__
  unsigned known = 0;
  for (int i = 0; i < PILE; i += 16) {
    bytes16 cards;
    if (i && i > pile[0]) break;
    memcpy(&cards, pile + i, sizeof cards);
    known |= ~(unsigned)__builtin_ia32_pmovmskb128((bytes16)(cards == DECK)) & places_held(pile, i);
  }
  return known != 0;
#else
  return blanks_in(pile) != pile[0];
#endif
}
/* The cards of a pile. */
static inline UNUSED set_t cards_in(const u8 *pile) {
#if defined __AVX2__ && DECK <= 32
  /* Each card a bit of its own lane; a shift by 255 leaves none. */
  const ints8 one = {1, 1, 1, 1, 1, 1, 1, 1};
  ints8 found = {0};
  for (int i = 0; i <= DECK && i <= pile[0]; i += 8) {
    int n = pile[0] - i;
    u64 cards;
    memcpy(&cards, pile + i, 8);
    cards |= (n > 6 ? 0 : UINT64_MAX << 8 * (n + 1)) | (i ? 0 : 255);
    found |= __builtin_ia32_psllv8si(one, EACH_BYTE(cards));
  }
  longs4 parts = (longs4)found;
  u64 all = (u64)(parts[0] | parts[1] | parts[2] | parts[3]);
  return (uint32_t)all | (uint32_t)(all >> 32);
#else
  return set_of(pile);
#endif
}
/* ---- cells of which it is told elsewhere which cards they hold */

static inline UNUSED void put_heap(writer *w, set_t cards, const u8 *pile) { put_card(w, &cards, pile[pile[0]]); }
/* The same, above so many bits of a word in which it has room; answers how many more they are. */
static inline UNUSED int add_heap(u64 *word, int bits, set_t cards, const u8 *pile) {
  *word |= (u64)size_of(cards & (ONE(pile[pile[0]]) - 1)) << bits;
  return place_bits[size_of(cards)];
}
static inline UNUSED void get_heap(reader *r, set_t cards, u8 *pile) {
  int n = size_of(cards);
  pile[0] = (u8)n;
  if (n) pile[n] = (u8)get_card(r, &cards);
}
static inline UNUSED void put_pile(writer *w, set_t cards, const u8 *pile) {
  for (int i = 1; i <= pile[0]; i++) put_card(w, &cards, pile[i]);
}
static inline UNUSED void get_pile(reader *r, set_t cards, u8 *pile) {
  int n = size_of(cards);
  pile[0] = (u8)n;
  for (int i = 1; i <= n; i++) pile[i] = (u8)get_card(r, &cards);
}
/* Which cards of a hidden stack are known, among all that no open cell holds. */
static UNUSED void put_known(writer *w, set_t *hidden, const u8 *pile) {
  for (int i = 1; i <= pile[0]; i++) {
    put(w, pile[i] != DECK, 1);
    if (pile[i] != DECK) put_card(w, hidden, pile[i]);
  }
}
static UNUSED void get_known(reader *r, set_t *hidden, u8 *pile) {
  for (int i = 1; i <= pile[0]; i++)
    if (get(r, 1)) pile[i] = (u8)get_card(r, hidden);
}
static inline UNUSED void get_blanks(u8 *pile, int n) {
  memset(pile, DECK, PILE);
  pile[0] = (u8)n;
}
/* The same of all hidden stacks. */
static UNUSED void put_hidden(writer *w, set_t hidden, const state *s) {
  for (int c = 0; c < CELLS; c++)
    if (cell_kind[c] == IS_BAG) put_known(w, &hidden, s->piles[cell_at[c]]);
}
static UNUSED void get_hidden(reader *r, set_t *hidden, state *s) {
  for (int c = 0; c < CELLS; c++)
    if (cell_kind[c] == IS_BAG) get_known(r, hidden, s->piles[cell_at[c]]);
}
/* Names the one hidden card, in whichever stack it lies. */
static UNUSED void name_only(state *s, set_t hidden) {
  for (int c = 0; c < CELLS; c++)
    if (cell_kind[c] == IS_BAG) s->piles[cell_at[c]][1] = (u8)low_of(hidden);
}

/* The last hidden card by its name: a single blank is no other. */
static UNUSED void name_last(state *s) {
  set_t hidden;
  int blanks = 0, pile = 0, at = 0;
  for (int c = 0; c < CELLS; c++) {
    if (cell_kind[c] != IS_BAG) continue;
    const u8 *p = s->piles[cell_at[c]];
    for (int i = 1; i <= p[0]; i++)
      if (p[i] == DECK) {
        if (blanks++) return;
        pile = cell_at[c];
        at = i;
      }
  }
  if (!blanks) return;
  hidden = hidden_cards(s);
  if (size_of(hidden) == 1) s->piles[pile][at] = (u8)low_of(hidden);
}

/* ---- how play stands */

typedef struct { int over, ending, fault, source; } ended_t;
static UNUSED void put_ended(writer *w, const ended_t *e) {
  if (e->over == ENDED) put(w, (u64)e->ending, ENDING_BITS);
  else put(w, (u64)e->fault, 8), put(w, (u64)(e->source + 1), 16);
}
static UNUSED void get_ended(reader *r, ended_t *e) {
  if (e->over == ENDED) e->ending = (int)get(r, ENDING_BITS);
  else {
    e->fault = (int)get(r, 8);
    e->source = (int)get(r, 16) - 1;
  }
}
