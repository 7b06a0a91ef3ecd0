"""No test leaves a thread of its process at work: it would take the time of every test that comes after.

Compiled code cannot be stopped while it plays a game. A command ends with its process; in the tests' own process the
game is played on, for hours where its rules ask for hours.
"""

import threading
import time
from collections.abc import Iterator

import pytest

LOOK = 0.02
"""Seconds in which a thread that works shows by the time of the processor that it takes."""
PATIENCE = 2.0
"""Seconds in which what was told to stop may do so."""


def at_work() -> list[str]:
    """The other threads of this process that work, by their names."""
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    before = {thread: _spent(thread) for thread in others}
    if not others:
        return []
    time.sleep(LOOK)
    return [thread.name for thread, spent in before.items() if _spent(thread) > spent + LOOK / 8]


def _spent(thread: threading.Thread) -> float:
    """So many seconds of the processor a thread has taken; 0 where it is over."""
    if thread.ident is None or not thread.is_alive() or not hasattr(time, "pthread_getcpuclockid"):
        return 0.0
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    except OSError:
        return 0.0


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_at_work() -> Iterator[None]:
    yield
    late = time.monotonic() + PATIENCE
    while left := at_work():
        assert time.monotonic() < late, f"a test of this file leaves threads at work: {', '.join(left)}"
