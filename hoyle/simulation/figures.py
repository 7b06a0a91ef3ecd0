"""What every form of the report tells of a simulation: the run, its lengths in bins, the clauses least used first.

Leaves showing to the modules beside this one, and judging to `engine.simulate.flags`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from engine.interpreter.interpreter import Interpreter
from engine.simulate.flags import Flag, figures_of, flags
from engine.simulate.simulate import ClauseCount, Statistics
from engine.simulate.sums import LONGEST
from hoyle.english.sentences import Sentences
from spec.ir import nodes as ir
from spec.ir.display import Display, named
from spec.ir.index import index_of
from spec.ir.precedence import ENDS
from spec.text.source import Text

BINS = 8


@dataclass(frozen=True)
class Simulated:
    """A simulation as its reports tell it: `how` moves were chosen, and the command that repeats it."""

    game: ir.Game
    text: Text
    figures: Statistics
    seconds: float
    engine: str
    how: str
    again: str

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What is suspicious."""
        return flags(figures_of(self.game, self.figures))

    @property
    def head(self) -> str:
        """The game, the run and how long it took, in a line."""
        by = {"native": "compiled", "both": "compiled and interpreter"}.get(self.engine, self.engine)
        return f"{self.played}, {self.seconds:.1f} s ({by})"

    @property
    def played(self) -> str:
        """The game and the run."""
        seats, games = len(self.figures.wins), self.figures.games
        return (
            f"{self.game.title}: {seats} player{'s' * (seats != 1)}, {len(self.game.deck)} cards, "
            f"{games:,} game{'s' * (games != 1)} {self.how}"
        )

    @property
    def verdict(self) -> str:
        """The one line that everybody reads."""
        stopped, found = sum(f.games for f in self.figures.faults), [flag.sentence for flag in self.flags]
        if stopped:
            return f"FAILED: play stopped at a fault in {stopped:,} of {self.figures.games:,} games"
        if not self.figures.games:
            return "No game came to its end"
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        return f"SUSPICIOUS: {found[0]}{more}" if found else "Nothing looks suspicious"

    def place(self, source: ir.Source, *, cited: bool = False) -> str:
        """A clause or move by its name, with its line, and with the places of the rulebook that it states."""
        owner, index = source.owner, self.display.index
        tell = self.display.move if owner in index.moves else self.display.outcome
        part = tell(owner) if owner in index.moves or owner in index.groups else self.display.step(owner)
        name = self.display.move(source.label) if owner == ir.MOVES else named(source)
        name = name if owner in ("", ir.MOVES, ENDS) else f"{part}: {name}"
        cites = f" @ {'; '.join(source.cites)}" if cited and source.cites else ""
        return f"{name}{cites} (line {self.text.position(source.span.start)[0]})"

    @cached_property
    def display(self) -> Display:
        """What people read for the names of the game."""
        return Display(index_of(self.game))

    @property
    def endings(self) -> list[tuple[str, int]]:
        """How many games each ending ended, by its name."""
        return [(self.display.ending(label), count) for label, count in self.figures.endings]

    def said(self, source: ir.Source) -> str:
        """What a clause says in English."""
        return self._sentences.clause(source, cited=False)

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(Interpreter(self.game))

    def least_used(self) -> list[ClauseCount]:
        """The clauses that took effect, the one in the fewest games first."""
        return sorted((c for c in self.figures.clauses if c.times), key=lambda c: (c.games, c.times))

    @property
    def all_clauses(self) -> list[ClauseCount]:
        """All clauses, the one in the fewest games first."""
        return [*self.figures.never_fired, *self.least_used()]


@dataclass(frozen=True, slots=True)
class Bin:
    """So many games had a length from `low` to `high`; with `more`, or a greater one."""

    low: int
    high: int
    games: int
    more: bool = False

    @property
    def words(self) -> str:
        """The lengths in a few characters."""
        if self.more:
            return f"{self.low:,}+"
        return f"{self.low:,}" if self.low == self.high else f"{self.low:,}-{self.high:,}"


def bins(lengths: Sequence[tuple[int, int]], most: int = BINS) -> tuple[Bin, ...]:
    """At most so many bins of one round width; a long tail of few games goes into the last."""
    if not lengths:
        return ()
    least, greatest = lengths[0][0], lengths[-1][0]
    usual = quantile(lengths, 0.99)
    tail = greatest > 2 * usual or greatest == LONGEST
    width = _round_width((usual if tail else greatest) - least + 1, most - tail)
    first = least // width * width if width > 1 else least
    found: dict[int, int] = {}
    last = (usual - first) // width + 1 if tail else (greatest - first) // width
    for moves, games in lengths:
        at = min((moves - first) // width, last)
        found[at] = found.get(at, 0) + games
    return tuple(
        Bin(first + at * width, first + (at + 1) * width - 1, found.get(at, 0), tail and at == last)
        for at in range(last + 1)
    )


def _round_width(span: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20 ... of which so many, begun at a multiple, cover a span."""
    width, steps = 1, (2, 2.5, 2)
    at = 0
    while span + (width - 1 if width > 1 else 0) > width * most:
        width = int(width * steps[at % 3])
        at += 1
    return width


def quantile(lengths: Sequence[tuple[int, int]], share: float) -> int:
    """The least length that such a share of games does not exceed."""
    sums = list(accumulate(games for _, games in lengths))
    return lengths[bisect_left(sums, share * sums[-1])][0]
