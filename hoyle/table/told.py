"""What a move did, told to the people at the table: the move, what followed, and the clauses that did it.

Leaves every sentence to `hoyle.english.sentences`; a card that the reader may not know stays unnamed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.interpreter.frame import Event
from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from hoyle.english.sentences import Sentences
from spec.ir import nodes as ir

FOLLOWS = 6
"""So many things that follow are told of one move."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One move as it is told, and the clauses that took effect on the way."""

    text: str
    clauses: tuple[ir.Source, ...]


def happened(
    told: Sentences, before: Position, move: Move, turn: Turn, people: Collection[int] = (), you: int | None = None
) -> Happened:
    """What a move did, with the clause that did most of it; where there are people, only what each of them may know."""
    changes = told.difference(before, turn.position, move=move, events=turn.events, onward=False, seat=people, you=you)
    clauses = _clauses(told.game, turn.events)
    by = told.cite(clauses[0], short=True) if clauses else ""
    said = [f"{changes[0].text.rstrip('.')}{by}.", *(change.text for change in changes[1 : FOLLOWS + 1])]
    more = len(changes) - 1 - FOLLOWS
    if more > 0:
        said.append(f"{more} more thing{'' if more == 1 else 's'} changed.")
    return Happened(" ".join(said), clauses)


def _clauses(game: ir.Game, events: Collection[Event]) -> tuple[ir.Source, ...]:
    """The clauses that took effect: outcomes that do something, what the move and the steps do, what allowed it."""
    does = {clause.source for group in game.groups for clause in group.clauses if clause.effects}
    won = [e.source for e in events if e.kind == "outcome" and e.source in does]
    did = [e.source for e in events if e.kind in ("effect", "otherwise") and e.source.label]
    allowed = [e.source for e in events if e.kind == "permit"]
    return tuple(dict.fromkeys((*won, *did, *allowed)))
