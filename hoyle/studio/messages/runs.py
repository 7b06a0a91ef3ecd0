"""What a page orders of a run, and what a run tells as it comes: verdicts, open points, figures, files."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.studio.messages.text import Action, Change, Choice

REASON = "\ue100"
"""Stands in a change for what a person writes."""


@dataclass(frozen=True, slots=True)
class Verify:
    """Decides what the game owes, within so many seconds."""

    name: str
    text: str
    settings: tuple[Choice, ...]
    as_written: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Ambiguities:
    """Looks for what the rules leave open, within so many seconds; with `ask` also for what people may misread."""

    name: str
    text: str
    settings: tuple[Choice, ...]
    seconds: float
    ask: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """Plays so many games at random, or by a policy for all seats, and counts."""

    name: str
    text: str
    settings: tuple[Choice, ...]
    games: int
    seed: int
    policy: str


@dataclass(frozen=True, slots=True)
class Sweep:
    """Counts so many games for each value of a setting."""

    name: str
    text: str
    settings: tuple[Choice, ...]
    setting: str
    values: tuple[str, ...]
    games: int
    seed: int


@dataclass(frozen=True, slots=True)
class Export:
    """Writes the game out: an engine by its target, or `rulebook`, `rulebook-markdown`."""

    name: str
    text: str
    settings: tuple[Choice, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Doing:
    """What a run is at."""

    words: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict, known by its `key`: what was decided, how it came out, and where it belongs.

    `word` is one of the five verdicts; `heading` in which part of the report it stands: failed, undecided, look or
    holds. `play` is the log of the play that shows it, '' without one.
    """

    key: str
    code: str
    word: str
    heading: str
    title: str
    what: str
    course: str
    fix: str
    actions: tuple[Action, ...]
    at: tuple[int, ...]
    play: str
    plies: int
    scope: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Verified:
    """A verification is over, or was stopped: what it comes to, and of which rules."""

    rules: str
    outcome: str
    counts: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone in a picture: its cards by their names, or how many there are."""

    name: str
    hidden: bool
    ordered: bool
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A position drawn: what it is called, the move that led there, who is on turn, what changed, what lies where."""

    title: str
    move: str
    mover: str
    note: str
    fields: tuple[str, ...]
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to answer: what the button says, what it means, and the changes that write it into the file.

    In a change, the sign `REASON` stands for the reason that the person gives; `reasoned`: one is asked for.
    """

    title: str
    detail: str
    changes: tuple[Change, ...]
    reasoned: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A clause or reading that a point is about: its place, what it is called, what it says, what it cites."""

    at: int
    label: str
    said: str
    cites: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that the rules leave open, or settle by a ruling: known by its `key`, under a heading of the report.

    `question` tells the position in words; `often` and `changed` how often it comes up and what it changes. `scene` is
    where it matters, `sides` what follows in each of two ways.
    """

    key: str
    heading: str
    finding: str
    title: str
    question: str
    notes: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    scenes: tuple[Scene, ...]
    sides: tuple[Scene, ...]
    play: str
    often: tuple[str, ...]
    changed: str
    how: str
    settled: str
    advice: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The search for what is open is over, or was stopped."""

    rules: str
    verdict: str
    headings: tuple[Choice, ...]
    points: tuple[Point, ...]
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bar:
    """So many games fall into a bin."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Fired:
    """How often a clause took effect, and in how many games."""

    at: int
    label: str
    part: str
    times: int
    games: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What many games came to."""

    rules: str
    setting: str
    value: str
    games: int
    engine: str
    seconds: float
    verdict: str
    flags: tuple[str, ...]
    wins: tuple[Share, ...]
    draws: float
    lengths: tuple[Bar, ...]
    mean: float
    least: int
    greatest: int
    turns: float
    branching: float
    endings: tuple[Bar, ...]
    clauses: tuple[Fired, ...]
    why_slow: str


@dataclass(frozen=True, slots=True)
class Counted:
    """All that was to be counted is."""

    games: int


@dataclass(frozen=True, slots=True)
class Written:
    """A file that an export made; `data` is its text, or its bytes in base 64 where `binary`."""

    name: str
    data: str
    binary: bool


@dataclass(frozen=True, slots=True)
class Exported:
    """All files of an export are told."""

    files: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A run came to nothing, for a reason that a person can do something about, or a mistake of Hoyle's own."""

    why: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The process or worker of a lane was ended, and why; what it was asked has no answer."""

    why: str
