"""Tries out repairs that Hoyle knows: which clause should outrank which, so that every example comes out.

Leaves the meaning of orders to `spec.ir.precedence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, clause_groups, outrankers, with_order
from spec.syntax_walk import nodes
from spec.text.source import Span
from verify.obligations.examples import failure_of

Pair = tuple[str, str]
MOST_TRIED = 60
"""So many exchanges of two clauses are tried."""


def swapped(game: ir.Game, example: ir.Example) -> Pair | None:
    """Two clauses whose order, the other way round, makes a failing example come out and leaves no other one worse; the
    one that should outrank comes first. None where there are none, or more than one such pair."""
    good = [e for e in game.examples if failure_of(Interpreter(game), e) is None]
    found = [pair for pair, tried in _exchanged(game) if _comes_out(tried, [example, *good])]
    return found[0] if len(found) == 1 else None


def _exchanged(game: ir.Game) -> Iterator[tuple[Pair, ir.Game]]:
    """Each two clauses one of which outranks the other by a line of the file, and the game with them exchanged."""
    tried = 0
    for group in clause_groups(game):
        for edge in dict.fromkeys(group.order):
            if tried == MOST_TRIED:
                return
            tried += 1
            yield (edge.worse, edge.better), with_order(game, group.key, _exchange(group, edge))


def _exchange(group: ClauseGroup, edge: ir.Edge) -> tuple[ir.Edge, ...]:
    other = {edge.better: edge.worse, edge.worse: edge.better}
    return tuple(ir.Edge(other.get(e.better, e.better), other.get(e.worse, e.worse)) for e in group.order)


def _comes_out(game: ir.Game, examples: Sequence[ir.Example]) -> bool:
    interpreter = Interpreter(game)
    return all(failure_of(interpreter, example) is None for example in examples)


def outranking(game: ir.Game, one: ir.Source, other: ir.Source) -> tuple[Pair, ...]:
    """How two clauses that disagree may be ranked: of a permission and a prohibition the prohibition first, which is
    what rulebooks mostly mean; else both ways, or the one after which every example still comes out."""
    for group in clause_groups(game):
        labels = {clause.source.clause.as_written(): clause for clause in group.clauses}
        found = [labels.get(source.clause.as_written()) for source in (one, other)]
        if None in found or found[0] is found[1]:
            continue
        kinds = [getattr(clause, "kind", "") for clause in found]
        if set(kinds) == {"permit", "forbid"}:
            first, second = (one, other) if kinds[0] == "forbid" else (other, one)
            return ((first.label, second.label),)
        ways = [(one.label, other.label), (other.label, one.label)]
        good = [way for way in ways if _possible(game, group, way)]
        return tuple(good or ways)
    return ()


def _possible(game: ir.Game, group: ClauseGroup, way: Pair) -> bool:
    """Does every example that came out before still come out, with one more line of the order?"""
    order = (*group.order, ir.Edge(*way))
    above = outrankers([clause.source.label for clause in group.clauses], order)
    if any(better >> i & 1 for i, better in enumerate(above)):
        return False
    before = Interpreter(game)
    good = [e for e in game.examples if failure_of(before, e) is None]
    return _comes_out(replace(with_order(game, group.key, order)), good)


def lines_of_order(file: s.File, pair: Pair) -> list[Span]:
    """Where the file ranks the two clauses."""
    found = []
    for node in nodes(file.sections):
        if isinstance(node, s.Precedence) and set(pair) <= {name.text for names in node.items for name in names}:
            found.append(node.span)
    return found
