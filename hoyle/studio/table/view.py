"""A position as a page draws it, with what a seat sees of it: zones with their cards, fields, how it ended.

Leaves who sees what to `engine.interpreter.observe`, and what things are called to `spec.ir.display`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property

from engine.interpreter.observe import View, observe, owner
from engine.interpreter.position import Position
from engine.pages import cards as pictures
from hoyle.api import Game, State
from hoyle.studio.messages.table import Field, Picture, Zone
from spec.ir import nodes as ir
from spec.ir.display import Display
from spec.ir.index import PLAYER, index_of
from spec.ir.types import domain_of
from spec.text.clean import one_line

ALL = -1
"""The seat of one who sees all cards."""


class Views:
    """Draws the positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.interpreter.layout
        self.index = index_of(game.rules)
        self.display = Display(self.index)

    # ------------------------------------------------------------ what stays the same

    @cached_property
    def drawings(self) -> str:
        """The pictures of all cards, as a piece of HTML."""
        return pictures.drawn(pictures.of_game(self.game.rules))

    @cached_property
    def deck(self) -> str:
        """A name for these pictures."""
        return hashlib.sha256(self.drawings.encode()).hexdigest()[:12]

    @cached_property
    def cards(self) -> tuple[Picture, ...]:
        """All cards of the deck."""
        deck = pictures.of_game(self.game.rules)
        ids = pictures.picture_ids(deck)
        return tuple(Picture(card.name, card.spoken, ids[card.name]) for card in deck)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(self.display.player(seat) for seat in range(self.layout.players))

    @cached_property
    def _places(self) -> dict[int, tuple[int, int]]:
        """The row and column of each zone that the rules lay out."""
        found: dict[int, tuple[int, int]] = {}
        for y, row in enumerate(self.game.rules.layout):
            for x, laid in enumerate(row):
                for number in self.layout.cells_of(laid.zone) if laid.zone in self.layout.zones else ():
                    if laid.at is None or self.layout.cells[number].index == (laid.at,):
                        found.setdefault(number, (y, x))
        return found

    # ------------------------------------------------------------ a position

    def zones(self, position: Position, seat: int) -> tuple[Zone, ...]:
        """What a seat sees of every zone."""
        if seat == ALL:
            views = tuple(View(cards=cards, count=len(cards)) for cards in position.cells)
        else:
            views = observe(self.layout, position, seat).views
        return tuple(self._zone(number, view) for number, view in enumerate(views))

    def _zone(self, number: int, view: View) -> Zone:
        cell = self.layout.cells[number]
        slots = self.layout.zones[cell.name]
        holder = owner(slots, cell.index)
        name, short = self._called(cell.name, cell.index, slots.decl.index, holder)
        row, column = self._places.get(number, (-1, -1))
        return Zone(
            number, name, short, cell.name, -1 if holder is None else holder, slots.decl.ordered, slots.decl.row,
            view.cards is not None, view.cards or (), -1 if view.top is None else view.top,
            -1 if view.count is None else view.count, row, column,
        )  # fmt: skip

    def _called(self, label: str, at: tuple[int, ...], domains: tuple[str, ...], holder: int | None) -> tuple[str, str]:
        """What a zone is called where its owner is named beside it, and what tells it from others of its family."""
        others = [self.display.symbol(d, value) for d, value in zip(domains, at, strict=True) if d != PLAYER]
        if holder is None:
            return self.display.zone(label, at), ", ".join(others)
        name = self.display.zone(label)
        return (f"{name} of {', '.join(others)}" if others else name), ", ".join(others)

    def fields(self, state: State, seat: int) -> tuple[Field, ...]:
        """The fields that a seat sees, without those that say nothing yet."""
        return tuple(self._fields(state, seat))

    def _fields(self, state: State, seat: int) -> Iterator[Field]:
        position, start = state.position, self._start.fields
        seen = position.fields if seat == ALL else observe(self.layout, position, seat).fields
        for number, value in enumerate(seen):
            slot = self.layout.slots[number]
            decl = self.layout.fields[slot.name].decl
            telling = value != start[number] or (domain_of(decl.type) == PLAYER and value != ir.NOBODY)
            if value is None or number == self.layout.mover or slot.name.startswith("("):
                continue
            if not (telling or decl.source.display):
                continue
            holder = next((at for d, at in zip(decl.index, slot.index, strict=True) if d == PLAYER), None)
            domain = decl.type.domain
            told = self.display.symbol(domain, value) if domain in self.index.domains and value >= 0 else ""
            rest = [self.display.symbol(d, at) for d, at in zip(decl.index, slot.index, strict=True) if d != PLAYER]
            name = self.display.field(slot.name, slot.index) if holder is None else self.display.field(slot.name)
            if holder is not None and rest:
                name = f"{name} of {', '.join(rest)}"
            words = told or self.game.interpreter.words.field_value(number, value)
            yield Field(name, words, -1 if holder is None else holder)

    @cached_property
    def _start(self) -> Position:
        return self.game.interpreter.initial()

    def step(self, position: Position) -> str:
        """What the choice is called at which play stands."""
        label = self.game.interpreter.words.step(position.step)
        return self.display.step(label) if any(s.source.label == label for s in self.game.rules.steps) else label

    def ended(self, position: Position) -> str:
        """How the game ended, in a sentence; '' where it has not."""
        result = position.result
        if result is None:
            return ""
        name = self.display.ending(result.ending)
        if result.drawn():
            return f"The game is over ({name}): nobody wins."
        who = [self.players[seat] for seat in result.winners()]
        scores = ", ".join(f"{self.players[seat]} {value:+d}" for seat, value in enumerate(result.returns))
        wins = f"{' and '.join(who)} {'wins' if len(who) == 1 else 'win'}" if who else "it is over"
        return one_line(f"The game is over ({name}): {wins}. {scores}")
