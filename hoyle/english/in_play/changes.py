"""Tells a position in lines of words, and what changed between two of them in sentences.

Leaves what a seat may see to `engine.interpreter.observe`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.layout import Cell, Layout
from engine.interpreter.frame import Event
from hoyle.english.document.marks import plain, sentence, spoken, stress, unmarked
from hoyle.english.effects import SURFACES
from hoyle.english.grammar import THEY, Noun, counted, listed, number, plural
from hoyle.english.in_play.at_hand import AtHand
from spec.ir import nodes as ir
from spec.ir.effects import carried
from spec.ir.index import MOVER, PLAYER
from spec.ir.references import fields_written
from spec.ir.types import is_truth
from spec.ir.walk import walk

AUXILIARIES = {"has": "have", "is": "are", "was": "were", "can": "can", "may": "may", "must": "must", "will": "will"}
"""Verbs with which the name of a mark says what its owner does, each with its plural."""
FEW_PLACES = 3
"""So many places are told one by one from which cards are taken that not everybody sees."""
MANY = 8
"""So many cards are named; of more only their number is told."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed, as a sentence, with the clause that did it where that is certain."""

    text: str
    source: ir.Source | None = None


# ---------------------------------------------------------------- names


def zone_noun(at: AtHand, cell: Cell, subject: int | None = None) -> Noun:
    """A zone: "your hand", "player 2’s deck", "slot 3"; of the subject of the sentence "their hand"."""
    nouns = [
        THEY if domain == PLAYER and i == subject != at.you else _index_noun(at, domain, i)
        for domain, i in zip(at.index.zones[cell.name].index, cell.index, strict=True)
    ]
    return at.lexicon.zone(cell.name, tuple(nouns))


def field_noun(at: AtHand, slot: Cell) -> Noun:
    """A field: "your limit", "the mode of pile 1"."""
    index = at.index.fields[slot.name].index
    return at.lexicon.field(slot.name, tuple(_index_noun(at, d, i) for d, i in zip(index, slot.index, strict=True)))


def _index_noun(at: AtHand, domain: str, value: int) -> Noun:
    return at.player(value) if domain == PLAYER else at.lexicon.symbol(value, domain)


def _owner(at: AtHand, cell: Cell) -> int | None:
    index = at.index.zones[cell.name].index
    return next((i for domain, i in zip(index, cell.index, strict=True) if domain == PLAYER), None)


def internal(at: AtHand, name: str) -> bool:
    """Is it machinery: what no author wrote, or what one who names and cites fields neither names nor cites?"""
    decl = at.index.fields.get(name)
    if name.startswith("(") or name == MOVER or decl is None:
        return True
    named = any(field.source.display for field in at.game.fields)
    return named and not decl.source.display and not decl.source.cites


# ---------------------------------------------------------------- a position


def position_lines(at: AtHand) -> tuple[str, ...]:
    """Zones that hold cards, fields that are not as at the start, where play stands: a line each."""
    layout, position = at.interpreter.layout, at.position
    lines = []
    for cell, view in zip(layout.cells, at.views, strict=True):
        if not view.count:
            continue
        if view.cards is not None:
            held = " ".join(at.interpreter.words.cards[c] for c in view.cards)
        else:
            held = at.seen(view, ordered=True) if view.top is None else _topped(at, view.count, view.top)
        lines.append(f"{sentence(zone_noun(at, cell).text)[:-1]}: {held}.")
    start = at.interpreter.initial().fields
    for at_slot, slot in enumerate(layout.slots):
        if not internal(at, slot.name) and at.sees_field(at_slot) and position.fields[at_slot] != start[at_slot]:
            lines.append(_state(at, slot, position.fields[at_slot]))
    lines.append(_standing(at))
    return tuple(unmarked(line) for line in lines)


def _topped(at: AtHand, count: int, top: int) -> str:
    return f"{counted(count, 'card')}, {at.faces((top,))} on top"


def _standing(at: AtHand) -> str:
    position = at.position
    if position.result is not None:
        return ended(at)
    if position.fault is not None:
        return sentence(f"play stops: {spoken(position.fault.sentence)}")
    step = at.interpreter.words.step(position.step)
    who = at.player(position.fields[at.interpreter.layout.mover])
    turn = f"{who.text} {'are' if who.many else 'is'} on turn" if who.text != "nobody" else "nobody is on turn"
    return sentence(f"{turn}{f', at {plain(at.lexicon.display.step(step))}' if step else ''}")


