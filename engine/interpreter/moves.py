"""Moves: which ones a frame offers, which are legal, and by which clauses.

Leaves what a legal move does to `engine.interpreter.effects`. Order of the legal moves: actions as they are asked for,
then arguments compared parameter by parameter (cards by deck index, sets and sequences of cards as in
`engine.interpreter.shapes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import assert_never

from engine.interpreter.compiled_expression import CardsCode, Values, applicable_clauses
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import BeyondLimits, Stop, Value
from engine.interpreter.frame import Frame
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.precedence import outrankers, unranked
from spec.text.limits import MOST_CHOICES


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its arguments: a card, symbol or number as an int, cards as a tuple (sorted if in no order)."""

    action: str
    args: tuple[Value, ...] = ()


PASS = Move("pass")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the clauses of an action say of a move: those that apply and, among them, those that no other outranks.

    `failing` are the permits that do not apply. Not `legal` where the deciding clauses forbid, disagree or are none.
    """

    legal: bool
    clash: bool
    deciding: tuple[ir.Source, ...]
    applicable: tuple[ir.Source, ...]
    failing: tuple[ir.Source, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What one parameter may stand for; `allows` answers for one value without listing all."""

    param: ir.Param
    listed: Callable[[Frame], tuple[Value, ...]]
    allows: Callable[[Frame, Value], bool]


class Rules:
    """The choices and clauses of one action."""

    def __init__(self, action: ir.Action, meanings: ExpressionCompiler) -> None:
        self.action = action
        self.choices = tuple(_choice(param, meanings) for param in action.params)
        self._tests = tuple((clause.source, meanings.number(clause.when)) for clause in action.clauses)
        self._above = outrankers([clause.source.label for clause in action.clauses], action.order)
        self._rulings: dict[int, Ruling] = {}

    def candidates(self, f: Frame, chosen: tuple[Value, ...] = ()) -> Iterator[tuple[Value, ...]]:
        """All arguments within the choices, in order, each bound in the frame's names while it is yielded."""
        if not self.choices:
            yield ()
            return
        choice = self.choices[len(chosen)]
        names, name = f.names, choice.param.name
        last = len(chosen) + 1 == len(self.choices)
        for value in choice.listed(f):
            names[name] = value
            if last:
                yield (*chosen, value)
            else:
                yield from self.candidates(f, (*chosen, value))

    def judge(self, f: Frame) -> Ruling:
        """What the clauses say of the arguments bound in the frame's names; one ruling a set of applicable clauses."""
        applicable = applicable_clauses(self._tests, f)
        ruling = self._rulings.get(applicable)
        if ruling is None:
            ruling = self._rulings[applicable] = self._rule(applicable)
        return ruling

    def _rule(self, applicable: int) -> Ruling:
        clauses = self.action.clauses
        held = [i for i in range(len(clauses)) if applicable >> i & 1]
        best = unranked(applicable, self._above)
        permits = [clauses[i].kind == "permit" for i in best]
        failing = [c.source for i, c in enumerate(clauses) if i not in held and c.kind == "permit"]
        return Ruling(
            legal=bool(best) and all(permits),
            clash=bool(held) and (not best or (any(permits) and not all(permits))),
            deciding=tuple(clauses[i].source for i in best or held),
            applicable=tuple(clauses[i].source for i in held),
            failing=tuple(failing),
        )

    def bind(self, f: Frame, args: tuple[Value, ...]) -> str:
        """Binds arguments in the frame's names; answers the first parameter that is out of its choice, or ''."""
        for choice, value in zip(self.choices, args, strict=True):
            if not choice.allows(f, value):
                return choice.param.name
            f.names[choice.param.name] = value
        return ""

    def clash(self, ruling: Ruling, f: Frame) -> Stop:
        """The stop at unranked clauses that disagree about a move."""
        listed = " and ".join(source.label for source in ruling.deciding)
        sentence = f"{listed} apply to {self.action.move}, unranked, and disagree whether it is legal"
        return Stop("clash", sentence, f.names, ruling.deciding)


class Referee:
    """Tells which moves of a game are legal."""

    def __init__(self, meanings: ExpressionCompiler) -> None:
        self.rules = {name: Rules(action, meanings) for name, action in meanings.index.actions.items()}

    def legal(self, f: Frame, actions: tuple[str, ...]) -> Iterator[Move]:
        """The legal moves by these actions; raises `Stop` at a clash or another fault, and notes who forbade."""
        outer = f.names
        for name in actions:
            f.names = {}
            try:
                yield from self._legal(f, self.rules[name])
            except Stop as stop:
                raise stop if stop.sources else stop.within(self.rules[name].action.source) from None
        f.names = outer

    def _legal(self, f: Frame, rules: Rules) -> Iterator[Move]:
        forbidden: dict[str, int] = {}
        name = rules.action.source.label
        for args in _listed(rules.action.source, rules.candidates(f)):
            ruling = rules.judge(f)
            if ruling.legal:
                yield Move(name, args)
                continue
            if ruling.clash:
                raise rules.clash(ruling, f)
            for source in ruling.deciding:
                forbidden[source.label] = forbidden.get(source.label, 0) + 1
        for clause in rules.action.clauses if forbidden else ():
            if clause.source.label in forbidden:
                f.note("forbid", clause.source, (forbidden[clause.source.label],))

    def can_move(self, f: Frame, actions: tuple[str, ...]) -> bool:
        """Is there a legal move by one of these actions? The frame is left as it was."""
        outer, events = f.names, len(f.events)
        try:
            return next(self.legal(f, actions), None) is not None
        finally:
            f.names = outer
            del f.events[events:]


def _listed(move: ir.Source, candidates: Iterator[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
    """The candidates; raises BeyondLimits, with the move's name, where they are too many."""
    more = f"a list of its moves may have {MOST_CHOICES:,}; give it a narrower shape, or fewer cards to choose from"
    try:
        for number, args in enumerate(candidates):
            if number >= MOST_CHOICES:
                raise BeyondLimits(f"there are more than {MOST_CHOICES:,} ways to make it", move)
            yield args
    except BeyondLimits as error:
        large = f"play comes to a choice of the move `{move.label}` that is too large"
        raise BeyondLimits(f"{large}: {error}; {more}", error.at) from None


def _choice(param: ir.Param, m: ExpressionCompiler) -> Choice:
    match param.choice:
        case ir.ChooseCard(cards, _):
            return _one_of(param, m.card_set(cards))
        case ir.ChooseCards(cards, shape):
            return _some_of(param, m.card_set(cards), m.patterns[shape])
        case ir.ChooseFrom(over):
            values = m.values(over)
            return _one_of(param, lambda f: tuple(sorted(values(f))))
        case _:
            assert_never(param.choice)


def _one_of(param: ir.Param, values: Values) -> Choice:
    return Choice(param, values, lambda f, value: value in values(f))


def _some_of(param: ir.Param, cards: CardsCode, pattern: Pattern) -> Choice:
    def allows(f: Frame, value: Value) -> bool:
        if not isinstance(value, tuple) or len(set(value)) != len(value) or not set(value).issubset(cards(f)):
            return False
        if not pattern.shape.ordered and value != tuple(sorted(value)):
            return False
        return pattern.fits(value)

    return Choice(param, lambda f: pattern.choices(cards(f)), allows)
