"""Ctrl-C that nobody loses: where it cannot be raised, or would break what is half made, it is raised soon after."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from time import perf_counter
from types import FrameType
from typing import Any

from engine.processes.deadline import half_made

SOON = 0.02
"""Seconds until it is tried again."""
PATIENCE = 2.0
"""Seconds for which it is put off."""


class interrupts_kept:
    """As long as this is open, Ctrl-C waits for what is half made, and comes again where it got lost, as while garbage
    is collected. It does not wait for longer than `PATIENCE`."""

    def __enter__(self) -> None:
        self._first = 0.0
        self._before, sys.unraisablehook = sys.unraisablehook, self._lost
        main = threading.current_thread() is threading.main_thread()
        self._plain = main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._plain:
            signal.signal(signal.SIGINT, self._interrupted)

    def __exit__(self, *_: object) -> None:
        if self._plain:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = self._before

    def _lost(self, unraisable: Any) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            _again()
        else:
            self._before(unraisable)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self._first = self._first or perf_counter()
        if half_made(frame) and perf_counter() - self._first < PATIENCE:
            _again()
        else:
            self._first = 0.0
            signal.default_int_handler(number, frame)


def _again() -> None:
    # Of another thread, and later: here it would be raised at once, and lost again.
    timer = threading.Timer(SOON, _thread.interrupt_main)
    timer.daemon = True
    timer.start()
