"""Small rule files, two for each way of misreading: one whose wording may be misread so, and one whose wording may not."""

# ruff: noqa: E501

from __future__ import annotations

from tests.ambiguity.planted import filled

GAME = """game "Small":
  players {players}
  deck {deck}
zones:
  stock: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile: stack, face up
{zones}
state:
  turns: 0 to 999
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
  turns from {first}{among}:
{turn}
{late}
    step close:
      add 1 to turns
{close}
{tail}
"""
USUAL = {
    "players": "2", "deck": "A 2 3 4 of hearts, spades", "zones": "", "state": "", "more": "", "moves": "", "first": "player 2",
    "among": "", "permits": '  permit any @ "Play/1"', "does": "", "late": "", "close": "", "tail": "",
    "deal": "    for each player p: draw 2 cards from stock to hand of p",
    "ends": '  out @ "End/1" when hand of mover is empty: mover wins\n  late at close when turns > 40: nobody wins',
    "turn": "    choice act: mover does lay\n    otherwise: nothing",
}  # fmt: skip


def text(**parts: str) -> str:
    """The small game with some parts replaced."""
    return filled(GAME, USUAL, parts)


WIDE = {"deck": "standard", "deal": "    for each player p: draw 7 cards from stock to hand of p"}
FEW_RANKS = {
    "deck": "A 2 3 Q K of hearts, spades, clubs",
    "deal": "    for each player p: draw 4 cards from stock to hand of p",
}
"""The ace comes beside the king in most games."""
LOSE = (
    'to lose(p: player) @ "Play/5": move everything from hand of p to pile in any order\noutcome looking(p: player) @ "Play/5":\n'
    "  few when {}: do lose(p)\n  fine otherwise: nothing\n"
)
SET = 'shape alike @ "Shape/1": set of {0}\nmove lay_set(cards: alike from hand of mover) @ "Play/4":\n  permit sets @ "Play/4"{1}\n  does put_set:\n    move cards from hand of mover to pile in any order'
LINE = 'shape line @ "Shape/1": {0}\nmove lay_set(cards: line from hand of mover) @ "Play/4":\n  permit sets @ "Play/4"{1}\n  does put_set:\n    move cards from hand of mover to pile in any order'
TWO = "    choice act: mover does lay, lay_set\n    otherwise: nothing"
TAKE = (
    'move take @ "Play/5":\n  permit taken @ "Play/5"{0}\n  does get:\n    move everything from pile to hand of mover\n'
)
MAY_TAKE = "    choice act: mover does lay, take\n    otherwise: nothing"
TO_TWO = "    draw 2 cards from stock to hand of player 1\n    draw 2 cards from stock to hand of player 2"
TO_THREE = "    draw 1 card from stock to hand of player 1\n    draw 3 cards from stock to hand of player 2\n    draw 5 cards from stock to hand of player 3"
FULL = '  permit any @ "Play/1" when stock is not empty'
DRAW = '    step refill @ "Draw/1":{0}\n      draw up to {1} from stock to hand of mover'
POINTS = 'values points @ "Points/1":\n  A is 1 or 3\n  2..4 are as printed\n'


def several(cards: str = "1 to 2 cards", permit: str = "") -> str:
    return (
        f"move lay_set(cards: {cards} from hand of mover) @ \"Play/4\":\n  permit sets @ \"Play/4\"{permit}\n"
        "  does put_set:\n    move cards from hand of mover to pile in any order"
    )  # fmt: skip


ROWS = {
    "zones": "  heap_at[place]: stack, face up\n  away: stack, face down", "more": "kind place: low | high | far\n",
    "deal": "    for each player p: draw 2 cards from stock to hand of p\n    for each place r: draw 1 card from stock to r",
    "turn": "    choice act: mover does lay, found, heap\n    otherwise: nothing",
    "ends": "  out when hand of mover is empty: mover wins\n  late at close when turns > 12: nobody wins",
}  # fmt: skip
HEAP = (
    'move found(c: card from hand of mover, to t: place) @ "Play/8":\n  permit low_place when {}\n'
    '  does set_up: move c from hand of mover to t\n'
    'move heap(r: place, on t: place) @ "Play/9":\n  permit heaps when r is not t and r is not empty and t is not empty\n'
    '  does pile_up: move everything from r to t\n'
)  # fmt: skip
SHIFT = (
    'move shift(r: line_at, on t: line_at) @ "Play/9":\n  permit shifts when r is not t and r is not empty and (t is empty or rank of {} of r < rank of top of t)\n'
    '  does shift_all: move everything from r to t\n'
)  # fmt: skip
BEGIN = 'move begin(d: card from hand of mover) @ "Play/8":\n  permit begins\n  does start_off: move d from hand of mover to pile\n'
AWAY = 'move throw(r: place) @ "Play/10":\n  permit throws when r is not empty\n  does gone: move everything from r to away\n'

