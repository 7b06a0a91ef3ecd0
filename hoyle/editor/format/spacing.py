"""Which words stand apart on a line, and where a line may be broken."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.editor.format.clauses import Clause, Word

_VALUES = {
    "NAME",
    "INT",
    "RANK",
    "RANK_NAME",
    "CARD",
    "STRING",
    "CARDS",
    "YES",
    "NO",
    "NOBODY",
    "PLAYER",
    "THE_WHOLE_DECK",
}
_OPENS, _CLOSES = ("(", "["), (")", "]")
_HEADS = ("@", "when", "under")
_JOINTS = ("and", "or")
_WHOLE = ("question", "reading")
"""What begins a clause that is mostly quoted text: it stays as its author broke it."""
_WITH_BODY = ("define", "shape", "claim", "to", "does", "step", "if", "for", "otherwise")


def apart(words: Sequence[Word], at: int) -> bool:
    """Does a blank stand before a word that has another before it?"""
    before, word = words[at - 1], words[at]
    if word.text in (*_CLOSES, ",", ";", ":", "..") or before.text in (*_OPENS, ".."):
        return False
    if word.text in _OPENS:
        return before.kind != "NAME" or _team(words)
    if before.text == "-" and word.kind == "INT":
        return at > 1 and (words[at - 2].kind in _VALUES or words[at - 2].text in _CLOSES)
    return True


def _team(words: Sequence[Word]) -> bool:
    """Is this the line of teams? The seats of a team stand apart from its name."""
    return words[0].text == "teams"


def depths(words: Sequence[Word]) -> list[int]:
    """How many brackets are open before each word."""
    found, depth = [], 0
    for word in words:
        found.append(depth)
        depth += (word.text in _OPENS) - (word.text in _CLOSES)
    return found


def breaks(clause: Clause) -> dict[int, tuple[int, int]]:
    """The words before which a line may be broken, each with its rank: the least is the best.

    Outer brackets come before inner ones; then the heads of parts (`@`, `when`, `under`), `else`, `and`, `or`, commas.
    """
    words = clause.words
    if words[0].text in _WHOLE:
        return {}
    found: dict[int, tuple[int, int]] = {}
    depth = depths(words)
    whole, moving = False, False
    for at, word in enumerate(words):
        before = words[at - 1].text if at else ""
        if word.kind == "CARDS_FROM":
            whole = True
        elif word.text in ("top", "bottom"):
            whole = False
        if word.kind == "MOVE" and (at or clause.level):
            moving = True
        target = moving and depth[at] == 0 and word.text in ("to", "onto", "under")
        if target or word.text == ";":
            moving = False
        rank = _rank(word, before)
        if at and rank is not None and not whole and not target:
            found[at] = depth[at], rank
    return found


def body(clause: Clause) -> int | None:
    """Where the words after a colon begin that may also stand under it, in a block of their own."""
    words = clause.words
    if words[0].text not in _WITH_BODY and not (clause.level == 1 and clause.heading in ("ends", "outcome")):
        return None
    depth = depths(words)
    colon = next((at for at, word in enumerate(words) if word.text == ":" and depth[at] == 0), len(words))
    return colon + 1 if colon + 1 < len(words) else None


def _rank(word: Word, before: str) -> int | None:
    if word.text in _HEADS:
        return 0
    if word.text == "else":
        return 1
    if word.text in _JOINTS:
        return None if word.text == "or" and before in ("yes", "low") else 2
    return 3 if before == "," and word.text not in ("rounded", "usually") else None
