"""Which moves are legal, in which order, and why."""

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS, Move
from engine.logs.explain import IllegalMove
from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from tests.engine.games import (
    CARD,
    GAME,
    HAND,
    HEAP,
    INT,
    NO,
    PLAY,
    PLAYER,
    STEPS,
    YES,
    C,
    at,
    attr,
    cards_in,
    equal,
    num,
    player,
    shape,
    src,
)

SMALL = Interpreter(GAME)


def told(interpreter, position):
    return [interpreter.words.move(move) for move in interpreter.legal_moves(position)]


def explained(interpreter, position, text):
    move = interpreter.words.parse_move(text)
    assert isinstance(move, Move), move
    return interpreter.explain(position, move)


def labels(sources):
    return [source.label for source in sources]


def asking(*actions: ir.Action, may=False, **changes) -> Interpreter:
    """The small game asking for these actions instead of its own."""
    ask = ir.Ask(tuple(a.source.label for a in actions), may, None)
    steps = (STEPS[0], replace(STEPS[1], act=ask), STEPS[2])
    return Interpreter(replace(GAME, actions=actions, steps=steps, **changes))


ANY = (ir.Permit(src("any"), YES),)


def action(label, *params, clauses=ANY) -> ir.Action:
    return ir.Action(src(label), params, clauses, (), ())


def test_clauses_decide_by_precedence():
    position = at(SMALL, heap="4H", hand_1="AH AS 3H 3S")
    # Hearts match; 3H is forbidden by no_three, which matches outranks; spades have no permit that holds.
    assert told(SMALL, position) == ["play(AH)", "play(3H)"]
    assert told(SMALL, at(SMALL, heap="", hand_1="AH AS 3H 3S")) == ["play(AH)", "play(AS)"]


def test_explanations_name_the_clauses():
    position = at(SMALL, heap="4H", hand_1="AH AS 3H 3S")
    legal = explained(SMALL, position, "play(3H)")
    assert (legal.legal, labels(legal.deciding), labels(legal.applicable)) == (
        True,
        ["matches"],
        ["matches", "no_three"],
    )
    forbidden = explained(SMALL, position, "play(3S)")
    assert (forbidden.legal, labels(forbidden.deciding)) == (False, ["no_three"])
    unpermitted = explained(SMALL, position, "play(AS)")
    assert (unpermitted.legal, labels(unpermitted.failing)) == (False, ["opens", "matches"])
    assert unpermitted.sentence == "no clause permits it: not opens nor matches"
    outside = explained(SMALL, position, "play(2H)")
    assert (outside.legal, outside.outside) == (False, "c")
    assert "2H" in outside.sentence


def test_explanations_of_what_is_not_asked_for():
    position = at(SMALL, heap="4H", hand_1="AH")
    assert not SMALL.explain(position, Move("sing")).legal
    assert not SMALL.explain(position, Move("play")).legal
    assert not SMALL.explain(position, PASS).legal
    assert "no decision" in SMALL.explain(replace(position, step=0), Move("play", (0,))).sentence
    assert SMALL.legal_moves(replace(position, step=0)) == ()


def test_an_illegal_move_raises():
    position = at(SMALL, heap="4H", hand_1="AH AS")
    with pytest.raises(IllegalMove, match="no clause permits it"):
        SMALL.apply(position, Move("play", (1,)), Seeded(1))


def test_unranked_clauses_that_disagree_are_a_clash():
    interpreter = Interpreter(replace(GAME, actions=(replace(PLAY, order=()),)))
    position = at(interpreter, heap="", hand_1="AH 3S")
    fault = interpreter.resume(position, Seeded(1)).position.fault
    assert fault is not None
    assert (fault.kind, labels(fault.sources)[:2]) == ("clash", ["opens", "no_three"])
    assert dict(fault.context) == {"c": "3S"}
    assert explained(interpreter, position, "play(3S)").fault is not None
    stopped = interpreter.apply(position, Move("play", (5,)), Seeded(1)).position
    assert stopped.fault is not None
    assert replace(stopped, fault=None) == position
    # Another move at the same position is judged by itself.
    assert explained(interpreter, position, "play(AH)").legal


def test_an_order_over_unknown_clauses_is_refused():
    with pytest.raises(ValueError, match="nothing"):
        Interpreter(replace(GAME, actions=(replace(PLAY, order=(ir.Edge("nothing", "opens"),)),)))


