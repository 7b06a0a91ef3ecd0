"""Runs the jobs of `verify` and of `ambiguities`, in this process or beside it, each for its share of a budget.

A job yields what it finds as it comes. Whatever happens to it - its time is up, its process is lost, a game is too
large - what it has yielded stands, and its last word says how it ended. Leaves processes to
`engine.processes.workers`, and what jobs find to their modules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Self, TypeVar

from engine.processes.workers import Ended, Pool, Stopped, Worker, as_it_is, until_stopped
from verify.run.budget import GRACE, LEAST, MORE_SECONDS, Budget, now

S = TypeVar("S")
Tell = Callable[[object], None]
READY = "ready"
"""What a job says when what it has to make beforehand is made, and its own time begins."""


@dataclass(frozen=True, slots=True)
class Job(Generic[S]):
    """A piece of work: its name, what it is in words for who waits, and its weight when time is shared.

    `work` yields what it finds, given what all jobs share, its seconds, and a way to tell things on the way; other
    processes find it by its name. `before`: so many seconds it takes to make something beforehand, until it says READY.
    """

    name: str
    words: str
    weight: float
    work: Callable[[S, float, Tell], Iterator[object]]
    before: float = 0.0


@dataclass(slots=True)
class Under(Generic[S]):
    """A job under way: the seconds that it has, since when, and what it has told."""

    job: Job[S]
    seconds: float
    began: float = field(default_factory=now)
    told: list[object] = field(default_factory=list)

    @property
    def used(self) -> float:
        """The seconds that it has used."""
        return now() - self.began


class Runner(Generic[S]):
    """Runs jobs within a budget; use within `with`, so that no process is left behind.

    With no processes, or where the system has none, all is done in this one, with `state`; in each process with what
    was `sent` there. `heard` is given at once what jobs in this process tell on the way.
    """

    def __init__(
        self,
        budget: Budget,
        state: S,
        sent: S,
        *,
        processes: int = 0,
        progress: Callable[[str], None] = lambda words: None,
        heard: Callable[[object], None] = lambda item: None,
    ) -> None:
        self.budget, self._state, self._processes = budget, state, processes
        self._progress, self._heard = progress, heard
        self._pool = Pool(partial(as_it_is, sent), processes)
        self._beside: dict[Worker, Under[S]] = {}
        self.under_way: list[Under[S]] = []
        self._begun: list[Under[S]] = []
        self.interrupted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()

    def run(
        self, jobs: Sequence[Job[S]], by: float, skip: Callable[[Job[S]], bool] = lambda job: False
    ) -> Iterator[tuple[Under[S], object]]:
        """What comes of jobs, as it comes, each with `Ended` or `Stopped` in the end; together they take until about
        the clock time `by`. Before a job is begun `skip` tells whether it need not be; others are at work meanwhile."""
        waiting = deque(jobs)
        while waiting or self._beside:
            while waiting and len(self._beside) < max(1, self._processes):
                owed = sum(max(0.0, under.seconds - under.used) for under in self._beside.values())
                seconds = max(LEAST, self.budget.share([job.weight for job in waiting], by, owed))
                if self.budget.left and not skip(waiting[0]):
                    self._progress(waiting[0].words)
                    # Until the job begins what is made beforehand takes its time, and loading the code.
                    most = seconds + 2 * waiting[0].before + 10 * MORE_SECONDS
                    under = Under(waiting[0], seconds)
                    if not self._give(under, self.budget.latest(most)):
                        yield from ((under, item) for item in self._here(under))
                waiting.popleft()
            came = self._next()
            if came is not None:
                yield came

    def begin(self, job: Job[S], seconds: float) -> Iterator[object]:
        """Begins a job that has to be done at its time; answers what comes of it, waited for when it is asked for.

        After `interrupted` nothing is waited for: KeyboardInterrupt is raised after what has come.
        """
        under = Under(job, seconds)
        self._begun.append(under)
        return self._taken(under) if self._give(under, now() + seconds + GRACE) else self._here(under)

    def come(self) -> tuple[object, ...]:
        """What has come until now, without waiting for more, of the jobs that were begun."""
        while self._next(now()) is not None:
            pass
        return tuple(item for under in self._begun for item in under.told)

    def _here(self, under: Under[S]) -> Iterator[object]:
        self.under_way.append(under)
        tell = partial(self._told, under)
        items = under.job.work(self._state, under.seconds, tell)
        for item in until_stopped(items, self.budget.latest(under.job.before + under.seconds)):
            if item == READY:
                under.began = now()
            else:
                under.told.append(item)
                yield item
        self.under_way.remove(under)
        if not (under.told and isinstance(under.told[-1], Stopped)):
            yield Ended()

    def _told(self, under: Under[S], item: object) -> None:
        under.told.append(item)
        self._heard(item)

    def _give(self, under: Under[S], stop: float) -> bool:
        """Begins a job in another process; no where there are none."""
        if self._processes:
            try:
                worker = self._pool.give(partial(_sent, under.job, under.seconds), stop)
            except OSError:
                self._processes = 0
            else:
                self._beside[worker] = under
                self.under_way.append(under)
        return bool(self._processes)

    def _next(self, until: float = float("inf")) -> tuple[Under[S], object] | None:
        """What comes next of the jobs beside this process."""
        while (came := self._pool.next(until)) is not None:
            worker, item = came
            under = self._beside[worker]
            if item == READY:
                worker.began = under.began = now()
                worker.stop = self.budget.latest(under.seconds)
                continue
            under.told.append(item)
            if isinstance(item, Ended | Stopped):
                self._over(worker)
            return under, item
        return None

    def _over(self, worker: Worker) -> None:
        self.under_way.remove(self._beside.pop(worker))

    def _taken(self, under: Under[S]) -> Iterator[object]:
        taken = 0
        try:
            while True:
                for item in under.told[taken:]:
                    taken += 1
                    yield item
                if under not in self.under_way:
                    return
                if self._next(now() if self.interrupted else float("inf")) is None:
                    raise KeyboardInterrupt
        finally:
            for worker in [worker for worker, one in self._beside.items() if one is under]:
                self._pool.end(worker)
                self._over(worker)


def _sent(job: Job[Any], seconds: float, state: object, tell: Tell) -> Iterator[object]:
    return job.work(state, seconds, tell)
