"""What is known so far of each part of the search, and the report that follows from it, also where parts are missing.

Leaves which parts there are, and when they are done, to `verify.ambiguity.run.finder`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from verify.ambiguity.compare.refinement import is_open
from verify.ambiguity.find.interactions import never_parted
from verify.ambiguity.find.orders import Ruled
from verify.ambiguity.find.provenance import with_provenance
from verify.ambiguity.report.finding import Finding, Share, ranked
from verify.ambiguity.report.questions import Asker, Readings, Waiting
from verify.ambiguity.report.worth import in_order
from verify.ambiguity.run.context import Context, Variation
from verify.ambiguity.run.jobs import Done
from verify.run.budget import STOPPED, TIME
from verify.run.runner import Job

SETTLED = "settled"
"""The name of the part that looks again at what is open about clauses."""


@dataclass(frozen=True, slots=True)
class Report:
    """All findings, ranked; what was cut short, in words; how many parts came from an earlier run.

    `seconds` of work by all processes together, `clock` seconds from beginning to end. `stopped`: somebody stopped it.
    """

    findings: tuple[Finding, ...]
    cut: tuple[str, ...]
    seconds: float
    clock: float
    used: int
    made: int
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A job, and what it is about; those of a group are told of in one line.

    `needs` makes what its findings depend on between runs, or None where there is nothing to look for. `asked` is what
    of that comes of other parts, and so may change within a run.
    """

    job: Job[Context]
    needs: Callable[[], tuple[object, ...] | None]
    asked: tuple[object, ...] = ()
    about: Readings | Ruled | Variation | None = None
    group: str = ""


