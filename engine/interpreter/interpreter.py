"""The interpreter: plays a game step by step. What it does is what the intermediate representation means.

Leaves expressions to `engine.interpreter.expressions`, effects to `engine.interpreter.effects`, legality to
`engine.interpreter.moves`, ends to `engine.interpreter.endings`. A rule that goes wrong in play ends in a position with
a fault, as it was before the step or move that failed; only wrong use of the interpreter raises.

Order of things. On arriving at a step the endings `at` its label are read; then it acts. After the effects of a
labelled step (of an `otherwise` too) and of a move, conservation is checked and the endings without `at` are read, the
mover as those effects left it; then play goes on, by a jump if there was one. A pass has no effects, so nothing is read
after it. A branch reads its condition and nothing else. Legal moves are found on arriving at the question; a clash or
an undefined operation in any move that is offered stops play there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from engine.core.layout import Layout
from engine.interpreter.compiled_expression import Code
from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.endings import Endings
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import Fault, Stop, Value
from engine.interpreter.frame import Event, Frame, NoChance, Watched
from engine.interpreter.moves import PASS, Move, Referee, Ruling
from engine.interpreter.position import Position, misplaced
from engine.logs.explain import Explanation, IllegalMove, by_clauses, out_of_choice, unasked
from engine.logs.words import Words
from engine.luck.chance import Chance
from spec.ir import nodes as ir
from spec.ir.binding import typed_names
from spec.ir.flow import target

MOST_STEPS = 10_000
"""So many steps in a row without a decision are taken for endless."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Where play stands, what fired on the way there, and the legal moves there (none where play is over).

    `passed` are the positions on arriving at each labelled step that asks nobody, on the way there (of an interpreter
    that is to note every step, at each step).
    """

    position: Position
    events: tuple[Event, ...] = ()
    moves: tuple[Move, ...] = ()
    passed: tuple[Position, ...] = ()


class Interpreter:
    """Plays one game; holds nothing that changes what a call answers.

    `every_step`: turns tell the positions at all steps, not only those at which claims are read.
    """

    def __init__(self, game: ir.Game, *, every_step: bool = False) -> None:
        self.game = game
        self.layout = Layout(game)
        self.words = Words(game, self.layout)
        self._meanings = ExpressionCompiler(game, self.layout)
        self._referee = Referee(self._meanings)
        self._endings = Endings(game, self._meanings)
        compiler = EffectCompiler(self._meanings)
        self._moved = {a.source.label: compiler.of_all(a.effects) for a in game.actions}
        self._acts = tuple(compiler.of_all(step.effects) for step in game.steps)
        self._branches = {
            i: self._meanings.number(step.act.cond)
            for i, step in enumerate(game.steps)
            if isinstance(step.act, ir.Branch)
        }
        self._silent = frozenset(
            i for i, step in enumerate(game.steps) if every_step or (step.source.label and step.runs)
        )
        self._types = _types_of_names(game)
        self._read: dict[int, tuple[ir.Expr, Code]] = {}

    # ------------------------------------------------------------ playing

    def start(self, chance: Chance) -> Turn:
        """Plays from the beginning to the first decision, ending or fault."""
        return self.resume(self.initial(), chance)

    def initial(self) -> Position:
        """Before the first step: all cards in deck order in the zone that starts full, fields at their first value."""
        cells: list[tuple[int, ...]] = [()] * len(self.layout.cells)
        cells[self.layout.full] = tuple(range(len(self.layout.deck)))
        position = Position(tuple(cells), (0,) * len(self.layout.slots), 0)
        f = self._frame(position, NoChance())
        try:
            for name, slots in self.layout.fields.items():
                value = self._meanings.number(slots.decl.start)(f)
                if not slots.low <= value <= slots.high:
                    sentence = f"{name} would start as {value}, and goes from {slots.low} to {slots.high}"
                    raise Stop("overflow", sentence, {}, (slots.decl.source,))
                for slot in self.layout.slots_of(name):
                    f.fields[slot] = value
        except Stop as stop:
            return replace(position, fault=self._fault(stop))
        return replace(position, fields=tuple(f.fields))

    def resume(self, position: Position, chance: Chance, *, arriving: bool = True) -> Turn:
        """Plays on from a position that stands at any step.

        With `arriving` as if play had just come to that step: the endings read there are read.
        """
        if position.over:
            return Turn(position)
        return self._play_on(self._frame(position, chance), position.made, arriving)

    def apply(self, position: Position, move: Move, chance: Chance) -> Turn:
        """Makes a move and plays on; raises `IllegalMove` where it is not legal."""
        f = self._frame(position, chance)
        explanation = self._consider(f, position, move)
        if explanation.fault is not None:
            return Turn(replace(position, fault=explanation.fault))
        if not explanation.legal:
            raise IllegalMove(explanation)
        step, made = self.game.steps[position.step], position.made + 1
        if move == PASS:
            f.note("pass", step.source)
            f.step = step.next
            return self._play_on(f, made)
        action = self._referee.rules[move.action].action
        f.note("move", action.source, move.args)
        for source in explanation.deciding:
            f.note("permit", source)
        try:
            end = self._carry_out(f, self._moved[move.action], step, made, reads=True)
        except Stop as stop:
            fault = self._fault(stop.within(action.source))
            return Turn(replace(position, fault=fault), tuple(f.events))
        return end or self._play_on(f, made)

    def _play_on(self, f: Frame, made: int, arriving: bool = True) -> Turn:
        """Goes from step to step until a decision, an ending or a fault."""
        passed: list[Position] = []
        turn = self._steps_on(f, made, arriving, passed)
        return replace(turn, passed=tuple(passed)) if passed else turn

    def _steps_on(self, f: Frame, made: int, arriving: bool, passed: list[Position]) -> Turn:
        watched = f.chance = Watched(f.chance)
        seen: dict[Position, int] = {}
        before = self._position(f, made)
        for _ in range(MOST_STEPS):
            before = self._position(f, made)
            if watched.used:
                watched.used = False
                seen.clear()
            try:
                if before in seen:
                    raise self._endless([p.step for p in seen][seen[before] :])
                seen[before] = len(seen)
                if f.step in self._silent:
                    passed.append(before)
                turn = self._step(f, before, arriving)
            except Stop as stop:
                return Turn(replace(before, fault=self._fault(stop, before.step)), tuple(f.events))
            if turn is not None:
                return turn
            arriving = True
        fault = Fault("endless", f"play goes on for {MOST_STEPS} steps without a decision")
        return Turn(replace(before, fault=fault), tuple(f.events))

    def _endless(self, circle: list[int]) -> Stop:
        sources = tuple(self.game.steps[i].source for i in circle if self.game.steps[i].source.label)
        return Stop("endless", "play comes back to the same position without a decision", {}, sources)

    def _step(self, f: Frame, before: Position, arriving: bool) -> Turn | None:
        """Does one step; answers a turn where play waits or ends, else None with the frame at the next step."""
        if not 0 <= f.step < len(self.game.steps):
            raise Stop("gap", "the course of play runs out, and no ending says who wins")
        step = self.game.steps[f.step]
        if arriving:
            f.note("step", step.source, (f.step,))
            result = self._endings.arriving(step.source.label, f)
            if result is not None:
                return Turn(replace(before, result=result), tuple(f.events))
        match step.act:
            case ir.Branch(_, yes, no):
                f.names = {}
                f.step = yes if self._branches[f.step](f) else no
                return None
            case ir.Run():
                pass
            case ir.Ask(actions, may, otherwise):
                moves = tuple(self._referee.legal(f, actions))
                if moves:
                    return Turn(before, tuple(f.events), (*moves, PASS) if may else moves)
                if may:
                    f.step = step.next
                    return None
                if otherwise is None:
                    sentence = f"{self.words.player(f.mover)} has no legal move and may not pass"
                    raise Stop("stuck", sentence)
                f.note("otherwise", step.source)
            case _:
                assert_never(step.act)
        return self._carry_out(f, self._acts[f.step], step, before.made, reads=bool(step.source.label))

    def _carry_out(self, f: Frame, run: CompiledEffect, step: ir.Step, made: int, reads: bool) -> Turn | None:
        """Runs effects and goes on to the step that follows; a turn where one of the endings read now applies."""
        jump = run(f)
        f.names = {}
        lost = misplaced(f.cells, len(self.layout.deck))
        if lost:
            raise Stop("lost_card", f"{self.words.card_list(lost)} must lie in exactly one place, and do not")
        result = self._endings.after(f) if reads else None
        if result is not None:
            return Turn(replace(self._position(f, made), result=result), tuple(f.events))
        f.step = step.next if jump is None else self._target(step, jump)
        return None

    def _target(self, step: ir.Step, jump: ir.Jump) -> int:
        to = target(self._meanings.index, step, jump)
        if to < 0:
            raise Stop("undefined", f"{step.source.label} stands in no turn or loop that could be left")
        return to

    # ------------------------------------------------------------ asking

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """The legal moves, a pass last; none where play is over, waits for none, or a fault is met in asking."""
        step = self._asked(position)
        if step is None:
            return ()
        try:
            moves = tuple(self._referee.legal(self._frame(position, NoChance()), step.actions))
        except Stop:
            return ()
        return (*moves, PASS) if step.may and moves else moves

    def judged(self, position: Position) -> Iterator[tuple[Move, Ruling | Fault]]:
        """What the clauses say of every move within the choices of the decision asked for here, legal or not.

        A fault met in judging the moves of an action ends the list of these, with the move of no arguments.
        """
        step = self._asked(position)
        for name in () if step is None else step.actions:
            f, rules = self._frame(position, NoChance()), self._referee.rules[name]
            try:
                for args in rules.candidates(f):
                    yield Move(name, args), rules.judge(f)
            except Stop as stop:
                yield Move(name), self._fault(stop if stop.sources else stop.within(rules.action.source))

    def explain(self, position: Position, move: Move) -> Explanation:
        """Why a move is legal here or is not."""
        return self._consider(self._frame(position, NoChance()), position, move)

    def values(self, over: ir.Range, position: Position, names: Mapping[str, Value] | None = None) -> tuple[Value, ...]:
        """What a range goes through at a position, in its order; nothing where that meets a fault."""
        f = self._frame(position, NoChance())
        f.names = dict(names or {})
        try:
            return self._meanings.values(over)(f)
        except Stop:
            return ()

    def evaluate(self, expr: ir.Expr, position: Position, names: Mapping[str, Value] | None = None) -> Value | Fault:
        """The value of an expression at a position, or the fault that it meets."""
        f = self._frame(position, NoChance())
        f.names = dict(names or {})
        try:
            return self._meaning(expr)(f)
        except Stop as stop:
            return self._fault(stop)

    def _meaning(self, expr: ir.Expr) -> Code:
        """The meaning of an expression, made once for each object: hashing an expression costs more than reading it."""
        kept = self._read.get(id(expr))
        if kept is None or kept[0] is not expr:
            kept = self._read[id(expr)] = (expr, self._meanings.of(expr))
        return kept[1]

    def turns_begin(self) -> frozenset[int]:
        """The indices of the steps at which a turn begins."""
        return frozenset(step.again for step in self.game.steps if step.again >= 0)

    def _asked(self, position: Position) -> ir.Ask | None:
        if position.over or not 0 <= position.step < len(self.game.steps):
            return None
        return self.game.steps[position.step].ask

    def _consider(self, f: Frame, position: Position, move: Move) -> Explanation:
        """Judges a move; leaves its arguments bound in the frame's names."""
        ask = self._asked(position)
        if ask is None:
            return Explanation(False, "no decision is asked for here")
        if move == PASS:
            return Explanation(ask.may, "passing is allowed here" if ask.may else "passing is not allowed here")
        if move.action not in ask.actions:
            return unasked(move, ask, self.words)
        rules = self._referee.rules[move.action]
        f.names = {}
        if len(move.args) != len(rules.choices):
            return Explanation(False, f"{rules.action.move} takes {len(rules.choices)} arguments")
        try:
            outside = rules.bind(f, move.args)
            if outside:
                return out_of_choice(move, outside, rules.action, self.words)
            ruling = rules.judge(f)
            if ruling.clash:
                raise rules.clash(ruling, f)
        except Stop as stop:
            fault = self._fault(stop if stop.sources else stop.within(rules.action.source))
            return Explanation(False, fault.sentence, fault=fault)
        return by_clauses(ruling)

    # ------------------------------------------------------------ frames and faults

    def _frame(self, position: Position, chance: Chance) -> Frame:
        return Frame(self.layout, position, chance, self._referee.can_move)

    def _position(self, f: Frame, made: int) -> Position:
        return Position(tuple(f.cells), tuple(f.fields), f.step, made=made)

    def _fault(self, stop: Stop, step: int = -1) -> Fault:
        if 0 <= step < len(self.game.steps) and self.game.steps[step].source.label:
            stop.within(self.game.steps[step].source)
        context = tuple((name, self._told(name, value)) for name, value in stop.names.items())
        return Fault(stop.kind, stop.sentence, tuple(stop.sources), context)

    def _told(self, name: str, value: Value) -> str:
        kind = self._types.get(name)
        return str(value) if kind is None else self.words.value(value, kind)


def _types_of_names(game: ir.Game) -> dict[str, ir.Type]:
    """The types of bound names; a name of several types in several places is left out."""
    types: dict[str, set[ir.Type]] = {}
    for name, kind in typed_names(game):
        types.setdefault(name, set()).add(kind)
    return {name: next(iter(found)) for name, found in types.items() if len(found) == 1}
