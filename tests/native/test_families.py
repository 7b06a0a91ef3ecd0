"""What whole play knows of piles, cards and routines without asking: values and faults stay."""

from dataclasses import replace

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.game import lower
from engine.core.plans.move_counting import picked_out
from engine.core.plans.pile_occupancy import PileOccupancy
from engine.core.plans.unrolling import Unrolling
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import (
    DECK,
    GAME,
    HAND,
    HEAP,
    PLAY,
    PLAYER,
    STOCK,
    YES,
    C,
    equal,
    move,
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
    assert "own_row_spot |= " in text
    assert "own_row_spot &= ~(" in text
    assert simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, 100, 3) == by_interpreter(
        interpreter, 100, 3
    )


@needs_compiler
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("own_row_spot &= ~(", "own_row_spot &= ~(0 & "),
        ("own_row_spot = (own_row_spot & ~(", "own_row_spot = (own_row_spot & ~(0 & "),
        ("(own_row_spot ^ 0xf", "(own_row_spot ^ 0x7"),
    ],
)
def test_spots_noted_wrongly_are_noticed(old, new):
    interpreter = Interpreter(game_of(told("count", EMPTY)))
    text = code_of(interpreter.game).text
    assert old in text
    library = library_of(interpreter.game, STRICT, text.replace(old, new), lean=True)
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
    assert PileOccupancy()(lower(game_of(told("some", cond)), whole=True)) == {}


def test_few_piles_are_looked_at():
    assert PileOccupancy()(lower(game_of(VALUES["some empty"]), whole=True)) == {"spot": "rank"}
    suits = ir.ZoneDecl(src("spot"), ("suit",), True, False, "everybody", False)
    some = ir.Quantify("some", "v", ir.OverDomain("suit"), EMPTY)
    game = replace(GAME, zones=(*GAME.zones, suits), endings=(replace(GAME.endings[0], when=some),))
    assert PileOccupancy()(lower(game, whole=True)) == {}


# ------------------------------------------------------------ a card that has just been picked


def taken_first(action: ir.Action) -> p.MoveCards | None:
    program = lower(replace(GAME, actions=(action,)), whole=True)
    return picked_out(program.actions[0], p.functions(program))


def test_the_card_that_was_picked_lies_where_it_was_picked():
    (taken,) = PLAY.effects
    found = taken_first(PLAY)
    assert found is not None
    assert (found.source.name, found.target.name) == ("hand", "heap")
    cited = replace(PLAY, effects=(ir.Cited(src("lay"), (taken,)),))
    assert taken_first(cited) == found


@pytest.mark.parametrize(
    "action",
    [
        replace(PLAY, effects=()),
        replace(PLAY, effects=(ir.Cited(src("none"), ()),)),
        replace(PLAY, effects=(ir.Assign("mover", (), player(1)), *PLAY.effects)),
        replace(PLAY, effects=(move(ir.Just(C), ir.Place("hand", (player(1),)), HEAP),)),
        replace(PLAY, effects=(move(ir.Just(ir.EndCard("top", STOCK)), HAND, HEAP),)),
    ],
)
def test_other_cards_may_lie_elsewhere(action):
    assert taken_first(action) is None


@needs_compiler
def test_a_card_taken_twice_is_a_fault():
    (taken,) = PLAY.effects
    interpreter = Interpreter(replace(GAME, actions=(replace(PLAY, effects=(taken, taken)),)))
    found, wanted = (
        simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, 20, 1),
        by_interpreter(interpreter, 20, 1),
    )
    assert wanted.faults
    assert replace(found, clauses=()) == replace(wanted, clauses=())


# ------------------------------------------------------------ keys that no two have

PILE = t.Local("q", ir.Symbol("pile"))
ROW = t.Zone("row", (PILE,), ir.Cards(True))
END, OTHER_END = (t.Helper(end, (t.Check("some_cards", ROW),)) for end in ("top", "bottom"))
HEAP_END = t.Helper("top", (t.Check("some_cards", t.Zone("heap", (), ir.Cards(True))),))
KEY = t.Ordinal(t.Attr("rank", END))
LED = t.Attr("suit", HEAP_END)
SUITED = t.Compare("=", t.Attr("suit", END), LED)


def apart(cond: t.Expr, key: t.Expr, game: ir.Game = GAME) -> bool:
    unrolled = Unrolling()(lower(game, whole=True))
    return unrolled.apart(t.Fold("only_greatest", "q", t.Words("pile"), cond, key))


def test_cards_of_one_suit_differ_in_rank():
    assert apart(SUITED, KEY)
    turned = t.Compare("=", LED, t.Attr("suit", END))
    assert apart(t.And((t.Truth(True), turned)), t.Attr("rank", END))


@pytest.mark.parametrize(
    ("cond", "key"),
    [
        (t.Truth(True), KEY),
        (t.Not(SUITED), KEY),
        (t.Or((SUITED, t.Truth(True))), KEY),
        (t.Compare("=", t.Attr("suit", END), t.Attr("suit", END)), KEY),
        (t.Compare("=", t.Attr("suit", OTHER_END), LED), KEY),
        (SUITED, t.Size(ROW)),
        (t.Compare("=", LED, t.Word("suit", 0)), t.Attr("rank", HEAP_END)),
    ],
)
def test_other_keys_may_be_alike(cond, key):
    assert not apart(cond, key)


def test_two_decks_hold_cards_that_are_alike():
    assert not apart(SUITED, KEY, replace(GAME, deck=(*DECK, *DECK)))
