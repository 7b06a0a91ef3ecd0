"""What whole play writes out with nothing to branch on, and what it sees through: values and faults stay."""

from dataclasses import replace

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard
from engine.core.lower.game import lower
from engine.core.plans.cost_model import FAR, MOST, Cost, reads
from engine.core.plans.move_counting import may_clash
from engine.core.plans.read_write_sets import ReadWriteSets
from engine.core.plans.unrolling import Unrolling
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import (
    BOOL,
    CARD,
    GAME,
    HEAP,
    MOVER,
    PLAY,
    PLAYER,
    STOCK,
    YES,
    C,
    attr,
    equal,
    num,
    player,
    run,
    src,
)
from tests.native.harness import (
    STRICT,
    library_of,
    needs_compiler,
)

P, Q = ir.Var("p", PLAYER), ir.Var("q", PLAYER)
PLAYERS = ir.OverDomain("player")
SIZE = ir.Size(ir.Place("hand", (P,)))
HELD = ir.Compare("<", num(1), SIZE)
LED = attr("suit", ir.EndCard("top", HEAP))
SCORE = ir.Get("score", (player(0),))
FULLER = ir.Define(src("fuller"), (Q,), BOOL, ir.Compare("<", num(2), ir.Size(ir.Place("hand", (Q,)))))
LED_SUIT = ir.Define(src("led"), (), ir.Symbol("suit"), LED)
FULL = ir.Apply("fuller", (P,))


def number(cond: ir.Expr) -> ir.Expr:
    return ir.If(cond, num(1), num(2))


def among(kind, cond: ir.Expr) -> ir.Quantify:
    return ir.Quantify(kind, "c", ir.OverCards(ir.Place("hand", (player(1),))), cond)


VALUES: dict[str, ir.Expr] = {
    "best": ir.Ordinal(ir.Best("greatest", "p", PLAYERS, YES, SIZE)),
    "best of some": ir.Ordinal(ir.Best("least", "p", PLAYERS, HELD, SIZE)),
    "least": ir.Extreme("least", "p", PLAYERS, YES, SIZE),
    "greatest of some": ir.Extreme("greatest", "p", PLAYERS, HELD, SIZE),
    "least of some": ir.Extreme("least", "p", PLAYERS, HELD, ir.Arith("-", SIZE, num(1))),
    "some": number(ir.Quantify("some", "p", PLAYERS, HELD)),
    "every": number(ir.Quantify("every", "p", PLAYERS, FULL)),
    "count": ir.Quantify("count", "p", PLAYERS, FULL),
    "first": ir.Ordinal(ir.First("p", PLAYERS, HELD, player(1))),
    "first or none": ir.Ordinal(ir.First("p", PLAYERS, HELD, None)),
    "some of a suit": number(among("some", equal(attr("suit", C), ir.Apply("led", ())))),
    "every card of a suit": number(among("every", equal(attr("suit", C), LED))),
    "cards of other suits": among("count", ir.Compare("!=", attr("suit", C), LED)),
}


def game_of(value: ir.Expr) -> ir.Game:
    """Hands of some size, a heap that may be empty; what comes of the value is what a player scores."""
    hands: list[ir.Effect] = [
        effect
        for seat in range(2)
        for effect in (
            ir.Roll("score", (player(seat),)),
            ir.Draw(ir.Get("score", (player(seat),)), STOCK, ir.Place("hand", (player(seat),)), True),
        )
    ]
    work: tuple[ir.Effect, ...] = (
        ir.Shuffle(STOCK),
        *hands,
        ir.Roll("score", (player(0),)),
        ir.Draw(SCORE, STOCK, HEAP, True),
    )
    # Everything is moved out of a hand and two piles, so that none is left; a field is set where a condition holds.
    first, second = (ir.Place("hand", (player(seat),)) for seat in range(2))
    moved = [ir.Move(place, place, ir.Place("aside", ()), "top", False) for place in (first, HEAP, STOCK)]
    none = [ir.Draw(num(9), place, second, True) for place in (HEAP, STOCK)]
    nobody = ir.Lit(ir.NOBODY, ir.Symbol("player", True))
    marked = ir.When(ir.Compare("<", SCORE, num(2)), (ir.Cited(src("mark"), (ir.Assign("guest", (), player(1)),)),), ())
    told: tuple[ir.Effect, ...] = (
        ir.Assign("score", (player(0),), value),
        ir.Assign("guest", (), nobody),
        marked,
        *moved,
        *none,
    )
    left = ir.Arith("+", ir.Get("score", (P,)), SIZE)
    guest = ir.If(equal(ir.Get("guest", ()), P), num(50), num(0))
    ending = ir.Ending(src("told"), ("end",), YES, ir.Scores("p", ir.Arith("+", left, guest)))
    course = (run("work", *work, next=1), run("tell", *told, next=2), run("end", next=3))
    return replace(GAME, steps=course, endings=(ending,), actions=(), defines=(FULLER, LED_SUIT))


