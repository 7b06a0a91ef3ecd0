"""Tries out repairs that Hoyle knows: which clause should outrank which, so that every example comes out.

Leaves the meaning of orders to `spec.ir.precedence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, clause_groups, outrankers, with_order
from spec.text.source import Span
from verify.obligations.examples import failure_of

MOST_TRIED = 60
"""So many exchanges of two clauses are tried."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A change of an order: the precedence as it should be written, and where the file has it."""

    told: str
    span: Span


def exchange_for(game: ir.Game, example: ir.Example) -> Exchange | None:
    """The exchange of two clauses in an order that makes a failing example come out and leaves no other one worse; of
    several the one by which most examples come out. None where there is none, or no best one."""
    before = Interpreter(game)
    good = [e for e in game.examples if failure_of(before, e) is None]
    found = [(change, tried) for change, tried in _exchanged(game) if _all_come_out(tried, [example, *good])]
    if len(found) > 1:
        many = [_coming_out(tried) for _, tried in found]
        found = [one for one, count in zip(found, many, strict=True) if count == max(many)]
    return found[0][0] if len(found) == 1 else None


def _exchanged(game: ir.Game) -> Iterator[tuple[Exchange, ir.Game]]:
    """Each exchange of two clauses of which one outranks the other, or of all permissions and all prohibitions."""
    tried = 0
    for group in clause_groups(game):
        for edge in dict.fromkeys(group.order):
            if tried == MOST_TRIED:
                return
            tried += 1
            change = Exchange(f"{edge.worse} > {edge.better}", edge.span)
            yield change, with_order(game, group.key, _exchange(group, edge))
        over = [edge for edge in group.order if _kinds(group, edge) == ("permit", "forbid")]
        if len(over) > 1:
            turned = tuple(ir.Edge(e.worse, e.better) if e in over else e for e in group.order)
            change = Exchange("every forbid > every permit", over[0].span)
            yield change, with_order(game, group.key, turned)


def _kinds(group: ClauseGroup, edge: ir.Edge) -> tuple[str, str]:
    """Is each of the two clauses of a line a permission or a prohibition? '' where it is neither."""
    kinds = {clause.source.label: getattr(clause, "kind", "") for clause in group.clauses}
    return kinds[edge.better], kinds[edge.worse]


def _exchange(group: ClauseGroup, edge: ir.Edge) -> tuple[ir.Edge, ...]:
    other = {edge.better: edge.worse, edge.worse: edge.better}
    return tuple(ir.Edge(other.get(e.better, e.better), other.get(e.worse, e.worse)) for e in group.order)


def _all_come_out(game: ir.Game, examples: Sequence[ir.Example]) -> bool:
    interpreter = Interpreter(game)
    return all(failure_of(interpreter, example) is None for example in examples)


def _coming_out(game: ir.Game) -> int:
    """How many examples come out."""
    interpreter = Interpreter(game)
    return sum(failure_of(interpreter, example) is None for example in game.examples)


def outranking(game: ir.Game, one: ir.Source, other: ir.Source) -> tuple[str, ...]:
    """How two clauses that disagree may be ranked: the way by which more examples come out, or either where that does
    not tell; first a prohibition over a permission, which is what rulebooks mostly mean."""
    for group in clause_groups(game):
        known = {clause.source.clause.as_written(): clause.source.label for clause in group.clauses}
        left, right = (known.get(source.clause.as_written(), "") for source in (one, other))
        if not left or not right or left == right:
            continue
        ways = [ir.Edge(left, right), ir.Edge(right, left)]
        good = {way: _ranked(game, group, way) for way in ways}
        best = [way for way in ways if good[way] == max(good.values())]
        best.sort(key=lambda way: _kinds(group, way) == ("permit", "forbid"))
        return tuple(f"{way.better} > {way.worse}" for way in best)
    return ()


def _ranked(game: ir.Game, group: ClauseGroup, way: ir.Edge) -> int:
    """How many examples come out with one more line of an order; -1 where the order would go round."""
    order = (*group.order, way)
    above = outrankers([clause.source.label for clause in group.clauses], order)
    round_ = any(better >> i & 1 for i, better in enumerate(above))
    return -1 if round_ else _coming_out(with_order(game, group.key, order))
