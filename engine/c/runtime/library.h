/* What a library offers by which games are stepped from outside, and many random ones are counted. Needs tally.h. */

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
  return export_move(g->moves + k, to) - to;
}
/* The position: every cell, the fields, the step. */
num hoyle_position(void *game, num *to) {
  G *g = game;
  return export_state(&g->s, to) - to;
}
/* All moves on offer, one after the other; answers where they end. */
num hoyle_move_list(void *game, num *to) {
  G *g = game;
  num *end = to;
  for (num k = 0; k < hoyle_moves(game); k++) end = export_move(g->moves + k, end);
  return end - to;
}
num hoyle_field(const void *game, int slot) { return ((const G *)game)->s.fields[slot]; }
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

/* ---- many random games */

static __attribute__((noinline)) void play_random(G *g, u64 seed, num most) {
  u64 choosers[PLAYERS];
  for (int p = 0; p < PLAYERS; p++) choosers[p] = derive(seed, DOMAIN_CHOICE, (u64)p);
  initial(g);
  play_on(g);
  while (g->over == PLAYING && g->made < most && !g->suspicious) {
    u64 n = g->offered + (u64)g->may_pass;
    g->choices += (num)n;
    g->made++;
    apply(g, pick_of(choosers + g->s.fields[MOVER], n));
  }
}
static void run_random(G *g, u64 seed, num most) {
  clear_game(g, seed);
  if (!setjmp(g->out)) play_random(g, seed, most);
  else fail(g);
}
/* Games number `first` and on of the run that `seed` starts. Answers how many were played and counted: fewer where there
   are too many kinds of faults. */
num hoyle_random_games(void *game, num first, num count, u64 seed, num most, totals *t) {
  G *g = game;
  g->exact = 0;
  for (num i = first; i < first + count; i++) {
    run_random(g, derive(seed, DOMAIN_GAME, (u64)i), most);
    if (g->suspicious || g->over == FAULTED) {
      g->exact = 1;
      run_random(g, derive(seed, DOMAIN_GAME, (u64)i), most);
      g->exact = 0;
    }
    if (!tally_game(g, t, i)) return i - first;
  }
  g->exact = 1;
  return count;
}

#ifdef HOYLE_MAIN
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
