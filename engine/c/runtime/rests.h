/* ---------------------------------------------------------------- what is left when choices are taken out of some cards */

/* The ways to take choices out of some cards that share no card. Of the cards that are left to decide, the first goes
   out in each choice that it is the first of, then stays. After n of them `open[n]` are those that are left to decide,
   `kept[n]` those that stay, `next[n]` is the choice to try, one past the last for the card to stay. */
typedef struct {
  int deep, taken, ways;
  set_t rest;
  set_t open[DECK + 1], kept[DECK + 1];
  int next[DECK + 1];
  set_t choice[MOST_TAKEN];
} rests;

static inline void begin_rests(rests *it) {
  it->taken = 0;
}

/* One more choice that may be taken out. Stops play where there are too many. */
static inline void take_out(G *g, rests *it, set_t cards) {
  if (!ANY_OF(cards)) return;
  if (RARE(it->taken == MOST_TAKEN)) stop(g, LIMIT);
  it->choice[it->taken++] = cards;
}

/* These cards are left to decide after n, but those of no choice among them: they stay, whatever is taken out. */
static inline void open_after(rests *it, int n, set_t open, set_t kept) {
  set_t any = NO_CARDS;
  for (int i = 0; i < it->taken; i++)
    if (!ANY_OF(it->choice[i] & ~open)) any |= it->choice[i];
  it->deep = n;
  it->open[n] = any;
  it->kept[n] = kept | (open & ~any);
  it->next[n] = 0;
}

/* Before the first way. */
static inline void open_rests(rests *it, set_t from) {
  it->ways = 0;
  open_after(it, 0, from, NO_CARDS);
}

/* Goes on to the next way, and says what it leaves in `rest`; false after the last. Stops play where there are too many. */
static inline bool next_rest(G *g, rests *it) {
  while (it->deep >= 0) {
    int n = it->deep, at = it->next[n];
    set_t open = it->open[n], first = FIRST_OF(open), out = NO_CARDS;
    if (!ANY_OF(open)) {
      if (RARE(++it->ways > MOST_WAYS)) stop(g, LIMIT);
      it->rest = it->kept[n];
      it->deep--;
      return true;
    }
    for (; at < it->taken; at++) {
      out = it->choice[at];
      if (ANY_OF(out & first) && !ANY_OF(out & ~open)) break;
    }
    if (at > it->taken) {
      it->deep--;
      continue;
    }
    it->next[n] = at + 1;
    if (at < it->taken) open_after(it, n + 1, open & ~out, it->kept[n]);
    else open_after(it, n + 1, open & ~first, it->kept[n] | first);
  }
  return false;
}