def ended(at: AtHand) -> str:
    """How the game ended, and who won."""
    result = at.position.result
    assert result is not None
    by = f"the game is over ({plain(at.lexicon.display.ending(result.ending))})"
    if result.drawn():
        return sentence(f"{by}: it is a draw")
    winners = [at.player(p) for p in result.winners()]
    one = len(winners) == 1 and not winners[0].many
    won = f"{listed([w.text for w in winners])} {'wins' if one else 'win'}" if winners else "the game is lost"
    scored = {abs(r) for r in result.returns} - {0, 1}
    scores = ", ".join(f"{at.player(p).text} {r:+d}" for p, r in enumerate(result.returns)) if scored else ""
    return sentence(f"{by}: {won}{f'; {scores}' if scores else ''}")


def _state(at: AtHand, slot: Cell, value: int, *, changed: bool = False) -> str:
    """A field as it is now, or as it has become."""
    decl = at.index.fields[slot.name]
    name = stress(plain(at.lexicon.display.field(slot.name)))
    if is_truth(decl.type):
        if not slot.index:
            fact = at.lexicon.fact(slot.name, denied=not value)
            return sentence(fact or f"{at.lexicon.table_mark(slot.name)} is {'on' if value else 'off'}")
        owner, *others = (_index_noun(at, domain, i) for domain, i in zip(decl.index, slot.index, strict=True))
        rest = "".join(f" for {one.whom}" for one in others) + (" any more" if changed and not value else "")
        return sentence(_marked(owner, name, on=bool(value)) + rest)
    if _marker(at, slot):
        held = at.player(value)
        return sentence(f"{held.text} {'have' if held.many else 'has'} the {at.lexicon.marker(slot.name)}")
    noun = field_noun(at, slot)
    return sentence(f"{noun.text} {'are' if noun.many else 'is'} {at.valued(value, decl.type)}")


def _marked(who: Noun, name: str, *, on: bool) -> str:
    """That somebody has a mark or not: where its name says what they do, as "has given up" does, in these words."""
    verb, _, rest = unmarked(name).partition(" ")
    if verb in AUXILIARIES and rest:
        return f"{who.text} {AUXILIARIES[verb] if who.many else verb} {'' if on else 'not '}{rest}"
    if on:
        return f"{who.text} {'have' if who.many else 'has'} the {name} mark"
    return f"{who.text} {'do' if who.many else 'does'} not have the {name} mark"


def _marker(at: AtHand, slot: Cell) -> bool:
    """Is it a marker that lies with a player?"""
    return at.index.fields[slot.name].type.domain == PLAYER and not slot.index and not at.lexicon.titled(slot.name)


# ---------------------------------------------------------------- a difference


def differences(
    before: AtHand, after: AtHand, events: Sequence[Event], writes: Writes, told: Told, *, onward: bool = True
) -> tuple[Change, ...]:
    """What changed between two positions, without what the move itself has told; `onward` with who is next."""
    writers = _writers(writes, events)
    known = before.known | after.known | told.shown
    ways = _ways(before, after, told)
    changes = _given(before, after, told, known - told.hidden)
    for several in _alike(before, ways, known):
        if len(several) > 1:
            changes.append(_drawn_by_all(before, several, len(ways[several[0]]), writers))
        else:
            changes += [_carried(before, after, way, ways[way], writers, known, told.laid) for way in several]
    layout = before.interpreter.layout
    for cell, (old, new) in enumerate(zip(before.position.cells, after.position.cells, strict=True)):
        zone, stay = layout.cells[cell], set(old) & set(new)
        if layout.ordered[cell] and [c for c in new if c in stay] != [c for c in old if c in stay]:
            text = f"the order of {zone_noun(after, zone).text} is new"
            changes.append(Change(sentence(text), _only(writers, zone.name)))
    for at_slot, slot in enumerate(layout.slots):
        old_value, value = before.position.fields[at_slot], after.position.fields[at_slot]
        if old_value != value and not internal(after, slot.name) and after.sees_field(at_slot):
            changes.append(_became(after, slot, old_value, value, _only(writers, slot.name)))
    changes.extend(_onward(before, after, events) if onward else ())
    return tuple(Change(unmarked(change.text), change.source) for change in changes)


@dataclass(frozen=True, slots=True)
class Told:
    """What a move tells by itself: the cards that it names, and the symbols, such as the piles, each with its domain.

    `laid` are the cells in which it lays its cards, where that is certain; all see those that are `shown`, and not all
    who read see those that are `hidden` there.
    """

    cards: frozenset[int] = frozenset()
    symbols: frozenset[tuple[str, int]] = frozenset()
    laid: dict[int, int] = field(default_factory=dict)
    shown: frozenset[int] = frozenset()
    hidden: frozenset[int] = frozenset()

    def whole(self, layout: Layout, *cells: Cell) -> bool:
        """Are these the very piles that the move names?"""
        return all(
            cell.index and self.symbols.issuperset(zip(layout.zones[cell.name].decl.index, cell.index, strict=True))
            for cell in cells
        )


