"""Loops, leaks, orders and generated cases: each with a planted fault that is found and replays, and a clean twin."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import misplaced
from engine.logs.replay import from_json
from engine.logs.replay import replay as play_again
from engine.luck.chance import Scripted
from engine.processes.deadline import TimeUp
from tests.verify.small import game, text, verified
from verify.obligations.claims import Claims
from verify.obligations.visibility import open_form
from verify.random.commutation import commutation, sites
from verify.random.generated_cases import Trial, generated, run_cases
from verify.random.information_leaks import information_leaks
from verify.random.random_play import Lasso
from verify.random.strategies import decks, positions, values
from verify.run.task import Task
from verify.run.techniques import Plan
from verify.search.lassos import NoLuck, lasso, lassos

WAIT = {"more": "move wait:\n  permit always_so\n  does rest: nothing\n", "moves": "lay, wait"}
SHUFFLING = {"more": "move wait:\n  permit always_so\n  does mix: shuffle deck\n", "moves": "lay, wait"}
ONE_EACH = {"deal": "for each player p: draw 1 card from deck to hand of p"}


def task(folder, **parts):
    made = game(folder, **parts)
    return Task(made, (), {}, lambda settings: None, Plan(games=30, seed=1, cases=40))


def again(interpreter, witness):
    log = from_json(interpreter, witness.log)
    assert not isinstance(log, str)
    replayed = play_again(interpreter, log)
    assert replayed.problem == ""
    return replayed


# ---------------------------------------------------------------- loops


@pytest.mark.parametrize("claim", ["", "claim all_end: every game ends\n"])
def test_a_loop_of_free_choices_is_found_and_goes_once_round(tmp_path, claim):
    asked = task(tmp_path, **{**WAIT, "more": WAIT["more"] + "\n" + claim})
    result, surely = lassos(asked)
    assert (result.obligation.code, result.verdict) == ("claim" if claim else "ends", "refuted")
    assert (surely.obligation.code, surely.verdict) == ("ends-almost-surely", "refuted")
    # What the file claims of the end is what a run fails by; without a claim it is that play can be kept from its end.
    assert (result.obligation.fails, surely.obligation.fails) == (bool(claim), not claim)
    assert result.witness is not None
    assert result.witness.loop == 2
    turns = again(asked.interpreter, result.witness).turns
    assert turns[-1].position == turns[-1 - result.witness.loop].position


def test_no_loop_where_every_move_lays_a_card_or_asks_for_luck(tmp_path):
    assert list(lassos(task(tmp_path))) == []
    assert list(lassos(task(tmp_path, **SHUFFLING, **ONE_EACH))) == []


def test_random_play_finds_a_loop_and_none_across_a_shuffle(tmp_path):
    made = verified(tmp_path, text(**WAIT), plan=Plan(games=20, seed=1, each={"random play": 30.0}))
    (ends,) = [r for r in made if r.obligation.code == "ends"]
    assert (ends.verdict, ends.by) == ("refuted", "random play")
    made = verified(tmp_path, text(**SHUFFLING, **ONE_EACH), plan=Plan(games=20, seed=1, each={"random play": 30.0}))
    assert [r.verdict for r in made if r.obligation.code == "ends"] == ["tested"]


def test_luck_in_between_forgets_what_was_seen(tmp_path):
    position = Interpreter(game(tmp_path)).initial()
    seen = Lasso()
    assert [seen.closes(position, 0, 1), seen.closes(position, 2, 1), seen.closes(position, 3, 2)] == [0, 2, 0]


def test_the_search_for_a_loop_is_bounded(tmp_path):
    interpreter = Interpreter(game(tmp_path, **WAIT))
    start = interpreter.start(Scripted((), NoOrder()))
    assert lasso(interpreter, start.position, most=1) is None
    found = lasso(interpreter, start.position)
    assert found is not None
    assert [len(part) for part in found] == [0, 2]


class NoOrder(NoLuck):
    """Leaves the cards as they lie."""

    def shuffle(self, cards):
        return cards


# ---------------------------------------------------------------- leaks

PEEK = "permit anything when no d in hand of next player with d is 2"


def test_a_move_that_tells_of_another_hand(tmp_path):
    asked = task(tmp_path, permit=PEEK, **ONE_EACH, **WAIT)
    assert not open_form(asked.game)
    (result,) = information_leaks(asked)
    assert (result.verdict, [s.label for s in result.obligation.sources]) == ("refuted", ["lay"])
    assert result.witness is not None
    assert "which the player to move has not seen" in result.witness.sentence
    assert again(asked.interpreter, result.witness)


def test_what_a_move_may_ask(tmp_path):
    # One's own hand, what lies open, and how many cards another holds.
    fair = (
        "permit anything when size of hand of next player < 9 and (heap is empty or top of heap is red or c is black)"
    )
    asked = task(tmp_path, permit=fair)
    assert open_form(asked.game)
    assert [r.verdict for r in information_leaks(asked)] == ["proved", "tested"]


def test_asking_for_hidden_cards_without_learning_of_them(tmp_path):
    # The condition names the other hand, and always holds.
    asked = task(tmp_path, permit="permit anything when every d in hand of next player has (d is A or d is 2)")
    assert not open_form(asked.game)
    (result,) = information_leaks(asked)
    assert (result.verdict, "changed pairs of cards" in result.scope) == ("tested", True)


def test_a_loop_that_was_left_says_nothing_of_the_choice_behind_it(tmp_path):
    """Its condition leads on to the choice, or back; whether it holds decides nothing where the loop was left."""
    before = "  repeat until bottom of deck is A:\n    step early: leave the loop\n  choice begin: mover does lay\n"
    deal = {"deal": "for each player p: draw 1 card from deck to hand of p", "before": before}
    assert "refuted" not in [r.verdict for r in information_leaks(task(tmp_path, **deal))]


def test_a_hidden_card_that_its_player_has_seen_is_no_leak(tmp_path):
    # Whoever moves has seen the card on the heap before it was covered: it cannot have been another.
    hidden = {
        "state": "  past: stack, face down\n",
        "put": "move c from hand of mover to heap; move everything from heap to past",
        "permit": "permit anything when past is empty or rank of bottom of past is A or c is 2 or c is A",
        "ends": "out when size of past = 3: mover wins",
    }
    (result,) = information_leaks(task(tmp_path, **hidden))
    assert result.verdict in ("tested", "unknown")


# ---------------------------------------------------------------- orders

STATE = "\nstate:\n  lucky: player or nobody, starts at nobody\n"
PUT = "\n    move c from hand of mover to heap\n    for each player p{where}: lucky becomes p"


def test_a_loop_whose_order_matters(tmp_path):
    asked = task(tmp_path, state=STATE, put=PUT.format(where=""))
    assert sorted(site.source.label for site in sites(asked.game)) == ["deal", "put"]
    (result,) = commutation(asked)
    assert (result.verdict, [s.label for s in result.obligation.sources]) == ("refuted", ["put"])
    assert result.witness is not None
    assert result.witness.sentence == "in the other order lucky would be player 1"
    assert again(asked.interpreter, result.witness)


def test_a_loop_whose_order_is_told_does_not_count(tmp_path):
    asked = task(tmp_path, state=STATE, put=PUT.format(where=" from mover"))
    assert [site.source.label for site in sites(asked.game)] == ["deal"]
    (result,) = commutation(asked)
    assert (result.verdict, "effects reversed" in result.scope) == ("tested", True)


def test_dealing_in_another_order_is_the_same_to_those_who_know_no_card(tmp_path):
    (result,) = commutation(task(tmp_path))
    assert result.verdict == "tested"


def test_a_deal_goes_round_from_player_1(tmp_path):
    parts = {"game": "players 2\n  deck A 2 3 of hearts", "deal": "deal up to 2 cards from deck to each hand"}
    assert [r.verdict for r in commutation(task(tmp_path, **parts))] == ["proved"]


def test_a_short_stack_is_left_open(tmp_path):
    # Three cards for two hands of two: who gets one hangs on the order, and on cards that nobody knows.
    parts = {
        "game": "players 2\n  deck A 2 3 of hearts",
        "deal": "for each player p: draw up to 2 cards from deck to hand of p",
    }
    (result,) = commutation(task(tmp_path, **parts))
    assert result.verdict == "unknown"


def test_a_game_without_simultaneous_effects(tmp_path):
    parts = {"deal": "for each player p from player 1: draw 2 cards from deck to hand of p"}
    assert [r.verdict for r in commutation(task(tmp_path, **parts))] == ["proved"]


def test_cards_in_any_order_that_are_looked_at(tmp_path):
    both = {
        "put": "move c from hand of mover to heap; move everything from hand of mover to heap in any order",
        "ends": "red_top when heap is not empty and top of heap is hearts: mover wins\n"
        "  other when heap is not empty and top of heap is spades: next player wins",
    }
    asked = task(
        tmp_path,
        **{
            **both,
            "game": "players 2\n  deck A 2 3 of hearts, spades",
            "deal": "for each player p: draw 3 cards from deck to hand of p",
        },
    )
    (result,) = commutation(asked)
    assert (result.verdict, [s.label for s in result.obligation.sources]) == ("refuted", ["put"])


LAID = {
    "game": "players 2\n  deck A 2 3 of hearts, spades",
    "deal": "for each player p: draw 3 cards from deck to hand of p",
    "put": "\n    if heap is empty: move everything from hand of mover to heap in any order\n    otherwise: {taken}",
    "ends": "out when size of hand of mover >= 4: mover wins",
}


@pytest.mark.parametrize(
    ("taken", "verdict"),
    [
        ("move top of heap to hand of mover", "refuted"),
        ("move everything from heap to hand of mover", "tested"),
        ("shuffle heap; move top of heap to hand of mover", "tested"),
    ],
)
def test_cards_in_any_order_of_which_the_next_player_takes_some(tmp_path, taken, verdict):
    parts = {part: text.replace("{taken}", taken) for part, text in LAID.items()}
    (result,) = commutation(task(tmp_path, **parts))
    assert (result.verdict, [s.label for s in result.obligation.sources]) == (
        verdict, ["put"] if verdict == "refuted" else [],
    )  # fmt: skip
    if result.witness is not None:
        assert result.witness.sentence.startswith("in the other order hand of player")
        assert len(result.witness.moves) > 1


# ---------------------------------------------------------------- generated cases


def test_a_generated_play_is_as_short_as_can_be(tmp_path):
    asked = task(tmp_path, more="claim low: always size of heap < 2\n")
    broken = {r.obligation.subject: r for r in generated(asked) if r.verdict == "refuted"}
    assert list(broken) == ["low"]
    witness = broken["low"].witness
    assert witness is not None
    assert len(witness.moves) == 2
    assert again(asked.interpreter, witness)
    assert {r.verdict for r in generated(task(tmp_path))} == {"tested"}


def test_several_faults_are_found_one_after_the_other(tmp_path):
    asked = task(
        tmp_path,
        more="claim low: always size of heap < 1\n\nclaim flat: never heap is not empty\n",
        permit="permit anything when size of heap < 2",
    )
    results = {(r.obligation.code, r.obligation.subject): r for r in generated(asked)}
    lengths = {key: len(r.witness.moves) for key, r in results.items() if r.verdict == "refuted" and r.witness}
    assert lengths == {("claim", "low"): 1, ("claim", "flat"): 1, ("not-stuck", "play"): 2}


def test_what_nobody_looked_for_any_more_is_not_tested(tmp_path):
    """Six claims break in every case; after four of them no more cases are generated."""
    claims = "".join(f"claim c{n}: never size of heap = {n % 3 + 1}\n" for n in range(6))
    results = [r for r in generated(task(tmp_path, more=claims)) if r.obligation.code == "claim"]
    assert sorted(r.verdict for r in results) == ["refuted"] * 4 + ["unknown"] * 2


def test_generated_cases_repeat_by_seed(tmp_path):
    def run(seed):
        asked = task(tmp_path, more="claim low: always size of heap < 2\n")
        return [(r.verdict, r.witness) for r in generated(replace(asked, plan=replace(asked.plan, seed=seed)))]

    assert run(3) == run(3)


def test_no_time_for_cases(tmp_path):
    asked = task(tmp_path)
    (told,) = generated(replace(asked, until=0.0))
    assert (told.obligation.code, told.verdict, told.cut) == ("cut", "unknown", True)
    trial = Trial(asked.interpreter, Claims(asked.interpreter), until=0.0)
    run_cases(trial, 10, 1)
    assert trial.played == 0


def test_a_case_that_was_broken_off_tests_nothing(tmp_path, monkeypatch):
    asked = task(tmp_path, more="claim low: always size of heap <= 4\n")
    play, moves = asked.interpreter.apply, []

    def slow(last):
        def apply(position, move, chance):
            moves.append(move)
            if len(moves) > last:
                while perf_counter() < asked.until:
                    sleep(0.01)
                raise TimeUp
            return play(position, move, chance)

        return apply

    asked = replace(asked, until=perf_counter() + 0.3)
    monkeypatch.setattr(asked.interpreter, "apply", slow(2))
    (told,) = generated(asked)
    assert (told.obligation.code, told.verdict, told.cut) == ("cut", "unknown", True)
    moves.clear()
    asked = replace(asked, until=perf_counter() + 0.3)
    monkeypatch.setattr(asked.interpreter, "apply", slow(4))  # the first case has three moves
    assert {(r.verdict, r.scope) for r in generated(asked)} == {("tested", f"1 generated case, seed {asked.plan.seed}")}


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_strategies_make_what_the_types_hold(tmp_path_factory, data):
    interpreter = Interpreter(game(tmp_path_factory.mktemp("made"), state="\nstate:\n  laid: 0 to 3, starts at 0\n"))
    layout = interpreter.layout
    assert sorted(data.draw(decks(layout))) == list(range(4))
    position = data.draw(positions(interpreter))
    assert misplaced(position.cells, 4) == ()
    for kind in {z.type for z in interpreter.game.fields}:
        assert 0 <= data.draw(values(layout, kind, 0, 3)) <= 3
    # Whatever the position, asking for the legal moves does not raise.
    interpreter.legal_moves(position)
