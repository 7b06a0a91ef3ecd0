"""What every effect does to a position, and the fault where it cannot be done."""

from dataclasses import replace

import pytest

from engine.interpreter.position import misplaced
from engine.luck.chance import Picked, Scripted, Seeded, Shuffled
from spec.ir import nodes as ir
from tests.engine.games import (
    FIELDS,
    HEAP,
    INT,
    MOVER,
    NO,
    PLAYER,
    STOCK,
    YES,
    at,
    cards_in,
    equal,
    move,
    num,
    player,
    src,
    with_steps,
)

HAND_1, HAND_2 = (ir.Place("hand", (player(seat),)) for seat in (0, 1))
ASIDE = ir.Place("aside", ())
LEVEL = ir.FieldDecl(src("level"), (), INT, 2, 4, num(2))
P = ir.Var("p", PLAYER)


def row(number: int) -> ir.Place:
    return ir.Place("row", (ir.Lit(number, ir.Symbol("pile")),))


def after(*effects, chance=None, fields_declared=FIELDS, **changes):
    """The interpreter and the position after these effects, from `START`."""
    interpreter = with_steps(*effects, fields=fields_declared, **changes)
    position = replace(at(interpreter, heap="4H 2S 3H", hand_1="AH AS", hand_2="3S 4S"), step=0)
    return interpreter, interpreter.resume(position, chance or Seeded(1)).position


def zones(interpreter, position) -> dict[str, str]:
    named = {interpreter.words.zone(i): interpreter.words.card_list(c) for i, c in enumerate(position.cells)}
    return {name: cards for name, cards in named.items() if cards != "no cards"}


START = {"stock": "2H", "heap": "4H 2S 3H", "hand of player 1": "AH AS", "hand of player 2": "3S 4S"}


def without(*names):
    return {name: cards for name, cards in START.items() if name not in names}


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ((), START),
        ((move(HEAP, HEAP, row(0)),), {**without("heap"), "row of pile 1": "4H 2S 3H"}),
        ((move(HEAP, HEAP, STOCK),), {**without("heap"), "stock": "2H 4H 2S 3H"}),
        ((move(HEAP, HEAP, STOCK, end="bottom"),), {**without("heap"), "stock": "3H 2S 4H 2H"}),
        ((move(HEAP, HEAP, ASIDE),), {**without("heap"), "aside": "2S 3H 4H"}),
        ((move(HAND_1, HAND_1, HEAP, any_order=True),), {**without("hand of player 1"), "heap": "4H 2S 3H AH AS"}),
        ((move(ir.CardList((0,)), HAND_1, HEAP),), {**START, "heap": "4H 2S 3H AH", "hand of player 1": "AS"}),
        ((move(ir.CardList(()), HAND_1, HEAP),), START),
        ((move(HEAP, HEAP, HEAP),), START),
        ((ir.Draw(num(2), HEAP, row(0), False),), {**START, "heap": "4H", "row of pile 1": "3H 2S"}),
        ((ir.Draw(num(9), HEAP, ASIDE, True),), {**without("heap"), "aside": "2S 3H 4H"}),
        ((ir.Draw(num(-1), HEAP, ASIDE, True),), START),
        ((ir.Shuffle(HEAP),), {**START, "heap": "3H 4H 2S"}),
        ((ir.When(YES, (move(HEAP, HEAP, ASIDE),), ()),), {**without("heap"), "aside": "2S 3H 4H"}),
        ((ir.When(NO, (move(HEAP, HEAP, ASIDE),), ()),), START),
        (
            (ir.ForEach("p", ir.OverSeats(player(1)), YES, (ir.Draw(num(1), HEAP, ir.Place("hand", (P,)), True),)),),
            {**START, "heap": "4H", "hand of player 1": "AH AS 2S", "hand of player 2": "3H 3S 4S"},
        ),
    ],
)  # fmt: skip
def test_where_cards_come_to_lie(effects, expected):
    three_four_two = Shuffled((4, 6, 3))
    interpreter, position = after(*effects, chance=Scripted([three_four_two]))
    assert position.fault is None
    assert zones(interpreter, position) == expected


def test_a_range_and_its_condition_are_fixed_before_the_first_turn_of_a_loop():
    take = move(ir.Just(ir.Var("c", ir.Card())), HEAP, ASIDE)
    whole = equal(ir.Size(HEAP), num(3))
    interpreter, position = after(ir.ForEach("c", ir.OverCards(HEAP), whole, (take,)))
    assert cards_in(interpreter, position, "aside") == "2S 3H 4H"


@pytest.mark.parametrize(
    ("effect", "kind", "part"),
    [
        (move(HAND_1, HAND_1, HEAP), "undefined", "2 cards in no order"),
        (move(HAND_1, HAND_2, HEAP, any_order=True), "undefined", "does not lie there"),
        (move(ir.CardList((0, 0)), HAND_1, HEAP), "undefined", "twice"),
        (ir.Draw(num(4), HEAP, ASIDE, False), "undefined", "holds 3"),
        (ir.Draw(num(-1), HEAP, ASIDE, False), "undefined", "-1 cards"),
        (ir.Assign("level", (), num(5)), "overflow", "goes from 2 to 4"),
        (ir.Assign("level", (), num(1)), "overflow", "goes from 2 to 4"),
        (ir.Assign("mover", (), ir.Get("guest", ())), "undefined", "nobody"),
        (ir.Jump("leave"), "undefined", "no turn or loop"),
    ],
)
def test_what_cannot_be_done_stops_play_where_it_was(effect, kind, part):
    score = ir.Assign("score", (MOVER,), num(3))
    interpreter, position = after(ir.Cited(src("rule"), (score, effect)), fields_declared=(*FIELDS, LEVEL))
    assert position.fault is not None
    assert (position.fault.kind, part in position.fault.sentence) == (kind, True)
    assert "work" in [source.label for source in position.fault.sources]
    assert zones(interpreter, position) == START
    assert interpreter.layout.value(position, "score", 0) == 0


