"""Small games of different shapes, into which the wording of an operator is planted: ten for each, and ten clean twins.

A frame is the game of `tests.ambiguity.misread` with other words for its parts, other numbers, and with something of a
game of another shape around them: tricks, a market, stakes, columns, an auction, several deals. What a frame has of its own
may itself be read so by some operator; such frames are named in `NOT_IN`, and nothing is planted there.
"""

# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.ambiguity.misread import GAME, OTHERWISE, PLANTED, USUAL, Parts
from tests.ambiguity.planted import filled

ADDED = ("zones", "state", "more", "moves", "does", "late", "close", "tail")
"""Slots of which a frame may have lines of its own, before those that are planted."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A shape of game: its own lines by slot, what it has where nothing else is planted, and other words for parts.

    `numbers`: other words with a number for some; `ahead` stands before the deal, `early` begins each turn; `nested`: the play is within `repeat:`; `apart`: the
    conditions of permissions, prohibitions and ends are definitions; `routines`: what moves do stands in routines; `order`: that of the sections, if not the usual one.
    """

    name: str
    words: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    ahead: str = ""
    early: str = ""
    nested: bool = False
    apart: bool = False
    routines: bool = False
    order: tuple[int, ...] = ()

    def text(self, parts: Parts) -> str:
        """The rule file with some parts planted in it."""
        added = {slot: "\n".join(filter(None, (self.own.get(slot, ""), parts.get(slot, "")))) for slot in ADDED}
        usual = {**USUAL, **self.usual}
        turn = "\n".join(filter(None, (self.early, parts.get("turn", usual["turn"]))))
        deal = "\n".join(filter(None, (self.ahead, parts.get("deal", usual["deal"]))))
        whole = filled(GAME, usual, {**parts, **added, "turn": turn, "deal": deal})
        whole = defined_apart(whole) if self.apart else whole
        whole = done_apart(whole) if self.routines else whole
        whole = _nested(whole) if self.nested else whole
        whole = _in_order(whole, self.order) if self.order else whole
        for was, number in self.numbers.items():
            whole = whole.replace(was, number)
        return re.sub(r'"[^"]*"|turns from|\b\w+\b', lambda m: self.words.get(m[0], m[0]), whole)


def _nested(whole: str) -> str:
    head, play = whole.split("\nplay:\n")
    lines = play.splitlines()
    inside = [line for line in lines if line.startswith(" ")]
    after = lines[len(inside) :]
    return "\n".join([f"{head}\nplay:\n  repeat:", *(f"  {line}" for line in inside), *after, ""])


def _in_order(whole: str, order: tuple[int, ...]) -> str:
    """The sections in another order, the heading first: as many of them as are named, and the rest behind."""
    heading, *sections = re.split(r"\n(?=\w)", whole.rstrip())
    first = [sections[n % len(sections)] for n in order]
    chosen = list(dict.fromkeys([*first, *sections]))
    return "\n".join([heading, *chosen, ""])


def defined_apart(whole: str) -> str:
    """The conditions of permissions, prohibitions and ends as definitions of their own, which the clauses name."""
    made: list[str] = []
    choices: list[tuple[str, str]] = []
    lines = []
    for line in whole.splitlines():
        if re.match(r"\w", line):
            choices = _choices(line)
        found = re.match(r"(  (?:permit |forbid |)(\w+)(?: @ \"[^\"]*\")?(?: at \w+)?) when (.+?)(:(?: .*)?)?$", line)
        if not found or "no legal move" in found[3] or re.search(r"(top|bottom) of cards", found[3]):
            lines.append(line)
            continue
        params, args = _params(choices, found[3])
        named = f"is_{found[2]}_{len(made)}"
        made.append(f"define {named}{params}: {found[3]}")
        lines.append(f"{found[1]} when {named}{args}{found[4] or ''}")
    at = lines.index("ends:")
    return "\n".join([*lines[:at], *made, *lines[at:], ""])


