"""Asks the solvers, each question under a fixed bound of work, and keeps the questions' text if a folder is given.

Leaves what is asked to the modules beside this one, and the second solver to `verify.smt.solvers.solver_portfolio`. An
answer that is not certain is `unknown`, never yes. A question that one solver proves impossible is put to the other
too; that they answer differently is an error of one of them (or of ours) and ends all proofs: `SolversDisagree`. What
both answered in an earlier run, or left open within the same bounds, is kept by `verify.smt.solvers.query_cache`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Literal

import z3

from verify.smt.encode import terms as t
from verify.smt.solvers.query_cache import Kept, Open
from verify.smt.solvers.solver_portfolio import Answer, SecondSolver, second_solver

Way = Literal["both", "first", "second"]
"""By which solvers a question was proved impossible."""

WORK = 2_000_000
"""The bound of one question, in the first solver's own units of work: the same on every machine (some seconds)."""

SECONDS = 4.0
"""The second solver's bound of one question, in seconds of work."""

BEGAN = perf_counter() - process_time()
SLOWEST, BUSY = 4.0, 1.5
"""Where more seconds go by for one of work, other programs take the processor, and what is left open is asked again."""
MOMENT = 0.5
"""With fewer seconds left, the end of the time may have stopped the first solver, and not its bound of work."""


def pace() -> float:
    """How many seconds go by while this process works for one, so that a bound is the same on a busy machine."""
    return min(SLOWEST, max(1.0, (perf_counter() - BEGAN) / max(0.1, process_time())))


Model = Callable[[Any], Any]
"""Reads a term where the question holds: a truth value as a bool, a bit-vector as an int."""


class SolversDisagree(Exception):
    """One solver says that a question cannot hold, and the other that it can: no proof can be trusted."""

    def __init__(self, name: str, text: str, said: str) -> None:
        super().__init__(f"{said} to the question {name}")
        self.text = text


def version() -> str:
    """The first solver by name and version."""
    return f"Z3 {z3.get_version_string()}"


@dataclass(slots=True)
class Ledger:
    """What was asked so far, by all askers that share their time: how many questions, and how each was decided."""

    asked: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)


@dataclass(slots=True)
class Asker:
    """Asks questions until the time is up; after that every answer is `unknown`."""

    until: float = float("inf")
    work: int = WORK
    folder: Path | None = None
    ledger: Ledger = field(default_factory=Ledger)
    second: SecondSolver | None = field(default_factory=second_solver)
    each: float = SECONDS
    kept: Kept | None = None

    def keeping(self, folder: Path | None) -> Asker:
        """The same with the answers that are kept in a folder; none are where questions are to be written down."""
        if folder is not None and self.folder is None:
            self.kept = Kept(folder, f"{version()} {self.second.name if self.second else ''}")
        return self

    def flush(self) -> None:
        """Writes down the answers that are to be kept."""
        if self.kept is not None:
            self.kept.flush()

    @property
    def out_of_time(self) -> bool:
        """Is the time for all questions up?"""
        return perf_counter() > self.until

    def part(self, share: float) -> Asker:
        """An asker with a part of the time that is left."""
        now = perf_counter()
        left = max(0.0, self.until - now) if self.until != float("inf") else 1e9
        return Asker(now + left * share, self.work, self.folder, self.ledger, self.second, self.each, self.kept)

    def clock(self) -> Clock:
        """Begins to take the time of one result."""
        return Clock(self, perf_counter(), len(self.ledger.ways))

    def by(self, mark: int, also: Sequence[Way] = ()) -> str:
        """The solvers by which all questions since a mark were proved impossible (and those of lemmas, `also`)."""
        ways = [*also, *self.ledger.ways[mark:]]
        alone = sum(way != "both" for way in ways)
        if self.second is None:
            return version()
        both = f"{version()} and {self.second.name}"
        if not alone:
            return both if ways else version()
        return f"{both} ({alone} of {len(ways)} questions by one of them alone)"

    @property
    def seconds_left(self) -> float:
        """The seconds that are left: they bound a question that its bound of work would let run too long."""
        return min(600.0, max(0.001, self.until - perf_counter()))

    def ask(self, name: str, conds: Iterable[t.Flag]) -> Answer:
        """Can all of these hold at once?"""
        return self._asked(name, conds, False)[0]

    def model(self, name: str, conds: Iterable[t.Flag]) -> tuple[Answer, Model | None]:
        """The same; where they can, also how to read terms in a position where they do."""
        return self._asked(name, conds, True)

    def _asked(self, name: str, conds: Iterable[t.Flag], read: bool) -> tuple[Answer, Model | None]:
        whole = t.all_of(conds)
        self.ledger.asked += 1
        if isinstance(whole, bool):
            return ("sat", _reader(None)) if whole else ("unsat", None)
        question = _Question(self, name, whole, f"{self.ledger.asked:05}-{name}")
        answer, model = question.decide(read)
        self.ledger.answers[answer] = self.ledger.answers.get(answer, 0) + 1
        if answer == "unsat":
            self.ledger.ways.append(question.way)
        return answer, model


