"""A compiled game, called from Python: single games stepped and compared, and many random games counted.

Leaves making it to `engine.native.generate` and `engine.native.build`. What is told of a fault is its kind and the
innermost clause; `engine.interpreter` tells the rest, by playing the same game.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from engine.chance import Outcome, Picked, Shuffled
from engine.faults import FaultKind, Value
from engine.moves import PASS, Move
from engine.native.build import FLAGS, NO_COMPILER, NotBuilt, build, fast_flags, find_compiler
from engine.native.generate import Code, code_of
from engine.position import Position, Result
from spec import ir

KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
LIMIT, CHANCE_ERROR = len(KINDS) + 1, len(KINDS) + 2
MOST_FAULTS = 256


class NativeError(RuntimeError):
    """The compiled game could not go on where the interpreter can: a number or a list is beyond its limits."""


@dataclass(frozen=True, slots=True)
class NativeFault:
    """A fault as the compiled game knows it; `source` is the innermost clause."""

    kind: FaultKind
    source: ir.Source | None


class Library:
    """The compiled functions of one game."""

    def __init__(self, game: ir.Game, code: Code, path: str) -> None:
        self.game = game
        self.code = code
        self.layout = code.layout
        self._c = c = ctypes.CDLL(path)
        number, pointer, seed = ctypes.c_longlong, ctypes.c_void_p, ctypes.c_uint64
        c.hoyle_new.restype = pointer
        c.hoyle_free.argtypes = [pointer]
        c.hoyle_start.argtypes = [pointer, seed, ctypes.c_int, pointer, number]
        c.hoyle_apply.argtypes = [pointer, number]
        c.hoyle_moves.argtypes, c.hoyle_moves.restype = [pointer], number
        c.hoyle_may_pass.argtypes = [pointer]
        c.hoyle_move.argtypes, c.hoyle_move.restype = [pointer, number, pointer], number
        c.hoyle_position.argtypes, c.hoyle_position.restype = [pointer, pointer], number
        c.hoyle_result.argtypes = [pointer, pointer]
        c.hoyle_random_games.argtypes = [pointer, number, number, seed, number, pointer]
        c.hoyle_random_games.restype = number
        c.hoyle_totals_size.restype = number

    def table(self) -> Table:
        """A table at which one game at a time is played."""
        return Table(self)

    @property
    def functions(self) -> ctypes.CDLL:
        """The compiled functions."""
        return self._c


def load(game: ir.Game, *, fast: bool = False) -> Library | NotBuilt:
    """The compiled game, or why there is none; `fast` for many games at once, where single ones may be slower.

    Raises `Unsupported` where no C can be made of it.
    """
    code = code_of(game)
    compiler = find_compiler()
    if compiler is None:
        return NotBuilt(NO_COMPILER)
    built = build(code.text, compiler=compiler, flags=fast_flags(compiler) if fast else FLAGS)
    return built if isinstance(built, NotBuilt) else Library(game, code, str(built.path))


class Table:
    """One game being played by compiled code; it changes by playing on."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._c = library.functions
        self._game = self._c.hoyle_new()
        if not self._game:
            raise MemoryError("no memory for a game")
        layout = library.layout
        room = len(layout.cells) + len(layout.deck) + len(layout.slots) + layout.players + 8
        widest = max((len(a.params) for a in library.game.actions), default=0)
        self._numbers = (ctypes.c_longlong * (room + 1 + widest * (len(layout.deck) + 1)))()
        self._script = (ctypes.c_int32 * 0)()
        self._over = 0

    def __del__(self) -> None:
        if getattr(self, "_game", None):
            self._c.hoyle_free(self._game)
            self._game = None

    # ------------------------------------------------------------ playing

    def start(self, seed: int | None = None, outcomes: Iterable[Outcome] = ()) -> None:
        """Plays to the first decision, by outcomes laid down and then by the seed.

        Raises ValueError where the outcomes do not fit, or end and there is no seed.
        """
        numbers = [number for outcome in outcomes for number in _scripted(outcome)]
        self._script = (ctypes.c_int32 * len(numbers))(*numbers)
        drawn = (seed or 0) & (1 << 64) - 1
        self._went(self._c.hoyle_start(self._game, drawn, seed is not None, self._script, len(numbers)))

    def apply(self, index: int) -> None:
        """Makes the move at that place among the legal ones; raises IndexError where there is none."""
        over = self._c.hoyle_apply(self._game, index)
        if over < 0:
            raise IndexError(f"there is no legal move number {index}")
        self._went(over)

    def _went(self, over: int) -> None:
        self._over = over
        kind = self._result()[1] if over == 2 else 0
        if kind == CHANCE_ERROR:
            raise ValueError("the outcomes laid down do not fit what is asked of them")
        if kind == LIMIT:
            raise NativeError("a number or a list is beyond what compiled games hold")

    # ------------------------------------------------------------ asking

    @property
    def handle(self) -> int:
        """The game as compiled functions know it."""
        return int(self._game)

    def stands(self, over: int) -> None:
        """Takes note of how play stands where the game was stepped by its handle."""
        self._over = over

    def stopped(self) -> int:
        """The number of what stopped play, 0 for nothing."""
        return self._result()[1]

    @property
    def count(self) -> int:
        """How many legal moves there are, a pass included."""
        return int(self._c.hoyle_moves(self._game) + self._c.hoyle_may_pass(self._game)) if not self._over else 0

    @property
    def over(self) -> bool:
        """Has play ended, or stopped at a fault?"""
        return self._over != 0

    def moves(self) -> tuple[Move, ...]:
        """The legal moves in order, a pass last."""
        if self._over:
            return ()
        listed = tuple(self._move(i) for i in range(self._c.hoyle_moves(self._game)))
        return (*listed, PASS) if self._c.hoyle_may_pass(self._game) else listed

    def _move(self, i: int) -> Move:
        return move_of(self._library.game, self._numbers[: self._c.hoyle_move(self._game, i, self._numbers)])

    def position(self) -> Position:
        """The position; at a fault that before the step or move that failed, without the fault (see `fault`)."""
        layout = self._library.layout
        numbers = iter(self._numbers[: self._c.hoyle_position(self._game, self._numbers)])
        cells = tuple(_cell(numbers) for _ in layout.cells)
        fields = tuple(next(numbers) for _ in layout.slots)
        return Position(cells, fields, next(numbers), result=self.result())

    def _result(self) -> list[int]:
        self._c.hoyle_result(self._game, self._numbers)
        return self._numbers[: 3 + self._library.layout.players]

    def result(self) -> Result | None:
        """How the game ended; None where it has not."""
        if self._over != 1:
            return None
        ending, _, _, *returns = self._result()
        return Result(self._library.game.endings[ending].source.label, tuple(returns))

    def fault(self) -> NativeFault | None:
        """The fault at which play stopped; None where it has not."""
        if self._over != 2:
            return None
        _, kind, source, *_ = self._result()
        return NativeFault(KINDS[kind - 1], self._library.code.sources[source] if source >= 0 else None)

    # ------------------------------------------------------------ many games

    def random_games(self, first: int, count: int, seed: int, most_moves: int, totals: ctypes.Structure) -> None:
        """Adds random games to the totals; raises `NativeError` where too many kinds of faults are met."""
        counted = self._c.hoyle_random_games(
            self._game, first, count, seed & (1 << 64) - 1, most_moves, ctypes.byref(totals)
        )
        self._over = 2
        if counted < count:
            raise NativeError(f"more than {MOST_FAULTS} kinds of faults")


def _cell(numbers: Iterator[int]) -> tuple[int, ...]:
    return tuple(next(numbers) for _ in range(next(numbers)))


def move_of(game: ir.Game, exported: Iterable[int]) -> Move:
    """A move as compiled code tells it: the action, then the arguments, several cards after their number."""
    numbers = iter(exported)
    action = game.actions[next(numbers)]
    args: list[Value] = []
    for param in action.params:
        one = next(numbers)
        several = isinstance(param.choice, ir.ChooseCards)
        args.append(tuple(next(numbers) for _ in range(one)) if several else one)
    return Move(action.source.label, tuple(args))


def _scripted(outcome: Outcome) -> list[int]:
    match outcome:
        case Picked(size, value):
            return [0, size, value]
        case Shuffled(cards):
            return [1, len(cards), *cards]
