"""What the nodes of the IR name of a game's declarations, and all that is reached by following such names.

Leaves what a declaration means to the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from spec.ir import nodes as ir
from spec.ir.index import GameIndex, Labelled
from spec.ir.walk import walk

Kind = Literal["define", "routine", "group", "action", "table", "shape", "zone", "field", "domain"]
Reference = tuple[Kind, str]
"""A declaration by its kind and its name."""

EVERY: tuple[Kind, ...] = get_args(Kind)
CALLED: tuple[Kind, ...] = ("define", "routine", "group")
"""The kinds whose declarations are evaluated or carried out where they are named."""


def references(node: object) -> tuple[Reference, ...]:
    """What a node names itself; the nodes below it name more."""
    named = _ONE.get(type(node))
    if named is not None:
        return ((named[0], getattr(node, named[1])),)
    several = _SEVERAL.get(type(node))
    return () if several is None else tuple((several[0], name) for name in getattr(node, several[1]))


_ONE: dict[type[object], tuple[Kind, str]] = {
    ir.Apply: ("define", "define"),
    ir.Do: ("routine", "routine"),
    ir.Resolve: ("group", "group"),
    ir.Total: ("table", "table"),
    ir.CanTotal: ("table", "table"),
    ir.HasShape: ("shape", "shape"),
    ir.ChooseCards: ("shape", "shape"),
    ir.OverShapes: ("shape", "shape"),
    ir.Place: ("zone", "zone"),
    ir.Get: ("field", "field"),
    ir.Assign: ("field", "field"),
    ir.Roll: ("field", "field"),
    ir.Symbol: ("domain", "domain"),
    ir.OverDomain: ("domain", "domain"),
    ir.OverSlots: ("domain", "domain"),
}
"""Of the nodes that name one declaration: its kind, and in which field its name stands."""
_SEVERAL: dict[type[object], tuple[Kind, str]] = {
    ir.Ask: ("action", "actions"),
    ir.CanMove: ("action", "actions"),
    ir.OverRests: ("shape", "shapes"),
    ir.ZoneDecl: ("domain", "index"),
    ir.FieldDecl: ("domain", "index"),
}
"""Of the nodes that name several: their kind, and in which field their names stand."""
"""The classes of nodes that name something: most nodes are of others, and many are asked."""


def names(node: object, *kinds: Kind) -> bool:
    """Does a node itself name a declaration of one of these kinds?"""
    return any(kind in kinds for kind, _ in references(node))


def referred(root: object) -> frozenset[Reference]:
    """What is named in a node, or in nodes in tuples."""
    return frozenset(found for node in walk(root) for found in references(node))


def fields_read(root: object) -> frozenset[str]:
    """The fields that are read in a node, or in nodes in tuples."""
    return frozenset(node.field for node in walk(root) if isinstance(node, ir.Get))


@dataclass(frozen=True, slots=True)
class Written:
    """A field that an effect sets, and to what; None where luck picks the value."""

    field: str
    index: tuple[ir.Expr, ...]
    value: ir.Expr | None


def written(node: object) -> Written | None:
    """What an effect sets, if it does."""
    match node:
        case ir.Assign(field, index, value):
            return Written(field, index, value)
        case ir.Roll(field, index):
            return Written(field, index, None)
        case _:
            return None


def fields_written(root: object) -> frozenset[str]:
    """The fields that are set in a node, or in nodes in tuples."""
    return frozenset(sets.field for node in walk(root) if (sets := written(node)) is not None)


def shape_asked(node: object) -> tuple[ir.Expr, str] | None:
    """The cards of which a condition asks whether they are of a shape, and the shape."""
    return (node.cards, node.shape) if isinstance(node, ir.HasShape) else None


def field_read(node: object) -> tuple[str, tuple[ir.Expr, ...]] | None:
    """The field that an expression reads, and of what."""
    return (node.field, node.index) if isinstance(node, ir.Get) else None


def place_of(node: object) -> ir.Place | None:
    """The zone that an expression is; None for every other expression."""
    return node if isinstance(node, ir.Place) else None


def field_of(node: object) -> ir.Get | None:
    """The field that an expression is; None for every other expression."""
    return node if isinstance(node, ir.Get) else None


def applied_to(node: object) -> tuple[str, tuple[ir.Expr, ...]] | None:
    """The definition that an expression applies, and to what."""
    return (node.define, node.args) if isinstance(node, ir.Apply) else None


def places(root: object) -> Iterator[ir.Place]:
    """The zones that stand in a node, or in nodes in tuples."""
    return (node for node in walk(root) if isinstance(node, ir.Place))


def offered(node: object) -> tuple[str, ...]:
    """The actions of which a decision offers the legal moves."""
    return node.actions if isinstance(node, ir.Ask) else ()


def looked_for(node: object) -> tuple[str, ...]:
    """The actions of which a condition asks whether a move is legal."""
    return node.actions if isinstance(node, ir.CanMove) else ()


def declaration(index: GameIndex, named: Reference) -> Labelled | None:
    """What is named; None where there is no such thing, and for domains."""
    kind, name = named
    declared: Mapping[Kind, Mapping[str, Labelled]] = {
        "define": index.defines,
        "routine": index.routines,
        "group": index.groups,
        "action": index.actions,
        "table": index.tables,
        "shape": index.shapes,
        "zone": index.zones,
        "field": index.fields,
    }
    return declared.get(kind, {}).get(name)


def reached(index: GameIndex, root: object, kinds: Collection[str] = CALLED) -> Iterator[object]:
    """Every node in a node, or in nodes in tuples, and in what they name of these kinds; each declaration once."""
    seen: set[Reference] = set()
    waiting = [root]
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            for named in references(node):
                if named[0] in kinds and named not in seen:
                    seen.add(named)
                    waiting.append(declaration(index, named))
