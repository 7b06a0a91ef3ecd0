"""Whole play keeps fields, piles and rows in two places and judges cards by tables: faults planted there show."""

import pytest

from engine.c.compiled.build import FAST, LEAN
from engine.c.compiled.simulate import simulate
from engine.c.generate.expressions import Generator
from engine.c.generate.generate import code_of
from engine.c.playout.card_pairs import relation
from engine.c.playout.constant_ranges import bound, by_card, planes
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import GAME, HAND, HEAP, STOCK, C, attr, equal, num
from tests.native.harness import (
    QUICK,
    interpreter_of,
    library_of,
    needs_compiler,
)

SMALL = "the small game"
PLANTED = (
    # A field that is kept in whole play alone, and what comes of an end reads it in the state.
    (SMALL, "put_back(g, h); ended_", "ended_"),
    # The one ending that is asked for at a place.
    ("leduc_poker", "g->ending = 0;", "g->ending = 3;"),
    # The card on top of a pile.
    ("crazy_eights", "h->t1; })", "h->t1 ^ 4; })"),
    # Which piles of a row hold a card; which of them go with a card.
    ("pigeon", "[0] != 0) << (", "[0] > 1) << ("),
    ("pigeon", "|= 1ULL << v;", "|= 1ULL << v & 5;"),
    # Who holds the greatest key; clauses that rule out; a field set on a condition.
    ("hearts", " << 3 | 1) & -(num)", " << 3 | 0) & -(num)"),
    ("hearts", "(uint32_t)((best_2) != 0)", "(uint32_t)((best_3) != 0)"),
    ("hearts", "? 1 : h->f3; }", "? 0 : h->f3; }"),
    # Turns, where there is one for each decision.
    ("hearts", "g->turns = (int)g->made;", "g->turns = (int)g->made - 1;"),
    # All cards or none, by a condition on other cards.
    ("hearts", "(all & MASK(set_t, ", "(all & MASK(set_t, 0 && "),
)


@needs_compiler
@pytest.mark.parametrize(("name", "old", "new"), PLANTED)
def test_what_is_kept_wrongly_is_noticed(name, old, new):
    interpreter = Interpreter(GAME) if name == SMALL else interpreter_of(name)
    text = code_of(interpreter.game).text
    fast = text.index("typedef struct { int turns;")
    assert old in text[fast:]
    library = library_of(interpreter.game, (*QUICK, *FAST), text[:fast] + text[fast:].replace(old, new))
    assert simulate(library, interpreter, 60, 1) != by_interpreter(interpreter, 60, 1)


def counted(old: str = "", new: str = "") -> bool:
    """Are the figures of several games right, of which some are left to the exact code, with this put in place?"""
    interpreter = Interpreter(GAME)
    text = code_of(GAME).text.replace("MOVES_AT_ONCE 4096", "MOVES_AT_ONCE 9")
    assert old in text
    library = library_of(GAME, (*QUICK, *FAST, *LEAN), text.replace(old, new) if old else text)
    return simulate(library, interpreter, 40, 1) == by_interpreter(interpreter, 40, 1)


@needs_compiler
def test_clauses_are_counted_over_several_games():
    assert by_interpreter(Interpreter(GAME), 40, 1).faults
    assert counted()
    assert not counted("g->fired[k] != g->fired_before[k]", "g->fired[k] != 0")
    assert not counted("t->times[k] += g->fired_before[k]", "t->times[k] += g->fired[k]")
    assert not counted("if (g->moves_left < 0) add_marks(g, t);", "if (g->moves_left < 0) begin_marks(g);")


TOP = ir.EndCard("top", HEAP)
RANK_OF_TOP = attr("rank", TOP)


def test_relations_of_two_cards_are_what_the_interpreter_says():
    m = Generator(GAME)
    pile = ir.Place("row", (ir.Var("v", ir.Symbol("pile")),))
    for cond in (
        equal(attr("suit", C), attr("suit", ir.EndCard("top", pile))),
        ir.Adjacent("beside", C, ir.EndCard("bottom", pile)),
    ):
        found = relation(m, cond, "c", "v")
        assert found is not None
        other = ir.Var("o", ir.Card())
        side = (
            ir.Adjacent("beside", C, other)
            if isinstance(cond, ir.Adjacent)
            else equal(attr("suit", C), attr("suit", other))
        )
        for c in range(len(GAME.deck)):
            for o in range(len(GAME.deck)):
                told = m.interpreter.evaluate(side, m.interpreter.initial(), {"c": c, "o": o})
                assert told == (found.meets[o] >> found.classes[c] & 1)


@pytest.mark.parametrize(
    "cond",
    [
        # The card itself counts, not only what is on it; two piles are looked at; a field has a say.
        equal(C, ir.EndCard("top", ir.Place("row", (ir.Var("v", ir.Symbol("pile")),)))),
        equal(attr("suit", C), attr("suit", TOP)),
        equal(ir.Get("score", (ir.Get("mover", ()),)), ir.Size(ir.Place("row", (ir.Var("v", ir.Symbol("pile")),)))),
    ],
)
def test_other_conditions_are_no_such_relation(cond):
    assert relation(Generator(GAME), cond, "c", "v") is None


def test_values_by_a_card_that_is_found_in_any_case():
    m = Generator(GAME)
    ace, three = ir.Lit(0, ir.Symbol("rank")), ir.Lit(2, ir.Symbol("rank"))
    found = by_card(m, ir.Or((equal(RANK_OF_TOP, ace), equal(RANK_OF_TOP, three))), ())
    assert found == (TOP, (1, 1, 0, 0, 1, 1, 0, 0))
    # Of an empty pile the top is not read, where it is asked first whether there is one.
    guarded = ir.And((ir.Compare("<", num(0), ir.Size(HEAP)), equal(RANK_OF_TOP, ace)))
    assert by_card(m, guarded, ()) is None


def test_bounds_of_numbers():
    m = Generator(GAME)
    assert bound(m, ir.Arith("+", ir.Get("score", (num(0),)), num(-3))) == 12
    assert bound(m, ir.Arith("*", ir.Size(STOCK), ir.Size(HAND))) == 81
    assert bound(m, ir.Var("n", ir.Int())) >= 1 << 62


@pytest.mark.parametrize("values", [(0, 1, 2, 3, 50), (-4, 3, 0, -1), (-1,), (0, 0), (255,), (-128, 127)])
def test_values_made_up_of_few_sets(values):
    found = planes(values)
    assert found is not None
    assert values == tuple(sum(weight for weight, cards in found if cards >> i & 1) for i in range(len(values)))


def test_large_values_are_made_up_of_too_many_sets():
    assert planes((256,)) is None
    assert planes((-129,)) is None
