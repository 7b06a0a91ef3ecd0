static void put(writer *w, const char *text) {
  for (; *text; text++, w->used++)
    if (w->used + 1 < w->room) w->to[w->used] = *text;
}

static size_t written(writer *w) {
  if (w->room) w->to[w->used < w->room ? w->used : w->room - 1] = 0;
  return w->used;
}

static void put_value(writer *w, int kind, num value) {
  char digits[24];
  if (kind == BY_NUMBER) {
    (void)snprintf(digits, sizeof digits, "%lld", value);
    put(w, digits);
  } else if (kind == BY_CARD) {
    put(w, value < 0 ? "no card" : GAME_card_names[value]);
  } else if (kind == BY_TRUTH) {
    put(w, value ? "yes" : "no");
  } else {
    put(w, value < 0 ? "nobody" : kinds[kind].words[value]);
  }
}

static void put_pile(writer *w, const u8 *pile) {
  if (!pile[0]) put(w, "no cards");
  for (int i = 1; i <= pile[0]; i++) {
    if (i > 1) put(w, " ");
    put(w, GAME_card_names[pile[i]]);
  }
}

static void put_set(writer *w, set_t cards) {
  u8 list[PILE];
  list_set(list, cards);
  put_pile(w, list);
}

size_t GAME_describe(const GAME_move *move, char *text, size_t size) {
  writer w = {text, size, 0};
  put(&w, GAME_move_names[move->kind]);
  put_arguments(&w, move);
  return written(&w);
}

size_t GAME_field_text(const GAME_state *state, int field, char *text, size_t size) {
  writer w = {text, size, 0};
  put_value(&w, field_kinds[field], state->position.fields[field]);
  return written(&w);
}

static void trim(reader *r) {
  while (r->at < r->end && *r->at == ' ') r->at++;
  while (r->at < r->end && r->end[-1] == ' ') r->end--;
}

static int reads(reader r, const char *word) {
  size_t n = strlen(word);
  return (size_t)(r.end - r.at) == n && !memcmp(r.at, word, n);
}

/* The next argument: what is left up to a comma or the end. */
static reader next_part(reader *r) {
  reader part = *r;
  while (r->at < r->end && *r->at != ',') r->at++;
  part.end = r->at;
  if (r->at < r->end) r->at++;
  trim(&part);
  return part;
}

/* A card by its name, in small or capital letters; -1 where there is none. */
static int read_card(reader r) {
  for (int card = 0; card < DECK; card++) {
    const char *name = GAME_card_names[card], *at = r.at;
    for (; at < r.end && *name; at++, name++) {
      int a = *at, b = *name;
      if ((a >= 'a' && a <= 'z' ? a - 32 : a) != (b >= 'a' && b <= 'z' ? b - 32 : b)) break;
    }
    if (at == r.end && !*name) return card;
  }
  return -1;
}

static int read_number(reader r, num *value) {
  int minus = r.at < r.end && *r.at == '-';
  num found = 0;
  r.at += minus;
  if (r.at == r.end || r.end - r.at > 18) return 0;
  for (; r.at < r.end; r.at++) {
    if (*r.at < '0' || *r.at > '9') return 0;
    found = found * 10 + (*r.at - '0');
  }
  *value = minus ? -found : found;
  return 1;
}

static int read_value(reader *from, int kind, num *value) {
  reader r = next_part(from);
  if (kind == BY_NUMBER) return read_number(r, value);
  if (kind == BY_CARD) return (*value = read_card(r)) >= 0;
  if (kind == BY_TRUTH) return (*value = reads(r, "yes")) || reads(r, "no");
  *value = -1;
  if (reads(r, "nobody")) return 1;
  for (int i = 0; i < kinds[kind].size; i++)
    if (reads(r, kinds[kind].words[i]) || reads(r, kinds[kind].bare[i])) *value = i;
  return *value >= 0;
}

/* Cards in the order told, each at most once and no more than `most`. */
static int read_pile(reader *from, u8 *pile, int most) {
  reader r = next_part(from);
  set_t found = 0;
  pile[0] = 0;
  if (reads(r, "no cards")) return 1;
  while (r.at < r.end) {
    reader word = r;
    int card;
    while (r.at < r.end && *r.at != ' ') r.at++;
    word.end = r.at;
    while (r.at < r.end && *r.at == ' ') r.at++;
    card = read_card(word);
    if (card < 0 || found & ONE(card) || pile[0] == most) return 0;
    found |= ONE(card);
    pile[++pile[0]] = (u8)card;
  }
  return 1;
}

static int read_set(reader *from, set_t *cards) {
  u8 pile[PILE];
  if (!read_pile(from, pile, DECK)) return 0;
  *cards = set_of(pile);
  return 1;
}

bool GAME_parse(const char *text, GAME_move *move) {
  reader name = {text, text + strlen(text)}, rest;
  trim(&name);
  rest = name;
  while (rest.at < rest.end && *rest.at != '(') rest.at++;
  name.end = rest.at;
  if (rest.at < rest.end) {
    if (rest.end[-1] != ')') return false;
    rest.at++;
    rest.end--;
  }
  trim(&name);
  trim(&rest);
  memset(move, 0, sizeof *move);
  for (int kind = 0; kind < GAME_CAPITALS_KINDS; kind++) {
    if (!reads(name, GAME_move_names[kind])) continue;
    move->kind = (GAME_move_kind)kind;
    return read_arguments(&rest, move) && rest.at == rest.end;
  }
  return false;
}
