"""A pool of processes that work beside this one, each doing one piece of work after another and telling on the way.

A process can be ended within a step of its work: at a deadline, by Ctrl-C, or with the process that began it. What it
is sent, and what it tells, is pickled and read by the two of them alone. Ctrl-C is for the first process, which decides
what becomes of the others. Leaves what is worked at, and what is made of work that was stopped, to its callers.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count, islice
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import IO, Any, Literal, TypeVar

from engine.interpreter.faults import BeyondLimits
from engine.processes.deadline import TimeUp, each
from engine.processes.programs import share_memory
from spec.storage import cache

FOREVER = float("inf")
LONGEST = 3600.0
"""No system waits for ever at once."""
BEGIN = """import pickle, sys
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except EOFError:
    sys.exit(1)  # whoever began this process was stopped before it had said what is to be done
from engine.processes.workers import serve
serve()
"""
SIZE = 8
"""So many bytes before a message tell its length."""

Item = TypeVar("Item")
T = TypeVar("T")
Work = Callable[[Any, Callable[[object], None]], Iterator[object]]
"""Yields what it finds, given what the process began with and a way to tell things at once; pickled by its name."""

# ---------------------------------------------------------------- how work ends

Reason = Literal["time", "limits", "memory", "lost", "fault"]


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why work came to no end of its own: its time was up, a game was too large, there was too little memory, its
    process was lost; or a fault of ours, which a pool raises."""

    reason: Reason
    words: str


@dataclass(frozen=True, slots=True)
class Ended:
    """Work has nothing more to tell."""


def until_stopped(items: Iterator[Item], deadline: float = FOREVER) -> Iterator[Item | Stopped]:
    """The items up to a time of `perf_counter`; where they come to no end of their own, why, as the last."""
    began = perf_counter()
    try:
        yield from each(items, deadline)
    except TimeUp:
        yield Stopped("time", f"it was stopped after {perf_counter() - began:.0f} s, within one step")
    except BeyondLimits as error:
        yield Stopped("limits", str(error))
    except MemoryError:
        yield Stopped("memory", "they took more memory than Hoyle may have")


# ---------------------------------------------------------------- the process that gives work


