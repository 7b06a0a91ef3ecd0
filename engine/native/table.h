/* A table of records that keeps each once. Exact: two states are one only where their records are. Leaves what a record
   says to states.h, and memory to pages.h.

   Places lie in lines of 64 bytes, each with 8 tags and the numbers of their records. A record of at most 64 bits has a
   key that no other has, of which its line tells the front and its tag the end; once there are so many lines that the
   two tell the whole key, no record need be looked at. */

#define LINE 8
/* How many lines beyond its own a record may lie. */
#define STRAY 63
/* How many of a hundred places are filled at most. */
#define FULL 80
/* A place that is free has the number 0; others the number of their record and 1. */
typedef struct { uint32_t tags[LINE], numbers[LINE]; } line_t;
typedef struct {
  uint32_t *records;
  line_t *lines;
  /* How long records are; bits only of those of two words, whose keys depend on it. None has more than the longest. */
  int words, bits, longest, widened;
  /* Do line and tag tell a record? */
  int sure;
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
static inline u64 key_of(const table_t *t, const uint32_t *record) {
  if (!RARE(t->words > 2)) {
    unsigned over = 64 - (unsigned)t->bits, half = ((unsigned)t->bits + 1) / 2;
    u64 v = two_words(record) << over;
    v = (v * 0x9E3779B97F4A7C15ULL) >> over;
    v ^= v >> half;
    v = (v * 0xBF58476D1CE4E5B9ULL) << over >> over;
    v ^= v >> half;
    return (v * 0x94D049BB133111EBULL) << over;
  }
  u64 h = 0x243F6A8885A308D3ULL;
  for (int i = 0; i < t->words; i++) {
    h = (h ^ record[i]) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29;
  }
  return h * 0xBF58476D1CE4E5B9ULL;
}
static inline size_t group_of(const table_t *t, u64 key) {
  return (size_t)(((unsigned __int128)key * t->groups) >> 64);
}
static inline uint32_t tag_of(const table_t *t, u64 key) { return (uint32_t)(key >> (t->words == 2 ? 64 - t->bits : 0)); }
/* The least end of the keys whose records may lie in this line, and where tags tell keys, the only one with a tag. */
static inline u64 least_in(const table_t *t, size_t line) {
  size_t first = line < STRAY ? 0 : line - STRAY;
  return (u64)((((unsigned __int128)first << t->bits) + t->groups - 1) / t->groups);
}
static inline u64 key_above(const table_t *t, u64 least, uint32_t tag) {
  return (least + (uint32_t)(tag - (uint32_t)least)) << (64 - t->bits);
}
static inline void prefetch_line(const table_t *t, u64 key) { __builtin_prefetch(t->lines + group_of(t, key)); }

/* ---- finding */

/* Which of eight numbers are this one, as bits. */
static inline unsigned same_numbers(const uint32_t *numbers, uint32_t one) {
#ifdef __AVX2__
  const ints8 held = *(const ints8 *)(const void *)numbers;
  return (unsigned)__builtin_ia32_movmskps256((floats8)(held == (int)one));
#else
  unsigned same = 0;
  for (int i = 0; i < LINE; i++) same |= (unsigned)(numbers[i] == one) << i;
  return same;
#endif
}
static inline unsigned taken_in(const line_t *line) { return 255 & ~same_numbers(line->numbers, 0); }
/* Which places of a line hold this tag, as bits; `taken` which are not free. */
static inline unsigned same_tags(const line_t *line, uint32_t tag, unsigned *taken) {
  *taken = taken_in(line);
  return *taken & same_numbers(line->tags, tag);
}
static inline int same_record(const table_t *t, uint32_t number, const uint32_t *record) {
  const uint32_t *held = t->records + (size_t)number * (size_t)t->words;
  if (t->words == 2) return two_words(held) == two_words(record);
  return !memcmp(held, record, 4 * (size_t)t->words);
}
/* Asks for the memory of what is likely to be the record itself. */
static inline void prefetch_record(const table_t *t, u64 key) {
  const line_t *line = t->lines + group_of(t, key);
  unsigned taken, same = same_tags(line, tag_of(t, key), &taken);
  if (same) __builtin_prefetch(t->records + (size_t)(line->numbers[__builtin_ctz(same)] - 1) * (size_t)t->words);
}
/* The place of the record, or of where it would go; without a line where there is no room near its own. */
static inline slot_t find_slot(const table_t *t, const uint32_t *record, u64 key) {
  line_t *line = t->lines + group_of(t, key);
  uint32_t tag = tag_of(t, key);
  for (int i = 0; i <= STRAY; i++, line++) {
    unsigned taken, same = same_tags(line, tag, &taken);
    for (; same; same &= same - 1) {
      int at = __builtin_ctz(same);
      if (t->sure || same_record(t, line->numbers[at] - 1, record)) return (slot_t){line, at, 1};
    }
    if (taken != 255) return (slot_t){line, __builtin_ctz(~taken), 0};
  }
  return (slot_t){NULL, 0, 0};
}
static inline void fill_slot(slot_t slot, uint32_t tag, uint32_t number) {
  slot.line->tags[slot.at] = tag;
  slot.line->numbers[slot.at] = number + 1;
}
/* Where a record goes that is new. */
static inline slot_t free_slot(const table_t *t, u64 key) {
  line_t *line = t->lines + group_of(t, key);
  for (int i = 0; i <= STRAY; i++, line++) {
    unsigned taken = taken_in(line);
    if (taken != 255) return (slot_t){line, __builtin_ctz(~taken), 0};
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
static void set_groups(table_t *t, size_t groups) {
  t->groups = groups;
  t->most = groups * LINE / 100 * FULL;
  t->sure = t->words == 2 && (t->bits <= 32 || groups >> (t->bits - 32) > STRAY + 1);
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
      fill_slot(slot, tag_of(t, *key), (uint32_t)(i - AHEAD));
    }
    if (i >= t->count) continue;
    *key = key_of(t, t->records + i * (size_t)t->words);
    prefetch_line(t, *key);
  }
  return 1;
}
/* How many places of the new lines are taken, of those from `low` on that records may still come to. */
#define NEAR_LINES 1024
typedef struct { size_t low; u8 taken[NEAR_LINES]; } filling_t;
/* Puts all that lies in a line where it belongs among more lines; 0 where it finds no room. */
static inline int spread_line(table_t *t, const table_t *old, const line_t *line, size_t at, filling_t *filling) {
  u64 least = least_in(old, at);
  for (int k = 0; k < LINE && line->numbers[k]; k++) {
    size_t to = group_of(t, key_above(old, least, line->tags[k])), most = to + STRAY;
    while (RARE(filling->low > to)) filling->taken[--filling->low % NEAR_LINES] = 0;
    while (RARE(filling->taken[to % NEAR_LINES] == LINE))
      if (++to > most) return 0;
    fill_slot((slot_t){t->lines + to, filling->taken[to % NEAR_LINES]++, 0}, line->tags[k], line->numbers[k] - 1);
  }
  return 1;
}
/* From the last line to the first, so that among half as many lines again no record goes below where it lay, but for
   those of the first few lines. */
#define FIRST_LINES 256
static int spread(table_t *t, const table_t *old) {
  line_t first[FIRST_LINES], line;
  size_t all = old->groups + STRAY, n = all < FIRST_LINES ? all : FIRST_LINES;
  filling_t filling = {t->groups + STRAY, {0}};
  memcpy(first, t->lines, n * sizeof line);
  memset(t->lines, 0, n * sizeof line);
  for (size_t i = all; i-- > n;) {
    line = t->lines[i];
    memset(t->lines + i, 0, sizeof line);
    if (!spread_line(t, old, &line, i, &filling)) return 0;
  }
  for (size_t i = n; i--;)
    if (!spread_line(t, old, first + i, i, &filling)) return 0;
  return 1;
}
/* Fills all lines from the records, making more where they do not suffice; 0 where there is no memory. */
static int refill(table_t *t) {
  set_groups(t, t->groups);
  for (;;) {
    table_clear(t);
    if (fill_lines(t)) return 1;
    if (!more_lines(t, t->groups + t->groups / 8 + 1)) return 0;
  }
}
#define MORE_LINES(groups) ((groups) + (groups) / 2)
/* Makes half as many lines again. */
static int table_more(table_t *t) {
  table_t old = *t;
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
