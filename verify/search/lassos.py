"""Looks for play that can go on for ever: a whole position that comes back without luck in between.

Every order of cards, also of those that nobody sees, is part of a position; so a play that comes back to one by free
or forced choices alone can go round again and again. Leaves whether every play ends to the searches and proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Recording
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.obligations.obligations import ends_owed, in_force, surely_owed
from verify.obligations.verdict import Obligation, Result, Settings, Witness
from verify.obligations.witness import make_witness
from verify.random.random_walks import Stage, random_walks
from verify.run.task import Task
from verify.search.compiled_loops import compiled_loop

BY = "searches from positions of random games"
MOST_POSITIONS = 400
"""So many positions are looked at from each position of random games that is begun from."""
LONGER, MORE_POSITIONS = 5, 4_000
"""From every so many'th of these positions so many are looked at: some loops are far longer than others."""
NEARNESS = 4
"""What differs from the first position counts so many times a move that was made since."""
COMPILING = 3.0
"""With less time than that no code is compiled."""
OWN_SHARE = 0.7
"""The share of the time in which loops of the game itself are looked for, where there may be fewer players."""
WHOLE = "a game of full size"


class Lucky(Exception):
    """A move asks for luck, which is no part of a loop."""


class NoLuck:
    """Stands where luck would let play part: only what has one outcome is answered."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards, if they have one order."""
        if len(cards) > 1:
            raise Lucky
        return cards

    def pick(self, n: int) -> int:
        """0, if there is nothing else."""
        if n > 1:
            raise Lucky
        return 0


Way = tuple[Position, Move, int]
"""How a position was come to: from which, by which move, after how many moves."""


def lasso(
    interpreter: Interpreter, root: Position, most: int = MOST_POSITIONS, until: float = float("inf")
) -> tuple[list[Move], list[Move]] | None:
    """Moves from a position to another and from there back to it, none with luck; looks at so many positions, up to a
    clock time.

    Those that differ least from the first are gone on from before others, since the way back from them is short. That
    finds long loops, though not the shortest.
    """
    far = _distance(root)
    came: dict[Position, Way | None] = {root: None}
    waiting: list[tuple[int, int, Position]] = [(0, 0, root)]
    while waiting and len(came) < most and perf_counter() < until:
        _, _, position = heappop(waiting)
        way = came[position]
        made = 0 if way is None else way[2]
        for move in interpreter.legal_moves(position):
            try:
                following = interpreter.apply(position, move, NoLuck()).position
            except Lucky:
                continue
            if following.over:
                continue
            if following not in came:
                came[following] = (position, move, made + 1)
                heappush(waiting, (NEARNESS * far(following) + made + 1, len(came), following))
                continue
            stem, path = _moves_to(came, following), _moves_to(came, position)
            if path[: len(stem)] == stem:
                return stem, [*path[len(stem) :], move]
    return None


def _distance(root: Position) -> Callable[[Position], int]:
    """How much differs from a position: cards that lie in other zones count twice, fields and the step once."""
    home = {card: at for at, cards in enumerate(root.cells) for card in cards}

    def far(position: Position) -> int:
        moved = sum(home[card] != at for at, cards in enumerate(position.cells) for card in cards)
        changed = sum(a != b for a, b in zip(position.fields, root.fields, strict=True))
        return 2 * moved + changed + (position.step != root.step)

    return far


def _moves_to(came: dict[Position, Way | None], position: Position) -> list[Move]:
    moves: list[Move] = []
    way = came[position]
    while way is not None:
        moves.append(way[1])
        way = came[way[0]]
    return moves[::-1]


def loop_witness(interpreter: Interpreter, stage: Stage, stem: list[Move], circle: list[Move]) -> Witness:
    """The play to a position and once round from there, replayed."""
    position, luck = stage.turn.position, Recording(NoLuck())
    for move in (*stem, *circle):
        position = interpreter.apply(position, move, luck).position
    told = "one move" if len(circle) == 1 else f"{len(circle):,} moves"
    sentence = f"play returns to this position after {told} without luck, and so can go on for ever (lasso)"
    outcomes = (*stage.outcomes, *luck.outcomes)
    made = make_witness(interpreter, outcomes, (*stage.moves, *stem, *circle), position, sentence)
    return replace(made, loop=len(circle))


def asked(game: ir.Game) -> tuple[Obligation, ...]:
    """What a loop without luck shows not to be so: that every play ends, and that it does with probability one."""
    return (*ends_owed(game), surely_owed(game))


