/* States as short records of bits, and a table of them that keeps each once. Exact: two states are one only where their
   records are. Needs the generated tables of cells and fields.

   A record holds the step (or how play ended), the fields by their ranges, the number of cards of each cell in unary,
   and the cards of each cell as their places among those not yet told: of a set the number of the combination, of a
   heap that below its top card. What no cell tells is hidden. */

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define RECORD_BITS (64 + FIELDS_BITS + (DECK + CELLS) + 2 * CELLS + DECK + 8 * DECK)
#define RECORD_WORDS (RECORD_BITS / 32 + 2)
enum { IS_SET, IS_PILE, IS_HEAP, IS_BAG };

typedef struct { uint32_t *to; u64 held; int bits; } writer;
static inline void put(writer *w, u64 value, int bits) {
  w->held |= value << w->bits;
  w->bits += bits;
  if (w->bits < 32) return;
  *w->to++ = (uint32_t)w->held;
  w->held >>= 32;
  w->bits -= 32;
}
static inline void put_long(writer *w, u64 value, int bits) {
  if (bits > 32) {
    put(w, value & UINT32_MAX, 32);
    value >>= 32;
    bits -= 32;
  }
  put(w, value, bits);
}
typedef struct { const uint32_t *from; u64 held; int bits; } reader;
static inline u64 get(reader *r, int bits) {
  u64 value;
  if (r->bits < bits) {
    r->held |= (u64)*r->from++ << r->bits;
    r->bits += 32;
  }
  value = r->held & (((u64)1 << bits) - 1);
  r->held >>= bits;
  r->bits -= bits;
  return value;
}
static inline u64 get_long(reader *r, int bits) {
  u64 low;
  if (bits <= 32) return get(r, bits);
  low = get(r, 32);
  return low | get(r, bits - 32) << 32;
}
static inline int bits_for(u64 values) { return values > 1 ? 64 - __builtin_clzll(values - 1) : 0; }

/* ---- the cards of a cell among those left */

static u8 place_bits[DECK + 1], combination_bits[DECK + 1][DECK + 1];
static void make_bits(void) {
  make_combinations();
  for (int n = 0; n <= DECK; n++) {
    place_bits[n] = (u8)bits_for((u64)n);
    for (int k = 0; k <= n; k++)
      combination_bits[n][k] = combinations[n][k] == UINT64_MAX ? UINT8_MAX : (u8)bits_for(combinations[n][k]);
  }
}
static inline int place_in(set_t left, int card) { return size_of(left & (ONE(card) - 1)); }
static inline int card_at_place(set_t left, int place) {
  for (; place; place--) left &= left - 1;
  return low_of(left);
}
static inline void put_card(writer *w, set_t *left, int card) {
  put(w, (u64)place_in(*left, card), place_bits[size_of(*left)]);
  *left &= ~ONE(card);
}
static inline int get_card(reader *r, set_t *left) {
  int card = card_at_place(*left, (int)get(r, place_bits[size_of(*left)]));
  *left &= ~ONE(card);
  return card;
}
static inline void put_set(writer *w, set_t *left, set_t cards) {
  int n = size_of(*left), k = size_of(cards);
  if (combination_bits[n][k] == UINT8_MAX) {
    for (; cards; cards &= cards - 1) put_card(w, left, low_of(cards));
    return;
  }
  u64 number = 0;
  int i = 1;
  for (set_t x = cards; x; x &= x - 1, i++) number += combinations[place_in(*left, low_of(x))][i];
  put_long(w, number, combination_bits[n][k]);
  *left &= ~cards;
}
static inline set_t get_set(reader *r, set_t *left, int k) {
  int n = size_of(*left);
  u8 among[DECK + 1];
  set_t cards = 0;
  u64 number;
  if (!k) return 0;
  if (combination_bits[n][k] == UINT8_MAX) {
    for (; k; k--) cards |= ONE(get_card(r, left));
    return cards;
  }
  if (n == k) cards = *left;
  else {
    number = get_long(r, combination_bits[n][k]);
    list_set(among, *left);
    for (int place = n - 1; k; place--)
      if (combinations[place][k] <= number) {
        number -= combinations[place][k--];
        cards |= ONE(among[place + 1]);
      }
  }
  *left &= ~cards;
  return cards;
}

/* ---- whole states */

typedef struct { int over, ending, fault, source; } ended_t;

