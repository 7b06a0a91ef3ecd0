"""Proofs beside the other techniques: what comes of them, of a process that ends, and of a run that is stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from threading import Event
from time import perf_counter, sleep
from typing import Self

import pytest

from engine.interpreter.faults import BeyondLimits
from tests.verify.small import game
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Result
from verify.run.budget import now
from verify.run.plan import Plan
from verify.run.reuse import NOTHING_KEPT, Keeper
from verify.run.runner import Runner
from verify.run.task import Task
from verify.run.techniques import TECHNIQUES, Technique, verify
from verify.search.lassos import asked
from verify.smt.prove.prove import prove

CLAIM = "claim few: always size of heap <= 4\n"


@pytest.fixture(name="small")
def a_small_game(tmp_path):
    return game(tmp_path, more=CLAIM)


def proofs_that_rest_after_the_second(task: Task) -> Iterator[Result]:
    """What a process beside a run does in a test: two results of the real proofs, and then nothing for ever."""
    yield from islice(prove(task.game, 20.0), 2)
    Event().wait()


def proofs_that_are_killed(task: Task) -> Iterator[Result]:
    yield from islice(prove(task.game, 20.0), 1)
    os.kill(os.getpid(), signal.SIGKILL)


def proofs_with_a_fault_of_ours(task: Task) -> Iterator[Result]:
    yield from islice(prove(task.game, 20.0), 1)
    raise ValueError("a fault of ours")


def proofs_that_go_too_far(task: Task) -> Iterator[Result]:
    yield from islice(prove(task.game, 20.0), 1)
    raise BeyondLimits("this is too large for Hoyle")


def proofs_without_memory(task: Task) -> Iterator[Result]:
    yield from islice(prove(task.game, 20.0), 1)
    raise MemoryError


(BESIDE,) = [t for t in TECHNIQUES if t.name == "proofs"]


def told(results) -> list[tuple[str, str, str]]:
    return [(r.obligation.code, r.obligation.subject, r.verdict) for r in results]


def ran(small, monkeypatch, *techniques: Technique, seconds: float = 60.0, keeper: Keeper = NOTHING_KEPT):
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", techniques)
    plan = Plan(each={technique.name: seconds for technique in techniques})
    made = verify(Task(small, (), {}, lambda s: None, plan), keeper)
    return [r for r in made if r.obligation.code != "law"]


def test_a_process_of_its_own_tells_what_proofs_at_hand_tell(small, monkeypatch):
    assert told(ran(small, monkeypatch, BESIDE)) == told(prove(small, 30.0))


def test_loading_code_takes_nothing_of_the_time_of_a_technique(small, monkeypatch):
    (cases,) = [t for t in TECHNIQUES if t.name == "cases"]
    assert cases.prepare is not None
    loaded = False

    def load() -> None:
        nonlocal loaded
        sleep(0.0 if loaded else 0.6)
        loaded = True

    def run(task: Task) -> Iterator[Result]:
        load()
        yield Result(claim_obligation(small.claims[0]), "tested", "a test", "nothing")

    slow = replace(cases, run=run, prepare=None)
    assert [(r.obligation.code, r.cut) for r in ran(small, monkeypatch, slow, seconds=0.3)] == [("cut", True)]
    loaded = False
    found = ran(small, monkeypatch, replace(slow, prepare=load), seconds=0.3)
    assert [(r.obligation.code, r.cut) for r in found] == [("claim", False)]


def test_where_no_process_can_be_begun_proofs_are_made_at_hand(small, monkeypatch):
    def none(*_, **__):
        raise OSError("no processes here")

    monkeypatch.setattr("engine.processes.workers.subprocess.Popen", none)
    assert told(ran(small, monkeypatch, BESIDE)) == told(prove(small, 30.0))


@pytest.mark.parametrize(
    ("run", "why"),
    [
        pytest.param(
            proofs_that_are_killed, "signal 9", marks=pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
        ),
        (proofs_that_go_too_far, "this is too large"),
        (proofs_without_memory, "more memory than"),
    ],
)
def test_a_process_that_comes_to_no_end_is_told_as_unknown(small, monkeypatch, tmp_path, run, why):
    keeper = Keeper(tmp_path / "kept")
    first, last = ran(small, monkeypatch, replace(BESIDE, run=run), keeper=keeper)
    assert told([first]) == told(islice(prove(small, 30.0), 1))
    assert (last.verdict, last.obligation.code, last.cut, why in last.reason) == ("unknown", "cut", True, True)
    # What was lost to an accident is looked for again.
    assert told(ran(small, monkeypatch, BESIDE, keeper=keeper))[-1][1] != "proofs"


def test_a_fault_of_ours_is_no_verdict(small, monkeypatch):
    with pytest.raises(RuntimeError, match="broke off: ValueError: a fault of ours"):
        ran(small, monkeypatch, replace(BESIDE, run=proofs_with_a_fault_of_ours))


def test_a_question_without_end_does_not_hold_the_run_up(small, monkeypatch):
    began = perf_counter()
    (*_, last) = ran(small, monkeypatch, replace(BESIDE, run=proofs_that_rest_after_the_second), seconds=0.01)
    assert (last.verdict, "needed more than" in last.reason) == ("unknown", True)
    assert perf_counter() - began < 10


def test_what_came_from_beside_a_stopped_run_is_told_and_kept(small, tmp_path, monkeypatch):
    runners: list[Runner[None]] = []

    class Watched(Runner[None]):
        def __enter__(self) -> Self:
            runners.append(self)
            return self

    def stopped(task: Task) -> Iterator[Result]:
        until = now() + 60
        while runners[0]._pool._came.qsize() < 2 and now() < until:
            sleep(0.05)
        raise KeyboardInterrupt

    (other,) = [t for t in TECHNIQUES if t.name == "random play"]
    beside = replace(BESIDE, run=proofs_that_rest_after_the_second)
    monkeypatch.setattr("verify.run.techniques.Runner", Watched)
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", (replace(other, run=stopped), beside))
    keeper = Keeper(tmp_path / "kept")
    plan = Plan(each={"random play": 60.0, "proofs": 60.0})
    results: list[Result] = []
    with pytest.raises(KeyboardInterrupt):
        results.extend(verify(Task(small, (), {}, lambda s: None, plan), keeper))
    assert runners[0].under_way == []
    # What came is kept, as the beginning of what a longer run finds.
    (path,) = (tmp_path / "kept").iterdir()
    entry = keeper.load(path.stem)
    assert entry is not None
    assert (len(entry.results), entry.good_for(20.0)) == (2, False)
    assert [r.obligation.code for r in results] == ["law", *(r.obligation.code for r in entry.results)]


def proofs_that_every_game_ends(task: Task) -> Iterator[Result]:
    for owed in asked(task.game):
        yield Result(owed, "proved", "a test")


def proofs_of_one_end_alone(task: Task) -> Iterator[Result]:
    yield next(proofs_that_every_game_ends(task))


def a_while(task: Task) -> Iterator[Result]:
    sleep(1.0)
    yield Result(claim_obligation(task.game.claims[0]), "tested", "a test", "nothing")


@pytest.mark.parametrize(("proofs", "looked"), [(proofs_that_every_game_ends, 0), (proofs_of_one_end_alone, 1)])
def test_loops_are_not_looked_for_where_every_end_is_proved_beside(small, monkeypatch, tmp_path, proofs, looked):
    begun = 0

    def loops(task: Task) -> Iterator[Result]:
        nonlocal begun
        begun += 1
        yield from ()

    (search,) = [t for t in TECHNIQUES if t.name == "loops"]
    (play,) = [t for t in TECHNIQUES if t.name == "random play"]
    chosen = (replace(play, run=a_while), replace(search, run=loops, sizes=False), replace(BESIDE, run=proofs))
    keeper = Keeper(tmp_path / "kept")
    assert ("ends", "every game", "proved") in told(ran(small, monkeypatch, *chosen, keeper=keeper))
    assert (begun, keeper.short) == (looked, 0)
    ran(small, monkeypatch, *chosen, keeper=keeper)
    assert (begun, keeper.short) == (looked, 0)
