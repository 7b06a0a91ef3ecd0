"""Runs something again whenever a file is saved, until somebody stops it.

Leaves what is run, and what is shown, to the command.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep

EVERY = 0.3
"""Seconds between two looks at the file."""


def watch(path: Path, run: Callable[[], None], wait: Callable[[float], None] = sleep) -> None:
    """Runs once, and then after every save of the file; ends with KeyboardInterrupt."""
    seen = _state(path)
    run()
    while True:
        wait(EVERY)
        now = _state(path)
        if now is not None and now != seen:
            seen = now
            run()


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None in the moment where an editor has put it aside."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
