"""What Hoyle asks by itself replays: the edit that it offers is written into the file, and the game that it shows is
played again under both readings from its log alone. They part where it says."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.logs.replay import from_json, replay
from hoyle.ambiguity.run import find
from hoyle.misreadings.draft import AS_WRITTEN, Asked
from hoyle.misreadings.variations import questions
from hoyle.sources.files import Loaded, lower, parse_text
from tests.ambiguity.test_asked import EVERY_EDIT, games, loaded_game
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.find.plays import Line, retrace
from verify.ambiguity.report.finding import Film, Finding
from verify.ambiguity.run.context import Plan

SECONDS = float(os.environ.get("HOYLE_ASKED_SECONDS", "60"))
EVERY = bool(os.environ.get(EVERY_EDIT))


def both(loaded: Loaded, one: Asked, film: Film, other: str) -> tuple[Interpreter, Interpreter]:
    """The game as written and under the other reading, of the file with the edit in it."""
    parsed = parse_text(loaded.text.name, one.written(loaded.text.content))
    settings = dict(film.settings)
    made = []
    for name in (AS_WRITTEN, other):
        game = lower(parsed, {**settings, one.name: name}).game
        assert game is not None, (one.name, name)
        made.append(Interpreter(game))
    return made[0], made[1]


def wrong(loaded: Loaded, one: Asked, finding: Finding, other: str = "") -> str:
    """What is wrong with the game that is shown; '' if nothing."""
    film = finding.film
    assert film is not None
    a, b = both(loaded, one, film, other or one.other)
    log = from_json(a, film.log)
    if isinstance(log, str):
        return log
    played = replay(a, log, settings=dict(log.settings))
    if played.problem:
        return f"{one.name}: {played.problem}"
    line = Line(log.outcomes, tuple(map(_move(a), film.moves)))
    one_side, other_side = (retrace(side, line)[-1] for side in (a, b))
    return "" if Pair(a, b).how(one_side, other_side) is not None else f"{one.name}: both readings play alike"


def _move(interpreter: Interpreter) -> Callable[[str], Move]:
    def parsed(told: str) -> Move:
        move = interpreter.words.parse_move(told)
        assert not isinstance(move, str), move
        return move

    return parsed


def shown(loaded: Loaded, seconds: float) -> list[tuple[Asked, Finding]]:
    """What is asked of a game and shown by play."""
    assert loaded.game is not None
    asks = {one.name: one for one in questions(loaded, loaded.game)}
    plan = Plan(seconds, 1, 20, 2, 10, 1)
    report = find(loaded, loaded.game, {}, plan, kept=False, ask=True, asks=tuple(asks.values()))
    return [(asks[f.subject], f) for f in report.findings if f.kind == "variation" and f.standing == "shown"]


@pytest.mark.parametrize("name", games() if EVERY else ("agram",))
def test_what_is_asked_replays_under_both_readings(name: str) -> None:
    loaded = loaded_game(name)
    found = shown(loaded, SECONDS if EVERY else 12.0)
    assert found or EVERY
    assert [said for one, finding in found if (said := wrong(loaded, one, finding))] == []


def test_a_game_that_shows_nothing_is_told() -> None:
    loaded = loaded_game("agram")
    one, finding = shown(loaded, 12.0)[0]
    assert wrong(loaded, one, finding) == ""
    assert "play alike" in wrong(loaded, one, finding, other=AS_WRITTEN)
