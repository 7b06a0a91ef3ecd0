"""Finds what was meant where a refused word is a name that the file introduces, or belongs to one.

Leaves words that no line introduces to `spec.text.refused.common_mistakes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.text.layout import written_line
from spec.text.refused.missing_words import reads_past, reads_with
from spec.text.source import Span

OWNER = r"(?:player \d+|(?:next|previous) player|(?!(?:an?|the|any|all|each|every|some|no)\b)[a-z]\w*)"
"""How what has a place of its own for each player is named, where one is meant."""
SEATS = ("mover ", "player ", "next player ", "previous player ")
"""How only a player is named."""
AT_HOME = re.compile(r"\w+ *(?:of\b|\[)")
"""A name with whose it is behind it."""


def introduced(written: str, name: str) -> bool:
    """Does a line of the file seem to introduce this name?"""
    before = r"^(?:[ \t]+(?:(?:step|choice|number|option) )?|(?:define|shape|values|to|outcome|kind|question|move) )"
    dealt = rf"^[ \t]+deck\b[^\n]*[ ,]{re.escape(name)}\b"
    return re.search(rf"{before}{re.escape(name)}\b[^\n]*:|{dealt}", written, re.MULTILINE) is not None


def meant(text: str, at: int, word: str, written: str) -> Diagnostic | None:
    """What is wrong at a refused word, and the change that mends it, where names of the file tell what is meant."""
    for message, fix in (*_joined(text, at, word, written), *_asked(text, at, word, written),
                         *_owned(text, at, word, written)):  # fmt: skip
        sure = text.startswith(SEATS, fix.span.start)
        if reads_with(text, fix) or (sure and reads_past(text, fix, at + len(word) - 1)):
            return diagnose("E0105", fix.span, message, fix=fix)
    return None


def _joined(text: str, at: int, word: str, written: str) -> Iterator[tuple[str, Fix]]:
    """Two words for a name that joins them: `draw one` for `draw_one`."""
    before = re.search(r"([a-z]\w*)[ \t]+$", text[:at])
    if before is None or not introduced(written, name := f"{before.group(1)}_{word}"):
        return
    span = Span(before.start(1), at + len(word))
    yield f"a name is one word; did you mean `{name[:60]}`?", Fix(f"write `{name[:60]}`", span, name)


def _asked(text: str, at: int, word: str, written: str) -> Iterator[tuple[str, Fix]]:
    """A definition written behind what it is asked of: `c fits` for `fits(c)`."""
    end = at + len(word)
    if re.search(rf"^define {re.escape(word)} *\(\w+: \w+\)", written, re.MULTILINE) is None:
        return
    before = _owner_before(text, at, r"(?:[ \t]+(?:is|does))?")
    if before is None:
        return
    start, owner = before
    asked = f"{word}({owner})"
    message = f"what `{word[:40]}` is asked of stands in brackets: `{asked[:60]}`"
    yield message, Fix(f"write `{asked[:60]}`", Span(start, end), asked)


def _owned(text: str, at: int, word: str, written: str) -> Iterator[tuple[str, Fix]]:
    """What each player has one of, behind the player whose it is: `mover hand` for `hand of mover`."""
    if re.search(rf"^[ \t]+{re.escape(word)}[ \t]*\[", written, re.MULTILINE) is None or AT_HOME.match(text[at:]):
        return
    before = _owner_before(text, at)
    if before is None:
        return
    start, owner = before
    owned = f"{word} of {owner}"
    message = f"what is somebody's is said with `of`: `{owned[:60]}`"
    yield message, Fix(f"write `{owned[:60]}`", Span(start, at + len(word)), owned)


def _owner_before(text: str, at: int, more: str = "") -> tuple[int, str] | None:
    """What stands before a place in its line that something may be said of, perhaps with `more` behind it: where it
    begins, and its words."""
    found = re.search(rf"\b({OWNER}){more}[ \t]+$", text[written_line(text, at)[0] : at])
    return None if found is None else (at - len(found.group()), found.group(1))
