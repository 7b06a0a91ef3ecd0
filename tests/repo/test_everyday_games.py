"""The games of everyday runs draw what the library draws, and none of them is there in vain."""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.sources.files import game_names, load_file
from tests.everyday_games import EVERYDAY, drawn


@cache
def drawn_by(name: str) -> frozenset[str]:
    game = load_file(name).game
    assert game is not None
    return drawn(game)


def missed(names: tuple[str, ...]) -> set[str]:
    """What games of the library draw, and none of these."""
    return {what for name in game_names() for what in drawn_by(name)} - {what for n in names for what in drawn_by(n)}


def test_everyday_runs_draw_what_the_whole_library_draws() -> None:
    assert missed(EVERYDAY) == set(), "add a game that draws this to EVERYDAY in tests/everyday_games.py"


@pytest.mark.parametrize("name", EVERYDAY)
def test_a_game_left_out_is_missed(name: str) -> None:
    assert missed(tuple(other for other in EVERYDAY if other != name))
