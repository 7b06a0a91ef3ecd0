"""The files of the opened folder, or the one opened file: listed, read, written; nothing outside is ever touched.

A file is written only if it is still as it was read, and whole or not at all.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hoyle.sources.files import SUFFIX
from hoyle.studio.messages.every import FileAnswer, FileRequest, Refused
from hoyle.studio.messages.files import Files, Listing, Opened, Read, Write
from hoyle.terminal.guard import Misuse, because
from hoyle.terminal.reading import RULES, read_bytes
from hoyle.terminal.writing import write_text

MOST_FILES = 500
DEEPEST = 4


class Outside(Misuse):
    """A path that leads out of the opened folder, or names no rule file."""


@dataclass(frozen=True, slots=True)
class Folder:
    """What was opened: a folder, and, where it was one file, its name; `first` is what a page begins with."""

    root: Path
    only: str = ""
    first: str = ""

    def answer(self, request: FileRequest) -> FileAnswer:
        """The answer to a request. Raises nothing: what cannot be is refused."""
        try:
            match request:
                case Listing():
                    return Files(self.root.name, tuple(self._paths()), self.first or self.only)
                case Read(path):
                    return self._read(path)
                case Write(path, text, was):
                    return self._write(path, text, was)
        except (Misuse, ValueError) as error:
            return Refused(str(error))
        except OSError as error:
            return Refused(because(error))

    def _paths(self) -> Iterator[str]:
        """The rule files, by their paths from the root."""
        if self.only:
            yield self.only
            return
        found = 0
        for folder, folders, files in os.walk(self.root):
            deep = len(Path(folder).relative_to(self.root).parts)
            folders[:] = sorted(f for f in folders if not f.startswith(".") and deep < DEEPEST)
            for name in sorted(files):
                if name.endswith(SUFFIX) and not name.startswith("."):
                    yield (Path(folder) / name).relative_to(self.root).as_posix()
                    found += 1
                    if found == MOST_FILES:
                        return

    def _place(self, path: str) -> Path:
        """The file that a path names. Raises Outside."""
        told = PurePosixPath(path)
        parts = told.parts
        plain = "\\" not in path and "\0" not in path and path == told.as_posix()
        if not plain or told.is_absolute() or not parts or any(p.startswith(".") for p in parts):
            raise Outside(f"{path[:80]!r} is no path in the opened folder")
        if not path.endswith(SUFFIX):
            raise Outside(f"only rule files are opened here: their names end with {SUFFIX}")
        if self.only and path != self.only:
            raise Outside(f"only {self.only} was opened; open its folder to work with others")
        root = self.root.resolve()
        place = root.joinpath(*parts)
        if not place.resolve().is_relative_to(root):
            raise Outside(f"{path[:80]!r} leads out of the opened folder")
        return place

    def _read(self, path: str) -> FileAnswer:
        place = self._place(path)
        data = read_bytes(place, RULES)
        try:
            return Opened(path, data.decode("utf-8-sig"), _version(data))
        except UnicodeDecodeError:
            return Refused(f"{path} is no UTF-8 text")

    def _write(self, path: str, text: str, was: str) -> FileAnswer:
        place = self._place(path)
        data = text.encode("utf-8")
        if len(data) > RULES:
            return Refused(f"{path} would be larger than a rule file may be, and was not written")
        now = _version(read_bytes(place, RULES)) if place.exists() else ""
        if now != was:
            told = (
                "is there already" if not was else "was changed on the disk since it was opened" if now else "is gone"
            )
            return Refused(f"{path} {told}, and was not written; save under another name, or open it again")
        if not place.parent.is_dir():
            return Refused(f"there is no folder {PurePosixPath(path).parent} to write in")
        # A link is written through, into what it names within the folder.
        write_text(place.resolve(), text, replace=bool(was))
        return Opened(path, text, _version(data))


def _version(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]
