"""Files in the user's cache directory that are used only if they are as they were written, and only the user can write.

Leaves what is kept, and under which name, to its callers. What is read here is data: nothing of it is ever run.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import shlex
import stat
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

OTHERS = stat.S_IWGRP | stat.S_IWOTH
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No link is followed, and no pipe is waited for."""


class CacheRefused(UserWarning):
    """A folder of the cache is not used, for the reason that is told; all is found out again."""


def _warned(words: str) -> None:
    if multiprocessing.parent_process() is None:  # the first process says it
        warnings.warn(words, CacheRefused, stacklevel=2)


tell: Callable[[str], None] = _warned
"""Is called, once for each folder, with why a folder is not used."""

_refused: dict[Path, str] = {}


def cache_folder() -> Path:
    """`$XDG_CACHE_HOME/hoyle`, or the same under ~/.cache; a relative `$XDG_CACHE_HOME` does not count."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else _home() / ".cache"
    return root / "hoyle"


def _home() -> Path:
    """The user's folder; one of his own among the temporary ones where the system knows of none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"hoyle-{os.getuid() if hasattr(os, 'getuid') else 0}"


# ---------------------------------------------------------------- whose it is


def ours(folder: Path) -> bool:
    """May a folder be used, so far as it and those up to the cache's own are there? If not, `tell` says why, once."""
    for one in _down_to(folder):
        why = _fault(one)
        if why:
            _refuse(one, why)
            return False
    return True


def _refuse(folder: Path, why: str) -> None:
    if _refused.get(folder) != why:
        _refused[folder] = why
        tell(f"the folder {folder} is not used to keep results: {why}")


def _down_to(folder: Path) -> tuple[Path, ...]:
    """The cache's own folder and those below it, down to this one."""
    root = cache_folder()
    return (*(p for p in reversed(folder.parents) if p == root or root in p.parents), folder)


def _fault(folder: Path) -> str:
    """Why others could change what lies in a folder; '' where they cannot, or where it is not there yet."""
    try:
        found = folder.lstat()
    except NotADirectoryError:
        return f"{_file_above(folder)} is a file; put a folder in its place, or set XDG_CACHE_HOME"
    except OSError:
        return ""
    if stat.S_ISLNK(found.st_mode):
        return "it is a symbolic link; put a folder in its place, or set XDG_CACHE_HOME"
    if not stat.S_ISDIR(found.st_mode):
        return "it is a file; put a folder in its place, or set XDG_CACHE_HOME"
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        return "it belongs to another user; set XDG_CACHE_HOME to a folder of your own"
    if os.name == "posix" and found.st_mode & OTHERS:
        return f"other users can write to it; `chmod go-w {shlex.quote(str(folder))}` mends that"
    if folder == cache_folder():
        above = folder.parent.stat().st_mode
        if os.name == "posix" and above & stat.S_IWOTH and not above & stat.S_ISVTX:
            return f"anybody could put another in its place, as they can write to {folder.parent}"
    return ""


def _file_above(folder: Path) -> Path:
    return next((p for p in folder.parents if p.is_file()), folder.parent)


def make(folder: Path) -> bool:
    """Makes a folder to which only the user can write, unless it is there; no where it may not be used.

    Raises OSError.
    """
    for one in _down_to(folder):
        if not ours(one):
            return False
        one.mkdir(mode=0o700, parents=True, exist_ok=True)
    return ours(folder)


def read(path: Path) -> bytes | None:
    """A file's bytes; None where there is none, or where it is a link, another user's, or others can write to it."""
    if not ours(path.parent):
        return None
    try:
        handle = os.open(path, os.O_RDONLY | NO_LINK | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            mine = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
            if not stat.S_ISREG(found.st_mode) or not mine or (os.name == "posix" and found.st_mode & OTHERS):
                return None
            return file.read()
    except OSError:
        return None


# ---------------------------------------------------------------- what lies in it


def checksum(path: Path, data: bytes) -> str:
    """Of what is kept and of the key that it is kept by: a file under another name is another's."""
    return hashlib.sha256(f"{path.parent.name}/{path.name}\n".encode("utf-8", "surrogateescape") + data).hexdigest()


def load(path: Path) -> bytes | None:
    """What was saved there; None where there is nothing, or what is not as it was written."""
    found, _, data = (read(path) or b"").partition(b"\n")
    return data if checksum(path, data).encode() == found else None


def save(path: Path, data: bytes) -> bool:
    """Writes at once, so that nobody reads half of it; no where there is no place for it."""
    name = ""
    try:
        if not make(path.parent):
            return False
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(checksum(path, data).encode() + b"\n" + data)
        os.replace(name, path)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        missing = (one for one in _down_to(path.parent) if not one.exists())
        _refuse(next(missing, path.parent), f"it cannot be written ({error.strerror or error})")
        return False
    return True


def evict(folder: Path, pattern: str, most: int) -> tuple[Path, ...]:
    """Keeps so many files of a folder that fit a pattern, those written or touched last; answers which others went."""
    gone: list[Path] = []
    try:
        if not ours(folder):
            return ()
        for spent in sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)[:-most]:
            spent.unlink(missing_ok=True)
            gone.append(spent)
    except OSError:
        # Another process tidies up as well, or the folder is not ours to change: there is another time.
        pass
    return tuple(gone)
