"""Folds over a few symbols, as the terms of which they consist, with nothing to branch on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.exclusive import unfolded
from engine.core.plans.cost_model import MOST, Cost, reads
from engine.core.uses import nodes, rewrite


@dataclass(frozen=True, slots=True)
class Parts:
    """A fold written out: the condition and the value for each symbol, in order."""

    parts: tuple[tuple[t.Expr, t.Expr], ...]


@dataclass(frozen=True)
class Unrolling:
    """Writes folds out whose conditions and values are had by a few steps and cannot stop play, so that all of them may
    be read whatever comes of the others. With a condition, a value may rest on cards that the condition has read."""

    name: ClassVar[str] = "unrolling"

    def __call__(self, program: p.Program) -> Unrolled:
        """What is known of the program's folds."""
        return Unrolled(Cost(program, ByCard(program, p.functions(program))))


@dataclass(frozen=True)
class Unrolled:
    """Tells of folds of one program whether, and as what, they are written out."""

    cost: Cost

    def parts(self, fold: t.Fold) -> Parts | None:
        """The fold written out; None where it is better left as a loop."""
        size = self.cost.few(fold.over)
        if not size or not isinstance(fold.over, t.Words):
            return None
        cond = t.Truth(True) if fold.cond is None else fold.cond
        match fold.how:
            case "any" | "all":
                read = fold.value
            case "sum" | "first" | "least" | "greatest" | "only_least" | "only_greatest":
                read = cond
            case _:
                assert_never(fold.how)
        if self.cost.of(read, None) > MOST // 2 or not self._sure(fold, cond):
            return None
        return Parts(tuple((_at(cond, fold, v), _at(fold.value, fold, v)) for v in range(size)))

    def _sure(self, fold: t.Fold, cond: t.Expr) -> bool:
        """Can no part stop play, but where it is read of every symbol in any case?"""
        sure, read = self.cost.sure, reads(cond, self.cost.functions)
        match fold:
            case t.Fold("any" | "all", cond=None):
                return sure(fold.value)
            case t.Fold("sum", value=t.Number(1)):
                return sure(cond, read)
            case t.Fold("first", value=t.Local()):
                return sure(cond)
            case t.Fold("least" | "greatest" | "only_least" | "only_greatest"):
                none = fold.empty is None or isinstance(fold.empty, t.Fails)
                read |= reads(fold.value, self.cost.functions) if fold.cond is None else frozenset()
                return none and sure(cond, read) and sure(fold.value, read)
            case _:
                return False

    def apart(self, fold: t.Fold) -> bool:
        """Do no two values that the condition leaves have the same key?

        So it is where the key is what is on a card at an end of the value's own pile, and the condition says of that
        card as much else as tells all cards of the deck apart that have the same on them as the key says.
        """
        key = fold.value.item if isinstance(fold.value, t.Ordinal) else fold.value
        match key:
            case t.Attr(attr, t.Helper("top" | "bottom", (cards,)) as end) if fold.var in free(cards):
                bare = _bare(end)
            case _:
                return False
        match _bare(cards):
            case t.Zone(_, index) if any(isinstance(i, t.Local) and i.name == fold.var for i in index):
                pass
            case _:
                return False
        said = {attr}
        cond = fold.cond or t.Truth(True)
        for item in cond.items if isinstance(cond, t.And) else (cond,):
            body = unfolded(item, self.cost.functions) if isinstance(item, t.Call) else item
            sides = (body.left, body.right) if isinstance(body, t.Compare) and body.op == "=" else ()
            for side, other in zip(sides, reversed(sides), strict=True):
                if isinstance(side, t.Attr) and _bare(side.card) == bare and fold.var not in free(other):
                    said.add(side.attr)
        faces = self.cost.by_card.program.faces
        return len({tuple(getattr(face, name) for name in sorted(said)) for face in faces}) == len(faces)


def _at(term: t.Expr, fold: t.Fold, v: int) -> t.Expr:
    """A term for one symbol."""
    (domain,) = {n.domain for n in nodes(fold.over) if isinstance(n, t.Words)}
    put: t.Expr = rewrite(term, lambda n: t.Word(domain, v) if isinstance(n, t.Local) and n.name == fold.var else n)
    return put


def _bare(term: t.Expr) -> t.Expr:
    """A term without its checks."""
    made: t.Expr = rewrite(term, lambda n: n.value if isinstance(n, t.Check) else n)
    return made
