"""What no game that comes with Hoyle does, and random rule files do seldom: every exported engine has it right."""

from dataclasses import replace

import pytest

from engine.core.pipelines import for_python
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from engine.python.module import python_of
from hoyle.api import load
from spec.ir import nodes as ir
from tests.conformance.harness import SOME, agreeing
from tests.engine.games import GAME, HAND, MOVER, PLAY, POINTS, STEPS, STOCK, YES, C, equal, num, run, src
from tests.everyday import one_in
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both

ROW, HEAP = ir.Place("row", (ir.Lit(0, ir.Symbol("pile")),)), ir.Place("heap", ())
MOVER_NUMBER = ir.Ordinal(MOVER)
SAME = ir.Assign("mover", (), MOVER)


def after_each_move(*effects: ir.Effect, groups: tuple[ir.Group, ...] = ()) -> ir.Game:
    """The small game in which something is done after each move."""
    before = STEPS[2].act
    assert isinstance(before, ir.Run)
    return replace(GAME, steps=(*STEPS[:2], run("pass_on", *effects, *before.effects, next=1, again=1)), groups=groups)


def decided(*clauses: tuple[ir.Effect, ...]) -> ir.Game:
    """The small game in which several clauses, none above another, decide what is done after each move."""
    outcomes = tuple(ir.Outcome(src(f"way_{i}"), YES, effects) for i, effects in enumerate(clauses))
    return after_each_move(ir.Resolve("ways", ()), groups=(ir.Group(src("ways"), (), outcomes, ()),))


ONE_EACH = replace(POINTS, values=tuple(values[:1] for values in POINTS.values))
TO_FIVE = ir.Permit(src("to_five"), ir.CanTotal("points", HAND, num(5)))
NEVER_LESS = ir.Permit(src("never_less"), ir.And((ir.Compare("<", num(-1), ir.Size(STOCK)), equal(C, C))))
NEVER = ir.Forbid(src("never"), ir.Or((ir.Compare("!=", C, C), ir.Compare("<", MOVER_NUMBER, MOVER_NUMBER))))
HEAP_CARDS = ir.Combine("common", HEAP, HEAP)
EITHER = ir.If(equal(MOVER_NUMBER, num(1)), HAND, ir.Combine("without", HAND, ir.Just(ir.Lit(0, ir.Card()))))
ALSO = ir.Param("d", ir.Card(), ir.ChooseCard(EITHER, blind=False))
RED = ir.Compare("=", ir.Attr("colour", ir.Var("v", ir.Card())), ir.Lit(0, ir.Symbol("colour")))
IN_CASES = ir.If(equal(MOVER_NUMBER, num(1)), RED, ir.Not(RED))
THIRDS = ir.Arith("//", ir.Arith("-", num(2), ir.Size(STOCK)), num(3))
GAMES = {
    "drawn onto itself": after_each_move(ir.Draw(num(3), STOCK, STOCK, True)),
    "can be, of cards with one value": replace(
        GAME, tables=(ONE_EACH,), actions=(replace(PLAY, clauses=(*PLAY.clauses, TO_FIVE)),)
    ),
    "what is always so": replace(
        GAME,
        actions=(
            replace(
                PLAY,
                clauses=(*PLAY.clauses, NEVER_LESS, NEVER),
                order=(*PLAY.order, ir.Edge("never_less", "no_three")),
            ),
        ),
    ),
    "can be, of cards with several": replace(GAME, actions=(replace(PLAY, clauses=(*PLAY.clauses, TO_FIVE)),)),
    "a move that clauses only forbid": replace(
        GAME,
        actions=(PLAY, replace(PLAY, source=src("rest"), clauses=PLAY.clauses[2:], order=())),
        steps=(STEPS[0], replace(STEPS[1], act=ir.Ask(("rest", "play"), False, ())), STEPS[2]),
    ),
    "chosen from one set of cards or another": replace(
        GAME, actions=(replace(PLAY, params=(replace(PLAY.params[0], choice=ALSO.choice), ALSO)),)
    ),
    "for each of what is asked in cases": after_each_move(
        ir.ForEach(
            "v",
            ir.OverCards(ir.If(equal(MOVER_NUMBER, num(1)), HAND, HEAP_CARDS)),
            IN_CASES,
            (ir.Assign("score", (MOVER,), ir.Ordinal(ir.Attr("rank", ir.Var("v", ir.Card())))),),
        ),
    ),
    "rounded down below zero": after_each_move(ir.Assign("score", (MOVER,), ir.Arith("+", num(7), THIRDS))),
    "an empty pile shuffled, or not": decided((ir.Shuffle(ROW),), ()),
    "a pile shuffled by both": decided((ir.Shuffle(STOCK),), (ir.Shuffle(STOCK), SAME)),
    "other piles shuffled": decided((ir.Shuffle(STOCK), ir.Shuffle(ROW)), (ir.Shuffle(ROW), ir.Shuffle(STOCK))),
    "the same pile in another order": decided(
        (ir.Shuffle(STOCK),), (ir.Draw(num(2), STOCK, STOCK, True), ir.Shuffle(STOCK))
    ),
}
"""Unranked clauses have to come to the same by the same luck; the interpreter says whether they do."""
STOPS = {"an empty pile shuffled, or not", "other piles shuffled"}


