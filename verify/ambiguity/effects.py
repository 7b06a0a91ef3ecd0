"""Measures what a reading changes: who wins and how long games last, from games that agree until the readings part.

Leaves finding where they part to `verify.ambiguity.compare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engine.chance import derive
from engine.interpreter import Turn
from verify.ambiguity.clock import now
from verify.ambiguity.compare import Pair, Parting, play_on
from verify.ambiguity.finding import Change
from verify.ambiguity.plays import MOST_MOVES, Play


def change(pair: Pair, plays: Sequence[Play], partings: Sequence[Parting | None], until: float) -> Change | None:
    """The change from the first game to the second; None where time allows for no game.

    Each game of the first is one pair: where the two part, the second is played on at random from there.
    """
    players = pair.a.layout.players
    wins: list[list[float]] = [[] for _ in range(players)]
    lengths: list[float] = []
    usual: list[int] = []
    for play, parting in zip(plays, partings, strict=True):
        made = len(play.beats) - 1
        usual.append(made)
        if parting is None:
            last, length = play.last, made
        elif now() > until:
            break
        else:
            last, more = play_on(pair.b, parting.b, derive(play.seed, 5), MOST_MOVES)
            length = parting.beat + more
        for seat in range(players):
            wins[seat].append(float(_won(last, seat)) - float(_won(play.last, seat)))
        lengths.append(float(length - made))
    if not lengths:
        return None
    mean_length = sum(usual[: len(lengths)]) / len(lengths)
    return Change(len(lengths), tuple(_mean(w) for w in wins), _mean(lengths), mean_length)


def _won(turn: Turn, seat: int) -> bool:
    """Did this seat win? The greatest return, if not everybody has it."""
    returns = () if turn.position.result is None else turn.position.result.returns
    return bool(returns) and returns[seat] == max(returns) and min(returns) < max(returns)


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean with the margin of its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    variance = sum((v - mean) ** 2 for v in values) / max(1, count - 1)
    return mean, 1.96 * sqrt(variance / count)
