"""A small rule file for tests of the editor, and places in it that are marked with `$0`."""

from __future__ import annotations

from hoyle.editor.analysis import Analysis, Analyst

SMALL = """\
game "Small":
  players 2
  deck 1..4 of red, blue
  number dealt: 1 to 3, usually 2

source "A rulebook":
  "Deal" 1..2
  "Play" 1..3

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner @ "Deal/1"
  pile: stack, face up @ "Deal/2"

state:
  mood as "temper": calm | angry, starts at calm
  score[player]: 0 to 9

define fits(c: card) @ "Play/1": pile is empty or suit of c is suit of top of pile

question beginner as "who begins" @ "Play/3": "Who begins?"
  reading youngest "player 1"
  reading eldest "player 2"
  ruling youngest because "the rulebook's example"

move play(c: card from hand of mover) as "lay":
  permit fitting @ "Play/1" when fits(c)
  forbid in_anger @ "Play/2" when mood is angry and size of hand of mover > 1
  precedence in_anger > fitting @ "Play/2"
  does lay @ "Play/1": move c to pile; add 1 to score of mover; mood becomes calm

ends:
  out @ "Play/3" at turn when hand of mover is empty: every player p scores score of p

play:
  step deal @ "Deal/1": shuffle deck; deal dealt from deck to each hand
  turns from (if beginner is eldest then player 2 else player 1):
    choice turn @ "Play/1": mover does play
    otherwise @ "Play/3": end the turn

example "a card goes on" @ "Play/1":
  given hand of player 1 = [1R], pile = [2R], mover = player 1, at turn
  legal play(1R)
  play play(1R)
  then mood is calm

claim all_out @ "Play/3": every game ends
"""
MARK = "$0"


def analysed(text: str = SMALL) -> Analysis:
    return Analyst("small.hoyle").analyse(text)


def at(before: str, text: str = SMALL, *, times: int = 1) -> int:
    """The offset of a mark in a piece of the text."""
    piece = before.replace(MARK, "")
    found = -1
    for _ in range(times):
        found = text.index(piece, found + 1)
    return found + before.index(MARK)


def typed(before: str, behind: str = "", text: str = SMALL) -> tuple[Analysis, int]:
    """The text with something typed in the place of a piece of it, and the offset of the mark in what is typed."""
    piece, _, rest = before.partition(" => ")
    start = text.index(piece)
    new = text[:start] + rest.replace(MARK, "") + behind + text[start + len(piece) :]
    return analysed(new), start + rest.index(MARK)
