/* Games made ready, and counted when they are over: what stepped games share with those of players that choose. */

static void clear_game(G *g, u64 seed) {
  g->seed = seed;
  g->script_at = g->script_size = 0;
  g->seeded = 1;
  g->used = g->recording = g->twin = g->keeping = 0;
  g->log_size = g->bag_size = g->offered = 0;
  g->at = g->source = g->ending = g->acting = -1;
  g->over = PLAYING;
  g->fault = NO_FAULT;
  g->may_pass = g->listing = g->turns = g->suspicious = 0;
  g->made = g->choices = 0;
  memset(g->fired, 0, sizeof g->fired);
}
/* Faults are told apart by kind, clause and where play stood. Answers 0 where there are too many, or where one is beyond
   what is held here: nothing can be told of these games then. */
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
  tally_row(g, t, number, ROW_FAULT);
  return g->fault < LIMIT;
}
/* Answers 0 where there are too many kinds of faults, or one is beyond what is held here. */
static int tally_game(const G *g, totals *t, num number) {
  t->decisions += g->made;
  t->choices += g->choices;
  for (int k = 0; k < MARKS; k++) {
    t->times[k] += g->fired[k];
    t->games[k] += g->fired[k] != 0;
  }
  if (g->over == ENDED) tally_result(g, t, number);
  else if (g->over == PLAYING) tally_cut(g, t, number);
  else return tally_fault(g, t, number);
  return 1;
}
