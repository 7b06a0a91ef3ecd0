"""What a page asks to begin with: games that come with Hoyle, kinds of games, files of the opened folder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gallery:
    """Asks which games and kinds of games there are to begin with."""


@dataclass(frozen=True, slots=True)
class Take:
    """Asks for the text of a game that comes with Hoyle."""

    name: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Asks for the first text of a game: of a kind, or from the text of a rulebook."""

    title: str
    game_kind: str
    rulebook: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A game that comes with Hoyle, or a kind of game to begin with."""

    name: str
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Games:
    """What there is to begin with."""

    games: tuple[Shown, ...]
    kinds: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a rule file, and what it is called."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Asks which rule files the opened folder holds."""


@dataclass(frozen=True, slots=True)
class Read:
    """Asks for a file of the folder."""

    path: str


@dataclass(frozen=True, slots=True)
class Write:
    """Writes a file of the folder, if it is still as it was read: `was` is its `Opened.version`, '' for a new one."""

    path: str
    text: str
    was: str


@dataclass(frozen=True, slots=True)
class Files:
    """The rule files of the folder, and the one to begin with ('' for none)."""

    folder: str
    paths: tuple[str, ...]
    first: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as it is on the disk, and a version to write it back by."""

    path: str
    text: str
    version: str
