"""The course of play: steps, jumps, endings, and every way in which it can go wrong."""

from dataclasses import replace

import pytest

from engine.core.layout import Layout
from engine.interpreter import interpreter as module
from engine.interpreter.effects import EffectCompiler
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS, Move
from engine.luck.chance import Scripted, Seeded, Shuffled
from spec.ir import nodes as ir
from tests.engine.games import (
    FIELDS,
    GAME,
    HAND,
    HEAP,
    INT,
    MOVER,
    NO,
    OUT,
    PLAYER,
    STEPS,
    STOCK,
    YES,
    at,
    cards_in,
    equal,
    num,
    player,
    run,
    src,
    with_steps,
)

P = ir.Var("p", PLAYER)
SCORE = ir.Get("score", (MOVER,))
ONE_MORE = ir.Assign("score", (MOVER,), ir.Arith("+", SCORE, num(1)))


def resumed(interpreter, step=0, chance=None, **cells):
    return interpreter.resume(replace(at(interpreter, **cells), step=step), chance or Seeded(1))


def fault_of(turn):
    assert turn.position.fault is not None
    return turn.position.fault


def stepped(*steps: ir.Step, **changes) -> Interpreter:
    return Interpreter(replace(GAME, **{"steps": steps, "endings": (), **changes}))


WAIT = ir.Step(src("wait"), ir.Ask(("play",), True, None), 0)


def test_a_game_starts_with_the_deck_and_the_first_values():
    interpreter = Interpreter(GAME)
    position = interpreter.initial()
    assert cards_in(interpreter, position, "stock") == "AH AS 2H 2S 3H 3S 4H 4S"
    assert interpreter.layout.value(position, "mover") == 0
    assert interpreter.layout.value(position, "guest") == ir.NOBODY


def test_the_deal_follows_the_shuffle():
    interpreter = Interpreter(GAME)
    deck = interpreter.words.read_cards("2S 4S 3H 3S AS 2H 4H AH")
    assert deck is not None
    turn = interpreter.start(Scripted([Shuffled(deck)]))
    assert cards_in(interpreter, turn.position, "hand", 0) == "AH 4H"
    assert cards_in(interpreter, turn.position, "hand", 1) == "AS 2H"
    assert cards_in(interpreter, turn.position, "stock") == "2S 4S 3H 3S"
    assert [event.label for event in turn.events] == ["deal", "turn"]
    assert turn.moves == interpreter.legal_moves(turn.position) == (Move("play", (0,)), Move("play", (6,)))


def test_a_game_is_won():
    interpreter = Interpreter(GAME)
    turn = interpreter.apply(at(interpreter, heap="4H", hand_1="AH", hand_2="4S"), Move("play", (0,)), Seeded(1))
    assert turn.position.result is not None
    assert (turn.position.result.ending, turn.position.result.returns) == ("out", (1, -1))
    assert turn.events[-1].args == (1, -1)
    assert turn.moves == interpreter.legal_moves(turn.position) == ()
    assert interpreter.resume(turn.position, Seeded(1)).position == turn.position


def test_positions_compare_without_the_count_of_moves():
    position = Interpreter(GAME).initial()
    assert replace(position, made=7) == position
    assert hash(replace(position, made=7)) == hash(position)
    assert replace(position, step=2) != position


def test_a_branch_goes_either_way():
    steps = [ir.Step(src("fork"), ir.Branch(equal(ir.Size(HEAP), num(0)), 1, 2), 0), WAIT, replace(WAIT, next=1)]
    interpreter = stepped(*steps)
    assert resumed(interpreter, hand_1="AH").position.step == 1
    # With 4H on the heap, AH may be played.
    assert resumed(interpreter, hand_1="AH", heap="4H").position.step == 2


def test_a_pass_goes_on_and_a_step_without_moves_is_skipped():
    interpreter = stepped(WAIT, replace(WAIT, source=src("second")), run("end", next=3))
    interpreter = stepped(replace(WAIT, next=1), run("end", ONE_MORE, next=2), replace(WAIT, next=0))
    turn = resumed(interpreter, hand_1="AH")
    assert turn.moves[-1] == PASS
    turn = interpreter.apply(turn.position, PASS, Seeded(1))
    assert (turn.position.step, turn.position.made) == (2, 1)
    assert interpreter.layout.value(turn.position, "score", 0) == 1
    assert resumed(interpreter, hand_1="").position.fault is not None


