"""What is proved of small games whose answers are known, and of shipped ones whose answers were worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.sources.files import load_file
from tests.verify_smt.small import HEAD, LAY, PLAY, game, with_clauses
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.ending import ranked
from verify.smt.prove.groups import Groups
from verify.smt.prove.invariants import Candidate, Inductive, Prover, claims
from verify.smt.prove.prove import prove
from verify.smt.solvers.solver import Asker, keep
from verify.smt.transition.steps import Course
from verify.smt.transition.transition import Effects


def groups(rules) -> Groups:
    return Groups(Course(Encoder(rules)), Asker())


LOW_HIGH = """  low when c is A or c is 2: seen becomes low
  high when c is 6: seen becomes high
"""


def test_two_clauses_that_never_meet():
    found = groups(with_clauses(LOW_HIGH + "  rests otherwise: nothing\n"))
    assert found.collide(found.outcomes["told"], 0, 1) == "proved"
    assert found.gap(found.outcomes["told"]) == "proved"


def test_two_clauses_that_meet():
    found = groups(with_clauses("  low when c < 4: seen becomes low\n  high when c > 2: seen becomes high\n"))
    told = found.outcomes["told"]
    assert found.both(told, 0, 1) == "possible"
    assert found.collide(told, 0, 1) == "possible"
    verdicts = {(r.obligation.code, r.obligation.subject): r.verdict for r in found.results()}
    assert verdicts["no-clash", "outcome told"] == "unknown"
    assert verdicts["no-gap", "outcome told"] == "proved"


def test_a_gap_is_no_proof():
    found = groups(with_clauses(LOW_HIGH))
    assert found.gap(found.outcomes["told"]) == "possible"


def test_an_order_settles_a_clash():
    clauses = "  low when c < 4: seen becomes low\n  high when c > 2: seen becomes high\n  precedence low > high\n"
    found = groups(with_clauses(clauses))
    assert found.disagree(found.outcomes["told"]) == []
    assert found.wins(found.outcomes["told"], 1) == "possible"


def test_a_dead_clause_and_an_idle_order():
    clauses = LOW_HIGH + "  lost when c is A: seen becomes high\n  rests otherwise: nothing\n"
    found = groups(with_clauses(clauses + "  precedence low > lost\n  precedence low > high\n"))
    codes = {r.obligation.subject: r.obligation.code for r in found.idle_results() if r.verdict == "proved"}
    assert codes["told lost"] == "dead-clause"
    assert codes["told low over high"] == "idle-order"
    assert "told low over lost" not in codes


SHAPES = """shape pair: set of 2 cards, same rank
shape same_colour: set of 2 cards, same colour

move lay(cs: pair or same_colour from hand of mover):
  permit any_cards
  forbid all_red when every c in cs has c is red
  forbid red_and_black when some c in cs with c is red and c is black
  precedence all_red > any_cards
  precedence red_and_black > any_cards
  does put: move cs from hand of mover to heap
"""


def test_a_clause_of_a_move_of_several_shapes_is_dead_where_it_is_dead_in_each():
    """A pair of this deck is red and black; two cards of one colour may both be red."""
    found = {r.obligation.subject for r in groups(game(HEAD + SHAPES + PLAY)).idle_results()}
    assert found == {"lay red_and_black", "lay red_and_black over any_cards"}


def test_the_deck_tells_what_its_cards_cannot_do():
    """Two hearts of one rank lie in no deck of single cards, so two cards in hand of one rank differ in suit."""
    clauses = """  twin when some d in hand of mover
      with d is not c and rank of d is rank of c and suit of d is suit of c:
    seen becomes high
  rests otherwise: nothing
"""
    found = groups(with_clauses(clauses))
    assert found.wins(found.outcomes["told"], 0) == "proved"


# ---------------------------------------------------------------- ends


def ends(rules) -> str:
    course, asker = Course(Encoder(rules)), Asker()
    found = Inductive(passages=Prover(course, asker).ways_on())
    return ranked(course, asker, found)[1]


def test_a_game_that_ends():
    assert ends(with_clauses("  rests otherwise: nothing\n")) == ""


TAKE = """
move take:
  permit any_time when heap is not empty
  does pick: move everything from heap to hand of mover
