"""Compiled games that `verify` plays after those of the interpreter: what they show is what the interpreter shows."""

from __future__ import annotations

import pytest

from engine.c.compiled.build import NotBuilt
from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from hoyle.sources.files import lower, parse_text
from tests.verify.small import text
from verify.random import compiled_games
from verify.random.random_play import UNREAD, Tally, play_games, results

PARTS = {
    "game": "players 2\n  deck A 2 3 4 5 6 of hearts, spades",
    "deal": "for each player p: draw 6 cards from deck to hand of p",
    "state": "state:\n  n: 0 to 5, starts at 0\n",
}
RARE = "size of heap = 6 and every d in heap has suit of d is hearts"
"""So it is in one game of 924."""


def tally_of(rules: str, games: int = 100) -> tuple[Interpreter, Tally]:
    game = lower(parse_text("tiny.hoyle", rules)).game
    assert game is not None
    interpreter = Interpreter(game)
    tally = play_games(interpreter, games, 1)
    compiled_games.play_on(interpreter, games, 1, float("inf"), tally)
    return interpreter, tally


def test_a_rare_fault_is_found_with_its_play() -> None:
    put = f"\n    move c from hand of mover to heap\n    if {RARE}: add 9 to n"
    interpreter, tally = tally_of(text(**PARTS, put=put))
    assert tally.whole == 33_300
    found = {r.obligation.code: r for r in results(interpreter, tally, 1, 0.0)}
    told = found["in-range"]
    assert told.verdict == "refuted"
    assert told.witness is not None
    log = from_json(interpreter, told.witness.log)
    assert not isinstance(log, str)
    again = replay(interpreter, log)
    assert (again.problem, again.last.position.fault is not None) == ("", True)
    assert not play_games(interpreter, 100, 1).faults  # so few games do not show it


def test_a_rare_end_is_seen_to_take_effect() -> None:
    ends = f"out when hand of mover is empty: mover wins\n  rare when {RARE}: mover wins"
    interpreter, tally = tally_of(text(**PARTS, ends=ends))
    used = {r.obligation.subject: r.verdict for r in results(interpreter, tally, 1, 0.0) if r.obligation.code == "used"}
    assert used == dict.fromkeys(used, "proved")
    assert any("rare" in subject for subject in used)


def test_games_are_the_interpreters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_games, "EACH", 3)
    _, tally = tally_of(text(**PARTS))
    game = lower(parse_text("tiny.hoyle", text(**PARTS))).game
    assert game is not None
    alone = play_games(Interpreter(game), 300, 1)
    assert (tally.whole, tally.ended, tally.wins, tally.draws) == (300, alone.ended, alone.wins, alone.draws)
    assert tally.fired == alone.fired


def test_a_share_is_known_by_all_games() -> None:
    claim = "claim even: fair within 5 percent"
    interpreter, tally = tally_of(text(**PARTS, more=claim))
    told = next(r for r in results(interpreter, tally, 1, 0.0) if r.obligation.subject == "even")
    assert told.verdict == "refuted"  # who begins is out of cards first
    apart = text(**PARTS, more=claim, ends="out when hand of mover is empty: nobody wins")
    interpreter, tally = tally_of(apart)
    told = next(r for r in results(interpreter, tally, 1, 0.0) if r.obligation.subject == "even")
    assert (told.verdict, told.reason) == ("unknown", "only 0 wins were counted in 33,300 games, and 30 are needed")


def test_claims_are_told_of_the_games_in_which_they_were_read() -> None:
    interpreter, tally = tally_of(text(**PARTS, more="claim small: always n <= 5"))
    told = next(r for r in results(interpreter, tally, 1, 0.0) if r.obligation.subject == "small")
    assert (told.verdict, told.scope) == ("tested", "100 random games, seed 1")


def test_without_a_compiler_nothing_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_games, "load", lambda game, fast: NotBuilt("no compiler"))
    _, tally = tally_of(text(**PARTS))
    assert (tally.whole, tally.compiled) == (100, 0)


def test_of_few_games_no_more_are_played() -> None:
    assert tally_of(text(**PARTS), 30)[1].whole == 30


def test_what_the_interpreter_had_no_time_for_is_played_by_compiled_code() -> None:
    game = lower(parse_text("tiny.hoyle", text(**PARTS, more="claim small: always n <= 5"))).game
    assert game is not None
    interpreter = Interpreter(game)
    tally = play_games(interpreter, 200, 1, until=0.0)
    assert (tally.games, bool(tally.stopped_early)) == (0, True)
    compiled_games.play_on(interpreter, 200, 1, float("inf"), tally)
    found = {(r.obligation.code, r.obligation.subject): r for r in results(interpreter, tally, 1, 0.0)}
    assert tally.whole == 66_600
    assert (found["claim", "small"].verdict, found["claim", "small"].reason) == ("unknown", UNREAD)
    assert not found["in-range", "play"].cut
    assert (found["in-range", "play"].verdict, found["in-range", "play"].scope) == (
        "tested", "66,600 random games, seed 1",
    )  # fmt: skip
