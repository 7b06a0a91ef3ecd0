/* What is counted of many random games. */

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
num hoyle_totals_size(void) { return sizeof(totals); }
