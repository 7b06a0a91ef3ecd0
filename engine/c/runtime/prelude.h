/* The working state of stepped and explored games, and what stops them. Leaves numbers and sets to base.h. A fault leaves by longjmp. */
/* What a script holds: a pick (its size, or -1 for any, and the value), a shuffle (its size and the cards), and two words without
   more: the next outcome, or all picks before the next shuffle, are the seed's. */
enum { PICKED, SHUFFLED, BY_SEED, PICKS_BY_SEED };
#define MOST_STEPS 10000
#define FAST_STEPS 500

typedef struct {
  set_t sets[CELL_SETS];
  int32_t fields[FIELDS];
  int32_t step;
#if HEAPS
  /* The cards of those piles of whose order nobody asks; such a pile itself holds only its size and the card on top. */
  set_t heaps[HEAPS];
#endif
  PILES_AT u8 piles[CELL_PILES][PILE];
} state;

/* What an encoded state takes at most: a byte for each card and pile, the sets, the fields, the step. */
#define RECORD (DECK + CELL_PILES + sizeof(set_t) * CELL_SETS + 4 * FIELDS + 4)

/* A cell: how its cards are told. */
enum { IS_SET, IS_PILE, IS_HEAP, IS_BAG };
/* A move, and where its arguments lie: how each is held, whether it is chosen blind, how far from the beginning. */
typedef struct move move_t;
enum { ARGUMENT_NUMBER, ARGUMENT_SET, ARGUMENT_PILE };
typedef struct {
  u8 form, blind;
  uint16_t at;
} argument;

/* Positions met since the last decision or luck, by which endless play is noticed. */
typedef struct {
  int count;
  u64 hash[MOST_STEPS];
  int size[MOST_STEPS];
  int step[MOST_STEPS];
  u8 record[MOST_STEPS][RECORD];
} seen_t;


#ifdef HOYLE_EXPLORE
#define MOST_PICKS 256
/* The outcomes of chance that are laid down, and those that were asked for. */
typedef struct {
  int on, given, taken;
  num picks[MOST_PICKS], sizes[MOST_PICKS];
} branch_t;
#endif

typedef struct game {
  state s;
  /* Chance: a script first where there is one, then a seed, of which STRIDE is added with each use; `log` holds what unranked clauses must share. */
  u64 seed;
  const int32_t *script;
  size_t script_at, script_size;
  int seeded, used, recording, twin;
  int32_t *log;
  size_t log_size, log_room, twin_at, twin_end;
  int twin_clash;
  /* Where a fault would be told of, and what came of play. */
  int at, over, fault, source, ending, acting;
  int64_t returns[PLAYERS];
  /* The moves on offer. */
  move_t *moves;
  size_t offered, room;
  int may_pass, listing;
  u64 ruled;
  set_t *bag;
  size_t bag_size, bag_room;
  /* Values kept while moves are listed: what they were in which epoch. */
  u64 epoch, memo_at[MEMOS];
  num memo[MEMOS];
  /* Cards in an order that are made of others, for each place where they are. */
  u8 parts[STACK_PARTS][PILE];
  /* Counted for one game; `exact`: positions are kept, and endless play is noticed at once. */
  uint32_t fired[MARKS];
  int turns, exact, suspicious;
  num made, choices;
  /* What had fired before unranked clauses were tried together: a fault in them leaves that. */
  int keeping;
  uint32_t kept[MARKS];
  state before;
  seen_t *seen;
#ifdef HOYLE_EXPLORE
  branch_t branch;
  /* The clauses by which moves of each action were allowed. */
  u64 permitted[ACTIONS + 1];
  int waits, unsettled, counting, pending[CELL_SETS];
#endif
  jmp_buf out;
} G;

/* ---- faults */

static _Noreturn UNUSED void stop_at(G *g, int kind, int source) {
  g->fault = kind;
  g->source = source;
  longjmp(g->out, 1);
}
static _Noreturn UNUSED void stop(G *g, int kind) { stop_at(g, kind, g->at); }
