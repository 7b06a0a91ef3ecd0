"""What whole play knows of piles, cards and routines without asking: values and faults stay."""

from dataclasses import replace

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.generate import certainty
from engine.c.generate.expressions import Generator
from engine.c.generate.generate import code_of
from engine.c.playout import pile_occupancy, register_promotion, unrolling
from engine.c.playout.move_counting import picked_out
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import (
    CARD,
    DECK,
    GAME,
    HAND,
    HEAP,
    PLAY,
    PLAYER,
    STOCK,
    YES,
    C,
    attr,
    equal,
    move,
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

RANK, N = ir.Symbol("rank"), ir.Var("n", ir.Int())
RANKS = ir.OverDomain("rank")
V, ASIDE = ir.Var("v", RANK), ir.Place("aside", ())
SCORE = ir.Get("score", (player(0),))


def spot(at: ir.Expr | int) -> ir.Place:
    return ir.Place("spot", (ir.Lit(at, RANK) if isinstance(at, int) else at,))


EMPTY = equal(ir.Size(spot(V)), num(0))
HELD = ir.Compare("<", num(0), ir.Size(spot(V)))
NOT_EMPTY = ir.Compare("!=", num(0), ir.Size(spot(V)))


def told(kind, cond: ir.Expr) -> ir.Expr:
    asked = ir.Quantify(kind, "v", RANKS, cond)
    return asked if kind == "count" else ir.If(asked, num(1), num(2))


def first(cond: ir.Expr) -> ir.Expr:
    return ir.Ordinal(ir.First("v", RANKS, cond, None))


VALUES = {
    "some empty": told("some", EMPTY),
    "every empty": told("every", EMPTY),
    "how many hold cards": told("count", HELD),
    "some hold cards": told("some", ir.Not(EMPTY)),
    "every holds cards": told("every", HELD),
    "not every one is empty": ir.If(ir.Not(ir.Quantify("every", "v", RANKS, EMPTY)), num(1), num(2)),
    "first empty": first(EMPTY),
    "first that holds cards": first(HELD),
}


def game_of(value: ir.Expr) -> ir.Game:
    """Four spots that get cards or none, and lose some again in every way there is; players score the value."""
    drawn = (ir.Roll("score", (player(0),)), ir.Draw(ir.Arith("-", SCORE, num(7)), STOCK, spot(V), True))
    top = ir.EndCard("top", spot(1))
    onto = ir.When(ir.Compare("<", num(0), ir.Size(spot(1))), (move(ir.Just(top), spot(1), spot(0), end="bottom"),), ())
    on_top = ir.When(
        ir.Compare("<", num(1), ir.Size(spot(2))), (move(ir.Just(ir.EndCard("top", spot(2))), spot(2), spot(3)),), ()
    )
    clear = ir.Routine(src("clear"), (V, N), (move(spot(V), spot(V), ASIDE), ir.Assign("score", (player(1),), N)))
    work: tuple[ir.Effect, ...] = (
        ir.Shuffle(STOCK),
        ir.ForEach("v", RANKS, YES, drawn),
        onto,
        on_top,
        ir.Roll("score", (player(0),)),
        ir.When(ir.Compare("<", SCORE, num(5)), (ir.Do("clear", (ir.Lit(3, RANK), SCORE)),), ()),
        move(spot(2), spot(2), spot(0), any_order=True),
    )
    ending = ir.Ending(src("told"), ("end",), YES, ir.Scores("p", ir.Get("score", (ir.Var("p", PLAYER),))))
    course = (
        run("work", *work, next=1),
        run("tell", ir.Assign("score", (player(0),), value), next=2),
        run("end", next=3),
    )
    zones = (*GAME.zones, ir.ZoneDecl(src("spot"), ("rank",), True, False, "everybody", False))
    return replace(GAME, zones=zones, steps=course, endings=(ending,), actions=(), routines=(clear,))


@needs_compiler
@pytest.mark.parametrize("name", VALUES)
def test_what_is_told_of_all_spots_is_what_the_interpreter_says(name):
    interpreter = Interpreter(game_of(VALUES[name]))
    text = code_of(interpreter.game).text
    assert "h->r5 |= " in text
    assert "h->r5 &= ~(" in text
    assert simulate(library_of(interpreter.game, STRICT_FAST), interpreter, 100, 3) == by_interpreter(
        interpreter, 100, 3
    )


@needs_compiler
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("h->r5 &= ~(", "h->r5 &= ~(0 & "),
        ("h->r5 = (h->r5 & ~(", "h->r5 = h->r5 | (0 & ~("),
        ("(h->r5 ^ 0xf", "(h->r5 ^ 0x7"),
    ],
)
def test_spots_noted_wrongly_are_noticed(old, new):
    interpreter = Interpreter(game_of(told("count", EMPTY)))
    text = code_of(interpreter.game).text
    assert old in text
    library = library_of(interpreter.game, STRICT_FAST, text.replace(old, new))
    assert simulate(library, interpreter, 100, 3) != by_interpreter(interpreter, 100, 3)