@dataclass(frozen=True, slots=True)
class Clock:
    """From when on a result is worked at."""

    asker: Asker
    began: float
    mark: int

    @property
    def seconds(self) -> float:
        """So long so far."""
        return perf_counter() - self.began

    def by(self, also: Sequence[Way] = ()) -> str:
        """The solvers that proved all that was proved since (and lemmas, `also`)."""
        return self.asker.by(self.mark, also)

    def ways(self) -> tuple[Way, ...]:
        """How each question since was proved impossible."""
        return tuple(self.asker.ledger.ways[self.mark :])


class _Question:
    """One question on its way through the solvers."""

    def __init__(self, asker: Asker, name: str, whole: t.Flag, number: str) -> None:
        self.asker = asker
        self.name = name
        self.way: Way = "first"
        self.said: tuple[Answer, Answer] | Open = ("unknown", "unknown")
        self.cut = False
        self.solver = z3.SolverFor("QF_BV")
        self.solver.add(whole)
        self.number = number
        self._text = ""
        self.values: dict[str, int] = {}

    @property
    def text(self) -> str:
        """The question as SMT-LIB."""
        if not self._text:
            self._text = "(set-logic QF_BV)\n" + self.solver.to_smt2()
        return self._text

    def decide(self, read: bool) -> tuple[Answer, Model | None]:
        """The answer, and how to read a position of a `sat` where that is wanted.

        The second solver goes first, being the faster one on these questions; a `sat` proves nothing and is not asked
        again.
        """
        kept = self.asker.kept
        if kept is None:
            return self._decided(read)
        digest = kept.digest(self.text)
        match kept.get(digest):
            case Open() as left if not left.again(self.asker.work, self.asker.each):
                return "unknown", None
            case (first, other) if not read or "unsat" in (first, other):
                return ("sat", None) if "sat" in (first, other) else self._impossible(first, other)
        found = self._decided(read)
        kept.put(digest, self.said)
        return found

    def _impossible(self, first: Answer, other: Answer) -> tuple[Answer, None]:
        self.way = "both" if first == other else "first" if first == "unsat" else "second"
        return "unsat", None

    def _decided(self, read: bool) -> tuple[Answer, Model | None]:
        first: Answer = "unknown"
        other: Answer = "unknown"
        try:
            other = self._second()
            if other == "sat" and not read:
                return "sat", None
            if other == "sat" and (model := self._filled_in()) is not None:
                return "sat", model
            first = self._first()
            self._agree(first, other)
            if first == "sat":
                return "sat", _reader(self.solver.model())
            if "unsat" in (first, other):
                return self._impossible(first, other)
            return "unknown", None
        finally:
            self.said = (first, other)
            # A solver that had less than its bounds, or a busy machine, says little of another try.
            if self.said == ("unknown", "unknown") and not self.cut and pace() < BUSY:
                self.said = Open(self.asker.work, self.asker.each)
            self._keep(first, other)

    def _agree(self, first: Answer, other: Answer) -> None:
        if {first, other} == {"sat", "unsat"}:
            assert self.asker.second is not None
            said = f"{version()} answers {first} and {self.asker.second.name} {other}"
            raise SolversDisagree(self.name, self.text, said)

    def _first(self) -> Answer:
        if self.asker.out_of_time:
            self.cut = True
            return "unknown"
        self.solver.set("rlimit", self.asker.work)
        self.solver.set("timeout", max(1, int(self.asker.seconds_left * 1000)))
        found = self.solver.check()
        self.cut |= self.asker.seconds_left < MOMENT
        return "sat" if found == z3.sat else "unsat" if found == z3.unsat else "unknown"

    def _second(self) -> Answer:
        if self.asker.second is None or self.asker.out_of_time:
            return "unknown"
        wanted, left = self.asker.each * pace(), self.asker.seconds_left
        self.cut |= left < wanted
        answer, self.values = self.asker.second.answer(self.text, min(wanted, left))
        return answer

    def _filled_in(self) -> Model | None:
        """What the second solver found, with the first to read terms there; it must find that the question holds."""
        if not self.values:
            return None
        solver = z3.Solver()
        solver.add(*self.solver.assertions())
        for name, term in _variables_of(self.solver.assertions()).items():
            if name in self.values:
                solver.add(term == (bool(self.values[name]) if z3.is_bool(term) else self.values[name]))
        solver.set("rlimit", self.asker.work)
        return _reader(solver.model()) if solver.check() == z3.sat else None

    def _keep(self, first: str, other: str) -> None:
        if self.asker.folder is not None:
            name = self.asker.second.name if self.asker.second else "no second solver"
            keep(self.asker.folder, self.number, f"; {version()}: {first}; {name}: {other}\n{self.text}")


def _variables_of(terms: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    seen: set[int] = set()
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            waiting += term.children()
            if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                found[term.decl().name()] = term
    return found


def _reader(model: Any) -> Model:
    def value(term: Any) -> Any:
        if isinstance(term, bool | int):
            return term
        if model is None:
            return z3.is_true(z3.simplify(term)) if z3.is_bool(term) else 0
        found = model.eval(term, model_completion=True)
        return bool(z3.is_true(found)) if z3.is_bool(found) else int(found.as_long())

    return value


def keep(folder: Path, name: str, text: str) -> Path:
    """Writes a text into a folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (re.sub(r"[^A-Za-z0-9_.-]+", "_", name)[:120] + ".smt2")
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return path
