"""Walks over surface syntax without recursion, for the few questions that concern names only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from spec import syntax as s
from spec.text.source import Span


def nodes(root: object) -> Iterator[object]:
    """Every syntax node under (and with) a root, in no particular order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif is_dataclass(node) and not isinstance(node, Span | type):
            yield node
            stack.extend(getattr(node, f.name) for f in fields(node))


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
