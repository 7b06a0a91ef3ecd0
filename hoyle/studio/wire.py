"""Messages as JSON and back, and as the types of the page's TypeScript: both are read off the dataclasses.

What comes from a page is a text of a stranger: a message that is not exactly what its class says is refused.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from hoyle.studio.messages import every
from hoyle.studio.messages.runs import REASON
from hoyle.studio.messages.text import NAME_KINDS
from spec.ir.display import readable
from spec.text.reserved import fixed_words

M = TypeVar("M")
KIND = "kind"
UNIONS = ("Request", "Answer", "Order", "Event", "FileRequest", "FileAnswer")
SIMPLE: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean"}
HEAD = "// Made of hoyle/studio/messages by `python -m hoyle.studio.wire`; a test holds them equal.\n"


class Unreadable(ValueError):
    """What came is no message; the text says why."""


def kind_of(cls: type) -> str:
    """What a message of a class is called in JSON."""
    return cls.__name__[0].lower() + cls.__name__[1:]


# ---------------------------------------------------------------- JSON


def as_json(message: Any) -> dict[str, Any]:
    """A message as a JSON object."""
    return {KIND: kind_of(type(message)), **_written(message)}


def _written(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: _written(getattr(value, f.name)) for f in fields(value)}
    return [_written(one) for one in value] if isinstance(value, tuple) else value


def from_json(told: object, union: Any) -> Any:
    """The message of a union that a JSON object tells. Raises Unreadable."""
    name = told.get(KIND) if isinstance(told, dict) else None
    cls = next((c for c in get_args(union) if kind_of(c) == name), None)
    if cls is None or not isinstance(told, dict):
        raise Unreadable(f"{str(name)[:40]!r} is no message that can be answered here")
    return _read_class(cls, {key: value for key, value in told.items() if key != KIND})


def _read_class(cls: Any, told: object) -> Any:
    hints = _hints(cls)
    if not isinstance(told, dict) or not told.keys() <= hints.keys():
        raise Unreadable(f"{cls.__name__} has other parts")
    missing = [f.name for f in fields(cls) if f.name not in told and f.default is MISSING]
    if missing:
        raise Unreadable(f"{cls.__name__} lacks {missing[0]}")
    return cls(**{name: _read(hints[name], value, f"{cls.__name__}.{name}") for name, value in told.items()})


def _read(hint: Any, value: object, where: str) -> Any:
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_read(get_args(hint)[0], one, where) for one in value)
    if is_dataclass(hint):
        return _read_class(hint, value)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise Unreadable(f"{where} is no {readable(getattr(hint, '__name__', str(hint)))}")
    return value


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


# ---------------------------------------------------------------- TypeScript


def typescript() -> str:
    """The declarations of all messages."""
    found: dict[str, type] = {}
    for union in UNIONS:
        for cls in get_args(getattr(every, union)):
            for one in _within(cls):
                found.setdefault(one.__name__, one)
    messages = {cls for union in UNIONS for cls in get_args(getattr(every, union))}
    parts = [_interface(cls, message=cls in messages) for _, cls in sorted(found.items())]
    unions = [_union(name) for name in UNIONS]
    kinds = ", ".join(f'"{kind}"' for kind in NAME_KINDS)
    constants = f"export const NAME_KINDS = [{kinds}] as const;\nexport const REASON = {json.dumps(REASON)};\n"
    words = json.dumps(sorted({w for w in fixed_words().values() if w.isalpha()}))
    constants += f"/** The words of the language. */\nexport const WORDS: readonly string[] = {words};\n"
    return "\n".join([HEAD, constants, *parts, *unions])


def _within(cls: Any) -> Iterator[type]:
    """A class and all that its parts are made of."""
    seen: dict[Any, None] = {}
    waiting = [cls]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen[one] = None
            inner = (get_args(h)[0] if get_origin(h) is tuple else h for h in _hints(one).values())
            waiting += [h for h in inner if is_dataclass(h)]
    yield from seen


def _interface(cls: Any, *, message: bool) -> str:
    lines = [f'  {KIND}: "{kind_of(cls)}";'] if message else []
    optional = {f.name for f in fields(cls) if f.default is not MISSING}
    for name, hint in _hints(cls).items():
        lines.append(f"  {name}{'?' if name in optional else ''}: {_type(hint)};")
    about = " ".join((cls.__doc__ or "").split())
    return f"/** {about} */\nexport interface {cls.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _type(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return f"{_type(get_args(hint)[0])}[]"
    if isinstance(hint, types.UnionType) or get_origin(hint) is Union:
        return " | ".join(map(_type, get_args(hint)))
    return SIMPLE.get(hint) or hint.__name__


def _union(name: str) -> str:
    members = " | ".join(cls.__name__ for cls in get_args(getattr(every, name)))
    return f"export type {name} = {members};\n"


Tell = Callable[[Any], None]
"""Hears messages."""

if __name__ == "__main__":
    from pathlib import Path

    place = Path(__file__).with_name("page") / "src" / "messages.ts"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(typescript(), encoding="utf-8")
