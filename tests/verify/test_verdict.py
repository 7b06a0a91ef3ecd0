"""The laws of verdicts: what each must come with, which outweighs which, and what a run answers."""

from dataclasses import replace

import pytest

from verify.obligations.verdict import MEANING, RANK, Obligation, Result, Verdict, Witness, exit_code, rank, strongest

OWED = Obligation("owed", "play", "something holds")
ASIDE = Obligation("aside", "play", "something else holds", required=False)
PLAY = Witness("{}", ("lay(AH)",), (), "here")


def result(verdict: Verdict, owed: Obligation = OWED, *, shows: bool = False, by: str = "a test") -> Result:
    witness = PLAY if shows or verdict == "refuted" else None
    return Result(owed, verdict, by, "a scope", "a reason", witness)


@pytest.mark.parametrize("verdict", ["checked", "tested"])
def test_a_verdict_on_some_states_needs_its_scope(verdict):
    with pytest.raises(ValueError, match="needs its scope"):
        Result(OWED, verdict, "a test")
    assert Result(OWED, verdict, "a test", "some states").scope


def test_a_refutation_needs_a_witness():
    with pytest.raises(ValueError, match="needs a witness"):
        Result(OWED, "refuted", "a test", "a scope")


def test_an_unknown_needs_a_reason():
    with pytest.raises(ValueError, match="needs a reason"):
        Result(OWED, "unknown", "a test", "a scope")


def test_a_proof_needs_no_scope():
    assert Result(OWED, "proved", "a test").scope == ""


def test_every_verdict_has_a_rank_and_a_meaning():
    assert set(RANK) == set(MEANING) == {"proved", "checked", "tested", "refuted", "unknown"}


def test_the_order_of_weight():
    order = [result("unknown"), result("tested"), result("checked"), result("proved"), result("unknown", shows=True)]
    order.append(result("refuted"))
    assert [rank(r) for r in order] == sorted({rank(r) for r in order})


def test_the_strongest_result_of_each_obligation_in_order():
    found = strongest([result("tested"), result("unknown", ASIDE), result("proved"), result("tested", ASIDE)])
    assert [(r.obligation.code, r.verdict) for r in found] == [("owed", "proved"), ("aside", "tested")]


def test_of_two_equals_the_first_stays():
    assert strongest([result("tested", by="one"), result("tested", by="two")])[0].by == "one"


def test_of_two_unknowns_the_one_that_says_more_stays():
    short, more, other = (
        Result(OWED, "unknown", "a test", reason=r) for r in ("it was late", "it was late; and dark", "x")
    )
    assert strongest([short, more]) == strongest([more, short]) == (more,)
    assert strongest([short, other]) == (short,)
    assert strongest([more, result("tested")])[0].verdict == "tested"


def test_of_two_unknowns_the_one_that_is_vacuous_stays():
    owed = Obligation("claim", "it", "the condition holds at every decision and at the end")
    unseen = Result(owed, "unknown", "play", reason="no game came there, so it may be vacuous")
    vacuous = Result(owed, "unknown", "the solvers", reason="vacuous: play never comes there", vacuous=True)
    (stays,) = strongest([unseen, vacuous])
    assert strongest([vacuous, unseen]) == (stays,)
    assert replace(stays, unproved=()) == vacuous
    assert stays.unproved == (
        "play: no game came there, so it may be vacuous",
        "the solvers: vacuous: play never comes there",
    )
    with pytest.raises(ValueError, match="what is vacuous is not proved"):
        Result(owed, "proved", "the solvers", vacuous=True)


def test_a_play_against_it_outweighs_games_in_which_it_held():
    # An unknown with a play is nearer to a refutation than to a proof, and must not be hidden by one.
    assert strongest([result("proved"), result("unknown", shows=True)])[0].verdict == "unknown"
    assert strongest([result("unknown", shows=True), result("refuted")])[0].verdict == "refuted"


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([], 0),
        ([result("proved"), result("checked"), result("tested")], 0),
        ([result("proved"), result("unknown", ASIDE)], 0),
        ([result("proved"), result("unknown")], 3),
        ([result("unknown"), result("refuted", ASIDE)], 1),
    ],
)
def test_exit_codes(results, code):
    assert exit_code(results) == code
    assert exit_code(iter(results)) == code
