"""Keeps the C of games between runs, so that it is not made again where its library lies in the cache.

An entry is named by all that the C is made of: the game, what it is for, Hoyle's variables, and the content of every
file of `spec` and `engine`. Leaves making C to the modules that `_make` names; they are imported only where C is made.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, assert_never

import engine
import spec
from engine.c.compiled.build import cache_folder
from engine.c.compiled.generated import Code
from engine.core.layout import Layout
from spec.ir import nodes as ir
from spec.ir.clauses import Mark
from spec.storage import cache as files
from spec.storage import codec

Purpose = Literal["single games", "random games", "players that choose"]
Kept = tuple[str, tuple[ir.Source, ...], tuple[Mark, ...]]
"""Of C its text, and the clauses that its numbers stand for."""
MOST_KEPT = 200
"""So many texts are kept, some 30 MB; then the oldest go."""
SUFFIXES = (".py", ".h")
"""Of the files by which C is made, and of those that become part of it."""


def code_for(game: ir.Game, purpose: Purpose) -> Code:
    """A game's C, from the cache where it lies there whole. Raises `Unsupported` where none can be made."""
    path = cache_folder() / f"{_key(game, purpose)}.code"
    found = _load(path, game)
    if found is None:
        found = _make(game, purpose)
        kept: Kept = (found.text, found.sources, found.marks)
        if files.save(path, codec.encode(kept, Kept)):
            files.evict(path.parent, "*.code", MOST_KEPT)
    return found


def _make(game: ir.Game, purpose: Purpose) -> Code:
    match purpose:
        case "single games":
            from engine.c.compiled import code

            return code.code_of(game)
        case "random games":
            from engine.c.playout import source

            return source.code_of(game)
        case "players that choose":
            from engine.c.compiled import policies

            return policies.seated_code(game)
        case _:
            assert_never(purpose)


def _load(path: Path, game: ir.Game) -> Code | None:
    data = files.load(path)
    if data is None:
        return None
    try:
        text, sources, marks = codec.decode(data, Kept)
    except codec.Unreadable:  # it can be made again
        return None
    return Code(text, Layout(game), sources, marks)


def _key(game: ir.Game, purpose: Purpose) -> str:
    variables = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("HOYLE_"))
    told = "\0".join((_generator(), purpose, *variables, "", repr(game)))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _generator() -> str:
    """A digest of all by which C is made: a change of any of these files makes every kept text another's."""
    told = hashlib.sha256(sys.version.encode())
    for path in _sources():
        content = path.read_bytes()
        told.update(f"{path}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        told.update(content)
    return told.hexdigest()


def _sources() -> Iterator[Path]:
    for package in (spec, engine):
        for folder in package.__path__:
            yield from sorted(path for path in Path(folder).rglob("*") if path.suffix in SUFFIXES)
