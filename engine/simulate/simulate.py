"""Random games with statistics: who wins, how long games last, which clauses fire, which faults are met.

Leaves to others what the figures are compared with. Game i of a run has the seed `derive(seed, Domain.GAME, i)`: its
luck is `Seeded` by that, and each seat picks uniformly among the legal moves with `Stream(that, Domain.CHOICE, seat)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

from engine.interpreter.faults import BeyondLimits, Fault, FaultKind
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers, Policy
from engine.simulate.sums import LONGEST, Beyond, EndingSum, FaultSum, GameRow, Sums
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

    Ctrl-C ends it: the figures are then those of the games played. Raises BeyondLimits where a game is too large.
    """
    found = added_up(
        interpreter, range(games), seed, most_moves=most_moves, progress=progress, policies=policies, rows=rows
    )
    if found.beyond is not None:
        raise BeyondLimits(found.beyond.sentence, found.beyond.at)
    return statistics(interpreter.game, found, seed, most_moves)


def added_up(
    interpreter: Interpreter,
    numbers: range,
    seed: int,
    *,
    most_moves: int = 10_000,
    progress: Progress | None = None,
    policies: Sequence[Policy] = (),
    rows: bool = False,
) -> Sums:
    """The sums over the games of these numbers; after Ctrl-C, and before a game that is too large, over the first."""
    beyond = None
    tally = Tally(interpreter.game, interpreter.layout.players, numbers.start, rows=rows)
    try:
        for number in numbers:
            tally.add(play_random(interpreter, derive(seed, Domain.GAME, number), most_moves, policies))
            if progress is not None:
                progress(tally.played, len(numbers))
    except KeyboardInterrupt:
        # A game is added whole or not at all, but for the instant between adding and counting it.
        pass
    except BeyondLimits as error:
        beyond = Beyond(str(error), error.at)
    return replace(tally.sums(), beyond=beyond)


class Tally:
    """Adds up games, one after the other from number `first` on."""

    def __init__(self, game: ir.Game, players: int, first: int = 0, *, rows: bool = False) -> None:
        self._game, self._first = game, first
        self._rows: list[GameRow] | None = [] if rows else None
        self.played = 0
        self._wins = [0] * players
        self._returns = [0] * players
        self._lengths: Counter[int] = Counter()
        self._draws = self._unfinished = self._turns = self._decisions = self._offered = 0
        self._endings: dict[str, EndingSum] = {}
        self._times: Counter[Mark] = Counter()
        self._games: Counter[Mark] = Counter()
        self._faults: dict[tuple[FaultKind, ir.ClauseId | None], FaultSum] = {}

    def add(self, played: Played) -> None:
        """Counts one game."""
        number = self._first + self.played
        self.played += 1
        self._times.update(played.fired)
        self._games.update(played.fired.keys())
        self._decisions += len(played.moves)
        self._offered += played.offered
        fault, result = played.position.fault, played.position.result
        if self._rows is not None:
            self._rows.append(_row(played, len(self._returns)))
        if fault is not None:
            known = self._faults.get(fault.place) or FaultSum(fault, number, len(played.moves), 0)
            self._faults[fault.place] = FaultSum(known.fault, known.first, known.moves, known.games + 1)
        elif result is None:
            self._unfinished += 1
        else:
            ending = self._endings.get(result.ending) or EndingSum(result.ending, 0, number)
            self._endings[result.ending] = EndingSum(ending.label, ending.games + 1, ending.first)
            self._lengths[len(played.moves)] += 1
            self._turns += played.turns
            self._draws += result.drawn()
            for player, gain in enumerate(result.returns):
                self._returns[player] += gain
            for player in result.winners():
                self._wins[player] += 1

    def sums(self) -> Sums:
        """The sums over all games added."""
        lengths: Counter[int] = Counter()
        for moves, games in self._lengths.items():
            lengths[min(moves, LONGEST)] += games
        marks = [mark(kind, source) for _, kind, source in clauses_of(self._game)]
        return Sums(
            first=self._first,
            games=self.played,
            finished=self._lengths.total(),
            draws=self._draws,
            unfinished=self._unfinished,
            turns=self._turns,
            moves=sum(moves * games for moves, games in self._lengths.items()),
            least=min(self._lengths, default=0),
            greatest=max(self._lengths, default=0),
            decisions=self._decisions,
            offered=self._offered,
            wins=tuple(self._wins),
            returns=tuple(self._returns),
            endings=tuple(self._endings.values()),
            times=tuple(self._times[one] for one in marks),
            games_with=tuple(self._games[one] for one in marks),
            faults=tuple(self._faults.values()),
            lengths=tuple(sorted(lengths.items())),
            rows=tuple(self._rows or ()),
        )


def statistics(game: ir.Game, sums: Sums, seed: int, most_moves: int) -> Statistics:
    """The figures that sums over games of a run come to."""
    finished = sums.finished
    counts = zip(clauses_of(game), sums.times, sums.games_with, strict=True)
    return Statistics(
        games=sums.games,
        seed=seed,
        most_moves=most_moves,
        finished=finished,
        draws=sums.draws,
        unfinished=sums.unfinished,
        wins=tuple(wilson(wins, finished) for wins in sums.wins),
        mean_returns=tuple(_mean(total, finished) for total in sums.returns),
        mean_moves=_mean(sums.moves, finished),
        least_moves=sums.least,
        greatest_moves=sums.greatest,
        mean_turns=_mean(sums.turns, finished),
        mean_branching=_mean(sums.offered, sums.decisions),
        decisions=sums.decisions,
        endings=tuple((one.label, one.games) for one in sorted(sums.endings, key=lambda one: (-one.games, one.first))),
        clauses=tuple(ClauseCount(group, kind, source, times, games) for (group, kind, source), times, games in counts),
        faults=tuple(
            FaultFound(one.fault, derive(seed, Domain.GAME, one.first), one.moves, one.games)
            for one in sorted(sums.faults, key=lambda one: one.first)
        ),
        lengths=sums.lengths,
        rows=sums.rows,
    )


def _row(played: Played, players: int) -> GameRow:
    result = played.position.result
    how: Literal["ended", "cut", "fault"] = "cut" if played.position.fault is None else "fault"
    return GameRow(
        played.seed, how if result is None else "ended", "" if result is None else result.ending, len(played.moves),
        0 if result is None else played.turns, played.offered, (0,) * players if result is None else result.returns,
    )  # fmt: skip


def _mean(total: int, count: int) -> float:
    return total / count if count else 0.0