def fault_of(game: ir.Game) -> str:
    """The kind of fault after the first move."""
    interpreter = Interpreter(game)
    luck = Seeded(7)
    turn = interpreter.start(luck)
    turn = interpreter.apply(turn.position, turn.moves[0], luck)
    return turn.position.fault.kind if turn.position.fault else ""


@pytest.mark.parametrize("name", GAMES)
def test_the_interpreter_says_whether_play_stops(name):
    assert fault_of(GAMES[name]) == ("clash" if name in STOPS else "")


@pytest.mark.parametrize("name", GAMES)
def test_python_agrees(name):
    game = GAMES[name]
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=24)[0] == SOME


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_javascript_agrees(name, tmp_path):
    assert agreeing(GAMES[name], javascript_engine(GAMES[name], tmp_path), SOME, most=24)[0] == SOME


@needs_compiler
@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_c_agrees(name, tmp_path):
    game = GAMES[name]
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=24)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=24) for seed in range(8)) > 0


def test_cards_with_one_value_are_added_up():
    text = python_of(for_python(GAMES["can be, of cards with one value"]), "a test")
    assert "can_total" not in text
    assert "can_total(POINTS, " in python_of(for_python(GAMES["can be, of cards with several"]), "a test")


@needs_compiler
def test_a_jump_leaves_the_clauses_that_it_stands_in(tmp_path):
    """What goes wrong after a jump, as an ending is read, lies at the step and no more at the clause that jumped."""
    part = ir.Cited(src("part"), (ir.Assign("mover", (), ir.Beside(MOVER, 1)), ir.Jump("again")))
    least = ir.Extreme("least", "n", ir.OverNumbers(num(1), num(0)), YES, num(1))
    second = ir.And((equal(ir.Size(HEAP), num(1)), equal(MOVER_NUMBER, num(2))))
    stops = ir.Ending(src("stops"), (), second, ir.Scores("p", least))
    game = replace(GAME, steps=(*STEPS[:2], run("pass_on", part, next=1, again=1, end_turn=2)), endings=(stops,))
    interpreter = Interpreter(game)
    turn = interpreter.start(Seeded(1))
    fault = interpreter.apply(turn.position, turn.moves[0], Seeded(2)).position.fault
    assert fault is not None
    assert [source.label for source in fault.sources] == ["stops", "pass_on"]
    assert play_both(interpreter, library_of(game, QUICK).table(), 1, most=3) == 1
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 6, most=20)[0] == 6


TAKEN = """
game "Cards that are owed":
  players 2
  deck A..9 of hearts, spades

zones:
  pack: stack, face down, starts with every card
  heap: stack, face up

state:
  owed: 0 to 4, starts at 0

values price:
  A is 2
  3 is 1
  others are 0

move turn_up:
  permit any
  does:
    draw up to 1 card from pack to heap
    decide laid(top of heap)

outcome laid(c: card):
  court when price of c > 0: owed becomes price of c
  all_paid when owed = 1:
    owed becomes 0
    end the turn
  still_owing when owed > 1:
    add -1 to owed
    go again
  plain otherwise: end the turn
  precedence court > all_paid > plain
  precedence court > still_owing > plain

ends:
  out at act when pack is empty: mover wins

play:
  step deal: shuffle pack
  turns from player 1:
    choice act: mover does turn_up
"""


@needs_compiler
def test_a_clause_after_which_play_goes_on_stands_above_others_that_jump(tmp_path):
    """Only where every clause above it jumps, the last one may do without its `else`."""
    game = load(write(tmp_path, TAKEN)).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=24)[0] == SOME
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=24)[0] == SOME
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=24)[0] == SOME