Way = tuple[tuple[int, ...], int]
"""From which cells of one family to which cell cards went."""


def _ways(before: AtHand, after: AtHand, told: Told) -> Mapping[Way, tuple[int, ...]]:
    """The cards that went from one place to another, those from several places of one kind together."""
    layout = before.interpreter.layout
    cells = layout.cells
    was = {card: cell for cell, cards in enumerate(before.position.cells) for card in cards} | told.laid
    gone: dict[tuple[str, int], dict[int, list[int]]] = {}
    for target, cards in enumerate(after.position.cells):
        for card in cards:
            source = was.get(card, target)
            by_move = card in told.cards and card not in told.laid
            if source != target and not by_move and not told.whole(layout, cells[source], cells[target]):
                gone.setdefault((cells[source].name, target), {}).setdefault(source, []).append(card)
    return {
        (tuple(sources), target): tuple(card for cards in sources.values() for card in cards)
        for (_, target), sources in gone.items()
    }


def _given(before: AtHand, after: AtHand, told: Told, known: frozenset[int]) -> list[Change]:
    """What a move lays where another player is named whom it does not name itself: "You put a card into your hand for
    player 2"."""
    cells, mover = before.interpreter.layout.cells, before.position.fields[before.interpreter.layout.mover]
    given: dict[int, list[int]] = {}
    for card, cell in told.laid.items():
        index = zip(before.index.zones[cells[cell].name].index, cells[cell].index, strict=True)
        others = {at for domain, at in index if domain == PLAYER} - {mover}
        if any((PLAYER, other) not in told.symbols for other in others):
            given.setdefault(cell, []).append(card)
    parts = []
    for cell, cards in given.items():
        decl = before.index.zones[cells[cell].name]
        way_in = "onto" if decl.ordered or decl.source.label in SURFACES else "into"
        parts.append(f"{_what(before, cards, known)} {way_in} {zone_noun(after, cells[cell], mover).whom}")
    return [Change(sentence(f"{_does(before.player(mover), 'put')} {listed(parts)}"))] if parts else []


def _what(at: AtHand, cards: Sequence[int], known: frozenset[int]) -> str:
    """Cards by their names, where all of them are known and not too many."""
    named = len(cards) <= MANY and known >= set(cards)
    return " ".join(at.interpreter.words.cards[c] for c in cards) if named else _some(len(cards))


def _alike(before: AtHand, ways: Mapping[Way, tuple[int, ...]], known: frozenset[int]) -> tuple[list[Way], ...]:
    """The ways of cards, those together on which several players draw as many unseen cards from one place."""
    cells = before.interpreter.layout.cells
    found: dict[object, list[Way]] = {}
    for way, cards in ways.items():
        origin, goal = cells[way[0][0]], cells[way[1]]
        taken = _owner(before, goal) is not None and _hand(before, goal) and before.index.zones[origin.name].ordered
        alike = taken and len(way[0]) == 1 and not (len(cards) <= MANY and known >= set(cards))
        found.setdefault((way[0], goal.name, len(cards)) if alike else way, []).append(way)
    return tuple(found.values())


def _drawn_by_all(before: AtHand, ways: Sequence[Way], count: int, writers: Mapping[str, set[ir.Source]]) -> Change:
    """Several players draw from one place: "Players 2 and 3 draw a card each from the stock." """
    cells = before.interpreter.layout.cells
    origin, goals = cells[ways[0][0][0]], [cells[way[1]] for way in ways]
    players = [before.player(player) for player in (_owner(before, goal) for goal in goals) if player is not None]
    text = f"{listed([p.text for p in players])} draw {_some(count)} each from {zone_noun(before, origin).whom}"
    done = writers.get(origin.name, set()) & writers.get(goals[0].name, set())
    return Change(sentence(text), next(iter(done)) if len(done) == 1 else None)


