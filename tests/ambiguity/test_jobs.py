"""Findings do not depend on how many processes look for them."""

from __future__ import annotations

from pathlib import Path

from hoyle.ambiguity.run import find
from tests.ambiguity.planted import PASS_BY, QUESTION, text
from tests.ambiguity.test_readings import ACE, loaded
from verify.ambiguity.run.context import Plan


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    ruled = QUESTION.format('  ruling yes because "nothing forbids it"')
    one = loaded(text(permits=ACE.format("pile is empty"), otherwise=PASS_BY, tail=ruled), tmp_path)
    assert one.game is not None
    plan = Plan(seconds=200.0, seed=3, games=8, greedy=1, tables=3, games_each=1)
    alone, beside = (find(one, one.game, {}, plan, kept=False, jobs=jobs) for jobs in (0, 2))
    assert alone.findings == beside.findings
    assert not alone.cut
    assert alone.made == beside.made


def test_a_question_and_some_other_readings_are_looked_at_before_what_takes_long(tmp_path: Path) -> None:
    ruled = QUESTION.format('  ruling yes because "nothing forbids it"')
    one = loaded(text(permits=ACE.format("pile is empty"), otherwise=PASS_BY, tail=ruled), tmp_path)
    assert one.game is not None
    done: list[str] = []
    plan = Plan(seconds=200.0, seed=3, games=8, greedy=1, tables=3, games_each=1)
    find(one, one.game, {}, plan, kept=False, ask=True, progress=done.append)
    words = [w for n, w in enumerate(done) if w not in done[:n]]
    assert words[0] == "playing random games"
    assert words[1].endswith("?")
    late = words.index("looking for play without an end")
    assert [w for w in words[2:late] if w.startswith("reading ")]
