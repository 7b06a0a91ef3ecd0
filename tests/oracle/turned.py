"""Does the order matter in which several things come about at once? Each such effect is made in every order.

A loop over players, ranks, words, piles or cards in no order names no order, and no more does a move `in any order`.
Nothing is taken from `verify`: what has no order is said here again, by types and not by the form of expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, permutations, product
from typing import TypeVar

from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.frame import Frame, rebind
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.luck.chance import Chance, ChanceError, Outcome, Recording, Scripted, Shuffled
from spec.ir import nodes as ir
from spec.ir.walk import walk as nodes_under
from tests.oracle.oracle import Luck, all_luck
from tests.oracle.walk import Walk

Effect = ir.ForEach | ir.Move
Found = TypeVar("Found")
Run = Callable[[Chance], Turn]
MOST_THINGS = 4
MOST_LUCK = 2
MOST_WAYS = 2_000
MOST_PAIRS = 300
"""So many pairs of positions are followed from one move."""


class TurnedEffectCompiler(EffectCompiler):
    """Effects of which one comes about in another order: `order` permutes what it works on, if that is so many."""

    def __init__(self, meanings: ExpressionCompiler) -> None:
        self.turned: Effect | None = None
        self.order: tuple[int, ...] = ()
        super().__init__(meanings)

    def _permuted(self, effect: Effect, values: list[Found]) -> list[Found]:
        if effect is not self.turned or len(values) != len(self.order):
            return values
        return [values[i] for i in self.order]

    def _for_each(self, effect: ir.ForEach) -> CompiledEffect:
        over, cond = self._m.values(effect.over), self._m.number(effect.cond)
        body, var = self.of_all(effect.body), effect.var

        def run(f: Frame) -> ir.Jump | None:
            outer, values = f.names.get(var), []
            for value in over(f):
                f.names[var] = value
                if cond(f):
                    values.append(value)
            jump = None
            for value in self._permuted(effect, values):
                f.names[var] = value
                jump = body(f)
                if jump is not None:
                    break
            rebind(f.names, var, outer)
            return jump

        return run

    def _move(self, effect: ir.Move) -> CompiledEffect:
        usual, target = super()._move(effect), self._m.cell(effect.target.zone, effect.target.index)

        def run(f: Frame) -> ir.Jump | None:
            at = target(f)
            before = set(f.cells[at])
            jump = usual(f)
            if effect is self.turned:
                places = [i for i, card in enumerate(f.cells[at]) if card not in before]
                cards = list(f.cells[at])
                for place, card in zip(places, self._permuted(effect, [cards[i] for i in places]), strict=True):
                    cards[place] = card
                f.cells[at] = tuple(cards)
                f.known.clear()
            return jump

        return run


class Turned(Interpreter):
    """The interpreter with one effect in another order."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.compiler = TurnedEffectCompiler(self._meanings)
        self._moved = {a.source.label: self.compiler.of_all(a.effects) for a in game.actions}
        self._acts = tuple(self.compiler.of_all(step.effects) for step in game.steps)


def without_order(game: ir.Game) -> list[Effect]:
    """The effects that work on several things and name no order."""
    ordered = {z.source.label: z.ordered for z in game.zones}
    return [
        node
        for family in (game.routines, game.groups, game.actions, game.steps)
        for decl in family
        for node in nodes_under(decl)
        if (isinstance(node, ir.ForEach) and _no_order(node.over, ordered) and node.var != "(each)")
        or (isinstance(node, ir.Move) and ordered[node.target.zone] and not _is_ordered(node.cards, ordered))
    ]


def _no_order(over: ir.Range, ordered: dict[str, bool]) -> bool:
    match over:
        case ir.OverDomain() | ir.OverSlots():
            return True
        case ir.OverCards(cards):
            return not _is_ordered(cards, ordered)
        case _:
            return False


def _is_ordered(cards: ir.Expr, ordered: dict[str, bool]) -> bool:
    """Do these cards come in an order? As the types of the language have it."""
    match cards:
        case ir.Place(zone):
            return ordered[zone]
        case ir.Var(_, ir.Cards(in_order)):
            return in_order
        case ir.CardList() | ir.Just():
            return True
        case ir.If(_, then, other):
            return _is_ordered(then, ordered) and _is_ordered(other, ordered)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Orders:
    """`differs`: some order brings something about that no order of unseen cards does in the order as it stands.

    `exact`: every order comes to the very same position each time, with the same moves. Neither is said where only
    hidden cards differ.
    """

    several: bool
    differs: bool
    exact: bool


def orders(walk: Walk) -> Orders:
    """Every effect without an order, in every order, in every move with all that follows up to the next decision."""
    plain, played = Interpreter(walk.game), Turned(walk.game)
    several = differs = False
    exact = True
    for effect in without_order(walk.game):
        for order in _orders(len(walk.game.deck)):
            played.compiler.turned, played.compiler.order = effect, order
            for position, move in _moves(walk):
                one, other = (partial(_play, i, position, move) for i in (plain, played))
                if _other(walk, one, other, effect):
                    exact, several = False, True
                    differs = differs or _differs(walk, (plain, played), position, move, effect)
                elif isinstance(effect, ir.Move) and _lies_open(walk, effect.target.zone):
                    later = _later(walk, plain, one, other)
                    several, differs = several or later is not False, differs or later is True
                    exact = exact and later is False
            if differs:
                return Orders(True, True, False)
    return Orders(several, differs, exact)


