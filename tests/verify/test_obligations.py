"""For each thing that a game owes, a planted fault that is refuted with a play that replays, and a clean twin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import pytest

from engine.interpreter.effects import EffectCompiler
from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json
from engine.logs.replay import replay as play_again
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from engine.processes.deadline import TimeUp
from hoyle.api import Game
from tests.verify.small import PLAN, game, load, of, text, verified
from verify.obligations.obligations import (
    FAULT_CODES,
    clause_obligations,
    fault_obligation,
    kind_of,
    reached_obligations,
)
from verify.random.random_play import UNPLAYED, Tally, play_games, results
from verify.run.plan import Plan
from verify.run.task import Task
from verify.run.techniques import verify
from verify.search.search import Reached, every_deal, search
from verify.search.search import results as search_results
from verify.search.shrink import EVERY_DEAL_UP_TO

OUTCOME = """outcome landed(c: card):
  {clauses}
"""
QUESTION = """question aces: "May an ace be laid?"
  reading freely "yes"
  reading late "only after a two"
  {ruling}
"""
ASKING = "permit anything when (aces is freely) or heap is not empty or c is 2"
COUNT = "\nstate:\n  laid: 0 to {most}, starts at 0\n"
ONE_EACH = {"deal": "for each player p: draw 1 card from deck to hand of p"}
WAITING = "  repeat until {until}:\n    step wait:\n      {act}\n"


@dataclass(frozen=True)
class Planted:
    """Parts of the rules with a fault, and the same parts without."""

    bad: dict[str, str]
    good: dict[str, str]
    sources: tuple[str, ...] = ()


def decided(clauses: str) -> dict[str, str]:
    return {
        "put": "move c from hand of mover to heap; decide landed(c)",
        "more": OUTCOME.format(clauses=clauses),
        "state": COUNT.format(most=9),
    }


FAULTS = {
    "gap": Planted(
        decided("ace when c is A: laid becomes 1"),
        decided("ace when c is A: laid becomes 1\n  other otherwise: nothing"),
        ("landed",),
    ),
    "clash": Planted(
        decided("ace when c is A: laid becomes 1\n  red when c is red: laid becomes 2\n  other otherwise: nothing"),
        decided(
            "ace when c is A: laid becomes 1\n  red when c is red: laid becomes 2\n  other otherwise: nothing\n"
            "  precedence ace > red"
        ),
        ("ace", "red"),
    ),
    "undefined": Planted(
        {"permit": "permit anything when rank of top of heap is A or c is 2"},
        {"permit": "permit anything when heap is empty or rank of top of heap is A or c is 2 or c is A"},
    ),
    "open": Planted(
        {"permit": ASKING, "more": QUESTION.format(ruling="")},
        {"permit": ASKING, "more": QUESTION.format(ruling='ruling freely because "nothing forbids it"')},
    ),
    "stuck": Planted({"permit": "permit anything when c is A or heap is not empty"}, {}),
    "endless": Planted(
        {"before": WAITING.format(until="heap is not empty", act="nothing")},
        {"before": WAITING.format(until="heap is not empty", act="draw 1 card from deck to heap"), **ONE_EACH},
        ("wait",),
    ),
    "collision": Planted(
        {"ends": "out when hand of mover is empty: mover wins\n  full when size of heap = 3: next player wins"},
        {
            "ends": "out when hand of mover is empty: mover wins\n  full when size of heap = 3: next player wins\n"
            "  precedence out > full"
        },
        ("out", "full"),
    ),
    "overflow": Planted(
        {"state": COUNT.format(most=2), "put": "move c from hand of mover to heap; add 1 to laid"},
        {"state": COUNT.format(most=3), "put": "move c from hand of mover to heap; add 1 to laid"},
    ),
}


def by_both(folder, parts):
    """The results of games at random, and of the search of every deal."""
    interpreter = Interpreter(game(folder, **parts))
    games = results(interpreter, play_games(interpreter, 40, seed=1), 1, 0.0)
    found = search(interpreter, every_deal, most_states=100_000)
    return interpreter, games, search_results(Reached(interpreter, found), "every deal", 0.0, whole=True)


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_refuted_and_its_clean_twin_is_not(tmp_path, kind):
    code, _ = FAULT_CODES[kind]
    interpreter, *both = by_both(tmp_path, FAULTS[kind].bad)
    for made in both:
        (result,) = of(made, code)
        assert result.verdict == "refuted"
        assert result.witness is not None
        log = from_json(interpreter, result.witness.log)
        assert not isinstance(log, str)
        again = play_again(interpreter, log)
        assert again.problem == ""
        fault = again.last.position.fault
        assert fault is not None
        assert (kind_of(fault, interpreter.game), fault.sentence) == (kind, result.witness.sentence)
        assert {s.label for s in fault.sources} >= set(FAULTS[kind].sources)
    _, *both = by_both(tmp_path, FAULTS[kind].good)
    for made, verdict in zip(both, ("tested", "checked"), strict=True):
        assert {r.verdict for r in made if r.obligation.subject == "play"} == {verdict}


def test_random_play_names_the_clauses_of_a_fault(tmp_path):
    _, games, _ = by_both(tmp_path, FAULTS["clash"].bad)
    (result,) = of(games, "no-clash")
    assert [s.label for s in result.obligation.sources][:2] == ["ace", "red"]


def test_every_kind_of_fault_is_planted():
    assert {*FAULTS, "lost_card"} == set(FAULT_CODES)
    assert len({fault_obligation(kind).code for kind in FAULT_CODES}) == len(FAULT_CODES)


def test_a_card_that_an_effect_loses(tmp_path, monkeypatch):
    # The language has no words to lose a card with: an effect of the engine is broken instead.
    whole = EffectCompiler._move

    def losing(self, effect):
        effect_of = whole(self, effect)

        def move(f):
            effect_of(f)
            f.cells[-1] = ()

        return move

    _, games, searched = by_both(tmp_path, {})
    assert of(games, "conserved")[0].verdict == "tested"
    assert of(searched, "conserved")[0].verdict == "checked"
    monkeypatch.setattr(EffectCompiler, "_move", losing)
    interpreter, *both = by_both(tmp_path, {})
    for made in both:
        (result,) = of(made, "conserved")
        assert result.verdict == "refuted"
        assert result.witness is not None
        log = from_json(interpreter, result.witness.log)
        assert not isinstance(log, str)
        assert (log.fault, play_again(interpreter, log).problem) == ("lost_card", "")
        assert "must lie in exactly one place" in result.witness.sentence


def test_the_law_of_the_ir(tmp_path):
    made = game(tmp_path)
    (law, *_) = verify(Task(made, (), {}, lambda settings: None, PLAN))
    assert (law.obligation.code, law.verdict) == ("law", "proved")
    broken = replace(made, steps=(replace(made.steps[0], next=99), *made.steps[1:]))
    (only,) = verify(Task(broken, (), {}, lambda settings: None, PLAN))
    assert (only.obligation.code, only.verdict) == ("law", "refuted")
    assert only.witness is not None
    assert only.witness.sentence


# ---------------------------------------------------------------- clauses


def test_a_clause_that_has_its_way_and_one_that_never_does(tmp_path):
    permit = "permit anything when size of heap < 9\n  permit never_so when size of heap > 9"
    made = verified(tmp_path, text(permit=permit))
    assert of(made, "used", "lay anything")[0].verdict == "proved"
    (never,) = of(made, "used", "lay never_so")
    assert (never.verdict, never.obligation.required) == ("unknown", False)


def test_clauses_of_one_label_are_told_apart(tmp_path):
    # Both moves have a clause `anything`; only that of `lay` ever permits.
    more = "move keep:\n  permit anything when size of heap > 9\n  does wait: nothing\n"
    made = verified(tmp_path, text(more=more, moves="lay, keep"))
    assert of(made, "used", "lay anything")[0].verdict == "proved"
    assert of(made, "used", "keep anything")[0].verdict == "unknown"


def test_what_counts_as_a_clause(tmp_path):
    parts = decided("ace when c is A: laid becomes 1\n  other otherwise: nothing")
    owed = clause_obligations(game(tmp_path, **parts))
    assert [o.subject for o in owed] == ["lay anything", "landed ace", "landed other", "end out"]


def test_a_move_that_is_never_made_and_a_step_that_is_never_reached(tmp_path):
    keep = "move keep:\n  permit anything when size of heap > 9\n  does wait: nothing\n"
    parts = {"more": f"  step late: nothing\n\n{keep}", "moves": "lay, keep"}
    made = verified(tmp_path, text(**parts))
    owed = reached_obligations(game(tmp_path, **parts))
    assert [o.subject for o in owed] == ["move lay", "move keep", "step deal", "step act", "step late"]
    verdicts = {r.obligation.subject: r.verdict for r in of(made, "reached")}
    assert {s for s, v in verdicts.items() if v == "unknown"} == {"move keep", "step late"}
    assert not any(r.obligation.required for r in of(made, "reached"))


# ---------------------------------------------------------------- known numbers


def by_force(folder, **parts: str) -> set[tuple[object, ...]]:
    """All states, found by following every play of every deal through the public interface alone."""
    loaded = load(folder, text(**parts))
    assert loaded.game is not None
    api = Game(loaded.game)
    seen: set[tuple[object, ...]] = set()
    for deck in permutations(api.deck):
        waiting = [api.new_initial_state(deck=deck)]
        while waiting:
            state = waiting.pop()
            where = (state.describe(), state.is_terminal())
            if where in seen:
                continue
            seen.add(where)
            for move in state.legal_actions():
                following = state.clone()
                following.apply_action(move)
                waiting.append(following)
    return seen


def test_states_counted_by_hand(tmp_path):
    found = search(Interpreter(game(tmp_path)), every_deal, most_states=1000)
    # C(4, 2) = 6 ways to deal; then 6 * 2 first cards, * 2 second cards, * 1 third card, which ends the game.
    assert len(found.came) == 6 + 12 + 24 + 24
    assert (found.deals, found.cut) == (24, "")
    assert sum(p.result is not None for p in found.came) == 24


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"permit": "permit high when c is 2\n  permit last when no d in hand of mover with d is 2"},
        ONE_EACH,
        {"put": "move c from hand of mover to heap; draw up to 1 card from deck to hand of mover", **ONE_EACH},
    ],
)
def test_as_many_states_as_a_search_by_force(tmp_path, parts):
    interpreter = Interpreter(game(tmp_path, **parts))
    found = search(interpreter, every_deal, most_states=10_000)
    if found.bad:
        pytest.fail("this game is meant to be sound")
    assert len({(interpreter.words.position(p), p.result is not None) for p in found.came}) == len(found.came)
    assert len(found.came) == len(by_force(tmp_path, **parts))


# ---------------------------------------------------------------- runs


def figures(made):
    return [(r.obligation, r.verdict, r.scope, r.reason, r.witness) for r in made]


def test_a_run_repeats_by_seed(tmp_path):
    content = text(more="claim early: sometimes size of heap = 2 and top of heap is A\n")
    plan = Plan(games=20, seed=5, each={"random play": 20.0})
    first = verified(tmp_path, content, plan=plan)
    assert figures(first) == figures(verified(tmp_path, content, plan=plan))
    other = verified(tmp_path, content, plan=Plan(games=20, seed=6, each={"random play": 20.0}))
    assert figures(first) != figures(other)


def test_game_i_has_the_seed_derived_from_i(tmp_path):
    interpreter = Interpreter(game(tmp_path, more="claim start: sometimes heap is not empty\n"))
    tally = play_games(interpreter, 3, seed=7)
    log = from_json(interpreter, tally.seen["start"].log)
    assert not isinstance(log, str)
    # The claim first holds in game 0, after its first move.
    turn = interpreter.start(Seeded(derive(7, Domain.GAME)))
    assert play_again(interpreter, log).turns[0].position == turn.position


def test_scopes_say_what_was_played_and_searched(tmp_path):
    made = verified(tmp_path, text())
    assert {r.scope for r in of(made, "conserved")} == {
        "30 random games, seed 1",
        "the whole deck (4 cards); every deal; 66 states (the order of unseen cards stays undecided)",
    }
    assert {r.verdict for r in of(made, "conserved")} == {"tested", "proved"}


CLAIMS = "claim low: always size of heap <= 4\n\nclaim laid: sometimes size of heap = 4\n"


def test_a_game_that_was_broken_off_tests_nothing(tmp_path, monkeypatch):
    interpreter, tally = Interpreter(game(tmp_path, more=CLAIMS)), Tally()
    play = interpreter.apply
    moves: list[object] = []

    def slow(position, move, chance):
        if len(moves) == 2:
            raise TimeUp
        moves.append(move)
        return play(position, move, chance)

    monkeypatch.setattr(interpreter, "apply", slow)
    with pytest.raises(TimeUp):
        play_games(interpreter, 40, seed=1, tally=tally)
    tally.stopped_early = "time was up after 0 of 40 games"
    assert (tally.games, tally.read["low"] > 0) == (0, True)
    told = results(interpreter, tally, 1, 0.0)
    assert not [r for r in told if r.verdict == "tested"]
    assert {(r.verdict, r.reason, r.cut) for r in told if r.obligation.code == "claim"} == {("unknown", UNPLAYED, True)}


def test_time_that_is_up(tmp_path):
    interpreter = Interpreter(game(tmp_path))
    tally = play_games(interpreter, 40, seed=1, until=0.0)
    assert tally.stopped_early == "time was up after 0 of 40 games"
    assert {r.verdict for r in results(interpreter, tally, 1, 0.0) if r.obligation.code not in ("used", "reached")} == {
        "unknown"
    }
    found = search(interpreter, every_deal, most_states=1000, until=0.0)
    assert (found.deals, found.cut) == (0, "time was up")
    owed = search_results(Reached(interpreter, found), "a scope", 0.0)
    assert {(r.verdict, r.reason) for r in owed} == {("unknown", "time was up")}


def test_too_many_states(tmp_path):
    interpreter = Interpreter(game(tmp_path))
    found = search(interpreter, every_deal, most_states=20)
    assert found.cut == "there are more than 20 states"
    assert len(found.came) <= 20


def test_so_many_deals_are_all_searched():
    assert 720 <= EVERY_DEAL_UP_TO < 5040


def test_a_clash_of_clauses_that_are_called_as_ends_are_is_none_of_ends(tmp_path):
    parts = {
        "put": "\n    decide told\n    move c from hand of mover to heap",
        "ends": "out when hand of mover is empty: mover wins\n  lost when size of heap = 9: next player wins",
        "state": "\nstate:\n  seen: yes or no, starts at no\n",
        "more": "outcome told:\n  out when not (seen): seen becomes yes\n  lost when not (seen): seen becomes no\n"
        "  rests otherwise: nothing\n",
    }
    interpreter = Interpreter(game(tmp_path, **parts))
    turn = interpreter.start(Seeded(1))
    fault = interpreter.apply(turn.position, turn.moves[0], Seeded(1)).position.fault
    assert fault is not None
    assert [s.label for s in fault.sources[:2]] == ["out", "lost"]
    assert kind_of(fault, interpreter.game) == "clash"
