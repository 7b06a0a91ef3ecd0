"""The finder's clock: seconds that go by, as whoever waits for a report counts them.

It is the same for all processes of a machine.
"""

from __future__ import annotations

from time import perf_counter


def now() -> float:
    """Seconds by the clock."""
    return perf_counter()
