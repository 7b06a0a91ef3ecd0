"""Where a game is said to see nothing of the order in a zone, moving the cards about changes no legal move."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.core.observed_order import Look, looks_of
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.index import index_of

GAMES = ("crazy_eights", "pigeon", "reserve", "tests/strangers/klondike.hoyle", "tests/strangers/golf.hoyle")
KEPT: dict[Look, int] = {"cards": 0, "ends": 1, "order": 99}
"""So many cards stay at either end of a zone."""


def mixed(interpreter: Interpreter, position: Position, at: dict[str, Look], mix: random.Random) -> Position:
    """The position with the cards of each ordered zone moved about where their order is said to be of no account."""
    cells = list(position.cells)
    for number, cell in enumerate(interpreter.layout.cells):
        kept, held = KEPT[at.get(cell.name, "order")], list(cells[number])
        inner = held[kept : max(kept, len(held) - kept)]
        mix.shuffle(inner)
        held[kept : max(kept, len(held) - kept)] = inner
        cells[number] = tuple(held)
    return replace(position, cells=tuple(cells))


def differing(game: ir.Game, at: dict[str, Look], games: int = 4, most: int = 60) -> int:
    """At how many positions of random games other moves are legal after the cards were moved about."""
    interpreter, found = Interpreter(game), 0
    for seed in range(games):
        chance, choice, mix = Seeded(seed), random.Random(seed), random.Random(seed)
        turn = interpreter.start(chance)
        for _ in range(most):
            if not turn.moves:
                break
            found += interpreter.legal_moves(mixed(interpreter, turn.position, at, mix)) != turn.moves
            turn = interpreter.apply(turn.position, choice.choice(turn.moves), chance)
    return found


def rules_of(name: str) -> ir.Game:
    game = load_file(name).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_seen_changes_no_move(name: str):
    game = rules_of(name)
    assert differing(game, looks_of(index_of(game)).at) == 0


def test_a_zone_said_to_be_seen_less_is_noticed():
    game = rules_of("tests/strangers/klondike.hoyle")
    at = looks_of(index_of(game)).at
    missed: dict[str, Look] = dict.fromkeys(at, "cards")
    assert "ends" in at.values()
    assert differing(game, missed) > 0
