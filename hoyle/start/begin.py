"""The first rule file of a game: a small game of its kind that can be played, or the places of its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import accumulate, groupby
from textwrap import wrap

from hoyle.coverage.cut import Sentence
from spec.text.clean import one_line
from spec.text.layout import MAX_CHARACTERS

KINDS = {
    "trick-taking": "each plays a card, and one takes them all",
    "climbing": "beat what lies there, or give up",
    "rummy": "draw, lay down sets and runs, discard",
    "shedding": "lay a card that fits, or draw",
    "patience": "for one player",
    "betting": "raise, stay in or fold",
}
"""The kinds of games with a starting file, and what each is."""
TITLE = "NAME"
"""What stands in a starting file for the name of the game."""
LONGEST_TITLE = 60
WIDE = 110
LONGEST, MOST_COMMENTS = 1_000, MAX_CHARACTERS // 2
"""A longer sentence is begun only; so many letters of a rulebook stand in the file at most."""


def title_of(name: str) -> str:
    """A name as the title of a game: on one line, without quotes."""
    return one_line(name.replace('"', "'"))[:LONGEST_TITLE].strip() or "Untitled"


def file_name(name: str) -> str:
    """A file's name made of a game's: small letters, digits and _."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "untitled"


def of_kind(kind: str, name: str) -> str:
    """A small game of a kind, under a name."""
    text = files("hoyle.start").joinpath("kinds", f"{kind.replace('-', '_')}.hoyle").read_text(encoding="utf-8")
    return text.replace(TITLE, title_of(name))


def of_rulebook(sentences: Sequence[Sentence], name: str, source: str) -> str:
    """A rule file with the places of a rulebook, and each of its sentences as a comment to write a clause below."""
    return "\n".join(_begun(sentences, title_of(name), title_of(source))) + "\n"


def fitting(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """As many of the sentences as a rule file has room for, beside what will be written into it."""
    letters = accumulate(len(one.place) + min(len(one.text), LONGEST) for one in sentences)
    return tuple(one for one, until in zip(sentences, letters, strict=True) if until <= MOST_COMMENTS)


def _shown(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _begun(sentences: Sequence[Sentence], title: str, source: str) -> Iterator[str]:
    yield from (
        f"# {title}, begun from {source}. Each sentence of the rulebook stands below, behind its place.",
        "# Write the clause that states it there, in your own words and with its place behind an @; then take it away.",
        '# A sentence that states no rule is listed so below: "Play" 1..3, 4 without a rule.',
        "", f'game "{title}":', "  players 2 to 4, usually 2", "  deck standard", "", f'source "{source}":',
    )  # fmt: skip
    chapters = [(heading, list(own)) for heading, own in groupby(sentences, key=lambda one: one.heading)]
    yield from (f'  "{heading}" 1..{len(own)}' if len(own) > 1 else f'  "{heading}" 1' for heading, own in chapters)
    yield from (
        "",
        "zones:",
        "  deck: stack, face down, starts with every card",
        "  hand[player]: set, seen by its owner",
    )
    for heading, own in chapters:
        yield from ("", f"# ---- {heading}", "")
        for one in own:
            yield from wrap(f'"{one.place}" {_shown(one.text)}', WIDE, initial_indent="# ", subsequent_indent="#   ")
    yield from (
        "", "# ---- a beginning that can be played: change it", "",
        "move play(c: card from hand of mover):", "  permit any_card", "  does lay: move c to deck", "",
        "ends:", "  over at turn when hand of mover is empty: mover wins", "",
        "play:", "  step deal:", "    shuffle deck", "    deal 3 cards from deck to each hand",
        "  turns from player 1:", "    choice turn: mover does play",
    )  # fmt: skip