@pytest.mark.parametrize(
    ("jump", "expected"),
    [(ir.Jump("again"), 1), (ir.Jump("end_turn"), 2), (ir.Jump("leave"), 3), (ir.Jump("step", "last"), 4)],
)
def test_jumps(jump, expected):
    asks = [replace(WAIT, source=src(name)) for name in ("one", "two", "three", "last")]
    work = run("work", ir.When(YES, (jump, ONE_MORE), ()), ONE_MORE, next=0, again=1, end_turn=2, leave=3)
    turn = resumed(stepped(work, *asks), hand_1="AH")
    assert turn.position.step == expected
    assert turn.position.fields == resumed(stepped(work, *asks), 1, hand_1="AH").position.fields


def ending(label, when, result, at=()):
    return ir.Ending(src(label), at, when, result)


WIN = ir.Winners("p", equal(P, MOVER))
TALLY = ir.Scores("p", ir.Get("score", (P,)))


@pytest.mark.parametrize(
    ("result", "returns"),
    [
        (WIN, (1, -1)),
        (ir.Winners("p", YES), (0, 0)),
        (ir.Winners("p", NO), (0, 0)),
        (TALLY, (1, 0)),
    ],
)
def test_returns(result, returns):
    interpreter = stepped(run("work", ONE_MORE, next=1), WAIT, endings=(ending("done", YES, result),))
    position = resumed(interpreter, hand_1="AH").position
    assert position.result is not None
    assert position.result.returns == returns


def test_endings_are_read_after_labelled_steps_only():
    endings = (ending("done", YES, WIN),)
    hidden = stepped(run("", ONE_MORE, next=1), WAIT, endings=endings)
    assert resumed(hidden, hand_1="AH").position.result is None


def test_an_ending_at_steps_is_read_on_arriving_there():
    endings = (ending("done", equal(SCORE, num(1)), WIN, at=("check", "other")),)
    late = stepped(run("work", ONE_MORE, next=1), WAIT, run("check", ONE_MORE, next=1), endings=endings)
    assert resumed(late, hand_1="AH").position.result is None
    early = stepped(run("work", ONE_MORE, next=2), WAIT, run("check", ONE_MORE, next=1), endings=endings)
    position = resumed(early, hand_1="AH").position
    assert position.result is not None
    assert early.layout.value(position, "score", 0) == 1
    stands = replace(at(early, {"score": 1}, hand_1="AH"), step=2)
    assert early.resume(stands, Seeded(1)).position.result is not None
    assert early.resume(stands, Seeded(1), arriving=False).position.result is None


def test_unranked_endings_with_different_results_clash():
    endings = (ending("mine", YES, WIN), ending("yours", YES, ir.Winners("p", ir.Not(equal(P, MOVER)))))
    steps = (run("work", next=1), WAIT)
    fault = fault_of(resumed(stepped(*steps, endings=endings), hand_1="AH"))
    assert (fault.kind, [source.label for source in fault.sources]) == ("clash", ["mine", "yours", "work"])
    ranked = stepped(*steps, endings=endings, ending_order=(ir.Edge("yours", "mine"),))
    result = resumed(ranked, hand_1="AH").position.result
    assert result is not None
    assert (result.ending, result.returns) == ("yours", (-1, 1))
    alike = stepped(*steps, endings=(endings[0], replace(endings[0], source=src("twin"))))
    turn = resumed(alike, hand_1="AH")
    assert [event.label for event in turn.events if event.kind == "ending"] == ["mine", "twin"]


def test_running_out_of_steps_is_a_gap():
    assert fault_of(resumed(stepped(run("work", next=1)))).kind == "gap"


def test_no_move_without_a_pass_is_stuck():
    fault = fault_of(resumed(stepped(replace(WAIT, act=ir.Ask(("play",), False, None))), hand_1=""))
    assert (fault.kind, [source.label for source in fault.sources]) == ("stuck", ["wait"])
    assert "player 1" in fault.sentence


def test_steps_that_come_back_to_the_same_position_are_endless():
    interpreter = stepped(run("tick", next=1), run("tock", next=0))
    fault = fault_of(resumed(interpreter))
    assert (fault.kind, [source.label for source in fault.sources]) == ("endless", ["tick", "tock"])
    # A step before the circle is no part of it.
    late = stepped(run("first", next=1), run("tick", next=2), run("", next=1))
    assert [source.label for source in fault_of(resumed(late)).sources] == ["tick"]