def _orders(most: int) -> Iterator[tuple[int, ...]]:
    """All orders of a few things, and of more the one that is the other way round."""
    for number in range(2, MOST_THINGS):
        yield from (o for o in permutations(range(number)) if o != tuple(range(number)))
    yield from (tuple(reversed(range(number))) for number in range(MOST_THINGS, most + 1))


def _moves(walk: Walk) -> Iterator[tuple[Position, Move | None]]:
    """The beginning, and each move at each decision."""
    yield walk.start, None
    yield from ((p, move) for p in walk.decisions() for move in walk.nodes[p].moves)


def _play(interpreter: Interpreter, position: Position, move: Move | None, chance: Chance) -> Turn:
    """What comes of a move (None: of the beginning), up to the next decision."""
    return interpreter.resume(position, chance) if move is None else interpreter.apply(position, move, chance)


def _other(walk: Walk, one: Run, other: Run, effect: Effect) -> bool:
    """Do two ways to play come to something else by the same luck, or can it not be told?"""
    for outcomes, straight in all_luck_of(one):
        try:
            if straight is None or _loose(walk, straight, effect) != _loose(walk, other(Scripted(outcomes)), effect):
                return True
        except ChanceError:
            return True
    return False


def _lies_open(walk: Walk, zone: str) -> bool:
    return next(z.seen for z in walk.game.zones if z.source.label == zone) not in ("count", "nobody")


def _later(walk: Walk, plain: Interpreter, one: Run, other: Run) -> bool | None:
    """Does a later move bring about something else, where cards lie in another order on a stack? None: not followed to
    the end."""
    left: list[tuple[Position, Position]] = []
    for outcomes, straight in all_luck_of(one):
        if straight is not None:
            left.append((straight.position, other(Scripted(outcomes)).position))
    seen, whole = set[tuple[Position, Position]](), True
    while left:
        here, there = pair = left.pop()
        if here == there or here.over or pair in seen:
            continue
        if len(seen) >= MOST_PAIRS:
            return None
        seen.add(pair)
        for move in plain.resume(here, Scripted(())).moves:
            for outcomes, turn in all_luck_of(partial(_play, plain, here, move)):
                if turn is None or not all(isinstance(o, Shuffled) for o in outcomes):
                    whole = False
                    continue
                beside = _play(plain, there, move, Scripted(outcomes))
                if _unordered(walk, turn) != _unordered(walk, beside):
                    return True
                left.append((turn.position, beside.position))
    return False if whole else None


def _unordered(walk: Walk, turn: Turn) -> object:
    """Where play stands, without the order of cards on stacks."""
    position = turn.position
    result = None if position.result is None else position.result.returns
    fault = position.fault is not None and position.fault.kind
    cells = tuple(tuple(sorted(cards)) for cards in position.cells)
    return cells, position.fields, position.step, result, fault, turn.moves


class Short:
    """Luck that is asked for so often at most. Raises `TooLong`."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self._left = MOST_LUCK

    def _ask(self) -> None:
        if self._left == 0:
            raise TooLong
        self._left -= 1

    def pick(self, n: int) -> int:
        self._ask()
        return self._inner.pick(n)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        self._ask()
        return self._inner.shuffle(cards)


class TooLong(Exception):
    """Luck was asked for too often."""


def all_luck_of(run: Run) -> Iterator[tuple[tuple[Outcome, ...], Turn | None]]:
    """What comes of a run for every way that luck can go, with the luck; None where that is not followed to the end."""

    def noted(luck: Luck) -> tuple[tuple[Outcome, ...], Turn | None]:
        recording = Recording(luck)
        try:
            turn = run(Short(recording))
        except TooLong:
            return tuple(recording.outcomes), None
        return tuple(recording.outcomes), turn

    ways = all_luck(noted)
    yield from islice(ways, MOST_WAYS)
    if next(ways, None) is not None:
        yield (), None


def _differs(
    walk: Walk, two: tuple[Interpreter, Turned], position: Position, move: Move | None, effect: Effect
) -> bool:
    """Does it come to something else even if cards that nobody has seen may lie in any order?"""
    alike = list(_rearranged(walk, position))
    try:
        came = [
            {
                None if turn is None else _loose(walk, turn, effect)
                for p in alike
                for _, turn in all_luck_of(partial(_play, interpreter, p, move))
            }
            for interpreter in two
        ]
    except IllegalMove:
        return False  # legality hangs on cards that nobody has seen, so that nothing can be compared
    return None not in came[0] | came[1] and came[0] != came[1]


def _rearranged(walk: Walk, position: Position) -> Iterator[Position]:
    """The position with the cards of each stack that nobody sees in any order."""
    layout = walk.interpreter.layout
    hidden = [
        ordered and layout.zones[cell.name].decl.seen in ("count", "nobody")
        for cell, ordered in zip(layout.cells, layout.ordered, strict=True)
    ]
    ways = [permutations(c) if h else (c,) for c, h in zip(position.cells, hidden, strict=True)]
    for cells in product(*ways):
        yield replace(position, cells=tuple(tuple(c) for c in cells))


def _loose(walk: Walk, turn: Turn, effect: Effect) -> object:
    """Where play stands, without the order of the cards in a zone where it is of no account, and without a fault's
    words."""
    layout, zone = walk.interpreter.layout, effect.target.zone if isinstance(effect, ir.Move) else ""
    position = turn.position
    cells = [
        tuple(sorted(cards)) if cell.name == zone else cards
        for cell, cards in zip(layout.cells, position.cells, strict=True)
    ]
    result = None if position.result is None else position.result.returns
    fault = position.fault is not None and position.fault.kind
    return tuple(cells), position.fields, position.step, result, fault, turn.moves
