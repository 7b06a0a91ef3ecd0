"""Puts display names into rule files by lot: they change nothing but what people read."""

from __future__ import annotations

import random
import re

ODD = (
    "won cards", "The Pile", "x", "ünïcode ♥ 🂡", "’s own’", "</script><b>{x}</b>", "[red]x[/]", "{{ x }} %s $(x)",
    "*/ x /*", "\\ x \\\\", "\u202ex\x1b[2J", "9", "a_name", "yes", "nobody", "player 1",
)  # fmt: skip
"""Each gets a number, so that none is taken twice."""
HEADS = (
    r"^(?:move|to|outcome|define|shape|values|question|kind) \w+(?:\((?:[^()]|\([^()]*\))*\))?(?=[ :])",
    r"^ +(?:step|choice|permit|forbid) \w+(?=[ :\n])",
    r"^  \w+(?:\[[^\]]*\])?(?=: (?:stack|set|row|\d+ to|yes or no|\w+ or nobody|\w+(?: \|)))",
    r"^  reading \w+(?=[ \n])",
    r"(?<= \| )\w+(?=[ ,\n])",
)
"""Where a display name may follow."""


def with_display_names(text: str) -> str:
    """The rule file with some of its names called otherwise for people; the same file has always the same."""
    chance = random.Random(text)
    often = chance.choice((0, 0.1, 0.4))
    count = 0

    def called(found: re.Match[str]) -> str:
        nonlocal count
        if chance.random() >= often:
            return found[0]
        count += 1
        return f'{found[0]} as "{chance.choice(ODD)} {count}"'

    for head in HEADS:
        text = re.sub(head, called, text, flags=re.MULTILINE)
    return text
