"""What an answer is made of more than once, and is long to find, is found once.

Leaves what is the same for all values of a fold to `engine.core.passes.loop_invariants`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.passes.loop_invariants import new_name, read_first
from engine.core.plans.cost_model import Cost
from engine.core.types import kind
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir
from spec.ir.types import of_cards

DOC = p.Doc("The same, where what is asked more than once is known")


@dataclass(frozen=True)
class SharedValues:
    """Makes a function of an answer that asks the same more than once: it is handed what the answer is.

    Only what is read in any case is found before, so that play stops where it did before, and nowhere else. What moves
    are judged by is left as it is: it is kept while moves are judged.
    """

    name: ClassVar[str] = "shared_values"

    def __call__(self, program: p.Program) -> p.Program:
        """The program in which such answers are found once."""
        cost = Cost(program, ByCard(program, p.functions(program)))
        taken = set(p.functions(program))
        made: list[p.Function] = []
        judging = _reached(program)
        for function in program.functions:
            made += (function,) if function.name in judging else _parted(function, cost, taken)
        return replace(program, functions=tuple(made)) if len(made) > len(program.functions) else program


def _reached(program: p.Program) -> set[str]:
    """The functions by which moves are judged, with those that they call."""
    functions = p.functions(program)
    functions |= {one.name: one for action in program.actions for one in action.functions}
    found = set[str]()
    left = [clause.test.function for action in program.actions for clause in action.clauses]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [n.function for n in nodes(functions[name].body) if isinstance(n, t.Call)]
    return found


def _parted(function: p.Function, cost: Cost, taken: set[str]) -> tuple[p.Function, ...]:
    match function.body:
        case (p.Answer(expr),) if expr is not None:
            pass
        case _:
            return (function,)
    asked = [n for n in nodes(expr) if isinstance(n, t.Call)]
    shared = next((one for one in _sure(expr) if asked.count(one) > 1 and not cost.quick(one)), None)
    type_ = None if shared is None else kind(shared)
    if shared is None or not isinstance(type_, ir.type_classes) or of_cards(type_):
        return (function,)
    used = {n.name for n in nodes(expr) if isinstance(n, t.Local)} | {n.var for n in nodes(expr) if hasattr(n, "var")}
    given = t.Local(new_name("same", used), type_)
    inner: t.Expr = rewrite(expr, lambda n: given if n == shared else n)
    own = free(inner)
    params = (*(one for one in function.params if one.name in own), p.Param(given.name, type_))
    name = new_name(f"{function.name}_by", taken)
    taken.add(name)
    apart = p.Function(name, params, function.result, (p.Answer(inner),), DOC, True)
    args: tuple[t.Expr, ...] = (*(t.Local(one.name, own[one.name]) for one in params[:-1]), shared)
    call = t.Call(name, args, function.result)
    return (*_parted(apart, cost, taken), replace(function, body=(p.Answer(call),)))


def _sure(expr: t.Expr) -> Iterator[t.Call]:
    """The calls that are read wherever an expression is."""
    if isinstance(expr, t.Call):
        yield expr
        return
    for one in read_first(expr):
        yield from _sure(one)
