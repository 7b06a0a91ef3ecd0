"""Every technique of `verify`, each by itself, on one rule file: what it says, before anything is joined.

Leaves what is so to `tests.oracle.facts`, and holding the two together to `tests.oracle.held`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from time import perf_counter

from engine.c.compiled.build import find_compiler
from engine.interpreter.interpreter import Interpreter
from hoyle.sources.files import Loaded, lower
from spec.ir import nodes as ir
from spec.ir.precedence import ENDS
from spec.names.settings import size_settings
from verify.ambiguity.compare.proofs import Proofs
from verify.obligations.precedence import changes, orders
from verify.obligations.verdict import Obligation, Result, strongest
from verify.run import techniques
from verify.run.budget import now
from verify.run.plan import Plan
from verify.run.task import Task
from verify.search import search
from verify.search.compiled import native_model
from verify.search.model import Explored
from verify.search.search import PythonModel
from verify.smt.bounded.bounded import bounded
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.equivalence import equal_readings
from verify.smt.prove.invariants import Candidate, Prover, seen_at_random
from verify.smt.prove.prove import prove
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

PLAN = Plan(games=12, seed=1, cases=15, seconds=30.0)
EQUAL = "equal-readings"


@dataclass(frozen=True)
class Case:
    """One rule file, and how long a technique may take over it."""

    loaded: Loaded
    seconds: float = 2.0

    @cached_property
    def game(self) -> ir.Game:
        assert self.loaded.game is not None
        return techniques.without_wrong_sometimes(self.loaded.game)

    def make(self, chosen: Mapping[str, str]) -> ir.Game | None:
        """The game under other settings."""
        return lower(self.loaded.parsed, chosen).game

    def task(self) -> Task:
        """The file as a technique of a run gets it."""
        made = size_settings(self.loaded.parsed.file.sections)
        plan = replace(PLAN, each={"search": self.seconds}, seconds=self.seconds)
        return Task(self.game, made, {}, self.make, plan, until=perf_counter() + self.seconds)

    def others(self) -> Iterator[tuple[str, ir.Game]]:
        """The game under each reading that is not chosen."""
        for question in self.game.questions:
            for reading in question.readings:
                if question.chosen and reading.source.label != question.chosen:
                    made = self.make({question.source.label: reading.source.label})
                    if made is not None:
                        yield f"{question.source.label} is {reading.source.label}", made


Technique = Callable[[Case], Iterator[Result]]


def of_suite(run: Callable[[Task], Iterator[Result]]) -> Technique:
    """A technique of the suite, without what other techniques have found."""
    return lambda case: run(case.task())


def python_search(case: Case) -> Iterator[Result]:
    """Every play of the game as it is, in Python."""
    model = PythonModel(Interpreter(case.game), 24, 20_000)
    yield from _searched(model.explore(perf_counter() + case.seconds))


def native_search(case: Case) -> Iterator[Result]:
    """Every play of the game as it is, by compiled code."""
    model = native_model(case.game, 200, hasty=True)
    if not isinstance(model, str):
        yield from _searched(model.explore(perf_counter() + case.seconds))


@dataclass(frozen=True, slots=True)
class OfDeals(Result):
    """A result about all games of so many deals, drawn by seed."""

    deals: int = 0


def _searched(explored: Explored) -> Iterator[Result]:
    """What a search says of the game as it is: of deals that were cut short only what was met."""
    for result in search.results(explored, "the game", 0.0, whole=True, proves=not explored.cut and not explored.drawn):
        if result.verdict != "checked":
            yield result
        elif not explored.cut:
            yield OfDeals(**{f.name: getattr(result, f.name) for f in fields(result)}, deals=explored.deals)


def proofs(case: Case) -> Iterator[Result]:
    """Measures, groups, leaks, invariants, orders: each result is of one of them alone."""
    yield from prove(case.game, case.seconds)


def plays_from_the_deal(case: Case) -> Iterator[Result]:
    """Everything that the game owes, looked for by solvers as if nothing were known."""
    nothing = techniques.undecided(case.game, (), "nobody has looked")
    yield from bounded(case.game, case.seconds, None, None, nothing)


def tested_before(case: Case) -> Iterator[Result]:
    """The same where random games have been played: what they tested may become checked or proved."""
    task = replace(case.task(), plan=replace(PLAN, games=3))
    known = tuple(r for r in techniques.random_games(task) if r.verdict == "tested")
    yield from bounded(case.game, case.seconds, None, None, known)


def readings_equal(case: Case) -> Iterator[Result]:
    """Whether another reading is the same game; told as a result about the reading."""
    for words, other in case.others():
        found = equal_readings(case.game, other, case.seconds)
        owed = Obligation(EQUAL, words, f"play is the same under {words}", required=False)
        if found.verdict == "equal":
            yield Result(owed, "proved", found.by, found.scope)
        else:
            yield Result(owed, "unknown", found.by, reason=found.reason or found.verdict)


def clause_proofs(case: Case) -> Iterator[Result]:
    """What the report on ambiguities proves of clauses: that one never applies or never wins, that an order is idle."""
    asked = Proofs(case.game, now() + case.seconds)
    families = [
        *((("outcome", g.source.label), g.clauses) for g in case.game.groups),
        *((("move", a.source.label), a.clauses) for a in case.game.actions),
        ((ENDS, ENDS), case.game.endings),
    ]
    for key, clauses in families:
        for number, clause in enumerate(clauses):
            for code, answer in (
                ("never-holds", asked.never_holds(key, number)),
                ("never-wins", asked.never_wins(key, number)),
                *([("implied", asked.implied(key, clauses, number))] if key[0] == "move" else []),
            ):
                owed = Obligation(code, f"{key[1]} {clause.source.label}", code, (clause.source,), required=False)
                yield _answered(owed, answer)
    for change in (change for order in orders(case.game) for change in changes(order)):
        two = tuple(change.order.clauses[i].source for i in (change.high, change.low))
        code = "idle-order" if change.kind == "drop" else "idle-swap"
        owed = Obligation(code, " ".join(change.order.key), change.words, two, required=False)
        yield _answered(owed, asked.order_idle(change.order.key, change.order.clauses, change.above))


def _answered(owed: Obligation, why_not: str) -> Result:
    if why_not:
        return Result(owed, "unknown", "solvers", reason=why_not)
    return Result(owed, "proved", "solvers", "all positions")


OWN: dict[str, Technique] = {
    "search": python_search,
    "proofs": proofs,
    "plays from the deal": plays_from_the_deal,
}
"""Those of the suite that look at other sizes, or work in another process: here at the game as it is."""

QUICK: dict[str, Technique] = {
    **{t.name: OWN.get(t.name) or of_suite(t.run) for t in techniques.TECHNIQUES},
    "plays from the deal, after games": tested_before,
    "readings that are equal": readings_equal,
    "clauses": clause_proofs,
}
"""Every technique of the suite, and what the report on ambiguities proves."""


def joined(case: Case) -> Iterator[Result]:
    """A whole run without solvers, which also looks at other sizes: of these only what it says of the game as it is."""
    game, plan = (
        case.loaded.game,
        replace(
            PLAN,
            each={
                "random play": 1.0,
                "cases": 0.5,
                "loops": 0.5,
                "luck": 0.1,
                "information leaks": 0.2,
                "commutation": 0.2,
                "search": case.seconds,
                "readings": 0.75 * case.seconds,
            },
            seconds=4 * case.seconds,
        ),
    )
    assert game is not None
    made = size_settings(case.loaded.parsed.file.sections)
    yield from strongest(techniques.decide(Task(game, made, {}, case.make, plan)))


SIZED: dict[str, Technique] = {"a whole run": joined}
"""What looks at other settings too."""

SLOW: dict[str, Technique] = {"compiled search": native_search} if find_compiler() else {}
"""What compiles code for every file."""


def lemmas(case: Case) -> tuple[Encoder, tuple[Candidate, ...]]:
    """What induction has proved of all decisions on the way to its proofs, and how it puts positions into terms."""
    enc = Encoder(case.game)
    found, _ = Prover(Course(enc), Asker(perf_counter() + case.seconds)).prepare(seen_at_random(enc.interpreter))
    return enc, tuple(found.kept)


def told_elsewhere(case: Case) -> Iterator[Result]:
    """Lemmas are no results: `tests.oracle.held.lemmas_that_fail` reads them at positions."""
    yield from ()


LEMMAS = "lemmas"
EVERY: dict[str, Technique] = {**QUICK, **SIZED, **SLOW, LEMMAS: told_elsewhere}
