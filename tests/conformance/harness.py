"""A game beside a program that answers for it: random games told as a conformance suite tells them, and compared.

`HOYLE_EXPORT_GAMES=1000` compares so many games of each rule file, `HOYLE_EXPORT_RULES=1000` so many random rule files;
both in parts of a hundred, each a test of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from engine.conformance.choose import Chosen, play
from engine.conformance.compare import Compared, compare
from engine.conformance.state import Data, told_game
from engine.conformance.vectors import records
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from hoyle.commands.conform import Program
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.everyday import FULL
from tests.native.harness import renamed
from tests.spec.strategies import game_of

MANY = int(os.environ.get("HOYLE_EXPORT_GAMES", "0"))
RULE_FILES = int(os.environ.get("HOYLE_EXPORT_RULES", "0"))
SOME = 20 if FULL else 4
"""So many games of a small rule file are compared."""
KEPT = 20
"""So many games are kept for the next language that is held against them."""
PART = 100
"""So many games a test plays where thousands are asked for, so that a long run can be shared out and taken up again."""
FEW = {"reserve": 2, "corners": 2, "leduc_poker": 40}
"""How many games the everyday run plays of a rule file, where it is not four."""


def rules(name: str, **chosen: str) -> ir.Game:
    """The rules of a game that comes with Hoyle."""
    game = load_file(name, chosen).game
    assert game is not None
    return game


# ---------------------------------------------------------------- in parts


def parts(many: int) -> list[range]:
    """The numbers of many games, in parts; one empty part where none are asked for, and each test plays a few."""
    return [range(first, min(first + PART, many)) for first in range(0, many, PART)] or [range(0)]


def called(part: range) -> str:
    """A part as the name of a test tells it."""
    return f"{part.start + 1} to {part.stop}" if part else "a few"


def wanted(name: str, part: range) -> range:
    """The games of a rule file that a part stands for."""
    return part or range(FEW.get(name, 4))


# ---------------------------------------------------------------- comparing


def random_records(interpreter: Interpreter, numbers: range, most: int) -> Iterator[Data]:
    """Random games, half of them with moves drawn by their names first."""
    for number in numbers:
        own = derive(7, Domain.GAME, number)
        steps, cut = play(interpreter, own, most, by_name=number % 2 == 1)
        yield from records(interpreter, number + 1, Chosen(own, steps, (), cut))


def compared(game: ir.Game, command: Sequence[str | Path], games: int | range, most: int = 300) -> Compared:
    """What a program answers to random games, so many or of these numbers, each of at most `most` decisions."""
    numbers = range(games) if isinstance(games, int) else games
    interpreter = Interpreter(game)
    header = {"type": "header", **told_game(interpreter)}
    told = _told(game, numbers, most) if len(numbers) <= KEPT else random_records(interpreter, numbers, most)
    with Program([str(word) for word in command], 60) as peer:
        return compare(header, told, peer)


@lru_cache(maxsize=4)
def _told(game: ir.Game, numbers: range, most: int) -> tuple[Data, ...]:
    """A few random games, which each language is held against one after the other."""
    return tuple(random_records(Interpreter(game), numbers, most))


def agreeing(game: ir.Game, command: Sequence[str | Path], games: int | range, most: int = 300) -> tuple[int, set[str]]:
    """In how many such games the program agreed, and in which aspects; a difference is an AssertionError."""
    found = compared(game, command, games, most)
    assert found.difference is None, found.difference
    return found.games, set(found.aspects)


def random_rule_files(agrees: Callable[[ir.Game], bool], part: range, few: int) -> tuple[int, int]:
    """Asks of each random rule file of a part (or of a few) whether it agrees: how many did, and how many were asked.

    False stands for a game that cannot be exported; what does not agree raises.
    """
    # An action without parameters called `pass` is no other move than a pass.
    answers = [agrees(renamed(game_of(number), "pass", "skip")) for number in part or range(few)]
    return sum(answers), len(answers)
