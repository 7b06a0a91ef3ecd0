"""Rankings of small games whose longest play was counted by hand, and what spoils them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import play_random
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.everyday import FULL
from tests.verify_smt.small import HEAD, game
from verify.obligations.verdict import Lengths, exit_code, strongest
from verify.random.random_play import play_games, results
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.ending import Ranking, ending_result, ranked
from verify.smt.prove.invariants import Inductive, Prover, seen_at_random
from verify.smt.prove.ranking_functions import cards_of
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course
from verify.smt.transition.transition import Effects


def ranking(rules: ir.Game) -> tuple[Ranking | None, str]:
    course, asker = Course(Encoder(rules)), Asker()
    return ranked(course, asker, Inductive(passages=Prover(course, asker).ways_on()))


TWO = """move lay(c: card from hand of mover):
  permit any_card
  does put: move c from hand of mover to heap

move mark:
  permit once when seen is low
  does note: seen becomes high

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay, mark
"""


def test_a_card_a_turn_and_a_field_that_settles():
    found, why = ranking(game(HEAD + TWO))
    assert why == ""
    assert found is not None
    # 12 cards may be laid at most, and `mark` comes once in all, each in a turn of its own; and the first turn.
    assert 1 + 6 <= found.turns() <= 1 + 13 + 12 + 2 * 13
    assert "lay takes a card from hand for good" in found.sentence()
    assert "mark sets seen to high" in found.sentence()


UP = TWO.replace(
    "does note: seen becomes high", "does note: seen becomes high; move everything from heap to hand of mover"
)
BACK = TWO.replace("permit once when seen is low", "permit at_will").replace(
    "does note: seen becomes high",
    "does note:\n    if seen is low: seen becomes high\n    if heap is empty: seen becomes low",
)


@pytest.mark.parametrize("text", [TWO.replace(" when seen is low", ""), BACK])
def test_a_dropped_guard_spoils_the_ranking(text: str):
    assert ranking(game(HEAD + text))[0] is None


def test_cards_that_come_back_once_are_ranked_by_what_lets_them_come_back():
    found, why = ranking(game(HEAD + UP))
    assert why == ""
    assert found is not None
    assert found.levels[0].measure.words.startswith("sets seen to high")


AT_TIMES = TWO.replace("when seen is low", "when seen is low or n < 3").replace(
    "does note: seen becomes high",
    "does note:\n    if seen is low: seen becomes high\n    otherwise: add 1 to n",
)


def test_levels_that_shrink_only_at_times():
    found, why = ranking(game(HEAD.replace("state:\n", "state:\n  n: 0 to 3, starts at 0\n") + AT_TIMES))
    assert why == ""
    assert found is not None
    assert "if not each time; else mark makes n larger" in found.sentence()


def test_a_move_that_leaves_its_card_behind_is_not_ranked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Effects, "_less", lambda effects, held, cards: held)
    assert ranking(game(HEAD + TWO))[0] is None


def test_a_bound_counts_every_level():
    found, _ = ranking(game(HEAD + TWO))
    assert found is not None
    (top,) = found.levels
    wider = replace(top.measure, most=top.measure.most * 2)
    more = Ranking(found.edges, [type(top)(top.edges, wider, top.lower, top.rest, top.inner)])
    assert more.turns() > found.turns()
    assert more.decisions() > found.decisions()


def test_cards_of_zones_are_compared_as_sets():
    enc = Encoder(game(HEAD + TWO))
    before, after = enc.space.arbitrary("x"), enc.space.arbitrary("y")
    measure = cards_of(enc, "heap", frozenset(enc.layout.cells_of("heap")))
    asker = Asker()
    both = (measure.same(before, after), measure.larger(before, after))
    assert asker.ask("may be both", both) == "sat"
    assert (
        asker.ask("nothing grows in nothing", (measure.same(before, before), measure.larger(before, before))) == "unsat"
    )


# ---------------------------------------------------------------- shipped games

QUICK = ("leduc_poker", "crazy_eights", "hearts")
LONG = ("twentyone", "pigeon", "corners")
NAMES = QUICK + LONG if FULL else QUICK


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_game_that_ends_is_proved_to_end(name: str):
    rules = load_file(name, {}).game
    assert rules is not None
    enc = Encoder(rules)
    course, asker = Course(enc), Asker()
    prover = Prover(course, asker)
    found = prover.prepare(seen_at_random(enc.interpreter))[0] if name in LONG else Inductive(passages=prover.ways_on())
    proved, why = ranked(course, asker, found)
    assert why == ""
    assert proved is not None
    # Thirteen tricks of four cards, three cards passed by each, and the turns of the set-up.
    assert name != "hearts" or 52 <= proved.turns() <= 110


# ---------------------------------------------------------------- turns as play counts them

COUNTED = HEAD.replace("state:\n", "state:\n  n: 0 to 9, starts at 0\n")
WITHOUT_CHOICE = """  turns from player 1 until n = 9:
    step count: add 1 to n
"""
AT_OVER = TWO.replace("out when hand of mover is empty: mover wins", "out at over: mover wins")
SEATS = "  turns from player 1:\n    choice act: mover does lay, mark\n"
TURNS = {
    "turns without a choice at the end": AT_OVER.replace(SEATS, "  choice act: player 1 does lay\n")
    + WITHOUT_CHOICE
    + "  step over: nothing\n",
    "turns without a choice at the beginning": TWO.replace("  turns from", WITHOUT_CHOICE + "  turns from"),
    "turns that begin anew": TWO.replace(
        "does put: move c from hand of mover to heap",
        "does put:\n    move c from hand of mover to heap\n    if n < 5:\n      add 1 to n\n      go again",
    ),
    "turns that nobody can make use of": AT_OVER.replace(
        SEATS,
        WITHOUT_CHOICE + "    choice act: mover may do lay\n  step over: nothing\n",
    ).replace("permit any_card", "permit any_card when mover is player 1"),
}


@pytest.mark.parametrize("name", TURNS)
def test_no_play_has_more_turns_than_are_proved(name: str):
    rules = game(COUNTED + TURNS[name])
    interpreter = Interpreter(rules)
    tally = play_games(interpreter, 40, seed=1)
    assert tally.ended == 40
    assert tally.longest.turns == max(play_random(interpreter, derive(1, Domain.GAME, i)).turns for i in range(40))
    found, why = ranking(rules)
    assert why == ""
    assert found is not None
    assert tally.longest.turns <= found.turns()
    assert tally.longest.decisions <= found.decisions()


def test_a_bound_that_a_play_exceeds_is_an_internal_error():
    rules = game(COUNTED + TURNS["turns without a choice at the end"])
    interpreter = Interpreter(rules)
    found = results(interpreter, play_games(interpreter, 10, seed=1), 1, 0.0)
    course = Course(Encoder(rules))
    proved, *_ = ending_result(course, Asker(), Inductive(passages=Prover(course, Asker()).ways_on()))
    assert proved.most is not None
    assert exit_code(strongest([*found, proved])) != 4
    assert proved.most.turns >= 9
    wrong = replace(proved, most=Lengths(8, 99))
    assert exit_code(strongest([*found, wrong])) == 4
