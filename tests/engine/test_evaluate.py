"""Every expression's value, and the fault where it has none."""

from dataclasses import replace

import pytest

from engine.interpreter.faults import Fault
from spec.ir import nodes as ir
from tests.engine.games import (
    BOOL,
    CARD,
    GAME,
    HAND,
    HEAP,
    INT,
    MOVER,
    NO,
    PLAYER,
    STOCK,
    YES,
    C,
    at,
    attr,
    equal,
    num,
    player,
    shape,
    src,
    with_steps,
)

RANK = ir.Symbol("rank")
LACKING = ir.Lit(ir.NOBODY, CARD)
NOBODY = ir.Lit(ir.NOBODY, ir.Symbol("player", True))
GUEST = ir.Get("guest", ())
P, N = ir.Var("p", PLAYER), ir.Var("n", INT)
DOUBLE = ir.Define(src("double"), (N,), INT, ir.Arith("*", N, num(2)))
AS_SET = ir.Define(src("as_set"), (ir.Var("x", ir.Cards(False)),), ir.Cards(False), ir.Var("x", ir.Cards(False)))
OPEN = ir.Question(src("who"), "Who starts?", (), "", "", "")
INTERPRETER = with_steps(
    defines=(DOUBLE, AS_SET),
    questions=(OPEN,),
    shapes=(shape("pair", least=2, same=("rank",)), shape("climb", ordered=True, least=2, line="run")),
)
POSITION = at(INTERPRETER, heap="4H 2S 3H", hand_1="AH AS 2H", row_1="3S", row_3="4S", aside="")


def of(*names: str) -> tuple[int, ...]:
    cards = INTERPRETER.words.read_cards(" ".join(names) or "no cards")
    assert cards is not None
    return cards


def card(name: str) -> ir.Lit:
    return ir.Lit(of(name)[0], CARD)


def value(expr: ir.Expr):
    return INTERPRETER.evaluate(expr, POSITION)


def some(kind, over, cond, var="c"):
    return ir.Quantify(kind, var, over, cond)


