"""The oracle against search and proofs: on all games at tiny sizes, on mutants of them, and on random rules.

`HOYLE_ORACLE_FULL=1` asks of far more mutants and random rules.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engine.interpreter.interpreter import Interpreter, Turn
from engine.luck.chance import Outcome, Recording, Seeded
from engine.luck.streams import Domain, derive
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.everyday import everyday, one_in
from tests.native.harness import renamed
from tests.oracle.agree import closure, disagreements, idle_by_plays, without_rank
from tests.oracle.oracle import every_deal, follow
from tests.spec.strategies import games
from tests.verify.small import game as small_game
from tests.verify.small import text
from verify.mutation.mutate import mutants, mutated, viable
from verify.obligations.verdict import Obligation, Result
from verify.search import search as searching
from verify.smt.prove.prove import prove

FULL = bool(os.environ.get("HOYLE_ORACLE_FULL"))
DEALS, MOST, PROOF_SECONDS = (3, 3_000, 20.0) if FULL else (2, 400, 4.0)

SLOWLY = {"leduc_poker", "schwimmen"}
"""Where a solver takes longer to prove a claim."""

TINY: dict[str, dict[str, str]] = {
    "agram": {"deck": "3 4 of clubs, diamonds", "players": "2", "hand_size": "2"},
    "baccarat": {"deck": "A 6 9 of clubs, diamonds"},
    "blackjack": {"deck": "A 9 10 of hearts, spades"},
    "briscola": {"deck": "2 3 of clubs, diamonds", "hand_size": "1"},
    "beggar_my_neighbour": {"deck": "A 2 J of hearts, spades", "most_cards": "20"},
    "clock_patience": {"deck": "A 2 of hearts, spades", "each": "2", "middle": "aces"},
    "corners": {"deck": "A 2 of clubs, diamonds", "players": "2", "hand_size": "3"},
    "crazy_eights": {
        "deck": "2 3 4 of clubs, diamonds", "players": "2", "hand_size": "1", "hand_of_two": "1", "most_draws": "1",
    },
    "cuckoo": {"deck": "A K of clubs, diamonds", "players": "2"},
    "cribbage": {"deck": "7 8 J of clubs, diamonds + 7 of hearts", "hand_size": "3", "target": "2"},
    "euchre": {"deck": "J of clubs, diamonds, hearts, spades + 9 of clubs", "hand_size": "1"},
    "gin_rummy": {"deck": "A 2 of clubs, diamonds", "hand_size": "1", "limit": "1", "wall": "0"},
    "go_fish": {"deck": "A 2 3 of hearts, spades", "hand_of_two": "1", "of_a_kind": "2"},
    "dou_dizhu": {"deck": "3 of clubs, diamonds, hearts + 4 5 of clubs"},
    "golf_six": {"deck": "2 K of clubs, spades + 5 of hearts", "players": "2", "columns": "1"},
    "goofspiel": {"deck": "A 2 of hearts, spades, diamonds"},
    "hanabi": {"deck": "1 2 of red", "places": "2", "most_hints": "1", "most_fuses": "1"},
    "hearts": {"deck": "2 3 4 5 of clubs, diamonds", "hand_size": "2", "pass_size": "1"},
    "klaverjassen": {"deck": "9 10 J of clubs + 10 of spades", "hand_size": "1"},
    "freecell": {"deck": "A 2 of clubs, diamonds", "columns": "2", "cells": "1", "most_moves": "6"},
    "klondike": {"deck": "A 2 of clubs, diamonds", "columns": "2", "turned": "1", "redeals": "0"},
    "kuhn_poker": {},
    "leduc_poker": {},
    "oh_hell": {"deck": "2 3 of clubs, spades", "most_dealt": "3"},
    "pigeon": {"deck": "A 2 3 4 of clubs, diamonds", "half": "4", "full_hand": "3"},
    "reserve": {
        "deck": "2 3 4 of clubs, diamonds", "players": "2", "dealt_cards": "2", "hidden_cards": "1",
        "placements": "3", "hand_least": "2", "longest": "3",
    },
    "pitch": {"deck": "10 J of clubs, spades", "hand_size": "1"},
    "president": {"deck": "3 4 of clubs, diamonds", "players": "3"},
    "rummy": {"deck": "A 2 of clubs, diamonds", "hand_size": "1"},
    "scarto": {"deck": "1 2 of trumps, hearts + 1 of fool + K of hearts", "hand_size": "1"},
    "schwimmen": {"deck": "K A of clubs, diamonds", "players": "3", "hand_size": "1"},
    "scopa": {"deck": "A 2 3 4 of clubs, diamonds", "hand_size": "1"},
    "skitgubbe": {"deck": "2 3 of clubs, diamonds", "players": "2", "hand_size": "1"},
    "spades": {"deck": "2 3 of clubs, spades", "hand_size": "1"},
    "sueca": {"deck": "2 3 of clubs, spades", "hand_size": "1"},
    "twentyone": {"deck": "A 2 3 of clubs, diamonds", "players": "2", "piles": "2", "hand_size": "1"},
    "whist": {"deck": "2 3 of clubs, spades", "hand_size": "1"},
}  # fmt: skip


def tiny(name: str) -> ir.Game:
    found = load_file(name, TINY[name]).game
    assert found is not None
    return found


def some_deals(interpreter: Interpreter) -> Iterator[tuple[Turn, tuple[Outcome, ...]]]:
    for number in range(DEALS):
        chance = Recording(Seeded(derive(5, Domain.GAME, number)))
        yield interpreter.start(chance), tuple(chance.outcomes)


def held_against_the_oracle(game: ir.Game, seconds: float = PROOF_SECONDS) -> set[str]:
    """Fails where search or proofs say what is not so of some deals; the codes that could be compared."""
    interpreter = Interpreter(game)
    known = follow(interpreter, (turn for turn, _ in some_deals(interpreter)), MOST)
    found = searching.search(interpreter, some_deals, most_states=MOST)
    if known.whole and not known.faults and not known.broken:
        assert set(found.came) == set(known.positions)
        assert {clause.label for clause in found.fired} == {label for _, label, _ in known.won}
    told, compared = disagreements(
        interpreter, known, searching.results(searching.Reached(interpreter, found), "tiny", 0.0, whole=True)
    )
    proofs = tuple(prove(game, seconds)) if seconds else ()
    more, proved = disagreements(interpreter, known, proofs)
    wrong = [
        r.obligation.subject for r in proofs if r.obligation.code == "idle-order" and not _idle(game, r, known.whole)
    ]
    assert not (told + more + wrong)
    return compared | proved


def _idle(game: ir.Game, result: Result, whole: bool) -> bool:
    return not whole or idle_by_plays(game, result.obligation, lambda i: (turn for turn, _ in some_deals(i)), MOST)


# ---------------------------------------------------------------- the oracle itself


def test_a_game_counted_by_hand(tmp_path):
    # Two cards each of four: 4! deals, of which C(4, 2) = 6 differ once they lie in hands and nothing is left.
    game = small_game(tmp_path)
    known = follow(Interpreter(game), every_deal(Interpreter(game)))
    starts = {p for p in known.positions if p.made == 0}
    assert len(starts) == 6
    # Each lays one of two cards, then the first the other and wins: 6 deals, 2 lays of the first, 2 of the second, 1.
    assert sum(p.result is not None for p in known.positions) == 6 * 2 * 2
    assert len(known.positions) == 6 + 6 * 2 + 6 * 2 * 2 + 6 * 2 * 2
    assert (known.ends, known.endable, known.faults) == (True, True, set())


def test_play_in_a_circle_is_seen(tmp_path):
    # Two cards stay in the stack, so nobody runs out; what is laid goes back into the hand at once.
    put = "move c from hand of mover to heap; move everything from heap to hand of mover"
    game = small_game(tmp_path, put=put, deal="for each player p: draw 1 cards from deck to hand of p")
    known = follow(Interpreter(game), every_deal(Interpreter(game)))
    assert (known.ends, known.endable, known.faults) == (False, False, set())


def test_a_wrong_result_is_noticed(tmp_path):
    interpreter = Interpreter(small_game(tmp_path, more="claim never_out: never hand of player 2 is empty"))
    known = follow(interpreter, every_deal(interpreter))
    ends = Obligation("ends", "every game", "every game ends")
    stuck = Obligation("not-stuck", "play", "a player who must move always can (no deadlock)")
    true = (Result(ends, "proved", "a test"), Result(stuck, "checked", "a test", "all"))
    assert disagreements(interpreter, known, true) == ([], {"ends", "not-stuck"})
    assert disagreements(interpreter, replace_faults(known), true)[0]


def test_what_is_proved_of_a_move_called_play_is_not_said_of_all_play(tmp_path):
    clauses = ("ace when c is A: nothing", "red when c is red: end the turn", "rests otherwise: nothing")
    outcome = "\n  ".join(("outcome told(c: card):", *clauses)) + "\n"
    rules = text(before="", more=outcome, put="move c from hand of mover to heap; decide told(c)")
    (tmp_path / "clash.hoyle").write_text(rules.replace("lay", "play").replace("pplay", "play"), encoding="utf-8")
    game = load_file(tmp_path / "clash.hoyle").game
    assert game is not None
    known = follow(Interpreter(game), every_deal(Interpreter(game)))
    assert known.faults == {"clash"}
    proofs = tuple(prove(game, 10.0))
    assert disagreements(Interpreter(game), known, proofs)[0] == []
    subjects = {r.obligation.subject: r.verdict for r in proofs if r.obligation.code == "no-clash"}
    assert subjects["move play"] == "proved"
    assert "play" not in subjects


def test_a_rank_that_goes_takes_no_other_with_it(tmp_path):
    clauses = "permit a when c is A\n  forbid b when c is 2\n  permit d when c is hearts\n  precedence a > b > d"
    game = small_game(tmp_path, permit=clauses)
    changed = without_rank(game, "lay", "a", "b")
    assert changed is not None
    assert closure(changed.actions[0].order) == {("a", "d"), ("b", "d")}
    assert without_rank(game, "lay", "a", "d") is None


def replace_faults(known):
    return replace(known, faults={"stuck"})


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("name", one_in(3, [name for name in TINY if name in everyday()]))
def test_games_at_tiny_sizes(name):
    assert "claim" in held_against_the_oracle(tiny(name), PROOF_SECONDS if FULL or name in SLOWLY else 1.0)


def chosen_mutants(game: ir.Game, count: int, seed: int) -> Iterator[ir.Game]:
    every = list(mutants(game))
    for mutant in random.Random(seed).sample(every, min(count, len(every))):
        changed = mutated(game, mutant)
        if changed is not None and viable(changed):
            yield changed


@pytest.mark.parametrize("name", one_in(3, [name for name in TINY if name in everyday()]))
def test_mutants_at_tiny_sizes(name):
    for mutant in chosen_mutants(tiny(name), 200 if FULL else 3, 3):
        held_against_the_oracle(mutant, PROOF_SECONDS if FULL else 0.0)


def test_mutants_are_proved_nothing_that_is_not_so():
    for mutant in chosen_mutants(tiny("leduc_poker"), 60 if FULL else 2, 5):
        held_against_the_oracle(mutant)


@settings(
    max_examples=400 if FULL else 3,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(games())
def test_random_rules(game):
    held_against_the_oracle(renamed(game, "pass", "skip"), PROOF_SECONDS if FULL else 1.0)
