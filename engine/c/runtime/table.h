/* A table of records that keeps each once. Exact: two states are one only where their records are. Leaves what a record
   says to states.h, and memory to pages.h.

   Places lie in lines of 64 bytes. A record of at most 64 bits has a key that no other has, of which its line tells the
   front and its tag the end. A numbered line has 8 tags and the numbers of their records, at which to look where line
   and tag do not tell the whole key. Once there are so many lines that they do, and where nobody asks for numbers, lines
   are plain: 16 tags, each with its highest bit set. */

#define PLACES 16
#define NUMBERED 8
/* How many lines beyond its own a record may lie. */
#define STRAY 63
/* How many of a hundred places are filled at most. */
#define FULL 80
#define TAKEN ((uint32_t)1 << 31)
/* What is free is 0: in plain lines a tag, in numbered ones a number, which is one more than that of a record. */
typedef struct { _Alignas(64) uint32_t at[PLACES]; } line_t;
typedef struct {
  uint32_t *records;
  line_t *lines;
  /* How long records are; bits only of those of two words, whose keys depend on it. None has more than the longest. */
  int words, bits, longest, widened;
  /* Do line and tag tell a record? Are lines plain? Does somebody ask for numbers? */
  int sure, plain, asked;
  size_t count, room, groups, most;
} table_t;
typedef struct { line_t *line; int at, found; } slot_t;

/* ---- keys */

static inline u64 two_words(const uint32_t *record) {
  u64 value;
  memcpy(&value, record, sizeof value);
  return value;
}
/* Spreads records over all keys; those of two words one to one: each step can be undone among numbers of so many bits. */
static inline u64 key_of_two(u64 v, unsigned bits) {
  unsigned over = 64 - bits, half = (bits + 1) / 2;
  v = (v << over) * 0x9E3779B97F4A7C15ULL >> over;
  v ^= v >> half;
  v = (v * 0xBF58476D1CE4E5B9ULL) << over >> over;
  v ^= v >> half;
  return (v * 0x94D049BB133111EBULL) << over;
}
static inline u64 key_of(const table_t *t, const uint32_t *record) {
  if (!RARE(t->words > 2)) return key_of_two(two_words(record), (unsigned)t->bits);
  u64 h = 0x243F6A8885A308D3ULL;
  for (int i = 0; i < t->words; i++) {
    h = (h ^ record[i]) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29;
  }
  return h * 0xBF58476D1CE4E5B9ULL;
}
static inline size_t group_of(u64 key, size_t groups) { return (size_t)(((unsigned __int128)key * groups) >> 64); }
static inline unsigned tag_shift(const table_t *t) { return t->words == 2 ? 64 - (unsigned)t->bits : 0; }
static inline uint32_t tag_of(const table_t *t, u64 key) {
  return (uint32_t)(key >> tag_shift(t)) | (t->plain ? TAKEN : 0);
}
static inline void prefetch_line(const table_t *t, u64 key) { __builtin_prefetch(t->lines + group_of(key, t->groups)); }

/* ---- finding */

