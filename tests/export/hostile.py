"""A rule file whose every text, and whose name, tries to get out of where it is put; and the same with harmless
texts.
"""

from __future__ import annotations

from pathlib import Path

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
  deck A 2 of hearts, spades
  option width: small | large, usually small @ "TEXT/1"

source "TEXT":
  "TEXT" 1

zones:
  deck: stack, face down, starts with every card @ "TEXT/1"
  hand[player]: set, seen by its owner @ "TEXT/1"
  heap: stack, face up @ "TEXT/1"

state:
  laid: 0 to 9, starts at 0 @ "TEXT/1"

values points @ "TEXT/1":
  A is 1
  2 is 2

define worth(c: card) @ "TEXT/1": points of c

to lay_down(c: card) @ "TEXT/1":
  move c from hand of mover to heap

outcome came(c: card) @ "TEXT/1":
  high @ "TEXT/1" when worth(c) > 1: laid becomes 1
  low @ "TEXT/1" otherwise: laid becomes 2

move lay(c: card from hand of mover) @ "TEXT/1":
  permit anything @ "TEXT/1" when worth(c) > 0
  permit again @ "TEXT/1" when worth(c) > 0 and who is early
  does put @ "TEXT/1":
    do lay_down(c)
    decide came(c)
  precedence anything > again @ "TEXT/1"

question who @ "TEXT/1": "TEXT?"
  reading early "TEXT" @ "TEXT/1"
  reading late "TEXT" @ "TEXT/1"
  ruling early because "TEXT"

ends:
  out @ "TEXT/1" when hand of mover is empty: mover wins

play:
  step deal @ "TEXT/1":
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act @ "TEXT/1": mover does lay

example "TEXT" @ "TEXT/1":
  given hand of player 1 = [AH 2H], hand of player 2 = [AS 2S], mover = player 1, at act
  play lay(AH)
  then heap = [AH]

claim never_out @ "TEXT/1": never hand of player 2 is empty
"""
NAME = "x *\\ owned(); \\ \x1b[31m\u202e '`<b>$(owned).hoyle"


def write(folder: Path, text: str, name: str = NAME) -> Path:
    """The rule file with that for each of its texts."""
    path = folder / name
    path.write_text(RULES.replace("TEXT", text) + f"# {text}\n".replace("\r", ""), encoding="utf-8", newline="")
    return path
