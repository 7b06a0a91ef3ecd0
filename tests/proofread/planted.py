"""The planted flaws: books with marks `{{number:flawed=>clean}}` make flawed texts and their clean twins."""

from __future__ import annotations

import re
import sys
from csv import DictReader
from dataclasses import dataclass
from pathlib import Path

from hoyle.proofread.find import of_the_text
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import book

BOOKS = Path(__file__).parent / "books"
FOLDERS = {
    "tuned on": BOOKS,
    "held out": BOOKS / "held_out",
    "second, tuned on": BOOKS / "second",
    "second, held out": BOOKS / "second" / "held_out",
    "third, tuned on": BOOKS / "third",
    "fourth, tuned on later": BOOKS / "fourth",
    "fifth, tuned on later": BOOKS / "fifth",
    "sixth, tuned on later": BOOKS / "sixth",
    "seventh, tuned on later": BOOKS / "seventh",
    "eighth, held out": BOOKS / "eighth",
}
_MARK = re.compile(r"\{\{(\d+):(.*?)=>(.*?)\}\}", re.S)


@dataclass(frozen=True)
class Planted:
    """One flaw: in which book, of which kind, and words of a sentence at which it has to be found; where
    something is left out, ` or at ` parts the sentences that ask for it."""

    book: str
    number: str
    kind: str
    at: str
    question: str


def planted(folder: Path) -> list[Planted]:
    with (folder / "planted.tsv").open(encoding="utf-8", newline="") as file:
        return [Planted(**row) for row in DictReader(file, delimiter="\t")]


def flawed(text: str) -> str:
    return _MARK.sub(lambda mark: mark.group(2), text)


def clean(text: str) -> str:
    return _MARK.sub(lambda mark: mark.group(3), text)


def is_it(found: Finding, flaw: Planted) -> bool:
    return found.kind == flaw.kind and any(
        words.casefold() in one.text.casefold() for words in flaw.at.split(" or at ") for one in found.at
    )


@dataclass(frozen=True)
class Measured:
    """What was found of what was planted, what else was said of the flawed texts, and what was said of clean ones."""

    found: list[Planted]
    missed: list[Planted]
    others: list[tuple[str, Finding]]
    on_clean: list[tuple[str, Finding]]


def measure(folder: Path) -> Measured:
    flaws = planted(folder)
    result = Measured([], [], [], [])
    for name in dict.fromkeys(flaw.book for flaw in flaws):
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        findings = of_the_text(book(flawed(text)))
        own = [flaw for flaw in flaws if flaw.book == name]
        for flaw in own:
            (result.found if any(is_it(one, flaw) for one in findings) else result.missed).append(flaw)
        result.others.extend((name, one) for one in findings if not any(is_it(one, flaw) for flaw in own))
        result.on_clean.extend((name, one) for one in of_the_text(book(clean(text))))
    return result


if __name__ == "__main__":
    shown = "--show" in sys.argv
    for told, folder in FOLDERS.items():
        got = measure(folder)
        print(
            f"{told}: {len(got.found)} of {len(got.found) + len(got.missed)} planted flaws found; "
            f"{len(got.others)} others on the flawed texts, {len(got.on_clean)} on the clean twins"
        )
        if shown and "tuned on" in told:
            for flaw in got.missed:
                print("  missed:", flaw)
            for kind, ones in (("other", got.others), ("clean", got.on_clean)):
                for name, one in ones:
                    print(f"  {kind}: {name} {one.check}: {one.says} | {one.at[0].text[:100]}")
