"""What a page and a session say about the text: its faults and names, what an editor asks, the rules in words."""

from __future__ import annotations

from dataclasses import dataclass

NAME_KINDS = ("type", "word", "parameter", "zone", "field", "function", "move", "clause", "place")
"""The kinds of names that an editor colours."""


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of the text and what is to stand there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done about the text: what its button says, and the changes."""

    title: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a fault has to do with, and why."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the text: where, its code, what, why, and what mends it."""

    start: int
    end: int
    severity: str
    code: str
    message: str
    why: str
    related: tuple[Related, ...]
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the text as its outline lists it."""

    kind: str
    name: str
    detail: str
    start: int
    end: int
    name_start: int
    children: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown behind a place without being there."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that a run may set: a number from `low` to `high`, or one of `words`; `kind` is number, edition, option
    or question. `value`: what is chosen now."""

    name: str
    kind: str
    title: str
    words: tuple[str, ...]
    low: int
    high: int
    value: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen for a setting."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may stand at the cursor."""

    text: str
    kind: str
    detail: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, known by the place of its label: what it belongs to, what it says, the places that it cites."""

    at: int
    end: int
    label: str
    part: str
    kind: str
    said: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the rulebook, where the file lists it, and the sentence of it that the file keeps in a comment."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Check:
    """The text as it stands now, under these settings."""

    name: str
    text: str
    settings: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell:
    """Asks for the rules in words."""


@dataclass(frozen=True, slots=True)
class Complete:
    """Asks what may stand at a place."""

    at: int


@dataclass(frozen=True, slots=True)
class Hover:
    """Asks what stands at a place."""

    at: int


@dataclass(frozen=True, slots=True)
class Sign:
    """Asks what is to be filled in within the brackets around a place."""

    at: int


@dataclass(frozen=True, slots=True)
class Names:
    """Asks where the thing at a place is introduced and used."""

    at: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives the thing at a place another name."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Format:
    """Lays the text out in the one style."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is known of a text at once. `rules` names the rules without comments and blanks: verdicts are of these.

    `names` are four numbers each: start, end, kind (its place in `NAME_KINDS`), and 1 where it is introduced.
    """

    title: str
    playable: bool
    rules: str
    faults: tuple[Fault, ...]
    names: tuple[int, ...]
    parts: tuple[Part, ...]
    hints: tuple[Hint, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The rules in words: a piece of HTML with the place of a clause at each paragraph, each clause, each place."""

    html: str
    clauses: tuple[Clause, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Candidates:
    """What may stand there."""

    found: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Hovered:
    """What stands there, as Markdown; '' for nothing."""

    start: int
    end: int
    markdown: str


@dataclass(frozen=True, slots=True)
class Signed:
    """The heading of what is called, its parameters, and which is being filled in; '' for nothing."""

    text: str
    parameters: tuple[Stretch, ...]
    active: int


@dataclass(frozen=True, slots=True)
class Named:
    """Where a thing is introduced, and where it is used."""

    introduced: tuple[Stretch, ...]
    used: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes of the text that was checked last."""

    changes: tuple[Change, ...]
