"""Decides certificates from scratch: makes the questions of the rules again, holds them against the certificate's text,
and has another solver than the one that found it answer each.

So what is trusted is that the questions say what the rules say (`verify.smt.counting`), and the solver's answers; not
how what holds was found. Leaves files to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.index import index_of
from verify.certificates.definitions import Refused, defined
from verify.certificates.manifest import Claimed, Invariant, digest, text_of
from verify.obligations.certificate import Counted
from verify.obligations.obligations import claim_obligation
from verify.smt.counting.clauses import ASKED, START, Clause, Course
from verify.smt.counting.counted import Counting
from verify.smt.counting.recheck import Checker
from verify.smt.counting.scene import TooLarge
from verify.smt.counting.smtlib import alone, name_of, question

Standing = Literal["holds", "refused", "undecided"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What comes of the certificate of one claim, and why where it does not hold."""

    name: str
    sentence: str
    standing: Standing
    why: str = ""


@dataclass(slots=True)
class Checking:
    """Certificates of one game; `asked` counts the questions that were put to the solver."""

    game: ir.Game
    by: Checker
    seconds: float
    asked: int = 0
    _interpreter: Interpreter = field(init=False)

    def __post_init__(self) -> None:
        self._interpreter = Interpreter(self.game)

    def judged(self, invariant: Invariant, text: str) -> Iterator[Judged]:
        """What comes of each claim of an invariant, whose file has this text."""
        try:
            facts, steps, readings = self._read(invariant, text)
            left = self._answered(steps, facts)
        except Refused as error:
            yield from (Judged(c.name, c.sentence, "refused", str(error)) for c in invariant.claims)
            return
        for claimed, asked in zip(invariant.claims, readings, strict=True):
            try:
                open_ = left or self._answered(asked, facts)
            except Refused as error:
                yield Judged(claimed.name, claimed.sentence, "refused", str(error))
                continue
            yield Judged(claimed.name, claimed.sentence, "undecided" if open_ else "holds", open_)

    # ------------------------------------------------------------ is it what the rules say?

    def _read(
        self, invariant: Invariant, text: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """What it says of each place, and its questions as the rules have them. Raises Refused."""
        if digest(text) != invariant.sha256:
            raise Refused(f"{invariant.file} was changed: its digest is not the one in the manifest")
        counting = self._counting(invariant.counted)
        size = len(counting.keys)
        try:
            clauses = tuple(Course(self._interpreter, counting).clauses())
            readings = tuple(self._readings(claimed, counting) for claimed in invariant.claims)
        except TooLarge:
            raise Refused("the rules are too large to be written down in these numbers") from None
        facts = tuple(line for line in text.splitlines() if line.startswith("(define-fun "))
        _same_places(facts, size, (*clauses, *(one for some in readings for one in some)))
        steps = tuple(question(one, size) for one in clauses)
        asked = tuple(tuple(question(one, size) for one in some) for some in readings)
        _same_text(text, text_of(self.game.title, facts, steps, [c.name for c in invariant.claims], asked))
        return facts, steps, asked

    def _readings(self, claimed: Claimed, counting: Counting) -> tuple[Clause, ...]:
        """Where a claim is read and broken."""
        claim = next((c for c in self.game.claims if c.source.label == claimed.name), None)
        if claim is None or claim.kind not in ("always", "never"):
            raise Refused(f"the rules have no claim `{claimed.name}` about all positions")
        if claim_obligation(claim).sentence != claimed.sentence:
            raise Refused(f"the claim `{claimed.name}` of the rules says something else")
        read_by = self._counting(claimed.counted)
        if read_by.keys[: len(counting.keys)] != counting.keys:
            raise Refused(f"the claim `{claimed.name}` is read by numbers that the certificate does not have")
        readings = tuple(Course(self._interpreter, read_by).readings(claim))
        if not readings:
            raise Refused(f"the claim `{claimed.name}` is read nowhere")
        return readings

    def _counting(self, counted: Counted) -> Counting:
        """A way of counting this game. Raises Refused where it is none."""
        layout = self._interpreter.layout
        cards = [card for one in counted.classes for card in one]
        if sorted(cards) != list(range(len(layout.deck))) or not all(counted.classes):
            raise Refused("its classes of cards are not the deck, each card once")
        if not set(counted.fields) <= set(layout.fields) or not set(counted.by_class) <= set(layout.zones):
            raise Refused("it counts a field or a zone that the rules have not")
        classes = tuple(map(frozenset, counted.classes))
        return Counting(index_of(self.game), layout, classes, frozenset(counted.fields), frozenset(counted.by_class))

    # ------------------------------------------------------------ is each question impossible?

    def _answered(self, questions: Sequence[str], facts: Sequence[str]) -> str:
        """Which question was left open, if one was. Raises Refused where one is possible."""
        left = ""
        for one in questions:
            name = one.partition("\n")[0].removeprefix("; ")
            self.asked += 1
            try:
                answer = self.by.answer(alone(one, facts), self.seconds)
            except (RuntimeError, ValueError) as error:
                raise Refused(f"{self.by.name} cannot read what is asked of `{name}`: {str(error)[:80]}") from None
            if answer == "sat":
                raise Refused(f"{self.by.name} finds what must not be: `{name}`")
            left = left or (
                f"{self.by.name} did not answer `{name}` in {self.seconds:g} s" if answer != "unsat" else ""
            )
        return left


def _same_places(facts: Sequence[str], size: int, clauses: Sequence[Clause]) -> None:
    """Raises Refused unless each place has its definition, once and in order, and nothing else is defined."""
    places = sorted({p for c in clauses for p in (c.source, c.target)} - {START, ASKED})
    if [defined(line, size) for line in facts] != [name_of(place) for place in places]:
        raise Refused("it does not say of each step of the rules once what holds there")


def _same_text(text: str, made: str) -> None:
    if text == made:
        return
    for number, (one, other) in enumerate(zip_longest(text.split("\n"), made.split("\n")), 1):
        if one != other:
            raise Refused(f"line {number:,} is not what the rules come to: a question was changed, or the rules were")
