"""How results on one obligation come to one verdict: whose settings count, what contradicts what, and what is one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from tests.verify.small import PARTS, PROBES, game, of, text, verified
from verify.obligations.verdict import (
    AGREE,
    Lengths,
    Obligation,
    Result,
    Settings,
    Witness,
    exit_code,
    joined,
    strongest,
)
from verify.random.random_play import play_games
from verify.random.random_play import results as random_results
from verify.run.techniques import Plan

QUICK = Plan(games=40, seed=1, each={"random play": 20.0, "search": 20.0})
OWN = Settings((("players", "4"),))
FEW = Settings((("players", "2"),))
SMALL = Settings((("players", "4"), ("deck", "A 2 of hearts")))
OWED = Obligation("claim", "it", "the condition holds", under=OWN)
PLAY = Witness("{}", ("lay(AH)",), (), "it does not hold here", settings=OWN)
FAULT = replace(PLAY, log='{"fault": "gap"}')


def result(verdict, owed=OWED, *, by="a test", settings=None, **more):
    witness = more.pop("witness", None)
    if witness is None and verdict == "refuted":
        witness = replace(PLAY, settings=settings or OWN)
    return Result(owed, verdict, by, "a scope", "a reason", witness, settings=settings, **more)


# ---------------------------------------------------------------- evidence of other settings


@pytest.mark.parametrize("settings", [FEW, SMALL])
@pytest.mark.parametrize("verdict", ["proved", "refuted", "unknown"])
def test_a_play_of_other_settings_decides_nothing(settings, verdict):
    shown = result(verdict, settings=settings, witness=replace(PLAY, settings=settings))
    (alone,) = strongest([shown])
    assert (alone.verdict, alone.witness) == ("unknown", shown.witness)
    assert alone.reason.startswith(f"with {settings.beside(OWN)} a game shows: it does not hold here")
    # What was only tested is left open by it; what is proved stays, and the play is told beside it.
    assert strongest([result("tested"), shown])[0].verdict == "unknown"
    (proved,) = strongest([shown, result("proved")])
    assert (proved.verdict, len(proved.elsewhere)) == ("proved", 1)
    assert strongest([shown, result("refuted")])[0].verdict == "refuted"


def test_the_play_itself_says_of_which_game_it_is():
    # A technique that forgets to say that it looked at another game is not believed.
    forgot = result("refuted", witness=replace(PLAY, settings=FEW))
    assert strongest([forgot])[0].verdict == "unknown"
    assert exit_code(strongest([forgot])) == 3


def test_a_search_of_a_smaller_game_is_checked_for_what_it_looked_at():
    searched = result("checked", settings=SMALL)
    assert strongest([result("tested"), searched])[0].verdict == "checked"
    assert strongest([result("proved", settings=SMALL)])[0].verdict == "unknown"


def test_what_the_rulebook_says_wrongly_is_settled_by_its_own_plays_alone():
    owed = replace(OWED, wrong=True)
    assert strongest([result("refuted", owed)])[0].verdict == "proved"
    assert strongest([result("refuted", owed, settings=FEW)])[0].verdict == "unknown"
    (left,) = strongest([result("proved", owed)])
    assert (left.verdict, left.reason) == ("refuted", "the rulebook is right after all: proved by a test")
    assert exit_code([left]) == 1

    assert strongest([result("proved", settings=SMALL), result("tested")])[0].verdict == "tested"


EIGHT = {"game": "players 2\n  deck A 2 3 4 of hearts, spades"}
"""Eight cards have more deals than are all searched, so smaller decks are."""
SEATS = {"game": "players 2 to 3, usually 3\n  deck A 2 3 4 of hearts, spades"}
LOOK = Plan(games=20, seed=1, each={"random play": 20.0, "search": 3.0, "readings": 2.25, **PROBES})
WAIT = "move wait:\n  permit idle when players = 2\n  does rest: nothing\n\n"


def claim_of(folder, claim, **parts):
    made = verified(folder, text(more=f"claim it{claim}\n", **{**EIGHT, **parts}), None, QUICK)
    return of(strongest(made), "claim", "it")[0]


def test_a_smaller_deck_does_not_settle_that_something_can_happen(tmp_path):
    # Four cards are dealt: of eight four are left in the deck, of six two.
    found = claim_of(tmp_path, ": sometimes size of deck <= 2")
    assert found.verdict == "unknown"
    assert "a game shows: it holds here" in found.reason
    assert found.witness is not None


def test_a_smaller_deck_does_not_settle_that_the_rulebook_is_wrong(tmp_path):
    found = claim_of(tmp_path, ": text says never size of deck <= 2")
    assert (found.verdict, "a game shows: it does not hold here" in found.reason) == ("unknown", True)
    found = claim_of(tmp_path, ": never size of deck <= 2")
    assert (found.verdict, "deck=A" in found.reason) == ("unknown", True)


@pytest.mark.parametrize("claim", [" under players >= 3: every game ends", ": every game ends"])
def test_a_loop_of_two_players_says_nothing_of_three(tmp_path, claim):
    parts = {**PARTS, **SEATS, "moves": "lay, wait", "more": f"{WAIT}claim it{claim}\n"}
    made = verified(tmp_path, text(**parts), None, LOOK)
    (found,) = of(strongest(made), "claim", "it")
    # Under three players every game ends; of a claim that is not in force under two, a loop there says nothing at all.
    assert found.verdict == ("tested" if "under" in claim else "unknown")
    assert bool(found.witness) == ("under" not in claim)
    assert exit_code(strongest(made)) != 1


def test_a_claim_that_a_smaller_game_has_and_the_game_itself_has_not_is_not_decided(tmp_path):
    more = "claim two under players = 2: every game ends\nclaim few under players = 2: always size of heap <= 8\n"
    made = verified(tmp_path, text(**{**SEATS, "more": more}), None, LOOK)
    assert not of(made, "claim")
    assert of(made, "ends")
    more = "claim it under players = 2: never size of heap = 1\nclaim it under players = 3: always size of heap <= 8\n"
    made = verified(tmp_path, text(**{**SEATS, "more": more}), None, LOOK)
    assert of(strongest(made), "claim", "it")[0].verdict == "tested"


# ---------------------------------------------------------------- one question, one answer


DEAD = Obligation("dead-clause", "lay never_so", "never_so never takes effect", required=False)
USED = Obligation("used", "lay never_so", "never_so takes effect in some game", required=False)


def test_a_clause_that_is_proved_dead_is_not_asked_for_again():
    (found,) = strongest([result("unknown", USED), result("proved", DEAD)])
    assert (found.obligation.code, found.verdict) == ("dead-clause", "proved")


def test_a_line_holds_only_results_that_say_the_same():
    (one,) = joined([result("tested"), result("unknown"), result("refuted"), result("refuted", by="another")])
    assert (one.result.verdict, [r.verdict for r in one.beside]) == ("refuted", ["refuted"])
    (one,) = joined([result("unknown"), result("tested"), result("proved")])
    assert (one.result.verdict, [r.verdict for r in one.beside]) == ("proved", ["tested"])
    (one,) = joined([result("unknown"), result("unknown")])
    assert one.beside == ()


# ---------------------------------------------------------------- contradictions

BOUND = {"most": Lengths(5, 9)}
CONTRADICTIONS = {
    "a proof and a play": (result("proved", by="one"), result("refuted", by="other")),
    "a whole search and a play": (result("checked", by="one", complete=True), result("refuted", by="other")),
    "a bound and a longer play": (
        result("proved", by="one", **BOUND),
        result("tested", by="other", longest=Lengths(6, 2)),
    ),
    "a dead clause that fires": (result("proved", DEAD, by="one"), result("proved", USED, by="other")),
    "a proof by form and a fault": (
        result("proved", replace(OWED, code="no-leak"), by="one"),
        result("refuted", replace(OWED, code="no-leak"), by="other", witness=FAULT),
    ),
    "what the rulebook says": (
        result("proved", replace(OWED, wrong=True), by="one"),
        result("refuted", replace(OWED, wrong=True), by="other"),
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
@pytest.mark.parametrize("order", [1, -1])
def test_techniques_that_contradict_each_other_are_an_internal_error(name, order):
    left, odds = strongest(CONTRADICTIONS[name][::order])
    assert (left.verdict, left.witness) == ("unknown", None)
    assert (odds.obligation.code, odds.verdict, exit_code([odds])) == (AGREE, "refuted", 4)
    assert {"one", "other"} <= {word for line in odds.details for word in line.split()}
    assert odds.witness is not None
    assert "fault of Hoyle" in odds.witness.sentence
    assert exit_code(strongest(CONTRADICTIONS[name])) == 4


@pytest.mark.parametrize(
    "pair",
    [
        (result("proved"), result("refuted", settings=FEW)),
        (result("checked"), result("refuted")),
        (result("checked", settings=SMALL, complete=True), result("refuted")),
        (result("tested"), result("refuted")),
        # Proofs of claims say nothing of plays that stop at a fault.
        (result("proved"), result("refuted", witness=FAULT)),
        (result("proved", **BOUND), result("tested", longest=Lengths(5, 9))),
        (result("unknown", USED), result("proved", DEAD)),
        (result("proved", USED, by="one"), result("proved", USED, by="other")),
    ],
)
def test_what_does_not_contradict(pair):
    assert AGREE not in {r.obligation.code for r in strongest(pair)}


FAULTS = {
    "no-gap": "ace when c is A: laid becomes 1",
    "no-clash": "ace when c is A: laid becomes 1\n  red when c is red: laid becomes 2\n  other otherwise: nothing",
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_proof_about_one_group_and_a_play_that_breaks_that_group(tmp_path, code):
    parts = {
        "put": "move c from hand of mover to heap; decide landed(c)",
        "more": f"outcome landed(c: card):\n  {FAULTS[code]}\n",
        "state": "\nstate:\n  laid: 0 to 9, starts at 0\n",
    }
    rules = game(tmp_path, **parts)
    interpreter = Interpreter(rules)
    played = random_results(interpreter, play_games(interpreter, 20, seed=1), 1, 0.0)
    ((group,), (action,)) = rules.groups, rules.actions
    proved = Result(Obligation(code, "outcome landed", "so it is", (group.source,), False), "proved", "one")
    assert exit_code(strongest([*played, proved])) == 4
    # The move asks the outcome, and is no part of what breaks.
    asking = replace(proved, obligation=replace(proved.obligation, subject="move lay", sources=(action.source,)))
    assert exit_code(strongest([*played, asking])) == 1


# ---------------------------------------------------------------- claims that say nothing

IDLE = """claim idle: always if size of heap = 4 then heap is empty
claim idler: at act, always not (hand of mover is empty) or heap is empty
claim busy: always if size of heap = 1 then mover is player 2 or hand of mover is not empty
"""


def test_that_a_claim_says_nothing_outweighs_every_proof_of_it():
    owed = replace(USED, code="claim", subject="it", required=True)
    idle = Result(owed, "unknown", "a proof", reason="its condition never holds", vacuous=True)
    for verdict in ("proved", "checked", "tested"):
        (found,) = strongest([Result(owed, verdict, "another", "somewhere"), idle])
        assert found.vacuous
        assert exit_code([found]) == 3


def test_a_search_of_everything_tells_which_conditions_hold_nowhere(tmp_path):
    found = {r.obligation.subject: r for r in verified(tmp_path, text(more=IDLE)) if r.by == "exhaustive search"}
    assert {s: (found[s].verdict, found[s].vacuous) for s in ("idle", "idler", "busy")} == {
        "idle": ("unknown", True),
        "idler": ("unknown", True),
        "busy": ("proved", False),
    }


def test_a_search_of_a_smaller_game_does_not_check_what_never_applies_there(tmp_path):
    parts = {"game": "players 2\n  deck A 2 3 4 of hearts, spades", "more": IDLE}
    found = [r for r in verified(tmp_path, text(**parts)) if r.by == "exhaustive search"]
    assert {r.obligation.subject: (r.verdict, r.vacuous) for r in found if r.obligation.code == "claim"} == {
        "idle": ("unknown", False),
        "idler": ("unknown", False),
        "busy": ("checked", False),
    }
