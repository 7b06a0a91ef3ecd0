"""Waits for compiled code so that Ctrl-C and deadlines reach whoever waits: signals are not seen inside a call of C.

Leaves to the caller that what the code works on is neither touched nor given back where the waiting was broken off.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


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

    threading.Thread(target=work, daemon=True).start()
    done.acquire()
    if wrong:
        raise wrong[0]
    return told[0]
