"""A rule file whose every text, and whose name, tries to get out of where it is put; and the same with harmless
texts.
"""

from __future__ import annotations

import re
from pathlib import Path

from spec.names.display_names import LONGEST

HOSTILE = (
    "*\\", "*/ int owned; /*", "*\\/ owned", "??/", "*??/", "\\", "\\ ", "// \\", "</Script><script>owned()</script>",
    "<!--<script>owned()", "]]>", "${owned()}", "`owned()`", "'+owned()+'", "''' + owned() + '''", "%s%n", "{owned}",
    "\x1b]0;owned\x07", "\x9b31m", "\x00", "\r", "\u2028owned()\u2029", "\x85", "\x0b\x0c", "\u202eowned\u2066",
    "\ufeff", "[red]owned[/]", "[link=http://owned]x[/link]", "[/", "![x](http://owned)",
    "<img src=x onerror=owned()>", "&lt;", "\t", "{{ owned }}", "{% owned %}", "$(owned)",
    "TITLE SCRIPT HEAD @BUILD@ GAME", "x\\n\\x22owned\\", "#", "é∀🂡",
)  # fmt: skip
"""No double quote and no line feed: a text of a rule file ends there."""
EVERYTHING = " ".join(HOSTILE)

RULES = """game "TEXT":
  players 2
  deck A 2 of hearts as "AS01", spades as "AS02"
  option width: small | large, usually small @ "TEXT/1"

source "TEXT":
  "TEXT" 1

zones:
  deck as "AS03": stack, face down, starts with every card @ "TEXT/1"
  hand[player] as "AS04": set, seen by its owner @ "TEXT/1"
  heap as "AS05": stack, face up @ "TEXT/1"

state:
  laid as "AS06": 0 to 9, starts at 0 @ "TEXT/1"

values points as "AS07" @ "TEXT/1":
  A is 1
  2 is 2

define worth(c: card) as "AS08" @ "TEXT/1": points of c

to lay_down(c: card) as "AS09" @ "TEXT/1":
  move c from hand of mover to heap

outcome came(c: card) as "AS10" @ "TEXT/1":
  high as "AS11" @ "TEXT/1" when worth(c) > 1: laid becomes 1
  low as "AS12" @ "TEXT/1" otherwise: laid becomes 2

move lay(c: card from hand of mover) as "AS13" @ "TEXT/1":
  permit anything as "AS14" @ "TEXT/1" when worth(c) > 0
  permit again as "AS15" @ "TEXT/1" when worth(c) > 0 and who is early
  does put as "AS16" @ "TEXT/1":
    do lay_down(c)
    decide came(c)
  precedence anything > again @ "TEXT/1"

question who as "AS17" @ "TEXT/1": "TEXT?"
  reading early as "AS18" "TEXT" @ "TEXT/1"
  reading late as "AS19" "TEXT" @ "TEXT/1"
  ruling early because "TEXT"

ends:
  out as "AS20" @ "TEXT/1" when hand of mover is empty: mover wins

play:
  step deal as "AS21" @ "TEXT/1":
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act as "AS22" @ "TEXT/1": mover does lay

example "TEXT" @ "TEXT/1":
  given hand of player 1 = [AH 2H], hand of player 2 = [AS 2S], mover = player 1, at act
  play lay(AH)
  then heap = [AH]

claim never_out @ "TEXT/1": never hand of player 2 is empty
"""
NAME = "x *\\ owned(); \\ \x1b[31m\u202e '`<b>$(owned).hoyle"


def with_texts(text: str) -> str:
    """The rules with that for each of their texts; of long ones display names have a piece each."""
    places = re.findall(r"AS\d\d", RULES)
    pieces = [text] if len(text) <= LONGEST - 3 else _pieces(text)
    assert len(pieces) <= len(places), "each piece stands somewhere"
    rules = RULES
    for number, place in enumerate(places):
        rules = rules.replace(place, f"{number:02} {pieces[number % len(pieces)]}")
    return rules.replace("TEXT", text)


def _pieces(text: str) -> list[str]:
    """A text in pieces that are no longer than a display name with a number before it, parted at spaces."""
    pieces = [""]
    for word in text.split(" "):
        longer = f"{pieces[-1]} {word}".strip(" ")
        pieces = [*pieces[:-1], longer] if len(longer) <= LONGEST - 3 else [*pieces, word]
    return pieces


def write(folder: Path, text: str, name: str = NAME) -> Path:
    """The rule file with that for each of its texts."""
    path = folder / name
    path.write_text(with_texts(text) + f"# {text}\n".replace("\r", ""), encoding="utf-8", newline="")
    return path
