"""Texts that were never meant as rule files, or no longer are: text `number` of a seed is always the same."""

import random
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIGNS = '()[]":,;@#>=<|+-*.\n\t\r \x00\x0c\x85\u2028\u00a0é“0AZ9²٣\u202e\ud800\U0001f0a1'
FOLDERS = ("rules", "tests/strangers", "tests/classics", "bench", "tests/cases")
MORE = (
    "deal",
    "each",
    "fill",
    "up",
    "to",
    "or",
    "more",
    "under",
    "group",
    "from",
    "by",
    "lot",
    "repeat",
    "until",
    "times",
)


@cache
def corpus() -> tuple[str, ...]:
    """The rule files of this repository, in a fixed order."""
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.hoyle"))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


@cache
def sections() -> tuple[str, ...]:
    """Every section of every rule file."""
    found = []
    for text in corpus():
        part: list[str] = []
        for line in text.split("\n"):
            if line and line[0] not in " #" and part:
                found.append("\n".join(part))
                part = []
            part.append(line)
        found.append("\n".join(part))
    return tuple(found)


@cache
def vocabulary() -> tuple[str, ...]:
    return (*sorted({word for text in corpus() for word in text.split()}), *MORE)


@cache
def small() -> tuple[str, ...]:
    """The shorter rule files: a whole one is read for each text."""
    return tuple(text for text in corpus() if len(text) < 3_000)


def hostile(seed: int, number: int) -> str:
    """One text."""
    chance = random.Random(f"{seed} {number}")
    makers = (changed, changed, changed, changed, shuffled, words, noise, cut, deep, numbers, tower)
    return chance.choice(makers)(chance)


def changed(chance: random.Random) -> str:
    """Some lines of a rule file, with a few small changes."""
    lines = chance.choice(corpus()).split("\n")
    start, length = chance.randrange(len(lines)), chance.choice((3, 8, 20, 40))
    signs = list("\n".join(lines[start : start + length]))
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(signs) or 1)
        match chance.randrange(5):
            case 0:
                del signs[at : at + chance.randint(1, 6)]
            case 1:
                signs.insert(at, chance.choice(SIGNS))
            case 2 if signs:
                other = chance.randrange(len(signs))
                signs[at], signs[other] = signs[other], signs[at]
            case 3:
                signs[at:at] = [" ", *chance.choice(vocabulary()), " "]
            case _:
                signs[at:at] = signs[at : at + chance.randint(1, 200)]
    return "".join(signs)


def shuffled(chance: random.Random) -> str:
    """Sections of several games in one file."""
    return "\n".join(chance.choice(sections()) for _ in range(chance.randint(1, 6)))[:4_000]


def words(chance: random.Random) -> str:
    """Words of the language in any order, in lines of any indentation."""
    found = []
    for _ in range(chance.randint(1, 12)):
        found.append("  " * chance.randint(0, 3) + " ".join(chance.choices(vocabulary(), k=chance.randint(1, 8))))
    return "\n".join(found)


def noise(chance: random.Random) -> str:
    """Any signs at all."""
    highest = chance.choice((127, 255, 0x2FFF, 0x10FFFF))
    return "".join(chr(chance.randint(0, highest)) for _ in range(chance.randint(0, 300)))


def cut(chance: random.Random) -> str:
    """A rule file that ends in the middle, or begins there."""
    text = chance.choice(small())
    at = chance.randrange(len(text))
    return text[:at] if chance.random() < 0.7 else text[at:]


def deep(chance: random.Random) -> str:
    """Something in itself, over and over."""
    often = chance.choice((5, 30, 63, 64, 90, 99, 100, 101, 300, 2_000))
    before, after = chance.choice((
        ("(", ")"), ("[", "]"), ("not ", ""), ("top of ", ""), ("if yes then (", ") else no"), ("- ", ""),
        ("some player p with (", ")"), ("sum of (", ") over player p"), ("KS is (", ")"), ("1 + ", ""), ("1 * (", ")"),
        ("number of cards c in deck with (", ")"), ("greatest over player p of (", ")"), ("next player after ", ""),
    ))  # fmt: skip
    inner = chance.choice(("yes", "1", "mover", "deck", "KS", ""))
    if chance.random() < 0.2:
        word = chance.choice(("repeat:", "when yes:", "for each player p:", "turns from player 1:"))
        return "play:\n" + "".join("  " * i + word + "\n" for i in range(1, min(often, 60))) + "  step a: nothing\n"
    return f"define x: {before * often}{inner}{after * chance.choice((often, often - 1, 0))}\n"


def numbers(chance: random.Random) -> str:
    """A rule file with great numbers where small ones stood."""
    text = chance.choice(small())
    great = chance.choice(("0", "999999", "1000000", "99999999999", "00", "-1", "53", "²", "٣"))
    often = chance.choice((1, 1, 1, 3, 100))
    pieces, last = [], 0
    for at in sorted(chance.sample(range(len(text)), min(len(text), often * 40))):
        if text[at].isdigit() and at >= last:
            pieces += [text[last:at], great]
            last = at + 1
    return "".join([*pieces, text[last:]])


def tower(chance: random.Random) -> str:
    """Definitions or routines that use one another, many times or in a circle."""
    many, often = chance.choice((3, 20, 60, 200)), chance.choice((1, 2, 5))
    joined = chance.choice((" + ", " * ", " and ", " or "))
    lines = [f"define d{i}: " + joined.join([f"d{i + 1}"] * often) for i in range(many)]
    lines.append(f"define d{many}: {chance.choice(('1', 'yes', 'd0', 'size of deck', 'round'))}")
    if chance.random() < 0.3:
        lines = [f"to r{i}:\n" + f"  do r{(i + 1) % many}\n" * often for i in range(many)]
    base = chance.choice(small()) if chance.random() < 0.3 else ""
    return base + "\n\n".join(lines) + "\n"
