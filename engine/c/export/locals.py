"""Words for the local names of generated C, which the generator numbers.

Leaves the names of functions, parameters, zones and fields to `engine.c.export.context`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.names import ORDINALS

WORDS = {
    "v": "each", "c": "card", "r": "result", "a": "left", "b": "right", "k": "key", "p": "rest", "s": "start",
    "x": "given", "d": "other", "at": "spot", "n": "count", "to": "target", "y": "given",
}  # fmt: skip
"""What the generator's prefixes stand for; others are words already."""
TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"|(?:->|\.)\s*\w+|\w+|[{}]', re.DOTALL)


def with_words(head: str, body: str, numbered: Mapping[str, str]) -> tuple[str, str]:
    """A function with words for those local names that are `numbered` (each with its prefix).

    A word comes again where the block in which it stood is over, and with an ordinal where it is still in use.
    """
    whole = f"{head}\n{body}"
    taken = {token for token in re.findall(r"\w+", whole) if token not in numbered}
    blocks: list[dict[str, str]] = [{}]

    def named(name: str) -> str:
        for block in blocks:
            if name in block:
                return block[name]
        used = taken.union(*(block.values() for block in blocks))
        blocks[-1][name] = word = _free(numbered[name], used)
        return word

    def token(found: re.Match[str]) -> str:
        text = found[0]
        if text == "{":
            blocks.append({})
        elif text == "}" and len(blocks) > 1:
            blocks.pop()
        return named(text) if text in numbered else text

    first, _, rest = TOKEN.sub(token, whole).partition("\n")
    return first, rest


def _free(prefix: str, used: set[str]) -> str:
    """The word of a prefix, or with the first ordinal with which it is free."""
    word = WORDS.get(prefix, prefix.rstrip("_"))
    wishes = [word, *(f"{ordinal}_{word}" for ordinal in ORDINALS[2:])]
    more = (f"{word}_{number}" for number in range(len(ORDINALS), 10_000))
    return next(wish for wish in (*wishes, *more) if wish not in used)
