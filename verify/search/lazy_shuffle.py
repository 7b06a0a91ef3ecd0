"""Plays a game with its shuffles left open: which card a bag gives is decided when the card leaves the bag.

Leaves which zones are bags or heaps to `engine.core.observed_order`, and exploring to `verify.search.search`. Below its
top card a heap lies in the deck's order, whatever the order in which its cards came.

A card that is not decided yet is a number from the size of the deck on, a *blank*; blanks are numbered through the
zones, so that positions that differ in nothing else are equal. The cards that no zone shows are the blanks' cards, and
every way of laying them out is equally likely. So a position stands for all positions that put those cards in place of
its blanks (`meant`), and playing on from it reaches what playing on from each of these reaches.

Two answers differ from those of play with every shuffle told: an end that "stays reachable" from a lazy position is
reachable by some order of the blanks' cards, not by each; and its outcomes of chance are picks of cards, which
`verify.search.concretise` makes shuffles of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, permutations
from math import comb

from engine.core.layout import Layout
from engine.core.observed_order import bags, heaps, indifferent, searched
from engine.interpreter.compiled_expression import CardsCode
from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import Stop
from engine.interpreter.frame import Frame
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Cells, Position
from engine.luck.chance import Chance
from spec.ir import nodes as ir
from spec.ir.effects import carried


class LazyInterpreter(Interpreter):
    """Plays like `Interpreter`, with the cards of bags undecided and heaps in order.

    `closed` are the bags and `piled` the heaps; they are found where they are not given.
    """

    def __init__(
        self, game: ir.Game, closed: frozenset[str] | None = None, piled: frozenset[str] | None = None
    ) -> None:
        super().__init__(game)
        self.closed = bags(game) if closed is None else closed
        self.piled = heaps(game) if piled is None else piled
        self._lazy = self._make_deeds()
        self._moved = {a.source.label: self._lazy.of_all(a.effects) for a in game.actions}
        self._acts = tuple(self._lazy.of_all(step.effects) for step in game.steps)

    def _make_deeds(self) -> LazyEffectCompiler:
        return LazyEffectCompiler(self._meanings, self.closed, self.piled)

    def likened(self, position: Position) -> Position:
        """The position with its heaps in order."""
        return replace(position, cells=self._lazy.in_order(position.cells))

    def _position(self, f: Frame, made: int) -> Position:
        return Position(self._lazy.in_order(f.cells), tuple(f.fields), f.step, made=made)


class LazyEffectCompiler(EffectCompiler):
    """The effects with blanks: a shuffle makes them, and they are filled in where they have left the bags.

    They are filled in after the last of several effects in a row that do not mind
    (`engine.core.observed_order.indifferent`): then only which cards a hand has got is decided, not in which order.
    """

    def __init__(self, meanings: ExpressionCompiler, closed: frozenset[str], piled: frozenset[str]) -> None:
        super().__init__(meanings)
        self._closed = closed
        self._blank = len(meanings.layout.deck)
        cells = tuple(enumerate(meanings.layout.cells))
        self._bags = tuple(i for i, cell in cells if cell.name in closed)
        self._heaps = tuple(i for i, cell in cells if cell.name in piled)
        self._open = tuple(i for i, cell in cells if cell.name not in closed)
        self._depth = 0

    def of_all(self, effects: tuple[ir.Effect, ...]) -> CompiledEffect:
        """Several effects, one after the other, up to the first jump."""
        parts: list[CompiledEffect] = []
        for waits, run in groupby(effects, lambda effect: indifferent(self._m.index, effect)):
            if waits:
                parts.append(self._settled(super().of_all(tuple(run)), waits=1))
            else:
                parts.extend(self._of_one(effect) for effect in run)

        def all_parts(f: Frame) -> ir.Jump | None:
            for part in parts:
                jump = part(f)
                if jump is not None:
                    return jump
            return None

        return parts[0] if len(parts) == 1 else all_parts

    def _of_one(self, effect: ir.Effect) -> CompiledEffect:
        effect_of = self.of(effect)
        ends = carried(effect)
        return self._settled(effect_of, waits=0) if ends and ends[0].zone in self._closed else effect_of

    def _settled(self, effect_of: CompiledEffect, waits: int) -> CompiledEffect:
        def settled(f: Frame) -> ir.Jump | None:
            self._depth += waits
            try:
                jump = effect_of(f)
            finally:
                self._depth -= waits
            if not self._depth:
                for at in self._open:
                    self._fill_in(f, at)
            return jump

        return settled

    # ------------------------------------------------------------ blanks

    def in_order(self, cells: Sequence[tuple[int, ...]]) -> Cells:
        """The cells with heaps in order and blanks numbered through; a single blank is the only card left for it."""
        blank, after = self._blank, list(cells)
        blanks = sum(card >= blank for at in self._bags for card in cells[at])
        left = iter(self._hidden(cells) if blanks == 1 else range(blank, blank + blanks))
        for at in self._bags if blanks else ():
            after[at] = tuple([card if card < blank else next(left) for card in cells[at]])
        for at in self._heaps:
            after[at] = (*sorted(cells[at][:-1]), *cells[at][-1:])
        return tuple(after)

    def _hidden(self, cells: Sequence[tuple[int, ...]]) -> list[int]:
        """The cards that no cell shows."""
        shown = set().union(*cells)
        return [card for card in range(self._blank) if card not in shown]

    def _fill_in(self, f: Frame, at: int) -> None:
        """Decides the blanks of a cell: which cards they are, and in an ordered one where each lies."""
        if max(f.cells[at], default=0) < self._blank:
            return
        places = [i for i, card in enumerate(f.cells[at]) if card >= self._blank]
        if self._layout.ordered[at]:
            for place in places:
                self._decide(f, at, [place])
        else:
            self._decide(f, at, places)
            f.cells[at] = tuple(sorted(f.cells[at]))

    def _decide(self, f: Frame, at: int, places: Sequence[int]) -> None:
        """Puts some of the hidden cards, in the deck's order, in these places of a cell."""
        hidden = self._hidden(f.cells)
        ways = comb(len(hidden), len(places))
        chosen = combination(hidden, len(places), self._pick(f.chance, ways) if ways > 1 else 0)
        cards = list(f.cells[at])
        for place, card in zip(places, chosen, strict=True):
            self._name(cards[place], card)
            cards[place] = card
        f.cells[at] = tuple(cards)
        f.known.clear()

    def _pick(self, chance: Chance, ways: int) -> int:
        return chance.pick(ways)

    def _name(self, blank: int, card: int) -> None:
        """Told which card a blank turns out to be."""

    def _mixed(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The blanks of a shuffled cell; it has all blanks that there are, or has none but blanks."""
        if min(cards, default=self._blank) >= self._blank:
            return cards
        return tuple(range(self._blank, self._blank + len(cards)))

    # ------------------------------------------------------------ effects

    def _shuffle(self, zone: ir.Place) -> CompiledEffect:
        if zone.zone not in self._closed:
            return super()._shuffle(zone)
        cell = self._m.cell(zone.zone, zone.index)

        def shuffle(f: Frame) -> None:
            at = cell(f)
            f.known.clear()
            if any(card < self._blank for card in f.cells[at]):
                # Cards shown here join the hidden ones, and none of them may turn up elsewhere.
                for other in range(len(f.cells)):
                    if other != at:
                        self._fill_in(f, other)
            f.cells[at] = self._mixed(f.cells[at])

        return shuffle

    def _move(self, effect: ir.Move) -> CompiledEffect:
        usual = super()._move(effect)
        if effect.source.zone not in self._closed or searched(effect) is None:
            return usual
        chosen = self._m.cards(effect.cards)
        source = self._m.cell(effect.source.zone, effect.source.index)

        def move(f: Frame) -> ir.Jump | None:
            at = source(f)
            while (shown := self._shown(f.cells[at])) < len(f.cells[at]) and not self._found(f, at, shown, chosen):
                self._decide(f, at, [shown])
            return usual(f)

        return move

    def _shown(self, cards: tuple[int, ...]) -> int:
        """How many cards lie below the lowest blank."""
        return next((i for i, card in enumerate(cards) if card >= self._blank), len(cards))

    def _found(self, f: Frame, at: int, shown: int, chosen: CardsCode) -> bool:
        """Does the search end among the lowest cards of a cell?"""
        held = f.cells[at]
        f.cells[at] = held[:shown]
        f.known.clear()
        try:
            chosen(f)
        except Stop:
            return False
        finally:
            f.cells[at] = held
            f.known.clear()
        return True


def combination(items: Sequence[int], size: int, number: int) -> tuple[int, ...]:
    """The combination of that number among all of that size, in the order of the items."""
    chosen: list[int] = []
    for i, item in enumerate(items):
        with_it = comb(len(items) - i - 1, size - len(chosen) - 1) if len(chosen) < size else 0
        if number < with_it:
            chosen.append(item)
        else:
            number -= with_it
    return tuple(chosen)


def meant(layout: Layout, position: Position) -> Iterator[Position]:
    """Every position that a lazy one stands for."""
    deck = len(layout.deck)
    shown = set().union(*position.cells)
    for order in permutations(card for card in range(deck) if card not in shown):
        cells = tuple(tuple(card if card < deck else order[card - deck] for card in cell) for cell in position.cells)
        yield replace(position, cells=cells)
