"""Runs the parts of the search in this process or in several, each with its own seconds of computing.

Leaves what a part does to `verify.ambiguity.parts`. What a part may take is fixed before it is begun, so that findings
do not depend on how many processes there are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import wait

from verify.ambiguity.clock import now
from verify.ambiguity.context import Context
from verify.ambiguity.finding import Finding
from verify.ambiguity.lots import by_lot
from verify.ambiguity.questions import Waiting


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a part: findings, whether it could do all it wanted, what was cut short, its seconds of computing.

    `waiting`: readings that the first plays did not part, to be looked at more closely.
    """

    findings: tuple[Finding, ...] = ()
    whole: bool = True
    cut: tuple[str, ...] = ()
    waiting: Waiting | None = None
    seconds: float = 0.0


Work = Callable[[Context, float], Done]
"""A part: a function of the context and of the time up to which it may work. It goes to other processes by name."""


@dataclass(frozen=True, slots=True)
class Job:
    """A part with its seconds; `plays`: it looks at the plays of the game, which are made beforehand."""

    name: str
    words: str
    seconds: float
    work: Work
    plays: bool = False


class Runner:
    """Runs jobs; use within `with`, so that no process is left behind."""

    def __init__(self, context: Context, processes: int) -> None:
        self.context = context
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def run(self, jobs: Sequence[Job]) -> list[Done]:
        """What came of each job, in their order."""
        if self._processes < 2 or len(jobs) < 2:
            return [self._here(job) for job in jobs]
        found: list[Done] = []
        futures = [(job, self._submitted(job)) for job in jobs]
        for number, (job, future) in enumerate(futures, 1):
            self.context.progress(f"{job.words} ({number} of {len(jobs)})")
            found.append(self._result(job, future))
        return found

    def _here(self, job: Job) -> Done:
        self.context.progress(job.words)
        return do(self.context, job)

    def _submitted(self, job: Job) -> Future[Done] | None:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            told = self.context.bare()
            self._pool = ProcessPoolExecutor(self._processes, spawn, initializer=_begin, initargs=(told,))
        try:
            return self._pool.submit(_do, job)
        except BrokenProcessPool:
            return None

    def _result(self, job: Job, future: Future[Done] | None) -> Done:
        try:
            if future is not None:
                return future.result()
        except BrokenProcessPool:
            pass
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None
        return Done(whole=False, cut=(f"{job.name}: the process that looked was ended from outside (out of memory?)",))

    def close(self, *, at_once: bool) -> None:
        """Ends the processes: when they are done, or at once."""
        if self._pool is None:
            return
        if at_once:
            for process in multiprocessing.active_children():
                if process.name.startswith("SpawnProcess"):
                    process.terminate()
        self._pool.shutdown(wait=not at_once, cancel_futures=True)
        self._pool = None


@contextmanager
def runner(context: Context, processes: int) -> Iterator[Runner]:
    """A runner whose processes end with the block, at once where it is left by an exception."""
    made = Runner(context, processes)
    try:
        yield made
    except BaseException:
        made.close(at_once=True)
        raise
    made.close(at_once=False)


# ---------------------------------------------------------------- in the process that works

_CONTEXT: list[Context] = []


def _begin(context: Context) -> None:
    # Ctrl-C is for the process that began this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    _CONTEXT.append(context)


def _end_with_the_other() -> None:
    """Ends this process when the one that began it is no more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(job: Job) -> Done:
    return do(_CONTEXT[0], job)


def do(context: Context, job: Job) -> Done:
    """Does a job within its seconds; the plays that it looks at are made before those begin."""
    began = now()
    if job.plays:
        context.warm()
    until = context.until = now() + job.seconds
    found = job.work(context, until)
    told = tuple(by_lot(context, finding) for finding in found.findings) if context.as_written else found.findings
    return replace(found, findings=told, seconds=now() - began)
