"""What expressions and effects of the IR use: free names and calls; and the nodes of a program, and changes of them.

Leaves whether evaluating them can go wrong to `engine.core.definedness`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from typing import Any, TypeVar

from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.index import GameIndex, index_of
from spec.ir.references import declaration, references
from spec.text.source import Span

T = TypeVar("T")


def parts(node: Any) -> Iterator[tuple[str, Any]]:
    """The nodes in a node's fields, each with the field's name."""
    for f in fields(node):
        value = getattr(node, f.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, tuple):
                yield from ((f.name, inner) for inner in item if is_dataclass(inner))
            elif is_dataclass(item) and not isinstance(item, Span):
                yield f.name, item


_MEMBERS: dict[type[object], tuple[str, ...] | None] = {}
_INSIDE: dict[type[object], Callable[[Any], tuple[Any, ...]] | None] = {tuple: tuple}
"""How the values of the fields of each class met so far are had at once, or the items of a tuple; None for others."""


def members(kind: type[object]) -> tuple[str, ...] | None:
    """The names of the fields of a class of nodes; None where it is none."""
    if kind not in _MEMBERS:
        _MEMBERS[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None
    return _MEMBERS[kind]


def _inside(kind: type[object]) -> Callable[[Any], tuple[Any, ...]] | None:
    names = members(kind)
    if names is None:
        return None
    match names:
        case ():
            return lambda node: ()
        case (name,):
            only = attrgetter(name)
            return lambda node: (only(node),)
        case _:
            return attrgetter(*names)


def inside(node: object) -> tuple[Any, ...]:
    """What is right within a node, or several."""
    kind = type(node)
    if kind not in _INSIDE:
        _INSIDE[kind] = _inside(kind)
    values = _INSIDE[kind]
    return values(node) if values is not None else ()


def nodes(node: object) -> Iterator[object]:
    """Everything in a part of a program, itself included."""
    stack = [node]
    while stack:
        top = stack.pop()
        kind = type(top)
        if kind not in _INSIDE:
            _INSIDE[kind] = _inside(kind)
        values = _INSIDE[kind]
        if values is not None:
            if kind is not tuple:
                yield top
            stack += values(top)


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with `change` done to every node in it, inner ones first; `change` may answer a tuple within tuples."""
    if isinstance(node, tuple):
        found: list[Any] = []
        same = True
        for item in node:
            made = rewrite(item, change)
            same = same and made is item
            found += made if isinstance(made, tuple) and members(type(item)) is not None else (made,)
        return node if same else tuple(found)
    names = members(type(node))
    if names is None or isinstance(node, Span):
        return node
    changed = {}
    for name in names:
        old = getattr(node, name)
        new = rewrite(old, change)
        if new is not old and new != old:
            changed[name] = new
    return change(replace(node, **changed) if changed else node)


class Uses:
    """Questions about the expressions of one game."""

    def __init__(self, game: ir.Game) -> None:
        self.index: GameIndex = index_of(game)
        self._free: dict[tuple[str, str], frozenset[str]] = {}
        self.forced: set[tuple[str, str, int]] = set()

    def declaration(self, node: ir.Call) -> tuple[str, str, tuple[ir.Var, ...], object]:
        """What is called: its kind, its name, its parameters and its body (for a group: the clauses)."""
        (named,) = references(node)
        decl = declaration(self.index, named)
        assert isinstance(decl, ir.Define | ir.Routine | ir.Group)
        return *named, decl.params, decl.clauses if isinstance(decl, ir.Group) else decl.body

    def kept(self, node: ir.Call) -> tuple[bool, ...]:
        """Which parameters of what is called have a use; others are not handed over."""
        kind, name, params, body = self.declaration(node)
        key = (kind, name)
        if key not in self._free:
            self._free[key] = frozenset()
            self._free[key] = frozenset(self.free(body))
        used = self._free[key]
        return tuple(p.name in used or (kind, name, i) in self.forced for i, p in enumerate(params))

    def free(self, node: Any) -> dict[str, ir.Type]:
        """The names that are used and not bound within, in the order of their first use."""
        return free_names(rewrite(node, self._handed_over))

    def _handed_over(self, node: Any) -> Any:
        """A call with those arguments alone that it has a use for."""
        if not isinstance(node, ir.Call):
            return node
        return replace(node, args=tuple(arg for arg, kept in zip(node.args, self.kept(node), strict=True) if kept))