"""


def test_a_game_that_goes_round():
    text = HEAD + LAY.replace("  does tell: decide told(c)\n", "") + TAKE + PLAY.replace("does lay", "does lay, take")
    assert "no quantity" in ends(game(text))


def test_a_pass_is_a_way_on_that_must_shrink_something():
    text = HEAD + LAY.replace("  does tell: decide told(c)\n", "") + PLAY.replace("mover does lay", "mover may do lay")
    assert "(pass)" in ends(game(text))


def test_a_card_that_comes_back_spoils_the_measure(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Effects, "_less", lambda e, held, cards: held)
    assert ends(with_clauses("  rests otherwise: nothing\n"))


# ---------------------------------------------------------------- claims


def verdicts(rules, seconds: float = 60.0, **more):
    return {(r.obligation.code, r.obligation.subject): r for r in prove(rules, seconds, **more)}


CLAIMS = """
claim once: always seen is low or some c in heap with c is 6
claim wrong: always seen is low
claim ends: every game ends
"""


def test_claims_that_are_inductive_and_claims_that_are_not():
    clauses = "  high when c is 6: seen becomes high\n  rests otherwise: nothing\n"
    found = verdicts(with_clauses(clauses, CLAIMS))
    assert found["claim", "once"].verdict == "proved"
    assert found["claim", "wrong"].verdict == "unknown"
    assert found["claim", "ends"].verdict == "proved"
    assert "hand" in found["claim", "ends"].by


def test_without_time_nothing_is_proved_of_play():
    clauses = "  high when c is 6: seen becomes high\n  rests otherwise: nothing\n"
    found = verdicts(with_clauses(clauses, CLAIMS), seconds=0.0)
    assert found["claim", "once"].verdict == "unknown"
    assert found["claim", "ends"].verdict == "unknown"


def test_nothing_is_proved_of_a_game_whose_ways_on_are_not_known():
    enc = Encoder(with_clauses("  rests otherwise: nothing\n", CLAIMS))
    prover = Prover(Course(enc), Asker())
    assert not prover.everywhere(Inductive(failed="not known"), enc.game.claims[0])
    assert not prover.everywhere(Inductive(), enc.game.claims[0])


def test_what_is_proved_of_decisions_is_not_taken_for_known_elsewhere():
    enc = Encoder(with_clauses("  rests otherwise: nothing\n"))
    course = Course(enc)
    never = Candidate("never", lambda state: False)
    found = Inductive([never], Prover(course, Asker()).ways_on())
    state = enc.space.arbitrary("s")
    (act,) = course.asks()
    assert found.lemmas(act, state) is False
    assert all(found.lemmas(step, state) is True for step in course.labelled())


def test_the_questions_are_kept(tmp_path):
    verdicts(with_clauses("  rests otherwise: nothing\n"), seconds=20.0, folder=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert files
    assert all(f.suffix == ".smt2" and "(check-sat)" in f.read_text() for f in files)
    assert keep(tmp_path, "a b/c", "text").name == "a_b_c.smt2"


# ---------------------------------------------------------------- a shipped game


def shipped(name: str) -> Encoder:
    rules = load_file(name, {}).game
    assert rules is not None
    return Encoder(rules)


def test_twentyone_piles_has_no_gap_and_no_clash_among_its_outcomes():
    found = Groups(Course(shipped("twentyone")), Asker())
    placing = found.outcomes["placing"]
    assert found.gap(placing) == "proved"
    assert {found.collide(placing, *pair) for pair in found.disagree(placing)} == {"proved"}
    at = {label: i for i, label in enumerate(placing.labels)}
    assert found.both(placing, at["hit21"], at["bust"]) == "proved"
    assert found.both(placing, at["seven"], at["hit21"]) == "possible"
    assert found.both(placing, at["flush"], at["run"]) == "possible"
    assert found.both(placing, at["rank"], at["run"]) == "proved"
    assert found.both(placing, at["rank"], at["flush"]) == "proved"


def test_no_seven_rests_in_twentyone_piles():
    enc = shipped("twentyone")
    claim = next(c for c in enc.game.claims if c.source.label == "no_seven_rests")
    prover = Prover(Course(enc), Asker(perf_counter() + 120))
    found = Inductive(passages=prover.ways_on())
    held = next(c for c in _claims(enc) if c.words == "no_seven_rests" and c.at is None)
    prover.in_turn(found, [held])
    assert found.kept == [held]
    assert prover.everywhere(found, claim)


def _claims(enc: Encoder):
    few = tuple(c for c in enc.game.claims if c.source.label == "no_seven_rests")
    enc.game = replace(enc.game, claims=few)
    return claims(enc)[0]


def test_outcomes_that_are_asked_at_automatic_steps_are_alive():
    found = Groups(Course(shipped("pigeon")), Asker())
    group = found.outcomes["completing"]
    assert "proved" not in {found.wins(group, i) for i in range(len(group.clauses))}


ROUND_WITHOUT_DECISIONS = """
ends:
  long when round = 20: nobody wins

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    choice act when mode is shut: mover does lay
    step count:
      add 1 to round
      decide counted
"""


def test_what_is_proved_where_a_loop_is_cut_is_not_taken_for_known_of_its_first_rounds():
    """Nobody ever decides here, so a loop is cut only where play never comes to; there anything at all is proved."""
    counted = "\noutcome counted:\n  early when mode is open: nothing\n  late otherwise: nothing\n"
    fields = "starts at low\n  round: 0 to 20\n  mode: open | shut, starts at open\n"
    move = LAY.replace("  does tell: decide told(c)\n", "")
    rules = game(HEAD.replace("starts at low\n", fields) + move + counted + ROUND_WITHOUT_DECISIONS)
    fired = {event.source.label for event in Interpreter(rules).start(Seeded(1)).events}
    assert "early" in fired
    assert "dead-clause" not in {r.obligation.code for r in prove(rules, 30.0) if "early" in r.obligation.subject}


def test_what_is_not_translated_says_why_and_once(monkeypatch):
    def refused(_course, _state, action, _x, *, whole):
        assert not whole
        raise Unencodable(action, "a reason of its own")

    monkeypatch.setattr(Course, "by_move", refused)
    move = """move lay(c: card from hand of mover):
  permit any_card
  forbid low when c is A
  does put: move c from hand of mover to heap
"""
    twice = PLAY.replace("does lay", "may do lay") + "    choice more: mover may do lay\n"
    found = groups(game(HEAD + move + twice))
    clash = next(r for r in found.results() if (r.obligation.code, r.obligation.subject) == ("no-clash", "move lay"))
    assert clash.verdict == "unknown"
    assert clash.reason == "lay was not translated for the solver; Action: a reason of its own"
