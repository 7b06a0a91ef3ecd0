"""Processes that work beside this one, tell what they find on the way, and can be ended within a step of their work.

Leaves what they work at to `verify.ambiguity.run.jobs`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from engine.processes.programs import away_from_here
from verify.ambiguity.run.clock import now

LONGEST = 3600.0
"""No system waits for ever at once."""
FROM_OUTSIDE = "the worker process was ended from outside (out of memory?)"


@dataclass(frozen=True, slots=True)
class Came:
    """Something that work tells on the way."""

    what: object


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of work."""

    what: object


@dataclass(frozen=True, slots=True)
class Broke:
    """The process that worked is no more, and did not say why."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """A fault of ours in the work: its trace."""

    trace: str


Event = Came | Ended | Broke
Tell = Callable[[object], None]
Work = Callable[[Tell], object]
"""What a process does: a function that tells things on the way. It goes to the process by its name."""


class Worker:
    """One process, which does one work after another. `begin` is called in it first."""

    def __init__(self, begin: Callable[[], None]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, other = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(other, begin), daemon=True)
        with _no_interrupt(), away_from_here():
            self._process.start()
        other.close()
        self.busy = False

    def give(self, work: Work) -> None:
        """Hands over work; what it tells comes by `events`."""
        self.busy = True
        with suppress(OSError):  # the process has ended: the next event says so
            self._pipe.send(work)

    def event(self) -> Event:
        """The next event, which is waited for."""
        try:
            told = self._pipe.recv()
        except (EOFError, OSError):
            told = Broke()
        if isinstance(told, _Failed):
            raise RuntimeError(f"a part of the search broke off:\n{told.trace}")
        self.busy = isinstance(told, Came)
        assert isinstance(told, Came | Ended | Broke)
        return told

    @property
    def pipe(self) -> Connection:
        """What is to be waited at for an event."""
        return self._pipe

    def end(self) -> None:
        """Ends the process at once, with the compilers that it runs."""
        if self._process.pid is not None and hasattr(os, "killpg"):
            with suppress(OSError):  # it has not made a group of its own yet, or has ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._pipe.close()


def events(workers: list[Worker], until: float) -> Iterator[tuple[Worker, Event]]:
    """The events that are there, waited for up to a clock time."""
    busy = {w.pipe: w for w in workers if w.busy}
    for pipe in wait(list(busy), min(LONGEST, max(0.0, until - now()))):
        assert isinstance(pipe, Connection)
        yield busy[pipe], busy[pipe].event()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C reaches every process of the terminal; one that is begun here never sees it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in the process that works


def _serve(pipe: Connection, begin: Callable[[], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    begin()
    with suppress(EOFError, OSError):
        while True:
            work: Work = pipe.recv()
            try:
                told: object = Ended(work(lambda what: pipe.send(Came(what))))
            except Exception:
                told = _Failed(traceback.format_exc())
            pipe.send(told)


def _end_with_the_other() -> None:
    """Ends this process, and the compilers that it runs, when the one that began it is no more."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)
