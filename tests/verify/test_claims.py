"""What becomes of claims: held, broken, vacuous, made wrongly; about positions, ends and shares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from tests.verify.small import game, load, of, text, verified
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Result, Settings, Witness, exit_code, strongest
from verify.random.random_play import play_games, results
from verify.run.techniques import Plan

RANDOM, SEARCH = "random play", "exhaustive search"
QUICK = Plan(games=40, seed=1, each={"random play": 20.0, "search": 20.0})
BIGGER = {"game": "players 2\n  deck A 2 3 4 of hearts, spades"}
"""Eight cards have more deals than are all searched, so smaller decks are."""


def claimed(folder, claim: str, settings=None, **parts: str):
    """All results on a claim of the tiny game, by their means."""
    made = verified(folder, text(more=f"claim it: {claim}\n", **parts), settings, QUICK)
    return {r.by: r for r in of(made, "claim", "it")}, made


@pytest.mark.parametrize(
    ("claim", "random", "searched"),
    [
        ("always size of heap <= 3", "tested", "proved"),
        ("always size of heap <= 2", "refuted", "refuted"),
        ("never size of heap = 4", "tested", "proved"),
        ("never size of heap = 3", "refuted", "refuted"),
        ("at act, never size of heap = 3", "tested", "proved"),
        ("at deal, always heap is empty", "tested", "proved"),
        ("at deal, always deck is empty", "refuted", "refuted"),
        ("sometimes size of heap = 3", "proved", "proved"),
        ("sometimes size of heap = 4", "unknown", ""),
        ("every game ends", "tested", "proved"),
        ("an end stays reachable", "unknown", "proved"),
        # What cannot be read does not hold.
        ("always rank of top of heap is A or heap is not empty", "refuted", "refuted"),
    ],
)
def test_claims(tmp_path, claim, random, searched):
    found, made = claimed(tmp_path, claim)
    assert found[RANDOM].verdict == random
    assert (found[SEARCH].verdict if SEARCH in found else "") == searched
    best = of(strongest(made), "claim", "it")[0].verdict
    assert exit_code(made) == {"refuted": 1, "unknown": 3}.get(best, 0) or best in ("proved", "checked")


def test_the_witness_of_a_broken_claim_replays_to_where_it_breaks(tmp_path):
    found, _ = claimed(tmp_path, "never size of heap = 2")
    interpreter = Interpreter(game(tmp_path, more="claim it: never size of heap = 2\n"))
    for result in found.values():
        assert result.witness is not None
        assert len(result.witness.moves) == 2
        log = from_json(interpreter, result.witness.log)
        assert not isinstance(log, str)
        again = replay(interpreter, log)
        assert again.problem == ""
        assert len(interpreter.layout.cards(again.last.position, "heap")) == 2
        assert result.witness.sentence == "it does not hold here"


def test_a_vacuous_claim_is_unknown(tmp_path):
    # The game ends before the turns do.
    found, made = claimed(
        tmp_path, "at never_there, always heap is not empty", moves="lay\n  step never_there: nothing"
    )
    assert set(found) == {RANDOM}
    assert "may be vacuous" in found[RANDOM].reason
    assert exit_code(strongest(made)) == 3


@pytest.mark.parametrize(
    ("claim", "best", "means"),
    [
        ("text says always size of heap <= 2", "proved", "the rulebook is wrong that the condition holds"),
        ("text says always size of heap <= 3", "refuted", "the rulebook is right after all: proved by"),
        ("text says never size of heap = 3", "proved", "the rulebook is wrong that the condition does not hold"),
        ("text says never size of heap = 4", "refuted", "the rulebook is right after all: proved by"),
        ("text says sometimes size of heap = 4", "proved", "the rulebook is wrong that the condition can come to hold"),
        ("text says sometimes size of heap = 3", "refuted", "it does not hold here"),
        ("text says every game ends", "refuted", "every game ends: proved by"),
        ("play may go round", "refuted", "every game ends: proved by"),
        ("text says play may go round", "proved", "every game ends"),
    ],
)
def test_claims_that_the_text_makes_wrongly(tmp_path, claim, best, means):
    _, made = claimed(tmp_path, claim)
    (result,) = of(strongest(made), "claim", "it")
    told = (result.obligation.sentence, result.reason, "" if result.witness is None else result.witness.sentence)
    assert result.verdict == best
    assert means in " ".join(told)


def test_a_wrong_claim_that_breaks_in_a_smaller_game_is_not_settled_by_it(tmp_path):
    owed = claim_obligation(game(tmp_path, more="claim it: text says every game ends\n").claims[0])
    small = Settings((("deck", "A 2 of hearts"),))
    play = Witness("{}", (), (), "round it goes", settings=small)
    shown = Result(
        replace(owed, under=Settings(())), "unknown", SEARCH, "a small deck", "it breaks", play, settings=small
    )
    (found,) = strongest([shown])
    assert (found.verdict, found.witness) == ("unknown", play)
    assert "with deck=A 2 of hearts a game shows: round it goes" in found.reason
    assert found.obligation.sentence == "not every game ends"


# ---------------------------------------------------------------- shares


def shares(folder, claim: str, games: int, **parts: str) -> Result:
    interpreter = Interpreter(game(folder, more=f"claim it: {claim}\n", **parts))
    (result,) = of(results(interpreter, play_games(interpreter, games, seed=1), 1, 0.0), "claim")
    return result


def test_a_game_that_the_first_player_always_wins_is_not_fair(tmp_path):
    result = shares(tmp_path, "fair within 5 percent", 60)
    assert result.verdict == "refuted"
    assert result.witness is not None
    assert result.witness.sentence == "under random play: player 1 100.0%, player 2 0.0%"


def test_few_games_leave_a_share_open(tmp_path):
    assert "only 20 wins" in shares(tmp_path, "fair within 5 percent", 20).reason
    # By the lot who wins: 60 games leave half of them open by 3.29 * sqrt(0.25 / 60) = 21%.
    result = shares(tmp_path, "fair within 5 percent", 60, ends=LOT)
    assert (result.verdict, "within 21" in result.reason) == ("unknown", True)


LOT = """red when hand of mover is empty and top of heap is red: player 1 wins
  black when hand of mover is empty and top of heap is black: player 2 wins"""


def test_a_share_inside_its_bound_is_tested(tmp_path):
    # 3.29 * sqrt(0.25 / 300) = 9.5%, and the top card is red in half of all games.
    assert shares(tmp_path, "fair within 20 percent", 300, ends=LOT).verdict == "tested"


# ---------------------------------------------------------------- endless play

SWAP = {
    "moves": "lay, wait",
    "more": "move wait:\n  permit always_allowed\n  does rest: nothing\n{claim}",
}
QUIET = {**SWAP, "more": SWAP["more"].format(claim="")}
CLAIMS = "claim it: every game ends\nclaim reachable: an end stays reachable\n"


def waiting(folder, settings=None, **parts: str):
    """A game in which both players may wait for ever."""
    more = {**SWAP, "more": SWAP["more"].format(claim=CLAIMS), **parts}
    return verified(folder, text(**more), settings, QUICK)


def test_endless_play_is_refuted_where_the_deck_is_set(tmp_path):
    made = waiting(tmp_path, {"deck": "A 2 of hearts, spades"})
    (searched,) = of(made, "claim", "it", SEARCH)
    assert (searched.verdict, searched.scope) == ("refuted", "the deck as set (4 cards); every deal; 180 states")
    # With one of two movers each: 6 hands before the first card (player 1 is to move, or has waited); 24 with one card
    # laid; 24 with one laid by each. One laid both of theirs: 24, and a third card ends the game in 24 * 2 ways.
    assert 2 * (6 + 24 + 24) + 24 + 48 == 180
    assert searched.witness is not None
    assert searched.witness.sentence.startswith("play returns to this position after 2 moves")
    (random,) = of(made, "claim", "it", RANDOM)
    assert random.witness is not None
    assert (random.verdict, random.witness.moves[-random.witness.loop :]) == ("refuted", ("wait", "wait"))
    assert of(made, "claim", "reachable", SEARCH)[0].verdict == "checked"
    assert exit_code(strongest(made)) == 1


def test_the_witness_of_endless_play_goes_once_round(tmp_path):
    made = verified(tmp_path, text(**QUIET), {"deck": "A 2 of hearts, spades"}, QUICK)
    (searched,) = of(made, "ends", by=SEARCH)
    assert searched.witness is not None
    assert searched.witness.moves[-2:] == ("wait", "wait")
    loaded = load(tmp_path, text(**QUIET), {"deck": "A 2 of hearts, spades"})
    assert loaded.game is not None
    interpreter = Interpreter(loaded.game)
    log = from_json(interpreter, searched.witness.log)
    assert not isinstance(log, str)
    again = replay(interpreter, log)
    assert again.problem == ""
    assert again.turns[-3].position == again.last.position


def test_endless_play_in_a_smaller_size_is_unknown_with_a_play(tmp_path):
    made = waiting(tmp_path, **BIGGER)
    (searched,) = of(made, "claim", "it", SEARCH)
    assert searched.verdict == "unknown"
    assert searched.reason.startswith("a smaller game breaks the claim")
    assert searched.witness is not None
    assert searched.witness.moves[-2:] == ("wait", "wait")
    # Of the whole game, random play finds a loop.
    assert exit_code(strongest(r for r in made if r.by != RANDOM)) == 3
    assert exit_code(strongest(made)) == 1


def test_play_from_which_no_end_can_be_reached(tmp_path):
    # Whoever keeps an ace at the last can neither lay it nor do anything but wait.
    made = waiting(
        tmp_path, {"deck": "A 2 of hearts, spades"}, permit="permit anything when size of hand of mover = 2 or c is 2"
    )
    (searched,) = of(made, "claim", "reachable", SEARCH)
    assert searched.verdict == "refuted"
    assert searched.witness is not None
    assert searched.witness.sentence == "from this position no end can be reached"
    (random,) = of(made, "claim", "it", RANDOM)
    assert random.witness is not None
    assert (random.verdict, random.witness.loop) == ("refuted", 2)


def test_a_claim_that_the_file_calls_wrong_does_not_stop_the_search(tmp_path):
    # Otherwise a rulebook's mistake would keep everything else from being searched.
    found, made = claimed(tmp_path, "text says never size of heap = 1")
    assert (found[SEARCH].verdict, found[SEARCH].witness is not None) == ("refuted", True)
    assert of(strongest(made), "claim", "it")[0].verdict == "proved"
    assert (
        of(made, "conserved", by=SEARCH)[0].scope
        == "the whole deck (4 cards); every deal; 66 states (the order of unseen cards stays undecided)"
    )
    found, made = claimed(tmp_path, "never size of heap = 1")
    # The deal, and the positions after both first moves.
    upto = "one deal up to the finding; 3 states (the order of unseen cards stays undecided)"
    assert found[SEARCH].scope == f"the whole deck (4 cards); {upto}"
    assert of(made, "conserved", by=SEARCH)[0].reason == "stopped at the first finding"


def test_a_draw_is_nobodys_win(tmp_path):
    drawn = "out when hand of mover is empty: nobody wins"
    assert "only 0 wins" in shares(tmp_path, "fair within 5 percent", 60, ends=drawn).reason


STOPPING = {"ends": "out at act when top of heap is 2: mover wins", "put": "move c from hand of mover to hand of mover"}
"""Play stops at a fault on coming to its first decision: an empty heap has no top."""


@pytest.mark.parametrize("claim", ["always heap is not empty", "sometimes heap is empty"])
def test_no_claim_is_read_where_play_stops_at_a_fault(tmp_path, claim):
    found, made = claimed(tmp_path, claim, **STOPPING)
    assert of(strongest(made), "defined")[0].verdict == "refuted"
    assert {r.verdict for r in found.values()} == {"unknown"}


def test_what_half_a_move_brings_about_is_not_read(tmp_path):
    half = "move c from hand of mover to heap; draw 1 card from deck to heap"
    found, made = claimed(tmp_path, "always size of heap = 0", put=half)
    assert of(strongest(made), "defined")[0].verdict == "refuted"
    assert "refuted" not in {r.verdict for r in found.values()}


def test_games_that_stop_at_a_fault_are_told_wherever_they_count(tmp_path):
    half = "move c from hand of mover to heap; draw 1 card from deck to heap"
    found, made = claimed(tmp_path, "always size of heap = 0", put=half)
    assert found[RANDOM].scope == "40 random games, seed 1, 40 of them up to a fault"
    ends = next(r for r in of(made, "ends-almost-surely") if r.by == RANDOM)
    assert ends.reason == "0 of 40 games ended within 5,000 moves; 40 stopped at a fault"
    assert ", " not in claimed(tmp_path, "always size of heap <= 3")[0][RANDOM].scope.removeprefix("40 random games, ")
