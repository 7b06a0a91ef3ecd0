/* What a generated library offers: single games stepped from outside, and many random games at once. */

static UNUSED num *export_set(set_t cards, num *to) {
  *to++ = size_of(cards);
  for (; cards; cards &= cards - 1) *to++ = low_of(cards);
  return to;
}
static UNUSED num *export_pile(const u8 *pile, num *to) {
  for (int i = 0; i <= pile[0]; i++) *to++ = pile[i];
  return to;
}
/* Only the card on top of a heap has its place. */
static UNUSED num *export_heap(set_t cards, const u8 *pile, num *to) {
  int n = pile[0];
  *to++ = n;
  if (!n) return to;
  for (cards &= ~ONE(pile[n]); cards; cards &= cards - 1) *to++ = low_of(cards);
  *to++ = pile[n];
  return to;
}
/* ==== after the game */

/* ---- one game, stepped */

static void __attribute__((constructor)) begin_library(void) {
  make_groups();
}

static UNUSED void fail(G *g) {
  g->over = FAULTED;
  if (g->keeping) memcpy(g->fired, g->kept, sizeof g->kept);
  g->keeping = g->recording = g->twin = 0;
  g->log_size = g->bag_size = 0;
  if (g->exact) g->s = g->before;
}

void *hoyle_new(void) {
  G *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  g->seen = malloc(sizeof *g->seen);
  g->exact = 1;
  if (g->seen) return g;
  free(g);
  return NULL;
}
void hoyle_free(void *game) {
  G *g = game;
  free(g->moves);
  free(g->bag);
  free(g->log);
  free(g->seen);
#ifdef HOYLE_FAST
  for (int i = 0; i < LISTS; i++) free(g->lists[i].sets), free(g->lists[i].piles);
  FREE_TALLIED(g)
#endif
  free(g);
}
static void clear_game(G *g, u64 seed) {
  g->seed = seed;
  g->script_at = g->script_size = 0;
  g->seeded = 1;
  g->used = g->recording = g->twin = g->keeping = 0;
  g->log_size = g->bag_size = g->offered = 0;
  g->at = g->source = g->ending = g->acting = -1;
  g->over = PLAYING;
  g->fault = NO_FAULT;
  g->may_pass = g->asking = g->turns = g->suspicious = 0;
  g->made = g->choices = 0;
#ifdef HOYLE_FAST
  memset(g->late, 0, sizeof g->late);
#endif
#ifndef HOYLE_LEAN
  memset(g->fired, 0, sizeof g->fired);
#endif
}
/* HOYLE_LEAN: fast code alone is made; what it cannot play is left to another library, which has the exact code.
   HOYLE_SEATED: games between players that choose alone. */
#if !defined HOYLE_LEAN && !defined HOYLE_SEATED
static void start_all(G *g) {
  initial(g);
  play_on(g);
}
/* Starts by a script of outcomes (kind, size, values), which must live as long, then by a seed if there is one. */
int hoyle_start(void *game, u64 seed, int seeded, const int32_t *script, num size) {
  G *g = game;
  clear_game(g, seed);
  g->seeded = seeded;
  g->script = script;
  g->script_size = (size_t)size;
  if (!setjmp(g->out)) start_all(g);
  else fail(g);
  return g->over;
}
/* Makes a move by its place among those on offer, a pass last. */
int hoyle_apply(void *game, num k) {
  G *g = game;
  if (g->over != PLAYING || k < 0 || (size_t)k >= g->offered + (size_t)g->may_pass) return -1;
  g->made++;
  if (!setjmp(g->out)) apply(g, (size_t)k);
  else fail(g);
  return g->over;
}
num hoyle_moves(void *game) {
  const G *g = game;
  return g->over == PLAYING ? (num)g->offered : 0;
}
int hoyle_may_pass(void *game) { return ((const G *)game)->may_pass; }
/* The action and arguments of a move on offer; cards as their number and themselves. */
num hoyle_move(void *game, num k, num *to) {
  G *g = game;
  return export_move(g, g->moves + k, to) - to;
}
/* The position: every cell, the fields, the step. */
num hoyle_position(void *game, num *to) {
  G *g = game;
  return export_state(g, &g->s, to) - to;
}
/* All moves on offer, one after the other; answers where they end. */
num hoyle_move_list(void *game, num *to) {
  G *g = game;
  num *end = to;
  for (num k = 0; k < hoyle_moves(game); k++) end = export_move(g, g->moves + k, end);
  return end - to;
}
num hoyle_field(const void *game, int slot) { return ((const G *)game)->s.fields[slot]; }
#ifndef HOYLE_FAST
/* Takes over another game as it stands. A script must live as long. Answers 0 without memory. */
int hoyle_copy(void *game, const void *from) {
  G *g = game;
  const G *f = from;
  move_t *moves = g->moves;
  size_t room = g->room, bag_room = g->bag_room, log_room = g->log_room;
  set_t *bag = g->bag;
  int32_t *log = g->log;
  seen_t *seen = g->seen;
  if (room < f->offered) {
    moves = realloc(moves, f->offered * sizeof *moves);
    if (!moves) return 0;
    room = f->offered;
  }
  *g = *f;
  g->moves = moves, g->room = room;
  g->bag = bag, g->bag_room = bag_room, g->bag_size = 0;
  g->log = log, g->log_room = log_room, g->log_size = 0;
  g->seen = seen;
  if (f->offered) memcpy(moves, f->moves, f->offered * sizeof *moves);
  return 1;
}
#endif
/* How play stands: ending, fault, its clause, then the returns. */
void hoyle_result(void *game, num *to) {
  const G *g = game;
  *to++ = g->ending;
  *to++ = g->fault;
  *to++ = g->source;
  memcpy(to, g->returns, sizeof g->returns);
}

