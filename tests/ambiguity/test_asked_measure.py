"""What an operator asks is held against what authors ask: alike where it plays alike, and else only about the same."""

from __future__ import annotations

import pytest

from bench.asked import Row, _item, alike, details, table
from bench.asked_readings import Authored, authored
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import Loaded
from tests.ambiguity.misread import PLANTED, text
from tests.ambiguity.test_misreadings import loaded_of

OPERATOR, ASKED = "goes-again", "put_earns_no_turn"


@pytest.fixture(scope="module", name="plain")
def made() -> Loaded:
    return loaded_of(text(**PLANTED[OPERATOR][0]))


@pytest.fixture(scope="module", name="asks")
def wrote(plain: Loaded) -> Authored:
    """What an author asks who wrote the question of the operator into the file."""
    assert plain.game is not None
    one = next(q for q in questions(plain, plain.game) if q.name == ASKED)
    return authored("small.hoyle", one.written(plain.text.content), plain.game)


def test_an_edit_is_like_the_reading_that_plays_as_it_does(plain: Loaded, asks: Authored) -> None:
    assert plain.game is not None
    varied = variations(plain, plain.game, questions(plain, plain.game))
    items = [item for one in varied if (item := _item(plain.game, one, asks)) is not None]
    assert [item.name for item in items if item.alike] == [ASKED]
    assert set(asks.texts) == {ASKED}
    assert "put_goes_back" in {item.name for item in items if item.about and not item.alike}
    row = Row("small", asks, tuple(items), None)
    assert row.missing == ()
    assert "| author's questions that no operator makes | 0 | 0 |" in table([row])
    without = Row("small", asks, tuple(item for item in items if item.name != ASKED), ())
    assert without.missing == (ASKED,)
    assert any(f"no operator makes {ASKED}" in line for line in details(without))
    assert alike(without.made) == set()


def test_a_reading_that_no_game_tells_is_like_nothing(plain: Loaded) -> None:
    assert plain.game is not None
    one = next(q for q in questions(plain, plain.game) if q.name == ASKED)
    same = authored("small.hoyle", one.written(plain.text.content).replace("nothing", "go again", 1), plain.game)
    assert all(not reading.plays and not reading.alike(reading.game) for reading in same.readings)
    assert same.untold == tuple(same.texts)
