"""Reads rule files for the comparison: under a reading, with a clause changed, and which questions they ask.

Leaves how a game's words are laid beside its reference to that game's test, and the comparison to `driver`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import Game, load
from tests.agreement.driver import RULES, Disagreement, Pair, agree
from tests.everyday import FULL

Questions = dict[str, tuple[str, ...]]
"""The readings of each question, the one in force without a choice first."""


def rules(name: str, readings: Mapping[str, str] | None = None, **settings: Any) -> Game:
    """The game of rules/NAME/NAME.hoyle."""
    return load(RULES / name / f"{name}.hoyle", readings=readings, **settings)


def changed(name: str, folder: Path, old: str, new: str, **settings: Any) -> Game:
    """The same with one passage, which must be there just once, replaced; a copy is written to `folder`."""
    text = (RULES / name / f"{name}.hoyle").read_text()
    assert text.count(old) == 1, f"{text.count(old)} places read {old!r}"
    path = folder / f"{name}.hoyle"
    path.write_text(text.replace(old, new))
    return load(path, **settings)


def questions(game: Game) -> Questions:
    """What a game asks, in the file's words."""
    return {
        asked.source.label: (asked.chosen, *(r.source.label for r in asked.readings if r.source.label != asked.chosen))
        for asked in game.rules.questions
    }


def other_readings(asked: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Every reading that is not the first of its question."""
    return [(question, reading) for question, readings in asked.items() for reading in readings[1:]]


def noticed(asked: Mapping[str, tuple[str, ...]], rare: set[str]) -> list[tuple[str, str]]:
    """The readings to be told from the first one of their question: all in a full run, else those that tell soon."""
    return [(question, reading) for question, reading in other_readings(asked) if FULL or question not in rare]


def differ(pair: Pair, games: int, told: str = "") -> None:
    """The two sides, which play by different rules, are told apart within so many games, in such words."""
    with pytest.raises(Disagreement, match=told):
        agree(pair, games)
