"""Keeps what the parser made of a text, so that a file that has not changed is not parsed again.

A kept result is used only for exactly this text and this version of `spec`, and only if it is as it was written; the
user's own cache directory holds it. What a text means is left to `spec`.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import spec
from spec.diagnostics.diagnostic import Diagnostic
from spec.storage import cache as storage
from spec.storage import codec
from spec.syntax import File

if TYPE_CHECKING:
    from spec.text.parse import Kept

MOST_KEPT = 200
"""So many results are kept; then the oldest go."""

MOST_IN_MEMORY = 64
"""So many stay in memory, more than the library has games; they take about 20 MB."""

SOURCES = (".py", ".lark")
"""The files of `spec` that decide what the parser makes of a text."""

Result = tuple[File, tuple[Diagnostic, ...]]


@lru_cache(maxsize=MOST_IN_MEMORY)
def parsed(content: str) -> Result:
    """What the parser makes of a text, which in this process is asked but once."""
    return cached_parse(content)


def cached_parse(content: str) -> Result:
    """What the parser makes of a text, from the cache where it was made before."""
    path = _folder() / f"{_key(content)}.parsed"
    found = _load(path)
    if found is None:
        found = _parse(content)
        _save(path, found)
    return found


def _parse(content: str) -> Result:
    from spec.text.parse import parse

    return parse(content, _last())


@cache
def _last() -> Kept:
    """The sections of the text that was parsed last in this process: often the next one differs in few."""
    from spec.text.parse import Kept

    return Kept()


def _folder() -> Path:
    return storage.cache_folder() / "parsed"


def _key(content: str) -> str:
    """Text and parser: a change of any file of `spec` makes every kept result another's."""
    digest = hashlib.sha256(content.encode("utf-8", "surrogatepass"))
    for path in sorted(p for folder in spec.__path__ for p in Path(folder).rglob("*") if p.suffix in SOURCES):
        state = path.stat()
        digest.update(f"{path.name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _load(path: Path) -> Result | None:
    data = storage.load(path)
    if data is None:
        return None
    try:
        found: Result = codec.decode(data, Result)
    except codec.Unreadable:  # the text is at hand
        return None
    return found


def _save(path: Path, result: Result) -> None:
    """Keeps a result, and lets the oldest go."""
    try:
        data = codec.encode(result, Result)
    except RecursionError:  # a text nested so deep is parsed each time
        return
    if storage.save(path, data):
        storage.evict(path.parent, "*.parsed", MOST_KEPT)
