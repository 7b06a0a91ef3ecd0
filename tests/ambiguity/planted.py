"""Small rule files with one planted defect each, and a clean twin: what the finder must find, and where it must not."""

# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GAME = """game "Small":
  players 2
  deck A 2 3 4 of hearts, spades
zones:
  stock: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile: stack, face up
{zones}
state:
  turns: 0 to 99, starts at 0
{state}
{more}
move lay(c: card from hand of mover) @ "Play/1":
{permits}
  does put @ "Play/2":
    move c from hand of mover to pile
{does}
{moves}
ends:
{ends}
play:
  step deal:
    shuffle stock
{deal}
  turns from player 1:
    choice act: mover does {actions}
{otherwise}
    step close:
      if turns < 90: add 1 to turns
{close}
{tail}
"""
USUAL = {
    "zones": "", "state": "", "more": "", "moves": "", "actions": "lay", "otherwise": "", "close": "", "tail": "",
    "permits": '  permit any @ "Play/1"', "does": "", "deal": "    for each player p: draw 2 cards from stock to hand of p",
    "ends": '  out @ "End/1" when hand of mover is empty: mover wins',
}  # fmt: skip


def text(**parts: str) -> str:
    """The small game with some parts replaced."""
    return filled(GAME, USUAL, parts)


def filled(game: str, usual: Mapping[str, str], parts: Mapping[str, str]) -> str:
    """A game of which some parts are not the usual ones, without empty lines."""
    lines = game.format(**{**usual, **parts}).splitlines()
    return "\n".join(line for line in lines if line.strip()) + "\n"


@dataclass(frozen=True)
class Planted:
    """A defect: its kind, a word of the subject under which it is to be found, the text with it and the one without."""

    kind: str
    subject: str
    bad: str
    clean: str


def pair(kind: str, subject: str, bad: dict[str, str], clean: dict[str, str]) -> Planted:
    return Planted(kind, subject, text(**bad), text(**clean))


NO_ACE = """  permit any @ "Play/1"
  forbid no_ace @ "Play/3" when c is A and pile is empty
