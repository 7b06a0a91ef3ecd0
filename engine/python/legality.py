"""In Python the function that tells whether one move is legal, told apart by what only some of its clauses need.

Leaves which clauses have to be read to `engine.core.legality`, and the loops over moves to `python_listing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import Facts, contradicts, facts
from engine.core.legality import Legality
from engine.core.names import identifier, in_words
from engine.python.expressions import Writer
from engine.python.memoisation import goes_through_cards
from engine.targets.line_breaking import INDENT, Chain, Doc, Group, lines


@dataclass(frozen=True, slots=True)
class Test:
    """Something that is asked of a move, and what is true wherever it holds."""

    doc: Doc
    facts: Facts

    def needs(self, expr: t.Expr) -> bool:
        """Does it hold only where this does?"""
        return (expr, True) in self.facts

    def rules_out(self, expr: t.Expr) -> bool:
        """Does it hold only where this does not?"""
        return contradicts(self.facts, expr)


@dataclass(frozen=True, slots=True)
class Parts:
    """What makes a move legal: no bar holds, and a permit does.

    Where a guard holds, the guarded permits do not suffice: all clauses have to be weighed.
    """

    bars: tuple[Test, ...]
    permits: tuple[Test, ...]
    guards: tuple[Test, ...]
    guarded: tuple[Test, ...]

    def where(self, expr: t.Expr) -> Parts:
        """Where something holds that each permit needs or rules out."""
        return Parts(
            tuple(test for test in self.bars if not test.rules_out(expr)),
            tuple(Test(test.doc, test.facts - {(expr, True)}) for test in self.permits if test.needs(expr)),
            tuple(test for test in self.guards if not test.rules_out(expr)),
            tuple(Test(test.doc, test.facts - {(expr, True)}) for test in self.guarded if test.needs(expr)),
        )

    def elsewhere(self, expr: t.Expr) -> Parts:
        """Where it does not hold."""
        return Parts(*(tuple(test for test in tests if not test.needs(expr)) for tests in (
            self.bars, self.permits, self.guards, self.guarded)))  # fmt: skip

    def parting(self) -> t.Expr | None:
        """What several of the permits need, and all others rule out."""
        permits = (*self.permits, *self.guarded)
        best: tuple[int, t.Expr] | None = None
        for expr in dict.fromkeys(
            e for test in permits for e, holds in sorted(test.facts, key=repr) if holds and _quick(e)
        ):
            need = [test for test in permits if test.needs(expr)]
            apart = all(test in need or test.rules_out(expr) for test in permits) and self._worth(expr)
            if apart and 2 <= len(need) < len(permits) and (best is None or len(need) > best[0]):
                best = (len(need), expr)
        return best[1] if best else None

    def _worth(self, expr: t.Expr) -> bool:
        """Are bars and guards not the same on both sides? If they are, little is won."""
        one, other = self.where(expr), self.elsewhere(expr)
        return (one.bars, one.guards) != (other.bars, other.guards) or not (one.bars or one.guards)


class Judge:
    """Writes the function that tells whether a move of an action is legal."""

    def __init__(self, writer: Writer, action: p.ActionDef, found: Legality, bars: list[p.ClauseDef]) -> None:
        self.w = writer
        self.action = action
        plain = [way for way in found.ways if not way.unless and not way.doubts]
        others = [way for way in found.ways if way not in plain]
        self.parts = Parts(
            self._tests(bars),
            self._tests(ordered([c for way in plain for c in way.permits], writer)),
            self._tests(list(dict.fromkeys(c for way in others for c in (*way.unless, *way.doubts)))),
            self._tests([c for way in others for c in way.permits]),
        )

    @property
    def name(self) -> str:
        """The function's name."""
        plain = identifier(self.action.label)
        return next(n for n in (f"may_{plain}", f"{plain}_is_legal", f"is_{plain}_legal") if n not in self.w.functions)

    def call(self) -> Doc:
        """Asks it of the move at hand."""
        return self.w.call(self.name, ("state", *(q.name for q in self.action.params)))

    def function(self, weighed: Doc) -> list[str]:
        """The whole function."""
        params: list[Doc] = ["state: State", *(f"{q.name}: {self.w.type(q.kind)}" for q in self.action.params)]
        made = ["", "", *lines(Group("(", tuple(params), ")"), head=f"def {self.name}", tail=" -> bool:")]
        made.append(
            f'    """Is a move of {in_words(self.action.label)} legal? Only clauses that can matter are read."""'
        )
        return [*made, *self._body(self.parts, weighed, INDENT)]

    def _tests(self, clauses: list[p.ClauseDef]) -> tuple[Test, ...]:
        return tuple(Test(self.w.doc(c.test), facts(c.test, True, self.w.functions)) for c in clauses)

    def _body(self, parts: Parts, weighed: Doc, indent: str) -> list[str]:
        expr = parts.parting()
        if expr is not None:
            made = lines(self.w.doc(expr), indent, head="if ", tail=":")
            made += self._body(parts.where(expr), weighed, indent + INDENT)
            return [*made, *self._body(parts.elsewhere(expr), weighed, indent)]
        made = _if(parts.bars, "return False", indent)
        if parts.guarded:
            made += _if(parts.permits, "return True", indent)
            made += _if(parts.guards, ("return ", weighed), indent)
            return [*made, *lines(_any(parts.guarded), indent, head="return ")]
        return [*made, *lines(_any(parts.permits), indent, head="return ")]


def ordered(permits: list[p.ClauseDef], writer: Writer) -> list[p.ClauseDef]:
    """Permits in the order in which they are best read: first what may go wrong, last what goes through cards."""
    return sorted(permits, key=lambda c: (c.total, goes_through_cards(c.test, writer.functions)))


def _if(tests: tuple[Test, ...], then: Doc, indent: str) -> list[str]:
    if not tests:
        return []
    return [*lines(_any(tests), indent, head="if ", tail=":"), *lines(then, indent + INDENT)]


def _any(tests: Iterable[Test]) -> Doc:
    found = tuple(test.doc for test in tests)
    return found[0] if len(found) == 1 else Chain("or", found)


def _quick(expr: t.Expr) -> bool:
    """Is it a comparison that cannot go wrong and takes no time?"""
    match expr:
        case t.Compare("=", t.Size(t.Local()), t.Number()):
            return True
        case t.Compare("=", t.Field(_, index, _) | t.Size(t.Zone(_, index, _)), t.Word() | t.Number()):
            return all(isinstance(i, t.Local | t.Word | t.Number) for i in index)
        case _:
            return False