def _carried(
    before: AtHand,
    after: AtHand,
    way: Way,
    cards: tuple[int, ...],
    writers: Mapping[str, set[ir.Source]],
    known: frozenset[int],
    laid: Mapping[int, int],
) -> Change:
    cells = before.interpreter.layout.cells
    origins, goal = [cells[source] for source in way[0]], cells[way[1]]
    origin = origins[0]
    named = len(cards) <= MANY and known >= set(cards)
    what = _what(before, cards, known)
    giver, taker = _owner(before, origin), _owner(before, goal)
    takes = taker is not None and not before.index.zones[goal.name].ordered
    subject = taker if takes else giver if len(origins) == 1 and giver != taker else None
    place, end = zone_noun(before, origin, subject).whom, zone_noun(after, goal, subject).whom
    if len(origins) > 1:
        place = f"{number(len(origins))} {plural(before.lexicon.zone_word(origin.name))}"
    decl = before.index.zones[goal.name]
    way_in = "onto" if decl.ordered or goal.name in SURFACES else "into"
    if subject is None:
        text = f"{what} {'goes' if len(cards) == 1 else 'go'} from {place} {way_in} {end}"
    elif takes:
        verb = "draw" if before.index.zones[origin.name].ordered and not named else "take"
        where = "" if _hand(before, goal) else f" {way_in} {end}"
        taken = f"{what} from {place}"
        if 1 < len(origins) <= FEW_PLACES and before.index.zones[origin.name].seen == "owner":
            by = _by_source(before, way, cards, laid)
            places = [zone_noun(before, one, subject).whom for one in origins]
            taken = listed([f"{_what(before, held, known)} from {at}" for held, at in zip(by, places, strict=True)])
        text = f"{_does(before.player(subject), verb)} {taken}{where}"
    else:
        text = f"{_does(before.player(subject), 'put')} {what} {way_in} {end}"
    done = writers.get(origin.name, set()) & writers.get(goal.name, set())
    return Change(sentence(text), next(iter(done)) if len(done) == 1 else None)


def _by_source(before: AtHand, way: Way, cards: Sequence[int], laid: Mapping[int, int]) -> list[list[int]]:
    """The cards from each place of a way."""
    held = before.position.cells
    return [[c for c in cards if (laid[c] == source if c in laid else c in held[source])] for source in way[0]]


def _hand(at: AtHand, cell: Cell) -> bool:
    """Is it the only thing of its owner's that cards are taken into: what only the owner sees?"""
    return at.index.zones[cell.name].seen == "owner"


def _does(who: Noun, verb: str) -> str:
    return f"{who.text} {verb}" if who.many else f"{who.text} {verb}s"


def _some(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _became(at: AtHand, slot: Cell, old: int, value: int, source: ir.Source | None) -> Change:
    decl = at.index.fields[slot.name]
    if is_truth(decl.type):
        text = _state(at, slot, value, changed=True)
    elif _marker(at, slot):
        name = at.lexicon.marker(slot.name)
        text = f"the {name} goes to {at.player(value).whom}"
        text = f"nobody has the {name} any more" if value == ir.NOBODY else text
    elif decl.numbers is not None:
        noun = field_noun(at, slot)
        text = f"{noun.text} {'go' if noun.many else 'goes'} from {old} to {value}"
    else:
        text = f"{field_noun(at, slot).text} is now {at.valued(value, decl.type)}"
    return Change(sentence(text), source)


def _onward(before: AtHand, after: AtHand, events: Sequence[Event]) -> Iterator[Change]:
    """Whose turn it is now, or how the game ended."""
    if after.position.result is not None:
        label = after.position.result.ending
        yield Change(ended(after), next((e.source for e in events if e.kind == "ending" and e.label == label), None))
        return
    if after.position.fault is not None:
        fault = after.position.fault
        yield Change(sentence(f"play stops: {spoken(fault.sentence)}"), fault.sources[0] if fault.sources else None)
        return
    mover = before.interpreter.layout.mover
    if before.position.fields[mover] != after.position.fields[mover]:
        who = after.player(after.position.fields[mover])
        yield Change(sentence(f"the turn passes to {who.whom}"))


# ---------------------------------------------------------------- which clause did it

Writes = Mapping[ir.ClauseId, frozenset[str]]


def writes_of(game: ir.Game) -> Writes:
    """The zones and fields that each clause with effects writes by itself, not by what it calls."""
    found: dict[ir.ClauseId, frozenset[str]] = {}
    for node in walk((game.actions, game.groups, game.routines, game.steps)):
        source = getattr(node, "source", None)
        if source is not None and hasattr(source, "clause") and getattr(node, "runs", True):
            found[source.clause] = fields_written(node) | frozenset(_zones(node))
    return found


def _zones(node: object) -> Iterator[str]:
    for inner in walk(node):
        way = carried(inner)
        if way is not None:
            yield from (place.zone for place in way)


def _writers(writes: Writes, events: Sequence[Event]) -> Mapping[str, set[ir.Source]]:
    """For each zone and field the clauses that ran and may have written it."""
    found: dict[str, set[ir.Source]] = {}
    for source in {event.source for event in events if event.kind in ("effect", "outcome", "step", "routine")}:
        for name in writes.get(source.clause, ()):
            found.setdefault(name, set()).add(source)
    return found


def _only(writers: Mapping[str, set[ir.Source]], name: str) -> ir.Source | None:
    found = writers.get(name, set())
    return next(iter(found)) if len(found) == 1 else None
