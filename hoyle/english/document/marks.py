"""Text with a little inline mark-up: links, stress and cards, which Markdown and HTML each show in their own way.

Marked text is a plain string with private-use characters around what is marked, so that sentences stay easy to join.
Leaves how a mark looks to `hoyle.english.document.render`.
"""

from __future__ import annotations

import re
import unicodedata

from spec.ir.display import readable

LINK, TO, END_LINK, STRESS, END_STRESS, CARD, SUIT, END_CARD = map(chr, range(0xE000, 0xE008))
_MARKS = re.compile(f"[{LINK}-{END_CARD}]")
_NAME = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_SUITS = re.compile(f"{SUIT}[^{SUIT}]*{SUIT}([^{END_CARD}]*)")
_OPENING = re.compile(f"((?:{LINK}[^{TO}]*{TO}|{STRESS}|[“(])*)(.?)", re.DOTALL)
_INNER = re.compile(f"{LINK}[^{TO}]*{TO}|[{END_LINK}{STRESS}{END_STRESS}{CARD}{END_CARD}]")


def plain(text: str) -> str:
    """An author's text on one line, without characters that could pass for marks or steer a terminal."""
    kept = (" " if ch.isspace() else ch for ch in text if ch.isspace() or unicodedata.category(ch) not in ("Cc", "Cs"))
    return " ".join(_MARKS.sub("", "".join(kept)).split())


def spoken(text: str) -> str:
    """An author's sentence, with the names of the rule file in it as words."""
    return _NAME.sub(lambda found: words(found.group()), plain(text)).replace("`", "’")


def words(name: str) -> str:
    """A name of the rule file as words: `set_play` as "set play", `open4` as "open 4"."""
    return readable(plain(name))


def link(anchor: str, text: str) -> str:
    """Text that leads to another place of the page."""
    return f"{LINK}{anchor}{TO}{text}{END_LINK}"


def stress(text: str) -> str:
    """A word of the game that is no word of the sentence around it."""
    return f"{STRESS}{text}{END_STRESS}"


def card(rank: str, suit: str, called: str) -> str:
    """A card by its rank and suit, to be drawn; where its suit is not drawn, it is called so."""
    return f"{CARD}{plain(rank)}{SUIT}{plain(suit)}{SUIT}{plain(called)}{END_CARD}"


def capital(text: str) -> str:
    """The text with a capital at its start."""
    found = _OPENING.match(text)
    return text if found is None else found[1] + found[2].upper() + text[found.end() :]


def sentence(text: str) -> str:
    """The text with a capital at its start and a stop at its end."""
    text = text.strip()
    bare = unmarked(text).rstrip("”’)")
    return capital(text) + ("" if bare.endswith((".", "!", "?", ":")) or not bare else ".")


def unmarked(text: str) -> str:
    """The text without its marks; a card as its rank and what its suit is called."""
    return _INNER.sub("", _SUITS.sub(lambda found: f" {found[1]}".rstrip(), text))
