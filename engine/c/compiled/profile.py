"""Where the time of compiled random games goes, by the parts of the rule file: a thread looks on where play is.

Leaves the C that says where play is to `engine.c.playout.profile`, and what is told of the parts to whoever asks.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from time import perf_counter, sleep

from engine.c.compiled.build import NO_COMPILER, NotBuilt, build, fast_flags, find_compiler
from engine.c.compiled.library import Library
from engine.c.compiled.simulate import added_up
from engine.c.playout.profile import Part
from engine.c.playout.source import measured_code_of
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import Progress
from engine.simulate.sums import Sums

SECONDS = 2.0
"""Games are played for so long at least, so that there is enough to look on."""
NOBODY = -1
"""Where play is while no game is played."""
PAUSE = 5e-5
"""Seconds between two looks; the system makes more of them."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one part took: its share of the time of play, from 0 to 1, and how often play came to it."""

    part: Part
    share: float
    times: int


@dataclass(frozen=True, slots=True)
class Profiled:
    """The sums of the games, how often somebody looked on, and the parts, the longest first; the shares are 1
    together."""

    sums: Sums
    looks: int
    parts: tuple[Spent, ...]


def profiled(
    interpreter: Interpreter,
    numbers: range,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    progress: Progress | None = None,
) -> Profiled | NotBuilt:
    """Plays the games of these numbers, as `added_up` does, in one thread; then more games until `SECONDS` have passed,
    of which only the shares of time tell.

    Games that meet a fault are looked on up to it; they are played again by code that is not. Raises `Unsupported`
    where no such C can be made of the game.
    """
    compiler = find_compiler()
    if compiler is None:
        return NotBuilt(NO_COMPILER)
    code, profile = measured_code_of(interpreter.game)
    built = build(code.text, flags=fast_flags(compiler), compiler=compiler)
    if isinstance(built, NotBuilt):
        return built
    library = Library(interpreter.game, code, str(built.path), lean=True)
    times = (ctypes.c_longlong * len(profile.parts))()
    library.functions.hoyle_profile(times)
    began, more = perf_counter(), numbers
    with _looking_on(library, len(profile.parts)) as seen:
        sums = added_up(library, interpreter, numbers, seed, most_moves=most_moves, progress=progress)
        library.functions.hoyle_profile(times)
        while sums.games == len(numbers) > 0 and perf_counter() - began < SECONDS:
            more = range(more.stop, more.stop + 2 * len(more))
            added_up(library, interpreter, more, seed, most_moves=most_moves)
    looks = sum(seen)
    parts = [Spent(part, at / max(looks, 1), count) for part, at, count in zip(profile.parts, seen, times, strict=True)]
    return Profiled(sums, looks, tuple(sorted(parts, key=lambda one: (-one.share, -one.times))))


@contextmanager
def _looking_on(library: Library, parts: int) -> Iterator[list[int]]:
    """Counts in which part play is, again and again, meanwhile."""
    now, seen, done = ctypes.c_int.in_dll(library.functions, "hoyle_profile_now"), [0] * parts, Event()

    def look() -> None:
        while not done.is_set():
            at = now.value
            if at > NOBODY:
                seen[at] += 1
            sleep(PAUSE)

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()
