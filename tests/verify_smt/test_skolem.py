"""What is made of conditions with one value for any: held against the interpreter at positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
import z3

from engine.interpreter.faults import Fault
from engine.interpreter.position import Position
from hoyle.api import load
from hoyle.sources.files import lower, parse_text
from spec.ir import nodes as ir
from spec.ir.walk import walk
from tests.verify.small import text
from tests.verify_smt.agree import conditions
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.invariants import seen_at_random, weight
from verify.smt.prove.prove import prove
from verify.smt.transition.enabledness import Enabledness
from verify.smt.transition.skolem import Skolem

POSITIONS = 2
MOST_WEIGHT = 3_000
"""Of more an expression is left out: it takes long, and says nothing new."""


def value_of(enc: Encoder, kind: ir.Type, position: Position, luck: random.Random):
    """A value for a parameter, as the interpreter has it and as the encoder does."""
    d = enc.deck
    match kind:
        case ir.Bool():
            found = luck.randrange(2)
            return found, bool(found)
        case ir.Int():
            found = luck.randrange(-3, 22)
            return found, found
        case ir.Symbol(domain, optional):
            found = luck.randrange(-1 if optional else 0, enc.layout.size[domain])
            return found, found
        case ir.Card():
            card = luck.choice([c for cell in position.cells for c in cell])
            return card, d.set_of((card,))
        case ir.Cards(ordered):
            cell = luck.choice([c for c in position.cells if c])
            cards = cell if ordered else tuple(sorted(luck.sample(cell, luck.randint(0, min(3, len(cell))))))
            ends = (d.set_of(cards[:1]), d.set_of(cards[-1:])) if ordered else (None, None)
            return cards, Cards(d.set_of(cards), *ends)


def possible(enc: Encoder, expr: ir.Expr, wanted: bool, position: Position, names: dict) -> bool:
    """Do the cases allow that a condition is as wanted, or has no meaning?"""
    at = At(enc.space.start(position))
    cases = Skolem(enc, at).may_be(expr, wanted, names)
    whole = t.all_of((t.any_of(cases), *at.facts))
    solver = z3.Solver()
    solver.add(whole)
    return whole if isinstance(whole, bool) else solver.check() == z3.sat


def truths(enc: Encoder, position: Position, luck: random.Random) -> Iterator[tuple[str, ir.Expr, object, dict]]:
    """Each condition of a game with what the interpreter says of it, for random values of its parameters."""
    for where, expr, params in conditions(enc.game):
        if isinstance(enc.kind(expr), ir.Bool) and weight(enc, expr) <= MOST_WEIGHT:
            both = {name: value_of(enc, kind, position, luck) for name, kind in params.items()}
            said = enc.interpreter.evaluate(expr, position, {name: v for name, (v, _) in both.items()})
            yield where, expr, said, {name: v for name, (_, v) in both.items()}


@pytest.mark.parametrize("name", ["corners", "reserve", "crazy_eights"])
def test_what_is_so_is_never_ruled_out_and_little_else_is_allowed(name):
    enc, luck = Encoder(load(name).rules), random.Random(5)
    enc.can_move = Enabledness(enc)
    read, loose = 0, []
    for position in islice(seen_at_random(enc.interpreter), 3, 3 + 9 * POSITIONS, 9):
        for where, expr, said, names in truths(enc, position, luck):
            for wanted in (True, False):
                try:
                    found = possible(enc, expr, wanted, position, names)
                except Unencodable:
                    continue
                read += 1
                so = isinstance(said, Fault) or bool(said) == wanted
                assert found or not so, f"{where} {names} is {said} at {position}"
                if found and not so and not any(isinstance(n, ir.CanMove) for n in walk(expr)):
                    loose.append(where)
    assert read > 40
    assert not loose


def test_a_claim_of_too_many_parts_is_read_as_it_is_written(monkeypatch):
    """Where that was not caught, a whole run of `verify` ended as a mistake of Hoyle's own."""
    monkeypatch.setattr("verify.smt.transition.skolem.MOST_READS", 0)
    rules = text(more="claim all_there: always size of heap + size of hand of player 1 + size of hand of player 2 <= 4")
    game = lower(parse_text("tiny.hoyle", rules)).game
    assert game is not None
    found = {r.obligation.subject: r.verdict for r in prove(game, 20.0)}
    assert found["all_there"] in ("proved", "unknown")
