"""Runs the parts of the search, in this process or in several, each for its share of the time that there is.

A part's share is fixed when it is begun: what parts before it have left is shared among those that are still to come.
Leaves what a part does to `verify.ambiguity.run.tasks`, which are taken up again to `verify.ambiguity.run.finder`, and
processes to `verify.ambiguity.run.workers`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from engine.interpreter.faults import BeyondLimits
from engine.processes.programs import share_memory
from verify.ambiguity.find.random_resolution import mark_random_resolution
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Waiting
from verify.ambiguity.run.clock import now
from verify.ambiguity.run.context import Context
from verify.ambiguity.run.workers import FROM_OUTSIDE, Broke, Came, Ended, Event, Tell, Worker, events

LEAST = 0.3
"""So many seconds a part gets at least, as long as there are any."""
GRACE = 1.0
"""So many seconds after the end of the whole a process is ended, whatever it is at."""
MORE, MORE_SECONDS, MORE_OF_ALL = 1.0, 2.0, 0.02
"""By this share and so many seconds, or that share of the whole, a part may run over its own time before that, since it
looks at the clock only between two steps: a step may be one position, one compile, one question to a solver."""
STOPPED = "it was stopped on the way"


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


@dataclass(frozen=True, slots=True)
class Job:
    """A part with its weight when time is shared; `plays`: it looks at the plays of the game, made beforehand."""

    name: str
    words: str
    weight: float
    work: Do
    plays: bool = False


@dataclass(frozen=True, slots=True)
class _Begun:
    """What was to be made beforehand is made, and the part's own time begins."""


@dataclass(slots=True)
class _At:
    """What a process is at: the job, its time, from when on, until when at most, and what it has told."""

    job: Job
    seconds: float
    began: float
    stop: float
    warming: bool
    told: list[Finding] = field(default_factory=list)

    @property
    def left(self) -> float:
        """The seconds that it still needs, if it keeps to its time."""
        return max(0.0, self.began + self.seconds - now())

    def with_told(self, done: Done) -> Done:
        """What came of it; of a part that broke off within a step what it has told."""
        return replace(done, findings=tuple(self.told)) if done.ended else done

    def stopped(self, why: str) -> Done:
        """What has come of it, since it is stopped on the way."""
        spent = now() - self.began
        return Done(tuple(self.told), (why,), seconds=spent, had=max(spent, self.seconds), ended=True)