def test_a_pass_comes_last_and_moves_in_order():
    seats, suits = ir.OverSeats(player(1)), ir.ChooseCards(HAND, "suited")
    give = action("give", ir.Param("s", ir.Cards(False), suits), ir.Param("p", PLAYER, ir.ChooseFrom(seats)))
    name = action("name", ir.Param("n", INT, ir.ChooseFrom(ir.OverNumbers(num(1), num(2)))))
    interpreter = asking(name, give, may=True, shapes=(shape("suited", same=("suit",), most=2),))
    assert told(interpreter, at(interpreter, hand_1="2H AS AH")) == [
        "name(1)",
        "name(2)",
        "give(AH, player 1)",
        "give(AH, player 2)",
        "give(AH 2H, player 1)",
        "give(AH 2H, player 2)",
        "give(AS, player 1)",
        "give(AS, player 2)",
        "give(2H, player 1)",
        "give(2H, player 2)",
        "pass",
    ]


def test_a_choice_may_use_the_parameters_before_it():
    first = ir.Param("c", CARD, ir.ChooseCard(HAND, False))
    others = ir.Filter("d", HAND, equal(attr("suit", ir.Var("d", CARD)), attr("suit", C)))
    second = ir.Param("e", CARD, ir.ChooseCard(ir.Combine("without", others, ir.Just(C)), False))
    interpreter = asking(action("two", first, second))
    position = at(interpreter, hand_1="AH AS 2H")
    assert told(interpreter, position) == ["two(AH, 2H)", "two(2H, AH)"]
    assert explained(interpreter, position, "two(AH, AS)").outside == "e"


def test_sets_must_be_told_sorted_and_of_the_shape():
    some = ir.Param("s", ir.Cards(False), ir.ChooseCards(HAND, "pair"))
    interpreter = asking(action("lay", some), shapes=(shape("pair", least=2, same=("rank",)),))
    position = at(interpreter, hand_1="AH AS 2H")
    assert told(interpreter, position) == ["lay(AH AS)"]
    assert interpreter.explain(position, Move("lay", ((0, 1),))).legal
    for wrong in ((1, 0), (0, 2), (0, 0), (0, 1, 3), (0,)):
        assert interpreter.explain(position, Move("lay", (wrong,))).outside == "s"


def test_can_move_asks_the_clauses_and_leaves_no_trace():
    ask = action("look", clauses=(ir.Permit(src("stuck"), ir.Not(ir.CanMove(("play",)))),))
    interpreter = asking(ask, PLAY)
    free = interpreter.resume(at(interpreter, heap="4H", hand_1="AH 3S"), Seeded(1))
    assert [interpreter.words.move(m) for m in free.moves] == ["play(AH)"]
    assert [event.label for event in free.events if event.kind == "forbid"] == ["no_three"]
    stuck = interpreter.resume(at(interpreter, heap="4H", hand_1="AS"), Seeded(1))
    assert [interpreter.words.move(m) for m in stuck.moves] == ["look"]


def test_a_fault_in_a_condition_names_the_clause():
    broken = replace(PLAY, clauses=(ir.Permit(src("broken"), equal(ir.EndCard("top", HEAP), C)),), order=())
    interpreter = asking(broken)
    position = at(interpreter, hand_1="AS")
    fault = interpreter.resume(position, Seeded(1)).position.fault
    assert fault is not None
    assert (fault.kind, labels(fault.sources)) == ("undefined", ["broken", "turn"])
    assert interpreter.legal_moves(position) == ()


def test_making_a_move_is_told_as_events():
    position = at(SMALL, heap="4H", hand_1="AH AS", hand_2="4S")
    turn = SMALL.apply(position, Move("play", (0,)), Seeded(1))
    kinds = [(event.kind, event.label) for event in turn.events]
    assert kinds[:3] == [("move", "play"), ("permit", "matches"), ("step", "pass_on")]
    assert turn.events[0].args == (0,)
    assert cards_in(SMALL, turn.position, "heap") == "4H AH"
    # Seat 1 cannot play 4S on AH, draws from the stock, and it is seat 0's turn again.
    assert ("otherwise", "turn") in kinds
    assert turn.position.made == 1


def test_no_permit_means_no_move():
    interpreter = asking(action("never", clauses=(ir.Permit(src("p"), NO),)))
    fault = interpreter.resume(at(interpreter), Seeded(1)).position.fault
    assert fault is not None
    assert fault.kind == "stuck"


def test_a_fault_in_a_choice_names_the_action():
    nobody = ir.Lit(ir.NOBODY, ir.Symbol("player", True))
    given = ir.Param("c", CARD, ir.ChooseCard(ir.Place("hand", (nobody,)), False))
    interpreter = asking(action("give", given))
    fault = interpreter.resume(at(interpreter), Seeded(1)).position.fault
    assert fault is not None
    assert labels(fault.sources) == ["give", "turn"]
    told = interpreter.explain(at(interpreter), Move("give", (0,))).fault
    assert told is not None
    assert labels(told.sources) == ["give"]