/* Which of eight numbers are this one, as bits. */
static inline unsigned same_numbers(const uint32_t *numbers, uint32_t one) {
#ifdef __AVX2__
  const ints8 held = *(const ints8 *)(const void *)numbers;
  return (unsigned)__builtin_ia32_movmskps256((floats8)(held == (int)one));
#else
  unsigned same = 0;
  for (int i = 0; i < NUMBERED; i++) same |= (unsigned)(numbers[i] == one) << i;
  return same;
#endif
}
/* Which of eight have the highest bit. */
static inline unsigned highest_bits(const uint32_t *numbers) {
#ifdef __AVX2__
  return (unsigned)__builtin_ia32_movmskps256((floats8)*(const ints8 *)(const void *)numbers);
#else
  unsigned bits = 0;
  for (int i = 0; i < NUMBERED; i++) bits |= (numbers[i] >> 31) << i;
  return bits;
#endif
}
static inline unsigned taken_in(const line_t *line, int plain) {
  return plain ? highest_bits(line->at) | highest_bits(line->at + NUMBERED) << NUMBERED
               : 255 & ~same_numbers(line->at + NUMBERED, 0);
}
static inline unsigned all_taken(int plain) { return plain ? 0xffff : 255; }
static inline unsigned same_tags(const line_t *line, uint32_t tag) {
  return same_numbers(line->at, tag) | same_numbers(line->at + NUMBERED, tag) << NUMBERED;
}
static inline int same_record(const table_t *t, uint32_t number, const uint32_t *record) {
  const uint32_t *held = t->records + (size_t)number * (size_t)t->words;
  if (t->words == 2) return two_words(held) == two_words(record);
  return !memcmp(held, record, 4 * (size_t)t->words);
}
static inline uint32_t number_at(slot_t slot) { return slot.line->at[NUMBERED + slot.at] - 1; }
/* Asks for the memory of what is likely to be the record itself. */
static inline void prefetch_record(const table_t *t, u64 key) {
  const line_t *line = t->lines + group_of(key, t->groups);
  unsigned same = taken_in(line, 0) & same_numbers(line->at, tag_of(t, key));
  if (same) __builtin_prefetch(t->records + (size_t)(line->at[NUMBERED + __builtin_ctz(same)] - 1) * (size_t)t->words);
}
static slot_t find_plain(const table_t *t, u64 key) {
  line_t *line = t->lines + group_of(key, t->groups);
  uint32_t tag = tag_of(t, key);
  for (int i = 0; i <= STRAY; i++, line++) {
    unsigned same = same_tags(line, tag), taken = taken_in(line, 1);
    if (same) return (slot_t){line, __builtin_ctz(same), 1};
    if (taken != 0xffff) return (slot_t){line, __builtin_ctz(~taken), 0};
  }
  return (slot_t){NULL, 0, 0};
}
static inline slot_t find_numbered(const table_t *t, const uint32_t *record, u64 key) {
  line_t *line = t->lines + group_of(key, t->groups);
  uint32_t tag = tag_of(t, key);
  for (int i = 0; i <= STRAY; i++, line++) {
    unsigned taken = taken_in(line, 0), same = taken & same_numbers(line->at, tag);
    for (; same; same &= same - 1) {
      slot_t slot = {line, __builtin_ctz(same), 1};
      if (t->sure || same_record(t, number_at(slot), record)) return slot;
    }
    if (taken != 255) return (slot_t){line, __builtin_ctz(~taken), 0};
  }
  return (slot_t){NULL, 0, 0};
}
/* The place of the record, or of where it would go; without a line where there is no room near its own. */
static inline slot_t find_slot(const table_t *t, const uint32_t *record, u64 key) {
  return t->plain ? find_plain(t, key) : find_numbered(t, record, key);
}
static inline void fill_slot(const table_t *t, slot_t slot, uint32_t tag, uint32_t number) {
  slot.line->at[slot.at] = tag;
  if (!t->plain) slot.line->at[NUMBERED + slot.at] = number + 1;
}
/* A place for a record that is known to be new. */
static inline slot_t free_slot(const table_t *t, u64 key) {
  line_t *line = t->lines + group_of(key, t->groups);
  for (int i = 0; i <= STRAY; i++, line++) {
    unsigned taken = taken_in(line, t->plain);
    if (taken != all_taken(t->plain)) return (slot_t){line, __builtin_ctz(~taken), 0};
  }
  return (slot_t){NULL, 0, 0};
}

/* ---- growing */