static int pack(const state *s, ended_t e, uint32_t *to) {
  writer w = {to, 0, 0};
  set_t left = ALL_CARDS;
  put(&w, (u64)e.over, 2);
  put(&w, (u64)s->step, STEP_BITS);
  if (e.over == ENDED) put(&w, (u64)e.ending, 8);
  if (e.over == FAULTED) put(&w, (u64)e.fault, 8), put(&w, (u64)(e.source + 1), 16);
  for (int i = 0; i < FIELDS; i++) put(&w, (u64)((num)s->fields[i] - field_low[i]), field_bits[i]);
  for (int c = 0; c < CELLS; c++) {
    int n = cell_kind[c] == IS_SET ? size_of(s->sets[cell_at[c]]) : s->piles[cell_at[c]][0];
    for (; n >= 24; n -= 24) put(&w, 0, 24);
    put(&w, (u64)1 << n, n + 1);
  }
  for (int c = 0; c < CELLS; c++) {
    const u8 *pile = s->piles[cell_kind[c] == IS_SET ? 0 : cell_at[c]];
    int n = pile[0], known = 0;
    switch (cell_kind[c]) {
    case IS_SET: put_set(&w, &left, s->sets[cell_at[c]]); break;
    case IS_HEAP:
      if (!n) break;
      put_card(&w, &left, pile[n]);
      put_set(&w, &left, set_of(pile) & ~ONE(pile[n]));
      break;
    case IS_BAG:
      if (!n) break;
      for (int i = 1; i <= n; i++) known |= pile[i] != DECK;
      put(&w, (u64)known, 1);
      if (!known) break;
      for (int i = 1; i <= n; i++) {
        put(&w, pile[i] != DECK, 1);
        if (pile[i] != DECK) put_card(&w, &left, pile[i]);
      }
      break;
    default:
      for (int i = 1; i <= n; i++) put_card(&w, &left, pile[i]);
    }
  }
  put(&w, 0, 31);
  return (int)(w.to - to) + (w.bits && w.held);
}
static inline int get_size(reader *r) {
  int n = 0;
  for (;;) {
    if (!r->bits) {
      r->held = *r->from++;
      r->bits = 32;
    }
    int zeros = r->held ? __builtin_ctzll(r->held) : 64;
    if (zeros < r->bits) {
      r->held >>= zeros + 1;
      r->bits -= zeros + 1;
      return n + zeros;
    }
    n += r->bits;
    r->held = 0;
    r->bits = 0;
  }
}
static ended_t unpack(const uint32_t *from, state *s) {
  reader r = {from, 0, 0};
  ended_t e = {0, -1, NO_FAULT, -1};
  int sizes[CELLS];
  set_t left = ALL_CARDS;
  e.over = (int)get(&r, 2);
  s->step = (int32_t)get(&r, STEP_BITS);
  if (e.over == ENDED) e.ending = (int)get(&r, 8);
  if (e.over == FAULTED) {
    e.fault = (int)get(&r, 8);
    e.source = (int)get(&r, 16) - 1;
  }
  for (int i = 0; i < FIELDS; i++) s->fields[i] = (int32_t)((num)get(&r, field_bits[i]) + field_low[i]);
  for (int c = 0; c < CELLS; c++) sizes[c] = get_size(&r);
  for (int c = 0; c < CELLS; c++) {
    u8 *pile = s->piles[cell_kind[c] == IS_SET ? 0 : cell_at[c]];
    int n = sizes[c];
    if (cell_kind[c] == IS_SET) {
      s->sets[cell_at[c]] = get_set(&r, &left, n);
      continue;
    }
    pile[0] = (u8)n;
    if (!n) continue;
    switch (cell_kind[c]) {
    case IS_HEAP: {
      u8 below[DECK + 1];
      pile[n] = (u8)get_card(&r, &left);
      list_set(below, get_set(&r, &left, n - 1));
      memcpy(pile + 1, below + 1, (size_t)n - 1);
      break;
    }
    case IS_BAG:
      memset(pile + 1, DECK, (size_t)n);
      if (!get(&r, 1)) break;
      for (int i = 1; i <= n; i++)
        if (get(&r, 1)) pile[i] = (u8)get_card(&r, &left);
      break;
    default:
      for (int i = 1; i <= n; i++) pile[i] = (u8)get_card(&r, &left);
    }
  }
  return e;
}

/* ---- a table of records: places in lines of 64 bytes, each with 12 tags and the numbers of their records */

#define LINE 12
/* No tag is 0, which is a free place, nor CLOSED, with which a line is filled up. */
#define CLOSED 255
typedef struct { u8 tags[16]; uint32_t number[LINE]; } line_t;
typedef struct {
  uint32_t *records;
  line_t *lines;
  int words;
  size_t count, room, groups;
} table_t;

/* Memory that is met at random is kept in few, great pages where the system has them. */
static void great_pages(void *from, size_t bytes) {
#ifdef MADV_HUGEPAGE
  uintptr_t first = ((uintptr_t)from + 4095) & ~(uintptr_t)4095, end = ((uintptr_t)from + bytes) & ~(uintptr_t)4095;
  if (end > first && bytes >= 1 << 22) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)from, (void)bytes;
