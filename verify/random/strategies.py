"""Hypothesis strategies from the IR: values of its types, orders of a deck, positions, and luck that is drawn.

Leaves playing to `verify.random.generated_cases`. Every strategy shrinks towards the deck's own order and the first of
everything.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy

from engine.core.layout import Layout
from engine.interpreter.faults import Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.types import certain, is_card, may_lack, of_cards


def values(layout: Layout, kind: ir.Type, low: int = 0, high: int = 0) -> SearchStrategy[Value]:
    """The values of a type; numbers from `low` to `high`."""
    cards = range(len(layout.deck))
    if of_cards(kind):
        some = st.lists(st.sampled_from(cards), unique=True)
        return some.map(lambda found: tuple(found) if kind.ordered else tuple(sorted(found)))
    if is_card(kind):
        return st.sampled_from(cards)
    certainly = layout.values(certain(kind), low, high)
    some_value = st.integers(certainly.start, certainly.stop - 1)
    return st.just(ir.NOBODY) | some_value if may_lack(kind) else some_value


def decks(layout: Layout) -> SearchStrategy[tuple[int, ...]]:
    """Every order of the whole deck."""
    return st.permutations(range(len(layout.deck))).map(tuple)


@st.composite
def positions(draw: st.DrawFn, interpreter: Interpreter) -> Position:
    """Any position at a decision that the layout allows: each card in one zone, each field in its range.

    Few of them can be reached by play.
    """
    layout = interpreter.layout
    cells: list[tuple[int, ...]] = [()] * len(layout.cells)
    for card in draw(decks(layout)):
        at = draw(st.integers(0, len(cells) - 1))
        cells[at] = (*cells[at], card) if layout.ordered[at] else tuple(sorted((*cells[at], card)))
    fields = []
    for slot in layout.slots:
        slots = layout.fields[slot.name]
        fields.append(draw(st.integers(slots.low, slots.high)))
    asking = [i for i, step in enumerate(interpreter.game.steps) if step.ask is not None]
    return Position(tuple(cells), tuple(fields), draw(st.sampled_from(asking)))


class Drawn:
    """Luck drawn by Hypothesis, so that it shrinks with the moves."""

    def __init__(self, data: DataObject) -> None:
        self._data = data

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Any order of the cards."""
        return tuple(self._data.draw(st.permutations(cards)))

    def pick(self, n: int) -> int:
        """Any number from 0 to n - 1."""
        return self._data.draw(st.integers(0, n - 1))
