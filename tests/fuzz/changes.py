"""Rule files in which something was changed, and which are in order all the same: rule file `number` of a seed."""

import random
import re
from collections.abc import Callable

from spec.diagnostics.diagnostic import has_errors
from spec.lower.game import lower_file
from spec.text.parse import parse
from tests.fuzz.made import made
from tests.fuzz.texts import corpus

TRIES = 60
SWAPS = (
    ("<", ">"), (">", "<"), ("=", "!="), ("and", "or"), ("or", "and"), ("yes", "no"), ("no", "yes"), ("up", "down"),
    ("down", "up"), ("mover", "player 1"), ("mover", "next player"), ("stack", "set"), ("set", "stack"),
    ("everybody", "nobody"), ("wins", "loses"), ("top", "bottom"), ("least", "most"), ("greatest", "least"),
    ("some", "no"), ("every", "some"), ("every", "exactly one"), ("permit", "forbid"), ("+", "-"),
    ("same rank", "same suit"), ("rank", "suit"),
    ("leave the loop", "end the turn"), ("usually 2", "usually 3"), ("sometimes", "never"), ("always", "never"),
)  # fmt: skip


def clean(seed: int, number: int) -> str:
    """A changed rule file that has no errors."""
    chance = random.Random(f"clean {seed} {number}")
    while True:
        if chance.random() < 0.25:
            text = made(chance)
            if in_order(text):
                return text
            continue
        base = chance.choice(corpus())
        if len(base) > 8_000 and chance.random() < 0.8:
            continue
        for _ in range(TRIES):
            text = base
            for _ in range(chance.choice((1, 1, 2, 4))):
                text = chance.choice(CHANGES)(chance, text)
            if text != base and in_order(text):
                return text


def in_order(text: str) -> bool:
    """Has the text no errors?"""
    file, found = parse(text)
    if has_errors(found):
        return False
    game, _ = lower_file(file)
    return game is not None


def other_number(chance: random.Random, text: str) -> str:
    """A number a little or much larger or smaller."""
    found = list(re.finditer(r"(?<![\w\"])\d+(?!\w)", text))
    if not found:
        return text
    one = chance.choice(found)
    value = int(one.group())
    new = chance.choice((value + 1, max(0, value - 1), value * 2, 0, value + 7))
    return text[: one.start()] + str(new) + text[one.end() :]


def other_word(chance: random.Random, text: str) -> str:
    """A word for its contrary."""
    old, new = chance.choice(SWAPS)
    edge = r"\b" if old[0].isalpha() else ""
    found = list(re.finditer(edge + re.escape(old) + edge, text))
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def any_word(chance: random.Random, text: str) -> str:
    """A word for another of the same file."""
    found = list(re.finditer(r"\b[a-z_]{2,}\b", text))
    one, other = chance.choice(found), chance.choice(found)
    return text[: one.start()] + other.group() + text[one.end() :]


def without_line(chance: random.Random, text: str) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def lines_swapped(chance: random.Random, text: str) -> str:
    """Two lines that follow each other, of the same indentation."""
    lines = text.split("\n")
    at = chance.randrange(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return "\n".join(lines)


def line_twice(chance: random.Random, text: str) -> str:
    """A line once more, under another label."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    again = re.sub(r"^( *(?:permit|forbid|does)? *)([a-z_]+)", rf"\1\2_{chance.randint(2, 9)}", lines[at], count=1)
    lines.insert(at + 1, again)
    return "\n".join(lines)


def part_dropped(chance: random.Random, text: str) -> str:
    """A condition, a citation or a side of `and` left out."""
    found = list(
        re.finditer(r" when [^:\n]*(?=:|\n)| and [^:\n]*(?=:|\n)| @ \"[^\"\n]*\"| at \w+| under [^:\n]*(?=:)", text)
    )
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + text[one.end() :]


CHANGES: tuple[Callable[[random.Random, str], str], ...] = (
    other_number, other_number, other_word, other_word, any_word, without_line, lines_swapped, line_twice, part_dropped,
)  # fmt: skip