def done_apart(whole: str) -> str:
    """What moves do as routines of their own, which the clauses name."""
    lines, made = whole.splitlines(), []
    choices: list[tuple[str, str]] = []
    kept: list[str] = []
    while lines:
        line = lines.pop(0)
        if re.match(r"\w", line):
            choices = _choices(line)
        found = re.match(r"(  does (\w+)(?: @ \"[^\"]*\")?):(.*)$", line)
        if found:
            body = [f"  {part}" for part in found[3].strip().split("; ") if part]
            while lines and lines[0].startswith("    "):
                body.append(lines.pop(0)[2:])
            if any("move cards" in part and "any order" not in part for part in body):  # they lie in an order
                kept += [line, *(f"  {part}" for part in body if not found[3])]
                continue
            params, args = _params(choices, "\n".join(body))
            made += [f"to do_{found[2]}{params}:", *body]
            line = f"{found[1]}: do do_{found[2]}{args}"
        kept.append(line)
    at = kept.index("ends:")
    return "\n".join([*kept[:at], *made, *kept[at:], ""])


def _params(choices: list[tuple[str, str]], used_in: str) -> tuple[str, str]:
    """Of what a move is made with, that which some text names: as parameters, and as arguments."""
    used = [(name, kind) for name, kind in choices if re.search(rf"\b{name}\b", used_in)]
    params, args = ", ".join(f"{n}: {k}" for n, k in used), ", ".join(n for n, _ in used)
    return (f"({params})", f"({args})") if used else ("", "")


def _choices(line: str) -> list[tuple[str, str]]:
    """The names that a section is made with, and what each is."""
    found = re.match(r"(?:move|outcome|to) \w+\((.*?)\)(?: @.*)?:", line)
    return [_choice(part) for part in found[1].split(", ")] if found else []


def _choice(text: str) -> tuple[str, str]:
    name, of = text.split(": ", 1)
    several = re.search(r"\bcards\b|\bfrom\b", of) and not of.startswith("card ")
    return name.split()[-1], "cards" if several else of.split()[0]


