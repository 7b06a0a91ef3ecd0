"""The games of every day draw whatever the library draws."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.sources.files import game_names
from tests import everyday
from tests.everyday import EVERYDAY, drawn, in_little_time


def lacking(few: Sequence[str]) -> dict[str, set[object]]:
    """What games of the library draw and these do not, by the game."""
    known = frozenset().union(*map(drawn, few))
    return {name: set(more) for name in game_names() if (more := drawn(name) - known)}


def test_together_they_draw_all_that_the_library_draws():
    assert lacking(EVERYDAY) == {}, "add one of these games to tests/everyday.py"


def test_each_of_them_draws_something_that_the_others_do_not():
    for name in EVERYDAY:
        assert lacking([other for other in EVERYDAY if other != name]), f"{name} adds nothing"


def test_a_command_of_the_documents_has_little_time_every_day_and_all_of_it_in_long_runs(monkeypatch):
    verify, kept = "hoyle verify agram --budget 60 && echo well", "hoyle verify agram --budget 60 --certificates x"
    monkeypatch.setattr(everyday, "FULL", False)
    assert in_little_time(verify) == "hoyle verify agram --budget 5 && echo well"
    assert in_little_time(verify.replace("60", "2")) == verify.replace("60", "2")
    assert in_little_time(kept) == kept
    monkeypatch.setattr(everyday, "FULL", True)
    assert in_little_time(verify) == verify