IN_HEAP = ir.OverCards(HEAP)
RED = equal(attr("colour", C), ir.Lit(0, ir.Symbol("colour")))
LOW = ir.Compare("<", attr("rank", C), ir.Lit(2, RANK))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (ir.CardList(of("3H", "AH")), of("3H", "AH")),
        (HEAP, of("4H", "2S", "3H")),
        (HAND, of("AH", "AS", "2H")),
        (MOVER, 0),
        (GUEST, ir.NOBODY),
        (ir.Get("score", (player(1),)), 0),
        (ir.Apply("double", (num(4),)), 8),
        (ir.Apply("as_set", (HEAP,)), of("2S", "3H", "4H")),
        (ir.Not(YES), 0),
        (ir.And(()), 1),
        (ir.And((YES, YES, NO)), 0),
        (ir.And((NO, ir.Open("who", BOOL))), 0),
        (ir.Or((NO, NO, YES)), 1),
        (ir.Or((YES, ir.Open("who", BOOL))), 1),
        (ir.Or(()), 0),
        (equal(GUEST, NOBODY), 1),
        (equal(GUEST, player(0)), 0),
        (ir.Compare("!=", num(1), num(2)), 1),
        (ir.Compare("<", num(1), num(1)), 0),
        (ir.Compare("<=", num(1), num(1)), 1),
        (equal(LACKING, LACKING), 0),
        (ir.Compare("!=", LACKING, LACKING), 1),
        (equal(HEAP, ir.CardList(of("3H", "2S", "4H"))), 0),
        (equal(HEAP, ir.Combine("plus", HEAP, HEAP)), 1),
        (ir.Arith("-", num(2), num(5)), -3),
        (ir.If(NO, num(1), num(2)), 2),
        (ir.If(YES, HEAP, HAND), of("2S", "3H", "4H")),
        (attr("rank", card("3H")), 2),
        (ir.Ordinal(attr("rank", card("3H"))), 3),
        (ir.Adjacent("above", card("3H"), card("2S")), 1),
        (ir.Adjacent("below", card("3H"), card("2S")), 0),
        (ir.Adjacent("beside", card("2S"), card("3H")), 1),
        (ir.Adjacent("above", card("AH"), card("4H")), 0),
        (ir.Adjacent("above", card("AH"), card("4H"), wrap=True), 1),
        (ir.Adjacent("beside", card("4H"), card("AH"), wrap=True), 1),
        (ir.Adjacent("below", attr("rank", card("2S")), attr("rank", card("3H"))), 1),
        # A A 2: 1 or 11 each, and 2.
        (ir.Total("points", HAND, "least"), 4),
        (ir.Total("points", HAND, "greatest"), 24),
        (ir.CanTotal("points", HAND, num(14)), 1),
        (ir.CanTotal("points", HAND, num(13)), 0),
        (ir.Size(HEAP), 3),
        (ir.EndCard("top", HEAP), of("3H")[0]),
        (ir.EndCard("bottom", HEAP), of("4H")[0]),
        (ir.EndCards("top", num(2), HEAP), of("2S", "3H")),
        (ir.EndCards("bottom", num(2), HEAP), of("4H", "2S")),
        (ir.EndCards("top", num(0), HEAP), ()),
        (ir.EndCards("top", num(3), HEAP), of("4H", "2S", "3H")),
        (ir.Just(card("2S")), of("2S")),
        (ir.Member(card("2S"), HEAP), 1),
        (ir.Member(LACKING, HEAP), 0),
        (ir.Combine("plus", HEAP, ir.Just(card("AH"))), of("AH", "2S", "3H", "4H")),
        (ir.Combine("without", HEAP, ir.Just(card("2S"))), of("3H", "4H")),
        (ir.Combine("common", HEAP, ir.Just(card("2S"))), of("2S")),
        (ir.Filter("c", HEAP, RED), of("3H", "4H")),
        (ir.HasShape(ir.Filter("c", HAND, ir.Not(equal(attr("rank", C), ir.Lit(1, RANK)))), "pair"), 1),
        (ir.HasShape(HAND, "pair"), 0),
        (ir.HasShape(ir.CardList(of("3H", "2S")), "climb"), 0),
        (ir.HasShape(ir.Combine("plus", ir.CardList(of("3H", "2S")), ir.CardList(())), "climb"), 1),
        (some("some", IN_HEAP, RED), 1),
        (some("every", IN_HEAP, RED), 0),
        (some("count", IN_HEAP, RED), 2),
        (some("every", ir.OverCards(ir.CardList(())), NO), 1),
        (some("count", ir.OverDomain("pile"), YES), 2),
        (some("count", ir.OverSlots("pile"), YES), 3),
        (some("count", ir.OverNumbers(num(3), num(2)), YES), 0),
        (ir.Sum("n", ir.OverNumbers(num(1), num(4)), ir.Compare("!=", N, num(2)), N), 8),
        (ir.Extreme("least", "c", IN_HEAP, YES, ir.Ordinal(attr("rank", C))), 2),
        (ir.Extreme("greatest", "c", IN_HEAP, YES, ir.Ordinal(attr("rank", C))), 4),
        (ir.Best("greatest", "c", IN_HEAP, YES, attr("rank", C)), of("4H")[0]),
        (ir.First("c", IN_HEAP, LOW, None), of("2S")[0]),
        (ir.First("p", ir.OverSeats(player(1)), YES, None), 1),
        (ir.First("p", ir.OverSeats(player(1)), NO, NOBODY), ir.NOBODY),
        (ir.Beside(player(1), 1), 0),
        (ir.Beside(player(0), -1), 1),
        (ir.CanMove(("play",)), 1),
    ],
)  # fmt: skip
def test_value(expr, expected):
    assert value(expr) == expected


