"""What people write for what is done, as a rulebook says it, and how a rule file says it.

An effect is looked at by itself: from the colon or semicolon before it to the next semicolon or the end of its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

GIVEN = "cards go from place to place by `move c to x`, the top ones by `draw 2 cards from x to y`"
DRAWN = "say how many, from where and to where: `draw 1 card from x to y`"
POINTS = (
    "points are kept in a field below `state:`, as in `score[player]: 0 to 500, starts at 0`; "
    "then `add 3 to score of p`"
)
DEALT = "all get cards by `deal 5 cards from x to each hand`, one by `draw 1 card from x to hand of p`"
ENDED = "how the game ends, and who wins, is said under `ends:`, as in `out when hand of mover is empty: mover wins`"
SHOWN = (
    "a card is shown by a field that remembers it: `shown[player]: card or no card, seen by its owner` below `state:`, "
    "then `shown of p becomes c`"
)
TURNED = "who sees a card is said by the zone where it lies: `move c to` one that is `face up`"
NEXT = "whose turn it is is a field like others: `mover becomes next player`; `go again` begins the turn anew"
CHOSEN = (
    "what a player decides is a `move` with something to choose, as in `move name(s: suit):`; "
    "the course of play asks for it: `choice x: mover does name`"
)
EACH = "what all do stands in a block: `for each player p:` and below it `draw 1 card from x to hand of p`"
CASE = "a case stands before what is done: `if ...:` on a line of its own, and below it what is done then"
SWAPPED = "cards change places by one `move` after the other, by way of a third zone"
FILLED = "a hand is filled up so: `fill hand of mover up to 5 cards from x`"
RANDOM = "what is left to chance is a field: `x becomes random`"
OFTEN = "what is done several times stands in the course of play: `3 times:` and below it a `step`"
WHO = (
    r"(?:mover|i|you|they|player \d+|(?:the )?(?:next|previous|last|other) player|\w+(?= (?:draws|gets|gains|scores)))"
)
BY = "write `add 1 to x`, or `x becomes x - 1`"
BECOMES = "a field is changed by `becomes`, as in `x becomes 3`"


class Otherwise(NamedTuple):
    """How an effect begins, and how it is written here."""

    begins: str
    written: str


OTHERWISE = (
    Otherwise(r"(?:each|every|all)(?: of the)? (?:other )?players?\b", EACH),
    Otherwise(r"unless\b|.* unless\b", f"{CASE}; `unless x` is `if not (x):`"),
    Otherwise(r"repeat\b|while\b|.*\d times\b", OFTEN),
    Otherwise(
        r"(?:reverse|change|turn) (?:the )?(?:direction|order|play)\b|(?:the )?direction (?:turns|changes)\b",
        "to go the other way round the table from now on, write `play turns round`",
    ),
    Otherwise(
        rf"(?:skip|miss) \w|{WHO} (?:is skipped|misses|loses (?:a|the|their|his|her) turn|sits out)\b",
        "the players whose turns come next are skipped: `skip the next player`, `skip the next 2 players`",
    ),
    Otherwise(rf"{WHO} (?:draws?|takes? (?:a|\d+) cards?|picks? up)\b", DRAWN),
    Otherwise(r"draw(?: \w+)?(?: cards?)?(?: from \w+)?$", DRAWN),
    Otherwise(
        rf"{WHO} (?:gets?|gains?|scores?|loses?|earns?) |(?:gain|lose|score|earn|get|win) \w+ points?\b", POINTS
    ),
    Otherwise(r"end (?:the )?(?:game|hand|round|play|deal)\b|stop\b", ENDED),
    Otherwise(rf"(?:game over|{WHO} (?:wins|loses)\b)", ENDED),
    Otherwise(rf"(?:it is |{WHO} (?:plays|goes|begins|starts|leads|moves|has|gets another)\b|(?:play|go|move) again"
              r"|(?:take|have) (?:another|an extra|a second) turn|change turns?\b|pass the turn|next turn)", NEXT),
    Otherwise(rf"(?:{WHO} )?(?:chooses?|picks? a|names?|declares?|decides? on)\b", CHOSEN),
    Otherwise(r"\w[\w ]* (?:goes|go|moves?|(?:is|are) (?:put|moved|laid|placed)) (?:to|on|onto|into|under)\b", GIVEN),
    Otherwise(r"shuffle (?:the |all |all the )?cards\b", "say which cards: `shuffle deck`"),
    Otherwise(r"(?:swap|exchange|trade)\b", SWAPPED),
    Otherwise(r"refill\b|fill .* to \d|draw .*\buntil\b", FILLED),
    Otherwise(r"deal .*\bto (?!each)|deal (?!.*\bfrom\b)|draw .*\bto (?:each|every|all)\b", DEALT),
    Otherwise(r"shuffle .* (?:into|with|and)\b", "first `move x to y`, then `shuffle y`"),
    Otherwise(r"(?:roll|throw|toss|flip) (?:a |the )?(?:die|dice|coin)\b", RANDOM),
    Otherwise(r"(?:shows?|reveals?) .* to (?!all|every)|(?:look|peek)s? at\b", SHOWN),
    Otherwise(r"(?:turn|flip|shows?|reveals?|expose|uncover) (?!turns\b|becomes\b|of\b)\w", TURNED),
    Otherwise(r"move (?:every|all)\b", "all cards of a place are `everything`: `move everything from x to y`"),
    Otherwise(r"move .* into\b", "cards are moved `to x`, `onto x` or `under x`"),
    Otherwise(r"\w[\w ]* (?:increases|goes up|rises|grows|decreases|goes down|shrinks|falls)\b", BY),
    Otherwise(r"(?:increase|raise|increment|decrease|lower|reduce|decrement|deduct) \w", BY),
    Otherwise(r"(?:subtract|take|remove|deduct) \d+ from (?!hand|deck|pile)", "write `x becomes x - 3`"),
    Otherwise(r"(?:reset|clear|zero) \w|set .* (?:to|as)\b", BECOMES),
    Otherwise(r"(?!add\b|let\b|if\b)\w[\w ]* (?:is|=)(?= |$)", f"{BECOMES}; `is` and `=` compare"),
    Otherwise(r"pass$|skip$|do nothing$", "where nothing is done, write `nothing`"),
    Otherwise(
        r"(?:discard|throw|dump|put|place|lay|play|give|pass|hand|return|remove|take|pick|grab|collect|keep|bury) \w+",
        GIVEN,
    ),
)  # fmt: skip


VERBS = re.compile(r"(?:draw|deal|move|shuffle|end|fill|add)\b")
"""How nothing but an effect begins, where no section does."""


def other_effect(before: str, after: str, begun: bool) -> str | None:
    """How an effect is written that is refused between these two parts of its line; None where nothing is known of it.

    `begun` says whether `becomes` is accepted there: then what stands before is how an effect begins.
    """
    start = max(before.rfind(mark) for mark in (";", ": ")) + 1
    whole = (before[start:] + after).split(";")[0].strip()
    if not begun and (not VERBS.match(whole) or before[:1].isalpha()):
        return None
    return next((one.written for one in OTHERWISE if re.match(one.begins, whole)), None)
