"""Claims about numbers that are true of a tiny game, and others that all but a few of its positions keep.

Whoever proves one of the latter is wrong, and whoever reads a rule a little too narrowly proves one. Leaves what is so
to `tests.oracle.facts`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from time import perf_counter
from typing import cast

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from tests.oracle.facts import Facts, Read
from verify.smt.counting.abstraction import GivenUp, found
from verify.smt.counting.clauses import Course
from verify.smt.counting.counted import Counting
from verify.smt.counting.positions import place_of, played
from verify.smt.counting.scene import TooLarge

YES = ir.Lit(1, ir.Bool())


class Near:
    """What can be said of numbers in one game, by the positions at which it would be read."""

    def __init__(self, facts: Facts, luck: random.Random) -> None:
        self.facts, self.luck, self.game = facts, luck, facts.game
        self.interpreter = Interpreter(self.game)
        self._values: dict[int, tuple[ir.Expr, tuple[int | None, ...]]] = {}
        self._labels = 0

    @cached_property
    def numbers(self) -> tuple[ir.Expr, ...]:
        """Numbers of a position."""
        return (*self._sizes(), *self._fields(), *self._cards(), *self._moves(), *self._partial())

    # ------------------------------------------------------------ numbers

    def _place(self, zone: str, index: Sequence[int]) -> ir.Place:
        domains = self.interpreter.layout.zones[zone].decl.index
        return ir.Place(zone, tuple(ir.Lit(i, ir.Symbol(d)) for i, d in zip(index, domains, strict=True)))

    @cached_property
    def _places(self) -> tuple[ir.Place, ...]:
        return tuple(self._place(cell.name, cell.index) for cell in self.interpreter.layout.cells)

    def _sizes(self) -> Iterator[ir.Expr]:
        yield from (ir.Size(place) for place in self._places)
        for zone in self.game.zones:
            if len(zone.index) == 1:
                size = ir.Size(ir.Place(zone.source.label, (ir.Var("x", ir.Symbol(zone.index[0])),)))
                over = ir.OverDomain(zone.index[0])
                yield ir.Sum("x", over, YES, size)
                yield ir.Quantify("count", "x", over, ir.Compare("=", size, _int(0)))
                yield ir.Quantify("count", "x", over, ir.Compare("<", _int(1), size))

    def _fields(self) -> Iterator[ir.Expr]:
        for slot in self.interpreter.layout.slots:
            decl = self.interpreter.layout.fields[slot.name].decl
            got = ir.Get(slot.name, tuple(ir.Lit(i, ir.Symbol(d)) for i, d in zip(slot.index, decl.index, strict=True)))
            match decl.type:
                case ir.Int():
                    yield got
                case ir.Bool():
                    yield ir.If(got, _int(1), _int(0))
                case ir.Symbol(domain):
                    size = next(len(d.values) for d in self.game.domains if d.name == domain)
                    value = ir.Lit(self.luck.randrange(size), ir.Symbol(domain))
                    yield ir.If(ir.Compare("=", got, value), _int(1), _int(0))
                case _:
                    pass

    def _cards(self) -> Iterator[ir.Expr]:
        for place in self._places:
            card = self.luck.choice(self.game.deck)
            for attr in cast("tuple[str, ...]", ("rank", "suit")):
                value = getattr(card, attr)
                if value is not None and value >= 0:
                    is_it = ir.Compare("=", ir.Attr(attr, ir.Var("c", ir.Card())), ir.Lit(value, ir.Symbol(attr)))  # type: ignore[arg-type]
                    yield ir.Quantify("count", "c", ir.OverCards(place), is_it)

    def _moves(self) -> Iterator[ir.Expr]:
        return (ir.If(ir.CanMove((action.source.label,)), _int(1), _int(0)) for action in self.game.actions)

    def _partial(self) -> Iterator[ir.Expr]:
        """What may have no meaning: a claim is broken where it has none."""
        for zone in self.game.zones:
            place = next(p for p in self._places if p.zone == zone.source.label)
            if zone.ordered:
                yield ir.Ordinal(ir.Attr("rank", ir.EndCard(self.luck.choice(("top", "bottom")), place)))
            if len(zone.index) == 1:
                size = ir.Size(ir.Place(zone.source.label, (ir.Var("x", ir.Symbol(zone.index[0])),)))
                some = ir.Compare("<", _int(self.luck.randrange(2)), size)
                yield ir.Extreme(self.luck.choice(("least", "greatest")), "x", ir.OverDomain(zone.index[0]), some, size)

    # ------------------------------------------------------------ their values

    def values(self, number: ir.Expr, at: str) -> list[int] | None:
        """The values where a claim is read; None where it has none somewhere."""
        read = [self._value(number, p) for p in self._read(at)]
        return None if any(v is None for v in read) else cast("list[int]", read)

    def _value(self, number: ir.Expr, position: Position) -> int | None:
        value = self.interpreter.evaluate(number, position)
        return value if isinstance(value, int) else None

    def _read(self, at: str) -> list[Position]:
        claim = self.claim("always", YES, at)
        return [p for p in self.facts.walked.nodes if self.facts._about(claim, p)]

    def claim(self, kind: str, cond: ir.Expr, at: str) -> ir.Claim:
        """A claim at a step, or at every decision and end."""
        self._labels += 1
        source = ir.Source(f"near_{self._labels}")
        return ir.Claim(source, kind, (at,) if at else (), cond)  # type: ignore[arg-type]

    # ------------------------------------------------------------ claims

    def claims(self, count: int) -> Iterator[ir.Claim]:
        """So many claims, about every third of them true."""
        steps = [s.source.label for s in self.game.steps if s.source.label and (s.ask is not None or s.runs)]
        for _ in range(6 * count):
            at = self.luck.choice(steps) if steps and self.luck.random() < 0.3 else ""
            made = self.luck.choice(WAYS)(self, at)
            if made is not None:
                yield made
                count -= 1
            if not count:
                return

    def _bound(self, at: str) -> ir.Claim | None:
        number = self._some()
        values = self.values(number, at)
        if values is None:
            return self.claim("always", ir.Compare("<=", _int(0), number), at)
        if not values:
            return None
        off = self._off()
        if self.luck.random() < 0.5:
            return self.claim("always", ir.Compare("<=", number, _int(max(values) - off)), at)
        return self.claim("always", ir.Compare("<=", _int(min(values) + off), number), at)

    def _apart(self, at: str) -> ir.Claim | None:
        one, other = self._some(), self._some()
        first, second = self.values(one, at), self.values(other, at)
        if not first or not second:
            return None
        most = max(a - b for a, b in zip(first, second, strict=True))
        return self.claim("always", ir.Compare("<=", one, ir.Arith("+", other, _int(most - self._off()))), at)

    def _together(self, at: str) -> ir.Claim | None:
        one, other = self._some(), self._some()
        first, second = self.values(one, at), self.values(other, at)
        if not first or not second:
            return None
        most = max(a + b for a, b in zip(first, second, strict=True))
        return self.claim("always", ir.Compare("<=", ir.Arith("+", one, other), _int(most - self._off())), at)

    def _never(self, at: str) -> ir.Claim | None:
        """That a number never has the value that it has least often, or one between that it never has."""
        number = self._some()
        values = self.values(number, at)
        if not values:
            return None
        seen = Counter(values)
        absent = [v for v in range(min(values), max(values)) if v not in seen]
        if absent and self.luck.random() < 0.5:
            return self.claim("never", ir.Compare("=", number, _int(self.luck.choice(absent))), at)
        return self.claim("never", ir.Compare("=", number, _int(seen.most_common()[-1][0])), at)

    def _if_then(self, at: str) -> ir.Claim | None:
        """A bound where another number has a value that it has."""
        one, other = self._some(), self._some()
        first, second = self.values(one, at), self.values(other, at)
        if not first or not second:
            return None
        value = self.luck.choice(sorted(set(first)))
        most = max(b for a, b in zip(first, second, strict=True) if a == value)
        bound = ir.Compare("<=", other, _int(most - self._off()))
        return self.claim("always", ir.Or((ir.Compare("!=", one, _int(value)), bound)), at)

    def _some(self) -> ir.Expr:
        return self.luck.choice(self.numbers)

    def _off(self) -> int:
        """By how much a bound is too narrow; a true claim has the least one that holds."""
        return int(self.luck.random() < 0.65)


WAYS: tuple[Callable[[Near, str], ir.Claim | None], ...] = (
    Near._bound, Near._apart, Near._together, Near._never, Near._if_then,
)  # fmt: skip


def _int(value: int) -> ir.Lit:
    return ir.Lit(value, ir.Int())


def with_claims(facts: Facts, luck: random.Random, count: int) -> dict[str, Read]:
    """Gives a game such claims in place of its own about all positions, and tells what is so of each."""
    own = [c for c in facts.game.claims if c.kind in ("always", "never")]
    claims = (*luck.sample(own, min(len(own), 3)), *Near(facts, luck).claims(count))
    facts.game = replace(facts.game, claims=claims)
    return {c.source.label: facts.claim(c) for c in claims}


def outside(facts: Facts, counting: Counting, games: int, until: float) -> list[str] | None:
    """The positions of the game that are in no hull of those found from so many random games, in words; None where
    nothing is found. After the last step play stops at a fault, and nothing is said of that place."""
    try:
        clauses = tuple(Course(Interpreter(facts.game), counting).clauses())
        seen = played(facts.game, 5, games, until).points(counting)
        hulls = found(counting, clauses, seen, lambda: perf_counter() > until)
    except (TooLarge, GivenUp):
        return None
    return [
        f"at step {place_of(p)}: {dict(zip(map(counting.words, counting.keys), counting.values(p), strict=True))}"
        for p in facts.walked.nodes
        if p.fault is None and place_of(p) < len(facts.game.steps) and not hulls.has(place_of(p), counting.values(p))
    ]
