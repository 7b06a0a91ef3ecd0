"""The clauses of an outcome group one after the other, the first that applies deciding, where precedence says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import exclusive
from engine.core.names import RESERVED, identifier
from engine.core.uses import rewrite
from spec.ir import nodes as ir

Layer = tuple[p.ClauseDef, ...]


@dataclass(frozen=True)
class RankedOutcomes:
    """Turns `Settle` into `If` after `If`, from the clause that outranks all others down.

    What may go wrong is read in any case, and first. Clauses that may apply together unranked, if none of them can go
    wrong, stay together in one `Settle`, which is done where one of them applies.
    """

    name: ClassVar[str] = "ranked_outcomes"

    def __call__(self, program: p.Program) -> p.Program:
        """The program that reads conditions of outcomes only as far as they matter."""
        functions = p.functions(program)
        groups = {group.function.name: group for group in program.groups}

        def change(node: object) -> object:
            if isinstance(node, p.Function) and node.name in groups:
                return replace(node, body=_asked(groups[node.name], node.result, functions))
            return node

        changed: p.Program = rewrite(program, change)
        return changed


def _asked(group: p.GroupDef, result: t.Kind, functions: Mapping[str, p.Function]) -> tuple[p.Statement, ...]:
    """What is asked layer by layer, and what is done where it holds; what does nothing is asked together."""
    found = layers(group.clauses, functions)
    several = next((layer for layer in found if len(layer) > 1), ())
    if any(len(layer) > 1 and (layer is not several or not all(c.total for c in layer)) for layer in found):
        return group.function.body
    params = group.function.params
    faulty = {clause.key: name_of(clause, params, functions) for clause in group.clauses if not clause.total}
    first = tuple(p.Let(faulty[clause.key], clause.test) for clause in group.clauses if not clause.total)
    known: dict[str, t.Expr] = {key: t.Local(name, ir.Bool()) for key, name in faulty.items()}
    lacking = t.Fails("gap", f"no clause of {group.label} applies here", result)
    made: tuple[p.Statement, ...] = (p.Answer(lacking),)
    for layer in reversed(found):
        test = _any(tuple(known.get(clause.key, clause.test) for clause in layer))
        then = _done(group, layer)
        match made:
            case (p.If(t.Not(below), other, ()),) if then == ():
                made = (p.If(t.Not(_any((test, below))), other, ()),)
            case (p.If(below, (), other),) if then == ():
                made = (p.If(_any((test, below)), (), other),)
            case (p.Answer(),) if then == ():
                made = (p.If(t.Not(test), made, ()),)
            case _:
                made = (p.If(test, then, made),)
    whole = (*first, *made)
    return whole if isinstance(result, t.Nothing) or p.ends(whole) else (*whole, p.Answer(None))


def name_of(clause: p.ClauseDef, params: Iterable[p.Param | p.MoveParam], functions: Mapping[str, p.Function]) -> str:
    """A name for whether a clause applies."""
    plain = identifier(clause.key)
    taken = {*functions, *RESERVED, *(q.name for q in params)}
    return f"{plain}_applies" if plain in taken else plain


def _any(tests: tuple[t.Expr, ...]) -> t.Expr:
    items = tuple(i for test in tests for i in (test.items if isinstance(test, t.Or) else (test,)))
    return items[0] if len(items) == 1 else t.Or(items)


def _done(group: p.GroupDef, layer: Layer) -> tuple[p.Statement, ...]:
    if len(layer) > 1:
        return (p.Settle(group.label, tuple(clause.key for clause in layer)),)
    effect = layer[0].effect
    if effect is None:
        return ()
    return (p.Do(effect) if isinstance(effect.type, t.Nothing) else p.Answer(effect),)


def layers(clauses: Layer, functions: Mapping[str, p.Function]) -> tuple[Layer, ...]:
    """The clauses from the top down: where one of a layer applies, none of a later layer matters.

    A layer of several clauses is one in which they have to be weighed against each other.
    """
    left, found = list(clauses), list[Layer]()
    while left:
        layer = min((_held_together(clause, left, functions) for clause in left), key=len)
        found.append(tuple(c for c in left if c in layer))
        left = [c for c in left if c not in layer]
    return tuple(found)


def _held_together(
    clause: p.ClauseDef, among: list[p.ClauseDef], functions: Mapping[str, p.Function]
) -> list[p.ClauseDef]:
    """A clause with all those that may matter beside it, or beside these."""
    layer = [clause]
    for member in layer:
        layer += [other for other in among if other not in layer and not _settled(member, other, functions)]
    return layer


def _settled(high: p.ClauseDef, low: p.ClauseDef, functions: Mapping[str, p.Function]) -> bool:
    """Does the second never matter where the first applies?"""
    outranked = high.key in low.above and low.key not in high.above
    return outranked or exclusive(high.test, low.test, functions)
