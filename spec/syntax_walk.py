"""Walks over surface syntax without recursion, for the few questions that concern names only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from spec import syntax as s
from spec.text.source import Span

PLAIN = (Span, str, int, bool)
"""What fields hold that is no syntax."""


def nodes(root: object) -> Iterator[object]:
    """Every syntax node under (and with) a root, in no particular order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
            continue
        kind: Any = type(node)
        inside = _inside(kind)
        if inside is not None:
            yield node
            stack.extend([getattr(node, name) for name in inside])


@cache
def _inside(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class of syntax nodes that may hold others; None where it is none."""
    if not is_dataclass(kind) or kind is Span:
        return None
    hints = get_type_hints(kind, vars(s))
    return tuple(f.name for f in fields(kind) if hints[f.name] not in PLAIN)


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
