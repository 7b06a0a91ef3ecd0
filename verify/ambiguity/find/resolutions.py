"""Makes the games that tables without a ruling might play: each open point read in some way, each conflict decided.

Leaves playing them to `verify.ambiguity.find.conflicts` and orders to `verify.ambiguity.find.orders`. The rulings of
the file are not read: readings are drawn by seed, and unranked clauses are put into an order drawn by seed that keeps
to the precedence that the rulebook itself states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, Stream
from spec.ir import nodes as ir
from spec.ir.index import index_of
from verify.ambiguity.find.orders import decided
from verify.smt.transition.enabledness import looked_for

LOTS = 1 << 30
Make = Callable[[Mapping[str, str], bool], ir.Game | None]
"""The game of a rule file under some settings, as written or not; None where there is none."""


@dataclass(frozen=True)
class Resolution:
    """One way of filling in what the text leaves open.

    `written` decides no conflict; `moving` decides those about which moves are legal; `playing` decides all.
    """

    readings: tuple[tuple[str, str], ...]
    written: Interpreter
    moving: Interpreter
    playing: Interpreter

    @cached_property
    def looks(self) -> bool:
        """May play look whether somebody can make a move, where nobody has to choose one?"""
        game = self.written.game
        parts = (game.steps, game.routines, game.groups, game.endings, game.actions)
        return bool(looked_for(index_of(game), parts))


def resolutions(
    make: Make, settings: Mapping[str, str], questions: Sequence[ir.Question], count: int, seed: int
) -> Iterator[Resolution]:
    """That many tables by seed, each once; readings that cannot stand together are passed over."""
    for number in range(count):
        luck = Stream(seed, Domain.LOT, number)
        drawn = {
            q.source.label: q.readings[luck.pick(len(q.readings))].source.label
            for q in questions
            if q.readings and q.source.label not in settings
        }
        game = make({**settings, **drawn}, True)
        if game is None:
            continue
        yield resolution(game, tuple(drawn.items()), luck.pick(LOTS))


def resolution(game: ir.Game, readings: tuple[tuple[str, str], ...], lot: int) -> Resolution:
    """A table at which a game is played, with whatever clashes in it decided by lot."""
    moving, playing = decided(game, lot, moves_only=True), decided(game, lot)
    return Resolution(readings, Interpreter(game), Interpreter(moving), Interpreter(playing))
