"""Cribbage's shows are counted: how many of the 12,994,800 hands and cribs make how many points is known.

Suits are alike, so of shows that differ in their names only one is asked for. HOYLE_GAMES_FULL asks for all ranks.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from tests.agreement.openspiel import follower, rule_text
from tests.everyday import FULL
from tests.reference.cribbage import Card, for_ranks, shows, worth

KNOWN = (
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224, 388740, 51680, 317340, 19656,
    90100, 9168, 58248, 11196, 2708, 0, 8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
"""Of hands, by their points (Lumetta)."""
SHOWS = 12_994_800
CRIBS = (1_022_208, 4.73482)
"""Cribs of no points, and the mean of all."""


class Shows:
    """The rule file's own words for what a hand and a crib are worth, asked by its interpreter."""

    def __init__(self, text: str) -> None:
        self.play: Interpreter = follower("cribbage", text).interpreter
        self._empty = self.play.initial()
        self._starter = self.play.layout.zones["starter"].first
        words = {domain.name: domain.values for domain in self.play.game.domains}
        self._index = {
            (words["rank"].index(words["rank"][face.rank]) + 1, face.suit): card
            for card, face in enumerate(self.play.game.deck)
        }

    def ask(self, name: str, kept: Sequence[Card], starter: Card) -> int:
        cells = list(self._empty.cells)
        cells[self._starter] = (self._index[starter],)
        cards = tuple(sorted(self._index[card] for card in kept))
        found = self.play.evaluate(ir.Apply(name, (ir.CardList(cards),)), replace(self._empty, cells=tuple(cells)))
        assert isinstance(found, int)
        return found


def test_the_known_counts_are_the_second_programs() -> None:
    """By ranks and suits apart: the second program's counts are those known, so that it may judge parts of them."""
    found: Counter[tuple[int, bool]] = Counter()
    for kept, starter, number in shows(range(1, 14)) if FULL else ():
        found[worth(kept, starter), False] += number
        found[worth(kept, starter, True), True] += number
    if FULL:
        assert tuple(found[n, False] for n in range(30)) == KNOWN
        assert found[0, True] == CRIBS[0]
    assert sum(KNOWN) == SHOWS
    assert for_ranks((5, 5, 5, 5, 11)) == 28


@pytest.mark.parametrize("ranks", [(4, 5, 6, 11), (1, 2, 3, 7)] if not FULL else [range(1, 14)])
def test_every_show(ranks: Sequence[int]) -> None:
    """Of sixteen cards, against the second program; in full of the whole deck, and the counts are those known."""
    table = Shows(rule_text("cribbage"))
    hands: Counter[int] = Counter()
    cribs: Counter[int] = Counter()
    for kept, starter, number in shows(ranks):
        hand, crib = table.ask("hand_worth", kept, starter), table.ask("crib_worth", kept, starter)
        assert (hand, crib) == (worth(kept, starter), worth(kept, starter, True)), (kept, starter)
        hands[hand] += number
        cribs[crib] += number
    if FULL:
        assert tuple(hands[n] for n in range(30)) == KNOWN
        assert cribs[0] == CRIBS[0]
        assert round(sum(n * times for n, times in cribs.items()) / SHOWS, 5) == CRIBS[1]
    else:
        assert hands.total() == 16 * 15 * 14 * 13 // 24 * 12


def test_some_shows_of_the_whole_deck() -> None:
    table, rng = Shows(rule_text("cribbage")), Random(7)
    deck = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    for _ in range(1000):
        *kept, starter = rng.sample(deck, 5)
        assert table.ask("hand_worth", kept, starter) == worth(kept, starter), (kept, starter)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("worth of s = 15", "worth of s = 14"),
        ("set of 2 to 5 cards", "set of 2 to 4 cards"),
        ("then (greatest of size of r", "then (least of size of r"),
        ("is suit of c\n", "is suit of c or c is J\n"),
        ("with c is J and suit", "with c is 4 and suit"),
    ],
)
def test_a_changed_rule_is_noticed(old: str, new: str) -> None:
    text = rule_text("cribbage")
    assert text.count(old) == 1
    table = Shows(text.replace(old, new))
    some = shows((1, 2, 3, 4, 11))
    assert any(table.ask("hand_worth", kept, starter) != worth(kept, starter) for kept, starter, _ in some)
