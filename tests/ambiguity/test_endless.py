"""Play without an end under readings that are not in force: with the fewest players first, and never cut unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.ambiguity.run import Maker, find
from spec.names.settings import size_settings
from tests.ambiguity.planted import QUESTION, text
from tests.ambiguity.replays import replayed
from tests.ambiguity.test_readings import loaded
from verify.ambiguity.compare import claims_and_examples
from verify.ambiguity.find import probes
from verify.ambiguity.run.context import Context, Plan
from verify.ambiguity.run.jobs import Done
from verify.run.budget import now

PLAN = Plan(seconds=30.0, seed=3, games=8, greedy=0, tables=3, games_each=1)
RULED = QUESTION.format('  ruling yes because "nothing forbids it"')
# Hands are filled again, so a hand is empty only where the reading in force leaves the pile alone.
ENDLESS = text(
    ends='  out @ "End/1" under first_ace is yes when size of pile > 3: mover wins\n'
    '  full @ "End/1" under first_ace is no when size of pile = 8: mover wins',
    close="    step again: draw up to 1 cards from pile to hand of mover",
    tail=RULED,
).replace("  players 2\n", "  players 2 to 4, usually 3\n")
ENDS = ENDLESS.replace("    step again: draw up to 1 cards from pile to hand of mover\n", "")


def context_of(rules: str, folder: Path) -> Context:
    one = loaded(rules, folder)
    assert one.game is not None
    return Context(one.game, Maker(one.parsed), {}, PLAN, size_settings(one.parsed.file.sections))


def test_a_loop_is_looked_for_with_the_fewest_players_first(tmp_path: Path) -> None:
    context = context_of(ENDLESS, tmp_path)
    looked = probes.endless_read(context, context.game.questions[0], "no", now() + 60)
    (found,) = looked.findings
    assert (found.kind, found.subject) == ("no-end", "if first_ace is no")
    assert found.film is not None
    assert dict(found.film.settings)["players"] == "2"
    assert found.notes == ("with 2 players, by the whole deck",)
    assert replayed(loaded(ENDLESS, tmp_path), found)
    assert looked.cut == ()


def test_a_search_without_time_is_no_answer(tmp_path: Path) -> None:
    for rules in (ENDLESS, ENDS):
        context = context_of(rules, tmp_path)
        looked = probes.endless_read(context, context.game.questions[0], "no", now())
        assert looked.findings == ()
        assert len(looked.cut) == 2
        assert probes.endless(context, now()).cut


def test_a_search_that_found_no_loop_in_time_is_whole(tmp_path: Path) -> None:
    context = context_of(ENDS, tmp_path)
    looked = probes.endless_read(context, context.game.questions[0], "no", now() + 60)
    assert looked == Done()


def test_the_report_lists_what_it_had_no_time_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(probes, "READ_GAMES", 10**9)
    one = loaded(ENDS, tmp_path)
    assert one.game is not None
    plan = Plan(seconds=2.0, seed=3, games=4, greedy=0, tables=2, games_each=1)
    for _ in range(2):
        cut = find(one, one.game, {}, plan).cut
        assert any("play without an end" in told and "first_ace no" in told for told in cut), cut


LUCK = """game "Luck":
  players 2
  deck A 2 3 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

move take:
  permit free when deck is not empty
  does draw: draw 1 card from deck to hand of mover

ends:
  done at act when no legal move: mover wins

play:
  step mix: shuffle deck
{again}
  turns from player 1:
    choice act: mover does take

{says} every game ends
claim kept: at act, always size of deck > 0
claim lost: at act, never size of deck = 2
"""
AGAIN = "  repeat until top of deck is red:\n    step mix_again: shuffle deck"


@pytest.mark.parametrize(
    ("again", "says", "false"),
    [
        (AGAIN, "claim over:", ["over", "lost"]),
        ("", "claim over:", ["lost"]),
        (AGAIN, "claim over: text says", ["lost"]),
    ],
)
def test_a_claim_that_every_game_ends_is_false_where_luck_can_keep_play_from_it(
    tmp_path: Path, again: str, says: str, false: list[str]
) -> None:
    rules, cut = LUCK.format(again=again, says=says), list[str]()
    found = list(claims_and_examples.claims(context_of(rules, tmp_path), now() + 60, cut))
    assert ([f.subject for f in found], cut) == (false, [])
    assert all(f.kind == "claim-false" and replayed(loaded(rules, tmp_path), f) for f in found)


def test_no_time_for_luck_is_told(tmp_path: Path) -> None:
    cut: list[str] = []
    assert (
        list(claims_and_examples.claims(context_of(LUCK.format(again=AGAIN, says="claim over:"), tmp_path), now(), cut))
        == []
    )
    assert cut[0] == "time was up after 0 of 8 games in which luck repeats"
