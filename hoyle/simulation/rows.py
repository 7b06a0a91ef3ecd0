"""The games of a simulation as a table in a file, one row a game."""

from __future__ import annotations

import csv
import io

from engine.interpreter.position import Payoff, Result
from engine.simulate.simulate import Statistics


def to_csv(figures: Statistics, first: int = 0) -> str:
    """All games in the order in which they were played; of a game that did not end, turns and returns are empty.

    `first`: so many games of the run come before the first of them.
    """
    seats = range(1, len(figures.wins) + 1)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        [
            "game",
            "seed",
            "how",
            "ending",
            "decisions",
            "turns",
            "legal_moves",
            "winners",
            *(f"return_{p}" for p in seats),
        ]
    )
    for number, row in enumerate(figures.rows, first + 1):
        ended = row.how == "ended"
        winners = Result(row.ending, tuple(map(Payoff, row.returns))).winners() if ended else ()
        table.writerow(
            [number, row.seed, row.how, row.ending, row.decisions, row.turns if ended else "", row.offered,
             " ".join(str(p + 1) for p in winners), *(row.returns if ended else [""] * len(row.returns))]
        )  # fmt: skip
    return out.getvalue()
