"""The tables of a shape agree with the interpreter on every pair of cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from engine.core.shapes import Line, line_of
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from tests.engine.games import DECK, GAME
from tests.engine.test_shapes import CASES, RANKS, called

PAIRS = tuple(permutations(range(len(DECK)), 2))


def apart(line: Line, shape: ir.Shape) -> list[tuple[int, int]]:
    """The pairs of cards of which the tables say something else than the interpreter."""
    pair = replace(shape, ordered=True, least=2, most=2)
    follows, together = Pattern(pair, GAME), Pattern(replace(pair, line="none"), GAME)
    return [
        (a, b)
        for a, b in PAIRS
        if (line.groups[a] >> b & 1) != together.fits((a, b))
        or (shape.line != "none" and (line.follow[a] >> b & 1) != follows.fits((a, b)))
    ]


@pytest.mark.parametrize("case", CASES, ids=called)
def test_who_stands_together_and_who_follows(case: ir.Shape):
    line = line_of(DECK, RANKS, case)
    assert apart(line, case) == []
    found = Pattern(replace(case, least=0), GAME).choices(tuple(range(len(DECK))))
    assert max(map(len, found)) <= line.longest


def test_another_place_for_the_ace_is_noticed():
    case = next(c for c in CASES if c.line == "run" and c.ace == "wrap")
    assert apart(line_of(DECK, RANKS, replace(case, ace="low")), case)