class Worker:
    """One process, which does one piece of work after another; until `stop` at most by the clock."""

    def __init__(self, begin: Callable[[], object], came: SimpleQueue[tuple[Worker, bytes]]) -> None:
        self.stop, self.began = FOREVER, perf_counter()
        command = [sys.executable, "-P", "-c", BEGIN]  # no module of the folder that it runs in
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix"
        )
        assert self._process.stdin is not None
        self._stdin = self._process.stdin
        try:
            with suppress(OSError):  # it has ended already, which `_listen` tells
                pickle.dump(sys.path, self._stdin, protocol=5)
                _send(self._stdin, begin)
            threading.Thread(target=self._listen, args=(came,), daemon=True).start()
        except BaseException:
            self.end()  # whoever was interrupted in the middle of this has nothing to end it by
            raise

    def give(self, work: Work, stop: float) -> None:
        """Hands over work, with the clock time at which the process is ended if it is still at it."""
        self.stop, self.began = stop, perf_counter()
        with suppress(OSError):
            _send(self._stdin, work)

    def _listen(self, came: SimpleQueue[tuple[Worker, bytes]]) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for data in _messages(stdout):
                came.put((self, data))
        came.put((self, b""))

    def lost(self) -> Stopped:
        """Why the process ended without a word. Raises RuntimeError where it ended itself."""
        code = self._process.wait()
        if code >= 0 and os.name == "posix":
            raise RuntimeError(f"a process beside this one ended with code {code}")
        return Stopped("lost", f"the worker process was ended by signal {abs(code)} (out of memory?)")

    def end(self) -> None:
        """Ends the process at once, with those that it has begun in its group."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._stdin.close()


class Pool:
    """So many processes at most, which share the memory of a command, and each of which calls `begin` first; use within
    `with`, so that none is left behind.

    A process that is lost, or past its time, is ended, and its work stopped; the next piece of work has another.
    """

    def __init__(self, begin: Callable[[], object] = object, processes: int = 1) -> None:
        self.begin, self.processes = begin, processes
        self._idle: list[Worker] = []
        self._busy: list[Worker] = []
        self._came: SimpleQueue[tuple[Worker, bytes]] = SimpleQueue()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()
        self._busy.clear()

    def give(self, work: Work, stop: float = FOREVER) -> Worker:
        """Has a process work until a clock time at most. Raises OSError where there are no processes."""
        worker = self._idle.pop() if self._idle else Worker(partial(_begun, self.begin, self.processes), self._came)
        self._busy.append(worker)
        worker.give(work, stop)
        return worker

    def next(self, until: float = FOREVER) -> tuple[Worker, object] | None:
        """What comes next, waited for up to a clock time: something that work tells, or its end; None if nothing does.

        Raises RuntimeError for a fault of ours in the work.
        """
        while self._busy:
            first = min(self._busy, key=lambda worker: worker.stop)
            wait = min(until, first.stop) - perf_counter()
            try:
                worker, data = self._came.get(timeout=min(LONGEST, max(0.0, wait)))
            except Empty:
                if first.stop <= perf_counter():
                    return first, self._late(first)
                if until <= perf_counter():
                    return None
                continue
            if worker in self._busy:
                return worker, self._event(worker, data)
            if not data and worker in self._idle:  # it was ended from outside while it had nothing to do
                self._idle.remove(worker)
        return None

    def end(self, worker: Worker) -> None:
        """Ends a process that is at work, whatever it is at."""
        self._busy.remove(worker)
        worker.end()

    def _late(self, worker: Worker) -> Stopped:
        self.end(worker)
        return Stopped("time", f"it was stopped after {perf_counter() - worker.began:.0f} s, within one step")

    def _event(self, worker: Worker, data: bytes) -> object:
        if not data:
            lost = worker.lost()
            self._busy.remove(worker)
            return lost
        told: object = pickle.loads(data)
        if isinstance(told, Stopped) and told.reason == "fault":
            raise RuntimeError(f"work in a process beside this one broke off: {told.words}")
        if isinstance(told, Ended | Stopped):
            self._busy.remove(worker)
            self._idle.append(worker)
        return told

    def map(self, works: Iterable[Work]) -> Iterator[Any]:
        """The one thing that each piece of work yields, in their order; with no processes, or where the system has
        none, all is done in this one. Raises BeyondLimits where a process is lost."""
        numbers: dict[Worker, int] = {}
        done: dict[int, object] = {}
        waiting = enumerate(works)
        for wanted in count():
            while wanted not in done:
                for number, work in islice(waiting, max(0, max(1, self.processes) - len(self._busy))):
                    worker = self._given(work)
                    if worker is not None:
                        numbers[worker] = number
                    else:
                        (done[number],) = work(self._state, _untold)
                if wanted in done:
                    break
                came = self.next()
                if came is None:
                    return
                worker, told = came
                if isinstance(told, Stopped):
                    raise BeyondLimits(told.words)
                if not isinstance(told, Ended):
                    done[numbers[worker]] = told
            yield done.pop(wanted)

    def _given(self, work: Work) -> Worker | None:
        """Has a process work, where there are any."""
        try:
            return self.give(work) if self.processes else None
        except OSError:
            self.processes = 0
            return None

    @cached_property
    def _state(self) -> object:
        """What work in this process begins with."""
        return self.begin()


def as_it_is(state: T) -> T:
    """What processes begin with that need make nothing of what they are sent."""
    return state


def _untold(item: object) -> None:
    """Tells nobody."""


# ---------------------------------------------------------------- the process that works


def _begun(begin: Callable[[], object], processes: int) -> object:
    share_memory(processes)
    return begin()


def serve() -> None:
    """What a process does: does what it is sent, and tells what comes of it, until the one that began it is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cache.tell = lambda _: None  # the process that began this one says it
    told = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sent: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(sent,), daemon=True).start()
    tell = partial(_send, told)
    try:
        state = pickle.loads(sent.get())()
        while True:
            work: Work = pickle.loads(sent.get())
            last: object = Ended()
            for item in until_stopped(work(state, tell)):
                if isinstance(item, Stopped):
                    last = item
                else:
                    tell(item)
            tell(last)
    except BrokenPipeError:
        os._exit(1)
    except Exception as error:
        tell(Stopped("fault", f"{type(error).__name__}: {error}\n{traceback.format_exc()}"))
        os._exit(1)


def _receive(sent: SimpleQueue[bytes]) -> None:
    """Takes in what is sent; ends this process, and those of its group, when nothing can be sent any more."""
    for data in _messages(sys.stdin.buffer):
        sent.put(data)
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def _send(stream: IO[bytes], what: object) -> None:
    data = pickle.dumps(what, protocol=5)
    stream.write(len(data).to_bytes(SIZE, "little") + data)
    stream.flush()


def _messages(stream: IO[bytes]) -> Iterator[bytes]:
    with suppress(OSError, ValueError):
        while len(head := stream.read(SIZE)) == SIZE:
            size = int.from_bytes(head, "little")
            if len(data := stream.read(size)) < size:
                return
            yield data
