"""A compiled game, called from Python: single games stepped and compared, and many random games counted.

Leaves making it to `engine.c.compiled.code_cache` and `engine.c.compiled.build`. What is told of a fault is its kind
and the innermost clause; `engine.interpreter.interpreter` tells the rest, by playing the same game.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, assert_never, get_args

from engine.c.compiled.build import (
    FLAGS,
    NO_COMPILER,
    NotBuilt,
    build,
    fast_flags,
    find_compiler,
    seated_flags,
)
from engine.c.compiled.code_cache import code_for
from engine.c.compiled.generated import IN_ONE_NUMBER, Code
from engine.interpreter.faults import FaultKind, Value
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Payoff, Position, Result
from engine.luck.chance import BySeed, ChanceError, Laid, Pick, Picked, PicksBySeed, Shuffled
from spec.ir import nodes as ir

KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
LIMIT, CHANCE_ERROR = len(KINDS) + 1, len(KINDS) + 2
MOST_FAULTS = 256
BEYOND = "a number or a list is beyond what compiled games hold"


class NativeError(RuntimeError):
    """The compiled game could not go on where the interpreter can: a number or a list is beyond its limits."""


@dataclass(frozen=True, slots=True)
class NativeFault:
    """A fault as the compiled game knows it; `source` is the innermost clause."""

    kind: FaultKind
    source: ir.Source | None


class Library:
    """The compiled functions of one game; of a `lean` one, those alone by which many games are played at once.

    A `seated` one has those alone by which players play that choose by a policy.
    """

    def __init__(self, game: ir.Game, code: Code, path: str, *, lean: bool = False, seated: bool = False) -> None:
        self.game = game
        self.code = code
        self.layout = code.layout
        self.lean = lean
        self.forms = tuple(_form(action) for action in game.actions)
        self._whole: Library | None = None
        self._making = Lock()
        self._c = c = ctypes.CDLL(path)
        number, pointer, seed = ctypes.c_longlong, ctypes.c_void_p, ctypes.c_uint64
        c.hoyle_new.restype = pointer
        c.hoyle_free.argtypes = [pointer]
        c.hoyle_totals_size.restype = number
        if seated:
            c.hoyle_players_new.argtypes = [pointer, number, number, number, ctypes.c_double, pointer]
            c.hoyle_players_new.restype = pointer
            c.hoyle_players_free.argtypes = [pointer]
            c.hoyle_seated_games.argtypes = [pointer, pointer, number, number, seed, number, pointer]
            c.hoyle_seated_games.restype = number
            return
        c.hoyle_random_games.argtypes = [pointer, number, number, seed, number, pointer]
        c.hoyle_random_games.restype = number
        if lean:
            return
        c.hoyle_start.argtypes = [pointer, seed, ctypes.c_int, pointer, number]
        c.hoyle_apply.argtypes = [pointer, number]
        c.hoyle_moves.argtypes, c.hoyle_moves.restype = [pointer], number
        c.hoyle_may_pass.argtypes = [pointer]
        c.hoyle_move.argtypes, c.hoyle_move.restype = [pointer, number, pointer], number
        c.hoyle_position.argtypes, c.hoyle_position.restype = [pointer, pointer], number
        c.hoyle_result.argtypes = [pointer, pointer]
        c.hoyle_move_list.argtypes, c.hoyle_move_list.restype = [pointer, pointer], number
        c.hoyle_field.argtypes, c.hoyle_field.restype = [pointer, ctypes.c_int], number
        if hasattr(c, "hoyle_copy"):
            c.hoyle_copy.argtypes = [pointer, pointer]

    def table(self) -> Table:
        """A table at which one game at a time is played."""
        return Table(self)

    @property
    def functions(self) -> ctypes.CDLL:
        """The compiled functions."""
        return self._c

    def whole(self) -> Library:
        """The exact code of the same game, compiled when first asked for; raises `NativeError` where it cannot be."""
        with self._making:
            if self._whole is None:
                made = self if not self.lean else _built(self.game, code_for(self.game, "single games"))
                if isinstance(made, NotBuilt):
                    raise NativeError(made.reason)
                self._whole = made
            return self._whole


def load(game: ir.Game, *, fast: bool = False) -> Library | NotBuilt:
    """The compiled game, or why there is none; `fast` for many games at once and for nothing else.

    Raises `Unsupported` where no C can be made of it.
    """
    lean = fast and len(game.deck) <= IN_ONE_NUMBER
    return _built(game, code_for(game, "random games" if lean else "single games"), lean=lean)


def load_seated(game: ir.Game) -> Library | NotBuilt:
    """The compiled game with players that choose by a policy, or why there is none.

    Raises `Unsupported` where no C can be made of it.
    """
    return _built(game, code_for(game, "players that choose"), seated=True)


def _built(game: ir.Game, code: Code, *, lean: bool = False, seated: bool = False) -> Library | NotBuilt:
    compiler = find_compiler()
    if compiler is None:
        return NotBuilt(NO_COMPILER)
    flags = seated_flags(compiler) if seated else fast_flags(compiler) if lean else FLAGS
    built = build(code.text, flags=flags, compiler=compiler)
    return built if isinstance(built, NotBuilt) else Library(game, code, str(built.path), lean=lean, seated=seated)


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
        self._widest = 1 + widest * (len(layout.deck) + 1)
        self._numbers = (ctypes.c_longlong * (room + self._widest))()
        self._listed = (ctypes.c_longlong * 0)()
        self._script = (ctypes.c_int32 * 0)()
        self._over = 0
        self._exact: Table | None = None

    def __del__(self) -> None:
        if getattr(self, "_game", None):
            self._c.hoyle_free(self._game)
            self._game = None

    # ------------------------------------------------------------ playing

    def start(self, seed: int | None = None, outcomes: Iterable[Laid] = ()) -> None:
        """Plays to the first decision, by outcomes laid down and then by the seed.

        Raises `ChanceError` where the outcomes do not fit, or end and there is no seed.
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
            raise ChanceError("the outcomes laid down do not fit what is asked of them")
        if kind == LIMIT:
            raise NativeError(BEYOND)

    def clone(self) -> Table:
        """Another table with the same game as it stands; not of a library for many games at once."""
        twin = Table(self._library)
        if not self._c.hoyle_copy(twin._game, self._game):
            raise MemoryError("no memory for a game")
        twin._script, twin._over = self._script, self._over
        return twin

    # ------------------------------------------------------------ asking

    @property
    def functions(self) -> ctypes.CDLL:
        """The compiled functions."""
        return self._c

    @property
    def room(self) -> int:
        """So many numbers tell any position, or any move."""
        return len(self._numbers)

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

    @property
    def failed(self) -> bool:
        """Has play stopped at a fault?"""
        return self._over == 2

    def moves(self) -> tuple[Move, ...]:
        """The legal moves in order, a pass last."""
        if self._over:
            return ()
        count = self._c.hoyle_moves(self._game)
        if count * self._widest > len(self._listed):
            self._listed = (ctypes.c_longlong * (2 * count * self._widest))()
        told = self._listed[: self._c.hoyle_move_list(self._game, self._listed)]
        listed = _moves(self._library.forms, told)
        return (*listed, PASS) if self._c.hoyle_may_pass(self._game) else listed

    def move(self, index: int) -> Move:
        """The move at that place among the legal ones, of which there must be so many."""
        if index >= self._c.hoyle_moves(self._game):
            return PASS
        return _moves(self._library.forms, self._numbers[: self._c.hoyle_move(self._game, index, self._numbers)])[0]

    def field(self, slot: int) -> int:
        """The value of a field."""
        return int(self._c.hoyle_field(self._game, slot))

    def position(self, made: int = 0) -> Position:
        """The position; at a fault that before the step or move that failed, without the fault (see `fault`).

        `made` is how many moves were made, which compiled code does not count.
        """
        layout = self._library.layout
        numbers = iter(self._numbers[: self._c.hoyle_position(self._game, self._numbers)])
        cells = tuple(_cell(numbers) for _ in layout.cells)
        fields = tuple(next(numbers) for _ in layout.slots)
        return Position(cells, fields, next(numbers), result=self.result(), made=made)

    def _result(self) -> list[int]:
        self._c.hoyle_result(self._game, self._numbers)
        return self._numbers[: 3 + self._library.layout.players]

    def result(self) -> Result | None:
        """How the game ended; None where it has not."""
        if self._over != 1:
            return None
        ending, _, _, *returns = self._result()
        return Result(self._library.game.endings[ending].source.label, tuple(map(Payoff, returns)))

    def fault(self) -> NativeFault | None:
        """The fault at which play stopped; None where it has not."""
        if self._over != 2:
            return None
        _, kind, source, *_ = self._result()
        return NativeFault(KINDS[kind - 1], self._library.code.sources[source] if source >= 0 else None)

    # ------------------------------------------------------------ many games

    def random_games(self, first: int, count: int, seed: int, most_moves: int, totals: ctypes.Structure) -> None:
        """Adds random games to the totals; raises `NativeError` where they cannot be counted."""
        at, end, part = first, first + count, seed & (1 << 64) - 1
        while at < end:
            at += self._c.hoyle_random_games(self._game, at, end - at, part, most_moves, ctypes.byref(totals))
            if at < end:
                self._give_over(at, seed, most_moves, totals)
                at += 1
        self._over = 2

    def _give_over(self, number: int, seed: int, most_moves: int, totals: ctypes.Structure) -> None:
        """Has the exact code play the game at which lean code left off."""
        if not self._library.lean:
            raise uncounted(totals)
        self._exact = self._exact or self._library.whole().table()
        self._exact.random_games(number, 1, seed, most_moves, totals)


