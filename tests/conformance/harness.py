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

PART = 100
"""So many games a test plays where thousands are asked for, so that a long run can be shared out and taken up again."""


def parts(many: int) -> list[range]:
    """The numbers of many games, in parts; one empty part where none are asked for, and each test plays a few."""
    return [range(first, min(first + PART, many)) for first in range(0, many, PART)] or [range(0)]


def called(part: range) -> str:
    """A part as the name of a test tells it."""
    return f"games {part.start + 1} to {part.stop}" if part else "a few games"


def random_records(interpreter: Interpreter, numbers: range, most: int) -> Iterator[Data]:
    """Random games, half of them with moves drawn by their names first."""
    for number in numbers:
        seed = derive(7, number)
        steps, cut = play(interpreter, seed, most, by_name=number % 2 == 1)
        yield from records(interpreter, number + 1, Chosen(seed, steps, (), cut))


def compared(game: ir.Game, command: Sequence[str | Path], games: int | range, most: int = 300) -> Compared:
    """What a program answers to random games, so many or of these numbers, each of at most `most` decisions."""
    numbers = range(games) if isinstance(games, int) else games
    interpreter = Interpreter(game)
    header = {"type": "header", **told_game(interpreter)}
    with Program([str(word) for word in command], 60) as peer:
        return compare(header, random_records(interpreter, numbers, most), peer)
