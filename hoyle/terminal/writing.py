"""Writes files whole or not at all, and never over another file without being asked.

Leaves what is written to the commands.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from hoyle.terminal.guard import Misuse

RULE_FILE = ".hoyle"
"""How the name of a rule file ends."""


class WouldOverwrite(Misuse):
    """The file is there already, and nobody asked to replace it."""


def free(path: Path, *, replace: bool) -> None:
    """Raises WouldOverwrite where the file is there: before long work, and again when it is written.

    What is there and is no file, such as a device, is never replaced: Misuse.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise Misuse(f"{path} is there already, and is no file; choose another name")
    if os.path.lexists(path) and not replace:
        raise WouldOverwrite(f"{path} is there already; choose another name or add --force")


def all_free(names: Iterable[str | None], *, replace: bool, reads: Iterable[str | None] = ()) -> None:
    """Raises Misuse before long work where one of the files named could not be written after it, or two are one.

    `reads`: games and files that the command reads. None of them is replaced, whoever asks.
    """
    seen: set[Path] = set()
    kept = [one for one in reads if one]
    for name in names:
        if name is None:
            continue
        path = Path(name)
        if not name or name.endswith(("/", os.sep)) or path.is_dir():
            raise Misuse(f"{name or 'an empty name'} is no name of a file")
        if any(_read_from(path, one) for one in kept):
            raise Misuse(f"{path} is read by this command, and would be lost; choose another name")
        free(path, replace=replace)
        if not path.parent.is_dir():
            raise Misuse(f"there is no folder {path.parent} to write {path.name} in")
        if path.resolve() in seen:
            raise Misuse(f"{path} is named twice; write into two files")
        seen.add(path.resolve())


def _read_from(path: Path, name: str) -> bool:
    """Is this the file that somebody names: as it is, with an edition behind an @, or as the folder of a rule file?"""
    for place in map(Path, filter(None, (name, name.rpartition("@")[0]))):
        if place.is_dir() and path.suffix == RULE_FILE and path.parent.samefile(place):
            return path.exists()
        if place.is_file() and path.exists() and path.samefile(place):
            return True
    return False


def write_text(path: Path, text: str, *, replace: bool = False, mode: int = 0o644) -> None:
    """Writes a text file through a temporary one beside it. Raises WouldOverwrite, or OSError."""
    with writing(path, replace=replace, mode=mode) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def writing(path: Path, *, replace: bool = False, mode: int = 0o644) -> Iterator[BinaryIO]:
    """A temporary file beside another, in whose place it comes at the end. Raises WouldOverwrite, or OSError.

    `mode`: who may read and write the file then.
    """
    free(path, replace=replace)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(name, mode)
        os.replace(name, path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def rewrite(path: Path, text: str) -> None:
    """Puts a text in the place of a file's, which keeps its rights; through a link, of the file behind it.

    Raises Misuse where the file may only be read, and OSError.
    """
    file = path.resolve()
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & stat.S_IWUSR or not os.access(file, os.W_OK):
        raise Misuse(f"{path} may only be read, and was not written")
    write_text(file, text, replace=True, mode=mode)
