"""What a search says of every state of a game, whichever engine reached them: the one protocol behind the results.

Leaves reaching states in Python to `verify.search.search` and by compiled code to `verify.search.compiled`; leaves
choosing a size that fits to `verify.search.shrink`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Outcome


@dataclass(frozen=True, slots=True)
class Shown:
    """A play that shows something, by outcomes and moves of the interpreter, the position meant, and a sentence.

    `loop`: so many of its last moves lead from the position back to it.
    """

    outcomes: Sequence[Outcome]
    moves: Sequence[Move]
    position: Position
    sentence: str
    loop: int = 0


@dataclass(frozen=True, slots=True)
class Open:
    """A question about all states that was not settled, and why."""

    reason: str


class Explored(Protocol):
    """All states that were reached. A play that shows something is a shortest one."""

    @property
    def interpreter(self) -> Interpreter:
        """The interpreter of the game that was searched; every play is one of its."""

    @property
    def deals(self) -> int:
        """How many starts there were of which every play was followed."""

    @property
    def drawn(self) -> bool:
        """Were the starts drawn by seed, since there are too many?"""

    @property
    def put_off(self) -> bool:
        """Can luck keep play from its first decision for ever? Such plays were not followed."""

    @property
    def cut(self) -> str:
        """Why not more was followed; '' where everything was."""

    @property
    def states(self) -> int:
        """How many states were reached."""

    @property
    def alike(self) -> str:
        """Words for what states counted as one have in common beside being equal; '' where only equal ones do."""

    @property
    def left_out(self) -> frozenset[str]:
        """The claims that were not read anywhere, since they look at cards which this search leaves open."""

    @property
    def bad(self) -> bool:
        """Was a fault or a broken claim met? That a claim breaks which the file calls wrong is as it should be."""

    def fault(self, kind: str) -> Shown | Open | None:
        """A play to a fault of this kind."""

    def read(self, claim: str) -> bool:
        """Was a claim about positions read anywhere?"""

    def broken(self, claim: str) -> Shown | None:
        """A play to where an `always` or `never` does not hold."""

    def seen(self, claim: str) -> Shown | None:
        """A play to where a `sometimes` holds."""

    def loop(self) -> Shown | Open | None:
        """A play and a way round by which it need not end; None where every play ends."""

    def trap(self) -> Shown | Open | None:
        """A play to a state from which moves can be chosen so that no luck ends play; None where there is none."""

    def lost(self) -> Shown | Open | None:
        """A play to a state from which no end can be reached; None where there is none."""

    def longest(self) -> int | Open:
        """The most decisions in one play."""


class Model(Protocol):
    """A game of which every state can be searched."""

    def explore(self, until: float) -> Explored:
        """Follows every play up to a clock time."""