static size_t lines_bytes(size_t groups) { return whole_pages((groups + STRAY) * sizeof(line_t)); }
static size_t records_bytes(const table_t *t, size_t room) { return whole_pages((room * (size_t)t->words + 8) * 4); }
static size_t table_bytes(const table_t *t) { return records_bytes(t, t->room) + lines_bytes(t->groups); }
static void table_clear(table_t *t) { memset(t->lines, 0, lines_bytes(t->groups)); }
static void table_free(table_t *t) {
  free_pages(t->lines, lines_bytes(t->groups));
  free_pages(t->records, records_bytes(t, t->room));
}
/* Could tags of so many bits tell with their lines which record they are of? */
static int tags_tell(const table_t *t, int tag_bits) {
  return t->words == 2 && (t->bits <= tag_bits || t->groups >> (t->bits - tag_bits) > STRAY + 1);
}
static void set_groups(table_t *t, size_t groups) {
  t->groups = groups;
  t->plain = t->plain && tags_tell(t, 31);
  t->most = groups * (t->plain ? PLACES : NUMBERED) / 100 * FULL;
  t->sure = t->plain || tags_tell(t, 32);
}
/* Makes room for so many lines, or those that fill its pages; the new ones are free. 0 where there is no memory. */
static int more_lines(table_t *t, size_t groups) {
  size_t had = t->lines ? lines_bytes(t->groups) : 0;
  line_t *lines = more_pages(t->lines, had, lines_bytes(groups));
  if (!lines) return 0;
  t->lines = lines;
  set_groups(t, lines_bytes(groups) / sizeof *lines - STRAY);
  return 1;
}
#define AHEAD 24
/* Fills the lines anew from the records; 0 where one finds no room. */
static int fill_lines(table_t *t) {
  u64 keys[AHEAD];
  for (size_t i = 0; i < t->count + AHEAD; i++) {
    u64 *key = keys + i % AHEAD;
    if (i >= AHEAD) {
      slot_t slot = free_slot(t, *key);
      if (!slot.line) return 0;
      fill_slot(t, slot, tag_of(t, *key), (uint32_t)(i - AHEAD));
    }
    if (i >= t->count) continue;
    *key = key_of(t, t->records + i * (size_t)t->words);
    prefetch_line(t, *key);
  }
  return 1;
}
/* The least end of the keys whose records may lie in a line, the only one with its tag: of one line after the other,
   from the last to the first. */
typedef struct { u64 quotient, rest, step, step_rest, groups; } least_t;
static least_t least_of(const table_t *t, size_t line) {
  const unsigned __int128 one = (unsigned __int128)1 << t->bits, all = one * (line < STRAY ? 0 : line - STRAY);
  return (least_t){(u64)(all / t->groups), (u64)(all % t->groups), (u64)(one / t->groups), (u64)(one % t->groups), t->groups};
}
static inline u64 least_now(const least_t *l) { return l->quotient + (l->rest > 0); }
static inline void line_before(least_t *l) {
  int borrows = l->rest < l->step_rest;
  l->quotient -= l->step + (u64)borrows;
  l->rest += (borrows ? l->groups : 0) - l->step_rest;
}
/* How many places of the new lines are taken, of those from `low` on that records may still come to. */
#define NEAR_LINES 1024
typedef struct { size_t low; u8 taken[NEAR_LINES]; } filling_t;
/* Puts all that lies in a line where it belongs among more lines; 0 where it finds no room. */
static inline int spread_line(table_t *t, const line_t *line, u64 least, filling_t *filling, const int plain) {
  const unsigned over = 64 - (unsigned)t->bits, places = plain ? PLACES : NUMBERED;
  const uint32_t mask = plain ? TAKEN - 1 : UINT32_MAX;
  const size_t groups = t->groups;
  size_t low = group_of(least << over, groups);
  int n = __builtin_popcount(taken_in(line, plain));
  for (; filling->low > low; filling->low--) filling->taken[(filling->low - 1) % NEAR_LINES] = 0;
  for (int k = 0; k < n; k++) {
    uint32_t tag = line->at[k];
    size_t to = group_of((least + ((tag - (uint32_t)least) & mask)) << over, groups), most = to + STRAY;
    unsigned at = filling->taken[to % NEAR_LINES];
    while (RARE(at == places)) {
      if (++to > most) return 0;
      at = filling->taken[to % NEAR_LINES];
    }
    filling->taken[to % NEAR_LINES] = (u8)(at + 1);
    t->lines[to].at[at] = tag;
    if (!plain) t->lines[to].at[NUMBERED + at] = line->at[NUMBERED + k];
  }
  return 1;
}
/* From the last line to the first, so that among half as many lines again no record goes below where it lay, but for
   those of the first few lines. */
