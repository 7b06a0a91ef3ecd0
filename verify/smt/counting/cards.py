"""Cards in numbers: how many of each class there are, and what the class of one card tells of it.

Leaves all other expressions to `verify.smt.counting.expressions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.references import references, referred
from spec.ir.types import alone
from verify.smt.counting.cases import cases
from verify.smt.counting.counted import Counts, Key, Number, total
from verify.smt.counting.meanings import Means
from verify.smt.counting.scene import CardName, CardsName, Names, Scene, State, pick, pick_number
from verify.smt.encode import terms as t

# ---------------------------------------------------------------- several cards


def place(m: Means, zone: str, index: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names) -> Counts:
    """The cards that lie in a zone."""
    return held_at(m, zone, m.flat(m.layout.zones[zone].sizes, index, scene, state, names), scene, state)


def end_cards(m: Means, count: ir.Expr, cards: ir.Expr, scene: Scene, state: State, names: Names) -> Counts:
    """So many cards from an end of some."""
    wanted, held = m.number(count, scene, state, names), m.counts(cards, scene, state, names)
    scene.need(t.all_of((wanted >= 0, wanted <= total(held))))
    some = scene.some_of(held)
    scene.note(total(some) == wanted)
    return some


def held_at(m: Means, zone: str, at: Number, scene: Scene, state: State) -> Counts:
    """The cards in the zone of that number of a family."""
    if m.counting.is_row(zone):
        return pile(m, zone, at, scene, state)
    cells, classes = m.layout.cells_of(zone), range(len(m.counting.classes))
    return tuple(pick([scene.read(Key("cards", c, n), state) for c in cells], at) for n in classes)


def version(m: Means, zone: str, state: State) -> tuple[Key, int]:
    """Which zones of a family have changed is not told; this number changes with any of them."""
    key = Key("version", m.layout.cells_of(zone).start)
    return key, state.get(key, 0)


def pile(m: Means, row: str, at: Number, scene: Scene, state: State) -> Counts:
    """The cards of one pile of a row: no more than in all of them; the same each time it is read."""
    first = m.layout.cells_of(row).start
    known = (row, at if isinstance(at, int) else at.get_id(), version(m, row, state)[1])
    if known not in scene.piles:
        whole = tuple(scene.read(Key("row", first, n), state) for n in range(len(m.counting.classes)))
        piles = scene.read(Key("piles", first), state)
        before = scene.path
        if not known[2]:
            scene.path = True  # the row is as it was at first, on whichever way it is read
        held = scene.some_of(whole)
        scene.note(t.implies(total(held) >= 1, piles >= 1))
        scene.note(t.implies(total(held) == 0, piles < len(m.layout.cells_of(row))))
        alone = t.all_of(a == b for a, b in zip(held, whole, strict=True))
        scene.note(t.implies(piles == 1, t.any_of((total(held) == 0, alone))))
        others = total(whole) - total(held)
        scene.note(t.implies(total(held) >= 1, others >= piles - 1))
        scene.note(t.implies(total(held) == 0, others >= piles))
        scene.path = before
        scene.piles[known] = held
        scene.kept.append(at)
    return scene.piles[known]


def chosen(m: Means, var: str, cards: ir.Expr, cond: ir.Expr, scene: Scene, state: State, names: Names) -> Counts:
    """How many of some cards satisfy a condition, class by class."""
    whole = m.counts(cards, scene, state, names)
    values = m.fixed.values(var, cond, names)
    if values is not None:
        return _fitting(m, whole, values, scene)
    told = cases(m, var, cond, scene, state, names)
    with scene.under(t.neg(t.any_of(case.when for case in told))):
        m.doubt(scene)
    found = scene.some_of(whole)
    for case in told:
        fits = _fitting(m, whole, case.values, scene)
        found = tuple(pick_number(case.when, n, other) for n, other in zip(fits, found, strict=True))
    return found


def _fitting(m: Means, whole: Counts, values: Sequence[int], scene: Scene) -> Counts:
    """How many of so many cards of each class are of those for which something is so."""
    fits = frozenset(card for card, value in enumerate(values) if value)
    parts = zip(m.counting.classes, whole, strict=True)
    return tuple(n if one <= fits else 0 if not one & fits else _part(scene, n, one, fits) for one, n in parts)


def _part(scene: Scene, n: Number, one: frozenset[int], fits: frozenset[int]) -> Number:
    """How many of n cards of a class fit, where not all of the class do."""
    found = scene.number(0, n)
    scene.note(found <= len(one & fits))
    scene.note(n - found <= len(one - fits))
    return found


def combined(
    m: Means,
    op: Literal["plus", "without", "common"],
    sides: tuple[ir.Expr, ir.Expr],
    scene: Scene,
    state: State,
    names: Names,
) -> Counts:
    """Union, difference or intersection of cards."""
    left, right = (m.counts(side, scene, state, names) for side in sides)
    pairs = tuple(zip(left, right, strict=True))
    match op:
        case "plus":
            if _apart(*sides):
                return tuple(a + b for a, b in pairs)
            return tuple(_between(scene, (a, b), a + b) for a, b in pairs)
        case "without":
            if not state and among(sides[1], names) == sides[0]:
                return tuple(a - b for a, b in pairs)
            found = scene.some_of(left)
            for n, (a, b) in zip(found, pairs, strict=True):
                scene.note(n >= a - b)
            return found
        case "common":
            found = scene.some_of(left)
            for n, b in zip(found, right, strict=True):
                scene.note(n <= b)
            return found
        case _:
            assert_never(op)


def _apart(left: ir.Expr, right: ir.Expr) -> bool:
    """Are these cards of zones that share none?"""
    one, other = (references(side) for side in (left, right))
    return one != other and all(kind == "zone" for kind, _ in (*one, *other)) and bool(one) and bool(other)


def _between(scene: Scene, least: tuple[Number, ...], most: Number) -> Number:
    found = scene.number(None, most)
    for one in least:
        scene.note(found >= one)
    return found


def among(expr: ir.Expr, names: Names) -> object:
    """The cards, by an expression without names, of which these are known to be some when a stretch began."""
    item = alone(expr) or expr
    found = next((names.get(name) for name, kind in free_names(item).items() if item == ir.Var(name, kind)), None)
    return found.among if isinstance(found, CardName | CardsName) else None


def nameless(expr: ir.Expr) -> ir.Expr | None:
    """An expression, if it means the same wherever it stands."""
    return None if free_names(expr) or any(kind == "define" for kind, _ in referred(expr)) else expr


def shaped(m: Means, shape: str, held: Counts, scene: Scene) -> None:
    """What is known of how many cards there are that are of a shape."""
    decl = m.index.shapes[shape]
    scene.note(t.all_of((total(held) >= decl.least, total(held) <= decl.most)))
    for attr in decl.same if decl.wild is None else ():
        faces = [{getattr(m.layout.deck[c], attr) for c in one} for one in m.counting.classes]
        groups = sorted({value for found in faces for value in found})
        if all(len(found) == 1 for found in faces) and len(groups) > 1:
            sizes = [total(n for n, found in zip(held, faces, strict=True) if g in found) for g in groups]
            scene.note(t.any_of(size == total(held) for size in sizes))


# ---------------------------------------------------------------- one card


def known(m: Means, card: int) -> CardName:
    """A card by its number."""
    return CardName(card, tuple(int(card in one) for one in m.counting.classes), card < 0)


def any_card(m: Means, card: Number, lacks: bool, scene: Scene) -> CardName:
    """A card of which nothing is known but its number; NOBODY is of no class."""
    some = scene.some_of(m.counting.deck)
    scene.note(total(some) == pick_number(card >= 0, 1, 0))
    return CardName(card, some, lacks)


def either(asked: t.Flag, yes: CardName, no: CardName) -> CardName:
    """One card or the other."""
    both = tuple(pick_number(asked, a, b) for a, b in zip(yes.counts, no.counts, strict=True))
    return CardName(pick_number(asked, yes.card, no.card), both, yes.lacks or no.lacks)


def end_card(
    m: Means, end: ir.TopOrBottom, zone: str, index: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
) -> CardName:
    """The card at an end of a zone: the same each time it is read, until the zone changes."""
    at = m.flat(m.layout.zones[zone].sizes, index, scene, state, names)
    held = held_at(m, zone, at, scene, state)
    scene.need(total(held) >= 1)
    read = (zone, end, at if isinstance(at, int) else at.get_id(), version(m, zone, state)[1])
    if read not in scene.ends:
        scene.ends[read] = CardName(m.any(ir.Card(), scene), some_counts(scene, held))
        scene.kept.append(at)
    found = scene.ends[read]
    for n, most in zip(found.counts, held, strict=True):
        if not isinstance(n, int):
            scene.note(t.all_of((n >= 0, n <= most)))
    scene.note(total(found.counts) == 1)
    return found


def some_counts(scene: Scene, held: Counts) -> Counts:
    """Numbers of cards of which nothing is noted yet, but where there are none."""
    return tuple(0 if isinstance(n, int) and n == 0 else scene.number() for n in held)


def some_one(m: Means, held: Counts, scene: Scene, source: object = None) -> CardName:
    """Any one of so many cards."""
    return CardName(m.any(ir.Card(), scene), scene.one_of(held), False, source)


def told_by_class(m: Means, expr: ir.Expr, names: Names) -> t.Flag | None:
    """A condition about one card, where the card's class settles it; else None."""
    found = [(name, names[name]) for name in free_names(expr) if isinstance(names.get(name), CardName)]
    if len(found) != 1 or found[0][1].lacks:
        return None
    name, card = found[0]
    values = m.fixed.values(name, expr, names)
    if values is None:
        return None
    fits = frozenset(c for c, value in enumerate(values) if value)
    if isinstance(card.card, int):
        return card.card in fits
    if any(one & fits and one - fits for one in m.counting.classes):
        return None
    return total(n for one, n in zip(m.counting.classes, card.counts, strict=True) if one <= fits) >= 1


