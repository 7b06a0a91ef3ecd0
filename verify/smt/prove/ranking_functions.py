"""Measures of a position that play may only ever make smaller: cards in some zones, piles that are not empty, fields.

Leaves finding out which ways on make which smaller to `verify.smt.prove.ending`. A measure is a guess until that is
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from spec.ir.types import domain_of, is_number, is_truth
from verify.smt.encode import terms as t
from verify.smt.encode.cards import CardTerm
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State, same_value

Compared = Callable[[State, State], t.Flag]

MOST_ZONES = 3
"""A measure is made of so many kinds of zone at most."""


@dataclass(frozen=True, slots=True, eq=False)
class RankingFunction:
    """What shrinks, in words; how often it can; when it is larger after than before, and when it is the same.

    `out` and `into`: flows of cards between cells without which it can shrink, or that would make it larger.
    """

    words: str
    most: int
    larger: Compared
    same: Compared
    cells: frozenset[int] = frozenset()


Flows = frozenset[tuple[int, int]]
"""From which cell to which a card may go."""


def ranking_functions(enc: Encoder, flows: Flows) -> Iterator[RankingFunction]:
    """The measures that these flows of cards leave possible, the simplest first."""
    yield from _zones(enc, flows)
    yield from field_measures(enc)
    yield from _parts(enc, flows)
    yield from _piles(enc, flows)


def measure_named(enc: Encoder, words: str, cells: tuple[int, ...]) -> RankingFunction | None:
    """The measure that these words name, whatever the flows of cards, or that of the cards in these cells; None: there
    is none."""
    if cells:
        inside = set(cells) <= set(range(len(enc.layout.cells)))
        return replace(cards_of(enc, "", frozenset(cells)), words=words) if inside else None
    piles = (_count(enc, zone.source.label, enc.layout.cells_of(zone.source.label)) for zone in enc.game.zones)
    return next((one for one in (*field_measures(enc), *piles) if one.words == words), None)


# ---------------------------------------------------------------- cards in zones


def _zones(enc: Encoder, flows: Flows) -> Iterator[RankingFunction]:
    """Kinds of zone that no card comes into, and from which some card goes."""
    names = [z.source.label for z in enc.game.zones]
    for count in range(1, MOST_ZONES + 1):
        for chosen in combinations(names, count):
            cells = frozenset(c for name in chosen for c in enc.layout.cells_of(name))
            if _only_out(cells, flows):
                yield cards_of(enc, " and ".join(chosen), cells)


def _parts(enc: Encoder, flows: Flows) -> Iterator[RankingFunction]:
    """Some zones of a family: those from which cards go to the others, and never back."""
    for zone in enc.game.zones:
        cells = tuple(enc.layout.cells_of(zone.source.label))
        if len(cells) < 2:
            continue
        for part in _closed(cells, flows):
            names = ", ".join(enc.interpreter.words.zone(c) for c in sorted(part))
            yield cards_of(enc, names, part)


def _closed(cells: tuple[int, ...], flows: Flows) -> list[frozenset[int]]:
    """Parts of a family that nothing flows into, closed under where it comes from."""
    found = []
    for cell in cells:
        part, new = frozenset[int](), frozenset({cell})
        while new:
            part |= new
            new = frozenset(a for a, b in flows if b in part) - part
        if len(part) < len(cells) and part <= set(cells) and _only_out(part, flows):
            found.append(part)
    return sorted(set(found), key=lambda p: -len(p))


def _only_out(cells: frozenset[int], flows: Flows) -> bool:
    into = any(b in cells and a not in cells for a, b in flows)
    return not into and any(a in cells and b not in cells for a, b in flows)


def cards_of(enc: Encoder, words: str, cells: frozenset[int]) -> RankingFunction:
    """The cards in some cells: larger where one is there that was not."""
    d = enc.deck

    def held(state: State) -> CardTerm:
        found: CardTerm = 0
        for cell in sorted(cells):
            found = d.join(found, state.cells[cell].held)
        return found

    def larger(before: State, after: State) -> t.Flag:
        return t.neg(d.within(held(after), held(before)))

    def same(before: State, after: State) -> t.Flag:
        return d.within(held(before), held(after))

    return RankingFunction(f"takes a card from {words} for good", d.size, larger, same, cells)


def _piles(enc: Encoder, flows: Flows) -> Iterator[RankingFunction]:
    """How many piles of a family hold a card."""
    for zone in enc.game.zones:
        cells = tuple(enc.layout.cells_of(zone.source.label))
        if len(cells) > 1 and any(a in cells for a, _ in flows):
            yield _count(enc, zone.source.label, cells)


def _count(enc: Encoder, name: str, cells: Iterable[int]) -> RankingFunction:
    cells = tuple(cells)

    def number(state: State) -> t.Number:
        total: t.Number = 0
        for cell in cells:
            total = t.add(total, t.pick_number(enc.deck.some(state.cells[cell].held), 1, 0))
        return total

    return RankingFunction(
        f"leaves fewer of the zones {name} with cards",
        len(cells),
        lambda before, after: t.less(number(before), number(after)),
        lambda before, after: t.equal(number(before), number(after)),
    )


# ---------------------------------------------------------------- fields


def field_measures(enc: Encoder) -> Iterator[RankingFunction]:
    """The measures of fields: what comes to a value and keeps it, and what only grows or shrinks."""
    for name, slots in enc.layout.fields.items():
        where = enc.layout.slots_of(name)
        if is_truth(slots.decl.type):
            yield from (_settles(enc, name, where, bool(value)) for value in (1, 0))
        elif is_number(slots.decl.type):
            yield from (_one_way(enc, name, where, up) for up in (True, False))
        elif domain_of(slots.decl.type) and name != "mover":
            yield from (_settles(enc, name, where, v) for v in range(slots.low, slots.high + 1))


def _one_way(enc: Encoder, name: str, where: range, up: bool) -> RankingFunction:
    slots = enc.layout.fields[name]

    def larger(before: State, after: State) -> t.Flag:
        pairs = ((before.fields[i], after.fields[i]) for i in where)
        return t.any_of(t.less(y, x) if up else t.less(x, y) for x, y in pairs)

    words = (
        f"makes {name} {'larger' if up else 'smaller'}, and nothing makes {name} {'smaller' if up else 'larger'} again"
    )
    return RankingFunction(words, (slots.high - slots.low) * len(where), larger, _unchanged(enc, where))


def _unchanged(enc: Encoder, where: range) -> Compared:
    def same(before: State, after: State) -> t.Flag:
        pairs = ((i, before.fields[i], after.fields[i]) for i in where)
        return t.all_of(same_value(enc.deck, enc.space.field_of[i].decl.type, x, y) for i, x, y in pairs)

    return same


def _settles(enc: Encoder, name: str, where: range, value: int | bool) -> RankingFunction:
    """A field that comes to a value and keeps it."""
    decl = enc.layout.fields[name].decl

    def there(state: State, slot: int) -> t.Flag:
        return enc.space.field_is(state, slot, int(value))

    def larger(before: State, after: State) -> t.Flag:
        return t.any_of(t.all_of((there(before, i), t.neg(there(after, i)))) for i in where)

    def same(before: State, after: State) -> t.Flag:
        return t.all_of(t.same_flag(there(before, i), there(after, i)) for i in where)

    word = enc.interpreter.words.value(int(value), decl.type)
    return RankingFunction(f"sets {name} to {word} for good", len(where), larger, same)
