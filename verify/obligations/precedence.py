"""Is each line of an order of clauses needed? Drops each, and swaps each two neighbours, and looks what changes.

Leaves finding plays on which several clauses apply to `verify.random.clause_coverage`, and proving that a line changes
nothing to `verify.smt.prove.order`. A change is shown by a play: the same move from the same position, with the same
luck, is legal for one order and not for the other, brings about something else, or is a clash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Outcome, Picked, Seeded, Shuffled
from spec.ir import nodes as ir
from spec.ir.precedence import ENDS, ClauseGroup, Key, clause_groups, unranked, with_order
from verify.obligations.verdict import Witness
from verify.obligations.witness import make_witness
from verify.random.clause_coverage import ClauseCoverage, Sighting

Kind = Literal["drop", "swap"]
Clauses = tuple[ir.Clause, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """An order with one line dropped, or two neighbours swapped."""

    order: ClauseGroup
    kind: Kind
    high: int
    low: int

    @property
    def above(self) -> tuple[int, ...]:
        """The order after the change."""
        above = list(self.order.above)
        if self.kind == "drop":
            above[self.low] &= ~(1 << self.high)
            return tuple(above)
        swap = {self.high: self.low, self.low: self.high}
        found = [0] * len(above)
        for low, bits in enumerate(above):
            found[swap.get(low, low)] = sum(1 << swap.get(h, h) for h in range(len(above)) if bits >> h & 1)
        return tuple(found)

    @property
    def words(self) -> str:
        """The change in words."""
        high, low = self.order.labels[self.high], self.order.labels[self.low]
        return f"{high} > {low} dropped" if self.kind == "drop" else f"{high} and {low} swapped"


def orders(game: ir.Game) -> list[ClauseGroup]:
    """The groups of a game that have an order; outcomes first, the ends last."""
    places = {"outcome": 0, "move": 1, ENDS: 2}
    return sorted((part for part in clause_groups(game) if part.order), key=lambda part: places[part.kind])


def pairs(order: ClauseGroup) -> list[tuple[int, int]]:
    """All pairs of clauses of which the first outranks the second."""
    count = range(len(order.clauses))
    return [(a, b) for b in count for a in count if a != b and order.over(a, b)]


def neighbours(order: ClauseGroup) -> list[tuple[int, int]]:
    """Those with nothing between them."""
    count = range(len(order.clauses))
    return [(a, b) for a, b in pairs(order) if not any(order.over(a, c) and order.over(c, b) for c in count)]


def changes(order: ClauseGroup) -> list[Change]:
    """Every line dropped, and every two neighbours swapped."""
    dropped = [Change(order, "drop", a, b) for a, b in pairs(order)]
    return dropped + [Change(order, "swap", a, b) for a, b in neighbours(order)]


def meaning(clause: ir.Clause) -> object:
    """What a clause says, so far as its text tells: two that say the same never differ."""
    match clause:
        case ir.Outcome():
            return clause.effects
        case ir.Ending():
            return clause.result
        case _:
            return type(clause)


def matters(change: Change, applicable: int) -> bool:
    """May the change make a difference where just these clauses apply?"""
    clauses = change.order.clauses
    before, after = (unranked(applicable, above) for above in (change.order.above, change.above))
    return {meaning(clauses[i]) for i in before} != {meaning(clauses[i]) for i in after}


class _SameLuck:
    """The luck of a move again, for clauses that may ask for it otherwise.

    Its shuffles and its picks come each in their order, where they fit what is asked for; else others by a seed.
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._shuffles = [o.cards for o in outcomes if isinstance(o, Shuffled)]
        self._picks = [o for o in outcomes if isinstance(o, Picked)]
        self._other = Seeded(1)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in a new order."""
        order = self._shuffles.pop(0) if self._shuffles else ()
        return order if sorted(order) == sorted(cards) else self._other.shuffle(cards)

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1."""
        picked = self._picks.pop(0) if self._picks else Picked(0, 0)
        return picked.value if picked.size == n else self._other.pick(n)


class Judge:
    """Shows changes by plays that were watched."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.interpreter = Interpreter(game)
        self._forced: dict[tuple[Key, tuple[int, ...]], Interpreter] = {}

    def shown(self, change: Change, watched: ClauseCoverage) -> Witness | None:
        """A play on which the change makes a difference, the shortest that was seen."""
        seen = watched.seen.get(change.order.key, {})
        every = ((applicable, sighting) for applicable, plays in seen.items() for sighting in plays)
        for applicable, sighting in sorted(every, key=lambda one: len(one[1].moves)):
            if matters(change, applicable):
                sentence = self._differs(change, applicable, sighting)
                if sentence:
                    return self.witness(sighting, sentence)
        return None

    def witness(self, sighting: Sighting, sentence: str) -> Witness:
        """The play up to the move, and what it shows."""
        return make_witness(self.interpreter, sighting.outcomes, sighting.moves, sighting.before, sentence)

    def _differs(self, change: Change, applicable: int, sighting: Sighting) -> str:
        """What differs, in a sentence; '' where nothing does."""
        order, labels = change.order, change.order.labels
        now, then = (unranked(applicable, above) for above in (order.above, change.above))
        move = "" if sighting.move is None else self.interpreter.words.move(sighting.move)
        names = [" and ".join(labels[i] for i in best) for best in (now, then)]
        said = f"{move}: {names[0]} wins; with {change.words} {names[1]} would win"
        if order.key[0] == "move":
            kinds = [{type(order.clauses[i]) for i in best} for best in (now, then)]
            return "" if kinds[0] == kinds[1] else said
        if sighting.move is None:
            return ""
        came = [self._after(order, best, sighting) for best in (now, then)]
        return "" if came[0] == came[1] else said

    def _after(self, order: ClauseGroup, best: tuple[int, ...], sighting: Sighting) -> object:
        """Where the move leads if these clauses outrank all others, and none of them another."""
        assert sighting.move is not None
        turn = self._with(order, best).apply(sighting.before, sighting.move, _SameLuck(sighting.after))
        position: Position = turn.position
        result = None if position.result is None else position.result.returns
        fault = None if position.fault is None else position.fault.kind
        return position.cells, position.fields, position.step, result, fault

    def _with(self, order: ClauseGroup, best: tuple[int, ...]) -> Interpreter:
        key = (order.key, best)
        if key not in self._forced:
            self._forced[key] = Interpreter(_forced(self.game, order, best))
        return self._forced[key]


def _forced(game: ir.Game, order: ClauseGroup, best: tuple[int, ...]) -> ir.Game:
    labels = order.labels
    rest = [label for i, label in enumerate(labels) if i not in best]
    edges = tuple(ir.Edge(labels[winner], label) for winner in best for label in rest)
    return with_order(game, order.key, edges)
