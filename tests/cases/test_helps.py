"""The change that is offered for what newcomers write: with it the text says the right thing and has no fault."""

import pytest

from tests.cases.harness import Outcome, outcome

PACK = 'game "Packs":\n  players 2\n  deck standard + phoenix of no suit + dog of no suit\n\n'
EXAMPLE = (
    f'{PACK}example "it":\n  given hand of player 1 = [KH phoenix dog], hand of player 2 = [], rest in deck, at act\n'
)
MENDED = (
    (f"{EXAMPLE}  illegal build(KH phoenix, pile 1)\n", "build([KH phoenix], pile 1)"),
    (f"{EXAMPLE}  illegal build(phoenix, pile 1)\n", "build([phoenix], pile 1)"),
    ("define f(c: card): c is red and 3\n", "c is red and c is 3\n"),
    ("define f(c: card): rank of c is 3 or 7\n", "rank of c is 3 or rank of c is 7\n"),
    ("define f(p: player): size of hand of p > 9 or 7\n", "size of hand of p > 9 or size of hand of p > 7\n"),
    ("define f(c: card): c is a red 3\n", "c is red and c is 3\n"),
    ("define f(c: card): c is not a red 3\n", "(c is not red or c is not 3)\n"),
    ("values w:\n  red 3 is 100\n  others are 0\n", "  3D 3H is 100\n"),
    ("values w:\n  3 of hearts, diamonds is 100\n  others are 0\n", "  3H 3D are 100\n"),
    ("values w:\n  Q of spades is 13\n  others are 0\n", "  QS is 13\n"),
    ("define f: number of cards in hand of mover\n", ": size of hand of mover\n"),
    ("define f: (number of cards in hand of mover) > 3\n", "(size of hand of mover) > 3"),
    ("define f: number of 2 in hand of mover\n", ": number of c in hand of mover with c is 2\n"),
    ("define f: (number of K in discard) > 3\n", "(number of c in discard with c is K) > 3"),
    ("define f: hand of mover and discard are empty\n", ": hand of mover is empty and discard is empty\n"),
    ("define f: hand of mover and discard are not empty\n", ": hand of mover is not empty and discard is not empty\n"),
)
"""What somebody wrote, and what its mended text says."""


def mended(text: str) -> tuple[str, Outcome]:
    """The text with the change that its one fault offers, and what comes of it."""
    (fault,) = outcome(text, "with prelude").diagnostics
    assert fault.fix is not None, fault.message
    start, end = fault.fix.span.start, fault.fix.span.end
    changed = text[:start] + fault.fix.replacement + text[end:]
    return changed, outcome(changed, "with prelude")


@pytest.mark.parametrize(("wrong", "right"), MENDED)
def test_the_help_mends_the_text(wrong: str, right: str):
    changed, came = mended(wrong)
    assert right in changed
    assert came.lines() == "nothing\n"


def test_mover_passes_is_put_first():
    text = "play:\n  repeat until round = 9 or mover passes:\n    choice act: mover may do lay, build\n"
    assert "repeat until mover passes or round = 9:\n" in mended(text)[0]


def test_otherwise_is_put_level_with_its_choice():
    text = "play:\n  turns:\n    choice act: mover does lay, build\n      otherwise:\n        nothing\n"
    assert mended(text)[0] == "play:\n  turns:\n    choice act: mover does lay, build\n    otherwise:\n      nothing\n"


@pytest.mark.parametrize("cards", ["KH hand of mover", "KH pile 1", "KH top of discard"])
def test_no_word_is_put_between_two_where_it_only_makes_the_line_read(cards: str):
    found = outcome(f"{EXAMPLE}  legal build({cards}, pile 1)\n", "with prelude").diagnostics
    assert ["brackets" in d.message and d.fix is None for d in found] == [True]


def test_the_forms_that_messages_name_are_read():
    text = """game "Sides":
  players 4
  deck standard
  teams: north (players 1, 3) against south (players 2, 4)

state:
  round: 1 to 9, starts at 1
  holder: player or nobody, starts at nobody
  mode: open | shut, starts at open
  score[player]: 0 to 100, starts at 0
  total[team]: 0 to 100, starts at 0

define highest(x: cards): rank of (the c in x with greatest rank of c)

define ace(r: rank): r is A

define one(p: player): ace(highest(hand of p))

define two(p: player): ace(first rank r with (some c in hand of p with c is r))

ends:
  out when some team t with total of t >= 50: (the team t with greatest total of t) wins
  late when round = 9: next player after player 2 wins

move lay(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to discard; continue at act

play:
  step first: mover becomes first player p with QS is in hand of p
  repeat until round = 9:
    choice act: mover does lay, build
"""
    assert "E0" not in outcome(text, "with prelude").lines()