TEN = 10
MANY = {
    "A 2 3 Q K of hearts, spades, clubs": "A 2 3 Q K of hearts, spades, clubs, diamonds",
    "draw 4 cards": "draw 3 cards",
    "of hearts, spades\n": "of hearts, spades, clubs\n",
    "size of pile < 3": "size of pile < 4",
    "deck A 2 of hearts, spades, clubs": "deck A 2 3 of hearts, spades, clubs, diamonds",
}
"""Where more than two play, the decks that are planted are larger."""
FRAMES: tuple[Frame, ...] = (
    Frame("two hands"),
    Frame(
        "three hands",
        {
            "hand": "fan",
            "pile": "mound",
            "stock": "reserve",
            "lay": "throw_down",
            "put": "thrown",
            "act": "chance",
            "turns": "plays",
            "close": "over",
            "refill": "top_up",
        },
        {"players": "3", "deck": "A 2 3 4 of hearts, diamonds, clubs, spades", "first": "player 2"},
        numbers=MANY,
    ),
    Frame(
        "tricks",
        {"pile": "trick", "lay": "follow", "put": "followed", "turns": "cards_played", "act": "follows"},
        {"players": "4", "deck": "A 2 3 4 of hearts, spades, clubs, diamonds"},
        {"zones": "  bag[player]: stack, face down"},
        numbers=MANY,
        early="    step gather:\n      if size of pile = 4: move everything from pile to bag of mover",
    ),
    Frame(
        "market",
        {"hand": "goods", "stock": "supply", "lay": "sell", "put": "sold", "close": "evening"},
        {"deck": "A 2 3 4 of hearts, spades, clubs"},
        {"zones": "  stall[3]: stack, face up"},
        numbers=MANY,
        ahead="    for each stall r: draw 1 card from stock to r",
        early="    step morning:\n      for each stall r: move everything from r under stock",
    ),
    Frame(
        "stakes",
        {"pile": "board", "stock": "deck_", "lay": "show_card", "put": "shown", "turns": "moves_made"},
        {"players": "3", "first": "player 2", "deck": "A 2 3 4 of hearts, spades, clubs"},
        {"state": "  chips[player]: 0 to 50, starts at 50\n  pot: 0 to 150", "more": "to stake: add 1 to pot"},
        numbers=MANY,
        early="    step ante: do stake",
    ),
    Frame(
        "columns",
        {
            "hand": "cell",
            "pile": "column",
            "stock": "talon",
            "lay": "build",
            "put": "built",
            "act": "step_",
            "refill": "deal_on",
        },
        {"players": "1", "first": "player 1", "deal": "    draw 3 cards from stock to hand of player 1"},
        {"zones": "  base[4]: stack, face up"},
    ),
    Frame(
        "auction",
        {"lay": "play_out", "hand": "holding", "turns": "count"},
        {},
        {"state": "  trump: hearts | spades", "moves": ""},
        ahead="    trump becomes random",
    ),
    Frame(
        "several deals",
        {"turns": "clock", "pile": "waste", "lay": "shed"},
        {"players": "3", "deck": "A 2 3 4 of hearts, spades, clubs"},
        numbers=MANY,
        nested=True,
    ),
    Frame("defined apart", {"hand": "hold", "lay": "drop_card", "act": "acts"}, {"players": "2"}, apart=True),
    Frame(
        "other order",
        {"pile": "middle", "stock": "pack", "lay": "give_card", "close": "finish"},
        {"deck": "A 2 3 4 of hearts, diamonds, spades"},
        order=(-1, -2, 2, 0, 1),
    ),
    Frame(
        "six at the table",
        {"hand": "rack", "stock": "well", "lay": "place_card", "put": "placed", "turns": "ticks"},
        {"players": "5", "deck": "A 2 3 4 of hearts, spades, clubs, diamonds"},
        {"zones": "  box: set, face down"},
        numbers=MANY,
        ahead="    draw 1 card from stock to box",
    ),
    Frame(
        "a game of phases",
        {"lay": "put_down", "act": "main", "close": "end_phase", "pile": "stack_"},
        {},
        {"state": "  phase: early_phase | late_phase", "close": "      phase becomes late_phase"},
        early="    step upkeep: phase becomes early_phase",
    ),
    Frame(
        "done apart",
        {"hand": "held", "pile": "stack_up", "lay": "release", "turns": "rounds"},
        {"players": "3", "deck": "A 2 3 4 of hearts, spades, clubs"},
        numbers=MANY,
        routines=True,
    ),
    Frame(
        "lives",
        {"lay": "spend", "pile": "spent", "stock": "source_", "act": "acting"},
        {"players": "4", "deck": "A 2 3 4 of hearts, spades, clubs, diamonds"},
        {"state": "  lives[player]: 0 to 3, starts at 3"},
        numbers=MANY,
        nested=True,
        apart=True,
    ),
)
ALONE = ("columns",)
NOT_IN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "greatest-or-least", "one-by-one", "once-or-each", "who-was-before", "who-begins", "who-leads", "which-way",
            "goes-again", "turn-used-up", "at-once-too", "in-the-same-turn", "looked-at-when", "the-others-too",
            "one-more-turn", "all-of-the-turn", "one-is-out",
        ), ALONE,
    ),
    "turned-up": ("tricks",),
    "taken-back": ("tricks",),
}  # fmt: skip
"""Frames in which there is nothing to misread so: alone at a table, or where few cards are held; a trick is taken away."""
MISSED: dict[str, tuple[str, ...]] = {}
"""What the finder is known to miss. What it comes to find must be taken out here."""


def planted_in(operator: str) -> tuple[Frame, ...]:
    """The ten frames in which the wording of an operator is planted; which ones changes from operator to operator."""
    left = [frame for frame in FRAMES if frame.name not in NOT_IN.get(operator, ())]
    first = list(PLANTED).index(operator)
    return tuple(left[(first + n) % len(left)] for n in range(TEN))


def worded(operator: str, frame: Frame) -> Parts:
    """What is planted for an operator in a frame: in every second one the rule in other words, where there are such."""
    every_second = frame in planted_in(operator)[1::2]
    return OTHERWISE[operator] if every_second and operator in OTHERWISE else PLANTED[operator][0]
