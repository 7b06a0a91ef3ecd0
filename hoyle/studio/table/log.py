"""The log of a game, line by line: what a move was and what came of it, with the clauses that it is due to.

Leaves the sentences to `hoyle.english`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.api import State
from hoyle.english.in_play.changes import Change
from hoyle.studio.messages.table import Line, Said
from hoyle.studio.table.view import ALL
from hoyle.table.faces import lettered
from spec.ir.index import index_of

FIRED = ("permit", "otherwise", "effect", "outcome", "routine", "ending", "step")
"""The kinds of events that say which clause took effect."""


def dealt(state: State, seat: int) -> Line:
    """The first line: what came before the first decision."""
    game = state.game
    eyes = None if seat == ALL else seat
    you = None if seat == ALL else seat
    first = game.interpreter.initial()
    found = game.sentences.difference(first, state.position, events=state.events, seat=eyes, you=you)
    return Line(-1, _told(state, found), _fired(state))


def line(before: State, after: State, words: str, seat: int) -> Line:
    """A move and what came of it, as a seat may know it."""
    game = before.game
    eyes = None if seat == ALL else seat
    move = before.parse(words)
    found = game.sentences.difference(
        before.position, after.position, move=move, events=after.events, seat=eyes, you=eyes
    )  # fmt: skip
    return Line(before.current_player(), _told(after, found), _fired(after))


def _told(state: State, found: Iterable[Change]) -> tuple[Said, ...]:
    """What changed, in words; copies that the rules do not tell apart have no number."""
    plain = lettered(state.game.interpreter).plain
    return tuple(Said(plain(change.text), _at(change.source)) for change in found)


def _at(source: object) -> int:
    at = getattr(source, "at", -1)
    return at if isinstance(at, int) else -1


def _fired(state: State) -> tuple[int, ...]:
    """The clauses that took effect since the last move; steps that only ask are none."""
    silent = {s.source.label for s in index_of(state.game.rules).game.steps if s.ask is not None}
    fired = (e.source for e in state.events if e.kind in FIRED and not (e.kind == "step" and e.label in silent))
    return tuple(dict.fromkeys(source.at for source in fired if source.at >= 0 and source.label[:1] not in ("", "(")))
