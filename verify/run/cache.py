"""Keeps what runs find in files of the user's cache folder, each thing by what it depends on.

Clauses are kept by their labels, and found again where they stand now. What is kept is used only for the same rules,
settings, plan and version of Hoyle. Leaves the files to `spec.storage.cache`, and what is kept to
`verify.run.reuse` and `verify.ambiguity.run.store`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

import engine
import spec
import verify
from spec.ir import nodes as ir
from spec.storage import cache as files
from spec.storage import codec

T = TypeVar("T")
RULES = ""
"""Stands for what is about no claim and no example, where those stand by their names."""
Where = tuple[ir.ClauseId, ...]
"""Clauses, as they are kept."""

# ---------------------------------------------------------------- what a result depends on


def digest_of(*parts: object) -> str:
    """A digest of nodes and plain values, free of spans, citations, display names and the wording of questions and
    rulings: verdicts are kept by labels, and what people read for those is looked up when they are shown."""
    told = hashlib.sha256()
    for part in parts:
        for piece in _pieces(part):
            told.update(piece.encode("utf-8", "surrogatepass"))
            told.update(b"\0")
    return told.hexdigest()[:40]


def _pieces(value: object) -> Iterator[str]:
    match value:
        case ir.Source(label):
            yield label
        case tuple():
            yield f"({len(value)}"
            for item in value:
                yield from _pieces(item)
        case _ if is_dataclass(value):
            node: Any = type(value)
            yield node.__name__
            for name in _told(node):
                yield from _pieces(getattr(value, name))
        case _:
            yield repr(value)


UNTOLD = {"span", "cites", "because", "display", "displays", "layout"}
"""Fields that change no verdict, beside the wording of questions."""
WORDING = {ir.Question: {"text"}, ir.Reading: {"text"}}


@cache
def _told(node: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(node) if f.name not in UNTOLD and f.name not in WORDING.get(node, ()))


@cache
def version(*more: ModuleType) -> str:
    """What was installed: a change of any file of `spec`, `engine` or `verify`, or of `more` packages, makes every kept
    result another's."""
    told = hashlib.sha256(sys.version.encode())
    for library in ("z3-solver", "hypothesis"):
        told.update(_version_of(library).encode())
    for package in (spec, engine, verify, *more):
        for folder in map(Path, package.__path__):
            for path in sorted(p for p in folder.rglob("*") if p.suffix in (".py", ".lark", ".c", ".h")):
                state = path.stat()
                told.update(f"{path.relative_to(folder)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return told.hexdigest()[:16]


def _version_of(library: str) -> str:
    """The version of a library, or that there is none, as of Hypothesis in a browser."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"


# ---------------------------------------------------------------- keeping


class Cache(Generic[T]):
    """Values of one type in a folder of the user's cache folder, each by a key; without a folder nothing is kept.

    `used` and `made` count what was there, and what had to be found out.
    """

    def __init__(self, folder: Path | None, kind: Any, name: str, most: int) -> None:
        self._folder, self._kind, self._name, self._most = folder, kind, name, most
        self.used = self.made = 0

    def load(self, key: str) -> T | None:
        """What was kept by that key, if it is whole."""
        data = None if self._folder is None else files.load(self._folder / f"{key}.{self._name}")
        if data is None:
            return None
        try:
            value: T = codec.decode(data, self._kind)
        except codec.Unreadable:  # it can be found out again
            return None
        return value

    def save(self, key: str, value: T) -> None:
        """Keeps a value, if there is a place for it."""
        if self._folder is not None:
            files.save(self._folder / f"{key}.{self._name}", codec.encode(value, self._kind))

    def evict(self) -> None:
        """Lets the oldest values go."""
        if self._folder is not None:
            files.evict(self._folder, f"*.{self._name}", self._most)


def users_folder(name: str) -> Path:
    """A folder of the user's cache folder."""
    return files.cache_folder() / name


class Anchors:
    """Clauses by what they are known by, to be found again after an edit."""

    def __init__(self, sources: Iterable[ir.Source]) -> None:
        self._sources: dict[ir.ClauseId, ir.Source] = {}
        self._first: dict[str, ir.ClauseId] = {}
        for source in sources:
            self._sources.setdefault(source.clause, source)
            self._first.setdefault(source.label, source.clause)

    def where(self, sources: Iterable[ir.Source]) -> Where | None:
        """How the clauses are kept; None where one is not among these."""
        found = tuple(source.clause for source in sources)
        return found if all(clause in self._sources for clause in found) else None

    def nearest(self, sources: Iterable[ir.Source]) -> Where:
        """The same, with the first of its label for a clause that is not among these."""
        return tuple(s.clause if s.clause in self._sources else self._first.get(s.label, s.clause) for s in sources)

    def sources(self, where: Where) -> tuple[ir.Source, ...] | None:
        """The clauses as they stand now; None where one is no more."""
        try:
            return tuple(self._sources[at] for at in where)
        except KeyError:
            return None
