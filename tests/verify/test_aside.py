"""Proofs beside the other techniques: what comes of them, of a process that ends, and of a run that is stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from threading import Event
from time import perf_counter, sleep
from unittest.mock import patch

import pytest

from engine.processes.deadline import TimeUp
from tests.verify.small import game
from verify.obligations.verdict import Result
from verify.run.result_cache import Keeper
from verify.run.solver_process import BEGIN, Aside, work
from verify.run.techniques import TECHNIQUES, Plan, verify
from verify.smt.prove.prove import prove

CLAIM = "claim few: always size of heap <= 4\n"


@pytest.fixture(name="small")
def a_small_game(tmp_path):
    return game(tmp_path, more=CLAIM)


def proofs_that_rest_after_the_second():
    """What a process beside a run does in a test: two results of the real proofs, and then nothing for ever."""

    def two(*arguments):
        yield from islice(prove(*arguments), 2)
        Event().wait()

    with patch("verify.smt.prove.prove.prove", two):
        work()


def told(results):
    return [(r.obligation.code, r.obligation.subject, r.verdict) for r in results]


def test_a_process_of_its_own_tells_what_proofs_at_hand_tell(small):
    aside = Aside(small, 30.0, None)
    try:
        assert told(aside.results()) == told(prove(small, 30.0))
    finally:
        aside.end()


def test_a_process_that_is_killed_is_told_as_unknown(small):
    aside = Aside(small, 30.0, None)
    aside._process.send_signal(signal.SIGKILL)
    (*_, last) = aside.results()
    assert (last.verdict, last.obligation.code, "signal 9" in last.reason) == ("unknown", "cut", True)
    aside.end()


def test_a_fault_of_ours_is_no_verdict(small):
    aside = Aside(None, 30.0, None)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="the proofs broke off"):
        list(aside.results())
    aside.end()


def test_a_question_without_end_does_not_hold_the_run_up(small, monkeypatch):
    monkeypatch.setattr("verify.run.solver_process.GRACE", 0.0)
    began = perf_counter()
    aside = Aside(small, 0.01, None)
    (*_, last) = aside.results()
    aside.end()
    assert (last.verdict, "given up" in last.reason) == ("unknown", True)
    assert perf_counter() - began < 5


def test_what_came_from_beside_a_stopped_run_is_told_and_kept(small, tmp_path, monkeypatch):
    waiting: list[Aside] = []

    def begin(*arguments):
        waiting.append(Aside(*arguments))
        return waiting[0]

    def stopped(task):
        while waiting[0]._came.qsize() < 2 and waiting[0]._process.poll() is None:
            sleep(0.05)
        raise KeyboardInterrupt

    proofs = f"from tests.verify.test_aside import {proofs_that_rest_after_the_second.__name__} as work"
    monkeypatch.setattr(
        "verify.run.solver_process.BEGIN", BEGIN.replace("from verify.run.solver_process import work", proofs)
    )
    (beside,) = [t for t in TECHNIQUES if t.beside]
    (other,) = [t for t in TECHNIQUES if t.name == "random play"]
    monkeypatch.setattr("verify.run.techniques.Aside", begin)
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", (replace(other, run=stopped), beside))
    keeper = Keeper(tmp_path / "kept")
    plan = Plan(random_seconds=20.0, proof_seconds=20.0)
    results: list[Result] = []
    with pytest.raises(KeyboardInterrupt):
        results.extend(verify(small, (), {}, lambda s: None, plan, keeper=keeper))
    assert waiting[0]._process.poll() is not None
    # What came is kept, as the beginning of what a longer run finds.
    (path,) = (tmp_path / "kept").iterdir()
    entry = keeper.load(path.stem)
    assert entry is not None
    assert (len(entry.results), entry.good_for(20.0)) == (2, False)
    assert [r.obligation.code for r in results] == ["law", *(r.obligation.code for r in entry.results)]


def test_a_process_whose_beginning_is_interrupted_is_ended(small, monkeypatch: pytest.MonkeyPatch):
    begun: list[Aside] = []

    def interrupted(self: Aside) -> None:
        begun.append(self)
        real(self)

    real = Aside.end
    monkeypatch.setattr(Aside, "end", interrupted)
    monkeypatch.setattr("verify.run.solver_process.pickle.dump", lambda *_, **__: (_ for _ in ()).throw(TimeUp))
    with pytest.raises(TimeUp):
        Aside(small, 30.0, None)
    (aside,) = begun
    assert aside._process.poll() is not None


def test_a_process_that_is_told_nothing_ends_without_a_trace():
    done = subprocess.run([sys.executable, "-c", BEGIN], input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
