/* What is counted of many random games. */

#define MOST_FAULTS 256
/* Longer games are counted with those of so many moves. */
#define LONGEST 10000
typedef struct {
  num finished, draws, unfinished, turns, decisions, choices, moves, least, greatest;
  num wins[PLAYERS], returns[PLAYERS], endings[ENDINGS], first_ending[ENDINGS], times[MARKS], games[MARKS];
  num faults, fault[MOST_FAULTS][6];
  num lengths[LONGEST + 1];
  /* Where the next game is told in a row of its own; NULL where nobody asks. */
  num *row;
} totals;

enum { ROW_CUT = -1, ROW_FAULT = -2 }; /* in place of the ending */
/* A game in a row: its number, how it ended, moves, turns, choices, and what each player gets; of turns and payoffs nothing
   is said where it did not end. */
static void tally_row(const G *g, totals *t, num number, num ending) {
  num *row = t->row;
  if (!row) return;
  row[0] = number;
  row[1] = ending;
  row[2] = g->made;
  row[3] = ending >= 0 ? g->turns : 0;
  row[4] = g->choices;
  for (int p = 0; p < PLAYERS; p++) row[5 + p] = ending >= 0 ? g->returns[p] : 0;
  t->row += 5 + PLAYERS;
}

static void tally_result(const G *g, totals *t, num number) {
  /* Who plays alone wins with more than nothing. */
  num greatest = PLAYERS > 1 || g->returns[0] > 0 ? g->returns[0] : 0;
  num least = PLAYERS > 1 || g->returns[0] < 0 ? g->returns[0] : 0;
  if (!t->endings[g->ending]++) t->first_ending[g->ending] = number;
  if (!t->finished || g->made < t->least) t->least = g->made;
  if (g->made > t->greatest) t->greatest = g->made;
  t->finished++;
  t->moves += g->made;
  t->lengths[g->made < LONGEST ? g->made : LONGEST]++;
  t->turns += g->turns;
  for (int p = 0; p < PLAYERS; p++) {
    greatest = g->returns[p] > greatest ? g->returns[p] : greatest;
    least = g->returns[p] < least ? g->returns[p] : least;
    t->returns[p] += g->returns[p];
  }
  t->draws += greatest == least;
  for (int p = 0; p < PLAYERS; p++) t->wins[p] += (greatest != least) & (g->returns[p] == greatest);
  tally_row(g, t, number, g->ending);
}
static void tally_cut(const G *g, totals *t, num number) {
  t->unfinished++;
  tally_row(g, t, number, ROW_CUT);
}
num hoyle_totals_size(void) { return sizeof(totals); }