DEALS = {"state": "  score[player]: 0 to 99", "moves": BEGIN}
AGAIN = (
    '    for each player p: draw 1 card from stock to hand of p\n  repeat{0}:\n    step again @ "Deal/2":\n      {1}\n'
    '      for each player p: fill hand of p up to 2 cards from stock\n    once around from player 1:\n'
    '      choice show @ "Deal/3": mover does begin\n      otherwise: nothing\n'
    '    step count_up @ "Deal/4":\n      for each player p: add (number of x in hand of p with x < 3) to score of p'
)  # fmt: skip
DRAWS = {
    "moves": 'move fetch @ "Play/8":\n  permit some_left when stock is not empty\n  does get_one: draw 1 card from stock to hand of mover\n'
    'move pick @ "Play/9":\n  permit picks when pile is not empty\n  does get_top: move top of pile from pile to hand of mover\n',
    "turn": '    choice drawing @ "Play/7": mover does fetch, pick\n    otherwise: nothing\n    choice act: mover does lay\n    otherwise: nothing',
}  # fmt: skip
BUILD = 'move set_on(d: card from hand of mover, on r: row) @ "Play/9":\n  permit higher when r is empty or rank of d >= rank of top of r\n  does lay_on: move d from hand of mover to r\n'

Parts = dict[str, str]
PLANTED: dict[str, tuple[Parts, Parts]] = {
    # ---------------------------------------------------------------- duty
    "may-or-must": ({"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE}, {}),
    "last-resort": ({"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE},
                    {"moves": TAKE.format(" when pile is not empty and mover cannot lay"), "turn": MAY_TAKE}),
    "would-do": (
        {"permits": "  permit any\n  forbid lower when pile is not empty and rank of c < rank of top of pile\n  precedence lower > any",
         "moves": "move slip(c: card from hand of mover) @ \"Play/6\":\n  permit slips\n  does put_under:\n    move c from hand of mover under pile\n",
         "turn": "    choice act: mover does lay, slip\n    otherwise: nothing"},
        {"moves": "move slip(c: card from hand of mover) @ \"Play/6\":\n  permit slips\n  does put_under:\n    move c from hand of mover under pile\n",
         "turn": "    choice act: mover does lay, slip\n    otherwise: nothing"}),
    "left-to-the-player": ({"late": DRAW.format("", "1 card")}, {}),
    "counts-as-move": (
        {"permits": "  permit any @ \"Play/1\" when c is not A", "moves": TAKE.format(" when pile is not empty"), "turn": "    choice act: mover does lay, take",
         "ends": "  out when hand of mover is empty: mover wins\n  blocked at act when no legal move: nobody wins\n  late at close when turns > 40: nobody wins"},
        {"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE}),
    "nothing-to-act-on": (
        {"zones": "  row[2]: stack, face up\n  away: stack, face down",
         "moves": "move sweep @ \"Play/7\":\n  permit swept\n  does clear:\n    for each row r: move everything from r to away\n",
         "turn": "    choice act: mover does lay, sweep"},
        {"zones": "  row[2]: stack, face up\n  away: stack, face down",
         "moves": "move sweep @ \"Play/7\":\n  permit swept when some row r with r is not empty\n  does clear:\n    for each row r: move everything from r to away\n",
         "turn": "    choice act: mover does lay, sweep"}),
    # ---------------------------------------------------------------- clauses
    "needless-condition": ({"permits": "  permit any @ \"Play/1\" when pile is empty or rank of c >= rank of top of pile"},
                           {"ends": "  late at close when turns > 9: nobody wins"}),
    "not-forbidden": ({"permits": "  permit any\n  forbid lower when pile is not empty and rank of c < rank of top of pile\n  precedence lower > any"}, {}),
    "not-permitted": ({"permits": "  permit higher when pile is empty or rank of c > rank of top of pile\n  permit ace when c is A"}, {}),
    "other-way-round": (
        {"does": "    decide landing(c)",
         "more": "outcome landing(c: card):\n  low when c < 3: turns becomes 30\n  red when suit of c is hearts: turns becomes 39\n  else_ otherwise: nothing\n  precedence low > red\n",
         "ends": "  late at close when turns > 35: mover wins\n  out when hand of mover is empty: mover wins"},
        {"does": "    decide landing(c)",
         "more": "outcome landing(c: card):\n  low when c < 3: turns becomes 30\n  else_ otherwise: nothing\n"}),
    "special-too": (
        {"permits": "  permit any when pile is empty or rank of c > rank of top of pile\n  permit ace when c is A and pile is not empty"},
        {"permits": "  permit any when pile is empty or rank of c > rank of top of pile"}),
    "not-both": (
        {"permits": "  permit higher when pile is empty or rank of c > rank of top of pile\n  permit suited when pile is empty or suit of c = suit of top of pile"},
        {"permits": "  permit higher when pile is empty or rank of c > rank of top of pile"}),
    "no-such-move": (
        {"moves": TAKE.format(" when pile is not empty") + "move pass_on @ \"Hints/1\":\n  permit passed\n  does go: nothing\n",
         "turn": "    choice act @ \"Play/9\": mover does lay, take, pass_on"},
        {"moves": TAKE.format(" when pile is not empty") + "move pass_on @ \"Play/8\":\n  permit passed\n  does go: nothing\n",
         "turn": "    choice act @ \"Play/9\": mover does lay, take, pass_on"}),
    # ---------------------------------------------------------------- cards
    "one-or-several": ({"moves": several("1 to 2 cards", " when every x in cards has x is A"), "turn": TWO},
                       {"moves": several("2 cards"), "turn": TWO}),
    "some-or-every": ({"moves": several("2 cards", " when some x in cards with x is A"), "turn": TWO},
                      {"moves": several("2 cards"), "turn": TWO}),
    "which-card": (
        {"moves": "shape row: sequence of 2 cards\nmove lay_row(cards: row from hand of mover) @ \"Play/4\":\n  permit rows when rank of bottom of cards = 2\n  does put_row: move cards from hand of mover to pile",
         "turn": "    choice act: mover does lay, lay_row\n    otherwise: nothing"},
        {"moves": several("2 cards"), "turn": TWO}),
    "greatest-or-least": (
        {"state": "  best: 0 to 9", "moves": "move lay_set(cards: 2 cards from hand of mover) @ \"Play/4\":\n  permit sets\n  does put_set: move cards from hand of mover to pile in any order; turns becomes greatest of position of rank of x over x in cards",
         "turn": TWO, "ends": "  out when hand of mover is empty and turns > 2: mover wins\n  late at close when turns > 40: nobody wins"},
        {"moves": several("2 cards"), "turn": TWO}),
    "one-by-one": (
        {"moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit sets\n  does put_set:\n    move cards from hand of mover to pile in any order\n    decide landing(cards)",
         "more": "outcome landing(x: cards):\n  pair when size of x > 1: turns becomes 40\n  single otherwise: nothing\n", "turn": TWO,
         "deal": "    for each player p: draw 3 cards from stock to hand of p"},
        {"moves": several("1 to 2 cards"), "turn": TWO}),
    "once-or-each": (
        {"moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit sets\n  does put_set:\n    move cards from hand of mover to pile in any order\n    decide landing(cards)",
         "more": "outcome landing(x: cards):\n  aces when some z in x with z > 2: add 1 to turns\n  others otherwise: nothing\n", "turn": TWO,
         "ends": "  late at close when turns > 3: mover wins"},
        {"moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit sets\n  does put_set:\n    move cards from hand of mover to pile in any order\n    decide landing(cards)",
         "more": "outcome landing(x: cards):\n  aces when every z in x has z > 2: add 1 to turns\n  others otherwise: nothing\n", "turn": TWO}),
    "what-goes-along": (
        {"zones": "  row[2]: stack, face up", "deal": "    for each player p: draw 2 cards from stock to hand of p\n    for each row r: draw 2 cards from stock to r",
         "moves": "move shift(r: row, to t: row) @ \"Play/8\":\n  permit shifts when r is not t and r is not empty and rank of top of r > A\n  does go: move everything from r to t\n",
         "turn": "    choice act: mover does lay, shift\n    otherwise: nothing"},
        {}),
    "where-it-goes": (
        {"zones": "  away: stack, face down", "moves": "move drop(c: card from hand of mover) @ \"Play/9\":\n  permit drops\n  does gone: move c from hand of mover to away\n",
         "turn": "    choice act: mover does lay, drop\n    otherwise: nothing", "late": DRAW.format("", "1 card")},
        {"permits": "  permit any when pile is empty or rank of c >= rank of top of pile"}),
    "stays-there": (
        {"permits": "  permit any", "more": "outcome landing(c: card):\n  low when c < 3:\n    move c from pile to hand of mover\n    add 3 to turns\n  fits otherwise: nothing\n", "does": "    decide landing(c)"},
        {}),
    # ---------------------------------------------------------------- shapes
    "fewest-cards": ({"more": SET.format("2 or more cards", ""), "turn": TWO}, {"more": SET.format("2 cards", ""), "turn": TWO}),
    "exactly-so-many": ({"more": SET.format("2 cards", ""), "turn": TWO, "deal": "    for each player p: draw 4 cards from stock to hand of p"}, {"more": SET.format("2 or more cards", ""), "turn": TWO}),
    "need-not-share": ({"more": SET.format("2 cards, same rank", ""), "turn": TWO}, {"more": SET.format("2 cards", ""), "turn": TWO}),
    "one-suit": ({**WIDE, "more": SET.format("3 or more cards, a run", ""), "turn": TWO}, {**WIDE, "more": SET.format("3 or more cards, same suit, a run", ""), "turn": TWO}),
    "where-aces-go": ({**WIDE, "more": SET.format("2 cards, a run with ace low", ""), "turn": TWO}, {**WIDE, "more": SET.format("2 cards, same rank", ""), "turn": TWO}),
    "others-differ": ({**WIDE, "more": SET.format("2 cards of one rank and 2 other cards", ""), "turn": TWO}, {**WIDE, "more": SET.format("2 cards of one rank and 1 other card", ""), "turn": TWO}),
    "one-after-another": ({**WIDE, "more": SET.format("1 card of each of 3 ranks in a run", ""), "turn": TWO}, {**WIDE, "more": SET.format("2 cards of one rank and 1 card of another", ""), "turn": TWO}),
    "one-direction": ({**WIDE, "more": LINE.format("sequence of 3 cards, each next to the one before", ""), "turn": TWO}, {**WIDE, "more": LINE.format("sequence of 3 cards, a run", ""), "turn": TWO}),
    # ---------------------------------------------------------------- numbers
    "more-or-at-least": ({"permits": "  permit any when pile is empty or rank of c > rank of top of pile"}, {"permits": "  permit any when pile is empty or suit of c = suit of top of pile", "ends": "  out when hand of mover is empty: mover wins\n  late at close when turns = 40: nobody wins"}),
    "one-step-or-more": ({"permits": "  permit any when pile is empty or rank of c is one above rank of top of pile"}, {}),
    "round-the-corner": ({**FEW_RANKS, "permits": "  permit any when pile is empty or rank of c is next to rank of top of pile"}, {**FEW_RANKS}),
    "ace-low-or-high": ({**WIDE, "permits": "  permit any when pile is empty or suit of c is suit of top of pile or rank of c is one above rank of top of pile"}, {**WIDE}),
    "which-value": ({"more": POINTS, "permits": "  permit any when points of hand of mover can be 4"}, {"more": "values points @ \"Points/1\":\n  A is 1\n  2..4 are as printed\n", "permits": "  permit any when points of c > 0"}),
    "rounding": ({"permits": "  permit any when position of rank of c > (turns + 1) divided by 2, rounded up"}, {}),
    # ---------------------------------------------------------------- words
    "other-term": (
        {"more": "define low(x: card): x < 2\ndefine lowish(x: card): low(x) or x is 3\n", "permits": "  permit any when low(c)\n  permit other when lowish(c) and turns > 2"},
        {"more": "define low(x: card): x < 2\n", "permits": "  permit any when low(c)"}),
    "limit-or-held": (
        {"state": "  limit[player]: 0 to 5, starts at 3", "late": "    step refill:\n      fill hand of mover up to limit of mover from stock", "permits": "  permit any when limit of mover > 2 or c is A"},
        {"late": "    step refill:\n      fill hand of mover up to 3 from stock"}),
    # ---------------------------------------------------------------- turns
    "seat-or-turn": (
        {"players": "3", "deal": TO_TWO, "ends": "  late at close when turns > 12: nobody wins",
         "does": "    move everything from pile to hand of (first player p from next player with hand of p is not empty else mover)"},
        {"does": "    nothing"}),
    "who-was-before": (
        {"players": "3", "deal": "    draw 1 card from stock to hand of player 1\n    draw 2 cards from stock to hand of player 2\n    draw 3 cards from stock to hand of player 3",
         "among": " among player p with hand of p is not empty", "does": "    move c from pile to hand of previous player", "ends": "  late at close when turns > 12: nobody wins"},
        {}),
    "who-begins": ({"first": "player 1"}, {}),
    "who-leads": (
        {"players": "3", "deal": TO_TWO, "late": "    step won:\n      mover becomes first player p from next player with hand of p is not empty else mover"},
        {"players": "3"}),
    "plays-on": ({"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE}, {}),
    "goes-again": ({"does": "    go again"}, {}),
    "how-many-moves": ({}, {"turn": "    choice act: mover may do lay"}),
    "turn-used-up": (
        {"zones": "  taken[player]: stack, face up", "does": "    decide landing(c)", "more": "to give:\n  move everything from pile to taken of next player\noutcome landing(c: card):\n  low when c < 3:\n    do give\n  fits otherwise: nothing\n"},
        {}),
    # ---------------------------------------------------------------- time
    "when-it-ends": ({"deal": "    for each player p: draw 1 card from stock to hand of p", "late": DRAW.format("", "1 card")}, {"ends": "  late at act when turns > 6: nobody wins"}),
    "what-comes-first": (
        {"does": "    move everything from pile to hand of next player"}, {}),
    "how-often": (
        {"more": "to refill:\n  draw up to 1 card from stock to hand of mover\n", "does": "    do refill", "late": "    step more:\n      do refill"}, {}),
    "at-once-too": (
        {"state": "  limit[player]: 0 to 5, starts at 2", "moves": "move more @ \"Play/9\":\n  permit mores when limit of mover < 4\n  does up: limit of mover becomes 4\n",
         "turn": "    step first:\n      fill hand of mover up to limit of mover from stock\n    choice act: mover does lay, more\n    otherwise: nothing", "ends": "  late at close when turns > 12: nobody wins"},
        {}),
    "from-next-turn": (
        {"state": "  limit[player]: 0 to 5, starts at 2", "late": "    step refill:\n      fill hand of mover up to limit of mover from stock", "moves": "move more @ \"Play/9\":\n  permit mores when limit of mover < 4\n  does up: limit of mover becomes 4\n",
         "turn": "    choice act: mover does lay, more\n    otherwise: nothing", "ends": "  late at close when turns > 12: nobody wins"},
        {}),
    "when-it-is-allowed": (
        {"moves": TAKE.format(" when pile is not empty"), "turn": "    choice early: mover may do take\n    choice act: mover does lay\n    otherwise: nothing\n    choice after: mover may do take", "ends": "  late at close when turns > 12: nobody wins"},
        {"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE}),
    "read-anew": (
        {"deal": "    for each player p: draw 4 cards from stock to hand of p", "state": "  mode[player]: plain | red | low, starts at plain", "does": "    decide landing(c)",
         "more": "outcome landing(c: card):\n  low_ when c < 3:\n    mode of mover becomes low\n  red_ otherwise:\n    mode of mover becomes red\n",
         "permits": "  permit any when mode of mover is not low or c > A"},
        {}),
    # ---------------------------------------------------------------- silence
    "too-few-to-draw": ({"players": "3", "late": DRAW.format("", "4 cards"), "ends": "  late at close when turns > 12: nobody wins"}, {"late": DRAW.format("", "1 card")}),
    "nothing-left": ({"late": DRAW.format("", "1 card"), "ends": "  late at close when turns > 20: nobody wins"}, {}),
    "nobody-or-fewest": ({"permits": "  permit any when pile is empty or rank of c > rank of top of pile"}, {"ends": "  out when hand of mover is empty: mover wins"}),
    "cards-left-over": (
        {"zones": "  won[player]: stack, face down", "moves": TAKE.format(" when pile is not empty").replace("to hand of mover", "to won of mover"), "turn": "    choice act: mover may do lay, take",
         "ends": "  late at close when turns > 9: every player p scores size of won of p"},
        {}),
    # ---------------------------------------------------------------- ends
    "does-it-end": ({}, {"ends": "  out when hand of mover is empty: mover wins"}),
    "level-at-the-top": ({"players": "3", "deal": f"{TO_TWO}\n    draw 3 cards from stock to hand of player 3", "ends": "  late at close when turns > 1: every player p with size of hand of p = least of size of hand of q over player q wins"}, {}),
    "worth-of-a-game": ({"ends": "  late at close when turns > 1: every player p scores size of hand of p"}, {}),
    # ---------------------------------------------------------------- choices and exceptions
    "may-stop": (
        {"state": "  more: 0 to 3", "more": "to settle:\n  add -1 to more\n  if more > 0: continue at act\n", "does": "    do settle",
         "turn": "    step begin: more becomes 2\n    choice act: mover does lay\n    otherwise: nothing"},
        {"does": "    go again"}),
    "one-at-a-time": ({"late": "    step refill:\n      fill hand of mover up to 3 cards from stock"}, {"late": DRAW.format("", "1 card")}),
    "may-be-declined": (
        {"state": "  last_laid: card or nobody", "more": "to give: draw up to 1 card from stock to hand of mover\noutcome landing(x: card):\n  low when x < 3: do give\n  others otherwise: nothing\n",
         "does": "    last_laid becomes c", "late": "    step check:\n      if last_laid is not nobody: decide landing(last_laid)\n    step checked: last_laid becomes nobody"},
        {"more": "to give: draw up to 1 card from stock to hand of mover\noutcome landing(x: card):\n  low when x < 3: do give\n  others otherwise: nothing\n", "does": "    decide landing(c)"}),
    "earned-here-too": (
        {"zones": "  away: set, face up", "state": "  prize: player or nobody", "more": "to win_it: prize becomes mover\nto clear:\n  move everything from pile to away\n  do win_it\n",
         "does": "    if size of pile > 1: do clear", "moves": "move sweep @ \"Play/7\":\n  permit swept when pile is not empty\n  does gone: move everything from pile to away\n",
         "turn": "    choice act: mover does lay, sweep\n    otherwise: nothing", "ends": "  late at close when turns > 5 and prize is mover: mover wins\n  later at close when turns > 9: nobody wins"},
        {"zones": "  away: set, face up", "more": "to clear: move everything from pile to away\n", "does": "    if size of pile > 1: do clear"}),
    "no-exception": (
        {"does": "    decide landing(c)", "more": "outcome landing(x: card):\n  low when x < 3 and turns > 2: turns becomes 30\n  not_yet when x < 3 and turns <= 2: nothing\n  others otherwise: nothing\n",
         "ends": "  late at close when turns > 25: mover wins\n  out when hand of mover is empty: mover wins"},
        {"does": "    decide landing(c)", "more": "outcome landing(x: card):\n  low when x < 3: turns becomes 30\n  others otherwise: nothing\n"}),
    "exception-only": (
        {"moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit one when size of cards = 1\n  permit high when size of cards = 1 and turns > 2\n  permit pair when size of cards = 2 and turns > 1\n  permit forced when size of cards = 1 and (every x in hand of mover has x < 4)\n  does put_set: move cards from hand of mover to pile in any order",
         "turn": "    choice act: mover does lay_set\n    otherwise: nothing", "deal": "    for each player p: draw 4 cards from stock to hand of p"},
        {}),
    "only-there": (
        {"permits": "  permit any when pile is empty or rank of c > rank of top of pile\n  permit ace when c is A and pile is not empty"},
        {"permits": "  permit any when pile is empty or rank of c > rank of top of pile\n  permit ace when c is A"}),
    "alone-there": (
        {"moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit sets\n  forbid ace when turns > 0 and (some x in cards with x is A) and (no x in cards with suit of x is hearts)\n  precedence ace > sets\n  does put_set: move cards from hand of mover to pile in any order", "turn": TWO},
        {"moves": several("1 to 2 cards"), "turn": TWO}),
    "counts-itself": (
        {"zones": "  row[3]: stack, face up", "more": "define rows: number of row r with r is not empty\n", "moves": "move found(c: card from hand of mover, on r: row) @ \"Play/8\":\n  permit founded when r is empty and rows < 2\n  does set_up: move c from hand of mover to r\n",
         "turn": "    choice act: mover does lay, found\n    otherwise: nothing"},
        {"permits": "  permit any when size of pile < 9"}),
    "which-way": ({"players": "3", "deal": TO_TWO, "late": "    step on: mover becomes next player"}, {"players": "3", "deal": TO_TWO}),
    "one-loser": ({"players": "3", "deck": "standard", "deal": TO_THREE, "ends": "  late at close when turns > 1: every player p with size of hand of p = least of size of hand of q over player q wins"}, {"players": "3", "deal": TO_TWO}),
    "level-on-points": ({"players": "3", "deal": TO_TWO, "ends": "  late at close when turns > 1: every player p scores size of hand of p"}, {}),
    "part-of-a-score": ({"ends": "  late at close when turns > 1: every player p scores size of hand of p + (if p is mover then 1 else 0)"}, {"ends": "  late at close when turns > 1: every player p scores size of hand of p"}),
    # ---------------------------------------------------------------- what there is of a turn and of a game
    "before-play": (
        {"moves": BEGIN, "deal": "    for each player p: draw 3 cards from stock to hand of p\n  once around from player 1:\n    choice first @ \"Deal/3\": mover does begin"},
        {"moves": BEGIN, "turn": "    choice act: mover does lay, begin\n    otherwise: nothing"}),
    "one-more-turn": (
        {"state": "  closer: player or nobody", "late": "    step look:\n      if closer is nobody and hand of mover is empty: closer becomes mover",
         "ends": "  over @ \"End/1\" at close when closer is not nobody: every player p scores size of hand of p\n  late at close when turns > 40: nobody wins"},
        {"state": "  closer: player or nobody", "close": "      closer becomes player 1", "ends": "  over at close when closer is not nobody and turns > 8: every player p scores size of hand of p"}),
    "all-of-the-turn": (
        {"turn": "    step refill @ \"Draw/1\" when hand of mover is empty and stock is not empty:\n      draw 1 card from stock to hand of mover\n    choice act: mover does lay\n    otherwise: nothing",
         "ends": "  late at close when turns > 12: nobody wins"},
        {"late": "    step refill @ \"Draw/1\" when hand of mover is empty and stock is not empty:\n      draw 1 card from stock to hand of mover", "ends": "  late at close when turns > 12: nobody wins"}),
    "who-clears-goes-on": (
        {"zones": "  away: set, face up", "does": "  does complete @ \"Play/7\" when size of pile > 1: move everything from pile to away"},
        {"zones": "  away: set, face up", "close": "      if size of pile > 1: move everything from pile to away"}),
    "as-often-as-wanted": (
        {"moves": BEGIN, "late": "    choice more @ \"Play/9\": mover may do begin", "deal": "    for each player p: draw 4 cards from stock to hand of p"},
        {"moves": BEGIN, "late": "    repeat until mover passes:\n      choice more @ \"Play/9\": mover may do begin", "deal": "    for each player p: draw 4 cards from stock to hand of p"}),
    # ---------------------------------------------------------------- how often, and how far
    "in-the-same-turn": (
        {"state": "  paid[player]: yes or no", "permits": "  permit any\n  forbid unpaid when not paid of mover\n  precedence unpaid > any",
         "moves": "move pay @ \"Play/9\":\n  permit pays when not paid of mover\n  does pay_up:\n    paid of mover becomes yes\n    go again\n",
         "turn": "    choice act: mover does lay, pay\n    otherwise: nothing"},
        {"state": "  paid[player]: yes or no", "permits": "  permit any\n  forbid unpaid when not paid of mover\n  precedence unpaid > any",
         "moves": "move pay @ \"Play/9\":\n  permit pays when not paid of mover\n  does pay_up:\n    paid of mover becomes yes\n",
         "turn": "    choice act: mover does lay, pay\n    otherwise: nothing"}),
    "won-again": (
        {"state": "  prize: player or nobody", "does": "    if c is A: do win_it", "more": "to win_it: prize becomes mover\n",
         "moves": "move give_up @ \"Play/9\":\n  permit gives when prize is mover\n  does give: prize becomes nobody\n",
         "turn": "    choice act: mover does lay\n    otherwise: nothing\n    choice after: mover may do give_up", "deck": "A 2 of hearts, spades, clubs"},
        {"state": "  prize: player or nobody", "does": "    if c is A: do win_it", "more": "to win_it: prize becomes mover\n"}),
    "counts-as-card": (
        {"state": "  prize: player or nobody, starts at player 1", "late": "    step refill:\n      fill hand of mover up to 2 cards from stock",
         "moves": "move give_up @ \"Play/9\":\n  permit gives when prize is mover and turns > 4\n  does give: prize becomes nobody\n", "turn": "    choice act: mover does lay, give_up\n    otherwise: nothing"},
        {"state": "  prize: player or nobody, starts at player 1", "late": "    step refill:\n      fill hand of mover up to 2 cards from stock"}),
    "same-conditions": (
        {"moves": "move begin(d: card from hand of mover) @ \"Play/8\":\n  permit begins\n  does start_off: move d from hand of mover to pile\n",
         "permits": "  permit low when c < 3\n  permit later when turns > 2", "turn": "    choice act: mover does lay, begin\n    otherwise: nothing"},
        {"moves": "move begin(d: card from hand of mover) @ \"Play/8\":\n  permit begins when d < 3\n  does start_off: move d from hand of mover to pile\n",
         "permits": "  permit low when c < 3", "turn": "    choice act: mover does lay, begin\n    otherwise: nothing"}),
    "in-another-shape": (
        {**WIDE, "more": "shape alike: set of 1 or more cards, same rank\nshape suited: set of 2 cards, same suit\nmove lay_set(cards: alike or suited from hand of mover) @ \"Play/4\":\n  permit high when size of pile < 3\n  permit aces when cards is a alike and every x in cards has x is A\n  does put_set:\n    move cards from hand of mover to pile in any order", "turn": TWO},
        {**WIDE, "more": SET.format("2 cards, same rank", ""), "turn": TWO}),
    "what-must-be-beaten": (
        {**WIDE, "state": "  height: 0 to 13", "does": "    decide landing(c)", "more": "outcome landing(x: card):\n  rests otherwise: height becomes position of rank of x\n",
         "permits": "  permit any\n  permit two when c is 2\n  forbid lower when position of rank of c < height\n  precedence two > lower > any"},
        {**WIDE, "state": "  height: 0 to 13", "does": "    decide landing(c)", "more": "outcome landing(x: card):\n  rests otherwise: height becomes position of rank of x\n",
         "permits": "  permit any\n  forbid lower when position of rank of c < height\n  precedence lower > any"}),
    "one-would-do": (
        {"more": "define fits(x: cards): some y in x with y < 3\n", "moves": "move lay_set(cards: 1 to 2 cards from hand of mover) @ \"Play/4\":\n  permit one when size of cards = 1\n  permit pair when size of cards = 2 and fits(cards)\n  does put_set: move cards from hand of mover to pile in any order", "turn": TWO},
        {"moves": several("1 to 2 cards"), "turn": TWO}),
    # ---------------------------------------------------------------- empty places
    "how-long-empty": ({**ROWS, "moves": HEAP.format("t is low and t is empty")}, {**ROWS, "moves": HEAP.format("t is empty")}),
    "emptied-by-what": (
        {**ROWS, "moves": HEAP.format("t is low and t is empty") + AWAY, "turn": ROWS["turn"].replace("heap", "heap, throw")},
        {**ROWS, "moves": HEAP.format("t is low and t is empty")}),
    "whole-pile-too": ({**ROWS, "moves": HEAP.format("t is low and t is empty")}, {**ROWS, "moves": HEAP.format("t is empty")}),
    "part-of-a-pile": (
        {**WIDE, "zones": "  line_at[3]: stack, face up", "moves": SHIFT.format("bottom"), "turn": "    choice act: mover does lay, shift\n    otherwise: nothing",
         "deal": "    for each player p: draw 2 cards from stock to hand of p\n    for each line_at r: draw 3 cards from stock to r", "ends": "  late at close when turns > 12: nobody wins"},
        {**WIDE, "zones": "  line_at[3]: stack, face up", "moves": SHIFT.format("top"), "turn": "    choice act: mover does lay, shift\n    otherwise: nothing",
         "deal": "    for each player p: draw 2 cards from stock to hand of p\n    for each line_at r: draw 3 cards from stock to r", "ends": "  late at close when turns > 12: nobody wins"}),
    "turned-up": (
        {"permits": "  permit any @ \"Play/1\" when pile is empty or rank of c >= rank of top of pile", "deal": "    for each player p: draw 2 cards from stock to hand of p\n  step ready: nothing"},
        {"permits": "  permit any @ \"Play/1\" when pile is empty or rank of c >= rank of top of pile", "deal": "    for each player p: draw 2 cards from stock to hand of p\n    draw 1 card from stock to pile\n  step ready: nothing"}),
    # ---------------------------------------------------------------- moments
    "looked-at-when": (
        {"permits": "  permit any @ \"Play/1\" when c is not A", "turn": "    choice act: mover does lay", "late": DRAW.format("", "1 card"),
         "ends": "  blocked @ \"End/2\" at act when no legal move: every player p scores size of hand of p"},
        {"permits": "  permit any @ \"Play/1\" when c is not A", "turn": MAY_TAKE, "moves": TAKE.format("")}),
    "until-it-goes-on": (
        {"state": "  more: 0 to 3", "does": "    add -1 to more\n    do replenish\n    if more > 0: continue at act",
         "more": "to refill: draw up to 1 card from stock to hand of mover\nto gain: add 1 to turns\nto replenish: do refill; do gain\n",
         "turn": "    step begin:\n      more becomes 1\n      do replenish\n    choice act: mover does lay\n    otherwise: nothing"},
        {"does": "    do replenish", "more": "to refill: draw up to 1 card from stock to hand of mover\nto gain: add 1 to turns\nto replenish: do refill; do gain\n"}),
    "chosen-or-drawn": (
        {"moves": "move begin(d: card from hand of mover) @ \"Play/8\":\n  permit begins\n  does start_off: move d from hand of mover to pile\n",
         "deal": "    for each player p: draw 2 cards from stock to hand of p\n  choice first: player 1 does begin"},
        {}),
    "filled-when-over": (
        {"state": "  more: 0 to 3", "does": "    add -1 to more\n    do replenish\n    if more > 0: continue at act",
         "more": "to replenish: fill hand of mover up to 2 from stock\n",
         "turn": "    step begin: more becomes 2\n    choice act: mover does lay\n    otherwise: nothing"},
        {"does": "    do replenish", "more": "to replenish: fill hand of mover up to 2 from stock\n"}),
    "may-be-left": (
        {"state": "  token: player or nobody", "more": "to win_token @ \"Play/6\": token becomes mover\n", "close": "      do win_token"},
        {"state": "  token: player or nobody", "more": "to win_token @ \"Play/6\": token becomes nobody\n", "close": "      do win_token"}),
    "the-others-too": (
        {"state": "  last: player or nobody", "more": LOSE.format("size of hand of p > 1"), "does": "    last becomes mover",
         "close": "      if last is not nobody: decide looking(last)"},
        {"state": "  last: player or nobody", "more": LOSE.format("turns > 5"), "does": "    last becomes mover",
         "close": "      if last is not nobody: decide looking(last)"}),
    # ---------------------------------------------------------------- how long a game lasts
    "one-deal": (
        {**DEALS, "deal": AGAIN.format(" until (some player p with score of p >= 4)", "collect every card into stock\n      shuffle stock")},
        {**DEALS, "deal": AGAIN.format(" until turns > 2", "add 1 to turns")}),
    "one-is-out": (
        {"ends": "  all_out @ \"End/1\" at close when every player p has hand of p is empty: every player p scores size of hand of p\n  late at close when turns > 40: nobody wins"},
        {"ends": "  one_out @ \"End/1\" at close when some player p with hand of p is empty: every player p scores size of hand of p\n  late at close when turns > 40: nobody wins"}),
    "still-the-discard": (
        {**DRAWS, "ends": "  dry @ \"End/2\" at close when stock is empty: every player p scores size of hand of p\n  late at close when turns > 30: nobody wins"},
        {**DRAWS, "turn": DRAWS["turn"].replace("fetch, pick", "fetch"), "ends": "  dry @ \"End/2\" at close when stock is empty: every player p scores size of hand of p\n  late at close when turns > 30: nobody wins"}),
    "taken-back": (
        {"zones": "  row[2]: stack, face up", "moves": BUILD, "turn": "    choice act: mover does lay, set_on\n    otherwise: nothing"},
        {"zones": "  row[2]: stack, face up", "moves": BUILD + TAKE.format(" when pile is not empty"), "turn": "    choice act: mover does lay, set_on, take\n    otherwise: nothing"}),
}  # fmt: skip
"""For each operator the parts of a file in which it has a question that play tells apart, and of one in which it has none."""
OTHERWISE: dict[str, Parts] = {
    "one-deal": {
        **DEALS, "deal": AGAIN.format("", "move everything from pile under stock\n      shuffle stock"),
        "ends": "  won @ \"End/3\" when some player p with score of p >= 4: every player p with score of p = greatest of score of q over player q wins",
    },
    "one-is-out": {
        "ends": "  all_out @ \"End/1\" when turns > 0 and no player p with hand of p is not empty: every player p scores size of hand of p\n  late at close when turns > 40: nobody wins",
    },
    "still-the-discard": {
        **DRAWS, "turn": DRAWS["turn"].replace(": mover does fetch", " when turns < 99: mover does fetch"),
        "ends": "  dry @ \"End/2\" when turns > 0 and size of stock <= 1: every player p scores size of hand of p\n  late at close when turns > 30: nobody wins",
    },
    "taken-back": {
        "zones": "  line: stack, face up\n  home[suit]: stack, face up", "does": "    move c from pile to home[suit of c]",
        "moves": "move set_on(d: card from hand of mover) @ \"Play/9\":\n  permit begins when line is empty and d < 3\n  permit higher when line is not empty and rank of d >= rank of top of line\n  does lay_on: move d from hand of mover to line\n",
        "turn": "    choice act: mover does lay, set_on\n    otherwise: nothing",
    },
}  # fmt: skip
"""The same rule in other words, where the language has two sorts: every second game that is planted has it so."""
