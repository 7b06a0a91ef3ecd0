/* The game of bench/shed.hoyle, as the same transition system: one stored state for each position. Every move is one
   deterministic step for each of its outcomes, which is the form that SPIN explores fastest. A card is a bit, hearts
   first; the heap is what lies neither in a hand nor in the deck. */

#ifndef HAND
#define HAND 3
#endif
#define RANKS 6

short hand[2];
short deck;
byte top;
bit mover;

#define BIT(c) (1 << (c))
#define FITS(c) ((c) / RANKS == top / RANKS || (c) % RANKS == top % RANKS)
#define PLAYING (hand[mover] != 0)
#define PASS_TURN if :: hand[mover] != 0 -> mover = 1 - mover :: else fi

#define LAY(c) \
  :: d_step { (hand[mover] & BIT(c)) && FITS(c) -> hand[mover] = hand[mover] & ~BIT(c); top = c; PASS_TURN }
#define TAKE(c) \
  :: d_step { PLAYING && (deck & BIT(c)) -> deck = deck & ~BIT(c); hand[mover] = hand[mover] | BIT(c); mover = 1 - mover }

/* Where each card is dealt: so many to each hand, one to the heap, the others stay in the deck. */
#define SIZE(m) (((m) & 1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) + ((m) >> 5 & 1) \
  + ((m) >> 6 & 1) + ((m) >> 7 & 1) + ((m) >> 8 & 1) + ((m) >> 9 & 1) + ((m) >> 10 & 1) + ((m) >> 11 & 1))
#define DEAL(c) \
  if \
  :: SIZE(hand[0]) < HAND -> hand[0] = hand[0] | BIT(c) \
  :: SIZE(hand[1]) < HAND -> hand[1] = hand[1] | BIT(c) \
  :: top == 255 -> top = c \
  :: SIZE(deck) < 2 * RANKS - 2 * HAND - 1 -> deck = deck | BIT(c) \
  fi;

active proctype play() {
  atomic {
    top = 255;
    DEAL(0) DEAL(1) DEAL(2) DEAL(3) DEAL(4) DEAL(5) DEAL(6) DEAL(7) DEAL(8) DEAL(9) DEAL(10) DEAL(11)
  }
end:
  do
  LAY(0) LAY(1) LAY(2) LAY(3) LAY(4) LAY(5) LAY(6) LAY(7) LAY(8) LAY(9) LAY(10) LAY(11)
  TAKE(0) TAKE(1) TAKE(2) TAKE(3) TAKE(4) TAKE(5) TAKE(6) TAKE(7) TAKE(8) TAKE(9) TAKE(10) TAKE(11)
  :: d_step { PLAYING && deck == 0 -> mover = 1 - mover }
  od
}
