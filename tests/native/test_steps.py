"""What whole play writes out with nothing to branch on, and what it sees through: values and faults stay."""

from dataclasses import replace

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.generate import certainty, expressions
from engine.c.generate.context import Bound
from engine.c.generate.expressions import Generator
from engine.c.generate.generate import code_of
from engine.c.playout import cost_model, set_vectorisation
from engine.c.playout.move_counting import may_clash
from engine.c.playout.playout import going_round
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import (
    BOOL,
    CARD,
    GAME,
    HAND,
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
    STRICT_FAST,
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
    found = simulate(library_of(interpreter.game, STRICT_FAST), interpreter, 60, 5)
    wanted = by_interpreter(interpreter, 60, 5)
    assert found.finished
    if wanted.faults:
        found, wanted = replace(found, clauses=()), replace(wanted, clauses=())
    assert found == wanted


def test_the_best_is_found_without_a_branch():
    text = code_of(game_of(VALUES["best of some"])).text
    assert "& -(num)!!(" in text[text.index("typedef struct { int turns;") :]


# ------------------------------------------------------------ what is quick and sure


def within_play(*defines: ir.Define) -> Generator:
    m = Generator(replace(GAME, defines=defines))
    m.fast, m.hot = True, m.kept
    return m


def test_what_may_fail_is_sure_where_it_was_read():
    m = within_play(LED_SUIT)
    top = ir.EndCard("top", HEAP)
    assert not cost_model.sure(m, LED, {})
    assert cost_model.sure(m, LED, {}, cost_model.reads(m, equal(attr("suit", top), ir.Lit(0, ir.Symbol("suit")))))
    assert cost_model.reads(m, ir.Apply("led", ())) == {top}
    assert cost_model.reads(m, ir.And((ir.Compare("<", num(0), ir.Size(HEAP)), equal(LED, LED)))) == frozenset()
    assert cost_model.quick(m, LED, {})


def test_what_is_kept_elsewhere_is_neither():
    m = Generator(GAME)
    assert not cost_model.quick(m, MOVER, {})
    assert not cost_model.sure(m, MOVER, {})


def test_names_of_definitions_are_not_mixed_up():
    # The body has a name of its own, which is also that of the argument.
    body = ir.Quantify("some", "p", PLAYERS, equal(P, Q))
    m = within_play(ir.Define(src("there"), (Q,), BOOL, body), ir.Define(src("back"), (P, Q), BOOL, equal(P, Q)))
    assert cost_model.unfolded(m, ir.Apply("there", (P,))) is None
    assert cost_model.unfolded(m, ir.Apply("there", (MOVER,))) == ir.Quantify("some", "p", PLAYERS, equal(P, MOVER))
    assert cost_model.unfolded(m, ir.Apply("back", (Q, P))) == equal(Q, P)


def test_arguments_that_take_long_or_may_fail_are_evaluated_once():
    m = within_play(ir.Define(src("red"), (C,), BOOL, equal(attr("suit", C), ir.Lit(0, ir.Symbol("suit")))))
    assert cost_model.unfolded(m, ir.Apply("red", (ir.EndCard("top", HEAP),))) is None
    assert cost_model.unfolded(m, ir.Apply("red", (ir.Var("d", CARD),))) is not None


def test_cards_compared_with_what_the_card_itself_says_take_long():
    m = within_play()
    scope = {"c": Bound("c", certain=True)}
    assert cost_model.steps(m, among("some", equal(attr("suit", C), LED)), {}, None) < cost_model.MOST
    same = ir.Quantify("some", "d", ir.OverCards(HAND), equal(attr("suit", C), attr("rank", ir.Var("d", CARD))))
    assert cost_model.steps(m, same, scope, None) >= cost_model.FAR


def test_what_a_definition_or_an_if_is_certain_to_be():
    guest = ir.Get("guest", ())
    m = within_play(LED_SUIT, ir.Define(src("asked"), (), PLAYER, guest), ir.Define(src("same"), (P,), PLAYER, P))
    assert certainty.certain(m, ir.Apply("led", ()), {})
    assert not certainty.certain(m, ir.Apply("asked", ()), {})
    assert not certainty.certain(m, ir.Apply("same", (guest,)), {"p": Bound("p", certain=True)})
    assert certainty.certain(m, ir.If(YES, MOVER, player(1)), {})
    assert not certainty.certain(m, ir.If(YES, MOVER, guest), {})


def test_conditions_on_other_things_are_masks_where_the_card_comes_before_them():
    m = within_play(LED_SUIT)
    suit = equal(attr("suit", C), ir.Apply("led", ()))
    other = equal(MOVER, player(1))
    assert "MASK" in set_vectorisation.cards_holding(m, ir.And((suit, other)), "c", {})
    assert "MASK" not in set_vectorisation.cards_holding(m, ir.And((other, suit)), "c", {})
    assert set_vectorisation.cards_holding(m, YES, "c", {}) == "all"


# ------------------------------------------------------------ what need not be asked


def test_clauses_that_may_clash():
    assert not may_clash(PLAY)
    assert may_clash(replace(PLAY, order=PLAY.order[:1]))
    assert may_clash(replace(PLAY, order=()))
    assert not may_clash(replace(PLAY, clauses=PLAY.clauses[:2], order=()))


def test_steps_on_a_round_without_a_decision():
    assert going_round(Generator(GAME)) == {1, 2}
    asked = replace(GAME.steps[1], act=ir.Ask(("play",), False, None))
    assert going_round(Generator(replace(GAME, steps=(GAME.steps[0], asked, GAME.steps[2])))) == set()


@pytest.mark.parametrize(
    ("cond", "said"),
    [
        (equal(ir.Size(HAND), num(0)), "(!g->s.sets["),
        (ir.Compare("!=", num(0), ir.Size(HAND)), "(!!g->s.sets["),
        (ir.Compare("<", num(0), ir.Size(HAND)), "(!!g->s.sets["),
        (ir.Compare("<", num(1), ir.Size(HAND)), "size_of"),
        (ir.Compare("<=", num(0), ir.Size(HAND)), "size_of"),
        (ir.Compare("<", ir.Size(HAND), num(0)), "size_of"),
    ],
)
def test_whether_a_set_is_empty_is_told_without_counting(cond, said):
    text = expressions.number(within_play(), cond, {})
    assert said in text
    assert ("size_of" in text) == (said == "size_of")
