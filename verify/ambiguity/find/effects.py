"""Measures what a reading changes: who wins and how long games last, from games that agree until the readings part.

Leaves finding where they part to `verify.ambiguity.compare.compare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.interpreter.position import Result, Seat
from engine.luck.streams import Domain, derive
from verify.ambiguity.compare.compare import Pair, Parting, play_on
from verify.ambiguity.find.plays import MOST_MOVES, Play
from verify.ambiguity.report.finding import Change
from verify.run.budget import now


def change(pair: Pair, plays: Sequence[Play], partings: Sequence[Parting | None], until: float) -> Change | None:
    """The change from the first game to the second; None where time allows for no game.

    Each game of the first is one pair: where the two part, the second is played on at random from there.
    """
    sums = Sums(pair.a.layout.players)
    for play, parting in zip(plays, partings, strict=True):
        made = len(play.beats) - 1
        if parting is None:
            sums.alike(made)
        elif now() > until:
            break
        else:
            last, more = play_on(pair.b, parting.b, derive(play.seed, Domain.PART), MOST_MOVES)
            sums.apart(Ended.by(play.last.position.result, made), Ended.by(last.position.result, parting.beat + more))
    return sums.change()


@dataclass(frozen=True, slots=True)
class Ended:
    """What a game came to: the seats that win (none where it has no result), and the moves made."""

    winners: frozenset[Seat]
    moves: int

    @staticmethod
    def by(result: Result | None, moves: int) -> Ended:
        """The same by a game's result, from which alone it follows who wins."""
        return Ended(frozenset(() if result is None else result.winners()), moves)


class Sums:
    """What pairs of games come to: who wins each, and how many moves it lasts."""

    def __init__(self, players: int) -> None:
        self._wins: list[list[int]] = [[] for _ in range(players)]
        self._lengths: list[int] = []
        self._usual = 0

    def alike(self, length: int) -> None:
        """Takes in a pair that never parts."""
        self._usual += length
        self._lengths.append(0)
        for seat in self._wins:
            seat.append(0)

    def apart(self, first: Ended, second: Ended) -> None:
        """Takes in a pair that parts."""
        self._usual += first.moves
        self._lengths.append(second.moves - first.moves)
        for number, changes in enumerate(self._wins):
            changes.append((Seat(number) in second.winners) - (Seat(number) in first.winners))

    def change(self) -> Change | None:
        """The change from the first games to the second; None where there are none."""
        count = len(self._lengths)
        if not count:
            return None
        return Change(count, tuple(_mean(w) for w in self._wins), _mean(self._lengths), self._usual / count)


def _mean(values: Sequence[int]) -> tuple[float, float]:
    """The mean with the margin of its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    variance = sum((v - mean) ** 2 for v in values) / max(1, count - 1)
    return mean, 1.96 * sqrt(variance / count)
