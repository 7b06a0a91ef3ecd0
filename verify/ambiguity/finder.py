"""The whole search for ambiguities: which parts there are, their seconds, and what of them was kept from before.

Leaves each part to `verify.ambiguity.parts`, running them to `verify.ambiguity.jobs`, showing the report to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from spec import ir
from verify.ambiguity import parts
from verify.ambiguity.context import Context
from verify.ambiguity.finding import Finding, ranked
from verify.ambiguity.interactions import never_parted
from verify.ambiguity.jobs import Done, Job, Runner, runner
from verify.ambiguity.orders import rulings
from verify.ambiguity.origins import with_origins
from verify.ambiguity.questions import Readings, Waiting, pairs
from verify.ambiguity.settle import is_open
from verify.ambiguity.store import Store, rules_of
from verify.ambiguity.unread import varying

LEAST = 0.3
"""So many seconds a part gets at least, however little is left."""


@dataclass(frozen=True, slots=True)
class Report:
    """All findings, ranked; what was cut short for time; how many parts came from an earlier run.

    `seconds` of computing by all processes together, `clock` seconds by the clock.
    """

    findings: tuple[Finding, ...]
    cut: tuple[str, ...]
    seconds: float
    clock: float
    used: int
    made: int


@dataclass(frozen=True, slots=True)
class Part:
    """A job with what its findings depend on."""

    job: Job
    needs: tuple[object, ...]


class Finder:
    """One search. With `as_written` no ruling is read: what is open is decided at random, and stays open."""

    def __init__(self, context: Context, store: Store, *, as_written: bool, jobs: int = 1) -> None:
        self.context, self.store, self.as_written, self.jobs = context, store, as_written, jobs
        self.cut: list[str] = []
        self.seconds = 0.0
        self._made: dict[str, Mapping[str, ir.Game]] = {}
        plan = context.plan
        self._rules = (
            rules_of(context.game), as_written, plan.seed, plan.games, plan.greedy,
            tuple(sorted(context.settings.items())),
        )  # fmt: skip

    def report(self) -> Report:
        """Everything, within about the plan's seconds of computing."""
        began = perf_counter()
        with runner(self.context, self.jobs) as running:
            found = self._searched(running)
        self.store.tidy()
        return Report(
            ranked(found), tuple(self.cut), self.seconds, perf_counter() - began, self.store.used, self.store.made
        )

    def _searched(self, running: Runner) -> tuple[Finding, ...]:
        asked = list(pairs(self.context.game))
        begun = [*self._of_rules(), *self._unread(), *(self._ask(r, len(asked)) for r in asked)]
        done = self._run(running, begun)
        found = [f for one in done for f in one.findings]
        waiting = [(r, d.waiting) for r, d in zip(asked, done[len(done) - len(asked) :], strict=True) if d.waiting]
        left = [f for f in found if is_open(f)]
        found = [f for f in found if not is_open(f)]
        following = [*self._settled(left), *self._deeper(waiting)]
        found += [f for one in self._run(running, following) for f in one.findings]
        subjects = {f.subject for f in found if never_parted(f)}
        never = tuple(r.subject for r in asked if r.subject in subjects)
        before = len(self.cut)
        last = self._run(running, list(self._together(never)))
        late, self.cut = len(self.cut) - before, self.cut[:before]
        if late:
            self.cut.append(f"questions read together: time was up for {late} of {len(last)} other readings")
        found += _once(f for one in last for f in one.findings)
        return with_origins(found, {q.source.label: self._ruled(q) for q in self.context.game.questions})

    def _run(self, running: Runner, wanted: Sequence[Part]) -> list[Done]:
        """What is kept of the parts, and the rest done."""
        found = [self.store.kept(p.job.name, p.needs) for p in wanted]
        missing = [p for p, kept in zip(wanted, found, strict=True) if kept is None]
        made = dict(zip((p.job.name for p in missing), running.run([p.job for p in missing]), strict=True))
        for part in missing:
            done = made[part.job.name]
            self.cut += done.cut
            self.seconds += done.seconds
            if done.whole:
                self.store.keep(part.job.name, part.needs, done.findings)
        return [made[p.job.name] if kept is None else Done(kept) for p, kept in zip(wanted, found, strict=True)]

    def _least(self, share: float, floor: float) -> float:
        """A share of the seconds that are left, or a part of the whole, so that what comes last is not left out."""
        whole = self.context.plan.seconds
        return max(share * max(0.0, whole - self.seconds), floor * whole)

    def _job(self, name: str, words: str, seconds: float, work: object, *, plays: bool = False) -> Job:
        return Job(name, words, max(LEAST, seconds), work, plays)  # type: ignore[arg-type]

    # ------------------------------------------------------------ the parts

    def _of_rules(self) -> Iterator[Part]:
        """All that does not hang on questions."""
        context, whole, told = self.context, self.context.plan.seconds, self._rules
        plan, game = context.plan, context.game
        needs = (*told, context.basis, plan.tables, plan.games_each, self.as_written)
        work = partial(parts.conflicts, as_written=self.as_written)
        yield Part(self._job("conflicts", "playing as written", 0.25 * whole, work), needs)
        names = (*told, tuple(d.message for d in context.diagnostics), game.defines, game.shapes, context.basis)
        yield Part(self._job("terms", "comparing names", 0.04 * whole, parts.vocabulary), names)
        if not self.as_written:  # what the file says of the game it says of the game as ruled
            job = self._job("examples", "reading the examples", whole, parts.examples)
            yield Part(job, (*told, game.examples))
            yield Part(self._job("claims", "reading the claims", 0.04 * whole, parts.claims), (*told, game.claims))
        probe = self._job("probes", "looking for leaks and orders", 0.05 * whole, parts.leaks_and_orders)
        yield Part(probe, told)
        ends = tuple(c for c in game.claims if c.kind == "ends")
        yield Part(self._job("endless", "looking for play without an end", 0.08 * whole, parts.endless), (*told, ends))
        there = list(rulings(game))
        for ruled in there:
            work = partial(parts.ruling, subject=ruled.subject)
            words = f"taking away {ruled.subject}"
            yield Part(self._job(f"ruling {ruled.subject}", words, 0.07 * whole / len(there), work), told)
        yield from self._endless_read()

    def _endless_read(self) -> Iterator[Part]:
        """Other readings, for play without an end."""
        context = self.context
        others = [(q, r) for q in context.game.questions for r in q.readings if r.source.label != q.chosen and q.chosen]
        for question, reading in others:
            label, name = question.source.label, reading.source.label
            work = partial(parts.endless_read, question=label, reading=name)
            job = self._job(
                f"endless {label} {name}", f"does play end if {label} is {name}?",
                0.05 * context.plan.seconds / len(others), work,
            )  # fmt: skip
            yield Part(job, (*self._rules, *self._games(question, (name,)), question.chosen))

    def _unread(self) -> Iterator[Part]:
        """What open points leave without a reading."""
        asked = [q for q in self.context.game.questions if varying(self._read(q))]
        for question in asked:
            label = question.source.label
            work = partial(parts.unread, question=label)
            seconds = 0.08 * self.context.plan.seconds / len(asked)
            job = self._job(f"unread {label}", f"leaving {label} open", seconds, work)
            names = [r.source.label for r in question.readings]
            yield Part(job, (*self._rules, *self._games(question, names), question.chosen))

    def _ask(self, readings: Readings, count: int) -> Part:
        work = partial(parts.ask, subject=readings.subject)
        seconds = 0.45 * self.context.plan.seconds / count
        name = f"question {readings.subject}"
        return Part(self._job(name, f"reading {readings.subject}", seconds, work, plays=True), self._needs(readings))

    def _settled(self, left: Sequence[Finding]) -> Iterator[Part]:
        """Rulings and clauses that were left open."""
        if left:
            work = partial(parts.settled, left=tuple(left))
            job = self._job("settled", "proving what clauses do", self._least(0.3, 0.1), work)
            subjects = tuple((f.kind, f.subject) for f in left)
            yield Part(job, (*self._rules, subjects))

    def _deeper(self, waiting: Sequence[tuple[Readings, Waiting]]) -> Iterator[Part]:
        for readings, wait in waiting:
            work = partial(parts.deeper, subject=readings.subject, waiting=wait)
            seconds = self._least(0.7, 0.3) / len(waiting)
            job = self._job(f"deeper {readings.subject}", f"looking deeper into {readings.subject}", seconds, work)
            yield Part(replace(job, plays=True), self._needs(readings))

    def _together(self, never: tuple[str, ...]) -> Iterator[Part]:
        """Every other reading of every question, for readings that never parted."""
        game = self.context.game
        others = [(q, r) for q in game.questions for r in q.readings if r.source.label != q.chosen]
        if not never:
            return
        for question, reading in others:
            label, name = question.source.label, reading.source.label
            work = partial(parts.together, never=never, question=label, reading=name)
            words = f"reading {label} as {name} too"
            job = self._job(f"together {label} {name}", words, 2.5 * self._least(1.0, 0.15) / len(others), work)
            yield Part(job, (*self._rules, self.context.basis, never))

    # ------------------------------------------------------------ what findings depend on

    def _games(self, question: ir.Question, names: Sequence[str]) -> list[tuple[object, ...]]:
        games = self._read(question)
        return [rules_of(games[name]) for name in names if name in games]

    def _ruled(self, question: ir.Question) -> Mapping[str, ir.Game]:
        """The games under the readings of a question with the rulings that each gives."""
        if not self.as_written:
            return self._read(question)
        context, label = self.context, question.source.label
        games = (
            (r.source.label, context.make({**context.settings, label: r.source.label}, False))
            for r in question.readings
        )
        return {name: game for name, game in games if game is not None}

    def _read(self, question: ir.Question) -> Mapping[str, ir.Game]:
        """The games under the readings of a question, made once."""
        label = question.source.label
        if label not in self._made:
            games = ((r.source.label, self.context.under({label: r.source.label})) for r in question.readings)
            self._made[label] = {name: game for name, game in games if game is not None}
        return self._made[label]

    def _needs(self, readings: Readings) -> tuple[object, ...]:
        question = readings.question
        games = self._games(question, readings.names)
        return (*self._rules, *games, question.chosen, question.because, question.text)


def _once(found: Iterator[Finding]) -> Iterator[Finding]:
    """Of findings about the same two questions the first."""
    told: set[frozenset[str]] = set()
    for finding in found:
        names = frozenset(finding.subject.split(" with "))
        if names not in told:
            told.add(names)
            yield finding
