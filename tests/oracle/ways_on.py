"""Holds the clauses of counting against play: every way on from step to step of a random game is among them.

So a rule that is read wrongly is seen whatever is proved with it. Leaves the clauses to `verify.smt.counting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import z3

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.index import index_of
from verify.smt.counting.clauses import START, Clause, Course
from verify.smt.counting.counted import Counting, partition
from verify.smt.counting.hulls import as_term
from verify.smt.counting.positions import place_of, ways
from verify.smt.counting.scene import TooLarge


def countings(game: ir.Game) -> Iterator[Counting]:
    """A game counted without classes, by rank, by suit, and by single cards of the first rank."""
    layout = Interpreter(game).layout
    ranks, suits = ({getattr(card, name) for card in game.deck} for name in ("rank", "suit"))
    by_rank = [frozenset(i for i, card in enumerate(game.deck) if card.rank == rank) for rank in ranks]
    by_suit = [frozenset(i for i, card in enumerate(game.deck) if card.suit == suit) for suit in suits]
    for sets in ([], by_rank, by_suit, [*by_suit, *by_rank[:1]]):
        classes = partition(len(game.deck), sets, 14)
        yield Counting(index_of(game), layout, classes, frozenset(layout.fields), frozenset(layout.zones))


def strays(game: ir.Game, counting: Counting, games: int, most: int = 10_000, seed: int = 3) -> list[str]:
    """The ways on of random games that no clause has, in words; TooLarge leaves out what is not written down."""
    try:
        clauses = tuple(Course(Interpreter(game), counting).clauses())
    except TooLarge:
        return []
    by_ends: dict[tuple[int, int], list[tuple[Clause, z3.Solver]]] = {}
    for clause in clauses:
        by_ends.setdefault((clause.source, clause.target), []).append((clause, body(clause)))
    seen: set[object] = set()
    found = []
    for _, before, after in ways(game, seed, games, perf_counter() + 60):
        key = (place(before), numbers(counting, before), place(after), numbers(counting, after))
        if key in seen or len(seen) > most:
            continue
        seen.add(key)
        if not any(has(clause, solver, key[1], key[3]) for clause, solver in by_ends.get((key[0], key[2]), ())):
            changed = zip(map(counting.words, counting.keys), key[1] or key[3], key[3], strict=True)
            found.append(f"from step {key[0]} to {key[2]}: {[(n, a, b) for n, a, b in changed if a != b]}")
    return found


def place(position: Position | None) -> int:
    """Where a position stands."""
    return START if position is None else place_of(position)


def numbers(counting: Counting, position: Position | None) -> tuple[int, ...]:
    """The numbers of a position."""
    return () if position is None else counting.values(position)


def has(clause: Clause, solver: z3.Solver, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """May a clause, whose `body` a solver knows, lead from some numbers to others?"""
    pairs = (*zip(clause.before, before, strict=True), *zip(clause.after, after, strict=True))
    solver.push()
    solver.add(*(as_term(term == value) for term, value in pairs))
    found = solver.check()
    solver.pop()
    return bool(found != z3.unsat)


def body(clause: Clause) -> z3.Solver:
    """A solver that knows what a clause says."""
    solver = z3.SolverFor("QF_LIA")
    solver.add(*map(as_term, clause.body))
    return solver
