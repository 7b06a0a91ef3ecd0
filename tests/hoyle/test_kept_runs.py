"""A run that is kept is told again without running anything, and only where the same run would come to the same."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.run.kept_runs import verified
from hoyle.run.order import Order, Verified, plan_of
from hoyle.sources.files import load_file
from tests.hoyle.rules import DUEL, write
from verify.obligations.verdict import Obligation, Result

ORDER = Order({}, plan_of(20, 1, 5.0))
FOUND = Result(Obligation("claim", "some", "something holds"), "proved", "a test")


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def runs(monkeypatch) -> list[Order]:
    """The orders that were run, each of which comes to the same result."""
    asked: list[Order] = []

    def run(loaded, game, order, progress, each, began, tell):
        asked.append(order)
        each(FOUND)
        return Verified((FOUND,), complete=order.plan.seed != 13)

    monkeypatch.setattr("hoyle.run.verifying.verified", run)
    return asked


def asked(path: Path, order: Order = ORDER) -> tuple[Verified, list[Result]]:
    came: list[Result] = []
    loaded = load_file(path, order.settings)
    assert loaded.game is not None
    return verified(loaded, loaded.game, order, each=came.append), came


def test_the_same_run_is_told_again(tmp_path, runs):
    rules = write(tmp_path)
    assert asked(rules) == asked(rules) == (Verified((FOUND,), complete=True), [FOUND])
    assert len(runs) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(ORDER, plan=plan_of(20, 1, 6.0)),
        replace(ORDER, plan=plan_of(20, 2, 5.0)),
        replace(ORDER, plan=plan_of(21, 1, 5.0)),
        replace(ORDER, plan=replace(ORDER.plan, cases=7)),
        replace(ORDER, plan=replace(ORDER.plan, each={"random play": 1.0})),
        replace(ORDER, plan=replace(ORDER.plan, certificates=True)),
        replace(ORDER, as_written=True),
        replace(ORDER, only="some"),
        replace(ORDER, settings={"players": "2"}),
    ],
)
def test_another_order_is_another_run(tmp_path, runs, other):
    rules = write(tmp_path)
    asked(rules)
    asked(rules, other)
    assert runs == [ORDER, other]


@pytest.mark.parametrize(
    "order",
    [
        replace(ORDER, kept=False),
        replace(ORDER, plan=replace(ORDER.plan, proofs=Path("queries"))),
        replace(ORDER, plan=plan_of(20, 13, 5.0)),
    ],
    ids=["--no-cache", "queries", "not complete"],
)
def test_what_has_to_run_runs_again(tmp_path, runs, order):
    rules = write(tmp_path)
    asked(rules, order)
    asked(rules, order)
    assert len(runs) == 2


def test_any_change_of_the_text_is_another_run(tmp_path, runs):
    asked(write(tmp_path))
    asked(write(tmp_path, DUEL + "\n# a comment moves what stands below it\n"))
    assert len(runs) == 2


def test_another_version_of_hoyle_runs_again(tmp_path, runs, monkeypatch):
    rules = write(tmp_path)
    asked(rules)
    monkeypatch.setattr("hoyle.run.kept_runs.version", lambda *_: "another")
    asked(rules)
    assert len(runs) == 2


def test_a_whole_run_is_kept_and_told_again_word_for_word(tmp_path):
    """The second run comes to its end without the provers even being loaded."""
    rules = write(tmp_path)
    first = asked(rules)
    assert first[0].complete
    told = (
        "import sys; from pathlib import Path; from tests.hoyle.test_kept_runs import asked; "
        f"print(asked(Path({str(rules)!r}))[0]); print('hoyle.run.verifying' in sys.modules)"
    )
    again = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert again.stdout.splitlines() == [repr(first[0]), "False"]
