"""Which definitions may keep their answers: those about single things, or cards that never change.

Leaves how answers are kept to `engine.python.body`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes
from engine.python.shortcuts import alike
from spec.ir import nodes as ir

LONG = (t.Helper, t.Filter, t.Fold)
"""What takes a loop."""
LOOPS = (t.Filter, t.Fold)
"""What takes a loop that is written out."""


def kept(program: p.Program, functions: dict[str, p.Function]) -> frozenset[str]:
    """The definitions whose answer depends on nothing but arguments that can be looked up."""
    pure = {
        f.name for f in program.functions if f.params and not f.state and not f.label and f.result != ir.Cards(True)
    }
    lists = _lists(program, functions)
    return frozenset(
        name
        for name in pure
        if _worth_keeping(functions[name]) and not any((name, i) in lists for i in range(len(functions[name].params)))
    )


def _worth_keeping(function: p.Function) -> bool:
    """Is looking an answer up cheaper than finding it again? Cards take longer to look up than a single thing."""
    if not any(isinstance(param.kind, ir.Cards) for param in function.params):
        return True
    return any(isinstance(n, LONG) and not (isinstance(n, t.Fold) and alike(n)) for n in nodes(function.body))


def goes_through_cards(node: object, functions: Mapping[str, p.Function]) -> bool:
    """Is something asked card by card, here or in what is called?"""
    return any(
        (isinstance(n, LOOPS) and not (isinstance(n, t.Fold) and alike(n)))
        or (isinstance(n, t.Call) and goes_through_cards(functions[n.function].body, functions))
        for n in nodes(node)
    )


def _lists(program: p.Program, functions: dict[str, p.Function]) -> set[tuple[str, int]]:
    """The parameters that may be a zone itself, which changes."""
    calls = [(owner, call) for owner, node in _bodies(program, functions) for call in _calls(node)]
    found = set[tuple[str, int]]()
    while True:
        before = len(found)
        for owner, call in calls:
            for i, arg in enumerate(call.args):
                if _may_be_list(arg, owner, functions, found):
                    found.add((call.function, i))
        if len(found) == before:
            return found


def _may_be_list(arg: t.Expr, owner: str, functions: dict[str, p.Function], found: set[tuple[str, int]]) -> bool:
    match arg:
        case t.Zone():
            return True
        case t.Local(name) if owner in functions:
            names = [param.name for param in functions[owner].params]
            return name in names and (owner, names.index(name)) in found
        case t.Either(_, then, other):
            return _may_be_list(then, owner, functions, found) or _may_be_list(other, owner, functions, found)
        case t.Call(function, _, _):
            return isinstance(functions[function].result, ir.Cards)
        case _:
            return False


def _bodies(program: p.Program, functions: dict[str, p.Function]) -> Iterator[tuple[str, Any]]:
    yield from ((f.name, f.body) for f in functions.values())
    yield "", program


def _calls(node: Any) -> Iterator[t.Call]:
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += top
        elif is_dataclass(top) and not isinstance(top, p.Function | type):
            if isinstance(top, t.Call):
                yield top
            stack += [getattr(top, f.name) for f in fields(top)]
