"""Chooses a lot by which conflicts are decided as written, and tells of a finding whether its play meets one.

Leaves deciding by lot to `verify.ambiguity.find.orders`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay, to_json
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import play_random
from spec.ir import nodes as ir
from verify.ambiguity.find.orders import BY_LOT, decided
from verify.ambiguity.report.finding import Film, Finding
from verify.ambiguity.run.context import Context
from verify.run.budget import now

LOTS, GAMES, MOST_MOVES, LARGEST = 16, 3, 60, 1 << 30
SEEN, LOOK = 12, 2.0
"""So many games tell whether play comes to conflicts, or those of so many seconds."""
MET = "conflicts on the way were resolved at random"


def good_resolution(game: ir.Game, seed: int) -> int:
    """Of a few lots the one by which games go farthest: a conflict that is decided badly may stop all play."""
    best, farthest = 0, (-1, -1)
    for number in range(LOTS):
        lot = derive(seed, Domain.LOT, number) % LARGEST
        far = _goes(game, lot, seed)
        if far > farthest:
            best, farthest = lot, far
        if far[0] == GAMES:
            break
    return best


def comes_to_conflicts(game: ir.Game, seed: int) -> bool:
    """Does one of a few random games stop at a conflict between clauses? Where games are long, fewer are looked at."""
    interpreter, until = Interpreter(game), now() + LOOK
    for number in range(SEEN):
        played = play_random(interpreter, derive(seed, Domain.GAME, number), most_moves=MOST_MOVES)
        if played.position.fault is not None and played.position.fault.kind == "clash":
            return True
        if now() > until:
            break
    return False


def _goes(game: ir.Game, lot: int, seed: int) -> tuple[int, int]:
    """In how many of some games no fault is met, and how many moves they have."""
    interpreter = Interpreter(decided(game, lot))
    played = [
        play_random(interpreter, derive(seed, Domain.GAME, number), most_moves=MOST_MOVES) for number in range(GAMES)
    ]
    return sum(p.position.fault is None for p in played), sum(len(p.moves) for p in played)


def mark_random_resolution(context: Context, finding: Finding) -> Finding:
    """The finding with its play as the rules as written have it, where that meets no conflict; else with a note.

    A ruling that the file has for an open point settles nothing here.
    """
    if finding.kind == "question":
        finding = replace(finding, settled="")
    film = finding.film
    settings = {} if film is None else dict(film.settings)
    if film is None or settings.get(BY_LOT) != str(context.lot) or not film.log:
        return finding
    plain = {name: value for name, value in settings.items() if name not in (BY_LOT, "as_written")}
    game = context.make(plain, True)
    again = None if game is None else _as_written(game, film)
    if again is None:
        return replace(finding, film=replace(film, as_written=True), notes=(*finding.notes, MET))
    return replace(finding, film=again)


def _as_written(game: ir.Game, film: Film) -> Film | None:
    """The film without lots, if its play meets no conflict."""
    interpreter = Interpreter(game)
    log = from_json(interpreter, film.log)
    if isinstance(log, str):
        return None
    log = replace(log, settings=game.settings)
    if replay(interpreter, log).problem:
        return None
    return replace(film, settings=game.settings, as_written=True, log=to_json(interpreter, log))
