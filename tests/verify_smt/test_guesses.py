"""Guesses that every way on keeps, and measures that none raises: what they prove, and what is wrong is noticed."""

from __future__ import annotations

from time import perf_counter

import pytest

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.index import index_of
from tests.oracle.trial import loaded
from tests.verify.small import text
from verify.obligations.verdict import Result
from verify.smt.counting import guesses, ranking
from verify.smt.counting.abstraction import as_a_whole
from verify.smt.counting.claims import counting
from verify.smt.counting.counted import Counting, fields_counted
from verify.smt.counting.facts import Nothing
from verify.smt.counting.guesses import Atom, Guess, Guessed, Kept
from verify.smt.counting.positions import passed, played
from verify.smt.counting.quantities import Measure
from verify.smt.counting.ranking import NotRanked, ranked
from verify.smt.counting.recheck import Recheck
from verify.smt.counting.views import View
from verify.smt.solvers.solver import SolversDisagree

SECONDS = 15.0


def game_of(rules: str) -> ir.Game:
    made = loaded(rules)
    assert made is not None
    assert made.game is not None
    return made.game


def view_of(game: ir.Game) -> View:
    interpreter = Interpreter(game)
    whole = (frozenset(range(len(interpreter.layout.deck))),)
    fields = fields_counted(game, interpreter.layout)
    return View(interpreter, Counting(index_of(game), interpreter.layout, whole, fields))


def guessing(game: ir.Game) -> View:
    """A view with what was guessed and kept beside hulls that are told as a whole."""
    view = view_of(game)
    points = played(game, 1, 40, perf_counter() + SECONDS).points(view.counting)
    assert not view.find(points, perf_counter() + SECONDS, as_a_whole)
    view.guess(points, perf_counter() + SECONDS)
    return view


def in_words(view: View) -> set[str]:
    assert view.guessed is not None
    names = [view.counting.words(key) for key in view.counting.keys]
    return {guess.words(names) for own in view.guessed.at.values() for guess in own.values()}


def said(rules: str) -> dict[str, Result]:
    return {r.obligation.subject: r for r in counting(game_of(rules), 6.0)}


# ---------------------------------------------------------------- what is guessed


def test_a_measure_is_the_same_at_a_point_and_as_a_term():
    for measure, at, value in (
        (Measure("sum", (0, 2)), (3, 1, 4), 7),
        (Measure("filled", (0, 1, 2)), (3, 0, 4), 2),
        (Measure("named", (0, 1), 2), (3, 5, 1), 5),
        (Measure("named", (0, 1), 2), (3, 5, -1), 0),
    ):
        assert measure.value(at) == value
        assert measure.term(at) == value


PRIZE = text(
    game="players 2\n  deck A 2 3 of hearts, spades",
    state="state:\n  prize: 0 to 2, starts at 2\n  points[player]: 0 to 2\n",
    deal="for each player p: draw 3 cards from deck to hand of p",
    put="\n    move c from hand of mover to heap\n    if hand of mover is empty:\n      points of mover becomes prize\n"
    "      prize becomes prize - 1",
    ends="out when every player p has hand of p is empty: nobody wins",
    more="claim one_each: always (sum of points of p over player p) <= 3\n"
    "claim none_yet: never some player p with points of p > 0 and hand of p is not empty\n"
    "claim three: always (sum of points of p over player p) <= 2",
)


def test_what_holds_of_each_player_by_itself_is_guessed_and_kept():
    assert "points[1] <= 0 where hand[1] >= 1" in in_words(guessing(game_of(PRIZE)))
    found = said(PRIZE)
    assert {name: found[name].verdict for name in ("one_each", "none_yet", "three")} == {
        "one_each": "proved",
        "none_yet": "proved",
        "three": "unknown",
    }


def test_what_is_not_kept_is_no_fact():
    view = view_of(game_of(text(more="claim low: always size of heap <= 4")))
    found = Guessed(view.counting, view.clauses, lambda: False, Nothing())
    (heap,) = (i for i, key in enumerate(view.counting.keys) if view.counting.words(key) == "heap")
    true, false = (Guess(Atom(Measure("sum", (heap,)), "<=", most)) for most in (4, 1))
    for place in (-2, *range(len(view.course.game.steps))):
        found.at[place] = {0: true, 1: false}
    found.keep()
    kept = found.kept()
    assert true in {guess for own in kept.at.values() for guess in own}
    assert all(false not in kept.at[c.target] for c in view.clauses if c.name.startswith("lay"))
    assert Recheck(perf_counter() + SECONDS).kept(kept, view.clauses)


def test_as_many_guesses_are_believed_as_a_claim_needs():
    view = guessing(game := game_of(PRIZE))
    proof = view.by_guesses(view.readings(game.claims[0]))
    assert proof is not None
    assert isinstance(proof.more, Kept)
    assert view.guessed is not None
    needed, every = (sum(map(len, at.values())) for at in (proof.more.at, view.guessed.at))
    assert 0 < needed < every
    assert view.believed(proof, played(game, 2, 5, perf_counter() + SECONDS), Recheck(perf_counter() + SECONDS))
    assert view.by_guesses(view.readings(game.claims[2])) is None


