/* Follows states: reads one back, lists its moves and makes them, each with every outcome, until one stops. Leaves what is
   done with the states that they come to, and making a single move, to explore.h. */

/* Begins with the next state; 0 where it has no moves. */
static inline int open_next(X *x, G *g) {
  uint32_t i = (uint32_t)x->next++;
  ended_t e = unpack(x->table.records + (size_t)i * (size_t)x->table.words, &g->s);
  x->at = i;
  if (RARE(e.over == FAULTED)) return 0;
  x->asked = x->given = 0;
  x->claims_left = e.over ? CLAIMS_AT_END : claims_at[g->s.step];
  if (RARE(e.over)) {
    x->ended++;
    if (x->claims_left) read_claims_within(x, i, x->claims_left, 0);
    x->claims_left = 0;
    return 0;
  }
  x->group = 1;
  x->making = 0;
  return x->open = 1;
}
/* After a move by some outcomes: the next outcomes, or the next move. Loops have no luck in them, so that there one
   outcome is enough: a shuffle in the middle of play has more than could ever be followed. */
HOT void next_outcome(X *x, G *g) {
  reached_now(x, g, x->at, x->group);
  x->group = 0;
  if (RARE(g->branch.taken) && !x->loops_only && (x->given = branch_next(&g->branch))) return;
  x->given = 0;
  x->making++;
  x->group = 1;
}
/* Makes the moves of the state not yet made; 0 where one goes on for long. */
HOT int make_moves(X *x, G *g) {
  while (x->making < x->offered) {
    const move_t *move = kept_move(x, x->making, x->offered);
    g->s = x->from;
    g->over = PLAYING;
    g->branch.given = x->given;
    g->branch.taken = 0;
    make_move(g, move);
    if (RARE(g->suspicious)) return 0;
    next_outcome(x, g);
    if (RARE(x->status > MORE)) return 1;
  }
  return 1;
}
/* Lists the moves of states before `end` and makes them as long as none stops, goes on for long or meets a claim. */
static __attribute__((noinline)) int follow_states(X *x, size_t end) {
  G *g = x->g;
  while (x->status <= MORE) {
    if (!x->open) {
      if (x->next == end) break;
      if (!open_next(x, g)) continue;
    }
    if (!x->asked) {
      ask(g);
      x->from = g->s;
      x->asked = 1;
      x->offered = keep_moves(x);
    }
    if (CLAIMS && x->claims_left && !claims_unmet(x)) return 0;
    if (!make_moves(x, g)) return 0;
    x->open = 0;
  }
  x->open = 0;
  return 1;
}
/* One place to come back to for all of them; 0 where a move, or asking for them, has stopped. */
static __attribute__((noinline)) int followed(X *x, size_t end) {
  begin(x, 0);
  x->g->exact = 0;
  if (setjmp(x->g->out)) return 0;
  return follow_states(x, end);
}
static void asking_failed(X *x) {
  const G *g = x->g;
  if (g->fault >= LIMIT) x->status = BEYOND;
  else if (!x->faults[g->fault].met) x->faults[g->fault] = (fault_t){x->at, g->source, 1, 1};
  x->faulted++;
  x->open = 0;
}
/* Reads claims one by one where one is met, and makes a move exactly that has stopped or goes on for long. Where asking for
   the moves stops play, no claim is read. */
static __attribute__((noinline)) void follow_exactly(X *x) {
  if (!x->asked) {
    asking_failed(x);
    return;
  }
  if (x->claims_left) {
    read_claims(x, x->at, x->claims_left, 0);
    x->claims_left = 0;
    return;
  }
  play_exactly(x, &x->from, kept_move(x, x->making, x->offered), x->g->branch.taken);
  if (x->status <= MORE) next_outcome(x, x->g);
}
static void expand(X *x, size_t end) {
  while (!followed(x, end)) follow_exactly(x);
}
