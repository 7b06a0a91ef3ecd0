"""What a move did, told to the people at the table: the move, what followed, and the clauses that did it.

A card that somebody at the terminal may not know stays unnamed. The one place at the table that tells differences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.interpreter.frame import Event
from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import owner
from engine.interpreter.position import Position
from hoyle.api import Game
from hoyle.english.document.marks import words as spaced
from hoyle.table.faces import Faces
from hoyle.table.offers import arguments, blind, cards_of, known_to, laid_open
from spec.ir import nodes as ir

NAMED = 4
"""Up to so many cards that go the same way are named."""
FOLLOWS = 4
"""So many things that follow are told of one move."""
CLAUSES = ("effect", "otherwise")


@dataclass(frozen=True, slots=True)
class Happened:
    """One move as it is told: who did what, what followed, and the clauses that took effect on the way."""

    said: str
    follows: tuple[str, ...]
    clauses: tuple[ir.Source, ...]

    @property
    def text(self) -> str:
        """All in one paragraph."""
        more = len(self.follows) - FOLLOWS
        told = [*self.follows[:FOLLOWS], *([f"and {more} more changes"] if more > 0 else [])]
        by = next((c for c in self.clauses if c.label), None)
        clause = "" if by is None else f" [{spaced(by.label)}{f': {by.cites[0]}' if by.cites else ''}]"
        return f"{self.said}{clause}" + "".join(f"; {item}" for item in told)


def happened(game: Game, before: Position, move: Move, turn: Turn, people: frozenset[int], faces: Faces) -> Happened:
    """What a move did, as the people at the table may know it; where there are none, all of it."""
    seat = before.fields[game.interpreter.layout.mover]
    open_now = known_to(game, turn.position, people)
    known = open_now if blind(game, move) else open_now | known_to(game, before, people)
    words = game.interpreter.words
    told = ", ".join(arguments(game, move, known | laid_open(game, move)))
    name = spaced(words.move_name(move))
    said = f"{words.player(seat)}: {name}{' ' if told else ''}{faces.drawn(told)}"
    shown = known_to(game, before, people) | open_now
    follows = (*_moved(game, before, move, turn.position, shown, faces), *_changed(game, before, turn.position))
    return Happened(said, follows, _clauses(game, turn.events))


def _clauses(game: Game, events: Collection[Event]) -> tuple[ir.Source, ...]:
    """The clauses that took effect: outcomes that do something, what the move and the steps do, what allowed it."""
    does = {clause.source for group in game.rules.groups for clause in group.clauses if clause.effects}
    won = [e.source for e in events if e.kind == "outcome" and e.source in does]
    did = [e.source for e in events if e.kind in CLAUSES and e.source.label]
    allowed = [e.source for e in events if e.kind == "permit"]
    return tuple(dict.fromkeys((*won, *did, *allowed)))


def _moved(
    game: Game, before: Position, move: Move, after: Position, known: Collection[int], faces: Faces
) -> Iterator[str]:
    """Which cards went where, but for those that the move names."""
    own = {card for cards in cards_of(game, move).values() for card in cards}
    seat = before.fields[game.interpreter.layout.mover]
    lay = {card: cell for cell, cards in enumerate(before.cells) for card in cards}
    ways: dict[tuple[str, int], list[int]] = {}
    for target, held in enumerate(after.cells):
        for card in (c for c in held if lay[c] != target and c not in own):
            if "nobody" not in (_seen_by(game, lay[card]), _seen_by(game, target)):
                ways.setdefault((game.interpreter.layout.cells[lay[card]].name, target), []).append(card)
    for (source, target), cards in ways.items():
        named = " ".join(faces.shown[c] for c in cards) if set(cards) <= set(known) and len(cards) <= NAMED else ""
        count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        left = {lay[card] for card in cards}
        where = _zone(game, left.pop(), seat) if len(left) == 1 else spaced(source)
        yield f"{named or count} from {where} to {_zone(game, target, seat)}"


def _zone(game: Game, cell: int, seat: int) -> str:
    """A zone's name; that of who moves without the owner."""
    layout, words = game.interpreter.layout, game.interpreter.words
    slots, index = layout.zones[layout.cells[cell].name], layout.cells[cell].index
    own = len(index) == 1 and owner(slots, index) == seat
    return spaced(layout.cells[cell].name if own else words.zone(cell))


def _seen_by(game: Game, cell: int) -> str:
    layout = game.interpreter.layout
    return layout.zones[layout.cells[cell].name].decl.seen


def _changed(game: Game, before: Position, after: Position) -> Iterator[str]:
    """Which fields have another value."""
    layout, words = game.interpreter.layout, game.interpreter.words
    for slot, (old, new) in enumerate(zip(before.fields, after.fields, strict=True)):
        if old != new and slot != layout.mover and not layout.slots[slot].name.startswith("("):
            yield f"{spaced(words.field(slot))} is now {words.field_value(slot, new)}"
