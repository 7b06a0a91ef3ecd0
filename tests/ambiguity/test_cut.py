"""What a part could not look at to the end is told, also where another of its searches had time left over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.ambiguity.run import Maker
from tests.ambiguity.planted import text
from tests.ambiguity.test_readings import PLAN, loaded, question
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.find import probes
from verify.ambiguity.report.finding import Film
from verify.ambiguity.report.questions import Asker, pairs
from verify.ambiguity.run import tasks
from verify.ambiguity.run.context import Context
from verify.obligations.obligations import NO_LEAK
from verify.obligations.verdict import Result
from verify.run.budget import now
from verify.run.task import Task


def context_of(rules: str, folder: Path) -> Context:
    one = loaded(rules, folder)
    assert one.game is not None
    return Context(one.game, Maker(one.parsed), {}, PLAN)


def test_one_search_cut_short_makes_the_part_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(task: Task) -> Iterator[Result]:
        yield Result(NO_LEAK, "unknown", "plays", reason="time was up", cut=True)

    context = context_of(text(), tmp_path)
    assert tasks.leaks_and_orders(context, now() + 60).whole
    monkeypatch.setattr(probes, "information_leaks", short)
    assert tasks.leaks_and_orders(context, now() + 60).cut


def test_names_compared_in_too_few_plays_are_cut(tmp_path: Path) -> None:
    rules = text(
        more="define small(c: card): c <= 2\ndefine little(d: card): not (d > 2)",
        permits='  permit any @ "Play/1" when small(c) or not little(c)',
    )
    whole, short = (tasks.vocabulary(context_of(rules, tmp_path), now() + seconds) for seconds in (120, 0))
    assert whole.whole
    assert any("definitions were compared" in told for told in short.cut)


def test_claims_read_in_too_few_plays_are_cut(tmp_path: Path) -> None:
    rules = text(tail="claim if_five: at act, always if size of pile = 6 then pile is empty")
    whole, short = (tasks.claims(context_of(rules, tmp_path), now() + seconds) for seconds in (120, 0))
    assert whole.whole
    assert {f.kind for f in whole.findings} == {"claim-vacuous"}
    assert short.cut
    assert short.findings == ()


def test_a_play_that_does_not_replay_hides_none_that_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = context_of(question("pile is empty"), tmp_path)
    readings = next(pairs(context.game))
    usual, tried = Pair.shown, list[Parting]()

    def once_not(
        pair: Pair, parting: Parting, names: tuple[str, str], *, written: bool = False, alone: bool = False
    ) -> Film | None:
        tried.append(parting)
        return usual(pair, parting, names, written=written, alone=alone) if len(tried) > 1 else None

    monkeypatch.setattr(Pair, "shown", once_not)
    found = Asker(context).ask(readings, now() + 120)
    assert len(tried) == 2
    assert getattr(found, "standing", "") == "shown"


def test_games_cut_short_are_told_with_how_they_were_played(tmp_path: Path) -> None:
    told = tasks.conflicts(context_of(text(), tmp_path), now(), as_written=False).cut
    assert told == ("time was up after 0 games as ruled", "time was up after 0 games as written")
