"""What people read is plain: words and phrases that we no longer use do not come back, and sentences are short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.imports import walked

ROOT = Path(__file__).resolve().parents[2]
NO_LONGER = {
    # Phrases that people had to read twice, and what is said instead.
    r"(has its|have their|had its|had their) way": "takes effect, take effect",
    r"no play parted|parts? them\b": "no difference found",
    r"plays? meets? no fault": "assuming no fault occurs",
    r"without being told": "also found automatically",
    r"what is open decided": "unresolved choices made at random",
    r"in brackets stand": "brackets cite the rulebook",
    r"whoever must": "a player who must move",
    r"one way or the other": "say which",
    r"offer nothing": "games up to so many decisions",
    r"owes\b": "a built-in safety rule",
    r"a measure that": "a quantity that every turn lowers (ranking function)",
    r"not noticed": "survived",
    r"are looked at|not put into terms": "are checked, are not modelled",
    r"come(s)? about|came about": "happens",
    r"which is not so|and it is not so": "is false",
    r"tells? of unseen": "reveals hidden cards (information leak)",
}
"""What is no longer said to people, and what is said instead."""
OLD_MODULES = re.compile(
    r"aside|rambles|secrecy|looks|bags|shown|wanted|measures|mobility|habits|lots|tables|touched|settle|deeper|unread"
    r"|said|parts|origins|knobs|slips|refusal|hot|known|affects|onward|tally|masks|seated|fast|tidy|book|fed"
    r"|offered|agree|redeal|standing|meaning|deed|idle|beyond|seek"
)
"""Names of modules that only we understood; the glossary has the field's."""
SAID = re.compile("|".join(NO_LONGER), re.IGNORECASE)
PAGES = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if p.parent.name != "decisions"),
    *sorted((ROOT / "hoyle").rglob("*.jinja")),
]
MODULES = sorted(p for top in ("spec", "engine", "verify", "hoyle") for p in (ROOT / top).rglob("*.py"))
MOST_WORDS = {"tutorial": 24, "how-to": 24, "README.md": 28}
"""The longest sentence of a page by its folder or name; elsewhere, where figures are listed, 40 words."""


def messages(code: str) -> Iterator[tuple[int, str]]:
    """The texts of a module that are no docstrings, with their lines."""
    nodes = walked(ast.parse(code))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def old_words(code: str) -> list[str]:
    """The messages of a module that say what we no longer say."""
    return [f"{line}: {text}" for line, text in messages(code) if SAID.search(text)]


def sentences(page: str) -> Iterator[str]:
    """The sentences of a page, without texts of programs, tables and headings."""
    prose = re.sub(r"^```.*?^```|^\|.*?$|^#.*?$|^    .*?$", "", page, flags=re.M | re.S)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*- |\s*\d+\. )", prose):
        yield from re.split(r"(?<=[.!?:;])\s+", " ".join(paragraph.split()))


def long(path: Path, page: str) -> list[str]:
    """The sentences of a page that have too many words."""
    most = MOST_WORDS.get(path.parent.name, MOST_WORDS.get(path.name, 40))
    return [f"{path.name}: {sentence}" for sentence in sentences(page) if len(sentence.split()) > most]


def test_no_message_says_what_we_no_longer_say() -> None:
    assert [f"{p.relative_to(ROOT)}:{found}" for p in MODULES for found in old_words(p.read_text("utf-8"))] == []


def test_no_page_says_what_we_no_longer_say() -> None:
    held = ((p.name, found[0]) for p in PAGES for found in SAID.finditer(p.read_text(encoding="utf-8")))
    assert list(held) == []


def test_no_module_has_a_name_of_old() -> None:
    assert [str(p.relative_to(ROOT)) for p in MODULES if any(map(OLD_MODULES.fullmatch, (p.stem, p.parent.name)))] == []


def test_sentences_are_short() -> None:
    pages = [p for p in PAGES if p.suffix == ".md"]
    assert [found for p in pages for found in long(p, p.read_text(encoding="utf-8"))] == []


def test_an_old_word_in_a_message_is_found_and_in_a_docstring_is_not() -> None:
    assert old_words('print(f"{n} clauses have their way in some play")') == ["1:  clauses have their way in some play"]
    assert old_words('"""Clauses have their way."""') == []


@pytest.mark.parametrize("said", ["What every game owes", "In brackets stands the place", "whoever must move can move"])
def test_a_planted_phrase_is_found(said: str) -> None:
    assert SAID.search(said)


def test_a_planted_sentence_that_is_too_long_is_found() -> None:
    page = ROOT / "docs" / "tutorial" / "x.md"
    assert long(page, f"Short.\n\n{'word ' * 25}.\n") != []
    assert long(page, f"Short.\n\n```\n{'word ' * 25}.\n```\n\n| {'word ' * 25} |\n") == []
