"""A game beside a program that answers for it: random games told as a conformance suite tells them, and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.chance import derive
from engine.conformance.choose import Chosen, play
from engine.conformance.compare import Compared, compare
from engine.conformance.state import Data, told_game
from engine.conformance.vectors import records
from engine.interpreter import Interpreter
from hoyle.commands.conform import Program
from spec import ir


def random_records(interpreter: Interpreter, count: int, most: int) -> Iterator[Data]:
    """Random games, half of them with moves drawn by their names first."""
    for number in range(count):
        seed = derive(7, number)
        steps, cut = play(interpreter, seed, most, by_name=number % 2 == 1)
        yield from records(interpreter, number + 1, Chosen(seed, steps, (), cut))


def compared(game: ir.Game, command: Sequence[str | Path], count: int, most: int = 300) -> Compared:
    """What a program answers to so many random games, each of at most `most` decisions."""
    interpreter = Interpreter(game)
    header = {"type": "header", **told_game(interpreter)}
    with Program([str(word) for word in command], 60) as peer:
        return compare(header, random_records(interpreter, count, most), peer)
