"""What there is to begin with: games that come with Hoyle, kinds of games, the text of a rulebook.

Leaves the texts to `hoyle.start` and the rule folder.
"""

from __future__ import annotations

import re
from functools import cache

from hoyle.coverage.cut import cut
from hoyle.sources.files import find, game_names
from hoyle.start.begin import KINDS, file_name, of_kind, of_rulebook, title_of
from hoyle.studio.messages.every import Refused
from hoyle.studio.messages.files import Games, Shown, Text
from spec.ir.display import readable
from spec.text.clean import one_line

TITLE = re.compile(r'^game "([^"\n]*)"', re.MULTILINE)
PLAYERS = re.compile(r"^  players ([\w ]*)", re.MULTILINE)
LONGEST_RULEBOOK = 400_000


@cache
def games() -> Games:
    """The games of the gallery, and the kinds of games."""
    kinds = tuple(Shown(kind, readable(kind.replace("-", "_")), told) for kind, told in KINDS.items())
    return Games(tuple(map(_shown, game_names())), kinds)


def _shown(name: str) -> Shown:
    text = find(name).read_text(encoding="utf-8")
    title, players = TITLE.search(text), PLAYERS.search(text)
    lines = text.count("\n")
    told = "" if players is None else one_line(players[1])
    many = "" if players is None else f"{told} player{'' if told == '1' else 's'}, "
    return Shown(name, readable(name) if title is None else one_line(title[1]), f"{many}{lines} lines")


def begun(title: str, kind: str, rulebook: str) -> Text | Refused:
    """The first text of a game: of a kind, of a rulebook's text, or an empty one with a title."""
    name = title_of(title)
    if rulebook.strip():
        sentences = cut(rulebook[:LONGEST_RULEBOOK])
        if not sentences:
            return Refused("the rulebook's text holds no sentence")
        return Text(f"{file_name(name)}.hoyle", of_rulebook(sentences, name, name))
    if not kind:
        return Text(f"{file_name(name)}.hoyle", "")
    if kind not in KINDS:
        return Refused(f"there is no kind of game called {kind[:40]}; there are {', '.join(KINDS)}")
    return Text(f"{file_name(name)}.hoyle", of_kind(kind, name))
