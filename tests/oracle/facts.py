"""What is so in a tiny game, by its plain walk: whether each thing that it owes is kept, from the thing's definition.

Leaves walking to `tests.oracle.walk`, legality and orders to `alike` and `turned`, and comparing with what `verify`
says to `tests.oracle.held`. A fact is None where it cannot be told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.interpreter.position import Position
from spec.ir import nodes as ir
from tests.oracle import alike, turned
from tests.oracle.agree import closure, through_a_third
from tests.oracle.oracle import _asked, _kind
from tests.oracle.walk import TooMany, Walk, walk


@dataclass(slots=True)
class Read:
    """Where a claim was read: at decisions and ends (or its own steps), and what came of it."""

    read: bool = False
    broken: bool = False
    held: bool = False
    meaningless: bool = False


@dataclass
class Facts:
    """The facts of one game; what is costly is looked at when it is asked for."""

    game: ir.Game
    most: int = 4_000
    walked: Walk = field(init=False)

    def __post_init__(self) -> None:
        self.walked = walk(self.game, self.most)

    # ------------------------------------------------------------ faults and clauses

    @cached_property
    def faults(self) -> set[str]:
        """The kinds of fault that play meets."""
        return {_kind(self.game, fault) for fault in self.walked.faults()}

    def faults_within(self, decisions: int) -> set[str]:
        """The kinds of fault that plays of so many decisions meet."""
        depth = self.walked.depth
        return {_kind(self.game, p.fault) for p in depth if p.fault is not None and depth[p] <= decisions}

    @cached_property
    def fault_at(self) -> set[tuple[str, str]]:
        """The kinds of fault, with the outcome or move that was asked."""
        return set().union(*(_asked(self.game, fault) for fault in self.walked.faults()))

    def fired(self, source: ir.Source, shape: str | None = None) -> bool:
        """Did a clause, move or step come about in some play, perhaps as one of a move of some shape?"""
        return any(
            (label, at) == (source.label, source.span.start) and shape in (None, of)
            for _, label, at, of in self.walked.fired
        )

    # ------------------------------------------------------------ claims

    def claim(self, claim: ir.Claim, within: int | None = None) -> Read:
        """What is so of a claim about positions, perhaps only in plays of so many decisions."""
        found = Read()
        for position in self.walked.nodes:
            if within is not None and self.walked.depth.get(position, 0) > within:
                continue
            if not self._about(claim, position):
                continue
            found.read = True
            value = self.walked.interpreter.evaluate(claim.cond, position)
            if not isinstance(value, int):
                found.meaningless = True
            yes = isinstance(value, int) and bool(value)
            found.held = found.held or yes
            if not isinstance(value, int) or yes != (claim.kind == "always"):
                found.broken = True
        return found

    def _about(self, claim: ir.Claim, position: Position) -> bool:
        node = self.walked.nodes[position]
        if position.over:
            return position.fault is None and not claim.at
        step = self.game.steps[position.step] if 0 <= position.step < len(self.game.steps) else None
        if step is None:
            return False
        if not claim.at:
            return bool(node.moves)
        return step.source.label in claim.at and (bool(node.moves) or isinstance(step.act, ir.Run))

    # ------------------------------------------------------------ rules that change nothing

    @cached_property
    def shape(self) -> object:
        """The graph of play without names, to be held against that of a changed game."""
        return graph(self.walked)

    def same_as(self, changed: ir.Game | None) -> bool | None:
        """Is all play the same under changed rules?"""
        if changed is None:
            return None
        try:
            return graph(walk(changed, self.most)) == self.shape
        except TooMany:
            return False

    # ------------------------------------------------------------ legality and orders

    @cached_property
    def leaks(self) -> alike.Leaks:
        return alike.leaks(self.walked)

    @cached_property
    def orders(self) -> turned.Orders:
        return turned.orders(self.walked)


def graph(walked: Walk) -> object:
    """Every position with what each move leads to; of ends what they give, of faults their kind."""
    return {
        plain(p): frozenset((move, frozenset((w.share, plain(w.to)) for w in ways)) for move, ways in n.ways.items())
        for p, n in walked.nodes.items()
    }


def plain(position: Position) -> object:
    """A position without the words of its fault and the label of its end."""
    result = None if position.result is None else position.result.returns
    fault = None if position.fault is None else position.fault.kind
    return position.cells, position.fields, position.step, result, fault


# ---------------------------------------------------------------- changed rules

Orders = tuple[ir.Edge, ...]


def reordered(game: ir.Game, kind: str, name: str, change: Callable[[Orders], Orders | None]) -> ir.Game | None:
    """The game with another order of the clauses of an outcome, a move, or (`ends`) of the ends."""
    if kind == "ends":
        order = change(game.ending_order)
        return None if order is None else replace(game, ending_order=order)
    family: tuple[ir.Group, ...] | tuple[ir.Action, ...] = game.groups if kind == "outcome" else game.actions
    order = next((change(x.order) for x in family if x.source.label == name), None)
    if order is None:
        return None
    if kind == "outcome":
        groups = tuple(replace(g, order=order) if g.source.label == name else g for g in game.groups)
        return replace(game, groups=groups)
    return replace(game, actions=tuple(replace(a, order=order) if a.source.label == name else a for a in game.actions))


def dropped(order: Orders, better: str, worse: str) -> Orders | None:
    """Every rank but one; None where the two are ranked through a third as well."""
    pairs = closure(order)
    if (better, worse) not in pairs or through_a_third(pairs, better, worse):
        return None
    return tuple(ir.Edge(a, b) for a, b in sorted(pairs - {(better, worse)}))


def swapped(order: Orders, better: str, worse: str) -> Orders | None:
    """The order with two clauses in each other's place."""
    names = {better: worse, worse: better}
    return tuple(ir.Edge(names.get(a, a), names.get(b, b)) for a, b in sorted(closure(order)))