@needs_compiler
@pytest.mark.parametrize("name", VALUES)
def test_what_is_written_out_has_the_interpreters_value(name):
    interpreter = Interpreter(game_of(VALUES[name]))
    found = simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, 60, 5)
    wanted = by_interpreter(interpreter, 60, 5)
    assert found.finished
    if wanted.faults:
        found, wanted = replace(found, clauses=()), replace(wanted, clauses=())
    assert found == wanted


def test_the_best_is_found_without_a_branch():
    assert "-(num)(size_of(" in code_of(game_of(VALUES["best of some"])).text


# ------------------------------------------------------------ what is quick and sure

PROGRAM = lower(GAME, whole=True)
COST = Cost(PROGRAM, ByCard(PROGRAM, p.functions(PROGRAM)))
HEAP_CARDS = t.Zone("heap", (), ir.Cards(True))
SEAT = t.Local("q", PLAYER)
SEATS = t.Zone("hand", (SEAT,), ir.Cards(False))
LED_THERE = t.Attr("suit", t.Helper("top", (t.Check("some_cards", t.Zone("row", (SEAT,), ir.Cards(True))),)))


def test_what_may_fail_is_sure_where_it_was_read():
    row = t.Zone("row", (SEAT,), ir.Cards(True))
    asked = t.Compare("=", LED_THERE, t.Word("suit", 0))
    assert not COST.sure(LED_THERE)
    assert COST.sure(LED_THERE, reads(asked, COST.functions))
    assert reads(asked, COST.functions) == {row}
    assert reads(t.And((t.Not(t.IsEmpty(row)), asked)), COST.functions) == frozenset()
    assert COST.quick(LED_THERE)


def test_the_top_of_a_pile_that_is_shuffled_takes_long():
    top = t.Helper("top", (t.Zone("stock", (), ir.Cards(True)),))
    assert COST.of(top, None) >= FAR


def test_cards_compared_with_what_the_card_itself_says_take_long():
    def some(cond: t.Expr) -> t.Fold:
        return t.Fold("any", "d", t.CardsOf(SEATS), None, cond)

    on_card = t.Attr("suit", t.Local("d", CARD))
    assert COST.of(some(t.Compare("=", on_card, LED_THERE)), None) < MOST
    assert COST.of(some(t.Compare("=", on_card, t.Word("suit", 1))), None) < MOST
    assert COST.of(some(t.Compare("=", t.Ordinal(on_card), t.Size(SEATS))), None) >= FAR


def test_folds_are_written_out_where_they_are_quick_and_sure():
    unrolled = Unrolling()(PROGRAM)

    def parts(how, over: t.Range, value: t.Expr, cond: t.Expr | None = None):
        return unrolled.parts(t.Fold(how, "q", over, cond, value))

    held, led = t.Not(t.IsEmpty(SEATS)), t.Compare("=", LED_THERE, t.Word("suit", 0))
    found = parts("any", t.Words("player"), held)
    assert found is not None
    other = t.Not(t.IsEmpty(t.Zone("hand", (t.Word("player", 1),), ir.Cards(False))))
    assert found.parts[1] == (t.Truth(True), other)
    assert parts("any", t.Seats(t.Word("player", 0)), held) is None
    # What may stop play is read of everybody only where that is so in any case, or a condition has read it.
    assert parts("any", t.Words("player"), led) is None
    assert parts("greatest", t.Words("player"), t.Ordinal(LED_THERE)) is not None
    assert parts("greatest", t.Words("player"), t.Ordinal(LED_THERE), held) is None
    assert parts("greatest", t.Words("player"), t.Ordinal(LED_THERE), led) is not None


def clauses_of(*items: ir.Expr) -> str:
    """What becomes of a clause that joins these conditions."""
    action = replace(PLAY, clauses=(replace(PLAY.clauses[0], when=ir.And(items)),), order=())
    return code_of(replace(GAME, actions=(action,), defines=(LED_SUIT,))).text


def test_conditions_on_other_things_are_masks_where_the_card_comes_before_them():
    suit, other = equal(attr("suit", C), ir.Lit(0, ir.Symbol("suit"))), equal(MOVER, player(1))
    assert "mask_cards(own_f_mover == 1)" in clauses_of(suit, other)
    assert "mask_cards(own_f_mover == 1)" not in clauses_of(other, suit)


# ------------------------------------------------------------ what need not be asked


def lowered(action: ir.Action) -> p.ActionDef:
    (made,) = lower(replace(GAME, actions=(action,)), whole=True).actions
    return made


def test_clauses_that_may_clash():
    assert not may_clash(lowered(PLAY))
    assert may_clash(lowered(replace(PLAY, order=PLAY.order[:1])))
    assert may_clash(lowered(replace(PLAY, order=())))
    assert not may_clash(lowered(replace(PLAY, clauses=PLAY.clauses[:2], order=())))


def test_steps_on_a_round_without_a_decision():
    def going_round(game: ir.Game) -> frozenset[str]:
        return ReadWriteSets()(lower(game, whole=True)).going_round()

    assert going_round(GAME) == {"turn", "pass_on"}
    asked = replace(GAME.steps[1], act=ir.Ask(("play",), False, None))
    assert going_round(replace(GAME, steps=(GAME.steps[0], asked, GAME.steps[2]))) == frozenset()
