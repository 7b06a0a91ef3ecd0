"""Rule texts that the tests of the interface and the command line play with."""

from __future__ import annotations

from pathlib import Path

DUEL = """game "Duel":
  players 2
  deck A 2..4 of hearts, spades
  editions long, short
  number held: 1 to 3, usually 2
  option opening: open | shut, usually shut

source "The book of duels":
  "Deal" 1
  "Play" 1..3
  "End" 1

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up
  past: stack, top face up
  vault: set, secret

state:
  laid[player]: 0 to 8, starts at 0
  lucky: 1 to 6, starts at 1

move lay(c: card from hand of mover):
  permit fitting @ "Play/1" when heap is empty or rank of c is rank of top of heap or c is red
  forbid no_four @ "Play/2" when c is 4 and heap is empty
  precedence no_four > fitting @ "Play/2"
  does put @ "Play/1": move c from hand of mover to heap; add 1 to laid of mover

move drop(c: card from hand of mover):
  permit late_ace @ "Play/3" when c is not A or (aces is freely)
  does put_by @ "Play/3": move c from hand of mover to past

move steal(c: blind card from hand of next player):
  permit with_nothing_red @ "Play/3" when no d in hand of mover with d is red
  does take @ "Play/3": move c from hand of next player to hand of mover

ends:
  out @ "End/1" when hand of mover is empty: mover wins

play:
  step deal @ "Deal/1":
    shuffle deck
    lucky becomes random
    for each player p: draw held cards from deck to hand of p
  turns from player 1:
    choice act @ "Play/1": mover does lay, drop, steal

question aces @ "Play/3": "May an ace be dropped?"
  reading freely "yes"
  reading never "no"
  ruling freely because "nothing forbids it"

example "two hearts" @ "Play/1":
  given hand of player 1 = [AH 2H], hand of player 2 = [3H 3S], mover = player 1, at act
  legal lay(AH)
  play lay(AH)
  play lay(3H)
  then top of heap is 3H

claim few @ "Play/1": always size of heap <= 4
claim every_game_ends: every game ends
"""
"""Every kind of clause; hands that are hidden, a blind choice, a question, an edition, a number and an option."""

BROKEN = DUEL.replace("move c from hand of mover to heap", "move c from hnad of mover to heap")
"""One name is misspelt."""

UNRULED = DUEL.replace('  ruling freely because "nothing forbids it"\n', "")
"""The question is left open, so a game that meets it stops."""

ENDLESS = """game "Endless":
  players 2
  deck A 2..4 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up

move wait:
  permit always_allowed
  does rest: nothing

move turn_up:
  permit while_there when deck is not empty
  does show: draw 1 card from deck to heap

ends:
  done when size of heap = 3: mover wins

play:
  step start: shuffle deck
  turns from player 1:
    choice act: mover does wait, turn_up

claim all_end: every game ends
"""

TRICK = """game "Trick":
  players 2
  deck 1..2 of hearts, spades

zones:
  stock: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  trick: stack, face up
  pile[player]: stack, face up
  won[player]: set, face down

move lay(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to PLACE

ends:
  done at act when stock is empty and hand of player 1 is empty and hand of player 2 is empty: nobody wins

play:
  step deal: deal 2 cards from stock to each hand
  repeat:
    turns from player 1 until ENOUGH:
      choice act: mover does lay
    step take: TAKE
"""
TAKEN = (
    TRICK.replace("PLACE", "trick")
    .replace("ENOUGH", "size of trick = 2")
    .replace("TAKE", "move everything from trick to won of player 1 in any order")
)


def write(folder: Path, text: str = DUEL, name: str = "duel.hoyle") -> Path:
    """Writes a rule file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