def test_an_inner_name_gives_the_outer_one_back():
    inner = some("some", ir.OverCards(ir.Just(card("4S"))), YES)
    after = equal(C, card("4H"))
    assert value(some("count", IN_HEAP, ir.And((inner, after)))) == 1


@pytest.mark.parametrize(
    ("expr", "kind", "part"),
    [
        (ir.EndCard("top", ir.Place("row", (ir.Lit(1, ir.Symbol("pile")),))), "undefined", "top card"),
        (ir.EndCards("bottom", num(4), HEAP), "undefined", "bottom 4 cards are asked for, where 3 are there"),
        (ir.EndCards("top", num(-1), HEAP), "undefined", "top -1 cards are asked for, where 3 are there"),
        (ir.Extreme("least", "c", IN_HEAP, NO, num(1)), "undefined", "least"),
        (ir.Best("least", "c", IN_HEAP, NO, num(1)), "undefined", "none at all"),
        (ir.Best("least", "c", IN_HEAP, YES, num(1)), "undefined", "3 share"),
        (ir.First("c", IN_HEAP, NO, None), "undefined", "first"),
        (ir.Beside(GUEST, 1), "undefined", "nobody"),
        (ir.Ordinal(GUEST), "undefined", "player"),
        (ir.Compare("<", GUEST, player(0)), "undefined", "order"),
        (ir.Place("hand", (GUEST,)), "undefined", "hand of nobody"),
        (some("some", ir.OverSeats(GUEST), YES, "p"), "undefined", "seats"),
        (attr("rank", LACKING), "undefined", "deck"),
        (ir.Just(LACKING), "undefined", "deck"),
        (ir.Open("who", BOOL), "open", "Who starts?"),
    ],
)
def test_no_value(expr, kind, part):
    fault = value(expr)
    assert isinstance(fault, Fault)
    assert fault.kind == kind
    assert part in fault.sentence


def test_a_fault_tells_the_names_bound():
    # Types of names are read from the game, so the expression must be part of it.
    expr = some("some", IN_HEAP, equal(ir.Size(ir.Place("hand", (GUEST,))), ir.Ordinal(attr("rank", C))))
    fault = with_steps(defines=(ir.Define(src("d"), (), BOOL, expr),)).evaluate(ir.Apply("d", ()), POSITION)
    assert isinstance(fault, Fault)
    assert dict(fault.context)["c"] == "4H"


def test_a_definition_that_uses_itself_is_refused():
    loop = ir.Define(src("loop"), (), INT, ir.Apply("loop", ()))
    with pytest.raises(ValueError, match="loop"):
        with_steps(defines=(loop,)).evaluate(ir.Apply("loop", ()), POSITION)


def test_the_small_game_has_a_stock():
    assert value(ir.Size(STOCK)) == len(GAME.deck) - 8
    assert replace(GAME) == GAME


UNDEFINED = ir.Compare("=", ir.Attr("rank", LACKING), ir.Attr("rank", LACKING))
TRUE_OF_SOME = ir.Quantify("some", "p", ir.OverDomain("player"), YES)


@pytest.mark.parametrize(
    "bound",
    [
        TRUE_OF_SOME,
        ir.Compare("=", ir.Quantify("count", "p", ir.OverDomain("player"), YES), num(2)),
        ir.Compare("=", ir.First("p", ir.OverDomain("player"), YES, None), player(0)),
        ir.Compare("=", ir.Size(ir.Filter("p", HAND, YES)), num(3)),
    ],
)
def test_a_name_is_bound_no_longer_than_it_holds(bound: ir.Expr):
    """What a fault tells of the names around it holds none that a finished quantifier has bound."""
    fault = value(ir.And((bound, UNDEFINED)))
    assert isinstance(fault, Fault)
    assert "p" not in dict(fault.context)


def test_a_name_around_a_fault_is_told():
    fault = value(ir.Quantify("some", "p", ir.OverDomain("player"), UNDEFINED))
    assert isinstance(fault, Fault)
    assert "p" in dict(fault.context)