def face(m: Means, attr: str, card: CardName, scene: Scene) -> Number:
    """The rank, suit or colour of a card, as far as its class tells; the same each time it is read."""
    scene.need(card.card >= 0)
    if isinstance(card.card, int):
        return getattr(m.layout.deck[card.card], attr) if card.card >= 0 else 0
    read = (attr, card.card.get_id())
    if read not in scene.faces:
        scene.faces[read] = _face(m, attr, card, scene)
        scene.kept.append(card.card)
    return scene.faces[read]


def _face(m: Means, attr: str, card: CardName, scene: Scene) -> Number:
    values = [sorted({getattr(m.layout.deck[c], attr) for c in one}) for one in m.counting.classes]
    if all(len(found) == 1 for found in values):
        result: Number = values[-1][0]
        for found, n in reversed(tuple(zip(values, card.counts, strict=True))):
            result = pick_number(n >= 1, found[0], result)
        return result
    before, scene.path = scene.path, True  # a card has its face, whatever is read on which way
    least = min(0, *(found[0] for found in values))
    result = scene.number(least, m.layout.size[attr] - 1)
    for found, n in zip(values, card.counts, strict=True):
        if len(found) < m.layout.size[attr] - least:
            scene.note(t.implies(n >= 1, t.any_of(result == value for value in found)))
    scene.path = before
    return result


def worth(m: Means, table: str, end: ir.LeastOrGreatest, held: Counts, scene: Scene) -> Number:
    """What cards are worth together, between the least and the greatest that so many of each class may be."""
    values = m.index.tables[table].values
    if not all(values):
        m.doubt(scene)
    at = {"least": 0, "greatest": -1}[end]
    return summed(m, held, tuple(found[at] if found else 0 for found in values), scene)


def summed(m: Means, held: Counts, each: Sequence[int], scene: Scene) -> Number:
    """The sum of what each card counts, over so many of each class."""
    sums = [[each[card] for card in sorted(one)] for one in m.counting.classes]
    least = total(n * min(one) for n, one in zip(held, sums, strict=True))
    if all(len(set(one)) == 1 for one in sums):
        return least
    return scene.number(least, total(n * max(one) for n, one in zip(held, sums, strict=True)))
