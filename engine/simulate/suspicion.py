"""What the figures of many random games make one look at: too many draws, a seat that wins too often, games cut short.

Tests of shares, not proofs: a share counts as too large only where the whole of its interval is. Leaves playing and
counting to `engine.simulate.simulate` and `verify.random.random_play`, which both ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.simulate.simulate import wilson

Z = 2.576
"""The intervals are those of 99 %."""
MOST_DRAWN = 0.5
FAR_MORE = 1.2
"""A seat that wins so many times its share is far ahead."""

Kind = Literal["often-drawn", "seat-ahead", "games-cut"]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something to look at: a stable code, and a sentence with the figures."""

    code: Kind
    sentence: str


def suspicions(
    games: int, finished: int, draws: int, wins: Sequence[int], unfinished: int, most_moves: int
) -> Iterator[Suspicion]:
    """What is suspicious of so many random games: of those that were finished, the draws and the wins of each seat; and
    how many were `unfinished` after the most moves that a game may take."""
    drawn = wilson(draws, finished, Z)
    if drawn.low > MOST_DRAWN:
        interval = f"99% interval {100 * drawn.low:.0f} to {100 * drawn.high:.0f}%"
        yield Suspicion("often-drawn", f"{draws:,} of {finished:,} random games are drawn ({interval})")
    share = sum(wins) / (len(wins) * finished) if wins and finished else 0.0
    for seat, won in enumerate(wins if len(wins) > 1 else ()):
        found = wilson(won, finished, Z)
        if found.low > FAR_MORE * share > 0:
            interval = f"99% interval {100 * found.low:.0f} to {100 * found.high:.0f}%"
            yield Suspicion(
                "seat-ahead",
                f"player {seat + 1} wins {100 * found.share:.0f}% of {finished:,} random games, and an even share is "
                f"{100 * share:.0f}% ({interval})",
            )
    if unfinished:
        verb = "has" if unfinished == 1 else "have"
        yield Suspicion(
            "games-cut", f"{unfinished:,} of {games:,} random games {verb} no end after {most_moves:,} moves"
        )
