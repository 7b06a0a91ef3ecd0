"""Breaks off work when its time is up, however deep in it the program is.

`until` bounds a block, and `each` an iterator: past the deadline `TimeUp` is raised where the program happens to be, by
a timer of the system. So no loop need look at the clock to keep a budget. Compilers and solvers are other programs;
whoever starts one bounds it by `left`.

Only the main thread can be interrupted, and only where the system has such timers (not on Windows). Elsewhere a
deadline is kept by those loops alone that look at the clock.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from ctypes import ArgumentError
from itertools import islice
from time import perf_counter
from types import FrameType, TracebackType
from typing import Any, TypeVar

AGAIN = 0.25
"""Where `TimeUp` was caught, or got lost in a place that lets nothing out, it is raised again after so many seconds."""
GRACE = 0.75
"""So long may work that was broken off tell what it has found."""
SOON = 0.005

Item = TypeVar("Item")


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that nothing that mends errors takes it for one."""


class until:
    """Ends a `with` block at a time of `perf_counter`, by a `TimeUp` that the block lets out no further: `over` tells.

    Blocks may lie in each other. What is raised since the time of an outer one is up goes on to that.
    """

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.over = False
        self._entered = False

    def __enter__(self) -> until:
        if self.deadline < float("inf") and _possible():
            _timer.push(self.deadline)
            self._entered = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self._entered:
            self._entered = False
            _timer.pop()
        self.over = comes_of(error, TimeUp) and self.deadline <= perf_counter() < _timer.next
        return self.over

    def later(self, deadline: float) -> None:
        """Puts the end of this block, which is the innermost, off to another time."""
        self.deadline = deadline
        if self._entered:
            _timer.put_off(deadline)


def each(items: Iterator[Item], deadline: float) -> Iterator[Item]:
    """The items until a time of `perf_counter`; then `TimeUp` is raised in the iterator, and after it here.

    An iterator that catches it has a moment to yield what it has found. The block that takes the items is not bounded.
    An error that arose while somebody interrupted the iterator comes out as the KeyboardInterrupt that it was.
    """
    found: list[Item] = []
    last = max(deadline, perf_counter()) + GRACE
    while True:
        now = perf_counter()
        with until(deadline if now < deadline else last) as bounded:
            try:
                found[:] = islice(items, 1)
            except Exception as error:
                if comes_of(error, KeyboardInterrupt):
                    raise KeyboardInterrupt from error
                raise
        if bounded.over or now > last:
            raise TimeUp
        if not found:
            return
        yield found[0]


def comes_of(error: BaseException | None, kind: type[BaseException]) -> bool:
    """Is an error of this kind, or did it arise while one of this kind was let through?

    Libraries tidy up when they are interrupted, and some do not foresee where; `ctypes` keeps no more than the name.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, kind) or (isinstance(error, ArgumentError) and f": {kind.__name__}: " in str(error)):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def left(most: float = float("inf")) -> float:
    """The seconds until the next deadline, at least 0 and at most so many."""
    return max(0.0, min(most, _timer.next - perf_counter()))


def _possible() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def half_made(frame: FrameType | None) -> bool:
    """Is something under way here that must not be left half done, whatever asks for an end?

    A module that was broken off could not be loaded again. An object that does something at its end, as terms of Z3
    do, needs all of itself for that. And what is raised while `ctypes` is given an argument comes out as its own error.
    """
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib") or code.co_name == "from_param":
            return True
        # Asked of the class: an object that is half made may not bear to be asked itself.
        if code.co_name == "__init__" and any(
            hasattr(type(frame.f_locals.get(x)), "__del__") for x in code.co_varnames[:1]
        ):
            return True
        frame = frame.f_back
    return False


class _Timer:
    """The system's one timer, for the earliest of the deadlines; gives back a timer that another had set."""

    def __init__(self) -> None:
        self._deadlines: list[float] = []
        self._before: tuple[Any, float, float] = (None, 0.0, 0.0)
        self._lost: Callable[[Any], object] = sys.unraisablehook

    @property
    def next(self) -> float:
        """The earliest deadline."""
        return min(self._deadlines, default=float("inf"))

    def push(self, deadline: float) -> None:
        """Sets the timer for one more deadline."""
        if not self._deadlines:
            seconds = signal.setitimer(signal.ITIMER_REAL, 0)[0]
            handler = signal.signal(signal.SIGALRM, self._ring)
            self._before = (handler, seconds, perf_counter())
            self._lost, sys.unraisablehook = sys.unraisablehook, self._lose
        self._deadlines.append(deadline)
        self._set()

    def put_off(self, deadline: float) -> None:
        """Another time for the deadline that was set last."""
        self._deadlines[-1] = deadline
        self._set()

    def pop(self) -> None:
        """Takes back the deadline that was set last."""
        self._deadlines.pop()
        if self._deadlines:
            self._set()
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        handler, seconds, since = self._before
        signal.signal(signal.SIGALRM, handler)
        sys.unraisablehook = self._lost
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, max(SOON, seconds - (perf_counter() - since)))

    def _set(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, max(SOON, self.next - perf_counter()), AGAIN)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        """Raises `TimeUp`, unless this module is at work or something is being made that must not be left half done."""
        if frame is not None and (frame.f_globals is globals() or half_made(frame)):
            signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
        elif perf_counter() >= self.next:
            raise TimeUp

    def _lose(self, unraisable: Any) -> None:
        """What got lost where nothing can be raised from, as while garbage is collected, is raised again soon."""
        if unraisable.exc_type is TimeUp:
            signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
        else:
            self._lost(unraisable)


_timer = _Timer()
