"""Processes that work beside this one: order, deadlines, a process that is lost, and how all of them end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, sleep

import pytest

from engine.interpreter.faults import BeyondLimits
from engine.processes.deadline import TimeUp
from engine.processes.workers import BEGIN, Ended, Pool, Stopped, Worker, until_stopped

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def square(number: int, state: object, tell: object) -> Iterator[int]:
    sleep(0.2 if number % 3 == 0 else 0.0)
    yield number * number


def state(state: object, tell: object) -> Iterator[object]:
    yield state


def one_and_no_more(state: object, tell: object) -> Iterator[object]:
    yield os.getpid()
    while True:
        sleep(1)


def killed(state: object, tell: object) -> Iterator[object]:
    yield "before"
    os.kill(os.getpid(), signal.SIGKILL)


def fault(state: object, tell: object) -> Iterator[object]:
    yield "before"
    raise ValueError("a fault of ours")


def process_of(n: int, state: object, tell: object) -> Iterator[tuple[int, int]]:
    yield n, os.getpid()


def none_to_be_had(*_: object, **__: object) -> None:
    raise OSError("no process can be begun")


def events(pool: Pool) -> list[object]:
    found: list[object] = []
    while (came := pool.next()) is not None:
        found.append(came[1])
    return found


def test_results_come_in_order():
    with Pool(processes=3) as pool:
        assert list(pool.map(partial(square, n) for n in range(20))) == [n * n for n in range(20)]


def test_each_process_begins_once():
    with Pool(partial(dict, one=1), processes=2) as pool:
        assert list(pool.map([state] * 4)) == [{"one": 1}] * 4


def test_without_processes_all_is_done_in_this_one(monkeypatch: pytest.MonkeyPatch):
    here = [partial(process_of, n) for n in range(3)]
    with Pool(dict, 0) as pool:
        assert list(pool.map(here)) == [(n, os.getpid()) for n in range(3)]
    with Pool(dict, 2) as pool:
        assert os.getpid() not in {process for _, process in pool.map(here)}
    monkeypatch.setattr("engine.processes.workers.subprocess.Popen", none_to_be_had)
    with Pool(dict, 2) as pool:
        assert list(pool.map(here)) == [(n, os.getpid()) for n in range(3)]


def test_work_past_its_time_is_ended_and_what_it_told_stands():
    with Pool() as pool:
        pool.give(one_and_no_more, perf_counter() + 3.0)
        began = perf_counter()
        told, last = events(pool)
        assert perf_counter() - began < 10
        assert isinstance(told, int)
        assert isinstance(last, Stopped)
        assert (last.reason, "within one step" in last.words) == ("time", True)
        until(lambda: not alive(told))
        # The next piece of work has another process.
        assert list(pool.map([partial(square, 2)])) == [4]


@POSIX
def test_a_lost_process_is_told_once_and_its_work_is_not_dealt_again():
    with Pool() as pool:
        pool.give(killed)
        told, last = events(pool)
        assert told == "before"
        assert isinstance(last, Stopped)
        assert (last.reason, "signal 9" in last.words) == ("lost", True)
        with pytest.raises(BeyondLimits, match="signal 9"):
            list(pool.map([killed]))


def test_a_fault_of_ours_is_raised_here():
    with Pool() as pool, pytest.raises(RuntimeError, match="broke off: ValueError: a fault of ours"):
        list(pool.map([fault]))


@POSIX
def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_no_loss():
    with Pool() as pool:
        pool.give(partial(square, 3))
        assert events(pool) == [9, Ended()]
        (idle,) = pool._idle
        idle._process.send_signal(signal.SIGKILL)
        idle._process.wait()
        until(lambda: pool._came.qsize() == 1)
        pool.give(one_and_no_more, perf_counter() + 0.0)
        (*_, last) = events(pool)
        assert isinstance(last, Stopped)


def test_all_end_with_the_block():
    with Pool(processes=2) as pool:
        pool.give(one_and_no_more)
        came = pool.next()
        assert came is not None
        assert isinstance(came[1], int)
    until(lambda: not alive(came[1]))


def alive(process: object) -> bool:
    assert isinstance(process, int)
    return Path(f"/proc/{process}").exists() if Path("/proc/self").exists() else False


def until(holds) -> None:
    end = perf_counter() + 60
    while not holds():
        assert perf_counter() < end
        sleep(0.05)


def test_a_process_whose_beginning_is_interrupted_is_ended(monkeypatch: pytest.MonkeyPatch):
    begun: list[Worker] = []

    def interrupted(self: Worker) -> None:
        begun.append(self)
        real(self)

    real = Worker.end
    monkeypatch.setattr(Worker, "end", interrupted)
    monkeypatch.setattr("engine.processes.workers.pickle.dump", lambda *_, **__: (_ for _ in ()).throw(TimeUp))
    with Pool() as pool, pytest.raises(TimeUp):
        pool.give(fault)
    (worker,) = begun
    assert worker._process.poll() is not None


def test_a_process_that_is_told_nothing_ends_without_a_trace():
    done = subprocess.run([sys.executable, "-c", BEGIN], input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


def broken(error: BaseException) -> Iterator[int]:
    yield 1
    raise error


@pytest.mark.parametrize(
    ("error", "reason"),
    [(BeyondLimits("too large"), "limits"), (MemoryError(), "memory"), (TimeUp(), "time")],
    ids=["limits", "memory", "time"],
)
def test_why_work_stopped_is_its_last_word(error: BaseException, reason: str):
    first, last = until_stopped(broken(error))
    assert first == 1
    assert isinstance(last, Stopped)
    assert last.reason == reason


def test_a_mistake_of_ours_is_no_reason():
    with pytest.raises(ValueError, match="ours"):
        list(until_stopped(broken(ValueError("ours"))))
