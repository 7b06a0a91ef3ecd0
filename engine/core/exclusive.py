"""Which conditions of a program can never hold together, as far as their form shows.

Leaves what follows for the legality of moves to `engine.core.legality`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes, rewrite

CONSTANTS = (t.Number, t.Word, t.OneCard)
Facts = frozenset[tuple[t.Expr, bool]]


def exclusive(one: t.Expr, other: t.Expr, functions: Mapping[str, p.Function]) -> bool:
    """Can the two never hold in the same state for the same names? A no may be wrong."""
    left, right = facts(one, True, functions), facts(other, True, functions)
    if any((expr, not holds) in right for expr, holds in left):
        return True
    known = dict(_constants(left))
    return any(known.get(item, value) != value for item, value in _constants(right))


def facts(expr: t.Expr, holds: bool, functions: Mapping[str, p.Function]) -> Facts:
    """What holds, and what does not, wherever the condition does (or does not)."""
    found: set[tuple[t.Expr, bool]] = set()
    for item, yes in settled(expr, holds):
        match item:
            case t.Compare("!=", left, right):
                found.add((t.Compare("=", left, right), not yes))
            case _:
                found.add((item, yes))
        if isinstance(item, t.Call) and (body := unfolded(item, functions)) is not None:
            found |= facts(body, yes, functions)
    return frozenset(found)


def settled(expr: t.Expr, holds: bool) -> Iterator[tuple[t.Expr, bool]]:
    """What holds, or does not, wherever a condition does (or does not): itself, or the parts that it joins."""
    match expr:
        case t.Not(item):
            yield from settled(item, not holds)
        case t.And(items) | t.Or(items) if holds == isinstance(expr, t.And):
            for item in items:
                yield from settled(item, holds)
        case _:
            yield expr, holds


def contradicts(known: Facts, expr: t.Expr) -> bool:
    """Does a comparison never hold where these facts do? A no may be wrong."""
    return (expr, False) in known or any(
        item == left and value != right
        for left, right in _constants(frozenset({(expr, True)}))
        for item, value in _constants(known)
    )


def unfolded(call: t.Call, functions: Mapping[str, p.Function]) -> t.Expr | None:
    """What a call comes to, with its arguments put in; None where the function does more than answer."""
    function = functions[call.function]
    match function.body:
        case (p.Answer(body),) if body is not None:
            pass
        case _:
            return None
    given = {param.name: arg for param, arg in zip(function.params, call.args, strict=True)}
    bound = {node.var for node in nodes(body) if hasattr(node, "var")}
    if bound & {node.name for arg in call.args for node in nodes(arg) if isinstance(node, t.Local)}:
        return None
    made: t.Expr = rewrite(body, lambda n: given.get(n.name, n) if isinstance(n, t.Local) else n)
    return made


def _constants(known: Facts) -> Iterator[tuple[t.Expr, t.Expr]]:
    """What must be equal to which constant."""
    for expr, holds in known:
        match expr:
            case t.Compare("=", item, value) if holds and isinstance(value, CONSTANTS):
                yield item, value
            case _:
                pass
