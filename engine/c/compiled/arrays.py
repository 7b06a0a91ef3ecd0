"""Many compiled games told to arrays in numbers that mean the same in every position: which moves there are, and what
a seat sees.

Leaves which number a move has to `engine.adapters.numbering`, and who sees what to `engine.interpreter.observe`; what
is made here of both are tables for `runtime/arrays.h`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import assert_never

from engine.adapters.numbering import Argument, Blind, Kind, Numberer, Numbering, One, Several
from engine.core.layout import Layout
from engine.core.pipelines import for_python
from engine.core.unsupported import Unsupported
from engine.interpreter.observe import sees_all, sees_field
from engine.logs.words import Words
from spec.ir import nodes as ir

ONE, SEVERAL, BLIND = range(3)
NOTHING, COUNT, TOP, CARDS = range(4)


def numbering(game: ir.Game, layout: Layout) -> Numbering:
    """The numbers of all moves. Raises Unsupported where moves of some kind are too many to have numbers."""
    found = Numberer(game, for_python(game), layout).numbering()
    if found.in_parts:
        names = ", ".join(f"`{action.source.label}`" for action in found.in_parts)
        raise Unsupported(f"a number for each move of {names}, as they take several cards at once: there are too many")
    return found


def move_table(game: ir.Game, kinds: Sequence[Kind]) -> list[int]:
    """The number of a pass, a key for each card, where each action's row begins, the rows, and choices of cards.

    A row is the first number, how many arguments there are, and four numbers for each argument.
    """
    keys = [_key(card) for card in range(len(game.deck))]
    rows: dict[int, list[int]] = {}
    table = [next((kind.first for kind in kinds if kind.action is None), -1), *keys, *([0] * len(game.actions))]
    for kind in kinds:
        if kind.action is None:
            continue
        at, stride = game.actions.index(kind.action), len(kind)
        rows[at] = [kind.first, len(kind.arguments)]
        for argument in kind.arguments:
            stride //= max(len(argument), 1)
            rows[at] += [stride, *_argument(argument, keys, table)]
    for at, row in rows.items():
        table[1 + len(keys) + at] = len(table)
        table += row
    return table


def _argument(argument: Argument, keys: Sequence[int], table: list[int]) -> tuple[int, int, int]:
    """The form of an argument, and two numbers that it needs; what several cards may be is put into the table."""
    match argument:
        case One(values):
            return ONE, values.start, len(values)
        case Blind():
            return BLIND, 0, 1
        case Several(choices):
            at, places = len(table), {_signed(sum(keys[card] for card in cards)): i for i, cards in enumerate(choices)}
            if len(places) < len(choices):
                raise Unsupported("a number for each choice of several cards, as two of them have one key")
            ordered = sorted(places, key=lambda key: key % 2**64)
            table += [*ordered, *(places[key] for key in ordered)]
            return SEVERAL, at, len(choices)
        case _:
            assert_never(argument)


def _key(card: int) -> int:
    return int.from_bytes(hashlib.sha256(str(card).encode()).digest()[:8], "big", signed=True)


def _signed(number: int) -> int:
    """A number of 64 bits with a sign, as sums of keys come out in C."""
    return (number + 2**63) % 2**64 - 2**63


def sight_table(layout: Layout) -> list[int]:
    """For each cell, then each field, and each seat: what the seat sees of it."""
    seats = range(layout.players)
    cells = [_sight(layout, cell, seat) for cell in range(len(layout.cells)) for seat in seats]
    return cells + [int(sees_field(layout, slot, seat)) for slot in range(len(layout.slots)) for seat in seats]


def _sight(layout: Layout, cell: int, seat: int) -> int:
    if sees_all(layout, cell, seat):
        return CARDS
    seen = layout.zones[layout.cells[cell].name].decl.seen
    match seen:
        case "top":
            return TOP if layout.ordered[cell] else COUNT
        case "owner" | "others" | "count" | "everybody":
            return COUNT
        case "nobody":
            return NOTHING
        case _:
            assert_never(seen)


def steps(game: ir.Game) -> int:
    """How many places there are where play may stand: the steps, and the end of the course of play."""
    return len(game.steps) + 1


def columns(game: ir.Game, layout: Layout) -> Iterator[str]:
    """What each place of what a seat sees is about, in words."""
    words = Words(game, layout)
    for cell in range(len(layout.cells)):
        name = words.zone(cell)
        yield from (f"{name}: {card}" for card in words.cards)
        yield f"{name}: how many of {len(words.cards)}"
    yield from (words.field(slot) for slot in range(len(layout.slots)))
    yield from (f"at {words.step(step)}" for step in range(steps(game)))
    for who in ("seen by", "to move:"):
        yield from (f"{who} {words.player(seat)}" for seat in range(layout.players))