def test_a_fault_in_a_cited_clause_names_it():
    _, position = after(ir.Cited(src("rule"), (ir.Draw(num(9), HEAP, ASIDE, False),)))
    assert position.fault is not None
    assert [source.label for source in position.fault.sources] == ["rule", "work"]


def test_fields_are_set_and_rolled():
    effects = (ir.Assign("score", (player(1),), num(9)), ir.Roll("level", ()), ir.Roll("guest", ()))
    luck = Scripted([Picked(3, 2), Picked(2, 1)])
    interpreter, position = after(*effects, chance=luck, fields_declared=(*FIELDS, LEVEL))
    read = interpreter.layout.value
    # The level goes from 2 to 4, so the pick of 2 makes it 4; nobody is never rolled.
    assert [read(position, "score", 1), read(position, "level"), read(position, "guest")] == [9, 4, 1]


def test_a_routine_has_its_own_names_and_a_jump_ends_all_lists():
    give = ir.Routine(src("give"), (ir.Var("p", PLAYER),), (ir.Draw(num(1), HEAP, ir.Place("hand", (P,)), False),))
    loop = ir.ForEach("p", ir.OverSeats(player(0)), YES, (ir.Do("give", (ir.Beside(P, 1),)), ir.Jump("step", "turn")))
    interpreter, position = after(loop, move(HEAP, HEAP, ASIDE), routines=(give,))
    assert zones(interpreter, position) == {**START, "heap": "4H 2S", "hand of player 2": "3H 3S 4S"}


def outcome(label: str, when: ir.Expr, *effects: ir.Effect) -> ir.Outcome:
    return ir.Outcome(src(label), when, effects)


def group(*clauses: ir.Outcome, order=()) -> dict:
    return {"groups": (ir.Group(src("result"), (ir.Var("n", INT),), clauses, order),)}


RESOLVE = ir.Resolve("result", (num(2),))
BIG = ir.Compare("<", num(1), ir.Var("n", INT))
SET_A, SET_B = ir.Assign("score", (MOVER,), ir.Var("n", INT)), ir.Assign("score", (MOVER,), num(5))


def test_the_clause_that_none_outranks_has_its_way():
    clauses = (outcome("low", YES, SET_A), outcome("middle", NO), outcome("high", BIG, SET_B))
    # high outranks low only through middle, which does not apply.
    order = (ir.Edge("high", "middle"), ir.Edge("middle", "low"))
    interpreter, position = after(RESOLVE, **group(*clauses, order=order))
    assert interpreter.layout.value(position, "score", 0) == 5


def test_unranked_clauses_that_do_the_same_are_no_clash():
    shuffled = (ir.Shuffle(HEAP), SET_A)
    interpreter, position = after(RESOLVE, **group(outcome("a", YES, *shuffled), outcome("b", YES, *shuffled)))
    assert position.fault is None
    assert interpreter.layout.value(position, "score", 0) == 2
    fired = [e.label for e in interpreter.resume(replace(position, step=0), Seeded(1)).events if e.kind == "outcome"]
    assert fired == ["a", "b"]


@pytest.mark.parametrize("other", [(SET_B,), (), (SET_A, ir.Shuffle(HEAP)), (SET_A, ir.Jump("step", "work"))])
def test_unranked_clauses_that_differ_clash(other):
    _, position = after(RESOLVE, **group(outcome("a", YES, SET_A), outcome("b", YES, *other)))
    assert position.fault is not None
    assert position.fault.kind == "clash"
    assert [source.label for source in position.fault.sources] == ["a", "b", "work"]


def test_a_circle_of_precedence_is_a_clash():
    order = (ir.Edge("a", "b"), ir.Edge("b", "a"))
    _, position = after(RESOLVE, **group(outcome("a", YES, SET_A), outcome("b", YES, SET_A), order=order))
    assert position.fault is not None
    assert position.fault.kind == "clash"


def test_no_applicable_clause_is_a_gap():
    _, position = after(RESOLVE, **group(outcome("a", NO), outcome("b", ir.Not(BIG))))
    assert position.fault is not None
    assert position.fault.kind == "gap"
    assert "result" in position.fault.sentence


def test_a_changed_zone_is_read_anew_by_definitions():
    size = ir.Define(src("left"), (), INT, ir.Size(HEAP))
    note = ir.Assign("score", (MOVER,), ir.Apply("left", ()))
    both = ir.Arith("+", ir.Get("score", (MOVER,)), ir.Apply("left", ()))
    again = ir.Assign("score", (MOVER,), both)
    interpreter, position = after(note, ir.Draw(num(1), HEAP, ASIDE, False), again, defines=(size,))
    assert interpreter.layout.value(position, "score", 0) == 3 + 2


def test_a_routine_that_uses_itself_is_refused():
    with pytest.raises(ValueError, match="spin"):
        after(ir.Do("spin", ()), routines=(ir.Routine(src("spin"), (), (ir.Do("spin", ()),)),))


def test_misplaced_cards_are_found():
    assert misplaced(((0, 1), (), (2,)), 3) == ()
    assert misplaced(((0,), (2,)), 3) == (1,)
    assert misplaced(((0, 1), (1, 2)), 3) == (1,)
    assert misplaced(((0, 1), (1,)), 3) == (1, 2)
