"""A check that there is a card goes where every way to it has asked so before (definedness).

Leaves how else something may go wrong to `engine.core.definedness`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import Held, some_where
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir


@dataclass(frozen=True)
class KnownCards:
    """Takes away `Check("some_cards", ...)` and `Check("above_zero", ...)` in functions that only answer a value.

    What is known comes from conditions read before, from the choices of a move, and from all places that call.
    """

    name: ClassVar[str] = "known_cards"

    def __call__(self, program: p.Program) -> p.Program:
        """The program without checks that always hold."""
        found = _Search(program).found()
        changed: p.Program = rewrite(program, lambda n: found.get(n.name, n) if isinstance(n, p.Function) else n)
        return changed


@dataclass
class _Search:
    program: p.Program
    functions: dict[str, p.Function] = field(init=False)
    plain: dict[str, t.Expr] = field(init=False)
    rows: dict[str, ir.ZoneDecl] = field(init=False)
    known: dict[str, Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.functions = p.functions(self.program)
        self.plain = {name: body for name, f in self.functions.items() if (body := _answer(f)) is not None}
        self.rows = {z.name: z.decl for z in self.program.zones if z.decl.row}

    def found(self) -> dict[str, p.Function]:
        """Callers before what they call; what is called from elsewhere, as from an effect, can be sure of nothing."""
        program = self.program
        for action in program.actions:
            self._action(action)
        elsewhere = [(action.params, action.functions, action.effect) for action in program.actions]
        tests = tuple(shape.tests for shape in program.shapes)
        for part in (replace(program, actions=()), *elsewhere):
            for call in self._outside(part):
                self._called(call.function, frozenset())
        callees = [f.name for f in (*reversed(program.functions), *sum(tests, ())) if f.name in self.plain]
        made: dict[str, p.Function] = {}
        for name in [*(name for name in self.plain if name not in callees), *callees]:
            body = p.Answer(self._of(self.plain[name], self.known.get(name, frozenset())))
            made[name] = replace(self.functions[name], body=(body,))
        return made

    def _outside(self, node: object) -> Iterator[t.Call]:
        """Calls of functions that only answer, which do not stand in one of these themselves."""
        stack = [node]
        while stack:
            top = stack.pop()
            if isinstance(top, tuple):
                stack += top
            elif is_dataclass(top) and not isinstance(top, type) and getattr(top, "name", "") not in self.plain:
                if isinstance(top, t.Call) and top.function in self.plain:
                    yield top
                stack += [getattr(top, f.name) for f in fields(top)]

    def _action(self, action: p.ActionDef) -> None:
        """What is certain of the choices of a move is certain for its clauses."""
        held: Held = frozenset()
        for param in action.params:
            match param.choice:
                case p.PickFrom(t.Piles() as piles):
                    held |= self._pile(piles, param.name)
                case p.PickCards(_, shape) if self._least(shape) > 0:
                    held |= {t.Local(param.name, param.kind)}
                case _:
                    pass
        for clause in action.clauses:
            self._called(clause.test.function, self._translated(held, clause.test))

    def _pile(self, piles: t.Piles, var: str) -> Held:
        """The pile at a place where one of a row holds a card."""
        decl = self.rows.get(piles.zones[0])
        if len(piles.zones) != 1 or decl is None or decl.index != (piles.domain,):
            return frozenset()
        index = t.Local(var, ir.Symbol(piles.domain))
        return frozenset({t.Zone(piles.zones[0], (index,), ir.Cards(decl.ordered))})

    def _least(self, shape: str) -> int:
        return next(s.shape.least for s in self.program.shapes if s.shape.source.label == shape)

    # ------------------------------------------------------------ calls

    def _called(self, name: str, held: Held) -> None:
        self.known[name] = self.known[name] & held if name in self.known else held

    def _translated(self, held: Held, call: t.Call) -> Held:
        """What is known where something is called, in the words of what is called."""
        params = self.functions[call.function].params
        given: dict[t.Expr, t.Expr] = {arg: t.Local(q.name, q.kind) for arg, q in zip(call.args, params, strict=True)}
        named = {arg.name for arg in call.args if isinstance(arg, t.Local)}
        found = set[t.Expr]()
        for expr in held:
            if expr in given:
                found.add(given[expr])
            elif {n.name for n in nodes(expr) if isinstance(n, t.Local)} <= named:
                found.add(rewrite(expr, lambda n: given.get(n, n) if isinstance(n, t.Local) else n))
        return frozenset(found)

    # ------------------------------------------------------------ within a body

    def _of(self, expr: Any, held: Held) -> Any:
        """A part of a body without checks that hold where this is known."""
        match expr:
            case t.Check("some_cards" | "above_zero", checked) if checked in held:
                return self._of(checked, held)
            case t.Check("above_zero", t.Size(cards)) if cards in held:
                return self._of(t.Size(cards), held)
            case t.Call(name) if name in self.plain:
                self._called(name, self._translated(held, expr))
                return self._parts(expr, held)
            case t.And(items) | t.Or(items):
                made = []
                for item in items:
                    made.append(self._of(item, held))
                    held |= some_where(item, isinstance(expr, t.And))
                return replace(expr, items=tuple(made))
            case t.Either(cond, then, other):
                yes, no = held | some_where(cond, True), held | some_where(cond, False)
                return t.Either(self._of(cond, held), self._of(then, yes), self._of(other, no))
            case t.Fold(_, var, t.Piles() as piles):
                inner = held | self._pile(piles, var)
                parts = {name: self._of(getattr(expr, name), inner) for name in ("cond", "value")}
                return replace(expr, **parts, empty=self._of(expr.empty, held))
            case tuple():
                return tuple(self._of(item, held) for item in expr)
            case _ if is_dataclass(expr) and not isinstance(expr, type):
                return self._parts(expr, held)
            case _:
                return expr

    def _parts(self, expr: Any, held: Held) -> Any:
        return replace(expr, **{part.name: self._of(getattr(expr, part.name), held) for part in fields(expr)})


def _answer(function: p.Function) -> t.Expr | None:
    """The value of a function that does nothing but answer it."""
    match function.body:
        case (p.Answer(value),):
            return value
        case _:
            return None
