"""Which names nodes bind and need, and putting values for names.

Leaves whether names are used rightly to `spec.ir.check`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from spec.ir import nodes as ir
from spec.ir.index import PLAYER
from spec.ir.types import element_of, name_of, var_of
from spec.ir.walk import hints_of, walk
from spec.text.source import Span

OUTSIDE = ("over", "cards", "other")
"""What a name runs over is read before there is such a name; so is what `First` answers for want of any."""


def binds(node: object, part: str) -> Mapping[str, ir.Type]:
    """The names that a node binds for what stands in one of its fields, with their types."""
    if isinstance(node, ir.Binder):
        return {} if part in OUTSIDE else {node.var: element_of(node.over)}
    match node:
        case ir.Winners(var) | ir.Scores(var):
            return {var: ir.Symbol(PLAYER)}
        case ir.Define(params=params) | ir.Routine(params=params) | ir.Group(params=params):
            return {p.name: p.type for p in params}
        case ir.Action(params=params) if part != "params":
            return {p.name: p.type for p in params}
        case _:
            return {}


def free_names(node: object) -> dict[str, ir.Type]:
    """The names that a node, or nodes in a tuple, need from outside, in the order of their first use."""
    found: dict[str, ir.Type] = {}
    if (var := var_of(node)) is not None:
        found[var.name] = var.type
    elif isinstance(node, tuple):
        for item in node:
            found |= free_names(item)
    elif is_dataclass(node) and not isinstance(node, Span):
        for part, _ in hints_of(cast(Any, type(node))):
            bound = binds(node, part)
            found |= {name: kind for name, kind in free_names(getattr(node, part)).items() if name not in bound}
    return found


def mentions(node: object, names: Collection[str]) -> bool:
    """Does one of these names stand anywhere in a node, bound there or not?"""
    return any((name := name_of(found)) is not None and name in names for found in walk(node))


def occurrences(name: str, node: object) -> int:
    """How often a name stands in a node."""
    return sum(name_of(n) == name for n in walk(node))


def typed_names(root: object) -> Iterator[tuple[str, ir.Type]]:
    """The names that stand in a node, each with its type there."""
    named = (node if isinstance(node, ir.Param) else var_of(node) for node in walk(root))
    return ((one.name, one.type) for one in named if one is not None)


def put(node: Any, given: Mapping[Any, Any]) -> Any:
    """A node with others in the place of those that are given, wherever they stand in it."""
    if isinstance(node, tuple):
        return tuple(put(item, given) for item in node)
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    for old, new in given.items():
        if node == old:
            return new
    return replace(node, **{f.name: put(getattr(node, f.name), given) for f in fields(node)})


def applied(decl: ir.Define, args: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """The body of a definition with its arguments put in; None where a name might mean something else there."""
    names = {p.name for p in decl.params}.union(*(free_names(arg) for arg in args))
    if any(isinstance(node, ir.Binder) and node.var in names for node in walk(decl.body)):
        return None
    kinds = {var for node in walk(decl.body) if (var := var_of(node))}
    given = {param.name: arg for param, arg in zip(decl.params, args, strict=True)}
    body: ir.Expr = put(decl.body, {node: given[node.name] for node in kinds if node.name in given})
    return body
