"""Many games played by several processes of the interpreter at once, with the figures of one.

Leaves playing and counting to `engine.simulate.simulate`. Processes take the games in lots; the lots are added up in
order. Games have their seeds by their number in the run, so it is of no account who plays which.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from engine.interpreter.interpreter import Interpreter
from engine.players.policy import Policy, make
from engine.processes.workers import Pool
from engine.simulate.simulate import Progress, added_up
from engine.simulate.sums import Sums, together
from spec.ir import nodes as ir

LOT = 20


def added_up_by(
    interpreter: Interpreter,
    numbers: range,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    jobs: int = 1,
    policies: tuple[str, ...] = (),
    progress: Progress | None = None,
    rows: bool = False,
) -> Sums:
    """`engine.simulate.simulate.added_up` by that many processes; `policies` are names, one for each seat.

    After Ctrl-C, and before a game that is too large, the sums are over the first games, as many as they tell.
    """
    player = _Player(interpreter.game, seed, most_moves, policies, rows, interpreter)
    if jobs <= 1:
        return player.play(numbers, progress)
    sums = player.play(numbers[:0])
    with (
        Pool(partial(_Player, interpreter.game, seed, most_moves, policies, rows), jobs) as pool,
        suppress(KeyboardInterrupt),
    ):
        for lot in pool.map(partial(_play, numbers[at : at + LOT]) for at in range(0, len(numbers), LOT)):
            sums = together((sums, lot))
            if progress is not None:
                progress(sums.games, len(numbers))
            if sums.beyond is not None:
                break
    return sums


class _Player:
    """What one process plays."""

    def __init__(
        self, game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...], rows: bool,
        interpreter: Interpreter | None = None,
    ) -> None:  # fmt: skip
        self.interpreter, self.rows = interpreter or Interpreter(game), rows
        self.seed, self.most_moves = seed, most_moves
        self.policies: tuple[Policy, ...] = tuple(make(name, self.interpreter) for name in policies)

    def play(self, numbers: range, progress: Progress | None = None) -> Sums:
        """The sums over the games of these numbers."""
        return added_up(
            self.interpreter, numbers, self.seed, most_moves=self.most_moves, progress=progress, policies=self.policies,
            rows=self.rows,
        )  # fmt: skip


def _play(numbers: range, player: _Player, tell: object) -> Iterator[Sums]:
    yield player.play(numbers)
