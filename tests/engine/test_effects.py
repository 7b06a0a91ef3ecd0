"""What every effect does to a position, and the fault where it cannot be done."""

from dataclasses import replace

import pytest

from engine.chance import Picked, Scripted, Seeded, Shuffled
from engine.position import misplaced
from spec import ir
from tests.engine.games import (
    BOOL,
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
    run,
    src,
    with_steps,
)

HAND_1, HAND_2 = (ir.Place("hand", (player(seat),)) for seat in (0, 1))
ASIDE = ir.Place("aside", ())
MODE = ir.FieldDecl(src("level"), (), INT, 2, 4, num(2))
P = ir.Var("p", PLAYER)


def row(number: int) -> ir.Place:
    return ir.Place("row", (ir.Lit(number, ir.Symbol("pile")),))


def after(*effects, chance=None, fields=None, given=None, **changes):
    """The interpreter and the position after these effects, from `heap 4H 2S 3H`, hands `AH AS` and `3S 4S`."""
    interpreter = with_steps(*effects, **changes)
    cells = {"heap": "4H 2S 3H", "hand_1": "AH AS", "hand_2": "3S 4S", **(given or {})}
    position = replace(at(interpreter, fields, **cells), step=0)
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
        ((move(ir.Just(ir.Lit(0, ir.Card())), HAND_1, HEAP),), {**START, "heap": "4H 2S 3H AH", "hand of player 1": "AS"}),
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
    shuffled = Shuffled((6, 3, 4)[::-1] if False else (4, 6, 3))
    interpreter, position = after(*effects, chance=Scripted([shuffled]))
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
    fields = (*after()[0].game.fields, MODE)
    _, before = after(fields=None)
    interpreter, position = after(ir.Cited(src("rule"), (ir.Assign("score", (MOVER,), num(3)), effect)), **{"given": {}})
    interpreter = with_steps(*interpreter.game.steps[0].act.effects, fields=fields)  # type: ignore[union-attr]
    start = replace(at(interpreter, heap="4H 2S 3H", hand_1="AH AS", hand_2="3S 4S"), step=0)
    turn = interpreter.resume(start, Seeded(1))
    assert turn.position.fault is not None
    assert turn.position.fault.kind == kind
    assert part in turn.position.fault.sentence
    assert [source.label for source in turn.position.fault.sources][-2 if kind != "overflow" else 0 :] != []
    assert replace(turn.position, fault=None) == start
    assert before.fault is None
