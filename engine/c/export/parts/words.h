/* ---------------------------------------------------------------- words */

/* How a value is told: as yes or no, a number, a card, or one of so many words (`bare`: as they stand in the rules). */
enum { BY_TRUTH, BY_NUMBER, BY_CARD, BY_WORD };
typedef struct {
  int how, size;
  const char *const *words, *const *bare;
} kind;

/* A text that is written into a buffer, and goes on being counted where the buffer ends. */
typedef struct {
  char *to;
  size_t room, used;
} writer;

static inline void put(writer *w, const char *text) {
  for (; *text; text++, w->used++)
    if (w->used + 1 < w->room) w->to[w->used] = *text;
}

static inline size_t written(writer *w) {
  if (w->room) w->to[w->used < w->room ? w->used : w->room - 1] = 0;
  return w->used;
}

static inline void put_value(writer *w, const kind *kind, num value) {
  char digits[24];
  switch (kind->how) {
    case BY_TRUTH: put(w, value ? "yes" : "no"); break;
    case BY_CARD: put(w, value < 0 ? "no card" : CARD_NAMES[value]); break;
    case BY_WORD: put(w, value < 0 ? "nobody" : kind->words[value]); break;
    default:
      (void)snprintf(digits, sizeof digits, "%lld", value);
      put(w, digits);
  }
}

static inline void put_pile(writer *w, const u8 *pile) {
  if (!pile[0]) put(w, "no cards");
  for (int i = 1; i <= pile[0]; i++) {
    if (i > 1) put(w, " ");
    put(w, CARD_NAMES[pile[i]]);
  }
}

static inline void put_set(writer *w, set_t cards) {
  u8 list[PILE];
  list_set(list, cards);
  put_pile(w, list);
}

/* A part of a text that is read: from `at` up to `end`. */
typedef struct {
  const char *at, *end;
} reader;

static inline void trim(reader *r) {
  while (r->at < r->end && *r->at == ' ') r->at++;
  while (r->at < r->end && r->end[-1] == ' ') r->end--;
}

static inline bool reads(reader r, const char *word) {
  size_t n = strlen(word);
  return (size_t)(r.end - r.at) == n && !memcmp(r.at, word, n);
}

/* The next argument: what is left up to a comma or the end. */
static inline reader next_part(reader *r) {
  reader part = *r;
  while (r->at < r->end && *r->at != ',') r->at++;
  part.end = r->at;
  if (r->at < r->end) r->at++;
  trim(&part);
  return part;
}

static inline int capital(int sign) {
  return sign >= 'a' && sign <= 'z' ? sign - 32 : sign;
}

/* A card by its name, in small or capital letters; -1 where there is none. */
static inline int read_card(reader r) {
  for (int card = 0; card < DECK; card++) {
    const char *name = CARD_NAMES[card], *at = r.at;
    while (at < r.end && *name && capital(*at) == capital(*name)) at++, name++;
    if (at == r.end && !*name) return card;
  }
  return -1;
}

static inline bool read_number(reader r, num *value) {
  bool minus = r.at < r.end && *r.at == '-';
  num found = 0;
  r.at += minus;
  if (r.at == r.end || r.end - r.at > 18) return false;
  for (; r.at < r.end; r.at++) {
    if (*r.at < '0' || *r.at > '9') return false;
    found = found * 10 + (*r.at - '0');
  }
  *value = minus ? -found : found;
  return true;
}

static inline bool read_value(reader *from, const kind *kind, int64_t *value) {
  reader r = next_part(from);
  num number = -1;
  switch (kind->how) {
    case BY_TRUTH:
      *value = reads(r, "yes");
      return *value || reads(r, "no");
    case BY_CARD: return (*value = read_card(r)) >= 0;
    case BY_NUMBER:
      if (!read_number(r, &number)) return false;
      *value = number;
      return true;
    default:
      *value = -1;
      if (reads(r, "nobody")) return true;
      for (int i = 0; i < kind->size; i++)
        if (reads(r, kind->words[i]) || reads(r, kind->bare[i])) *value = i;
      return *value >= 0;
  }
}

/* Cards in the order told, each at most once and no more than `most`. */
static inline bool read_pile(reader *from, u8 *pile, int most) {
  reader r = next_part(from);
  set_t found = NO_CARDS;
  pile[0] = 0;
  if (reads(r, "no cards")) return true;
  while (r.at < r.end) {
    reader word = r;
    int card;
    while (r.at < r.end && *r.at != ' ') r.at++;
    word.end = r.at;
    while (r.at < r.end && *r.at == ' ') r.at++;
    card = read_card(word);
    if (card < 0 || has(found, card) || pile[0] == most) return false;
    found |= ONE(card);
    pile[++pile[0]] = (u8)card;
  }
  return true;
}

static inline bool read_set(reader *from, set_t *cards) {
  u8 pile[PILE];
  if (!read_pile(from, pile, DECK)) return false;
  *cards = set_of(pile);
  return true;
}
