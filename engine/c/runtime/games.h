/* A game as an object: made, stopped at a fault, and given back. */

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
  free(g);
}