#endif
}
static inline u64 hash_record(const uint32_t *record, int words) {
  u64 h = 0x243F6A8885A308D3ULL;
  for (int i = 0; i < words; i++) {
    h = (h ^ record[i]) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29;
  }
  return h * 0xBF58476D1CE4E5B9ULL;
}
static inline size_t group_of(const table_t *t, u64 hash) { return (size_t)(((hash >> 24 & UINT32_MAX) * t->groups) >> 32); }
static inline u8 tag_of(u64 hash) { return (u8)(1 + (hash >> 56) % (CLOSED - 1)); }
/* Which of the 16 tags of a line are this one, as bits. */
static inline unsigned same_tags(const line_t *line, u8 tag) {
#ifdef __SSE2__
  __m128i held = _mm_load_si128((const __m128i *)(const void *)line->tags);
  return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(held, _mm_set1_epi8((char)tag)));
#else
  unsigned found = 0;
  for (int i = 0; i < LINE; i++) found |= (unsigned)(line->tags[i] == tag) << i;
  return found;
#endif
}
static inline void prefetch_line(const table_t *t, u64 hash) { __builtin_prefetch(t->lines + group_of(t, hash)); }
static inline int same_record(const table_t *t, uint32_t number, const uint32_t *record) {
  const uint32_t *held = t->records + (size_t)number * (size_t)t->words;
  for (int i = 0; i < t->words; i++)
    if (held[i] != record[i]) return 0;
  return 1;
}
/* Asks for the memory of what is likely to be the record itself. */
static inline void prefetch_record(const table_t *t, u64 hash) {
  const line_t *line = t->lines + group_of(t, hash);
  unsigned same = same_tags(line, tag_of(hash));
  if (same) __builtin_prefetch(t->records + (size_t)line->number[__builtin_ctz(same)] * (size_t)t->words);
}
typedef struct { line_t *line; int at; } slot_t;
/* The place of the record, or of where it would go; `is_free` tells which. Without a record: where a new one goes. */
static inline slot_t find_slot(const table_t *t, const uint32_t *record, u64 hash, int *is_free) {
  size_t group = group_of(t, hash);
  u8 tag = tag_of(hash);
  for (;; group = group + 1 == t->groups ? 0 : group + 1) {
    line_t *line = t->lines + group;
    unsigned none;
    for (unsigned same = record ? same_tags(line, tag) : 0; same; same &= same - 1) {
      int at = __builtin_ctz(same);
      if (same_record(t, line->number[at], record)) return *is_free = 0, (slot_t){line, at};
    }
    none = same_tags(line, 0);
    if (none) return *is_free = 1, (slot_t){line, __builtin_ctz(none)};
  }
}
static inline void fill_slot(slot_t slot, u64 hash, uint32_t number) {
  slot.line->tags[slot.at] = tag_of(hash);
  slot.line->number[slot.at] = number;
}
static size_t table_bytes(const table_t *t) { return t->room * 4 * (size_t)t->words + t->groups * sizeof *t->lines; }
static void table_clear(table_t *t) {
  for (size_t i = 0; i < t->groups; i++) {
    memset(t->lines[i].tags, 0, LINE);
    memset(t->lines[i].tags + LINE, CLOSED, 16 - LINE);
  }
}
#define AHEAD 24
/* Makes the places anew, so many lines; 0 where there is no memory. */
static int table_places(table_t *t, size_t groups) {
  int is_free;
  size_t bytes = groups * sizeof *t->lines;
  u64 hashes[AHEAD];
  free(t->lines);
  t->lines = aligned_alloc(64, bytes);
  t->groups = groups;
  if (!t->lines) return 0;
  great_pages(t->lines, bytes);
  table_clear(t);
  for (size_t i = 0; i < t->count + AHEAD; i++) {
    u64 *hash = hashes + i % AHEAD;
    if (i >= AHEAD) fill_slot(find_slot(t, NULL, *hash, &is_free), *hash, (uint32_t)(i - AHEAD));
    if (i >= t->count) continue;
    *hash = hash_record(t->records + i * (size_t)t->words, t->words);
    prefetch_line(t, *hash);
  }
  return 1;
}
static int table_room(table_t *t, size_t room) {
  size_t bytes = (room * (size_t)t->words + 8) * 4;
  uint32_t *more = realloc(t->records, bytes);
  if (!more) return 0;
  great_pages(more, bytes);
  t->records = more;
  t->room = room;
  return 1;
}
/* Makes every record longer: what was told stays, followed by nothing. */
static int table_widen(table_t *t, int words) {
  int old = t->words;
  t->words = words;
  if (!table_room(t, t->room)) return 0;
  for (size_t i = t->count; i--;) {
    memmove(t->records + i * (size_t)words, t->records + i * (size_t)old, 4 * (size_t)old);
    memset(t->records + i * (size_t)words + old, 0, 4 * (size_t)(words - old));
  }
  return table_places(t, t->groups);
}