def test_a_guess_that_is_kept_wrongly_ends_all_proofs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Guessed, "keep", lambda self: None)
    rules = PRIZE.replace("points of p over player p) <= 2", "points of p over player p) <= 1")
    view = guessing(game := game_of(rules))
    assert view.guessed is not None
    low = Guess(Atom(Measure("sum", tuple(_at(view, f"points[{n}]") for n in (1, 2))), "<=", 1))
    view.guessed.at = {place: {0: low} for place in (-2, *range(len(game.steps)))}
    monkeypatch.setattr(
        Guessed, "_used", lambda self, asked, source, more: {0} if source >= -2 and source != -1 else set()
    )
    proof = view.by_guesses(view.readings(game.claims[2]))
    assert proof is not None
    with pytest.raises(SolversDisagree):
        view.believed(proof, played(game, 2, 0, 0.0), Recheck(perf_counter() + SECONDS))


def _at(view: View, name: str) -> int:
    (found,) = (i for i, key in enumerate(view.counting.keys) if view.counting.words(key) == name)
    return found


def test_without_time_nothing_is_kept():
    view = view_of(game := game_of(PRIZE))
    points = played(game, 1, 40, perf_counter() + SECONDS).points(view.counting)
    found = guesses.guessed(view.counting, view.clauses, points, lambda: True, Nothing())
    assert not any(found.at.values())


# ---------------------------------------------------------------- that every play ends

PASSING = text(
    state="state:\n  passed[player]: yes or no\n",
    moves="lay, pass_on",
    deal="for each player p: draw 2 cards from deck to hand of p",
    put="\n    move c from hand of mover to heap\n    for each player p: passed[p] becomes no",
    ends="out when every player p has hand of p is empty: nobody wins\n"
    "  tired when every player p has passed[p]: nobody wins",
    more="move pass_on:\n  permit any when not passed[mover]\n  does note: passed[mover] becomes yes\n\n"
    "claim over: every game ends",
)
ROUND = PASSING.replace("passed[mover] becomes yes", "passed[mover] becomes no")


def test_passing_that_a_card_takes_back_is_ranked_below_cards():
    found = said(PASSING)["over"]
    assert found.verdict == "proved"
    assert "passed[1] + passed[2] grows" in found.by or "how many are not 0 of passed" in found.by


def test_what_may_go_round_is_not_ranked():
    assert "over" not in said(ROUND)


def ranked_by(game: ir.Game) -> tuple[View, tuple[ranking.Level, ...]]:
    view = view_of(game)
    steps = [view.step(one) for one in passed(game, 1, 20, perf_counter() + SECONDS)]
    return view, ranked(view.counting, view.clauses, Nothing(), steps, lambda: False)


def test_steps_of_play_that_raise_a_measure_are_not_allowed():
    game = game_of(PASSING)
    view, levels = ranked_by(game)
    steps = [view.step(one) for one in passed(game, 2, 20, perf_counter() + SECONDS)]
    assert all(level.allows(step) for level in levels for step in steps)
    back = [ranking.Step(s.source, s.target, s.after, s.before) for s in steps if s.before != s.after]
    assert not all(level.allows(step) for level in levels for step in back)


def test_what_is_not_asked_for_is_seen_by_another_solver(monkeypatch: pytest.MonkeyPatch):
    game = game_of(ROUND)
    with pytest.raises(NotRanked):
        ranked_by(game)
    monkeypatch.setattr(ranking._Finder, "_fit", lambda self, clauses, ties: list(self.ways)[:1])
    monkeypatch.setattr(ranking._Finder, "_may", lambda self, clause, ties, how: False)
    view, levels = ranked_by(game)
    questions = tuple(one for level in levels for one in level.questions())
    with pytest.raises(SolversDisagree):
        Recheck(perf_counter() + SECONDS).kept(Nothing(), questions)
    assert not view.follows(Nothing(), questions)


# ---------------------------------------------------------------- what hangs on more than a card

BY_CASE = text(
    state="state:\n  mark: low | high, starts at low\n",
    put="move c from hand of mover to heap; mark becomes random",
    more="define counts(c: card): (c is A and mark is high) or (c is 2 and mark is low)\n\n"
    "claim two: always (number of c in heap with counts(c)) <= 2\n"
    "claim one: always (number of c in heap with counts(c)) <= 1\n"
    "claim own: always every c in heap has (number of d in heap with rank of d is rank of c) >= 1\n"
    "claim pair: always every c in heap has (number of d in heap with rank of d is rank of c) >= 2",
)


def test_what_hangs_on_a_field_or_another_card_is_told_case_by_case():
    found = said(BY_CASE)
    assert {name: found[name].verdict for name in ("two", "one", "own", "pair")} == {
        "two": "proved",
        "one": "unknown",
        "own": "proved",
        "pair": "unknown",
    }


def test_which_piles_hold_cards_is_not_true_of_a_card_in_every_position():
    rules = text(
        state="  pile[2]: row of stacks, face up\n",
        deal="draw 1 card from deck to pile 1\n    draw 2 cards from deck to hand of player 1",
        ends="out when hand of player 1 is empty: nobody wins",
        more="claim none: never (number of c in pile 1 with c is red and (some pile s with position of s = 1)) > 0",
    )
    assert said(rules)["none"].verdict == "unknown"
