/* @TITLE@: the rules as a C engine.

@ABOUT@

   Everything that a game is lies in a GAME_state: it may be copied, kept and compared with, and needs no clean-up.
   No function allocates memory or keeps anything of its own, so that any number of games may be played at once, each
   state by one thread at a time. A call takes up to some 100 kilobytes of stack.

     GAME_state game;
     GAME_move moves[64];
     GAME_start(&game, 1);
     while (!GAME_is_over(&game)) {
       size_t n = GAME_legal_moves(&game, moves, 64);
       GAME_apply(&game, &moves[n / 2 < 64 ? n / 2 : 0]);
     }

   Cards, players, piles and words are numbers from 0; -1 (GAME_CAPITALS_NOBODY) stands for nobody. Cards have the order of
   GAME_card_names, players that of their seats, clockwise. */
#ifndef GAME_CAPITALS_H
#define GAME_CAPITALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GAME_CAPITALS_NOBODY = -1,
  GAME_CAPITALS_PLAYERS = @PLAYERS@,
  GAME_CAPITALS_CARDS = @CARDS@,
  GAME_CAPITALS_ZONES = @ZONE_COUNT@,
  GAME_CAPITALS_FIELDS = @FIELD_COUNT@,
  GAME_CAPITALS_SETS = @SETS@,
  GAME_CAPITALS_PILES = @PILES@,
  GAME_CAPITALS_STEPS = @STEPS@,
  GAME_CAPITALS_CLAUSES = @CLAUSES@,
  GAME_CAPITALS_ENDINGS = @ENDINGS@,
};

/* Where each family of zones begins: the zone of player p is the family's first plus p. */
@ZONES@

/* Where each family of fields begins. */
@FIELDS@

/* A set of cards: bit i is card i. */
@WIDE@ GAME_cards;

/* ---------------------------------------------------------------- moves */

typedef enum {
@KINDS@
  GAME_CAPITALS_KINDS
} GAME_move_kind;
@MOVES@

/* A move: its kind, and the arguments of that kind. */
typedef struct {
  GAME_move_kind kind;
  union {
    char nothing;
@UNION@
  } with;
} GAME_move;

/* ---------------------------------------------------------------- states */

/* Why play stopped before its end: the rules do not say how it goes on. */
typedef enum {
  GAME_CAPITALS_NO_FAULT,
@FAULTS@
} GAME_fault;

/* Where cards lie, the fields, and the step at which play stands. GAME_zones says where a zone is among the sets or
   piles; a pile is the number of its cards, then the cards, bottom first. */
typedef struct {
  int32_t step;
  int32_t fields[GAME_CAPITALS_FIELDS];
  GAME_cards sets[GAME_CAPITALS_SETS];
  uint8_t piles[GAME_CAPITALS_PILES][GAME_CAPITALS_CARDS + 1];
} GAME_position;

/* A game. At a fault the position is that before the step or move that failed. */
typedef struct {
  GAME_position position;
  uint64_t seed;   /* of the luck to come, where seeded */
  size_t moves;    /* how many legal moves there are, a pass included */
  int64_t returns[GAME_CAPITALS_PLAYERS]; /* zeros before the end */
  int32_t ending;  /* the ending that ended the game, or -1 */
  int32_t clause;  /* the clause at which play stopped, an index into GAME_clauses, or -1 */
  GAME_fault fault;
  uint8_t over;    /* has play ended, or stopped at a fault? */
  uint8_t seeded;
} GAME_state;

/* What came of a call. Where it is not GAME_CAPITALS_OK the state is as it was. */
typedef enum {
  GAME_CAPITALS_OK,
  GAME_CAPITALS_ILLEGAL,  /* the move is not legal */
  GAME_CAPITALS_OVER,     /* play is over */
  GAME_CAPITALS_NO_LUCK,  /* a shuffle or a pick was needed, and there is neither an outcome nor a seed */
  GAME_CAPITALS_BAD_LUCK, /* the caller's outcome does not fit */
  GAME_CAPITALS_TOO_BIG   /* a number or a list is beyond what the engine holds */
} GAME_answer;

/* ---------------------------------------------------------------- luck */

/* Outcomes that the caller lays down. Each function may be NULL, and answers false where it has nothing to say: then
   the seed decides, if there is one. */
typedef struct {
  /* Puts `size` cards into the order in which they are to lie, the last on top. */
  bool (*shuffle)(void *context, uint8_t *cards, int size);
  /* Picks a number from 0 to size - 1. */
  bool (*pick)(void *context, int size, int *picked);
  void *context;
} GAME_luck;

/* ---------------------------------------------------------------- playing */

/* Deals, and plays to the first decision; the same seed makes the same game, here and in Hoyle. */
GAME_answer GAME_start(GAME_state *state, uint64_t seed);

/* The same with outcomes laid down; `seed` may be NULL. */
GAME_answer GAME_start_with(GAME_state *state, const GAME_luck *luck, const uint64_t *seed);

