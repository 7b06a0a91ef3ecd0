"""Makes the games that tables without a ruling might play: each open point read in some way, each conflict decided.

Leaves playing them to `verify.ambiguity.sweep`. The rulings of the file are not read: readings are drawn by seed, and
unranked clauses are put into an order drawn by seed that keeps to the precedence that the rulebook itself states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from engine.chance import Seeded, derive
from engine.interpreter import Interpreter
from spec import ir

Make = Callable[[Mapping[str, str], bool], ir.Game | None]
"""The game of a rule file under some settings, as written or not; None where there is none."""


@dataclass(frozen=True, slots=True)
class Table:
    """One way of filling in what the text leaves open.

    `written` decides no conflict; `moving` decides those about which moves are legal; `playing` decides all.
    """

    readings: tuple[tuple[str, str], ...]
    written: Interpreter
    moving: Interpreter
    playing: Interpreter


def tables(
    make: Make, settings: Mapping[str, str], questions: Sequence[ir.Question], count: int, seed: int
) -> Iterator[Table]:
    """That many tables by seed, each once; readings that cannot stand together are passed over."""
    for number in range(count):
        luck = Seeded(derive(seed, number))
        drawn = {
            q.source.label: q.readings[luck.pick(len(q.readings))].source.label
            for q in questions
            if q.readings and q.source.label not in settings
        }
        game = make({**settings, **drawn}, True)
        if game is None:
            continue
        yield table(game, tuple(drawn.items()), luck)


def table(game: ir.Game, readings: tuple[tuple[str, str], ...], luck: Seeded) -> Table:
    """A table at which a game is played, with whatever clashes in it decided by luck."""
    moving = replace(game, actions=tuple(_decided(a, luck) for a in game.actions))
    playing = replace(
        moving,
        groups=tuple(_decided(g, luck) for g in game.groups),
        ending_order=_order(tuple(e.source.label for e in game.endings), game.ending_order, luck),
    )
    return Table(readings, Interpreter(game), Interpreter(moving), Interpreter(playing))


Clauses = TypeVar("Clauses", ir.Action, ir.Group)


def _decided(node: Clauses, luck: Seeded) -> Clauses:
    labels = tuple(c.source.label for c in node.clauses)
    return replace(node, order=_order(labels, node.order, luck))


def _order(labels: tuple[str, ...], order: tuple[ir.Edge, ...], luck: Seeded) -> tuple[ir.Edge, ...]:
    """The order made total: a linear order drawn by luck that keeps the edges there are."""
    left, chain = list(dict.fromkeys(labels)), []
    while left:
        free = [x for x in left if not any(e.worse == x and e.better in left for e in order)]
        chosen = (free or left)[luck.pick(len(free or left))]
        chain.append(chosen)
        left.remove(chosen)
    return (*order, *(ir.Edge(a, b) for a, b in pairwise(chain)))
