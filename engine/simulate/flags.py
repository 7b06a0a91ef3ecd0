"""What is suspicious about many games: mostly drawn, one seat far ahead, clauses and moves never used, games cut off.

The judging of numbers, once for every report. Leaves playing and counting to those who call it, and how clauses are
named to the face: a flag has their sources.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from engine.simulate.simulate import Statistics, wilson
from spec.ir import nodes as ir
from spec.ir.clauses import Mark, clauses_of, mark

Kind = Literal["draws", "seat", "cap", "moves", "clauses"]

LEAST_GAMES = 20
"""Of fewer games nothing is said but what never happened, and what was cut off."""
SURE = 0.001
"""A seat is ahead where chance alone brings one so far in fewer runs than that (score test, Bonferroni over seats)."""
FAR = 1.2
"""And it is far ahead where it has so many times its even share of the wins."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What many games came to, as far as it is judged. `wins` of each seat; `cut` games did not end in `most_moves`."""

    games: int
    finished: int
    drawn: int
    cut: int
    most_moves: int
    wins: tuple[int, ...]
    unused: Unused


@dataclass(frozen=True, slots=True)
class Unused:
    """The moves that nobody made, each once whatever its shapes, and the clauses of others that never took effect."""

    moves: tuple[ir.Source, ...]
    clauses: tuple[ir.Source, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """Something suspicious in one sentence without a full stop; `sources` are the moves or clauses that it is about."""

    kind: Kind
    sentence: str
    sources: tuple[ir.Source, ...] = ()


def unused(game: ir.Game, fired: Collection[Mark]) -> Unused:
    """What no game used, of the clauses that took effect in some."""
    never = [(kind, source) for _, kind, source in clauses_of(game) if mark(kind, source) not in fired]
    made = {source.owner for _, kind, source in clauses_of(game) if kind == "permit" and mark(kind, source) in fired}
    moves: dict[str, ir.Source] = {}
    for action in game.actions:
        if action.move not in made:
            moves.setdefault(action.move, action.source)
    return Unused(tuple(moves.values()), tuple(source for _, source in never if source.owner not in moves))


def figures_of(game: ir.Game, statistics: Statistics) -> Figures:
    """The figures of a simulation."""
    s = statistics
    fired = {mark(clause.kind, clause.source) for clause in s.clauses if clause.times}
    wins = tuple(round(w.share * s.finished) for w in s.wins)
    return Figures(s.games, s.finished, s.draws, s.unfinished, s.most_moves, wins, unused(game, fired))


def flags(figures: Figures) -> tuple[Flag, ...]:
    """Everything suspicious; () where nothing is, as of no game at all."""
    f, found = figures, []
    if not f.games:
        return ()
    if f.cut:
        found.append(Flag("cap", f"{f.cut:,} of {f.games:,} games did not end within {f.most_moves:,} moves"))
    if f.finished >= LEAST_GAMES and 2 * f.drawn > f.finished:
        found.append(Flag("draws", f"{f.drawn:,} of {f.finished:,} finished games were drawn, which is over half"))
    ahead = far_ahead(f.wins)
    if ahead is not None:
        share, even = 100 * f.wins[ahead] / sum(f.wins), 100 / len(f.wins)
        told = f"player {ahead + 1} has {share:.0f}% of all wins, where an even share is {even:.0f}%"
        found.append(Flag("seat", told))
    if f.unused.moves:
        told = "one move was made" if len(f.unused.moves) == 1 else f"{len(f.unused.moves)} moves were made"
        found.append(Flag("moves", f"{told} in none of {f.games:,} games", f.unused.moves))
    if f.unused.clauses:
        count = len(f.unused.clauses)
        told = "one clause" if count == 1 else f"{count} clauses"
        found.append(Flag("clauses", f"{told} took effect in none of {f.games:,} games", f.unused.clauses))
    return tuple(found)


def far_ahead(wins: Sequence[int]) -> int | None:
    """The seat that has far more of the wins than its share, by a test; None where there is none."""
    total, seats = sum(wins), len(wins)
    if seats < 2 or total < LEAST_GAMES:
        return None
    best = max(range(seats), key=lambda seat: wins[seat])
    surely = wilson(wins[best], total, NormalDist().inv_cdf(1 - SURE / seats)).low
    return best if surely > 1 / seats and wins[best] * seats > FAR * total else None