/* The same where the first shuffle makes `deck`: each card once, the last on top. */
GAME_answer GAME_start_deck(GAME_state *state, const uint8_t deck[GAME_CAPITALS_CARDS], uint64_t seed);

/* Writes the legal moves, at most so many, and answers how many there are (as state->moves tells). Their order is that
   of the rule file: by action, then by arguments, a pass last. */
size_t GAME_legal_moves(const GAME_state *state, GAME_move *out, size_t most);

bool GAME_is_legal(const GAME_state *state, const GAME_move *move);

/* Makes a move and plays to the next decision or the end. */
GAME_answer GAME_apply(GAME_state *state, const GAME_move *move);
GAME_answer GAME_apply_with(GAME_state *state, const GAME_move *move, const GAME_luck *luck);

/* Has play ended, or stopped at a fault? */
bool GAME_is_over(const GAME_state *state);

/* The seat of the player to move; GAME_CAPITALS_NOBODY when play is over. */
int GAME_current_player(const GAME_state *state);

/* What the game brings each player; zeros before its end. */
void GAME_returns(const GAME_state *state, int64_t returns[GAME_CAPITALS_PLAYERS]);

/* ---------------------------------------------------------------- looking */

typedef enum {
  GAME_CAPITALS_SEEN_BY_ALL,
  GAME_CAPITALS_SEEN_BY_OWNER, /* the others see how many */
  GAME_CAPITALS_SEEN_BY_OTHERS, /* all but the owner, who sees how many */
  GAME_CAPITALS_SEEN_TOP,      /* the top card, and how many */
  GAME_CAPITALS_SEEN_COUNT,    /* how many */
  GAME_CAPITALS_SEEN_BY_NOBODY
} GAME_seen;

/* A zone: its name, whether it is a pile (else a set), who sees it, whose it is (-1: nobody's), and its place among
   the piles or the sets of a position. */
typedef struct {
  const char *name;
  bool ordered;
  GAME_seen seen;
  int owner, place;
} GAME_zone_about;

/* What a player sees of a zone: its cards, or only how many and perhaps the top one, or nothing. */
typedef struct {
  bool sees_cards, sees_count;
  int count; /* 0 where it is not seen */
  int top;   /* -1 where it is not seen, or all cards are */
  uint8_t cards[GAME_CAPITALS_CARDS];
} GAME_view;

GAME_view GAME_observe(const GAME_state *state, int player, int zone);

/* Does a player see what a field holds? For GAME_CAPITALS_PLAYERS: is it open to everybody, whoever plays? */
bool GAME_sees_field(int player, int field);

/* Writes the cards of a zone, bottom first or in deck order, into room for GAME_CAPITALS_CARDS; answers how many. The
   step and the result are open to all players. */
int GAME_zone_cards(const GAME_state *state, int zone, uint8_t *cards);

/* ---------------------------------------------------------------- words */

/* These write a text of at most size - 1 characters and an end, and answer how long the whole text is. */
size_t GAME_describe(const GAME_move *move, char *text, size_t size);
size_t GAME_field_text(const GAME_state *state, int field, char *text, size_t size);

/* Reads a move such as GAME_describe writes; false where it cannot be read. It may still not be legal. */
bool GAME_parse(const char *text, GAME_move *move);

/* "gap", "clash" and so on. */
const char *GAME_fault_name(GAME_fault fault);

/* A clause of the rule file, and the places of the rulebook that it states. */
typedef struct {
  const char *label, *cites;
} GAME_clause_about;

extern const char *const GAME_card_names[GAME_CAPITALS_CARDS];
extern const GAME_zone_about GAME_zones[GAME_CAPITALS_ZONES];
extern const char *const GAME_field_names[GAME_CAPITALS_FIELDS];
extern const char *const GAME_move_names[GAME_CAPITALS_KINDS];
extern const char *const GAME_step_names[GAME_CAPITALS_STEPS];
extern const char *const GAME_ending_names[GAME_CAPITALS_ENDINGS];
extern const GAME_clause_about GAME_clauses[GAME_CAPITALS_CLAUSES];

/* ---------------------------------------------------------------- chance for callers */

/* What a seed is derived for: a game of a run, a shuffle or a pick in turn, the choices of a seat. */
typedef enum {
  GAME_CAPITALS_DOMAIN_RUN = 1,
  GAME_CAPITALS_DOMAIN_SHUFFLE,
  GAME_CAPITALS_DOMAIN_PICK,
  GAME_CAPITALS_DOMAIN_CHOICE
} GAME_domain;

/* The seed of the numbered part of what a seed is for in a domain; also where a stream of random numbers begins. */
uint64_t GAME_derive(uint64_t seed, GAME_domain domain, uint64_t number);

/* A number from 0 to n - 1 out of a stream, SplitMix64's, each equally likely; the stream moves on. */
uint64_t GAME_random(uint64_t *stream, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
