"""Waits for compiled code so that Ctrl-C and deadlines reach whoever waits: signals are not seen inside a call of C.

Leaves to the caller that what the code works on is neither touched nor given back where the waiting was broken off.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

Work = Callable[[], None]
SOON = 0.5
"""So many seconds a signal may be overlooked."""


def waited(call: Callable[..., Any], *args: object) -> Any:
    """What a compiled function answers. Broken off, it works on in a thread of its own, until the process ends."""
    if threading.current_thread() is not threading.main_thread():
        return call(*args)
    told: list[Any] = []
    wrong: list[BaseException] = []
    done = threading.Lock()
    done.acquire()

    def work() -> None:
        try:
            told.append(call(*args))
        except BaseException as error:
            wrong.append(error)
        finally:
            done.release()

    given = _idle()
    given.put(work)
    # A signal that comes just before the wait begins is seen when it ends: so it ends soon, and begins again.
    while not done.acquire(timeout=SOON):
        pass
    # Only a thread that is done is given more to do.
    _kept[os.getpid()] = given
    if wrong:
        raise wrong[0]
    return told[0]


_kept: dict[int, SimpleQueue[Work]] = {}
"""What gives work to the thread that was done last, by its process: a process that was split off has no such thread."""


def _idle() -> SimpleQueue[Work]:
    """What gives work to a thread that does nothing: to begin one takes longer than most calls."""
    given = _kept.pop(os.getpid(), None)
    if given is None:
        given = SimpleQueue()
        threading.Thread(target=_work_on, args=(given,), daemon=True).start()
    return given


def _work_on(given: SimpleQueue[Work]) -> None:
    while True:
        given.get()()
