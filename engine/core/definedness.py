"""Where the top or the bottom card of some cards is asked for, and there is one for certain.

A definition is looked at together with all places that call it. Leaves how else something may go wrong to
`engine.core.uses`, and what a printer makes of it to the printer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import settled
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir

Held = frozenset[t.Expr]
"""Cards of which there is one at least."""

BINDERS = (t.Filter, t.Fold)


def certain_ends(program: p.Program, functions: Mapping[str, p.Function]) -> dict[str, frozenset[t.Expr]]:
    """For each function that only answers a value: the tops and bottoms that are there wherever it is called."""
    return _Search(program, functions).found()


class _Search:
    def __init__(self, program: p.Program, functions: Mapping[str, p.Function]) -> None:
        self.program = program
        self.functions = functions
        self.rows = {z.name: z.decl for z in program.zones if z.decl.row}
        self.plain = {f.name: body for f in functions.values() if (body := _answer(f)) is not None}
        self.known: dict[str, Held] = {}
        self.ends: dict[str, set[t.Expr]] = {}
        self._owner = set[t.Expr]()

    def found(self) -> dict[str, frozenset[t.Expr]]:
        """Callers before what they call; what is called from elsewhere, as from an effect, can be sure of nothing."""
        for action in self.program.actions:
            self._action(action)
        for call in self._outside(replace(self.program, functions=(), shapes=(), actions=())):
            self._called(call.function, frozenset())
        for action in self.program.actions:
            for call in self._outside((action.params, action.functions, action.effect)):
                self._called(call.function, frozenset())
        for call in self._outside((self.program.functions, tuple(s.tests for s in self.program.shapes))):
            self._called(call.function, frozenset())
        definitions = [f.name for f in self.program.functions if f.name in self.plain]
        tests = [f.name for shape in self.program.shapes for f in shape.tests if f.name in self.plain]
        first = [name for name in self.plain if name not in {*definitions, *tests}]
        for name in [*first, *reversed(definitions), *tests]:
            self._owner = self.ends.setdefault(name, set())
            self._walk(self.plain[name], self.known.get(name, frozenset()))
        return {name: frozenset(ends) for name, ends in self.ends.items()}

    def _outside(self, node: object) -> Iterator[t.Call]:
        """Calls of definitions and conditions that do not stand in one themselves."""
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
                case p.PickFrom(t.Piles(domain, zones)):
                    held |= self._pile(domain, zones, param.name)
                case p.PickCards(_, shape) if self._least(shape) > 0:
                    held |= {t.Local(param.name, param.kind)}
                case _:
                    pass
        for clause in action.clauses:
            self._called(clause.test.function, self._translated(held, clause.test))

    def _pile(self, domain: str, zones: tuple[str, ...], var: str) -> Held:
        """The pile at a place where one of a row holds a card."""
        if len(zones) != 1 or zones[0] not in self.rows or self.rows[zones[0]].index != (domain,):
            return frozenset()
        index = t.Local(var, ir.Symbol(domain))
        return frozenset({t.Zone(zones[0], (index,), ir.Cards(self.rows[zones[0]].ordered))})

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

    def _walk(self, expr: Any, held: Held) -> None:
        match expr:
            case t.Check("some_cards", cards) if cards in held:
                self._owner.add(expr)
                self._walk(cards, held)
            case t.Call(name, args):
                if name in self.plain:
                    self._called(name, self._translated(held, expr))
                self._walk(args, held)
            case t.And(items) | t.Or(items):
                for item in items:
                    self._walk(item, held)
                    held |= _given(item, isinstance(expr, t.And))
            case t.Either(cond, then, other):
                self._walk(cond, held)
                self._walk(then, held | _given(cond, True))
                self._walk(other, held | _given(cond, False))
            case _ if isinstance(expr, BINDERS):
                self._bound(expr, held)
            case tuple():
                for item in expr:
                    self._walk(item, held)
            case _ if is_dataclass(expr):
                for part in fields(expr):
                    self._walk(getattr(expr, part.name), held)
            case _:
                pass

    def _bound(self, expr: Any, held: Held) -> None:
        """An expression that binds a name: what was known of another thing of that name is not known within."""
        inner = frozenset(e for e in held if all(not isinstance(n, t.Local) or n.name != expr.var for n in nodes(e)))
        for part in fields(expr):
            value = getattr(expr, part.name)
            if part.name in ("over", "cards", "empty"):
                self._walk(value, held)
                if isinstance(value, t.Piles):
                    inner |= self._pile(value.domain, value.zones, expr.var)
        for name in ("cond", "value"):
            if (value := getattr(expr, name, None)) is not None:
                self._walk(value, inner)


def _answer(function: p.Function) -> t.Expr | None:
    """The value of a function that does nothing but answer it."""
    match function.body:
        case (p.Answer(value),):
            return value
        case _:
            return None


def _given(cond: t.Expr, holds: bool) -> Held:
    """The cards of which there are some where a condition holds, or does not."""
    return frozenset(item.cards for item, yes in settled(cond, holds) if isinstance(item, t.IsEmpty) and not yes)
