"""What the rules look at of each ordered zone."""

from __future__ import annotations

import pytest

from engine.core.observed_order import looks_of
from hoyle.sources.files import game_names, load_file
from spec.ir.index import index_of
from tests.verify_smt.small import game

TEXT = """game "Looks":
  players 2
  deck A..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile: stack, face up
  side: stack, face up
  rest: stack, face down

define on_top(p: stack): top of p is A
shape line: sequence of 1 or more cards, each next to the one before

move lay(c: card from hand of mover):
  permit any_card when {when}
  does put: move c from hand of mover to pile
  does turn: move everything from side onto pile

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay
"""


@pytest.mark.parametrize(
    ("when", "pile", "side"),
    [
        ("size of pile > 1 and c is in pile", "cards", "cards"),
        ("pile is not empty and bottom of pile is A", "ends", "ends"),
        ("side is not empty and top of side is A", "cards", "ends"),
        ("on_top(pile)", "ends", "ends"),
        ("pile is a line", "order", "ends"),
        ("pile is side", "order", "order"),
    ],
)
def test_what_is_looked_at(when: str, pile: str, side: str):
    looks = looks_of(index_of(game(TEXT.replace("{when}", when))))
    assert looks.at == {"deck": "cards", "pile": pile, "side": side, "rest": "cards"}


def test_why_an_order_is_looked_at():
    looks = looks_of(index_of(game(TEXT.replace("{when}", "pile is a line"))))
    assert looks.why == {"pile": ("HasShape",)}


def test_few_of_the_shipped_games_look_at_a_whole_order():
    found: dict[str, set[str]] = {}
    for name in game_names():
        rules = load_file(name, {}).game
        assert rules is not None
        zones = {zone for zone, look in looks_of(index_of(rules)).at.items() if look == "order"}
        found |= {name: zones} if zones else {}
    assert found == {
        "beggar_my_neighbour": {"pile"},
        "crazy_eights": {"deck"},
        "cribbage": {"pile"},
        "freecell": {"column"},
        "klondike": {"waste"},
    }