/* ---- several games at once, for arrays: a row a game */

static void tell_row(const G *g, int mover, num *count, num *who, num *over, num *returns) {
  *count = g->over == PLAYING ? (num)g->offered + g->may_pass : 0;
  *who = g->over == PLAYING ? g->s.fields[mover] : -1;
  *over = g->over;
  for (int p = 0; p < PLAYERS; p++) returns[p] = g->over == ENDED ? g->returns[p] : 0;
}
void hoyle_start_all(void **games, num n, const u64 *seeds, int mover, num *count, num *who, num *over, num *returns) {
  for (num i = 0; i < n; i++) {
    hoyle_start(games[i], seeds[i], 1, NULL, 0);
    tell_row(games[i], mover, count + i, who + i, over + i, returns + i * PLAYERS);
  }
}
/* Makes the move of each row whose choice is not negative. Answers the first row that has no such move, or -1. */
num hoyle_apply_all(void **games, num n, const num *choices, int mover, num *count, num *who, num *over, num *returns) {
  for (num i = 0; i < n; i++)
    if (choices[i] >= 0 && choices[i] >= count[i]) return i;
  for (num i = 0; i < n; i++) {
    if (choices[i] < 0) continue;
    hoyle_apply(games[i], choices[i]);
    tell_row(games[i], mover, count + i, who + i, over + i, returns + i * PLAYERS);
  }
  return -1;
}
#endif

/* ---- many random games */

#define MOST_FAULTS 256
typedef struct {
  num finished, draws, unfinished, turns, decisions, choices, moves, least, greatest;
  num wins[PLAYERS], returns[PLAYERS], endings[ENDINGS], first_ending[ENDINGS], times[MARKS], games[MARKS];
  num faults, fault[MOST_FAULTS][6];
} totals;

