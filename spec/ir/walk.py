"""What the fields of the IR's nodes may hold, read from the dataclasses themselves, and walks over any node.

Leaves the meaning of a node to the engine, and which nodes may stand where to `spec.ir.check`.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from spec.ir import nodes as ir
from spec.text.source import Span

T = TypeVar("T")

MAX_DEPTH = 200
"""How deep nodes may be nested below a game: it keeps recursive passes within Python's stack."""


@cache
def hints_of(cls: Any) -> tuple[tuple[str, Any], ...]:
    """The names and type hints of a node's fields, in order, without those that only say what people call it."""
    hints = get_type_hints(cls, vars(ir))
    return tuple((f.name, hints[f.name]) for f in fields(cls) if "apart" not in f.metadata)


@cache
def options(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a union; a hint that is no union is its only alternative."""
    return get_args(hint) if isinstance(hint, types.UnionType) or get_origin(hint) is Union else (hint,)


@cache
def nodes_of(hint: Any) -> dict[str, type]:
    """The node classes among a hint's alternatives, by name; spans are no nodes."""
    classes = (o for o in options(hint) if isinstance(o, type) and is_dataclass(o))
    return {o.__name__: o for o in classes if o is not Span}


@cache
def words_of(hint: Any) -> tuple[str, ...]:
    """The words among which a field chooses; () where it is no such field."""
    return get_args(hint) if get_origin(hint) is Literal else ()


@cache
def item_hints(hint: Any) -> tuple[Any, bool] | None:
    """Of a hint that a tuple has: its items' one hint and True, or their hints, one each, and False; else None."""
    form = next((o for o in options(hint) if get_origin(o) is tuple), None)
    if form is None:
        return None
    args = get_args(form)
    return (args[0], True) if len(args) == 2 and args[1] is Ellipsis else (args, False)


def conforms(value: object, hint: Any) -> bool:
    """Does a field's value have its hint's form, looking no deeper than tuples and the nodes' classes?"""
    items = item_hints(hint)
    if items is not None and isinstance(value, tuple):
        inner, free = items
        if free:
            return all(conforms(v, inner) for v in value)
        return len(value) == len(inner) and all(map(conforms, value, inner))
    if words_of(hint):
        return value in words_of(hint)
    return type(value) in options(hint)


def misfits(node: object) -> tuple[str, ...]:
    """The names of those fields of a node whose values are not of their form."""
    return tuple(
        name
        for name, hint, plain in _forms(cast(Any, type(node)))
        if type(value := getattr(node, name)) not in plain and not conforms(value, hint)
    )


@cache
def _forms(cls: Any) -> tuple[tuple[str, Any, frozenset[Any]], ...]:
    """The fields of a node with their hints, and the classes whose values are of that form whatever they hold."""
    return tuple(
        (name, hint, frozenset(o for o in options(hint) if isinstance(o, type)) if not words_of(hint) else frozenset())
        for name, hint in hints_of(cls)
    )


@cache
def _holding(cls: Any) -> tuple[str, ...]:
    """The names of those fields of a node that may hold nodes."""
    return tuple(name for name, hint in hints_of(cls) if _may_hold(hint))


def _may_hold(hint: Any) -> bool:
    items = item_hints(hint)
    inner = () if items is None else (items[0],) if items[1] else items[0]
    return bool(nodes_of(hint)) or any(map(_may_hold, inner))


_NODES: frozenset[Any] = frozenset(cls for cls in vars(ir).values() if isinstance(cls, type) and is_dataclass(cls)) - {
    Span
}
"""The classes of all nodes."""


def children(node: object) -> list[object]:
    """The nodes that stand in a node's fields, in order; spans are no nodes, and no node is looked for where its form
    has none."""
    found: list[object] = []
    kind: Any = type(node)
    for name in _holding(kind):
        value = getattr(node, name)
        part: Any = type(value)
        if part is tuple:
            for item in value:
                inner: Any = type(item)
                if inner in _NODES:
                    found.append(item)
                else:
                    _gather(item, found)
        elif part in _NODES:
            found.append(value)
    return found


def _gather(value: object, found: list[object]) -> None:
    kind: Any = type(value)
    if kind is tuple:
        for item in value:  # type: ignore[attr-defined]
            _gather(item, found)
    elif kind in _NODES:
        found.append(value)


def walk(node: object) -> Iterator[object]:
    """A node, or the nodes in a tuple, and all nodes below, each before what is in it, in order; needs no recursion."""
    stack: list[object] = []
    _gather(node, stack)
    stack.reverse()
    while stack:
        top = stack.pop()
        yield top
        if below := children(top):
            below.reverse()
            stack.extend(below)


def mapped(node: T, change: Callable[[Any], Any]) -> T:
    """A node, or nodes in tuples, with every node in it changed, innermost first; what stays the same is the same."""
    whole: Any = node
    if isinstance(whole, tuple):
        items = tuple(mapped(item, change) for item in whole)
        return node if all(map(operator.is_, items, whole)) else cast(T, items)
    if not is_dataclass(whole) or isinstance(whole, Span):
        return node
    parts = {name: getattr(whole, name) for name, _ in hints_of(cast(Any, type(whole)))}
    new = {name: found for name, part in parts.items() if (found := mapped(part, change)) is not part}
    return cast(T, change(replace(cast(Any, whole), **new) if new else whole))


def too_deep(node: object, limit: int = MAX_DEPTH) -> bool:
    """Are nodes nested deeper than the limit?"""
    level: list[object] = [node]
    for _ in range(limit):
        if not level:
            return False
        # Equal nodes below equal nodes are as deep, and a node that is shared need be looked at once a level.
        level = list({id(c): c for n in level for c in children(n)}.values())
    return bool(level)
