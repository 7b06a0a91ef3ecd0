"""The finder's clock: seconds of computing, so that a report does not hang on what else the machine does.

Leaves clock time to the techniques of `verify` that are used, which get what is left as seconds from now.
"""

from __future__ import annotations

from os import times
from time import perf_counter, process_time


def now() -> float:
    """Seconds of computing by this process, and by compilers that it ran."""
    others = times()
    return process_time() + others.children_user + others.children_system


def on_the_wall(until: float) -> float:
    """The clock time at which that much will have been computed, if nothing else is done."""
    return perf_counter() + until - now()