static void tally_result(const G *g, totals *t, num number) {
  /* Who plays alone wins with more than nothing. */
  num greatest = PLAYERS > 1 || g->returns[0] > 0 ? g->returns[0] : 0;
  num least = PLAYERS > 1 || g->returns[0] < 0 ? g->returns[0] : 0;
  if (!t->endings[g->ending]++) t->first_ending[g->ending] = number;
  if (!t->finished || g->made < t->least) t->least = g->made;
  if (g->made > t->greatest) t->greatest = g->made;
  t->finished++;
  t->moves += g->made;
  t->turns += g->turns;
  for (int p = 0; p < PLAYERS; p++) {
    greatest = g->returns[p] > greatest ? g->returns[p] : greatest;
    least = g->returns[p] < least ? g->returns[p] : least;
    t->returns[p] += g->returns[p];
  }
  t->draws += greatest == least;
  for (int p = 0; p < PLAYERS; p++) t->wins[p] += (greatest != least) & (g->returns[p] == greatest);
}
#ifndef HOYLE_LEAN
/* Faults are told apart by kind, clause and where play stood. Answers 0 where there are too many. */
static int tally_fault(const G *g, totals *t, num number) {
  num key[3] = {g->fault, g->source, g->acting >= 0 ? -1 - g->acting : g->s.step};
  int i = 0;
  while (i < t->faults && memcmp(t->fault[i], key, sizeof key)) i++;
  if (i == MOST_FAULTS) return 0;
  if (i == t->faults) {
    memcpy(t->fault[i], key, sizeof key);
    t->fault[i][3] = number;
    t->fault[i][4] = g->made;
    t->fault[i][5] = 0;
    t->faults++;
  }
  t->fault[i][5]++;
  return 1;
}
#endif
/* Answers 0 where there are too many kinds of faults. */
static int tally_game(const G *g, totals *t, num number) {
  t->decisions += g->made;
  t->choices += g->choices;
#ifndef HOYLE_LEAN
  for (int k = 0; k < MARKS; k++) {
    t->times[k] += g->fired[k];
    t->games[k] += g->fired[k] != 0;
  }
#endif
  if (g->over == ENDED) tally_result(g, t, number);
  else if (g->over == PLAYING) t->unfinished++;
#ifndef HOYLE_LEAN
  else return tally_fault(g, t, number);
#endif
  return 1;
}
#ifdef HOYLE_LEAN
/* Clauses that fire are counted in few bits over so many moves, and the last game's, before they are added up. */
#define MOVES_AT_ONCE 4096
static void begin_marks(G *g) {
  memset(g->fired, 0, sizeof g->fired);
  memset(g->fired_before, 0, sizeof g->fired_before);
  memset(g->fired_in, 0, sizeof g->fired_in);
  g->moves_left = MOVES_AT_ONCE;
}
/* Counts the clauses that fired in a game: those that have fired more often than before it. */
static inline void tally_marks(G *g) {
  for (int k = 0; k < MARKS; k++) {
    g->fired_in[k] += g->fired[k] != g->fired_before[k];
    g->fired_before[k] = g->fired[k];
  }
}
/* What fired since then, but for a game that was left. */
static __attribute__((noinline)) void add_marks(G *g, totals *t) {
  for (int k = 0; k < MARKS; k++) {
    t->times[k] += g->fired_before[k];
    t->games[k] += g->fired_in[k];
  }
  begin_marks(g);
}
#endif
#ifndef HOYLE_SEATED
static __attribute__((noinline)) void play_random(G *g, u64 seed, num most) {
#ifndef HOYLE_LEAN
  u64 choosers[PLAYERS];
#endif
#ifdef HOYLE_FAST
  if (!g->exact) {
    initial(g);
    fast_play(g, seed, most);
    return;
  }
#endif
#ifndef HOYLE_LEAN
  for (int p = 0; p < PLAYERS; p++) choosers[p] = derive(seed, DOMAIN_CHOICE, (u64)p);
  initial(g);
  play_on(g);
  while (g->over == PLAYING && g->made < most && !g->suspicious) {
    u64 n = g->offered + (u64)g->may_pass;
    g->choices += (num)n;
    g->made++;
    apply(g, pick_of(choosers + g->s.fields[MOVER], n));
  }
#endif
}
#ifndef HOYLE_LEAN
static void run_random(G *g, u64 seed, num most) {
  clear_game(g, seed);
  if (!setjmp(g->out)) play_random(g, seed, most);
  else fail(g);
}
#endif
/* Games number `first` and on of the run that `seed` starts. Answers how many were played and counted: fewer where there
   are too many kinds of faults, or (lean) where the next one is for the exact code. */
num hoyle_random_games(void *game, num first, num count, u64 seed, num most, totals *t) {
  G *g = game;
  g->exact = 0;
#ifdef HOYLE_LEAN
  /* A fault is for the exact code, too: there is one place to come back to for all games. */
  volatile num at = first;
  begin_marks(g);
  if (setjmp(g->out)) {
    add_marks(g, t);
    return at - first;
  }
  for (num i = first; i < first + count; i++) {
    at = i;
    clear_game(g, derive(seed, DOMAIN_GAME, (u64)i));
    play_random(g, derive(seed, DOMAIN_GAME, (u64)i), most);
    if (g->suspicious || !tally_game(g, t, i)) {
      add_marks(g, t);
      return i - first;
    }
    tally_marks(g);
    g->moves_left -= 1 + g->made;
    if (g->moves_left < 0) add_marks(g, t);
  }
  add_marks(g, t);
#else
  for (num i = first; i < first + count; i++) {
    run_random(g, derive(seed, DOMAIN_GAME, (u64)i), most);
    if (g->suspicious || g->over == FAULTED) {
      g->exact = 1;
      run_random(g, derive(seed, DOMAIN_GAME, (u64)i), most);
      g->exact = 0;
    }
    if (!tally_game(g, t, i)) return i - first;
  }
#endif
  g->exact = 1;
  return count;
}
#endif
num hoyle_totals_size(void) { return sizeof(totals); }

#if defined HOYLE_MAIN && !defined HOYLE_SEATED
#include <stdio.h>
#include <time.h>
int main(int argc, char **argv) {
  num games = argc > 1 ? atoll(argv[1]) : 1000;
  u64 seed = argc > 2 ? (u64)atoll(argv[2]) : 0;
  struct timespec from, to;
  double seconds;
  totals *t = calloc(1, sizeof *t);
  void *g = hoyle_new();
  if (!t || !g) return 1;
  clock_gettime(CLOCK_MONOTONIC, &from);
  if (hoyle_random_games(g, 0, games, seed, 10000, t) < games) return 2;
  clock_gettime(CLOCK_MONOTONIC, &to);
  seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  printf("games %lld finished %lld faults %lld decisions %lld choices %lld games/s %.0f\n", games, t->finished, t->faults,
         t->decisions, t->choices, (double)games / seconds);
  hoyle_free(g);
  free(t);
  return 0;
}
#endif
