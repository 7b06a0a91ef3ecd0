"""The seconds of a run: until when all may go on, and how they are shared; what one job leaves is lent to the next.

A job's share is fixed when it begins. Leaves doing the jobs to `verify.run.runner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

LEAST = 0.3
"""So many seconds a job gets at least, as long as there are any."""
AGAIN = 1.5
"""A job that was cut short is taken up again where it has at least so many times the seconds that it had."""
GRACE = 1.0
"""So many seconds after the end of the whole a process is ended, whatever it is at."""
MORE, MORE_SECONDS, MORE_OF_ALL = 1.0, 2.0, 0.02
"""By this share and so many seconds, or that share of the whole, a job may run over its own time before that, since it
looks at the clock only between two steps: a step may be one position, one compile, one question to a solver."""
TIME = "time was up"
STOPPED = "it was stopped"


def now() -> float:
    """Seconds by the clock, which is the same for all processes of a machine."""
    return perf_counter()


@dataclass(frozen=True, slots=True)
class Budget:
    """So many seconds that end at a clock time, for work that goes on in one lane or side by side in several."""

    seconds: float
    end: float
    lanes: int = 1

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.end - now())

    def share(self, weights: Sequence[float], by: float, owed: float) -> float:
        """The seconds of the first of the jobs with these weights, which are to be done by a clock time; `owed` are
        the seconds that jobs under way still need."""
        most = min(by, self.end) - now()
        share = (self.lanes * most - owed) * weights[0] / sum(weights)
        return min(max(LEAST, min(share, most)), self.end - now())

    def affordable(self, jobs: Sequence[tuple[str, float, float]], left: float) -> set[str]:
        """Of jobs that were cut short, each with its weight and the seconds that it had, as many as now get clearly
        more out of what is left."""
        chosen = sorted(jobs, key=lambda job: job[2] / job[1])
        while chosen:
            whole = self.lanes * left / sum(weight for _, weight, _ in chosen)
            if all(min(left, whole * weight) >= AGAIN * had for _, weight, had in chosen):
                break
            chosen.pop()
        return {name for name, _, _ in chosen}

    def latest(self, seconds: float) -> float:
        """The clock time at which a job that begins now with so many seconds is broken off, wherever it is."""
        more = max(MORE_SECONDS, MORE_OF_ALL * self.seconds)
        return min(now() + seconds * (1 + MORE) + more, self.end + GRACE)