def without_clause(game: ir.Game, source: ir.Source, shape: str | None = None) -> ir.Game | None:
    """The game in which a clause never applies, perhaps of a move of some shape only, though its condition is read as
    before, with all faults of that."""

    def is_it(other: ir.Source) -> bool:
        return (other.label, other.span) == (source.label, source.span) and shape in (None, other.variant)

    def never(clauses: tuple) -> tuple:
        return tuple(replace(c, when=ir.And((c.when, ir.Lit(0, ir.Bool())))) if is_it(c.source) else c for c in clauses)

    changed = replace(
        game,
        groups=tuple(replace(g, clauses=never(g.clauses)) for g in game.groups),
        actions=tuple(replace(a, clauses=never(a.clauses)) for a in game.actions),
        endings=never(game.endings),
    )
    return None if changed == game else changed


# ---------------------------------------------------------------- two readings


def same_play(one: Walk, other: Walk) -> bool:
    """Do two games of one rule file, read in two ways, come to the same decisions, moves, ends and faults?

    Of an end only its result counts, as in what the proof says: what a field holds when all is over, nobody plays by.
    """
    places = [_ask_numbers(w.game) for w in (one, other)]

    def told(position: Position, number: int) -> object:
        result = None if position.result is None else (position.result.ending, position.result.returns)
        fault = None if position.fault is None else position.fault.kind
        if fault is not None or result is not None:
            return fault, result
        return position.cells, position.fields, places[number].get(position.step, -1)

    def by_told(found: frozenset[Position], number: int) -> dict[object, Position]:
        return {told(p, number): p for p in found}

    waiting = [(by_told(one.after(one.start, None), 0), by_told(other.after(other.start, None), 1))]
    seen: set[object] = set()
    while waiting:
        here, there = waiting.pop()
        if here.keys() != there.keys():
            return False
        for key, position in here.items():
            if key in seen or position.over:
                continue
            seen.add(key)
            also = there[key]
            if set(one.nodes[position].moves) != set(other.nodes[also].moves):
                return False
            waiting += [
                (by_told(one.after(position, m), 0), by_told(other.after(also, m), 1))
                for m in one.nodes[position].moves
            ]
    return True


def _ask_numbers(game: ir.Game) -> dict[int, int]:
    asks = [i for i, step in enumerate(game.steps) if isinstance(step.act, ir.Ask)]
    return {step: number for number, step in enumerate(asks)}
