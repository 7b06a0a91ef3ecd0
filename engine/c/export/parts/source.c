/* The rules of GAME.h.

@ABOUT@

   @STANDARD@ */
#include "GAME.h"

@SIZES@

typedef GAME_cards set_t;
typedef GAME_position state;
typedef GAME_move move_t;
typedef GAME_luck luck_t;
enum { FOR_SHUFFLES = GAME_CAPITALS_DOMAIN_SHUFFLE, FOR_PICKS = GAME_CAPITALS_DOMAIN_PICK };
#define CARD_NAMES GAME_card_names

#include "hoyle_engine.h"

/* Where fields, sets and piles lie in a position, each or the first of its family; the steps of play; the clauses. */
@PLACES@

/* ---------------------------------------------------------------- words and tables */

@DATA@

@PROTOTYPES@

/* ---------------------------------------------------------------- the rules */

@RULES@

/* ---------------------------------------------------------------- what is the same for all games */