class Known:
    """The parts with what came of them; `each` is told of every finding as it comes, once."""

    def __init__(self, context: Context, each: Callable[[Finding], None]) -> None:
        self._context, self._each = context, each
        self._done: dict[str, tuple[tuple[object, ...], Done]] = {}
        self._told: set[tuple[str, str]] = set()
        self.stages: list[Sequence[Part]] = [(), (), ()]
        self.why = TIME
        self.seconds = 0.0

    # ------------------------------------------------------------ what comes

    def tell(self, finding: Finding) -> None:
        """Tells of a finding that is not open to a closer look."""
        if finding.standing != "unknown" and not is_open(finding) and (finding.kind, finding.subject) not in self._told:
            self._told.add((finding.kind, finding.subject))
            self._each(finding)

    def take(self, part: Part, done: Done) -> None:
        """Takes in what came of a part. What was known of it before stays, so far as it was stopped on the way."""
        before = self.done(part)
        if before is not None and (done.ended or not (done.findings or done.waiting)) and done.cut:
            again = {(f.kind, f.subject) for f in done.findings}
            kept = (f for f in before.findings if (f.kind, f.subject) not in again)
            done = replace(done, findings=(*done.findings, *kept), waiting=done.waiting or before.waiting)
        self._done[part.job.name] = part.asked, done
        self.seconds += done.seconds
        for finding in done.findings:
            self.tell(finding)

    def done(self, part: Part) -> Done | None:
        """What came of a part, if it is about the same."""
        asked, done = self._done.get(part.job.name, ((), None))
        return done if asked == part.asked else None

    def cut_short(self, part: Part) -> bool:
        """Is there something of a part, but not all?"""
        done = self.done(part)
        return done is not None and bool(done.cut)

    def wants(self, stage: int) -> bool:
        """Is there a part of a stage that was cut short, or not done?"""
        return any(self.done(p) is None or self.cut_short(p) for p in self.stages[stage])

    # ------------------------------------------------------------ what follows from it

    def _found(self, stage: int) -> Iterator[Finding]:
        for part in self.stages[stage]:
            done = self.done(part)
            yield from () if done is None else done.findings
            if isinstance(part.about, Ruled) and (done is None or not done.findings):
                yield _not_seen(part.about, self.why)

    def left(self) -> list[Finding]:
        """What is open about clauses and rulings."""
        return [f for f in self._found(0) if is_open(f)]

    def waiting(self) -> list[tuple[Readings, Waiting]]:
        """The readings that the first plays did not part."""
        asked = ((p.about, self.done(p)) for p in self.stages[0])
        return [
            (about, done.waiting)
            for about, done in asked
            if isinstance(about, Readings) and done is not None and done.waiting is not None
        ]

    def never(self) -> tuple[str, ...]:
        """The readings, by their subjects, that no play has parted."""
        found = {f.subject for f in (*self._found(0), *self._found(1)) if never_parted(f)}
        return tuple(r.subject for r in self._asked() if r.subject in found)

    def _asked(self) -> list[Readings]:
        return [p.about for p in self.stages[0] if isinstance(p.about, Readings)]

    def findings(self, read: Mapping[str, Mapping[str, ir.Game]]) -> tuple[Finding, ...]:
        """All that is known. Of what was not decided it is said so. `read`: the games by question and reading."""
        found = [f for f in self._found(0) if not is_open(f) and f.kind != "variation"]
        found += self._settled()
        found += [f for f in self._found(1) if f.kind == "question"]
        told = {f.subject for f in found if f.kind == "question"}
        waiting = {readings.subject: wait for readings, wait in self.waiting()}
        found += [self._undecided(r, waiting.get(r.subject)) for r in self._asked() if r.subject not in told]
        last = list(_once(f for f in self._found(2) if f.kind != "variation"))
        found += [f for f in last if not f.asked_by]
        varied = tuple(self._variations())
        apart = {f.subject for f in varied if f.standing == "shown"}
        joined = [f for f in last if f.asked_by and f.subject.partition(" with ")[0] not in apart]
        return (*ranked(with_provenance(found, read)), *varied, *sorted(joined, key=lambda f: -f.weight))

    # ------------------------------------------------------------ what nobody asked yet

    def varied(self, stage: int) -> list[Finding]:
        """What a stage tells of rules read in another way."""
        return [f for f in self._found(stage) if f.kind == "variation"]

    def unvaried(self, stage: int) -> list[tuple[Variation, Waiting]]:
        """The rules read in another way that no play has shown to differ, by what a stage and those before it tell;
        those first that people readily misread."""
        found: dict[str, tuple[Variation, Waiting]] = {}
        for part in (p for one in self.stages[: stage + 1] for p in one if isinstance(p.about, Variation)):
            done = self.done(part)
            if isinstance(part.about, Variation) and done is not None:
                if done.waiting is not None:
                    found[part.about.name] = (part.about, done.waiting)
                elif done.findings:
                    found.pop(part.about.name, None)
        return sorted(found.values(), key=lambda pair: -pair[0].weight)

    def _variations(self) -> Iterator[Finding]:
        """Each rule read in another way as it is known best: those that play tells apart first, in their order."""
        told = {f.subject: f for stage in range(3) for f in self.varied(stage)}
        for one, wait in self.unvaried(1):
            told.setdefault(one.name, not_seen(one, wait))
        order = in_order(told.values())
        yield from order
        yield from (f for f in told.values() if f.standing != "shown")

    def _settled(self) -> Iterator[Finding]:
        """What was open, as it is known in the end; nothing where a clause was seen to matter after all."""
        part = next((p for p in self.stages[1] if p.job.name == SETTLED), None)
        done = None if part is None else self.done(part)
        answers = {} if done is None else {f.subject: f for f in done.findings}
        for finding in self.left():
            if finding.subject in answers:
                yield answers[finding.subject]
            elif done is None or done.cut:
                yield finding

    def _undecided(self, readings: Readings, waiting: Waiting | None) -> Finding:
        """That two readings were not looked at to the end."""
        asker = Asker(self._context)
        if waiting is None:
            return asker.unknown(readings, self.why)
        share = Share("random play", waiting.games, wilson(0, waiting.games))
        told = (
            f"none of {waiting.games:,} random and {waiting.greedy:,} greedy games shows a difference; then {self.why}"
        )
        return asker.unknown(readings, told, (share,))

    # ------------------------------------------------------------ what was cut short

    def cut(self, left: float) -> tuple[str, ...]:
        """The checks that were cut short, in words; `left` are the seconds that nothing could be begun with."""
        told = [f"the search: {STOPPED}"] if self.why == STOPPED else []
        groups: dict[tuple[str, str], list[str]] = {}
        parts = [p for stage in self.stages for p in stage]
        for part in parts:
            done = self.done(part)
            for why in (f"{self.why} before it began",) if done is None else done.cut:
                groups.setdefault((part.group or part.job.words, why), []).append(part.job.name.partition(" ")[2])
        for (group, why), names in groups.items():
            every = sum(p.group == group for p in parts)
            told.append(
                f"{group}: {why}" + (f" ({len(names)} of {every} such checks: {', '.join(names)})" if every else "")
            )
        if told and left >= 1:
            told.append(f"{left:.0f} s were left over: too few to do a check of this list again")
        return tuple(told)


def not_seen(one: Variation, waiting: Waiting) -> Finding:
    """That no play has shown a rule read in another way to differ."""
    if not waiting.games:
        told = f"whether the readings {one.names[0]} and {one.names[1]} differ was not decided"
        return Finding("variation", one.name, told, "found", "unknown", one.sources, notes=one.notes, reason=TIME,
                       asked_by=one.operator, weight=one.weight)  # fmt: skip
    told = f"no game was found in which the readings {one.names[0]} and {one.names[1]} differ"
    scope = f"{waiting.games:,} random games"
    return Finding("variation", one.name, told, "found", "tested", one.sources, scope, notes=one.notes,
                   asked_by=one.operator, weight=one.weight)  # fmt: skip


def _not_seen(ruled: Ruled, why: str) -> Finding:
    told = "no effect of the ruling was seen"
    sources = (ruled.better, ruled.worse)
    return Finding("ruling", ruled.subject, told, "authored", "unknown", sources, reason=why)


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Of findings about the same two questions the first."""
    told: set[frozenset[str]] = set()
    for finding in found:
        names = frozenset(finding.subject.split(" with "))
        if names not in told:
            told.add(names)
            yield finding
