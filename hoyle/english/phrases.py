"""Tells moves as deeds: "play the cards onto the slot", "Player 2 plays 4S 6H onto slot 3".

Works from a move's name and parameters alone. Leaves what values are called to others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hoyle.english.document.marks import plain, unmarked, words
from hoyle.english.grammar import Noun, article, third
from hoyle.english.lexicon import JOINING
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.index import PLAYER

PARTICLES = frozenset(("away", "back", "down", "off", "on", "out", "over", "up", "in", "again", "aside", "along"))
AWAY, FROM = frozenset(("away", "off", "out", "up")), "from"
"""After these it is told where from, if nothing else says how: "take a card away from column 2"."""
GIVING = frozenset(("deal", "give", "hand", "lend", "offer", "pass", "pay", "return", "sell", "send", "show"))
"""Behind these and a thing, a player is who gets it: "give the trick to player 3"."""
NO_VERBS = (
    JOINING
    | PARTICLES
    | {"under", "no", "not", "the", "a", "an", "all", "any", "every", "by", "as", "done", "gone", "ready"}
)
THINGS = frozenset(("card", "pile", "turn", "pair", "trick", "hand", "deck", "stack", "bet", "round"))
"""Last words of a move's name that want an article."""


def deed(action: ir.Action, said: Sequence[str], who: Noun | None = None) -> str:
    """A move with what is chosen for its parameters; after a person where there is one, else as after "may"."""
    return f"{who.text} {_deed(action, said, many=who.many)}" if who is not None else _deed(action, said, many=True)


def _deed(action: ir.Action, said: Sequence[str], *, many: bool) -> str:
    name = plain(named(action.source))
    ways = ways_of(action)
    if said and len(ways) > 1 and name.endswith(f" with {words(action.params[-1].name)}"):
        name, ways[-1] = name.rpartition(" with ")[0], "with"
    verb, _, tail = name.partition(" ")
    if not verb or verb in NO_VERBS or not verb.isalpha():
        with_these = f" with {' and '.join(said)}" if said else ""
        return f"{'make' if many else 'makes'} the move “{name}”{with_these}"
    tail = _tail(tail, unmarked(said[0]) if said else "")
    if action.params and tail and tail == action.params[0].type.domain:
        tail = f"the {tail}"
    text = f"{verb if many else third(verb)} {tail}".strip()
    for at, (way, one) in enumerate(zip(ways, said, strict=True)):
        before = way or ("and" if at and not ways[at - 1] else "with" if at else "")
        text += f" {before} {one}" if before else f" {one}"
    return text


def ways_of(action: ir.Action) -> list[str]:
    """What stands before each thing that is chosen: the author's word for it, FROM where the move takes away, or ''."""
    ways = [param.way for param in action.params]
    called = plain(named(action.source)).split()
    handed = len(called) > 1 and called[0] in GIVING and called[-1] not in NO_VERBS
    if ways and not ways[0] and handed and action.params[0].type == ir.Symbol(PLAYER):
        ways[0] = "to"
    if ways and not ways[0] and len(called) > 2 and called[-1] in AWAY and isinstance(action.params[0].type, ir.Symbol):
        ways[0] = FROM
    return ways


def _tail(tail: str, first: str) -> str:
    """The rest of a move's name, without a word that comes again at once: "name the suit", not "name suit the suit"."""
    last = tail.rpartition(" ")[2]
    bare = re.sub(r"^(?:the|an?) ", "", first)
    if last and (bare == last or bare.startswith(f"{last} ")):
        return tail[: -len(last)].rstrip()
    return article(tail) if tail in THINGS and not first else tail
