"""Every choice in every deal of Cuckoo: of a short deck for three, and by ranks for two, with counts known by hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import perm, prod
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import Game
from tests.agreement.readings import changed, rules
from tests.reference.cuckoo import ORDER, Cuckoo

SHORT: dict[str, Any] = {"players": 3, "deck": "A 7 K of clubs, diamonds"}
KNOWN = {(False, False): (1248, 1248, 156), (True, False): (1440, 1056, 156)}
"""Where the dealer keeps the card and player 1 does, or swaps: in how many of 2,652 deals each loses, and nobody."""


def played(game: Game, players: int, cards: Sequence[str], choices: Sequence[bool]) -> tuple[list[float], list[float]]:
    """What players get of us and of the second program. Cards are dealt from the first on; who is on turn may swap."""
    deck = [*(card for card in game.deck if card not in cards), *reversed(cards)]
    state, reference = game.new_initial_state(deck=deck), Cuckoo(players)
    reference.start(deck)
    while reference.to_move is not None:
        assert state.current_player() == reference.to_move
        wanted = reference.legal_moves()[0 if choices[reference.to_move] else 1]
        state.apply_action(next(move for move in state.legal_actions() if move.action == wanted[0]))
        reference.apply(wanted)
    assert reference.returns is not None
    return [float(value) for value in state.returns()], reference.returns


def by_ranks() -> Iterator[tuple[tuple[str, ...], int]]:
    """Three ranks from the top, as cards, and how many ordered draws of three cards have them."""
    for ranks in product(ORDER, repeat=3):
        suits = Counter[str]()
        cards = []
        for rank in ranks:
            cards.append(rank + "CDHS"[suits[rank]])
            suits[rank] += 1
        yield tuple(cards), prod(perm(4, times) for times in suits.values())


def lost(game: Game, choices: Sequence[bool]) -> tuple[int, ...]:
    """In how many ordered draws of three cards player 1 loses, the dealer, and nobody; as the second program."""
    found = Counter[tuple[float, ...]]()
    for cards, ways in by_ranks():
        ours, theirs = played(game, 2, cards, choices)
        assert ours == theirs
        found[tuple(ours)] += ways
    assert sum(found.values()) == 52 * 51 * 50
    return tuple(found[ended] for ended in ((-1.0, 1.0), (1.0, -1.0), (0.0, 0.0)))


@pytest.mark.parametrize("choices", list(product((False, True), repeat=2)))
def test_every_choice_for_two(choices: tuple[bool, bool]) -> None:
    found = lost(rules("cuckoo", players=2), choices)
    assert choices not in KNOWN or found == tuple(50 * deals for deals in KNOWN[choices])


def every_choice_for_three(game: Game) -> bool:
    return all(
        ours == theirs
        for cards in permutations(game.deck, 4)
        for choices in product((False, True), repeat=3)
        for ours, theirs in [played(game, 3, cards, choices)]
    )


def test_every_choice_for_three() -> None:
    assert every_choice_for_three(rules("cuckoo", **SHORT))


def test_a_changed_rule_is_noticed(tmp_path: Path) -> None:
    assert not every_choice_for_three(changed("cuckoo", tmp_path, "top of deck is K:", "top of deck is A:", **SHORT))


@pytest.mark.parametrize(("old", "new"), [("A 2..10 J Q K of", "2..10 J Q K A of"), ("not lowest(p)", "lowest(p)")])
def test_changed_counts_are_noticed(old: str, new: str, tmp_path: Path) -> None:
    game = changed("cuckoo", tmp_path, old, new, players=2)
    cards = ["AC", "7D", "8H"]
    ours, theirs = played(game, 2, cards, (False, False))
    assert ours != theirs
