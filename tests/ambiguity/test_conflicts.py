"""Every play that is kept of a conflict leads to it."""

from pathlib import Path

from hoyle.ambiguity.run import Maker
from hoyle.sources.files import load_file, parse_file
from verify.ambiguity.find import conflicts
from verify.ambiguity.find.faults import seen_as_written
from verify.ambiguity.find.plays import retrace
from verify.ambiguity.run.context import Context, Plan
from verify.obligations.witness import NotReplayed
from verify.run.budget import now

RULES = """game "Grab":
  players 2
  deck A..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: set, face up

move grab:
  permit sometimes when size of heap = 2 or size of heap > 3
  forbid never
  does take: draw 1 card from deck to hand of mover

move lay(c: card from hand of mover):
  permit any_card
  does put: move c from hand of mover to heap

ends:
  out when hand of mover is empty: mover wins
  dry when deck is empty: nobody wins

play:
  step deal:
    shuffle deck
    for each player p: draw 4 cards from deck to hand of p
  turns from player 1:
    choice early: mover may do grab
    choice middle: mover does lay
    choice late: mover does lay, grab
"""


def replayed(folder: Path) -> list[bool]:
    """Does each play that is kept lead to its conflict?"""
    path = folder / "grab.hoyle"
    path.write_text(RULES, encoding="utf-8")
    game = load_file(str(path)).game
    assert game is not None
    found = []
    for seed in range(6):  # lots of either kind
        context = Context(game, Maker(parse_file(path)), {}, Plan(seconds=30.0, seed=seed, games=4, greedy=0, tables=1))
        for sighting in seen_as_written(context, now() + 30.0).sightings.values():
            try:
                retrace(sighting.interpreter, sighting.line)
                found.append(True)
            except NotReplayed:
                found.append(False)
    return found


def test_a_choice_passed_by_for_want_of_moves_may_be_where_play_stops(tmp_path):
    # With two cards on the heap nobody may grab, by lot; as written play stops there. Somebody is asked with five.
    found = replayed(tmp_path)
    assert len(found) == 6
    assert all(found)


def test_a_play_that_does_not_lead_there_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(conflicts, "_replays", lambda interpreter, line: True)
    assert not all(replayed(tmp_path))
