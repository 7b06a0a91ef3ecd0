"""Random games with statistics: who wins, how long games last, which clauses fire, which faults are met.

Leaves to others what the figures are compared with. Game i of a run has the seed `derive(seed, Domain.GAME, i)`: its
luck is `Seeded` by that, and each seat picks uniformly among the legal moves with `Stream(that, Domain.CHOICE, seat)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from engine.interpreter.faults import Fault, FaultKind
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers, Policy
from spec.ir import nodes as ir
from spec.ir.clauses import Mark, clauses_of, mark

Progress = Callable[[int, int], None]
"""Called after each game with the number of games played and of games asked for."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with the bounds of its 95 % confidence interval."""

    share: float
    low: float
    high: float


def wilson(successes: int, trials: int, z: float = 1.96) -> Interval:
    """Wilson's score interval of a share; from 0 to 1 without trials."""
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True, slots=True)
class Played:
    """One random game: where it stands at last, its moves, turns begun, moves on offer in all, what fired."""

    seed: int
    last: Turn
    moves: tuple[Move, ...]
    turns: int
    offered: int
    fired: Counter[Mark]

    @property
    def position(self) -> Position:
        """The last position."""
        return self.last.position


LONGEST = 10_000
"""Games of more moves are counted with those of so many, where lengths are told."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a run, as a row of a table: how it ended (`ending` where it did), and what each seat got.

    Turns and returns are 0 where it did not end.
    """

    seed: int
    how: Literal["ended", "cut", "fault"]
    ending: str
    decisions: int
    turns: int
    offered: int
    returns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A fault with the seed of the first game that met it, after how many moves, and how many games met it."""

    fault: Fault
    seed: int
    moves: int
    games: int


@dataclass(frozen=True, slots=True)
class ClauseCount:
    """How often a clause fired, and in how many games; a forbid fires once a decision where it rules moves out.

    `group` is the move, outcome or other part to which the clause belongs.
    """

    group: str
    kind: str
    source: ir.Source
    times: int
    games: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a run of random games came to.

    Who wins, and what a draw is, `Result.winners` and `Result.drawn` say. `unfinished` games were cut off at
    `most_moves`. Means are over finished games (returns, lengths) or over all decisions (branching). `lengths`: how
    many finished games had so many moves. `rows`: each game in a row, where that was asked for.
    """

    games: int
    seed: int
    most_moves: int
    finished: int
    draws: int
    unfinished: int
    wins: tuple[Interval, ...]
    mean_returns: tuple[float, ...]
    mean_moves: float
    least_moves: int
    greatest_moves: int
    mean_turns: float
    mean_branching: float
    decisions: int
    endings: tuple[tuple[str, int], ...]
    clauses: tuple[ClauseCount, ...]
    faults: tuple[FaultFound, ...]
    lengths: tuple[tuple[int, int], ...]
    rows: tuple[GameRow, ...] = ()

    @property
    def never_fired(self) -> tuple[ClauseCount, ...]:
        """The clauses that fired in no game."""
        return tuple(clause for clause in self.clauses if not clause.times)


def play_random(
    interpreter: Interpreter, seed: int, most_moves: int = 10_000, policies: Sequence[Policy] = ()
) -> Played:
    """Plays one game, up to that many moves: at random, or by a policy for each seat."""
    chance, seats = Seeded(seed), Choosers(interpreter, seed, policies)
    begins = interpreter.turns_begin()
    fired: Counter[Mark] = Counter()
    moves: list[Move] = []
    turns = offered = 0
    turn = interpreter.start(chance)
    while True:
        for event in turn.events:
            fired[mark(event.kind, event.source)] += 1
            if event.kind == "step" and event.args[0] in begins:
                turns += 1
        if turn.position.over or len(moves) >= most_moves:
            return Played(seed, turn, tuple(moves), turns, offered, fired)
        offered += len(turn.moves)
        move = seats.move(turn)
        moves.append(move)
        turn = interpreter.apply(turn.position, move, chance)


def simulate(
    interpreter: Interpreter,
    games: int,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    progress: Progress | None = None,
    policies: Sequence[Policy] = (),
    rows: bool = False,
) -> Statistics:
    """Plays games and counts, at random or by a policy for each seat; with `rows` each game is told by itself too.

    Ctrl-C ends it: the figures are then those of the games played.
    """
    tally = Tally(interpreter.game, interpreter.layout.players, rows=rows)
    played = 0
    try:
        for i in range(games):
            tally.add(play_random(interpreter, derive(seed, Domain.GAME, i), most_moves, policies))
            played = i + 1
            if progress is not None:
                progress(played, games)
    except KeyboardInterrupt:
        # A game is added whole or not at all, but for the instant between adding and counting it.
        played = tally.played
    return tally.result(played, seed, most_moves)