def test_nothing_is_read_after_a_pass():
    # The step without a label makes the ending true, and neither it nor the pass reads endings.
    endings = (ending("done", equal(SCORE, num(1)), WIN),)
    interpreter = stepped(
        replace(WAIT, next=1), run("", ONE_MORE, next=2), replace(WAIT, next=3), WAIT, endings=endings
    )
    turn = interpreter.apply(resumed(interpreter, hand_1="AH").position, PASS, Seeded(1))
    turn = interpreter.apply(turn.position, PASS, Seeded(1))
    assert (turn.position.step, turn.position.result) == (3, None)
    assert interpreter.layout.value(turn.position, "score", 0) == 1


def test_luck_may_lead_out_of_a_circle():
    again = ir.Step(src("again"), ir.Branch(equal(ir.EndCard("top", STOCK), ir.Lit(0, ir.Card())), 2, 0), 0)
    interpreter = stepped(run("mix", ir.Shuffle(STOCK), next=1), again, WAIT)
    assert resumed(interpreter, hand_1="AS").position.fault is None


def test_a_circle_that_luck_never_leaves_is_cut_off(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 50)
    fault = fault_of(resumed(stepped(run("mix", ir.Shuffle(STOCK), next=0))))
    assert (fault.kind, "50 steps" in fault.sentence) == ("endless", True)


def test_a_lost_card_is_noticed(monkeypatch):
    def losing(self, zone):
        cell = self._m.cell(zone.zone, zone.index)

        def lose(f):
            f.cells[cell(f)] = f.cells[cell(f)][1:]

        return lose

    monkeypatch.setattr(EffectCompiler, "_shuffle", losing)
    fault = fault_of(resumed(stepped(run("mix", ir.Shuffle(STOCK), next=1), WAIT)))
    assert (fault.kind, "AH" in fault.sentence) == ("lost_card", True)


def test_a_first_value_out_of_range_is_an_overflow():
    high = ir.FieldDecl(src("high"), (), INT, 0, 3, num(4))
    turn = Interpreter(replace(GAME, fields=(*FIELDS, high))).start(Seeded(1))
    assert fault_of(turn).kind == "overflow"


def test_an_undefined_first_value_is_a_fault():
    top = ir.FieldDecl(src("first"), (), PLAYER, 0, 0, ir.Beside(ir.Lit(ir.NOBODY, ir.Symbol("player", True)), 1))
    assert fault_of(Interpreter(replace(GAME, fields=(*FIELDS, top))).start(Seeded(1))).kind == "undefined"


def test_the_mover_is_there_without_being_declared():
    interpreter = Interpreter(replace(GAME, fields=FIELDS[1:]))
    assert interpreter.evaluate(MOVER, interpreter.initial()) == 0
    assert interpreter.start(Seeded(3)).position.fault is None


def test_layouts_refuse_what_is_no_game():
    with pytest.raises(ValueError, match="starts with the deck"):
        Layout(replace(GAME, zones=GAME.zones[1:]))
    with pytest.raises(ValueError, match="holds cards"):
        Layout(replace(GAME, fields=(ir.FieldDecl(src("bag"), (), ir.Cards(False), 0, 0, num(0)),)))
    with pytest.raises(IndexError):
        Layout(GAME).cell("hand", (2,))
    with pytest.raises(IndexError):
        Layout(GAME).slot("score")


def test_turns_begin_where_again_leads():
    assert Interpreter(GAME).turns_begin() == {1}
    assert STEPS[1].again == 1


def test_faults_of_moves_leave_the_position_as_it_was():
    interpreter = with_steps()
    broken = replace(
        GAME, actions=(replace(GAME.actions[0], effects=(ONE_MORE, ir.Draw(num(99), STOCK, HAND, False))),)
    )
    interpreter = Interpreter(replace(broken, endings=(OUT,)))
    position = at(interpreter, heap="4H", hand_1="AH")
    turn = interpreter.apply(position, Move("play", (0,)), Seeded(1))
    assert [source.label for source in fault_of(turn).sources] == ["play"]
    assert replace(turn.position, fault=None) == position
    assert player(0) == GAME.fields[0].start
