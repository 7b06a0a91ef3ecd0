"""What the finder reports: findings as data, the play that shows each, how often it comes up and what it changes.

Leaves finding to the modules beside this one, and showing to `hoyle`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.simulate.simulate import Interval
from spec.ir import nodes as ir

Kind = Literal[
    "clash", "ends-collide", "gap", "stuck", "undefined", "overflow", "endless", "lost-card", "order", "same-move",
    "leak", "no-end", "claim-false", "claim-vacuous", "example-wrong", "question", "interaction", "ruling",
    "idle-ruling", "dead", "shadowed", "implied", "forced", "never-forced", "restated", "same-definition", "unused",
    "difference", "wording", "variation",
]  # fmt: skip

TITLES: dict[Kind, str] = {
    "clash": "two clauses contradict each other, and neither outranks the other",
    "ends-collide": "two end conditions hold at once, with different results",
    "gap": "no clause says what happens",
    "stuck": "a player must move and cannot",
    "undefined": "a rule uses what is not there, such as the top of an empty pile",
    "overflow": "a number leaves its range",
    "endless": "play goes on for ever without a decision",
    "lost-card": "a card is in no place, or in two",
    "order": "simultaneous effects give different results in different orders",
    "same-move": "two moves look the same at the table, and do different things",
    "leak": "whether a move is legal depends on cards that its player cannot see",
    "no-end": "a game need not end",
    "claim-false": "a claim about the game is false",
    "claim-vacuous": "a claim about the game says nothing (vacuous)",
    "example-wrong": "an example does not come out as it says",
    "question": "the wording can be read in several ways",
    "interaction": "two questions matter only together",
    "ruling": "a ruling, and what it settles",
    "idle-ruling": "a ruling that settles nothing",
    "dead": "a clause that never applies",
    "shadowed": "a clause that always gives way to another",
    "implied": "a clause that adds nothing to others (redundant)",
    "forced": "a permission that is an obligation: nothing else can be done",
    "never-forced": "an obligation that never binds: there is always another way",
    "restated": "a rule said again, with another meaning",
    "same-definition": "two names for one thing",
    "unused": "a name that nothing uses",
    "difference": "the two play differently",
    "wording": "the two say a rule differently",
    "variation": "a rule that people may read in another way",
}
"""What each kind of finding says, in words for card players."""

DEFECTS: tuple[Kind, ...] = (
    "clash", "ends-collide", "gap", "stuck", "undefined", "overflow", "endless", "lost-card", "order", "leak", "no-end",
    "claim-false", "example-wrong",
)  # fmt: skip
"""The kinds that are faults of the rules wherever they are left open under the rulings."""

Origin = Literal["found", "authored"]
Standing = Literal["shown", "proved", "checked", "tested", "unknown"]
"""shown: by a play that was replayed; proved: for all positions; checked: for all of the scope; tested: in what was
seen; unknown: for the reason given."""


@dataclass(frozen=True, slots=True)
class Pile:
    """One zone in a picture: its name, who sees it, its cards (bottom first) in words, whether their order counts."""

    name: str
    seen: str
    cards: tuple[str, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A position drawn: what lies where, the fields that have changed, whose turn it is, the move that led here."""

    move: str
    piles: tuple[Pile, ...]
    fields: tuple[tuple[str, str], ...]
    mover: str
    at: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Film:
    """A replayed play: settings, log, moves in words, a picture before each move and at the last.

    `sides` are pictures of what follows under each of two readings, with their names.
    """

    settings: tuple[tuple[str, str], ...]
    as_written: bool
    log: str
    moves: tuple[str, ...]
    pictures: tuple[Picture, ...]
    sides: tuple[tuple[str, Picture], ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """In how many games something came up, among how many, by which way of playing; a 95 % interval."""

    playing: str
    games: int
    interval: Interval


@dataclass(frozen=True, slots=True)
class Change:
    """What a reading changes against another: each seat's share of wins and the moves of a game, with 95 % margins."""

    games: int
    wins: tuple[tuple[float, float], ...]
    length: tuple[float, float]
    usual_length: float

    @property
    def size(self) -> float:
        """From 0 (nothing) to 1: the greatest change of a share that the margin does not swallow, and of the length."""
        wins = max((max(0.0, abs(change) - margin) for change, margin in self.wins), default=0.0)
        length = max(0.0, abs(self.length[0]) - self.length[1]) / max(1.0, self.usual_length)
        return min(1.0, wins + length / 2)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, or one thing that the author asks.

    `origin`: `found` without being told, or `authored` in the file. `settled` says by which ruling, '' where it is
    open. `notes` are further sentences. `found_as`: as what an authored point was found without being told, too;
    `only_asked`: why it was not. `asked_by`: of a variation the operator that asks it, and `weight` how readily people
    misread so.
    """

    kind: Kind
    subject: str
    sentence: str
    origin: Origin
    standing: Standing
    sources: tuple[ir.Source, ...] = ()
    scope: str = ""
    reason: str = ""
    film: Film | None = None
    shares: tuple[Share, ...] = ()
    change: Change | None = None
    settled: str = ""
    notes: tuple[str, ...] = ()
    found_as: tuple[str, ...] = ()
    only_asked: str = ""
    asked_by: str = ""
    weight: float = 1.0

    def __post_init__(self) -> None:
        if self.standing == "shown" and self.film is None:
            raise ValueError(f"{self.kind} {self.subject}: what is shown needs a play")
        if self.standing == "unknown" and not self.reason:
            raise ValueError(f"{self.kind} {self.subject}: an unknown needs a reason")
        if self.standing in ("checked", "tested") and not self.scope:
            raise ValueError(f"{self.kind} {self.subject}: `{self.standing}` needs its scope")

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels of the clauses concerned."""
        return tuple(source.label for source in self.sources)

    @property
    def citations(self) -> tuple[str, ...]:
        """The places of the rulebook concerned, each once."""
        return tuple(dict.fromkeys(c for source in self.sources for c in source.cites))

    @property
    def open_defect(self) -> bool:
        """Is this a fault of the rules that no ruling settles?"""
        return self.kind in DEFECTS and not self.settled and self.origin == "found" and self.standing != "unknown"

    @property
    def often(self) -> float:
        """The share of games in which it comes up, as the most games tell it; 0 where none was seen."""
        shares = sorted(self.shares, key=lambda s: -s.games)
        return next((s.interval.share for s in shares if s.interval.share), 0.0)

    @property
    def much(self) -> float:
        """How much it changes, from 0 to 1: all, where play stops."""
        if self.kind in ("clash", "ends-collide", "gap", "stuck", "undefined", "overflow", "endless", "lost-card"):
            return 1.0
        if self.change is not None:
            return max(0.02, self.change.size)
        return 0.02 if self.kind in ("question", "variation", "interaction", "order", "same-move", "leak") else 0.0


ORDER: tuple[Kind, ...] = tuple(TITLES)


def ranked(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Open defects first, then by how often times how much, then in the order of the kinds and of the file."""

    def key(finding: Finding) -> tuple[bool, bool, float, int, int, str]:
        start = min((s.span.start for s in finding.sources), default=0)
        weight = -round(finding.often * finding.much, 6)
        return (
            not finding.open_defect, finding.standing == "unknown", weight, ORDER.index(finding.kind), start,
            finding.subject,
        )  # fmt: skip

    return tuple(sorted(findings, key=key))
