"""Symbolic positions: each zone a set of cards with its ends where they are looked at, each field a short bit-vector.

Leaves how a position changes to `verify.smt.transition.transition` and what is said of it to
`verify.smt.encode.expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import z3

from engine.core.layout import FieldSlots, Layout
from engine.core.observed_order import Looks
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.types import is_card, is_number, is_truth, is_word, may_lack
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm, Deck

FieldTerm = Any
"""The value of a field: a flag, a number, a symbol or (as a set of one) a card, by the field's type."""


@dataclass(slots=True)
class State:
    """The cards of each zone cell and the value of each field, in the layout's order."""

    cells: list[Cards]
    fields: list[FieldTerm]

    def copy(self) -> State:
        """A state that changes by itself."""
        return State(list(self.cells), list(self.fields))


class Space:
    """Makes symbolic positions of a game and says which of them could be positions at all."""

    def __init__(self, game: ir.Game, layout: Layout, deck: Deck, looks: Looks) -> None:
        self.game = game
        self.layout = layout
        self.deck = deck
        self.looks = looks
        self.field_of: list[FieldSlots] = [layout.fields[cell.name] for cell in layout.slots]
        self.named: list[str] = []
        self.tag = ""

    def name(self, stem: str) -> str:
        """A name that no other variable has; the `tag` tells the variables of one space from those of another."""
        self.named.append(f"{stem}!{self.tag}{len(self.named) + 1}")
        return self.named[-1]

    # ------------------------------------------------------------ any position

    def arbitrary(self, stem: str) -> State:
        """A position of which nothing is known; `sound` says what is true of any."""
        cells = []
        for number, cell in enumerate(self.layout.cells):
            name = f"{stem}.{cell.name}{''.join(f'.{i}' for i in cell.index)}"
            ends = self.layout.ordered[number] and self.looks.ends(cell.name)
            bottom, top = (self.deck.fresh(f"{name}.{end}") if ends else None for end in ("bottom", "top"))
            cells.append(Cards(self.deck.fresh(name), bottom, top))
        fields = []
        for number, cell in enumerate(self.layout.slots):
            name = f"{stem}.{cell.name}{''.join(f'.{i}' for i in cell.index)}"
            fields.append(self.free_field(number, name)[0])
        return State(cells, fields)

    def sound(self, state: State) -> t.Flag:
        """Each card lies in exactly one zone, each field is in its range, and ends belong to their zones."""
        return t.all_of((*self._partition(state), *self._ends(state), *self._ranges(state)))

    def _partition(self, state: State) -> Iterator[t.Flag]:
        so_far: CardTerm = 0
        for cell in state.cells:
            yield t.neg(self.deck.some(self.deck.common(so_far, cell.held)))
            so_far = self.deck.join(so_far, cell.held)
        yield self.deck.same(so_far, self.deck.full)

    def _ends(self, state: State) -> Iterator[t.Flag]:
        for cell in state.cells:
            if cell.top is not None and cell.bottom is not None:
                yield self.ends_fit(cell)

    def ends_fit(self, cards: Cards) -> t.Flag:
        """The ends are cards that lie there, none where there are none, and one and the same where there is one."""
        d, held = self.deck, cards.held
        assert cards.bottom is not None
        assert cards.top is not None
        found = []
        for end in (cards.bottom, cards.top):
            found += [d.at_most_one(end), d.within(end, held), t.same_flag(d.some(end), d.some(held))]
        alone = t.same_flag(d.same(cards.bottom, cards.top), d.at_most_one(held))
        return t.all_of((*found, alone))

    def _ranges(self, state: State) -> Iterator[t.Flag]:
        for slots, value in zip(self.field_of, state.fields, strict=True):
            if isinstance(value, t.Num):
                # The bounds of a variable are only a promise, so they are asked for without being folded away.
                yield t.all_of((slots.low <= value.term, value.term <= slots.high))
            else:
                yield self.in_range(slots, value)

    def in_range(self, slots: FieldSlots, value: FieldTerm) -> t.Flag:
        """Is a value one that the field may have?"""
        kind = slots.decl.type
        if is_truth(kind):
            return True
        if is_number(kind):
            return t.all_of((t.neg(t.less(value, slots.low)), t.neg(t.less(slots.high, value))))
        if is_word(kind):
            return t.any_of(c for v, c in t.cases_of(value).items() if slots.low <= v <= slots.high)
        return t.all_of((may_lack(kind) or self.deck.some(value), self.deck.at_most_one(value)))

    def free_field(self, number: int, name: str) -> tuple[FieldTerm, t.Term]:
        """Any value of a field, and the variable that it is made of."""
        slots = self.field_of[number]
        kind = slots.decl.type
        if is_number(kind):
            term = z3.BitVec(name, t.width_of(slots.low, slots.high))
            return t.Num(term, slots.low, slots.high), term
        if is_word(kind):
            return free_word(name, slots.low, slots.high)
        whole = z3.Bool(name) if is_truth(kind) else self.deck.fresh(name)
        return whole, whole

    # ------------------------------------------------------------ known positions

    def start(self, position: Position) -> State:
        """A known position as a state; of ordered zones the ends are kept where they are looked at."""
        cells = []
        for number, cards in enumerate(position.cells):
            ends = self.layout.ordered[number] and self.looks.ends(self.layout.cells[number].name)
            bottom, top = (self.deck.set_of(part) if ends else None for part in (cards[:1], cards[-1:]))
            cells.append(Cards(self.deck.set_of(cards), bottom, top))
        fields = [self.known_field(n, value) for n, value in enumerate(position.fields)]
        return State(cells, fields)

    def known_field(self, number: int, value: int) -> FieldTerm:
        """A field's value as the interpreter has it."""
        kind = self.field_of[number].decl.type
        if is_card(kind):
            return self.deck.set_of(() if value == ir.NOBODY else (value,))
        return bool(value) if is_truth(kind) else value

    def field_is(self, state: State, number: int, value: int) -> t.Flag:
        """Has a field this value? A card's fields are not asked for."""
        held = state.fields[number]
        kind = self.field_of[number].decl.type
        if is_truth(kind):
            return t.same_flag(held, bool(value))
        return t.equal(held, value) if is_number(kind) else t.cases_of(held).get(value, False)

    def same(self, left: State, right: State) -> t.Flag:
        """Are two states the same, as far as they are kept?"""
        found = []
        for a, b in zip(left.cells, right.cells, strict=True):
            pairs = ((a.held, b.held), (a.bottom, b.bottom), (a.top, b.top))
            found += [self.deck.same(x, y) for x, y in pairs if x is not None and y is not None]
        for slots, x, y in zip(self.field_of, left.fields, right.fields, strict=True):
            found.append(same_value(self.deck, slots.decl.type, x, y))
        return t.all_of(found)

    def pick(self, cond: t.Flag, yes: State, no: State) -> State:
        """One state or the other."""
        if isinstance(cond, bool):
            return yes if cond else no
        cells = [pick_cards(self.deck, cond, a, b) for a, b in zip(yes.cells, no.cells, strict=True)]
        fields = [
            pick_value(self.deck, slots.decl.type, cond, a, b)
            for slots, a, b in zip(self.field_of, yes.fields, no.fields, strict=True)
        ]
        return State(cells, fields)


