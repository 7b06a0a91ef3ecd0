"""Looks at a rule file again whenever it is saved: what is wrong with it at once, then one verdict after the other.

Verdicts come from a process beside this one, which is ended at the next save, whatever it is at; another is kept ready,
so that a save need not wait for one. Leaves deciding to `hoyle.run.verifying`, and showing to the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from stat import S_ISREG
from time import perf_counter, sleep

from engine.interpreter.interpreter import Interpreter
from engine.processes.workers import Ended, Pool, Stopped, Worker
from hoyle.run.kept_runs import verified
from hoyle.run.order import Order, Verified
from hoyle.sources.files import Loaded, Parsed, lower, read
from hoyle.terminal.guard import Misuse
from spec.syntax import File
from spec.text.parse import Kept, parse
from verify.obligations.examples import run_example
from verify.obligations.verdict import Result, Settings

EVERY = 0.1
"""Seconds between two looks at the file."""
GONE = 2.0
"""A file that is not there for so many seconds is gone; before that an editor may be putting it aside to save it."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The file was saved: what is wrong with it, and how many seconds it took to see that."""

    loaded: Loaded
    seconds: float


@dataclass(frozen=True, slots=True)
class Missing:
    """The file cannot be read, for a reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done now."""

    words: str


@dataclass(frozen=True, slots=True)
class Over:
    """All is verified that can be in the time; or why it was not: a sentence, and whether it is a fault of Hoyle's."""

    done: Verified | None
    reason: str = ""
    fault: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing has happened; time goes by."""


Event = Saved | Missing | Doing | Result | Over | Tick


@dataclass(slots=True)
class Watch:
    """A file that is watched, under some settings."""

    path: Path
    order: Order
    wait: Callable[[float], None] = sleep
    _kept: Kept = field(default_factory=Kept)
    _busy: Worker | None = None
    """The process that verifies, if one does."""
    _beginning: Worker | None = None
    """The process that will be the next to verify, until it is ready."""

    def events(self) -> Iterator[Event]:
        """What happens, for ever: somebody has to stop it. Before the first save the file is looked at as it is."""
        seen: tuple[int, int, int] | None = None
        there = perf_counter()
        with Pool() as pool:
            while True:
                now = _state(self.path)
                if now is not None:
                    there = perf_counter()
                    if now != seen:
                        seen = now
                        yield from self._saved(pool)
                elif seen is not None and perf_counter() - there > GONE:
                    seen = None
                    self._end(pool)
                    yield Missing(f"{self.path} is not there any more")
                yield self._next(pool)

    def _saved(self, pool: Pool) -> Iterator[Event]:
        self._end(pool)
        began = perf_counter()
        try:
            loaded = self._read()
        except Misuse as error:
            yield Missing(str(error))
            return
        yield Saved(loaded, perf_counter() - began)
        if loaded.game is not None:
            self._busy = pool.give(partial(_verify, loaded, self.order))
        if self._beginning is None:
            self._beginning = pool.give(_ready)

    def _read(self) -> Loaded:
        """The file as it is now; what stayed as it was is not parsed again."""
        text, unreadable = read(self.path)
        if unreadable:
            return lower(Parsed(text, File((), frozenset()), unreadable))
        file, found = parse(text.content, self._kept)
        return lower(
            Parsed(text, file, found, Kept(self._kept.sections)), self.order.settings, as_written=self.order.as_written
        )

    def _next(self, pool: Pool) -> Event:
        """What comes from the process beside this one, if anything does soon."""
        try:
            came = pool.next(perf_counter() + EVERY)
        except RuntimeError as error:
            self._end(pool)
            return Over(None, str(error), fault=True)
        if came is None and self._busy is None:
            self.wait(EVERY)
        if came is None:
            return Tick()
        worker, told = came
        if worker is self._beginning and isinstance(told, Ended | Stopped):
            self._beginning = None
        if worker is not self._busy:
            return Tick()
        if isinstance(told, Stopped):
            self._busy = None
            return Over(None, told.words)
        if isinstance(told, Verified):
            self._busy = None
            return Over(told)
        return told if isinstance(told, Doing | Result) else Tick()

    def _end(self, pool: Pool) -> None:
        if self._busy is not None:
            with suppress(ValueError):  # it has ended by itself
                pool.end(self._busy)
            self._busy = None


def _verify(loaded: Loaded, order: Order, state: object, tell: Callable[[object], None]) -> Iterator[object]:
    """What the process beside this one does: first what takes a moment only, the examples."""
    game = loaded.game
    if game is not None:
        interpreter, owed = Interpreter(game), Settings.of(game)
        for example in game.examples:
            result = run_example(interpreter, example)
            tell(replace(result, obligation=replace(result.obligation, under=owed)))
        yield verified(loaded, game, order, lambda words: tell(Doing(words)), tell)


def _ready(state: object, tell: Callable[[object], None]) -> Iterator[object]:
    """Nothing: the process that does it has then begun, and knows all that it needs."""
    return iter(())


def _state(path: Path) -> tuple[int, int, int] | None:
    """What changes when a file is saved; None while no file is there."""
    try:
        state = path.stat()
    except OSError:
        return None
    # What stands in the place of a file, such as a pipe, might be waited for for ever.
    return (state.st_mtime_ns, state.st_size, state.st_ino) if S_ISREG(state.st_mode) else None