#define FIRST_LINES 256
static inline int spread_lines(table_t *t, const table_t *old, const int plain) {
  line_t first[FIRST_LINES], line;
  size_t all = old->groups + STRAY, n = all < FIRST_LINES ? all : FIRST_LINES;
  filling_t filling = {t->groups + STRAY, {0}};
  least_t least = least_of(old, all - 1);
  memcpy(first, t->lines, n * sizeof line);
  memset(t->lines, 0, n * sizeof line);
  for (size_t i = all; i--;) {
    if (i < n) line = first[i];
    else {
      line = t->lines[i];
      memset(t->lines + i, 0, sizeof line);
    }
    if (!spread_line(t, &line, least_now(&least), &filling, plain)) return 0;
    if (i > STRAY) line_before(&least);
  }
  return 1;
}
static __attribute__((noinline)) int spread(table_t *t, const table_t *old) {
  return t->plain ? spread_lines(t, old, 1) : spread_lines(t, old, 0);
}
#define MORE_LINES(groups) ((groups) + (groups) / 2)
/* Fills all lines from the records, making more where they do not suffice; 0 where there is no memory. */
static int refill(table_t *t) {
  set_groups(t, t->groups);
  while (t->count >= t->most)
    if (!more_lines(t, MORE_LINES(t->groups))) return 0;
  for (;;) {
    table_clear(t);
    if (fill_lines(t)) return 1;
    if (!more_lines(t, t->groups + t->groups / 8 + 1)) return 0;
  }
}
/* Makes half as many lines again, or the same plain ones, which have twice the room. */
static int table_more(table_t *t) {
  table_t old = *t;
  t->plain = t->plain || (!t->asked && tags_tell(t, 31));
  if (t->plain != old.plain) return refill(t);
  if (!more_lines(t, MORE_LINES(t->groups))) return 0;
  return (old.sure && spread(t, &old)) || refill(t);
}
static int table_room(table_t *t, size_t room) {
  size_t had = t->records ? records_bytes(t, t->room) : 0, bytes = records_bytes(t, room);
  uint32_t *more = more_pages(t->records, had, bytes);
  if (!more) return 0;
  t->records = more;
  t->room = (bytes / 4 - 8) / (size_t)t->words;
  return 1;
}
/* Makes room for records of so many bits: what was told stays, followed by nothing. */
static int table_widen(table_t *t, int bits) {
  int old = t->words, words = bits <= 64 ? 2 : (bits + 31) / 32;
  if (words > old) {
    size_t had = records_bytes(t, t->room), bytes = whole_pages((t->room * (size_t)words + 8) * 4);
    uint32_t *more = more_pages(t->records, had, bytes);
    if (!more) return 0;
    t->records = more;
    t->words = words;
    t->room = (bytes / 4 - 8) / (size_t)words;
    for (size_t i = t->count; i--;) {
      memmove(t->records + i * (size_t)words, t->records + i * (size_t)old, 4 * (size_t)old);
      memset(t->records + i * (size_t)words + old, 0, 4 * (size_t)(words - old));
    }
  }
  t->bits = bits < 62 ? (bits + 3) & ~3 : 64;
  t->longest = t->words == 2 ? t->bits : 32 * t->words;
  t->widened++;
  return refill(t);
}
