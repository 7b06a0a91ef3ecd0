"""Walks over surface syntax without recursion, for the few questions that concern names only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from spec import syntax as s
from spec.text.source import NOWHERE, Span

T = TypeVar("T")

_parts: dict[type, tuple[str, ...] | None] = {}
_known: dict[int, tuple[s.Section, dict[type, list[object]]]] = {}
MOST_KNOWN = 1_000
"""So many sections are remembered with what is in them: those of a long file, several times over."""


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


def moved(section: s.Section, by: int) -> s.Section:
    """A section as it would be so many characters further on; what stands nowhere stays there."""
    if by == 0:
        return section
    found: dict[type, list[object]] = {}
    made = cast(s.Section, _moved(section, by, found))
    _remember(made, found)
    return made


def _moved(value: object, by: int, found: dict[type, list[object]]) -> object:
    """The same, with every node that is made put among those of its class."""
    kind: Any = type(value)
    if kind is Span:
        return value if value is NOWHERE else Span(value.start + by, value.end + by)  # type: ignore[attr-defined]
    if kind is tuple:
        return tuple([_moved(item, by, found) for item in value])  # type: ignore[attr-defined]
    parts = _parts[kind] if kind in _parts else parts_of(kind)
    if parts is None:
        return value
    made = kind(*[_moved(getattr(value, name), by, found) for name in parts])
    found.setdefault(kind, []).append(made)
    return made


def of_class(sections: tuple[s.Section, ...], kind: type[T]) -> Iterator[T]:
    """Every syntax node of a class in some sections. Many ask this of the same sections: each is walked once."""
    return (cast(T, node) for section in sections for node in _by_class(section).get(kind, ()))


def _by_class(section: s.Section) -> dict[type, list[object]]:
    """The nodes of a section by their classes. While it is remembered it lives, so that no other has its number."""
    known = _known.get(id(section))
    if known is not None:
        return known[1]
    found: dict[type, list[object]] = {}
    for node in nodes(section):
        found.setdefault(type(node), []).append(node)
    _remember(section, found)
    return found


def _remember(section: s.Section, found: dict[type, list[object]]) -> None:
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[id(section)] = section, found


def words(root: object) -> set[str]:
    """Every name that stands in an expression or effect under a root."""
    return _words_among(nodes(root))


def words_in(sections: tuple[s.Section, ...]) -> set[str]:
    """Every name that stands in an expression or effect of some sections."""
    return _words_among(node for kind in (s.Word, s.Applied, s.Perform) for node in of_class(sections, kind))


def _words_among(found: Iterator[object]) -> set[str]:
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
