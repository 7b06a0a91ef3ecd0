/* Plays a game of @TITLE@ at random and prints it.

     @BUILD@
     ./play [seed] [--quiet N]

   The seed (0) says how cards fall and what is chosen. With --quiet, N games are played, and only counted. */
#include "GAME.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 10000, ROOM = 4096, LINE = 1024 };

/* The moves on offer; where there are more than fit, only the first are chosen from. */
static GAME_move moves[ROOM];

static void print_zones(const GAME_state *game) {
  uint8_t cards[GAME_CAPITALS_CARDS];
  for (int zone = 0; zone < GAME_CAPITALS_ZONES; zone++) {
    int n = GAME_zone_cards(game, zone, cards);
    if (!n) continue;
    printf("  %s:", GAME_zones[zone].name);
    for (int i = 0; i < n; i++) printf(" %s", GAME_card_names[cards[i]]);
    printf("\n");
  }
}

static void print_end(const GAME_state *game) {
  int64_t returns[GAME_CAPITALS_PLAYERS];
  if (game->fault) {
    printf("play stopped: %s", GAME_fault_name(game->fault));
    if (game->clause >= 0) printf(" at %s (%s)", GAME_clauses[game->clause].label, GAME_clauses[game->clause].cites);
    printf("\n");
    return;
  }
  GAME_returns(game, returns);
  printf("ended by %s:", game->ending < 0 ? "nothing yet" : GAME_ending_names[game->ending]);
  for (int p = 0; p < GAME_CAPITALS_PLAYERS; p++) printf(" %+lld", (long long)returns[p]);
  printf("\n");
}

/* Says why a call came to nothing. */
static long failed(GAME_answer answer) {
  fprintf(stderr, answer == GAME_CAPITALS_TOO_BIG ? "a number or a list is beyond what the engine holds\n"
                                                  : "the engine refused a call\n");
  return -1;
}

/* Answers how many moves the game took. */
static long play(uint64_t seed, int shown) {
  GAME_state game;
  uint64_t choosers[GAME_CAPITALS_PLAYERS];
  GAME_answer answer;
  long made = 0;
  for (int p = 0; p < GAME_CAPITALS_PLAYERS; p++) choosers[p] = GAME_derive(seed, GAME_CAPITALS_DOMAIN_CHOICE, (uint64_t)p);
  answer = GAME_start(&game, seed);
  if (answer != GAME_CAPITALS_OK) return failed(answer);
  if (shown) print_zones(&game);
  for (; !GAME_is_over(&game) && made < MOST_MOVES; made++) {
    size_t n = GAME_legal_moves(&game, moves, ROOM);
    uint64_t *chooser = &choosers[GAME_current_player(&game)];
    const GAME_move *move = &moves[GAME_random(chooser, n < ROOM ? n : ROOM)];
    if (shown) {
      char line[LINE];
      (void)GAME_describe(move, line, sizeof line);
      printf("player %d: %s\n", GAME_current_player(&game) + 1, line);
    }
    answer = GAME_apply(&game, move);
    if (answer != GAME_CAPITALS_OK) return failed(answer);
  }
  if (shown) {
    print_zones(&game);
    print_end(&game);
  }
  return made;
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  long games, total = 0;
  if (argc < 4 || strcmp(argv[2], "--quiet")) return play(seed, 1) < 0;
  games = strtol(argv[3], NULL, 10);
  for (long i = 0; i < games; i++) {
    long made = play(GAME_derive(seed, GAME_CAPITALS_DOMAIN_RUN, (uint64_t)i), 0);
    if (made < 0) return 1;
    total += made;
  }
  printf("%ld games, %ld moves\n", games, total);
  return 0;
}
