"""Plays games at random and notes, for each group of clauses, every set of clauses that applied at once, with a play.

Leaves what follows from that to `verify.obligations.precedence`. Groups are the permissions of a move, an outcome, and
the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import Value
from engine.interpreter.frame import Frame
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move, Rules, Ruling
from engine.interpreter.position import Position
from engine.luck.chance import Outcome, Recording, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.precedence import ENDS, Key

MOST_MOVES = 400


@dataclass(frozen=True, slots=True)
class Sighting:
    """A play on which some clauses applied at once: in judging `move` after the moves before it, or in carrying it out.

    `outcomes` are those of chance up to the position before the move, or (`after`) with those of the move.
    """

    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]
    before: Position
    move: Move | None
    after: tuple[Outcome, ...] = ()


@dataclass(slots=True)
class ClauseCoverage:
    """For each group the sets of clauses that were seen to apply at once, as bits, each with some plays.

    What a clause states may come to the same as another at one position and not at the next, so one play is too few.
    """

    seen: dict[Key, dict[int, list[Sighting]]] = field(default_factory=dict)
    games: int = 0
    _times: Counter[tuple[Key, int]] = field(default_factory=Counter)

    def note(self, key: Key, applicable: int, sighting: Sighting) -> None:
        """Keeps the first, second, fourth, eighth ... play of each set of clauses."""
        self._times[key, applicable] += 1
        if self._times[key, applicable].bit_count() == 1:
            self.seen.setdefault(key, {}).setdefault(applicable, []).append(sighting)

    def missing(self, key: Key, applicable: int) -> bool:
        """Was this set not seen yet?"""
        return applicable not in self.seen.get(key, {})


class _Rules(Rules):
    def __init__(
        self, action: ir.Action, meanings: ExpressionCompiler, noted: list[tuple[str, int, tuple[Value, ...]]]
    ) -> None:
        super().__init__(action, meanings)
        self._noted = noted
        self._labels = {clause.source.label: i for i, clause in enumerate(action.clauses)}
        self._known: set[int] = set()

    def judge(self, f: Frame) -> Ruling:
        ruling = super().judge(f)
        applicable = sum(1 << self._labels[s.label] for s in ruling.applicable)
        if applicable not in self._known:
            args = tuple(f.names[c.param.name] for c in self.choices)
            self._noted.append((self.action.source.label, applicable, args))
        return ruling

    def settle(self, applicable: int) -> None:
        """Stops noting a set of clauses."""
        self._known.add(applicable)


class _EffectCompiler(EffectCompiler):
    def __init__(self, meanings: ExpressionCompiler, resolved: list[tuple[str, int]]) -> None:
        super().__init__(meanings)
        self._resolved = resolved

    def _group(self, group: ir.Group) -> CompiledEffect:
        usual = super()._group(group)
        tests = tuple(self._m.number(clause.when) for clause in group.clauses)

        def run(f: Frame) -> ir.Jump | None:
            self._resolved.append((group.source.label, sum(1 << i for i, test in enumerate(tests) if test(f))))
            return usual(f)

        return run


class CoverageInterpreter(Interpreter):
    """Plays like `Interpreter` and gathers which clauses were found to apply."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.noted: list[tuple[str, int, tuple[Value, ...]]] = []
        self.resolved: list[tuple[str, int]] = []
        self.rules: dict[str, _Rules] = {}
        for name in self._referee.rules:
            made = _Rules(self._referee.rules[name].action, self._meanings, self.noted)
            self.rules[name] = self._referee.rules[name] = made
        compiler = _EffectCompiler(self._meanings, self.resolved)
        self._moved = {a.source.label: compiler.of_all(a.effects) for a in game.actions}
        self._acts = tuple(compiler.of_all(step.effects) for step in game.steps)


def clause_coverage(
    game: ir.Game,
    seconds: float,
    games: int = 10**9,
    seed: int = 11,
    enough: Callable[[ClauseCoverage], bool] = lambda watched: False,
) -> ClauseCoverage:
    """Random games for so many seconds (or so many games), or until it is enough, which is asked ever more rarely."""
    watching, watched, until = CoverageInterpreter(game), ClauseCoverage(), perf_counter() + seconds
    asked = 8
    while watched.games < games and perf_counter() < until:
        _one(watching, watched, derive(seed, Domain.GAME, watched.games), until)
        watched.games += 1
        if watched.games == asked:
            asked *= 2
            if enough(watched):
                break
    return watched


def _one(watching: CoverageInterpreter, watched: ClauseCoverage, seed: int, until: float) -> None:
    chance, choosers = Recording(Seeded(seed)), Choosers(watching, seed)
    moves: list[Move] = []
    watching.resolved.clear()
    turn = watching.start(chance)
    watching.resolved.clear()
    while not turn.position.over and len(moves) < MOST_MOVES and perf_counter() < until:
        _judged(watching, watched, turn, chance, moves)
        move = choosers.move(turn)
        so_far = tuple(chance.outcomes)
        after = watching.apply(turn.position, move, chance)
        luck = tuple(chance.outcomes[len(so_far) :])
        sighting = Sighting(so_far, tuple(moves), turn.position, move, luck)
        for label, applicable in watching.resolved:
            watched.note(("outcome", label), applicable, sighting)
        watching.resolved.clear()
        for key, applicable in _ended(watching, after):
            watched.note(key, applicable, sighting)
        moves.append(move)
        turn = after


def _judged(
    watching: CoverageInterpreter, watched: ClauseCoverage, turn: Turn, chance: Recording, moves: list[Move]
) -> None:
    noted = list(watching.noted)
    watching.noted.clear()
    for label, applicable, args in noted:
        if not watched.missing(("move", label), applicable):
            watching.rules[label].settle(applicable)
            continue
        move = Move(label, args)
        if _applies(watching, turn.position, move, applicable):
            sighting = Sighting(tuple(chance.outcomes), tuple(moves), turn.position, move)
            watched.note(("move", label), applicable, sighting)
            watching.rules[label].settle(applicable)
    watching.noted.clear()


def _applies(watching: CoverageInterpreter, position: Position, move: Move, applicable: int) -> bool:
    """Do just these clauses apply to the move at the position at which play stands?"""
    action = watching.rules[move.action].action
    names = {p.name: a for p, a in zip(action.params, move.args, strict=True)}
    ask = watching.game.steps[position.step].ask
    if ask is None or move.action not in ask.actions or move == PASS:
        return False
    found = (watching.evaluate(clause.when, position, names) for clause in action.clauses)
    return sum(1 << i for i, value in enumerate(found) if value == 1) == applicable


def _ended(watching: CoverageInterpreter, turn: Turn) -> Iterator[tuple[Key, int]]:
    """The ends that applied where a game ended, among those that are read there."""
    result = turn.position.result
    if result is None:
        return
    endings = watching.game.endings
    at = next(e for e in endings if e.source.label == result.ending).at
    label = watching.game.steps[turn.position.step].source.label if at else ""
    applicable = 0
    for number, ending in enumerate(endings):
        if (label in ending.at) if at else not ending.at:
            applicable |= (watching.evaluate(ending.when, turn.position) == 1) << number
    yield (ENDS, ENDS), applicable
