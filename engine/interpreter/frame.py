"""The working copy of a position that expressions read and effects change, and the events that it gathers.

Leaves to `engine.interpreter.expressions` and `engine.interpreter.effects` what reads and changes it, and to
`engine.interpreter.interpreter` when it becomes a position again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.core.layout import Layout
from engine.interpreter.faults import Value
from engine.interpreter.position import Position
from engine.luck.chance import Chance
from spec.ir import nodes as ir

EventKind = Literal["step", "move", "pass", "permit", "forbid", "otherwise", "effect", "outcome", "routine", "ending"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that fired.

    `step`: play arrived at a step (args: its index); `move`: a move was made (args: its arguments) and `permit`: by a
    clause that decided that it was legal; `pass`; `forbid`: a clause decided that some moves (args: how many) are not
    legal here; `otherwise`: no move was legal and the step's other effects ran; `effect`: a clause of effects ran;
    `outcome`: a clause of a group won (args: those of its group); `routine` (args: its own); `ending`: the
    game ended by it (args: the returns). `player` is the mover at that time.
    """

    kind: EventKind
    source: ir.Source
    player: int
    args: tuple[Value, ...] = ()

    @property
    def label(self) -> str:
        """The label of the clause, step or action."""
        return self.source.label


def rebind(names: dict[str, Value], var: str, outer: Value | None) -> None:
    """Gives a bound name back what it stood for outside, or nothing."""
    if outer is None:
        names.pop(var, None)
    else:
        names[var] = outer


class Frame:
    """Mutable zones and fields, the names bound now, and where luck comes from.

    `referee` answers `ir.CanMove`; it is given so that expressions need not know of moves. `known` keeps the values
    of definitions for as long as no zone or field changes; whoever changes one clears it.
    """

    __slots__ = ("cells", "chance", "events", "fields", "known", "layout", "names", "referee", "step")

    def __init__(
        self, layout: Layout, position: Position, chance: Chance, referee: Callable[[Frame, tuple[str, ...]], bool]
    ) -> None:
        self.layout = layout
        self.cells = list(position.cells)
        self.fields = list(position.fields)
        self.step = position.step
        self.names: dict[str, Value] = {}
        self.known: dict[object, Value] = {}
        self.events: list[Event] = []
        self.chance = chance
        self.referee = referee

    def copy(self) -> Frame:
        """A copy that changes by itself; the chance is shared and its events start empty."""
        twin = Frame.__new__(Frame)
        twin.layout, twin.chance, twin.referee, twin.step = self.layout, self.chance, self.referee, self.step
        twin.cells, twin.fields, twin.names = list(self.cells), list(self.fields), dict(self.names)
        twin.events, twin.known = [], {}
        return twin

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return self.fields[self.layout.mover]

    def note(self, kind: EventKind, source: ir.Source, args: tuple[Value, ...] = ()) -> None:
        """Adds an event by the mover."""
        self.events.append(Event(kind, source, self.fields[self.layout.mover], args))


class NoChance:
    """Stands where nothing may be left to luck: expressions, legality and endings."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Never called: only effects shuffle."""
        raise AssertionError("a shuffle outside effects")

    def pick(self, n: int) -> int:
        """Never called: only effects pick."""
        raise AssertionError("a pick outside effects")


class Watched:
    """Passes a chance on and notes that it was used."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.used = False

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The inner shuffle."""
        self.used = True
        return self._inner.shuffle(cards)

    def pick(self, n: int) -> int:
        """The inner pick."""
        self.used = True
        return self._inner.pick(n)