def free_word(name: str, low: int, high: int) -> tuple[t.Word, t.Term]:
    """Any symbol from low to high; the variable counts from low, and may also stand for none of them."""
    term = z3.BitVec(name, max(1, (high - low).bit_length()))
    return t.Word({value: term == value - low for value in range(low, high + 1)}), term


def pick_cards(deck: Deck, cond: t.Flag, yes: Cards, no: Cards) -> Cards:
    """Some cards or others; of ordered ones the ends where both have them."""
    if yes is no or cond is True:
        return yes
    if cond is False:
        return no
    bottom = None if yes.bottom is None or no.bottom is None else deck.pick(cond, yes.bottom, no.bottom)
    top = None if yes.top is None or no.top is None else deck.pick(cond, yes.top, no.top)
    return Cards(deck.pick(cond, yes.held, no.held), bottom, top)


def pick_value(deck: Deck, kind: ir.Type, cond: t.Flag, yes: FieldTerm, no: FieldTerm) -> FieldTerm:
    """One value of a type or the other."""
    if is_truth(kind):
        return t.pick_flag(cond, yes, no)
    if is_number(kind):
        return t.pick_number(cond, yes, no)
    return t.pick_word(cond, yes, no) if is_word(kind) else deck.pick(cond, yes, no)


def same_value(deck: Deck, kind: ir.Type, left: FieldTerm, right: FieldTerm) -> t.Flag:
    """Are two values of a type the same? A card that the deck lacks is the same as no other; nobody is nobody."""
    if is_truth(kind):
        return t.same_flag(left, right)
    if is_number(kind):
        return t.equal(left, right)
    if is_word(kind):
        return t.same_word(left, right)
    return deck.same(left, right) if may_lack(kind) else deck.some(deck.common(left, right))


def value_of(deck: Deck, model: Callable[[Any], Any], value: FieldTerm, kind: ir.Type) -> int:
    """What a value of a type is in a model, which reads terms; of a card NOBODY where there is none."""
    if is_number(kind):
        return _number_of(model, value)
    if is_word(kind):
        return next(v for v, cond in t.cases_of(value).items() if model(cond))
    return next(iter(deck.cards_of(model(value))), ir.NOBODY) if is_card(kind) else int(model(value))


def _number_of(model: Callable[[Any], Any], value: t.Number) -> int:
    """A number with its sign."""
    if isinstance(value, int):
        return value
    size, found = value.term.size(), int(model(value.term))
    return found - (1 << size) if found >> (size - 1) & 1 else found