def uncounted(totals: Any) -> NativeError:
    """Why games were not counted to their end."""
    if any(kind > len(KINDS) for kind, *_ in totals.fault[: totals.faults]):
        return NativeError(BEYOND)
    return NativeError(f"more than {MOST_FAULTS} kinds of faults")


def _cell(numbers: Iterator[int]) -> tuple[int, ...]:
    return tuple(next(numbers) for _ in range(next(numbers)))


def _form(action: ir.Action) -> Form:
    several = tuple(param.shape is not None for param in action.params)
    return action.source.label, len(several), several if any(several) else None


Form = tuple[str, int, tuple[bool, ...] | None]
"""Of an action its name, how many arguments it has, and which of them are several cards, if any is."""


def _moves(forms: tuple[Form, ...], told: list[int]) -> tuple[Move, ...]:
    """Moves as compiled code tells them one after the other."""
    found, at, end = [], 0, len(told)
    while at < end:
        label, count, several = forms[told[at]]
        at += 1
        if several is None:
            found.append(Move(label, tuple(told[at : at + count])))
            at += count
            continue
        args: list[Value] = []
        for many in several:
            one = told[at]
            at += 1
            args.append(tuple(told[at : at + one]) if many else one)
            at += one if many else 0
        found.append(Move(label, tuple(args)))
    return tuple(found)


def move_of(game: ir.Game, exported: Iterable[int]) -> Move:
    """A move as compiled code tells it: the action, then the arguments, several cards after their number."""
    numbers = iter(exported)
    action = game.actions[next(numbers)]
    args: list[Value] = []
    for param in action.params:
        one = next(numbers)
        several = param.shape is not None
        args.append(tuple(next(numbers) for _ in range(one)) if several else one)
    return Move(action.source.label, tuple(args))


def _scripted(outcome: Laid) -> list[int]:
    match outcome:
        case Picked(size, value):
            return [0, size, value]
        case Pick(value):
            return [0, -1, value]
        case Shuffled(cards):
            return [1, len(cards), *cards]
        case BySeed():
            return [2]
        case PicksBySeed():
            return [3]
        case _:
            assert_never(outcome)