def surely_ends(task: Task, known: Sequence[Result]) -> bool:
    """Is all proved that a loop would refute? Then there is none."""
    proved = {r.obligation.key for r in known if r.verdict == "proved" and r.own}
    return all(owed.key in proved for owed in asked(task.game))


def lassos(task: Task) -> Iterator[Result]:
    """A refutation of what `asked` says, where a loop is found; nothing else.

    Where none is found it is looked for with fewer players too, since loops are shorter there. That decides nothing of
    the game itself, and is told.
    """
    owed = asked(task.game)
    for scope, game, until in _games(task):
        task.progress("looking for loops without luck")
        began = perf_counter()
        found = find_loop(Interpreter(game), task.plan.games, task.plan.seed, until)
        if found is None:
            continue
        for one in (o for o in owed if in_force(o, game)):
            result = Result(one, "refuted", BY, scope, witness=found, seconds=perf_counter() - began)
            yield replace(result, settings=Settings.of(game))
        return


def loops_owed(task: Task) -> tuple[Result, ...]:
    """Of the claims that play may go round those that no loop shows yet."""
    shown = {r.obligation.key for r in task.known if r.own and r.verdict in ("proved", "refuted")}
    owed = (o for o in ends_owed(task.game) if o.code == "claim" and o.wrong and o.key not in shown)
    return tuple(Result(one, "unknown", BY, reason="no loop was found yet") for one in owed)


def longer_lassos(task: Task) -> Iterator[Result]:
    """The same in the game itself alone, where the file claims a loop and none is found: it is required."""
    if not loops_owed(task):
        return
    task.progress("looking longer for loops without luck")
    began = perf_counter()
    found = find_loop(Interpreter(task.game), task.plan.games, task.plan.seed, task.until)
    if found is not None:
        for one in (o for o in asked(task.game) if in_force(o, task.game)):
            yield Result(one, "refuted", BY, WHOLE, witness=found, seconds=perf_counter() - began)


def _games(task: Task) -> Iterator[tuple[str, ir.Game, float]]:
    """The games in which loops are looked for, with words for each and until when: first the game itself."""
    few = next((k.low for k in task.size_settings if k.name == "players" and k.low < k.usual), None)
    fewer = few is not None and "players" not in task.fixed
    yield WHOLE, task.game, perf_counter() + task.left * (OWN_SHARE if fewer else 1)
    game = task.make({**task.fixed, "players": str(few)}) if fewer else None
    if game is not None and Settings.of(game) != Settings.of(task.game):
        yield f"a game of the full deck with players={few}", game, task.until


def loop_games(
    game: ir.Game,
    size_settings: Sequence[SizeSetting],
    fixed: Mapping[str, str],
    make: Callable[[Mapping[str, str]], ir.Game | None],
    until: float,
) -> Iterator[tuple[str, ir.Game, float]]:
    """The games in which loops are looked for, with words for each and until when: that of the fewest players first."""
    few = next((k.low for k in size_settings if k.name == "players" and k.low < k.usual), None)
    small = None if few is None or "players" in fixed else make({**fixed, "players": str(few)})
    if small is not None:
        left = max(0.0, until - perf_counter())
        yield f"a game of the full deck with players={few}", small, perf_counter() + left * 2 / 3
    yield WHOLE, game, until


def find_loop(interpreter: Interpreter, games: int, seed: int, until: float) -> Witness | None:
    """A play with a loop, looked for in Python and, where that takes long, by compiled code."""
    found = python_loop(interpreter, games, seed, perf_counter() + (until - perf_counter()) / 4)
    if found is not None or until - perf_counter() < COMPILING:
        return found
    loop = compiled_loop(interpreter, games, seed, until)
    return None if loop is None else loop_witness(interpreter, *loop)


def python_loop(interpreter: Interpreter, games: int, seed: int, until: float) -> Witness | None:
    """A play with a loop."""
    begun = 0
    for number, stage in random_walks(interpreter, games, seed, until):
        if stage.turn.position.over or perf_counter() > until:
            continue
        if (len(stage.moves) + number) % 5 == 0:
            begun += 1
            most = MOST_POSITIONS if begun % LONGER else MORE_POSITIONS
            found = lasso(interpreter, stage.turn.position, most, until)
            if found is not None:
                return loop_witness(interpreter, stage, *found)
    return None
