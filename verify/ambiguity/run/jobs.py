"""The parts of the search as jobs of `verify.run.runner`, and what came of each.

Leaves what a part does to `verify.ambiguity.run.tasks`, and which are taken up again to `verify.ambiguity.run.finder`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.processes.workers import Ended, Stopped
from verify.ambiguity.find.random_resolution import mark_random_resolution
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Waiting
from verify.ambiguity.run.context import Context
from verify.run.budget import Budget, now
from verify.run.runner import READY, Job, Runner, Tell, Under

ON_THE_WAY = "it was stopped on the way"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a part: findings, and what of it was cut short, in words; how many seconds it had, and used.

    `waiting`: readings that the first plays did not part, to be looked at more closely. `ended`: it was stopped within
    a step, so that `findings` are those that it had told.
    """

    findings: tuple[Finding, ...] = ()
    cut: tuple[str, ...] = ()
    waiting: Waiting | None = None
    seconds: float = 0.0
    had: float = 0.0
    ended: bool = False

    @property
    def whole(self) -> bool:
        """Could the part do all that it wanted?"""
        return not self.cut and self.waiting is None


Do = Callable[[Context, float], Done]
"""A part: a function of the context and of the clock time up to which it may work. It goes to other processes by
name."""


def as_job(name: str, words: str, weight: float, work: Do, *, warming: float = 0.0) -> Job[Context]:
    """A part as a job; `warming`: it looks at the plays of the game, which take so many seconds to make beforehand."""
    return Job(name, words, weight, partial(_done, work, warming > 0), warming)


class Search(Runner[Context]):
    """Does parts up to a clock time, in so many processes beside this one; `tell` is given each finding as it comes."""

    def __init__(self, context: Context, processes: int, end: float, tell: Callable[[Finding], None]) -> None:
        context.end, self._tell = end, tell
        super().__init__(
            Budget(context.plan.seconds, end, max(1, processes)), context, context.bare(),
            processes=processes, progress=context.progress, heard=self._find,
        )  # fmt: skip

    def parts(
        self, jobs: Sequence[Job[Context]], by: float, skip: Callable[[Job[Context]], bool] = lambda job: False
    ) -> Iterator[tuple[Job[Context], Done]]:
        """What comes of each part, as it comes; together they take until about the clock time `by`.

        Before a part is begun `skip` tells whether it need not be.
        """
        for under, item in self.run(jobs, by, skip):
            match item:
                case Ended():
                    yield under.job, _came_of(under, "")
                case Stopped(_, words):
                    yield under.job, _came_of(under, words)
                case _:
                    self._find(item)

    def stopped(self) -> list[tuple[Job[Context], Done]]:
        """What the parts on the way have told, which somebody stops."""
        return [(under.job, _came_of(under, ON_THE_WAY)) for under in self.under_way]

    def _find(self, item: object) -> None:
        if isinstance(item, Finding):
            self._tell(item)


def _came_of(under: Under[Context], why: str) -> Done:
    """What came of a part: all of it, or what it had told until it was stopped."""
    for item in under.told:
        if isinstance(item, Done):
            return replace(item, seconds=under.used, had=under.seconds)
    told = tuple(item for item in under.told if isinstance(item, Finding))
    return Done(told, (why,), seconds=under.used, had=max(under.used, under.seconds), ended=True)


# ---------------------------------------------------------------- where a part is done


def _done(work: Do, plays: bool, context: Context, seconds: float, tell: Tell) -> Iterator[object]:
    """Does a part within its seconds; the plays that it looks at are made before those begin."""
    if plays:
        context.warm()
    yield READY
    until = context.until = min(now() + seconds, context.end)
    context.tell = lambda finding: tell(_as_played(context, finding))
    found = work(context, until)
    yield replace(found, findings=tuple(_as_played(context, finding) for finding in found.findings))


def _as_played(context: Context, finding: Finding) -> Finding:
    return mark_random_resolution(context, finding) if context.as_written else finding
