"""The whole search for ambiguities: which parts there are, how time is shared among them, and what of them is kept.

Time is lent on: first every part has its share; then those that were cut short are taken up again, as long as there is
more time for them than they had. Leaves each part to `verify.ambiguity.run.tasks`, running them to
`verify.run.runner`, what is told of them to `verify.ambiguity.report.outcome`, and showing the report to
`hoyle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from spec.ir import nodes as ir
from verify.ambiguity.find.missing_questions import varying
from verify.ambiguity.find.orders import Ruled, rulings
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.outcome import SETTLED, Known, Part, Report
from verify.ambiguity.report.questions import Readings, pairs
from verify.ambiguity.report.worth import in_order
from verify.ambiguity.run import tasks
from verify.ambiguity.run.context import Context, Variation
from verify.ambiguity.run.jobs import Done, Search, as_job
from verify.ambiguity.run.store import Store, rules_of
from verify.run.budget import STOPPED, now

STAGES = (0.55, 0.3, 0.15)
"""How time is shared among what hangs on nothing, what looks deeper, and what is read together; what one stage leaves
is for the next, and then for parts that were cut short."""
ENOUGH_LEFT = 0.5
"""With fewer seconds than that nothing is begun."""
MEASURED, PROVED = 30, 12
"""So many rules read in another way are measured, and of so many that no play tells apart a proof is tried."""
JOINED, BESIDE = 24, 2
"""So many pairs of rules are read in another way at once, so many of them of one rule."""
SOON = (1, 6)
"""So many pairs of readings, and so many rules read in another way, come before the long looks at the rules."""
REPORTING = (0.1, 2.0)
"""Of the whole this share, and so many seconds at most, are for making the report."""


def subjects(game: ir.Game) -> frozenset[str]:
    """What can be asked for alone: questions, pairs of readings, and rulings of one clause over another."""
    every: list[Readings | Ruled] = [*pairs(game), *rulings(game)]
    return frozenset(name for about in every for name in _subjects_of(about))


def _subjects_of(about: Readings | Ruled | Variation | None) -> tuple[str, ...]:
    match about:
        case None:
            return ()
        case Variation():
            return (about.name,)
        case Ruled():
            return (about.subject,)
        case Readings():
            return about.question.source.label, about.subject


class Finder:
    """One search. With `as_written` no ruling is read: what is open is decided at random, and stays open.

    `jobs` processes work beside this one; with 0 all is done in this one. `each` is told of findings as they come.
    `only`: nothing but what one question, pair of readings or ruling comes to, by its subject (`subjects`).
    """

    def __init__(
        self,
        context: Context,
        store: Store,
        *,
        as_written: bool,
        jobs: int = 0,
        began: float | None = None,
        each: Callable[[Finding], None] = lambda finding: None,
        only: str = "",
    ) -> None:
        self._only = only
        self.context, self.store, self.as_written, self.jobs = context, store, as_written, jobs
        self._began = now() if began is None else began
        share, most = REPORTING
        self._end = self._began + context.plan.seconds - min(most, share * context.plan.seconds)
        self._known = Known(context, each)
        self._made: dict[str, Mapping[str, ir.Game]] = {}
        self._made_ruled: dict[str, Mapping[str, ir.Game]] = {}
        plan = context.plan
        self._rules = (
            rules_of(context.game), as_written, context.clashes, plan.seed, plan.games, plan.greedy,
            tuple(sorted(context.settings.items())),
        )  # fmt: skip

    def report(self) -> Report:
        """Everything, within the plan's seconds; what was found so far, where somebody stops it by Ctrl-C."""
        known, stopped = self._known, False
        with Search(self.context, self.jobs, self._end, known.tell) as running:
            try:
                self._search(running)
            except KeyboardInterrupt:
                stopped, known.why = True, STOPPED
                named = {p.job.name: p for stage in known.stages for p in stage}
                for job, done in running.stopped():
                    known.take(named[job.name], done)
        self.store.evict()
        read = {q.source.label: self._ruled(q) for q in self.context.game.questions if q.source.label in self._made}
        found, cut = known.findings(read), known.cut(0.0 if stopped else self._end - now())
        return Report(found, cut, known.seconds, now() - self._began, self.store.used, self.store.made, stopped)

    def _search(self, running: Search) -> None:
        """Every stage; then again those in which something was cut short, as long as there is more time for it."""
        known = self._known
        known.stages[0] = tuple(self._first())
        first, whole = True, False
        while True:
            worked = False
            for number in range(len(STAGES)):
                if number:
                    known.stages[number] = tuple(self._second() if number == 1 else self._third())
                others = sum(
                    share
                    for other, share in enumerate(STAGES)
                    if other != number and ((first and other > number) or known.wants(other))
                )
                share = 1.0 if whole else STAGES[number] / (STAGES[number] + others)
                worked |= self._stage(running, known.stages[number], now() + share * (self._end - now()))
            if not worked and whole:
                return
            first, whole = False, not worked

    def _stage(self, running: Search, stage: Sequence[Part], by: float) -> bool:
        """Does the parts that are missing; else those that were cut short and now have more time. Was there any?"""
        known, left = self._known, by - now()
        missing = [p for p in stage if known.done(p) is None]
        todo = missing or self._affordable(running, [p for p in stage if known.cut_short(p)], left)
        if not todo or left < ENOUGH_LEFT:
            return False
        named = {p.job.name: p for p in todo}
        for job, done in running.parts([p.job for p in todo], by, lambda job: self._kept(named[job.name])):
            part = named[job.name]
            known.take(part, done)
            needs = part.needs() if done.whole else None
            if needs is not None:
                self.store.keep(job.name, needs, done.findings)
        return True

    def _affordable(self, running: Search, parts: Sequence[Part], left: float) -> list[Part]:
        had = [(p.job.name, p.job.weight, done.had) for p in parts if (done := self._known.done(p)) is not None]
        chosen = running.budget.affordable(had, left)
        return [p for p in parts if p.job.name in chosen]

    def _kept(self, part: Part) -> bool:
        """Was a part kept from an earlier run, or is there nothing to look for? Then it need not be done."""
        if self._known.cut_short(part):
            return False
        needs = part.needs()
        found = () if needs is None else self.store.kept(part.job.name, needs)
        if found is not None:
            self._known.take(part, Done(found))
        return found is not None

    # ------------------------------------------------------------ the parts

    def _first(self) -> Iterator[Part]:
        """All that hangs on nothing else; what tells most of all comes first, should there be little time."""
        return (part for part in self._every_first() if not self._only or self._only in _subjects_of(part.about))

    def _every_first(self) -> Iterator[Part]:
        """Contradictions first, and some questions and other readings: these soon show something to whoever waits."""
        rules, asked, varied = list(self._of_rules()), list(self._asked()), list(self._varied())
        first, few = SOON
        yield from (*rules[:1], *varied[:few], *asked[:first], *rules[1:], *asked[first:], *varied[few:])
        yield from self._unread()
        yield from self._endless_read()

    def _asked(self) -> Iterator[Part]:
        """Pairs of readings that the file asks about."""
        asked = list(pairs(self.context.game))
        for readings in asked:
            work = partial(tasks.ask, subject=readings.subject)
            words = f"reading {readings.subject}"
            job = as_job(f"question {readings.subject}", words, 0.45 / len(asked), work, warming=self.context.warming)
            yield Part(job, partial(self._needs, readings), about=readings, group="comparing pairs of readings")

    def _varied(self) -> Iterator[Part]:
        """Rules read in another way that the file does not ask about, first those that are most readily misread."""
        found = sorted(self.context.variations, key=lambda one: -one.weight)
        for one in found:
            job = as_job(f"vary {one.name}", one.text, 0.6 / len(found), partial(tasks.vary, name=one.name))
            yield Part(job, partial(self._needs_varied, one), about=one, group="reading rules in another way")

    def _measured(self) -> Iterator[Part]:
        """Those that play tells apart, the most promising ones measured in many games."""
        found = {one.name: one for one in self.context.variations}
        best = in_order(self._known.varied(0))[:MEASURED]
        for one in (found[f.subject] for f in best):
            job = as_job(f"measure {one.name}", one.text, 0.6 / len(best), partial(tasks.measure, name=one.name))
            yield Part(job, partial(self._needs_varied, one), about=one, group="measuring other readings")

    def _counted(self) -> Iterator[Part]:
        """Those that a few plays did not tell apart, in many games."""
        found = self._known.unvaried(0)
        for one, wait in found:
            work = partial(tasks.count, name=one.name)
            job = as_job(f"count {one.name}", one.text, 0.6 / len(found), work)
            yield Part(job, partial(self._needs_varied, one), (wait,), one, "playing many games of other readings")

    def _proved(self) -> Iterator[Part]:
        """Those that no play tells apart."""
        found = self._known.unvaried(1)[:PROVED]
        for one, wait in found:
            work = partial(tasks.prove, name=one.name, waiting=wait)
            job = as_job(f"prove {one.name}", one.text, 1.0 / len(found), work)
            yield Part(job, partial(self._needs_varied, one), (wait,), one, "proving that other readings say the same")

    def _joined(self) -> Iterator[Part]:
        """Those that no play tells apart, each beside others that change the same clauses and that play tells apart."""
        by_name = {one.name: one for one in self.context.variations}
        apart = [by_name[f.subject] for f in in_order(self._known.varied(0)) if f.standing == "shown"]
        pairs_ = [
            (one, beside)
            for one, _ in self._known.unvaried(1)
            for beside in [other for other in apart if other.touches(one)][:BESIDE]
        ][:JOINED]
        for one, beside in pairs_:
            work = partial(tasks.join, name=one.name, beside=beside.name)
            words = f"{one.text} ({beside.name})"
            job = as_job(f"join {one.name} {beside.name}", words, 0.3 / len(pairs_), work)
            needs = (*self._needs_varied(one), beside.needs)
            yield Part(job, partial(tuple, needs), group="reading two rules in another way at once")

    def _needs_varied(self, one: Variation) -> tuple[object, ...]:
        return (*self._rules, one.needs)

    def _of_rules(self) -> Iterator[Part]:
        """All that does not hang on questions."""
        context, told = self.context, self._rules
        plan, game = context.plan, context.game
        needs = (*told, context.basis, plan.tables, plan.games_each, self.as_written)
        work = partial(tasks.conflicts, as_written=self.as_written)
        yield Part(as_job("conflicts", "playing random games", 0.25, work), lambda: needs)
        names = (*told, tuple(d.message for d in context.diagnostics), game.defines, game.shapes, context.basis)
        yield Part(as_job("terms", "comparing definitions", 0.04, tasks.vocabulary), lambda: names)
        if not self.as_written:  # what the file says of the game it says of the game as ruled
            yield Part(as_job("examples", "reading the examples", 0.04, tasks.examples), lambda: (*told, game.examples))
            yield Part(as_job("claims", "reading the claims", 0.04, tasks.claims), lambda: (*told, game.claims))
        yield Part(
            as_job(
                "probes",
                "looking for leaks of hidden cards and for effects whose order matters",
                0.05,
                tasks.leaks_and_orders,
            ),
            lambda: told,
        )
        ends = tuple(c for c in game.claims if c.kind == "ends")
        yield Part(as_job("endless", "looking for play without an end", 0.08, tasks.endless), lambda: (*told, ends))
        there = list(rulings(game))
        for ruled in there:
            work = partial(tasks.ruling, subject=ruled.subject)
            job = as_job(f"ruling {ruled.subject}", f"taking away {ruled.subject}", 0.07 / len(there), work)
            yield Part(job, lambda: told, about=ruled, group="taking rulings away, one at a time")

    def _endless_read(self) -> Iterator[Part]:
        """Other readings, for play without an end."""
        game = self.context.game
        others = [(q, r) for q in game.questions for r in q.readings if r.source.label != q.chosen and q.chosen]
        for question, reading in others:
            label, name = question.source.label, reading.source.label
            work = partial(tasks.endless_read, question=label, reading=name)
            words = f"does play end if {label} is {name}?"
            needs = partial(self._needs_one, question, (name,))
            job = as_job(f"endless {label} {name}", words, 0.15 / len(others), work)
            yield Part(job, needs, group="looking for play without an end under other readings")

    def _unread(self) -> Iterator[Part]:
        """What open points leave without a reading."""
        asked = self.context.game.questions
        for question in asked:
            label = question.source.label
            work = partial(tasks.unread, question=label)
            job = as_job(f"unread {label}", f"leaving {label} open", 0.08 / len(asked), work)
            yield Part(
                job, partial(self._needs_unread, question), group="playing with a question left without a reading"
            )

    def _second(self) -> Iterator[Part]:
        """What looks again at clauses and rulings that were left open, and deeper into readings."""
        left, waiting = self._known.left(), self._known.waiting()
        yield from self._measured()
        yield from self._counted()
        if left:
            work = partial(tasks.settled, left=tuple(left))
            subjects = tuple((f.kind, f.subject) for f in left)
            yield Part(
                as_job(SETTLED, "proving what clauses do", 0.3, work), lambda: (*self._rules, subjects), subjects
            )
        for readings, wait in waiting:
            deeper = partial(tasks.deeper, subject=readings.subject, waiting=wait)
            words = f"looking again at {readings.subject}"
            job = as_job(f"deeper {readings.subject}", words, 0.7 / len(waiting), deeper, warming=self.context.warming)
            yield Part(job, partial(self._needs, readings), (wait,), readings, "looking again at pairs of readings")

    def _third(self) -> Iterator[Part]:
        """Every other reading of every question, for readings that never parted."""
        yield from self._proved()
        yield from self._joined()
        game, never = self.context.game, () if self._only else self._known.never()
        others = [(q, r) for q in game.questions for r in q.readings if r.source.label != q.chosen]
        for question, reading in others if never else ():
            label, name = question.source.label, reading.source.label
            work = partial(tasks.together, never=never, question=label, reading=name)
            job = as_job(f"together {label} {name}", f"reading {label} as {name} too", 1.0, work)
            needs = (*self._rules, self.context.basis, never)
            yield Part(job, partial(tuple, needs), never, group="changing the readings of two questions at once")

    # ------------------------------------------------------------ what findings depend on

    def _games(self, question: ir.Question, names: Sequence[str]) -> list[tuple[object, ...]]:
        games = self._read(question)
        return [rules_of(games[name]) for name in names if name in games]

    def _ruled(self, question: ir.Question) -> Mapping[str, ir.Game]:
        """The games under the readings of a question with the rulings that each gives, made once."""
        self._read(question)
        return self._made_ruled[question.source.label]

    def _read(self, question: ir.Question) -> Mapping[str, ir.Game]:
        """The games under the readings of a question, made once."""
        context, label = self.context, question.source.label
        if label not in self._made:
            games = {r.source.label: context.under({label: r.source.label}) for r in question.readings}
            ruled = games
            if self.as_written:
                ruled = {name: context.make({**context.settings, label: name}, False) for name in games}
            self._made_ruled[label] = {name: game for name, game in ruled.items() if game is not None}
            self._made[label] = {name: game for name, game in games.items() if game is not None}
        return self._made[label]

    def _needs_one(self, question: ir.Question, names: Sequence[str]) -> tuple[object, ...]:
        return (*self._rules, *self._games(question, names), question.chosen)

    def _needs_unread(self, question: ir.Question) -> tuple[object, ...] | None:
        """None where no clause hangs on the question."""
        if not varying(self._read(question)):
            return None
        return self._needs_one(question, [r.source.label for r in question.readings])

    def _needs(self, readings: Readings) -> tuple[object, ...]:
        question = readings.question
        games = self._games(question, readings.names)
        return (*self._rules, *games, question.chosen, question.because, question.text)
