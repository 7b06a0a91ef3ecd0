"""Small rule files for the tests of proofs, and how they are read."""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.lower.game import lower_file
from spec.text.parse import parse

HEAD = """game "Small":
  players 2
  deck A..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: set, face up

state:
  seen: low | high, starts at low

"""

PLAY = """
ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay
"""

LAY = """move lay(c: card from hand of mover):
  permit any_card
  does put: move c from hand of mover to heap
  does tell: decide told(c)
"""


def game(text: str, **settings: str) -> ir.Game:
    file, trouble = parse(text)
    assert not trouble, [d.message for d in trouble]
    made, more = lower_file(file, settings)
    assert made is not None, [d.message for d in more]
    return made


def with_clauses(clauses: str, more: str = "") -> ir.Game:
    """The small game with an outcome group of these clauses."""
    return game(HEAD + LAY + "\noutcome told(c: card):\n" + clauses + PLAY + more)
