"""Finds and reads rule files, and turns their text into games; every fault of a file becomes a diagnostic.

Leaves what a text means to `spec` and how a diagnostic is shown to `hoyle.terminal.render`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.sources.parsed import parsed as parse_once
from hoyle.sources.rulefolder import rules_folder
from hoyle.sources.sound_fixes import sound_fixes
from hoyle.terminal.guard import Misuse
from hoyle.terminal.reading import RULES, read_bytes
from hoyle.terminal.writing import RULE_FILE
from spec.diagnostics.diagnostic import Diagnostic, diagnose, has_errors, in_order
from spec.ir import nodes as ir
from spec.lower.game import lower_file
from spec.names.settings import size_settings
from spec.names.suggestions import did_you_mean
from spec.syntax import File
from spec.text.source import Span, Text

if TYPE_CHECKING:
    from spec.text.parse import Kept

SUFFIX = RULE_FILE

MOST_KEPT = 64
"""So many games are kept in memory, more than the library has; they take about 10 MB."""


class NotFound(Misuse):
    """No rule file of that name or path; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A rule file's text and its sections, with what is wrong with them whatever the settings."""

    text: Text
    file: File
    diagnostics: tuple[Diagnostic, ...]
    kept: Kept | None = field(default=None, repr=False, compare=False)
    """Its sections, for texts that differ little."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A rule file under one choice of settings; `game` is None where there are errors."""

    parsed: Parsed
    game: ir.Game | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def text(self) -> Text:
        return self.parsed.text

    @property
    def seats(self) -> str:
        """How many players, and how many may play: `3 players (of 2 to 5)`."""
        count = "?" if self.game is None else dict(self.game.settings).get("players", "?")
        low, high = self.allowed or (0, 0)
        return f"{count} player{'' if count == '1' else 's'}{f' (of {low} to {high})' if low < high else ''}"

    @property
    def allowed(self) -> tuple[int, int] | None:
        """The fewest and the most players that the file allows; None where it does not say."""
        found = (one for one in size_settings(self.parsed.file.sections) if one.name == "players")
        return next(((one.low, one.high) for one in found), None)


def game_names() -> tuple[str, ...]:
    """The games that come with Hoyle, in alphabet."""
    return tuple(sorted(p.parent.name for p in rules_folder().glob(f"*/*{SUFFIX}")))


def find(path_or_name: str | Path) -> Path:
    """The rule file: a path, a folder that holds one, or the name of a game that comes with Hoyle.

    Raises NotFound.
    """
    given = Path(path_or_name)
    if given.is_file():
        return given
    for folder in (given, rules_folder() / given):
        files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
        if len(files) == 1:
            return files[0]
        if files:
            listed = ", ".join(f.name for f in files)
            raise NotFound(f"the folder {folder} holds several rule files ({listed}); name one")
    names = game_names()
    hint = did_you_mean(str(path_or_name), names) or f"; there are {', '.join(names)}"
    raise NotFound(f"there is no file and no game `{path_or_name}`{hint}")


def read(path: Path) -> tuple[Text, tuple[Diagnostic, ...]]:
    """The file's text; bytes that are no UTF-8 text give a diagnostic and an empty text."""
    try:
        data = read_bytes(path, RULES)
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror}") from error
    return text_of(str(path), data)


def text_of(name: str, data: bytes) -> tuple[Text, tuple[Diagnostic, ...]]:
    """What bytes say that go by the name of a rule file; those that are no UTF-8 text give a diagnostic."""
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        content = error.object.decode("utf-8", "replace")
        at = len(error.object[: error.start].decode("utf-8"))
        line = content.count("\n", 0, at) + 1
        number = error.start + 1 + len(data) - len(error.object)
        message = f"byte {number:,} (line {line:,}) is not UTF-8 text; save the file as UTF-8"
        return Text(name, content), (diagnose("E0101", Span(at, at + 1), message),)
    return Text(name, content.replace("\r", "\n") if lines_end_with_cr(data) else content), ()


def lines_end_with_cr(data: bytes) -> bool:
    """Do lines end with a carriage return alone, as those of old systems do?"""
    return b"\r" in data and b"\n" not in data


def parse_file(path: Path) -> Parsed:
    """Reads and parses a rule file."""
    text, unreadable = read(path)
    if unreadable:
        return Parsed(text, File((), frozenset()), unreadable)
    return parse_text(text.name, text.content)


def parse_text(name: str, content: str) -> Parsed:
    """Parses a text that goes by the name of a rule file."""
    file, diagnostics = parse_once(content)
    return Parsed(Text(name, content), file, diagnostics)


def lower(parsed: Parsed, settings: Mapping[str, str] | None = None, *, as_written: bool = False) -> Loaded:
    """The game of a parsed file under some settings, with all diagnostics of the file."""
    return _lowered(parsed, None if settings is None else tuple(settings.items()), as_written)


@lru_cache(maxsize=MOST_KEPT)
def _lowered(parsed: Parsed, settings: tuple[tuple[str, str], ...] | None, as_written: bool) -> Loaded:
    if not parsed.file.sections and has_errors(parsed.diagnostics):
        return Loaded(parsed, None, parsed.diagnostics)
    chosen = None if settings is None else dict(settings)
    game, found = lower_file(parsed.file, chosen, as_written=as_written)
    diagnostics = in_order((*parsed.diagnostics, *found))
    if has_errors(diagnostics):
        diagnostics = sound_fixes(parsed.text.content, diagnostics, _checked(parsed.kept, chosen, as_written))
    return Loaded(parsed, None if has_errors(diagnostics) else game, diagnostics)


def _checked(
    kept: Kept | None, settings: dict[str, str] | None, as_written: bool
) -> Callable[[str], tuple[Diagnostic, ...]]:
    """Says what is wrong with texts that differ little from one of which the sections are kept."""
    from spec.text.parse import Kept, parse

    first = {} if kept is None else kept.sections

    def faults(content: str) -> tuple[Diagnostic, ...]:
        nonlocal first
        near = Kept(first)
        file, found = parse(content, near)
        first = first or near.sections
        return (*found, *lower_file(file, settings, as_written=as_written)[1])

    return faults


def load_file(
    path_or_name: str | Path, settings: Mapping[str, str] | None = None, *, as_written: bool = False
) -> Loaded:
    """Finds, reads, parses and lowers a rule file. Raises NotFound where there is none."""
    return lower(parse_file(find(path_or_name)), settings, as_written=as_written)
