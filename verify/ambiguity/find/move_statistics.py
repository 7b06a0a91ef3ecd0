"""Watches decisions: which moves are ever the only one, and which two are one at the table but differ in effect.

Leaves the decisions to the plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.interpreter.faults import Value
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from spec.ir.fold import settled
from spec.ir.references import looked_for
from verify.ambiguity.find.plays import Line

TRIALS = 40
"""So often two actions that take the same arguments are tried side by side before they are taken for alike."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Two moves of different names that put the same cards in the same place and differ otherwise."""

    one: Move
    two: Move
    line: Line
    interpreter: Interpreter
    after: tuple[Position, Position]


@dataclass(slots=True)
class MoveStatistics:
    """Per step and action, at how many decisions it was legal and at how many nothing else was; and twins."""

    asked: Counter[str] = field(default_factory=Counter)
    legal: Counter[tuple[str, str]] = field(default_factory=Counter)
    alone: Counter[tuple[str, str]] = field(default_factory=Counter)
    twins: dict[tuple[str, str], Twin] = field(default_factory=dict)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    games_with_twins: int = 0

    def see(self, interpreter: Interpreter, turn: Turn, line: Line) -> None:
        """Takes in one decision."""
        step = interpreter.words.step(turn.position.step)
        self.asked[step] += 1
        offered = dict.fromkeys(m.action for m in turn.moves)
        for action in offered:
            self.legal[step, action] += 1
            if len(turn.moves) == 1:
                self.alone[step, action] += 1
        if len(offered) > 1:
            self._twins(interpreter, turn, line)

    def _twins(self, interpreter: Interpreter, turn: Turn, line: Line) -> None:
        told: dict[object, list[Move]] = {}
        for move in turn.moves:
            if move.args and move != PASS:
                told.setdefault(_described(move), []).append(move)
        for moves in told.values():
            for i, one in enumerate(moves):
                for two in moves[i + 1 :]:
                    self._try(interpreter, turn, line, one, two)

    def _try(self, interpreter: Interpreter, turn: Turn, line: Line, one: Move, two: Move) -> None:
        key = (one.action, two.action)
        if one.action == two.action or self.tried[key] >= TRIALS:
            return
        known = self.twins.get(key)
        if known is not None and len(known.line.moves) <= len(line.moves):
            return
        self.tried[key] += 1
        a, b = (interpreter.apply(turn.position, move, Seeded(1)).position for move in (one, two))
        if a.fault or b.fault or (a.cells, a.fields, a.result) == (b.cells, b.fields, b.result):
            return
        cards = [c for arg, p in _card_args(interpreter, one) for c in arg]
        if cards and all(_where(a, c) == _where(b, c) for c in cards):
            self.twins[key] = Twin(one, two, line, interpreter, (a, b))


def _described(move: Move) -> tuple[object, ...]:
    """What is seen of a move at the table: which cards (in no order) and which places it names."""
    cards = frozenset(c for arg in move.args if isinstance(arg, tuple) for c in arg)
    return cards, tuple(arg for arg in move.args if not isinstance(arg, tuple))


def _card_args(interpreter: Interpreter, move: Move) -> Iterator[tuple[tuple[int, ...], ir.Param]]:
    action = next(a for a in interpreter.game.actions if a.source.label == move.action)
    for arg, param in zip(move.args, action.params, strict=True):
        if param.of_cards:
            yield _as_cards(arg), param


def _as_cards(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _where(position: Position, card: int) -> tuple[int, int]:
    for number, cell in enumerate(position.cells):
        if card in cell:
            return number, cell.index(card)
    return -1, -1


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A way in which a step was always decided: `forced` (nothing else could be done whenever `action` could) or
    `free` (`action`, which needs nothing, could always be done instead)."""

    kind: str
    step: ir.Source
    action: ir.Source
    seen: int


def move_patterns(game: ir.Game, seen: MoveStatistics) -> Iterator[MovePattern]:
    """The patterns of decisions at the steps of a game, of those seen often enough."""
    actions = {a.source.label: a for a in game.actions}
    for step in game.steps:
        ask, label = step.ask, step.source.label
        if ask is None or len(ask.actions) < 2 or seen.asked[label] < 20:
            continue
        for name in ask.actions:
            count = seen.legal[label, name]
            others = frozenset(ask.actions) - {name}
            if count >= 5 and count == seen.alone[label, name] and not _says_so(actions[name], others):
                yield MovePattern("forced", step.source, actions[name].source, count)
            free = not ask.may and not actions[name].params and count == seen.asked[label]
            if free and any(seen.legal[label, other] for other in ask.actions if other != name):
                yield MovePattern("free", step.source, actions[name].source, count)


def _says_so(action: ir.Action, others: frozenset[str]) -> bool:
    """Does the rule itself permit it only to who can do nothing else, as in `permit stuck when mover cannot lay`?"""
    permits = [clause.when for clause in action.clauses if clause.kind == "permit"]
    return all(any(not so and others <= set(looked_for(part)) for part, so in settled(when, True)) for when in permits)
