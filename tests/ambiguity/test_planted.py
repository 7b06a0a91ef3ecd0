"""Known answers: in each small rule file the finder finds the planted defect, and in its clean twin nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.ambiguity.run import find
from hoyle.commands.cli import main
from hoyle.sources.files import lower, parse_file
from tests.ambiguity.planted import PLANTED, Planted, text
from tests.ambiguity.replays import replayed
from tests.everyday import one_in
from verify.ambiguity.compare import refinement
from verify.ambiguity.find.provenance import WORDS
from verify.ambiguity.find.random_resolution import MET
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Plan

PLAN = Plan(seconds=150.0, seed=3, games=24, greedy=2, tables=10, games_each=2)
FEW = Plan(seconds=150.0, seed=3, games=4, greedy=1, tables=2, games_each=1)
"""For rules under which games have no end, and last long."""


@pytest.fixture(autouse=True)
def few_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """In rule files as small as these a tenth of the games shows all that more games show of a clause."""
    monkeypatch.setattr(refinement, "MOST_GAMES", 300)


def plan_for(kind: str) -> Plan:
    return FEW if kind == "no-end" else PLAN


def findings(rules: str, folder: Path, plan: Plan = PLAN, *, as_written: bool = False) -> tuple[Finding, ...]:
    """What the finder says of a rule text; each play of it replays."""
    path = folder / "small.hoyle"
    path.write_text(rules)
    loaded = lower(parse_file(path), as_written=as_written)
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    found = find(loaded, loaded.game, {}, plan, as_written=as_written, kept=False).findings
    for finding in found:
        assert finding.film is None or not finding.film.log or replayed(loaded, finding)
    return found


def told(found: tuple[Finding, ...]) -> list[str]:
    return [f"{f.kind} {f.subject}: {f.sentence} {f.reason}" for f in found]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: p.kind)
def test_finds_exactly_what_is_planted(planted: Planted, tmp_path: Path) -> None:
    found = findings(planted.bad, tmp_path, plan_for(planted.kind))
    assert {f.kind for f in found} == {planted.kind}, told(found)
    assert any(planted.subject in f.subject for f in found), told(found)
    assert all(f.standing != "unknown" for f in found), told(found)


@pytest.mark.parametrize("planted", one_in(2, PLANTED), ids=lambda p: p.kind)
def test_says_nothing_of_the_twin(planted: Planted, tmp_path: Path) -> None:
    left = [f for f in findings(planted.clean, tmp_path) if f.kind != "ruling" and not f.settled]
    assert left == [], told(tuple(left))


@pytest.mark.parametrize("kind", ["leak", "order", "no-end"])
def test_as_written_plays_on_past_conflicts(kind: str, tmp_path: Path) -> None:
    planted = next(p for p in PLANTED if p.kind == kind)
    # The conflict is met at the deal: as written by itself no game goes beyond it.
    conflict = '  permit any @ "Play/1"\n  forbid never @ "Play/9"'
    rules = planted.bad.replace('  permit any @ "Play/1"', conflict)
    found = findings(rules, tmp_path, plan_for(kind), as_written=True)
    assert {"clash", kind} <= {f.kind for f in found}, told(found)
    shown = next(f for f in found if f.kind == kind)
    assert shown.open_defect
    assert MET in shown.notes
    assert shown.film is not None
    log = tmp_path / "play.json"
    log.write_text(shown.film.log)
    assert main(["replay", str(tmp_path / "small.hoyle"), str(log)]) == 0


def test_a_point_that_shows_by_itself_is_told_from_one_of_wording(tmp_path: Path) -> None:
    points = (
        'question above @ "Play/1": "What of high cards?"\n  reading stay "they stay"\n  reading end "they end it"\n'
        '  ruling stay because "so"\n'
        'question high @ "Play/2": "Which are high?"\n  reading three "from 3 on"\n  reading four "4 only"\n'
        '  ruling three because "so"\n'
        "define high_card(c: card) under high is three: c > 2\ndefine high_card(c: card) under high is four: c is 4\n"
    )
    landing = (
        "outcome landing(c: card):\n  low when not high_card(c): nothing\n"
        "  stays under above is stay when high_card(c): turns becomes 3\n"
        "  ends_it under above is end when high_card(c): turns becomes 9\n"
    )
    rules = text(more=landing, does="    decide landing(c)", ends="  out when turns >= 9 or hand of mover is empty: mover wins", tail=points)  # fmt: skip  # noqa: E501
    found = {f.subject.partition(":")[0]: f for f in findings(rules, tmp_path, FEW) if f.kind == "question"}
    assert found["above"].found_as == ("a gap: above left open",)
    assert found["high"].found_as == ()
    assert found["high"].only_asked == WORDS


def test_a_rule_that_says_itself_that_nothing_else_can_be_done_is_no_note(tmp_path: Path) -> None:
    (planted,) = (one for one in PLANTED if one.kind == "forced")
    spelled = "size of pile < 3 and (no c in hand of mover with c is not hearts)"
    assert spelled in planted.bad
    assert findings(planted.bad.replace(spelled, "mover cannot lay"), tmp_path) == ()
