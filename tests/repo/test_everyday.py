"""The games of every day draw whatever the library draws."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.sources.files import game_names
from tests.everyday import EVERYDAY, drawn


def lacking(few: Sequence[str]) -> dict[str, set[object]]:
    """What games of the library draw and these do not, by the game."""
    known = frozenset().union(*map(drawn, few))
    return {name: set(more) for name in game_names() if (more := drawn(name) - known)}


def test_together_they_draw_all_that_the_library_draws():
    assert lacking(EVERYDAY) == {}, "add one of these games to tests/everyday.py"


def test_each_of_them_draws_something_that_the_others_do_not():
    for name in EVERYDAY:
        assert lacking([other for other in EVERYDAY if other != name]), f"{name} adds nothing"
