"""On the four rulebooks: conflicts are found without reading the rulings, and under the rulings none is left.

The usual run plays a few games; HOYLE_AMBIGUITIES_FULL=1 (`make ambiguities`) plays until each ruling is accounted for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from hoyle.ambiguity.run import Maker, find
from hoyle.files import load_file, lower, parse_file
from verify.ambiguity.clock import now
from verify.ambiguity.conflicts import Seen
from verify.ambiguity.context import Context, Plan
from verify.ambiguity.faults import seen_as_ruled, seen_as_written
from verify.ambiguity.rulings import rulings

FULL = os.environ.get("HOYLE_AMBIGUITIES_FULL") == "1"
STOPS = {"clash", "ends-collide", "gap", "stuck", "undefined", "overflow", "endless", "lost-card"}
QUICK: Mapping[str, frozenset[str]] = {
    "corners": frozenset({"corner_for_kings over new_pile of start"}),
    "pigeon": frozenset(
        {"restores_the_hand over penalty_is_permanent of hand_in", "forceplay_stays over complete of completing"}
    ),
    "reserve": frozenset(),
    "twentyone": frozenset(
        {"voluntary_bust over too_high of play", "two_for_a_set over seven_without_21 of play"}
    ),
}  # fmt: skip
"""The rulings whose conflicts a dozen games come to; the others are rare."""


def context_of(name: str, plan: Plan) -> Context:
    loaded = load_file(name)
    assert loaded.game is not None
    return Context(loaded.game, Maker(loaded.parsed), {}, plan)


def clashing(seen: Seen) -> list[frozenset[str]]:
    return [frozenset(key.labels) for key in seen.sightings if key.kind in ("clash", "ends-collide")]


@pytest.mark.parametrize("name", sorted(QUICK))
def test_conflicts_that_rulings_settle_are_found_without_them(name: str) -> None:
    tables = 400 if FULL else 14
    context = context_of(name, Plan(tables=tables, games_each=1, seed=1))
    seen = clashing(seen_as_written(context, now() + (300.0 if FULL else 60.0)))
    asked = {r.subject: {r.edge.better, r.edge.worse} for r in rulings(context.game)}
    found = {subject for subject, two in asked.items() if any(two <= labels for labels in seen)}
    assert found >= (asked.keys() if FULL else QUICK[name]), asked.keys() - found


@pytest.mark.parametrize("name", sorted(QUICK))
def test_under_the_rulings_nothing_stops_play(name: str) -> None:
    context = context_of(name, Plan(games=200 if FULL else 8))
    seen = seen_as_ruled(context, now() + 120)
    assert seen.games
    assert [key for key in seen.sightings if key.kind in STOPS] == []


@pytest.mark.skipif(not FULL, reason="two whole reports of a real game; HOYLE_AMBIGUITIES_FULL=1 runs it")
def test_an_edit_that_does_not_concern_a_part_leaves_it_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    plan = Plan(seconds=60.0 if FULL else 1.0, games=2, greedy=1, tables=2, games_each=1)
    loaded = load_file("corners")
    assert loaded.game is not None
    find(loaded, loaded.game, {}, plan)
    kept = len(list((tmp_path / "cache").rglob("*.findings")))
    path = tmp_path / "edited.hoyle"
    path.write_text(
        f"# a note\n{loaded.text.content}\nclaim never_all: at act, never draw is empty and draw is not empty\n"
    )
    edited = lower(parse_file(path))
    assert edited.game is not None, [d.message for d in edited.diagnostics]
    again = find(edited, edited.game, {}, plan)
    # The claims are read again; all else that was finished before is not.
    assert again.used >= kept - 1 > 5