@pytest.mark.parametrize(
    "cond",
    [
        ir.Compare("<", num(1), ir.Size(spot(V))),
        equal(ir.Size(spot(0)), num(0)),
        equal(ir.Size(ir.Place("hand", (ir.Var("v", PLAYER),))), num(0)),
    ],
)
def test_other_conditions_are_asked_of_each(cond):
    m = Generator(game_of(told("some", cond)))
    m.fast, m.hot = True, m.kept
    pile_occupancy.keep_families(m)
    assert not m.families
    assert pile_occupancy.by_emptiness(m, ir.Quantify("some", "v", RANKS, cond)) is None


def test_few_piles_are_looked_at():
    m = Generator(game_of(VALUES["some empty"]))
    pile_occupancy.keep_families(m)
    assert set(m.families) == {"spot"}
    suits = ir.ZoneDecl(src("spot"), ("suit",), True, False, "everybody", False)
    some = ir.Quantify("some", "v", ir.OverDomain("suit"), EMPTY)
    m = Generator(replace(GAME, zones=(*GAME.zones, suits), endings=(replace(GAME.endings[0], when=some),)))
    pile_occupancy.keep_families(m)
    assert not m.families


# ------------------------------------------------------------ routines


def test_routines_called_once_become_part_of_whole_play():
    game = game_of(VALUES["some empty"])
    assert register_promotion.called_once(Generator(game)) == {"clear"}
    again = run("again", ir.Do("clear", (ir.Lit(0, RANK), num(1))), next=3)
    assert register_promotion.called_once(Generator(replace(game, steps=(*game.steps, again)))) == set()
    outer = ir.Routine(src("outer"), (), (ir.Do("clear", (ir.Lit(0, RANK), num(1))),))
    within = replace(game, routines=(*game.routines, outer), steps=(run("work", ir.Do("outer", ()), next=1),))
    assert register_promotion.called_once(Generator(within)) == {"outer"}


# ------------------------------------------------------------ a card that has just been picked


def test_the_card_that_was_picked_lies_where_it_was_picked():
    (taken,) = PLAY.effects
    assert picked_out(PLAY) is taken
    cited = replace(PLAY, effects=(ir.Cited(src("lay"), (taken,)),))
    assert picked_out(cited) is taken


@pytest.mark.parametrize(
    "action",
    [
        replace(PLAY, effects=()),
        replace(PLAY, effects=(ir.Cited(src("none"), ()),)),
        replace(PLAY, effects=(ir.Assign("mover", (), player(1)), *PLAY.effects)),
        replace(PLAY, effects=(move(ir.Just(C), ir.Place("hand", (player(1),)), HEAP),)),
        replace(PLAY, effects=(move(ir.Just(ir.Var("d", CARD)), HAND, HEAP),)),
    ],
)
def test_other_cards_may_lie_elsewhere(action):
    assert picked_out(action) is None


@needs_compiler
def test_a_card_taken_twice_is_a_fault():
    (taken,) = PLAY.effects
    interpreter = Interpreter(replace(GAME, actions=(replace(PLAY, effects=(taken, taken)),)))
    found, wanted = (
        simulate(library_of(interpreter.game, STRICT_FAST), interpreter, 20, 1),
        by_interpreter(interpreter, 20, 1),
    )
    assert wanted.faults
    assert replace(found, clauses=()) == replace(wanted, clauses=())


# ------------------------------------------------------------ keys that no two have

PILE = ir.Var("q", ir.Symbol("pile"))
END = ir.EndCard("top", ir.Place("row", (PILE,)))
KEY = ir.Ordinal(attr("rank", END))
LED = attr("suit", ir.EndCard("top", HEAP))
SUITED = equal(attr("suit", END), LED)


def test_cards_of_one_suit_differ_in_rank():
    m = Generator(GAME)
    assert unrolling.apart(m, "q", SUITED, KEY)
    assert unrolling.apart(m, "q", ir.And((YES, equal(LED, attr("suit", END)))), attr("rank", END))


@pytest.mark.parametrize(
    ("cond", "key"),
    [
        (YES, KEY),
        (ir.Not(SUITED), KEY),
        (ir.Or((SUITED, YES)), KEY),
        (equal(attr("suit", END), attr("suit", END)), KEY),
        (equal(attr("suit", ir.EndCard("bottom", ir.Place("row", (PILE,)))), LED), KEY),
        (SUITED, ir.Size(ir.Place("row", (PILE,)))),
        (equal(attr("suit", ir.EndCard("top", HEAP)), ir.Lit(0, ir.Symbol("suit"))), attr("rank", LED.card)),
    ],
)
def test_other_keys_may_be_alike(cond, key):
    assert not unrolling.apart(Generator(GAME), "q", cond, key)


def test_two_decks_hold_cards_that_are_alike():
    assert not unrolling.apart(Generator(replace(GAME, deck=(*DECK, *DECK))), "q", SUITED, KEY)


def test_the_first_of_a_domain_is_one_of_it():
    m = Generator(GAME)
    guest = ir.Get("guest", ())
    p = ir.OverDomain("player")
    assert certainty.certain(m, ir.First("p", p, YES, None), {})
    assert not certainty.certain(m, ir.First("p", p, YES, guest), {})
    assert not certainty.certain(m, ir.First("p", ir.OverNumbers(num(1), num(3)), YES, None), {})
