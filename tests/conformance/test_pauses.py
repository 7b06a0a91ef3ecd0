"""Pauses, in which all look at the table: in every engine, in terms, in mutants and in the rulebook."""

from dataclasses import replace

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import observe
from engine.luck.chance import Seeded
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from spec.ir.fold import NO
from spec.ir.pauses import GO_ON, is_pause
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import compared, played
from verify.mutation.mutate import mutants
from verify.smt.encode.expressions import Encoder

TEXT = """game "Pairs":
  players 2
  deck A..4 of clubs, hearts

zones:
  deck: stack, face down, starts with every card
  spot[8]: stack, face down
  up: stack, face up
  won[player]: set, face up

move turn_up(s: spot):
  permit there when s is not empty
  does: move top of s from s to up

outcome judge:
  pair when size of up = 2 and rank of top of up is rank of bottom of up: move everything from up to won of mover
  none otherwise: move everything from up under spot 1

ends:
  over at back when size of won of mover > 3: every player p scores size of won of p
  long at back when size of spot 1 > 6: nobody wins

play:
  step deal:
    shuffle deck
    for each spot s: draw 1 card from deck to s
  turns from player 1:
    choice one: mover does turn_up
    choice two: mover may do turn_up
    pause look
    step back: decide judge
    pause again when up is not empty
"""


@pytest.fixture(scope="module")
def rules():
    return game_of(TEXT)


def test_every_engine_agrees(rules, tmp_path):
    assert python_agrees(Interpreter(rules), python_engine(rules), range(SOME), most=60)[0] == SOME
    assert agreeing(rules, javascript_engine(rules, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
def test_c_agrees(rules, tmp_path):
    assert agreeing(rules, [built(written(rules, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(rules), library_of(rules, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 0


def unstopped(step):
    """A pause that play goes past."""
    return replace(step, act=ir.Run(())) if step.source.label == "look" else step


def test_an_engine_that_does_not_stop_is_noticed(rules):
    wrong = replace(rules, steps=tuple(map(unstopped, rules.steps)))
    assert wrong != rules
    with pytest.raises(Differs):
        python_agrees(Interpreter(rules), python_engine(wrong), range(4), most=60)


def test_all_see_what_lies_open(rules):
    """Without the pause nobody would: the cards are turned back before anybody has to choose."""

    def seen_at(game: ir.Game) -> set[str]:
        interpreter = Interpreter(game)
        turn = interpreter.start(Seeded(1))
        up = next(i for i, c in enumerate(interpreter.layout.cells) if c.name == "up")
        seen = set()
        for _ in range(6):
            other = 1 - turn.position.fields[0]
            if len(observe(interpreter.layout, turn.position, other).views[up].cards or ()) == 2:
                seen.add(game.steps[turn.position.step].source.label)
            turn = interpreter.apply(turn.position, turn.moves[0], Seeded(1))
        return seen

    assert seen_at(rules) == {"look"}
    assert seen_at(replace(rules, steps=tuple(map(unstopped, rules.steps)))) == set()


def test_terms_agree(rules):
    enc = Encoder(rules)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_the_rulebook_tells_the_pause_and_no_move(rules):
    page = to_markdown(rulebook(rules))
    assert "**Look.** All look at what lies open, and then play goes on." in page
    assert "**Again.** If the up is not empty, all look at what lies open, and then play goes on." in page
    assert "go on](" not in page
    assert "### Go on" not in page


def test_a_move_of_that_name_that_does_something_is_no_pause(rules):
    """What an author offers beside it, or forbids, is told as a move."""
    actions = {a.source.label: a for a in rules.actions}
    look = next(s.ask for s in rules.steps if s.source.label == "look")
    assert is_pause(rules, look)
    never = replace(actions[GO_ON], clauses=(replace(actions[GO_ON].clauses[0], when=NO),))
    other = replace(rules, actions=(actions["turn_up"], never))
    assert not is_pause(other, look)
    assert "### Go on" in to_markdown(rulebook(other))
    assert not is_pause(rules, replace(look, may=True))


def test_a_pause_that_stops_play_is_a_mutant(rules):
    assert any("seen" in str(m) or GO_ON in str(m) for m in mutants(rules))
