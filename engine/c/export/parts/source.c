/* The rules of GAME.h.

@ABOUT@

   @STANDARD@ */
#include "GAME.h"

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

@ROOM@
typedef long long num;
typedef uint8_t u8;
typedef uint64_t u64;
typedef GAME_cards set_t;
typedef GAME_position state;
typedef struct { char none; } no_arguments;

#define DECK @CARDS@
#define CELL_PILES GAME_CAPITALS_PILES
enum {
  PILE = DECK + 1,
  PLAYERS = GAME_CAPITALS_PLAYERS,
  MOVER = @MOVER@,
  MEMOS = @MEMOS@,
  LOG_ROOM = 4 * DECK + 256,
  MOST_STEPS = 10000
};
enum { BY_TRUTH, BY_NUMBER, BY_CARD };
/* The faults of GAME_fault, and what makes a call come to nothing. */
enum {
  NO_FAULT, GAP, CLASH, UNDEFINED, OPEN, STUCK, LOST_CARD, ENDLESS, OVERFLOWED,
  LIMIT, NO_LUCK, BAD_LUCK
};
/* How play leaves a step. */
enum { GO_ON, AGAIN, END_TURN, LEAVE, TO_STEP };
enum { PLAYING, ENDED };
enum { PICKED, SHUFFLED };

#define FAULT_NAMES "gap", "clash", "undefined", "open", "stuck", "lost_card", "endless", "overflow"
#define ONE(card) ((set_t)1 << (card))
#if DECK > 64
#define SET(high, low) ((set_t)(high) << 64 | (set_t)(low))
#else
#define SET(high, low) ((set_t)(low))
#endif

/* Where fields, sets and piles lie in a position: each, or the first of its family. */
@PLACES@

typedef struct {
  int size;
  const char *const *words, *const *bare;
} kind_about;

/* A text that is written into a buffer, and goes on being counted where the buffer ends. */
typedef struct {
  char *to;
  size_t room, used;
} writer;

/* A part of a text that is read: from `at` up to `end`. */
typedef struct {
  const char *at, *end;
} reader;

@PASS@/* A game while a call works on it. */
typedef struct game {
  state s;
  state before; /* where play goes back to at a fault */
  state first, met; /* positions since the last luck, by which endless play is noticed */
  u64 seed;
  const GAME_luck *luck;
  int seeded, used;
  int at, over, fault, clause, ending; /* `at`: the clause where a fault would be told of */
  int64_t returns[PLAYERS];
  /* The moves on offer: where they go, how many fit, and the one that is looked for. */
  GAME_move *moves;
  const GAME_move *wanted;
  GAME_move move;
  size_t room, offered;
  int may_pass, asking, found, pass;
  /* Values that stay while moves are listed, and when each was found. */
  u64 epoch, memo_at[MEMOS];
  num memo[MEMOS];
  /* Clauses that nothing ranks must come to the same by the same luck, which is kept here. */
  int recording, twin, twin_clash;
  size_t log_size, twin_at, twin_end;
  int16_t log[LOG_ROOM];
  size_t bag_size;
@BAG@  jmp_buf out;
} G;

/* ---------------------------------------------------------------- words and tables */

@DATA@

@PROTOTYPES@

/* ---------------------------------------------------------------- the rules */

@RULES@

/* ---------------------------------------------------------------- what all games rest on */

@RUN@
