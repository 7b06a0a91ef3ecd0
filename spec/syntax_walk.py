"""Walks over surface syntax without recursion, for the few questions that concern names only."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast

from spec import syntax as s
from spec.text.source import Span


def nodes(root: object) -> Iterator[object]:
    """Every syntax node under (and with) a root, in no particular order."""
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is tuple:
            stack.extend(node)  # type: ignore[arg-type]
        elif (parts := parts_of(kind)) is not None:
            yield node
            stack.extend([getattr(node, name) for name in parts])


def parts_of(kind: type) -> tuple[str, ...] | None:
    """The names of what a syntax node of a class has; None of what is no syntax node."""
    return _parts_of(cast("Hashable", kind))


@cache
def _parts_of(kind: type) -> tuple[str, ...] | None:
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) and kind is not Span else None


def words(root: object) -> set[str]:
    """Every name that stands in an expression or effect under a root."""
    found: set[str] = set()
    for node in nodes(root):
        match node:
            case s.Word(text):
                found.add(text)
            case s.Applied(s.Name(text)) | s.Perform(name=s.Name(text)):
                found.add(text)
            case _:
                pass
    return found
