"""Gives every name that is bound within a function its own name, so that a pass may move terms about.

The second `c` of a function is called `c__2`. Where one name is bound within the reach of another, the two differ
before the `__` as well (`engine.core.symbol_table.SymbolTable.local` sees to it); so a printer may leave the rest out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import count
from typing import Any

from engine.core import program as p
from engine.core import terms as t
from spec.ir import nodes as ir

BINDERS = (t.Filter, t.Fold, t.PerPlayer, t.Winners, p.ForEach)
OUTSIDE = ("over", "cards", "empty")
"""The parts of a binder that do not see the name that it binds."""
NUMBER = re.compile(r"__\d+$")


def unique(program: p.Program) -> p.Program:
    """The program in which no function, choice or first value binds a name twice."""
    changed: p.Program = _units(program)
    return changed


def said(name: str) -> str:
    """A name as a person reads it: without the number that tells it from others."""
    return NUMBER.sub("", name)


def _units(node: Any) -> Any:
    """A part of a program with each of its functions, moves' choices and fields renamed by itself."""
    match node:
        case p.Function():
            return replace(node, body=_Renaming({q.name for q in node.params}).of(node.body, {}))
        case p.ActionDef():
            parts = {f.name: _units(getattr(node, f.name)) for f in fields(node) if f.name != "params"}
            return replace(node, **parts, params=_Renaming({q.name for q in node.params}).of(node.params, {}))
        case p.FieldDef():
            return replace(node, start=_Renaming(set()).of(node.start, {}))
        case tuple():
            return tuple(map(_units, node))
        case _ if is_dataclass(node) and not isinstance(node, type) and type(node).__module__ == p.__name__:
            return replace(node, **{f.name: _units(getattr(node, f.name)) for f in fields(node)})
        case _:
            return node


@dataclass
class _Renaming:
    """Renames within one function."""

    taken: set[str] = field(default_factory=set)

    def of(self, node: Any, names: dict[str, str]) -> Any:
        """A node, in which these names stand for others."""
        match node:
            case t.Local(name, kind):
                return t.Local(names.get(name, name), kind)
            case tuple():
                return tuple(self.of(item, names) for item in node)
            case _ if not is_dataclass(node) or isinstance(node, type) or type(node).__module__ == ir.__name__:
                return node
            case _ if isinstance(node, BINDERS):
                name = self._fresh(node.var)
                inner = {**names, node.var: name}
                made = {f.name: self.of(getattr(node, f.name), names if f.name in OUTSIDE else inner)
                        for f in fields(node)}  # fmt: skip
                return replace(node, **{**made, "var": name})
            case _:
                return replace(node, **{f.name: self.of(getattr(node, f.name), names) for f in fields(node)})

    def _fresh(self, name: str) -> str:
        found = next(n for k in count(1) if (n := name if k == 1 else f"{name}__{k}") not in self.taken)
        self.taken.add(found)
        return found
