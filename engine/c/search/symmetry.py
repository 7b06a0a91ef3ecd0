"""Finds from the rules alone whether seats, and which suits, may be exchanged with no rule telling the difference.

Leaves making states alike to the C of alike.h. The rules must be such that every move, effect, end and claim of a state
goes over into that of the state with seats turned or suits exchanged; the first position need not, so neither need what
happens before the first decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.c import tree as c
from engine.c.compiled.code import cell_numbers, numbers, table_of
from engine.c.rules.engine import Engine
from engine.core.shapes import wild_of
from spec.ir import nodes as ir
from spec.ir.effects import gone_through, in_any_order, same_for_each
from spec.ir.flow import named_steps, ways_on
from spec.ir.fold import named_cards, named_word
from spec.ir.index import PLAYER, GameIndex, index_of
from spec.ir.references import reached, written
from spec.ir.types import at_most_one, cards_of, element_of, face_of, in_order, is_card, order_asked, type_of
from spec.ir.walk import children

SUIT, COLOUR = "suit", "colour"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Whether the table may be turned, and the groups of suits that may be exchanged among themselves."""

    seats: bool = False
    suits: tuple[tuple[int, ...], ...] = ()

    def sizes(self, m: Engine) -> dict[str, int]:
        """What `alike.h` is told beforehand."""
        found = {"SEATS": int(self.seats), "SUIT_CLASSES": len(self.suits)}
        if self.suits:
            found["SUITS"] = len(m.layout.domains[SUIT].values)
            found["SUIT_SIZE"] = max(len(_cards_of(m.game, suit)) for group in self.suits for suit in group)
            found["SUIT_FIELDS"] = len(_suit_fields(m))
            found["CARD_FIELDS"] = len(_card_fields(m))
        return found

    def tables(self, m: Engine) -> list[c.Table]:
        """The tables that it needs."""
        return (_seat_tables(m) if self.seats else []) + (_suit_tables(m, self.suits) if self.suits else [])


def symmetry(game: ir.Game) -> Symmetry:
    """What may be exchanged in a game."""
    index = index_of(game)
    later = later_parts(game)
    return Symmetry(_seats(game, index, later), _suits(game, index, later))


# ------------------------------------------------------------ what is still read after the first decision


def later_parts(game: ir.Game) -> tuple[object, ...]:
    """Every node that is read from the first decision on, with what it calls."""
    index = index_of(game)
    acts = tuple(game.steps[i].act for i in _later_steps(game, index))
    return tuple(reached(index, (acts, game.actions, game.endings, tuple(c.cond for c in game.claims))))


def _later_steps(game: ir.Game, index: GameIndex) -> set[int]:
    """The steps that play can come to after some decision, and those of decisions."""
    everywhere = {index.steps[name] for name in named_steps(game)}
    found: set[int] = set()
    open_steps = [i for i, step in enumerate(game.steps) if step.ask is not None]
    open_steps += everywhere if open_steps else ()
    while open_steps:
        i = open_steps.pop()
        if i in found or not 0 <= i < len(game.steps):
            continue
        found.add(i)
        open_steps += ways_on(game.steps[i])
    return found


# ------------------------------------------------------------ seats


def _seats(game: ir.Game, index: GameIndex, later: Iterable[object]) -> bool:
    size = {d.name: len(d.values) for d in game.domains}
    return size[PLAYER] > 1 and not any(_tells(index, node, PLAYER) for node in later)


def _tells(index: GameIndex, node: object, domain: str) -> bool:
    """Does a node tell the symbols of a domain apart, or take them in their order?"""
    asked, over = order_asked(node), gone_through(node)
    return (
        named_word(node, domain) is not None
        or (asked is not None and type_of(index, asked).domain == domain)
        or (over is not None and _is(element_of(over), domain) and not (in_order(index, over) or same_for_each(node)))
    )


def _seat_tables(m: Engine) -> list[c.Table]:
    layout, seats, at = m.layout, m.layout.players, cell_numbers(m.layout)
    sets = [[0] * max(layout.ordered.count(False), 1) for _ in range(seats)]
    piles = [[0] * max(layout.ordered.count(True), 1) for _ in range(seats)]
    fields = [[0] * len(layout.slots) for _ in range(seats)]
    for by in range(seats):
        for i, cell in enumerate(layout.cells):
            decl = layout.zones[cell.name].decl
            to = layout.cell(cell.name, _turned(decl.index, cell.index, by, seats))
            (piles if decl.ordered else sets)[by][at[i]] = at[to]
        for i, slot in enumerate(layout.slots):
            domains = layout.fields[slot.name].decl.index
            fields[by][i] = layout.slot(slot.name, _turned(domains, slot.index, by, seats))
    holds = [int(_is(layout.fields[s.name].decl.type, PLAYER)) for s in layout.slots]
    return [
        table_of("turned_set", sets),
        table_of("turned_pile", piles),
        table_of("turned_field", fields),
        numbers("holds_player", holds),
    ]


