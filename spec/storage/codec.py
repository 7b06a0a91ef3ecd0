"""Frozen dataclasses, tuples and plain values as JSON and back: the form in which results are kept between runs.

Reading runs no code of what is read: the type that a caller expects says which classes there can be, and anything else
is refused. Leaves files to `spec.storage.cache`. Where a type has several kinds of values that JSON writes as lists,
each list begins with its class's name.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

TUPLE = ""
"""What stands before a tuple's items where a dataclass could stand instead."""

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


class Unreadable(ValueError):
    """The text is not what `encode` makes of a value of that type."""


def encode(value: object, hint: Any) -> bytes:
    """A value of a type as text. Raises Unreadable where it is none, RecursionError where it is nested too deep."""
    return json.dumps(_codec(hint).write(value), ensure_ascii=True, separators=(",", ":")).encode("ascii")


def decode(data: bytes, hint: Any) -> Any:
    """The value of a type that `encode` made a text of. Raises Unreadable."""
    try:
        return _codec(hint).read(json.loads(data))
    except (ValueError, TypeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


class _Codec:
    """How values of one type are written and read; made first and filled then, as types contain themselves."""

    __slots__ = ("read", "write")

    def __init__(self) -> None:
        self.write: Write = _refused
        self.read: Read = _refused


def _refused(value: object) -> Any:
    raise Unreadable(f"{type(value).__name__} cannot stand here")


_known: dict[Any, _Codec] = {}


def _codec(hint: Any) -> _Codec:
    found = _known.get(hint)
    if found is None:
        found = _known[hint] = _Codec()
        try:
            found.write, found.read = _made(hint)
        except BaseException:
            del _known[hint]
            raise
    return found


def _made(hint: Any) -> tuple[Write, Read]:
    if isinstance(hint, types.UnionType) or get_origin(hint) is Union:
        return _union(get_args(hint))
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint))
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint))
    if get_origin(hint) is frozenset:
        return _set(get_args(hint)[0])
    if isinstance(hint, type) and is_dataclass(hint):
        return _node(hint)
    if hint in (str, int, bool, float, type(None)):
        return _exactly(hint)
    raise TypeError(f"values of {hint} have no form as text")


def _exactly(kind: type) -> tuple[Write, Read]:
    def same(value: Any) -> Any:
        return value if type(value) is kind else _refused(value)

    def made(value: Any) -> Any:
        """A number that stands for a float, or a text of a class of its own, is written as what it is read as."""
        wider = int | float if kind is float else str
        return kind(value) if isinstance(value, wider) and not isinstance(value, bool) else _refused(value)

    return (made if kind in (str, float) else same), same


def _one_of(words: tuple[Any, ...]) -> tuple[Write, Read]:
    def same(value: Any) -> Any:
        return value if type(value) is str and value in words else _refused(value)

    return same, same


def _items(value: Any) -> list[Any]:
    return value if type(value) is list else _refused(value)


def _tuple(args: tuple[Any, ...]) -> tuple[Write, Read]:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _codec(args[0])
        return (
            lambda value: [item.write(v) for v in value] if type(value) is tuple else _refused(value),
            lambda row: tuple([item.read(v) for v in _items(row)]),
        )
    items = [_codec(arg) for arg in args]
    return (
        lambda value: [c.write(v) for c, v in zip(items, value, strict=True)],
        lambda row: tuple([c.read(v) for c, v in zip(items, _items(row), strict=True)]),
    )


def _set(arg: Any) -> tuple[Write, Read]:
    item = _codec(arg)
    return lambda value: sorted(item.write(v) for v in value), lambda row: frozenset(item.read(v) for v in _items(row))


@cache
def _fields(cls: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(cls)
    return tuple((f.name, hints[f.name]) for f in fields(cls) if f.init)


def _node(cls: Any) -> tuple[Write, Read]:
    names = [name for name, _ in _fields(cls)]
    codecs = [_codec(hint) for _, hint in _fields(cls)]
    reads: list[Read] = []

    def write(value: Any) -> Any:
        if type(value) is not cls:
            _refused(value)
        return [c.write(getattr(value, name)) for name, c in zip(names, codecs, strict=True)]

    def read(row: Any) -> Any:
        if type(row) is not list or len(row) != len(codecs):
            _refused(row)
        if not reads:
            reads.extend(c.read for c in codecs)
        return cls(*[read(v) for read, v in zip(reads, row, strict=True)])

    return write, read


def _union(args: tuple[Any, ...]) -> tuple[Write, Read]:
    lists = {cls: name for arg in args for cls, name in [_kind(arg)] if cls is not None}
    listed = {name: _codec(arg) for arg in args for cls, name in [_kind(arg)] if cls is not None}
    bare = [_codec(arg) for arg in args if _kind(arg)[0] is None]
    if len(listed) != sum(_kind(arg)[0] is not None for arg in args):
        raise TypeError(f"two of {args} are written alike")
    only = next(iter(listed.values())) if len(listed) == 1 else None

    def write(value: Any) -> Any:
        name = lists.get(type(value))
        if name is None:
            return _first([c.write for c in bare], value)
        return only.write(value) if only is not None else [name, *listed[name].write(value)]

    def read(row: Any) -> Any:
        if type(row) is not list:
            return _first([c.read for c in bare], row)
        if only is not None:
            return only.read(row)
        found = listed.get(row[0]) if row and type(row[0]) is str else None
        return found.read(row[1:]) if found is not None else _refused(row)

    return write, read


def _kind(arg: Any) -> tuple[Any, str]:
    """The class of the values that JSON writes as lists, and the word before their items; None for other values."""
    if get_origin(arg) is tuple:
        return tuple, TUPLE
    if isinstance(arg, type) and is_dataclass(arg):
        return arg, arg.__name__
    return None, ""


def _first(ways: list[Callable[[Any], Any]], value: Any) -> Any:
    """A plain value by the first type that it is of."""
    for way in ways:
        try:
            return way(value)
        except Unreadable:
            continue
    return _refused(value)
