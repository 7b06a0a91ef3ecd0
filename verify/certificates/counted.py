"""A proof by counting, held against the rules: what it says of each place of play, and its questions as the rules have
them.

Leaves asking them to `verify.certificates.check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.index import index_of
from verify.certificates.definitions import Refused, defined
from verify.certificates.inductive import claim_of
from verify.certificates.manifest import Claimed, Invariant, text_of
from verify.obligations.certificate import Counted
from verify.smt.counting.clauses import ASKED, START, Clause, Course
from verify.smt.counting.counted import Counting
from verify.smt.counting.scene import TooLarge
from verify.smt.counting.smtlib import name_of, question


class CountedProof:
    """Reads a proof by counting of a game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self._interpreter = Interpreter(game)

    def read(
        self, invariant: Invariant, text: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """What it says of each place, and its questions as the rules have them. Raises Refused."""
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
        same_text(text, text_of(self.game.title, facts, steps, [c.name for c in invariant.claims], asked))
        return facts, steps, asked

    def _readings(self, claimed: Claimed, counting: Counting) -> tuple[Clause, ...]:
        """Where a claim is read and broken."""
        claim = claim_of(self.game, claimed.name, claimed.sentence)
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


def _same_places(facts: Sequence[str], size: int, clauses: Sequence[Clause]) -> None:
    """Raises Refused unless each place has its definition, once and in order, and nothing else is defined."""
    places = sorted({p for c in clauses for p in (c.source, c.target)} - {START, ASKED})
    if [defined(line, size) for line in facts] != [name_of(place) for place in places]:
        raise Refused("it does not say of each step of the rules once what holds there")


def same_text(text: str, made: str) -> None:
    """Raises Refused unless a text is the one that the rules come to."""
    if text == made:
        return
    for number, (one, other) in enumerate(zip_longest(text.split("\n"), made.split("\n")), 1):
        if one != other:
            raise Refused(f"line {number:,} is not what the rules come to: a question was changed, or the rules were")