"""
PASS_BY = "    otherwise: nothing"
OUTCOME = """outcome landing(c: card):
  low when c <= 2: nothing
{}"""
QUESTION = """question first_ace @ "Play/3": "May an ace be laid on the empty table?"
  reading yes "yes"
  reading no "no"
{}"""

PLANTED = (
    pair(
        "clash", "any and no_ace",
        {"permits": NO_ACE, "otherwise": PASS_BY},
        {"permits": NO_ACE + "  precedence no_ace > any\n", "otherwise": PASS_BY},
    ),
    pair(
        "ends-collide", "last and out",
        {"ends": USUAL["ends"] + '\n  last @ "End/2" when hand of mover is empty: next player wins'},
        {"ends": USUAL["ends"] + '\n  last @ "End/2" when hand of mover is empty: mover wins'},
    ),
    pair(
        "gap", "landing",
        {"more": OUTCOME.format("  high when c is 3: nothing"), "does": "    decide landing(c)"},
        {"more": OUTCOME.format("  high otherwise: nothing"), "does": "    decide landing(c)"},
    ),
    pair(
        "stuck", "",
        {"permits": NO_ACE + "  precedence no_ace > any\n"},
        {"permits": NO_ACE + "  precedence no_ace > any\n", "otherwise": PASS_BY},
    ),
    pair(
        "undefined", "any",
        {"permits": '  permit any @ "Play/1" when c < top of pile or c > A or pile is not empty'},
        {"permits": '  permit any @ "Play/1" when pile is empty or c < top of pile or c >= A'},
    ),
    pair(
        "order", "mark",
        {"state": "  kept: player, starts at player 1", "close": "    step mark:\n      for each player p: kept becomes p",
         "moves": '  does keep when kept is player 1: nothing'},
        {"state": "  kept: player, starts at player 1", "close": "    step mark:\n      kept becomes mover",
         "moves": '  does keep when kept is player 1: nothing'},
    ),
    pair(
        "same-move", "lay and slam",
        {"moves": "move slam(c: card from hand of mover):\n  permit hard when size of hand of mover = 2\n"
                  "  does put_it: move c from hand of mover to pile; turns becomes 50", "actions": "lay, slam"},
        {"moves": "move slam(c: card from hand of mover):\n  permit hard when pile is not empty\n"
                  "  does put_it: move c from hand of mover under pile; turns becomes 50", "actions": "lay, slam"},
    ),
    pair(
        "leak", "",
        {"permits": '  permit any @ "Play/1"\n  forbid as_below when stock is not empty and rank of c is rank of top of stock\n  precedence as_below > any',
         "otherwise": PASS_BY + "\n    step turn_over:\n      draw up to 1 cards from stock to pile"},
        {"permits": '  permit any @ "Play/1"\n  forbid as_below when pile is not empty and rank of c is rank of top of pile\n  precedence as_below > any',
         "otherwise": PASS_BY + "\n    step turn_over:\n      draw up to 1 cards from stock to pile",
         "tail": ""},
    ),
    pair(
        "no-end", "",
        {"permits": '  permit any @ "Play/1"', "close": "    step again: draw up to 1 cards from pile to hand of mover",
         "ends": '  out @ "End/1" when size of pile = 3: mover wins'},
        {},
    ),
    pair(
        "claim-false", "never_three",
        {"tail": "claim never_three: at act, never size of pile = 2"},
        {"tail": "claim never_three: at act, never size of pile = 8"},
    ),
    pair(
        "claim-vacuous", "if_five",
        {"tail": "claim if_five: at act, always if size of pile = 6 then pile is empty"},
        {"tail": "claim if_five: at act, always if size of pile = 2 then pile is not empty"},
    ),
    pair(
        "example-wrong", "an ace goes",
        {"tail": 'example "an ace goes" @ "Play/1":\n  given hand of mover = [AH 2S], hand of player 2 = [3H 4S], mover = player 1, at act\n  illegal lay(AH)'},
        {"tail": 'example "an ace goes" @ "Play/1":\n  given hand of mover = [AH 2S], hand of player 2 = [3H 4S], mover = player 1, at act\n  legal lay(AH)'},
    ),
    pair(
        "shadowed", "small",
        {"permits": '  permit any @ "Play/1"\n  forbid small when c is A and size of pile = 1\n  precedence any > small'},
        {"permits": '  permit any @ "Play/1"\n  forbid small when c is A and size of pile = 1\n  precedence small > any', "otherwise": PASS_BY},
    ),
    pair(
        "implied", "low",
        {"permits": '  permit any @ "Play/1" when c <= 4\n  permit low when c <= 2'},
        {"permits": '  permit any @ "Play/1" when c > 2\n  permit low when c <= 2'},
    ),
    pair(
        "forced", "draw",
        {"moves": "move draw:\n  permit spent when size of pile < 3 and (no c in hand of mover with c is not hearts)\n  does take: draw up to 1 cards from stock to hand of mover",
         "permits": NO_ACE.replace("A and pile is empty", "hearts and size of pile < 3") + "  precedence no_ace > any\n", "actions": "lay, draw"},
        {"moves": "move draw:\n  permit spent when stock is not empty\n  does take: draw up to 1 cards from stock to hand of mover",
         "permits": NO_ACE.replace("A and pile is empty", "hearts and size of pile < 3") + "  precedence no_ace > any\n", "actions": "lay, draw", "otherwise": PASS_BY, "tail": ""},
    ),
    pair(
        "never-forced", "skip",
        {"moves": "move skip:\n  permit always\n  does count: add 1 to turns", "actions": "lay, skip",
         "ends": USUAL["ends"] + "\n  late when turns > 8: nobody wins"},
        {"moves": "move skip:\n  permit once when turns = 0\n  does count: add 1 to turns", "actions": "lay, skip"},
    ),
    pair(
        "overflow", "",
        {"state": "  count: 0 to 1, starts at 0", "close": "    step bump: add 1 to count",
         "permits": '  permit any @ "Play/1" when count < 50'},
        {"state": "  count: 0 to 90, starts at 0", "close": "    step bump: add 1 to count",
         "permits": '  permit any @ "Play/1" when count < 50'},
    ),
    pair(
        "endless", "",
        {"close": "    repeat until size of pile != 2:\n      step idle: nothing"},
        {"close": "    repeat until size of pile > 0:\n      step idle: nothing"},
    ),
    pair(
        "dead", "never",
        {"permits": '  permit any @ "Play/1"\n  forbid never when c is A and c > 3\n  precedence never > any'},
        {"permits": '  permit any @ "Play/1"\n  forbid never when c is A and size of pile = 1\n  precedence never > any',
         "otherwise": PASS_BY},
    ),
    pair(
        "restated", "reminder",
        {"permits": '  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" when c is A and pile is empty\n'
                    '  forbid reminder @ "Quick Reference/1" when c is A and size of pile = 1\n'
                    '  precedence every forbid > any', "otherwise": PASS_BY},
        {"permits": '  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" when c is A and pile is empty\n'
                    '  precedence every forbid > any', "otherwise": PASS_BY},
    ),
    pair(
        "same-definition", "small and little",
        {"more": "define small(c: card): c <= 2\ndefine little(d: card): d <= 2",
         "permits": '  permit any @ "Play/1" when small(c)\n  permit big when not little(c)'},
        {"more": "define small(c: card): c <= 2\ndefine little(d: card): d <= 3",
         "permits": '  permit any @ "Play/1" when small(c) or little(c)\n  permit big when not little(c)'},
    ),
    pair(
        "unused", "spare",
        {"more": "define spare(c: card): c is A"},
        {"more": "define spare(c: card): c is A", "permits": '  permit any @ "Play/1" when spare(c) or c > A'},
    ),
    pair(
        "unused", "noted",
        {"state": "  noted[player]: card or no card", "does": "    noted of next player becomes c"},
        {"state": "  noted[player]: card or no card, seen by its owner", "does": "    noted of next player becomes c"},
    ),
    pair(
        "question", "first_ace: yes or no",
        {"permits": '  permit any @ "Play/1"\n  forbid no_ace @ "Play/3" under first_ace is no when c is A and pile is empty\n'
                    '  precedence no_ace > any', "otherwise": PASS_BY, "tail": QUESTION.format("")},
        {"permits": '  permit any @ "Play/1"', "otherwise": ""},
    ),
    pair(
        "idle-ruling", "ace over not_first",
        {"permits": '  permit ace @ "Play/1" when c is A\n  permit any @ "Play/1" when c > A\n'
                    '  forbid not_first when c is 2 and pile is empty\n  precedence not_first > any\n'
                    '  ruling ace over not_first because "it is said first"', "otherwise": PASS_BY},
        {"permits": NO_ACE + '  ruling no_ace over any because "it is the special one"', "otherwise": PASS_BY},
    ),
)  # fmt: skip

RULED = QUESTION.format('  ruling yes because "nothing forbids it"')
"""A question that only matters together with another."""
TOGETHER = text(
    permits='  permit any @ "Play/1"\n  forbid no_ace under first_ace is no when c is A and pile is empty and strict\n'
    "  precedence no_ace > any",
    more="define strict under rigour is lax: pile is not empty\ndefine strict under rigour is full: pile is empty",
    otherwise=PASS_BY,
    tail=RULED + '\nquestion rigour @ "Play/4": "How strict?"\n  reading lax "not"\n  reading full "very"\n'
    '  ruling lax because "so it is played"',
)
