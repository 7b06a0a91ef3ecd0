"""In small games of other shapes each planted wording is found too, and its clean twin raises nothing."""

from __future__ import annotations

import pytest

from tests.ambiguity.frames import FRAMES, MISSED, NOT_IN, Frame, planted_in
from tests.ambiguity.in_frames import held
from tests.ambiguity.misread import PLANTED
from tests.everyday import one_in

EVERY = [(operator, frame) for operator in PLANTED for frame in planted_in(operator)]


def test_each_operator_has_ten_games() -> None:
    assert {len(list(planted_in(operator))) for operator in PLANTED} == {10}
    names = {frame.name for frame in FRAMES}
    assert len(names) == len(FRAMES)
    assert {frame for frames in (*NOT_IN.values(), *MISSED.values()) for frame in frames} <= names
    assert set(NOT_IN) | set(MISSED) <= set(PLANTED)


def named(part: object) -> str:
    return part.name if isinstance(part, Frame) else str(part)


@pytest.mark.parametrize(("operator", "frame"), one_in(53, EVERY), ids=named)
def test_what_is_planted_is_found_and_the_twin_raises_nothing(operator: str, frame: Frame) -> None:
    told = held(operator, frame)
    assert told.raised == ""
    if frame.name in MISSED.get(operator, ()):
        assert told.missed, "found: take it out of MISSED"
    else:
        assert told.missed == ""


def test_a_difference_is_shown_where_it_begins_though_the_first_game_went_on_without_asking() -> None:
    # Who cannot play passes unasked; under the other reading the same player has a move.
    tricks = next(frame for frame in FRAMES if frame.name == "tricks")
    assert held("one-step-or-more", tricks).missed == ""
