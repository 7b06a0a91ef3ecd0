"""Slips in what larger games say, as people say it aloud: each is one error, and a change that is offered mends it."""

from __future__ import annotations

import pytest

from hoyle.editor.actions import actions
from hoyle.editor.analysis import Analyst
from spec.text.source import Span

RIGHT = """game "Melds":
  players 2 to 3, usually 2
  deck 5..A of hearts, spades, clubs + 2 of hearts 3 copies
    + 3 of hearts

kind place: 1 to 5

zones:
  stock: stack, face down, starts with every card
  pile: stack, face up
  hand[player]: set, seen by its owner
  meld[place]: set, face up
  spare: set, face down

state:
  attacker: player
  taking: yes or no
  chips[player] as "chips held": -50 to 200, starts at 20

shape group: set of 3 or more cards, same rank
shape few: set of 2 to 3 cards, same suit

values worth:
  J Q K are 10
  others are 5

define in_play(p: player): hand of p is not empty

define known(c: card): (some d in pile with rank of d is rank of c) or some d in spare with rank of d is rank of c

define fits(c: card, k: place):
  meld[k] is not empty and (meld[k] plus c is a group)
  and (number of player p with in_play(p)) > 1

define total(p: player): worth of hand of p - chips of p

to pay(p: player, n: number):
  let amount be smaller of n and chips of p
  chips of p becomes chips of p - amount

move lay(c: card from hand of mover):
  permit known_rank when known(c) and total(mover) * players < 900
  forbid late when taking and not (c is hearts)
  precedence late > known_rank
  does put: move c to pile

move lay_off(c: card from hand of mover, k: place):
  permit fitting when fits(c, k)
  does put:
    move c to meld[k]
    taking becomes yes

move lay_down(cards: group or few from hand of mover):
  permit any
  does put:
    let k be first place k with meld[k] is empty
    move cards to meld[k]
    do pay(mover, 3)

move bid(n: number 1 to 9):
  permit any when size of hand of mover > 0
  does note: add worth of hand of mover to chips of mover

ends:
  out @ "End/1" at count when (number of player p with in_play(p)) = 1: every player p with hand of p is empty wins

source "Melds":
  "End" 1

play:
  step deal @ "End/1":
    attacker becomes random
    collect every card into stock
    move everything from pile to spare in any order
    shuffle stock
    deal 5 cards from stock to each hand under players = 2
    draw 1 card from stock to pile
  repeat:
    choice open @ "End/1": attacker does lay, lay_off, bid
    once around from attacker:
      repeat until mover passes or hand of mover is empty:
        choice more @ "End/1": mover may do lay_down
    step count @ "End/1": nothing

claim full_melds: always every place k has not (meld[k] is not empty) or size of meld[k] >= 2
"""
SLIPS = (
    ('"chips held": -50', '"chips held: -50'),
    ("(some d in pile with rank of d is rank of c) or", "some d in pile with rank of d is rank of c or"),
    ("group)\n  and (", "group) and\n  ("),
    ("3 copies\n    + 3", "3 copies +\n    3"),
    ('out @ "End/1" at count when', 'out at count @ "End/1" when'),
    ("when (number of player p with in_play(p)) = 1", "when number of player p with in_play(p) = 1"),
    ("taking: yes or no", "taking: true or false"),
    ("taking becomes yes", "taking is yes"),
    ("taking becomes yes", "taking becomes true"),
    ("move everything from pile", "move all from pile"),
    ("taking becomes yes", "set taking to yes"),
    ("mover may do lay_down", "mover can lay_down"),
    ("mover may do lay_down", "mover may lay_down"),
    ("attacker does lay,", "attacker must lay,"),
    ("spare: set, face down", "spare: set, hidden"),
    ("hand of p is not empty\n", "hand of p has cards\n"),
    ("size of hand of mover > 0\n", "size of hand of mover > 0 cards\n"),
    ('chips[player] as "chips held"', 'chips as "chips held"[player]'),
    ("set of 2 to 3 cards", "set of 2 or 3 cards"),
    ("set of 3 or more cards", "set of at least 3 cards"),
    ("set of 3 or more cards", "set of 3+ cards"),
    ("meld[k] plus c is", "meld[k] plus [c] is"),
    ("-50 to 200", "-50..200"),
    ("add worth of hand of mover to chips of mover", "increase chips of mover by worth of hand of mover"),
    ("collect every card into", "collect all cards into"),
    ("worth of hand of p - chips", "worth of hand of p minus chips"),
    ("under players = 2", "if players = 2"),
    ("under players = 2", "when players = 2"),
    ("passes or hand", "passes when hand"),
    ("taking and not (c is hearts)", "taking unless c is hearts"),
    ("chips of p becomes chips of p - amount", "subtract amount from chips of p"),
    ("chips of p becomes chips of p - amount", "decrease chips of p by amount"),
    ("let amount be", "let amount ="),
    ("(mover) * players", "(mover) x players"),
    ("n: number 1 to 9", "n: 1 to 9"),
    ("do pay(mover, 3)", "pay(mover, 3)"),
    ("J Q K are", "J, Q, K are"),
    ("J Q K are", "J Q K count"),
    ("attacker becomes random", "attacker becomes a random player"),
    ("every place k has not (meld[k] is not empty) or", "every place k with meld[k] is not empty has"),
)
"""What the rule file says, and what stands there instead."""


def test_the_right_text_has_no_error():
    assert [d for d in Analyst("right").analyse(RIGHT).diagnostics if d.severity == "error"] == []


@pytest.mark.parametrize(("right", "wrong"), SLIPS, ids=[wrong.strip() for _, wrong in SLIPS])
def test_a_slip_is_one_error_and_can_be_undone(right: str, wrong: str):
    text = RIGHT.replace(right, wrong, 1)
    assert text != RIGHT
    analysis = Analyst("slip").analyse(text)
    offered = []
    for action in actions(analysis, Span(0, len(text))):
        changed = text
        for edit in sorted(action.edits, key=lambda edit: -edit.start):
            changed = changed[: edit.start] + edit.text + changed[edit.end :]
        offered.append(changed)
    assert RIGHT in offered, analysis.diagnostics
    assert len([d for d in analysis.diagnostics if d.severity == "error"]) == 1


def test_a_word_that_joins_nothing_is_not_moved():
    """Where the next line says something else, its beginning is no place for the word."""
    text = RIGHT.replace("permit any when size of hand of mover > 0", "permit any when")
    analysis = Analyst("slip").analyse(text)
    assert not [d for d in analysis.diagnostics if d.fix is not None and "begin the next line" in d.fix.message]
