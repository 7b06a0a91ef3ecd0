"""How many slips of one word an editor can undo: `python -m bench.slips [SLIPS] [SEED]`.

Each slip is made at random in a library rule file: a word or sign left out, one written twice, two side by side put
the other way round, a letter left out. It counts as undone where one change that the editor offers gives the text back,
blanks aside.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter

from hoyle.editor.actions import actions
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.edits import applied
from hoyle.sources.files import find, game_names
from spec.text.source import Span

WORD = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\s\w]')
KINDS = ("left out", "twice", "swapped", "letter lost")
LONGEST = 12_000
"""In longer files nothing is tried: each slip has the whole file checked."""


def slip(text: str, kind: str, chance: random.Random) -> str | None:
    """The text with one slip of a kind; None where the word that was drawn allows none."""
    words = [word for word in WORD.finditer(text) if not word.group().startswith("#")]
    number = chance.randrange(len(words))
    word, after = words[number], words[min(number + 1, len(words) - 1)]
    written = word.group()
    match kind:
        case "left out":
            return text[: word.start()] + text[word.end() :].removeprefix(" ")
        case "twice" if written.isalpha():
            return f"{text[: word.end()]} {written}{text[word.end() :]}"
        case "letter lost" if written.isalpha() and len(written) > 3:
            at = word.start() + chance.randrange(1, len(written) - 1)
            return text[:at] + text[at + 1 :]
        case "swapped" if word.end() <= after.start() and "\n" not in text[word.end() : after.start()]:
            between = text[word.end() : after.start()]
            return text[: word.start()] + after.group() + between + written + text[after.end() :]
        case _:
            return None


def undone(right: str, wrong: str) -> bool | None:
    """Does an offered change give the text back? None where the slip is no error."""
    analysis = Analyst("slip").analyse(wrong)
    if not any(d.severity == "error" for d in analysis.diagnostics):
        return None
    offered = (applied(wrong, action.edits) for action in actions(analysis, Span(0, len(wrong))))
    return any("".join(text.split()) == "".join(right.split()) for text in offered)


def main() -> None:
    slips, seed = int((sys.argv[1:2] or ["400"])[0]), int((sys.argv[2:3] or ["1"])[0])
    chance = random.Random(seed)
    files = [find(name).read_text(encoding="utf-8") for name in game_names()]
    files = [text for text in files if len(text) <= LONGEST]
    made: Counter[str] = Counter()
    told: Counter[str] = Counter()
    while sum(made.values()) < slips:
        right, kind = chance.choice(files), chance.choice(KINDS)
        wrong = slip(right, kind, chance)
        found = None if wrong is None else undone(right, wrong)
        if found is not None:
            made[kind] += 1
            told[kind] += found
    print(f"{slips} slips, each an error, in {len(files)} rule files; seed {seed}")
    for kind in KINDS:
        print(f"{kind:12} {told[kind]:4} of {made[kind]:4} undone")
    print(f"{'in all':12} {sum(told.values()):4} of {slips:4}")


if __name__ == "__main__":
    main()
