"""What is the same for every value that a fold goes through is found once, before the fold.

Leaves which folds are then written without a loop to `engine.core.plans.unrolling`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.plans.cost_model import Cost
from engine.core.types import kind
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir
from spec.ir.types import of_cards

DOC = p.Doc("The same, where what does not change is known")


@dataclass(frozen=True)
class LoopInvariants:
    """Makes a function of a fold over symbols, which is handed what is long to find and does not hang on the symbol.

    Only what is read of the first symbol in any case is found before. So play stops where it did before, and nowhere
    else; of several faults in one fold it may name another one.
    """

    name: ClassVar[str] = "loop_invariants"

    def __call__(self, program: p.Program) -> p.Program:
        """The program in which such values are found once."""
        search = _Search(Cost(program, ByCard(program, p.functions(program))), set(p.functions(program)))
        made: list[p.Function] = []
        for function in program.functions:
            found, new = search.within(function)
            made += (*new, found)
        last: list[p.Function] = []

        def others(node: object) -> object:
            if not isinstance(node, p.Function):
                return node
            found, new = search.within(node)
            last.extend(new)
            return found

        rest = rewrite(replace(program, functions=()), others)
        return replace(rest, functions=(*made, *last)) if search.made else program


@dataclass
class _Search:
    cost: Cost
    taken: set[str]
    made: dict[t.Fold, t.Call] = field(default_factory=dict)
    """The calls by the folds that they stand for."""

    def within(self, function: p.Function) -> tuple[p.Function, tuple[p.Function, ...]]:
        """A function, and those that are made of its folds."""
        new: list[p.Function] = []

        def change(node: object) -> object:
            return self._called(node, function.name, new) if isinstance(node, t.Fold) else node

        found: p.Function = rewrite(function, change)
        return found, tuple(new)

    def _called(self, fold: t.Fold, stem: str, new: list[p.Function]) -> t.Expr:
        if fold in self.made:
            return self.made[fold]
        if not isinstance(fold.over, t.Words) or not self.cost.sizes[fold.over.domain]:
            return fold
        long = tuple(dict.fromkeys(self._long(fold.value if fold.cond is None else fold.cond, fold.var)))
        if not long:
            return fold
        names = {one: new_name("same", {*_names(fold)}, i + 1) for i, one in enumerate(long)}
        given: Mapping[t.Expr, t.Expr] = {one: t.Local(name, _kind(one)) for one, name in names.items()}
        cond = None if fold.cond is None else _put(fold.cond, given)
        inner = replace(fold, cond=cond, value=_put(fold.value, given))
        params = tuple(p.Param(name, kind_) for name, kind_ in free(inner).items())
        back = {name: one for one, name in names.items()}
        args = tuple(back.get(q.name, t.Local(q.name, q.kind)) for q in params)
        name = new_name(f"{stem}_by", self.taken)
        self.taken.add(name)
        new.append(p.Function(name, params, kind(inner), (p.Answer(inner),), DOC, True))
        self.made[fold] = t.Call(name, args, kind(inner))
        return self.made[fold]

    def _long(self, expr: t.Expr, var: str) -> Iterator[t.Expr]:
        """Parts that are read wherever an expression is, the same for each symbol, long to find, short to hand over."""
        is_long = isinstance(expr, t.Call | t.Fold | t.Either) and not self.cost.quick(expr)
        if is_long and var not in free(expr) and not of_cards(_kind(expr)):
            yield expr
            return
        for one in read_first(expr):
            yield from self._long(one, var)


def _kind(expr: t.Expr) -> ir.Type:
    found = kind(expr)
    assert isinstance(found, ir.type_classes)
    return found


def _put(expr: t.Expr, given: Mapping[t.Expr, t.Expr]) -> t.Expr:
    put: t.Expr = rewrite(expr, lambda n: given.get(n, n) if isinstance(n, t.Call | t.Fold | t.Either) else n)
    return put


def _names(node: object) -> set[str]:
    return {n.name for n in nodes(node) if isinstance(n, t.Local)} | {
        n.var for n in nodes(node) if isinstance(n, t.Fold)
    }


def new_name(stem: str, taken: set[str], first: int = 1) -> str:
    """A name with the first number, from this one on, that makes it another than those that are taken."""
    return next(name for i in range(first, first + len(taken) + 2) if (name := f"{stem}_{i}") not in taken)


def read_first(expr: t.Expr) -> tuple[t.Expr, ...]:
    """The parts of an expression that are read wherever it is, not once for each value of a range."""
    match expr:
        case t.And(items) | t.Or(items):
            return items[:1]
        case t.Either(cond):
            return (cond,)
        case t.Not(item) | t.Attr(_, item) | t.Ordinal(item) | t.OneOf(item) | t.Beside(item) | t.Check(_, item):
            return (item,)
        case t.Compare(_, left, right) | t.Adjacent(_, left, right) | t.Arith(_, left, right):
            return (left, right)
        case _:
            return ()
