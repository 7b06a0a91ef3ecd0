"""Does what may be played tell of cards that the player has not seen? Every two plays that look alike are compared.

Two plays look alike to a player if the same moves were made in them and the player saw the same at every decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core.layout import Layout
from engine.interpreter.observe import Observation, observe
from engine.interpreter.position import Position
from engine.players.determinization import Faces
from spec.ir import nodes as ir
from tests.oracle.walk import Walk

Plays = dict[tuple[object, ...], set[Position]]
"""Where plays stand, by what they have in common for one player."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """`legal`: plays that look alike differ in what may be played; `offer`: in whether the player is asked at all.

    `whole` is no where not all plays were compared; then only what was found speaks.
    """

    legal: bool
    offer: bool
    whole: bool


def leaks(walk: Walk, most: int = 6_000) -> Leaks:
    """What legality tells of cards that nobody showed."""
    legal = offer = False
    whole = True
    for player in range(walk.interpreter.layout.players):
        left = most
        for plays, between in _by_length(walk, player):
            left -= sum(map(len, plays.values()))
            legal = legal or any(_differs(walk, player, p) for p in between.values())
            offer = offer or any(_asked_or_not(walk, player, p) for p in between.values())
            if left < 0:
                whole = False
                break
    return Leaks(legal, offer, whole)


def _by_length(walk: Walk, player: int) -> Iterator[tuple[Plays, Plays]]:
    """Plays of 0, 1, 2, ... moves, by all that the player saw; and the positions on the way from their last move, by
    what the player saw before it."""
    layout = walk.interpreter.layout
    before: Plays = {(): set(walk.after(walk.start, None))}
    between: Plays = {(): set(walk.between(walk.start, None))}
    while before:
        plays: Plays = {}
        for number, positions in enumerate(before.values()):
            for position in positions:
                plays.setdefault((number, _seen(layout, position, player)), set()).add(position)
        yield plays, between
        before, between = {}, {}
        for number, positions in enumerate(plays.values()):
            for position in positions:
                for move in walk.nodes[position].moves:
                    before.setdefault((number, move), set()).update(walk.after(position, move))
                    between.setdefault((number, move), set()).update(walk.between(position, move))


def _seen(layout: Layout, position: Position, player: int) -> Observation:
    """What the player sees; where play stopped at a fault, that it did."""
    seen = observe(layout, position, player)
    return seen if position.fault is None else replace(seen, step=-1)


def _differs(walk: Walk, player: int, positions: set[Position]) -> bool:
    """Are other moves legal, as the player sees them, where plays look alike on coming to a choice of the player's?
    None may be legal, too: then the choice is passed over, or play goes on otherwise."""
    layout, faces = walk.interpreter.layout, Faces(walk.game)
    found: dict[Observation, set[frozenset[object]]] = {}
    for p in positions:
        step = walk.game.steps[p.step] if 0 <= p.step < len(walk.game.steps) else None
        if p.over or step is None or not isinstance(step.act, ir.Ask) or p.fields[layout.mover] != player:
            continue
        if walk.nodes[p].moves or not _ended(walk, p):
            offered = frozenset(faces.of(move) for move in walk.nodes[p].moves)
            found.setdefault(observe(layout, p, player), set()).add(offered)
    return any(len(several) > 1 for several in found.values())


def _ended(walk: Walk, position: Position) -> bool:
    """Does an end, or a fault other than that nobody can move, stop play on coming here?"""
    return any(
        (to.cells, to.fields) == (position.cells, position.fields)
        and (to.result is not None or (to.fault is not None and to.fault.kind != "stuck"))
        for to in walk.nodes[position].following
    )


def _asked_or_not(walk: Walk, player: int, positions: set[Position]) -> bool:
    """Where plays look alike on coming to the `when` of a choice, or to where it is chosen who makes it, is the player
    asked in one and not in another?"""
    found: dict[object, set[bool]] = {}
    for position in positions:
        step = walk.game.steps[position.step] if 0 <= position.step < len(walk.game.steps) else None
        if position.over or step is None:
            continue
        seen = observe(walk.interpreter.layout, position, player)
        if isinstance(step.act, ir.Branch):
            asked = _asked(walk, position, step.act.yes)
            if asked in (player, None):
                found.setdefault(seen, set()).add(asked is not None)
        elif _chosen(walk.game, position.step) and (asked := _asked(walk, position, step.next)) is not None:
            found.setdefault(seen, set()).add(asked == player)
    return any(len(answers) > 1 for answers in found.values())


def _chosen(game: ir.Game, number: int) -> bool:
    """Does play say here whose the next choice is, and come to that choice from nowhere else?"""
    match game.steps[number]:
        case ir.Step(ir.Source(""), ir.Run((ir.Assign("mover", (), _),)), to):
            others = [s for i, s in enumerate(game.steps) if i != number]
            branches = [n for s in others if isinstance(s.act, ir.Branch) for n in (s.act.yes, s.act.no)]
            return to not in branches and all(to not in (s.next, s.again, s.end_turn, s.leave) for s in others)
        case _:
            return False


def _asked(walk: Walk, position: Position, leads: int) -> int | None:
    """Whom the choice behind a step asks, if play goes on at `leads` and comes to it there."""
    (way,) = walk.nodes[position].ways[None]
    if way.to.over or way.to.step != leads:
        return None
    for at in (way.to, *walk.nodes[way.to].following):
        if not at.over and at.step < len(walk.game.steps) and isinstance(walk.game.steps[at.step].act, ir.Ask):
            return at.fields[walk.interpreter.layout.mover]
    return None
