"""The budget is one, by the clock: what parts leave is lent on, none runs over it, and Ctrl-C keeps what was found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from hoyle.ambiguity.run import Maker, differ, find
from hoyle.sources.files import Loaded
from tests.ambiguity.parts_for_tests import at_once, breaks_off, in_one_step, is_killed, until_the_end
from tests.ambiguity.planted import PASS_BY, text
from tests.ambiguity.test_readings import loaded, question
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run import tasks
from verify.ambiguity.run.context import Context, Plan
from verify.ambiguity.run.jobs import Do, Done, Search, as_job
from verify.run.budget import now

PLAN = Plan(seconds=30.0, seed=3, games=20, greedy=2, tables=6, games_each=2)


def context_of(folder: Path) -> Context:
    one = loaded(text(), folder)
    assert one.game is not None
    return Context(one.game, Maker(one.parsed), {}, PLAN)


def ran(running: Search, works: list[Do], seconds: float) -> dict[str, Done]:
    jobs = [as_job(work.__name__, "working", 1.0, work) for work in works]
    return {job.name: done for job, done in running.parts(jobs, now() + seconds)}


# ---------------------------------------------------------------- within one step


def test_a_part_that_never_looks_at_the_clock_is_stopped(tmp_path: Path) -> None:
    told: list[Finding] = []
    began = now()
    with Search(context_of(tmp_path), 1, began + 600, told.append) as running:
        done = ran(running, [in_one_step, at_once], 1.0)
    assert now() - began < 60
    assert done["in_one_step"].cut
    assert "within one step" in done["in_one_step"].cut[0]
    # What it had told is kept, and the next part is done by another process.
    assert [f.subject for f in done["in_one_step"].findings] == ["before the step"]
    assert [f.subject for f in told] == ["before the step", "at once"]
    assert done["at_once"].whole


@pytest.mark.skipif(os.name != "posix", reason="there is no timer that breaks work off")
def test_so_is_one_in_this_process(tmp_path: Path) -> None:
    told: list[Finding] = []
    began = now()
    with Search(context_of(tmp_path), 0, began + 600, told.append) as running:
        done = ran(running, [in_one_step, at_once], 1.0)
    assert now() - began < 30
    assert "within one step" in done["in_one_step"].cut[0]
    assert [f.subject for f in done["in_one_step"].findings] == ["before the step"]
    assert [f.subject for f in told] == ["before the step", "at once"]


def test_where_there_are_no_processes_all_is_done_in_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError("no processes here")

    monkeypatch.setattr("engine.processes.workers.subprocess.Popen", none)
    told: list[Finding] = []
    with Search(context_of(tmp_path), 2, now() + 60, told.append) as running:
        done = ran(running, [at_once], 2.0)
    assert done["at_once"].whole
    assert [f.subject for f in told] == ["at once"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_part_whose_process_is_lost_is_cut_short_and_told(tmp_path: Path) -> None:
    with Search(context_of(tmp_path), 1, now() + 600, lambda finding: None) as running:
        done = ran(running, [is_killed, at_once], 20.0)
    assert "signal 9" in done["is_killed"].cut[0]
    assert [f.subject for f in done["is_killed"].findings] == ["before the end"]
    assert done["at_once"].whole


def test_nothing_runs_over_the_end(tmp_path: Path) -> None:
    began = now()
    with Search(context_of(tmp_path), 2, began + 4, lambda finding: None) as running:
        done = ran(running, [in_one_step, in_one_step, until_the_end], 1000)
    assert now() - began < 20
    assert not any(one.whole for one in done.values())


def test_what_a_part_leaves_goes_to_those_that_follow(tmp_path: Path) -> None:
    with Search(context_of(tmp_path), 0, now() + 600, lambda finding: None) as running:
        done = ran(running, [at_once, until_the_end], 2.0)
    # Each had one second; the first took none.
    assert done["until_the_end"].had > 1.6


def test_what_is_done_is_not_told_as_stopped(tmp_path: Path) -> None:
    with Search(context_of(tmp_path), 0, now() + 600, lambda finding: None) as running:
        for under, item in running.run([as_job("at_once", "working", 1.0, at_once)], now() + 10):
            if isinstance(item, Done):
                # Somebody stops it now, before its last word.
                ((_, done),) = running.stopped()
                assert done.whole
                assert under in running.under_way
    assert running.stopped() == []


def test_a_fault_of_ours_is_no_finding(tmp_path: Path) -> None:
    with (
        Search(context_of(tmp_path), 1, now() + 600, lambda finding: None) as running,
        pytest.raises(RuntimeError, match="a fault of ours"),
    ):
        ran(running, [breaks_off], 5.0)


# ---------------------------------------------------------------- two files side by side


def two_files(folder: Path) -> tuple[Loaded, Loaded]:
    return loaded(text(), folder), loaded(
        text(permits='  permit any @ "Play/1" when c > A or pile is not empty', otherwise=PASS_BY), folder
    )


def test_two_files_are_compared_within_the_budget(tmp_path: Path) -> None:
    plan, began = Plan(seconds=2.0, seed=1, games=10**6), now()
    report = differ(*two_files(tmp_path), ("a", "b"), plan, began=began)
    assert now() - began < 30
    assert report.cut
    assert "of 1,000,000 random games" in report.cut[0]
    assert report.findings[0].subject == "moves by lay that only a allows"
    assert report.findings[0].often > 0.1


def test_ctrl_c_keeps_the_differences_that_were_found(tmp_path: Path) -> None:
    def stop(finding: Finding) -> None:
        raise KeyboardInterrupt

    plan, began = Plan(seconds=600.0, seed=1, games=10**6), now()
    report = differ(*two_files(tmp_path), ("a", "b"), plan, began=began, each=stop)
    assert report.stopped
    assert [f.standing for f in report.findings] == ["shown"]
    assert now() - began < 60


# ---------------------------------------------------------------- lent on


def test_what_was_cut_short_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    def slow(context: Context, until: float) -> Done:
        shares.append(until - now())
        return Done(cut=() if shares[-1] > 5 else ("time was up",))

    monkeypatch.setattr(tasks, "leaks_and_orders", slow)
    one = loaded(question("pile is empty"), tmp_path)
    assert one.game is not None
    report = find(one, one.game, {}, PLAN, kept=False)
    assert shares[0] < 3
    assert shares[-1] > 5
    assert report.cut == ()


def test_what_stays_cut_short_is_told_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tasks, "endless", lambda context, until: Done(cut=("time was up",)))
    one = loaded(question("pile is empty"), tmp_path)
    assert one.game is not None
    first, again = (find(one, one.game, {}, PLAN) for _ in range(2))
    assert first.cut[0] == "looking for play without an end: time was up"
    assert again.cut[0] == "looking for play without an end: time was up"
    assert again.made == 1
    # All of the budget was lent to it, in ever larger shares.
    assert len(first.cut) == 1 or "too few to do" in first.cut[1]


# ---------------------------------------------------------------- stopped


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def stopped(context: Context, until: float) -> Done:
        raise KeyboardInterrupt

    one = loaded(text(permits='  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" when c is A'), tmp_path)
    assert one.game is not None
    with monkeypatch.context() as patched:
        patched.setattr(tasks, "endless", stopped)
        told: list[Finding] = []
        report = find(one, one.game, {}, PLAN, each=told.append)
    assert report.stopped
    assert "clash" in {f.kind for f in report.findings}
    assert "clash" in {f.kind for f in told}
    again = find(one, one.game, {}, PLAN)
    assert not again.stopped
    assert again.used > 0


@pytest.fixture
def searching(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`hoyle ambiguities` on a real game, by two processes."""
    command = [sys.executable, "-m", "hoyle", "ambiguities", "pigeon", "--budget", "300", "--jobs", "2", "--details"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal there only")
def test_ctrl_c_ends_the_command_at_once(searching: subprocess.Popen[str]) -> None:
    assert searching.stderr is not None
    first = searching.stderr.readline()
    sleep(0.3)
    began = now()
    os.killpg(searching.pid, signal.SIGINT)
    out, err = searching.communicate(timeout=60)
    assert now() - began < 30
    assert searching.returncode in (1, 3)
    assert "stopped" in err
    assert "Traceback" not in err
    assert first.partition(": ")[0] in out
