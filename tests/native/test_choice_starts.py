"""Choices of a shape begin with cards that enough others may follow: all are found, in the order of the rules."""

import pytest

from engine.core.plans.choice_starts import MOST_FOLLOWERS, MOST_STEPS, Followers, followers
from tests.everyday import one_in
from tests.native.harness import compiled_figures_of_text, figures_of_text, needs_compiler

TEXT = """game "Starts":
  players 2
  deck A..8 of clubs, hearts, spades

shape first: FIRST
shape second: SECOND
shape pair: set of 2 cards, same rank

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  gone: set, face up

state:
  seen: 0 to 5000
  times: 0 to 40

define pairs(x: cards): number of pair s in x
define longest(x: cards): if some first s in x then (greatest of size of s over first s in x) else 0

move one(cards: first from hand of mover):
  permit usual
  does lay: move cards from hand of mover to gone

move other(cards: second from hand of mover):
  permit usual
  does lay: move cards from hand of mover to gone

move stop:
  permit always

ends:
  long at act when times = 8: player 1 wins
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    deal 9 cards from deck to each hand
  turns from player 1:
    choice act: mover does one, other, stop
    step count:
      add 1 to times
      add pairs(hand of mover) + 10 * longest(hand of mover) to seen
      if seen > 200: end the turn
    step draw: draw up to 1 card from deck to hand of mover
"""
SHAPES = {
    "runs of a suit": ("set of 3 or more cards, same suit, a run", "sequence of 2 or more cards, same suit, a run"),
    "runs": ("set of 3 to 5 cards, a run", "set of 2 cards, a run"),
    "ace at both ends": (
        "set of 3 or more cards, a run with ace low or high",
        "set of 4 to 5 cards, a run with ace high",
    ),
    "groups": ("set of 3 cards, same rank", "sequence of 2 cards, same suit"),
    "one card is enough": ("set of 1 or more cards, same rank", "set of 1 to 3 cards, same suit, a run"),
}
GAMES = 10


def text(shapes: str) -> str:
    first, second = SHAPES[shapes]
    return TEXT.replace("FIRST", first).replace("SECOND", second)


def played(shapes: str, change: tuple[str, str] | None = None):
    return compiled_figures_of_text(text(shapes), GAMES, change)


@needs_compiler
@pytest.mark.parametrize("shapes", one_in(2, SHAPES))
def test_games_are_the_interpreters(shapes: str):
    assert played(shapes) == figures_of_text(text(shapes), GAMES)


@needs_compiler
@pytest.mark.parametrize(
    ("shapes", "change"),
    [
        ("runs of a suit", ("it->next[0] = starts;", "it->next[0] = BUT_FIRST(starts);")),
        ("groups", ("(n ? later : it->left[0] & ~CARDS_BEFORE(first))", "later")),
        ("ace at both ends", ("if (runs == FEW_RUNS - 1)", "if (runs == 1) return sets; if (runs == FEW_RUNS - 1)")),
        ("ace at both ends", ("set_before(sets[b], sets[a])", "set_before(sets[a], sets[b])")),
    ],
)
def test_a_choice_left_out_or_out_of_order_is_noticed(shapes: str, change: tuple[str, str]):
    assert played(shapes, change) != figures_of_text(text(shapes), GAMES)


def test_which_cards_may_begin():
    """Of three suits side by side: runs of a suit, of any suits, and groups of a rank."""
    rank = [0b111 << card // 3 * 3 for card in range(12)]
    of_suit = [1 << card + 3 if card < 9 else 0 for card in range(12)]
    assert followers(of_suit, 3, later=False) == Followers(((3, 0b111111111),), MOST_FOLLOWERS)
    assert followers(of_suit, 2, later=False) == Followers(((3, 0b111111111),), 1)
    group = followers(rank, 3, later=True)
    assert group == Followers(((1, 0b011011011011), (2, 0b001001001001)), MOST_FOLLOWERS)


def test_where_any_card_may_begin():
    anything = [(1 << 40) - 1] * 40
    assert followers(anything, 3, later=True) is None, f"more than {MOST_STEPS} steps"
    assert followers([0b10, 0], 1, later=False) is None, "one card is enough"
    assert followers([0, 0], 2, later=False) is None, "nothing follows"