def _turned(domains: tuple[str, ...], index: tuple[int, ...], by: int, seats: int) -> tuple[int, ...]:
    return tuple((v + by) % seats if d == PLAYER else v for d, v in zip(domains, index, strict=True))


def _is(kind: ir.Type, domain: str) -> bool:
    return kind.domain == domain


# ------------------------------------------------------------ suits


def _suits(game: ir.Game, index: GameIndex, later: tuple[object, ...]) -> tuple[tuple[int, ...], ...]:
    indexed = {d for zone in game.zones for d in zone.index} | {d for field in game.fields for d in field.index}
    if SUIT in indexed or COLOUR in indexed or any(_tells_cards(index, n) for n in later):
        return ()
    colours = any(_is(f.type, COLOUR) for f in game.fields) or any(_about_colour(n) for n in later)
    colours = colours or any(COLOUR in shape.same for shape in game.shapes)
    groups: list[list[int]] = []
    for suit in range(len(next(d for d in game.domains if d.name == SUIT).values)):
        for group in groups:
            if _exchangeable(game, group[0], suit, colours):
                group.append(suit)
                break
        else:
            groups.append([suit])
    return tuple(tuple(g) for g in groups if len(g) > 1 and _cards_of(game, g[0]))


def _tells_cards(index: GameIndex, node: object) -> bool:
    """Does a node name cards or suits, or take cards in the deck's order?"""
    over, sets = gone_through(node), written(node)
    cards = in_any_order(index, node) or (cards_of(over) if over is not None else None)
    return (
        bool(named_cards(node))
        or (cards is not None and not (at_most_one(cards) or in_order(index, ir.OverCards(cards))))
        or (
            sets is not None
            and sets.value is None
            and sets.field in index.fields
            and _is(index.fields[sets.field].type, SUIT)
        )
        or _tells(index, node, SUIT)
        or _tells(index, node, COLOUR)
    )


def _about_colour(node: object) -> bool:
    return any((read := face_of(n)) and read[0] == COLOUR for n in (node, *children(node)))


def _cards_of(game: ir.Game, suit: int) -> list[int]:
    found = [i for i, card in enumerate(game.deck) if card.suit == suit]
    return sorted(found, key=lambda i: (game.deck[i].rank, game.deck[i].copy))


def _exchangeable(game: ir.Game, one: int, other: int, colours: bool) -> bool:
    mine, theirs = _cards_of(game, one), _cards_of(game, other)
    faces = [[(game.deck[i].rank, game.deck[i].copy) for i in cards] for cards in (mine, theirs)]
    if faces[0] != faces[1]:
        return False
    pairs = list(zip(mine, theirs, strict=True))
    if colours and any(game.deck[a].colour != game.deck[b].colour for a, b in pairs):
        return False
    if any((a in wild) != (b in wild) for wild in map(wild_of, game.shapes) for a, b in pairs):
        return False
    return all(table.values[a] == table.values[b] for table in game.tables for a, b in pairs)


def _suit_fields(m: Engine) -> list[int]:
    return [i for i, s in enumerate(m.layout.slots) if _is(m.layout.fields[s.name].decl.type, SUIT)]


def _card_fields(m: Engine) -> list[int]:
    return [i for i, s in enumerate(m.layout.slots) if is_card(m.layout.fields[s.name].decl.type)]


def _suit_tables(m: Engine, groups: tuple[tuple[int, ...], ...]) -> list[c.Table]:
    cards = [_cards_of(m.game, suit) for suit in range(len(m.layout.domains[SUIT].values))]
    return [
        table_of("suit_class", _padded([[len(group), *group] for group in groups])),
        table_of("cards_of_suit", _padded(cards, len(m.game.deck))),
        numbers("suit_field", _suit_fields(m) or [0]),
        numbers("card_field", _card_fields(m) or [0]),
    ]


def _padded(rows: Sequence[Sequence[int]], none: int = 0) -> list[list[int]]:
    """Rows all as long as the longest, with `none` where there is no more."""
    widest = max(map(len, rows))
    return [[*row, *[none] * (widest - len(row))] for row in rows]
