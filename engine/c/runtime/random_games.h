/* Many random games one after the other, up to one that is for the exact code. */

static __attribute__((constructor)) void begin_library(void) {
  make_groups();
}
void *hoyle_new(void) { return calloc(1, sizeof(G)); }
void hoyle_free(void *game) {
  G *g = game;
  for (int i = 0; i < LISTS; i++) free(g->lists[i].sets), free(g->lists[i].piles), free(g->legal[i].sets);
  free(g->bag);
  free(g);
}

static void tally_game(const G *g, totals *t, num number) {
  t->decisions += g->made;
  t->choices += g->choices;
  if (g->over) tally_result(g, t, number);
  else tally_cut(g, t, number);
}
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
/* Plays games up to the first that is for the exact code; answers how many were played. */
static __attribute__((noinline)) num play_games(G *g, num first, num count, u64 seed, num most, totals *t) {
  for (num i = first; i < first + count; i++) {
    u64 own = derive(seed, DOMAIN_GAME, (u64)i);
    g->number = i;
    g->seed = own;
    g->over = g->suspicious = false;
    memset(g->late, 0, sizeof g->late);
    play(g, own, most);
    if (g->suspicious) return i - first;
    tally_game(g, t, i);
    tally_marks(g);
    g->moves_left -= 1 + g->made;
    if (g->moves_left < 0) add_marks(g, t);
  }
  return count;
}
/* Games number `first` and on of the run that `seed` starts. Answers how many were played and counted: fewer where the next
   one is for the exact code. There is one place to come back to for all games. */
num hoyle_random_games(void *game, num first, num count, u64 seed, num most, totals *t) {
  G *g = game;
  num played;
  begin_marks(g);
  g->bag_size = 0;
  played = setjmp(g->out) ? g->number - first : play_games(g, first, count, seed, most, t);
  add_marks(g, t);
  return played;
}

#ifdef HOYLE_MAIN
#include <stdio.h>
#include <time.h>
int main(int argc, char **argv) {
  num games = argc > 1 ? atoll(argv[1]) : 1000;
  u64 seed = argc > 2 ? (u64)atoll(argv[2]) : 0;
  struct timespec from, to;
  totals *t = calloc(1, sizeof *t);
  void *g = hoyle_new();
  if (!t || !g) return 1;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  if (hoyle_random_games(g, 0, games, seed, 10000, t) < games) return 2;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  printf("games %lld finished %lld faults %lld decisions %lld choices %lld games/s %.0f\n", games, t->finished, t->faults,
         t->decisions, t->choices, (double)games / ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)));
  hoyle_free(g);
  free(t);
  return 0;
}
#endif