class Tally:
    """Sums over games; `merge` adds those of later games."""

    def __init__(self, game: ir.Game, players: int, *, rows: bool = False) -> None:
        self._game = game
        self._rows: list[GameRow] | None = [] if rows else None
        self.played = 0
        self._wins = [0] * players
        self._returns = [0] * players
        self._lengths: list[int] = []
        self._draws = self._unfinished = self._turns = self._decisions = self._offered = 0
        self._endings: Counter[str] = Counter()
        self._times: Counter[Mark] = Counter()
        self._games: Counter[Mark] = Counter()
        self._faults: dict[tuple[FaultKind, ir.ClauseId | None], list[FaultFound]] = {}

    def without_game(self) -> Tally:
        """The same sums to be sent elsewhere, where the game is known."""
        twin = copy(self)
        del twin._game
        return twin

    def merge(self, later: Tally) -> None:
        """Adds what was counted of games that come after these."""
        for mine, more in ((self._wins, later._wins), (self._returns, later._returns)):
            mine[:] = [a + b for a, b in zip(mine, more, strict=True)]
        self.played += later.played
        self._lengths += later._lengths
        if self._rows is not None and later._rows is not None:
            self._rows += later._rows
        self._draws += later._draws
        self._unfinished += later._unfinished
        self._turns += later._turns
        self._decisions += later._decisions
        self._offered += later._offered
        self._endings.update(later._endings)
        self._times.update(later._times)
        self._games.update(later._games)
        for key, found in later._faults.items():
            self._faults.setdefault(key, []).extend(found)

    def add(self, played: Played) -> None:
        """Counts one game."""
        self.played += 1
        self._times.update(played.fired)
        self._games.update(played.fired.keys())
        self._decisions += len(played.moves)
        self._offered += played.offered
        fault, result = played.position.fault, played.position.result
        if self._rows is not None:
            self._rows.append(_row(played, len(self._returns)))
        if fault is not None:
            found = FaultFound(fault, played.seed, len(played.moves), 1)
            self._faults.setdefault(fault.place, []).append(found)
        elif result is None:
            self._unfinished += 1
        else:
            self._endings[result.ending] += 1
            self._lengths.append(len(played.moves))
            self._turns += played.turns
            self._draws += result.drawn()
            for player, gain in enumerate(result.returns):
                self._returns[player] += gain
            for player in result.winners():
                self._wins[player] += 1

    def result(self, games: int, seed: int, most_moves: int) -> Statistics:
        """The figures of all games added."""
        finished = len(self._lengths)
        clauses = clauses_of(self._game)
        return Statistics(
            games=games,
            seed=seed,
            most_moves=most_moves,
            finished=finished,
            draws=self._draws,
            unfinished=self._unfinished,
            wins=tuple(wilson(wins, finished) for wins in self._wins),
            mean_returns=tuple(_mean(total, finished) for total in self._returns),
            mean_moves=_mean(sum(self._lengths), finished),
            least_moves=min(self._lengths, default=0),
            greatest_moves=max(self._lengths, default=0),
            mean_turns=_mean(self._turns, finished),
            mean_branching=_mean(self._offered, self._decisions),
            decisions=self._decisions,
            endings=tuple(self._endings.most_common()),
            clauses=tuple(
                ClauseCount(group, kind, source, self._times[mark(kind, source)], self._games[mark(kind, source)])
                for group, kind, source in clauses
            ),
            faults=tuple(_merged(found) for found in self._faults.values()),
            lengths=tuple(sorted(Counter(min(moves, LONGEST) for moves in self._lengths).items())),
            rows=tuple(self._rows or ()),
        )


def _row(played: Played, players: int) -> GameRow:
    result = played.position.result
    how: Literal["ended", "cut", "fault"] = "cut" if played.position.fault is None else "fault"
    return GameRow(
        played.seed, how if result is None else "ended", "" if result is None else result.ending, len(played.moves),
        0 if result is None else played.turns, played.offered, (0,) * players if result is None else result.returns,
    )  # fmt: skip


def _merged(found: list[FaultFound]) -> FaultFound:
    first = found[0]
    return FaultFound(first.fault, first.seed, first.moves, len(found))


def _mean(total: int, count: int) -> float:
    return total / count if count else 0.0
