"""What one player sees of a position, as zones and fields say who sees them; the step and the result are open to all.

Leaves to others what a player remembers of earlier positions, and which blind choices are on offer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from engine.core.layout import FieldSlots, Layout, ZoneSlots
from engine.interpreter.position import Position, Result
from engine.logs.words import Words
from spec.ir.index import PLAYER
from spec.ir.sight import sees_cards


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of one zone: its cards, or its top card and how many there are, or how many, or nothing."""

    cards: tuple[int, ...] | None = None
    top: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """What one player sees: a view of each zone cell, each field (None: unseen), where play stands and how it ended."""

    player: int
    views: tuple[View, ...]
    fields: tuple[int | None, ...]
    step: int
    result: Result | None


def observe(layout: Layout, position: Position, player: int) -> Observation:
    """What a player, by the seat from 0, sees of a position."""
    views = tuple(_view(layout, number, cards, player) for number, cards in enumerate(position.cells))
    fields = tuple(
        value if sees_field(layout, number, player) else None for number, value in enumerate(position.fields)
    )
    return Observation(player, views, fields, position.step, position.result)


def observe_together(layout: Layout, position: Position) -> Observation:
    """What all players see: of each zone the view of whoever sees least. The player is the first one."""
    seen = [observe(layout, position, player) for player in range(layout.players)]
    views = zip(*(observation.views for observation in seen), strict=True)
    least = tuple(min(of_one, key=lambda view: (view.cards is not None, view.count is not None)) for of_one in views)
    fields = tuple(
        None if None in of_one else of_one[0]
        for of_one in zip(*(observation.fields for observation in seen), strict=True)
    )
    return replace(seen[0], views=least, fields=fields)


def sees_all(layout: Layout, cell: int, player: int) -> bool:
    """Does the player see every card in this zone?"""
    slots = layout.zones[layout.cells[cell].name]
    return sees_cards(slots.decl.seen, owner(slots, layout.cells[cell].index) == player)


def sees_field(layout: Layout, slot: int, player: int) -> bool:
    """Does the player see what this field holds?"""
    slots = layout.fields[layout.slots[slot].name]
    return sees_cards(slots.decl.seen, owner(slots, layout.slots[slot].index) == player)


def owner(slots: ZoneSlots | FieldSlots, index: tuple[int, ...]) -> int | None:
    """The player to whom a zone or a field belongs: the first player in its index; None where there is none."""
    return next((at for domain, at in zip(slots.decl.index, index, strict=True) if domain == PLAYER), None)


def _view(layout: Layout, cell: int, cards: tuple[int, ...], player: int) -> View:
    if sees_all(layout, cell, player):
        return View(cards=cards, count=len(cards))
    seen = layout.zones[layout.cells[cell].name].decl.seen
    match seen:
        case "top":
            # In a zone without an order no card is outermost.
            return View(top=cards[-1] if cards and layout.ordered[cell] else None, count=len(cards))
        case "owner" | "others" | "count" | "everybody":
            return View(count=len(cards))
        case "nobody":
            return View()
        case _:
            assert_never(seen)


def mask(words: Words, observation: Observation) -> str:
    """An observation in the game's own words, a line a zone and a field; unseen cards are `?`."""
    lines = [f"{words.zone(i)}: {_masked(words, view)}" for i, view in enumerate(observation.views)]
    told = ("unseen" if value is None else words.field_value(i, value) for i, value in enumerate(observation.fields))
    lines += [f"{words.field(i)} = {value}" for i, value in enumerate(told)]
    return "\n".join([*lines, f"at {words.step(observation.step)}"])


def _masked(words: Words, view: View) -> str:
    if view.cards is not None:
        return words.card_list(view.cards)
    if view.count is None:
        return "unseen"
    if view.top is not None:
        return " ".join(["?"] * (view.count - 1) + [words.cards[view.top]])
    return " ".join(["?"] * view.count) or words.card_list(())
