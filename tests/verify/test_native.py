"""What compiled code finds of every state comes to the same results as a search in Python, with plays that replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import Log, from_json, replay
from spec.ir import nodes as ir
from tests.native.harness import needs_compiler
from tests.verify.small import game
from verify.obligations.obligations import FAULT_CODES, SURELY
from verify.obligations.verdict import Result
from verify.search.compiled import NativeExplored, NativeModel, native_model
from verify.search.model import Open, Shown
from verify.search.search import LOOKS, PythonModel, Reached, every_deal, results, search
from verify.search.shrink import EVERY_DEAL_UP_TO, Engines

pytestmark = needs_compiler

BACK = "  does back when size of heap = 2: move top of heap from heap to hand of mover"
LOOPS = {"put": "move c from hand of mover to heap\n" + BACK}
GAMES: dict[str, dict[str, str]] = {
    "plain": {},
    "undefined": {"deal": "draw 9 cards from deck to hand of mover"},
    "clash": {"permit": "permit anything\n  forbid red when c is red"},
    "stuck": {"permit": "permit red when c is red"},
    "overflow": {
        "state": "\nstate:\n  laid: 0 to 1, starts at 0\n",
        "put": "add 1 to laid; move c from hand of mover to heap",
    },
    "endless": LOOPS,
    "claims": {
        "more": "claim few: always size of heap < 2\nclaim two: sometimes size of heap = 2\n"
        "claim none: never size of heap = 9\nclaim passing: at deal, always size of deck = 4\n"
        "claim finite: every game ends\nclaim end: an end stays reachable"
    },
}


def native(rules: ir.Game) -> NativeExplored:
    model = native_model(rules, EVERY_DEAL_UP_TO, hasty=True)
    assert isinstance(model, NativeModel), model
    found = model.explore(float("inf"))
    assert isinstance(found, NativeExplored)
    return found


def both(folder: Path, name: str) -> tuple[tuple[Result, ...], tuple[Result, ...]]:
    rules = game(folder, **GAMES[name])
    interpreter = Interpreter(rules)
    plain = Reached(interpreter, search(interpreter, every_deal, most_states=100_000))
    return results(plain, "all", 0.0, whole=True), results(native(rules), "all", 0.0, whole=True)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_verdicts_as_in_python(name, tmp_path):
    plain, compiled = both(tmp_path, name)
    stops = any(r.verdict == "refuted" for r in plain)
    for one in plain:
        other = next(r for r in compiled if r.obligation == one.obligation)
        # A search in Python stops at the first thing that is wrong; compiled code goes on.
        if one.verdict == "refuted" or not stops:
            assert other.verdict == one.verdict, one.obligation
            assert (other.witness is None) == (one.witness is None)
        # What keeps play from its end is shown in Python by the position where it begins, in compiled code by a loop.
        if one.obligation.code == SURELY.code:
            continue
        if one.witness is not None and other.witness is not None and not one.witness.loop:
            assert len(other.witness.moves) <= len(one.witness.moves)


@pytest.mark.parametrize("name", GAMES)
def test_every_play_replays(name, tmp_path):
    rules = game(tmp_path, **GAMES[name])
    interpreter = Interpreter(rules)
    for result in results(native(rules), "all", 0.0, whole=True):
        if result.witness is not None:
            log = from_json(interpreter, result.witness.log)
            assert isinstance(log, Log)
            assert replay(interpreter, log)


def test_a_fault_of_each_kind_that_was_planted(tmp_path):
    for kind in ("undefined", "clash", "stuck", "overflow"):
        found = native(game(tmp_path, **GAMES[kind]))
        assert {k for k in FAULT_CODES if found.fault(k)} >= {kind}


def test_a_loop_goes_once_round(tmp_path):
    found = native(game(tmp_path, **LOOPS))
    loop = found.loop()
    assert isinstance(loop, Shown)
    assert loop.loop > 0
    assert "returns to this position" in loop.sentence
    assert isinstance(found.longest(), Open)


def test_python_where_there_is_no_compiler(tmp_path, monkeypatch):
    monkeypatch.setattr("verify.search.shrink.native_model", lambda game, deals, hasty: "there is none")
    monkeypatch.setattr("verify.search.shrink.PYTHON_SECONDS", 0.0)
    told: list[str] = []
    found = Engines(20.0, tell=told.append).explore(Interpreter(game(tmp_path)), float("inf"))
    assert isinstance(found, Reached)
    assert told == ["smaller games are searched without compiled code, which is slower: there is none"]
    assert (found.deals > 0, found.cut) == (True, "")


def test_compiled_code_where_python_takes_long(tmp_path, monkeypatch):
    monkeypatch.setattr("verify.search.shrink.PYTHON_SECONDS", 0.0)
    assert isinstance(Engines(20.0).explore(Interpreter(game(tmp_path)), float("inf")), NativeExplored)


def test_python_leaves_shuffles_open_unless_an_end_must_stay_reachable(tmp_path):
    for claim, words in (("", "the order of unseen cards stays undecided"), ("claim e: an end stays reachable", "")):
        found = PythonModel(Interpreter(game(tmp_path, more=claim)), EVERY_DEAL_UP_TO, 10_000).explore(float("inf"))
        assert found.alike == words
        assert not found.cut


LOOKING = "claim top_is_red: at act, never top of deck is black\nclaim few: always size of heap <= 3"


def test_a_claim_that_looks_at_open_cards_blinds_no_search(tmp_path):
    """It is left to others, and told so; the search itself stays that of the game without the claim."""
    dealt = {"deal": "for each player p: draw 1 card from deck to hand of p"}
    plain, looking = (native(game(tmp_path, **dealt, more=more)) for more in ("", LOOKING))
    assert looking.states == plain.states
    assert looking.left_out == {"top_is_red"}
    python = PythonModel(Interpreter(game(tmp_path, **dealt, more=LOOKING)), EVERY_DEAL_UP_TO, 10_000).explore(1e9)
    for found in (looking, python):
        said = {r.obligation.subject: r for r in results(found, "all", 0.0, whole=True) if r.obligation.code == "claim"}
        assert (said["top_is_red"].verdict, said["top_is_red"].reason) == ("unknown", LOOKS)
        assert said["few"].verdict in ("proved", "checked")


BOTH = {
    "put": "\n    decide told(c)\n    move c from hand of mover to heap",
    "ends": "out when hand of mover is empty: mover wins\n  lost when hand of mover is empty: next player wins",
    "state": "\nstate:\n  seen: yes or no, starts at no\n",
    "more": "outcome told(c: card):\n  one when c is AH: seen becomes yes\n  two when c is AH: seen becomes no\n"
    "  rests otherwise: nothing\n",
}
"""A clash on the first move of some plays, and ends that collide on the third of others."""


def test_a_clash_does_not_hide_ends_that_collide(tmp_path):
    """Of clashes compiled code keeps only the first, whether it is one of clauses or of ends."""
    found = native(game(tmp_path, **BOTH))
    assert isinstance(found.fault("clash"), Shown)
    assert isinstance(found.fault("collision"), Open)
    verdicts = {r.obligation.code: r.verdict for r in results(found, "all", 0.0, whole=True, proves=True)}
    assert (verdicts["no-clash"], verdicts["no-collision"], verdicts["no-gap"]) == ("refuted", "unknown", "proved")