class Runner:
    """Runs jobs up to a clock time; use within `with`, so that no process is left behind.

    Without processes all is done in this one, and nothing can stop a job within a step of it.
    """

    def __init__(self, context: Context, processes: int, end: float, tell: Callable[[Finding], None]) -> None:
        self.context, self._processes, self._end, self._tell = context, processes, end, tell
        context.end = end
        self._idle: list[Worker] = []
        self._at: dict[Worker, _At] = {}
        self._alone: _At | None = None

    def run(
        self, jobs: Sequence[Job], by: float, skip: Callable[[Job], bool] = lambda job: False
    ) -> Iterator[tuple[Job, Done]]:
        """What comes of each job, as it comes; together they take until about the clock time `by`.

        Before a job is begun `skip` tells whether it need not be; others are at work meanwhile.
        """
        waiting = deque(jobs)
        return self._beside(waiting, by, skip) if self._processes else self._here(waiting, by, skip)

    def _allotted(self, waiting: Sequence[Job], by: float) -> float:
        """The seconds of the first job that waits: its share of what is left, until then and at all."""
        most = min(by, self._end) - now()
        free = max(1, self._processes) * most - sum(at.left for at in self._at.values())
        share = free * waiting[0].weight / sum(job.weight for job in waiting)
        return min(max(LEAST, min(share, most)), self._end - now())

    def _here(self, waiting: deque[Job], by: float, skip: Callable[[Job], bool]) -> Iterator[tuple[Job, Done]]:
        while waiting:
            seconds, job = self._allotted(waiting, by), waiting[0]
            if seconds > 0 and not skip(job):
                self.context.progress(job.words)
                self._alone = at = _At(job, seconds, now(), self._end, False)
                done = do(self.context, job, seconds, partial(self._heard, at))
                self._alone = None
                yield job, at.with_told(done)
            waiting.popleft()

    def _heard(self, at: _At, what: object) -> None:
        if isinstance(what, Finding):
            at.told.append(what)
            self._tell(what)

    def stop(self) -> list[tuple[Job, Done]]:
        """Ends all, whatever it is at; what the jobs on the way have told."""
        at_work = [*self._at.values(), *([] if self._alone is None else [self._alone])]
        self.close()
        return [(at.job, at.stopped(STOPPED)) for at in at_work]

    # ------------------------------------------------------------ in several processes

    def _beside(self, waiting: deque[Job], by: float, skip: Callable[[Job], bool]) -> Iterator[tuple[Job, Done]]:
        while waiting or self._at:
            while waiting and len(self._at) < self._processes:
                if now() < self._end and not skip(waiting[0]):
                    self._begin(waiting[0], max(LEAST, self._allotted(waiting, by)))
                waiting.popleft()
            first = min((at.stop for at in self._at.values()), default=now())
            for worker, event in events(list(self._at), first):
                done = self._met(worker, event)
                if done is not None:
                    yield done
            for worker in [w for w, at in self._at.items() if now() > at.stop]:
                yield self._stopped(worker)

    def _begin(self, job: Job, seconds: float) -> None:
        self.context.progress(job.words)
        worker = self._idle.pop() if self._idle else Worker(partial(_begin, self.context.bare(), self._processes))
        # Until the part begins what is made beforehand takes its time, and loading the code.
        before = 2 * self.context.warming + 10 * MORE_SECONDS
        self._at[worker] = _At(job, seconds, now(), self._latest(seconds + before), True)
        worker.give(partial(_do, job, seconds))

    def _latest(self, seconds: float) -> float:
        more = max(MORE_SECONDS, MORE_OF_ALL * self.context.plan.seconds)
        return min(now() + seconds * (1 + MORE) + more, self._end + GRACE)

    def _met(self, worker: Worker, event: Event) -> tuple[Job, Done] | None:
        at = self._at[worker]
        match event:
            case Came(Finding() as finding):
                self._heard(at, finding)
            case Came(_Begun()):
                at.began, at.stop, at.warming = now(), self._latest(at.seconds), False
            case Came(_):
                pass
            case Ended(what):
                assert isinstance(what, Done)
                del self._at[worker]
                self._idle.append(worker)
                return at.job, at.with_told(what)
            case Broke():
                return self._lost(worker, FROM_OUTSIDE)
        return None

    def _stopped(self, worker: Worker) -> tuple[Job, Done]:
        """Ends a process that has not come to an end by itself."""
        at = self._at[worker]
        if at.warming and at.job.plays and now() < self._end:
            self.context = replace(self.context, no_greedy=True)  # greedy plays would stop the next one as well
        return self._lost(worker, f"it was stopped after {now() - at.began:.0f} s, within one step")

    def _lost(self, worker: Worker, why: str) -> tuple[Job, Done]:
        at = self._at.pop(worker)
        worker.end()
        return at.job, at.stopped(why)

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        for worker in (*self._idle, *self._at):
            worker.end()
        self._idle.clear()
        self._at.clear()


@contextmanager
def runner(context: Context, processes: int, end: float, tell: Callable[[Finding], None]) -> Iterator[Runner]:
    """A runner whose processes end with the block."""
    made = Runner(context, processes, end, tell)
    try:
        yield made
    finally:
        made.close()


# ---------------------------------------------------------------- in the process that works

_CONTEXT: list[Context] = []


def _begin(context: Context, jobs: int) -> None:
    share_memory(jobs)
    _CONTEXT[:] = [context]


def _do(job: Job, seconds: float, told: Tell) -> Done:
    return do(_CONTEXT[0], job, seconds, told)


def do(context: Context, job: Job, seconds: float, told: Tell) -> Done:
    """Does a job within its seconds; the plays that it looks at are made before those begin."""
    if job.plays:
        context.warm()
    told(_Begun())
    began = now()
    until = context.until = min(began + seconds, context.end)
    context.tell = lambda finding: told(_as_played(context, finding))
    try:
        found = job.work(context, until)
    except BeyondLimits as error:
        return Done(cut=(str(error),), seconds=now() - began, had=seconds, ended=True)
    findings = tuple(_as_played(context, finding) for finding in found.findings)
    return replace(found, findings=findings, seconds=now() - began, had=seconds)


def _as_played(context: Context, finding: Finding) -> Finding:
    return mark_random_resolution(context, finding) if context.as_written else finding
