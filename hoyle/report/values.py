"""Why a condition of an example or a claim is not as it should be: the values of its parts, in the file's own words.

The condition is gone through as the author wrote it and as the IR has it, side by side, as far as the two agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.interpreter.faults import Fault, Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.ir.types import type_of
from spec.text.clean import quoted
from spec.text.source import Text

SAME = ("=", "is")
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
MOST = 2
"""So many parts of a condition are told."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the parts of a condition at one position; `names` are those that quantifiers have bound."""

    text: Text
    interpreter: Interpreter
    position: Position
    names: Mapping[str, tuple[Value, ir.Type]]

    def value(self, expr: ir.Expr) -> Value | Fault:
        return self.interpreter.evaluate(expr, self.position, {name: value for name, (value, _) in self.names.items()})

    def told(self, expr: ir.Expr) -> str:
        """A value in the game's words."""
        value = self.value(expr)
        if isinstance(value, Fault):
            return "undefined"
        return self.interpreter.words.value(value, type_of(index_of(self.interpreter.game), expr))

    def written(self, *parts: s.Expr) -> str:
        """Parts of the condition as the file has them."""
        start, end = parts[0].span.start, parts[-1].span.end
        return quoted(self.text.content[start:end], 80)

    def binding(self, name: str, value: Value, kind: ir.Type) -> Reader:
        return replace(self, names={**self.names, name: (value, kind)})


def why_not(
    text: Text, interpreter: Interpreter, position: Position, written: s.Expr, cond: ir.Expr, wanted: bool
) -> str:
    """What keeps a condition from being as it should: `size of heap = 3, expected <= 2`."""
    found: list[str] = []
    for told in _parts(Reader(text, interpreter, position, {}), written, cond, wanted):
        if told not in found:
            found.append(told)
        if len(found) == MOST:
            break
    return "; ".join(found)


def _parts(at: Reader, written: s.Expr, cond: ir.Expr, wanted: bool) -> Iterator[str]:
    value = at.value(cond)
    if isinstance(value, Fault):
        yield f"`{at.written(written)}` cannot be read: {value.sentence}"
        return
    if bool(value) == wanted:
        return
    match written, cond:
        case s.Unary("not", item), ir.Not(inner):
            yield from _parts(at, item, inner, not wanted)
        case s.Junction(_, written_items), ir.And(items) | ir.Or(items) if len(written_items) == len(items):
            for one, other in zip(written_items, items, strict=True):
                yield from _parts(at, one, other, wanted)
        case s.Binary(op, left, right), ir.Compare(_, first, second) if op in COMPARED:
            yield _compared(at, (left, right), (first, second), wanted)
        case s.Quantified("every" | "no", binder, inner), ir.Quantify(_, var, ir.OverDomain(domain), test) | ir.Not(
            ir.Quantify(_, var, ir.OverDomain(domain), test)
        ) if wanted:
            yield from _of_each(at, (binder.name.text, inner), (var, domain, test), written)
        case _:
            yield _as_a_whole(at, written, wanted)


def _as_a_whole(at: Reader, written: s.Expr, wanted: bool) -> str:
    where = ", ".join(at.interpreter.words.value(value, kind) for value, kind in at.names.values())
    told = f"`{at.written(written)}` {'does not hold' if wanted else 'holds'}"
    return f"for {where}: {told}" if where else told


def _compared(at: Reader, written: tuple[s.Expr, s.Expr], values: tuple[ir.Expr, ir.Expr], wanted: bool) -> str:
    """Both sides of a comparison: what the left one is, and what was expected of it."""
    left, right = written
    first, second = at.told(values[0]), at.told(values[1])
    between = at.text.content[left.span.end : right.span.start].strip().strip("()").strip()
    expected = at.written(right) if at.written(right) == second else f"{at.written(right)} ({second})"
    sign = "" if between in SAME else f"{between} "
    who = ", ".join(at.interpreter.words.value(value, kind) for value, kind in at.names.values())
    told = f"{at.written(left)} = {first}, expected {'' if wanted else 'not '}{sign}{expected}"
    return f"for {who}: {told}" if who else told


def _of_each(at: Reader, written: tuple[str, s.Expr], over: tuple[str, str, ir.Expr], whole: s.Expr) -> Iterator[str]:
    """The first of a domain of which the condition of `every` does not hold, or that of `no` does."""
    var, domain, test = over
    found = [d for d in at.interpreter.game.domains if d.name == domain]
    kind = ir.Symbol(domain)
    wanted = not (isinstance(whole, s.Quantified) and whole.kind == "no")
    for value in range(len(found[0].values)) if found else ():
        inner = at.binding(var, value, kind)
        if inner.value(test) == (not wanted):
            yield from _parts(inner, written[1], test, wanted)
            return
    yield _as_a_whole(at, whole, True)
