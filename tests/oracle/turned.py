"""Does the order matter in which several things come about at once? Each such effect is made in every order.

A loop over players, ranks, words, piles or cards in no order names no order, and no more does a move `in any order`.
Nothing is taken from `verify`: what has no order is said here again, by types and not by the form of expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, product

from engine.interpreter.effects import CompiledEffect, EffectCompiler
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.frame import Frame, rebind
from engine.interpreter.interpreter import Turn, effects_of
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.luck.chance import Chance
from spec.ir import nodes as ir
from spec.ir.walk import walk as nodes_under
from tests.oracle.oracle import Luck, all_luck
from tests.oracle.walk import Stepping, Walk

Effect = ir.ForEach | ir.Move
Run = Callable[[Chance], Turn]
MOST_THINGS = 4


class TurnedEffectCompiler(EffectCompiler):
    """Effects of which one comes about in another order: `order` permutes what it works on, if that is so many."""

    def __init__(self, meanings: ExpressionCompiler) -> None:
        self.turned: Effect | None = None
        self.order: tuple[int, ...] = ()
        super().__init__(meanings)

    def _permuted(self, effect: Effect, values: list[int]) -> list[int]:
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


class Turned(Stepping):
    """The interpreter with one effect in another order."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.compiler = TurnedEffectCompiler(self._meanings)
        self._moved = {a.source.label: self.compiler.of_all(a.effects) for a in game.actions}
        self._acts = tuple(self.compiler.of_all(effects_of(step.act)) for step in game.steps)


def without_order(game: ir.Game) -> list[Effect]:
    """The effects that work on several things and name no order."""
    ordered = {z.source.label: z.ordered for z in game.zones}
    return [
        node
        for family in (game.routines, game.groups, game.actions, game.steps)
        for decl in family
        for node in nodes_under(decl)
        if (isinstance(node, ir.ForEach) and _no_order(node.over, ordered))
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

    `exact`: every order comes to the very same position each time. Neither is said where only hidden cards differ.
    """

    several: bool
    differs: bool
    exact: bool


def orders(walk: Walk) -> Orders:
    """Every effect without an order, in every order, at every position."""
    played = Turned(walk.game)
    several = differs = False
    exact = True
    for effect in without_order(walk.game):
        for order in (o for n in range(2, MOST_THINGS) for o in permutations(range(n)) if o != tuple(range(n))):
            played.compiler.turned, played.compiler.order = effect, order
            for position in walk.nodes:
                if not position.over and _other(walk, played, position, effect):
                    exact, several = False, True
                    differs = differs or _differs(walk, played, position, effect)
            if differs:
                return Orders(True, True, False)
    return Orders(several, differs, exact)


def _other(walk: Walk, played: Turned, position: Position, effect: Effect) -> bool:
    """Does one step or move from a position come to something else, by the same luck?"""
    plain = walk.interpreter
    for number, run in enumerate(_runs(walk, played, position)):
        for luck_of, straight in all_luck_of(_runs(walk, plain, position)[number]):
            other = run(Luck(luck_of))
            if _loose(walk, straight.position, effect) != _loose(walk, other.position, effect):
                return True
    return False


def _runs(walk: Walk, played: Stepping, position: Position) -> list[Run]:
    return [_run(played, position, move) for move in walk.nodes[position].moves or (None,)]


def all_luck_of(run: Run) -> Iterator[tuple[tuple[int, ...], Turn]]:
    """What comes of a run for every way that luck can go, with the luck."""
    given: list[Luck] = []

    def noted(luck: Luck) -> Turn:
        given.append(luck)
        return run(luck)

    for turn in all_luck(noted):
        yield tuple(given[-1].given), turn


def _differs(walk: Walk, played: Turned, position: Position, effect: Effect) -> bool:
    """Does it come to something else even if cards that nobody has seen may lie in any order?"""
    alike = list(_rearranged(walk, position))
    for move in walk.nodes[position].moves or (None,):
        try:
            came = [
                {_loose(walk, t.position, effect) for p in alike for t in all_luck(_run(i, p, move))}
                for i in (walk.interpreter, played)
            ]
        except IllegalMove:
            continue  # legality hangs on cards that nobody has seen, so that nothing can be compared
        if came[0] != came[1]:
            return True
    return False


def _run(played: Stepping, position: Position, move: Move | None) -> Run:
    return partial(played.step, position) if move is None else partial(played.apply, position, move)


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


def _loose(walk: Walk, position: Position, effect: Effect) -> object:
    """A position without the order of the cards in a zone where it is of no account, and without a fault's words."""
    layout, zone = walk.interpreter.layout, effect.target.zone if isinstance(effect, ir.Move) else ""
    cells = [
        tuple(sorted(cards)) if cell.name == zone else cards
        for cell, cards in zip(layout.cells, position.cells, strict=True)
    ]
    result = None if position.result is None else position.result.returns
    return tuple(cells), position.fields, position.step, result, position.fault is not None and position.fault.kind
