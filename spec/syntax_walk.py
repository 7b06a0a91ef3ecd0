"""Walks over surface syntax without recursion, for the few questions that concern names only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from spec import syntax as s
from spec.text.source import Span

_parts: dict[type, tuple[str, ...] | None] = {}


def nodes(root: object) -> Iterator[object]:
    """Every syntax node under (and with) a root, in no particular order."""
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is tuple:
            stack.extend(node)  # type: ignore[arg-type]
        elif (parts := _parts[kind] if kind in _parts else parts_of(kind)) is not None:
            yield node
            stack.extend([getattr(node, name) for name in parts])


def parts_of(kind: type) -> tuple[str, ...] | None:
    """The names of what a syntax node of a class has; None of what is no syntax node."""
    if kind not in _parts:
        _parts[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) and kind is not Span else None
    return _parts[kind]


@lru_cache(maxsize=4)
def every_node(sections: tuple[s.Section, ...]) -> tuple[object, ...]:
    """Every syntax node of some sections. Many ask, one after the other: the last answers are kept."""
    return tuple(nodes(sections))


def words(root: object) -> set[str]:
    """Every name that stands in an expression or effect under a root."""
    return words_among(nodes(root))


def words_among(found: Iterator[object] | tuple[object, ...]) -> set[str]:
    """Every name that some nodes have in an expression or effect."""
    named: set[str] = set()
    for node in found:
        match node:
            case s.Word(text):
                named.add(text)
            case s.Applied(s.Name(text)) | s.Perform(name=s.Name(text)):
                named.add(text)
            case _:
                pass
    return named
